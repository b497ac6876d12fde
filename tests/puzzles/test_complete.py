"""Puzzles that are completed: the fewest clues, those to spare, and two solutions side by side."""

from itertools import combinations

import pytest

from caballero import (
    GaveUp,
    InvalidInput,
    LimitReached,
    NoTour,
    Problem,
    find_tour,
    is_unique,
    verify,
)
from caballero.machine.errors import InvalidProblem
from caballero.puzzles import Completed, complete_puzzle
from caballero.puzzles.complete import smallest_hitting
from caballero.puzzles.rating import GRADES


def all_lines(problem: Problem) -> list[tuple[int, ...]]:
    """Every numbering that has the clues, by trying all paths: the oracle."""
    graph, numbered = problem.graph(), problem.numbered()
    size = problem.size
    found: list[tuple[int, ...]] = []

    def go(path: list[int]) -> None:
        if numbered.get(len(path), path[-1]) != path[-1]:
            return
        if len(path) == size:
            if not problem.closed or graph.has_edge(path[-1], path[0]):
                found.append(tuple(path))
            return
        for v in graph.neighbours(path[-1]):
            if v not in path and v not in {w for n, w in numbered.items() if n != len(path) + 1}:
                go([*path, v])

    for v in range(size):
        go([v])
    return found


@pytest.mark.parametrize(
    ("ground", "how"),
    [("1 . .\n. . .\n. . .", {"piece": "wazir"}), ("1 2 .\n. . .\n. . 9", {"piece": "king"}),
     ("1 . . .\n. . . .\n. . . .", {}), ("1 . . .\n. . . .\n. . . .", {"piece": "wazir"}),
     (". 1 .\n. . .\n. . .", {"piece": "king", "closed": True}),
     ("hex2 step\n 1 .\n. . .\n . .", {}),
     ("1 2 3\n. . .\n7 . 9", {"piece": "wazir"}), ("1 . .\n. # .\n. . .", {"piece": "king"})],
)  # fmt: skip
def test_no_fewer_clues_suffice(ground: str, how: dict[str, object]) -> None:
    problem = Problem(ground) if ground[0] == "h" else Problem(ground, **how)  # type: ignore[arg-type]
    done: Completed = complete_puzzle(problem)
    assert is_unique(done.problem).tour == done.tour
    assert done.fewest
    given, order = {*problem.numbered()}, done.tour.order
    lines = all_lines(Problem(problem.ground, problem.piece, problem.closed))

    def moves(line: tuple[int, ...]) -> set[frozenset[int]]:
        ahead = [*line[1:], *([line[0]] if problem.closed else [])]
        return {frozenset(move) for move in zip(line, ahead, strict=False)}

    def is_only(numbers: set[int]) -> bool:  # a tour and its reverse are one, if both answer
        alike = (line for line in lines if all(line[n - 1] == order[n - 1] for n in numbers))
        return all(moves(line) == moves(order) for line in alike)

    every = {*range(1, len(order) + 1)}
    assert is_only(given | {*done.added})
    for count in range(len(done.added)):
        for some in combinations(every - given, count):
            assert not is_only(given | {*some})
    whole = given | {*done.added}
    assert {*done.spare} == {n for n in given if is_only(whole - {n})}
    assert is_only(whole - {*done.together})
    assert (done.near is None) == is_only(given)
    if done.near:
        assert verify(done.near, problem)
        assert verify(done.tour, problem)
        for count in range(2, len(done.differing)):  # no part of it would do
            for some in combinations(done.differing, count):
                assert is_only(every - {*some})


@pytest.mark.parametrize("level", ["easy", "medium", "difícil"])
def test_clues_for_a_level(level: str) -> None:
    grades = [*GRADES]
    for ground, piece in ((5, "king"), (5, "knight"), ("hex3", "step")):
        problem = Problem(ground, piece, clues={"a1": 1})
        done = complete_puzzle(problem, level=level)
        most = {"difícil": "hard"}.get(level, level)
        assert grades.index(done.grade) <= grades.index(most)
        assert is_unique(done.problem).tour == done.tour


def test_the_solution_that_is_meant_and_limits() -> None:
    problem = Problem("1 . . .\n. . . .\n. . . .", "wazir")
    for seed in range(3):
        meant = find_tour(problem, seed=seed)
        assert complete_puzzle(problem, solution=meant).tour == meant
    other = find_tour("3x4", piece="wazir", start="a1")
    with pytest.raises(InvalidProblem, match="meant does not solve"):
        complete_puzzle(Problem("1 . . .\n. . . .\n. . . 5", "wazir"), solution=other)
    with pytest.raises(NoTour):
        complete_puzzle("1 . .\n. . 2\n. . .", piece="wazir")
    with pytest.raises(InvalidProblem, match="waypoints"):
        complete_puzzle("zip\n1 . .\n. . .\n. . 2")
    with pytest.raises(InvalidInput, match="silly"):
        complete_puzzle(problem, level="silly")
    with pytest.raises(LimitReached) as reached:
        complete_puzzle(8, piece="king", limits=0)
    assert isinstance(reached.value.outcome, GaveUp)


def test_smallest_hitting_sets() -> None:
    sets = [{1, 2, 3}, {3, 4}, {4, 5}, {1, 5}, {6, 1}]
    found = smallest_hitting(sets, 1000)
    assert found is not None
    assert len(found) == min(
        len(some) for k in range(6) for some in combinations(range(1, 7), k)
        if all({*some} & one for one in sets)
    )  # fmt: skip
    assert smallest_hitting(sets, 2) is None
