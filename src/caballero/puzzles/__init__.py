"""Puzzles: problems with clues that have exactly one tour, and texts along a tour.

``make`` makes puzzles, and ``unique`` decides whether a problem has one tour, several or none.
``explanation`` solves a puzzle as a person does, by ``rules`` that look at a ``position``, and
gives hints; ``rating`` says how hard it is.

``recipes`` gives each puzzle a name of one line; ``booklet`` makes the puzzles of a booklet.

``complete`` adds the clues that your own puzzle lacks; ``addresses`` writes puzzles for the
page.

``quiz`` asks questions about tours, and says of each choice why it is right or wrong.

``text`` writes the ``parts`` of a text along a tour, on one of the ``shapes`` of the right size;
``reading`` reads a printed text by a list of words.
"""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from .addresses import puzzle_address as puzzle_address
    from .booklet import (
        Booklet as Booklet,
        make_booklet as make_booklet,
        read_booklet as read_booklet,
    )
    from .complete import Completed as Completed, complete_puzzle as complete_puzzle
    from .explanation import (
        GRADES as GRADES,
        Explanation as Explanation,
        explain as explain,
        hint as hint,
        judge_step as judge_step,
        why_not as why_not,
    )
    from .make import Puzzle as Puzzle, begin_tour as begin_tour, make_puzzle as make_puzzle
    from .parts import cut_text as cut_text
    from .printing.booklet import booklet_pdf as booklet_pdf
    from .printing.moodle import gift as gift, moodle_xml as moodle_xml
    from .quiz import Question as Question, make_quiz as make_quiz
    from .reading import Reading as Reading, read_along as read_along
    from .recipes import Recipe as Recipe, read_recipe as read_recipe
    from .rules import Step as Step
    from .text import TextPuzzle as TextPuzzle, text_puzzle as text_puzzle
    from .unique import (
        Uniqueness as Uniqueness,
        another_tour as another_tour,
        is_unique as is_unique,
    )
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "addresses": "puzzle_address",
            "booklet": "Booklet make_booklet read_booklet",
            "complete": "Completed complete_puzzle",
            "explanation": "Explanation GRADES explain hint judge_step why_not",
            "make": "Puzzle begin_tour make_puzzle",
            "parts": "cut_text",
            "printing.booklet": "booklet_pdf",
            "printing.moodle": "gift moodle_xml",
            "quiz": "Question make_quiz",
            "reading": "Reading read_along",
            "recipes": "Recipe read_recipe",
            "rules": "Step",
            "text": "TextPuzzle text_puzzle",
            "unique": "Uniqueness another_tour is_unique",
        },
    )
