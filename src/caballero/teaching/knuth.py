"""How large a search tree is, without searching it: D. E. Knuth's estimate.

A probe walks from the root to a leaf, and chooses among the possible moves at random. If it had a,
then b, then c moves to choose from, the tree has about 1 + a + ab + abc nodes: the mean over all
probes is right. Few probes meet the few large branches, so the spread says more than the mean
("Estimating the efficiency of backtrack programs", Math. Comp. 29, 1975, 121–136).

The tree is that of an exhaustive search from one start, past every tour; the order of the moves
does not change it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from caballero.machine.arguments import whole
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, LimitHit
from caballero.model.problem import Ground, Problem, refuse_huge
from caballero.proof.asking import asking, verb

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

PROBES: Final = 1000
"""How many probes are made by default, some tenths of a second on 8×8."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a tree's size.

    Parameters
    ----------
    nodes : float
        The nodes of the tree: the mean over the probes; a whole number where floats end.
    error : float
        The standard error of the mean.
    probes : int
        How many probes were made.
    profile : tuple of float
        The nodes at each depth, from the start on.

    Examples
    --------
    >>> from caballero.teaching import Estimate
    >>> tree = Estimate(13, 0.5, 100, (1, 3, 9, 0))
    >>> tree.branching, round(tree.base, 2)
    ((3.0, 3.0, 0.0), 2.35)
    """

    nodes: float
    error: float
    probes: int
    profile: tuple[float, ...]

    @property
    def branching(self) -> tuple[float, ...]:
        """The mean number of children of a node, at each depth."""
        return tuple(
            _quotient(below, nodes) if nodes else 0.0 for nodes, below in pairwise(self.profile)
        )

    @property
    def base(self) -> float:
        """The number k for which k to the power of the moves of a tour is the number of nodes."""
        return math.exp(math.log(self.nodes) / max(len(self.profile) - 1, 1))


@verb()
def estimate(ground: Ground, probes: int = PROBES, **asked: Unpack[Searched]) -> Estimate:
    """Estimate how many nodes backtracking has if it searches everything.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The default start is the first square, or vertex.
    probes : int
        How many probes to make.
    seed : int
        The seed of the probes.
    limits : Limits, optional
        When to stop making probes; at least one is made.

    Examples
    --------
    The tree of 4×4 from a corner has 2223 nodes:

    >>> from caballero.teaching import estimate
    >>> round(estimate(4, 4000).nodes / 2223, 1)
    1.0
    """
    probes = whole("probes", probes, least=1)
    with asking(ground, asked) as (problem, budget, seed):
        refuse_huge(problem.ground)
        if problem.precedences():
            raise InvalidProblem("trace-waypoints")
        return _estimate(problem, probes, random.Random(seed), budget)


def _estimate(problem: Problem, probes: int, rng: random.Random, budget: Budget) -> Estimate:
    graph, known = problem.graph(), problem.numbered()
    rows = [[*graph.indices[a:b]] for a, b in pairwise(graph.indptr)]
    numbers = {vertex: number for number, vertex in known.items()}
    profile = [0] * len(rows)
    total = squares = made = 0
    try:
        while made < probes:
            made += 1
            at = known.get(1, 0)
            seen, nodes, weight = {at}, 0, 1
            while weight:
                profile[len(seen) - 1] += weight
                nodes += weight
                step = len(seen) + 1
                free = [
                    v for v in rows[at]
                    if v not in seen and known.get(step, v) == v and numbers.get(v, step) == step
                ]  # fmt: skip
                weight *= len(free)
                if free:
                    at = rng.choice(free)
                    seen.add(at)
            total += nodes
            squares += nodes * nodes
            budget.spend(len(seen))
    except LimitHit:
        pass
    spread = max(squares - total * total // made, 0) // max(made - 1, 1)
    variance = _quotient(spread, made)
    error = variance**0.5 if isinstance(variance, float) else math.isqrt(variance)
    means = tuple(_quotient(nodes, made) for nodes in profile)
    return Estimate(_quotient(total, made), error, made, means)


def _quotient(a: float, b: float) -> float | int:
    """Return a / b; without its fraction if it is too large for a float."""
    try:
        return a / b
    except OverflowError:
        return int(Fraction(a) / Fraction(b))
