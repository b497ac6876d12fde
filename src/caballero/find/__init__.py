"""Find one tour, or prove that there is none.

``portfolio`` chooses, ``methods`` asks; each other file is one method: ``proofs`` (what needs no
search), ``repair`` (Warnsdorff's rule and what it leaves out), ``two_factor`` (cycles merged into
one), ``path_cover`` (rotations), ``frontier`` (a sweep over narrow graphs, in an order of
``ordering``), ``cuts`` (sets that part a graph), ``exact`` (search that learns), ``clues`` (given
numbers), ``sat`` (a solver from elsewhere). ``hints`` helps with a tour that somebody has begun.
"""

from .portfolio import find_tour, solve

__all__ = ["find_tour", "solve"]
