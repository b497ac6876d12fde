"""Tours by their numbers, and random tours.

A ``TourSpace`` numbers all tours of a problem: ``rank`` returns the number of a tour, ``unrank``
the tour of a number, and a random number gives a random tour. ``whole`` stores all layers of a
sweep; ``halves`` joins two half sweeps if a whole one is too large.
"""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .space import (
        TourSpace as TourSpace,
        sample_tours as sample_tours,
        tour_space as tour_space,
    )
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__, {"space": "TourSpace sample_tours tour_space"}
    )
