"""A tour that grows in the terminal, square by square, and is then erased.

Without a terminal, or without enough room, nothing is shown.
"""

from __future__ import annotations

import sys
import time

from caballero.core.tour import Tour
from caballero.render.text import framed


def watch(tour: Tour, first: int, fps: float) -> None:
    """Show a tour growing on standard output, then remove the picture."""
    if sys.stdout is None or not sys.stdout.isatty():
        return
    from rich.console import Console  # only a terminal needs it
    from rich.live import Live
    from rich.text import Text

    console = Console()
    lines = picture(tour, len(tour), first).split("\n")
    if len(lines) >= console.height or max(map(len, lines)) > console.width:
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        for shown in range(1, len(tour) + 1):
            text = Text(picture(tour, shown, first))
            # Highlight the last number; nothing follows the last bar of a row.
            text.highlight_regex(
                rf"(?m)(?<![\d-]){first + shown - 1}(?!\d)(?=[^│\n]*│$)", "reverse"
            )
            live.update(text, refresh=True)
            time.sleep(1 / fps)


def picture(tour: Tour, shown: int, first: int) -> str:
    """Return the framed board with its first squares; always of the same width."""
    numbers = [str(first + i) for i in range(len(tour))]
    width = max(map(len, numbers))
    cells = dict.fromkeys(tour.squares, "·".rjust(width))
    return framed(tour.board, cells | dict(zip(tour.squares[:shown], numbers, strict=False)))
