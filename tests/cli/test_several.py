"""``caballero tour --count``: different tours, as text, as files, and as a sheet."""

import json
import re
from pathlib import Path

import pytest

from caballero import Tour, verify
from cli.terminal import Terminal, refuses


def test_different_tours_as_text(caballero: Terminal) -> None:
    reply = caballero("tour", 8, "--closed", "--count", 30, "--seed", 5, "--format", "moves")
    tours = reply.out.strip().split("\n\n")
    assert (reply.status, len({*tours})) == (0, 30)
    assert all(verify(Tour.from_squares(8, tour, closed=True)) for tour in tours)
    assert reply.err.splitlines()[-1] == "Verified tours: 30."
    next_seed = caballero("tour", 8, "--closed", "--seed", 6, "--format", "moves").out
    assert tours[1] == next_seed.strip()


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
