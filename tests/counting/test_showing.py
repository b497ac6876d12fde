"""Counts by what tours show: by listing all tours and looking at each."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from caballero import Board, Graph, Problem, TooLarge, Tour, count_tours
from caballero.counting import count_by
from caballero.counting.kernels import polynomials
from caballero.counting.kernels.polynomials import RUNNING
from caballero.counting.sweeps.polynomials import MOST_OPEN, cycles_by_pairs
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem, UnknownName
from caballero.model.direction import goes_both_ways
from caballero.model.symmetry import is_flat, normal_order
from forms import run_both
from naive import all_tours
from random_problems import random_clue_problem, random_problem, tours_of
from seldom import each


def naive(problem: Problem, by: str) -> dict[object, int]:
    """Look at every line once, and at both of its directions if it has them."""
    begun = problem
    if problem.closed and not problem.numbered():  # it may begin anywhere
        begun = replace(problem, start=problem.place(0))
    lines = {
        order if problem.directed else normal_order(order, problem.closed): order
        for order in map(tuple, tours_of(begun))
    }
    both = goes_both_ways(problem)
    found: Counter[object] = Counter()
    for order in lines.values():
        tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
        first, last = problem.place(order[0]), problem.place(order[-1])
        match by:
            case "start":
                found.update([first, last] if both else [first])
            case "ends":
                found[(last, first) if both and order[-1] < order[0] else (first, last)] += 1
            case _:
                found[getattr(tour.statistics(symmetry=False), by)] += 1
    return dict(found)


def asked(problem: Problem) -> list[str]:
    """What can be counted of a problem."""
    flat = isinstance(problem.ground, Board) and is_flat(problem.ground)
    ends = [] if problem.closed else ["start", "ends"]
    return [*(["turns", "crossings"] if flat else []), *ends]


# -- all tours, as arrays -----------------------------------------------------------------------


@pytest.mark.slow
@each("seed", range(300), every=5)
def test_random_problems(seed: int) -> None:
    rng = random.Random(seed)
    problem = (random_clue_problem if rng.random() < 0.3 else random_problem)(rng)
    if problem.size > 16:
        return
    for by in asked(problem):
        assert count_by(problem, by) == naive(problem, by), (problem, by)


GROUNDS: list[tuple[Any, str]] = [
    ("2x3", "king"), ("3x3", "knight"), ("3x4", "knight"), ("2x4", "wazir"), ("3x4", "wazir"),
    ("...\n.#.\n...", "king"), ("..#\n...\n#..", "king"), ("#..\n...\n...", "wazir"),
    ("hex2", "step"), ("tri3", "step"), ("3x3 torus", "wazir"), ("2x4 cylinder", "king"),
    ("2x2x2", "wazir"),
    (Graph.from_edges(map(tuple, ["ab", "bc", "cd", "de", "ea", "ac", "bd"])), "knight"),
    (Graph.from_dict({0: [1, 2, 3], 1: [0, 2], 2: [3, 0, 1], 3: [0, 1]}, directed=True), "knight"),
]  # fmt: skip


@pytest.mark.slow
@each("case", [*product(GROUNDS, (None, "forced", "forbidden"))], every=7)
def test_every_pair_of_ends(case: tuple[tuple[Any, str], str | None]) -> None:
    """Among them ends that a symmetry exchanges, and a move in the middle that it keeps."""
    (ground, piece), name = case
    whole = Problem(ground, piece=piece)
    places = [whole.place(v) for v in range(whole.size)]
    middle = whole.size // 2
    near = whole.graph().neighbours(middle)
    moves: dict[str, Any] = {name: [(places[middle], places[near[0]])]} if name and near else {}
    for start, end in product([None, *places[:2], places[-1]], repeat=2):
        if start is None or start != end:
            problem = Problem(ground, piece=piece, start=start, end=end, **moves)
            for by in asked(problem):
                assert count_by(problem, by) == naive(problem, by), (problem, by)


@pytest.mark.long_plain
@each("seed", range(200))
def test_a_sweep_for_each_pair_of_ends(seed: int) -> None:
    """Which costly questions take, and here all."""
    problem = random_problem(random.Random(seed))
    if problem.closed or "turns" not in asked(problem):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("caballero.counting.showing.MOST_AT_ONCE", 0)
        for by in ("turns", "crossings"):
            found = count_by(problem, by)
            assert found == naive(problem, by), (problem, by)
            assert [*found] == sorted(found)


@pytest.mark.long_plain
@each("seed", range(200), every=4)
def test_pairs_of_any_graph(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 8)
    edges = [edge for edge in combinations(range(size), 2) if rng.random() < 0.7]
    pairs = [two for two in combinations(edges, 2) if rng.random() < 0.2]
    near = [[w for e in edges if v in e for w in e if w != v] for v in range(size)]
    found: Counter[int] = Counter()
    for tour in all_tours(near, closed=True, start=0):
        used = {tuple(sorted(two)) for two in zip(tour, tour[1:] + tour[:1], strict=True)}
        found[sum(a in used and b in used for a, b in pairs)] += 1
    once = {k: n // 2 for k, n in sorted(found.items())}
    assert cycles_by_pairs(near, pairs, Budget()) == once


def test_both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    run_both(monkeypatch, polynomials)
    assert count_by(Problem("5x6", closed=True), "turns") == {28: 2, 29: 4, 30: 2}
    assert count_by(Problem("3x4", piece="king", closed=True), "crossings") == naive(
        Problem("3x4", piece="king", closed=True), "crossings"
    )
    assert RUNNING == 0  # what `drive` expects


@pytest.mark.long_plain
def test_large_coefficients() -> None:
    """They are added up to the published count."""
    found = count_by(Problem(7, piece="king", closed=True), "crossings")
    assert sum(found.values()) == 1622043117414624
    found = count_by(Problem("3x60", piece="king", closed=True), "crossings")
    assert sum(found.values()) == count_tours("3x60", piece="king", closed=True) > 1 << 124


def test_symmetric_starts() -> None:
    starts = count_by(Problem(5), "start")
    assert (starts[0, 0], starts[0, 2], starts[2, 2]) == (304, 56, 64)  # OEIS A165134
    assert sum(starts.values()) == 1728


def test_what_cannot_be_counted() -> None:
    with pytest.raises(UnknownName, match="turns"):
        count_by(Problem(5), "turn")
    assert count_by(Problem(5), "giros") == count_by(Problem(5), "turns")
    for by in ("start", "ends"):
        with pytest.raises(InvalidProblem, match="no ends"):
            count_by(Problem(6, closed=True), by)
    torus: Any = Problem("3x4", surface="torus")
    for ground in (torus, Problem("hex3"), Problem("2x3x3"), Problem(Graph.from_edges([(0, 1)]))):
        with pytest.raises(InvalidProblem, match="flat"):
            count_by(ground, "turns")
    for board in ("40x40", "3x1000"):
        with pytest.raises(TooLarge):
            count_by(Problem(board), "crossings")
    edges = [(0, v) for v in range(1, MOST_OPEN + 3)]
    near = [[w for w in range(MOST_OPEN + 4) if w != v] for v in range(MOST_OPEN + 4)]
    with pytest.raises(OverflowError):
        cycles_by_pairs(near, [(edge, (1, 2)) for edge in edges[1:]], Budget())
