"""Proofs in files: that a problem has no tour, only one, or none that is better or longer.

A proof is lines of text, compressed by gzip if its name ends with ``.gz``. The first line is
``caballero proof 1``, the second the problem as JSON, and the third again JSON:

* a ``certificate``, with its type and its fields: the whole proof;
* ``sweep``, an order of the vertices: the checker sweeps over the cycle question in this order
  (:mod:`.sweep`). If there is ``longest``, it is a path, its vertices in their order, and the
  sweep shows that none visits more;
* ``steps`` and ``factors``, a deduction of edges that are used or out (:mod:`.deduction`), and
  ``edges``, the edges that are left: each further line is a step of a proof that they have no
  Hamiltonian cycle (:mod:`.cycle_clauses`);
* ``numbers``: each further line is a step about the numbers of the vertices
  (:mod:`.number_clauses`). If there is ``only``, it is a tour, the vertices in the order of their
  numbers, and the steps prove that there is no other;
* ``best``, a tour, and ``costs``, a list of moves with the cost of each, as their two vertices and
  a whole number: each further line is a step of a proof that no tour costs less, or more if
  ``most`` is true (:mod:`.one_trees`). The numbers are the costs times ``scale``.

The *cycle question* is the problem as a graph whose Hamiltonian cycles are the tours; see
:func:`caballero.model.reduction.cycle_question`.

Nothing here searches, and nothing in the file is trusted. It is read line by line; a line that is
too long, or has too many lists, is refused before it is parsed. An object of JSON has each name
once, and no other names than these.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from fractions import Fraction
from itertools import count, pairwise
from pathlib import Path
from typing import IO, Any, Final, Protocol, Unpack, cast

from caballero.machine.errors import InvalidInput
from caballero.machine.limits import Budget, LimitHit, LimitOptions, running
from caballero.machine.values import frozen, replace
from caballero.machine.words import Message
from caballero.model.adjacency import title_on
from caballero.model.direction import undirected
from caballero.model.graph import Graph
from caballero.model.interchange import constraints_json, read_problem
from caballero.model.network import links_of
from caballero.model.problem import Problem
from caballero.model.reduction import cycle_question
from caballero.model.tour import Tour

from .asking import within
from .clauses import Clauses, Refused
from .cycle_clauses import CycleClauses
from .deduction import Conclusion, Deduction, Step, TwoFactor, replay
from .facts import is_path, is_tour
from .number_clauses import MOST_NUMBERED, NumberClauses
from .one_trees import OneTrees
from .stored import read_as, read_certificate
from .sweep import MOST_STATES, TooWide, has_no_cycle, is_order

HEADING: Final = "caballero proof 1"
"""The first line of a proof."""

GZIP: Final = b"\x1f\x8b"
"""How a compressed file begins."""

LONGEST: Final = 1 << 27
"""The longest of the first three lines, in characters: room for the largest graph that is read."""

LONGEST_STEP: Final = 1 << 24
"""The longest other line."""

MOST_LISTS: Final = 1 << 23
"""The most lists and objects in a line of JSON."""

BYTES_A_CHARACTER: Final = 32
"""The memory that a line may need while it is read, for each of its characters."""

NAMES: Final = (
    {"certificate"},
    {"sweep", "longest"},
    {"best", "costs", "scale", "unit", "most"},
    {"numbers", "only"},
    {"steps", "factors", "edges"},
)
"""The names in the third line, for each kind of proof."""

CONSTRAINTS: Final = {
    "piece",
    "closed",
    "start",
    "end",
    "clues",
    "forced",
    "forbidden",
    "walls",
    "waypoints",
}
PROBLEMS: Final = (CONSTRAINTS | {"board"}, CONSTRAINTS | {"neighbours", "directed", "labels"})
"""The names in the second line, about a board or a graph."""

BOARD: Final = {"shape", "holes", "wraps", "grid", "rows"}
"""The names in a board of the second line."""

LARGEST_COST: Final = 10**4000
"""More than the largest cost of a tour; Python writes numbers of at most 4300 digits."""


@frozen
class ProofVerdict:
    """The checker's answer about a proof. Truthy if the proof is accepted.

    Parameters
    ----------
    problem : Problem
        The problem that the proof is about.
    accepted : bool
        Whether the proof is correct.
    lines : int
        How many lines were read. The last of these is wrong, if the proof is refused.
    claim : str
        The claim of the proof: there is no tour (``"none"``); there is ``"only"`` this tour, in
        either direction; no tour costs less (``"least"``), or more (``"most"``); or no path visits
        more places (``"longest"``).
    tour : Tour, optional
        This tour, or path; none with the claim that there is none.
    cost : int or Fraction, optional
        Its cost, if the claim is about costs, with those in line 3 of the file; of a longest path,
        the number of places that it visits.
    too_wide : bool
        Whether it is refused because its sweep has more states than are checked.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.proof import ProofVerdict
    >>> verdict = ProofVerdict(Problem("4x5", closed=True), accepted=False, lines=17)
    >>> bool(verdict), str(verdict)
    (False, 'Refused: line 17 is wrong, or does not follow from those before it.')
    """

    problem: Problem
    accepted: bool
    lines: int
    claim: str = "none"
    tour: Tour | None = None
    cost: int | Fraction | None = None
    too_wide: bool = False

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """The verdict in words."""
        if self.too_wide:
            return Message("proof-too-wide", {"most": MOST_STATES})
        if not self.accepted:
            return Message("proof-refused", {"line": self.lines})
        problem, ground = self.problem, self.problem.ground
        code = f"proof-{'only-' if self.claim == 'only' else ''}"
        code += "closed" if problem.closed else "open"
        if self.cost is not None:
            cycle = "-cycle" if self.claim == "longest" and problem.closed else ""
            verdict = Message(f"proof-{self.claim}{cycle}", {"cost": str(self.cost)})
        elif isinstance(ground, Graph):
            verdict = Message(f"{code}-graph", {"count": ground.size})
        else:
            piece = title_on(ground, problem.piece)
            verdict = Message(code, {"piece": piece, "board": ground.title})
        if not constraints_json(problem):
            return verdict
        return Message("proof-constrained", {"verdict": verdict})


@within
def check_proof(file: str | Path | IO[bytes], **how: Unpack[LimitOptions]) -> ProofVerdict:
    """Check a proof that a problem has no tour, only one, or none that is better or longer.

    The time is linear in the length of the file, except for a sweep. Memory grows with the longest
    line, and with the clauses that the proof has not deleted.

    Parameters
    ----------
    file : str, Path or binary file
        As :func:`~caballero.solve` writes it, compressed or not.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; nodes are lines. Limits
        are looked at between lines, within long ones from the fourth on, and at each state of a
        sweep.

    Returns
    -------
    ProofVerdict
        Whether it is accepted, or else which line is wrong.

    Raises
    ------
    InvalidInput
        If this is no proof: its first three lines cannot be read.
    LimitReached
        If a limit is reached first, which proves nothing.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from caballero import solve
    >>> from caballero.proof import check_proof
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outcome = solve("4x5", closed=True, proof=f"{folder}/none.proof")
    ...     print(check_proof(outcome.proof))
    Accepted: there is no closed tour of the knight on 4x5.
    """
    return read_proof(file, running())


class Exporter(Protocol):
    """Receives the parts of a proof about edges while they are checked."""

    def deduced(
        self,
        neighbours: Sequence[Sequence[int]],
        steps: Sequence[Step],
        factors: Sequence[TwoFactor],
    ) -> None:
        """Take a graph, and a deduction about it that holds."""

    def concluded(self, conclusion: Conclusion, left: Sequence[set[int]]) -> None:
        """Take the conclusion of the deduction, and the edges that it has left."""

    def clauses(self, edges: Sequence[tuple[int, int]]) -> CycleClauses:
        """Return the clauses about the edges that are left."""

    def numbers(self, problem: Problem, excluded: Sequence[Sequence[int]]) -> NumberClauses:
        """Return the clauses about the numbers of a problem, less some tours of it."""


def read_proof(
    file: str | Path | IO[bytes], budget: Budget, exporter: Exporter | None = None
) -> ProofVerdict:
    """Check a proof, and pass it to an exporter."""
    budget.method = "check"
    with closing(_lines(file, budget)) as lines:
        if next(lines, "") != HEADING:
            raise InvalidInput("proof-heading", heading=HEADING)
        question = _json(next(lines, ""))
        board = question.get("board", {})
        known = any(question.keys() <= names for names in PROBLEMS)
        if not known or not isinstance(board, dict) or not board.keys() <= BOARD:
            raise InvalidInput("proof-unreadable")
        problem = read_problem(question)
        data = _json(next(lines, ""))
        if not any(data.keys() <= names for names in NAMES):
            raise InvalidInput("proof-unreadable")
        verdict = ProofVerdict(problem, accepted=False, lines=3)
        if "certificate" in data:
            certificate, read = read_certificate(data["certificate"]), 3
            if isinstance(certificate, Deduction):
                accepted = certificate.check(problem)
                if accepted and exporter:
                    _tell_deduction(problem, certificate, exporter)
            else:
                accepted = certificate.check(problem)
        elif "sweep" in data:
            read = 3
            try:
                if "longest" in data:
                    verdict, accepted = _longest(verdict, data)
                else:
                    accepted = _check_sweep(problem, data["sweep"])
            except TooWide:
                accepted, verdict = False, replace(verdict, too_wide=True)
        else:
            steps: Clauses | OneTrees | None
            if "best" in data:
                verdict, steps = _best(verdict, data)
            elif "numbers" in data:
                verdict, steps = _numbers(verdict, data, exporter)
            else:
                steps = _edges(problem, data, exporter)
            accepted, read = _check_steps(steps, lines)
        if accepted and next(lines, None) is not None:
            accepted, read = False, read + 1
    return replace(verdict, accepted=accepted, lines=read)


def _check_sweep(problem: Problem, order: object) -> bool:
    question = cycle_question(undirected(problem))
    vertices = read_as(tuple[int, ...], order)
    return question is not None and has_no_cycle(question.neighbours, vertices)


def _longest(verdict: ProofVerdict, data: dict[str, Any]) -> tuple[ProofVerdict, bool]:
    """Return the claim that a path is the longest, and whether a sweep shows it."""
    problem = verdict.problem
    path, order = (read_as(tuple[int, ...], data[name]) for name in ("longest", "sweep"))
    if problem.clues or problem.waypoints or not is_path(problem, path):
        return verdict, False
    verdict = replace(verdict, claim="longest", tour=_tour(problem, path), cost=len(path))
    links = links_of(problem, problem.graph())
    neighbours: list[list[int]] = [[] for _ in range(links.size)]
    for v, w in links.edges:
        neighbours[v].append(w)
        neighbours[w].append(v)
    size, parts = len(problem), 2 if problem.directed else 1
    bonds = [(2 * v, 2 * v + 1) for v in range(size)] if problem.directed else []
    always = {*links.forced}.difference(bonds)
    ends = {problem.vertex(end) for end in (problem.start, problem.end) if end is not None}
    needed = ends.union(v // parts for edge in always for v in edge)
    single = not path and not problem.closed and len(ends) < 2 and not problem.forced
    if single or not is_order(order, links.size, bonds):
        return verdict, False  # a path of a single vertex is longer than none
    forced = {*always, *((w, v) for v, w in always)}
    spare = size - len(path) - 1
    if spare < 0 or not forced.issubset((v, w) for v in range(links.size) for w in neighbours[v]):
        # It visits all; or a forced edge is none, so there is no path.
        return verdict, True
    return verdict, has_no_cycle(
        neighbours, order, spare=parts * spare, forced=forced, bonds=bonds,
        optional=[v for v in range(parts * size) if v // parts not in needed],
    )  # fmt: skip


def _edges(
    problem: Problem, data: dict[str, Any], exporter: Exporter | None
) -> CycleClauses | None:
    """Return what steps about edges refer to; None if the deduction is wrong."""
    question = cycle_question(undirected(problem))
    steps = read_as(tuple[Step, ...], data.get("steps", []))
    factors = read_as(tuple[TwoFactor, ...], data.get("factors", []))
    edges = read_as(tuple[tuple[int, int], ...], data.get("edges"))
    state = question and replay(question.neighbours, steps, factors)
    if question is None or state is None:
        return None
    left = {(v, w) for v, row in enumerate(state.left) for w in row if v < w}
    if len(edges) != len(left) or {*edges} != left:
        return None
    if exporter is None:
        return CycleClauses(len(question.neighbours), edges)
    exporter.deduced(question.neighbours, steps, factors)
    return exporter.clauses(edges)


def _tell_deduction(problem: Problem, found: Deduction, exporter: Exporter) -> None:
    """Pass a deduction that holds to an exporter."""
    question = cycle_question(undirected(problem))
    state = question and replay(question.neighbours, found.steps, found.factors)
    assert question is not None
    assert state is not None
    exporter.deduced(question.neighbours, found.steps, found.factors)
    exporter.concluded(found.conclusion, state.left)


def _numbers(
    verdict: ProofVerdict, data: dict[str, Any], exporter: Exporter | None
) -> tuple[ProofVerdict, NumberClauses | None]:
    """Return the claim, and what steps about numbers refer to, if it is a tour of a fit size."""
    problem = verdict.problem
    excluded: list[list[int]] = []
    if "only" in data:
        order = read_as(tuple[int, ...], data["only"])
        if not is_tour(problem, order):
            return verdict, None
        verdict = replace(verdict, claim="only", tour=_tour(problem, order))
        excluded = _directions(problem, order)
    if not problem.fewest <= problem.size <= MOST_NUMBERED:
        return verdict, None
    make = exporter.numbers if exporter else NumberClauses
    return verdict, make(undirected(problem), excluded)


def _best(verdict: ProofVerdict, data: dict[str, Any]) -> tuple[ProofVerdict, OneTrees | None]:
    """Return the claim, and what steps about costs refer to, if the tour is valid."""
    problem = verdict.problem
    order = read_as(tuple[int, ...], data["best"])
    rows = read_as(tuple[tuple[int, int, int], ...], data.get("costs"))
    scale, unit = (read_as(int, data.get(name)) for name in ("scale", "unit"))
    most = read_as(bool, data.get("most"))
    if not is_tour(problem, order) or problem.clues or problem.waypoints or scale < 1 or unit < 1:
        return verdict, None
    costs = {(v, w): cost for v, w, cost in rows}
    if not problem.directed:
        costs |= {(w, v): cost for v, w, cost in rows}
        rows += rows
    graph = problem.graph()
    links = links_of(problem, graph)
    moves = [(v, w) for v in range(len(graph)) for w in graph.neighbours(v)]
    total = sum(costs.get(move, 0) for move in _moves(problem, order))
    if abs(total) >= LARGEST_COST:
        return verdict, None
    if links.size < 3 or len(costs) < len(rows) or costs.keys() != {*moves}:
        return verdict, None  # an edge twice, none, or without a cost
    sign = -1 if most else 1
    prices = [0 if at < 0 else sign * costs[moves[at]] for at in links.places]
    verdict = replace(
        verdict,
        claim="most" if most else "least",
        tour=_tour(problem, order),
        cost=total if scale == 1 else Fraction(total, scale),
    )
    cost = sign * total
    return verdict, OneTrees(links.size, links.edges, prices, links.forced, cost=cost, unit=unit)


def _tour(problem: Problem, order: Sequence[int]) -> Tour:
    return Tour(problem.ground, tuple(order), problem.piece, problem.closed)


def _moves(problem: Problem, order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the moves of a tour, as pairs of vertices."""
    return pairwise([*order, order[0]] if problem.closed else order)


def _directions(problem: Problem, tour: Sequence[int]) -> list[list[int]]:
    """Return a tour and its reverse, if both answer a problem, with the numbers that it gives."""
    number, v = next(iter(problem.numbered().items()), (1, 0))
    lines = [[*tour]] if problem.directed else [[*tour], [*reversed(tour)]]
    if problem.closed:
        turns = [line.index(v) - number + 1 for line in lines]
        lines = [line[turn:] + line[:turn] for line, turn in zip(lines, turns, strict=True)]
    return [line for line in lines if is_tour(problem, line)]


def _check_steps(steps: Clauses | OneTrees | None, lines: Iterator[str]) -> tuple[bool, int]:
    """Check the steps, if what they refer to is right; return how many lines were read, too."""
    read = 3
    if steps is None or steps.done:
        return steps is not None, read
    for line in lines:
        read += 1
        try:
            steps.read(line)
        except Refused:
            return False, read
        if steps.done:
            return True, read
    return False, read


def _lines(file: str | Path | IO[bytes], budget: Budget) -> Generator[str]:
    """Yield the lines of a file, which may be compressed; each is a node of the budget."""
    with ExitStack() as stack:
        if isinstance(file, (str, Path)):
            file = stack.enter_context(Path(file).open("rb"))
        raw: Any = io.BufferedReader(cast("Any", file))
        if raw.peek(len(GZIP)).startswith(GZIP):
            raw = gzip.GzipFile(fileobj=raw)
        text = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
        for number in count(1):
            longest = LONGEST if number <= 3 else LONGEST_STEP
            room = max(0, budget.bytes_left / BYTES_A_CHARACTER)
            try:
                line = text.readline(int(min(longest, room)) + 1)
            except (EOFError, zlib.error, gzip.BadGzipFile):
                raise InvalidInput("proof-compressed") from None
            if len(line) > longest:
                raise InvalidInput("proof-line-long", line=number, most=longest)
            if len(line) > room:
                raise LimitHit("megabytes")
            if not line:
                return
            budget.spend(1)
            yield line.rstrip("\n")


def _json(line: str) -> dict[str, Any]:
    if line.count("[") + line.count("{") > MOST_LISTS:
        raise InvalidInput("proof-lists", most=MOST_LISTS)
    try:
        data = json.loads(line, object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidInput("proof-unreadable")
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, which has each name once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice")
    return found


def _refuse(constant: str) -> None:
    """Refuse NaN and infinities, which JSON does not have."""
    raise ValueError(constant)
