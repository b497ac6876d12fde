"""Statistics of many tours: of each tour, as columns of a file, and of all tours together.

:mod:`caballero.model.statistics` defines the measures; a kernel finds the symmetries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from caballero.counting.groups import permutations_of
from caballero.counting.kernels import lifting
from caballero.counting.listing.quotient import Kinds, Marker
from caballero.machine.arguments import of_type
from caballero.model.board import Board
from caballero.model.interchange import place_json
from caballero.model.piece import Move
from caballero.model.problem import Place, Problem
from caballero.model.statistics import TourStatistics
from caballero.model.symmetry import SymmetryClass, is_flat
from caballero.model.tour import Tour

BATCH: Final = 100
"""The number of tours measured at a time."""

COLUMNS: Final = (
    "symmetry", "closable", "turns", "straight", "longest", "crossings", "slopes", "first", "last",
)  # fmt: skip
"""The columns of statistics in a file of tours."""


class Extreme(NamedTuple):
    """The least or the greatest value of a statistic, and the first tour that has it.

    Examples
    --------
    >>> from caballero import iter_tours
    >>> from caballero.counting import Extreme, collection_statistics
    >>> least, greatest = collection_statistics(iter_tours("3x8")).extremes["turns"]
    >>> isinstance(least, Extreme), least.value, greatest.value, least.tour.statistics().turns
    (True, 19, 22, 19)
    """

    value: int
    tour: Tour


@dataclass(frozen=True, slots=True)
class CollectionStatistics:
    """The distribution of each statistic over many tours; see :func:`collection_statistics`.

    Parameters
    ----------
    tours : int
        Their number.
    closable : int
        The number of tours whose ends are a move apart, closed tours included.
    symmetry : mapping of SymmetryClass to int
        How many tours there are of each kind; empty on a graph.
    turns, crossings : mapping of int to int
        How many tours have each number of turns, or of crossings; empty where undefined.
    slopes : mapping of move to mapping of int to int
        For each slope, how many tours have each number of moves of it.
    first, last : mapping of place to int
        How many tours begin there, and end there.
    extremes : mapping of str to pair of Extreme
        The least and the greatest value of each number, and a tour that has it: of ``turns``,
        ``straight``, ``longest`` and ``crossings``, and of the moves of each slope, such as
        ``1,2``.

    Examples
    --------
    >>> from caballero import iter_tours
    >>> from caballero.counting import collection_statistics
    >>> seen = collection_statistics(iter_tours("3x4"))
    >>> seen.tours, seen.closable, {str(kind): count for kind, count in seen.symmetry.items()}
    (8, 0, {'asymmetric': 4, 'half-turn': 4})
    """

    tours: int
    closable: int
    symmetry: Mapping[SymmetryClass, int]
    turns: Mapping[int, int]
    crossings: Mapping[int, int]
    slopes: Mapping[Move, Mapping[int, int]]
    first: Mapping[Place, int]
    last: Mapping[Place, int]
    extremes: Mapping[str, tuple[Extreme, Extreme]]

    def to_dict(self) -> dict[str, object]:
        """Return the statistics as JSON: a mapping as a list of pairs.

        Examples
        --------
        >>> from caballero import iter_tours
        >>> from caballero.counting import collection_statistics
        >>> found = collection_statistics(iter_tours("3x4")).to_dict()
        >>> found["symmetry"], found["turns"]
        ([['asymmetric', 4], ['half-turn', 4]], [[10, 8]])
        """
        return {
            "tours": self.tours,
            "closable": self.closable,
            "symmetry": [[str(kind), count] for kind, count in self.symmetry.items()],
            "turns": [list(pair) for pair in self.turns.items()],
            "crossings": [list(pair) for pair in self.crossings.items()],
            "slopes": [
                [list(slope), [list(pair) for pair in counts.items()]]
                for slope, counts in self.slopes.items()
            ],
            "first": [[place_json(place), count] for place, count in self.first.items()],
            "last": [[place_json(place), count] for place, count in self.last.items()],
            "extremes": [
                [
                    name,
                    *({"value": end.value, "tour": place_json(end.tour.squares)} for end in pair),
                ]
                for name, pair in self.extremes.items()
            ],
        }


def collection_statistics(tours: Iterable[Tour]) -> CollectionStatistics:
    """Return the statistics of many tours.

    Parameters
    ----------
    tours : iterable of Tour
        Tours of a board or graph: a listing, or a file that :func:`read_tours` reads.

    Notes
    -----
    Time is linear in the number of tours, about 0.2 ms each on 6×6; memory does not grow.

    Examples
    --------
    >>> from caballero import iter_tours
    >>> from caballero.counting import collection_statistics
    >>> seen = collection_statistics(iter_tours("3x10", closed=True))
    >>> dict(seen.turns), dict(seen.crossings)
    ({26: 4, 28: 8, 30: 4}, {55: 4, 56: 8, 57: 4})
    """
    count = closable = 0
    kinds: Counter[SymmetryClass] = Counter()
    turns: Counter[int] = Counter()
    crossings: Counter[int] = Counter()
    first: Counter[Place] = Counter()
    last: Counter[Place] = Counter()
    slopes: dict[Move, Counter[int]] = {}
    extremes: dict[str, tuple[Extreme, Extreme]] = {}
    for tour, seen, kind in _measures(iter(tours)):
        count += 1
        closable += seen.closable
        first[seen.first] += 1
        last[seen.last] += 1
        if kind is not None:
            kinds[kind] += 1
        if seen.turns is not None:
            turns[seen.turns] += 1
        if seen.crossings is not None:
            crossings[seen.crossings] += 1
        for slope, times in seen.slopes:
            slopes.setdefault(slope, Counter())[times] += 1
        for name, value in _numbers(seen):
            least, greatest = extremes.setdefault(name, (Extreme(value, tour),) * 2)
            if value < least.value:
                extremes[name] = Extreme(value, tour), greatest
            elif value > greatest.value:
                extremes[name] = least, Extreme(value, tour)
    return CollectionStatistics(
        tours=count,
        closable=closable,
        symmetry=MappingProxyType({kind: kinds[kind] for kind in SymmetryClass if kinds[kind]}),
        turns=_ordered(turns),
        crossings=_ordered(crossings),
        slopes=MappingProxyType({slope: _ordered(slopes[slope]) for slope in sorted(slopes)}),
        first=_ordered(first),
        last=_ordered(last),
        extremes=MappingProxyType(extremes),
    )


def _numbers(seen: TourStatistics) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a tour, named as the columns of a file."""
    for name in ("turns", "straight", "longest", "crossings"):
        value = getattr(seen, name)
        if value is not None:
            yield name, value
    for slope, times in seen.slopes:
        yield _slope_name(slope), times


def _slope_name(slope: Move) -> str:
    return ",".join(map(str, slope))


def _ordered(counts: Counter[Any]) -> Mapping[Any, int]:
    """Return counts sorted by key; labels of a graph may have no order, and are sorted as text."""
    try:
        return MappingProxyType(dict(sorted(counts.items())))
    except TypeError:
        return MappingProxyType(dict(sorted(counts.items(), key=lambda pair: str(pair[0]))))


def _measures(tours: Iterator[Tour]) -> Iterator[tuple[Tour, TourStatistics, SymmetryClass | None]]:
    """Yield each tour, its statistics, and its kind."""
    known: tuple[object, Marker, Kinds] | None = None  # for the board of the last batch
    while batch := list(islice(tours, BATCH)):
        tour = of_type("tours", batch[0], Tour)
        board, closed = tour.ground, tour.closed
        if not isinstance(board, Board) or not is_flat(board):
            known = None
        elif known is None or known[0] != (board, closed):
            kinds = Kinds(permutations_of(board), closed=closed)
            marker = Marker(lifting.kept_by, kinds.images, len(tour), closed=closed)
            known = (board, closed), marker, kinds
        if known is None or not all(
            (tour.ground is board or tour.ground == board) and tour.closed == closed
            for tour in batch
        ):
            for tour in batch:
                found = tour.statistics()
                yield tour, found, found.symmetry
            continue
        _, marker, kinds = known
        marks = marker([tour.order for tour in batch])
        for tour, mark in zip(batch, marks, strict=True):
            yield tour, tour.statistics(symmetry=False), kinds.of(mark)


# -- columns ------------------------------------------------------------------------------------


def statistics_fields() -> list[Any]:
    """Return the pyarrow fields of the columns of statistics."""
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

    kinds = {
        "symmetry": pyarrow.string(),
        "closable": pyarrow.bool_(),
        "slopes": pyarrow.map_(pyarrow.string(), pyarrow.int32()),
        "first": pyarrow.string(),
        "last": pyarrow.string(),
    }
    return [pyarrow.field(name, kinds.get(name, pyarrow.int32())) for name in COLUMNS]


def statistics_columns(problem: Problem, tours: Sequence[Tour]) -> list[Any]:
    """Return the pyarrow columns of statistics of some tours."""
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

    rows = [
        (
            None if kind is None else str(kind), seen.closable, seen.turns, seen.straight,
            seen.longest, seen.crossings,
            [(_slope_name(slope), times) for slope, times in seen.slopes],
            problem.place_name(seen.first), problem.place_name(seen.last),
        )
        for _, seen, kind in _measures(iter(tours))
    ]  # fmt: skip
    columns = list(zip(*rows, strict=True)) or [() for _ in COLUMNS]
    return [
        pyarrow.array(column, field.type)
        for column, field in zip(columns, statistics_fields(), strict=True)
    ]
