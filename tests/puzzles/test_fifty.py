"""Fifty seeds of each size and piece: puzzles judged by a SAT solver, made twice, and explained."""

from dataclasses import replace

import pytest

from by_sat import SatSearch
from caballero import is_unique, verify
from caballero.puzzles import explain
from caballero.puzzles.make import ALL_NODES
from puzzles.test_explanation import is_true, replayed
from puzzles.test_make import made
from seldom import mostly_nightly


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("seed", mostly_nightly(range(50), every=50))
@pytest.mark.parametrize("size", [6, 8, pytest.param(10, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("piece", ["king", "wazir", "knight"])
def test_a_puzzle(piece: str, size: int, seed: int) -> None:
    puzzle = made(size, piece=piece, seed=seed)
    again = made(size, piece=piece, seed=seed)
    assert (again.problem, again.tour) == (puzzle.problem, puzzle.tour)

    # One solution, and each given number but the ends is needed.
    problem, tour = puzzle.problem, [*puzzle.tour.squares]
    squares = [(r, c) for r in range(size) for c in range(size)]
    clues = {number: tour[number - 1] for number in problem.numbered()}
    search = SatSearch(squares, piece, given=clues)
    assert search.find() == tour
    search.exclude(tour)
    assert search.find() is None
    # Searches for a knight's puzzle of 10×10 may take all nodes: then some numbers just stay.
    assert puzzle.minimal or puzzle.stats.nodes > ALL_NODES
    for number in clues.keys() - {1, size * size} if puzzle.minimal else ():
        rest = [clue for clue in problem.clues if clue[1] != number]
        answer = is_unique(replace(problem, clues=tuple(rest)))
        assert answer.status == "several"
        assert all(verify(tour, replace(problem, clues=tuple(rest))) for tour in answer.tours)
        assert len({*answer.tours}) == 2

    explanation = explain(problem)
    line = [*puzzle.tour.order]
    assert all(is_true(step, problem, line) for step in explanation.steps)
    if explanation.solved:
        assert explanation.tour == puzzle.tour
        assert [v for _, v in sorted(replayed(explanation).items())] == line
    else:
        assert explanation.grade == "expert"
