"""The public interface as a caller meets it: what it takes, what it is worth, how it prints."""

import copy
import dataclasses
import importlib
import inspect
import json
import pickle
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from docs.blocks import whole

import caballero
from caballero import (
    Board,
    CaballeroError,
    Count,
    Found,
    Graph,
    Impossible,
    LimitReached,
    Limits,
    NoTour,
    Piece,
    Problem,
    Tour,
    TourSpace,
    best_tour,
    count_tours,
    find_tour,
    iter_tours,
    known_counts,
    methods,
    sample_tours,
    solve,
    symmetries,
    tour_space,
    verify,
)
from caballero.counting import strip_recurrence
from caballero.counting.engines import ENGINES
from caballero.find.methods import METHODS
from caballero.machine import values
from caballero.machine.words import rooms
from caballero.model import InvalidBoard, InvalidSquare, UnknownName
from caballero.puzzles import hint, make_puzzle
from test_rules import PUBLIC

# -- what is true ------------------------------------------------------------------------------


def test_an_outcome_is_true_if_a_tour_was_found() -> None:
    """It has what was found; anything else raises the error that says why it is not there."""
    assert verify(find_tour(5))
    assert not verify([[1, 2]])
    found, none, gave_up = solve(5), solve(4), solve("3x10", closed=True, timeout=0)
    assert [bool(outcome) for outcome in (found, none, gave_up)] == [True, False, False]
    assert (len(found.tour), none.certificate.kind) == (25, "theorem")
    for outcome, error in ((none, NoTour), (gave_up, LimitReached)):
        with pytest.raises(error) as caught:
            _ = outcome.tour
        assert caught.value.outcome is outcome  # type: ignore[attr-defined]
    for outcome, code in ((found, "tour-found"), (gave_up, "limit-reached")):
        with pytest.raises(CaballeroError) as refused:
            _ = outcome.certificate
        assert refused.value.code == code


def test_a_count_is_a_number() -> None:
    count = count_tours("3x4")
    assert isinstance(count, Count)
    assert count == 8 == int(count)
    assert 7 < count <= 8 < 9
    assert (count + 1, 1 + count, count - count, count // 3) == (9, 9, 0, 2)
    assert sum([count, count, 1]) == 17
    assert len(range(count)) == 8
    assert {8: "eight"}[count] == "eight"
    assert not count_tours(4)
    assert (str(count), f"{count:3}", json.dumps(count)) == ("8", "  8", "8")
    assert repr(count) == "<8 open knight tours, 3x4>"
    for other in (pickle.loads(pickle.dumps(count)), copy.deepcopy(count)):
        assert (other, other.problem, other.stats) == (count, count.problem, count.stats)
    with pytest.raises(AttributeError):
        count.value = 9  # type: ignore[misc]


# -- squares outside ---------------------------------------------------------------------------


@pytest.mark.parametrize("board", [Board(8), Board(8, holes=[(0, 0)]), Board("2x3x4")])
def test_no_square_outside(board: Board) -> None:
    last = board.size - 1
    assert board.index(board.square(last)) == last
    for index in (-1, last + 1, 10**30):
        with pytest.raises(InvalidSquare):
            board.square(index)
    for square in ((9, 9), (0,), (-1, 0), (0, 0, 4), ("a", 1)):
        with pytest.raises(InvalidSquare):
            board.square_name(square)  # type: ignore[arg-type]


# -- what people have --------------------------------------------------------------------------


@pytest.mark.parametrize("given", [8, "8", "8x8", (8, 8), [8, 8], np.array([8, 8]), Board(8)])
def test_boards(given: Any) -> None:
    board = Board((8, 8))
    assert Board(given) == board
    if not isinstance(given, np.ndarray):
        assert Problem(given) == Problem(board)
        assert find_tour(given) == find_tour(board)
        assert known_counts(given) == known_counts(Problem(board))
        assert symmetries(given) == symmetries(board)


def test_boards_with_holes_and_surfaces() -> None:
    assert Board(3, holes=["b2"]) == Board("...\n.#.\n...") == Board((3, 3), ((1, 1),))
    assert Board(int(np.int64(5)), surface="torus") == Board("5x5 torus") == Board(5).on("torus")
    assert Board("5x9 cylinder").wraps == (False, True)
    assert Board(8).index("a1") == 56


@pytest.mark.parametrize("wrong", [None, 8.0, True, (8,), (8, "8"), (8, True), ()])
def test_no_boards(wrong: Any) -> None:
    with pytest.raises(InvalidBoard):
        Board(wrong)


def test_problems() -> None:
    corner = Problem(Board(8), start=(7, 0))
    assert corner == Problem(8, start="a1") == Problem("8x8", start="7,0") == Problem(corner)
    assert Problem(8, clues={"a1": 1, "b3": 2}) == Problem(8, clues=[("a1", 1), ((5, 1), 2)])
    assert Problem(8, forced=[("b3", "a1")]) == Problem(8, forced={((7, 0), (5, 1))})
    assert Problem("S..\n.#.\n..E", closed=True).end == (2, 2)
    assert Problem(8).is_move("a1", "b3")
    assert Problem(8, surface="torus") == Problem("8x8 torus")
    assert Problem(8, (1, 2)) == Problem(8, "knight") == Problem(8)
    assert Piece([(1, 2)]) == Piece("knight") == Piece((2, 1)) == Piece("1,2")
    for wrong in (None, 5, [("1", 2)], ["knight"], "unicorn"):
        with pytest.raises(UnknownName, match="There is no piece"):
            Piece(wrong)  # type: ignore[arg-type]


# -- one signature -----------------------------------------------------------------------------


def test_they_read_the_same_problem() -> None:
    names = next(iter_tours("5x6", closed=True)).names()
    wanted = {"closed": True, "forced": [names[:2]], "forbidden": [("d2", "b3")], "clues": {}}
    problem = Problem("5x6", **wanted)  # type: ignore[arg-type]
    tours = set(iter_tours("5x6", **wanted))  # type: ignore[call-overload]
    assert tours == set(iter_tours(problem))
    assert count_tours("5x6", **wanted) == count_tours(problem) == len(tours) > 0  # type: ignore[arg-type]
    drawn = [find_tour("5x6", **wanted), *sample_tours(problem, 3)]  # type: ignore[call-overload]
    assert all(verify(tour, problem) for tour in drawn)


def test_no_method_in_particular() -> None:
    for function in (find_tour, lambda *a, **k: [count_tours(*a, **k)]):
        answers = [function("5x6", closed=True, method=name) for name in (None, "auto")]
        assert [*map(list, answers)] == [list(function("5x6", closed=True))] * 2
        with pytest.raises(UnknownName, match="There is no method “nonsense”"):
            function("5x6", method="nonsense")


def test_methods_are_those_of_one_task() -> None:
    with pytest.raises(UnknownName, match="There is no task “dance”"):
        methods("dance")
    for method in methods("teach"):
        with pytest.raises(UnknownName, match=f"“{method}” is a method of the lessons") as caught:
            find_tour(8, method=method)
        solver = str(caught.value.message.data["solver"]).rpartition(".")[2]
        assert solver in caballero.teaching.__all__


def test_methods_of_the_documents_are_those_of_the_table() -> None:
    assert methods() == methods("find") == tuple(METHODS)
    assert methods("count") == tuple(ENGINES)
    for document in ("en/find-or-prove.md", "es/encontrar-o-demostrar.md"):
        text = (Path(__file__).parents[2] / "docs" / document).read_text("utf-8")
        rows = re.findall(r"^\| `([a-z-]+)` \|", text, flags=re.MULTILINE)
        assert sorted(rows[rows.index("theorems") :]) == sorted(METHODS)


def test_no_seed_is_seed_0() -> None:
    functions = [
        function
        for value in [getattr(module, name) for module in PUBLIC for name in module.__all__]
        for function in (vars(value).values() if inspect.isclass(value) else [value])
        if inspect.isfunction(function)
    ]
    seeded = {f for f in functions if "seed" in inspect.signature(f).parameters}
    assert {find_tour, solve, best_tour, iter_tours, sample_tours, make_puzzle} < seeded
    assert {inspect.signature(f).parameters["seed"].default for f in seeded} == {0}
    assert find_tour(8) != find_tour(8, seed=1)


# -- sequences ---------------------------------------------------------------------------------


def test_a_tour_space_is_a_sequence() -> None:
    space = tour_space("5x5")
    assert isinstance(space, TourSpace)
    assert isinstance(space, Sequence)
    assert space[0] == space.unrank(0)
    assert space[-1] == space.unrank(863)
    assert space[1:6:2] == [space.unrank(rank) for rank in (1, 3, 5)]
    assert space[:-860] == [*space][:4]
    assert (space.index(space[7]), space.count(space[7])) == (7, 1)
    assert space[7].reversed() in space
    assert find_tour("3x4") not in space
    with pytest.raises(IndexError):
        space[864]
    with pytest.raises(ValueError, match="range"):
        space.index(space[7], 8)


def test_a_tour_is_a_sequence() -> None:
    tour = Tour.from_squares("3x4", "a3 c2 a1 b3")
    assert isinstance(tour, Sequence)
    assert tour[1:3] == ((1, 2), (2, 0))
    assert [*reversed(tour)] == [*tour][::-1]
    assert (tour.index("a1"), tour.index((2, 0)), tour.count((2, 0))) == (2, 2, 1)
    assert "a1" in tour
    assert (2, 0) in tour
    for missing in ("d3", "z9", (9, 9), 5, None):
        assert missing not in tour
    for missing in ("d3", "z9"):
        with pytest.raises(InvalidSquare):
            tour.index(missing)
    labelled = Tour(Graph.from_dict({"x": ["y"], "y": ["z"]}), (0, 1, 2))
    assert labelled[:2] == ("x", "y")
    assert "z" in labelled
    assert "w" not in labelled


# -- how they print ----------------------------------------------------------------------------

PASTED = [
    Board(8), Board("3x4x5 torus"), Board(3, holes=["b2"], surface=(True, False)),
    Piece("knight+camel"), Problem("5x6 cylinder", "zebra", closed=True),
    Problem("S . .\n. # 3\n. . E", forbidden=[("a1", "b3")]),
    Problem({"x": ["y"], "y": ["z"]}, start="x", forced=[("y", "z")]),
    Graph.from_dict({1: [2, 3], 2: [3]}), find_tour(8, closed=True),
    find_tour("3x4 torus", piece="wazir"), Limits(1.5),
]  # fmt: skip


SHORT: dict[str, Callable[[], object]] = {
    "<symmetry: half-turn>": lambda: [*symmetries("3x4")][3],
    "<symmetry: axes (0, 1, 2), flips (False, False, True), shifts (0, 0, 0)>": (
        lambda: [*symmetries("2x3x4")][1]
    ),
    "<known: 8, OEIS A169696>": lambda: known_counts("3x4")[0],
    "<fault: The list has 2 entries; the tour needs 3.>": (
        lambda: verify(["a1", "a1"], "1x3", piece="wazir").faults[0]
    ),
    "<recurrence: order 1, 2 rows>": lambda: strip_recurrence(Problem("2x3", "wazir", True)),
    "<step complete: Every place has its number.>": lambda: hint("wazir\n1 2\n4 3")[0],
}


@pytest.mark.parametrize("shown", SHORT)
def test_the_repr_of_what_is_listed_is_short(shown: str) -> None:
    assert repr(SHORT[shown]()) == shown


@pytest.mark.parametrize("value", PASTED, ids=lambda value: type(value).__name__)
def test_the_repr_of_small_values_can_be_pasted(value: object) -> None:
    names = {"Board": Board, "Piece": Piece, "Problem": Problem, "Graph": Graph, "Tour": Tour}
    assert eval(repr(value), {**names, "Limits": Limits}) == value


VALUES = {
    kind
    for name in ("caballero", *(f"caballero.{package}" for package in rooms()))
    for module in [importlib.import_module(name)]
    for kind in (getattr(module, public) for public in getattr(module, "__all__", ()))
    if isinstance(kind, type) and dataclasses.is_dataclass(kind)
}


@pytest.mark.parametrize("kind", sorted(VALUES, key=str), ids=lambda kind: kind.__name__)
def test_every_field_of_a_value_can_be_replaced(kind: type) -> None:
    """Each is an argument of the constructor, so ``dataclasses.replace`` passes it on."""
    fields = {field.name for field in dataclasses.fields(kind) if field.init}
    init = inspect.signature(kind.__init__)  # type: ignore[misc]
    assert fields <= {*init.parameters}


@pytest.mark.parametrize("value", PASTED, ids=lambda value: type(value).__name__)
def test_a_value_is_replaced_by_its_like(value: Any) -> None:
    for replace in (dataclasses.replace, values.replace, getattr(copy, "replace", values.replace)):
        assert replace(value) == value


def test_a_board_with_another_part() -> None:
    board = Board((3, 4), holes=["b2"], surface=(True, False))
    for replace in (dataclasses.replace, values.replace):
        assert replace(board, holes=()) == Board((3, 4), surface=(True, False))
        assert replace(board, wraps=(False, True)) == board.on("cylinder")
        assert replace(board, surface="torus") == board.on("torus")
        assert replace(board, shape=(5, 5)).wraps == (True, False)
        with pytest.raises(InvalidBoard):
            replace(board, shape=(2, 3, 4))


LARGE = [
    Board(20, holes=[(0, x) for x in range(20)]).on("torus"),
    Board(20, holes=[(y, x) for x in range(20) for y in range(4)]),
    Problem(20, clues={(0, x): x + 1 for x in range(20)}),
    Problem(20, clues={(y, x): 20 * y + x + 1 for x in range(20) for y in range(4)}),
    Problem("8x8").graph(), find_tour(20), solve(8), solve(4),
    solve("5x5\n".replace("5x5", "....\n....\n....\n....\n..##"), closed=True),
    solve("3x10", closed=True, limits=0), verify(find_tour(8)), verify(find_tour(20)),
    verify([[1, 2]]),
]  # fmt: skip


@pytest.mark.parametrize("value", LARGE, ids=lambda value: type(value).__name__)
def test_large_values_have_a_summary(value: object) -> None:
    assert len(repr(value)) < 300


def test_prints_for_people() -> None:
    found, impossible, gave_up = solve(5), solve(4), solve("3x10", closed=True, limits=0)
    assert isinstance(found, Found)
    assert str(found) == str(found.tour)
    assert isinstance(impossible, Impossible)
    assert str(impossible) == f"There is no such tour. {impossible.certificate}"
    assert str(impossible.certificate) == str(impossible.certificate.reason)
    assert str(gave_up).startswith("No answer within the time limit")
    assert str(verify(find_tour(5))) == "Valid: an open tour of the knight on 5x5."
    assert str(verify(["a1", "a2"], "1x2", piece="knight")).count("\n") == 2
    ring = Board(3, holes=["b2"])
    assert str(verify(find_tour(ring, closed=True))).endswith("on 3x3 without b2.")
    for value in (count_tours(ring), iter_tours(ring), tour_space(ring)):
        assert ", 3x3 without b2" in repr(value)
    assert str(Problem("5x6", closed=True)) == "closed knight tours of 5x6"
    assert str(Problem("3x3", start="a3", clues={"b1": 4})).splitlines() == [
        "open knight tours of 3x3, start a3, clues: 1",
        "",
        "S . .",
        ". . .",
        ". 4 .",
    ]


# -- shortcuts ---------------------------------------------------------------------------------


def test_tours_give_their_numbers_and_data() -> None:
    tour = find_tour("5x6", closed=True)
    assert (tour.statistics().squares, tour.statistics().closed) == (30, True)
    data = json.loads(json.dumps(tour.to_dict()))
    assert data["tour"][0] == list(tour.squares[0])
    assert verify(data).tour == tour
    line = Tour(Graph.from_dict({"x": ["y"], "y": ["z"]}), (0, 1, 2)).to_dict()
    assert line == {"vertices": 3, "edges": 2, "closed": False, "tour": ["x", "y", "z"]}


# -- the page ----------------------------------------------------------------------------------

PAGES = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["en/api.md", "es/interfaz.md"])
def test_the_page_has_an_example_of_every_name(page: str) -> None:
    text = whole(PAGES / page)
    examples = "".join(re.findall(r"^(?:>>>|\.\.\.) (?!from)([^#].*\n)", text, flags=re.MULTILINE))
    assert {name for name in caballero.__all__ if not re.search(rf"\b{name}\b", examples)} == set()
