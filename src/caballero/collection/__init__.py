"""Many tours in files, and statistics over them.

``write_tours`` stores tours together with the problem that they answer, ``read_tours`` reads them
back as a ``Collection``; ``measures`` computes statistics of them.
"""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .collection import (
        Collection as Collection,
        read_tours as read_tours,
        write_tours as write_tours,
    )
    from .measures import (
        CollectionStatistics as CollectionStatistics,
        Extreme as Extreme,
        collection_statistics as collection_statistics,
    )
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "collection": "Collection read_tours write_tours",
            "measures": "CollectionStatistics Extreme collection_statistics",
        },
    )
