"""What the API refuses, in both languages: one table for every path and kind of request."""

import json
from typing import Any

from caballero import find_tour
from caballero.web import bounds
from seldom import each
from web.served import Served


def board(*shape: int, **more: object) -> dict[str, Any]:
    return {"board": {"shape": list(shape)}, **more}


def on(**ground: object) -> dict[str, Any]:
    return {"board": {"shape": [5, 5], **ground}}


FORM: list[tuple[str, dict[str, Any], str]] = [
    ("solve", {}, "board is missing."),
    ("solve", board(8), "board.shape is too short"),
    ("solve", board(8, 8, 8, 8), "board.shape is too long"),
    ("solve", board(8, 0), "board.shape.1 must be at least 1."),
    ("solve", {"board": {"shape": [8, "8"]}}, "board.shape.1 does not match"),
    ("solve", on(surface="sphere"), "board.surface must be one of"),
    ("solve", board(5, 5, colour=5), "There is no field colour"),
    ("solve", board(5, 5, seconds=11), "seconds must be at most 10"),
    ("solve", board(5, 5, seconds=0), "seconds must be more than 0"),
    ("solve", board(5, 5, closed=1), "closed does not match"),
    ("solve", board(5, 5, piece="ñandú"), "piece does not match"),
    ("verify", board(5, 5, tour="a1 " * 50_000), "tour is too long"),
    ("verify", board(5, 5, tour=["a1", "1a"]), ""),
    ("hint", board(5, 5, path=[], strength=4), "strength must be one of 1, 2 or 3."),
    ("trace", board(5, 5, limit=10**6), "limit must be at most 100\xa0000."),
    ("trace", board(5, 5, skip=10**6), "skip must be at most 100\xa0000."),
    ("picture", board(5, 5, tour="a1", format="mp4"), "format must be one of"),
    ("picture", board(5, 5, tour="a1", style="crayon"), "style must be one of"),
    ("picture", board(5, 5, tour="a1", width=100_000), "width must be at most 2000"),
    ("picture", board(5, 5, tour="a1", fps=1000), "fps must be at most 25"),
    ("puzzle", board(5, 5, level="mild"), "level must be one of"),
    ("puzzle", board(5, 5, seed=2**31), "seed must be at most"),
    ("puzzle", board(5, 5, clues=[]), "There is no field clues"),
    ("puzzle", on(grid="hex999"), "board.grid does not match"),
    ("puzzle/hint", board(5, 5, level="easy"), "There is no field level"),
    ("puzzle/hint", board(5, 5, supposed={"square": "a1"}), "supposed.number is missing"),
]
"""What is malformed, and how the sentence begins."""


@each("case", FORM)
def test_malformed_requests(served: Served, case: Any) -> None:
    path, body, reply = case
    status, code, english = served.refused(path, body)
    assert (status, code) == (422, "web-form")
    assert english.startswith(f"The request cannot be read: {reply}")
    assert served.refused(path, body, "es")[2].startswith("La petición no se puede leer: ")


LARGE = [
    ("solve", board(51, 50), bounds.SOLVE_SQUARES),
    ("verify", board(2500, 2500, tour="a1"), bounds.SOLVE_SQUARES),
    ("verify", board(8, 8, tour="a1 zz2600", shown=True), bounds.SOLVE_SQUARES),
    ("hint", board(50, 51, path=[]), bounds.MOST_SQUARES["hint"]),
    ("count", board(5, 13), bounds.MOST_SQUARES["count"]),
    ("longest", board(11, 11), bounds.MOST_SQUARES["longest"]),
    ("puzzle", board(11, 10), bounds.MOST_SQUARES["puzzle"]),
    ("puzzle/hint", board(50, 50), bounds.MOST_SQUARES["puzzle"]),
    ("trace", board(31, 30), bounds.MOST_SQUARES["trace"]),
    ("trace", board(5, 13, method="branch-and-bound"), bounds.BOUNDED_SQUARES),
]


@each("case", LARGE)
def test_boards_that_are_too_large(served: Served, case: Any) -> None:
    path, body, most = case
    status, code, message = served.refused(path, body, "es")
    assert (status, code) == (422, "web-squares")
    assert " casillas" in message
    assert str(most) in message


HUGE = json.dumps({"board": {"shape": [10**6, 10**6]}, "tour": [[0, 0]]})
RING = [list(square) for square in find_tour("5x5", closed=True, surface="torus").squares]
START = {"start": "a1"}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("solve", board(5, 5, start="a1", end="a1"), "start-is-end"),
    ("solve", on(holes=[[7, 7]]), "hole-outside"),
    ("solve", board(5, 5, piece="unicorn"), "name-unknown"),
    ("solve", board(5, 5, forced=[["a1", "a2"]]), "not-a-move"),
    ("verify", board(8, 8, tour=HUGE, shown=True), "web-squares"),
    ("verify", board(3, 3, tour="%"), "not-a-number-line"),
    ("verify", board(3, 3, tour=["a1", "0,0,0"]), "claim-unreadable"),
    ("verify", board(3, 3, tour=[]), "claim-empty"),
    ("hint", board(5, 5, path=["a1", "a2"], **START), "not-a-move"),
    ("hint", board(5, 5, path=["a1", "b3", "a1"], **START), "hint-twice"),
    ("hint", board(5, 5, path=["b3"], **START), "hint-number"),
    ("hint", board(5, 5, path=["z9"], **START), "square-outside"),
    ("hint", board(5, 5, path=[[9, 9]], **START), "square-outside"),
    ("trace", board(5, 5, order="granda"), "name-unknown-suggest"),
    ("statistics", board(3, 3, tour="a1 b3 c1"), "web-no-tour"),
    ("picture", board(3, 3, tour="a1 b3 c1"), "web-no-tour"),
    ("picture", on(surface="torus") | {"tour": RING, "closed": True, "style": "mosaic"},
     "mosaic-wraps"),
    ("puzzle", board(6, 6, kind="zip", symmetric=True), "make-zip"),
    ("puzzle", on(grid="hex4"), "grid-shape"),
    ("puzzle", board(3, 3, piece="wazir", level="expert"), "web-puzzle-level"),
    ("puzzle/hint", board(3, 3, clues=[{"square": "z9", "number": 1}]), "square-outside"),
    ("puzzle/hint", board(3, 3, supposed={"square": "z9", "number": 1}), "square-outside"),
    ("puzzle/hint", board(3, 3, supposed={"square": "a1", "number": 10}), "clue-range"),
    ("puzzle/hint", board(3, 3, waypoints=["a1", "z9"]), "square-outside"),
    ("puzzle/hint", board(3, 3, waypoints=["a1", "c3"], path=["a1", "b9"]), "square-outside"),
]  # fmt: skip
"""What is well-formed, and makes no sense."""


@each("case", REFUSED)
def test_contradictions(served: Served, case: Any) -> None:
    path, body, code = case
    english = served.refused(path, body)
    assert english[:2] == (422, code)
    assert served.refused(path, body, "es")[2] != english[2]
