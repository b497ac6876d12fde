"""Proofs that are changed until they say something false: none of them is accepted.

A problem without a tour gets a proof. Then the problem, or what else the file claims, is changed so
that the claim is false: all tours by brute force say so. Lines of the proof are changed as well.
The checker must refuse the file, and not later than at the first step that does not follow, which
all tours tell as well.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from caballero import Best, CaballeroError, Graph, Impossible, Problem, is_unique, solve
from caballero.best import solve_best
from caballero.model.interchange import problem_data, read_problem
from caballero.proof import check_proof
from proof.test_cycle_clauses import holds
from random_problems import random_clue_problem, random_problem, tours_of

Head = dict[str, Any]


def proved(rng: random.Random, file: Path) -> str | None:
    """Write a proof of something; return its kind."""
    kind = rng.choice(("edges", "edges", "numbers", "numbers", "only", "best", "any"))
    match kind:
        case "edges":
            outcome = solve(random_problem(rng), method="exact", proof=file)
        case "numbers":
            outcome = solve(random_clue_problem(rng), method="numbers", proof=file)
        case "only":
            answer = is_unique(random_clue_problem(rng), proof=file)
            return kind if answer.status == "unique" else None
        case "best":
            problem = random_problem(rng)
            costs = {(v, w): rng.randint(0, 9) for v, w in problem.graph().edges()}
            graph = Graph.from_edges([(*e, c) for e, c in costs.items()], range(problem.size))
            best = solve_best(graph, closed=problem.closed, proof=file)
            return kind if isinstance(best, Best) else None
        case _:
            outcome = solve(random_problem(rng), proof=file)
    return kind if isinstance(outcome, Impossible) else None


def changed_problem(rng: random.Random, problem: Head, head: Head) -> str:
    """Change the problem of a file, or what it claims; say how."""
    if "only" in head and rng.random() < 0.4:
        a, b = rng.sample(range(len(head["only"])), 2)
        head["only"][a], head["only"][b] = head["only"][b], head["only"][a]
        return "tour"
    if "best" in head and rng.random() < 0.7:
        if rng.random() < 0.5:
            cost = rng.choice(head["costs"])
            cost[2] += rng.choice((-1, 1)) * rng.randint(1, 9)
            return "cost"
        rng.shuffle(head["best"])
        return "tour"
    dropped = [key for key in ("clues", "forced", "forbidden", "start", "end") if problem.get(key)]
    if dropped and rng.random() < 0.6:
        key = rng.choice(dropped)
        if isinstance(problem[key], list) and key in {"clues", "forced", "forbidden"}:
            problem[key].pop(rng.randrange(len(problem[key])))
        else:
            del problem[key]
        return key
    rows = problem.get("neighbours")
    if rows and not isinstance(rows, dict) and rng.random() < 0.8:
        v, w = rng.sample(range(len(rows)), 2)
        rows[v] = [*{*rows[v], w}]
        rows[w] = [*{*rows[w], v}]
        if "edges" in head:  # so that line 3 may still be right
            head["edges"].append([min(v, w), max(v, w)])
        if "costs" in head:
            head["costs"].append([min(v, w), max(v, w), rng.randint(0, 3)])
        return "edge"
    problem["closed"] = not problem.get("closed", False)
    return "closed"


def changed_line(rng: random.Random, lines: list[str]) -> str:
    """Change one of the lines after the head; say how."""
    if len(lines) < 4:
        return "nothing"
    at = rng.randrange(3, len(lines))
    words = lines[at].split()
    match rng.randrange(5):
        case 0:
            del lines[at]
            return "no line"
        case 1:
            lines.insert(at, rng.choice(lines[3:]))
            return "line twice"
        case 2 if words[:-1]:
            del words[rng.randrange(len(words))]
            lines[at] = " ".join(words)
            return "no word"
        case 3 if words[0].lstrip("-").isdigit():
            words[0] = words[0][1:] if words[0][0] == "-" else f"-{words[0]}"
            lines[at] = " ".join(words)
            return "literal"
        case _:
            digits = [i for i, character in enumerate(lines[at]) if character.isdigit()]
            if not digits:
                return "nothing"
            i = rng.choice(digits)
            lines[at] = f"{lines[at][:i]}{rng.randint(0, 9)}{lines[at][i + 1 :]}"
            return "number"


def first_false(problem: Problem, head: Head, lines: list[str], tours: list[list[int]]) -> int:
    """The first line that does not follow, by all tours; 0 if that is not told by them."""
    if "edges" in head:
        number = {frozenset(edge): e for e, edge in enumerate(head["edges"], 1)}
        if problem.closed and not problem.forced and problem.end is None and not problem.directed:
            used = [{number.get(frozenset(e), 0) for e in pairwise([*t, t[0]])} for t in tours]
            answers = [yes for yes in used if 0 not in yes]
            return _first(lines, answers) if len(answers) == len(used) else 0
    if "numbers" in head and not problem.directed:
        n = problem.size
        pairs = sorted((min(e), max(e)) for e in problem.graph().edges())
        number = {frozenset(edge): n * n + e for e, edge in enumerate(pairs, 1)}
        anchored = problem.closed and not problem.numbered()
        answers = []
        for tour in tours:
            if not anchored or tour[0] == 0:
                line = [*tour, tour[0]] if problem.closed else tour
                edges = {number[frozenset(e)] for e in pairwise(line)}
                answers.append(edges | {v * n + t + 1 for t, v in enumerate(tour)})
        return _first(lines, answers)
    return 0


def _first(lines: list[str], answers: list[set[int]]) -> int:
    for at, line in enumerate(lines[3:], 4):
        if line[:2] not in {"d ", "n ", "k "}:
            try:
                clause = [*map(int, line.partition(":")[0].split())]
            except ValueError:
                return at
            if not holds(clause, answers):
                return at
    return len(lines) + 1


def is_true(problem: Problem, head: Head, tours: list[list[int]]) -> bool:
    """Whether what a file claims is true."""
    if "best" in head:
        costs = {frozenset((v, w)): c for v, w, c in head["costs"]}
        moves = {frozenset(edge) for edge in problem.graph().edges()}
        if head["best"] not in tours or not costs.keys() >= moves:
            return False

        def cost(tour: list[int]) -> int:
            line = [*tour, tour[0]] if problem.closed else tour
            return sum(costs[frozenset(move)] for move in pairwise(line))

        return cost(head["best"]) == min(map(cost, tours))
    if "only" in head:
        ways = [head["only"]] if problem.directed else [head["only"], head["only"][::-1]]
        if problem.closed:
            ways = [way[i:] + way[:i] for way in ways for i in range(problem.size)]
        return head["only"] in tours and all(tour in ways for tour in tours)
    return not tours


def mutations(rng: random.Random, file: Path) -> Iterator[tuple[str, str]]:
    """Yield how proofs were changed to something false, and what was changed in their lines.

    Each one is refused, or the test fails.
    """
    while True:
        kind = proved(rng, file)
        if kind is None:
            continue
        assert check_proof(file)
        original = file.read_text().splitlines()
        for _ in range(12):
            lines = list(original)
            data, head = json.loads(lines[1]), json.loads(lines[2])
            how = changed_problem(rng, data, head)
            what = "nothing"
            for _ in range(rng.choice((0, 0, 1, 1, 2))):
                what = changed_line(rng, lines)
            lines[1:3] = json.dumps(data), json.dumps(head)
            try:
                problem = read_problem(data)
                tours = [*tours_of(problem)] if problem.size <= 9 else []
            except (CaballeroError, ValueError):
                continue
            if not tours or is_true(problem, head, tours):
                continue
            file.write_text("\n".join(lines) + "\n")
            verdict = check_proof(file)
            told = lines, problem_data(problem)
            assert not verdict, told
            limit = first_false(problem, head, lines, tours)
            assert not limit or verdict.lines <= limit, (verdict.lines, limit, told)
            yield f"{kind}: {how}", what


def count_mutations(seed: int, count: int, file: Path) -> Counter[str]:
    seen: Counter[str] = Counter()
    for how, what in mutations(random.Random(seed), file):
        seen.update((how, what, "all"))
        if seen["all"] == count:
            break
    return seen


@pytest.mark.slow
def test_some_hundred_changes_to_something_false(tmp_path: Path) -> None:
    seen = count_mutations(1, 200, tmp_path / "proof")
    assert len(seen) > 15


@pytest.mark.slow
@pytest.mark.nightly
def test_ten_thousand_changes_to_something_false(tmp_path: Path) -> None:
    seen = count_mutations(2, 10_000, tmp_path / "proof")
    assert seen["all"] == 10_000
    for kind in ("edges: edge", "numbers: clues", "numbers: edge", "only: tour", "best: cost"):
        assert seen[kind] > 100
