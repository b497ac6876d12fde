"""The API of puzzles: one is made, the next step is explained, in both languages."""

from typing import Any

import pytest

from caballero import Problem, verify
from caballero.puzzles import explain, make_puzzle
from caballero.web import bounds
from caballero.web.tasks import problem_of
from naive import all_tours
from web.served import Served


def board(*shape: int, **more: object) -> dict[str, Any]:
    return {"board": {"shape": list(shape)}, **more}


def with_clues(body: dict[str, Any], clues: list[list[Any]]) -> dict[str, Any]:
    listed = [{"square": square, "number": number} for square, number in clues]
    return {
        **{name: body[name] for name in ("board", "piece", "closed") if name in body},
        "clues": listed,
    }


# -- to make ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        board(4, 4, piece="king", seed=3),
        board(4, 4, piece="wazir", closed=True, seed=1),
        board(3, 4, seed=2),
        {"board": {"shape": [4, 4], "holes": [[0, 0]]}, "piece": "king"},
        {"board": {"shape": [3, 4], "surface": "torus"}, "piece": "wazir", "seed": 5},
        board(2, 2, 3, piece="wazir", seed=4),
    ],
    ids=str,
)
def test_a_puzzle_has_one_solution(served: Served, body: dict[str, Any]) -> None:
    """Against all tours."""
    answer = served.ask("puzzle", body).json()
    assert answer["status"] == "made"
    problem = problem_of(with_clues(body, answer["clues"]))
    tour = [tuple(square) for square in answer["tour"]]
    assert verify(tour, problem).valid
    assert [answer["tour"][number - 1] for _, number in answer["clues"]] == [
        square for square, _ in answer["clues"]
    ]
    neighbours = [problem.graph().neighbours(v) for v in range(problem.size)]
    found = all_tours(neighbours, closed=problem.closed, clues=problem.numbered())
    assert [[problem.place(v) for v in one] for one in found] == [tour]
    assert answer["grade"] == explain(problem).grade
    assert answer["minimal"] is True


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_a_level_and_a_symmetry(served: Served, level: str) -> None:
    body = board(6, 6, piece="king", level=level, symmetric=True, seed=7)
    answer = served.ask("puzzle", body).json()
    assert answer["grade"] == level
    assert (answer["trials"] > 0) == (level == "expert")
    squares = {tuple(square) for square, _ in answer["clues"]}
    assert {(5 - r, 5 - c) for r, c in squares} == squares


def test_the_same_seed_makes_the_same_puzzle(served: Served) -> None:
    """On every machine: without seconds there is no limit of time."""
    body = board(6, 6, level="medium", seed=20261123)
    first, second = (served.ask("puzzle", body).json() for _ in range(2))
    assert first == second
    here = make_puzzle("6x6", level="medium", seed=20261123)
    assert first["tour"] == [list(square) for square in here.tour.squares]
    other = served.ask("puzzle", {**body, "seed": 20261124}).json()
    assert other["tour"] != first["tour"]


@pytest.mark.parametrize("on", [{"shape": [4, 4]}, {"shape": [5, 5], "grid": "hex3"}], ids=str)
def test_a_zip_has_one_solution(served: Served, on: dict[str, Any]) -> None:
    """Against all tours; and from every part of its path the steps lead to the next move."""
    body = {"board": on, "piece": "wazir", "kind": "zip", "seed": 3, "level": "medium"}
    answer = served.ask("puzzle", body).json()
    tour, waypoints = answer["tour"], answer["waypoints"]
    assert answer["grade"] == "medium"
    assert not answer.keys() & {"clues", "trials"}
    drawn = {"waypoints": waypoints, "forbidden": answer["walls"]}
    drawn |= {"board": on, "piece": "wazir", "start": waypoints[0], "end": waypoints[-1]}
    problem = problem_of(drawn)
    neighbours = [problem.graph().neighbours(v) for v in range(problem.size)]
    found = all_tours(neighbours, clues=problem.numbered())
    lists = ([list(problem.place(v)) for v in order] for order in found)  # type: ignore[call-overload]
    assert [one for one in lists if sorted(waypoints, key=one.index) == waypoints] == [tour]
    for length in range(1, len(tour)):
        steps = served.ask("puzzle/hint", {**drawn, "path": tour[:length]}).json()["steps"]
        assert steps[-1]["found"] == [tour[length], length + 1]
        assert all(step["found"] is None for step in steps[:-1])
        assert all(step["used"] or step["out"] for step in steps)
    (complete,) = served.ask("puzzle/hint", {**drawn, "path": tour}).json()["steps"][-1:]
    assert complete["rule"] == "complete"
    wrong = [tour[0], next(q for q in found_beside(problem, tour[0]) if q != tour[1])]
    steps = served.ask("puzzle/hint", {**drawn, "path": wrong}).json()["steps"]
    assert (steps[-1]["rule"], steps[-1]["found"]) == ("contradiction", None)


def found_beside(problem: Problem, square: list[int]) -> list[list[int]]:
    """The squares one move from one."""
    near = problem.graph().neighbours(problem.vertex(tuple(square)))
    return [list(problem.place(v)) for v in near]  # type: ignore[call-overload]


def test_a_board_without_a_tour(served: Served) -> None:
    answer = served.ask("puzzle", board(4, 4), "es").json()
    assert answer["status"] == "impossible"
    assert answer["certificate"]["reason"].startswith("El tablero de 4×4 no tiene")


@pytest.mark.slow
def test_a_puzzle_that_takes_too_long(served: Served) -> None:
    """Without seconds it has the limit of the server, and is then refused, not cut short."""
    with served.waiting(grace=0.1 - bounds.PUZZLE_SECONDS):
        refused = served.refused("puzzle", board(10, 10, closed=True))
    assert refused[:2] == (504, "web-timeout")
    assert served.app.state.searching.workers == ()


# -- the next step ---------------------------------------------------------------------------------


def test_a_step_has_a_reason(served: Served) -> None:
    body = board(3, 3, piece="wazir")
    clues = with_clues(body, [["a3", 1], ["c3", 3], [[2, 2], 9]])
    answer = served.ask("puzzle/hint", clues).json()
    (step,) = answer["steps"]
    assert answer["status"] == "step"
    assert (step["rule"], step["found"]) == ("next", [[0, 1], 2])
    assert sorted(step["marks"]) == [[[0, 0], "*"], [[0, 1], "o"], [[0, 2], "*"]]
    assert [mark for mark, _ in step["legend"]] == ["o", "*"]
    assert step["used"] == []
    assert step["text"].startswith(f"{step['short']} No other free place is one move from")
    (spanish,) = served.ask("puzzle/hint", clues, "es").json()["steps"]
    assert spanish == step | {name: spanish[name] for name in ("text", "short", "legend")}
    assert spanish["short"] == "El 2 va en b3."


def test_steps_before_a_number_exclude_others(served: Served) -> None:
    body = board(6, 6, level="hard", seed=20261123)
    made = served.ask("puzzle", body).json()
    steps = served.ask("puzzle/hint", with_clues(body, made["clues"])).json()["steps"]
    assert len(steps) > 1
    assert [step["found"] is None for step in steps] == [True] * (len(steps) - 1) + [False]
    square, number = steps[-1]["found"]
    assert made["tour"][number - 1] == square
    beside = [step for step in steps if step["rule"] == "dead-end"]
    assert beside
    for step in beside:
        (here,), others = ([q for q, m in step["marks"] if m == mark] for mark in "o*")
        assert sorted(step["used"]) == [[here, other] for other in sorted(others)]
        assert len(others) == 2


def test_why_a_number_is_not_at_a_square(served: Served) -> None:
    clues = with_clues(board(3, 3, piece="wazir"), [["a3", 1], ["c3", 3], ["c1", 9]])

    def why(square: object, number: int, language: str = "en") -> list[dict[str, Any]]:
        body = {**clues, "supposed": {"square": square, "number": number}}
        return served.ask("puzzle/hint", body, language).json()["steps"]  # type: ignore[no-any-return]

    (step,) = why("b2", 2)
    assert (step["rule"], step["marks"]) == ("contradiction", [[[0, 0], "*"], [[1, 1], "o"]])
    assert step["text"] == "Numbers 1 (a3) and 2 (b2) are not one move apart."
    assert why([1, 1], 2, "es")[0]["text"].startswith("Los números 1 (a3) y 2 (b2) no están")
    wrong = with_clues(board(3, 3, piece="wazir"), [["a3", 1], ["c3", 2]])
    (step,) = served.ask("puzzle/hint", wrong).json()["steps"]
    assert (step["rule"], "a3" in step["text"]) == ("contradiction", True)
    assert [step["rule"] for step in why("b3", 2)] == ["none"]
    assert [step["rule"] for step in why("a1", 5)][-1] == "contradiction"
