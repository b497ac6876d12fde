"""The textbook, kept simple on purpose: from the naive method to Warnsdorff's rule.

``generic`` is backtracking for any puzzle, ``branch_and_bound`` finds the best solution of one, and
``puzzles`` has examples of both. The three methods for tours are ``naive``, ``backtracking`` (with
the ``orders`` of the moves) and ``warnsdorff``; ``bounded`` finds the best one. ``tracing``
shows a search step by step; ``comparison`` compares the costs of methods.
"""

from caballero.core.events import Event, EventKind, Standing

from .backtracking import solve_backtracking
from .bounded import COSTS, solve_branch_and_bound
from .branch_and_bound import STRATEGIES, BestSoFar, BoundedPuzzle, minimize, trace_minimize
from .comparison import Contender, Row, compare, contenders
from .generic import SearchProblem, backtrack, trace_puzzle
from .naive import count_walks, solve_naive
from .orders import ORDERS, move_order, order_text
from .tracing import trace
from .warnsdorff import TIES, solve_warnsdorff

__all__ = [
    "COSTS",
    "ORDERS",
    "STRATEGIES",
    "TIES",
    "BestSoFar",
    "BoundedPuzzle",
    "Contender",
    "Event",
    "EventKind",
    "Row",
    "SearchProblem",
    "Standing",
    "backtrack",
    "compare",
    "contenders",
    "count_walks",
    "minimize",
    "move_order",
    "order_text",
    "solve_backtracking",
    "solve_branch_and_bound",
    "solve_naive",
    "solve_warnsdorff",
    "trace",
    "trace_minimize",
    "trace_puzzle",
]
