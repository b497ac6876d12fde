"""Options that would leave a wrong answer are refused: which one, why, and what to do."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import cast

import click
import pytest

from caballero.cli.checks import NEEDS, choose
from caballero.cli.command import Helpful
from caballero.cli.commands import caballero as group
from cli.terminal import Terminal, process, refuses
from cli.test_expectations import commands, options

REFUSED = {
    # what a question does not take
    "tour 5 --best turns --worst turns": "--best and --worst are two questions: choose one",
    "tour 8 --closed --best turns -k 3": "--best and --count are two questions",
    "tour 5 --longest -k 3": "--longest and --count are two questions",
    "list 4x8 --magic --sums rows": "--sums and --magic are two questions",
    "count 6 --by-symmetry --recurrence": "--by-symmetry and --recurrence are two questions",
    "count 6 --group-by turns --estimate": "--group-by and --estimate are two questions",
    "tour 8 --magic --method exact": "--method is not an option of tour --magic: leave it out",
    "tour 5 --best turns --tie roth": "--tie is not an option of tour --best",
    "tour 5 -k 2 --proof none.proof": "--proof is not an option of tour --count",
    "graph graph.txt --longest --method exact": "--method is not an option of graph --longest",
    "list 5x6 --estimate --every 2": "--every is not an option of list --estimate",
    "list tours.parquet --open": "--open is not an option of list FILE.parquet: leave it out.",
    "list tours.parquet --estimate": "--estimate is not an option of list FILE.parquet",
    "count 6 --by-symmetry --known": "--known is not an option of count --by-symmetry",
    "count 6 --figure a1=1 --graph graph.txt": "--graph is not an option of count --figure",
    "count 6 --recurrence --folder folder": "caballero help count --recurrence",
    "run count 6 --estimate --directed": "--directed is not an option of run count --estimate",
    "puzzle make 5 --visited 4 --level hard": "--level is not an option of puzzle make --visited",
    "puzzle make 'knight 8 hard 7' --level easy": "--level is not an option of puzzle make NAME",
    "puzzle make 'knight 8 hard 7' --visited 3": "--visited is not an option of puzzle make NAME",
    "trace 5 --below a1,b3": "--below is an option of trace --tree: add --tree, or leave --below",
    "trace 5 --tree --only place": "--only is not an option of trace --tree",
    "puzzle text salto --start a1": "--start is an option of puzzle text --board: add --board",
    "verify tour.txt --text --piece king": "--piece is not an option of verify --text",
    # what an option is for
    "puzzle make 6 --kind zip --symmetric": "--symmetric is for --kind numbers, rikudo",
    "tour 8 --order puc": "--order is for --method naive, backtracking, warnsdorff",
    "tour 8 --tie roth": "--tie is for --method warnsdorff, warnsdorff-backtracking: choose one",
    "trace 5 --method branch-and-bound --tie roth": "--tie is for --method warnsdorff",
    "trace 5 --strategy fifo": "--strategy is for --method branch-and-bound: choose one, or leave",
    "trace 5 --bound made": "--bound is for --method branch-and-bound",
    # the other needs
    "list --graph graph.txt --piece king": "--piece is for boards: leave it out with --graph",
    "tour --graph graph.txt --clue a=1": "--clue is for boards",
    "run list --graph graph.txt --store run --forbid a-b": "--forbid is for boards",
    "puzzle make 5 --names names.txt -k 3": "--count is for sheets without names",
    "tour 6 --closed --best turns --proof none.proof": "--proof is for costs of moves",
    "tour 5 --proof -": "--proof needs the name of a file",
    "tour 5 --method warnsdorff --proof none.proof": "--proof needs a method that can write proofs",
    "count 6 --up-to-symmetry --folder folder": "--folder is for counts of all tours",
    "count 6 --method brute --folder folder": "--folder is for sweeps",
    # formats and files
    "tour 8 --json --format matrix": "--json and --format matrix disagree",
    "tour 8 --json -o tour.svg": "The format json and a file that ends in .svg disagree",
    "tour 8 --format moves -o tour.json": "disagree",
    "compare 5 --format text -o a.svg": "disagree",
    "trace 3 --format gif -o a.webp": "disagree",
    "tour 8 --format tsplib": "The format tsplib is for graphs",
    "tour --graph graph.txt --format matrix": "The format matrix is for boards",
    "tour --graph graph.txt -o tour.gif": "The format gif is for boards",
    "tour 8 -o tour.bmp": "This command cannot write .bmp: name a file that ends in .json, .jsonl",
    "count 8 -o count.xyz": "cannot write .xyz: name a file that ends in .json, .jsonl, .txt.",
    "run collect run -o tours.csv": "cannot write .csv: name a file that ends in .parquet.",
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graph.txt").write_text("a b\nb c\nc a\n")
    Path("names.txt").write_text("Ana\n")
    Path("tour.txt").write_text("1 4 7 10\n12 9 2 5\n3 6 11 8\n")
    Path("puzzle.txt").write_text("S . .\n. # .\n. . E\n")


@pytest.mark.parametrize("line", REFUSED)
def test_refused(caballero: Terminal, line: str) -> None:
    before = {*Path().iterdir()}
    refuses(caballero(*shlex.split(line)), REFUSED[line])
    assert {*Path().iterdir()} == before


def test_a_question_takes_what_it_declares_and_no_more() -> None:
    """Each option of a command is taken by a question, or refused by its name."""
    for name, command in commands():
        assert isinstance(command, Helpful)
        for asked in command.questions:
            values = {one: row.default for one, row in command.declared.items()}
            values |= {"form": "text"}
            values |= {"board": "tours.parquet" if "FILE" in asked.title else "8"}
            values |= {"board": "knight 8 hard 7"} if asked.title == "NAME" else {}
            context = click.Context(command, info_name=name, parent=click.Context(group))
            context.params = values
            chosen = {one: p for p in command.params if (one := p.name) in asked.by[:1]}
            for param in options(command):
                given = cast("dict[str, click.Option]", {**chosen, str(param.name): param})
                taken = param.name in asked.kind.declared or param.name not in command.declared
                if taken or (not chosen and not asked.when and command.asked(param.opts)):
                    continue
                with pytest.raises(click.UsageError) as error:
                    choose(command, context, given)
                assert max(param.opts, key=len) in error.value.message


def test_every_need_is_tested() -> None:
    tested = {text.partition(" ")[2] for text in REFUSED.values() if text.startswith("--")}
    for need in NEEDS:
        advice = need.advice.removeprefix("{option} ")
        assert any(advice.startswith(text) for text in tested), advice


def test_refused_in_spanish(tmp_path: Path) -> None:
    said = process("tour", 8, "--tie", "roth", language="es_CL.UTF-8", cwd=tmp_path)
    refuses(said, "--tie es para --method warnsdorff, warnsdorff-backtracking")


@pytest.mark.parametrize(
    "line",
    [
        "tour 8 --style thread --theme dark --width 99 --coordinates --fps 3 --sheet",
        "tour 5 --first 3 --explain --json",
        "tour 5 --method backtracking --order puc --seed 3",
        "tour 5 --method warnsdorff-backtracking --order puc --tie random --seed 3",
        "tour 5 --json --format json -o answer.txt",
        "tour 5 --format matrix -o tour.matrix",
        "compare 3 --tie roth --bound made --seed 3",
        "count 3x4 --from edges",
        "list 3x4 --statistics --first 3 --sort --json",
        "trace 3 --watch --json",
        "compare 3 --starts --start a1",
        "draw puzzle.txt --no-path --style thread --first 0",
        "graph graph.txt --explain --quiet --width 99",
    ],
)
def test_an_option_without_effect_is_ignored(caballero: Terminal, line: str) -> None:
    said = caballero(*line.split())
    assert said.status in {0, 1}, said.err


@pytest.mark.parametrize("option", ["--order puc", "--proof none.proof"])
def test_an_unknown_method_is_what_is_wrong(caballero: Terminal, option: str) -> None:
    said = caballero("tour", 5, "--method", "exat", *option.split())
    refuses(said, "There is no method “exat”")


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("puzzle text A --text B", "--text"),
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
