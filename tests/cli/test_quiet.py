"""``--quiet``: nothing on standard error but errors, and why an answer is missing."""

from pathlib import Path

import pytest

from caballero.cli.commands import _show_warning
from caballero.machine.errors import PlainPythonWarning
from cli.terminal import Terminal, refuses
from cli.test_expectations import commands, options

TOLD = [
    "tour 5", "tour 5 -k 2 --format moves", "graph graph.txt", "verify path.txt --graph graph.txt",
    "count 3x4 --known", "count 3x20 --recurrence", "list 3x4", "list 3x4 --count 3", "sample 3x4",
    "rank tour.txt", "trace 5 --count 3", "run count 3x4 --store count",
]  # fmt: skip
"""Calls with notes."""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graph.txt").write_text("a b\nb c\nc a\n")
    Path("path.txt").write_text("a b c")
    Path("tour.txt").write_text("1 4 7 10\n12 9 2 5\n3 6 11 8\n")


@pytest.mark.slow
@pytest.mark.parametrize("line", TOLD)
def test_quiet(caballero: Terminal, line: str) -> None:
    quiet = caballero(*line.split(), "--quiet")
    said = caballero(*line.replace("--store ", "--store new-").split())
    assert said.err
    assert (quiet.status, quiet.out, quiet.err) == (said.status, said.out, "")


def test_quiet_before_the_command(caballero: Terminal) -> None:
    assert caballero("--quiet", "tour", 5).err == ""
    assert caballero("run", "-q", "count", "3x4", "--store", "here").err == ""


def test_why_an_answer_is_missing_is_told(caballero: Terminal) -> None:
    assert caballero("tour", "3x3", "-q").err.startswith("There is no such tour.")
    late = caballero("list", "5x6", "--timeout", 0, "-q")
    assert (late.status, late.err) == (3, "The time limit was reached, after 0 nodes.\n")
    refuses(caballero("tour", 0, "-q"), "is 0")


def test_no_warning(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("caballero.cli.commands.is_quiet", lambda: True)
    _show_warning(PlainPythonWarning())
    assert capsys.readouterr().err == ""


def test_every_command_can_be_quiet() -> None:
    for name, command in commands():
        flags = {flag for option in options(command) for flag in option.opts}
        assert {"-q", "--quiet"} <= flags or name == "help"
