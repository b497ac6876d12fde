"""The textbook, kept simple on purpose: from the naive method to Warnsdorff's rule.

``generic`` is backtracking for any puzzle, ``branch_and_bound`` finds the best solution of one, and
``puzzles`` has examples of both. The three methods for tours are ``naive``, ``backtracking`` (with
the ``orders`` of the moves) and ``warnsdorff``; ``bounded`` finds the best one. ``tracing``
shows a search step by step, ``tree`` all of it at once; ``comparison`` compares the costs of
methods.
"""

from caballero.core.events import Event, EventKind, Standing

from .backtracking import solve_backtracking
from .bounded import COSTS, solve_branch_and_bound
from .branch_and_bound import STRATEGIES, BestSoFar, BoundedPuzzle, minimize, trace_minimize
from .comparison import Contender, FatalMove, Row, compare, contenders
from .generic import NotesProblem, SearchProblem, backtrack, trace_puzzle
from .knuth import Estimate, estimate
from .naive import count_walks, solve_naive
from .orders import ORDERS, move_order, order_text
from .texts import Passage, passages
from .tracing import trace
from .tree import Branch, Tree, puzzle_tree, search_tree
from .warnsdorff import TIE_NAMES, TIES, departures, solve_warnsdorff

__all__ = [
    "COSTS",
    "ORDERS",
    "STRATEGIES",
    "TIES",
    "TIE_NAMES",
    "BestSoFar",
    "BoundedPuzzle",
    "Branch",
    "Contender",
    "Estimate",
    "Event",
    "EventKind",
    "FatalMove",
    "NotesProblem",
    "Passage",
    "Row",
    "SearchProblem",
    "Standing",
    "Tree",
    "backtrack",
    "compare",
    "contenders",
    "count_walks",
    "departures",
    "estimate",
    "minimize",
    "move_order",
    "order_text",
    "passages",
    "puzzle_tree",
    "search_tree",
    "solve_backtracking",
    "solve_branch_and_bound",
    "solve_naive",
    "solve_warnsdorff",
    "trace",
    "trace_minimize",
    "trace_puzzle",
]
