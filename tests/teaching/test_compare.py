"""The comparison and how it is shown."""

import json
import re
from typing import Any

import pytest

from caballero import Limits, Problem, Progress, Stats, methods
from caballero.find.kernels import backtracking as kernel
from caballero.machine.words import number
from caballero.model import InvalidProblem, UnknownName
from caballero.teaching import (
    ORDERS,
    STRATEGIES,
    TIES,
    Contender,
    Estimate,
    Row,
    compare,
    contenders,
    estimate,
    rows_cells,
    rows_chart,
    rows_json,
    rows_table,
)
from caballero.teaching.pictures.chart import estimate_text
from seldom import each

FIVE = Problem(5, start="0,0")


def names(*args: Any) -> list[str]:
    return [contender.name for contender in contenders(*args)]


def test_contenders() -> None:
    assert len(contenders()) == len(ORDERS) + len(TIES)
    assert names(["naive"], ["puc"]) == ["naive puc"]
    assert names(["warnsdorff"], ["puc"], ["roth", "order"]) == [
        "warnsdorff roth",
        "warnsdorff order",
    ]
    assert names(["warnsdorff-backtracking"], [], ["roth"]) == ["warnsdorff-backtracking roth"]
    assert names(["backtracking"]) == [f"backtracking {order}" for order in ORDERS]
    assert len(contenders(methods("teach"))) == 2 * len(ORDERS) + 2 * len(TIES) + len(STRATEGIES)
    with pytest.raises(UnknownName) as caught:
        contenders(["backtrackin"])
    assert caught.value.message.data["close"] == "backtracking"
    with pytest.raises(UnknownName):
        Contender("nope").solve(FIVE)
    with pytest.raises(UnknownName):
        list(compare([FIVE], [Contender("backtracking", "nope")]))


@pytest.mark.parametrize(
    ("problem", "orders"),
    [
        (FIVE, list(ORDERS)),
        (Problem(6, piece="1,2"), list(ORDERS)),
        (Problem(6, piece="zebra"), [None]),
        (Problem("3x4x4"), [None]),
    ],
)
def test_default_orders_fit(problem: Problem, orders: list[str | None]) -> None:
    field = contenders(["backtracking"], problem=problem)
    assert [contender.order for contender in field] == orders
    limits = Limits(nodes=100)
    assert len(list(compare([problem], field, limits=limits))) == len(orders)
    assert [one.order for one in contenders(["naive"], ["puc"], problem=problem)] == ["puc"]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    problems = [FIVE, Problem("3x3", start="0,0"), Problem("4x5", start="b2")]
    field = contenders(["backtracking", "warnsdorff", "warnsdorff-backtracking"], ["puc"])
    return list(compare(problems, field, limits=Limits(nodes=200_000)))


def test_rows(rows: list[Row]) -> None:
    assert len(rows) == 3 * (1 + 2 * len(TIES))
    assert [row.problem for row in rows] == sorted(
        (row.problem for row in rows), key=[FIVE, rows[11].problem, rows[22].problem].index
    )
    first = rows[0]
    assert (first.contender.name, first.result) == ("backtracking puc", "found")
    assert (first.stats.nodes, first.stats.steps_back) == (41, 16)
    assert first.bound == 8**25
    for row in rows:
        assert row.result in {"found", "impossible", "gave-up", "failed"}
        assert (row.result == "failed") <= (row.contender.method == "warnsdorff")
        if row.problem.board.shape == (3, 3):
            assert row.result in {"impossible", "failed"}
        if row.contender.method == "warnsdorff-backtracking":
            assert row.result in {"found", "impossible"}
    assert {row.result for row in rows} == {"found", "impossible", "failed"}


def test_limits_are_for_each_run() -> None:
    events: list[Progress] = []
    rows = list(
        compare(
            [Problem(8, start="a8")],
            contenders(["backtracking", "warnsdorff"], ["trekhleb", "geeksforgeeks"], ["roth"]),
            limits=Limits(nodes=30_000),
            callback=events.append,
        )
    )
    assert [row.result for row in rows] == ["gave-up", "gave-up", "found"]
    assert all(row.stats.nodes <= 30_001 for row in rows)


def test_json(rows: list[Row]) -> None:
    data: Any = json.loads(json.dumps(rows_json(rows)))
    assert data["caballero"] == 1
    assert len(data["rows"]) == len(rows)
    assert [cells[5] for cells in rows_cells(rows)[1:]] == [str(row.stats.nodes) for row in rows]
    for shown, row in zip(data["rows"], rows, strict=True):
        assert shown["method"] == row.contender.method
        assert (shown["order"], shown["tie"]) == (row.contender.order, row.contender.tie)
        assert shown["status"] == row.result
        assert shown["stats"]["nodes"] == row.stats.nodes
        assert int(shown["bound"]) == row.bound
        assert shown["board"]["shape"] == list(row.problem.board.shape)
        if shown["profile"]:
            assert sum(shown["profile"]) == row.stats.nodes


def test_table(rows: list[Row]) -> None:
    text = rows_table(rows)
    lines = text.split("\n")
    assert lines[0].split()[:4] == ["result", "nodes", "dead", "ends"]
    assert set(lines[1]) == {"─"}
    groups = [line for line in lines[2 : lines.index("")] if not line.startswith(" ")]
    assert groups[:3] == ["5x5 backtracking", "5x5 warnsdorff", "5x5 warnsdorff-backtracking"]
    assert len(groups) == 9
    body = [line for line in lines[2 : lines.index("")] if line.startswith(" ")]
    assert len({len(line) for line in body}) == 1  # the last column is aligned at its right
    assert body[0].split()[:3] == ["puc", "found", "41"]
    end = " ".join(lines[lines.index("") :])
    assert "on 5x5: fewer than 8^25 ≈ 10^23." in end
    assert "8^(n²)" in end
    column = lines[0].index("nodes") + len("nodes")
    for line, row in zip(body, rows, strict=True):
        assert line[:column].split("  ")[-1].strip() == number(row.stats.nodes)


@pytest.mark.parametrize("language", ["en", "es"])
def test_80_columns_are_enough(language: str) -> None:
    problem = Problem("10x10", start="0,0")
    stats = Stats("", 123_456_789, 10.001, 123_456_789, 123_456_789, (1,) * 100)
    rows = [
        Row(problem, contender, result, stats)
        for contender in contenders(methods("teach"))
        for result in ("found", "impossible", "gave-up", "failed")
    ]
    assert max(map(len, rows_table(rows, language).split("\n"))) <= 80
    bars = [line for line in rows_chart(rows, language).split("\n") if line.startswith("10x10")]
    assert max(map(len, bars)) <= 80


@pytest.mark.slow
@each("case", [("4", s) for s in ("a4", "b4", "b3")] + [("3x6", s) for s in ("a3", "c2")]
      + [("4x5", s) for s in ("a4", "b3", "c1")] + [("5", "a5"), ("3x4 torus", "a1")])  # fmt: skip
def test_knuths_estimate_is_near_the_size_of_the_tree(case: tuple[str, str]) -> None:
    problem = Problem(case[0], start=case[1])
    graph = problem.graph()
    state = kernel.new_state(graph.indptr, graph.indices, problem.numbered()[1])
    while kernel.search(state, 10**6) != kernel.EXHAUSTED:
        pass
    told = estimate(problem, 3000, seed=2)
    assert isinstance(told, Estimate)
    assert abs(told.nodes - state.nodes) < 0.1 * state.nodes
    assert abs(told.nodes - state.nodes) < 5 * told.error
    true = list(state.profile)[1:]
    assert all(abs(a - b) <= 0.3 * b + 50 for a, b in zip(told.profile, true, strict=True))
    assert sum(told.profile) == pytest.approx(told.nodes)


def test_an_estimate_keeps_clues_and_limits() -> None:
    whole = estimate(Problem("3x4", start="a3", clues={"b1": 2}), 50)
    assert whole.profile[:2] == (1, 1)
    assert estimate(8, 10**9, limits=Limits(nodes=100)).probes < 100
    with pytest.raises(InvalidProblem):
        estimate(Problem(5, waypoints=["a1", "b3", "c5"]))


@pytest.mark.parametrize("side", [30, 60, 200])
def test_a_tree_larger_than_any_float_is_estimated(side: int) -> None:
    tree = estimate(side, 20)
    assert tree.nodes > 10**308
    assert 1 < tree.base < 8
    assert all(0 <= mean <= 7 for mean in tree.branching)
    power = re.search(r"about 1?\d\.\d·10\^(\d+) nodes", estimate_text("", tree).replace("\n", " "))
    assert power is not None
    assert 10 ** int(power[1]) <= tree.nodes < 10 ** (int(power[1]) + 1)
