"""Tours and puzzles of hexagons and triangles as text and JSON, and back."""

import pytest

from caballero import Board, InvalidInput, Problem, find_tour, solve, verify
from caballero.formats import (
    outcome_json,
    problem_data,
    read_claim,
    read_problem,
    read_puzzle,
    read_puzzles,
    to_grid_text,
    to_matrix_text,
    to_moves_text,
    to_puzzle_text,
)

BOARDS = [
    "hex1", "hex3", "hex4x3", "tri3", "hex\n . .\n# . .\n . .", "tri\n  . . .\n  . . .",
    "hex\n . .\n. # .\n . .", "hex\n  . . .\n . #\n. . .\n . .",
]  # fmt: skip


def problem_on(board: str) -> Problem:
    """A problem on a board that has a tour of this piece."""
    return Problem(board, "king" if board.startswith("tri") else "step")


@pytest.mark.parametrize("board", BOARDS)
def test_a_tour_reads_back(board: str) -> None:
    problem = problem_on(board)
    tour = find_tour(problem)
    for text in (str(tour), to_matrix_text(tour), to_matrix_text(tour, first=0)):
        claim = read_claim(text)
        assert (claim.board, claim.piece, claim.closed) == (tour.board, tour.piece, False)
        assert verify(text).tour == tour
    if not tour.board.gaps and "\n" not in board:
        assert verify(f"{board} {problem.piece}\n{to_moves_text(tour)}").tour == tour
    assert verify(outcome_json(problem, solve(problem))).valid


@pytest.mark.parametrize("board", BOARDS)
def test_a_puzzle_reads_back(board: str) -> None:
    bare = problem_on(board)
    tour = find_tour(bare)
    clues = {square: number for number, square in enumerate(tour, 1) if number % 3 == 2}
    puzzle = Problem(board, bare.piece, start=tour[0], clues=clues)
    assert read_puzzle(to_puzzle_text(puzzle)) == puzzle
    assert read_problem(problem_data(puzzle)) == puzzle
    assert Problem(puzzle.to_drawing(), bare.piece) == puzzle
    assert eval(repr(puzzle), {"Problem": Problem, "Board": Board}) == puzzle


def test_the_first_line_of_a_puzzle() -> None:
    text = "puzzle: hex2 step\n1 .\n. # 6\n. ."
    puzzle = read_puzzle(text)
    assert puzzle == Problem(Board("hex2", holes=["b2"]), "step", clues={"a3": 1, "c2": 6})
    assert to_puzzle_text(puzzle) == "hex2 step open\n 1 .\n. # 6\n . ."
    first, second = read_puzzles(f"{text}\n\nhidato\n1 .\n. .")
    assert first == puzzle
    assert second.board == Board(2)
    assert read_puzzle("hex paso\n . 1\n. . .\n . .").board == Board("hex2")


def test_what_no_text_can_show_is_told() -> None:
    with pytest.raises(InvalidInput, match="hex3"):
        to_grid_text(Problem("hex3", "step"))
    with pytest.raises(InvalidInput, match="Row 2 of the drawing of hex2 has 2 cells"):
        read_puzzle("hex2 step\n. .\n. 1\n. .")
    for data in ({"grid": 3}, {"grid": "hex"}, {"grid": "oct", "rows": [[0, 3]]}):
        with pytest.raises(InvalidInput):
            read_problem({"board": {"shape": [1, 3], **data}, "closed": False})
