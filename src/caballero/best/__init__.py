"""The best of many: the cheapest tour, the fewest turns, the longest uncrossed path.

``best`` turns a problem with costs into a network, whose cheapest cycle ``cheapest`` finds, with
proofs by ``inequalities`` where an extra is installed, which ``cuts`` finds; ``costs`` reads the
costs. ``uncrossed`` and ``lines`` sweep over a board and keep the best way to each state of the
frontier (``layers``). ``lines`` improves tours by ``exchange`` first, and leaves out what
``pair_bound`` shows to be too expensive.
"""

from typing import TYPE_CHECKING

from caballero.machine.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .best import best_tour as best_tour, solve_best as solve_best
    from .longest import find_longest as find_longest
    from .salesman import traveling_salesman as traveling_salesman
    from .uncrossed import longest_uncrossed as longest_uncrossed
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "best": "best_tour solve_best",
            "salesman": "traveling_salesman",
            "longest": "find_longest",
            "uncrossed": "longest_uncrossed",
        },
    )
