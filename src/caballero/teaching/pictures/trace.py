"""A trace in text, as the exercise of Granada prints it, and in JSON.

Before each move that is tried: the turn (the number of squares of the partial tour), the move,
and the board, with -1 on unvisited squares. After each step back, the word backtracking.

Branch and bound shows the board when a node is expanded and when a better tour is found, and a
line for each node that is made or cut.
"""

from __future__ import annotations

from itertools import product
from math import isinf
from typing import Final

from caballero.machine.errors import TooLarge
from caballero.machine.words import Message
from caballero.model.board import Board
from caballero.model.events import Event, EventKind, Standing
from caballero.render.text import Mark, framed

RULE = "-----"

MAX_SHOWN: Final = 10_000
"""The most squares of a board in a text trace, which shows the board before each move."""


def refuse_huge(board: Board) -> None:
    """Raise :class:`TooLarge` if a board is too large for a trace in text."""
    if board.size > MAX_SHOWN:
        raise TooLarge("trace-too-large", board=board.name, count=board.size, most=MAX_SHOWN)


def event_text(
    board: Board, event: Event, language: str | None = None, *, entered: bool = False
) -> str:
    """Return the text of an event in a trace, with its line ends; it may be empty.

    Parameters
    ----------
    board : Board
        The board of the search.
    event : Event
        From :func:`caballero.teaching.trace`.
    language : str, optional
        The language of the words, the reader's by default.
    entered : bool
        Also show the squares entered, the dead ends and the squares left, which follow from the
        moves tried.

    Raises
    ------
    TooLarge
        If the board has more than ``MAX_SHOWN`` squares.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.trace import event_text
    >>> from caballero.teaching import trace
    >>> problem = Problem(3, start="c1")
    >>> events = trace(problem, order="granada")
    >>> print("".join(event_text(problem.board, next(events)) for _ in range(2)))
    Turn: 1 move: 0
    -----
     -1  -1  -1
     -1  -1  -1
     -1  -1   0
    -----
    <BLANKLINE>
    <BLANKLINE>
    """
    refuse_huge(board)
    if event.standing is not None:
        return _bounded_text(board, event, event.standing, language)
    match event.kind:
        case EventKind.TRY:
            head = Message("trace-try", {"turn": event.depth, "move": event.move}).text(language)
            return f"{head}\n{_framed(board, event)}{_candidates(board, event, language)}\n"
        case EventKind.PLACE if entered and event.square is not None:
            data = {"number": event.depth, "square": board.square_name(event.square)}
            head = Message("trace-place", data).text(language)
            return f"{head}\n{_framed(board, event)}{_candidates(board, event, language)}\n"
        case EventKind.DEAD_END if entered and event.square is not None:
            data = {"number": event.depth, "square": board.square_name(event.square)}
            return Message("trace-dead-end-at", data).text(language) + "\n"
        case EventKind.STEP_BACK if entered and event.square is not None:
            data = {"number": event.depth + 1, "square": board.square_name(event.square)}
            return Message("trace-step-back-at", data).text(language) + "\n"
        case EventKind.STEP_BACK:
            return Message("trace-step-back").text(language) + "\n"
        case EventKind.SOLUTION | EventKind.NO_SOLUTION:
            found = event.kind is EventKind.SOLUTION
            data = {
                "nodes": event.nodes,
                "dead_ends": event.dead_ends,
                "steps_back": event.steps_back,
            }
            end = Message("trace-solution" if found else "trace-no-solution", data).text(language)
            return (_framed(board, event) if found else "") + end + "\n"
    return ""


def _bounded_text(board: Board, event: Event, now: Standing, language: str | None) -> str:
    """Return the text of an event of branch and bound."""
    if event.kind is EventKind.DEAD_END:
        return Message("trace-dead-end").text(language) + "\n"
    text = _bounded_message(board, event, now).text(language) + "\n"
    if event.kind is EventKind.PLACE:
        return text + _framed(board, event)
    if event.kind is EventKind.IMPROVEMENT:
        return _framed(board, event) + text
    return text


def _bounded_message(board: Board, event: Event, now: Standing) -> Message:
    """Return what happens at an event of branch and bound."""
    square = None if event.square is None else board.square_name(event.square)
    counts = {"made": now.made, "expanded": now.expanded, "cut": now.cut}
    data: dict[str, object] = {"square": square, "number": event.depth, "move": event.move}
    data |= counts
    data |= {"node": cost_text(now.node), "best": cost_text(now.best)}
    data |= {"bound": cost_text(now.bound), "cost": Message(f"cost-{event.cost}")}
    hopeless = isinf(now.node) and event.kind in {EventKind.TRY, EventKind.CUT}
    return Message(f"bounded-{event.kind}-none" if hopeless else f"bounded-{event.kind}", data)


def cost_text(cost: float) -> str:
    """Return a number of turns; infinity as its sign."""
    return "∞" if isinf(cost) else str(cost)


def step_text(board: Board, event: Event, number: int, language: str | None, mark: Mark) -> str:
    """Return step `number` of a search as text: board, what happens (at `mark`), counts."""
    width = len(str(board.size))
    cells = dict.fromkeys(board, "·".rjust(width))
    cells |= {square: str(at) for at, square in enumerate(event.path, 1)}
    marks = {} if event.square is None else {event.square: mark}
    counts = {"nodes": event.nodes, "dead_ends": event.dead_ends, "steps_back": event.steps_back}
    below = [_candidates(board, event, language).removesuffix("\n")]
    if event.standing is not None and event.kind is not EventKind.DEAD_END:
        happens = _bounded_message(board, event, event.standing)
    elif event.kind in {EventKind.SOLUTION, EventKind.NO_SOLUTION}:
        happens = Message(f"trace-{event.kind}", counts)
    else:
        square = None if event.square is None else board.square_name(event.square)
        code = f"shown-{event.kind}" if square else "shown-try-off"
        happens = Message(code, {"square": square, "number": event.depth, "move": event.move})
        if event.standing is None:
            below.append(Message("shown-counts", counts).text(language))
    if event.standing is not None:
        below.append(_standing_text(event.standing, language))
    below = [f"{number}. {happens.text(language)}", *filter(None, below)]
    return "\n".join([framed(board, cells, marks), "", *below])


def _standing_text(now: Standing, language: str | None) -> str:
    """Return a line with the bound, the best and the counts."""
    data: dict[str, object] = {"best": cost_text(now.best), "bound": cost_text(now.bound)}
    data |= {"made": now.made, "expanded": now.expanded, "cut": now.cut}
    return Message("shown-standing", data).text(language)


def _candidates(board: Board, event: Event, language: str | None) -> str:
    """Return a line with the next squares of Warnsdorff's rule and their exits, if it is that."""
    if not event.candidates:
        return ""
    named = [f"{board.square_name(square)} ({exits})" for square, exits in event.candidates]
    data = {"square": board.square_name(event.path[-1]), "candidates": ", ".join(named)}
    return Message("trace-candidates", data).text(language) + "\n"


def step_json(event: Event) -> dict[str, object]:
    """Return an event as JSON, without the partial tour."""
    data: dict[str, object] = {
        "kind": str(event.kind),
        "depth": event.depth,
        "square": list(event.square) if event.square is not None else None,
        "move": event.move,
        "nodes": event.nodes,
        "dead_ends": event.dead_ends,
        "steps_back": event.steps_back,
    }
    if (now := event.standing) is not None:
        data["standing"] = {
            "node": _finite(now.node),
            "best": _finite(now.best),
            "bound": _finite(now.bound),
            "made": now.made,
            "expanded": now.expanded,
            "cut": now.cut,
        }
    return data


def _finite(cost: float) -> float | None:
    """Return a cost as JSON, which has no infinity."""
    return None if isinf(cost) else cost


def event_json(event: Event) -> dict[str, object]:
    """Return an event as JSON, with the partial tour."""
    data = {**step_json(event), "path": [list(square) for square in event.path]}
    if event.candidates:
        data["candidates"] = [[list(square), exits] for square, exits in event.candidates]
    return data


def _framed(board: Board, event: Event) -> str:
    """Return the partial tour, numbered from 0; an empty line separates the layers of a box."""
    number = {square: str(i) for i, square in enumerate(event.path)}
    number |= dict.fromkeys(board.gaps, "#")
    width = max(3, len(str(board.size)))
    if board.grid is not None:
        cells = {square: number.get(square, "-1").rjust(width) for square in (*board, *board.gaps)}
        return "\n".join([RULE, board.drawn(cells), RULE]) + "\n"
    *outer, rows, columns = board.shape
    layers = [
        "\n".join(
            " ".join(f"{number.get((*place, r, c), '-1'):>{width}}" for c in range(columns))
            for r in range(rows)
        )
        for place in product(*map(range, outer))
    ]
    return "\n".join([RULE, "\n\n".join(layers), RULE]) + "\n"
