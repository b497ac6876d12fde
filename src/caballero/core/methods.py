"""The names of the methods for each task, and the values of ``method=``.

Each package holds its own methods; only their names are here, so that a program can list them and
refuse an unknown name before it imports any method.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .arguments import is_name, shown
from .errors import UnknownName

AUTO: Final = "auto"
"""The program chooses the method. ``None`` means the same."""

_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "find": (
            "theorems", "structured", "reach", "proofs", "repair", "two-factor", "path-cover",
            "frontier", "cut-sets", "clues", "numbers", "transitions", "parts", "sat",
            "exact",
        ),
        "count": ("brute", "listing", "frontier", "sweep", "halves", "strips"),
        "list": (),  # the problem decides
        "sample": ("sweep", "halves"),
        "teach": (
            "naive", "backtracking", "warnsdorff", "warnsdorff-backtracking", "branch-and-bound",
        ),
    }
)  # fmt: skip


def methods(task: str = "find") -> tuple[str, ...]:
    """Return the names that ``method=`` takes, besides ``"auto"`` and None.

    Parameters
    ----------
    task : str
        ``find`` (:func:`caballero.find_tour`, :func:`caballero.solve`), ``count``
        (:func:`caballero.count_tours`), ``list`` (:func:`caballero.iter_tours`), ``sample``
        (:func:`caballero.sample_tours`) or ``teach`` (:mod:`caballero.teach`).

    Raises
    ------
    UnknownName
        If there is no such task.

    Examples
    --------
    >>> from caballero import methods
    >>> methods("count")
    ('brute', 'listing', 'frontier', 'sweep', 'halves', 'strips')
    """
    if not is_name(task, _NAMES):
        raise UnknownName.among("task", task, _NAMES)
    return _NAMES[task]


def chosen(task: str, method: str | None) -> str | None:
    """Return the method that was named, or None if the program is to choose.

    Raises :class:`UnknownName` if there is no such method.

    >>> chosen("count", "auto"), chosen("count", None), chosen("count", "brute")
    (None, None, 'brute')
    """
    if method is None or is_name(method, {AUTO}):
        return None
    return named(task, method, AUTO)


def named(task: str, method: str, *more: str) -> str:
    """Return the name of a method, or raise :class:`UnknownName`.

    >>> named("teach", "naive")
    'naive'
    """
    if not is_name(method, _NAMES[task]):
        from .words import short

        raise UnknownName.among(
            "method",
            shown(method) if not isinstance(method, str) else short(method),
            [*more, *_NAMES[task]],
        )
    return method
