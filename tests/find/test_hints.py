"""Hints for a tour in progress."""

from __future__ import annotations

import pytest

from caballero import Problem
from caballero.find.hints import finish, verdict


@pytest.mark.parametrize(
    ("problem", "path", "code"),
    [
        (Problem(3), [], "no-tour"),
        (Problem(3), ["a1"], "hint-lost"),  # another start may do
        (Problem(3, start="a1"), ["a1"], "no-tour"),
        (Problem(3, clues={"a1": 1}), ["a1"], "no-tour"),
        (Problem(4, closed=True), ["a1"], "no-tour"),  # every closed tour goes there
        (Problem(5, clues={"a1": 2}), [], "no-tour"),
        (Problem("3x4", start="b3"), ["b3", "c1"], "hint-lost"),
        (Problem(5), [], "hint-safe"),
        (Problem(5, start="a1"), ["a1"], "hint-safe"),
    ],
)
def test_what_was_never_there_is_not_lost(problem: Problem, path: list[str], code: str) -> None:
    squares = [problem.board.parse_square(name) for name in path]
    output = verdict(problem, squares, finish(problem, squares, seconds=10, megabytes=500))
    assert output.code == code
