"""The steps of a proof about numbers, against all tours: what one of them refutes is refused."""

import pytest

from caballero import Graph, Problem
from caballero.proof.clauses import Refused
from caballero.proof.number_clauses import NumberClauses


@pytest.mark.parametrize(
    "line",
    [
        "", "x", "1 : v", "1 : v99", ": v-1", "99 : v0", ": t9", ": r1", ": r1,99", ": r0,1",
        ": a0", ": a99", ": m0", ": g9", ": f17", ": x1", ": x0", "n 9", "n -1", "n x", "k 0",
        "k", "k 9 0", "k 0 9", "k 0 0", "k 0 1", "k 0 1 2 3", "d 1", ": c1", ": q1", ": t-1",
        ": r-1,1", ": a-1", ": b0", ": g-1", ": f-1", ": x-1", "k 0 -1", "k -1 0", "-99 :",
        "True :", ":",
    ],
)  # fmt: skip
def test_unreadable_steps_are_refused(line: str) -> None:
    proof = NumberClauses(Problem("2x2", piece="wazir", clues={"a1": 2}))
    with pytest.raises(Refused):
        proof.read(line)
    assert proof.count == 0
    assert not proof.done


def test_a_directed_graph_has_no_steps_about_edges() -> None:
    graph = Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True)
    proof = NumberClauses(Problem(graph, closed=True))
    for line in (": g0", "10 : v0"):
        with pytest.raises(Refused):
            proof.read(line)
