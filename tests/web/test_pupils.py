"""Right programs are never blamed, whatever they keep their squares in; mistakes are named."""

import json
from typing import Any

import pytest

from caballero.web.app import STATIC
from caballero.web.program import run_program
from seldom import mostly_nightly

from .pupils import GEEKS, MADE, MOVES, RIGHT, granada

LANGUAGES = {"en": "I cannot follow this program", "es": "No puedo seguir este programa"}
NO_BLAME = {"tour", "no-tour", "tours", "found", "cannot-follow", "no-board", "too-long"}
FOLLOWED = {
    "geeks": "too-long",  # 248 169 nodes
    "puc": "tour",
    "bitcuco-none": "no-tour",
    "granada-none": "no-tour",
    "warnsdorff": "tour",
    "marks-true-5": "tour",
    "handed-on-5": "tour",
    "looking-ahead-6": "tour",
    "old-numbers-stay-5": "tour",
    "pruned-5": "tour",
    "closed-4": "no-tour",
    "dict-5": "tour",
    "set-5": "tour",
    "king-5": "cannot-follow",
}
"""What is said of some of them."""


def board(name: str, side: int = 5) -> str:
    return f"N = {side}\n{MOVES}{MADE[name]}"


@pytest.mark.parametrize(
    "name", mostly_nightly((x for x in RIGHT if x[-2:] not in {"-4", "-6"} or x in FOLLOWED), 3)
)
def test_a_right_program_is_never_blamed(name: str) -> None:
    told = run_program(RIGHT[name], most_lines=30_000)
    assert told["verdict"] in NO_BLAME | {"too-long-tours"}, told
    assert FOLLOWED.get(name, told["verdict"]) == told["verdict"]


@pytest.mark.nightly
@pytest.mark.parametrize("name", RIGHT)
def test_no_right_program_is_blamed_however_long_it_runs(name: str) -> None:
    assert run_program(RIGHT[name])["verdict"] in NO_BLAME | {"too-long-tours"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_followed_is_told_so(language: str) -> None:
    words: dict[str, Any] = json.loads(
        (STATIC / "words" / f"{language}.write.json").read_text("utf-8")
    )["write"]
    for verdict in ("cannot-follow", "no-board"):
        assert words[f"told-{verdict}"].startswith(LANGUAGES[language])


MISTAKES = {
    "geeks without step back": (GEEKS, "            board[new_x][new_y] = -1\n", "", "still"),
    "Granada's n ** n": (
        granada(5, 0, 1, 0, 0, "n ** n"), "MOVS = [", f"{MOVES}MOVS = MOVES or [", "tour-lost",
    ),
    "marks without step back": (
        board("marks-true"), "order.pop()\n    seen[r][c] = False\n", "order.pop()\n", "kept",
    ),
    "a bound of marks": (board("marks-true"), "0 <= x < N and", "0 <= x < N - 1 and", "untried"),
    "a class that goes on": (
        board("class"), "if self.free(r + a, c + d) and self.search(r + a, c + d, k + 1):\n"
        "                return True", "if self.free(r + a, c + d):\n"
        "                self.search(r + a, c + d, k + 1)", "tour-lost",
    ),
    "a loop without a step": ("i = 0\nwhile i < 8:\n    j = 3\n", "", "", "endless"),
    "a loop for ever": ("while True:\n    pass\n", "", "", "endless"),
    "the path is refused": (board("handed-on"), "s not in camino", "s not in camino", "tour"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str) -> None:
    program, before, after, verdict = MISTAKES[name]
    assert before in program
    program = program.replace(before, after)
    told = run_program(program)
    assert told["verdict"] == verdict, told
