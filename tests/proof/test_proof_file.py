"""Proofs in files: every "none" has one, and what is damaged or about something else is refused."""

import gzip
import json
import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from caballero import GaveUp, Graph, Impossible, InvalidInput, Problem, is_unique, solve
from caballero.find import exact
from caballero.find.exact import ExactSearch
from caballero.find.kernels import exact as kernel
from caballero.find.proof_writer import ProofWriter
from caballero.machine.driver import Portions
from caballero.machine.limits import Budget
from caballero.model.interchange import problem_data
from caballero.model.reduction import rows
from caballero.proof import Exhausted, ProofVerdict, check_proof
from caballero.proof.proof_file import HEADING
from graphs import flower_snark, petersen
from random_problems import edges_of, random_clue_problem, random_problem, tours_of

METHODS = (None, "exact", "frontier")


CLUE_METHODS = (None, "numbers", "clues")


def check_random(seed: int, problems: int, file: Path, *, clues: bool = False) -> Counter[str]:
    """Prove that random problems have no tour, and check the proofs; count them by their kinds."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["checked"] < problems:
        problem = random_clue_problem(rng) if clues else random_problem(rng)
        method = rng.choice(CLUE_METHODS if clues else METHODS)
        outcome = solve(problem, method=method, proof=file)
        if not isinstance(outcome, Impossible):
            seen["found"] += bool(outcome)
            continue
        assert outcome.proof == file
        verdict = check_proof(file)
        assert verdict, (problem, verdict)
        assert verdict.problem == problem
        seen["checked"] += 1
        seen.update(json.loads(file.read_text().splitlines()[2]).keys())
    return seen


@pytest.mark.slow
def test_every_none_of_small_problems_has_a_proof(tmp_path: Path) -> None:
    assert check_random(1, 150, tmp_path / "proof")["found"] > 50


@pytest.mark.slow
@pytest.mark.nightly
def test_two_thousand_problems_without_a_tour(tmp_path: Path) -> None:
    seen = check_random(2, 2000, tmp_path / "proof")
    assert all(seen[kind] > 50 for kind in ("certificate", "sweep", "edges"))


@pytest.mark.slow
def test_every_none_of_small_problems_with_clues_has_a_proof(tmp_path: Path) -> None:
    seen = check_random(3, 300, tmp_path / "proof", clues=True)
    assert seen["numbers"] > 100


@pytest.mark.slow
@pytest.mark.nightly
def test_two_thousand_problems_with_clues(tmp_path: Path) -> None:
    seen = check_random(4, 2000, tmp_path / "proof", clues=True)
    assert seen["certificate"] > 100
    assert seen["numbers"] > 1000


@pytest.mark.slow
def test_every_only_tour_has_a_proof(tmp_path: Path) -> None:
    """And another tour in its place is refused; one in the other direction is not."""
    rng, file, seen = random.Random(6), tmp_path / "proof", Counter[str]()
    while seen["unique"] < 150:
        problem = random_clue_problem(rng) if rng.random() < 0.8 else random_problem(rng)
        answer = is_unique(problem, proof=file)
        if not answer:
            continue
        assert answer.proof == file
        verdict = check_proof(file)
        assert verdict, problem
        assert verdict.claim == "only"
        assert verdict.tour
        moves = [edges_of(problem, list(tour.order)) for tour in (verdict.tour, answer.tour)]
        assert moves[0] == moves[1]
        seen["unique"] += 1
        lines = file.read_text().splitlines()
        tours = [*tours_of(problem)]
        order = list(answer.tour.order)
        for other in (rng.sample(order, len(order)), order[::-1], [*order[1:], order[0]]):
            lines[2] = json.dumps({"numbers": True, "only": other})
            file.write_text("\n".join(lines) + "\n")
            accepted = bool(check_proof(file))
            assert not accepted or other in tours
            seen[f"accepted {accepted}"] += 1
        lines[2] = json.dumps({"numbers": True})
        file.write_text("\n".join(lines) + "\n")
        assert not check_proof(file)  # there is a tour
    assert seen["accepted False"] > 300
    assert seen["accepted True"] > 5


@pytest.mark.long_plain
@pytest.mark.parametrize("graph", [petersen(5), petersen(29), flower_snark(9)])
def test_long_searches(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the search must forget clauses, and the log has little room."""
    monkeypatch.setattr(exact, "ROOM", 2_000)
    monkeypatch.setattr(kernel, "_LOGS", 2)
    file = tmp_path / "proof.gz"
    outcome = solve(Problem(graph, closed=True), method="exact", proof=file)
    assert isinstance(outcome, Impossible)
    verdict = check_proof(file)
    assert verdict
    steps = gzip.decompress(file.read_bytes()).decode().splitlines()[3:]
    assert verdict.lines == len(steps) + 3
    assert steps[-1].startswith(":")
    # Without a step that others need, the next one that needs it is refused.
    head = gzip.decompress(file.read_bytes()).decode().splitlines()[:3]
    unwrapped = tmp_path / "proof"
    unwrapped.write_text("\n".join([*head, *steps[:-1]]) + "\n")
    assert not check_proof(unwrapped)


@pytest.mark.long_plain
@pytest.mark.parametrize(
    ("problem", "method"),
    [
        (Problem(flower_snark(9), closed=True), "exact"),
        (Problem(flower_snark(11), closed=True), "exact"),
        (Problem(flower_snark(7), closed=True, clues={("a", 0): 1, ("b", 3): 14}), "numbers"),
        (Problem(8, piece="giraffe"), "exact"),
    ],
)
def test_a_proof_does_not_depend_on_the_clock(
    problem: Problem, method: str | None, tmp_path: Path
) -> None:
    """And the search is the one without a proof."""
    proofs, nodes = set(), {solve(problem, method=method).stats.nodes}
    for seconds in (1e-5, 1e-3, 1):
        with Budget(tuning=[Portions(seconds)]):
            outcome = solve(problem, method=method, proof=tmp_path / "proof")
        assert isinstance(outcome, Impossible)
        proofs.add((tmp_path / "proof").read_bytes())
        nodes.add(outcome.stats.nodes)
    assert len(proofs) == len(nodes) == 1


def cliques(parts: int, shared: int) -> list[list[int]]:
    """Complete graphs of six vertices, which share some of these: without them they fall apart."""
    rows: list[set[int]] = [set() for _ in range(shared + parts * (6 - shared))]
    for part in range(parts):
        first = shared + part * (6 - shared)
        vertices = {*range(shared), *range(first, first + 6 - shared)}
        for v in vertices:
            rows[v] |= vertices - {v}
    return [sorted(row) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("graph", "kinds"),
    [
        (rows(flower_snark(13)), "cvpio"),
        (cliques(2, 1), "s"),
        (cliques(3, 2), "cvs"),
        (cliques(4, 3), "cvs"),
    ],
)
def test_every_kind_of_reason_is_written(
    graph: list[list[int]], kinds: str, tmp_path: Path
) -> None:
    file = tmp_path / "proof"
    problem = Problem(Graph.from_neighbours(graph), closed=True)
    with closing(ProofWriter(problem, file)) as writer:
        search = ExactSearch(graph, proof=writer)
        assert search.run(Budget()) is None
        writer.complete(Exhausted("exact", 1))
    assert check_proof(file)
    steps = file.read_text().splitlines()[3:]
    written = {word[0] for step in steps for word in step.partition(":")[2].split()}
    assert written >= {*kinds}


def test_there_is_no_file_without_a_proof(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    assert solve("5x5", proof=file)
    assert isinstance(solve("8x8", closed=True, limits=0, proof=file), GaveUp)
    clues = solve("5x5", clues={"a1": 1, "b3": 2, "c3": 25, "d5": 12}, proof=file)
    assert isinstance(clues, Impossible)
    assert clues.proof == file
    assert [*tmp_path.iterdir()] == [file]


MANY_LEAPS = "+".join(f"{a},{b}" for a in range(5, 14) for b in range(a, 14))


@pytest.mark.parametrize(
    ("board", "piece"),
    [
        ("tri\n. . . . .\n. .\n. . . .", "step"), ("hex\n . . .\n. . . . .\n . .\n. .", "step"),
        ("tri4", "step"), ("4x4 torus", "2,2"), ("3x3x3", "0,1,2+1,2,3"), ("3x3", MANY_LEAPS),
    ],
)  # fmt: skip
def test_every_kind_of_board_is_read(board: str, piece: str, tmp_path: Path) -> None:
    """Also shapes of hexagons or triangles without a name, and pieces with a long one."""
    problem = Problem(board, piece, closed=True)
    assert not solve(problem, proof=tmp_path / "proof")
    verdict = check_proof(tmp_path / "proof")
    assert verdict
    assert verdict.problem == problem


PROBLEM = json.dumps(problem_data(Problem("4x5", closed=True)))


@pytest.mark.parametrize(
    "text",
    [
        "", "x", f"{HEADING}\n", f"{HEADING}\n{{}}\n{{}}\n", f"{HEADING}\n{PROBLEM}\n",
        f"{HEADING}\n{PROBLEM}\n[]\n", f"{HEADING}\n{PROBLEM}\nnull\n",
        f"{HEADING}\n{PROBLEM}\n{{}}\n",
        f'{HEADING}\n{PROBLEM}\n{{"certificate": 5}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"certificate": {{"type": "Exhausted"}}}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"certificate": {{"type": "Theorem", "size": 3}}}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"sweep": "all"}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"edges": [[0, "1"]]}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"edges": [[0, 1, 2]]}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"edges": [], "steps": [[[0, 1], 5, "two-left"]]}}\n',
        f'{HEADING}\n{PROBLEM}\n{{"edges": [], "factors": [[0, [], []]]}}\n',
        f"{HEADING}\n{PROBLEM}\n" + "[" * 100_000 + "\n",
    ],
)  # fmt: skip
def test_what_is_no_proof(text: str, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    file.write_text(text)
    with pytest.raises(InvalidInput):
        check_proof(file)


@pytest.mark.parametrize(
    "text",
    [
        '{"certificate": {"type": "Theorem", "name": "schwenk", "sides": [4, 5]}}\nmore\n',
        '{"sweep": []}\n', '{"sweep": [0, 0]}\n', '{"edges": []}\n',
        '{"edges": [[0, 1]]}\n: v0\n', '{"edges": [], "steps": [[[0, 1], true, "two-left"]]}\n',
    ],
)  # fmt: skip
def test_what_does_not_follow(text: str, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    file.write_text(f"{HEADING}\n{PROBLEM}\n{text}")
    assert not check_proof(file)


def test_a_damaged_compressed_file(tmp_path: Path) -> None:
    file = tmp_path / "proof.gz"
    solve(Problem(petersen(17), closed=True), method="exact", proof=file)
    whole = file.read_bytes()
    for part in (
        whole[:-20],
        whole[: len(whole) // 2],
        b"text",
        whole[:100] + bytes(99) + whole[199:],
    ):
        file.write_bytes(part)
        try:
            accepted = bool(check_proof(file))
        except InvalidInput:
            accepted = False
        assert not accepted


def test_the_words_of_a_verdict(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    solve("4x5", closed=True, start="a1", proof=file)
    verdict = check_proof(file)
    assert str(verdict).startswith(
        "Accepted: there is no closed tour of the knight on 4x5. It applies"
    )
    solve(Graph.from_edges([("a", "b"), ("b", "c")]), closed=True, proof=file)
    assert str(check_proof(file)) == "Accepted: the graph, of 3 vertices, has no Hamiltonian cycle."
    file.write_text(file.read_text() + "more\n")
    refused = check_proof(file)
    assert refused == ProofVerdict(refused.problem, accepted=False, lines=4)
    assert str(refused).startswith("Refused: line 4")
