"""Make the puzzles of the days for the page: ``python docs/make_daily.py``.

Each kind has one for every day of ``WEEKS`` weeks, harder towards the weekend; the page turns and
mirrors them when all were used. None needs a guess. Made again, the puzzles are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from caballero import Problem
from caballero.puzzles import Puzzle, make_puzzle

FILE: Final = Path(__file__).parents[1] / "src/caballero/web/static/today/dailies.js"
WEEKS: Final = 4
HEAD: Final = """\
// The puzzles of the days by kind, four weeks from Sunday: board, level, the squares of the tour,
// and which numbers are given; of a Zip its walls, of a Rikudo the moves of its diamonds. Made by
// docs/make_daily.py.

/** @type {Record<string, string>} */
// biome-ignore format: a line for each kind
export const DAILIES = {
"""


class Day(NamedTuple):
    """The board of a day, and how hard its puzzle is."""

    board: str
    level: str


def week(easy: str, usual: str, large: str) -> tuple[Day, ...]:
    """Return the days from Sunday, on three boards."""
    levels = ("hard", "easy", "easy", "medium", "medium", "medium", "hard")
    return tuple(map(Day, (large, easy, usual, easy, usual, usual, usual), levels))


KINDS: Final = {
    "knight": week("6x6", "6x6", "7x7"),
    "numbrix": week("6x6", "7x7", "8x8"),
    "hidato": week("6x6", "6x6", "7x7"),
    "zip": week("6x6", "6x6", "7x7"),
    "rikudo": week("hex3", "hex4", "hex4"),
}
PIECES: Final = {
    "knight": "knight",
    "numbrix": "wazir",
    "hidato": "king",
    "zip": "wazir",
    "rikudo": "step",
}


def made(kind: str, place: int) -> Puzzle:
    """Make the puzzle of a place in the list of a kind: the first one that needs no guess."""
    board, level = KINDS[kind][place % 7]
    sort = kind if kind in ("zip", "rikudo") else "numbers"
    problem = Problem(board, piece=PIECES[kind])
    for seed in range(place, 10**6, 1000):
        puzzle = make_puzzle(problem, kind=sort, level=level, seed=seed)
        if not puzzle.trials:
            return puzzle
    raise LookupError(kind)


def line(puzzle: Puzzle, board: str) -> str:
    """Write a puzzle: each part is one word, and the last may be missing.

    >>> puzzle = make_puzzle(3, piece="wazir", seed=1)
    >>> line(puzzle, "3x3").split()[:2]
    ['3x3', 'hard']
    """
    problem, name = puzzle.problem, puzzle.problem.place_name
    tour = [*puzzle.tour.squares]
    given = [place in problem.waypoints for place in tour]
    if not problem.waypoints:
        given = [number in problem.numbered() for number in range(1, len(tour) + 1)]
    pairs = problem.forbidden if problem.waypoints else problem.forced
    moves = sorted("".join(sorted(map(name, pair))) for pair in pairs)
    parts = [board, puzzle.grade, "".join(map(name, tour)), "".join("01"[one] for one in given)]
    return " ".join([*map(str, parts), *(["".join(moves)] if moves else [])])


def lines(kind: str) -> Iterator[str]:
    """Yield the line of each puzzle of a kind."""
    for place in range(7 * WEEKS):
        yield line(made(kind, place), KINDS[kind][place % 7].board)


def main() -> None:
    """Write the file."""
    listed = [f'  {kind}: "{"|".join(lines(kind))}",\n' for kind in KINDS]
    FILE.write_text("".join([HEAD, *listed, "};\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
