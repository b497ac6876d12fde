"""Count tours that no table of ours has, each number by at least two engines.

Run it with ``python -m benchmarks.new_counts --seconds 60``. A sequence ends where fewer than two
engines finish within the limits of CPU time and memory. Each count is a process of its own, the
command of the row with ``--method`` added; its CPU time is that of the whole process.

The engines: ``listing`` visits each tour by backtracking; ``strips`` multiplies by the matrix of
the automaton of a column; ``sweep`` carries states over the whole board; ``halves`` carries them
over two halves and joins these. The last two share the code of a step; the others share nothing.

The table is Markdown, and its lines of terms are in the format of the OEIS: the terms from the
first board on, zeros included. Undirected tours; moves to the same square count once.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.common import CABALLERO, machine, publish, run, table

ENGINES: Final = ("listing", "strips", "sweep", "halves")
FEWEST: Final = 2
"""The fewest engines that must agree on a number."""


class Family(NamedTuple):
    """Boards of one shape; `board` returns the words of the board of a size, and its drawing."""

    title: str
    sizes: Sequence[int]
    board: Callable[[int], tuple[str, str]]
    options: str


class Term(NamedTuple):
    """A number, and the CPU seconds of each engine that found it."""

    size: int
    tours: int
    seconds: dict[str, float]


def named(form: str) -> Callable[[int], tuple[str, str]]:
    """Return the boards of a form such as ``{n}x3``."""
    return lambda n: (form.format(n=n), "")


def without_middle(n: int) -> tuple[str, str]:
    """Return the drawing of a square board without its middle square."""
    rows = [["."] * n for _ in range(n)]
    rows[n // 2][n // 2] = "#"
    return "-", "".join(f"{''.join(row)}\n" for row in rows)


def first_squares(rows: int) -> Callable[[int], tuple[str, str]]:
    """Return the drawings of the first squares of a board, column after column."""

    def board(n: int) -> tuple[str, str]:
        columns = -(-n // rows)
        squares = (
            ["#."[row + rows * column < n] for column in range(columns)] for row in range(rows)
        )
        return "-", "".join(f"{''.join(row)}\n" for row in squares)

    return board


def families() -> Iterator[Family]:
    """Yield the families."""
    for kind in ("closed", "open"):
        for m in (3, 4, 5, 6, 7, 8):
            title, options = f"{kind} tours of the n×{m} cylinder", f"--surface cylinder --{kind}"
            yield Family(title, range(1, 21), named(f"{{n}}x{m}"), options)
        for m in (3, 4, 5):
            title, options = f"{kind} tours of the n×{m} torus", f"--surface torus --{kind}"
            yield Family(title, range(m, 13), named(f"{{n}}x{m}"), options)
        for a, b in ((2, 2), (2, 3), (2, 4), (3, 3)):
            title = f"{kind} tours of the {a}×{b}×n box"
            yield Family(title, range(b, 13), named(f"{a}x{b}x{{n}}"), f"--{kind}")
        title = f"{kind} tours of the n×n board less its middle square"
        yield Family(title, range(3, 9), without_middle, f"--{kind}")
        for piece in ("zebra", "giraffe"):
            for m in (5, 6, 7):
                title = f"{kind} {piece}'s tours of the {m}×n board"
                options = f"--piece {piece} --{kind}"
                yield Family(title, range(m, 13), named(f"{m}x{{n}}"), options)
    for m, first in ((3, 92), (5, 80), (6, 76), (7, 74), (8, 76)):  # fewer squares: OEIS A383660-64
        title = f"closed tours of the first n squares of {m} rows"
        yield Family(title, range(first, 151, 2), first_squares(m), "--closed")
    for m in (6, 7):
        title = f"open tours of the first n squares of {m} rows"
        yield Family(title, range(1, 151), first_squares(m), "--open")


def count(words: Sequence[str], drawing: str, seconds: int) -> tuple[int | None, float]:
    """Count by a command; return the number, None if it did not finish, and the CPU seconds."""
    ended = run([CABALLERO, "count", *words, "--memory", "4000"], drawing, seconds)
    return (int(ended.output) if ended.status == 0 else None), ended.seconds


def terms(family: Family, seconds: int) -> Iterator[Term]:
    """Yield the terms of a sequence while at least two engines finish."""
    engines = list(ENGINES)
    for size in family.sizes:
        board, drawing = family.board(size)
        found: dict[str, int] = {}
        times: dict[str, float] = {}
        for engine in tuple(engines):
            words = [board, *family.options.split(), "--method", engine]
            tours, took = count(words, drawing, seconds)
            if tours is not None:
                found[engine], times[engine] = tours, took
            elif took > 1:  # it will not finish on a larger board
                engines.remove(engine)
        if len(found) < FEWEST:
            return
        if len(set(found.values())) > 1:
            sys.exit(f"{family.title}, n = {size}: {found}")
        yield Term(size, found.popitem()[1], times)


def section(family: Family, sequence: Sequence[Term]) -> str:
    """Return the section of a sequence: its command, its terms, and their engines."""
    board, drawing = family.board(sequence[-1].size)
    shown = f"printf {shlex.quote(drawing)} | ".replace("\n", "\\n") if drawing else ""
    data = ", ".join(str(term.tours) for term in sequence)
    rows = [
        [
            str(term.size), str(term.tours),
            ", ".join(f"{engine} {took:.2f}" for engine, took in term.seconds.items()),
        ]
        for term in sequence
    ]  # fmt: skip
    title = family.title[0].upper() + family.title[1:]
    return (
        f"\n### {title}\n\n`{shown}caballero count {board} {family.options}` is the last one.\n\n"
        f"From n = {sequence[0].size}: {data}\n\n"
        + table(("n", "tours", "engines, CPU seconds"), rows)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="CPU seconds of a count")
    parser.add_argument("--only", default="", help="the families whose title contains this")
    parser.add_argument("--add-to", type=Path, help="add the sections to this file")
    given = parser.parse_args()
    publish(f"Printed on {machine()}; at most {given.seconds} s of CPU a count.\n", given.add_to)
    numbers = 0
    for family in families():
        if given.only in family.title:
            sequence = list(terms(family, given.seconds))
            if any(term.tours for term in sequence):
                numbers += sum(term.tours > 0 for term in sequence)
                publish(section(family, sequence), given.add_to)
                sys.stdout.flush()
    publish(f"\nNumbers above zero: {numbers}.\n", given.add_to)


if __name__ == "__main__":
    main()
