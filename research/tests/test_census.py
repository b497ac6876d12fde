"""Tours with equal sums in pieces: together they are the list, whatever is left to others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain, combinations, islice, pairwise, product
from pathlib import Path

import pytest
from research.census import Census, Piece, forecast, run, two_directions
from research.compiled import fastest
from research.kernels import census as kernel

from caballero import Problem, iter_tours
from caballero.counting import magic_tours
from caballero.counting.groups import permutations_of
from caballero.counting.kernels import sums
from caballero.counting.listing.magic import Plan
from caballero.model.board import Board
from naive import knight_neighbours

# W. Beverley, Philosophical Magazine 33 (1848).
BEVERLEY = """
    1 30 47 52 5 28 43 54  48 51 2 29 44 53 6 27  31 46 49 4 25 8 55 42
    50 3 32 45 56 41 26 7  33 62 15 20 9 24 39 58  16 19 34 61 40 57 10 23
    63 14 17 36 21 12 59 38  18 35 64 13 60 37 22 11"""


SMALL = [
    ("4x7", "knight", "columns"), ("4x8", "knight", "columns"), ("4x6", "knight", "rows"),
    ("3x4", "king", "rows"), ("3x4", "king", "columns"), ("4x5", "knight", "semi-magic"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "piece", "kind"), SMALL)
@pytest.mark.parametrize("many", [1, 300])
def test_the_pieces_are_the_classes(board: str, piece: str, kind: str, many: int) -> None:
    problem = Problem(board, piece=piece)
    census = Census(problem, kind)
    pieces = census.pieces(many)
    assert len({*pieces}) == len(pieces)
    assert sum(piece.share for piece in pieces) == pytest.approx(1 if pieces else 0)
    found = [tour for piece in pieces for tour in census.tours(piece)]
    assert len({*found}) == len(found)
    assert {*found} == {*magic_tours(problem, kind=kind, up_to_symmetry=True)}


def test_a_run_is_resumed(tmp_path: Path) -> None:
    asked = tmp_path, "4x8", "columns"
    tours = run(*asked, pieces=200, workers=2)
    assert {*tours} == {*magic_tours("4x8", kind="columns", up_to_symmetry=True)}
    file = tmp_path / "done.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:90]) + lines[90][:7])
    assert run(*asked, pieces=200, workers=1) == tours
    assert len([line for line in file.read_text().splitlines() if line.endswith("]")]) == len(lines)
    with pytest.raises(ValueError, match="another census"):
        run(*asked, pieces=201, workers=1)
    for forged, said in (("[0, 1, 0.5, [[0, 1]]]\n", "a false tour"), ("[0]\n", "not that of")):
        with file.open("a") as out:
            out.write(forged)
        with pytest.raises(ValueError, match=said):
            run(*asked, pieces=200, workers=1)


def test_a_sample_forecasts_all() -> None:
    assert "| probes | nodes |" in forecast(0.1, 20, 1)


@pytest.mark.parametrize("many", [2, 6])
def test_pieces_of_the_census_find_known_tours(many: int) -> None:
    # Those of two kinds of symmetry are found by the other kernel, and Beverley's is published.
    found = islice(magic_tours(8, symmetric=True), many)
    flat = [*map(int, BEVERLEY.split())]
    orders = [tuple(flat.index(number) for number in range(1, 65)), *(t.order for t in found)]
    census = Census(Problem(8))
    whole = dict(zip(census.classes.pairs, census.whole(), strict=True))
    assert len(whole) == 136
    for order in orders:
        images = [
            image
            for moved in (tuple(p[v] for v in order) for p in permutations_of(Board(8)).values())
            for image in (moved, moved[::-1])
        ]
        image = next(image for image in images if (image[0], image[-1]) in whole)
        piece = whole[image[0], image[-1]]
        for depth in range(62):
            piece = towards(census, piece, image)
            if depth in {35, 60}:
                assert min(images) in [tour.order for tour in census.tours(piece)]


def towards(census: Census, piece: Piece, order: tuple[int, ...]) -> Piece:
    """Return the piece of a piece that has a tour."""
    state = census.state(piece)
    assert state is not None
    options = state.options[state.level * state.width :][: state.many[state.level]]
    back = state.side[state.level]
    choice = [*options].index(order[-1 - state.back if back else state.front])
    return Piece(1.0, piece.pair, (*piece.choices, choice))


@pytest.mark.parametrize(("spaced", "alternating"), [*product((False, True), repeat=2)])
def test_the_least_sums(spaced: bool, alternating: bool) -> None:
    for odd, even in product(range(3 if alternating else 1), range(4)):
        for first in range(2):
            sums = []
            for chosen in combinations(range(first, first + 16), odd + even):
                close = any(b - a == 1 for a, b in pairwise(chosen))
                odds = sum(i % 2 for i in chosen) if alternating else 0
                if odds == odd and not (spaced and close):
                    sums.append(sum(chosen) - first * len(chosen))
            least = kernel._least_sums(odd, even, spaced, alternating)
            assert least[first] == min(sums)


def test_the_deadlines_of_groups() -> None:
    # They are the latest beginnings of an interval that has numbers with the group's sum.
    state = Census(Problem(8)).new_state((0, 63 - 7))
    assert state is not None
    group = state.groups[:3]
    lows = range(1, 52)
    for odd, even in {*product(range(4), repeat=2)} - {(0, 0)}:
        sums = [(least_spread(low, odd, even), least_spread(low, even, odd)) for low in lows]
        for total in range(1, 6 * 64, 7):
            state.need[group[0]], state.need[group[1]] = 0, total
            state.need[group[2]] = odd << kernel.ODD | even << kernel.EVEN
            kernel._group(state, 0, group[0])
            mirrored = (odd + even) * 65 - total
            for low, (begin, end) in zip(lows, sums, strict=True):
                assert (low <= state.group_lanes[0] & 127) == (begin <= total)
                assert (low <= state.group_lanes[1] & 127) == (end <= mirrored)


def least_spread(low: int, odd: int, even: int) -> int:
    """The least sum of some odd and even numbers from one on, of which no two are consecutive."""
    return min(
        sum(chosen)
        for chosen in combinations(range(low, low + 2 * (odd + even) + 2), odd + even)
        if sum(i % 2 for i in chosen) == odd and all(b - a > 1 for a, b in pairwise(chosen))
    )


def test_the_groups_of_the_chessboard() -> None:
    state = Census(Problem(8)).new_state((0, 63 - 7))
    assert state is not None
    groups = [{*state.groups[i : i + 3]} for i in range(0, 24, 3)]
    rows = [{0, 3, 6}, {0, 3, 7}, {0, 4, 7}, {1, 4, 7}]
    assert groups == [*rows, *({i + 8 for i in one} for one in rows)]


@pytest.mark.parametrize(
    ("board", "piece", "kind"), [("4x7", "knight", "columns"), ("3x4", "king", "rows")]
)
def test_both_forms_search_the_same_and_what_the_other_kernel_does(
    board: str, piece: str, kind: str
) -> None:
    problem = Problem(board, piece=piece)
    census = Census(problem, kind)
    plan = census.plan
    lines = [(line, len(line) * (problem.size + 1) // 2) for line in plan.lines]
    tours = [tour.order for tour in magic_tours(problem, kind=kind)]
    for ends in [*{(order[0], order[-1]) for order in tours}][:2]:
        answers = []
        for search in (kernel.search.plain, fastest(kernel.search)):
            state = census.new_state(ends)
            assert state is not None
            orders = []
            while (status := search(state, 500)) != kernel.EXHAUSTED:
                if status == kernel.FOUND:
                    orders.append(tuple(state.order))
            answers.append((sorted(orders), state.nodes, [*state.need], [*state.order]))
        assert all(answer == answers[0] for answer in answers)
        other = sums.new_state(plan.rows, lines, ends, numbers=problem.size, colours=plan.colours)
        assert other is not None
        expected = []
        while (status := sums.search(other, 500)) != sums.EXHAUSTED:
            if status == sums.FOUND:
                expected.append(tuple(other.order))
        assert answers[0][0] == sorted(expected) != []


def state_of(order: Sequence[int], board: Board) -> kernel.State:
    """The state of a search whose sums are those of a tour, whatever they are."""
    rows, columns = board.shape
    lines = [range(i, i + columns) for i in range(0, board.size, columns)]
    across = [range(k, board.size, columns) for k in range(columns)]
    state = kernel.new_state(
        knight_neighbours(rows, columns),
        [[(one, sum(order.index(v) + 1 for v in one)) for one in way] for way in (lines, across)],
        (order[0], order[-1]), colours=[sum(divmod(v, columns)) % 2 for v in range(board.size)],
    )  # fmt: skip
    assert state is not None
    return state


@pytest.mark.parametrize("board", ["4x5", "4x6", "5x5"])
def test_any_sums_are_searched_as_a_look_at_all_tours_does(board: str) -> None:
    ground = Board(board)
    columns = ground.shape[1]
    expected: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    tours = [tour.order for tour in iter_tours(Problem(board))]
    for order in chain(tours, (one[::-1] for one in tours)):
        sums = [0] * (2 * ground.size)
        for number, v in enumerate(order, 1):
            sums[v // columns] += number
            sums[ground.size + v % columns] += number
        expected.setdefault((order[0], order[-1], *sums), set()).add(order)
    assert expected
    for orders in expected.values():
        state, found = state_of(min(orders), ground), set()
        while fastest(kernel.search)(state, 1 << 20) == kernel.FOUND:
            found.add(tuple(state.order))
        assert found == orders


def test_no_rule_loses_a_tour_of_the_chessboard() -> None:
    # A tour is put together from its ends, in any order of its two sides, and stays a choice.
    rng = random.Random(7)
    rows = knight_neighbours(8, 8)
    seen = 0
    while seen < 30:
        order = [rng.randrange(64)]
        while ahead := [v for v in rows[order[-1]] if v not in order]:
            free = [sum(w not in order for w in rows[v]) for v in ahead]
            order.append(
                rng.choice([v for v, f in zip(ahead, free, strict=True) if f == min(free)])
            )
        if len(order) < 64:
            continue
        seen += 1
        state = state_of(order, Board(8))
        for _ in range(62):
            assert state.front + state.back <= 64
            at, level = [order[state.front], order[-1 - state.back]], state.level
            assert (
                at[state.side[level]] in state.options[level * state.width :][: state.many[level]]
            )
            if state.many[level] > 1:
                state.side[level] = rng.randrange(2)
            state.options[level * state.width] = at[state.side[level]]
            state.many[level] = 1
            status = fastest(kernel.search)(state, 1)
        assert status == kernel.FOUND
        assert [*state.order] == order


def test_of_two_mirror_images_the_least_is_found() -> None:
    board = Board("3x4")
    census = Census(Problem(board, piece="king"), "rows")
    turn = tuple(reversed(range(board.size)))
    across = tuple(v ^ 3 for v in range(board.size))
    nodes, known = [0, 0], 0
    for mirror, first in product((turn, across), range(board.size)):
        found: list[set[tuple[int, ...]]] = [set(), set()]
        for i, used in enumerate(((), mirror)):
            state = census.new_state((first, mirror[first]), used)
            assert state is not None
            while (status := fastest(kernel.search)(state, 1 << 20)) == kernel.FOUND:
                found[i].add(tuple(state.order))
            assert status == kernel.EXHAUSTED
            nodes[i] += state.nodes
        images = {order: tuple(mirror[v] for v in order[::-1]) for order in found[0]}
        assert {min(pair) for pair in images.items()} <= found[1] <= {*images}
        known += len(images)
    assert known > 0
    assert nodes[1] < nodes[0]


def test_boards_that_the_search_cannot_take() -> None:
    for board, kind in (("8x9", "rows"), ("4x10", "semi-magic"), ("4x4", "magic"), ("1x2", "rows")):
        plan = Plan.of(Problem(board, piece="king"), kind)
        assert (lines := plan.sums()) is None or two_directions(plan.rows, lines) is None
