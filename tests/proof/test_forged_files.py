"""Proofs that a forger writes: every field of a file is hostile, and nothing false is accepted."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from caballero import InvalidInput, LimitReached, Limits, ProofVerdict, check_proof
from caballero.proof.proof_file import HEADING

Data = dict[str, Any]


def check(
    problem: Data | str, claim: Data | str, *steps: str, limits: Limits | None = None
) -> ProofVerdict:
    """Check a file of these lines; a text is a line as it is."""
    head = [line if isinstance(line, str) else json.dumps(line) for line in (problem, claim)]
    file = io.BytesIO("\n".join([HEADING, *head, *steps, ""]).encode())
    return check_proof(file, limits=limits)


def test_a_place_splits_a_directed_graph_whatever_way_its_edges_lead() -> None:
    """The path 2 0 1 exists, but from 0 and 1 no edge leads to 2."""
    split = {"type": "Split", "place": 1, "name": "1", "sizes": [1, 1], "number": 3}
    graph = {"neighbours": [[1], [], [0]], "directed": True, "closed": False, "clues": [[1, 3]]}
    assert not check(graph, {"certificate": split})
    # The path 0 1 2 is the only one, so 1 cannot be the last.
    assert check({**graph, "neighbours": [[1], [2], []]}, {"certificate": split})


def test_an_edge_has_one_cost() -> None:
    """Each tour of this complete graph costs 4, or 20; its proof claims a bound of 8."""
    graph = {"neighbours": [[1, 3, 2], [0, 2, 3], [1, 3, 0], [2, 0, 1]], "closed": True}
    once = [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 3, 1], [0, 2, 1], [1, 3, 1]]
    rest = {"best": [3, 2, 1, 0], "scale": 1, "unit": 1, "most": False}
    lines = ("p 0 0 0 0 0",)
    assert check(graph, {**rest, "costs": once}, *lines).cost == 4
    for more in (
        [[b, a, 5] for a, b, _ in once],
        [[0, 1, 5]], [[0, 1, 1]], [[1, 0, 5]], [[0, 0, 1]], [[0, 4, 1]], [[-1, 0, 1]],
    ):  # fmt: skip
        assert not check(graph, {**rest, "costs": once + more}, *lines)
    assert not check(graph, {**rest, "costs": once[1:]}, *lines)


def test_bombs_end_at_the_limits() -> None:
    """A sweep over a complete graph, and a line of a million lists."""
    complete = {"neighbours": [[w for w in range(60) if w != v] for v in range(60)], "closed": True}
    sweep = {"sweep": [*range(60)]}
    lists = '{"sweep": [' + "[]," * 1_000_000 + "[]]}"
    for claim, limits in (
        (sweep, Limits(0.5)),
        (sweep, Limits(megabytes=30)),
        (lists, Limits(megabytes=30)),
    ):
        with pytest.raises(LimitReached):
            check(complete, claim, limits=limits)


def test_a_name_that_is_there_twice_or_unknown_is_refused() -> None:
    closed = '{"board": {"shape": [4, 4]}, "closed": true, "closed": false}'
    theorem = {"certificate": {"type": "Theorem", "name": "schwenk", "sides": [4, 4]}}
    for problem, claim in (
        (closed, theorem),
        ({"board": {"shape": [4, 4]}, "closed": True}, {**theorem, "only": [0]}),
        ({"board": {"shape": [4, 4]}, "closed": True}, '{"sweep": [NaN]}'),
        ({"board": {"shape": [4, 4]}, "closed": True}, {"sweep": [True, *range(2, 16), 0]}),
    ):
        with pytest.raises(InvalidInput):
            check(problem, claim)
