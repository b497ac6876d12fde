"""Contract what every Hamiltonian cycle passes exactly once.

The result is a smaller multigraph with *transitions* at its vertices: the pairs of edges by which
the cycle may pass each of them (A. Kotzig, "Moves without forbidden transitions in a graph",
Matematický časopis 18, 1968). An ordinary vertex allows all pairs of its edges. Two things are
contracted to a vertex:

* A path of edges that every Hamiltonian cycle uses, because they end at vertices of degree 2. The
  cycle enters at either end of the path and leaves at the other.
* Two *tight sets* of such ends, joined by paths from each end of the first to an end of the second.
  Exactly one edge of the cycle, apart from the paths, leaves a tight set. A single end is a tight
  set. If its edges lead to only two others, then all three together are a tight set: this is the
  bicontraction of L. Lovász and M. D. Plummer ("Matching Theory", 1986). So the cycle passes the
  two sets together once, and the transitions are those of the Hamiltonian paths inside.

The gadgets of reductions from other problems are often such pairs of tight sets.

Invariant: the graph has a Hamiltonian cycle if and only if the multigraph has a cycle whose
transitions are allowed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, product
from typing import Final, NamedTuple, TypeAlias

from caballero.machine.limits import pause, paused
from caballero.model.reduction import cycle_of_edges

LARGEST: Final = 16
"""The most ends of paths in a tight set."""

MOST_MATCHINGS: Final = 8
"""The most matchings in a tight set without an end; other sets are not contracted."""

MOST_TRANSITIONS: Final = 2_000_000
"""The most transitions of a contraction."""

Pair: TypeAlias = "tuple[int, int]"

Passages: TypeAlias = "dict[Pair, list[int]]"
"""The paths of a contracted vertex, each by the two vertices where it begins and ends."""


class Contraction(NamedTuple):
    """A contracted graph: its vertices, and the original edges that join them."""

    edges: list[Pair]
    """The edges that are left, by their vertices in the original graph."""
    ends: list[Pair]
    """The contracted vertices of each edge."""
    transitions: list[list[Pair]]
    """The transitions of each contracted vertex; each has the numbers of two edges."""
    passages: list[Passages]
    """The paths of each contracted vertex in the original graph."""

    def cycle(self, chosen: Sequence[Pair]) -> list[int]:
        """Return the vertices of the cycle that takes the chosen transition of each vertex."""
        joined: list[Pair] = []
        for place, transition in enumerate(chosen):
            x, y = (self._end(place, edge) for edge in transition)
            path = self.passages[place].get((x, y)) or self.passages[place][y, x]
            joined += pairwise(path)
            joined += (self.edges[edge] for edge in transition if self.ends[edge][0] == place)
        return cycle_of_edges(joined)

    def _end(self, place: int, edge: int) -> int:
        """Return the vertex of an edge that belongs to a contracted vertex."""
        return self.edges[edge][self.ends[edge].index(place)]


def contract(neighbours: Sequence[Sequence[int]], *, most: int) -> Contraction | None:
    """Contract a simple graph to at most `most` vertices; None if more are left.

    None, too, if the graph is seen to have no Hamiltonian cycle, or has no choices. The time is
    linear in the edges of the graph and in the transitions.
    """
    paths = _forced_paths(neighbours)
    if paths is None:
        return None
    across = {path[0]: path[-1] for path in paths} | {path[-1]: path[0] for path in paths}
    rows = {
        v: [w for w in neighbours[v] if w in across and w != end]
        for v, end in paused(list(across.items()))
    }
    by_end = {path[0]: path for path in paths} | {path[-1]: path[::-1] for path in paths}
    passages = _tight_passages(rows, by_end)
    inside = {v for found in passages for path in found.values() for v in path}
    passages += [{(path[0], path[-1]): path} for path in paths if path[0] not in inside]
    return _contraction(rows, passages) if len(passages) <= most else None


def _forced_paths(neighbours: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """Return the paths of forced edges, and the other vertices, each as a path of its own.

    An edge is forced if an end has degree 2. The paths have all vertices; None if a vertex
    has three forced edges, or if some of them make a cycle.
    """
    links = [[w for w in row if 2 in (len(row), len(neighbours[w]))] for row in paused(neighbours)]
    if max(map(len, links), default=3) > 2:
        return None
    paths: list[list[int]] = []
    seen = bytearray(len(neighbours))
    for end, row in enumerate(paused(links)):
        if len(row) == 2 or seen[end]:
            continue
        path = [end]
        for v in path:  # grows while it is read
            seen[v] = 1
            path += [w for w in links[v] if not seen[w]]
        paths.append(path)
    return paths if all(seen) else None


def _tight_passages(rows: dict[int, list[int]], by_end: dict[int, list[int]]) -> list[Passages]:
    """Return the passages of each pair of tight sets that is contracted to a vertex."""
    sets = _tight_sets(rows, by_end)
    tight = set(sets)
    used: set[int] = set()
    found: list[Passages] = []
    for inside in paused(sorted(sets, key=len, reverse=True)):
        others = frozenset(by_end[x][-1] for x in inside)
        if others in tight and inside.isdisjoint(others) and used.isdisjoint(inside | others):
            passages = _passages(rows, by_end, inside, others)
            if passages is not None:
                found.append(passages)
                used |= inside | others
    return found


def _tight_sets(rows: dict[int, list[int]], by_end: dict[int, list[int]]) -> list[frozenset[int]]:
    """Return tight sets of at least three ends, nested or disjoint; each is named by a member."""
    number = {v: v for v, path in by_end.items() if len(path) > 1}
    sets = {v: frozenset({v}) for v in number}
    merged: list[frozenset[int]] = []
    waiting = deque(number)
    while waiting:
        pause()
        at = waiting.popleft()
        if at not in sets:
            continue
        near = _beside(rows, number, sets[at]) - {at}
        if len(near) != 2 or -1 in near:
            continue
        a, b = sorted(near)
        three = sets[at] | sets[a] | sets[b]
        if len(three) > LARGEST:
            continue
        del sets[at], sets[b]
        sets[a] = three
        number |= dict.fromkeys(three, a)
        merged.append(three)
        # The new set, and its neighbours, may lead to only two others now.
        waiting += [a, *sorted(_beside(rows, number, three) - {a, -1})]
    return merged


def _beside(rows: dict[int, list[int]], number: dict[int, int], inside: frozenset[int]) -> set[int]:
    """Return the numbers of the sets that edges of a set lead to; -1 is for other vertices."""
    return {number.get(w, -1) for v in inside for w in rows[v]}


def _passages(
    rows: dict[int, list[int]],
    by_end: dict[int, list[int]],
    inside: frozenset[int],
    others: frozenset[int],
) -> Passages | None:
    """Return the Hamiltonian paths through a pair of tight sets; None if none or too many."""
    both = inside | others
    enter, leave = (
        [v for v in sorted(some) if not both.issuperset(rows[v])] for some in (inside, others)
    )
    if not enter or not leave:
        return None
    found: Passages = {}
    for x, y in product(enter, leave):
        first = list(islice(_matchings(rows, inside - {x}), MOST_MATCHINGS + 1))
        second = list(islice(_matchings(rows, others - {y}), MOST_MATCHINGS + 1))
        if max(len(first), len(second)) > MOST_MATCHINGS:
            return None
        for pair, other in product(first, second):
            mates = pair | other
            path = by_end[x]
            while (v := mates.get(path[-1])) is not None:
                path = path + by_end[v]
            if {*path} >= inside:
                found[x, y] = path
    return found


def _matchings(rows: dict[int, list[int]], inside: frozenset[int]) -> Iterator[dict[int, int]]:
    """Yield the perfect matchings of a set of vertices, each as the mate of each vertex."""
    if not inside:
        yield {}
        return
    v = min(inside, key=lambda v: (sum(w in inside for w in rows[v]), v))
    for w in rows[v]:
        if w in inside:
            for mates in _matchings(rows, inside - {v, w}):
                yield mates | {v: w, w: v}


def _contraction(rows: dict[int, list[int]], passages: list[Passages]) -> Contraction | None:
    """Number the edges that are left, and combine them to transitions."""
    home = {end: place for place, found in enumerate(passages) for pair in found for end in pair}
    edges = [
        (v, w)
        for v, row in rows.items()
        for w in row
        if v < w and v in home and w in home and home[v] != home[w]
    ]
    at: dict[int, list[int]] = {v: [] for v in home}
    for edge, ends in enumerate(edges):
        for v in ends:
            at[v].append(edge)
    size = sum(
        len(at[x]) * len(at[y]) // (2 if x == y else 1) for found in passages for x, y in found
    )
    if size > MOST_TRANSITIONS:
        return None
    transitions: list[list[Pair]] = [
        [
            pair
            for x, y in found
            for pair in (combinations(at[x], 2) if x == y else product(at[x], at[y]))
        ]
        for found in paused(passages)
    ]
    places = [(home[v], home[w]) for v, w in edges]
    _prune(places, transitions)
    if len(transitions) < 2 or not all(transitions):
        return None
    return Contraction(edges, places, transitions, passages)


def _prune(ends: list[Pair], transitions: list[list[Pair]]) -> None:
    """Remove transitions with an edge that no transition of its other vertex uses."""
    used = [{edge for pair in found for edge in pair} for found in transitions]
    waiting = set(range(len(transitions)))
    while waiting:
        pause()
        place = waiting.pop()
        kept = [
            pair
            for pair in transitions[place]
            if all(edge in used[v] for edge in pair for v in ends[edge])
        ]
        left = {edge for pair in kept for edge in pair}
        waiting |= {sum(ends[edge]) - place for edge in used[place] - left}
        transitions[place], used[place] = kept, left
