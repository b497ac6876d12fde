"""The portfolio: the methods run on a problem, slice by slice, until there is an answer.

The quickest method decides, at a small multiple of its own time (Gomes and Selman 2001 on
portfolios; Luby, Sinclair and Zuckerman 1993 on restarts). :mod:`.plan` makes the slices; the long
slices of later rounds run on all processors (:mod:`.ahead`), with the same answer.

Invariants: the judge accepted the tour of every ``Found``; a method that cannot prove never makes
an ``Impossible``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, cast, overload

from caballero.machine.limits import Budget, LimitHit, SliceOver
from caballero.machine.methods import chosen
from caballero.machine.values import replace
from caballero.model.direction import undirected
from caballero.model.problem import Ground, Problem
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Phase, Stats, log_answer

from .methods import METHODS, Answer
from .plan import Slice, only, plan_of
from .prepared import Prepared

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack

    from caballero.model.board import Square
    from caballero.model.graph import P
    from caballero.model.problem import LabelledGround, Searched, SquareGround
    from caballero.proof.certificate import Exhausted

    from .proof_writer import ProofWriter

    class FindOptions(Searched, total=False):
        """The keywords of :func:`find_tour`."""

        method: str | None

    class SolveOptions(FindOptions, total=False):
        """The keywords of :func:`solve`."""

        proof: str | Path | None


@overload
def solve(
    ground: LabelledGround[P], **how: Unpack[SolveOptions]
) -> Found[P] | Impossible | GaveUp: ...
@overload
def solve(
    ground: SquareGround, **how: Unpack[SolveOptions]
) -> Found[Square] | Impossible | GaveUp: ...
@overload
def solve(ground: Ground, **how: Unpack[SolveOptions]) -> Outcome: ...
@verb(gives_up=True)
def solve(
    ground: Ground,
    *,
    method: str | None = None,
    proof: str | Path | None = None,
    **asked: Unpack[Searched],
) -> Outcome:
    """Find a tour, or prove that there is none.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        ``8``, ``"5x9"``, a drawing, a graph, or a whole problem; then no other part of a problem is
        allowed.
    closed, start, end, clues, forced, forbidden, waypoints, ends, piece, surface
        The constraints; see :class:`Problem`.
    limits, timeout, callback
        When to give up, never by default, and a function to call with a :class:`Progress`.
    seed : int
        Each seed has its own tour, where there are several, always the same; seed 0 gives the tour
        that is found soonest.
    method : str, optional
        A name of ``methods("find")``: run only this method, once. ``"auto"`` and None let the
        portfolio choose.
    proof : str or Path, optional
        A file for the proof, if there is no tour: :func:`~caballero.proof.check_proof` checks it
        without any search. It is compressed if its name ends with ``.gz``. Tours of more than 5000
        squares with clues inside get an answer only if a certificate excludes them.

    Returns
    -------
    Found, Impossible or GaveUp
        A verified tour, a certificate, or the limit that was reached. The ``phases`` of its
        ``stats`` list the methods that ran, their times and their conclusions.

    Raises
    ------
    UnknownName
        If there is no such method.
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
    method = chosen(METHODS, method)
    with asking(ground, asked) as (problem, budget, seed):
        if proof is None:
            outcome = _solve(problem, budget, seed, method, None)
        else:
            from .proof_writer import ProofWriter

            with closing(ProofWriter(problem, proof)) as writer:
                outcome = _solve(problem, budget, seed, method, writer)
    log_answer("solve", outcome, outcome.stats)
    return outcome


def _solve(
    asked: Problem, budget: Budget, seed: int, method: str | None, proof: ProofWriter | None
) -> Outcome:
    """Run the methods of a plan, slice by slice, until a method answers."""
    prepared = Prepared(undirected(asked), budget, seed, proof)
    plan = plan_of(prepared) if method is None else only(method, prepared)
    phases: list[Phase] = []
    try:
        answer = _first_answer(plan, asked, budget, phases)
    except LimitHit as hit:
        return GaveUp(hit.limit, _stats(budget, phases, budget.nodes))
    # The nodes of an answer are its method's, in all its slices.
    own = sum(phase.nodes for phase in phases if phase.method == budget.method)
    stats = _stats(budget, phases, own)
    if isinstance(answer, list):
        tour = Tour(asked.ground, tuple(answer), asked.piece, asked.closed)
        return Found(tour, stats)
    if answer is None:
        return GaveUp("method", stats)
    if answer.kind == "exhausted":
        answer = replace(cast("Exhausted", answer), nodes=own)
    elif METHODS[budget.method].deduces and prepared.possible_question is not None:
        from .shorter import shorter

        answer = shorter(prepared.problem, prepared.possible_question, answer)
    written = (proof.complete(answer) or _simple_proof(prepared, proof)) if proof else None
    return Impossible(answer, stats, asked, written)


def _simple_proof(prepared: Prepared, proof: ProofWriter) -> Path | None:
    """Write a proof by a first method, for a method that ran alone and wrote none."""
    with suppress(LimitHit):
        for method in ("theorems", "reach"):
            answer = METHODS[method].run(prepared, 0)
            if answer is not None and not isinstance(answer, list):
                return proof.complete(answer)
    return None


def _first_answer(
    plan: Iterator[Slice], asked: Problem, budget: Budget, phases: list[Phase]
) -> Answer:
    """Run slice after slice until a method answers, the later slices on all processors."""
    for slice_ in plan:
        if slice_.later:
            from .ahead import first_answer, threads_for

            if (threads := threads_for(slice_.prepared, budget)) > 1:
                run = partial(_run, problem=asked)
                return first_answer(chain([slice_], plan), run, budget, phases, threads)
        before = budget.nodes, budget.seconds
        answer, conclusion = None, "limit"
        budget.method = slice_.method
        try:
            budget.pause()
            answer, conclusion = _run(slice_, asked)
        finally:
            spent = budget.nodes - before[0], budget.seconds - before[1]
            phases.append(Phase(slice_.method, *spent, conclusion))
        if answer is not None:
            return answer
    return None


def _run(slice_: Slice, problem: Problem) -> tuple[Answer, str]:
    """Run a method for its slice; return its answer, if accepted, and its conclusion."""
    try:
        with slice_.prepared.budget.slice(slice_.nodes):
            answer = METHODS[slice_.method].run(slice_.prepared, slice_.attempt)
    except SliceOver:
        return None, "slice-over"
    if isinstance(answer, list):
        return (answer, "found") if is_tour(problem, answer, pauses=True) else (None, "nothing")
    return answer, "nothing" if answer is None else "none"


def _stats(budget: Budget, phases: list[Phase], nodes: int) -> Stats:
    return Stats(budget.method, nodes, budget.seconds, phases=tuple(phases))


@overload
def find_tour(ground: LabelledGround[P], **how: Unpack[FindOptions]) -> Tour[P]: ...
@overload
def find_tour(ground: SquareGround, **how: Unpack[FindOptions]) -> Tour[Square]: ...
@overload
def find_tour(ground: Ground, **how: Unpack[FindOptions]) -> Tour: ...
@verb()
def find_tour(ground: Ground, *, method: str | None = None, **asked: Unpack[Searched]) -> Tour:
    """Find a tour.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A board such as ``8`` or ``"5x9"``, a drawing, a graph, or a whole problem; then no other
        part of a problem is allowed.
    closed : bool
        Whether the last place must be a move away from the first.
    start, end : place or str, optional
        The first and the last place: ``"a1"``, ``(7, 0)``, or the label of a vertex.
    clues : mapping of place to int, optional
        Places whose number is given, from 1.
    forced, forbidden : iterable of (place, place) or str, optional
        Moves that the tour must use, or must not.
    waypoints : iterable of place, optional
        Places that the tour visits in this order.
    ends : bool
        Whether the first and the last waypoint are the start and the end.
    piece : Piece, str or tuple of int
        The piece that moves on a board, by default a knight.
    surface : str, optional
        ``flat``, ``cylinder`` or ``torus``.
    method : str, optional
        A name of ``methods("find")``: run only this method. By default the program chooses.
    limits, timeout, callback
        When to give up, never by default, and a function to call with a :class:`Progress`.
    seed : int
        Each seed gives a tour of its own, where there are several.

    Returns
    -------
    Tour
        Verified.

    Raises
    ------
    NoTour
        If there is none; its ``outcome`` is the :class:`Impossible` with the certificate.
    LimitReached
        If a limit was reached first; its ``outcome`` is the :class:`GaveUp`.
    InvalidInput
        If the problem makes no sense.
    TooLarge
        If the board has more than ``MAX_VERTICES`` squares, and no theorem excludes a tour.

    See Also
    --------
    solve : returns an outcome, where finding none is no error.

    Examples
    --------
    >>> from caballero import find_tour
    >>> tour = find_tour(8, closed=True, start="a1")
    >>> len(tour), tour.closed, tour[0]
    (64, True, (7, 0))
    """
    return solve(ground, method=method, **asked).tour
