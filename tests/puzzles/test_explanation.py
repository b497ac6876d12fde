"""Explanations of puzzles: every step is true, the steps lead to the solution, grades, hints."""

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from types import FrameType
from typing import Any

import pytest

from caballero import Graph, Limits, Problem, find_tour, is_unique
from caballero.machine.limits import Budget, LimitHit
from caballero.puzzles import (
    GRADES,
    Explanation,
    Puzzle,
    Step,
    explain,
    hint,
    judge_step,
    make_puzzle,
    why_not,
)
from caballero.puzzles.position import Position
from caballero.puzzles.rules import RULES, steps_of
from published import HIDATO
from puzzles.test_unique import lines, random_puzzle
from seldom import mostly_nightly


def kind_of(explanation: Explanation) -> str | None:
    return None if explanation.answer is None else explanation.answer.status


def is_true(step: Step, problem: Problem, line: list[int]) -> bool:
    """Whether a line has what a step says."""
    if step.place is None:
        return False
    v, size = problem.vertex(step.place), len(line)
    at = line.index(v)
    beside = {line[i % size] for i in (at - 1, at + 1) if problem.closed or 0 <= i < size}
    return (
        step.number in {None, at + 1}
        and at + 1 not in step.excluded
        and all(problem.vertex(place) in beside for _, place in step.used)
    )


def is_short(step: Step) -> None:
    """Check that the first sentence has at most twelve words, and that there is a Spanish one."""
    for language in ("en", "es"):
        short = step.message.text(language)
        assert len(short.split()) <= 12, short
        assert step.text(language) != step.text({"en": "es", "es": "en"}[language])


def replayed(explanation: Explanation) -> dict[int, int]:
    """The vertices of all numbers: those given, and those of the steps."""
    problem = explanation.problem
    known = problem.numbered() or ({1: 0} if problem.closed else {})
    for step in explanation.steps:
        if step.number is not None and step.place is not None:
            assert step.number not in known
            known[step.number] = problem.vertex(step.place)
    return known


def with_one_tour(problem: Problem, rng: random.Random) -> Problem | None:
    """A problem with enough numbers of one of its tours that it has no other."""
    tours = [*lines(problem)]
    if not tours:
        return None
    tour = rng.choice(tours)
    for number in rng.sample(range(len(tour)), len(tour)):
        if len(tours) == 1:
            break
        clues = (*problem.clues, (problem.place(tour[number]), number + 1))
        problem = replace(problem, clues=tuple(dict.fromkeys(clues)))
        tours = [*lines(problem)]
    return problem


def check(explanation: Explanation) -> int:
    """Check that every step is true of every tour; return how many tours there are.

    The step that chooses a direction leaves half of them.
    """
    problem = explanation.problem
    tours = [*lines(problem)]
    if problem.closed and not problem.numbered():
        tours = [line for line in tours if line[0] == 0]
    for step in explanation.steps:
        is_short(step)
        if step.rule == "contradiction":
            assert not tours, (problem, step)
            return 0
        true = [line for line in tours if is_true(step, problem, line)]
        assert len(true) * (1 + (step.rule == "direction")) == len(tours), (problem, step)
        tours = true
    if explanation.tour is not None:
        assert tours == [[*explanation.tour.order]], problem
        assert [v for _, v in sorted(replayed(explanation).items())] == tours[0]
        assert is_unique(problem).status == "unique"
    return len(tours)


def expected_grade(explanation: Explanation) -> str:
    """That of the hardest rule, or expert if the rules do not lead to the tour."""
    if not explanation.solved:
        return "expert"
    names = [
        name for name, rules in GRADES.items() if not explanation.counts.keys().isdisjoint(rules)
    ]
    return ["easy", *names][-1]


@pytest.mark.slow
def test_300_random_puzzles_with_one_tour() -> None:
    rng = random.Random(163)
    made = solved = 0
    used: set[str] = set()
    while made < 300:
        problem = with_one_tour(random_puzzle(rng), rng)
        if problem is not None:
            made += 1
            explanation = explain(problem)
            assert check(explanation) == 1
            assert explanation.grade == expected_grade(explanation)
            solved += explanation.solved
            used |= explanation.counts.keys()
    assert used >= set(RULES) - {"colour", "marks", "direction", "groups"}
    assert solved >= 295


def puzzle(side: int, piece: str, more: int, seed: int) -> Problem:
    """A puzzle of a board: a number of clues, and more until there is one tour only."""
    tour = find_tour(side, piece=piece, seed=seed)
    numbers = [*range(2, side * side)]
    random.Random(seed).shuffle(numbers)
    kept = {1, side * side, *numbers[:more]}
    rest = numbers[more:]
    while True:
        problem = Problem(side, piece=piece, clues={tour[n - 1]: n for n in kept})
        if is_unique(problem):
            return problem
        kept |= {*rest[:1]}
        del rest[:1]


def test_the_grade_in_words() -> None:
    explanation = explain(Problem("1 . 3\n. . .\n7 . 9", piece="wazir"))
    assert str(explanation).endswith("(steps that use it: 5).")
    assert explanation.text("es").endswith("(pasos que la usan: 5).")
    assert explanation.counts == {"next": 5}
    assert repr(explanation) == "<explanation: 5 steps, easy>"
    puzzle = make_puzzle(6, level="expert")
    assert isinstance(puzzle, Puzzle)
    unsolved = explain(puzzle.problem)
    assert kind_of(unsolved) == "unique"
    assert unsolved.grade == "expert"
    assert str(unsolved).endswith("even by supposing one number at a time.")
    assert "experto" in unsolved.text("es")
    several = explain(Problem(6, clues={"a1": 1}))
    assert str(several).endswith("No grade: the puzzle has several solutions.")
    assert several.text("es").endswith("Sin nivel: el pasatiempo tiene varias soluciones.")
    assert repr(several) == f"<explanation: {len(several.steps)} steps, no grade>"
    assert several.grade is None
    complete = explain(Problem("1 2\n4 3", piece="wazir"))
    assert (complete.grade, complete.hardest, str(complete)) == (
        "easy",
        None,
        "Every place has its number.",
    )


def test_hints_where_no_tour_is_left() -> None:
    (apart,) = hint(Problem("1 . 3\n2 . .\n7 . 9", piece="wazir"))
    assert (apart.rule, apart.place, apart.number) == ("contradiction", (0, 2), 3)
    assert apart.message.text("es").startswith("Los números 2 (a2) y 3 (c3)")
    (later,) = hint(Problem(HIDATO, piece="king", clues={"a8": 31}))
    assert (later.rule, later.place) == ("contradiction", (0, 0))
    assert later.text("es").startswith("Ningún recorrido tiene estos números. Paso a paso")
    proved = hint(Problem("8x8", piece="wazir", clues={"a1": 1, "h8": 64}))[-1]
    assert proved.rule == "contradiction"
    wrong = explain(Problem("1 . 3\n2 . .\n7 . 9", piece="wazir"))
    assert wrong.text().endswith("No tour has these numbers.")
    assert not wrong.solved


def test_why_a_number_is_not_at_a_place() -> None:
    """A contradiction is only found if no tour has the number there; against all tours."""
    rng = random.Random(27)
    rules = set()
    for _ in range(60):
        problem = random_puzzle(rng)
        known = problem.numbered()
        tours = [*lines(problem)]
        for number in range(1, problem.size + 1):
            place = problem.place(rng.randrange(problem.size))
            vertex = problem.vertex(place)
            if number in known or vertex in known.values():
                continue
            steps = why_not(problem, place, number)
            *before, last = steps
            assert last.rule in {"contradiction", "none"}
            assert not [step for step in before if step.rule in {"contradiction", "none"}]
            if any(line[number - 1] == vertex for line in tours):
                assert last.rule == "none"
            rules.add((last.rule, len(steps) > 1, (last.why or last.message).code))
            is_short(last)
    assert {True, False} == {several for rule, several, _ in rules if rule == "contradiction"}
    assert {"step-too-far", "step-apart", "step-not-refuted"} <= {code for *_, code in rules}


def test_a_judge_of_single_steps() -> None:
    """A step is false if no tour has it; a rule that shows it is right; against all tours."""
    rng, rules = random.Random(29), set()
    for _ in range(20):
        problem = random_puzzle(rng)
        known, tours = problem.numbered(), [*lines(problem)]
        for number in {*range(1, problem.size + 1)} - known.keys():
            vertex = rng.choice([v for v in range(problem.size) if v not in known.values()])
            step = judge_step(problem, problem.place(vertex), number)
            true = [line for line in tours if line[number - 1] == vertex]
            assert (step.rule == "contradiction") == (not true) or not tours
            assert step.rule in {"none", "contradiction", "direction"} or true == tours
            is_short(step)
            rules.add(step.rule)
    assert {"none", "contradiction", "next"} <= rules
    zipped = Problem("3x3", "wazir", waypoints=["a3", "c1"], ends=True)
    assert judge_step(zipped, "b3", 2).rule == "none"
    assert judge_step(zipped, "b2", 2).rule == "contradiction"
    assert judge_step("3x3", "a1", 2, limits=Limits(nodes=0)).rule == "limit"


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds", mostly_nightly([range(1), *(range(k, k + 10) for k in range(0, 100, 10))], 11)
)
@pytest.mark.parametrize("piece", ["knight", "king", "wazir", "zip"])
def test_only_expert_puzzles_need_a_guess(piece: str, seeds: range) -> None:
    """The explanation of all others replays by the rules of their level; scores rise with it."""
    totals = []
    for level in GRADES:
        puzzles = [
            make_puzzle(6, kind=piece, level=level, seed=seed)
            if piece == "zip"
            else make_puzzle(Problem(6, piece=piece), level=level, seed=seed)
            for seed in seeds
        ]
        for puzzle in puzzles:
            assert isinstance(puzzle, Puzzle)
            if level == "expert":
                assert puzzle.trials
                continue
            explanation = explain(puzzle.problem)
            assert (explanation.tour, explanation.rating) == (puzzle.tour, puzzle.rating)
            assert (explanation.grade, explanation.trials) == (level, 0)
            line = [*puzzle.tour.order]
            assert all(is_true(step, puzzle.problem, line) for step in explanation.steps)
        totals.append(sum(puzzle.score or 0 for puzzle in puzzles if isinstance(puzzle, Puzzle)))
    assert len(seeds) == 1 or totals == sorted(totals)


def small_directed_problems() -> Iterator[Problem]:
    """All directed problems of two or three vertices, with one clue or one forced move at most."""
    for size in (2, 3):
        pairs = [(a, b) for a in range(size) for b in range(size) if a != b]
        for count in range(len(pairs) + 1):
            for edges in combinations(pairs, count):
                graph = Graph.from_edges(edges, range(size), directed=True)
                for closed in (False, True):
                    problem = Problem(graph, closed=closed)
                    yield problem
                    yield from (Problem(graph, closed=closed, forced=[move]) for move in edges)
                    for v in range(size):
                        for number in range(1, size + 1):
                            yield replace(problem, clues=((v, number),))


@pytest.mark.slow
def test_all_small_directed_problems() -> None:
    for problem in small_directed_problems():
        tours = [*lines(problem)]
        explanation = explain(problem)
        check(explanation)
        assert explanation.solved or len(tours) != 1 or explanation.grade == "expert"
        assert (hint(problem, limits=None)[-1].rule == "contradiction") == (not tours), problem


def test_a_puzzle_without_solution_has_no_grade() -> None:
    for drawing in ("1 . 3\n2 . .\n7 . 9", ". 1 .\n. . .\n. . ."):
        explanation = explain(Problem(drawing, piece="wazir"))
        assert not is_unique(explanation.problem)
        assert explanation.grade is None
        assert str(explanation).endswith("No tour has these numbers.")
    unseen = replace(explanation, steps=(), answer=is_unique(explanation.problem))
    assert kind_of(unseen) == "none"
    assert str(unseen) == "No tour has these numbers."


def test_a_limit_ends_an_explanation() -> None:
    whole = explain(Problem(HIDATO, piece="king"))
    for nodes in (0, 1, 10, 20):
        explanation = explain(Problem(HIDATO, piece="king"), limits=Limits(nodes=nodes))
        assert explanation.steps == whole.steps[: len(explanation.steps)]
        assert len(explanation.steps) <= max(nodes, 1)
        assert explanation.answer is not None
        assert (explanation.answer.limit, explanation.grade) == ("nodes", None)
        assert "node limit" in str(explanation).splitlines()[-1]
        assert explanation.text("es").splitlines()[-1].startswith("Sin nivel: la explicación")
    assert explain(Problem(HIDATO, piece="king"), limits=Limits(nodes=10_000)) == whole
    assert kind_of(explain(6, limits=0)) == "gave-up"


class Meter(Budget):
    """A budget that ends after some questions, and knows the most lines run between two."""

    def __init__(self, questions: int) -> None:
        super().__init__()
        self.questions = questions
        self.lines = self.most = 0

    def spend(self, nodes: int) -> None:
        self.most = max(self.most, self.lines)
        self.lines = 0
        self.questions -= 1
        if not self.questions:
            raise LimitHit("nodes")
        super().spend(nodes)

    def pause(self) -> None:
        self.spend(0)

    def trace(self, frame: FrameType, event: str, _: object) -> Any:
        if "puzzles" not in frame.f_code.co_filename:
            return None
        self.lines += event == "line"
        return self.trace


def longest_wait(side: int, questions: int) -> float:
    """The most lines that run between two questions to the budget, for each square."""
    problem = Problem(side, piece="king", clues={"a1": 1, (0, 0): side})
    meter = Meter(questions)
    before = sys.gettrace()
    sys.settrace(meter.trace)
    try:
        with suppress(LimitHit):
            list(steps_of(Position.of(problem, meter)))
    finally:
        sys.settrace(before)
    return meter.most / side**2


def test_the_rules_ask_the_budget_often() -> None:
    """What runs between two questions does not grow faster than the board."""
    assert longest_wait(5, 20_000) < 80
    assert longest_wait(14, 20_000) < 80
