"""The position of a listing as a short text: ``problem.position.passed.decisions.check``.

The *decisions* lead from the root of the search tree to the current node, so resuming takes a walk
down the tree, however long the search has been. They were taken shortly before the position: after
`passed` tours. The tours from there to the position are found again and skipped.

A decision is written with the digits ``0-9A-Za-z``, and a ``~`` before it for each 62 more. ``_``
before a decision means that the edge is excluded; ``+`` at the end means that the next decision is
still open.

Invariants: a token holds only letters, digits, ``~``, ``_``, ``+`` and full stops; it carries a
digest of its problem and fits no other; a token with a wrong character is refused.
"""

from __future__ import annotations

import string
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidInput
from caballero.machine.words import short

DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase

BEGINNING: Final = (-1,)
"""The decisions of a listing that has not begun."""

ORDER_VERSION: Final = 1
"""The version of the order in which tours are listed; tokens of another order are refused."""


class Place(NamedTuple):
    """The position of a listing.

    `position` tours were given or skipped. `passed` of them came before the search had made these
    `decisions`: numbers from 0, and -1.
    """

    position: int
    passed: int
    decisions: list[int]


def digest(*what: object) -> str:
    """Return a short hash of a problem."""
    from hashlib import blake2s  # only tokens need it

    return blake2s(repr((ORDER_VERSION, *what)).encode(), digest_size=4).hexdigest()


def write(problem: str, place: Place) -> str:
    """Return the token of a place, for the problem with this digest."""
    decisions = "".join(map(_write_decision, place.decisions))
    text = f"{problem}.{place.position}.{place.passed}.{decisions}"
    return f"{text}.{_check(text)}"


def read(problem: str, token: str) -> Place:
    """Read a token of the problem with this digest.

    Raises :class:`InvalidInput` if the token is damaged, or belongs to another problem.

    >>> read("c0ffee", "c0ffee.7.5.02_1~1+.c563")
    Place(position=7, passed=5, decisions=[0, 4, 3, 126, -1])
    """
    text, _, check = token.strip().rpartition(".")
    parts = text.split(".")
    if len(parts) != 4 or not text.isascii() or check != _check(text):
        raise InvalidInput("token-unreadable", text=short(token))
    if parts[0] != problem:
        raise InvalidInput("token-other", text=short(token))
    decisions: list[int] = []
    more = excluded = 0
    for mark in parts[3]:
        if mark == "~":
            more += len(DIGITS)
        elif mark == "_":
            excluded = 1
        elif mark == "+":
            decisions.append(-1)
        else:
            decisions.append(2 * (more + DIGITS.index(mark)) + excluded)
            more = excluded = 0
    return Place(int(parts[1]), int(parts[2]), decisions)


def _check(text: str) -> str:
    return digest(text)[:4]


def _write_decision(decision: int) -> str:
    if decision < 0:
        return "+"
    more, digit = divmod(decision >> 1, len(DIGITS))
    return "_" * (decision & 1) + "~" * more + DIGITS[digit]
