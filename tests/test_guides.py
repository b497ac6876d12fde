"""The commands within the sentences of the documents, and the figures of the teacher's guide.

``tests/test_docs.py`` runs the blocks. A command in a sentence is run if it is whole: no FILE to
put in, nothing that waits for a person. ``tests/test_names.py`` looks whether the others exist.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.blocks import ROOT

from caballero import Board, count_tours, solve
from cli.terminal import Terminal
from cli.test_expectations import commands, options
from graphs import petersen_edges
from naive import knight_neighbours
from test_docs import DOCUMENTS, prose, run

GUIDES = [*DOCUMENTS, ROOT / "CONTRIBUTING.md"]

COMMANDS = {
    name: {"--help", *(word for o in options(command) for word in (*o.opts, *o.secondary_opts))}
    for name, command in commands()
}

GROUPS = {name.partition(" ")[0] for name in COMMANDS if " " in name}

WAITING = {"serve", "site", "--watch"}
NEEDS_A_FILE = {"grid.txt", "cuadricula.txt", "six.parquet", "tours", "recorridos"}
LONG = {"naive", "--shard", "count 8 --closed"}

STATUSES = {
    "tour 4": 1,  # and 4x100
    "tour 11 --piece giraffe": 1,
    "tour 8 --piece z": 2,  # as far as it is typed before Tab
    "tour 8 --piece ce": 2,
}
"""What commands end with that find no tour, or are unfinished."""


def commands_in(document: Path) -> Iterator[str]:
    for found in re.finditer(r"`caballero\s([^`]+)`", prose(document)):
        yield " ".join(found[1].split())


INLINE = sorted({(d, command) for d in GUIDES for command in commands_in(d)})


def is_whole(command: str) -> bool:
    words = shlex.split(command)
    filled = words[0] in COMMANDS.keys() | GROUPS and not re.search(r"…|\b[A-ZÓÁ]{4,}\b", command)
    waits = {command, *words} & (WAITING | NEEDS_A_FILE | LONG)
    return filled and not waits and any(word[0].isdigit() for word in words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "spanish"),
    {
        command: document.parent.name == "es" for document, command in INLINE if is_whole(command)
    }.items(),
)
def test_a_whole_command_in_a_sentence_runs(
    caballero: Terminal,
    command: str,
    spanish: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(f"caballero {command}", spanish, tmp_path, caballero)
    wanted = [status for text, status in STATUSES.items() if command.startswith(text)]
    assert said.status == (wanted or [0])[0], said.err


# -- the night ------------------------------------------------------------------------------------


def test_the_night_goes_on_where_it_was(tmp_path: Path) -> None:
    """Each part that has passed is left out; one that fails keeps no other from running."""
    asked, mended, make = (tmp_path / name for name in ("asked", "mended", "make"))
    failing = f"[ $2 != night-two ] || [ -e {mended} ]"
    make.write_text(f'#!/bin/sh\necho "$2" >>{asked}\n{failing}\n', "utf-8")
    make.chmod(0o755)

    def night(*words: str) -> subprocess.CompletedProcess[str]:
        command = ["make", "-s", "test-nightly", f"MAKE={make}", f"PASSED={tmp_path}", *words]
        mine = {name: word for name, word in os.environ.items() if not name.startswith("MAKE")}
        return subprocess.run(
            command, cwd=ROOT, env=mine, capture_output=True, text=True, check=False
        )

    parts = night("PART=list").stdout.split()
    folders = {path.relative_to(ROOT).parts[1] for path in ROOT.glob("tests/*/**/test_*.py")}
    assert {*parts} == folders | {"checks", "rest", "plain", "plain-rest"}
    assert "The parts of the night are: checks api" in night("PART=elsewhere").stderr
    first = night("PARTS=one two three")
    assert (first.returncode, first.stderr.splitlines()[0]) == (2, "Failed: two")
    mended.touch()
    assert night("PARTS=one two three").returncode == 0
    done = [line for line in asked.read_text("utf-8").split() if line.startswith("night-")]
    assert done == ["night-one", "night-two", "night-three", "night-two"]


# -- the teacher's guide ---------------------------------------------------------------------


@pytest.mark.parametrize("guide", ["en/teaching.md", "es/guia-docente.md"])
def test_the_figures_of_the_guide_are_computed(guide: str) -> None:
    text = (ROOT / "docs" / guide).read_text("utf-8").replace("\n", " ")
    starts = [s for s in Board(5) if solve(5, start=s)]
    assert [*starts] == [s for s in Board(5) if sum(s) % 2 == 0]  # the colour of the corners
    assert re.search(r"\b13\b", text)
    assert len(starts) == 13
    assert count_tours("3x4", directed=True).value == 16
    assert re.search("Sixteen, or eight|Dieciséis, u ocho", text.replace("  ", " "))
    number = f"{walks(8):.1e}".split("e+")
    assert f"{number[0]}·10⁴⁸" in text.replace("3,6", "3.6")
    assert number[1] == "48"


def walks(side: int) -> int:
    """Count the sequences of as many moves from a corner as a tour has."""
    neighbours = knight_neighbours(side, side)

    ways = [int(v == 0) for v in range(side * side)]
    for _ in range(side * side - 1):
        ways = [sum(ways[w] for w in neighbours[v]) for v in range(side * side)]
    return sum(ways)


# -- the way of a tour -----------------------------------------------------------------------


WAYS = [
    ["tour 6 --closed"],
    ["graph petersen.txt --closed --method exact --proof none.proof", "check none.proof"],
]
ENTERED = """
import sys
from caballero.cli import main
entered = set()
sys.setprofile(lambda frame, *_: entered.add((frame.f_code.co_filename, frame.f_code.co_name)))
try:
    main(sys.argv[1:])
except SystemExit:
    sys.setprofile(None)
    print()
    print(*(file for file, function in entered if function != "<module>"))
"""


@pytest.mark.parametrize("number", range(len(WAYS)))
def test_the_way_of_a_tour_names_files_that_it_enters(number: int, tmp_path: Path) -> None:
    text = (ROOT / "docs/developer/question.md").read_text("utf-8")
    steps = re.split(r"\n\n(?=1\. )", text)
    named = set(
        re.findall(r"\]\(../../(src/caballero/\S+\.py)\)", steps[number + 1].partition("\n\n")[0])
    )
    assert len(named) > 5
    (tmp_path / "petersen.txt").write_text("\n".join(f"{v} {w}" for v, w in petersen_edges()))
    entered: set[str] = set()
    for words in WAYS[number]:
        assert words in " ".join(steps[number].split())
        command = [sys.executable, "-c", ENTERED, *words.split()]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", check=True, cwd=tmp_path
        )
        entered |= {*done.stdout.splitlines()[-1].split()}
    assert {file for file in named if str(ROOT / file) not in entered} == set()
