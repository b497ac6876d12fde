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

With a cost of the moves, the longest path has the largest sum. Corridors, whose squares a path all
visits or none, are single moves then (:mod:`.corridors`), and where they are half of all, always.

Invariants: a path was checked by :func:`~caballero.proof.facts.is_path`, which shares nothing with
the engines; no path visits more vertices than the bound.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, overload

from caballero.find import solve
from caballero.machine.arguments import flag
from caballero.machine.errors import InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import Budget, LimitHit, Limits, SliceOver
from caballero.model.given import costs_of, weight_meant
from caballero.model.graph import Graph
from caballero.model.network import fixed_ends
from caballero.model.problem import Ground, MoveCost, Problem, sorted_moves
from caballero.model.reduction import two_colours
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.best import Best, ended
from caballero.proof.facts import component, is_path
from caballero.proof.outcome import Found, Impossible, stats_of

from .by_length import path_of_length
from .cheapest import best_cycle, improve, new_network, new_search
from .corridors import Corridors, shortened
from .costs import Costs, as_number, move_costs, total_of, whole_costs
from .kernels import uncrossed as kernel
from .kernels._fragments import ALWAYS, MAYBE, NEVER
from .layers import Sweep, sweep_all
from .line_model import order_of
from .scale import from_zero
from .tuning import sizes

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.board import Square
    from caballero.model.graph import Number, P
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
    gains: Mapping[tuple[int, int], int] | None = None  # of each move; None counts vertices
    corridors: Corridors | None = None

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

    def length(self, path: Sequence[int]) -> int:
        """Return the length of a path; without vertices it is shorter than any other."""
        if self.gains is None:
            return len(path)
        if not path:
            return -1 - sum(map(abs, self.gains.values()))
        return sum(self.gains[move] for move in pairwise([*path, *path[: self.closed]]))


@overload
def find_longest(
    ground: LabelledGround[P], cost: MoveCost | None = None, **how: Unpack[LongestOptions]
) -> Best[P]: ...
@overload
def find_longest(
    ground: SquareGround, cost: MoveCost | None = None, **how: Unpack[LongestOptions]
) -> Best[Square]: ...
@overload
def find_longest(
    ground: Ground, cost: MoveCost | None = None, **how: Unpack[LongestOptions]
) -> Best: ...
@verb()
def find_longest(
    ground: Ground,
    cost: MoveCost | None = None,
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
    cost : str, mapping or callable, optional
        The length of each move, as for :func:`best_tour`: ``"weight"``, ``"length"``, a mapping or
        a function. The path with the largest sum is the longest. By default places are counted.
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
        induced paths, nor with costs, clues or waypoints inside. The checker sweeps over the graph
        once more.

    Returns
    -------
    Best
        Its ``tour`` is the path, as a tour of these places only, without places if there is none.
        Its ``cost`` is the number of places that it visits, or the sum of the costs of its moves,
        and no path has more than ``bound``. It is ``optimal`` unless a limit came first.

    Raises
    ------
    InvalidProblem
        If a path that is induced, or has costs, is to have clues or waypoints inside; or if an
        induced path is to follow arcs.
    InvalidInput
        If a cost is missing or no number; see :func:`best_tour`.
    TooLarge
        If there are more than 1024 vertices, corridors between two junctions counted once where
        the path has both ends given or is closed.

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
    >>> trails = [("in", "a", 2), ("a", "b", 9), ("a", "out", 4), ("b", "out", 3)]
    >>> find_longest(Graph.from_edges(trails), "weight", start="in", end="out").cost
    14
    """
    induced = flag("induced", induced)
    read = [costs_of] * (isinstance(cost, str) and cost == "weight")
    with (
        weight_meant(ground, cost),
        asking(ground, asked, *read) as (problem, budget, seed),
        ExitStack() as stack,
    ):
        costs = None if cost is None else whole_costs(move_costs(problem, problem.graph(), cost))
        question = _question(problem, induced, costs)
        search = _Search(_without_corridors(question), budget, seed)
        writer = None
        if proof is not None and not induced and not question.numbered and costs is None:
            from caballero.find.proof_writer import ProofWriter

            writer = stack.enter_context(closing(ProofWriter(problem, proof)))
        with suppress(LimitHit):
            search.run()
        path, file = search.whole_path, None
        if writer is not None and search.done:
            hub = [] if problem.closed else [question.parts * len(question.graph)]
            writer.write_sweep([*hub, *_parts_in_order(question)], longest=path)
            file = writer.publish()
        be_sure(is_path(problem, path, induced), "the longest path is no path of the problem")
        tour = Tour(problem.ground, tuple(path), problem.piece, problem.closed)
        total, bound = _measured(question, costs, tour, search)
        return ended(Best(tour, stats_of(budget), total, bound, search.done, file), budget)


def _measured(
    question: Question, costs: Costs | None, path: Tour, search: _Search
) -> tuple[Number, Number]:
    """Return the length of a path as it was asked for, and a bound."""
    if costs is None:
        more = search.counts_moves and not question.closed
        return len(path), len(path) if search.done else search.bound + more
    total = total_of(question.graph, costs.given, path.order, path.closed) if path.order else 0
    if search.done:
        return total, total
    error = Fraction(len(question.graph), 2 * costs.scale) if costs.rounded else Fraction(0)
    return total, max(total, as_number(Fraction(search.bound, costs.scale), error, True))


def _without_corridors(question: Question) -> Question:
    """Return the question of a graph without corridors, if that is worth it; refuse a large one."""
    graph, ends, kept = question.graph, (question.start, question.end), question.needed
    fixed = question.closed or None not in ends
    if fixed and not question.induced and not question.numbered:
        arcs = [*graph.edges()]
        arcs += [] if graph.directed else [(b, a) for a, b in arcs]
        short = shortened(graph, question.gains or dict.fromkeys(arcs, 1), kept,
                          closed=question.closed)  # fmt: skip
        if question.gains is not None or 2 * len(short.left) <= len(graph):
            return _renumbered(question, short)
    _refuse_large(question.problem, len(graph))
    return question


def _renumbered(question: Question, short: Corridors) -> Question:
    """Return the question of the vertices that corridors leave."""
    left = short.left
    _refuse_large(question.problem, len(left))
    number, directed = {v: i for i, v in enumerate(left)}, question.graph.directed
    gains = {(number[a], number[b]): gain for (a, b), gain in short.gains.items()}
    moves = sorted(move for move in gains if directed or move[0] < move[1])
    graph = Graph.from_edges(moves, range(len(left)), directed=directed)
    start, end = (None if v is None else number[v] for v in (question.start, question.end))
    forced = {(number[a], number[b]) for a, b in question.forced}
    small = Problem(graph, closed=question.closed)
    return Question(small, graph, start, end, frozenset(forced), False, gains, short)


def _refuse_large(problem: Problem, size: int) -> None:
    """Raise :class:`TooLarge` if there are too many vertices."""
    if size > MOST_VERTICES:
        raise TooLarge(
            "longest-too-large", ground=str(problem.ground), count=size, most=MOST_VERTICES
        )


def _question(problem: Problem, induced: bool, costs: Costs | None) -> Question:
    """Return a problem in numbers, if it is answered here."""
    if induced and problem.directed:
        raise InvalidProblem("longest-induced-directed")
    if (induced or costs is not None) and (problem.clues or problem.waypoints):
        raise InvalidProblem("longest-induced-clues")
    start, end = fixed_ends(problem)
    moves = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    if problem.closed and start is not None and end is not None:
        moves.append((end, start))
    if not problem.directed:
        moves = [(min(move), max(move)) for move in moves]
    graph, gains = problem.graph(), None
    if costs is not None:
        pairs = ((v, w) for v in range(len(graph)) for w in graph.neighbours(v))
        gains = dict(zip(pairs, costs.whole, strict=True))
    return Question(problem, graph, start, end, frozenset(moves), induced, gains)


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
        self.length = question.length([])
        if not question.closed and len(question.needed) < 2 and not question.numbered:
            self.take([*question.needed] or [0])

    @property
    def done(self) -> bool:
        """Whether the path is proved to be longest."""
        return self.length >= self.bound

    @property
    def counts_moves(self) -> bool:
        """Whether lengths are moves or their costs, not vertices."""
        return self._question.gains is not None

    @property
    def whole_path(self) -> list[int]:
        """The path, with the vertices in its corridors."""
        short = self._question.corridors
        return self.path if short is None else short.whole(self.path, self._question.closed)

    def take(self, path: list[int]) -> None:
        """Take over a path if it is longer, from its start to its end."""
        if (length := self._question.length(path)) > self.length:
            self.length = length
            start, end = self._question.start, self._question.end
            wrong = start not in (None, path[0]) or end not in (None, path[-1])
            turned = wrong and not (self._question.closed or self._question.numbered)
            self.path = path[::-1] if turned else path

    def run(self) -> None:
        """Search until it is done; raise LimitHit if a limit is met."""
        question = self._question
        if not _is_possible(question):
            self.bound = question.length([])
        if question.numbered:
            self._by_length()
        if not question.induced and not self.done:
            if question.gains is None:
                self._find()
            if not self.done:
                with suppress(SliceOver), self._budget.slice(SWEEP_NODES):
                    self._sweep()
            if not self.done and not question.forced and not (question.gains and question.closed):
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
        return network.most - search.bound

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
        sweep.known(self.length, self.bound)
        try:
            sweep.run()
        finally:
            self.take(sweep.path)
            self.bound = min(self.bound, max(sweep.most, self.length))


def _bound(question: Question) -> int:
    """Return a bound by colours: neighbours differ, so a path takes them in turn."""
    if question.gains is not None:
        return sum(gain for gain in question.gains.values() if gain > 0)
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
    each joint, and every edge leads from an exit to an entry. Where moves have lengths, a move
    costs as much less as it is longer, and leaving out costs nothing. A longest path has the length
    `most` less the cost of its cycle.
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
        gains, skipped = question.gains or {}, int(question.gains is None)
        for a, b in graph.edges():
            if a in number and b in number:
                v, w = number[a], number[b]
                edges[self._exit[v], self._entry[w]] = -gains.get((a, b), 0)
                if parts == 1 and root in (a, b):
                    edges[twin, w if a == root else v] = 0
        for i in range(len(self._loose) + 1):
            joint = self._joint + 2 * i
            forced.append((joint, joint + 1))
            edges[joint, joint + 1] = 0
        for i, v in enumerate(self._loose):
            joint = self._joint + 2 * i + 1
            edges[joint, joint + 1] = 0
            edges[joint, self._exit[v]] = skipped
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
        least, prices = from_zero([*edges.values()], total)
        self.most = size * skipped - total * least
        self.network = new_network(total, [*edges], prices, forced)

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

    `bound` is for the length of the path, without lengths the number of moves with the bonds;
    `path` has the vertices.
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
        self._parts, self._counts = parts, True
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
            gains=_gains(question, {move(exit_(a), entry(b)): (a, b) for a, b in graph.edges()},
                         moves),
        )  # fmt: skip
        sweep = cls(plan, vertices, moves, budget, question.parts)
        sweep._counts = question.gains is None
        return sweep

    def known(self, length: int, bound: int) -> None:
        """Take over the length of a known path, and a bound for the longest."""
        is_open = not self._plan.closed
        self.work.best = max(0, self._parts * length - is_open) if self._counts else length
        self.bound = self._parts * bound - is_open if self._counts else bound

    @property
    def most(self) -> int:
        """The length that no path exceeds, if it has a move."""
        if not self._counts:
            return self.bound
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
                left = plan.left[sweep.step]
                found = sweep.advance(lambda: 2 * size * plan.loose) is not None
                if whole:
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


def _gains(
    question: Question,
    edges: Mapping[tuple[int, int], tuple[int, int]],
    moves: Iterable[tuple[int, int]],
) -> list[int]:
    """Return the length of each move of a sweep, where moves have lengths; bonds have none."""
    gains = question.gains
    if gains is None:
        return []
    return [gains[edges[move]] if move in edges else 0 for move in moves]


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
