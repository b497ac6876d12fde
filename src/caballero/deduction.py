"""Deductions: from moves that are forced to a contradiction, step by step.

A tour, closed through dummies (:mod:`caballero.reduction`), uses two edges at every vertex. So
some edges are *used* by every tour and some are *out*, and each conclusion allows others:

* ``two left``: a vertex with only two edges that are not out uses both;
* ``two used``: a vertex with two used edges can use no other;
* ``short cycle``: an edge between the two ends of a path of used edges is out, unless the path
  visits everything;
* ``two-factor``: given a *two-factor* (two edges at each vertex) and a *height* of each vertex
  such that unchosen edges never go up and chosen ones never go down, seen from the one side to
  the other, the edges that do change height are *frozen*: any two two-factors differ by closed
  walks that take unchosen and chosen edges in turn, and such a walk cannot come back to the
  height that it left. A tour is a two-factor, so it uses the frozen edges that are chosen, and
  no other frozen ones. (Both sides are all the vertices, once as the tail and once as the head
  of each edge.)

At last what is left cannot be a tour: see :data:`Conclusion`. Forcing is as old as the subject
(Kocay 1992 tells it for Hamiltonian cycles); cut sets are Chvátal's (1973), deficient sets
Tutte's (1952), frozen edges the decomposition of Dulmage and Mendelsohn (1958).

The checker replays the steps one after the other. It believes nobody, and knows no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from .facts import pieces_without as pieces_without  # whoever reads a cut set needs it, too
from .problem import Problem
from .reduction import cycle_question

if TYPE_CHECKING:
    from .words import Message

Rule: TypeAlias = Literal["two-left", "two-used", "short-cycle", "two-factor"]

NAMED: Final = 12
"""How many places a reason names."""

OF_DUMMIES: Final = {"cut-set": "pieces", "degree": "no-end", "third-move": "many-ends"}
"""What a conclusion means that is about dummies alone."""


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion: an edge that every tour uses, or that none can use.

    Parameters
    ----------
    edge : tuple of int
        Its vertices. By the rules ``two-left`` and ``two-used`` it is the first that says so.
    used : bool
        Whether every tour uses it.
    rule : str
        Why: ``two-left``, ``two-used``, ``short-cycle`` or ``two-factor``.

    Examples
    --------
    >>> from caballero.deduction import Step
    >>> Step((0, 5), True, "two-left").used
    True
    """

    edge: tuple[int, int]
    used: bool
    rule: Rule


@dataclass(frozen=True, slots=True)
class TwoFactor:
    """Why some edges are frozen.

    Parameters
    ----------
    after : int
        Among how many steps' conclusions it was chosen: those edges that were not out then.
    chosen : tuple of tuple of int
        The heads that each vertex has as a tail; each vertex is twice a tail and twice a head.
    tails, heads : tuple of int
        The height of each vertex as a tail, and as a head.
    """

    after: int
    chosen: tuple[tuple[int, ...], ...]
    tails: tuple[int, ...]
    heads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LowDegree:
    """Fewer than two edges are left at a vertex."""

    vertex: int
    kind = "degree"


@dataclass(frozen=True, slots=True)
class ThirdMove:
    """Three edges of a vertex would have to be used."""

    vertex: int
    kind = "third-move"


@dataclass(frozen=True, slots=True)
class ShortCycle:
    """Used edges form a cycle that does not visit everything."""

    cycle: tuple[int, ...]
    kind = "short-cycle"


@dataclass(frozen=True, slots=True)
class CutSet:
    """Without some vertices, what is left falls into more pieces than they are.

    A cycle falls into as many pieces as it loses vertices, at most. Without any, a single piece
    must be left.
    """

    cut: tuple[int, ...]
    kind = "cut-set"


@dataclass(frozen=True, slots=True)
class Deficient:
    """Some vertices cannot have two edges each.

    Of the edges that the *needy* vertices need, two a vertex, each of the *suppliers* takes two
    at most, and the others must be edges that do not lead to a supplier: there are too few.
    """

    needy: tuple[int, ...]
    suppliers: tuple[int, ...]
    kind = "deficient"


Conclusion: TypeAlias = LowDegree | ThirdMove | ShortCycle | CutSet | Deficient
"""What cannot be, if there is a tour."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """There is no tour: so say conclusions about single moves, and what is left in the end.

    Vertices from the number of squares on are dummies between the ends of an open tour, or on
    forced moves; see :func:`caballero.reduction.as_cycle`.

    Parameters
    ----------
    conclusion : LowDegree, ThirdMove, ShortCycle, CutSet or Deficient
        What cannot be.
    steps : tuple of Step
        The conclusions that lead there; often none is needed.
    factors : tuple of TwoFactor
        What the steps by the rule ``two-factor`` rest on.
    names : tuple of str
        What the squares are called that the conclusion is about.
    pieces : int
        How many pieces a cut set leaves, without those of dummies alone; else 0.

    See Also
    --------
    deduction : makes one with the names.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem.of("....#\\n....#\\n.....\\n..##.", piece="wazir", closed=True)
    >>> certificate = solve(problem).certificate
    >>> certificate.kind, certificate.check(problem)
    ('degree', True)
    >>> print(certificate.reason)
    Too few moves are left at e1.
    """

    conclusion: Conclusion
    steps: tuple[Step, ...] = ()
    factors: tuple[TwoFactor, ...] = ()
    names: tuple[str, ...] = ()
    pieces: int = 0

    @property
    def kind(self) -> str:
        """What kind of conclusion it ends in."""
        return self.conclusion.kind

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        from .words import Message

        count = len(self.names)
        shown = ", ".join(self.names[:NAMED]) + (", …" if count > NAMED else "")
        data = {"places": shown, "count": count, "pieces": self.pieces}
        kind = self.kind if count else OF_DUMMIES.get(self.kind, self.kind)
        reason = Message(f"deduction-{kind}", data)
        if not self.steps:
            return reason
        code = "deduction-step" if len(self.steps) == 1 else "deduction-steps"
        return Message(code, {"steps": len(self.steps), "reason": reason})

    def _repr_html_(self) -> str:
        return self.reason._repr_html_()

    def check(self, problem: Problem) -> bool:
        """Confirm every step, and what is left; linear in the moves, and in those of each factor.

        Returns
        -------
        bool
            Whether this proves that the problem has no tour.
        """
        question = cycle_question(problem)
        if question is None:  # the colours or the ends forbid a tour, but that is not our reason
            return False
        state = _Replay(question.neighbours)
        factors = list(self.factors)
        frozen: TwoFactor | None = None
        for i, step in enumerate(self.steps):
            while factors and factors[0].after == i:
                frozen = factors.pop(0)
                if not _stands(frozen, state.left):
                    return False
            if not _follows(step, state, frozen):
                return False
            state.take(step)
        if factors or not _concludes(self.conclusion, state):
            return False
        return self == deduction(problem, self.conclusion, state.left, self.steps, self.factors)

    def explain(self, problem: Problem) -> Iterator[Message]:
        """Yield a sentence for every step, and one for the conclusion.

        Examples
        --------
        >>> from caballero import Problem, solve
        >>> problem = Problem.of("....\\n....\\n....\\n....\\n..##", closed=True)
        >>> for message in solve(problem).certificate.explain(problem):
        ...     print(message)  # doctest: +ELLIPSIS
        a2 has only two moves left, so every tour uses a2–c3.
        a2 has only two moves left, so every tour uses a2–b4.
        d5 has only two moves left, so every tour uses d5–c3.
        d5 has only two moves left, so every tour uses d5–b4.
        After 4 conclusions, each forced by those before: Moves that every tour must use ...
        """
        from .words import Message

        for step in self.steps:
            a, b = (vertex_name(problem, v) for v in step.edge)
            verdict = "used" if step.used else "out"
            yield Message(f"step-{step.rule}-{verdict}", {"a": a, "b": b})
        yield self.reason


def deduction(
    problem: Problem,
    conclusion: Conclusion,
    left: Sequence[Iterable[int]],
    steps: tuple[Step, ...] = (),
    factors: tuple[TwoFactor, ...] = (),
) -> Deduction:
    """Make a deduction with the names and the number of pieces that its reason tells.

    Parameters
    ----------
    problem : Problem
        What has no tour.
    conclusion, steps, factors
        See :class:`Deduction`.
    left : sequence of iterables of int
        The edges of each vertex that are not out in the end.

    Examples
    --------
    >>> from caballero import Graph, Problem
    >>> from caballero.deduction import CutSet, deduction
    >>> from caballero.reduction import cycle_question
    >>> bow_tie = Graph.from_edges([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)])
    >>> problem = Problem(bow_tie, closed=True)
    >>> print(deduction(problem, CutSet((0,)), cycle_question(problem).neighbours).reason)
    Take away 0 (1): what is left falls into 2 pieces, more than a tour falls into without them.
    """
    match conclusion:
        case CutSet(vertices) | ShortCycle(vertices) | Deficient(vertices):
            about = vertices
        case LowDegree(vertex) | ThirdMove(vertex):
            about = (vertex,)
    names = tuple(vertex_name(problem, v) for v in about if v < problem.size)
    pieces = pieces_without(left, about) if isinstance(conclusion, CutSet) else []
    count = sum(min(piece) < problem.size for piece in pieces)
    return Deduction(conclusion, steps, factors, names, count)


def vertex_name(problem: Problem, vertex: int) -> str:
    """Return what a vertex of the cycle question is called; a dummy is a small circle."""
    return problem.place_name(problem.place(vertex)) if vertex < problem.size else "∘"


class _Replay:
    """What is known while the steps are replayed: the edges left and used, and the paths.

    `mate` and `length` are right at the ends of paths of used edges: the other end, and how many
    vertices the path has.
    """

    __slots__ = ("left", "length", "mate", "used")

    def __init__(self, neighbours: Sequence[Iterable[int]]) -> None:
        self.left = [set(row) for row in neighbours]
        self.used: list[set[int]] = [set() for _ in self.left]
        self.mate = list(range(len(self.left)))
        self.length = [1] * len(self.left)

    def take(self, step: Step) -> None:
        """Believe a step."""
        a, b = step.edge
        if not step.used:
            self.left[a].discard(b)
            self.left[b].discard(a)
        elif b not in self.used[a]:
            if len(self.used[a]) < 2 > len(self.used[b]) and self.mate[a] != b:
                ends = self.mate[a], self.mate[b]
                self.length[ends[0]] = self.length[ends[1]] = self.length[a] + self.length[b]
                self.mate[ends[0]], self.mate[ends[1]] = ends[1], ends[0]
            self.used[a].add(b)
            self.used[b].add(a)


def _follows(step: Step, state: _Replay, frozen: TwoFactor | None) -> bool:
    """Say whether a step follows from those before it."""
    if len(step.edge) != 2:  # whoever forges one need not keep to types
        return False
    a, b = step.edge
    if a not in range(len(state.left)) or b not in state.left[a]:
        return False
    match step.rule:
        case "two-left":
            return step.used and len(state.left[a]) == 2
        case "two-used":
            return not step.used and len(state.used[a] - {b}) >= 2
        case "short-cycle":
            ends = len(state.used[a]) == len(state.used[b]) == 1 and state.mate[a] == b
            return not step.used and ends and 2 < state.length[a] < len(state.left)
        case "two-factor":
            if frozen is None or frozen.tails[a] == frozen.heads[b]:
                return False
            return step.used == (b in frozen.chosen[a])
    return False


def _stands(factor: TwoFactor, left: list[set[int]]) -> bool:
    """Say whether a two-factor is one, and its heights are as they must be."""
    size = len(left)
    if not len(factor.chosen) == len(factor.tails) == len(factor.heads) == size:
        return False
    entered = [0] * size
    for v, heads in enumerate(factor.chosen):
        if len(set(heads)) != 2 or not left[v].issuperset(heads):
            return False
        for w in heads:
            entered[w] += 1
    return all(count == 2 for count in entered) and all(
        factor.tails[v] <= factor.heads[w]
        if w in factor.chosen[v]
        else factor.tails[v] >= factor.heads[w]
        for v, row in enumerate(left)
        for w in row
    )


def _concludes(conclusion: Conclusion, state: _Replay) -> bool:
    """Say whether what is left cannot be a tour; what names a vertex twice is refused."""
    left, used = state.left, state.used
    places = range(len(left))
    match conclusion:
        case LowDegree(v):
            return v in places and len(left[v]) < 2
        case ThirdMove(v):
            return v in places and len(used[v]) > 2
        case ShortCycle(cycle):
            if not _are_vertices(cycle, left) or not 2 < len(cycle) < len(left):
                return False
            return all(cycle[i - 1] in used[v] for i, v in enumerate(cycle))
        case CutSet(cut):
            return _are_vertices(cut, left) and len(pieces_without(left, cut)) > max(1, len(cut))
        case Deficient(needy, suppliers):
            if not _are_vertices(needy, left) or not _are_vertices(suppliers, left):
                return False
            to_others = sum(len(left[v].difference(suppliers)) for v in needy)
            return 2 * len(needy) > 2 * len(suppliers) + to_others
    return False


def _are_vertices(vertices: tuple[int, ...], left: Sequence[object]) -> bool:
    """Say whether these are different vertices."""
    return len({*vertices}) == len(vertices) and {*vertices} <= {*range(len(left))}
