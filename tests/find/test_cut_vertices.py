"""Inner clues of graphs that fall apart without one vertex, compared with brute force."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from caballero import Found, Graph, Impossible, Limits, Problem, solve
from caballero.find.clues import clue_tour
from caballero.machine.limits import Budget
from caballero.model.reduction import rows
from caballero.proof import Split
from caballero.proof.certificate import split_of
from caballero.proof.facts import branches, pieces_without
from naive import all_tours


def barbell(size: int, clues: dict[int, int]) -> Problem:
    """Two complete graphs of some vertices, and a vertex between them: the one numbered `size`."""
    edges = [*combinations(range(size + 1), 2), *combinations(range(size, 2 * size + 1), 2)]
    return Problem(Graph.from_edges(edges, range(2 * size + 1)), clues=clues)


def joined(rng: random.Random) -> Graph:
    """Two or three random graphs, each with a vertex that it shares with the one before."""
    edges: list[tuple[int, int]] = []
    names = [0]
    for _ in range(rng.choice((2, 2, 3))):
        fresh = range(len(names), len(names) + rng.randint(1, 4))
        part = [rng.choice(names), *fresh]
        edges += [pair for pair in combinations(part, 2) if rng.random() < 0.8]
        names += fresh
    return Graph.from_edges(edges, names)


@pytest.mark.parametrize("size", [5, 8, 10, 40])
@pytest.mark.parametrize("closed", [False, True])
def test_the_number_of_a_cut_vertex_is_one_of_two(size: int, closed: bool) -> None:
    problem = replace(barbell(size, {size: size + 3}), closed=closed)
    outcome = solve(problem, limits=Limits(nodes=1_000_000))
    assert isinstance(outcome, Impossible)
    assert outcome.certificate.check(problem)
    assert outcome.certificate.kind == ("cut-set" if closed else "split")


def test_clues_on_both_sides_of_a_cut_vertex() -> None:
    problem = barbell(9, {0: 3, 12: 5})
    outcome = solve(problem, limits=Limits(nodes=1_000_000))
    assert isinstance(outcome, Impossible)
    assert outcome.certificate == Split(9, "9", (9, 9))
    assert "the clues fit neither order" in str(outcome)
    assert isinstance(solve(barbell(9, {0: 3, 12: 11, 9: 10})), Found)
    assert isinstance(solve(barbell(9, {0: 13, 12: 2})), Found)


def test_random_graphs_with_cut_vertices_as_naive() -> None:
    rng = random.Random(31)
    kinds = set()
    for _ in range(300):
        graph = joined(rng)
        size = len(graph)
        inner = rng.sample(range(size), min(size, rng.randint(1, 3)))
        numbers = rng.sample(range(1, size + 1), len(inner))
        problem = Problem(graph, clues=dict(zip(inner, numbers, strict=True)))
        neighbours = [graph.neighbours(v) for v in range(size)]
        exists = any(True for _ in all_tours(neighbours, clues=problem.numbered()))
        outcome = solve(problem)
        assert isinstance(outcome, Found if exists else Impossible), problem
        if isinstance(outcome, Impossible):
            kinds.add(outcome.certificate.kind)
            if outcome.certificate.kind != "exhausted":
                assert outcome.certificate.check(problem)
        split = split_of(problem) if len(pieces_without(rows(graph), ())) == 1 else None
        assert split is None or (not exists and split.check(problem))
    assert {"split", "cut-set"} <= kinds


def test_a_split_is_refused_where_it_does_not_hold() -> None:
    problem = barbell(4, {4: 7})
    split = split_of(problem)
    assert split == Split(4, "4", (4, 4), 7)
    assert split.check(problem)
    assert not split.check(barbell(4, {4: 5}))
    assert not split.check(barbell(4, {}))
    assert not split.check(replace(problem, closed=True))
    for wrong in (
        replace(split, place=3, name="3"),
        replace(split, name="3"),
        replace(split, sizes=(3, 4)),
        replace(split, number=8),
        replace(split, number=None),
        replace(split, place=99),
    ):
        assert not wrong.check(problem)


def test_branches_as_naive() -> None:
    rng = random.Random(8)
    for _ in range(200):
        left = rows(joined(rng))
        if len(pieces_without(left, ())) > 1:
            continue
        number = [0] * len(left)
        found = list(branches(left, number))
        for v in range(len(left)):
            pieces = {frozenset(piece) for piece in pieces_without(left, (v,))}
            told = {
                frozenset(w for w in range(len(left)) if b.first <= number[w] <= b.last)
                for b in found
                if b.cut == v
            }
            assert told <= pieces
            assert len(told) >= len(pieces) - 1 if len(pieces) > 1 else not told


def test_clues_alone_end_where_backtracking_does() -> None:
    """Propagation alone needs millions of visits here."""
    problem = barbell(7, {7: 10})
    graph = problem.graph()
    budget = Budget(Limits(nodes=200_000))
    assert clue_tour(graph, problem.numbered(), budget, closed=False, seed=0) is None
