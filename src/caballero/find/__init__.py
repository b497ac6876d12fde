"""Find one tour, or prove that there is none.

``portfolio`` runs the slices that ``plan`` makes, ``methods`` has the table of the methods of a
``prepared`` problem, and each other file is a method: ``proofs`` (no search), ``repair``
(Warnsdorff's rule, then rotations), ``two_factor`` (cycles merged into one), ``path_cover``
(exchanges), ``frontier`` (a sweep over narrow graphs), ``cut_sets`` (which disconnect a graph),
``exact`` (search that learns clauses), ``clues`` (clue numbers).
``hints`` helps with a partial tour, ``fatal`` finds the move of a search after which none was left.
"""

from .portfolio import find_tour, solve

__all__ = ["find_tour", "solve"]
