"""Tours with equal sums in pieces: together they are the list, whatever is left to others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations, islice, pairwise, product
from pathlib import Path
from typing import Any

import pytest

from caballero import InvalidInput, LimitReached, Limits, Problem, count_tours, iter_tours
from caballero.core.board import Board
from caballero.core.errors import InvalidProblem
from caballero.core.limits import Budget
from caballero.core.sums import lines_of
from caballero.core.symmetry import permutations_of
from caballero.kernels import census as kernel, sums
from caballero.listing import magic_tours
from caballero.listing.census import Plan, SumsWork
from caballero.listing.lines import Rest
from caballero.listing.work import Portion, Work
from caballero.run import resume_run, run_tours, start_run, verify_run
from caballero.run.tasks import make_spec
from cli.terminal import Terminal, refuses
from forms import forms
from naive import knight_neighbours
from pausing import stops
from run.runs import listed

CASES = [
    pytest.param("4x7", "knight", "columns", False, marks=pytest.mark.nightly),
    pytest.param("4x8", "knight", "columns", False, marks=pytest.mark.nightly),
    ("4x6", "knight", "rows", False), ("3x4", "king", "rows", False),
    ("3x4", "king", "rows", True), ("3x3", "king", "columns", False),
    ("3x4", "king", "columns", False),
    ("1x1", "king", "semi-magic", False), ("4x5", "knight", "semi-magic", False),
]  # fmt: skip
COUNTS = {("4x7", "knight"): 18, ("4x8", "knight"): 32}

# W. Beverley, Philosophical Magazine 33 (1848).
BEVERLEY = """
    1 30 47 52 5 28 43 54  48 51 2 29 44 53 6 27  31 46 49 4 25 8 55 42
    50 3 32 45 56 41 26 7  33 62 15 20 9 24 39 58  16 19 34 61 40 57 10 23
    63 14 17 36 21 12 59 38  18 35 64 13 60 37 22 11"""


def naive_classes(problem: Problem, kind: str) -> set[tuple[int, ...]]:
    """The least tour of each class under the symmetries that keep the lines, and reversal."""
    board = problem.board
    lines = {*map(frozenset, lines_of(board, kind))}
    images = [
        image
        for image in permutations_of(board).values()
        if {frozenset(image[v] for v in line) for line in lines} == lines
    ]
    found = set()
    for tour in iter_tours(problem):
        turns = range(problem.size if problem.closed else 1)
        for at in turns:
            order = tour.order[at:] + tour.order[:at]
            sums = [sum(order.index(v) + 1 for v in line) for line in lines]
            if problem.size > 1 and len({*sums}) == 1:
                moved = [tuple(image[v] for v in order) for image in images]
                found.add(min(chain(moved, (one[::-1] for one in moved))))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("board", "piece", "kind", "closed"), CASES)
def test_the_pieces_are_the_list(board: str, piece: str, kind: str, closed: bool) -> None:
    problem = Problem(board, piece=piece, closed=closed)
    plain = list(magic_tours(problem, kind=kind))
    assert len(plain) == COUNTS.get((board, piece), len(plain))
    classes = list(magic_tours(problem, kind=kind, up_to_symmetry=True))
    for up_to_symmetry, tours in ((False, plain), (True, classes)):
        work = Work(problem, sums=kind, up_to_symmetry=up_to_symmetry)
        assert len({tour.order for tour in tours}) == len(tours)
        for most in (1_200, 30_000):
            found, share, shards = listed(work, most)
            assert found == tours
            assert share == pytest.approx(1)
            assert shards > 1 or most > 1_200 or problem.size < 12
        assert count_tours(problem, sums=kind, up_to_symmetry=up_to_symmetry) == len(tours)


@pytest.mark.long_plain
@pytest.mark.parametrize(("board", "piece", "kind", "closed"), CASES)
def test_classes_are_orbits(board: str, piece: str, kind: str, closed: bool) -> None:
    problem = Problem(board, piece=piece, closed=closed)
    tours = [t.order for t in magic_tours(problem, kind=kind, up_to_symmetry=True)]
    assert len(tours) == len({*tours})
    assert {*tours} == naive_classes(problem, kind)


@pytest.mark.slow
@pytest.mark.parametrize("many", [2, pytest.param(6, marks=pytest.mark.nightly)])
def test_pieces_of_the_census_find_known_tours(many: int) -> None:
    # Those of two kinds of symmetry are found by the other kernel, and Beverley's is published.
    found = islice(magic_tours(8, symmetric=True), many)
    flat = [*map(int, BEVERLEY.split())]
    orders = [tuple(flat.index(number) for number in range(1, 65)), *(t.order for t in found)]
    work = SumsWork(Problem(8), "semi-magic", up_to_symmetry=True)
    assert len(work.whole()) == 136
    trees = {ends_of(work, rest): rest for rest in work.whole()}
    for order in orders:
        images = [
            image
            for moved in (tuple(p[v] for v in order) for p in permutations_of(Board(8)).values())
            for image in (moved, moved[::-1])
        ]
        image = next(image for image in images if (image[0], image[-1]) in trees)
        rest = trees[image[0], image[-1]]
        for depth in range(62):
            rest = towards(work, rest, image)
            if depth in {35, 60}:
                assert min(images) in [tour.order for tour in work.tours(rest, Budget())]


def ends_of(work: SumsWork, rest: Rest) -> tuple[int, int]:
    """Return the squares of the first and the last number in a tree."""
    state = work.state(rest)
    assert state is not None
    return state.order[0], state.order[-1]


def towards(work: SumsWork, rest: Rest, order: tuple[int, ...]) -> Rest:
    """Return the piece of a piece that has a tour."""
    state = work.state(rest)
    assert state is not None
    options = state.options[state.level * state.width :][: state.many[state.level]]
    back = state.side[state.level]
    choice = [*options].index(order[-1 - state.back if back else state.front])
    return Rest(1.0, (*rest.decisions[:-1], choice, -1), rest.tree)


@pytest.mark.slow
def test_a_run_stopped_and_resumed_is_the_list(tmp_path: Path) -> None:
    problem = Problem("4x8")
    tours = list(magic_tours(problem, kind="columns", up_to_symmetry=True))
    with ThreadPoolExecutor(1) as pool:
        how: dict[str, Any] = {"sums": "columns", "up_to_symmetry": True, "seconds": 0.01}
        with pytest.raises(LimitReached):
            start_run("list", problem, tmp_path / "a", executor=pool, limits=Limits(nodes=3), **how)
        resumed = resume_run(tmp_path / "a", executor=pool)
        whole = start_run("list", problem, tmp_path / "b", executor=pool, **how)
        assert resumed.hash == whole.hash
        assert resumed.shards == whole.shards > 10
        assert resumed.count == len(tours) == 8
        assert list(run_tours(tmp_path / "a")) == tours
        assert verify_run(tmp_path / "a", executor=pool) == (resumed, [])


def test_the_choice_of_ends_can_be_stopped() -> None:
    assert stops(lambda: SumsWork(Problem(8), "rows"))


def test_what_is_refused() -> None:
    work = Work(Problem("4x7"), sums="columns")
    for decisions in ((7, -1), (0, 99), (-3,), ()):
        with pytest.raises(InvalidInput):
            list(Portion(work, [Rest(1.0, decisions)]))
    with pytest.raises(InvalidInput):
        list(Portion(work, [Rest(1.0, (-1,), 10_000)]))
    with pytest.raises(InvalidProblem):
        Work(Problem(8), sums="magic", symmetry="half-turn")
    with pytest.raises(InvalidInput):
        magic_tours(8, symmetric=True, up_to_symmetry=True)
    with pytest.raises(InvalidInput):
        make_spec("count", Problem(8), 1, sums="magic")
    with pytest.raises(InvalidProblem):
        count_tours("4x7", sums="columns", directed=True)


@pytest.mark.slow
def test_the_commands(caballero: Terminal, tmp_path: Path) -> None:
    counted = caballero("count", "4x8", "--sums", "columns", "--up-to-symmetry")
    assert (counted.status, counted.out.strip()) == (0, "8")
    assert "with equal sums (columns)" in counted.err
    found = caballero("list", "4x8", "--sums", "columns", "--format", "moves", "-k", 3)
    assert (found.status, len(found.out.split())) == (0, 3 * 32)
    assert caballero("list", "4x5", "--magic").status == 1
    assert caballero("list", 8, "--magic", "--timeout", 0).status == 3
    run = caballero(
        "run", "list", "4x8", "--sums", "columns", "--store", tmp_path / "run", "--workers", 1
    )
    assert (run.status, run.out.strip()) == (0, "32")
    refuses(caballero("list", 6, "--magic", "--symmetry", "half-turn"), "--magic")
    refuses(caballero("count", 6, "--sums", "rows", "--known"), "--sums")


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
    state = Plan.of(Problem(8), "semi-magic").state(0, 63 - 7)
    assert isinstance(state, kernel.State)
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
    state = Plan.of(Problem(8), "semi-magic").state(0, 63 - 7)
    assert isinstance(state, kernel.State)
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
    plan = Plan.of(problem, kind)
    lines = [(line, len(line) * (problem.size + 1) // 2) for line in plan.lines]
    tours = [tour.order for tour in magic_tours(problem, kind=kind)]
    for ends in [*{(order[0], order[-1]) for order in tours}][:2]:
        fresh = plan.state(*ends)
        assert isinstance(fresh, kernel.State)
        answers = []
        for search, state in forms(kernel.search, fresh):
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


@pytest.mark.parametrize(
    "board", ["4x5", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("4x6", "5x5"))]
)
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
        while kernel.search(state, 1 << 20) == kernel.FOUND:
            found.add(tuple(state.order))
        assert found == orders


@pytest.mark.slow
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
            status = kernel.search(state, 1)
        assert status == kernel.FOUND
        assert [*state.order] == order


def test_of_two_mirror_images_the_least_is_found() -> None:
    board = Board("3x4")
    plan = Plan.of(Problem(board, piece="king"), "rows")
    turn = tuple(reversed(range(board.size)))
    across = tuple(v ^ 3 for v in range(board.size))
    nodes, known = [0, 0], 0
    for mirror, first in product((turn, across), range(board.size)):
        found: list[set[tuple[int, ...]]] = [set(), set()]
        for i, used in enumerate(((), mirror)):
            state = plan.state(first, mirror[first], used)
            assert isinstance(state, kernel.State)
            while (status := kernel.search(state, 1 << 20)) == kernel.FOUND:
                found[i].add(tuple(state.order))
            assert status == kernel.EXHAUSTED
            nodes[i] += state.nodes
        images = {order: tuple(mirror[v] for v in order[::-1]) for order in found[0]}
        assert {min(pair) for pair in images.items()} <= found[1] <= {*images}
        known += len(images)
    assert known > 0
    assert nodes[1] < nodes[0]


def test_boards_that_the_fast_search_cannot_take() -> None:
    for board, kind in (("8x9", "rows"), ("4x10", "semi-magic"), ("4x4", "magic"), ("1x2", "rows")):
        plan = Plan.of(Problem(board, piece="king"), kind)
        assert not isinstance(plan.state(0, 1), kernel.State)


def test_sums_that_are_no_whole_numbers() -> None:
    work = SumsWork(Problem("2x3", piece="king"), "rows")
    rest = work.whole()[0]
    assert work.state(rest) is None
    assert work.split(rest) == [rest]
    assert list(work.tours(rest, Budget())) == []
    assert work.left(rest, work.feed(rest)) == []
