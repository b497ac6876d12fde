"""The tree of a search has the counts of the search, branch by branch."""

import random
import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from caballero import Problem, language
from caballero.model.events import EventKind
from caballero.teaching import (
    Contender,
    Tree,
    minimize,
    puzzle_tree,
    search_tree,
    solve_backtracking,
    trace,
    trace_puzzle,
    tree_json,
    tree_picture,
    tree_text,
)
from caballero.teaching.pictures.tree import compact
from caballero.teaching.puzzles import Assignment, Queens
from seldom import mostly_nightly

Counts = dict[tuple[str, ...], Counter[str]]


def counted(problem: Problem, method: str, **how: Any) -> Counts:
    """Count what a trace does on each branch, by the squares on its way."""
    counts: Counts = {}
    name = problem.board.square_name
    rule = method.removesuffix("-backtracking")
    for event in trace(problem, rule, backtrack=method != "warnsdorff", **how):
        kind = {EventKind.PLACE: "nodes", EventKind.DEAD_END: "dead-end"}.get(event.kind)
        way = tuple(map(name, event.path))
        for length in range(1, len(way) + 1):
            if kind:
                counts.setdefault(way[:length], Counter())[kind] += 1
    return counts


def assert_counts(tree: Tree, counts: Counts) -> None:
    for i, branch in enumerate(tree.branches):
        own = counts[tree.path(i)]
        ends = dict(branch.ends)
        assert (branch.nodes, ends.get("dead-end", 0)) == (own["nodes"], own["dead-end"])
    assert all(count >= 0 for count in tree.hidden())


def random_question(rng: random.Random) -> tuple[Problem, str, dict[str, Any]]:
    board = rng.choice(["3x3", "3x4", "3x5", "4x4", "2x4 cylinder", "3x4 cylinder"])
    problem = Problem(board)
    squares = [*problem.board]
    start = rng.choice(squares)
    clues = {rng.choice(squares): rng.randint(2, len(squares))} if rng.random() < 0.4 else {}
    clues.pop(start, None)
    problem = Problem(board, start=start, clues=clues, closed=rng.random() < 0.3)
    method = rng.choice(["backtracking", "warnsdorff", "warnsdorff-backtracking"])
    tie = rng.choice(["order", "roth", "pohl-sum", "pohl-min", "random"])
    how = {"order": rng.choice(["puc", "granada"]), "tie": tie}
    return problem, method, how


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(60), every=10))
def test_every_branch_has_the_counts_of_the_trace(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        problem, method, how = random_question(rng)
        most = rng.choice([0, 10, 60, 10**6])
        tree = search_tree(problem, method, most=most, **how)
        assert_counts(tree, counted(problem, method, **how))
        dead = sum(branch.state == "dead" for branch in tree.branches)
        assert dead <= most + 8 * len(problem)
        if most == 10**6:
            assert not any(tree.hidden())


@pytest.mark.parametrize(
    ("board", "method"),
    [("3x4", "backtracking"), ("3x4", "warnsdorff-backtracking"), ("3", "naive")],
)
@pytest.mark.parametrize("closed", [False, True])
def test_the_first_branch_has_the_counts_of_the_solver(
    board: str, method: str, closed: bool
) -> None:
    problem = Problem(board, start="a3", closed=closed)
    outcome = Contender(method).solve(problem)
    tree = search_tree(problem, method)
    root = tree.branches[0]
    assert (root.nodes, root.state == "tour") == (outcome.stats.nodes, bool(outcome))
    assert sum(n for _kind, n in root.ends) >= (outcome.stats.dead_ends or 0)
    on_the_way = [b.name for b in tree.branches if b.state == "tour"]
    assert len(on_the_way) == (12 if outcome else 0)


def test_branch_and_bound_has_the_nodes_that_it_expands() -> None:
    problem = Problem("3x4", start="a3")
    for strategy in ("lifo", "fifo", "least"):
        outcome = Contender("branch-and-bound", strategy=strategy).solve(problem)
        tree = search_tree(problem, "branch-and-bound", strategy=strategy)
        root = tree.branches[0]
        assert (root.nodes, root.state) == (outcome.stats.nodes, "tour")
    costs = ((4, 1, 3), (2, 0, 5), (3, 2, 2))
    tree = puzzle_tree(Assignment(costs), "least")
    *_, best = minimize(Assignment(costs))
    assert tree.branches[0].nodes == best.expanded
    assert tree.branches[-1].state in {"tour", "dead"}


def test_a_puzzle_of_ones_own() -> None:
    for side in (4, 5, 6):
        kinds = Counter(kind for kind, _candidate in trace_puzzle(Queens(side)))
        tree = puzzle_tree(Queens(side), most=10**6)
        cut = dict(tree.branches[0].ends)["cut"]
        assert tree.branches[0].nodes == kinds[EventKind.PLACE] == len(tree.branches)
        assert cut == kinds[EventKind.TRY] - kinds[EventKind.PLACE]
        ends = {b.parent for b in tree.branches if b.state == "tour"}
        leaves = [i for i, b in enumerate(tree.branches) if b.state == "tour" and i not in ends]
        assert len(leaves) == kinds[EventKind.SOLUTION]
    assert len(puzzle_tree(Queens(7), most=20).branches) < 600


def test_its_text_and_its_picture() -> None:
    nodes = solve_backtracking(Problem(5, start="a5")).stats.nodes
    text = tree_text(search_tree(Problem(5, start="a5"), most=10), "es")
    assert text.startswith(f"a5 (nodos: {nodes}; callejones sin salida: 3318)\n  b3 → c1 → e2")
    assert "–" in text
    tree, problem = search_tree(3), Problem(3)
    listed = tree_json(tree, problem)["branches"]
    assert isinstance(listed, list)
    assert [row["nodes"] for row in listed] == [branch.nodes for branch in tree.branches]
    picture = tree_picture(search_tree(Problem(4, start="a4"), most=30)).decode()
    assert picture.count("<title>") >= 30
    assert "a4 b2 d1: nodes: " in picture
    assert tree_picture(search_tree(2, "naive"), "png")[:4] == b"\x89PNG"
    assert [compact(n) for n in (0, 9_949, 999_499, 999_500, 10**15)] == [
        "0", "9.9k", "999k", "1.0M", "1000T",
    ]  # fmt: skip


def test_labels_of_a_tree_do_not_overlap_and_follow_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for tree in (search_tree(Problem(5, start="a5")), puzzle_tree(Queens(5))):
        picture = tree_picture(tree).decode()
        boxes = []
        for x, y, side, text in re.findall(
            r'<text x="(.*?)" y="(.*?)" text-anchor="(.*?)">(.*?)</text>', picture
        ):
            wide = 6 * len(text)
            boxes.append((float(x) - wide / 2 * (side == "middle"), float(y), wide))
        for (a, y, wide), (b, z, other) in combinations(boxes[: len(tree.branches)], 2):
            assert abs(y - z) >= 9 or a + wide <= b or b + other <= a
    monkeypatch.setenv("LANGUAGE", "en")
    language("es")
    assert tree_text(puzzle_tree(Queens(4))).count("– una solución") == 2
