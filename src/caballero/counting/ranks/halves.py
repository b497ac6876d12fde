"""Cycles by number on wide boards, by the states of two half sweeps.

:mod:`.whole` stores all states of a sweep from end to end; on a chessboard these are too many. Two
sweeps that meet in the middle (:mod:`caballero.counting.sweeps.halves`) have only a fraction of
them, and their layers can be stored. The cycles of each signature of the middle are counted once;
then a cycle is found by its number (:mod:`caballero.counting.kernels.meeting`,
:mod:`caballero.counting.kernels.retracing`).

The **rank** of a cycle consists of these parts, the most significant first:

1. the class of the signature at which the halves meet, by its smallest signature;
2. the number of its signature in the class;
3. the rank of the matching of the right half, then that of the left half;
4. for the left half: its set of middle edges, its state (by the rank of its own matching) and its
   choices, the last step first;
5. the same for the right half.

To find the rank of a cycle, its states are computed, and the numbers of all cycles before them in
that order are added up.

Invariants: a space never changes, so several threads may use it; every cycle has a single rank.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from caballero.counting.groups import pair
from caballero.counting.kernels import meeting, retracing
from caballero.counting.kernels._matchings import (
    EdgeSets,
    Half,
    Scratch,
    States,
    degree_of_hub,
    opposite,
)
from caballero.counting.kernels._states import decode, encode, image_is_smaller
from caballero.counting.kernels.counting import Layer, first_layer, frontiers, new_scratch
from caballero.counting.kernels.meeting import NO_RANK, Joint, Source
from caballero.counting.kernels.retracing import OwnImages, Shelving, StoredLayers, Walk
from caballero.counting.sweeps.halves import (
    PARTS,
    Edge,
    HalfGraph,
    HalvedGraph,
    halved_graph,
    join_parts,
    join_scratch,
    meeting_of,
    read_sum,
    sort_states,
    stages,
)
from caballero.counting.sweeps.route import Route
from caballero.counting.sweeps.sweep import Sweep
from caballero.machine.driver import drive_over
from caballero.machine.errors import InternalError, be_sure
from caballero.machine.kernel import Counts, Ints, Marks, Places, array_of, zeros
from caballero.machine.kernels._shared import INNER, LOW
from caballero.machine.limits import Budget, LimitHit
from caballero.model.reduction import cycle_of_edges

from .whole import MAX_ERROR, room_for


class HalfResult(NamedTuple):
    """A half of a space: its graph, its layers, and its states in the middle."""

    graph: HalfGraph
    layers: StoredLayers
    half: Half


@dataclass(frozen=True, slots=True, eq=False)
class HalfSpace:
    """Hamiltonian cycles by number, from the layers of two halves; made by :func:`half_space`."""

    total: int  # of cycles
    order: list[int]  # the question's numbers of the vertices
    graph: HalvedGraph  # in two halves
    mirror: list[int] | None  # the symmetry that exchanges the halves
    # The layers of the halves.
    left: StoredLayers
    right: StoredLayers
    joint: Joint  # the states in the middle, and the signatures at which they meet
    weights: Ints  # the number of signatures that each of those represents
    before: Ints  # the number of cycles before each of them, two digits to the base 2**62

    def unranked(self, ranks: Sequence[int]) -> Ints:
        """Return the cycles of some ranks, as an array, in the question's vertices."""
        walker = Walker(self)
        flat: list[int] = []
        for rank in ranks:
            flat += self._cycle(rank, walker)
        return array_of(Marks, flat)

    def ranked(self, cycle: Sequence[int]) -> int:
        """Return the rank of a cycle of the question, from any vertex, in either direction."""
        at = {name: v for v, name in enumerate(self.order)}
        line = [at[v] for v in cycle]
        return _rank_of(self, list(zip(line, [*line[1:], line[0]], strict=True)))

    def _cycle(self, rank: int, walker: Walker) -> list[int]:
        t = self._target(rank)
        before, after = read_sum(self.before, t), read_sum(self.before, t + 1)
        weight = self.weights[t]
        copy, rest = divmod(rank - before, (after - before) // weight)
        sign = self.joint.targets[t]
        edges = walker.edges(sign, rest)
        for symmetry in self.symmetries(sign, weight, copy):
            edges = _image(edges, symmetry)
        return [self.order[v] for v in cycle_of_edges(edges)]

    def _target(self, rank: int) -> int:
        """Find the number of the signature of a rank's cycle, by bisection."""
        low, high = 0, len(self.joint.targets)
        while high - low > 1:
            middle = (low + high) // 2
            if read_sum(self.before, middle) <= rank:
                low = middle
            else:
                high = middle
        return low

    def symmetries(self, sign: int, weight: int, copy: int) -> list[Sequence[int]]:
        """Return the symmetries that map a cycle of a signature to its image number `copy`."""
        flip, flips = self.graph.left.flip, self.graph.flips
        if not copy:
            return []
        if weight == 2:
            degrees = [sign // 3**s % 3 for s in range(len(self.graph.mirrors))]
            copy = 1 if flips and [degrees[s] for s in flips] != degrees else 2
        chosen = [flip if copy & 1 else None, self.mirror if copy & 2 else None]
        return [symmetry for symmetry in chosen if symmetry is not None]


class Walker:
    """The halves of a space, with the kernels' scratch memory for a thread."""

    def __init__(self, space: HalfSpace) -> None:
        joint, graph = space.joint, space.graph
        self.joint = joint
        self.sides = (
            HalfResult(graph.left, space.left, joint.left),
            HalfResult(graph.right, space.right, joint.right),
        )
        self.join: Scratch = join_scratch(joint)
        self.source = Source(zeros(Marks, len(graph.mirrors)))
        self.walks = [new_walk(side.layers, len(graph.mirrors)) for side in self.sides]

    def edges(self, sign: int, number: int) -> list[tuple[int, int]]:
        """Return the edges of the cycle with a given number of a signature."""
        join, joint = self.join, self.joint
        join.low, join.high = number & LOW, number >> 62
        theirs = meeting.find(joint, sign, len(join.right), join)
        be_sure(theirs != NO_RANK, "no join has this number")
        left, right = divmod(join.low + (join.high << 62), join.right[theirs])
        join.low = left
        mine = meeting.partner(joint.matchings, theirs, joint.matchings.sizes[join.pairs], join)
        be_sure(mine != NO_RANK, "no matching has this number")
        edges: list[tuple[int, int]] = []
        middle = list(self.sides[0].graph.number)
        for side, walk, matching, rest in zip(
            self.sides, self.walks, (mine, theirs), (join.low, right), strict=True
        ):
            join.low = rest
            self.find_source(side, sign, matching, -1, -1)
            sets, e = side.half.sets, self.source.edges
            inside = sets.pairs[2 * sets.pair_at[e] : 2 * sets.pair_at[e + 1]]
            edges += _edges(middle[side.half.renumber[s]] for s in inside)
            walk.rest, walk.aimed = join.low, 0
            count = retracing.retrace(side.layers, self.source.mate, walk)
            be_sure(count >= 0 and walk.rest == 0, "no choices have this number")
            edges += _edges(side.graph.names[walk.edges[at]] for at in range(2 * count))
        return edges

    def find_source(
        self, side: HalfResult, sign: int, matching: int, edges: int, rank: int
    ) -> None:
        """Find a half's state and middle edges, by a number or by their own numbers."""
        if side is self.sides[1]:
            degrees = [sign // 3**s % 3 for s in range(len(side.half.renumber))]
            sign = opposite(degrees, side.half.renumber)
        self.source.edges, self.source.rank = edges, rank
        found = meeting.source_of(
            side.half, self.joint.matchings, sign, matching, self.source, self.join
        )
        be_sure(found == 1, "no state has this number")


def new_walk(layers: StoredLayers, slots: int) -> Walk:
    """Return the memory for a path back through layers, from a middle of `slots` vertices."""
    words, scratch = layers.plan.key_words, new_scratch(layers.plan)
    return Walk(
        scratch=replace(scratch, mate=zeros(Marks, max(slots, len(scratch.mate)))),
        keys=zeros(Counts, 2 * words),
        aim=zeros(Counts, words),
        edges=zeros(Marks, 4 * layers.steps),
    )


def half_space(
    chosen: Route, budget: Budget, *, megabytes: float | None = None, threads: int | None = None
) -> HalfSpace:
    """Sweep over two halves, store their layers, and count the cycles of each signature.

    The budget counts the transitions and the states gathered. Uses at most `megabytes`, or the
    machine's free memory. The ranks do not depend on the number of threads.

    Raises Overflow if a count has more than 62 bits; LimitHit if the budget is spent, or more
    memory would be needed; TooLarge if the estimate far exceeds the machine's memory.
    """
    assert chosen.place is not None
    graph = halved_graph(chosen.ordered.neighbours, chosen.place, chosen.flip, chosen.mirror)
    signatures = 5 * 3 ** len(chosen.place.middle)  # bytes of the table of signatures
    most = room_for(16 * chosen.cost / MAX_ERROR + signatures, megabytes) - signatures
    first, second = stages(graph)
    with budget.part(0, first):
        left, mine = right, theirs = _sweep_half(graph.left, graph.flips, budget, most, threads)
    if not graph.mirrored:
        held = 8 * len(left.store) + 12 * len(mine.ranks)
        with budget.part(first, second):
            right, theirs = _sweep_half(graph.right, graph.flips, budget, most - held, threads)
    with budget.part(second, 1):
        joint, weights = meeting_of(mine, theirs, graph, budget)
        sums = zeros(Counts, 2 * len(weights) + 2)
        join_parts(joint, sums, range(PARTS), budget, threads)
    size = meeting.add_up(joint.targets, weights, sums)
    return HalfSpace(
        total=read_sum(sums, size),
        order=list(chosen.ordered.order),
        graph=graph,
        mirror=chosen.mirror,
        left=left,
        right=right,
        joint=replace(joint, targets=array_of(Counts, joint.targets[:size])),
        weights=array_of(Marks, weights[:size]),
        before=array_of(Counts, sums[: 2 * size + 2]),
    )


def _sweep_half(
    half: HalfGraph, flips: list[int] | None, budget: Budget, most: float, threads: int | None
) -> tuple[StoredLayers, States]:
    """Sweep over a half; return its layers, and its states in the middle."""
    sweep = Sweep(half.neighbours, budget, flip=half.flip, threads=threads)
    shelves = _Shelves(sweep, half.steps, most)
    layer = sweep.first()
    shelves.put(layer)
    for following in sweep.layers(layer, half.steps):
        layer = following
        if layer.step < half.steps and layer.size:
            shelves.put(layer)
    states = sort_states(sweep, layer, half, flips)
    drive_over(len(states.starts) - 2, partial(meeting.sort_by_rank, states), budget)
    return shelves.layers(half), states


class _Shelves:
    """The layers of a sweep, before they are packed."""

    def __init__(self, sweep: Sweep, steps: int, most: float) -> None:
        self._sweep = sweep
        self._steps = steps
        self._most = most
        self._held = 0.0
        self._main: list[Layer | None] = [None] * steps
        self._beside: list[Layer | None] = []
        self._sides = list(range(steps))

    def put(self, layer: Layer) -> None:
        """Store a layer; for a flipped layer also the states `B` of the layers from it on."""
        self._hold(layer)
        self._main[layer.step] = layer
        if not self._sweep.flipped(layer.step):
            return
        layer = self._own_images(layer)
        while True:
            self._hold(layer)
            self._sides[layer.step] = self._steps + len(self._beside)
            self._beside.append(layer)
            following = layer.step + 1
            if following >= self._steps or self._sweep.flipped(following):
                return
            if layer.size:
                layer = self._sweep.advance(layer, progress=False)
            else:
                layer = replace(layer, step=following)

    def _hold(self, layer: Layer) -> None:
        self._held += 8 * self._sweep.stride * layer.size + (4 << _height(layer))
        if self._held > self._most:
            raise LimitHit("megabytes")

    def _own_images(self, layer: Layer) -> Layer:
        """Return the states of a flipped layer that are their own images."""
        plan = self._sweep.plan
        scratch = new_scratch(plan)
        own = OwnImages(plan, layer.step, layer.states, scratch, zeros(Counts, 0))
        for _ in range(2):  # the first pass only counts
            own.found = zeros(Counts, own.size * self._sweep.stride)
            own.size = 0
            drive_over(layer.size, partial(retracing.find_own_images, own), self._sweep.budget)
        return Layer(layer.step, own.size, own.found)

    def layers(self, half: HalfGraph) -> StoredLayers:
        """Pack all layers, and release them."""
        sweep, stride = self._sweep, self._sweep.stride
        every = [layer or Layer(0, 0, zeros(Counts, 0)) for layer in self._main + self._beside]
        self._main, self._beside = [], []
        heights = list(map(_height, every))
        begins = [0, *accumulate((1 << height) + 2 for height in heights)]
        store = zeros(Counts, stride * sum(layer.size for layer in every))
        first = zeros(Places, begins[-1])
        every.reverse()
        for height, begin in zip(heights, begins, strict=False):
            layer = every.pop()
            shelf = Shelving(layer.states, sweep.key_words, store, first, begin, height)
            put = partial(retracing.shelve, shelf)
            drive_over(layer.size, put, self._sweep.budget)
            meeting.sum_up(first, begin, begin + (1 << height) + 2)
            shelf.placing = 1
            drive_over(layer.size, put, self._sweep.budget)
        fresh = []
        for t in range(self._steps):
            before = set(sweep.frontier(t))
            now = [t, *sweep.frontier(t + 1)]
            fresh.append(sum(1 << s for s, v in enumerate(now) if v not in before))
        return StoredLayers(
            plan=sweep.plan,
            steps=self._steps,
            fresh=array_of(Counts, fresh),
            image=array_of(Marks, half.flip or range(len(half.neighbours))),
            numbers=array_of(Marks, (half.number[v] for v in sweep.frontier(self._steps))),
            store=store,
            first=first,
            first_at=array_of(Counts, begins),
            heights=array_of(Marks, heights),
            sides=array_of(Marks, self._sides),
        )


def _height(layer: Layer) -> int:
    """Return the number of bits of the hash that index a shelf, for four states or more each."""
    return max(0, (layer.size // 4).bit_length() - 1)


# -- from a cycle to its rank -------------------------------------------------------------------


class _Trace(NamedTuple):
    """The states of a sweep that chooses given edges."""

    keys: list[list[int]]  # the key after each step
    chosen: list[tuple[int, int]]  # the slots that each step joins
    mate: list[int]  # the mate of every vertex after the last step


def _rank_of(space: HalfSpace, edges: Sequence[Edge]) -> int:
    """Return the rank of a cycle, given by its edges in the whole graph."""
    images = [list(edges)]
    if space.graph.fair:
        for symmetry in (space.graph.left.flip, space.mirror):
            if symmetry is not None:
                images += [_image(image, symmetry) for image in images]
    sign = min(_sign(space, image) for image in images)
    targets = space.joint.targets
    t = bisect_left(targets, sign)
    be_sure(t < len(targets) and targets[t] == sign, "a state of a cycle is missing")
    weight, before = space.weights[t], read_sum(space.before, t)
    share = (read_sum(space.before, t + 1) - before) // weight
    for copy in range(weight):
        image = list(edges)
        for symmetry in space.symmetries(sign, weight, copy):
            image = _image(image, symmetry)
        if _sign(space, image) == sign:
            return before + copy * share + _number(space, sign, image)
    raise InternalError("no image of a cycle has its signature")


def _image(edges: Iterable[Edge], symmetry: Sequence[int]) -> list[Edge]:
    return [(symmetry[a], symmetry[b]) for a, b in edges]


def _sign(space: HalfSpace, edges: Iterable[Edge]) -> int:
    """Return the signature at which the halves of a cycle meet."""
    number, steps = space.graph.left.number, space.graph.left.steps
    sets = space.graph.left_sets
    degree = 0
    for a, b in edges if sets.hub else ():
        ends = {3 ** number[v] if v in number else 0 for v in (a, b)}
        inside = 0 not in ends
        if sets.hub in ends and (
            pair(number[a], number[b]) in _share(sets, 2) if inside else min(a, b) < steps
        ):
            degree += 1
    mine = _share(sets, degree)
    sign = 0
    for a, b in edges:
        if a in number and b in number:
            if pair(number[a], number[b]) in mine:
                sign += 3 ** number[a] + 3 ** number[b]
        elif min(a, b) < steps and max(a, b) in number:
            sign += 3 ** number[max(a, b)]
    return sign


def _number(space: HalfSpace, sign: int, edges: Sequence[Edge]) -> int:
    """Return the number of a cycle of its signature."""
    walker, joint = Walker(space), space.joint
    join = walker.join
    indices, ranks = [], []
    degree = degree_of_hub(joint.left.sets, sign)
    for side, walk in zip(walker.sides, walker.walks, strict=True):
        graph, half = side.graph, side.half
        own = {name: v for v, name in enumerate(graph.names)}
        here = [pair(own[a], own[b]) for a, b in edges]
        trace = _trace_edges(side, here)
        inside = {
            pair(graph.number[a], graph.number[b])
            for a, b in here
            if a in graph.number and b in graph.number
        } & _share(half.sets, degree)
        mate = {
            s: graph.number[trace.mate[v]]
            for v, s in graph.number.items()
            if trace.mate[v] not in (v, INNER)
        }
        linked = _linked_ends(mate, trace, graph, inside)
        ranks.append(_matching({half.renumber[s]: half.renumber[r] for s, r in linked.items()}))
        join.low = LOW
        chosen = _set_of(half.sets, degree, inside)
        walker.find_source(side, sign, ranks[-1], chosen, _matching(mate))
        degree = 2 - degree if half.sets.hub else 0  # in the other half
        indices.append(LOW - join.low + _number_of_choices(side, walk, trace, here))
    join.low = join.high = LOW
    meeting.find(joint, sign, ranks[1], join)
    before = LOW - join.low + ((LOW - join.high) << 62)
    join.low = LOW
    meeting.partner(joint.matchings, ranks[1], ranks[0], join)
    return before + (LOW - join.low + indices[0]) * join.right[ranks[1]] + indices[1]


def _edges(flat: Iterable[int]) -> Iterable[Edge]:
    ends = list(flat)
    return zip(ends[::2], ends[1::2], strict=True)


def _share(sets: EdgeSets, degree: int) -> set[Edge]:
    """Return the middle edges that a half may use if the hub has this degree in it."""
    begin, end = (sets.pair_at[e] for e in sets.degree_at[degree : degree + 2])
    return set(_edges(sets.pairs[2 * begin : 2 * end]))


def _set_of(sets: EdgeSets, degree: int, inside: set[Edge]) -> int:
    """Return the number of a set of middle edges of a half for a degree of the hub."""
    begin, end = sets.degree_at[degree : degree + 2]
    bounds = pairwise(2 * at for at in sets.pair_at[begin : end + 1])
    every = [set(_edges(sets.pairs[first:last])) for first, last in bounds]
    return begin + every.index(inside)


def _linked_ends(
    ends: Mapping[int, int], trace: _Trace, graph: HalfGraph, inside: Iterable[Edge]
) -> dict[int, int]:
    """Join the ends of fragments by middle edges; return the mate of each new end."""
    degree = {s: 2 * (trace.mate[v] == INNER) for v, s in graph.number.items()}
    mate = {s: ends.get(s, s) for s in degree}
    for s in ends:
        degree[s] += 1
    for a, b in inside:
        x, y = mate[a], mate[b]
        mate[x], mate[y] = y, x
        degree[a] += 1
        degree[b] += 1
    return {s: other for s, other in mate.items() if degree[s] == 1}


def _matching(mate: Mapping[int, int]) -> int:
    """Return the rank of a matching; see :mod:`caballero.counting.kernels.meeting`."""
    ends = sorted(mate)
    rank = 0
    while ends:
        place = ends.index(mate[ends.pop(0)])
        rank = rank * len(ends) + place
        ends.pop(place)
    return rank


def _trace_edges(side: HalfResult, edges: Iterable[Edge]) -> _Trace:
    """Return the trace of a half's sweep that chooses some edges."""
    plan, graph = side.layers.plan, side.graph
    size = len(graph.neighbours)
    later: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        later[min(a, b)].append(max(a, b))
    before = frontiers(graph.neighbours)
    mate, walk = list(range(size)), new_walk(side.layers, 0)
    trace = _Trace([_key(first_layer(plan).states, plan.key_words)], [], mate)
    for t in range(graph.steps):
        frontier = before[t + 1]
        match sorted(later[t]):
            case []:
                trace.chosen.append((0, 0))
            case [b]:
                trace.chosen.append((0, 1 + frontier.index(b)))
                _join(mate, t, b)
            case [a, b]:
                trace.chosen.append((1 + frontier.index(a), 1 + frontier.index(b)))
                _join(mate, a, b)
        at = {v: s for s, v in enumerate([t, *frontier])}
        for v in frontier:
            walk.scratch.mate[at[v]] = INNER if mate[v] == INNER else at[mate[v]]
        encode(plan, t + 1, plan.flips, -1, walk.scratch, walk.keys, 0)
        trace.keys.append(_key(walk.keys, plan.key_words))
    return trace


def _key(keys: Ints, words: int) -> list[int]:
    return [keys[w] for w in range(words)]


def _join(mate: list[int], a: int, b: int) -> None:
    """Join two vertices through the vertex of the step."""
    x, y = mate[a], mate[b]
    if x != a:
        mate[a] = INNER
    if y != b:
        mate[b] = INNER
    mate[x], mate[y] = y, x


def _number_of_choices(side: HalfResult, walk: Walk, trace: _Trace, edges: Sequence[Edge]) -> int:
    """Return the number of a path of choices among the paths that lead to the same last state."""
    layers, flip = side.layers, side.graph.flip
    traces, at = [trace], 0  # the trace of the edges or of their images, whichever is stored
    if flip is not None:
        traces.append(_trace_edges(side, _image(edges, flip)))
    flipped = [begin >= 0 for begin in layers.plan.flip_at]
    passed = halved = 0
    for t in reversed(range(layers.steps)):
        for w, value in enumerate(traces[at].keys[t + 1]):
            walk.keys[w] = value
        walk.rest, walk.aimed = LOW, 0
        flips_here = False
        if flipped[t + 1]:
            # The layers back to the previous flipped layer have only successors of the smaller
            # image.
            last = next((u for u in range(t, -1, -1) if flipped[u]), 0)
            keys = array_of(Counts, traces[at].keys[last])
            decode(layers.plan, last, layers.plan.flips, -1, keys, 0, walk.scratch)
            flips_here = image_is_smaller(layers.plan, last, walk.scratch)
            halved = int(flips_here)
        if flips_here:
            retracing.step(layers, t, 0, 0, walk)
            at = 1 - at
        walk.aimed = 1
        walk.a, walk.b = traces[at].chosen[t]
        walk.aim = array_of(Counts, traces[at].keys[t])
        found = retracing.step(layers, t, int(flips_here), halved, walk)
        be_sure(found, "a state of a cycle is missing")
        passed += LOW - walk.rest
    return passed
