"""What hypothesis draws: boards, pieces, problems."""

import math

from hypothesis import strategies as st

from caballero import Board, Piece, Problem

sides = st.integers(1, 5)
shapes = (
    st.lists(sides, min_size=2, max_size=4).map(tuple).filter(lambda shape: math.prod(shape) <= 30)
)


@st.composite
def boards(draw: st.DrawFn, wrapped: bool = True) -> Board:
    shape: tuple[int, ...] = draw(shapes)
    cells = list(Board(shape))
    most = min(6, len(cells) - 1)
    holes = draw(st.sets(st.sampled_from(cells), max_size=most))
    wraps = draw(st.tuples(*[st.booleans()] * len(shape))) if wrapped else ()
    return Board(shape, tuple(holes), wraps)


@st.composite
def rectangles(draw: st.DrawFn) -> Board:
    shape = draw(st.tuples(sides, sides))
    cells = list(Board(shape))
    holes = draw(st.sets(st.sampled_from(cells), max_size=min(4, math.prod(shape) - 1)))
    return Board(shape, tuple(holes))


leaps = st.lists(st.integers(0, 4), min_size=2, max_size=3).filter(any)
pieces = st.lists(leaps, min_size=1, max_size=3).map(Piece)


@st.composite
def drawn_problems(draw: st.DrawFn) -> Problem:
    """Problems that a drawing shows whole: start, end and clues on a flat board."""
    board = draw(boards(wrapped=False))
    squares = draw(st.permutations(list(board)))
    count = len(board)
    start = squares[0] if count > 1 and draw(st.booleans()) else None
    end = squares[-1] if count > 1 and draw(st.booleans()) else None
    inner = squares[1:-1]
    given = draw(st.integers(0, min(3, len(inner))))
    numbers = draw(st.permutations(range(2, count)))[:given]
    return Problem(
        board, start=start, end=end, clues=tuple(zip(inner[:given], numbers, strict=True))
    )
