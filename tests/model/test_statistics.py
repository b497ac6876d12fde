"""The statistics of tours, against counting all pairs, and against what must be so."""

import json
from fractions import Fraction
from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import given, strategies as st

from caballero import (
    Board,
    Graph,
    Piece,
    Problem,
    Tour,
    TourStatistics,
    find_tour,
    sample_tours,
    symmetries,
)
from caballero.model import SymmetryClass
from strategies import rectangles

WAZIR = Piece("wazir")

Point = tuple[int, ...]


def meet_inside(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether a–b and c–d have one point in common that is an end of neither, by fractions."""
    (p, q), (r, s) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    determinant = p * s - q * r
    if determinant == 0:
        return False
    down, right = c[0] - a[0], c[1] - a[1]
    on_first = Fraction(down * s - right * r, determinant)
    on_second = Fraction(down * q - right * p, determinant)
    return 0 < on_first < 1 and 0 < on_second < 1


def crossings(tour: Tour) -> int:
    """All pairs of moves."""
    squares = [*tour.squares, tour.squares[0]] if tour.closed else list(tour.squares)
    return sum(meet_inside(*a, *b) for a, b in combinations(pairwise(squares), 2))


@st.composite
def lines(draw: st.DrawFn) -> Tour:
    """Any order of the squares of a flat board: every kind of move, long and short."""
    board = draw(rectangles())
    order = tuple(draw(st.permutations(range(len(board)))))
    return Tour(board, order, closed=draw(st.booleans()) and len(order) > 2)


@given(lines())
def test_crossings_are_those_of_all_pairs(line: Tour) -> None:
    assert line.statistics(symmetry=False).crossings == crossings(line)


def test_what_touches_does_not_cross() -> None:
    """Dabbabas jump along one line, over the ends of other moves."""
    board = Board((3, 3))
    line = Tour.from_squares(
        board, [(0, 0), (0, 2), (2, 2), (2, 0), (1, 0), (1, 2), (0, 1), (2, 1)]
    )
    # 1,0–1,2 crosses 0,1–2,1; all others touch or share an end, and 1,2–0,1 is crossed by none.
    assert line.statistics(symmetry=False).crossings == crossings(line) == 1
    row = Tour.from_squares("1x4", ["a1", "c1", "b1", "d1"], "dabbaba+wazir")
    assert row.statistics().crossings == 0


# -- turns and slopes --------------------------------------------------------------------------


def runs(tour: Tour) -> list[int]:
    """The lengths of the straight runs, of a closed tour from a turn on."""
    steps = list(tour.directions())
    if tour.closed:
        turn = next((i for i in range(len(steps)) if steps[i] != steps[i - 1]), 0)
        steps = steps[turn:] + steps[:turn]
    return [len(list(run)) for _, run in groupby(steps)]


@given(lines())
def test_turns_and_runs(line: Tour) -> None:
    seen = line.statistics(symmetry=False)
    lengths = runs(line)
    assert seen.longest == max(lengths, default=0)
    places = len(line) if line.closed else max(len(line) - 2, 0)
    turned = len(lengths) if line.closed and len(lengths) > 1 else max(len(lengths) - 1, 0)
    assert (seen.turns, seen.straight) == (turned, places - turned)


@given(lines())
def test_slopes_add_up(line: Tour) -> None:
    seen = line.statistics(symmetry=False)
    assert sum(count for _, count in seen.slopes) == len(line.directions())
    for move, count in seen.slopes:
        back = tuple(-step for step in move)
        assert count == sum(step in {move, back} for step in line.directions())


def test_the_seam_of_a_closed_tour_counts() -> None:
    ring = ["a2", "a1", "b1", "c1", "c2", "c3", "b3", "a3"]  # begins in the middle of a side
    closed = Tour.from_squares("...\n.#.\n...", ring, WAZIR, closed=True).statistics()
    opened = Tour.from_squares("...\n.#.\n...", ring, WAZIR).statistics()
    assert (closed.turns, closed.straight, closed.longest) == (4, 4, 2)
    assert (opened.turns, opened.straight, opened.longest) == (3, 3, 2)
    assert (opened.closable, opened.closed) == (True, False)


def test_all_slopes_of_the_piece_are_there() -> None:
    row = Tour.from_squares("1x3", ["a1", "b1", "c1"], "king").statistics()
    assert row.slopes == (((0, 1), 2), ((1, -1), 0), ((1, 0), 0), ((1, 1), 0))


def test_round_a_torus_a_slope_is_the_shorter_way() -> None:
    tour = find_tour("5x5", surface="torus", closed=True)
    seen = tour.statistics()
    assert [move for move, _ in seen.slopes] == [(1, -2), (1, 2), (2, -1), (2, 1)]
    assert sum(count for _, count in seen.slopes) == 25
    assert seen.crossings is None
    ring = Tour.from_squares(Board((1, 4)).on("torus"), ["a1", "b1", "c1", "d1"], WAZIR, True)
    assert ring.statistics().longest == 4
    assert ring.statistics().turns == 0


# -- the line ----------------------------------------------------------------------------------


def test_images_have_the_same_figures() -> None:
    for tour in sample_tours(Problem("5x6", closed=True), 20, seed=3):
        seen = tour.statistics()
        images = [tour.image(symmetry) for symmetry in symmetries(tour.board)]
        for image in [*images, tour.reversed(), tour.starting_at("c3")]:
            other = image.statistics()
            for name in ("turns", "straight", "longest", "crossings", "symmetry"):
                assert getattr(other, name) == getattr(seen, name), name
            assert sorted(n for _, n in other.slopes) == sorted(n for _, n in seen.slopes)


def test_what_has_no_meaning_is_none() -> None:
    box = find_tour("2x4x4", closed=True).statistics()
    assert box.crossings is None
    assert box.symmetry is not None
    assert sum(count for _, count in box.slopes) == 32
    graph = Tour(Graph.from_edges([("x", "y"), ("y", "z"), ("x", "z")]), (0, 1, 2)).statistics()
    assert (graph.first, graph.last, graph.closable) == ("x", "z", True)
    assert (graph.turns, graph.straight, graph.longest) == (None, None, None)
    assert (graph.slopes, graph.crossings, graph.symmetry) == ((), None, None)


@pytest.mark.slow
def test_too_many_symmetries_are_not_gone_through() -> None:
    board = Board((400, 400)).on("torus")
    tour = Tour(board, tuple(range(len(board))))
    assert tour.statistics().symmetry is None
    small = find_tour("6", closed=True)
    assert small.statistics(symmetry=False).symmetry is None
    assert small.statistics().symmetry is small.symmetry_class()


def test_a_single_square() -> None:
    assert Tour.from_squares("1x1", ["a1"]).statistics() == TourStatistics(
        squares=1, closed=False, closable=False, first=(0, 0), last=(0, 0), turns=0, straight=0,
        longest=0, slopes=(((1, -2), 0), ((1, 2), 0), ((2, -1), 0), ((2, 1), 0)), crossings=0,
        symmetry=SymmetryClass.SEVERAL,
    )  # fmt: skip


def test_the_json() -> None:
    output = find_tour("6", closed=True, start="a1").statistics().to_dict()
    assert json.loads(json.dumps(output)) == output
    assert output["first"] == [5, 0]
    assert list(output) == [
        "squares", "closed", "closable", "first", "last", "turns", "straight", "longest", "slopes",
        "crossings", "symmetry",
    ]  # fmt: skip
