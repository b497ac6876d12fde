"""The tree of a search: what was tried after what, folded, with the counts of each branch.

A *branch* is a node with all below it. Those on the way to the tour, or to where the search was
stopped, are all shown; of the others, the levels nearest to that way, as many as fit, so that a
dead branch of a million nodes is a single leaf. To open it, ask for the tree below it: its squares
as clues give the same search. S. W. Golomb and L. D. Baumert ("Backtrack programming", J. ACM 12,
1965) drew such trees; the textbook's search is a walk round this tree.

For a search that a kernel repeats, it counts each branch that is shown, by a search of its own
that begins with the squares before it. Other trees grow from the steps of the search.

Invariants: `branches` are in the order in which the search entered them, each after its parent; the
counts of a branch include all below it, shown or not, so that the first has the search's.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, pairwise, takewhile
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from caballero.machine.arguments import name_among, whole
from caballero.machine.errors import LimitReached
from caballero.machine.limits import Budget, LimitHit, LimitOptions, Limits, Progress
from caballero.machine.methods import TAUGHT
from caballero.machine.words import short
from caballero.model.board import Square
from caballero.model.events import EventKind
from caballero.model.problem import Ground, Problem
from caballero.proof.asking import QUESTION, asking, verb
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, limited

from .backtracking import search_backtracking
from .bounded import tour_puzzle
from .branch_and_bound import BoundedPuzzle, trace_minimize
from .generic import Candidate, NotesProblem, SearchProblem, limits_or, trace_puzzle
from .orders import move_order
from .tracing import Choices, trace
from .warnsdorff import search_warnsdorff

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

MOST: Final = 60
"""The most branches that are shown by default, besides those on the way to the tour."""

PUZZLE_LIMITS: Final = Limits(nodes=1_000_000, seconds=20)
"""When the search of your own puzzle stops: it may never end."""

MARGIN: Final = 10
"""While a tree grows, how many times the branches that are shown it keeps."""

WORK: Final = 100_000
"""Nodes that may be searched again to open branches, besides twice those of the whole search."""

MOST_MADE: Final = 100_000
"""The most nodes of branch and bound whose tree is kept; the search stops there."""

Search: TypeAlias = Callable[[Problem, Budget], Outcome]


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of a search with all below it.

    Parameters
    ----------
    parent : int
        The number of the branch that it grows from; -1 for the first.
    name : str
        The square, or the candidate, that was entered.
    state : str
        ``tour`` if the tour, or a solution, is on it; ``open`` if the search was stopped there;
        otherwise ``dead``.
    nodes : int
        Its nodes, itself included.
    ends : tuple of (str, int)
        How often the search turned back on it, by kind: ``dead-end`` where no move was left,
        ``complete`` where all squares were visited but it is no tour, ``cut`` where a bound, or
        the puzzle, ruled out what was tried.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import search_tree
    >>> search_tree(Problem(3, start="c1"), order="granada").branches[0]
    Branch(parent=-1, name='c1', state='dead', nodes=15, ends=(('dead-end', 2),))
    """

    parent: int
    name: str
    state: str
    nodes: int
    ends: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of a search.

    Parameters
    ----------
    method : str
        The method of the search.
    branches : tuple of Branch
        The branches that are shown.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import search_tree
    >>> tree = search_tree(Problem(5, start="0,0"), order="puc")
    >>> tree.branches[0].nodes, tree.path(2), sum(tree.hidden())
    (41, ('a5', 'b3', 'a1'), 0)
    """

    method: str
    branches: tuple[Branch, ...]

    def path(self, number: int) -> tuple[str, ...]:
        """Return the names on the way to a branch, its own included."""
        names: list[str] = []
        while number >= 0:
            names.append(self.branches[number].name)
            number = self.branches[number].parent
        return tuple(reversed(names))

    def children(self) -> list[list[int]]:
        """Return the numbers of the branches that grow from each, in their order."""
        rows: list[list[int]] = [[] for _ in self.branches]
        for number, branch in enumerate(self.branches):
            if branch.parent >= 0:
                rows[branch.parent].append(number)
        return rows

    def hidden(self) -> list[int]:
        """Return for each branch how many of the nodes below it are on no branch shown."""
        left = [max(branch.nodes - 1, 0) for branch in self.branches]
        for branch in self.branches:
            if branch.parent >= 0:
                left[branch.parent] -= branch.nodes
        return left


@dataclass(slots=True)
class _Node:
    """A growing branch: its own counts, and the counts of the closed branches below."""

    name: str
    nodes: int = 1
    ends: Counter[str] = field(default_factory=Counter)
    rows: list[_Node] = field(default_factory=list)
    height: int = 0
    state: str = "open"

    def add(self, below: _Node) -> None:
        """Take in the counts of a closed branch below."""
        self.nodes += below.nodes
        self.ends.update(below.ends)
        self.height = max(self.height, below.height + 1)

    def fold(self, levels: int) -> None:
        """Keep this many levels below."""
        if levels <= 0:
            self.rows, self.height = [], 0
        elif self.height > levels:
            for row in self.rows:
                row.fold(levels - 1)
            self.height = levels

    def count(self) -> int:
        """Return how many branches are kept, itself included."""
        return 1 + sum(row.count() for row in self.rows)


@verb()
def search_tree(
    ground: Ground,
    method: str = "backtracking",
    *,
    most: int = MOST,
    order: str | None = None,
    tie: str = "order",
    strategy: str = "least",
    bounded: str = "ahead",
    cost: str = "turns",
    **asked: Unpack[Searched],
) -> Tree:
    """Return the tree of a search for a tour, up to its first tour or to its end.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        As for :func:`trace`; clues on the first squares give the tree below them.
    method : str
        A name of ``methods("teach")``.
    most : int
        The most branches to show besides those on the way to the tour.
    limits, seed, callback, and the constraints
        As for :func:`caballero.solve`; at a limit the tree is that of the search so far.
    order, tie, seed, strategy, bounded, cost : optional
        As for :func:`trace`.

    Returns
    -------
    Tree
        Its counts are the search's: nodes of branch and bound are the expanded nodes.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import search_tree
    >>> tree = search_tree(Problem(6, start="a1"), most=50)
    >>> tree.branches[0].nodes, tree.branches[0].state, len(tree.branches) < 200
    (5422, 'tour', True)
    """
    method, most = name_among("method", method, TAUGHT), whole("most", most)
    limits = Limits.of(asked.pop("limits"), asked.pop("timeout"))  # each search has its own
    callback = asked.pop("callback")
    with asking(ground, asked) as (problem, _, seed):
        how = {"order": order, "tie": tie, "seed": seed}
        events = trace(
            problem, method.removesuffix("-backtracking"), backtrack=method != "warnsdorff",
            **how, strategy=strategy, bounded=bounded, cost=cost,  # type: ignore[arg-type]
        )  # fmt: skip
        if 1 not in problem.numbered():
            problem = replace(problem, start=problem.board.square(0))
        counted = counted_search(problem, method, limits, callback, order=order, tie=tie, seed=seed)
    if counted is not None:
        return counted.tree(most)
    named = problem.board.square_name
    with limited(limits, callback) as budget:
        budget.method = method
        if method == "branch-and-bound":
            puzzle = tour_puzzle(problem, bounded, order, cost)
            steps = trace_minimize(puzzle, strategy, limits=Limits())
            return _bounded(
                steps, lambda line: named(problem.board.square(line.path[-1])), most, budget
            )
        squares = (
            (event.kind, "" if event.square is None else named(event.square)) for event in events
        )
        return _grown(method, squares, most, budget)


@verb(without=QUESTION)
def puzzle_tree(
    puzzle: SearchProblem[Candidate] | NotesProblem[Candidate] | BoundedPuzzle[Candidate],
    strategy: str | None = None,
    *,
    most: int = MOST,
    **how: Unpack[LimitOptions],
) -> Tree:
    """Return the tree of a search for all solutions of a puzzle, or for the best.

    Parameters
    ----------
    puzzle : SearchProblem, NotesProblem or BoundedPuzzle
        Your own puzzle; its candidates are shown as ``str`` writes them.
    strategy : str, optional
        Of branch and bound, to search for the best solution; without it, by backtracking for all.
    most : int
        The most branches to show.
    limits, timeout, callback
        When to stop, by default after 20 s or a million nodes, and a function to call with a
        :class:`caballero.Progress`; the tree is then that of the search so far.

    Examples
    --------
    >>> from caballero.teaching import puzzle_tree
    >>> from caballero.teaching.puzzles import Queens
    >>> tree = puzzle_tree(Queens(4))
    >>> tree.branches[0].nodes, dict(tree.branches[0].ends)
    (17, {'cut': 44, 'dead-end': 4})
    >>> [tree.path(i)[-1] for i, b in enumerate(tree.branches) if b.state == "tour"][-1]
    '(2, 0, 3, 1)'
    """
    most = whole("most", most)

    def name(candidate: Candidate) -> str:
        return short(str(candidate))

    with limited(**limits_or(PUZZLE_LIMITS, how)) as budget:
        if strategy is not None:
            bounded = cast("BoundedPuzzle[Candidate]", puzzle)
            steps = trace_minimize(bounded, strategy, limits=Limits())  # the tree has its own
            return _bounded(steps, name, most, budget)
        return _grown("backtracking", _puzzle_steps(puzzle, name), most, budget)


# -- a tree that grows from the steps of a search ----------------------------------------------


def _puzzle_steps(
    puzzle: SearchProblem[Candidate] | NotesProblem[Candidate], name: Callable[[Candidate], str]
) -> Iterator[tuple[EventKind, str]]:
    """Yield the steps of a search, with a cut for each candidate that is not worth exploring."""
    tried = fresh = False
    for kind, candidate in trace_puzzle(puzzle, limits=Limits()):
        if tried and kind is not EventKind.PLACE:
            yield EventKind.CUT, ""
        tried = kind is EventKind.TRY
        if kind is EventKind.STEP_BACK and fresh:
            yield EventKind.DEAD_END, ""
        if not tried:
            fresh = kind is EventKind.PLACE
            yield kind, name(candidate) if fresh else ""


def _grown(method: str, steps: Iterable[tuple[EventKind, str]], most: int, budget: Budget) -> Tree:
    """Return the tree of a search that goes depth first; a limit stops it."""
    way: list[_Node] = []  # the open branches, each below the last
    roots: list[_Node] = []
    kept, levels = 0, 10**9

    def close() -> None:
        node = way.pop()
        if node.state == "open":
            node.state = "dead"
            if node.nodes == 1 and not node.ends:
                node.ends["complete"] = 1
        if way:
            way[-1].add(node)
            node.fold(levels)

    try:
        for kind, name in steps:
            budget.spend(kind is EventKind.PLACE)
            if kind is EventKind.PLACE:
                node = _Node(name)
                (way[-1].rows if way else roots).append(node)
                way.append(node)
                kept += 1
                if kept > MARGIN * most and levels > 0:
                    closed = [
                        row
                        for above, on in pairwise([*way, node])
                        for row in above.rows
                        if row is not on
                    ]
                    levels = max((row.height for row in closed), default=1) - 1
                    for row in closed:
                        row.fold(levels)
                    kept = sum(row.count() for row in closed)
            elif kind is EventKind.STEP_BACK:
                close()
            elif kind is EventKind.DEAD_END:
                way[-1].ends["dead-end"] += 1
            elif kind is EventKind.CUT:
                way[-1].ends["cut"] += 1
            elif kind is EventKind.SOLUTION:
                for node in way:
                    node.state = "tour"
            elif kind is EventKind.NO_SOLUTION:
                while way:
                    close()
    except LimitHit:
        pass
    while len(way) > 1:
        below = way.pop()
        way[-1].add(below)
    return _flat(method, _fitted(roots, most))


def _bounded(
    steps: Iterable[tuple[EventKind, Candidate, object]],
    name: Callable[[Candidate], str],
    most: int,
    budget: Budget,
) -> Tree:
    """Return the tree of branch and bound, which jumps: a node is made long before its children."""
    made: list[tuple[_Node, _Node | None]] = []  # each with its parent
    live: dict[int, tuple[_Node, int]] = {}  # by the identity of a candidate, which is kept
    alive: list[object] = []
    parent: _Node | None = None
    best: _Node | None = None
    try:
        for kind, candidate, _standing in steps:
            budget.spend(kind is EventKind.PLACE)
            if kind is EventKind.TRY:
                node = _Node(name(candidate), 0)
                live[id(candidate)] = node, len(made)
                alive.append(candidate)
                made.append((node, parent))
                if len(made) > MOST_MADE:
                    break
            elif kind is EventKind.PLACE:
                parent = live[id(candidate)][0]
                parent.nodes = 1
            elif kind is EventKind.DEAD_END:
                assert parent is not None
                parent.ends["dead-end"] += 1
            elif kind is EventKind.CUT:
                live[id(candidate)][0].ends["cut"] += 1
            elif kind is EventKind.IMPROVEMENT:
                best = live[id(candidate)][0]
                best.ends["complete"] += 1
    except LimitHit:
        pass
    parents = {id(node): above for node, above in made}
    while best is not None:
        best.state, best = "tour", parents[id(best)]
    for node, above in reversed(made):
        if node.state == "open" and (node.nodes or node.ends):
            node.state = "dead"
        if above is not None:
            above.add(node)
            above.rows.insert(0, node)
    roots = [node for node, above in made if above is None]
    return _flat("branch-and-bound", _fitted(roots, most))


def _fitted(roots: list[_Node], most: int) -> list[_Node]:
    """Fold the dead branches until at most `most` are left."""
    dead: list[_Node] = []
    living = [*roots]
    while living:
        branch = living.pop()
        dead += [row for row in (branch, *branch.rows) if row.state == "dead"]
        living += [row for row in branch.rows if row.state != "dead"]
    levels = max((node.height for node in dead), default=0)
    while levels and sum(node.count() for node in dead) > most:
        levels -= 1
        for node in dead:
            node.fold(levels)
    return roots


def _flat(method: str, roots: list[_Node]) -> Tree:
    """Return the branches in their order; the stack holds waiting branches, the next last."""
    branches: list[Branch] = []
    waiting = [(root, -1) for root in reversed(roots)]
    while waiting:
        node, parent = waiting.pop()
        ends = tuple(sorted(node.ends.items()))
        waiting += [(row, len(branches)) for row in reversed(node.rows)]
        branches.append(Branch(parent, node.name, node.state, node.nodes, ends))
    return Tree(method, tuple(branches))


# -- a tree whose branches the kernel counts --------------------------------------------------


def counted_search(
    problem: Problem,
    method: str,
    limits: Limits | float | None = None,
    callback: Callable[[Progress], None] | None = None,
    *,
    order: str | None = None,
    tie: str = "order",
    seed: int = 0,
) -> CountedSearch | None:
    """Return a search that a kernel repeats exactly; None for other methods and random ties."""
    search: Search
    if method == "backtracking":
        search = partial(search_backtracking, order=order)
    elif method == "warnsdorff-backtracking" and tie != "random":
        search = partial(search_warnsdorff, tie=tie, order=order)
    else:
        return None
    moves = move_order(order, problem.piece, problem.board)
    choices = Choices(problem, moves, method.removesuffix("-backtracking"), tie, seed)
    return CountedSearch(problem, method, search, choices, limits, callback)


class CountedSearch:
    """A search from a start whose branches are counted in turn, by the kernel that repeats it.

    Its problem has a start; `search` gets a problem and a budget.
    """

    def __init__(
        self,
        problem: Problem,
        method: str,
        search: Search,
        choices: Choices,
        limits: Limits | float | None,
        callback: Callable[[Progress], None] | None,
    ) -> None:
        self._problem, self._method, self._search, self._choices = problem, method, search, choices
        self._limits, self._callback = Limits.of(limits), callback

    def standing(self, nodes: int) -> tuple[Square, ...]:
        """Return the squares on which the search stands after a number of nodes."""
        _outcome, path = self._run(self._problem, Limits(nodes=nodes))
        return tuple(map(self._problem.board.square, path))

    def _run(
        self,
        problem: Problem,
        limits: Limits | None = None,
        callback: Callable[[Progress], None] | None = None,
    ) -> tuple[Outcome, tuple[int, ...]]:
        """Search; return the outcome, and where the search stood when a limit ended it."""
        with Budget(limits, callback) as budget:
            return self._search(problem, budget), budget.path

    def before(self, path: Sequence[Square]) -> int:
        """Return how many nodes the search has when it is about to enter the last of a path."""
        ways = (path[:depth] for depth in range(2, len(path) + 1))
        dead = sum(node.nodes for way in ways for node, _path in self._dead_beside(way))
        return dead + len(path) - 1

    def tree(self, most: int) -> Tree:
        """Search, for half of the time, and count the branches off the way that it went."""
        board, seconds = self._problem.board, self._limits.seconds
        half = replace(self._limits, seconds=None if seconds is None else seconds / 2)
        outcome, stood = self._run(self._problem, half, self._callback)
        found = outcome.tour.order if isinstance(outcome, Found) else stood
        known = self._problem.numbered()
        begun = takewhile(lambda number: number in known, count(1))  # it has no other way
        way = [board.square(v) for v in found or map(known.__getitem__, begun)]
        root = node = self._node(way[:1], outcome, 0)
        if not isinstance(outcome, Impossible):
            root.state = "tour" if isinstance(outcome, Found) else "open"
        folded: deque[tuple[list[Square], _Node]] = deque()
        with (
            suppress(LimitReached),  # what is not opened stays folded
            limited(replace(half, nodes=None), self._callback),
        ):
            for depth in range(2, len(way) + 1):
                rest = _Node(board.square_name(way[depth - 1]), node.nodes - 1, node.ends.copy())
                rest.state = root.state
                for dead, path in self._dead_beside(way[:depth]):
                    node.rows.append(dead)
                    folded.append((path, dead))
                    rest.nodes -= dead.nodes
                    rest.ends -= dead.ends
                if not rest.nodes:
                    break
                node.rows.append(rest)
                node = rest
            if node.state == "dead":
                folded.append((way, node))
            self._open(folded, most - len(folded), 2 * outcome.stats.nodes + WORK)
        return _flat(self._method, [root])

    def _dead_beside(self, path: Sequence[Square]) -> Iterator[tuple[_Node, list[Square]]]:
        """Yield the branches that were tried before the last of a path, each with its own."""
        for square in takewhile(lambda tried: tried != path[-1], self._tried(path[:-1])):
            begun = [*path[:-1], square]
            yield self._counted(begun), begun

    def _open(self, folded: deque[tuple[list[Square], _Node]], most: int, work: int) -> None:
        """Open folded branches, level by level: at most `most`, within `work` nodes."""
        while folded and most > 0:
            path, node = folded.popleft()
            work -= node.nodes
            if node.nodes == 1 or work < 0:
                continue
            below = [[*path, square] for square in self._tried(path)]
            node.rows = [*map(self._counted, below)]
            most -= len(below)
            folded += zip(below, node.rows, strict=True)

    def _tried(self, path: Sequence[Square]) -> Iterator[Square]:
        """Yield the squares that the search enters from the end of a path, in its order."""
        known, seen = self._problem.numbered(), {*path}
        numbers = {vertex: number for number, vertex in known.items()}
        step = len(path) + 1
        for _move, square in self._choices.of(path[-1], seen):
            if square is None or square in seen:
                continue
            vertex = self._problem.board.index(square)
            if known.get(step, vertex) == vertex and numbers.get(vertex, step) == step:
                yield square

    def _counted(self, path: list[Square]) -> _Node:
        """Return the branch at the end of a path, counted by a search that begins with it."""
        clues: dict[Any, int] = dict(self._problem.clues)
        clues |= {square: number for number, square in enumerate(path, start=1)}
        below = replace(self._problem, clues=tuple(clues.items()))
        outcome, _stood = self._run(below)
        if isinstance(outcome, GaveUp):
            raise LimitHit(outcome.limit)
        return self._node(path, outcome, len(path) - 1)

    def _node(self, path: list[Square], outcome: Outcome, before: int) -> _Node:
        """Return a closed branch with the counts of an outcome, `before` nodes of them above."""
        stats = outcome.stats
        complete = stats.profile[-1] - isinstance(outcome, Found) if stats.profile else 0
        ends = Counter({"dead-end": stats.dead_ends or 0, "complete": complete})
        name = self._problem.board.square_name(path[-1])
        return _Node(name, stats.nodes - before, +ends, state="dead")
