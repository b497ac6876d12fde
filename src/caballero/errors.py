"""The exceptions.

::

    CaballeroError                 anything that this package raises on purpose
    ├── InvalidInput (ValueError)  what was asked makes no sense; the message says why
    │   ├── InvalidBoard           no board can be read from this
    │   ├── InvalidSquare          no such square on this board
    │   ├── InvalidPiece           no such piece
    │   ├── InvalidGraph           not a simple undirected graph
    │   ├── InvalidProblem         the parts of the question do not fit together
    │   ├── InvalidTour            a claimed tour that cannot be read at all
    │   ├── UnknownName            no such method, order, tie rule, format, …
    │   └── TooLarge               beyond a limit that protects time or memory
    ├── NoTour                     there is none, and the outcome says why
    └── LimitReached               a limit came first: nothing is claimed

An error says what was wrong, the value, what is allowed, and what to do next. It carries that
as a :class:`~caballero.words.Message`: a code and data, which the command line and the page put
into the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .outcome import GaveUp, Impossible
    from .words import Message


class CaballeroError(Exception):
    """Anything that this package raises on purpose.

    Parameters
    ----------
    code : str
        Which message, a key of :data:`caballero.words.ENGLISH`.
    **data
        The values that the message names.

    Examples
    --------
    >>> from caballero import Board, CaballeroError
    >>> try:
    ...     Board.parse("8x")
    ... except CaballeroError as error:
    ...     print(error.code)
    board-unreadable
    """

    def __init__(self, code: str, **data: object) -> None:
        from .words import Message  # whoever makes no mistake needs no words

        super().__init__(code)
        self.message: Message = Message(code, data)

    @property
    def code(self) -> str:
        """The code of the message, the same in every language."""
        return self.message.code

    def __str__(self) -> str:
        return str(self.message)


class InvalidInput(CaballeroError, ValueError):
    """What was asked makes no sense; the message says why, and what would.

    Examples
    --------
    >>> from caballero import InvalidInput, Piece
    >>> try:
    ...     Piece.parse("unicorn")
    ... except InvalidInput as error:
    ...     print(error.code)
    name-unknown
    """


class InvalidBoard(InvalidInput):
    """No board can be read from this.

    Examples
    --------
    >>> from caballero import Board, InvalidBoard
    >>> try:
    ...     Board((8, 0))
    ... except InvalidBoard as error:
    ...     print(error)
    A board's sides must be whole numbers of at least 1, but one is 0.
    """


class InvalidSquare(InvalidInput):
    """There is no such square on this board.

    Examples
    --------
    >>> from caballero import Board, InvalidSquare
    >>> try:
    ...     Board((8, 8)).parse_square("z9")
    ... except InvalidSquare as error:
    ...     print(error.code)
    square-outside
    """


class InvalidPiece(InvalidInput):
    """There is no such piece.

    Examples
    --------
    >>> from caballero import InvalidPiece, Piece
    >>> try:
    ...     Piece.leaper(0, 0)
    ... except InvalidPiece as error:
    ...     print(error.code)
    piece-stands-still
    """


class InvalidGraph(InvalidInput):
    """The data make no simple undirected graph.

    Examples
    --------
    >>> from caballero import Graph, InvalidGraph
    >>> try:
    ...     Graph.from_neighbours([[1], []])
    ... except InvalidGraph as error:
    ...     print(error.code)
    graph-not-simple
    """


class InvalidProblem(InvalidInput):
    """The parts of the question do not fit together.

    Examples
    --------
    >>> from caballero import InvalidProblem, Problem
    >>> try:
    ...     Problem.of("8x8", start="a1", end="a1")
    ... except InvalidProblem as error:
    ...     print(error.code)
    start-is-end
    """


class InvalidTour(InvalidInput):
    """A claimed tour cannot be read at all.

    A claim that can be read and is wrong is no error: :func:`caballero.verify` lists its faults.

    Examples
    --------
    >>> from caballero import InvalidTour, verify
    >>> try:
    ...     verify([[0, "x"]])
    ... except InvalidTour as error:
    ...     print(error.code)
    not-a-number
    """


class UnknownName(InvalidInput):
    """There is no method, order, tie rule or format of this name.

    Examples
    --------
    >>> from caballero import UnknownName
    >>> from caballero.teach import move_order
    >>> try:
    ...     move_order("granda")
    ... except UnknownName as error:
    ...     print(error.code, error.message.data["close"])
    name-unknown-suggest granada
    """

    @classmethod
    def among(cls, what: str, name: object, names: Iterable[str]) -> UnknownName:
        """Make the error for a name that is not among those allowed, with a suggestion.

        Parameters
        ----------
        what : str
            The code of the message that says what kind of thing it is.
        name : object
            What was asked for.
        names : iterable of str
            What there is.
        """
        import difflib  # only a typo needs it

        from .words import Message

        allowed = sorted(names)
        close = difflib.get_close_matches(str(name), allowed, n=1)
        code = "name-unknown-suggest" if close else "name-unknown"
        return cls(
            code,
            what=Message(what),
            name=name,
            close=close[0] if close else "",
            names=", ".join(allowed),
        )


class TooLarge(InvalidInput):
    """The work asked for is beyond a limit that protects time or memory.

    Examples
    --------
    >>> from caballero import Problem, TooLarge
    >>> from caballero.teach import solve_naive
    >>> try:
    ...     solve_naive(Problem.of(8, start="a8"))
    ... except TooLarge as error:
    ...     print(error.code)
    naive-too-large
    """


class NoTour(CaballeroError):
    """There is no such tour; ``outcome`` holds the reason.

    Attributes
    ----------
    outcome : Impossible
        The certificate and what it cost.

    Examples
    --------
    >>> from caballero import NoTour, find_tour
    >>> try:
    ...     find_tour(4)
    ... except NoTour as error:
    ...     print(error.outcome.certificate.kind)
    theorem
    """

    def __init__(self, outcome: Impossible) -> None:
        super().__init__("no-tour", reason=outcome.certificate.reason)
        self.outcome = outcome


class LimitReached(CaballeroError):
    """A limit came before an answer; nothing is claimed.

    Attributes
    ----------
    outcome : GaveUp
        Which limit, and what was done until then.

    Examples
    --------
    >>> from caballero import LimitReached, Limits, find_tour
    >>> try:
    ...     find_tour("3x10", closed=True, limits=Limits(seconds=0))
    ... except LimitReached as error:
    ...     print(error.outcome.limit)
    seconds
    """

    def __init__(self, outcome: GaveUp) -> None:
        from .words import Message

        limit = Message(f"column-{outcome.limit}")
        super().__init__("limit-reached", limit=limit, nodes=outcome.stats.nodes)
        self.outcome = outcome
