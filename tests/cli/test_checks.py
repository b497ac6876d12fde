"""Options that would leave a wrong answer are refused: which one, why, and what to do."""

import shlex
from pathlib import Path
from typing import cast

import click
import pytest

from caballero.cli.checks import NEEDS, choose
from caballero.cli.command import Helpful
from caballero.cli.commands import caballero as group
from caballero.cli.options import Names
from cli.terminal import Terminal, refuses
from cli.test_expectations import commands, options

REFUSED = {
    # what a question does not take; the contract below has the others
    "tour 5 --best turns --worst turns": "--best and --worst are two questions: choose one",
    "tour 8 --closed --best turns -k 3": "--best and --count are two questions",
    "tour 8 --magic --method exact": "--method is not an option of tour --magic: leave it out",
    "list tours.parquet --open": "--open is not an option of list FILE.parquet: leave it out.",
    "count 6 --recurrence --folder folder": "caballero help count --recurrence",
    "puzzle make 'knight 8 hard 7' --visited 3": "--visited is not an option of puzzle make NAME",
    "trace 5 --below a1,b3": "--below is an option of trace --tree: add --tree, or leave --below",
    "puzzle text salto --start a1": "--start is an option of puzzle text --board: add --board",
    # what an option is for
    "puzzle make 6 --kind zip --symmetric": "--symmetric is for --kind numbers, rikudo",
    "tour 8 --order puc": "--order is for --method naive, backtracking, warnsdorff",
    "tour 8 --tie roth": "--tie is for --method warnsdorff, warnsdorff-backtracking: choose one",
    "trace 5 --method branch-and-bound --tie roth": "--tie is for --method warnsdorff",
    "trace 5 --strategy fifo": "--strategy is for --method branch-and-bound: choose one, or leave",
    "trace 5 --bound made": "--bound is for --method branch-and-bound",
    "trace 5 --cost turns": "--method branch-and-bound",
    # the other needs
    "list --graph graph.txt --piece king": "--piece is for boards: leave it out with --graph",
    "run list --graph graph.txt --store run --forbid a-b": "--forbid is for boards",
    "verify graph.txt --graph graph.txt --board 8": "--board",
    "puzzle make 5 --names names.txt -k 3": "--count is for sheets without names",
    "tour 6 --closed --best turns --proof none.proof": "--proof is for costs of moves",
    "tour 5 --proof -": "--proof needs the name of a file",
    "tour 5 --method warnsdorff --proof none.proof": "--proof needs a method that can write proofs",
    "count 6 --up-to-symmetry --folder folder": "--folder is for counts of all tours",
    "count 6 --method brute --folder folder": "--folder is for sweeps",
    "tour 5 --method exat --order puc": "There is no method “exat”",
    "tour 5 --method exat --proof none.proof": "There is no method “exat”",
    # formats and files
    "tour 8 --json --format matrix": "--json and --format matrix disagree",
    "tour 8 --json -o tour.svg": "The format json and a file that ends in .svg disagree",
    "trace 3 --format gif -o a.webp": "disagree",
    "tour 8 --format tsplib": "The format tsplib is for graphs",
    "tour --graph graph.txt --format matrix": "The format matrix is for boards",
    "tour --graph graph.txt -o tour.gif": "The format gif is for boards",
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


def test_an_option_refuses_a_wrong_value(caballero: Terminal) -> None:
    """Whatever the command: it names the value, which is no name and no number."""
    for name, command in commands():
        for option in options(command):
            if isinstance(option.type, Names) and not option.type.others:
                value = "nope"
            elif isinstance(option.type, (click.types.IntParamType, click.types.FloatParamType)):
                value = "x"
            else:
                continue
            reply = caballero(*name.split(), max(option.opts, key=len), value)
            refuses(reply, f"“{value}”")


@pytest.mark.parametrize(
    "line",
    [
        "tour 8 --style thread --theme dark --width 99 --coordinates --fps 3 --sheet",
        "tour 5 --method warnsdorff-backtracking --order puc --tie random --first 3 --explain",
        "tour 5 --json --format json -o answer.txt", "compare 3 --tie roth --bound made --seed 3",
        "count 3x4 --from edges", "list 3x4 --statistics --first 3 --sort --json",
        "trace 3 --watch --json", "compare 3 --starts --start a1",
        "draw puzzle.txt --no-path --style thread --first 0",
        "graph graph.txt --explain --quiet --width 99",
    ],
)  # fmt: skip
def test_an_option_without_effect_is_ignored(caballero: Terminal, line: str) -> None:
    said = caballero(*line.split())
    assert said.status in {0, 1}, said.err


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("puzzle text A --text B", "--text"), ("tour 5 --start a1 --start b2", "--start"),
        ("tour 5 -k 2 --count 3", "--count"), ("tour 6 --closed --open", "--closed/--open"),
        ("run status r --lang en --lang es", "--lang"),
    ],
)  # fmt: skip
def test_an_option_with_one_value_is_given_once(
    caballero: Terminal, line: str, option: str
) -> None:
    reply = caballero(*line.split())
    assert (reply.status, reply.out) == (2, "")
    assert option in reply.err


def test_options_that_may_be_repeated(caballero: Terminal) -> None:
    line = "tour 5 --clue a1=1 --clue b3=2 --json --json -q -q"
    assert caballero(*line.split()).status == 0
