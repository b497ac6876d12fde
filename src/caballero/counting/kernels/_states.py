"""States of a frontier, which the kernels that sweep over a graph share.

The vertices are numbered in the order of a sweep. Step ``t`` chooses the edges of vertex ``t`` to
later vertices, so that it has two. The rest of the sweep depends only on how the *fragments* (the
paths of chosen edges) end in the *frontier*, the later vertices with an earlier neighbour: the
mate array of Knuth's Simpath (The Art of Computer Programming 4A, section 7.1.4, exercise 225),
which goes back to M. Held and R. M. Karp (1962). Choices with the same mate array form a *state*.
The states after ``t`` steps are *layer* ``t``.

**Keys.** Each vertex has a *label* while it is in the frontier, as a variable has a register
(G. J. Chaitin, 1982), so digits stay in place while the frontier moves. A state's key has a digit
for each label: its own label if the vertex is untouched, or no vertex has the label; the label of
the other end if it is the end of a fragment; the next label if it is *inner* (it has both edges).
An end whose mate has the next label has the same digit, but then the mate's digit points back. A
choice changes at most four digits. Up to 16 labels fit in a *narrow* key, an int; a few operations
on the whole int find its untouched and its inner vertices (SWAR). No key has 0 in its first int.

In a *planar* sweep no two fragments cross, whatever the choices: the labels follow a line, and the
later neighbours of a vertex are next to it in the line. So two bits for each of 31 labels suffice:
untouched, a first end, a second end, or inner, and the mate of an end is found like that of a
parenthesis (B. Derrida, 1981; J. L. Jacobsen, "Exact enumeration of Hamiltonian circuits, walks and
chains in two and three dimensions", 2007).

*Twisted* graphs have odd edges, and only cycles with an odd number of odd edges count. They are
quotients of symmetric graphs: an odd cycle of the quotient is the image of a cycle, an even cycle
of two. The lowest bit of each digit is then the parity of its fragment.

**Flips.** A layer may have a flip: an automorphism of the graph that permutes the vertices before
it among themselves. A state and its image have equally many completions, so the smaller of the two
represents both; `image_is_smaller` compares them.

**Looking ahead.** A frontier vertex with fewer neighbours left than edges that it still needs is a
dead end; this test halves the number of states.

**Growing graphs.** A sweep may count the cycles of the first vertices alone, for every number of
them: a cycle has closed on the first ``n`` vertices if exactly these are inner. Each ``n`` has a
total of its own. With a *hub*, the last vertex, each cycle has it, too. A vertex that comes later
is never a dead end if it has two neighbours after it, so only such vertices are watched.

**Tables** of states are open hash tables in the order of the hash (the idea is O. Amble and D. E.
Knuth's: "Ordered hash tables", 1974), so a table can be poured into another in the order of its
places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import Counts, Marks
from caballero.machine.kernels._shared import INNER, LOW, WORD

CLOSED: Final = 0  # in the place of a key: the choice closes the cycle

# Narrow keys: four bits for each of 16 labels. In the order of the labels, from the lowest bits:
NARROW: Final = 16
UNITS: Final = 0x1111111111111111
SELF: Final = -0x0123456789ABCDF0  # each label
NEXT: Final = 0x0FEDCBA987654321  # the label after it
BEFORE: Final = -0x123456789ABCDEF1  # the label before it

# Planar keys: two bits for each of 31 labels, and a bit that is always 1.
PLANAR: Final = 31
PAIRS: Final = 0x1555555555555555  # the lower bit of each label
MARK: Final = 1 << 62
FIRST: Final = 1  # the end of a fragment whose other end has a larger label
SECOND: Final = 2
BOTH: Final = 3  # inner


@dataclass(frozen=True, slots=True)
class Plan:
    """A graph, step by step.

    The vertices that take part in a step are its *slots*: slot 0 is the vertex whose edges are
    chosen, the others are the frontier after it, in the order of their numbers. Sets of vertices
    have a bit for each label; see `spread`.
    """

    width: Marks  # how many vertices the frontier has before each step, and after the last (none)
    # The places of the frontier before step ``t`` begin at ``place_at[t]`` in the next three.
    place_at: Marks
    # The label of each place, and its slot in step ``t``.
    labels: Marks
    places: Marks
    order: Marks  # the places, the most significant first for the comparison of states
    own: Marks  # the label of vertex ``t``; -1 if it is not in the frontier before step ``t``
    everything: Counts  # the set of the frontier after each step
    # The later neighbours of vertex ``t`` from ``choice_at[t]``: their slots and labels; and 1 for
    # each odd edge.
    choice_at: Marks
    choices: Marks
    ends: Marks
    twists: Marks
    # The vertices that step ``t`` may make dead ends begin at ``watched[watch_at[t]]``: the bit of
    # each. They have fewer than two neighbours that are no slots of the step.
    watch_at: Marks
    watched: Marks
    beyond: Marks  # how many such neighbours each of them has
    sight: Counts  # the set of its neighbours in the frontier after the step
    last: Marks  # 1 for each step whose slots include all later vertices
    growing: int  # the set of the hub in a growing graph, 0 if there is none; otherwise -1
    # The image of layer ``t``'s frontier, as slots of step ``t - 1``, begins at ``flip_at[t]``; -1
    # where there is none.
    flip_at: Marks
    flips: Marks
    # The image of each label in layer ``t`` under its flip, and the place of each label, begin at
    # ``image_at[t]``.
    image_at: Marks
    images: Marks
    ranks: Marks
    # The vertices of the slots of step ``t`` begin at ``vertices[vertex_at[t]]``.
    vertex_at: Marks
    vertices: Marks
    # The place of each label's digit in a key: the int, and the lowest bit in it.
    words: Marks
    shifts: Marks
    blank: Counts  # the key of untouched vertices
    spread: Counts  # any value ``x`` at the digit of any label: ``spread[label << bits | x]``
    bits: int  # how many bits a digit has
    spacing: int  # bits between the labels of a set: 4 if keys are narrow, 2 if planar, else 1
    twisted: int  # 1 if only cycles with an odd number of odd edges count
    unit: Counts  # the count 1
    # How many ints a key has, and a count.
    key_words: int
    count_words: int


@dataclass(frozen=True, slots=True)
class Scratch:
    """Memory for the functions here."""

    # For each slot, the other end of the fragment that ends there; the slot itself if it is
    # untouched; or `INNER`. And the parity of the fragment.
    mate: Marks
    odd: Marks
    # The same for each label.
    mates: Marks
    odds: Marks
    named: Marks  # the slot of each label, or the label of each slot
    # The choices of a step: a key for each, and two indices of the plan's `choices`, or -1 for an
    # edge that the vertex has already.
    keys: Counts
    pairs: Marks
    # The state that each choice comes from, and its key's home in a table; if the choice closes the
    # cycle, the number of the total that counts it.
    sources: Counts
    homes: Counts


# -- keys ------------------------------------------------------------------------------------------


def _value(plan: Plan, states: Counts, at: int, label: int) -> int:
    digit = (states[at + plan.words[label]] >> plan.shifts[label]) & ((1 << plan.bits) - 1)
    return digit >> plan.twisted


def _parity(plan: Plan, states: Counts, at: int, label: int) -> int:
    return (states[at + plan.words[label]] >> plan.shifts[label]) & plan.twisted


def mate_of(plan: Plan, states: Counts, at: int, label: int) -> int:
    """Return the label of the other end; the label itself if it is untouched; or `INNER`."""
    value = _value(plan, states, at, label)
    after = label + 1 if label + 1 < len(plan.words) else 0
    if value == after:
        back = _value(plan, states, at, after)
        if back != label:
            return INNER
    return value


def _set(plan: Plan, keys: Counts, at: int, label: int, mate: int, odd: int) -> None:
    """Set the digit of a label that was untouched."""
    after = label + 1 if label + 1 < len(plan.words) else 0
    change = label ^ (after if mate == INNER else mate)
    digit = change << plan.twisted | (odd if mate >= 0 else 0)
    keys[at + plan.words[label]] ^= plan.spread[label << plan.bits | digit]


def decode(
    plan: Plan, t: int, places: Marks, begin: int, states: Counts, at: int, scratch: Scratch
) -> None:
    """Write the fragments of the state at ``states[at:]``, in layer `t`, to `mate` and `odd`.

    Place ``p`` of the frontier is slot ``places[begin + p]``, or slot ``p + 1`` if `begin` is
    negative. Other slots keep their values.
    """
    first = plan.place_at[t]
    mate, odd, named = scratch.mate, scratch.odd, scratch.named
    for p in range(plan.width[t]):
        named[plan.labels[first + p]] = p + 1 if begin < 0 else places[begin + p]
    for p in range(plan.width[t]):
        label = plan.labels[first + p]
        other = mate_of(plan, states, at, label)
        mate[named[label]] = named[other] if other >= 0 else INNER
        odd[named[label]] = _parity(plan, states, at, label)


def encode(
    plan: Plan, t: int, places: Marks, begin: int, scratch: Scratch, keys: Counts, at: int
) -> None:
    """Write the key of `mate` and `odd` in layer `t` to ``keys[at:]``; places as for `decode`.

    With the places of a flip, it is the key of the image.
    """
    first = plan.place_at[t]
    mate, odd, named = scratch.mate, scratch.odd, scratch.named
    for w in range(plan.key_words):
        keys[at + w] = plan.blank[w]
    for p in range(plan.width[t]):
        named[p + 1 if begin < 0 else places[begin + p]] = plan.labels[first + p]
    for p in range(plan.width[t]):
        s = p + 1 if begin < 0 else places[begin + p]
        other = mate[s]
        if other != s:
            parity = odd[s] if plan.twisted else 0
            _set(plan, keys, at, named[s], named[other] if other >= 0 else INNER, parity)


def image_is_smaller(plan: Plan, t: int, scratch: Scratch) -> bool:
    """Return whether the image of a state of layer `t` is smaller than the state itself.

    Place ``p`` of the state is slot ``p + 1`` of `mate`. In increasing order: untouched, inner,
    the first end of a fragment, the second end; more fragments around it make a second end larger.
    """
    mate, odd = scratch.mate, scratch.odd
    first, flip, width = plan.place_at[t], plan.flip_at[t] - 1, plan.width[t]
    for i in range(first, first + width):
        s = plan.order[i] + 1
        other = plan.flips[flip + s]
        a = mate[s]
        b = mate[other]
        mine = 0 if a == s else (1 if a == INNER else (2 if a > s else 3))
        its = 0 if b == other else 1
        if b >= 0 and b != other:
            b = plan.flips[flip + b]
            its = 2 if b > s else 3
        if mine == 3 and its == 3:
            for p in range(1, width + 1):
                far = mate[p]
                if p < a and far > s:
                    mine += 1
                if far != p and far >= 0:
                    near = plan.flips[flip + p]
                    far = plan.flips[flip + far]
                    if near < b and far > s:
                        its += 1
            if mine == its and plan.twisted:
                mine += odd[s]
                its += odd[other]
        if mine != its:
            return its < mine
    return False


def _take_smaller(plan: Plan, t: int, keys: Counts, at: int, scratch: Scratch) -> None:
    """Replace a state of layer `t` by the smaller of it and its image."""
    decode(plan, t, plan.flips, -1, keys, at, scratch)
    if image_is_smaller(plan, t, scratch):
        encode(plan, t, plan.flips, plan.flip_at[t], scratch, keys, at)


# -- tables ----------------------------------------------------------------------------------------


def place_from(
    keys: Counts,
    begin: int,
    key_words: int,
    table: Counts,
    base: int,
    at: int,
    size: int,
    stride: int,
) -> int:
    """Return the place of a key in a table, or the empty place for it; its home is ``base + at``.

    The table begins at `base` and has `size` ints. A place has `stride` ints; the first is 0 if the
    place is empty.
    """
    while True:
        here = base + at
        if table[here] == 0:
            return here
        same = True
        for w in range(key_words):
            if table[here + w] != keys[begin + w]:
                same = False
                break
        if same:
            return here
        at += stride
        if at == size:
            at = 0


def add(sums: Counts, at: int, counts: Counts, source: int, count_words: int) -> int:
    """Add a count to another; return the overflow."""
    carry = 0
    for w in range(count_words):
        total = sums[at + w] + counts[source + w] + carry
        sums[at + w] = total & LOW
        carry = total >> WORD
    return carry


# -- choices ---------------------------------------------------------------------------------------


def successors(plan: Plan, t: int, states: Counts, at: int, found: int, scratch: Scratch) -> int:
    """Find the choices in step `t` of the state at ``states[at]``, in the order of the neighbours.

    Each has a key, or `CLOSED` if it closes the cycle, and two neighbours. They are written behind
    `found` earlier choices. Returns the new number of choices.
    """
    if plan.spacing == 4:
        return narrow_successors(plan, t, states[at], found, scratch)
    if plan.spacing == 2:
        return planar_successors(plan, t, states[at], found, scratch)
    return _wide_successors(plan, t, states, at, found, scratch)


def _zeros(bits: int) -> int:
    """Return the set of the digits that are 0 in a narrow key: the lowest bit of each."""
    return ~(bits | bits >> 1 | bits >> 2 | bits >> 3) & UNITS


def _inner(key: int) -> int:
    """Return the inner vertices of a narrow key."""
    nexts = _zeros(key ^ NEXT)
    befores = _zeros(key ^ BEFORE)
    return nexts & ~(befores >> 4 | (befores & 1) << 60)


def _is_dead(plan: Plan, t: int, full: int, touched: int) -> bool:
    """Return whether a vertex has too few neighbours left, given the inner and touched vertices."""
    dead = 0
    for i in range(plan.watch_at[t], plan.watch_at[t + 1]):
        bit = plan.watched[i]
        left = plan.sight[i] & ~full
        have = plan.beyond[i] + (left != 0) + (left & (left - 1) != 0)
        need = (2 - (touched >> bit & 1)) * (1 - (full >> bit & 1))
        dead |= have < need
    return dead != 0


def _total_of(plan: Plan, t: int, full: int, touched: int) -> int:
    """Return the total of a cycle that makes these vertices inner in step `t`; -1 if it has none.

    Others may be `touched`. In a growing graph the total is that of the cycle's vertices, without
    the hub.
    """
    if plan.growing < 0:
        return 0 if full == plan.everything[t] and plan.last[t] else -1
    if touched & ~full:
        return -1
    first = plan.place_at[t + 1]
    v = plan.vertex_at[t] + 1
    size = t + 1
    for p in range(plan.width[t + 1]):
        bit = 1 << plan.spacing * plan.labels[first + p]
        if plan.vertices[v + p] == size and full & bit and bit != plan.growing:
            full ^= bit
            size += 1
    return size if full == plan.growing else -1


def narrow_successors(plan: Plan, t: int, key: int, found: int, scratch: Scratch) -> int:
    """Find the choices in step `t` of a state with a narrow key; see `successors`."""
    keys, pairs, spread, ends = scratch.keys, scratch.pairs, plan.spread, plan.ends
    first = plan.choice_at[t]
    end = plan.choice_at[t + 1]
    own = plan.own[t]
    mate = own
    if own >= 0:
        # The label of vertex t becomes free; the other end of its fragment is its mate.
        mate = key >> 4 * own & 15
        key ^= spread[own << 4 | (mate ^ own)]
    after = own + 1 & 15
    idle = own >= 0 and mate == after and (key >> 4 * after & 15) != own
    free = mate == own
    if not free and not idle:
        key ^= spread[mate << 4 | (own ^ mate)]
    inner = _inner(key)
    touched = ~_zeros(key ^ SELF) & UNITS
    if idle:
        if not _is_dead(plan, t, inner, touched):
            found = _add_key(plan, t, key, found, scratch)
            pairs[2 * found - 2] = pairs[2 * found - 1] = -1
        return found
    # An edge to `b`, and before it an edge to `a`. If vertex t has an edge, its mate is `a`.
    for i in range(first, end if free else first + 1):
        a = ends[i] if free else mate
        if inner >> 4 * a & 1:
            continue
        x = key >> 4 * a & 15
        without = key
        full_a = inner
        if x != a:
            without ^= spread[a << 4 | (x ^ (a + 1 & 15))]
            full_a |= 1 << 4 * a
        for j in range(i + 1 if free else first, end):
            b = ends[j]
            if inner >> 4 * b & 1:
                continue
            y = key >> 4 * b & 15
            if x == b:
                total = _total_of(plan, t, inner | 1 << 4 * a | 1 << 4 * b, touched)
                if total >= 0:
                    keys[found] = CLOSED
                    scratch.homes[found] = total
                    pairs[2 * found] = i if free else -1
                    pairs[2 * found + 1] = j
                    found += 1
                continue
            full = full_a
            new = without ^ spread[x << 4 | (a ^ y)] ^ spread[y << 4 | (b ^ x)]
            if y != b:
                new ^= spread[b << 4 | (y ^ (b + 1 & 15))]
                full |= 1 << 4 * b
            if not _is_dead(plan, t, full, touched | 1 << 4 * a | 1 << 4 * b):
                pairs[2 * found] = i if free else -1
                pairs[2 * found + 1] = j
                found = _add_key(plan, t, new, found, scratch)
    return found


def _add_key(plan: Plan, t: int, key: int, found: int, scratch: Scratch) -> int:
    """Write a narrow key after step `t`, or its image if smaller; return the number of keys."""
    scratch.keys[found] = key
    if plan.flip_at[t + 1] >= 0:
        image = _narrow_image(plan, t + 1, key)
        if image != key:
            smaller = _is_smaller(plan, t + 1, image, key)
            if smaller:
                scratch.keys[found] = image
    return found + 1


def _narrow_image(plan: Plan, t: int, key: int) -> int:
    """Return the narrow key of a state's image."""
    images, base = plan.images, plan.image_at[t]
    inner = _inner(key)
    image = SELF
    for label in range(NARROW):
        mine = images[base + label]
        other = images[base + (key >> 4 * label & 15)]
        other ^= (other ^ (mine + 1 & 15)) * (inner >> 4 * label & 1)
        image ^= plan.spread[mine << 4 | (mine ^ other)]
    return image


def _is_smaller(plan: Plan, t: int, key: int, other: int) -> bool:
    """Return whether a narrow key is smaller than another key; see `image_is_smaller`."""
    first, ranks, base = plan.place_at[t], plan.ranks, plan.image_at[t]
    inner = _inner(key)
    its_inner = _inner(other)
    untouched = _zeros(key ^ SELF)
    its_untouched = _zeros(other ^ SELF)
    for i in range(first, first + plan.width[t]):
        p = plan.order[i]
        bit = 4 * plan.labels[first + p]
        mine = 2 - 2 * (untouched >> bit & 1) - (inner >> bit & 1)
        its = 2 - 2 * (its_untouched >> bit & 1) - (its_inner >> bit & 1)
        if mine == 2 and its == 2:
            a = ranks[base + (key >> bit & 15)]
            b = ranks[base + (other >> bit & 15)]
            mine += a < p
            its += b < p
            if mine == 3 and its == 3:
                more = _around(plan, t, key, inner, a, p)
                mine += more
                more = _around(plan, t, other, its_inner, b, p)
                its += more
        if mine != its:
            return mine < its
    return False


def _around(plan: Plan, t: int, key: int, inner: int, low: int, high: int) -> int:
    """Return how many fragments have an end before place `low` and the other after `high`."""
    first, ranks, base = plan.place_at[t], plan.ranks, plan.image_at[t]
    count = 0
    for i in range(first, first + low):
        bit = 4 * plan.labels[i]
        far = ranks[base + (key >> bit & 15)]
        count += (far > high) * (1 - (inner >> bit & 1))
    return count


def planar_successors(plan: Plan, t: int, key: int, found: int, scratch: Scratch) -> int:
    """Find the choices in step `t` of a state with a planar key; see `successors`."""
    pairs, ends = scratch.pairs, plan.ends
    first = plan.choice_at[t]
    end = plan.choice_at[t + 1]
    own = plan.own[t]
    mine = 0
    if own >= 0:
        mine = key >> 2 * own & BOTH
        key ^= mine << 2 * own
    inner = key & key >> 1 & PAIRS
    touched = (key | key >> 1) & PAIRS
    if mine == BOTH:
        if not _is_dead(plan, t, inner, touched):
            found = _add_planar(plan, t, key, found, scratch)
            pairs[2 * found - 2] = pairs[2 * found - 1] = -1
        return found
    # As for narrow keys; `a` is vertex t itself if it has an edge.
    for i in range(first, first + 1 if mine else end):
        a = own if mine else ends[i]
        for j in range(first if mine else i + 1, end):
            b = ends[j]
            y = key >> 2 * b & BOTH
            x = mine if mine else key >> 2 * a & BOTH
            if x == BOTH or y == BOTH:
                continue
            full = inner
            new = key
            if x != 0 and y != 0:
                new = _joined(key, min(a, b), x if a < b else y, max(a, b), y if a < b else x)
            elif x == 0 and y == 0:
                new = key | FIRST << 2 * min(a, b) | SECOND << 2 * max(a, b)
            elif x != 0:
                new = key | x << 2 * b
            else:
                new = key | y << 2 * a
            if x != 0 and not mine:
                full |= 1 << 2 * a
            if y != 0:
                full |= 1 << 2 * b
            if new == CLOSED:
                total = _total_of(plan, t, full, touched)
                if total >= 0:
                    scratch.keys[found] = CLOSED
                    scratch.homes[found] = total
                    pairs[2 * found] = -1 if mine else i
                    pairs[2 * found + 1] = j
                    found += 1
                continue
            after = touched | 1 << 2 * b
            if not mine:
                after |= 1 << 2 * a
            if not _is_dead(plan, t, full, after):
                pairs[2 * found] = -1 if mine else i
                pairs[2 * found + 1] = j
                found = _add_planar(plan, t, new | full | full << 1, found, scratch)
    return found


def _joined(key: int, low: int, x: int, high: int, y: int) -> int:
    """Return a planar key after the ends at two labels are joined; `CLOSED` if they are mates.

    No fragment ends between them. The values of the two ends, `x` and `y`, remain to be changed.
    """
    if x != y:
        return key if x == SECOND else CLOSED
    label = high if x == FIRST else low
    by = 1 if x == FIRST else -1
    depth = 1
    while depth > 0:
        label += by
        value = key >> 2 * label & BOTH
        depth += (value == x) - (value == (x ^ BOTH))
    return key ^ BOTH << 2 * label


def _add_planar(plan: Plan, t: int, key: int, found: int, scratch: Scratch) -> int:
    """Write a planar key after step `t`, or its image if smaller; return the number of keys."""
    scratch.keys[found] = key
    if plan.flip_at[t + 1] >= 0:
        image = planar_image(plan, t + 1, key)
        mine = (key | key >> 1) & PAIRS
        its = (image | image >> 1) & PAIRS
        if its < mine or (its == mine and image < key):
            scratch.keys[found] = image
    return found + 1


def planar_image(plan: Plan, t: int, key: int) -> int:
    """Return the planar key of a state's image under a flip that reverses the line."""
    image = MARK
    base = plan.image_at[t]
    for label in range(len(plan.words)):
        image |= (key >> 2 * label & 1) << 2 * plan.images[base + label] + 1
        image |= (key >> 2 * label + 1 & 1) << 2 * plan.images[base + label]
    return image


def _wide_successors(
    plan: Plan, t: int, states: Counts, at: int, found: int, scratch: Scratch
) -> int:
    """Find the choices in step `t` of any state; see `successors`."""
    mates, odds, pairs = scratch.mates, scratch.odds, scratch.pairs
    ends, twists = plan.ends, plan.twists
    first = plan.choice_at[t]
    end = plan.choice_at[t + 1]
    own = plan.own[t]
    inner = 0
    touched = 0
    for label in range(len(plan.words)):
        mate = mate_of(plan, states, at, label)
        mates[label] = mate
        odds[label] = _parity(plan, states, at, label)
        if label != own and mate != label:
            touched |= 1 << label
            if mate == INNER:
                inner |= 1 << label
    mate = mates[own] if own >= 0 else own
    if own >= 0 and mate == INNER:
        if _is_dead(plan, t, inner, touched):
            return found
        begin = _copy_key(plan, states, at, found, scratch)
        _change(plan, scratch.keys, begin, own, own ^ _next(plan, own), 0)
        pairs[2 * found] = pairs[2 * found + 1] = -1
        return _finish_key(plan, t, found, scratch)
    free = mate == own
    if not free:  # a later vertex may have the label now
        mates[own] = own
        odds[own] = 0
        mates[mate] = mate
    # As for narrow keys.
    for i in range(first, end if free else first + 1):
        a = ends[i] if free else mate
        if inner >> a & 1:
            continue
        x = mates[a]
        x_odd = odds[a]
        for j in range(i + 1 if free else first, end):
            b = ends[j]
            if inner >> b & 1 or (a == b and free):
                continue
            y = mates[b]
            odd = x_odd ^ twists[j] ^ (twists[i] if free else 0)
            full = inner | 1 << b if y != b else inner
            if x == b:
                total = _total_of(plan, t, inner | 1 << a | 1 << b, touched)
                if total < 0 or odd != plan.twisted:
                    continue
                scratch.keys[found * plan.key_words] = CLOSED
                scratch.homes[found] = total
                found += 1
            else:
                full |= 1 << a if x != a else 0
                if _is_dead(plan, t, full, touched | 1 << a | 1 << b):
                    continue
                found = _add_joined(plan, t, states, at, found, scratch, free, a, x, b, y, odd)
            pairs[2 * found - 2] = i if free else -1
            pairs[2 * found - 1] = j
    return found


def _add_joined(
    plan: Plan,
    t: int,
    states: Counts,
    at: int,
    found: int,
    scratch: Scratch,
    free: bool,
    a: int,
    x: int,
    b: int,
    y: int,
    odd: int,
) -> int:
    """Write the key of a state that joins the fragments from `a` to `x` and from `b` to `y`.

    If vertex t is not `free`, its fragment ends in `a`, which is `x`. The fragment is odd up to
    `b` if `odd` is 1.
    """
    keys, odds, own = scratch.keys, scratch.odds, plan.own[t]
    begin = _copy_key(plan, states, at, found, scratch)
    if not free:
        _change(plan, keys, begin, own, a ^ own, odds[a])
        _change(plan, keys, begin, a, own ^ a, odds[a])
    x_odd = odds[a] if x != a else 0
    y_odd = odds[b]
    _change(plan, keys, begin, x, a ^ y, x_odd ^ odd ^ y_odd)
    _change(plan, keys, begin, y, b ^ x, odd)
    if x != a:
        _change(plan, keys, begin, a, x ^ _next(plan, a), x_odd)
    if y != b:
        _change(plan, keys, begin, b, y ^ _next(plan, b), y_odd)
    return _finish_key(plan, t, found, scratch)


def _next(plan: Plan, label: int) -> int:
    return label + 1 if label + 1 < len(plan.words) else 0


def _copy_key(plan: Plan, states: Counts, at: int, found: int, scratch: Scratch) -> int:
    """Write a state's own key as that of the next choice; return where it begins."""
    begin = found * plan.key_words
    for w in range(plan.key_words):
        scratch.keys[begin + w] = states[at + w]
    return begin


def _change(plan: Plan, keys: Counts, at: int, label: int, change: int, odd: int) -> None:
    """Change these bits of a label's digit, and its parity if `odd` is 1."""
    keys[at + plan.words[label]] ^= plan.spread[
        label << plan.bits | change << plan.twisted | (odd & plan.twisted)
    ]


def _finish_key(plan: Plan, t: int, found: int, scratch: Scratch) -> int:
    """Replace a key after step `t` by its image if that is smaller; return the number of keys."""
    if plan.flip_at[t + 1] >= 0:
        _take_smaller(plan, t + 1, scratch.keys, found * plan.key_words, scratch)
    return found + 1
