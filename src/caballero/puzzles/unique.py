"""Whether a problem has exactly one tour.

Where numbers are given inside the tour, the search is about places and numbers, and learns from
conflicts (:mod:`caballero.find.numbers`); where there are only waypoints, it is about moves
(:mod:`caballero.find.exact`); elsewhere the listing looks for two tours. All are exhaustive.

Two tours differ as in a listing: a closed tour is the same wherever it begins, and a tour that
answers the problem in both directions is the same as its reverse.

Invariant: the tours of an answer are verified, and differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caballero.counting import iter_tours
from caballero.counting.listing.cycles import line_of
from caballero.counting.listing.sources import backwards
from caballero.find import solve
from caballero.find.exact import MoveSearch, is_about_moves
from caballero.find.numbers import NumberSearch
from caballero.machine.errors import InvalidTour, be_sure
from caballero.machine.limits import Budget, LimitHit, pause
from caballero.machine.values import frozen
from caballero.model.direction import goes_back, undirected, without_clues
from caballero.model.problem import Ground, Problem
from caballero.model.tour import Tour
from caballero.proof.asking import asking, verb
from caballero.proof.certificate import Exhausted
from caballero.proof.facts import is_tour
from caballero.proof.judge import verify
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Stats, outcome_of, stats_of

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.find.proof_writer import ProofWriter
    from caballero.model.problem import Searched
    from caballero.proof.certificate import Certificate


@frozen
class Uniqueness:
    """Whether a problem has exactly one tour, several or none. Truthy if exactly one.

    Parameters
    ----------
    status : str
        ``unique``, ``several``, ``none``, or ``gave-up`` at a limit, which proves nothing.
    tours : tuple of Tour
        The only tour, or two that differ, verified. The second is turned or reversed, if the
        problem allows that, so that it begins like the first.
    stats : Stats
        The cost of both searches.
    certificate : Certificate, optional
        Why there is no other tour, or none.
    proof : Path, optional
        The file with the proof, if requested and written.
    limit : str, optional
        What ended the search, as in :class:`caballero.GaveUp`.
    problem : Problem, optional
        The problem, if it has no tour.

    Examples
    --------
    >>> from caballero import is_unique
    >>> answer = is_unique("1 . .\\n. . .\\n5 . .", piece="wazir")
    >>> bool(answer), answer.status, answer.tour.names()[:5]
    (True, 'unique', ('a3', 'b3', 'b2', 'a2', 'a1'))
    >>> several = is_unique("3x4", start="a1")
    >>> bool(several), several.number, [tour.names()[7] for tour in several.tours]
    (False, 8, ['d3', 'a2'])
    """

    status: str
    tours: tuple[Tour, ...]
    stats: Stats
    certificate: Certificate | Any = None
    proof: Path | Any = None
    limit: str | None = None
    problem: Problem | None = None

    def __bool__(self) -> bool:
        return self.status == "unique"

    @property
    def outcome(self) -> Outcome:
        """The first tour as :func:`caballero.solve` finds it, or that there is none."""
        if self.limit is not None:
            return GaveUp(self.limit, self.stats)
        if self.tours or self.certificate is None:
            return Found(self.tours[0], self.stats)
        return Impossible(self.certificate, self.stats, self.problem, self.proof)

    @property
    def tour(self) -> Tour:
        """The only tour, or the first of two; raises NoTour or LimitReached if there is none."""
        return self.outcome.tour

    @property
    def number(self) -> int | Any:
        """The first number that two tours have at different places; None without two."""
        return 1 + alike(*(tour.order for tour in self.tours)) if self.tours[1:] else None

    def __repr__(self) -> str:
        if self.status == "gave-up":  # nothing is claimed
            return f"<gave up: limit of {self.limit}, by {self.stats.method or 'no method'}>"
        found = ("no tour", "tour", "tours")[len(self.tours)]
        squares = f" of {len(self.tour)} squares" if self.tours else ""
        return f"<{self.status}: {found}{squares}, by {self.stats.method}>"

    def __str__(self) -> str:
        """Return the framed board of each tour, or why there is none."""
        return "\n\n".join(map(str, self.tours)) or str(self.outcome)

    def _repr_svg_(self) -> str | None:
        return self.tour._repr_svg_() if self else None


@verb()
def is_unique(
    ground: Ground, *, proof: str | Path | None = None, **asked: Unpack[Searched]
) -> Uniqueness:
    """Return whether a problem has exactly one tour, several, or none.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A drawing with numbers, a board, a graph, or a whole problem; then no other part of a
        problem is allowed.
    closed, start, end, clues, forced, forbidden, waypoints, ends, piece, surface
        The constraints; see :class:`Problem`.
    limits, timeout, callback
        When to give up, never by default, and a function to call with a :class:`Progress`.
    proof : str or Path, optional
        A file for the proof that there is exactly one tour, or none, for
        :func:`~caballero.proof.check_proof`. It is compressed if its name ends with ``.gz``. There
        is none about one tour of more than 5000 squares.

    Returns
    -------
    Uniqueness
        The only tour; two tours; why there is none; or the limit that was reached. It is true if
        there is exactly one.

    Raises
    ------
    InvalidInput
        If the problem makes no sense.

    See Also
    --------
    another_tour : if a tour is known.

    Notes
    -----
    Two tours are the same if each is the reverse of the other and both answer the problem, and
    closed tours are the same wherever they begin, as in :func:`iter_tours`.

    Deciding this is NP-hard in general. Puzzles of the usual sizes take milliseconds.

    Examples
    --------
    >>> from caballero import is_unique
    >>> numbrix = '''
    ... 1 . .
    ... . . .
    ... 5 . .'''
    >>> bool(is_unique(numbrix, piece="wazir")), bool(is_unique(numbrix, piece="king"))
    (True, False)
    """
    return uniqueness(outcome_of(lambda: _first_two(ground, asked, proof)))


def _first_two(
    ground: Ground, asked: Searched, proof: str | Path | None
) -> Uniqueness | Impossible | GaveUp:
    """Look for a tour, and for another."""
    with asking(ground, asked) as (problem, budget, seed):
        first = solve(problem, proof=proof, seed=seed)
        if not isinstance(first, Found):
            return first
        second = another_tour(problem, first.tour, proof=proof)
        stats = Stats(second.stats.method, budget.nodes, budget.seconds)
        match second:
            case Found(tour):
                return Uniqueness("several", (first.tour, tour), stats)
            case Impossible(certificate, proof=written):
                return Uniqueness("unique", (first.tour,), stats, certificate, written)
            case GaveUp(limit):
                return GaveUp(limit, stats)


def uniqueness(outcome: Uniqueness | Impossible | GaveUp) -> Uniqueness:
    """Return the answer that there is no tour, or none yet, as the others."""
    match outcome:
        case Impossible(certificate, stats, problem, written):
            return Uniqueness("none", (), stats, certificate, written, problem=problem)
        case GaveUp(limit, stats):
            return Uniqueness("gave-up", (), stats, limit=limit)
    return outcome


@verb(gives_up=True)
def another_tour(
    ground: Ground, tour: Tour, *, proof: str | Path | None = None, **asked: Unpack[Searched]
) -> Outcome:
    """Find a tour that differs from a known tour, or prove that there is no other.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        The problem.
    tour : Tour
        A tour of the problem; in either direction, and from any square if closed, if the problem
        allows that.
    limits, proof, callback
        As for :func:`is_unique`.

    Returns
    -------
    Found, Impossible or GaveUp
        A verified tour that differs; the proof that there is no other; or the limit that was
        reached.

    Raises
    ------
    InvalidTour
        If `tour` is no tour of the problem.

    Examples
    --------
    >>> from caballero import Problem, find_tour
    >>> from caballero.puzzles import another_tour
    >>> problem = Problem("3x4", start="a1")
    >>> first = find_tour(problem)
    >>> second = another_tour(problem, first).tour
    >>> first[0] == second[0], first == second
    (True, False)
    """
    with asking(ground, asked) as (problem, budget, _):
        line = line_of(problem, tour)
        if line is None:
            raise InvalidTour("another-no-tour", fault=verify(tour, problem).faults[0].message)
        if proof is None:
            return _another(problem, line, budget, None)
        from caballero.find.proof_writer import ProofWriter

        with closing(ProofWriter(problem, proof, only=line)) as writer:
            return _another(problem, line, budget, writer)


def _another(
    problem: Problem, line: list[int], budget: Budget, proof: ProofWriter | None
) -> Outcome:
    """Find a tour that differs from a line, or prove that there is none."""
    pause()
    if is_about_moves(problem) and not proof:
        budget.method = "exact"
        search = MoveSearch(undirected(problem))
        search.exclude(line)
        found = search.run(budget)
    elif proof or without_clues(problem) is None:
        found = _by_numbers(problem, line, budget, proof)
    else:
        found = _by_listing(problem, line, budget)
    if found is None:
        certificate = Exhausted(budget.method, budget.nodes)
        written = proof.complete(certificate) if proof else None
        return Impossible(certificate, stats_of(budget), problem, written)
    be_sure(is_tour(problem, found), "the other tour is no tour of the problem")
    order = tuple(_turned(problem, line, found))
    return Found(Tour(problem.ground, order, problem.piece, problem.closed), stats_of(budget))


def _by_numbers(
    problem: Problem, line: list[int], budget: Budget, proof: ProofWriter | None
) -> list[int] | None:
    """Return another line by the search for numbers; None if there is none."""
    budget.method = "numbers"
    search = NumberSearch(undirected(problem), proof=proof)
    if search.too_large:
        raise LimitHit("method")
    search.exclude(line)
    if goes_back(problem, line):
        search.exclude(backwards(problem, line))
    return search.run(budget)


def _by_listing(problem: Problem, line: list[int], budget: Budget) -> list[int] | None:
    """Return the line of another tour from the listing; None if there is none."""
    used = _moves(problem, line)
    listing = iter_tours(problem, count=2)
    other = None
    for tour in listing:
        other = line_of(problem, tour)
        if other is not None and _moves(problem, other) != used:
            break
        other = None
    budget.method = listing.stats.method
    return other


def _moves(problem: Problem, line: list[int]) -> set[tuple[int, int]]:
    """Return the moves of a line, which define its tour if no number is given inside it."""
    moves = pairwise([*line, line[0]] if problem.closed else line)
    return {move if problem.directed else (min(move), max(move)) for move in moves}


def _turned(problem: Problem, line: list[int], other: list[int]) -> list[int]:
    """Return another line, or its reverse if that begins more like `line` and is the same tour."""
    if not goes_back(problem, other):
        return other
    return max(other, backwards(problem, other), key=lambda candidate: alike(candidate, line))


def alike(first: Sequence[object], second: Sequence[object]) -> int:
    """Return how many items two sequences of equal length have in common at their beginning.

    >>> alike("tour", "town")
    2
    """
    pairs = zip(first, second, strict=True)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
