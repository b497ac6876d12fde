"""Problems: what is asked.

A problem is a board and a piece, or a graph, and what is wanted of the tour: closed or open,
where it starts and ends, which numbers are given, which moves it must or must not use. Every
engine takes the same problem, and every answer is judged against it.

Invariants: all places that a problem names exist; start, end and clues do not contradict each
other; every forced or forbidden move is a move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from .adjacency import board_graph, move_count
from .board import Board, Square, wraps_of
from .drawing import draw_cells, parse_cells
from .errors import InvalidBoard, InvalidProblem, InvalidSquare, TooLarge
from .graph import Graph, NetworkxGraph
from .piece import KNIGHT, Move, Piece

Place: TypeAlias = Hashable
"""A square of the board, or the label of a vertex of the graph."""

MAX_VERTICES: Final = 20_000_000
"""The largest board whose graph is stored; it takes about 36 bytes a square."""

MAX_MOVES: Final = 8 * MAX_VERTICES
"""The most moves of such a graph, in both directions: knights make them on the largest board."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A question about tours.

    Parameters
    ----------
    ground : Board or Graph
        Where the tour goes.
    piece : Piece
        What moves there; without meaning on a graph.
    closed : bool
        Whether the last square must be a move away from the first.
    start, end : place, optional
        The first and the last square.
    clues : tuple of (place, int), optional
        Squares whose number is given, counted from 1.
    forced, forbidden : frozenset of (place, place), optional
        Moves that the tour must use, or must not, in either direction.

    Raises
    ------
    InvalidProblem
        If the parts contradict each other.
    InvalidSquare
        If a place does not exist.

    See Also
    --------
    of : the same from names and numbers as people write them.

    Examples
    --------
    >>> from caballero import Board, Problem
    >>> problem = Problem(Board((5, 6)), start=(0, 0), closed=True)
    >>> len(problem), len(problem.graph())
    (30, 30)
    """

    ground: Board | Graph
    piece: Piece = KNIGHT
    closed: bool = False
    start: Place | None = None
    end: Place | None = None
    clues: tuple[tuple[Place, int], ...] = ()
    forced: frozenset[tuple[Place, Place]] = frozenset()
    forbidden: frozenset[tuple[Place, Place]] = frozenset()

    def __post_init__(self) -> None:
        for place in (self.start, self.end):
            if place is not None:
                self.vertex(place)
        if self.start is not None and self.start == self.end and self.size > 1:
            raise InvalidProblem("start-is-end", place=self.place_name(self.start))
        object.__setattr__(self, "clues", self._checked_clues())
        for name in ("forced", "forbidden"):
            object.__setattr__(self, name, self._checked_moves(getattr(self, name)))
        for a, b in self.forced & self.forbidden:
            raise InvalidProblem("forced-and-forbidden", a=self.place_name(a), b=self.place_name(b))

    @classmethod
    def of(
        cls,
        ground: Problem | Board | Graph | NetworkxGraph | str | int,
        *,
        piece: Piece | str = KNIGHT,
        closed: bool = False,
        start: Place | None = None,
        end: Place | None = None,
        clues: Mapping[Place, int] | None = None,
        forced: Iterable[tuple[Place, Place]] = (),
        forbidden: Iterable[tuple[Place, Place]] = (),
        surface: str | None = None,
    ) -> Problem:
        """Make a problem from what people write.

        Parameters
        ----------
        ground : Board, Graph, networkx.Graph, str or int
            A text may be a board's name (``"5x9"``) or, if it has several lines, a drawing.
            A problem is returned as it is; nothing else may then be asked.
        piece : Piece or str
            Or its name.
        closed : bool
            Whether the tour must close.
        start, end : place or str, optional
            Squares, or their names (``"a1"``, ``"0,0"``); labels on a graph.
        clues : mapping of place to int, optional
            The given numbers, from 1.
        forced, forbidden : iterable of pairs of places, optional
            Moves to use or to avoid.
        surface : str, optional
            ``flat``, ``cylinder`` or ``torus``.

        Raises
        ------
        InvalidInput
            If any of it cannot be read or does not fit together.

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem.of("8x8", start="a1", piece="zebra").start
        (7, 0)
        >>> Problem.of('''
        ... S . .
        ... . # 3
        ... . . .''').clues
        (((1, 2), 3),)
        """
        if isinstance(piece, str):
            piece = Piece.parse(piece)
        if isinstance(ground, Problem):
            asked = {
                "piece": piece != KNIGHT, "closed": closed, "start": start is not None,
                "end": end is not None, "clues": clues, "forced": forced, "forbidden": forbidden,
                "surface": surface,
            }  # fmt: skip
            if what := [name for name, given in asked.items() if given]:
                raise InvalidProblem("problem-whole", what=", ".join(what))
            return ground
        drawn_start: Place | None = None
        drawn_end: Place | None = None
        drawn_clues: tuple[tuple[Place, int], ...] = ()
        if isinstance(ground, str) and "\n" in ground.strip():
            drawn = cls.from_drawing(ground, surface or "flat")
            board: Board | Graph = drawn.ground
            drawn_start, drawn_end, drawn_clues = drawn.start, drawn.end, drawn.clues
        elif isinstance(ground, (str, int)):
            board = Board.parse(ground, surface)
        else:
            board = ground if isinstance(ground, (Board, Graph)) else Graph.from_networkx(ground)
            if surface is not None and isinstance(board, Board):
                board = board.on(surface)

        def place(given: Place) -> Place:
            if isinstance(given, str) and isinstance(board, Board):
                return board.parse_square(given)
            return given

        def pairs(moves: Iterable[tuple[Place, Place]]) -> frozenset[tuple[Place, Place]]:
            return frozenset((place(a), place(b)) for a, b in moves)

        more = tuple((place(given), number) for given, number in (clues or {}).items())
        return cls(
            board,
            piece,
            closed,
            place(start) if start is not None else drawn_start,
            place(end) if end is not None else drawn_end,
            drawn_clues + more,
            pairs(forced),
            pairs(forbidden),
        )

    # -- drawings --------------------------------------------------------------------------

    @classmethod
    def from_drawing(
        cls, text: str, surface: str = "flat", piece: Piece = KNIGHT, closed: bool = False
    ) -> Problem:
        """Read a drawing with ``S`` at the start, ``E`` at the end and numbers for clues.

        Raises
        ------
        InvalidBoard
            If it is no drawing, or another mark occurs.
        InvalidProblem
            If there are two starts, two ends, or a number twice or beyond the squares.

        Examples
        --------
        >>> from caballero import Problem
        >>> problem = Problem.from_drawing("S..\\n.#.\\n..E")
        >>> problem.start, problem.end, problem.to_drawing()
        ((0, 0), (2, 2), 'S..\\n.#.\\n..E')
        """
        shape, cells = parse_cells(text)
        found: dict[str, list[Square]] = {"S": [], "E": [], "#": []}
        clues: list[tuple[Square, int]] = []
        for square, cell in cells.items():
            if cell in found:
                found[cell].append(square)
            elif cell.isdecimal() and cell.isascii() and len(cell) < 20:
                clues.append((square, int(cell)))
            elif cell != ".":
                from .words import short

                place = ",".join(map(str, square))
                raise InvalidBoard("drawing-mark-problem", mark=short(cell), place=place)
        board = Board(shape, tuple(found["#"]), wraps_of(surface, len(shape)))
        for mark in "SE":
            if len(found[mark]) > 1:
                names = ", ".join(map(board.square_name, found[mark]))
                raise InvalidProblem("mark-twice", mark=mark, places=names)
        start, end = (found[mark][0] if found[mark] else None for mark in "SE")
        return cls(board, piece, closed, start, end, tuple(clues))

    def to_drawing(self) -> str:
        """Return the drawing; piece, surface, closed, forced and forbidden are not shown."""
        board = self.board
        marks: dict[Square, str] = dict.fromkeys(board.holes, "#")
        for square, number in self.clues:
            marks[cast(Square, square)] = str(number)
        for place, mark in ((self.end, "E"), (self.start, "S")):
            if place is not None:
                marks[cast(Square, place)] = mark
        return draw_cells(board.shape, marks)

    # -- places ----------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """The number of squares or vertices; unlike ``len``, also where it is beyond 2^63."""
        return self.ground.size

    def __len__(self) -> int:
        """Return the number of squares or vertices."""
        return self.size

    @property
    def board(self) -> Board:
        """The board.

        Raises
        ------
        InvalidProblem
            If the problem is about a graph.
        """
        if isinstance(self.ground, Board):
            return self.ground
        raise InvalidProblem("needs-board")

    def vertex(self, place: Place) -> int:
        """Return the number of a place: of a square in the board's order, of a label.

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem.of(8).vertex((7, 0))
        56
        """
        if isinstance(self.ground, Board):
            return self.ground.index(cast(Square, place))
        if (vertex := self.ground.vertex(place)) is not None:
            return vertex
        from .words import short

        raise InvalidSquare("vertex-unknown", vertex=short(str(place)), count=len(self.ground))

    def place(self, vertex: int) -> Place:
        """Return the place with a number: a square, or a label."""
        ground = self.ground
        return ground.square(vertex) if isinstance(ground, Board) else ground.label(vertex)

    def place_name(self, place: Place) -> str:
        """Return what a place is called: ``a1``, coordinates in a box, or a label."""
        if isinstance(self.ground, Board):
            return self.ground.square_name(cast(Square, place))
        return str(place)

    def numbered(self) -> dict[int, int]:
        """Return the vertices whose number in the tour is known, by that number, from 1.

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem.of(3, start="a3", clues={"b1": 4}).numbered()
        {1: 0, 4: 7}
        """
        known = {number: self.vertex(place) for place, number in self.clues}
        if self.start is not None:
            known[1] = self.vertex(self.start)
        if self.end is not None:
            known[self.size] = self.vertex(self.end)
        return dict(sorted(known.items()))

    # -- the graph -------------------------------------------------------------------------

    def graph(
        self, moves: Sequence[Move] | None = None, *, pause: Callable[[], None] | None = None
    ) -> Graph:
        """Return the graph of the problem, without its forbidden moves.

        Parameters
        ----------
        moves : sequence of moves, optional
            The piece's moves in the order in which they are to be tried; the neighbours of
            each square come in it. In increasing order unless given.
        pause : callable, optional
            Called now and then; it may stop the work by raising.

        Raises
        ------
        TooLarge
            If the board has more than ``MAX_VERTICES`` squares, or all squares together have
            more than ``MAX_MOVES`` moves.

        Notes
        -----
        Time and memory grow with the number of moves. Moves that reach the same square round
        a wrapped board count once, and none leads to its own square.

        Examples
        --------
        >>> from caballero import Problem
        >>> graph = Problem.of("3x3").graph()
        >>> graph.neighbours(0), graph.neighbours(4)
        ((5, 7), ())
        """
        if isinstance(self.ground, Graph):
            graph = self.ground
        else:
            refuse_huge(self)
            if moves is None:
                moves = self.piece.moves(len(self.ground.shape))
            if (count := move_count(self.ground, moves)) > MAX_MOVES:
                board = str(self.ground)
                raise TooLarge("moves-too-many", board=board, count=count, most=MAX_MOVES)
            graph = board_graph(self.ground, moves, pause)
        if self.forbidden:
            graph = graph.without((self.vertex(a), self.vertex(b)) for a, b in self.forbidden)
        return graph

    def _repr_svg_(self) -> str | None:
        from .render.showing import problem_shown  # it shows itself, and only then looks up

        return problem_shown(self)

    # -- checks ----------------------------------------------------------------------------

    def _checked_clues(self) -> tuple[tuple[Place, int], ...]:
        count = self.size
        ends = {1: self.start, count: self.end}
        by_number: dict[int, Place] = {}
        by_place: dict[Place, int] = {}
        for place, number in self.clues:
            self.vertex(place)
            name = self.place_name(place)
            if not isinstance(number, int) or not 1 <= number <= count:
                raise InvalidProblem("clue-range", number=number, place=name, count=count)
            end = ends.get(number)
            other = by_number.setdefault(number, place if end is None else end)
            if other != place:
                raise InvalidProblem("clue-twice", number=number, a=self.place_name(other), b=name)
            if by_place.setdefault(place, number) != number:
                raise InvalidProblem("clue-two", place=name, a=by_place[place], b=number)
        for number, end in ends.items():
            if end is not None and by_place.get(end, number) != number:
                name = self.place_name(end)
                raise InvalidProblem("clue-two", place=name, a=number, b=by_place[end])
        kept = [(place, n) for n, place in sorted(by_number.items()) if place != ends.get(n)]
        return tuple(kept)

    def _checked_moves(
        self, moves: Iterable[tuple[Place, Place]]
    ) -> frozenset[tuple[Place, Place]]:
        ordered = set()
        for a, b in moves:
            v, w = self.vertex(a), self.vertex(b)
            if not self.is_move(a, b):
                raise InvalidProblem("not-a-move", a=self.place_name(a), b=self.place_name(b))
            ordered.add((a, b) if v < w else (b, a))
        return frozenset(ordered)

    def is_move(self, a: Place, b: Place) -> bool:
        """Say whether the piece can go from one place to another (forbidden or not).

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem.of(8).is_move((0, 0), (1, 2)), Problem.of(8).is_move((0, 0), (1, 1))
        (True, False)
        """
        if isinstance(self.ground, Graph):
            return self.ground.has_edge(self.vertex(a), self.vertex(b))
        board = self.ground
        if a == b or a not in board or b not in board:
            return False
        step = step_between(board, cast(Square, a), cast(Square, b))
        return step in steps_of(board, self.piece)


def refuse_huge(problem: Problem) -> None:
    """Raise :class:`TooLarge` if a board has more than ``MAX_VERTICES`` squares."""
    if problem.size > MAX_VERTICES:
        board = str(problem.ground)
        raise TooLarge("board-too-large", board=board, count=problem.size, most=MAX_VERTICES)


def step_between(board: Board, a: Square, b: Square) -> Move:
    """Return how far it is from one square to another, forwards round the axes that wrap.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.problem import step_between
    >>> step_between(Board((8, 8), wraps=(False, True)), (2, 7), (1, 1))
    (-1, 2)
    """
    return tuple(
        (y - x) % side if wraps else y - x
        for x, y, side, wraps in zip(a, b, board.shape, board.wraps, strict=True)
    )


def steps_of(board: Board, piece: Piece) -> frozenset[Move]:
    """Return the piece's moves as :func:`step_between` measures them on this board."""
    moves = piece.moves(len(board.shape))
    if not any(board.wraps):
        return frozenset(moves)
    return frozenset(
        tuple(
            step % side if wraps else step
            for step, side, wraps in zip(move, board.shape, board.wraps, strict=True)
        )
        for move in moves
    )
