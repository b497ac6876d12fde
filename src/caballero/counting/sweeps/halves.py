"""Meet in the middle: count wide boards by two half sweeps.

The states of a sweep multiply with every column, and most of them cannot be completed. Two sweeps
from both ends to a few vertices between them (the *middle*) need only a fraction of the states;
:mod:`caballero.counting.kernels.meeting` joins their last layers, and explains how. A symmetry that
exchanges the halves saves a sweep; a symmetry that keeps both halves saves half of the states.

Signatures are joined independently of each other, so threads or processes can share them
(:mod:`caballero.counting.shards`).

Invariants: every edge inside the middle belongs to exactly one half; exact counts, or
:class:`~caballero.counting.sweeps.sweep.Overflow`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, count
from typing import Final, NamedTuple

from caballero.counting.groups import pair
from caballero.counting.kernels import _matchings, meeting as kernel
from caballero.counting.kernels._matchings import EdgeSets, Half, Matchings, Scratch, States
from caballero.counting.kernels.counting import Layer, frontiers, new_scratch
from caballero.counting.kernels.meeting import Joint
from caballero.machine.driver import Meter, drive, drive_over
from caballero.machine.kernel import (
    Counts,
    Flags,
    Ints,
    Marks,
    Places,
    array_of,
    is_compiled,
    zeros,
)
from caballero.machine.limits import Budget, pause, processors

from .checkpoint import Checkpoint
from .spill import SpilledSweep
from .sweep import Overflow, Sweep, expected, require_memory
from .threads import in_threads

WIDEST_MIDDLE: Final = 2 * _matchings.MOST_PAIRS + 1
"""The most vertices of a middle; all but a vertex may be ends."""

PARTS: Final = 256
"""The number of parts of a join, which threads share."""

JOINING_SHARE: Final = 1 / 3
"""The share of the work that joining takes, for progress."""

STATES: Final = {"starts": Places, "ranks": Places, "counts": Counts}
"""The fields of a half's states in the middle."""

Edge = tuple[int, int]


class MeetingPlace(NamedTuple):
    """Where the sweeps of two halves of a graph meet."""

    steps: int  # the left half has the vertices before this
    middle: tuple[int, ...]  # the vertices of the middle; all others are the right half


class HalfGraph(NamedTuple):
    """The sweep of a half."""

    neighbours: Sequence[Sequence[int]]  # the vertices in the order of this sweep
    steps: int  # of the sweep
    number: dict[int, int]  # of each middle vertex
    flip: Sequence[int] | None  # the symmetry that keeps the half
    names: Sequence[int]  # its vertices' numbers in the whole graph


class HalvedGraph(NamedTuple):
    """A graph in two halves. If it is mirrored, the right half is the left half, renamed."""

    left: HalfGraph
    right: HalfGraph
    flips: list[int] | None  # the flip as a permutation of the middle's numbers
    mirrors: list[int]  # for a half's number of each middle vertex, that of the other half
    left_sets: EdgeSets  # the middle edges of each half, by its own numbers
    right_sets: EdgeSets
    fair: bool  # whether the symmetries map these sets to themselves, or to each other
    mirrored: bool  # whether a symmetry exchanges the halves


class Meeting(NamedTuple):
    """Two halves, ready to be joined at the signatures where they meet."""

    joint: Joint
    weights: Ints  # how many equivalent signatures each represents


def meet_count(
    neighbours: Sequence[Sequence[int]],
    place: MeetingPlace,
    budget: Budget,
    *,
    flip: Sequence[int] | None = None,
    mirror: Sequence[int] | None = None,
    threads: int | None = None,
    checkpoint: Checkpoint | None = None,
) -> int:
    """Count the Hamiltonian cycles of a graph, its vertices in the order of the sweep.

    `flip` and `mirror` are commuting automorphisms, each its own inverse: the flip keeps both
    halves, the mirror exchanges them. There are as many threads as processors by default; the
    answer does not depend on their number. The budget counts the transitions and the states
    gathered. With a checkpoint, all large layers are in its folder. Raises Overflow if a count has
    more than 62 bits.

    >>> prism = [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]]
    >>> [meet_count(prism, place, Budget(), threads=1) for place in meeting_places(prism)]
    [3, 3]
    """
    known = dict(checkpoint.parts("join")) if checkpoint else {}
    if len(known) == PARTS:
        return sum(known.values())
    graph = halved_graph(neighbours, place, flip, mirror)
    halves = sweep_halves(graph, budget, threads, checkpoint)
    sums = zeros(Counts, 2 * len(halves.weights))

    def keep(part: int) -> None:
        known[part] = total(halves, sums, *bounds(halves.joint, part))
        if checkpoint is not None:
            checkpoint.add_part("join", part, known[part])

    with budget.part(stages(graph)[1], 1):
        left = [part for part in range(PARTS) if part not in known]
        join_parts(halves.joint, sums, left, budget, threads, keep)
    if checkpoint is not None:
        checkpoint.drop("")
    return sum(known.values())


def sweep_halves(
    graph: HalvedGraph,
    budget: Budget,
    threads: int | None = None,
    checkpoint: Checkpoint | None = None,
) -> Meeting:
    """Sweep over both halves, and find where they meet; see :func:`meet_count`."""

    def sweep_half(name: str, half: HalfGraph) -> States:
        if checkpoint is not None:
            return _spilled_states(name, half, graph.flips, budget, threads, checkpoint)
        sweep = Sweep(half.neighbours, budget, flip=half.flip, threads=threads)
        return sort_states(sweep, sweep.run(half.steps), half, graph.flips)

    first, second = stages(graph)
    with budget.part(0, first):
        left = right = sweep_half("left", graph.left)
    if not graph.mirrored:
        with budget.part(first, second):
            right = sweep_half("right", graph.right)
    return meeting_of(left, right, graph, budget)


def halved_graph(
    neighbours: Sequence[Sequence[int]],
    place: MeetingPlace,
    flip: Sequence[int] | None = None,
    mirror: Sequence[int] | None = None,
) -> HalvedGraph:
    """Halve a graph; see :func:`meet_count`."""
    middle = place.middle
    number = {v: s for s, v in enumerate(middle)}
    flips = [number[flip[v]] for v in middle] if flip else None
    mirrors = [number[mirror[v]] for v in middle] if mirror else list(range(len(middle)))
    left = HalfGraph(neighbours, place.steps, number, flip, range(len(neighbours)))
    if mirror:
        right = left._replace(names=mirror)
    else:
        rest = [v for v in range(place.steps, len(neighbours)) if v not in number]
        order = [*reversed(rest), *middle, *range(place.steps)]
        at = {v: place for place, v in enumerate(order)}
        right = HalfGraph(
            [sorted(at[w] for w in neighbours[v]) for v in order],
            len(rest),
            {at[v]: s for v, s in number.items()},
            [at[flip[v]] for v in order] if flip else None,
            order,
        )
    edges = [(number[v], number[w]) for v in middle for w in neighbours[v] if v < w and w in number]
    hub = find_hub(edges, flips, mirrors)
    *at_hub, fair_there = divide([e for e in edges if hub in e], flips, mirrors if mirror else None)
    *plain, fair = divide([e for e in edges if hub not in e], flips, mirrors if mirror else None)

    def sets(side: int, names: Sequence[int]) -> EdgeSets:
        shares = [plain[side]]
        if hub is not None:
            shares = [plain[0] + plain[1], plain[side] + at_hub[side], at_hub[side]]
        return edge_sets([sorted(_image(edge, names) for edge in share) for share in shares], hub)

    return HalvedGraph(
        left, right, flips, mirrors, sets(0, range(len(middle))), sets(1, mirrors),
        fair and fair_there, mirror is not None,
    )  # fmt: skip


def find_hub(
    edges: Sequence[Edge], flips: Sequence[int] | None, mirrors: Sequence[int]
) -> int | None:
    """Return a middle vertex with edges to half of the middle, its own image; None if none is.

    An open tour with free ends has such a dummy, joined to all legal ends. A half with both ends
    has many more states than the other: there the other should have the edges. So the halves divide
    the middle edges by the degree of the hub in each. Without an edge at the hub a half may have
    all other edges; with two edges there, none of these.
    """
    degrees = Counter(chain(*edges))
    hubs = [v for v, degree in degrees.items() if 2 * degree >= len(mirrors) - 1]
    return next((v for v in hubs if mirrors[v] == v and (not flips or flips[v] == v)), None)


def stages(graph: HalvedGraph) -> tuple[float, float]:
    """Estimate the share of the work after which the left half is done, and after which the right.

    Joining takes about a third of the work; :func:`expected` estimates the sweeps.
    """
    sides = [graph.left] if graph.mirrored else [graph.left, graph.right]
    guesses = [expected(frontiers(side.neighbours, pause)) for side in sides]
    works = [guess[0] - guess[side.steps] for side, guess in zip(sides, guesses, strict=True)]
    swept = sum(works) / (1 - JOINING_SHARE)
    return works[0] / swept, 1 - JOINING_SHARE


def meeting_places(neighbours: Sequence[Sequence[int]]) -> Iterator[MeetingPlace]:
    """Yield the meeting places of an order whose halves and middle are not empty."""
    now: set[int] = set()
    for t, row in enumerate(neighbours):
        now.update(w for w in row if w > t)
        now.discard(t)
        if 0 < len(now) <= WIDEST_MIDDLE and t + 1 + len(now) < len(neighbours):
            yield MeetingPlace(t + 1, tuple(sorted(now)))


def divide(
    edges: Iterable[Edge], flip: Sequence[int] | None, mirror: Sequence[int] | None
) -> tuple[list[Edge], list[Edge], bool]:
    """Divide edges between two halves, so that symmetries keep or exchange the shares if possible.

    Returns both shares, and whether that was possible.
    """
    rest = sorted(pair(*edge) for edge in edges)
    mine: list[Edge] = []
    theirs: list[Edge] = []
    left = set(rest)
    while left:
        edge = min(left)
        group = {edge, *([_image(edge, flip)] if flip else [])}
        if mirror:
            others = {_image(edge, mirror) for edge in group}
            if group & others:
                return rest[::2], rest[1::2], False
        else:
            others = set[Edge]()
            if len(mine) > len(theirs):
                group, others = others, group
        mine += sorted(group)
        theirs += sorted(others)
        left -= group | others
    return mine, theirs, True


def edge_sets(shares: Sequence[Sequence[Edge]], hub: int | None = None) -> EdgeSets:
    """List the sets of edges that give no vertex more than two, by size and their edges' order.

    There is a share for each degree of the hub, or a single share without a hub.
    """
    groups = [_sets_of(edges) for edges in shares]
    sets = list(chain(*groups))
    degrees = [Counter(chain(*chosen)) for chosen in sets]
    second = _matchings.SECOND
    begins = list(accumulate(map(len, groups), initial=0))
    return EdgeSets(
        hub=0 if hub is None else 3**hub,
        degree_at=array_of(Marks, begins + begins[-1:] * (4 - len(begins))),
        vertex_at=array_of(Marks, accumulate(map(len, degrees), initial=0)),
        vertices=array_of(Marks, chain(*degrees)),
        degrees=array_of(Marks, chain(*(degree.values() for degree in degrees))),
        needs=array_of(
            Counts, (sum(1 << v | (d > 1) << second + v for v, d in has.items()) for has in degrees)
        ),
        signs=array_of(Counts, (sum(d * 3**v for v, d in degree.items()) for degree in degrees)),
        pair_at=array_of(Marks, accumulate(map(len, sets), initial=0)),
        pairs=array_of(Marks, chain(*chain(*sets))),
    )


def _sets_of(edges: Sequence[Edge]) -> list[tuple[Edge, ...]]:
    sets: list[tuple[Edge, ...]] = [()]
    for chosen in sets:  # grows while it is read
        degree = Counter(chain(*chosen))
        begin = edges.index(chosen[-1]) + 1 if chosen else 0
        sets += [(*chosen, edge) for edge in edges[begin:] if all(degree[v] < 2 for v in edge)]
    return sets


def _image(edge: Edge, symmetry: Sequence[int]) -> Edge:
    return pair(symmetry[edge[0]], symmetry[edge[1]])


def sort_states(sweep: Sweep, layer: Layer, half: HalfGraph, flips: list[int] | None) -> States:
    """Sort the states of a half's last layer by signature."""
    sorting = _new_sorting(sweep, half, flips)
    pieces = [layer.states] if layer.step == half.steps else []  # or no state reaches the middle
    size = _count_states(sorting, pieces, sweep.budget)
    _place_states(sorting, pieces, zeros(Places, size), zeros(Counts, size), sweep.budget)
    return sorting.states


def _spilled_states(
    name: str,
    half: HalfGraph,
    flips: list[int] | None,
    budget: Budget,
    threads: int | None,
    checkpoint: Checkpoint,
) -> States:
    """Sweep over a half and sort its last layer, both on disk."""
    if not has_states(name, checkpoint):
        spilled = spilled_sweep(name, half, budget, threads, checkpoint)
        keep_states(name, spilled, spilled.run(), half, flips, budget, checkpoint)
        spilled.drop()
    return kept_states(name, checkpoint)


def spilled_sweep(
    name: str, half: HalfGraph, budget: Budget, threads: int | None, checkpoint: Checkpoint
) -> SpilledSweep:
    """Return the sweep of a half whose large layers are in the checkpoint."""
    return SpilledSweep(
        half.neighbours, half.steps, budget, checkpoint, name, flip=half.flip, threads=threads
    )


def has_states(name: str, checkpoint: Checkpoint) -> bool:
    """Return whether the sorted states of a half are in the checkpoint."""
    return all(checkpoint.has(f"{name}-{field}") for field in STATES)


def kept_states(name: str, checkpoint: Checkpoint) -> States:
    """Map the sorted states of a half."""
    return States(*(checkpoint.kept(f"{name}-{field}", kind) for field, kind in STATES.items()))


def keep_states(
    name: str,
    spilled: SpilledSweep,
    pieces: Sequence[Ints],
    half: HalfGraph,
    flips: list[int] | None,
    budget: Budget,
    checkpoint: Checkpoint,
) -> None:
    """Sort the states of a half's last layer by signature, on disk."""
    require_memory(4 * 3 ** len(half.number) / 2, budget)
    sorting = _new_sorting(spilled.sweep, half, flips)
    size = _count_states(sorting, pieces, budget)
    with (
        checkpoint.filling(f"{name}-ranks", Places, size) as ranks,
        checkpoint.filling(f"{name}-counts", Counts, size) as counts,
    ):
        _place_states(sorting, pieces, ranks, counts, budget)
    checkpoint.keep(f"{name}-starts", Places, sorting.states.starts)


def _new_sorting(sweep: Sweep, half: HalfGraph, flips: list[int] | None) -> kernel.Sorting:
    return kernel.new_sorting(
        sweep.plan,
        half.steps,
        [half.number[v] for v in sweep.frontier(half.steps)],
        flips if sweep.flipped(half.steps) else None,
        len(half.number),
        new_scratch(sweep.plan),
    )


def _count_states(sorting: kernel.Sorting, pieces: Sequence[Ints], budget: Budget) -> int:
    """Count the states of a layer by signature: the first pass of their sort."""
    _pass_over(sorting, pieces, budget)
    starts = sorting.states.starts
    drive_over(len(starts), partial(kernel.sum_up, starts), budget)
    return starts[len(starts) - 1]


def _place_states(
    sorting: kernel.Sorting, pieces: Sequence[Ints], ranks: Ints, counts: Ints, budget: Budget
) -> None:
    """Write the states of a layer to two arrays, by signature: the second pass of their sort."""
    sorting.states = replace(sorting.states, ranks=ranks, counts=counts)
    sorting.placing = 1
    _pass_over(sorting, pieces, budget)


def _pass_over(sorting: kernel.Sorting, pieces: Sequence[Ints], budget: Budget) -> None:
    stride = sorting.plan.key_words + 1
    for sorting.layer in pieces:
        drive_over(len(sorting.layer) // stride, partial(kernel.sort, sorting), budget)


def meeting_of(left: States, right: States, graph: HalvedGraph, budget: Budget) -> Meeting:
    """Find the signatures at which two halves meet, one for each class of equivalent signatures."""
    joint = new_joint(zeros(Counts, 0), left, right, graph, budget)
    slots, fair = len(graph.mirrors), graph.fair
    every, degrees = len(left.starts) - 2, zeros(Marks, slots)
    marks = []
    for half in (joint.left,) if fair and graph.mirrored else (joint.left, joint.right):
        marks.append(zeros(Flags, every))
        drive_over(every, partial(kernel.mark, half, marks[-1], degrees), budget)
    flips = graph.flips if fair else None
    found = kernel.Meetings(
        marks[0], marks[-1], array_of(Marks, flips or range(slots)), joint.right.renumber,
        int(flips is not None), int(len(marks) == 1), degrees, joint.targets, zeros(Marks, 0),
    )  # fmt: skip
    for _ in range(2):  # the first pass only counts
        found.targets, found.weights = zeros(Counts, found.size), zeros(Marks, found.size)
        found.size = 0
        drive_over(every, partial(kernel.list_meetings, found), budget)
    return Meeting(replace(joint, targets=found.targets), found.weights)


def new_joint(
    targets: Ints, left: States, right: States, graph: HalvedGraph, budget: Budget
) -> Joint:
    """Return two halves, ready to be joined at some signatures."""
    slots = len(graph.mirrors)
    return Joint(
        Half(left, graph.left_sets, array_of(Marks, range(slots))),
        Half(right, graph.right_sets, array_of(Marks, graph.mirrors)),
        matchings(slots, budget),
        targets,
    )


def matchings(slots: int, budget: Budget) -> Matchings:
    """Return all matchings of the ends of a middle of `slots` vertices."""
    every = _matchings.new_matchings(slots)
    mate = zeros(Marks, 2 * _matchings.MOST_PAIRS)
    for k in range(1, len(every.sizes)):
        drive_over(every.sizes[k], partial(_matchings.pack, every, k), budget)
        if 2 <= k <= _matchings.TABLED:
            drive_over(every.sizes[k], partial(_matchings.tabulate, every, k, mate), budget)
    return every


def join_parts(
    joint: Joint,
    sums: Ints,
    parts: Sequence[int],
    budget: Budget,
    threads: int | None,
    done: Callable[[int], None] | None = None,
) -> None:
    """Join the halves in some of the `PARTS`: the sum of signature ``t`` goes to ``sums[2 * t]``.

    Calls `done` with the number of each part.
    """
    spare: list[Scratch] = []

    def work(part: int, meter: Meter) -> None:
        scratch = spare.pop() if spare else join_scratch(joint)
        join(joint, kernel.Work(scratch, sums, *bounds(joint, part)), meter)
        spare.append(scratch)

    joined = count(PARTS - len(parts) + 1)

    def keep(number: int, _nothing: None) -> None:
        budget.reach(next(joined) / PARTS)
        if done is not None:
            done(parts[number])

    works = [partial(work, part) for part in parts]
    threads = (threads or processors()) if is_compiled() else 1
    in_threads(works, budget, threads=threads, done=keep)


def join(joint: Joint, work: kernel.Work, budget: Meter) -> None:
    """Join the halves at some signatures; raise :class:`Overflow` if a count is too large."""

    def portion(steps: int) -> tuple[int, int]:
        before = work.gathered
        status = kernel.meet(joint, work, steps)
        return status, work.gathered - before

    if drive(portion, budget) == kernel.OVERFLOW:
        raise Overflow


def bounds(joint: Joint, part: int) -> tuple[int, int]:
    """Return the first signature of a part, and the signature after its last."""
    size = len(joint.targets)
    share = -(-size // PARTS)
    return min(size, share * part), min(size, share * (part + 1))


def join_scratch(joint: Joint) -> Scratch:
    """Return the scratch memory of a thread of a join."""
    return _matchings.new_scratch(len(joint.left.renumber), joint.matchings)


def total(halves: Meeting, sums: Ints, begin: int, end: int) -> int:
    """Add up the cycles of some signatures."""
    return sum(halves.weights[t] * read_sum(sums, t) for t in range(begin, end))


def read_sum(sums: Ints, at: int) -> int:
    """Return a number of two digits to the base 2**62."""
    return sums[2 * at] + (sums[2 * at + 1] << 62)
