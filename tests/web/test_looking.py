"""A tour looked at: what was claimed, its statistics, and its picture as a file."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from caballero import Found, Problem, Tour, find_tour, solve
from caballero.formats import outcome_json, to_matrix_text, to_moves_text
from caballero.render.scene import STYLES
from caballero.render.themes import THEMES
from caballero.web import bounds, looking, models
from caballero.web.tasks import verify_json
from web.served import Served

STAR = "1 4 7\n6 # 2\n3 8 5"


def request_for(tour: Tour, **more: object) -> dict[str, Any]:
    board = {"shape": list(tour.board.shape), "holes": [list(hole) for hole in tour.board.holes]}
    squares = [list(square) for square in tour.squares]
    return {"board": board, "closed": tour.closed, "tour": squares, **more}


# -- what was claimed ------------------------------------------------------------------------------


def shown(text: str, **more: object) -> dict[str, Any]:
    """The board comes from the text, not from the request."""
    return verify_json({"board": {"shape": [8, 8]}, "tour": text, "shown": True, **more}, "en")


def test_a_text_shows_its_board() -> None:
    matrix = shown(STAR, closed=True)
    assert (matrix["status"], matrix["board"]) == ("valid", {"shape": [3, 3], "holes": [[1, 1]]})
    tour = find_tour("5x6", closed=True)
    for text in (to_moves_text(tour), to_matrix_text(tour)):
        answer = shown(text, closed=True)
        assert (answer["status"], answer["board"]) == ("valid", {"shape": [5, 6]})
        assert answer["line"] == [[i, list(s)] for i, s in enumerate(tour.squares, start=1)]


def test_json_says_piece_and_kind_itself() -> None:
    problem = Problem("5x5", piece="king", closed=True, surface="torus")
    outcome = solve(problem)
    assert isinstance(outcome, Found)
    answer = shown(json.dumps(outcome_json(problem, outcome)))
    assert (answer["status"], answer["piece"], answer["closed"]) == ("valid", "king", True)
    assert answer["board"]["wraps"] == [True, True]


def test_wrong_tours_can_be_drawn() -> None:
    """The squares on the board, by number; those outside are only in the message."""
    answer = verify_json({"board": {"shape": [3, 3]}, "tour": "a3 b1 d9 a1"}, "en")
    assert answer["line"] == [[1, [0, 0]], [2, [2, 1]], [4, [2, 0]]]
    answer = shown("5 . 1\n. 1 .\n. . 2")
    assert answer["line"] == [[1, [0, 2]], [1, [1, 1]], [2, [2, 2]], [5, [0, 0]]]
    assert answer["status"] == "invalid"


# -- statistics ------------------------------------------------------------------------------------


def test_statistics_are_the_library_s(served: Served) -> None:
    tour = find_tour("6x6", closed=True)
    answer = served.ask("statistics", request_for(tour)).json()
    assert answer["statistics"] == tour.statistics().to_dict()
    text = served.ask("statistics", {**request_for(tour), "tour": to_matrix_text(tour)}).json()
    assert text == answer


def test_symmetries_are_looked_for_where_they_are_few() -> None:
    plain, torus = (find_tour("16x16", closed=True, surface=s) for s in ("flat", "torus"))
    assert looking._images(plain.board) == 8 * 16**2
    assert looking._images(torus.board) == 8 * 16**4 > bounds.IMAGE_SQUARES
    for tour, there in ((plain, True), (torus, False)):
        body = request_for(tour)
        body["board"]["surface"] = "torus" if not there else "flat"
        assert (looking.statistics_json(body, "en")["statistics"]["symmetry"] is not None) is there


# -- pictures --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tour() -> Tour:
    return find_tour("6x6", closed=True)


@pytest.mark.slow
def test_pictures_are_the_library_s(served: Served, tour: Tour) -> None:
    svg = served.ask("picture", request_for(tour, style="thread", theme="dark"))
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["content-disposition"] == 'attachment; filename="caballero-6x6.svg"'
    assert svg.text == tour.to_svg("thread", theme="dark")
    png = served.ask("picture", request_for(tour, format="png", width=300, numbers=False))
    assert png.headers["content-type"] == "image/png"
    assert png.content == tour.to_png(width=300, numbers=False)
    gif = served.ask("picture", request_for(tour, format="gif", width=1000, fps=4, style="colours"))
    assert gif.headers["content-type"] == "image/gif"
    with Image.open(io.BytesIO(gif.content)) as film:
        assert (film.n_frames, film.width) == (36, bounds.GIF_WIDTH)  # type: ignore[attr-defined]
        assert film.info["duration"] == 250


def test_every_style_and_theme_can_be_requested() -> None:
    fields = models.PictureRequest.model_json_schema()["properties"]
    assert set(fields["style"]["enum"]) == set(STYLES)
    assert set(fields["theme"]["enum"]) == set(THEMES)


def test_large_boards_do_not_move(served: Served) -> None:
    wide = find_tour("20x21")
    assert served.refused("picture", request_for(wide, format="gif"), "es")[:2] == (
        422,
        "web-squares",
    )
    assert served.ask("picture", request_for(wide)).text == wide.to_svg()


def test_the_title_of_a_picture_is_in_the_language(served: Served, tour: Tour) -> None:
    spanish = served.ask("picture", request_for(tour), "es").text
    assert spanish == tour.to_svg(language="es")
    assert "<title>recorrido cerrado de caballo en " in spanish


@pytest.mark.slow
def test_a_picture_that_takes_too_long(served: Served, tour: Tour) -> None:
    body = request_for(find_tour("20x20"), format="gif")
    with served.waiting(grace=0.05 - bounds.PICTURE_SECONDS):
        assert served.refused("picture", body)[:2] == (504, "web-timeout")


def test_a_missing_package_is_reported(tour: Tour, monkeypatch: pytest.MonkeyPatch) -> None:
    from caballero.web import worker

    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    body = request_for(tour, format="png")
    reply = worker.answer({"name": "picture", "request": body, "language": "es"})
    assert reply["refused"] == "extra-missing"
    assert '-m pip install "caballero[pictures]"' in reply["message"]
