"""Symmetric tours and one tour of each class: what all tours, looked at one by one, say too."""

import random

import pytest

from caballero import (
    Board,
    Graph,
    InvalidInput,
    Problem,
    Symmetry,
    count_tours,
    iter_tours,
    symmetries,
    verify,
)
from caballero.counting.listing import sources
from caballero.counting.listing.quotient import constraint_of, symmetric_trees
from caballero.machine.limits import Budget
from caballero.machine.words import LANGUAGES
from caballero.model import InvalidProblem, Message, SymmetryClass, UnknownName
from caballero.model.symmetry import SYMMETRIES, english_name
from random_problems import random_problem

HOLED = """
. . . . .
. . # . .
. # . # .
. . # . .
. . . . ."""


def agree(problem: Problem) -> int:
    """Compare every symmetry option with all tours of a problem; count the symmetric tours."""
    tours = list(iter_tours(problem))
    kinds = {tour.order: tour.symmetry_class() for tour in tours}
    flat = len(problem.board.shape) == 2 and not any(problem.board.wraps)
    for kind in SymmetryClass if flat else ():
        given = [tour.order for tour in iter_tours(problem, symmetry=kind)]
        assert len(set(given)) == len(given)
        assert set(given) == {order for order, other in kinds.items() if other is kind}, kind
    for symmetry in symmetries(problem.board):
        given = [tour.order for tour in iter_tours(problem, symmetry=symmetry)]
        assert len(set(given)) == len(given)
        assert set(given) == {t.order for t in tours if symmetry in t.symmetries()}, symmetry.name
    return sum(kind is not SymmetryClass.ASYMMETRIC for kind in kinds.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "symmetric"),
    [
        (Problem("1x1"), 1),
        (Problem("3x4"), 4),
        (Problem("3x7"), 4),
        (Problem("3x10", closed=True), 8),
        (Problem("5x6", closed=True), 4),
        (Problem("5x5", start="a1", end="e5"), 16),
        (Problem("5x5", start="a1", end="c3"), 0),
        (Problem("3x4", start="a3", closed=True), 0),
        (Problem("2x2", piece="wazir", closed=True), 1),
        (Problem("3x3", piece="wazir"), 4),
        (Problem("4x4", piece="wazir", closed=True), 6),
        (Problem("4x4", piece="wazir", closed=True, start="a1", end="b1"), 6),
        (Problem("3x4", piece="king", closed=True), 28),
        (Problem("2x5", piece="king", closed=True), 16),
        (Problem("2x3", piece="wazir", clues={"b1": 3}), 2),
        (Problem(HOLED, closed=True), 0),
        (Problem("4x4", piece="wazir", closed=True, forced=[("b1", "c1")]), 4),
        (Problem("4x4", piece="wazir", closed=True, forced=[("b2", "c2")]), 4),
        (Problem("3x4", piece="wazir", forbidden=[("a1", "b1")]), 2),
    ],
    ids=str,
)  # fmt: skip
def test_small_boards(problem: Problem, symmetric: int) -> None:
    assert agree(problem) == symmetric


@pytest.mark.slow
def test_other_symmetries() -> None:
    """Boxes, and shifts of a torus, whose order need be no power of two."""
    assert agree(Problem("2x2x3", piece="wazir", closed=True)) > 0
    assert agree(Problem("2x4", surface="torus", piece="wazir", closed=True)) > 0
    shift = Symmetry((0, 1), (False, False), (0, 1))
    torus = Problem("2x3", surface="torus", piece="wazir", closed=True)
    tours = list(iter_tours(torus))
    kept = [tour for tour in tours if shift in tour.symmetries()]
    assert {tour.order for tour in iter_tours(torus, symmetry=shift)} == {t.order for t in kept}


@pytest.mark.slow
def test_random_problems() -> None:
    rng = random.Random(21)
    symmetric = boards = 0
    while boards < 60:
        problem = random_problem(rng)
        if not isinstance(problem.ground, Board) or any(problem.ground.wraps):
            continue
        boards += 1
        symmetric += agree(problem)
    assert symmetric > 10


def test_half_turns_of_6x6() -> None:
    """A symmetry takes what it keeps, a kind only what it is."""
    half = list(iter_tours(6, closed=True, symmetry="half-turn"))
    quarter = {tour.order for tour in iter_tours(6, closed=True, symmetry="quarter-turn")}
    direct = {tour.order for tour in iter_tours(6, closed=True, symmetry="half-turn-direct")}
    assert {tour.order for tour in half} == quarter | direct
    assert (len(half), len(quarter), len(direct)) == (78, 10, 68)
    back = iter_tours(6, closed=True, symmetry="quarter-turn-back")
    assert {tour.order for tour in back} == quarter


def test_tokens_of_no_place() -> None:
    problem = Problem(6, closed=True)
    trees = symmetric_trees(problem, constraint_of(problem, "half-turn"))
    for decisions in ([0, 500], [2, 0], [2], [100, 1], [0, 0, 0, 0, 500]):
        with pytest.raises(sources.LostError):
            sources.TreeFeed(trees, decisions=decisions)
    assert sources.TreeFeed(trees, decisions=[4]).advance(9, 9, Budget())[1] is False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (Problem("3x4"), 3), (Problem("5x5"), 112), (Problem("3x10", closed=True), 6),
        (Problem("5x6", closed=True), 3), (Problem("6x6", closed=True), 1245),
        (Problem("4x4", piece="wazir", closed=True), 2), (Problem(HOLED), 0),
    ],
    ids=str,
)  # fmt: skip
def test_classes(problem: Problem, count: int) -> None:
    tours = list(iter_tours(problem, up_to_symmetry=True))
    assert len(tours) == count == int(count_tours(problem, up_to_symmetry=True))
    assert all(tour.canonical() == tour for tour in tours[::10])
    if count < 200:
        canonical = {tour.canonical() for tour in iter_tours(problem)}
        assert set(tours) == canonical


def test_classes_of_questions() -> None:
    """With ends and wishes, only the symmetries that keep them count."""
    for wanted in (
        {"start": "a1"}, {"start": "a1", "end": "e5"}, {"start": "c3", "closed": True},
        {"forced": [("a1", "b3")]}, {"forbidden": [("a1", "b3"), ("e5", "d3")]},
        {"forbidden": [("a1", "b3")]},
    ):  # fmt: skip
        problem = Problem("5x5", **wanted)
        tours = list(iter_tours(problem, up_to_symmetry=True))
        assert len(tours) == int(count_tours(problem, up_to_symmetry=True))
        assert all(verify(tour, problem).valid for tour in tours[:20])
    clued = Problem("3x4", clues={"b1": 4})
    assert set(iter_tours(clued, up_to_symmetry=True)) == set(iter_tours(clued))
    # The half turn exchanges the squares of these clues, but not their numbers.
    clued = Problem("3x4", clues={"b1": 4, "c3": 11})
    assert set(iter_tours(clued, up_to_symmetry=True)) == set(iter_tours(clued))
    # A reflection exchanges the move between the ends with the forced one.
    exchanged = Problem("3x10", closed=True, start="a1", end="b3", forced=[("a3", "b1")])
    assert len(list(iter_tours(exchanged))) == 16
    assert len(list(iter_tours(exchanged, up_to_symmetry=True))) == 8
    assert int(count_tours(exchanged, up_to_symmetry=True)) == 8
    torus = Problem("2x3", surface="torus", piece="wazir", closed=True)
    assert set(iter_tours(torus, up_to_symmetry=True)) == {t.canonical() for t in iter_tours(torus)}


def test_none() -> None:
    listing = iter_tours(8, closed=True, symmetry="half-turn-oblique")
    assert list(listing) == []
    assert listing.finished
    assert listing.certificate is None  # there are tours, only none of this kind
    impossible = iter_tours("4x4", symmetry="half-turn")
    assert list(impossible) == []
    assert impossible.certificate is not None


@pytest.mark.parametrize("name", [*SymmetryClass, *SYMMETRIES])
def test_every_name_is_known_in_every_language(name: str) -> None:
    cells = Board("hex3")
    for language in LANGUAGES:
        text = Message(f"symmetry-{name}").text(language)
        names = {english_name(word, cells) for word in (text, text.upper().replace(" ", "-"))}
        assert names == {str(name)}


def test_refusals() -> None:
    with pytest.raises(InvalidInput) as directed:
        iter_tours(5, up_to_symmetry=True, directed=True)
    assert directed.value.code == "list-classes-directed"
    with pytest.raises(InvalidInput) as both:
        iter_tours(5, up_to_symmetry=True, symmetry="half-turn")
    assert both.value.code == "list-both-symmetries"
    with pytest.raises(UnknownName) as name:
        iter_tours(5, symmetry="half-tern")
    assert name.value.message.data["close"] == "half-turn"
    with pytest.raises(InvalidProblem) as unknown:
        iter_tours("3x4", symmetry="quarter-turn")
    assert unknown.value.code == "count-symmetry-unknown"
    assert str(unknown.value).endswith("one of identity, left-right, upside-down, half-turn.")
    with pytest.raises(InvalidProblem, match="its own symmetries have no names"):
        iter_tours("2x2x2", symmetry="half-turn")
    with pytest.raises(InvalidProblem):
        iter_tours("3x4", symmetry=Symmetry((1, 0), (False, True), (0, 0)))
    with pytest.raises(InvalidProblem) as flat:
        iter_tours("2x2x2", symmetry="asymmetric")
    assert flat.value.code == "count-kinds-flat"
    with pytest.raises(InvalidProblem) as clues:
        iter_tours(Problem("1x3", piece="wazir", clues={"b1": 2}), up_to_symmetry=True)
    assert clues.value.code == "list-classes-clues"
    square = Problem(Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)]), closed=True)
    for wanted in ({"up_to_symmetry": True}, {"symmetry": "half-turn"}):
        with pytest.raises(InvalidProblem) as board:
            iter_tours(square, **wanted)
        assert board.value.code == "needs-board"
