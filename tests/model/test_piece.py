from itertools import product

import pytest
from hypothesis import given

from caballero import Piece, TooLarge
from caballero.model import InvalidPiece, UnknownName
from caballero.model.piece import KING, LEAPERS
from strategies import pieces


@given(pieces)
def test_a_name_reads_back(piece: Piece) -> None:
    assert Piece(piece.name) == piece
    assert eval(repr(piece), {"Piece": Piece}) == piece


@pytest.mark.parametrize("name", [*LEAPERS, "king"])
def test_every_named_piece_reads_back(name: str) -> None:
    assert Piece(name).name == name


@given(pieces)
def test_every_move_can_be_undone_and_none_stands_still(piece: Piece) -> None:
    for dimensions in (2, 3):
        moves = set(piece.moves(dimensions))
        assert moves == {tuple(-step for step in move) for move in moves}
        assert not any(all(step == 0 for step in move) for move in moves)


def test_moves_are_what_the_rules_say() -> None:
    most = max(map(max, LEAPERS.values()))
    sides = range(-most, most + 1)
    distances = {(r, c): (abs(r), abs(c)) for r in sides for c in sides}
    for r, s in LEAPERS.values():
        expected = {move for move, apart in distances.items() if sorted(apart) == sorted((r, s))}
        assert set(Piece((r, s)).moves(2)) == expected
    king = {move for move, apart in distances.items() if max(apart) == 1}
    assert set(KING.moves(2)) == king
    assert len(KING.moves(3)) == 26
    assert len(Piece((1, 2)).moves(3)) == 24


def test_colours() -> None:
    odd = {name for name, (r, s) in LEAPERS.items() if (r + s) % 2}
    assert odd == {name for name in LEAPERS if Piece(name).changes_colour}
    assert not KING.changes_colour


def test_bad_pieces_are_refused() -> None:
    with pytest.raises(InvalidPiece, match="must move"):
        Piece([])
    with pytest.raises(InvalidPiece, match="must move"):
        Piece("0,0")
    with pytest.raises(InvalidPiece, match="negative"):
        Piece((-1, 2))
    for text in ("", "queen", "1", "1,2,", "knight+", "9" * 4000):
        with pytest.raises(UnknownName):
            Piece(text)
    with pytest.raises(UnknownName, match="did you mean “knight”"):
        Piece("nkight")


def test_a_piece_with_too_many_moves_is_refused() -> None:
    """Eight different distances along eight axes would have ten million moves."""
    most = Piece((1, 2, 3, 4, 5, 6))
    assert len(most.moves(6)) == 46_080
    for piece in (Piece(range(1, 9)), Piece([(1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 7)])):
        assert piece.moves(2) == ()
        with pytest.raises(TooLarge):
            piece.moves(max(map(len, piece.leaps)))
    for leap in ((1, 1, 2), (2, 2, 2), (1,)):
        assert {*Piece(leap).moves(3)} == {
            move
            for move in product(range(-2, 3), repeat=3)
            if sorted(filter(None, map(abs, move))) == sorted(leap)
        }
