"""The portfolio: which methods run on a problem, in which order, and for how long.

First come the proofs that need no search (a theorem, the colours, unreachable squares); then short
slices of the methods with the least overhead, which find most tours; then the root proofs and the
methods that find quickly but prove nothing; then those that also prove. A method that has not
finished when its slice is spent gets a longer one in each later round. So the quickest method
decides, at a small multiple of its own time (Gomes and Selman 2001 on portfolios; Luby, Sinclair
and Zuckerman 1993 on restarts).

Slices are measured in nodes, not in seconds: the same seed gives the same answer on any machine.
Those of the later rounds run on all processors (:mod:`.ahead`), with the answer of one.

Invariants: the judge accepted the tour of every ``Found``; a method that cannot prove never makes
an ``Impossible``.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from caballero.core.arguments import seed_of
from caballero.core.direction import undirected
from caballero.core.errors import InvalidInput, LimitReached, NoTour
from caballero.core.graph import Graph
from caballero.core.limits import Budget, LimitHit, Limits, Progress, SliceOver
from caballero.core.methods import chosen
from caballero.core.piece import KNIGHT, PieceLike
from caballero.core.problem import Clues, Ground, Moves, Place, Problem
from caballero.core.tour import Tour
from caballero.core.values import replace
from caballero.proof.facts import chess_colouring, is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Phase, Stats

from .methods import ENGINES, LOOK, Answer, is_full_box, is_structurable, sat_is_installed
from .prepared import Prepared

if TYPE_CHECKING:
    from pathlib import Path

    from caballero.proof.certificate import Exhausted

    from .proof_writer import ProofWriter

CONSTRUCTED_ABOVE: Final = 10_000
"""On more squares than this a rectangle's tour is constructed, without a search."""

CYCLES_FIRST_ABOVE: Final = 1_000
"""On more squares than this, merging cycles finds a closed tour sooner than repairing a path."""

PROVED_FIRST_UP_TO: Final = 50_000
"""On at most this many squares, the root proofs run before the methods that only find."""

FIRST_ROUNDS: Final = 3
"""Rounds that include the methods that find soon or never."""

LOOK_NODES: Final = {"two-factor": 20, "repair": 7, "cut-sets": 150}
"""Nodes a square of a first, short slice: about those of a board's tour, or of two walks."""

LOOK_LEAST: Final = 2_500
"""The fewest nodes of a first slice of ``two-factor``; on small boards they take no time."""

LOOK_UP_TO: Final = {"repair": 500, "cut-sets": 200}
"""The largest graphs that get such a slice, if not bipartite; nodes take longer on larger ones."""

EXACT_FIRST_UP_TO: Final = 64
"""On graphs of at most this many vertices, exact search runs before the methods that only find."""

SPLIT_UP_TO: Final = 20_000
"""The largest graph that is contracted, or whose parts are sought: flows take long on larger ones.
"""

EXACT_FIRST_NODES: Final = 50_000
"""The nodes of that slice: some milliseconds."""

OPENING_NODES: Final = 500
"""Nodes a square of a method's first full slice."""

CLUE_NODES: Final = 100_000
"""The fewest nodes of the first slice of ``clues``."""

NUMBER_NODES: Final = 10_000_000
"""Nodes of the first slice of ``numbers``: some tenths of a second."""

NUMBERS_FIRST_UP_TO: Final = 100
"""On at most this many squares, ``numbers`` runs before ``clues``, because it ends soon."""

DIRECTED_NODES: Final = 1_000
"""Nodes a vertex of the first slices of ``path-cover`` and ``exact`` in a directed graph."""

DEDUCING: Final = ("proofs", "cut-sets")
"""The methods whose answer may be a deduction, which may have a shorter one."""

NEED_NO_CYCLES: Final = ("theorems", "reach", "structured", "clues", "numbers")
"""The methods that need no cycle question, which does not exist if ends or colours exclude tours.
"""


class _Slice(NamedTuple):
    """A method to run next, its problem, its nodes, and the number of rounds before.

    The slices of the `later` rounds are long, so they may run at the same time.
    """

    method: str
    prepared: Prepared
    nodes: float = math.inf
    attempt: int = 0
    later: bool = False


def solve(
    ground: Ground,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    clues: Clues | None = None,
    forced: Moves = (),
    forbidden: Moves = (),
    piece: PieceLike = KNIGHT,
    surface: str | None = None,
    limits: Limits | float | None = None,
    seed: int | None = None,
    method: str | None = None,
    proof: str | Path | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Find a tour, or prove that there is none.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        ``8``, ``"5x9"``, a drawing, a graph, or a whole problem; then no other part of a problem is
        allowed.
    closed, start, end, clues, forced, forbidden, piece, surface
        The constraints; see :class:`Problem`.
    limits : Limits or float, optional
        When to give up; a number means seconds. Never by default.
    seed : int, optional
        Each seed gives a tour of its own, where there are several, and always the same one. No
        seed is seed 0: the tour is the one that is found soonest.
    method : str, optional
        One of ``methods("find")``: run only this one, once. ``"auto"`` and None let the portfolio
        choose.
    proof : str or Path, optional
        A file for the proof, if there is no tour: :func:`~caballero.check_proof` checks it without
        any search. It is compressed if its name ends with ``.gz``. Tours of more than
        5000 squares with clues inside get one only if a certificate excludes them.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second.

    Returns
    -------
    Found, Impossible or GaveUp
        A verified tour, a certificate, or the limit that was reached. The ``phases`` of its
        ``stats`` list the methods that ran, their times and their conclusions.

    Raises
    ------
    UnknownName
        If there is no such method.
    InvalidInput
        If the method is ``sat`` and its extra is not installed, or it should write a proof.
    TooLarge
        If the board has more than ``MAX_VERTICES`` squares, and no theorem excludes a tour.

    Notes
    -----
    Without a start, a full board is first tried from a1; with a seed above 0, from a random square.

    On flat boards the time is nearly linear in the squares. In general the question is
    NP-complete, and no method is quick on everything.

    Examples
    --------
    >>> from caballero import solve
    >>> outcome = solve("5x6", closed=True)
    >>> bool(outcome), outcome.tour.closed, len(outcome.tour)
    (True, True, 30)
    >>> print(solve("4x4").certificate)  # doctest: +ELLIPSIS
    The 4×4 board has no knight's tour (Cull and De Curtins 1978, van Rees 1996): ...
    """
    method = chosen("find", method)
    if method == "sat" and not sat_is_installed():
        raise InvalidInput("sat-missing", python=sys.executable)
    if method == "sat" and proof is not None:
        raise InvalidInput("proof-by-sat")
    budget = Budget(limits, on_event)
    problem = Problem.of(
        ground, closed=closed, start=start, end=end, clues=clues, forced=forced,
        forbidden=forbidden, piece=piece, surface=surface,
    )  # fmt: skip
    seed = seed_of(seed)
    if proof is None:
        return _solve(problem, budget, seed, method, None)
    from .proof_writer import ProofWriter

    with closing(ProofWriter(problem, proof)) as writer:
        return _solve(problem, budget, seed, method, writer)


def _solve(
    asked: Problem, budget: Budget, seed: int, method: str | None, proof: ProofWriter | None
) -> Outcome:
    """Run the methods of a plan, slice by slice, until one answers."""
    prepared = Prepared(undirected(asked), budget, seed, proof)
    plan = _plan(prepared) if method is None else _alone(method, prepared)
    phases: list[Phase] = []
    try:
        answer = _first_answer(plan, asked, budget, phases)
    except LimitHit as hit:
        return GaveUp(hit.limit, _stats(budget, phases, budget.nodes))
    # The nodes of an answer are those of its method, in all its slices.
    own = sum(phase.nodes for phase in phases if phase.method == budget.method)
    stats = _stats(budget, phases, own)
    if isinstance(answer, list):
        tour = Tour(asked.ground, tuple(answer), asked.piece, asked.closed)
        return Found(tour, stats)
    if answer is None:
        return GaveUp("method", stats)
    if answer.kind == "exhausted":
        answer = replace(cast("Exhausted", answer), nodes=own)
    elif budget.method in DEDUCING and prepared.possible_question is not None:
        from .shorter import shorter

        answer = shorter(prepared.problem, prepared.possible_question, answer, budget.left)
    written = (proof.complete(answer) or _simple_proof(prepared, proof)) if proof else None
    return Impossible(answer, stats, asked, written)


def _simple_proof(prepared: Prepared, proof: ProofWriter) -> Path | None:
    """Write a proof by one of the first methods, for a method that ran alone and wrote none."""
    with suppress(LimitHit):
        for method in ("theorems", "reach"):
            answer = ENGINES[method](prepared, 0)
            if answer is not None and not isinstance(answer, list):
                return proof.complete(answer)
    return None


def _first_answer(
    plan: Iterator[_Slice], asked: Problem, budget: Budget, phases: list[Phase]
) -> Answer:
    """Run slice after slice until one answers, the later ones on all processors."""
    for share in plan:
        if share.later:
            from .ahead import first_answer, threads_for

            if (threads := threads_for(share.prepared, budget)) > 1:
                run = partial(_run, problem=asked)
                return first_answer(chain([share], plan), run, budget, phases, threads)
        before = budget.nodes, budget.seconds
        answer, conclusion = None, "limit"
        budget.method = share.method
        try:
            budget.spend(0)
            answer, conclusion = _run(share, asked)
        finally:
            spent = budget.nodes - before[0], budget.seconds - before[1]
            phases.append(Phase(share.method, *spent, conclusion))
        if answer is not None:
            return answer
    return None


def _run(share: _Slice, problem: Problem) -> tuple[Answer, str]:
    """Run a method for its slice; return its answer, if accepted, and its conclusion."""
    try:
        with share.prepared.budget.slice(share.nodes):
            answer = ENGINES[share.method](share.prepared, share.attempt)
    except SliceOver:
        return None, "slice-over"
    if isinstance(answer, list):
        return (
            (answer, "found")
            if is_tour(problem, answer, share.prepared.pause)
            else (None, "nothing")
        )
    return answer, "nothing" if answer is None else "none"


def _stats(budget: Budget, phases: list[Phase], nodes: int) -> Stats:
    return Stats(budget.method, nodes, budget.seconds, phases=tuple(phases))


def find_tour(
    ground: Ground,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    clues: Clues | None = None,
    forced: Moves = (),
    forbidden: Moves = (),
    piece: PieceLike = KNIGHT,
    surface: str | None = None,
    limits: Limits | float | None = None,
    seed: int | None = None,
    method: str | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Tour:
    """Return a tour, or raise an error if :func:`solve` finds none.

    Parameters
    ----------
    ground, closed, start, end, clues, forced, forbidden, piece, surface
        The problem; see :class:`Problem`.
    limits, seed, method, on_event
        As for :func:`solve`.

    Returns
    -------
    Tour
        Verified.

    Raises
    ------
    NoTour
        If there is none; its ``outcome`` holds the certificate.
    LimitReached
        If a limit was reached first.
    InvalidInput
        If the problem makes no sense.

    Examples
    --------
    >>> from caballero import find_tour
    >>> tour = find_tour(8, closed=True, start="a1")
    >>> len(tour), tour.closed, tour[0]
    (64, True, (7, 0))
    """
    budget = Budget(limits)
    problem = Problem.of(
        ground, closed=closed, start=start, end=end, clues=clues, forced=forced,
        forbidden=forbidden, piece=piece, surface=surface,
    )  # fmt: skip
    match solve(problem, limits=budget.left, seed=seed, method=method, on_event=on_event):
        case Found(tour):
            return tour
        case Impossible() as outcome:
            raise NoTour(outcome)
        case GaveUp() as outcome:
            raise LimitReached(outcome)


def _plan(prepared: Prepared) -> Iterator[_Slice]:
    """Yield slices without end; the caller stops at the first answer."""
    problem = prepared.problem
    yield _Slice("theorems", prepared)
    if is_structurable(problem) and problem.size > CONSTRUCTED_ABOVE:
        yield _Slice("structured", prepared)
    yield _Slice("reach", prepared)
    if prepared.has_inner_clues or problem.size == 1:
        yield from _clue_plan(prepared)
        return
    if problem.directed:
        yield from _directed_plan(prepared)
        return
    at_corner = _with_start_at_corner(problem)
    if at_corner is not None and problem.closed:  # a closed tour may begin anywhere
        prepared, at_corner = prepared.with_start(at_corner), None
    easy = is_full_box(problem) and problem.piece == KNIGHT
    if easy and at_corner is not None and not prepared.varied:
        yield _Slice("repair", prepared.with_start(at_corner), OPENING_NODES * problem.size)
    if not easy and problem.size <= PROVED_FIRST_UP_TO:
        yield _Slice(
            "two-factor", prepared, max(LOOK_LEAST, LOOK_NODES["two-factor"] * problem.size)
        )
        if _has_short_slice("repair", prepared):
            # Its attempt number is beyond those of the first rounds, so its random choices differ.
            yield _Slice("repair", prepared, LOOK_NODES["repair"] * problem.size, FIRST_ROUNDS)
    is_small_graph = isinstance(problem.ground, Graph) and problem.size <= EXACT_FIRST_UP_TO
    for method in _openers(problem, easy=easy):
        yield _Slice(method, prepared, OPENING_NODES * problem.size)
        if method == "proofs" and not easy and _has_short_slice("cut-sets", prepared):
            yield _Slice("cut-sets", prepared, LOOK_NODES["cut-sets"] * problem.size)
        if method == "proofs" and is_small_graph:
            yield _Slice("exact", prepared, EXACT_FIRST_NODES)
    for attempt in count():
        later = attempt >= FIRST_ROUNDS
        extra = _later_rounds(prepared) if later else FIRST_ROUNDS_ONLY
        for method, growing in {**extra, **EVERY_ROUND}.items():
            nodes = _nodes(method, growing, attempt, problem.size)
            yield _Slice(method, prepared, nodes, attempt, later)


def _later_rounds(prepared: Prepared) -> dict[str, tuple[int, int]]:
    """Return the methods that only run in the later rounds."""
    problem = prepared.problem
    has_graph = isinstance(problem.ground, Graph) and problem.size <= SPLIT_UP_TO
    graphs = GRAPH_ROUNDS if has_graph else {}
    return {**graphs, **(LATER_ROUNDS if _may_use_sat(prepared) else {})}


def _nodes(method: str, growing: tuple[int, int], attempt: int, size: int) -> float:
    """Return the nodes of a slice; `growing` has those of the first one, and the growth a round."""
    first, growth = growing
    nodes: float = max(first, EACH.get(method, 0) * size) * growth**attempt
    return min(nodes, MOST_NODES.get(method, math.inf))


def _directed_plan(prepared: Prepared) -> Iterator[_Slice]:
    """Yield slices for a directed graph: the kernels first, which are many times as quick a node.

    Until the proofs have run, the exact search only finds, because they give better reasons.
    """
    size = prepared.problem.size
    yield _Slice("path-cover", prepared, DIRECTED_NODES * size)
    yield _Slice("exact", prepared, max(EXACT_FIRST_NODES, DIRECTED_NODES * size), LOOK)
    yield _Slice("proofs", prepared)
    for attempt in count():
        later = attempt >= FIRST_ROUNDS
        extra = _later_rounds(prepared) if later else {}
        for method, growing in {**extra, **DIRECTED_ROUND}.items():
            if method != "frontier" or later:
                nodes = _nodes(method, growing, attempt, size)
                yield _Slice(method, prepared, nodes, attempt, later)


def _clue_plan(prepared: Prepared) -> Iterator[_Slice]:
    """Yield slices for a problem with inner clues; the methods that ignore them can exclude it."""
    size = prepared.problem.size
    has_proofs = size <= PROVED_FIRST_UP_TO and prepared.possible_question is not None
    if has_proofs:
        yield _Slice("proofs", prepared)
    for attempt in count():
        later = attempt >= FIRST_ROUNDS
        if attempt or size <= NUMBERS_FIRST_UP_TO:
            yield _Slice("numbers", prepared, NUMBER_NODES * 4**attempt, attempt, later)
        nodes: float = max(CLUE_NODES, OPENING_NODES * size) * 4**attempt
        yield _Slice("clues", prepared, nodes, attempt, later)
        if has_proofs:
            nodes = _nodes("exact", EVERY_ROUND["exact"], attempt, size)
            yield _Slice("exact", prepared, nodes, attempt, later)


def _alone(method: str, prepared: Prepared) -> Iterator[_Slice]:
    """Yield a slice of one method, or of those that answer if there is no cycle question."""
    if method in NEED_NO_CYCLES or prepared.possible_question is not None:
        yield _Slice(method, prepared)
    else:
        yield from (_Slice(other, prepared) for other in NEED_NO_CYCLES)


def _may_use_sat(prepared: Prepared) -> bool:
    """Say whether a SAT solver may answer: it is installed, and no proof should be written."""
    return prepared.proof is None and sat_is_installed()


def _has_short_slice(method: str, prepared: Prepared) -> bool:
    """Say whether a method gets a short slice before the others."""
    return prepared.question.colours is None and prepared.problem.size <= LOOK_UP_TO[method]


def _openers(problem: Problem, *, easy: bool) -> tuple[str, ...]:
    """Return the methods that run first: the quick ones, those that answer most often first."""
    if problem.size > PROVED_FIRST_UP_TO or (
        easy and problem.closed and problem.size > CYCLES_FIRST_ABOVE
    ):
        return "two-factor", "path-cover", "repair", "proofs"
    if easy:  # the proofs rarely settle a knight's tour of a full board
        return "repair", "two-factor", "path-cover", "proofs"
    return "proofs", "path-cover", "repair", "two-factor"


def _with_start_at_corner(problem: Problem) -> Problem | None:
    """Return the problem with a start at a1, or at vertex 0; None if that may exclude all tours."""
    ground = problem.ground
    if problem.start is not None or problem.clues or (problem.closed and problem.end is not None):
        return None
    if isinstance(ground, Graph):
        return replace(problem, start=ground.label(0)) if problem.closed else None
    corner = (ground.shape[0] - 1, 0)
    if len(ground.shape) != 2 or corner not in ground or problem.end == corner:
        return None
    at_corner = replace(problem, start=corner)
    colouring = chess_colouring(at_corner)
    return at_corner if colouring is None or colouring.allows(at_corner) else None


FIRST_ROUNDS_ONLY: Final = {
    "cut-sets": (50_000, 2),
    "two-factor": (100_000, 2),
    "repair": (20_000, 2),
}
"""The methods of the first rounds only: the nodes of the first slice, and its growth a round."""

DIRECTED_ROUND: Final = {
    "path-cover": (500_000, 2),
    "exact": (300_000, 4),
    "two-factor": (5_000, 2),
    "cut-sets": (5_000, 2),
    "frontier": (20_000, 2),
}
"""The methods of every round in a directed graph, likewise."""

EVERY_ROUND: Final = {"path-cover": (100_000, 2), "exact": (300_000, 4), "frontier": (20_000, 2)}
"""The methods of every round, likewise."""

GRAPH_ROUNDS: Final = {"transitions": (300_000, 4), "parts": (300_000, 4)}
"""The methods of the later rounds that are for graphs made of gadgets, or of parts, likewise."""

EACH: Final = {"frontier": 20}
"""The fewest nodes a square of a method's first slice: what a narrow sweep takes."""

LATER_ROUNDS: Final = {"sat": (50, 4)}
"""The methods of the later rounds, if installed."""

MOST_NODES: Final = {
    "path-cover": 5_000_000_000,
    "exact": 5_000_000_000,
    "transitions": 5_000_000_000,
    "parts": 5_000_000_000,
    "sat": 1_600_000,
}
"""The most nodes of a slice: one to three minutes.

A search that continues where it stopped gains nothing by longer slices, and the others wait.
"""
