"""A problem whose tours have turns or crossings, in the numbers of a sweep.

Invariant: the tours of the model are those of the problem, up to their direction and, if they are
closed, their first square.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from caballero.core.board import Board, Square
from caballero.core.direction import without_clues
from caballero.core.errors import InvalidProblem
from caballero.core.piece import Move
from caballero.core.problem import Problem
from caballero.core.statistics import tour_statistics
from caballero.core.symmetry import is_flat
from caballero.core.tour import Tour
from caballero.kernels.lines import ALWAYS, MAYBE, NEVER

from .moves import moves_and_partners

MEASURES: Final = ("turns", "crossings")
"""What a line has few or many of."""


@dataclass(frozen=True)
class Model:
    """The squares and moves of a problem, and what is counted.

    `vertices` has the number of each square on the board, in the order of the sweep. A move has its
    earlier square first. `crossed` has, for each move, those that it crosses and that begin before
    it. `swept` says whether a line separates earlier squares from later ones.
    """

    problem: Problem
    measure: str
    most: bool
    vertices: list[int]
    moves: list[tuple[int, int]]
    crossed: list[list[int]]
    tips: list[int]
    forced: list[int]
    swept: bool

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
        """The moves of each square."""
        rows: list[list[int]] = [[] for _ in self.vertices]
        for i, (a, b) in enumerate(self.moves):
            rows[a].append(i)
            rows[b].append(i)
        return rows

    @cached_property
    def steps(self) -> dict[tuple[int, int], Move]:
        """The direction of the move from one square to another."""
        found = {}
        for pair in self.number:
            order = tuple(self.vertices[v] for v in pair)
            found[pair] = Tour(self.problem.ground, order, self.problem.piece).directions()[0]
        return found

    @cached_property
    def straight(self) -> dict[tuple[int, int], int]:
        """For a square and a move there, the move that goes straight on there, if there is one."""
        found = {}
        onward = {(a, step): b for (a, b), step in self.steps.items()}
        for (a, v), step in self.steps.items():
            b = onward.get((v, step))
            if b is not None and b != a:
                found[v, self.number[a, v]] = self.number[v, b]
        return found

    @property
    def ends(self) -> int:
        """The number of ends of a tour."""
        return 0 if self.problem.closed else 2

    def cost(self, tour: Tour) -> int:
        """Count the turns, or the crossings, of a tour."""
        found = tour_statistics(tour, symmetry=False)
        cost = found.turns if self.measure == "turns" else found.crossings
        assert cost is not None
        return cost

    def is_better(self, cost: int, other: int) -> bool:
        """Return whether one cost is better than another."""
        return cost > other if self.most else cost < other


def model_of(problem: Problem, measure: str, most: bool) -> Model | None:
    """Return the model of a problem; None if it has clues inside the tour.

    Raises InvalidProblem if the measure means nothing on its ground.
    """
    board = problem.ground
    if not isinstance(board, Board) or (measure == "crossings" and not is_flat(board)):
        raise InvalidProblem(f"{measure}-nowhere", ground=str(board))
    plain = without_clues(problem)
    if plain is None:
        return None
    turned = board.shape[1] > board.shape[0]  # the sweep goes along the longer axis

    def place(square: Square) -> Square:
        return square[::-1] if turned else square

    swept = is_flat(board)
    squares = sorted(board, key=place) if swept else list(board)
    vertices = [board.index(square) for square in squares]
    number = {vertex: v for v, vertex in enumerate(vertices)}
    moves, crossed = _moves(problem, [place(square) for square in squares], number, swept)

    def numbers(pair: tuple[object, object]) -> tuple[int, int]:
        a, b = (number[problem.vertex(x)] for x in pair)
        return min(a, b), max(a, b)

    forced = {numbers(pair) for pair in problem.forced}
    given = [plain.start, plain.end]
    tips = [NEVER if problem.closed or None not in given else MAYBE] * len(squares)
    if problem.closed:
        if None not in given:
            forced.add(numbers((plain.start, plain.end)))
    else:
        for end in given:
            if end is not None:
                tips[number[problem.vertex(end)]] = ALWAYS
    return Model(
        problem, measure, most, vertices, moves, crossed, tips,
        [int(move in forced) for move in moves], swept,
    )  # fmt: skip


def _moves(
    problem: Problem, squares: list[Square], number: dict[int, int], swept: bool
) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Return the moves that are allowed, and for each the earlier ones that it crosses."""
    graph = problem.graph()
    allowed = {
        (min(a, b), max(a, b)) for a, b in ((number[v], number[w]) for v, w in graph.edges())
    }
    if not swept:
        moves = sorted(allowed)
        return moves, [[] for _ in moves]
    every, partners = moves_and_partners(squares, problem.piece.moves(2), _cross)
    moves = [move for move in every if move in allowed]
    at = {move: i for i, move in enumerate(moves)}
    new = {i: at[move] for i, move in enumerate(every) if move in allowed}
    crossed: list[list[int]] = [[] for _ in moves]
    for i, row in enumerate(partners):
        for j in row:
            if i in new and j in new and every[i][0] < every[j][0]:
                crossed[new[j]].append(new[i])
    return moves, crossed


def _cross(a: Square, b: Square, c: Square, d: Square) -> bool:
    """Return whether two moves share a point inside both."""
    return _parts(a, b, c, d) and _parts(c, d, a, b)


def _parts(a: Square, b: Square, c: Square, d: Square) -> bool:
    """Return whether the line through a and b separates c from d."""
    down, right = b[0] - a[0], b[1] - a[1]
    one = down * (c[1] - a[1]) - right * (c[0] - a[0])
    other = down * (d[1] - a[1]) - right * (d[0] - a[0])
    return one * other < 0
