"""What the readers of graphs share: how many vertices and edges, and the labels."""

from __future__ import annotations

import re
from typing import Final

MAX_VERTICES: Final = 1_000_000
"""The largest number of vertices that a text may state."""

MAX_EDGES: Final = 1_000_000
"""The most edges that a file of another program may have."""

_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")


def read_label(word: str) -> int | str:
    """Return a label as the number that it is, or else as a word.

    >>> read_label("12"), read_label("012")
    (12, '012')
    """
    return int(word) if _NUMBER.fullmatch(word) else word
