"""Make the positions of Storm for the page: ``python docs/make_storm.py``.

A level has one board and pairs of positions: the one leaves a tour, the other does not. Both have
the same number of visited squares and of next ones, so that neither tells which is which. A pair is
taken if the reason has as few conclusions as its level allows. Made again, the pairs are the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from caballero import Found, Impossible, Problem
from caballero.find import hints
from caballero.model.board import Square

FILE = Path(__file__).parents[1] / "src/caballero/web/static/storm/positions.json"
SECONDS, MEGABYTES = 60.0, 500.0
DETOUR = 0.3  # how often a walk does not choose the square with the fewest exits


class Level(NamedTuple):
    """A board, how many squares are left on it, and how many conclusions a reason may have."""

    text: str
    left: tuple[int, int]
    lines: tuple[int, int]
    pairs: int

    @property
    def problem(self) -> Problem:
        """Return the problem that the text of an address means."""
        sides, *more = self.text.split(".")
        return Problem(sides, closed="c" in more)


LEVELS = (
    Level("5x5", (4, 6), (1, 1), 16),
    Level("5x6", (6, 9), (1, 1), 20),
    Level("6x6", (7, 12), (1, 1), 20),
    Level("6x6", (9, 16), (2, 3), 20),
    Level("6x6.c", (8, 15), (1, 3), 20),
    Level("7x7", (12, 22), (2, 4), 20),
    Level("8x8", (16, 30), (2, 6), 24),
)


def walked(problem: Problem, length: int, rng: random.Random) -> list[Square]:
    """Walk as Warnsdorff's rule says, with detours; the walk may end early."""
    graph = problem.graph()
    path = [rng.randrange(len(graph))]

    def free(vertex: int) -> list[int]:
        return [w for w in graph.neighbours(vertex) if w not in path]

    while len(path) < length and (ahead := free(path[-1])):
        exits = {v: len(free(v)) for v in ahead}
        least = 8 if rng.random() < DETOUR else min(exits.values())
        path.append(rng.choice([v for v in ahead if exits[v] <= least]))
    return [problem.board.square(v) for v in path]


def pairs_of(level: Level, rng: random.Random) -> Iterator[str]:
    """Yield pairs of positions of a level, without end: the good path, the bad one."""
    problem = level.problem
    waiting: dict[tuple[int, int, bool], list[str]] = {}
    while True:
        length = problem.size - rng.randint(*level.left)
        path = walked(problem, length, rng)
        last, seen = problem.board.index(path[-1]), {*map(problem.board.index, path)}
        exits = len({*problem.graph().neighbours(last)} - seen)
        if len(path) < length or not exits:  # without a next move the answer would be seen at once
            continue
        outcome = hints.finish(problem, path, SECONDS, MEGABYTES)
        can = isinstance(outcome, Found)
        if isinstance(outcome, Impossible):
            reason = hints.argument(problem, path, outcome.certificate)
            if not level.lines[0] <= len(reason) <= level.lines[1]:
                continue
        text = "".join(map(problem.board.square_name, path))
        if others := waiting.get((length, exits, not can)):
            other = others.pop(0)
            yield f"{text} {other}" if can else f"{other} {text}"
        else:
            waiting.setdefault((length, exits, can), []).append(text)


def made(place: int, count: int) -> list[str]:
    """Return the first pairs of a level, no two the same."""
    found: list[str] = []
    for pair in pairs_of(LEVELS[place], random.Random(place)):
        if pair not in found:
            found.append(pair)
        if len(found) == count:
            break
    return found


def main() -> None:
    """Write the file."""
    levels = [{"board": one.text, "pairs": made(i, one.pairs)} for i, one in enumerate(LEVELS)]
    FILE.write_text(json.dumps(levels, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
