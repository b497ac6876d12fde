"""Tours that are constructed, not searched for.

``structured`` is what is asked of them; ``rectangles`` chooses a plan for a board, ``plan`` says
how tours of its parts are joined, ``layout`` how plans lie on the board, and ``tables`` holds the
small tours from which all others are made.
"""

from .structured import StructuredTour, constructed_tour, structured_tour

__all__ = ["StructuredTour", "constructed_tour", "structured_tour"]
