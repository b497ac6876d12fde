"""The plan: which slices the methods get on a problem, in which order, and of how many nodes.

First come the proofs that need no search (a theorem, the colours, unreachable squares); then short
slices of the methods with the least overhead, which find most tours; then the root proofs and the
methods that find quickly but prove nothing; then the methods that also prove. A method that has not
finished when its slice is spent gets a longer slice in each later round.

Slices are measured in nodes, not in seconds: the same seed gives the same answer on any machine.

Invariant: no slice depends on the results of others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

from caballero.model.graph import Graph
from caballero.model.piece import KNIGHT
from caballero.model.problem import Problem, restated
from caballero.proof.facts import chess_colouring

from .methods import LOOK, METHODS, is_full_box, is_structurable
from .prepared import Prepared

CONSTRUCTED_ABOVE: Final = 10_000
"""On more squares than this a rectangle's tour is constructed, without a search."""

CYCLES_FIRST_ABOVE: Final = 1_000
"""On more squares than this, merging cycles finds a closed tour sooner than repairing a path."""

PROVED_FIRST_UP_TO: Final = 50_000
"""On at most this many squares, the root proofs run before the methods that only find."""

EXACT_FIRST_UP_TO: Final = 64
"""On graphs of at most this many vertices, exact search runs before the methods that only find."""

SPLIT_UP_TO: Final = 20_000
"""The largest graph that is contracted, or whose parts are sought: flows take long beyond.
"""

NUMBERS_FIRST_UP_TO: Final = 100
"""On at most this many squares, ``numbers`` runs before ``clues``, because it ends soon."""

LOOK_LEAST: Final = 2_500
"""The fewest nodes of a first slice of ``two-factor``; on small boards they take no time."""

EXACT_FIRST_NODES: Final = 50_000
"""The nodes of a first slice of ``exact``: some milliseconds."""

OPENING_NODES: Final = 500
"""Nodes a square of a method's first full slice."""

DIRECTED_NODES: Final = 1_000
"""Nodes a vertex of the first slice of ``path-cover`` in a directed graph."""

DIRECTED_EXACT_NODES: Final = 10_000
"""Nodes a vertex of the first slice of ``exact`` there: some hundredths of a second for 300."""

DENSE: Final = 10
"""With more edges a vertex, ``two-factor`` and ``path-cover`` find sooner than ``exact``."""

PATCHING_NODES: Final = 10
"""Nodes an edge of the first slice of ``two-factor`` there: a few cycle covers."""

FIRST_ROUNDS: Final = 3
"""Rounds that include the methods that find soon or never."""

ROUND_FIRST: Final = ("cut-sets", "two-factor", "repair")
"""The methods of the first rounds only."""

ROUND_LATER: Final = ("transitions", "parts")
"""The methods of the later rounds only, for graphs made of gadgets, or of parts."""

ROUND: Final = ("path-cover", "exact", "frontier")
"""The methods of every round."""

ROUND_DIRECTED: Final = ("path-cover", "exact", "two-factor", "cut-sets", "frontier")
"""The methods of every round in a directed graph."""


class Slice(NamedTuple):
    """A method to run next, its problem and nodes; slices of `later` rounds may run together."""

    method: str
    prepared: Prepared
    nodes: float = math.inf
    attempt: int = 0
    later: bool = False


def plan_of(prepared: Prepared) -> Iterator[Slice]:
    """Yield slices without end; the caller stops at the first answer."""
    problem = prepared.problem
    yield Slice("theorems", prepared)
    if is_structurable(problem) and problem.size > CONSTRUCTED_ABOVE:
        yield Slice("structured", prepared)
    yield Slice("reach", prepared)
    if prepared.is_numbered or problem.size == 1:
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
        yield Slice("repair", prepared.with_start(at_corner), OPENING_NODES * problem.size)
    if not easy and problem.size <= PROVED_FIRST_UP_TO:
        nodes = max(LOOK_LEAST, METHODS["two-factor"].look * problem.size)
        yield Slice("two-factor", prepared, nodes)
        # Its attempt number is beyond those of the first rounds, so its random choices differ.
        yield from _look("repair", prepared, FIRST_ROUNDS)
    is_small_graph = isinstance(problem.ground, Graph) and problem.size <= EXACT_FIRST_UP_TO
    for method in _openers(problem, easy=easy):
        yield Slice(method, prepared, OPENING_NODES * problem.size)
        if method == "proofs" and not easy:
            yield from _look("cut-sets", prepared)
        if method == "proofs" and is_small_graph:
            yield Slice("exact", prepared, EXACT_FIRST_NODES)
    for attempt in count():
        later = attempt >= FIRST_ROUNDS
        for method in (*(_later_methods(prepared) if later else ROUND_FIRST), *ROUND):
            yield _in_round(method, prepared, attempt)


def _directed_plan(prepared: Prepared) -> Iterator[Slice]:
    """Yield slices for a directed graph: the kernels first, which are many times as quick a node.

    Until the proofs have run, the exact search only finds, because they give better reasons.
    """
    size = prepared.problem.size
    looks = (
        Slice("exact", prepared, max(EXACT_FIRST_NODES, DIRECTED_EXACT_NODES * size), LOOK),
        Slice("path-cover", prepared, DIRECTED_NODES * size),
    )
    edges = len(prepared.graph.indices)
    if edges > DENSE * size:
        yield Slice("two-factor", prepared, PATCHING_NODES * edges)
        looks = looks[::-1]
    yield from looks
    yield Slice("proofs", prepared)
    for attempt in count():
        later = attempt >= FIRST_ROUNDS
        for method in (*(_later_methods(prepared) if later else ()), *ROUND_DIRECTED):
            if method != "frontier" or later:
                yield _in_round(method, prepared, attempt)


def _clue_plan(prepared: Prepared) -> Iterator[Slice]:
    """Yield slices for a problem with inner clues; the methods that ignore them can exclude it.

    Waypoints without clues are a matter of moves, not of numbers: the exact search comes first.
    """
    size = prepared.problem.size
    has_proofs = size <= PROVED_FIRST_UP_TO and prepared.possible_question is not None
    if has_proofs:
        yield Slice("proofs", prepared)
    if has_proofs and prepared.marks and not prepared.proof:
        yield _in_round("exact", prepared, 0)
    for attempt in count():
        if attempt or size <= NUMBERS_FIRST_UP_TO:
            yield _in_round("numbers", prepared, attempt)
        yield _in_round("clues", prepared, attempt)
        if has_proofs:
            yield _in_round("exact", prepared, attempt)


def only(method: str, prepared: Prepared) -> Iterator[Slice]:
    """Yield a slice of a method; if it lacks a cycle question, of the methods that need none."""
    if METHODS[method].needs_cycles and prepared.possible_question is None:
        yield from (Slice(row.name, prepared) for row in METHODS.values() if not row.needs_cycles)
    else:
        yield Slice(method, prepared)


def _in_round(method: str, prepared: Prepared, attempt: int) -> Slice:
    """Return the slice of a method in a round, counted from 0."""
    row, problem = METHODS[method], prepared.problem
    first = (problem.directed and row.directed) or row.first
    nodes: float = max(first, row.each * problem.size) * row.growth**attempt
    return Slice(method, prepared, min(nodes, row.most), attempt, attempt >= FIRST_ROUNDS)


def _look(method: str, prepared: Prepared, attempt: int = 0) -> Iterator[Slice]:
    """Yield a short slice of a method that may settle a small graph, if not bipartite, at once."""
    row, size = METHODS[method], prepared.problem.size
    if prepared.question.colours is None and size <= row.look_up_to:
        yield Slice(method, prepared, row.look * size, attempt)


def _later_methods(prepared: Prepared) -> tuple[str, ...]:
    """Return the methods that only run in the later rounds."""
    problem = prepared.problem
    splits = isinstance(problem.ground, Graph) and problem.size <= SPLIT_UP_TO
    return ROUND_LATER if splits else ()


def _openers(problem: Problem, *, easy: bool) -> tuple[str, ...]:
    """Return the quick methods, which run first; the method that answers most often leads."""
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
        return restated(problem, start=ground.label(0)) if problem.closed else None
    corner = (ground.shape[0] - 1, 0)
    if len(ground.shape) != 2 or corner not in ground or problem.end == corner:
        return None
    at_corner = restated(problem, start=corner)
    colouring = chess_colouring(at_corner)
    return at_corner if colouring is None or colouring.allows(at_corner) else None
