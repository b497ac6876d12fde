import pytest
from hypothesis import given, strategies as st

from caballero import Board, CaballeroError, Graph, Piece, Problem, TooLarge
from caballero.machine.values import replace
from caballero.machine.words import number
from caballero.model import InvalidBoard, InvalidGraph, InvalidProblem, adjacency
from naive import knight_neighbours
from pausing import pauses_of, stops
from strategies import boards, drawn_problems, pieces


@given(drawn_problems())
def test_a_drawing_reads_back(problem: Problem) -> None:
    drawing = problem.to_drawing()
    again = Problem.from_drawing(drawing)
    assert again.to_drawing() == drawing
    if again.board == problem.board:
        assert again == problem


@pytest.mark.slow
@given(boards(), pieces)
def test_the_graph_agrees_with_is_move(board: Board, piece: Piece) -> None:
    problem = Problem(board, piece)
    graph = problem.graph()
    squares = list(board)
    moves = set(piece.moves(len(board.shape)))
    for v, a in enumerate(squares):
        neighbours = graph.neighbours(v)
        assert len(set(neighbours)) == len(neighbours)
        for w, b in enumerate(squares):
            reached = any(
                all(
                    (y - x - step) % side == 0 if wraps else y - x == step
                    for x, y, step, side, wraps in zip(
                        a, b, move, board.shape, board.wraps, strict=True
                    )
                )
                for move in moves
            )
            assert (w in neighbours) == (reached and v != w) == problem.is_move(a, b)


@given(st.integers(1, 9), st.integers(1, 9), st.randoms())
def test_the_quick_graph_of_a_rectangle(rows: int, columns: int, random: object) -> None:
    problem = Problem(Board((rows, columns)))
    moves = list(problem.piece.moves())
    random.shuffle(moves)  # type: ignore[attr-defined]
    graph = problem.graph(moves)
    naive = knight_neighbours(rows, columns)
    for v in range(rows * columns):
        place = divmod(v, columns)
        in_order = [
            (place[0] + r) * columns + place[1] + c
            for r, c in moves
            if 0 <= place[0] + r < rows and 0 <= place[1] + c < columns
        ]
        assert list(graph.neighbours(v)) == in_order
        assert sorted(in_order) == naive[v]


def test_forced_and_forbidden_moves_have_no_direction() -> None:
    one = Problem(8, forced=[("a1", "b3")], forbidden=[("c2", "a1")])
    two = Problem(8, forced=[("b3", "a1")], forbidden=[("a1", "c2")])
    assert one == two
    assert not one.graph().has_edge(56, 50)
    assert one.graph().has_edge(56, 41)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"start": "a1", "end": "a1"}, "start-is-end"), ({"forced": [("a1", "a2")]}, "not-a-move"),
        ({"forced": [("a1", "b3")], "forbidden": [("b3", "a1")]}, "forced-and-forbidden"),
        ({"clues": {"a1": 0}}, "clue-range"), ({"clues": {"a1": 65}}, "clue-range"),
        ({"clues": {"a1": 5, "a2": 5}}, "clue-twice"),
        ({"start": "a1", "clues": {"a2": 1}}, "clue-twice"),
        ({"start": "a1", "clues": {"a1": 2}}, "clue-two"),
        ({"end": "a1", "clues": {"a1": 63}}, "clue-two"), ({"start": "z9"}, "square-outside"),
        ({"start": (9, 9)}, "square-outside"), ({"piece": "unicorn"}, "name-unknown"),
    ],
)  # fmt: skip
def test_questions_that_make_no_sense(wanted: dict[str, object], code: str) -> None:
    with pytest.raises(CaballeroError) as caught:
        Problem(8, **wanted)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert str(caught.value)


def test_drawings_that_make_no_sense() -> None:
    for drawing, told in (
        ("S.\n.S", "drawing has S more than once"), ("Sx\n..", "means nothing"),
        ("2 2\n. .", r"two numbers|squares have number"),
    ):  # fmt: skip
        with pytest.raises(CaballeroError, match=told):
            Problem.from_drawing(drawing)


def test_graphs_as_ground() -> None:
    problem = Problem(Graph.from_edges([("x", "y"), ("y", "z")]), start="z")
    assert problem.vertex("z") == 2
    assert problem.place(0) == "x"
    assert len(problem.graph()) == 3
    with pytest.raises(InvalidProblem, match="about a graph"):
        problem.board  # noqa: B018
    with pytest.raises(CaballeroError, match="no vertex"):
        Problem(Graph.from_edges([(0, 1)]), start=2)


def test_neither_a_board_nor_a_graph() -> None:
    for wrong in (None, 8.0, object()):
        with pytest.raises(InvalidGraph, match=r'neither a board nor a graph: .*"8x8" or Board'):
            Problem(wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidBoard) as caught:
        Problem("hole.txt")
    assert "file" not in str(caught.value)  # only the command line reads one


@pytest.mark.parametrize(
    ("board", "piece", "surface"),
    [
        ("9x4", "knight", "flat"), ("3x11", "zebra", "flat"), ("4x3x5", "knight", "flat"),
        ("3x3x2x3", "king", "flat"), ("7x6", "knight", "cylinder"), ("7x5", "knight", "torus"),
        (".....\n..#..\n.....\n#....", "knight", "flat"),
    ],
)  # fmt: skip
def test_a_graph_in_pieces(
    board: str, piece: str, surface: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large graphs are written piece by piece, with pauses between them."""
    problem = Problem(board, piece=piece, surface=surface)
    expected = problem.graph()
    again, stopped = replace(problem), replace(problem)  # without the graph
    for name, value in (("PIECE", 3), ("KEPT", 10), ("WORK", 8)):
        monkeypatch.setattr(adjacency, name, value)
    assert pauses_of(again.graph) > len(problem) / 8
    assert again.graph() == expected
    assert stops(stopped.graph)


def test_kinds_of_squares_take_pauses() -> None:
    """In many dimensions there are many kinds, before the first square is written."""
    moves = Piece("knight").moves(5)
    assert pauses_of(lambda: adjacency.shared_rows((5,) * 5, moves)) > 10


def test_kinds_of_long_rows_take_no_time() -> None:
    """A side of a million has as many kinds as one of five; each row looked at all of them once."""
    moves = Piece("knight").moves(2)
    rows = adjacency.shared_rows((100_000, 3), moves)
    assert len(rows.kind) == 300_000
    assert len(rows.indptr) == 5 * 3 + 1
    assert rows.kind[:15] == adjacency.shared_rows((5, 3), moves).kind[:9] + rows.kind[9:15]


def test_too_many_moves_are_refused() -> None:
    with pytest.raises(TooLarge) as refused:
        Problem("8x8x8x8x8x8x8").graph()
    assert refused.value.code == "moves-too-many"
    assert f"at most {number(160_000_000)}" in str(refused.value)
    with pytest.raises(TooLarge, match="at most"):
        Problem(10**6).graph()
