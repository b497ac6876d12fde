"""Magic tours: against listings of all tours, published counts, and the judge."""

import json
import time
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest

from caballero import (
    Board,
    InvalidInput,
    LimitReached,
    Problem,
    Tour,
    count_tours,
    iter_tours,
    verify,
)
from caballero.counting import magic_tours
from caballero.counting.groups import permutations_of
from caballero.counting.kernels import sums
from caballero.counting.listing.magic import tours_with_sums
from caballero.model.sums import KINDS, lines_of, magic_kind
from cli.terminal import Terminal, refuses
from forms import forms
from pausing import stops
from seldom import mostly_nightly

A309273 = {3: 0, 4: 0, 5: 0, 6: 0, 7: 9, 8: 16, 9: 38, 10: 104}
"""OEIS A309273 (A. Kumar, 2019): tours of 4 X n with equal sums on their short lines.

A tour and its reverse are two there, the images under the four symmetries of the board are one.
"""


def oracle(problem: Problem, kind: str) -> set[tuple[int, ...]]:
    """Return the numberings with equal sums, each or its reverse, by listing all tours."""
    found = set()
    for tour in iter_tours(problem, directed=problem.start is not None):
        order = tour.order
        turns = range(len(order)) if problem.closed and problem.start is None else range(1)
        for at in turns:
            numbered = order[at:] + order[:at]
            if all(by_hand(numbered, line) for line in lines_of(tour.board, kind)):
                found.add(numbered if problem.start else min(numbered, numbered[::-1]))
    return found


def by_hand(order: tuple[int, ...], line: list[int]) -> bool:
    total = sum(order.index(v) + 1 for v in line)
    return total * len(order) == len(line) * sum(range(1, len(order) + 1))


def naive_classes(problem: Problem, kind: str) -> set[tuple[int, ...]]:
    """The least tour of each class under the symmetries that keep the lines, and reversal."""
    lines = {*map(frozenset, lines_of(problem.board, kind))}
    images = [
        image
        for image in permutations_of(problem.board).values()
        if {frozenset(image[v] for v in line) for line in lines} == lines
    ]
    found = set()
    for tour in iter_tours(problem):
        for at in range(problem.size if problem.closed else 1):
            order = tour.order[at:] + tour.order[:at]
            if problem.size > 1 and len({sum(order.index(v) for v in line) for line in lines}) == 1:
                moved = [tuple(image[v] for v in order) for image in images]
                found.add(min(chain(moved, (one[::-1] for one in moved))))
    return found


CASES: list[tuple[dict[str, Any], int]] = [
    ({"ground": "4x5"}, 0), ({"ground": "5x6"}, 0), ({"ground": "4x7"}, 18), ({"ground": "3x8"}, 0),
    ({"ground": "4x7", "start": "f4"}, 0), ({"ground": "3x4", "piece": "king"}, 0),
    ({"ground": "3x4", "piece": "king", "closed": True}, 0),
    ({"ground": "3x3", "piece": "king"}, 0),
    ({"ground": "2x3", "piece": "wazir"}, 0), ({"ground": "1x2", "piece": "wazir"}, 0),
    ({"ground": "3x6", "piece": "wazir"}, 0), ({"ground": "4x4", "piece": "wazir"}, 0),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("given", "columns"), mostly_nightly(CASES, 2, several=True))
def test_all_are_found_and_no_others(given: dict[str, Any], columns: int) -> None:
    problem = Problem(**given)
    for kind in KINDS[:3]:
        tours = list(magic_tours(problem, kind=kind))
        orders = {t.order if problem.start else min(t.order, t.order[::-1]) for t in tours}
        assert len(orders) == len(tours)
        assert orders == oracle(problem, kind)
        symmetric = {
            min(t.order, t.order[::-1]) for t in magic_tours(problem, kind=kind, symmetric=True)
        }
        assert symmetric <= {min(order, order[::-1]) for order in orders}
        if kind == "columns" and columns:
            assert len(tours) == columns


CLASSES = [
    pytest.param("4x7", "knight", "columns", False, marks=pytest.mark.nightly),
    pytest.param("4x8", "knight", "columns", False, marks=pytest.mark.nightly),
    ("4x6", "knight", "rows", False), ("3x4", "king", "rows", False),
    ("3x4", "king", "rows", True), ("3x3", "king", "columns", False),
    ("3x4", "king", "columns", False), ("2x3", "king", "rows", False),
    ("1x1", "king", "semi-magic", False), ("4x5", "knight", "semi-magic", False),
]  # fmt: skip


@pytest.mark.long_plain
@pytest.mark.parametrize(("board", "piece", "kind", "closed"), CLASSES)
def test_classes_are_orbits(board: str, piece: str, kind: str, closed: bool) -> None:
    problem = Problem(board, piece=piece, closed=closed)
    tours = [t.order for t in magic_tours(problem, kind=kind, up_to_symmetry=True)]
    assert len(tours) == len({*tours}) == count_tours(problem, sums=kind, up_to_symmetry=True)
    assert {*tours} == naive_classes(problem, kind)


def test_the_choice_of_ends_can_be_stopped() -> None:
    assert stops(lambda: tours_with_sums(Problem(8), "rows"))


@pytest.mark.slow
def test_the_published_counts_of_thin_boards() -> None:
    assert {n: len(list(magic_tours((4, n), kind="columns"))) / 2 for n in A309273} == A309273


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "kind"), [("knight", "semi-magic"), ("king", "magic")])
def test_one_of_the_chessboard(piece: str, kind: str) -> None:
    tour = next(magic_tours(8, piece=piece, kind=kind, symmetric=True))
    assert verify(tour).valid
    assert tour.magic == kind
    rows: Any = tour.matrix()
    lines = [*rows, *zip(*rows, strict=True)]
    if kind == "magic":
        lines += [[rows[i][i] for i in range(8)], [rows[i][7 - i] for i in range(8)]]
    assert {sum(line) for line in lines} == {260}


@pytest.mark.long_plain
def test_closed_ones_begin_where_the_sums_are_right() -> None:
    tour = next(magic_tours(8, closed=True, symmetric=True))
    assert tour.closed
    assert {tour.starting_at(square).magic for square in tour} == {None, "semi-magic"}
    assert verify(tour, Problem(8, closed=True)).valid


@pytest.mark.parametrize(("spaced", "alternating"), [*product((False, True), repeat=2)])
def test_the_largest_sums(spaced: bool, alternating: bool) -> None:
    numbers, most = 7, 3
    found = sums.largest_sums(numbers, most, spaced=spaced, alternating=alternating)
    expected = []
    for first in range(2):
        for length in range(numbers + 1):
            best: dict[tuple[int, int], int] = {}
            for chosen in product((False, True), repeat=length):
                taken = [i for i in range(length) if chosen[i]]
                if spaced and any(i + 1 in taken for i in taken):
                    continue
                odd = sum((first + i) % 2 for i in taken) if alternating else 0
                key = odd, len(taken) - odd
                best[key] = max(best.get(key, 0), sum(taken))
            odds = range(most + 1 if alternating else 1)
            expected += [best.get(key, -1) for key in product(odds, range(most + 1))]
    assert found == expected


def test_both_forms_search_the_same() -> None:
    board = Board("4x7")
    graph = Problem(board).graph()
    rows = [list(graph.neighbours(v)) for v in range(28)]
    lines = [(line, 58) for line in lines_of(board, "columns")]
    colours = [board.colour(square) for square in board]
    first = next(magic_tours(board, kind="columns")).order
    fresh = sums.new_state(rows, lines, (first[0], first[-1]), numbers=28, colours=colours)
    assert fresh is not None
    ends = []
    for search, state in forms(sums.search, fresh):
        orders = []
        while (status := search(state, 500)) != sums.EXHAUSTED:
            if status == sums.FOUND:
                orders.append(tuple(state.order))
        assert first in orders
        ends.append((orders, state.nodes, [*state.rest], [*state.degree]))
    assert all(end == ends[0] for end in ends)


def test_kinds_of_squares() -> None:
    # W. Beverley, Philosophical Magazine 33 (1848); the first row and column have 260 each.
    beverley = [
        [1, 30, 47, 52, 5, 28, 43, 54], [48, 51, 2, 29, 44, 53, 6, 27],
        [31, 46, 49, 4, 25, 8, 55, 42], [50, 3, 32, 45, 56, 41, 26, 7],
        [33, 62, 15, 20, 9, 24, 39, 58], [16, 19, 34, 61, 40, 57, 10, 23],
        [63, 14, 17, 36, 21, 12, 59, 38], [18, 35, 64, 13, 60, 37, 22, 11],
    ]  # fmt: skip
    flat = [number for row in beverley for number in row]
    order = tuple(flat.index(number) for number in range(1, 65))
    tour = Tour(Board(8), order)
    assert verify(tour).valid
    assert tour.magic == "semi-magic"
    assert tour.reversed().magic == "semi-magic"
    assert Tour(Board(8), (order[1], order[0], *order[2:])).magic is None
    assert Tour(Board(8), order[:-1]).magic is None
    assert magic_kind(Board("3x3"), [7, 0, 5, 2, 4, 6, 3, 8, 1]) == "magic"  # the lo shu
    assert Tour.from_squares("2x2x2", "0,0,0").magic is None


def test_what_is_refused() -> None:
    wrong: list[dict[str, Any]] = [
        {"ground": "4x4x4"}, {"ground": 8, "kind": "round"}, {"ground": "4x5", "kind": "magic"},
        {"ground": 40}, {"ground": Problem(8, clues={"a1": 3})}, {"ground": "hex3"},
    ]  # fmt: skip
    for given in wrong:
        with pytest.raises(InvalidInput):
            magic_tours(**given)
    with pytest.raises(InvalidInput):
        magic_tours(8, symmetric=True, up_to_symmetry=True)
    with pytest.raises(InvalidInput):
        count_tours("4x7", sums="columns", directed=True)
    with pytest.raises(LimitReached):
        next(magic_tours(8, start="a1", limits=0))


@pytest.mark.long_plain
def test_the_command(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "tour.json"
    reply = caballero("tour", 8, "--magic", "-o", file)
    assert reply.status == 0
    assert "(sums, " in reply.err
    assert "It is semi-magic: all rows and columns have the same sum." in reply.err
    assert json.loads(caballero("verify", file, "--json").out)["magic"] == "semi-magic"
    assert "It is semi-magic" in caballero("verify", file).out
    assert "magic" not in json.loads(caballero("verify", "-", "--json", stdin="a3 b1 c3").out)
    none = caballero("tour", "4x5", "--magic")
    assert (none.status, none.out) == (1, "")
    assert "No such tour has the same sum" in none.err
    assert caballero("tour", 8, "--magic", "--start", "a1", "--timeout", 0).status == 3
    refuses(caballero("tour", 8, "--magic", "--longest"), "--longest")
    refuses(caballero("tour", 8, "--magic", "--method", "exact"), "--method")
    refuses(caballero("tour", 8, "--magic", "--clue", "a1=5"), "clues")
    refuses(caballero("list", 6, "--magic", "--symmetry", "half-turn"), "--magic")
    refuses(caballero("count", 6, "--sums", "rows", "--known"), "--sums")
    counted = caballero("count", "4x8", "--sums", "columns", "--up-to-symmetry")
    assert (counted.status, counted.out.strip()) == (0, "8")
    assert "with equal sums (columns)" in counted.err
    found = caballero("list", "4x8", "--sums", "columns", "--format", "moves", "-k", 3)
    assert (found.status, len(found.out.split())) == (0, 3 * 32)
    assert caballero("list", "4x5", "--magic").status == 1
    assert caballero("list", 8, "--magic", "--timeout", 0).status == 3


@pytest.mark.parametrize(("board", "piece"), [(24, "knight"), (32, "knight"), (32, "king")])
@pytest.mark.parametrize("symmetric", [True, False])
def test_a_limit_holds_while_the_searches_are_made(board: int, piece: str, symmetric: bool) -> None:
    """There are thousands, one for each pair of ends; a state of each takes milliseconds."""
    began = time.process_time()
    with pytest.raises(LimitReached):
        next(magic_tours(board, piece=piece, symmetric=symmetric, limits=0.1))
    assert time.process_time() - began < 5
