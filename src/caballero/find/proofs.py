"""Root proofs: what can be said of a question before any search, and often settles it.

Edges that every tour must use, and edges that none can, follow from each other until nothing
follows any more (:mod:`caballero.deduction` has the rules and who had them). Then a two-factor
is looked for: if there is none, a deficient set of vertices says why; if there is, the strongly
connected parts of the graph of possible exchanges tell which edges are in every two-factor or in
none, and forcing goes on. At last what is left must hang together, also without any one vertex,
and without the sets of vertices that are *tight*: whose two edges each are all bespoken.

On boards with holes nearly all questions without an answer end here.

Invariant: a deduction that leaves this file passes its own check. Its steps are only those that
its conclusion needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from caballero.facts import pieces_without
from caballero.limits import Budget
from caballero.problem import Problem
from caballero.reduction import CycleQuestion

from .two_factor import two_factor

if TYPE_CHECKING:  # else imported where there is something to prove, which is seldom
    from caballero.deduction import Conclusion, CutSet, Deduction, Deficient, Rule

TIGHT = 40  # how many tight sets are tried as cut sets


def deduce(problem: Problem, question: CycleQuestion, budget: Budget) -> Deduction | Forcing:
    """Look for a contradiction in a question, without search.

    Parameters
    ----------
    problem : Problem
        What is asked.
    question : CycleQuestion
        The same, as a question about cycles.
    budget : Budget
        Counts the vertices looked at.

    Returns
    -------
    Deduction or Forcing
        Why there is no tour; or all that is known, such as the edges that a tour can use.

    Notes
    -----
    Each round is about linear in the edges, but for the two-factor; there are few rounds.
    """
    forcing = Forcing(question.neighbours)
    conclusion = forcing.settle()
    while conclusion is None:
        budget.spend(len(question.neighbours))
        conclusion = _separated(forcing.left)
        if conclusion is not None:
            break
        before = len(forcing.steps)
        found = _freeze(question, forcing, budget)
        if found is not None and found.kind == "cut-set":  # of the whole graph: it needs no steps
            from caballero.deduction import deduction

            return deduction(problem, found, question.neighbours)
        conclusion = found or forcing.settle()
        if conclusion is None and len(forcing.steps) == before:
            return forcing
    return forcing.deduction(problem, conclusion)


class _Step(NamedTuple):
    """As :class:`caballero.deduction.Step`."""

    edge: tuple[int, int]
    used: bool
    rule: Rule


class _Factor(NamedTuple):
    """As :class:`caballero.deduction.TwoFactor`."""

    after: int
    chosen: tuple[tuple[int, ...], ...]
    tails: tuple[int, ...]
    heads: tuple[int, ...]


class Forcing:
    """Edges used and out, by the rules of :mod:`caballero.deduction`, with the steps so far.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph; ``left`` holds those of its edges that are not out.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours
        self.left = [set(row) for row in neighbours]
        self.used: list[set[int]] = [set() for _ in neighbours]
        self.mate = list(range(len(neighbours)))
        self.length = [1] * len(neighbours)
        self.steps: list[_Step] = []
        self.factors: list[_Factor] = []
        self.waiting = list(range(len(neighbours)))
        self.conclusion: Conclusion | None = None

    def settle(self) -> Conclusion | None:
        """Draw conclusions until nothing follows, or a contradiction does."""
        left, used = self.left, self.used
        while self.waiting and self.conclusion is None:
            v = self.waiting.pop()
            if len(left[v]) < 2:
                from caballero.deduction import LowDegree

                self.conclusion = LowDegree(v)
            elif len(left[v]) == 2:
                for w in left[v] - used[v]:
                    self.use(v, w, "two-left")
            elif len(used[v]) == 2:
                for w in left[v] - used[v]:
                    self.drop(v, w, "two-used")
        return self.conclusion

    def drop(self, a: int, b: int, rule: Rule) -> None:
        """Conclude that no tour uses an edge."""
        self.steps.append(_Step((a, b), False, rule))
        self.left[a].discard(b)
        self.left[b].discard(a)
        self.waiting += a, b

    def use(self, a: int, b: int, rule: Rule) -> None:
        """Conclude that every tour uses an edge."""
        self.steps.append(_Step((a, b), True, rule))
        self.used[a].add(b)
        self.used[b].add(a)
        for v in (a, b):
            if len(self.used[v]) > 2:
                from caballero.deduction import ThirdMove

                self.conclusion = ThirdMove(v)
                return
        self.waiting += a, b
        if self.mate[a] == b:
            if self.length[a] < len(self.left):
                from caballero.deduction import ShortCycle

                path = self._path(a, b, lambda v, w: {v, w} != {a, b})
                self.conclusion = ShortCycle(tuple(path))
            return
        c, d = self.mate[a], self.mate[b]
        self.mate[c], self.mate[d] = d, c
        self.length[c] = self.length[d] = self.length[a] + self.length[b]
        if self.length[c] < len(self.left) and d in self.left[c] and d not in self.used[c]:
            self.drop(c, d, "short-cycle")

    def freeze(self, factor: _Factor) -> None:
        """Conclude which edges are in every two-factor, and which in none."""
        frozen = [
            (v, w)
            for v, row in enumerate(self.left)
            for w in row
            if factor.tails[v] != factor.heads[w]
        ]
        self.factors.append(factor)
        for v, w in frozen:
            if w not in factor.chosen[v] and w in self.left[v]:
                self.drop(v, w, "two-factor")
        for v, w in frozen:
            if w in factor.chosen[v] and w not in self.used[v] and self.conclusion is None:
                self.use(v, w, "two-factor")

    def deduction(self, problem: Problem, conclusion: Conclusion) -> Deduction:
        """Return why there is no tour, with the steps that lead to a conclusion."""
        from caballero.deduction import Step, TwoFactor, deduction

        steps, factors = self._needed(conclusion)
        return deduction(
            problem,
            conclusion,
            self.left,
            tuple(Step(*step) for step in steps),
            tuple(TwoFactor(*factor) for factor in factors),
        )

    def _needed(self, conclusion: Conclusion) -> tuple[list[_Step], list[_Factor]]:
        """Return the steps that a conclusion needs, in their order, and the factors."""
        number = {frozenset(step.edge): i for i, step in enumerate(self.steps)}
        wanted = {number[frozenset(edge)] for edge in self._grounds(conclusion)}
        for i in range(len(self.steps) - 1, -1, -1):
            if i in wanted:
                wanted.update(self._before(i, number))
        kept = sorted(wanted)
        factors = [
            f._replace(after=sum(i < f.after for i in kept))
            for f in self.factors
            if any(self.steps[i].rule == "two-factor" and i >= f.after for i in kept)
        ]
        return [self.steps[i] for i in kept], factors

    def _out_at(self, v: int) -> Iterator[tuple[int, int]]:
        return ((v, w) for w in self.neighbours[v] if w not in self.left[v])

    def _grounds(self, conclusion: Conclusion) -> Iterator[tuple[int, int]]:
        """Yield the edges whose steps a conclusion rests on directly."""
        from caballero.deduction import CutSet, Deficient, LowDegree, ShortCycle, ThirdMove

        match conclusion:
            case LowDegree(v):
                yield from self._out_at(v)
            case ThirdMove(v):
                yield from ((v, w) for w in self.used[v])
            case ShortCycle(cycle):
                yield from ((cycle[i - 1], v) for i, v in enumerate(cycle))
            case CutSet(cut):
                piece = {
                    v: i for i, piece in enumerate(pieces_without(self.left, cut)) for v in piece
                }
                yield from (
                    (v, w)
                    for v, i in piece.items()
                    for _, w in self._out_at(v)
                    if piece.get(w, i) != i
                )
            case Deficient(needy, suppliers):
                yield from ((v, w) for v in needy for _, w in self._out_at(v) if w not in suppliers)

    def _before(self, i: int, number: dict[frozenset[int], int]) -> Iterator[int]:
        """Yield the numbers of the steps that a step rests on directly."""
        a, b = self.steps[i].edge
        match self.steps[i].rule:
            case "two-left":
                edges = self._out_at(a)
            case "two-used":
                edges = ((a, w) for w in self.used[a])
            case "short-cycle":
                path = self._path(a, b, lambda v, w: number[frozenset((v, w))] < i)
                edges = pairwise(path)
            case "two-factor":
                after = max(f.after for f in self.factors if f.after <= i)
                yield from (k for k in range(after) if not self.steps[k].used)
                return
        yield from (k for edge in edges if (k := number[frozenset(edge)]) < i)

    def _path(self, a: int, b: int, before: Callable[[int, int], bool]) -> list[int]:
        """Return the path of used edges between two vertices, of those that came before."""
        path, last = [a], -1
        while path[-1] != b:
            v = path[-1]
            path.append(next(w for w in self.used[v] if w != last and before(v, w)))
            last = v
        return path


def _separated(left: Sequence[set[int]]) -> CutSet | None:
    """Look for a vertex without which the rest falls apart, if it is in one piece with it."""
    whole = len(pieces_without(left, ())) == 1
    vertex = next(_articulations(left), None) if whole else None
    if whole and vertex is None:
        return None
    from caballero.deduction import CutSet

    return CutSet(() if vertex is None else (vertex,))


def _articulations(left: Sequence[set[int]]) -> Iterator[int]:
    """Yield the vertices without which a connected graph falls apart (Hopcroft, Tarjan 1973)."""
    number = [0] * len(left)
    low = [0] * len(left)
    number[0] = low[0] = counted = 1
    branches = 0
    stack = [(0, -1, iter(left[0]))]
    while stack:
        v, parent, rest = stack[-1]
        w = next(rest, -1)
        if w == parent and w >= 0:
            continue
        if w >= 0 and number[w]:
            low[v] = min(low[v], number[w])
        elif w >= 0:
            counted += 1
            number[w] = low[w] = counted
            stack.append((w, v, iter(left[w])))
        else:
            stack.pop()
            if parent == 0:
                branches += 1
            elif parent > 0:
                low[parent] = min(low[parent], low[v])
                if low[v] >= number[parent]:
                    yield parent
    if branches > 1:
        yield 0


def _freeze(question: CycleQuestion, forcing: Forcing, budget: Budget) -> Deficient | CutSet | None:
    """Look for a two-factor and for what it freezes; return why there is no tour, if so."""
    left = forcing.left
    size = len(left)
    if question.colours is None:  # every vertex twice: as a tail, and as a head
        cover = [[w + size for w in row] for row in left] + [[*row] for row in left]
        tails: Sequence[int] = range(size)
    else:
        cover = [[*row] for row in left]
        tails = [v for v, colour in enumerate(question.colours) if colour == 0]
    chosen = two_factor(cover, tails, budget)
    if not isinstance(chosen, list):
        from caballero.deduction import Deficient

        needy = tuple(sorted(chosen.intersection(tails)))
        suppliers = tuple(sorted(w % size for w in chosen.difference(tails)))
        return Deficient(needy, suppliers)
    height = _heights(cover, tails, chosen)
    budget.spend(len(cover))
    cut = _tight_cut(question.neighbours, tails, height)
    if cut is not None:
        return cut
    if question.colours is None:
        factor = _Factor(
            len(forcing.steps),
            tuple(tuple(w - size for w in row) for row in chosen[:size]),
            tuple(height[:size]),
            tuple(height[size:]),
        )
    else:  # the other half of the cover is this one upside down
        sign = [1 if colour == 0 else -1 for colour in question.colours]
        factor = _Factor(
            len(forcing.steps),
            tuple(map(tuple, chosen)),
            tuple(s * h for s, h in zip(sign, height, strict=True)),
            tuple(-s * h for s, h in zip(sign, height, strict=True)),
        )
    forcing.freeze(factor)
    return None


def _heights(
    cover: Sequence[Sequence[int]], tails: Sequence[int], chosen: Sequence[Sequence[int]]
) -> list[int]:
    """Number the strongly connected parts of the graph of exchanges (Tarjan 1972).

    An exchange goes from a tail along an edge that is not chosen, and from a head along one that
    is: never to a part with a greater number.
    """
    is_tail = bytearray(len(cover))
    for v in tails:
        is_tail[v] = 1
    onward = [
        [w for w in row if w not in chosen[v]] if is_tail[v] else chosen[v]
        for v, row in enumerate(cover)
    ]
    number = [0] * len(cover)
    low = [0] * len(cover)
    part = [-1] * len(cover)
    counted = parts = 0
    open_: list[int] = []
    for root in range(len(cover)):
        if number[root]:
            continue
        counted += 1
        number[root] = low[root] = counted
        open_.append(root)
        stack = [(root, iter(onward[root]))]
        while stack:
            v, rest = stack[-1]
            for w in rest:
                if not number[w]:
                    counted += 1
                    number[w] = low[w] = counted
                    open_.append(w)
                    stack.append((w, iter(onward[w])))
                    break
                if part[w] < 0 and number[w] < low[v]:
                    low[v] = number[w]
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[v])
                if low[v] == number[v]:
                    while part[v] < 0:
                        part[open_.pop()] = parts
                    parts += 1
    return part


def _tight_cut(
    neighbours: Sequence[Sequence[int]], tails: Sequence[int], height: Sequence[int]
) -> CutSet | None:
    """Look for a cut set among the heads below each height: their edges are all bespoken."""
    size = len(neighbours)
    top = max(height) + 1
    tail = {*tails}
    heads = [v for v in range(len(height)) if v not in tail]
    for h in range(0, top - 1, max(1, top // TIGHT)):
        cut = tuple(sorted(v % size for v in heads if height[v] <= h))
        if cut and len(pieces_without(neighbours, cut)) > max(1, len(cut)):
            from caballero.deduction import CutSet

            return CutSet(cut)
    return None
