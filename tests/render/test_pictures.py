"""Styles, themes, PNG, animations and charts: what they show, counted and compared."""

import hashlib
import io
import math
import re
import stat
import sys
import time
from itertools import islice, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageChops, ImageSequence

from caballero import Board, Graph, InvalidInput, LimitReached, Problem, TooLarge, Tour, find_tour
from caballero.model import InvalidProblem, InvalidSquare
from caballero.render import (
    animation,
    position_svg,
    tour_animation,
    tour_png,
    tour_svg,
    trace_animation,
)
from caballero.render.animation import LAST_FRAME_MS
from caballero.render.layout import CELL, centre, extent, steps
from caballero.render.painter import Painter
from caballero.render.scene import STYLES, event_scene, tour_scene
from caballero.render.svg import with_strokes
from caballero.render.themes import THEMES, colour_at, ink_on, luminance, page_of
from caballero.teaching import EventKind, compare, contenders, rows_plot, trace
from caballero.teaching.pictures.chart import cost_text, row_name

SVG = "{http://www.w3.org/2000/svg}"
RING = Board((3, 3), holes=((1, 1),))
FIXED = Tour.from_squares(
    "3x4", ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "d1", "b2", "d3", "c1", "a2"]
)
CLOSED = find_tour("6x6", closed=True)
TOURS = [FIXED, CLOSED, find_tour("2x3x4", piece="king"), find_tour("4x5 torus", closed=True)]


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


# -- themes --------------------------------------------------------------------------------------


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_can_be_read(name: str) -> None:
    theme = THEMES[name]
    for square in (theme.light, theme.dark):
        assert contrast(theme.ink, square) >= 4.5
        assert contrast(theme.line, square) >= 3
        assert contrast(theme.start, square) >= 2.9
        assert contrast(theme.end, square) >= 2.9
    # Dark squares are dark; those on paper are written on.
    assert luminance(theme.light) > luminance(theme.dark)
    assert contrast(theme.light, theme.dark) >= (1.3 if name == "print" else 2.2)
    assert contrast(theme.under, theme.over) >= 3
    assert contrast(theme.dead, theme.light) >= 1.5
    levels = [luminance(colour_at(theme, i / 200)) for i in range(201)]
    rises = [b >= a for a, b in pairwise(levels)]
    assert all(rises) or not any(b > a for a, b in pairwise(levels))
    for colour in (*theme.marks, *(colour_at(theme, i / 200) for i in range(201))):
        assert contrast(colour, ink_on(colour)) >= 4.5


# -- SVG -----------------------------------------------------------------------------------------


GOLDEN = {
    "light": "038c7e5f8abd",
    "dark": "a83a39f0d856",
    "wood": "05dcb32b88b7",
    "print": "39fac69b0d4e",
}
"""Of the pictures of a tour in all styles, one after the other."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@pytest.mark.parametrize("theme", THEMES)
def test_svg_is_the_same_for_ever(theme: str) -> None:
    assert digest("".join(FIXED.to_svg(style, theme) for style in STYLES)) == GOLDEN[theme]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_svg_of_every_style(tour: Tour, style: str) -> None:
    if style == "mosaic" and any(tour.board.wraps):
        with pytest.raises(InvalidProblem) as caught:
            tour.to_svg(style)
        assert caught.value.code == "mosaic-wraps"
        return
    root = ElementTree.fromstring(tour.to_svg(style, "dark"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    numbers = sorted(str(i) for i in range(1, len(tour) + 1))
    assert sorted(map(str, texts)) == (numbers if STYLES[style].numbers else [])
    assert "<text" not in with_strokes(tour.to_svg(style, "dark"))
    assert root[1].get("fill") == THEMES["dark"].page
    assert tour.to_svg(style, width=99) == tour_svg(tour, style=style, width=99)
    bare = tour.to_svg(style, numbers=False, path=False)
    full = tour.to_svg(style, numbers=True, path=True)
    assert len(bare) < len(full)
    assert "polyline" not in bare


# -- edges that meet -----------------------------------------------------------------------------


@given(
    st.sampled_from(["4x4 torus", "5x3 torus", "3x6 cylinder", "6x5 torus", "2x5x4 cylinder"]),
    st.sampled_from(["knight", "king", "wazir", "1,3", "2,3"]),
    st.randoms(use_true_random=False),
)
def test_moves_over_an_edge(name: str, piece: str, draw: object) -> None:
    board = Problem(name).board
    problem = Problem(board, Problem(name, piece=piece).piece)
    graph = problem.graph()
    walk = [draw.randrange(len(board))]  # type: ignore[attr-defined]
    for _ in range(6):
        ahead = graph.neighbours(walk[-1])
        if ahead:
            walk.append(draw.choice(list(ahead)))  # type: ignore[attr-defined]
    tour = Tour(board, tuple(walk), problem.piece)
    moves = {*problem.piece.moves(len(board.shape))}
    wide = board.shape[-1] * CELL, board.shape[-2] * CELL
    for lines, (a, b) in zip(steps(tour), pairwise(tour.squares), strict=True):
        assert lines[0][0] == centre(board, a)
        assert lines[-1][1] == centre(board, b)
        length = sum(math.dist(*line) for line in lines)
        if a[:-2] == b[:-2]:
            fits = [math.hypot(*move[-2:]) * CELL for move in moves]
            assert any(math.isclose(length, fit) for fit in fits)
        plain = tuple(y - x for x, y in zip(a, b, strict=True))
        assert (len(lines) == 1) == (plain in moves or a[:-2] != b[:-2])
        for (_, out), (back, _) in pairwise(lines):
            # It comes back at the other edge, as far along.
            leaps = [abs(u - v) for u, v in zip(out, back, strict=True)]
            assert all(
                math.isclose(leap, 0, abs_tol=1e-6) or math.isclose(leap, side)
                for leap, side in zip(leaps, wide, strict=True)
            )
            assert any(leap > 1 for leap in leaps)
        for x, y in (point for line in lines for point in line):
            assert -1e-6 <= x <= extent(board).size[0] + 1e-6
            assert -1e-6 <= y <= extent(board).size[1] + 1e-6


# -- PNG and the painter -------------------------------------------------------------------------


def texts_of(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("style", ["path", "numbers", "colours"])
def test_labels_stand_in_place_of_numbers(style: str) -> None:
    tour = find_tour("3x4", start="a1")
    labels = {square: f"L{number}" for number, square in enumerate(tour.squares)}
    drawn = tour.to_svg(style, labels=labels)
    assert sorted(texts_of(drawn)) == sorted(labels.values())
    some = tour.to_svg(style, labels={"a1": "SÍ", tour.squares[-1]: "NO"})
    assert sorted(texts_of(some)) == ["NO", "SÍ"]
    assert texts_of(tour.to_svg(style, labels={})) == []
    with pytest.raises(InvalidSquare):
        tour.to_svg(style, labels={"e9": "no"})


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_the_painter_paints_what_resvg_draws(tour: Tour, style: str) -> None:
    if style == "mosaic" and any(tour.board.wraps):
        return
    for theme in ("light", "wood"):
        width = 2 * (extent(tour.board).size[0] + 4)
        drawn = opened(tour_png(tour, style=style, theme=theme, width=width)).convert("RGB")
        painter = Painter(tour.board, page_of(theme), width)
        painted = painter.paint(tour_scene(tour, THEMES[theme], style=style))
        assert painted.size == drawn.size
        # Their edges differ, but not by as much as a block of four by four pixels.
        change = ImageChops.difference(drawn.reduce(4), painted.reduce(4)).convert("L")
        far = sum(change.histogram()[40:]) / (change.size[0] * change.size[1])
        assert far < 0.005, (style, theme, far)


def test_huge_pictures_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tall = Tour(Board((3000, 3)), (0,))
    with pytest.raises(TooLarge) as caught:
        tour_png(tall, width=20_000)
    assert caught.value.code == "picture-too-many-pixels"
    monkeypatch.setattr(animation, "MAX_PIXELS", 12 * 164 * 124 - 1)
    with pytest.raises(TooLarge):
        tour_animation(FIXED)
    with pytest.raises(TooLarge):
        tour_animation(Tour(Board((501, 500)), (0,)))
    assert tour_animation(FIXED, width=163)
    with pytest.raises(TooLarge):
        tour_animation(find_tour("1x1"), width=3200)


KNIGHT_GRAPH = Graph.from_edges([("x", "y"), ("y", "z"), ("z", "x"), ("z", "<&>")])


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_of_a_tour_of_a_graph(theme: str) -> None:
    tour = find_tour(KNIGHT_GRAPH)
    picture = tour.to_svg(theme=theme)
    root = ElementTree.fromstring(picture)
    assert [text.text for text in root.iter(f"{SVG}text")] == [str(label) for label in tour]
    assert len([*root.iter(f"{SVG}circle")]) == 4
    assert picture == find_tour(KNIGHT_GRAPH).to_svg(theme=theme)
    assert opened(tour.to_png(theme=theme, width=200)).size == (200, 200)


# -- animations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["gif", "apng", "webp"])
def test_a_tour_grows(form: str) -> None:
    picture = opened(FIXED.to_animation(form, width=100, fps=10))
    assert picture.format == {"apng": "PNG"}.get(form, form.upper())
    times, sizes, last = [], set(), None
    for frame in ImageSequence.Iterator(picture):
        frame.load()
        times.append(frame.info["duration"])
        sizes.add(frame.size)
        last = frame.convert("RGB")
    assert len(times) == 12
    # WebP tells when a frame ends, not how long it stays.
    assert times[-1] in {LAST_FRAME_MS, 11 * 100 + LAST_FRAME_MS}
    assert {round(time) for time in times[:-1]} == {100}
    assert sizes == {(100, 76)}
    assert last is not None
    painter = Painter(FIXED.board, "#ffffff", 100)
    whole = painter.paint(tour_scene(FIXED, THEMES["light"]))
    change = ImageChops.difference(last, whole).convert("L").histogram()
    assert sum(change[48:]) < 0.01 * 7600


@pytest.mark.slow
def test_a_search_is_shown_moment_by_moment() -> None:
    problem = Problem(4, start="0,0")
    events = list(islice(trace(problem, "warnsdorff"), 300))
    moments = [event for event in events if event.kind != EventKind.TRY]
    assert {event.kind for event in moments} >= {EventKind.DEAD_END, EventKind.STEP_BACK}
    data = trace_animation(problem, events, width=164, theme="print")
    picture = opened(data)
    assert picture.n_frames == len(moments)  # type: ignore[attr-defined]
    assert picture.size == (164, 190)
    some = trace_animation(problem, events, width=164, every=7)
    shown = {*range(0, len(moments), 7), len(moments) - 1}
    assert opened(some).n_frames == len(shown)  # type: ignore[attr-defined]
    assert data == trace_animation(problem, events, width=164, theme="print")
    assert data != trace_animation(problem, events, width=164, theme="print", language="es")
    *_, found = trace(Problem("3x4", start="a3"))
    assert found.kind is EventKind.SOLUTION
    tour = Tour(Board((3, 4)), tuple(map(Board((3, 4)).index, found.path)))
    shapes = event_scene(Problem("3x4"), found, THEMES["light"])
    assert shapes == tour_scene(tour, THEMES["light"])  # in the style of the moments before
    assert max(opened(trace_animation(Problem(1), trace(Problem(1)))).size) == 480


# -- films ---------------------------------------------------------------------------------------


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def fake(folder: Path, body: str) -> None:
    program = folder / "ffmpeg"
    program.write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_a_film_is_given_its_pictures(programs: Path) -> None:
    fake(
        programs,
        "data = sys.stdin.buffer.read()\nopen(sys.argv[-1], 'w').write(f'{len(data)} {sys.argv}')",
    )
    output = FIXED.to_animation("mp4", width=100, fps=5).decode()
    assert int(output.split()[0]) == (12 + 10) * 100 * 76 * 3
    assert "100x76" in output
    assert "'-r', '5'" in output


def test_a_film_that_fails(programs: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        FIXED.to_animation("mp4")
    assert caught.value.code == "video-missing"
    fake(programs, "sys.exit('no such codec')")
    with pytest.raises(InvalidInput, match="no such codec"):
        FIXED.to_animation("mp4", width=1400)


def test_a_film_that_fails_in_silence(programs: Path) -> None:
    for body, status in (("sys.stdin.buffer.read()", "0"), ("sys.exit(3)", "3")):
        fake(programs, body)
        with pytest.raises(InvalidInput, match=rf"said nothing \(status {status}\)"):
            FIXED.to_animation("mp4")


@pytest.mark.parametrize("body", ["", "sys.stdin.buffer.read()"])
def test_a_film_that_never_ends_is_ended_at_the_limit(programs: Path, body: str) -> None:
    """It reads nothing, so that writing to it would wait for ever; or it does not end."""
    fake(programs, f"import time\n{body}\ntime.sleep(600)")
    with pytest.raises(LimitReached):
        tour_animation(FIXED, format="mp4", width=1000, limits=0.5)


@pytest.mark.parametrize("form", ["gif", "apng", "webp"])
def test_an_animation_keeps_its_limit(form: str) -> None:
    tour = find_tour(60)
    tour_animation(FIXED, format=form)  # what it imports takes no part
    began = time.process_time()
    with pytest.raises(LimitReached):
        tour_animation(tour, format=form, limits=0.1)
    with pytest.raises(LimitReached):
        trace_animation(
            Problem(8), trace(Problem(8), order="puc"), format=form, every=10**9, limits=0.1
        )
    assert time.process_time() - began < 6


# -- charts --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_charts() -> None:
    rows = list(
        compare(
            [Problem(5, start="0,0"), Problem("3x4", closed=True, start="0,0")],
            contenders(["backtracking", "warnsdorff"], ["puc"], ["order"]),
        )
    )
    drawn = rows_plot(rows)
    assert drawn == rows_plot(rows)
    texts = [text.text for text in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    for row in rows:
        assert {row_name(row), cost_text(row, "en")} <= {*texts}
    assert drawn != rows_plot(rows, language="es")
    assert opened(rows_plot(rows, "png")).size[0] == 960
    bars = list(compare([Problem(5, start="0,0")], contenders(["warnsdorff"], [], ["roth"])))
    assert opened(rows_plot(bars, "png")).size[1] < opened(rows_plot(rows, "png")).size[1]


# -- what is not installed -----------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("resvg_py", "PIL.Image"):
        monkeypatch.setitem(sys.modules, name, None)


# -- boards that are no tours --------------------------------------------------------------------


def heavy_texts(picture: str) -> list[str]:
    groups = re.findall(r'<g [^>]* font-weight="bold">(.*?)</g>', picture)
    return [text for group in groups for text in re.findall("<text[^>]*>(.*?)</text>", group)]


def test_given_numbers_are_heavier() -> None:
    given = [FIXED.squares[i] for i in (0, 4, 11)]
    for style in ("path", "numbers", "colours"):
        picture = FIXED.to_svg(style, given=given)
        assert sorted(heavy_texts(picture)) == ["1", "12", "5"]
        assert not heavy_texts(FIXED.to_svg(style))
        lines = with_strokes(picture)
        assert "<text" not in lines
        assert lines != with_strokes(FIXED.to_svg(style))
    assert heavy_texts(position_svg(RING, [((0, 0), "7"), ((1, 0), "8")], given=[(0, 0)])) == ["7"]
    still = Painter(FIXED.board, "#ffffff")
    plain, marked = (
        still.paint(tour_scene(FIXED, THEMES["light"], given=some)) for some in ([], given)
    )
    assert ImageChops.difference(plain, marked).getbbox()


def test_faults_are_marked_in_colour_and_shape() -> None:
    labels = [((0, 0), "1"), ((0, 2), "2")]
    theme = THEMES["print"]
    picture = position_svg(
        RING, labels, wrong=[(0, 0), (0, 2)], no_moves=[((0, 0), (0, 2))], theme="print"
    )
    root = ElementTree.fromstring(picture)
    frames = [line.get("points", "").split() for line in root.iter(f"{SVG}polyline")]
    assert [len(points) for points in frames] == [5, 5, 2]
    assert f'fill="{theme.dead}"' in picture
    inks = {group.get("fill") for group in root.iter(f"{SVG}g")}
    assert inks == {ink_on(theme.dead)}


def test_a_large_png_is_the_same_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tour_png(find_tour("5x6"), coordinates=True)
    monkeypatch.setattr("caballero.render.png.QUICK", 0)
    monkeypatch.setattr("caballero.render.png.extra", lambda *_names: None)  # draws nothing here
    assert tour_png(find_tour("5x6"), coordinates=True) == here
    with pytest.raises(LimitReached):
        tour_png(find_tour("5x6"), limits=0)
