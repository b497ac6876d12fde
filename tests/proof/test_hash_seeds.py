"""Equal problems have equal answers, whatever order their constraints and sets have."""

import json
import os
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from caballero import Graph, Impossible, Problem, solve
from caballero.model.interchange import problem_data, read_problem
from caballero.proof import check_proof
from caballero.proof.stored import certificate_data

SAMPLE = Path(__file__).parents[1] / "hashed.py"


@pytest.mark.slow
@pytest.mark.large
def test_a_sample_of_everything_under_three_hash_seeds() -> None:
    """Byte for byte, with the constraints in three orders."""
    said = []
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, str(SAMPLE), seed]
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stderr[-2000:]
        said.append(told.stdout.splitlines())
    assert len(said[0]) > 500
    for word in ("Crowded", "Deduction", "caballero proof 1", "trace.gif"):
        assert any(word in line for line in said[0])
    for other in said[1:]:
        assert other == said[0]


@pytest.mark.slow
def test_a_certificate_is_about_every_equal_problem(tmp_path: Path) -> None:
    """Contradictory forced edges in all their orders, with labels that are numbers or texts."""
    rng, seen = random.Random(3), 0
    while seen < 60:
        size = rng.randint(4, 8)
        arcs = [arc for arc in permutations(range(size), 2) if rng.random() < 0.5]
        forced = rng.sample(arcs, min(len(arcs), rng.randint(2, 4)))
        labels = range(size) if seen % 2 else [f"{v}{v}" for v in "abcdefgh"[:size]]
        names = [*labels]
        graph = Graph.from_edges([(names[a], names[b]) for a, b in arcs], labels, directed=True)
        moves = [(names[a], names[b]) for a, b in forced]
        closed = rng.random() < 0.7
        orders = list(permutations(moves))
        equal = [Problem(graph, closed=closed, forced=some) for some in orders]
        equal.append(read_problem(json.loads(json.dumps(problem_data(equal[0])))))
        outcome = solve(equal[0])
        if not isinstance(outcome, Impossible) or outcome.certificate.kind == "exhausted":
            continue
        seen += 1
        data = certificate_data(outcome.certificate)
        for problem in equal:
            assert problem == equal[0]
            other = solve(problem, proof=tmp_path / "proof")
            assert isinstance(other, Impossible)
            assert certificate_data(other.certificate) == data
            assert outcome.certificate.check(problem)
            assert check_proof(tmp_path / "proof")
