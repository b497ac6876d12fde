"""Where a listing is, as a short text: ``question.position.passed.way.check``.

The way is the choices that lead from the root of the search to where it is: going on takes as
long as walking down there once, not as long as the search so far. It is that of a moment shortly
before; `passed` says how many tours came before that moment, and those between it and the
position are met with again and left out.

Numbers of the way are written in the order of ``0-9A-Za-z``, with ``~`` before them for each 62
more. ``_`` before a choice says that an edge is out, and ``+`` at the end that a choice is still
to be made.

Invariants: a token holds only letters, digits, ``~``, ``_``, ``+`` and full stops; it fits one
question, of which it bears a digest; and a token with a wrong letter is none.
"""

from __future__ import annotations

import string
from typing import Final, NamedTuple

from caballero.errors import InvalidInput
from caballero.words import short

DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase

ORDER: Final = 1
"""The version of the order in which tours are listed; a token of another order is of no use."""


class Place(NamedTuple):
    """Where a listing is.

    Parameters
    ----------
    position : int
        How many tours of the sequence were given or passed over.
    passed : int
        How many lines or cycles were met with when the search was at the end of the way.
    way : list of int
        Numbers from 0, and -1.
    """

    position: int
    passed: int
    way: list[int]


def digest(*what: object) -> str:
    """Return a few letters that tell one question from another.

    Examples
    --------
    >>> from caballero.listing.tokens import digest
    >>> digest(1, 2) == digest(1, 2), digest(1, 2) == digest(1, 3)
    (True, False)
    """
    from hashlib import blake2s  # only who asks for a token needs it

    return blake2s(repr((ORDER, *what)).encode(), digest_size=4).hexdigest()


def written(question: str, place: Place) -> str:
    """Return the token.

    Examples
    --------
    >>> from caballero.listing.tokens import Place, written
    >>> written("c0ffee", Place(7, 5, [0, 4, 3, 126, -1]))
    'c0ffee.7.5.02_1~1+.c563'
    """
    way = "".join(map(_choice, place.way))
    text = f"{question}.{place.position}.{place.passed}.{way}"
    return f"{text}.{_check(text)}"


def read(question: str, token: str) -> Place:
    """Read a token.

    Raises
    ------
    InvalidInput
        If it is none, or one of another question.

    Examples
    --------
    >>> from caballero.listing.tokens import read
    >>> read("c0ffee", "c0ffee.7.5.02_1~1+.c563")
    Place(position=7, passed=5, way=[0, 4, 3, 126, -1])
    """
    text, _, check = token.strip().rpartition(".")
    parts = text.split(".")
    if len(parts) != 4 or not text.isascii() or check != _check(text):
        raise InvalidInput("token-unreadable", text=short(token))
    if parts[0] != question:
        raise InvalidInput("token-other", text=short(token))
    way: list[int] = []
    more = out = 0
    for mark in parts[3]:
        if mark == "~":
            more += len(DIGITS)
        elif mark == "_":
            out = 1
        elif mark == "+":
            way.append(-1)
        else:
            way.append(2 * (more + DIGITS.index(mark)) + out)
            more = out = 0
    return Place(int(parts[1]), int(parts[2]), way)


def _check(text: str) -> str:
    return digest(text)[:4]


def _choice(choice: int) -> str:
    if choice < 0:
        return "+"
    more, digit = divmod(choice >> 1, len(DIGITS))
    return "_" * (choice & 1) + "~" * more + DIGITS[digit]
