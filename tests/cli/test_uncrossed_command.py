"""``caballero uncrossed``: answers, formats, limits and exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

from caballero.best import longest_uncrossed
from cli.terminal import Terminal, process, refuses


def test_the_path_is_drawn(caballero: Terminal) -> None:
    reply = caballero("uncrossed", 4)
    assert reply.status == 0
    assert reply.out.count("·") == 10
    assert reply.err.startswith("Proved: 5 moves, and none has more (")
    assert len(caballero("uncrossed", 4, "--format", "moves").out.split()) == 6


def test_json_and_pictures(caballero: Terminal, tmp_path: Path) -> None:
    answer = json.loads(caballero("uncrossed", "3x5", "--json").out)
    path = longest_uncrossed("3x5").tour
    squares = [list(square) for square in path.squares]
    lengths = {"moves": len(path) - 1, "bound": len(path) - 1, "optimal": True}
    assert answer == {"caballero": 1, **lengths, "closed": False, "squares": squares}
    assert (
        caballero("uncrossed", 4, "--closed", "-o", tmp_path / "c.svg", "--width", 99).status == 0
    )
    assert (tmp_path / "c.svg").read_text().startswith("<svg")


def test_no_cycle(caballero: Terminal) -> None:
    reply = caballero("uncrossed", 3, "--closed")
    assert (reply.status, reply.out) == (1, "")
    assert "crosses itself" in reply.err


def test_a_limit_leaves_the_longest_so_far(caballero: Terminal) -> None:
    reply = caballero("uncrossed", 9, "--timeout", 0, "--json")
    assert reply.status == 3
    answer = json.loads(reply.out)
    assert not answer["optimal"]
    assert answer["moves"] <= 47 <= answer["bound"]
    assert "so far" in reply.err


def test_what_is_refused(caballero: Terminal) -> None:
    refuses(caballero("uncrossed", "3x3x3"), "flat", "3x3x3")
    refuses(caballero("uncrossed", 40), "1024")
    refuses(caballero("uncrossed", 5, "--start", "a1"), "--start")


def test_in_spanish() -> None:
    assert "Demostrado: 5 movimientos" in process("uncrossed", "4", "--lang", "es").err


def test_the_longest_path(caballero: Terminal, tmp_path: Path) -> None:
    reply = caballero("tour", 4)
    assert "--longest" in reply.err
    reply = caballero("tour", 4, "--longest", "--json", "--proof", tmp_path / "longest.proof")
    answer = json.loads(reply.out)
    assert (answer["visited"], answer["bound"], answer["optimal"]) == (15, 15, True)
    verdict = json.loads(caballero("check", tmp_path / "longest.proof", "--json").out)
    assert (verdict["status"], verdict["claim"], verdict["cost"]) == ("accepted", "longest", 15)
    (tmp_path / "paw.txt").write_text("a b\nb c\nc a\nc d\n")
    reply = caballero("graph", tmp_path / "paw.txt", "--closed", "--longest")
    assert sorted(reply.out.split()) == ["a", "b", "c"]
    assert "3 of 4 vertices" in reply.err


def test_the_longest_path_that_is_none_or_not_proved(caballero: Terminal) -> None:
    reply = caballero("tour", "1x3", "--closed", "--longest")
    assert (reply.status, reply.out) == (1, "")
    reply = caballero("tour", 9, "--longest", "--closed", "--timeout", 0)
    assert reply.status == 3
    refuses(caballero("tour", 4, "--longest", "--best", "turns"), "--longest", "--best")
