"""Draw the wings and their imports into docs/img: ``python docs/make_architecture.py``.

The picture is made from the code: an arrow goes from a wing to a wing that it imports, unless a
chain of other arrows does. A wing is above all that it imports. Imports for type checkers only are
left out, and so are the imports that may point up: see ``docs/developer/architecture.md``.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from caballero.render.themes import DAY

SOURCES = Path(__file__).parents[1] / "src" / "caballero"
IMAGE = Path(__file__).parent / "img" / "architecture.svg"
WIDTH, HEIGHT, ACROSS, DOWN = 188, 46, 212, 80
SIDES = ((0, ACROSS / 2), (1, DOWN / 2))
CONTENTS = {
    "machine": "limits, the driver, words",
    "model": "questions and answers",
    "proof": "the judge, certificates",
    "formats": "texts, read and written",
    "find": "one tour, or a proof",
    "counting": "counts, lists, samples",
    "render": "pictures and tables",
    "best": "the cheapest, the longest",
    "puzzles": "made, graded, explained",
    "teaching": "the textbook",
    "web": "the server and the page",
    "cli": "the command line",
}


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the wings that a module imports."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(ast.Name("TYPE_CHECKING")):
                pass
            case ast.ImportFrom(str(module), _, 0) if module.startswith("caballero."):
                yield module.split(".")[1]
            case ast.ImportFrom(None | "caballero", names, 0):
                yield from (name.name for name in names if (SOURCES / name.name).is_dir())
            case _:
                yield from imported(node, package)


def imports() -> dict[str, set[str]]:
    """Return the wings that each wing imports, except itself."""
    found: dict[str, set[str]] = {}
    for path in sorted(SOURCES.glob("*/**/*.py")):
        package = path.relative_to(SOURCES).parts[0]
        there = imported(ast.parse(path.read_text(encoding="utf-8")), package)
        found.setdefault(package, set()).update(set(there) - {package})
    for lower in ("model", "proof"):  # values import render when they are shown
        found[lower].discard("render")
    found["model"].discard("best")  # a tour imports what counts its cost
    found["proof"].discard("formats")  # the judge imports what reads a claimed tour
    return found


def levels(found: dict[str, set[str]]) -> dict[str, int]:
    """Return the level of each wing: above the highest that it imports."""
    heights: dict[str, int] = {}
    while len(heights) < len(found):
        ready = [p for p in found if p not in heights and found[p] <= heights.keys()]
        assert ready, f"imports go round in circles among {found.keys() - heights.keys()}"
        heights |= {p: max((heights[q] for q in found[p]), default=-1) + 1 for p in ready}
    return heights


def reduced(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the arrows that no chain of others replaces."""

    def below(package: str) -> set[str]:
        return found[package].union(*map(below, found[package]))

    return {p: there - set().union(*map(below, there)) for p, there in found.items()}


def placed(heights: dict[str, int], arrows: dict[str, set[str]]) -> dict[str, tuple[float, float]]:
    """Return the centre of each wing; in a row, wings stand above what they import."""
    top = max(heights.values())
    middle = ACROSS * max(Counter(heights.values()).values()) / 2
    centre: dict[str, tuple[float, float]] = {}

    def key(wing: str) -> tuple[float, int, str]:
        there = arrows[wing]
        lowest = min((heights[other] for other in there), default=0)
        return sum(centre[other][0] for other in there) / max(1, len(there)), lowest, wing

    for height in range(top + 1):
        row = sorted((wing for wing in heights if heights[wing] == height), key=key)
        for i, wing in enumerate(row):
            x = middle + (i - (len(row) - 1) / 2) * ACROSS
            centre[wing] = x, (top - height + 0.5) * DOWN
    return centre


def svg() -> str:
    """Draw the wings in rows and the arrows between them; a long arrow goes straight down first."""
    found = imports()
    heights, reached = levels(found), reduced(found)
    centre = placed(heights, reached)
    arrows, boxes = [], []
    for wing, (x, y) in sorted(centre.items()):
        boxes.append(
            f'<rect x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}"'
            f' rx="6"/><text x="{x:g}" y="{y - 4:g}" class="name">{wing}</text>'
            f'<text x="{x:g}" y="{y + 15:g}">{CONTENTS[wing]}</text>'
        )
        for other in sorted(reached[wing]):
            u, v = centre[other]
            a, b = v - DOWN + HEIGHT / 2, v - HEIGHT / 2 - 6
            arrows.append(
                f'<path d="M{x:g} {y + HEIGHT / 2:g}V{a:g}C{x:g} {a + 24:g} {u:g} {b - 24:g}'
                f' {u:g} {b:g}"/>'
            )
    width, height = (max(c[i] for c in centre.values()) + half for i, half in SIDES)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img">\n'
        "<title>The wings of Caballero and their imports</title>\n"
        f"<style>rect{{fill:{DAY['page']};stroke:{DAY['path']}}}"
        f"text{{font:12px sans-serif;text-anchor:middle;fill:{DAY['ink']}}}"
        ".name{font-size:15px;font-weight:bold}"
        f"path{{fill:none;stroke:{DAY['quiet']};marker-end:url(#tip)}}</style>\n"
        '<marker id="tip" markerWidth="8" markerHeight="8" refX="2" refY="4" orient="auto">'
        f'<polygon points="0,0 8,4 0,8" fill="{DAY["quiet"]}"/></marker>\n'
        + "\n".join([*arrows, *boxes])
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    IMAGE.write_text(svg(), encoding="utf-8")
