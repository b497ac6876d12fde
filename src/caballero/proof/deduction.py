"""Deductions: from moves that are forced to a contradiction, step by step.

A tour, closed through dummies (:mod:`caballero.model.reduction`), uses two edges at every vertex.
So some edges are *used* by every tour and some are *out*, and each conclusion allows others:

* ``two left``: a vertex with only two edges that are not out uses both;
* ``two used``: a vertex with two used edges can use no other;
* ``short cycle``: an edge between the two ends of a path of used edges is out, unless the path
  visits everything;
* ``two-factor``: each vertex counts twice, as a *tail* and as a *head*, and each edge leads from
  a tail to a head, in both directions. Given a *two-factor* (two chosen edges at each vertex) and
  *heights* of tails and heads such that no chosen edge leads down and no other edge leads up, the
  edges that change height are *frozen*. The reason: two two-factors differ by closed walks that
  follow other edges forwards and chosen ones backwards, alternately; such a walk never climbs, so
  it cannot return to a height that it has left. A tour is a two-factor, so it uses the frozen
  edges that are chosen, and no other frozen edges.

The edges that are left at the end cannot form a tour: see :class:`Conclusion`. Forcing is old
(Kocay 1992 describes it for Hamiltonian cycles); cut sets are Chvátal's (1973), deficient sets
Tutte's (1952), frozen edges the decomposition of Dulmage and Mendelsohn (1958).

The checker replays the steps in turn. It trusts no data, and imports no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from caballero.machine.limits import pause, paused
from caballero.machine.values import frozen
from caballero.machine.words import Message
from caballero.model.directed import BETWEEN, read_order
from caballero.model.direction import undirected
from caballero.model.problem import Problem
from caballero.model.reduction import cycle_question

from .facts import pieces_without
from .reasoned import Reasoned, is_well_typed, listed

Rule: TypeAlias = Literal["two-left", "two-used", "short-cycle", "two-factor"]
Kind: TypeAlias = Literal["degree", "third-move", "short-cycle", "cut-set", "deficient"]

OF_DUMMIES: Final = {"cut-set": "pieces", "degree": "no-end", "third-move": "many-ends"}
"""The message about a conclusion of each kind that is about dummies alone."""


@frozen
class Step:
    """A conclusion: an edge that every tour uses (`used`), or that no tour can use.

    `rule` is ``two-left``, ``two-used``, ``short-cycle`` or ``two-factor``. The first two apply
    to the first vertex of the edge.

    >>> Step((0, 5), True, "two-left").used
    True
    """

    edge: tuple[int, int]
    used: bool
    rule: Rule


@frozen
class TwoFactor:
    """Why some edges are frozen: a two-factor, and heights that prove it.

    `after` is the number of steps before it; it uses only edges that are not out by then. `chosen`
    has the heads of each tail; each vertex is twice a tail and twice a head. `tails` and `heads`
    have the heights.
    """

    after: int
    chosen: tuple[tuple[int, ...], ...]
    tails: tuple[int, ...]
    heads: tuple[int, ...]


@frozen
class Conclusion:
    """A contradiction: no tour has this property.

    Parameters
    ----------
    kind : str
        * ``degree``: fewer than two edges are left at a vertex;
        * ``third-move``: three edges of a vertex would have to be used;
        * ``short-cycle``: used edges form a cycle that does not visit everything;
        * ``cut-set``: without some vertices, the graph falls into more pieces than there are of
          them (an empty set: into several). A cycle without n ≥ 1 vertices falls into at
          most n pieces;
        * ``deficient``: some vertices cannot have two edges each. They need two edges a vertex;
          each of the *suppliers* can supply two, and the edges to other vertices are too few for
          the rest.
    vertices : tuple of int
        The vertex; the cycle, in order; the cut set; or the vertices that need edges.
    suppliers : tuple of int
        The suppliers of ``deficient``, else none.
    """

    kind: Kind
    vertices: tuple[int, ...]
    suppliers: tuple[int, ...] = ()


@frozen
class Deduction(Reasoned):
    """There is no tour: forced moves lead to a contradiction.

    Vertices from the number of squares on are dummies between the ends of an open tour, or on
    forced moves; see :func:`caballero.model.reduction.as_cycle`.

    Parameters
    ----------
    conclusion : Conclusion
        The contradiction.
    steps : tuple of Step
        The steps that lead there; often none is needed.
    factors : tuple of TwoFactor
        The evidence of the steps with the rule ``two-factor``.
    names : tuple of str
        The names of the squares that the conclusion is about.
    pieces : int
        How many pieces a cut set leaves, without those of dummies alone; else 0.
    side : str
        Of a directed graph, the subject of the conclusion: ``-entry`` or ``-exit`` of a vertex, or
        ``-directed``; else empty.

    See Also
    --------
    deduction : makes a deduction with the names.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem("....#\\n....#\\n.....\\n..##.", piece="wazir", closed=True)
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
    side: str = ""

    def __repr__(self) -> str:
        return f"<deduction: {self.kind}, after {len(self.steps)} steps>"

    @property
    def kind(self) -> str:
        """The kind of the conclusion."""
        return self.conclusion.kind

    @property
    def contradiction(self) -> Message:
        """What no tour can have, and the steps lead to."""
        count = len(self.names)
        data = {"places": listed(self.names), "count": count, "pieces": self.pieces}
        kind = self.kind + self.side if count else OF_DUMMIES.get(self.kind, self.kind)
        return Message(f"deduction-{kind}", data)

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return after_steps(len(self.steps), self.contradiction)

    def check(self, problem: Problem) -> bool:
        """Confirm every step and the conclusion, as every certificate is confirmed."""
        return is_well_typed(self) and self._holds(undirected(problem))

    def _holds(self, problem: Problem) -> bool:
        question = cycle_question(problem)
        if question is None:  # the colours or the ends forbid a tour, but that is not our reason
            return False
        state = replay(question.neighbours, self.steps, self.factors)
        if state is None or not _concludes(self.conclusion, state):
            return False
        return self == deduction(problem, self.conclusion, state.left, self.steps, self.factors)

    def explain(self, problem: Problem) -> Iterator[Message]:
        """Yield a sentence for each step, and for the conclusion.

        Examples
        --------
        >>> from caballero import Problem, solve
        >>> problem = Problem("....\\n....\\n....\\n....\\n..##", closed=True)
        >>> for message in solve(problem).certificate.explain(problem):
        ...     print(message)  # doctest: +ELLIPSIS
        a2 has only two moves left, so every tour uses a2–c3.
        a2 has only two moves left, so every tour uses a2–b4.
        d5 has only two moves left, so every tour uses d5–c3.
        d5 has only two moves left, so every tour uses d5–b4.
        After 4 conclusions, each forced by the previous ones: Moves that every tour must use ...
        """
        problem = undirected(problem)
        yield from (sentence for step in self.steps if (sentence := step_message(problem, step)))
        yield self.reason


def step_message(problem: Problem, step: Step) -> Message | None:
    """Return a step in words; None for a chain between the ends."""
    if problem.directed:
        return _directed_message(problem, step)
    a, b = (vertex_name(problem, v) for v in step.edge)
    verdict = "used" if step.used else "out"
    return Message(f"step-{step.rule}-{verdict}", {"a": a, "b": b})


def _directed_message(problem: Problem, step: Step) -> Message | None:
    """Return a step about an edge of a directed graph in words; None for a chain."""
    size, first = problem.size, step.edge[0]
    between = range(2 * size, 2 * size + (0 if problem.closed else BETWEEN))
    # The exit of the vertex that the edge leaves, and the entry of the vertex that it leads to.
    exits = [v for v in step.edge if size <= v < 2 * size or v == max(between, default=-1)]
    entries = [v for v in step.edge if 0 <= v < size or v == min(between, default=-1)]
    if len(exits) != 1 or len(entries) != 1 or {*step.edge} <= {*between}:
        return None
    ends = exits[0], entries[0]
    a, b = ("∘" if v in between else problem.place_name(problem.place(v % size)) for v in ends)
    side = "-entry" if first == entries[0] else "-exit"
    if step.rule in {"short-cycle", "two-factor"}:
        side = "-directed"
    return Message(f"step-{step.rule}-{'used' if step.used else 'out'}{side}", {"a": a, "b": b})


def after_steps(count: int, reason: Message) -> Message:
    """Return a reason with the number of steps that lead to it.

    >>> print(after_steps(1, Message("nothing-there")))
    After one conclusion: There is nothing to visit.
    """
    if not count:
        return reason
    code = "deduction-step" if count == 1 else "deduction-steps"
    return Message(code, {"steps": count, "reason": reason})


def deduction(
    problem: Problem,
    conclusion: Conclusion,
    left: Sequence[Iterable[int]],
    steps: tuple[Step, ...] = (),
    factors: tuple[TwoFactor, ...] = (),
) -> Deduction:
    """Make a deduction with the names and pieces of its reason; `left` has the edges not out."""
    about, side = conclusion.vertices, ""
    places = problem.size * (2 if problem.directed else 1)
    if problem.directed:
        side, names = _directed_names(problem, conclusion)
    else:
        names = tuple(vertex_name(problem, v) for v in about if 0 <= v < problem.size)
    pieces = pieces_without(left, about) if conclusion.kind == "cut-set" else []
    count = sum(min(piece) < places for piece in pieces)
    return Deduction(conclusion, steps, factors, names, count, side)


def _directed_names(problem: Problem, conclusion: Conclusion) -> tuple[str, tuple[str, ...]]:
    """Return the subject of a conclusion about a directed graph: the side, and the names."""
    size, line = problem.size, [v for v in conclusion.vertices if 0 <= v < 2 * problem.size]
    match conclusion.kind:
        case "degree" | "third-move":
            side = "-entry" if line and line[0] < size else "-exit"
            return side, tuple(_name(problem, v % size) for v in line)
        case "short-cycle":
            order = read_order(line, size) if line else []
            return "-directed", tuple(_name(problem, v) for v in order)
    return "-directed", tuple(vertex_name(problem, v) for v in line)


def _name(problem: Problem, vertex: int) -> str:
    return problem.place_name(problem.place(vertex))


def vertex_name(problem: Problem, vertex: int) -> str:
    """Return the name of a vertex of the cycle question: ∘ of a dummy, →a or a→ if directed."""
    size = problem.size
    if 0 <= vertex < size:
        return f"→{_name(problem, vertex)}" if problem.directed else _name(problem, vertex)
    if problem.directed and size <= vertex < 2 * size:
        return f"{_name(problem, vertex - size)}→"
    return "∘"


class Replay:
    """The state while steps are replayed: the edges left and used, and the paths.

    `mate` and `length` hold at the ends of paths of used edges: the other end, and the number of
    vertices on the path.
    """

    __slots__ = ("left", "length", "mate", "used")

    def __init__(self, neighbours: Sequence[Iterable[int]]) -> None:
        self.left = [set(row) for row in neighbours]
        self.used: list[set[int]] = [set() for _ in self.left]
        self.mate = list(range(len(self.left)))
        self.length = [1] * len(self.left)

    def take(self, step: Step) -> None:
        """Apply a step without checking it."""
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


def replay(
    neighbours: Sequence[Iterable[int]], steps: Sequence[Step], factors: Sequence[TwoFactor]
) -> Replay | None:
    """Replay steps one after the other; None if a step, or a two-factor, does not hold."""
    state = Replay(neighbours)
    waiting = list(reversed(factors))
    frozen: TwoFactor | None = None
    for i, step in enumerate(paused(steps)):
        while waiting and waiting[-1].after == i:
            pause()
            frozen = waiting.pop()
            if not _is_valid(frozen, state.left):
                return None
        if not _follows(step, state, frozen):
            return None
        state.take(step)
    return None if waiting else state


def _follows(step: Step, state: Replay, frozen: TwoFactor | None) -> bool:
    """Return whether a step follows from the steps before it."""
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


def _is_valid(factor: TwoFactor, left: list[set[int]]) -> bool:
    """Return whether a two-factor is valid, and its heights satisfy their conditions."""
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


def _concludes(conclusion: Conclusion, state: Replay) -> bool:
    """Return whether a conclusion holds; a vertex named twice is refused."""
    left, used = state.left, state.used
    vertices, suppliers = conclusion.vertices, conclusion.suppliers
    if not _are_vertices(vertices, left) or not _are_vertices(suppliers, left):
        return False
    if suppliers and conclusion.kind != "deficient":
        return False
    match conclusion.kind:
        case "degree":
            return len(vertices) == 1 and len(left[vertices[0]]) < 2
        case "third-move":
            return len(vertices) == 1 and len(used[vertices[0]]) > 2
        case "short-cycle":
            steps = ((vertices[i - 1], v) for i, v in enumerate(vertices))
            return 2 < len(vertices) < len(left) and all(u in used[v] for u, v in steps)
        case "cut-set":
            return len(pieces_without(left, vertices)) > max(1, len(vertices))
        case "deficient":
            to_others = sum(len(left[v].difference(suppliers)) for v in vertices)
            return 2 * len(vertices) > 2 * len(suppliers) + to_others
    return False


def _are_vertices(vertices: tuple[int, ...], left: Sequence[object]) -> bool:
    """Return whether these are distinct vertices."""
    return len({*vertices}) == len(vertices) and {*vertices} <= {*range(len(left))}
