"""Proofs that a tour is the best, against all tours."""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from caballero import Best, Graph, Impossible, Problem
from caballero.best import solve_best
from caballero.proof import check_proof
from caballero.proof.clauses import Refused
from caballero.proof.one_trees import OneTrees
from random_problems import tours_of

Costs = dict[tuple[int, int], int]


def random_network(rng: random.Random) -> tuple[Problem, Costs]:
    """A small problem with costs; many have a few large numbers, and many ties."""
    size = rng.randint(3, 7)
    directed = rng.random() < 0.3
    pairs = [*combinations(range(size), 2)]
    if directed:
        pairs += [(b, a) for a, b in pairs]
    pairs = [pair for pair in pairs if rng.random() < 0.85]
    most = rng.choice((1, 3, 20, 1000))
    costs = {pair: rng.randint(-most if rng.random() < 0.2 else 0, most) for pair in pairs}
    graph = Graph.from_edges(
        [(a, b, c) for (a, b), c in costs.items()], range(size), directed=directed
    )
    ends = [v if rng.random() < 0.2 else None for v in rng.sample(range(size), 2)]
    forced = rng.sample(pairs, min(len(pairs), rng.choice((0, 0, 0, 1))))
    problem = Problem(
        graph, closed=rng.random() < 0.5, start=ends[0], end=ends[1], forced=frozenset(forced)
    )
    return problem, costs if directed else costs | {(b, a): c for (a, b), c in costs.items()}


def cost_of(problem: Problem, costs: Costs, tour: list[int]) -> int:
    return sum(costs[move] for move in pairwise([*tour, tour[0]] if problem.closed else tour))


@pytest.mark.slow
def test_every_best_tour_has_a_proof(tmp_path: Path) -> None:
    """And no proof of anything better is accepted."""
    rng, file, seen = random.Random(1), tmp_path / "proof", Counter[str]()
    while seen["best"] < 200:
        try:
            problem, costs = random_network(rng)
        except ValueError:
            continue
        maximize = rng.random() < 0.3
        answer = solve_best(problem, maximize=maximize, proof=file)
        tours = [*tours_of(problem)]
        if isinstance(answer, Impossible):
            assert not tours
            assert check_proof(file)
            seen["none"] += 1
            continue
        assert isinstance(answer, Best)
        assert answer.proof == file
        verdict = check_proof(file)
        best = (max if maximize else min)(cost_of(problem, costs, tour) for tour in tours)
        assert verdict, problem
        assert (verdict.claim, verdict.cost) == ("most" if maximize else "least", best)
        seen["best"] += 1
        lines = file.read_text().splitlines()
        data = json.loads(lines[2])
        for tour in rng.sample(tours, min(len(tours), 10)):
            lines[2] = json.dumps({**data, "best": tour})
            file.write_text("\n".join(lines) + "\n")
            accepted = bool(check_proof(file))
            assert not accepted or cost_of(problem, costs, tour) == best
            seen[f"accepted {accepted}"] += 1
        move = rng.randrange(len(data["costs"]))
        a, b, cost = data["costs"][move]
        data["costs"][move] = [a, b, cost + rng.choice((-1, 1)) * rng.randint(1, 30)]
        lines[2] = json.dumps(data)
        file.write_text("\n".join(lines) + "\n")
        if check_proof(file):
            changed = costs | {(a, b): data["costs"][move][2]}
            if not problem.directed:
                changed[b, a] = changed[a, b]
            totals = [cost_of(problem, changed, tour) for tour in tours]
            order = list(answer.tour.order)
            assert cost_of(problem, changed, order) == (max if maximize else min)(totals)
            seen["changed"] += 1
    assert min(seen.values()) > 10


def test_fractions_and_rounded_costs(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    half = Fraction(1, 2)
    square = Graph.from_edges([(0, 1, half), (1, 2, 1), (2, 3, half), (3, 0, 1), (0, 2, 3)])
    assert solve_best(square, closed=True, proof=file)
    assert check_proof(file).cost == 3
    file.unlink()
    rounded = solve_best(
        "3x4", lambda a, b: 2**0.5 * (a[0] + b[0]) + 3**0.5 * a[1] * b[1], proof=file
    )
    assert isinstance(rounded, Best)
    assert rounded.proof is None
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "given",
    [
        {"start": 0, "waypoints": [0, 2]}, {"waypoints": [1, 3], "end": 3, "closed": True},
        {"waypoints": [0, 3], "ends": True}, {"clues": {0: 1, 3: 4}}, {"clues": {2: 4}},
    ],
)  # fmt: skip
def test_numbers_of_the_ends_have_a_proof(tmp_path: Path, given: dict[str, Any]) -> None:
    """Waypoints and clues that only say where a tour begins and ends are its ends."""
    edges = [(v, w, v * w) for v, w in combinations(range(4), 2)]
    best = solve_best(Graph.from_edges(edges), **given, proof=tmp_path / "proof")
    assert isinstance(best, Best)
    assert check_proof(tmp_path / "proof").cost == best.cost


@pytest.mark.parametrize(
    "line",
    ["", "x", "p", "p 0", "p 9 0 0 0 0", "p 0 0 0 0", "p 0 0 0 0 x", "b 0", "b 0 2", "b 0 9"],
)
def test_unreadable_lines_are_refused(line: str) -> None:
    edges = [(0, 1), (1, 2), (2, 3), (3, 0)]
    proof = OneTrees(4, [*edges, (0, 3)][:4], [1] * 4, [], cost=99, unit=1)
    with pytest.raises(Refused):
        proof.read(line)
