"""Proofs in files: that a problem has no tour, or only one, so that anyone can check it.

A proof is lines of text, compressed by gzip if its name ends with ``.gz``. The first line is
``caballero proof 1``, the second one the problem as JSON, and the third one JSON again, one of:

* a ``certificate``, with its type and its fields: the whole proof;
* ``sweep``, an order of the vertices: the checker sweeps over the cycle question in this order
  (:mod:`.sweep`);
* ``steps`` and ``factors``, a deduction of edges that are used or out (:mod:`.deduction`), and
  ``edges``, those that are left: each further line is a step of a proof that they have no
  Hamiltonian cycle (:mod:`.cycle_clauses`);
* ``numbers``: each further line is a step about the numbers of the vertices
  (:mod:`.number_clauses`). If there is ``only``, it is a tour, the vertices in the order of their
  numbers, and the steps prove that there is no other one.

The *cycle question* is the problem as a graph whose Hamiltonian cycles are the tours; see
:func:`caballero.core.reduction.cycle_question`.

Nothing here searches, and nothing in the file is trusted. It is read line by line, and a line has
at most `LONGEST` characters.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, cast

from caballero.core.direction import undirected
from caballero.core.errors import InvalidInput
from caballero.core.graph import Graph
from caballero.core.interchange import constraints_json, read_problem
from caballero.core.limits import PAUSE, Budget, Progress
from caballero.core.problem import Problem
from caballero.core.reduction import cycle_question
from caballero.core.tour import Tour
from caballero.core.words import Message

from .clauses import Clauses, Refused
from .cycle_clauses import CycleClauses
from .deduction import Step, TwoFactor, replay
from .facts import is_tour
from .number_clauses import MOST_NUMBERED, NumberClauses
from .stored import read_as, read_certificate
from .sweep import TooWide, has_no_cycle

HEADING: Final = "caballero proof 1"
"""The first line of a proof."""

GZIP: Final = b"\x1f\x8b"
"""How a compressed file begins."""

LONGEST: Final = 1 << 28
"""The longest line that is read, in characters."""


@dataclass(frozen=True, slots=True)
class ProofVerdict:
    """What the checker says about a proof. It is true if the proof is accepted.

    Parameters
    ----------
    problem : Problem
        The problem that the proof is about.
    accepted : bool
        Whether the proof is correct.
    lines : int
        How many lines were read. The last one of these is wrong, if the proof is refused.
    only : Tour, optional
        The only tour, in either direction, if the proof is about that; else there is no tour.

    Examples
    --------
    >>> from caballero import Problem, ProofVerdict
    >>> verdict = ProofVerdict(Problem.of("4x5", closed=True), accepted=False, lines=17)
    >>> bool(verdict), str(verdict)
    (False, 'Refused: line 17 is wrong, or does not follow from those before it.')
    """

    problem: Problem
    accepted: bool
    lines: int
    only: Tour | None = None

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """The verdict in words."""
        if not self.accepted:
            return Message("proof-refused", {"line": self.lines})
        problem, ground = self.problem, self.problem.ground
        code = f"proof-{'only-' if self.only else ''}{'closed' if problem.closed else 'open'}"
        if isinstance(ground, Graph):
            verdict = Message(f"{code}-graph", {"count": ground.size})
        else:
            verdict = Message(code, {"piece": problem.piece.title, "board": ground.name})
        if not constraints_json(problem):
            return verdict
        return Message("proof-constrained", {"verdict": verdict})


def check_proof(
    file: str | Path | IO[bytes], *, on_event: Callable[[Progress], None] | None = None
) -> ProofVerdict:
    """Check a proof that a problem has no tour, or only one.

    The time is linear in the length of the file, except for a sweep. Memory grows with the longest
    line, and with the clauses that the proof has not deleted.

    Parameters
    ----------
    file : str, Path or binary file
        As :func:`~caballero.solve` writes it, compressed or not.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second; its nodes are lines.

    Returns
    -------
    ProofVerdict
        Whether it is accepted, or else which line is wrong.

    Raises
    ------
    InvalidInput
        If this is no proof: its first three lines cannot be read.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from caballero import check_proof, solve
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outcome = solve("4x5", closed=True, proof=f"{folder}/none.proof")
    ...     print(check_proof(outcome.proof))
    Accepted: there is no closed tour of the knight on 4x5.
    """
    budget = Budget(None, on_event)
    with closing(_lines(file)) as lines:
        if next(lines, "") != HEADING:
            raise InvalidInput("proof-heading", heading=HEADING)
        problem = read_problem(_json(next(lines, "")))
        data = _json(next(lines, ""))
        only = None
        if "certificate" in data:
            accepted, read = read_certificate(data["certificate"]).check(problem), 3
        elif "sweep" in data:
            accepted, read = _check_sweep(problem, data["sweep"], budget), 3
        elif "numbers" in data:
            clauses = None
            if "only" in data:
                order = read_as(tuple[int, ...], data["only"])
                if is_tour(problem, order):
                    only = Tour(problem.ground, order, problem.piece, problem.closed)
                    clauses = _numbers(problem, _directions(problem, order))
            else:
                clauses = _numbers(problem)
            accepted, read = _check_steps(clauses, lines, budget)
        else:
            accepted, read = _check_steps(_edges(problem, data), lines, budget)
        if accepted and next(lines, None) is not None:
            accepted, read = False, read + 1
    return ProofVerdict(problem, accepted, read, only)


def _check_sweep(problem: Problem, order: object, budget: Budget) -> bool:
    question = cycle_question(undirected(problem))
    vertices = read_as(tuple[int, ...], order)
    if question is None:
        return False
    try:
        return has_no_cycle(question.neighbours, vertices, partial(budget.spend, 0))
    except TooWide:
        return False


def _edges(problem: Problem, data: dict[str, Any]) -> CycleClauses | None:
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
    return CycleClauses(len(question.neighbours), edges)


def _numbers(problem: Problem, excluded: Sequence[Sequence[int]] = ()) -> NumberClauses | None:
    """Return what steps about numbers refer to; None if there are too many, or too few places."""
    if not problem.fewest <= problem.size <= MOST_NUMBERED:
        return None
    return NumberClauses(undirected(problem), excluded)


def _directions(problem: Problem, tour: Sequence[int]) -> list[list[int]]:
    """Return a tour and its reverse, if both answer a problem, with the numbers that it gives."""
    number, v = next(iter(problem.numbered().items()), (1, 0))
    lines = [[*tour]] if problem.directed else [[*tour], [*reversed(tour)]]
    if problem.closed:
        turns = [line.index(v) - number + 1 for line in lines]
        lines = [line[turn:] + line[:turn] for line, turn in zip(lines, turns, strict=True)]
    return [line for line in lines if is_tour(problem, line)]


def _check_steps(clauses: Clauses | None, lines: Iterator[str], budget: Budget) -> tuple[bool, int]:
    """Check the steps, if what they refer to is right; return how many lines were read, too."""
    read = 3
    if clauses is None:
        return False, read
    for line in lines:
        read += 1
        if not read % PAUSE:
            budget.nodes = read
            budget.spend(0)
        try:
            clauses.read(line)
        except Refused:
            return False, read
        if clauses.done:
            return True, read
    return False, read


def _lines(file: str | Path | IO[bytes]) -> Generator[str]:
    """Yield the lines of a file, which may be compressed."""
    with ExitStack() as stack:
        if isinstance(file, (str, Path)):
            file = stack.enter_context(Path(file).open("rb"))
        raw: Any = io.BufferedReader(cast("Any", file))
        if raw.peek(len(GZIP)).startswith(GZIP):
            raw = gzip.GzipFile(fileobj=raw)
        text = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
        try:
            while line := text.readline(LONGEST):
                yield line.rstrip("\n")
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InvalidInput("proof-compressed") from None


def _json(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidInput("proof-unreadable")
    return data
