from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random

import pytest

from caballero import Graph, Problem
from caballero.find import clues as module
from caballero.find.clues import clue_tour
from caballero.machine.limits import Budget

Pair = tuple[int, int]


def links(tour: list[int], closed: bool) -> set[frozenset[int]]:
    return {
        frozenset(pair) for pair in zip(tour, tour[1:] + tour[: 1 if closed else 0], strict=False)
    }


def judged(
    graph: Graph, tour: list[int], known: Mapping[int, int], *, closed: bool, forced: list[Pair]
) -> None:
    assert sorted(tour) == list(range(len(graph)))
    used = links(tour, closed)
    assert all(graph.has_edge(*pair) for pair in used)
    assert all(tour[number - 1] == v for number, v in known.items())
    assert all(frozenset(pair) in used for pair in forced)


def random_tour(graph: Graph, tour: list[int], rng: Random) -> list[int]:
    """Turn a path into another one, by random rotations at either end."""
    for _ in range(10 * len(tour)):
        if rng.random() < 0.5:
            tour = tour[::-1]
        at = tour.index(rng.choice(graph.neighbours(tour[-1])))
        tour = tour[: at + 1] + tour[:at:-1]
    return tour


def solved(
    graph: Graph,
    known: Mapping[int, int],
    *,
    closed: bool = False,
    forced: list[Pair] | None = None,
    seed: int = 0,
) -> list[int] | None:
    tour = clue_tour(graph, known, Budget(), closed=closed, forced=forced or [], seed=seed)
    if tour is not None:
        judged(graph, tour, known, closed=closed, forced=forced or [])
    return tour


def boards_with_numbers() -> Iterator[tuple[str, Graph, list[int], set[int]]]:
    """A name, the graph, a random tour, and which of its numbers are given."""
    rng = Random(11)
    chessboard = Problem(8).graph()
    row_by_row = {
        n: [r * n + (c if r % 2 == 0 else n - 1 - c) for r in range(n) for c in range(n)]
        for n in (8, 9, 10)
    }
    start = clue_tour(chessboard, {1: 0}, Budget(), closed=False, seed=0)
    assert start is not None
    for every in (4, 8, 16, 32):
        given_numbers = set(range(1, 65, every))
        yield f"every {every}", chessboard, random_tour(chessboard, start, rng), given_numbers
    numbrix = Problem(9, piece="wazir").graph()
    tour = random_tour(numbrix, row_by_row[9], rng)
    border = {i + 1 for i, v in enumerate(tour) if {v // 9, v % 9} & {0, 8}}
    yield "Numbrix", numbrix, tour, border
    for n, share in ((8, 0.33), (10, 0.1)):
        hidato = Problem(n, piece="king").graph()
        tour = random_tour(hidato, row_by_row[n], rng)
        yield "Hidato", hidato, tour, {1, n * n, *rng.sample(range(2, n * n), int(share * n * n))}


@pytest.mark.slow
def test_puzzles_of_the_usual_sizes() -> None:
    for name, graph, tour, numbers in boards_with_numbers():
        known = {number: tour[number - 1] for number in numbers}
        assert solved(graph, known) is not None, name


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["knight", "king"])
@pytest.mark.parametrize("closed", [False, True])
def test_what_a_tour_has_does_not_rule_it_out(piece: str, closed: bool) -> None:
    rng = Random(7)
    graph = Problem(8 if piece == "knight" else 5, piece=piece).graph()
    tour = solved(graph, {}, closed=closed)
    assert tour is not None
    for _ in range(40):
        if closed:
            at = rng.randrange(len(tour))
            tour = tour[at:] + tour[:at]
        else:
            tour = random_tour(graph, tour, rng)
        known, used = rng.choice([0.05, 0.2, 0.5]), rng.choice([0, 0.2, 0.5])
        numbers = {number: v for number, v in enumerate(tour, 1) if rng.random() < known}
        forced = [pair for pair in pairwise(tour) if rng.random() < used]
        assert solved(graph, numbers, closed=closed, forced=forced) is not None


def test_the_smallest() -> None:
    one, two = Graph.from_edges([], [0]), Graph.from_edges([(0, 1)])
    assert solved(one, {1: 0}) == [0]
    assert solved(one, {}, closed=True) is None
    assert solved(two, {2: 0}, forced=[(0, 1)]) == [1, 0]
    assert solved(two, {}, closed=True) is None
    assert solved(Graph.from_edges([(0, 1), (1, 2)]), {1: 1}) is None


def test_repeated_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1)
    board = Problem(6).graph()
    for closed in (False, True):
        assert solved(board, {1: 7}, closed=closed) is not None
    assert solved(Problem("4x5").graph(), {}, closed=True) is None  # Schwenk 1991
