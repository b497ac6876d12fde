"""A picture as TikZ, for LaTeX: the shapes of the SVG picture, as ``\\path`` and ``\\node``.

It needs no library of TikZ, and no other package. A square is a centimetre wide; ``\\resizebox`` or
an option ``scale`` of the picture changes that. Only the elements that this package writes are
translated: paths of straight lines, polylines, circles, texts, and pictures in a picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Unpack
from xml.etree import ElementTree as ET

from caballero.machine.limits import LimitOptions, pause, paused
from caballero.proof.asking import within

from .layout import CELL, Point

UNIT: Final = 72.27 / 2.54 / CELL
"""A unit of a picture, in points of TeX."""

_NUMBER: Final = re.compile(r"-?\d*\.?\d+")
_COMMAND: Final = re.compile(r"([MLHVZmlhvz])([^MLHVZmlhvz]*)")

_ESCAPES: Final = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{mark: f"\\{mark}" for mark in "#$%&_{}"},
}  # fmt: skip

_ANCHORS: Final = {"start": "base west", "middle": "base", "end": "base east"}


@within
def tikz_of(svg: str, **how: Unpack[LimitOptions]) -> str:
    """Return an SVG picture of this package as a ``tikzpicture``.

    Parameters
    ----------
    svg : str
        What :func:`caballero.render.tour_svg` and its like return.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.

    Raises
    ------
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> from caballero import Board
    >>> from caballero.render.position import position_svg
    >>> print(tikz_of(position_svg(Board((1, 1)), [((0, 0), "7")])))  # doctest: +ELLIPSIS
    % \\usepackage{tikz}
    \\begin{tikzpicture}[x=0.7113pt,y=-0.7113pt]
    \\definecolor{c1d2433}{HTML}{1D2433}
    \\definecolor{c5c6473}{HTML}{5C6473}
    \\definecolor{c879db0}{HTML}{879DB0}
    \\path[fill=c879db0,...] (2,2) -- (42,2) -- (42,42) -- (2,42) -- cycle;
    \\node[anchor=base,...] at (22,30.4) {7};
    \\end{tikzpicture}
    """
    lines = [*_drawn(ET.fromstring(svg), {}, 1, (0, 0))]
    colours = sorted({*re.findall(r"=c([0-9a-f]{6})\b", "\n".join(lines))})
    return "\n".join([
        r"% \usepackage{tikz}",
        rf"\begin{{tikzpicture}}[x={UNIT:.4f}pt,y=-{UNIT:.4f}pt]",
        *(rf"\definecolor{{c{colour}}}{{HTML}}{{{colour.upper()}}}" for colour in colours),
        *lines,
        r"\end{tikzpicture}",
    ])  # fmt: skip


def _drawn(
    element: ET.Element, around: Mapping[str, str], scale: float, origin: Point
) -> Iterator[str]:
    """Yield the lines of an element; attributes of the elements around it count for it, too."""
    own = {**around, **element.attrib}
    pause()
    match element.tag.rpartition("}")[2]:
        case "svg" | "g" as tag:
            if tag == "svg":
                left, top, wide, _high = map(float, element.attrib["viewBox"].split())
                inner = scale * float(element.get("width", wide)) / wide if around else scale
                x, y = (float(element.get(name, 0)) for name in "xy")
                origin = (origin[0] + x * scale - left * inner, origin[1] + y * scale - top * inner)
                scale, own = inner, {"svg": ""}
            for child in element:
                yield from _drawn(child, own, scale, origin)
        case "path":
            yield _path([*paused(_outlines(own["d"]))], own, scale, origin)
        case "polyline":
            found = [float(number) for number in _NUMBER.findall(own["points"])]
            points = [*zip(found[::2], found[1::2], strict=True)]
            yield _path([(points, False)], own, scale, origin)
        case "circle":
            place = _at((float(own["cx"]), float(own["cy"])), scale, origin)
            yield rf"\path[{_look(own, scale)}] {place} circle[{_radius(own['r'], scale)}];"
        case "text":
            size = float(own["font-size"]) * scale * UNIT
            heavy = r"\bfseries" if own.get("font-weight") == "bold" else ""
            anchor = _ANCHORS[own.get("text-anchor", "start")]
            place = _at((float(own["x"]), float(own["y"])), scale, origin)
            text = "".join(_ESCAPES.get(mark, mark) for mark in element.text or "")
            yield (
                rf"\node[anchor={anchor},inner sep=0pt,text={_colour(own['fill'])},"
                rf"font=\sffamily{heavy}\fontsize{{{size:.2f}pt}}{{{size:.2f}pt}}\selectfont] "
                rf"at {place} {{{text}}};"
            )


def _outlines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """Yield the points of each part of a path, and whether it is closed.

    >>> [*_outlines("M1 2h3v-1zM5 5l-1 2")]
    [([(1.0, 2.0), (4.0, 2.0), (4.0, 1.0)], True), ([(5.0, 5.0), (4.0, 7.0)], False)]
    """
    points: list[Point] = []
    x = y = 0.0
    for command, written in _COMMAND.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(written)]
        if command in "Zz":
            yield points, True
            x, y = points[0]
            points = []
            continue
        if command in "Mm" and points:
            yield points, False
            points = []
        match command:
            case "H" | "h":
                steps = [(number, 0 if command == "h" else y) for number in numbers]
            case "V" | "v":
                steps = [(0 if command == "v" else x, number) for number in numbers]
            case _:
                steps = [*zip(numbers[::2], numbers[1::2], strict=True)]
        points = points or ([] if command in "Mm" else [(x, y)])
        for across, down in steps:
            x, y = (x + across, y + down) if command.islower() else (across, down)
            points.append((x, y))
    if points:
        yield points, False


def _path(
    outlines: list[tuple[list[Point], bool]], own: Mapping[str, str], scale: float, origin: Point
) -> str:
    """Return outlines as one path; dots, which are lines of no length, as circles."""
    if own.get("stroke-linecap") == "round" and all(len({*points}) == 1 for points, _ in outlines):
        radius = _radius(float(own["stroke-width"]) / 2, scale)
        dots = " ".join(
            f"{_at(points[0], scale, origin)} circle[{radius}]" for points, _ in outlines
        )
        return rf"\path[fill={_colour(own['stroke'])}] {dots};"
    parts = (
        " -- ".join([*(_at(point, scale, origin) for point in points), *["cycle"] * closed])
        for points, closed in paused(outlines)
    )
    return rf"\path[{_look(own, scale)}] {' '.join(parts)};"


def _look(own: Mapping[str, str], scale: float) -> str:
    """Return how a shape is filled and drawn."""
    options = []
    if (fill := own.get("fill", "#000000")) != "none":
        options.append(f"fill={_colour(fill)}")
        options += ["even odd rule"] * (own.get("fill-rule") == "evenodd")
        if "fill-opacity" in own:
            options.append(f"fill opacity={own['fill-opacity']}")
    if "stroke" in own:
        width = float(own.get("stroke-width", 1)) * scale * UNIT
        options += [f"draw={_colour(own['stroke'])}", f"line width={width:.3f}pt"]
        options += [
            f"line {name}=round" for name in ("cap", "join") if own.get(f"stroke-line{name}")
        ]
        if "stroke-opacity" in own:
            options.append(f"draw opacity={own['stroke-opacity']}")
        if "stroke-dasharray" in own:
            on, off = (float(part) * scale * UNIT for part in own["stroke-dasharray"].split())
            options.append(f"dash pattern=on {on:.2f}pt off {off:.2f}pt")
    return ",".join(options)


def _colour(colour: str) -> str:
    """Return the name of a colour, ``#rrggbb``, which TeX gets."""
    return f"c{colour.removeprefix('#').lower()}"


def _radius(radius: float | str, scale: float) -> str:
    """Return a radius, which has the same length in both directions."""
    return f"radius={float(radius) * scale * UNIT:.3f}pt"


def _at(point: Point, scale: float, origin: Point) -> str:
    """Return a point of a picture in TikZ."""
    x, y = (round(place * scale + begin, 2) for place, begin in zip(point, origin, strict=True))
    return f"({x:g},{y:g})"
