"""The statistics of a tour, and its picture as a file.

Both take a tour in any notation, and verify it first. A picture or a count of crossings has no time
limit of its own; the server ends the worker at the limit.

Invariants: nothing is computed or drawn unless the judge accepts the tour.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from math import factorial, prod
from types import MappingProxyType
from typing import Any, Final

from caballero.formats.write import VERSION
from caballero.machine.errors import InvalidTour, TooLarge
from caballero.model.board import Board
from caballero.model.tour import Tour
from caballero.proof.judge import verify

from . import bounds
from .tasks import Json, problem_of, read_claimed


def tour_of(request: Json) -> Tour:
    """Return the tour of a request; refuse a wrong tour with its first fault."""
    problem = problem_of(request)
    verdict = verify(read_claimed(request["tour"], problem.board), problem)
    if verdict.tour is None:
        raise InvalidTour("web-no-tour", fault=verdict.faults[0].message)
    return verdict.tour


def statistics_json(request: Json, language: str) -> Json:
    """Return the statistics of a tour."""
    tour = tour_of(request)
    counted = tour.statistics(symmetry=_images(tour.board) <= bounds.IMAGE_SQUARES)
    return {"caballero": VERSION, "status": "statistics", "statistics": counted.to_dict()}


def _images(board: Board) -> int:
    """Return an upper bound on the squares of all symmetric images of a tour together."""
    shifts = prod(side for side, wraps in zip(board.shape, board.wraps, strict=True) if wraps)
    dimensions = len(board.shape)
    turns: int = factorial(dimensions) * 2**dimensions
    return turns * shifts * len(board)


def picture_json(request: Json, language: str) -> Json:
    """Draw a tour as a file, in base64; refuse too large animations, and missing packages."""
    tour = tour_of(request)
    how: dict[str, Any] = {
        "style": request.get("style", "path"),
        "theme": request.get("theme", "light"),
        "width": request.get("width"),
        "numbers": request.get("numbers"),
    }
    match request["format"]:
        case "svg":
            drawn = tour.to_svg(language=language, **how).encode()
        case "png":
            drawn = tour.to_png(**how)
        case _:
            if len(tour) > bounds.ANIMATION_SQUARES:
                raise TooLarge("web-squares", count=len(tour), most=bounds.ANIMATION_SQUARES)
            how["width"] = min(how["width"] or bounds.GIF_WIDTH, bounds.GIF_WIDTH)
            drawn = tour.to_animation("gif", fps=request.get("fps", 8.0), **how)
    return {"file": b64encode(drawn).decode()}


TASKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {"statistics": statistics_json, "picture": picture_json}
)
"""The tasks of this module, by name."""
