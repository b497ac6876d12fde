"""Retracing: the paths of a half sweep that lead to a state of its last layer.

``counting/kernels/meeting.py`` finds the state of each half for a cycle's number. From there this
kernel undoes the choices of the sweep, step by step: it enumerates the possible predecessors of a
state, looks up their counts in the layer before, and subtracts them from the number until a count
is greater than the rest. (The idea of such numbering is H. S. Wilf's: "A unified setting for
sequencing, ranking, and selection algorithms for combinatorial objects", Advances in Mathematics
24, 1977.)

**Layers** are stored as *shelves*: a layer's states, sorted by some bits of a hash of their keys,
with an index of where each value begins. That takes hardly more room than the states.

**Flips.** In a flipped layer a state represents itself and its image under a flip. The layers after
it, up to the next flipped layer, have only successors of such representatives, so their counts are
not the numbers of ways to a state. Each is a sum ``2 A + B``: ``2 A`` comes from representatives
that differ from their images, and so counts the ways to both; ``B`` comes from representatives that
are their own images. The number of ways to a state of a flipped layer is the sum of ``A + B`` over
its predecessors, and of ``A`` over the predecessors of its image. The states with a ``B`` are few;
their parts ``B`` have shelves of their own, the *side* shelves. Before the first flipped layer,
counts are ``B`` alone.

**Dead ends.** The sweep drops some states that cannot be completed, sometimes earlier than their
images. So the counts of such states are meaningless; but no path back from a cycle meets them.

Invariants: the order of predecessors does not depend on where a state is stored; counts are below
``2**62``.
"""

from __future__ import annotations

from dataclasses import dataclass

from caballero.machine.kernel import Counts, Marks, Places, kernel
from caballero.machine.kernels._shared import INNER, home_of

from ._states import Plan, Scratch, decode, encode


@dataclass(frozen=True, slots=True)
class StoredLayers:
    """All layers of a half but the last."""

    plan: Plan  # its graph
    steps: int  # the number of steps of its sweep
    # For each step, the set of the slots whose vertices are not in the frontier before it.
    fresh: Counts
    image: Marks  # the image of every vertex under the flip
    numbers: Marks  # the number in the middle of each vertex of the last frontier
    store: Counts  # the states of all shelves, in order
    first: Places  # for each shelf and each hash, the number of the first such state in `store`
    first_at: Counts  # where the states of each shelf begin: shelves of layers, then side shelves
    heights: Marks  # the number of bits of the hash by which each shelf is sorted
    sides: Marks  # the side shelf of each layer; ``t`` itself if the counts of layer ``t`` are `B`


@dataclass(slots=True)
class Shelving:
    """A sort of states onto a shelf: a counting sort by hash, in two passes."""

    states: Counts
    key_words: int  # the number of ints of a key; a count has a single int
    store: Counts  # where to put them
    # In the first pass, ``first[begin + h + 2]`` counts the states of hash ``h``. Then the counts
    # are summed up, and the second pass puts each state at ``first[begin + h + 1]`` and increases
    # that.
    first: Places
    # As in :class:`StoredLayers`.
    begin: int
    height: int
    placing: int = 0  # 0 in the first pass, 1 in the second


@dataclass(slots=True)
class OwnImages:
    """A search for the states of a flipped layer that are their own images."""

    plan: Plan  # the graph
    step: int  # the number of the layer
    states: Counts  # its states
    scratch: Scratch  # to decode keys
    found: Counts  # predecessors that are their own images
    size: int = 0  # how many they are; those beyond the room are only counted


@dataclass(slots=True)
class Walk:
    """A path back through the layers."""

    scratch: Scratch  # to decode keys
    keys: Counts  # the key of a state, and that of a predecessor
    aim: Counts  # the key of the wanted predecessor, if `aimed`
    edges: Marks  # the edges found, two vertices each
    rest: int = 0  # the number of the path, among the paths that are left
    # The slots that the step joined to its vertex; slot 0 for an edge that the vertex had already,
    # twice if it had both.
    a: int = 0
    b: int = 0
    aimed: int = 0  # 1 to look for the predecessor `aim` with these slots, 0 to follow the number


# -- shelves -------------------------------------------------------------------------------------


@kernel
def shelve(shelf: Shelving, begin: int, stop: int) -> None:
    """Count or place the states from number `begin` to `stop`."""
    states, store, first = shelf.states, shelf.store, shelf.first
    stride = shelf.key_words + 1
    for i in range(begin, stop):
        here = home_of(states, i * stride, shelf.key_words, shelf.height, 0)
        here += shelf.begin + 1
        if shelf.placing:
            to = first[here] * stride
            first[here] += 1
            for w in range(stride):
                store[to + w] = states[i * stride + w]
        else:
            first[here + 1] += 1


def count_of(layers: StoredLayers, shelf: int, keys: Counts, begin: int) -> int:
    """Return the count of a key on a shelf; 0 if it is not there."""
    store, first = layers.store, layers.first
    key_words = layers.plan.key_words
    stride = key_words + 1
    here = home_of(keys, begin, key_words, layers.heights[shelf], 0)
    here += layers.first_at[shelf]
    for i in range(first[here], first[here + 1]):
        place = i * stride
        same = True
        for w in range(key_words):
            if store[place + w] != keys[begin + w]:
                same = False
                break
        if same:
            return store[place + key_words]
    return 0


@kernel
def find_own_images(own: OwnImages, begin: int, stop: int) -> None:
    """Find the states from number `begin` to `stop` that are their own images."""
    plan, states, scratch = own.plan, own.states, own.scratch
    key_words = plan.key_words
    stride = key_words + 1
    for i in range(begin, stop):
        for s in range(plan.width[own.step] + 1):
            scratch.mate[s] = s
        decode(plan, own.step, plan.flips, -1, states, i * stride, scratch)
        encode(plan, own.step, plan.flips, plan.flip_at[own.step], scratch, scratch.keys, 0)
        same = True
        for w in range(key_words):
            if scratch.keys[w] != states[i * stride + w]:
                same = False
        if same:
            if own.size * stride < len(own.found):
                for w in range(stride):
                    own.found[own.size * stride + w] = states[i * stride + w]
            own.size += 1


# -- the path back -------------------------------------------------------------------------------


def is_wanted(layers: StoredLayers, t: int, halved: int, a: int, b: int, walk: Walk) -> bool:
    """Return whether the decoded state of layer `t` is the predecessor to continue with.

    If so, its key replaces that of its successor. Otherwise this subtracts its count from the
    number: ``A + B``, or ``A`` if `halved`.
    """
    plan, keys = layers.plan, walk.keys
    key_words = plan.key_words
    encode(plan, t, plan.places, plan.place_at[t], walk.scratch, keys, key_words)
    ways = count_of(layers, t, keys, key_words)
    if ways != 0:
        own = ways
        if layers.sides[t] != t:
            own = count_of(layers, layers.sides[t], keys, key_words)
        ways = (ways - own if halved else ways + own) // 2
    same = walk.rest < ways
    if walk.aimed:
        same = a == walk.a and b == walk.b
        for w in range(key_words):
            if walk.aim[w] != keys[key_words + w]:
                same = False
    if not same:
        walk.rest -= ways
        return False
    walk.a = a
    walk.b = b
    for w in range(key_words):
        keys[w] = keys[key_words + w]
    return True


def separate(
    layers: StoredLayers, t: int, halved: int, touched: int, a: int, b: int, walk: Walk
) -> bool:
    """Undo the edges to slots `a` and `b` in every possible way, until a predecessor is wanted.

    If `a` is 0, the vertex was an end before, and got an edge, to `b`. The slots in `touched` are
    new and have edges, which the step must explain.
    """
    mate = walk.scratch.mate
    inner = 0 if a == 0 else INNER
    x = mate[a]
    y = mate[b]
    was_end = x == inner
    other_was_end = y == INNER
    if not was_end:
        touched &= ~(1 << a)
    if not other_was_end:
        touched &= ~(1 << b)
    if touched:
        return False
    if was_end and other_was_end:  # they became the ends of a fragment, in either direction
        for end in range(layers.plan.width[t + 1] + 1):
            x = end
            y = mate[end]
            if y != x and y != INNER:
                mate[a] = x
                mate[x] = a
                mate[b] = y
                mate[y] = b
                if is_wanted(layers, t, halved, a, b, walk):
                    return True
                mate[a] = inner
                mate[b] = INNER
                mate[x] = y
                mate[y] = x
        return False
    if was_end:
        mate[b] = b
        mate[a] = y
        mate[y] = a
    elif other_was_end:
        mate[a] = a
        mate[b] = x
        mate[x] = b
    elif x == b:
        mate[a] = a
        mate[b] = b
    else:
        return False
    if is_wanted(layers, t, halved, a, b, walk):
        return True
    mate[a] = x
    mate[b] = y
    if was_end:
        mate[y] = b
    elif other_was_end:
        mate[x] = a
    return False


def may_have_joined(mate: Marks, fresh: int, s: int) -> bool:
    """Return whether a step may have joined a slot to its vertex; `fresh` slots had no edges."""
    return mate[s] != s and (mate[s] != INNER or fresh >> s & 1 == 0)


def find_predecessor(layers: StoredLayers, t: int, flipped: int, halved: int, walk: Walk) -> bool:
    """Try the predecessors of a state before step `t`, the first key of the walk or its image."""
    plan, mate, fresh = layers.plan, walk.scratch.mate, layers.fresh[t]
    slots = plan.width[t + 1] + 1
    for s in range(slots):
        mate[s] = s
    flip = plan.flip_at[t + 1] if flipped else -1
    decode(plan, t + 1, plan.flips, flip, walk.keys, 0, walk.scratch)
    touched = 0
    for s in range(1, slots):
        if mate[s] != s and fresh >> s & 1:
            touched |= 1 << s
    known = fresh & 1 == 0
    if known and touched == 0:  # the vertex was inner
        mate[0] = INNER
        if is_wanted(layers, t, halved, 0, 0, walk):
            return True
        mate[0] = 0
    # Else the vertex was an end and was joined to a neighbour, or it was joined to two.
    first = plan.choice_at[t]
    last = plan.choice_at[t + 1]
    for i in range(first - int(known), last):
        a = plan.choices[i] if i >= first else 0
        if a != 0 and not may_have_joined(mate, fresh, a):
            continue
        for j in range(i + 1, last):
            b = plan.choices[j]
            if not may_have_joined(mate, fresh, b):
                continue
            if separate(layers, t, halved, touched, a, b, walk):
                return True
    return False


@kernel
def step(layers: StoredLayers, t: int, flipped: int, halved: int, walk: Walk) -> bool:
    """Undo a step: see :func:`undo`."""
    return find_predecessor(layers, t, flipped, halved, walk)


@kernel
def retrace(layers: StoredLayers, state: Marks, walk: Walk) -> int:
    """Find the path of a number to a state of the last layer, and write its edges.

    `state` has the mate of each middle vertex. Returns the number of edges, or -1 if the number of
    the path is too large.
    """
    plan = layers.plan
    for s in range(len(state)):
        walk.scratch.mate[s] = state[s]
    encode(plan, layers.steps, layers.numbers, 0, walk.scratch, walk.keys, 0)
    count = 0
    turned = 0
    halved = 0
    for t in range(layers.steps - 1, -1, -1):
        # The state of a flipped layer represents its image too: try the predecessors of both.
        if plan.flip_at[t + 1] >= 0:
            halved = 0
        found = find_predecessor(layers, t, 0, halved, walk)
        if not found and plan.flip_at[t + 1] >= 0:
            halved = 1
            turned ^= 1
            found = find_predecessor(layers, t, 1, halved, walk)
        if not found:
            return -1
        for e in range(2):
            slot = walk.b if e else walk.a
            if slot != 0:
                v = plan.vertices[plan.vertex_at[t]]
                w = plan.vertices[plan.vertex_at[t] + slot]
                walk.edges[2 * count] = layers.image[v] if turned else v
                walk.edges[2 * count + 1] = layers.image[w] if turned else w
                count += 1
    return count
