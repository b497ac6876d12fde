"""The name of a method, which ``method=`` takes; each package has the names of its own methods."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from .arguments import is_name, name_among
from .errors import UnknownName

AUTO: Final = "auto"
"""The program chooses the method. ``None`` means the same."""

TAUGHT: Final = (
    "naive", "backtracking", "warnsdorff", "warnsdorff-backtracking", "branch-and-bound",
)  # fmt: skip
"""The methods of :mod:`caballero.teaching`, which other tasks do not have."""


def chosen(names: Collection[str], method: str | None) -> str | None:
    """Return the method with a name, or None if the program is to choose.

    Raises :class:`UnknownName` for any other name.
    """
    if is_name(method, set(TAUGHT) - {*names}):
        solver = str(method).replace("-", "_").removesuffix("_backtracking")
        raise UnknownName("method-taught", name=method, solver=f"caballero.teaching.solve_{solver}")
    if method is None or is_name(method, {AUTO}):
        return None
    return name_among("method", method, [AUTO, *names])
