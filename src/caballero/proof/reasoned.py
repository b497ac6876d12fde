"""A reason in words, with its marks; and what all certificates have in common.

The lines of an argument and the steps by which a puzzle is solved are reasons. Texts, pictures, the
page and notebooks draw them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from caballero.machine.values import frozen
from caballero.model.direction import undirected

if TYPE_CHECKING:
    from caballero.machine.words import Message
    from caballero.model.problem import Place, Problem


NAMED: Final = 12
"""The most places that a reason names."""


@frozen
class Reason:
    """What to do or to see, and why.

    Parameters
    ----------
    message : Message
        What to do or to see: the short form.
    marks : tuple of (place, str)
        The places that it is about: x, o, * or letters of parts.
    legend : tuple of (str, Message)
        The meaning of the marks; the letters of parts share an entry.
    used, out : tuple of (place, place)
        The moves that every tour uses from here on, and the moves that none can use.
    why : Message, optional
        Why, in a sentence after the message.
    """

    message: Message
    marks: tuple[tuple[Place, str], ...] = ()
    legend: tuple[tuple[str, Message], ...] = ()
    used: tuple[tuple[Place, Place], ...] = ()
    out: tuple[tuple[Place, Place], ...] = ()
    why: Message | None = None

    def __str__(self) -> str:
        """Return the long form."""
        return self.text()

    def text(self, language: str | None = None) -> str:
        """Return the long form in a language: what to do or to see, and why."""
        sentence = self.message.text(language)
        return f"{sentence} {self.why.text(language)}" if self.why else sentence

    def to_data(self, language: str = "en") -> dict[str, Any]:
        """Return the reason as the page and the notebook's board read it.

        >>> from caballero.machine.words import Message
        >>> Reason(Message("hint-done"), used=(((0, 0), (1, 2)),)).to_data()["used"]
        [[[0, 0], [1, 2]]]
        """
        from caballero.model.interchange import place_json  # only who draws the reason needs it

        return {
            "text": self.text(language),
            "short": self.message.text(language),
            "marks": [[place_json(place), mark] for place, mark in self.marks],
            "legend": [[mark, meaning.text(language)] for mark, meaning in self.legend],
            "used": [[place_json(place) for place in move] for move in self.used],
            "out": [[place_json(place) for place in move] for move in self.out],
        }


class Reasoned(ABC):
    """The base of the certificates: they print as their reason."""

    __slots__ = ()

    @property
    @abstractmethod
    def reason(self) -> Message:
        """Why there is no tour."""

    def check(self, problem: Problem) -> bool:
        """Confirm the reason against the problem, without any search.

        Linear in the number of moves, and for a deduction in those of each factor; less for the
        colours of a board, theorems and counts. False if any field has a value of another type.

        Returns
        -------
        bool
            Whether this proves that the problem has no tour.
        """
        return is_well_typed(self) and self._holds(undirected(problem))

    @abstractmethod
    def _holds(self, problem: Problem) -> bool:
        """Confirm the reason; the fields have values of their types."""

    def __str__(self) -> str:
        return str(self.reason)

    def _repr_html_(self) -> str:
        return self.reason._repr_html_()


def listed(names: Sequence[str]) -> str:
    """Return names in a line; if there are many, the first."""
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def is_well_typed(value: Any) -> bool:
    """Return whether the fields of a value, and those within, have values of their types."""
    hints = _hints(value.__class__)
    return all(has_type(getattr(value, name), hints[name]) for name in value.__match_args__)


@lru_cache(maxsize=16)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def has_type(value: object, hint: Any) -> bool:
    """Return whether a value has a type, of generics a tuple or union; booleans are no ints."""
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(has_type(value, part) for part in parts)
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[1:] == (...,):
            return all(has_type(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(map(has_type, value, parts))
    return isinstance(value, hint) and (not hasattr(hint, "__match_args__") or is_well_typed(value))
