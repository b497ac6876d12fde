"""Make a Hidato with one solution, as two pictures: ``python examples/puzzle.py FOLDER``.

Begin with a tour of the king, and drop its numbers, in random order, as long as no second solution
appears.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from caballero import Problem, Tour, find_tour, iter_tours
from caballero.formats import to_puzzle_text
from caballero.model.board import Square
from caballero.render.position import position_svg, puzzle_labels


def is_unique(clues: dict[Square, int], tour: Tour) -> bool:
    """Return whether these clues have one solution."""
    problem = Problem(tour.board, piece=tour.piece, clues=clues)
    return len([*iter_tours(problem, count=2)]) == 1


def puzzle_of(tour: Tour, seed: int) -> dict[Square, int]:
    """Return few clues that determine a tour; its two ends always stay."""
    clues = {square: number for number, square in enumerate(tour.squares, start=1)}
    inner = [*tour.squares[1:-1]]
    random.Random(seed).shuffle(inner)
    for square in inner:
        fewer = {other: number for other, number in clues.items() if other != square}
        if is_unique(fewer, tour):
            clues = fewer
    return clues


def main(folder: Path) -> None:
    """Write the puzzle and its solution."""
    tour = find_tour("5x5", piece="king", seed=7)
    clues = puzzle_of(tour, seed=7)
    problem = Problem(tour.board, piece="king", clues=clues)
    picture = position_svg(tour.board, puzzle_labels(problem), given=clues)
    (folder / "puzzle.svg").write_text(picture, encoding="utf-8")
    (folder / "solution.svg").write_text(tour.to_svg(given=clues), encoding="utf-8")
    print(f"{len(clues)} clues of {len(tour)} numbers")
    print(to_puzzle_text(problem))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
