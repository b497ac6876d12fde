"""A trace in text, as the exercise of Granada prints it, and in JSON.

Before each move that is tried: the turn (how many squares the partial tour has), which move,
and the board, -1 where it has not been. After each step back: the word for it.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from caballero.board import Board
from caballero.errors import TooLarge
from caballero.teach.tracing import Event, EventKind
from caballero.words import Message

RULE = "-----"

MAX_SHOWN: Final = 10_000
"""The largest board that a trace in text shows: it shows all of it before each move."""


def refuse_huge(board: Board) -> None:
    """Raise :class:`TooLarge` if a board is too large for a trace in text."""
    if board.size > MAX_SHOWN:
        raise TooLarge("trace-too-large", board=board.name, count=board.size, most=MAX_SHOWN)


def event_text(board: Board, event: Event, language: str = "en") -> str:
    """Return what a trace in text shows of an event, with its line ends; it may be nothing.

    Parameters
    ----------
    board : Board
        Where the search goes on.
    event : Event
        One of the stream.
    language : str
        Of the words.

    Raises
    ------
    TooLarge
        If the board has more than ``MAX_SHOWN`` squares.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.trace import event_text
    >>> from caballero.teach import trace
    >>> problem = Problem.of(3, start="c1")
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
    match event.kind:
        case EventKind.TRY:
            head = Message("trace-try", {"turn": event.depth, "move": event.move}).text(language)
            return f"{head}\n{_framed(board, event)}\n"
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


def event_json(event: Event) -> dict[str, object]:
    """Return an event as JSON, with the partial tour."""
    return {
        "kind": str(event.kind),
        "depth": event.depth,
        "square": list(event.square) if event.square is not None else None,
        "move": event.move,
        "nodes": event.nodes,
        "dead_ends": event.dead_ends,
        "steps_back": event.steps_back,
        "path": [list(square) for square in event.path],
    }


def _framed(board: Board, event: Event) -> str:
    """The partial tour, numbered from 0; the layers of a box with an empty line between them."""
    number = {square: str(i) for i, square in enumerate(event.path)}
    number |= dict.fromkeys(board.holes, "#")
    width = max(3, len(str(board.size)))
    *outer, rows, columns = board.shape
    layers = [
        "\n".join(
            " ".join(f"{number.get((*place, r, c), '-1'):>{width}}" for c in range(columns))
            for r in range(rows)
        )
        for place in product(*map(range, outer))
    ]
    return "\n".join([RULE, "\n\n".join(layers), RULE]) + "\n"
