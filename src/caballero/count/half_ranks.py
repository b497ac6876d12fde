"""From a cycle to its rank in a :class:`~caballero.count.half_space.HalfSpace`.

The way back from a rank is gone in the other direction: the states that the cycle itself leaves
are known, and whatever comes before them, in the order of the numbers, is added up.

Invariant: the rank of the cycle of a rank is that rank.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from caballero.kernels import retracing as kernel
from caballero.kernels._speed import Counts, numbers
from caballero.kernels._states import INNER, LOW, encode

from .half_space import HalfSpace, Kept, Scratch, read_sum
from .meet import Edge, Share, Side
from .ranking import be_sure
from .sweep import frontiers


class _Trace(NamedTuple):
    """What some edges leave in the frontiers of a sweep.

    Parameters
    ----------
    keys : list of lists of int
        The state after each turn.
    chosen : list of pairs of int
        The slots that were joined at each turn.
    mate : list of int
        The other end of the fragment of every vertex in the end.
    """

    keys: list[list[int]]
    chosen: list[tuple[int, int]]
    mate: list[int]


def rank_of(space: HalfSpace, edges: Sequence[Edge]) -> int:
    """Return the rank of a cycle, given by its edges in the order that was cut.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.half_space import half_space
    >>> from caballero.count.route import route
    >>> from caballero.limits import Budget
    >>> space = half_space(route(Problem.of("5x6", closed=True), Budget(), halves=True), Budget())
    >>> [space.ranked(space.unranked([rank])) for rank in range(8)]
    [0, 1, 2, 3, 4, 5, 6, 7]
    """
    images = [list(edges)]
    if space.plan.fair:
        for symmetry in (space.plan.left.flip, space.mirror):
            if symmetry is not None:
                images += [_image(one, symmetry) for one in images]
    sign = min(_sign(space, one) for one in images)
    t = bisect_left(space.targets, sign)
    be_sure(t < len(space.targets) and space.targets[t] == sign, "a cycle left the states")
    weight, before = int(space.weights[t]), read_sum(space.before, t)
    share = (read_sum(space.before, t + 1) - before) // weight
    for copy in range(weight):
        image = list(edges)
        for symmetry in space.symmetries(sign, weight, copy):
            image = _image(image, symmetry)
        if _sign(space, image) == sign:
            return before + copy * share + _number(space, t, image)
    raise RuntimeError("no image of a cycle has its signature")


def _image(edges: Iterable[Edge], symmetry: Sequence[int]) -> list[Edge]:
    return [(symmetry[a], symmetry[b]) for a, b in edges]


def _sign(space: HalfSpace, edges: Iterable[Edge]) -> int:
    """Return the signature at which the halves of a cycle meet."""
    number, turn = space.plan.left.number, space.plan.left.turn
    mine = set(_pairs(space.plan.mine.pairs))
    sign = 0
    for a, b in edges:
        if a in number and b in number:
            if _pair(number[a], number[b]) in mine:
                sign += 3 ** number[a] + 3 ** number[b]
        elif min(a, b) < turn and max(a, b) in number:
            sign += 3 ** number[max(a, b)]
    return sign


def _number(space: HalfSpace, t: int, edges: Sequence[Edge]) -> int:
    """Return which of the cycles of its signature one is."""
    plan, scratch = space.plan, Scratch.of(space)
    packed_at, packed = space.tables.packed_at, space.tables.packed
    slots, found = len(plan.mirrors), scratch.found
    indices, ranks = [], []
    for side, kept, share, given, renumber in (
        (plan.left, space.left, plan.mine, scratch.mine, scratch.identity),
        (plan.right, space.right, plan.theirs, scratch.theirs, scratch.mirrors),
    ):
        own = {name: v for v, name in enumerate(side.names)}
        here = [_pair(own[a], own[b]) for a, b in edges]
        trace = _traced(side, kept, here)
        inside = {
            _pair(side.number[a], side.number[b])
            for a, b in here
            if a in side.number and b in side.number
        } & set(_pairs(share.pairs))
        mate = {
            s: side.number[trace.mate[v]]
            for v, s in side.number.items()
            if trace.mate[v] not in (v, INNER)
        }
        joined = _joined({s: mate.get(s, s) for s in range(slots)}, trace, side, inside)
        ranks.append(_matching({int(renumber[s]): int(renumber[r]) for s, r in joined.items()}))
        found[0], found[1] = _set_of(share, inside), _matching(mate)
        done = kernel.source_of.compiled(
            int(space.targets[t]), slots, scratch.mirrors, int(side is plan.right), renumber,
            *kept.half, *given, packed_at, packed, ranks[-1], -1, found, scratch.state,
            *scratch.gather,
        )  # fmt: skip
        be_sure(done == 1, "a cycle left the states")
        indices.append(int(found[1]) + _walked(side, kept, trace, here, scratch))
    sums = numbers(Counts, 2)
    kernel.join_each.compiled(
        numbers(Counts, [int(space.targets[t])]), 0, 1, slots, scratch.mirrors, scratch.identity,
        *space.left.half, *scratch.mine, *space.right.half, *scratch.theirs, *space.tables,
        numbers(Counts, 0), ranks[1], sums, *scratch.join,
    )  # fmt: skip
    k = sum(int(space.targets[t]) // 3**s % 3 == 1 for s in range(slots)) // 2
    others = kernel.partner_of.compiled(
        k, ranks[0], ranks[1], packed, int(packed_at[k]), scratch.join[0], -1, found
    )
    return read_sum(sums, 0) + (int(others) + indices[0]) * int(found[3]) + indices[1]


def _pairs(flat: Iterable[int]) -> Iterable[Edge]:
    ends = list(flat)
    return zip(ends[::2], ends[1::2], strict=True)


def _pair(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def _set_of(share: Share, inside: set[Edge]) -> int:
    """Return which of the sets of a share one is."""
    at = share.pair_at
    for e in range(len(share.signs)):
        if (
            at[e + 1] - at[e] == len(inside)
            and set(_pairs(share.pairs[2 * at[e] : 2 * at[e + 1]])) == inside
        ):
            return e
    raise RuntimeError("no set of middle edges is that of a cycle")


def _joined(
    mate: dict[int, int], trace: _Trace, side: Side, inside: Iterable[Edge]
) -> dict[int, int]:
    """Join the ends of fragments by middle edges; return which ends belong together then."""
    degree = {s: 2 * (trace.mate[v] == INNER) for v, s in side.number.items()}
    for s, other in mate.items():
        degree[s] += other != s
    for a, b in inside:
        x, y = mate[a], mate[b]
        mate[x], mate[y] = y, x
        degree[a] += 1
        degree[b] += 1
    return {s: other for s, other in mate.items() if degree[s] == 1}


def _matching(mate: Mapping[int, int]) -> int:
    """Return the rank of a matching; see :mod:`caballero.kernels.meeting`."""
    ends = sorted(mate)
    rank = 0
    while ends:
        place = ends.index(mate[ends.pop(0)])
        rank = rank * len(ends) + place
        ends.pop(place)
    return rank


def _traced(side: Side, kept: Kept, edges: Iterable[Edge]) -> _Trace:
    """Follow the sweep of a half along some edges."""
    way, size = kept.way, len(side.neighbours)
    words, shifts = [int(w) for w in way.words], [int(w) for w in way.shifts]
    later: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        later[min(a, b)].append(max(a, b))
    before = frontiers(side.neighbours)
    mate, opened = list(range(size)), [0] * size
    trace = _Trace([[0] * way.key_words], [], mate)
    for t in range(side.turn):
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
        key = [0] * way.key_words
        encode(
            mate, mate, len(frontier), frontier, 0, int(way.digit_at[t + 1]), words, shifts, 0,
            opened, key, 0, way.key_words,
        )  # fmt: skip
        trace.keys.append(key)
    return trace


def _join(mate: list[int], a: int, b: int) -> None:
    """Join two vertices by way of the one whose turn it is."""
    x, y = mate[a], mate[b]
    if x != a:
        mate[a] = INNER
    if y != b:
        mate[b] = INNER
    mate[x], mate[y] = y, x


def _walked(side: Side, kept: Kept, trace: _Trace, edges: Sequence[Edge], scratch: Scratch) -> int:
    """Return the number of a way among those to its last state."""
    way, traces, turned = kept.way, [trace], 0
    if side.flip is not None:
        traces.append(_traced(side, kept, _image(edges, side.flip)))
    flipped = [int(at) >= 0 for at in way.flip_at]
    key, mate, opened, chosen, _ = scratch.walk
    rest, nothing = scratch.rest, scratch.aim
    passed = halved = 0
    for t in reversed(range(side.turn)):
        key[: way.key_words] = numbers(Counts, traces[turned].keys[t + 1])
        rest[0] = LOW
        turns = False
        if flipped[t + 1]:
            # The layers back to the next flipped one have what comes of the smaller image.
            last = next((u for u in range(t, -1, -1) if flipped[u]), 0)
            turns = traces[1 - turned].keys[last] < traces[turned].keys[last]
            halved = int(turns)
        if turns:
            kernel.step.compiled(
                *way, t, 0, 0, nothing, rest, key, mate, opened, chosen
            )  # fmt: skip
            turned = 1 - turned
        aim = numbers(Counts, [*traces[turned].chosen[t], *traces[turned].keys[t]])
        done = kernel.step.compiled(
            *way, t, int(turns), halved, aim, rest, key, mate, opened, chosen
        )
        be_sure(done == 1, "a cycle left the states")
        passed += LOW - int(rest[0])
    return passed
