"""Cycles by number on wide boards: by the states of two sweeps that go half the way.

:mod:`.ranking` keeps all states of a sweep from end to end; on a chessboard those are too many.
Two sweeps that meet in the middle (:mod:`.meet`) make a fraction of them, and their layers can be
kept. What meets at each signature of the middle is summed up once; then a cycle is found by
its number (:mod:`caballero.kernels.retracing` says how, and whose idea it is).

The **rank** of a cycle is told by, the most significant first: the signature at which the halves
meet, one for all that symmetries make of it (in ascending order); which of these images it is;
the matching of the right half, by its rank; that of the left half; the left half's set of middle
edges, its state (by the rank of its own matching) and its choices, the last turn first; the same
of the right half.

Invariants: what is made here never changes, so that several threads may use it; every cycle has
one rank, the same at both speeds.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from threading import Event
from typing import Any, Final, NamedTuple, cast

from caballero.kernels import counting
from caballero.kernels import retracing as kernel
from caballero.kernels._speed import Counts, Ints, Marks, numbers
from caballero.limits import Budget, LimitHit

from .meet import (
    Half,
    Halves,
    Share,
    Side,
    Tables,
    arrays,
    common,
    filed,
    laid_out,
    matchings,
    stages,
    tables,
)
from .ranking import be_sure, room_for
from .route import Route
from .sweep import SPARE, Layer, Overflow, Sweep, free_memory
from .threads import in_threads

PORTION: Final = 64
"""Signatures that are joined between two looks at the clock."""

HOPELESS: Final = 100
"""An estimate of the states is never so many times too large."""

PARTS: Final = 256
"""Into so many parts a join is divided among the threads."""


class Way(NamedTuple):
    """A half's layers, as the kernels that go back through them read them.

    Parameters
    ----------
    slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at, choices
        As in :class:`caballero.kernels.counting.Plan`.
    flip_at, flips : Marks
        As there.
    fresh : Counts
        The slots of each turn whose vertices are not in the frontier before it: one bit each.
    key_words : int
        How many ints a key has.
    shelf_at, first_at : Counts
        Where the states of each shelf begin, in states, and where their places do.
    heights : Marks
        How many bits of a hash each shelf goes by.
    sides : Marks
        The side shelf of each layer.
    store : Counts
        The states.
    first : Marks
        The places of their hashes.
    """

    slot_count: Marks
    width: Marks
    place_at: Marks
    places: Marks
    digit_at: Marks
    words: Marks
    shifts: Marks
    masks: Marks
    choice_at: Marks
    choices: Marks
    flip_at: Marks
    flips: Marks
    fresh: Counts
    key_words: int
    shelf_at: Counts
    first_at: Counts
    heights: Marks
    sides: Marks
    store: Counts
    first: Marks


class Kept(NamedTuple):
    """A half with its layers.

    Parameters
    ----------
    half : Half
        What it leaves in the middle.
    way : Way
        How it came there.
    vertex_at, vertices : Marks
        The vertices of the slots of turn ``t`` begin at ``vertices[vertex_at[t]]``.
    image : Marks
        The image of every vertex under the flip.
    turns : int
        How many there were.
    place : Marks
        The number of each vertex of the last frontier.
    """

    half: Half
    way: Way
    vertex_at: Marks
    vertices: Marks
    image: Marks
    turns: int
    place: Marks


@dataclass(frozen=True, slots=True, eq=False)
class HalfSpace:
    """Hamiltonian cycles by number, from the layers of two halves.

    Made by :func:`half_space`.

    Parameters
    ----------
    total : int
        How many there are.
    order : list of int
        What the vertices are called by whoever asks.
    plan : Halves
        How the graph was cut.
    mirror : list of int, optional
        The symmetry that exchanges the halves.
    left, right : Kept
        The halves.
    targets, weights : Counts, Marks
        The signatures at which they meet, and how many each stands for.
    before : Counts
        The cycles before each of them, two digits to the base 2**62.
    tables : Tables
        All matchings.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.half_space import half_space
    >>> from caballero.count.route import route
    >>> from caballero.limits import Budget
    >>> space = half_space(route(Problem.of("5x6", closed=True), Budget(), halves=True), Budget())
    >>> space.total
    8
    >>> len({frozenset(zip(c, c[1:])) for c in (tuple(space.unranked([k])) for k in range(8))})
    8
    """

    total: int
    order: list[int]
    plan: Halves
    mirror: list[int] | None
    left: Kept
    right: Kept
    targets: Ints
    weights: Ints
    before: Ints
    tables: Tables

    def unranked(self, ranks: Sequence[int]) -> Ints:
        """Return the cycles of some ranks, one after the other, in the question's vertices."""
        scratch = Scratch.of(self)
        flat: list[int] = []
        for rank in ranks:
            flat += self._cycle(rank, scratch)
        return flat if isinstance(self.before, list) else numbers(Marks, flat)

    def ranked(self, cycle: Sequence[int]) -> int:
        """Return the rank of a cycle of the question, from anywhere, in either direction."""
        from .half_ranks import rank_of  # most only want cycles

        at = {name: v for v, name in enumerate(self.order)}
        line = [at[v] for v in cycle]
        return rank_of(self, list(zip(line, [*line[1:], line[0]], strict=True)))

    def _cycle(self, rank: int, scratch: Scratch) -> list[int]:
        t = self._target(rank)
        before, after = read_sum(self.before, t), read_sum(self.before, t + 1)
        weight = int(self.weights[t])
        copy, rest = divmod(rank - before, (after - before) // weight)
        edges = self._edges(t, rest, scratch)
        sign = int(self.targets[t])
        for symmetry in self.symmetries(sign, weight, copy):
            edges = [(symmetry[a], symmetry[b]) for a, b in edges]
        return _closed(edges, self.order)

    def _target(self, rank: int) -> int:
        """Return which signature the cycle of a rank meets at: a bisection."""
        low, high = 0, len(self.targets)
        while high - low > 1:
            middle = (low + high) // 2
            if read_sum(self.before, middle) <= rank:
                low = middle
            else:
                high = middle
        return low

    def symmetries(self, sign: int, weight: int, copy: int) -> list[Sequence[int]]:
        """Say what makes a cycle of a signature its images, of which `copy` is one."""
        flip, flips = self.plan.left.flip, self.plan.flips
        if not copy:
            return []
        if weight == 2:
            digits = [sign // 3**s % 3 for s in range(len(self.plan.mirrors))]
            copy = 1 if flips and [digits[s] for s in flips] != digits else 2
        chosen = [flip if copy & 1 else None, self.mirror if copy & 2 else None]
        return [symmetry for symmetry in chosen if symmetry is not None]

    def _edges(self, t: int, number: int, scratch: Scratch) -> list[tuple[int, int]]:
        """Return the edges of a cycle among those of a signature."""
        plan, (packed_at, packed, sizes, *_) = self.plan, self.tables
        slots, sign = len(plan.mirrors), int(self.targets[t])
        found, rest = scratch.found, scratch.rest
        given = numbers(Counts, [number >> 31 * w & kernel.HALF for w in range(4)])
        done = kernel.join_each.compiled(
            self.targets, t, t + 1, slots, scratch.mirrors, scratch.identity, *self.left.half,
            *scratch.mine, *self.right.half, *scratch.theirs, *self.tables, given, -1, self.before,
            *scratch.join,
        )  # fmt: skip
        be_sure(done > 0, "no join has this number")
        theirs, ways = int(found[2]), int(found[3])
        left, right = divmod(sum(int(rest[w]) << 31 * w for w in range(4)), ways)
        k = sum(sign // 3**s % 3 == 1 for s in range(slots)) // 2
        done = kernel.partner_of.compiled(
            k, int(sizes[k]), theirs, packed, int(packed_at[k]), scratch.join[0], left, found
        )
        be_sure(done == kernel.NOBODY, "no matching has this number")
        edges: list[tuple[int, int]] = []
        middle = list(plan.left.number)
        for side, kept, share, wanted, index, renumber in (
            (plan.left, self.left, scratch.mine, int(found[0]), int(found[1]), scratch.identity),
            (plan.right, self.right, scratch.theirs, theirs, right, scratch.mirrors),
        ):
            done = kernel.source_of.compiled(
                sign, slots, scratch.mirrors, int(side is plan.right),
                renumber, *kept.half, *share, packed_at, packed, wanted, index, found,
                scratch.state, *scratch.gather,
            )  # fmt: skip
            be_sure(done == 1, "no state has this number")
            at, stop = share.pair_at[int(found[0])], share.pair_at[int(found[0]) + 1]
            ends = [middle[renumber[s]] for s in share.pairs[2 * at : 2 * stop]]
            edges += zip(ends[::2], ends[1::2], strict=True)
            rest[0] = found[1]
            count = kernel.retrace.compiled(
                *kept.way, kept.vertex_at, kept.vertices, kept.image, kept.turns, kept.place,
                scratch.state, scratch.aim, rest, *scratch.walk,
            )  # fmt: skip
            be_sure(count >= 0 and rest[0] == 0, "no way has this number")
            walked = scratch.walk[-1][: 2 * count]
            line = walked if isinstance(walked, list) else cast("Any", walked).tolist()
            names = [side.names[v] for v in line]
            edges += zip(names[::2], names[1::2], strict=True)
        return edges


class Scratch(NamedTuple):
    """What a walk writes to, and what it reads in the form that the kernels want."""

    mirrors: Ints
    identity: Ints
    mine: Share
    theirs: Share
    found: Ints
    rest: Ints
    state: Ints
    join: tuple[Ints, ...]
    gather: tuple[Ints, ...]
    aim: Ints
    walk: tuple[Ints, ...]

    @classmethod
    def of(cls, space: HalfSpace) -> Scratch:
        """Make it for a space."""
        plan, ways = space.plan, (space.left.way, space.right.way)
        slots = len(plan.mirrors)
        join = _room(slots)
        most = int(max(max(way.slot_count) for way in ways))
        words = max(way.key_words for way in ways)
        size = len(space.order)
        return cls(
            mirrors=numbers(Marks, plan.mirrors),
            identity=numbers(Marks, range(slots)),
            mine=arrays(plan.mine),
            theirs=arrays(plan.theirs),
            found=join[4],
            rest=join[3],
            state=numbers(Marks, slots),
            join=join,
            gather=join[5:11],
            aim=numbers(Counts, 0),
            walk=(
                numbers(Counts, 2 * words), numbers(Marks, most), numbers(Marks, most),
                numbers(Marks, 2), numbers(Marks, 4 * size),
            ),
        )  # fmt: skip


def half_space(
    chosen: Route, budget: Budget, *, megabytes: float | None = None, threads: int | None = None
) -> HalfSpace:
    """Sweep over two halves, keep their layers, and sum up what meets at each signature.

    Parameters
    ----------
    chosen : Route
        One that meets in the middle.
    budget : Budget
        Counts the transitions, and the states that are gathered.
    megabytes : float, optional
        How much memory may be used; what the machine has left unless given.
    threads : int, optional
        As many as there are processors, unless given. The ranks do not depend on it.

    Raises
    ------
    Overflow
        If the count of some states has more than 62 bits.
    LimitHit
        If the budget is spent, or more memory would be needed.
    TooLarge
        If the estimate is by far too much for the machine.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.half_space import half_space
    >>> from caballero.count.route import route
    >>> from caballero.limits import Budget
    >>> half_space(route(Problem.of("3x10", closed=True), Budget(), halves=True), Budget()).total
    16
    """
    assert chosen.cut is not None
    ordered = chosen.ordered
    plan = laid_out(ordered.neighbours, chosen.cut, chosen.flip, chosen.mirror)
    signatures = 5 * 3 ** len(chosen.cut.middle)  # where the states of each are
    most = room_for(16 * chosen.cost / HOPELESS + signatures, megabytes) - signatures
    first, second = stages(plan)
    with budget.part(0, first):
        left = right = _kept(plan.left, plan.flips, budget, most, threads)
    if not plan.mirrored:
        held = 8 * len(left.way.store) + 12 * len(left.half.ranks)
        with budget.part(first, second):
            right = _kept(plan.right, plan.flips, budget, most - held, threads)
    targets, weights = common(left.half, right.half, plan)
    every = tables(len(plan.mirrors))
    with budget.part(second, 1):
        sums = _sums(targets, left.half, right.half, plan, every, budget, threads)
    size = int(kernel.add_up.compiled(targets, weights, sums))
    return HalfSpace(
        read_sum(sums, size), list(ordered.order), plan, chosen.mirror, left, right,
        numbers(Counts, targets[:size]), numbers(Marks, weights[:size]),
        numbers(Counts, sums[: 2 * size + 2]), every,
    )  # fmt: skip


def _kept(
    side: Side, flips: list[int] | None, budget: Budget, most: float, threads: int | None
) -> Kept:
    """Sweep over a half, and keep its layers."""
    sweep = Sweep(side.neighbours, budget, flip=side.flip, threads=threads)
    sweep.compile()
    sweep.goal = side.turn
    plan = counting.new_plan(side.neighbours, flip=side.flip)
    shelves = _Shelves(sweep, side.turn, most)
    layer = sweep.first()
    while True:
        layer = layer._replace(states=_array(layer.states))
        if layer.turn == side.turn or not layer.size:
            break
        shelves.put(layer, layer.turn)
        if sweep.flipped(layer.turn):
            shelves.put_own(_own_images(layer, plan, sweep))
        layer = sweep.advanced(layer)
    half = filed(sweep, layer, side, flips, budget)
    kernel.sort_by_rank.compiled(*half)
    slots: list[int] = []
    fresh: list[int] = []
    for t in range(side.turn):
        now = [t, *sweep.frontier(t + 1)]
        before = set(sweep.frontier(t))
        slots += now
        fresh.append(sum(1 << s for s, v in enumerate(now) if v not in before))
    way = Way(
        **{
            name: numbers(Marks, getattr(plan, name))
            for name in Way._fields
            if name in plan._fields
        },
        fresh=numbers(Counts, fresh),
        key_words=sweep.key_words,
        shelf_at=numbers(Counts, shelves.shelf_at),
        first_at=numbers(Counts, shelves.first_at),
        heights=numbers(Marks, shelves.heights),
        sides=numbers(Marks, shelves.sides),
        store=shelves.store,
        first=shelves.first,
    )
    return Kept(
        half,
        way,
        numbers(Marks, [0, *accumulate(plan.slot_count[: side.turn])]),
        numbers(Marks, slots),
        numbers(Marks, side.flip or range(len(side.neighbours))),
        side.turn,
        numbers(Marks, [side.number[v] for v in sweep.frontier(side.turn)]),
    )


class _Shelves:
    """The shelves of a sweep's layers as they are filled."""

    def __init__(self, sweep: Sweep, turns: int, most: float) -> None:
        self.sweep = sweep
        self.turns = turns
        self.most = most
        self.shelf_at = [0] * turns
        self.first_at = [0] * turns
        self.heights = [0] * turns
        self.sides = list(range(turns))
        self.store = numbers(Counts, 0)
        self.first = numbers(Marks, 0)

    def put(self, layer: Layer, shelf: int) -> None:
        """Put a layer on a shelf."""
        stride = self.sweep.stride
        height = max(0, (layer.size // 4).bit_length() - 1)
        at, begin = len(self.store) // stride, len(self.first)
        size = 8 * stride * (at + layer.size) + 4 * (begin + (1 << height))
        if size > self.most or 8 * stride * layer.size > SPARE * free_memory():
            raise LimitHit("megabytes")
        self.store = _grown(self.store, stride * layer.size)
        self.first = _grown(self.first, (1 << height) + 2)
        kernel.shelve.compiled(
            layer.states, layer.size, self.sweep.key_words, self.store, at, self.first, begin,
            height,
        )  # fmt: skip
        self.shelf_at[shelf], self.first_at[shelf], self.heights[shelf] = at, begin, height

    def put_own(self, layer: Layer) -> None:
        """Put the states that are their own images, and what comes of them, on side shelves."""
        while True:
            self.sides[layer.turn] = len(self.shelf_at)
            self.shelf_at.append(0)
            self.first_at.append(0)
            self.heights.append(0)
            self.put(layer, self.sides[layer.turn])
            following = layer.turn + 1
            if following >= self.turns or self.sweep.flipped(following):
                return
            if layer.size:
                layer = self.sweep.advanced(layer, told=False)
            else:
                layer = layer._replace(turn=following)


def _own_images(layer: Layer, plan: counting.Plan, sweep: Sweep) -> Layer:
    """Return the states of a flipped layer that are their own images."""
    t = layer.turn
    scratch = (
        numbers(Marks, plan.width[t] + 1), numbers(Marks, plan.width[t] + 1),
        numbers(Counts, sweep.key_words),
    )  # fmt: skip
    fixed = (
        layer.states, layer.size, sweep.key_words, plan.width[t], plan.digit_at[t],
        numbers(Marks, plan.words), numbers(Marks, plan.shifts), numbers(Marks, plan.masks),
        numbers(Marks, plan.flips), plan.flip_at[t],
    )  # fmt: skip
    size = kernel.pick_own_images.compiled(*fixed, numbers(Counts, 0), *scratch)
    states = numbers(Counts, size * sweep.stride)
    kernel.pick_own_images.compiled(*fixed, states, *scratch)
    return Layer(t, size, states)


def _sums(
    targets: Ints,
    left: Half,
    right: Half,
    plan: Halves,
    every: Tables,
    budget: Budget,
    threads: int | None,
) -> Ints:
    """Return the cycles of each signature: two digits to the base 2**62 each."""
    slots = len(plan.mirrors)
    sums = numbers(Counts, 2 * len(targets) + 2)
    shared = (
        slots, numbers(Marks, plan.mirrors), numbers(Marks, range(slots)), *left,
        *arrays(plan.mine), *right, *arrays(plan.theirs), *every, numbers(Counts, 0), -1, sums,
    )  # fmt: skip
    spare: list[tuple[Ints, ...]] = []

    def work(begin: int, end: int, stop: Event) -> int:
        own = spare.pop() if spare else _room(slots)
        gathered = 0
        for at in range(begin, end, PORTION):
            if stop.is_set():
                break
            found = kernel.join_each.compiled(targets, at, min(end, at + PORTION), *shared, *own)
            if found < 0:
                raise Overflow
            gathered += found
        spare.append(own)
        return gathered

    summed = itertools.count(1)

    def tell(_number: int, gathered: int) -> None:
        budget.reach(next(summed) / PARTS)
        budget.spend(gathered)

    share = -(-len(targets) // PARTS)
    works = [
        partial(work, share * part, min(len(targets), share * (part + 1))) for part in range(PARTS)
    ]
    in_threads(works, budget, threads=threads or os.cpu_count() or 1, done=tell)
    return sums


def _room(slots: int) -> tuple[Ints, ...]:
    """What a join writes to, as the kernel has it."""
    most, sizes = slots // 2, matchings(slots)
    return (
        *(numbers(Counts, sizes[most]) for _ in range(2)),
        numbers(Counts, sum(sizes)),
        *(numbers(Counts, 4) for _ in range(2)),
        *(numbers(Marks, max(2, slots)) for _ in range(7)),
        numbers(Counts, max(4, slots)),
        numbers(Marks, 64),
    )


def _grown(values: Ints, more: int) -> Ints:
    """Make room at the end, without a copy if that can be."""
    if isinstance(values, list):
        return values + [0] * more
    cast("Any", values).resize(len(values) + more, refcheck=False)
    return values


def _array(values: Ints) -> Ints:
    return numbers(Counts, values) if isinstance(values, list) else values


def _closed(edges: Iterable[tuple[int, int]], names: Sequence[int]) -> list[int]:
    """Put edges together to a cycle, and name its vertices."""
    beside: list[list[int]] = [[] for _ in names]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    cycle, last, here = [0], 0, beside[0][0]
    while here:
        cycle.append(here)
        x, y = beside[here]
        last, here = here, y if x == last else x
    be_sure(len(cycle) == len(names), "the edges are no cycle")
    return [names[v] for v in cycle]


def read_sum(sums: Ints, at: int) -> int:
    """Return a number of two digits to the base 2**62."""
    return int(sums[2 * at]) + (int(sums[2 * at + 1]) << 62)
