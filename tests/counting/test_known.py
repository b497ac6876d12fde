"""The published counts: their table, and that our counts agree."""

import random
from dataclasses import replace

import pytest

from caballero import Board, Graph, Problem, count_tours, known_counts
from caballero.counting import Known, agrees
from caballero.counting.known import published
from caballero.model import InvalidProblem


def everything() -> list[tuple[Problem, Known]]:
    """Every number of the table, with its problem."""
    return list(published())


def test_the_table_is_found_by_its_problems() -> None:
    table = everything()
    assert len(table) > 750
    for problem, known in table:
        assert known in known_counts(problem)
        assert known.source
        assert known.convention.text()
        assert known.value >= 0


"""The most squares of a board whose tours are counted here."""

"""The most tours that are counted one by one."""


def what(known: Known) -> tuple[object, ...]:
    return known.up_to_symmetry, known.closable, known.kinds


def test_all_corners_are_one_start() -> None:
    corners = [known_counts(Problem("5x7", "wazir", start=start)) for start in ("a1", "a5", "g5")]
    assert [[known.source for known in found] for found in corners] == [["OEIS A145156"]] * 3
    assert not known_counts(Problem("5x7", "wazir", start="b1"))


def test_the_table_does_not_contradict_itself() -> None:
    """What several sources say of one board is the same, but for those that are refuted."""
    compared = 0
    for problem, known in everything():
        for other in known_counts(problem):
            same = what(known) == what(other)
            if other is known or other.refuted or not same:
                continue
            factor = {True: 1, False: 2}
            if problem.start is not None or problem.size == 1:
                factor[False] = 1
            right = known.value if known.right is None else known.right
            assert right * factor[known.directed] == other.value * factor[other.directed]
            assert not known.refuted or known.value != known.right
            compared += 1
    assert compared > 50


def test_ragged_boards() -> None:
    """The first 34 squares of 8 rows: 4 columns and 2 squares, however they lie."""
    board = Board.from_drawing("\n".join(["....."] * 2 + ["....#"] * 6))
    turned = Board.from_drawing("\n".join(["######..", *["........"] * 4]))
    for one in (board, turned):
        (closed,) = known_counts(Problem(one, closed=True))
        (known,) = known_counts(Problem(one))
        assert (closed.value, closed.source) == (50, "OEIS A383664")
        assert (known.value, known.source) == (53_645, "OEIS A389758")
    other = Board.from_drawing("\n".join(["....#"] * 3 + ["....."] * 2 + ["....#"] * 3))
    assert known_counts(Problem(other)) == ()
    assert known_counts(Problem("8x5")) == known_counts(Problem("5x8")) != ()


def test_the_wrong_numbers() -> None:
    wrong = {
        (problem.ground.name, problem.closed): known
        for problem, known in everything()
        if known.refuted and isinstance(problem.ground, Board)
    }
    assert {key: known.value for key, known in wrong.items()} == {
        ("3x8", False): 376,
        ("3x16", False): 17_269_264,
        ("8x8", True): 33_439_123_484_294,
    }
    for known in wrong.values():
        assert known.note is not None
        assert str(known.right) in str(known.note)
    count = count_tours("3x8")
    verdicts = {known.source: agrees(count, known) for known in known_counts(count)}
    assert verdicts.pop("Kraitchik") is False
    assert len(verdicts) == 4
    assert all(verdicts.values())


def test_a_board_is_the_same_lying_on_its_side() -> None:
    assert known_counts(Problem("8x3")) == known_counts(Problem("3x8"))
    cylinder = Board((3, 4), (), (False, True))
    turned = Board((4, 3), (), (True, False))
    assert known_counts(Problem(cylinder, closed=True)) == known_counts(
        Problem(turned, closed=True)
    )
    other = Board((3, 4), (), (True, False))
    assert known_counts(Problem(other, closed=True)) == known_counts(
        Problem("4x3", closed=True, surface="cylinder")
    )
    assert known_counts(Problem(other, closed=True)) != known_counts(Problem(turned, closed=True))
    assert known_counts(Problem("3x4x2", closed=True)) != ()


def test_starts() -> None:
    (corner,) = known_counts(Problem(5, start="a1"))
    assert (corner.value, corner.directed) == (304, True)
    assert known_counts(Problem(5, end="e5")) == (corner,)
    assert known_counts(Problem(5, clues={"a5": 1})) == (corner,)
    count = count_tours(5, start="c3")
    (centre,) = known_counts(count)
    assert agrees(count, centre)
    assert agrees(count.as_directed(), centre)
    assert not agrees(replace(count, value=65), centre)
    everywhere = sum(known_counts(Problem(5, start=s))[0].value for s in Board((5, 5)))
    assert everywhere == 1728
    # A closed tour may begin anywhere.
    assert known_counts(Problem(6, start="a1", closed=True)) == known_counts(
        Problem(6, closed=True)
    )


@pytest.mark.parametrize(
    "problem",
    [
        Problem(5, start="a1", end="e5"), Problem(5, clues={"a1": 3}),
        Problem(5, forced=[("a1", "b3")]), Problem(5, forbidden=[("a1", "b3")]),
        Problem("...\n#..\n..."), Problem(5, piece="antelope"), Problem(40),
        Problem(Graph.from_edges([(0, 1)])),
    ],
)  # fmt: skip
def test_nothing_is_known(problem: Problem) -> None:
    assert known_counts(problem) == ()


def test_only_like_is_compared_with_like() -> None:
    count = count_tours("3x4")
    (first, *_) = known_counts(count)
    for other in (
        replace(count, closable=False),
        replace(count, up_to_symmetry=True),
        replace(count, problem=Problem("3x4", closed=True)),
    ):
        with pytest.raises(InvalidProblem, match="cannot be compared"):
            agrees(other, first)
        assert first not in known_counts(other)
    wrong = replace(count, value=count.value + random.Random(1).randint(1, 9))
    assert not agrees(wrong, first)
