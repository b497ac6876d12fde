"""The small tours: each is a tour, and has the moves by which it is joined."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from caballero import Board, Problem
from caballero.find.construct.plan import Base
from caballero.find.construct.tables import first_halves, inserted_half, small_tour
from caballero.proof.facts import is_tour

CLOSED = [
    (rows, columns) for rows, columns in product(range(5, 11), repeat=2) if rows * columns % 2 == 0
]


def judged(small: Base, closed: bool) -> bool:
    problem = Problem(Board((small.rows, small.columns)), closed=closed)
    order = [row * small.columns + column for row, column in small.squares]
    inverse = [order[rank] for rank in small.ranks]
    return is_tour(problem, order) and inverse == list(range(small.size))


def distance(small: Base, gate: tuple[int, int]) -> int:
    apart = abs(gate[0] - gate[1])
    return min(apart, small.size - apart)


@pytest.mark.parametrize("shape", CLOSED, ids=str)
def test_closed_tours(shape: tuple[int, int]) -> None:
    small = small_tour(*shape)
    assert judged(small, closed=True)
    assert [distance(small, gate) for gate in small.gates] == [1, 1, 1, 1]
    assert small.squares[0] == (0, 0)


@pytest.mark.parametrize(("columns", "closed"), [(10, True), (12, True), (7, False), (9, False)])
def test_three_rows(columns: int, closed: bool) -> None:
    small = small_tour(3, columns)
    assert judged(small, closed)
    right = small.gates.right
    assert distance(small, right) == 1
    assert closed or abs(right[0] - right[1]) == 1


def test_the_guest_of_three_rows() -> None:
    small = small_tour(3, 4)
    assert judged(small, closed=False)
    assert sorted(small.gates.left) == [0, 11]
    assert abs(small.gates.right[0] - small.gates.right[1]) == 1


def assert_half(half: Base) -> None:
    """Outer and inner squares alternate, and neighbours are one or two columns apart."""
    assert sorted(half.squares) == list(product(range(2), range(half.columns)))
    for (kind, column), (other, beside) in pairwise(half.squares):
        assert kind != other
        assert abs(column - beside) in {1, 2}
    assert abs(half.gates.right[0] - half.gates.right[1]) == 1


@pytest.mark.parametrize("columns", [5, 6, 7])
def test_halves_of_four_rows(columns: int) -> None:
    halves = first_halves(columns)
    for half in halves:
        assert_half(half)
    (one, column), (other, beside) = (half.squares[-1] for half in halves)
    assert one == other == 1, "both must end on inner squares"
    assert abs(column - beside) == 2


def test_the_guest_of_a_half() -> None:
    half = inserted_half()
    assert_half(half)
    assert sorted(half.gates.left) == [0, 5]
