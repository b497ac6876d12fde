"""Hamiltonian cycles by number, by the states of a sweep.

A forward sweep finds the states of all layers, a backward sweep their completions; it drops the
states without any (two of three, on boards). :mod:`caballero.counting.kernels.sampling` explains
how ranks follow, and names the source.

Invariant: the cycles by number never change, so several threads may use them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from caballero.counting.kernels import sampling as kernel
from caballero.counting.kernels._states import Plan, Scratch
from caballero.counting.kernels.counting import Layer, new_scratch, with_counts
from caballero.counting.kernels.sampling import Completions, Tables, Walk
from caballero.counting.sweeps.sweep import MEMORY_SHARE, Sweep, read, run_all
from caballero.machine.driver import drive
from caballero.machine.errors import TooLarge, be_sure
from caballero.machine.kernel import Counts, Ints, Marks, array_of, zeros
from caballero.machine.kernels._shared import LOW, WORD
from caballero.machine.limits import Budget, LimitHit, free_memory

MOST_TOLD: Final = 1_000
"""The most gigabytes that an error names: what no machine has needs no figure."""

MAX_ERROR: Final = 100
"""An estimate of the states is too large by less than this factor."""


@dataclass(frozen=True, slots=True, eq=False)
class FrontierCycles:
    """Cycles by number."""

    total: int  # of cycles
    order: list[int]  # the caller's names of the vertices
    plan: Plan  # the steps of the sweep
    tables: Tables  # the states

    def unranked(self, ranks: Sequence[int]) -> Ints:
        """Return the cycles of some ranks, as an array."""
        words = range(self.plan.count_words)
        wanted = array_of(Counts, (rank >> WORD * w & LOW for rank in ranks for w in words))
        cycles = zeros(Marks, len(ranks) * len(self.order))
        names, (scratch, walk) = array_of(Marks, self.order), self._scratch()
        done = kernel.unrank(self.plan, self.tables, names, wanted, cycles, scratch, walk)
        be_sure(done == len(ranks), "a rank is too large")
        return cycles

    def ranked(self, cycle: Sequence[int]) -> int:
        """Return the rank of a cycle, from any vertex, in either direction."""
        at = {v: i for i, v in enumerate(self.order)}
        line, found = array_of(Marks, (at[v] for v in cycle)), zeros(Counts, self.plan.count_words)
        done = kernel.rank(self.plan, self.tables, line, found, *self._scratch())
        be_sure(done, "a state of a cycle is missing")
        return read(found, 0, self.plan.count_words)

    def _scratch(self) -> tuple[Scratch, Walk]:
        """Return the scratch memory of a walk; each thread has its own."""
        walk = Walk(zeros(Counts, self.plan.count_words), zeros(Marks, 2 * len(self.order)))
        return new_scratch(self.plan), walk


def frontier_cycles(
    neighbours: list[list[int]],
    order: list[int],
    budget: Budget,
    *,
    megabytes: float | None = None,
    cost: float = 0,
) -> FrontierCycles:
    """Sweep forward for the states, then backward for their completions.

    `neighbours` is the graph in the order of the sweep; `order` has the caller's names of its
    vertices; `cost` is an estimate of the states. The budget counts the transitions forward, and
    the states backward. Uses at most `megabytes`, or the machine's free memory.

    Raises LimitHit if the budget is spent, or more memory would be needed; TooLarge if the estimate
    far exceeds the machine's memory.
    """
    most = room_for(8 * cost / MAX_ERROR, megabytes)
    sweep = Sweep(neighbours, budget, count_words=0)  # the states, without counts
    layers = [sweep.first()]
    held = 0
    with budget.part(0, 0.5):
        for layer in sweep.layers(layers[0]):
            layers.append(layer)
            held += 8 * len(layer.states)
            # The completions may need as many states again.
            refuse(held + 16 * len(layer.states), most)
    plan = with_counts(sweep.plan, 1)
    with budget.part(0.5, 1):
        while (tables := _complete(plan, layers, budget, most - held)) is None:
            plan = with_counts(plan, 2 * plan.count_words)
    total = 0
    stride = plan.key_words + plan.count_words
    for place in range(1 << tables.heights[0]):
        at = tables.table_at[0] + place * stride
        if tables.entries[at]:
            total = read(tables.entries, at + plan.key_words, plan.count_words)
    return FrontierCycles(total, order, plan, tables)


def _complete(plan: Plan, layers: Sequence[Layer], budget: Budget, most: float) -> Tables | None:
    """Complete the states of all layers; None if a number does not fit."""
    steps, stride = len(plan.last), plan.key_words + plan.count_words
    every, done, used = sum(layer.size for layer in layers), 0, 0
    # Unused pages cost nothing.
    room = sum(stride << _height(layer.size) for layer in layers) + stride * (steps + 1)
    entries = zeros(Counts, int(min(room, most // 8 + 1)))
    tables = Tables(zeros(Counts, steps + 1), zeros(Marks, steps + 1), entries)
    scratch = new_scratch(plan)
    for t in reversed(range(steps + 1)):
        budget.pause()  # a kernel that ends at once does not
        size = layers[t].size if t < len(layers) else 0
        states = layers[t].states if size else zeros(Counts, 0)
        found = Completions(zeros(Counts, size * plan.count_words))
        complete = partial(kernel.complete, plan, t, states, tables, found, scratch)
        if size and not _complete_layer(complete, found, budget, done, every):
            return None
        done += size
        tables.table_at[t], tables.heights[t] = used, _height(found.kept)
        used += stride << tables.heights[t]
        refuse(8 * used, most)
        found.next = 0
        run_all(partial(kernel.settle, plan, t, states, tables, found), budget)
    return tables


def _complete_layer(
    complete: Callable[[int], int], found: Completions, budget: Budget, done: int, every: int
) -> bool:
    """Complete the states of a layer, after `done` of all states; return whether counts fit."""

    def portion(steps: int) -> tuple[int, int]:
        before = found.next
        status = complete(steps)
        budget.reach((done + found.next) / every)
        return status, found.next - before

    return drive(portion, budget) == kernel.DONE


def _height(size: int) -> int:
    """Return the logarithm of the size of a table for `size` states."""
    return (size + size // 2).bit_length()


def room_for(least: float, megabytes: float | None) -> float:
    """Return the bytes that may be used; raise an error if `least` is more."""
    room_here = MEMORY_SHARE * free_memory()
    if least > room_here:
        need, here = round(least / 1e9), round(room_here / 1e9)
        raise TooLarge("sample-too-large", need=min(need, MOST_TOLD), room=here)
    most = min(room_here, float("inf") if megabytes is None else 1e6 * megabytes)
    refuse(least, most)
    return most


def refuse(needed: float, most: float) -> None:
    """Raise an error if more memory is needed than may be used."""
    if needed > most:
        raise LimitHit("megabytes")
