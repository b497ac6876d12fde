"""The board of the notebook: a widget that plays a tour and steps through a search.

The front end is the board of the page: its modules (``web/static``) and ``widget.js`` are joined
into the single module that anywidget needs. Nothing else is fetched.

The browser draws, and knows the moves; Python searches (:mod:`caballero.find.hints`) and checks
what the browser sends: a ``path`` that breaks a rule is refused.

Invariants: ``path`` is the beginning of a walk that visits no square twice, from the problem's
start, if any; ``finished`` says whether the judge accepts it as a tour.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final, cast

try:
    import anywidget
    import traitlets
except ImportError as error:
    from caballero.machine.extras import missing

    raise missing("notebook") from error

from caballero.find import hints
from caballero.machine.arguments import as_whole, shown as value
from caballero.machine.errors import InvalidInput, InvalidProblem
from caballero.machine.words import LANGUAGES, Message, current_language
from caballero.model.board import Board, Square
from caballero.model.graph import Graph
from caballero.model.piece import Move
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.argument import shown
from caballero.proof.certificate import Certificate
from caballero.proof.judge import verify
from caballero.proof.outcome import Found, Impossible, Outcome
from caballero.proof.reasoned import Reason
from caballero.teaching import EventKind, trace

MOST_SIDE: Final = 50
"""The longest side of a board that the front end draws."""

MOST_HINT_SQUARES: Final = 400
"""The most squares of a board with hints; on larger boards they would take too long."""

MEGABYTES: Final = 500.0
"""The memory limit of the search for a hint."""

SHOWN_KINDS: Final = tuple(kind.value for kind in EventKind if kind is not EventKind.TRY)
"""The kinds of the events shown; a move that is only tried changes nothing."""

PACKAGE: Final = Path(__file__).parents[2]
SCRIPT: Final = "web/notebook/widget.js"
STYLES: Final = ("web/static/colours.css", "web/static/style.css", "web/notebook/widget.css")

_TYPES: Final = re.compile(r"/\*\*.*?\*/\n?", re.S)
_IMPORT: Final = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";$', re.M)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:const|class|function) (\w+))", re.M)


def front_end() -> str:
    """Return the browser module: ``widget.js`` with the page's modules that it imports.

    Each module becomes a function that returns its exports, after the modules that it imports.
    """
    modules: dict[str, str] = {}
    script = _bundled(SCRIPT, modules)
    return "\n".join(["const modules = {};", *modules.values(), script])


def _bundled(name: str, modules: dict[str, str]) -> str:
    """Return a module with its imports taken from ``modules``, to which they are added first."""
    text = _TYPES.sub("", (PACKAGE / name).read_text(encoding="utf-8"))

    def taken(found: re.Match[str]) -> str:
        names, path = found.groups()
        source = normpath(join(dirname(name), path))
        if source not in modules:
            body = _bundled(source, modules)
            exported = ", ".join(name for _, name in _EXPORT.findall(body))
            body = _EXPORT.sub(r"\1", body)
            modules[source] = (
                f'modules["{source}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'
            )
        names = names.removeprefix("* as ").replace(" as ", ": ")
        return f'const {names} = modules["{source}"];'

    return _IMPORT.sub(taken, text)


def looks() -> str:
    """Return the style of the board, scoped so that it touches nothing outside it."""
    joined = "\n".join((PACKAGE / part).read_text(encoding="utf-8") for part in STYLES)
    return f".caballero {{\n{joined.replace(':root', '&')}\n}}\n"


class TourBoard(anywidget.AnyWidget):
    """A board in a notebook, to play on or to step through a search.

    A click, or Enter on the square that the arrow keys reach, makes a move. Buttons below the board
    undo and redo moves, say whether the tour can still be finished, and why not, compare the next
    squares, suggest a move, and show a solution. A board of :meth:`tracing` has the buttons of a
    player instead.

    Parameters
    ----------
    problem : Problem, Board, str or int
        The problem to play: a rectangle with sides of at most 50, flat or wrapped, or a named grid
        of hexagons or triangles, with or without a start and an end.
    path : sequence of squares or names, optional
        The beginning of the tour.
    language : str, optional
        A language of ``caballero.machine.words.LANGUAGES``; without it, the environment decides
        (``LANG``).
    seconds : float
        The time limit of a hint.

    Attributes
    ----------
    path : list of [int, int]
        The squares so far; setting it sets the board.
    finished : bool
        Whether the path is a tour that answers the problem.
    message : str
        The text below the board.
    moment : int
        The number of events shown of a search, from 1.
    words : dict
        The texts around the board, in its language.

    Raises
    ------
    InvalidProblem
        If the board cannot show the problem: clues, waypoints, forced or forbidden moves, more
        dimensions, a drawn shape of hexagons or triangles, a graph.
    InvalidInput
        If the extra ``notebook`` is not installed.

    Examples
    --------
    >>> from caballero.web.notebook import TourBoard
    >>> board = TourBoard("3x4", path=["a1", "c2"])
    >>> board.path, board.finished
    ([[2, 0], [1, 2]], False)
    >>> print(board.can_finish())
    From here the tour can still be finished.
    >>> board.finish()
    >>> board.finished, len(board.tour)
    (True, 12)
    """

    _esm = front_end()
    _css = looks()

    problem_json = traitlets.Dict(read_only=True).tag(sync=True)
    language = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    words = traitlets.Dict(read_only=True).tag(sync=True)
    path: traitlets.List[Any] = traitlets.List(traitlets.Any()).tag(sync=True)
    finished = traitlets.Bool(False, read_only=True).tag(sync=True)
    message = traitlets.Unicode("", read_only=True).tag(sync=True)
    marks: traitlets.List[Any] = traitlets.List(traitlets.Any(), read_only=True).tag(sync=True)
    legend: traitlets.List[Any] = traitlets.List(traitlets.Any(), read_only=True).tag(sync=True)
    argument: traitlets.List[Any] = traitlets.List(traitlets.Any(), read_only=True).tag(sync=True)
    candidates: traitlets.List[Any] = traitlets.List(traitlets.Any(), read_only=True).tag(sync=True)
    lines: traitlets.List[Any] = traitlets.List(traitlets.Any(), read_only=True).tag(sync=True)
    events: traitlets.List[Any] = traitlets.List(traitlets.Any(), read_only=True).tag(sync=True)
    more = traitlets.Bool(False, read_only=True).tag(sync=True)
    moment = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        problem: Problem | Board | str | int,
        path: Iterable[Square | str] = (),
        *,
        language: str | None = None,
        seconds: float = 5.0,
    ) -> None:
        self.problem = _check_playable(Problem.of(problem))
        self.seconds = seconds
        super().__init__(language=language or current_language())
        self._speak()
        self.set_trait("problem_json", _problem_json(self.problem))
        places = path if isinstance(path, Iterable) else [path]
        self.path = [list(self._square(place)) for place in places]
        self.on_msg(self._handle_button)

    @classmethod
    def tracing(
        cls,
        problem: Problem | Board | str | int,
        method: str = "backtracking",
        *,
        order: str | Iterable[Move] | None = None,
        tie: str = "order",
        backtrack: bool = True,
        count: int = 2000,
        language: str | None = None,
    ) -> TourBoard:
        """Return a board that steps through a search, with play, and a slider.

        Parameters
        ----------
        problem : Problem, Board, str or int
            The problem to search.
        method, order, tie, backtrack
            As for :func:`caballero.teaching.trace`.
        count : int
            The most events; a search may have many more.
        language : str, optional
            As for the class.

        Examples
        --------
        >>> from caballero.web.notebook import TourBoard
        >>> board = TourBoard.tracing("3x4")
        >>> len(board.events), board.path
        (126, [[0, 0]])
        >>> board.moment = len(board.events)
        >>> board.finished
        True
        """
        board = cls(problem, language=language)
        steps = trace(board.problem, method, order=order, tie=tie, backtrack=backtrack)
        shown = (event for event in steps if event.kind is not EventKind.TRY)
        events = [
            [
                SHOWN_KINDS.index(event.kind),
                *cast("Square", event.square),
                event.nodes,
                event.steps_back,
            ]
            for event in islice(shown, count + 1)
        ]
        board.set_trait("more", len(events) > count)
        board.set_trait("events", events[:count])
        board.moment = 1
        return board

    def __repr__(self) -> str:
        walked = f"{len(self.path)} of {self.problem.size} squares"
        return f"<{self.problem.piece} on a board {self.problem.board}, {walked}>"

    # -- playing ---------------------------------------------------------------------------

    @property
    def squares(self) -> tuple[Square, ...]:
        """The path as squares."""
        return tuple((row, column) for row, column in self.path)

    @property
    def tour(self) -> Tour | None:
        """The tour, once it is finished."""
        return self._walk() if self.finished else None

    def undo(self) -> None:
        """Take the last move back."""
        self.path = self.path[:-1]

    def restart(self) -> None:
        """Go back to an empty board."""
        self.path = []

    def compare(self) -> Reason | None:
        """Rate every next square, mark them on the board, and return the rating of the first.

        The first has the fewest exits of the squares that do not spoil the tour. Before the first
        square and after the last there is no next move: the result is then that of
        :meth:`can_finish`.
        """
        if self._is_too_large():
            return None
        found = hints.candidates(self.problem, self.squares, self.seconds, MEGABYTES)
        self._forget()
        marked = [
            [list(m.square), m.exits, {"found": True, "none": False}.get(_status(m.outcome))]
            for m in found
        ]
        self.set_trait("candidates", marked)
        self.set_trait("lines", [move.message.text(self.language) for move in found])
        if not found and len(self.path) in (0, self.problem.size):
            return self.can_finish()
        ranks = {"found": 0, "unknown": 1, "none": 2}
        best = min(found, key=lambda move: ranks[_status(move.outcome)], default=None)
        return self._say(best.message if best else Message("hint-no-next"))

    def hint(self) -> Reason | None:
        """Suggest a move: mark its square on the board, and return why it is good.

        If no next square is good, the result is that of :meth:`can_finish`.
        """
        if self._is_too_large():
            return None
        problem, path, share = self.problem, self.squares, self.seconds / 2
        outcome = hints.finish(problem, path, share, MEGABYTES)
        found = hints.candidates(problem, path, share, MEGABYTES)
        chosen = hints.suggestion(problem, path, found, outcome)
        if chosen is None:
            return self.can_finish()
        square, why = chosen
        self._forget()
        self.set_trait("candidates", [[list(square), None, True]])
        return self._say(why)

    def can_finish(self) -> Reason | None:
        """Return whether the tour can still be finished; if not, the board shows the steps."""
        if self._is_too_large():
            return None
        outcome = hints.finish(self.problem, self.squares, self.seconds, MEGABYTES)
        self._forget()
        if isinstance(outcome, Impossible):
            self._show_reason(outcome.certificate)
        return self._say(hints.verdict(self.problem, self.squares, outcome))

    def finish(self) -> None:
        """Make all remaining moves, if the search finds them."""
        outcome = hints.finish(self.problem, self.squares, self.seconds, MEGABYTES)
        rest = hints.rest(outcome, self.squares)
        if isinstance(outcome, Found):
            self.path = [*self.path, *map(list, rest)]
        else:
            self._say(hints.verdict(self.problem, self.squares, outcome))

    # -- inside ----------------------------------------------------------------------------

    @traitlets.observe("language")
    def _speak(self, _: object = None) -> None:
        """Take the words of the board from those of the page."""
        parts = ("", ".play", ".notebook")
        files = [PACKAGE / f"web/static/words/{self.language}{part}.json" for part in parts]
        page, play, own = (json.loads(file.read_text(encoding="utf-8")) for file in files)
        self.set_trait("words", {"board": page["board"], **play, **own})

    def _square(self, place: object) -> Square:
        """Return a square by its name or its coordinates; refuse anything else in a sentence."""
        match place:
            case [row, column] if None not in (square := (as_whole(row), as_whole(column))):
                return cast("Square", square)
        return self.problem.board.parse_square(place if isinstance(place, str) else value(place))

    def _walk(self) -> Tour:
        problem = self.problem
        return Tour.from_squares(problem.board, self.squares, problem.piece, problem.closed)

    def _forget(self) -> None:
        """Remove what was shown of an answer."""
        for name in ("marks", "legend", "argument", "candidates", "lines"):
            self.set_trait(name, [])

    def _show_reason(self, certificate: Certificate) -> None:
        """Show why the path has no rest."""
        lines = shown(hints.argument(self.problem, self.squares, certificate))
        steps = [line.to_data(self.language) for line in lines]
        self.set_trait("marks", steps[-1]["marks"])
        self.set_trait("legend", steps[-1]["legend"])
        self.set_trait("argument", steps if len(steps) > 1 else [])

    def _say(self, message: Message | Reason) -> Reason:
        self.set_trait("message", message.text(self.language))
        return Reason(message) if isinstance(message, Message) else message

    def _is_too_large(self) -> bool:
        if too_large := self.problem.size > MOST_HINT_SQUARES:
            self._say(Message("hint-too-large", {"most": MOST_HINT_SQUARES}))
        return too_large

    def _handle_button(self, _: object, content: object, __: object) -> None:
        """Handle a button of the browser."""
        match content.get("ask") if isinstance(content, dict) else None:
            case "compare":
                self.compare()
            case "hint":
                self.hint()
            case "can-finish":
                self.can_finish()
            case "finish":
                self.finish()

    @traitlets.validate("path")
    def _check_path(self, proposal: Any) -> list[list[int]]:
        try:
            squares = [self._square(place) for place in proposal["value"]]
            hints.rest_of(self.problem, squares)
        except InvalidInput as error:
            raise traitlets.TraitError(error.message.text(self.language)) from error
        return [list(square) for square in squares]

    @traitlets.observe("path")
    def _update(self, _: object) -> None:
        self.set_trait("finished", verify(self._walk(), self.problem).valid)
        self._forget()
        self.set_trait("message", "")
        if self.finished:
            self._say(Message("hint-done"))

    @traitlets.validate("moment")
    def _check_moment(self, proposal: Any) -> int:
        moment = max(0, min(int(proposal["value"]), len(self.events)))
        if self.events:  # also at the same moment again, which notifies no observer
            self.path = path_after(self.events[:moment])
        return moment


def path_after(events: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the path after some events of a search, as the board stores them.

    >>> path_after([[0, 2, 0, 1, 0], [0, 0, 1, 2, 0], [2, 0, 1, 2, 1]])
    [[2, 0]]
    """
    path: list[list[int]] = []
    for kind, row, column, *_ in events:
        if SHOWN_KINDS[kind] == EventKind.PLACE:
            path.append([row, column])
        elif SHOWN_KINDS[kind] == EventKind.STEP_BACK:
            path.pop()
    return path


def _check_playable(problem: Problem) -> Problem:
    """Return the problem; raise an error if the board cannot show it."""
    if isinstance(problem.ground, Graph):
        raise InvalidProblem("needs-board")
    board = problem.ground
    shown = len(board.shape) == 2 and max(board.shape) <= MOST_SIDE and board.surface != "mixed"
    drawn = board.grid is None or board.grid.is_named
    constrained = problem.clues or problem.forced or problem.forbidden or problem.waypoints
    if not shown or not drawn or constrained:
        raise InvalidProblem("notebook-board", most=MOST_SIDE)
    return problem


def _problem_json(problem: Problem) -> dict[str, object]:
    """Return the problem as the front end reads it."""
    board = problem.board
    return {
        "rows": board.shape[0],
        "columns": board.shape[1],
        "holes": [list(hole) for hole in board.holes],
        **({} if board.grid is None else {"grid": board.grid.name}),
        "surface": board.surface,
        "piece": problem.piece.name,
        "closed": problem.closed,
        "start": None if problem.start is None else list(cast("Square", problem.start)),
        "end": None if problem.end is None else list(cast("Square", problem.end)),
    }


def _status(outcome: Outcome) -> str:
    match outcome:
        case Found():
            return "found"
        case Impossible():
            return "none"
    return "unknown"
