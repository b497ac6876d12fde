"""Values and errors go from one process to another, and come back as they were."""

import inspect
import pickle
from collections.abc import Callable, Iterator

import pytest

import caballero
from caballero import (
    Best,
    Board,
    CaballeroError,
    GaveUp,
    Graph,
    Limits,
    Piece,
    Problem,
    Progress,
    Search,
    Stats,
    Tour,
    best_tour,
    count_tours,
    find_tour,
    iter_tours,
    known_counts,
    solve,
    structured_tour,
    symmetries,
    tour_space,
    verify,
)
from caballero.best import longest_uncrossed
from caballero.counting import strip_recurrence
from caballero.machine import errors
from caballero.puzzles import explain, is_unique, make_puzzle, text_puzzle

STAR = Graph.from_edges([("x", v) for v in "abc"])


def values() -> Iterator[object]:
    """Values of every public class that holds no work under way."""
    tour = find_tour("5x5")
    yield from (tour, tour.board, tour.piece, tour.statistics(), tour.symmetry_class())
    yield from (Problem(5, start="a1", clues={"c3": 9}), Problem(STAR, forced=[("a", "x")]))
    yield from (Limits(2.5, 7, 100), *symmetries(tour.board), STAR)
    yield Graph.from_edges([("a", "b", 0.5)], directed=True)
    best = best_tour("3x4", "turns")
    assert isinstance(best, Best)
    yield from (best, solve(5), solve(40, limits=0), longest_uncrossed(3))
    yield Progress("exact", 1, 0.5, best=best)
    yield from (solve(4), solve("3x4", start="b1", end="b2"), solve(STAR), solve("3x3"))
    for edges in ([(0, 1), (0, 2)], [(0, 2), (1, 2), (2, 3)]):
        yield solve(Graph.from_edges(edges, directed=True))
    yield from (count_tours("3x4"), known_counts(8)[0], strip_recurrence(Problem("3x4")))
    yield from (verify(tour), verify(Tour(Board(3), (0, 1, 2))), structured_tour(100))
    puzzle = make_puzzle(Problem("4x5", piece="king"))
    yield from (puzzle, is_unique("3x4"))
    yield from (text_puzzle("Salto de caballo es un arte", language="es"),)
    yield from (is_unique(puzzle.problem), explain(puzzle.problem))
    outcome = solve(5).stats
    yield from (outcome, *outcome.phases)


def test_values_come_back() -> None:
    seen = set()
    for value in values():
        back = pickle.loads(pickle.dumps(value))
        assert (type(back), back, repr(back)) == (type(value), value, repr(value))
        seen.add(type(value))
    public = {kind for kind in vars(caballero).values() if inspect.isclass(kind)}
    public |= {getattr(caballero, name) for name in caballero.__all__}
    kinds = {kind for kind in public if inspect.isclass(kind)} - seen
    space = tour_space("3x4")
    assert [*pickle.loads(pickle.dumps(space))] == [*space]
    at_work = {Search, caballero.Listing, caballero.TourSpace}
    assert {kind for kind in kinds if not issubclass(kind, CaballeroError)} == at_work


ERRORS: list[tuple[str, Callable[[], object]]] = [
    ("InvalidBoard", lambda: Board("8x")),
    ("InvalidSquare", lambda: Board(8).square(64)),
    ("InvalidVertex", lambda: STAR.label(64)),
    ("InvalidVertex", lambda: find_tour(STAR, start="y")),
    ("InvalidPiece", lambda: Piece((0, 0))),
    ("InvalidGraph", lambda: Graph.from_neighbours([[1], []])),
    ("InvalidProblem", lambda: Problem(8, start="a1", end="a1")),
    ("InvalidTour", lambda: verify([[0, "x"]])),
    ("UnknownName", lambda: find_tour(8, method="magic")),
    ("TooLarge", lambda: find_tour("10000x10000 torus")),
    ("InvalidInput", lambda: find_tour(8, closed="yes")),  # type: ignore[call-overload]
    ("NoTour", lambda: find_tour(4)),
    ("NoTour", lambda: find_tour("3x4", start="b1", end="b2")),
    ("LimitReached", lambda: find_tour("3x10", closed=True, limits=0)),
    ("LimitReached", lambda: GaveUp("method", Stats("repair", 3, 0.5)).tour),
    ("LimitReached", lambda: [*iter_tours(6, limits=Limits(nodes=50))]),
]


@pytest.mark.parametrize(("name", "work"), ERRORS)
def test_errors_come_back(name: str, work: Callable[[], object]) -> None:
    with pytest.raises(CaballeroError) as caught:
        work()
    error = caught.value
    assert type(error).__name__ == name
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (str(back), back.code, back.message) == (str(error), error.code, error.message)
    assert getattr(back, "outcome", None) == getattr(error, "outcome", None)


def test_no_error_is_left_out() -> None:
    own = {kind for kind in vars(errors).values() if inspect.isclass(kind)}
    named = {name for name, _ in ERRORS} | {"CaballeroError", "InvalidPlace"}
    assert {kind.__name__ for kind in own if issubclass(kind, CaballeroError)} == named
