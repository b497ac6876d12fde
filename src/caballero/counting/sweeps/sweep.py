"""Sweeps: the layers of a frontier count.

:mod:`caballero.counting.kernels.counting` explains layers, and names the sources. Threads share the
states of a large layer: each has a table for the states with its hashes, and sends other states to
their threads. Free memory is checked before a table or a layer is allocated.

Invariants: the states of a layer are all different; its counts are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, Final

from caballero.counting.kernels import counting as kernel
from caballero.counting.kernels._states import Plan
from caballero.counting.kernels.counting import Layer, Part, Table, frontiers
from caballero.counting.tuning import sizes
from caballero.machine.driver import RUNNING, Meter, Pace, drive
from caballero.machine.kernel import Counts, Ints, Places, is_compiled, zeros
from caballero.machine.kernels._shared import WORD
from caballero.machine.limits import Budget, LimitHit, free_memory, pause, processors

from .checkpoint import Checkpoint
from .threads import in_threads

MIN_HEIGHT: Final = 10
"""The least height of a table, the logarithm of its places."""

OUTBOX_INTS: Final = 1 << 20
"""Ints of a thread's outbox."""

BATCH_STATES: Final = 32
"""States that are expanded before their successors go to the table."""

MEMORY_SHARE: Final = 0.9
"""The share of the machine's free memory that may be used."""

CHECKED_BYTES: Final = 1 << 20
"""Free memory is checked before an array of more bytes than this is allocated."""

STATES_PER_VERTEX: Final = 4.0
"""The assumed factor of the states for each vertex of a frontier, for progress."""

FADING: Final = 0.7
"""The weight of each layer relative to the next, in the estimate of later layers."""


class Overflow(Exception):
    """A count needs more ints; the package catches it."""


class Sweep:
    """A count, layer by layer.

    The vertices of `neighbours` are in the order of the sweep; the budget counts the transitions.
    `threads` share a large layer, as many as there are processors by default; the counts do not
    depend on it. If `count_words` is None, a count has an int at first, and more from the first
    layer that needs them. Other parameters as for
    :func:`caballero.counting.kernels.counting.new_plan`.

    `transitions` and `peak` (the most states in a layer) describe the sweep so far. `goal` is the
    step after which it will end, for progress.
    """

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        budget: Budget,
        *,
        count_words: int | None = 1,
        twisted: bool = False,
        odd: frozenset[tuple[int, int]] = frozenset(),
        parallel: frozenset[tuple[int, int]] = frozenset(),
        flip: Sequence[int] | None = None,
        line: Sequence[int] | None = None,
        growing: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.plan = kernel.new_plan(
            neighbours, count_words=1 if count_words is None else count_words, twisted=twisted,
            odd=odd, parallel=parallel, flip=flip, line=line, growing=growing, pause=pause,
        )  # fmt: skip
        self._widens = count_words is None
        self.goal = len(neighbours)
        self.transitions = 0
        self._before = [0] * (1 if growing is None else growing + 1)
        self.peak = 1
        self._expanded = 0
        self.budget = budget
        self._frontiers = frontiers(neighbours, pause)
        self._guess = expected(self._frontiers)
        self._late = (0.0, 0.0)  # states of the last layers, and their estimate
        self._threads = (threads or processors()) if is_compiled() else 1
        self._workers = self._new_workers()

    @property
    def key_words(self) -> int:
        """The number of ints of a key."""
        return self.plan.key_words

    @property
    def stride(self) -> int:
        """The number of ints of a state, with its count."""
        return self.plan.key_words + self.plan.count_words

    @property
    def total(self) -> int:
        """The number of cycles that have closed."""
        return sum(self.totals)

    @property
    def totals(self) -> list[int]:
        """The same; in a growing graph for each number of its vertices, from 0 on."""
        words = self.plan.count_words
        return [
            before + sum(read(worker.part.total, n * words, words) for worker in self._workers)
            for n, before in enumerate(self._before)
        ]

    def _new_workers(self) -> list[Worker]:
        memory, totals = Memory(self.budget), len(self._before)
        return [Worker(self.plan, memory, totals) for _ in range(self._threads)]

    def first(self) -> Layer:
        """Return layer 0."""
        return kernel.first_layer(self.plan)

    def run(
        self, stop: int | None = None, checkpoint: Checkpoint | None = None, name: str = "sweep"
    ) -> Layer:
        """Return the layer after `stop` steps (default: all), or an empty one before; store it."""
        layer = self.first()
        if checkpoint is not None and (stored := checkpoint.load(name)):
            layer, closed = stored
            self._widen(len(layer.states) // layer.size - self.key_words, [closed])
        for following in self.layers(layer, stop):
            layer = following
            if checkpoint is not None and layer.size >= sizes().stored_states:
                checkpoint.save(name, layer, self.total)
        return layer

    def layers(self, layer: Layer, stop: int | None = None) -> Iterator[Layer]:
        """Yield the layers until `stop` steps are done."""
        self.goal = len(self._frontiers) - 1 if stop is None else stop
        while layer.step < self.goal and layer.size:
            layer = self.advance(layer)
            yield layer

    def advance(self, layer: Layer, *, progress: bool = True) -> Layer:
        """Return the next layer; it counts as progress unless `progress` is false.

        Raises Overflow if a count needs more ints than it may have, LimitHit if the budget or the
        machine's memory is spent.
        """
        closed = self.totals
        while True:
            try:
                return self._advance(layer, progress)
            except Overflow:
                if not self._widens:
                    raise
            layer = self._widened(layer)
            self._widen(self.plan.count_words + 1, closed)

    def _widened(self, layer: Layer) -> Layer:
        """Return a layer with another int for each count."""
        stride = self.stride
        states = room((stride + 1) * layer.size, self.budget)
        for w in range(stride):
            states[w :: stride + 1] = layer.states[w::stride]
        return Layer(layer.step, layer.size, states)

    def _widen(self, count_words: int, closed: list[int]) -> None:
        """Let a count have more ints from now on, when some cycles have closed."""
        self.plan, self._before = kernel.with_counts(self.plan, count_words), closed
        self._workers = self._new_workers()

    def _advance(self, layer: Layer, progress: bool) -> Layer:
        workers = self._workers if layer.size >= sizes().threaded_states else self._workers[:1]
        for number, worker in enumerate(workers):
            worker.begin(layer, number, len(workers))
        report = self._reporter(layer) if progress else None
        expand = [
            partial(worker.expand, layer, None if i else report) for i, worker in enumerate(workers)
        ]
        receive = [partial(worker.receive, workers) for worker in workers]
        while any(worker.part.next < worker.part.stop for worker in workers):
            for works in (expand, receive):
                in_threads(works, self.budget, threads=len(workers))
        self._expanded += layer.size if progress else 0
        self.transitions += sum(worker.part.transitions for worker in workers)
        size = sum(worker.table.used for worker in workers)
        states = room(self.stride * size, self.budget)
        at = 0
        for worker in workers:
            at = worker.pack(states, at, self.budget)
        self.peak = max(self.peak, size)
        return Layer(layer.step + 1, size, states)

    def _reporter(self, layer: Layer) -> Callable[[float], None]:
        """Return a function that reports progress, given the share of a layer that is done.

        Later layers are assumed to grow and shrink with their frontiers.
        """
        here = assumed_states(self._frontiers[layer.step])
        self._late = (FADING * self._late[0] + layer.size, FADING * self._late[1] + here)
        ahead = max(0.0, self._guess[layer.step] - self._guess[self.goal] - here)
        total = self._expanded + layer.size + ahead * self._late[0] / self._late[1]

        def report(share: float) -> None:
            self.budget.reach((self._expanded + share * layer.size) / total)

        return report

    def frontier(self, step: int) -> list[int]:
        """Return the vertices of the frontier after some steps, in the order of a key."""
        return self._frontiers[step]

    def flipped(self, step: int) -> bool:
        """Return whether a state of this layer also represents its image under the flip."""
        return self.plan.flip_at[step] >= 0


class Memory:
    """The memory of a sweep: the rest that the budget and the machine have."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def room(self, size: int) -> Ints:
        """Return an array of `size` zeros; raise LimitHit if there is not enough memory."""
        return room(size, self._budget)

    def release(self, ints: Ints) -> None:
        """Take note that an array is no longer used."""


class Worker:
    """The table and outbox of a thread."""

    def __init__(self, plan: Plan, memory: Memory, totals: int = 1) -> None:
        self._plan = plan
        self._memory = memory
        self._scratch = kernel.new_scratch(plan, BATCH_STATES)
        self.part = Part(zeros(Counts, totals * plan.count_words))
        self.table = self._new_table(0, 0)

    def begin(self, layer: Layer, number: int = 0, workers: int = 1) -> None:
        """Prepare to expand a part of several equal parts of a layer."""
        part, share = self.part, -(-layer.size // workers)
        part.next, part.stop = (min(layer.size, share * i) for i in (number, number + 1))
        part.transitions = 0
        if len(part.outbox.sizes) != workers:
            part.outbox = kernel.new_outbox(OUTBOX_INTS if workers > 1 else 0, number, workers)
        self.clear(share, layer.step)

    def clear(self, states: int, step: int) -> None:
        """Begin with an empty table, for about three times as many states."""
        self._memory.release(self.table.entries)
        self.table = self._new_table(max(MIN_HEIGHT, (3 * states).bit_length() - 1), step)

    def expand(self, layer: Layer, report: Callable[[float], None] | None, meter: Meter) -> None:
        """Expand states of the part, until all are done or the outbox is full."""
        part = self.part

        def portion(steps: int) -> tuple[int, int]:
            if report is not None:  # the first worker; the others are about as far
                report(part.next / part.stop)
            before = part.transitions
            status = kernel.advance(self._plan, layer, part, self.table, self._scratch, steps)
            return status, part.transitions - before

        self._run(portion, meter)

    def receive(self, workers: Sequence[Worker], meter: Meter) -> None:
        """Insert the states for this worker from the outboxes of all workers."""
        for other in workers:
            self.insert(other.part.outbox, self.part.outbox.worker, meter)

    def insert(self, outbox: kernel.Outbox, number: int, meter: Meter) -> None:
        """Insert the states for a receiver from an outbox."""

        def portion(steps: int) -> tuple[int, int]:
            table, scratch = self.table, self._scratch
            return kernel.receive(self._plan, outbox, number, table, scratch, steps), 0

        self._run(portion, meter)

    def _run(self, portion: Callable[[int], tuple[int, int]], meter: Meter) -> None:
        """Run a kernel that fills the table, which grows when necessary."""
        while (status := drive(portion, meter)) == kernel.FULL:
            old, self.table = self.table, self._new_table(self.table.height + 1, self.table.step)
            run_all(partial(kernel.pour, self._plan, old, self.table), meter)
            self._memory.release(old.entries)
        if status == kernel.OVERFLOW:
            raise Overflow

    def pack(self, states: Ints, size: int, meter: Meter) -> int:
        """Append the table to the first `size` ints of a layer; return the new size."""
        table = self.table

        def portion(steps: int) -> int:
            nonlocal size
            size = kernel.pack(table, states, size, steps)
            return RUNNING if table.next >> table.height == 0 else kernel.DONE

        run_all(portion, meter)
        self._memory.release(table.entries)
        self.table = self._new_table(0, 0)
        return size

    def _new_table(self, height: int, step: int) -> Table:
        stride = self._plan.key_words + self._plan.count_words
        return Table(self._memory.room(stride << height), height, step)


def room(size: int, budget: Budget, kind: Any = Counts) -> Ints:
    """Return an array of `size` zeros, if there is enough memory."""
    need = size * (4 if kind is Places else 8)
    if need > CHECKED_BYTES:
        require_memory(need, budget)
    return zeros(kind, size)


def require_memory(size: float, budget: Budget) -> None:
    """Raise LimitHit if an array of `size` bytes would exceed the memory."""
    if size > min(MEMORY_SHARE * free_memory(), budget.bytes_left):
        raise LimitHit("megabytes")


def run_all(portion: Callable[[int], int], meter: Meter) -> int:
    """Run a kernel to its end; its steps do not count as nodes."""
    pace = Pace()
    while (status := pace.run(portion)) == RUNNING:
        meter.spend(0)
    return status


def assumed_states(frontier: Sequence[int]) -> float:
    """Estimate the states of a frontier, up to a factor."""
    return STATES_PER_VERTEX ** min(len(frontier), 300)


def expected(frontiers: Sequence[Sequence[int]]) -> list[float]:
    """Estimate, for each layer, the states of it and all later ones, up to a factor.

    Layers of the same width grow at first and shrink at last, so the estimate is rough: for closed
    tours of 6x8, it was 20, 31, 42 and 54 % when 10, 27, 52 and 73 % were done.

    >>> expected([[], [1], [1, 2], []])
    [22.0, 21.0, 17.0, 1.0, 0.0]
    """
    states = map(assumed_states, reversed(frontiers))
    return [*accumulate(states, initial=0.0)][::-1]


def read(counts: Ints, at: int, words: int) -> int:
    """Return a count that is stored in some ints."""
    return sum(int(counts[at + w]) << (WORD * w) for w in range(words))
