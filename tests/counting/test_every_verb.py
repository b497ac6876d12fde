"""Every verb and every method agree with brute force, on problems of every kind.

Small problems are asked twice: all permutations are judged, and plain recursion tries all moves. A
tour and its reverse are one tour if both answer the problem, and a closed one may begin anywhere.
"""

import random
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from caballero import (
    Board,
    Found,
    GaveUp,
    Graph,
    Impossible,
    InvalidInput,
    Limits,
    Problem,
    TooLarge,
    count_tours,
    is_unique,
    iter_tours,
    methods,
    solve,
    tour_space,
    verify,
)  # fmt: skip
from caballero.model import InvalidProblem
from caballero.model.direction import goes_back, may_go_back
from caballero.proof import check_proof
from caballero.proof.facts import is_tour
from caballero.puzzles import another_tour
from caballero.teaching import solve_backtracking
from random_problems import (
    random_clue_problem,
    random_problem,
    random_waypoint_problem,
    tours_in_order,
    with_clues,
)  # fmt: skip

Line = tuple[int, ...]

GRIDS = ["hex2", "hex2x3", "hex3x3", "hex4x2", "tri2", "tri3", "tri2x5", "tri3x3", "tri2x4"]
COUNTING = [method for method in methods("count") if method != "strips"]  # few boards are strips


def any_graph(rng: random.Random) -> Problem:
    """A dense graph, often directed, with several constraints of all kinds."""
    size, directed = rng.randint(3, 6), rng.random() < 0.3
    pairs = [(v, w) for v in range(size) for w in range(size) if (v != w if directed else v < w)]
    edges = [edge for edge in pairs if rng.random() < 0.8]
    rows: dict[Any, list[int]] = {v: [w for a, w in edges if a == v] for v in range(size)}
    parts: dict[str, Any] = {"closed": rng.random() < 0.6}
    if rng.random() < 0.6:
        two = range(rng.randint(1, 2))
        parts["clues"] = {rng.randrange(size): rng.randint(1, size) for _ in two}
    if rng.random() < 0.5:
        parts["waypoints"] = rng.sample(range(size), rng.randint(2, 3))
    for name in ("start", "end"):
        if rng.random() < 0.2:
            parts[name] = rng.randrange(size)
    for name in ("forced", "forbidden"):
        if edges and rng.random() < 0.2:
            parts[name] = [rng.choice(edges)]
    return Problem(Graph.from_dict(rows, directed=directed), **parts)


def any_grid(rng: random.Random) -> Problem:
    """Hexagons or triangles, some of them with holes and clues."""
    name = rng.choice(GRIDS)
    cells = [*Board(name)]
    board = Board(name, holes=rng.sample(cells, min(rng.choice((0, 0, 1, 2)), len(cells) - 3)))
    piece = "king" if name.startswith("tri") and rng.random() < 0.5 else "step"
    problem = Problem(board, piece, rng.random() < 0.4)
    return with_clues(rng, problem) if rng.random() < 0.5 else problem


KINDS = {
    "graph": any_graph, "grid": any_grid, "board": random_problem, "clues": random_clue_problem,
    "waypoints": random_waypoint_problem,
}  # fmt: skip


def drawn(kind: str, seed: int) -> Problem:
    """A problem with few tours; every third one has none."""
    rng = random.Random(f"{kind} {seed}")
    while True:
        try:
            problem = KINDS[kind](rng)
        except InvalidProblem:  # its constraints contradict one another
            continue
        number = len(tours_in_order(problem)) if problem.size <= 12 else 300
        if number < 300 and bool(number) == (seed % 3 > 0):
            return problem


def by_brute_force(problem: Problem) -> tuple[list[Line], list[Line]]:
    """Every sequence that answers a problem, and one of each tour."""
    size, free = problem.size, problem.closed and not problem.numbered()

    def answers(line: Line) -> bool:
        return is_tour(problem, [*line]) and (not free or line[0] == 0)

    lines = sorted(line for line in map(tuple, tours_in_order(problem)) if answers(line))
    if size < 7:
        assert lines == sorted(filter(answers, permutations(range(size))))

    def forms(line: Line) -> list[Line]:
        back = line[::-1]
        turned = [back[i:] + back[:i] for i in range(size if problem.closed else 1)]
        return [line, *(one for one in turned if not problem.directed and answers(one))]

    return lines, sorted({min(forms(line)) for line in lines})


def check_found(problem: Problem, lines: list[Line], file: Path) -> Counter[str]:
    """Compare all methods that find one tour, and check what they prove."""
    seen: Counter[str] = Counter()
    for method in (None, *methods("find")):
        limits = Limits(nodes=50_000) if method else None
        outcome = solve(problem, method=method, limits=limits, proof=file)
        match outcome:
            case Found(tour):
                assert verify(tour, problem).valid
                assert tuple(tour.order) in lines or problem.closed
            case Impossible(certificate):
                assert not lines, method
                assert certificate.kind == "exhausted" or certificate.check(problem), certificate
                assert str(certificate)
                assert not outcome.proof or check_proof(outcome.proof).accepted
        assert method or not isinstance(outcome, GaveUp)
        seen[f"{method} {type(outcome).__name__}"] += 1
    assert bool(solve_backtracking(problem)) == bool(lines)
    return seen


def check_counted(problem: Problem, lines: list[Line], tours: list[Line]) -> Counter[str]:
    """Compare all methods that count, of closable tours, too."""
    seen: Counter[str] = Counter()
    graph = problem.graph()
    for method in (None, *COUNTING):
        for wanted in (None, True, False) if not problem.closed else (None,):
            try:
                count = count_tours(problem, method=method, closable=wanted)
            except (InvalidProblem, TooLarge):
                assert method not in {None, "brute", "listing"}
                continue
            kept = [t for t in tours if wanted is None or graph.has_edge(t[-1], t[0]) is wanted]
            assert int(count) == len(kept), (method, wanted)
            assert wanted is not None or int(count.as_directed()) == len(lines), method
            seen[f"count {method}"] += 1
    assert int(count_tours(problem, directed=True)) == len(lines)
    return seen


def check_listed(problem: Problem, lines: list[Line], tours: list[Line], at: int) -> None:
    """Compare listings: whole, with directions, in another order, and cut in two."""
    whole = [tour.order for tour in iter_tours(problem)]
    assert sorted(whole) == tours
    assert sorted(tour.order for tour in iter_tours(problem, directed=True)) == lines
    assert sorted(tour.order for tour in iter_tours(problem, seed=at)) == tours
    begun = iter_tours(problem, count=at)
    assert [tour.order for tour in begun] == whole[:at]
    assert [tour.order for tour in iter_tours(problem, resume=begun.token)] == whole[at:]


def check_ranked(problem: Problem, tours: list[Line]) -> None:
    """Compare the numbers of the tours, each written in the smallest way that answers."""
    space = tour_space(problem)
    ranked = [*space]
    assert space.total == len(ranked)
    assert sorted(tour.order for tour in ranked) == tours
    for rank, tour in enumerate(ranked):
        assert space[rank] == tour
        assert space.rank(tour) == rank
        if not problem.directed and is_tour(problem, tour.order[::-1]):
            assert space.rank(tour.reversed()) == rank


def check_unique(problem: Problem, tours: list[Line], file: Path) -> None:
    """Compare what is said of one tour, of several and of none."""
    answer = is_unique(problem, proof=file)
    assert answer.status == ("none", "unique", "several")[min(len(tours), 2)]
    if len(tours) > 1:  # the number that two of them place apart
        (one, two), number = (tour.order for tour in answer.tours), answer.number or 0
        assert one[: number - 1] == two[: number - 1]
        assert one[number - 1] != two[number - 1]
    assert all(verify(tour, problem).valid for tour in answer.tours)
    if answer.status == "unique" and answer.proof:
        assert check_proof(answer.proof).accepted
    for tour in answer.tours:
        other = another_tour(problem, tour)
        assert isinstance(other, Found if len(tours) > 1 else Impossible)
        assert not other or (verify(other.tour, problem) and other.tour.order != tour.order)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(300), marks=pytest.mark.nightly)])
def test_every_verb_as_brute_force(kind: str, seeds: range, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        problem = drawn(kind, seed)
        lines, tours = by_brute_force(problem)
        try:
            seen += check_found(problem, lines, tmp_path / f"{seed}")
            seen += check_counted(problem, lines, tours)
            check_listed(problem, lines, tours, 1 + seed % 5)
            try:
                space = tour_space(problem)
            except InvalidProblem:
                assert problem.waypoints or {*problem.numbered()} - {1, problem.size}
            else:
                assert space.total == len(tours)
                check_ranked(problem, tours)
            check_unique(problem, tours, tmp_path / f"{seed} only")
            twice = [line for line in tours if goes_back(problem, line)]
            assert len(lines) == len(tours) + len(twice)
            assert may_go_back(problem) or not twice
        except Exception as error:
            error.add_note(f"seed {seed}: {problem!r}")
            raise
    for name in ("None Found", "None Impossible", "numbers Found", "count None", "count brute"):
        assert seen[name] > 3, seen


def test_numbers_and_waypoints_of_a_closed_tour(tmp_path: Path) -> None:
    """Only some of these tours answer the problem in both directions."""
    square = Graph.from_dict({0: [1, 2, 3], 1: [2, 3], 2: [3]})
    parts: dict[str, Any] = {"closed": True, "clues": {2: 3}, "waypoints": [0, 2]}
    one = Problem(square, forbidden=[(0, 2)], **parts)
    assert is_unique(one, proof=tmp_path / "one").status == "unique"
    verdict = check_proof(tmp_path / "one")
    assert (verdict.accepted, verdict.claim) == (True, "only")
    assert (count_tours(one), count_tours(one, directed=True)) == (1, 2)
    every = Problem(square, **parts)
    lines, tours = by_brute_force(every)
    assert len(tours) < len(lines) < 2 * len(tours)
    listing = iter_tours(every, directed=True, count=2)
    begun = [tour.order for tour in listing]
    rest = [tour.order for tour in iter_tours(every, directed=True, resume=listing.token)]
    assert sorted(begun + rest) == lines
    with pytest.raises(InvalidInput, match="another problem"):
        iter_tours(every, resume=listing.token)
