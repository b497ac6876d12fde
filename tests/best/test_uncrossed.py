"""Longest uncrossed paths against brute force, and against the published lengths."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from caballero import Best, Board, Limits, Piece, Problem, TooLarge, Tour
from caballero.best import longest_uncrossed, uncrossed
from caballero.model import InvalidProblem
from seldom import each, mostly_nightly

Point = tuple[int, ...]

# OEIS A003192 and its comments: R. Yarbrough (1969), D. E. Knuth.
OPEN = {
    "1x1": 0, "2x2": 0, "3x3": 2, "3x4": 4, "3x5": 5, "3x6": 6, "3x7": 8, "3x8": 9, "3x9": 10,
    "4x4": 5, "4x5": 7, "4x6": 9, "4x7": 11, "4x8": 13, "4x9": 15, "5x5": 10, "5x6": 14, "5x7": 16,
    "5x8": 19, "5x9": 22, "6x6": 17, "6x7": 21,
}  # fmt: skip


def touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments share a point that is not an end of both."""

    def side(p: Point, q: Point, r: Point) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    def on(p: Point, q: Point, r: Point) -> bool:
        box = all(min(x, y) <= z <= max(x, y) for x, y, z in zip(p, q, r, strict=True))
        return side(p, q, r) == 0 and box and r not in (p, q)

    if on(a, b, c) or on(a, b, d) or on(c, d, a) or on(c, d, b):
        return True
    return side(a, b, c) * side(a, b, d) == -1 == side(c, d, a) * side(c, d, b)


def longest(board: Board, piece: str, closed: bool) -> int:
    """The length of the longest, by trying all."""
    moves = Piece(piece).moves(2)
    squares = set(board)

    def extensions(path: list[Point]) -> Iterator[int]:
        segments = list(pairwise(path))
        here = path[-1]
        if not closed:
            yield len(path) - 1
        for step in moves:
            there = (here[0] + step[0], here[1] + step[1])
            back = closed and there == path[0] and len(path) > 2
            if there not in squares or (there in path and not back):
                continue
            if any(touch(here, there, *segment) for segment in segments):
                continue
            if back:
                yield len(path)
            else:
                yield from extensions([*path, there])

    return max((n for square in squares for n in extensions([square])), default=0)


def checked(found: Best, length: int) -> None:
    """The path is as long as it should be, and it is one."""
    assert (found.cost, found.bound, found.optimal) == (length, length, True)
    assert len(found.tour.squares) == len(set(found.tour.squares))
    path = found.tour
    steps = path.directions() if found.tour.squares else ()
    assert len(steps) == length
    assert set(steps) <= set(path.piece.moves(2))
    if found.tour.squares and path.piece == Piece("knight"):
        assert path.statistics(symmetry=False).crossings == 0


BOARDS = ["1x1", "1x5", "2x2", "2x5", "3x3", "3x4", "4x3", "4x4", "2x9"]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("board", BOARDS)
def test_small_boards_against_brute_force(board: str, closed: bool) -> None:
    found = longest_uncrossed(Problem(board, closed=closed))
    checked(found, longest(Board(board), "knight", closed))


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(
    ("board", "piece"),
    mostly_nightly([
        ("3x3", "wazir"), ("3x3", "fers"), ("3x3", "king"), ("4x4", "dabbaba"), ("5x5", "alfil"),
        ("3x3", "wazir+dabbaba"), ("3x2", "wazir+fers+knight"), ("5x4", "camel"), ("4x5", "zebra"),
        ("2x7", "0,3+0,1"), ("5x3", "giraffe"), ("3x3", "alfil+fers"),
    ], 2, several=True),
)  # fmt: skip
def test_other_pieces_against_brute_force(board: str, piece: str, closed: bool) -> None:
    found = longest_uncrossed(Problem(board, piece=piece, closed=closed))
    checked(found, longest(Board(board), piece, closed))


def with_holes(rng: random.Random, rows: int, columns: int, share: float) -> str:
    marks = "".join("#" if rng.random() < share else "." for _ in range(rows * columns))
    marks = marks if "." in marks else "." + marks[1:]
    return "\n".join(marks[r * columns : (r + 1) * columns] for r in range(rows))


@pytest.mark.slow
@each("seed", range(30))
def test_holes_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(3, 5), rng.randint(3, 5)
    board = Board.from_drawing(with_holes(rng, rows, columns, rng.choice([0.2, 0.35])))
    piece = rng.choice(["knight", "knight", "camel", "wazir+dabbaba", "alfil+wazir"])
    if piece != "knight" and len(board) > 12:
        piece = "knight"
    if len(board) > 18:
        return
    for closed in (False, True):
        checked(
            longest_uncrossed(Problem(board, piece=piece, closed=closed)),
            longest(board, piece, closed),
        )


@pytest.mark.slow
@pytest.mark.large
@pytest.mark.parametrize("board", OPEN)
def test_published_paths(board: str) -> None:
    checked(longest_uncrossed(board), OPEN[board])


@pytest.mark.long_plain
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("nodes", [0, 10, 1_000, 20_000, 100_000])
def test_a_limit_leaves_a_path_and_a_true_bound(nodes: int, closed: bool) -> None:
    found = longest_uncrossed(Problem(6, closed=closed), limits=Limits(nodes=nodes))
    length = 12 if closed else 17
    assert found.cost <= length <= found.bound
    assert found.optimal == (found.cost == found.bound)
    assert len(found.tour.squares) == found.cost + (not closed and 1)


def test_what_is_refused() -> None:
    for ground in (Board("4x4", surface="torus"), "3x3x3", Problem("4x4", start="a1")):
        with pytest.raises(InvalidProblem):
            longest_uncrossed(ground)
    with pytest.raises(TooLarge):
        longest_uncrossed(33)


@pytest.mark.parametrize(
    ("squares", "good"),
    [
        ("a1 b3 c1", True),
        ("a1 c2 a3 b1", False),  # two moves cross
        ("a1 b3 a1", False),  # a square twice
        ("a1 b2", False),  # no move
    ],
)
def test_the_check(squares: str, good: bool) -> None:
    assert uncrossed.is_uncrossed(Tour.from_squares("3x3", squares)) == good


def test_the_check_of_moves_on_one_line() -> None:
    def line(squares: Sequence[str]) -> Tour:
        return Tour.from_squares("1x5", squares, "wazir+dabbaba")

    assert uncrossed.is_uncrossed(line(["a1", "b1", "d1", "e1"]))
    assert not uncrossed.is_uncrossed(line(["a1", "c1", "b1"]))
