"""Write the proof that there is no tour, while the search runs.

The searches that learn from conflicts log their conclusions with their reasons
(:mod:`caballero.find.kernels._clauses`), and a writer turns these into the steps of
:mod:`caballero.proof.clauses`. Each search has its own file next to the file that was asked for,
which exists only once a proof is complete. :mod:`caballero.proof.proof_file` describes the file and
checks it.
"""

from __future__ import annotations

import gzip
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, Final, cast

from caballero.machine.folders import writing
from caballero.model.interchange import problem_data
from caballero.model.problem import Problem
from caballero.proof.proof_file import HEADING
from caballero.proof.stored import as_data, certificate_data

from .kernels import _clauses as kernel, exact, numbers

if TYPE_CHECKING:
    from caballero.proof.certificate import Certificate

    from .kernels._clauses import Learning
    from .proofs import Forcing


class ProofWriter:
    """A proof that is being written; `complete` ends it, `close` removes an incomplete proof.

    It is compressed if the name of the `file` ends with ``.gz``. `only` has the vertices of the
    only tour.
    """

    __slots__ = ("_finished", "_only", "_parts", "_problem", "file")

    def __init__(
        self, problem: Problem, file: str | Path, only: Sequence[int] | None = None
    ) -> None:
        self._only = only
        self._problem = problem
        self.file = Path(file)
        self._parts: dict[str, tuple[AbstractContextManager[IO[str]], IO[str]]] = {}
        self._finished: str | None = None
        self._begin("none", {})  # a file that cannot be written is refused before the search

    def _begin(self, name: str, data: dict[str, object]) -> str:
        """Begin a part again; drop what was written."""
        self._drop(name)
        context = _text(self.file)
        self._parts[name] = context, context.__enter__()
        self.write(name, HEADING)
        for line in (problem_data(self._problem), data):
            self.write(name, json.dumps(line, separators=(",", ":")))
        return name

    def _drop(self, name: str) -> None:
        """Remove a part."""
        if name in self._parts:
            context, _ = self._parts.pop(name)
            with suppress(OSError):
                context.__exit__(Exception, Exception(), None)

    def cycle_steps(self, forcing: Forcing | None, edges: Sequence[tuple[int, int]]) -> CycleSteps:
        """Begin a proof by steps about these edges, which a deduction has left."""
        steps = forcing.steps if forcing else []
        # The last two-factor may have frozen nothing.
        factors = [f for f in forcing.factors if f.after < len(steps)] if forcing else []
        parts = {"steps": steps, "factors": factors, "edges": edges}
        data = {name: as_data(part) for name, part in parts.items()}
        return CycleSteps(self, self._begin("edges", data))

    def number_steps(self) -> NumberSteps:
        """Begin a proof by steps about numbers."""
        only = {} if self._only is None else {"only": [*self._only]}
        part = self._begin("numbers", {"numbers": True, **only})
        return NumberSteps(self, part, self._problem.size)

    def write_sweep(self, order: Sequence[int], **claim: object) -> None:
        """Write that a sweep in an order of the vertices proves it, or another claim."""
        self.finish(self._begin("sweep", {"sweep": list(order), **claim}))

    def optimality(self, data: dict[str, object]) -> BestSteps:
        """Begin a proof that a tour is the best; `data` has the tour and the costs."""
        return BestSteps(self, self._begin("best", data))

    def complete(self, certificate: Certificate) -> Path | None:
        """Complete the proof of an answer; return its file, or None if there is no proof."""
        if certificate.kind != "exhausted":
            self.finish(self._begin("certificate", {"certificate": certificate_data(certificate)}))
        return self.publish()

    def publish(self) -> Path | None:
        """Give the finished proof its name; return its file, or None if there is none."""
        if self._finished is None:
            return None
        context, _ = self._parts.pop(self._finished)
        context.__exit__(None, None, None)
        return self.file

    def close(self) -> None:
        """Remove the files of incomplete proofs."""
        for name in [*self._parts]:
            self._drop(name)

    # -- for the steps -----------------------------------------------------------------------------

    def write(self, part: str, line: str) -> None:
        """Write a line of a part."""
        self._parts[part][1].write(line + "\n")

    def finish(self, part: str) -> None:
        """Note that a part is a proof."""
        self._finished = part


@contextmanager
def _text(path: Path) -> Iterator[IO[str]]:
    """Open a text that replaces a file at the end of the block, unless the block raises."""
    with ExitStack() as stack:
        file: BinaryIO = stack.enter_context(writing(path, at_once=True))
        if path.suffix == ".gz":  # the same proof gives the same file, whatever the time
            packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
            file = cast("BinaryIO", stack.enter_context(packed))
        text = io.TextIOWrapper(file, encoding="ascii")
        stack.callback(text.detach)
        yield text


class Lines:
    """The lines of a part of a proof, in order."""

    __slots__ = ("_part", "_writer")

    def __init__(self, writer: ProofWriter, part: str) -> None:
        self._writer = writer
        self._part = part

    def write(self, line: str) -> None:
        """Write a line."""
        self._writer.write(self._part, line)


class BestSteps(Lines):
    """The steps of a proof that a tour is the best (:mod:`caballero.proof.one_trees`)."""

    __slots__ = ()

    def complete(self) -> Path | None:
        """Complete the proof; return its file."""
        self._writer.finish(self._part)
        return self._writer.publish()


class Steps(Lines, ABC):
    """The steps of a search, which are written as it goes on."""

    __slots__ = ("_count", "_names")

    def __init__(self, writer: ProofWriter, part: str) -> None:
        super().__init__(writer, part)
        self._names: dict[int, int] = {}  # the number of each clause, by its place in the room
        self._count = 0

    def _contradict(self, reason: str) -> None:
        """Write that a reason is a contradiction, which ends the proof."""
        self.write(f": {reason}")
        self._writer.finish(self._part)

    def write_log(self, learning: Learning) -> None:
        """Write the log of a search."""
        log, clauses = learning.log, learning.clauses
        entries = list(log.entries[: log.size])
        log.size = 0
        reasons: list[str] = []
        at = 0
        while at < len(entries):
            number = entries[at]
            at += 1
            if number >= 0:
                reason, at = self._reason(entries, number, at, clauses)
                reasons.append(reason)
                continue
            end = at - 1 - number
            literals = [self._literal(n) for n in entries[at:end]]
            self._count += 1
            if place := entries[end]:
                self._names[place] = self._count
            self.write(" ".join([*map(str, literals), ":", *reversed(reasons)]))
            if not literals:
                self._writer.finish(self._part)
            reasons.clear()
            at = end + 1

    def _literal(self, number: int) -> int:
        """Return a literal as it is written."""
        return -self._variable(number >> 1) if number & 1 else self._variable(number >> 1)

    @abstractmethod
    def _variable(self, x: int) -> int:
        """Return a variable as it is written."""

    @abstractmethod
    def _reason(
        self, log: Sequence[int], number: int, at: int, clauses: Sequence[int]
    ) -> tuple[str, int]:
        """Read a reason; return it as it is written, and where the next begins."""

    def forget(self, learning: Learning) -> None:
        """Let a search forget clauses, and write which clauses; note where the others are."""
        before = list(_learnt(learning))
        kernel.forget(learning)
        names: dict[int, int] = {}
        kept = _learnt(learning)
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
            self.write(" ".join(["d", *map(str, dropped)]))


class CycleSteps(Steps):
    """Steps about the edges of a graph (:mod:`caballero.proof.cycle_clauses`)."""

    __slots__ = ()

    def write_low_degree(self, vertex: int) -> None:
        """Write that a vertex has fewer than two edges."""
        self._contradict(f"v{vertex}")

    def write_weights(
        self, weights: Mapping[int, int], sets: Sequence[tuple[int, Sequence[int]]]
    ) -> None:
        """Write that a cycle would need more weight of vertices and of sets than edges have."""
        single = ",".join(f"{v}:{weight}" for v, weight in weights.items())
        several = [f"{weight}:{_listed(inside)}" for weight, inside in sets]
        self._contradict("w" + "/".join([single, *several]))

    def _variable(self, x: int) -> int:
        return x + 1

    def _reason(
        self, log: Sequence[int], number: int, at: int, clauses: Sequence[int]
    ) -> tuple[str, int]:
        name = number >> 2
        match number & 3:
            case _ if number == exact.SEPARATOR:
                end = at + 1 + log[at]
                last = end + 1 + log[end]
                return f"s{_listed(log[at + 1 : end])}/{_listed(log[end + 1 : last])}", last
            case kernel.CLAUSE:
                return f"c{self._names[name]}", at
            case exact.DEGREES:
                return f"v{name}", at
            case exact.SHORT_CYCLE:
                return f"p{log[at] + 1}", at + 1
        edge, count = log[at] + 1, log[at + 1]  # a cut
        end = at + 2 + abs(count)
        return f"{'i' if count > 0 else 'o'}{edge},{_listed(log[at + 2 : end])}", end


class NumberSteps(Steps):
    """Steps about the numbers of vertices (:mod:`caballero.proof.number_clauses`)."""

    __slots__ = ("_named", "_narrowed", "_size")

    ORIGINS: Final = {
        numbers.VERTEX: "v", numbers.NUMBER: "t", numbers.AFTER: "a", numbers.BEFORE: "b",
        numbers.MOVES: "m", numbers.DEGREE: "g", numbers.FORCED: "f", numbers.ADDED: "x",
    }  # fmt: skip

    def __init__(self, writer: ProofWriter, part: str, size: int) -> None:
        super().__init__(writer, part)
        self._size = size
        self._named: list[int] = []  # the variables, as they are written
        self._narrowed: list[int] = []

    # What excludes numbers before the search.

    def narrow(self, v: int) -> None:
        """Write that the numbers of a vertex shrink to the numbers that its neighbours support."""
        self._narrowed.append(v)
        if len(self._narrowed) == 1000:
            self._write_narrowed()

    def keep_apart(self, between: int, part: Sequence[int]) -> None:
        """Write that a vertex separates a part from the others."""
        self.write(f"k {between} {' '.join(map(str, part))}")

    def no_number(self, v: int) -> None:
        """Write that no number is left for a vertex, which ends the proof."""
        self._write_narrowed()
        self._contradict(f"v{v}")

    def no_vertex(self, t: int) -> None:
        """Write that no vertex is left for a number, which ends the proof."""
        self._write_narrowed()
        self._contradict(f"t{t}")

    def _write_narrowed(self) -> None:
        if self._narrowed:
            self.write(f"n {' '.join(map(str, self._narrowed))}")
            self._narrowed.clear()

    # The conclusions of the search.

    def begin(self, state: numbers.State) -> None:
        """Begin the steps of a search, which has its clauses."""
        self._write_narrowed()
        size = self._size
        places = zip(state.vertex, state.number, strict=True)
        self._named = [v * size + t + 1 for v, t in places]
        moves = len(state.learning.level) - len(self._named)
        self._named += range(size * size + 1, size * size + moves + 1)
        self.write_log(state.learning)

    def _variable(self, x: int) -> int:
        return self._named[x]

    def _reason(
        self, log: Sequence[int], number: int, at: int, clauses: Sequence[int]
    ) -> tuple[str, int]:
        name = number >> 2
        match number & 3:
            case numbers.ROW:
                return f"r{self._named[name]},{self._named[log[at]]}", at + 1
            case kernel.CLAUSE if clauses[name + 1] > 0:
                return f"c{self._names[name]}", at
            case kernel.CLAUSE:
                name = -clauses[name + 1]
        kind, name = self.ORIGINS[name & 7], name >> 3
        return f"{kind}{self._named[name] if kind in 'abmf' else name}", at


def _listed(vertices: Sequence[int]) -> str:
    return ",".join(map(str, vertices))


def _learnt(learning: Learning) -> Iterator[tuple[int, list[int]]]:
    """Yield the places and the literals of the learnt clauses in the room."""
    clauses = list(learning.clauses[: learning.used])
    at = 1
    while at < len(clauses):
        end = at + 4 + clauses[at]
        if clauses[at + 1] > 0:
            yield at, clauses[at + 4 : end]
        at = end
