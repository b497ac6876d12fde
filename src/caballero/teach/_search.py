"""Driving a resumable kernel: in portions, at the right speed, from every start.

A kernel returns after so many steps with its whole state in its arrays. Between portions the
budget looks at the clock, Ctrl-C is heard, and when the work turns out to be large, the state
moves over to the compiled speed and goes on from where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias, TypeVar

from caballero.certificate import Exhausted
from caballero.facts import is_tour
from caballero.kernels import backtracking, warnsdorff
from caballero.kernels._speed import COMPILE_ABOVE, TwoSpeeds, as_arrays, as_lists
from caballero.kernels.backtracking import EXHAUSTED, FOUND
from caballero.limits import Budget, LimitHit
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Stats
from caballero.problem import Problem
from caballero.tour import Tour

PLAIN_STEPS: Final = 20_000
"""A portion at the plain speed: some 20 ms."""

COMPILED_STEPS: Final = 2_000_000
"""A portion at the compiled speed: some 20 ms."""


State = TypeVar("State", bound=NamedTuple)
SearchState: TypeAlias = backtracking.State | warnsdorff.State


def run(
    kernel: TwoSpeeds[..., int], state: State, budget: Budget, *, large: bool = False
) -> Iterator[tuple[int, State]]:
    """Run a kernel to its next answer, each time it is asked.

    Parameters
    ----------
    kernel : TwoSpeeds
        Resumable; it takes its state and a number of steps.
    state : named tuple
        As the kernel's module made it.
    budget : Budget
        Told of every portion; its ``LimitHit`` passes through.
    large : bool
        Whether the work is known to be large, so that it is compiled from the beginning.

    Yields
    ------
    (status, state)
        After every portion, with status 0 while the kernel still runs.
    """
    compiled, done = large, 0
    state = as_arrays(state) if large else as_lists(state, lambda: budget.spend(0))
    function = kernel.compiled if large else kernel.plain
    while True:
        if not compiled and done >= COMPILE_ABOVE:
            compiled, state, function = True, as_arrays(state), kernel.compiled
        steps = budget.room(COMPILED_STEPS if compiled else PLAIN_STEPS)
        status = function(*state, steps)
        yield status, state
        if status == EXHAUSTED:
            return
        if status != FOUND:
            done += steps
            budget.spend(steps)


def first_tour(
    problem: Problem,
    method: str,
    kernel: TwoSpeeds[..., int],
    new_state: Callable[[int], SearchState],
    budget: Budget,
) -> Outcome:
    """Search exhaustively from every start that the problem allows, to the first tour.

    Parameters
    ----------
    problem : Problem
        Any; forced moves are tested on each tour that the kernel finds.
    method : str
        What the statistics call it.
    kernel, new_state
        The kernel, and what makes its state for a start.
    budget : Budget
        The limits.
    """
    budget.method = method
    profile = [0] * (len(problem) + 1)
    before = [0, 0]  # steps back and dead ends of the starts that are done with
    state: SearchState | None = None

    def stats(now: SearchState | None) -> Stats:
        total, back, ends = profile, before[0], before[1]
        if now is not None:
            total = [a + int(b) for a, b in zip(profile, now.profile, strict=True)]
            back, ends = back + now.steps_back, ends + now.dead_ends
        return Stats(method, sum(total), budget.seconds, back, ends, tuple(total[1:]))

    try:
        for start in starts(problem):
            for status, state in run(kernel, new_state(start), budget):
                if status == FOUND:
                    order = tuple(map(int, state.path))
                    if is_tour(problem, order):
                        tour = Tour(problem.ground, order, problem.piece, problem.closed)
                        return Found(tour, stats(state))
            if state is not None:
                done = stats(state)
                profile = [0, *done.profile]
                before = [done.steps_back or 0, done.dead_ends or 0]
                state = None
    except LimitHit as hit:
        return GaveUp(hit.limit, stats(state))
    done = stats(None)
    return Impossible(Exhausted(method, done.nodes), done)


def starts(problem: Problem) -> range:
    """Return the vertices at which a tour may have to start.

    A cycle passes through every vertex, so that one start is enough if no number is given.
    """
    known = problem.numbered()
    if 1 in known:
        return range(known[1], known[1] + 1)
    if problem.closed and not known:
        return range(1)
    return range(len(problem))
