"""A board for notebooks: to play on, and to step through a search.

It needs the extra ``notebook`` (anywidget). Notebooks show tours, boards and outcomes without it.
"""

from .board import TourBoard

__all__ = ["TourBoard"]
