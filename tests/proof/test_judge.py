"""The judge: every kind of fault by name and place, the printed matrices, and a second opinion."""

import random
from collections.abc import Callable, Sequence
from itertools import combinations, islice, pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import Board, Graph, Piece, Problem, Tour, find_tour, iter_tours, verify
from caballero.formats import read_claim
from caballero.model import InvalidTour
from caballero.proof import facts, judge
from caballero.proof.facts import is_tour
from naive import all_tours, knight_neighbours
from pausing import pauses_of, stops
from seeds import (
    GEEKSFORGEEKS_8,
    GRANADA_PLAIN_6,
    GRANADA_PLAIN_7,
    GRANADA_WARNSDORFF_5,
    GRANADA_WARNSDORFF_6,
    GRANADA_WARNSDORFF_7,
)
from strategies import boards, pieces


def codes(verdict: judge.Verdict) -> list[str]:
    return [fault.code for fault in verdict.faults]


def fault(verdict: judge.Verdict, code: str) -> judge.Fault:
    found = [fault for fault in verdict.faults if fault.code == code]
    assert len(found) == 1, codes(verdict)
    assert str(found[0]) == str(found[0].message)
    return found[0]


def tour_3x4() -> list[tuple[int, int]]:
    first = next(all_tours(knight_neighbours(3, 4)))
    return [divmod(vertex, 4) for vertex in first]


# -- what was printed ---------------------------------------------------------------------


@pytest.mark.parametrize("text", [GEEKSFORGEEKS_8, GRANADA_PLAIN_6, GRANADA_PLAIN_7])
def test_the_plain_matrices_of_the_texts_are_open_tours(text: str) -> None:
    verdict = verify(read_claim(text))
    assert verdict.valid
    assert verdict.faults == ()
    assert verdict.tour is not None
    assert not verdict.tour.closed
    rows = [[int(n) for n in line.split()] for line in text.split("\n") if line]
    assert verdict.tour.matrix(0) == rows
    assert verify(rows).tour == verdict.tour
    assert not verify(rows, closed=True).valid


@pytest.mark.parametrize(
    ("text", "zero"),
    [
        (GRANADA_WARNSDORFF_5, (0, 0)),
        (GRANADA_WARNSDORFF_6, (5, 0)),
        (GRANADA_WARNSDORFF_7, (0, 6)),
    ],
)
def test_the_warnsdorff_matrices_of_granada_are_not_tours(text: str, zero: tuple[int, int]) -> None:
    verdict = verify(read_claim(text))
    assert codes(verdict) == ["fault-step", "fault-cut-off"]
    step, lost = verdict.faults
    names = [verdict.problem.place_name(place) for place in step.places]
    assert (step.places, lost.places) == ((zero, (2, 2)), (zero,))
    assert str(step) == (
        f"The step from 0 to 1, {names[0]} to {names[1]}, is not a move of the knight."
    )
    assert str(lost).startswith(f"No move joins {names[0]}, number 0,")
    # Nor does it close: no move leads from the last number to the square marked 0.
    closed = verify(read_claim(text), closed=True)
    assert codes(closed) == ["fault-step", "fault-not-closed", "fault-cut-off"]


# -- one fault after the other -------------------------------------------------------------


LINE = tour_3x4()
ROWS: list[list[Any]] = [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]
Wanted = dict[str, tuple[set[Any], dict[str, object]]]


def with_number(number: object, row: int, column: int) -> list[list[Any]]:
    """The matrix with something else in a cell."""
    rows = [[*line] for line in ROWS]
    rows[row][column] = number
    return rows


FAULTS: list[tuple[Any, Any, Wanted]] = [
    ([[1, 2]], None, {"fault-step": ({(0, 0), (0, 1)}, {"m": 1, "n": 2})}),
    (
        [*LINE[:5], LINE[2], *LINE[6:]], "3x4",
        {"fault-square-twice": ({LINE[2]}, {"numbers": "3, 6"}),
         "never-visited": ({LINE[5]}, {})},
    ),
    (
        with_number(6, 0, 2), None,
        {"fault-number-twice": ({(0, 2), (2, 1)}, {"number": 6}),
         "fault-number-missing": (set(), {"number": 7})},
    ),
    (
        with_number(".", 0, 2), None,
        {"fault-number-missing": (set(), {"number": 7}), "never-visited": ({(0, 2)}, {})},
    ),
    (
        with_number(80, 2, 3), None,
        {"fault-number-range": ({(2, 3)}, {"number": 80, "first": 1, "last": 12}),
         "fault-number-missing": (set(), {"number": 8})},
    ),
    (
        LINE, Problem("3x4", closed=True),
        {"fault-not-closed": ({LINE[0], LINE[-1]}, {"m": 12, "n": 1})},
    ),
    (LINE, Problem("3x4", start=LINE[1]), {"fault-start": ({LINE[0], LINE[1]}, {})}),
    (LINE, Problem("3x4", end=LINE[1]), {"fault-end": ({LINE[1], LINE[-1]}, {})}),
    (
        LINE, Problem("3x4", clues={LINE[1]: 5, LINE[5]: 6}),
        {"fault-clue": ({LINE[1], LINE[4]}, {"number": 5})},
    ),
    (
        [[n - 1 for n in row] for row in ROWS], Problem("3x4", clues={(0, 1): 3}),
        {"fault-clue": ({(0, 1), (2, 0)}, {"number": 2})},
    ),
    ([[1, 2], [3, 4]], "3x4", {"fault-shape": (set(), {"shape": "2x2", "board": "3x4"})}),
    ([[[1]]], "1x1", {"fault-shape": (set(), {})}),
    (
        [LINE[0], LINE[0], *LINE[2:]][:-1], "3x4",
        {"fault-length": (set(), {"count": 11, "squares": 12})},
    ),
    ([*LINE, LINE[0]], "3x4", {"fault-length": (set(), {}), "fault-number-range": (set(), {})}),
    (["a1", "b1"], Problem("1x2", "wazir", closed=True), {"too-few": (set(), {})}),
    (
        [[1, 3, 5, 2, 4]], Problem(Board((1, 5), surface=(False, True)), "wazir"),
        {"fault-step": ({(0, 0), (0, 3)}, {})},
    ),
    (
        [(0, 0, 0), (1, 1, 1)], Problem("2x2x2", "wazir"),
        {"fault-step": ({(0, 0, 0), (1, 1, 1)}, {})},
    ),
]  # fmt: skip
"""What is claimed, of what, and the faults that the judge must name: their places and data."""
for outside in ((3, 0), (0, 4), (-1, 2)):
    lost: Wanted = {"fault-outside": ({outside}, {"number": 8}), "never-visited": ({LINE[7]}, {})}
    FAULTS.append(([*LINE[:7], outside, *LINE[8:]], "3x4", lost))


@pytest.mark.parametrize(("claimed", "problem", "wanted"), FAULTS)
def test_a_fault_has_its_places_and_data(claimed: Any, problem: Any, wanted: Wanted) -> None:
    verdict = verify(claimed, problem)
    assert not verdict.valid
    for code, (places, data) in wanted.items():
        found = next(fault for fault in verdict.faults if fault.code == code)
        assert places <= {*found.places}
        assert data.items() <= found.message.data.items()
        assert str(found) == str(found.message)
    if isinstance(problem, Problem) and claimed is LINE:
        assert codes(verdict) == [*wanted]


def test_what_is_right_has_no_fault() -> None:
    fitting = Problem("3x4", start=LINE[0], end=LINE[-1], clues={LINE[3]: 4})
    for claimed, problem in ((LINE, fitting), (ROWS, None), (["a1"], "1x1")):
        assert verify(claimed, problem).valid
    rows = [[n + 4 for n in row] for row in ROWS]
    assert verify(rows).valid
    assert verify(rows, first=5).valid
    assert {"fault-number-missing", "fault-number-range"} <= {*codes(verify(rows, first=4))}
    from_zero = [[n - 1 for n in row] for row in ROWS]
    assert verify(from_zero, Problem("3x4", clues={(0, 1): 4}, start=(0, 0))).valid
    ring = Board((1, 4), surface=(False, True))
    assert verify([[1, 2, 3, 4]], ring, piece="wazir", closed=True).valid
    assert not verify([[1, 2, 3, 4]], Board((1, 4)), piece="wazir", closed=True).valid


def test_forced_and_forbidden_moves() -> None:
    squares = tour_3x4()
    steps = list(pairwise(squares))
    problem = Problem("3x4")
    unused = next(
        (a, b)
        for a in problem.board
        for b in problem.board
        if problem.is_move(a, b) and (a, b) not in steps and (b, a) not in steps
    )
    fitting = Problem("3x4", forced=[steps[2][::-1]], forbidden=[unused])
    assert verify(squares, fitting).valid
    assert is_tour(fitting, [problem.vertex(s) for s in squares])
    verdict = verify(squares, Problem("3x4", forced=[unused], forbidden=[steps[2]]))
    assert codes(verdict) == ["fault-forced", "fault-forbidden"]
    assert set(verdict.faults[0].places) == set(unused)
    assert set(verdict.faults[1].places) == set(steps[2])


def test_the_closing_move_can_be_forced_or_forbidden() -> None:
    ring = ["a3", "b1", "c3", "a2", "c1", "b3", "a1", "c2"]
    board = Board((3, 3), holes=((1, 1),))
    last = ("c2", "a3")
    for closed in (False, True):
        forced = Problem(board, closed=closed, forced=[last])
        forbidden = Problem(board, closed=closed, forbidden=[last])
        assert verify(ring, forced).valid is closed
        assert verify(ring, forbidden).valid is not closed
        order = [board.index(board.parse_square(name)) for name in ring]
        assert is_tour(forced, order) is closed
        assert is_tour(forbidden, order) is not closed


def test_faults_are_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MAX_FAULTS", 5)
    verdict = verify(["a1", "a2"], "9x9")
    assert len(verdict.faults) == 6
    last = verdict.faults[-1]
    assert last.code == "fault-more"
    monkeypatch.undo()
    everything = verify(["a1", "a2"], "9x9")
    assert last.message.data["count"] == len(everything.faults) - 5
    assert everything.faults[:5] == verdict.faults[:5]


# -- boxes, tori, graphs -------------------------------------------------------------------


def test_graphs() -> None:
    graph = Graph.from_edges([("x", "y"), ("y", "z"), ("z", "w"), ("w", "x")])
    assert verify(Tour(graph, (0, 1, 2, 3), closed=True)).valid
    verdict = verify(Tour(graph, (0, 2, 1, 3), closed=True))
    assert codes(verdict) == ["fault-step-graph", "fault-step-graph"]
    assert verdict.faults[0].places == ("x", "z")
    assert str(verdict.faults[0]) == "The step from 1 to 2, x to z, is not an edge."
    verdict = verify(Tour(graph.without([(0, 3)]), (0, 1, 2, 3), closed=True))
    assert codes(verdict) == ["fault-not-closed-graph"]
    assert is_tour(Problem(graph, start="y", end="x"), [1, 2, 3, 0])
    assert not is_tour(Problem(graph, start="y", end="x"), [1, 0, 3, 2])


# -- a second opinion ----------------------------------------------------------------------


def naive_valid(problem: Problem, order: Sequence[int]) -> bool:
    """The definition of a tour, independently: every square once, every step a move."""
    graph = Problem(problem.ground, problem.piece, forbidden=problem.forbidden).graph()
    if sorted(order) != list(range(len(graph))):
        return False
    steps = list(pairwise(order))
    if problem.closed:
        steps.append((order[-1], order[0]))
    used = {frozenset(step) for step in steps}
    forced = {frozenset(map(problem.vertex, move)) for move in problem.forced}
    return (
        all(w in graph.neighbours(v) for v, w in steps)
        and (not problem.closed or len(order) > 2)
        and forced <= used
        and all(order[n - 1] == problem.vertex(p) for p, n in problem.clues)
        and problem.start in (None, problem.place(order[0]))
        and problem.end in (None, problem.place(order[-1]))
    )


@given(boards(), pieces, st.booleans(), st.data())
def test_random_orders(board: Board, piece: Piece, closed: bool, data: st.DataObject) -> None:
    problem = Problem(board, piece, closed)
    order = data.draw(st.permutations(range(len(board))))
    claimed = Tour(board, tuple(order), piece, closed)
    expected = naive_valid(problem, order)
    assert is_tour(problem, order) == expected
    assert verify(claimed, problem).valid == expected
    assert verify(claimed).valid == expected


TRUE = [
    find_tour("5x5", start="a1"), find_tour("3x10", closed=True), find_tour("6x6", closed=True),
    find_tour("4x5 cylinder"), find_tour("4x4 torus", closed=True),
    find_tour("2x3x4", piece="king"),
]  # fmt: skip


def swapped(squares: list[Any], i: int, j: int) -> list[Any]:
    squares[i], squares[j] = squares[j], squares[i]
    return squares


MUTATIONS: dict[str, Callable[[list[Any], int, int], list[Any]]] = {
    "nothing": lambda squares, i, j: squares,
    "swap two": swapped,
    "drop one": lambda squares, i, j: squares[:i] + squares[i + 1 :],
    "repeat one": lambda squares, i, j: [*squares[:i], squares[j], *squares[i:]],
    "replace one": lambda squares, i, j: [*squares[:i], squares[j], *squares[i + 1 :]],
    "turn a part round": lambda squares, i, j: squares[:i] + squares[i:j][::-1] + squares[j:],
    "begin elsewhere": lambda squares, i, j: squares[i:] + squares[:i],
}


@given(st.sampled_from(TRUE), st.sampled_from(sorted(MUTATIONS)), st.booleans(), st.data())
def test_mutated_tours(tour: Tour, kind: str, closed: bool, data: st.DataObject) -> None:
    squares = list(tour.squares)
    index = st.integers(0, len(squares) - 1)
    changed = MUTATIONS[kind](squares, data.draw(index), data.draw(index))
    problem = Problem(tour.ground, tour.piece, closed)
    order = [problem.vertex(square) for square in changed]
    expected = naive_valid(problem, order)
    assert is_tour(problem, order) == expected
    verdict = verify(changed, problem)
    assert verdict.valid == expected
    assert (verdict.tour is not None) == expected
    if kind == "nothing":
        assert expected == (not closed or tour.closable)


@pytest.mark.parametrize("size", [(3, 4), (4, 5), (5, 5)])
def test_every_wish(size: tuple[int, int]) -> None:
    rng = random.Random(sum(size))
    graph = knight_neighbours(*size)
    board = Board(size)
    for order in islice(all_tours(graph), 0, 40, 4):
        squares = [board.square(v) for v in order]
        i = rng.randrange(len(order))
        steps = list(pairwise(squares))
        constraints: list[dict[str, Any]] = [
            {"start": rng.choice(squares)},
            {"end": rng.choice(squares)},
            {"clues": {rng.choice(squares): i + 1}},
            {"clues": {squares[i]: i + 1}},
            {"forced": [rng.choice(steps)]},
            {"forbidden": [rng.choice(steps)]},
        ]
        for constraint in constraints:
            problem = Problem(board, **constraint)
            for line in (order, order[::-1]):
                expected = naive_valid(problem, line)
                assert is_tour(problem, line) == expected
                assert verify([board.square(v) for v in line], problem).valid == expected


# -- one fault in place of many -------------------------------------------------------------


@given(st.sampled_from(["3x4", "5x5", "6x6"]), st.integers(1, 35), st.booleans())
def test_an_unfinished_tour_is_one_fault(board: str, count: int, listed: bool) -> None:
    tour = find_tour(board)
    count = min(count, len(tour) - 1)
    begun = tour.squares[:count]
    rows: list[Any] = tour.matrix()
    matrix = [[n if n <= count else "." for n in row] for row in rows]
    verdict = verify([*begun] if listed and count > 2 else matrix, board)
    single = fault(verdict, "fault-unfinished")
    assert verdict.faults == (single,)
    assert single.message.data["number"] == count
    assert single.message.data["place"] == tour.names()[count - 1]
    assert {*single.places} == {*tour.squares[count:]}
    assert len(single.places) == single.message.data["count"]


def test_an_unfinished_tour_that_is_wrong_has_its_faults() -> None:
    names = find_tour(5).names()[:6]
    assert codes(verify(names, 5)) == ["fault-unfinished"]
    constraints: list[dict[str, Any]] = [
        {"start": names[1]}, {"clues": {names[3]: 9}}, {"clues": {names[3]: 5}},
        {"forbidden": [(names[0], names[1])]}, {"end": names[5]},
    ]  # fmt: skip
    for constraint in constraints:
        assert "fault-unfinished" not in codes(verify(names, Problem(5, **constraint)))
    assert codes(verify(names, Problem(5, start=names[0], clues={names[5]: 6}))) == [
        "fault-unfinished"
    ]
    for wrong in ([*names, names[2]], [*names, "h9"], [names[0], *names[2:]]):
        assert "fault-unfinished" not in codes(verify(wrong, 5))
    assert "fault-unfinished" not in codes(verify([[1, ".", "."], [".", ".", 3]]))


@pytest.mark.slow
@given(st.data())
def test_two_exchanged_numbers_are_one_fault(data: st.DataObject) -> None:
    """The message is true: exchanging the two numbers makes a tour."""
    board = data.draw(st.sampled_from(["3x4", "4x5", "5x6"]))
    closed = board == "5x6" and data.draw(st.booleans())
    order = [*find_tour(board, closed=closed).squares]
    pairs = st.tuples(*[st.integers(0, len(order) - 1)] * 2)
    for _ in range(data.draw(st.integers(1, 2))):
        i, j = data.draw(pairs)
        order[i], order[j] = order[j], order[i]
    verdict = verify(order, board, closed=closed)
    if "fault-swapped" in codes(verdict):
        m, n = (int(str(fault(verdict, "fault-swapped").message.data[name])) for name in "mn")
        assert fault(verdict, "fault-swapped").places == (order[m - 1], order[n - 1])
        order[m - 1], order[n - 1] = order[n - 1], order[m - 1]
        assert verify(order, board, closed=closed).valid
    else:
        repairs = [
            (i, j)
            for i, j in combinations(range(len(order)), 2)
            if verify(exchanged(order, i, j), board, closed=closed)
        ]
        assert verdict or not repairs or len(verdict.faults) <= 2


def exchanged(order: list[tuple[int, ...]], i: int, j: int) -> list[tuple[int, ...]]:
    order = [*order]
    order[i], order[j] = order[j], order[i]
    return order


# -- lists and tuples ----------------------------------------------------------------------


def as_lists(value: Any) -> Any:
    return [*map(as_lists, value)] if isinstance(value, (list, tuple)) else value


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, (list, tuple)) else value


@given(st.data())
def test_lists_mean_the_same_as_tuples(data: st.DataObject) -> None:
    """Squares and matrices, right or wrong, with the board and without it."""
    rows = data.draw(st.lists(st.lists(st.integers(-1, 9), min_size=2, max_size=3), min_size=1))
    board = data.draw(st.sampled_from([None, "3x4", "5x2", "3x3x3"]))
    listed, in_tuples = (outcome_of(form(rows), board) for form in (as_lists, as_tuples))
    assert listed == in_tuples


def outcome_of(claimed: Any, board: str | None) -> object:
    try:
        return verify(claimed, board)
    except InvalidTour as error:
        return error.code


def test_zeros_are_free_squares_if_there_are_several() -> None:
    """As in exercises, and as -1 and . do; a single 0 is a number."""
    rows = [[1, 4, 7, 0], [0, 9, 2, 5], [3, 6, 0, 8]]
    dots = [[cell or "." for cell in row] for row in rows]
    assert verify(rows).faults == verify(dots).faults
    assert verify([[0, 3, 6], [5, None, 1], [2, 7, 4]], closed=True).valid


# -- what cannot be judged -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("claimed", "code"),
    [
        ([], "claim-empty"), ("", "claim-empty"), ("a1 ?!", "not-a-number-line"),
        ([1, 2, 3], "claim-unreadable"), ([[1, 2], [3]], "matrix-ragged"),
        ([[1, "x"]], "not-a-number"), ([[1, 2.5]], "not-a-number"), ([[1, True]], "not-a-number"),
        ([(0, 0), (1, 2, 3)], "matrix-ragged"), ([(0, 0), (1,)], "matrix-ragged"),
        ({(0, 0), (1, 2)}, "claim-no-order"), (frozenset(["a1", "b3"]), "claim-no-order"),
        (["a1", "?"], "name-unreadable"), ({}, "json-no-tour"), ({"tour": []}, "json-no-tour"),
        ({"tour": [[0, 0]], "board": []}, "json-board"),
        ({"tour": [[0, 0]], "board": {"shape": 3}}, "json-board"),
    ],
)  # fmt: skip
def test_bad_claims_are_refused(claimed: Any, code: str) -> None:
    with pytest.raises(InvalidTour) as caught:
        verify(claimed)
    assert caught.value.code == code


@pytest.mark.parametrize("stretch", [1, 2, 7, 35, 36, 37])
def test_a_tour_in_stretches(monkeypatch: pytest.MonkeyPatch, stretch: int) -> None:
    """Large tours are looked at piece by piece: no step, no square, no move may be lost."""
    monkeypatch.setattr(facts, "STRETCH", stretch)
    rng = random.Random(stretch)
    for closed, surface in ((True, "flat"), (False, "flat"), (True, "torus")):
        problem = Problem(6, closed=closed, surface=surface)
        tour = find_tour(problem)
        order = list(tour.order)
        assert is_tour(problem, order)
        for _ in range(60):
            wrong = order.copy()
            i, j = rng.sample(range(36), 2)
            wrong[i] = rng.choice([wrong[j], -1, 36, rng.randrange(36)])
            if rng.random() < 0.5:
                wrong[j] = order[i]
            assert is_tour(problem, wrong) == naive_valid(problem, wrong)
        board = problem.board
        used = (tour[0], tour[-1]) if closed else (tour[8], tour[9])
        assert is_tour(Problem(board, closed=closed, forced=frozenset({used})), order)
        assert not is_tour(Problem(board, closed=closed, forbidden=frozenset({used})), order)
        graph = Problem(problem.graph(), closed=closed)
        assert is_tour(graph, order)
        assert not is_tour(graph, [order[1], order[0], *order[2:]])


def test_a_long_look_takes_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "STRETCH", 4)
    problem = Problem(6)
    order = list(find_tour(problem).order)
    count = pauses_of(lambda: is_tour(problem, order, pauses=True))
    assert count == 18  # nine for the squares, nine for the steps
    assert stops(lambda: is_tour(problem, order, pauses=True))


@pytest.mark.parametrize("name", ["1x1", "1x2", "2x1", "2x2", "2x3", "3x2", "1x4", "4x1", "4x2"])
def test_squares_and_matrices_of_small_boards_are_told_apart(name: str) -> None:
    """Each tour as squares or matrix is valid, and no beginning of one, however it is written."""
    problem = Problem(name, piece="king")
    rows, columns = problem.board.shape
    for tour in iter_tours(problem, directed=True):
        squares = [*tour.squares]
        for kind in (list, tuple):
            for count in range(1, len(squares) + 1):
                claimed = [kind(square) for square in squares[:count]]
                assert verify(claimed, problem).valid == (count == len(squares))
        for first in (1, 0, 5):
            at = {square: first + i for i, square in enumerate(squares)}
            matrix = [[at[row, column] for column in range(columns)] for row in range(rows)]
            if (name, matrix) != ("1x2", [[0, 1]]):  # this is the square on the right
                assert verify(matrix, problem).valid
