"""Proofs that a forger writes: every field of a file is hostile, and nothing false is accepted."""

import io
import json
from itertools import pairwise
from typing import Any

import pytest

from caballero import CaballeroError, Graph, InvalidInput, LimitReached, Limits, Problem
from caballero.model.interchange import read_problem
from caballero.proof import Deduction, ProofVerdict, check_proof
from caballero.proof.cycle_clauses import CycleClauses
from caballero.proof.deduction import Step, TwoFactor, replay
from caballero.proof.one_trees import OneTrees
from caballero.proof.proof_file import HEADING
from caballero.proof.stored import TYPES, read_certificate
from pausing import pauses_of, stops
from random_problems import tours_of

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


def complete(size: int) -> Data:
    return {"neighbours": [[w for w in range(size) if w != v] for v in range(size)]}


@pytest.mark.slow
def test_bombs_end_at_the_limits() -> None:
    """A sweep over a complete graph, and a line of a million lists."""
    dense = {**complete(60), "closed": True}
    sweep = {"sweep": [*range(60)]}
    lists = '{"sweep": [' + "[]," * 1_000_000 + "[]]}"
    for claim, limits in (
        (sweep, Limits(0.5)),
        (sweep, Limits(megabytes=30)),
        (lists, Limits(megabytes=30)),
    ):
        with pytest.raises(LimitReached):
            check(dense, claim, limits=limits)


@pytest.mark.parametrize(
    ("problem", "claim", "line"),
    [
        ({**complete(100), "closed": False}, {"numbers": True}, [f"a{x}" for x in range(1, 9_999)]),
        ({**complete(100), "closed": False}, {"numbers": True}, ["n", *["5"] * 100_000]),
        (
            {**complete(3), "closed": True},
            {"steps": [], "factors": [], "edges": [[0, 1], [0, 2], [1, 2]]},
            ["v0", "p1"] * 100_000,
        ),
    ],
)
def test_a_long_line_ends_at_the_limits(problem: Data, claim: Data, line: list[str]) -> None:
    """The limits are looked at within a line, too: it is refused only without them."""
    text = " ".join(line if line[0] == "n" else [":", *line])
    with pytest.raises(LimitReached):
        check(problem, claim, text, limits=Limits(0.1))


def test_what_a_proof_is_about_can_be_stopped() -> None:
    """Each part that may take long calls the function that looks at the limits."""

    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    factor = TwoFactor(0, ((1, 3), (0, 2), (1, 3), (0, 2)), (0,) * 4, (0,) * 4)
    steps = [Step((0, 1), True, "two-left")]
    for work in (
        lambda: OneTrees(4, square, [1] * 4, [], cost=9, unit=1),
        lambda: replay([[1, 3], [0, 2], [1, 3], [0, 2]], steps, [factor]),
        lambda: CycleClauses(4, square).read(": v0"),
    ):
        assert stops(work)


def test_the_verdict_names_the_holes() -> None:
    """Not 6x6, which has closed tours: the proof is about a board with a hole."""
    board = {"shape": [6, 6], "holes": [[0, 0]]}
    claim = {"certificate": {"type": "Imbalance", "counts": [17, 18], "closed": True}}
    verdict = check({"board": board, "closed": True}, claim)
    assert verdict
    assert str(verdict) == "Accepted: there is no closed tour of the knight on 6x6 without a6."
    assert "en 6x6 sin a6" in verdict.message.text("es")
    holes = [[0, x] for x in range(13)]
    many = check({"board": {"shape": [2, 20], "holes": holes}, "closed": True}, claim)
    assert str(many.problem.board.title).endswith("k2, l2, …")


def test_a_label_cannot_hide_an_error() -> None:
    """Sequences that control a terminal, or turn a text around, are not written."""
    label = "\x1b[2K\x1b[GAccepted\x1b[8m\u202e"
    for constraint in ({"start": label}, {"clues": [[label, 7]]}):
        for labels in (["a", "b"], [label, "b"]):
            graph = {"neighbours": [[1], [0]], "labels": labels, "closed": False, **constraint}
            try:
                text = str(check(graph, {"sweep": [0, 1]}))
            except CaballeroError as error:
                text = str(error)
            assert not {"\x1b", "\u202e"} & {*text}


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


def refused(problem: Data | str, claim: Data | str, *steps: str) -> bool:
    """Return whether a file is refused, or cannot be read."""
    try:
        return not check(problem, claim, *steps)
    except CaballeroError:
        return True


K4: Data = {"neighbours": [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], "closed": True}
"""Its edges 01, 02, 03, 12, 13, 23 have numbers from 1; it has three tours, and their reverses."""

EDGES = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
RING: Data = {"neighbours": [[1], [2], [3], [0]], "directed": True, "closed": True}
PATH: Data = {**RING, "neighbours": [[1], [2], [3], []], "closed": False}
BOARD: Data = {"board": {"shape": [3, 4]}, "closed": False}


def step(a: Any, b: Any, used: Any, rule: Any) -> list[Any]:
    return [[a, b], used, rule]


FACTOR = [0, [[1, 3], [0, 2], [1, 3], [0, 2]], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_each_two_factor_looks_at_the_clock() -> None:
    """A certificate may have thousands, each as large as its graph."""
    steps = [step(0, 1, True, "two-left")]
    rest = {"steps": steps, "factors": [FACTOR] * 3, "names": ["0"]}
    conclusion = ["degree", [0], []]
    certificate = read_certificate({"type": "Deduction", "conclusion": conclusion, **rest})
    assert isinstance(certificate, Deduction)
    square = Problem(Graph.from_edges(pairwise([0, 1, 2, 3, 0])), closed=True)
    assert not certificate.check(square)
    assert pauses_of(lambda: certificate.check(square)) > 3  # at each two-factor


@pytest.mark.parametrize(
    ("steps", "factors", "edges"),
    [
        ([step(0, 1, True, "two-left")], [], EDGES),
        ([step(0, 1, False, "two-used")], [], EDGES[1:]),
        ([step(0, 1, False, "short-cycle")], [], EDGES[1:]),
        ([step(0, 1, False, "two-factor")], [], EDGES[1:]),
        ([step(0, 2, False, "two-factor")], [FACTOR], EDGES[:1] + EDGES[2:]),
        ([step(0, 2, False, "two-factor")], [[*FACTOR[:2], [1, 0, 0, 0], [0] * 4]], EDGES[1:]),
        ([step(0, 2, False, "two-factor")], [[*FACTOR[:3], [-1, 0, 0, 0]]], EDGES[1:]),
        ([step(0, 2, False, "two-factor")], [[-1, *FACTOR[1:]]], EDGES[1:]),
        ([step(-4, 1, False, "two-used")], [], EDGES[1:]),
        ([step(0, -3, False, "two-used")], [], EDGES[1:]),
        ([step(0, 1, 0, "two-used")], [], EDGES[1:]),
        ([step(False, True, False, "two-used")], [], EDGES[1:]),
        ([step(0, 1, False, "no-rule")], [], EDGES[1:]),
        ([[]], [], EDGES), ([], [[]], EDGES), ([], [FACTOR], EDGES), (None, [], EDGES),
        ([], [], EDGES[1:]), ([], [], []), ([], [], [*EDGES, [0, 1]]),
        ([], [], [*EDGES[1:], [1, 0]]),
        ([], [], [*EDGES[1:], [2, 3]]), ([], [], [*EDGES[1:], [-4, 1]]), ([], [], None),
        ([], [], [[0.0, 1], *EDGES[1:]]), ([], [], [[False, True], *EDGES[1:]]),
    ],
)  # fmt: skip
def test_deductions_before_steps(steps: Any, factors: Any, edges: Any) -> None:
    """A vertex that has lost an edge by a wrong deduction may not be a contradiction later."""
    claim = {"steps": steps, "factors": factors, "edges": edges}
    for line in (": v0", ": v0 v1 v2 v3", ":"):
        assert refused(K4, claim, line)


@pytest.mark.parametrize(
    "only",
    [
        [], [0], [0, 1, 2], [0, 1, 2, 3, 0], [0, 0, 0, 0], [0, 1, 2, -1], [0, 1, 2, 4], None, {},
        "0123", [0, 1, 2, 3.0], [False, True, 2, 3], [[0], [1], [2], [3]], [3, 2, 1, 0], 10**400,
    ],
)  # fmt: skip
def test_only_tours_that_are_none(only: Any) -> None:
    """The only tour of the path is 0 1 2 3."""
    lines = ": x1 x2", "n 0 1 2 3", ": v0 v1 v2 v3 x1"
    for line in lines:
        assert refused(PATH, {"numbers": True, "only": only}, line)


PRICES = [
    "p 0 0 0 0 0", "p -1 0 0 0 0", "p 4 0 0 0 0", "p 0 0 0 0", "p 0 0 0 0 0 0", "p",
    "p 0 9 9 9 9", "p 0 1.5 0 0 0", "p 0 nan 0 0 0", "b 0 1", "b 0 0", "b 0 -1", "b 0 4", "b",
    "b 0 1 2", "", ":", "d 1", f"p 0 {'9' * 4000} 0 0 0", f"p 0 {'9' * 5000} 0 0 0",
]  # fmt: skip
"""Lines about costs, the first one right."""

COSTS: Data = {
    "best": [0, 1, 2, 3], "costs": [[a, b, 1 if a + b != 3 else 9] for a, b in EDGES],
    "scale": 1, "unit": 1, "most": False,
}  # fmt: skip
"""Tours cost 20 if they use both edges of cost 9, as the first one does, and 4 without them."""


@pytest.mark.parametrize(
    "wrong",
    [
        {"best": [0, 1, 2]}, {"best": [0, 1, 2, -1]}, {"best": [0, 1, 1, 3]}, {"best": None},
        {"best": [False, True, 2, 3]}, {"costs": []}, {"costs": None}, {"costs": [[0, 1]]},
        {"costs": [[a, b, True] for a, b in EDGES]}, {"costs": [[a, b, 1.5] for a, b in EDGES]},
        {"costs": [[a, b, 1] for a, b in EDGES[1:]]},
        {"costs": [[a, b, 1] for a, b in [*EDGES, EDGES[0]]]},
        {"costs": [[a, b - 4, 1] for a, b in EDGES]},
        {"scale": 0}, {"scale": -1}, {"scale": True}, {"scale": 1.0}, {"scale": None},
        {"unit": 0}, {"unit": -1}, {"unit": False}, {"unit": "1"}, {"unit": 1e400},
        {"most": 0}, {"most": None}, {"most": "false"}, {"more": True}, {"numbers": True}, {},
    ],
)  # fmt: skip
def test_costs(wrong: Data) -> None:
    """The best of these tours is not the one that is said to be."""
    costs = {frozenset(row[:2]): row[2] for row in COSTS["costs"]}
    tours = [[*tour, tour[0]] for tour in tours_of(read_problem(K4))]
    of_tour = {sum(costs[frozenset(move)] for move in pairwise(tour)) for tour in tours}
    assert of_tour == {4, 20}
    for more in ({}, {"most": True}):
        best = [0, 1, 2, 3] if not more else [0, 1, 3, 2]
        claim = {**COSTS, "best": best, **more, **wrong}
        for line in PRICES:
            assert refused(K4, claim, line)
            assert refused(K4, claim, line, PRICES[0])


def test_costs_that_cannot_be_written() -> None:
    """A sum of costs that has more digits than Python writes."""
    costs = ",".join(f"[{a},{b},{'9' * 4300}]" for a, b in EDGES)
    line = f'{{"best":[0,1,2,3],"costs":[{costs}],"scale":1,"unit":1,"most":false}}'
    assert str(check(K4, line, "p 0 0 0 0 0")).startswith("Refused: line 3")


def certificate(kind: str, **fields: Any) -> Data:
    return {"certificate": {"type": kind, **fields}}


HOSTILE: list[Any] = [
    None, True, -1, 0.5, 1e400, 10**400, "", "0", [], [[]], {}, [0, -1], [True, False], [1e400],
]  # fmt: skip

FIELDS: dict[str, Data] = {
    "Bottleneck": {"places": [0], "names": ["0"], "parts": 2, "onward": True, "closed": True},
    "Crowded": {"places": [0, 1], "names": ["0", "1"], "others": 1, "onward": True},
    "Deduction": {
        "conclusion": ["degree", [0], []], "steps": [], "factors": [], "names": ["0"],
        "pieces": 0, "side": "",
    },
    "Imbalance": {
        "counts": [2, 2], "place": None, "number": None, "closed": True, "name": "", "graph": True,
    },
    "Split": {"place": 0, "name": "0", "sizes": [1, 2], "number": None},
    "Theorem": {"name": "schwenk", "sides": [3, 4]},
    "TooFar": {"places": [0, 1], "numbers": [1, 2], "moves": 1, "names": ["0", "1"]},
    "TooFew": {"count": 4, "directed": False},
    "Unreachable": {"place": 0, "origin": 1, "names": ["0", "1"], "alone": False, "both": False},
    "Exhausted": {"method": "backtracking", "nodes": 9},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", FIELDS)
def test_certificates(kind: str) -> None:
    """About four problems that have tours, each field with a hostile value."""
    assert {*FIELDS} - {"Exhausted"} == {*TYPES}
    for problem in (K4, RING, PATH, BOARD, {**K4, "clues": [[1, 2]]}, {**PATH, "start": 0}):
        assert any(tours_of(read_problem(problem)))
        assert refused(problem, certificate(kind, **FIELDS[kind]))
        for field in (*FIELDS[kind], "type", "unknown"):
            for value in HOSTILE:
                assert refused(problem, certificate(kind, **{**FIELDS[kind], field: value})), field
    for line in ('{"certificate": %s}' % (many * 900 + "]" * 900) for many in ("[", "[0,")):
        assert refused(K4, line)


@pytest.mark.parametrize("order", [*HOSTILE, [0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 2, 3, 3], [0] * 4])
def test_sweeps(order: Any) -> None:
    for problem in (K4, {**K4, "closed": False}, RING, PATH, BOARD):
        assert refused(problem, {"sweep": order})


def test_a_sweep_that_is_too_wide_is_no_wrong_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caballero.proof.sweep.MOST_STATES", 1)
    verdict = check({"neighbours": K4["neighbours"], "closed": True}, {"sweep": [0, 1, 2, 3]})
    assert not verdict
    assert str(verdict).startswith("Refused: the sweep in line 3 has more than")


@pytest.mark.parametrize(
    ("problem", "claim"),
    [
        ({**K4, "tours": 0}, {"sweep": [0, 1, 2, 3]}),
        ({**K4, "clue": [[0, 1]]}, {"sweep": [0, 1, 2, 3]}),
        ({**K4, "board": {"shape": [4, 4]}}, {"sweep": [0, 1, 2, 3]}),
        ({**BOARD, "directed": True}, certificate("Theorem", name="schwenk", sides=[3, 4])),
        ({**BOARD, "board": {"shape": [4, 4], "wrap": [True, True]}},
         certificate("Theorem", name="cull-de-curtins", sides=[4, 4])),
        ({**BOARD, "board": {"shape": [4, 4], "wraps": [True, True], "surface": "plane"}},
         certificate("Theorem", name="cull-de-curtins", sides=[4, 4])),
        ({"board": {"shape": [4, 4], "rows": [[0, 4]] * 4}, "closed": True},
         certificate("Theorem", name="schwenk", sides=[4, 4])),
        ({"board": {"shape": [5, 5], "grid": "hex3", "rows": [[0, 5]] * 5}, "piece": "step",
          "closed": True}, {"sweep": [*range(19)]}),
        # The end of a name that is too long is no reason to check another piece.
        ({"board": {"shape": [3, 4]}, "piece": f"knight{' ' * 100_000}+wazir", "closed": True},
         certificate("Theorem", name="schwenk", sides=[3, 4])),
        ({"board": {"shape": [3, 4]}, "piece": None, "closed": True},
         certificate("Theorem", name="schwenk", sides=[3, 4])),
    ],
)  # fmt: skip
def test_problems_are_read_as_they_are(problem: Data, claim: Data) -> None:
    with pytest.raises(InvalidInput):
        check(problem, claim)


@pytest.mark.parametrize(
    "problem",
    [
        {"neighbours": [[1], []], "closed": False}, {"neighbours": [[0, 1], [0]], "closed": False},
        {"neighbours": [[1, 1], [0, 0]], "closed": False},
        {"neighbours": [[-1], [0]], "closed": False},
        {"neighbours": [[1], [0]], "closed": 0}, {"neighbours": [[1], [0]], "closed": None},
        {"neighbours": [[True], [0]], "closed": False},
        {"neighbours": [[1.0], [0]], "closed": False},
        {**K4, "clues": [[0, 1], [1, 1]]}, {**K4, "clues": [[0, 1], [0, 2]]},
        {**K4, "clues": [[0, 0]]}, {**K4, "clues": [[0, -1]]}, {**K4, "clues": [[0, 5]]},
        {**K4, "clues": [[0, True]]}, {**K4, "clues": [[0, 1.0]]}, {**K4, "clues": [[-1, 1]]},
        {**K4, "start": -1}, {**K4, "start": True}, {**K4, "start": 0.0}, {**K4, "start": None},
        {**K4, "forced": [[0, 0]]}, {**K4, "forced": [[0, -1]]}, {**K4, "forced": [[0]]},
        {**K4, "forced": [[0, 1]], "forbidden": [[1, 0]]}, {**K4, "labels": [0, 1, 2, 2]},
        {**K4, "labels": ["a"]}, {**K4, "directed": 1}, {"closed": True}, {},
    ],
)  # fmt: skip
def test_what_is_no_problem(problem: Data) -> None:
    with pytest.raises(InvalidInput):
        check(problem, {"sweep": [0, 1, 2, 3]})
