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
"""The board of the lesson is 5×5."""

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


def lesson_slides(theme: Theme) -> list[Slide]:
    """Return the slides of the first lesson, in the order of the guide."""
    board = Board((SIDE, SIDE))
    problem = Problem(board)
    squares = [*board]
    corner = [square for square in squares if sum(square) % 2 == 0]
    path = _dead_end(problem)
    dead = path[-1]
    nodes = [_nodes(problem, order) for order in ("geeksforgeeks", "puc")]
    found = solve_warnsdorff(problem)
    assert isinstance(found, Found)
    tour = found.tour
    half = [*tour.squares][: SIDE * SIDE // 2]
    exits = _exits(problem, half)
    numbered = [(square, str(number)) for number, square in enumerate(half, start=1)]
    name = problem.place_name
    slides: list[tuple[str, dict[str, object], Scene, str]] = [
        ("rule", {}, order_scene("clockwise", theme), ""),
        ("play", {}, position_scene(board, theme), "play"),
        ("colours", {"many": len(corner), "few": len(squares) - len(corner)},
         position_scene(board, theme, marked=corner), ""),
        ("machine", {"number": len(path), "place": name(dead)},
         position_scene(board, theme, [(s, str(n)) for n, s in enumerate(path, start=1)],
                        marked=[dead]), ""),
        ("order", {"slow": nodes[0], "quick": nodes[1]}, order_scene("puc", theme), ""),
        ("warnsdorff", {"number": len(half), "place": name(half[-1])},
         position_scene(board, theme, [*numbered, *((s, f"({n})") for s, n in exits)],
                        marked=[half[-1]]), ""),
        ("finish", {}, position_scene(board, theme, numbered, marked=[half[-1]]), "play"),
        ("answer", {}, Scene(board, tuple(tour_scene(tour, theme, style="numbers"))), ""),
    ]  # fmt: skip
    return [
        Slide(Message(f"slide-{code}"), Message(f"slide-{code}-text", data), scene, view)
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


def slides_pdf(language: str) -> bytes:
    """Return the slides as a PDF."""
    sections = [
        Section([slide.scene], {}, [""], slide.title.text(language), slide.text.text(language), 1)
        for slide in lesson_slides(theme_named("light"))
    ]
    title = Message("slide-rule").text(language)
    return pdf_book(
        sections, PAPER, title=title, theme="light", coordinates=True, language=language
    )


def slides_html(language: str, page: str) -> str:
    """Return the slides as a page in a single file, with Caballero's own page inside it."""
    theme = theme_named("light")
    parts = []
    for slide in lesson_slides(theme):
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
