"""Programs of pupils: what differs from a right search is named."""

import json
from typing import Any

import pytest

from caballero import Problem
from caballero.proof.outcome import Found
from caballero.teaching import solve_backtracking
from caballero.web.app import STATIC
from caballero.web.program import answer, run_program
from seldom import mostly_nightly

TABLES = {
    language: json.loads((STATIC / "words" / f"{language}.write.json").read_text("utf-8"))["write"]
    for language in ("en", "es")
}

GOOD = """N = 5
MOVES = [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)]
board = [[0] * N for _ in range(N)]

def is_free(row, column):
    return 0 <= row < N and 0 <= column < N and board[row][column] == 0

def search(row, column, number):
    board[row][column] = number
    if number == N * N:
        return True
    for down, right in MOVES:
        if is_free(row + down, column + right):
            if search(row + down, column + right, number + 1):
                return True
    board[row][column] = 0
    return False

print(search(0, 0, 1))
"""

BACK = "    board[row][column] = 0\n"

SLIPS = {
    "still": (BACK, ""),
    "early": ("    for down", BACK + "    for down"),
    "untried": ("0 <= column < N ", "0 <= column < N - 1 "),
    "index": ("0 <= column < N ", "0 <= column <= N "),
    "negative": ("0 <= row < N and 0 <= column < N ", "row < N and column < N "),
    "occupied": (" and board[row][column] == 0", ""),
    "no-move": ("(2, -1), ", "(2, 2), "),
    "skips": ("number + 1)", "number + 2)"),
    "one-row": ("[[0] * N for _ in range(N)]", "[[0] * N] * N"),
    "tour-lost": ("    if number == N * N:\n        return True\n", ""),
    "endless": ("    for down", "    while number > 3:\n        pass\n    for down"),
    "endless-calls": ("    board[row][column] = number\n", "    search(row, column, number)\n"),
    "nothing": ("print(search(0, 0, 1))", ""),
    "unfinished": ("    for down", "    return False\n    for down"),
    "input": ("N = 5", "N = int(input())"),
    "syntax": ("def search(", "def search(("),
    "error": ("    if number == N * N:", "    if number == size:"),
}

FIVE = "\n".join(TABLES["en"]["program-five"]).replace(
    "    return True\n", "    return casillas[-1] not in casillas[:-1]\n", 1
)


def test_a_right_program_is_praised() -> None:
    told = run_program(GOOD)
    outcome = solve_backtracking(Problem("5x5", start="a5"), "puc")
    assert isinstance(outcome, Found)
    assert (told["verdict"], told["nodes"]) == ("tour", outcome.stats.nodes)
    assert {"name": "puc", "nodes": told["nodes"], "exact": True} in told["textbook"]
    assert told["output"] == "True\n"
    path: list[tuple[int, int]] = []
    for step in told["steps"]:
        for kind, *square in zip(step[2::3], step[3::3], step[4::3], strict=True):
            if kind == "place":
                path.append((square[0], square[1]))
            else:
                assert path.pop() == tuple(square)
    assert path == list(outcome.tour.squares)


@pytest.mark.parametrize("verdict", SLIPS)
def test_a_slip_is_named(verdict: str) -> None:
    before, after = SLIPS[verdict]
    assert before in GOOD
    told = run_program(GOOD.replace(before, after))
    assert told["verdict"] == verdict
    assert told["line"] >= 1


def test_a_board_without_a_tour_is_tried_to_the_end() -> None:
    small = GOOD.replace("N = 5", "N = 4")
    told = run_program(small)
    outcome = solve_backtracking(Problem("4x4", start="a4"), "puc")
    assert (told["verdict"], told["nodes"]) == ("no-tour", outcome.stats.nodes)


def test_a_long_search_is_stopped_and_not_called_wrong() -> None:
    told = run_program(GOOD.replace("N = 5", "N = 8"), most_lines=20_000)
    assert (told["verdict"], told["lines"]) == ("too-long", 20_000)


def test_the_five_functions_are_followed() -> None:
    told = run_program(FIVE)
    assert (told["verdict"], told["nodes"]) == ("tour", 41)
    refusing = FIVE.replace("[:-1]\n", "[:-1] and casillas[-1] != [4, 4]\n", 1)
    assert run_program(refusing)["verdict"] == "tour-lost"


def test_a_caught_stop_stops() -> None:
    caught = GOOD.replace(BACK, "").replace(
        "print(search(0, 0, 1))",
        "while True:\n    try:\n        search(0, 0, 1)\n    except BaseException:\n        pass",
    )
    assert run_program(caught)["verdict"] == "still"


EXPECTED = {
    "board": "unfinished",
    "five": "occupied",
    "mistake1": "still",
    "mistake2": "untried",
    "mistake3": "tour-lost",
}


@pytest.mark.parametrize("language", TABLES)
@pytest.mark.parametrize("name", EXPECTED)
def test_what_one_begins_with(language: str, name: str) -> None:
    program = "\n".join(TABLES[language][f"program-{name}"])
    assert json.loads(answer(program))["verdict"] == EXPECTED[name]


@pytest.mark.parametrize("language", TABLES)
def test_every_verdict_has_words(language: str) -> None:
    files = [
        STATIC.parent / f"{name}.py"
        for name in ("attempt", "following", "placing", "program", "trial")
    ]
    source = "".join(file.read_text("utf-8") for file in files)
    named: set[Any] = {key.removeprefix("told-") for key in TABLES[language] if "told-" in key}
    assert set(SLIPS) | {"tour", "no-tour", "too-long", "stuck", "inner", "wiped"} <= named
    of_page = {"running", "changed", "stopped", "too-slow", "no-python", "crashed"}
    assert all(f'"{key}"' in source for key in named - of_page)
    assert TABLES["en"].keys() == TABLES["es"].keys()


@pytest.mark.parametrize(
    "source",
    mostly_nightly([
        "while True: pass",
        "def f():\n    while True: pass\nf()",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "while True:\n    try: x = 1\n    except: pass",
        "for i in iter(int, 1): pass",
        "[0 for _ in iter(int, 1)]",
        "any(False for _ in iter(int, 1))",
        'exec("while True: pass")',
        'exec("while True:\\n    try: x = 1\\n    except: pass")',
        "exec(\"while True: exec('x = 1')\", {})",
        'eval("[0 for _ in iter(int, 1)]")',
        "exec(compile('while True: pass', 'other.py', 'exec'))",
    ], 2),
)  # fmt: skip
def test_a_loop_on_one_line_ends(source: str) -> None:
    assert run_program(source)["verdict"] == "endless"


@pytest.mark.parametrize(
    "source",
    [
        "n = 0\nfor i in iter(int, 1):\n    n += 1\n    n -= 2",
        "for i in iter(int, 1):\n    exec('n = 1')\n    eval('n + 1')",
        "import itertools\nfor i in itertools.count():\n    x = {i}\n    y = 1",
    ],
)
def test_what_a_limit_stops_is_not_judged(source: str) -> None:
    assert run_program(source, most_lines=2_000)["verdict"] == "cannot-follow"


def test_code_of_a_text_is_followed() -> None:
    told = run_program(f"source = {GOOD!r}\nexec(source)\ndef f(a):\n    return eval('a + N')")
    assert told["verdict"] == "tour"
    assert {line for line, _, *done in told["steps"] if done} == {2}
    assert run_program("def f(a):\n    return eval(' a + 1')\nprint(f(1))")["output"] == "2\n"
