"""Styles, themes, PNG, animations and charts: what they show, counted and compared."""

from __future__ import annotations

import hashlib
import io
import math
import re
import stat
import sys
import time
from functools import partial
from itertools import combinations, islice, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageChops, ImageColor, ImageSequence

from caballero import Board, Graph, InvalidInput, LimitReached, Problem, TooLarge, Tour, find_tour
from caballero.model import InvalidProblem, InvalidSquare, UnknownName
from caballero.render import animation
from caballero.render.animation import LAST_FRAME_MS, tour_animation, trace_animation
from caballero.render.graph import MAX_VERTICES
from caballero.render.layout import CELL, DIGITS, LETTERS, MARGIN, Text, centre, extent, steps
from caballero.render.painter import Painter
from caballero.render.png import tour_png
from caballero.render.position import position_svg
from caballero.render.scene import STYLES, Line, Squares, event_scene, tour_scene
from caballero.render.svg import tour_svg, with_strokes
from caballero.render.themes import THEMES, VIRIDIS, colour_at, ink_on, luminance, page_of, rgb
from caballero.teaching import EventKind, compare, contenders, trace
from caballero.teaching.pictures.chart import cost_text, row_name
from caballero.teaching.pictures.plot import COLOURS, rows_plot

SVG = "{http://www.w3.org/2000/svg}"
RING = Board((3, 3), holes=((1, 1),))
AROUND = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"]
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


def test_colours_are_mixed_in_between() -> None:
    light = THEMES["light"]
    assert [colour_at(light, i / 9) for i in range(10)] == list(VIRIDIS)
    assert colour_at(light, -1) == VIRIDIS[0]
    assert colour_at(light, 2) == VIRIDIS[-1]
    assert rgb("#0a141e") == (10, 20, 30)


def test_unknown_names_are_reported() -> None:
    with pytest.raises(UnknownName, match="arrows"):
        FIXED.to_svg("arrow")
    with pytest.raises(UnknownName, match="wood"):
        FIXED.to_svg(theme="wod")
    with pytest.raises(UnknownName, match="gif"):
        FIXED.to_animation("giff")
    with pytest.raises(UnknownName, match="png"):
        rows_plot([], "pgn")


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


def test_colours_follow_the_order() -> None:
    theme = THEMES["light"]
    shapes = tour_scene(FIXED, theme, style="colours")
    found = {shape.squares: shape.fill for shape in shapes[2:] if isinstance(shape, Squares)}
    assert found == {(square,): colour_at(theme, i / 11) for i, square in enumerate(FIXED.squares)}


def test_symmetric_squares_are_alike() -> None:
    theme = THEMES["light"]
    ring = Tour.from_squares(RING, AROUND, closed=True)
    assert len(ring.symmetries()) > 1

    def fills(tour: Tour) -> dict[object, str]:
        shapes = tour_scene(tour, theme, style="symmetry")
        coloured = [shape for shape in shapes[2:] if isinstance(shape, Squares)]
        return {square: shape.fill for shape in coloured for square in shape.squares}

    shown = fills(ring)
    for symmetry in ring.symmetries():
        to = symmetry.permutation(RING)
        for square in ring.squares:
            assert shown[square] == shown[RING.square(to[RING.index(square)])]
    assert len(FIXED.symmetries()) == 1
    assert len({*fills(FIXED).values()}) == 12


def test_a_thread_has_a_colour_for_each_move() -> None:
    shapes = tour_scene(CLOSED, THEMES["dark"], style="thread")
    colours = [s.colour for s in shapes if isinstance(s, Line) and s.width == 3.5]
    assert len(colours) == 36
    assert len({*colours}) > 30


def test_arrows_point_the_way() -> None:
    root = ElementTree.fromstring(FIXED.to_svg("arrows"))
    (heads,) = [p for p in root.iter(f"{SVG}path") if p.get("fill") == THEMES["light"].line]
    assert heads.get("fill-rule") is None  # heads that overlap do not cancel
    found = [
        [tuple(map(float, point.split())) for point in head.rstrip("Z").split("L")]
        for head in heads.get("d", "").split("M")[1:]
    ]
    assert len(found) == 11
    for (tip, left, right), (a, b) in zip(found, pairwise(FIXED.squares), strict=True):
        (x, y), (x2, y2) = centre(FIXED.board, a), centre(FIXED.board, b)
        middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
        forward = (tip[0] - middle[0]) * (x2 - x) + (tip[1] - middle[1]) * (y2 - y)
        assert forward / math.dist((x, y), (x2, y2)) == pytest.approx(10, abs=0.2)


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


def test_a_line_that_is_no_move_is_straight() -> None:
    claim = Tour.from_squares("4x4 torus", ["a1", "c3"], piece="wazir")
    assert steps(claim) == [[[(20, 140), (100, 60)]]]


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


def test_labels_in_animations() -> None:
    tour = find_tour("3x4")
    assert tour.to_animation(labels={tour.squares[0]: "ÜÑ’'"}) != tour.to_animation(labels={})
    with pytest.raises(InvalidInput, match="An animation cannot show “♥”"):
        tour.to_animation(labels={tour.squares[0]: "♥"})


def test_marked_squares() -> None:
    svg = position_svg(Board((2, 2)), [((0, 0), "A"), ((1, 1), "B")], marked=[(0, 0)])
    assert svg.count(THEMES["light"].start) == 1
    assert sorted(texts_of(svg)) == ["A", "B"]


def test_png() -> None:
    picture = opened(FIXED.to_png("numbers", "print", width=328))
    assert picture.format == "PNG"
    assert picture.size == (328, 248)
    assert picture.convert("RGB").getpixel((1, 1)) == (255, 255, 255)
    assert opened(FIXED.to_png(theme="dark")).convert("RGB").getpixel((0, 0)) == (20, 23, 29)


def test_digits_are_visible_in_png() -> None:
    """Each square has as many dark pixels more as its digits have strokes, or so."""
    with_numbers, without = (
        opened(FIXED.to_png("numbers", "print", numbers=shown)).convert("L")
        for shown in (True, False)
    )
    change = ImageChops.difference(with_numbers, without)
    for square in FIXED.squares:
        x, y = centre(FIXED.board, square)
        histogram = change.crop((x - 16, y - 16, x + 20, y + 20)).histogram()
        assert sum(histogram[100:]) > 20, square


def test_the_painter_names_rows_and_columns_as_resvg_does() -> None:
    board = FIXED.board
    width = 2 * (extent(board).size[0] + 4 + MARGIN)
    drawn = opened(tour_png(FIXED, width=width, coordinates=True)).convert("RGB")
    painter = Painter(board, page_of("light"), width, names=THEMES["light"].label_ink)
    painted = painter.paint(tour_scene(FIXED, THEMES["light"]))
    assert painted.size == drawn.size
    change = ImageChops.difference(drawn.reduce(4), painted.reduce(4)).convert("L")
    assert sum(change.histogram()[40:]) < 0.005 * change.size[0] * change.size[1]
    names = painted.crop((0, 0, 2 * MARGIN, painted.height)).convert("L")
    assert sum(names.histogram()[:80]) > 100  # something is written there


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


def test_text_has_accents() -> None:
    plain, accented = (Text(0, 0, 1, word).strokes() for word in ("ATRAS 1", "ATRÁS 1"))
    assert len(accented) == len(plain) + 1
    assert min(y for line in accented for _, y in line) < 0
    assert [line for line in accented if line in plain] == plain
    for character, written in {**DIGITS, **LETTERS}.items():
        strokes = Text(0, 0, 1, character).strokes()
        assert len(strokes) == written.count("M")
        assert all(0 <= x <= 4 and 0 <= y <= 6 for line in strokes for x, y in line)


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


def test_a_cycle_is_a_polygon_and_other_edges_are_chords() -> None:
    complete = Graph.from_edges(combinations(range(5), 2))
    cycle, path = find_tour(complete, closed=True).to_svg(), find_tour(complete).to_svg()
    lines = [re.findall(r'<path d="([^"]*)"', picture)[1:] for picture in (cycle, path)]
    assert [(chords.count("M"), "Z" in tour) for chords, tour in lines] == [(5, True), (6, False)]


def test_the_picture_of_a_large_graph_is_refused() -> None:
    graph = Graph.from_edges(pairwise(range(MAX_VERTICES + 1)))
    with pytest.raises(TooLarge, match="at most 500 and"):
        find_tour(graph).to_svg()


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


def test_a_closed_tour_closes_at_the_end() -> None:
    shown = [len(steps(CLOSED, k)) for k in (1, 2, 35, 36)]
    assert shown == [0, 1, 34, 36]


def test_a_large_tour_grows_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation, "MOST_TOUR_FRAMES", 10)
    assert opened(CLOSED.to_animation(width=60)).n_frames == 10  # type: ignore[attr-defined]


@pytest.mark.parametrize("fps", [0, -1, 51, math.nan])
def test_speeds(fps: float) -> None:
    with pytest.raises(InvalidInput) as caught:
        tour_animation(FIXED, fps=fps)
    assert caught.value.code == "animation-speed"


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


def test_animation_of_branch_and_bound() -> None:
    problem = Problem("3x4")
    events = list(trace(problem, "branch-and-bound"))
    shown = [event for event in events if event.kind is not EventKind.TRY]
    kinds = {event.kind for event in shown}
    assert {EventKind.CUT, EventKind.IMPROVEMENT} < kinds
    data = trace_animation(problem, events, width=164)
    assert Image.open(io.BytesIO(data)).n_frames == len(shown)  # type: ignore[attr-defined]
    assert data != trace_animation(problem, events, width=164, language="es")


def test_dead_ends_and_steps_back_flash() -> None:
    problem = Problem(3)
    theme = THEMES["light"]
    colours = {EventKind.DEAD_END: theme.dead, EventKind.STEP_BACK: theme.back}
    events = list(trace(problem))
    data = trace_animation(problem, events, width=250)
    moments = [event for event in events if event.kind != EventKind.TRY]
    for event, frame in zip(moments, ImageSequence.Iterator(opened(data)), strict=True):
        assert event.square is not None
        x, y = centre(problem.board, event.square)
        at = round((x + 16 + 2) * 250 / 124), round((y + 16 + 2) * 250 / 124)
        pixel = frame.convert("RGB").getpixel(at)
        assert isinstance(pixel, tuple)
        if event.kind in colours:
            expected = rgb(colours[event.kind])
            assert all(abs(a - b) < 12 for a, b in zip(pixel, expected, strict=True))
        if event.kind == EventKind.PLACE:
            usual = (theme.light, theme.dark)[problem.board.colour(event.square)]
            assert all(abs(a - b) < 12 for a, b in zip(pixel, rgb(usual), strict=True))


def test_the_end_of_a_search_shows_the_tour() -> None:
    problem = Problem(5, start="0,0")
    *_, last = trace(problem, "warnsdorff")
    tour = Tour.from_squares(problem.board, last.path)
    assert event_scene(problem, last, THEMES["wood"]) == tour_scene(
        tour, THEMES["wood"], style="colours"
    )


def test_a_search_may_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(5, start="0,0")
    with pytest.raises(TooLarge, match="--every"):
        trace_animation(problem, trace(problem))
    monkeypatch.setattr(animation, "MAX_FRAMES", 20)
    assert trace_animation(problem, islice(trace(problem), 60), every=4, width=60)
    with pytest.raises(InvalidInput) as caught:
        trace_animation(problem, [])
    assert caught.value.code == "animation-empty"


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
    assert time.process_time() - began < 1.2


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


def test_a_chart_of_single_nodes_is_not_empty() -> None:
    problems = [Problem(side, start="0,0") for side in (1, 2)]
    rows = list(compare(problems, contenders(["backtracking"], ["puc", "granada"], [])))
    assert [row.stats.nodes for row in rows] == [1, 1, 1, 1]
    drawn = opened(rows_plot(rows, "png")).convert("RGB")
    wide, high = drawn.size
    bars = drawn.crop((wide // 5, 0, wide // 2, high // 3))
    lines = drawn.crop((wide // 3, high // 2, 3 * wide // 4, high))  # left of the legend
    for part, colour in ((bars, COLOURS[0]), (lines, COLOURS[3])):
        found = part.getcolors(wide * high)
        assert found is not None
        assert ImageColor.getrgb(colour) in {seen for _, seen in found}


# -- what is not installed -----------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("resvg_py", "PIL.Image"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("bare")
def test_a_missing_extra_is_named() -> None:
    for make in (FIXED.to_png, FIXED.to_animation, partial(rows_plot, [], "png")):
        with pytest.raises(InvalidInput) as caught:
            make()
        assert caught.value.code == "extra-missing"
        assert caught.value.__suppress_context__  # one traceback
        assert f'{sys.executable} -m pip install "caballero[pictures]".' in str(caught.value)
    assert FIXED.to_svg()


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


def test_all_numbers_have_one_size() -> None:
    for style in ("numbers", "colours"):
        for theme in THEMES:
            picture = find_tour(12).to_svg(style, theme)  # one ink has no number of three digits
            assert len(set(re.findall('font-size="(.*?)"', picture))) == 1
    one, three = position_svg(RING, [((0, 0), "1")]), [((0, 0), "1"), ((0, 2), "123")]
    marked = position_svg(RING, three, wrong=[(0, 2)])
    sizes = set(re.findall('font-size="(.*?)"', marked))
    assert len(sizes) == 1
    assert sizes != set(re.findall('font-size="(.*?)"', one))


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


def test_texts_without_strokes_remain_texts() -> None:
    syllables = position_svg(RING, [((0, 0), "sí, ¿no?"), ((0, 1), "a")])
    assert with_strokes(syllables) == syllables
    assert "a&lt;b" in position_svg(RING, [((0, 0), "a<b")])


@pytest.mark.slow
def test_large_pictures_are_small_files() -> None:
    assert len(find_tour(100).to_svg()) < 800_000  # 2.7 MB with lines for digits


def test_a_large_png_is_the_same_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tour_png(find_tour("5x6"), coordinates=True)
    monkeypatch.setattr("caballero.render.png.QUICK", 0)
    monkeypatch.setattr("caballero.render.png.extra", lambda *_names: None)  # draws nothing here
    assert tour_png(find_tour("5x6"), coordinates=True) == here
    with pytest.raises(LimitReached):
        tour_png(find_tour("5x6"), limits=0)
