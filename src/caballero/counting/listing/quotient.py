"""Symmetric tours, listed on the quotient of the board, and a tour of each class.

A tour that a symmetry keeps is determined by a *stretch* of it
(:mod:`caballero.counting.symmetry_problem` has the theory). This module lists the stretches: the
Hamiltonian cycles of the graph of orbits, found by the search that lists tours. Each is then
*lifted* to the board in every way: several moves may join two orbits, and each choice among them
gives another tour; a cycle that does not return to an image of its beginning gives none. So a
listing of the centrally symmetric tours of 8×8 searches a board of 32 squares. A stretch between
fixed places becomes a cycle by dummies.

Kinds with several symmetries are listed by any of them, and each tour is tested for the others. If
no quotient helps, all tours are listed and tested: for tours without symmetry, for numbers inside
the tour, and on boards of a few squares.

A tour of each class is the least of its images (orderly generation in its simplest form: R. C.
Read, "Every one a winner", Annals of Discrete Mathematics 2, 1978): all tours are listed, and a
tour is kept if none of its images is less.

Invariants: each tour is listed once, though several of its symmetries may lead to it; every tour is
judged by the problem itself, and its symmetries are found on the line, not assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from math import gcd
from typing import NamedTuple

from caballero.counting.groups import Permutation, orbits as orbits_of, permutations_of, powers
from caballero.counting.kernels import lifting
from caballero.counting.symmetry_problem import (
    Ends,
    Link,
    can_keep,
    ends_of,
    is_moving,
    is_own_inverse,
    keeping,
    keeping_clues,
    links_of,
    symmetry_problem,
)
from caballero.machine.errors import InvalidProblem, UnknownName
from caballero.machine.kernel import Ints, Kernel, Marks, Places, array_of, zeros
from caballero.model.direction import without_clues
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion, rows as rows_of, two_colours
from caballero.model.symmetry import (
    SYMMETRIES,
    Symmetry,
    SymmetryClass,
    class_of,
    english_name,
    not_of,
)
from caballero.model.tour import Tour

from .cycles import Writer
from .sources import MARKED_BATCH, Selection, Tree, Trees


class Case(NamedTuple):
    """A kind of symmetric tour: a symmetry, and whether it keeps the direction of travel."""

    image: Permutation
    onward: bool


class SymmetryConstraint(NamedTuple):
    """A selection of tours by their symmetries.

    `name` goes into tokens. Every selected tour belongs to a case of `cases`; without cases there
    are no such tours. `kinds` accepts the selected tours by the symmetries that keep them.
    """

    name: str
    cases: tuple[Case, ...]
    kinds: Kinds


class Kinds:
    """Recognises the kind of a tour by the symmetries that keep it.

    It accepts the tours of a kind or, without a kind, the tours that any of the symmetries keeps.

    >>> from caballero import Board
    >>> kinds = Kinds(permutations_of(Board((3, 4))), closed=False)
    >>> print(kinds.of(3), kinds.of(3 + 64))
    asymmetric half-turn
    """

    def __init__(
        self,
        permutations: dict[Symmetry, Permutation],
        *,
        closed: bool,
        kind: SymmetryClass | None = None,
    ) -> None:
        self._symmetries = tuple(permutations)
        self.images = tuple(permutations.values())
        self._closed, self._kind = closed, kind
        self._known: dict[int, SymmetryClass] = {}

    @property
    def settled(self) -> bool:
        """Whether tours kept by a symmetry are accepted without a test."""
        return self._kind is None

    def of(self, mark: int) -> SymmetryClass:
        """Return the kind of a tour with this mark of ``kept_by``."""
        known = self._known.get(mark)
        if known is None:
            kept = [
                (symmetry, bool(mark >> 2 * j & 2))
                for j, symmetry in enumerate(self._symmetries)
                if mark >> 2 * j & 1
            ]
            known = self._known[mark] = class_of(kept, self._closed)
        return known

    def accepts(self, mark: int) -> bool:
        """Return whether a tour with this mark is selected."""
        return mark > 0 if self._kind is None else self.of(mark) is self._kind


# -- constraints --------------------------------------------------------------------------------


def constraint_of(problem: Problem, symmetry: Symmetry | SymmetryClass | str) -> SymmetryConstraint:
    """Return the constraint of a symmetry or kind; see :func:`caballero.iter_tours`.

    Raises :class:`UnknownName` for an unknown kind or symmetry, and :class:`InvalidProblem` if the
    board does not have the symmetry, or a kind is given for a board that is not flat.

    >>> problem = Problem("3x10", closed=True)
    >>> [case.onward for case in constraint_of(problem, "half-turn").cases]
    [True, False]
    >>> [case.onward for case in constraint_of(problem, "half-turn-oblique").cases]
    [False]
    """
    board = problem.board
    found = permutations_of(board)
    if isinstance(symmetry, str) and not isinstance(symmetry, SymmetryClass):
        named = {s.name: s for s in found if s.name != "other"}
        name = english_name(symmetry, board)
        if name in named:
            symmetry = named[name]
        elif name in SYMMETRIES:
            raise not_of(board)
        else:
            symmetry = SymmetryClass(name)
    elif not isinstance(symmetry, (Symmetry, SymmetryClass)):
        raise UnknownName.among("symmetry", symmetry, [*SYMMETRIES, *SymmetryClass])
    if isinstance(symmetry, Symmetry):
        if symmetry not in found:
            raise not_of(board)
        image = found[symmetry]
        kinds = Kinds({symmetry: image}, closed=problem.closed)
        return SymmetryConstraint(repr(symmetry), tuple(_cases([image], problem.closed)), kinds)
    if len(board.shape) != 2 or any(board.wraps):
        raise InvalidProblem("count-kinds-flat", board=board.name)
    kinds = Kinds(found, closed=problem.closed, kind=symmetry)
    cases = tuple(_cases_of_kind(symmetry, found, problem.closed))
    return SymmetryConstraint(str(symmetry), cases, kinds)


def _cases(images: Sequence[Permutation], closed: bool) -> Iterator[Case]:
    """Yield the cases in which any of these symmetries keeps a line."""
    for image in images:
        if closed or not is_moving(image):
            yield Case(image, onward=True)
        if is_moving(image) and is_own_inverse(image):
            yield Case(image, onward=False)


def _cases_of_kind(
    kind: SymmetryClass, permutations: dict[Symmetry, Permutation], closed: bool
) -> Iterator[Case]:
    """Yield cases that together cover every tour of a kind."""
    names = {s.name: image for s, image in permutations.items()}
    mirrors = [image for name, image in names.items() if "turn" not in name and name != "identity"]
    half = [names["half-turn"]] if "half-turn" in names else []
    match kind:
        case SymmetryClass.ASYMMETRIC:
            yield Case(names["identity"], onward=True)
        case SymmetryClass.REFLECTION:
            yield from _cases(mirrors, closed)
        case SymmetryClass.HALF_TURN:
            yield from () if closed else _cases(half, closed)
        case SymmetryClass.HALF_TURN_DIRECT | SymmetryClass.HALF_TURN_OBLIQUE:
            direct = kind is SymmetryClass.HALF_TURN_DIRECT
            yield from (case for case in _cases(half, closed) if closed and case.onward is direct)
        case SymmetryClass.THIRD_TURN | SymmetryClass.QUARTER_TURN | SymmetryClass.SIXTH_TURN:
            turn = [names[kind]] if kind in names else []
            yield from (case for case in _cases(turn, closed) if case.onward)
        case SymmetryClass.SEVERAL:
            yield from _cases([*half, *mirrors], closed)


def images_of(problem: Problem) -> list[Permutation]:
    """Return the symmetries of the board that keep a problem, except the identity.

    Raises :class:`InvalidProblem` if there are any, and numbers inside the tour.
    """
    plain = without_clues(problem)
    if plain is None:
        if any(keeping_clues(problem)):
            raise InvalidProblem("list-classes-clues")
        return []
    question = symmetry_problem(plain)
    images = permutations_of(problem.board).values()
    return [] if question is None else [*filter(is_moving, keeping(question, images))]


# -- marks --------------------------------------------------------------------------------------


class Marker:
    """Marks each line with a number, which depends on its images under some permutations.

    The kernel is :data:`caballero.counting.kernels.lifting.kept_by` or
    :data:`caballero.counting.kernels.lifting.least`.
    """

    def __init__(
        self,
        kernel: Kernel[[Places, int, Ints, Ints, Ints], int],
        images: Sequence[Permutation],
        size: int,
        *,
        closed: bool,
    ) -> None:
        self._kernel, self._closed = kernel, int(closed)
        self._images = array_of(Places, chain.from_iterable(images))
        self._place = zeros(Marks, size)

    def __call__(self, lines: Sequence[Sequence[int]]) -> Ints:
        """Return the marks."""
        marks = zeros(Marks, len(lines))
        flat = array_of(Marks, chain.from_iterable(lines))
        self._kernel(self._images, self._closed, self._place, flat, marks)
        return marks


def select(tours: Iterator[Tour], marker: Marker, accepts: Callable[[int], bool]) -> Iterator[Tour]:
    """Yield the tours whose marks are accepted."""
    while batch := list(islice(tours, MARKED_BATCH)):
        for tour, mark in zip(batch, marker([tour.order for tour in batch]), strict=True):
            if accepts(mark):
                yield tour


def selection(problem: Problem, constraint: SymmetryConstraint | None) -> Selection:
    """Return the selection of a constraint; without a constraint, of a tour of each class."""
    size, closed = problem.size, problem.closed
    if constraint is None:
        least = Marker(lifting.least, images_of(problem), size, closed=closed)
        return partial(select, marker=least, accepts=bool)
    kinds = constraint.kinds
    kept_by = Marker(lifting.kept_by, kinds.images, size, closed=closed)
    return partial(select, marker=kept_by, accepts=kinds.accepts)


# -- the quotient -------------------------------------------------------------------------------


class Stretches(NamedTuple):
    """The graph in which to search the stretches of symmetric tours, and how to lift them.

    The vertices of `neighbours` are the orbits, then dummies: the dummies between the ends first.
    """

    neighbours: list[list[int]]
    quotient: lifting.Quotient


def has_quotient(problem: Problem, constraint: SymmetryConstraint) -> bool:
    """Return whether the selected tours can be listed by stretches."""
    if without_clues(problem) is None:
        return False
    orders = [len(powers(image)) for image, _ in constraint.cases]
    return all(order > 1 and problem.size >= 3 * order for order in orders)


def stretches(problem: Problem, case: Case) -> Stretches | None:
    """Return the graph in which to search the stretches of a case; None if there are none.

    The problem has no numbers inside, and the symmetry has at least three orbits.
    """
    image, onward = case
    plain, group, size = without_clues(problem), powers(image), problem.size
    question = None if plain is None else symmetry_problem(plain)
    rotations = group if onward else group[:1]
    if question is None or not can_keep(group, rotations):
        return None
    colours = two_colours(rows_of(problem.graph()))[0]
    # A stretch has an odd number of moves if and only if its ends differ in colour.
    change = None if colours is None else (colours[0] + colours[image[0]]) % 2
    if onward and change not in {None, size // len(group) % 2}:
        return None
    orbits = orbits_of(group, range(size))
    links = links_of(question, group, rotations, orbits)
    usable = None if links is None else _usable(links)
    if links is None or usable is None:
        return None
    ends = None if onward else ends_of(question, rotations, [image], orbits, links)
    if ends is None and not onward:
        return None
    rows: list[list[int]] = [[] for _ in range(size)]
    for v, w in chain.from_iterable(link.moves for link in usable):
        rows[v].append(w)
        rows[w].append(v)
    neighbours, dummies = _graph(usable, len(orbits), ends)
    action = lifting.ROTATED if onward else lifting.MIRRORED if problem.closed else lifting.FOLDED
    proper = [int(gcd(j, len(group)) == 1) for j in range(len(group))]
    quotient = lifting.new_quotient([*map(sorted, rows)], orbits, group, proper, dummies, action)
    return Stretches(neighbours, quotient)


def _usable(links: Sequence[Link]) -> list[Link] | None:
    """Return the links between different orbits that a tour may use; None if there is no tour.

    Two orbits are joined once at most, so a forced link excludes all others between them.
    """
    between = [link for link in links if link.a != link.b]
    forced = [(link.a, link.b) for link in between if link.forced]
    if len(set(forced)) < len(forced):
        return None
    return [link for link in between if link.forced or (link.a, link.b) not in forced]


def _graph(links: Sequence[Link], size: int, ends: Ends | None) -> tuple[list[list[int]], int]:
    """Return the graph of orbits with its dummies, and the number of dummies between ends."""
    joined = {(link.a, link.b) for link in links if not link.forced}
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for a, b in sorted(joined):
        neighbours[a].append(b)
        neighbours[b].append(a)

    def add_dummy(*others: int) -> None:
        for v in others:
            if v < len(neighbours):
                neighbours[v].append(len(neighbours))
        neighbours.append([v for v in others if v < len(neighbours)])

    dummies = 0
    if ends is not None:
        add_dummy(*sorted(ends.firsts))
        dummies = 1
        if ends.lasts is not None:  # the dummy in the middle has only two neighbours
            add_dummy(len(neighbours) - 1)
            add_dummy(len(neighbours) - 1, *sorted(ends.lasts))
            dummies = 3
    for link in links:
        if link.forced:
            add_dummy(link.a, link.b)
    return neighbours, dummies


def lifted_tree(problem: Problem, constraint: SymmetryConstraint, number: int) -> Tree | None:
    """Return the search tree of a case, without tours of earlier cases; None if it is empty."""
    found = stretches(problem, constraint.cases[number])
    if found is None:
        return None
    kinds = constraint.kinds
    earlier = [
        (kinds.images.index(case.image), 3 if case.onward else 1)
        for case in constraint.cases[:number]
    ]
    # A line is already a tour; the writer cuts an open line at a dummy.
    length = problem.size + (not problem.closed)
    line = CycleQuestion(
        [[] for _ in range(length)], None, problem.size, length - problem.size, None, None
    )
    writer = Writer(problem, line)
    marker = Marker(lifting.kept_by, kinds.images, problem.size, closed=problem.closed)

    def lift(cycles: Ints, count: int) -> Iterator[Tour]:
        if not count:
            return
        state = lifting.new_lifting(found.quotient)
        written = room = 2 * max(count, 10)
        lines = zeros(Marks, room * length)
        while written == room:
            written = lifting.lift(state, cycles, count, lines)
            if written:
                yield from writer.tours(lines, written)

    def accepts(mark: int) -> bool:
        is_earlier = any(mark >> 2 * j & 3 == action for j, action in earlier)
        return kinds.accepts(mark) and not is_earlier

    def read(cycles: Ints, count: int) -> Iterator[Tour]:
        tours = lift(cycles, count)
        return tours if kinds.settled else select(tours, marker, accepts)

    return Tree(found.neighbours, read)


def symmetric_trees(problem: Problem, constraint: SymmetryConstraint) -> Trees:
    """Return the search trees of the selected tours, a tree per case."""
    builders = [
        partial(lifted_tree, problem, constraint, number) for number in range(len(constraint.cases))
    ]
    return Trees("quotient", builders, numbered=True, selective=True)
