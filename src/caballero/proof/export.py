"""Write a proof about the edges of a graph for VeriPB, a checker of pseudo-Boolean proofs.

A formula, in the format OPB, says what a Hamiltonian cycle is: variable ``x3`` says that edge 3 is
used. Its constraints are, for each vertex, that two edges are used there; and for some sets of
vertices, by their *edge cuts*, that two edges leave the set at least. The proof, in version 3.0 of
VeriPB's format (S. Gocht and J. Nordström, "Certifying parity reasoning efficiently using
pseudo-Boolean proofs", AAAI 2021), derives a contradiction from them:

* each clause becomes a constraint that follows by unit propagation (``rup``);
* before it come the constraints that the rules about cycles need, as sums of others (``pol``).

With ``E(S)`` for the used edges within a set and ``E(S, T)`` for those between two sets:

* a path of used edges, with the vertices ``S``: ``E(S) <= |S| - 1`` is half the sum of the vertices
  of ``S`` and of the edge cut of ``S``;
* an inside ``S`` that only the ends of an edge join to others: the sum of the edge cut of ``S``
  with the ends and of both ends;
* a separator ``T`` between ``A`` and ``B``: ``E(T) - E(A, B) <= |T| - 2`` is half the sum of the
  edge cuts of ``A`` and ``B`` and of the vertices of ``T``.

VeriPB cannot tell whether the formula is the right one: whether the graph is, and whether the edge
cuts are complete, which a simple reader of the formula can confirm.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, Final

from caballero.core.errors import InvalidInput
from caballero.core.limits import Budget, Limits, Progress

from .clauses import naturals
from .cycle_clauses import CycleClauses
from .proof_file import ProofVerdict, read_proof

HEADING: Final = "pseudo-Boolean proof version 3.0"


def export_proof(
    file: str | Path | IO[bytes],
    formula: str | Path,
    proof: str | Path,
    *,
    limits: Limits | float | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> ProofVerdict:
    """Check a proof, and write it for VeriPB.

    Only proofs by steps about edges can be written so, those of ``solve(…, method="exact")``. The
    formula is about the graph that the third line of the file describes: its edges, and the
    edge cuts that the proof needs.

    Parameters
    ----------
    file : str, Path or binary file
        As for :func:`check_proof`.
    formula, proof : str or Path
        Where the formula goes, in the format OPB, and the proof.
    limits, on_event : optional
        As for :func:`check_proof`.

    Returns
    -------
    ProofVerdict
        Whether the proof is accepted; nothing is written if it is not.

    Raises
    ------
    InvalidInput
        If this is no proof, or none by steps about edges.
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
    ...     outcome = solve(bow_tie, closed=True, method="exact", proof=names[0])
    ...     accepted = export_proof(*names)
    ...     lines = names[2].read_text().splitlines()
    >>> bool(accepted), lines[0], lines[-2]
    (True, 'pseudo-Boolean proof version 3.0', 'conclusion UNSAT : -1;')
    """
    with tempfile.TemporaryFile("w+", encoding="ascii") as steps:
        exported: list[_Exported] = []

        def wrapped(
            size: int, edges: Sequence[tuple[int, int]], pause: Callable[[], None]
        ) -> CycleClauses:
            exported.append(_Exported(size, edges, pause, steps))
            return exported[0]

        verdict = read_proof(file, Budget(limits, on_event), wrapped)
        if not exported:
            raise InvalidInput("proof-not-exported")
        if verdict:
            exported[0].write(Path(formula), Path(proof))
    return verdict


class _Exported(CycleClauses):
    """Clauses that are written for VeriPB when they are derived.

    In the steps, ``#7`` is the seventh constraint after those of the formula, and ``@7`` its
    seventh edge cut.
    """

    def __init__(
        self,
        size: int,
        edges: Sequence[tuple[int, int]],
        pause: Callable[[], None],
        steps: IO[str],
    ) -> None:
        super().__init__(size, edges, pause)
        self._steps = steps
        self._edge_cuts: dict[frozenset[int], int] = {}  # their numbers
        self._derived: set[str] = set()  # the sums that were written
        self._written = 0  # constraints after those of the formula
        self._names: dict[int, int] = {}  # which of them each clause is

    def read(self, line: str) -> None:
        """Check a step, and write it; or write which clauses are deleted."""
        before = self.count
        super().read(line)
        if self.count == before:
            names = [f"#{self._names.pop(int(word))}" for word in line[2:].split()]
            self._steps.write(f"del id {' '.join(names)};\n")
            return
        literals = [int(word) for word in line.partition(":")[0].split()]
        terms = "".join(f"1 {'~' if x < 0 else ''}x{abs(x)} " for x in literals)
        self._names[self.count] = self._write(f"rup {terms}>= 1")

    def _write(self, step: str) -> int:
        """Write a step that derives a constraint; return its number."""
        self._steps.write(f"{step};\n")
        self._written += 1
        return self._written

    def _sum(self, cuts: Sequence[Iterable[int]], vertices: Iterable[int], *, halved: bool) -> None:
        """Derive the sum of some edge cuts and of the upper bounds of some vertices."""
        names = [f"@{self._edge_cut(frozenset(cut))}" for cut in cuts]
        names += [str(2 * v + 2) for v in sorted(vertices)]
        step = f"pol {names[0]} {' '.join(f'{name} +' for name in names[1:])}"
        step += " 2 d" if halved else ""
        if step not in self._derived:
            self._derived.add(step)
            self._write(step)

    def _edge_cut(self, inside: frozenset[int]) -> int:
        """Return the number of an edge cut, which is that of its smaller side."""
        size = len(self._around)
        if 2 * len(inside) > size or (2 * len(inside) == size and 0 not in inside):
            inside = frozenset(range(size)) - inside
        return self._edge_cuts.setdefault(inside, len(self._edge_cuts) + 1)

    def _meaning(self, reason: str) -> Iterable[tuple[int, ...]]:
        kind, rest = reason[0], reason[1:]
        everything = frozenset(range(len(self._around)))
        match kind:
            case "p":
                path = self._path(self._edge(rest))
                if path and len(path) < len(everything):
                    self._sum([path], path, halved=True)
            case "i" | "o":
                name, _, listed = rest.partition(",")
                ends = {*self._ends[self._edge(name)]}
                vertices = naturals(listed)
                inside = vertices | ends if kind == "i" else everything - vertices
                if vertices <= everything and inside < everything:
                    self._sum([inside], ends, halved=False)
            case "s":
                separator, side = map(naturals, rest.split("/"))
                others = everything - separator - side
                if separator | side <= everything and side and others:
                    self._sum([side, others], separator, halved=True)
        return super()._meaning(reason)

    def write(self, formula: Path, proof: Path) -> None:
        """Write the formula and the proof."""
        size, edges = len(self._around), len(self._ends) - 1
        count = 2 * size + len(self._edge_cuts)
        with formula.open("w", encoding="ascii") as out:
            out.write(f"* #variable= {edges} #constraint= {count}\n")
            out.write("* A Hamiltonian cycle of the graph: edge i, used if xi is 1, joins\n")
            out.writelines(f"* x{e}: {a} {b}\n" for e, (a, b) in enumerate(self._ends[1:], 1))
            out.write("* Two edges at each vertex.\n")
            for around in self._around:
                out.write(f"{_terms(around, '+1')}>= 2;\n{_terms(around, '-1')}>= -2;\n")
            for inside in self._edge_cuts:
                out.write(f"* At least two edges leave {' '.join(map(str, sorted(inside)))}.\n")
                leaving = [e for v in sorted(inside) for e in self._around[v]]
                leaving = [e for e in leaving if not inside >= {*self._ends[e]}]
                out.write(f"{_terms(leaving, '+1')}>= 2;\n")
        self._steps.seek(0)
        first = {"#": count, "@": 2 * size}
        with proof.open("w", encoding="ascii") as out:
            out.write(f"{HEADING}\nf {count};\n")
            for line in self._steps:
                out.write(re.sub(r"([#@])(\d+)", lambda m: str(first[m[1]] + int(m[2])), line))
            out.write("output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n")


def _terms(edges: Iterable[int], factor: str) -> str:
    """Return a sum as it is written."""
    return "".join(f"{factor} x{e} " for e in edges)
