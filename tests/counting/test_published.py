"""Published counts: each number that takes but a moment is counted and compared.

``make verify-counts`` compares those that take longer, too.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from research.growing import growing_counts

from caballero import Board, Problem, count_tours, known_counts
from caballero.counting import Known, agrees
from caballero.counting.known import published
from caballero.counting.sweeps.halves import meet_count, meeting_places
from caballero.counting.sweeps.route import route
from caballero.counting.symmetric import class_counts
from caballero.machine.limits import Budget
from caballero.model.reduction import rows as neighbour_rows
from caballero.proof.facts import chess_colouring, excluded_by
from cli.terminal import process

# Squares, and states by `route`, up to which a number is counted here; far below a second.
MOST_SQUARES = 44
MOST_STATES = 4_000
MOST_FOR_CLASSES = 800


def soon(problem: Problem, known: Known) -> bool:
    """Whether a number is counted in a moment."""
    if problem.size < 3 or excluded_by(problem) is not None:
        return True
    if problem.size > MOST_SQUARES:
        return False
    if (colours := chess_colouring(problem)) is not None and not colours.allows(problem):
        return True
    try:
        best = route(problem, Budget())
    except OverflowError:
        return False
    most = MOST_FOR_CLASSES if known.kinds or known.up_to_symmetry else MOST_STATES
    return best is None or best.cost <= most


@cache
def chosen() -> dict[str, list[tuple[Problem, Known]]]:
    """The numbers that are counted here, by source; made by the process that counts them."""
    found: dict[str, list[tuple[Problem, Known]]] = {}
    for problem, known in published():
        if soon(problem, known):
            found.setdefault(known.source, []).append((problem, known))
    return found


@pytest.mark.slow
def test_most_are_here() -> None:
    assert sum(map(len, chosen().values())) > 400


@pytest.mark.slow
@pytest.mark.parametrize("source", sorted({known.source for _, known in published()}))
def test_ours_are_the_published_numbers(source: str) -> None:
    for problem, known in chosen().get(source, ()):
        if known.kinds:
            kinds = class_counts(problem, Budget())
            at = int(known.up_to_symmetry)  # the tours, or the classes
            total = sum(kinds[kind][at] for kind in known.kinds if kind in kinds)
            assert total == known.value, (problem, known)
            continue
        count = count_tours(problem, up_to_symmetry=known.up_to_symmetry, closable=known.closable)
        assert agrees(count, known) is not known.refuted, (problem, known)
        if not known.up_to_symmetry:
            assert agrees(count.as_directed(), known) is not known.refuted, (problem, known)
        if known.right is not None:
            assert int(count.as_directed() if known.directed else count) == known.right


@pytest.mark.slow
@pytest.mark.parametrize("squares", [30, 34])
def test_every_cut_counts_the_same(squares: int) -> None:
    """Also where a half's frontier becomes so wide, later on, that a key has several ints."""
    (problem, known), *_ = [
        (p, k) for p, k in published() if k.source == "OEIS A389758" and p.size == squares
    ]
    best = route(problem, Budget(), halves=True)
    assert best is not None
    narrow = [place for place in meeting_places(best.ordered.neighbours) if len(place.middle) < 8]
    assert len(narrow) > 5
    found = [meet_count(best.ordered.neighbours, place, Budget(), threads=1) for place in narrow]
    assert found == [known.value] * len(narrow)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "squares", "closed"),
    [
        (3, 159, True),
        (3, 150, False),
        (5, 155, True),
        pytest.param(5, 150, False, marks=pytest.mark.nightly),
        pytest.param(6, 156, True, marks=pytest.mark.nightly),
    ],
)
def test_one_sweep_counts_the_first_squares(rows: int, squares: int, closed: bool) -> None:
    """The boards of whole columns are those that others counted."""
    near = neighbour_rows(Problem((squares // rows, rows)).graph())
    compared = 0
    for size, count in enumerate(growing_counts(near, Budget(), closed=closed), 1):
        columns = -(-size // rows)
        missing = range(rows * columns - size)
        board = Board((rows, columns), [(rows - 1 - k, columns - 1) for k in missing])
        for known in known_counts(Problem(board, closed=closed)):
            if known.convention == Known(0, "", closed).convention:
                assert (known.right or known.value) == count, (size, known)
                compared += 1
    assert compared > 45


# -- the numbers that are wrong: one command shows each -----------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "wrong", "right"),
    [
        ("count 3x8 --known", "376 Kraitchik", 396),
        ("count 3x16 --known --directed", "17269264 magictour.free.fr", 17_273_760),
    ],
)
def test_a_refuted_count_is_shown(command: str, wrong: str, right: int) -> None:
    output = process(*command.split())
    assert output.status == 0
    number, *compared = output.out.splitlines()
    assert number == str(right)
    assert compared[-1] == f"{wrong} (refuted: the number is {right}): differs, ours is {right}"
    assert all("agrees" in line for line in compared[:-1])


@pytest.mark.slow
def test_refuted_counts_are_shown_before_a_long_count() -> None:
    (wrong,) = [known for known in known_counts(Problem(8, closed=True)) if known.refuted]
    assert (wrong.source, wrong.right) == ("Löbbing and Wegener 1996", 13_267_364_410_532)
    output = process(*["count", "8x8", "--closed", "--known", "--timeout", "1"])
    assert "33439123484294 Löbbing and Wegener 1996 (refuted: the number is" in output.err
    counted = process(*["count", "3x8", "--known", "--json"])
    (refuted,) = [known for known in json.loads(counted.out)["known"] if known["refuted"]]
    assert (refuted["count"], refuted["agrees"]) == ("376", False)
