"""``caballero tour --count``: different tours, as text, as files, and as a sheet."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from caballero import Tour, verify
from cli.terminal import Terminal, refuses


def test_different_tours_as_text(caballero: Terminal) -> None:
    reply = caballero("tour", 8, "--closed", "--count", 30, "--format", "moves")
    assert reply.status == 0
    tours = reply.out.strip().split("\n\n")
    assert len({*tours}) == 30
    assert all(verify(Tour.from_squares(8, tour, closed=True)) for tour in tours)
    assert reply.err.splitlines()[-1] == "Verified tours: 30."


def test_the_seeds_go_on(caballero: Terminal) -> None:
    first = caballero("tour", 8, "-k", 2, "--seed", 5, "--format", "moves").out.split("\n\n")
    assert first[1] == caballero("tour", 8, "--seed", 6, "--format", "moves").out


def test_a_line_of_json_each(caballero: Terminal) -> None:
    reply = caballero("tour", "5x6", "--count", 3, "--json")
    answers = [json.loads(line) for line in reply.out.splitlines()]
    assert [answer["status"] for answer in answers] == ["found"] * 3
    none = caballero("tour", 4, "--count", 3, "--json")
    assert (none.status, json.loads(none.out)["status"]) == (1, "impossible")


def test_a_board_with_few_tours(caballero: Terminal) -> None:
    reply = caballero("tour", "5x6", "--closed", "--count", 30, "--format", "moves")
    assert reply.status == 3
    assert len({*reply.out.strip().split("\n\n")}) == 8
    assert reply.err.splitlines()[-2:] == [
        "Verified tours: 8.",
        "After them, 100 seeds gave none that is new: caballero list shows all tours.",
    ]


def test_a_limit_before_all(caballero: Terminal) -> None:
    reply = caballero("tour", 8, "--count", 3, "--timeout", 0)
    assert (reply.status, reply.out) == (3, "")
    assert "No answer in 0 s" in reply.err


def test_a_file_each(caballero: Terminal, tmp_path: Path) -> None:
    reply = caballero("tour", 6, "--count", 3, "-o", tmp_path / "tour.svg")
    assert reply.status == 0
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["tour-1.svg", "tour-2.svg", "tour-3.svg"]
    assert len({file.read_text() for file in files}) == 3


@pytest.mark.parametrize("command", ["tour", "sample"])
def test_a_sheet(caballero: Terminal, tmp_path: Path, command: str) -> None:
    file = tmp_path / "sheet.svg"
    reply = caballero(command, 5, "-k", 5, "--sheet", "-o", file, "--style", "numbers")
    assert reply.status == 0
    drawn = file.read_text()
    assert drawn.count("<svg") == 6
    places = re.findall(r'<svg x="(\d+)" y="(\d+)"', drawn)
    assert len({*places}) == 5
    assert len({x for x, _ in places}) == 3  # columns
    caballero(command, 5, "-k", 2, "--sheet", "-o", tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").read_bytes()[1:4] == b"PNG"


def test_refusals(caballero: Terminal) -> None:
    refuses(caballero("tour", 5, "-k", 2, "--format", "svg"), "name a file with -o", "--sheet")
    refuses(caballero("tour", 300, "-k", 2, "--sheet", "-o", "/x/y.svg"), "draw fewer")
    refuses(caballero("tour", 5, "-k", 0), "0")


def test_a_sheet_of_one(caballero: Terminal, tmp_path: Path) -> None:
    assert caballero("tour", 5, "--sheet", "-o", tmp_path / "one.svg").status == 0
    assert (tmp_path / "one.svg").read_text().count("<svg") == 2
