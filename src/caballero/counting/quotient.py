"""Tours that symmetries keep, counted on the quotient of the board.

Each such tour is a cycle or path of the quotient
(:mod:`caballero.counting.symmetry_problem` has the theory).

* **Rotations only.** A Hamiltonian cycle of the quotient leads from a square to an image of it, and
  counts if the power of the rotation that gives the image generates the group. If the order is a
  power of two, these are the odd powers, so parities of the moves are enough: a *twisted* count
  (:mod:`caballero.counting.kernels.counting`). For a third or a sixth of a turn, the stretches are
  walked in turn.
* **With reflections.** Every Hamiltonian path between two fixed places counts whose two reflections
  generate the group.

Several moves may join the same two orbits. Each choice is another tour, so the quotient is a
multigraph. The sweep handles two parallel edges, an odd and an even edge; with more, the number
follows from the counts with and without any of them. Multiple edges of a path become odd and even
edges, too; some edge that every path has is then both, and corrects the parity.

Invariants: an orbit's number is less than any dummy's; an edge has its smaller vertex first, and
its multiplicity is never zero.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from caballero.counting.groups import Permutation, orbits as orbits_of, pair, powers
from caballero.counting.symmetry_problem import (
    Ends,
    Link,
    SymmetryProblem,
    can_keep,
    ends_of,
    links_of,
)
from caballero.machine.errors import TooLarge, divided
from caballero.machine.limits import Budget
from caballero.model.board import Square
from caballero.model.reduction import two_colours

from .frontier import cycles
from .sweeps.order import Ordered, sweep_cost, with_dummies

MOST_SWEEPS: Final = 64
"""The most sweeps of a count: each multiple edge doubles them."""


MOST_WALKED: Final = 14
"""The most orbits on which stretches are walked: some seconds."""


class Quotient(NamedTuple):
    """The quotient of a board: its orbits, and the links between them."""

    problem: SymmetryProblem  # on the board itself
    orbits: list[list[int]]  # the squares of each; see :func:`_orbits` for their order
    links: list[Link]  # the moves between them
    others: Collection[Permutation]  # more symmetries of the problem

    def is_odd(self, link: Link) -> bool:
        """Return whether a link leads to an odd power of the generator, under rotations.

        It leads there from the first square of an orbit to an image of that of another, or of
        itself.
        """
        v, w = min(link.moves)
        place = {u: i for orbit in (link.a, link.b) for i, u in enumerate(self.orbits[orbit])}
        return (place[v] + place[w]) % 2 == 1


@dataclass(slots=True)
class Multigraph:
    """A graph whose edges are even or odd, with multiplicities."""

    size: int
    edges: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def add(self, a: int, b: int, odd: bool = False, times: int = 1) -> None:
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

    `group` has permutations of the vertices, the identity and at least another. Those in `onward`
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
    if not can_keep(group, onward):
        return 0
    colours, connected = two_colours([sorted(row) for row in problem.near])
    if not connected or (colours is not None and not _is_balanced(problem, colours)):
        return 0
    generator = next((g for g in sorted(onward) if len(powers(g)) == order), None)
    if generator is None:
        return 0
    reflections = sorted(set(group).difference(onward))
    if order & (order - 1):
        if size > MOST_WALKED * order:
            raise TooLarge("count-symmetry-order", order=order)
        return _walked(problem, powers(generator), reflections, budget)
    orbits = _orbits(problem, group, generator, None if reflections else colours)
    links = links_of(problem, group, onward, orbits)
    if links is None:
        return 0
    quotient = Quotient(problem, orbits, links, others)
    if not reflections:
        return _preserving(quotient, budget)
    ends = ends_of(problem, onward, reflections, orbits, links)
    return 0 if ends is None else _reversing(quotient, ends, budget)


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

    Each begins with its first square along the board: then other symmetries often map first squares
    to first squares. If rotations exchange the colours, it begins with colour 0, so that all links
    are odd.
    """
    axis, squares = _axes(problem.squares)[0], problem.squares
    along = sorted(range(len(squares)), key=lambda v: (squares[v][axis], squares[v]))
    if colours is not None and colours[generator[0]] != colours[0]:
        along.sort(key=colours.__getitem__)
    return orbits_of([*powers(generator), *group], along)


def _axes(squares: Sequence[Square]) -> list[int]:
    """Return the axes of a board, the longest first."""
    lengths = [max(at) for at in zip(*squares, strict=True)]
    return sorted(range(len(lengths)), key=lambda axis: -lengths[axis])


# -- rotations ----------------------------------------------------------------------------------


def _preserving(quotient: Quotient, budget: Budget) -> int:
    """Count the closed tours whose direction of travel all symmetries keep."""
    links, size = quotient.links, len(quotient.orbits)
    forced = sum(link.forced for link in links)
    odd = [quotient.is_odd(link) for link in links]
    if size == 1:
        usable = [odd[i] for i, link in enumerate(links) if link.forced or not forced]
        return sum(usable) if forced < 2 else 0
    graph = Multigraph(size)
    parity = True
    if all(odd):  # then all cycles of the quotient are odd, or none are
        if size % 2 == 0:
            return 0
        parity = False
    for link, is_odd in zip(links, odd, strict=True):
        _join(graph, link, is_odd and parity)
    if graph.size == 2:
        return math.prod(graph.edges.get((0, 1), (0, 0)))
    return _count_cycles(graph, parity, quotient, budget)


def _join(graph: Multigraph, link: Link, odd: bool) -> None:
    """Add a link; a forced link goes through a dummy."""
    if link.forced:
        d = graph.dummy()
        graph.add(link.a, d, odd)
        graph.add(link.b, d)
    else:
        graph.add(link.a, link.b, odd)


def _walked(
    problem: SymmetryProblem,
    turns: Sequence[Permutation],
    reflections: Collection[Permutation],
    budget: Budget,
) -> int:
    """Count the closed tours that some turns and reflections keep, by walking all stretches.

    >>> from caballero import Board, Problem, symmetries
    >>> from caballero.counting.symmetry_problem import symmetry_problem
    >>> ring = Problem(Board("hex2", holes=["b2"]), "step", closed=True)
    >>> turn = next(s for s in symmetries(ring.board) if s.name == "third-turn")
    >>> _walked(symmetry_problem(ring), powers(tuple(turn.permutation(ring.board))), [], Budget())
    1
    """
    orbits = orbits_of(turns, range(len(problem.near)))
    orbit = {v: i for i, members in enumerate(orbits) for v in members}
    ends = [turn[0] for turn in turns if len(powers(turn)) == len(turns)]
    line, seen, found = [0], {0}, 0

    def is_kept(end: int) -> bool:
        """Return whether the tour of the stretch has the forced moves, and is kept reversed."""
        stretch = list(pairwise([*line, end]))
        moves = {(turn[v], turn[w]) for turn in turns for v, w in stretch}
        reverse = all((g[w], g[v]) in moves for g in reflections for v, w in stretch)
        return reverse and all((a, b) in moves or (b, a) in moves for a, b in problem.forced)

    waiting = [iter(sorted(problem.near[0]))]
    while waiting:
        budget.spend(1)
        if len(line) == len(orbits):
            found += sum(is_kept(end) for end in ends if end in problem.near[line[-1]])
        onward = next((w for w in waiting[-1] if orbit[w] not in seen), None)
        if onward is not None:
            line.append(onward)
            seen.add(orbit[onward])
            waiting.append(iter(sorted(problem.near[onward])))
            continue
        waiting.pop()
        seen.discard(orbit[line.pop()])
    return divided(found, 2)  # each tour was walked in both directions


# -- reflections --------------------------------------------------------------------------------


def _reversing(quotient: Quotient, ends: Ends, budget: Budget) -> int:
    """Count the tours whose direction of travel some symmetries reverse."""
    firsts, lasts = ends
    size = len(quotient.orbits)
    if size == 1:
        return 0 if lasts is None else firsts[0] * lasts[0]
    graph = Multigraph(size)
    for link in quotient.links:
        if link.a != link.b:
            _join(graph, link, odd=False)
    twice = 1
    if lasts is None and len(graph.multiple(1)) > 1:
        lasts, twice = firsts, 2
    certain = graph.chain(firsts, lasts)
    if certain and len(graph.multiple(1)) > 1:
        for edge, (times, _) in graph.edges.items():
            graph.edges[edge] = (1, 1) if edge == certain else (times - times // 2, times // 2)
        return divided(_count_cycles(graph, True, quotient, budget), twice)
    return divided(_count_cycles(graph, False, quotient, budget), twice)


# -- counting -----------------------------------------------------------------------------------


def _count_cycles(graph: Multigraph, parity: bool, quotient: Quotient, budget: Budget) -> int:
    """Count the Hamiltonian cycles, all or only the odd; each choice of parallel edges counts."""
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
    """Yield the orders to try; see :mod:`caballero.counting.sweeps.order`."""
    problem, orbits = quotient.problem, quotient.orbits
    squares, size = problem.squares, len(orbits)

    def along(axis: int) -> list[int]:
        keys = [min((squares[v][axis], squares[v]) for v in orbit) for orbit in orbits]
        return sorted(range(size), key=keys.__getitem__)

    return with_dummies(neighbours, size, map(along, _axes(squares)))


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
