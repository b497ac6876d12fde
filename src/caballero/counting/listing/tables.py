"""Many tours at once, as numpy arrays: millions in a few seconds.

A table has a row for each tour, its squares in order; no tour becomes an object. The order of the
tours is not that of the listing. If both ends are free, tours are searched from a square of each
class of equivalent squares, and the symmetries of the board give the tours from the others. On 6×6
that leaves a fifth of the search.

Invariants: each tour is in one row of one table; tours found by the search were judged, and their
images are tours because the symmetries keep the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, TypeAlias

from caballero.counting.groups import Permutation
from caballero.machine.arguments import flag
from caballero.machine.errors import InvalidProblem
from caballero.machine.extras import extra
from caballero.machine.limits import running
from caballero.model.board import Board
from caballero.model.direction import given_places, goes_both_ways, without_clues
from caballero.model.problem import Ground, Problem, restated
from caballero.model.reduction import cycle_question, rows, two_colours

from .cycles import Writer
from .quotient import images_of
from .sources import CycleSearch

Table: TypeAlias = Any
"""A two-dimensional numpy array."""

MOST_ROWS: Final = 4_000
"""The most rows of a table."""

MOST_SQUARES: Final = 2**18
"""The most squares of a table."""

STEPS: Final = 2_000_000
"""The most steps that are searched for a table."""


def tour_tables(ground: Ground, *, directed: bool = False) -> Iterator[Table]:
    """List all tours as numpy arrays: a row for each tour, the numbers of its squares in order.

    It needs numpy, which the extra ``data`` installs.

    Parameters
    ----------
    ground : Problem, or what :class:`Problem` takes
        A problem without numbers inside the tour.
    directed : bool
        Whether a tour that answers the problem in both directions has a row for each.

    Returns
    -------
    iterator of numpy.ndarray
        Unsigned integers, of 8 bits up to 256 squares, else of 16 or 32. The tables, and the rows
        in them, are in no particular order.

    Raises
    ------
    InvalidProblem
        If there are numbers inside the tour.
    InvalidInput
        If numpy is not installed.

    See Also
    --------
    caballero.iter_tours : tours as objects, in an order that is always the same.

    Notes
    -----
    Memory does not grow with the number of tours. The speed is some millions of tours a second.

    Examples
    --------
    >>> from caballero.counting import tour_tables
    >>> sum(len(table) for table in tour_tables("5x5", directed=True))
    1728
    """
    problem = Problem.of(ground)
    plain = without_clues(problem)
    if plain is None:
        raise InvalidProblem("tables-clues")
    extra("numpy", "data")
    return _tables(problem, plain, flag("directed", directed) and goes_both_ways(problem))


def _tables(problem: Problem, plain: Problem, directed: bool) -> Iterator[Table]:
    size = problem.size
    small = "uint8" if size <= 2**8 else "uint16" if size <= 2**16 else "uint32"
    if size == 1 and not problem.closed:
        yield _array([0], small).reshape(1, 1)
        return
    free = not (problem.closed or problem.numbered() or problem.forced)
    if not free or not isinstance(problem.ground, Board):
        kept = next(iter(given_places(problem).values()), None)
        last = size - 1 if kept is None else 2 * kept
        backwards = _array([(last - i) % size for i in range(size)], "int64")
        for table in _search(plain, written_for=problem):
            yield table.astype(small)
            if directed:
                yield table.astype(small)[:, backwards]
        return
    images = [tuple(range(size)), *images_of(problem)]
    colours, _ = two_colours(rows(problem.graph()))
    if colours is not None and 2 * sum(colours) == size:
        yield from _of_two_colours(problem, images, colours, small, directed)
        return
    for first, routes in _classes(range(size), images):
        for table in _search(restated(problem, start=problem.place(first))):
            for image in routes:
                moved = _array(image, small)[table]  # each path is found from both of its ends
                yield moved if directed else moved[moved[:, 0] < moved[:, -1]]


def _of_two_colours(
    problem: Problem,
    images: Sequence[Permutation],
    colours: Sequence[int],
    small: str,
    directed: bool,
) -> Iterator[Table]:
    """Yield the paths of a bipartite graph with as many vertices of either colour.

    A path has an end of each colour; the search begins at the end of colour 0. A symmetry that
    exchanges the colours exchanges the two ends, so the other end need only be of the same class
    or a later end.
    """
    kept = [image for image in images if colours[image[0]] == colours[0]]
    flip = next((image for image in images if colours[image[0]] != colours[0]), None)
    classes = list(_classes([v for v, colour in enumerate(colours) if not colour], kept))
    number = {image[first]: i for i, (first, routes) in enumerate(classes) for image in routes}
    for i, (first, routes) in enumerate(classes):
        beyond = [0 if not colours[v] or flip is None else number[flip[v]] - i
                  for v in range(problem.size)]  # fmt: skip
        ends = {v for v, more in enumerate(beyond) if more >= 0}
        more = _array(beyond, "int64") > 0
        for table in _search(restated(problem, start=problem.place(first)), ends):
            for image in routes:
                blocks = [_array(image, small)[table]]
                if flip is not None:
                    both = _array([flip[v] for v in image], small)
                    blocks.append(both[table[more[table[:, -1]]]])
                for block in blocks:
                    yield block
                    if directed:
                        yield block[:, ::-1]


def _array(values: Sequence[int], kind: str) -> Any:
    """Return a numpy array of a type of number."""
    import numpy

    return numpy.array(values, dtype=kind)


def _classes(
    starts: Sequence[int], images: Sequence[Permutation]
) -> Iterator[tuple[int, list[Permutation]]]:
    """Yield a start of each class, with a symmetry that maps it to each start of the class."""
    seen: set[int] = set()
    for first in starts:
        if first in seen:
            continue
        routes: dict[int, Permutation] = {}
        for image in images:
            routes.setdefault(image[first], image)
        seen.update(routes)
        yield first, list(routes.values())


def _search(
    problem: Problem, ends: Collection[int] | None = None, written_for: Problem | None = None
) -> Iterator[Any]:
    """Yield tables of the judged tours of a problem.

    If their start is given, they may be restricted to some `ends`. `written_for` is another problem
    with the same tours, for which to write them.
    """
    question = cycle_question(problem)
    if question is None:
        return
    if ends is not None:  # the last dummy is joined to the ends, and to the dummy before it
        last = question.size + question.links - 1
        for v in [v for v in question.neighbours[last] if v < question.size and v not in ends]:
            question.neighbours[last].remove(v)
            question.neighbours[v].remove(last)
    search, more = CycleSearch(question.neighbours, most_squares=MOST_SQUARES), True
    writer, budget = Writer(written_for or problem, question), running()
    while more:
        more = search.advance(MOST_ROWS, STEPS, budget)
        if search.count:
            tours = writer.write(search.cycles(), search.count)
            yield _array(tours, "int32").reshape(search.count, problem.size)
