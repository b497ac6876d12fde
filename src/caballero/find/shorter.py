"""Make a deduction shorter: fewer forced moves, or a smaller set of vertices.

The root proofs draw all conclusions that they can, in any order, and stop at the first
contradiction. Another order often leads to a contradiction in fewer steps. So the same rules are
applied some times more, in rounds: all that follows at once, then what follows from that; with a
look between them for a set of vertices without which too many pieces are left. Of each
contradiction, the set is made smaller if a part of it is enough.

The work is bounded, so the shortest explanation need not be found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from caballero.machine.limits import Budget, LimitHit, SliceOver, running
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion
from caballero.proof.deduction import Conclusion, Deduction, deduction
from caballero.proof.facts import pieces_without

from .cut_sets import cut_set
from .proofs import Forcing, deduce, disconnecting_set

if TYPE_CHECKING:
    from caballero.proof.certificate import Certificate

TRIES: Final = 30
"""The most orders that are tried."""

WALKS: Final = 2
"""The walks of each look for a cut set."""

NODES: Final = 2_000
"""The vertices that are looked at: some milliseconds."""


def shorter(problem: Problem, question: CycleQuestion, found: Certificate) -> Certificate:
    """Return a shorter deduction, or the same certificate; `NODES` bounds the work."""
    if not isinstance(found, Deduction) or len(question.neighbours) > NODES or length(found) <= 2:
        return found
    budget = running()
    best: Deduction = found
    with suppress(LimitHit, SliceOver), budget.slice(NODES):
        for candidate in _candidates(problem, question, found, budget):
            if length(candidate) < length(best):
                best = candidate
            if length(best) <= 2:
                break
    return best


def length(found: Deduction) -> int:
    """Return its length: steps, and vertices of its conclusion, twice for sets, hard to see."""
    conclusion = found.conclusion
    named = len(conclusion.vertices) + len(conclusion.suppliers)
    return len(found.steps) + (2 * named if found.kind in {"cut-set", "deficient"} else named)


def _candidates(
    problem: Problem, question: CycleQuestion, found: Deduction, budget: Budget
) -> Iterator[Deduction]:
    """Yield deductions, likely short deductions first."""
    whole = question.neighbours
    if not found.steps:
        yield deduction(problem, smaller(whole, found.conclusion), whole)
    for seed in range(TRIES):
        forcing = _Rounds(whole, budget, seed)
        answer = deduce(problem, question, budget, forcing)
        if isinstance(answer, Deduction):
            if answer.steps:
                yield forcing.deduction(problem, smaller(forcing.left, answer.conclusion))
            else:
                yield deduction(problem, smaller(whole, answer.conclusion), whole)


class _Rounds(Forcing):
    """Forcing in rounds, in an order by chance; with an even seed, it looks for cut sets."""

    def __init__(self, neighbours: Sequence[Sequence[int]], budget: Budget, seed: int) -> None:
        super().__init__(neighbours)
        self._budget = budget
        self._seed = seed
        self._rng = random.Random(seed)

    def settle(self) -> Conclusion | None:
        while self.waiting and self.conclusion is None:
            self.conclusion = self._cut_set()
            due = sorted({*self.waiting})
            self.waiting.clear()
            self._rng.shuffle(due)
            self._budget.spend(len(due))
            for v in due:
                if self.conclusion is None:
                    self.follow(v)
        return self.conclusion

    def _cut_set(self) -> Conclusion | None:
        """Return a set of vertices without which too many pieces are left, if any is found."""
        self._budget.spend(2 * len(self.left))
        cut = disconnecting_set(self.left)
        if cut is None and self._seed % 2 == 0:
            rows = [sorted(row) for row in self.left]
            vertices = cut_set(rows, self._budget, seed=self._seed, tries=WALKS)
            cut = None if vertices is None else Conclusion("cut-set", vertices)
        return cut


def smaller(left: Sequence[set[int]] | Sequence[Sequence[int]], found: Conclusion) -> Conclusion:
    """Return a part of a conclusion that is enough, or the conclusion itself.

    >>> left = [{1, 2}, {0, 3}, {0, 3}, {1, 2, 4}, {3}]
    >>> smaller(left, Conclusion("cut-set", (0, 3)))
    Conclusion(kind='cut-set', vertices=(3,), suppliers=())
    """
    match found.kind:
        case "cut-set":
            return _smaller_cut_set(left, found)
        case "deficient":
            return _smaller_need(left, found)
    return found


def _smaller_cut_set(
    left: Sequence[set[int]] | Sequence[Sequence[int]], found: Conclusion
) -> Conclusion:
    """Leave out vertices of a cut set as long as it remains a cut set."""
    vertices = list(found.vertices)
    for v in found.vertices:
        rest = [w for w in vertices if w != v]
        if len(pieces_without(left, rest)) > max(1, len(rest)):
            vertices = rest
    return Conclusion("cut-set", tuple(vertices))


def _smaller_need(
    left: Sequence[set[int]] | Sequence[Sequence[int]], found: Conclusion
) -> Conclusion:
    """Return the smallest part of the vertices in need that shares no supplier with the others."""
    suppliers = {*found.suppliers}
    needy = {*found.vertices}
    owner: dict[int, list[int]] = {}
    for v in needy:
        for w in left[v]:
            owner.setdefault(w, []).append(v)
    best = found
    seen: set[int] = set()
    for start in found.vertices:
        if start in seen:
            continue
        part, waiting = {start}, [start]
        while waiting:
            v = waiting.pop()
            near = [u for w in left[v] if w in suppliers for u in owner[w]]
            near += [w for w in left[v] if w in needy and w not in suppliers]
            for u in near:
                if u not in part:
                    part.add(u)
                    waiting.append(u)
        seen |= part
        own = {w for v in part for w in left[v]} & suppliers
        others = sum(len({*left[v]} - own) for v in part)
        if 2 * len(part) > 2 * len(own) + others and len(part) < len(best.vertices):
            best = Conclusion("deficient", tuple(sorted(part)), tuple(sorted(own)))
    return best
