"""Pictures on the command line: formats, styles, missing packages, and the growing tour."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from caballero import find_tour
from caballero.cli import options
from caballero.cli.commands import run
from caballero.cli.language import set_language
from caballero.render.animation import ANIMATIONS
from caballero.render.scene import STYLES
from caballero.render.themes import THEMES
from cli.screen import Screen
from cli.terminal import Terminal, environment, process, refuses


def opened(file: Path) -> Image.Image:
    return Image.open(io.BytesIO(file.read_bytes()))


KINDS = {"png": "PNG", "gif": "GIF", "apng": "PNG", "webp": "WEBP"}


def test_the_formats_are_those_of_the_library() -> None:
    assert ANIMATIONS == options.ANIMATED


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


def test_tour(caballero: Terminal, tmp_path: Path) -> None:
    for form, frames in (("png", 1), ("gif", 25)):
        file = tmp_path / f"tour.{form}"
        reply = caballero("tour", 5, "-o", file, "--theme", "wood", "--width", 80)
        assert reply.status == 0
        image = opened(file)
        assert image.size[0] == 80
        assert getattr(image, "n_frames", 1) == frames


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
    refuses(caballero("trace", 5, "-o", file), "1000", "--count", "--every")


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_trace_in_a_file(caballero: Terminal, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"search.{form}"
    assert caballero("trace", 3, "-o", file).out == ""
    assert file.read_bytes().decode() == caballero("trace", 3, "--format", form).out


@pytest.mark.slow
def test_compare(caballero: Terminal, tmp_path: Path) -> None:
    field = ["compare", 5, "--method", "backtracking", "--order", "puc"]
    for form in ("svg", "png"):
        assert caballero(*field, "-o", tmp_path / f"chart.{form}").status == 0
    root = ElementTree.fromstring((tmp_path / "chart.svg").read_bytes())
    assert root.tag.endswith("svg")
    assert opened(tmp_path / "chart.png").size[0] == 960
    caballero(*field, "-o", tmp_path / "rows.json")
    assert json.loads((tmp_path / "rows.json").read_text())["rows"][0]["stats"]["nodes"] == 41


FOREIGN = [
    ("tour 5 -o {}/b.jpg", ".jpg", ".mp4, .tour, .txt"),
    ("tour 5 -o {}/b.xyz", ".xyz", ".mp4, .tour, .txt"),
    ("tour 5 -o {}/b.html", ".html", ".mp4, .tour, .txt"),
    ("sample 5 -o {}/s.JPG", ".jpg", ".json, .jsonl, .svg, .png, .tex, .pdf"),
    ("compare 5 -o {}/c.gif", ".gif", ".json, .jsonl, .svg, .png, .txt"),
    ("trace 5 -o {}/s.pdf", ".pdf", ".webp, .mp4, .svg, .png, .tex, .txt"),
    ("list 5x6 --closed -o {}/l.svg", ".svg", ".json, .jsonl, .parquet, .txt"),
    ("count 5 -o {}/c.xlsx", ".xlsx", ".json, .jsonl, .txt"),
    ("graph - -o {}/g.pdf", ".pdf", ".json, .jsonl, .tour, .svg, .png, .tex, .txt"),
    ("verify - -o {}/v.png", ".png", ".json, .jsonl, .csv, .pdf, .txt"),
    ("draw - -o {}/q.tiff", ".tiff", ".webp, .mp4, .csv, .txt."),
    ("run collect {0} -o {0}/x.json", ".json", "ends in .parquet."),
]


@pytest.mark.parametrize(("line", "end", "own"), FOREIGN)
def test_a_name_that_promises_something_else_is_refused(
    caballero: Terminal, tmp_path: Path, line: str, end: str, own: str
) -> None:
    reply = caballero(*line.format(tmp_path).split(), stdin="a b\nb c\nc a")
    refuses(reply, f"cannot write {end}:", own)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["tour.txt", "tour.log", "tour", "a.svg/tour"])
def test_other_names_get_text(caballero: Terminal, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.svg").mkdir()
    assert caballero("tour", 5, "-o", tmp_path / name).status == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith("  ┌")


@pytest.mark.parametrize(
    "command", ["tour 5", "puzzle text abc --by letter", "list 3x4", "count 3x4"]
)
def test_a_table_of_another_program_is_never_a_drawing(
    caballero: Terminal, tmp_path: Path, command: str
) -> None:
    for end in ("csv", "tsv", "md"):
        refuses(caballero(*command.split(), "-o", tmp_path / f"a.{end}"), f"cannot write .{end}:")
    assert not list(tmp_path.iterdir())
    refuses(caballero("tour", 5, "--format", "matrix", "-o", tmp_path / "a.csv"), "disagree")


def test_a_format_that_is_named_goes_before_the_end_of_the_file(
    caballero: Terminal, tmp_path: Path
) -> None:
    assert caballero("tour", 5, "-o", tmp_path / "b.jpg", "--format", "matrix").status == 0
    assert len((tmp_path / "b.jpg").read_text().split()) == 25


WRONG = [
    ("tour 8 --style mosaik -o {}/x.svg", ["mosaik"]),
    ("tour 8 --theme woods -o {}/x.png", ["woods"]),
    ("tour 5 --surface torus --style mosaic -o {}/x.png", ["5x5 torus"]),
    ("tour 8 --fps 0 -o {}/x.gif", ["fps"]),
    ("tour 8 --width 20000 -o {}/x.png", ["400\xa0000\xa0000"]),
    ("tour 8 --width 20000 -o {}/x.gif", ["400\xa0000\xa0000"]),
    ("tour 8 -o {}/nowhere/x.png", ["nowhere"]),
    ("trace 3 -o {}/nowhere/x.txt", ["nowhere"]),
    ("compare 5 --format gif", ["gif"]),
]


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_wrong_pictures(caballero: Terminal, tmp_path: Path, line: str, words: list[str]) -> None:
    reply = caballero(*line.format(tmp_path).split())
    reply = type(reply)(reply.status, reply.out, re.sub("^Verified.*\n", "", reply.err))
    refuses(reply, *words)
    assert not list(tmp_path.iterdir())


MISSING = [
    ("tour 40 -o {}/x.png", "resvg_py"),
    ("tour 40 -o {}/x.gif", "PIL.Image"),
    ("trace 3 -o {}/x.webp", "PIL.Image"),
    ("compare 30 -o {}/x.png", "resvg_py"),
]


@pytest.mark.parametrize(("line", "module"), MISSING)
def test_a_missing_package_is_reported_before_the_search(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    arguments = line.format(tmp_path).split()
    refuses(caballero(*arguments), f'{sys.executable} -m pip install "caballero[pictures]".')


def test_a_missing_package_is_named_in_spanish(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "C")
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    set_language(["--lang", "es"])
    assert run(["tour", "8", "--format", "gif"]) == 2
    assert "Esto necesita el complemento pictures: instálelo con" in capsys.readouterr().err


def test_mp4_without_ffmpeg(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    refuses(caballero("tour", 8, "--format", "mp4"), "ffmpeg", "webp")


def test_bytes_go_through_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "caballero", "tour", "5", "--format", "png"],
        capture_output=True,
        env=environment(),
        timeout=600,
        check=True,
    )
    assert Image.open(io.BytesIO(done.stdout)).size == (204, 204)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["tour 5 --format png", "tour 5 --watch", "trace 3 --format gif"])
def test_closed_output(line: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m caballero {line} >&-"],
        capture_output=True,
        env=environment(),
        timeout=600,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2


def test_no_bytes_on_a_terminal() -> None:
    screen = Screen("tour", "5", "--format", "png")
    screen.until()
    status, err = screen.end()
    assert status == 2
    assert "-o" in err
    assert screen.text == ""
