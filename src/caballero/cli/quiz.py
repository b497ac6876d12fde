"""``caballero puzzle quiz BOARD``: questions with feedback, for a learning platform."""

from __future__ import annotations

from collections.abc import Sequence

from caballero import GaveUp
from caballero.model.interchange import place_json, problem_data
from caballero.proof.outcome import outcome_of
from caballero.puzzles import Question, make_quiz
from caballero.puzzles.quiz import LEVELS

from . import options
from .answer import conclude, json_line, note, report, write_answer
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, QUESTION, SEARCH, Answer, Limited, Names, option
from .problems import problem_of


class Quiz(options.Board, options.Problem, Limited, Answer):
    forms = ("gift", "xml", "json")
    count: int = option(ANSWER, "-k", least=1, default=9, before="form", help=_(
        "Make N questions with choices, and one to answer in writing."))  # fmt: skip
    level: str | None = option(QUESTION, type=Names("level", LEVELS), before="closed", help=_(
        "Make questions of a level: {names}."))  # fmt: skip
    seed: int = option(SEARCH, default=0, before="seconds", help=_(
        "The same seed makes the same questions."))  # fmt: skip


@define("quiz", Quiz, statuses={0: _("made"), 1: _("there is none")}, help=_(
    "Make questions for Moodle, with what the judge says of each choice.\n\n"
    "BOARD is as for tour. The levels ask where a piece can go, for the first fault of a "
    "table, for the move after which no tour is left, and for the only one after which one is "
    "left; the last question is answered in writing, with a rubric. A learning platform "
    "imports the file."
), examples=(
    "caballero puzzle quiz 5 -o quiz.xml\n"
    "caballero puzzle quiz 6 --level hard -k 20 --seed 7 -o quiz.gift\n"
    "caballero puzzle quiz 5 --piece king --lang es"
))  # fmt: skip
def command(call: Quiz) -> int:
    made = outcome_of(
        lambda: make_quiz(
            problem_of(call), count=call.count, level=call.level, seed=call.seed, limits=call.limits
        )
    )
    if not isinstance(made, list):
        if not (isinstance(made, GaveUp) and made.limit == "method"):
            return conclude(call, made)
        report(_("Too few different questions: ask for fewer, another level or a larger board."))
        return 3
    write_answer(call, _written(made, call.form))
    note(_("Questions made: {count}.").format(count=len(made)))
    return 0


def _written(made: Sequence[Question], form: str) -> str:
    """Return questions in a format."""
    from caballero.puzzles import gift, moodle_xml

    language = current_language()
    if form == "json":
        return "\n".join(_as_json(question, language) for question in made)
    return (gift if form == "gift" else moodle_xml)(made, language)


def _as_json(question: Question, language: str) -> str:
    """Return a question as one line of JSON."""
    choices = [
        {
            "text": choice.text if isinstance(choice.text, str) else choice.text.text(language),
            "right": choice.right,
            "feedback": choice.feedback.text(language),
        }
        for choice in question.choices
    ]
    data: dict[str, object] = {"status": "asked", **problem_data(question.problem)}
    data |= {"level": question.level, "path": [place_json(square) for square in question.path]}
    return json_line({**data, "question": question.text.text(language), "choices": choices})
