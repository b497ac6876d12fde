"""Waypoints, which a tour visits in their order: every engine, compared with brute force."""

from pathlib import Path

import pytest

from caballero import Graph, Impossible, Problem, find_tour, solve, verify
from caballero.formats import problem_data, read_problem
from caballero.machine.errors import InvalidProblem
from caballero.proof import check_proof


def test_a_problem_says_itself() -> None:
    problem = Problem(6, "wazir", waypoints=["a1", "c3", "f6"], ends=True)
    assert read_problem(problem_data(problem)) == problem == Problem(problem)
    assert (problem.start, problem.end) == (problem.place(30), problem.place(5))
    assert Problem(6, closed=True, waypoints=["b1", "c3"]).start == (5, 1)
    assert Problem(6, closed=True, end="c2", waypoints=["b1", "c3"]).start is None
    assert problem != Problem(6, "wazir", start="a1", end="f6")
    assert "waypoints: 3" in str(problem)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"waypoints": ["a1"]}, "waypoints-few"),
        ({"ends": True}, "waypoints-few"),
        ({"waypoints": ["a1", "b2", "a1"]}, "waypoint-twice"),
        ({"waypoints": ["a1", "b2"], "start": "b2"}, "waypoint-number"),
        ({"waypoints": ["a1", "b2", "c3"], "clues": {"a1": 9, "c3": 7}}, "waypoint-number"),
        ({"waypoints": ["a1", "b2", "c3"], "clues": {"a1": 35}}, "waypoint-number"),
        ({"waypoints": ["a1", "b2"], "ends": True, "start": "c3"}, "clue-twice"),
    ],
)
def test_contradictions_are_refused(parts: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        Problem(6, **parts)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_the_judge_says_which_waypoint_comes_too_early() -> None:
    tour = find_tour("3x3", piece="wazir", start="a1", end="c3")
    names = tour.names()
    verdict = verify(tour, Problem("3x3", "wazir", waypoints=[names[6], names[2], names[4]]))
    assert [fault.code for fault in verdict.faults] == ["fault-waypoint"]
    assert str(verdict) == (
        f"{names[2]}, number 3, comes too early: the waypoint before it, {names[6]}, has number 7."
    )
    begun = verify(names[:5], Problem("3x3", "wazir", waypoints=[names[8], names[2]]))
    assert "fault-waypoint" not in [fault.code for fault in begun.faults]
    assert "fault-unfinished" not in [fault.code for fault in begun.faults]


def test_a_proof_is_of_its_waypoints_alone(tmp_path: Path) -> None:
    """With the waypoints of another problem, the steps prove nothing."""
    ring = Graph.from_edges([(v, (v + 1) % 8) for v in range(8)])
    file = tmp_path / "none.proof"
    for method in ("numbers", "clues"):
        outcome = solve(Problem(ring, waypoints=[0, 4, 1, 5]), method=method, proof=file)
        assert isinstance(outcome, Impossible)
        assert check_proof(file).accepted
    text = file.read_text()
    for other in ("[0,1,4,5]", "[0,4]", "[4,0,7]"):
        file.write_text(text.replace("[0,4,1,5]", other))
        assert not check_proof(file).accepted
    file.write_text(text.replace(',"waypoints":[0,4,1,5]', ""))
    assert not check_proof(file).accepted
