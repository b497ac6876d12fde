"""The table of the engines, each a function that counts lines or cycles.

They are defined in :mod:`caballero.counting.count`. An engine is imported when it is first called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget
from caballero.machine.values import frozen
from caballero.model.problem import Problem

from .brute import brute_count

if TYPE_CHECKING:
    from caballero.model.tour import Tour


@frozen
class Engine:
    """An engine: its function, and the facts that its callers must know before."""

    name: str
    run: Callable[..., int]
    takes_clues: bool = False  # inside the tour
    tells_closable: bool = False  # closable tours from others
    keeps: bool = False  # its work in a folder


def listed_count(
    problem: Problem, budget: Budget, closable: bool | None = None, *, directed: bool = False
) -> int:
    """Count the tours by listing them."""
    from .listing.listing import iter_tours

    listing = iter_tours(problem, directed=directed)
    graph, least = problem.graph(), replace(problem, closed=True).fewest

    def meets(tour: Tour) -> bool:
        return len(tour) >= least and graph.has_edge(tour.order[-1], tour.order[0])

    return sum(1 for tour in listing if closable is None or meets(tour) is closable)


def _clues_count(problem: Problem, budget: Budget, closable: bool | None = None) -> int:
    """Count by a search from clue to clue."""
    from .clues import clues_count

    return clues_count(problem, budget, closable)


def _subsets_count(problem: Problem, budget: Budget) -> int:
    """Count by dynamic programming over sets of places."""
    from .subsets import subsets_count

    return subsets_count(problem, budget)


def _strip_count(problem: Problem, budget: Budget) -> int:
    """Count a long strip column by column."""
    from .strips import strip_count

    try:
        return strip_count(problem, budget)
    except OverflowError as error:
        raise InvalidProblem("count-no-strip") from error


def _swept_count(problem: Problem, budget: Budget, **options: Any) -> int:
    """Count by a sweep over the board, by two that meet in the middle, or by the cheaper way."""
    from .frontier import frontier_count  # not needed where a theorem excludes all tours

    return frontier_count(problem, budget, **options)


ENGINES: Final[Mapping[str, Engine]] = MappingProxyType({engine.name: engine for engine in (
    Engine("brute", brute_count, takes_clues=True, tells_closable=True),
    Engine("listing", listed_count, takes_clues=True, tells_closable=True),
    Engine("clues", _clues_count, takes_clues=True, tells_closable=True),
    Engine("subsets", _subsets_count, takes_clues=True),
    Engine("frontier", _swept_count, keeps=True),
    Engine("sweep", partial(_swept_count, halves=False), keeps=True),
    Engine("halves", partial(_swept_count, halves=True), keeps=True),
    Engine("strips", _strip_count),
)})  # fmt: skip
"""The engines by name."""

SHOWN: Final = ("turns", "crossings", "start", "ends")
"""The properties of a tour by which tours can be counted: see :mod:`.showing`."""
