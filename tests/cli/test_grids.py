"""Commands on boards of hexagons and triangles."""

import json
from pathlib import Path

import pytest

from cli.terminal import Terminal


def test_a_tour_is_found_drawn_and_verified(caballero: Terminal, tmp_path: Path) -> None:
    found = caballero("tour", "hex3", "--piece", "step", "--closed")
    assert found.out.startswith("hex3 step closed\na5  ")
    again = caballero("verify", "-", stdin=found.out)
    assert again.status == 0, again.err
    for form in ("matrix", "moves", "json"):
        text = caballero("tour", "hex3", "--piece", "step", "--format", form).out
        reply = caballero("verify", "-", "--board", "hex3", "--piece", "step", stdin=text)
        assert reply.status == 0, reply.out
    picture = tmp_path / "tour.svg"
    reply = caballero("draw", "-", "-o", picture, "--coordinates", stdin=found.out)
    assert reply.status == 0, reply.err
    assert picture.read_text().startswith("<svg")


def test_a_puzzle_is_made_checked_and_solved(caballero: Terminal, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    made = caballero("puzzle", "make", "HEX3", "--piece", "paso", "-o", puzzle)
    assert made.status == 0, made.err
    assert puzzle.read_text().startswith("hex3 step open\n")
    assert caballero("puzzle", "check", puzzle).status == 0
    assert "Number" in caballero("puzzle", "hint", puzzle).out


def test_counts_and_kinds(caballero: Terminal) -> None:
    kinds = caballero("count", "tri3", "--piece", "king", "--closed", "--by-symmetry")
    assert kinds.status == 0, kinds.err
    assert "third-turn" in kinds.out
    ring = caballero(
        "count", "-", "--piece", "step", "--closed", "--json", stdin=" . .\n. # .\n . ."
    )
    assert json.loads(ring.out)["count"] == "1"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tour", "tri3"], "A knight has no moves among triangles"),
        (["tour", "hex3", "--surface", "torus"], "The edges of hex3 do not meet"),
        (["tour", "hex0"], "at least 1"),
        (["tour", "hexagon"], "is not a board"),
        (["tour", "hex3", "--start", "e5"], "The board hex3 has no square e5"),
    ],
)
def test_what_does_not_fit_is_told(caballero: Terminal, arguments: list[str], told: str) -> None:
    reply = caballero(*arguments)
    assert reply.status == 2
    assert told in " ".join(reply.err.split())
    assert "Traceback" not in reply.err
