"""Exact counts of tours.

``count_tours`` is the way in; a ``Count`` is a number that knows its convention (``count.py``
says which there are). Each engine is one file: ``brute`` (tries everything: the oracle, and the
only one for clues), ``frontier`` (a sweep over the board, or two that ``meet``), ``strips`` (the
automaton of a long strip), ``symmetric`` (tours that a symmetry keeps, and classes). ``known`` has
what others published. ``sampling`` finds tours by their number, and draws them at random.
"""

from .brute import brute_count
from .count import Count
from .counting import METHODS, count_by_symmetry, count_tours, strip_recurrence
from .known import Known, agrees, known_counts
from .sampling import TourSpace, rank, sample_tours, tour_space, unrank
from .strips import Recurrence

__all__ = [
    "METHODS",
    "Count",
    "Known",
    "Recurrence",
    "TourSpace",
    "agrees",
    "brute_count",
    "count_by_symmetry",
    "count_tours",
    "known_counts",
    "rank",
    "sample_tours",
    "strip_recurrence",
    "tour_space",
    "unrank",
]
