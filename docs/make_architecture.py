"""Draw the packages and their imports into docs/img: ``python docs/make_architecture.py``.

The picture is made from the code: an arrow goes from a package to one that it imports, unless a
chain of other arrows does. A package is above all that it imports. Imports for type checkers only
are left out, and so are those of ``render`` by values, which point up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from caballero.render.themes import DAY

SOURCES = Path(__file__).parents[1] / "src" / "caballero"
IMAGE = Path(__file__).parent / "img" / "architecture.svg"
WIDTH, HEIGHT, ACROSS, DOWN = 96, 30, 124, 72


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the packages of Caballero that a module imports."""
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
    """Return the packages that each package imports, except itself."""
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
    """Return the level of each package: one above the highest that it imports."""
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


def svg() -> str:
    """Draw the packages in rows and the arrows between them."""
    found = imports()
    heights = levels(found)
    rows = [sorted(p for p in found if heights[p] == h) for h in range(max(heights.values()) + 1)]
    most = max(map(len, rows))
    tall = len(rows) * DOWN
    centre = {
        package: (most * ACROSS / 2 + (i - (len(row) - 1) / 2) * ACROSS, tall - (h + 0.5) * DOWN)
        for h, row in enumerate(rows)
        for i, package in enumerate(row)
    }
    arrows, boxes = [], []
    for package, there in sorted(reduced(found).items()):
        x, y = centre[package]
        boxes.append(
            f'<rect x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}"'
            f' rx="6"/><text x="{x:g}" y="{y + 5:g}">{package}</text>'
        )
        for other in sorted(there):
            u, v = centre[other]
            a, b = y + HEIGHT / 2, v - HEIGHT / 2 - 6
            arrows.append(f'<path d="M{x:g} {a:g}C{x:g} {a + 30:g} {u:g} {b - 30:g} {u:g} {b:g}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {most * ACROSS} {tall}"'
        f' width="{most * ACROSS}" height="{tall}" role="img">\n'
        "<title>The packages of Caballero and their imports</title>\n"
        f"<style>rect{{fill:{DAY['page']};stroke:{DAY['path']}}}"
        f"text{{font:14px sans-serif;text-anchor:middle;fill:{DAY['ink']}}}"
        f"path{{fill:none;stroke:{DAY['line']};marker-end:url(#tip)}}</style>\n"
        '<marker id="tip" markerWidth="8" markerHeight="8" refX="2" refY="4" orient="auto">'
        f'<polygon points="0,0 8,4 0,8" fill="{DAY["line"]}"/></marker>\n'
        + "\n".join([*arrows, *boxes])
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    IMAGE.write_text(svg(), encoding="utf-8")
