"""Every tour, one after the other.

``iter_tours`` is the way in; what it returns is a ``Listing``, an iterator that can say where it
is, so that another one goes on from there. ``feeds`` has the two searches behind it, ``symmetric``
those of tours with a symmetry, ``tokens`` the short texts, and ``prefixes`` parts a listing among
many. ``collection`` keeps tours in files,
of which ``stored`` says what they answer; ``measures`` has statistics over many tours, and
``tables`` gives tours by the thousand to whoever calculates with them.
"""

from .collection import Collection, read_tours, write_tours
from .listing import Listing, iter_tours
from .measures import CollectionStatistics, collection_statistics
from .stored import problem_data, read_problem
from .tables import tour_tables

__all__ = [
    "Collection",
    "CollectionStatistics",
    "Listing",
    "collection_statistics",
    "iter_tours",
    "problem_data",
    "read_problem",
    "read_tours",
    "tour_tables",
    "write_tours",
]
