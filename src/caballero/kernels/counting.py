"""Frontier counting: all Hamiltonian cycles at once, layer by layer.

The vertices are numbered in the order of a sweep. When it is vertex ``t``'s turn, its edges to
later vertices are chosen so that it has two. All that the rest of the sweep needs to know is how
the *fragments* (the paths of chosen edges) end in the *frontier*, the later vertices with an
earlier neighbour: the mate array of Knuth's Simpath (The Art of Computer Programming 4A, section
7.1.4, exercise 225), which goes back to M. Held and R. M. Karp (1962). Choices with the same
mate array are one *state*, with a count. The states after ``t`` turns are *layer* ``t``.

A state's key, one or more ints of 62 bits, holds a value for each vertex of the frontier, in
their order: 0 untouched, 1 inner (it has both edges), 2 the first end of a fragment, ``3 + j``
the second end of the ``j``-th fragment that is still open there. As no more fragments can be open
than vertices before it, or after it, a few bits a vertex do.

*Twisted* graphs have odd edges, and count only cycles with an odd number of them. They are
quotients of symmetric graphs: the cycle upstairs is one only if the one downstairs is odd. Then
each fragment has its parity in the lowest bit of ``j``.

A layer may be given a *flip*: an automorphism of the graph that keeps the vertices before it
together. A state and its image have as many completions, so the smaller key stands for both.

Looking ahead: a vertex of the frontier that has too few neighbours left for the edges that it
still needs is a dead end; that halves the states.

Counts are numbers of one or more ints of 62 bits, the lowest first; whoever runs out of them
is told so.

Invariants: a table's empty places have the key -1; `mate` and `odd` are as in the state that is
being expanded whenever a choice begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ._speed import Counts, Marks, two_speeds, two_speeds_with
from ._states import CLOSED, INNER, WORD, add, decode, encode, place_of, successors

SWEEPING: Final = (decode, encode, successors, place_of, add)
"""What a kernel that expands states is compiled with."""

# What `advance` returns.
DONE: Final = 0  # all the states that were asked for are expanded
FULL: Final = 1  # the table wants to grow: `pour` it into a larger one, then go on
OVERFLOW: Final = 2  # a count does not fit

# Where `counters` holds what.
NEXT: Final = 0  # the next state to expand
USED: Final = 1  # states in the table
TRANSITIONS: Final = 2  # choices that led to a state

WIDEST: Final = 60  # vertices that take part in a turn: a set of them is one int


class Plan(NamedTuple):
    """The graph, turn by turn. Hand it to :data:`advance` as ``*plan``; it only reads it.

    The vertices that take part in a turn are its *slots*: slot 0 is the vertex whose turn it is,
    the others are the frontier after it, in the order of their numbers.

    Parameters
    ----------
    slot_count : Marks
        How many slots each turn has.
    width : Marks
        How many vertices the frontier has before each turn, and after the last (none).
    place_at, places : Marks
        The slots of the frontier before turn ``t`` begin at ``places[place_at[t]]``.
    digit_at, words, shifts, masks : Marks
        Of a key of layer ``t``, the digits begin at ``digit_at[t]``; each has a word, the place
        of its lowest bit there, and a mask.
    choice_at, choices, twists : Marks
        The later neighbours of vertex ``t``, as slots, from ``choice_at[t]``; and 1 for each
        odd edge.
    watch_at, watched : Marks
        The slots whose vertices have fewer than two neighbours after all slots of turn ``t``
        begin at ``watched[watch_at[t]]``.
    beyond : Marks
        How many such neighbours each of them has.
    sight : Counts
        Its neighbours among the slots but the first: one bit each.
    last : Marks
        1 for each turn after which no vertex comes that is not among its slots.
    flip_at, flips : Marks
        The image of layer ``t``'s frontier, as slots of turn ``t - 1``, begins at ``flip_at[t]``;
        -1 where there is none.
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
    twists: Marks
    watch_at: Marks
    watched: Marks
    beyond: Marks
    sight: Counts
    last: Marks
    flip_at: Marks
    flips: Marks

    @property
    def key_words(self) -> int:
        """How many ints a key has."""
        return 1 + max(self.words, default=0)


def new_plan(
    neighbours: Sequence[Sequence[int]],
    *,
    twisted: bool = False,
    odd: frozenset[tuple[int, int]] = frozenset(),
    parallel: frozenset[tuple[int, int]] = frozenset(),
    flip: Sequence[int] | None = None,
) -> Plan:
    """Lay out the turns of a graph whose vertices are numbered in the order of the sweep.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The neighbours of every vertex, each once.
    twisted : bool
        Whether only cycles with an odd number of odd edges count.
    odd : frozenset of pairs of int
        The odd edges, the smaller vertex first.
    parallel : frozenset of pairs of int
        The edges that are there twice, once odd and once not.
    flip : sequence of int, optional
        The image of every vertex under an automorphism that is its own inverse. It is used for
        every layer that it keeps together.

    Returns
    -------
    Plan
        Standard arrays; see ``as_lists`` and ``as_arrays``.

    Raises
    ------
    OverflowError
        If more than `WIDEST` vertices take part in a turn.

    Examples
    --------
    >>> from caballero.kernels import counting
    >>> plan = counting.new_plan([[1, 2], [0, 2], [0, 1]])
    >>> list(plan.width), plan.key_words
    ([0, 2, 1, 0], 1)
    """
    size = len(neighbours)
    frontiers: list[list[int]] = [[]]
    slots: list[list[int]] = []
    now: set[int] = set()
    for v, row in enumerate(neighbours):
        now.update(w for w in row if w > v)
        now.discard(v)
        after = sorted(now)
        if len(after) >= WIDEST:
            raise OverflowError(len(after))
        frontiers.append(after)
        slots.append([v, *after])
    numbered = [{v: s for s, v in enumerate(taking)} for taking in slots]
    words, shifts, masks = [], [], []
    for frontier in frontiers:
        word = bit = 0
        for p in range(len(frontier)):
            values = 3 + (min(p, len(frontier) - p) << twisted)
            bits = (values - 1).bit_length()
            if bit + bits > WORD:
                word, bit = word + 1, 0
            words.append(word)
            shifts.append(bit)
            masks.append((1 << bits) - 1)
            bit += bits
    later = [
        [
            (w, twist)
            for w in sorted(row)
            if w > v
            for twist in ([0, 1] if (v, w) in parallel else [int((v, w) in odd)])
        ]
        for v, row in enumerate(neighbours)
    ]
    flip_at, flips = [-1] * (size + 1), [0]
    furthest = -1
    image = flip or ()
    for t in range(1, len(image) + 1):
        furthest = max(furthest, image[t - 1])
        if furthest < t and frontiers[t]:
            flip_at[t] = len(flips)
            flips += [numbered[t - 1][image[v]] for v in frontiers[t]]
    watch_at, watched = [0], []
    beyond: list[int] = []
    sight: list[int] = []
    for t, taking in enumerate(slots):
        for v in taking[1:]:
            unseen = sum(w > t and w not in numbered[t] for w in neighbours[v])
            if unseen < 2:
                watched.append(numbered[t][v])
                beyond.append(unseen)
                sight.append(
                    sum(1 << numbered[t][w] for w in neighbours[v] if w in numbered[t] and w > t)
                )
        watch_at.append(len(watched))
    return Plan(
        slot_count=[len(taking) for taking in slots],
        width=[len(frontier) for frontier in frontiers],
        place_at=[0, *accumulate(map(len, frontiers))],
        places=[numbered[t][v] for t in range(size) for v in frontiers[t]],
        digit_at=[0, *accumulate(map(len, frontiers))],
        words=words,
        shifts=shifts,
        masks=masks,
        choice_at=[0, *accumulate(map(len, later))],
        choices=[numbered[v][w] for v, row in enumerate(later) for w, _ in row],
        twists=[twist for row in later for _, twist in row],
        watch_at=watch_at,
        watched=watched,
        beyond=beyond,
        sight=sight,
        last=[
            int(taking[-1] == size - 1) and int(len(taking) == size - t)
            for t, taking in enumerate(slots)
        ],
        flip_at=flip_at,
        flips=flips,
    )


@two_speeds_with(*SWEEPING)
def advance(
    slot_count: Marks,
    width: Marks,
    place_at: Marks,
    places: Marks,
    digit_at: Marks,
    words: Marks,
    shifts: Marks,
    masks: Marks,
    choice_at: Marks,
    choices: Marks,
    twists: Marks,
    watch_at: Marks,
    watched: Marks,
    beyond: Marks,
    sight: Counts,
    last: Marks,
    flip_at: Marks,
    flips: Marks,
    key_words: int,
    count_words: int,
    twisted: int,
    t: int,
    layer: Counts,
    stop: int,
    table: Counts,
    height: int,
    total: Counts,
    mate: Marks,
    odd: Marks,
    opened: Marks,
    keys: Counts,
    pairs: Marks,
    counters: Counts,
) -> int:
    """Expand states of layer `t` into the table of layer ``t + 1``.

    From the state ``counters[NEXT]`` up to `stop`. Cycles that close are added to `total`.
    A choice takes time for the width of the frontier.
    """
    degree = choice_at[t + 1] - choice_at[t]
    room = (1 << height) - (1 << height) // 4
    used = counters[USED]
    transitions = counters[TRANSITIONS]
    stride = key_words + count_words
    status = DONE
    state = counters[NEXT]
    while state < stop:
        if used + degree * degree + 1 > room:
            status = FULL
            break
        count_at = state * stride + key_words
        found = successors(
            slot_count, width, place_at, places, digit_at, words, shifts, masks, choice_at,
            choices, twists, watch_at, watched, beyond, sight, last, flip_at, flips, key_words,
            twisted, t, layer, state * stride, mate, odd, opened, keys, pairs,
        )  # fmt: skip
        for i in range(found):
            begin = i * key_words
            carry = 0
            if keys[begin] == CLOSED:
                carry = add(total, 0, layer, count_at, count_words)
            else:
                at = place_of(keys, begin, key_words, table, 0, stride, height)
                if table[at] == -1:
                    for w in range(key_words):
                        table[at + w] = keys[begin + w]
                    for w in range(count_words):
                        table[at + key_words + w] = layer[count_at + w]
                    used += 1
                else:
                    carry = add(table, at + key_words, layer, count_at, count_words)
                transitions += 1
            if carry != 0:
                status = OVERFLOW
        state += 1
        if status == OVERFLOW:
            break
    counters[NEXT] = state
    counters[USED] = used
    counters[TRANSITIONS] = transitions
    return status


@two_speeds_with(place_of, add)
def pour(table: Counts, into: Counts, height: int, key_words: int, stride: int) -> int:
    """Add what is in one table to another one, of ``2**height`` places and with room enough.

    Returns how many states are new there; -1 if a count does not fit.
    """
    new = 0
    for old in range(0, len(table), stride):
        if table[old] != -1:
            at = place_of(table, old, key_words, into, 0, stride, height)
            if into[at] == -1:
                for w in range(stride):
                    into[at + w] = table[old + w]
                new += 1
            elif add(into, at + key_words, table, old + key_words, stride - key_words):
                return -1
    return new


@two_speeds
def pack(table: Counts, stride: int) -> int:
    """Move what is in a table to its beginning; return how many states there are."""
    size = 0
    for old in range(0, len(table), stride):
        if table[old] != -1:
            for w in range(stride):
                table[size * stride + w] = table[old + w]
            size += 1
    return size


@two_speeds_with(decode)
def unfold(
    layer: Counts,
    begin: int,
    stop: int,
    stride: int,
    size: int,
    first: int,
    words: Marks,
    shifts: Marks,
    masks: Marks,
    places: Marks,
    slots: int,
    signs: Counts,
    mates: Counts,
    mate: Marks,
    odd: Marks,
    opened: Marks,
) -> None:
    """Take the keys of some states apart, into signatures and matchings.

    The vertex at place ``p`` of the frontier gets the number ``places[p]`` below `slots`. A
    state's *signature* has a digit to the base 3 for each number: the edges that its vertex has.
    Its *matching* has four bits for each vertex with one edge, in the order of their numbers:
    which of them, in that order, is the other end of its fragment. Sixteen at most.
    """
    for state in range(begin, stop):
        for s in range(slots):
            mate[s] = s
        decode(
            layer, state * stride, size, first, words, shifts, masks, places, 0, 0, mate, odd,
            opened,
        )  # fmt: skip
        ends = 0
        for s in range(slots):
            if mate[s] != s and mate[s] != INNER:
                odd[s] = ends
                ends += 1
        sign = 0
        matching = 0
        weight = 1
        for s in range(slots):
            if mate[s] == INNER:
                sign += 2 * weight
            elif mate[s] != s:
                sign += weight
                matching |= odd[mate[s]] << (4 * odd[s])
            weight *= 3
        signs[state - begin] = sign
        mates[state - begin] = matching
