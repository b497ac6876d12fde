"""Writing tours and outcomes: matrix, moves, JSON.

Each of these texts reads back as the tour it came from: those of a board by
:func:`caballero.formats.read_claim`, those of a graph by :func:`caballero.formats.read_vertices`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from types import NoneType
from typing import Final

from caballero.board import Board
from caballero.certificate import Certificate
from caballero.graph import Graph
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Stats
from caballero.problem import Place, Problem
from caballero.tour import Matrix, Tour

VERSION: Final = 1
"""The version of the JSON; it changes when a reader would have to."""


def to_matrix_text(tour: Tour, first: int = 1) -> str:
    """Return the numbers in rows, aligned; ``#`` where there is no square.

    The layers of a box are parted by an empty line.

    Examples
    --------
    >>> from caballero import Tour
    >>> from caballero.formats import to_matrix_text
    >>> print(to_matrix_text(Tour.from_squares("1x3", ["a1", "b1", "c1"], "wazir"), first=0))
    0 1 2
    """
    width = len(str(max(abs(first), abs(first + len(tour) - 1)))) + (first < 0)

    def lines(block: Matrix, depth: int) -> Iterator[str]:
        if depth == 1:
            cells = ["#" if cell is None else str(cell) for cell in block]
            yield " ".join([cell.rjust(width) for cell in cells])
            return
        for i, part in enumerate(block):
            if i and depth > 2:
                yield from [""] * (depth - 2)
            yield from lines(part, depth - 1)  # type: ignore[arg-type]

    return "\n".join(lines(tour.matrix(first), len(tour.board.shape)))


def to_moves_text(tour: Tour) -> str:
    """Return the names of the squares in order, ten a line.

    Examples
    --------
    >>> from caballero import Tour
    >>> from caballero.formats import to_moves_text
    >>> to_moves_text(Tour.from_squares(3, ["a3", "b1", "c3"]))
    'a3 b1 c3'
    """
    names = tour.names()
    return "\n".join(" ".join(names[i : i + 10]) for i in range(0, len(names), 10))


def board_json(board: Board) -> dict[str, object]:
    """Return the JSON of a board: its sides, and holes and wrapped axes if there are any."""
    data: dict[str, object] = {"shape": list(board.shape)}
    if board.holes:
        data["holes"] = [list(hole) for hole in board.holes]
    if any(board.wraps):
        data["wraps"] = list(board.wraps)
    return data


def problem_json(problem: Problem) -> dict[str, object]:
    """Return what every answer says of its question: board and piece, or the size of a graph.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats import problem_json
    >>> problem_json(Problem.of(8))
    {'board': {'shape': [8, 8]}, 'piece': 'knight', 'closed': False}
    """
    if isinstance(problem.ground, Graph):
        edges = problem.ground.edge_count
        return {"vertices": problem.size, "edges": edges, "closed": problem.closed}
    return {
        "board": board_json(problem.board),
        "piece": problem.piece.name,
        "closed": problem.closed,
    }


def wishes_json(problem: Problem) -> dict[str, object]:
    """Return the JSON of what else was asked: ends, numbers, moves; nothing, if nothing was.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.formats.write import wishes_json
    >>> wishes_json(Problem.of(5, start="a1", clues={"c3": 7}))
    {'start': [4, 0], 'clues': [[[2, 2], 7]]}
    """
    data: dict[str, object] = {}
    if problem.start is not None:
        data["start"] = place_json(problem.start)
    if problem.end is not None:
        data["end"] = place_json(problem.end)
    if problem.clues:
        data["clues"] = [[place_json(place), number] for place, number in problem.clues]
    for name, moves in (("forced", problem.forced), ("forbidden", problem.forbidden)):
        ordered = sorted(moves, key=lambda move: tuple(map(problem.vertex, move)))
        if ordered:
            data[name] = [[place_json(a), place_json(b)] for a, b in ordered]
    return data


def place_json(place: Place) -> object:
    """Return a square as a list; a label of a graph as it is, or as its text.

    Examples
    --------
    >>> from caballero.formats.write import place_json
    >>> place_json((0, 2)), place_json("Madrid"), place_json(frozenset("a"))
    ([0, 2], 'Madrid', "frozenset({'a'})")
    """
    if isinstance(place, tuple):
        return [place_json(part) for part in place]
    return place if isinstance(place, (str, int, float, NoneType)) else str(place)


def stats_json(stats: Stats) -> dict[str, object]:
    """Return the JSON of what a search cost; what a method does not count is left out."""
    data: dict[str, object] = {
        "method": stats.method,
        "nodes": stats.nodes,
        "seconds": round(stats.seconds, 6),
    }
    if stats.steps_back is not None:
        data["steps_back"] = stats.steps_back
    if stats.dead_ends is not None:
        data["dead_ends"] = stats.dead_ends
    return data


def certificate_json(certificate: Certificate, language: str = "en") -> dict[str, object]:
    """Return the JSON of a certificate: kind, reason in words, and its data."""
    said = asdict(certificate)
    data = {name: _lists(value) for name, value in said.items() if value not in (None, "", ())}
    return {"kind": certificate.kind, "reason": certificate.reason.text(language), **data}


def _lists(value: object) -> object:
    """Tuples as lists, as JSON has them."""
    match value:
        case tuple() | list():
            return [_lists(part) for part in value]
        case dict():
            return {name: _lists(part) for name, part in value.items()}
    return value


def outcome_json(problem: Problem, outcome: Outcome, language: str = "en") -> dict[str, object]:
    """Return the JSON of an answer.

    Parameters
    ----------
    problem : Problem
        What was asked.
    outcome : Outcome
        The answer.
    language : str
        Of the reason, if there is no tour.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.formats import outcome_json
    >>> problem = Problem.of("4x4")
    >>> outcome_json(problem, solve(problem))["status"]
    'impossible'
    """
    data: dict[str, object] = {"caballero": VERSION}
    match outcome:
        case Found(tour, stats):
            data |= {"status": "found", **problem_json(problem)}
            places = tour.squares if isinstance(tour.ground, Board) else tour
            data |= {"tour": [place_json(place) for place in places]}
        case Impossible(certificate, stats):
            data |= {"status": "impossible", **problem_json(problem)}
            data |= {"certificate": certificate_json(certificate, language)}
        case GaveUp(limit, stats):
            data |= {"status": "gave-up", **problem_json(problem), "limit": limit}
    return {**data, "stats": stats_json(stats)}
