"""Deductions become shorter, never longer, and remain proofs."""

import random

import pytest

from caballero import Graph, Impossible, Problem, solve
from caballero.find.proofs import deduce
from caballero.find.shorter import length, shorter
from caballero.machine.limits import Budget
from caballero.model.direction import undirected
from caballero.model.reduction import cycle_question
from caballero.proof import Deduction
from random_problems import random_clue_problem, random_problem


def lengths(seed: int, problems: int) -> tuple[int, int]:
    """The lengths of random deductions, before and after."""
    rng, seen, before, after = random.Random(seed), 0, 0, 0
    while seen < problems:
        problem = random_clue_problem(rng) if rng.random() < 0.2 else random_problem(rng)
        problem = undirected(problem)
        question = cycle_question(problem)
        found = question and deduce(problem, question, Budget())
        if question is None or not isinstance(found, Deduction):
            continue
        short = shorter(problem, question, found)
        assert isinstance(short, Deduction)
        assert short.check(problem), problem
        assert length(short) <= length(found)
        assert shorter(problem, question, found) == short
        seen, before, after = seen + 1, before + length(found), after + length(short)
    return before, after


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.nightly)])
def test_random_deductions(count: int) -> None:
    before, after = lengths(1, count)
    assert after < 0.7 * before


def test_a_cut_set_instead_of_many_forced_moves() -> None:
    """Five vertices on which six triangles hang: without steps, they fall apart."""
    edges = [(5 + 3 * i + a, 5 + 3 * i + b) for i in range(6) for a, b in ((0, 1), (1, 2), (2, 0))]
    edges += [(hub, 5 + 3 * i + hub % 3) for i in range(6) for hub in range(5)]
    outcome = solve(Graph.from_edges(edges), closed=True)
    assert isinstance(outcome, Impossible)
    assert isinstance(outcome.certificate, Deduction)
    assert outcome.certificate.kind == "cut-set"
    assert len(outcome.certificate.conclusion.vertices) == 5
    assert not outcome.certificate.steps


def test_large_graphs_are_left_alone() -> None:
    problem = Problem("90x90", piece="wazir", closed=True, forbidden=[("a1", "a2")])
    question = cycle_question(problem)
    assert question
    found = deduce(problem, question, Budget())
    assert isinstance(found, Deduction)
    assert shorter(problem, question, found) is found
