"""Certificates: why there is no tour, in a way that can be checked.

A certificate holds its ``reason`` in words, the data behind it, and ``check``, which confirms
the reason against the problem in time linear in the board, without any search and without the
code that found it. To trust a certificate, read ``check`` and the facts that it uses
(:mod:`caballero.proof.facts`).

Invariant: ``check`` of a certificate that a solver returns is true for its problem, unless it
is :class:`Exhausted`, which has no short reason to check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, cast

from caballero.machine.errors import InvalidPlace
from caballero.machine.values import frozen
from caballero.machine.words import Message
from caballero.model.board import Board
from caballero.model.problem import Place, Problem
from caballero.model.reduction import underlying_rows

from .facts import (
    branches,
    chess_colouring,
    component,
    distances_from,
    excluded_by,
    graph_colouring,
    outer_components,
    pieces_without,
    strong_components,
    usable_edges,
)
from .reasoned import Reasoned, listed

if TYPE_CHECKING:
    from .deduction import Deduction


@frozen
class Imbalance(Reasoned):
    """There are too many squares of one colour, or a number would fall on the wrong colour.

    Each move changes the colour, so the colours alternate along a tour: one colour has the odd
    numbers, the other the even ones.

    Parameters
    ----------
    counts : tuple of int
        How many squares are light, and how many dark; how many vertices of a graph have the colour
        of the first colour, and how many the other.
    place, number : optional
        A square whose clue is on the wrong colour, if the counts alone allow a tour.
    closed : bool
        Whether the tour must close.
    name : str
        The name of the place.
    graph : bool
        Whether a bipartite graph has the colours, and not the chessboard.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem("5x9", piece="giraffe", closed=True)
    >>> certificate = solve(problem).certificate
    >>> certificate.counts, certificate.check(problem)
    ((22, 23), True)
    >>> print(certificate.reason)  # doctest: +ELLIPSIS
    The colours alternate along a closed tour, but there are 23 squares of one colour ...
    """

    counts: tuple[int, int]
    place: Place | None = None
    number: int | None = None
    closed: bool = False
    name: str = ""
    graph: bool = False
    kind = "colours"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        data = {"first": max(self.counts), "second": min(self.counts)}
        if self.place is not None:
            return Message("colours-number", {**data, "place": self.name, "number": self.number})
        if self.graph:
            return Message("colours-graph", data)
        return Message("colours-closed" if self.closed else "colours-open", data)

    def _holds(self, problem: Problem) -> bool:
        """Confirm the reason: count the colours again.

        Linear in the holes and clues; on a graph, in its edges.
        """
        colouring = (graph_colouring if self.graph else chess_colouring)(problem)
        if colouring is None or colouring.counts != self.counts or problem.closed != self.closed:
            return False
        if self.place is None:
            named = self.number is not None or self.name
            return not named and abs(self.counts[0] - self.counts[1]) > (not problem.closed)
        vertex = _vertex(problem, self.place)
        if vertex is None or self.name != problem.place_name(self.place):
            return False
        return (self.number, vertex) in colouring.misplaced(problem)


@frozen
class Theorem(Reasoned):
    """A published theorem excludes tours on a board with these sides.

    Parameters
    ----------
    name : str
        ``schwenk`` for closed knight's tours on rectangles, ``cull-de-curtins`` for open tours,
        ``erde`` for closed tours in boxes, ``knuth`` for leapers that cannot reach every square.
    sides : tuple of int
        The sides of the board, the smallest first.

    References
    ----------
    A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics
    Magazine 64 (1991) 325–332. P. Cull and J. De Curtins, "Knight's tour revisited",
    Fibonacci Quarterly 16 (1978) 276–285. G. H. J. van Rees, "Knight's tours and circuits on
    the 3 × n chessboard", Bulletin of the ICA 16 (1996) 81–86. J. Erde, B. Golénia and
    S. Golénia, "The closed knight tour problem in higher dimensions", Electronic Journal of
    Combinatorics 19 (2012) P9. D. E. Knuth, "Leaper graphs", Mathematical Gazette 78 (1994)
    274–297.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem("4x4")
    >>> certificate = solve(problem).certificate
    >>> certificate.name, certificate.sides, certificate.check(problem)
    ('cull-de-curtins', (4, 4), True)
    """

    name: str
    sides: tuple[int, ...]
    kind = "theorem"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return Message(f"theorem-{self.name}", {"sides": "×".join(map(str, self.sides))})

    def _holds(self, problem: Problem) -> bool:
        """Confirm that the theorem is about this problem and excludes it; constant time."""
        board = problem.ground
        sides = isinstance(board, Board) and tuple(sorted(board.shape)) == self.sides
        return sides and excluded_by(problem) == self.name


@frozen
class Unreachable(Reasoned):
    """No sequence of moves leads from the first place to the second.

    In a directed graph that excludes an open tour only if the first place is its start or the
    second is its end, or if none leads back either.

    Parameters
    ----------
    place, origin : place
        The two.
    names : tuple of str
        Their names.
    alone : bool
        Whether `origin` has no moves at all.
    both : bool
        Whether, in a directed graph, none leads from `place` to `origin` either.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem("3x5 cylinder", piece="dabbaba")
    >>> solve(problem).certificate.check(problem)
    True
    """

    place: Place
    origin: Place
    names: tuple[str, str]
    alone: bool = False
    both: bool = False
    kind = "unreachable"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        if self.alone:
            return Message("unreachable-alone", {"origin": self.names[1]})
        code = "unreachable-both" if self.both else "unreachable"
        return Message(code, {"place": self.names[0], "origin": self.names[1]})

    def _holds(self, problem: Problem) -> bool:
        """Confirm it by a search from the origin; linear in the number of moves."""
        origin, lost = _vertex(problem, self.origin), _vertex(problem, self.place)
        if origin is None or lost is None:
            return False
        if self.names != (problem.place_name(self.place), problem.place_name(self.origin)):
            return False
        graph, given = problem.graph(), problem.numbered()
        reached = component(graph, origin)
        if lost in reached or (self.alone and (len(reached) > 1 or problem.directed)):
            return False
        if not problem.directed:
            return not self.both
        if self.both:
            return origin not in component(graph, lost)
        return problem.closed or given.get(1) == origin or given.get(problem.size) == lost


@frozen
class Crowded(Reasoned):
    """The edges from some vertices of a directed graph lead to fewer vertices, or those to them.

    Along a tour each vertex is left for another; only at the end of an open tour, none is. So
    a tour chooses an edge from each vertex, no two to the same vertex (Hall 1935).

    Parameters
    ----------
    places : tuple of place
        The vertices.
    names : tuple of str
        Their names.
    others : int
        How many vertices their edges lead to, or come from.
    onward : bool
        Whether the edges lead from them, and not to them.

    Examples
    --------
    >>> from caballero import Graph, Problem, solve
    >>> fan = Graph.from_edges([(0, 1), (1, 2), (2, 0), (0, 3), (3, 2)], directed=True)
    >>> problem = Problem(fan, closed=True)
    >>> certificate = solve(problem).certificate
    >>> print(certificate.reason)  # doctest: +ELLIPSIS
    The usable edges from 1, 3 (2) lead to too few others (1): a tour leaves each ...
    >>> certificate.check(problem)
    True
    """

    places: tuple[Place, ...]
    names: tuple[str, ...]
    others: int
    onward: bool
    kind = "crowded"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        way = "from" if self.onward else "to"
        if not self.others:
            code = f"crowded-none-{way}" if len(self.places) == 1 else f"crowded-several-{way}"
        else:
            code = f"crowded-{way}"
        data = {"count": len(self.places), "others": self.others}
        return Message(code, {"places": listed(self.names), **data})

    def _holds(self, problem: Problem) -> bool:
        """Confirm it by counting; linear in the number of edges."""
        vertices = _vertices(problem, self.places, self.names)
        if not vertices or not problem.directed:
            return False
        size, given = problem.size, problem.numbered()
        exempt = None if problem.closed else given.get(size if self.onward else 1)
        left, inside = usable_edges(problem), {*vertices}
        if self.onward:
            beyond = {w for v in vertices for w in left[v]}
        else:
            beyond = {v for v, row in enumerate(left) if not inside.isdisjoint(row)}
        slack = 0 if problem.closed or exempt is not None else 1
        return (
            exempt not in inside
            and self.others == len(beyond)
            and len(vertices) > len(beyond) + slack
        )


@frozen
class Bottleneck(Reasoned):
    """Without some vertices, too many parts of a directed graph remain that no edge enters.

    A tour enters each of these parts from a vertex of the cut, or begins there; and it leaves each
    vertex once. The same holds for parts that no edge leaves.

    Parameters
    ----------
    places : tuple of place
        The vertices.
    names : tuple of str
        Their names.
    parts : int
        How many of the strongly connected components that remain no edge enters, or leaves.
    onward : bool
        Whether no edge leaves them.

    Examples
    --------
    >>> from caballero import Graph, Problem, solve
    >>> pairs = [("hub", "a"), ("a", "b"), ("b", "hub"), ("hub", "c"), ("c", "d"), ("d", "hub")]
    >>> pairs += [("b", "a"), ("d", "c")]
    >>> problem = Problem(Graph.from_edges(pairs, directed=True), closed=True)
    >>> certificate = solve(problem).certificate
    >>> print(certificate.reason)  # doctest: +ELLIPSIS
    Without hub (1), 2 parts remain that no usable edge enters; a tour can ...
    >>> certificate.check(problem)
    True
    """

    places: tuple[Place, ...]
    names: tuple[str, ...]
    parts: int
    onward: bool
    closed: bool
    kind = "bottleneck"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        count = len(self.places)
        data = {"places": listed(self.names), "count": count, "parts": self.parts}
        way = "from" if self.onward else "to"
        return Message(f"bottleneck-{way}", {**data, "most": count + (not self.closed)})

    def _holds(self, problem: Problem) -> bool:
        """Confirm it by counting the parts; linear in the number of edges."""
        vertices = _vertices(problem, self.places, self.names)
        if not vertices or not problem.directed or problem.closed != self.closed:
            return False
        left = usable_edges(problem)
        outer = outer_components(left, strong_components(left, vertices), onward=self.onward)
        return self.parts == len(outer) > len(vertices) + (not self.closed)


@frozen
class TooFar(Reasoned):
    """Two clues are closer than the distance between their places allows.

    Parameters
    ----------
    places : tuple of place
        The two.
    numbers : tuple of int
        Their numbers; on a closed tour the second may be smaller.
    moves : int
        The number of moves from the first number to the second.
    names : tuple of str
        The names of the places.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem(8, start="a1", clues={"h8": 5})
    >>> certificate = solve(problem).certificate
    >>> print(certificate.reason)
    Number 1 at a1 and number 5 at h8 are 4 moves apart in the tour, but h8 is farther away.
    >>> certificate.check(problem)
    True
    """

    places: tuple[Place, Place]
    numbers: tuple[int, int]
    moves: int
    names: tuple[str, str]
    kind = "too-far"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        first, second = zip(self.numbers, self.names, strict=True)
        data = {"m": first[0], "a": first[1], "n": second[0], "b": second[1]}
        code = "too-far-one" if self.moves == 1 else "too-far"
        return Message(code, {**data, "moves": self.moves})

    def _holds(self, problem: Problem) -> bool:
        """Confirm it by the distance between the places; linear in the number of moves."""
        given = problem.numbered()
        vertices = [_vertex(problem, place) for place in self.places]
        if [given.get(number) for number in self.numbers] != vertices or None in vertices:
            return False
        if self.names != tuple(map(problem.place_name, self.places)):
            return False
        moves = self.numbers[1] - self.numbers[0]
        if problem.closed:
            moves %= problem.size
        v, w = cast("list[int]", vertices)
        return 0 < moves == self.moves and distances_from(problem.graph(), v, moves)[w] < 0


@frozen
class TooFew(Reasoned):
    """A closed tour needs at least three squares, an open tour a single square.

    In a `directed` graph two vertices are enough for a closed tour, there and back again.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> print(solve(Problem("1x2", piece="wazir", closed=True)).certificate.reason)
    A closed tour visits at least 3 places, not 2.
    """

    count: int
    directed: bool = False
    kind = "too-few"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        code = "too-few-directed" if self.directed else "too-few"
        return Message(code if self.count else "nothing-there", {"count": self.count})

    def _holds(self, problem: Problem) -> bool:
        """Confirm it by counting."""
        known = problem.size == self.count and problem.directed == self.directed
        return known and self.count < problem.fewest


@frozen
class Exhausted(Reasoned):
    """A search tried every possibility; there is no short certificate.

    Parameters
    ----------
    method : str
        The exact method that searched.
    nodes : int
        The nodes of its search.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.teaching import solve_backtracking
    >>> solve_backtracking(Problem(3, start="a3")).certificate
    Exhausted(method='backtracking', nodes=15)
    """

    method: str
    nodes: int
    kind = "exhausted"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        return Message("exhausted", {"method": self.method, "nodes": self.nodes})

    def _holds(self, problem: Problem) -> bool:
        """Return False: only the search itself could confirm it."""
        return False


@frozen
class Split(Reasoned):
    """The clues of an open tour do not fit a place without which two parts remain.

    A tour visits one of the parts before this place and the other after it. So this place has only
    two possible numbers, all numbers of the first part are less, and all of the other greater.

    Parameters
    ----------
    place : place
        The place.
    name : str
        Its name.
    sizes : tuple of int
        How many places the two parts have.
    number : int, optional
        Its clue, if that alone is wrong.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> problem = Problem("..#..\\n.....", piece="king", clues={"c1": 3})
    >>> certificate = solve(problem).certificate
    >>> print(certificate.reason)  # doctest: +ELLIPSIS
    Without c1, two parts remain, with 4 and 4 places. A tour visits one of them before c1 ...
    >>> certificate.check(problem)
    True
    """

    place: Place
    name: str
    sizes: tuple[int, int]
    number: int | None = None
    kind = "split"

    @property
    def reason(self) -> Message:
        """Why there is no tour."""
        data = {"place": self.name, "first": self.sizes[0], "second": self.sizes[1]}
        if self.number is None:
            return Message("split", data)
        return Message("split-number", {**data, "number": self.number})

    def _holds(self, problem: Problem) -> bool:
        """Confirm it by looking for the two parts, whatever way edges lead; linear in the moves."""
        cut = _vertex(problem, self.place)
        if cut is None or problem.closed or self.name != problem.place_name(self.place):
            return False
        parts = pieces_without(underlying_rows(problem.graph()), (cut,))
        if self.sizes != tuple(map(len, parts)) or len(parts) != 2:
            return False
        given = {v: number for number, v in problem.numbered().items()}
        first = {*parts[0]}
        return self.number == _wrong(given.get(cut), self.sizes) and not _fit(
            given, cut, self.sizes, lambda v: v in first
        )


Brief: TypeAlias = Imbalance | Theorem | Unreachable | Crowded | Bottleneck | TooFar | TooFew
Certificate: TypeAlias = "Brief | Split | Deduction | Exhausted"
"""Why there is no tour."""


def exclusion(problem: Problem) -> Certificate | None:
    """Return why there is no tour, if a simple argument shows it."""
    if problem.size < problem.fewest:
        return TooFew(problem.size, problem.directed)
    if (theorem := excluded_by(problem)) is not None:
        return Theorem(theorem, tuple(sorted(problem.board.shape)))
    return imbalance_of(problem)


def imbalance_of(problem: Problem, *, on_graph: bool = False) -> Imbalance | None:
    """Return the colour argument of the chessboard, or the graph, if any."""
    colouring = graph_colouring(problem) if on_graph else chess_colouring(problem)
    if colouring is None or colouring.allows(problem):
        return None
    counts = colouring.counts
    if abs(counts[0] - counts[1]) > (0 if problem.closed else 1):
        return Imbalance(counts, closed=problem.closed, graph=on_graph)
    number, vertex = colouring.misplaced(problem)[0]
    place = problem.place(vertex)
    return Imbalance(counts, place, number, problem.closed, problem.place_name(place), on_graph)


def too_far_of(problem: Problem) -> TooFar | None:
    """Return two clues that are too far apart, if there are any."""
    graph, given = problem.graph(), list(problem.numbered().items())
    if problem.closed:
        given += given[:1]
    for (number, v), (next_number, w) in pairwise(given):
        moves = (next_number - number) % problem.size
        if v != w and distances_from(graph, v, moves)[w] < 0:
            places = problem.place(v), problem.place(w)
            names = problem.place_name(places[0]), problem.place_name(places[1])
            return TooFar(places, (number, next_number), moves, names)
    return None


def split_of(problem: Problem) -> Split | None:
    """Return a place of an open problem that the clues do not fit, if it splits the others in two.

    The graph is connected, whatever way its edges lead. Linear in the edges, and in the clues for
    each such place.
    """
    if problem.closed:
        return None
    left = underlying_rows(problem.graph())
    given = {v: number for number, v in problem.numbered().items()}
    at = [0] * len(left)
    for cut, first, last in branches(left, at):
        sizes = last - first + 1, len(left) - 2 - last + first
        if _fit(given, cut, sizes, lambda v: first <= at[v] <= last):  # noqa: B023 - called at once
            continue
        parts = pieces_without(left, (cut,))
        if len(parts) != 2:  # a cut set, which needs no clue
            continue
        sizes = len(parts[0]), len(parts[1])
        place = problem.place(cut)
        return Split(place, problem.place_name(place), sizes, _wrong(given.get(cut), sizes))
    return None


def _wrong(number: int | None, sizes: tuple[int, int]) -> int | None:
    """Return the number of the place between two parts if it is neither possible number."""
    return None if number is None or number - 1 in sizes else number


def _fit(
    given: Mapping[int, int], cut: int, sizes: tuple[int, int], is_first: Callable[[int], bool]
) -> bool:
    """Return whether a tour can visit the first part, `cut`, and the second, or the reverse."""
    for before, size in zip((True, False), sizes, strict=True):
        middle = size + 1
        if all(
            number == middle
            if v == cut
            else number != middle and (number < middle) == (is_first(v) is before)
            for v, number in given.items()
        ):
            return True
    return False


def _vertex(problem: Problem, place: Place) -> int | None:
    """Return the number of a place; None if the problem does not have it."""
    try:
        return problem.vertex(place)
    except (InvalidPlace, TypeError):  # a tuple with a list has no hash
        return None


def _vertices(
    problem: Problem, places: tuple[Place, ...], names: tuple[str, ...]
) -> list[int] | None:
    """Return the numbers of different places that have these names; None if they have not."""
    vertices = [_vertex(problem, place) for place in places]
    if None in vertices or len({*vertices}) < len(vertices):
        return None
    return cast("list[int]", vertices) if names == tuple(map(problem.place_name, places)) else None
