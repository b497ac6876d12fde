"""Uniqueness, compared with brute force, and of published puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice, pairwise

import pytest

from caballero import (
    Board,
    Found,
    GaveUp,
    Graph,
    Impossible,
    Limits,
    Problem,
    Tour,
    find_tour,
    is_unique,
    verify,
)
from caballero.find import numbers
from caballero.model import InvalidTour
from caballero.puzzles import another_tour
from naive import all_directed_tours, all_tours

PIECES = ["knight", "king", "wazir", "camel", "zebra", "fers+wazir", "alfil+wazir"]
SHAPES = [(3, 3), (3, 4), (4, 4), (2, 5), (3, 5), (2, 2, 3)]


def random_puzzle(rng: random.Random) -> Problem:
    """A small puzzle with numbers of a tour, or any: boards with holes, graphs, also directed."""
    kind = rng.random()
    closed = rng.random() < 0.4
    piece = rng.choice(PIECES)
    ground: Board | Graph
    if kind < 0.7:
        shape = rng.choice(SHAPES)
        squares = list(Board(shape))
        most = max(1, len(squares) - (8 if piece in ("king", "fers+wazir") else 11))
        ground = Board(shape, rng.sample(squares, rng.randint(most - 1, most + 1)))
    else:
        size = rng.randint(2, 7)
        pairs = [(a, b) for a in range(size) for b in range(size) if a != b]
        directed = kind > 0.9
        edges = [e for e in pairs if (directed or e[0] < e[1]) and rng.random() < 0.6]
        ground = Graph.from_edges(edges, range(size), directed=directed)
    problem = Problem(ground, piece, closed)
    size = problem.size
    tours = list(islice(lines(problem), 50))
    order = rng.choice(tours) if tours and rng.random() < 0.85 else rng.sample(range(size), size)
    kept = rng.sample(range(size), min(size, rng.randint(0, 4)))
    clues = {problem.place(order[i]): i + 1 for i in kept}
    moves = [(problem.place(a), problem.place(b)) for a, b in pairwise(order)]
    forced = [move for move in moves if problem.is_move(*move) and rng.random() < 0.05]
    return Problem(ground, piece, closed, clues=clues, forced=forced)


def lines(problem: Problem) -> Iterator[list[int]]:
    """Every line that answers the problem, by brute force."""
    graph, known = problem.graph(), problem.numbered()
    rows = [graph.neighbours(v) for v in range(len(graph))]
    forced = [tuple(map(problem.vertex, move)) for move in problem.forced]
    if problem.directed:
        yield from all_directed_tours(rows, closed=problem.closed, clues=known, forced=forced)  # type: ignore[arg-type]
        return
    for tour in all_tours(rows, closed=problem.closed, clues=known):
        used = {frozenset(pair) for pair in moves_of(tour, problem.closed)}
        if all(frozenset(pair) in used for pair in forced):
            yield tour


def moves_of(line: list[int], closed: bool) -> list[tuple[int, int]]:
    return [*pairwise([*line, line[0]] if closed else line)]


def classes(problem: Problem) -> set[frozenset[object]]:
    """The tours: lines that are one tour wherever it begins, in both directions, are one."""
    found = list(lines(problem))
    answers = {tuple(line) for line in found}
    seen: set[frozenset[object]] = set()
    for line in found:
        same = {tuple(line)}
        turns = range(len(line)) if problem.closed else (0,)
        for turn in turns:
            turned = line[turn:] + line[:turn]
            same |= {tuple(turned)}
            if not problem.directed:
                same |= {tuple(turned[::-1])}
        seen.add(frozenset(same & answers if problem.numbered() else same))
    return seen


@pytest.mark.slow
def test_300_random_puzzles_as_naive() -> None:
    rng = random.Random(16)
    kinds: dict[str, int] = {}
    for _ in range(300):
        problem = random_puzzle(rng)
        tours = classes(problem)
        answer = is_unique(problem)
        kinds[answer.status] = kinds.get(answer.status, 0) + 1
        match answer.tours:
            case [tour]:
                assert len(tours) == 1, problem
                assert tour.order in next(iter(tours))
                assert answer.outcome == Found(tour, answer.stats)
                assert answer.certificate is not None
                assert answer.certificate.kind == "exhausted"
                assert isinstance(another_tour(problem, tour), Impossible)
            case [first, second]:
                assert len(tours) > 1, problem
                homes = [next(t for t in tours if x.order in t) for x in (first, second)]
                assert homes[0] != homes[1], problem
                assert verify(first, problem)
                assert verify(second, problem)
                number = answer.number or 0
                assert first.order[: number - 1] == second.order[: number - 1]
                assert first.order[number - 1] != second.order[number - 1]
            case []:
                assert not tours, problem
                assert answer.certificate == answer.outcome.certificate
    assert min(kinds[name] for name in ("unique", "several", "none")) > 30, kinds


def joined(size: int, clues: dict[int, int]) -> Problem:
    """Two complete graphs with one vertex in common, number `size`."""
    edges = [*combinations(range(size + 1), 2), *combinations(range(size, 2 * size + 1), 2)]
    return Problem(Graph.from_edges(edges, range(2 * size + 1)), clues=clues)


@pytest.mark.parametrize("size", [8, 20])
def test_a_number_at_a_cut_vertex_decides_at_once(size: int) -> None:
    few = Limits(nodes=30_000_000)
    wrong = is_unique(joined(size, {size: size + 2}), limits=few)
    assert wrong.status == "none"
    assert wrong.certificate is not None
    assert wrong.certificate.kind == "split"
    assert wrong.certificate.check(joined(size, {size: size + 2}))
    first = {v: v + 1 for v in range(size - 2)}
    last = {v: v + 1 for v in range(size + 1, 2 * size - 1)}
    assert is_unique(joined(size, {**first, **last}), limits=few).status == "several"
    whole = {**first, **last, size - 2: size - 1, 2 * size: 2 * size + 1}
    assert is_unique(joined(size, whole), limits=few).status == "unique"


def test_puzzles_of_the_chessboard() -> None:
    for seed in range(3):
        tour = find_tour(8, seed=seed)
        numbers = {1, 64, *random.Random(seed).sample(range(2, 64), 14)}
        problem = Problem(8, clues={tour[number - 1]: number for number in numbers})
        other = another_tour(problem, tour)
        assert not isinstance(other, GaveUp)
        if isinstance(other, Found):
            assert verify(other.tour, problem)
            assert other.tour != tour


def test_the_reverse_is_no_other_tour() -> None:
    ring = Problem("2x2", piece="wazir", closed=True, clues={"a1": 2})
    assert is_unique(ring).status == "unique"
    line = Problem("1x3", piece="wazir")
    assert is_unique(line).status == "unique"
    middle = Problem("1x3", piece="wazir", clues={"b1": 2})
    assert is_unique(middle).status == "unique"
    tour = Tour.from_squares("1x3", "c1 b1 a1", "wazir")
    assert isinstance(another_tour(middle, tour), Impossible)


def test_answers_show_themselves() -> None:
    unique = is_unique("1 . .\n. . .\n5 . .", piece="wazir")
    several = is_unique("3x4")
    assert unique.status == "unique"
    assert several.status == "several"
    assert unique
    assert not several
    assert str(unique) == str(unique.tour)
    assert str(several).count("┌") == 2
    assert repr(unique) == "<unique: tour of 9 squares, by numbers>"
    assert repr(several) == "<several: tours of 12 squares, by edges>"
    assert "<svg" in str(unique._repr_svg_())


@pytest.mark.large
def test_limits() -> None:
    problem = Problem(10, clues={"c3": 17})
    tour = find_tour(problem)
    for answer in (is_unique(problem, limits=0).outcome, another_tour(problem, tour, limits=0)):
        assert isinstance(answer, GaveUp)
        assert answer.limit == "seconds"
    assert not is_unique(problem, limits=Limits(nodes=1))
    listed = another_tour("3x4", find_tour("3x4"), limits=0)
    assert isinstance(listed, GaveUp)


def test_too_many_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "MOST_VARIABLES", 10)
    problem = Problem(6, clues={"c3": 17})
    answer = is_unique(problem)
    assert (answer.status, answer.limit, bool(answer)) == ("gave-up", "method", False)


def test_the_known_tour_is_one() -> None:
    tour = find_tour(6)
    with pytest.raises(InvalidTour, match="does not answer the problem"):
        another_tour(Problem(6, clues={tour[3]: 7}), tour)
