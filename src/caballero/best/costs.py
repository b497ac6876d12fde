"""Costs of moves and turns: read, checked, and made whole numbers.

A cost is a whole number, a fraction or a float. The search works with whole numbers only, so that
every comparison is exact: all costs are multiplied by the common denominator. Only floats whose
denominators are too large for that are rounded, to `DIGITS` significant bits of the largest.

Invariants: there is a cost for every move; each cost is finite; without directions it is the same
both ways.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from caballero.machine.arguments import as_whole, name_among, shown
from caballero.machine.errors import InvalidInput, InvalidProblem, TooLarge
from caballero.machine.limits import pause, paused, unlimited
from caballero.machine.words import short
from caballero.model.board import Board
from caballero.model.graph import Graph
from caballero.model.problem import MoveCost, Place, Problem, mover
from caballero.model.tour import Tour

from .tuning import sizes

if TYPE_CHECKING:
    from caballero.model.graph import Number

TurnCost: TypeAlias = "Mapping[Any, Number] | Callable[[Any, Any, Any], Number]"
"""A mapping of turns to costs, or a function of the three places of a turn."""

MEASURES: Final = ("turns", "crossings")
"""The names of costs that count something in a tour."""

MOVE_COSTS: Final = ("weight", "length")
"""The names of costs of moves."""

MOST: Final = 2**40
"""The largest whole number that a cost may become, with the common denominator."""

BETWEEN: Final = 64
"""The costs that are read between two looks at the limits; a function may take long for each."""

FREE: Final = 1_000_000
"""The costs that are read for a first tour, whatever the limit: a tenth of a second."""

PART: Final = 100_000
"""The costs that are looked at together, between two looks at the limits."""

DIGITS: Final = 34
"""The significant bits to which floats are rounded, if they must be."""


class Costs(NamedTuple):
    """The cost of each move of a graph.

    `given` are aligned with the graph's `indices`; `whole` are the same times `scale`, perhaps
    `rounded`.
    """

    given: list[Number]
    whole: list[int]
    scale: int | Fraction
    rounded: bool


class TurnCosts(NamedTuple):
    """The costs of the moves and turns of a graph, by their two or three vertices.

    `given` are the costs; `whole` are the same, times `scale`, without a common factor; what costs
    nothing is left out. `rounded` says whether they were rounded.
    """

    given: Mapping[tuple[int, ...], Number]
    whole: Mapping[tuple[int, ...], int]
    scale: Fraction
    rounded: bool

    def total(self, order: Sequence[int], closed: bool) -> Number:
        """Return the cost of a tour.

        >>> TurnCosts({(0, 1): 4, (0, 1, 2): 3}, {}, Fraction(1), False).total((0, 1, 2), False)
        7
        """
        return _sum([self.given.get(key, 0) for key in _parts(order, closed)])

    def whole_total(self, order: Sequence[int], closed: bool) -> int:
        """Return the cost of a tour as a whole number."""
        return sum(self.whole.get(key, 0) for key in _parts(order, closed))

    def bound(self, graph: Graph, closed: bool, maximize: bool) -> int:
        """Return a bound of the whole cost: each vertex chooses its best moves for itself.

        >>> triangle = Graph.from_edges([(0, 1), (1, 2), (2, 0)])
        >>> TurnCosts({}, {(0, 1, 2): -3}, Fraction(1), False).bound(triangle, True, False)
        -3
        """
        total, sign, whole = 0, -1 if maximize else 1, self.whole
        for v, (before, after) in enumerate(_sides(graph)):
            arrive = {a: sign * whole.get((a, v), 0) for a in before}  # half of it is due at v
            leave = {c: sign * whole.get((v, c), 0) for c in after}
            choices = [
                arrive[a] + leave[c] + 2 * sign * whole.get((a, v, c), 0)
                for a in before
                for c in after
                if a != c or len(graph) < 3
            ]
            if not closed:
                choices += [*arrive.values(), *leave.values()]
            total += min(choices, default=0)
        return -sign * (-total // 2)


def _sides(graph: Graph) -> list[tuple[Sequence[int], Sequence[int]]]:
    """Return the vertices from which edges lead to each vertex, and those to which they lead.

    >>> _sides(Graph.from_edges([(0, 1), (1, 2)], directed=True))
    [([], (1,)), ([0], (2,)), ([1], ())]
    """
    after = [graph.neighbours(v) for v in range(len(graph))]
    before: list[list[int]] = [[] for _ in after]
    for v, row in enumerate(after):
        for w in row:
            before[w].append(v)
    return [*zip(before, after, strict=True)]


def _parts(order: Sequence[int], closed: bool) -> Iterator[tuple[int, ...]]:
    """Yield the moves and turns of a tour.

    >>> list(_parts((5, 6, 7), False))
    [(5, 6), (6, 7), (5, 6, 7)]
    """
    for length in (2, 3):
        line = [*order, *order[: length - 1]] if closed else order
        yield from zip(*(line[i:] for i in range(length)), strict=False)


def _sum(costs: list[Number]) -> Number:
    if any(isinstance(cost, float) for cost in costs):
        with suppress(OverflowError):  # a sum that no float can hold is exact
            return math.fsum(costs)
        costs = [Fraction(cost) for cost in costs]
    total = sum(costs)
    return int(total) if total == int(total) else total


def total_of(graph: Graph, given: Sequence[Number], order: tuple[int, ...], closed: bool) -> Number:
    """Return the cost of a tour, by the costs of a graph's moves.

    >>> total_of(Graph.from_edges([(0, 1), (1, 2)]), [2, 2, 3, 3], (0, 1, 2), False)
    5
    """
    steps = zip(order, order[1:] + order[:1] if closed else order[1:], strict=False)
    indptr, indices = graph.indptr, graph.indices
    return _sum([given[indices.index(w, indptr[v], indptr[v + 1])] for v, w in steps])


def tour_cost(tour: Tour, cost: MoveCost | None) -> Number:
    """Return the cost of a known tour; see :meth:`Tour.cost`.

    >>> tour_cost(Tour.from_squares("2x2", "a1 a2 b2 b1", "wazir"), lambda a, b: a[0] + b[0])
    2
    """
    problem, cost = tour.problem, "weight" if cost is None else cost
    if isinstance(cost, str):
        cost = name_among("best-cost", cost, (*MEASURES, *MOVE_COSTS))
    is_move, order = mover(problem), tour.order
    for v, w in zip(order, order[1:] + order[:1] if tour.closed else order[1:], strict=False):
        if not is_move(problem.place(v), problem.place(w)):
            raise InvalidInput("cost-no-move", move=_name(problem, (v, w)))
    if isinstance(cost, str) and cost == "turns":
        return turns_of(problem).total(order, tour.closed)
    if isinstance(cost, str) and cost == "crossings":
        crossings = tour.statistics(symmetry=False).crossings
        if crossings is None:
            raise InvalidProblem("crossings-nowhere", ground=str(problem.ground))
        return crossings
    graph = problem.graph()
    return total_of(graph, move_costs(problem, graph, cost), order, tour.closed)


def move_costs(problem: Problem, graph: Graph, cost: MoveCost) -> list[Number]:
    """Return the cost of every move of a problem's graph, aligned with its `indices`.

    Raises
    ------
    InvalidInput
        If a cost is missing, is no finite number, is given for a step that is no move, or depends
        on the direction though moves have none; or if costs are too large to stay exact.

    >>> problem = Problem(Graph.from_edges([("a", "b", 2)]))
    >>> move_costs(problem, problem.graph(), "weight")
    [2, 2]
    """
    moves = ((v, w) for v in range(len(graph)) for w in graph.neighbours(v))
    by_weight = isinstance(cost, str) and cost == "weight" and (graph.weights or not graph.indices)
    given: list[Any] = [*graph.weights] if by_weight else []
    if not by_weight:
        find = _function(problem, graph, cost)
        places = [problem.place(v) for v in range(len(graph))]
        for v, a in enumerate(places):
            row = graph.neighbours(v)
            for begin in range(0, len(row), BETWEEN):
                pause()
                with unlimited():  # a caller's function is not part of the search
                    given += [find(a, places[w]) for w in row[begin : begin + BETWEEN]]
    plain = True
    for begin in range(0, len(given), PART):
        if len(given) > FREE:
            pause()
        plain = plain and _are_plain(given[begin : begin + PART])
    if not plain:
        given = [_number(problem, move, value) for move, value in zip(moves, given, strict=True)]
    values: list[Number] = given
    if not (
        graph.directed or by_weight
    ):  # the weight of a graph's edge is the same in both directions
        _check_symmetric(problem, graph, values)
    return values


def _function(
    problem: Problem, graph: Graph, cost: MoveCost
) -> Callable[[Place, Place], Number | None]:
    """Return the function of a cost that is not stored in the graph."""
    if isinstance(cost, Mapping):
        return _mapped(problem, graph, cost)
    if callable(cost):
        return cost
    if not isinstance(cost, str):
        raise InvalidInput("cost-unknown", value=shown(cost))
    on_board = isinstance(problem.ground, Board)
    if cost == "length":
        return _length(problem, graph)
    if any(message.code == "read-keys" for message in graph.reading):
        raise InvalidInput("read-keys")
    raise InvalidInput("cost-on-board" if on_board else "cost-no-weights")


def _mapped(
    problem: Problem, graph: Graph, costs: Mapping[tuple[Place, Place], Number]
) -> Callable[[Place, Place], Number | None]:
    """Return the function of a mapping; refuse a name that is no move."""
    known: dict[tuple[int, int], Number] = {}
    is_move = mover(problem)
    for move, value in paused(costs.items()):
        try:
            a, b = move
        except (TypeError, ValueError):
            raise InvalidInput("cost-no-pair", text=short(str(move))) from None
        v, w = problem.vertex(a), problem.vertex(b)
        if not is_move(problem.place(v), problem.place(w)):
            raise InvalidInput("cost-no-move", move=_name(problem, (v, w)))
        if not _is_same(known.setdefault((v, w), value), value):
            name = _name(problem, (v, w))
            raise InvalidInput("cost-twice", move=name, one=known[v, w], two=value)
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
        distance = math.dist if ground.grid is None else ground.grid.distance
        return lambda a, b: _whole(distance(a, b))  # type: ignore[arg-type]
    if not graph.positions:
        raise InvalidInput("cost-no-positions")
    position: dict[Hashable, tuple[float, float]] = dict(
        zip(graph.vertices(), graph.positions, strict=True)
    )
    return lambda a, b: _whole(math.dist(position[a], position[b]))


def _whole(value: float) -> Number:
    return int(value) if value == int(value) else value


def _are_plain(values: list[Any]) -> bool:
    """Return whether all costs are whole numbers or finite floats of Python itself."""
    floats = [value for value in values if type(value) is float]
    kinds = {*map(type, values)} - {int}
    return kinds <= {float} and all(map(math.isfinite, floats))


def _is_same(first: object, second: object) -> bool:
    """Return whether two costs are equal; values that cannot be compared are not."""
    try:
        return first is second or bool(first == second)
    except (TypeError, ValueError):
        return False


def _number(problem: Problem, key: tuple[int, ...], value: Any) -> Number:
    """Return the cost of a move or turn; refuse a missing or infinite cost."""
    if isinstance(value, Fraction):
        return value
    if (number := as_whole(value)) is not None:
        return number
    if value is None:
        code = "cost-missing" if len(key) == 2 else "cost-turn-missing"
        raise InvalidInput(code, move=_name(problem, key))
    try:
        found = float(value) if not isinstance(value, (str, bytes, bool)) else math.nan
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise InvalidInput("cost-no-number", value=shown(value), move=_name(problem, key))
    return found


def _name(problem: Problem, key: tuple[int, ...]) -> str:
    """Return the name of a move or turn.

    >>> _name(Problem(3), (0, 5, 6))
    'a3 – c2 – a1'
    """
    return " – ".join(problem.place_name(problem.place(v)) for v in key)


def _check_symmetric(problem: Problem, graph: Graph, values: list[Number]) -> None:
    """Refuse costs that depend on the direction."""
    size, indptr, indices = len(graph), graph.indptr, graph.indices
    back: dict[int, Number] = {}  # the costs of the moves to the smaller of two vertices
    for v in range(size):
        for slot in range(indptr[v], indptr[v + 1]):
            if (w := indices[slot]) < v:
                back[w * size + v] = values[slot]
    for v in range(size):
        for slot in range(indptr[v], indptr[v + 1]):
            if (w := indices[slot]) > v and back[v * size + w] != values[slot]:
                _check_turn(problem, (v, w), values[slot], back[v * size + w])


def whole_costs(values: list[Number]) -> Costs:
    """Return costs as whole numbers; see the module.

    >>> whole_costs([1, Fraction(1, 3)]).whole, whole_costs([0.5, 2]).scale
    ([3, 1], 2)
    """
    pause()
    if {*map(type, values)} <= {int}:
        whole = cast("list[int]", values)
        if max(0, *whole, -min(whole, default=0)) > MOST:
            raise TooLarge("cost-too-large", most=MOST)
        return Costs(values, whole, 1, False)
    # much quicker than fractions
    exact = [value.as_integer_ratio() for value in paused(values)]
    scale = 1
    for denominator in {denominator for _, denominator in exact}:
        scale = math.lcm(scale, denominator)
        if scale > MOST**2:
            break
    largest = Fraction(max(map(abs, cast("list[Any]", values)))) or Fraction(1)
    if scale * largest > MOST and any(isinstance(value, float) for value in values):
        scale = 2**DIGITS * largest.denominator // largest.numerator or 1
        parts = math.ceil(largest / 2**DIGITS)  # more than 1 if even whole numbers are too large
        whole = [
            _rounded(number * scale, denominator * parts) for number, denominator in paused(exact)
        ]
        return Costs(values, whole, Fraction(scale, parts), True)
    if scale * largest > MOST:
        raise TooLarge("cost-too-large", most=MOST)
    whole = [numerator * (scale // denominator) for numerator, denominator in exact]
    return Costs(values, whole, scale, False)


def _rounded(numerator: int, denominator: int) -> int:
    """Return the nearest whole number of a fraction; the even number in the middle of two.

    >>> [_rounded(n, 4) for n in (1, 2, 3, 6, -2, -3)]
    [0, 0, 1, 2, 0, -1]
    """
    whole, rest = divmod(2 * numerator + denominator, 2 * denominator)
    return whole - (rest == 0 and whole % 2)


# -- turns -----------------------------------------------------------------------------------------


def turn_costs(
    problem: Problem, graph: Graph, cost: MoveCost | None, turn_cost: TurnCost
) -> TurnCosts:
    """Return the costs of the turns of a problem's graph, and of its moves, if they have any.

    Raises what :func:`move_costs` raises, and TooLarge if there are too many turns.

    >>> problem = Problem(Graph.from_edges([("a", "b"), ("b", "c")]))
    >>> turn_costs(problem, problem.graph(), None, {("a", "b", "c"): 6}).whole
    {(0, 1, 2): 1, (2, 1, 0): 1}
    """
    given: dict[tuple[int, ...], Number] = {}
    if cost is not None:
        moves = ((v, w) for v in range(len(graph)) for w in graph.neighbours(v))
        given.update(zip(moves, move_costs(problem, graph, cost), strict=True))
    if not (isinstance(turn_cost, Mapping) or callable(turn_cost)):
        raise InvalidInput("cost-unknown", value=shown(turn_cost))
    if isinstance(turn_cost, Mapping):
        given.update(_mapped_turns(problem, turn_cost))
    else:
        given.update(_found_turns(problem, graph, turn_cost))
    given = {key: value for key, value in given.items() if value}
    costs = whole_costs([*given.values()])
    factor = math.gcd(*costs.whole) or 1
    whole = {key: value // factor for key, value in zip(given, costs.whole, strict=True)}
    return TurnCosts(given, whole, Fraction(costs.scale, factor), costs.rounded)


def turns_of(problem: Problem) -> TurnCosts:
    """Return the costs by which a tour costs as much as it has turns.

    Raises InvalidProblem if the problem has no board.

    >>> turns_of(Problem("2x2", piece="wazir")).total((0, 1, 3, 2), True)
    4
    """
    if not isinstance(problem.ground, Board):
        raise InvalidProblem("turns-nowhere", ground=str(problem.ground))
    graph = problem.graph()
    rows = [graph.neighbours(v) for v in range(len(graph))]
    step = {
        (v, w): Tour(problem.ground, (v, w), problem.piece).directions()[0]
        for v, row in enumerate(rows)
        for w in row
    }
    found: dict[tuple[int, ...], int] = {
        (a, v, b): 1
        for v, row in enumerate(rows)
        for a in row
        for b in row
        if a != b and step[a, v] != step[v, b]
    }
    return TurnCosts(found, found, Fraction(1), False)


def _mapped_turns(
    problem: Problem, costs: Mapping[tuple[Place, Place, Place], Number]
) -> dict[tuple[int, ...], Number]:
    """Return the costs of a mapping; the turns that it leaves out cost nothing."""
    found: dict[tuple[int, ...], Number] = {}
    is_move = mover(problem)
    for places, value in paused(costs.items()):
        try:
            a, b, c = places
        except (TypeError, ValueError):
            raise InvalidInput("cost-no-triple", text=short(str(places))) from None
        key = problem.vertex(a), problem.vertex(b), problem.vertex(c)
        u, v, w = map(problem.place, key)
        if key[0] == key[2] or not (is_move(u, v) and is_move(v, w)):
            raise InvalidInput("cost-no-turn", move=_name(problem, key))
        value = _number(problem, key, value)
        if found.setdefault(key, value) != value:
            name = _name(problem, key)
            raise InvalidInput("cost-twice", move=name, one=found[key], two=value)
    if not problem.directed:
        for turn, value in [*found.items()]:
            _check_turn(problem, turn, value, found.setdefault(turn[::-1], value))
    return found


def _found_turns(
    problem: Problem, graph: Graph, cost: Callable[[Place, Place, Place], Number]
) -> dict[tuple[int, ...], Number]:
    """Return the costs that a function gives to all turns."""
    sides = _sides(graph)
    count = sum(len(before) * len(after) - len({*before} & {*after}) for before, after in sides)
    if count > (most := sizes().most_turns):
        raise TooLarge("cost-too-many-turns", count=count, most=most)
    places = [problem.place(v) for v in range(len(graph))]
    found: dict[tuple[int, ...], Number] = {}
    for v, (before, after) in enumerate(sides):
        for a in before:
            pause()
            with unlimited():
                for b in after:
                    if a != b:
                        value = cost(places[a], places[v], places[b])
                        found[a, v, b] = _number(problem, (a, v, b), value)
    if not graph.directed:
        for key, value in found.items():
            _check_turn(problem, key, value, found[key[::-1]])
    return found


def _check_turn(problem: Problem, key: tuple[int, ...], first: Number, second: Number) -> None:
    """Refuse two costs of a turn that differ by the direction."""
    if first != second:
        raise InvalidInput("cost-two-ways", move=_name(problem, key), one=first, two=second)


def as_number(bound: Fraction, error: Fraction, maximize: bool) -> Number:
    """Return a bound that stays true though the costs were rounded, with that error in all."""
    bound += error if maximize else -error
    if error:
        with suppress(OverflowError):
            return float(bound)
    return int(bound) if bound.denominator == 1 else bound
