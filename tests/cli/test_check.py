"""``caballero check PROOF``, and ``--proof FILE``."""

import json
from pathlib import Path

import pytest

from cli.terminal import Terminal, process, refuses

BOW_TIE = "a b\nb c\nc a\na d\nd e\ne a\n"


def test_a_proof_is_written_and_accepted(caballero: Terminal, tmp_path: Path) -> None:
    for name in ("none.proof", "none.proof.gz"):
        said = caballero("tour", "4x5", "--closed", "--proof", tmp_path / name)
        assert (said.status, f"caballero check {tmp_path / name}" in said.err) == (1, True)
        said = caballero("check", tmp_path / name)
        told = "Accepted: there is no closed tour of the knight on 4x5.\n"
        assert (said.status, said.out) == (0, told)
    (tmp_path / "graph.txt").write_text(BOW_TIE)
    said = caballero("graph", tmp_path / "graph.txt", "--closed", "--proof", tmp_path / "proof")
    assert said.status == 1
    spanish = caballero("check", tmp_path / "proof", "--lang", "es").out
    assert spanish == "Aceptada: el grafo, de 5 vértices, no tiene ningún ciclo hamiltoniano.\n"


def test_a_proof_of_the_only_solution(caballero: Terminal, tmp_path: Path) -> None:
    puzzle, file = tmp_path / "puzzle.txt", tmp_path / "proof"
    puzzle.write_text("1 . .\n. . .\n5 . .\n")
    said = caballero("puzzle", "check", puzzle, "--piece", "wazir", "--proof", file)
    assert said.status == 0
    assert f"caballero check {file}" in said.err
    said = caballero("check", file)
    assert said.out.startswith("Accepted: there is exactly one open tour of the wazir on 3x3")
    data = json.loads(caballero("check", file, "--json").out)
    assert (data["claim"], data["tour"][:2]) == ("only", [[0, 0], [0, 1]])
    file.write_text(file.read_text().replace('"only":[0,1,4', '"only":[0,1,2'))
    assert caballero("check", file).status == 1
    said = caballero("puzzle", "check", puzzle, "--piece", "king", "--proof", file)
    assert "several solutions" in said.err
    puzzle.write_text("1 . .\n. 2 .\n5 . .\n")
    said = caballero("puzzle", "check", puzzle, "--piece", "wazir", "--proof", file)
    assert (said.status, caballero("check", file).status) == (1, 0)


def test_a_proof_of_the_best_tour(caballero: Terminal, tmp_path: Path) -> None:
    roads, file = tmp_path / "roads.txt", tmp_path / "proof"
    roads.write_text("a b 3\nb c 1\nc d 2\nd a 1\na c 5\n")
    for option, told in (("--best", "less than 7"), ("--worst", "more than 7")):
        said = caballero("graph", roads, "--closed", option, "weight", "--proof", file)
        assert f"caballero check {file}" in said.err
        said = caballero("check", file)
        assert said.out == f"Accepted: with the costs in line 3, no tour costs {told}.\n"
    said = caballero("tour", "6", "--best", "length", "--proof", file)
    assert "No proof was written: the costs are rounded" in said.err


def test_a_proof_is_written_for_veripb(caballero: Terminal, tmp_path: Path) -> None:
    graph, file, formula, steps = (tmp_path / name for name in ("graph.txt", "proof", "a", "b"))
    graph.write_text(BOW_TIE)
    caballero("graph", graph, "--closed", "--method", "exact", "--proof", file)
    said = caballero("check", file, "--export", formula, steps)
    assert said.status == 0
    assert formula.read_text().startswith("* #variable= 42 ")
    assert steps.read_text().startswith("pseudo-Boolean proof version 3.0\n")
    caballero("tour", "4x5", "--closed", "--proof", file)
    said = caballero("check", file, "--export", formula, steps)
    assert said.status == 2
    assert "VeriPB" in said.err


def test_a_changed_proof_is_refused(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    caballero("tour", "4x5", "--closed", "--proof", file)
    file.write_text(file.read_text().replace("[4,5]", "[5,6]"))
    said = caballero("check", file)
    assert (said.status, said.out[:15]) == (1, "Refused: line 3")
    file.write_bytes(b"\xff\x00nothing")
    refuses(caballero("check", file), "caballero proof 1")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("tour 5 --proof {file}", "there is a tour"),
        ("tour 8 --closed --timeout 0 --proof {file}", "there is no answer"),
        ("tour 4x5 --closed --proof {file}/in/a/file", "The folder of"),
        ("check {file}", "does not exist"), ("check {folder}", "is a folder"),
    ],
)  # fmt: skip
def test_no_proof(caballero: Terminal, tmp_path: Path, line: str, part: str) -> None:
    file = tmp_path / "proof"
    assert part in caballero(*line.format(file=file, folder=tmp_path).split()).err
    assert not file.exists()


@pytest.mark.slow
def test_a_limit_ends_the_check(tmp_path: Path) -> None:
    """A sweep over a complete graph of 60 vertices; the timer is that of a process of its own."""
    file = tmp_path / "proof"
    rows = [[w for w in range(60) if w != v] for v in range(60)]
    head = {"neighbours": rows, "closed": True}, {"sweep": [*range(60)]}
    file.write_text("\n".join(["caballero proof 1", *map(json.dumps, head), ""]))
    for limit, value, reached in (("--memory", "30", "megabytes"), ("--timeout", "0.5", "seconds")):
        said = process("check", file, limit, value)
        assert (said.status, said.out) == (3, "")
        assert f"Raise the limit with {limit}" in said.err
        said = process("check", file, limit, value, "--json")
        data = json.loads(said.out)
        assert (said.status, data["status"], data["limit"]) == (3, "gave-up", reached)


def test_half_a_character_is_written_as_json_names_it(tmp_path: Path) -> None:
    """In a process of its own: standard error writes what it cannot encode, the tests' does not."""
    file = tmp_path / "proof"
    problem = {"neighbours": [[1], [0]], "closed": False, "start": "\ud800"}
    file.write_text("\n".join(["caballero proof 1", json.dumps(problem), '{"sweep": []}', ""]))
    said = process("check", file, "--json")
    assert (said.status, "\\ud800" in ascii(json.loads(said.out)["message"])) == (2, True)
