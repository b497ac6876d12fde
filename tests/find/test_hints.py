"""Hints for a tour in progress."""

import pytest

from caballero import Impossible, Problem
from caballero.find.hints import finish, verdict


@pytest.mark.parametrize(
    ("problem", "path", "code"),
    [
        (Problem(3), [], "hint-none"),
        (Problem(3), ["a1"], "hint-lost"),  # another start may do
        (Problem(3, start="a1"), ["a1"], "hint-none"),
        (Problem(3, clues={"a1": 1}), ["a1"], "hint-none"),
        (Problem(4, closed=True), ["a1"], "hint-none"),  # every closed tour goes there
        (Problem(5, clues={"a1": 2}), [], "hint-none"),
        (Problem("3x4", start="b3"), ["b3", "c1"], "hint-lost"),
        (Problem(5), [], "hint-safe"),
        (Problem(5, start="a1"), ["a1"], "hint-safe"),
    ],
)
def test_what_was_never_there_is_not_lost(problem: Problem, path: list[str], code: str) -> None:
    squares = [problem.board.parse_square(name) for name in path]
    output = verdict(problem, squares, finish(problem, squares, seconds=10, megabytes=500))
    assert output.message.code == code


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (Problem(4), "cut-set"),
        (Problem("3x5"), "short-cycle"),
        (Problem(3, start="a1"), "unreachable"),
        (Problem(5, closed=True), "colours"),
        (Problem("3x8", closed=True), "cut-set"),
    ],
)
def test_an_argument_is_told_rather_than_a_theorem(problem: Problem, kind: str) -> None:
    outcome = finish(problem, [], seconds=60, megabytes=500)
    assert isinstance(outcome, Impossible)
    assert outcome.certificate.kind == kind
    assert outcome.certificate.check(problem)
