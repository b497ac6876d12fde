"""Slices that run at the same time: the answer is that of slices that run in turn."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from caballero import Found, GaveUp, Graph, Impossible, Limits, Problem, Progress, solve
from caballero.find import ahead, plan, portfolio
from caballero.find.methods import METHODS as TABLE, Answer
from caballero.find.prepared import Prepared
from caballero.find.proof_writer import ProofWriter
from caballero.machine.limits import Budget
from caballero.machine.values import replace
from caballero.proof.outcome import Outcome
from graphs import petersen

Engine = Callable[[Prepared, int], Answer]

SMALL = {
    "path-cover": 40, "exact": 50, "frontier": 40, "two-factor": 50, "cut-sets": 50, "clues": 10,
    "numbers": 10, "transitions": 50, "parts": 50,
}  # fmt: skip
"""The nodes of the methods' first slices."""


@pytest.fixture(autouse=True)
def _only_later_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with the later rounds, right after the root proofs, and with short slices."""
    monkeypatch.setattr(ahead, "is_compiled", lambda: True)
    short = {
        name: replace(row, first=SMALL.get(name, 0), directed=0, each=0)
        for name, row in TABLE.items()
    }
    for name, value in {
        "FIRST_ROUNDS": 0, "EXACT_FIRST_UP_TO": 0, "EXACT_FIRST_NODES": 1, "DIRECTED_NODES": 0,
        "DIRECTED_EXACT_NODES": 0, "PROVED_FIRST_UP_TO": 10_000, "METHODS": short,
        "_look": lambda *_: (), "_openers": lambda *_, **__: ("proofs",),
    }.items():  # fmt: skip
        monkeypatch.setattr(plan, name, value)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def solved(
    monkeypatch: pytest.MonkeyPatch, problem: Problem, processors: int, **options: Any
) -> Outcome:
    monkeypatch.setattr(ahead, "processors", lambda: processors)
    return solve(problem, **options)


def story(outcome: Outcome) -> tuple[object, ...]:
    """All of an outcome but its times."""
    answer: object = outcome.tour if outcome else None
    if isinstance(outcome, Impossible):
        answer = outcome.certificate
    phases = [(phase.method, phase.nodes, phase.conclusion) for phase in outcome.stats.phases]
    return type(outcome), answer, outcome.stats.method, outcome.stats.nodes, phases


def cubic(size: int, seed: int) -> list[tuple[int, int]]:
    """The edges of a random graph: a cycle that is hidden, and a matching."""
    rng = random.Random(seed)
    ring, ends = rng.sample(range(size), size), rng.sample(range(size), size)
    edges = [(ring[i - 1], v) for i, v in enumerate(ring)]
    return edges + [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if a != b]


def problems() -> list[Problem]:
    graphs = [petersen(n) for n in (5, 11)]
    graphs += [Graph.from_edges(cubic(size, size)) for size in (30, 60, 90)]
    rng = random.Random(1)
    for size in (12, 25, 40):
        arcs = {(v, rng.randrange(size)) for v in range(size) for _ in range(3)}
        arcs = {(v, w) for v, w in arcs if v != w} | {(v - 1, v) for v in range(1, size)} | {
            (size - 1, 0)
        }  # fmt: skip
        graphs.append(Graph.from_edges(sorted(arcs), directed=True))
    clues = Problem("6x6", closed=True, clues={"a1": 1, "c2": 2, "f6": 19})
    return [clues, Problem("6x6", closed=True), *(Problem(graph, closed=True) for graph in graphs)]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(problems())))
def test_the_answer_is_the_same(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    ran: list[int] = []

    def note(*given: Any) -> Answer:
        ran.append(given[-1])
        return first_answer(*given)

    first_answer = ahead.first_answer
    monkeypatch.setattr(ahead, "first_answer", note)
    problem = problems()[number]
    for seed in (None, 3):
        in_turn = solved(monkeypatch, problem, 1, seed=seed)
        assert in_turn.stats.phases[-1].conclusion in {"found", "none"}
        assert not ran
        for count in (2, 5):
            assert story(solved(monkeypatch, problem, count, seed=seed)) == story(in_turn)
            assert ran.pop() == count


# -- slices that do as they are told -----------------------------------------------------------

PROBLEM = Problem(petersen(6), closed=True)
METHODS = ("transitions", "parts", "path-cover", "exact", "frontier")
GUARD = 10  # seconds after which a test fails, which waits for what does not happen


@pytest.fixture(name="tours", scope="module")
def _tours() -> list[list[int]]:
    """Tours of the problem, one from each of its vertices."""
    outcome = solve(PROBLEM)
    assert isinstance(outcome, Found)
    order = [*outcome.tour.order]
    return [order[i:] + order[:i] for i in range(len(order))]


class Played:
    """Methods that do as they are told, by their rounds; others find nothing, at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, acts: dict[tuple[str, int], Engine]):
        self.begun = {(method, i): threading.Event() for method in METHODS for i in range(3)}
        self.ended: list[tuple[str, int]] = []
        self.acts = acts
        own = {name: replace(TABLE[name], run=partial(self.act, name)) for name in METHODS}
        own["path-cover"] = replace(own["path-cover"], in_kernels=False)  # as if plain Python
        monkeypatch.setattr(portfolio, "METHODS", {**TABLE, **own})
        monkeypatch.setattr(ahead, "METHODS", {**TABLE, **own})

    def act(self, method: str, prepared: Prepared, attempt: int) -> Answer:
        if (method, attempt) in self.begun:
            self.begun[method, attempt].set()
        prepared.budget.spend(1)
        engine = self.acts.get((method, attempt))
        answer = engine(prepared, attempt) if engine else None
        self.ended.append((method, attempt))
        return answer

    def wait(self, method: str, attempt: int, prepared: Prepared) -> None:
        """Wait until a slice has begun."""
        while not self.begun[method, attempt].wait(0.001):
            prepared.budget.pause()

    def wait_for_end(self, method: str, attempt: int, prepared: Prepared) -> None:
        """Wait until a slice is about to end."""
        while (method, attempt) not in self.ended:
            prepared.budget.pause()
            time.sleep(0.001)


def spin(prepared: Prepared, _: int) -> Answer:
    """Run without end."""
    while True:
        prepared.budget.spend(1)
        time.sleep(0.001)


def test_an_answer_that_is_found_sooner_waits_for_those_before_it(
    monkeypatch: pytest.MonkeyPatch, tours: list[list[int]]
) -> None:
    def first(prepared: Prepared, _: int) -> Answer:
        played.wait_for_end("exact", 0, prepared)
        return tours[0]

    played = Played(
        monkeypatch,
        {("parts", 0): first, ("exact", 0): lambda *_: tours[1], ("path-cover", 0): spin},
    )
    outcome = solved(monkeypatch, PROBLEM, 2, limits=GUARD)
    assert isinstance(outcome, Found)
    assert [*outcome.tour.order] == tours[0]
    assert outcome.stats.method == "parts"
    assert outcome.stats.phases[-1].method == "parts"
    assert outcome.stats.nodes == outcome.stats.phases[-1].nodes == 1


def test_an_answer_that_was_found_ahead_counts_when_it_is_its_turn(
    monkeypatch: pytest.MonkeyPatch, tours: list[list[int]]
) -> None:
    def first(prepared: Prepared, _: int) -> Answer:
        played.wait_for_end("exact", 0, prepared)
        return None

    played = Played(monkeypatch, {("parts", 0): first, ("exact", 0): lambda *_: tours[1]})
    outcome = solved(monkeypatch, PROBLEM, 2, limits=GUARD)
    assert isinstance(outcome, Found)
    assert [*outcome.tour.order] == tours[1]
    late = [phase.method for phase in outcome.stats.phases if phase.method in METHODS]
    assert late == list(METHODS[: METHODS.index("exact") + 1])
    assert ("exact", 1) not in played.ended  # nothing begins after an answer


def test_what_would_slow_down_the_front_waits_for_its_turn(
    monkeypatch: pytest.MonkeyPatch, tours: list[list[int]]
) -> None:
    def first(prepared: Prepared, _: int) -> Answer:
        played.wait("exact", 0, prepared)
        return None

    def last(*_: object) -> Answer:
        assert {("transitions", 0), ("parts", 0)} <= {*played.ended}
        return tours[0]

    played = Played(monkeypatch, {("parts", 0): first, ("path-cover", 0): last})
    outcome = solved(monkeypatch, PROBLEM, 3, limits=GUARD)
    assert outcome.stats.method == "path-cover"


def test_a_slice_that_runs_far_ahead_pauses_for_an_earlier_one(
    monkeypatch: pytest.MonkeyPatch, tours: list[list[int]]
) -> None:
    def first(prepared: Prepared, _: int) -> Answer:
        played.wait("exact", 1, prepared)
        return None

    def front(prepared: Prepared, _: int) -> Answer:
        played.wait("parts", 1, prepared)
        return None

    acts = {("parts", 0): first, ("exact", 1): spin, ("path-cover", 0): front}
    played = Played(monkeypatch, {**acts, ("parts", 1): lambda *_: tours[0]})
    outcome = solved(monkeypatch, PROBLEM, 2, limits=GUARD)
    assert (outcome.stats.method, outcome.stats.nodes) == ("parts", 2)


def test_an_error_surfaces_when_it_is_its_turn(
    monkeypatch: pytest.MonkeyPatch, tours: list[list[int]]
) -> None:
    def fail(name: str, *_: object) -> Answer:
        raise ZeroDivisionError(name)

    def late(answer: Engine, prepared: Prepared, _: int) -> Answer:
        played.wait("exact", 0, prepared)
        return answer(prepared, 0)

    later: dict[tuple[str, int], Engine] = {("exact", 0): partial(fail, "exact")}
    for answer in (lambda *_: tours[0], lambda *_: None, partial(fail, "parts")):
        played = Played(monkeypatch, {**later, ("parts", 0): partial(late, answer)})
        if isinstance(answer, partial):
            with pytest.raises(ZeroDivisionError, match="parts"):
                solved(monkeypatch, PROBLEM, 2, limits=GUARD)
        elif answer() is None:
            with pytest.raises(ZeroDivisionError, match="exact"):
                solved(monkeypatch, PROBLEM, 2, limits=GUARD)
        else:
            assert solved(monkeypatch, PROBLEM, 2, limits=GUARD).stats.method == "parts"


@pytest.mark.parametrize("method", ["transitions", "exact"])
def test_a_limit_stops_all(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    Played(monkeypatch, {(method, 0): spin, ("path-cover", 0): spin, ("frontier", 1): spin})
    outcome = solved(monkeypatch, PROBLEM, 3, limits=0.3)
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "seconds"
    assert outcome.stats.phases[-1].conclusion == "limit"
    assert outcome.stats.nodes == sum(phase.nodes for phase in outcome.stats.phases)


@pytest.mark.slow
def test_ctrl_c_stops_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.method == "transitions":
            raise KeyboardInterrupt

    Played(monkeypatch, {("transitions", 0): spin, ("parts", 0): spin})
    with pytest.raises(KeyboardInterrupt):
        solved(monkeypatch, PROBLEM, 2, limits=GUARD, callback=interrupt)


def test_progress_comes_from_the_caller_s_thread_and_never_goes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events: list[tuple[Progress, threading.Thread]] = []

    def note(progress: Progress) -> None:
        events.append((progress, threading.current_thread()))

    Played(monkeypatch, {("transitions", 0): spin, ("parts", 0): spin})
    solved(monkeypatch, PROBLEM, 2, limits=0.7, callback=note)
    nodes = [progress.nodes for progress, _ in events]
    assert nodes == sorted(nodes)
    assert nodes[-1] > 0
    assert {thread for _, thread in events} == {threading.current_thread()}


# -- when slices run in turn -------------------------------------------------------------------


def test_slices_run_in_turn_where_that_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def threads(budget: Budget, proof: ProofWriter | None = None, *, deduced: bool = True) -> int:
        prepared = Prepared(PROBLEM, budget, 0, proof)
        assert not deduced or prepared.deduced
        return ahead.threads_for(prepared, budget)

    monkeypatch.setattr(ahead, "processors", lambda: 4)
    assert threads(Budget()) == threads(Budget(60)) == 4
    assert threads(Budget(Limits(nodes=10**9))) == 1
    assert threads(Budget(Limits(megabytes=10**6))) == 1
    assert threads(Budget(), deduced=False) == 1
    writer = ProofWriter(PROBLEM, tmp_path / "none.proof")
    assert threads(Budget(), writer) == 1
    writer.close()
    monkeypatch.setattr(ahead, "is_compiled", lambda: False)
    assert threads(Budget()) == 1
