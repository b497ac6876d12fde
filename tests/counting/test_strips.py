"""Strips: the automaton counts what the sweep over the board counts, and what others published."""

import random

import pytest

from caballero import Board, Piece, Problem
from caballero.counting import Recurrence, brute_count, strip_recurrence, strips
from caballero.counting.frontier import frontier_count
from caballero.counting.strips import recurrence, strip_count, strip_is_empty
from caballero.counting.tuning import Tuning
from caballero.machine.limits import Budget
from caballero.model import InvalidBoard
from seldom import each

# -- the same as other engines -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("height", "longest", "closed"),
    [
        (3, 12, True), (3, 12, False), (4, 11, True), (4, 10, False),
        pytest.param(5, 6, True, marks=pytest.mark.large),
    ],
)  # fmt: skip
def test_agrees_with_the_sweep(height: int, longest: int, closed: bool) -> None:
    for columns in range(height, longest + 1):
        problem = Problem(f"{height}x{columns}", closed=closed)
        assert strip_count(problem, Budget()) == frontier_count(problem, Budget()), columns


PIECES = {"wazir": 5, "knight": 4, "king": 4, "fers+dabbaba": 4, "wazir+alfil": 4, "camel+wazir": 3}


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_other_pieces_and_cylinders(piece: str) -> None:
    rng = random.Random(f"strips {piece}")
    for _ in range(8):
        height = rng.randint(2, PIECES[piece])
        columns = rng.randint(height, max(height, 16 // height))
        shape, wraps = (columns, height), (False, rng.random() < 0.5)
        if rng.random() < 0.5:
            shape, wraps = shape[::-1], wraps[::-1]
        problem = Problem(Board(shape, surface=wraps), Piece(piece), rng.random() < 0.5)
        assert strip_count(problem, Budget()) == frontier_count(problem, Budget()), problem


def test_the_smallest_boards() -> None:
    for name in ("2x2", "2x3", "3x2", "2x4"):
        for closed in (True, False):
            for piece in ("knight", "wazir", "king"):
                problem = Problem(name, closed=closed, piece=piece)
                assert strip_count(problem, Budget()) == brute_count(problem, Budget())


@pytest.mark.long_plain
def test_the_side_that_does_not_wrap_is_swept() -> None:
    assert strip_count(Problem("10x3 cylinder"), Budget()) == frontier_count(
        Problem("10x3 cylinder"), Budget()
    )
    with pytest.raises(OverflowError):
        strip_count(Problem("3x10 cylinder"), Budget())


# -- a theorem -------------------------------------------------------------------------------


def test_closed_tours_of_four_rows_do_not_exist() -> None:
    """L. Posa's theorem, for all lengths at once."""
    problem = Problem("4x1000000", closed=True)
    assert strip_is_empty(problem, Budget())
    assert strip_count(Problem("4x99", closed=True), Budget()) == 0
    found = recurrence(problem, Budget())
    assert (found.order, found.proved, found.term(10**9), found.text()) == (0, True, 0, "a(n) = 0")
    assert not strip_is_empty(Problem("4x99"), Budget())


# -- recurrences -------------------------------------------------------------------------------

# A169764: the generating function of the closed tours of 3×2k is y^5·NUMERATOR/DENOMINATOR.
NUMERATOR = [
    *(16, 80, -544, -1856, 8080, 9856, -50864, -64, 152576, -130816, -214272, 245760, 222208),
    *(44544, -53248, -352256, 81920, 32768),
]
DENOMINATOR = [
    *(1, -6, -64, 200, 1000, -3016, -3488, 24256, -23776, -104168, 203408, 184704, -443392),
    *(-14336, 151296, -145920, 263424, -317440, -36864, 966656, -573440, -131072),
]


def test_three_rows_closed() -> None:
    found = recurrence(Problem("3x9", closed=True), Budget())
    assert (found.height, found.closed, found.proved) == (3, True, True)
    assert list(found.coefficients[1::2]) == [-c for c in DENOMINATOR[1:]]
    assert not any(found.coefficients[::2])
    counts = [0, *found.initial[1::2]]
    product = [
        sum(DENOMINATOR[k] * counts[i - k] for k in range(i + 1)) for i in range(len(DENOMINATOR))
    ]
    assert product == [0] * 5 + NUMERATOR[: len(DENOMINATOR) - 5]
    assert found.text().startswith("a(n) = 6·a(n-2) + 64·a(n-4) - 200·a(n-6)")
    assert found.term(400) == strip_count(Problem("3x400", closed=True), Budget())
    assert found.term(401) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("height", "order", "initial"),
    [(3, 172, 178), pytest.param(4, 240, 243, marks=pytest.mark.large)],
)
def test_open_tours(height: int, order: int, initial: int) -> None:
    found = recurrence(Problem(f"{height}x9"), Budget())
    assert (found.order, len(found.initial), found.first_columns) == (order, initial, 1)
    assert found.proved
    assert found.coefficients[-1] != 0
    for columns in (9, 20, 600):
        problem = Problem(f"{height}x{columns}")
        assert found.term(columns) == strip_count(problem, Budget())


@pytest.mark.long_plain
def test_too_many_states_for_a_proof() -> None:
    with Budget(tuning=[Tuning(proved_states=10)]) as budget:
        found = recurrence(Problem("4x9"), budget)
    assert (found.order, found.proved) == (240, False)
    assert found.fresh >= len(found.initial)


def test_shortest_recurrence_of_random_sequences() -> None:
    rng = random.Random("recurrences")
    prime = 2**61 - 1
    for order in range(1, 12):
        rule = [rng.randrange(-9, 10) for _ in range(order - 1)] + [rng.choice([-2, -1, 1, 2])]
        lead = [rng.randrange(100) for _ in range(rng.randrange(3))]  # it need not hold at once
        terms = lead + [rng.randrange(100) for _ in range(order)]
        while len(terms) < 3 * (order + len(lead)):
            terms.append(sum(c * terms[-k] for k, c in enumerate(rule, 1)))
        found = strips._shortest(terms, prime, Budget())
        signed = [c - prime if 2 * c > prime else c for c in found]
        assert strips._holds(signed, terms, Budget())
        assert len(signed) <= order + len(lead)
        assert signed[:order] == rule or len(signed) < order + len(lead)
        terms[-1] += 1
        assert not strips._holds(signed, terms, Budget())


def test_terms_and_text() -> None:
    late = Recurrence(2, False, (2,), (5, 1), 3, 1, False)
    assert [late.term(n) for n in (3, 4, 5, 6)] == [5, 1, 2, 4]
    with pytest.raises(InvalidBoard, match="at least 1"):
        late.term(2)
    assert Recurrence(2, False, (-1, 0, -3), (1, 1, 1), 1, 1, True).text() == (
        "a(n) = -a(n-1) - 3·a(n-3)"
    )


# -- refusals, limits --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        Problem("4x9", clues={"a1": 3}),
        Problem("4x9", forced=[("a1", "b3")]), Problem("4x9", forbidden=[("a1", "b3")]),
        Problem(Board((4, 9), holes=((0, 0),))), Problem("4x9 torus"), Problem("3x4x5"),
        Problem("1x9"), Problem(30), Problem(1000), Problem("5x90", piece="antelope"),
        Problem(Problem("4x9").graph()),
    ],
    ids=str,
)  # fmt: skip
def test_boards_that_are_not_strips(problem: Problem) -> None:
    for question in (strip_count, strip_is_empty, recurrence):
        with pytest.raises(OverflowError):
            question(problem, Budget())


@each("seed", range(30))
def test_ends_of_a_strip(seed: int) -> None:
    rng = random.Random(f"ends {seed}")
    rows = rng.randint(2, 4)
    columns = rng.randint(rows + 1, 7)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    start, end = rng.sample(places, 2)
    ends = rng.choice([(start, end), (start, None), (None, end)])
    board = Board(f"{rows}x{columns}", surface=rng.choice(["flat", "cylinder"]))
    problem = Problem(board, piece="wazir", start=ends[0], end=ends[1])
    assert strip_count(problem, Budget()) == frontier_count(problem, Budget())


def test_the_paths_between_two_corners() -> None:
    """Project Euler, problem 237."""
    problem = Problem("4x10", piece="wazir", start="a4", end="a1")
    found = strip_recurrence(problem)
    assert (found.coefficients, found.initial, found.proved) == ((2, 2, -2, 1), (1, 1, 4, 8), True)
    assert found.term(10) == strip_count(problem, Budget()) == 2329
