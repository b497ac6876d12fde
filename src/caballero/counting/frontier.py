"""Count by frontier states: any board or graph whose frontier is narrow.

The problem becomes a graph whose Hamiltonian cycles correspond to the tours exactly
(:mod:`caballero.model.reduction`). :mod:`caballero.counting.sweeps.route` chooses a route: a sweep
from end to end (:mod:`caballero.counting.sweeps.sweep`), or two that meet in the middle
(:mod:`caballero.counting.sweeps.halves`). Closed tours of the wazir on a full board have a sweep of
their own (:mod:`caballero.counting.sweeps.folded`).

Counts are exact: if a count does not fit its ints, all counts of its layer get another int.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from caballero.machine.errors import TooLarge
from caballero.machine.limits import Budget, free_memory
from caballero.model.problem import Problem

from .brute import brute_count
from .sweeps.checkpoint import Checkpoint, locked_checkpoint
from .sweeps.halves import meet_count
from .sweeps.route import BYTES_PER_STATE, FOLDED, Route, folded_shape, route
from .sweeps.sweep import Overflow, Sweep

HOPELESS: Final = 1e15
"""The bytes of memory that no machine has: their number would say nothing."""

MAX_ERROR: Final = 8
"""An estimate of the memory is too large by less than this factor."""


def frontier_count(
    problem: Problem,
    budget: Budget,
    *,
    halves: bool | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> int:
    """Count the tours of a problem, each once, whatever its direction.

    The problem has no clues other than start and end; the budget counts transitions between states.
    `halves` forces two sweeps (True) or a single sweep (False); None chooses the cheaper, or two if
    there is a folder. A killed count resumes from the folder; the large layers of two sweeps are
    there, and not in memory.

    Each vertex takes time for the states of its frontier: at most 3.42**w for ``w`` vertices, and
    far fewer on boards, however many tours there are. Raises TooLarge if the frontier is too wide,
    or if the states need much more memory than the machine has.
    """
    if problem.size < 3:
        return brute_count(problem, budget)
    try:
        return _routed_count(problem, budget, halves, folder)
    except OverflowError as error:
        raise TooLarge("count-too-wide", count=problem.size) from error


def _routed_count(
    problem: Problem, budget: Budget, halves: bool | None, folder: str | os.PathLike[str] | None
) -> int:
    """Count by the cheapest route; raise OverflowError if all frontiers are too wide."""
    if halves is None and folder is None and (shape := folded_shape(problem)):
        from .sweeps.folded import folded_count  # small boards do not need it

        _refuse_too_large(FOLDED.states(shape[0]))
        return folded_count(*shape, budget)
    chosen = route(
        problem, budget, halves=True if halves is None and folder is not None else halves
    )
    if chosen is None:
        return 0
    _refuse_too_large(chosen.peak, stored=folder is not None and chosen.place is not None)
    if folder is None:
        return _count_by(chosen, budget, None)
    with locked_checkpoint(folder, (problem, chosen)) as checkpoint:
        return _count_by(chosen, budget, checkpoint)


def _refuse_too_large(peak: float, *, stored: bool = False) -> None:
    """Refuse a count whose largest layer exceeds the memory by far, unless it is on disk."""
    need, free = BYTES_PER_STATE * peak, free_memory()
    if need > HOPELESS:
        raise OverflowError("too many states")
    if need > MAX_ERROR * free and not stored:
        raise TooLarge(
            "count-too-large", states=int(float(f"{peak:.1g}")), need=round(need / 1e9),
            room=round(free / 1e9),
        )  # fmt: skip


def cycles(
    neighbours: Sequence[Sequence[int]],
    budget: Budget,
    *,
    flip: Sequence[int] | None = None,
    twisted: bool = False,
    odd: frozenset[tuple[int, int]] = frozenset(),
    parallel: frozenset[tuple[int, int]] = frozenset(),
    checkpoint: Checkpoint | None = None,
) -> int:
    """Count the Hamiltonian cycles of a graph in the order of its numbers; options as `new_plan`.

    >>> cycles([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], Budget())
    3
    """
    sweep = Sweep(
        neighbours, budget, count_words=None, flip=flip, twisted=twisted, odd=odd,
        parallel=parallel,
    )  # fmt: skip
    sweep.run(checkpoint=checkpoint)
    return sweep.total


def _count_by(chosen: Route, budget: Budget, checkpoint: Checkpoint | None) -> int:
    """Count by a route."""
    neighbours = chosen.ordered.neighbours
    if chosen.place is not None:
        try:
            return meet_count(
                neighbours, chosen.place, budget, flip=chosen.flip, mirror=chosen.mirror,
                checkpoint=checkpoint,
            )  # fmt: skip
        except Overflow:
            pass  # a single sweep takes counts of more than 62 bits
    return cycles(neighbours, budget, flip=chosen.flip, checkpoint=checkpoint)
