"""Tours: every square once, in order.

A tour holds the vertices that it visits, numbered in the order of the board
(:mod:`caballero.model.board`), so it is small, comparable and hashable. Everything else is computed
from that: squares, a matrix of numbers, names, directions, symmetric images, a picture.

Every tour that a search returns was verified first. A tour that you make yourself is a claim:
:func:`caballero.verify` lists its faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import sub
from typing import TYPE_CHECKING, Any, Final, overload

from caballero.machine.arguments import flag, listed, whole
from caballero.machine.errors import InvalidPlace, InvalidProblem, InvalidSquare, InvalidVertex
from caballero.machine.values import frozen

from .board import LONGEST_REPR, Board, Square
from .graph import Graph, P_co
from .piece import KNIGHT, Move, Piece, PieceLike
from .problem import BoardLike, MoveCost, Place, Problem, ground_repr, restated, step_between

if TYPE_CHECKING:
    from .graph import Number
    from .statistics import TourStatistics
    from .symmetry import Symmetry, SymmetryClass

MOST_NAMES: Final = 4096
"""The most squares of a board whose names are cached for its next tour."""


@frozen
class Tour(Sequence[P_co]):
    """A Hamiltonian path or cycle on a board or a graph.

    Parameters
    ----------
    ground : Board or Graph
        Where the tour goes.
    order : iterable of int
        The vertices in the order of the visit: places of the squares in the board's order.
    piece : Piece
        What moves.
    closed : bool
        Whether the last square leads back to the first.

    See Also
    --------
    from_squares : from (row, column) pairs or names.

    Notes
    -----
    A tour is a sequence of its places: of squares as tuples, or of labels.

    Examples
    --------
    >>> from caballero import find_tour
    >>> tour = find_tour("5x5", start="a5")
    >>> len(tour), tour[0], tour.names()[0], tour.index("a5"), (4, 4) in tour
    (25, (0, 0), 'a5', 0, True)
    """

    ground: Board | Graph[P_co]
    order: tuple[int, ...]
    piece: Piece = KNIGHT
    closed: bool = False

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        if not isinstance(self.ground, (Board, Graph)):
            put("ground", Problem(self.ground).ground)
        if type(self.order) is not tuple or not {*map(type, self.order)} <= {int}:
            put("order", tuple([whole("order", v) for v in listed("order", self.order)]))
        if not isinstance(self.piece, Piece):
            put("piece", Piece(self.piece))
        if type(self.closed) is not bool:
            put("closed", flag("closed", self.closed))

    @classmethod
    def from_squares(
        cls,
        ground: BoardLike,
        squares: str | Iterable[Place],
        piece: PieceLike = KNIGHT,
        closed: bool = False,
    ) -> Tour:
        """Make a tour from squares, their names, or labels of a graph, in order.

        Parameters
        ----------
        ground, piece, closed
            As for :class:`Problem`.
        squares : iterable of places, or str
            A text holds the names of squares with spaces between.

        Raises
        ------
        InvalidPlace
            If a place does not exist.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares("3x4", "a3 c2 a1").squares
        ((0, 0), (1, 2), (2, 0))
        """
        problem = Problem(ground, piece, closed)
        named = isinstance(squares, str) and isinstance(problem.ground, Board)
        places = str(squares).split() if named else listed("squares", squares)
        order = tuple(map(problem.vertex, places))
        return Tour(problem.ground, order, problem.piece, problem.closed)

    # -- views -----------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of places visited."""
        return len(self.order)

    @overload
    def __getitem__(self, index: int) -> P_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[P_co, ...]: ...
    def __getitem__(self, index: int | slice) -> P_co | tuple[P_co, ...]:
        """Return the place visited at an index from 0, or the places of a slice."""
        ground = self.ground
        place: Any = ground.square if isinstance(ground, Board) else ground.label
        if isinstance(index, slice):
            return tuple(map(place, self.order[index]))
        at: P_co = place(self.order[index])
        return at

    def __iter__(self) -> Iterator[P_co]:
        return iter(self[:])

    def __contains__(self, place: object) -> bool:
        try:
            return self._vertex(place) in self.order
        except InvalidPlace:
            return False

    def index(self, place: Place, start: int = 0, stop: int | None = None) -> int:
        """Return the position at which a place is first visited, from 0.

        Parameters
        ----------
        place : place or str
            A square or its name, a label of the graph.
        start, stop : int, optional
            The range to search, as in ``tuple.index``.

        Raises
        ------
        InvalidPlace
            If there is no such place, or the tour does not visit it.

        Examples
        --------
        >>> from caballero import Tour
        >>> tour = Tour.from_squares("3x4", "a3 c2 a1")
        >>> tour.index("c2"), "a1" in tour, "b1" in tour, tour[1:]
        (1, True, False, ((1, 2), (2, 0)))
        """
        vertex = self._vertex(place)
        first = whole("start", start)
        last = len(self.order) if stop is None else whole("stop", stop)
        try:
            return self.order.index(vertex, first, last)
        except ValueError:
            name = self.problem.place_name(self.problem.place(vertex))
            kind = InvalidSquare if isinstance(self.ground, Board) else InvalidVertex
            raise kind("never-visited", square=name) from None

    def _vertex(self, place: Place) -> int:
        """Return the number of a place of the ground."""
        return self.problem.vertex(place)

    @property
    def board(self) -> Board:
        """The board; raises :class:`InvalidProblem` if the tour is on a graph."""
        if isinstance(self.ground, Board):
            return self.ground
        raise InvalidProblem("needs-board")

    @property
    def problem(self) -> Problem:
        """The problem that the tour answers: its ground, piece and form.

        Examples
        --------
        >>> from caballero import find_tour
        >>> find_tour("5x6", closed=True).problem
        Problem('5x6', closed=True)
        """
        return Problem(self.ground, self.piece, self.closed)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares in order.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares("3x4", ["a3", "b1"]).squares
        ((0, 0), (2, 1))
        """
        if len(self.board.shape) == 2 and not self.board.holes:
            width = self.board.shape[1]
            return tuple([divmod(vertex, width) for vertex in self.order])
        return tuple(map(self.board.square, self.order))

    def names(self) -> tuple[str, ...]:
        """Return the names of the squares in order: ``a1``, …; labels on a graph."""
        if isinstance(self.ground, Graph):
            return tuple(map(str, self))
        if not 0 < len(self) == len(self.ground) <= MOST_NAMES:
            return tuple(map(self.ground.square_name, self.squares))
        names = _square_names(self.ground)
        return tuple([names[vertex] for vertex in self.order])

    def matrix(self, first: int = 1) -> list[list[Any]]:
        """Return the number of each square, in nested lists, a level for each axis.

        Parameters
        ----------
        first : int
            The number of the first square.

        Returns
        -------
        nested list of int or None
            None in holes.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares("1x2", ["b1", "a1"], piece="wazir").matrix()
        [[2, 1]]
        """
        first = whole("first", first)
        number: list[int | None] = [None] * len(self.board)
        for i, vertex in enumerate(self.order):
            number[vertex] = i + first
        *outer, width = self.board.shape
        cells = number
        if self.board.holes:
            holes = frozenset(self.board.holes)
            full = Board(self.board.shape)
            numbers = iter(number)
            cells = [None if square in holes else next(numbers) for square in full]
        nested: list[list[Any]] = [cells[i : i + width] for i in range(0, len(cells), width)]
        for side in reversed(outer[1:]):
            nested = [nested[i : i + side] for i in range(0, len(nested), side)]
        return nested

    def directions(self) -> tuple[Move, ...]:
        """Return the move at each step; the last move of a closed tour leads back to the start.

        On a wrapped board it is the shorter way round.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares(3, ["a3", "b1", "c3"]).directions()
        ((2, 1), (-2, 1))
        """
        squares = self.squares
        onward = [*squares[1:], squares[0]] if self.closed else squares[1:]
        board = self.board
        if board.grid is None and not any(board.wraps):
            return tuple(tuple(map(sub, b, a)) for a, b in zip(squares, onward, strict=False))
        nearest = tuple(
            side // 2 if wraps else side
            for side, wraps in zip(board.shape, board.wraps, strict=True)
        )
        return tuple(
            tuple(
                step if step <= most else step - side
                for step, most, side in zip(
                    step_between(board, a, b), nearest, board.shape, strict=True
                )
            )
            for a, b in zip(squares, onward, strict=False)
        )

    @property
    def closable(self) -> bool:
        """Whether a move leads from the last place to the first, so that the tour is closable.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], piece="wazir").closable
        True
        """
        closed = restated(self.problem, closed=True)
        return len(self) >= closed.fewest and closed.is_move(self[-1], self[0])

    @property
    def magic(self) -> str | None:
        """Whether its numbers have equal sums on lines of a rectangle: their kind, or None.

        ``semi-magic`` if all rows have the same sum, and all columns; ``magic`` if both diagonals
        of a square board have it, too.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], "wazir").magic is None
        True
        """
        from .sums import magic_kind

        return magic_kind(self.board, self.order) if isinstance(self.ground, Board) else None

    # -- other tours -----------------------------------------------------------------------

    def _with(self, order: Sequence[int]) -> Tour[P_co]:
        return Tour(self.ground, tuple(order), self.piece, self.closed)

    def reversed(self) -> Tour[P_co]:
        """Return the tour walked backwards; a closed tour keeps its first square.

        In a directed graph this may be no tour.

        Examples
        --------
        >>> from caballero import Tour
        >>> Tour.from_squares(3, ["a3", "b1", "c3"]).reversed().names()
        ('c3', 'b1', 'a3')
        """
        if self.closed:
            return self._with(self.order[:1] + self.order[:0:-1])
        return self._with(self.order[::-1])

    def starting_at(self, place: Place) -> Tour[P_co]:
        """Return the same closed tour with another first place.

        Parameters
        ----------
        place : place or str
            A square or its name, a label of the graph.

        Raises
        ------
        InvalidProblem
            If the tour is open: its ends are where they are.

        Examples
        --------
        >>> from caballero import Tour
        >>> ring = Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], "wazir", closed=True)
        >>> ring.starting_at("b2").names()
        ('b2', 'b1', 'a1', 'a2')
        """
        if not self.closed:
            raise InvalidProblem("not-closed")
        first = self.index(place)
        return self._with(self.order[first:] + self.order[:first])

    def image(self, symmetry: Symmetry) -> Tour[P_co]:
        """Return the image of the tour under a symmetry of the board.

        Examples
        --------
        >>> from caballero import Tour, symmetries
        >>> tour = Tour.from_squares(3, ["a3", "b1"])
        >>> [tour.image(s).names() for s in symmetries(tour.board)][:2]
        [('a3', 'b1'), ('c3', 'b1')]
        """
        to = symmetry.permutation(self.board)
        return self._with([to[vertex] for vertex in self.order])

    def normalised(self) -> Tour[P_co]:
        """Return the normal form of the tour's line: direction and closed start do not matter.

        In a directed graph the direction does.

        Examples
        --------
        >>> from caballero import Tour
        >>> tour = Tour.from_squares(3, ["c3", "b1", "a3"])
        >>> tour.normalised() == tour.reversed().normalised()
        True
        """
        from .symmetry import normal_order

        if isinstance(self.ground, Graph) and self.ground.directed:
            return self.starting_at(self.ground.label(0)) if self.closed and self.order else self
        return self._with(normal_order(self.order, self.closed))

    def images(self) -> tuple[Tour[P_co], ...]:
        """Return the distinct images of the line under the board's symmetries, normalised.

        The line itself comes first. Their number is the number of the board's symmetries, divided
        by the number of symmetries that keep the line.

        Notes
        -----
        Time and memory: symmetries of the board times squares.

        Examples
        --------
        >>> from caballero import find_tour
        >>> len(find_tour("5x5", start="a1").images()) in {1, 2, 4, 8}
        True
        """
        from .symmetry import symmetries

        found = dict.fromkeys(self.image(s).normalised() for s in symmetries(self.board))
        return tuple(found)

    def canonical(self) -> Tour[P_co]:
        """Return the representative of the tour's class: the smallest of its images.

        Examples
        --------
        >>> from caballero import find_tour, symmetries
        >>> tour = find_tour("5x5", start="a1")
        >>> all(tour.image(s).canonical() == tour.canonical() for s in symmetries(tour.board))
        True
        """
        return min(self.images(), key=lambda tour: tour.order)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the board's symmetries that keep the tour's line, the identity included.

        Examples
        --------
        >>> from caballero import Tour
        >>> ring = Tour.from_squares("2x2", ["a1", "a2", "b2", "b1"], "wazir", closed=True)
        >>> len(ring.symmetries())
        8
        """
        from .symmetry import symmetries

        line = self.normalised()
        found = symmetries(self.board)
        return tuple(s for s in found if self.image(s).normalised() == line)

    def symmetry_class(self) -> SymmetryClass:
        """Return the tour's kind of symmetry.

        Examples
        --------
        >>> from caballero import Tour
        >>> path = Tour.from_squares("1x3", ["a1", "b1", "c1"], piece="wazir")
        >>> print(path.symmetry_class())
        several
        """
        from .symmetry import class_of

        return class_of([(s, self._keeps_direction(s)) for s in self.symmetries()], self.closed)

    def _keeps_direction(self, symmetry: Symmetry) -> bool:
        """Return whether a symmetry that keeps the line also keeps the direction of travel."""
        image = self.image(symmetry).order
        if not self.closed:
            return image == self.order
        where = self.order.index(image[0])
        return image[1] == self.order[(where + 1) % len(self.order)]

    def statistics(self, *, symmetry: bool = True) -> TourStatistics:
        """Return the statistics of the tour, which is not checked.

        Parameters
        ----------
        symmetry : bool
            Whether to find the tour's symmetries, which takes longer than all the rest.

        Returns
        -------
        TourStatistics

        Notes
        -----
        Time and memory are linear in the number of squares for a piece whose leaps are short. The
        symmetries take as long again for each symmetry of the board, eight on a square.

        Examples
        --------
        The ring round the centre of the 3×3 board, a star with eight points:

        >>> from caballero import find_tour
        >>> star = find_tour("...\\n.#.\\n...", closed=True).statistics()
        >>> star.turns, star.longest, star.crossings
        (8, 1, 16)
        >>> star.slopes
        (((1, -2), 2), ((1, 2), 2), ((2, -1), 2), ((2, 1), 2))
        """
        from .statistics import measured

        return measured(self, symmetry=flag("symmetry", symmetry))

    def cost(self, cost: MoveCost | None = None) -> Number:
        """Return the cost of the tour, as :func:`caballero.best_tour` counts it.

        Parameters
        ----------
        cost : str, mapping or callable, optional
            As for ``best_tour``: the weights of the graph, if it is left out.

        Raises
        ------
        InvalidInput
            If a step is no move, or there is no such cost.

        Examples
        --------
        >>> from caballero import Graph, Tour, find_tour
        >>> roads = Graph.from_edges([("a", "b", 2), ("b", "c", 3), ("c", "a", 4)])
        >>> Tour.from_squares(roads, ["a", "b", "c"], closed=True).cost()
        9
        >>> find_tour("3x4", start="a3").cost(lambda a, b: 1)
        11
        """
        from caballero.best.costs import tour_cost

        return tour_cost(self, cost)

    def to_dict(self) -> dict[str, object]:
        """Return the tour as JSON; :func:`caballero.verify` can read it if it is on a board.

        Examples
        --------
        >>> from caballero import Tour
        >>> data = Tour.from_squares("3x4", "a3 c2").to_dict()
        >>> data["board"], data["piece"], data["tour"]
        ({'shape': [3, 4]}, 'knight', [[0, 0], [1, 2]])
        """
        from .interchange import place_json, problem_json

        places = self.squares if isinstance(self.ground, Board) else self
        return {**problem_json(self.problem), "tour": [place_json(place) for place in places]}

    # -- showing itself --------------------------------------------------------------------

    def __repr__(self) -> str:
        count, what = len(self), "closed tour" if self.closed else "tour"
        if isinstance(self.ground, Board) and count <= LONGEST_REPR:
            parts = [ground_repr(self.ground), repr(" ".join(self.names()))]
            parts += [f"piece={self.piece.name!r}"] if self.piece != KNIGHT else []
            parts += ["closed=True"] if self.closed else []
            return f"Tour.from_squares({', '.join(parts)})"
        if isinstance(self.ground, Graph):
            return f"<{what} of a graph, {count} vertices>"
        return f"<{self.piece} {what}, {self.ground}, {count} squares>"

    def __str__(self) -> str:
        """Return the framed board, as a terminal shows it."""
        from caballero.render.text import tour_text

        return tour_text(self)

    def to_svg(self, style: str = "path", theme: str = "light", **how: Any) -> str:
        """Return the picture as SVG: board, path and numbers.

        Parameters
        ----------
        style : str
            ``path``, ``numbers``, ``arrows``, ``thread``, ``colours``, ``symmetry`` or
            ``mosaic``.
        theme : str
            ``light``, ``dark``, ``wood`` or ``print``.
        **how
            ``first``, ``numbers``, ``labels``, ``path``, ``coordinates``, ``width`` and
            ``language``, as in :func:`caballero.render.svg.tour_svg`.

        Examples
        --------
        >>> from caballero import find_tour
        >>> tour = find_tour("5x5", start="a1")
        >>> tour.to_svg()[:4], tour.to_svg() == tour.to_svg("mosaic", theme="dark")
        ('<svg', False)
        """
        from caballero.render.svg import tour_svg

        return tour_svg(self, style=style, theme=theme, **how)

    def to_png(self, style: str = "path", theme: str = "light", **how: Any) -> bytes:
        """Return the picture as PNG; it needs the extra ``pictures``.

        Parameters as for :meth:`to_svg`.

        Examples
        --------
        >>> from caballero import find_tour
        >>> find_tour("5x5", start="a1").to_png("numbers")[1:4]
        b'PNG'
        """
        from caballero.render.png import tour_png

        return tour_png(self, style=style, theme=theme, **how)

    def to_animation(
        self, format: str = "gif", style: str = "path", theme: str = "light", **how: Any
    ) -> bytes:
        """Return an animation of the growing tour; it needs the extra ``pictures``.

        Parameters
        ----------
        format : str
            ``gif``, ``apng``, ``webp``, or ``mp4``, which needs ffmpeg.
        style, theme : str
            As for :meth:`to_svg`.
        **how
            ``first``, ``numbers``, ``path``, ``width``, and ``fps``, pictures a second.

        Examples
        --------
        >>> from caballero import find_tour
        >>> find_tour("3x4").to_animation(width=100)[:6]
        b'GIF89a'
        """
        from caballero.render.animation import tour_animation

        return tour_animation(self, format=format, style=style, theme=theme, **how)

    def _repr_svg_(self) -> str | None:
        from caballero.render.showing import tour_picture

        return tour_picture(self)


@lru_cache(maxsize=1)
def _square_names(board: Board) -> tuple[str, ...]:
    return tuple(map(board.square_name, board))
