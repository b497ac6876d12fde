"""Hamiltonian cycles by number, by the states of a sweep.

A sweep forward finds the states of all layers, one backward their completions; then those without
any are dropped (two states of three, on boards). :mod:`caballero.kernels.sampling` says how ranks
come from that, and whose idea it is.

Invariants: ranks and cycles are the same at both speeds; what is made here never changes, so
that several threads may use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, cast

from caballero.errors import TooLarge
from caballero.kernels import counting
from caballero.kernels import sampling as kernel
from caballero.kernels._speed import Counts, Ints, Marks, as_arrays, as_lists, zeros
from caballero.kernels._states import LOW, WORD
from caballero.limits import Budget, LimitHit

from .sweep import COMPILE_ABOVE, SPARE, Layer, Sweep, free_memory, read

PLAIN_STATES: Final = 200
"""States that are completed between two looks at the clock, at the plain speed."""

COMPILED_STATES: Final = 20_000
"""The same, at the compiled speed."""

WALKS: Final = 30_000
"""Turns walked from which on compiling pays, where there are few states: some 0.5 s."""

HOPELESS: Final = 100
"""An estimate of the states is never so many times too large."""


class Tables(NamedTuple):
    """The states of all layers with their completions.

    Parameters
    ----------
    table_at : Counts
        Where the table of each layer begins.
    heights : Marks
        The logarithm of its places.
    tables : Counts
        States: the ints of a key, then those of its completions.
    """

    table_at: Counts
    heights: Marks
    tables: Counts


@dataclass(frozen=True, slots=True, eq=False)
class FrontierCycles:
    """Cycles by number.

    Parameters
    ----------
    total : int
        How many there are.
    order : list of int
        What the vertices are called by whoever asks.
    turns, scratch, key_words, count_words
        As the kernels have them.
    tables : Tables
        The states.
    compiled : bool
        Whether all this is for the compiled speed.
    """

    total: int
    order: list[int]
    turns: kernel.Turns
    scratch: kernel.Scratch
    key_words: int
    count_words: int
    tables: Tables
    compiled: bool

    def hurried(self, count: int) -> FrontierCycles:
        """Return the same, at the compiled speed if so many cycles are worth it."""
        if self.compiled or not self._fast(count):
            return self
        turns, scratch, tables = self._given(True)
        return replace(self, turns=turns, scratch=scratch, tables=tables, compiled=True)

    def unranked(self, ranks: Sequence[int]) -> Ints:
        """Return the cycles of some ranks, one after the other."""
        fast, size = self._fast(len(ranks)), len(self.order)
        words = range(self.count_words)
        numbers = [rank >> WORD * w & LOW for rank in ranks for w in words]
        cycles = room(Marks, len(ranks) * size, fast)
        run = kernel.unrank.compiled if fast else kernel.unrank.plain
        turns, scratch, tables = self._given(fast)
        done = run(
            *turns, *scratch, self.key_words, self.count_words, *tables,
            ints(Counts, numbers, fast), len(ranks), room(Marks, 2 * size, fast), cycles,
        )  # fmt: skip
        be_sure(done == len(ranks), "a rank led nowhere")
        if isinstance(cycles, list):
            return [self.order[v] for v in cycles]
        return cast("Ints", cast("Any", ints(Marks, self.order, fast))[cycles])

    def ranked(self, cycle: Sequence[int]) -> int:
        """Return the rank of a cycle, from anywhere, in either direction."""
        size = len(self.order)
        at = dict(zip(self.order, range(size), strict=True))
        fast = self.compiled
        ranks = room(Counts, self.count_words, fast)
        run = kernel.rank.compiled if fast else kernel.rank.plain
        turns, scratch, tables = self._given(fast)
        done = run(
            *turns, *scratch, self.key_words, self.count_words, *tables,
            ints(Marks, [at[v] for v in cycle], fast), 1, room(Marks, 2 * size, fast), ranks,
        )  # fmt: skip
        be_sure(done == 1, "a cycle left the states")
        return read(ranks, 0, self.count_words)

    def _fast(self, count: int) -> bool:
        return self.compiled or (count * len(self.order) >= WALKS and _can_compile())

    def _given(self, fast: bool) -> tuple[kernel.Turns, kernel.Scratch, Tables]:
        """What a walk reads, at its speed; what is written to is made anew."""
        if fast and not self.compiled:
            return as_arrays(self.turns), as_arrays(self.scratch), as_arrays(self.tables)
        # Other threads may be walking, too: each has a scratch of its own.
        return self.turns, kernel.Scratch(*map(copy, self.scratch)), self.tables


def _turns(plan: counting.Plan, neighbours: Sequence[Sequence[int]]) -> kernel.Turns:
    """What the walks need of a plan, and which vertices its slots are."""
    vertices: list[int] = []
    frontier: set[int] = set()
    for v, row in enumerate(neighbours):
        frontier.update(w for w in row if w > v)
        frontier.discard(v)
        vertices += [v, *sorted(frontier)]
    known = {name: getattr(plan, name) for name in kernel.Turns._fields if name in plan._fields}
    return kernel.Turns(**known, vertex_at=[0, *accumulate(plan.slot_count)], vertices=vertices)


def _scratch(plan: counting.Plan, key_words: int, count_words: int) -> kernel.Scratch:
    slots = max(plan.slot_count, default=0)
    degrees = [b - a for a, b in pairwise(plan.choice_at)]
    most = max((d * (d + 1) // 2 for d in degrees), default=0) + 1
    return kernel.Scratch(
        mate=zeros(Marks, slots),
        odd=zeros(Marks, slots),
        opened=zeros(Marks, slots),
        keys=zeros(Counts, most * key_words),
        pairs=zeros(Marks, 2 * most),
        rest=zeros(Counts, count_words),
    )


def frontier_cycles(
    neighbours: list[list[int]],
    order: list[int],
    budget: Budget,
    *,
    megabytes: float | None = None,
    cost: float = 0,
) -> FrontierCycles:
    """Sweep forward for the states, then backward for their completions.

    Parameters
    ----------
    neighbours : list of lists of int
        The graph, its vertices in the order of the sweep.
    order : list of int
        What they are called by whoever asks.
    budget : Budget
        Counts the transitions forward, and the states backward.
    megabytes : float, optional
        How much memory may be used; what the machine has left unless given.
    cost : float
        An estimate of the states, to refuse at once what is hopeless.

    Raises
    ------
    LimitHit
        If the budget is spent, or more memory would be needed.
    TooLarge
        If the estimate is by far too much for the machine.
    """
    most = room_for(8 * cost / HOPELESS, megabytes)
    sweep = Sweep(neighbours, budget, count_words=0)  # which states there are, not how many ways
    layers = [Layer(0, 1, [0] * sweep.key_words)]
    held = 0
    with budget.part(0, 0.5):
        for layer in sweep.layers(layers[0]):
            layers.append(layer)
            held += 8 * len(layer.states)
            # As many states again may have to be kept with their completions.
            refuse(held + 16 * len(layer.states), most)
    plan = counting.new_plan(neighbours)
    turns = _turns(plan, neighbours)
    compiled = sweep.transitions >= COMPILE_ABOVE and _can_compile()
    turns = as_arrays(turns) if compiled else as_lists(turns)
    words = 1
    while True:
        scratch = _scratch(plan, sweep.key_words, words)
        scratch = as_arrays(scratch) if compiled else as_lists(scratch)
        with budget.part(0.5, 1):
            tables = _completed(turns, scratch, sweep, words, layers, compiled, budget, most - held)
        if tables is not None:
            break
        words *= 2
    layers.clear()
    refuse(16 * sum(map(len, tables)), most)  # they are there twice while they are joined
    joined, total = _joined(tables, sweep.key_words, words, compiled)
    return FrontierCycles(total, order, turns, scratch, sweep.key_words, words, joined, compiled)


def _completed(
    turns: kernel.Turns,
    scratch: kernel.Scratch,
    sweep: Sweep,
    count_words: int,
    layers: Sequence[Layer],
    compiled: bool,
    budget: Budget,
    most: float,
) -> list[Ints] | None:
    """Return the tables of all layers, the last one first; None if a number does not fit."""
    key_words = sweep.key_words
    stride = key_words + count_words
    complete = kernel.complete.compiled if compiled else kernel.complete.plain
    settle = kernel.settle.compiled if compiled else kernel.settle.plain
    portion = COMPILED_STATES if compiled else PLAIN_STATES
    tables = [room(Counts, stride, compiled, -1) for _ in range(sweep.turns + 1 - len(layers))]
    height = held = completed = 0
    every = sum(layer.size for layer in layers)
    for layer in reversed(layers):
        after = tables[-1] if tables else room(Counts, stride, compiled, -1)
        states = _as_table(layer.states, compiled)
        completions = room(Counts, layer.size * count_words, compiled)
        counters = room(Counts, 2, compiled)
        while counters[kernel.NEXT] < layer.size and layer.turn < sweep.turns:
            before = int(counters[kernel.NEXT])
            stop = min(layer.size, before + portion)
            status = complete(
                *turns, *scratch, key_words, count_words, layer.turn, states, stop, after, height,
                completions, counters,
            )  # fmt: skip
            if status == kernel.OVERFLOW:
                return None
            completed += stop - before
            budget.reach(completed / every)
            budget.spend(stop - before)
        kept = int(counters[kernel.KEPT])
        height = (kept + kept // 2).bit_length()
        held += 8 * stride << height
        refuse(held, most)
        table = room(Counts, stride << height, compiled, -1)
        settle(states, completions, layer.size, key_words, count_words, table, height)
        tables.append(table)
    return tables


def _joined(
    tables: list[Ints], key_words: int, count_words: int, compiled: bool
) -> tuple[Tables, int]:
    """Put the tables one after the other, the first layer first; return them and the total."""
    tables.reverse()
    stride = key_words + count_words
    heights = [(len(table) // stride).bit_length() - 1 for table in tables]
    at = [0, *accumulate(map(len, tables))][: len(tables)]
    total = sum(
        read(tables[0], a + key_words, count_words)
        for a in range(0, len(tables[0]), stride)
        if tables[0][a] == 0
    )
    if not compiled:
        return Tables(at, heights, [x for table in tables for x in table]), total
    import numpy

    every = cast("Ints", numpy.concatenate([numpy.asarray(table) for table in tables]))
    return as_arrays(Tables(at, heights, zeros(Counts, 0)))._replace(tables=every), total


def ints(kind: Any, values: list[int], fast: bool) -> Ints:
    """Return numbers as one speed or the other reads them."""
    if not fast:
        return values
    import numpy

    return cast("Ints", numpy.array(values, dtype=kind.__metadata__[0]))


def room(kind: Any, size: int, fast: bool, value: int = 0) -> Ints:
    """Return room for numbers."""
    if not fast:
        return [value] * size
    import numpy

    return cast("Ints", numpy.full(size, value, dtype=kind.__metadata__[0]))


def _as_table(states: Ints, fast: bool) -> Ints:
    """Return the states of a layer as one speed or the other reads them; a sweep has both."""
    if not fast:
        return states if isinstance(states, list) else cast("Any", states).tolist()
    import numpy

    return cast("Ints", numpy.asarray(states, dtype=numpy.int64))


def _can_compile() -> bool:
    """Whether there is a compiled speed; there is none in a browser."""
    return kernel.unrank.compiled is not kernel.unrank.plain


def be_sure(right: bool, otherwise: str) -> None:
    """Stop where the engine contradicts itself: better no tour than a wrong one."""
    if not right:
        raise RuntimeError(otherwise)


def room_for(least: float, megabytes: float | None) -> float:
    """Return how many bytes may be used; stop at once where so many are surely needed."""
    room_here = SPARE * free_memory()
    if least > room_here:
        need, here = round(least / 1e9), round(room_here / 1e9)
        raise TooLarge("sample-too-large", need=need, room=here)
    most = min(room_here, float("inf") if megabytes is None else 1e6 * megabytes)
    refuse(least, most)
    return most


def refuse(needed: float, most: float) -> None:
    """Stop before memory is asked for that is not there."""
    if needed > most:
        raise LimitHit("megabytes")
