"""What a count will take: exact where sweeps are carried out, near where they are extrapolated."""

from typing import Any

import pytest

from caballero import Graph, Problem, count_tours, iter_tours
from caballero.counting import estimate, estimate_count, estimate_list, listed
from caballero.counting.counting import method_for
from caballero.counting.sweeps.folded import folded_sweep
from caballero.counting.sweeps.route import folded_shape, route
from caballero.counting.sweeps.sweep import Sweep
from caballero.counting.tuning import Tuning
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem

RING = Graph.from_edges([(i, (i + 1) % 12) for i in range(12)])


def swept(problem: Problem) -> int:
    """The states of a left half, or of a single sweep, by carrying it out."""
    found = route(problem, Budget())
    assert found is not None
    sweep = Sweep(found.ordered.neighbours, Budget(), flip=found.flip)
    stop = found.place.steps if found.place else None
    if shape := folded_shape(problem):
        sweep, stop = folded_sweep(*shape, Budget()), problem.size // 2
    layers = sweep.layers(sweep.first(), stop)
    return 1 + sum(layer.size for layer in layers)


@pytest.mark.long_plain
@pytest.mark.parametrize(
    "problem", [Problem(6, closed=True), Problem("6x8", closed=True), Problem("5x8"), Problem(RING)]
)
def test_measured_states_are_those_of_the_count(problem: Problem) -> None:
    price = estimate_count(problem)
    assert price.steps[0].states == swept(problem)
    assert price.whole.measured


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("7x8", closed=True),  # from 6x8: from narrower boards
        Problem("11x12", closed=True, piece="wazir"),  # from the widths of its frontiers
        Problem("14x14", closed=True, piece="wazir"),  # from 12x14 and 13x14, folded as well
    ],
)
def test_extrapolated_states_are_within_a_factor_of_two(problem: Problem) -> None:
    truth = swept(problem)
    with Budget(tuning=[Tuning(sampled_states=truth // 20, sampled_in_all=truth // 10)]):
        first = estimate_count(problem).steps[0]
    assert not first.measured
    assert truth / 2 <= first.states <= 2 * truth
    assert first.memory > estimate.PROGRAM_BYTES


@pytest.mark.parametrize(
    ("problem", "method"),
    [
        (Problem("4x10", closed=True), "theorems"),
        (Problem("2x4", piece="wazir"), "brute"),
        (Problem(6), "frontier"),
        (Problem("3x50"), "strips"),
        (Problem("5x5", clues={"c3": 9}), "clues"),
        (Problem("5x5", clues={"c3": 9}, forced=["a1-b3"]), "listing"),
    ],
)
def test_the_method_is_that_of_the_count(problem: Problem, method: str) -> None:
    assert method_for(problem) == method
    if method in {"strips", "clues", "listing"}:
        with pytest.raises(InvalidProblem) as caught:
            estimate_count(problem)
        assert caught.value.message.code == "estimate-no-sweep"
    else:
        assert bool(estimate_count(problem).steps) is (method == "frontier")


@pytest.mark.long_plain
@pytest.mark.parametrize("which", [{}, {"up_to_symmetry": True}, {"symmetry": "half-turn"}])
def test_a_short_listing_is_measured(which: dict[str, Any]) -> None:
    price = estimate_list("5x6", **which)
    tours = list(iter_tours("5x6", **which))
    assert price.whole.states == len(tours)
    assert price.whole.measured
    assert price.whole.disk == 30 * len(tours)
    written = estimate_list("5x6", write=lambda _tour: 7, **which)
    assert written.whole.disk == 7 * len(tours)


@pytest.mark.nightly
@pytest.mark.parametrize("closed", [True, False])
def test_some_paths_tell_the_tours_of_a_long_listing(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem(6 if closed else 5, closed=closed)
    truth = count_tours(problem).value
    with Budget(tuning=[Tuning(first_work=1_000)]):
        assert estimate_list(problem).whole.states == truth  # published, or counted
    monkeypatch.setattr(listed, "_counted", lambda *_args, **_more: None)
    with Budget(tuning=[Tuning(first_work=1_000, probe_seconds=0, least_probes=300)]):
        price = estimate_list(problem)
    assert not price.whole.measured
    assert truth / 2 <= price.whole.states <= 2 * truth
