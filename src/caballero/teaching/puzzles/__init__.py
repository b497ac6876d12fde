"""Puzzles for generic backtracking, and for branch and bound: each answers its questions."""

from .assignment import Assignment
from .knapsack import Knapsack
from .knight import KnightsTour
from .queens import Queens
from .route import LeastTraffic
from .salesman import TravellingSalesman
from .shortest import ShortestTour
from .subset_sum import SubsetSum
from .sudoku import Sudoku
from .tours import BOUNDS
from .turns import FewestTurns
from .uncrossed import LongestUncrossed

__all__ = [
    "BOUNDS",
    "Assignment",
    "FewestTurns",
    "Knapsack",
    "KnightsTour",
    "LeastTraffic",
    "LongestUncrossed",
    "Queens",
    "ShortestTour",
    "SubsetSum",
    "Sudoku",
    "TravellingSalesman",
]
