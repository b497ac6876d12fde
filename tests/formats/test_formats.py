"""Formats: our output reads back; output of others is read; errors name the place."""

import json
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from caballero import (
    Board,
    Found,
    GaveUp,
    Graph,
    InvalidInput,
    Piece,
    Problem,
    Stats,
    TooLarge,
    Tour,
    find_tour,
    solve,
    verify,
)
from caballero.formats import outcome_json, read_claim, to_matrix_text, to_moves_text
from caballero.model import texts
from caballero.proof import Claim
from caballero.render import tour_text
from seldom import each
from strategies import boards, pieces

TOUR = find_tour("3x4", start="a1")
RING = Board((3, 3), holes=((1, 1),))
RINGED = find_tour(RING, start="a1")
TOURS = [
    TOUR, RINGED, find_tour(RING, closed=True), find_tour("5x5", start="c3"),
    find_tour("6x6", closed=True), find_tour("3x4x2"),
    find_tour("2x2x2x3", piece="king", closed=True), find_tour("4x4 torus", closed=True),
    find_tour("1x1"), find_tour("12x12"),
]  # fmt: skip


def problem_of(tour: Tour) -> Problem:
    return Problem(tour.ground, tour.piece, tour.closed)


# -- what we write -------------------------------------------------------------------------


@pytest.mark.parametrize("first", [-1, 0, 1, 95])
@each("tour", TOURS)
def test_matrix(tour: Tour, first: int) -> None:
    if len(tour.board.shape) > 3 or (len(tour) == 1 and first == -1):
        return  # for the one see below; the other can be read as a square without a number
    text = to_matrix_text(tour, first)
    claim = read_claim(text)
    assert verify(claim, problem_of(tour)).tour == tour
    if tour.board.shape[0] > 1:
        assert (claim.shape, claim.holes) == (tour.board.shape, tour.board.holes)
    assert len({len(line) for line in text.split("\n") if line}) == 1  # aligned
    if len(tour.board.shape) == 2:
        assert verify(read_claim(tour_text(tour, abs(first))), problem_of(tour)).tour == tour


def test_a_matrix_in_which_minus_one_is_a_number() -> None:
    for first in (-2, -5, -11):
        assert verify(read_claim(to_matrix_text(TOUR, first)), "3x4").tour == TOUR


@each("tour", TOURS)
def test_json(tour: Tour) -> None:
    outcome = Found(tour, Stats("repair", 3, 0.25, steps_back=2))
    data = outcome_json(problem_of(tour), outcome)
    assert data["stats"] == {"method": "repair", "nodes": 3, "seconds": 0.25, "steps_back": 2}
    for indent in (None, 2):
        verdict = verify(read_claim(json.dumps(data, indent=indent)))
        assert (verdict.problem, verdict.tour) == (problem_of(tour), tour)  # it names all itself


@given(boards(), pieces, st.booleans(), st.data())
def test_any_order_reads_back(
    board: Board, piece: Piece, closed: bool, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(board))))
    tour = Tour(board, tuple(order), piece, closed)
    problem = Problem(board, piece, closed)
    written = tuple(enumerate(tour.squares, start=1))
    answer = outcome_json(problem, Found(tour, Stats("test", 1, 0.0)))
    claim = read_claim(json.dumps(answer))
    assert (claim.numbered, claim.board, claim.piece, claim.closed) == (
        written,
        board,
        piece,
        closed,
    )
    faults = verify(tour).faults
    assert verify(claim).faults == faults
    if len(board) > 1:  # one pair of numbers alone may be a matrix too
        assert verify(read_claim(to_moves_text(tour)), problem).faults == faults
    # A first side of 1 is not seen, and layers of one row read as the rows of a matrix.
    if board.shape[0] > 1 and (len(board.shape) == 2 or board.shape[-2] > 1):
        first = data.draw(st.sampled_from([0, 1, 2, 50]))
        read = read_claim(to_matrix_text(tour, first))
        assert sorted(read.numbered) == [(n + first - 1, square) for n, square in written]
        assert (read.shape, read.holes) == (board.shape, board.holes)


def test_impossible_and_gave_up() -> None:
    problem = Problem("4x4")
    data = outcome_json(problem, solve(problem))
    assert data["status"] == "impossible"
    wanted = {"kind": "theorem", "name": "cull-de-curtins", "sides": [4, 4]}
    certificate: Any = data["certificate"]
    assert certificate.items() >= wanted.items()
    labels = Graph.from_edges([(frozenset("a"), 1), (frozenset("b"), 2)])
    for one in (Problem("5x5", start="b1"), Problem("3x5", piece="dabbaba"), Problem(labels)):
        json.dumps(outcome_json(one, solve(one)))
    left = outcome_json(problem, GaveUp("nodes", Stats("repair", 9, 0.1)))
    assert (left["status"], left["limit"]) == ("gave-up", "nodes")


# -- what others print ---------------------------------------------------------------------

MATRIX = [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]
SQUARES = [(r, c) for n in range(1, 13) for r in range(3) for c in range(4) if MATRIX[r][c] == n]
NAMES = [f"{'abcd'[c]}{3 - r}" for r, c in SQUARES]


def lines(form: str, separator: str, left: str = "", right: str = "") -> str:
    rows = [left + separator.join(format(n, form) for n in row) + right for row in MATRIX]
    return "\n".join(rows) + "\n"


PRINTED = {
    "columns": lines("3", ""), "tabs at the end": lines("", "\t", right="\t"),
    "windows": lines("2", " ").replace("\n", "\r\n"), "zeros in front": lines("02", " "),
    "plus signs": lines("+", " "), "csv with quotes": lines("", '","', '"', '"'),
    "a Python list": repr(MATRIX), "Python lists, one a line": lines("", ", ", "[", "]"),
    "a list in lines": "[" + lines("", ", ", "[", "],").rstrip(",\n") + "]\n",
    "lists of strings, one a line": "\n".join(repr([f"{n:02}" for n in row]) for row in MATRIX),
    "numpy": "[" + lines("2", " ", "[", "]").rstrip("\n").replace("\n", "\n ") + "]",
    "pipes": lines("2", " | ", "| ", " |"), "rules": "-----\n" + lines("4", "") + "-----\n",
    "bars": "┌──────┐\n" + lines("2", " ", "│ ", " │") + "└──────┘\n",
    "empty lines around": "\n\n" + lines("3", "") + "\n\n",
    "json": json.dumps({"tour": SQUARES, "board": "3x4"}),
    "json without a board": json.dumps({"tour": SQUARES}),
    "json with a shape": json.dumps({"tour": SQUARES, "board": {"shape": [3, 4]}}),
    "json of names": json.dumps({"tour": NAMES, "board": "3x4"}),
    "json list, indented": json.dumps(SQUARES, indent=1), "a list of names": repr(NAMES),
    "pairs": " ".join(f"({r},{c})" for r, c in SQUARES),
    "pairs without parentheses": " ".join(f"{r},{c}" for r, c in SQUARES),
    "pairs with blanks, one a line": "\n".join(f"{r}, {c}" for r, c in SQUARES),
    "names, one a line": "\n".join(NAMES), "upper case": " ".join(NAMES).upper(),
    "names with commas": ", ".join(NAMES), "strings": repr([[*map(str, row)] for row in MATRIX]),
    "a C initializer without blanks": "{{1,4,7,10},{12,9,2,5},{3,6,11,8}};",
    "a C initializer in lines": "{\n" + lines("2", ", ", "  {", "},") + "};\n",
    "a table": "+--+--+--+--+\n" + lines("2", "|", "|", "|") + "+--+--+--+--+\n",
    "a list of pairs": repr(SQUARES), "a mark of bytes": "\ufeff" + lines("2", " "),
}  # fmt: skip


@each("name", PRINTED)
def test_what_others_print(name: str) -> None:
    for text in (PRINTED[name], PRINTED[name].encode()):
        verdict = verify(read_claim(text))
        assert verdict.tour is not None
        assert verdict.tour.squares == tuple(SQUARES)


def test_unvisited_squares_and_holes() -> None:
    claim = read_claim("1 -1 -1\n-1 -1 2\n")
    assert claim.numbered == ((1, (0, 0)), (2, (1, 2)))
    assert claim.shape == (2, 3)
    assert claim == read_claim("1 . .\n. . 2")
    assert [(f.code, len(f.places)) for f in verify(claim).faults] == [("fault-unfinished", 4)]
    claim = read_claim("1 4 7\n6 # 2\n3 8 5")
    assert claim.holes == ((1, 1),)
    assert verify(claim, closed=True).valid
    # Once, -1 may be a number like any other.
    assert verify(read_claim("-1 2 5\n4 # 0\n1 6 3")).valid
    faults = verify(read_claim("1 4 7\n6 -1 2\n3 8 5")).faults
    assert [(f.code, f.places) for f in faults] == [("fault-unfinished", ((1, 1),))]


def test_layers_of_a_box() -> None:
    claim = read_claim("1 2\n4 3\n\n8 7\n5 6\n")
    assert claim.shape == (2, 2, 2)
    assert verify(claim, piece="wazir").tour is not None


def test_a_line_of_numbers_is_a_row() -> None:
    """And not a square, which would be the tour of one square elsewhere than at 0,0."""
    claim = read_claim("0,1")
    assert (claim.shape, claim.numbered) == ((1, 2), ((0, (0, 0)), (1, (0, 1))))
    assert verify(claim, piece="wazir").valid


def test_names_of_squares_are_judged_as_their_coordinates() -> None:
    board = Board("3x4", holes=["a1"])
    numbered = tuple((n, name.upper()) for n, name in enumerate(NAMES, start=1))
    for problem in (Problem("3x4"), Problem(board)):
        squares = verify(Claim(tuple(enumerate(SQUARES, start=1))), problem)
        names = verify(Claim(numbered), problem)
        assert [f.code for f in names.faults] == [f.code for f in squares.faults]
        assert names.tour == squares.tour


# -- what cannot be read -------------------------------------------------------------------


def refused(text: str) -> str | None:
    """Judge a text; return the sentence if it cannot be read, and fail if it is not ours."""
    try:
        verify(read_claim(text))
    except InvalidInput as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("1 2 3\n4 5\n", "matrix-ragged-line", 2), ("1 2\n3 4\n5 6 7\n", "matrix-ragged-line", 3),
        ("1, 2, 3\n4, 5\n", "matrix-ragged-line", 2), ("1 2\n3 y\n", "not-a-number-line", 2),
        ("1 2\n\n3 1.5\n", "not-a-number-line", 3), ("1 2\n3 ½", "not-a-number-line", 2),
        ("1 2\n3 ٤", "not-a-number-line", 2),
        ("1 2\n3 99999999999999999999", "not-a-number-line", 2),
        ("hello world", "not-a-number-line", 1), ("a1 b3\nc5 ?\n", "name-unreadable-line", 2),
        ("a1 b3\nc5 d7 hello\n", "name-unreadable-line", 2), ("", "claim-empty", None),
        (" \n\t\n", "claim-empty", None), ("[]", "claim-none", None),
        ("-----\n-----\n", "claim-empty", None), ("1 2\0 3", "not-text", None),
        (b"\xff\xfe1\x002", "not-text", None), (b"\x89PNG\r\n\x1a\n\x00", "not-text", None),
        ("{", "json-unreadable", 1), ('{"tour":\n', "json-unreadable", 2),
        ('{"a": ' * 100_000, "json-too-much", None), ("{}", "json-no-tour", None),
        ('{"tour": 5}', "json-no-tour", None), ('{"tour": []}', "json-no-tour", None),
        ('{"tour": [[0, "x"]]}', "claim-unreadable", None),
        ('{"tour": [[0, 0], [0]]}', "claim-unreadable", None),
        ('{"tour": [[0, 0]], "board": 1.5}', "json-board", None),
        ('{"tour": [[0, 0]], "board": {"shape": [1, 1], "holes": [3]}}', "json-board", None),
        ('{"tour": [[0, 0]], "board": "8x"}', "board-unreadable", None),
        ('{"tour": [[0, 0]], "piece": "unicorn"}', "name-unknown", None),
        *((f'{{"tour": {tour}}}', "claim-unreadable", None) for tour in (
            "[null]", "[[true, false]]", '["a1", [0, 0]]', "[[0, 0], [1, 2, 3]]", "[null, []]",
        )),
    ],
)  # fmt: skip
def test_bad_text(text: str | bytes, code: str, line: int | None) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_claim(text)
    assert (caught.value.code, caught.value.message.data.get("line")) == (code, line)
    assert 0 < len(str(caught.value)) < 400


@pytest.mark.slow
@each("mark", ["[", "a", "9", "1,2,", "{", "(", "#", ".", "│", "[[1,"])
def test_a_mark_often_repeated_is_refused_or_judged(mark: str) -> None:
    """Any text gives a claim or one of our errors."""
    for many in (1, 5, 100_000):
        assert len(refused(mark * many) or "") < 500


@given(st.text(alphabet='0123456789abc,.()[]{}#-|│┌─ \n\t":ñ', max_size=40))
@example("0\x85")
@example("1\x0c2")
@example("[[0,0,0]]")
def test_any_text_is_refused_or_judged(text: str) -> None:
    refused(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=3) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@pytest.mark.slow
@given(json_values, json_values, json_values)
@example([None, []], {"shape": [2, 2], "holes": [[0]]}, None)
@example([0, [[0, 0]]], {"shape": [2, 2], "wraps": {"holes": 1}}, None)
def test_any_json_is_refused_or_judged(tour: object, board: object, piece: object) -> None:
    for data in (
        {"tour": tour, "board": board, "piece": piece},
        {"tour": [[0, 0], [1, 2]], "board": board},
        {"tour": [[0, 0]], "board": {"shape": board}},
        {"tour": [[0, 0]], "board": {"shape": [2, 2], "holes": board, "wraps": piece}},
        {"tour": [tour], "closed": board},
        tour,
    ):
        refused(json.dumps(data))


def test_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MAX_BYTES", 2**20)
    monkeypatch.setattr(texts, "MAX_LINES", 100)
    text = "1\n" * 101
    with pytest.raises(TooLarge) as caught:
        read_claim(text)
    assert caught.value.code == "text-too-many-lines"
    assert caught.value.message.data == {"count": 101, "most": 100}
    with pytest.raises(TooLarge) as caught:
        read_claim(b"1" * (2**20 + 1))
    assert caught.value.code == "text-too-long"
    assert caught.value.message.data["most"] == 1
    read_claim("1\n" * 100)
