"""Longest paths and cycles against brute force, and against published lengths."""

import json
import pickle
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise, permutations, starmap
from pathlib import Path
from typing import Any

import pytest

from caballero import Board, Graph, Limits, Problem, TooLarge, find_longest
from caballero.model import InvalidProblem
from caballero.proof import check_proof
from caballero.proof.facts import is_path
from seldom import each, mostly_nightly

# OEIS A165143: the longest induced cycles of the n×n knight's graph, from n = 3 on.
SNAKES = [8, 10, 16, 20, 22, 32, 40, 48]


def judged(problem: Problem, induced: bool) -> Iterator[tuple[list[int], bool]]:
    """All paths of the graph, and whether each is a path or cycle of the problem."""
    graph = problem.graph()
    way = tuple if problem.directed else sorted  # of the two ends of a move
    moves = [tuple(way(map(problem.vertex, move))) for move in problem.forced]
    ends = [None if v is None else problem.vertex(v) for v in (problem.start, problem.end)]
    needed = {v for v in ends if v is not None}.union(*moves)
    if problem.closed and None not in ends:
        moves.append(tuple(way(v for v in ends[::-1] if v is not None)))
    clues = {problem.vertex(place): number for place, number in problem.clues}
    waypoints = [*map(problem.vertex, problem.waypoints)]

    def paths(path: list[int]) -> Iterator[list[int]]:
        yield path
        for w in graph.neighbours(path[-1]):
            if w not in path:
                yield from paths([*path, w])

    def is_good(path: list[int]) -> bool:
        line = [*path, path[0]] if problem.closed else path
        used = {tuple(way(move)) for move in pairwise(line)}
        if clues or waypoints:
            number = {v: i for i, v in enumerate(path, 1)}
            visits = [number.get(v, 0) for v in waypoints]
            if 0 in visits or visits != sorted(visits) or ends[0] not in (None, path[0]):
                return False
            if ends[1] not in (None, path[-1]):
                return False
            if any(number.get(v) != clue for v, clue in clues.items()):
                return False
        if problem.closed:
            if len(path) < problem.fewest or path[0] not in graph.neighbours(path[-1]):
                return False
        elif any(v not in (None, at) for v, at in zip(ends, (path[0], path[-1]), strict=True)):
            return False
        joined = {(a, b) for a, b in combinations(sorted(path), 2) if b in graph.neighbours(a)}
        return needed <= {*path} and {*moves} <= used and not (induced and joined - used)

    return ((path, is_good(path)) for v in range(len(graph)) for path in paths([v]))


def naive_longest(problem: Problem, induced: bool) -> int:
    """The most places of a path or cycle, by trying all."""
    return max((len(path) for path, good in judged(problem, induced) if good), default=0)


def random_problem(rng: random.Random) -> Problem:
    """A small graph, or a board, with some constraints."""
    ground: Board | Graph
    if rng.random() < 0.3:
        ground = Board(rng.choice(["3x3", "2x4", "3x4", "2x5", "2x8", "3x5", "4x4"]))
        places: Sequence[Any] = [*ground]
    else:
        size = rng.choice([*range(1, 9), *range(1, 9), *range(9, 17)])
        directed = rng.random() < 0.4
        every = permutations(range(size), 2) if directed else combinations(range(size), 2)
        share = 0.45 if size < 9 else (3.4 if directed else 2.8) / size
        pairs = [pair for pair in every if rng.random() < share]
        ground = Graph.from_edges(pairs, range(size), directed=directed)
        places = range(size)
    small = len(ground) < 13
    piece = rng.choice(["knight", "wazir"]) if isinstance(ground, Board) and small else "knight"
    closed = rng.random() < 0.5
    plain = Problem(ground, piece=piece, closed=closed)
    graph = plain.graph()
    edges = [(places[a], places[b]) for a, b in graph.edges()]
    start, end = (rng.choice(places) if rng.random() < 0.3 else None for _ in range(2))
    some = rng.sample(edges, min(len(edges), rng.choice([0, 0, 1, 2])))
    inside: dict[str, Any] = {}
    if rng.random() < 0.3:
        stops = rng.sample(places, min(len(places), rng.choice([1, 2, 3])))
        if rng.random() < 0.5:
            inside["waypoints"] = stops
        else:
            inside["clues"] = {v: rng.randint(1, max(2, len(places) - 2)) for v in stops[:2]}
    try:
        return Problem(
            ground, piece=piece, closed=closed, forced=some[:1], forbidden=some[1:],
            start=start, end=None if end == start else end, **inside,
        )  # fmt: skip
    except InvalidProblem:
        return plain


@pytest.mark.slow
@each("seed", range(400), 4)
def test_a_path_is_judged_by_all_rules(seed: int) -> None:
    problem = random_problem(rng := random.Random(seed))
    induced = not problem.directed and rng.random() < 0.4
    for path, good in islice(judged(problem, induced), 400):
        assert is_path(problem, path, induced) is good, (problem, path)


@pytest.mark.slow
@pytest.mark.parametrize("part", mostly_nightly(range(10), 10))
@each("seed", range(100))
def test_random_problems(part: int, seed: int, tmp_path: Path) -> None:
    rng = random.Random(100 * part + seed)
    problem, induced = random_problem(rng), rng.random() < 0.4
    inside = problem.clues or problem.waypoints
    induced = induced and not (inside or problem.directed)
    found = find_longest(problem, induced=induced, proof=tmp_path / "longest.proof")
    best = naive_longest(problem, induced)
    assert found.optimal
    assert found.cost == found.bound == len(found.tour) == best, problem
    if induced or inside:
        assert found.proof is None
        return
    assert found.proof is not None
    verdict = check_proof(found.proof)
    assert verdict
    assert (verdict.claim, verdict.cost) == ("longest", best)
    if best > 1:  # a shorter path is no longest one
        shorter = [*found.tour.order][:-1] if problem.end is None and not problem.closed else []
        assert not check_proof(forged(found.proof, shorter))


@each("seed", range(300), every=4)
def test_sums_of_random_problems(seed: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(rng)
    if problem.clues or problem.waypoints or problem.size > 9:
        return
    parts = rng.choice([1, 4])
    price = {edge: Fraction(rng.randint(-3, 9), parts) for edge in problem.graph().edges()}

    def cost(a: Any, b: Any) -> Any:
        v, w = problem.vertex(a), problem.vertex(b)
        return price[v, w] if (v, w) in price or problem.directed else price[w, v]

    sums = [
        sum(starmap(cost, pairwise([*places, *places[: problem.closed]])))
        for path, good in judged(problem, False)
        if good
        for places in [[*map(problem.place, path)]]
    ]
    best = find_longest(problem, cost)
    assert (best.cost, best.optimal, bool(best.tour.order)) == (
        max(sums, default=0),
        True,
        bool(sums),
    )


def test_corridors_of_a_maze() -> None:
    """Squares in corridors are no vertices, so a maze may have thousands of them."""
    rows = [". " * 600, "# " * 299 + ". " + "# " * 299 + ". ", ". " * 600]
    best = find_longest(Problem("\n".join(rows), start=(0, 0), end=(2, 0), piece="wazir"))
    assert (best.cost, best.optimal) == (1201, True)
    ring = Graph.from_edges([(v, (v + 1) % 2000) for v in range(2000)])
    assert find_longest(ring, lambda a, b: 0.5, closed=True).cost == 1000
    with pytest.raises(TooLarge):
        find_longest(ring)
    back = Graph.from_edges([(0, 2, 4), (2, 3, 5), (3, 2, 0)], directed=True)
    assert find_longest(back, "weight", closed=True).cost == 5


def forged(file: Path, path: list[int]) -> Path:
    """Put another path in a proof."""
    lines = file.read_text("ascii").splitlines()
    lines[2] = json.dumps(json.loads(lines[2]) | {"longest": path})
    file.write_text("\n".join(lines) + "\n", "ascii")
    return file


@pytest.mark.slow
def test_snakes() -> None:
    found = [
        find_longest(Problem(n, closed=True), induced=True).cost
        for n in range(3, 3 + len(SNAKES[:5]))
    ]
    assert found == SNAKES[:5]


@pytest.mark.parametrize(
    ("board", "closed", "cost"),
    [
        ("4x4", False, 15), ("3x3", False, 8), ("2x2", False, 1),
        pytest.param("9x9", True, 80, marks=pytest.mark.long_plain), ("1x1", True, 0),
    ],
)  # fmt: skip
def test_boards(board: str, closed: bool, cost: int) -> None:
    found = find_longest(Problem(board, closed=closed))
    assert (found.cost, found.bound, found.optimal) == (cost, cost, True)


@pytest.mark.long_plain
def test_limits() -> None:
    found = find_longest(Problem(9, closed=True), induced=True, limits=Limits(nodes=100_000))
    assert not found.optimal
    assert 0 < found.cost < found.bound <= 81


def test_questions_that_are_refused() -> None:
    ring = Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True)
    for ground, why in (
        (ring, "not settled"),
        (Problem(5, clues={"b3": 2}), "no clues"),
        (Problem(5, waypoints=["a1", "b3", "c5"]), "no waypoints"),
    ):
        with pytest.raises(InvalidProblem, match=why):
            find_longest(ground, induced=True)
    with pytest.raises(TooLarge, match="1024"):
        find_longest(33)


@each("seed", range(120), every=4)
def test_the_last_number_says_that_a_path_visits_everything(seed: int) -> None:
    """A clue says the same beside a start or an end that names its place, too."""
    rng = random.Random(seed)
    size, directed = rng.randrange(2, 7), seed % 3 == 0
    every = permutations(range(size), 2) if directed else combinations(range(size), 2)
    graph = Graph.from_edges(
        [pair for pair in every if rng.random() < 0.6], range(size), directed=directed
    )
    first, last = rng.sample(range(size), 2)
    more: dict[str, Any] = {"closed": seed % 2 == 1}
    if seed % 5 == 0 and (edges := [*graph.edges()]):
        more["forced"] = edges[:1]
    alone = Problem(graph, clues={last: size, first: 1}, **more)
    both = Problem(graph, start=first, end=last, clues={last: size, first: 1}, **more)
    expected = naive_longest(alone, False)
    assert expected in (0, size)
    assert find_longest(alone).cost == find_longest(both).cost == expected
    assert find_longest(Problem(both)).cost == find_longest(pickle.loads(pickle.dumps(both))).cost
