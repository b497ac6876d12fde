"""A problem whose tours cost something by their turns or crossings, in the numbers of a sweep.

Invariant: the model has the tours of the problem, up to their direction and, if they are closed,
their first square.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from caballero.find.narrow import narrow_order
from caballero.model.board import Board, Square
from caballero.model.direction import without_clues
from caballero.model.graph import Graph
from caballero.model.problem import Problem
from caballero.model.symmetry import is_flat
from caballero.model.tour import Tour

from .costs import TurnCosts
from .kernels._fragments import ALWAYS, MAYBE, NEVER
from .moves import moves_and_partners
from .tuning import sizes

PARTS: Final = 256
"""The parts of the smallest cost in which prices are rounded; an even number."""

MOST_VALUE: Final = 1 << 50
"""The parts that the costs of a tour may have; if they are too large, there are fewer parts."""

NEVER_CHOSEN: Final = 1 << 60
"""The cost of a choice that no tour makes."""


@dataclass(frozen=True)
class Model:
    """The squares, or vertices, and the moves of a problem, and the costs of its tours.

    `costs` are those of its turns and moves; None if crossings are counted. `vertices` has the
    number of each square on the board, in the order of the sweep. A move has its earlier square
    first. `crossed` has, for each move, the moves that it crosses and that begin before it.
    """

    problem: Problem
    costs: TurnCosts | None
    maximize: bool
    vertices: list[int]
    moves: list[tuple[int, int]]
    crossed: list[list[int]]
    tips: list[int]
    forced: list[int]

    @property
    def listed(self) -> bool:
        """Whether all tours are to be listed, because the model has no moves."""
        return not self.vertices

    @cached_property
    def size(self) -> int:
        """The number of squares."""
        return len(self.vertices)

    @cached_property
    def number(self) -> dict[tuple[int, int], int]:
        """The number of the move between two squares, in either order."""
        numbers = {move: i for i, move in enumerate(self.moves)}
        return numbers | {(b, a): i for (a, b), i in numbers.items()}

    @cached_property
    def at(self) -> list[list[int]]:
        """The moves of each square, those to earlier squares first; a move's place is its rank."""
        rows: list[list[int]] = [[] for _ in self.vertices]
        for i, (a, b) in enumerate(self.moves):
            rows[a].append(i)
            rows[b].append(i)
        return rows

    @cached_property
    def reach(self) -> int:
        """How far apart the squares of a move are at most."""
        return max((b - a for a, b in self.moves), default=0)

    @cached_property
    def parts(self) -> int:
        """The parts of a whole cost in :attr:`pairs`; an even number."""
        assert self.costs is not None
        largest = max(map(abs, self.costs.whole.values()), default=1)
        return min(PARTS, max(2, MOST_VALUE // (largest * self.size) // 2 * 2))

    @cached_property
    def pairs(self) -> list[list[int]]:
        """For each square, the cost of each pair of its moves; it is to be small.

        A move paired with itself is the only move there. Half of the cost of a move is due at each
        of its squares, so the squares' costs of a tour add up to its own.
        """
        assert self.costs is not None
        whole, parts = self.costs.whole, -self.parts if self.maximize else self.parts
        tables = []
        for v, row in enumerate(self.at):
            degree, middle = len(row), self.vertices[v]
            far = [self.vertices[sum(self.moves[i]) - v] for i in row]
            half = [whole.get((a, middle), 0) * parts // 2 for a in far]
            must = {rank for rank, i in enumerate(row) if self.forced[i]}
            table = [NEVER_CHOSEN] * degree**2
            for r, a in enumerate(far):
                if self.tips[v] != NEVER and must <= {r}:
                    table[r * degree + r] = half[r]
                for s in range(r if self.tips[v] != ALWAYS else 0):
                    if not must or must <= {r, s}:
                        cost = half[r] + half[s] + whole.get((a, middle, far[s]), 0) * parts
                        table[r * degree + s] = table[s * degree + r] = cost
            tables.append(table)
        return tables

    @property
    def ends(self) -> int:
        """The number of ends of a tour."""
        return 0 if self.problem.closed else 2

    def cost(self, tour: Tour) -> int:
        """Return the whole cost of a tour, or the number of its crossings."""
        if self.costs is not None:
            return self.costs.whole_total(tour.order, self.problem.closed)
        cost = tour.statistics(symmetry=False).crossings
        assert cost is not None
        return cost

    def is_better(self, cost: int, other: int) -> bool:
        """Return whether a cost is better than another."""
        return cost > other if self.maximize else cost < other


def model_of(problem: Problem, costs: TurnCosts | None, maximize: bool) -> Model:
    """Return the model of a problem, of crossings without `costs`; no moves if it has none."""
    plain = None if problem.directed else without_clues(problem)
    if plain is None:
        return Model(problem, costs, maximize, [], [], [], [], [])
    graph = problem.graph()
    vertices = order_of(problem, graph)
    number = {vertex: v for v, vertex in enumerate(vertices)}
    moves = sorted(
        (min(a, b), max(a, b)) for a, b in ((number[v], number[w]) for v, w in graph.edges())
    )
    crossed: list[list[int]] = [[] for _ in moves]
    if costs is None:
        crossed = _crossed(problem, vertices, moves)

    def numbers(pair: tuple[object, object]) -> tuple[int, int]:
        a, b = (number[problem.vertex(x)] for x in pair)
        return min(a, b), max(a, b)

    forced = {numbers(pair) for pair in problem.forced}
    given = [plain.start, plain.end]
    tips = [NEVER if problem.closed or None not in given else MAYBE] * len(vertices)
    if problem.closed:
        if None not in given:
            forced.add(numbers((plain.start, plain.end)))
    else:
        for end in given:
            if end is not None:
                tips[number[problem.vertex(end)]] = ALWAYS
    return Model(
        problem, costs, maximize, vertices, moves, crossed, tips,
        [int(move in forced) for move in moves],
    )  # fmt: skip


def order_of(problem: Problem, graph: Graph) -> list[int]:
    """Return the vertices in the order of the sweep: along the longer side of a flat board."""
    board = problem.ground
    if isinstance(board, Board) and is_flat(board):
        place = _along(board)
        return [board.index(square) for square in sorted(board, key=place)]
    narrow = narrow_order([graph.neighbours(v) for v in range(len(graph))], sizes().most_window)
    return [*range(len(graph))] if narrow is None else narrow[0]


def _along(board: Board) -> Callable[[Square], Square]:
    """Return what turns a square, so that the sweep goes along the longer side."""
    return (
        (lambda square: square[::-1]) if board.shape[1] > board.shape[0] else lambda square: square
    )


def _crossed(
    problem: Problem, vertices: list[int], moves: list[tuple[int, int]]
) -> list[list[int]]:
    """Return for each move of a flat board the earlier moves that it crosses."""
    place = _along(problem.board)
    squares = [place(problem.board.square(v)) for v in vertices]
    every, partners = moves_and_partners(squares, problem.piece.moves(2), _cross)
    at = {move: i for i, move in enumerate(moves)}
    new = {i: at[move] for i, move in enumerate(every) if move in at}
    crossed: list[list[int]] = [[] for _ in moves]
    for i, row in enumerate(partners):
        for j in row:
            if i in new and j in new and every[i][0] < every[j][0]:
                crossed[new[j]].append(new[i])
    return crossed


def _cross(a: Square, b: Square, c: Square, d: Square) -> bool:
    """Return whether two moves share a point inside both."""
    return _parts(a, b, c, d) and _parts(c, d, a, b)


def _parts(a: Square, b: Square, c: Square, d: Square) -> bool:
    """Return whether the line through a and b separates c from d."""
    down, right = b[0] - a[0], b[1] - a[1]
    here = down * (c[1] - a[1]) - right * (c[0] - a[0])
    other = down * (d[1] - a[1]) - right * (d[0] - a[0])
    return here * other < 0
