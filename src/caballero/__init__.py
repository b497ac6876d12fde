"""Knight's tours, and Hamiltonian paths in general.

Ask with a :class:`Problem`, get a :class:`Tour`, a reason why there is none, or nothing at all
if a limit came first; and check any of it with :func:`verify`.

>>> import caballero
>>> tour = caballero.find_tour("8x8", start="a1")
>>> len(tour), caballero.verify(tour).valid
(64, True)

The textbook (naive, backtracking, Warnsdorff, traces, comparisons) is ``caballero.teach``;
text formats are ``caballero.formats``, pictures ``caballero.render``.
"""

import gc
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .board import Board
    from .certificate import Exhausted, Imbalance, Theorem, TooFar, TooFew, Unreachable
    from .claim import Claim
    from .construct import StructuredTour, constructed_tour, structured_tour
    from .count import (
        Count,
        Known,
        TourSpace,
        count_tours,
        known_counts,
        rank,
        sample_tours,
        tour_space,
        unrank,
    )
    from .deduction import Deduction
    from .errors import (
        CaballeroError,
        InvalidBoard,
        InvalidGraph,
        InvalidInput,
        InvalidPiece,
        InvalidProblem,
        InvalidSquare,
        InvalidTour,
        LimitReached,
        NoTour,
        TooLarge,
        UnknownName,
    )
    from .find import find_tour, solve
    from .graph import Graph
    from .judge import Fault, Verdict, verify
    from .limits import Limits, Progress
    from .listing import Listing, iter_tours
    from .outcome import Found, GaveUp, Impossible, Phase, Stats
    from .piece import Piece
    from .problem import Problem
    from .statistics import TourStatistics, tour_statistics
    from .symmetry import Symmetry, SymmetryClass, symmetries
    from .tour import Tour
    from .words import Message

__version__ = "0.1.0"

__all__ = [
    "Board",
    "CaballeroError",
    "Claim",
    "Count",
    "Deduction",
    "Exhausted",
    "Fault",
    "Found",
    "GaveUp",
    "Graph",
    "Imbalance",
    "Impossible",
    "InvalidBoard",
    "InvalidGraph",
    "InvalidInput",
    "InvalidPiece",
    "InvalidProblem",
    "InvalidSquare",
    "InvalidTour",
    "Known",
    "LimitReached",
    "Limits",
    "Listing",
    "Message",
    "NoTour",
    "Phase",
    "Piece",
    "Problem",
    "Progress",
    "Stats",
    "StructuredTour",
    "Symmetry",
    "SymmetryClass",
    "Theorem",
    "TooFar",
    "TooFew",
    "TooLarge",
    "Tour",
    "TourSpace",
    "TourStatistics",
    "UnknownName",
    "Unreachable",
    "Verdict",
    "__version__",
    "constructed_tour",
    "count_tours",
    "find_tour",
    "iter_tours",
    "known_counts",
    "rank",
    "sample_tours",
    "solve",
    "structured_tour",
    "symmetries",
    "tour_space",
    "tour_statistics",
    "unrank",
    "verify",
]

# Where each name lives. It is imported when it is first asked for: a program that needs one
# thing does not wait for all of them, and a small tour takes less time than they do.
_HOMES: Final = {
    "Board": "board",
    "CaballeroError": "errors",
    "Claim": "claim",
    "Count": "count",
    "Deduction": "deduction",
    "Exhausted": "certificate",
    "Fault": "judge",
    "Found": "outcome",
    "GaveUp": "outcome",
    "Graph": "graph",
    "Imbalance": "certificate",
    "Impossible": "outcome",
    "InvalidBoard": "errors",
    "InvalidGraph": "errors",
    "InvalidInput": "errors",
    "InvalidPiece": "errors",
    "InvalidProblem": "errors",
    "InvalidSquare": "errors",
    "InvalidTour": "errors",
    "Known": "count",
    "LimitReached": "errors",
    "Limits": "limits",
    "Listing": "listing",
    "Message": "words",
    "NoTour": "errors",
    "Phase": "outcome",
    "Piece": "piece",
    "Problem": "problem",
    "Progress": "limits",
    "Stats": "outcome",
    "StructuredTour": "construct",
    "Symmetry": "symmetry",
    "SymmetryClass": "symmetry",
    "Theorem": "certificate",
    "TooFar": "certificate",
    "TooFew": "certificate",
    "TooLarge": "errors",
    "Tour": "tour",
    "TourSpace": "count",
    "TourStatistics": "statistics",
    "UnknownName": "errors",
    "Unreachable": "certificate",
    "Verdict": "judge",
    "constructed_tour": "construct",
    "count_tours": "count",
    "find_tour": "find",
    "iter_tours": "listing",
    "known_counts": "count",
    "rank": "count",
    "sample_tours": "count",
    "solve": "find",
    "structured_tour": "construct",
    "symmetries": "symmetry",
    "tour_space": "count",
    "tour_statistics": "statistics",
    "unrank": "count",
    "verify": "judge",
}


def __getattr__(name: str) -> object:
    """Return a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    collecting = gc.isenabled()
    gc.disable()  # an import makes thousands of objects, and none of them is garbage
    try:
        value: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    finally:
        if collecting:
            gc.enable()
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
