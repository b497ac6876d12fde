"""A tour and its reverse are one tour if both answer the problem: every verb says so.

The oracle tries all permutations, and judges each by the problem.
"""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from caballero import Graph, Problem, count_tours, is_unique, iter_tours
from caballero.machine.errors import InvalidInput
from caballero.model import InvalidProblem
from caballero.model.direction import goes_back, may_go_back
from caballero.proof import check_proof
from caballero.proof.facts import is_tour
from seldom import each

Line = tuple[int, ...]


def naive(problem: Problem) -> tuple[list[Line], list[Line]]:
    """Every sequence that answers a problem, and one of each tour."""
    size, free = problem.size, problem.closed and not problem.numbered()

    def answers(line: Line) -> bool:
        return is_tour(problem, [*line]) and (not free or line[0] == 0)

    lines = [*filter(answers, permutations(range(size)))]

    def forms(line: Line) -> list[Line]:
        back = line[::-1]
        turned = [back[i:] + back[:i] for i in range(size if problem.closed else 1)]
        return [line, *(one for one in turned if not problem.directed and answers(one))]

    return lines, sorted({min(forms(line)) for line in lines})


def a_problem(rng: random.Random) -> Problem | None:
    size, directed = rng.randint(3, 6), rng.random() < 0.15
    pairs = [(v, w) for v in range(size) for w in range(size) if (v != w if directed else v < w)]
    edges = [edge for edge in pairs if rng.random() < 0.8]
    rows: dict[Any, list[int]] = {v: [w for a, w in edges if a == v] for v in range(size)}
    parts: dict[str, Any] = {"closed": rng.random() < 0.75}
    if rng.random() < 0.8:
        two = range(rng.randint(1, 2))
        parts["clues"] = {rng.randrange(size): rng.randint(1, size) for _ in two}
    if rng.random() < 0.7:
        parts["waypoints"] = rng.sample(range(size), rng.randint(2, 3))
    for name in ("start", "end"):
        if rng.random() < 0.2:
            parts[name] = rng.randrange(size)
    for name in ("forced", "forbidden"):
        if edges and rng.random() < 0.2:
            parts[name] = [rng.choice(edges)]
    try:
        return Problem(Graph.from_dict(rows, directed=directed), **parts)
    except InvalidProblem:
        return None


@pytest.mark.slow
@each("seed", range(1200), every=8)
def test_one_convention(seed: int) -> None:
    problem = a_problem(random.Random(seed))
    if problem is None:
        return
    lines, tours = naive(problem)
    assert [*sorted(tour.order for tour in iter_tours(problem))] == tours
    assert [*sorted(tour.order for tour in iter_tours(problem, directed=True))] == lines
    for method in (None, "brute", "listing"):
        count = count_tours(problem, method=method)
        assert (int(count), int(count.as_directed())) == (len(tours), len(lines))
    assert int(count_tours(problem, directed=True)) == len(lines)
    assert len(is_unique(problem).tours) == min(2, len(tours))
    twice = {line for line in tours if goes_back(problem, line)}
    assert len(lines) == len(tours) + len(twice)
    assert may_go_back(problem) or not twice


def test_numbers_and_waypoints_of_a_closed_tour(tmp_path: Path) -> None:
    """Only some of these tours answer the problem in both directions."""
    square = Graph.from_dict({0: [1, 2, 3], 1: [2, 3], 2: [3]})
    parts: dict[str, Any] = {"closed": True, "clues": {2: 3}, "waypoints": [0, 2]}
    one = Problem(square, forbidden=[(0, 2)], **parts)
    answer = is_unique(one, proof=tmp_path / "one")
    assert answer.status == "unique"
    verdict = check_proof(tmp_path / "one")
    assert verdict.accepted
    assert verdict.claim == "only"
    assert (count_tours(one), count_tours(one, directed=True)) == (1, 2)
    every = Problem(square, **parts)
    lines, tours = naive(every)
    assert len(tours) < len(lines) < 2 * len(tours)
    listing = iter_tours(every, directed=True, count=2)
    begun = [tour.order for tour in listing]
    rest = [tour.order for tour in iter_tours(every, directed=True, resume=listing.token)]
    assert sorted(begun + rest) == lines
    with pytest.raises(InvalidInput, match="another problem"):
        iter_tours(every, resume=listing.token)
