"""Puzzles: problems with given numbers that have exactly one tour.

``unique`` decides whether a problem has one tour, several or none.
"""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .unique import (
        Several as Several,
        Unique as Unique,
        another_tour as another_tour,
        is_unique as is_unique,
    )
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__, {"unique": "Several Unique another_tour is_unique"}
    )
