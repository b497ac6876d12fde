"""Knight's tours, and Hamiltonian paths in general.

Ask with a :class:`Problem`, get a :class:`Tour`, a reason why there is none, or nothing at all
if a limit came first; and check any of it with :func:`verify`.

>>> import caballero
>>> tour = caballero.find_tour("8x8", start="a1")
>>> len(tour), caballero.verify(tour).valid
(64, True)

The textbook (naive, backtracking, Warnsdorff, traces, comparisons) is ``caballero.teaching``;
text formats are ``caballero.formats``, pictures ``caballero.render``.
"""

import _signal  # type: ignore[import-not-found]  # the module signal, and __future__, would take long
import os as _os
import sys as _sys


def _stop_at_once(*_signal: object) -> None:
    """End the command: an exception may be lost in an import."""
    _os._exit(130)


def _is_command(words: list[str]) -> bool:
    """Return whether this is the command, and no program that imports the package."""
    if words[:1] == ["-m"]:  # until Python has found the module
        return _sys.orig_argv[: -len(words) + 1 or None][-1:] == ["caballero"]
    return _os.path.basename("".join(words[:1])).partition(".")[0] == "caballero"  # noqa: PTH119


if (
    _is_command(_sys.argv)  # from its first import on
    and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
):
    _signal.signal(_signal.SIGINT, _stop_at_once)

from caballero.machine.lazy import lazily as _lazily  # noqa: E402

TYPE_CHECKING = False  # typing takes most of the time of this import

__version__ = "0.1.0"

compiled: bool
"""Whether the inner loops run compiled, or as plain Python; found out when it is first asked."""


def methods(task: str = "find") -> tuple[str, ...]:
    """Return the names that ``method=`` takes, besides ``"auto"`` and None.

    Parameters
    ----------
    task : str
        ``find`` (:func:`caballero.find_tour`, :func:`caballero.solve`), ``count``
        (:func:`caballero.count_tours`), ``sample`` (:func:`caballero.sample_tours`) or ``teach``
        (:mod:`caballero.teaching`).

    Raises
    ------
    UnknownName
        If there is no such task.

    Examples
    --------
    >>> from caballero import methods
    >>> methods("count")
    ('brute', 'listing', 'clues', 'subsets', 'frontier', 'sweep', 'halves', 'strips')
    """
    match task if isinstance(task, str) else None:
        case "find":
            from .find.methods import METHODS

            return tuple(METHODS)
        case "count":
            from .counting.engines import ENGINES

            return tuple(ENGINES)
        case "sample":
            from .counting.ranks.space import METHODS as SAMPLING

            return SAMPLING
        case "teach":
            from .teaching.comparison import METHODS as TEACHING

            return TEACHING
    from .machine.errors import UnknownName

    raise UnknownName.among("task", task, ("find", "count", "sample", "teach"))


if TYPE_CHECKING:
    __all__ = [  # as _lazily makes it: checkers read a literal
        "Best", "Board", "CaballeroError", "Count", "Found", "GaveUp", "Graph", "Impossible",
        "InvalidInput", "LimitReached", "Limits", "Listing", "NoTour", "Piece", "Problem",
        "Progress", "Search", "Stats", "Symmetry", "TooLarge", "Tour", "TourSpace",
        "TourStatistics", "Verdict", "__version__", "best_tour", "compiled", "count_tours",
        "find_longest", "find_tour", "hamiltonian_cycle", "hamiltonian_path", "is_unique",
        "iter_tours", "known_counts", "language", "methods", "sample_tours", "solve", "start",
        "structured_tour", "symmetries", "tour_space", "traveling_salesman", "verify",
    ]  # fmt: skip

    from .best import best_tour, find_longest, traveling_salesman
    from .counting import (
        Count,
        Listing,
        TourSpace,
        count_tours,
        iter_tours,
        known_counts,
        sample_tours,
        tour_space,
    )
    from .find import find_tour, solve, structured_tour
    from .find.hamiltonian import hamiltonian_cycle, hamiltonian_path
    from .machine.errors import CaballeroError, InvalidInput, LimitReached, NoTour, TooLarge
    from .machine.language import language
    from .machine.limits import Limits, Progress
    from .machine.start import Search, start
    from .model.board import Board
    from .model.graph import Graph
    from .model.piece import Piece
    from .model.problem import Problem
    from .model.statistics import TourStatistics
    from .model.symmetry import Symmetry, symmetries
    from .model.tour import Tour
    from .proof.best import Best
    from .proof.judge import Verdict, verify
    from .proof.outcome import Found, GaveUp, Impossible, Stats
    from .puzzles import is_unique
else:
    _attribute, __dir__, __all__ = _lazily(
        __name__,
        {
            "best": "best_tour find_longest traveling_salesman",
            "model.board": "Board",
            "machine.errors": "CaballeroError InvalidInput LimitReached NoTour TooLarge",
            "model.graph": "Graph",
            "machine.language": "language",
            "machine.limits": "Limits Progress",
            "proof.best": "Best",
            "proof.outcome": "Found GaveUp Impossible Stats",
            "model.piece": "Piece",
            "model.problem": "Problem",
            "machine.start": "Search start",
            "model.statistics": "TourStatistics",
            "model.symmetry": "Symmetry symmetries",
            "model.tour": "Tour",
            "counting": (
                "Count Listing TourSpace count_tours iter_tours known_counts sample_tours "
                "tour_space"
            ),
            "find": "find_tour solve structured_tour",
            "find.hamiltonian": "hamiltonian_cycle hamiltonian_path",
            "proof.judge": "Verdict verify",
            "puzzles": "is_unique",
        },
        "best counting find formats machine model proof puzzles render teaching web",
    )
    __all__ += ["__version__", "compiled", "methods"]

    def __getattr__(name: str) -> object:
        """Return a public name from its module."""
        if name == "compiled":
            from .machine.kernel import is_compiled

            return is_compiled()
        try:
            return _attribute(name)
        except AttributeError as error:
            for package in [
                "best",
                "puzzles",
                "proof",
                "formats",
                "render",
                "counting",
                "model",
            ]:
                if name in _attribute(package).__all__:
                    raise AttributeError(f"{error}; it is caballero.{package}.{name}") from None
            raise
