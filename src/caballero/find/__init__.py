"""Find a tour, or prove that there is none.

``portfolio`` runs the slices that ``plan`` makes, ``methods`` has the table of the methods of a
``prepared`` problem, and each other file is a method: ``proofs`` (no search), ``repair``
(Warnsdorff's rule, then rotations), ``two_factor`` (merged cycles), ``path_cover``
(exchanges), ``frontier`` (a sweep over narrow graphs), ``cut_sets`` (which disconnect a graph),
``exact`` (search that learns clauses), ``clues`` (clue numbers).
``hints`` helps with a partial tour, ``fatal`` finds the move of a search after which none was left.
"""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from .construct.structured import (
        StructuredTour as StructuredTour,
        structured_tour as structured_tour,
    )
    from .portfolio import find_tour as find_tour, solve as solve
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "construct.structured": "StructuredTour structured_tour",
            "portfolio": "find_tour solve",
        },
    )
