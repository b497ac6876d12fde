"""Small random problems, and all their tours: what the tests of proofs are measured by."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from caballero import Board, Graph, Problem
from caballero.machine.errors import InvalidProblem
from caballero.model.problem import Place
from naive import all_tours

SHAPES = [(3, 4), (3, 5), (4, 4), (2, 5), (3, 3), (2, 2, 3), (4, 5)]
PIECES = ["knight", "knight", "wazir", "king", "camel", "zebra", "fers+wazir", "dabbaba+wazir"]


def random_problem(rng: random.Random) -> Problem:
    """A question about a sparse graph or a small board: closed or open, with or without ends."""
    ground = _graph(rng) if rng.random() < 0.6 else _board(rng)
    piece = rng.choice(PIECES)
    bare = Problem(ground, piece=piece)
    moves = [(bare.place(a), bare.place(b)) for a, b in bare.graph().edges()]
    rng.shuffle(moves)
    forced = rng.choice((0, 0, 0, 0, 1, 2))
    forbidden = rng.choice((0, 0, 0, 1))
    start, end = rng.sample([bare.place(v) for v in range(len(bare))], 2)
    return Problem(
        ground,
        piece=piece,
        closed=rng.random() < 0.7,
        start=start if rng.random() < 0.4 else None,
        end=end if rng.random() < 0.3 else None,
        forced=moves[:forced],
        forbidden=moves[forced : forced + forbidden],
    )


def with_clues(rng: random.Random, problem: Problem) -> Problem:
    """The problem with some clues: those of a random walk, or any."""
    size = problem.size
    neighbours = [list(problem.graph().neighbours(v)) for v in range(size)]
    walk = [rng.randrange(size)]
    while left := [w for w in neighbours[walk[-1]] if w not in walk]:
        walk.append(rng.choice(left))
    if rng.random() < 0.3:
        walk = rng.sample(range(size), size)
    numbers = rng.sample(range(len(walk)), min(len(walk), rng.randint(1, 3)))
    clues = {problem.place(walk[t]): t + 1 for t in numbers}
    return Problem(
        problem.ground, piece=problem.piece, closed=problem.closed, clues=clues,
        forced=problem.forced, forbidden=problem.forbidden,
    )  # fmt: skip


def random_clue_problem(rng: random.Random) -> Problem:
    """A question with clues; a third are about directed graphs."""
    problem = random_problem(rng)
    if rng.random() < 0.3:
        size = problem.size
        arcs = [arc for v, w in problem.graph().edges() for arc in ((v, w), (w, v))]
        kept = [arc for arc in arcs if rng.random() < 0.8]
        forced = rng.sample(kept, min(len(kept), rng.choice((0, 0, 1))))
        graph = Graph.from_edges(kept, range(size), directed=True)
        problem = Problem(graph, closed=problem.closed, forced=forced)
    return with_clues(rng, problem)


def tours_of(problem: Problem) -> Iterator[list[int]]:
    """Every tour of a problem, by brute force."""
    graph = problem.graph()
    neighbours = [graph.neighbours(v) for v in range(len(graph))]
    forced = {edge_of(problem, tuple(map(problem.vertex, move))) for move in problem.forced}
    for tour in all_tours(neighbours, closed=problem.closed, clues=problem.numbered()):
        if len(tour) >= problem.fewest and forced <= edges_of(problem, tour):
            yield tour


def visits(problem: Problem, tour: list[int]) -> list[int]:
    return [tour.index(problem.vertex(place)) for place in problem.waypoints]


def tours_in_order(problem: Problem) -> list[list[int]]:
    """Every tour of a problem, by brute force."""
    found = []
    for tour in tours_of(problem):
        visited = visits(problem, tour)
        if visited == sorted(visited):
            found.append(tour)
    return found


def random_waypoint_problem(rng: random.Random) -> Problem:
    """A small problem with some waypoints, of a tour or any; graphs may be directed."""
    while True:
        base = random_clue_problem(rng) if rng.random() < 0.4 else random_problem(rng)
        if base.size > 11:
            continue
        places: list[Place] = [base.place(v) for v in range(base.size)]
        waypoints = rng.sample(places, min(base.size, rng.randint(2, 5)))
        tours = list(tours_of(base))
        if tours and rng.random() < 0.6:
            tour = rng.choice(tours)
            waypoints.sort(key=lambda place: tour.index(base.vertex(place)))
        try:
            return Problem(
                base.ground, piece=base.piece, closed=base.closed, start=base.start,
                end=base.end, clues=base.clues, forced=base.forced, forbidden=base.forbidden,
                waypoints=waypoints, ends=rng.random() < 0.3,
            )  # fmt: skip
        except InvalidProblem:
            pass  # the numbers contradict the order


def edges_of(problem: Problem, tour: list[int]) -> set[frozenset[Any]]:
    line = [*tour, tour[0]] if problem.closed else tour
    return {edge_of(problem, edge) for edge in pairwise(line)}


def edge_of(problem: Problem, edge: tuple[int, ...]) -> frozenset[Any]:
    """An edge, or an arc as a set of pairs."""
    return frozenset(enumerate(edge) if problem.directed else edge)


def _graph(rng: random.Random) -> Graph:
    """A union of covers by cycles, less an edge or two; half of them have two colours."""
    bipartite = rng.random() < 0.5
    size = rng.randint(2, 5) * 2 if bipartite else rng.randint(4, 10)
    edges: set[tuple[int, int]] = set()
    for _ in range(rng.choice((1, 2, 2, 2, 3))):
        order = rng.sample(range(size), size)
        if bipartite:
            even = [v for v in order if v % 2 == 0]
            odd = [v for v in order if v % 2]
            order = [v for pair in zip(even, odd, strict=True) for v in pair]
        while order:
            length = rng.choice((4, 6, size))
            if len(order) - length < 3:
                length = len(order)
            cycle, order = order[:length], order[length:]
            edges |= {(min(e), max(e)) for e in pairwise([*cycle, cycle[0]])}
    kept = sorted(edges)
    rng.shuffle(kept)
    return Graph.from_edges(kept[rng.choice((0, 0, 0, 1, 2)) :], range(size))


def _board(rng: random.Random) -> Board:
    shape = rng.choice(SHAPES)
    cells = list(Board(shape))
    holes = rng.sample(cells, max(0, len(cells) - rng.randint(6, 10)))
    return Board(shape, tuple(holes), tuple(rng.random() < 0.15 for _ in shape))
