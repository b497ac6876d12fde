"""Pictures on the command line: formats, styles, missing packages, and the growing tour."""

import csv
import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from caballero import find_tour
from caballero.render.scene import STYLES
from caballero.render.themes import THEMES
from cli.screen import Screen
from cli.terminal import Terminal, process, refuses, shell


def opened(file: Path) -> Image.Image:
    return Image.open(io.BytesIO(file.read_bytes()))


KINDS = {"png": "PNG", "gif": "GIF", "apng": "PNG", "webp": "WEBP"}


def test_the_title_of_a_picture_is_in_the_language(caballero: Terminal) -> None:
    moves = caballero("tour", 5, "--format", "moves").out
    for command in (("tour", 5, "--format", "svg"), ("draw", "-")):
        reported = process(*command, "--lang", "es", stdin=moves).out
        assert "<title>recorrido de caballo en 5x5</title>" in reported
        reported = caballero(*command, stdin=moves).out
        assert "<title>knight tour 5x5</title>" in reported


@pytest.mark.parametrize("form", KINDS)
def test_draw(caballero: Terminal, form: str, tmp_path: Path) -> None:
    tour = caballero("tour", 5, "--json").out
    file = tmp_path / f"tour.{form}"
    reply = caballero("draw", "-", "-o", file, "--width", 90, stdin=tour)
    assert (reply.status, reply.out, reply.err) == (0, "", "")
    image = opened(file)
    assert image.format == KINDS[form]
    assert image.size == (90, 90)
    assert getattr(image, "n_frames", 1) == (1 if form == "png" else 25)
    other = tmp_path / "x"
    caballero("draw", "-", "-o", other, "--width", 90, "--format", form, stdin=tour)
    assert other.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("style", STYLES)
def test_styles(caballero: Terminal, style: str) -> None:
    tour = find_tour("5x5", start="a1")
    matrix = caballero("tour", 5, "--start", "a1", "--format", "matrix").out
    for theme in THEMES:
        drawn = caballero("draw", "-", "--style", style, "--theme", theme, stdin=matrix).out
        assert drawn == tour.to_svg(style, theme) + "\n"
    reply = caballero("tour", 5, "--start", "a1", "--format", "svg", "--style", style)
    assert reply.out == tour.to_svg(style) + "\n"


@pytest.mark.slow
def test_coordinates(caballero: Terminal, tmp_path: Path) -> None:
    for command, form in (("tour", "svg"), ("tour", "png"), ("tour", "gif"), ("trace", "webp")):
        plain, named = tmp_path / f"plain.{form}", tmp_path / f"named.{form}"
        asked = (command, "3x4", "--start", "a3", "-o")
        assert caballero(*asked, plain).status == 0
        assert caballero(*asked, named, "--coordinates").status == 0
        assert plain.read_bytes() != named.read_bytes()


def test_a_reason_is_a_picture_too(caballero: Terminal, tmp_path: Path) -> None:
    reply = caballero("tour", 5, "--start", "a2", "-o", tmp_path / "no.png")
    assert reply.status == 1
    assert "colour" in reply.err
    assert opened(tmp_path / "no.png").size == (204, 204)
    moving = caballero("tour", 5, "--start", "a2", "-o", tmp_path / "no.gif")
    assert (moving.status, moving.err) == (1, reply.err)
    assert not (tmp_path / "no.gif").exists()


def test_trace(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "search.gif"
    reply = caballero("trace", 3, "-o", file, "--width", 100)
    assert (reply.status, reply.out, reply.err) == (1, "", "")
    events = map(json.loads, caballero("trace", 3, "--format", "jsonl").out.splitlines())
    moments = sum(event["kind"] != "try" for event in events)
    assert opened(file).n_frames == moments  # type: ignore[attr-defined]
    reply = caballero("trace", 8, "--count", 50, "--every", 3, "-o", file, "--width", 100)
    assert reply.status == 0
    assert "50:" in reply.err
    refuses(caballero("trace", 5, "-o", file), "first 1000", "--every")


def test_trace_in_a_file(caballero: Terminal, tmp_path: Path) -> None:
    for form in ("text", "jsonl"):
        assert caballero("trace", 3, "-o", tmp_path / f"search.{form}").out == ""
        written = (tmp_path / f"search.{form}").read_bytes().decode()
        assert written == caballero("trace", 3, "--format", form).out


@pytest.mark.slow
def test_compare(caballero: Terminal, tmp_path: Path) -> None:
    field = ["compare", 5, "--method", "backtracking", "--order", "puc"]
    for form in ("svg", "png"):
        assert caballero(*field, "-o", tmp_path / f"chart.{form}").status == 0
    root = ElementTree.fromstring((tmp_path / "chart.svg").read_bytes())
    assert root.tag.endswith("svg")
    assert opened(tmp_path / "chart.png").size[0] == 960
    caballero(*field, "-o", tmp_path / "rows.csv")
    rows = [*csv.DictReader((tmp_path / "rows.csv").read_text("utf-8-sig").splitlines())]
    assert (rows[0]["settings"], rows[0]["nodes"], rows[0]["start"]) == ("puc", "41", "a5")
    caballero(*field, "-o", tmp_path / "rows.json")
    assert json.loads((tmp_path / "rows.json").read_text())["rows"][0]["stats"]["nodes"] == 41


FOREIGN = {
    "tour 5 -o {}/b.jpg": ".mp4, .tour, .txt", "tour 5 -o {}/b.html": ".mp4, .tour, .txt",
    "sample 5 -o {}/s.JPG": ".json, .jsonl, .svg, .png, .tex, .pdf",
    "compare 5 -o {}/c.gif": ".json, .jsonl, .csv, .svg, .png, .txt",
    "trace 5 -o {}/s.pdf": ".webp, .mp4, .svg, .png, .tex, .txt",
    "list 5x6 --closed -o {}/l.svg": ".json, .jsonl, .parquet, .txt",
    "count 5 -o {}/c.xlsx": ".json, .jsonl, .txt",
    "graph - -o {}/g.pdf": ".json, .jsonl, .tour, .svg, .png, .tex, .txt",
    "verify - -o {}/v.png": ".json, .jsonl, .txt",
    "draw - -o {}/q.tiff": ".webp, .mp4, .csv, .txt.", "run collect {0} -o {0}/x.json": ".parquet.",
    "puzzle text abc --by letter -o {}/a.csv": ".txt", "tour 5 -o {}/a.md": ".txt",
    "puzzle make 5 -o {}/x.gif": ".json, .jsonl, .csv, .svg, .png, .tex, .pdf, .txt",
}  # fmt: skip


@pytest.mark.parametrize("line", FOREIGN)
def test_a_name_that_promises_something_else_is_refused(
    caballero: Terminal, tmp_path: Path, line: str
) -> None:
    reply = caballero(*line.format(tmp_path).split(), stdin="a b\nb c\nc a")
    refuses(reply, f"cannot write .{line.rpartition('.')[2].lower()}:", FOREIGN[line])
    assert not list(tmp_path.iterdir())


def test_other_names_get_text_and_a_named_format_goes_first(
    caballero: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "a.svg").mkdir()
    for name in ("tour.log", "tour", "a.svg/tour"):
        assert caballero("tour", 5, "-o", tmp_path / name).status == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("  ┌")
    assert caballero("tour", 5, "-o", tmp_path / "b.jpg", "--format", "matrix").status == 0
    assert len((tmp_path / "b.jpg").read_text().split()) == 25
    refuses(caballero("tour", 5, "--format", "matrix", "-o", tmp_path / "a.csv"), "disagree")


WRONG = {
    "tour 8 --style mosaik -o {}/x.svg": "mosaik", "tour 8 --theme woods -o {}/x.png": "woods",
    "tour 5 --surface torus --style mosaic -o {}/x.png": "5x5 torus",
    "tour 8 --fps 0 -o {}/x.gif": "fps", "tour 8 --width 20000 -o {}/x.png": "400\xa0000\xa0000",
    "tour 8 --width 20000 -o {}/x.gif": "400\xa0000\xa0000",
    "tour 8 -o {}/nowhere/x.png": "nowhere", "trace 3 -o {}/nowhere/x.txt": "nowhere",
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_wrong_pictures(caballero: Terminal, tmp_path: Path, line: str) -> None:
    reply = caballero(*line.format(tmp_path).split())
    reply = replace(reply, err=re.sub("^Verified.*\n", "", reply.err))
    refuses(reply, WRONG[line])
    assert not list(tmp_path.iterdir())


MISSING = [
    ("tour 40 -o {}/x.png", "resvg_py"), ("tour 40 -o {}/x.gif", "PIL.Image"),
    ("trace 3 -o {}/x.webp", "PIL.Image"), ("compare 30 -o {}/x.png", "resvg_py"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "module"), MISSING)
def test_a_missing_package_is_reported_before_the_search(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    arguments = line.format(tmp_path).split()
    refuses(caballero(*arguments), f'{sys.executable} -m pip install "caballero[pictures]".')


def test_a_missing_package_is_named_in_spanish(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    reply = caballero("tour", "8", "--format", "gif", "--lang", "es")
    refuses(reply, "Esto necesita el complemento pictures: instálelo con")


def test_mp4_without_ffmpeg(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    refuses(caballero("tour", 8, "--format", "mp4"), "ffmpeg", "webp")


def test_bytes_go_through_a_pipe(tmp_path: Path) -> None:
    assert shell("caballero tour 5 --format png > x.png", tmp_path).status == 0
    assert opened(tmp_path / "x.png").size == (204, 204)


def test_no_bytes_on_a_terminal() -> None:
    screen = Screen("tour", "5", "--format", "png")
    screen.until()
    status, err = screen.end()
    assert status == 2
    assert "-o" in err
    assert screen.text == ""


def test_the_moves_of_an_order_are_numbered(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "granada.svg"
    assert caballero("draw", "--order", "granada", "-o", file).status == 0
    assert [f">{n}<" in file.read_text() for n in (1, 8, 9)] == [True, True, False]
    refuses(caballero("draw", "--order", "nada"), "did you mean “granada”")
    refuses(caballero("draw", "8", "--order", "puc"), "leave 8 out")
    refuses(caballero("draw"), "FILE… is missing")
