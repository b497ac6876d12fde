"""The existence of tours: all starts, all pairs of ends, against theorems.

Brute force knows the smallest boards. For the others there are theorems: A. J. Schwenk, "Which
rectangular chessboards have a knight's tour?", Mathematics Magazine 64 (1991); P. Cull and J. De
Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978); A. Conrad, T. Hindrichs,
H. Morsy and I. Wegener, "Solution of the knight's Hamiltonian path problem on chessboards",
Discrete Applied Mathematics 50 (1994): on n×n boards, n ≥ 6, there is a path between any two
squares that colour allows; from every square that colour allows if n = 5.
"""

from itertools import combinations, product

import pytest

from caballero import Board, Found, Impossible, Problem, find_tour, solve, verify
from caballero.proof import Exhausted
from naive import all_tours, knight_neighbours
from seldom import mostly_nightly

pytestmark = pytest.mark.slow

SIDES = [(m, n) for m in range(1, 9) for n in range(m, 9)]


def exists(problem: Problem) -> bool:
    """Solve it, and do not believe the answer: judge the tour, check the certificate."""
    outcome = solve(problem)
    if isinstance(outcome, Found):
        assert verify(outcome.tour, problem).valid
        return True
    assert isinstance(outcome, Impossible)
    certificate = outcome.certificate
    assert certificate.check(problem) != isinstance(certificate, Exhausted)
    return False


def legal(m: int, n: int, square: tuple[int, int]) -> bool:
    """Whether colour lets an open tour start there."""
    return (m * n) % 2 == 0 or sum(square) % 2 == 0


@pytest.mark.parametrize(("m", "n"), mostly_nightly(SIDES, 3, several=True))
def test_every_start(m: int, n: int) -> None:
    squares = list(product(range(m), range(n)))
    open_starts = {s for s in squares if exists(Problem(Board((m, n)), start=s))}
    closed = exists(Problem(Board((m, n)), closed=True))
    # Schwenk 1991; a closed tour can be begun anywhere.
    assert closed == (not (m * n % 2 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))))
    assert {exists(Problem(Board((m, n)), start=s, closed=True)) for s in squares} == {closed}
    if closed or m >= 5:
        assert open_starts == {s for s in squares if legal(m, n, s)}
    elif m * n <= 20:
        graph = knight_neighbours(m, n)
        naive = {s for i, s in enumerate(squares) if next(all_tours(graph, start=i), None)}
        assert open_starts == naive
    else:
        # Symmetric boards have symmetric starts; where there is a tour at all, it has two ends.
        assert {(m - 1 - r, c) for r, c in open_starts} == open_starts
        assert {(r, n - 1 - c) for r, c in open_starts} == open_starts
        assert bool(open_starts) == exists(Problem(Board((m, n))))
        for s in open_starts:
            end = find_tour(Problem(Board((m, n)), start=s))[-1]
            assert end in open_starts


@pytest.mark.parametrize("n", mostly_nightly([6, 7], 2))
def test_every_pair_of_ends(n: int) -> None:
    for start, end in combinations(product(range(n), repeat=2), 2):
        odd = (sum(start) + sum(end)) % 2
        colours = odd if n == 6 else not odd and sum(start) % 2 == 0
        assert exists(Problem(Board((n, n)), start=start, end=end)) == bool(colours)


@pytest.mark.parametrize(("m", "n"), [(3, 4), (3, 5), (4, 4), (4, 5)])
def test_every_pair_of_ends_as_naive(m: int, n: int) -> None:
    squares = list(product(range(m), range(n)))
    ends = {(tour[0], tour[-1]) for tour in all_tours(knight_neighbours(m, n))}
    for (i, start), (j, end) in combinations(enumerate(squares), 2):
        assert exists(Problem(Board((m, n)), start=start, end=end)) == ((i, j) in ends)
