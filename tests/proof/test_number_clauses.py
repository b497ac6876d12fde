"""The steps of a proof about numbers, against all tours: what one of them refutes is refused."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from caballero import Graph, Impossible, Problem, solve
from caballero.model.interchange import problem_data
from caballero.proof.clauses import Refused
from caballero.proof.number_clauses import NumberClauses
from proof.test_cycle_clauses import feed, mutated
from random_problems import random_clue_problem, random_problem, tours_of, with_clues

KINDS = "vtrabmgfxc"


def tours_as_literals(problem: Problem, excluded: list[list[int]]) -> list[set[int]]:
    """The tours that are not excluded, as the variables that are yes for each."""
    size, graph = problem.size, problem.graph()
    edges = [] if problem.directed else sorted((min(e), max(e)) for e in graph.edges())
    number = {frozenset(edge): size * size + i for i, edge in enumerate(edges, 1)}
    anchored = problem.closed and not problem.numbered()
    found = []
    for tour in tours_of(problem):
        if (anchored and tour[0] != 0) or tour in excluded:
            continue
        line = [*tour, tour[0]] if problem.closed else tour
        used = {number.get(frozenset(edge), 0) for edge in pairwise(line)}
        found.append({v * size + t + 1 for t, v in enumerate(tour)} | used)
    return found


def random_reason(rng: random.Random, size: int, variables: int, clauses: int) -> str:
    x, y = rng.randint(1, size * size), rng.randint(1, size * size)
    kind = rng.choice(KINDS)
    match kind:
        case "r":
            return f"r{x},{y}"
        case "x":
            return f"x{rng.randint(1, 2)}"
        case "c":
            return f"c{rng.randint(1, clauses + 1)}"
        case "v" | "t" | "g":
            return f"{kind}{rng.randrange(size)}"
    return f"{kind}{x}"


def random_step(rng: random.Random, size: int, variables: int, clauses: int) -> str:
    if rng.random() < 0.2:
        some = rng.sample(range(size), rng.randint(1, size))
        return f"{rng.choice('nk')} {' '.join(map(str, some))}"
    clause = [rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.randint(0, 3))]
    reasons = [random_reason(rng, size, variables, clauses) for _ in range(rng.randint(1, 6))]
    reasons += [f"{rng.choice('abmf')}{abs(x)}" for x in clause if abs(x) <= size * size]
    return " ".join([*map(str, clause), ":", *reasons])


def steps_of(problem: Problem, file: Path) -> list[str]:
    """The steps of a proof that a problem has no tour."""
    if isinstance(solve(problem, method="numbers", proof=file), Impossible):
        lines = file.read_text().splitlines()
        return lines[3:] if "numbers" in lines[2] else []
    return []


def check_steps(rng: random.Random, problems: int, file: Path) -> Counter[str]:
    """Feed steps to problems with a tour, and compare what is accepted with all tours."""
    seen: Counter[str] = Counter()
    while seen["problems"] < problems:
        problem = random_clue_problem(rng) if rng.random() < 0.8 else random_problem(rng)
        if problem.size > 9:
            continue
        excluded = [tour for tour in tours_of(problem) if rng.random() < 0.1][:2]
        tours = tours_as_literals(problem, excluded)
        if not tours:
            continue
        seen["problems"] += 1
        proof = NumberClauses(problem, excluded)
        # The steps of proofs about the same graph with other numbers prove too much here.
        lines = [line for _ in range(3) for line in steps_of(with_clues(rng, problem), file)]
        variables = problem.size**2 + (0 if problem.directed else len(problem.graph().indices) // 2)
        lines += [random_step(rng, problem.size, variables, proof.count) for _ in range(30)]
        change = partial(mutated, rng, random_reason, proof, problem.size, variables)
        seen += feed(proof, lines, change, tours)
        may = {x for tour in tours for x in tour if 0 < x <= problem.size**2}
        assert all(proof._may(*divmod(x - 1, problem.size)) for x in may), problem_data(problem)
    return seen


@pytest.mark.slow
def test_accepted_steps_hold_for_every_tour(tmp_path: Path) -> None:
    seen = check_steps(random.Random(1), 60, tmp_path / "proof")
    assert seen["refused"] > 500
    assert seen["accepted"] > 200


@pytest.mark.slow
@pytest.mark.nightly
def test_ten_thousand_changed_steps_about_numbers(tmp_path: Path) -> None:
    seen = check_steps(random.Random(2), 600, tmp_path / "proof")
    assert seen["refused"] > 10_000
    assert all(seen[kind] > 30 for kind in [*KINDS, "line n", "line k"])


@pytest.mark.parametrize(
    "line",
    [
        "", "x", "1 : v", "1 : v99", ": v-1", "99 : v0", ": t9", ": r1", ": r1,99", ": r0,1",
        ": a0", ": a99", ": m0", ": g9", ": f17", ": x1", ": x0", "n 9", "n -1", "n x", "k 0",
        "k", "k 9 0", "k 0 9", "k 0 0", "k 0 1", "k 0 1 2 3", "d 1", ": c1", ": q1", ": t-1",
        ": r-1,1", ": a-1", ": b0", ": g-1", ": f-1", ": x-1", "k 0 -1", "k -1 0", "-99 :",
        "True :", ":",
    ],
)  # fmt: skip
def test_unreadable_steps_are_refused(line: str) -> None:
    proof = NumberClauses(Problem("2x2", piece="wazir", clues={"a1": 2}))
    with pytest.raises(Refused):
        proof.read(line)
    assert proof.count == 0
    assert not proof.done


def test_a_directed_graph_has_no_steps_about_edges() -> None:
    graph = Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True)
    proof = NumberClauses(Problem(graph, closed=True))
    for line in (": g0", "10 : v0"):
        with pytest.raises(Refused):
            proof.read(line)
