"""The exceptions.

::

    CaballeroError                 every error that this package raises
    ├── InvalidInput (ValueError)  an argument makes no sense; the message says why
    │   ├── InvalidBoard           no board can be read from this
    │   ├── InvalidPlace           no such place
    │   │   ├── InvalidSquare      no such square on this board
    │   │   └── InvalidVertex      no such vertex in this graph
    │   ├── InvalidPiece           no such piece
    │   ├── InvalidGraph           not a simple graph
    │   ├── InvalidProblem         the parts of a problem contradict each other
    │   ├── InvalidTour            a claimed tour that cannot be read
    │   ├── UnknownName            no such method, order, tie rule, format, …
    │   └── TooLarge               beyond a limit that protects time or memory
    ├── NoTour                     no tour exists; the outcome says why
    └── LimitReached               a limit was reached before an answer
    InternalError (RuntimeError)   a result failed its check: a fault of Caballero

An error says what was wrong, the value, what is allowed, and what to do next. It carries a
:class:`~caballero.machine.words.Message`: a code and data, from which the command line and the page
make a sentence in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caballero.proof.outcome import GaveUp, Impossible

    from .words import Message


class CaballeroError(Exception):
    """The base class of every error that this package raises.

    Parameters
    ----------
    code : str
        Which message, a key of ``SENTENCES`` in one of the modules ``sentences``.
    **data
        The values that the message names.

    Examples
    --------
    >>> from caballero import Board, CaballeroError
    >>> try:
    ...     Board("8x")
    ... except CaballeroError as error:
    ...     print(error.code)
    board-unreadable
    """

    def __init__(self, code: str, **data: object) -> None:
        from .words import Message  # loaded with the first error

        super().__init__(code)
        self.message: Message = Message(code, data)

    @property
    def code(self) -> str:
        """The code of the message, the same in every language."""
        return self.message.code

    def __str__(self) -> str:
        return str(self.message)


class InvalidInput(CaballeroError, ValueError):
    """An argument makes no sense; the message says why, and what is allowed.

    Examples
    --------
    >>> from caballero import InvalidInput, Piece
    >>> try:
    ...     Piece("unicorn")
    ... except InvalidInput as error:
    ...     print(error.code)
    name-unknown
    """


class InvalidBoard(InvalidInput):
    """A value does not describe a board.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.model import InvalidBoard
    >>> try:
    ...     Board((8, 0))
    ... except InvalidBoard as error:
    ...     print(error)
    A board's sides must be whole numbers of at least 1, but one is 0.
    """


class InvalidPlace(InvalidInput):
    """There is no such place: an :class:`InvalidSquare` or an :class:`InvalidVertex`.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.model import InvalidPlace
    >>> try:
    ...     Problem([("a", "b")], start="c")
    ... except InvalidPlace as error:
    ...     print(type(error).__name__)
    InvalidVertex
    """


class InvalidSquare(InvalidPlace):
    """There is no such square on this board.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.model import InvalidSquare
    >>> try:
    ...     Board((8, 8)).parse_square("z9")
    ... except InvalidSquare as error:
    ...     print(error.code)
    square-outside
    """


class InvalidVertex(InvalidPlace):
    """There is no such vertex in this graph.

    Examples
    --------
    >>> from caballero import Graph, find_tour
    >>> from caballero.model import InvalidVertex
    >>> try:
    ...     find_tour(Graph.from_edges([("a", "b")]), start="c")
    ... except InvalidVertex as error:
    ...     print(error.code)
    vertex-unknown
    """


class InvalidPiece(InvalidInput):
    """There is no such piece.

    Examples
    --------
    >>> from caballero import Piece
    >>> from caballero.model import InvalidPiece
    >>> try:
    ...     Piece((0, 0))
    ... except InvalidPiece as error:
    ...     print(error.code)
    piece-stands-still
    """


class InvalidGraph(InvalidInput):
    """The data do not describe a simple graph.

    Examples
    --------
    >>> from caballero import Graph
    >>> from caballero.model import InvalidGraph
    >>> try:
    ...     Graph.from_neighbours([[1], []])
    ... except InvalidGraph as error:
    ...     print(error.code)
    graph-not-simple
    """


class InvalidProblem(InvalidInput):
    """The parts of a problem contradict each other.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.model import InvalidProblem
    >>> try:
    ...     Problem("8x8", start="a1", end="a1")
    ... except InvalidProblem as error:
    ...     print(error.code)
    start-is-end
    """


class InvalidTour(InvalidInput):
    """A claimed tour cannot be read.

    A readable claim that is wrong raises nothing: :func:`caballero.verify` lists its faults.

    Examples
    --------
    >>> from caballero import verify
    >>> from caballero.model import InvalidTour
    >>> try:
    ...     verify([[0, "x"]])
    ... except InvalidTour as error:
    ...     print(error.code)
    not-a-number
    """


class UnknownName(InvalidInput):
    """There is no method, order, tie rule or format with this name.

    Examples
    --------
    >>> from caballero.model import UnknownName
    >>> from caballero.teaching import move_order
    >>> try:
    ...     move_order("granda")
    ... except UnknownName as error:
    ...     print(error.code, error.message.data["close"])
    name-unknown-suggest granada
    """

    @classmethod
    def among(
        cls, what: str, name: object, names: Iterable[str], *, more: Message | None = None
    ) -> UnknownName:
        """Make the error for an unknown name, with a suggestion.

        Parameters
        ----------
        what : str
            The code of the message that names the kind of thing; with a hyphen and a name, that of
            the name's message.
        name : object
            The name.
        names : iterable of str
            The names that exist, in the order in which the message lists them.
        more : Message, optional
            What else is allowed.
        """
        import difflib  # only a typo needs it

        from .words import Message, plain, short, spellings, titled

        names, name = [*names], short(name)
        allowed, written = spellings(what, names), plain(name)
        close = difflib.get_close_matches(written, allowed, n=1)
        close = close or [full for full in sorted(allowed) if _abbreviates(written, full)]
        code = "name-unknown-suggest" if close else "name-unknown"
        return cls(
            code,
            what=Message(what),
            name=name,
            close=allowed[close[0]][0] if close else "",
            names=[*(titled(what, name) for name in names), *([more] if more else [])],
        )


def _abbreviates(written: str, full: str) -> bool:
    """Return whether letters of a name, with its first letter, stand in this order."""
    letters = iter(full)
    return len(written) > 1 and written[0] == full[:1] and all(c in letters for c in written)


class TooLarge(InvalidInput):
    """The work exceeds a limit that protects time or memory.

    Examples
    --------
    >>> from caballero import Problem, TooLarge
    >>> from caballero.teaching import solve_naive
    >>> try:
    ...     solve_naive(Problem(8, start="a8"))
    ... except TooLarge as error:
    ...     print(error.code)
    naive-too-large
    """


class NoTour(CaballeroError):
    """No such tour exists; ``outcome`` holds the reason.

    Attributes
    ----------
    outcome : Impossible
        The certificate and the cost of the search.

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

    def __reduce__(self) -> tuple[object, ...]:  # so that a process can raise it in another
        return type(self), (self.outcome,)


class LimitReached(CaballeroError):
    """A limit was reached before an answer; nothing is claimed.

    Attributes
    ----------
    outcome : GaveUp
        Which limit, and the cost until then.

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

        nodes = outcome.stats.nodes
        if outcome.limit in {"method", "cancelled"}:
            super().__init__(f"limit-{outcome.limit}", nodes=nodes)
        else:
            super().__init__("limit-reached", limit=Message(f"limit-{outcome.limit}"), nodes=nodes)
        self.outcome = outcome

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.outcome,)


class PlainPythonWarning(UserWarning):
    """Large work runs as plain Python, because nothing was compiled when it was installed.

    It is given once, after `caballero.machine.kernel.LARGE` seconds. There is no warning if
    ``CABALLERO_PURE`` is set.
    """

    def __init__(self) -> None:
        from .words import Message

        self.message: Message = Message("plain-python")
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class InternalError(RuntimeError):
    """A result failed its check, so none is returned; please report it."""


def be_sure(right: object, otherwise: str) -> None:
    """Raise :class:`InternalError` unless a result is right: no tour is better than a wrong one.

    Unlike ``assert``, it also holds under ``python -O``.
    """
    if not right:
        raise InternalError(f"This is a fault of Caballero, please report it: {otherwise}.")


def divided(found: int, times: int) -> int:
    """Return a count where each tour was found several times; it must be whole."""
    count, rest = divmod(found, times)
    be_sure(not rest, f"{found} tours were found, but not each one {times} times")
    return count
