"""All tours of boards and graphs: as many as others count, each verified, none twice."""

import pytest

from caballero import Graph, Problem, iter_tours
from caballero.counting import tour_tables
from caballero.model import InvalidProblem
from random_problems import edges_of

RAGGED = """
# . . . .
. . . . .
. . # . .
. . . . .
. . . . #"""


# -- tables -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("1x1"), Problem("5x5"), Problem("5x5", start="a1"), Problem("4x5"), Problem("3x4"),
        Problem("3x10", closed=True, end="b1"), Problem("3x10", closed=True, start="a3", end="b1"),
        Problem("3x4", forbidden=[("a1", "b3")]), Problem("3x4", forced=[("a1", "b3")]),
        Problem("3x10", closed=True), Problem("5x6", closed=True, start="c3"), Problem("4x4"),
        Problem("3x3", piece="king"), Problem("3x4", piece="wazir"),
        Problem("2x2x3", piece="wazir"), Problem("3x4", surface="torus", piece="wazir"),
        Problem(RAGGED, start="b1"),
        Problem(Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])),
        Problem(Graph.from_edges([(0, 1), (2, 3)])),
    ],
    ids=str,
)  # fmt: skip
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
