"""Tours that symmetries keep, counted on the quotient of the board.

A group of symmetries that keeps a tour acts on its line as rotations and reflections of a polygon.
So one stretch of the line determines the whole tour, and the stretch is a path or cycle of the
*quotient*. The vertices of the quotient are the *orbits*: squares that the group maps to each
other.

* **Rotations only.** All orbits have the order of the group, and the tour is a Hamiltonian cycle
  of the quotient. Not every such cycle comes from one tour: followed from a square, it leads to an
  image of this square, and the power of the rotation that gives the image must generate the group.
  If the order is a power of two, these are the odd powers, so parities of the moves are enough: a
  *twisted* count (:mod:`caballero.kernels.counting`).
* **With reflections.** A reflection reverses the line at two *fixed places*: squares that it keeps,
  or moves that it reverses. From one fixed place to the next, the line is a Hamiltonian path of the
  quotient; every path counts whose two reflections generate the group. Each square that is kept is
  a fixed place of the line, which settles most cases. An open line has one fixed place, its middle.

Several moves may join the same two orbits. Each choice of one is another tour, so the quotient is
a multigraph. The sweep handles two parallel edges, one odd and one even; if there are more, the
number follows from the counts with one of them and without. Multiple edges of a path become odd
and even ones, too; some edge that every path has is then both, and corrects the parity.

The theory of such quotients is that of voltage graphs (J. L. Gross and T. W. Tucker, *Topological
Graph Theory*, 1987); that symmetric tours are paths and cycles of half a board is as old as the
symmetric tours of Euler and Bergholt (G. P. Jelliss, *Knight's Tour Notes*).

Invariants: an orbit's number is less than any dummy's; an edge has its smaller vertex first, and
its multiplicity is never zero.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from caballero.core.board import Square
from caballero.core.errors import TooLarge
from caballero.core.limits import Budget
from caballero.core.reduction import two_colours
from caballero.core.symmetry import Permutation, compose, inverse, orbits as orbits_of, pair, powers
from caballero.sweeps.order import Ordered, sweep_cost, with_dummies

from .frontier import cycles

MOST_SWEEPS: Final = 64
"""The most sweeps of one count: each multiple edge doubles them."""


class SymmetryProblem(NamedTuple):
    """A problem, in vertices."""

    near: list[set[int]]  # the moves
    forced: frozenset[tuple[int, int]]  # moves that a tour must use, the smaller vertex first
    ends: frozenset[int]  # vertices that must be its ends, if it is open
    closed: bool
    squares: list[Square]  # the square of each vertex

    @property
    def axes(self) -> list[int]:
        """The axes of the board, the longest first."""
        lengths = [max(at) for at in zip(*self.squares, strict=True)]
        return sorted(range(len(lengths)), key=lambda axis: -lengths[axis])


class Link(NamedTuple):
    """The moves that the group maps to each other: one edge of the quotient."""

    # The orbits that it joins; they may be equal.
    a: int
    b: int
    # 1 if, under rotations, it leads from the first square of one orbit to an odd image of the
    # first square of the other, or within one orbit from a square to an odd image of it.
    odd: int
    mirror: Permutation | None  # the reflection that reverses such a move, if one does
    forced: bool  # whether one of the moves is forced


class Quotient(NamedTuple):
    """The quotient of a board: its orbits, and the links between them."""

    problem: SymmetryProblem  # on the board itself
    orbits: list[list[int]]  # the squares of each; see :func:`_orbits` for their order
    links: list[Link]  # the moves between them
    others: Collection[Permutation]  # more symmetries of the problem


@dataclass(slots=True)
class Multigraph:
    """A graph whose edges are even or odd, with multiplicities."""

    size: int
    edges: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def add(self, a: int, b: int, odd: int = 0, times: int = 1) -> None:
        """Add `times` edges between two vertices."""
        key = pair(a, b)
        evens, odds = self.edges.get(key, (0, 0))
        self.edges[key] = (evens, odds + times) if odd else (evens + times, odds)

    def dummy(self) -> int:
        """Return a new vertex."""
        self.size += 1
        return self.size - 1

    def chain(self, firsts: Counter[int], lasts: Counter[int] | None) -> tuple[int, int] | None:
        """Join the ends of paths by dummies, so that the paths become cycles.

        `firsts` and `lasts` count the ways to begin or end in each vertex; without `lasts` both
        ends are among `firsts`. Returns an edge that every cycle uses, or None.
        """
        d = self.dummy()
        for v, times in firsts.items():
            self.add(v, d, times=times)
        if lasts is None:
            return None
        begin = d
        for _ in range((len(firsts) > 1) + (len(lasts) > 1)):
            d = self.dummy()
            self.add(d - 1, d)
        for v, times in lasts.items():
            self.add(v, d, times=times)
        if d > begin:
            return begin, begin + 1
        return next(iter(firsts)), d

    def multiple(self, most: int) -> list[tuple[int, int]]:
        """Return the edges with a multiplicity above `most`, odd or even."""
        return [edge for edge, times in self.edges.items() if max(times) > most]


def kept_tours(
    problem: SymmetryProblem,
    group: Collection[Permutation],
    onward: Collection[Permutation],
    budget: Budget,
    others: Collection[Permutation] = (),
) -> int:
    """Count the tours that every symmetry of a group keeps.

    `group` has permutations of the vertices, the identity and at least one more. Those in `onward`
    keep the direction of travel, the others reverse it. `others` are more symmetries of the
    problem, which may make the count faster. The budget counts transitions between states. Raises
    TooLarge if the group is not supported, or the quotient is too wide.

    >>> near, squares = [{1, 2}, {0, 3}, {0, 3}, {1, 2}], [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> ring = SymmetryProblem(near, frozenset(), frozenset(), closed=True, squares=squares)
    >>> turns = [(0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1)]
    >>> kept_tours(ring, turns, turns, Budget())
    1
    """
    size, order = len(problem.near), len(onward)
    if problem.closed:
        if size < 3:
            return 0
    elif order > 1 or len(group) > 2:
        return 0
    rotations = sorted(onward)
    identity = tuple(range(size))
    if any(g[v] == v for g in rotations if g != identity for v in range(size)):
        return 0
    reflections = sorted(set(group) - set(rotations))
    if any(g[g[v]] != v for g in reflections for v in range(size)):
        return 0
    colours, connected = two_colours([sorted(row) for row in problem.near])
    if not connected or (colours is not None and not _is_balanced(problem, colours)):
        return 0
    generator = next((g for g in rotations if len(powers(g)) == order), None)
    if generator is None:
        return 0
    if order & (order - 1):
        raise TooLarge("count-symmetry-order", order=order)
    orbits = _orbits(problem, group, generator, None if reflections else colours)
    links = _links(problem, group, set(rotations), orbits)
    if links is None:
        return 0
    quotient = Quotient(problem, orbits, links, others)
    if not reflections:
        return _preserving(quotient, budget)
    return _reversing(quotient, rotations, reflections, budget)


# -- quotients ----------------------------------------------------------------------------------


def _is_balanced(problem: SymmetryProblem, colours: Sequence[int]) -> bool:
    surplus = abs(len(colours) - 2 * sum(colours))
    return surplus <= (0 if problem.closed else 1)


def _orbits(
    problem: SymmetryProblem,
    group: Collection[Permutation],
    generator: Permutation,
    colours: Sequence[int] | None,
) -> list[list[int]]:
    """Return the orbits; under rotations, each in the order of the generator's powers.

    Each begins with the square that comes first along the board: then other symmetries often map
    first squares to first squares. If rotations exchange the colours, it begins with colour 0, so
    that all links are odd.
    """
    axis, squares = problem.axes[0], problem.squares
    along = sorted(range(len(squares)), key=lambda v: (squares[v][axis], squares[v]))
    if colours is not None and colours[generator[0]] != colours[0]:
        along.sort(key=colours.__getitem__)
    return orbits_of([*powers(generator), *group], along)


def _links(
    problem: SymmetryProblem,
    group: Collection[Permutation],
    rotations: Collection[Permutation],
    orbits: Sequence[Sequence[int]],
) -> list[Link] | None:
    """Return the edges of the quotient; None if no symmetric tour can use a forced move."""
    orbit = {v: i for i, members in enumerate(orbits) for v in members}
    place = {v: i for members in orbits for i, v in enumerate(members)}
    seen: set[tuple[int, int]] = set()
    links = []
    for v, row in enumerate(problem.near):
        for w in sorted(row):
            if w < v or (v, w) in seen:
                continue
            images = {pair(g[v], g[w]) for g in group}
            seen |= images
            forced = not images.isdisjoint(problem.forced)
            a, b = orbit[v], orbit[w]
            mirror = None
            if a == b:
                mirror = next((g for g in group if g not in rotations and g[v] == w), None)
            usable = all(y in problem.near[x] for x, y in images)
            if usable and (a != b or mirror or len(orbits) == 1):
                links.append(Link(a, b, (place[v] + place[w]) & 1, mirror, forced))
            elif forced:
                return None
    return links


# -- rotations ----------------------------------------------------------------------------------


def _preserving(quotient: Quotient, budget: Budget) -> int:
    """Count the closed tours whose direction of travel all symmetries keep."""
    links, size = quotient.links, len(quotient.orbits)
    forced = sum(link.forced for link in links)
    if size == 1:
        return sum(link.odd for link in links if link.forced or not forced) if forced < 2 else 0
    graph = Multigraph(size)
    parity = True
    if all(link.odd for link in links):  # then all cycles of the quotient are odd, or none are
        if size % 2 == 0:
            return 0
        parity = False
    for link in links:
        _join(graph, link, parity)
    if graph.size == 2:
        return math.prod(graph.edges.get((0, 1), (0, 0)))
    return _count_cycles(graph, parity, quotient, budget)


def _join(graph: Multigraph, link: Link, parity: bool) -> None:
    """Add a link; a forced one goes through a dummy."""
    odd = link.odd if parity else 0
    if link.forced:
        d = graph.dummy()
        graph.add(link.a, d, odd)
        graph.add(link.b, d)
    else:
        graph.add(link.a, link.b, odd)


# -- reflections --------------------------------------------------------------------------------


def _reversing(
    quotient: Quotient,
    rotations: Sequence[Permutation],
    reflections: Sequence[Permutation],
    budget: Budget,
) -> int:
    """Count the tours whose direction of travel some symmetries reverse."""
    problem, orbits, links, _ = quotient
    # The reflections at every other fixed place are conjugate to each other, by rotations.
    mirror = reflections[0]
    first_kind = {compose(compose(r, mirror), inverse(r)) for r in rotations}
    kinds = [first_kind, set(reflections) - first_kind] if len(rotations) > 1 else [first_kind]
    ends: list[Counter[int]] = []
    musts: list[set[int]] = []
    for kind in kinds:
        reversed_links = [link for link in links if link.mirror in kind]
        # All kept squares are fixed places, and so are reversed moves.
        kept = {i for i, orbit in enumerate(orbits) if any(g[orbit[0]] == orbit[0] for g in kind)}
        forced = [link.a for link in reversed_links if link.forced]
        if len(kept) + len(forced) > (2 if problem.closed and len(kinds) == 1 else 1):
            return 0
        ends.append(Counter(link.a for link in reversed_links))
        musts.append(kept | set(forced))
    graph = Multigraph(len(orbits))
    for link in links:
        if link.a != link.b:
            _join(graph, link, parity=False)
    must = [Counter(dict.fromkeys(sorted(orbit), 1)) for orbit in musts]
    lasts: Counter[int] | None
    if not problem.closed:
        firsts = must[0] or ends[0]
        lasts = _free_ends(problem, orbits, mirror, firsts)
    elif len(kinds) == 2:
        firsts, lasts = (must[i] or ends[i] for i in (0, 1))
    elif len(must[0]) == 2:
        firsts, lasts = (Counter([orbit]) for orbit in must[0])
    elif must[0]:
        firsts, lasts = must[0], ends[0] - Counter({orbit: len(orbits) for orbit in must[0]})
    else:
        firsts, lasts = ends[0], None
    if not firsts or (lasts is not None and not lasts):
        return 0
    if len(orbits) == 1:
        return 0 if lasts is None else firsts[0] * lasts[0]
    twice = 1
    if lasts is None and len(graph.multiple(1)) > 1:
        lasts, twice = firsts, 2
    certain = graph.chain(firsts, lasts)
    if certain and len(graph.multiple(1)) > 1:
        for edge, (times, _) in graph.edges.items():
            graph.edges[edge] = (1, 1) if edge == certain else (times - times // 2, times // 2)
        return _count_cycles(graph, True, quotient, budget) // twice
    return _count_cycles(graph, False, quotient, budget) // twice


def _free_ends(
    problem: SymmetryProblem,
    orbits: Sequence[Sequence[int]],
    mirror: Permutation,
    middles: Collection[int],
) -> Counter[int]:
    """Return the orbits in which the path from the middle of an open line may end."""
    ends = sorted(problem.ends)
    if len(ends) == 2 and mirror[ends[0]] != ends[1]:
        return Counter()
    found = [i for i, orbit in enumerate(orbits) if not ends or ends[0] in orbit]
    if len(orbits) > 1:
        found = [i for i in found if len(orbits[i]) == 2]
        if len(middles) == 1:
            found = [i for i in found if i not in middles]
    return Counter(found)


# -- counting -----------------------------------------------------------------------------------


def _count_cycles(graph: Multigraph, parity: bool, quotient: Quotient, budget: Budget) -> int:
    """Count the Hamiltonian cycles, all or only odd ones; each choice of parallel edges counts."""
    several = graph.multiple(1)
    if 1 << len(several) > MOST_SWEEPS:
        raise TooLarge("count-symmetry-multiple", count=len(several))
    if not several:
        return _sweep(graph, parity, quotient, budget)
    edge = several[0]
    evens, odds = graph.edges[edge]
    rest = {other: times for other, times in graph.edges.items() if other != edge}

    def count_with(now: tuple[int, int]) -> int:
        edges = {edge: now, **rest} if any(now) else rest
        thinner = Multigraph(graph.size, edges)
        return _count_cycles(thinner, parity, quotient, budget)

    if evens > 1:
        return evens * count_with((1, odds)) - (evens - 1) * count_with((0, odds))
    return odds * count_with((evens, 1)) - (odds - 1) * count_with((evens, 0))


def _sweep(graph: Multigraph, parity: bool, quotient: Quotient, budget: Budget) -> int:
    """Count the Hamiltonian cycles of a graph whose only multiple edges are odd and even pairs."""
    neighbours: list[list[int]] = [[] for _ in range(graph.size)]
    for a, b in graph.edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    if min(map(len, neighbours)) < 2:
        return 0
    orders = _orders(neighbours, quotient)
    cost, order = min((sweep_cost(neighbours, order), order) for order in orders)
    at = {v: step for step, v in enumerate(order)}
    rows = [sorted(at[w] for w in neighbours[v]) for v in order]
    flips = [
        [at[image[v]] for v in order]
        for image in _images(graph, quotient)
        if all(image[image[v]] == v for v in order)
    ]
    flip = Ordered(rows, order, flips, cost).flip
    kinds: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}
    for kind in ((0, 1), (1, 1)) if parity else ():
        edges = [edge for edge, times in graph.edges.items() if times == kind]
        kinds[kind] = frozenset(pair(at[a], at[b]) for a, b in edges)
    none: frozenset[tuple[int, int]] = frozenset()
    odd, parallel = kinds.get((0, 1), none), kinds.get((1, 1), none)
    try:
        return cycles(rows, budget, flip=flip, twisted=parity, odd=odd, parallel=parallel)
    except OverflowError as error:
        raise TooLarge("count-too-wide", count=graph.size) from error


def _orders(neighbours: Sequence[Sequence[int]], quotient: Quotient) -> Iterator[list[int]]:
    """Yield the orders to try; see :mod:`caballero.sweeps.order`."""
    problem, orbits = quotient.problem, quotient.orbits
    squares, size = problem.squares, len(orbits)

    def along(axis: int) -> list[int]:
        keys = [min((squares[v][axis], squares[v]) for v in orbit) for orbit in orbits]
        return sorted(range(size), key=keys.__getitem__)

    return with_dummies(neighbours, size, map(along, problem.axes))


def _images(graph: Multigraph, quotient: Quotient) -> Iterator[list[int]]:
    """Yield the automorphisms of the quotient that other symmetries induce."""
    orbits = quotient.orbits
    orbit = {v: i for i, members in enumerate(orbits) for v in members}
    seen = {tuple(range(len(orbits)))}
    for g in sorted(quotient.others):
        image = [orbit[g[members[0]]] for members in orbits]
        if tuple(image) in seen:
            continue
        seen.add(tuple(image))
        if any(orbit[g[v]] != image[i] for i, members in enumerate(orbits) for v in members):
            continue
        image += range(len(orbits), graph.size)
        moved = {pair(image[a], image[b]): times for (a, b), times in graph.edges.items()}
        if moved == graph.edges:
            yield image
