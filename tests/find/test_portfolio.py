"""The portfolio: the tours that it must find, the proofs, and when it gives up."""

from __future__ import annotations

import random
from importlib import import_module
from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from caballero import (
    Board,
    Found,
    GaveUp,
    Graph,
    Impossible,
    LimitReached,
    Limits,
    NoTour,
    Problem,
    Progress,
    Tour,
    find_tour,
    methods,
    solve,
    verify,
)
from caballero.core import UnknownName
from caballero.core.limits import Budget, LimitHit
from caballero.core.reduction import cycle_question
from caballero.find import plan, two_factor
from caballero.find.methods import METHODS
from caballero.find.prepared import Prepared
from caballero.find.repair import repaired_tour
from caballero.proof import Deduction, Exhausted, Phase
from graphs import petersen
from naive import all_tours
from random_problems import random_problem, tours_of
from seldom import each, mostly_nightly


def found(problem: Problem) -> Tour:
    """Solve, and have the judge look at the tour against this very problem."""
    outcome = solve(problem)
    assert isinstance(outcome, Found), outcome
    verdict = verify(outcome.tour, problem)
    assert verdict.valid, verdict.faults
    assert outcome.tour.closed == problem.closed
    return outcome.tour


def has_tour(problem: Problem) -> bool:
    """Solve, and check the answer whichever it is."""
    outcome = solve(problem)
    if isinstance(outcome, Found):
        assert verify(outcome.tour, problem).valid
        return True
    assert isinstance(outcome, Impossible)
    certificate = outcome.certificate
    assert certificate.check(problem) != isinstance(certificate, Exhausted)
    return False


def naive_has_tour(problem: Problem) -> bool:
    graph = problem.graph()
    neighbours = [graph.neighbours(v) for v in range(len(graph))]
    forced = {frozenset(map(problem.vertex, move)) for move in problem.forced}
    for order in all_tours(neighbours, closed=problem.closed, clues=problem.numbered()):
        line = [*order, order[0]] if problem.closed else order
        if forced <= {frozenset(step) for step in pairwise(line)}:
            return True
    return False


# -- plain boards --------------------------------------------------------------------------


@pytest.mark.slow
@each("n", range(5, 51))
def test_every_square_board_from_every_corner(n: int) -> None:
    for corner in ((0, 0), (0, n - 1), (n - 1, 0), (n - 1, n - 1)):
        tour = found(Problem(Board((n, n)), start=corner))
        assert tour[0] == corner


def rectangles() -> list[tuple[int, int]]:
    """All that have 3 or 4 rows and a tour, and a sample of the others."""
    narrow = [(3, n) for n in range(4, 51) if n not in {5, 6}] + [(4, n) for n in range(5, 51)]
    others = [(m, n) for m in range(5, 51) for n in range(5, 51) if m != n]
    chosen = random.Random(50).sample(others, 120)
    return [side if i % 2 else side[::-1] for i, side in enumerate(narrow)] + chosen


@pytest.mark.long_plain
@each("sides", rectangles())
def test_rectangles_from_a1(sides: tuple[int, int]) -> None:
    tour = found(Problem(Board(sides), start="a1"))
    assert tour.names()[0] == "a1"


def test_without_a_start_a1_is_tried_first() -> None:
    for sides in ("5x5", "3x4", "8x8", "7x9", "6x5", "3x10", "4x7"):
        assert found(Problem(sides)).names()[0] == "a1"
        assert found(Problem(sides)) == found(Problem(sides, start="a1"))
    # On 5×6 with a hole at a1, somewhere else.
    found(Problem(Board((5, 6), holes=((4, 0), (4, 1)))))


def test_random_legal_starts() -> None:
    rng = random.Random(8)
    for _ in range(40):
        rows, columns = rng.randint(5, 14), rng.randint(5, 14)
        board = Board((rows, columns))
        start = rng.choice(list(board))
        if rows * columns % 2 and board.colour(start) != board.colour((0, 0)):
            assert not has_tour(Problem(board, start=start))
            start = (0, 0)
        assert found(Problem(board, start=start))[0] == start


def test_closed() -> None:
    for sides in ("5x6", "6x6", "3x10", "3x12", "8x8", "6x7", "10x5", "12x12", "20x21", "30x30"):
        assert found(Problem(sides, closed=True)).closed
    tour = found(Problem("8x8", closed=True, start="d4"))
    assert tour.names()[0] == "d4"
    for sides in ("4x6", "3x8", "5x5", "7x9", "2x10", "1x1"):
        assert not has_tour(Problem(sides, closed=True))


def test_both_ends() -> None:
    rng = random.Random(4)
    for _ in range(25):
        board = Board((rng.randint(6, 10), rng.randint(6, 10)))
        even = [s for s in board if board.colour(s) == board.colour((0, 0))]
        odd = [s for s in board if board.colour(s) != board.colour((0, 0))]
        first = rng.choice(even)
        last = rng.choice([s for s in (odd if len(board) % 2 == 0 else even) if s != first])
        tour = found(Problem(board, start=first, end=last))
        assert (tour[0], tour[-1]) == (first, last)
        assert found(Problem(board, end=last))[-1] == last
    tour = found(Problem("8x8", closed=True, start="a1", end="b3"))
    assert (tour.names()[0], tour.names()[-1]) == ("a1", "b3")
    assert not has_tour(Problem("8x8", closed=True, start="a1", end="h8"))
    assert not has_tour(Problem("8x8", start="a1", end="c1"))


# -- other boards and pieces ---------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["3x4", "3x5", "2x5", "3x7", "1x6", "5x5", "8x8", "6x9"],
)
@pytest.mark.parametrize("surface", ["cylinder", "torus"])
def test_wrapped_boards(name: str, surface: str) -> None:
    for closed in (False, True):
        problem = Problem(name, surface=surface, closed=closed)
        assert has_tour(problem) == (len(problem) > 20 or naive_has_tour(problem))


@pytest.mark.parametrize("name", ["2x2x2", "2x3x4", "3x3x3", "4x4x4", "2x2x2x3", "3x4x5"])
def test_boxes(name: str) -> None:
    for piece in ("knight", "king", "wazir"):
        problem = Problem(name, piece=piece)
        # In these three a knight never leaves some square, such as the middle of a cube of 3.
        stuck = piece == "knight" and name in {"2x2x2", "3x3x3", "2x2x2x3"}
        assert has_tour(problem) == (not stuck)
        assert len(problem) > 12 or has_tour(problem) == naive_has_tour(problem)
    assert has_tour(Problem("4x4x4", closed=True))


@pytest.mark.parametrize(
    ("name", "piece", "closed", "expected"),
    [
        ("5x5", "king", True, True),
        ("9x9", "king", False, True),
        ("1x9", "wazir", False, True),
        ("1x9", "wazir", True, False),
        ("5x5", "wazir", True, False),
        ("6x5", "wazir", True, True),
        ("10x10", "zebra", False, True),
        ("10x10", "giraffe", True, True),
        ("10x10", "camel", False, False),
        ("4x4", "knight+wazir", True, True),
        ("3x3", "knight+king", True, True),
        ("5x5", "0,3", False, False),
    ],
)
def test_other_pieces(name: str, piece: str, closed: bool, expected: bool) -> None:
    assert has_tour(Problem(name, piece=piece, closed=closed)) == expected


def test_pieces_on_small_boards_as_naive() -> None:
    for piece in ("king", "wazir", "fers", "camel", "zebra", "dabbaba", "knight+fers"):
        for sides in ((1, 1), (1, 4), (2, 3), (3, 3), (2, 5), (3, 4)):
            for closed in (False, True):
                problem = Problem(Board(sides), piece=piece, closed=closed)
                assert has_tour(problem) == naive_has_tour(problem), problem


def test_boards_with_holes_as_naive() -> None:
    rng = random.Random(36)
    for _ in range(60):
        rows, columns = rng.randint(3, 5), rng.randint(3, 5)
        cells = list(Board((rows, columns)))
        holes = rng.sample(cells, rng.randint(1, len(cells) - 8 if len(cells) > 15 else 3))
        closed = rng.random() < 0.4
        problem = Problem(Board((rows, columns), tuple(holes)), closed=closed)
        if len(problem) <= 18:
            assert has_tour(problem) == naive_has_tour(problem), problem


def test_a_drawing() -> None:
    tour = find_tour("S..\n.#.\n...")
    assert tour[0] == (0, 0)
    assert len(tour) == 8


# -- clues, forced and forbidden moves -----------------------------------------------------


def wishes(rng: random.Random, board: Board) -> dict[str, Any]:
    """Random constraints, sometimes of a tour, so that they can be met."""
    plain = Problem(board)
    squares = list(board)
    moves = [(a, b) for a, b in combinations(squares, 2) if plain.is_move(a, b)]
    wanted: dict[str, Any] = {"closed": rng.random() < 0.25}
    kinds = rng.sample(["start", "end", "clues", "forced", "forbidden"], rng.randint(1, 3))
    outcome = solve(Problem(board, start=rng.choice(squares), closed=wanted["closed"]))
    line: list[Any] = squares
    if isinstance(outcome, Found) and rng.random() < 0.7:
        line = list(outcome.tour.squares)
    else:
        rng.shuffle(line)
    for kind in kinds:
        match kind:
            case "start":
                wanted["start"] = line[0]
            case "end":
                wanted["end"] = line[-1]
            case "clues":
                numbers = rng.sample(range(2, len(line)), 2)
                wanted["clues"] = {line[n - 1]: n for n in numbers}
            case _:
                wanted[kind] = rng.sample(moves, min(len(moves), rng.randint(1, 2)))
    if set(wanted.get("forced", ())) & set(wanted.get("forbidden", ())):
        del wanted["forced"]
    return wanted


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(3, 3), (3, 4), (4, 4), (3, 5), (4, 5)], ids=str)
def test_wishes_as_naive(sides: tuple[int, int]) -> None:
    rng = random.Random(str(sides))
    holes = ((1, 1),) if sides == (3, 3) else ()
    answers = set()
    for _ in range(15 if sides == (4, 5) else 60):
        board = Board(sides, holes)
        problem = Problem(board, **wishes(rng, board))
        answer = has_tour(problem)
        assert answer == naive_has_tour(problem), problem
        answers.add(answer)
    if sides in {(3, 3), (3, 4), (4, 5)}:
        assert answers == {True, False}


def test_wishes_on_five_by_five() -> None:
    graph = Problem("5x5").graph()
    neighbours = [graph.neighbours(v) for v in range(25)]
    board = Board((5, 5))
    rng = random.Random(55)
    for order in islice(all_tours(neighbours, start=0), 0, 60, 6):
        line = [board.square(v) for v in order]
        clues: dict[Any, int] = {line[n - 1]: n for n in rng.sample(range(1, 26), 4)}
        moves = list(pairwise(line))
        forced = rng.sample(moves, 3)
        found(Problem(board, clues=clues))
        found(Problem(board, start=line[0], forced=forced))
        found(Problem(board, clues=clues, forced=forced))
        unused = [
            (a, b)
            for a, b in combinations(list(board), 2)
            if Problem(board).is_move(a, b) and (a, b) not in moves and (b, a) not in moves
        ]
        found(Problem(board, start=line[0], end=line[-1], forbidden=unused))
    # A corner has two moves: without one of them, the tour must start or end there.
    wanted = Problem("5x5", start="c3", forbidden=[("a1", "b3")])
    assert found(wanted).names()[-1] == "a1"


def test_a_clue_can_say_what_start_and_end_say() -> None:
    by_clue = Problem("5x5", clues={"a1": 1, "e5": 25})
    by_name = Problem("5x5", start="a1", end="e5")
    assert by_clue.numbered() == by_name.numbered()
    assert found(by_clue).names()[0] == "a1"


# -- graphs --------------------------------------------------------------------------------


def ring(size: int) -> Graph:
    return Graph.from_edges([(v, (v + 1) % size) for v in range(size)])


COMPLETE = {n: Graph.from_edges(combinations(range(n), 2), range(n)) for n in range(1, 8)}


@pytest.mark.parametrize(
    ("graph", "path", "cycle"),
    [
        (petersen(), True, False),
        (COMPLETE[1], True, False),
        (COMPLETE[2], True, False),
        (COMPLETE[3], True, True),
        (COMPLETE[7], True, True),
        (Graph.from_edges([], range(3)), False, False),
        (Graph.from_edges([(0, 1), (2, 3)]), False, False),
        (Graph.from_edges([("a", "b"), ("b", "c"), ("d", "b")]), False, False),
        (Graph.from_edges([(v, v + 1) for v in range(9)]), True, False),
        (ring(3), True, True),
        (ring(30), True, True),
        (Graph.from_edges([(u, v) for u in range(4) for v in range(4, 8)]), True, True),
        (Graph.from_edges([(u, v) for u in range(3) for v in range(3, 7)]), True, False),
        (Graph.from_edges([(u, v) for u in range(3) for v in range(3, 8)]), False, False),
        # Two triangles that share a vertex.
        (Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]), True, False),
    ],
)
def test_graphs(graph: Graph, path: bool, cycle: bool) -> None:
    assert has_tour(Problem(graph)) == path
    assert has_tour(Problem(graph, closed=True)) == cycle


def test_a_graph_with_labels() -> None:
    graph = Graph.from_edges([("x", "y"), ("y", "z"), ("z", "w"), ("w", "x")])
    tour = find_tour(graph, start="z", end="w")
    assert tour.names() == ("z", "y", "x", "w")
    assert find_tour(graph, closed=True, start="y").names()[0] == "y"
    with pytest.raises(NoTour):
        find_tour(graph, start="z", end="x")


def test_random_graphs_as_naive() -> None:
    rng = random.Random(77)
    for _ in range(150):
        size = rng.randint(1, 7)
        chance = rng.random()
        pairs = [pair for pair in combinations(range(size), 2) if rng.random() < chance]
        wanted: dict[str, Any] = {"closed": rng.random() < 0.5}
        if size > 2 and rng.random() < 0.4:
            wanted["start"], wanted["end"] = rng.sample(range(size), 2)
        elif size > 2 and rng.random() < 0.4:
            wanted["clues"] = {rng.randrange(size): rng.randint(1, size)}
        elif pairs and rng.random() < 0.5:
            wanted["forced"] = [rng.choice(pairs)]
        problem = Problem(Graph.from_edges(pairs, range(size)), **wanted)
        assert has_tour(problem) == naive_has_tour(problem), problem


def test_a_graph_without_vertices() -> None:
    problem = Problem(Graph.from_edges([]))
    outcome = solve(problem)
    assert not isinstance(outcome, GaveUp)


# -- how it behaves ------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_tour() -> None:
    for wanted in ({"closed": True}, {"start": "c3"}, {"start": "b2", "end": "g8"}):
        problem = Problem(8, **wanted)
        for seed in (0, 1, 2**40):
            one, two = solve(problem, seed=seed), solve(problem, seed=seed)
            assert isinstance(one, Found)
            assert isinstance(two, Found)
            assert one.tour == two.tour
            assert (one.stats.method, one.stats.nodes) == (two.stats.method, two.stats.nodes)
    assert find_tour(8, seed=3) == find_tour(8, seed=3)


def test_stats() -> None:
    outcome = solve(Problem(8))
    assert isinstance(outcome, Found)
    assert outcome.stats.nodes >= 64
    assert outcome.stats.seconds >= 0
    assert outcome.stats.method == "repair"


@pytest.mark.parametrize(
    "problem",
    [
        Problem(8),
        Problem("3x10", closed=True),
        Problem("4x9", start="b2"),
        Problem(6, clues={"c3": 7}),
        Problem(6, forced=[("c3", "d5")]),
        Problem(petersen(), closed=True),
    ],
)
def test_no_time_at_all(problem: Problem) -> None:
    outcome = solve(problem, limits=Limits(seconds=0))
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "seconds"
    assert outcome.stats.nodes == 0
    outcome = solve(problem, limits=Limits(nodes=0))
    assert isinstance(outcome, GaveUp)
    assert (outcome.limit, outcome.stats.nodes) == ("nodes", 0)


HARD = Problem(9, clues={"a1": 40, "i9": 42, "e5": 41})


def test_a_node_limit() -> None:
    for most in (1, 1000, 50_000):
        outcome = solve(HARD, limits=Limits(nodes=most))
        assert isinstance(outcome, GaveUp | Impossible)
        if isinstance(outcome, GaveUp):
            assert outcome.limit == "nodes"
            assert outcome.stats.nodes <= 2 * most + 100
    # A limit that is not reached changes nothing.
    assert solve(Problem(8), limits=Limits(nodes=10**9, seconds=60)) is not None
    with_limit = solve(Problem(8), limits=Limits(nodes=10**9))
    assert isinstance(with_limit, Found)
    assert with_limit.tour == find_tour(8)


SLOW = Problem(60, clues={"d4": 333, "e5": 331})
"""It takes more than a second only to see what the clues allow."""


def test_a_limit_of_time() -> None:
    outcome = solve(SLOW, limits=Limits(seconds=0.5))
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "seconds"
    assert outcome.stats.seconds >= 0.5


def test_progress() -> None:
    events: list[Progress] = []
    solve(SLOW, limits=Limits(seconds=0.7), on_event=events.append)
    assert events
    assert all(isinstance(event, Progress) for event in events)
    assert [e.nodes for e in events] == sorted(e.nodes for e in events)
    assert [e.seconds for e in events] == sorted(e.seconds for e in events)
    assert all(event.method for event in events)


def test_the_nodes_of_all_methods_count_for_a_limit() -> None:
    """What the first methods spent is spent: the limit and the figure are for the whole."""
    limited = solve(Problem(petersen(), closed=True), limits=Limits(nodes=1000))
    assert isinstance(limited, GaveUp)
    assert limited.stats.nodes == sum(phase.nodes for phase in limited.stats.phases) >= 1000


@pytest.mark.parametrize("directed", [False, True])
def test_the_slices_of_a_long_search_stop_growing(directed: bool) -> None:
    edges = [(v, (v + step) % 30) for v in range(30) for step in (1, 7)]
    graph = Graph.from_edges(edges, directed=directed)
    prepared = Prepared(Problem(graph, closed=True), Budget(), seed=0)
    late = list(islice(plan.plan_of(prepared), 200, 400))
    for method in ("path-cover", "exact", "transitions", "parts"):
        assert {share.nodes for share in late if share.method == method} == {METHODS[method].most}


def test_small_graphs_are_searched_exactly_before_the_long_slices() -> None:
    outcome = solve(Problem(petersen(), closed=True))
    assert isinstance(outcome, Impossible)
    assert outcome.stats.method == "exact"
    assert sum(phase.nodes for phase in outcome.stats.phases) < 10_000


def test_the_nodes_of_an_answer_are_those_of_its_method() -> None:
    outcome = solve(Problem(petersen(), closed=True))
    assert isinstance(outcome, Impossible)
    assert isinstance(outcome.certificate, Exhausted)
    (own,) = [phase.nodes for phase in outcome.stats.phases if phase.method == "exact"]
    assert outcome.certificate.nodes == outcome.stats.nodes == own


def test_find_tour_raises() -> None:
    with pytest.raises(NoTour) as no:
        find_tour(4)
    assert isinstance(no.value.outcome, Impossible)
    assert no.value.outcome.certificate.check(Problem(4))
    assert "4×4" in str(no.value)
    with pytest.raises(NoTour) as exhausted:
        find_tour(petersen(), closed=True)
    assert isinstance(exhausted.value.outcome.certificate, Exhausted)
    with pytest.raises(NoTour) as deduced:
        find_tour("4x5", start="b2")
    assert isinstance(deduced.value.outcome.certificate, Deduction)
    with pytest.raises(LimitReached) as limit:
        find_tour(8, limits=Limits(seconds=0))
    assert isinstance(limit.value.outcome, GaveUp)
    assert limit.value.outcome.limit == "seconds"


def test_find_tour_takes_a_problem_and_everything_else() -> None:
    problem = Problem("5x6", closed=True, start="c3")
    assert find_tour(problem).closed
    assert find_tour(problem)[0] == (2, 2)
    assert find_tour(5) == find_tour("5x5") == find_tour(Board((5, 5)))
    assert find_tour("5x5", surface="torus", closed=True).board.surface == "torus"
    assert find_tour("5x5", piece="king", start=(2, 2)).piece.name == "king"


# -- methods, phases, turns ----------------------------------------------------------------


def test_the_phases_tell_the_story() -> None:
    outcome = solve(Problem("6x6"))
    assert [phase.method for phase in outcome.stats.phases] == ["theorems", "reach", "repair"]
    last = outcome.stats.phases[-1]
    assert last == Phase("repair", outcome.stats.nodes, last.seconds, "found")
    assert [phase.conclusion for phase in outcome.stats.phases[:-1]] == ["nothing"] * 2
    stopped = solve(Problem("6x6"), limits=Limits(nodes=1))
    assert isinstance(stopped, GaveUp)
    assert stopped.stats.phases[-1].conclusion == "limit"
    assert sum(phase.nodes for phase in stopped.stats.phases) == stopped.stats.nodes


@pytest.mark.slow
@pytest.mark.parametrize("method", methods())
def test_every_method_alone(method: str) -> None:
    for problem in (Problem("6x6", closed=True), Problem("3x8", closed=True, start="a1")):
        outcome = solve(problem, method=method, limits=Limits(nodes=2_000_000))
        assert {phase.method for phase in outcome.stats.phases} == {method}
        match outcome:
            case Found(tour):
                assert verify(tour, problem).valid
                assert problem.size == 36
            case Impossible():
                assert problem.size == 24
            case GaveUp(limit):
                assert limit == ("nodes" if method in {"path-cover", "two-factor"} else "method")


@pytest.mark.parametrize("method", METHODS)
def test_the_seed_of_a_method_decides(method: str) -> None:
    clues = {"c3": 17} if method in {"clues", "numbers"} else None
    problem = Problem("6x6", closed=True, clues=clues)
    limits = Limits(nodes=200_000)
    one, two = (solve(problem, method=method, seed=3, limits=limits) for _ in range(2))
    assert getattr(one, "tour", None) == getattr(two, "tour", None)
    assert one.stats.nodes == two.stats.nodes


@pytest.mark.long_plain
@pytest.mark.parametrize(
    "method", ["repair", "two-factor", "path-cover", "frontier", "exact", "clues", "numbers"]
)
def test_a_limit_stops_a_method(method: str) -> None:
    clues = {"c3": 17} if method in {"clues", "numbers"} else None
    problem = Problem("8x30", closed=True, clues=clues)
    outcome = solve(problem, method=method, limits=Limits(nodes=50))
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "nodes"


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(UnknownName, match="two-factor"):
        solve(Problem(8), method="two-facto")


def test_a_graph_of_networkx_is_a_question() -> None:
    networkx = import_module("networkx")
    assert isinstance(solve(networkx.petersen_graph()), Found)
    assert len(find_tour(networkx.cycle_graph(7), closed=True)) == 7


def test_forced_and_forbidden_moves_and_clues_together() -> None:
    problem = Problem(
        "6x6", closed=True, start="a1", forced=[("c3", "d5")], forbidden=[("a6", "b4")]
    )
    outcome = solve(problem, limits=Limits(seconds=60))
    assert isinstance(outcome, Impossible)  # a6 has only one move left
    assert outcome.certificate.check(problem)
    for closed in (False, True):
        problem = Problem(
            "6x6", closed=closed, start="a1", forced=[("c3", "d5"), ("c3", "b1")],
            forbidden=[("c3", "b5"), ("d4", "c2")],
        )  # fmt: skip
        outcome = solve(problem, limits=Limits(seconds=60))
        assert isinstance(outcome, Found)
        assert verify(outcome.tour, problem).valid


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(8), every=3))
def test_random_problems_as_naive(seed: int) -> None:
    """Random problems, by all methods together and by each alone."""
    rng = random.Random(seed)
    for _ in range(100):
        problem = random_problem(rng)
        there_is_one = next(tours_of(problem), None) is not None
        answers = [solve(problem)]
        assert isinstance(answers[0], Found if there_is_one else Impossible), problem
        if rng.random() < 0.2:
            limits = Limits(nodes=100_000)
            answers += [solve(problem, method=method, limits=limits) for method in methods()]
        for answer in answers:
            match answer:
                case Found(tour):
                    assert verify(tour, problem).valid, problem
                case Impossible(certificate):
                    assert not there_is_one, (problem, certificate)
                    assert certificate.check(problem) or isinstance(certificate, Exhausted)


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem(6, closed=True, end="f1"),
        Problem(8, closed=True, end="e4"),
        Problem("5x5", piece="king", closed=True, end="c1"),
        Problem(3),
        Problem(1),
        Problem(5, closed=True),
        Problem(5, start="b1"),
        Problem(4, piece="camel"),
        Problem("2x2", closed=True),
        Problem(Graph.from_edges([(0, 1), (1, 2)]), closed=True),
        Problem(Graph.from_edges([(0, 1), (2, 3)])),
    ],
    ids=str,
)
def test_what_has_no_cycle_or_an_end_only(problem: Problem) -> None:
    right = Found if isinstance(solve(problem), Found) else Impossible
    for method in methods():
        answer = solve(problem, method=method, limits=Limits(nodes=200_000))
        assert isinstance(answer, (right, GaveUp)), method


@pytest.mark.parametrize("closed", [True, False])
def test_a_constructed_tour_keeps_to_the_memory(closed: bool) -> None:
    outcome = solve(Problem(2000, closed=closed), limits=Limits(megabytes=20))
    assert isinstance(outcome, GaveUp)
    assert outcome.limit == "megabytes"


@pytest.mark.slow
@pytest.mark.parametrize("board", ["600x1000", "3x200000", "200000x4"])
def test_a_constructed_tour_takes_pauses(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is filled in, put in order, written down, and judged."""
    looks = 0
    most = 10**9

    def spend(_budget: Budget, _nodes: int) -> None:
        nonlocal looks
        looks += 1
        if looks >= most:
            raise LimitHit("seconds")

    monkeypatch.setattr(Budget, "spend", spend)
    monkeypatch.setattr(Budget, "pause", lambda budget: budget.spend(0))
    assert isinstance(solve(Problem(board)), Found)
    assert looks > 45
    for stop in (10, 20, looks - 12, looks - 2):
        most, looks = stop, 0
        assert isinstance(solve(Problem(board)), GaveUp)


def test_many_moves_are_looked_at_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hundred neighbours each, some thousands of vertices take their time."""
    problem = Problem("5x5x5x5x5")
    graph, question = problem.graph(), cycle_question(problem)
    assert question is not None
    looks: list[int] = []
    monkeypatch.setattr(Budget, "spend", lambda _budget, nodes: looks.append(nodes))
    repaired_tour(graph, Budget(), closed=False, start=None, end=None, seed=0, question=question)
    assert len(looks) > 10
    looks.clear()
    monkeypatch.setattr(two_factor, "two_factor", lambda *_: set())  # there is none
    assert two_factor.two_factor_cycle(question, Budget(), 0) is None
    assert len(looks) > 3
