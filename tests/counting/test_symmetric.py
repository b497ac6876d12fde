"""Tours that symmetries keep, by listing all tours and looking; and published numbers."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from caballero import (
    Board,
    Graph,
    Problem,
    Symmetry,
    TooLarge,
    count_tours,
    iter_tours,
    known_counts,
    symmetries,
)
from caballero.counting.symmetric import class_counts, classes_count, symmetric_count
from caballero.machine.limits import Budget
from caballero.model import InvalidProblem, SymmetryClass
from caballero.model.symmetry import class_of, is_flat, normal_order
from random_problems import tours_of
from seldom import each, mostly_nightly

Line = tuple[int, ...]


@cache
def lines_of(problem: Problem) -> frozenset[Line]:
    """Every line of a problem, once: by plain recursion."""
    begun = problem
    if problem.closed and not problem.numbered() and len(problem):  # it may begin anywhere
        begun = replace(problem, start=problem.place(0))
    return frozenset(normal_order(tuple(tour), problem.closed) for tour in tours_of(begun))


def image(line: Line, turn: list[int], closed: bool) -> Line:
    return normal_order(tuple(turn[v] for v in line), closed)


def goes_on(line: Line, turn: list[int], closed: bool) -> bool:
    """Whether a symmetry that keeps a line keeps its direction, too."""
    if not closed:
        return turn[line[0]] == line[0]
    at = {v: i for i, v in enumerate(line)}
    return (at[turn[line[1]]] - at[turn[line[0]]]) % len(line) == 1


def naive_fixed(problem: Problem, symmetry: Symmetry) -> tuple[int, int]:
    """How many lines a symmetry keeps: with their direction, and against it."""
    turn = symmetry.permutation(problem.board)
    kept = [v for v in lines_of(problem) if image(v, turn, problem.closed) == v]
    onward = sum(goes_on(line, turn, problem.closed) for line in kept)
    return onward, len(kept) - onward


def wishes(problem: Problem) -> list[set[frozenset[int]]]:
    """The constraints on a tour, as sets of sets of vertices."""
    forced = {frozenset(map(problem.vertex, move)) for move in problem.forced}
    forbidden = {frozenset(map(problem.vertex, move)) for move in problem.forbidden}
    ends = {problem.vertex(end) for end in (problem.start, problem.end) if end is not None}
    if problem.closed:
        forced |= {frozenset(ends)} if len(ends) == 2 else set()
        return [forced, forbidden]
    return [forced, forbidden, {frozenset(ends)}]


def moved(question_asked: list[set[frozenset[int]]], turn: list[int]) -> list[set[frozenset[int]]]:
    return [{frozenset(turn[v] for v in one) for one in some} for some in question_asked]


def naive_classes(problem: Problem) -> tuple[int, dict[SymmetryClass, tuple[int, int]]]:
    """The classes of lines, and the lines and classes of each kind."""
    lines, board = lines_of(problem), problem.board
    turns = [(s, s.permutation(board)) for s in symmetries(board)]
    question_asked = [turn for _, turn in turns if moved(wishes(problem), turn) == wishes(problem)]
    for turn in question_asked:
        assert {image(v, turn, problem.closed) for v in lines} == lines
    tours: Counter[SymmetryClass] = Counter()
    classes: Counter[SymmetryClass] = Counter()
    for line in lines:
        kept = [
            (s, goes_on(line, turn, problem.closed))
            for s, turn in turns
            if image(line, turn, problem.closed) == line
        ]
        kind = class_of(kept, problem.closed)
        tours[kind] += 1
        classes[kind] += line == min(image(line, turn, problem.closed) for turn in question_asked)
    return classes.total(), {kind: (tours[kind], classes[kind]) for kind in tours}


def order_of(turn: list[int]) -> int:
    """How often a symmetry has to be done until all is as before."""
    images, order = turn, 1
    while images != list(range(len(turn))):
        images, order = [turn[v] for v in images], order + 1
    return order


def treated(symmetry: Symmetry, board: Board) -> bool:
    """Whether its order is a power of two: other shifts of a torus are refused."""
    return order_of(symmetry.permutation(board)).bit_count() == 1


def check(problem: Problem, *, kinds: bool = True) -> None:
    """Compare everything with the lists."""
    known = [s for s in symmetries(problem.board) if treated(s, problem.board)]
    for symmetry in known[:16]:
        onward, backward = naive_fixed(problem, symmetry)
        assert symmetric_count(problem, symmetry, Budget()) == onward + backward
        if symmetry.permutation(problem.board) != list(range(len(problem))):
            for wanted, number in ((True, onward), (False, backward)):
                found = symmetric_count(problem, symmetry, Budget(), onward=wanted)
                assert found == number, (problem, symmetry, wanted)
    classes, by_kind = naive_classes(problem)
    if len(known) < len(list(symmetries(problem.board))):
        return
    assert classes_count(problem, Budget()) == classes
    if kinds:
        assert class_counts(problem, Budget()) == by_kind


BOARDS = [
    ("3x4", "knight"), ("1x4", "dabbaba+wazir"), ("1x3", "wazir"), ("1x2", "wazir"),
    ("1x1", "knight"), ("2x2", "wazir"), ("2x2", "king"), ("2x3", "king"), ("3x3", "king"),
    ("2x4", "king"), ("4x4", "wazir"), ("4x5", "wazir"), ("3x6", "wazir"), ("2x5", "fers+wazir"),
    ("3x4", "zebra+wazir"), ("2x6", "wazir+dabbaba"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("board", "piece"), mostly_nightly(BOARDS, 2, several=True))
def test_small_boards(board: str, piece: str, closed: bool) -> None:
    check(Problem(board, piece=piece, closed=closed))


BOXES = ["2x2x2", "2x2x3", "2x2x4", "2x3x3"]


@pytest.mark.slow
@pytest.mark.parametrize("board", BOXES)
def test_boxes(board: str) -> None:
    """Reflections, half turns and, of the cube, turns round a diagonal."""
    problem = Problem(board, piece="wazir", closed=True)
    assert bool(lines_of(problem)) is (len(problem) % 2 == 0)
    check(problem, kinds=False)


@pytest.mark.slow
@pytest.mark.parametrize("surface", ["cylinder", "torus"])
@pytest.mark.parametrize("board", ["2x4", "3x4"])
def test_wrapped_boards(board: str, surface: str) -> None:
    check(Problem(board, piece="wazir", closed=True, surface=surface), kinds=False)


# -- what a problem asks ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(70), every=3))
def test_random_problems(seed: int) -> None:
    """Boards with holes, ends, forced and forbidden moves; some of them wrap."""
    rng = random.Random(f"symmetric {seed}")
    problem = symmetric_problem(rng)
    flat = len(problem.board.shape) == 2 and not any(problem.board.wraps)
    check(problem, kinds=flat)


def symmetric_problem(rng: random.Random) -> Problem:
    """A random problem on a board; its holes and constraints mostly keep some symmetry."""
    shapes = [(3, 3), (3, 4), (2, 5), (4, 4), (5, 5), (2, 2, 2), (2, 2, 3), (3, 5)]
    while True:
        board = Board(rng.choice(shapes))
        piece = rng.choice(["knight", "king", "wazir", "wazir", "fers+wazir", "wazir+dabbaba"])
        most = 7 if piece in ("king", "fers+wazir") else 10
        symmetry = rng.choice(list(symmetries(board)))
        turn = symmetry.permutation(board)
        holes: set[int] = set()
        while len(board) - len(holes) > most or (rng.random() < 0.3 and len(holes) < 4):
            v = rng.randrange(len(board))
            while v not in holes:
                holes.add(v)
                v = turn[v]
        squares = list(board)
        if len(holes) > len(board) - 2:
            continue
        wraps = tuple(rng.random() < 0.1 for _ in board.shape)
        board = Board(board.shape, tuple(squares[v] for v in holes), wraps)
        problem = Problem(board, piece=piece, closed=rng.random() < 0.6)
        if not lines_of(problem) and rng.random() < 0.9:
            continue
        moves = list(problem.graph().edges())
        turn = symmetry.permutation(board) if not any(wraps) else list(range(len(board)))
        question_asked: list[set[tuple[int, int]]] = [set(), set()]
        for constraint, chance in zip(question_asked, (0.5, 0.3), strict=True):
            if moves and rng.random() < chance:
                a, b = rng.choice(moves)
                while (min(a, b), max(a, b)) not in constraint:
                    constraint.add((min(a, b), max(a, b)))
                    a, b = turn[a], turn[b]
                    if rng.random() < 0.2:
                        break
        start, end = rng.sample(range(len(board)), 2)
        if rng.random() < 0.4:
            end = turn[start] if turn[start] != start else end
        question = replace(
            problem,
            start=board.square(start) if rng.random() < 0.2 else None,
            end=board.square(end) if rng.random() < 0.2 else None,
        )
        named = [
            [(board.square(a), board.square(b)) for a, b in constraint]
            for constraint in question_asked
        ]
        try:
            return replace(question, forced=frozenset(named[0]), forbidden=frozenset(named[1]))
        except InvalidProblem:  # forced and forbidden
            continue


def test_ends_that_a_symmetry_does_not_exchange() -> None:
    half_turn = Symmetry((0, 1), (True, True), (0, 0))
    apart = Problem("3x3", piece="wazir", start="a1", end="a3")
    assert len(lines_of(apart)) == 2
    assert symmetric_count(apart, half_turn, Budget()) == 0
    opposite = replace(apart, end=(0, 2))
    assert symmetric_count(opposite, half_turn, Budget()) == len(lines_of(opposite)) == 2
    # A start alone is kept by the diagonal only, but a line from it may have the half turn.
    begun = replace(apart, end=None)
    assert symmetric_count(begun, half_turn, Budget()) == 2
    assert class_counts(begun, Budget()) == naive_classes(begun)[1]


def test_clues() -> None:
    """Clues inside the tour are for listings: symmetries would have to keep them."""
    off_centre = Problem("2x3", piece="wazir", clues={"a1": 2})
    assert classes_count(off_centre, Budget()) == len(lines_of(off_centre)) == 3
    forced = Problem("2x3", piece="wazir", closed=True, clues={"a1": 1, "b1": 2, "c1": 3})
    assert classes_count(replace(forced, forced=frozenset({((0, 0), (1, 0))})), Budget()) == 1
    for problem in (Problem("3x3", piece="wazir", clues={"b2": 5}), forced):
        with pytest.raises(InvalidProblem, match="leave the clues out"):
            classes_count(problem, Budget())
    for refused in (
        lambda: class_counts(off_centre, Budget()),
        lambda: symmetric_count(off_centre, Symmetry((0, 1), (True, True), (0, 0)), Budget()),
    ):
        with pytest.raises(InvalidProblem, match="leave the clues out"):
            refused()


def test_clues_that_are_ends() -> None:
    question_asked = Problem("3x4", clues={"a1": 1})
    assert classes_count(question_asked, Budget()) == len(lines_of(question_asked)) == 2


def test_bad_input_is_refused() -> None:
    quarter_turn = Symmetry((1, 0), (False, True), (0, 0))
    with pytest.raises(InvalidProblem, match="no such symmetry"):
        symmetric_count(Problem("3x4"), quarter_turn, Budget())
    with pytest.raises(InvalidProblem, match="board"):
        classes_count(Problem(Graph.from_edges([(0, 1), (1, 2)])), Budget())
    for board, surface in (("2x2x2", "flat"), ("3x4", "torus")):
        with pytest.raises(InvalidProblem, match="flat boards"):
            class_counts(Problem(board, piece="wazir", closed=True, surface=surface), Budget())
    third = Symmetry((0, 1), (False, False), (2, 0))
    with pytest.raises(TooLarge, match="order 3"):
        symmetric_count(Problem("6x8 torus", piece="wazir", closed=True), third, Budget())
    fourth = Symmetry((0, 1), (False, False), (2, 0))
    with pytest.raises(TooLarge, match="several ways"):
        symmetric_count(Problem("8x8", closed=True, surface="torus"), fourth, Budget())
    with pytest.raises(TooLarge, match="too wide"):
        symmetric_count(
            Problem("31x31", closed=False), Symmetry((0, 1), (True, True), (0, 0)), Budget()
        )


# -- published ----------------------------------------------------------------------------------


@pytest.mark.long_plain
def test_8x8_closed() -> None:
    """McKay 1997; Knuth, TAOCP pre-fascicle 8A (2025), p. 18: 608 233 classes of four tours."""
    problem = Problem(8, closed=True)
    moving = [s for s in symmetries(problem.board) if s.name != "identity"]
    kept = {s.name: symmetric_count(problem, s, Budget()) for s in moving}
    assert kept.pop("half-turn") == 4 * 608233
    assert set(kept.values()) == {0}
    assert (13267364410532 + 4 * 608233) % 8 == 0
    assert (13267364410532 + 4 * 608233) // 8 == 1658420855433


def test_long_board() -> None:
    """OEIS A169768, its last term there: numbers of more than 62 bits on the way."""
    counts = class_counts(Problem("3x50", closed=True), Budget())
    del counts[SymmetryClass.ASYMMETRIC]
    assert sum(classes for _, classes in counts.values()) == 21733496960


FRAMED = [("3x4", "knight"), ("3x3", "wazir"), ("3x3", "king"), ("2x4", "king"),
          ("...\n.#.\n..#", "king"), ("..#\n...\n#..", "wazir"),
          ("2x2x2", "wazir"), ("3x4 cylinder", "wazir"), ("3x3 torus", "wazir")]  # fmt: skip


@pytest.mark.slow
@each("case", [*product(FRAMED, (False, True))], every=3)
def test_a_frame_of_holes_changes_nothing(case: tuple[tuple[str, str], bool]) -> None:
    """Rows and columns of holes round a board; on a wrapped axis they are no frame."""
    (name, piece), closed = case
    board = Board(name)
    plain = Problem(board, piece=piece, closed=closed)
    rng = random.Random(name)
    for _ in range(2):
        before = [0 if wraps else rng.randint(0, 2) for wraps in board.wraps]
        after = [0 if wraps else rng.randint(0, 2) for wraps in board.wraps]
        sides = [a + side + b for a, side, b in zip(before, board.shape, after, strict=True)]
        whole = Board(sides, wraps=board.wraps)
        inside = {tuple(map(sum, zip(square, before, strict=True))) for square in board}
        framed = replace(plain, ground=Board(sides, {*whole} - inside, board.wraps))
        one, other = (
            sorted(tuple(s.permutation(ground)) for s in symmetries(ground))
            for ground in (board, framed.board)
        )
        assert one == other
        for square in framed.board:
            for s in symmetries(framed.board):
                assert s.apply(framed.board, square) in inside
        found = [
            (
                int(count_tours(problem, up_to_symmetry=True)) if not any(board.wraps) else 0,
                class_counts(problem, Budget()) if is_flat(board) else None,
                [tour.order for tour in iter_tours(problem, up_to_symmetry=True)],
                [tour.canonical().order for tour in iter_tours(problem, count=30)],
                [(known.value, known.source) for known in known_counts(problem)],
            )
            for problem in (plain, framed)
        ]
        assert found[0] == found[1]
        assert not found[0][0] or found[0][0] == len(found[0][2])


def test_a_known_count_with_a_frame() -> None:
    framed = Problem(Board("5x6", holes=[(r, 5) for r in range(5)]), start="a1")
    assert known_counts(framed) == known_counts(Problem("5x5", start="a1")) != ()
    assert int(count_tours(Problem(framed.board), up_to_symmetry=True)) == 112  # not 432
