"""Compare Caballero with other programs on the same problems.

Run it with ``make bench``, or ``python -m benchmarks.peers``. The peers are clingo (answer set
programming) and OR-tools' CP-SAT, each in its two or three best encodings.
All are scripts of a few lines that call a library, and so is Caballero; its command line has a
column of its own. They alternate, each in a process of its own. The table has the CPU time of the
whole process, and that of the search alone, without start-up and imports. After the first round,
only peers that can still be the fastest continue. Every cycle is checked edge by edge, and no
program may find one where another proved that none exists.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmarks.common import CABALLERO, HEAD, Row, machine, publish, run, table
from benchmarks.questions import Question, asked_of_graph, questions

from caballero import Found, Problem, solve
from caballero.formats import read_graph

HERE = Path(__file__).resolve().parent
PEERS = {
    f"{peer}, {way}": (peer, [sys.executable, str(HERE / f"peer_{program}.py"), way])
    for peer, program, ways in (
        ("clingo", "clingo", ("undirected", "reached", "acyclic")),
        ("CP-SAT", "cpsat", ("clauses", "linear")),
    )
    for way in ways
}
OURS = [sys.executable, str(HERE / "peer_caballero.py")]
LIBRARY, LINE = "Caballero", "command line"
TURNS = 5
SMALL = 400  # up to this number of squares, importing numpy takes longer than it saves
WHOLE = 1.3  # the wanted ratio of whole processes
ALONE = 1.0  # the wanted ratio of the searches alone

Answer = TypeVar("Answer")


class Turn(NamedTuple):
    """One round: the CPU seconds of the whole process and of the search; None at the limit."""

    whole: float
    alone: float
    found: bool | None


# -- checking ----------------------------------------------------------------------------------


def check(question: Question, order: Sequence[int], who: str) -> None:
    """Check a tour edge by edge."""
    problem = question.problem
    graph = problem.graph()
    ends = {1: order[0], problem.size: order[-1]}
    steps = [*pairwise(order), *([(order[-1], order[0])] if problem.closed else [])]
    good = sorted(order) == list(range(problem.size))
    good &= all(b in graph.neighbours(a) for a, b in steps)
    good &= all(ends[number] == vertex for number, vertex in problem.numbered().items())
    if not good:
        raise SystemExit(f"{question.name}: the tour of {who} is wrong")


# -- one round ---------------------------------------------------------------------------------


def library_turn(question: Question, limit: int) -> Turn:
    """Solve in a Python script."""
    ended = run(OURS, json.dumps(question.given), limit)
    if ended.status:
        if ended.status > 0:
            raise SystemExit(f"{LIBRARY} failed: {ended.messages}")
        return Turn(limit, limit, None)
    answer = json.loads(ended.output)
    if answer["tour"] is not None:
        check(question, answer["tour"], LIBRARY)
    return Turn(ended.seconds, answer["seconds"], answer["tour"] is not None)


def line_turn(question: Question, file: Path, limit: int) -> Turn:
    """Solve on the command line, which does not measure the search alone."""
    ended = run(on_the_line(question, file), limit=limit)
    if ended.status not in (0, 1):
        return Turn(limit, limit, None)
    if ended.status == 0:
        problem = question.problem
        vertex = {problem.place_name(problem.place(v)): v for v in range(problem.size)}
        check(question, [vertex[name] for name in ended.output.split()], LINE)
    return Turn(ended.seconds, ended.seconds, ended.status == 0)


def on_the_line(question: Question, file: Path) -> list[str]:
    """Return the command line."""
    return [CABALLERO, *(a.replace("FILE", str(file)) for a in question.arguments)]


def apart(work: Callable[..., Answer], *arguments: object) -> Answer:
    """Call a function in a process of its own, in which nothing is cached."""
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        return pool.submit(work, *arguments).result()


def peer_turn(question: Question, name: str, given: str, limit: int) -> Turn:
    """Solve with a peer."""
    ended = run(PEERS[name][1], given, limit)
    if ended.status:
        if ended.status > 0:
            raise SystemExit(f"{name} failed: {ended.messages}")
        return Turn(limit, limit, None)
    answer = json.loads(ended.output)
    cycle = answer["cycle"]
    if cycle is not None:
        check(question, tour_of(question.problem, cycle), name)
    return Turn(ended.seconds, answer["seconds"], cycle is not None)


def given_to_peers(problem: Problem) -> str:
    """Return a problem as JSON for the peers, which find cycles only.

    A path becomes a cycle through one or two additional vertices between its ends.
    """
    size, edges = problem.size, list(problem.graph().edges())
    if not problem.closed:
        numbered = problem.numbered()
        start, end = numbered.get(1), numbered.get(size)
        links = [size] if start is None or end is not None else [size, size + 1]
        edges += pairwise(links)
        edges += [(v, links[0]) for v in (range(size) if start is None else [start])]
        if start is not None:
            edges += [(v, links[-1]) for v in (range(size) if end is None else [end]) if v != start]
        size += len(links)
    return json.dumps({"size": size, "edges": edges})


def tour_of(problem: Problem, cycle: Sequence[int]) -> list[int]:
    """Return the tour of a peer's cycle."""
    if problem.closed:
        start = problem.numbered().get(1, cycle[0])
        return [*cycle[cycle.index(start) :], *cycle[: cycle.index(start)]]
    cut = next(i for i, v in enumerate(cycle) if cycle[i - 1] >= problem.size > v)
    tour = [v for v in [*cycle[cut:], *cycle[:cut]] if v < problem.size]
    return tour if problem.numbered().get(1, tour[0]) == tour[0] else tour[::-1]


# -- a question --------------------------------------------------------------------------------


class Compared(NamedTuple):
    """The rounds of all programs on one problem, with the fastest encoding of each peer."""

    question: Question
    turns: dict[str, list[Turn]]
    imports: bool

    def ratio(self, *, alone: bool) -> float:
        """Return our median divided by the least median of the peers."""
        theirs = [
            median(turns, alone=alone)
            for name, turns in self.turns.items()
            if name not in (LIBRARY, LINE)
        ]
        return median(self.turns[LIBRARY], alone=alone) / min(theirs)

    def cells(self) -> list[str]:
        """Return a line of the table."""
        ours = self.turns[LIBRARY]
        found = {None: "–", True: "tour", False: "none"}[ours[0].found]
        answered = {name for name, turns in self.turns.items() if turns[0].found is not None}
        sign = "" if answered - {LIBRARY, LINE} else "< "
        whole, alone = self.ratio(alone=False), self.ratio(alone=True)
        fine = ours[0].found is not None and whole <= WHOLE and alone <= ALONE
        kept = "yes" if fine else "**no**"
        cells = [self.question.name, str(self.question.problem.size), found]
        cells += [seconds(turns, alone=name != LINE) for name, turns in self.turns.items()]
        return [*cells, f"{sign}{whole:.2f}", f"{sign}{alone:.2f}", kept]


def median(turns: Sequence[Turn], *, alone: bool = False) -> float:
    """Return the median of whole processes, or of the searches alone."""
    return statistics.median(turn.alone if alone else turn.whole for turn in turns)


def seconds(turns: Sequence[Turn], *, alone: bool) -> str:
    """Return the median of the whole processes, and that of the searches alone."""
    if turns[0].found is None:
        return f"> {turns[0].whole:.0f}"
    search = f" ({median(turns, alone=True):.4f})" if alone else ""
    return f"{median(turns):.3f}{search}"


def compare(question: Question, turns: int, limit: int) -> Compared:
    """Run all programs alternately on a problem."""
    given = given_to_peers(question.problem)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(question.text)
        file.flush()
        path = Path(file.name)
        imports = warm_up(question, path, limit)
        all_turns: dict[str, list[Turn]] = {name: [] for name in (LIBRARY, LINE, *PEERS)}
        going = list(all_turns)
        for turn in range(turns):
            for name in going:
                if name == LIBRARY:
                    one = library_turn(question, limit)
                elif name == LINE:
                    one = line_turn(question, path, limit)
                else:
                    one = peer_turn(question, name, given, bound(name, all_turns, limit))
                all_turns[name].append(one)
            if turn == 0:
                refuse_contradictions(question, all_turns)
                going = contenders(all_turns)
    best = {name: all_turns[name] for name in (LIBRARY, LINE)}
    for peer in dict.fromkeys(peer for peer, _ in PEERS.values()):
        ways = [all_turns[name] for name in PEERS if PEERS[name][0] == peer]
        best[peer] = min(ways, key=lambda turns: (turns[0].found is None, median(turns)))
    return Compared(question, best, imports)


def bound(name: str, turns: dict[str, list[Turn]], limit: int) -> int:
    """Return the limit of a peer: not much more than it took with its other encodings."""
    ways = [w for w, (peer, _) in PEERS.items() if peer == PEERS[name][0]]
    known = [turns[way][0].whole for way in ways if turns[way] and turns[way][0].found is not None]
    return min(limit, 1 + math.ceil(2 * min(known, default=limit)))


def warm_up(question: Question, file: Path, limit: int) -> bool:
    """Run once to fill caches; return whether numpy was imported."""
    given = json.dumps(question.given)
    messages = "".join(
        run(command, given, limit, PYTHONPROFILEIMPORTTIME="1").messages
        for command in (OURS, on_the_line(question, file))
    )
    imported = {line.rpartition("|")[2].strip() for line in messages.splitlines()}
    return "numpy" in imported


def contenders(turns: dict[str, list[Turn]]) -> list[str]:
    """Return the programs that continue: Caballero, and peers that can still be the fastest."""
    peers = [name for name in PEERS if turns[name][0].found is not None]
    if turns[LIBRARY][0].found is None or not peers:
        return []
    least = min(turns[name][0].whole for name in peers)
    if max(least, turns[LIBRARY][0].whole) > 1:
        return []
    return [LIBRARY, LINE, *(name for name in peers if turns[name][0].whole < 1.5 * least)]


def refuse_contradictions(question: Question, turns: dict[str, list[Turn]]) -> None:
    """Exit if one program found a tour where another proved that none exists."""
    reply = {name: turn[0].found for name, turn in turns.items()}
    if {True, False} <= set(reply.values()):
        raise SystemExit(f"{question.name}: {reply}")


# -- without peers -----------------------------------------------------------------------------


def unrivalled() -> list[Row]:
    """Measure functions that the peers do not have."""
    large = apart(solve_closed, 1000)
    fill, copy = apart(fill_seconds, 10_000)
    return [
        Row("closed 1000×1000, the search alone", "s", [large[0]], limit=("≤", 5), on_ratio=False),
        Row("the same, memory", "bytes a square", [large[1]], limit=("≤", 200), on_ratio=False),
        Row(
            "closed 100×100, the search alone", "s", [apart(solve_closed, 100)[0]],
            limit=("≤", 1), on_ratio=False,
        ),
        Row("closed 10 000×10 000 as a matrix, against counting and copying", "s", fill, copy,
            ("≤", 3)),
        Row("number of a square, side 10^18", "µs", apart(index_times), limit=("≤", 100),
            on_ratio=False),
    ]  # fmt: skip


def solve_closed(side: int) -> tuple[float, float]:
    """Return the CPU time of a closed tour, and the growth of memory in bytes per square."""
    before = peak()
    began = time.process_time()
    outcome = solve(Problem(side, closed=True))
    took = time.process_time() - began
    if not isinstance(outcome, Found):
        raise SystemExit(f"no closed tour of {side}×{side}")
    return took, (peak() - before) / side**2


def peak() -> int:
    """Return the peak memory of this process, in bytes."""
    status = Path("/proc/self/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return 1024 * int(line.split()[1])


def fill_seconds(side: int) -> tuple[list[float], list[float]]:
    """Return the CPU times of a whole matrix, and of filling one by numpy with a copy."""
    import numpy as np

    from caballero.find import structured_tour

    ours, theirs = [], []
    structured_tour(100).fill()
    for _ in range(3):
        began = time.process_time()
        kind = structured_tour(side).fill().dtype
        middle = time.process_time()
        np.arange(side**2, dtype=kind).copy()
        ours.append(middle - began)
        theirs.append(time.process_time() - middle)
    return ours, theirs


def index_times() -> list[float]:
    """Return the CPU times of finding the number of a square, in microseconds."""
    from caballero.find import structured_tour

    side, calls = 10**18, 200
    tour = structured_tour(side)
    squares = [(k * 7**20 % side, k * 11**17 % side) for k in range(1, calls + 1)]
    times = []
    for _ in range(5):
        began = time.process_time()
        for square in squares:
            tour.index(square)
        times.append(1e6 * (time.process_time() - began) / calls)
    return times


# -- all of it ---------------------------------------------------------------------------------


def main() -> None:
    """Compare all, and print the tables."""
    parser = argparse.ArgumentParser(description="Compare Caballero with clingo and OR-tools.")
    parser.add_argument("--add-to", metavar="FILE", type=Path, help="add the tables there, too")
    parser.add_argument("--limit", metavar="S", type=int, default=5, help="CPU seconds of a turn")
    parser.add_argument("--turns", metavar="N", type=int, default=TURNS)
    parser.add_argument("--only", metavar="TEXT", default="", help="the questions with it in them")
    parser.add_argument(
        "--graph", metavar="FILE", type=Path, action="append", default=[],
        help="ask for a Hamiltonian cycle of this graph, too",
    )  # fmt: skip
    options = parser.parse_args()
    question_asked = questions()
    question_asked += [
        asked_of_graph(file.stem, read_graph(file.read_bytes())) for file in options.graph
    ]
    compared = []
    for question in question_asked:
        if options.only in question.name:
            compared.append(compare(question, options.turns, options.limit))
            sys.stderr.write(f"{' | '.join(compared[-1].cells())}\n")
    heavy = [c for c in compared if c.imports and c.question.problem.size <= SMALL]
    rows = [
        Row(f"questions up to {SMALL} squares that import numpy", "of them", [len(heavy)],
            limit=("≤", 0), on_ratio=False),
    ]  # fmt: skip
    rows += unrivalled()
    text = (
        f"\n## Peers\n\nPrinted by `make bench`: {machine()}. CPU seconds of the whole process\n"
        "(of the search alone), medians; each peer has its best encoding. Caballero and its peers\n"
        "are Python scripts that call a library; the next column is `caballero` on the command\n"
        "line. The ratios compare the scripts, our time divided by the fastest peer's: of the\n"
        f"whole process (wanted: at most {WHOLE:g}) and of the search alone (at most {ALONE:g}).\n"
        f"The limit of each was {options.limit} s.\n\n"
    )
    head = ["question", "vertices", "answer", LIBRARY, LINE, "clingo", "CP-SAT", "whole", "search"]
    text += table([*head, "kept"], [line.cells() for line in compared])
    text += "\n## Alone\n\n" + table(HEAD, [row.cells() for row in rows])
    publish(text, options.add_to)


if __name__ == "__main__":
    main()
