"""What is verified without ``assert``: ``python -O`` drops those, and must change nothing."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import caballero

SAMPLE = """
import sys
from caballero import *
from caballero.best import longest_uncrossed, solve_best
from caballero.counting.tuning import Tuning
from caballero.machine.limits import Budget
from caballero.proof import check_proof

graph = Graph.from_edges([(a, b, -5) for a in range(8) for b in range(a)])
best = best_tour(graph, closed=True, forced=[(0, 1)], proof=sys.argv[1])
print(best.cost, best.optimal, verify(best.tour, Problem(graph, closed=True, forced=[(0, 1)])))
print(check_proof(sys.argv[1]).accepted)
with Budget(tuning=[Tuning(patience=1)]):  # the listing leaps at once
    print(sorted(tour.order for tour in iter_tours("3x4", clues={"a1": 3})))
print(find_tour(6, closed=True), solve("4x4").reason, count_tours(6, closed=True))
print(find_longest(4).cost, longest_uncrossed(5).cost, is_unique("3x4", start="a1").number)
print(solve_best(4, "turns", closed=True), best_tour("3x4", "crossings").cost)
print(len(list(iter_tours("3x10", closed=True, up_to_symmetry=True))))
"""

FORGED = """
from importlib import import_module
from caballero import *
from caballero.best import longest_uncrossed
from caballero.machine.errors import InternalError
from caballero.machine.limits import Budget
from caballero.counting import brute_count, count_figured
from caballero.puzzles import make_puzzle, text_puzzle

triangle = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
wazir = Problem("2x3", "wazir", start="a1")
for module, check, wrong, ask in (
    ("best.best", "is_tour", False, lambda: best_tour(triangle, closed=True)),
    ("best.best", "_order_from", [0, 0, 1], lambda: best_tour(triangle, closed=True)),
    ("best.lines", "_readings", [(0, 0, 1)], lambda: best_tour("3x4", "turns")),
    ("best.longest", "is_path", False, lambda: find_longest(3)),
    ("best.uncrossed", "is_uncrossed", False, lambda: longest_uncrossed(3)),
    ("puzzles.unique", "_by_listing", [0, 0, 1], lambda: is_unique("3x4")),
    ("puzzles.make", "is_tour", False, lambda: make_puzzle("3x4")),
    ("machine.errors", "divmod", (1, 1), lambda: count_tours(6, closed=True, up_to_symmetry=True)),
    ("counting.brute", "goes_both_ways", True, lambda: brute_count(wazir, Budget())),
    ("counting.clues", "count_given", 3, lambda: count_tours("3x3", piece="king", clues={"b2": 5})),
    ("counting.figured", "count_given", 3, lambda: count_figured(5, ["a1", "e5"], [1, 25])),
    ("counting.ranks.whole", "read", 9, lambda: tour_space(5)),
):
    place = import_module("caballero." + module)
    before = getattr(place, check, None)
    setattr(place, check, lambda *_a, _wrong=wrong, **_k: _wrong)
    try:
        answer = ask()
    except InternalError as error:
        print(module, "refused:", error)
    else:
        print(module, "answered", answer)
    setattr(place, check, before) if before else delattr(place, check)
"""


def printed(code: str, *flags: str, folder: Path) -> list[str]:
    script = folder / "script.py"
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, *flags, script, folder / "x.proof"], capture_output=True, text=True,
        timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.slow
def test_answers_are_the_same_without_assertions(tmp_path: Path) -> None:
    lines = printed(SAMPLE, "-O", folder=tmp_path)
    assert lines == printed(SAMPLE, folder=tmp_path)
    assert lines[0].startswith("-40 True ")
    assert lines[1] == "True"


@pytest.mark.slow
def test_wrong_results_are_refused_without_assertions(tmp_path: Path) -> None:
    lines = printed(FORGED, "-O", folder=tmp_path)
    assert len(lines) >= 12
    assert all(" refused: This is a fault of Caballero, please report it: " in x for x in lines)


@pytest.mark.slow
@pytest.mark.parametrize("json_asked", [False, True])
@pytest.mark.parametrize(
    "wrong",
    [
        "import caballero.best.best as b; b.is_tour = lambda *_: False",
        "import caballero.best.best as b; b.improve = lambda *_: 1 // 0",
        "import caballero.best.best as b; b.asking = None",
        "import caballero.cli.tour as t; t.command.invoke = None",
        "import sys; sys.modules['caballero.cli.commands'] = None",
    ],
)
def test_a_fault_has_its_own_status(wrong: str, json_asked: bool) -> None:
    """It is never 1, which says that there is no tour."""
    words = ["tour", "4x5", "--best", "length", *(["--json"] if json_asked else [])]
    code = f"{wrong}\nfrom caballero.cli import main\nmain({words})"
    flags = ["-O"] * json_asked
    done = subprocess.run(
        [sys.executable, *flags, "-c", code], capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    assert done.returncode == 70
    assert "Traceback" in done.stderr
    if "commands" not in wrong:
        assert "This is a fault of Caballero: please report it" in done.stderr.splitlines()[-1]
    if json_asked and "commands" not in wrong:
        assert json.loads(done.stdout)["status"] == "error"
    else:
        assert done.stdout == ""


def test_assertions_only_tell_types() -> None:
    """No check of a result is an assertion."""
    for file in Path(caballero.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assert):
                said = ast.unparse(node.test)
                assert said.endswith(" is not None") or said.startswith("isinstance("), (file, said)
