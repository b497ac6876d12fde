"""Check that a graph has no Hamiltonian cycle, or no longer cycle, by a sweep over its vertices.

The sweep takes the vertices in an order and chooses, for each, its edges to later vertices: as many
as it still needs for two. What matters later is only, for each vertex of the *frontier* (the later
vertices next to an earlier one), whether two of its edges are used, or one, and then where the
fragment that ends in it has its other end (G. Rote, "The Hamiltonian cycle problem on a strip", and
the simpath of Knuth, The Art of Computer Programming 7.1.4). So equal states merge. If no state is
left, there is no cycle. Where vertices may be left out, a state has how many were.

The checker does the whole sweep, by the simplest code; the order, which makes the frontier narrow,
is all that it is given. The time and the memory are exponential in the width of the frontier.

It is a proof because no choice of any cycle is missing. It excludes:

* edges to earlier vertices: they were decided with these;
* a third edge: a cycle uses two at each vertex. So a vertex that has an edge takes another now, for
  its other edges are decided; a vertex without edges takes two, or is left out;
* choices without a forced edge to a later vertex: it is decided now and never again;
* a closed fragment, for no cycle contains another. It is the cycle if all vertices without
  edges may be left out, and no forced edge is left;
* more vertices left out than allowed: none comes back. Of equal states, the fewest is enough;
* an end of a bond without the other, or without the bond. They follow one another in the order: so
  before the first is taken their bond is undecided, and either has at most one other edge;
  then the second comes at once. With a vertex between, its only edge might be the bond.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from caballero.machine.limits import pause

MOST_STATES: Final = 1_000_000
"""The most states of a frontier; with more, the sweep is refused."""

DONE: Final = -1
"""The state of a vertex that uses two edges."""

Mates: TypeAlias = dict[int, int]
"""For each vertex of the frontier the other end of its fragment, itself if it has none, or DONE."""


class TooWide(Exception):
    """The frontier has more than `MOST_STATES` states."""


def is_order(order: Sequence[int], size: int, bonds: Collection[tuple[int, int]] = ()) -> bool:
    """Return whether an order has all vertices, each once, and the ends of each bond together."""
    follows = {*pairwise(order)}
    return sorted(order) == [*range(size)] and follows.issuperset(bonds)


def has_no_cycle(
    neighbours: Sequence[Sequence[int]],
    order: Sequence[int],
    *,
    optional: Collection[int] = (),
    spare: int = 0,
    forced: Collection[tuple[int, int]] = (),
    bonds: Collection[tuple[int, int]] = (),
) -> bool:
    """Return whether a sweep in an order of all vertices, each once, shows that there is no cycle.

    A cycle visits all vertices but at most `spare` of the `optional`, and uses the `forced`
    edges, given in both directions. Of a *bond*, an edge from a vertex to the next in the
    order, it visits both and uses it, or neither; no two bonds share a vertex.

    >>> has_no_cycle([[1], [0, 2], [1]], [0, 1, 2])
    True
    >>> has_no_cycle([[1, 2], [0, 2], [1, 0]], [0, 1, 2])
    False
    >>> triangle = [[1, 2], [0, 2], [1, 0, 3], [2]]
    >>> [has_no_cycle(triangle, [0, 1, 2, 3], optional=[3], spare=n) for n in (0, 1)]
    [True, False]
    """
    if not is_order(order, len(neighbours), bonds):
        return False
    position = {v: at for at, v in enumerate(order)}
    active: list[int] = []  # the frontier, sorted
    partners = {**dict(bonds), **{w: v for v, w in bonds}}
    until = max((min(position[v], position[w]) for v, w in forced), default=0)
    states: dict[tuple[int, ...], int] = {(): 0}
    for at, v in enumerate(order):
        later = [w for w in neighbours[v] if position[w] > at]
        must = [w for w in later if (v, w) in forced]
        before = {*active}
        active = sorted(before.union(later).difference({v}))
        fresh = {w: w for w in (v, *later) if w not in before}
        names = sorted(before)
        unseen = {*order[at + 1 :]}.difference(active)
        following: dict[tuple[int, ...], int] = {}
        for state, out in states.items():
            mates = {**dict(zip(names, state, strict=True)), **fresh}
            for after, left in _choices(mates, v, later, must, partners):
                if after is None:
                    if at < until:
                        continue  # a forced edge is left
                    left |= unseen
                if not left.issubset(optional) or out + len(left) > spare:
                    continue
                if after is None:
                    return False
                key = tuple(after[w] for w in active)
                following[key] = min(out + len(left), following.get(key, spare))
                if len(following) > MOST_STATES:
                    raise TooWide
                pause()
            pause()
        states = following
    return True


def _choices(
    mates: Mates, v: int, later: Sequence[int], must: Sequence[int], partners: Mapping[int, int]
) -> Iterator[tuple[Mates | None, set[int]]]:
    """Yield the state after each choice of edges from a vertex, None for a cycle.

    With each come the vertices that it leaves out. `partners` are the ends of bonds.
    """
    other, bond = mates.pop(v), partners.get(v)
    if other in (v, DONE) and not must and (bond not in mates or mates[bond] == bond):
        yield mates, {v} if other == v else set()
    if other == DONE or (other == v and bond is not None and bond not in mates):
        return  # it has two edges, or its partner is left out
    if bond in mates:
        must = [*must, bond]
    # A later vertex with a partner has its bond before it, and so only one other edge.
    open_ends = [
        w for w in later if mates[w] == w or (mates[w] != DONE and (w == bond or w not in partners))
    ]
    for chosen in combinations(open_ends, 2 if other == v else 1):
        if not {*must} <= {*chosen}:
            continue
        a, b = (*chosen, other)[:2]
        if a == b or mates[a] == b:  # the new edges close a cycle
            left = {w for w, mate in mates.items() if w not in chosen and mate != DONE}
            if all(mates[w] == w for w in left):
                yield None, left
            continue
        # They join the fragments that end in the chosen vertices, or in the other end of `v`.
        ends = [mates[w] for w in chosen] + [other] * (2 - len(chosen))
        after = mates | {w: DONE for w in chosen if mates[w] != w}
        after[ends[0]], after[ends[1]] = ends[1], ends[0]
        yield after, set()
