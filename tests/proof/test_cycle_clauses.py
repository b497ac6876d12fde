"""The steps of a proof, against all Hamiltonian cycles: what one of them refutes is refused."""

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from caballero import Graph, Problem, solve
from caballero.proof.clauses import Clauses, Refused
from caballero.proof.cycle_clauses import CycleClauses
from naive import all_tours

Edges = list[tuple[int, int]]


def cycles_of(size: int, edges: Edges) -> list[set[int]]:
    """The Hamiltonian cycles of a graph, as the numbers of their edges."""
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for v, w in edges:
        neighbours[v].append(w)
        neighbours[w].append(v)
    number = {frozenset(edge): e for e, edge in enumerate(edges, 1)}
    tours = all_tours(neighbours, closed=True, clues={0: 1})
    return [{number[frozenset(edge)] for edge in pairwise([*tour, tour[0]])} for tour in tours]


def random_reason(rng: random.Random, size: int, edges: int, clauses: int) -> str:
    some = ",".join(map(str, rng.sample(range(size), rng.randint(1, size - 1))))
    other = ",".join(map(str, rng.sample(range(size), rng.randint(1, 3))))
    edge = rng.randint(1, edges)
    weights = ",".join(f"{v}:{rng.randint(-2, 2)}" for v in rng.sample(range(size), 2))
    return rng.choice(
        (
            f"v{rng.randrange(size)}", f"v{rng.randrange(size)}", f"p{edge}", f"i{edge},{some}",
            f"o{edge},{some}", f"s{other}/{some}", f"w{weights}/1:{some}/2:{other}",
            f"c{rng.randint(1, clauses + 1)}",
        )
    )  # fmt: skip


def random_step(rng: random.Random, size: int, edges: int, clauses: int) -> str:
    clause = [rng.choice((-1, 1)) * rng.randint(1, edges) for _ in range(rng.randint(0, 4))]
    reasons = [random_reason(rng, size, edges, clauses) for _ in range(rng.randint(1, 6))]
    return " ".join([*map(str, clause), ":", *reasons])


def holds(clause: list[int], answers: list[set[int]]) -> bool:
    """Whether a clause is true of all answers, each given by the variables that are yes."""
    return all(any((n in yes) if n > 0 else (-n not in yes) for n in clause) for yes in answers)


def mutated(
    rng: random.Random,
    reason: Callable[..., str],
    proof: Clauses,
    size: int,
    variables: int,
    line: str,
) -> str:
    """A step with something else in it, or less."""
    words = line.split()
    sizes = size, variables, proof.count
    at = rng.randrange(len(words))
    match rng.randrange(4):
        case 0:
            del words[at]
        case 1:
            words[at] = reason(rng, *sizes)
        case 2 if words[at] != ":":
            words[at] = words[at][1:] if words[at][0] == "-" else "-" + words[at]
        case _:
            words.insert(at, reason(rng, *sizes))
    return " ".join(words)


def feed(
    proof: Clauses, lines: list[str], change: Callable[[str], str], answers: list[set[int]]
) -> Counter[str]:
    """Read lines, and each one changed: what is accepted is true of all answers."""
    seen: Counter[str] = Counter()
    for text in (text for line in lines for text in (line, change(line))):
        before = proof.count
        try:
            proof.read(text)
        except Refused:
            seen["refused"] += 1
            continue
        seen["accepted"] += 1
        if proof.count > before:
            clause, _, reasons = text.partition(":")
            assert holds([*map(int, clause.split())], answers), text
            seen.update(word[0] for word in reasons.split())
        else:
            seen[f"line {text[0]}"] += 1
    assert not proof.done
    return seen


def graph_with_a_cycle(rng: random.Random, size: int) -> Edges:
    order = rng.sample(range(size), size)
    edges = {frozenset(edge) for edge in pairwise([*order, order[0]])}
    pairs = [frozenset(pair) for pair in combinations(range(size), 2)]
    edges.update(rng.sample(pairs, rng.randint(1, size // 2 + 1)))
    return [(min(edge), max(edge)) for edge in edges]


def steps_of(size: int, edges: Edges, file: Path) -> tuple[Edges, list[str]]:
    """The edges and the steps of a proof that a graph has no cycle; none if there is a cycle."""
    rows = [[sum(edge) - v for edge in edges if v in edge] for v in range(size)]
    problem = Problem(Graph.from_neighbours(rows), closed=True)
    if not solve(problem, method="exact", proof=file):
        lines = file.read_text().splitlines()
        data = json.loads(lines[2])
        if not data.get("steps", True):
            return [tuple(edge) for edge in data["edges"]], lines[3:]
    return [], []


def check_steps(rng: random.Random, graphs: int, file: Path) -> Counter[str]:
    """Feed steps to graphs with a cycle, and compare what is accepted with all cycles."""
    seen: Counter[str] = Counter()
    for _ in range(graphs):
        size = rng.randint(5, 9)
        edges = graph_with_a_cycle(rng, size)
        left, lines = steps_of(size, edges[1:], file)
        if left:  # they prove too much once one more edge is there
            edges = [*left, edges[0]]
        cycles = cycles_of(size, edges)
        assert cycles
        proof = CycleClauses(size, edges)
        for _ in range(20):
            lines.append(random_step(rng, size, len(edges), proof.count))
        change = partial(mutated, rng, random_reason, proof, size, len(edges))
        seen += feed(proof, lines, change, cycles)
    return seen


def test_accepted_steps_hold_for_every_cycle(tmp_path: Path) -> None:
    seen = check_steps(random.Random(1), 60, tmp_path / "proof")
    assert seen["refused"] > 500
    assert seen["accepted"] > 200


@pytest.mark.slow
@pytest.mark.nightly
def test_ten_thousand_changed_steps(tmp_path: Path) -> None:
    seen = check_steps(random.Random(2), 1500, tmp_path / "proof")
    assert seen["refused"] > 10_000
    assert all(seen[kind] > 50 for kind in "cvpios")


# Two triangles joined by two edges at distance, and a hexagon with a chord.
PRISM = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]


@pytest.mark.parametrize(
    "line",
    [
        "", "x", "1", "1 : v", "1 : v99", "1 : v-1", "99 : v0", "0 : v0", ": c1", ": p0", ": p-1",
        ": p99", ": i1", ": i1,", ": i1,99", ": o1,0", ": s", ": s1", ": s1/", ": s/1", ": s1/1",
        ": s99/1", ": w", ": w1", ": w1:", ": w-1:1", ": w99:1",
        ": w1:1/", ": w1:1/1:", ": w/0:0", ": w/-1:0", ": w/1:99", ": w/1:0,1,2,3,4,5",
        "d 1", "d x", "1 : é", "1 : v" + "9" * 5000, ": : v0", "1.5 : v0", ": v00", ": p", ": c0",
        ": c-1", ": i1,-1", ": o1,-3", ": s0,-3/2", ": s0/-1", "-99 : v0", "True : v0", "d -1", "d",
        "b 0 1", "p 0 0", "n 0", "k 0 1", ": " + "9" * 5000, ":",
    ],
)  # fmt: skip
def test_unreadable_steps_are_refused(line: str) -> None:
    proof = CycleClauses(6, PRISM)
    with pytest.raises(Refused):
        proof.read(line)
    assert proof.count == 0
    assert not proof.done
