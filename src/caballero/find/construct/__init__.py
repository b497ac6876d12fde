"""Tours that are constructed, not searched for.

``structured`` is their interface; ``rectangles`` chooses a plan for a board, ``plan`` joins tours
of its parts, ``layout`` places plans on the board, and ``tables`` holds the small tours from which
all others are made.
"""
