import pytest
from hypothesis import given, strategies as st

from caballero import Board
from caballero.model import InvalidBoard, InvalidSquare, UnknownName
from caballero.model.board import parse_place, parse_places
from caballero.model.drawing import MAX_DIMENSIONS
from strategies import boards


@given(boards())
def test_squares_come_in_reading_order_and_index_is_the_inverse_of_square(board: Board) -> None:
    squares = list(board)
    assert squares == sorted(squares)
    assert len(squares) == len(board)
    assert [board.index(square) for square in squares] == list(range(len(board)))
    assert [board.square(index) for index in range(len(board))] == squares
    assert all(square in board for square in squares)
    assert not any(hole in board for hole in board.holes)


@given(boards())
def test_a_name_reads_back(board: Board) -> None:
    full = Board(board.shape, surface=board.wraps)
    if full.surface != "mixed":
        assert Board(full.name) == full


@given(boards())
def test_a_repr_can_be_pasted_back(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board


@given(boards(wrapped=False))
def test_a_drawing_reads_back(board: Board) -> None:
    drawing = board.to_drawing()
    again = Board.from_drawing(drawing)
    assert again.to_drawing() == drawing
    # A box of a single layer is drawn as that layer.
    shape = board.shape
    while len(shape) > 2 and shape[0] == 1:
        shape = shape[1:]
    assert again.shape == shape


@given(boards())
def test_a_square_name_reads_back(board: Board) -> None:
    for square in board:
        assert board.parse_square(board.square_name(square)) == square
        assert board.parse_square(",".join(map(str, square))) == square


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_names_are_those_of_chess_on_boards_of_any_size(row: int, column: int) -> None:
    board = Board((10**18, 10**18))
    assert board.parse_square(board.square_name((row, column))) == (row, column)


def test_the_names_of_chess() -> None:
    board = Board((8, 8))
    assert board.square_name((7, 0)) == "a1"
    assert board.square_name((0, 7)) == "h8"
    wide = Board((1, 800))
    columns = [wide.square_name((0, c)) for c in (25, 26, 27, 51, 52, 701, 702)]
    assert columns == ["z1", "aa1", "ab1", "az1", "ba1", "zz1", "aaa1"]


def test_index_and_square_on_a_board_that_could_not_be_stored() -> None:
    side = 10**18
    board = Board((side, side), holes=((0, 0), (5, 5)))
    assert board.index((0, 1)) == 0
    assert board.index((side - 1, side - 1)) == side * side - 3
    assert board.square(side * side - 3) == (side - 1, side - 1)
    assert board.square(board.index((5, 6))) == (5, 6)


def test_what_parse_reads() -> None:
    assert Board(8) == Board("8") == Board(" 8X8 ") == Board("8×8")
    assert Board("4x4x4").shape == (4, 4, 4)
    assert Board("5x9 cylinder") == Board("5x9", surface="cylinder")
    assert Board("5x9", surface="cylinder").wraps == (False, True)
    assert Board("4x4x4", surface="torus").wraps == (True, True, True)


@pytest.mark.parametrize("text", ["", "8x", "x8", "eight", "8.5", "-8", "8x8x", "8 8", "9" * 5000])
def test_what_parse_refuses(text: str) -> None:
    with pytest.raises(InvalidBoard) as caught:
        Board(text)
    assert caught.value.code == "board-unreadable"
    assert len(str(caught.value)) < 250


def test_sides_are_from_one_and_dimensions_few() -> None:
    for wrong in ((0, 8), (8, -1)):
        with pytest.raises(InvalidBoard, match="at least 1"):
            Board(wrong)
    with pytest.raises(InvalidBoard, match="whole numbers"):
        Board((2.5, 2))  # type: ignore[arg-type]
    for count in (0, 1, MAX_DIMENSIONS + 1):
        with pytest.raises(InvalidBoard, match="sides"):
            Board((2,) * count)


def test_holes_lie_inside_and_leave_a_square() -> None:
    with pytest.raises(InvalidBoard, match="outside"):
        Board((2, 2), holes=((2, 0),))
    with pytest.raises(InvalidBoard, match="at least one square"):
        Board((1, 1), holes=((0, 0),))
    with pytest.raises(InvalidBoard, match="wrap"):
        Board((2, 2), surface=(True,))
    with pytest.raises(UnknownName, match="did you mean “torus”"):
        Board("8x8", surface="taurus")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("z9", "square-outside"), ("a9", "square-outside"), ("a0", "square-outside"),
        ("8,0", "square-outside"), ("-1,0", "square-outside"), ("0,0,0", "square-outside"),
        ("c3", "square-hole"), ("3c", "square-unreadable"), ("", "square-unreadable"),
        ("a" * 10_000, "square-unreadable"),
    ],
)  # fmt: skip
def test_squares_that_are_none(text: str, code: str) -> None:
    board = Board((8, 8), holes=((5, 2),))
    with pytest.raises(InvalidSquare) as caught:
        board.parse_square(text)
    assert caught.value.code == code
    with pytest.raises(InvalidSquare):
        board.index((5, 2))


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        ("", "drawing-empty"), ("\n\n", "drawing-empty"), ("...\n..", "drawing-ragged"),
        ("..\n..\n\n..", "drawing-ragged"), ("..\n.x", "drawing-mark"), ("##\n##", "board-empty"),
        ("\n\n\n\n\n\n\n\n".join("...") + "\n", "board-dimensions"),
    ],
)  # fmt: skip
def test_drawings_that_are_none(drawing: str, code: str) -> None:
    with pytest.raises(InvalidBoard) as caught:
        Board.from_drawing(drawing)
    assert caught.value.code == code


@given(boards())
def test_distances_are_least_in_the_middle(board: Board) -> None:
    full = Board(board.shape)
    distances = dict(zip(full, full.distances(), strict=True))
    middle = tuple(side // 2 for side in board.shape)
    assert min(distances.values()) == distances[middle]
    assert [distances[square] for square in board] == list(board.distances())


@given(
    st.lists(
        st.from_regex("[a-z]{1,9}[0-9]{1,20}|-?[0-9]{1,2},[0-9]", fullmatch=True)
        | st.text("abzAZ019,- K\u212a()", max_size=6),
        max_size=6,
    ),
    st.sampled_from([None, 0, 8]),
)
def test_many_places_are_read_as_each_of_them(texts: list[str], rows: int | None) -> None:
    assert parse_places(texts, rows) == [parse_place(text, rows) for text in texts]
