"""Fifty minutes about the knight's tour as slides: a PDF, or a page in a single file.

The slides follow the plan in the teacher's guide. Each has a title, a few lines and a picture. In
the page, a slide may have a view of Caballero's own page below it, to play on or to step through;
the whole page is inside the file, which loads nothing from elsewhere.

Invariants: every number that a slide shows is computed when the slides are made.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final, NamedTuple

from caballero.machine.words import Message
from caballero.model.board import Board, Square
from caballero.model.events import EventKind
from caballero.model.piece import KNIGHT, Piece
from caballero.model.problem import Problem, mover
from caballero.proof.outcome import Found
from caballero.render.pdf import Page, Section, pdf_book
from caballero.render.position import position_scene
from caballero.render.scene import Scene, tour_scene
from caballero.render.svg import scene_svg
from caballero.render.themes import Theme, theme_named

from .orders import move_order
from .tracing import trace
from .warnsdorff import solve_warnsdorff

SIDE: Final = 5
"""The orders of moves are compared on 5×5, where both find a tour quickly."""

PAPER: Final = Page("142x80mm", 4)
"""On so small a page the letters are large: a twentieth of its height."""


class Slide(NamedTuple):
    """A slide: its title, what it says, its picture, and the view of the page that shows more."""

    title: Message
    text: Message
    scene: Scene
    view: str = ""


def order_scene(order: str, theme: Theme) -> Scene:
    """Return the knight's moves on a board, numbered in the order in which a text tries them."""
    labels = [
        ((2 + down, 2 + right), str(number))
        for number, (down, right) in enumerate(move_order(order), start=1)
    ]
    return position_scene(Board((5, 5)), theme, labels, marked=[(2, 2)])


def moves_scene(piece: Piece, theme: Theme) -> Scene:
    """Return the moves of a piece on a board, numbered."""
    if piece == KNIGHT:
        return order_scene("clockwise", theme)
    most = max(map(max, piece.leaps))
    board, middle = Board((2 * most + 1,) * 2), (most, most)
    is_move = mover(Problem(board, piece))
    ends = [square for square in board if is_move(middle, square)]
    labels = [(square, str(number)) for number, square in enumerate(ends, start=1)]
    return position_scene(board, theme, labels, marked=[middle])


def lesson_slides(theme: Theme, ground: Problem) -> list[Slide]:
    """Return the slides of the first lesson, in the order of the guide, on the board of a class.

    What the board does not show is left out: colours, dead ends, or a tour by Warnsdorff's rule.
    """
    board, piece = ground.board, ground.piece
    problem = Problem(board, piece)
    squares, name = [*board], problem.place_name
    few, many = sorted(
        ([square for square in squares if sum(square) % 2 == i] for i in (0, 1)), key=len
    )
    path = _dead_end(problem)
    is_knight, numbered = piece == KNIGHT, [(s, str(n)) for n, s in enumerate(path, start=1)]
    slides: list[tuple[str, dict[str, object], Scene, str]] = [
        ("rule", {}, moves_scene(piece, theme), ""),
        ("play", {"board": board.name.replace("x", "×"), "size": len(squares)},
         position_scene(board, theme), "play" if (is_knight, board.name) == (True, "5x5") else ""),
    ]  # fmt: skip
    turning = not any(board.wraps) and all(sum(leap) % 2 for leap in piece.leaps)
    if turning and len(few) < len(many):
        data = {"many": len(many), "few": len(few), "place": min(map(name, few))}
        slides.append(("colours", data, position_scene(board, theme, marked=many), ""))
    if len(path) < len(squares):
        data = {"number": len(path), "place": name(path[-1])}
        scene = position_scene(board, theme, numbered, marked=path[-1:])
        slides.append(("machine", data, scene, ""))
    if is_knight:
        five = Problem(Board((SIDE, SIDE)))
        nodes = [_nodes(five, order) for order in ("geeksforgeeks", "puc")]
        data = {"slow": nodes[0], "quick": nodes[1]}
        slides.append(("order", data, order_scene("puc", theme), ""))
    starts = (solve_warnsdorff(Problem(board, piece, start=square)) for square in squares)
    if tour := next((found.tour for found in starts if isinstance(found, Found)), None):
        half = [*tour.squares][: len(squares) // 2]
        numbered = [(square, str(number)) for number, square in enumerate(half, start=1)]
        exits = [(square, f"({n})") for square, n in _exits(problem, half)]
        data = {"number": len(half), "place": name(half[-1])}
        scene = position_scene(board, theme, [*numbered, *exits], marked=half[-1:])
        slides += [
            ("warnsdorff", data, scene, ""),
            ("finish", {}, position_scene(board, theme, numbered, marked=half[-1:]), ""),
            ("answer", {}, Scene(board, tuple(tour_scene(tour, theme, style="numbers"))), ""),
        ]
    texts = {"rule": "slide-rule-text" if is_knight else "slide-moves-text"}
    return [
        Slide(
            Message(f"slide-{code}", data),
            Message(texts.get(code, f"slide-{code}-text"), {**data, "piece": piece.title}),
            scene,
            view,
        )
        for code, data, scene, view in slides
    ]


def _nodes(problem: Problem, order: str) -> int:
    """Return how many squares backtracking enters until it has a tour."""
    return sum(event.kind is EventKind.PLACE for event in trace(problem, order=order))


def _dead_end(problem: Problem) -> list[Square]:
    """Return the path on which backtracking has no move left for the first time."""
    path: list[Square] = []
    for event in trace(problem):
        if event.kind is EventKind.DEAD_END:
            break
        if event.kind is EventKind.PLACE and event.square is not None:
            path.append(event.square)
    return path


def _exits(problem: Problem, path: Sequence[Square]) -> list[tuple[Square, int]]:
    """Return the free squares that are a move away from the last, and their exits."""
    is_move, free = mover(problem), [s for s in problem.board if s not in {*path}]
    return [
        (square, sum(is_move(square, other) for other in free))
        for square in free
        if is_move(path[-1], square)
    ]


def slides_pdf(language: str, problem: Problem) -> bytes:
    """Return the slides as a PDF."""
    sections = [
        Section([slide.scene], {}, [""], slide.title.text(language), slide.text.text(language), 1)
        for slide in lesson_slides(theme_named("light"), problem)
    ]
    title = Message("slide-rule").text(language)
    return pdf_book(
        sections, PAPER, title=title, theme="light", coordinates=True, language=language
    )


def slides_html(language: str, page: str, problem: Problem) -> str:
    """Return the slides as a page in a single file, with Caballero's own page inside it."""
    theme = theme_named("light")
    parts = []
    for slide in lesson_slides(theme, problem):
        title, text = slide.title.text(language), slide.text.text(language)
        shown = scene_svg(slide.scene, theme, title, coordinates=True)
        more = Message("slide-try").text(language)
        view = f'<button data-view="{slide.view}">{escape(more)}</button>' if slide.view else ""
        parts.append(
            f"<section><div><h1>{escape(title)}</h1><p>{escape(text)}</p>{view}</div>"
            f"<figure>{shown}</figure></section>"
        )
    return Template(_PAGE).substitute(
        language=language,
        title=escape(Message("slide-rule").text(language)),
        slides="\n".join(parts),
        page=b64encode(page.encode()).decode(),
        back=json.dumps(Message("slide-back").text(language)),
        paper=theme.page or "#ffffff",
        ink=theme.ink,
        accent=theme.line,
    )


_PAGE: Final = """<!doctype html>
<html lang="$language">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>$title</title>
<style>
body { margin: 0; background: $paper; color: $ink;
  font: min(5vmin, 3.4vw)/1.3 system-ui, sans-serif }
section { display: none; box-sizing: border-box; height: 100vh; padding: 4vmin; gap: 4vmin;
  align-items: center }
section.now { display: flex }
section > * { flex: 1 1 0; min-width: 0; margin: 0 }
h1 { font-size: 1.4em; line-height: 1.15 }
figure svg { width: 100%; height: 84vh }
button { font: inherit; padding: .4em 1em; border: 2px solid $accent; border-radius: .4em;
  background: none; color: inherit; cursor: pointer }
dialog { width: 96vw; height: 94vh; max-width: none; max-height: none; padding: 0; border: 0 }
iframe { width: 100%; height: calc(100% - 3em); border: 0 }
dialog button { float: right }
footer { position: fixed; right: 2vmin; bottom: 1vmin; font-size: .5em }
@media print { section { display: flex; break-after: page } footer, button { display: none } }
</style>
$slides
<dialog><iframe title="Caballero"></iframe><button></button></dialog>
<footer></footer>
<script type="text/plain" id="page">$page</script>
<script>
const slides = [...document.querySelectorAll("section")];
const dialog = document.querySelector("dialog");
const close = dialog.querySelector("button");
const bytes = Uint8Array.from(atob(document.getElementById("page").textContent), (c) =>
  c.charCodeAt(0));
const page = URL.createObjectURL(new Blob([bytes], { type: "text/html" }));
close.textContent = $back;
close.onclick = () => dialog.close();
const show = () => {
  const at = Math.min(Math.max(Number(location.hash.slice(1)) || 1, 1), slides.length);
  slides.forEach((slide, i) => slide.classList.toggle("now", i + 1 === at));
  document.querySelector("footer").textContent = at + " / " + slides.length;
  return at;
};
const go = (by) => {
  location.hash = String(Math.min(Math.max(show() + by, 1), slides.length));
};
addEventListener("hashchange", show);
addEventListener("keydown", (event) => {
  if (dialog.open) return;
  if (["ArrowRight", "PageDown", " ", "Enter"].includes(event.key)) go(1);
  if (["ArrowLeft", "PageUp"].includes(event.key)) go(-1);
  if (event.key === "Home") go(-slides.length);
  if (event.key === "End") go(slides.length);
});
addEventListener("click", (event) => {
  const view = event.target.dataset?.view;
  if (view) {
    dialog.querySelector("iframe").src = page + "#" + view;
    dialog.showModal();
  } else if (!dialog.contains(event.target)) go(event.clientX < innerWidth / 3 ? -1 : 1);
});
show();
</script>
</html>
"""
