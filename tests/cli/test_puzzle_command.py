"""``caballero puzzle``: checked, solved step by step, hints; limits and exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caballero import verify
from cli.terminal import Terminal, process, refuses
from published import HIDATO

NUMBRIX = "1 . .\n. . .\n5 . .\n"
SOLVED = [[0, 0], [0, 1], [1, 1], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2]]


def test_one_solution_is_drawn(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "numbrix.txt"
    file.write_text(NUMBRIX)
    reply = caballero("puzzle", "--check", file, "--piece", "wazir")
    assert reply.status == 0
    assert "3 │ 1 2 9 │" in reply.out
    assert reply.err.startswith("Proved: there is exactly one solution (")
    answer = json.loads(caballero("puzzle", "--check", file, "--piece", "wazir", "--json").out)
    assert (answer["status"], answer["solutions"]) == ("unique", [SOLVED])
    assert answer["certificate"]["kind"] == "exhausted"
    assert caballero("puzzle", "--check", "-", "--piece", "king", stdin=HIDATO).status == 0


def test_two_of_several_are_drawn(caballero: Terminal) -> None:
    reply = caballero("puzzle", "--check", "-", "--piece", "king", stdin=NUMBRIX)
    assert reply.status == 1
    assert reply.out.count("┌") == 2
    assert reply.err.startswith("There are several solutions; these differ first at number 2: ")
    said = caballero("puzzle", "--check", "-", "--piece", "king", "--json", stdin=NUMBRIX)
    answer = json.loads(said.out)
    assert (said.status, answer["status"]) == (1, "several")
    first, second = answer["solutions"]
    assert first != second
    assert all(verify([tuple(square) for square in tour], piece="king") for tour in (first, second))


def test_no_solution(caballero: Terminal) -> None:
    reply = caballero("puzzle", "--check", "-", stdin=NUMBRIX)
    assert (reply.status, reply.out) == (1, "")
    assert reply.err.startswith("There is no such tour.")
    assert "for a Hidato add --piece king" in reply.err
    answer = json.loads(caballero("puzzle", "--check", "-", "--json", stdin=NUMBRIX).out)
    assert (answer["status"], answer["solutions"]) == ("none", [])
    assert "certificate" in answer


def test_no_answer_in_time(caballero: Terminal) -> None:
    words = ("puzzle", "--check", "-", "--piece", "wazir", "--timeout", 0)
    assert caballero(*words, stdin=NUMBRIX).status == 3
    answer = json.loads(caballero(*words, "--json", stdin=NUMBRIX).out)
    assert (answer["status"], answer["limit"]) == ("gave-up", "seconds")


def test_closed_puzzles_and_other_clues(caballero: Terminal) -> None:
    words = ("puzzle", "--check", "-", "--piece", "wazir")
    assert caballero(*words, "--closed", stdin="1 .\n. .\n").status == 0
    assert caballero(*words, "--clue", "b3=2", stdin="1 . .\n. . .\n. . .\n").status == 1


def test_solved_step_by_step(caballero: Terminal) -> None:
    words = ("puzzle", "--solve", "-", "--piece", "wazir", "--explain")
    reply = caballero(*words, stdin=NUMBRIX)
    assert reply.status == 0
    assert "3 │ 1 2 9 │" in reply.out
    lines = reply.err.splitlines()
    assert "4. Number 3 is at b2, the only free place one move from number 2 (b3)." in lines
    assert (
        lines[-1] == "Grade: medium. The hardest rule is: a place with one number left (steps: 3)."
    )
    answer = json.loads(caballero(*words, "--json", stdin=NUMBRIX).out)
    assert (answer["status"], answer["grade"]) == ("unique", "medium")
    assert [step["number"] for step in answer["steps"] if step["number"]] != []
    plain = json.loads(caballero(*words[:-1], "--json", stdin=NUMBRIX).out)
    assert (plain["solutions"], "grade" in plain) == ([SOLVED], False)
    several = caballero("puzzle", "--solve", "-", "--piece", "king", "--explain", stdin=NUMBRIX)
    assert (several.status, "1. " in several.err) == (1, False)
    none = caballero("puzzle", "--solve", "-", stdin=NUMBRIX)
    assert (none.status, none.out) == (1, "")


def test_hints(caballero: Terminal) -> None:
    words = ("puzzle", "--hint", "-", "--piece", "wazir")
    reply = caballero(*words, stdin="1 . 3\n. . .\n7 . 9\n")
    assert (reply.status, reply.err) == (0, "")
    assert reply.out.startswith(
        "Number 2 is at b3, the only free place one move from number 1 (a3)"
    )
    answer = json.loads(caballero(*words, "--json", stdin="1 . 3\n. . .\n7 . 9\n").out)
    (step,) = answer["steps"]
    assert (answer["status"], step["rule"], step["number"]) == ("hint", "next", 2)
    assert (step["place"], step["excluded"], step["neighbours"]) == ([0, 1], [], [])
    wrong = caballero(*words, "--timeout", 1, stdin="1 . 3\n2 . .\n7 . 9\n")
    assert (wrong.status, wrong.out) == (1, "Numbers 2 (a2) and 3 (c3) are not one move apart.\n")
    assert caballero(*words, stdin="1 2\n4 3\n").out == "Every place has its number.\n"


def test_one_question_at_a_time(caballero: Terminal) -> None:
    refuses(
        caballero("puzzle", "--check", "-", "--hint", "-", stdin=NUMBRIX), "Give one of --check"
    )
    refuses(caballero("puzzle", "--piece", "king"), "Give one of --check")


def test_refusals(caballero: Terminal) -> None:
    refuses(caballero("puzzle"), "--check")
    refuses(caballero("puzzle", "--check", "nowhere.txt"), "nowhere.txt")
    refuses(caballero("puzzle", "--check", "-", stdin="1 1\n. .\n"), "number 1")


@pytest.mark.slow
def test_spanish() -> None:
    reply = process("puzzle", "--check", "-", "--piece", "rey", "--lang", "es", stdin=NUMBRIX)
    assert reply.err.startswith("Hay varias soluciones; estas se distinguen primero en el número 2")
    hinted = process(
        "puzzle", "--hint", "-", "--piece", "visir", "--lang", "es", stdin="1 . 3\n. . .\n7 . 9\n"
    )
    assert hinted.out.startswith("El número 2 está en b3, el único lugar libre a un movimiento")
