"""Every public verb that takes limits keeps them: measured in seconds of work.

The verbs are those of the public modules, so that none is forgotten.
"""

import inspect
import math
import os
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import caballero
from api.test_one_question import VERBS as ASKING
from caballero import (
    Board,
    CaballeroError,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    Problem,
    find_tour,
)
from caballero.counting import start_run
from caballero.formats import read_puzzle
from caballero.machine.limits import Budget
from caballero.model.board import Square
from caballero.proof.asking import WAYS
from caballero.puzzles import Booklet, make_booklet, read_booklet
from caballero.render import tour_svg
from caballero.teaching.puzzles import Queens, TravellingSalesman
from seldom import mostly_nightly
from test_rules import PUBLIC

LIMIT, OVER = Limits(seconds=0.2), 1.0
"""The limit of each call, and how much longer it may work: seconds."""

VERBS: dict[str, FunctionType] = {
    name: verb
    for module in PUBLIC
    for name in module.__all__
    if isinstance(verb := getattr(module, name), FunctionType)
}


def cities(count: int) -> Graph:
    """Return places in the plane, each joined to each."""
    rng = random.Random(1)
    at = [(rng.random(), rng.random()) for _ in range(count)]
    pairs = [(v, w) for v in range(count) for w in range(v)]
    return Graph.from_edges([(v, w, abs(complex(*at[v]) - complex(*at[w]))) for v, w in pairs])


large = cache(find_tour)


@cache
def picture(side: int) -> str:
    return tour_svg(large(side))


@cache
def shuffled(side: int) -> list[Square]:
    """Return the squares of a board in a wrong order: a fault at each takes longest."""
    return random.Random(1).sample([*Board(side)], side * side)


@cache
def booklet() -> tuple[Booklet, list[Any]]:
    """Return a booklet of many puzzles, whose making takes no part."""
    asked = read_booklet('[[section]]\nboard = 4\npiece = "king"\ncount = 1\n')
    made = make_booklet(asked)
    assert isinstance(made, list)
    return asked, [*made] * 500


HARD = Problem((30, 30), piece="giraffe", closed=True)
EMPTY = "hidato\n" + "\n".join([". " * 30] * 30)
SWEEP = (
    'caballero proof 1\n{"board":{"shape":[8,20]},"piece":"knight","closed":true}\n'
    f'{{"sweep":{[*range(160)]}}}\n'
)
TOURIST = TravellingSalesman(
    tuple(tuple(abs(a * a - b * b) % 17 + 1.0 for a in range(30)) for b in range(30))
)
BOOKLET = '[[section]]\nboard = 10\nlevel = "hard"\ncount = 50\n'

GIVEN: dict[str, tuple[object, ...]] = {
    "find_tour": (HARD,), "solve": (HARD,), "best_tour": (30, "turns"), "solve_best": (30, "turns"),
    "find_longest": (HARD,), "longest_uncrossed": (20,),
    "count_tours": (8,), "count_by": (Problem(8), "ends"), "count_by_symmetry": (Problem(8),),
    "count_figured": (Problem(8), ["a1", "b3"], [1, 4]), "estimate_count": (Problem(40),),
    "estimate_list": (20,), "strip_recurrence": (Problem("8x9"),), "tour_space": (8,),
    "is_unique": (read_puzzle(EMPTY),), "begin_tour": (20, 10), "explain": (read_puzzle(EMPTY),),
    "hint": (read_puzzle(EMPTY),), "judge_step": (read_puzzle(EMPTY), "a1", 5),
    "why_not": (read_puzzle(EMPTY), "a1", 5), "make_booklet": (read_booklet(BOOKLET),),
    "make_puzzle": (20,), "known_counts": (8,), "estimate": (20, 10**6),
    "puzzle_tree": (Queens(30),), "solve_backtracking": (Problem(8, closed=True), "puc"),
    "solve_naive": (Problem("3x4", closed=True),), "solve_warnsdorff": (HARD,),
    "solve_branch_and_bound": (7,), "structured_tour": (10**18,),
}  # fmt: skip
"""What verbs are given, besides the limit."""


def limited(*given: object) -> Callable[[Callable[..., Any], Path], object]:
    return lambda verb, _: verb(*given, limits=LIMIT)


LONG: dict[str, Callable[[Callable[..., Any], Path], object]] = {
    "iter_tours": lambda verb, _: sum(1 for _ in verb(8, limits=LIMIT)),
    "magic_tours": lambda verb, _: next(verb(24, limits=LIMIT)),
    "sample_tours": lambda verb, _: next(iter(verb(8, limits=LIMIT))),
    "another_tour": lambda verb, _: verb(20, large(20), limits=LIMIT),
    "make_quiz": lambda verb, _: verb(9, count=99, limits=LIMIT),
    "text_puzzle": lambda verb, _: verb("abc" * 100, by="letter", limits=LIMIT),
    "check_proof": lambda verb, folder: verb(written(folder, SWEEP), limits=LIMIT),
    "export_proof": lambda verb, folder: verb(
        written(folder, SWEEP), folder / "a", folder / "b", limits=LIMIT
    ),
    "start_run": lambda verb, folder: verb("count", 8, folder / "run", workers=1, limits=LIMIT),
    "resume_run": lambda verb, folder: verb(folder / "run", workers=1, limits=LIMIT),
    "verify_run": lambda verb, folder: verb(folder / "run", workers=1, limits=LIMIT),
    "compare": lambda verb, _: next(verb(HARD, limits=LIMIT)),
    "backtrack": lambda verb, _: sum(1 for _ in verb(Queens(12), limits=LIMIT)),
    "trace": lambda verb, _: sum(1 for _ in verb(8, order="puc", limits=LIMIT)),
    "trace_puzzle": lambda verb, _: sum(1 for _ in verb(Queens(12), limits=LIMIT)),
    "minimize": lambda verb, _: sum(1 for _ in verb(TOURIST, limits=LIMIT)),
    "trace_minimize": lambda verb, _: sum(1 for _ in verb(TOURIST, limits=LIMIT)),
    "search_tree": lambda verb, _: verb(8, order="puc", limits=LIMIT),
    "tour_animation": lambda verb, _: verb(large(60), limits=LIMIT),
    "complete_puzzle": lambda verb, _: verb(Problem(12, "king", clues={"a1": 1}), limits=LIMIT),
    "read_along": lambda verb, _: verb(
        Board(20), dict.fromkeys(Board(20), "a"), ["a", "aa"], limits=LIMIT
    ),
    "tour_svg": lambda verb, _: verb(large(316), style="thread", limits=LIMIT),
    "tour_png": lambda verb, _: verb(large(316), width=7000, limits=LIMIT),
    "tours_sheet": lambda verb, _: verb([large(30)] * 111, limits=LIMIT),
    "tikz_of": lambda verb, _: verb(picture(316), limits=LIMIT),
    "pdf_sheet": lambda verb, _: verb([large(30)] * 111, limits=LIMIT),
    "booklet_pdf": lambda verb, _: verb(*booklet(), limits=LIMIT),
    "verify": lambda verb, _: verb(shuffled(700), Problem(700), limits=LIMIT),
    "trace_animation": lambda verb, _: verb(
        Problem(8), caballero.teaching.trace(8, order="puc"), every=10**9, limits=LIMIT
    ),
    **{
        name: lambda verb, _: verb(cities(300), limits=LIMIT)
        for name in ("hamiltonian_cycle", "hamiltonian_path", "traveling_salesman")
    },
    **{name: limited(*given) for name, given in GIVEN.items()},
}
"""Calls that would take long."""

LAZY = {
    "tour_tables", "run_tours", "collection_statistics", "write_tours", "departures",
    "passages",
}  # fmt: skip
"""Verbs that yield or take one thing after the other: their caller decides how many."""

BOUNDED = {
    "language": "a name", "methods": "a table",
    "symmetries": "sixteen at most", "start": "it returns at once",
    "agrees": "one comparison", "brute_count": "its budget has limits",
    "with_fatal_move": "each of its few searches has the limits that it is given",
    "count_walks": "it refuses what would take long",
    "cluster": "it has patience of its own", "create_run": "it writes a folder",
    "collect_run": "it copies what was found", "run_status": "it reads the ledger",
    "read_tours": "it opens a file", "contenders": "a table", "move_order": "a few moves",
    "order_text": "a few moves", "rows_json": "a few rows", "cut_text": "linear",
}  # fmt: skip
"""Verbs without limits, and what bounds them."""

LINEAR = ("read", "to_", "with_positions", "outcome_json", "problem_", "certificate_",
          "event_text", "gift", "moodle_xml", "position_svg", "rows_",
          "starts_",
          "tour_text", "tree_", "puzzle_address")  # fmt: skip
"""The beginnings of names of readers and writers: linear, of input whose size is bounded."""


def written(folder: Path, text: str) -> Path:
    (folder / "file").write_text(text)
    return folder / "file"


def run_of(folder: Path, board: str = "7x8") -> None:
    """Make a folder with a run, which a limit has ended unless the board is small."""
    limits = Limits(5 if board == "7x8" else None)
    with suppress(LimitReached):
        start_run("list", board, folder / "run", seconds=0.1, workers=1, limits=limits)


def work() -> float:
    """Return the seconds that this process and its children have worked."""
    return sum(os.times()[:4])


def test_every_verb_is_in_one_of_the_tables() -> None:
    limited = {
        name for name, verb in VERBS.items() if "limits" in inspect.signature(verb).parameters
    }
    assert limited == {*LONG}
    rest: Iterable[str] = VERBS.keys() - limited - LAZY - BOUNDED.keys()
    assert [name for name in rest if not name.startswith(LINEAR)] == []
    assert not (LAZY | BOUNDED.keys()) - VERBS.keys()


def test_what_takes_limits_takes_a_timeout_and_a_callback() -> None:
    """Functions and methods: the three words come together, each with its type."""
    public = [getattr(module, name) for module in PUBLIC for name in module.__all__]
    methods = [own for kind in public if isinstance(kind, type) for own in vars(kind).values()]
    for verb in (*public, *methods):
        words = inspect.signature(verb).parameters if isinstance(verb, FunctionType) else {}
        if "limits" in words:
            assert {word: str(words[word].annotation) for word in WAYS if word != "seed"} == {
                word: typed for word, (typed, _) in WAYS.items() if word != "seed"
            }


def least_work(most: float, calls: int, call: Callable[[], object]) -> float:
    """Return the work of a call, the least of several: imports and other programs add to it."""
    spent = math.inf
    while calls and spent >= most:
        calls -= 1
        began = work()
        with suppress(CaballeroError):  # the limit, or that a board is so large
            call()
        spent = min(spent, work() - began)
    return spent


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LONG if name not in ASKING])
def test_every_verb_takes_a_timeout(tmp_path: Path, name: str) -> None:
    """It refuses one besides the limits, and a callback that is none."""
    if name in {"resume_run", "verify_run"}:
        run_of(tmp_path, "5x6")
    with pytest.raises(InvalidInput, match="limited twice"):
        LONG[name](partial(VERBS[name], timeout=5), tmp_path)
    with pytest.raises(InvalidInput, match="callback"):
        LONG[name](partial(VERBS[name], callback=3), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_nightly(LONG, 2))
def test_every_verb_keeps_its_limit(tmp_path: Path, name: str) -> None:
    run = "run" in name
    if name in {"resume_run", "verify_run"}:
        run_of(tmp_path, "7x8" if name == "resume_run" else "5x6")
    most = 0.2 + OVER + (1 if run else 0)  # a worker begins as a new process
    assert least_work(most, 1 if run else 4, lambda: LONG[name](VERBS[name], tmp_path)) < most


@cache
def dense(kind: str) -> Graph:
    """Return a random directed graph with half of all edges, or a complete one."""
    rng, one_way = random.Random(1), kind == "directed"
    size, share = (1000, 1.0 if kind == "complete" else 0.5)
    pairs = ((v, w) for v in range(size) for w in range(size if one_way else v) if v != w)
    return Graph.from_edges([pair for pair in pairs if rng.random() < share], directed=one_way)


@pytest.mark.slow
@pytest.mark.parametrize("kind", mostly_nightly(["directed", "complete"], 2))
@pytest.mark.parametrize("method", ["clues", "proofs", "transitions", "exact"])
def test_a_method_checks_its_limits_in_a_dense_graph(
    method: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work between two checks is measured, so that no moment of a long call escapes."""
    problem = Problem(dense(kind), closed=True)
    check, last, gaps = Budget._reached, 0.0, [0.0]

    def reached(budget: Budget, now: float) -> str | None:
        nonlocal last
        limit = check(budget, now)
        gaps.append(work() - last)
        last = work()
        return limit

    monkeypatch.setattr(Budget, "_reached", reached)
    for _time in range(3):
        last, gaps = work(), [0.0]
        with suppress(LimitReached):
            find_tour(problem, method=method, limits=2)
        if max(gaps) < OVER:
            break
    assert max(gaps) < OVER


ROWS = [range(900 * v + 1, 900 * v + 901) for v in range(900)]
PLACES = [f"{chr(97 + v % 26)}{w}" for w in range(1, 1001) for v in range(500)]
CLAIMS = {
    "matrix": "\n".join(" ".join(map(str, row)) for row in ROWS),
    "csv": "\n".join(",".join(map(str, row)) for row in ROWS),
    "framed": "\n".join("|" + "|".join(map(str, row)) + "|" for row in ROWS),
    "squares": " ".join(PLACES),
    "moves": " ".join(map("-".join, pairwise(PLACES))),
    "pairs": "\n".join(f"{v},{w}" for v in range(700) for w in range(700)),
    "json": str([[*row] for row in ROWS]),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", mostly_nightly(CLAIMS, 3))
def test_a_claim_is_read_within_the_limit(kind: str) -> None:
    call = partial(caballero.verify, CLAIMS[kind], limits=LIMIT)
    assert least_work(0.2 + OVER, 4, call) < 0.2 + OVER
