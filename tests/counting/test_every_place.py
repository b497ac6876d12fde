"""Listings cut at every place: both parts together are the whole, in order."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from caballero import Board, Listing, Problem, Symmetry, Tour, iter_tours, symmetries
from caballero.counting.listing.quotient import constraint_of, has_quotient, symmetric_trees
from caballero.counting.listing.sources import TreeFeed
from caballero.machine.limits import Budget
from caballero.model import SymmetryClass
from random_problems import random_problem
from seldom import mostly_nightly

HOLED = """
. . . .
. . # .
. # . .
. . . ."""

CROSS = """
# . . #
. . . .
. . . .
. . . .
# . . #"""

RING = """
. . . . .
. . . . .
. # # # .
. . . . .
. . . . ."""


def closed(board: str, piece: str = "knight", **more: Any) -> Problem:
    return Problem(board, piece=piece, closed=True, **more)


SHIFT = Symmetry((0, 1), (False, False), (0, 2))  # of a torus with four columns

# Of some, one part of the wish has tours, of others two or three, one after the other; there are
# parts that are over without a choice, with a tour and without.
SYMMETRIC: list[tuple[Problem, str | Symmetry, int]] = [
    (closed("3x10"), "half-turn", 4), (closed("3x10"), "half-turn-direct", 0),
    (closed("3x10"), "half-turn-oblique", 4), (closed("3x10"), "left-right", 4),
    (closed("3x14"), "half-turn", 24), (closed("3x14"), "reflection", 24),
    (closed("5x6"), "reflection", 4), (closed("6x6"), "quarter-turn", 10),
    (closed("6x6"), "half-turn", 78), (closed("4x4", "king"), "reflection", 180),
    (closed("3x4", "king"), "reflection", 18), (closed("2x5", "king"), "reflection", 12),
    (closed("2x5", "king"), "half-turn", 4), (closed("4x5", "knight+fers"), "half-turn", 48),
    (closed("6x6", "wazir"), "reflection", 76), (closed("6x6", "wazir"), "left-right", 44),
    (closed("6x6", "wazir"), "several", 6), (closed("4x4", "wazir"), "reflection", 4),
    (closed("4x4", "wazir"), "several", 2), (closed("5x6", "wazir"), "left-right", 14),
    (closed("2x3", "wazir"), "upside-down", 1), (closed("2x3", "wazir"), "half-turn", 1),
    (closed("2x6", "wazir"), "reflection", 0), (closed(HOLED, "king"), "other-diagonal", 6),
    (closed(CROSS), "half-turn", 4), (closed(RING, "knight+fers"), "reflection", 6),
    (closed("4x4", "wazir", forced=[("b1", "c1")]), "reflection", 3),
    (closed("2x4", "wazir", surface="torus"), SHIFT, 2), (Problem("5x5"), "half-turn", 32),
    (Problem("3x7"), "half-turn", 4), (Problem("4x5", piece="wazir"), "reflection", 22),
    (Problem("3x8", piece="wazir"), "left-right", 38),
    (Problem("2x3", piece="king"), "reflection", 8),
    (Problem("2x4", piece="fers+wazir"), "reflection", 32), (Problem(CROSS), "half-turn", 26),
    (Problem("4x5", start="a1"), "half-turn", 2),
]  # fmt: skip


def hold(question: Callable[..., Listing]) -> list[Tour]:
    """Cut a listing at every place, and return all its tours."""
    listing = question()
    given, cuts = [], [listing.token]
    for tour in listing:
        given.append(tour)
        cuts.append(listing.token)
    assert listing.finished
    for place, token in enumerate(cuts):
        assert list(question(resume=token)) == given[place:], token
    assert list(question(resume=listing.token)) == []
    return given


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "wish", "count"), mostly_nightly(SYMMETRIC, 4, several=True))
def test_symmetric_tours(problem: Problem, wish: str | Symmetry, count: int) -> None:
    assert len(hold(lambda **more: iter_tours(problem, symmetry=wish, **more))) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    "asks",
    [
        {}, {"directed": True}, {"seed": 4}, {"up_to_symmetry": True}, {"symmetry": "asymmetric"},
        {"symmetry": "half-turn", "directed": True},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize(
    "problem",
    mostly_nightly([Problem("3x7"), closed("3x10"), closed("2x3", "wazir"), Problem("1x1")], 2),
    ids=str,
)
def test_other_listings(problem: Problem, asks: dict[str, Any]) -> None:
    hold(lambda **more: iter_tours(problem, **asks, **more))


def test_numbers_inside() -> None:
    problem = Problem("4x5", clues={"b1": 7})
    assert hold(lambda **more: iter_tours(problem, **more))
    middle = Problem("2x3", piece="wazir", clues={"b1": 3})
    assert len(hold(lambda **more: iter_tours(middle, symmetry="half-turn", **more))) == 2


@pytest.mark.slow
def test_random_problems() -> None:
    rng = random.Random(77)
    cut = 0
    while cut < 120:
        problem = random_problem(rng)
        if not isinstance(problem.ground, Board):
            continue
        flat = len(problem.board.shape) == 2 and not any(problem.board.wraps)
        for wish in [*symmetries(problem.board), *(SymmetryClass if flat else ())]:
            if len(list(iter_tours(problem, symmetry=wish, count=41))) < 41:
                cut += len(hold(lambda **more: iter_tours(problem, symmetry=wish, **more)))  # noqa: B023


# -- between tours ------------------------------------------------------------------------------


def ways_of(
    problem: Problem, name: str | Symmetry
) -> tuple[list[Tour], dict[tuple[int, ...], int]]:
    """All tours of a constraint, and the number before each possible decision."""
    feed = TreeFeed(symmetric_trees(problem, constraint_of(problem, name)))
    tours: list[Tour] = []
    ways: dict[tuple[int, ...], int] = {}
    more = True
    while more:
        some, more = feed.advance(1, 1, Budget())
        tours += some
        assert feed.passed == len(tours)
        ways.setdefault(tuple(feed.decisions()), feed.passed)
    return tours, ways


def after(problem: Problem, name: str | Symmetry, passed: int, way: list[int]) -> list[Tour]:
    feed = TreeFeed(symmetric_trees(problem, constraint_of(problem, name)), passed, way)
    tours: list[Tour] = []
    more = True
    while more:
        some, more = feed.advance(100, 1_000, Budget())
        tours += some
    assert feed.passed == passed + len(tours)
    return tours


SMALL = [
    (problem, wish)
    for problem, wish, count in SYMMETRIC
    if count < 50 and wish != "several" and has_quotient(problem, constraint_of(problem, wish))
]


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "wish"), mostly_nightly(SMALL, 4, several=True))
def test_every_way(problem: Problem, wish: str | Symmetry) -> None:
    """A limit of time can stop a search anywhere."""
    tours, ways = ways_of(problem, wish)
    assert tours == list(iter_tours(problem, symmetry=wish))
    parts = len(constraint_of(problem, wish).cases)
    for way, passed in ways.items():
        assert len(way) > 1 or way == (2 * parts,)  # an empty one would not say where it is
        assert after(problem, wish, passed, list(way)) == tours[passed:], way
