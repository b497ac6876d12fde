"""The colours of pictures: a theme gives each part its colour, a ramp colours each number.

The lightness of a ramp is monotonic, so that the order is visible in grey, too, and to
colour-blind people; the light and dark themes use viridis (Smith and van der Walt, 2015). Numbers
on colours are black or white, whichever has the higher contrast, which is at least 4.5. The page,
the notebook's board and the documents have the colours of ``COLOURS``, too: ``docs/make_icons.py``
writes them as a style sheet.

Invariants: the squares of a board contrast by at least 2.2, as on other sites where people play
(lichess 2.3), but for those on paper, which are written on; each line and dot is visible on both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.machine.arguments import name_among

COLOURS: Final = {
    "page": ("#faf7f1", "#14171d"),
    "card": ("#ffffff", "#1e232c"),
    "ink": ("#1d2433", "#eef0f4"),
    "quiet": ("#5c6473", "#a7afbd"),
    "hair": ("#e3ddd0", "#323a47"),  # around what is no control
    "line": ("#847d70", "#7a8696"),  # around controls
    "strong": ("#b4472b", "#f08a5d"),
    "on-strong": ("#ffffff", "#1b120d"),
    "good": ("#07552f", "#7fe0ae"),
    "bad": ("#a3161f", "#ff9d98"),
    "hatch": ("#d3c7b0", "#3b4553"),
    "path": ("#14304d", "#9cc3ea"),
    "sides": ("#a34700", "#ffb066"),  # joined edges
    "ends": ("#72258a", "#dfa8f5"),
}
"""The colours by name, by day and by night;"""

BOARD: Final = {
    "pale": ("#f1e8d6", "#4f6175"),
    "dark": ("#879db0", "#222b36"),
    "plain": ("#fffdf8", "#262d38"),  # of a board that is not chequered
    "been": ("#cfe6cf", "#3a7059"),
    "been-dark": ("#5f9a80", "#1b382d"),
    "casing": ("#ffffff", "#14171d"),
    "ghost": ("#7a5c00", "#e8c872"),
    "night": ("#171b24", "#171b24"),  # under a thread
    "mosaic": ("#a33b2b", "#a33b2b"),
    "blue": ("#2a6091", "#8fbce6"),  # of kinds of puzzles
    "green": ("#1f7a4d", "#7fd0a5"),
    "amber": ("#9a5a00", "#e8b45f"),
    "violet": ("#72459e", "#c5a2ec"),
    "deep": ("#22385a", "#a9bddb"),
}
"""and those of boards to play on, and of kinds of puzzles."""

PALE: Final = (
    "#ee8866", "#77aadd", "#dddddd",
    "#99ddff", "#eedd88", "#66c9a8", "#ffaabb", "#c4d64e", "#d6b3f0", "#aaaa00",
)  # fmt: skip
"""Marks under dark letters, after Paul Tol's scheme for cells."""

DEEP: Final = (
    "#a8431f", "#2f6299", "#5b626c",
    "#1f7396", "#7d6b14", "#1b7458", "#a04a60", "#65720f", "#2f6299", "#6b6b00",
)  # fmt: skip
"""Marks under light letters: darker, of the same hues."""

GREY: Final = (
    "#858585", "#b8b8b8", "#f5f5f5",
    "#ffffff", "#cccccc", "#e6e6e6", "#a6a6a6", "#f2f2f2", "#bfbfbf", "#d9d9d9",
)  # fmt: skip
"""Marks without ink of another colour."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, each ``#rrggbb``.

    ``light`` and ``dark`` are the two kinds of squares, ``hole`` the stripes of holes and what is
    around the board; ``start`` and ``end`` the dots on the first and the last square; ``under`` and
    ``over`` the two sides of a mosaic; ``dead``, ``back`` and ``try_`` a dead end, a square just
    left and a square being tried in a search. ``ramp`` lists the colours of an order; ``thread`` is
    the part of it, from 0 to 1, that is visible on light squares. ``page`` lies under the board;
    None leaves it transparent. ``marks`` has the colours of the marks of a reason: x, o, * and the
    parts, in turn.
    """

    light: str
    dark: str
    grid: str
    hole: str
    ink: str
    line: str
    start: str
    end: str
    under: str
    over: str
    dead: str
    back: str
    try_: str
    ramp: tuple[str, ...]
    thread: tuple[float, float]
    page: str | None = None
    marks: tuple[str, ...] = PALE

    @property
    def label_ink(self) -> str:
        """The ink of what stands on the page, around the board."""
        return ink_on(self.page) if self.page else self.ink


VIRIDIS: Final = (
    "#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58",
    "#b5de2b", "#fde725",
)  # fmt: skip
"""Ten stops of the map viridis."""

DAY, NIGHT = ({name: pair[i] for name, pair in COLOURS.items()} for i in (0, 1))

THEMES: Final = {
    "light": Theme(
        BOARD["pale"][0], BOARD["dark"][0], DAY["quiet"], DAY["quiet"], DAY["ink"], DAY["path"],
        DAY["good"], DAY["ends"], BOARD["pale"][0], DAY["strong"], "#d7301f", "#fdae61", "#9ecae1",
        VIRIDIS, (0, 0.8),
    ),
    "dark": Theme(
        "#576a7f", "#2a3542", NIGHT["page"], NIGHT["quiet"], NIGHT["ink"], NIGHT["path"],
        NIGHT["good"], NIGHT["ends"], NIGHT["card"], NIGHT["strong"], "#ff6f6f", "#d9923a",
        "#5fb0d8", VIRIDIS, (0.45, 1), NIGHT["page"], DEEP,
    ),
    "wood": Theme(
        "#eacfa3", "#b37d49", "#4a2a14", "#eacfa3", "#2a1608", "#7a1010", "#0b4a24", "#14345e",
        "#eacfa3", "#7a3f18", "#b3261e", "#e9a03b", "#8db7c7",
        ("#fbecc8", "#e8bd7c", "#c98342", "#95501f", "#4d220c"), (0.4, 1), "#5b3418",
    ),
    "print": Theme(
        "#ffffff", "#dddddd", "#666666", "#444444", "#000000", "#000000", "#000000", "#707070",
        "#ffffff", "#4a4a4a", "#555555", "#bbbbbb", "#d5d5d5",
        ("#ffffff", "#4a4a4a"), (0.4, 1), "#ffffff", GREY,
    ),
}  # fmt: skip
"""The themes by name; the first is the default."""


def theme_named(name: str) -> Theme:
    """Return a theme; raise :class:`UnknownName` if the name is unknown."""
    return THEMES[name_among("theme", name, THEMES)]


def page_of(theme: str) -> str:
    """Return the colour under the board for formats without transparency: the theme's, or white."""
    return theme_named(theme).page or "#ffffff"


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, from 0 to 255."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def colour_at(theme: Theme, share: float) -> str:
    """Return the colour at a position on the ramp of a theme, from 0 to 1."""
    place = min(max(share, 0), 1) * (len(theme.ramp) - 1)
    i = min(int(place), len(theme.ramp) - 2)
    pair = zip(rgb(theme.ramp[i]), rgb(theme.ramp[i + 1]), strict=True)
    mixed = [round(a + (b - a) * (place - i)) for a, b in pair]
    return "#" + bytes(mixed).hex()


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG, from 0 (black) to 1 (white)."""
    parts = (value / 255 for value in rgb(colour))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(colour: str) -> str:
    """Return black or white, whichever has the higher contrast on a colour."""
    # Where 1.05 / (Y + 0.05) = (Y + 0.05) / 0.05, both have the contrast 4.58.
    return "#ffffff" if luminance(colour) < 0.179 else "#000000"
