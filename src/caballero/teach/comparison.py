"""The comparison: what methods, orders and tie rules cost, side by side.

Nodes and dead ends do not depend on the machine, so they can be compared between a classroom
and a book; times can be compared within one table. Beside them stands the bound of the theory,
8^(n²) for an n×n board: at each of n² squares at most eight moves. Two of the texts that this
package starts from print it wrong, as 8·n² and as 5^(2n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from caballero.errors import UnknownName
from caballero.limits import Limits, Progress
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Stats
from caballero.problem import Problem
from caballero.words import short

from .backtracking import solve_backtracking
from .naive import solve_naive
from .orders import ORDERS, are_of
from .warnsdorff import TIES, solve_warnsdorff

METHODS: Final = ("naive", "backtracking", "warnsdorff", "warnsdorff-backtracking")
"""The methods of the textbook; the last is Warnsdorff's rule that steps back at dead ends."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A method with its order of moves or its tie rule.

    Parameters
    ----------
    method : str
        One of ``METHODS``.
    order : str, optional
        The order of the moves.
    tie : str, optional
        The tie rule of Warnsdorff's.

    Examples
    --------
    >>> from caballero.teach import Contender
    >>> Contender("warnsdorff", tie="roth").name
    'warnsdorff roth'
    """

    method: str
    order: str | None = None
    tie: str | None = None

    @property
    def name(self) -> str:
        """What a table calls it."""
        return " ".join(part for part in (self.method, self.tie, self.order) if part)

    def solve(
        self,
        problem: Problem,
        *,
        seed: int = 0,
        limits: Limits | None = None,
        on_event: Callable[[Progress], None] | None = None,
    ) -> Outcome:
        """Let it look for a tour."""
        match self.method:
            case "naive":
                return solve_naive(problem, self.order, limits=limits, on_event=on_event)
            case "backtracking":
                return solve_backtracking(problem, self.order, limits=limits, on_event=on_event)
            case "warnsdorff" | "warnsdorff-backtracking":
                return solve_warnsdorff(
                    problem,
                    self.tie or "order",
                    order=self.order,
                    backtrack=self.method != "warnsdorff",
                    seed=seed,
                    limits=limits,
                    on_event=on_event,
                )
        raise UnknownName.among("method", short(self.method), METHODS)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a comparison.

    Parameters
    ----------
    problem : Problem
        What was asked.
    contender : Contender
        Who was asked.
    result : str
        ``found``, ``impossible``, ``gave-up`` or ``failed`` (a rule without backtracking).
    stats : Stats
        What it cost.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import Contender, compare
    >>> row = next(compare([Problem.of(5, start="0,0")], [Contender("backtracking", "puc")]))
    >>> row.result, row.stats.nodes, row.bound == 8**25
    ('found', 41, True)
    """

    problem: Problem
    contender: Contender
    result: str
    stats: Stats

    @property
    def bound(self) -> int:
        """The bound of the theory: moves of the piece, to the power of the squares."""
        moves = self.problem.piece.moves(len(self.problem.board.shape))
        return int(len(moves) ** len(self.problem))


def contenders(
    methods: Iterable[str] = ("backtracking", "warnsdorff"),
    orders: Iterable[str] = (),
    ties: Iterable[str] = (),
    problem: Problem | None = None,
) -> list[Contender]:
    """Return every combination: backtracking with each order, Warnsdorff with each tie rule.

    Parameters
    ----------
    methods : iterable of str
        Of ``METHODS``.
    orders : iterable of str
        All that have a name unless given.
    ties : iterable of str
        All that there are unless given.
    problem : Problem, optional
        Whom they are for. The orders that have a name are of the knight's moves on two axes: where
        others are made, and no order is given, the usual one alone takes part.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import contenders
    >>> [c.name for c in contenders(["backtracking", "warnsdorff"], ["puc"], ["roth"])]
    ['backtracking puc', 'warnsdorff roth']
    >>> [c.name for c in contenders(["backtracking"], problem=Problem.of(6, piece="zebra"))]
    ['backtracking']
    """
    tried: list[str | None] = [*orders]
    if not tried:
        fit = problem is None or are_of(problem.piece, len(problem.board.shape))
        tried = [*ORDERS] if fit else [None]
    ties = [*ties] or TIES
    found: list[Contender] = []
    for method in methods:
        if method not in METHODS:
            raise UnknownName.among("method", short(method), METHODS)
        if method.startswith("warnsdorff"):
            found += [Contender(method, tie=tie) for tie in ties]
        else:
            found += [Contender(method, order=order) for order in tried]
    return found


def compare(
    problems: Iterable[Problem],
    candidates: Iterable[Contender],
    *,
    seed: int = 0,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Iterator[Row]:
    """Let every contender solve every problem, and yield a row for each as it is done.

    Parameters
    ----------
    problems : iterable of Problem
        The boards to compare on.
    candidates : iterable of Contender
        Who takes part.
    seed : int
        Of the tie rule ``random``.
    limits : Limits, optional
        For each run.
    on_event : callable, optional
        Called with a :class:`Progress` while a run lasts.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teach import compare, contenders
    >>> for row in compare([Problem.of(5, start="0,0")], contenders(["backtracking"])):
    ...     print(row.contender.order, row.stats.nodes)
    geeksforgeeks 8840
    puc 41
    trekhleb 31693
    granada 76497
    """
    field = list(candidates)
    for problem in problems:
        for contender in field:
            outcome = contender.solve(problem, seed=seed, limits=limits, on_event=on_event)
            yield Row(problem, contender, _result(outcome), outcome.stats)


def _result(outcome: Outcome) -> str:
    match outcome:
        case Found():
            return "found"
        case Impossible():
            return "impossible"
        case GaveUp(limit):
            return "failed" if limit == "method" else "gave-up"
