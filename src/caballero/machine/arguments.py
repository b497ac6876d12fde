"""Checks of arguments: flags, whole numbers, seeds, lists.

Every public function checks its arguments here, so that all refuse the same values with the same
sentences. A whole number is any value with ``__index__`` (``int``, or numpy's), but no ``bool``: a
value of True for a number is a mistake.

Invariants: the functions return plain Python values that are allowed; every other value raises
:class:`~caballero.InvalidInput`, whatever its type.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Container, Iterable
from itertools import islice
from typing import Any, Final, TypeVar, cast

from .errors import InvalidInput, UnknownName

T = TypeVar("T")

MOST_BITS: Final = 10_000
"""The most binary digits of a number: Python prints whole numbers up to 4300 decimal digits."""


def flag(name: str, value: object) -> bool:
    """Return an argument as a bool; refuse anything else, such as ``"yes"``."""
    try:
        if value in {False, True}:
            return bool(value)
    except TypeError:  # not hashable, such as an array
        pass
    raise InvalidInput("not-true-or-false", name=name, value=shown(value))


def as_whole(value: object) -> int | None:
    """Return a whole number as an ``int``; None for any other value.

    >>> as_whole(3), as_whole(3.0), as_whole(True)
    (3, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(cast("Any", value))
    except TypeError:
        return None


def whole(name: str, value: object, least: int | None = None) -> int:
    """Return an argument as a whole number; refuse other values, and those below the least.

    >>> whole("most", 3, least=0)
    3
    """
    number = as_whole(value)
    if number is None or (least is not None and number < least):
        code = "not-whole" if least is None else "not-whole-from"
        raise InvalidInput(code, name=name, value=shown(value), least=least)
    if number.bit_length() > MOST_BITS:
        raise InvalidInput("whole-too-long", name=name)
    return number


def seed_of(value: object) -> int:
    """Return a seed; no seed is seed 0."""
    return 0 if value is None else whole("seed", value)


def listed(name: str, value: object, most: int | None = None) -> list[Any]:
    """Return the items of an argument, which is read once; refuse texts and what has no items.

    At most that many items are read, if `most` is given.
    """
    if not isinstance(value, (str, bytes)) and isinstance(value, Iterable):
        return list(islice(value, most))
    raise InvalidInput("not-a-list", name=name, value=shown(value))


def called(name: str, value: Any) -> Any:
    """Return an argument that is a function, or None; refuse other values."""
    if value is None or callable(value):
        return value
    raise InvalidInput("not-callable", name=name, value=shown(value))


def is_name(value: object, names: Container[str]) -> bool:
    """Return whether a value is one of the names; it may be of any type."""
    return isinstance(value, str) and value in names


def name_among(what: str, name: object, names: Collection[str]) -> str:
    """Return the English name of what is named in any language.

    `what` is the code of the message that names the kind of thing. Raises
    :class:`~caballero.machine.errors.UnknownName` for any other value.

    >>> name_among("surface", "torus", ["flat", "torus"]), name_among("surface", "Toro", ["torus"])
    ('torus', 'torus')
    """
    if isinstance(name, str):
        if name in names:
            return name
        from .words import plain, spellings

        if known := spellings(what, names).get(plain(name)):
            return known[1]
    raise UnknownName.among(what, shown(name) if not isinstance(name, str) else name, names)


def of_type(name: str, value: object, kind: type[T]) -> T:
    """Return an argument of a type; refuse other values."""
    if isinstance(value, kind):
        return value
    raise InvalidInput("not-of-type", name=name, kind=kind.__name__, value=shown(value))


def shown(value: object) -> str:
    """Return a value as Python, short enough for a message."""
    from .words import short

    return short(repr(value) if isinstance(value, str) else value)
