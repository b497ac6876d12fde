"""Proofs that there is no tour: their sizes, and the times to write and to check them.

The questions are those of the comparison with peers that have no tour, and flower snarks
(R. Isaacs, "Infinite families of nontrivial trivalent graphs which are not Tait colorable",
American Mathematical Monthly 82, 1975) by the exact search alone, which learns many clauses.

    python -m benchmarks.proving
    python -m benchmarks.proving --add-to benchmarks/RESULTS.md

CPU seconds; the time to check should be at most ten times that of the search without a proof.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.common import machine, measured, publish, table
from benchmarks.questions import questions

from caballero import Graph, Impossible, Problem, check_proof, solve

WANTED = 10.0


def snark(size: int) -> Graph:
    """Return a flower snark: `size` stars, a ring of their first leaves, and one of the others."""
    edges = [((part, "centre"), (part, leaf)) for part in range(size) for leaf in "bcd"]
    edges += [((part, "b"), ((part + 1) % size, "b")) for part in range(size)]
    ring = [(part, leaf) for leaf in "cd" for part in range(size)]
    edges += [(ring[i - 1], ring[i]) for i in range(2 * size)]
    return Graph.from_edges(edges)


def problems() -> Iterator[tuple[str, Problem, str | None]]:
    """Yield the problems, and the method if it is not the portfolio."""
    for question in questions():
        if question.name.startswith("none: "):
            yield question.name.removeprefix("none: "), question.problem, None
    for size in (9, 11, 13, 15, 17):
        yield (
            f"flower snark, {4 * size} vertices, exact",
            Problem(snark(size), closed=True),
            "exact",
        )


def row(name: str, problem: Problem, method: str | None, file: Path) -> list[str]:
    """Return a row: the kind of the proof, its size, and the times."""

    def seconds(work: Callable[[], object]) -> float:
        return min(measured(work).cpu for _ in range(3))

    without = seconds(partial(solve, problem, method=method))
    written = seconds(partial(solve, problem, method=method, proof=file))
    outcome = solve(problem, method=method, proof=file)
    assert isinstance(outcome, Impossible)
    verdict = check_proof(file)
    assert verdict, name
    checked = seconds(partial(check_proof, file))
    kind = outcome.certificate.kind
    if kind == "exhausted":
        kind = outcome.stats.method
    ratio = checked / without
    cells = [f"{without:.3f}", f"{written:.3f}", f"{checked:.3f}", f"{ratio:.1f}"]
    size = f"{verdict.lines - 3:,}", f"{file.stat().st_size / 1e6:.3f}"
    return [name, kind, *size, *cells, "yes" if ratio <= WANTED else "**no**"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--add-to", type=Path, help="add the table to this file")
    options = parser.parse_args()
    times = ("search s", "with proof s", "check s", "check / search", f"≤ {WANTED:g}")
    head = ["no tour", "proof", "steps", "MB", *times]
    with tempfile.TemporaryDirectory() as folder:
        make = partial(row, file=Path(folder) / "proof")
        rows = [make(*problem) for problem in problems()]
    note = f"each the least of three; {machine()}"
    publish(f"\n## Proofs that there is no tour\n\n{note}\n\n{table(head, rows)}", options.add_to)


if __name__ == "__main__":
    main()
