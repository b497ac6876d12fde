"""Proofs for VeriPB: a naive checker accepts them, and a second writer writes the same formula."""

import random
from collections import Counter
from itertools import combinations, count, pairwise, permutations
from pathlib import Path

import pytest

from caballero import Graph, Impossible, InvalidInput, Problem, is_unique, solve
from caballero.proof import export_proof
from caballero.puzzles import Puzzle, make_puzzle
from graphs import flower_snark, petersen
from proof.pseudo_boolean import (
    is_refutation,
    read_formula,
    solutions,
)  # fmt: skip
from proof.test_proof_file import cliques
from random_problems import random_problem


def exported(
    problem: Problem, folder: Path, method: str | None = "exact"
) -> tuple[Path, Path] | None:
    """The formula and the proof that a problem has no tour, if it has none and they can say so."""
    file, formula, steps = (folder / name for name in ("proof", "none.opb", "none.pbp"))
    outcome = solve(problem, method=method, proof=file)
    if not isinstance(outcome, Impossible) or not outcome.proof:
        return None
    kind = file.read_text().splitlines()[2]
    if '"edges"' not in kind and '"Deduction"' not in kind:
        return None
    assert export_proof(file, formula, steps)
    return formula, steps


@pytest.mark.slow
@pytest.mark.parametrize(
    "graph",
    [
        petersen(5),
        pytest.param(flower_snark(5), marks=pytest.mark.nightly),
        Graph.from_neighbours(cliques(2, 1)),
        Graph.from_neighbours(cliques(3, 2)),
        pytest.param(Graph.from_neighbours(cliques(4, 3)), marks=pytest.mark.nightly),
    ],
)  # fmt: skip
def test_a_naive_checker_accepts_them(graph: Graph, tmp_path: Path) -> None:
    files = exported(Problem(graph, closed=True), tmp_path)
    assert files
    assert is_refutation(*files)
    # Without its cuts, or without a step, it proves nothing.
    formula, steps = files
    lines = steps.read_text().splitlines()
    steps.write_text("\n".join([*lines[:2], *lines[-4:]]) + "\n")
    short = len(lines) < 8
    assert short or not is_refutation(formula, steps)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["exact", "proofs"])
def test_random_problems(method: str, tmp_path: Path) -> None:
    rng, seen = random.Random(1), 0
    while seen < 30:
        files = exported(random_problem(rng), tmp_path, method)
        if files:
            assert is_refutation(*files)
            seen += 1


LEAPS = {"knight": {(1, 2)}, "wazir": {(0, 1)}, "3,4": {(3, 4)}}


def second_formula(problem: Problem, piece: str) -> str:
    """The formula about a closed tour, written again from the board alone."""
    board = problem.board
    squares = [*board]
    moves = [
        (v, w)
        for (v, one), (w, other) in combinations(enumerate(squares), 2)
        if tuple(sorted(abs(a - b) for a, b in zip(one, other, strict=True))) in LEAPS[piece]
    ]
    size, edges = len(squares), len(moves)
    bits = 0
    while 2**bits < size:
        bits += 1
    variable = count(edges + 1)
    carried = {
        arc: [next(variable) for _ in range(bits)] for v, w in moves for arc in ((v, w), (w, v))
    }

    def amount(arc: tuple[int, int], sign: str) -> str:
        return "".join(f"{sign}{2**i} x{x} " for i, x in enumerate(carried[arc]))

    lines = [f"* x{e}: {v} {w}" for e, (v, w) in enumerate(moves, 1)]
    constraints = []
    for v in range(size):
        at = [e for e, move in enumerate(moves, 1) if v in move]
        constraints.append("".join(f"+1 x{e} " for e in at) + ">= 2;")
        constraints.append("".join(f"-1 x{e} " for e in at) + ">= -2;")
    constraints += [
        f"+{size - 1} x{e} {amount(arc, '-')}>= 0;"
        for e, (v, w) in enumerate(moves, 1)
        for arc in ((v, w), (w, v))
    ]
    for v in range(1, size):
        at = [sum(move) - v for move in moves if v in move]
        flow = "".join(amount((w, v), "+") + amount((v, w), "-") for w in at)
        constraints.append(f"{flow}>= 1;")
    head = f"* #variable= {edges * (1 + 2 * bits)} #constraint= {len(constraints)}"
    return "\n".join([head, *lines, *constraints])


@pytest.mark.parametrize(
    ("board", "piece"),
    [
        ("....\n....\n....\n....\n..##", "knight"), ("....#\n....#\n.....\n..##.", "wazir"),
        ("7x16", "3,4"), ("..##..\n......\n......\n......\n......", "knight"),
    ],
)  # fmt: skip
def test_a_second_writer_writes_the_same_formula(board: str, piece: str, tmp_path: Path) -> None:
    problem = Problem(board, piece=piece, closed=True)
    files = exported(problem, tmp_path, "proofs")
    assert files
    lines = files[0].read_text().splitlines()
    said = [line for line in lines if not line.startswith("* ") or line[2:3] in "x#"]
    assert "\n".join(said) == second_formula(problem, piece)
    assert is_refutation(*files)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "piece", "closed"), [("3x4", "knight", False), (4, "wazir", True)]
)
def test_puzzles_have_one_solution(
    rows: int | str, piece: str, closed: bool, tmp_path: Path
) -> None:
    puzzle = make_puzzle(Problem(rows, piece=piece, closed=closed), seed=1)
    assert isinstance(puzzle, Puzzle)
    files = tmp_path / "a.opb", tmp_path / "a.pbp"
    assert is_unique(puzzle.problem, proof=tmp_path / "proof")
    assert export_proof(tmp_path / "proof", *files)
    assert solutions(*files) == 1
    lines = files[1].read_text().splitlines()
    assert lines.pop(2).startswith("solx ")
    lines[-2] = "conclusion UNSAT : -1;"
    files[1].write_text("\n".join(lines) + "\n")
    assert solutions(*files) is None


def small_problem(rng: random.Random) -> Problem:
    """A question about numbers, about a graph of five vertices."""
    directed = rng.random() < 0.5
    pairs = [*permutations(range(5), 2)] if directed else [*combinations(range(5), 2)]
    moves = rng.sample(pairs, rng.randint(6, 10 if directed else 8))
    rows = [[w for w in range(5) if (v, w) in moves] for v in range(5)]
    if not directed:
        rows = [[w for w in range(5) if {(v, w), (w, v)} & {*moves}] for v in range(5)]
    graph = Graph.from_neighbours(rows, directed=directed)
    first, *others = rng.sample(range(5), 5)
    passed = others[:2] if rng.random() < 0.3 else []
    return Problem(
        graph, closed=rng.random() < 0.5, clues={first: 1 if passed else rng.randint(1, 5)},
        forced=[rng.choice(moves)] if rng.random() < 0.3 else [], waypoints=passed,
    )  # fmt: skip


def is_answer(problem: Problem, order: tuple[int, ...]) -> bool:
    """Whether vertices in an order are a tour, by the words of the problem."""
    turn = 0 if not problem.closed else 1
    steps = [*pairwise([*order, *order[:turn]])]
    ways = {(v, w) for v, row in enumerate(map(problem.graph().neighbours, range(5))) for w in row}
    both: list[tuple[object, object]] = [*steps, *((w, v) for v, w in steps)]
    used = both[: len(steps)] if problem.directed else both
    forced = [move in used for move in problem.forced]
    places = [order.index(v) for v in problem.waypoints]
    return (
        {*steps} <= ways
        and all(order[number - 1] == v for v, number in problem.clues)
        and all(forced)
        and places == sorted(places)
    )


@pytest.mark.slow
def test_the_formula_about_numbers_is_true_of_tours_only(tmp_path: Path) -> None:
    """Each order of the vertices satisfies it exactly if it is a tour."""
    rng, seen = random.Random(4), Counter[int]()
    file, formula, steps = (tmp_path / name for name in ("proof", "a.opb", "a.pbp"))
    while min(seen[0], seen[1]) < 12:
        file.unlink(missing_ok=True)
        problem = small_problem(rng)
        if solve(problem, method="numbers", proof=file):
            is_unique(problem, proof=file)
        if not file.exists() or '"numbers"' not in file.read_text():
            continue
        if any(line.startswith("k ") for line in file.read_text().splitlines()):
            with pytest.raises(InvalidInput, match="separates"):
                export_proof(file, formula, steps)
            continue
        assert export_proof(file, formula, steps)
        _, constraints = read_formula(formula)
        named = [line.split() for line in formula.read_text().splitlines() if "* x" in line]
        moves = {int(x[1:-1]): {int(v), int(w[:-1])} for _, x, v, w, *_ in named}
        true = set()
        for order in permutations(range(5)):
            value = {v * 5 + t + 1: int(order[t] == v) for v in range(5) for t in range(5)}
            used = [{*pair} for pair in pairwise([*order, *order[: problem.closed]])]
            value |= {x: int(ends in used) for x, ends in moves.items()}
            sums = ((sum(a * value[x] for x, a in f.items()), least) for f, least in constraints)
            if all(total >= least for total, least in sums):
                true.add(order)
        assert true == {order for order in permutations(range(5)) if is_answer(problem, order)}
        assert solutions(formula, steps) == len(true)
        seen[len(true)] += 1


def test_only_steps_about_edges_are_written(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    solve("4x5", closed=True, proof=file)
    with pytest.raises(InvalidInput, match="VeriPB"):
        export_proof(file, tmp_path / "a.opb", tmp_path / "a.pbp")
    assert [*tmp_path.iterdir()] == [file]
    solve(Problem(petersen(5), closed=True), method="exact", proof=file)
    file.write_text("\n".join(file.read_text().splitlines()[:-1]) + "\n")
    assert not export_proof(file, tmp_path / "a.opb", tmp_path / "a.pbp")
    assert [*tmp_path.iterdir()] == [file]
