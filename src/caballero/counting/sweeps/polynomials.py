"""Sweeps that count the cycles of a graph by their pairs of edges, such as crossings.

:mod:`caballero.counting.kernels.polynomials` explains the states. A thread expands them, layer by
layer; free memory is checked before a layer grows.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

from caballero.counting.kernels import polynomials as kernel
from caballero.counting.kernels._states import Plan
from caballero.counting.kernels.counting import frontiers, new_plan, new_scratch
from caballero.counting.kernels.polynomials import Layer, Pairs
from caballero.machine.driver import drive, drive_over
from caballero.machine.kernel import Counts, Marks, Places, array_of, longer, zeros
from caballero.machine.limits import Budget, pause

from .sweep import Overflow, expected, read, require_memory, room

Edge: TypeAlias = tuple[int, int]
"""Two vertices, the smaller first."""

MOST_OPEN: Final = 62
"""The most edges that may be open at a time."""

STATES_PER_VERTEX: Final = 3.0
"""The factor of the states for each vertex of a frontier, to compare orders."""

STATES_PER_EDGE: Final = 1.25
"""The factor of the states for each edge that may be open, to compare orders."""

FIRST_STATES: Final = 1 << 8
"""The states for which a layer has room at first."""


def cycles_by_pairs(
    neighbours: Sequence[Sequence[int]], pairs: Collection[tuple[Edge, Edge]], budget: Budget
) -> dict[int, int]:
    """Count the Hamiltonian cycles of a graph by how many of some pairs of edges they have.

    The vertices are numbered in the order of the sweep; the budget counts the transitions. Raises
    OverflowError if the frontier is too wide, or too many edges are open at a time.

    >>> square = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    >>> cycles_by_pairs(square, [((0, 1), (2, 3)), ((0, 2), (1, 3))], Budget())
    {1: 2, 2: 1}
    """
    words = 1
    while True:
        try:
            return _swept(neighbours, pairs, budget, words)
        except Overflow:
            words *= 2


def cost_with_pairs(
    neighbours: Sequence[Sequence[int]], pairs: Iterable[tuple[Edge, Edge]]
) -> float:
    """Estimate the states of such a sweep; infinity if too many edges are open at a time."""
    begins, ends = _spans(_later(pairs), len(neighbours))
    opened, cost = 0, 0.0
    for border, begin, end in zip(frontiers(neighbours)[1:], begins, ends, strict=True):
        opened += len(begin)
        if opened > MOST_OPEN:
            return math.inf
        cost += STATES_PER_VERTEX ** len(border) * STATES_PER_EDGE**opened
        opened -= len(end)
    return cost


def _swept(
    neighbours: Sequence[Sequence[int]],
    pairs: Collection[tuple[Edge, Edge]],
    budget: Budget,
    words: int,
) -> dict[int, int]:
    """Count with coefficients of `words` ints; raise Overflow if any does not fit."""
    plan = new_plan(neighbours, count_words=words, pause=pause)
    laid = new_pairs(plan, neighbours, pairs)
    most = _most_shown(plan, laid)
    total = room((sum(most) + 1) * words, budget)
    guess = expected(frontiers(neighbours, pause))
    layer = _new_layer(plan, 0, 0, 1, budget)
    layer.keys[: plan.key_words + 1] = array_of(Counts, [*plan.blank, 0])
    layer.sums[:words] = plan.unit
    layer.size = 1
    while layer.step < len(neighbours) and layer.size:
        layer = _advanced(plan, laid, layer, most[layer.step], total, budget)
        budget.reach(1 - guess[layer.step] / guess[0])
    return {k: count for k in range(sum(most) + 1) if (count := read(total, k * words, words))}


def _advanced(
    plan: Plan, pairs: Pairs, layer: Layer, most: int, total: Counts, budget: Budget
) -> Layer:
    """Return the next layer; a choice shows at most `most` pairs."""
    base, span = layer.base + layer.low, layer.high - layer.low
    after = _new_layer(plan, layer.step + 1, base, span + most + 1, budget)
    after.low = after.terms
    scratch, key = new_scratch(plan), zeros(Counts, plan.key_words + 1)

    def portion(steps: int) -> tuple[int, int]:
        before = layer.transitions
        status = kernel.expand(plan, pairs, layer, after, total, key, scratch, steps)
        return status, layer.transitions - before

    while (status := drive(portion, budget)) == kernel.FULL:
        _grow(plan, after, budget)
    if status == kernel.OVERFLOW:
        raise Overflow
    after.places = zeros(Places, 1)
    return after


def _new_layer(plan: Plan, step: int, base: int, terms: int, budget: Budget) -> Layer:
    """Return a layer with room for some states."""
    states = max(FIRST_STATES, 2 * len(new_scratch(plan).homes))
    height = (2 * states).bit_length()
    return Layer(
        step, base, terms,
        room(states * (plan.key_words + 1), budget),
        room(states * terms * plan.count_words, budget),
        zeros(Places, 1 << height), height,
    )  # fmt: skip


def _grow(plan: Plan, layer: Layer, budget: Budget) -> None:
    """Double the room of a layer."""
    length = 2 * len(layer.keys)
    states = length // (plan.key_words + 1)
    coefficients = states * layer.terms * plan.count_words
    require_memory(8 * length + 8 * coefficients + (16 << layer.height), budget)
    layer.keys = longer(Counts, layer.keys, length)
    layer.sums = longer(Counts, layer.sums, coefficients)
    layer.height += 1
    layer.places = zeros(Places, 1 << layer.height)
    drive_over(layer.size, lambda begin, stop: _rehash(plan, layer, begin, stop), budget)


def _rehash(plan: Plan, layer: Layer, begin: int, stop: int) -> None:
    kernel.rehash(plan, layer, begin, min(stop, layer.size))


def new_pairs(
    plan: Plan, neighbours: Sequence[Sequence[int]], pairs: Collection[tuple[Edge, Edge]]
) -> Pairs:
    """Lay out pairs of edges, step by step; raise OverflowError if too many are open at a time."""
    edges = [(v, w) for v, row in enumerate(neighbours) for w in sorted(row) if w > v]
    place = {edge: at - plan.choice_at[edge[0]] for at, edge in enumerate(edges)}
    labels = [
        {v: plan.labels[plan.place_at[t] + p] for p, v in enumerate(border)}
        for t, border in enumerate(frontiers(neighbours))
    ]
    later = _later(pairs)
    twins = dict.fromkeys(edges, 0)
    for edge, other in map(sorted, pairs):
        if edge[0] == other[0]:
            twins[edge] |= 1 << place[other]
    bits = _bits(later, len(neighbours))
    partners = dict.fromkeys(edges, 0)
    rows: list[list[tuple[int, int, int]]] = [[] for _ in neighbours]
    for edge, others in later.items():
        for other in others:
            partners[other] |= bits[edge]
            for t in range(edge[0], other[0]):
                first, second = (labels[t + 1].get(v, -1) for v in other)
                rows[t].append((bits[edge], first, second))
    return Pairs(
        bits=array_of(Counts, (bits.get(edge, 0) for edge in edges)),
        partners=array_of(Counts, partners.values()),
        twins=array_of(Counts, twins.values()),
        after=array_of(Marks, accumulate(map(len, rows), initial=0)),
        opens=array_of(Counts, (bit for row in rows for bit, _, _ in row)),
        firsts=array_of(Marks, (first for row in rows for _, first, _ in row)),
        seconds=array_of(Marks, (second for row in rows for _, _, second in row)),
    )


def _later(pairs: Iterable[tuple[Edge, Edge]]) -> dict[Edge, list[Edge]]:
    """Return the partners of each edge that are decided in later steps."""
    later: dict[Edge, list[Edge]] = {}
    for edge, other in map(sorted, pairs):
        if edge[0] < other[0]:
            later.setdefault(edge, []).append(other)
    return later


def _spans(
    later: Mapping[Edge, Sequence[Edge]], steps: int
) -> tuple[list[list[Edge]], list[list[Edge]]]:
    """Return the edges that may open in each step, and the edges whose last partner is decided."""
    begins: list[list[Edge]] = [[] for _ in range(steps)]
    ends: list[list[Edge]] = [[] for _ in range(steps)]
    for edge, others in later.items():
        begins[edge[0]].append(edge)
        ends[max(others)[0]].append(edge)
    return begins, ends


def _bits(later: Mapping[Edge, Sequence[Edge]], steps: int) -> dict[Edge, int]:
    """Give each edge a bit that no other edge has until its last later partner is decided."""
    bits: dict[Edge, int] = {}
    free = [1 << k for k in range(MOST_OPEN - 1, -1, -1)]
    for begin, end in zip(*_spans(later, steps), strict=True):
        if len(begin) > len(free):
            raise OverflowError("too many open edges")
        for edge in begin:
            bits[edge] = free.pop()
        free += (bits[edge] for edge in end)
    return bits


def _most_shown(plan: Plan, pairs: Pairs) -> list[int]:
    """Return for each step how many pairs its edges may complete at most."""
    partners = [bits.bit_count() for bits in pairs.partners]
    steps = [partners[a:b] for a, b in pairwise(plan.choice_at)]
    return [sum(sorted(step)[-2:]) + 1 for step in steps]
