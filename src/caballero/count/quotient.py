"""Tours that symmetries keep, counted on the quotient of the board.

A group of symmetries that keeps a tour acts on its line like rotations and reflections of a
polygon. Whatever the group does with one stretch of the line it repeats everywhere, so a tour is
known from the *quotient*, whose vertices are the *orbits*: the squares that the group takes to
each other are one.

* **Rotations only.** All orbits are of the order of the group, and the tour is a Hamiltonian cycle
  of the quotient. Not every such cycle comes from one tour: from a square, it leads to the same
  square or to an image of it, and the image must be one that generates the group. If the order is
  a power of two, these are the odd ones, so that parities of the moves are enough: a *twisted*
  count (:mod:`caballero.kernels.counting`).
* **With reflections.** A reflection turns the line at two places: at squares that it keeps, or at
  moves that it turns round. From one *turning place* to the next, the line is a Hamiltonian path
  of the quotient, and every such path will do whose two reflections generate the group. A square
  that is kept but is no turning place cannot be, which settles most cases. An open line has one
  turning place, its middle.

Several moves may join the same two orbits. Each choice of one is another tour, so that the
quotient is a graph with multiple edges: two of them, one odd and one even, the sweep understands;
of more, it counts once with one of them and once without. Multiple edges of a path are taken
for odd and even ones, too; some edge that every path has is then both, and mends the parity.

The theory of such quotients is that of voltage graphs (J. L. Gross and T. W. Tucker, *Topological
Graph Theory*, 1987); that symmetric tours are paths and cycles of half a board is as old as the
symmetric tours of Euler and Bergholt (G. P. Jelliss, *Knight's Tour Notes*).

Invariants: an orbit's number is less than any dummy's; edges are kept with the smaller vertex
first, and none of them is there zero times.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from caballero.board import Square
from caballero.errors import TooLarge
from caballero.find.ordering import narrow_order
from caballero.kernels.counting import WIDEST
from caballero.limits import Budget
from caballero.reduction import two_colours

from .frontier import cycles
from .order import Ordered, sweep_cost

MOST_SWEEPS: Final = 64
"""Each edge that is there several times needs two sweeps in the place of one."""

Permutation = tuple[int, ...]


class Question(NamedTuple):
    """What a tour is made of.

    Parameters
    ----------
    near : list of sets of int
        The moves.
    forced : frozenset of pairs of int
        Moves that it has to use, the smaller vertex first.
    ends : frozenset of int
        Vertices that have to be its ends, if it is open.
    closed : bool
        Whether it is.
    squares : list of Square
        Where the vertices are.
    """

    near: list[set[int]]
    forced: frozenset[tuple[int, int]]
    ends: frozenset[int]
    closed: bool
    squares: list[Square]


class Link(NamedTuple):
    """The moves that the group takes to each other: one edge of the quotient.

    Parameters
    ----------
    a, b : int
        The orbits that it joins, maybe the same.
    odd : int
        Between two orbits, under rotations: whether it leads from one's first square to an odd
        image of the other's. Within one orbit: whether it leads to an odd image.
    turns : Permutation, optional
        Of a move that a reflection turns round: that reflection.
    forced : bool
        Whether one of the moves has to be used.
    """

    a: int
    b: int
    odd: int
    turns: Permutation | None
    forced: bool


class Quotient(NamedTuple):
    """The board seen as orbits.

    Parameters
    ----------
    question : Question
        What a tour is, on the board itself.
    orbits : list of lists of int
        The squares of each; see :func:`_orbits` for their order.
    links : list of Link
        The moves between them.
    others : collection of Permutation
        More symmetries of the question.
    """

    question: Question
    orbits: list[list[int]]
    links: list[Link]
    others: Collection[Permutation]


@dataclass(slots=True)
class Multigraph:
    """A graph whose edges are even or odd, and may be there several times."""

    size: int
    edges: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def add(self, a: int, b: int, odd: int = 0, times: int = 1) -> None:
        """Join two vertices by some more edges."""
        key = min(a, b), max(a, b)
        evens, odds = self.edges.get(key, (0, 0))
        self.edges[key] = (evens, odds + times) if odd else (evens + times, odds)

    def dummy(self) -> int:
        """Return a new vertex."""
        self.size += 1
        return self.size - 1

    def chain(self, firsts: Counter[int], lasts: Counter[int] | None) -> tuple[int, int] | None:
        """Join ends of paths by dummies, so that the paths become cycles.

        Parameters
        ----------
        firsts, lasts : Counter of int
            In how many ways a path may begin or end in each vertex. No `lasts`: each of its ends
            is among `firsts`.

        Returns
        -------
        pair of int, optional
            An edge that every cycle uses.
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
        """Return the edges that are there more often, odd or even."""
        return [edge for edge, times in self.edges.items() if max(times) > most]


def kept_tours(
    question: Question,
    group: Collection[Permutation],
    onward: Collection[Permutation],
    budget: Budget,
    others: Collection[Permutation] = (),
) -> int:
    """Count the tours that every symmetry of a group keeps.

    Parameters
    ----------
    question : Question
        What a tour is.
    group : collection of Permutation
        The symmetries, as permutations of the vertices, the identity among them and one more.
    onward : collection of Permutation
        Those that are to keep the direction of travel; the others are to reverse it.
    budget : Budget
        Counts the transitions between states.
    others : collection of Permutation
        More symmetries of the question, which may make the count faster.

    Raises
    ------
    TooLarge
        If the group is none that can be treated, or the quotient is too wide.

    Examples
    --------
    >>> from caballero.count.quotient import Question, kept_tours
    >>> from caballero.limits import Budget
    >>> near, squares = [{1, 2}, {0, 3}, {0, 3}, {1, 2}], [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> ring = Question(near, frozenset(), frozenset(), closed=True, squares=squares)
    >>> turns = [(0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1)]
    >>> kept_tours(ring, turns, turns, Budget())
    1
    """
    size, order = len(question.near), len(onward)
    if question.closed:
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
    colours, connected = two_colours([sorted(row) for row in question.near])
    if not connected or (colours is not None and not _balanced(question, colours)):
        return 0
    generator = _generator(rotations, order)
    if generator is None:
        return 0
    if order & (order - 1):
        raise TooLarge("count-symmetry-order", order=order)
    orbits = _orbits(question, group, generator, None if reflections else colours)
    links = _links(question, group, set(rotations), orbits)
    if links is None:
        return 0
    quotient = Quotient(question, orbits, links, others)
    if not reflections:
        return _turning(quotient, budget)
    return _reversing(quotient, rotations, reflections, budget)


# -- quotients ----------------------------------------------------------------------------------


def _balanced(question: Question, colours: Sequence[int]) -> bool:
    surplus = abs(len(colours) - 2 * sum(colours))
    return surplus <= (0 if question.closed else 1)


def _generator(rotations: Sequence[Permutation], order: int) -> Permutation | None:
    """Return a rotation whose powers are all of them, if there is one."""
    for g in rotations:
        v, steps = g[0], 1
        while v:
            v, steps = g[v], steps + 1
        if steps == order:
            return g
    return None


def _orbits(
    question: Question,
    group: Collection[Permutation],
    generator: Permutation,
    colours: Sequence[int] | None,
) -> list[list[int]]:
    """Return the orbits; under rotations, each in the order in which one of them goes through it.

    It begins with the square that comes first along the board: then the images under another
    symmetry of two first squares often are first, too. If rotations exchange the colours, it
    begins with colour 0: then all links are odd.
    """
    first_axis = _axes(question)[0]
    squares = question.squares
    seen: set[int] = set()
    orbits = []
    along = sorted(range(len(squares)), key=lambda v: (squares[v][first_axis], squares[v]))
    if colours is not None and colours[generator[0]] != colours[0]:
        along.sort(key=colours.__getitem__)
    for v in along:
        if v in seen:
            continue
        orbit = [v]
        while generator[orbit[-1]] != v:
            orbit.append(generator[orbit[-1]])
        orbit += sorted({g[v] for g in group} - set(orbit))
        seen.update(orbit)
        orbits.append(orbit)
    return orbits


def _links(
    question: Question,
    group: Collection[Permutation],
    rotations: Collection[Permutation],
    orbits: Sequence[Sequence[int]],
) -> list[Link] | None:
    """Return the edges of the quotient; None if a forced move leads nowhere."""
    orbit = {v: i for i, members in enumerate(orbits) for v in members}
    place = {v: i for members in orbits for i, v in enumerate(members)}
    seen: set[tuple[int, int]] = set()
    links = []
    for v, row in enumerate(question.near):
        for w in sorted(row):
            if w < v or (v, w) in seen:
                continue
            images = {(min(g[v], g[w]), max(g[v], g[w])) for g in group}
            seen |= images
            forced = not images.isdisjoint(question.forced)
            a, b = orbit[v], orbit[w]
            turns = None
            if a == b:
                turns = next((g for g in group if g not in rotations and g[v] == w), None)
            usable = all(y in question.near[x] for x, y in images)
            if usable and (a != b or turns or len(orbits) == 1):
                links.append(Link(a, b, (place[v] + place[w]) & 1, turns, forced))
            elif forced:
                return None
    return links


# -- rotations ----------------------------------------------------------------------------------


def _turning(quotient: Quotient, budget: Budget) -> int:
    """Count the closed tours that go on after a turn as before it."""
    links, size = quotient.links, len(quotient.orbits)
    forced = sum(link.forced for link in links)
    if size == 1:
        return sum(link.odd for link in links if link.forced or not forced) if forced < 2 else 0
    graph = Multigraph(size)
    parity = True
    if all(link.odd for link in links):  # then the cycles of the quotient are all odd, or none
        if size % 2 == 0:
            return 0
        parity = False
    for link in links:
        _join(graph, link, parity)
    if graph.size == 2:
        return math.prod(graph.edges.get((0, 1), (0, 0)))
    return _weighted(graph, parity, quotient, budget)


def _join(graph: Multigraph, link: Link, parity: bool) -> None:
    """Add a link; if it is forced, by way of a dummy."""
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
    """Count the tours that some symmetries reverse."""
    question, orbits, links, _ = quotient
    # Reflections at every other turning place are conjugate to each other, by rotations.
    mirror = reflections[0]
    first_kind = {_times(_times(r, mirror), _inverse(r)) for r in rotations}
    kinds = [first_kind, set(reflections) - first_kind] if len(rotations) > 1 else [first_kind]
    ends: list[Counter[int]] = []
    musts: list[set[int]] = []
    for kind in kinds:
        turned = [link for link in links if link.turns in kind]
        # Turning places are kept squares, all of them, and moves that are turned round.
        kept = {i for i, orbit in enumerate(orbits) if any(g[orbit[0]] == orbit[0] for g in kind)}
        forced = [link.a for link in turned if link.forced]
        if len(kept) + len(forced) > (2 if question.closed and len(kinds) == 1 else 1):
            return 0
        ends.append(Counter(link.a for link in turned))
        musts.append(kept | set(forced))
    graph = Multigraph(len(orbits))
    for link in links:
        if link.a != link.b:
            _join(graph, link, parity=False)
    must = [Counter(dict.fromkeys(sorted(orbit), 1)) for orbit in musts]
    lasts: Counter[int] | None
    if not question.closed:
        firsts = must[0] or ends[0]
        lasts = _free_ends(question, orbits, mirror, firsts)
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
        return _weighted(graph, True, quotient, budget) // twice
    return _weighted(graph, False, quotient, budget) // twice


def _free_ends(
    question: Question,
    orbits: Sequence[Sequence[int]],
    mirror: Permutation,
    middles: Collection[int],
) -> Counter[int]:
    """Return where the path from the middle of an open line to its end may end."""
    ends = sorted(question.ends)
    if len(ends) == 2 and mirror[ends[0]] != ends[1]:
        return Counter()
    found = [i for i, orbit in enumerate(orbits) if not ends or ends[0] in orbit]
    if len(orbits) > 1:
        found = [i for i in found if len(orbits[i]) == 2]
        if len(middles) == 1:
            found = [i for i in found if i not in middles]
    return Counter(found)


def _times(g: Permutation, h: Permutation) -> Permutation:
    """Return what `h` and then `g` does."""
    return tuple(g[v] for v in h)


def _inverse(g: Permutation) -> Permutation:
    return tuple(sorted(range(len(g)), key=g.__getitem__))


# -- counting -----------------------------------------------------------------------------------


def _weighted(graph: Multigraph, parity: bool, quotient: Quotient, budget: Budget) -> int:
    """Count the Hamiltonian cycles, all of them or the odd ones, with every choice of edges."""
    several = graph.multiple(1)
    if 1 << len(several) > MOST_SWEEPS:
        raise TooLarge("count-symmetry-multiple", count=len(several))
    if not several:
        return _swept(graph, parity, quotient, budget)
    edge = several[0]
    evens, odds = graph.edges[edge]
    rest = {other: times for other, times in graph.edges.items() if other != edge}

    def counted(now: tuple[int, int]) -> int:
        edges = {edge: now, **rest} if any(now) else rest
        thinner = Multigraph(graph.size, edges)
        return _weighted(thinner, parity, quotient, budget)

    if evens > 1:
        return evens * counted((1, odds)) - (evens - 1) * counted((0, odds))
    return odds * counted((evens, 1)) - (odds - 1) * counted((evens, 0))


def _swept(graph: Multigraph, parity: bool, quotient: Quotient, budget: Budget) -> int:
    """Count the Hamiltonian cycles of a graph without multiple edges but odd and even ones."""
    neighbours: list[list[int]] = [[] for _ in range(graph.size)]
    for a, b in graph.edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    if min(map(len, neighbours)) < 2:
        return 0
    orders = _orders(neighbours, quotient)
    cost, order = min((sweep_cost(neighbours, order), order) for order in orders)
    at = {v: turn for turn, v in enumerate(order)}
    rows = [sorted(at[w] for w in neighbours[v]) for v in order]
    flips = [
        [at[image[v]] for v in order]
        for image in _images(graph, quotient)
        if all(image[image[v]] == v for v in order)
    ]
    flip = Ordered(rows, order, flips, cost).flip
    kinds: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}
    for kind in ((0, 1), (1, 1)) if parity else ():
        pairs = [(at[a], at[b]) for (a, b), times in graph.edges.items() if times == kind]
        kinds[kind] = frozenset((min(pair), max(pair)) for pair in pairs)
    none: frozenset[tuple[int, int]] = frozenset()
    odd, parallel = kinds.get((0, 1), none), kinds.get((1, 1), none)
    try:
        return cycles(rows, budget, flip=flip, twisted=parity, odd=odd, parallel=parallel)
    except OverflowError as error:
        raise TooLarge("count-too-wide", count=graph.size) from error


def _axes(question: Question) -> list[int]:
    """Return the axes of the board, the longest first."""
    squares = question.squares
    return sorted(range(len(squares[0])), key=lambda axis: -max(s[axis] for s in squares))


def _orders(neighbours: Sequence[Sequence[int]], quotient: Quotient) -> Iterator[list[int]]:
    """Yield some orders that may be good: see :mod:`caballero.count.order`."""
    question, orbits = quotient.question, quotient.orbits
    size = len(orbits)
    early = [v for v in range(size, len(neighbours)) if len(neighbours[v]) <= 2]
    late = [v for v in range(size, len(neighbours)) if len(neighbours[v]) > 2]
    squares = question.squares
    for axis in _axes(question):
        keys = [min((squares[v][axis], squares[v]) for v in orbit) for orbit in orbits]
        yield [*early, *sorted(range(size), key=keys.__getitem__), *late]
    inner = [[w for w in row if w < size] for row in neighbours[:size]]
    found = narrow_order(inner, WIDEST)
    if found is not None:
        yield [*early, *found[0], *late]


def _images(graph: Multigraph, quotient: Quotient) -> Iterator[list[int]]:
    """Yield the automorphisms of the quotient that other symmetries make."""
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
        moved = {
            (min(image[a], image[b]), max(image[a], image[b])): times
            for (a, b), times in graph.edges.items()
        }
        if moved == graph.edges:
            yield image
