"""Parts of SVG: paths through points, and groups of texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .layout import Label, Point


def path_through(outline: Sequence[Point]) -> str:
    """Return the part of a path that leads through points."""
    return "L".join(f"{rounded(x)} {rounded(y)}" for x, y in outline)


def text_group(labels: Iterable[Label], attributes: str) -> str:
    """Return labels as a group with these attributes; each may have a side of its own."""
    texts = []
    for x, y, side, text in labels:
        anchor = f' text-anchor="{side}"' if side else ""
        at = f'x="{rounded(x)}" y="{rounded(y)}"{anchor}'
        texts.append(f"<text {at}>{escape(text, quote=False)}</text>")
    return f"<g {attributes}>{''.join(texts)}</g>"


def rounded(coordinate: float) -> str:
    """Return a coordinate to a tenth of a unit, a four-hundredth of a square."""
    return f"{coordinate:.1f}".removesuffix(".0")
