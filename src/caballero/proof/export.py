"""Write a proof about the edges of a graph for VeriPB, a checker of pseudo-Boolean proofs.

A formula, in the format OPB, says what is looked for. About edges it says what a Hamiltonian cycle
is: variable ``x3`` says that edge 3 of
the cycle question is used. Two edges are used at each vertex; and a *flow* shows that they are
connected: each vertex but the first takes a unit out of it, used edges carry ``n - 1`` units at
most in either direction, others none (B. Gavish and S. Graves, "The travelling salesman problem and
related problems", 1978). The bits of each number are variables, too.

The proof, in version 3.0 of VeriPB's format (S. Gocht and J. Nordström, "Certifying parity
reasoning efficiently using pseudo-Boolean proofs", AAAI 2021), derives a contradiction:

* a step of a deduction that counts nothing needs no line, because unit propagation finds it;
* each other step, and each clause, becomes a constraint that follows by unit propagation (``rup``);
* before it come the constraints that the rules about cycles need, as sums of others (``pol``).

With ``E(S)`` for the used edges within a set and ``E(S, T)`` for those between two sets:

* an *edge cut*, at least two edges leave ``S``, which does not have the first vertex: ``|S|`` units
  flow into ``S``, so an edge leaves it; with two edges at each vertex,
  ``E(S) <= |S| - 1`` is half of a sum, rounded, and two edges leave ``S``;
* a path of used edges, with the vertices ``S``: ``E(S) <= |S| - 1`` is half the sum of the vertices
  of ``S`` and of the edge cut of ``S``;
* an inside ``S`` that only the ends of an edge join to others: the sum of the edge cut of ``S``
  with the ends and of both ends;
* a separator ``T`` between ``A`` and ``B``: ``E(T) - E(A, B) <= |T| - 2`` is half the sum of the
  edge cuts of ``A`` and ``B`` and of the vertices of ``T``;
* weights, a deficient set, a cut set: the sum of vertices and edge cuts that they are;
* edges that a two-factor freezes, at a height: the heads above it less the tails above it.

About numbers the formula has the variables of :mod:`.number_clauses`, and says what its reasons
say; every step follows by unit propagation. If there is only one tour, the proof has it as a
solution (``solx``), and derives a contradiction once it is excluded.

VeriPB cannot know whether the formula is the right one; it follows from the problem without any
search, and is easy to write a second time.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final, Unpack

from caballero.machine.errors import InvalidInput
from caballero.machine.folders import together, writing
from caballero.machine.limits import LimitOptions, pause, running
from caballero.model.problem import Problem

from .asking import within
from .clauses import naturals
from .cycle_clauses import CycleClauses, read_weights
from .deduction import Conclusion, Step, TwoFactor
from .facts import pieces_without
from .number_clauses import NumberClauses, bits
from .proof_file import ProofVerdict, read_proof

HEADING: Final = "pseudo-Boolean proof version 3.0"


@within
def export_proof(
    file: str | Path | IO[bytes],
    formula: str | Path,
    proof: str | Path,
    **how: Unpack[LimitOptions],
) -> ProofVerdict:
    """Check a proof, and write it for VeriPB.

    Proofs by steps can be written so, and certificates that are deductions. The formula is about
    the cycles of the cycle question, or about the numbers of a problem with clues; a proof that
    there is only one tour has it as a solution, in both directions if both answer the problem.

    Parameters
    ----------
    file : str, Path or binary file
        As for :func:`check_proof`.
    formula, proof : str or Path
        Where the formula goes, in the format OPB, and the proof.
    limits, timeout, callback
        As for :func:`check_proof`.

    Returns
    -------
    ProofVerdict
        Whether the proof is accepted; nothing is written if it is not.

    Raises
    ------
    InvalidInput
        If this is no proof, or neither a deduction nor a proof by steps.
    LimitReached
        If a limit is reached first.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from caballero import Graph, solve
    >>> from caballero.proof import export_proof
    >>> bow_tie = Graph.from_edges([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     names = [Path(folder, name) for name in ("none.proof", "none.opb", "none.pbp")]
    ...     outcome = solve(bow_tie, closed=True, proof=names[0])
    ...     accepted = export_proof(*names)
    ...     lines = names[2].read_text().splitlines()
    >>> bool(accepted), lines[0], lines[-2]
    (True, 'pseudo-Boolean proof version 3.0', 'conclusion UNSAT : -1;')
    """
    with tempfile.TemporaryFile("w+", encoding="ascii") as steps:
        exported = _Exported(steps)
        verdict = read_proof(file, running(), exported)
        written = exported.formula
        if written is None:
            raise InvalidInput("proof-not-exported")
        if verdict:
            claim = f"ENUMERATION_COMPLETE {written.solutions}" if written.solutions else "UNSAT"
            steps.seek(0)
            with together(), ExitStack() as stack:
                files = [stack.enter_context(writing(name)) for name in (formula, proof)]
                first, out = [io.TextIOWrapper(file, encoding="ascii") for file in files]
                written.write(first)
                out.write(f"{HEADING}\nf {written.given};\n")
                shutil.copyfileobj(steps, out)
                out.write(f"output NONE;\nconclusion {claim} : -1;\nend pseudo-Boolean proof;\n")
                first.detach()
                out.detach()
    return verdict


class _Exported:
    """What is written of a proof while it is read: see :class:`.proof_file.Exporter`."""

    def __init__(self, steps: IO[str]) -> None:
        self._steps = steps
        self.formula: _Formula | _Numbers | None = None
        self._cycles: _Formula

    def deduced(
        self,
        neighbours: Sequence[Sequence[int]],
        steps: Sequence[Step],
        factors: Sequence[TwoFactor],
    ) -> None:
        """Write the formula about a graph, and the steps of a deduction."""
        self.formula = self._cycles = _Formula(neighbours, self._steps)
        _write_deduction(self._cycles, steps, factors)

    def concluded(self, conclusion: Conclusion, left: Sequence[set[int]]) -> None:
        """Write the conclusion of the deduction, and the rest."""
        _write_conclusion(self._cycles, conclusion, left)

    def clauses(self, edges: Sequence[tuple[int, int]]) -> CycleClauses:
        """Return the clauses about the edges that the deduction has left; they are written."""
        return _Clauses(self._cycles, edges)

    def numbers(self, problem: Problem, excluded: Sequence[Sequence[int]]) -> NumberClauses:
        """Return the clauses about numbers, which write their formula."""
        self.formula = _Numbers(problem, excluded, self._steps)
        return self.formula


class _Formula:
    """The formula about the cycles of a graph, and the steps that have been derived from it.

    Its constraints, numbered from 1: for vertex ``v``, number ``2v + 1`` says that two edges are
    used at least, and the next at most; then come two for each edge, about what it may carry to its
    second vertex, and to its first; and a row for each vertex but the first, about what it takes.
    """

    solutions = 0  # that are written and excluded

    def __init__(self, neighbours: Sequence[Sequence[int]], steps: IO[str]) -> None:
        self.size = size = len(neighbours)
        self.edges = [(v, w) for v, row in enumerate(neighbours) for w in sorted(row) if v < w]
        self.number = {edge: e for e, edge in enumerate(self.edges, 1)}
        self._around: list[list[int]] = [[] for _ in neighbours]
        for e, ends in enumerate(self.edges, 1):
            for v in ends:
                self._around[v].append(e)
        self._bits = (size - 1).bit_length()
        self._steps = steps
        self.given = self._count = 3 * size - 1 + 2 * len(self.edges)
        self._derived: dict[str, int] = {}  # the sums that were written
        self._edge_cuts: dict[frozenset[int], int] = {}

    def write_step(self, step: str) -> int:
        """Write a step that derives a constraint; return its number."""
        self._steps.write(f"{step};\n")
        self._count += 1
        return self._count

    def rup(self, literals: Iterable[int]) -> int:
        """Write that a literal of some holds, by unit propagation; return its number."""
        return self.write_step(f"rup {_clause(literals)}")

    def delete(self, names: Iterable[int]) -> None:
        """Write that constraints are deleted."""
        self._steps.write(f"del id {' '.join(map(str, names))};\n")

    def edge(self, v: int, w: int) -> int:
        """Return the number of an edge."""
        return self.number[min(v, w), max(v, w)]

    def sum(
        self,
        vertices: Mapping[int, int],
        cuts: Iterable[tuple[int, Iterable[int]]] = (),
        *,
        halved: bool = False,
    ) -> None:
        """Derive a sum of vertices and edge cuts with factors.

        With a positive factor a vertex uses two edges at least, with a negative factor at most.
        """
        terms = [(self._edge_cut(frozenset(inside)), factor) for factor, inside in cuts]
        terms += [(2 * v + 1 + (factor < 0), abs(factor)) for v, factor in vertices.items()]
        words = [
            f"{name} {factor} *" if factor > 1 else str(name) for name, factor in terms if factor
        ]
        self._pol(" ".join([*words[:1], *(f"{word} +" for word in words[1:])]) + " 2 d" * halved)

    def _pol(self, step: str) -> int:
        """Derive a sum, once; return its number."""
        if step not in self._derived:
            self._derived[step] = self.write_step(f"pol {step}")
        return self._derived[step]

    def _edge_cut(self, inside: frozenset[int]) -> int:
        """Derive that two edges leave a set of vertices at least; return its number."""
        if 0 in inside:
            inside = frozenset(range(self.size)) - inside
        if len(inside) == 1:
            return 2 * min(inside) + 1
        if inside not in self._edge_cuts:
            self._edge_cuts[inside] = self._derive_cut(sorted(inside))
        return self._edge_cuts[inside]

    def _derive_cut(self, inside: Sequence[int]) -> int:
        size, vertices = self.size, {*inside}
        first = 2 * size + 2 * len(self.edges)  # the constraints before those about the flow
        words = [str(first + v) for v in inside]
        weakened = []
        for v in inside:
            for e in self._around[v]:
                a, b = self.edges[e - 1]
                if a not in vertices or b not in vertices:
                    inward = b in vertices
                    words.append(str(2 * size + 2 * e - inward))
                    weakened += [f"x{x} w" for x in self.carried(e, onward=not inward)]
        some = " ".join([words[0], *(f"{word} +" for word in words[1:]), *weakened])
        most = " ".join(f"{2 * v + 2} +" for v in inside)
        least = " ".join(f"{2 * v + 1} +" for v in inside)
        return self._pol(f"{some} {size - 1} d {most} 2 d 2 * {least}")

    def carried(self, e: int, *, onward: bool) -> range:
        """Return the variables of what an edge carries, lowest bit first, to its second vertex."""
        begin = len(self.edges) + 1 + (2 * e - 1 - onward) * self._bits
        return range(begin, begin + self._bits)

    def write(self, out: IO[str]) -> None:
        """Write the formula."""
        edges, size = self.edges, self.size
        variables = len(edges) * (1 + 2 * self._bits)
        out.write(f"* #variable= {variables} #constraint= {self.given}\n")
        out.write("* A Hamiltonian cycle of the graph: edge i, used if xi is 1, joins\n")
        out.writelines(f"* x{e}: {a} {b}\n" for e, (a, b) in enumerate(edges, 1))
        out.write("* Two edges at each vertex.\n")
        for around in self._around:
            out.write(f"{_terms(around, '+1')}>= 2;\n{_terms(around, '-1')}>= -2;\n")
        out.write(f"* An edge carries at most {size - 1} to its second vertex, and to its first.\n")
        for e in range(1, len(edges) + 1):
            for onward in (True, False):
                out.write(f"+{size - 1} x{e} {self._amount(e, -1, onward=onward)}>= 0;\n")
        out.write("* Each vertex but 0 gets at least 1 more than it passes on.\n")
        for v in range(1, size):
            for e in self._around[v]:
                onward = self.edges[e - 1][1] == v
                out.write(
                    self._amount(e, 1, onward=onward) + self._amount(e, -1, onward=not onward)
                )
            out.write(">= 1;\n")

    def _amount(self, e: int, sign: int, *, onward: bool) -> str:
        """Return what an edge carries, or its negative, as a sum of bits."""
        bits = enumerate(self.carried(e, onward=onward))
        return "".join(f"{sign << i:+} x{x} " for i, x in bits)


def _write_deduction(
    formula: _Formula, steps: Iterable[Step], factors: Sequence[TwoFactor]
) -> None:
    """Write the steps of a deduction that unit propagation does not find."""
    used: list[list[int]] = [[] for _ in range(formula.size)]
    waiting = list(reversed(factors))
    for i, step in enumerate(steps):
        while waiting and waiting[-1].after <= i:
            frozen = waiting.pop()
        a, b = step.edge
        if step.rule == "short-cycle":
            path = _path(used, a, b)
            formula.sum(dict.fromkeys(path, -1), [(1, path)], halved=True)
        elif step.rule == "two-factor":
            height = min(frozen.tails[a], frozen.heads[b])
            levels = enumerate(zip(frozen.heads, frozen.tails, strict=True))
            formula.sum({v: (head > height) - (tail > height) for v, (head, tail) in levels})
        if step.rule in {"short-cycle", "two-factor"}:
            e = formula.edge(a, b)
            formula.rup([e if step.used else -e])
        if step.used:
            used[a].append(b)
            used[b].append(a)


def _write_conclusion(formula: _Formula, conclusion: Conclusion, left: Sequence[set[int]]) -> None:
    """Write the contradiction of a deduction."""
    vertices, suppliers = conclusion.vertices, {*conclusion.suppliers}
    match conclusion.kind:
        case "short-cycle":
            formula.sum(dict.fromkeys(vertices, -1), [(1, vertices)], halved=True)
        case "deficient":
            both = sorted(suppliers.union(vertices))
            needy = {*vertices}
            formula.sum({v: (v in needy) - (v in suppliers) for v in both})
        case "cut-set":
            pieces = pieces_without(left, vertices)
            formula.sum(dict.fromkeys(vertices, -1), [(1, piece) for piece in pieces])
    formula.rup([])


def _path(used: Sequence[Sequence[int]], a: int, b: int) -> list[int]:
    """Return the path of used edges from a vertex to another."""
    path, last = [a], -1
    while path[-1] != b:
        v = path[-1]
        path.append(next(w for w in used[v] if w != last))
        last = v
    return path


class _Clauses(CycleClauses):
    """Clauses that are written for VeriPB when they are derived."""

    def __init__(self, formula: _Formula, edges: Sequence[tuple[int, int]]) -> None:
        super().__init__(formula.size, edges)
        self._formula = formula
        self._known = [0, *(formula.edge(*edge) for edge in edges)]
        self._names: dict[int, int] = {}  # the number of each clause in the proof

    def read(self, line: str) -> None:
        """Check a step, and write it; or write which clauses are deleted."""
        before = self.count
        super().read(line)
        if self.count == before:
            self._formula.delete(self._names.pop(int(word)) for word in line[2:].split())
            return
        literals = [int(word) for word in line.partition(":")[0].split()]
        self._names[self.count] = self._formula.rup(
            -self._known[-x] if x < 0 else self._known[x] for x in literals
        )

    def _meaning(self, reason: str) -> Iterable[tuple[int, ...]]:
        kind, rest = reason[0], reason[1:]
        everything, add = frozenset(range(len(self._around))), self._formula.sum
        match kind:
            case "p":
                path = self._path(self._edge(rest))
                if path and len(path) < len(everything):
                    add(dict.fromkeys(path, -1), [(1, path)], halved=True)
            case "i" | "o":
                name, _, listed = rest.partition(",")
                ends = {*self._ends[self._edge(name)]}
                vertices = naturals(listed)
                inside = vertices | ends if kind == "i" else everything - vertices
                if vertices <= everything and inside < everything:
                    add(dict.fromkeys(sorted(ends), -1), [(1, inside)])
            case "s":
                separator, side = map(naturals, rest.split("/"))
                others = everything - separator - side
                if separator | side <= everything and side and others:
                    factors = dict.fromkeys(sorted(separator), -1)
                    add(factors, [(1, side), (1, others)], halved=True)
        meaning = super()._meaning(reason)
        if kind == "w" and meaning:
            add(*read_weights(rest))
        return meaning


class _Numbers(NumberClauses):
    """Clauses about numbers that are written for VeriPB when they are derived, with their formula.

    Its variables are those of the clauses. First the proof has the tours that are excluded, as
    solutions.
    """

    def __init__(self, problem: Problem, excluded: Sequence[Sequence[int]], steps: IO[str]) -> None:
        super().__init__(problem, excluded)
        numbered = {v: number - 1 for number, v in problem.numbered().items()}
        self._clues = numbered or ({0: 0} if problem.closed else {})
        self._steps = steps
        self._names: dict[int, int] = {}  # the number of each clause in the proof
        self.given = sum(1 for _ in self._constraints())
        self.solutions = len(excluded)
        self._written = self.given
        for tour in excluded:
            listed = " ".join(f"x{self._variable(v, t)}" for t, v in enumerate(tour))
            self._write_step(f"solx {listed}")

    def _write_step(self, step: str) -> None:
        self._steps.write(f"{step};\n")
        self._written += 1

    def read(self, line: str) -> None:
        """Check a step, and write it; or write which clauses are deleted."""
        if line.startswith("k "):  # no unit propagation excludes it
            raise InvalidInput("proof-part-not-exported")
        before = self.count
        super().read(line)
        if self.count > before:
            self._write_step(f"rup {_clause(map(int, line.partition(':')[0].split()))}")
            self._names[self.count] = self._written
        elif line.startswith("d "):
            names = [str(self._names.pop(int(word))) for word in line[2:].split()]
            self._steps.write(f"del id {' '.join(names)};\n")

    def _narrow(self, v: int) -> None:
        before = self._domains[v]
        super()._narrow(v)
        for t in bits(before ^ self._domains[v]):
            self._write_step(f"rup {_clause([-self._variable(v, t)])}")

    def write(self, out: IO[str]) -> None:
        """Write the formula."""
        size, edges = self._size, sum(map(len, self._moves)) // 2
        out.write(f"* #variable= {size * size + edges} #constraint= {self.given}\n")
        out.write(
            f"* Vertex v has number t, both from 0 on, if x is 1 whose number is {size}v+t+1\n"
        )
        for v, moves in enumerate(self._moves):
            out.writelines(f"* x{e}: {v} {w}, a move that is used\n" for e, w in moves if v < w)
        out.writelines(f"{line};\n" for line in self._constraints())

    def _constraints(self) -> Iterator[str]:
        """Yield the constraints of the formula."""
        everything = range(self._size)
        for v in everything:
            yield from _exactly(1, [self._variable(v, t) for t in everything])
            yield from _exactly(1, [self._variable(w, v) for w in everything])
        for v, t in self._clues.items():
            yield _clause([self._variable(v, t)])
        for v in everything:
            pause()
            for t in everything:
                yield from self._about(v, t)
            if not self._directed:
                ends = [] if self._closed else [self._variable(v, t) for t in (0, self._size - 1)]
                yield from _exactly(2, [*(e for e, _ in self._moves[v]), *ends])

    def _about(self, v: int, t: int) -> Iterator[str]:
        """Yield what follows if a vertex has a number."""
        x = -self._variable(v, t)
        for adjacent, step in ((self._onward, 1), (self._back, -1)):
            if self._closed or 0 <= t + step < self._size:
                yield _clause([x, *self._at(adjacent[v], t + step)])
        for w, steps in self._forced[v]:
            yield _clause([x, *(near for step in steps for near in self._at([w], t + step))])
        for w, far, sign in self._order.get(v, ()):
            late = [u for u in range(self._size) if sign * (u - t) >= far]
            yield _clause([x, *(self._variable(w, u) for u in late)])
        for e, w in self._moves[v]:
            yield _clause([x, -e, *self._at([w], t + 1), *self._at([w], t - 1)])
            for after in self._at([w], t + 1):
                yield _clause([x, -after, e])

    def _at(self, vertices: Iterable[int], t: int) -> list[int]:
        """Return the variables of some vertices with a number, if any."""
        if not self._closed and not 0 <= t < self._size:
            return []
        return [self._variable(v, t % self._size) for v in vertices]


def _clause(literals: Iterable[int]) -> str:
    """Return that a literal of some holds, as it is written."""
    return "".join(f"1 {'~' if x < 0 else ''}x{abs(x)} " for x in literals) + ">= 1"


def _exactly(count: int, variables: Sequence[int]) -> tuple[str, str]:
    """Return that `count` of some variables hold, as it is written."""
    return f"{_terms(variables, '+1')}>= {count}", f"{_terms(variables, '-1')}>= {-count}"


def _terms(edges: Iterable[int], factor: str) -> str:
    """Return a sum as it is written."""
    return "".join(f"{factor} x{e} " for e in edges)
