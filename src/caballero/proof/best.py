"""The outcome of a search for the best tour.

Invariant: no tour has a better cost than `bound`; if `optimal`, the tour's cost is the bound.
"""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caballero.machine.limits import Budget
from caballero.machine.values import frozen, replace
from caballero.model.graph import P_co

from .outcome import Found

if TYPE_CHECKING:
    from caballero.model.graph import Number


@frozen
class Best(Found[P_co]):
    """The best tour that was found, and how good any tour can be. Truthy.

    Parameters
    ----------
    tour : Tour
        The tour, verified; or the path of :func:`caballero.find_longest`.
    stats : Stats
        The cost of the search.
    cost : int, Fraction or float
        The cost of the tour, or the number of moves of the path.
    bound : int, Fraction or float
        No tour costs less; or more, if the largest cost was looked for. ``gap`` compares the two.
    optimal : bool
        Whether it is proved that no tour is better. Costs that are floats are compared after
        rounding; see :func:`caballero.best_tour`.
    proof : Path, optional
        The file with the proof that it is the best, if asked for and written.
    limit : str, optional
        What ended the search before that was proved: as in :class:`GaveUp`; ``method`` if more
        time would prove no more, because too many edges or too wide a board are left.

    Examples
    --------
    >>> from caballero import Graph, best_tour
    >>> square = [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 0, 1), (0, 2, 9)]
    >>> best = best_tour(Graph.from_edges(square), closed=True)
    >>> best.cost, best.bound, best.optimal
    (4, 4, True)
    >>> best.gap
    0.0
    """

    cost: Number
    bound: Number
    optimal: bool
    proof: Path | None = None
    limit: str | None = None

    @property
    def gap(self) -> float:
        """How far the cost may be from the best, as a part of the cost; 0 if it is optimal."""
        away: Any = abs(self.cost - self.bound)
        return float(away / abs(self.cost)) if self.cost else away and inf

    def __repr__(self) -> str:
        proof = "optimal" if self.optimal else f"bound {self.bound}"
        return f"<best: tour of cost {self.cost}, {proof}, by {self.stats.method}>"


def ended(best: Best[P_co], budget: Budget) -> Best[P_co]:
    """Return the outcome of a search that has ended, with what ended it if that is no proof."""
    return best if best.optimal else replace(best, limit=budget.reached or "method")
