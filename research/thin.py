"""Thin boards of large leapers: the smallest with a closed tour, and why no smaller one has any.

For each n, the {n, n+1} leaper on 2n + 1 rows and N columns: the sequence A152138 of the OEIS,
after D. E. Knuth, "Leaper graphs" (Mathematical Gazette 78, 1994). The program takes every N from 1
on, until a tour is found. The tour is read again from its file, and verified; each smaller N has a
proof in a file, which the checker accepts. Colours exclude odd N, a theorem of Knuth's N < 2n + 2.
It can be stopped at any time, and continues with the next N:

    python -m research.thin build/thin --up-to 13
    python -m research.thin build/thin --up-to 13 --again --seconds 600
    python -m research.thin build/thin --report research/thin_boards

The folder gets the tours and the proofs, and ``decided.txt``: a line for each board with n, N, the
verdict, the steps of its proof, and CPU seconds. ``--again`` asks once more about the boards that
are undecided. ``--report`` prints a table, and writes the b-file and which N each reason excludes.

The reasons are the kinds of certificates; ``exhausted`` is a search with a proof by steps, and
``weights`` a proof of one step: the multipliers of a linear relaxation without solution. It needs
the extra ``best``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import table

from caballero import Found, GaveUp, Problem, solve, verify
from caballero.best.inequalities import begin, new_relaxation
from caballero.find.proof_writer import ProofWriter
from caballero.find.proofs import Forcing, deduce
from caballero.formats import to_moves_text
from caballero.machine.limits import Budget
from caballero.model.reduction import cycle_question
from caballero.proof import check_proof

PARTS = 2
"""Multipliers are rounded to this part of 1; the checker says whether these are right."""

REASONS = ("third-move", "degree", "short-cycle", "deficient", "exhausted", "weights")
"""The reasons besides a theorem and colours; no board needed a cut set."""

FOUND, UNDECIDED = "tour", "undecided"


class Decided(NamedTuple):
    """The verdict about a board: a tour, undecided, or the kind of the proof that there is none."""

    n: int
    columns: int
    verdict: str
    steps: int
    seconds: float

    def __str__(self) -> str:
        return " ".join(map(str, self))


def board(n: int, columns: int) -> Problem:
    """Return the question about a board."""
    return Problem((2 * n + 1, columns), piece=(n, n + 1), closed=True)


def decide(n: int, columns: int, folder: Path, seconds: float) -> Decided:
    """Find a tour, or a proof that there is none, and check what was written of it."""
    began, problem = time.process_time(), board(n, columns)
    file = folder / f"{n}-{columns}.proof.gz"
    for method in ("theorems", "proofs", "exact"):
        outcome = solve(problem, method=method, proof=file, limits=seconds)
        if not isinstance(outcome, GaveUp):
            break
    if isinstance(outcome, GaveUp) and prove_by_weights(problem, file):
        checked = check_proof(file)
        assert checked
        return Decided(n, columns, "weights", checked.lines - 3, seconds_since(began))
    verdict, steps = UNDECIDED, 0
    if isinstance(outcome, Found):
        written = file.with_name(f"{n}-{columns}.txt")
        written.write_text(to_moves_text(outcome.tour), "ascii")
        assert verify(written.read_text("ascii"), problem)
        verdict = FOUND
    elif not isinstance(outcome, GaveUp) and outcome.proof:
        checked = check_proof(file)
        assert checked
        assert checked.problem == problem
        certificate = outcome.certificate
        steps = len(getattr(certificate, "steps", ())) or checked.lines - 3
        verdict = certificate.kind
    return Decided(n, columns, verdict, steps, seconds_since(began))


def seconds_since(began: float) -> float:
    return round(time.process_time() - began, 2)


def prove_by_weights(problem: Problem, file: Path) -> bool:
    """Write a proof by weights of vertices and of sets, if the linear relaxation gives them.

    Where no values of the edges satisfy the inequalities, the solver has a multiplier for each of
    them. Rounded, these are the weights.
    """
    budget, question = Budget(), cycle_question(problem)
    assert question
    forcing = deduce(problem, question, budget)
    if not isinstance(forcing, Forcing):
        return False
    edges = [(v, w) for v, row in enumerate(forcing.left) for w in sorted(row) if v < w]
    size = len(forcing.left)
    relaxation = new_relaxation(size, edges, [0] * len(edges))
    if not begin(relaxation, 0, budget).exhausted:
        return False
    _, _, ray = relaxation.solver.getDualRay()
    whole = [round(PARTS * multiplier) for multiplier in ray]
    pairs = [*zip(relaxation.rows, whole, strict=True)]
    weights = {v: weight for v, (_, weight) in enumerate(pairs[:size]) if weight}
    rows = [(weight, row.sets) for row, weight in pairs[size:] if weight > 0]
    sets = [
        (weight, sorted({*range(size)} - part if 0 in part else part))
        for weight, (part, *teeth) in rows
        if not teeth
    ]
    with closing(ProofWriter(problem, file)) as writer:
        writer.cycle_steps(forcing, edges).write_weights(weights, sets)
        writer.publish()
    return True


def read(file: Path) -> dict[tuple[int, int], Decided]:
    """Return what was decided, by n and N; later lines replace earlier ones."""
    known = {}
    for line in file.read_text("ascii").splitlines() if file.exists() else ():
        n, columns, verdict, steps, seconds = line.split()
        row = Decided(int(n), int(columns), verdict, int(steps), float(seconds))
        known[row.n, row.columns] = row
    return known


def work(folder: Path, sizes: Iterable[int], seconds: float, *, again: bool) -> None:
    """Decide the boards of some n that are not decided yet, up to the first tour of each."""
    file = folder / "decided.txt"
    known = read(file)
    for n in sizes:
        for columns in count(1):
            row = known.get((n, columns))
            if row is None or (again and row.verdict == UNDECIDED):
                row = decide(n, columns, folder, seconds)
                with file.open("a", encoding="ascii") as out:
                    out.write(f"{row}\n")
            if row.verdict == FOUND:
                break


def ranges(numbers: Sequence[int], step: int) -> str:
    """Return numbers as ranges of equal steps.

    >>> ranges([4, 6, 8, 12], 2)
    '4-8 12'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number - runs[-1][-1] == step:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("-".join(map(str, run)) for run in runs)


def report(folder: Path, files: Path) -> str:
    """Write the b-file, and which N each reason excludes; return the table of RESULTS.md.

    It ends before the first n with a board that is undecided, or with none that has a tour.
    """
    known = read(folder / "decided.txt")
    terms: list[str] = []
    excluded: list[str] = []
    lines: list[list[str]] = []
    for n in count(1):
        rows = sorted(row for row in known.values() if row.n == n)
        columns = [row.columns for row in rows]
        whole = columns == [*range(1, len(rows) + 1)]
        if not rows or not whole or rows[-1].verdict != FOUND or UNDECIDED in {r[2] for r in rows}:
            break
        terms.append(f"{n} {columns[-1]}\n")
        by_reason: dict[str, list[Decided]] = {}
        for row in rows[:-1]:
            by_reason.setdefault(row.verdict, []).append(row)
        for reason, group in by_reason.items():
            step = 1 if reason == "theorem" else 2
            excluded.append(f"{n} {reason} {ranges([row.columns for row in group], step)}\n")
        others = [row for row in rows[:-1] if row.verdict not in {"theorem", "colours"}]
        assert {row.verdict for row in others} <= {*REASONS}
        counts = (sum(row.verdict == reason for row in others) for reason in REASONS)
        spent = f"{rows[-1].seconds:.1f}", f"{sum(row.seconds for row in rows[:-1]):.1f}"
        steps = max((row.steps for row in others), default=0)
        lines.append([str(n), str(columns[-1]), *map(str, counts), str(steps), *spent])
    files.mkdir(parents=True, exist_ok=True)
    (files / "b152138.txt").write_text("".join(terms), "ascii")
    (files / "excluded.txt").write_text("".join(excluded), "ascii")
    return table(("n", "N", *REASONS, "most steps", "tour, s", "all proofs, s"), lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="of the tours, the proofs and the verdicts")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first n")
    parser.add_argument("--up-to", type=int, default=0, help="the last n")
    parser.add_argument("--seconds", type=float, default=60, help="the most for a method")
    parser.add_argument("--again", action="store_true", help="ask again what is undecided")
    parser.add_argument("--report", type=Path, help="write the tables there, and decide nothing")
    given = parser.parse_args()
    if given.report:
        print(report(given.folder, given.report), end="")
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    work(given.folder, range(given.first, given.up_to + 1), given.seconds, again=given.again)


if __name__ == "__main__":
    main()
