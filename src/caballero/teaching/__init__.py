"""The textbook, kept simple on purpose: from the naive method to Warnsdorff's rule.

``generic`` is backtracking for any puzzle, ``branch_and_bound`` finds its best solution, and
``puzzles`` has examples of both. The three methods for tours are ``naive``, ``backtracking`` (with
the ``orders`` of the moves) and ``warnsdorff``; ``bounded`` finds the best tour. ``tracing``
shows a search step by step, ``tree`` all of it at once; ``comparison`` compares the costs of
methods.
"""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from caballero.model.events import Event as Event, EventKind as EventKind, Standing as Standing

    from .backtracking import solve_backtracking as solve_backtracking
    from .bounded import COSTS as COSTS, solve_branch_and_bound as solve_branch_and_bound
    from .branch_and_bound import (
        STRATEGIES as STRATEGIES,
        BestSoFar as BestSoFar,
        BoundedPuzzle as BoundedPuzzle,
        minimize as minimize,
        trace_minimize as trace_minimize,
    )
    from .comparison import (
        Contender as Contender,
        FatalMove as FatalMove,
        Row as Row,
        compare as compare,
        contenders as contenders,
    )
    from .fatal import with_fatal_move as with_fatal_move
    from .generic import (
        NotesProblem as NotesProblem,
        SearchProblem as SearchProblem,
        backtrack as backtrack,
        trace_puzzle as trace_puzzle,
    )
    from .knuth import Estimate as Estimate, estimate as estimate
    from .naive import count_walks as count_walks, solve_naive as solve_naive
    from .orders import ORDERS as ORDERS, move_order as move_order, order_text as order_text
    from .pictures.chart import (
        rows_cells as rows_cells,
        rows_chart as rows_chart,
        rows_json as rows_json,
        rows_table as rows_table,
    )
    from .pictures.plot import rows_plot as rows_plot
    from .pictures.starts import starts_plot as starts_plot, starts_text as starts_text
    from .pictures.trace import event_text as event_text
    from .pictures.tree import (
        tree_json as tree_json,
        tree_picture as tree_picture,
        tree_text as tree_text,
    )
    from .texts import Passage as Passage, passages as passages
    from .tracing import trace as trace
    from .tree import (
        Branch as Branch,
        Tree as Tree,
        puzzle_tree as puzzle_tree,
        search_tree as search_tree,
    )
    from .warnsdorff import (
        TIE_NAMES as TIE_NAMES,
        TIES as TIES,
        departures as departures,
        solve_warnsdorff as solve_warnsdorff,
    )
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "backtracking": "solve_backtracking",
            "bounded": "COSTS solve_branch_and_bound",
            "branch_and_bound": "BestSoFar BoundedPuzzle STRATEGIES minimize trace_minimize",
            ".model.events": "Event EventKind Standing",
            "comparison": "Contender FatalMove Row compare contenders",
            "fatal": "with_fatal_move",
            "generic": "NotesProblem SearchProblem backtrack trace_puzzle",
            "knuth": "Estimate estimate",
            "naive": "count_walks solve_naive",
            "orders": "ORDERS move_order order_text",
            "pictures.chart": "rows_cells rows_chart rows_json rows_table",
            "pictures.plot": "rows_plot",
            "pictures.starts": "starts_plot starts_text",
            "pictures.trace": "event_text",
            "pictures.tree": "tree_json tree_picture tree_text",
            "texts": "Passage passages",
            "tracing": "trace",
            "tree": "Branch Tree puzzle_tree search_tree",
            "warnsdorff": "TIES TIE_NAMES departures solve_warnsdorff",
        },
    )
