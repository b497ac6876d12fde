"""Exact counts of tours.

``count_tours`` returns a ``Count``: a number with its convention. ``engines`` has the table of the
engines, each in one file: ``brute`` (tries everything: the oracle), ``frontier`` (sweeps over the
board), ``strips`` (the automaton of a long strip), ``symmetric`` (tours that a symmetry keeps, and
classes of tours). ``figured`` counts figured
tours, ``showing`` counts tours by their turns, crossings and ends, ``known`` holds
published counts, ``shards`` divides a count into parts.
"""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .brute import brute_count as brute_count
    from .count import Count as Count
    from .counting import (
        count_by_symmetry as count_by_symmetry,
        count_tours as count_tours,
        strip_recurrence as strip_recurrence,
    )
    from .estimate import Estimate as Estimate, Step as Step, estimate_count as estimate_count
    from .figured import count_figured as count_figured
    from .known import Known as Known, agrees as agrees, known_counts as known_counts
    from .listed import estimate_list as estimate_list
    from .showing import count_by as count_by
    from .strips import Recurrence as Recurrence
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "brute": "brute_count",
            "count": "Count",
            "counting": "count_by_symmetry count_tours strip_recurrence",
            "estimate": "Estimate Step estimate_count",
            "figured": "count_figured",
            "listed": "estimate_list",
            "known": "Known agrees known_counts",
            "showing": "count_by",
            "strips": "Recurrence",
        },
    )
