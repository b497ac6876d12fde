"""The checker of deductions: it accepts what follows, and nothing else."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from caballero import Graph, Problem
from caballero.find.proofs import deduce
from caballero.find.two_factor import two_factor
from caballero.machine.limits import Budget
from caballero.model.reduction import cycle_question
from caballero.proof import Deduction
from caballero.proof.deduction import (
    Conclusion,
    Replay,
    Rule,
    Step,
    TwoFactor,
    _concludes,
    _follows,
    _is_valid,
    deduction,
)
from naive import all_tours
from random_problems import random_problem, tours_of

RULES: tuple[Rule, ...] = ("two-left", "two-used", "short-cycle", "two-factor")
STRANGE = (-1, -3, 40, 10**30)


def deduced(problem: Problem) -> Deduction | None:
    question = cycle_question(problem)
    answer = question and deduce(problem, question, Budget())
    return answer if isinstance(answer, Deduction) else None


# -- single steps: what the checker accepts is so ----------------------------------------------


def planted(rng: random.Random) -> Problem:
    """A cycle, and more edges that it may use or not; a tight set freezes some of them.

    The vertices 0, 2, …, 2k have edges to 1, 3, …, 2k - 1 only, but for two that the cycle uses.
    """
    size, tight = rng.randint(4, 6) * 2, rng.randint(1, 2) * 2
    edges = [(v, (v + 1) % size) for v in range(size)]
    for _ in range(rng.randint(2, 2 * size)):
        v, w = rng.sample(range(size), 2)
        if (v % 2 == 0 and v <= tight) or (w % 2 == 0 and w <= tight):
            v, w = rng.randrange(0, tight + 1, 2), rng.randrange(1, tight, 2)
        edges.append((v, w))
    return Problem(Graph.from_edges(edges, range(size)), closed=True)


@cache
def possible() -> list[Problem]:
    rng = random.Random(1)
    drawn = [random_problem(rng) for _ in range(450)] + [planted(rng) for _ in range(60)]
    return [p for p in drawn if cycle_question(p) and next(tours_of(p), None)]


def cycles_of(problem: Problem) -> list[list[int]]:
    question = cycle_question(problem)
    assert question is not None
    return list(islice(all_tours(question.neighbours, closed=True, start=0), 40))


def edges_of(cycle: list[int]) -> set[frozenset[int]]:
    return {frozenset((cycle[i - 1], v)) for i, v in enumerate(cycle)}


def random_factor(rng: random.Random, left: list[set[int]], cycles: list[list[int]]) -> TwoFactor:
    """A two-factor whose heights part what exchanges can reach from one vertex; often spoilt."""
    size = len(left)
    rows = [rng.sample(sorted(row), len(row)) for row in left]
    cover = [[w + size for w in row] for row in rows] + rows
    found = two_factor(cover, rng.sample(range(size), size), Budget())
    if isinstance(found, list) and rng.random() < 0.5:
        chosen = tuple(tuple(w - size for w in row) for row in found[:size])
    else:
        edges = edges_of(rng.choice(cycles))
        chosen = tuple(tuple(w for w in left[v] if frozenset((v, w)) in edges) for v in range(size))
    chosen_by = [[v for v in range(size) if w in chosen[v]] for w in range(size)]
    reached = {root := rng.randrange(2 * size)}
    waiting = [root]
    while waiting:
        v = waiting.pop()
        onward = [w + size for w in left[v] - {*chosen[v]}] if v < size else chosen_by[v - size]
        waiting += set(onward) - reached
        reached.update(onward)
    height = [int(v not in reached) for v in range(2 * size)]
    if rng.random() < 0.5:
        height[rng.randrange(2 * size)] += rng.choice((-1, 1))
    return TwoFactor(0, chosen, tuple(height[:size]), tuple(height[size:]))


def every_step(size: int) -> Iterator[Step]:
    for rule in RULES:
        for a in range(-1, size + 1):
            for b in range(size):
                yield Step((a, b), True, rule)
                yield Step((a, b), False, rule)


def random_set(rng: random.Random, size: int, least: int = 0) -> tuple[int, ...]:
    return tuple(rng.sample(range(size), rng.randint(least, size)))


def some_conclusions(rng: random.Random, size: int) -> Iterator[Conclusion]:
    for v in (*range(size), *STRANGE):
        yield Conclusion("degree", (v,))
        yield Conclusion("third-move", (v,))
    for _ in range(10):
        yield Conclusion("cut-set", random_set(rng, size))
        yield Conclusion("short-cycle", random_set(rng, size, 3))
        yield Conclusion("deficient", random_set(rng, size), random_set(rng, size))


@pytest.mark.slow
def test_steps_that_are_accepted_are_so() -> None:
    """Wherever accepted steps lead, every tour agrees with them, and no conclusion is accepted."""
    rng = random.Random(2)
    accepted = dict.fromkeys(RULES, 0)
    for problem in possible():
        question = cycle_question(problem)
        assert question is not None
        cycles = cycles_of(problem)
        used_by = [edges_of(cycle) for cycle in cycles]
        state = Replay(question.neighbours)
        for _ in range(4):
            factor = random_factor(rng, state.left, cycles)
            frozen = factor if _is_valid(factor, state.left) else None
            follow = [s for s in every_step(len(state.left)) if _follows(s, state, frozen)]
            for step in follow:
                accepted[step.rule] += 1
                assert all((frozenset(step.edge) in used) == step.used for used in used_by)
            for conclusion in some_conclusions(rng, len(state.left)):
                assert not _concludes(conclusion, state), conclusion
            for step in rng.sample(follow, len(follow) // 2):
                if step.edge[1] in state.left[step.edge[0]]:
                    state.take(step)
    assert min(accepted.values()) > 70, accepted


# -- whole deductions, changed -----------------------------------------------------------------


@cache
def accused() -> list[tuple[Problem, Problem, Deduction]]:
    """Problems with tours; the same without some moves; and why those have none."""
    rng = random.Random(3)
    found = []
    for problem in possible():
        moves = [(problem.place(a), problem.place(b)) for a, b in problem.graph().edges()]
        rng.shuffle(moves)
        spoilt = problem
        for move in moves:
            if move in problem.forced:
                continue
            spoilt = replace(spoilt, forbidden=spoilt.forbidden | {move})
            certificate = deduced(spoilt)
            if certificate:
                found.append((problem, spoilt, certificate))
                break
    return found


def test_deductions_of_all_kinds_are_changed() -> None:
    kinds = [certificate.kind for _, _, certificate in accused()]
    assert {*kinds} == {"degree", "third-move", "short-cycle", "cut-set", "deficient"}
    assert sum(bool(c.steps) for _, _, c in accused()) > 50


def named(problem: Problem, d: Deduction) -> Deduction:
    """A forged deduction, with the names that belong to it."""
    question = cycle_question(problem)
    assert question is not None
    left = [{*row} for row in question.neighbours]
    for step in d.steps:
        if not step.used and all(v in range(len(left)) for v in step.edge):
            left[step.edge[0]].discard(step.edge[1])
            left[step.edge[1]].discard(step.edge[0])
    try:
        return deduction(problem, d.conclusion, left, d.steps, d.factors)
    except (IndexError, OverflowError):  # vertices that do not exist have no names
        return d


def test_wrong_names_and_pieces_are_refused() -> None:
    for _, spoilt, d in accused():
        assert d.check(spoilt)
        assert not replace(d, pieces=d.pieces + 1).check(spoilt)
        assert not replace(d, names=(*d.names, "a1")).check(spoilt)
        assert not d.names or not replace(d, names=d.names[1:]).check(spoilt)
        assert not replace(d, names=("?", *d.names[1:])).check(spoilt)
        strange: Any
        for strange in (None, "x", 7, (), d):
            assert not replace(d, conclusion=strange).check(spoilt)
        for strange in ((), (3,), (1, 2, 3)):
            for i, step in enumerate(d.steps[:3]):
                steps = (*d.steps[:i], replace(step, edge=strange), *d.steps[i + 1 :])
                assert not replace(d, steps=steps).check(spoilt)


def test_no_step_is_needless() -> None:
    for _, spoilt, d in accused():
        for i in range(len(d.steps)):
            fewer = named(spoilt, replace(d, steps=d.steps[:i] + d.steps[i + 1 :]))
            # Where no move at all is left, one conclusion too many was drawn.
            assert d.factors or d.kind == "degree" or not fewer.check(spoilt)


# -- particular cases --------------------------------------------------------------------------

STAR = Graph.from_edges([(0, v) for v in range(1, 5)] + [(1, 2), (3, 4)])
NARROW = Problem("4x6", closed=True)


@pytest.mark.parametrize(
    ("conclusion", "accepted"),
    [
        (Conclusion("cut-set", (0,)), True), (Conclusion("cut-set", (0, 0)), False),
        (Conclusion("cut-set", ()), False), (Conclusion("cut-set", (0, 1)), False),
        (Conclusion("cut-set", (0, 5)), False), (Conclusion("cut-set", (-5,)), False),
        (Conclusion("cut-set", (10**30,)), False), (Conclusion("cut-set", (0, 1, 2, 3, 4)), False),
        (Conclusion("deficient", (0,), ()), False), (Conclusion("deficient", (), ()), False),
        (Conclusion("deficient", (1, 2, 3, 4, 1), (0,)), False),
        (Conclusion("deficient", (1, 2, 3, 4), (0, 0)), False),
        (Conclusion("deficient", (1, 2, 3, 5), (0,)), False),
        (Conclusion("deficient", (1, 2, 3, 4), (0,)), True), (Conclusion("degree", (0,)), False),
        (Conclusion("degree", (-1,)), False), (Conclusion("third-move", (0,)), False),
        (Conclusion("third-move", (5,)), False), (Conclusion("short-cycle", (0, 1, 2)), False),
        (Conclusion("short-cycle", ()), False),
    ],
    ids=repr,
)  # fmt: skip
def test_conclusions_about_a_star(conclusion: Conclusion, accepted: bool) -> None:
    problem = Problem(STAR, closed=True)
    certificate = named(problem, Deduction(conclusion))
    assert certificate.check(problem) == accepted
    assert not certificate.check(Problem("4x4"))


def frozen() -> Deduction:
    certificate = deduced(NARROW)
    assert certificate is not None
    assert certificate.check(NARROW)
    assert {step.rule for step in certificate.steps} == {"two-factor"}
    return certificate


@pytest.mark.parametrize("after", [-1, 1, 8, 10**30])
def test_a_factor_stands_before_its_steps(after: int) -> None:
    certificate = frozen()
    (factor,) = certificate.factors
    late = replace(factor, after=after)
    assert not replace(certificate, factors=(late,)).check(NARROW)
    # One that nothing rests on is no part of the proof, either, unless it stands.
    assert replace(certificate, factors=(factor, late)).check(NARROW) == (after == 1)
    assert replace(certificate, factors=(factor, factor)).check(NARROW)
    assert not replace(certificate, factors=()).check(NARROW)


CHANGES: list[Callable[[TwoFactor], TwoFactor]] = [
    lambda f: replace(f, tails=f.tails[1:]),
    lambda f: replace(f, heads=(*f.heads, 0)),
    lambda f: replace(f, chosen=f.chosen[1:]),
    lambda f: replace(f, chosen=((0, 1), *f.chosen[1:])),
    lambda f: replace(f, chosen=(f.chosen[0][:1] * 2, *f.chosen[1:])),
    lambda f: replace(f, chosen=((-1, 10**30), *f.chosen[1:])),
    lambda f: replace(f, chosen=((), *f.chosen[1:])),
    lambda f: replace(f, chosen=(f.chosen[0] + f.chosen[0][:1], *f.chosen[1:])),
    lambda f: replace(f, tails=f.heads, heads=f.tails),
    lambda f: replace(f, tails=(0,) * len(f.tails), heads=(0,) * len(f.heads)),
    lambda f: replace(f, tails=tuple(-h for h in f.tails), heads=tuple(-h for h in f.heads)),
]


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_a_changed_factor_is_refused(number: int) -> None:
    certificate = frozen()
    changed = CHANGES[number](certificate.factors[0])
    assert not replace(certificate, factors=(changed,)).check(NARROW)
