"""Exact counts of tours.

``count_tours`` returns a ``Count``: a number with its convention. ``engines`` has the table of the
engines, each in a file: ``brute`` (tries everything: the oracle), ``subsets`` (of the places of a
small dense graph), ``frontier`` (sweeps over the board), ``strips`` (the automaton of a strip),
``symmetric`` (tours that a symmetry keeps, and classes of tours). ``figured`` counts figured tours,
``showing`` counts tours by their turns, crossings and ends, ``known`` holds published counts,
``shards`` divides a count into parts.
"""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from .brute import brute_count as brute_count
    from .collection.collection import (
        Collection as Collection,
        read_tours as read_tours,
        write_tours as write_tours,
    )
    from .collection.measures import (
        CollectionStatistics as CollectionStatistics,
        Extreme as Extreme,
        collection_statistics as collection_statistics,
    )
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
    from .listing.listing import Listing as Listing, iter_tours as iter_tours
    from .listing.magic import magic_tours as magic_tours
    from .listing.tables import tour_tables as tour_tables
    from .ranks.space import (
        TourSpace as TourSpace,
        sample_tours as sample_tours,
        tour_space as tour_space,
    )
    from .run.running import (
        RunStatus as RunStatus,
        collect_run as collect_run,
        create_run as create_run,
        resume_run as resume_run,
        run_status as run_status,
        run_tours as run_tours,
        start_run as start_run,
        verify_run as verify_run,
    )
    from .run.session import RunResult as RunResult
    from .run.workers import Workers as Workers, cluster as cluster
    from .showing import count_by as count_by
    from .strips import Recurrence as Recurrence
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "brute": "brute_count",
            "collection.collection": "Collection read_tours write_tours",
            "collection.measures": "CollectionStatistics Extreme collection_statistics",
            "count": "Count",
            "counting": "count_by_symmetry count_tours strip_recurrence",
            "estimate": "Estimate Step estimate_count",
            "figured": "count_figured",
            "known": "Known agrees known_counts",
            "listed": "estimate_list",
            "listing.listing": "Listing iter_tours",
            "listing.magic": "magic_tours",
            "listing.tables": "tour_tables",
            "ranks.space": "TourSpace sample_tours tour_space",
            "run.running": (
                "RunStatus collect_run create_run resume_run run_status run_tours start_run "
                "verify_run"
            ),
            "run.session": "RunResult",
            "run.workers": "Workers cluster",
            "showing": "count_by",
            "strips": "Recurrence",
        },
    )
