"""Count by frontier states: any board or graph whose frontier is narrow.

The problem becomes a question about Hamiltonian cycles (:mod:`caballero.reduction`), whose cycles
are the tours, one to one; a route is chosen (:mod:`.route`); and one sweep (:mod:`.sweep`) counts
them from end to end, or two that meet in the middle do (:mod:`.meet`).

Counts are exact: where one does not fit its ints, all is done again with more of them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from caballero.errors import TooLarge
from caballero.limits import Budget
from caballero.problem import Problem

from .checkpoint import Checkpoint
from .meet import meet_count
from .route import Route, route
from .sweep import Overflow, Sweep, free_memory

HOPELESS = 8  # times the memory there is: beyond that, the estimate need not be good


def frontier_count(
    problem: Problem,
    budget: Budget,
    *,
    halves: bool | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> int:
    """Count the tours of a problem, each once, whatever its direction.

    Parameters
    ----------
    problem : Problem
        What is asked; at least three squares, and no clues but start and end.
    budget : Budget
        Counts the transitions between states.
    halves : bool, optional
        True: two sweeps that meet in the middle; False: a single one; else what is cheaper.
    folder : path, optional
        Where to keep what is done, so that a count that was killed goes on from there.

    Returns
    -------
    int
        How many tours there are.

    Raises
    ------
    OverflowError
        If the frontier is too wide.
    TooLarge
        If the states would by far not fit the machine's memory.

    Notes
    -----
    Each vertex takes time for the states of its frontier: 3.42**w at most for ``w`` vertices,
    and much fewer on boards. They do not depend on the number of the tours.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.frontier import frontier_count
    >>> from caballero.limits import Budget
    >>> frontier_count(Problem.of("3x10", closed=True), Budget())
    16
    """
    chosen = route(problem, budget, halves=halves)
    if chosen is None:
        return 0
    need, room = chosen.bytes, free_memory()
    if need > HOPELESS * room:
        raise TooLarge(
            "count-too-large", states=f"{chosen.peak:.1g}", need=round(need / 1e9),
            room=round(room / 1e9),
        )  # fmt: skip
    checkpoint = None if folder is None else Checkpoint(folder, (problem, chosen))
    return _walked(chosen, budget, checkpoint)


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
    """Count the Hamiltonian cycles of a graph by a sweep in the order of its numbers.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph.
    budget : Budget
        Counts the transitions between states.
    flip, twisted, odd, parallel
        As for :func:`caballero.kernels.counting.new_plan`.
    checkpoint : Checkpoint, optional
        Where to keep what is done, and to go on from.

    Examples
    --------
    >>> from caballero.count.frontier import cycles
    >>> from caballero.limits import Budget
    >>> cycles([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], Budget())
    3
    """
    words = 1
    while True:
        sweep = Sweep(
            neighbours,
            budget,
            count_words=words,
            flip=flip,
            twisted=twisted,
            odd=odd,
            parallel=parallel,
        )
        try:
            sweep.run(checkpoint=checkpoint, name=f"sweep-{words}")
        except Overflow:
            words *= 2
            continue
        return sweep.total


def _walked(chosen: Route, budget: Budget, checkpoint: Checkpoint | None) -> int:
    """Count by a route."""
    neighbours = chosen.ordered.neighbours
    if chosen.cut is not None:
        try:
            return meet_count(
                neighbours, chosen.cut, budget, flip=chosen.flip, mirror=chosen.mirror,
                checkpoint=checkpoint,
            )  # fmt: skip
        except Overflow:
            pass  # what has more than 62 bits in the middle already is left to a single sweep
    return cycles(neighbours, budget, flip=chosen.flip, checkpoint=checkpoint)
