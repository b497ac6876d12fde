"""The notebook's board, without a browser: what it holds, checks and answers."""

import re
import subprocess
import sys
from typing import Any

import pytest
import traitlets

from caballero import Board, Graph, Impossible, Problem, find_tour, verify
from caballero.find import hints
from caballero.model import InvalidProblem, InvalidSquare
from caballero.model.board import Square
from caballero.teaching import EventKind, trace
from caballero.web.notebook import TourBoard
from caballero.web.notebook.board import (
    MOST_HINT_SQUARES,
    SHOWN_KINDS,
    front_end,
    looks,
    path_after,
)


def asks(board: TourBoard, what: Any) -> None:
    """A message as the browser sends it."""
    board._handle_custom_msg(what, [])


# -- the path ----------------------------------------------------------------------------------


def test_a_path_is_what_was_walked() -> None:
    board = TourBoard("5x5", path=["a1", (2, 1)])
    assert board.path == [[4, 0], [2, 1]]
    assert board.squares == ((4, 0), (2, 1))
    assert repr(board) == "<knight on a board 5x5, 2 of 25 squares>"
    board.undo()
    assert board.path == [[4, 0]]
    board.restart()
    assert board.path == []
    board.undo()
    assert board.path == []


@pytest.mark.parametrize(
    "path",
    [
        [[4, 0], [4, 1]],  # not a move
        [[4, 0], [2, 1], [4, 0]],  # twice
        [[9, 9]],  # outside
        [[2, 1]],  # not the start
        [[4, 0], [2, 1], [0, 0]],  # the end is not the third
        [["a", "b"]],
        ["a9"],
        [[4]],
        [None],
    ],
)
def test_a_path_that_breaks_a_rule_is_refused(path: list[Any]) -> None:
    board = TourBoard(Problem("5x5", start="a1", end="a5"))
    board.path = [[4, 0]]
    with pytest.raises((traitlets.TraitError, InvalidProblem)):
        board.path = path
    assert board.path == [[4, 0]]


def test_a_tour_is_finished_when_the_judge_says_so() -> None:
    for problem in (
        Problem("5x5", start="a1"),
        Problem("6x6", closed=True),
        Problem("4x4 torus", closed=True),
        Problem(Board((4, 4), holes=((0, 0), (1, 1))), piece="king"),
    ):
        tour = find_tour(problem)
        board = TourBoard(problem, path=tour.squares[:-1])
        assert not board.finished
        assert board.tour is None
        board.path = [*board.path, list(tour.squares[-1])]
        assert board.finished
        assert board.tour == tour
        assert verify(board.tour, problem).valid
        assert board.message == "The tour is complete."


def test_all_squares_without_the_last_move_are_no_closed_tour() -> None:
    tour = next(t for seed in range(20) if not (t := find_tour("6x6", seed=seed)).closable)
    board = TourBoard(Problem("6x6", closed=True), path=tour.squares)
    assert len(board.path) == 36
    assert not board.finished


# -- hints -------------------------------------------------------------------------------------


def test_every_next_square_is_compared() -> None:
    board = TourBoard("5x5", path=["a1", "b3"])
    message = board.compare()
    expected = hints.candidates(board.problem, board.squares, 5, 500)
    assert [candidate[0] for candidate in board.candidates] == [list(c.square) for c in expected]
    assert board.lines == [str(candidate.message) for candidate in expected]
    assert board.message == str(message)
    board.undo()
    assert board.candidates == board.lines == []
    assert board.message == ""


def test_a_suggested_move_spoils_nothing_and_has_a_reason() -> None:
    board = TourBoard("5x5", path=["a1"])
    while not board.finished:
        message = board.hint()
        assert message is not None
        assert message.message.code.startswith("next-")
        ((square, exits, good),) = board.candidates
        assert (exits, good) == (None, True)
        board.path = [*board.path, square]
    lost = TourBoard("3x4", path=["b3", "c1"], language="es")
    message = lost.hint()
    assert message is not None
    assert message.message.code == "hint-lost"
    assert lost.marks


def test_the_reader_s_language_is_the_board_s(monkeypatch: pytest.MonkeyPatch) -> None:
    assert TourBoard("3x4").language == "en"
    monkeypatch.setenv("LANGUAGE", "es")
    assert TourBoard("3x4").language == TourBoard.tracing("3x4").language == "es"
    assert TourBoard("3x4", language="en").language == "en"


def test_where_there_is_no_next_square_a_comparison_says_so() -> None:
    board = TourBoard("3x4")
    lost = TourBoard("3x3", path=["b2"], language="es")
    for compared, code in (
        (board, "hint-safe"),
        (board, "hint-done"),
        (TourBoard("3x3"), "hint-none"),
        (lost, "hint-no-next"),
    ):
        message = compared.compare()
        assert message is not None
        assert (message.message.code, compared.candidates) == (code, [])
        if code == "hint-safe":
            board.finish()
    assert lost.message == "Desde aquí no queda ningún movimiento: da un paso atrás."


def test_a_lost_game_shows_why_on_the_board() -> None:
    board = TourBoard("3x4", path=["b3", "c1"])
    message = board.can_finish()
    assert message is not None
    assert message.message.code == "hint-lost"
    rest = hints.rest_of(board.problem, board.squares)
    assert board.marks
    assert all(tuple(square) in rest.board for square, _ in board.marks)
    board.undo()
    assert board.marks == []


def test_a_reason_in_several_conclusions_is_shown_step_by_step() -> None:
    """As the page has it, and only where there are several."""
    problem = Problem(6, closed=True)
    tour = find_tour(problem, seed=3).squares
    several = 0
    for length in range(2, 18):
        for square in problem.board:
            path = [*tour[:length], square]
            if square in tour[:length] or not problem.is_move(tour[length - 1], square):
                continue
            board = TourBoard(problem, path=path, language="es")
            outcome = hints.finish(problem, path, 5, 500)
            board.can_finish()
            if not isinstance(outcome, Impossible):
                assert board.argument == []
                continue
            lines = hints.argument(problem, path, outcome.certificate)
            told = [line.message.text("es") for line in lines]
            assert [line["text"] for line in board.argument] == (told if len(told) > 1 else [])
            assert len(board.legend) == len(lines[-1].legend)
            ranges = [letters.partition("–")[::2] for letters, _ in board.legend]
            for _, mark in board.marks:
                assert any(first <= mark <= (last or first) for first, last in ranges)
            several += len(told) > 1
    assert several > 3


def test_the_rest_can_be_played_by_itself() -> None:
    board = TourBoard(Problem("6x6", closed=True), path=["a1", "b3"])
    board.finish()
    assert board.finished
    assert board.path[:2] == [[5, 0], [3, 1]]
    fresh = TourBoard("5x5")
    assert fresh.can_finish() is not None
    assert fresh.message == "From here the tour can still be finished."
    assert fresh.hint() is not None
    lost = TourBoard("3x4", path=["b3", "c1"])
    lost.finish()
    assert len(lost.path) == 2
    assert "no longer" in lost.message


def test_the_browser_asks_for_the_same() -> None:
    board = TourBoard("3x4", path=["a1"])
    asks(board, {"ask": "compare"})
    assert len(board.candidates) == 2
    asks(board, {"ask": "hint"})
    assert len(board.candidates) == 1
    asks(board, {"ask": "can-finish"})
    assert board.message.startswith("From here")
    nothing: list[Any] = [{"ask": "something"}, {}, [], None, "finish"]
    for nonsense in nothing:
        asks(board, nonsense)
    assert len(board.path) == 1
    asks(board, {"ask": "finish"})
    assert board.finished


def test_large_boards_have_no_hints() -> None:
    board = TourBoard("21x20", path=["a1"])
    assert len(board.problem) > MOST_HINT_SQUARES
    assert board.hint() is None
    assert board.compare() is None
    assert board.can_finish() is None
    assert "at most 400" in board.message


# -- searches ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["backtracking", "warnsdorff"])
def test_every_moment_is_that_of_the_search(method: str) -> None:
    problem = Problem("3x4")
    board = TourBoard.tracing(problem, method)
    reported = [e for e in trace(problem, method) if e.kind is not EventKind.TRY]
    assert len(board.events) == len(reported)
    assert not board.more
    for moment, event in enumerate(reported, start=1):
        board.moment = moment
        assert board.squares == event.path
        kind, row, column, nodes, back = board.events[moment - 1]
        assert (SHOWN_KINDS[kind], (row, column)) == (event.kind, event.square)
        assert (nodes, back) == (event.nodes, event.steps_back)
    assert board.finished
    board.moment = -3
    assert (board.moment, board.path) == (0, [])
    for _again in range(2):  # the same moment shows itself again
        board.moment = 10**6
        assert board.moment == len(reported)
        assert board.squares == reported[-1].path
        board.path = []


def test_a_long_search_is_cut() -> None:
    board = TourBoard.tracing("8x8", order="granada", count=50)
    assert len(board.events) == 50
    assert board.more
    first: Square = (0, 0)
    assert path_after(board.events[:1]) == [list(first)] == board.path


# -- what it takes, and what it sends ----------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        Problem("4x4x4"),
        Problem("1x51"),
        Problem(Board(" . .\n. .", surface="flat"), "step"),
        Problem("4x4", "wazir", waypoints=["a1", "d4"]),
        Problem("5x5", clues={"a1": 3}),
        Problem("5x5", forbidden=[("a1", "b3")]),
        Problem("5x5", forced=[("a1", "b3")]),
        Problem(Board((5, 5), surface=(True, False))),
        Problem(Graph.from_edges([(0, 1)])),
    ],
    ids=repr,
)
def test_what_cannot_be_shown_is_refused(problem: Problem) -> None:
    with pytest.raises(InvalidProblem):
        TourBoard(problem)


def test_the_problem_goes_to_the_browser() -> None:
    board = TourBoard(Problem(".#.\n...\n...", piece="2,3+king", end="a1", surface="torus"))
    assert board.problem_json == {
        "rows": 3,
        "columns": 3,
        "holes": [[0, 1]],
        "surface": "torus",
        "piece": board.problem.piece.name,
        "closed": False,
        "start": None,
        "end": [2, 0],
    }
    hexagons = TourBoard(Problem("hex2", "step")).problem_json
    assert (hexagons["grid"], hexagons["holes"]) == ("hex2", [[0, 2], [2, 2]])
    with pytest.raises(traitlets.TraitError):
        board.problem_json = {}
    with pytest.raises(traitlets.TraitError):
        board.finished = True


def test_the_front_end_is_one_module_that_fetches_nothing() -> None:
    script, style = front_end(), looks()
    assert not re.search(r"^\s*import\b|\bimport\(|\bfetch\(|@import|url\(", script + style, re.M)
    # But for the name of SVG, no address occurs.
    assert {*re.findall(r"https?://[^\"'\s]+", script + style)} == {"http://www.w3.org/2000/svg"}
    assert re.findall(r"^export", script, re.M) == ["export"]
    for part in ("class BoardView", "function neighbours", "render({ model, el })"):
        assert script.count(part) == 1
    defined = re.findall(r'^modules\["([^"]+)"\]', script, re.M)
    assert len(defined) == len({*defined}) > 8
    used = re.findall(r'= modules\["([^"]+)"\];', script)
    assert {*used} == {*defined}
    # A module comes after those that it imports.
    for name in defined:
        body = script[script.index(f'modules["{name}"] = (') :]
        body = body[: body.index("\n})();")]
        needed = re.findall(r'= modules\["([^"]+)"\];', body)
        assert all(defined.index(one) < defined.index(name) for one in needed)
    assert style.count("{") == style.count("}")


@pytest.mark.slow
def test_without_anywidget_the_extra_is_named() -> None:
    program = (
        "import sys\nsys.modules['anywidget'] = None\n"
        "from caballero import InvalidInput\n"
        "try:\n    import caballero.web.notebook\n"
        "except InvalidInput as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=True,
    )
    assert f'{sys.executable} -m pip install "caballero[notebook]".' in done.stdout


@pytest.mark.parametrize("place", [5, None, [True, False], [0.0, 1], [0, 0, 0], {}, "zz"])
def test_what_is_no_square_is_refused_in_a_sentence(place: Any) -> None:
    with pytest.raises(InvalidSquare, match="is not a square: write a name like a1"):
        TourBoard("3x4", path=[place])
    board = TourBoard("3x4")
    with pytest.raises(traitlets.TraitError, match="is not a square: write a name like a1"):
        board.path = [place]
    with pytest.raises(InvalidSquare, match="“5” is not a square"):
        TourBoard("3x4", path=5)  # type: ignore[arg-type]
