"""Structured tours: knight's tours that compute any of their parts, and store nothing.

A tour of a board with 10^18 rows cannot be stored, but the square with a number, and the number of
a square, follow from a small plan in as many steps as the board can be halved (:mod:`.plan`). The
same plan numbers a whole board in about the time that it takes to write the numbers.

There is a plan for each board that has a tour (:mod:`.rectangles`): closed tours by A. J. Schwenk's
theorem ("Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64, 1991), open
tours by the theorems of P. Cull and J. De Curtins ("Knight's tour revisited", Fibonacci Quarterly
16, 1978) and G. H. J. van Rees ("Knight's tours and circuits on the 3 × n chessboard", Bulletin of
the ICA 16, 1996).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Unpack, cast

from caballero.find.kernels.plans import Sheet
from caballero.machine.errors import InvalidProblem, InvalidSquare, NoTour, TooLarge
from caballero.machine.extras import extra
from caballero.machine.kernel import Ints, Marks, zeros
from caballero.model.board import Board, Square
from caballero.model.piece import KNIGHT
from caballero.model.problem import Ground, Problem, refuse_huge, restated
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.certificate import Theorem, imbalance_of
from caballero.proof.facts import excluded_by
from caballero.proof.outcome import Impossible, Stats

from .layout import Layout
from .plan import Numbers
from .rectangles import closed_layout, odd_layout, open_layout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from caballero.model.problem import Searched

MOST: Final = 2**31
"""The most squares of a board whose tour is stored."""


@dataclass(frozen=True, slots=True, repr=False)
class StructuredTour:
    """A knight's tour of a rectangle of any size, made by :func:`structured_tour`.

    Parameters
    ----------
    board : Board
        The rectangle.
    closed : bool
        Whether the last square leads back to the first.
    first : square
        The first square.

    Notes
    -----
    The time to compute the number of a square, or the square of a number, grows with the logarithms
    of the sides, and so does the memory of the whole.

    Examples
    --------
    >>> from caballero.find import structured_tour
    >>> tour = structured_tour(10**18)
    >>> tour[0], tour[1], tour[-1]
    ((0, 0), (1, 2), (2, 1))
    >>> square = (123456789, 987654321)
    >>> tour[tour.index(square)] == square
    True
    """

    board: Board
    closed: bool
    first: Square
    _layout: Layout = field(compare=False)
    _shift: int = field(init=False, compare=False)  # the plan's rank of the first square

    def __post_init__(self) -> None:
        object.__setattr__(self, "_shift", self._layout.rank_of(self.first))

    @property
    def size(self) -> int:
        """The number of squares; unlike ``len``, it may exceed 2^63."""
        return self.board.size

    def __len__(self) -> int:
        """Return the number of squares."""
        return self.size

    def __contains__(self, square: object) -> bool:
        return square in self.board

    def __iter__(self) -> Iterator[Square]:
        return map(self.__getitem__, range(self.size))

    def __getitem__(self, number: int) -> Square:
        """Return the square with a number, from 0; negative numbers count from the end."""
        if not -self.size <= number < self.size:
            raise IndexError(number)
        return self._layout.square_of((number + self._shift) % self.size)

    def index(self, square: Square) -> int:
        """Return the number of a square, from 0.

        Raises
        ------
        InvalidSquare
            If it is no square of the board.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> structured_tour(8).index((1, 2))
        1
        """
        if square not in self.board:
            self.board.index(square)  # raises the error
        number = self._layout.rank_of(square) - self._shift
        return number if number >= 0 else number + self.size

    def next(self, square: Square) -> Square:
        """Return the square after another.

        Raises
        ------
        InvalidSquare
            If it is no square of the board, or the last of an open tour.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> structured_tour(8).next((0, 0))
        (1, 2)
        """
        return self._beside(square, 1)

    def previous(self, square: Square) -> Square:
        """Return the square before another.

        Raises
        ------
        InvalidSquare
            If it is no square of the board, or the first of an open tour.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> structured_tour(8, closed=True).previous((0, 0))
        (2, 1)
        """
        return self._beside(square, -1)

    def _beside(self, square: Square, step: int) -> Square:
        number = self.index(square) + step
        if not self.closed and not 0 <= number < self.size:
            raise InvalidSquare("tour-ends", square=self.board.square_name(square))
        return self[number % self.size]

    # -- the whole tour --------------------------------------------------------------------

    def _numbers(self) -> Numbers:
        """Return the numbers of the squares in the order of the plan."""
        size, shift = self.size, self._shift
        return [range(size - shift, size), range(size - shift)]

    def fill(self) -> NDArray[np.int32]:
        """Return the number of each square, from 0, as a matrix.

        Raises
        ------
        TooLarge
            If the board has more than 2^31 squares.
        InvalidInput
            If numpy is not installed.

        Notes
        -----
        Time and memory are linear in the squares, and little more than the matrix takes.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> structured_tour(5, 6).fill()[0].tolist()
        [0, 9, 6, 19, 24, 15]
        """
        numbers = _numpy_array(self._write(by_square=True))
        return numbers.reshape(self.board.shape)

    def order(self) -> NDArray[np.int32]:
        """Return the squares in order, each as its number in the order of the board.

        Errors and costs as for :meth:`fill`.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> structured_tour(5, 6).order()[:3].tolist()
        [0, 8, 19]
        """
        return _numpy_array(self.vertices())

    def vertices(self) -> Ints:
        """Return the same as :meth:`order`, as a sequence that needs no numpy.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> list(structured_tour(5, 6).vertices()[:3])
        [0, 8, 19]
        """
        return self._write(by_square=False)

    def _write(self, *, by_square: bool) -> Ints:
        """Return the number of each square, or the square with each number."""
        if self.size > MOST:
            raise TooLarge("board-too-large", board=str(self.board), count=self.size, most=MOST)
        found = zeros(Marks, self.size)
        sheet = Sheet(found, int(by_square), down=self.board.shape[1], right=1)
        self._layout.write(self._numbers(), sheet)
        return found

    def tour(self) -> Tour:
        """Return the same as a :class:`caballero.Tour`, which stores its squares.

        Raises
        ------
        TooLarge
            If the board is too large for that.

        Examples
        --------
        >>> from caballero.find import structured_tour
        >>> structured_tour(20).tour()
        <knight tour, 20x20, 400 squares>
        """
        refuse_huge(self.board)
        return Tour(self.board, tuple(self.vertices()), closed=self.closed)

    def __repr__(self) -> str:
        what = "closed tour" if self.closed else "tour"
        return f"<structured knight {what}, {self.board}>"


def _numpy_array(values: Ints) -> NDArray[np.int32]:
    numpy = extra("numpy", "data")
    array: NDArray[np.int32] = numpy.asarray(values, numpy.int32)
    return array


@verb()
def structured_tour(
    ground: Ground, columns: int | None = None, **asked: Unpack[Searched]
) -> StructuredTour:
    """Return a knight's tour of a rectangle of any size, without searching for it or storing it.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        ``8``, ``"5x9"``, or a whole problem; then no other part of a problem is allowed. It must be
        about knights on a rectangle without holes, with at most a start.
    columns : int, optional
        The columns, if `ground` is the number of the rows.
    closed : bool
        Whether the tour must close.
    start : square or str, optional
        The first square, as (row, column) or by its name: any square of a board that has a closed
        tour; on a board with odd sides from 5, any square of the colour of its corners.
    end, clues, forced, forbidden, waypoints, ends, piece, surface
        Of other problems; no construction is known for these.
    limits, timeout, seed, callback
        As for :func:`caballero.find_tour`; nothing is searched and nothing drawn.

    Raises
    ------
    NoTour
        If there is none.
    InvalidProblem
        If no construction is known: for another kind of problem, or because a start was chosen on
        a board with three or four rows or columns that has no closed tour.
    InvalidBoard, InvalidSquare
        If there is no such board or square.

    Notes
    -----
    Time and memory grow with the logarithms of the sides (a few milliseconds and 1 MB at 10^18
    rows and columns).

    Examples
    --------
    >>> from caballero.find import structured_tour
    >>> structured_tour(6, closed=True)
    <structured knight closed tour, 6x6>
    >>> tour = structured_tour(1001, start=(500, 500))
    >>> tour.closed, tour.size, tour[0]
    (False, 1002001, (500, 500))
    """
    sides = ground if columns is None else (cast(int, ground), columns)
    with asking(sides, asked) as (problem, _budget, _seed):
        return _constructed(problem)


def _constructed(problem: Problem) -> StructuredTour:
    """Return the tour of a problem; see :func:`structured_tour`."""
    board = problem.ground
    if (
        not isinstance(board, Board)
        or len(board.shape) != 2
        or board != Board(board.shape)
        or problem.piece != KNIGHT
        or problem.constraints - {"start"}
    ):
        raise InvalidProblem("not-constructed")
    _refuse_impossible(problem)
    first = cast("Square | None", problem.start)
    closable = excluded_by(restated(problem, closed=True, start=None)) is None
    layout = _layout(board, closable, first)
    if layout is None:
        raise InvalidProblem("start-not-constructed", board=board, start=problem.place_name(first))
    return StructuredTour(board, problem.closed, first or layout.square_of(0), layout)


def _refuse_impossible(problem: Problem) -> None:
    """Raise :class:`NoTour` if a theorem, or the colour of the start, excludes every tour."""
    theorem = excluded_by(problem)
    certificate = (
        imbalance_of(problem)
        if theorem is None
        else Theorem(theorem, tuple(sorted(problem.board.shape)))
    )
    if certificate is not None:
        stats = Stats("construction", nodes=0, seconds=0.0)
        raise NoTour(Impossible(certificate, stats, problem))


def _layout(board: Board, closable: bool, start: Square | None) -> Layout | None:
    """Return a tour of a board that has any; None if none is known from that start."""
    rows, columns = board.shape
    if closable:
        return closed_layout(rows, columns)
    if min(rows, columns) >= 5:
        return odd_layout(rows, columns, start or (0, 0))
    layout = open_layout(rows, columns)
    return layout if start in (None, layout.square_of(0)) else None
