"""What the pictures show, counted."""

import json
import math
import re
import shutil
import subprocess
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest

from caballero import Board, Problem, TooLarge, Tour, find_tour
from caballero.render import layout, position_svg, svg, tikz_of, tour_svg, tour_text, tours_sheet
from caballero.render.scene import STYLES
from caballero.render.text import framed
from caballero.render.themes import THEMES
from caballero.teaching import EventKind, event_text, trace
from caballero.teaching.pictures.trace import event_json
from seldom import each
from svg_paths import pen_lines

SVG = "{http://www.w3.org/2000/svg}"
LIGHT = THEMES["light"]
RING = Board((3, 3), holes=((1, 1),))
TOURS = [
    find_tour("3x4"), find_tour("5x5", start="a1"), find_tour("6x6", closed=True),
    find_tour(RING, start="a1"), find_tour(RING, closed=True), find_tour("12x11"),
    find_tour("3x30"), find_tour("4x4 torus", closed=True), find_tour("1x1"),
    find_tour("2x3x4", piece="king"), find_tour("2x2x3x3", piece="king", closed=True),
]  # fmt: skip


# -- text ----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [-3, 0, 1, 995])
@each("tour", TOURS)
def test_text_frames(tour: Tour, first: int) -> None:
    """Each layer has a frame of one width, the names of its rows and columns, and its numbers."""
    *outer, rows, columns = tour.board.shape
    lines = tour_text(tour, first).split("\n")
    each_layer = rows + 3 + (1 if outer else 0)
    assert len(lines) == math.prod(outer) * each_layer
    numbers: list[int | None] = []
    for at in range(0, len(lines), each_layer):
        part = lines[at : at + each_layer]
        if outer:
            assert re.fullmatch(r"[\d,]+:", part.pop(0))
        top, *body, bottom, names = part
        inner = "─" * (len(top.strip()) - 2)
        assert (top.strip(), bottom.strip()) == (f"┌{inner}┐", f"└{inner}┘")
        assert {len(line) for line in body} == {len(top)} == {len(bottom)} == {len(names) + 2}
        assert len(names.split()) == columns
        labels, inside = zip(*(line.split("│")[:2] for line in body), strict=True)
        width = (len(inside[0]) - 1) // columns
        for row in inside:
            cells = [row[1 + c * width : 1 + (c + 1) * width] for c in range(columns)]
            numbers += [None if cell.strip() == "#" else int(cell) for cell in cells]
            assert all(cell[: width - 1] == cell[: width - 1].rjust(width - 1) for cell in cells)
        down = range(rows) if outer else range(rows, 0, -1)
        assert [label.strip() for label in labels] == [*map(str, down)]
    assert numbers.count(None) == len(tour.board.holes)
    flat = list(Board(tour.board.shape))
    order = {number: flat[i] for i, number in enumerate(numbers) if number is not None}
    assert tuple(order[first + i] for i in range(len(tour))) == tour.squares


def test_text_of_two_small_boards() -> None:
    tour = Tour.from_squares(RING, ["a3", "b1", "c3", "a2", "c1", "b3", "a1", "c2"])
    shown = "  ┌───────┐\n3 │ 1 6 3 │\n2 │ 4 # 8 │\n1 │ 7 2 5 │\n  └───────┘\n    a b c"
    assert str(tour) == tour_text(tour) == shown
    box = Tour.from_squares("2x1x2", [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)], "wazir")
    layer = "{}:\n  ┌─────┐\n0 │ {} {} │\n  └─────┘\n    0 1"
    assert tour_text(box) == "\n".join([layer.format(0, 1, 2), layer.format(1, 4, 3)])
    text = framed(Board((2, 2), holes=((0, 0),)), {(1, 0): "1"})
    assert text.split("\n")[1:3] == ["2 │ # · │", "1 │ 1 · │"]
    last = tour_text(find_tour("3x30")).split("\n")[-1].split()
    assert (last[0], last[25], last[26], last[29]) == ("a", "z", "aa", "ad")


# -- SVG -----------------------------------------------------------------------------------


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def squares_of(root: ElementTree.Element, fill: str) -> list[tuple[int, int]]:
    found = []
    for path in root.iter(f"{SVG}path"):
        if path.get("fill") == fill:
            found += re.findall(r"M(\d+) (\d+)h40v40h-40z", path.get("d", ""))
    return [(int(x), int(y)) for x, y in found]


@pytest.mark.parametrize("rows", range(3, 9))
def test_a1_is_dark(rows: int) -> None:
    board = Board((rows, 10))
    root = parsed(tour_svg(find_tour(board)))
    light, dark = squares_of(root, LIGHT.light), squares_of(root, LIGHT.dark)
    for names, fill in (("a1 c1 b2 a3", dark), ("b1 a2 j1", light)):
        assert {layout.corner(board, board.parse_square(name)) for name in names.split()} <= {*fill}


@each("tour", TOURS)
def test_svg(tour: Tour) -> None:
    root = parsed(tour_svg(tour))
    board = tour.board
    light, dark = squares_of(root, LIGHT.light), squares_of(root, LIGHT.dark)
    assert len(light) == sum(not board.colour(square) for square in board)
    assert len(dark) == sum(board.colour(square) for square in board)
    assert len({*light, *dark}) == len(board)
    wide, high = map(int, root.get("viewBox", "").split()[2:])
    for x, y in light + dark:
        assert 0 <= x <= wide - 4 - 40
        assert 0 <= y <= high - 4 - 40
    lines = list(root.iter(f"{SVG}polyline"))
    circles = list(root.iter(f"{SVG}circle"))
    if len(tour) == 1:
        assert not lines
    else:
        points: list[tuple[float, ...]] = [
            tuple(map(int, p.split(","))) for p in lines[0].get("points", "").split()
        ]
        if any(board.wraps):  # a line for each time that the path leaves and comes back
            points = [layout.centre(board, square) for square in tour.squares]
            points += points[:1] if tour.closed else []
            assert len(lines) > 1
        assert len(points) == len(tour) + tour.closed
        assert len(set(points)) == len(tour)
        assert {(x - 20, y - 20) for x, y in points} == {*light, *dark}
        assert (points[0] == points[-1]) == tour.closed
        at = {c.get("fill"): (int(c.get("cx", "")), int(c.get("cy", ""))) for c in circles}
        assert at == {LIGHT.start: points[0], LIGHT.end: points[len(tour) - 1]}
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text is not None
    assert board.name in title.text
    assert ("closed" in title.text) == tour.closed
    assert tour._repr_svg_() == tour.to_svg() == tour_svg(tour)


def test_the_title_speaks_the_reader_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = Tour.from_squares(Board((2, 2)).on("torus"), ["a1", "b1"], "1,0", closed=True)
    for tour, english, spanish in (
        (find_tour(5), "knight tour 5x5", "recorrido de caballo en 5x5"),
        (ring, "wazir closed tour 2x2 torus", "recorrido cerrado de visir en 2x2 torus"),
    ):
        assert parsed(tour_svg(tour)).findtext(f"{SVG}title") == english
        assert tour.to_svg() == tour_svg(tour, language="en")
        assert parsed(tour_svg(tour, language="es")).findtext(f"{SVG}title") == spanish
        assert tour_svg(tour, language="es") == tour_svg(tour).replace(english, spanish)
    monkeypatch.setattr(
        "caballero.machine.words.translator", lambda _: lambda output: output.replace("tour", "<&>")
    )
    title = parsed(tour_svg(find_tour(5), language="es")).findtext(f"{SVG}title")
    assert title == "knight <&> 5x5"  # whatever a translator writes, it is a text


def strokes(root: ElementTree.Element) -> list[list[tuple[float, float]]]:
    (numbers,) = [p for p in root.iter(f"{SVG}path") if p.get("fill") == "none"]
    return pen_lines(numbers.get("d", ""))


@pytest.mark.parametrize("first", [-4, 0, 1, 90])
def test_svg_numbers(first: int) -> None:
    tour = TOURS[1]
    text = "".join(str(first + i) for i in range(25))
    expected = sum(layout.DIGITS[digit].count("M") for digit in text)
    for path in (False, True):
        picture = tour_svg(tour, first=first, path=path)
        root = parsed(picture)
        assert [text.text for text in root.iter(f"{SVG}text")] == [
            str(first + i) for i in range(25)
        ]
        assert len(strokes(parsed(svg.with_strokes(picture)))) == expected
        assert bool(list(root.iter(f"{SVG}polyline"))) == path
        assert bool(list(root.iter(f"{SVG}circle"))) == path
    bare = parsed(tour_svg(tour, numbers=False, path=False))
    assert [path.get("fill") for path in bare.iter(f"{SVG}path")] == [LIGHT.light, LIGHT.dark]


@pytest.mark.parametrize("path", [False, True])
@each("tour", TOURS)
def test_svg_numbers_stay_in_their_squares(tour: Tour, path: bool) -> None:
    drawn = strokes(parsed(svg.with_strokes(tour_svg(tour, path=path))))
    at = 0
    corners = [layout.corner(tour.board, square) for square in tour.squares]
    for i, (x, y) in enumerate(corners):
        for digit in str(i + 1):
            for _ in range(layout.DIGITS[digit].count("M")):
                assert all(x <= px <= x + layout.CELL for px, _ in drawn[at])
                assert all(y <= py <= y + layout.CELL for _, py in drawn[at])
                at += 1
    assert at == len(drawn)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [9, 24, 26, 60, 260])
def test_numbers_in_a_wide_picture_keep_their_shape(columns: int) -> None:
    """The foot of every 1 is equally wide, far from the left edge too."""
    for path in (False, True):
        drawn = strokes(parsed(svg.with_strokes(tour_svg(find_tour(f"5x{columns}"), path=path))))
        ones = [line for line in drawn if len(line) == 2 and line[0][1] == line[1][1]]
        widths = [right[0] - left[0] for left, right in ones]
        assert len(widths) >= 10
        assert max(widths) - min(widths) <= 0.25


def test_svg_sizes() -> None:
    root = parsed(tour_svg(TOURS[0], width=500))
    assert root.get("width") == "500"
    wide, high = map(int, root.get("viewBox", "").split()[2:])
    assert (wide, high) == (4 * 40 + 4, 3 * 40 + 4)
    assert root.get("height") == str(round(high * 500 / wide))
    assert parsed(tour_svg(TOURS[0])).get("width") == str(wide)
    assert parsed(tour_svg(TOURS[6])).get("width") == "720"
    box = parsed(tour_svg(TOURS[9]))
    assert box.get("viewBox") == f"-2 -2 {2 * 4 * 40 + 20 + 4} {3 * 40 + 4}"


def test_a_partial_tour_can_be_drawn() -> None:
    root = parsed(tour_svg(Tour.from_squares(8, ["a1", "b3", "c5"])))
    (line,) = root.iter(f"{SVG}polyline")
    assert line.get("points", "").split() == ["20,300", "60,220", "100,140"]
    parsed(tour_svg(Tour.from_squares(8, [])))


def test_too_large_for_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = Tour(Board((501, 500)), (0,))
    with pytest.raises(TooLarge) as caught:
        tour_svg(huge)
    assert caught.value.code == "picture-too-large"
    assert caught.value.message.data["count"] == 250_500
    monkeypatch.setattr(layout, "MAX_SQUARES", 24)
    with pytest.raises(TooLarge):
        tour_svg(TOURS[1])
    tour_svg(TOURS[0])


# -- the trace -----------------------------------------------------------------------------


def test_trace_text() -> None:
    problem = Problem(3, start="c1")
    events = list(trace(problem, order="granada"))
    text = "".join(event_text(problem.board, event) for event in events)
    assert text.startswith("Turn: 1 move: 0\n-----\n -1  -1  -1\n -1  -1  -1\n -1  -1   0\n-----\n")
    assert text.count("Turn:") == sum(e.kind is EventKind.TRY for e in events)
    assert text.count("backtracking\n") == 14
    assert text.rstrip().split("\n")[-1] == "No tour: 15 nodes, 2 dead ends, 14 steps back."
    spanish = "".join(event_text(problem.board, event, "es") for event in events)
    assert spanish.startswith("Turno: 1 movimiento: 0\n")
    assert [line for line in spanish.split("\n") if line[:1] in {" ", "-"}] == [
        line for line in text.split("\n") if line[:1] in {" ", "-"}
    ]


def test_trace_text_of_a_tour() -> None:
    problem = Problem("3x4", start="a1")
    *_, last = trace(problem)
    rule, *rows, below, said = event_text(problem.board, last).rstrip("\n").split("\n")
    assert rule == below == "-----"
    assert sorted(int(n) for line in rows for n in line.split()) == list(range(12))
    counts = f"{last.nodes} nodes, {last.dead_ends} dead ends, {last.steps_back} steps back."
    assert said == f"Tour found: {counts}"


def test_trace_json() -> None:
    problem = Problem("3x4", start="a1")
    events = list(trace(problem))
    for event in events:
        data = json.loads(json.dumps(event_json(event)))
        assert data["kind"] == event.kind.value
        assert data["path"] == [list(square) for square in event.path]
        assert data["square"] == (None if event.square is None else list(event.square))
        assert (data["depth"], data["nodes"]) == (event.depth, event.nodes)
    assert any(event.square is None for event in events)  # off the board


# -- coordinates, and numbers on the line ----------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_no_line_crosses_a_number(style: str) -> None:
    """The numbers stand on discs, above the lines, and stay inside them."""
    tour = find_tour(12, closed=True)
    picture = tour_svg(tour, style=style, numbers=True, path=True)
    parts = list(parsed(svg.with_strokes(picture)))
    kinds = [part.tag.removeprefix(SVG) for part in parts]
    (discs,) = [i for i, part in enumerate(parts) if "h0" in part.get("d", "")]
    numbers = len(parts) - 1
    assert parts[numbers].get("fill") == "none"
    assert max(i for i, kind in enumerate(kinds) if kind in {"polyline", "circle"}) < discs
    radius = float(parts[discs].get("stroke-width", "")) / 2
    centres = re.findall(r"M([\d.]+) ([\d.]+)h0", parts[discs].get("d", ""))
    middles = [(float(x), float(y)) for x, y in centres]
    assert middles == [layout.centre(tour.board, square) for square in tour.squares]
    pen = float(parts[numbers].get("stroke-width", "")) / 2
    for here in chain.from_iterable(pen_lines(parts[numbers].get("d", ""))):
        assert min(math.dist(here, middle) for middle in middles) <= radius - pen + 0.5


@pytest.mark.parametrize(
    ("board", "names"), [("3x4", "321abcd"), ("2x2x3", "01012012"), ("1x30 cylinder", None)]
)
def test_coordinates(board: str, names: str | None) -> None:
    tour = Tour.from_squares(board, [(0, 0, 0)] if "x2x" in board else [(0, 0)])
    plain, named = (
        parsed(svg.with_strokes(tour_svg(tour, coordinates=some))) for some in (False, True)
    )
    (_, _, wide, high), (left, top, wider, higher) = (
        map(int, root.get("viewBox", "").split()) for root in (plain, named)
    )
    assert (left, top, wider, higher) == (-22, -2, wide + 20, high + 20)
    texts = layout.place_coordinates(tour.board)
    if names is not None:
        assert "".join(text.characters for text in texts) == names
    assert len(named) == len(plain) + 1
    for text in texts:
        for x, y in (point for stroke in text.strokes() for point in stroke):
            assert left <= x <= wide - 2
            assert top <= y <= high + 18
            assert x < 0 or y > high - 4  # beside the board


def coordinates(text: str) -> list[tuple[float, float]]:
    """Return the points of a TikZ picture."""
    return [(float(x), float(y)) for x, y in re.findall(r"\((-?[\d.]+),(-?[\d.]+)\)", text)]


@pytest.mark.parametrize("style", STYLES)
def test_tikz_has_the_shapes_of_the_picture(style: str) -> None:
    """Every line is a path or a text that ends, in colours that are defined; all braces close."""
    svg = tour_svg(find_tour("6x5"), style=style, coordinates=True)
    first, begin, *lines, end = tikz_of(svg).split("\n")
    assert first.startswith("%")
    assert begin.startswith(r"\begin{tikzpicture}[x=0.7113pt,y=-0.7113pt")
    assert end == r"\end{tikzpicture}"
    known = {line.split("{")[1][:-1] for line in lines if line.startswith(r"\definecolor")}
    shapes = [line for line in lines if not line.startswith(r"\definecolor")]
    for line in shapes:
        assert re.fullmatch(r"\\(path|node)\[.*\].*;", line), line
        assert all(line.count(a) == line.count(b) for a, b in ("[]", "{}", "()"))
        assert {*re.findall(r"(?:fill|draw|text)=(c\w+)", line)} <= known
    numbers = [line for line in shapes if line.startswith(r"\node")]
    assert len(numbers) == svg.count("<text")
    wide, high = map(float, re.findall(r'viewBox="-?\d+ -?\d+ (\d+) (\d+)"', svg)[0])
    for x, y in coordinates("\n".join(shapes)):
        assert -wide <= x <= wide
        assert -high <= y <= high


def test_tikz_of_sheets_puzzles_and_characters() -> None:
    tours = [find_tour(5, seed=seed) for seed in range(2)]
    sheet = tikz_of(tours_sheet(tours, width=500))
    left, right = (coordinates(tikz_of(tour_svg(tour, width=228))) for tour in tours)
    assert len(coordinates(sheet)) == len(left) + len(right)
    assert max(x for x, _y in coordinates(sheet)) <= 500
    puzzle = tikz_of(position_svg(Board(2), [((0, 0), "5%"), ((1, 1), "a_b")], given=[(0, 0)]))
    assert r"{5\%};" in puzzle
    assert r"{a\_b};" in puzzle
    assert puzzle.count(r"\bfseries") == 1


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX on this machine")
def test_tikz_compiles(tmp_path: Path) -> None:
    picture = tikz_of(tour_svg(find_tour(6), coordinates=True))
    page = "\\documentclass{article}\\usepackage{tikz}\\begin{document}%s\\end{document}"
    (tmp_path / "x.tex").write_text(page % picture)
    command = ["pdflatex", "-halt-on-error", "x.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=600)
