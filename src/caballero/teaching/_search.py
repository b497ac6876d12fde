"""Run the kernels of the textbook from every start, to the first tour."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from caballero.find.kernels import backtracking, warnsdorff
from caballero.find.kernels.backtracking import EXHAUSTED
from caballero.machine.driver import drive
from caballero.machine.limits import Budget, LimitHit
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.certificate import Exhausted
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, GaveUp, Impossible, Outcome, Stats

State = TypeVar("State", backtracking.State, warnsdorff.State)


def first_tour(
    problem: Problem,
    method: str,
    kernel: Callable[[State, int], int],
    new_state: Callable[[int], State],
    budget: Budget,
) -> Outcome:
    """Search exhaustively from every start that the problem allows, to the first tour.

    Forced moves are tested on each tour that the kernel finds. `method` is the name in the
    statistics; `new_state` makes the kernel's state for a start.
    """
    budget.method = method
    profile = [0] * len(problem)
    nodes = back = ends = 0  # of the earlier starts
    state: State | None = None

    def stats() -> Stats:
        if state is None:
            return Stats(method, nodes, budget.seconds, back, ends, tuple(profile))
        total = [a + b for a, b in zip(profile, state.profile[1:], strict=True)]
        return Stats(
            method, nodes + state.nodes, budget.seconds,
            back + state.steps_back, ends + state.dead_ends, tuple(total),
        )  # fmt: skip

    def portion(steps: int) -> tuple[int, int]:
        assert state is not None
        before = state.nodes
        return kernel(state, steps), state.nodes - before

    try:
        for start in starts(problem):
            budget.pause()
            state = new_state(start)
            while drive(portion, budget) != EXHAUSTED:
                order = tuple(state.path)
                if is_tour(problem, order):
                    tour = Tour(problem.ground, order, problem.piece, problem.closed)
                    return Found(tour, stats())
            done = stats()
            nodes, back, ends = done.nodes, done.steps_back or 0, done.dead_ends or 0
            profile = list(done.profile)
            state = None
    except LimitHit as hit:
        budget.path = () if state is None else tuple(state.path[: state.depth])
        return GaveUp(hit.limit, stats())
    return Impossible(Exhausted(method, nodes), stats())


def starts(problem: Problem) -> range:
    """Return the vertices from which to start; any single vertex for a cycle without clues."""
    known = problem.numbered()
    if 1 in known:
        return range(known[1], known[1] + 1)
    if problem.closed and not known:
        return range(min(1, len(problem)))
    return range(len(problem))
