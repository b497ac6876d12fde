"""``--best`` and ``--worst``."""

import json
from pathlib import Path

import pytest

from cli.terminal import Terminal, refuses

ROADS = """from,to,morning,night
home,park,10,9
park,work,30,5
home,bridge,12,8
bridge,work,9,9
park,bridge,2,2
"""


@pytest.fixture
def roads(tmp_path: Path) -> str:
    path = tmp_path / "roads.csv"
    path.write_text(ROADS)
    return str(path)


def test_the_best_route_depends_on_the_hour(caballero: Terminal, roads: str) -> None:
    ends = ("--start", "home", "--end", "work")
    morning = caballero("graph", roads, "--best", "weight", *ends)
    assert (morning.status, morning.out) == (0, "home park bridge work\n")
    assert "5 edges with weights; " in morning.err
    assert "Cost 21: proved to be the best." in morning.err
    night = caballero("graph", roads, "--best", "weight", *ends, "--weight", "night")
    assert night.out == "home bridge park work\n"
    assert "Cost 15: proved" in night.err
    assert "Cost 44: proved" in caballero("graph", roads, "--worst", "weight", *ends).err
    spanish = caballero("graph", roads, "--best", "weight", "--lang", "es")
    assert "Coste 21: demostrado que es el mejor." in spanish.err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tour 5 --best weight", "board has no cost"), ("graph - --best turns", "board"),
        ("tour --graph a.csv --best weight", "“zwei” in line 4, column b, is not a number"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(";a;b;c;d\na;0;1;5;6\nb;1;0;2;7\nc;5;zwei;0;1\nd;6;7;1;0\n")
    refuses(caballero(*line.split(), stdin="1 2\n2 3\n3 1\n"), words)


def test_fixed_edges_are_used(caballero: Terminal) -> None:
    text = "TYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nFIXED_EDGES_SECTION\n1 3\n-1\n"
    text += "NODE_COORD_SECTION\n1 0 0\n2 0 9\n3 9 9\n4 9 0\nEOF\n"
    best = caballero("graph", "-", "--closed", "--best", "weight", "--start", 1, stdin=text).out
    order = best.split()
    assert "3" in {order[1], order[-1]}


def test_no_tour_has_its_certificate(caballero: Terminal) -> None:
    done = caballero("tour", 4, "--best", "turns")
    assert done.status == 1
    assert "no knight's tour" in done.err


def test_a_limit_leaves_the_best_so_far(caballero: Terminal) -> None:
    done = caballero("tour", 10, "--closed", "--best", "crossings", "--timeout", 3, "--json")
    assert done.status == 3
    data = json.loads(done.out)
    assert data["bound"] < data["cost"]
    assert not data["optimal"]
    assert "no tour costs less than" in done.err
