"""Write tours and outcomes: matrix, moves, JSON.

:func:`caballero.formats.read_claim` reads the text of a tour of a board back as the same tour,
:func:`caballero.formats.read_vertices` that of a graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from caballero.machine.arguments import of_type, whole
from caballero.model.interchange import problem_json
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Stats

if TYPE_CHECKING:
    from caballero.model.graph import Number
    from caballero.proof.best import Best
    from caballero.proof.certificate import Certificate

VERSION: Final = 1
"""The version of the JSON; it changes with every incompatible change."""


def to_matrix_text(tour: Tour, first: int = 1) -> str:
    """Return the numbers in rows, aligned; ``#`` where there is no square.

    An empty line separates the layers of a box. The rows of hexagons or triangles are indented,
    below a line that names the grid.

    Examples
    --------
    >>> from caballero import Tour
    >>> from caballero.formats import to_matrix_text
    >>> print(to_matrix_text(Tour.from_squares("1x3", ["a1", "b1", "c1"], "wazir"), first=0))
    0 1 2
    """
    tour, first = of_type("tour", tour, Tour), whole("first", first)
    if (board := tour.board).grid is not None:
        from caballero.model.headings import grid_heading

        numbers = {square: str(n) for n, square in enumerate(tour.squares, first)}
        drawn = board.drawn({**dict.fromkeys(board.gaps, "#"), **numbers})
        return f"{grid_heading(board, tour.piece, closed=tour.closed)}\n{drawn}"
    width = len(str(max(abs(first), abs(first + len(tour) - 1)))) + (first < 0)

    def lines(block: list[Any], depth: int) -> Iterator[str]:
        if depth == 1:
            cells = ["#" if cell is None else str(cell) for cell in block]
            yield " ".join([cell.rjust(width) for cell in cells])
            return
        for i, part in enumerate(block):
            if i and depth > 2:
                yield from [""] * (depth - 2)
            yield from lines(part, depth - 1)

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
    names = of_type("tour", tour, Tour).names()
    return "\n".join(" ".join(names[i : i + 10]) for i in range(0, len(names), 10))


def stats_json(stats: Stats) -> dict[str, object]:
    """Return the JSON of the cost of a search; counts that the method lacks are left out."""
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


def _cost_json(outcome: Found) -> dict[str, object]:
    """Return the cost of the best tour; nothing of any other."""
    if not hasattr(outcome, "cost"):
        return {}
    best = cast("Best", outcome)
    costs = {"cost": number_json(best.cost), "bound": number_json(best.bound)}
    return {**costs, "optimal": best.optimal}


def number_json(value: Number) -> int | float | str:
    """Return a number of JSON, or a fraction as text if it has no finite decimal form.

    >>> from fractions import Fraction
    >>> number_json(Fraction(1, 4)), number_json(Fraction(1, 3))
    (0.25, '1/3')
    """
    if isinstance(value, (int, float)):
        return value
    near = float(value)
    return near if type(value)(str(near)) == value else str(value)


def certificate_json(certificate: Certificate, language: str = "en") -> dict[str, object]:
    """Return the JSON of a certificate: kind, reason in words, and its data by name.

    An answer explains itself, and leaves empty fields out. A proof file has the short form that
    :func:`caballero.proof.stored.certificate_data` makes of the same data, all of which is read
    back.
    """
    from caballero.proof.stored import as_data  # a tour does without

    data = cast("dict[str, object]", as_data(certificate, named=True))
    filled = {name: value for name, value in data.items() if value not in (None, "", [])}
    return {"kind": certificate.kind, "reason": certificate.reason.text(language), **filled}


def outcome_json(problem: Problem, outcome: Outcome, language: str = "en") -> dict[str, object]:
    """Return the JSON of an answer.

    Parameters
    ----------
    problem : Problem
        The problem.
    outcome : Outcome
        Its outcome.
    language : str
        The language of the reason, if there is no tour.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.formats import outcome_json
    >>> problem = Problem("4x4")
    >>> outcome_json(problem, solve(problem))["status"]
    'impossible'
    """
    data: dict[str, object] = {"caballero": VERSION}
    match outcome:
        case Found(tour, stats):
            data |= {"status": "found", **tour.to_dict(), **_cost_json(outcome)}
        case Impossible(certificate, stats):
            data |= {"status": "impossible", **problem_json(problem)}
            data |= {"certificate": certificate_json(certificate, language)}
        case GaveUp(limit, stats):
            data |= {"status": "gave-up", **problem_json(problem), "limit": limit}
            data |= {} if outcome.bound is None else {"bound": number_json(outcome.bound)}
    return {**data, "stats": stats_json(stats)}
