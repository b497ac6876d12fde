"""The table of the methods, each a function of a prepared problem with what others must know.

A method is imported when it is first called, because most problems need only the first methods.

Invariant: a method returns a tour of the problem (its vertices in order), a certificate that there
is none, or None.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from caballero.machine.errors import InvalidProblem, NoTour
from caballero.machine.limits import LimitHit, pause
from caballero.machine.values import frozen
from caballero.model.board import Board
from caballero.model.directed import cut_order, read_order, split_numbers
from caballero.model.graph import Graph
from caballero.model.piece import KNIGHT
from caballero.model.problem import Problem, refuse_huge
from caballero.model.reduction import sorted_moves
from caballero.proof.facts import chess_colouring, component, is_excluded

from .prepared import Prepared

if TYPE_CHECKING:
    from caballero.proof.certificate import Certificate


BYTES_PER_SQUARE: Final = 60
"""Bytes for each square of a constructed tour: its number is an object."""

LOOK: Final = -1
"""The attempt of a search whose exhaustion does not count, because better proofs come later."""

Answer: TypeAlias = "list[int] | Certificate | None"
"""A tour, a proof that there is none, or nothing."""


def is_full_box(problem: Problem) -> bool:
    """Return whether the squares fill a flat box, and no move is forced or forbidden."""
    board = problem.ground
    plain = isinstance(board, Board) and board.is_box
    return plain and not problem.forced and not problem.forbidden


def is_structurable(problem: Problem) -> bool:
    """Return whether a problem is about a knight's tour of a rectangle, with at most a start."""
    numbers = problem.clues or problem.waypoints
    constraints = problem.end is not None or numbers or problem.piece != KNIGHT
    return is_full_box(problem) and not constraints and len(problem.board.shape) == 2


def _theorems(prepared: Prepared, _: int) -> Answer:
    """Try the exclusions that need no graph."""
    if not is_excluded(prepared.problem):
        return None
    from caballero.proof.certificate import exclusion

    return exclusion(prepared.problem)


def _reach(prepared: Prepared, _: int) -> Answer:
    """Try the exclusions by searches of the graph: its components, distances of clues."""
    problem = prepared.problem
    if problem.directed:
        return _directed_reach(prepared)
    reached = component(prepared.graph, 0)
    if len(reached) < problem.size:
        from caballero.proof.certificate import Unreachable

        # A place without moves is the nearest reason; else any that the first place does not reach.
        starts = prepared.graph.indptr
        alone = next((v for v in range(problem.size) if starts[v] == starts[v + 1]), None)
        lost = next(v for v in range(problem.size) if v not in reached)
        to, start = (lost, 0) if alone is None else (int(alone == 0), alone)
        place, origin = problem.place(to), problem.place(start)
        names = problem.place_name(place), problem.place_name(origin)
        return Unreachable(place, origin, names, alone=alone is not None)
    numbers = prepared.numbers.keys()
    if len(numbers) < 2 and (
        chess_colouring(problem) is not None
        or (numbers <= {1, problem.size} and prepared.possible_question is not None)
    ):
        return None
    from caballero.proof.certificate import imbalance_of, too_far_of

    return too_far_of(problem) or imbalance_of(problem, on_graph=True)


def _directed_reach(prepared: Prepared) -> Answer:
    """Try the exclusions by searches of a directed graph."""
    from caballero.proof.certificate import imbalance_of, too_far_of

    from .directed import unreachable_of

    problem = prepared.problem
    lost = unreachable_of(problem)
    return lost or too_far_of(problem) or imbalance_of(problem, on_graph=True)


def _structured(prepared: Prepared, _: int) -> Answer:
    from .construct.plan import BLOCK
    from .construct.structured import structured_tour

    problem = prepared.problem
    if not is_structurable(problem):
        return None
    refuse_huge(problem.ground)  # a construction exists, but its squares cannot be stored
    if BYTES_PER_SQUARE * problem.size > prepared.budget.bytes_left:
        raise LimitHit("megabytes")
    try:
        tour = structured_tour(problem)
    except InvalidProblem:  # no construction is known from there
        return None
    except NoTour as none:
        return none.outcome.certificate
    vertices = tour.vertices()
    order: list[int] = []
    for begin in range(0, problem.size, BLOCK):
        pause()
        order += vertices[begin : begin + BLOCK]
    if prepared.varied:
        from .construct.variation import varied_order

        rows, columns = problem.board.shape
        free = problem.start is None
        order = varied_order(order, (rows, columns), prepared.seed, turned=free)
    return order


def _proofs(prepared: Prepared, _: int) -> Answer:
    from .proofs import Forcing

    if prepared.problem.directed:
        from .directed import directed_proof

        answer = directed_proof(prepared.problem, prepared.budget)
        if answer is not None:
            return answer
    if not isinstance(prepared.deduced, Forcing):
        return prepared.deduced
    if not prepared.is_numbered or prepared.problem.directed:
        return None
    from caballero.proof.certificate import split_of

    return split_of(prepared.problem)


def _repair(prepared: Prepared, attempt: int) -> Answer:
    from .repair import repaired_tour

    problem, seed = prepared.problem, prepared.seed + attempt
    if problem.directed:  # it reverses parts of the path
        return None
    if problem.forced:
        graph = Graph.from_neighbours(prepared.question.neighbours)
        cycle = repaired_tour(
            graph,
            prepared.budget,
            closed=True,
            start=None,
            end=None,
            seed=seed,
            varied=prepared.varied,
        )
        return cycle and prepared.question.tour(cycle)
    # Roth's key for Warnsdorff's rule: the squares far from the centre first.
    ordered = isinstance(problem.ground, Board) and not prepared.varied
    keys = problem.board.distances() if ordered else None
    return repaired_tour(
        prepared.graph,
        prepared.budget,
        closed=problem.closed,
        start=prepared.numbers.get(1),
        end=prepared.numbers.get(problem.size),
        seed=seed,
        varied=prepared.varied,
        keys=keys,
        question=prepared.possible_question,
    )


def _two_factor(prepared: Prepared, attempt: int) -> Answer:
    if prepared.problem.directed:
        from .directed import patched_cycle

        order = patched_cycle(prepared.onward, prepared.budget, prepared.seed + attempt)
        return order and _tour_from(prepared, order)
    from .two_factor import two_factor_cycle

    cycle = two_factor_cycle(
        prepared.question, prepared.budget, prepared.seed + attempt, varied=prepared.varied
    )
    return cycle and prepared.question.tour(cycle)


def _frontier(prepared: Prepared, _: int) -> Answer:
    from .frontier import frontier_cycle

    if prepared.order is None:  # the graph is not narrow
        return None
    cycle = frontier_cycle(prepared.question.neighbours, prepared.order, prepared.budget)
    if cycle:
        return prepared.question.tour(cycle)
    if prepared.proof:
        prepared.proof.write_sweep(prepared.order)
    return _exhaustion("frontier", prepared)


def _cut_sets(prepared: Prepared, attempt: int) -> Answer:
    from caballero.proof.deduction import Conclusion

    from .cut_sets import cut_set
    from .proofs import Forcing

    if not isinstance(prepared.deduced, Forcing):
        return prepared.deduced
    cut = cut_set(prepared.left, prepared.budget, seed=prepared.seed + attempt, tries=100)
    if cut is None:
        return None
    return prepared.deduced.deduction(prepared.problem, Conclusion("cut-set", cut))


def _path_cover(prepared: Prepared, attempt: int) -> Answer:
    from .path_cover import path_cover_cycle

    cycle = path_cover_cycle(prepared.left, prepared.budget, seed=prepared.seed + attempt)
    return cycle and prepared.question.tour(cycle)


def _exact(prepared: Prepared, attempt: int) -> Answer:
    from .exact import DirectedSearch, tour_of

    search = prepared.exact
    cycle = search.run(prepared.budget)
    if cycle is None:
        return None if attempt == LOOK else _exhaustion("exact", prepared)
    if isinstance(search, DirectedSearch):
        return _tour_from(prepared, cycle)
    return tour_of(prepared.problem, prepared.question, cycle)


def _tour_from(prepared: Prepared, order: list[int]) -> list[int]:
    size, numbers = prepared.problem.size, prepared.numbers
    return cut_order(order, size, numbers.get(1), numbers.get(size))


def _transitions(prepared: Prepared, _: int) -> Answer:
    cycle = prepared.transitions.run(prepared.budget)
    return cycle and prepared.question.tour(cycle)


def _parts(prepared: Prepared, _: int) -> Answer:
    cycle = prepared.parts.run(prepared.budget)
    return cycle and prepared.question.tour(cycle)


def _clues(prepared: Prepared, attempt: int) -> Answer:
    from .clues import clue_tour

    problem, graph, numbers = prepared.problem, prepared.graph, prepared.numbers
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    if problem.directed and problem.size > 1:
        graph, numbers, forced = split_numbers(graph, numbers, forced)
    tour = clue_tour(
        graph,
        numbers,
        prepared.budget,
        closed=problem.closed,
        forced=forced,
        order=problem.precedences(),
        seed=prepared.seed + attempt,
    )
    if tour is None and prepared.proof and (answer := _numbers(prepared, attempt)):
        return answer  # this search writes its proof
    if tour is None:
        return _exhaustion("clues", prepared)
    return read_order(tour, problem.size) if len(graph) > problem.size else tour


def _numbers(prepared: Prepared, _: int) -> Answer:
    search = prepared.number_search
    tour = search.run(prepared.budget)
    if tour is None and not search.too_large:
        return _exhaustion("numbers", prepared)
    return tour


def _exhaustion(method: str, prepared: Prepared) -> Certificate:
    from caballero.proof.certificate import Exhausted

    return Exhausted(method, prepared.budget.nodes)


@frozen
class Method:
    """A method: its function, and the facts that its callers must know before.

    In the first round of a plan its slice has `first` nodes, `directed` ones in a directed graph if
    they are others, and at least `each` a square; in each later round `growth` times as many, at
    most `most`. A short slice before has `look` nodes a square, on at most `look_up_to` squares:
    of a board's tour, or of two walks; nodes take longer on larger graphs.
    """

    name: str
    run: Callable[[Prepared, int], Answer]
    needs_cycles: bool = True  # the cycle question; ends or colours that exclude tours have none
    deduces: bool = False  # its answer may be a deduction, which may be shortened
    in_kernels: bool = False  # it spends most of its time there, so it may run in parallel
    first: int = 0
    directed: int = 0
    each: int = 0
    growth: int = 2
    most: float = math.inf
    look: int = 0
    look_up_to: int = 0


LONGEST: Final = 5_000_000_000
"""The most nodes of a slice: 1 to 3 minutes.

A search that continues where it stopped gains nothing by longer slices, and the others wait.
"""

METHODS: Final[Mapping[str, Method]] = MappingProxyType({method.name: method for method in (
    Method("theorems", _theorems, needs_cycles=False),
    Method("reach", _reach, needs_cycles=False),
    Method("structured", _structured, needs_cycles=False),
    Method("proofs", _proofs, deduces=True),
    Method("repair", _repair, first=20_000, look=7, look_up_to=500),
    Method("two-factor", _two_factor, first=100_000, directed=5_000, look=20),
    Method(
        "path-cover", _path_cover, in_kernels=True, first=100_000, directed=500_000, most=LONGEST
    ),
    # A narrow sweep takes 20 nodes a square.
    Method("frontier", _frontier, in_kernels=True, first=20_000, each=20),
    Method(
        "cut-sets", _cut_sets, deduces=True, first=50_000, directed=5_000, look=150, look_up_to=200
    ),
    Method("clues", _clues, needs_cycles=False, first=100_000, each=500, growth=4),
    # Some tenths of a second.
    Method("numbers", _numbers, needs_cycles=False, in_kernels=True, first=10_000_000, growth=4),
    Method("transitions", _transitions, in_kernels=True, first=300_000, growth=4, most=LONGEST),
    Method("parts", _parts, in_kernels=True, first=300_000, growth=4, most=LONGEST),
    Method(
        "exact", _exact, in_kernels=True, first=300_000, directed=3_000_000, growth=4, most=LONGEST
    ),
)})  # fmt: skip
"""The methods by name."""
