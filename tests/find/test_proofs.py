"""Root proofs: never wrong, and good enough for the questions that are known to have no answer."""

import random
from itertools import combinations_with_replacement, islice
from math import prod

import pytest

from caballero import Board, Found, Graph, Impossible, Piece, Problem, solve
from caballero.find.cut_sets import cut_set
from caballero.find.proofs import Forcing, _tight_cut_set, deduce
from caballero.machine.limits import Budget
from caballero.model.reduction import cycle_question
from caballero.proof import Deduction
from caballero.proof.certificate import imbalance_of
from caballero.proof.deduction import Conclusion, deduction
from caballero.proof.facts import component, excluded_by, pieces_without
from random_problems import edges_of, random_problem, tours_of
from seldom import each, mostly_nightly


def deduced(problem: Problem) -> Deduction | Forcing | None:
    """None where the colours, the ends or a lack of moves say at once that there is no tour."""
    question = cycle_question(problem)
    return None if question is None else deduce(problem, question, Budget())


def proof(problem: Problem) -> Deduction:
    certificate = deduced(problem)
    assert isinstance(certificate, Deduction)
    assert certificate.check(problem)
    assert str(certificate.reason)
    return certificate


# -- against brute force -----------------------------------------------------------------------


def assert_agrees(problem: Problem, known: Forcing, tour: list[int]) -> None:
    """Every edge of a tour is left, and it has all those that are used."""
    edges = edges_of(problem, tour)
    forced = {frozenset(map(problem.vertex, move)) for move in problem.forced}
    if problem.closed:  # asking for both ends is asking for the move between them
        forced |= {frozenset((tour[0], tour[-1]))}
    for a, b in edges - forced:
        assert b in known.left[a]
    for v in range(len(problem)):
        for w in known.used[v]:
            assert w >= len(problem) or frozenset((v, w)) in edges


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(8), every=3))
def test_random_problems(seed: int) -> None:
    rng = random.Random(seed)
    drawn = proved = 0
    while drawn < 250:
        problem = random_problem(rng)
        answer = deduced(problem)
        if answer is None:
            assert not any(tours_of(problem))
            continue
        drawn += 1
        if isinstance(answer, Deduction):
            proved += 1
            assert answer.check(problem)
            assert not any(tours_of(problem))
            continue
        assert len({v for row in answer.left for v in row}) == len(answer.left)
        for tour in islice(tours_of(problem), 8):
            assert_agrees(problem, answer, tour)
    assert 25 < proved < 225


# -- questions that are known to have no answer ------------------------------------------------


@each("columns", range(5, 101))
def test_narrow_boards_are_not_tough(columns: int) -> None:
    """Closed tours of 4×n, which Schwenk (1991) excludes by colouring the rows."""
    certificate = proof(Problem(f"4x{columns}", closed=True))
    assert certificate.kind == ("degree" if columns == 5 else "cut-set")
    if certificate.kind == "cut-set":
        assert certificate.pieces > max(1, len(certificate.conclusion.vertices))


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (Problem("12x12", piece="zebra", closed=True), "short-cycle"),
        (Problem("11x11", piece="giraffe"), "cut-set"), (Problem("3x6"), "deficient"),
        (Problem("3x5"), "short-cycle"), (Problem("3x4", closed=True), "short-cycle"),
        (Problem("3x6", closed=True), "short-cycle"), (Problem("4x5", start="b2"), "short-cycle"),
        (Problem("4x5", forced=[("b3", "a1"), ("b3", "d2"), ("b3", "d4")]), "degree"),
    ],
    ids=str,
)  # fmt: skip
def test_known_impossible(problem: Problem, kind: str) -> None:
    assert proof(problem).kind == kind


def not_tough(rng: random.Random) -> Graph:
    """Cut vertices joined at random to one more cliques than they are."""
    cut = rng.randint(1, 4)
    names = [f"c{i}" for i in range(cut)]
    edges: list[tuple[str, str]] = []
    for piece in range(cut + 1):
        clique = [f"p{piece}.{i}" for i in range(rng.randint(1, 4))]
        edges += [(a, b) for a in clique for b in clique if a < b]
        edges += [(rng.choice(clique), name) for name in names for _ in range(2)]
    return Graph.from_edges(edges)


@each("seed", range(30))
def test_graphs_that_are_not_tough(seed: int) -> None:
    """Half of the cut sets are met with at the root; a walk finds the others."""
    problem = Problem(not_tough(random.Random(seed)), closed=True)
    answer = deduced(problem)
    if isinstance(answer, Deduction):
        assert answer.check(problem)
        return
    question = cycle_question(problem)
    if question is None:
        assert imbalance_of(problem, on_graph=True)
        return
    cut = cut_set(question.neighbours, Budget(), seed=seed, tries=100)
    assert cut is not None
    certificate = deduction(problem, Conclusion("cut-set", cut), question.neighbours)
    assert certificate.check(problem)
    assert certificate.pieces > len(certificate.names) == len(cut)


# -- theorems that stand in for searches -------------------------------------------------------


@pytest.mark.parametrize(("r", "s"), [(r, s) for s in range(1, 5) for r in range(s + 1)])
def test_knuth_says_which_leapers_get_everywhere(r: int, s: int) -> None:
    piece = Piece([(r, s)])
    for m, n in combinations_with_replacement(range(2, 13), 2):
        for board in (Board((m, n)), Board((n, m))):
            problem = Problem(board, piece)
            graph = problem.graph()
            excluded = excluded_by(problem) == "knuth"
            if piece == Piece("knight"):  # others have proved more about it
                assert not excluded
            else:
                assert excluded == (len(component(graph, 0)) < len(graph))


SHAPES = [shape for shape in combinations_with_replacement(range(1, 13), 3) if prod(shape) <= 64]


@pytest.mark.parametrize("shape", [s for s in SHAPES if s[0] > 1], ids=str)
def test_erde_says_which_boxes_have_closed_tours(shape: tuple[int, ...]) -> None:
    problem = Problem(Board(shape), closed=True)
    if excluded_by(problem) is None:
        assert isinstance(solve(problem), Found)
        return
    assert excluded_by(problem) == "erde"
    graph = problem.graph()
    # The colours alternate, the knight gets everywhere, or else moves are missing.
    if prod(shape) % 2 == 0 and len(component(graph, 0)) == len(graph):
        proof(problem)


def test_the_smallest_cut_set_of_low_heads() -> None:
    """Of the sets of the lowest heads, the smallest that is a cut set is found, if one is."""
    rng = random.Random(3)
    found = 0
    for _ in range(500):
        size = rng.randint(3, 14)
        pairs = [rng.sample(range(size), 2) for _ in range(rng.randint(size, 2 * size))]
        edges = [(a, b) for a, b in pairs]
        rows = Graph.from_edges(edges, range(size))
        neighbours = [rows.neighbours(v) for v in range(size)]
        height = [rng.randint(0, 4) for _ in range(2 * size)]
        heads = sorted(range(size), key=lambda v: -height[size + v])
        cuts = [
            cut
            for i in range(size)
            if len(pieces_without(neighbours, cut := heads[i:])) > max(1, len(cut))
        ]
        conclusion = _tight_cut_set(neighbours, range(size), height)
        vertices = None if conclusion is None else list(conclusion.vertices)
        assert vertices == (sorted(cuts[-1]) if cuts else None)
        found += bool(cuts)
    assert found > 100


@pytest.mark.parametrize("piece", ["1,2,3", "1,2,3,4,5"])
def test_a_theorem_about_leaps_in_a_plane_says_nothing_about_others(piece: str) -> None:
    problem = Problem(5, piece=piece)
    assert excluded_by(problem) is None
    outcome = solve(problem)
    assert isinstance(outcome, Impossible)
    assert outcome.certificate.kind == "unreachable"
    assert outcome.certificate.check(problem)
