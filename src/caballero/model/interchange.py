"""Boards and problems as JSON, and back.

``board_json``, ``constraints_json`` and ``place_json`` write the parts of every JSON;
``problem_json`` writes the problem of an answer in short, ``problem_data`` all of it, and
``read_problem`` reads that. ``read_board`` also reads the boards of claims and of requests.

Invariants: the JSON holds names, numbers, lists and texts only, so that other programs can read it;
the size of input is checked first; a problem is made only by the constructors, which check it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, cast

from caballero.machine.arguments import of_type
from caballero.machine.errors import InvalidInput, InvalidProblem
from caballero.machine.words import short

from .board import Board, wraps_of
from .drawing import MAX_DIMENSIONS
from .graph import Graph
from .piece import Piece
from .problem import Place, Problem, sorted_moves

if TYPE_CHECKING:
    from .grid import Grid

MOST_SQUARES: Final = 1_000_000
"""The largest board or graph that is read."""

LONGEST_PIECE: Final = 100_000
"""The longest name of a piece that is read, in characters: 14 000 leaps, read in 0.1 s."""


# -- writing ------------------------------------------------------------------------------------


def place_json(place: Place) -> object:
    """Return a square as a list; a label of a graph as it is, or as its text.

    >>> place_json((0, 2)), place_json("Madrid"), place_json(frozenset("a"))
    ([0, 2], 'Madrid', "frozenset({'a'})")
    """
    if isinstance(place, tuple):
        return [place_json(part) for part in place]
    return place if isinstance(place, (str, int, float, NoneType)) else str(place)


def board_json(board: Board) -> dict[str, object]:
    """Return the JSON of a board: its sides, and its holes and wrapped axes if any.

    Of hexagons or triangles also the name of the grid; of a drawn shape the kind of cell, and the
    indent, in half cells, and the length of each row.

    >>> board_json(Board("hex2"))
    {'shape': [3, 3], 'grid': 'hex2'}
    """
    data: dict[str, object] = {"shape": list(board.shape)}
    if board.grid is not None:
        data["grid"] = board.drawn_as
        if not board.grid.is_named:
            data["rows"] = [list(row) for row in board.grid.rows]
    if board.gaps:
        data["holes"] = [list(hole) for hole in board.gaps]
    if any(board.wraps):
        data["wraps"] = list(board.wraps)
    return data


def constraints_json(problem: Problem) -> dict[str, object]:
    """Return the JSON of a problem's constraints: ends, clues, moves, waypoints.

    With waypoints, forbidden moves are ``walls``.

    >>> constraints_json(Problem(5, start="a1", clues={"c3": 7}))
    {'start': [4, 0], 'clues': [[[2, 2], 7]]}
    """
    data: dict[str, object] = {}
    if problem.start is not None:
        data["start"] = place_json(problem.start)
    if problem.end is not None:
        data["end"] = place_json(problem.end)
    if problem.clues:
        data["clues"] = [[place_json(place), number] for place, number in problem.clues]
    barred = "walls" if problem.waypoints else "forbidden"
    for name, moves in (("forced", problem.forced), (barred, problem.forbidden)):
        if moves:
            pairs = sorted_moves(problem, moves)
            data[name] = [[place_json(a), place_json(b)] for a, b in pairs]
    if problem.waypoints:
        data["waypoints"] = [*map(place_json, problem.waypoints)]
    return data


def problem_json(problem: Problem) -> dict[str, object]:
    """Return the short JSON of a problem in answers: board and piece, or the size of a graph.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats import problem_json
    >>> problem_json(Problem(8))
    {'board': {'shape': [8, 8]}, 'piece': 'knight', 'closed': False}
    """
    problem = of_type("problem", problem, Problem)
    if isinstance(problem.ground, Graph):
        edges = problem.ground.edge_count
        kind = {"digraph": True} if problem.directed else {}
        return {"vertices": problem.size, "edges": edges, **kind, "closed": problem.closed}
    board = board_json(problem.board)
    return {"board": board, "piece": problem.piece.name, "closed": problem.closed}


def problem_data(problem: Problem) -> dict[str, object]:
    """Return a whole problem as data for ``json.dumps``.

    Parameters
    ----------
    problem : Problem
        The labels of a graph must be texts, numbers, or tuples of these.

    Raises
    ------
    InvalidProblem
        If a label is of another type.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats import problem_data, read_problem
    >>> problem = Problem("3x4", start="a1", clues={"b1": 3})
    >>> data = problem_data(problem)
    >>> data["board"], data["start"], read_problem(data) == problem
    ({'shape': [3, 4]}, [2, 0], True)
    """
    ground = of_type("problem", problem, Problem).ground
    if not isinstance(ground, Graph):
        return {**problem_json(problem), **constraints_json(problem)}
    data: dict[str, object] = {
        "neighbours": [list(ground.neighbours(v)) for v in range(len(ground))]
    }
    if ground.directed:
        data["directed"] = True
    if ground.labels:
        data["labels"] = [place_json(_readable(label)) for label in ground.labels]
    kind = {"piece": problem.piece.name, "closed": problem.closed}
    return {**data, **kind, **constraints_json(problem)}


def _readable(label: Hashable) -> Place:
    """Return a label that JSON can represent; refuse any other."""
    if isinstance(label, tuple):
        return tuple(map(_readable, cast("Iterable[Hashable]", label)))
    if isinstance(label, (str, int)):
        return label
    raise InvalidProblem("stored-label", label=short(str(label)))


# -- reading ------------------------------------------------------------------------------------


def read_board(data: Mapping[str, Any]) -> Board:
    """Read a board: its shape, its holes, and its wrapped axes or its surface.

    Raises :class:`TypeError` for data of other types, :class:`InvalidProblem` for an impossible
    board.
    """
    shape = tuple(_list(data["shape"]))
    holes = [_list(hole) for hole in _list(data.get("holes", []))]
    if not all(len(hole) > 1 and all(type(n) is int for n in hole) for hole in holes):
        raise TypeError("holes")
    wraps = tuple(_list(data.get("wraps", [])))
    if not all(type(wrapped) is bool for wrapped in wraps):
        raise TypeError("wraps")
    if "surface" in data:
        wraps = wraps_of(data["surface"], len(shape))
    return Board(shape, tuple(map(tuple, holes)), wraps, grid=_read_grid(data))


def _read_grid(data: Mapping[str, Any]) -> Grid | None:
    """Read the grid of a board of other cells than squares."""
    if not {"grid", "rows"} & data.keys():
        return None
    from .grid import KINDS, Grid, named_grid

    name = of_type("grid", data.get("grid"), str)
    if (grid := named_grid(name)) is not None and "rows" not in data:
        return grid
    rows = tuple((indent, count) for indent, count in map(_list, _list(data.get("rows"))))
    if name not in KINDS or not all(type(n) is int and n >= 0 for row in rows for n in row):
        raise TypeError("rows")
    return Grid(name, rows)


def read_problem(data: object) -> Problem:
    """Read what :func:`problem_data` returned.

    Parameters
    ----------
    data : object
        Parsed JSON, from any source.

    Raises
    ------
    InvalidInput
        If the data do not describe a problem, or it has more than a million squares.

    Examples
    --------
    >>> from caballero.formats import read_problem
    >>> read_problem({"board": {"shape": [5, 6]}, "piece": "knight", "closed": True}).size
    30
    """
    try:
        return _problem(cast("Mapping[str, Any]", data))
    except InvalidInput:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError) as error:
        raise InvalidProblem("stored-problem", problem=short(f"{error}")) from None


def _problem(data: Mapping[str, Any]) -> Problem:
    ground: Board | Graph
    if "neighbours" in data:
        rows = data["neighbours"]
        labels = tuple(map(read_place, _list(data.get("labels", []))))
        _refuse_huge(len(rows) + sum(map(len, rows)) // 16)
        if not all(type(w) is int for row in rows for w in row):
            raise TypeError("neighbours")
        directed = of_type("directed", data.get("directed", False), bool)
        ground = Graph.from_neighbours(rows, labels, directed=directed)
    else:
        shape = _list(data["board"]["shape"])
        if len(shape) > MAX_DIMENSIONS or not all(type(side) is int for side in shape):
            raise TypeError("shape")
        _refuse_huge(math.prod(shape))
        ground = read_board(data["board"])
    piece = of_type("piece", data.get("piece", "knight"), str)
    if len(piece) > LONGEST_PIECE:
        raise TypeError("piece")
    start, end = (read_place(data[name]) if name in data else None for name in ("start", "end"))
    clues = [(read_place(place), number) for place, number in _list(data.get("clues", []))]
    forced, forbidden, walls = (
        [(read_place(a), read_place(b)) for a, b in _list(data.get(name, []))]
        for name in ("forced", "forbidden", "walls")
    )
    closed = of_type("closed", data["closed"], bool)
    waypoints = [*map(read_place, _list(data.get("waypoints", [])))]
    return Problem(
        ground, Piece(piece), closed, start, end, clues, forced, forbidden + walls, waypoints
    )


def _refuse_huge(count: int) -> None:
    if count > MOST_SQUARES:
        raise InvalidProblem("stored-problem-large", count=count, most=MOST_SQUARES)


def _list(value: object) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise TypeError("list")
    return list(value)


def read_place(value: object) -> Place:
    """Return a place that :func:`place_json` wrote."""
    if isinstance(value, list):
        return tuple(map(read_place, value))
    if isinstance(value, (str, int)):
        return value
    raise TypeError("place")
