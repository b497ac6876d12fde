"""Proofs for VeriPB: a naive checker accepts them, and the formula says no more than it may."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from caballero import Graph, Impossible, InvalidInput, Problem, solve
from caballero.proof import export_proof
from graphs import flower_snark, petersen
from proof.pseudo_boolean import is_refutation, read_formula
from proof.test_proof_file import cliques
from random_problems import random_problem


def exported(problem: Problem, folder: Path) -> tuple[Path, Path] | None:
    """The formula and the proof that a problem has no tour, if it has none."""
    file, formula, steps = (folder / name for name in ("proof", "none.opb", "none.pbp"))
    outcome = solve(problem, method="exact", proof=file)
    if not isinstance(outcome, Impossible) or '"edges"' not in file.read_text().splitlines()[2]:
        return None
    assert export_proof(file, formula, steps)
    return formula, steps


@pytest.mark.long_plain
@pytest.mark.parametrize(
    "graph",
    [
        petersen(5), flower_snark(5), flower_snark(7),
        *(Graph.from_neighbours(cliques(*sizes)) for sizes in ((2, 1), (3, 2), (4, 3))),
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


def test_random_problems(tmp_path: Path) -> None:
    rng, seen = random.Random(1), 0
    while seen < 40:
        files = exported(random_problem(rng), tmp_path)
        if files:
            assert is_refutation(*files)
            seen += 1


@pytest.mark.long_plain
def test_the_formula_says_what_a_cycle_is(tmp_path: Path) -> None:
    """Two edges at each vertex, and two at least that leave each set."""
    rng, seen = random.Random(2), 0
    while seen < 40:
        files = exported(random_problem(rng), tmp_path)
        if not files:
            continue
        lines = files[0].read_text().splitlines()
        named = [line.split() for line in lines if line.startswith("* x")]
        ends = {int(words[1][1:-1]): {*map(int, words[2:])} for words in named}
        _, constraints = read_formula(files[0])
        size = max(map(max, ends.values()), default=-1) + 1
        for v in range(size):
            around = {e for e, pair in ends.items() if v in pair}
            assert constraints[2 * v] == (dict.fromkeys(around, 1), 2)
            assert constraints[2 * v + 1] == (dict.fromkeys(around, -1), -2)
        cuts = [line for line in lines if line.startswith("* At least")]
        for line, known in zip(cuts, constraints[len(constraints) - len(cuts) :], strict=True):
            inside = {*map(int, line.removesuffix(".").split()[6:])}
            assert 0 < len(inside) < size
            leaving = {e for e, pair in ends.items() if len(pair & inside) == 1}
            assert known == (dict.fromkeys(leaving, 1), 2)
        seen += bool(cuts)


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
