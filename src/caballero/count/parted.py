"""A count in parts that processes share: two halves on disk, joined a few signatures at a time.

What :mod:`.meet` does in one process is parted here: :func:`halve` sweeps over both halves and
leaves what they gather in a folder, :func:`join` adds up the tours of some signatures. Whoever
joins maps the same files, so that on one machine they are in memory once.

Invariants: the counts of all signatures add up to the count; where a join ends depends on its
work alone, not on time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from caballero.kernels import meeting as kernel
from caballero.kernels._speed import Counts, Ints, Marks, numbers
from caballero.limits import Budget
from caballero.problem import Problem

from .checkpoint import Checkpoint
from .meet import TARGETS, Half, Halves, arrays, common, laid_out, scratch_for, swept, tables
from .route import Route, route
from .sweep import Overflow

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILES: Final = ("starts", "ranks", "counts")


class Joint(NamedTuple):
    """Two halves, ready to be joined.

    Parameters
    ----------
    targets, weights : Ints
        The signatures, and how many each stands for.
    shared : tuple of Ints
        What the kernel reads.
    slots : int
        How many vertices the middle has.
    """

    targets: Ints
    weights: Ints
    shared: tuple[Any, ...]
    slots: int


def halved(problem: Problem, budget: Budget) -> Route | None:
    """Return the route of two halves, if there is one.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.parted import halved
    >>> from caballero.limits import Budget
    >>> halved(Problem.of(6, closed=True), Budget()).cut is None
    False
    """
    try:
        return route(problem, budget, halves=True)
    except OverflowError:
        return None


def halve(problem: Problem, folder: str | os.PathLike[str], budget: Budget) -> int:
    """Sweep over both halves, and leave in a folder what they gather.

    Parameters
    ----------
    problem : Problem
        What is asked; no clues but start and end.
    folder : path
        Where to; a folder of its own, made if it is not there. A sweep that was killed goes on
        from its last large layer there.
    budget : Budget
        Counts the transitions.

    Returns
    -------
    int
        At how many signatures the halves meet.

    Raises
    ------
    OverflowError
        If it cannot be counted so.

    Examples
    --------
    >>> import tempfile
    >>> from caballero import Problem
    >>> from caballero.count.parted import halve, join, joint
    >>> from caballero.limits import Budget
    >>> problem = Problem.of("3x10", closed=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     size = halve(problem, folder, Budget())
    ...     count, reached = join(joint(problem, folder), 0, size, Budget())
    >>> count, reached == size
    (16, True)
    """
    import numpy

    chosen = halved(problem, budget)
    if chosen is None or chosen.cut is None:
        raise OverflowError("no halves")
    plan = _plan(chosen)
    where = Path(folder)
    kept = Checkpoint(where, (problem, chosen))
    try:
        left = swept("left", plan.left, plan.flips, budget, None, kept)
        right = left
        if not plan.mirrored:
            right = swept("right", plan.right, plan.flips, budget, None, kept)
    except Overflow as error:
        raise OverflowError("more than 62 bits") from error
    targets, weights = common(left, right, plan)
    written = {"targets": targets, "weights": weights}
    for name, half in (("left", left), ("right", right)):
        if half is not left or name == "left":
            written |= {f"{name}-{part}": field for part, field in zip(FILES, half, strict=True)}
    for name, values in written.items():
        beside = where / f"{name}.{os.getpid()}.part"
        with beside.open("wb") as file:
            numpy.save(file, cast("NDArray[Any]", values), allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(where / f"{name}.npy")
    for layer in where.glob("*.layer"):
        layer.unlink()
    return len(targets)


def joint(problem: Problem, folder: str | os.PathLike[str]) -> Joint:
    """Map what :func:`halve` left.

    Raises
    ------
    OSError, ValueError
        If it is not there, or not whole.
    """
    import numpy

    chosen = halved(problem, Budget())
    assert chosen is not None
    plan, where = _plan(chosen), Path(folder)

    def read(name: str) -> Ints:
        values = numpy.load(where / f"{name}.npy", mmap_mode="c", allow_pickle=False)
        return cast("Ints", numpy.asarray(values))

    left = Half(*(read(f"left-{part}") for part in FILES))
    right = left if plan.mirrored else Half(*(read(f"right-{part}") for part in FILES))
    slots = len(plan.mirrors)
    shared = (
        slots, numbers(Marks, plan.mirrors), *left, *arrays(plan.mine), *right,
        *arrays(plan.theirs), *tables(slots), numbers(Marks, range(slots)),
    )  # fmt: skip
    return Joint(read("targets"), read("weights"), shared, slots)


def join(
    ready: Joint, begin: int, end: int, budget: Budget, most: int | None = None
) -> tuple[int, int]:
    """Add up the tours of some signatures, from one to another, until the work is enough.

    Returns
    -------
    count : int
        How many tours.
    reached : int
        The first signature that was not joined.

    Raises
    ------
    OverflowError
        If it cannot be counted so.
    """
    meet = cast("Callable[..., int]", kernel.meet.compiled)
    total = numbers(Counts, 5)
    own = scratch_for(ready.slots)
    gathered = 0
    at = begin
    while at < end and (most is None or gathered < most):
        stop = min(end, at + TARGETS)
        found = meet(ready.targets, ready.weights, at, stop, *ready.shared, total, *own)
        if found < 0:
            raise OverflowError("more than 62 bits")
        gathered += found
        at = stop
        budget.spend(found)
    return sum(int(digit) << (31 * w) for w, digit in enumerate(total)), at


def _plan(chosen: Route) -> Halves:
    assert chosen.cut is not None
    return laid_out(chosen.ordered.neighbours, chosen.cut, chosen.flip, chosen.mirror)
