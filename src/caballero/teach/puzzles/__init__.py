"""Puzzles for generic backtracking: each answers its five questions."""

from .knight import KnightsTour
from .queens import Queens
from .subset_sum import SubsetSum
from .sudoku import Sudoku

__all__ = ["KnightsTour", "Queens", "SubsetSum", "Sudoku"]
