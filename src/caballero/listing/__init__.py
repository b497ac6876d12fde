"""Every tour, one after the other.

``iter_tours`` returns a ``Listing``: an iterator with a token of its position, from which another
listing resumes. ``trees`` chooses what to search, ``sources`` searches it, ``quotient`` is
about tours with a symmetry, ``cycles`` writes and judges tours, ``tokens`` writes positions as
short texts, ``work`` divides a listing among workers, and ``tables`` gives tours as arrays,
thousands at a time. ``magic`` finds tours whose numbers have equal sums.
"""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .listing import Listing as Listing, iter_tours as iter_tours
    from .magic import magic_tours as magic_tours
    from .tables import tour_tables as tour_tables
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__, {"listing": "Listing iter_tours", "magic": "magic_tours", "tables": "tour_tables"}
    )
