"""The judge: what is wrong with a claimed tour, all of it.

It measures every claim against the problem and reports *every* fault with its place. It shares
nothing with anything that searches: it asks the board and the piece directly whether a step is
a move, so that an error in a solver, or in the graphs that solvers work on, cannot hide here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast

from .board import Board, Square, parse_place
from .claim import Claim, Claimed, claim_of
from .facts import is_tour, moves_used
from .graph import Graph
from .piece import KNIGHT, Piece
from .problem import Place, Problem, refuse_huge, step_between, steps_of
from .tour import Tour
from .words import Message, short


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    Parameters
    ----------
    message : Message
        What, in words.
    places : tuple of places
        Where; for a step that is no move, from where and to where.

    Examples
    --------
    >>> from caballero import verify
    >>> fault = verify([[1, 2]]).faults[0]
    >>> fault.code, fault.places
    ('fault-step', ((0, 0), (0, 1)))
    """

    message: Message
    places: tuple[Place, ...] = field(default=())

    @property
    def code(self) -> str:
        """The kind of fault, the same in every language."""
        return self.message.code

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says.

    Parameters
    ----------
    problem : Problem
        What the claim was measured against.
    faults : tuple of Fault
        Everything that is wrong; empty if the claim is a tour.
    tour : Tour or None
        The tour, if it is one.

    Examples
    --------
    >>> from caballero import verify
    >>> verdict = verify(["a1"], "1x1")
    >>> verdict.valid, verdict.tour
    (True, <knight tour, 1x1, 1 squares>)
    """

    problem: Problem
    faults: tuple[Fault, ...]
    tour: Tour | None

    @property
    def valid(self) -> bool:
        """Whether the claim is a tour as asked."""
        return not self.faults


def verify(
    claimed: Claimed,
    problem: Problem | Board | Graph | str | int | None = None,
    *,
    closed: bool | None = None,
    piece: Piece | str | None = None,
    start: Place | None = None,
    end: Place | None = None,
    surface: str | None = None,
    first: int | None = None,
) -> Verdict:
    """Report every fault of a claimed tour.

    Parameters
    ----------
    claimed : Tour, Claim, matrix, list of squares, list of names, or parsed JSON
        Numbers in a matrix may begin anywhere; None is no square, and a cell that holds
        ``"."`` is a square without a number.
        For text, see :func:`caballero.formats.read_claim`.
    problem : Problem, Board, Graph, str or int, optional
        What was asked. Without it, the board is what the claim shows: the sides of the matrix,
        or the smallest rectangle around the squares.
    closed, piece : optional
        Of the tour, where neither the claim nor the problem says.
    start, end, surface : optional
        Where it must start and end, and on which surface; see :meth:`Problem.of`.
    first : int, optional
        The number of the first square; the smallest number that occurs unless given.

    Returns
    -------
    Verdict
        Its faults are in this order: numbers, squares, steps, ends and clues; beyond
        ``MAX_FAULTS`` they are counted only.

    Raises
    ------
    InvalidTour
        If it cannot be read as a claim at all.

    Notes
    -----
    Time and memory are linear in the size of the board and of the claim.

    Examples
    --------
    >>> from caballero import verify
    >>> verify([[1, 4, 7], [6, None, 2], [3, 8, 5]], closed=True).valid
    True
    >>> for fault in verify(["a1", "b3", "b3", "d2"], "2x4").faults[:4]:
    ...     print(fault)
    b3, number 2, is outside the board.
    b3, number 3, is outside the board.
    In the list: 4, but to be visited: 8.
    a2 is never visited.
    """
    claim = claim_of(claimed)
    if isinstance(problem, Problem):
        asked = Problem.of(problem, start=start, end=end, surface=surface)
    else:
        asked = Problem.of(
            claim.board_shown() if problem is None else problem,
            piece=piece or claim.piece or KNIGHT,
            closed=bool(claim.closed) if closed is None else closed,
            start=start,
            end=end,
            surface=surface,
        )
    refuse_huge(asked)
    order = _order(claim, asked, first)
    if order is not None and is_tour(asked, order):
        return Verdict(asked, (), Tour(asked.ground, order, asked.piece, asked.closed))
    faults = _Faults()
    kept = _on_the_board(claim, asked, faults)
    if first is None:
        first = min((number for number, _ in kept), default=1)
    if claim.shape is None and len(claim.numbered) != len(asked):
        faults.add("fault-length", count=len(claim.numbered), squares=len(asked))
    by_number = _numbers(kept, asked, first, faults, listed=claim.shape is None)
    _squares(kept, asked, faults)
    _steps(by_number, asked, first, faults)
    _wishes(by_number, asked, first, faults)
    if faults.count:
        return Verdict(asked, faults.all(), None)
    line = tuple(asked.vertex(by_number[number][0]) for number in sorted(by_number))
    return Verdict(asked, (), Tour(asked.ground, line, asked.piece, asked.closed))


def _order(claim: Claim, asked: Problem, first: int | None) -> tuple[int, ...] | None:
    """The vertices in the order of a claim of squares, None if it is not that simple.

    Most claims are right, and then :func:`~caballero.facts.is_tour` is all that is asked.
    """
    numbers = [number for number, _ in claim.numbered]
    least = min(numbers, default=1) if first is None else first
    ground = asked.ground
    if len(numbers) != asked.size:
        return None
    if isinstance(ground, Board) and claim.shape not in (None, ground.shape):
        return None
    places = ground if isinstance(ground, Board) else ground.vertices()
    vertex: dict[Place, int] = {place: v for v, place in enumerate(places)}
    order = [-1] * len(numbers)
    for number, place in claim.numbered:
        v = vertex.get(place, -1)
        if not least <= number < least + len(order) or v < 0:
            return None
        order[number - least] = v
    return tuple(order)


# -- the faults ---------------------------------------------------------------------------

MAX_FAULTS: Final = 10_000
"""Faults beyond this many are counted, not listed: what is wrong is clear by then."""

Numbered: TypeAlias = dict[int, list[Place]]


class _Faults:
    """The faults found so far."""

    def __init__(self) -> None:
        self._listed: list[Fault] = []
        self.count = 0

    def add(self, code: str, *places: Place, **data: object) -> None:
        """Add a fault, with the places that it is about and the values that it names."""
        self.count += 1
        if self.count <= MAX_FAULTS:
            self._listed.append(Fault(Message(code, data), places))

    def all(self) -> tuple[Fault, ...]:
        """Return the faults, and as the last one how many more there are."""
        more = self.count - len(self._listed)
        last = [Fault(Message("fault-more", {"count": more}))] if more else []
        return (*self._listed, *last)


def _on_the_board(claim: Claim, asked: Problem, faults: _Faults) -> list[tuple[int, Place]]:
    """Keep what stands on the board; the rest is a fault."""
    ground = asked.ground
    places: Iterable[Place] = (place for _, place in claim.numbered)
    known: Container[Place] = ground if isinstance(ground, Board) else set(ground.vertices())
    if isinstance(ground, Board):
        if claim.shape is not None and claim.shape != ground.shape:
            shown = "x".join(map(str, claim.shape))
            faults.add("fault-shape", shape=shown, board=ground.name)
        rows = ground.shape[0] if len(ground.shape) == 2 else None
        places = (parse_place(p, rows) if isinstance(p, str) else p for p in places)
    kept: list[tuple[int, Place]] = []
    for (number, written), place in zip(claim.numbered, places, strict=True):
        if place in known:
            kept.append((number, place))
        else:
            name = written if not isinstance(written, tuple) else ",".join(map(str, written))
            code = "fault-outside" if isinstance(ground, Board) else "fault-no-vertex"
            faults.add(code, place, place=short(str(name)), number=number)
    return kept


def _numbers(
    kept: list[tuple[int, Place]], asked: Problem, first: int, faults: _Faults, *, listed: bool
) -> Numbered:
    """Each number from the first on must occur once, and no other.

    In a list of squares nobody wrote numbers, so that none of them can be missing.
    """
    by_number: Numbered = defaultdict(list)
    for number, place in kept:
        by_number[number].append(place)
    last = first + len(asked) - 1
    for number in range(first, last + 1):
        places = by_number.get(number, [])
        if not places and not listed:
            faults.add("fault-number-missing", number=number)
        elif len(places) > 1:
            names = ", ".join(map(asked.place_name, places[:10]))
            faults.add(
                "fault-number-twice", *places, number=number, count=len(places), places=names
            )
    for number, places in by_number.items():
        if not first <= number <= last:
            for place in places:
                name = asked.place_name(place)
                faults.add(
                    "fault-number-range", place, number=number, place=name, first=first, last=last
                )
    return dict(by_number)


def _squares(kept: list[tuple[int, Place]], asked: Problem, faults: _Faults) -> None:
    """Each square must hold one number."""
    numbers: dict[Place, list[int]] = defaultdict(list)
    for number, place in kept:
        numbers[place].append(number)
    for place, visits in numbers.items():
        if len(visits) > 1:
            name, listed = asked.place_name(place), ", ".join(map(str, visits[:10]))
            faults.add("fault-square-twice", place, place=name, count=len(visits), numbers=listed)
    if len(numbers) < len(asked):
        for vertex in range(len(asked)):
            place = asked.place(vertex)
            if place not in numbers:
                faults.add("never-visited", place, square=asked.place_name(place))


def _steps(by_number: Numbered, asked: Problem, first: int, faults: _Faults) -> None:
    """Each step must be a move, and the last square a move from the first if it closes."""
    is_move = _mover(asked)
    on_graph = "-graph" if isinstance(asked.ground, Graph) else ""
    last = first + len(asked) - 1
    joined: set[Place] = set()
    pairs = [(n, n + 1) for n in range(first, last)]
    for n, onward in [*pairs, *([(last, first)] if asked.closed else [])]:
        for a in by_number.get(n, []):
            for b in by_number.get(onward, []):
                if is_move(a, b):
                    joined.update((a, b))
                    continue
                code = ("fault-step" if onward > n else "fault-not-closed") + on_graph
                data = {"a": asked.place_name(a), "b": asked.place_name(b)}
                faults.add(code, a, b, m=n, n=onward, piece=asked.piece.title, **data)
    if asked.closed and len(asked) < 3:
        faults.add("too-few", count=len(asked))
    if len(asked) == 1:
        return
    for number, places in sorted(by_number.items()):
        for place in places:
            if place not in joined:
                # No move leads to it at all: programs that lose a square number one so.
                faults.add("fault-cut-off", place, square=asked.place_name(place), number=number)


def _mover(asked: Problem) -> Callable[[Place, Place], bool]:
    """The question whether a step is a move, with what it needs at hand."""
    if isinstance(asked.ground, Graph):
        return asked.is_move
    board, steps = asked.ground, steps_of(asked.ground, asked.piece)

    def is_move(a: Place, b: Place) -> bool:
        return a != b and step_between(board, cast(Square, a), cast(Square, b)) in steps

    return is_move


def _wishes(by_number: Numbered, asked: Problem, first: int, faults: _Faults) -> None:
    """Start, end, clues, forced and forbidden moves must be as asked."""
    ends = {1: "fault-start", len(asked): "fault-end"}
    for number, vertex in asked.numbered().items():
        place, shown = asked.place(vertex), number + first - 1
        there = by_number.get(shown, [])
        if there != [place]:
            names = ", ".join(map(asked.place_name, there[:10])) or "–"
            code = ends.get(number, "fault-clue")
            faults.add(
                code, place, *there, asked=asked.place_name(place), found=names, number=shown
            )
    if not asked.forced and not asked.forbidden:
        return
    line = [by_number[n][0] for n in sorted(by_number)]
    used = moves_used(line + line[:1] if asked.closed else line)
    for moves, unwanted, code in (
        (asked.forced, False, "fault-forced"),
        (asked.forbidden, True, "fault-forbidden"),
    ):
        for a, b in sorted(moves, key=lambda move: (asked.vertex(move[0]), asked.vertex(move[1]))):
            if (frozenset((a, b)) in used) is unwanted:
                faults.add(code, a, b, a=asked.place_name(a), b=asked.place_name(b))
