# ruff: noqa: E501  - pupils write long lines
"""Programs of many forms: no right one is blamed, and a mistake is named by what was seen."""

from collections import Counter, defaultdict

import pytest

from caballero.web.program import run_program
from seldom import mostly_nightly

from . import forms_of_puzzles as others
from .forms_of_pupils import MISTAKES, RIGHT, right_programs, wrong_programs

GOOD = {"tour", "no-tour", "tours", "found"}
OPEN = {"cannot-follow", "no-board", "too-long", "too-long-tours"}
MANY = 30


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_is_not_blamed(name: str) -> None:
    assert run_program(RIGHT[name], most_lines=12_000)["verdict"] in GOOD | OPEN


def test_right_programs_of_all_forms_are_praised() -> None:
    for i, (name, program) in enumerate(right_programs()):
        if i % 7 == 0:
            told = run_program(program)
            assert told["verdict"] == "tour", (name, told["verdict"], told["values"])


@pytest.mark.nightly
def test_all_right_programs_are_praised() -> None:
    for name, program in right_programs():
        assert run_program(program)["verdict"] == "tour", name
    for name, program in RIGHT.items():
        assert run_program(program, most_lines=100_000)["verdict"] in GOOD | OPEN, name


QUEENS = """n = 5
t = [[0] * n for _ in range(n)]
def safe(f, c):
    return not any(t[i][j] and (j == c or abs(i - f) == abs(j - c)) for i in range(f) for j in range(n))
def put(f):
    if f == n:
        return True
    for c in range(n):
        if safe(f, c):
            t[f][c] = 1
            if put(f + 1):
                return True
            t[f][c] = 0
    return False
print(put(0), t)
"""


@pytest.mark.parametrize("side", [4, 5, 6, 7])
def test_queens_are_praised_and_never_taken_for_a_knight(side: int) -> None:
    assert run_program(QUEENS.replace("n = 5", f"n = {side}"))["verdict"] == "queens"


@pytest.mark.parametrize("name", mostly_nightly(others.RIGHT, 12))
def test_no_right_program_of_another_puzzle_is_blamed(name: str) -> None:
    told = run_program(others.RIGHT[name], most_lines=20_000)
    assert told["verdict"] in {"queens", "cannot-follow", "no-board", "no-tour", "nothing"}
    assert told["calls"]


PRAISE = {"queens", "sudoku", "sum", "solutions", "none"}
UNSEEN = {
    "sudoku of 9": "too-long",
    "queens in bits": "cannot-follow",
    "queens, the last row not written": "cannot-follow",
    "sudoku, impossible": "cannot-follow",  # no number fits in the first cell
    "sum, in bits": "cannot-follow",
    "sum, only yes or no": "cannot-follow",
}


@pytest.mark.parametrize("name", mostly_nightly(others.RIGHT, 3))
def test_a_right_program_for_another_puzzle_is_praised(name: str) -> None:
    told = run_program(others.RIGHT[name], others.aim_of(name), most_lines=20_000)
    assert told["verdict"] == UNSEEN.get(name, told["verdict"])
    assert name in UNSEEN or told["verdict"] in PRAISE
    placed = sum(step.count("place") for step in told["steps"])
    assert len(told.get("entries", [])) >= placed


@pytest.mark.parametrize("name", mostly_nightly(others.MISTAKES, 3))
def test_a_mistake_in_another_puzzle_is_named(name: str) -> None:
    program, right, wrong, verdicts = others.MISTAKES[name]
    assert right in program
    told = run_program(program.replace(right, wrong), others.aim_of(name), most_lines=60_000)
    assert told["verdict"] in verdicts, told["values"]


def test_the_place_of_a_mistake_is_shown() -> None:
    program = {name: text for name, text, _ in others.wrong_programs()}
    told = run_program(program["sudoku, no step back"], "sudoku")
    assert told["values"] == {"what": "b1 = 3", "there": "c1 = 4"}
    assert told["steps"][-1][-3:] == ["fault", 0, 1]
    assert told["given"] == [[0, 0, 1], [1, 2, 3], [2, 1, 4], [3, 3, 2]]
    told = run_program(program["sum, at least"], "sum")
    assert (told["values"]["what"], told["values"]["sum"]) == ("8 + 5 + 3 + 9", 25)
    assert told["numbers"] == [8, 5, 3, 9, 12, 7]


def named(most: int, lines: int) -> tuple[dict[str, Counter[bool]], list[str]]:
    """Return how many programs with each mistake were told so, and what was said of others."""
    counts: dict[str, Counter[bool]] = defaultdict(Counter)
    others = []
    for mistake, name, program, verdicts in wrong_programs(most):
        verdict = run_program(program, most_lines=lines)["verdict"]
        counts[mistake][verdict in verdicts] += 1
        if verdict not in verdicts:
            others.append(f"{mistake}, {name}: {verdict}")
    return counts, others


@pytest.mark.slow
def test_mistakes_are_named() -> None:
    counts, others = named(1, 20_000)
    assert set(counts) == set(MISTAKES)
    assert len(others) <= len(counts) // 5, others


@pytest.mark.nightly
def test_four_of_five_mistakes_are_named() -> None:
    counts, others = named(MANY, 60_000)
    told = sum(one[True] for one in counts.values())
    assert told >= 0.8 * sum(one.total() for one in counts.values()), others
    assert all(one[True] for one in counts.values()), others
