"""The quotient of a board: a part of it, with all of a tour that symmetries keep.

A group of symmetries that keeps a tour acts on its line as rotations and reflections of a polygon.
So a *stretch* of the line determines the whole tour, and the stretch is a path or cycle of the
*quotient*. The vertices of the quotient are the *orbits*: squares that the group maps to each
other. Its edges are *links*: moves that the group maps to each other.

* **Rotations only**, which keep the direction of travel. All orbits have the order of the group,
  and the stretch is a Hamiltonian cycle of the quotient. Not every such cycle comes from a tour:
  followed from a square, it leads to an image of this square, and the power of the rotation that
  gives the image must generate the group.
* **With reflections**, which reverse it. A reflection reverses the line at two *fixed places*:
  squares that it keeps, or moves that it reverses. Between fixed places, the stretch is a
  Hamiltonian path of the quotient. Each square that is kept is a fixed place of the line, which
  settles most cases. An open line has a single fixed place, its middle.

The theory of such quotients is that of voltage graphs (J. L. Gross and T. W. Tucker, *Topological
Graph Theory*, 1987); that symmetric tours are paths and cycles of half a board is as old as the
symmetric tours of Euler and Bergholt (G. P. Jelliss, *Knight's Tour Notes*).

:mod:`caballero.counting.quotient` counts the stretches, :mod:`caballero.counting.listing.quotient`
lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from caballero.model.board import Square
from caballero.model.problem import Problem, restated

from .groups import Permutation, compose, inverse, keeps_edges, pair, permutations_of


class SymmetryProblem(NamedTuple):
    """A problem, in vertices."""

    near: list[set[int]]  # the moves
    forced: frozenset[tuple[int, int]]  # moves that a tour must use, the smaller vertex first
    ends: frozenset[int]  # vertices that must be its ends, if it is open
    closed: bool
    squares: list[Square]  # the square of each vertex


class Link(NamedTuple):
    """The moves that the group maps to each other: an edge of the quotient."""

    # The orbits that it joins, the smaller first; they may be equal.
    a: int
    b: int
    moves: frozenset[tuple[int, int]]  # the smaller vertex first
    mirror: Permutation | None  # the reflection that reverses such a move, if any does
    forced: bool  # whether a move is forced


class Ends(NamedTuple):
    """The orbits in which a stretch may begin and end, and in how many ways.

    Both ends are among `firsts`, in two orbits, if `lasts` is None.
    """

    firsts: Counter[int]
    lasts: Counter[int] | None


# -- problems -----------------------------------------------------------------------------------


def symmetry_problem(plain: Problem) -> SymmetryProblem | None:
    """Return a problem without clues in vertices; None if there is no tour."""
    graph = plain.graph()
    forced = {pair(plain.vertex(a), plain.vertex(b)) for a, b in plain.forced}
    ends = [plain.vertex(end) for end in (plain.start, plain.end) if end is not None]
    if plain.closed and len(ends) == 2:
        forced.add(pair(*ends))
    if not all(graph.has_edge(a, b) for a, b in forced):
        return None
    return SymmetryProblem(
        near=[set(graph.neighbours(v)) for v in range(len(graph))],
        forced=frozenset(forced),
        ends=frozenset(() if plain.closed else ends),
        closed=plain.closed,
        squares=list(plain.board),
    )


def keeping(problem: SymmetryProblem, images: Iterable[Permutation]) -> list[Permutation]:
    """Return the symmetries that keep a problem."""
    return [
        image
        for image in images
        if {image[v] for v in problem.ends} == problem.ends
        and all(pair(image[a], image[b]) in problem.forced for a, b in problem.forced)
        and keeps_edges(image, problem.near)
    ]


def keeping_clues(problem: Problem) -> Iterator[Permutation]:
    """Yield the symmetries, other than the identity, that keep a problem with its clues.

    A tour and its reverse are the same tour; a closed tour may begin anywhere.
    """
    question = symmetry_problem(restated(problem, clues=(), start=None, end=None, waypoints=()))
    if question is None:
        return
    count, pairs = problem.size, {*problem.precedences()}
    numbers = {v: number for number, v in problem.numbered().items()}

    def fits(image: Permutation, sign: int) -> bool:
        shifts = {numbers[image[v]] - sign * number for v, number in numbers.items()}
        if {(image[v], image[w])[::sign] for v, w in pairs} != pairs:
            return False
        if problem.closed:
            return len({shift % count for shift in shifts}) == 1
        return shifts <= {0 if sign == 1 else count + 1}

    for image in keeping(question, permutations_of(problem.board).values()):
        moved = {image[v] for v in numbers}
        if is_moving(image) and moved == numbers.keys() and (fits(image, 1) or fits(image, -1)):
            yield image


def is_moving(image: Permutation) -> bool:
    """Return whether a permutation is not the identity."""
    return any(v != w for v, w in enumerate(image))


# -- quotients ----------------------------------------------------------------------------------


def can_keep(group: Collection[Permutation], onward: Collection[Permutation]) -> bool:
    """Return whether a group can keep a tour; its members `onward` keep the direction of travel.

    A rotation must move every square, and a reflection must be its own inverse.

    >>> turn, mirror = (2, 1, 0), (0, 2, 1)
    >>> can_keep([(0, 1, 2), turn], [(0, 1, 2), turn]), can_keep([(0, 1, 2), mirror], [(0, 1, 2)])
    (False, True)
    """
    return all(
        not is_moving(g) or all(v != w for v, w in enumerate(g))
        if g in onward
        else is_own_inverse(g)
        for g in group
    )


def is_own_inverse(image: Permutation) -> bool:
    """Return whether a permutation applied twice is the identity."""
    return all(image[w] == v for v, w in enumerate(image))


def links_of(
    problem: SymmetryProblem,
    group: Collection[Permutation],
    onward: Collection[Permutation],
    orbits: Sequence[Sequence[int]],
) -> list[Link] | None:
    """Return the edges of the quotient; None if no symmetric tour can use a forced move."""
    orbit = {v: i for i, members in enumerate(orbits) for v in members}
    whole = len(orbits) == 1 and len(group) == len(onward)  # a rotation closes the stretch
    seen: set[tuple[int, int]] = set()
    links = []
    for v, row in enumerate(problem.near):
        for w in sorted(row):
            if w < v or (v, w) in seen:
                continue
            moves = frozenset(pair(g[v], g[w]) for g in group)
            seen |= moves
            forced = not moves.isdisjoint(problem.forced)
            a, b = pair(orbit[v], orbit[w])
            mirror = None
            if a == b:
                mirror = next((g for g in group if g not in onward and g[v] == w), None)
            usable = all(y in problem.near[x] for x, y in moves)
            if usable and (a != b or mirror or whole):
                links.append(Link(a, b, moves, mirror, forced))
            elif forced:
                return None
    return links


def ends_of(
    problem: SymmetryProblem,
    onward: Collection[Permutation],
    reflections: Sequence[Permutation],
    orbits: Sequence[Sequence[int]],
    links: Sequence[Link],
) -> Ends | None:
    """Return the ends that stretches between fixed places may have; None if they have none."""
    # The reflections at every other fixed place are conjugate to each other, by rotations.
    mirror = reflections[0]
    first_kind = {compose(compose(r, mirror), inverse(r)) for r in onward}
    kinds = [first_kind, set(reflections) - first_kind] if len(onward) > 1 else [first_kind]
    reverses: list[Counter[int]] = []
    musts: list[Counter[int]] = []
    for kind in kinds:
        reversed_links = [link for link in links if link.mirror in kind]
        # All kept squares are fixed places, and so are reversed moves.
        kept = {i for i, orbit in enumerate(orbits) if any(g[orbit[0]] == orbit[0] for g in kind)}
        forced = [link.a for link in reversed_links if link.forced]
        if len(kept) + len(forced) > (2 if problem.closed and len(kinds) == 1 else 1):
            return None
        reverses.append(Counter(link.a for link in reversed_links))
        musts.append(Counter(sorted(kept.union(forced))))
    must, reverse = musts[0], reverses[0]
    firsts, lasts = must or reverse, None  # type: Counter[int], Counter[int] | None
    if not problem.closed:
        lasts = _free_ends(problem, orbits, mirror, firsts)
    elif len(kinds) == 2:
        lasts = musts[1] or reverses[1]
    elif len(must) == 2:
        firsts, lasts = (Counter([orbit]) for orbit in must)
    elif must:
        lasts = Counter({orbit: times for orbit, times in reverse.items() if orbit not in must})
    enough = len(firsts) > 1 if lasts is None else firsts and lasts
    return Ends(firsts, lasts) if enough else None


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
