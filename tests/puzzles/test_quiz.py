"""Questions for a class: the choices by brute force, the two formats by naive readers."""

import json
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from caballero import Board, InvalidInput, LimitReached, NoTour, Problem, verify
from caballero.machine.errors import InvalidProblem
from caballero.machine.words import LANGUAGES, Message
from caballero.puzzles import Question, begin_tour, gift, make_quiz, moodle_xml
from caballero.puzzles.quiz import LEVELS, MOST_QUESTIONS, MOST_SQUARES, Choice
from cli.terminal import Terminal, refuses
from seldom import each

PROBLEMS = [
    Problem(5), Problem("3x4"), Problem("4x5", "king"), Problem("5x6", closed=True),
    Problem(Board("5x5", surface="torus")), Problem("#....\n.....\n.....\n.....\n....."),
    Problem(5, start="a1"),
]  # fmt: skip

MOST_LEFT = 15
"""The most squares from which all ways are tried."""


def made_of(problem: object, **how: object) -> list[Question]:
    made = make_quiz(problem, **how)  # type: ignore[arg-type]
    assert isinstance(made, list)
    return made


def square_named(problem: Problem, name: object) -> tuple[int, ...]:
    return next(square for square in problem.board if problem.place_name(square) == name)


def can_be_finished(problem: Problem, path: list[tuple[int, ...]]) -> bool:
    """Try everything."""
    squares = [*problem.board]
    known = {number: problem.place(v) for number, v in problem.numbered().items()}

    @cache
    def finish(left: frozenset[tuple[int, ...]], here: tuple[int, ...]) -> bool:
        number = len(squares) - len(left)
        if known.get(number, here) != here:
            return False
        if not left:
            return not problem.closed or problem.is_move(here, path[0])
        return any(problem.is_move(here, one) and finish(left - {one}, one) for one in left)

    return finish(frozenset(squares) - {*path}, path[-1])


# -- the choices -----------------------------------------------------------------------------------


@pytest.mark.slow
@each("problem", PROBLEMS)
def test_what_is_right_is_right(problem: Problem) -> None:
    made = [
        question
        for level in LEVELS
        if level != "expert" or (problem.size > 20 and problem.board.surface == "flat")
        for question in made_of(problem, count=3, seed=1, level=level)[:-1]
    ]
    for question in made:
        path = [*question.path]
        right = [choice for choice in question.choices if choice.right]
        assert len(right) == 1 < len(question.choices)
        told = {str(choice.text): choice for choice in question.choices}
        assert len(told) == len(question.choices)
        if question.level == "medium":
            check_fault(problem, question)
            continue
        for name, choice in told.items():
            square, said = square_named(problem, name), str(choice.feedback)
            is_next = square not in path and problem.is_move(path[-1], square)
            if question.level == "easy":
                assert choice.right == is_next
                assert ("already has number" in said) == (square in path)
            else:
                assert is_next
                assert all(f" with {sign}. " in said for sign in re.findall(r"marked (\w)", said))
            if question.level == "hard" and len(problem) - len(path) <= MOST_LEFT:
                assert choice.right != can_be_finished(problem, [*path, square])
            if question.level == "expert" and len(problem) - len(path) <= MOST_LEFT:
                assert choice.right == can_be_finished(problem, [*path, square])
        if question.level in {"hard", "expert"}:  # all moves are there
            free = [s for s in problem.board if s not in path and problem.is_move(path[-1], s)]
            assert {*told} == {problem.place_name(square) for square in free}


def check_fault(problem: Problem, question: Question) -> None:
    """The first step that is no move is the right answer, or that there is none."""
    path = question.path
    assert {*path} == {*problem.board}
    wrong = [m for m in range(1, len(path)) if not problem.is_move(path[m - 1], path[m])]
    (right,) = (str(choice.text) for choice in question.choices if choice.right)
    if wrong:
        assert right == f"The step from {wrong[0]} to {wrong[0] + 1}"
    else:
        assert right == "None: it is a tour"
        assert verify([*path], problem).valid
    for choice in question.choices[:-1]:
        m = int(re.findall(r"\d+", str(choice.text))[0])
        assert ("is not a move" in str(choice.feedback)) == (m in wrong)


def test_what_no_question_can_be_made_of() -> None:
    for board in (4, "1x4"):
        with pytest.raises(NoTour):
            make_quiz(board, level="hard")
    for ground, timeout, limit in ((Problem(2, "king"), None, "method"), (8, 0, "seconds")):
        with pytest.raises(LimitReached) as reached:
            make_quiz(ground, count=1, timeout=timeout)
        assert reached.value.outcome.limit == limit
    for other in ("hex3", "3x3x3", 11, Problem(5).graph()):
        with pytest.raises(InvalidInput):
            make_quiz(other)
    with pytest.raises(InvalidInput, match="at most"):
        make_quiz(5, count=MOST_QUESTIONS + 1)
    with pytest.raises(InvalidProblem):
        make_quiz(Problem(5, clues={"a1": 3}))
    assert Problem(10).size == MOST_SQUARES


# -- positions to finish ---------------------------------------------------------------------------


@each("problem", [*PROBLEMS, Problem("hex3", "step")])
def test_a_position_can_be_finished(problem: Problem) -> None:
    for seed in range(3):
        begun = begin_tour(problem, 5, seed=seed)
        assert verify(begun.tour, begun.problem).valid
        numbers = {begun.problem.place(v): n for n, v in begun.problem.numbered().items()}
        assert numbers == dict(zip(begun.tour, range(1, 6), strict=False))
    assert begin_tour(problem, 5, seed=2).problem == begun.problem


def test_a_position_leaves_something() -> None:
    with pytest.raises(NoTour):
        begin_tour(4, 2)
    with pytest.raises(InvalidInput, match="give 1 to 24"):
        begin_tour(5, 25)


# -- the formats -----------------------------------------------------------------------------------


class Read(NamedTuple):
    """A question as a format has it: where, its name, what is asked, its answers, its rubric."""

    category: str
    name: str
    asked: str
    answers: list[tuple[bool, str, str]]
    more: str


def read_xml(text: str) -> list[Read]:
    """Read Moodle's XML as its documentation describes it."""
    root = ElementTree.fromstring(text)
    assert root.tag == "quiz"
    category, found = "", []

    def html(node: ElementTree.Element | None) -> str:
        assert node is not None
        assert node.get("format") == "html"
        return node.findtext("text") or ""

    for question in root:
        assert question.tag == "question"
        if question.get("type") == "category":
            category = question.findtext("category/text") or ""
            continue
        answers = [
            (node.get("fraction") == "100", unescape(html(node)), html(node.find("feedback")))
            for node in question.findall("answer")
        ]
        assert {node.get("fraction") for node in question.findall("answer")} <= {"0", "100"}
        kind = "multichoice" if answers else "essay"
        assert question.get("type") == kind
        assert (question.findtext("single") == "true") == bool(answers)
        more = "" if answers else html(question.find("graderinfo"))
        asked = html(question.find("questiontext"))
        found.append(Read(category, question.findtext("name/text") or "", asked, answers, more))
    return found


PLAIN = r"[^~=#{}:]*"  # any other = or ~ would begin a choice


def read_gift(text: str) -> list[Read]:
    """Read GIFT, sign by sign: a question is up to an empty line."""
    category, found = "", []
    for part in text.split("\n\n"):
        if part.startswith("$CATEGORY: "):
            category = part.removeprefix("$CATEGORY: ")
            continue
        held = re.sub(r"\\(.)", lambda sign: chr(0xE000 + ord(sign[1])), part)  # as Moodle does
        name, asked, answers = re.fullmatch(
            rf"::({PLAIN})::\[html\]({PLAIN})\{{\n(.*)\n\}}", held, re.S
        ).groups()  # type: ignore[union-attr]

        def told(text: str) -> str:
            return "".join(chr(ord(c) - 0xE000) if 0xE000 <= ord(c) < 0xF000 else c for c in text)

        more, lines = "", answers.split("\n")
        if answers.startswith("####"):
            more, lines = told(answers.removeprefix("####")), []
        choices = []
        for line in lines:
            sign, choice, feedback = re.fullmatch(f"([=~])({PLAIN})#({PLAIN})", line).groups()  # type: ignore[union-attr]
            choices.append((sign == "=", unescape(told(choice)), told(feedback)))
        found.append(Read(category, told(name), told(asked), choices, more))
    return found


class Cells(HTMLParser):
    """The rows of the table in a question."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1][-1] += data


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_formats_say_the_same(language: str) -> None:
    made = made_of(Problem("4x5"), count=6, seed=2)
    read = read_xml(moodle_xml(made, language))
    assert read == read_gift(gift(made, language))
    for question, one in zip(made, read, strict=True):
        level = Message(f"level-{question.level}").text(language)
        assert one.category.endswith(f"4x5/{level}")
        assert unescape(one.asked).startswith(f"<p>{question.text.text(language)}</p>")
        assert [(right, unescape(told)) for right, _, told in one.answers] == [
            (choice.right, choice.feedback.text(language)) for choice in question.choices
        ]
        *rows, letters = Cells(one.asked).rows
        assert letters == ["", "a", "b", "c", "d", "e"]
        assert [row[0] for row in rows] == ["4", "3", "2", "1"]
        shown = {(r, c): n for r, row in enumerate(rows) for c, n in enumerate(row[1:]) if n}
        assert shown == {square: str(n) for n, square in enumerate(question.path, start=1)}
    rubric = Cells(read[-1].more).rows
    assert [len(row) for row in rubric] == [4] * 5


@given(
    st.text(
        st.characters(exclude_categories=["C", "Z"]) | st.sampled_from("\\~=#{}:&<>\"'/% "),
        min_size=1,
    )
)
def test_every_sign_is_kept(text: str) -> None:
    data = {"m": 1, "n": 2, "a": text, "b": "{}", "piece": "~=#"}
    told = Message("quiz-move", data)
    choices = (Choice("x", told, right=True), Choice(text, told))
    question = Question("easy", Problem(3), ((0, 0),), told, choices)
    for read in (read_xml(moodle_xml([question])), read_gift(gift([question]))):
        assert [(name, unescape(said)) for _, name, said in read[0].answers] == [
            ("x", told.text("en")), (text, told.text("en")),
        ]  # fmt: skip
        assert unescape(read[0].asked).startswith(f"<p>{told.text('en')}</p><table")


# -- the command -----------------------------------------------------------------------------------


@pytest.mark.long_plain
def test_the_command_writes_both(caballero: Terminal, tmp_path: Path) -> None:
    asked = ("puzzle", "quiz", 5, "-k", 3, "--seed", 4)
    reply = caballero(*asked)
    assert (reply.status, reply.err) == (0, "Questions made: 4.\n")
    for name in ("quiz.gift", "quiz.txt"):
        assert caballero(*asked, "-o", tmp_path / name).status == 0
        assert (tmp_path / name).read_text("utf-8") == reply.out
    assert caballero(*asked, "-o", tmp_path / "quiz.xml").status == 0
    assert read_xml((tmp_path / "quiz.xml").read_text("utf-8")) == read_gift(reply.out.strip())
    spanish = read_gift(caballero(*asked, "--lang", "es").out.strip())
    assert spanish[0].category == "$course$/Caballero/caballo 5x5/fácil"
    lines = [json.loads(line) for line in caballero(*asked, "--json").out.splitlines()]
    assert [
        [(one["right"], one["text"], one["feedback"]) for one in line["choices"]] for line in lines
    ] == [
        [(right, text, unescape(told)) for right, text, told in read.answers]
        for read in read_gift(reply.out.strip())
    ]
    assert caballero("puzzle", "quiz", 4).status == 1
    assert caballero("puzzle", "quiz", 2, "--piece", "king").status == 3
    refuses(caballero("puzzle", "quiz", "hex3"), "choose another board")
