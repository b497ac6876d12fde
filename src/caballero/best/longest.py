"""The longest path or cycle: how far a path gets where there is no tour.

Three engines work in turn, and share the longest path so far and the bound:

- the portfolio of :func:`caballero.solve`, for a moment: a tour visits everything;
- the cheapest cycle of a *network with detours* (:mod:`.cheapest`), which is quick where few
  vertices are left out. Each vertex costs 1 if it is left out: then a line that the path's ends are
  tied to passes through it. This is the prize-collecting form of the traveling salesman problem
  (E. Balas, "The prize collecting traveling salesman problem", Networks 19, 1989);
- the sweep of :mod:`caballero.best.kernels.uncrossed`, which visits all states of the frontier
  (D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4): quick on narrow boards and
  sparse graphs. It has a first turn before the network, if the path need not be induced.

In a directed graph, a vertex is an entry and an exit, with an edge between them that a path uses if
it visits the vertex. With clues or waypoints inside, the first of these engines is asked for a path
of each length instead (:mod:`.by_length`), from the bound down.

Invariants: a path was checked by :func:`~caballero.proof.facts.is_path`, which shares nothing with
the engines; no path visits more vertices than the bound.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, overload

from caballero.find import solve
from caballero.machine.arguments import flag
from caballero.machine.errors import InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import Budget, LimitHit, Limits, SliceOver
from caballero.model.graph import Graph
from caballero.model.network import fixed_ends
from caballero.model.problem import Ground, Problem, sorted_moves
from caballero.model.reduction import two_colours
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.best import Best, ended
from caballero.proof.facts import component, is_path
from caballero.proof.outcome import Found, Impossible, stats_of

from .by_length import path_of_length
from .cheapest import best_cycle, improve, new_network, new_search
from .kernels import uncrossed as kernel
from .kernels._fragments import ALWAYS, MAYBE, NEVER
from .layers import Sweep, sweep_all
from .line_model import order_of
from .tuning import sizes

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.board import Square
    from caballero.model.graph import P
    from caballero.model.problem import LabelledGround, Searched, SquareGround

    class LongestOptions(Searched, total=False):
        """What :func:`find_longest` takes besides the ground."""

        induced: bool
        proof: str | Path | None


MOST_VERTICES: Final = 1024
"""The vertices of the largest graph; the time grows exponentially with its width."""

FIND_NODES: Final = 200_000
"""The nodes for a tour that visits everything."""

SWEEP_NODES: Final = 300_000
"""The nodes for a first sweep: enough where the frontier is very narrow."""

NETWORK_NODES: Final = 300_000
"""The nodes for the network with detours."""


@dataclass(frozen=True, slots=True)
class Question:
    """A problem in numbers: which vertices and edges a path may use, and which it must."""

    problem: Problem
    graph: Graph
    start: int | None
    end: int | None
    forced: frozenset[tuple[int, int]]  # the smaller vertex first, if it is not directed
    induced: bool

    @property
    def parts(self) -> int:
        """Into how many each vertex is split: 2 in a directed graph, an entry and an exit."""
        return 2 if self.graph.directed else 1

    def entry(self, v: int) -> int:
        """Return the part of a vertex where a path arrives."""
        return self.parts * v

    def exit(self, v: int) -> int:
        """Return the part of a vertex where a path leaves."""
        return self.parts * v + self.parts - 1

    @property
    def numbered(self) -> bool:
        """Whether clues or waypoints inside fix when a path visits a place."""
        return bool(self.problem.clues or self.problem.waypoints)

    @property
    def closed(self) -> bool:
        """Whether a cycle is asked for."""
        return self.problem.closed

    @property
    def needed(self) -> set[int]:
        """The vertices that must be visited."""
        ends = {v for v in (self.start, self.end) if v is not None}
        clues = (self.problem.vertex(place) for place, _ in self.problem.clues)
        return ends.union(*self.forced, clues, map(self.problem.vertex, self.problem.waypoints))


@overload
def find_longest(ground: LabelledGround[P], **how: Unpack[LongestOptions]) -> Best[P]: ...
@overload
def find_longest(ground: SquareGround, **how: Unpack[LongestOptions]) -> Best[Square]: ...
@overload
def find_longest(ground: Ground, **how: Unpack[LongestOptions]) -> Best: ...
@verb()
def find_longest(
    ground: Ground,
    *,
    induced: bool = False,
    proof: str | Path | None = None,
    **asked: Unpack[Searched],
) -> Best:
    """Find the longest path, or cycle, and prove that none is longer.

    A place is visited once at most; not all need be.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The problem: if closed, the path returns to its first place. All its constraints are
        kept: a clue is the number of a place on the path, waypoints are visited in their order.
    induced : bool
        Whether no move may join places of the path that do not follow each other: a snake.
    closed, start, end
        As :class:`Problem` takes them.
    limits, timeout, callback
        When to stop, with the longest path so far and a bound; and a function to call with a
        :class:`~caballero.Progress`.
    seed : int
        The seed of the local search.
    proof : str or Path, optional
        Where to write a proof that none is longer, for :func:`caballero.proof.check_proof`; not of
        induced paths, nor with clues or waypoints inside. The checker sweeps over the graph once
        more.

    Returns
    -------
    Best
        Its ``tour`` is the path, as a tour of these places only, without places if there is none.
        Its ``cost`` is the number of places that it visits, and no path visits more than ``bound``.
        It is ``optimal`` unless a limit came first.

    Raises
    ------
    InvalidProblem
        If an induced path is to have clues or waypoints inside, or to follow arcs.
    TooLarge
        If there are more than 1024 vertices.

    Notes
    -----
    The question is NP-hard. Sparse graphs and boards take time that grows exponentially with the
    width of their frontier; in others, with the number of vertices that are left out. Nearly all
    random graphs of 50 vertices take less than a second.

    References
    ----------
    E. Balas, "The prize collecting traveling salesman problem", Networks 19 (1989) 621-636.
    D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4 (2011).

    Examples
    --------
    >>> from caballero import Problem, find_longest
    >>> best = find_longest(4)
    >>> best.cost, best.bound, best.optimal
    (15, 15, True)
    >>> [find_longest(Problem(n, closed=True), induced=True).cost for n in (3, 4, 5)]
    [8, 10, 16]
    >>> [*find_longest(Problem("3x3", waypoints=["a1", "a3", "c3"], ends=True)).tour.names()]
    ['a1', 'c2', 'a3', 'b1', 'c3']
    """
    induced = flag("induced", induced)
    with asking(ground, asked) as (problem, budget, seed), ExitStack() as stack:
        question = _question(problem, induced)
        search = _Search(question, budget, seed)
        writer = None
        if proof is not None and not induced and not question.numbered:
            from caballero.find.proof_writer import ProofWriter

            writer = stack.enter_context(closing(ProofWriter(problem, proof)))
        with suppress(LimitHit):
            search.run()
        path, bound, file = search.path, search.bound, None
        if writer is not None and search.done:
            hub = [] if problem.closed else [question.parts * len(question.graph)]
            writer.write_sweep([*hub, *_parts_in_order(question)], longest=path)
            file = writer.publish()
        be_sure(is_path(problem, path, induced), "the longest path is no path of the problem")
        tour = Tour(problem.ground, tuple(path), problem.piece, problem.closed)
        return ended(Best(tour, stats_of(budget), len(path), bound, search.done, file), budget)


def _question(problem: Problem, induced: bool) -> Question:
    """Return a problem in numbers, if it is answered here."""
    if induced and problem.directed:
        raise InvalidProblem("longest-induced-directed")
    if induced and (problem.clues or problem.waypoints):
        raise InvalidProblem("longest-induced-clues")
    if problem.size > MOST_VERTICES:
        raise TooLarge(
            "longest-too-large", ground=str(problem.ground), count=problem.size, most=MOST_VERTICES
        )
    start, end = fixed_ends(problem)
    moves = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    if problem.closed and start is not None and end is not None:
        moves.append((end, start))
    if not problem.directed:
        moves = [(min(move), max(move)) for move in moves]
    return Question(problem, problem.graph(), start, end, frozenset(moves), induced)


def _is_possible(question: Question) -> bool:
    """Return whether all forced edges are edges: the last of a cycle may be none."""
    return all(question.graph.has_edge(a, b) for a, b in question.forced)


def _parts_in_order(question: Question) -> list[int]:
    """Return the parts of all vertices in the order of a sweep."""
    order, parts = order_of(question.problem, _underlying(question.graph)), question.parts
    return [parts * v + part for v in order for part in range(parts)]


def _underlying(graph: Graph) -> Graph:
    """Return a graph without directions."""
    if not graph.directed:
        return graph
    edges = {(min(edge), max(edge)) for edge in graph.edges()}
    return Graph.from_edges(sorted(edges), range(len(graph)))


# -- the search ------------------------------------------------------------------------------------


class _Search:
    """The longest path so far, and the bound, which the engines improve."""

    def __init__(self, question: Question, budget: Budget, seed: int) -> None:
        self._question, self._budget, self._seed = question, budget, seed
        self.bound = _bound(question)
        self.path: list[int] = []
        if not question.closed and len(question.needed) < 2 and not question.numbered:
            self.take([*question.needed] or [0])

    @property
    def done(self) -> bool:
        """Whether the path is proved to be longest."""
        return len(self.path) >= self.bound

    def take(self, path: list[int]) -> None:
        """Take over a path if it is longer, from its start to its end."""
        if len(path) > len(self.path):
            start, end = self._question.start, self._question.end
            wrong = start not in (None, path[0]) or end not in (None, path[-1])
            turned = wrong and not (self._question.closed or self._question.numbered)
            self.path = path[::-1] if turned else path

    def run(self) -> None:
        """Search until it is done; raise LimitHit if a limit is met."""
        question = self._question
        if not _is_possible(question):
            self.bound = 0
        if question.numbered:
            self._by_length()
        if not question.induced and not self.done:
            self._find()
            if not self.done:
                with suppress(SliceOver), self._budget.slice(SWEEP_NODES):
                    self._sweep()
            if not self.done and not question.forced:
                with suppress(SliceOver), self._budget.slice(NETWORK_NODES):
                    self._detour()
        if not self.done:
            self._sweep()

    def _by_length(self) -> None:
        """Look for a path of each length, from the bound down."""
        question, problem = self._question, self._question.problem
        fewest = max(problem.fewest, len(question.needed))
        while self.bound >= fewest and not self.path:
            length = self.bound
            path = path_of_length(problem, question.graph, length, self._budget, self._seed)
            if path is None:
                self.bound -= 1
            else:
                self.take(path)
        if not self.path:
            self.bound = 0

    def _find(self) -> None:
        """Look for a tour of all vertices, for a moment."""
        budget, problem = self._budget, self._question.problem
        match solve(problem, limits=Limits(nodes=FIND_NODES), seed=self._seed):
            case Found(tour):
                self.take([*tour.order])
            case Impossible():
                self.bound = min(self.bound, problem.size - 1)
        budget.pause()

    def _detour(self) -> None:
        """Search the network with detours; of a cycle, vertex by vertex."""
        question, size = self._question, len(self._question.graph)
        if not question.closed:
            self.bound = min(self.bound, self._detour_in([*range(size)], None))
            return
        left, through = {*range(size)}, 0
        while left := _core(question.graph, left):
            if not question.needed <= left:
                left = set()
            self.bound = min(self.bound, max(through, len(left)))
            if self.done or not left:
                return
            # The longest cycle passes through the root, or not.
            degree = {v: len(question.graph.neighbours(v)) for v in left}
            root = max(left, key=lambda v: (v in question.needed, degree[v]))
            through = max(through, self._detour_in(sorted(left), root), len(self.path))
            left.remove(root)

    def _detour_in(self, vertices: list[int], root: int | None) -> int:
        """Search among some vertices, for a cycle through the root; return a bound."""
        first = self._first_path(vertices, root)
        if not first:
            return 0 if root is None else len(vertices)
        network = _Detours(self._question, vertices, root)
        search = new_search(network.network, network.cycle_of(first), self._seed)
        try:
            improve(search, self._budget)
        finally:
            self.take(network.path_of(best_cycle(search)))
        return len(vertices) - search.bound

    def _first_path(self, vertices: list[int], root: int | None) -> list[int]:
        """Return a path that may be improved: from the start to the end, or through the root."""
        question = self._question
        allowed = {*vertices}
        start, end = question.start, question.end
        if root is not None:
            return next(_cycles(question.graph, root, allowed), [])
        if start is None or end is None:
            return [start if start is not None else end if end is not None else vertices[0]]
        return _way(question.graph, start, end, allowed)

    def _sweep(self) -> None:
        """Sweep over all states of the frontier."""
        sweep = PathSweep.of(self._question, self._budget)
        if sweep is None:
            return
        sweep.known(len(self.path), self.bound)
        try:
            sweep.run()
        finally:
            self.take(sweep.path)
            self.bound = min(self.bound, max(sweep.most, len(self.path)))


def _bound(question: Question) -> int:
    """Return a bound by colours: neighbours differ, so a path takes them in turn."""
    graph, bound = _underlying(question.graph), 0
    left = {*range(len(graph))}
    while left:
        part = sorted(component(graph, min(left)))
        left.difference_update(part)
        number = {v: i for i, v in enumerate(part)}
        colours, _ = two_colours([[number[w] for w in graph.neighbours(v)] for v in part])
        most = len(part)
        if colours is not None:
            dark = sum(colours)
            most = min(2 * min(dark, most - dark) + (not question.closed), most)
        bound = max(bound, most)
    return bound


def _core(graph: Graph, vertices: set[int]) -> set[int]:
    """Return the largest set of vertices with two neighbours each, or arcs in and out."""
    ways = [[{*graph.neighbours(v)} for v in range(len(graph))]]
    if graph.directed:
        ways.append([{*graph.predecessors(v)} for v in range(len(graph))])
    left = {*vertices}
    stack = [*left]
    while stack:
        v = stack.pop()
        near = [left & way[v] for way in ways]
        if v in left and any(len(row) < 3 - len(ways) for row in near):
            left.remove(v)
            stack += set[int]().union(*near)
    return left


def _way(graph: Graph, start: int, end: int, allowed: set[int]) -> list[int]:
    """Return a shortest path between two vertices, through some others; empty if there is none."""
    before, queue = {start: start}, deque([start])
    while queue:
        v = queue.popleft()
        if v == end:
            path = [v]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path[::-1]
        for w in graph.neighbours(v):
            if w in allowed and w not in before:
                before[w] = v
                queue.append(w)
    return []


def _cycles(graph: Graph, root: int, allowed: set[int]) -> Iterator[list[int]]:
    """Yield a shortest cycle by each edge of a vertex, if any."""
    near = [v for v in graph.neighbours(root) if v in allowed]
    if graph.directed:
        for v in near:
            if way := _way(graph, v, root, allowed):
                yield [root, *way[:-1]]
        return
    for v in near:
        for w in near:
            if v < w and (way := _way(graph, v, w, allowed - {root})):
                yield [root, *way]


# -- the network with detours ----------------------------------------------------------------------


class _Detours:
    """A network whose cheapest cycle is a longest path, or a longest cycle through a root.

    A line passes by all vertices that may be left out. Its link ``i`` leads either past vertex
    ``i`` or through it, which costs 1. Each of its joints is two vertices with a forced edge, so
    the line is never left. Its ends are tied to those of the path. The root of a cycle is two
    vertices, at both ends of the path. In a directed graph, a vertex is an entry and an exit: so is
    each joint, and every edge leads from an exit to an entry.
    """

    def __init__(self, question: Question, vertices: list[int], root: int | None) -> None:
        self._vertices, self._root = vertices, root
        graph, parts = question.graph, question.parts
        number = {v: i for i, v in enumerate(vertices)}
        size = len(vertices)
        self._entry = [parts * i for i in range(size)]
        self._exit = [parts * i + parts - 1 for i in range(size)]
        self._joint = parts * size  # joint i is the vertices joint + 2i and joint + 2i + 1
        kept = {number[v] for v in question.needed if v in number}
        if root is not None:
            kept.add(number[root])
        self._loose = [v for v in range(size) if v not in kept]
        self._last = last = self._joint + 2 * len(self._loose) + 1
        inner = [v for v in range(size) if parts == 2 and vertices[v] != root]
        forced = [(self._entry[v], self._exit[v]) for v in inner]
        edges = dict.fromkeys(forced, 0)
        twin = last + 1  # the other root of a cycle that goes both ways
        for a, b in graph.edges():
            if a in number and b in number:
                v, w = number[a], number[b]
                edges[self._exit[v], self._entry[w]] = 0
                if parts == 1 and root in (a, b):
                    edges[twin, w if a == root else v] = 0
        for i in range(len(self._loose) + 1):
            joint = self._joint + 2 * i
            forced.append((joint, joint + 1))
            edges[joint, joint + 1] = 0
        for i, v in enumerate(self._loose):
            joint = self._joint + 2 * i + 1
            edges[joint, joint + 1] = 0
            edges[joint, self._exit[v]] = 1
            edges[joint + 1, self._entry[v]] = 0
        firsts, lasts = self._entry, self._exit
        if root is not None:
            at = number[root]
            firsts, lasts = [self._exit[at]], [twin if parts == 1 else self._entry[at]]
        else:
            firsts = firsts if question.start is None else [firsts[number[question.start]]]
            lasts = lasts if question.end is None else [lasts[number[question.end]]]
        for joint, ends in (self._joint, firsts), (last, lasts):
            ties = [(joint, v) for v in ends]
            edges |= dict.fromkeys(ties, 0)
            forced += ties if len(ties) == 1 else []
        total = last + 1 + (root is not None and parts == 1)
        self.network = new_network(total, [*edges], [*edges.values()], forced)

    def cycle_of(self, path: Sequence[int]) -> list[int]:
        """Return the cycle of a path, or of a cycle that begins with the root."""
        number = {v: i for i, v in enumerate(self._vertices)}
        inner = [number[v] for v in path]
        on_path = {*inner}
        cycle = []
        if self._root is not None:
            at = inner.pop(0)
            cycle.append(self._exit[at])
        cycle += self._parts(inner)
        if self._root is not None:
            cycle.append(self._last + 1 if self._entry[at] == self._exit[at] else self._entry[at])
        for i in range(len(self._loose), -1, -1):
            joint = self._joint + 2 * i
            cycle += [joint + 1, joint]
            if i and self._loose[i - 1] not in on_path:
                cycle += self._parts(self._loose[i - 1 : i])
        return cycle

    def _parts(self, line: Iterable[int]) -> list[int]:
        """Return the parts of vertices, in the order of a path."""
        return [part for v in line for part in dict.fromkeys((self._entry[v], self._exit[v]))]

    def path_of(self, cycle: list[int]) -> list[int]:
        """Return the path of a cycle; without the edge through the twin, of a cycle too."""
        at = cycle.index(self._joint)
        cycle = [*cycle[at:], *cycle[:at]]
        if cycle[1] == self._joint + 1:
            cycle = [cycle[0], *cycle[:0:-1]]
        path = cycle[1 : cycle.index(self._last)]
        is_split = self._entry != self._exit
        if self._root is not None:
            path = path[:-1] if is_split or len(path) > 3 else []
        if not is_split:
            return [self._vertices[v] for v in path]
        whole = path if self._root is None else [path[0], *path]
        return [self._vertices[v // 2] for v in whole[::2]]


# -- the sweep -------------------------------------------------------------------------------------


class PathSweep:
    """The passes of a sweep for the longest path over vertices in an order.

    `bound` is for the number of moves; `path` has the vertices.
    """

    def __init__(
        self,
        plan: kernel.Plan,
        vertices: Sequence[int],
        moves: Sequence[tuple[int, int]],
        budget: Budget,
        parts: int = 1,
    ) -> None:
        self._plan, self._vertices, self._moves, self._budget = plan, vertices, moves, budget
        self._parts = parts
        self.work = kernel.new_work(plan)
        self.bound = len(vertices)
        self.path: list[int] = []

    @classmethod
    def of(cls, question: Question, budget: Budget) -> PathSweep | None:
        """Return the sweep for a question; None if the frontier is too wide."""
        graph, closed = question.graph, question.closed
        entry, exit_ = question.entry, question.exit
        vertices = _parts_in_order(question)
        number = {v: i for i, v in enumerate(vertices)}
        size = len(vertices)

        def move(a: int, b: int) -> tuple[int, int]:
            return min(number[a], number[b]), max(number[a], number[b])

        bonds = [move(entry(v), exit_(v)) for v in range(len(graph)) if graph.directed]
        moves = sorted([*bonds, *(move(exit_(a), entry(b)) for a, b in graph.edges())])
        window = 1 + max((b - a for a, b in moves), default=0)
        degree = max(Counter(chain(*moves)).values(), default=0)
        if size * window * window * degree > 64 * sizes().most_room:
            return None
        tips = [MAYBE] * size
        if not closed:
            tips = _tips(question, number)
        at = {move: i for i, move in enumerate(moves)}
        needed = [number[part(v)] for v in question.needed for part in (entry, exit_)]
        plan = kernel.new_plan(
            size, moves, [()] * len(moves), closed=closed, tips=tips, needed={*needed},
            forced={at[move(exit_(a), entry(b))] for a, b in question.forced},
            bonds={at[bond] for bond in bonds}, induced=question.induced,
        )  # fmt: skip
        return cls(plan, vertices, moves, budget, question.parts)

    def known(self, visited: int, bound: int) -> None:
        """Take over how many vertices a known path visits, and the most that a path can visit."""
        is_open = not self._plan.closed
        self.work.best = max(0, self._parts * visited - is_open)
        self.bound = self._parts * bound - is_open

    @property
    def most(self) -> int:
        """The most vertices that a path can visit, if it has a move."""
        return (self.bound + (not self._plan.closed)) // self._parts if self.bound else 0

    def run(self) -> None:
        """Sweep until the path is proved to be longest; raise LimitHit if a limit is met."""
        self._budget.method = "sweep"
        sweep_all(self._sweep)
        self.bound = self.work.best

    def _sweep(self, keep: int) -> bool:
        """Sweep once, with at most `keep` states a layer; return whether another pass is needed."""
        plan, work, size = self._plan, self.work, len(self._vertices)
        sweep = Sweep(kernel.expand, plan, work, keep, self._budget)
        before = work.best
        try:
            while sweep.is_open and work.best < self.bound:
                whole, work.most = not sweep.dropped, 0
                found = sweep.advance(lambda: 2 * size) is not None
                if whole:
                    left = max(0, size - sweep.step - (not plan.closed))
                    self.bound = min(self.bound, max(work.most + left if found else 0, work.best))
        finally:
            if work.best > before:
                self.path = self._read([self._vertices[v] for v in sweep.line(self._moves)])
        return sweep.dropped and work.best < self.bound

    def _read(self, line: list[int]) -> list[int]:
        """Return the vertices along a line of parts, from entries to exits."""
        if self._parts == 1:
            return line
        enters = line[0] % 2 == 0
        onward = enters if line[1] == line[0] ^ 1 else not enters
        order = [v // 2 for v in line if v % 2]
        return order if onward else order[::-1]


def _tips(question: Question, number: dict[int, int]) -> list[int]:
    """Return which parts may, and must, be an end of the path."""
    ends = {question.entry: question.start, question.exit: question.end}
    free = None in (question.start, question.end)
    tips = [MAYBE if question.graph.directed or free else NEVER] * len(number)
    for part, end in ends.items():
        if end is not None:
            if question.graph.directed:
                for v in range(len(question.graph)):
                    tips[number[part(v)]] = NEVER
            tips[number[part(end)]] = ALWAYS
    return tips
