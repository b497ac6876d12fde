"""Every verb takes the same keywords, with the same meaning, and refuses the same values."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import caballero
from caballero import CaballeroError, InvalidInput, Limits, Problem, find_tour
from caballero.best import longest_uncrossed, solve_best
from caballero.counting import (
    count_by,
    count_by_symmetry,
    count_figured,
    estimate_count,
    estimate_list,
    magic_tours,
    strip_recurrence,
)
from caballero.counting.tuning import Tuning
from caballero.machine import limits
from caballero.machine.limits import Budget
from caballero.proof.asking import CONSTRAINTS, KEYWORDS
from caballero.puzzles import (
    another_tour,
    begin_tour,
    explain,
    hint,
    judge_step,
    make_puzzle,
    make_quiz,
    why_not,
)
from caballero.teaching import (
    backtrack,
    compare,
    estimate,
    minimize,
    search_tree,
    solve_backtracking,
    solve_branch_and_bound,
    solve_naive,
    solve_warnsdorff,
    trace,
    trace_minimize,
    trace_puzzle,
)
from caballero.teaching.puzzles import Assignment, Queens

BOARD = "3x4"
TOUR = find_tour(BOARD)

VERBS: dict[str, Callable[..., Any]] = {
    name: getattr(caballero, name)
    for name in (
        "best_tour", "count_tours", "find_longest", "find_tour", "hamiltonian_cycle",
        "hamiltonian_path", "is_unique", "iter_tours", "known_counts", "sample_tours", "solve",
        "structured_tour", "tour_space", "traveling_salesman",
    )
}  # fmt: skip
VERBS |= {
    verb.__name__: verb
    for verb in (
        begin_tour, count_by, count_by_symmetry, count_figured, estimate, estimate_count,
        estimate_list, explain, hint, judge_step, longest_uncrossed, magic_tours, make_puzzle,
        make_quiz, search_tree, solve_backtracking, solve_best, solve_branch_and_bound, solve_naive,
        solve_warnsdorff, strip_recurrence, another_tour, trace, why_not,
    )
}  # fmt: skip
MORE: dict[str, tuple[Any, ...]] = {
    "another_tour": (TOUR,), "begin_tour": (3,), "count_by": ("turns",),
    "count_figured": (["a1"], [1]), "judge_step": ("a1", 1), "why_not": ("a1", 1),
}  # fmt: skip
"""The arguments of a verb besides the ground."""


def asked(name: str, ground: Any = BOARD, **how: Any) -> Any:
    short = {"count": 1} if name == "make_quiz" else {}
    answer = VERBS[name](ground, *MORE.get(name, ()), **how, **short)
    return next(answer, None) if inspect.isgenerator(answer) else answer


def taken(name: str) -> list[str]:
    return [word for word in inspect.signature(VERBS[name]).parameters if word in KEYWORDS]


@pytest.mark.parametrize("name", VERBS)
def test_the_keywords_of_a_verb(name: str) -> None:
    """All of them, but those that its own arguments say; each with its type and its default."""
    parameters = inspect.signature(VERBS[name]).parameters
    own = {"closed"} if name.startswith("hamiltonian_") else set()
    assert {*taken(name)} == {*KEYWORDS} - own
    for word in taken(name):
        if (name, word) != ("traveling_salesman", "weight"):  # as in networkx
            assert parameters[word].kind is inspect.Parameter.KEYWORD_ONLY
        assert str(parameters[word].annotation) == KEYWORDS[word][0]
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        asked(name, colour=1)


WRONG: dict[str, list[Any]] = {
    "closed": ["yes", 2, None], "start": ["z9", 3.5], "end": ["z9"], "clues": [{"a1": 99}, 5],
    "forced": ["a1-a2-a3", 7], "forbidden": [7], "waypoints": [7, ["z9", "a1"]], "ends": ["no"],
    "piece": ["unicorn", 1.5], "surface": ["sphere"], "weight": [7, "km"],
    "limits": [-1, "soon", Limits], "timeout": [-1, "soon", Limits(nodes=5)],
    "seed": ["x", 1.5, True], "callback": [3],
}  # fmt: skip


@pytest.mark.parametrize("name", VERBS)
def test_a_wrong_value_is_refused_in_a_sentence(name: str) -> None:
    for word in taken(name):
        for value in WRONG[word]:
            with pytest.raises(InvalidInput):
                asked(name, **{word: value})


@pytest.mark.parametrize("name", VERBS)
def test_a_whole_problem_says_it_all(name: str) -> None:
    for word, value in (("forbidden", [("a1", "c2")]), ("piece", "king")):
        with pytest.raises(InvalidInput):
            asked(name, Problem(BOARD), **{word: value})


GOOD: dict[str, Any] = {
    "closed": True, "start": "a1", "end": "a1", "clues": {"a1": 1}, "forced": [("a1", "c2")],
    "forbidden": [("a1", "c2")], "waypoints": ["a1", "c2"], "piece": "king", "surface": "torus",
    "weight": None, "limits": Limits(nodes=10**6), "timeout": 60, "seed": 5, "callback": print,
}  # fmt: skip


@pytest.mark.parametrize("name", VERBS)
def test_a_timeout_is_the_seconds_of_limits(name: str) -> None:
    with pytest.raises(InvalidInput, match="limited twice"):
        asked(name, limits=1, timeout=2)
    limited, timed = (partial(asked, name, **how) for how in ({"limits": 0}, {"timeout": 0}))
    assert outcome(timed) == outcome(limited)


def outcome(work: Callable[[], Any]) -> str:
    """The kind of an answer, or the code of an error."""
    try:
        return type(work()).__name__
    except CaballeroError as error:
        return error.code


def _of_problem(name: str, stated: Callable[[], Problem]) -> Any:
    return asked(name, stated())


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in VERBS if name != "hamiltonian_cycle"])
def test_a_keyword_is_that_of_a_problem(name: str) -> None:
    """Whatever the answer is, it is that of the problem with this constraint."""
    estimates = Budget(tuning=[Tuning(probe_seconds=0.05, least_probes=1)])
    for word in set(GOOD).intersection(taken(name)):
        with estimates:
            first = outcome(partial(asked, name, **{word: GOOD[word]}))
            if word in CONSTRAINTS and (name, word) != ("make_puzzle", "ends"):
                stated = partial(Problem, BOARD, **{word: GOOD[word]})
                assert first == outcome(partial(_of_problem, name, stated))


LAZY: dict[str, Callable[[], Any]] = {
    "backtrack": lambda: backtrack(Queens(5)),
    "compare": lambda: compare(BOARD),
    "iter_tours": lambda: caballero.iter_tours(BOARD),
    "minimize": lambda: minimize(Assignment(((1, 2), (3, 4)))),
    "tour_space.draw": lambda: caballero.tour_space(BOARD).draw(9, limits=60),
    "tour_space": lambda: iter(caballero.tour_space(BOARD)),
    "trace": lambda: trace(BOARD),
    "trace_minimize": lambda: trace_minimize(Assignment(((1, 2), (3, 4)))),
    "trace_puzzle": lambda: trace_puzzle(Queens(5)),
}
"""The answers that are computed while the caller uses them."""


@pytest.mark.parametrize("name", LAZY)
def test_the_work_between_two_answers_is_not_the_search_s(name: str) -> None:
    answers = iter(LAZY[name]())
    next(answers, None)
    assert limits._running.get() is None
