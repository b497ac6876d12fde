"""The best tour of a few places, by dynamic programming over sets of places.

The kernels are :mod:`caballero.best.kernels.held_karp`; the questions and layers are those of
:mod:`caballero.counting.subsets`. The time depends on the number of places only, so it ends the
proofs of small problems whose bounds are weak.

Two layers are kept. Where the halves of the best line meet, each half is a small problem of its
own, which is solved again to read the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from math import comb
from typing import Final

from caballero.counting.kernels import _sets as sets
from caballero.counting.subsets import (
    Question,
    halves,
    layers,
    middle,
    new_plan,
    question_of,
    work as work,
)
from caballero.machine.driver import drive
from caballero.machine.errors import be_sure
from caballero.machine.kernel import Counts, Ints, array_of
from caballero.machine.limits import Budget, free_memory
from caballero.model.graph import Graph
from caballero.model.problem import Problem

from .kernels import held_karp
from .kernels.held_karp import MISSING, NONE

MOST: Final = 23
"""The most places between the ends."""


def costed(problem: Problem, graph: Graph, costs: Sequence[int], budget: Budget) -> Question | None:
    """Return the question of a problem with the costs of the graph's moves; None if too large."""
    if not 3 <= problem.size <= MOST + 2:
        return None
    question = question_of(problem)
    size = len(question.inner)
    need = 24 * comb(size, middle(size)) * middle(size)
    if size > MOST or 2 * need > min(free_memory(), budget.bytes_left):
        return None
    moves = ((v, w) for v in range(len(graph)) for w in graph.neighbours(v))
    cost: dict[tuple[int | None, int | None], int] = dict(zip(moves, costs, strict=True))
    inner = question.inner
    spot = {v: i for i, v in enumerate(inner)}
    pairs = [(spot[a], spot[b]) for a, b in problem.precedences() if a in spot and b in spot]
    order = (
        [sum(1 << a for a, c in pairs if c == v) for v in range(size)],
        [sum(1 << c for a, c in pairs if a == v) for v in range(size)],
    )
    return question._replace(
        costs=[
            [cost[u, v] if row >> i & 1 else MISSING for i, u in enumerate(inner)]
            for v, row in zip(inner, question.into, strict=True)
        ],
        tips=(
            [cost.get((question.before, v), 0) for v in inner],
            [cost.get((v, question.after), 0) for v in inner],
        ),
        order=order if pairs else ((), ()),
    )


def best_order(question: Question, budget: Budget) -> list[int]:
    """Return the vertices of the best tour in order."""
    plan, met, chosen = new_plan(question), held_karp.Meeting(), question
    for case in question.ends[:1] if question.both else question.ends:  # or reverses of the first
        one, before = question._replace(ends=[case]), met.cost
        here, other = halves(one, _half, budget)
        walk = sets.new_walk(plan, middle(plan.size))
        drive(partial(_join, plan, walk, here, other, met), budget)
        chosen = one if met.cost < before else chosen
    be_sure(met.cost < NONE, "dynamic programming found no tour")
    rest = (1 << plan.size) - 1 ^ met.members | 1 << met.last
    half = _path(chosen, met.members, met.last, budget)
    half += _path(chosen.backwards(), rest, met.last, budget)[-2::-1]
    line = [question.before, *(question.inner[i] for i in half)]
    line += [] if question.after == question.before else [question.after]
    return [v for v in line if v is not None]


def _join(
    plan: sets.Plan, walk: sets.Walk, here: Ints, other: Ints, met: held_karp.Meeting, steps: int
) -> tuple[int, int]:
    return held_karp.join(plan, walk, here, other, met, steps), 0


def _half(question: Question, last: int, budget: Budget, keep: int = 2) -> list[Ints]:
    """Return the last layers of a half."""
    first = question.ends[0][0] & question.allowed(1)
    first &= ~sum(1 << v for v, earlier in enumerate(question.order[0]) if earlier)
    row = [cost if first >> i & 1 else NONE for i, cost in enumerate(question.tips[0])]
    costs = array_of(Counts, chain(*question.costs))
    extend = partial(held_karp.extend, costs)
    return layers(question, array_of(Counts, row), last, extend, Counts, budget, keep)


def _path(question: Question, members: int, last: int, budget: Budget) -> list[int]:
    """Return the best path that visits a set and ends with a place, by all layers of the set."""
    kept = [i for i in range(len(question.inner)) if members >> i & 1]
    at = {i: new for new, i in enumerate(kept)}

    def within(bits: int) -> int:
        return sum(1 << new for i, new in at.items() if bits >> i & 1)

    small = question._replace(
        inner=kept,
        into=[within(question.into[i]) for i in kept],
        must=[within(question.must[i]) for i in kept],
        ends=[(within(question.ends[0][0]), 0)],
        given={number: at[i] for number, i in question.given.items() if i in at},
        costs=[[question.costs[i][j] for j in kept] for i in kept],
        tips=([question.tips[0][i] for i in kept], []),
        order=([within(question.order[0][i]) for i in kept] if question.order[0] else (), ()),
    )
    every = _half(small, len(kept), budget, keep=len(kept))

    def cost_of(visited: int, v: int) -> int:
        inside = [i for i in range(len(kept)) if visited >> i & 1]
        rank = sum(comb(i, k) for k, i in enumerate(inside, 1))
        return every[len(inside) - 1][rank * len(inside) + inside.index(v)]

    path, left = [at[last]], (1 << len(kept)) - 1
    while left & left - 1:
        v = path[-1]
        before = left ^ 1 << v
        wanted = cost_of(left, v)
        path.append(
            next(
                u
                for u in range(len(kept))
                if (before & small.into[v]) >> u & 1
                and small.must[u] & ~before in (0, 1 << v)
                and cost_of(before, u) + small.costs[v][u] == wanted
            )
        )
        left = before
    return [kept[i] for i in reversed(path)]
