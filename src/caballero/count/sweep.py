"""Sweeps: the layers of a frontier count, at the speed that suits them.

:mod:`caballero.kernels.counting` says what a layer is and whose ideas these are. A sweep takes
a layer to the next one; small ones run plain, on lists, large ones compiled, on arrays. Its
memory is looked at whenever a table grows, before it does.

Invariants: the states of a layer are all different; its counts are exact.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise
from threading import Event
from typing import NamedTuple, cast

from caballero.kernels import counting as kernel
from caballero.kernels._speed import (
    Counts,
    Ints,
    Marks,
    as_arrays,
    as_lists,
    is_loaded,
    numbers,
    zeros,
)
from caballero.kernels._states import WORD
from caballero.limits import Budget, LimitHit

from .checkpoint import Checkpoint
from .threads import in_threads

COMPILE_ABOVE = 12_000  # transitions from which on compiling pays: some 0.5 s
PLAIN_STATES = 200  # a portion at the plain speed: some 20 ms
COMPILED_STATES = 20_000
SMALLEST = 8  # the height of the smallest table
THREADED = 100_000  # states from which on threads share the work
KEPT = 1 << 18  # states from which on a layer is worth a checkpoint
SPARE = 0.9  # how much of the machine's free memory may be used
GROWTH = 4.0  # by how much states are taken to grow with each vertex of a frontier, to say how far
LATE = 0.7  # the last layers say how good that is: of the one before, so much counts


class Layer(NamedTuple):
    """The states after some turns, without gaps.

    Parameters
    ----------
    turn : int
        How many vertices had their turn.
    size : int
        How many states there are.
    states : Counts
        One after the other: the ints of a key, then those of its count.
    """

    turn: int
    size: int
    states: Ints


class Scratch(NamedTuple):
    """What a kernel needs beside its data."""

    total: Counts
    mate: Marks
    odd: Marks
    opened: Marks
    keys: Counts
    pairs: Marks
    counters: Counts


class Overflow(Exception):
    """A count needs more ints; it never leaves the package."""


class Sweep:
    """A count on its way: hand it layers, it makes the next ones.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph, its vertices in the order of the sweep.
    budget : Budget
        Counts the transitions, and says when to stop.
    count_words : int
        How many ints of 62 bits a count has.
    twisted, odd, parallel, flip
        As for :func:`caballero.kernels.counting.new_plan`.
    threads : int, optional
        How many may work at a time, on large layers; as many as there are processors, unless
        given. The counts do not depend on it.

    Attributes
    ----------
    transitions : int
        How many choices led to a state so far.
    peak : int
        The greatest number of states in a layer so far.
    before : int
        Cycles that closed before the sweep began; not 0 if it goes on from a checkpoint.
    goal : int
        After how many turns it will end, for those who are told how far it is.
    """

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        budget: Budget,
        *,
        count_words: int = 1,
        twisted: bool = False,
        odd: frozenset[tuple[int, int]] = frozenset(),
        parallel: frozenset[tuple[int, int]] = frozenset(),
        flip: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> None:
        plan = kernel.new_plan(neighbours, twisted=twisted, odd=odd, parallel=parallel, flip=flip)
        self.turns = len(neighbours)
        self.key_words = plan.key_words
        self.count_words = count_words
        self.stride = self.key_words + count_words
        self.transitions = 0
        self.peak = 1
        self.before = 0
        self.goal = len(neighbours)
        self._expanded = 0
        self._budget = budget
        self._twisted = int(twisted)
        self._plan = as_lists(plan)
        self._frontiers = frontiers(neighbours)
        self._guess = expected(self._frontiers)
        self._late = (0.0, 0.0)  # states of the last layers, and what they were guessed to be
        self._compiled = False
        slots = max(plan.slot_count, default=0)
        degree = max((b - a for a, b in pairwise(plan.choice_at)), default=0)
        self._workers = [
            _Worker(slots, degree, self.key_words, count_words, budget)
            for _ in range(threads or os.cpu_count() or 1)
        ]

    @property
    def total(self) -> int:
        """The cycles that have closed."""
        closed = (read(worker.scratch.total, 0, self.count_words) for worker in self._workers)
        return self.before + sum(closed)

    def compile(self) -> None:
        """Go on at the compiled speed, however small the layers are."""
        self._compiled = True
        self._plan = as_arrays(self._plan)
        for worker in self._workers:
            worker.compile()

    def first(self) -> Layer:
        """Return layer 0: nothing is chosen, in one way."""
        return Layer(0, 1, [0] * self.key_words + [1] + [0] * (self.count_words - 1))

    def run(
        self, stop: int | None = None, checkpoint: Checkpoint | None = None, name: str = "sweep"
    ) -> Layer:
        """Sweep to the layer after `stop` turns, or to the end, by way of a checkpoint.

        The layer may be an earlier one, if it has no states.
        """
        layer = self.first()
        if checkpoint is not None and (kept := checkpoint.load(name)):
            layer, self.before = kept
            self.compile()
        for following in self.layers(layer, stop):
            layer = following
            if checkpoint is not None and layer.size >= KEPT:
                checkpoint.save(name, layer, self.total)
        return layer

    def layers(self, layer: Layer, stop: int | None = None) -> Iterator[Layer]:
        """Yield the layers after this one, up to that of `stop` turns."""
        self.goal = self.turns if stop is None else stop
        while layer.turn < self.goal and layer.size:
            layer = self.advanced(layer)
            yield layer

    def advanced(self, layer: Layer, *, told: bool = True) -> Layer:
        """Return the next layer; unless it is `told`, it is beside the way to the goal.

        Raises
        ------
        Overflow
            If a count needs more ints.
        LimitHit
            If the budget is spent, or the machine has no room.
        """
        if not self._compiled and (self.transitions >= COMPILE_ABOVE or is_loaded()):
            self.compile()
        if self._compiled and isinstance(layer.states, list):
            layer = layer._replace(states=numbers(Counts, layer.states))
        workers = self._workers[: None if self._compiled and layer.size >= THREADED else 1]
        share = -(-layer.size // len(workers))
        before = self.transitions
        works = [
            partial(worker.expand, self._plan, self._twisted, layer, share * i, share * (i + 1))
            for i, worker in enumerate(workers)
        ]
        workers[0].tell = self._teller(layer) if told else None
        if len(works) == 1:
            works[0](self._budget.spend)
        else:
            in_threads(works, self._budget)
        self._expanded += layer.size if told else 0
        self.transitions += sum(worker.transitions for worker in workers)
        if len(works) > 1:
            self._budget.spend(self.transitions - before)
        for other in workers[1:]:
            workers[0].take(other)
        following = Layer(layer.turn + 1, *workers[0].packed())
        self.peak = max(self.peak, following.size)
        return following

    def _teller(self, layer: Layer) -> Callable[[float], None]:
        """Return what tells the budget how far the sweep is, by the share of a layer that is done.

        The layers to come are taken to grow and shrink from the last ones on as frontiers do.
        """
        here = supposed(self._frontiers[layer.turn])
        self._late = (LATE * self._late[0] + layer.size, LATE * self._late[1] + here)
        ahead = max(0.0, self._guess[layer.turn] - self._guess[self.goal] - here)
        total = self._expanded + layer.size + ahead * self._late[0] / self._late[1]

        def tell(share: float) -> None:
            self._budget.reach((self._expanded + share * layer.size) / total)

        return tell

    def frontier(self, turn: int) -> list[int]:
        """Return the vertices of the frontier after some turns, in the order of a key."""
        return self._frontiers[turn]

    def flipped(self, turn: int) -> bool:
        """Say whether a state of this layer stands for its image under the flip as well."""
        return bool(self._plan.flip_at[turn] >= 0)

    def unfolded(
        self, layer: Layer, begin: int, stop: int, places: Sequence[int], slots: int
    ) -> tuple[Ints, Ints]:
        """Return the signatures and the matchings of some states.

        ``places[p]`` is the number, below `slots`, of the vertex at place ``p`` of the frontier.
        """
        signs, mates = numbers(Counts, stop - begin), numbers(Counts, stop - begin)
        plan, t = as_arrays(self._plan), layer.turn
        scratch = (numbers(Marks, slots) for _ in range(3))
        kernel.unfold.compiled(
            layer.states, begin, stop, self.stride, len(places), plan.digit_at[t],
            plan.words, plan.shifts, plan.masks, numbers(Marks, places), slots, signs, mates,
            *scratch,
        )  # fmt: skip
        return signs, mates


class _Worker:
    """One thread's table, and what else it writes to."""

    def __init__(
        self, slots: int, degree: int, key_words: int, count_words: int, budget: Budget
    ) -> None:
        self._budget = budget
        choices = 1 + degree * (degree + 1) // 2
        self.scratch = as_lists(
            Scratch(
                total=zeros(Counts, count_words),
                mate=zeros(Marks, slots),
                odd=zeros(Marks, slots),
                opened=zeros(Marks, slots),
                keys=zeros(Counts, (choices + 1) * key_words),
                pairs=zeros(Marks, 2 * choices),
                counters=zeros(Counts, 3),
            )
        )
        self.key_words = key_words
        self.stride = key_words + count_words
        self.compiled = False
        self.table: Ints = []
        self.height = 0
        self.tell: Callable[[float], None] | None = None

    def compile(self) -> None:
        """Go on at the compiled speed."""
        self.compiled = True
        self.scratch = as_arrays(self.scratch)

    @property
    def transitions(self) -> int:
        """How many choices of the last layer led to a state."""
        return int(self.scratch.counters[kernel.TRANSITIONS])

    def expand(
        self,
        plan: kernel.Plan,
        twisted: int,
        layer: Layer,
        begin: int,
        end: int,
        meter: Callable[[int], None] | Event,
    ) -> None:
        """Expand the states of a layer from one to another into a table of its own."""
        counters = self.scratch.counters
        counters[kernel.NEXT], counters[kernel.USED], counters[kernel.TRANSITIONS] = begin, 0, 0
        end = min(end, layer.size)
        self.grow(max(SMALLEST, (3 * (end - begin)).bit_length() - 1), fresh=True)
        advance = kernel.advance.compiled if self.compiled else kernel.advance.plain
        portion = COMPILED_STATES if self.compiled else PLAIN_STATES
        while (state := int(counters[kernel.NEXT])) < end:
            if self.tell is not None:  # one worker is as far as another
                self.tell((state - begin) / (end - begin))
            seen = self.transitions
            status = advance(
                *plan, self.key_words, self.stride - self.key_words, twisted, layer.turn,
                layer.states, min(end, state + portion), self.table, self.height, *self.scratch,
            )  # fmt: skip
            if status == kernel.OVERFLOW:
                raise Overflow
            if status == kernel.FULL:
                self.grow(self.height + 1)
            if not isinstance(meter, Event):
                meter(self.transitions - seen)
            elif meter.is_set():
                return

    def grow(self, height: int, *, fresh: bool = False) -> None:
        """Make the table ``2**height`` places large, if the machine has room for it."""
        size = self.stride << height
        if 8 * size > min(SPARE * free_memory(), self._budget.bytes_left):
            raise LimitHit("megabytes")
        old = [] if fresh else self.table
        self.height = height
        if isinstance(self.scratch.keys, list):
            self.table = [-1] * size
        else:
            import numpy

            self.table = cast("Ints", numpy.full(size, -1))
        if len(old):
            self.pour(old)

    def take(self, other: _Worker) -> None:
        """Add another worker's table to this one's, and take it away there."""
        counters = self.scratch.counters
        used = int(counters[kernel.USED] + other.scratch.counters[kernel.USED])
        while used > (3 << self.height) // 4:
            self.grow(self.height + 1)
        counters[kernel.USED] += self.pour(other.table)
        other.table = []

    def pour(self, table: Ints) -> int:
        """Add a table to this one, which has room for it; return how many states are new."""
        pour = kernel.pour.compiled if self.compiled else kernel.pour.plain
        new = int(pour(table, self.table, self.height, self.key_words, self.stride))
        if new < 0:
            raise Overflow
        return new

    def packed(self) -> tuple[int, Ints]:
        """Return how many states the table has, and them without gaps; it is gone then."""
        pack = kernel.pack.compiled if self.compiled else kernel.pack.plain
        size = int(pack(self.table, self.stride))
        kept, self.table = self.table[: size * self.stride], []
        return size, kept if isinstance(kept, list) else numbers(Counts, kept)


def frontiers(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the frontier before each turn, and after the last."""
    result: list[list[int]] = [[]]
    now: set[int] = set()
    for v, row in enumerate(neighbours):
        now.update(w for w in row if w > v)
        now.discard(v)
        result.append(sorted(now))
    return result


def supposed(frontier: Sequence[int]) -> float:
    """Guess how many states a frontier has, but for a factor."""
    return GROWTH ** min(len(frontier), 300)


def expected(frontiers: Sequence[Sequence[int]]) -> list[float]:
    """Guess the states of every layer and all those after it, in an unknown unit.

    Layers of the same width grow at first and shrink at last, so the guess is a rough one: of
    closed tours of 6x8, it said 20, 31, 42 and 54 % when 10, 27, 52 and 73 % were done.

    Examples
    --------
    >>> from caballero.count.sweep import expected
    >>> expected([[], [1], [1, 2], []])
    [22.0, 21.0, 17.0, 1.0, 0.0]
    """
    states = map(supposed, reversed(frontiers))
    return [*accumulate(states, initial=0.0)][::-1]


def read(counts: Ints, at: int, words: int) -> int:
    """Return a count of some ints."""
    return sum(int(counts[at + w]) << (WORD * w) for w in range(words))


def free_memory() -> float:
    """Return how many bytes of memory the machine has left; infinity where nobody tells."""
    try:
        with open("/proc/meminfo", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            for line in file:
                if line.startswith(b"MemAvailable:"):
                    return 1024.0 * int(line.split()[1])
    except OSError:
        pass
    try:
        return float(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (ValueError, OSError, AttributeError):
        return float("inf")
