"""Proofs in files: their sizes, and the times to write and to check them.

The questions are those of the comparison with peers that have no tour; flower snarks (R. Isaacs,
"Infinite families of nontrivial trivalent graphs which are not Tait colorable", American
Mathematical Monthly 82, 1975) by the exact search alone, which learns many clauses, and with two
clues; puzzles with one solution; and cheapest tours of random cities.

    python -m benchmarks.proving
    python -m benchmarks.proving --add-to benchmarks/RESULTS.md

CPU seconds; the time to check should be at most ten times that of the search without a proof.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path

from benchmarks.common import machine, measured, publish, table
from benchmarks.questions import questions

from caballero import Best, Graph, Impossible, Problem, solve
from caballero.best import solve_best
from caballero.proof import check_proof
from caballero.puzzles import Puzzle, another_tour, make_puzzle

WANTED = 10.0

Search = Callable[..., object]


def snark(size: int) -> Graph:
    """Return a flower snark: `size` stars, a ring of their first leaves, and one of the others."""
    edges = [((part, "centre"), (part, leaf)) for part in range(size) for leaf in "bcd"]
    edges += [((part, "b"), ((part + 1) % size, "b")) for part in range(size)]
    ring = [(part, leaf) for leaf in "cd" for part in range(size)]
    edges += [(ring[i - 1], ring[i]) for i in range(2 * size)]
    return Graph.from_edges(edges)


def cities(size: int) -> Graph:
    """Return random cities, whose distances are rounded."""
    rng = random.Random(size)
    places = [(rng.randrange(1000), rng.randrange(1000)) for _ in range(size)]
    pairs = combinations(range(size), 2)
    return Graph.from_edges((a, b, round(math.dist(places[a], places[b]))) for a, b in pairs)


def problems() -> Iterator[tuple[str, Search]]:
    """Yield what is searched, with a proof or without."""
    for question in questions():
        if question.name.startswith("none: "):
            yield question.name.removeprefix("none: "), partial(solve, question.problem)
    for size in (9, 11, 13, 15, 17):
        problem = Problem(snark(size), closed=True)
        name = f"flower snark, {4 * size} vertices, exact"
        yield name, partial(solve, problem, method="exact")
    for size in (7, 9, 11):
        graph = snark(size)
        clues = {graph.label(0): 1, graph.label(2 * size + 1): 2 * size}
        problem = Problem(graph, closed=True, clues=clues)
        name = f"flower snark, {4 * size} vertices, two numbers"
        yield name, partial(solve, problem, method="numbers")
    for piece, rows in (("king", 8), ("knight", 8), ("wazir", 12), ("king", 12)):
        puzzle = make_puzzle(Problem(rows, piece=piece), seed=1)
        assert isinstance(puzzle, Puzzle)
        name = f"{piece}'s puzzle, {rows}×{rows}"
        yield name, partial(another_tour, puzzle.problem, puzzle.tour)
    for size in (30, 60, 90):
        yield f"{size} cities, cheapest", partial(solve_best, cities(size), closed=True)


def row(name: str, search: Search, file: Path) -> list[str]:
    """Return a row: the kind of the proof, its size, and the times."""

    def seconds(work: Callable[[], object]) -> float:
        return min(measured(work).cpu for _ in range(3))

    without = seconds(search)
    written = seconds(partial(search, proof=file))
    outcome = search(proof=file)
    assert isinstance(outcome, (Impossible, Best))
    assert outcome.proof == file, name
    verdict = check_proof(file)
    assert verdict, name
    checked = seconds(partial(check_proof, file))
    kind = outcome.certificate.kind if isinstance(outcome, Impossible) else "one-trees"
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
    head = ["question", "proof", "steps", "MB", *times]
    with tempfile.TemporaryDirectory() as folder:
        make = partial(row, file=Path(folder) / "proof")
        rows = [make(*problem) for problem in problems()]
    note = f"each the least of three; {machine()}"
    publish(f"\n## Proofs in files\n\n{note}\n\n{table(head, rows)}", options.add_to)


if __name__ == "__main__":
    main()
