"""Puzzles for the generic backtracking, each as the five answers that it needs."""

from .knight import KnightsTour
from .queens import Queens
from .subset_sum import SubsetSum
from .sudoku import Sudoku

__all__ = ["KnightsTour", "Queens", "SubsetSum", "Sudoku"]
