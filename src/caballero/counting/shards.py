"""A count in parts that processes share: two halves on disk, joined a few signatures at a time.

:func:`halve` begins the sweeps over both halves, :func:`sweep` does some of their shards, and
:func:`halve` goes on after each stage, until the halves are stored in a folder; :func:`join` adds
up the tours of some signatures. :mod:`caballero.counting.sweeps.halves` and
:mod:`caballero.counting.sweeps.spill` do the work, as for a count in a single process, and
:mod:`caballero.counting.sweeps.checkpoint` stores the results.

Invariants: the counts of all signatures add up to the whole count; a part ends after a given amount
of work, not of time; the files of a part depend on its parameters alone.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, NamedTuple

from caballero.machine.kernel import Counts, Marks, zeros
from caballero.machine.kernels._shared import LOW
from caballero.machine.limits import Budget, running
from caballero.model.problem import Problem

from .kernels._matchings import States
from .kernels.meeting import Work
from .sweeps.checkpoint import Checkpoint, read_ints, write_ints
from .sweeps.halves import (
    STATES,
    HalfGraph,
    HalvedGraph,
    Meeting,
    halved_graph,
    has_states,
    join as join_halves,
    join_scratch,
    keep_states,
    kept_states,
    meeting_of,
    new_joint,
    spilled_sweep,
    total,
)
from .sweeps.route import Route, route
from .sweeps.sweep import Overflow

PORTIONS: Final = 8
"""The number of portions into which a stage of a half is divided at first."""

OVERFLOW: Final = "overflow"
"""The name of the file that says that a sweep cannot count the problem."""


class Portion(NamedTuple):
    """Shards `begin` to `stop` of a stage of a half's sweep; `first` is the first stage's step."""

    side: str
    first: int
    stage: int
    begin: int
    stop: int


def halve(
    problem: Problem, folder: str | os.PathLike[str], budget: Budget, stage: int = 0
) -> list[Portion] | int:
    """Continue with both halves, when all portions of the earlier stages are swept.

    Returns the portions of the stage, for :func:`sweep`; if no half has this stage, stores the
    halves, and returns the number of signatures to join. Creates the folder if necessary. Clues
    other than start and end are not allowed. Raises OverflowError if the problem cannot be counted
    this way, InvalidInput if a file is damaged or missing.

    >>> import tempfile
    >>> from caballero import Problem
    >>> problem = Problem("3x10", closed=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     size = halve(problem, folder, Budget())  # small enough for a single part
    ...     count, reached = join(read_halves(problem, folder), 0, size, Budget())
    >>> count, reached == size
    (16, True)
    """
    chosen, graph = _halved(problem, budget)
    where = Path(folder)
    checkpoint = Checkpoint(where, (problem, chosen))
    try:
        if checkpoint.has(OVERFLOW):
            raise Overflow
        portions = list(_portions(graph, checkpoint, budget, stage))
        if portions:
            return portions
        for name, half in _sides(graph):
            if not has_states(name, checkpoint):  # not stored before this was interrupted
                _store_half(name, half, graph, checkpoint, budget)
        left = kept_states("left", checkpoint)
        right = left if graph.mirrored else kept_states("right", checkpoint)
        joint, weights = meeting_of(left, right, graph, budget)
    except Overflow as error:
        raise OverflowError("more than 62 bits") from error
    write_ints(where / "targets.ints", Counts, joint.targets)
    write_ints(where / "weights.ints", Marks, weights)
    for name, _ in _sides(graph):
        checkpoint.drop(f"{name}-layer-")
    return len(weights)


def _sides(graph: HalvedGraph) -> list[tuple[str, HalfGraph]]:
    """Return the halves to sweep over, by name."""
    return [("left", graph.left), *([] if graph.mirrored else [("right", graph.right)])]


def _portions(
    graph: HalvedGraph, checkpoint: Checkpoint, budget: Budget, stage: int
) -> Iterator[Portion]:
    """Divide a stage of each half that has it."""
    for name, half in _sides(graph):
        spilled = spilled_sweep(name, half, budget, 1, checkpoint)
        layer = spilled.first_large()
        if layer is None or stage >= len(spilled.stages(layer.step)) - 1:
            continue
        first = layer.step
        if stage == 0:
            spilled.store_first(layer)
        spilled.drop(before=stage)
        sizes = spilled.sizes(first, stage)
        for begin, stop in divide_sizes(sizes, PORTIONS):
            yield Portion(name, first, stage, begin, stop)


def divide_sizes(sizes: list[int], parts: int) -> list[tuple[int, int]]:
    """Divide a list into at most `parts` ranges of about the same sum; none is empty.

    >>> divide_sizes([5, 1, 1, 1, 2], 2)
    [(0, 1), (1, 5)]
    """
    sums = [*accumulate(sizes, initial=0)]
    bounds = {bisect_left(sums, sums[-1] * part / parts) for part in range(1, parts)}
    return list(pairwise(sorted({0, len(sizes), *bounds})))


def _store_half(
    name: str, half: HalfGraph, graph: HalvedGraph, checkpoint: Checkpoint, budget: Budget
) -> None:
    """Sort the states of a half whose sweep is complete, and store them."""
    spilled = spilled_sweep(name, half, budget, 1, checkpoint)
    layer = spilled.first_large()
    pieces = spilled.pieces(None if layer is None else layer.step)
    del layer
    keep_states(name, spilled, pieces, half, graph.flips, budget, checkpoint)


def sweep(
    problem: Problem, folder: str | os.PathLike[str], portion: Portion, budget: Budget, most: float
) -> tuple[int, str]:
    """Sweep a portion until `most` transitions are counted, and write a file for each shard.

    Returns the first shard that was not swept, and a hash of the files. Raises InvalidInput if the
    layer before is damaged or missing.
    """
    chosen, graph = _halved(problem, budget)
    checkpoint = Checkpoint(folder, (problem, chosen))
    half = dict(_sides(graph))[portion.side]
    spilled = spilled_sweep(portion.side, half, budget, 1, checkpoint)
    shards = range(portion.begin, portion.stop)
    try:
        return spilled.sweep_shards(portion.first, portion.stage, shards, most)
    except Overflow:  # halve says so, too
        checkpoint.keep(OVERFLOW, Counts, zeros(Counts, 0))
        return portion.stop, OVERFLOW


def read_halves(problem: Problem, folder: str | os.PathLike[str]) -> Meeting:
    """Map the arrays of :func:`halve`; raise OSError or ValueError if missing or damaged."""
    budget, where = running(), Path(folder)
    _, graph = _halved(problem, budget)

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


def _halved(problem: Problem, budget: Budget) -> tuple[Route, HalvedGraph]:
    """Return the route of two halves, and the graph in halves."""
    chosen = route(problem, budget, halves=True)
    if chosen is None or chosen.place is None:
        raise OverflowError("no halves")
    return chosen, halved_graph(chosen.ordered.neighbours, chosen.place, chosen.flip, chosen.mirror)
