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

from caballero.core.lazy import lazily as _lazily  # noqa: E402

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
        (:mod:`caballero.teach`).

    Raises
    ------
    UnknownName
        If there is no such task.

    Examples
    --------
    >>> from caballero import methods
    >>> methods("count")
    ('brute', 'listing', 'clues', 'frontier', 'sweep', 'halves', 'strips')
    """
    match task if isinstance(task, str) else None:
        case "find":
            from .find.methods import METHODS

            return tuple(METHODS)
        case "count":
            from .count.engines import ENGINES

            return tuple(ENGINES)
        case "sample":
            from .ranks.space import METHODS as SAMPLING

            return SAMPLING
        case "teach":
            from .teach.comparison import METHODS as TEACHING

            return TEACHING
    from .core.errors import UnknownName

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
    from .construct import structured_tour
    from .core.board import Board
    from .core.errors import CaballeroError, InvalidInput, LimitReached, NoTour, TooLarge
    from .core.graph import Graph
    from .core.language import language
    from .core.limits import Limits, Progress
    from .core.piece import Piece
    from .core.problem import Problem
    from .core.start import Search, start
    from .core.statistics import TourStatistics
    from .core.symmetry import Symmetry, symmetries
    from .core.tour import Tour
    from .count import Count, count_tours, known_counts
    from .find import find_tour, solve
    from .find.hamiltonian import hamiltonian_cycle, hamiltonian_path
    from .listing import Listing, iter_tours
    from .proof.best import Best
    from .proof.judge import Verdict, verify
    from .proof.outcome import Found, GaveUp, Impossible, Stats
    from .puzzles import is_unique
    from .ranks import TourSpace, sample_tours, tour_space
else:
    _attribute, __dir__, __all__ = _lazily(
        __name__,
        {
            "best": "best_tour find_longest traveling_salesman",
            "core.board": "Board",
            "core.errors": "CaballeroError InvalidInput LimitReached NoTour TooLarge",
            "core.graph": "Graph",
            "core.language": "language",
            "core.limits": "Limits Progress",
            "proof.best": "Best",
            "proof.outcome": "Found GaveUp Impossible Stats",
            "core.piece": "Piece",
            "core.problem": "Problem",
            "core.start": "Search start",
            "core.statistics": "TourStatistics",
            "core.symmetry": "Symmetry symmetries",
            "core.tour": "Tour",
            "construct": "structured_tour",
            "count": "Count count_tours known_counts",
            "find": "find_tour solve",
            "find.hamiltonian": "hamiltonian_cycle hamiltonian_path",
            "listing": "Listing iter_tours",
            "proof.judge": "Verdict verify",
            "puzzles": "is_unique",
            "ranks": "TourSpace sample_tours tour_space",
        },
        "best collection construct core count find formats listing proof puzzles ranks render run "
        "teach",
    )
    __all__ += ["__version__", "compiled", "methods"]

    def __getattr__(name: str) -> object:
        """Return a public name from its module."""
        if name == "compiled":
            from .kernels._kernel import is_compiled

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
                "ranks",
                "collection",
                "core",
            ]:
                if name in _attribute(package).__all__:
                    raise AttributeError(f"{error}; it is caballero.{package}.{name}") from None
            raise
