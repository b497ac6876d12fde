"""Problems: a ground, and the constraints on its tours.

A problem is a board and a piece, or a graph, with the constraints on the tour: closed or open,
where it starts and ends, which numbers are given, which places it visits in which order, which
moves it must or must not use. Every engine takes the same problem, and every answer is checked
against it.

Invariants: all places that a problem names exist; start, end, clues and waypoints do not contradict
each other; every forced or forbidden move is a move; a closed tour with waypoints has a number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from caballero.machine.arguments import as_whole, flag, listed, of_type, shown
from caballero.machine.errors import (
    InvalidBoard,
    InvalidGraph,
    InvalidProblem,
    InvalidVertex,
    TooLarge,
)
from caballero.machine.values import frozen, later, replace

from .adjacency import board_graph, move_count, moves_on
from .board import LONGEST_REPR, Board, Square, read_cells
from .graph import Graph, IgraphGraph, NetworkxGraph, RustworkxGraph
from .piece import KNIGHT, Move, Piece, PieceLike

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    from caballero.machine.limits import LimitOptions
    from caballero.machine.words import Message

    from .graph import Number, P
    from .headings import Heading

Place: TypeAlias = Hashable
"""A square of the board, or the label of a vertex of the graph."""

BoardLike: TypeAlias = (
    "Board | Graph | NetworkxGraph[Any] | RustworkxGraph | IgraphGraph | str | int | Iterable[Any]"
)
"""The values that make a board or a graph."""

Ground: TypeAlias = "Problem | BoardLike"
"""The values that make a problem: the first argument of every function that takes one."""

EdgeList: TypeAlias = "Sequence[tuple[P, P]] | Sequence[tuple[P, P, Any]]"
LabelledGround: TypeAlias = "Graph[P] | Mapping[P, Iterable[P]] | NetworkxGraph[P] | EdgeList[P]"
"""A graph whose labels have the same type."""

SquareGround: TypeAlias = "Board | str | int | tuple[int, ...]"
"""The values that make a board."""

Clues: TypeAlias = Mapping[Any, int] | Iterable[tuple[Place, int]]
"""Numbers of places."""

Moves: TypeAlias = Iterable["tuple[Place, Place] | str"]
"""Moves as pairs of places."""

MoveCost: TypeAlias = "str | Mapping[Any, Number] | Callable[[Any, Any], Number]"
"""A name, a mapping of moves to costs, or a function of the two places of a move."""

MOST_DRAWN: Final = 2_500
"""The most cells of a board that ``print`` draws."""

MAX_VERTICES: Final = 20_000_000
"""The largest board whose graph is stored; it takes about 36 bytes a square."""

MAX_MOVES: Final = 8 * MAX_VERTICES
"""The most moves of such a graph, in both directions: a knight's on the largest board."""

_DEFAULTS: Final[Mapping[str, object]] = {
    "piece": KNIGHT, "closed": False, "ends": False, "forced": (), "forbidden": (), "waypoints": (),
    "weight": "weight",
}  # fmt: skip
"""The constraints that a problem has by default; the others are None."""


if TYPE_CHECKING:

    class Placed(TypedDict, total=False):
        """The other parts of a problem, but for the weight of edges."""

        closed: bool
        start: Place | None
        end: Place | None
        clues: Clues | None
        forced: Moves
        forbidden: Moves
        waypoints: Iterable[Place]
        ends: bool
        piece: PieceLike
        surface: str | None

    class Constraints(Placed, total=False):
        """The other parts of a problem, where a function takes them."""

        weight: str | None

    class Unweighted(Placed, LimitOptions, total=False):
        """What every search takes, but for the weight of edges."""

        seed: int

    class Searched(Constraints, Unweighted, total=False):
        """What every search takes."""


@frozen
class Problem:
    """A ground and the constraints on its tours.

    Parameters
    ----------
    ground : Board or Graph
        Where the tour goes. Also a value that describes it: a board's name (``"5x9"``), its side or
        sides, a drawing of several lines; a graph of networkx, rustworkx or igraph, a mapping from
        each vertex to its neighbours, a list of edges, a matrix as :meth:`Graph.from_matrix` takes
        it. A drawing may have a heading such as ``king closed``; other arguments override it. Also
        a whole problem, with no other argument.
    piece : Piece, str or tuple of int
        The piece, its name or its leap; ignored on a graph.
    closed : bool
        Whether the last square must be a move away from the first.
    start, end : place or str, optional
        The first and the last square, or their names (``"a1"``, ``"0,0"``); labels on a graph.
    clues : mapping of place to int, or iterable of (place, int), optional
        Squares whose number is given, counted from 1.
    forced, forbidden : iterable of (place, place) or str, optional
        Moves that the tour must use, or must not, in either direction; edges of a directed graph
        in theirs.
    surface : str, optional
        ``flat``, ``cylinder`` or ``torus``, if the ground does not name it.
    waypoints : iterable of place, optional
        Two squares or more that the tour visits in this order, at any numbers. A closed tour is
        counted from its start, or as its end and clues say; else the first waypoint becomes the
        start. The waypoints come in that order going round from there, in either direction of an
        undirected graph.
    ends : bool
        Whether the first and the last waypoint are the start and the end, as in the puzzle Zip.
    weight : str, optional
        The attribute that is the weight of the edges of another library's graph; None for none.

    Raises
    ------
    InvalidProblem
        If the parts contradict each other.
    InvalidPlace
        If a square or a vertex does not exist.
    InvalidInput
        If another part cannot be read.

    Examples
    --------
    >>> from caballero import Problem
    >>> problem = Problem("5x6", start="a1", closed=True)
    >>> problem.start, len(problem), len(problem.graph())
    ((4, 0), 30, 30)
    >>> Problem(problem) == problem
    True
    >>> Problem('''
    ... S . .
    ... . # 3
    ... . . .''').clues
    (((1, 2), 3),)
    >>> Problem(6, "wazir", waypoints=["a1", "c3", "f6"], ends=True)
    Problem('6x6', piece='wazir', start='a1', end='f6', waypoints=['a1', 'c3', 'f6'])
    """

    ground: Board | Graph
    piece: Piece
    closed: bool
    start: Place | None
    end: Place | None
    clues: tuple[tuple[Place, int], ...]
    forced: frozenset[tuple[Place, Place]]
    forbidden: frozenset[tuple[Place, Place]]
    waypoints: tuple[Place, ...]
    _graphs: list[Graph] = later()
    _reading: tuple[Message, ...] = later()

    def __init__(
        self,
        ground: Ground,
        piece: PieceLike = KNIGHT,
        closed: bool = False,
        start: Place | None = None,
        end: Place | None = None,
        clues: Clues | None = None,
        forced: Moves = (),
        forbidden: Moves = (),
        waypoints: Iterable[Place] = (),
        *,
        ends: bool = False,
        surface: str | None = None,
        weight: str | None = "weight",
    ) -> None:
        ends = flag("ends", ends)
        if isinstance(ground, Problem):
            others = {
                "piece": Piece(piece) != KNIGHT, "closed": flag("closed", closed),
                "start": start is not None, "end": end is not None,
                "clues": clues is not None and listed("clues", clues),
                "forced": listed("forced", forced), "forbidden": listed("forbidden", forbidden),
                "waypoints": listed("waypoints", waypoints), "ends": ends,
                "surface": surface is not None, "weight": weight != "weight",
            }  # fmt: skip
            self._take(ground, others)
            return
        drawn = _Drawing()
        surface = None if surface is None else of_type("surface", surface, str)
        if isinstance(ground, str) and "\n" in ground.strip():
            drawn = _parse_titled(ground, surface)
            ground = drawn.board
            closed = flag("closed", closed) or drawn.closed
            waypoints, ends = drawn.waypoints or waypoints, ends or bool(drawn.waypoints)
        given = clues.items() if isinstance(clues, Mapping) else () if clues is None else clues
        put = partial(object.__setattr__, self)
        put("ground", _read_ground(ground, surface, weight))
        piece = piece if isinstance(piece, Piece) else Piece(piece)
        put("piece", drawn.piece if piece == KNIGHT else piece)
        put("closed", flag("closed", closed))
        put("start", self._read(start) if start is not None else drawn.start)
        put("end", self._read(end) if end is not None else drawn.end)
        put("clues", drawn.clues + tuple(map(self._read_clue, listed("clues", given))))
        for name, moves in (("forced", forced), ("forbidden", forbidden)):
            some = drawn.walls if name == "forbidden" else drawn.forced
            put(name, frozenset(map(self._read_move, (*some, *listed(name, moves)))))
        put("waypoints", tuple(map(self._read, listed("waypoints", waypoints))))
        self._check(ends)

    @classmethod
    def of(cls, ground: Ground, **constraints: Unpack[Constraints]) -> Problem:
        """Return the problem of a ground; a problem is returned as it is.

        Examples
        --------
        >>> from caballero import Problem
        >>> problem = Problem.of(6, closed=True)
        >>> Problem.of(problem) is problem
        True
        """
        if isinstance(ground, Problem) and all(
            value is _DEFAULTS.get(name) for name, value in constraints.items()
        ):
            return ground
        return cls(ground, **constraints)

    def _read(self, place: Place) -> Place:
        """Return a place of the ground from a place or a name."""
        return self.place(self.vertex(place))

    def _read_clue(self, clue: object) -> tuple[Place, int]:
        """Return a place and its number."""
        try:
            place, written = cast("tuple[Place, object]", clue)
        except (TypeError, ValueError):
            raise InvalidProblem("clue-no-pair", value=shown(clue)) from None
        place = self._read(place)
        if (number := as_whole(written)) is None:
            name = self.place_name(place)
            raise InvalidProblem("clue-no-number", value=shown(written), place=name)
        return place, number

    def _read_move(self, move: tuple[Place, Place] | str) -> tuple[Place, Place]:
        """Return the two places of a move; on a board it may be written ``"a1-b3"``."""
        try:
            a, b = move.split("-") if isinstance(move, str) else move
        except (TypeError, ValueError):
            from caballero.machine.words import short

            text = move if isinstance(move, str) else shown(move)
            raise InvalidProblem("move-unreadable", text=short(text)) from None
        return self._read(a), self._read(b)

    def _check(self, ends: bool) -> None:
        """Normalise the parts, and refuse contradictions."""
        put = partial(object.__setattr__, self)
        if self.waypoints or ends:
            self._check_waypoints()
        if ends:
            for name, place, number in (
                ("start", self.waypoints[0], 1), ("end", self.waypoints[-1], self.size)
            ):  # fmt: skip
                if (other := getattr(self, name)) not in (None, place):
                    names = self.place_name(other), self.place_name(place)
                    raise InvalidProblem("clue-twice", number=number, a=names[0], b=names[1])
                put(name, place)
        elif self.waypoints and self.closed and self.start is self.end is None and not self.clues:
            put("start", self.waypoints[0])
        if self.start is not None and self.start == self.end and self.size > 1:
            raise InvalidProblem("start-is-end", place=self.place_name(self.start))
        put("clues", self._check_clues())
        for name in ("forced", "forbidden"):
            put(name, self._check_moves(getattr(self, name)))
        for a, b in sorted_moves(self, self.forced & self.forbidden):
            raise InvalidProblem("forced-and-forbidden", a=self.place_name(a), b=self.place_name(b))
        if self.waypoints:
            self._check_order()

    def _take(self, whole: Problem, others: Mapping[str, object]) -> None:
        """Become a whole problem, which no other argument may change; the two share their graph."""
        if what := [name for name, given in others.items() if given]:
            raise InvalidProblem("problem-whole", what=", ".join(what))
        for name in Problem.__match_args__:
            object.__setattr__(self, name, getattr(whole, name))
        object.__setattr__(self, "_graphs", _graphs_of(whole))

    # -- drawings --------------------------------------------------------------------------

    @classmethod
    def from_drawing(
        cls, text: str, surface: str = "flat", piece: Piece = KNIGHT, closed: bool = False
    ) -> Problem:
        """Read a drawing with ``S`` at the start, ``E`` at the end and numbers for clues.

        The line above a drawing of hexagons or triangles names only its grid or cells.

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
        drawn = _parse_drawing(text, surface)
        return cls(drawn.board, piece, closed, drawn.start, drawn.end, drawn.clues)

    def to_drawing(self) -> str:
        """Return the drawing; it shows no piece, surface, closed, forced and forbidden moves.

        Waypoints have their numbers, from 1, unless there are clues.
        """
        board = self.board
        marks: dict[Square, str] = dict.fromkeys(board.gaps, "#")
        waypoints = () if self.clues else self.waypoints
        for square, number in self.clues:
            marks[cast(Square, square)] = str(number)
        for place, mark in ((self.end, "E"), (self.start, "S")):
            if place is not None and place not in waypoints:
                marks[cast(Square, place)] = mark
        marks |= {cast(Square, place): str(n) for n, place in enumerate(waypoints, 1)}
        return board.drawn(marks, titled=True)

    # -- places ----------------------------------------------------------------------------

    @property
    def reading(self) -> tuple[Message, ...]:
        """How a reader changed the question, such as numbers from 0; usually empty.

        Examples
        --------
        >>> from caballero.formats import read_puzzle
        >>> [str(message) for message in read_puzzle("? ? 2\\n0 ? ?").reading]
        ['The numbers begin with 0; here each is one more.']
        """
        return getattr(self, "_reading", ())

    @property
    def size(self) -> int:
        """The number of squares or vertices; unlike ``len``, it may exceed 2^63."""
        return self.ground.size

    def __len__(self) -> int:
        """Return the number of squares or vertices."""
        return self.size

    @property
    def directed(self) -> bool:
        """Whether the problem is about a directed graph."""
        return isinstance(self.ground, Graph) and self.ground.directed

    @property
    def constraints(self) -> frozenset[str]:
        """The names of the constraints other than the piece and the form: ``start``, ``clues``, …

        Examples
        --------
        >>> from caballero import Problem
        >>> sorted(Problem(6, "king", start="a1", forbidden=["a1-a2"]).constraints)
        ['forbidden', 'start']
        """
        ends = {name for name in ("start", "end") if getattr(self, name) is not None}
        lists = ("clues", "forced", "forbidden", "waypoints")
        return frozenset(ends.union(name for name in lists if getattr(self, name)))

    @property
    def fewest(self) -> int:
        """The fewest places that a tour can visit: 1, or 3 if it is closed, 2 if also directed.

        There and back again is a cycle of a directed graph only, because it uses two edges.
        """
        return 1 if not self.closed else 2 if self.directed else 3

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
        """Return the number of a place: of a square or its name in the board's order, of a label.

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem(8).vertex((7, 0)), Problem(8).vertex("a1")
        (56, 56)
        """
        if isinstance(self.ground, Board):
            return self.ground.index(cast("Square | str", place))
        if (vertex := self.ground.vertex(place)) is not None:
            return vertex
        from caballero.machine.words import short

        name = place if isinstance(place, str) else shown(place)
        raise InvalidVertex("vertex-unknown", vertex=short(name), count=len(self.ground))

    def place(self, vertex: int) -> Place:
        """Return the place with a number: a square, or a label."""
        ground = self.ground
        return ground.square(vertex) if isinstance(ground, Board) else ground.label(vertex)

    def place_name(self, place: Place) -> str:
        """Return the name of a place: ``a1``, coordinates in a box, or a label."""
        if isinstance(self.ground, Board):
            return self.ground.square_name(cast(Square, place))
        return str(place)

    def numbered(self) -> dict[int, int]:
        """Return the vertices whose number in the tour is known, by that number, from 1.

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem(3, start="a3", clues={"b1": 4}).numbered()
        {1: 0, 4: 7}
        """
        known = {number: self.vertex(place) for place, number in self.clues}
        if self.start is not None:
            known[1] = self.vertex(self.start)
        if self.end is not None:
            known[self.size] = self.vertex(self.end)
        return dict(sorted(known.items()))

    def precedences(self) -> list[tuple[int, int]]:
        """Return pairs of vertices whose order the waypoints ask for, and no number settles.

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem(3, waypoints=["a3", "b3", "c3", "a1"], ends=True).precedences()
        [(1, 2)]
        """
        number = {v: n for n, v in self.numbered().items()} if self.waypoints else {}
        return [
            (v, w)
            for v, w in pairwise(map(self.vertex, self.waypoints))
            if number.get(v) != 1 and number.get(w) != self.size and {v, w} - number.keys()
        ]

    # -- the graph -------------------------------------------------------------------------

    def graph(self, moves: Sequence[Move] | None = None) -> Graph:
        """Return the graph of the problem, without its forbidden moves.

        Parameters
        ----------
        moves : sequence of moves, optional
            The piece's moves in the order in which to try them, which is the order of each
            square's neighbours; by default increasing.

        Raises
        ------
        TooLarge
            If the board has more than ``MAX_VERTICES`` squares, or all squares together have
            more than ``MAX_MOVES`` moves.

        Notes
        -----
        Time and memory grow with the number of moves. Moves that reach the same square round a
        wrapped board count once, and none leads to its own square. The problem keeps the graph in
        the default order, and returns the same graph each time.

        Examples
        --------
        >>> from caballero import Problem
        >>> graph = Problem("3x3").graph()
        >>> graph.neighbours(0), graph.neighbours(4)
        ((5, 7), ())
        """
        if moves is not None:
            return self._build_graph(moves)
        kept = _graphs_of(self)
        if not kept:
            kept.append(self._build_graph(None))
        return kept[0]

    def _build_graph(self, moves: Sequence[Move] | None) -> Graph:
        if isinstance(self.ground, Graph):
            graph = self.ground
        else:
            refuse_huge(self.ground)
            if moves is None:
                moves = moves_on(self.ground, self.piece)
            if (count := move_count(self.ground, moves)) > MAX_MOVES:
                board = str(self.ground)
                raise TooLarge("moves-too-many", board=board, count=count, most=MAX_MOVES)
            graph = board_graph(self.ground, moves)
        if self.forbidden:
            graph = graph.without((self.vertex(a), self.vertex(b)) for a, b in self.forbidden)
        return graph

    # -- how it shows itself ---------------------------------------------------------------

    def __repr__(self) -> str:
        places = len(self.clues) + len(self.forced) + len(self.forbidden) + len(self.waypoints)
        if places > LONGEST_REPR:
            return f"<problem: {self._title()}>"
        return f"Problem({', '.join([ground_repr(self.ground), *self._parts()])})"

    def __str__(self) -> str:
        """Return the problem in a line, and the drawing of a board with marks or holes."""
        board = self.ground
        drawn = isinstance(board, Board) and board.size + len(board.holes) <= MOST_DRAWN
        marked = self.start is not None or self.end is not None or self.clues or self.waypoints
        if drawn and (marked or self.board.gaps):
            return f"{self._title()}\n\n{self.to_drawing()}"
        return self._title()

    def _title(self) -> str:
        """Return the problem in a line."""
        kind = "closed" if self.closed else "open"
        if isinstance(self.ground, Graph):
            graph = "directed graph" if self.directed else "graph"
            what = [f"{kind} tours of a {graph} of {self.size} vertices"]
        else:
            what = [f"{kind} {self.piece} tours of {self.ground}"]
        for name in ("start", "end"):
            if (place := getattr(self, name)) is not None:
                what.append(f"{name} {self.place_name(place)}")
        for name in ("clues", "forced", "forbidden", "waypoints"):
            if many := len(getattr(self, name)):
                what.append(f"{name}: {many}")
        return ", ".join(what)

    def _parts(self) -> Iterator[str]:
        """Yield the arguments that are not the default, as Python."""

        def text(place: Place) -> str:
            on_board = isinstance(self.ground, Board)
            return repr(self.place_name(place) if on_board else place)

        if self.piece != KNIGHT:
            yield f"piece={self.piece.name!r}"
        if self.closed:
            yield "closed=True"
        for name in ("start", "end"):
            if (place := getattr(self, name)) is not None:
                yield f"{name}={text(place)}"
        if self.clues:
            yield f"clues={{{', '.join(f'{text(place)}: {n}' for place, n in self.clues)}}}"
        for name in ("forced", "forbidden"):
            if moves := sorted_moves(self, getattr(self, name)):
                yield f"{name}=[{', '.join(f'({text(a)}, {text(b)})' for a, b in moves)}]"
        if self.waypoints:
            yield f"waypoints=[{', '.join(map(text, self.waypoints))}]"

    def _repr_svg_(self) -> str | None:
        from caballero.render.showing import problem_picture

        return problem_picture(self)

    # -- checks ----------------------------------------------------------------------------

    def _check_clues(self) -> tuple[tuple[Place, int], ...]:
        count = self.size
        ends = {1: self.start, count: self.end}
        by_number: dict[int, Place] = {}
        by_place: dict[Place, int] = {}
        for place, number in self.clues:
            name = self.place_name(place)
            if not 1 <= number <= count:
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
        # The last number stays next to an end of a path: it says that the path visits everything.
        kept = {n: place for n, place in by_number.items() if n > 1 or place != self.start}
        return tuple((place, n) for n, place in sorted(kept.items()))

    def _check_waypoints(self) -> None:
        if len(self.waypoints) < 2:
            raise InvalidProblem("waypoints-few")
        for i, place in enumerate(self.waypoints):
            if place in self.waypoints[:i]:
                raise InvalidProblem("waypoint-twice", place=self.place_name(place))

    def _check_order(self) -> None:
        """Refuse waypoints whose numbers, as far as they are given, do not increase."""
        number = {self.place(v): n for n, v in self.numbered().items()}
        # A waypoint without a number stands after those before it, and before those after it.
        least = 0
        for i, place in enumerate(self.waypoints):
            least = max(least + 1, number.get(place, 0))
            most = min(number.get(place, self.size), self.size - len(self.waypoints) + i + 1)
            if least > most:
                name = self.place_name(place)
                raise InvalidProblem("waypoint-number", place=name, least=least, most=most)

    def _check_moves(self, moves: Iterable[tuple[Place, Place]]) -> frozenset[tuple[Place, Place]]:
        ordered = set()
        is_move = mover(self) if moves else self.is_move
        for a, b in sorted_moves(self, moves):
            v, w = self.vertex(a), self.vertex(b)
            if not is_move(a, b):
                code = "not-an-edge" if isinstance(self.ground, Graph) else "not-a-move"
                raise InvalidProblem(code, a=self.place_name(a), b=self.place_name(b))
            ordered.add((a, b) if v < w or self.directed else (b, a))
        return frozenset(ordered)

    def is_move(self, a: Place, b: Place) -> bool:
        """Return whether the piece can go from a square or vertex to another (forbidden or not).

        Examples
        --------
        >>> from caballero import Problem
        >>> Problem(8).is_move((0, 0), (1, 2)), Problem(8).is_move((0, 0), (1, 1))
        (True, False)
        """
        if isinstance(self.ground, Graph):
            return self.ground.has_edge(self.vertex(a), self.vertex(b))
        if a not in self.ground or b not in self.ground:
            return False
        return mover(self)(self._read(a), self._read(b))


class _Drawing(NamedTuple):
    """The content of a drawing, and of the line above it."""

    board: Board = Board(1)
    start: Square | None = None
    end: Square | None = None
    clues: tuple[tuple[Square, int], ...] = ()
    piece: Piece = KNIGHT
    closed: bool = False
    waypoints: tuple[Square, ...] = ()
    walls: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()


def _parse_titled(text: str, surface: str | None) -> _Drawing:
    """Read a drawing, with or without a line above it."""
    from .headings import split_headings  # only a drawing needs it

    (heading, drawing), *others = split_headings(text)
    if others:
        raise InvalidProblem("drawing-several", count=1 + len(others))
    return _parse_headed(heading, drawing, surface)


def headed(heading: Heading, drawing: str, surface: str | None = None) -> Problem:
    """Return the problem of a drawing below a heading."""
    drawn = _parse_headed(heading, drawing, surface)
    return Problem(
        drawn.board, drawn.piece, drawn.closed, drawn.start, drawn.end, drawn.clues,
        drawn.forced, drawn.walls, drawn.waypoints, ends=bool(drawn.waypoints),
    )  # fmt: skip


def _parse_headed(heading: Heading, drawing: str, surface: str | None) -> _Drawing:
    """Read a drawing below a heading; the numbers of a Zip are waypoints."""
    drawn = _parse_drawing(drawing, surface or heading.surface or "flat", heading.grid)
    if heading.zip:
        places = {number: square for square, number in drawn.clues}
        count = len(drawn.clues)
        if missing := {*range(1, count + 1)} - places.keys():
            raise InvalidProblem("zip-numbers", count=count, number=min(missing))
        if count < 2:
            raise InvalidProblem("waypoints-few")
        drawn = drawn._replace(clues=(), waypoints=tuple(places[n] for n in sorted(places)))
    piece = heading.piece or KNIGHT
    return drawn._replace(
        piece=piece, closed=bool(heading.closed), walls=heading.walls, forced=heading.forced
    )


def _parse_drawing(text: str, surface: str, named: str | None = None) -> _Drawing:
    """Read a drawing; `named` is its grid or kind of cell, if the line above names it."""
    shape, cells, grid = read_cells(f"{named}\n{text}" if named else text)
    found: dict[str, list[Square]] = {"S": [], "E": [], "#": []}
    clues: list[tuple[Square, int]] = []
    for square, cell in cells.items():
        if cell in found:
            found[cell].append(square)
        elif cell.isdecimal() and cell.isascii() and len(cell) < 20:
            clues.append((square, int(cell)))
        elif cell != ".":
            from caballero.machine.words import short

            place = ",".join(map(str, square))
            raise InvalidBoard("drawing-mark-problem", mark=short(cell), place=place)
    board = Board(shape, found["#"], surface, grid=grid)
    for mark in "SE":
        if len(found[mark]) > 1:
            names = ", ".join(map(board.square_name, found[mark]))
            raise InvalidProblem("mark-twice", mark=mark, places=names)
    start, end = (found[mark][0] if found[mark] else None for mark in "SE")
    return _Drawing(board, start, end, tuple(clues))


def _read_ground(ground: object, surface: str | None, weight: str | None) -> Board | Graph:
    """Return the board or the graph that a value describes."""
    if (side := as_whole(ground)) is not None:
        ground = side
    named = weight is not None and of_type("weight", weight, str) != "weight"
    sides = isinstance(ground, (tuple, list)) and not any(map(_has_parts, ground))
    known = sides or isinstance(ground, (Graph, Board, str, int))
    if known and named:
        raise InvalidGraph("graph-no-weight", weight=shown(weight))
    if isinstance(ground, Graph):
        return replace(ground, weights=()) if weight is None else ground
    if known:
        return Board(cast("str", ground), surface=surface)
    from .given import graph_of  # only what other programs have needs it

    graph = graph_of(ground, weight)
    if named and graph.indices and not graph.weights:
        raise InvalidGraph("graph-no-weight", weight=shown(weight))
    return graph


def _has_parts(side: object) -> bool:
    """Return whether an item of a list is an edge or a row rather than the side of a board."""
    return hasattr(side, "__len__") and not isinstance(side, (str, bytes))


def ground_repr(ground: Board | Graph) -> str:
    """Return a board or a graph as Python; a board by its name where that is complete."""
    if not isinstance(ground, Board) or ground.gaps or ground.surface == "mixed":
        return repr(ground)
    return repr(str(ground)) if ground.grid is None or ground.grid.is_named else repr(ground)


def _graphs_of(problem: Problem) -> list[Graph]:
    """Return the list with the graph that a problem keeps; it is empty until that is built."""
    kept: list[Graph] | None = getattr(problem, "_graphs", None)
    if kept is None:
        object.__setattr__(problem, "_graphs", kept := [])
    return kept


def restated(problem: Problem, **changes: Any) -> Problem:
    """Return a problem with other ends, clues, form or forced moves; the two share their graph."""
    if all(getattr(problem, name) == value for name, value in changes.items()):
        return problem
    other = replace(problem, **changes)
    object.__setattr__(other, "_graphs", _graphs_of(problem))
    return other


def sorted_moves(
    problem: Problem, moves: Iterable[tuple[Place, Place]] | None = None
) -> list[tuple[Place, Place]]:
    """Return moves, by default the forced moves, in the order of their vertices."""
    moves = problem.forced if moves is None else moves
    return sorted(moves, key=lambda move: tuple(map(problem.vertex, move)))


def refuse_huge(ground: Board | Graph) -> None:
    """Raise :class:`TooLarge` if a board has more than ``MAX_VERTICES`` squares."""
    if ground.size > MAX_VERTICES:
        board = str(ground)
        raise TooLarge("board-too-large", board=board, count=ground.size, most=MAX_VERTICES)


def step_between(board: Board, a: Square, b: Square) -> Move:
    """Return the step from a square to another, forwards round the axes that wrap.

    >>> step_between(Board((8, 8), surface=(False, True)), (2, 7), (1, 1))
    (-1, 2)
    """
    if board.grid is not None:
        return board.grid.step(a, b)
    return tuple(
        (y - x) % side if wraps else y - x
        for x, y, side, wraps in zip(a, b, board.shape, board.wraps, strict=True)
    )


def mover(problem: Problem) -> Callable[[Place, Place], bool]:
    """Return a fast test whether a step from a place to another is a move (forbidden or not)."""
    ground = problem.ground
    if isinstance(ground, Graph):
        rows: dict[int, frozenset[int]] = {}

        def is_edge(a: Place, b: Place) -> bool:
            v, w = problem.vertex(a), problem.vertex(b)
            if v not in rows:
                rows[v] = frozenset(ground.neighbours(v))
            return w in rows[v]

        return is_edge
    steps = steps_of(ground, problem.piece)

    def is_move(a: Place, b: Place) -> bool:
        return a != b and step_between(ground, cast(Square, a), cast(Square, b)) in steps

    return is_move


def steps_of(board: Board, piece: Piece) -> frozenset[Move]:
    """Return the steps of the piece's moves on a board, as :func:`step_between` computes them."""
    moves = moves_on(board, piece)
    if not any(board.wraps):
        return frozenset(moves)
    return frozenset(
        tuple(
            step % side if wraps else step
            for step, side, wraps in zip(move, board.shape, board.wraps, strict=True)
        )
        for move in moves
    )
