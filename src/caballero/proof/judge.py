"""The judge: every fault of a claimed tour.

It checks a claim against the problem and reports *every* fault with its place. It shares no code
with the searches: it computes from the board and the piece whether a step is a move, so it also
finds the errors of a solver, or of the graphs that solvers work on. Its quick form, which only
says whether a claim is a tour, is :func:`~caballero.proof.facts.is_tour`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import chain, count, islice, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, Unpack, cast

from caballero.machine.arguments import flag, whole
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import LimitOptions, pause, paused
from caballero.machine.values import frozen, replace
from caballero.machine.words import Message, short
from caballero.model.adjacency import title_on
from caballero.model.board import LONGEST_REPR, Board, parse_places
from caballero.model.graph import Graph
from caballero.model.piece import KNIGHT, PieceLike
from caballero.model.problem import (
    Ground,
    MoveCost,
    Place,
    Problem,
    mover,
    refuse_huge,
    sorted_moves,
)
from caballero.model.tour import Tour

from .asking import within
from .claim import Claim, Claimed, claim_of
from .facts import is_tour, moves_of

if TYPE_CHECKING:
    from caballero.model.graph import Number

T = TypeVar("T")


@frozen
class Fault:
    """A fault of a claim.

    Parameters
    ----------
    message : Message
        The fault in words.
    places : tuple of places
        Where it is; for a step that is no move, its two ends.

    Examples
    --------
    >>> from caballero import verify
    >>> fault = verify([[1, 2]]).faults[0]
    >>> fault.code, fault.places
    ('fault-step', ((0, 0), (0, 1)))
    """

    message: Message
    places: tuple[Place, ...] = ()

    @property
    def code(self) -> str:
        """The kind of fault, the same in every language."""
        return self.message.code

    def __repr__(self) -> str:
        return f"<fault: {self.message.text('en')}>"

    def __str__(self) -> str:
        return str(self.message)


@frozen
class Verdict:
    """The result of :func:`verify`.

    Parameters
    ----------
    problem : Problem
        The problem that the claim was checked against.
    faults : tuple of Fault
        All faults; empty if the claim is a tour.
    tour : Tour or None
        The tour, if it is valid.
    cost : number, optional
        Its cost, if a cost was given.

    Examples
    --------
    >>> from caballero import verify
    >>> verdict = verify(["a1"], "1x1")
    >>> verdict.valid, verdict.tour
    (True, Tour.from_squares('1x1', 'a1'))
    >>> bool(verdict)
    True
    >>> print(verdict)
    Valid: an open tour of the knight on 1x1.
    """

    problem: Problem
    faults: tuple[Fault, ...]
    tour: Tour | None
    cost: Number | None = None

    @property
    def valid(self) -> bool:
        """Whether the claim is a tour of the problem; also ``bool(verdict)``."""
        return not self.faults

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        what = self.tour if self.tour and len(self.tour) > LONGEST_REPR else self.problem
        return f"<valid: {what!r}>" if self else f"<not valid, faults: {len(self.faults)}>"

    def __str__(self) -> str:
        """Return a sentence, or a sentence for each fault; more than 20 are summed up by kind."""
        return str(self.message) if self else "\n".join(map(str, summed_up(self.faults)))

    @property
    def message(self) -> Message:
        """The sentence about a valid claim; without a tour, the claim is that there is none."""
        if self.cost is not None:
            plain = replace(self, cost=None).message
            return Message("verdict-cost", {"verdict": plain, "cost": self.cost})
        if self.tour is None:
            return Message("verdict-none")
        kind = "verdict-closed" if self.problem.closed else "verdict-open"
        ground = self.problem.ground
        if isinstance(ground, Graph):
            return Message(f"{kind}-graph", {"count": ground.size})
        return Message(kind, {"piece": title_on(ground, self.problem.piece), "board": ground.title})


@within
def verify(
    claimed: Claimed,
    problem: Ground | None = None,
    *,
    closed: bool | None = None,
    piece: PieceLike | None = None,
    first: int | None = None,
    cost: MoveCost | None = None,
    weight: str | None = "weight",
    **how: Unpack[LimitOptions],
) -> Verdict:
    """Report every fault of a claimed tour.

    Parameters
    ----------
    claimed : Tour, Claim, text, matrix, list of squares, list of names, or parsed JSON
        Lists and tuples mean the same. Numbers in a matrix may begin anywhere; None is no square,
        and a cell that holds ``"."``, or 0 or -1 like other cells, is a square without a number.
        For text, see :func:`caballero.formats.read_claim`; on a graph,
        :func:`caballero.formats.read_vertices` reads it.
    problem : Problem, or what :class:`Problem` takes, optional
        The problem. Without it, the board is the one that the claim shows: the sides of the matrix,
        or the smallest rectangle around the squares.
    closed, piece : optional
        The piece, and whether the tour is closed, if neither the claim nor the problem says so. A
        whole problem says both.
    first : int, optional
        The number of the first square; by default the smallest number that occurs.
    cost, weight
        The cost of the tour, as for :func:`caballero.best_tour`; the verdict has its value. With
        the name of the weights alone, it is their sum.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.

    Returns
    -------
    Verdict
        Its faults are in this order: numbers, squares, steps, ends and clues; beyond
        ``MAX_FAULTS`` they are counted only. An unfinished tour that is right up to a number has
        a single fault; so has a tour with two numbers exchanged.

    Raises
    ------
    InvalidTour
        If it cannot be read as a claim.
    LimitReached
        If a limit is reached first.

    Notes
    -----
    Time and memory are linear in the size of the board and of the claim.

    Examples
    --------
    >>> from caballero import verify
    >>> verify([[1, 4, 7], [6, None, 2], [3, 8, 5]], closed=True).valid
    True
    >>> verify("a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4", "4x3").valid
    True
    >>> for fault in verify(["a1", "b3", "b3", "d2"], "2x4").faults[:4]:
    ...     print(fault)
    b3, number 2, is outside the board.
    b3, number 3, is outside the board.
    The list has 4 entries; the tour needs 8.
    a2 is never visited.
    >>> print(verify([0, 1, 2], [[0, 3, 5], [3, 0, 2], [5, 2, 0]], closed=True, cost="weight"))
    Valid: a Hamiltonian cycle through 3 vertices. It costs 10.
    """
    claim = None
    on = problem.ground if isinstance(problem, Problem) else problem
    if isinstance(claimed, (str, bytes)) and not isinstance(on, Graph):
        from caballero.formats.claims import read_claim  # only text needs it

        claimed = read_claim(claimed)
    pause()
    if isinstance(claimed, (Claim, Mapping)) or (problem is None and not isinstance(claimed, Tour)):
        claim = claim_of(claimed)
    if isinstance(problem, Problem) and closed is not None:
        raise InvalidProblem("problem-whole", what="closed")
    closed = None if closed is None else flag("closed", closed)
    first = None if first is None else whole("first", first)
    named = claimed if isinstance(claimed, Tour) else claim
    if named and not isinstance(problem, Problem):  # a whole problem says both
        piece = piece or named.piece
        closed = named.closed if closed is None else closed
    ground = cast(Ground, problem)
    if problem is None and named:
        ground = named.ground if isinstance(named, Tour) else named.board_shown()
    cost = "weight" if cost is None and weight != "weight" else cost
    if isinstance(cost, str) and cost == "weight":
        from caballero.model.given import costs_of  # only what has costs needs it

        weight = weight if (given := costs_of(ground, weight)) is ground else "weight"
        ground = given
    problem = Problem.of(ground, piece=piece or KNIGHT, closed=bool(closed), weight=weight)
    refuse_huge(problem.ground)
    if isinstance(problem.ground, Board):
        claim = (
            (claim or claim_of(claimed, problem.ground)) if not isinstance(claimed, Tour) else claim
        )
        claim = claim and claim.on(problem.ground.shape)
    order: Sequence[int] | None
    if isinstance(claimed, Tour) and claimed.ground == problem.ground and first in (None, 1):
        order = claimed.order
    else:
        claim = claim or claim_of(claimed, problem.ground)
        order = order_of(claim, problem, first)
    if order is not None and is_tour(problem, order, pauses=True):
        tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
        return Verdict(problem, (), tour, _cost_of(tour, cost, ground))
    claim = claim or claim_of(claimed, problem.ground)
    faults = _Faults(problem)
    kept = _on_the_board(claim, problem, faults)
    if first is None:
        first = min((number for number, _ in kept), default=1)
    if not faults.count and (single := _unfinished(kept, problem, first)):
        return Verdict(problem, (single,), None)
    if claim.shape is None and len(claim.numbered) != len(problem):
        faults.add("fault-length", count=len(claim.numbered), squares=len(problem))
    by_number = _numbers(kept, problem, first, faults, listed=claim.shape is None)
    _squares(kept, problem, faults)
    _steps(by_number, problem, first, faults)
    _constraints(by_number, problem, first, faults)
    if faults.count:
        # Up to two faults say more than that two numbers are exchanged.
        swapped = exchanged(order, problem, first) if order and faults.count > 2 else None
        return Verdict(problem, (swapped,) if swapped else faults.all(), None)
    line = tuple(problem.vertex(by_number[number][0]) for number in sorted(by_number))
    tour = Tour(problem.ground, line, problem.piece, problem.closed)
    return Verdict(problem, (), tour, _cost_of(tour, cost, ground))


def _cost_of(tour: Tour, cost: MoveCost | None, given: object) -> Number | None:
    if cost is None:
        return None
    from caballero.model.given import weight_meant

    with weight_meant(given, cost):
        return tour.cost(cost)


def order_of(claim: Claim, problem: Problem, first: int | None = None) -> Sequence[int] | None:
    """Return the vertices in the order of the claim; None if it needs a closer look."""
    numbers = [number for number, _ in paused(claim.numbered)]
    least = min(numbers, default=1) if first is None else first
    ground = problem.ground
    if len(numbers) != problem.size:
        return None
    if isinstance(ground, Board) and claim.shape not in (None, ground.shape):
        return None
    places = ground if isinstance(ground, Board) else ground.vertices()
    vertex: dict[Place, int] = dict(zip(paused(places), count()))
    found = [*map(vertex.get, paused(places_of(claim, ground)))]
    if None in found or not least <= min(numbers) <= max(numbers) < least + len(numbers):
        return None
    order = [-1] * len(numbers)
    for number, v in paused(zip(numbers, cast("list[int]", found), strict=True)):
        order[number - least] = v
    return order


def places_of(claim: Claim, ground: Ground) -> Sequence[Place]:
    """Return the places of a claim, with the squares of a board in place of their names."""
    places = [place for _, place in paused(claim.numbered)]
    if not isinstance(ground, Board):
        return places
    rows = ground.shape[0] if len(ground.shape) == 2 else None
    if str in {*map(type, places)}:
        names = {i: place for i, place in enumerate(places) if isinstance(place, str)}
        squares = parse_places([*names.values()], rows)
        for i, square in paused(zip(names, squares, strict=True)):
            places[i] = square
    return places


# -- a fault in place of many ---------------------------------------------------------------


def _unfinished(kept: list[tuple[int, Place]], problem: Problem, first: int) -> Fault | None:
    """Return the fault of a tour that is right up to a number, and ends there; None for others."""
    if not 0 < len(kept) < len(problem):
        return None
    numbers, line = zip(*sorted(kept, key=itemgetter(0)), strict=True)
    pause()
    if numbers != (*range(first, first + len(line)),):
        return None
    number_of = {place: number for number, place in enumerate(paused(line), start=1)}
    is_move = mover(problem)
    if len(number_of) < len(line) or not all(is_move(a, b) for a, b in paused(pairwise(line))):
        return None
    for number, vertex in problem.numbered().items():
        place = problem.place(vertex)
        # A number is where its clue is, or both are free.
        if number_of.get(place, number) != number or (
            number <= len(line) and place not in number_of
        ):
            return None
    if moves_of(problem, pairwise(line)) & moves_of(problem, problem.forbidden):
        return None
    visits = [number_of.get(place, len(problem)) for place in problem.waypoints]
    if visits != sorted(visits):
        return None
    everywhere = map(problem.place, paused(range(len(problem))))
    free = [place for place in everywhere if place not in number_of]
    data = {"number": first + len(line) - 1, "place": problem.place_name(line[-1])}
    code = "fault-unfinished-graph" if isinstance(problem.ground, Graph) else "fault-unfinished"
    return Fault(Message(code, {**data, "count": len(free)}), tuple(free[:MAX_FAULTS]))


def exchanged(order: Sequence[int], problem: Problem, first: int) -> Fault | None:
    """Return the fault of a tour with two numbers exchanged; None for other claims."""
    if {*order} != {*range(len(order))}:
        return None
    line, count = list(order), len(order)
    is_move = mover(problem)

    def is_wrong(i: int) -> bool:
        """Return whether the step from number i is no move."""
        last = i == count - 1
        if last and not problem.closed:
            return False
        return not is_move(problem.place(line[i]), problem.place(line[(i + 1) % count]))

    wrong = [*islice(filter(is_wrong, paused(range(count))), 5)]
    if not 0 < len(wrong) <= 4:
        return None
    for i in (wrong[0], (wrong[0] + 1) % count):
        others = [k for k in wrong if i not in (k, (k + 1) % count)]
        ends = (others[0], (others[0] + 1) % count) if others else range(count)
        for j in paused(ends):
            line[i], line[j] = line[j], line[i]
            near = {k % count for k in (*wrong, i - 1, i, j - 1, j)}
            if i != j and not any(map(is_wrong, near)) and is_tour(problem, line):
                a, b = sorted((i, j))
                places = (problem.place(order[a]), problem.place(order[b]))
                names = dict(zip("ab", map(problem.place_name, places), strict=True))
                data = {"m": first + a, "n": first + b, **names}
                return Fault(Message("fault-swapped", data), places)
            line[i], line[j] = line[j], line[i]
    return None


# -- the faults ---------------------------------------------------------------------------

MAX_SHOWN: Final = 20
"""The most faults that a verdict lists."""

MAX_FAULTS: Final = 1_000
"""The most faults that are listed; the others are only counted."""

Numbered: TypeAlias = dict[int, list[Place]]


class _Faults:
    """The faults found so far."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._listed: list[Fault] = []
        self.count = 0

    def name(self, place: Place) -> str:
        """Return the name of a place for the next fault, if that is listed."""
        return self._problem.place_name(place) if self.count < MAX_FAULTS else ""

    def add(self, code: str, *places: Place, **data: object) -> None:
        """Add a fault with its places and the values that its message names."""
        self.count += 1
        if self.count <= MAX_FAULTS:
            self._listed.append(Fault(Message(code, data), places))

    def all(self) -> tuple[Fault, ...]:
        """Return the faults; the last counts the unlisted faults."""
        more = self.count - len(self._listed)
        last = [Fault(Message("fault-more", {"count": more}))] if more else []
        return (*self._listed, *last)


def summed_up(faults: Sequence[Fault]) -> list[Message]:
    """Return the sentences about faults: if there are many, the first of each kind and how many."""
    if len(faults) <= MAX_SHOWN:
        return [fault.message for fault in faults]
    kinds: dict[str, list[Message]] = {}
    for fault in faults:
        kinds.setdefault(fault.code, []).append(fault.message)
    return [
        Message("fault-and-more", {"fault": messages[0], "count": len(messages) - 1})
        if len(messages) > 1
        else messages[0]
        for messages in kinds.values()
    ]


def _on_the_board(claim: Claim, problem: Problem, faults: _Faults) -> list[tuple[int, Place]]:
    """Return the numbers on the board; report the others as faults."""
    ground = problem.ground
    known: Container[Place] = ground if isinstance(ground, Board) else set(ground.vertices())
    if isinstance(ground, Board) and claim.shape not in (None, ground.shape):
        shown = "x".join(map(str, claim.shape or ()))
        faults.add("fault-shape", shape=shown, board=ground.name)
    kept: list[tuple[int, Place]] = []
    placed = zip(claim.numbered, places_of(claim, ground), strict=True)
    for (number, written), place in paused(placed):
        if place in known:
            kept.append((number, place))
        else:
            name = written if not isinstance(written, tuple) else ",".join(map(str, written))
            code = "fault-outside" if isinstance(ground, Board) else "fault-no-vertex"
            faults.add(code, place, place=short(str(name)), number=number)
    return kept


def _numbers(
    kept: list[tuple[int, Place]], problem: Problem, first: int, faults: _Faults, *, listed: bool
) -> Numbered:
    """Report missing, repeated and other written numbers: each must occur once."""
    by_number: Numbered = defaultdict(list)
    for number, place in paused(kept):
        by_number[number].append(place)
    last = first + len(problem) - 1
    for number in paused(range(first, last + 1)):
        places = by_number.get(number, [])
        if not places and not listed:
            faults.add("fault-number-missing", number=number)
        elif len(places) > 1:
            names = ", ".join(map(faults.name, places[:10]))
            faults.add(
                "fault-number-twice", *places, number=number, count=len(places), places=names
            )
    for number, places in paused(by_number.items()):
        if not first <= number <= last:
            for place in places:
                name = faults.name(place)
                faults.add(
                    "fault-number-range", place, number=number, place=name, first=first, last=last
                )
    return dict(by_number)


def _squares(kept: list[tuple[int, Place]], problem: Problem, faults: _Faults) -> None:
    """Report squares without a number or with several."""
    numbers: dict[Place, list[int]] = defaultdict(list)
    for number, place in paused(kept):
        numbers[place].append(number)
    for place, visits in paused(numbers.items()):
        if len(visits) > 1:
            name, listed = faults.name(place), ", ".join(map(str, visits[:10]))
            faults.add("fault-square-twice", place, place=name, count=len(visits), numbers=listed)
    if len(numbers) < len(problem):
        for vertex in paused(range(len(problem))):
            place = problem.place(vertex)
            if place not in numbers:
                name = faults.name(place)
                faults.add("never-visited", place, square=name)


def _steps(by_number: Numbered, problem: Problem, first: int, faults: _Faults) -> None:
    """Report steps that are no moves; a closed tour has one back to its first square."""
    is_move, piece = mover(problem), title_on(problem.ground, problem.piece)
    on_graph = "-graph" if isinstance(problem.ground, Graph) else ""
    last = first + len(problem) - 1
    joined: set[Place] = set()
    pairs = pairwise(range(first, last + 1))
    for n, onward in paused(chain(pairs, [(last, first)] * problem.closed)):
        for a in by_number.get(n, [])[:MAX_SHOWN]:  # all pairs of many would be too many
            for b in by_number.get(onward, [])[:MAX_SHOWN]:
                if is_move(a, b):
                    joined.update((a, b))
                    continue
                code = ("fault-step" if onward > n else "fault-not-closed") + on_graph
                data = {"a": faults.name(a), "b": faults.name(b)}
                faults.add(code, a, b, m=n, n=onward, piece=piece, **data)
    if problem.closed and len(problem) < problem.fewest:
        faults.add("too-few-directed" if problem.directed else "too-few", count=len(problem))
    if len(problem) == 1:
        return
    for number, places in paused(sorted(by_number.items())):
        for place in places[:MAX_SHOWN]:
            if place not in joined:
                # No move leads to it: programs that miss a square sometimes number it like this.
                faults.add("fault-cut-off", place, square=faults.name(place), number=number)


def _constraints(by_number: Numbered, problem: Problem, first: int, faults: _Faults) -> None:
    """Report where start, end, clues, waypoints, forced or forbidden moves are not respected."""
    ends = {1: "fault-start", len(problem): "fault-end"}
    for number, vertex in problem.numbered().items():
        place, shown = problem.place(vertex), number + first - 1
        there = by_number.get(shown, [])
        if there != [place]:
            names = ", ".join(map(faults.name, there[:10])) or "–"
            code = ends.get(number, "fault-clue")
            faults.add(code, place, *there, asked=faults.name(place), found=names, number=shown)
    if not (problem.waypoints or problem.forced or problem.forbidden):
        return
    number_of = {places[0]: number for number, places in paused(by_number.items())}
    for a, b in pairwise(problem.waypoints):
        m, n = number_of.get(a), number_of.get(b)
        if m is not None and n is not None and m > n:
            places = {"a": faults.name(a), "b": faults.name(b)}
            faults.add("fault-waypoint", b, a, m=m, n=n, **places)
    if not problem.forced and not problem.forbidden:
        return
    line = [by_number[n][0] for n in sorted(by_number)]
    used = moves_of(problem, pairwise(line + line[:1] if problem.closed else line))
    suffix = "-directed" if problem.directed else ""
    for moves, unwanted in ((problem.forced, False), (problem.forbidden, True)):
        code = f"fault-forbidden{suffix}" if unwanted else f"fault-forced{suffix}"
        for a, b in sorted_moves(problem, moves):
            if (moves_of(problem, [(a, b)]) <= used) is unwanted:
                faults.add(code, a, b, a=faults.name(a), b=faults.name(b))
