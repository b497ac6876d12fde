"""Puzzles: what is written reads back; the grids of others are read; what is unclear is refused."""

import json

import pytest
from hypothesis import given, strategies as st

from caballero import Board, InvalidInput, Piece, Problem, is_unique, verify
from caballero.formats import (
    problem_data,
    puzzles,
    read_claim,
    read_puzzle,
    read_puzzles,
    to_grid_text,
    to_puzzle_text,
)
from caballero.model.board import SURFACES
from caballero.puzzles import explain, hint
from strategies import drawn_problems, pieces


@given(drawn_problems(), pieces, st.booleans(), st.sampled_from(SURFACES))
def test_a_puzzle_reads_back(drawn: Problem, piece: Piece, closed: bool, surface: str) -> None:
    ground = drawn.board.on(surface)
    problem = Problem(ground, piece, closed, drawn.start, drawn.end, drawn.clues)
    if len(ground.shape) > 2 and 1 in (ground.shape[0], ground.shape[-2]):
        with pytest.raises(InvalidInput, match=r"of one layer|have one row each"):
            to_puzzle_text(problem)
        return
    text = to_puzzle_text(problem)
    again = read_puzzle(text)
    assert to_puzzle_text(again) == text
    if problem.board.surface == surface:
        assert again == problem
    assert read_puzzle(text.encode()) == again


@given(
    st.lists(st.tuples(drawn_problems(), pieces, st.booleans()), min_size=1, max_size=4),
    st.sampled_from(["\n", "\n\n", "\n\n\nNumber {n}, by hand\n\n"]),
)
def test_several_puzzles_read_back(drawn: list[tuple[Problem, Piece, bool]], between: str) -> None:
    problems = [
        Problem(problem.board, piece, closed, problem.start, problem.end, problem.clues)
        for problem, piece, closed in drawn
    ]
    shown = [p for p in problems if len(p.board.shape) == 2 or 1 not in (
        p.board.shape[0], p.board.shape[-2])]  # fmt: skip
    text = "".join(between.format(n=n) + to_puzzle_text(p) for n, p in enumerate(shown, 1))
    assert not shown or read_puzzles(text) == shown
    # JSON shows every board; clues as `make` writes them, and as all other JSON does.
    whole = [
        json.dumps(
            {
                **problem_data(p),
                "clues": [[*p.board.square(p.vertex(place)), n] for place, n in p.clues],
            }
        )
        for p in problems
    ]
    assert read_puzzles("\n\n".join(whole)) == problems
    plain = [problem_data(p) for p in problems if p.clues]
    assert not plain or read_puzzles("\n".join(map(json.dumps, plain)).encode()) == [
        p for p in problems if p.clues
    ]
    assert read_puzzle(json.dumps(json.loads(whole[0]), indent=2)) == problems[0]


def test_json_shows_what_no_drawing_shows() -> None:
    board = Board((4, 4), surface=(True, False))
    problem = Problem(board, "king", forced=["a1-b2"], forbidden=["c1-c2"])
    text = json.dumps(problem_data(problem))
    assert read_puzzle(text) == problem
    assert read_puzzle(text, closed=True, surface="torus").board.surface == "torus"
    with pytest.raises(InvalidInput, match="is not a move"):
        read_puzzle(text, piece="wazir")
    with pytest.raises(InvalidInput, match="has no name"):
        to_puzzle_text(Problem(board))
    with pytest.raises(InvalidInput, match="larger than"):
        read_puzzle("." * (puzzles.MAX_BYTES + 1))


def test_one_of_several_is_not_chosen() -> None:
    several = f"king\n{DRAWING}\nwazir\n{DRAWING}"
    for read in (read_puzzle, Problem, explain):
        with pytest.raises(InvalidInput, match="has 2 puzzles, and this takes one"):
            read(several)


def test_a_heading_counts_where_the_arguments_have_their_defaults() -> None:
    """Every function that takes a drawing takes it as Caballero writes it."""
    problem = Problem("3x3", "wazir", True, clues={"a3": 1}, surface="cylinder")
    text = to_puzzle_text(problem)
    assert Problem(text) == Problem(f"\n{text}\n") == problem
    assert Problem(text, "king", surface="torus").piece.name == "king"
    assert Problem("king open\n. .\n. .", closed=True).closed
    assert Problem("2,3\n. .\n. 1").piece.name == "zebra"
    numbrix = "numbrix\n1 . 3\n. . .\n7 . 9"
    assert (
        explain(numbrix).grade == explain(Problem(numbrix.partition("\n")[2], piece="wazir")).grade
    )
    assert hint(numbrix)[0].number == 2
    assert is_unique(numbrix)
    with pytest.raises(InvalidInput, match="did you mean “king”"):
        Problem("kingg\n. .\n. .")


@given(drawn_problems(), st.sampled_from([" ", ",", ";", "\t"]))
def test_a_plain_grid_reads_back(problem: Problem, separator: str) -> None:
    if len(problem.board.shape) != 2:
        with pytest.raises(InvalidInput, match="rows and columns"):
            to_grid_text(problem)
        return
    text = to_grid_text(problem, separator)
    again = read_puzzle(text)
    assert again.board == problem.board
    assert again.numbered() == problem.numbered()


def test_grids_whose_squares_almost_all_have_numbers() -> None:
    """A puzzle with one empty square, a finished one with a hole, and one of empty squares only."""
    ring = {"a3": 1, "b3": 2, "c3": 3, "c2": 4, "c1": 5, "b1": 6, "a1": 7, "a2": 8}
    nearly = Problem("3x3", "king", clues=ring)
    assert read_puzzle("1 2 3\n8 0 4\n7 6 5", piece="king") == nearly
    assert read_puzzle(to_grid_text(nearly, ","), piece="king") == nearly
    full = Problem.from_drawing("# 2 1\n3 8 7\n4 5 6")
    for separator in (" ", ",", ";", "\t"):
        assert read_puzzle(to_grid_text(full, separator)) == full
    for text in ("0,0", "0 0"):
        assert read_puzzle(text).board.shape == (1, 2)
    assert read_puzzle("2,3\n. .\n. 1").piece.name == "zebra"


DRAWING = "1 . .\n. # .\n. . 8"


@pytest.mark.parametrize(
    ("line", "piece", "closed", "surface"),
    [
        ("hidato", "king", False, "flat"), ("Numbrix", "wazir", False, "flat"),
        ("hopido", "alfil+threeleaper", False, "flat"), ("knight closed", "knight", True, "flat"),
        ("caballo cerrado", "knight", True, "flat"), ("rey abierto", "king", False, "flat"),
        ("saltador de tres", "threeleaper", False, "flat"),
        ("closed torus 2,3", "zebra", True, "torus"), ("2,3", "zebra", False, "flat"),
        ("(2,3)", "zebra", False, "flat"), ("knight+camel", "knight+camel", False, "flat"),
        ("cerrado", "knight", True, "flat"),
    ],
)  # fmt: skip
def test_the_first_line_names_the_piece(line: str, piece: str, closed: bool, surface: str) -> None:
    problem = read_puzzle(f"{line}\n{DRAWING}")
    assert problem.board == Board.from_drawing("...\n.#.\n...", surface)
    assert (problem.piece, problem.closed) == (Piece(piece), closed)
    assert read_puzzle(f"\n\n{line}\n\n{DRAWING}\n\n") == problem


def test_a_holy_board_with_one_character_a_cell() -> None:
    packed = "  000\n  0 00\n 0000000\n000  0 0\n0 0  000\n1000000\n00 0\n   000"
    letters = packed.replace("0", "x").replace("1", "s")
    for text in (packed, letters):
        problem = read_puzzle(text)
        assert problem.board.shape == (8, 8)
        assert problem.numbered() == {1: problem.vertex((5, 0))}
        assert (0, 0) not in problem.board
        assert (0, 2) in problem.board


@pytest.mark.parametrize(
    ("text", "drawing"),
    [
        ("0,0,5\n1,-1,0", ". . 5\n1 # ."), ("0;0;5\n1;x;0\n", ". . 5\n1 # ."),
        ('"1","","3"\n"","5",""', "1 . 3\n. 5 ."), ("1\t\t3\n\t5\t", "1 . 3\n. 5 ."),
        ("1,2,\n#,x,\n", "1 2\n# ."), ("1,0,\n0,4", "1 .\n. 4"), ("1,,\n,,4", "1 . .\n. . 4"),
        ("1,2,\n3,4,5", "1 2 .\n3 4 5"), ("1 -1 3\n# 5 -1", "1 . 3\n# 5 ."),
        ("? 04 X\n? ? 1", ". 4 #\n. . 1"), ("_ . 3\n_ _ 1", ". # 3\n. . 1"),
        ("[[1, 0, 0], [None, 4, 0]]", "1 . .\n# 4 ."), ("{{1, 0}, {0, 4}}", "1 .\n. 4"),
        ("s x\nx e", "S .\n. E"),
        ("10 __ __\n   __\n__ __  1" + "\n__ __ __" * 2, "10 . .\n# . #\n. . 1\n. . .\n. . ."),
    ],
)  # fmt: skip
def test_plain_grids(text: str, drawing: str) -> None:
    assert read_puzzle(text) == Problem.from_drawing(drawing)


SQUARE = '{"board": {"shape": [2, 2]}, "piece": "king", "closed": false, "clues": [[0, 0, 1]]}'


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1 x .\n. . 4", "unclear which of “.”, “x”"), ("1,,-1\n,5,", "unclear which of “-1”, “”"),
        ("my puzzle\n1 . .", "no piece “my puzzle”"),
        ("kingg closed\n1 . .", "did you mean “king”"), ("1 . .\n2 .", "drawing has length 2"),
        ("1,2,\n,4", "drawing has length 2"), ("1 . ! .", "“!” at 0,2"), ("hidato", "empty"),
        ("", "empty"), ("1 . 1\n. . .", "Two squares have number 1"), (b"\xff\xfe1", "not text"),
        ("king\n. .\nking\n. . .\n. .", "Puzzle 2: Part 1 of the drawing has length 2"),
        ("king\n. .\n\nkingg\n. .", "did you mean “king”"),
        ("king\nwazir\n. .", "Puzzle 1: The drawing is empty"),
        ('{"board": {"shape": [2, 2]}, "closed": false}', "JSON in line 1 is no puzzle"),
        ('{"clues": []}', "JSON in line 1 is no puzzle"),
        ('{"board": "8x8", "clues": []}', "JSON in line 1 is no puzzle"),
        ('{"board": {"shape": [2, 2]}, "closed": false, "clues": [5]}', "no puzzle"),
        ('{"board": {"shape": [2, 2]}, "closed": false, "clues": [[0, 0, 5]]}', "number 5"),
        ('{"board": {"shape": [2, 2]}, "closed": false, "clues": [], "walls": "x"}', "no puzzle"),
        ('{"board": {"shape": [2, 2]}, "forbidden": 5, "walls": []}', "no puzzle"),
        (SQUARE + "\n\n{}", "JSON in line 3 is no puzzle"),
        (SQUARE + '\n{"a": 1,}', "check line 2, column 9"),
        (SQUARE + "\n" + SQUARE.replace("1]", "7]"), "Puzzle 2: .* number 7"),
        ('{"board": ' * 100_000, "nested too deeply|check line 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(text: str | bytes, error: str) -> None:
    with pytest.raises(InvalidInput, match=error):
        read_puzzle(text)


ZIP = """zip
1 . .
. # 2
3 . .
walls: b1-c1"""


def test_a_zip_is_its_waypoints_and_walls() -> None:
    problem = Problem(ZIP)
    assert problem == Problem(
        ". . .\n. # .\n. . .", "wazir", waypoints=["a3", "c2", "a1"], ends=True,
        forbidden=["b1-c1"],
    )  # fmt: skip
    assert read_puzzle(ZIP) == read_puzzle(to_puzzle_text(problem)) == problem
    data = {**problem_data(problem), "walls": [[[2, 1], [2, 2]]]}
    assert read_puzzle(json.dumps(data)) == problem
    first, second = read_puzzles(f"{ZIP.replace('walls', 'muros')}\n\n{ZIP}\nwalls: a1-b1")
    assert (first, len(second.forbidden)) == (problem, 2)
    assert to_puzzle_text(Problem("zip king closed\n1 .\n. 2")).startswith("zip king closed")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("zip\n1 . .\n. . 3", "from 1 to 2, each once: 2 is missing"),
        ("zip\n1 . .\n. . .", "two or more"), ("zip\n1 . .\n. . 2\nwalls: a1-b2", "not a move"),
    ],
)  # fmt: skip
def test_what_is_no_zip_is_named(text: str, error: str) -> None:
    for read in (Problem, read_puzzle):
        with pytest.raises(InvalidInput, match=error):
            read(text)


def test_what_no_zip_shows_is_refused() -> None:
    problem = Problem(3, "wazir", waypoints=["a1", "b2", "c3"])
    with pytest.raises(InvalidInput, match="name the ends"):
        to_puzzle_text(problem)
    for hidden in (Problem(ZIP), Problem(8, forced=["a1-b3"])):
        with pytest.raises(InvalidInput, match="no waypoints and no forced"):
            to_grid_text(hidden)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(8, forced=["a1-b3"], forbidden=["a1-c2"]),
        Problem("hex3", "step", clues={"a5": 1, "b1": 7}, forced=["a5-b5", "c3-c4"]),
        Problem("hex2", "step", closed=True, forced=["a1-b1"]),
        Problem(" . . .\n. # # .\n . . .", "step", forced=["a3-b3", "a2-a1"]),  # a honeycomb
    ],
    ids=["knight", "hexagon", "closed", "hole"],
)
def test_forced_moves_stand_below_a_drawing(problem: Problem) -> None:
    text = to_puzzle_text(problem)
    assert text.count("forced: ") == 1
    assert read_puzzle(text) == problem == Problem(text)
    assert read_puzzle(text.replace("forced", "Obligados")) == problem
    assert read_puzzle(json.dumps(problem_data(problem))) == problem


def test_a_tour_may_name_its_piece() -> None:
    claim = read_claim("rey cerrado torus\n1 2 3\n6 5 4")
    assert (claim.piece, claim.closed) == (Piece("king"), True)
    assert isinstance(claim.board, Board)
    assert claim.board.surface == "torus"
    assert verify(claim).valid
    assert read_claim("The king went:\n1 2\n3 4").piece is None
    assert read_claim("(1,2)\n(3,3)").piece is None


MARKS = [
    *".#SE017x_?,;[]\t\n '\"é²", "-1", "12", "\n\n", "knight ", "closed", "torus", "(2,3)", "None",
    "zip\n", "\nwalls: a1-a2\n", "\nforced: a1-a2\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(MARKS), max_size=14).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        problem = read_puzzle(text)
    except InvalidInput:
        return
    again = read_puzzle(to_puzzle_text(problem))
    if problem.board.shape[0] > 1:  # a first side of 1 is not shown
        assert again == problem
