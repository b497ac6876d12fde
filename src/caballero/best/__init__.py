"""The best of many: the cheapest tour, and the longest path whose moves do not cross.

``best`` turns a problem with costs into a network, whose cheapest cycle ``cheapest`` finds;
``costs`` reads the costs. ``uncrossed`` sweeps over a board and keeps, for each state of the
frontier, its longest paths.
"""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .best import best_tour as best_tour
    from .uncrossed import Uncrossed as Uncrossed, longest_uncrossed as longest_uncrossed
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "best": "best_tour",
            "uncrossed": "Uncrossed longest_uncrossed",
        },
    )
