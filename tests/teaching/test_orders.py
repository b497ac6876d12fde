from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import CaballeroError, InvalidInput, Piece, Problem
from caballero.model import UnknownName
from caballero.teaching import ORDERS, move_order, order_text, solve_backtracking
from strategies import pieces

KNIGHT = Piece("knight")


def test_the_orders_of_the_texts() -> None:
    assert set(ORDERS) == {"geeksforgeeks", "puc", "trekhleb", "granada"}
    for name, moves in ORDERS.items():
        assert sorted(moves) == sorted(KNIGHT.moves())
        assert move_order(name) == moves
        assert move_order(order_text(moves)) == moves
    assert len(set(ORDERS.values())) == 4
    with pytest.raises(TypeError):
        ORDERS["mine"] = ()  # type: ignore[index]


def test_the_order_that_granada_describes() -> None:
    """It counts the moves clockwise, x to the right and y upwards."""
    listed = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)]
    assert move_order("clockwise") == tuple((-y, x) for x, y in listed)
    nodes = [solve_backtracking(Problem(n, start="0,0"), "clockwise").stats.nodes for n in (5, 7)]
    assert nodes == [288, 133_016]


def test_random_orders_are_seeded() -> None:
    drawn = {move_order(f"random:{seed}") for seed in range(50)}
    assert len(drawn) > 45
    assert {tuple(sorted(moves)) for moves in drawn} == {tuple(sorted(KNIGHT.moves()))}
    assert move_order("random") == move_order("random:0")
    assert sorted(move_order("random:3", Piece("zebra"))) == sorted(Piece("zebra").moves())
    with pytest.raises(CaballeroError):
        move_order("random:x")


@given(pieces, st.integers(2, 3), st.data())
def test_an_order_reads_back(piece: Piece, dimensions: int, data: st.DataObject) -> None:
    moves = tuple(data.draw(st.permutations(piece.moves(dimensions))))
    if moves:
        assert move_order(moves, piece, dimensions) == moves
        assert move_order(order_text(moves), piece, dimensions) == moves
        assert move_order([list(move) for move in moves], piece, dimensions) == moves  # type: ignore[misc]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("granda", "name-unknown-suggest"), ("nope", "name-unknown"), ("", "order-unreadable"),
        ("1,2;", "order-not-moves"), ("1,2;2", "order-unreadable"), ("1;2", "order-unreadable"),
        ("1,2,3", "order-not-moves"), ("1,2 2,1", "order-unreadable"),
        ("1,x;2,1", "order-unreadable"), ([(1, 2)], "order-not-moves"),
        ([(1, 2), (1, 2), *KNIGHT.moves()[2:]], "order-not-moves"),
        ([*KNIGHT.moves()[1:], (1, 1)], "order-not-moves"), ([], "order-not-moves"),
    ],
)  # fmt: skip
def test_bad_orders_are_refused(order: Any, code: str) -> None:
    with pytest.raises(CaballeroError) as caught:
        move_order(order)
    assert caught.value.code == code
    assert isinstance(caught.value, UnknownName if code.startswith("name") else InvalidInput)
    assert str(caught.value)
