"""Proofs that there is no tour: right on all small boards, and not to be talked into others."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, strategies as st

from caballero import (
    Board,
    Found,
    GaveUp,
    Graph,
    Impossible,
    LimitReached,
    Limits,
    Piece,
    Problem,
    Stats,
    solve,
)
from caballero.proof import Exhausted, Imbalance, Theorem, TooFar, TooFew, Unreachable
from caballero.proof.certificate import Certificate, imbalance_of, too_far_of
from caballero.proof.facts import chess_colouring, component, excluded_by
from graphs import petersen
from naive import all_tours, knight_neighbours
from strategies import boards, pieces


def certificate_of(problem: Problem) -> Certificate:
    outcome = solve(problem)
    assert isinstance(outcome, Impossible)
    return outcome.certificate


# -- the theorems --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns"),
    [(m, n) for m in range(1, 6) for n in range(m, 31) if m * n <= (24 if m == 4 else 30)],
)
def test_the_theorems_are_true(rows: int, columns: int) -> None:
    for board in (Board((rows, columns)), Board((columns, rows))):
        for closed in (False, True):
            problem = Problem(board, closed=closed)
            name = excluded_by(problem)
            if name is None:
                assert isinstance(solve(problem), Found)
                continue
            assert name == ("schwenk" if closed else "cull-de-curtins")
            if not (closed and rows * columns % 2):  # colours alternate round a cycle
                graph = knight_neighbours(rows, columns)
                start = 0 if closed else None
                assert not any(all_tours(graph, closed=closed, start=start))
            few = closed and len(problem) < 3
            expected = TooFew(len(problem)) if few else Theorem(name, (rows, columns))
            assert certificate_of(problem) == expected
            assert expected.check(problem)
            assert few or f"{rows}×{columns}" in str(expected.reason)


def test_the_theorems_are_silent_about_other_questions() -> None:
    for problem in (
        Problem("4x4", piece="king"), Problem("4x4 torus"), Problem("4x4 cylinder", closed=True),
        Problem("4x4x4"), Problem(Board((4, 4), holes=((0, 0),))),
        Problem(Graph.from_edges([(0, 1)])), Problem("4x5"), Problem("1x1"),
    ):  # fmt: skip
        assert excluded_by(problem) is None
    # A start cannot help where no tour is at all.
    assert excluded_by(Problem("4x4", start="a1")) == "cull-de-curtins"


# -- the colours ---------------------------------------------------------------------------


def test_the_wrong_colour_cannot_start_or_end() -> None:
    for wanted in ({"start": "b1"}, {"end": "b1"}, {"clues": {"a1": 2}}, {"clues": {"b1": 7}}):
        problem = Problem("5x5", **wanted)
        certificate = certificate_of(problem)
        assert isinstance(certificate, Imbalance)
        assert certificate.check(problem)
        assert "wrong colour" in str(certificate.reason)
        for changed in (
            {"counts": (13, 12)}, {"counts": (14, 11)}, {"closed": True}, {"number": None},
            {"place": (4, 0), "number": 1}, {"place": None, "number": None},
        ):  # fmt: skip
            assert not replace(certificate, **changed).check(problem)
        king = Problem("5x5", piece="king", start="b1")
        for other in (Problem("5x5"), Problem("5x7"), king, Problem("5x5 torus", start="b1")):
            assert not certificate.check(other)


def test_two_given_numbers_can_contradict_each_other() -> None:
    problem = Problem("6x6", start="a1", end="c1")
    certificate = certificate_of(problem)
    assert isinstance(certificate, Imbalance)
    assert certificate.check(problem)
    assert not certificate.check(Problem("6x6", start="a1", end="b1"))
    assert not certificate.check(Problem("6x6", start="a1"))
    assert isinstance(solve(Problem("6x6", start="a1", end="b1")), Found)
    # A certificate must name a number that really is on the wrong colour.
    reachable = Problem("5x5", start="a1", clues={"b1": 3})
    accused = certificate_of(reachable)
    assert isinstance(accused, Imbalance)
    assert (accused.place, accused.number) == ((4, 1), 3)
    assert not replace(accused, place=(4, 0), number=1, name="a1").check(reachable)


def test_holes_can_upset_the_balance() -> None:
    corners = Board((6, 6), holes=((0, 0), (5, 5)))
    assert certificate_of(Problem(corners)) == Imbalance((16, 18))
    assert Imbalance((16, 18)).check(Problem(corners))
    for other in (Problem("6x6"), Problem(corners, closed=True)):
        assert not Imbalance((16, 18)).check(other)
    one = Problem(Board((6, 6), holes=((0, 0),)), closed=True)
    assert certificate_of(one) == Imbalance((17, 18), closed=True)
    for ground in (one, Problem(one.board)):
        assert not Imbalance((17, 18)).check(ground)


def colour_counts(problem: Problem) -> tuple[int, int] | None:
    colouring = chess_colouring(problem)
    return colouring and colouring.counts


def test_where_colours_say_nothing() -> None:
    for problem, counts in (
        (Problem("5x5 torus"), None), (Problem("4x5 cylinder"), None),
        (Problem("5x4 cylinder"), (10, 10)), (Problem("5x5", piece="camel"), None),
        (Problem("5x5", piece="knight+camel"), None), (Problem("3x3x3"), (13, 14)),
        (Problem(Graph.from_edges([(0, 1)])), None),
    ):  # fmt: skip
        assert colour_counts(problem) == counts
    # Leapers that keep the colour are not sent away for it.
    assert imbalance_of(Problem("5x5", piece="king", start="b1")) is None


@pytest.mark.slow
@given(boards(), pieces, st.booleans(), st.data())
def test_colours_are_counted_right(
    board: Board, piece: Piece, closed: bool, data: st.DataObject
) -> None:
    squares = data.draw(st.permutations(list(board)))
    start = squares[0] if data.draw(st.booleans()) else None
    end = squares[-1] if len(squares) > 1 and data.draw(st.booleans()) else None
    problem = Problem(board, piece, closed, start, end)
    counts = colour_counts(problem)
    if counts is None:
        return
    assert counts == tuple(sum(board.colour(s) == colour for s in board) for colour in (0, 1))
    assert all(
        sum(board.square(v)) % 2 != sum(board.square(w)) % 2 for v, w in problem.graph().edges()
    )
    certificate = imbalance_of(problem)
    # Say it once more: which colour could number 1 have?
    possible = False
    for first in (0, 1):
        odd, even = (len(board) + 1) // 2, len(board) // 2
        fits = counts == ((odd, even) if first == 0 else (even, odd))
        fits &= start is None or board.colour(start) == first
        fits &= end is None or board.colour(end) == (first + len(board) - 1) % 2
        fits &= not closed or odd == even
        possible |= fits
    assert (certificate is None) == possible
    assert certificate is None or certificate.check(problem)


# -- unreachable, too few, exhausted -------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Board((2, 4), holes=((0, 0), (0, 1), (1, 3)))),
        Problem("5x5 cylinder", piece="dabbaba+alfil"), Problem("5x5", piece="camel+fers"),
        Problem("4x4", piece="dabbaba+alfil", closed=True), Problem("1x3", piece="dabbaba"),
        Problem("3x3x2", piece="fers", closed=True),
        Problem(Graph.from_edges([("a", "b"), ("c", "d")])),
        Problem(Graph.from_edges([], ["a", "b"])),
        Problem("5x5", forbidden=[("a1", "b3"), ("a1", "c2")]),
        Problem("....\n....\n####\n####\n####\n....\n...."),
    ],
)  # fmt: skip
def test_unreachable(problem: Problem) -> None:
    certificate = certificate_of(problem)
    assert isinstance(certificate, Unreachable)
    assert certificate.check(problem)
    assert certificate.kind == "unreachable"
    said = certificate.names[certificate.alone :]
    assert all(name in str(certificate.reason) for name in said)
    origin = problem.vertex(certificate.origin)
    reached = component(problem.graph(), origin)
    for vertex in reached:
        assert not replace(certificate, place=problem.place(vertex)).check(problem)
    assert certificate.alone == (len(reached) == 1)
    assert replace(certificate, alone=False).check(problem)
    swapped = replace(
        certificate,
        alone=False,
        place=certificate.origin,
        origin=certificate.place,
        names=certificate.names[::-1],
    )
    assert swapped.check(problem)


def test_unreachable_does_not_carry_over() -> None:
    problem = Problem("5x5", piece="camel")
    certificate = certificate_of(problem)
    assert not certificate.check(Problem("5x5", piece="king"))
    assert not certificate.check(Problem("5x5 torus", piece="camel"))
    # The middle of a 3×3 board is out of a knight's reach.
    middle = Unreachable((1, 1), (0, 0), ("b2", "a3"))
    assert middle.check(Problem(3))
    assert not middle.check(Problem("3x4"))
    assert not replace(middle, alone=True).check(Problem(3))


def test_too_few() -> None:
    for problem in (
        Problem("1x1", closed=True),
        Problem("1x2", piece="wazir", closed=True),
        Problem(Graph.from_edges([(0, 1)]), closed=True),
    ):
        certificate = certificate_of(problem)
        assert certificate == TooFew(len(problem))
        assert certificate.check(problem)
        assert not TooFew(len(problem) + 1).check(problem)
        assert not certificate.check(Problem(problem.ground, problem.piece))
    assert not TooFew(9).check(Problem(3, closed=True))


def test_exhausted_has_nothing_to_check() -> None:
    problem = Problem(petersen(), closed=True)
    certificate = certificate_of(problem)
    assert isinstance(certificate, Exhausted)
    assert not certificate.check(problem)
    assert not Exhausted("frontier", 10).check(problem)
    assert str(certificate.nodes) in str(certificate.reason).replace("\N{NO-BREAK SPACE}", "")


@given(boards(), pieces, st.booleans())
def test_no_certificate_accuses_a_board_that_has_a_tour(
    board: Board, piece: Piece, closed: bool
) -> None:
    problem = Problem(board, piece, closed)
    outcome = solve(problem, limits=Limits(seconds=0.5, nodes=20_000))
    if not isinstance(outcome, Found):
        return
    assert excluded_by(problem) is None
    assert imbalance_of(problem) is None
    for place, origin in product(list(board)[:6], repeat=2):
        assert not Unreachable(place, origin, ("", "")).check(problem)
    for certificate in certificates(board):
        assert not certificate.check(problem)


def certificates(board: Board) -> Iterator[Certificate]:
    sides = (min(board.shape), max(board.shape))
    for closed in (False, True):
        for a, b in product(range(len(board) + 1), repeat=2):
            yield Imbalance((a, b), closed=closed)
            yield Imbalance((a, b), next(iter(board)), 1, closed, "?")
    for name in ("schwenk", "cull-de-curtins"):
        yield Theorem(name, sides)
    yield TooFew(len(board))
    yield Exhausted("frontier", 1)


# -- too far -------------------------------------------------------------------------------


def test_given_numbers_too_far_apart() -> None:
    problem = Problem(8, start="a1", clues={"h8": 5})
    certificate = certificate_of(problem)
    assert certificate == TooFar(((7, 0), (0, 7)), (1, 5), 4, ("a1", "h8"))
    assert certificate.check(problem)
    assert too_far_of(Problem(8, start="a1", clues={"h8": 7})) is None  # the fewest moves
    for wrong in (
        replace(certificate, places=((7, 0), (5, 1))),
        replace(certificate, places=((7, 0), (9, 9))),
        replace(certificate, numbers=(1, 4)),
        replace(certificate, moves=5),
        replace(certificate, moves=-1),
    ):
        assert not wrong.check(problem)
    assert not certificate.check(Problem(8, start="a1"))
    assert not certificate.check(Problem(8, start="a1", clues={"h8": 7}))


def test_the_ends_of_a_closed_tour_are_a_move_apart() -> None:
    problem = Problem("6x6", closed=True, start="a1", end="a2")
    certificate = certificate_of(problem)
    assert isinstance(certificate, TooFar)
    assert certificate.numbers == (36, 1)
    assert certificate.check(problem)


@pytest.mark.parametrize(
    "problem",
    [
        Problem("3x5 cylinder", piece="dabbaba"),
        Problem(8, start="a1", clues={"h8": 5}),
        Problem(5, start="b1"),
    ],
    ids=["unreachable", "too far", "colours"],
)
def test_a_certificate_with_other_names_is_refused(problem: Problem) -> None:
    """Else it would mention other squares than the checked ones."""
    outcome = solve(problem)
    assert isinstance(outcome, Impossible)
    certificate = outcome.certificate
    assert certificate.check(problem)
    assert isinstance(certificate, (Unreachable, TooFar, Imbalance))
    if isinstance(certificate, Imbalance):
        assert not replace(certificate, name="c3").check(problem)
    else:
        assert not replace(certificate, names=certificate.names[::-1]).check(problem)
        assert not replace(certificate, names=("a1",)).check(problem)  # type: ignore[arg-type]


def test_a_method_that_ends_without_an_answer_says_so() -> None:
    outcome = GaveUp("method", Stats("clues", 1234, 0.5))
    assert str(outcome).startswith("No answer: the method ended after")
    assert not outcome
    with pytest.raises(LimitReached, match="another method"):
        _ = outcome.tour


def test_one_node_is_one() -> None:
    for nodes, told in ((0, "0 nodes"), (1, "1 node"), (2, "2 nodes")):
        shown = repr(GaveUp("nodes", Stats("exact", nodes, 0.0)))
        assert shown == f"<gave up: limit of nodes, after {told}>"
