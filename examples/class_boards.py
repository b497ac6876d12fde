"""A board for each pupil of a class, and the corrections: ``python examples/class_boards.py``.

Each name is a seed, so each pupil has a tour of her own, the same one every time. The pupils see
its first three squares and one later number, and finish it.
"""

from __future__ import annotations

from zlib import crc32

from caballero import Tour, find_tour, verify
from caballero.render.text import framed

PUPILS = ("Ana", "Bea", "Carlos", "Diego")


def solution(name: str) -> Tour:
    """Return the tour of a pupil."""
    return find_tour("5x5", start="a1", seed=crc32(name.encode()))


def task(tour: Tour) -> str:
    """Return the board with the numbers that the pupil sees."""
    return framed(tour.board, {tour.squares[n - 1]: str(n) for n in (1, 2, 3, 13)})


def main() -> None:
    """Print the tasks, and correct an answer with two squares swapped."""
    for name in PUPILS:
        print(name)
        print(task(solution(name)))
    answer = solution("Ana").names()
    wrong = [*answer[:23], answer[24], answer[23]]
    print("Ana's answer is right:", verify(answer, "5x5").valid)
    for fault in verify(wrong, "5x5").faults:
        print("Bea's is not:", fault)


if __name__ == "__main__":
    main()
