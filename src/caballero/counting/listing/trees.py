"""The trees to search for the tours of a listing.

All tours form a tree; symmetric tours form some trees, on the quotient of the board
(:mod:`.quotient`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caballero.machine.kernel import Ints, Marks, array_of
from caballero.model.direction import without_clues
from caballero.model.problem import Problem
from caballero.model.reduction import cycle_question
from caballero.model.tour import Tour

from .cycles import Writer
from .sources import MARKED_BATCH, Selection, Tree, Trees, renumber

if TYPE_CHECKING:
    from .quotient import SymmetryConstraint


def search_trees(
    problem: Problem,
    constraint: SymmetryConstraint | None = None,
    *,
    classes: bool = False,
    seed: int = 0,
) -> Trees | None:
    """Return the trees of a problem without numbers inside; None if there are no such tours.

    `constraint`, or `classes` (a tour of each class), selects tours. A seed renumbers the
    vertices.
    """
    selection: Selection | None = None
    if classes or constraint is not None:
        from . import quotient

        if constraint is not None and quotient.has_quotient(problem, constraint):
            return quotient.symmetric_trees(problem, constraint)
        if constraint is not None and not constraint.cases:
            return None
        selection = quotient.selection(problem, constraint)
    plain = without_clues(problem)
    assert plain is not None
    question = cycle_question(plain)
    if question is None:
        return None
    tours = Writer(problem, question).tours
    neighbours, names = question.neighbours, None
    if seed:
        neighbours, names = renumber(neighbours, seed)

    def read(cycles: Ints, count: int) -> Iterator[Tour]:
        if names is not None:
            cycles = array_of(Marks, map(names.__getitem__, cycles))
        found = tours(cycles, count)
        return found if selection is None else selection(found)

    tree = Tree(neighbours, read)
    batch = 1 if selection is None else MARKED_BATCH
    return Trees("edges", [lambda: tree], selective=selection is not None, batch=batch)
