"""A count in parts that processes share: two halves on disk, joined a few signatures at a time.

:func:`halve` sweeps over both halves and stores the results in a folder; :func:`join` adds up
the tours of some signatures. :mod:`caballero.sweeps.halves` does the work, as for a count in one
process, and :mod:`caballero.sweeps.checkpoint` stores the results.

Invariants: the counts of all signatures add up to the whole count; a join ends after a given amount
of work, not of time.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from caballero.core.limits import Budget
from caballero.core.problem import Problem
from caballero.kernels._kernel import Counts, Marks, Places, zeros
from caballero.kernels._matchings import LOW, States
from caballero.kernels.meeting import Work
from caballero.sweeps.checkpoint import Checkpoint, read_ints, write_ints
from caballero.sweeps.halves import (
    CutGraph,
    Meeting,
    cut_graph,
    join as join_halves,
    join_scratch,
    new_joint,
    sweep_halves,
    total,
)
from caballero.sweeps.route import Route, route
from caballero.sweeps.sweep import Overflow

STATES: Final = {"starts": Places, "ranks": Places, "counts": Counts}
"""The fields of a half's states in the middle."""


def halve(problem: Problem, folder: str | os.PathLike[str], budget: Budget) -> int:
    """Sweep over both halves and store the results; return the number of signatures to join.

    Creates the folder if necessary; a killed sweep resumes from its last large layer there. Clues
    other than start and end are not allowed. Raises OverflowError if the problem cannot be counted
    this way.

    >>> import tempfile
    >>> from caballero import Problem
    >>> problem = Problem.of("3x10", closed=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     size = halve(problem, folder, Budget())
    ...     count, reached = join(read_halves(problem, folder), 0, size, Budget())
    >>> count, reached == size
    (16, True)
    """
    chosen, graph = _cut(problem, budget)
    where = Path(folder)
    checkpoint = Checkpoint(where, (problem, chosen))
    try:
        joint, weights = sweep_halves(graph, budget, checkpoint=checkpoint)
    except Overflow as error:
        raise OverflowError("more than 62 bits") from error
    write_ints(where / "targets.ints", Counts, joint.targets)
    write_ints(where / "weights.ints", Marks, weights)
    for name, half in (("left", joint.left), ("right", joint.right)):
        if name == "left" or not graph.mirrored:
            for field, kind in STATES.items():
                write_ints(where / f"{name}-{field}.ints", kind, getattr(half.states, field))
    checkpoint.drop_layers()
    return len(weights)


def read_halves(problem: Problem, folder: str | os.PathLike[str]) -> Meeting:
    """Map the arrays of :func:`halve`; raise OSError or ValueError if missing or damaged."""
    budget, where = Budget(), Path(folder)
    _, graph = _cut(problem, budget)

    def read(name: str) -> States:
        fields = STATES.items()
        return States(
            *(read_ints(where / f"{name}-{field}.ints", kind)[1] for field, kind in fields)
        )

    left = read("left")
    right = left if graph.mirrored else read("right")
    _, targets = read_ints(where / "targets.ints", Counts)
    _, weights = read_ints(where / "weights.ints", Marks)
    return Meeting(new_joint(targets, left, right, graph, budget), weights)


def join(
    halves: Meeting, begin: int, end: int, budget: Budget, most: int | None = None
) -> tuple[int, int]:
    """Add up the tours of the signatures from `begin` to `end`, until `most` states are gathered.

    Returns the count and the first signature that was not joined. Raises OverflowError if the
    problem cannot be counted this way.
    """
    sums = zeros(Counts, 2 * len(halves.weights))
    work = Work(join_scratch(halves.joint), sums, begin, end, LOW if most is None else most)
    try:
        join_halves(halves.joint, work, budget)
    except Overflow as error:
        raise OverflowError("more than 62 bits") from error
    return total(halves, sums, begin, work.at), work.at


def _cut(problem: Problem, budget: Budget) -> tuple[Route, CutGraph]:
    """Return the route of two halves, and the graph that it cuts."""
    chosen = route(problem, budget, halves=True)
    if chosen is None or chosen.cut is None:
        raise OverflowError("no halves")
    return chosen, cut_graph(chosen.ordered.neighbours, chosen.cut, chosen.flip, chosen.mirror)
