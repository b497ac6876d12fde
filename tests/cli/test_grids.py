"""Commands on boards of hexagons and triangles."""

import json
import shutil
from pathlib import Path

import click
import pytest

from cli.terminal import Terminal, refuses
from cli.test_expectations import commands
from seldom import mostly_nightly

WALK = {
    "tour": "tour BOARD --piece PIECE", "verify": "verify TOUR", "class mark": "class mark TOUR",
    "check": "check PROOF",
    "draw": "draw TOUR", "puzzle booklet": "puzzle booklet BOOKLET",
    "puzzle check": "puzzle check PUZZLE", "puzzle hint": "puzzle hint PUZZLE",
    "puzzle make": "puzzle make BOARD --piece PIECE",
    "puzzle solve": "puzzle solve PUZZLE --explain",
    "puzzle complete": "puzzle complete PUZZLE", "count": "count BOARD --piece PIECE",
    "list": "list BOARD --piece PIECE -k 2", "sample": "sample BOARD --piece PIECE",
    "rank": "rank TOUR", "unrank": "unrank BOARD 1 --piece PIECE",
    "trace": "trace BOARD --piece PIECE -k 5",
    "compare": "compare BOARD --piece PIECE --method backtracking",
    "run count": "run count BOARD --piece PIECE --store FOLDER",
    "run list": "run list BOARD --piece PIECE --store FOLDER",
}  # fmt: skip
"""A call of every command that has to do with boards; those after it continue it."""

OTHERS = {
    "graph", "puzzle text", "run collect", "run resume", "run status", "run verify", "serve",
    "site", "help", "watch", "uncrossed",
    "puzzle quiz", "class new", "puzzle link",
}  # fmt: skip
"""Commands about graphs, about a text, about what another command left, or about no board; and of
moves that cross and questions for a class, which need squares."""


FORMS = {
    name: next((p.type.choices for p in command.params if isinstance(p.type, click.Choice)
                and p.name == "form"), ())
    for name, command in commands()
}  # fmt: skip
"""The formats of every command."""


def test_the_walk_has_every_command() -> None:
    assert FORMS.keys() <= {*WALK} | OTHERS


@pytest.mark.slow
@pytest.mark.parametrize("board", ["hex2 step", "tri3 king"])
@pytest.mark.parametrize("name", mostly_nightly(WALK, 3))
def test_every_command_and_format_takes_the_boards(
    caballero: Terminal, tmp_path: Path, name: str, board: str
) -> None:
    shape, piece = board.split()
    files = {
        "TOUR": ["tour", shape, "--piece", piece],
        "PUZZLE": ["puzzle", "make", shape, "--piece", piece],
        "PROOF": [
            "tour", shape, "--piece", piece, "--closed", "--forbid", "a1-b1", "--forbid", "a1-a2",
        ],
    }  # fmt: skip
    words = WALK[name].split()
    section = f'[[section]]\nboard = "{shape}"\npiece = "{piece}"\n'
    (tmp_path / "BOOKLET").write_text(section, "utf-8")
    for word, making in files.items():
        if word in words:
            output = "--proof" if word == "PROOF" else "-o"
            reply = caballero(*making, output, tmp_path / word)
            assert (tmp_path / word).exists(), reply.err
    for form in FORMS[name]:
        if form == "mp4" and not shutil.which("ffmpeg"):
            continue
        places = {"BOARD": shape, "PIECE": piece, "FOLDER": tmp_path / form}
        places |= {word: tmp_path / word for word in (*files, "BOOKLET")}
        answer = tmp_path / f"answer.{form}"
        call = [places.get(word, word) for word in words]
        if name == "trace" and form in {"svg", "png", "tex"}:
            call = [*call[:-2], "--tree"]  # the still picture of a search
        reply = caballero(*call, "--format", form, "-o", answer)
        if form in {"tsplib", "csv", "kudamono", "penpa", "puzzlink"} and name != "class mark":
            # of graphs, and of rows and columns only
            assert reply.status == 2
            continue
        assert reply.status == 0, (form, reply.err)
        assert answer.stat().st_size, form


def test_counts_and_kinds(caballero: Terminal) -> None:
    kinds = caballero("count", "tri3", "--piece", "king", "--closed", "--by-symmetry")
    assert kinds.status == 0, kinds.err
    assert "third-turn" in kinds.out
    ring = caballero(
        "count", "-", "--piece", "step", "--closed", "--json", stdin=" . .\n. # .\n . ."
    )
    assert json.loads(ring.out)["count"] == "1"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tri3", "A knight has no moves among triangles"),
        ("hex3 --surface torus", "The edges of hex3 do not meet"), ("hex0", "at least 1"),
        ("hexagon", "is not a board"), ("hex3 --start e5", "The board hex3 has no square e5"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(caballero: Terminal, line: str, told: str) -> None:
    refuses(caballero("tour", *line.split()), told)
