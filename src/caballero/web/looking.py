"""What the server tells and draws of a tour: its statistics, and its picture as a file.

Both take a tour in any way that it can be written. It is judged first: of what is no tour there
is nothing to tell. A picture or a count of crossings has no limit of time of its own; the server
ends the worker when the time is over.

Invariants: nothing is drawn of what the judge does not accept.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from math import factorial, prod
from types import MappingProxyType
from typing import Any, Final

from caballero.board import Board
from caballero.errors import InvalidTour, TooLarge
from caballero.formats.write import VERSION
from caballero.judge import verify
from caballero.statistics import tour_statistics
from caballero.tour import Tour

from . import bounds
from .tasks import Json, claimed, problem_of


def tour_of(asked: Json) -> Tour:
    """Return the tour that a request is about.

    Raises
    ------
    InvalidTour
        If it is none; the first fault is told.

    Examples
    --------
    >>> from caballero.web.looking import tour_of
    >>> tour_of({"board": {"shape": [1, 2]}, "piece": "wazir", "tour": "a1 b1"})
    <wazir tour, 1x2, 2 squares>
    """
    problem = problem_of(asked)
    verdict = verify(claimed(asked["tour"], problem.board), problem)
    if verdict.tour is None:
        raise InvalidTour("web-no-tour", fault=verdict.faults[0].message)
    return verdict.tour


def statistics(asked: Json, language: str) -> Json:
    """Count what can be counted about a tour.

    Examples
    --------
    >>> from caballero.web.looking import statistics
    >>> asked = {"board": {"shape": [1, 2]}, "piece": "wazir", "tour": "a1 b1"}
    >>> statistics(asked, "en")["statistics"]["turns"]
    0
    """
    tour = tour_of(asked)
    counted = tour_statistics(tour, symmetry=_images(tour.board) <= bounds.IMAGES)
    return {"caballero": VERSION, "status": "statistics", "statistics": counted.to_dict()}


def _images(board: Board) -> int:
    """How many squares all images of a tour have together; at least so many, on other boards."""
    shifts = prod(side for side, wraps in zip(board.shape, board.wraps, strict=True) if wraps)
    dimensions = len(board.shape)
    turns: int = factorial(dimensions) * 2**dimensions
    return turns * shifts * len(board)


def picture(asked: Json, language: str) -> Json:
    """Draw a tour as a file, which is told in base64.

    Raises
    ------
    TooLarge
        If an animation would have too many squares.
    InvalidInput
        If what draws it is not installed here.

    Examples
    --------
    >>> from base64 import b64decode
    >>> from caballero.web.looking import picture
    >>> asked = {"board": {"shape": [1, 2]}, "piece": "wazir", "tour": "a1 b1", "format": "svg"}
    >>> b64decode(picture(asked, "en")["file"])[:4]
    b'<svg'
    """
    tour = tour_of(asked)
    how: dict[str, Any] = {
        "style": asked.get("style", "path"),
        "theme": asked.get("theme", "light"),
        "width": asked.get("width"),
        "numbers": asked.get("numbers"),
    }
    match asked["format"]:
        case "svg":
            drawn = tour.to_svg(language=language, **how).encode()
        case "png":
            drawn = tour.to_png(**how)
        case _:
            if len(tour) > bounds.ANIMATED:
                raise TooLarge("web-squares", count=len(tour), most=bounds.ANIMATED)
            how["width"] = min(how["width"] or bounds.GIF_WIDTH, bounds.GIF_WIDTH)
            drawn = tour.to_animation("gif", fps=asked.get("fps", 8.0), **how)
    return {"file": b64encode(drawn).decode()}


LOOKS: Final[Mapping[str, Callable[[Json, str], Json]]] = MappingProxyType(
    {"statistics": statistics, "picture": picture}
)
"""What a worker does of this."""
