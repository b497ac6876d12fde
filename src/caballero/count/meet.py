"""Meet in the middle: count wide boards by two sweeps that go half the way.

The states of a sweep grow with every column, and most of them lead nowhere. Two sweeps from both
ends to a few vertices between them (the *middle*) need only a fraction of them; what they leave
there is joined by :mod:`caballero.kernels.meeting`, which says how. A symmetry that exchanges the
halves saves one of the sweeps, and one that keeps both of them half of the states.

Signatures are joined independently of each other, so threads share them.

Invariants: every edge inside the middle is dealt to just one half; exact counts, or
:class:`~caballero.count.sweep.Overflow`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import prod
from threading import Event
from typing import NamedTuple

from caballero.kernels import meeting as kernel
from caballero.kernels._speed import Counts, Flags, Ints, Marks, numbers
from caballero.limits import Budget

from .checkpoint import Checkpoint
from .sweep import Layer, Overflow, Sweep, expected, frontiers
from .threads import in_threads

WIDEST = 2 * kernel.MOST_PAIRS + 1  # middle vertices: one less may be ends
PORTION = 1 << 18  # states between two looks at the budget
TARGETS = 64  # signatures, likewise
PARTS = 256  # of a join, each with a sum of its own
JOINING = 1 / 3  # of all the work, so that it can be said how much is done

Edge = tuple[int, int]


class Cut(NamedTuple):
    """Where a sweep is cut in two.

    Parameters
    ----------
    turn : int
        The left half is the vertices before this one.
    middle : tuple of int
        The vertices of the middle; all others are the right half.
    """

    turn: int
    middle: tuple[int, ...]


class Share(NamedTuple):
    """The sets of middle edges that a half may use, flat, as the kernel reads them."""

    set_at: Ints
    vertices: Ints
    degrees: Ints
    signs: Ints
    pair_at: Ints
    pairs: Ints


class Half(NamedTuple):
    """A half's states, sorted by signature: where each begins, their ranks and counts."""

    starts: Ints
    ranks: Ints
    counts: Ints


class Side(NamedTuple):
    """One half's sweep.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph, its vertices in the order of this sweep.
    turn : int
        How many turns it takes.
    number : dict of int to int
        The number of each middle vertex.
    flip : sequence of int, optional
        The symmetry that keeps it.
    names : sequence of int
        What its vertices are called in the order that was cut.
    """

    neighbours: Sequence[Sequence[int]]
    turn: int
    number: dict[int, int]
    flip: Sequence[int] | None
    names: Sequence[int]


class Halves(NamedTuple):
    """A graph cut in two.

    Parameters
    ----------
    left, right : Side
        If they are `mirrored`, the right one is the left one with other names.
    flips : list of int, optional
        What the flip does to the numbers of the middle.
    mirrors : list of int
        Which number each number of the right half is for the left one.
    mine, theirs : Share
        The middle edges of each half, by its own numbers.
    fair : bool
        Whether the symmetries keep and exchange the shares.
    mirrored : bool
        Whether a symmetry exchanges the halves.
    """

    left: Side
    right: Side
    flips: list[int] | None
    mirrors: list[int]
    mine: Share
    theirs: Share
    fair: bool
    mirrored: bool


def meet_count(
    neighbours: Sequence[Sequence[int]],
    cut: Cut,
    budget: Budget,
    *,
    flip: Sequence[int] | None = None,
    mirror: Sequence[int] | None = None,
    threads: int | None = None,
    checkpoint: Checkpoint | None = None,
) -> int:
    """Count the Hamiltonian cycles of a graph from both ends of an order.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        The graph, its vertices in the order of the sweep.
    cut : Cut
        Where the halves meet.
    budget : Budget
        Counts the transitions, and the states that are gathered.
    flip, mirror : sequence of int, optional
        Automorphisms, each its own inverse, that commute: one keeps both halves, one exchanges
        them.
    threads : int, optional
        As many as there are processors, unless given. The answer does not depend on it.
    checkpoint : Checkpoint, optional
        Where to keep what is done, and to go on from.

    Returns
    -------
    int
        How many cycles there are.

    Raises
    ------
    Overflow
        If the count of some states has more than 62 bits.

    Examples
    --------
    >>> from caballero.count.meet import cuts, meet_count
    >>> from caballero.limits import Budget
    >>> prism = [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]]
    >>> [meet_count(prism, cut, Budget(), threads=1) for cut in cuts(prism)]
    [3, 3]
    """
    plan = laid_out(neighbours, cut, flip, mirror)
    first, second = stages(plan)
    with budget.part(0, first):
        left = right = swept("left", plan.left, plan.flips, budget, threads, checkpoint)
    if not plan.mirrored:
        with budget.part(first, second):
            right = swept("right", plan.right, plan.flips, budget, threads, checkpoint)
    with budget.part(second, 1):
        return _joined(left, right, plan, budget, threads, checkpoint)


def laid_out(
    neighbours: Sequence[Sequence[int]],
    cut: Cut,
    flip: Sequence[int] | None = None,
    mirror: Sequence[int] | None = None,
) -> Halves:
    """Cut a graph in two; see :func:`meet_count`."""
    middle = cut.middle
    number = {v: s for s, v in enumerate(middle)}
    flips = [number[flip[v]] for v in middle] if flip else None
    mirrors = [number[mirror[v]] for v in middle] if mirror else list(range(len(middle)))
    left = Side(neighbours, cut.turn, number, flip, range(len(neighbours)))
    if mirror:
        right = left._replace(names=mirror)
    else:
        rest = [v for v in range(cut.turn, len(neighbours)) if v not in number]
        order = [*reversed(rest), *middle, *range(cut.turn)]
        at = {v: turn for turn, v in enumerate(order)}
        right = Side(
            [sorted(at[w] for w in neighbours[v]) for v in order],
            len(rest),
            {at[v]: s for v, s in number.items()},
            [at[flip[v]] for v in order] if flip else None,
            order,
        )
    edges = [(number[v], number[w]) for v in middle for w in neighbours[v] if v < w and w in number]
    mine, theirs, fair = dealt(edges, flips, mirrors if mirror else None)
    theirs = sorted(_image(edge, mirrors) for edge in theirs)
    return Halves(
        left, right, flips, mirrors, shares(mine), shares(theirs), fair,
        mirror is not None,
    )  # fmt: skip


def stages(plan: Halves) -> tuple[float, float]:
    """Guess after which shares of the work the left half and the right one are done.

    To join them was a third of it, more or less; a sweep is guessed as :func:`expected` does.
    """
    sides = [plan.left] if plan.mirrored else [plan.left, plan.right]
    guesses = [expected(frontiers(side.neighbours)) for side in sides]
    works = [guess[0] - guess[side.turn] for side, guess in zip(sides, guesses, strict=True)]
    swept = sum(works) / (1 - JOINING)
    return works[0] / swept, 1 - JOINING


def cuts(neighbours: Sequence[Sequence[int]]) -> Iterator[Cut]:
    """Yield the places where an order can be cut: both halves and the middle are not empty."""
    now: set[int] = set()
    for t, row in enumerate(neighbours):
        now.update(w for w in row if w > t)
        now.discard(t)
        if 0 < len(now) <= WIDEST and t + 1 + len(now) < len(neighbours):
            yield Cut(t + 1, tuple(sorted(now)))


def dealt(
    edges: Iterable[Edge], flip: Sequence[int] | None, mirror: Sequence[int] | None
) -> tuple[list[Edge], list[Edge], bool]:
    """Deal edges between two halves, so that symmetries keep or exchange the shares if possible.

    Returns both shares, and whether the symmetries do.
    """
    rest = sorted((min(edge), max(edge)) for edge in edges)
    mine: list[Edge] = []
    theirs: list[Edge] = []
    left = set(rest)
    while left:
        edge = min(left)
        group = {edge, *([_image(edge, flip)] if flip else [])}
        if mirror:
            others = {_image(one, mirror) for one in group}
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


def shares(edges: Sequence[Edge]) -> Share:
    """List the sets of edges that give no vertex more than two."""
    share = Share([0], [], [], [], [0], [])
    for size in range(len(edges) + 1):
        before = len(share.signs)
        for chosen in itertools.combinations(edges, size):
            degrees: dict[int, int] = {}
            for v in itertools.chain.from_iterable(chosen):
                degrees[v] = degrees.get(v, 0) + 1
            if max(degrees.values(), default=0) > 2:
                continue
            share.vertices.extend(degrees)
            share.degrees.extend(degrees.values())
            share.set_at.append(len(share.vertices))
            share.signs.append(sum(d * 3**v for v, d in degrees.items()))
            share.pairs.extend(itertools.chain.from_iterable(chosen))
            share.pair_at.append(len(share.pairs) // 2)
        if len(share.signs) == before:
            break
    return share


def _image(edge: Edge, symmetry: Sequence[int]) -> Edge:
    a, b = sorted(symmetry[v] for v in edge)
    return a, b


def swept(
    name: str,
    side: Side,
    flips: list[int] | None,
    budget: Budget,
    threads: int | None,
    checkpoint: Checkpoint | None,
) -> Half:
    """Sweep over one half, and sort what it leaves in the middle by signature."""
    sweep = Sweep(side.neighbours, budget, flip=side.flip, threads=threads)
    sweep.compile()
    return filed(sweep, sweep.run(side.turn, checkpoint, name), side, flips, budget)


def filed(sweep: Sweep, layer: Layer, side: Side, flips: list[int] | None, budget: Budget) -> Half:
    """Sort the states of a half's last layer by signature."""
    turn, number = side.turn, side.number
    slots = len(number)
    starts = numbers(Marks if layer.size < 1 << 30 else Counts, 3**slots + 2)
    if layer.turn == turn and layer.size:
        place = [number[v] for v in sweep.frontier(turn)]
        flipped = flips is not None and sweep.flipped(turn)
        scratch = [numbers(Marks, max(1, slots)) for _ in range(4)]
        image = numbers(Marks, flips or [0])
        ranks = numbers(Marks, 0)
        counts = numbers(Counts, 0)
        for placing in (0, 1):
            if placing:
                kernel.sum_up.compiled(starts)
                ranks = numbers(Marks, int(starts[-1]))
                counts = numbers(Counts, int(starts[-1]))
            for begin in range(0, layer.size, PORTION):
                stop = min(layer.size, begin + PORTION)
                signs, mates = sweep.unfolded(layer, begin, stop, place, slots)
                kernel.file.compiled(
                    signs, mates, stop - begin, layer.states,
                    begin * sweep.stride + sweep.key_words, sweep.stride, slots, int(flipped),
                    image, starts, ranks, counts, placing, *scratch,
                )  # fmt: skip
                budget.spend(0)
        return Half(starts[:-1], ranks, counts)
    return Half(starts[:-1], numbers(Marks, 0), numbers(Counts, 0))


def common(left: Half, right: Half, plan: Halves) -> tuple[Ints, Ints]:
    """List the signatures at which the halves may meet, one for each that are alike.

    Returns them, and how many each stands for.
    """
    slots, mirrored = len(plan.mirrors), plan.fair and plan.mirrored
    mine, theirs = arrays(plan.mine), arrays(plan.theirs)
    digits = numbers(Marks, slots)
    marks = numbers(Flags, 3**slots)
    kernel.mark.compiled(
        left.starts, slots, mine.set_at, mine.vertices, mine.degrees, mine.signs, marks, digits
    )
    others = marks
    if not mirrored:
        others = numbers(Flags, 3**slots)
        kernel.mark.compiled(
            right.starts, slots, theirs.set_at, theirs.vertices, theirs.degrees, theirs.signs,
            others, digits,
        )  # fmt: skip
    flip = plan.flips if plan.fair else None
    mirrors = numbers(Marks, plan.mirrors)
    flips = numbers(Marks, flip or range(slots))
    targets = numbers(Counts, 0)
    weights = numbers(Marks, 0)
    for _ in range(2):  # first to see how many
        size = kernel.orbits.compiled(
            marks, others, slots, flips, int(flip is not None), mirrors, int(mirrored), targets,
            weights, digits, len(targets),
        )  # fmt: skip
        if len(targets) < size:
            targets = numbers(Counts, size)
            weights = numbers(Marks, size)
    return targets, weights


class Tables(NamedTuple):
    """All matchings of so many pairs, by rank, and their contractions, as the kernels read them."""

    packed_at: Ints
    packed: Ints
    sizes: Ints
    table_at: Ints
    table: Ints
    room_at: Ints


def tables(slots: int) -> Tables:
    """Write down all matchings of the ends that a middle can have."""
    most = slots // 2
    sizes = matchings(slots)
    packed_at = [0, *accumulate(sizes)]
    packed = numbers(Counts, packed_at[most + 1])
    scratch = numbers(Marks, 64)
    tabled = [(2 * k - 1) * sizes[k] if 2 <= k <= kernel.TABLED else 0 for k in range(most + 1)]
    table_at = [0, *accumulate(tabled)]
    table = numbers(Marks, max(1, table_at[-1]))
    for k in range(1, most + 1):
        kernel.pack_matchings.compiled(k, sizes[k], packed, packed_at[k], scratch)
        if tabled[k]:
            kernel.tabulate.compiled(k, sizes[k], table, table_at[k], scratch)
    return Tables(
        numbers(Marks, packed_at), packed, numbers(Counts, sizes), numbers(Counts, table_at), table,
        numbers(Counts, [0, *accumulate(sizes)]),
    )  # fmt: skip


def matchings(slots: int) -> list[int]:
    """Return the number of matchings of no pairs, of one, and so on."""
    return [prod(range(1, 2 * k, 2)) for k in range(slots // 2 + 2)]


def _joined(
    left: Half,
    right: Half,
    plan: Halves,
    budget: Budget,
    threads: int | None,
    checkpoint: Checkpoint | None,
) -> int:
    """Join the halves at every signature, and sum up."""
    slots = len(plan.mirrors)
    targets, weights = common(left, right, plan)
    shared = (
        slots, numbers(Marks, plan.mirrors), *left, *arrays(plan.mine), *right,
        *arrays(plan.theirs), *tables(slots), numbers(Marks, range(slots)),
    )  # fmt: skip

    spare: list[tuple[Ints, ...]] = []

    def work(begin: int, end: int, stop: Event) -> tuple[int, int]:
        """Join at the signatures from one to another."""
        total = numbers(Counts, 5)
        own = spare.pop() if spare else scratch_for(slots)
        gathered = 0
        for at in range(begin, end, TARGETS):
            if stop.is_set():
                break
            found = kernel.meet.compiled(
                targets, weights, at, min(end, at + TARGETS), *shared, total, *own
            )
            if found < 0:
                raise Overflow
            gathered += found
        spare.append(own)
        return sum(int(digit) << (31 * w) for w, digit in enumerate(total)), gathered

    known = dict(checkpoint.parts("join")) if checkpoint else {}
    share = -(-len(targets) // PARTS)
    left_parts = [part for part in range(PARTS) if part not in known]
    works = [
        partial(work, share * part, min(len(targets), share * (part + 1))) for part in left_parts
    ]
    joined = itertools.count(PARTS - len(works) + 1)

    def keep(number: int, answer: tuple[int, int]) -> None:
        budget.reach(next(joined) / PARTS)
        budget.spend(answer[1])
        if checkpoint is not None:
            checkpoint.add_part("join", left_parts[number], answer[0])

    results = in_threads(works, budget, threads=threads or os.cpu_count() or 1, done=keep)
    return sum(known.values()) + sum(total for total, _ in results)


def scratch_for(slots: int) -> tuple[Ints, ...]:
    """What one thread of a join writes to, beside its total."""
    most, sizes = slots // 2, matchings(slots)
    return (
        *(numbers(Counts, sizes[most]) for _ in range(2)),
        numbers(Counts, sum(sizes)),
        numbers(Counts, 4),
        numbers(Marks, 64),
        *(numbers(Marks, max(2, slots)) for _ in range(7)),
        numbers(Counts, max(4, slots)),
    )


def arrays(share: Share) -> Share:
    """The same for the compiled speed."""
    return Share(
        *(
            numbers(Counts if name == "signs" else Marks, values)
            for name, values in share._asdict().items()
        )
    )
