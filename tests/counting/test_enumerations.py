"""All tours of boards and graphs: as many as others count, each verified, none twice."""

from __future__ import annotations

import sys

import numpy
import pytest

from caballero import Board, CaballeroError, Graph, Problem, count_tours, iter_tours, verify
from caballero.counting import tour_tables
from caballero.model import InvalidProblem
from random_problems import edges_of

RAGGED = """
# . . . .
. . . . .
. . # . .
. . . . .
. . . . #"""


@pytest.mark.parametrize(
    ("board", "closed", "directed"),
    [
        (Board((5, 5)), False, 1728),
        (Board((3, 10)), True, 32),
        (Board((5, 6)), True, 16),
        (Board((3, 12)), True, 352),
        (Board.from_drawing(RAGGED), False, None),
        (Board((4, 6), ((0, 0), (3, 5))), False, None),
        (Board((4, 6), ((1, 2), (2, 3))), False, None),
        (Board((5, 6), ((1, 1), (3, 4))), True, None),
        (Board((3, 3), ((1, 1),)), True, 2),
    ],
    ids=str,
)
def test_boards(board: Board, closed: bool, directed: int | None) -> None:
    problem = Problem(board, closed=closed)
    counted = int(count_tours(problem, method="sweep"))
    tours = list(iter_tours(problem))
    assert len(tours) == counted
    both = list(iter_tours(problem, directed=True))
    assert len(both) == 2 * counted
    assert directed in {None, len(both)}
    assert len({tour.order for tour in both}) == len(both)
    assert {tour.normalised() for tour in both} == set(tours)
    assert all(verify(tour, problem).valid for tour in both)


# -- tables -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("1x1"),
        Problem("5x5"),
        Problem("5x5", start="a1"),
        Problem("4x5"),
        Problem("3x4"),
        Problem("3x10", closed=True, end="b1"),
        Problem("3x10", closed=True, start="a3", end="b1"),
        Problem("3x4", forbidden=[("a1", "b3")]),
        Problem("3x4", forced=[("a1", "b3")]),
        Problem("3x10", closed=True),
        Problem("5x6", closed=True, start="c3"),
        Problem("4x4"),
        Problem("3x3", piece="king"),
        Problem("3x4", piece="wazir"),
        Problem("2x2x3", piece="wazir"),
        Problem("3x4", surface="torus", piece="wazir"),
        Problem(RAGGED, start="b1"),
        Problem(Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])),
        Problem(Graph.from_edges([(0, 1), (2, 3)])),
    ],
    ids=str,
)
def test_tables(problem: Problem) -> None:
    """The rows are the tours of the listing, in whatever order."""
    for directed in (False, True):
        rows = [
            tuple(int(v) for v in row)
            for table in tour_tables(problem, directed=directed)
            for row in table
        ]
        assert len(set(rows)) == len(rows)
        tours = [tour.order for tour in iter_tours(problem, directed=directed)]
        if directed:
            assert set(rows) == set(tours)
        else:
            assert len(rows) == len(tours)
            lines = {frozenset(edges_of(problem, list(order))) for order in rows}
            assert lines == {frozenset(edges_of(problem, list(order))) for order in tours}


def test_tables_refuse() -> None:
    with pytest.raises(InvalidProblem, match="Tables take no clues"):
        tour_tables(Problem("3x4", clues={"b1": 3}))


def test_tables_need_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy the error names the package, at the call and not at the first table."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(CaballeroError) as missing:
        tour_tables("5x5")
    assert missing.value.code == "extra-missing"
    assert '-m pip install "caballero[data]"' in str(missing.value)


@pytest.mark.slow
def test_all_paths_of_6x6() -> None:
    """6 637 920 directed paths (OEIS A165134), each of moves, none twice."""
    graph = Problem(6).graph()
    moves = numpy.zeros((36, 36), dtype=bool)
    for a, b in graph.edges():
        moves[a, b] = moves[b, a] = True
    # Sums are exact below 2⁵³; that different rows have the same one is next to impossible.
    weights = numpy.random.default_rng(6).integers(1, 2**42, size=36).astype(float)
    sums, rows = [], 0
    for turn, table in enumerate(tour_tables(6, directed=True)):
        rows += len(table)
        if turn % 10 == 0:
            assert moves[table[:, :-1], table[:, 1:]].all()
            assert (numpy.sort(table[::50], axis=1) == numpy.arange(36)).all()
        sums.append(table.astype(float) @ weights)
    assert rows == 6_637_920
    assert len(numpy.unique(numpy.concatenate(sums))) == rows
