"""A problem as JSON and back, whole: what a file of tours says of itself.

``formats`` has the short JSON of an answer, for readers who know what they asked. Whoever finds a
file later does not: here nothing is left out, and what is read is the problem that was written.

Invariants: JSON only, of names, numbers, lists and texts, so that others can read it; what comes
from outside is bounded before it is worked on, and becomes a problem only through the
constructors that check it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from typing import Final, cast

from caballero.board import Board
from caballero.drawing import MAX_DIMENSIONS
from caballero.errors import InvalidInput, InvalidProblem
from caballero.formats.write import board_json, place_json, wishes_json
from caballero.graph import Graph
from caballero.piece import Piece
from caballero.problem import Place, Problem
from caballero.words import short

MOST_SQUARES: Final = 1_000_000
"""The largest board or graph of which a collection is read."""


def problem_data(problem: Problem) -> dict[str, object]:
    """Return the whole of a problem, ready for ``json.dumps``.

    Parameters
    ----------
    problem : Problem
        The labels of a graph must be texts, numbers, or tuples of these.

    Raises
    ------
    InvalidProblem
        If a label is something else.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing import problem_data, read_problem
    >>> problem = Problem.of("3x4", start="a1", clues={"b1": 3})
    >>> data = problem_data(problem)
    >>> data["board"], data["start"], read_problem(data) == problem
    ({'shape': [3, 4]}, [2, 0], True)
    """
    ground = problem.ground
    data: dict[str, object] = {}
    if isinstance(ground, Graph):
        data["neighbours"] = [list(ground.neighbours(v)) for v in range(len(ground))]
        if ground.labels:
            data["labels"] = [place_json(_readable(label)) for label in ground.labels]
    else:
        data["board"] = board_json(ground)
    return {
        **data, "piece": problem.piece.name, "closed": problem.closed, **wishes_json(problem),
    }  # fmt: skip


def read_problem(data: object) -> Problem:
    """Read what :func:`problem_data` returned.

    Parameters
    ----------
    data : object
        Parsed JSON, from wherever.

    Raises
    ------
    InvalidInput
        If it is no problem, or one of more than a million squares.

    Examples
    --------
    >>> from caballero.listing import read_problem
    >>> read_problem({"board": {"shape": [5, 6]}, "piece": "knight", "closed": True}).size
    30
    """
    try:
        return _problem(cast("Mapping[str, object]", data))
    except InvalidInput:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError) as error:
        raise InvalidProblem("stored-problem", problem=short(f"{error}")) from None


def _problem(data: Mapping[str, object]) -> Problem:
    ground: Board | Graph
    if "neighbours" in data:
        rows = cast("list[list[int]]", data["neighbours"])
        labels = tuple(map(_read, _listed(data.get("labels", []))))
        _bounded(len(rows) + sum(map(len, rows)) // 16)
        if not all(type(w) is int for row in rows for w in row):
            raise TypeError("neighbours")
        ground = Graph.from_neighbours(rows, labels)
    else:
        board = cast("Mapping[str, object]", data["board"])
        shape = tuple(cast("list[int]", _listed(board["shape"])))
        if len(shape) > MAX_DIMENSIONS or not all(type(side) is int for side in shape):
            raise TypeError("shape")
        _bounded(math.prod(shape))
        holes = [_read(hole) for hole in _listed(board.get("holes", []))]
        wraps = tuple(bool(wrap) for wrap in _listed(board.get("wraps", [])))
        ground = Board(shape, tuple(cast("list[tuple[int, ...]]", holes)), wraps)
    piece = Piece.parse(str(data.get("piece", "knight"))[:200])
    start, end = (_read(data[name]) if name in data else None for name in ("start", "end"))
    clues = [(_read(place), number) for place, number in _listed(data.get("clues", []))]
    forced, forbidden = (
        frozenset((_read(a), _read(b)) for a, b in _listed(data.get(name, [])))
        for name in ("forced", "forbidden")
    )
    closed = data["closed"]
    if not isinstance(closed, bool):
        raise TypeError("closed")
    return Problem(ground, piece, closed, start, end, tuple(clues), forced, forbidden)


def _bounded(count: int) -> None:
    if count > MOST_SQUARES:
        raise InvalidProblem("stored-problem-large", count=count, most=MOST_SQUARES)


def _listed(value: object) -> list[list[int]]:
    if not isinstance(value, list):
        raise TypeError("list")
    return value


def _readable(label: Hashable) -> Place:
    """Return a label, if it will be the same when it was written and read."""
    if isinstance(label, tuple):
        return tuple(map(_readable, cast("Iterable[Hashable]", label)))
    if isinstance(label, (str, int)):
        return label
    raise InvalidProblem("stored-label", label=short(str(label)))


def _read(value: object) -> Place:
    """Return a place that was written so."""
    if isinstance(value, list):
        return tuple(map(_read, value))
    if isinstance(value, (str, int)):
        return value
    raise TypeError("place")
