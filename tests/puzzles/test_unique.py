"""Uniqueness, compared with brute force, and of published puzzles."""

import random
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from caballero import Board, Graph, Problem, find_tour
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


def test_the_known_tour_is_one() -> None:
    tour = find_tour(6)
    with pytest.raises(InvalidTour, match="does not answer the problem"):
        another_tour(Problem(6, clues={tour[3]: 7}), tour)
