"""Count tours that no table of ours has, each number by at least two engines.

Run it with ``python -m research.new_counts --seconds 60``. A sequence ends where fewer than two
engines finish within the limits of CPU time and memory. Each count is a process of its own, the
command of the row with ``--method`` added; its CPU time is that of the whole process.

The engines: ``listing`` visits each tour by backtracking; ``strips`` multiplies by the matrix of
the automaton of a column; ``sweep`` carries states over the whole board; ``halves`` carries them
over two halves and joins these. The last two share the code of a step; the others share nothing.

For the first squares of a board ``growing`` counts them all by one sweep: it shares the code of
a step with ``sweep`` and ``halves``, but neither their order nor where cycles close. Its numbers
continue where the others stop, because each is made on the way to those of whole columns, which
others published: the table says which these are. ``--bfiles`` writes the whole sequences.

The table is Markdown, and its lines of terms are in the format of the OEIS: the terms from the
first board on, zeros included. Undirected tours; moves to the same square count once.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.common import CABALLERO, machine, measured, publish, run, table
from research.growing import growing_counts

from caballero import Board, Problem, known_counts
from caballero.counting import Known
from caballero.machine.limits import Budget
from caballero.model.reduction import rows as neighbour_rows

ENGINES: Final = ("listing", "strips", "sweep", "halves")
FEWEST: Final = 2
"""The fewest engines that must agree on a number."""

MOST_SQUARES: Final = 150
"""The most first squares of a board."""


class Family(NamedTuple):
    """Boards of one shape; `board` returns the words of the board of a size, and its drawing."""

    title: str
    sizes: Sequence[int]
    board: Callable[[int], tuple[str, str]]
    options: str
    rows: int = 0  # of the board whose first squares are counted
    sequence: str = ""  # in the OEIS, which has its first terms


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
    # The first squares: those of fewer squares are in the OEIS.
    closed = ((3, 92, "A383660"), (5, 80, "A383661"), (6, 76, "A383662"), (7, 74, "A383663"))
    for m, first, name in closed:
        title = f"closed tours of the first n squares of {m} rows"
        sizes = range(first, MOST_SQUARES + 1, 2)
        yield Family(title, sizes, first_squares(m), "--closed", m, name)
    for m, first, name in ((3, 54, "A389759"), (5, 50, "A389755"), (6, 1, "")):
        title = f"open tours of the first n squares of {m} rows"
        sizes = range(first, MOST_SQUARES + 1)
        yield Family(title, sizes, first_squares(m), "--open", m, name)
    title = "open tours of the first n squares of 7 rows"
    yield Family(title, range(1, 48), first_squares(7), "--open")


Grown = Sequence[tuple[int, float]]
"""The tours of the first 1, 2, … squares, and the CPU seconds until each number was known."""


def growing(rows: int, closed: bool) -> Grown:
    """Count the tours of the first squares of some rows."""
    whole = Problem((-(-MOST_SQUARES // rows), rows))
    counts = growing_counts(neighbour_rows(whole.graph()), Budget(), closed=closed)
    return [(tours, time.process_time()) for tours in islice(counts, MOST_SQUARES)]


def is_published(rows: int, size: int, closed: bool, tours: int) -> bool:
    """Return whether others published this number for whole columns; exit if theirs differs."""
    if size % rows:
        return False
    question = Problem(Board((rows, size // rows)), closed=closed)
    alike = Known(tours, "", closed).convention
    found = {
        known.value
        for known in known_counts(question)
        if known.convention == alike and not known.refuted and known.source != "Caballero"
    }
    if found - {tours}:
        sys.exit(f"{size} squares of {rows} rows: {tours}, published {found}")
    return bool(found)


def count(words: Sequence[str], drawing: str, seconds: int) -> tuple[int | None, float]:
    """Count by a command; return the number, None if it did not finish, and the CPU seconds."""
    ended = run([CABALLERO, "count", *words, "--memory", "4000"], drawing, seconds)
    return (int(ended.output) if ended.status == 0 else None), ended.seconds


def terms(family: Family, seconds: int, grown: Grown) -> Iterator[Term]:
    """Yield the terms of a sequence while at least two engines finish, or it is a growing one."""
    engines = list(ENGINES)
    closed = family.options == "--closed"
    for size in family.sizes:
        board, drawing = family.board(size)
        found: dict[str, int] = {}
        times: dict[str, float] = {}
        if grown:
            found["growing"], times["growing"] = grown[size - 1]
            if is_published(family.rows, size, closed, found["growing"]):
                times["published"] = 0
        for engine in tuple(engines):
            words = [board, *family.options.split(), "--method", engine]
            tours, took = count(words, drawing, seconds)
            if tours is not None:
                found[engine], times[engine] = tours, took
            elif took > 1:  # it will not finish on a larger board
                engines.remove(engine)
        if len(found) < FEWEST and not grown:
            return
        if len(set(found.values())) > 1:
            sys.exit(f"{family.title}, n = {size}: {found}")
        yield Term(size, found.popitem()[1], times)


def write_bfile(folder: Path, sequence: str, grown: Grown) -> None:
    """Write a b-file of the OEIS, from n = 1 on."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (f"{n} {tours}\n" for n, (tours, _) in enumerate(grown, 1))
    (folder / f"b{sequence[1:]}.txt").write_text("".join(lines), "ascii")


def section(family: Family, sequence: Sequence[Term]) -> str:
    """Return the section of a sequence: its command, its terms, and their engines."""
    board, drawing = family.board(sequence[-1].size)
    shown = f"printf {shlex.quote(drawing)} | ".replace("\n", "\\n") if drawing else ""
    data = ", ".join(str(term.tours) for term in sequence)
    rows = [
        [
            str(term.size), str(term.tours),
            ", ".join(f"{engine} {took:.2f}" if took else engine
                      for engine, took in term.seconds.items()),
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
    parser.add_argument("--bfiles", type=Path, help="write the whole sequences to this folder")
    given = parser.parse_args()
    publish(f"Printed on {machine()}; at most {given.seconds} s of CPU a count.\n", given.add_to)
    numbers = 0
    for family in families():
        if given.only in family.title:
            closed = family.options == "--closed"
            grown: Grown = []
            if family.rows:
                grown = measured(partial(growing, family.rows, closed)).answer
                if given.bfiles and family.sequence:
                    write_bfile(given.bfiles, family.sequence, grown[1::2] if closed else grown)
            sequence = list(terms(family, given.seconds, grown))
            if any(term.tours for term in sequence):
                numbers += sum(term.tours > 0 for term in sequence)
                publish(section(family, sequence), given.add_to)
                sys.stdout.flush()
    publish(f"\nNumbers above zero: {numbers}.\n", given.add_to)


if __name__ == "__main__":
    main()
