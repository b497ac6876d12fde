"""``caballero uncrossed``: answers, formats, limits and exit statuses."""

import json
from pathlib import Path

from cli.terminal import Terminal, refuses


def test_the_path_is_drawn(caballero: Terminal, tmp_path: Path) -> None:
    reply = caballero("uncrossed", 4)
    assert (reply.status, reply.out.count("·")) == (0, 10)
    assert reply.err.startswith("Proved: 5 moves, and none has more (")
    assert "Demostrado: 5 movimientos" in caballero("uncrossed", 4, "--lang", "es").err
    assert len(caballero("uncrossed", 4, "--format", "moves").out.split()) == 6
    svg = ("--closed", "-o", tmp_path / "c.svg", "--width", 99)
    assert caballero("uncrossed", 4, *svg).status == 0
    assert (tmp_path / "c.svg").read_text().startswith("<svg")
    none = caballero("uncrossed", 3, "--closed")
    assert (none.status, none.out, "crosses itself" in none.err) == (1, "", True)
    late = caballero("uncrossed", 9, "--timeout", 0, "--json")
    assert (late.status, "so far" in late.err) == (3, True)
    assert json.loads(late.out)["moves"] <= 47 <= json.loads(late.out)["bound"]


def test_what_is_refused(caballero: Terminal) -> None:
    refuses(caballero("uncrossed", "3x3x3"), "flat", "3x3x3")
    refuses(caballero("uncrossed", 40), "1024")


def test_the_longest_path(caballero: Terminal, tmp_path: Path) -> None:
    (tmp_path / "paw.txt").write_text("a b\nb c\nc a\nc d\n")
    reply = caballero("graph", tmp_path / "paw.txt", "--closed", "--longest")
    assert sorted(reply.out.split()) == ["a", "b", "c"]
    assert "3 of 4 vertices" in reply.err
    (tmp_path / "paw.csv").write_text("a,b,1\nb,c,2\nc,a,0.5\nc,d,5\n")
    far = ("graph", tmp_path / "paw.csv", "--longest", "--by", "weight", "--end", "d")
    assert caballero(*far).out.split() == ["a", "b", "c", "d"]
    assert "a sum of 8 (" in caballero(*far).err
    assert "suma 8 (" in caballero(*far, "--lang", "es").err
    data = json.loads(caballero(*far, "--json").out)
    assert (data["visited"], data["cost"], data["bound"]) == (4, 8, 8)
    none = caballero("tour", "1x3", "--closed", "--longest")
    assert (none.status, none.out) == (1, "")
    assert caballero("tour", 9, "--longest", "--closed", "--timeout", 0).status == 3
