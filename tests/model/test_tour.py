from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import Board, Graph, Piece, Symmetry, TooLarge, Tour, find_tour, symmetries
from caballero.model import InvalidProblem, SymmetryClass
from strategies import boards

WAZIR = Piece("wazir")
RING = Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], WAZIR, closed=True)


@st.composite
def orders(draw: st.DrawFn) -> Tour:
    """Any order of the squares of a board: the views do not ask whether it is a tour."""
    board = draw(boards())
    return Tour(board, tuple(draw(st.permutations(range(len(board))))), closed=draw(st.booleans()))


@given(orders(), st.integers(-3, 100))
def test_the_matrix_holds_each_number_where_the_tour_is(tour: Tour, first: int) -> None:
    matrix = tour.matrix(first)
    for i, square in enumerate(tour.squares):
        cell: Any = matrix
        for coordinate in square:
            cell = cell[coordinate]
        assert cell == i + first
    for hole in tour.board.holes:
        cell = matrix
        for coordinate in hole:
            cell = cell[coordinate]
        assert cell is None


@pytest.mark.slow
@given(orders())
def test_names_and_squares_read_back(tour: Tour) -> None:
    for written in (tour.names(), tour.squares):
        assert Tour.from_squares(tour.board, written, tour.piece, tour.closed) == tour


@given(orders())
def test_directions_lead_from_square_to_square(tour: Tour) -> None:
    board = tour.board
    squares = [*tour.squares, tour.squares[0]] if tour.closed else tour.squares
    for (a, b), step in zip(pairwise(squares), tour.directions(), strict=True):
        for x, y, d, side, wraps in zip(a, b, step, board.shape, board.wraps, strict=True):
            assert (x + d) % side == y if wraps else x + d == y
            assert not wraps or 2 * abs(d) <= side


@given(orders())
def test_reversing_and_starting_elsewhere_keep_the_line(tour: Tour) -> None:
    assert tour.reversed().reversed() == tour
    assert tour.reversed().normalised() == tour.normalised()
    if tour.closed:
        turned = tour.starting_at(tour[len(tour) // 2])
        assert turned.normalised() == tour.normalised()
        assert turned.starting_at(tour[0]) == tour
    else:
        with pytest.raises(InvalidProblem, match="only a closed tour"):
            tour.starting_at(tour[0])


@pytest.mark.slow
@given(orders())
def test_every_image_has_the_same_canonical_form(tour: Tour) -> None:
    if len(tour.board) > 12:
        return
    group = list(symmetries(tour.board))
    images = tour.images()
    assert images[0] == tour.normalised()
    assert len(images) * len(tour.symmetries()) == len(group)
    assert {tour.image(symmetry).canonical() for symmetry in group} == {tour.canonical()}


@given(boards())
def test_symmetries_form_a_group_of_permutations_that_keep_moves(board: Board) -> None:
    if len(board) > 12:
        return
    found = [tuple(symmetry.permutation(board)) for symmetry in symmetries(board)]
    every = set(found)
    assert found[0] == tuple(range(len(board)))
    for one in found[:20]:
        assert sorted(one) == list(range(len(board)))
        assert tuple(one.index(v) for v in range(len(board))) in every
        assert tuple(found[-1][v] for v in one) in every


def test_a_symmetry_turns_flips_and_shifts() -> None:
    board = Board((3, 3), surface=(False, True))
    assert Symmetry((0, 1), (True, False), (0, 1)).apply(board, (0, 2)) == (2, 0)
    assert Symmetry((0, 1), (True, False), (0, 1)).name == "other"
    assert Symmetry((1, 0), (False, False), (0, 0)).name == "main-diagonal"


def test_the_symmetries_of_plain_boards() -> None:
    square = [symmetry.name for symmetry in symmetries(Board((8, 8)))]
    assert sorted(square) == sorted(
        [
            "identity", "half-turn", "quarter-turn", "quarter-turn-back",
            "upside-down", "left-right", "main-diagonal", "other-diagonal",
        ]
    )  # fmt: skip
    assert len(list(symmetries(Board((3, 4))))) == 4
    assert len(list(symmetries(Board((3, 3), holes=((0, 0),))))) == 2
    assert len(list(symmetries(Board((4, 4, 4))))) == 48
    assert len(list(symmetries(Board((5, 5), surface=(True, True))))) == 8 * 25
    with pytest.raises(TooLarge, match="symmetries"):
        list(symmetries(Board((1000, 1000), surface=(True, True))))


def test_the_classes_by_name() -> None:
    assert RING.symmetry_class() is SymmetryClass.SEVERAL
    # On 3×10 Bergholt's kind of half turn occurs; on 6×6 a tour can have a quarter turn.
    u_turn = Tour.from_squares("2x3", ["a1", "a2", "b2", "c2", "c1", "b1"], WAZIR, closed=True)
    assert u_turn.symmetry_class() is SymmetryClass.SEVERAL
    path = Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], WAZIR)
    assert path.symmetry_class() is SymmetryClass.REFLECTION
    snake = Tour.from_squares("3x3", ["a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3", "c3"], WAZIR)
    assert snake.symmetry_class() is SymmetryClass.HALF_TURN
    # Granada's plain 7×7 tour has no symmetry, as nearly all.
    assert find_tour(7, start="a1").symmetry_class() is SymmetryClass.ASYMMETRIC


def test_tours_on_graphs() -> None:
    tour = Tour(Graph.from_edges([("x", "y"), ("y", "z")]), (0, 1, 2))
    assert tour.names() == ("x", "y", "z")
    assert str(tour) == "x y z"
    assert not tour.closable
    with pytest.raises(InvalidProblem, match="about a graph"):
        tour.board  # noqa: B018


def test_how_a_tour_shows_itself() -> None:
    assert repr(RING) == "Tour.from_squares('2x2', 'a1 a2 b2 b1', piece='wazir', closed=True)"
    assert "│ 2 3 │" in str(RING)
    assert RING._repr_svg_() == RING.to_svg()
    assert RING.closable
