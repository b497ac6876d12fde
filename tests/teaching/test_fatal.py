"""The fatal move agrees with a complete search that knows nothing of the exact one."""

import random
import re
from dataclasses import replace

import pytest

from caballero import Impossible, Limits, Problem, find_tour
from caballero.model.board import Square
from caballero.teaching import (
    Contender,
    FatalMove,
    Row,
    compare,
    search_tree,
    solve_warnsdorff,
    starts_plot,
    starts_text,
    with_fatal_move,
)
from caballero.teaching.fatal import fatal_number
from caballero.teaching.pictures.starts import fatal_sentences
from seldom import mostly_nightly


def random_path(problem: Problem, rng: random.Random) -> tuple[list[Square], int]:
    """Return the squares of a tour up to some number, continued at random, and that number."""
    tour = find_tour(problem, seed=rng.randrange(10**6))
    kept = rng.randint(len(problem) // 2 - 3, len(problem) - 6)
    path = [*tour.squares[:kept]]
    while free := [s for s in problem.board if problem.is_move(path[-1], s) and s not in path]:
        path.append(rng.choice(free))
    return path, kept


def first_without_a_tour(problem: Problem, path: list[Square], kept: int) -> int | None:
    """Search from each beginning of a path, the longest first, until one has a tour."""
    fatal = None
    for length in range(len(path), kept, -1):
        clues = tuple((square, number) for number, square in enumerate(path[:length], start=1))
        outcome = solve_warnsdorff(replace(problem, clues=clues), "roth", backtrack=True)
        if not isinstance(outcome, Impossible):
            return fatal
        fatal = length
    return fatal


@pytest.mark.parametrize("seed", mostly_nightly(range(30), every=30))
def test_it_agrees_with_a_complete_search(seed: int) -> None:
    rng = random.Random(seed)
    for side in (5,) * 5 + (6,) * 5:
        problem = Problem(side)
        path, kept = random_path(problem, rng)
        number = first_without_a_tour(problem, path, kept)
        assert fatal_number(problem, path) == (number and (number, True))


def row_of(start: str, order: str, nodes: int) -> Row:
    contender = Contender("backtracking", order)
    (row,) = compare(Problem(8, start=start), [contender], limits=Limits(nodes=nodes))
    return with_fatal_move(row)


def test_how_much_of_the_tree_hangs_below_it() -> None:
    row = row_of("d5", "geeksforgeeks", 60_000)
    assert isinstance(row.fatal, FatalMove)
    assert row.fatal.sure
    limits = Limits(nodes=60_000)
    tree = search_tree(row.problem, order="geeksforgeeks", limits=limits, most=0)
    way = [branch for branch in tree.branches if branch.state == "open"]
    assert way[row.fatal.number - 1].name == row.fatal.square
    assert way[row.fatal.number - 1].nodes == row.fatal.nodes
    (sentence,) = fatal_sentences([row], "es")
    assert f"desde el número {row.fatal.number}, {row.fatal.square}" in sentence


def test_the_map_of_the_starts() -> None:
    problems = [Problem(5, start=square) for square in Problem(5).board]
    rows = [*compare(problems, [Contender("backtracking", "puc")], limits=Limits(nodes=2000))]
    rows[1] = with_fatal_move(rows[1])
    text = starts_text(rows)
    assert "5 │    41 >2.0k" in text
    assert text.count("5x5 backtracking puc") == 1
    assert "5 │ · 1 · · · │" in text
    picture = starts_plot(rows).decode()
    assert picture.count(">41<") == 1
    below = re.findall(r'x="12" [^>]*>([^<]+)<', picture)
    assert " ".join(below).endswith("after which no tour was left.")
    assert max(map(len, below)) < 50  # they fit below one board
    assert starts_plot(rows[:2], "png")[:4] == b"\x89PNG"
