"""The search for numbers, compared with brute force."""

import random
from itertools import combinations

import pytest

from caballero import Graph, Limits, Problem
from caballero.find import numbers as module
from caballero.find.numbers import NumberSearch, possible_numbers
from caballero.machine.limits import Budget, LimitHit
from naive import all_directed_tours
from random_problems import random_problem, tours_of


def with_numbers(rng: random.Random, problem: Problem) -> tuple[Problem, list[list[int]]]:
    """The problem with some numbers of a tour, or any; and all its tours."""
    tours = list(tours_of(problem))
    size = problem.size
    order = rng.choice(tours) if tours and rng.random() < 0.7 else rng.sample(range(size), size)
    clues = {problem.place(order[i]): i + 1 for i in rng.sample(range(size), rng.randint(1, 3))}
    given = Problem(
        problem.ground, piece=problem.piece, closed=problem.closed, clues=clues,
        forced=problem.forced, forbidden=problem.forbidden,
    )  # fmt: skip
    return given, list(tours_of(given))


def all_of(search: NumberSearch) -> list[list[int]]:
    found = []
    while (tour := search.run(Budget())) is not None:
        found.append(tour)
        search.exclude(tour)
    return found


def test_every_tour_once_as_naive() -> None:
    rng = random.Random(5)
    done = 0
    while done < 100:
        problem = random_problem(rng)
        if problem.size > 12:
            continue
        problem, tours = with_numbers(rng, problem)
        if len(tours) < 40:
            assert sorted(all_of(NumberSearch(problem, seed=done))) == sorted(tours), problem
            done += 1


def test_directed_graphs_as_naive() -> None:
    rng = random.Random(6)
    for _ in range(80):
        size = rng.randint(1, 6)
        edges = [(a, b) for a in range(size) for b in range(size) if a != b and rng.random() < 0.6]
        graph = Graph.from_edges(edges, range(size), directed=True)
        places = rng.sample(range(size), min(size, 2))
        clues = dict(zip(places, rng.sample(range(1, size + 1), len(places)), strict=True))
        forced = rng.sample(edges, min(len(edges), rng.choice((0, 0, 1))))
        problem = Problem(graph, closed=rng.random() < 0.5, clues=clues, forced=forced)
        rows = [graph.neighbours(v) for v in range(size)]
        known = problem.numbered()
        wanted = all_directed_tours(rows, closed=problem.closed, clues=known, forced=forced)
        assert sorted(all_of(NumberSearch(problem))) == sorted(wanted)


def test_tours_that_begin_with_a_line_as_naive() -> None:
    rng = random.Random(7)
    for _ in range(60):
        problem = random_problem(rng)
        if problem.size > 12:
            continue
        problem, tours = with_numbers(rng, problem)
        search = NumberSearch(problem)
        size = problem.size
        for _ in range(6):
            order = rng.choice(tours) if tours else rng.sample(range(size), size)
            shift = rng.randrange(size) if problem.closed else 0
            turned = order[shift:] + order[:shift]
            line = turned[: rng.randint(0, size)]
            barred = rng.sample(range(size), rng.randint(0, 2))
            wanted = [
                tour
                for tour in tours
                for other in (tour[shift:] + tour[:shift],)
                if other[: len(line)] == line
                and (len(line) == size or other[len(line)] not in barred)
            ]
            if len(line) == size:
                barred = []
            found = search.run(Budget(), line, barred, shift)
            assert (found in wanted) if wanted else found is None


def test_vertices_between_two_parts() -> None:
    """Without this rule, learning needs exponential time."""
    for size in (8, 30):
        edges = [*combinations(range(size + 1), 2), *combinations(range(size, 2 * size + 1), 2)]
        graph = Graph.from_edges(edges, range(2 * size + 1))
        for clues in ({size: size + 3}, {0: 3, 2 * size: 5}):
            problem = Problem(graph, clues=clues)
            assert NumberSearch(problem).run(Budget(Limits(nodes=1000))) is None
        search = NumberSearch(Problem(graph, clues={0: 3, size: size + 1}))
        assert search.run(Budget(Limits(nodes=10_000_000))) is not None


def test_numbers_that_distances_and_colours_allow() -> None:
    row = [[1], [0, 2], [1, 3], [2]]
    ring = [[3, 1], [0, 2], [1, 3], [2, 0]]
    assert possible_numbers(row, row, {0: 0}, closed=False) == [1, 2, 4, 8]
    assert possible_numbers(row, row, {1: 0}, closed=False) is None
    assert possible_numbers(ring, ring, {0: 0}, closed=True) == [1, 10, 4, 10]
    assert possible_numbers(ring, ring, {0: 0, 1: 0}, closed=True) is None
    assert possible_numbers([[], []], [[], []], {}, closed=False) is None


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(10, clues={"c3": 17})
    with pytest.raises(LimitHit):
        NumberSearch(problem).run(Budget(Limits(nodes=2000)))
    monkeypatch.setattr(module, "MOST_VARIABLES", 100)
    search = NumberSearch(problem)
    assert search.too_large
    assert search.run(Budget()) is None
