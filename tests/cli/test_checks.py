"""Options without an effect are refused: which one, why, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from caballero import Found, Problem, methods, solve
from caballero.cli.checks import NEEDS, OF_TOURS
from caballero.find.methods import METHODS
from caballero.teach import Contender
from cli.terminal import Terminal, process, refuses
from cli.test_expectations import commands, options

USELESS = {
    # the question
    "count 8 --from edges": "--from is for graphs: add --graph FILE",
    "verify - --from hcp": "--from is for graphs",
    "list --graph graph.txt --piece king": "--piece is for boards: leave it out with --graph",
    "count --graph graph.txt --surface torus": "--surface is for boards",
    "run list --graph graph.txt --store run --forbid a-b": "--forbid is for boards",
    "run count --graph graph.txt --store run --force a-b": "--force is for boards",
    "list --graph graph.txt --clue a=1": "--clue is for boards",
    "verify - --graph graph.txt --board 5": "--board is for boards",
    "verify - --graph graph.txt --first 2": "--first is for boards",
    "list tours.parquet --open": "--open is for a search, and a file of tours needs none",
    "list tours.parquet --every 2": "--every is for a search",
    # the search
    "tour 8 --order puc": "--order is for --method naive, backtracking or warnsdorff",
    "tour 8 --tie roth": "--tie is for Warnsdorff's rule: add --method warnsdorff",
    "tour 8 --method backtracking --tie roth": "--tie is for Warnsdorff's rule",
    "trace 5 --tie roth": "--tie is for Warnsdorff's rule",
    "tour 8 --method backtracking --seed 3": "--seed is for random choices",
    "tour 8 --method warnsdorff --tie roth --seed 3": "choose another method or --tie random",
    "tour 8 --method sat -k 3": "--count is for random choices",
    "graph graph.txt --method frontier --seed 3": "--seed is for random choices",
    "trace 5 --strategy fifo": "--strategy is for branch and bound: add --method branch-and-bound",
    "trace 5 --bound made": "--bound is for branch and bound",
    "compare 5 --strategy fifo": "--strategy is for branch and bound",
    "trace 5 --method branch-and-bound --tie roth": "--tie is for Warnsdorff's rule",
    "trace 5 --method branch-and-bound --seed 3": "--seed is for random choices",
    "trace 5 --seed 3": "--seed is for random choices",
    "compare 5 --method warnsdorff --order puc": "--order is for --method naive or backtracking",
    "compare 5 --method backtracking --tie roth": "--tie is for Warnsdorff's rule",
    "compare 5 --tie roth --seed 3": "--seed is for random choices",
    # the answer
    "count 6 --by-symmetry --recurrence": "--recurrence and --by-symmetry are two answers",
    "count 6 --by-symmetry --method brute": "--method is for one count",
    "count 6 --recurrence --checkpoint folder": "--checkpoint is for one count",
    "count 6 --by-symmetry --known": "--known is for one count",
    "count 6 --up-to-symmetry --method brute": "--method is for counts of all tours",
    "count 6 --method brute --checkpoint folder": "--checkpoint is for sweeps",
    "count 6 --by-symmetry --spill folder": "--spill is for one count",
    "count 6 --method strips --spill folder": "--spill is for sweeps",
    "count 6 --method sweep --spill folder": "--spill is for sweeps that meet in the middle",
    "count 6 --spill folder --checkpoint folder": "--spill keeps all work in its folder",
    "sample 5 --rank 3 --rank-of tour.txt": "--rank-of asks for the rank of a tour",
    "sample 5 --rank 0 -k 3": "-k is for tours drawn at random",
    "sample 5 --rank-of tour.txt --seed 3": "--seed is for tours drawn at random",
    "sample 5 --rank-of tour.txt --first 3": "--first is for tours, and --rank-of prints a number",
    "sample 5 --rank-of tour.txt --format moves": "--format is for tours, and --rank-of",
    "sample 5 --rank-of tour.txt -o rank.svg": "--output is for tours, and --rank-of",
    "list 5 --sort": "--sort is for Parquet",
    "list 5 --statistics --first 3": "--first is for tours, and --statistics prints numbers",
    "list 5 --statistics --format moves": "--format is for tours, and --statistics",
    "tour 5 --first 3 --json": "--first is for numbered squares",
    "tour 5 --first 3 --format moves": "--first is for numbered squares",
    "tour 5 -k 2 --explain": "--explain is for one tour",
    "tour 5 --sheet -o sheet.svg --watch": "--watch is for one tour",
    "tour 5 --watch --json": "--watch shows a tour as text",
    "tour 5 --watch -o tour.svg": "--watch shows a tour as text",
    "trace 5 --watch --json": "--watch shows the search in the terminal: leave out -o",
    "graph graph.txt --explain --quiet": "--explain writes to standard error, which --quiet",
    # the picture
    "trace 5 --every 2": "--every is for animations: name one with -o, such as tour.gif",
    "trace 5 --theme dark": "--theme is for animations",
    "tour 8 --style thread": "--style is for pictures: name one with -o, such as tour.svg",
    "tour 8 --theme dark --json": "--theme is for pictures",
    "sample 5 --width 99": "--width is for pictures",
    "graph graph.txt --theme dark": "--theme is for pictures",
    "tour 8 --coordinates": "--coordinates is for pictures",
    "trace 5 --coordinates": "--coordinates is for animations",
    "tour 8 --sheet": "--sheet is for SVG and PNG",
    "tour 8 --fps 3": "--fps is for animations",
    "draw tour.txt --fps 3": "--fps is for animations",
    "draw 8 --style thread": "--style is for tours, and this is a board or a puzzle",
    "draw puzzle.txt --no-path": "--no-path is for tours",
    "puzzle --check puzzle.txt --level easy": "--level is for making puzzles: name a board",
    "puzzle 6 --by word": "--by is for texts: add --text TEXT",
    "puzzle --text salto --by letter --language es": "--language is for syllables: add --by",
    "puzzle --text salto --by letter --level easy": "--level is for puzzles with numbers: leave",
    "puzzle --text salto -k 2": "--count is for puzzles with numbers",
    "puzzle --text salto --start a1": "--start is for a board that you choose: name one",
    "puzzle --text salto --theme dark": "--theme is for pictures",
    "puzzle 5 --proof none.proof": "--proof is for one solution: add --check FILE",
    "puzzle --hint puzzle.txt --seed 2": "--seed is for making puzzles",
    "puzzle --check puzzle.txt --explain": "--explain is for a solution: add --solve FILE",
    "puzzle --check puzzle.txt -o x.svg": "--output draws the puzzles that are made: draw one in",
    "puzzle 5 -k 2 -o x.png": "--count makes several puzzles, and such a picture shows one: name",
    "puzzle 5 --title Knights": "--title is for PDF: name such a file with -o",
    "puzzle 5 --width 99 -o x.pdf": "--width is in pixels",
    # formats and files
    "tour 8 --json --format matrix": "--json and --format matrix disagree",
    "tour 8 --json -o tour.svg": "The format json and a file that ends in .svg disagree",
    "count 8 --json -o count.svg": "The format json and a file that ends in .svg disagree",
    "tour 8 --format moves -o tour.json": "disagree",
    "tour 8 -o tour.bmp": "This command cannot write .bmp: name a file that ends in .svg, .png",
    "count 8 -o count.xyz": "This command cannot write .xyz: name a file that ends in .json, .txt.",
    "run collect run -o tours.csv": "cannot write .csv: name a file that ends in .parquet.",
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graph.txt").write_text("a b\nb c\nc a\n")
    Path("tour.txt").write_text("1 4 7 10\n12 9 2 5\n3 6 11 8\n")
    Path("puzzle.txt").write_text("S . .\n. # .\n. . E\n")


@pytest.mark.parametrize("line", USELESS)
def test_refused(caballero: Terminal, line: str) -> None:
    before = {*Path().iterdir()}
    refuses(caballero(*line.split()), USELESS[line])
    assert {*Path().iterdir()} == before


def test_every_need_is_tested() -> None:
    tested = {text.partition(" ")[2] for text in USELESS.values()}
    for need in (*NEEDS, OF_TOURS):
        advice = need.advice.removeprefix("{option} ")
        assert any(advice.startswith(text) for text in tested), advice


def test_refused_in_spanish(tmp_path: Path) -> None:
    said = process("tour", 8, "--style", "thread", language="es_CL.UTF-8", cwd=tmp_path)
    refuses(said, "--style es para imágenes: indique una con -o, como recorrido.svg, o quite")


@pytest.mark.parametrize(
    "line",
    [
        "tour 5 --style thread --theme dark --width 99 --coordinates -o tour.svg",
        "tour 5 --fps 50 -o tour.gif",
        "tour 5 --watch --fps 50",
        "tour 5 --first 0 --format matrix",
        "tour 5 --method backtracking --order puc",
        "tour 5 --method warnsdorff-backtracking --order puc --tie random --seed 3",
        "tour 5 --seed 3 --explain",
        "tour 5 --method exact -k 2",
        "graph graph.txt --method exact --seed 3",
        "tour 5 -k 2 --json -o tours.jsonl",
        "tour 5 --json -o answer.json",
        "tour 5 --json --format json -o answer.txt",
        "tour 5 --format matrix -o tour.matrix",
        "compare 3 --method warnsdorff --seed 3",
        "count --graph graph.txt --from edges",
        "sample 3x4 --rank 0 --first 2",
        "sample 3x4 --rank-of tour.txt -o rank.txt --timeout 60",
        "trace 3 --json -o steps.json",
        "list 3x4 --statistics --json",
        "draw tour.txt --no-path --numbers --first 0 --piece knight",
        "draw puzzle.txt --piece king --theme dark",
        "graph graph.txt --theme dark --width 99 -o graph.svg",
    ],
)
def test_accepted(caballero: Terminal, line: str) -> None:
    said = caballero(*line.split())
    assert said.status in {0, 1}, said.err


ALWAYS = {
    "closed", "start", "end", "not_closable", "numbers", "path", "method", "methods", "limit",
    "only", "count", "rank", "form", "as_json", "output", "statistics", "seconds", "megabytes",
    "folder", "shard", "workers", "dask", "graph", "by_symmetry", "host", "port", "embedders",
    "pyodide", "no_open", "quiet", "lang", "best", "directed", "up_to_symmetry", "symmetry", "seed",
    "resume", "one_way", "checkpoint", "known", "version", "every", "check", "solve", "helped",
    "text", "export",
}  # fmt: skip
"""Options that have an effect wherever they are, or whose rare needs are in the table."""


@pytest.mark.parametrize("option", ["--order puc", "--seed 3", "--proof none.proof", "-k 2"])
def test_an_unknown_method_is_what_is_wrong(caballero: Terminal, option: str) -> None:
    said = caballero("tour", 5, "--method", "exat", *option.split())
    refuses(said, "There is no method “exat”")


TAUGHT_WITHOUT_CHANCE = ["backtracking", "branch-and-bound"]
FINDING_WITHOUT_CHANCE = [method.name for method in METHODS.values() if not method.random]


@pytest.mark.parametrize("method", TAUGHT_WITHOUT_CHANCE + FINDING_WITHOUT_CHANCE)
def test_methods_without_chance(method: str) -> None:
    problem = Problem(5, start="a1")

    def answer(seed: int) -> object:
        found = (
            Contender(method).solve(problem, seed=seed)
            if method in methods("teach")
            else solve(problem, method=method, seed=seed)
        )
        return found.tour if isinstance(found, Found) else type(found)

    assert len({answer(seed) for seed in range(4)}) == 1


def test_every_option_was_looked_at() -> None:
    """A new option goes into the table of needs, or among those that always have an effect."""
    needy = {option for need in NEEDS for option in need.options}
    every = {str(option.name) for _name, command in commands() for option in options(command)}
    assert every - needy - ALWAYS == set()
    assert (needy | ALWAYS) - every <= {"version"}


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("puzzle --text A --text B", "--text"),
        ("tour 5 --start a1 --start b2", "--start"),
        ("tour 5 -k 2 --count 3", "--count"),
        ("compare 5 --start a1 --start a1", "--start"),
        ("tour 6 --closed --open", "--closed/--open"),
        ("count 3x4 --timeout 5 --timeout 6", "--timeout"),
        ("run status r --lang en --lang es", "--lang"),
    ],
)
def test_an_option_with_one_value_is_given_once(
    caballero: Terminal, line: str, option: str
) -> None:
    reply = caballero(*line.split(), "--lang", "en") if "--lang" not in line else None
    reply = reply or caballero(*line.split())
    assert (reply.status, reply.out) == (2, "")
    assert option in reply.err


def test_options_that_may_be_repeated(caballero: Terminal) -> None:
    line = "tour 5 --clue a1=1 --clue b3=2 --json --json -q -q"
    reply = caballero(*line.split())
    assert reply.status == 0
