"""The census of magic knight's tours: all whose rows and columns have the same sum.

    python -m research.census forecast --seconds 60
    python -m research.census run build/census --workers 2

H. Mackay, J.-C. Meyrignac and G. Stertenbrink searched the chessboard in 61 days of a processor of
2 GHz in 2003, and found 2240 tours of 140 classes (magictour.free.fr). `caballero.magic_tours`
searches, too; the kernel here is faster, but only on boards of more than 40 squares or so.

A tree of the search has the tours with one pair of ends, the squares of the first and the last
number. Up to symmetry, one pair of each orbit is searched: the 2048 pairs of the chessboard have
136 orbits. A piece of it is a pair and numbers of choices, one for each square that was added to
either end of the tour. Symmetries that keep the pair can make several tours of a class; the least
one stays, and the search leaves the others as soon as they differ.

``run`` divides the search among processes. The folder gets a line of JSON for each piece that is
done, with the nodes, the seconds and the tours; the same command goes on, however it ended. A piece
whose line is not whole is searched again. ``forecast`` takes a random sample: a piece with random
choices stands for as many as there are choices on the way (D. E. Knuth, "Estimating the efficiency
of backtrack programs", Mathematics of Computation 29, 1975).

Invariant: every tour passed the judge's check, and its sums were added up again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.common import machine, publish, table
from research.compiled import fastest
from research.kernels import census as kernel

from caballero import Problem, Tour
from caballero.counting.listing.magic import Classes, Plan
from caballero.machine.driver import drive
from caballero.machine.limits import Budget
from caballero.model.sums import has_sums, lines_of
from caballero.proof.facts import is_tour

DAY: Final = 86_400

Line = tuple[Sequence[int], int]
"""The vertices of a line, and their sum."""


class Piece(NamedTuple):
    """A piece of the search: about this share of all, the number of the ends, the choices."""

    share: float
    pair: int
    choices: tuple[int, ...] = ()


def two_directions(rows: Sequence[Sequence[int]], lines: Sequence[Line]) -> list[list[Line]] | None:
    """Return the lines of each of two directions; None if the kernel cannot take them."""
    if not 2 < len(rows) <= kernel.MOST or max(map(len, rows)) > kernel.MOST_NEIGHBOURS:
        return None
    directions: list[list[Line]] = [[], []]
    for line in lines:
        for direction in directions:
            if all({*line[0]}.isdisjoint(other) for other, _ in direction):
                direction.append(line)
                break
        else:
            return None
    longest = max(len(line) for line, _ in lines)
    return directions if max(longest, *map(len, directions)) <= kernel.LANES else None


class Census:
    """The search for the classes of tours with equal sums, in pieces.

    >>> census = Census(Problem("4x7"), "columns")
    >>> len(census.whole()), sum(len(list(census.tours(piece))) for piece in census.whole())
    (57, 5)
    """

    def __init__(self, problem: Problem, kind: str = "semi-magic") -> None:
        self.plan = Plan.of(problem, kind)
        self.classes = Classes(problem, self.plan, up_to_symmetry=True)
        lines = self.plan.sums()
        self._directions = None if lines is None else two_directions(self.plan.rows, lines)
        if lines and self._directions is None:
            raise ValueError(f"the lines of {problem.ground} are no sums of at most 8 squares")

    def whole(self) -> list[Piece]:
        """Return a piece for each pair of ends."""
        pairs = self.classes.pairs
        return [Piece(1 / len(pairs), pair) for pair in range(len(pairs))]

    def state(self, piece: Piece) -> kernel.State | None:
        """Return the state at the beginning of a piece; None if that is empty."""
        ends = self.classes.pairs[piece.pair]
        state = self.new_state(ends, self._mirror(ends))
        if state is not None:
            for choice in piece.choices:
                state.tried[state.level] = choice
                kernel.search.plain(state, 1)
            state.floor, state.nodes = state.level, 0
        return state

    def new_state(self, ends: tuple[int, int], mirror: Sequence[int] = ()) -> kernel.State | None:
        """Return the state of the search between two ends; None if no tour can have the sums.

        The mirror, if there is one, exchanges the ends.
        """
        if self._directions is None:
            return None
        return kernel.new_state(
            self.plan.rows, self._directions, ends, colours=self.plan.colours, mirror=mirror
        )

    def _mirror(self, ends: tuple[int, int]) -> Sequence[int]:
        """Return a symmetry that exchanges the ends, so that of two images one may be left out."""
        reverses = (one for one in self.classes.relabellings if one.reverses)
        return next((one.image for one in reverses if one.of(ends) == ends), ())

    def split(self, piece: Piece) -> list[Piece]:
        """Split a piece into those of its next choices; it stays whole if they end a tour."""
        state = self.state(piece)
        many = 0 if state is None else state.many[state.level]
        if state is None or not many or state.front + state.back + 1 >= len(state.order):
            return [piece]
        return [Piece(piece.share / many, piece.pair, (*piece.choices, i)) for i in range(many)]

    def pieces(self, least: int) -> list[Piece]:
        """Return `least` pieces or more, which are the whole; fewer if choices end before."""
        pieces = self.whole()
        for _ in self.plan.rows:
            if len(pieces) >= least:
                break
            pieces = [part for piece in pieces for part in self.split(piece)]
        return pieces

    def tours(self, piece: Piece) -> Iterator[Tour]:
        """Yield the tours of a piece."""
        state = self.state(piece)
        return iter(()) if state is None else self.tours_of(state)

    def tours_of(self, state: kernel.State) -> Iterator[Tour]:
        """Yield the tours of a search from a state on: the least one of each class."""
        search, budget = fastest(kernel.search), Budget()

        def portion(steps: int) -> tuple[int, int]:
            before = state.nodes
            return search(state, steps), state.nodes - before

        while drive(portion, budget) == kernel.FOUND:
            if (tour := self.classes.chosen(tuple(state.order))) is not None:
                yield tour


class Done(NamedTuple):
    """What a piece took, and the orders of its tours."""

    piece: int
    nodes: int
    seconds: float
    tours: list[list[int]]


@lru_cache(maxsize=1)
def _divided(board: str, kind: str, many: int) -> tuple[Census, list[Piece]]:
    """Return the census and its pieces; a process makes them once."""
    census = Census(Problem(board), kind)
    return census, census.pieces(many)


def _search(board: str, kind: str, many: int, at: int) -> Done:
    """Search a piece in a process."""
    census, pieces = _divided(board, kind, many)
    began, state = time.process_time(), census.state(pieces[at])
    tours = [] if state is None else [list(tour.order) for tour in census.tours_of(state)]
    nodes = 0 if state is None else state.nodes
    return Done(at, nodes, round(time.process_time() - began, 3), tours)


def read_done(file: Path) -> dict[int, Done]:
    """Return the pieces that are done, by number; the last line may not be whole.

    Raises ValueError if the file holds something else.
    """
    done = {}
    for line in file.read_text("utf-8").splitlines(keepends=True) if file.exists() else []:
        if line.endswith("]\n"):
            try:
                one = Done(*json.loads(line))
                done[one.piece] = one
            except TypeError as error:
                raise ValueError(f"{file} is not that of a census: choose a new folder") from error
    return done


def run(
    folder: Path, board: str = "8x8", kind: str = "semi-magic", *, pieces: int, workers: int
) -> list[Tour]:
    """Search what is not done yet; return the least tour of each class.

    Every tour is judged, those of the file, too. Raises ValueError if one is false, or the folder
    has another census.
    """
    folder.mkdir(parents=True, exist_ok=True)
    asked, note = json.dumps([board, kind, pieces]), folder / "asked.json"
    if note.exists() and note.read_text("utf-8") != asked:
        raise ValueError(f"{folder} has another census: choose a new folder")
    note.write_text(asked, "utf-8")
    file = folder / "done.jsonl"
    done, (_, all_pieces) = read_done(file), _divided(board, kind, pieces)
    left = [at for at in range(len(all_pieces)) if at not in done]
    random.Random(1).shuffle(left)  # so that what is done is a sample of all
    with file.open("a", encoding="utf-8") as out, ProcessPoolExecutor(workers) as pool:
        if file.stat().st_size:
            out.write("\n")  # the last line may not be whole
        tasks = [pool.submit(_search, board, kind, pieces, at) for at in left]
        try:
            for task in as_completed(tasks):
                one = task.result()
                done[one.piece] = one
                out.write(json.dumps(one) + "\n")
                out.flush()
                share = sum(all_pieces[at].share for at in done)
                found = sum(len(one.tours) for one in done.values())
                print(f"\r{len(done)} of {len(all_pieces)} pieces, {share:.1%}, {found} classes",
                      end="", flush=True)  # fmt: skip
        finally:
            for task in tasks:
                task.cancel()
    print()
    problem = Problem(board)
    orders = sorted({tuple(order) for one in done.values() for order in one.tours})
    for order in orders:
        if not (is_tour(problem, order) and has_sums(lines_of(problem.board, kind), order)):
            raise ValueError(f"{file} has a false tour: remove the folder, and begin again")
    return [Tour(problem.board, order) for order in orders]


# -- the forecast ----------------------------------------------------------------------------------


class Probe(NamedTuple):
    """What a probe found, and how many pieces it stands for."""

    weight: int
    nodes: int = 0
    seconds: float = 0.0
    tours: int = 0


def probe(census: Census, rng: random.Random, depth: int) -> Probe:
    """Search a piece that is chosen at random."""
    whole, search = census.whole(), fastest(kernel.search)
    state, weight = census.state(rng.choice(whole)), len(whole)
    while state is not None and state.level < depth and (options := state.many[state.level]):
        weight *= options
        state.tried[state.level] = rng.randrange(options)
        search(state, 1)
    if state is None or state.level < depth:
        return Probe(weight)
    state.floor, state.nodes = depth, 0
    began = time.process_time()
    tours = len([*census.tours_of(state)])
    return Probe(weight, state.nodes, time.process_time() - began, tours)


def mean(values: list[float]) -> str:
    """Return the mean of a sample, and its standard error."""
    error = statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.fmean(values):.3g} ± {error:.2g}"


def forecast(seconds: float, depth: int, seed: int) -> str:
    """Return a table about a sample of the chessboard's census."""
    census, rng = Census(Problem(8)), random.Random(seed)
    probes: list[Probe] = []
    while time.process_time() < seconds or len(probes) < 2:
        probes.append(probe(census, rng, depth))
    nodes = sum(one.nodes for one in probes)
    row = [
        str(len(probes)), f"{nodes:.3g}",
        f"{1e9 * sum(one.seconds for one in probes) / nodes:.0f}" if nodes else "",
        mean([one.weight * one.nodes for one in probes]),
        mean([one.weight * one.seconds / DAY for one in probes]),
        str(sum(one.tours for one in probes)),
        mean([one.weight * one.tours for one in probes]),
    ]  # fmt: skip
    head = [
        "probes", "nodes", "ns/node", "nodes of all", "processor days of all", "tours",
        "classes of all",
    ]  # fmt: skip
    about = f"`python -m research.census forecast --seconds {seconds:g}`, {machine()}."
    return f"\n## The census of magic tours\n\n{about}\n\n{table(head, [row])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(required=True, dest="command")
    sample = commands.add_parser("forecast")
    sample.add_argument("--seconds", type=float, default=60.0)
    sample.add_argument("--depth", type=int, default=10)
    sample.add_argument("--seed", type=int, default=1)
    sample.add_argument("--add-to", type=Path)
    search = commands.add_parser("run")
    search.add_argument("folder", type=Path)
    search.add_argument("--pieces", type=int, default=5_000)
    search.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    if options.command == "forecast":
        publish(forecast(options.seconds, options.depth, options.seed), options.add_to)
        return
    try:
        tours = run(options.folder, pieces=options.pieces, workers=options.workers)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print(f"{len(tours)} classes of tours, the least one of each:")
    for tour in tours:
        print(" ".join(tour.names()))


if __name__ == "__main__":
    main()
