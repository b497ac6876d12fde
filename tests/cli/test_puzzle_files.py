"""Puzzles in files: every command that takes a board reads them."""

import json
import re
from pathlib import Path

import pytest

from caballero import Problem, solve
from caballero.formats import read_claim
from cli.terminal import Terminal

HIDATO = "hidato\n1 . .\n. . .\n. . 9\n"


@pytest.mark.parametrize("command", ["tour", "count", "list", "compare", "trace"])
def test_every_command_reads_the_piece_of_a_puzzle(caballero: Terminal, command: str) -> None:
    options = {"trace": ["--limit", "3"], "compare": ["--method", "backtracking"]}.get(command, [])
    reply = caballero(command, "-", *options, stdin=HIDATO)
    assert reply.status == 0, reply.err


def test_options_win_over_the_file(caballero: Terminal) -> None:
    found = caballero("tour", "-", "--json", stdin="king closed\n. . .\n. . .\n")
    assert json.loads(found.out)["piece"] == "king"
    assert json.loads(found.out)["closed"]
    found = caballero("tour", "-", "--open", "--piece", "visir", "--json", stdin=HIDATO)
    assert json.loads(found.out)["piece"] == "wazir"
    assert "unless the file names" in " ".join(caballero("tour", "--help").out.split())


def test_the_hint_is_for_puzzles_whose_piece_is_named_nowhere(caballero: Terminal) -> None:
    bare = HIDATO.partition("\n")[2]
    assert "for a Hidato" in caballero("tour", "-", stdin=bare).err
    assert "Hidato" not in caballero("tour", "-", stdin="knight\n" + bare).err
    assert "Hidato" not in caballero("tour", "-", "--piece", "knight", stdin=bare).err
    assert caballero("tour", "-", "--piece", "hidato", stdin=bare).status == 0


def test_verify_checks_a_solution_of_a_puzzle(caballero: Terminal, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("hidato\n1 . .\n. . 4\n. . .\n")
    right, wrong = "1 2 3\n6 5 4\n7 8 9\n", "1 4 5\n2 3 6\n9 8 7\n"
    assert caballero("verify", "-", "--board", puzzle, stdin=right).status == 0
    reply = caballero("verify", "-", "--board", puzzle, stdin=wrong)
    assert reply.status == 1
    assert "c2 must have number 4" in reply.out
    spanish = caballero("verify", "-", "--board", puzzle, "--lang", "es", stdin=wrong)
    assert "c2 debe tener el número 4" in spanish.out
    # The puzzle decides about the piece, then the tour.
    moves = '{"tour": [[0, 0], [0, 1], [1, 0], [1, 1]], "board": "2x2", "piece": "king"}'
    assert caballero("verify", "-", "--board", "2x2", stdin=moves).status == 0
    puzzle.write_text("wazir\n. .\n. .\n")
    assert caballero("verify", "-", "--board", puzzle, stdin=moves).status == 1


def test_draw_reads_the_grids_of_others(caballero: Terminal) -> None:
    for text in ("_ 3 .\n_ _ 1\n", "hidato\n0 3 -1\n0 0 1\n", HIDATO):
        reply = caballero("draw", "-", stdin=text)
        assert reply.status == 0, reply.err
        assert "<svg" in reply.out


def test_errors_in_puzzles_in_either_language(caballero: Terminal) -> None:
    for language, sentence in (
        ("en", "It is unclear which of “.”, “x” are squares: write . for a square"),
        ("es", "No está claro cuáles de “.”, “x” son casillas: escriba . en una casilla"),
    ):
        reply = caballero("tour", "-", "--lang", language, stdin="1 x .\n. . 4")
        assert reply.status == 2
        assert sentence in reply.err.replace("«", "“").replace("»", "”")


def test_given_numbers_stand_out_in_the_picture_of_a_solution(caballero: Terminal) -> None:
    solved = caballero("tour", "-", "--format", "svg", stdin="hidato\n1 . .\n. . 4\n. . .\n").out
    heavy = re.findall(r'font-weight="bold">(.*?)</g>', solved)
    assert [re.findall(">([0-9]+)<", group) for group in heavy] == [["1", "4"]]
    assert "bold" not in caballero("tour", 5, "--format", "svg").out
    puzzle = caballero("draw", "-", stdin="1 . .\n. . 4\n. . .\n").out
    assert puzzle.count("bold") == 1


def test_a_faulty_tour_is_drawn_with_its_fault_as_title(caballero: Terminal) -> None:
    for language, title in (
        ("en", "The step from 8 to 9, b1 to b2, is not a move of the knight."),
        ("es", "El paso de 8 a 9, de b1 a b2, no es un movimiento de caballo."),
    ):
        reply = caballero("draw", "-", "--lang", language, stdin="1 4 7\n6 9 2\n3 8 5\n")
        assert reply.status == 1
        assert f"<title>{title}</title>" in reply.out
        assert reply.out.count("<polyline") == 3  # two frames and a line


def test_puzzles_are_written_for_other_programs(caballero: Terminal, tmp_path: Path) -> None:
    rosetta = "hidato\n__ 3 ..\n__ __ 1\n"
    assert caballero("draw", "-", "--format", "text", stdin=rosetta).out == (
        "king open\n. 3 #\n. . 1\n"
    )
    file = tmp_path / "puzzle.csv"
    caballero("draw", "-", "-o", file, stdin=rosetta)
    assert file.read_text() == "0,3,-1\n0,0,1\n"
    assert caballero("draw", file, "--format", "text").out == "knight open\n. 3 #\n. . 1\n"
    tour = caballero("tour", "3x4", "--format", "moves").out
    written = caballero("draw", "-", "--format", "text", stdin=tour).out
    assert written.startswith("knight open\n")
    assert caballero("verify", "-", stdin=written).status == 0
    assert caballero("draw", 3, "--format", "csv").out == "0,0,0\n" * 3
    reply = caballero("draw", "-", "--format", "csv", stdin="1 1 2\n3 4 5\n")
    assert reply.status == 2
    assert "Two squares have number 1" in reply.err


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        ("[[0, 0], [2, 1], [4, 0], [3, 2], [4, 4]]", "can still be finished"),
        ("c1 b3 d4", "cannot be finished"),  # a5 and a1 have one move each
    ],
)
def test_an_unfinished_tour_is_told_as_such(caballero: Terminal, squares: str, said: str) -> None:
    reply = caballero("verify", "-", "--board", 5, stdin=squares)
    assert reply.status == 1
    assert reply.out.startswith("Not valid; faults: 1.\n- The tour is right up to number ")
    assert said in reply.err
    clues = {square: number for number, square in read_claim(squares).numbered}
    assert bool(solve(Problem(5, clues=clues))) is (said == "can still be finished")


def test_many_faults_are_summed_up(caballero: Terminal) -> None:
    reply = caballero("verify", "-", "--board", 8, stdin="a1 a2")
    assert len(reply.out.splitlines()) == 6
    assert "Further faults of this kind: 61." in reply.out
    reply = caballero("verify", "-", "--board", 8, "--json", stdin="a1 a2")
    assert len(json.loads(reply.out)["faults"]) == 66
