"""Structured tours: each is a tour, and every way to ask for a part of it gives the same."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from caballero import Board, NoTour, Problem, structured_tour, verify
from caballero.find import StructuredTour
from caballero.find.construct.rectangles import tile_places
from caballero.model import InvalidBoard, InvalidProblem, InvalidSquare
from caballero.model.board import Square
from caballero.proof.facts import excluded_by, is_tour
from seldom import mostly_nightly

SIDES = range(3, 41)
SIZES = [10**3, 10**6, 10**9, 10**18]

sides = st.integers(5, 10**18)
places = st.floats(0, 1, exclude_max=True)


def possible(rows: int, columns: int, closed: bool) -> bool:
    return excluded_by(Problem(Board((rows, columns)), closed=closed)) is None


def is_move(a: Square, b: Square) -> bool:
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}


def assert_round_trip(tour: StructuredTour, square: Square) -> None:
    number = tour.index(square)
    assert 0 <= number < tour.size
    assert tour[number] == square
    for there, back, step in ((tour.next, tour.previous, 1), (tour.previous, tour.next, -1)):
        if not tour.closed and not 0 <= number + step < tour.size:
            with pytest.raises(InvalidSquare) as error:
                there(square)
            assert error.value.code == "tour-ends"
            continue
        other = there(square)
        assert other in tour
        assert is_move(square, other)
        assert tour.index(other) == (number + step) % tour.size
        assert back(other) == square


def assert_large_tour(tour: StructuredTour) -> None:
    """As the judge, but quick: bijection and moves, and number 0 where it should be."""
    order, numbers = tour.order(), tour.fill()
    columns = tour.board.shape[1]
    assert (np.bincount(order, minlength=tour.size) == 1).all()
    assert (numbers.reshape(-1)[order] == np.arange(tour.size)).all()
    row, column = np.divmod(order, columns)
    down, right = abs(row - np.roll(row, 1)), abs(column - np.roll(column, 1))
    moves = (down * right == 2)[0 if tour.closed else 1 :]
    assert moves.all()
    assert divmod(int(order[0]), columns) == tour.first == tour[0]


# -- small boards ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rows", mostly_nightly(SIDES, 3))
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
def test_every_board_that_has_a_tour(rows: int, closed: bool) -> None:
    for columns in SIDES:
        problem = Problem(Board((rows, columns)), closed=closed)
        if not possible(rows, columns, closed):
            with pytest.raises(NoTour) as error:
                structured_tour(rows, columns, closed=closed)
            assert error.value.outcome.certificate.check(problem)
            continue
        tour = structured_tour(rows, columns, closed=closed)
        assert is_tour(problem, tour.tour().order), problem
        assert (tour.closed, tour.size) == (closed, rows * columns)


@pytest.mark.parametrize(
    "shape", [(5, 6), (6, 5), (8, 8), (3, 12), (14, 3), (3, 7), (4, 5), (11, 4), (7, 9), (31, 13)]
)
def test_all_views_agree(shape: tuple[int, int]) -> None:
    tour = structured_tour(*shape)
    stored = tour.tour()
    assert verify(stored).valid
    assert tuple(tour) == stored.squares
    assert tour.fill().tolist() == stored.matrix(first=0)
    assert tour.order().tolist() == list(stored.order)
    assert [tour[i - tour.size] for i in range(tour.size)] == list(tour)
    for square in tour.board:
        assert_round_trip(tour, square)


# -- a chosen start ----------------------------------------------------------------------------


@pytest.mark.long_plain
@pytest.mark.parametrize("shape", list(product((5, 7, 9, 11), repeat=2)), ids=str)
def test_any_start_of_the_right_colour_on_odd_boards(shape: tuple[int, int]) -> None:
    board = Board(shape)
    for start in board:
        problem = Problem(board, start=start)
        if board.colour(start) != board.colour((0, 0)):
            with pytest.raises(NoTour) as error:
                structured_tour(*shape, start=start)
            assert error.value.outcome.certificate.check(problem)
        else:
            tour = structured_tour(*shape, start=start)
            assert is_tour(problem, tour.tour().order), problem


def situation(side: int, at: int) -> tuple[object, ...]:
    """What decides, along one side, which tile a start gets."""
    return tuple(
        (before > 0, before + length < side, at - before, length)
        for before, length in tile_places(side, at)
    )


def test_starts_in_all_situations_on_odd_boards() -> None:
    met: dict[object, tuple[int, int]] = {}
    for side in range(5, 34, 2):
        for at in range(side):
            met.setdefault(situation(side, at), (side, at))
    assert len(met) == 129
    assert all(situation(side, at) in met for side in range(35, 80, 2) for at in range(side))
    pairs = [(a, b) for a, b in product(met.values(), repeat=2) if (a[1] + b[1]) % 2 == 0]
    for (rows, row), (columns, column) in pairs[::43]:  # all of them take a minute
        assert structured_tour(rows, columns, start=(row, column))[0] == (row, column)


# -- large boards ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("side", SIZES)
@given(x=places, y=places)
def test_round_trips_at_any_size(side: int, x: float, y: float) -> None:
    for shape in ((side, side), (side, side + 2), (side + 2, side)):
        assert_round_trip(structured_tour(*shape), (int(x * shape[0]), int(y * shape[1])))


@given(sides, sides, places, places)
def test_round_trips_on_any_rectangle(m: int, n: int, x: float, y: float) -> None:
    assert_round_trip(structured_tour(m, n), (int(x * m), int(y * n)))


@given(st.sampled_from([3, 4]), st.integers(9, 10**18), places, st.booleans())
def test_round_trips_on_narrow_boards(m: int, n: int, y: float, turned: bool) -> None:
    shape = (n, m) if turned else (m, n)
    tour = structured_tour(*shape)
    for row in range(m):
        square = (int(y * n), row) if turned else (row, int(y * n))
        assert_round_trip(tour, square)


@pytest.mark.parametrize("side", SIZES)
def test_starts_on_huge_odd_boards(side: int) -> None:
    rng = random.Random(side)
    for _ in range(5):
        start = 2 * rng.randrange(side // 2) + 1, 2 * rng.randrange(side // 2) + 1
        tour = structured_tour(side + 1, side + 3, start=start)
        assert tour[0] == start
        assert_round_trip(tour, tour[tour.size // 2])
        assert_round_trip(tour, tour[-1])


@pytest.mark.long_plain
@pytest.mark.parametrize(
    "shape",
    [(600, 602), (512, 512), (777, 778), (801, 803), (3, 100_000), (100_003, 3), (4, 100_001)],
    ids=str,
)
def test_whole_large_boards(shape: tuple[int, int]) -> None:
    assert_large_tour(structured_tour(*shape))


# -- the value ---------------------------------------------------------------------------------


def test_numbers_and_squares_outside() -> None:
    tour = structured_tour(6)
    for number in (36, -37):
        with pytest.raises(IndexError):
            tour[number]
    with pytest.raises(InvalidSquare):
        tour.index((6, 0))
    with pytest.raises(InvalidBoard):
        structured_tour(0)


# -- constructed tours -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        Problem("8x8 torus"), Problem("4x4x4"), Problem("8x8", piece="camel"),
        Problem("8x8", start="a1", end="b1"), Problem("8x8", clues={"a1": 7}),
        Problem("...\n...\n#.."), Problem(Problem("3x4").graph()),
    ],
    ids=str,
)  # fmt: skip
def test_boards_without_a_construction(problem: Problem) -> None:
    with pytest.raises(InvalidProblem) as error:
        structured_tour(problem)
    assert error.value.code == "not-constructed"
