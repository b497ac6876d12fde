"""The tree of a search as text, as a picture, and in JSON.

The way to the tour goes straight down, at the right; the branches that came to nothing hang at its
left, in the order in which they were tried, as close together as the tidy trees of E. M. Reingold
and J. S. Tilford (IEEE Trans. Software Engineering 7, 1981). A folded branch is a disc whose size
grows with the logarithm of its nodes.
"""

from __future__ import annotations

import math
from html import escape
from typing import Final

from caballero.machine.arguments import name_among
from caballero.machine.words import Message, number
from caballero.model.interchange import problem_json
from caballero.model.problem import Problem
from caballero.render.layout import Label
from caballero.render.markup import rounded, text_group
from caballero.render.png import png_of
from caballero.teaching.tree import Tree

COLOURS: Final = {"tour": "#228833", "open": "#4477aa", "dead": "#ee6677", "folded": "#777777"}
"""The colours of branches, from the bright scheme of Paul Tol, as in charts."""

ACROSS: Final = 38
"""The distance of neighbours with short names, in pixels."""

DOWN: Final = 46
"""The distance of levels, in pixels: room for a folded branch with its name and its nodes."""

HEAD: Final = 34
"""The room of the legend, in pixels."""

SIZE: Final = 10
"""The size of the letters, in pixels."""


def compact(count: int, language: str | None = None) -> str:
    """Return a number in at most four characters.

    >>> [compact(n) for n in (999, 8840, 12_345, 8_250_733, 236_775_436)]
    ['999', '8.8k', '12k', '8.3M', '237M']
    """
    value, unit = float(count), ""
    for unit in ("", "k", "M", "G", "T"):
        if value < 999.5 or unit == "T":
            break
        value /= 1000
    layout = ".1f" if unit and value < 9.95 else ".0f"
    return number(value, language, layout) + unit


def tree_text(tree: Tree, language: str | None = None) -> str:
    """Return a tree as lines: squares that follow each other without a choice share one.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.tree import tree_text
    >>> from caballero.teaching import search_tree
    >>> print(tree_text(search_tree(Problem(3, start="c1"), order="granada")))
    c1 (nodes: 15; dead ends: 2)
      b3 → a1 → c2 → a3 → b1 → c3 → a2 (nodes: 7; dead ends: 1)
      a2 → c3 → b1 → a3 → c2 → a1 → b3 (nodes: 7; dead ends: 1)
    """
    rows, hidden = tree.children(), tree.hidden()
    lines: list[str] = []
    waiting = [(i, 0) for i, branch in reversed([*enumerate(tree.branches)]) if branch.parent < 0]
    while waiting:
        first, depth = waiting.pop()
        last, names = first, [tree.branches[first].name]
        while len(rows[last]) == 1 and not hidden[last] and last > 0:
            last = rows[last][0]
            names.append(tree.branches[last].name)
        state = tree.branches[first].state
        counts = "" if state != "dead" and first else f" ({_counts(tree, first, language)})"
        if state != "dead" and not rows[last]:
            counts += " – " + Message(f"tree-{state}").text(language)
        folded = " …" if hidden[last] and not rows[last] and state == "dead" else ""
        lines.append(f"{'  ' * depth}{' → '.join(names)}{counts}{folded}")
        for row in reversed(rows[last]):
            alive = tree.branches[row].state != "dead"
            waiting.append((row, depth if alive and last else depth + 1))
    if any(line.endswith("…") for line in lines):
        lines += ["", Message("tree-folded").text(language)]
    return "\n".join(lines)


def _counts(tree: Tree, at: int, language: str | None) -> str:
    """Return the nodes of a branch, and its ends by kind."""
    branch = tree.branches[at]
    kinds = [("nodes", branch.nodes), *branch.ends]
    return "; ".join(Message(f"tree-{kind}", {"count": n}).text(language) for kind, n in kinds)


def tree_json(tree: Tree, problem: Problem) -> dict[str, object]:
    """Return a tree as JSON: its branches in their order, each with the number of its parent.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.tree import tree_json
    >>> from caballero.teaching import search_tree
    >>> problem = Problem(3, start="c1")
    >>> tree_json(search_tree(problem), problem)["branches"][0]["nodes"]
    15
    """
    return {
        **problem_json(problem),
        "method": tree.method,
        "branches": [
            {
                "parent": branch.parent,
                "name": branch.name,
                "state": branch.state,
                "nodes": branch.nodes,
                "hidden": hidden,
                "ends": dict(branch.ends),
            }
            for branch, hidden in zip(tree.branches, tree.hidden(), strict=True)
        ],
    }


def tree_picture(
    tree: Tree,
    format: str = "svg",
    language: str | None = None,
) -> bytes:
    """Return a tree as a picture; in SVG, each branch names its way and its counts.

    Parameters
    ----------
    tree : Tree
        From :func:`caballero.teaching.search_tree` or :func:`caballero.teaching.puzzle_tree`.
    format : str
        ``svg`` or ``png``.
    language : str, optional
        The language of the words, the reader's by default.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching.pictures.tree import tree_picture
    >>> from caballero.teaching import search_tree
    >>> b"dead ends: 2" in tree_picture(search_tree(Problem(3, start="c1")))
    True
    """
    form = name_among("format", format, ("svg", "png"))
    places, hidden, rows = _places(tree), tree.hidden(), tree.children()
    names = [b.name if len(b.name) < 9 else "…" + b.name[-7:] for b in tree.branches]
    across = max([ACROSS, *(16 + 0.6 * SIZE * len(name) for name in names)])
    wide = max((x for x, _y in places), default=0) * across + ACROSS + across
    wide = max(wide, SIZE * 62)
    high = (max((y for _x, y in places), default=0) + 1) * DOWN + HEAD + SIZE
    points = [(x * across + ACROSS, y * DOWN + HEAD + DOWN / 2) for x, y in places]
    lines: dict[str, list[str]] = {}
    discs: list[str] = []
    labels: list[Label] = []
    for at, (branch, (x, y)) in enumerate(zip(tree.branches, points, strict=True)):
        if branch.parent >= 0:
            a, b = points[branch.parent]
            part = f"M{rounded(a)} {rounded(b)}L{rounded(x)} {rounded(y)}"
            lines.setdefault(branch.state, []).append(part)
        closed = hidden[at] > 0 and branch.state == "dead" and not rows[at]
        radius = 4.5 + 1.3 * math.log10(branch.nodes) if closed else 4.5
        colour = COLOURS["folded" if closed else branch.state]
        words = f"{' '.join(tree.path(at))}: {_counts(tree, at, language)}"
        discs.append(
            f'<circle cx="{rounded(x)}" cy="{rounded(y)}" r="{rounded(radius)}" fill="{colour}">'
            f"<title>{escape(words, quote=False)}</title></circle>"
        )
        if not closed:
            labels.append(Label(x + 6.5, y + 0.35 * SIZE, "start", names[at]))
        else:
            labels.append(Label(x, y + radius + SIZE, "middle", names[at]))
            labels.append(Label(x, y - radius - 2, "middle", compact(branch.nodes, language)))
    strokes = "".join(
        f'<path d="{"".join(parts)}" fill="none" stroke="{COLOURS[state]}" stroke-width="1.5"/>'
        for state, parts in lines.items()
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {rounded(wide)} {rounded(high)}" '
        f'width="{rounded(wide)}" height="{rounded(high)}" role="img">'
        f'<path d="M0 0h{rounded(wide)}v{rounded(high)}H0z" fill="#ffffff"/>'
        f"{strokes}{_under(labels)}{''.join(discs)}{_texts(labels)}{_legend(tree, language)}</svg>"
    )
    return svg.encode() if form == "svg" else png_of(svg, "#ffffff")


def _legend(tree: Tree, language: str | None) -> str:
    """Return a disc and a word for each kind of branch, and the counts of the search."""
    labels, discs, x = [], [], 14.0
    for kind, colour in COLOURS.items():
        word = Message(f"tree-legend-{kind}").text(language)
        discs.append(f'<circle cx="{rounded(x)}" cy="12" r="4.5" fill="{colour}"/>')
        labels.append(Label(x + 9, 12 + 0.35 * SIZE, "start", word))
        x += 24 + 0.6 * SIZE * len(word)
    if tree.branches:
        labels.append(Label(9.5, 14 + 1.5 * SIZE, "start", _counts(tree, 0, language)))
    return "".join(discs) + _texts(labels)


def _under(labels: list[Label]) -> str:
    """Return white patches under labels, so that no line runs through one."""
    parts = []
    for x, y, side, text in labels:
        wide = 0.6 * SIZE * len(text)
        left = x - wide / 2 if side == "middle" else x
        parts.append(
            f"M{rounded(left)} {rounded(y - 0.8 * SIZE)}h{rounded(wide)}v{SIZE}H{rounded(left)}z"
        )
    return f'<path d="{"".join(parts)}" fill="#ffffff" fill-opacity="0.8"/>'


def _texts(labels: list[Label]) -> str:
    return text_group(labels, f'font-family="sans-serif" font-size="{SIZE}" fill="#000000"')


def _places(tree: Tree) -> list[tuple[float, int]]:
    """Return the place of each branch, across and down.

    From the last branch to the first, each subtree gets an outline, the leftmost and the rightmost
    place of each of its levels from its own place, and is pushed against the branch before it.
    """
    rows = tree.children()
    offsets = [0.0] * len(rows)  # from the parent
    outlines: list[tuple[list[float], list[float]]] = [([], [])] * len(rows)
    for at in reversed(range(len(rows))):
        left: list[float] = []
        right: list[float] = []
        for row in rows[at]:
            low, high = outlines[row]
            shift = max((a - b + 1 for a, b in zip(right, low, strict=False)), default=0.0)
            offsets[row] = shift
            left += [x + shift for x in low[len(left) :]]
            right[: len(high)] = [x + shift for x in high]
            outlines[row] = ([], [])
        alive = [offsets[row] for row in rows[at] if tree.branches[row].state != "dead"]
        ends = [offsets[row] for row in (rows[at][:1] + rows[at][-1:])]
        middle = alive[0] if alive else sum(ends) / max(len(ends), 1)
        for row in rows[at]:
            offsets[row] -= middle
        outlines[at] = [0, *(x - middle for x in left)], [0, *(x - middle for x in right)]
    places: list[tuple[float, int]] = []
    for at, branch in enumerate(tree.branches):
        x, y = places[branch.parent] if branch.parent >= 0 else (0.0, -1)
        places.append((x + offsets[at], y + 1))
    least = min((x for x, _y in places), default=0.0)
    return [(x - least, y) for x, y in places]
