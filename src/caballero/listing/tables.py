"""Many tours at once, as tables: for whoever wants numbers for numpy, and millions of them.

Here no tour becomes an object of its own: a table has a row for each tour, its squares in order.
Nor is the order that of the listing. Tours of which the ends alone are free are searched from one
square of each class of squares; the symmetries of the board, which take moves to moves, take what
was found to the other squares. On 6×6 that leaves a fifth of the search.

Invariants: each tour is in one row of one table; what was searched was judged, and its images are
tours because the symmetries were found to keep the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from caballero.board import Board
from caballero.count.count import goes_both_ways
from caballero.count.counting import without_clues
from caballero.count.ranking import be_sure
from caballero.count.writing import given_places, judge_of
from caballero.errors import InvalidInput, InvalidProblem
from caballero.graph import Graph, NetworkxGraph
from caballero.kernels import listing as kernel
from caballero.kernels import sampling
from caballero.kernels._speed import Marks, as_arrays, numbers
from caballero.problem import Place, Problem
from caballero.reduction import cycle_question, rows, two_colours

from .symmetric import Permutation, images_of

Table: TypeAlias = Any
"""A two-dimensional array of numpy."""

ROWS: Final = 4_000
"""The rows of a table at most, of small boards."""

STEPS: Final = 2_000_000
"""Between two looks at what was found."""


def tour_tables(
    ground: Problem | Board | Graph | NetworkxGraph | str | int,
    *,
    closed: bool = False,
    start: Place | None = None,
    end: Place | None = None,
    piece: str = "knight",
    surface: str | None = None,
    directed: bool = False,
) -> Iterator[Table]:
    """List all tours as tables of numpy: a row for each tour, the numbers of its squares in order.

    Parameters
    ----------
    ground, closed, start, end, piece, surface
        What is asked, as in :func:`caballero.iter_tours`; no numbers inside the tour.
    directed : bool
        Whether a tour that can be walked both ways has a row for each; else it is written in one
        of the two.

    Returns
    -------
    iterator of numpy.ndarray
        Unsigned integers, of 8 bits up to 256 squares, else of 16 or 32. The tables, and the rows
        in them, come in no particular order.

    Raises
    ------
    InvalidProblem
        If there are numbers inside the tour.
    InvalidInput
        If there is no numba.

    See Also
    --------
    caballero.iter_tours : tours as objects, in an order that is always the same.

    Notes
    -----
    Memory does not grow with the number of tours, of which some millions come in a second.

    Examples
    --------
    >>> from caballero.listing import tour_tables
    >>> sum(len(table) for table in tour_tables("5x5", directed=True))
    1728
    """
    problem = Problem.of(ground, piece=piece, closed=closed, start=start, end=end, surface=surface)
    plain = without_clues(problem)
    if plain is None:
        raise InvalidProblem("count-symmetric-clues")
    if isinstance(numbers(Marks, 1), list):
        raise InvalidInput("tables-numpy")
    return _tables(problem, plain, directed and goes_both_ways(problem))


def _tables(problem: Problem, plain: Problem, directed: bool) -> Iterator[Table]:
    size = problem.size
    small = "uint8" if size <= 2**8 else "uint16" if size <= 2**16 else "uint32"
    if size == 1 and not problem.closed:
        yield _array([0], small).reshape(1, 1)
        return
    free = not (problem.closed or problem.numbered() or problem.forced)
    if not free or not isinstance(problem.ground, Board):
        kept = next(iter(given_places(problem).values()), None)
        turned = size - 1 if kept is None else 2 * kept
        backwards = _array([(turned - i) % size for i in range(size)], "int64")
        for table in _searched(plain, asked=problem):
            yield table.astype(small)
            if directed:
                yield table.astype(small)[:, backwards]
        return
    images = [tuple(range(size)), *images_of(problem)]
    colours, _ = two_colours(rows(problem.graph()))
    if colours is not None and 2 * sum(colours) == size:
        yield from _of_two_colours(problem, images, colours, small, directed)
        return
    for first, ways in _classes(range(size), images):
        for table in _searched(replace(problem, start=problem.place(first))):
            for way in ways:
                moved = _array(way, small)[table]  # each path comes from both of its ends
                yield moved if directed else moved[moved[:, 0] < moved[:, -1]]


def _of_two_colours(
    problem: Problem,
    images: Sequence[Permutation],
    colours: Sequence[int],
    small: str,
    directed: bool,
) -> Iterator[Table]:
    """Yield the paths of a graph with as many vertices of one colour as of the other.

    A path has one end of each colour, and is searched from that of colour 0. A symmetry that
    exchanges the colours exchanges the classes of both ends, so that the class of the other end
    need not be a lesser one.
    """
    kept = [image for image in images if colours[image[0]] == colours[0]]
    flip = next((image for image in images if colours[image[0]] != colours[0]), None)
    classes = list(_classes([v for v, colour in enumerate(colours) if not colour], kept))
    number = {way[first]: i for i, (first, ways) in enumerate(classes) for way in ways}
    for i, (first, ways) in enumerate(classes):
        beyond = [0 if not colours[v] or flip is None else number[flip[v]] - i
                  for v in range(problem.size)]  # fmt: skip
        ends = {v for v, more in enumerate(beyond) if more >= 0}
        more = _array(beyond, "int64") > 0
        for table in _searched(replace(problem, start=problem.place(first)), ends):
            for way in ways:
                blocks = [_array(way, small)[table]]
                if flip is not None:
                    both = _array([flip[v] for v in way], small)
                    blocks.append(both[table[more[table[:, -1]]]])
                for block in blocks:
                    yield block
                    if directed:
                        yield block[:, ::-1]


def _array(values: Sequence[int], kind: str) -> Any:
    """Return a numpy array of some kind of number."""
    made: Any = numbers(Marks, values)
    return made.astype(kind)


def _classes(
    starts: Sequence[int], images: Sequence[Permutation]
) -> Iterator[tuple[int, list[Permutation]]]:
    """Yield one of the starts that symmetries take to each other, with one way to each of them."""
    seen: set[int] = set()
    for first in starts:
        if first in seen:
            continue
        ways: dict[int, Permutation] = {}
        for image in images:
            ways.setdefault(image[first], image)
        seen.update(ways)
        yield first, list(ways.values())


def _searched(
    problem: Problem, ends: Collection[int] | None = None, asked: Problem | None = None
) -> Iterator[Any]:
    """Yield the tours of a problem as the search finds them, each judged.

    If it is known where they begin, they may be asked to end in some vertices only; and they may
    be written as another problem asks, which has the same tours.
    """
    asked = asked or problem
    graph = problem.graph()
    question = cycle_question(problem, graph=graph)
    if question is None:
        return
    if ends is not None:  # the last dummy is joined to the ends, and to the dummy before it
        last = question.size + question.links - 1
        for v in [v for v in question.neighbours[last] if v < question.size and v not in ends]:
            question.neighbours[last].remove(v)
            question.neighbours[v].remove(last)
    size, turns = problem.size, len(question.neighbours)
    room = max(1, min(ROWS, 2**22 // turns))
    state = kernel.with_room(as_arrays(kernel.new_state(question.neighbours, 1)), room)
    judge = as_arrays(judge_of(asked, graph))
    given = given_places(asked)
    where, which = numbers(Marks, list(given)), numbers(Marks, list(given.values()))
    backwards, status = numbers(Marks, size), kernel.RUNNING
    closed = int(problem.closed)
    while status != kernel.EXHAUSTED:
        status = kernel.search.compiled(*state, STEPS)
        count = int(state.counters[kernel.WRITTEN])
        if not count:
            continue
        tours: Any = numbers(Marks, count * size)
        done = sampling.write.compiled(
            state.cycles, count, turns, size, question.links, where, which, tours, backwards
        )
        be_sure(done == count, "a cycle is no tour as asked")
        accepted = sampling.accept.compiled(tours, count, size, closed, *judge)
        be_sure(accepted == count, "a tour was not accepted")
        yield tours.reshape(count, size)
