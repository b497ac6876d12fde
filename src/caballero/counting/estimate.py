"""Estimate a count before it starts: states, time, memory and disk of each step.

The count begins as it would, but a sweep ends at its first large layer. Its later layers are
assumed to grow as on boards with 1 and 2 rows less, which are swept in the same
way: the logarithm of the growth between two places is in proportion to the rows. In planar graphs,
and where no such boards are, the layers are assumed to grow with their frontiers, as in the choice
of the route. Of a join of whole sweeps some parts are carried out; other joins are assumed to take
as long for each gathered state as on the narrower board.

Of the sweep of a folded grid the join is left out: it takes a few hundredths of the time.

Invariant: a step that was measured has the exact number of states, or a sample of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from caballero.formats.write import VERSION
from caballero.machine.errors import InvalidProblem, TooLarge
from caballero.machine.kernel import Counts, is_compiled, zeros
from caballero.machine.limits import Budget, pause, processors
from caballero.machine.methods import chosen
from caballero.machine.values import frozen
from caballero.model.board import Board
from caballero.model.direction import undirected, without_clues
from caballero.model.interchange import constraints_json, problem_json
from caballero.model.problem import Ground, Problem
from caballero.proof.asking import asking, verb

from .counting import method_for
from .engines import ENGINES
from .kernels.counting import Layer
from .sweeps.folded import folded_sweep
from .sweeps.halves import (
    PARTS,
    HalfGraph,
    HalvedGraph,
    halved_graph,
    join_parts,
    meeting_of,
    sort_states,
)
from .sweeps.route import CROSSING, SETS_PER_EDGE, Route, folded_shape, growth_of, route
from .sweeps.sweep import Overflow, Sweep
from .tuning import sizes

if TYPE_CHECKING:
    from typing import Unpack

    from caballero.model.problem import Searched

TIMED_LAYERS: Final = 3
"""The last layers of a sampled sweep, which say how long a state takes."""

GATHERED: Final = 2.0
"""The states that are gathered for each set of middle edges that fits a state, in both halves."""

EVERY_PART: Final = 8
"""A sample has this fraction of the parts of a join."""

JOINING_SECONDS: Final = 2e-7
"""The assumed time of gathering a state and joining it, where no large join was measured."""

LARGE_JOIN: Final = 1_000_000
"""A join of at least this many states shows how long a state of larger joins takes."""

COMPARED_STATES: Final = 10_000
"""A narrower board is compared if its largest layer has at least this many states."""

PROGRAM_BYTES: Final = 25_000_000
"""The memory of the program without a sweep."""

STORED_LAYERS: Final = 4.0
"""The most that a folder holds, in largest layers: 5.2 for 7x8 closed, 2.6 for 7x7 open."""

SORTED_BYTES: Final = 12
"""The bytes of a sorted state: its rank and its count."""

LEAST_SIDE: Final = 3
"""The shortest side of a board that is swept to see how layers grow."""


@frozen
class Step:
    """A step of a count: ``sweep``, ``left`` or ``right`` half, ``join``; or ``all``.

    Parameters
    ----------
    name : str
        The step.
    states : float
        The states that it makes; of a join, the states that it gathers.
    seconds : float
        Wall time.
    memory, disk : float
        Bytes. A count takes disk only with a folder, and then less memory and more time.
    measured : bool
        Whether the sweep was carried out, or some parts of the join; otherwise the step is
        extrapolated.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import estimate_count
    >>> [step.name for step in estimate_count(Problem(6, closed=True)).steps]
    ['sweep']
    """

    name: str
    states: float
    seconds: float
    memory: float
    disk: float
    measured: bool


@frozen
class Estimate:
    """The estimate of a count.

    Parameters
    ----------
    problem : Problem
        What would be counted.
    method : str
        How: ``theorems`` and ``brute`` answer at once, without a step.
    steps : tuple of Step
        In their order.

    See Also
    --------
    estimate_count : returns an estimate.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import estimate_count
    >>> estimate_count(Problem("4x50", closed=True)).whole.seconds
    0
    """

    problem: Problem
    method: str
    steps: tuple[Step, ...]

    @property
    def whole(self) -> Step:
        """All steps together: the sum of their states and seconds, the most memory and disk."""
        return Step(
            "all",
            sum(step.states for step in self.steps),
            sum(step.seconds for step in self.steps),
            max((step.memory for step in self.steps), default=PROGRAM_BYTES),
            max((step.disk for step in self.steps), default=0),
            all(step.measured for step in self.steps),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the estimate as JSON.

        Examples
        --------
        >>> from caballero import Problem
        >>> from caballero.counting import estimate_count
        >>> estimate_count(Problem("2x2")).to_dict()["steps"]
        []
        """
        fields = ("states", "seconds", "memory", "disk", "measured")

        def priced(step: Step) -> dict[str, object]:
            return {name: getattr(step, name) for name in fields}

        return {
            "caballero": VERSION,
            "method": self.method,
            **problem_json(self.problem),
            **constraints_json(self.problem),
            "steps": [{"step": step.name, **priced(step)} for step in self.steps],
            "estimate": priced(self.whole),
        }


@dataclass(slots=True)
class Side:
    """A sweep that was begun."""

    sweep: Sweep
    steps: int  # of the sweep
    half: HalfGraph | None
    layer: Layer  # the last layer
    sizes: list[float]  # of all layers; those after `ended` are extrapolated
    ended: int  # the step at which the sample ended
    seconds: float  # for the sample
    each: float  # seconds for a state of its last layers

    @property
    def is_whole(self) -> bool:
        """Whether the sweep was carried out to its end."""
        return self.ended == self.steps

    def step(self, name: str) -> Step:
        """Return the price of the sweep."""
        later = sum(self.sizes[self.ended : -1])
        word = 8 * self.sweep.stride
        memory = max(
            word * (now + table_places(now) + following)
            for now, following in zip(self.sizes, self.sizes[1:], strict=False)
        )
        disk = STORED_LAYERS * word * max(self.sizes)
        seconds = self.seconds + self.each * later
        return Step(
            name, sum(self.sizes), seconds, PROGRAM_BYTES + memory, disk, self.is_whole
        )  # fmt: skip


@dataclass(slots=True)
class Sample:
    """A count that was begun."""

    route: Route | None  # None for a folded sweep
    sides: list[Side]
    graph: HalvedGraph | None
    joining: float = JOINING_SECONDS  # seconds for each state that a join gathers
    join: Step | None = None

    def is_like(self, other: Sample) -> bool:
        """Return whether it is large enough, and has the same sweeps."""
        large = max(max(side.sizes) for side in self.sides) >= COMPARED_STATES
        return large and len(self.sides) == len(other.sides)

    def is_joined(self) -> bool:
        """Return whether the join can be measured."""
        return self.graph is not None and all(side.is_whole for side in self.sides)


@verb()
def estimate_count(
    ground: Ground, *, method: str | None = None, **asked: Unpack[Searched]
) -> Estimate:
    """Estimate what :func:`caballero.count_tours` takes, from the beginning of its sweeps.

    Parameters
    ----------
    problem : Problem
        What would be counted.
    method : str, optional
        ``frontier``, ``sweep`` or ``halves``; by default as a count would choose.
    limits : Limits or float, optional
        When to give up estimating; a number means seconds. Never by default.

    Returns
    -------
    Estimate
        For this machine, as it is loaded now.

    Raises
    ------
    LimitReached
        If a limit was reached first.
    InvalidProblem
        If the count would be no sweep of a frontier.
    TooLarge
        If the board or graph is too wide to count its tours.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import estimate_count
    >>> price = estimate_count(Problem("6x8", closed=True))
    >>> [step.name for step in price.steps], all(step.measured for step in price.steps)
    (['left', 'join'], True)
    """
    method = chosen(ENGINES, method)
    with asking(ground, asked) as (stated, budget, _):
        pause()
        problem = undirected(stated)
        used = method_for(problem) if method is None else method
        if used in {"theorems", "brute", "subsets"} or problem.size < LEAST_SIDE:
            return Estimate(problem, used, ())
        plain = without_clues(problem)
        if plain is None or used not in {"frontier", "sweep", "halves"}:
            raise InvalidProblem("estimate-no-sweep", method=used)
        halves = {"sweep": False, "halves": True}.get(used)
        try:
            return Estimate(problem, used, tuple(_steps(plain, budget, halves)))
        except OverflowError as error:
            raise TooLarge("count-too-wide", count=problem.size) from error


def _steps(problem: Problem, budget: Budget, halves: bool | None) -> Iterator[Step]:
    """Yield the steps of a count."""
    sample = _sampled(problem, budget, halves, {})
    if sample is None:  # the reduction proves that there is no tour
        return
    names = ["left", "right"] if sample.graph else ["sweep"]
    for name, side in zip(names, sample.sides, strict=False):
        yield side.step(name)
    if sample.join is not None:
        yield sample.join


def _sampled(
    problem: Problem,
    budget: Budget,
    halves: bool | None,
    seen: dict[tuple[int, ...], Sample | None],
) -> Sample | None:
    """Begin a count, and extrapolate the rest; `seen` has the narrower boards already begun."""
    shape = folded_shape(problem) if halves is None else None
    if shape:
        steps = -(-shape[1] // 2) * shape[0]
        sample = Sample(None, [_begin(folded_sweep(*shape, budget), steps)], None)
    elif (found := route(problem, budget, halves=halves)) is None:
        return None
    else:
        sample = _begun(found, budget)
    like = None if shape else sample.graph is not None
    smaller: list[tuple[float, Sample]] = []
    compared = shape or growth_of(problem) is CROSSING
    if compared and not all(side.is_whole for side in sample.sides):
        for ratio, board in _narrower(problem):
            sides = board.ground.shape  # type: ignore[union-attr]
            if sides not in seen:
                seen[sides] = _sampled(board, budget, like, seen)
            other = seen[sides]
            if other is not None and other.is_like(sample):
                smaller.append((ratio, other))
    for number, side in enumerate(sample.sides):
        others = [(ratio, board.sides[number]) for ratio, board in smaller]
        _extrapolate(problem, side, others)
    if sample.graph is not None:
        _price_join(sample, smaller, budget)
    return sample


def _begun(found: Route, budget: Budget) -> Sample:
    """Begin the sweeps of a route; if counts have more than 62 bits, a single sweep, as a count."""
    neighbours = found.ordered.neighbours
    if found.place is not None:
        graph = halved_graph(neighbours, found.place, found.flip, found.mirror)
        halves = [graph.left] if graph.mirrored else [graph.left, graph.right]
        with suppress(Overflow):
            return Sample(found, [
                _begin(Sweep(half.neighbours, budget, flip=half.flip), half.steps, half)
                for half in halves
            ], graph)  # fmt: skip
    sweep = Sweep(neighbours, budget, count_words=None, flip=found.flip)
    return Sample(found, [_begin(sweep, len(neighbours))], None)


def _begin(sweep: Sweep, steps: int, half: HalfGraph | None = None) -> Side:
    """Sweep to the first large layer."""
    layer, tuning = sweep.first(), sizes()
    found, times = [float(layer.size)], [perf_counter()]
    for following in sweep.layers(layer, steps):
        layer = following
        found.append(layer.size)
        times.append(perf_counter())
        if layer.size >= tuning.sampled_states or sum(found) >= tuning.sampled_in_all:
            break
    first = max(0, len(found) - 1 - TIMED_LAYERS)
    each = (times[-1] - times[first]) / max(1, sum(found[first:-1]))
    ended = len(found) - 1
    if not layer.size:  # no state can be completed: the rest is empty
        found += [0.0] * (steps - ended)
        ended = len(found) - 1
    return Side(sweep, steps, half, layer, found, ended, times[-1] - times[0], each)


def _narrower(problem: Problem) -> Iterator[tuple[float, Problem]]:
    """Yield boards of the same kind with 1 row less, then 2, and how much shorter a side is."""
    board = problem.ground
    if type(board) is not Board or len(board.shape) != 2:
        return
    side = min(board.shape)
    at = board.shape.index(side)
    for less in range(side - 1, max(LEAST_SIDE, side - 2) - 1, -1):
        shape = tuple(less if axis == at else s for axis, s in enumerate(board.shape))
        smaller = Board(shape, wraps=board.wraps)
        yield side / less, Problem(smaller, closed=problem.closed, piece=problem.piece)


def _extrapolate(problem: Problem, side: Side, others: Sequence[tuple[float, Side]]) -> None:
    """Append the sizes of the layers after the last layer of a sample."""
    begin, steps = side.ended, side.steps
    frontier = [len(side.sweep.frontier(t)) for t in range(1, steps + 1)]
    growth = growth_of(problem)

    def level(t: int) -> float:
        """Return the logarithm of a layer's size, up to a term."""
        if not others:
            return math.log(growth.states(frontier[t - 1]))
        levels = [ratio * _level(board.sizes, t / steps) for ratio, board in others]
        return sum(levels) / len(levels)

    for t in range(begin + 1, steps + 1):
        side.sizes.append(side.sizes[begin] * math.exp(level(t) - level(begin)))


def _level(sizes: Sequence[float], share: float) -> float:
    """Return the logarithm of the size of a layer after a share of the steps."""
    at, rest = divmod(share * (len(sizes) - 1), 1)
    low, high = (math.log(max(1.0, sizes[min(int(at) + i, len(sizes) - 1)])) for i in (0, 1))
    return low + rest * (high - low)


def _price_join(sample: Sample, smaller: Sequence[tuple[float, Sample]], budget: Budget) -> None:
    """Measure some parts of a join, or extrapolate its price from narrower boards."""
    graph = sample.graph
    assert graph is not None
    sizes = [side.sizes[-1] * (2 if side.sweep.flipped(side.steps) else 1) for side in sample.sides]
    stored = sum(sizes)
    assert sample.route is not None
    place = sample.route.place
    assert place is not None
    inside = set(place.middle)
    rows = [[w for w in sample.route.ordered.neighbours[v] if w in inside] for v in place.middle]
    # The edges at a hub go to few states: each half has at most two of them.
    edges = sum(map(len, rows)) // 2 - max(
        (len(row) for row in rows if 2 * len(row) >= len(inside) - 1), default=0
    )
    share = (2 if graph.flips else 1) * (2 if graph.mirrored else 1) if graph.fair else 1
    gathered = GATHERED * max(sizes) * SETS_PER_EDGE**edges / share
    if sample.is_joined():
        gathered, seconds = _join_some(sample, budget)
        if gathered >= LARGE_JOIN:
            sample.joining = seconds / gathered
    else:
        if smaller:
            sample.joining = smaller[0][1].joining
        seconds = sample.joining * gathered
    memory = PROGRAM_BYTES + SORTED_BYTES * stored + 8 * len(sample.sides) * 3 ** len(inside) / 2
    sample.join = Step(
        "join", gathered, seconds, memory, SORTED_BYTES * stored, sample.is_joined()
    )  # fmt: skip


def _join_some(sample: Sample, budget: Budget) -> tuple[float, float]:
    """Join some parts of two halves; return what all of them gather, and how long they take."""
    graph = sample.graph
    assert graph is not None
    begun = perf_counter()
    states = [
        sort_states(side.sweep, side.layer, side.half, graph.flips)
        for side in sample.sides
        if side.half is not None
    ]
    meeting = meeting_of(states[0], states[-1], graph, budget)
    ready, before = perf_counter(), budget.nodes
    parts = range(EVERY_PART // 2, PARTS, EVERY_PART)
    join_parts(meeting.joint, zeros(Counts, 2 * len(meeting.weights)), parts, budget, None)
    gathered = EVERY_PART * (budget.nodes - before)
    return gathered, ready - begun + EVERY_PART * (perf_counter() - ready)


def table_places(states: float) -> float:
    """Return the places of the tables for the successors of some states, in all threads.

    >>> table_places(1_000_000) >= 1_000_000
    True
    """
    threads = processors() if is_compiled() else 1
    return threads * 2.0 ** (int(3 * states / threads).bit_length() - 1)
