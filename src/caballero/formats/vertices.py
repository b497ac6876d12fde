"""The common part of the readers of graphs: how many vertices and edges, and the labels."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from caballero.machine.errors import InvalidGraph, TooLarge
from caballero.machine.words import Message, short

if TYPE_CHECKING:
    from caballero.model.graph import Number

MAX_VERTICES: Final = 1_000_000
"""The largest number of vertices that a text may state."""

MAX_EDGES: Final = 1_000_000
"""The most edges that a file of another program may have."""


@dataclass(slots=True)
class Reading:
    """How to read a graph, and what was read.

    `directed` says whether edges lead only from the vertex that is written first; `weight` is the
    title of the column, or the attribute of the edges, that is their weight; `weighted`, whether a
    matrix of zeros and ones has weights. `form` is the notation, and `notes` has what the reader
    did beyond it. In an `adjacency` matrix 0 is no edge.
    """

    directed: bool = False
    weight: str | None = None
    weighted: bool | None = None
    form: str = ""
    notes: list[Message] = field(default_factory=list)
    adjacency: bool = False

    def note(self, code: str, **data: object) -> None:
        """Say what was done that changes the question."""
        self.notes.append(Message(code, data))

    def leave_out(self, titles: Iterable[str]) -> None:
        """Say which columns were left out, if any."""
        if names := ", ".join(map(short, titles)):
            self.note("read-left-out", titles=names)


JOINED: Final = re.compile(r"\w[-:=/~>|]+\w")
"""Two words joined, as ``a-b``: alone in its line, this would be an edge rather than a label."""

FOREIGN: Final = re.compile(r'[;{}\[\]<>"|]|[:=]$|^=')
"""Signs of other formats, which no label in a list of edges may have."""

_DECIMAL: Final = re.compile(
    r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eEdD][+-]?0?[0-9]{1,2})?"
)

_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")


def read_label(word: str) -> int | str:
    """Return a label as the number that it is, or else as a word.

    >>> read_label("12"), read_label("012")
    (12, '012')
    """
    return int(word) if _NUMBER.fullmatch(word) else word


def bounded(vertices: int, edges: int = 0) -> int:
    """Return the number of vertices; refuse a graph that is too large."""
    if edges > MAX_EDGES:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    if vertices > MAX_VERTICES:
        raise TooLarge("graph-too-large", count=vertices, most=MAX_VERTICES)
    return vertices


def read_count(word: str, line: int) -> int:
    """Read the number of vertices that a text states."""
    if not word.isdecimal():
        raise InvalidGraph("graph-count-line", value=short(word), line=line, most=MAX_VERTICES)
    if len(word) > 9 or int(word) > MAX_VERTICES:
        raise TooLarge("graph-too-large", count=short(word), most=MAX_VERTICES)
    return int(word)


def read_vertex(word: str, count: int, line: int) -> int:
    """Read a vertex among those numbered from 1."""
    if word.isdecimal() and len(word) < 10 and 1 <= (vertex := int(word)) <= count:
        return vertex
    raise InvalidGraph("graph-vertex-line", value=short(word), line=line, count=count)


def is_number(word: str) -> bool:
    """Return whether a word is a number: digits, with or without a point and an exponent.

    >>> is_number("2.5e3"), is_number("2.5D0"), is_number("nan")
    (True, True, False)
    """
    return _DECIMAL.fullmatch(word) is not None


def read_number(word: str, line: int) -> Number:
    """Read a number as it is written, without rounding.

    >>> read_number("12", 1), read_number("0.1", 1)
    (12, Fraction(1, 10))
    """
    if not is_number(word):
        raise InvalidGraph("graph-number-line", value=short(word), line=line)
    return exact(word)


def exact(word: str) -> Number:
    """Return the number that a word is, without rounding."""
    if word.isdecimal():
        return int(word)
    from fractions import Fraction  # its import takes milliseconds, and most numbers are whole

    number = Fraction(word.upper().replace("D", "E"))  # D is Fortran's
    return int(number) if number.denominator == 1 else number
