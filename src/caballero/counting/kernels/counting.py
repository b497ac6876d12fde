"""Frontier counting: all Hamiltonian cycles at once, layer by layer.

``_states.py`` defines states and layers, and names their authors. Here each state has a *count*:
the number of ways to reach it. A step expands the states of a layer, and a table adds up the counts
of equal successors. The counts of cycles that close go to a total.

Several workers may expand a layer. The hash of a state decides which worker has it in its table;
successors that belong to others go to the worker's *outbox*, from which the others receive them.

Counts have some ints of 62 bits, the lowest first; `OVERFLOW` means that a count does not
fit.

Invariants: the states of a layer are all different; the count of a state is exact; no worker writes
to an outbox while another reads it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise
from typing import Final, TypeVar

from caballero.machine.kernel import Counts, Marks, array_of, kernel, prefetch, zeros
from caballero.machine.kernels._shared import WORD, home_of

from ._states import (
    CLOSED,
    MARK,
    NARROW,
    PLANAR,
    Plan,
    Scratch,
    add,
    narrow_successors,
    place_from,
    planar_successors,
    successors,
)

# What `advance`, `receive` and `pour` return.
RUNNING: Final = 0  # the steps are used up
DONE: Final = 1  # nothing is left to do
FULL: Final = 2  # the table has to grow: `pour` it into a larger table, then continue
OVERFLOW: Final = 3  # a count does not fit
BLOCKED: Final = 4  # the outbox is full: let the other workers receive it, then continue

OWNER_BITS: Final = 10  # bits of a hash that select the worker of a state

T = TypeVar("T")

WIDEST: Final = 60  # vertices that take part in a step: a set of them is an int


@dataclass(frozen=True, slots=True)
class Layer:
    """The states after some steps, without gaps."""

    step: int  # how many steps were taken
    size: int  # how many states there are
    states: Counts  # the ints of each key, then of its count


@dataclass(slots=True)
class Table:
    """States, in a hash table."""

    entries: Counts  # ``2**height`` places, each as in a layer, or 0 if it is empty
    height: int  # the logarithm of the places
    step: int  # the layer that is expanded
    used: int = 0  # how many are not empty
    next: int = 0  # the next place to pour into another table, or to pack


@dataclass(frozen=True, slots=True)
class Outbox:
    """Successors that a worker found and that belong to the tables of other workers."""

    entries: Counts  # as in a layer; each receiver has an equal part
    sizes: Counts  # how many ints are waiting for each receiver
    worker: int = 0  # the number of the worker that fills it


def new_outbox(ints: int, worker: int, workers: int) -> Outbox:
    """Return an empty outbox of about this size."""
    return Outbox(zeros(Counts, ints // workers * workers), zeros(Counts, workers), worker)


@dataclass(slots=True)
class Part:
    """The part of a layer that a worker expands."""

    # The number of cycles that closed, in all layers; in a growing graph for each size.
    total: Counts
    # A single worker does not use it.
    outbox: Outbox = field(default_factory=lambda: new_outbox(0, 0, 1))
    # The states of the layer that are still to be expanded: from `next` to `stop`.
    next: int = 0
    stop: int = 0
    transitions: int = 0  # the choices that led to a state


def new_plan(
    neighbours: Sequence[Sequence[int]],
    *,
    count_words: int = 1,
    twisted: bool = False,
    odd: frozenset[tuple[int, int]] = frozenset(),
    parallel: frozenset[tuple[int, int]] = frozenset(),
    flip: Sequence[int] | None = None,
    line: Sequence[int] | None = None,
    growing: int | None = None,
    pause: Callable[[], object] = bool,
) -> Plan:
    """Lay out the steps of a graph whose vertices are numbered in the order of the sweep.

    A count has `count_words` ints. If `twisted`, only cycles with an odd number of `odd` edges
    count; `parallel` edges exist twice, odd and even. Edges have the smaller vertex first. `flip`
    has the image of each vertex under an automorphism that is its own inverse; it is used in every
    layer whose earlier vertices it permutes among themselves. `line` has the label of each vertex
    in a planar sweep, whose flip reverses the labels. If the graph is `growing`, to this number of
    vertices, each smaller number of them has its own total; an additional vertex is a hub.

    Raises `OverflowError` if more than `WIDEST` vertices take part in a step; `PLANAR`, if planar.
    `pause` is called regularly, and may stop the work by raising.

    >>> plan = new_plan([[1, 2], [0, 2], [0, 1]])
    >>> list(plan.width), plan.key_words
    ([0, 2, 1, 0], 1)
    """
    size = len(neighbours)
    borders = frontiers(neighbours, pause)
    if (widest := max(map(len, borders))) >= WIDEST:
        raise OverflowError(widest)
    pause()
    after = borders[1:]
    slots = [[t, *border] for t, border in enumerate(after)]
    slot_of = [{v: s for s, v in enumerate(taking)} for taking in _paused(slots, pause)]
    pause()
    narrow = widest <= NARROW and not twisted
    labels = NARROW if narrow else max(3, widest)
    bits = (labels - 1).bit_length() + twisted
    in_word = NARROW if narrow else WORD // bits
    spacing = 4 if narrow else 1
    label_of = _labels(borders)
    if line is not None:
        labels, bits, in_word, spacing = max(line) + 1, 2, PLANAR, 2
        label_of = dict(enumerate(line))
        if labels > PLANAR:
            raise OverflowError(labels)
    pause()
    later = [
        [
            (slot_of[v][w], label_of[w], twist)
            for w in sorted(row)
            if w > v
            for twist in ([0, 1] if (v, w) in parallel else [int((v, w) in odd)])
        ]
        for v, row in enumerate(_paused(neighbours, pause))
    ]
    bit_of = {v: spacing * label for v, label in label_of.items()}
    near, rows = [*map(frozenset, neighbours)], [*map(sorted, neighbours)]
    watched = [_watch_list(near, rows, taking, bit_of, growing) for taking in _paused(slots, pause)]
    pause()
    flip_at, flips = [-1] * (size + 1), [0]
    image_at, images, ranks = [-1] * (size + 1), list[int](), list[int]()
    for t, furthest in enumerate(accumulate(_paused(flip or (), pause), max), 1):
        if flip and furthest < t and borders[t]:
            flip_at[t], image_at[t] = len(flips), len(images)
            flips += [slot_of[t - 1][flip[v]] for v in borders[t]]
            image_of = {label_of[v]: label_of[flip[v]] for v in borders[t]}
            rank_of = {label_of[v]: p for p, v in enumerate(borders[t])}
            images += [image_of.get(label, label) for label in range(labels)]
            ranks += [rank_of.get(label, 0) for label in range(labels)]
    pause()
    choices, ends, twists = zip(*chain(*later), strict=True) if any(later) else ((), (), ())
    watch = list(chain(*watched))
    words = [label // in_word for label in range(labels)]
    shifts = [label % in_word * bits for label in range(labels)]
    blank = [0] * (words[-1] + 1)
    for label in range(labels):
        blank[words[label]] |= label << twisted << shifts[label]
    if line is not None:
        blank = [MARK]
    places = [_order(width, twisted) for width in range(widest + 1)]

    def marks(values: Iterable[int]) -> Marks:
        pause()
        return array_of(Marks, values)

    return Plan(
        width=marks(map(len, borders)),
        place_at=_begins(borders),
        labels=marks(label_of[v] for border in borders for v in border),
        places=marks(slot_of[t][v] for t in range(size) for v in borders[t]),
        order=marks(chain(*(places[len(border)] for border in borders))),
        own=marks(label_of[t] if t in borders[t] else -1 for t in range(size)),
        everything=array_of(Counts, (sum(1 << bit_of[v] for v in row) for row in after)),
        choice_at=_begins(later),
        choices=marks(choices),
        ends=marks(ends),
        twists=marks(twists),
        watch_at=_begins(watched),
        watched=marks((bit for bit, _, _ in watch)),
        beyond=marks((beyond for _, beyond, _ in watch)),
        sight=array_of(Counts, (sight for _, _, sight in watch)),
        last=marks((int(len(taking) == size - t) for t, taking in enumerate(slots))),
        growing=-1 if growing is None else 1 << bit_of[growing] if growing < size else 0,
        flip_at=marks(flip_at),
        flips=marks(flips),
        image_at=marks(image_at),
        images=marks(images),
        ranks=marks(ranks),
        vertex_at=_begins(slots),
        vertices=marks(chain(*slots)),
        words=marks(words),
        shifts=marks(shifts),
        blank=array_of(Counts, map(_signed, blank)),
        spread=array_of(
            Counts, (_signed(value << shift) for shift in shifts for value in range(1 << bits))
        ),
        bits=bits,
        spacing=spacing,
        twisted=int(twisted),
        unit=array_of(Counts, _one(count_words)),
        key_words=len(blank),
        count_words=count_words,
    )


def _watch_list(
    near: Sequence[Collection[int]],
    rows: Sequence[Sequence[int]],
    taking: Sequence[int],
    bit_of: Mapping[int, int],
    growing: int | None,
) -> list[tuple[int, int, int]]:
    """Return the entries of `watched`, `beyond` and `sight` of a step: see :class:`Plan`.

    Only vertices that lose a neighbour or an edge in this step can become dead ends. The work does
    not grow with the neighbours of a dummy: `near` and `rows` have them as sets and in order.
    """
    first, *others = taking
    ends = {w for w in others if w in near[first]}
    found = []
    for v in sorted(v for v in others if v in ends or not ends.isdisjoint(near[v])):
        if growing is not None and sum(v < w < growing for w in rows[v]) < 2:
            continue  # the graph may have ended before it
        seen = [w for w in others if w in near[v]]
        beyond = len(rows[v]) - bisect_right(rows[v], first) - len(seen)
        if beyond < 2:
            found.append((bit_of[v], beyond, sum(1 << bit_of[w] for w in seen)))
    return found


def _labels(borders: Sequence[Sequence[int]]) -> dict[int, int]:
    """Give each vertex a label that no other vertex has at the same time in the frontier."""
    labels: dict[int, int] = {}
    free = list(range(max(map(len, borders)), -1, -1))
    for t, border in enumerate(borders[1:]):
        if t in labels:
            free.append(labels[t])
        for v in border:
            if v not in labels:
                labels[v] = free.pop()
    return labels


def _order(width: int, twisted: bool) -> list[int]:
    """Return the places of a frontier, the most significant first, which fits a key in few bits."""
    ints: list[list[int]] = [[]]
    used = 0
    for p in range(width):
        bits = (2 + (min(p, width - p) << twisted)).bit_length()
        if used + bits > WORD:
            ints.append([])
            used = 0
        ints[-1].append(p)
        used += bits
    return [p for places in ints for p in reversed(places)]


def _signed(word: int) -> int:
    """Return 64 bits as a number with a sign."""
    return word - (word >> 63 << 64)


def frontiers(
    neighbours: Sequence[Sequence[int]], pause: Callable[[], object] = bool
) -> list[list[int]]:
    """Return the frontier before each step, and after the last; `pause` is called regularly."""
    result: list[list[int]] = [[]]
    now: set[int] = set()
    for v, row in enumerate(_paused(neighbours, pause)):
        now.update(w for w in row if w > v)
        now.discard(v)
        result.append(sorted(now))
    return result


def _paused(items: Sequence[T], pause: Callable[[], object]) -> Iterator[T]:
    """Yield the items, and call `pause` before every two-hundredth."""
    for i, item in enumerate(items):
        if not i % 200:
            pause()
        yield item


def _begins(rows: Sequence[Sequence[object]]) -> Marks:
    """Return where each row begins if all rows are stored in an array."""
    return array_of(Marks, accumulate(map(len, rows), initial=0))


def new_scratch(plan: Plan, states: int = 1) -> Scratch:
    """Return room for all choices of some states in any step."""
    slots = max(len(plan.words), max(plan.width, default=0) + 1)
    degree = max((b - a for a, b in pairwise(plan.choice_at)), default=0)
    choices = states * (1 + degree * (degree + 1) // 2)
    return Scratch(
        mate=zeros(Marks, slots),
        odd=zeros(Marks, slots),
        mates=zeros(Marks, slots),
        odds=zeros(Marks, slots),
        named=zeros(Marks, slots),
        keys=zeros(Counts, choices * plan.key_words),
        pairs=zeros(Marks, 2 * choices),
        sources=zeros(Counts, choices),
        homes=zeros(Counts, choices),
    )


def with_counts(plan: Plan, count_words: int) -> Plan:
    """Return the same plan with counts of another length."""
    return replace(plan, unit=array_of(Counts, _one(count_words)), count_words=count_words)


def _one(count_words: int) -> list[int]:
    return [int(w == 0) for w in range(count_words)]


def first_layer(plan: Plan) -> Layer:
    """Return layer 0: nothing is chosen, in a single way."""
    return Layer(0, 1, array_of(Counts, [*plan.blank, *plan.unit]))


@kernel
def advance(
    plan: Plan, layer: Layer, part: Part, table: Table, scratch: Scratch, steps: int
) -> int:
    """Expand states of a layer into the table of the next layer.

    A step is a state or a transition; its time is proportional to the width of the frontier.
    """
    if plan.spacing == 4 and plan.count_words == 1:  # the most common case by far
        return _advance(plan, layer, part, table, scratch, steps, 1, 1)
    words, counts = plan.key_words, plan.count_words
    if plan.spacing == 2:
        return _advance(plan, layer, part, table, scratch, steps, 1, counts)
    if words == 2 and counts == 1:  # the next most common case
        return _advance(plan, layer, part, table, scratch, steps, 2, 1)
    return _advance(plan, layer, part, table, scratch, steps, words, counts)


def _advance(
    plan: Plan,
    layer: Layer,
    part: Part,
    table: Table,
    scratch: Scratch,
    steps: int,
    key_words: int,
    count_words: int,
) -> int:
    states, t = layer.states, layer.step
    stride = key_words + count_words
    degree = plan.choice_at[t + 1] - plan.choice_at[t]
    batch = len(scratch.homes)
    most = batch - (1 + degree * (degree + 1) // 2)
    room = _room(table) - batch
    while part.next < part.stop:
        if steps <= 0:
            return RUNNING
        if table.used > room:
            return FULL
        if _is_full(part.outbox, batch * stride):
            return BLOCKED
        # First find all successors of some states, then their places: the processor fetches the
        # table's parts meanwhile.
        found = 0
        state = part.next
        while state < part.stop and found <= most and state - part.next < steps:
            before = found
            if key_words == 1 and plan.spacing == 4:
                found = narrow_successors(plan, t, states[state * stride], found, scratch)
            elif key_words == 1 and plan.spacing == 2:
                found = planar_successors(plan, t, states[state * stride], found, scratch)
            else:
                found = successors(plan, t, states, state * stride, found, scratch)
            for i in range(before, found):
                scratch.sources[i] = state * stride + key_words
                if scratch.keys[i * key_words] == CLOSED:
                    continue
                mixed = home_of(scratch.keys, i * key_words, key_words, WORD, t)
                home = (mixed >> WORD - table.height) * stride
                owner = (mixed & (1 << OWNER_BITS) - 1) * len(part.outbox.sizes) >> OWNER_BITS
                if owner == part.outbox.worker:
                    scratch.homes[i] = home
                    prefetch(table.entries, home)
                else:
                    scratch.homes[i] = -1 - owner
            state += 1
        steps -= state - part.next + found
        part.next = state
        if _gather(layer, part, table, scratch, found, key_words, count_words):
            return OVERFLOW
    return DONE


def _room(table: Table) -> int:
    """Return how many states a table may have."""
    return (3 << table.height) // 4


def _is_full(outbox: Outbox, ints: int) -> bool:
    """Return whether an outbox lacks room for `ints` more ints for some worker."""
    if len(outbox.sizes) == 1:
        return False
    room = len(outbox.entries) // len(outbox.sizes) - ints
    full = 0
    for owner in range(len(outbox.sizes)):
        full |= outbox.sizes[owner] > room
    return full != 0


def _gather(
    layer: Layer,
    part: Part,
    table: Table,
    scratch: Scratch,
    found: int,
    key_words: int,
    count_words: int,
) -> int:
    """Add the choices found to the table, the total or the outbox; return the overflow."""
    states, keys = layer.states, scratch.keys
    for i in range(found):
        carry = 0
        key = i * key_words
        count = scratch.sources[i]
        home = scratch.homes[i]
        if keys[key] == CLOSED:
            carry = add(part.total, home * count_words, states, count, count_words)
        elif home >= 0:
            part.transitions += 1
            carry = _add_to(table, home, keys, key, states, count, key_words, count_words)
        else:
            part.transitions += 1
            _send(part.outbox, -1 - home, keys, key, states, count, key_words, count_words)
        if carry:
            return carry
    return 0


def _send(
    outbox: Outbox,
    owner: int,
    keys: Counts,
    key: int,
    counts: Counts,
    count: int,
    key_words: int,
    count_words: int,
) -> None:
    """Write a key and a count to an outbox."""
    to = len(outbox.entries) // len(outbox.sizes) * owner + outbox.sizes[owner]
    for w in range(key_words):
        outbox.entries[to + w] = keys[key + w]
    for w in range(count_words):
        outbox.entries[to + key_words + w] = counts[count + w]
    outbox.sizes[owner] += key_words + count_words


def _add_to(
    table: Table,
    home: int,
    keys: Counts,
    key: int,
    counts: Counts,
    count: int,
    key_words: int,
    count_words: int,
) -> int:
    """Add a key, whose home is known, and a count to a table; return the overflow."""
    entries = table.entries
    stride = key_words + count_words
    to = place_from(keys, key, key_words, entries, 0, home, stride << table.height, stride)
    if entries[to] != 0:
        return add(entries, to + key_words, counts, count, count_words)
    table.used += 1
    for w in range(key_words):
        entries[to + w] = keys[key + w]
    for w in range(count_words):
        entries[to + key_words + w] = counts[count + w]
    return 0


@kernel
def receive(
    plan: Plan, outbox: Outbox, worker: int, table: Table, scratch: Scratch, steps: int
) -> int:
    """Add at most `steps` entries from another worker's outbox to a worker's table."""
    key_words, count_words = plan.key_words, plan.count_words
    stride = key_words + count_words
    entries, homes = outbox.entries, scratch.homes
    begin = len(entries) // len(outbox.sizes) * worker
    room = _room(table) - len(homes)
    while outbox.sizes[worker] > 0:
        if steps <= 0:
            return RUNNING
        if table.used > room:
            return FULL
        size = min(len(homes), outbox.sizes[worker] // stride)
        first = begin + outbox.sizes[worker] - size * stride
        for i in range(size):
            home = home_of(entries, first + i * stride, key_words, table.height, table.step)
            homes[i] = home * stride
            prefetch(table.entries, homes[i])
        for i in range(size):
            at = first + i * stride
            count = at + key_words
            if _add_to(table, homes[i], entries, at, entries, count, key_words, count_words):
                return OVERFLOW
        outbox.sizes[worker] -= size * stride
        steps -= size
    return DONE


@kernel
def pour(plan: Plan, table: Table, into: Table, steps: int) -> int:
    """Add the entries in the next `steps` places of a table to another table, which has room."""
    entries = table.entries
    key_words, count_words = plan.key_words, plan.count_words
    stride = key_words + count_words
    end = min(table.next + steps, 1 << table.height)
    for place in range(table.next, end):
        at = place * stride
        if entries[at] != 0:
            home = home_of(entries, at, key_words, into.height, table.step) * stride
            count = at + key_words
            if _add_to(into, home, entries, at, entries, count, key_words, count_words):
                return OVERFLOW
    table.next = end
    return RUNNING if end < 1 << table.height else DONE


@kernel
def pack(table: Table, states: Counts, size: int, steps: int) -> int:
    """Append entries, of at most `steps` places, to a layer of `size` ints; return its size."""
    entries = table.entries
    stride = len(entries) >> table.height
    end = min(table.next + steps, 1 << table.height)
    for place in range(table.next, end):
        here = place * stride
        if entries[here] != 0:
            for w in range(stride):
                states[size + w] = entries[here + w]
            size += stride
    table.next = end
    return size
