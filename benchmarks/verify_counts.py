"""Compare Caballero's counts with every published one that it knows.

Run it with ``make verify-counts``, or ``python -m benchmarks.verify_counts``. Each line has the
problem, the published number and its source, our number, whether they agree, and our cost. Numbers
that would take longer than ``--longest`` are left out with an estimate. A refuted number is
expected to differ; if another one differs, the status is 1.

Each number is counted in a process of its own, a fork of a warm one; its memory is the growth.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from benchmarks.common import Measured, measured

from caballero import Graph, LimitReached, Limits, Problem, TooLarge, count_tours, methods
from caballero.counting import Known
from caballero.counting.counting import BRUTE_SQUARES
from caballero.counting.known import published
from caballero.counting.sweeps.route import FOLDED, folded_shape, route
from caballero.counting.symmetric import class_counts
from caballero.machine.limits import Budget, LimitHit
from caballero.model.piece import KNIGHT
from caballero.proof.facts import chess_colouring, excluded_by

SPEED = 2e6  # approximate number of states made per second
AGREES, REFUTED, DIFFERS, LEFT = "agrees", "refuted", "DIFFERS", "left out"
KNUTH = "Knuth, TAOCP pre-fascicle 8A (2025), table 1"

# The number of edges of a strip's automaton, by rows and whether tours are closed.
STRIPS = {
    (3, True): 4e2, (3, False): 3e3, (4, False): 1e4, (5, True): 3.7e5, (5, False): 2.8e6,
    (6, True): 8e6,
}  # fmt: skip


class Case(NamedTuple):
    """A published number, its problem, and the problem's name."""

    name: str
    problem: Problem
    known: Known


class Line(NamedTuple):
    """The result of a case."""

    case: Case
    ours: int | None
    verdict: str
    method: str
    seconds: float
    megabytes: float

    def text(self) -> str:
        """Return the result as a line."""
        known = self.case.known
        if self.ours is None:
            end = f"{self.verdict}, {self.method}"
        else:
            cost = f"{self.method}, {self.seconds:.3f} s, {self.megabytes:.1f} MB"
            end = f"ours {self.ours}: {self.verdict} ({cost})"
        return f"{self.case.name}: {known.value} [{known.source}] {end}"


# -- published counts --------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    """Yield all published numbers."""
    for problem, known in published():
        yield Case(_name(problem, known), problem, known)
    for name, graph, value in _graphs():
        yield Case(f"{name} closed", Problem(graph, closed=True), Known(value, KNUTH, True))


def _name(problem: Problem, known: Known) -> str:
    """Return a short name of what is counted."""
    board = problem.board
    words = [board.name.replace(" ", "-")]
    if board.holes:
        words[0] += f"-less-{'+'.join(board.square_name(hole) for hole in board.holes)}"
    words += [problem.piece.name] if problem.piece.name != "knight" else []
    words.append("closed" if problem.closed else "open")
    if problem.start is not None:
        words.append(f"from {problem.place_name(problem.start)}")
    if known.closable is not None:
        words.append("closable" if known.closable else "not closable")
    words += ["directed"] if known.directed else []
    words += ["classes"] if known.up_to_symmetry else []
    return " ".join([*words, *known.kinds])


def _graphs() -> Iterator[tuple[str, Graph, int]]:
    """Yield graphs of D. E. Knuth's table that have a short description."""
    sides = [0] * 4 + [1] * 5 + [2] * 6
    edges = [(v, w) for v, w in combinations(range(15), 2) if sides[v] != sides[w]]
    yield "K(4,5,6)", Graph.from_edges(edges), 207_360_000
    middle = range(18, 23)
    edges = [(v, w) for v, w in combinations(range(18), 2) if v // 3 == w // 3]
    edges += [(v, w) for w in middle for v in range(w)]
    yield "6 K(3) joined to K(5)", Graph.from_edges(edges), 0
    yield "Sierpinski simplex S(3,4)", _simplex(3), 1_165_688_832


def _simplex(depth: int) -> Graph:
    """Return the simplex of a depth, made of four smaller ones; the smallest is K(4)."""
    corners = [tuple(int(i == k) for i in range(4)) for k in range(4)]
    places: list[tuple[int, ...]] = [(0, 0, 0, 0)]
    for level in range(depth - 1):
        places = [_move(place, 2**level, corner) for place in places for corner in corners]
    edges = [
        edge
        for place in places
        for edge in combinations([_move(place, 1, corner) for corner in corners], 2)
    ]
    return Graph.from_edges(edges)


def _move(place: tuple[int, ...], far: int, corner: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + far * c for a, c in zip(place, corner, strict=True))


# -- estimated cost ----------------------------------------------------------------------------


def expected_seconds(case: Case) -> float:
    """Estimate the time of a case."""
    problem, known = case.problem, case.known
    seconds = _expected(problem, known.value.bit_length() // 62 + 1)
    if known.closable is not None:
        seconds += _expected(replace(problem, closed=True), 1)
    return seconds * (1.5 if known.up_to_symmetry or known.kinds else 1)


@lru_cache(maxsize=1000)
def _expected(problem: Problem, words: int) -> float:
    if problem.size <= BRUTE_SQUARES or excluded_by(problem) is not None:
        return 0
    if (colours := chess_colouring(problem)) is not None and not colours.allows(problem):
        return 0
    if shape := folded_shape(problem):
        return FOLDED.states(shape[0]) * problem.size / 2 / SPEED
    try:
        # Sweeps that meet in the middle have counts of one word.
        chosen = route(problem, Budget(), halves=None if words == 1 else False)
    except OverflowError:
        return math.inf
    seconds = 0 if chosen is None else chosen.cost / SPEED * (1 if words == 1 else 2)
    return min(seconds, _expected_along_strip(problem))


def _expected_along_strip(problem: Problem) -> float:
    """Estimate the time of the automaton of a strip."""
    ground = problem.ground
    if isinstance(ground, Graph) or problem.piece != KNIGHT:
        return math.inf
    if ground.holes or len(ground.shape) != 2 or any(ground.wraps) or problem.start is not None:
        return math.inf
    rows, columns = sorted(ground.shape)
    edges = STRIPS.get((rows, problem.closed), math.inf)
    return edges * (1e-6 + 1e-8 * columns * (1 + problem.size / 50))


# -- one case ----------------------------------------------------------------------------------


def count_case(case: Case, limits: Limits) -> tuple[int, str] | str:
    """Count with the convention of the source; return the limit if one was reached."""
    problem, known = case.problem, case.known
    try:
        if known.kinds:
            kinds = class_counts(problem, Budget(limits))
            at = int(known.up_to_symmetry)
            return sum(kinds.get(kind, (0, 0))[at] for kind in known.kinds), "symmetric"
        count = count_tours(
            problem, up_to_symmetry=known.up_to_symmetry, closable=known.closable, limits=limits
        )
    except LimitReached as reached:
        return reached.outcome.limit
    except LimitHit as hit:
        return hit.limit
    except TooLarge:
        return "too wide"
    if known.directed:
        count = count.as_directed()
    return int(count), count.method


def line(case: Case, longest: float) -> Line:
    """Compare a number."""
    seconds = expected_seconds(case)
    if seconds > longest:
        about = f"about {seconds:.0f} s" if seconds < 1e9 else "far too long"
        return Line(case, None, LEFT, about, 0, 0)
    limits = Limits(seconds=2 * longest + 5)  # an estimate may be wrong
    found: Measured[tuple[int, str] | str] = measured(partial(count_case, case, limits))
    if isinstance(found.answer, str):
        return Line(case, None, LEFT, f"limit: {found.answer}", found.seconds, found.megabytes)
    ours, method = found.answer
    known = case.known
    if ours == known.value:
        verdict = DIFFERS if known.refuted else AGREES
    else:
        verdict = REFUTED if known.refuted else DIFFERS
    return Line(case, ours, verdict, method, found.seconds, found.megabytes)


def warm_up() -> None:
    """Run once what the forks need."""
    count_tours("6x6")
    count_tours("5x8", closed=True, method="frontier")
    count_tours("6x6", closed=True, up_to_symmetry=True)
    for method in methods("count"):
        if method != "brute":
            count_tours("5x10", closed=True, method=method)


def main() -> int:
    """Compare all, and print the lines."""
    parser = argparse.ArgumentParser(description="Compare counts with those that were published.")
    parser.add_argument("--longest", metavar="SECONDS", type=float, default=60)
    parser.add_argument("--only", metavar="PATTERN", default="", help="a regular expression")
    parser.add_argument("--left-out", action="store_true", help="name also what would take longer")
    options = parser.parse_args()
    pattern = re.compile(options.only)
    verdicts: Counter[str] = Counter()
    chosen = [c for c in cases() if pattern.search(f"{c.name} {c.known.source}")]
    warm_up()
    for case in sorted(chosen, key=expected_seconds):
        one = line(case, options.longest)
        verdicts[one.verdict] += 1
        if one.verdict != LEFT or options.left_out:
            sys.stdout.write(f"{one.text()}\n")
            sys.stdout.flush()
    summary = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    sys.stdout.write(f"{len(chosen)} published numbers: {summary}\n")
    return 1 if verdicts[DIFFERS] else 0


if __name__ == "__main__":
    sys.exit(main())
