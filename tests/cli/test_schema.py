"""Every answer in JSON satisfies the schema that the package carries."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from caballero import Graph, Problem, best_tour, is_unique, solve
from caballero.counting import start_run
from caballero.formats import outcome_json
from caballero.formats.write import VERSION
from cli.terminal import Terminal
from cli.test_expectations import commands, options

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA: dict[str, Any] = json.loads(
    (resources.files("caballero.formats") / "answers.json").read_text("utf-8")
)

ANSWERS = {
    "outcome": [
        "tour 5x6 --json --closed --start c3",
        "tour 5 --json --method backtracking --start a1",
        "tour 3 --json --method backtracking --start a3",
        "tour 5 --json --start a2",
        "tour 3x5 --json --surface cylinder --piece dabbaba",
        "tour 8 --json --start a1 --clue h8=5",
        "tour 1x2 --json --piece wazir --closed",
        "tour 12 --json --piece zebra --closed",
        "tour 20 --json --timeout 0",
        "tour 2x2x3 --json --piece wazir",
        "tour 4x4x2 --json --closed --lang es",
        "graph {triangle} --json",
        "graph {path} --json",
        "graph {bow_tie} --json",
        "graph {roads} --json --best weight",
        "graph {roads} --json --worst weight --closed --start a --directed",
        "tour 5x6 --json --closed --best turns",
        "tour 10 --json --closed --best crossings --timeout 0.3",
        "tour 4 --json --best turns",
        "tour 8 --json --worst length --timeout 0",
        "count 20 --json --timeout 0",
        "list 4 --json",
        "sample 4 --json",
        "unrank 4 0 --json",
    ],
    "count": [
        "count 3x4 --json --known",
        "count 4x5 --json --start a1 --clue b3=2 --force d4-e2 --forbid a1-c2 --end e4",
        "count 4 --json",
        "count 5x6 --json --closed --up-to-symmetry",
        "count --graph {triangle} --json --closed",
        "count 3x4 --json --not-closable --directed",
    ],
    "kinds": ["count 5x6 --json --closed --by-symmetry"],
    "shown": ["count 5x6 --json --group-by crossings", "count 3x4 --json --group-by ends"],
    "recurrence": ["count 4x6 --json --closed --recurrence"],
    "estimate": [
        "count 5x6 --json --closed --estimate",
        "count 4 --json --estimate",
        "list 5x6 --json --closed --estimate",
        "run list 5x6 --json --closed --estimate",
    ],
    "listed": ["list 3x4 --json", "list 5x6 --json --closed"],
    "collection": ["list 3x4 --json --statistics", "list 3x4 --json --statistics --piece wazir"],
    "uncrossed": [
        "uncrossed 4 --json",
        "uncrossed 3 --json --closed",
        "uncrossed 9 --json --timeout 0",
    ],
    "longest": ["tour 4 --json --longest", "graph {triangle} --json --longest --closed"],
    "checked": [
        "puzzle check {puzzle} --json --piece wazir",
        "puzzle check {puzzle} --json --piece king",
        "puzzle check {puzzle} --json --piece knight",
        "puzzle check {puzzle} --json --piece wazir --timeout 0",
        "puzzle solve {puzzle} --json --piece wazir --explain",
        "puzzle solve {puzzle} --json --piece king --explain",
        "puzzle solve {puzzles} --json",
        "puzzle solve {zip} --json --explain",
    ],
    "completed": ["puzzle complete {puzzle} --json --piece king"],
    "asked": ["puzzle quiz 5 -k 4 --json --start a1", "puzzle quiz 5x6 -k 1 --closed --json"],
    "made": [
        "puzzle make 5 --visited 6 -k 2 --json",
        "puzzle make 4 --json --piece king -k 3",
        "puzzle make 5 --json --piece wazir --level medium --symmetric",
        "puzzle make 5 --json --kind zip --level hard",
        "puzzle booklet {booklet} --json",
    ],
    "text": [
        "puzzle text abcdeedcbafg --json --by letter --piece king --closed",
        "puzzle text abcdeedcbafg --json --by letter --lang es --piece wazir",
        "puzzle text abcdeedcbafg --board 3x4 --json --by letter --piece king",
    ],
    "hinted": [
        "puzzle hint {puzzle} --json --piece wazir",
        "puzzle hint {zip} --json",
        "puzzle hint {puzzle} --json --piece knight",
        "puzzle hint {puzzle} --json --piece wazir --timeout 0",
    ],
    "sampled": ["sample 3x4 --json -k 2", "unrank 3x4 5 --json"], "rank": ["rank {tour} --json"],
    "verdict": [
        "verify {tour} --json",
        "verify {tour} --json --statistics",
        "verify {tour} --json --closed",
        "verify {cycle} --json --graph {triangle} --statistics",
        "verify {cycle} --json --graph {path}",
        "class mark {tour} {tour} --json",
    ],
    "proof-verdict": [
        "check {proof} --json",
        "check {graph_proof} --json",
        "check {wrong} --json",
        "check {only} --json",
        "check {best} --json",
    ],
    "proof-gave-up": ["check {proof} --json --timeout 0"],
    "comparison": [
        "compare 5 --json",
        "compare 6 --json --starts --order puc --nodes 99 --fatal",
        "compare 4 --json --estimate",
    ],
    "event": [
        "trace 3 --json --start a3",
        "trace 3x4 --json --method branch-and-bound",
        "trace 3 --json --method branch-and-bound",
    ],
    "passage": ["verify --text {tour} --json"],
    "tree": ["trace 3 --tree --json", "trace 3x4 --tree --json --method branch-and-bound"],
    "run-result": [
        "run count 5x6 --json --closed --directed --store {folder}/count --workers 1",
        "run list 3x4 --json --store {folder}/list --workers 1 --up-to-symmetry",
        "run resume {run} --json --workers 1",
        "run verify {run} --json --workers 1",
    ],
    "run-status": ["run status {run} --json"],
    "error": [
        "tour 8 --json --start z9",
        "tour 8 --json --lang es --seed x",
        "verify nowhere --json",
        "tour 8 --format json --method nope",
        "tour 8 --format=json -o {folder}",
        "run status nowhere --json",
        "frobnicate --json",
    ],
}  # fmt: skip


def checked(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("schema")
    texts = {
        "triangle": "0 1\n1 2\n2 0\n",
        "path": "0 1\n1 2\n",
        "bow_tie": "0 1\n1 2\n2 0\n0 3\n3 4\n4 0\n",
        "roads": "a b 2.5\nb c -1\nc a 4\n",
        "cycle": "0 1 2\n",
        "puzzle": "1 . .\n. . .\n5 . .\n",
        "puzzles": "numbrix\n1 . .\n. . .\n5 . .\n\nhidato\n1 .\n. .\n",
        "zip": "zip\n1 . .\n. . .\n. . 2\nwalls: a3-b3\n",
        "booklet": "[[section]]\nboard = 4\npiece = 'king'\ncount = 2\n",
        "tour": "1 4 7 10\n12 9 2 5\n3 6 11 8\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    proofs = ("proof", "graph_proof", "wrong", "only", "best")
    roads = Graph.from_edges([(0, 1, 3), (1, 2, 1), (2, 0, 2)])
    best_tour(roads, closed=True, proof=folder / "best")
    is_unique("1 . .\n. . .\n5 . .", piece="wazir", proof=folder / "only")
    solve("4x5", closed=True, proof=folder / "proof")
    solve(Graph.from_edges([("a", "b"), ("b", "c")]), closed=True, proof=folder / "graph_proof")
    (folder / "wrong").write_text((folder / "proof").read_text() + "more\n")
    triangle = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
    with ThreadPoolExecutor(1) as pool:
        start_run("list", Problem(triangle, closed=True), folder / "run", executor=pool)
    return {"folder": folder, **{name: folder / name for name in (*texts, *proofs, "run")}}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == f"urn:caballero:answers:{VERSION}"
    assert {answer["$ref"].removeprefix("#/$defs/") for answer in SCHEMA["anyOf"]} == {*ANSWERS}


JSON = [name for name, one in commands() if any("--json" in o.opts for o in options(one))]


@pytest.mark.parametrize("command", JSON)
def test_no_command_is_forgotten(command: str) -> None:
    """An answer of it is validated, and the documents name it."""
    assert any(
        line.startswith(f"{command} ")
        for name, lines in ANSWERS.items()
        if name != "error"
        for line in lines
    )
    for page in ("en", "es"):
        text = (DOCS / page / "json.md").read_text("utf-8")
        assert f"`{command}`" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str, caballero: Terminal, files: dict[str, Path]) -> None:
    for command in ANSWERS[name]:
        words = command.split()
        reply = caballero(*(word.format(**files) for word in words))
        assert reply.status in ((2,) if name == "error" else (0, 1, 3)), (command, reply)
        lines = reply.out.splitlines()
        assert lines, (command, reply)
        for line in lines:
            answer = json.loads(line)
            checked(name).validate(answer)
            for wrong in damaged(answer):
                with pytest.raises(ValidationError):
                    checked(name).validate(wrong)


def test_a_fraction_is_a_text() -> None:
    graph = Graph.from_edges([("a", "b", Fraction(1, 3)), ("b", "c", Fraction(-2, 3))])
    problem = Problem(graph)
    answer = outcome_json(problem, best_tour(problem))
    assert (answer["cost"], answer["bound"], answer["optimal"]) == ("-1/3", "-1/3", True)
    checked("outcome").validate(answer)
    for wrong in ("1/0", "a third", True, None):
        with pytest.raises(ValidationError):
            checked("outcome").validate({**answer, "cost": wrong})


ALWAYS = {*re.findall(r"\w+", "caballero status count total faults kind bound cost optimal")}


def damaged(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an answer with another name, and without each part that is always there."""
    yield {**answer, "unheard-of": 1}
    for name in answer.keys() & ALWAYS:
        yield {key: value for key, value in answer.items() if key != name}
