"""Boards of hexagons and triangles: their cells, neighbours and symmetries."""

import math
import random

import pytest

import cells as naive
from caballero import Board, InvalidInput, Piece, Problem, symmetries
from caballero.model import InvalidBoard, InvalidPiece, InvalidSquare
from caballero.model.grid import Grid
from seldom import each

NAMES = [
    *(f"hex{n}" for n in range(1, 6)), *(f"hex{r}x{c}" for r in range(1, 6) for c in range(2, 5)),
    *(f"tri{n}" for n in range(1, 6)), *(f"tri{r}x{c}" for r in range(1, 6) for c in range(2, 7)),
]  # fmt: skip


def holed(name: str, seed: int) -> Board:
    """A board with some holes."""
    rng, board = random.Random(f"{name} {seed}"), Board(name)
    holes = rng.sample(list(board), min(seed, len(board) - 1))
    return Board(name, holes=holes)


BOARDS = [holed(name, seed) for name in NAMES for seed in range(3)]


@each("name", NAMES)
def test_the_cells_are_row_and_place(name: str) -> None:
    board = Board(name)
    assert list(board) == naive.cells_of(board)
    assert [board.index(square) for square in board] == list(range(len(board)))
    assert [board.square(v) for v in range(len(board))] == list(board)
    assert board.gaps == ()
    assert board.name == name
    assert Board(name.upper()) == board == Board(f" {name[:3]} {name[3:]} ")


def test_the_boards_of_the_names() -> None:
    assert len(Board("hex5")) == 61
    assert [len(Board(f"tri{n}")) for n in (1, 2, 6)] == [1, 4, 36]
    assert Board("hex4x6").grid == Grid("hex", ((0, 6), (1, 6), (0, 6), (1, 6)))
    assert Board("hex5") != Board("9x9")
    assert Board("hex3x4") != Board("3x4") != Board("tri3x4")


@pytest.mark.slow
@each("board", BOARDS)
def test_the_neighbours_are_those_that_touch(board: Board) -> None:
    for piece, corners in (("step", False), ("king", True)):
        graph = Problem(board, piece).graph()
        touching = naive.neighbours(board, corners=corners)
        assert [sorted(graph.neighbours(v)) for v in range(len(graph))] == touching


@each("board", BOARDS)
def test_the_symmetries_are_those_of_the_plane(board: Board) -> None:
    own = list(symmetries(board))
    images = {tuple(symmetry.permutation(board)) for symmetry in own}
    assert images == naive.symmetries(board)
    assert own[0].name == "identity"
    assert len({symmetry.name for symmetry in own}) == len(own)
    assert "other" not in {symmetry.name for symmetry in own}


@each("board", BOARDS)
def test_a_board_reads_back(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board
    assert Board(board.to_drawing()) == board
    for square in board:
        assert board.parse_square(board.square_name(square)) == square


def test_the_twelve_symmetries_of_a_hexagon() -> None:
    board = Board("hex3")
    assert len(list(symmetries(board))) == 12
    turn = next(one for one in symmetries(board) if one.name == "sixth-turn")
    corners = [(0, 0), (0, 2), (2, 4), (4, 2), (4, 0), (2, 0)]  # clockwise
    assert [turn.apply(board, corner) for corner in corners] == corners[1:] + corners[:1]
    assert len(list(symmetries("tri4"))) == 6
    named = {one.name: one.apply(board, (0, 0)) for one in symmetries(board)}
    assert named["left-right"] == (0, 2)
    assert named["upside-down"] == (4, 0)
    assert named["half-turn"] == (4, 2)
    assert named["third-turn"] == (2, 4)
    # The axis that rises by 120 degrees goes through this corner, the one by 30 as far from it.
    assert named["mirror-120"] == (0, 0)
    assert named["mirror-30"] == (4, 2)


@pytest.mark.parametrize(
    ("piece", "squared"), [("step", [1]), ("fers", [3]), ("wazir+fers", [1, 3]), ("knight", [7])]
)
def test_leapers_on_hexagons_are_those_of_hexagonal_chess(piece: str, squared: list[int]) -> None:
    board = Board("hex6")
    points = [naive.middle("hex6", square) for square in naive.cells_of(board)]
    graph = Problem(board, piece).graph()
    for v, point in enumerate(points):
        far = [round(math.dist(point, other) ** 2, 6) for other in points]
        assert sorted(graph.neighbours(v)) == [w for w, d in enumerate(far) if d in squared]


@pytest.mark.parametrize("piece", ["knight", "fers", "wazir+fers", "2,2"])
def test_triangles_have_no_leapers(piece: str) -> None:
    with pytest.raises(InvalidPiece, match="among triangles, as on tri3: take step"):
        Problem("tri3", piece).graph()


def test_the_colours_of_triangles() -> None:
    board = Board("tri3")
    assert [board.colour(square) for square in board] == [0, 0, 1, 0, 0, 1, 0, 1, 0]
    assert {Board("hex3").colour(square) for square in Board("hex3")} == {0}
    assert board.alternates(Piece("step"))
    assert not board.alternates(Piece("king"))
    assert not Board("hex3").alternates(Piece("step"))


def test_a_drawing_is_one_of_hexagons_if_its_rows_are_half_a_cell_apart() -> None:
    assert Board(" . .\n. . .\n . .") == Board("hex2")
    assert Board(". . .\n . . .\n. . .") == Board("hex3x3")
    assert Board(" . .\n. # .\n . .").gaps == ((1, 1),)
    assert Problem("  1   .\n.   3   .").board == Board("hex\n . .\n. . .")


@pytest.mark.parametrize("text", [". . .\n. . .", " . . .\n . . .", "   . . .\n . . .", "...\n..."])
def test_other_drawings_are_of_squares(text: str) -> None:
    assert Board(text).grid is None


def test_a_drawing_of_triangles_has_a_line_above_it() -> None:
    drawing = "    .\n  . . .\n. . . . ."
    assert Board(f"tri\n{drawing}") == Board(f"tri3\n{drawing}") == Board("tri3")
    assert Board("tri2\n.\n. # .").gaps == ((1, 1),)
    hexagon = Board("tri\n  . . .\n  . . .")
    assert len(list(symmetries(hexagon))) == 12


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hex0", "board-side"), ("hex2x0", "board-side"), ("hex2000", "grid-large"),
        (f"tri{10**18}", "grid-large"), ("hex2 torus", "board-unreadable"),
        ("hex", "board-unreadable"), ("hex4x4x4", "board-unreadable"),
        ("hex2\n. .\n. .", "drawing-grid-rows"),
        ("hex2\n. .\n. .\n. .", "drawing-grid-row"), ("hex\n. .\n. .", "drawing-indents"),
        ("tri\n .\n. .", "drawing-indents-triangles"), (" . .\n. x .", "drawing-mark"),
        ("hex\n#", "board-empty"),
    ],
)  # fmt: skip
def test_what_is_no_board_is_told(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Board(text)
    assert caught.value.code == code


def test_the_edges_of_a_grid_do_not_meet() -> None:
    with pytest.raises(InvalidBoard, match="The edges of hex3 do not meet"):
        Board("hex3", surface="torus")
    with pytest.raises(InvalidBoard, match="The edges of hex3 do not meet"):
        Board("hex3").on("cylinder")
    with pytest.raises(InvalidBoard, match="The sides 3x3 are not those"):
        Board((3, 3), grid=Board("hex3").grid)
    with pytest.raises(InvalidSquare):
        Board("hex3").index((0, 3))
