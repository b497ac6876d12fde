# ruff: noqa: E501  - pupils write long lines
"""Programs of many forms: no right one is blamed, and a mistake is named by what was seen."""

from collections import Counter, defaultdict

import pytest

from caballero.web.program import run_program

from .forms_of_pupils import MISTAKES, PUZZLES, RIGHT, right_programs, wrong_programs

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


@pytest.mark.parametrize("name", PUZZLES)
def test_no_right_program_of_another_puzzle_is_blamed(name: str) -> None:
    told = run_program(PUZZLES[name], most_lines=20_000)
    assert told["verdict"] in {"queens", "cannot-follow"}
    assert told["calls"]


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
