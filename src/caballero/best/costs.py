"""Costs of moves: read, checked, and made whole numbers.

A cost is a whole number, a fraction or a float. The search works with whole numbers only, so that
every comparison is exact: all costs are multiplied by the common denominator. Only floats whose
denominators are too large for that are rounded, to `DIGITS` significant bits of the largest one.

Invariants: there is a cost for every move; it is finite; without directions it is the same both
ways.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from caballero.core.board import Board
from caballero.core.errors import InvalidInput, TooLarge, UnknownName
from caballero.core.graph import Graph
from caballero.core.problem import Place, Problem
from caballero.core.words import short

from .line_model import MEASURES

if TYPE_CHECKING:
    from caballero.core.graph import Number

MoveCost: TypeAlias = (
    "str | Mapping[tuple[Place, Place], Number] | Callable[[Place, Place], Number]"
)
"""A name, a mapping of moves to costs, or a function of the two places of a move."""

MOVE_COSTS: Final = ("weight", "length")
"""The names of costs of moves."""

MOST: Final = 2**40
"""The largest whole number that a cost may become, with the common denominator."""

DIGITS: Final = 34
"""The significant bits to which floats are rounded, if they must be."""


class Costs(NamedTuple):
    """The cost of each move of a graph.

    `given` are the costs, aligned with the graph's `indices`; `whole` are the same, times `scale`;
    `rounded` says whether they were rounded.
    """

    given: list[Number]
    whole: list[int]
    scale: int
    rounded: bool

    def total(self, graph: Graph, order: tuple[int, ...], closed: bool) -> Number:
        """Return the cost of a tour.

        >>> graph = Graph.from_edges([(0, 1, 2), (1, 2, 3)])
        >>> whole_costs([2, 2, 3, 3]).total(graph, (0, 1, 2), False)
        5
        """
        steps = zip(order, order[1:] + order[:1] if closed else order[1:], strict=False)
        indptr, indices = graph.indptr, graph.indices
        costs = [self.given[indices.index(w, indptr[v], indptr[v + 1])] for v, w in steps]
        return _sum(costs)


def _sum(costs: list[Number]) -> Number:
    if any(isinstance(cost, float) for cost in costs):
        return math.fsum(costs)
    total = sum(costs)
    return int(total) if total == int(total) else total


def move_costs(problem: Problem, graph: Graph, cost: MoveCost) -> Costs:
    """Return the cost of every move of a problem's graph.

    Raises
    ------
    InvalidInput
        If a cost is missing, is no finite number, is given for what is no move, or depends on the
        direction though moves have none; or if costs are too large to stay exact.
    UnknownName
        If the cost has an unknown name.

    >>> problem = Problem.of(Graph.from_edges([("a", "b", 2)]))
    >>> move_costs(problem, problem.graph(), "weight").whole
    [2, 2]
    """
    if cost == "weight" and {*map(type, graph.weights)} <= {int}:
        whole = cast("list[int]", [*graph.weights])
        if whole or not graph.indices:
            return _checked(Costs([*whole], whole, 1, False))
    places = [problem.place(v) for v in range(len(graph))]
    moves = [(v, w) for v in range(len(graph)) for w in graph.neighbours(v)]
    if cost == "weight" and graph.weights:
        given: list[Any] = [*graph.weights]
    else:
        find = _function(problem, graph, cost)
        given = [find(places[v], places[w]) for v, w in moves]
    values = [
        _number(problem, places[v], places[w], value)
        for (v, w), value in zip(moves, given, strict=True)
    ]
    if not graph.directed:
        _check_symmetric(problem, graph, values)
    return whole_costs(values)


def _function(
    problem: Problem, graph: Graph, cost: MoveCost
) -> Callable[[Place, Place], Number | None]:
    """Return the function of a cost that is not stored in the graph."""
    if isinstance(cost, Mapping):
        return _mapped(problem, graph, cost)
    if callable(cost):
        return cost
    if cost == "length":
        return _length(problem, graph)
    if cost == "weight":
        raise InvalidInput("cost-no-weights")
    raise UnknownName.among("cost", short(str(cost)), (*MEASURES, *MOVE_COSTS))


def _mapped(
    problem: Problem, graph: Graph, costs: Mapping[tuple[Place, Place], Number]
) -> Callable[[Place, Place], Number | None]:
    """Return the function of a mapping; refuse one that names what is no move."""
    known: dict[tuple[int, int], Number] = {}
    for move, value in costs.items():
        try:
            a, b = move
        except (TypeError, ValueError):
            raise InvalidInput("cost-no-pair", text=short(str(move))) from None
        v, w = problem.vertex(a), problem.vertex(b)
        if not problem.is_move(problem.place(v), problem.place(w)):
            names = map(problem.place_name, (problem.place(v), problem.place(w)))
            raise InvalidInput("cost-no-move", **dict(zip("ab", names, strict=True)))
        known[v, w] = value
    number = {problem.place(v): v for v in range(len(graph))}

    def find(a: Place, b: Place) -> Number | None:
        v, w = number[a], number[b]
        value = known.get((v, w))
        return known.get((w, v)) if value is None and not graph.directed else value

    return find


def _length(problem: Problem, graph: Graph) -> Callable[[Place, Place], Number]:
    """Return the function of the distance between the middles of two squares, or two positions."""
    ground = problem.ground
    if isinstance(ground, Board):
        if any(ground.wraps):
            raise InvalidInput("cost-length-wraps")
        return lambda a, b: _whole(math.dist(a, b))  # type: ignore[arg-type]
    if not graph.positions:
        raise InvalidInput("cost-no-positions")
    position: dict[Hashable, tuple[float, float]] = dict(
        zip(graph.vertices(), graph.positions, strict=True)
    )
    return lambda a, b: _whole(math.dist(position[a], position[b]))


def _whole(value: float) -> Number:
    return int(value) if value == int(value) else value


def _number(problem: Problem, a: Place, b: Place, value: Any) -> Number:
    """Return a cost as a number; refuse one that is missing or not finite."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return value
    names = {"a": problem.place_name(a), "b": problem.place_name(b)}
    if value is None:
        raise InvalidInput("cost-missing", **names)
    if hasattr(value, "__index__") and not isinstance(value, bool):
        return int(value)  # a whole number of numpy
    try:
        found = float(value) if not isinstance(value, (str, bytes, bool)) else math.nan
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise InvalidInput("cost-no-number", value=short(str(value)), **names)
    return found


def _check_symmetric(problem: Problem, graph: Graph, values: list[Number]) -> None:
    """Refuse costs that depend on the direction."""
    at = {
        (v, graph.indices[slot]): values[slot]
        for v in range(len(graph))
        for slot in range(graph.indptr[v], graph.indptr[v + 1])
    }
    for (v, w), value in at.items():
        if v < w and at[w, v] != value:
            a, b = map(problem.place_name, (problem.place(v), problem.place(w)))
            raise InvalidInput("cost-two-ways", a=a, b=b, one=value, two=at[w, v])


def whole_costs(values: list[Number]) -> Costs:
    """Return costs as whole numbers; see the module.

    >>> whole_costs([1, Fraction(1, 3)]).whole, whole_costs([0.5, 2]).scale
    ([3, 1], 2)
    """
    if all(isinstance(value, int) for value in values):
        return _checked(Costs(values, values, 1, False))  # type: ignore[arg-type]
    exact = [Fraction(value) for value in values]
    scale = 1
    for value in exact:
        scale = math.lcm(scale, value.denominator)
        if scale > MOST**2:
            break
    largest = max(map(abs, exact), default=Fraction(1)) or Fraction(1)
    if scale * largest > MOST and any(isinstance(value, float) for value in values):
        scale = 2**DIGITS * largest.denominator // largest.numerator or 1
        return Costs(values, [round(value * scale) for value in exact], scale, True)
    return _checked(Costs(values, [int(value * scale) for value in exact], scale, False))


def _checked(costs: Costs) -> Costs:
    """Refuse costs that are too large to stay exact."""
    largest = max(map(abs, costs.whole), default=0)
    if largest > MOST:
        raise TooLarge("cost-too-large", most=MOST)
    return costs
