"""Print answers to problems with labels that are texts, their constraints in one of many orders.

The hashes of texts differ from process to process, and so does the order of the sets that hold
them; what is printed may depend on neither. ``python tests/hashed.py 1`` mixes the constraints with
seed 1.
"""

import io
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from caballero import CaballeroError, Graph, Impossible, Limits, Problem, find_longest, solve
from caballero.best import solve_best
from caballero.cli.commands import run
from caballero.formats import problem_data, read_problem
from caballero.proof.stored import certificate_data
from golden.answers import answers
from random_problems import random_clue_problem, random_problem, random_waypoint_problem

COUNT = 12
"""The problems of each kind."""


def problems(orders: random.Random) -> Iterator[Problem]:
    """Yield problems about graphs whose labels are texts, with several forced moves."""
    rng = random.Random(1)
    makers = (random_problem, random_clue_problem, random_waypoint_problem)
    for number in range(COUNT * len(makers)):
        base = makers[number % len(makers)](rng)
        yield named(base, rng, orders, directed=number % 2 == 1)


def named(base: Problem, rng: random.Random, orders: random.Random, directed: bool) -> Problem:
    """Return a problem with texts as labels, and more moves that contradict one another."""
    graph, size = base.graph(), base.size
    names = [f"v{chr(97 + v % 26)}{v}" for v in range(size)]
    rows = [[names[w] for w in graph.neighbours(v)] for v in range(size)]
    moves = [(names[a], names[b]) for a, b in graph.edges()]
    picked = rng.sample(moves, min(len(moves), rng.choice((0, 1, 3, 4))))
    parts: dict[str, Any] = {
        "clues": [(names[base.vertex(place)], number) for place, number in base.clues],
        "forced": picked[:3],
        "forbidden": picked[3:],
    }
    for given in parts.values():
        orders.shuffle(given)
    start, end = (None if p is None else names[base.vertex(p)] for p in (base.start, base.end))
    ground = Graph.from_dict(dict(zip(names, rows, strict=True)), directed=directed)
    waypoints = [names[base.vertex(place)] for place in base.waypoints]
    try:
        return Problem(
            ground, closed=base.closed, start=start, end=end, **parts, waypoints=waypoints
        )
    except CaballeroError:
        return Problem(ground, closed=base.closed, start=start, **parts)


def asked(problem: Problem, folder: Path) -> Iterator[str]:
    """Yield what is answered to a problem, and what is written."""
    yield from answers("clues", problem)
    yield json.dumps(problem_data(problem))
    yield repr(problem)
    outcome = solve(problem, limits=Limits(nodes=20_000), proof=folder / "proof")
    if isinstance(outcome, Impossible):
        certificate = outcome.certificate
        yield json.dumps(certificate_data(certificate))
        again = read_problem(json.loads(json.dumps(problem_data(problem))))
        assert again == problem
        yield f"{certificate.check(problem)} {certificate.check(again)}"
    if (folder / "proof").exists():
        yield (folder / "proof").read_text()
    for ask in (solve_best, find_longest):
        try:
            best = ask(problem, limits=Limits(nodes=2_000))
            yield f"{ask.__name__}: {[*getattr(best, 'tour', ())]}"
        except CaballeroError as error:
            yield str(error)


COMMANDS = (
    "trace 3x4 --start a3 -o trace.gif",
    "tour 3x5 --closed --force a1-b3 --force c1-b3 --force a1-c2 -o why.svg",
    "tour 5 --force c3-a4 --force a1-b3 --forbid a1-c2 -o tour.png --json",
    "tour 5 --closed --explain",
    "count 5 --force a1-b3 --force c1-b3 --json",
)


def commands(folder: Path, orders: random.Random) -> Iterator[str]:
    """Yield what commands say, and digests of their files."""
    os.chdir(folder)
    for command in COMMANDS:
        plain, *moves = re.split(" (?=--force|--forbid|-o)", command)
        orders.shuffle(moves)
        with redirect_stdout(said := io.StringIO()), redirect_stderr(said):
            run(f"{plain} {' '.join(moves)}".split())
        yield re.sub(r"[\d.]+ s\b|\"seconds\": [\d.e-]+", "", said.getvalue())
    for file in sorted(folder.iterdir()):
        yield f"{file.name} {sha256(file.read_bytes()).hexdigest()}"


def main(seed: str) -> None:
    """Print all answers."""
    orders = random.Random(int(seed))
    with tempfile.TemporaryDirectory() as folder:
        for problem in problems(orders):
            for line in asked(problem, Path(folder)):
                print(line)
            (Path(folder) / "proof").unlink(missing_ok=True)
        for line in commands(Path(folder), orders):
            print(line)


if __name__ == "__main__":
    main(sys.argv[1])
