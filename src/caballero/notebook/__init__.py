"""A board for notebooks: to play on, and to step through a search.

It needs the extra ``notebook`` (anywidget). What only shows itself, a tour, a board, an outcome,
does so without it.
"""

from .board import TourBoard

__all__ = ["TourBoard"]
