"""Puzzles by level: whether the rules alone solve them, and whether the scores sort them.

Each puzzle is made, solved by the rules of its level, and explained; every step must be true of its
tour, and the last position must be the tour. A table has the speed, and the scores of each level.

    python -m benchmarks.grades --puzzles 10000 --sides 6
    python -m benchmarks.grades --puzzles 1000 --sides 8 10
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from benchmarks.common import machine, publish, table

from caballero import Problem
from caballero.machine.limits import Budget
from caballero.puzzles import GRADES, Puzzle, explain, make_puzzle
from caballero.puzzles.rating import needs_at_most

KINDS: Final = (("knight", "numbers"), ("king", "numbers"), ("wazir", "numbers"), ("wazir", "zip"))
"""The pieces, and the kinds of puzzles."""

RATIO: Final = 1.5
"""How many times the median score of a level is that of the one below, at least."""


def check(puzzle: Puzzle, level: str) -> None:
    """Stop at a puzzle that is not what its level says."""
    problem, tour = puzzle.problem, puzzle.tour
    assert puzzle.grade == level, problem
    if level == "expert":
        assert puzzle.trials, problem
        return
    assert not puzzle.trials, problem
    assert needs_at_most(level, problem, Budget()), problem
    explanation = explain(problem)
    assert explanation.tour == tour, problem
    assert explanation.rating == puzzle.rating, problem
    for step in explanation.steps:
        if step.number is not None:
            assert tour[step.number - 1] == step.place, (problem, step)
        assert all(tour[number - 1] != step.place for number in step.excluded), (problem, step)


def rows(side: int, piece: str, kind: str, seeds: range) -> Iterator[list[str]]:
    """Yield a row for each level of puzzles of a kind."""
    medians: list[float] = []
    for level in GRADES:
        scores, trials, failed = list[int](), list[int](), 0
        seconds = 0.0
        for seed in seeds:
            began = time.process_time()
            puzzle = make_puzzle(Problem(side, piece=piece), kind=kind, level=level, seed=seed)
            seconds += time.process_time() - began
            if not isinstance(puzzle, Puzzle):
                failed += 1
                continue
            check(puzzle, level)
            scores.append(puzzle.score or 0)
            trials.append(puzzle.trials or 0)
        medians.append(statistics.median(scores or [0]))
        *_, (below, median) = pairwise([0.0, *medians])
        ratio = f"{median / below:.1f}" if below else ""
        name = f"{piece if kind == 'numbers' else kind} {side}×{side}"
        yield [
            name, level, f"{len(scores)}", f"{failed}", f"{1000 * seconds / len(seeds):.0f}",
            f"{min(scores, default=0)}–{max(scores, default=0)}", f"{median:.0f}", ratio,
            "" if not below or median >= RATIO * below else "**no**", f"{max(trials, default=0)}",
        ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=int, default=50, help="of each kind and level")
    parser.add_argument("--sides", type=int, nargs="*", default=[6], help="sides of the boards")
    parser.add_argument("--first", type=int, default=0, help="seed of the first puzzle")
    parser.add_argument("--add-to", type=Path, help="add the table to this file")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.puzzles)
    head = ["puzzle", "level", "solved by its rules", "not made", "ms each", "scores", "median"]
    head += ["times that below", f"≥ {RATIO:g}", "most trials"]
    found = [
        row for side in options.sides for piece, kind in KINDS
        for row in rows(side, piece, kind, seeds)
    ]  # fmt: skip
    title = f"\n## Puzzles: levels and scores\n\n{options.puzzles} puzzles a row; {machine()}"
    publish(f"{title}\n\n{table(head, found)}", options.add_to)


if __name__ == "__main__":
    main()
