"""Find one tour, or prove that there is none.

``portfolio`` chooses; each other file is one method: ``repair`` (Warnsdorff's rule and what it
leaves out), ``two_factor`` (cycles merged into one), ``frontier`` (a sweep over narrow boards
that also proves). ``reduction`` turns every question into one about cycles.
"""

from .portfolio import find_tour, solve

__all__ = ["find_tour", "solve"]
