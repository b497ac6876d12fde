"""Symmetric tours, listed on the quotient of the board; and one tour of each class.

A tour that a symmetry keeps is known from a stretch of it (:mod:`caballero.count.quotient` has
the theory). Here the stretches are listed: the Hamiltonian cycles of the graph of orbits, by the
same search that lists tours, each then *lifted* to the board in every way. Several moves may
join two orbits, and each choice among them is another tour; a cycle that does not come back to
an image of its beginning is none. So a listing of the centrally symmetric tours of 8×8 searches
a board of 32 squares.

* A symmetry that keeps the direction of travel turns the line: orbits are gone through again and
  again, and the stretch is a cycle of them.
* A symmetry that reverses it is an involution, and there is a *turning place*, a square that it
  keeps or a move that it turns round, at either end of the stretch, which is a path; of an open
  line there is one, its middle.

Kinds with several symmetries are listed by one of them, and the others are looked for in what
comes. Where no quotient helps, all tours are listed and looked at: those without symmetry, those
with numbers inside, and boards of a few squares.

One tour of each class is the least of its images (orderly generation in its simplest form: R. C.
Read, "Every one a winner", Annals of Discrete Mathematics 2, 1978): all tours are listed, and a
tour is kept if none of its images is less.

Invariants: a tour comes once, though more than one of its symmetries may lead to it; what is
given was judged by the problem itself, and what keeps it is found on the line, not believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from math import gcd
from typing import Any, Final, NamedTuple

from caballero.count.counting import without_clues
from caballero.count.writing import Writer
from caballero.errors import InvalidProblem, UnknownName
from caballero.kernels import lifting
from caballero.kernels import listing as kernel
from caballero.kernels._speed import Ints, Marks, Places, as_arrays, as_lists, is_loaded, numbers
from caballero.problem import Problem
from caballero.reduction import CycleQuestion
from caballero.symmetry import Symmetry, SymmetryClass, class_of, not_of, symmetries
from caballero.tour import Tour

from .feeds import (
    FAST_STEPS,
    PLAIN_CHOICES,
    PLAIN_STEPS,
    PLAIN_TOURS,
    ROOM,
    Feed,
    LostError,
    compile_above,
)

Permutation = tuple[int, ...]

CHUNK: Final = 500
"""So many tours are looked at at once."""


class Part(NamedTuple):
    """A symmetry, and whether it keeps the direction of travel: one way to be symmetric."""

    image: Permutation
    onward: bool


class Wish(NamedTuple):
    """Which tours are wanted.

    Parameters
    ----------
    name : str
        What it is called: for the token.
    parts : tuple of Part
        One of these keeps every tour that is wanted; none where all tours are to be looked at.
    kinds : Kinds
        Tells which tours are wanted from what keeps them.
    """

    name: str
    parts: tuple[Part, ...]
    kinds: Kinds


class Kinds:
    """Tells the kinds of tours from what keeps them.

    Parameters
    ----------
    found : dict of Symmetry to Permutation
        The symmetries that are looked for on each tour.
    closed : bool
        Whether the tours are.
    kind : SymmetryClass, optional
        What is wanted; all that any of the symmetries keeps, unless given.

    Examples
    --------
    >>> from caballero import Board, symmetries
    >>> from caballero.listing.symmetric import Kinds
    >>> board = Board((3, 4))
    >>> kinds = Kinds({s: tuple(s.permutation(board)) for s in symmetries(board)}, closed=False)
    >>> print(kinds.of(3), kinds.of(3 + 64))
    asymmetric half-turn
    """

    def __init__(
        self, found: dict[Symmetry, Permutation], *, closed: bool, kind: SymmetryClass | None = None
    ) -> None:
        self._symmetries = tuple(found)
        self.images = tuple(found.values())
        self._closed, self._kind = closed, kind
        self._known: dict[int, SymmetryClass] = {}

    @property
    def settled(self) -> bool:
        """Whether there is nothing to look at where a symmetry is known to keep a tour."""
        return self._kind is None

    def of(self, mark: int) -> SymmetryClass:
        """Return the kind of a tour, from what :data:`caballero.kernels.lifting.kept_by` wrote."""
        known = self._known.get(mark)
        if known is None:
            kept = [
                (symmetry, bool(mark >> 2 * j & 2))
                for j, symmetry in enumerate(self._symmetries)
                if mark >> 2 * j & 1
            ]
            known = self._known[mark] = class_of(kept, self._closed)
        return known

    def wanted(self, mark: int) -> bool:
        """Say whether a tour is wanted."""
        return mark > 0 if self._kind is None else self.of(mark) is self._kind


# -- what is wanted -----------------------------------------------------------------------------


def wish_of(problem: Problem, symmetry: Symmetry | SymmetryClass | str) -> Wish:
    """Say which tours are wanted.

    Parameters
    ----------
    problem : Problem
        What is asked, of a board.
    symmetry : Symmetry, SymmetryClass or str
        See :func:`caballero.iter_tours`.

    Raises
    ------
    UnknownName
        If there is no kind and no symmetry of that name.
    InvalidProblem
        If the board has no such symmetry, or is not flat and a kind is asked for.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import wish_of
    >>> problem = Problem.of("3x10", closed=True)
    >>> [part.onward for part in wish_of(problem, "half-turn").parts]
    [True, False]
    >>> [part.onward for part in wish_of(problem, "half-turn-oblique").parts]
    [False]
    """
    board = problem.board
    found = {s: tuple(s.permutation(board)) for s in symmetries(board)}
    if isinstance(symmetry, str) and not isinstance(symmetry, SymmetryClass):
        named = {s.name: s for s in found if s.name != "other"}
        if symmetry not in {"half-turn", "quarter-turn"} and symmetry in list(SymmetryClass):
            symmetry = SymmetryClass(symmetry)
        elif symmetry in named:
            symmetry = named[symmetry]
        elif symmetry in SYMMETRIES:
            raise not_of(board)
        else:
            names = dict.fromkeys([*map(str, SymmetryClass), *SYMMETRIES])
            raise UnknownName.among("symmetry", symmetry, names)
    if isinstance(symmetry, Symmetry):
        if symmetry not in found:
            raise not_of(board)
        image = found[symmetry]
        parts = _parts([image], problem.closed)
        kinds = Kinds({symmetry: image}, closed=problem.closed)
        return Wish(repr(symmetry), tuple(parts), kinds)
    if len(board.shape) != 2 or any(board.wraps):
        raise InvalidProblem("count-kinds-flat", board=board.name)
    return _wish_of_kind(symmetry, found, problem.closed)


SYMMETRIES: Final = (
    "identity", "half-turn", "quarter-turn", "quarter-turn-back", "upside-down", "left-right",
    "main-diagonal", "other-diagonal",
)  # fmt: skip
"""The symmetries that have names; see :attr:`caballero.Symmetry.name`."""


def _parts(images: Sequence[Permutation], closed: bool) -> Iterator[Part]:
    """Yield the ways in which these may keep a line."""
    for image in images:
        identity = all(v == w for v, w in enumerate(image))
        if closed or identity:
            yield Part(image, onward=True)
        if not identity and all(image[w] == v for v, w in enumerate(image)):
            yield Part(image, onward=False)


def _wish_of_kind(kind: SymmetryClass, found: dict[Symmetry, Permutation], closed: bool) -> Wish:
    names = {s.name: image for s, image in found.items()}
    turns = {"half-turn", "quarter-turn", "quarter-turn-back", "identity"}
    mirrors = [image for name, image in names.items() if name not in turns]
    half = [names["half-turn"]] if "half-turn" in names else []
    quarter = [names["quarter-turn"]] if "quarter-turn" in names else []
    parts: list[Part] = []
    match kind:
        case SymmetryClass.ASYMMETRIC:
            parts = [Part(names["identity"], onward=True)]
        case SymmetryClass.REFLECTION:
            parts = list(_parts(mirrors, closed))
        case SymmetryClass.HALF_TURN:
            parts = [] if closed else list(_parts(half, closed))
        case SymmetryClass.HALF_TURN_DIRECT | SymmetryClass.HALF_TURN_OBLIQUE:
            direct = kind is SymmetryClass.HALF_TURN_DIRECT
            parts = [part for part in _parts(half, closed) if closed and part.onward is direct]
        case SymmetryClass.QUARTER_TURN:
            parts = [part for part in _parts(quarter, closed) if part.onward]
        case SymmetryClass.SEVERAL:
            parts = list(_parts([*half, *mirrors], closed))
    return Wish(str(kind), tuple(parts), Kinds(found, closed=closed, kind=kind))


def images_of(problem: Problem) -> list[Permutation]:
    """Return the symmetries of the board that keep a problem, but for the identity.

    Raises
    ------
    InvalidProblem
        If there are numbers inside the tour that a symmetry may keep.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import images_of
    >>> len(images_of(Problem.of(8))), len(images_of(Problem.of(8, start="a1")))
    (7, 1)
    """
    board = problem.board
    graph = problem.graph()
    near = [set(graph.neighbours(v)) for v in range(len(graph))]
    numbered = problem.numbered()
    if problem.closed and without_clues(problem) is not None and len(numbered) < 2:
        numbered = {}  # a closed tour begins anywhere
    given = set(numbered.values())
    forced = {frozenset(map(problem.vertex, move)) for move in problem.forced}
    kept = []
    for symmetry in symmetries(board):
        image = tuple(symmetry.permutation(board))
        if (
            {image[v] for v in given} == given
            and {frozenset(image[v] for v in move) for move in forced} == forced
            and all({image[w] for w in row} == near[image[v]] for v, row in enumerate(near))
            and any(v != w for v, w in enumerate(image))
        ):
            kept.append(image)
    if kept and without_clues(problem) is None:
        raise InvalidProblem("list-classes-clues")
    return kept


# -- looking at tours ---------------------------------------------------------------------------


class Marked:
    """Writes a number to each of some lines, at the speed that pays.

    Parameters
    ----------
    kernel : TwoSpeeds
        :data:`caballero.kernels.lifting.kept_by` or :data:`caballero.kernels.lifting.least`.
    images : sequence of Permutation
        The permutations that it is about.
    size : int
        How many vertices a line has.
    closed : bool
        Whether the lines are.

    Examples
    --------
    >>> from caballero.kernels import lifting
    >>> from caballero.listing.symmetric import Marked
    >>> marked = Marked(lifting.least, [(2, 1, 0)], 3, closed=False)
    >>> marked([(0, 2, 1), (0, 1, 2), (1, 0, 2)])
    [1, 1, 0]
    """

    def __init__(
        self, kernel: Any, images: Sequence[Permutation], size: int, *, closed: bool
    ) -> None:
        self._kernel, self._size, self._closed = kernel, size, int(closed)
        self._images: Any = list(chain.from_iterable(images))
        self._many = len(images)
        self._work = 0
        self._fast = False

    def __call__(self, lines: Sequence[Sequence[int]]) -> list[int]:
        """Return the numbers."""
        size, count = self._size, len(lines)
        self._work += count * size * (1 + self._many // 4)
        if not self._fast and self._work > (20_000 if is_loaded() else 1_000_000):
            self._fast = True
            self._images = numbers(Places, self._images)
        flat: Any = list(chain.from_iterable(lines))
        if not self._fast:
            kept = [0] * count
            self._kernel.plain(
                flat, count, size, self._closed, self._images, self._many, [0] * size, kept
            )
            return kept
        marks: Any = numbers(Marks, count)
        self._kernel.compiled(
            numbers(Marks, flat), count, size, self._closed, self._images, self._many,
            numbers(Marks, size), marks,
        )  # fmt: skip
        return [int(mark) for mark in marks]


class Sieve:
    """A feed that gives some of another's tours.

    Parameters
    ----------
    feed : Feed
        The other one.
    marked : Marked
        Looks at the tours.
    accepted : callable
        Whether a tour with such a number is given.
    passed : int
        How many tours came before.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.feeds import LineFeed
    >>> from caballero.listing.symmetric import Marked, Sieve, images_of
    >>> from caballero.kernels import lifting
    >>> problem = Problem.of("3x4")
    >>> marked = Marked(lifting.least, images_of(problem), 12, closed=False)
    >>> tours, more = Sieve(LineFeed(problem), marked, bool, 0).advance(1000, 100_000)
    >>> len(list(tours)), more
    (3, False)
    """

    strides = False

    def __init__(
        self, feed: Feed, marked: Marked, accepted: Callable[[int], bool], passed: int
    ) -> None:
        self._feed, self._marked, self._accepted = feed, marked, accepted
        self.method = feed.method
        self.passed = passed

    @property
    def nodes(self) -> int:
        """How many choices were made."""
        return self._feed.nodes

    def advance(self, most: int, steps: int) -> tuple[Iterator[Tour], bool]:
        """Go on for about so many steps, or until so many tours were looked at."""
        tours, more = self._feed.advance(max(most, CHUNK), steps)
        return self._given(tours), more

    def _given(self, tours: Iterator[Tour]) -> Iterator[Tour]:
        while chunk := list(islice(tours, CHUNK)):
            marks = self._marked([tour.order for tour in chunk])
            for tour, mark in zip(chunk, marks, strict=True):
                if self._accepted(mark):
                    self.passed += 1
                    yield tour

    def way(self) -> list[int]:
        """Return the way to where the search is."""
        return self._feed.way()


# -- the quotient -------------------------------------------------------------------------------


class Stretches(NamedTuple):
    """Where the stretches of symmetric tours are searched.

    Parameters
    ----------
    neighbours : list of lists of int
        The graph of orbits, then dummies: those between the ends first.
    links : int
        How many dummies stand between the ends.
    action : int
        What the symmetry does to the line: see :mod:`caballero.kernels.lifting`.
    back : Lifting
        What leads back to the board.
    """

    neighbours: list[list[int]]
    links: int
    action: int
    back: lifting.Lifting


def has_quotient(problem: Problem, wish: Wish) -> bool:
    """Say whether the tours that are wanted can be listed by stretches.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import has_quotient, wish_of
    >>> problem = Problem.of(6, closed=True)
    >>> [has_quotient(problem, wish_of(problem, kind)) for kind in ("half-turn", "asymmetric")]
    [True, False]
    """
    if without_clues(problem) is None:
        return False
    return all(
        len(powers := _powers(image)) > 1 and problem.size >= 3 * len(powers)
        for image, _ in wish.parts
    )


def stretches(problem: Problem, part: Part) -> Stretches | None:
    """Return where the stretches of the tours are that a symmetry keeps; None if there are none.

    Parameters
    ----------
    problem : Problem
        What is asked, without numbers inside.
    part : Part
        The symmetry, with at least three orbits.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import stretches, wish_of
    >>> problem = Problem.of(8, closed=True)
    >>> direct, oblique = wish_of(problem, "half-turn").parts
    >>> len(stretches(problem, direct).neighbours), stretches(problem, oblique)
    (32, None)
    """
    image, onward = part
    powers = _powers(image)
    graph, size = problem.graph(), problem.size
    if onward and any(power[v] == v for power in powers[1:] for v in range(size)):
        return None
    colours = _colours(problem)
    # A stretch has an odd number of moves if and only if it leads to the other colour.
    turn = None if colours is None else (colours[0] + colours[image[0]]) % 2
    if onward and turn not in {None, size // len(powers) % 2}:
        return None
    orbits, orbit = _orbits(powers, size)
    rows = [
        {w for w in graph.neighbours(v) if all(graph.has_edge(p[v], p[w]) for p in powers)}
        for v in range(size)
    ]
    turned = {orbit[v] for v in range(size) if image[v] in rows[v]} if not onward else set()
    rows = [{w for w in row if orbit[w] != orbit[v]} for v, row in enumerate(rows)]
    forced = _forced(problem)
    if forced is None:
        return None
    pairs: dict[tuple[int, int], set[frozenset[int]]] = {}
    turned_must: set[int] = set()
    for a, b in forced:
        images = {frozenset((power[a], power[b])) for power in powers}
        if not all(len(move) == 2 and graph.has_edge(*move) for move in images):
            return None
        if orbit[a] == orbit[b]:
            if onward:
                return None
            turned_must.add(orbit[a])
        elif pairs.setdefault(_pair(orbit[a], orbit[b]), images) != images:
            return None
    for v, row in enumerate(rows):
        for w in list(row):
            only = pairs.get(_pair(orbit[v], orbit[w]))
            if only is not None and frozenset((v, w)) not in only:
                row.discard(w)
    between = _ends(problem, part, orbits, orbit, turned, turned_must)
    if between is None:
        return None
    neighbours, links = _graph(rows, orbits, orbit, between, list(pairs))
    action = lifting.TURNED if onward else lifting.MIRRORED if problem.closed else lifting.FOLDED
    proper = [int(gcd(j, len(powers)) == 1) for j in range(len(powers))]
    back = lifting.new_lifting([sorted(row) for row in rows], orbits, powers, proper)
    return Stretches(neighbours, links, action, back)


def _powers(image: Permutation) -> list[Permutation]:
    """Return the powers of a permutation, the identity first."""
    identity = tuple(range(len(image)))
    powers = [identity]
    while True:
        power = tuple(image[v] for v in powers[-1])
        if power == identity:
            return powers
        powers.append(power)


def _orbits(powers: Sequence[Permutation], size: int) -> tuple[list[list[int]], list[int]]:
    """Return the orbits, and of which one each vertex is."""
    orbit = [-1] * size
    orbits: list[list[int]] = []
    for v in range(size):
        if orbit[v] < 0:
            members = list(dict.fromkeys(power[v] for power in powers))
            for w in members:
                orbit[w] = len(orbits)
            orbits.append(members)
    return orbits, orbit


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def _colours(problem: Problem) -> list[int] | None:
    """Return the two colours of the board, if its moves change them."""
    from caballero.reduction import rows, two_colours

    return two_colours(rows(problem.graph()))[0]


def _forced(problem: Problem) -> set[tuple[int, int]] | None:
    """Return the moves that have to be used; None if one of them is none."""
    forced = {_pair(problem.vertex(a), problem.vertex(b)) for a, b in problem.forced}
    numbered = problem.numbered()
    if problem.closed and {1, problem.size} <= numbered.keys():
        forced.add(_pair(numbered[1], numbered[problem.size]))
    graph = problem.graph()
    return forced if all(graph.has_edge(a, b) for a, b in forced) else None


Ends = tuple[set[int], set[int] | None]


def _ends(
    problem: Problem,
    part: Part,
    orbits: Sequence[Sequence[int]],
    orbit: Sequence[int],
    turned: set[int],
    turned_must: set[int],
) -> Ends | None:
    """Return where the stretches begin and where they end; no second set if it is the first.

    Both are empty if they are cycles. None if there are none.
    """
    if part.onward:
        return set(), None
    # Turning places are all the squares that are kept, and moves that are turned round.
    must = {i for i, members in enumerate(orbits) if len(members) == 1} | turned_must
    if problem.closed:
        if len(must) > 2 or not turned_must <= turned:
            return None
        if not must:
            return (turned, None) if len(turned) > 1 else None
        firsts = {min(must)}
        lasts = must - firsts or turned - firsts
        return (firsts, lasts) if lasts else None
    if len(must) > 1 or not turned_must <= turned:
        return None
    firsts = must or turned
    numbered = problem.numbered()
    ends = [numbered[n] for n in (1, problem.size) if n in numbered]
    if len(ends) == 2 and part.image[ends[0]] != ends[1]:
        return None
    lasts = {i for i, members in enumerate(orbits) if len(members) > 1}
    if ends:
        lasts &= {orbit[ends[0]]}
    if len(firsts) == 1:
        lasts -= firsts
    return (firsts, lasts) if firsts and lasts else None


def _graph(
    rows: Sequence[set[int]],
    orbits: Sequence[Sequence[int]],
    orbit: Sequence[int],
    between: Ends,
    forced: Sequence[tuple[int, int]],
) -> tuple[list[list[int]], int]:
    """Return the graph of orbits with its dummies, and how many of them join ends."""
    neighbours = [sorted({orbit[w] for v in members for w in rows[v]}) for members in orbits]

    def dummy(*others: int) -> None:
        for v in others:
            if v < len(neighbours):
                neighbours[v].append(len(neighbours))
        neighbours.append([v for v in others if v < len(neighbours)])

    firsts, lasts = between
    links = 0
    if firsts:
        dummy(*sorted(firsts))
        links = 1
        if lasts is not None:  # in the middle a dummy that has no choice
            dummy(len(neighbours) - 1)
            dummy(len(neighbours) - 1, *sorted(lasts))
            links = 3
    for a, b in forced:
        if b in neighbours[a]:
            neighbours[a].remove(b)
            neighbours[b].remove(a)
        dummy(a, b)
    return neighbours, links


class Lifted:
    """The tours of one part of a wish, from the cycles of a graph of orbits.

    Parameters
    ----------
    problem : Problem
        What is asked, without numbers inside.
    wish : Wish
        Which of the tours.
    number : int
        Which of its parts; what an earlier part leads to is left out.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import Lifted, wish_of
    >>> problem = Problem.of("3x10", closed=True)
    >>> oblique = Lifted(problem, wish_of(problem, "half-turn"), 1)
    >>> len(oblique.neighbours)
    16
    """

    def __init__(self, problem: Problem, wish: Wish, number: int) -> None:
        self._problem, self._wish, self._number = problem, wish, number
        found = stretches(problem, wish.parts[number])
        self._stretches = found
        self.neighbours = [] if found is None else found.neighbours
        """The graph whose Hamiltonian cycles are asked for; empty if there is nothing to ask."""
        # A line is written as the tour that it is: an open one is cut at a dummy.
        turns = problem.size + (not problem.closed)
        self._line = CycleQuestion(
            [[] for _ in range(turns)], None, problem.size, turns - problem.size, None, None
        )
        self._writer = Writer(problem, self._line)
        self._marked = Marked(
            lifting.kept_by, wish.kinds.images, problem.size, closed=problem.closed
        )

    def tours(self, cycles: Ints, count: int, fast: bool) -> Iterator[Tour]:
        """Yield the tours of some cycles, each judged."""
        found, size = self._stretches, self._problem.size
        if not count or found is None:
            return
        back = as_arrays(found.back) if fast else as_lists(found.back)
        back.counters[lifting.CYCLE] = back.counters[lifting.LEVEL] = 0
        lift = lifting.lift.compiled if fast else lifting.lift.plain
        written = room = 2 * max(count, 10)
        lines = _room(room * size, fast)
        while written == room:
            written = lift(*back, cycles, count, found.links, found.action, lines, room)
            if written:
                ended = self._ended(lines, written, fast)
                tours = self._writer.tours(ended, written)
                yield from tours if self._wish.kinds.settled else self._wanted(tours)

    def _ended(self, lines: Any, count: int, fast: bool) -> Ints:
        """Return the lines with what stands between the ends of open ones."""
        size, turns = self._problem.size, len(self._line.neighbours)
        if turns == size:
            flat: Ints = lines[: count * size]
            return flat
        ended = _room(count * turns, fast)
        if fast:
            table: Any = ended
            table = table.reshape(count, turns)
            table[:, :size] = lines[: count * size].reshape(count, size)
            table[:, size] = size
            return ended
        for i in range(count):
            ended[i * turns : (i + 1) * turns] = [*lines[i * size : (i + 1) * size], size]
        return ended

    def _wanted(self, tours: Iterator[Tour]) -> Iterator[Tour]:
        """Yield those tours that are wanted, and that no earlier part leads to."""
        wish = self._wish
        images = wish.kinds.images
        earlier = [(images.index(part.image), part.onward) for part in wish.parts[: self._number]]
        while chunk := list(islice(tours, CHUNK)):
            marks = self._marked([tour.order for tour in chunk])
            for tour, mark in zip(chunk, marks, strict=True):
                if wish.kinds.wanted(mark) and not any(
                    mark >> 2 * j & 3 == (3 if onward else 1) for j, onward in earlier
                ):
                    yield tour


class StretchFeed:
    """The tours of a wish, by stretches.

    Parameters
    ----------
    problem : Problem
        What is asked, without numbers inside.
    wish : Wish
        Which of the tours.
    passed : int
        How many tours came before the end of the way.
    way : sequence of int, optional
        Where to go on from.

    Raises
    ------
    LostError
        If there is no such way.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import StretchFeed, wish_of
    >>> problem = Problem.of("3x10", closed=True)
    >>> feed = StretchFeed(problem, wish_of(problem, "half-turn"))
    >>> [len(list(feed.advance(100, 100_000)[0])) for part in (0, 1)]
    [0, 4]
    """

    method = "quotient"
    strides = False

    def __init__(
        self, problem: Problem, wish: Wish, passed: int = 0, way: Sequence[int] | None = None
    ) -> None:
        self.passed = passed
        self._problem, self._wish = problem, wish
        self._before = self._given = 0
        self._fast = False
        self._at = -1
        self._state: kernel.State
        self._lifted: Lifted
        self._next(way[0] >> 1 if way else 0)
        if way and (
            self._at != way[0] >> 1
            or (len(way) > 1 if self._over else not kernel.follow_way(self._state, way[1:]))
        ):
            raise LostError

    @property
    def nodes(self) -> int:
        """How many choices were made."""
        return self._before + (0 if self._over else int(self._state.counters[kernel.NODES]))

    @property
    def _over(self) -> bool:
        return self._at >= len(self._wish.parts)

    def _next(self, part: int) -> None:
        """Begin with a part, or with the next one that has stretches."""
        if 0 <= self._at < len(self._wish.parts):
            self._before += int(self._state.counters[kernel.NODES])
        self._at = min(part, len(self._wish.parts))
        while not self._over:
            self._lifted = Lifted(self._problem, self._wish, self._at)
            neighbours = self._lifted.neighbours
            if neighbours:
                self._room = max(1, min(ROOM, 200_000 // len(neighbours)))
                state = kernel.new_state(neighbours, 1)
                self._state = as_arrays(state) if self._fast else as_lists(state)
                return
            self._at += 1

    def advance(self, most: int, steps: int) -> tuple[Iterator[Tour], bool]:
        """Go on for about so many steps, or until so many stretches are there."""
        if self._over:
            return iter(()), False
        cost = self.nodes // PLAIN_CHOICES + self._given // PLAIN_TOURS
        if not self._fast and cost >= compile_above():
            self._fast = True
            self._state = as_arrays(self._state)
        state = self._state = kernel.with_room(self._state, min(most, self._room))
        lifted = self._lifted
        steps = min(steps, FAST_STEPS if self._fast else PLAIN_STEPS)
        search = kernel.search.compiled if self._fast else kernel.search.plain
        status = search(*state, steps)
        count = int(state.counters[kernel.WRITTEN])
        self._given += count
        cycles = state.cycles[: count * len(lifted.neighbours)]
        if status == kernel.EXHAUSTED:
            self._next(self._at + 1)
        return self._counted(lifted.tours(cycles, count, self._fast)), not self._over

    def _counted(self, tours: Iterator[Tour]) -> Iterator[Tour]:
        for tour in tours:
            self.passed += 1
            yield tour

    def way(self) -> list[int]:
        """Return the way: which part, and the way there."""
        if self._over:
            return [2 * self._at]
        return [2 * self._at, *kernel.way(self._state)]


def _room(length: int, fast: bool) -> Ints:
    return numbers(Marks, length) if fast else [0] * length


def symmetric_feed(
    problem: Problem,
    wish: Wish,
    passed: int,
    way: Sequence[int] | None,
    plain: Callable[[], Feed | None],
) -> Feed | None:
    """Return what gives the tours of a wish.

    Parameters
    ----------
    problem, wish, passed, way
        As in :class:`StretchFeed`.
    plain : callable
        Returns what gives all tours, from the same way on.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.symmetric import symmetric_feed, wish_of
    >>> problem = Problem.of("3x10", closed=True)
    >>> symmetric_feed(problem, wish_of(problem, "half-turn"), 0, None, lambda: None).method
    'quotient'
    """
    if has_quotient(problem, wish):
        return StretchFeed(problem, wish, passed, way)
    feed = plain()
    if feed is None or not wish.parts:
        return None
    marked = Marked(lifting.kept_by, wish.kinds.images, problem.size, closed=problem.closed)
    return Sieve(feed, marked, wish.kinds.wanted, passed)


def classes_feed(problem: Problem, feed: Feed, passed: int) -> Feed:
    """Return what gives one tour of each class, from what gives all of them.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.listing.feeds import LineFeed
    >>> from caballero.listing.symmetric import classes_feed
    >>> problem = Problem.of("3x4")
    >>> tours, more = classes_feed(problem, LineFeed(problem), 0).advance(1000, 100_000)
    >>> len(list(tours))
    3
    """
    images = images_of(problem)
    marked = Marked(lifting.least, images, problem.size, closed=problem.closed)
    return Sieve(feed, marked, bool, passed)
