"""Check a proof that no Hamiltonian cycle of a network costs less than a known cycle.

A *1-tree* is a spanning tree of all vertices but one, the *root*, and two edges at the root. Every
Hamiltonian cycle is a 1-tree, so the cheapest 1-tree bounds its cost. A *price* of each vertex,
added to the costs of its edges, adds to every cycle twice the sum of the prices: so the cost of the
cheapest 1-tree with prices, less that, is a bound as well, for any prices (M. Held and R. M. Karp,
1971). The proof is a search: at each step there are *used* edges and edges that are *out*, and what
remains is whether a cycle with these costs less than the limit. The lines, depth first:

* ``p 0 5 -3 …``: a root, and a price for each vertex. If the bound is above the limit, this case
  is done. Else every edge is out with which the cheapest 1-tree is above the limit;
* ``b 2 7``: two cases. In the first, the edge between 2 and 7 is used, in the second it is out.

After each line follows what holds anyway, until nothing changes: the third edge at a vertex is out,
the last two are used, and what would close a cycle too early is out. If that is a contradiction,
the case is done. A case that is done is followed by the last that is not.

All costs are whole numbers, and so is everything here. A bound needs time for a spanning tree,
made as by J. B. Kruskal (1956): edges enter it in order, used edges first and then the cheapest, if
they join two vertices that are not yet joined. So the edge that joins two vertices is the most
expensive between them, and another edge between them costs that much more than the one that it
replaces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from caballero.machine.limits import pause

from .clauses import Refused, natural

FREE: Final = 0
USED: Final = 1
OUT: Final = -1


class OneTrees:
    """The question that is left: whether a cycle costs less than `cost`.

    `costs` has a whole number for each edge, `forced` the edges that every cycle uses. Prices are
    in parts of 1: `unit` of them make 1. A proof is `done` if no case is left.

    >>> proof = OneTrees(3, [(0, 1), (1, 2), (2, 0)], [5, 7, 1], [], cost=13, unit=1)
    >>> proof.done
    False
    >>> proof.read("p 0 0 0 0")
    >>> proof.done
    True
    """

    def __init__(
        self,
        size: int,
        edges: Sequence[tuple[int, int]],
        costs: Sequence[int],
        forced: Sequence[tuple[int, int]],
        *,
        cost: int,
        unit: int,
    ) -> None:
        self.size = size
        self.edges = edges
        self.costs = [unit * c for c in costs]
        step = math.gcd(*costs) or 1
        self.limit = (cost - 1) // step * step * unit
        """A cycle that costs less costs at most this, since all costs have a common divisor."""
        self.number = {frozenset(edge): e for e, edge in enumerate(edges)}
        self._left = list(range(len(edges)))  # the edges that are not out in all cases
        self._around: list[list[int]] = [[] for _ in range(size)]
        for e, edge in enumerate(edges):
            for v in edge:
                self._around[v].append(e)
        self.status = [FREE] * len(edges)
        self._trail: list[int] = []
        self._cases: list[tuple[int, int]] = []  # an edge that is out, and the trail before it
        self.done = False
        self.ended = 0
        """How many cases are done."""
        self.tree: list[int] = []
        """The edges of the cheapest 1-tree for the last prices."""
        for pair in forced:
            self._decide(self.number[frozenset(pair)], USED)
        self._settle(list(range(size)))

    def read(self, line: str) -> None:
        """Check a line; raise :class:`Refused` if it is none."""
        try:
            kind, *words = line.split()
            if self.done or kind not in {"p", "b"}:
                raise Refused("line")
            if kind == "b":
                a, b = map(natural, words)
                self._branch(self.number[frozenset((a, b))])
            else:
                root, *prices = map(int, words)
                if len(prices) != self.size or not 0 <= root < self.size:
                    raise Refused("prices")
                self._price(root, prices)
        except (ValueError, KeyError):
            raise Refused("unreadable") from None

    # -- cases -------------------------------------------------------------------------------------

    def _branch(self, e: int) -> None:
        if self.status[e] != FREE:
            raise Refused("edge")
        self._cases.append((e, len(self._trail)))
        self._decide(e, USED)
        self._settle([*self.edges[e]])

    def _close(self) -> None:
        """Continue with the last case that is left."""
        self.ended += 1
        while self._cases:
            e, length = self._cases.pop()
            while len(self._trail) > length:
                self.status[self._trail.pop()] = FREE
            self._decide(e, OUT)
            if self._follow([*self.edges[e]]):
                return
            self.ended += 1
        self.done = True

    def open_edges(self) -> list[int]:
        """Return the edges that are not out in this case."""
        return [e for e in self._left if self.status[e] != OUT]

    def _settle(self, vertices: list[int]) -> None:
        """Conclude what follows at some vertices where edges were decided; end the case if so."""
        if not self._follow(vertices):
            self._close()
        elif not self._cases:
            self._forget()

    def _forget(self) -> None:
        """Forget the edges that are out in all cases."""
        status = self.status
        self._left = [e for e in self._left if status[e] != OUT]
        self._around = [[e for e in around if status[e] != OUT] for around in self._around]
        self._trail = [e for e in self._trail if status[e] != OUT]

    def _decide(self, e: int, status: int) -> bool:
        """Decide an edge; return whether this is possible."""
        if self.status[e] == FREE:
            self.status[e] = status
            self._trail.append(e)
        return self.status[e] == status

    def _follow(self, vertices: list[int]) -> bool:
        """Conclude what follows at some vertices; return whether there is no contradiction."""
        status = self.status
        while True:
            pause()
            while vertices:
                around = self._around[vertices.pop()]
                known = [status[e] for e in around]
                used = known.count(USED)
                left = len(known) - known.count(OUT)
                if used > 2 or left < 2:
                    return False
                if used < 2 < left or used == left:
                    continue
                for e in around:
                    if status[e] == FREE:
                        self._decide(e, OUT if used == 2 else USED)
                        vertices += self.edges[e]
            closing = self._closing()
            if closing is None:
                return False
            for e in closing:
                self._decide(e, OUT)
                vertices += self.edges[e]
            if not closing:
                return True

    def _closing(self) -> list[int] | None:
        """Return the free edges that would close a cycle too early; None if there is a cycle."""
        joined: dict[int, list[int]] = {}
        for e in self._trail:
            if self.status[e] == USED:
                a, b = self.edges[e]
                joined.setdefault(a, []).append(b)
                joined.setdefault(b, []).append(a)
        closing: list[int] = []
        seen: set[int] = set()
        for start in [v for v, near in joined.items() if len(near) == 1]:
            if start in seen:
                continue
            last, v, length = -1, start, 1
            while len(near := [w for w in joined[v] if w != last]) == 1:
                last, v = v, near[0]
                length += 1
            seen.update((start, v))
            last_edge = self.number.get(frozenset((start, v)), -1)
            if last_edge >= 0 and self.status[last_edge] == FREE and length < self.size:
                closing.append(last_edge)
            joined[start] = joined[v] = []
        # A vertex on no path is on a cycle of used edges.
        inner = [v for v, near in joined.items() if near]
        on_paths = self._on_paths(seen)
        cycle = [v for v in inner if v not in on_paths]
        return None if cycle and len(cycle) < self.size else closing

    def _on_paths(self, ends: set[int]) -> set[int]:
        """Return the vertices of the paths of used edges from some vertices."""
        found = {*ends}
        waiting = [*ends]
        while waiting:
            v = waiting.pop()
            for e in self._around[v]:
                if self.status[e] == USED:
                    w = sum(self.edges[e]) - v
                    if w not in found:
                        found.add(w)
                        waiting.append(w)
        return found

    # -- bounds ------------------------------------------------------------------------------------

    def _price(self, root: int, prices: list[int]) -> None:
        """End the case, or rule out edges, by the bound of some prices."""
        left = self.open_edges()
        weights = {e: self.costs[e] + sum(prices[v] for v in self.edges[e]) for e in left}
        left.sort(key=weights.__getitem__)
        left.sort(key=lambda e: self.status[e] != USED)
        at_root = [e for e in left if root in self.edges[e]][:2]
        joined = _Joined(self.size)
        tree = self._spanning([e for e in left if root not in self.edges[e]], joined)
        if tree is None:
            self._close()
            return
        self.tree = [*tree, *at_root]
        bound = sum(weights[e] for e in self.tree) - 2 * sum(prices)
        if bound > self.limit:
            self._close()
            return
        room = self.limit - bound
        changed: list[int] = []
        spare = [weights[e] for e in at_root if self.status[e] == FREE]
        for e in {*left}.difference(self.tree):
            a, b = self.edges[e]
            if root in (a, b):
                is_dear = not spare or weights[e] - max(spare) > room
            else:
                # The most expensive free edge of the tree between its ends, or a used one.
                other = tree[joined.by(a, b)]
                is_dear = self.status[other] == USED or weights[e] - weights[other] > room
            if is_dear:
                self._decide(e, OUT)
                changed += (a, b)
        self._settle(changed)

    def _spanning(self, edges: Sequence[int], joined: _Joined) -> list[int] | None:
        """Return the first edges that make a spanning tree of all vertices but the root."""
        tree: list[int] = []
        for e in edges:
            if joined.join(*self.edges[e]):
                tree.append(e)
            elif self.status[e] == USED:
                return None  # used edges make a cycle without the root
        return tree if len(tree) == self.size - 2 else None


class _Joined:
    """Vertices that edges join, edge by edge."""

    def __init__(self, size: int) -> None:
        # Of each set of vertices that are joined, a single vertex has no parent. The smaller of two
        # sets gets a parent, so all are near, and the parents on a way have theirs ever later.
        self._parent = list(range(size))
        self._since = [size] * size  # which edge gave it its parent
        self._count = [1] * size
        self._edges = 0

    def join(self, a: int, b: int) -> bool:
        """Join two vertices by an edge, unless they are joined."""
        parent = self._parent
        while parent[a] != a:
            a = parent[a]
        while parent[b] != b:
            b = parent[b]
        if a == b:
            return False
        if self._count[a] > self._count[b]:
            a, b = b, a
        parent[a] = b
        self._count[b] += self._count[a]
        self._since[a] = self._edges
        self._edges += 1
        return True

    def by(self, a: int, b: int) -> int:
        """Return which edge joined two vertices."""
        last = -1
        while a != b:
            if self._since[a] > self._since[b]:
                a, b = b, a
            last = self._since[a]
            a = self._parent[a]
        return last
