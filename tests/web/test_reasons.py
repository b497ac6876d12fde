"""Why a game cannot be finished: what the page shows is a whole reason, in lost positions."""

import random
from functools import cache
from typing import Any, NamedTuple

import pytest

from caballero import Problem, verify
from caballero.web.tasks import hint_json
from web.reasons import LEAPS, Incomplete, Square, check

pytestmark = pytest.mark.slow

OTHERS = ((5, 5), (6, 6), (5, 8), (7, 7), (12, 12))
"""The sides of other boards: odd ones, oblong ones, a larger one."""


class Lost(NamedTuple):
    """A position that cannot be finished, and the answer of the API."""

    sides: Square
    holes: list[Square]
    closed: bool
    path: list[Square]
    answer: dict[str, Any]


def walked(rng: random.Random, squares: list[Square]) -> list[Square]:
    """Play moves at random, most of them to a square with the fewest exits."""
    path = [rng.choice(squares)]

    def exits(square: Square) -> list[Square]:
        ahead = [(square[0] + r, square[1] + c) for r, c in LEAPS]
        return [one for one in ahead if one in squares and one not in path]

    careful = rng.random() < 0.75
    for _ in range(rng.randrange(5, len(squares))):
        ahead = exits(path[-1])
        if not ahead:
            break
        fewest = min(len(exits(one)) for one in ahead)
        best = [one for one in ahead if len(exits(one)) == fewest]
        path.append(rng.choice(best if careful and rng.random() < 0.85 else ahead))
    return path


def asked(
    sides: Square, holes: list[Square], closed: bool, path: list[Square], strength: int = 1
) -> dict[str, Any]:
    board = {"shape": [*sides], "holes": [list(hole) for hole in holes]}
    body = {"board": board, "closed": closed, "path": [list(square) for square in path]}
    return hint_json({**body, "strength": strength, "seconds": 10}, "en")


@cache
def lost_positions(count: int, sides: Square = (8, 8)) -> list[Lost]:
    rng = random.Random(1)
    board = [(r, c) for r in range(sides[0]) for c in range(sides[1])]
    found: list[Lost] = []
    while len(found) < count:
        closed = rng.random() < 0.5
        holes: list[Square] = []
        if rng.random() < 0.3:
            holes = rng.sample(board, rng.choice([2, 4]))
        path = walked(rng, [square for square in board if square not in holes])
        answer = asked(sides, holes, closed, path)
        assert answer["finishable"] is not None
        if answer["finishable"] is False:
            found.append(Lost(sides, holes, closed, path, answer))
    return found


def test_every_reason_is_whole() -> None:
    for one in lost_positions(600):
        check(one.sides, one.holes, one.closed, one.path, one.answer)


@pytest.mark.parametrize("sides", OTHERS)
def test_reasons_on_other_boards(sides: Square) -> None:
    for one in lost_positions(30, sides):
        check(one.sides, one.holes, one.closed, one.path, one.answer)


def refused(position: Lost, answer: dict[str, Any]) -> bool:
    try:
        check(position.sides, position.holes, position.closed, position.path, answer)
    except Incomplete:
        return True
    return False


def test_the_checker_refuses_reasons_of_other_positions() -> None:
    """Nearly all: the same few squares may be the reason in two positions."""
    found = lost_positions(600)
    refusals = [
        refused(one, other.answer)
        for one, other in zip(found, found[1:] + found[:1], strict=True)
        if one.path != other.path
    ]
    assert sum(refusals) > 0.95 * len(refusals)


def test_the_checker_refuses_a_reason_with_a_conclusion_left_out() -> None:
    """Each one is needed: arguments have no step that the contradiction can do without."""
    tried = refusals = 0
    for one in lost_positions(600):
        lines = one.answer.get("argument", ())
        for i in range(len(lines) - 1):
            answer = {**one.answer, "argument": [*lines[:i], *lines[i + 1 :]]}
            tried += 1
            refusals += refused(one, answer)
    assert tried > 10
    assert refusals == tried


def test_several_conclusions_are_shown_one_by_one() -> None:
    stepped = [one for one in lost_positions(600) if len(one.answer.get("argument", ())) > 1]
    assert len(stepped) > 5
    for one in stepped:
        assert all(line["marks"] for line in one.answer["argument"])
        assert one.answer["marks"] == one.answer["argument"][-1]["marks"]


def test_a_suggestion_has_the_fewest_exits_of_those_that_can_be_finished() -> None:
    """As the lesson teaches; and the reason that is given is true."""
    rng = random.Random(3)
    squares = [(r, c) for r in range(6) for c in range(6)]
    kinds = set()
    for _ in range(60):
        closed, path = rng.random() < 0.5, walked(rng, squares)[: rng.randrange(1, 30)]
        answer = asked((6, 6), [], closed, path, strength=3)
        if answer["move"] is None:
            continue
        move, free = tuple(answer["move"]), {*squares} - {*path}
        exits = {}
        for square in free & steps(path[-1]):
            further = asked((6, 6), [], closed, [*path, square])
            if further["finishable"]:
                exits[square] = len(steps(square) & free)
        assert exits[move] == min(exits.values())
        name = f"{'abcdef'[move[1]]}{6 - move[0]}"
        tied = sum(count == exits[move] for count in exits.values())
        if len(free & steps(path[-1])) == 1:
            expected = f"Go to {name}. The piece can go nowhere else."
        elif len(exits) == 1:
            expected = f"Go to {name}. Only through it can the tour still be finished."
        else:
            more = "." if tied == 1 else ", like "
            expected = f"Try {name}. Of the squares from which the tour can be finished, it has "
            expected += f"the fewest exits ({exits[move]}){more}"
        assert answer["why"].startswith(expected)
        kinds.add(expected[-20:].replace(name, ""))
        tour = [*path, *map(tuple, answer["rest"])]
        assert verify(tour, Problem(6, closed=closed)).valid
    assert len(kinds) > 2


def steps(square: Square) -> set[Square]:
    return {(square[0] + r, square[1] + c) for r, c in LEAPS}
