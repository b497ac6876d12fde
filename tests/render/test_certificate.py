"""Drawings of certificates, read back."""

import io
import re
from itertools import product
from math import dist
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from pypdf import PdfReader

from caballero import Board, Graph, Problem
from caballero.model import InvalidProblem
from caballero.model.problem import Place
from caballero.model.reduction import cycle_question
from caballero.proof import Deduction, Exhausted, Theorem, TooFew
from caballero.proof.argument import MEANINGS, PIECES, argument
from caballero.proof.certificate import Certificate
from caballero.proof.deduction import Conclusion, deduction
from caballero.proof.facts import component
from caballero.render import (
    certificate as drawn,
    certificate_svg,
    certificate_text,
    layout,
    pdf_sheet,
)
from caballero.render.certificate import argument_caption, argument_scene
from caballero.render.painter import Painter
from caballero.render.png import png_of
from caballero.render.scene import Line
from caballero.render.themes import THEMES, page_of
from proof.test_forged import certificate_of

SVG = "{http://www.w3.org/2000/svg}"


PROBLEMS = {
    "cut-set": Problem("11x11", piece="giraffe"),
    "pieces": Problem("4x6", closed=True),
    "many pieces": Problem("4x60", closed=True),
    "deficient": Problem("3x6"),
    "short-cycle": Problem("3x5"),
    "degree": Problem("....#\n....#\n.....\n..##.", piece="wazir", closed=True),
    "degree after steps": Problem("4x5", closed=True),
    "forced": Problem("4x5", forced=[("b3", "a1"), ("b3", "d2"), ("b3", "d4")]),
    "many steps": Problem("12x12", piece="zebra", closed=True),
    "colours": Problem(Board((6, 6), holes=((0, 0), (5, 5)))),
    "colours-number": Problem("5x5", start="b1"),
    "unreachable": Problem(Board((2, 4), holes=((0, 0), (0, 1), (1, 3)))),
    "unreachable in a box": Problem("3x3x2", piece="fers", closed=True),
    "too-far": Problem(8, start="a1", clues={"h8": 5}),
    "split": Problem("..#..\n.....", piece="king", clues={"c1": 3}),
}
CASES = {name: (problem, certificate_of(problem)) for name, problem in PROBLEMS.items()}
drawings = pytest.mark.parametrize(
    ("problem", "certificate"), [pytest.param(*case, id=name) for name, case in CASES.items()]
)


def marks_of(problem: Problem, certificate: Certificate) -> dict[Place, str]:
    return dict(argument(problem, certificate)[-1].marks)


# -- the marks -----------------------------------------------------------------------------


def test_all_kinds_are_drawn() -> None:
    kinds = {certificate.kind for _, certificate in CASES.values()}
    assert kinds == {kind.removesuffix("-number") for kind, _ in MEANINGS} - {"third-move"}


def test_pieces_hang_together_and_are_apart() -> None:
    for name in ("cut-set", "pieces"):
        problem, certificate = CASES[name]
        assert isinstance(certificate, Deduction)
        assert certificate.kind == "cut-set"
        marks = marks_of(problem, certificate)
        assert marks.keys() == set(problem.board)
        cut = {problem.place(v) for v in certificate.conclusion.vertices if v < len(problem)}
        assert {place for place, mark in marks.items() if mark == "x"} == cut
        out = {frozenset(map(problem.place, s.edge)) for s in certificate.steps if not s.used}
        graph = problem.graph()
        moves = [(problem.place(a), problem.place(b)) for a, b in graph.edges()]
        left = [(a, b) for a, b in moves if "x" not in (marks[a], marks[b])]
        assert all(marks[a] == marks[b] or frozenset((a, b)) in out for a, b in left)
        inside = Graph.from_edges([m for m in left if frozenset(m) not in out], list(marks))
        letters = {*marks.values()} - {"x"}
        assert letters == set(PIECES[: certificate.pieces])
        for letter in letters:
            piece = {inside.vertex(place) for place, mark in marks.items() if mark == letter}
            assert component(inside, min(v for v in piece if v is not None)) == piece


def test_every_mark_has_its_meaning() -> None:
    for problem, certificate in CASES.values():
        marks = {*marks_of(problem, certificate).values()}
        legend = argument(problem, certificate)[-1].legend
        reported = [letter for letter, _ in legend]
        named = {letter for letters in reported for letter in letters.split("–")}
        assert named <= marks
        first, last = next((t.split("–") for t in reported if "–" in t), ("", ""))
        assert all(mark in named or first <= mark <= last for mark in marks)
        assert all(meaning.text("es") for _, meaning in legend)


@pytest.mark.parametrize(
    "certificate", [Theorem("cull-de-curtins", (4, 4)), Exhausted("dlx", 3), TooFew(0)]
)
def test_reasons_without_squares_are_text_only(certificate: Certificate) -> None:
    problem = Problem("4x4")
    assert marks_of(problem, certificate) == {}
    assert certificate_text(problem, certificate) == str(certificate.reason)
    root = ElementTree.fromstring(certificate_svg(problem, certificate))
    assert len(list(root.iter(f"{SVG}path"))) == 2
    assert root.find(f"{SVG}desc") is None


# -- text ----------------------------------------------------------------------------------


def read_back(problem: Problem, lines: list[str]) -> dict[object, str]:
    """The marks that stand in a framed drawing; its holes are checked."""
    *outer, rows, columns = problem.board.shape
    inside = [line.split("│")[1].split() for line in lines if "│" in line]
    places = [*product(*map(range, [*outer, rows]))]
    cells = {
        (*place, c): cell
        for place, row in zip(places, inside, strict=True)
        for c, cell in zip(range(columns), row, strict=True)
    }
    assert {square for square, cell in cells.items() if cell == "#"} == set(problem.board.holes)
    return {square: cell for square, cell in cells.items() if cell not in "#·"}


@drawings
def test_text(problem: Problem, certificate: Certificate) -> None:
    text = certificate_text(problem, certificate)
    drawing, legend, *reported = text.split("\n\n")
    assert read_back(problem, drawing.split("\n")) == marks_of(problem, certificate)
    assert "\n" not in legend
    explained = re.findall(r"(?:^|; )(.)(?:–(.))?: ", legend)
    letters = {c for a, b in explained for c in map(chr, range(ord(a), ord(b or a) + 1))}
    assert letters >= {*marks_of(problem, certificate).values()}
    lines = reported[0].split("\n")
    assert lines[-1] == str(certificate.reason)
    if isinstance(certificate, Deduction):
        steps = [str(message) for message in certificate.explain(problem)][:-1]
        assert lines[: min(20, len(steps))] == steps[:20]
        more = len(steps) - 20
        assert (f"… and {more} more." in lines) == (more > 0)
    else:
        assert len(lines) == 1


def test_text_of_a_graph() -> None:
    bow_tie = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("d", "e"), ("e", "a")]
    problem = Problem(Graph.from_edges(bow_tie), closed=True)
    question = cycle_question(problem)
    assert question is not None
    certificate = deduction(problem, Conclusion("cut-set", (0,)), question.neighbours)
    assert certificate.check(problem)
    assert certificate_text(problem, certificate).split("\n") == [
        "a: b, c",
        "b: d, e",
        "x: a",
        "x: removed; a–b: the remaining parts",
        "",
        str(certificate.reason),
    ]
    with pytest.raises(InvalidProblem):
        certificate_svg(problem, certificate)


# -- SVG -----------------------------------------------------------------------------------


def corners(path: ElementTree.Element) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h40", path.get("d", ""))]


def lines_of(root: ElementTree.Element, *, dashed: bool) -> list[set[tuple[int, int]]]:
    return [
        {(int(x), int(y)) for x, y in re.findall(r"(\d+),(\d+)", line.get("points", ""))}
        for line in root.iter(f"{SVG}polyline")
        if ("stroke-dasharray" in line.attrib) == dashed
    ]


@drawings
def test_svg(problem: Problem, certificate: Certificate) -> None:
    root = ElementTree.fromstring(certificate_svg(problem, certificate, width=300))
    assert root.get("width") == "300"
    marks = marks_of(problem, certificate)
    at = {layout.corner(problem.board, square): square for square in problem.board}
    found = {}
    for group in root.iter(f"{SVG}g"):
        if (mark := group.findtext(f"{SVG}title")) is None:
            continue  # the letters
        (path,) = group.iter(f"{SVG}path")
        for corner in corners(path):
            assert at[corner] not in found
            found[at[corner]] = str(mark).lower()
    assert found == marks
    letters = [text.text for text in root.iter(f"{SVG}text")]
    assert letters == [mark.upper() for mark in marks.values()]
    assert root.findtext(f"{SVG}title") == f"There is no such tour. {certificate.reason}"
    legend = certificate_text(problem, certificate).split("\n\n")[1]
    assert str(root.findtext(f"{SVG}desc")).lower() == legend.lower()
    spanish = ElementTree.fromstring(certificate_svg(problem, certificate, language="es"))
    assert spanish.findtext(f"{SVG}title") != root.findtext(f"{SVG}title")
    assert spanish.findtext(f"{SVG}desc") != root.findtext(f"{SVG}desc")


@pytest.mark.parametrize("name", ["short-cycle", "pieces", "degree", "many steps"])
def test_steps_are_lines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, certificate = CASES[name]
    assert isinstance(certificate, Deduction)
    root = ElementTree.fromstring(certificate_svg(problem, certificate))
    for used in (True, False):
        moves = {frozenset(step.edge) for step in certificate.steps if step.used == used}
        squares = [{problem.board.square(v) for v in move} for move in moves]
        centres = [{layout.centre(problem.board, square) for square in pair} for pair in squares]
        lines = lines_of(root, dashed=not used)
        assert len(lines) == len(centres)
        assert all(line in centres for line in lines)
        monkeypatch.setattr(drawn, "MOST_LINES", len(lines) - 1)
        bare = ElementTree.fromstring(certificate_svg(problem, certificate))
        assert not lines_of(bare, dashed=not used)
        monkeypatch.undo()


# -- themes and formats --------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["pieces", "degree after steps", "unreachable in a box"])
def test_every_theme_is_painted_as_it_is_drawn(name: str, theme: str) -> None:
    problem, certificate = CASES[name]
    board = problem.board
    width = 2 * (layout.extent(board).size[0] + 4)
    picture = certificate_svg(problem, certificate, theme=theme, width=width)
    drawn_as = Image.open(io.BytesIO(png_of(picture, page_of(theme)))).convert("RGB")
    scene = argument_scene(problem, argument(problem, certificate), THEMES[theme])
    painted = Painter(board, page_of(theme), width).paint(scene.shapes)
    assert painted.size == drawn_as.size
    change = ImageChops.difference(drawn_as.reduce(4), painted.reduce(4)).convert("L")
    assert sum(change.histogram()[40:]) < 0.015 * change.size[0] * change.size[1]
    root = ElementTree.fromstring(picture)
    marks = {*marks_of(problem, certificate).values()}
    fills = {group.findtext(f"{SVG}title"): group[1].get("fill") for group in root.iter(f"{SVG}g")
             if group.find(f"{SVG}title") is not None}  # fmt: skip
    assert fills.keys() == {mark.upper() for mark in marks}
    assert {*fills.values()} <= {*THEMES[theme].marks}


def test_the_paper_has_the_reason_and_the_legend() -> None:
    problem, certificate = CASES["colours-number"]
    lines = argument(problem, certificate)
    told = argument_caption(certificate, lines[-1], "es")
    scene = argument_scene(problem, lines, THEMES["print"])
    for many in (1, 4):
        sheet = pdf_sheet([scene] * many, captions=[told] * many, theme="print")
        (page,) = PdfReader(io.BytesIO(sheet)).pages
        words = page.extract_text().split()
        assert sorted(words) == sorted([*told.split() * many, *"O" * 13 * many, *"X" * many])
    assert told.startswith("No existe tal recorrido.")
    assert "X: donde" in told


def test_a_move_across_the_edge_is_drawn_there() -> None:
    """On a torus no line of the reason goes straight across the board."""
    forced = ["a1-e1", "a1-b1", "a1-a2"]
    problem = Problem("4x5 torus", piece="wazir", closed=True, forced=forced)
    certificate = certificate_of(problem)
    scene = argument_scene(problem, argument(problem, certificate), THEMES["light"])
    lines = [shape for shape in scene.shapes if isinstance(shape, Line)]
    assert lines
    assert max(dist(*line.points) for line in lines) <= layout.CELL
