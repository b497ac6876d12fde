"""Questions for Moodle: its XML, and GIFT, the short form that other platforms read, too.

Both have a category for each level, the board as a table, and what is said of each choice. Of the
question that is answered in writing, XML has the rubric for the teacher; GIFT, which has no place
for that, shows it after the answer. Sources: “Moodle XML format” and “GIFT format” of the
documentation of Moodle (docs.moodle.org).

Invariant: every text is escaped, for HTML and then for its format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from caballero.machine.words import Message
from caballero.puzzles.quiz import Choice, Question
from caballero.render.pdf import rubric

RESERVED: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"})
"""What GIFT reads as its own, and how it is written as text."""

PASSED: Final = "0.3333333"
"""The part of a grade that a wrong try costs, where there are several: Moodle's default."""


def moodle_xml(questions: Iterable[Question], language: str | None = None) -> str:
    """Return questions as Moodle reads them: XML.

    Examples
    --------
    >>> from caballero.puzzles import make_quiz
    >>> from caballero.puzzles import moodle_xml
    >>> moodle_xml(make_quiz(5, count=1)).splitlines()[1:3]
    ['<quiz>', '<question type="category">']
    """
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for category, some in _categories(questions, language):
        parts.append(f'<question type="category">\n<category>{_text(category)}</category>')
        parts.append("</question>")
        parts += [_question_xml(question, name, language) for name, question in some]
    return "\n".join([*parts, "</quiz>"])


def gift(questions: Iterable[Question], language: str | None = None) -> str:
    """Return questions in the format GIFT.

    Examples
    --------
    >>> from caballero.puzzles import make_quiz
    >>> from caballero.puzzles import gift
    >>> gift(make_quiz(5, count=1)).splitlines()[0]
    '$CATEGORY: $course$/Caballero/knight 5x5/easy'
    """
    parts = []
    for category, some in _categories(questions, language):
        parts.append(f"$CATEGORY: {category}")
        parts += [_question_gift(question, name, language) for name, question in some]
    return "\n\n".join(parts)


def _categories(
    questions: Iterable[Question], language: str | None
) -> Iterator[tuple[str, list[tuple[str, Question]]]]:
    """Yield each category with its questions, which are numbered throughout."""
    numbered = enumerate(questions, start=1)
    for level, some in groupby(numbered, key=lambda pair: pair[1].level):
        group = [*some]
        problem = group[0][1].problem
        title = Message(f"level-{level}").text(language)
        board = f"{_said(problem.piece.title, language)} {problem.board.name}"
        titled = [(f"{n}: {title}", question) for n, question in group]
        yield f"$course$/Caballero/{board}/{title}", titled


def _asked(question: Question, language: str | None) -> str:
    """Return what is asked as HTML: a sentence and the board."""
    return f"<p>{escape(question.text.text(language))}</p>{_board(question)}"


def _board(question: Question) -> str:
    """Return a board with its numbers as a table, with the names of its rows and columns."""
    board = question.problem.board
    rows, columns = board.shape
    numbers = {square: number for number, square in enumerate(question.path, start=1)}
    name = '<th style="border:0">{}</th>'.format
    lines = [
        f'<tr height="32">{name(rows - r)}'
        + "".join(
            f"<td>{numbers.get((r, c), '')}</td>"
            if (r, c) in board
            else '<td style="border:0">■</td>'  # a style sheet may give it a border again
            for c in range(columns)
        )
        for r in range(rows)
    ]
    below = [board.square_name((rows - 1, c)).rstrip("1") for c in range(columns)]
    lines.append(f"<tr>{''.join(map(name, ['', *below]))}")
    look = f"table-layout:fixed;width:{2 * columns + 2}em;text-align:center"
    return f'<table border="1" style="{look}">{"</tr>".join(lines)}</tr></table>'


def _rubric(language: str | None) -> str:
    """Return the rubric as a table in HTML."""
    head, *rows = [[escape(cell) for cell in row] for row in rubric(language)]
    lines = ["".join(f"<th>{cell}</th>" for cell in head)]
    lines += [
        f"<th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in row)}" for name, *row in rows
    ]
    title = Message("rubric").text(language)
    return f"<p>{escape(title)}</p><table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _said(text: Message | str, language: str | None) -> str:
    return text if isinstance(text, str) else text.text(language)


# -- XML ---------------------------------------------------------------------------------------


def _text(text: str) -> str:
    return f"<text>{escape(text, quote=False)}</text>"


def _question_xml(question: Question, name: str, language: str | None) -> str:
    """Return a question in XML."""
    kind = "multichoice" if question.choices else "essay"
    lines = [
        f'<question type="{kind}">',
        f"<name>{_text(name)}</name>",
        f'<questiontext format="html">{_text(_asked(question, language))}</questiontext>',
        f"<defaultgrade>1</defaultgrade><penalty>{PASSED if question.choices else 0}</penalty>",
        "<hidden>0</hidden>",
    ]
    if question.choices:
        lines.append("<single>true</single><shuffleanswers>true</shuffleanswers>")
        lines.append("<answernumbering>abc</answernumbering>")
    else:
        lines.append(
            "<responseformat>editor</responseformat><responserequired>1</responserequired>"
        )
        lines.append(f'<graderinfo format="html">{_text(_rubric(language))}</graderinfo>')
    for choice in question.choices:
        feedback = _text(escape(choice.feedback.text(language)))
        lines += [
            f'<answer fraction="{100 if choice.right else 0}" format="html">',
            _text(escape(_said(choice.text, language))),
            f'<feedback format="html">{feedback}</feedback>',
            "</answer>",
        ]
    return "\n".join([*lines, "</question>"])


# -- GIFT --------------------------------------------------------------------------------------


def _question_gift(question: Question, name: str, language: str | None) -> str:
    """Return a question in GIFT, without an empty line in it."""
    answers = "\n".join(_answers(question.choices, language))
    if not question.choices:
        answers = f"####{_rubric(language).translate(RESERVED)}"
    asked = _asked(question, language).translate(RESERVED)
    return f"::{name.translate(RESERVED)}::[html]{asked}{{\n{answers}\n}}"


def _answers(choices: Sequence[Choice], language: str | None) -> Iterator[str]:
    """Yield the line of each choice, with what is said of it."""
    for choice in choices:
        text = escape(_said(choice.text, language)).translate(RESERVED)
        feedback = escape(choice.feedback.text(language)).translate(RESERVED)
        yield f"{'=' if choice.right else '~'}{text}#{feedback}"
