"""The textbook, kept simple on purpose: from the naive method to Warnsdorff's rule.

``generic`` is backtracking that knows no problem, ``puzzles`` what it can do; ``naive``,
``backtracking`` (with the ``orders`` of the moves) and ``warnsdorff`` are the three methods for
tours; ``tracing`` tells a search step by step, ``comparison`` puts them side by side.
"""

from .backtracking import solve_backtracking
from .comparison import METHODS, Contender, Row, compare, contenders
from .generic import Puzzle, backtrack
from .naive import count_walks, solve_naive
from .orders import ORDERS, move_order, order_text
from .tracing import Event, EventKind, trace
from .warnsdorff import TIES, solve_warnsdorff

__all__ = [
    "METHODS",
    "ORDERS",
    "TIES",
    "Contender",
    "Event",
    "EventKind",
    "Puzzle",
    "Row",
    "backtrack",
    "compare",
    "contenders",
    "count_walks",
    "move_order",
    "order_text",
    "solve_backtracking",
    "solve_naive",
    "solve_warnsdorff",
    "trace",
]
