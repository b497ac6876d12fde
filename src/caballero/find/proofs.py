"""Root proofs: conclusions from a problem before any search, which often settle it.

The rules of :mod:`caballero.proof.deduction` derive edges that every tour must use, and edges that
none can, until nothing follows any more. Then the search for a two-factor decides: if there is
none, a deficient set of vertices proves it; if there is, the strongly connected components of
the graph of possible exchanges show which edges are in every two-factor or in none, and forcing
continues. The remaining graph must be connected, also without any vertex, and must not fall
into too many pieces without a *tight* set of vertices, whose edges, two a vertex, are all
needed by the same other vertices.

On boards with holes nearly all problems without a tour end here.

Invariant: a deduction that leaves this file passes its own check. Its steps are only the steps that
its conclusion needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from caballero.machine.limits import PAUSE, Budget, pause, paused
from caballero.machine.values import replace
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion
from caballero.proof.deduction import Conclusion, Deduction, Rule, Step, TwoFactor, deduction
from caballero.proof.facts import branches, pieces_without, strong_components

from .two_factor import two_factor


def deduce(
    problem: Problem, question: CycleQuestion, budget: Budget, forcing: Forcing | None = None
) -> Deduction | Forcing:
    """Look without search for a contradiction in a problem, given also as a cycle question.

    Returns why there is no tour; or the conclusions, such as the edges that a tour can use. The
    budget counts the vertices looked at. Each round is about linear in the edges, except for the
    two-factor; there are few rounds.
    """
    forcing = forcing or Forcing(question.neighbours)
    conclusion = forcing.settle()
    while conclusion is None:
        budget.spend(len(question.neighbours))
        conclusion = disconnecting_set(forcing.left)
        if conclusion is not None:
            break
        before = len(forcing.steps)
        found = _freeze(question, forcing, budget)
        if found is not None and found.kind == "cut-set":  # of the whole graph: it needs no steps
            return deduction(problem, found, question.neighbours)
        conclusion = found or forcing.settle()
        if conclusion is None and len(forcing.steps) == before:
            return forcing
    return forcing.deduction(problem, conclusion)


class Forcing:
    """Edges used and out, by :mod:`caballero.proof.deduction`, and steps; ``left`` are not out."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours
        self.left = [set(row) for row in paused(neighbours)]
        self.used: list[set[int]] = [set() for _ in paused(neighbours)]
        self.mate = list(range(len(neighbours)))
        self.length = [1] * len(neighbours)
        self.steps: list[Step] = []
        self.factors: list[TwoFactor] = []
        self.waiting = list(range(len(neighbours)))
        self.conclusion: Conclusion | None = None

    def settle(self) -> Conclusion | None:
        """Draw conclusions until nothing more follows; return a contradiction, if any."""
        while self.waiting and self.conclusion is None:
            if not len(self.waiting) % PAUSE:
                pause()
            self.follow(self.waiting.pop())
        return self.conclusion

    def follow(self, v: int) -> None:
        """Draw the conclusions at a vertex."""
        left, used = self.left, self.used
        if len(left[v]) < 2:
            self.conclusion = Conclusion("degree", (v,))
        elif len(left[v]) == 2:
            for w in left[v] - used[v]:
                self.use(v, w, "two-left")
        elif len(used[v]) == 2:
            for w in left[v] - used[v]:
                self.drop(v, w, "two-used")

    def drop(self, a: int, b: int, rule: Rule) -> None:
        """Conclude that no tour uses an edge."""
        self.steps.append(Step((a, b), False, rule))
        self.left[a].discard(b)
        self.left[b].discard(a)
        self.waiting += a, b

    def use(self, a: int, b: int, rule: Rule) -> None:
        """Conclude that every tour uses an edge."""
        self.steps.append(Step((a, b), True, rule))
        self.used[a].add(b)
        self.used[b].add(a)
        for v in (a, b):
            if len(self.used[v]) > 2:
                self.conclusion = Conclusion("third-move", (v,))
                return
        self.waiting += a, b
        if self.mate[a] == b:
            if self.length[a] < len(self.left):
                path = self._path(a, b, lambda v, w: {v, w} != {a, b})
                self.conclusion = Conclusion("short-cycle", tuple(path))
            return
        c, d = self.mate[a], self.mate[b]
        self.mate[c], self.mate[d] = d, c
        self.length[c] = self.length[d] = self.length[a] + self.length[b]
        if self.length[c] < len(self.left) and d in self.left[c] and d not in self.used[c]:
            self.drop(c, d, "short-cycle")

    def freeze(self, factor: TwoFactor) -> None:
        """Conclude which edges are in every two-factor, and which in none."""
        frozen = [
            (v, w)
            for v, row in enumerate(paused(self.left))
            for w in row
            if factor.tails[v] != factor.heads[w]
        ]
        self.factors.append(factor)
        for v, w in paused(frozen):
            if w not in factor.chosen[v] and w in self.left[v]:
                self.drop(v, w, "two-factor")
        for v, w in paused(frozen):
            if w in factor.chosen[v] and w not in self.used[v] and self.conclusion is None:
                self.use(v, w, "two-factor")

    def deduction(self, problem: Problem, conclusion: Conclusion) -> Deduction:
        """Return why there is no tour, with the steps that lead to a conclusion."""
        steps, factors = self._needed_steps(conclusion)
        return deduction(problem, conclusion, self.left, tuple(steps), tuple(factors))

    def _needed_steps(self, conclusion: Conclusion) -> tuple[list[Step], list[TwoFactor]]:
        """Return the steps that a conclusion needs, in their order, and the factors."""
        number = {frozenset(step.edge): i for i, step in enumerate(self.steps)}
        wanted = {number[frozenset(edge)] for edge in self._edges_behind(conclusion)}
        for i in range(len(self.steps) - 1, -1, -1):
            if i in wanted:
                wanted.update(self._steps_behind(i, number))
        kept = sorted(wanted)
        factors = [
            replace(f, after=sum(i < f.after for i in kept))
            for f in self.factors
            if any(self.steps[i].rule == "two-factor" and i >= f.after for i in kept)
        ]
        return [self.steps[i] for i in kept], factors

    def _out_at(self, v: int) -> Iterator[tuple[int, int]]:
        return ((v, w) for w in self.neighbours[v] if w not in self.left[v])

    def _edges_behind(self, conclusion: Conclusion) -> Iterator[tuple[int, int]]:
        """Yield the edges of the steps from which a conclusion follows directly."""
        vertices = conclusion.vertices
        match conclusion.kind:
            case "degree":
                yield from self._out_at(vertices[0])
            case "third-move":
                yield from ((vertices[0], w) for w in self.used[vertices[0]])
            case "short-cycle":
                yield from ((vertices[i - 1], v) for i, v in enumerate(vertices))
            case "cut-set":
                pieces = pieces_without(self.left, vertices)
                piece = {v: i for i, piece in enumerate(pieces) for v in piece}
                yield from (
                    (v, w)
                    for v, i in piece.items()
                    for _, w in self._out_at(v)
                    if piece.get(w, i) != i
                )
            case "deficient":
                out = (edge for v in vertices for edge in self._out_at(v))
                yield from ((v, w) for v, w in out if w not in conclusion.suppliers)

    def _steps_behind(self, i: int, number: dict[frozenset[int], int]) -> Iterator[int]:
        """Yield the numbers of the steps from which a step follows directly."""
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
        """Return the path between two vertices by used edges that `before` accepts."""
        path, last = [a], -1
        while path[-1] != b:
            v = path[-1]
            path.append(next(w for w in self.used[v] if w != last and before(v, w)))
            last = v
        return path


def disconnecting_set(left: Sequence[set[int]]) -> Conclusion | None:
    """Return a cut vertex as a cut set; an empty set if the graph is disconnected already."""
    whole = len(pieces_without(left, ())) == 1
    branch = next(branches(left), None) if whole else None
    if whole and branch is None:
        return None
    return Conclusion("cut-set", () if branch is None else (branch.cut,))


def _freeze(question: CycleQuestion, forcing: Forcing, budget: Budget) -> Conclusion | None:
    """Freeze edges by a two-factor; return a contradiction instead, if there is any."""
    left = forcing.left
    size = len(left)
    if question.colours is None:  # every vertex twice: as a tail, and as a head
        cover = [[w + size for w in row] for row in paused(left)]
        cover += [[*row] for row in paused(left)]
        tails: Sequence[int] = range(size)
    else:
        cover = [[*row] for row in paused(left)]
        tails = [v for v, colour in enumerate(question.colours) if colour == 0]
    chosen = two_factor(cover, tails, budget)
    if not isinstance(chosen, list):
        needy = tuple(sorted(chosen.intersection(tails)))
        suppliers = tuple(sorted(w % size for w in chosen.difference(tails)))
        return Conclusion("deficient", needy, suppliers)
    height = _heights(cover, tails, chosen)
    budget.spend(len(cover))
    cut = _tight_cut_set(question.neighbours, tails, height)
    if cut is not None:
        return cut
    if question.colours is None:
        factor = TwoFactor(
            len(forcing.steps),
            tuple(tuple(w - size for w in row) for row in chosen[:size]),
            tuple(height[:size]),
            tuple(height[size:]),
        )
    else:  # the other half of the cover is this half with heights negated
        sign = [1 if colour == 0 else -1 for colour in question.colours]
        factor = TwoFactor(
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
    """Number the strongly connected components of the graph of exchanges; none leads upwards."""
    onward = [*chosen]
    for v in paused(tails):
        onward[v] = [w for w in cover[v] if w not in chosen[v]]
    return strong_components(onward)


def _tight_cut_set(
    neighbours: Sequence[Sequence[int]], tails: Sequence[int], height: Sequence[int]
) -> Conclusion | None:
    """Look for a cut set among the lowest heads, which are tight; see the module.

    It begins with the graph without any head. Then the heads return, the highest first, and each
    joins the pieces next to it (union-find, Tarjan 1975): so testing all cut sets together is
    nearly linear in the edges. Returns the smallest.
    """
    size = len(neighbours)
    part = [-1] * size  # -1 for a missing vertex; else its parent in the forest of pieces
    parts = 0

    def enter(v: int) -> int:
        """Bring a vertex back, and return the change in the number of pieces."""
        part[v] = v
        more = 1
        for w in neighbours[v]:
            while part[w] != w and part[w] >= 0:
                part[w] = w = part[part[w]]
            if part[w] == w != v:
                part[w] = v
                more -= 1
        return more

    tail = {*tails}
    heads = [v for v in range(len(height)) if v not in tail]
    heads.sort(key=lambda v: -height[v])
    lowest = [v % size for v in heads]
    for v in {*range(size)}.difference(lowest):
        parts += enter(v)
    cut: list[int] = []
    for i, v in enumerate(paused(lowest)):
        if parts > max(1, len(lowest) - i):
            cut = lowest[i:]
        parts += enter(v)
    return Conclusion("cut-set", tuple(sorted(cut))) if cut else None
