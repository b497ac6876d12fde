"""Write the proof that there is no tour, while the search runs.

The exact search logs its conclusions with their reasons (:mod:`caballero.kernels.exact`), and a
writer turns these into the steps of :mod:`caballero.proof.clauses`. It writes them beside the file
that was asked for, which exists only once the proof is complete. :mod:`caballero.proof.proof_file`
describes the file and checks it.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

from caballero.core.interchange import problem_data
from caballero.core.problem import Problem
from caballero.kernels import exact
from caballero.proof.proof_file import HEADING
from caballero.proof.stored import as_data, certificate_data

if TYPE_CHECKING:
    from caballero.proof.certificate import Certificate

    from .proofs import Forcing

PART: Final = ".part"
"""What the name of an incomplete proof ends with."""


class ProofWriter:
    """A proof that is being written; `complete` ends it, `close` removes what is incomplete.

    Parameters
    ----------
    problem : Problem
        The problem that was asked.
    file : str or Path
        Where the proof goes; it is compressed if the name ends with ``.gz``.
    """

    __slots__ = ("_complete", "_count", "_file", "_names", "_part", "_problem", "_text")

    def __init__(self, problem: Problem, file: str | Path) -> None:
        self._problem = problem
        self._file = Path(file)
        self._part = self._file.with_name(self._file.name + PART)
        self._text: IO[str] | None = None
        self._names: dict[int, int] = {}  # the number of each clause, by its place in the room
        self._count = 0
        self._complete = False
        self._begin({})  # a file that cannot be written is refused before the search

    def _begin(self, data: dict[str, object]) -> None:
        """Begin the file again; drop what was written."""
        if self._text is not None:
            self._text.close()
        if self._file.suffix == ".gz":  # the same proof gives the same file, whatever the time
            packed = cast("IO[bytes]", gzip.GzipFile(self._part, "wb", mtime=0))
            self._text = io.TextIOWrapper(packed, encoding="ascii")
        else:
            self._text = self._part.open("w", encoding="ascii")
        problem = problem_data(self._problem)
        lines = [json.dumps(part, separators=(",", ":")) for part in (problem, data)]
        self._write("\n".join([HEADING, *lines]))
        self._names.clear()
        self._count = 0
        self._complete = False

    def begin_steps(self, forcing: Forcing | None, edges: Sequence[tuple[int, int]]) -> None:
        """Begin a proof by steps about these edges, those that a deduction has left."""
        steps = forcing.steps if forcing else []
        # The last two-factor may have frozen nothing.
        factors = [f for f in forcing.factors if f.after < len(steps)] if forcing else []
        parts = {"steps": steps, "factors": factors, "edges": edges}
        self._begin({name: as_data(part) for name, part in parts.items()})

    def write_sweep(self, order: Sequence[int]) -> None:
        """Write that a sweep in an order of the vertices proves it."""
        self._begin({"sweep": list(order)})
        self._complete = True

    def write_low_degree(self, vertex: int) -> None:
        """Write that a vertex has fewer than two edges."""
        self._write(f": v{vertex}")
        self._complete = True

    def write_log(self, state: exact.State) -> None:
        """Write what a search has logged."""
        log = list(state.log[: state.logged])
        state.logged = 0
        reasons: list[str] = []
        at = 0
        while at < len(log):
            number = log[at]
            at += 1
            if number >= 0:
                reason, at = self._reason(log, number, at)
                reasons.append(reason)
                continue
            end = at - 1 - number
            literals = [-(n >> 1) - 1 if n & 1 else (n >> 1) + 1 for n in log[at:end]]
            self._count += 1
            if place := log[end]:
                self._names[place] = self._count
            self._write(" ".join([*map(str, literals), ":", *reversed(reasons)]))
            self._complete = not literals
            reasons.clear()
            at = end + 1

    def _reason(self, log: Sequence[int], number: int, at: int) -> tuple[str, int]:
        """Read a reason; return it as it is written, and where the next one begins."""
        name = number >> 2
        match number & 3:
            case exact.CLAUSE:
                return f"c{self._names[name]}", at
            case exact.DEGREES:
                return f"v{name}", at
            case exact.SEPARATOR:
                end = at + 1 + log[at]
                last = end + 1 + log[end]
                return f"s{_listed(log[at + 1 : end])}/{_listed(log[end + 1 : last])}", last
        edge, count = log[at] + 1, log[at + 1]
        if not count:
            return f"p{edge}", at + 2
        end = at + 2 + abs(count)
        return f"{'i' if count > 0 else 'o'}{edge},{_listed(log[at + 2 : end])}", end

    def forget(self, state: exact.State) -> None:
        """Let a search forget clauses, and write which ones."""
        before = list(_clauses(state))
        exact.forget(state)
        names: dict[int, int] = {}
        kept = _clauses(state)
        place, clause = next(kept, (0, None))
        dropped: list[int] = []
        for old, literals in before:
            if literals == clause:
                names[place] = self._names[old]
                place, clause = next(kept, (0, None))
            else:
                dropped.append(self._names[old])
        self._names = names
        if dropped:
            self._write(" ".join(["d", *map(str, dropped)]))

    def complete(self, certificate: Certificate) -> Path | None:
        """Complete the proof of an answer; return its file, or None if there is no proof."""
        if certificate.kind != "exhausted":
            self._begin({"certificate": certificate_data(certificate)})
            self._complete = True
        if not self._complete or self._text is None:
            return None
        self._text.close()
        self._part.replace(self._file)
        return self._file

    def close(self) -> None:
        """Remove the file of an incomplete proof."""
        if self._text is not None:
            self._text.close()
        self._part.unlink(missing_ok=True)

    def _write(self, line: str) -> None:
        assert self._text is not None
        self._text.write(line + "\n")


def _listed(vertices: Sequence[int]) -> str:
    return ",".join(map(str, vertices))


def _clauses(state: exact.State) -> Iterator[tuple[int, list[int]]]:
    """Yield the places and the literals of the clauses in the room."""
    clauses = list(state.clauses[: state.used])
    at = 1
    while at < len(clauses):
        end = at + 4 + clauses[at]
        yield at, clauses[at + 4 : end]
        at = end
