"""The comparison: what methods, orders and tie rules cost, side by side.

Nodes and dead ends do not depend on the machine, so a classroom can compare them with a book;
times can be compared within one table only. The table also has the theoretical bound, 8^(n²) for
an n×n board: at most eight moves at each of n² squares. Two of the texts that this package is
based on print it wrong, as 8·n² and as 5^(2n).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, Unpack, cast

from caballero.machine.arguments import listed, name_among, of_type, seed_of
from caballero.machine.limits import LimitOptions
from caballero.machine.methods import TAUGHT
from caballero.model.adjacency import moves_on
from caballero.model.problem import Ground, Problem
from caballero.proof.asking import QUESTION, verb
from caballero.proof.best import Best
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Stats

from .backtracking import solve_backtracking
from .bounded import solve_branch_and_bound
from .branch_and_bound import STRATEGIES
from .naive import solve_naive
from .orders import ORDERS, are_of
from .warnsdorff import TIE_NAMES, TIES, solve_warnsdorff

METHODS: Final = TAUGHT
"""The methods by name."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A method with its order of moves, its tie rule, or its strategy and bound.

    Parameters
    ----------
    method : str
        A name of ``methods("teach")``.
    order : str, optional
        The order of the moves.
    tie : str, optional
        The tie rule of Warnsdorff's rule.
    strategy, bounded : str, optional
        Those of branch and bound.

    Examples
    --------
    >>> from caballero.teaching import Contender
    >>> Contender("warnsdorff", tie="roth").name
    'warnsdorff roth'
    """

    method: str
    order: str | None = None
    tie: str | None = None
    strategy: str | None = None
    bounded: str | None = None

    @property
    def settings(self) -> str:
        """The tie rule, the order, the bound and the strategy, as far as they were chosen."""
        chosen = self.tie, self.order, self.bounded, self.strategy
        return " ".join(part for part in chosen if part)

    @property
    def name(self) -> str:
        """The method and its settings, as a chart shows them."""
        return f"{self.method} {self.settings}".rstrip()

    @verb(without=QUESTION)
    def solve(
        self,
        problem: Problem,
        *,
        seed: int = 0,
        **how: Unpack[LimitOptions],
    ) -> Outcome:
        """Search for a tour with this method."""
        match name_among("method", self.method, METHODS):
            case "naive":
                return solve_naive(problem, self.order, **how)
            case "backtracking":
                return solve_backtracking(problem, self.order, **how)
            case "branch-and-bound":
                chosen = self.strategy or "least", self.bounded or "ahead", self.order
                return solve_branch_and_bound(problem, *chosen, **how)
        return solve_warnsdorff(
            problem,
            self.tie or "order",
            order=self.order,
            backtrack=self.method != "warnsdorff",
            seed=seed or 0,
            **how,
        )


@dataclass(frozen=True, slots=True)
class FatalMove:
    """The first square of a search that gave up after which no tour is left.

    Parameters
    ----------
    number : int
        Its number on the path, from 1, the start.
    square : str
        Its name.
    nodes : int
        The nodes below it so far, itself included.
    sure : bool
        Whether it is certain that a tour was left before it; otherwise an earlier square may be
        the first.

    Examples
    --------
    >>> from caballero.teaching import FatalMove
    >>> FatalMove(9, "c5", 212_000_000).sure
    True
    """

    number: int
    square: str
    nodes: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a comparison.

    Parameters
    ----------
    problem : Problem
        The problem.
    contender : Contender
        The method, with its order or tie rule.
    result : str
        ``found``, ``impossible``, ``gave-up`` or ``failed`` (a rule without backtracking).
    stats : Stats
        What it cost.
    fatal : FatalMove, optional
        Of a search that gave up, if it was looked for (:mod:`caballero.teaching.fatal`).

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import Contender, compare
    >>> row = next(compare([Problem(5, start="0,0")], [Contender("backtracking", "puc")]))
    >>> row.result, row.stats.nodes, row.bound == 8**25
    ('found', 41, True)
    """

    problem: Problem
    contender: Contender
    result: str
    stats: Stats
    fatal: FatalMove | None = None

    @property
    def bound(self) -> int:
        """The theoretical bound: the number of moves to the power of the number of squares."""
        moves = moves_on(self.problem.board, self.problem.piece)
        return int(len(moves) ** len(self.problem))


def contenders(
    methods: Iterable[str] = ("backtracking", "warnsdorff"),
    orders: Iterable[str] = (),
    ties: Iterable[str] = (),
    problem: Problem | None = None,
    strategies: Iterable[str] = (),
    bounds: Iterable[str] = (),
) -> list[Contender]:
    """Return every combination: each method with each of its orders, tie rules, or strategies.

    Parameters
    ----------
    methods : iterable of str
        Of ``methods("teach")``.
    orders : iterable of str
        By default all that have a name.
    ties : iterable of str
        By default all.
    problem : Problem, optional
        The problem to compare on. The named orders are of the knight's moves on two axes; for
        other moves, the default is the usual order alone.
    strategies, bounds : iterable of str
        Of branch and bound: by default all strategies, with the bound ``ahead``.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import contenders
    >>> [c.name for c in contenders(["backtracking", "warnsdorff"], ["puc"], ["roth"])]
    ['backtracking puc', 'warnsdorff roth']
    >>> [c.name for c in contenders(["backtracking"], problem=Problem(6, piece="zebra"))]
    ['backtracking']
    """
    tried: list[str | None] = [*orders]
    if not tried:
        fit = problem is None or are_of(problem.piece, problem.board)
        tried = [*ORDERS] if fit else [None]
    ties = [name_among("tie", tie, TIE_NAMES) for tie in ties] or TIES
    pairs = [*product([*bounds] or ["ahead"], [*strategies] or STRATEGIES)]
    found: list[Contender] = []
    for method in methods:
        method = name_among("method", method, METHODS)
        if method.startswith("warnsdorff"):
            found += [Contender(method, tie=tie) for tie in ties]
        elif method == "branch-and-bound":
            found += [Contender(method, strategy=how, bounded=bound) for bound, how in pairs]
        else:
            found += [Contender(method, order=order) for order in tried]
    return found


@verb(without=QUESTION)
def compare(
    problems: Ground | Iterable[Ground],
    candidates: Iterable[Contender] | None = None,
    *,
    seed: int = 0,
    **how: Unpack[LimitOptions],
) -> Iterator[Row]:
    """Run every contender on every problem, and yield a row after each run.

    Parameters
    ----------
    problems : Problem, or what it takes, or a list or an iterator of them
        The boards to compare on.
    candidates : iterable of Contender, optional
        The methods to compare; by default :func:`contenders` of each problem.
    seed : int
        The seed of the tie rule ``random``.
    limits, timeout, callback
        The limits of each run, and a function to call with a :class:`Progress`.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import compare, contenders
    >>> for row in compare([Problem(5, start="0,0")], contenders(["backtracking"])):
    ...     print(row.contender.order, row.stats.nodes)
    geeksforgeeks 8840
    puc 41
    trekhleb 31693
    granada 76497
    >>> len([*compare(5)])
    9
    """
    several = isinstance(problems, (list, tuple, Iterator))
    field = None if candidates is None else listed("candidates", candidates)
    for contender in field or ():
        of_type("candidates", contender, Contender)
    seed = seed_of(seed)
    for ground in cast("Iterable[Ground]", problems) if several else [cast("Ground", problems)]:
        problem = Problem.of(ground)
        for contender in contenders(problem=problem) if field is None else field:
            outcome = contender.solve(problem, seed=seed, **how)
            yield Row(problem, contender, _result(outcome), outcome.stats)


def _result(outcome: Outcome) -> str:
    match outcome:
        case Best(optimal=False):
            return "gave-up"
        case Found():
            return "found"
        case Impossible():
            return "impossible"
        case GaveUp(limit):
            return "failed" if limit == "method" else "gave-up"
