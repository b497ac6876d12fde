"""Published counts: each number that takes but a moment is counted and compared.

``make verify-counts`` compares those that take longer, too.
"""

from functools import cache

import pytest

from caballero import Problem, count_tours
from caballero.counting import Known, agrees
from caballero.counting.known import published
from caballero.counting.sweeps.route import route
from caballero.counting.symmetric import class_counts
from caballero.machine.limits import Budget
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
