"""Facts about problems that need no search: the basis of the judge and the certificates.

They follow from the board and the piece alone; nothing here imports a solver, and nothing here
uses the graphs that solvers use, except :func:`component` and the functions below it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from operator import mul, sub
from typing import Final, NamedTuple

from caballero.machine.limits import pause, paused
from caballero.model.board import Board
from caballero.model.directed import partners
from caballero.model.graph import Graph
from caballero.model.piece import KNIGHT, Move, Piece
from caballero.model.problem import Place, Problem, sorted_moves, step_between, steps_of
from caballero.model.reduction import rows, two_colours, underlying_rows
from caballero.model.tour import Tour

STRETCH: Final = 2**16
"""Squares of a tour between two pauses: some 50 ms."""


def late_waypoint(problem: Problem, order: Sequence[int]) -> int | None:
    """Return the first waypoint, from 0, that a tour visits after the next; None if none is."""
    at = {v: i for i, v in enumerate(order)}
    visits = [at[problem.vertex(place)] for place in problem.waypoints]
    return next((i for i, (a, b) in enumerate(pairwise(visits)) if a > b), None)


def is_tour(problem: Problem, order: Sequence[int], *, pauses: bool = False) -> bool:
    """Return whether a sequence of vertices is a tour of the problem.

    Every search calls it before it returns a tour, and no limit interrupts that unless it `pauses`.
    :func:`caballero.verify` also lists the faults; this takes about half a microsecond a square.
    """
    count = len(problem)
    if len(order) != count or not _each_once(order, pauses):
        return False
    if count < problem.fewest:
        return False
    if any(order[number - 1] != vertex for number, vertex in problem.numbered().items()):
        return False
    if problem.waypoints and late_waypoint(problem, order) is not None:
        return False
    wanted, unwanted = (moves_of(problem, moves) for moves in (problem.forced, problem.forbidden))
    constrained = wanted | unwanted
    used: set[Hashable] = set()
    ground = problem.ground
    steps: frozenset[Move] = frozenset()
    numbering: _Numbering | None = None
    if isinstance(ground, Board):
        steps = steps_of(ground, problem.piece)
        if not constrained and ground.is_box:
            numbering = _Numbering.of(ground.shape, steps)
    for line in _stretches(order, problem.closed, pauses):
        places: Sequence[Place]
        if isinstance(ground, Graph):
            if not all(map(ground.has_edge, line, line[1:])):
                return False
            places = [ground.label(v) for v in line] if constrained else ()
        elif numbering is not None:
            places = ()
            if not numbering.steps(line) <= numbering.moves:
                return False
        else:
            places = squares = Tour(ground, tuple(line), problem.piece).squares
            if not {step_between(ground, a, b) for a, b in pairwise(squares)} <= steps:
                return False
        if constrained:
            used |= moves_of(problem, pairwise(places)) & constrained
    return wanted <= used and not used & unwanted


def is_path(problem: Problem, path: Sequence[int], induced: bool = False) -> bool:
    """Return whether vertices are a path of the problem, or a cycle, which need not visit all.

    It has the start, the end and the forced moves of the problem, and the clues and waypoints at
    their numbers on the path. An `induced` path has no other
    moves between its places than its own. Without vertices, it stands for no path at all.
    """
    ground, closed = problem.ground, problem.closed
    if len({*path}) < len(path) or not {*path} <= {*range(len(problem))}:
        return False
    if not path:
        return True
    line = [*path, path[0]] if closed else [*path]
    places: Sequence[Place]
    if isinstance(ground, Graph):
        places = [ground.label(v) for v in line]
        good = all(map(ground.has_edge, line, line[1:]))
    else:
        places = squares = [ground.square(v) for v in line]
        steps = {step_between(ground, a, b) for a, b in pairwise(squares)}
        good = steps <= steps_of(ground, problem.piece)
    moves = [*pairwise(places)]
    used, wanted, unwanted = (
        moves_of(problem, some) for some in (moves, problem.forced, problem.forbidden)
    )
    start, end = problem.start, problem.end
    if problem.clues or problem.waypoints:
        number = {place: i + 1 for i, place in enumerate(places[: len(path)])}
        visits = [number.get(place, 0) for place in problem.waypoints]
        good &= all(number.get(place) == given for place, given in problem.clues)
        good &= 0 not in visits and visits == sorted(visits)
        good &= start in (None, places[0]) and end in (None, places[len(path) - 1])
    if not closed:
        good &= start in (None, places[0]) and end in (None, places[-1])
    elif start is None or end is None:
        good &= all(given is None or given in places for given in (start, end))
    else:
        wanted |= moves_of(problem, [(end, start)])
    if not good or len(path) < problem.fewest or not wanted <= used or used & unwanted:
        return False
    inside = {*path}
    return not induced or len(moves) == sum(inside >= {v, w} for v, w in problem.graph().edges())


class _Numbering(NamedTuple):
    """Numbers for the steps on a full flat box; no other step has the number of a move.

    They are the differences between the squares' numbers in a larger box. Each of its sides is
    longer by a margin, the longest distance of a move along it. So a move and another step differ
    by less than a whole side along each axis, and their numbers differ.

    `moves` are the numbers of the moves. `shifts` has, for each axis but the first, the stride of
    the axis before it, and how much the axis's margin adds to that stride in the larger box.
    """

    moves: set[int]
    shifts: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, shape: tuple[int, ...], moves: Iterable[Move]) -> _Numbering:
        moves = list(moves)
        strides, shifts, stride = [1], [], 1
        for axis in range(len(shape) - 1, 0, -1):
            margin = max((abs(move[axis]) for move in moves), default=0)
            stride *= shape[axis]
            shifts.append((stride, margin * strides[0]))
            strides.insert(0, (shape[axis] + margin) * strides[0])
        numbers = {sum(map(mul, move, strides)) for move in moves}
        return cls(numbers, tuple(shifts))

    def steps(self, line: Sequence[int]) -> set[int]:
        """Return the numbers of the steps along a line of squares: few, if it is a tour."""
        places = line
        for stride, more in self.shifts:
            places = [place + v // stride * more for place, v in zip(places, line, strict=True)]
        return set(map(sub, places[1:], places))


def _each_once(order: Sequence[int], pauses: bool) -> bool:
    """Return whether a line visits every vertex exactly once."""
    count = len(order)
    seen = bytearray(count)
    for line in _stretches(order, False, pauses):
        if min(line) < 0 or max(line) >= count:
            return False
        for v in line:
            seen[v] = 1
    return 0 not in seen


def _stretches(order: Sequence[int], closed: bool, pauses: bool) -> Iterator[Sequence[int]]:
    """Yield a tour piece by piece; each begins with the last vertex of the piece before it."""
    count = len(order)
    for begin in range(0, count, STRETCH):
        if pauses:
            pause()
        line = order[begin : begin + STRETCH + 1]
        yield [*line, order[0]] if closed and begin + STRETCH >= count else line


def moves_of(problem: Problem, moves: Iterable[tuple[Place, Place]]) -> set[Hashable]:
    """Return moves without their directions, unless the graph is directed."""
    kind: Callable[[tuple[Place, Place]], Hashable] = tuple if problem.directed else frozenset
    return set(map(kind, moves))


class Colouring(NamedTuple):
    """Two colours that every move changes: along a tour they alternate.

    `counts` has the number of vertices of colour 0, light or that of the first vertex, and of 1.
    """

    counts: tuple[int, int]
    colour: Callable[[int], int]

    def allows(self, problem: Problem) -> bool:
        """Return whether the colours can alternate along a tour of the problem."""
        return abs(self.counts[0] - self.counts[1]) <= (
            0 if problem.closed else 1
        ) and not self.misplaced(problem)

    def misplaced(self, problem: Problem) -> list[tuple[int, int]]:
        """Return the clues on the wrong colour, with their vertices.

        If a colour has more vertices, the odd numbers belong to it. With equally many, the
        first clue decides which colour has the odd numbers.
        """
        given = [(number, v, self.colour(v)) for number, v in problem.numbered().items()]
        if not given:
            return []
        odd = (given[0][2] + given[0][0] + 1) % 2
        if self.counts[0] != self.counts[1]:
            odd = 0 if self.counts[0] > self.counts[1] else 1
        return [(number, v) for number, v, has in given if has != (odd + number + 1) % 2]


def chess_colouring(problem: Problem) -> Colouring | None:
    """Return the colours of the chessboard, if every move changes them; linear in the holes.

    The colours of triangles are up and down. None on a graph, for a piece that keeps the colour, or
    if an odd side wraps.

    >>> colouring = chess_colouring(Problem("5x5", start="b1"))
    >>> colouring.counts, colouring.colour(1), colouring.allows(Problem("5x5", start="b1"))
    ((12, 13), 0, False)
    >>> chess_colouring(Problem(8, piece="king")) is None
    True
    """
    board = problem.ground
    if not isinstance(board, Board) or not board.alternates(problem.piece):
        return None
    if board.grid is not None:
        dark = sum(map(board.colour, board))
        return Colouring((len(board) - dark, dark), lambda v: board.colour(board.square(v)))
    if any(wraps and side % 2 for side, wraps in zip(board.shape, board.wraps, strict=True)):
        return None
    cells = math.prod(board.shape)
    counts = [cells // 2, (cells + 1) // 2]  # the corners of a board of odd sides are dark
    for hole in board.holes:
        counts[board.colour(hole)] -= 1
    return Colouring((counts[0], counts[1]), lambda v: board.colour(board.square(v)))


def graph_colouring(problem: Problem) -> Colouring | None:
    """Return two colours of the vertices, if the graph is bipartite; linear in its edges."""
    colours, _ = two_colours(underlying_rows(problem.graph()))
    if colours is None:
        return None
    odd = sum(colours)
    return Colouring((len(colours) - odd, odd), colours.__getitem__)


def excluded_by(problem: Problem) -> str | None:
    """Return the name of a theorem that excludes every tour of a full flat box, if any.

    ``schwenk`` and ``cull-de-curtins`` are about closed and open tours of knights on rectangles,
    ``erde`` about closed tours in boxes, ``knuth`` about leapers that cannot reach every square of
    a rectangle; see :class:`caballero.proof.Theorem`. They hold for every start.

    >>> excluded_by(Problem("4x30", closed=True)), excluded_by(Problem("3x4"))
    ('schwenk', None)
    >>> excluded_by(Problem("2x2x8", closed=True)), excluded_by(Problem(8, piece="camel"))
    ('erde', 'knuth')
    """
    board = problem.ground
    if not isinstance(board, Board) or not board.is_box:
        return None
    # A side of 1 leaves a box of a dimension less, for a piece that changes two coordinates.
    sides = sorted(board.shape)
    while len(sides) > 2 and sides[0] == 1:
        del sides[0]
    if len(sides) > 2:
        if problem.piece != KNIGHT or not problem.closed:
            return None
        none = all(side % 2 for side in sides) or sides[-2] < 3 or sides[-1] < 4
        return "erde" if none else None
    if len(sides) < 2:
        return None
    m, n = sides
    if problem.piece != KNIGHT:
        return "knuth" if _leaps_too_far(problem.piece, m, n) else None
    if problem.closed:
        none = (m * n) % 2 == 1 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
        return "schwenk" if none else None
    narrow = (m == 1 and n > 1) or m == 2
    none = narrow or (m, n) in {(3, 3), (3, 5), (3, 6), (4, 4)}
    return "cull-de-curtins" if none else None


def is_excluded(problem: Problem) -> bool:
    """Return whether a simple argument, :func:`.certificate.exclusion`, excludes every tour."""
    if problem.size < problem.fewest or excluded_by(problem) is not None:
        return True
    colouring = chess_colouring(problem)
    return colouring is not None and not colouring.allows(problem)


def _leaps_too_far(piece: Piece, m: int, n: int) -> bool:
    """Return whether a leaper cannot reach every square of an m×n board, 2 ≤ m ≤ n (Knuth 1994)."""
    if len(piece.leaps) != 1 or m < 2:
        return False
    *more, r, s = sorted(abs(step) for step in (*piece.leaps[0], 0, 0))
    if s == 0 or any(more):  # a leap in three dimensions or more is no (r, s)-leap
        return False
    return math.gcd(r + s, s - r) != 1 or n < 2 * s or m < r + s


def component(graph: Graph, origin: int) -> set[int]:
    """Return the connected component of a vertex; linear in the edges."""
    reached = {origin}
    waiting = [origin]
    work = 0
    while waiting:
        if work <= 0:
            pause()
            work = STRETCH
        row = graph.neighbours(waiting.pop())
        work -= len(row) + 1
        for neighbour in row:
            if neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached


def pieces_without(left: Sequence[Iterable[int]], cut: Iterable[int]) -> list[list[int]]:
    """Return the connected components of a graph without some vertices; linear in its edges."""
    fresh = bytearray(b"\1") * len(left)
    for v in cut:
        fresh[v] = 0
    pieces = []
    for root in range(len(left)):
        if not fresh[root]:
            continue
        fresh[root] = 0
        piece = [root]
        for v in paused(piece):  # grows while it is read
            for w in left[v]:
                if fresh[w]:
                    fresh[w] = 0
                    piece.append(w)
        pieces.append(piece)
    return pieces


def strong_components(
    successors: Sequence[Iterable[int]], without: Iterable[int] = ()
) -> list[int]:
    """Return the number of each vertex's strongly connected component (Tarjan 1972).

    No edge leads to a greater number. Vertices that are left out have -1. Linear in the edges.
    """
    part = [-1] * len(successors)
    number = [0] * len(successors)
    for v in without:
        number[v] = -1
    low = list(number)
    counted = parts = looks = 0
    open_: list[int] = []
    for root in range(len(successors)):
        if number[root]:
            continue
        stack = [(root, iter(successors[root]))]
        while stack:
            v, rest = stack[-1]
            looks += 1
            if not looks % 64:  # each has many edges
                pause()
            if not number[v]:
                counted += 1
                number[v] = low[v] = counted
                open_.append(v)
            for w in rest:
                if not number[w]:
                    stack.append((w, iter(successors[w])))
                    break
                if number[w] > 0 and part[w] < 0:
                    low[v] = min(low[v], number[w])
            else:
                stack.pop()
                if stack:
                    before = stack[-1][0]
                    low[before] = min(low[before], low[v])
                if low[v] == number[v]:
                    while part[v] < 0:
                        part[open_.pop()] = parts
                    parts += 1
    return part


def outer_components(
    successors: Sequence[Iterable[int]], part: Sequence[int], *, onward: bool
) -> list[int]:
    """Return the numbers of the components that no edge leaves (`onward`), or that none enters.

    `part` has the component of each vertex, -1 for vertices that are left out.

    >>> outer_components([[1], [0, 2], [3], [2]], [1, 1, 0, 0], onward=False)
    [1]
    """
    outer = {i for i in part if i >= 0}
    for v, row in enumerate(paused(successors)):
        for w in row:
            if part[v] != part[w] and part[v] >= 0 and part[w] >= 0:
                outer.discard(part[v] if onward else part[w])
    return sorted(outer)


def usable_edges(problem: Problem) -> list[list[int]]:
    """Return the edges of a directed graph that the constraints leave, as successors.

    Left out are other edges from the first end of a forced edge and to its second end, and for an
    open tour edges to the start and from the end. Linear.
    """
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    given = problem.numbered()
    start, end = given.get(1), given.get(problem.size)
    if problem.closed and start is not None and end is not None:
        forced.append((end, start))
    only_to, only_from = partners(forced), partners((b, a) for a, b in forced)
    left = [
        [w for w in row if only_to.get(v, {w}) == {w} and only_from.get(w, {v}) == {v}]
        for v, row in enumerate(paused(rows(problem.graph())))
    ]
    if problem.closed:
        return left
    return [[w for w in row if w != start and v != end] for v, row in enumerate(paused(left))]


class Branch(NamedTuple):
    """A piece that a connected graph falls into without the vertex `cut`.

    In the order of a depth-first search its vertices have the numbers from `first` to `last`.
    """

    cut: int
    first: int
    last: int


def branches(left: Sequence[Iterable[int]], number: list[int] | None = None) -> Iterator[Branch]:
    """Yield pieces that a connected graph falls into without a vertex (Hopcroft, Tarjan 1973).

    For each such vertex, all pieces but the last are yielded, or all. `number` is a list of zeros,
    one a vertex, that gets the numbers of the search. Linear in the edges.

    >>> list(branches([{1}, {0, 2}, {1}]))
    [Branch(cut=1, first=3, last=3)]
    """
    number = [0] * len(left) if number is None else number
    low = [0] * len(left)
    number[0] = low[0] = counted = looks = 1
    of_root: list[Branch] = []
    stack = [(0, -1, iter(left[0]))]
    while stack:
        v, parent, rest = stack[-1]
        looks += 1
        if not looks % 64:  # each has many edges
            pause()
        for w in rest:
            if w == parent:
                continue
            if not number[w]:
                counted += 1
                number[w] = low[w] = counted
                stack.append((w, v, iter(left[w])))
                break
            if number[w] < low[v]:
                low[v] = number[w]
        else:
            stack.pop()
            if parent == 0:
                of_root.append(Branch(0, number[v], counted))
            elif parent > 0:
                if low[v] < low[parent]:
                    low[parent] = low[v]
                if low[v] >= number[parent]:
                    yield Branch(parent, number[v], counted)
    if len(of_root) > 1:
        yield from of_root


def distances_from(graph: Graph, origin: int, most: int) -> list[int]:
    """Return each vertex's distance in moves from `origin`; -1 beyond `most`. Linear."""
    far = [-1] * len(graph)
    far[origin] = 0
    ring = [origin]
    while ring and far[ring[0]] < most:
        away = far[ring[0]] + 1
        onward = []
        for v in ring:
            for w in graph.neighbours(v):
                if far[w] < 0:
                    far[w] = away
                    onward.append(w)
        ring = onward
    return far


def moves_between(problem: Problem, v: int, w: int) -> int:
    """Return the fewest moves between two vertices; as many as there are vertices if none do."""
    far = distances_from(problem.graph(), v, problem.size)[w]
    return problem.size if far < 0 else far
