"""A booklet of puzzles on pages: sections with their instructions, then all solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Unpack

from caballero.machine.limits import LimitOptions
from caballero.machine.words import Message
from caballero.model.piece import Piece
from caballero.model.problem import Problem
from caballero.proof.asking import within
from caballero.puzzles.booklet import Booklet, Made
from caballero.puzzles.make import Puzzle
from caballero.render.pdf import Page, Section, pdf_book


@within
def booklet_pdf(booklet: Booklet, made: Iterable[Made], **how: Unpack[LimitOptions]) -> bytes:
    """Return a booklet as PDF.

    Parameters
    ----------
    booklet : Booklet
        How it looks.
    made : iterable of Made
        Its puzzles, as :func:`caballero.puzzles.make_booklet` returns them.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.

    Raises
    ------
    InvalidInput, LimitReached
        As :func:`caballero.render.pdf_sheet`.

    Examples
    --------
    >>> from caballero.puzzles import make_booklet, read_booklet
    >>> from caballero.puzzles import booklet_pdf
    >>> booklet = read_booklet('paper = "a5"\\n[[section]]\\nboard = 4\\npiece = "king"')
    >>> booklet_pdf(booklet, make_booklet(booklet))[:5]
    b'%PDF-'
    """
    sections = []
    language = booklet.language
    for section, some in groupby(made, key=lambda one: one.section):
        ones = [*some]
        puzzles = [one.puzzle for one in ones]
        numbers = [str(one.number) for one in ones]
        names = [one.recipe.name or _seed(one, language) for one in ones]
        title = section.title or booklet.title
        shown = puzzle_section(puzzles, numbers, names, title, language)
        sections.append(
            shown._replace(per_page=section.per_page, solutions_per_page=booklet.solutions_per_page)
        )
    page, look = page_of(booklet)
    return pdf_book(sections, page, title=booklet.title, language=language, **look)


def page_of(booklet: Booklet) -> tuple[Page, dict[str, Any]]:
    """Return the paper of a booklet, which is checked, and how it looks."""
    look = dict(booklet.page)
    paper = {key: look.pop(key) for key in Page._fields if key in look}
    return Page(**paper).checked(), look


def puzzle_section(
    puzzles: Sequence[Puzzle],
    numbers: Sequence[str],
    names: Sequence[str],
    title: str,
    language: str,
) -> Section:
    """Return puzzles with their solutions, below the instruction if all have the same.

    Below a puzzle stand its number and level; below its solution its number and name.
    """
    pairs = zip(puzzles, numbers, strict=True)
    captions = [caption(puzzle, language, number) for puzzle, number in pairs]
    answers = [" · ".join(filter(None, pair)) for pair in zip(numbers, names, strict=True)]
    told = {instruction(puzzle.problem, language) for puzzle in puzzles}
    intro = told.pop() if len(told) == 1 else ""
    solutions = {i: puzzle.tour for i, puzzle in enumerate(puzzles)}
    return Section(puzzles, solutions, captions, title, intro, answers=answers)


def _seed(one: Made, language: str) -> str:
    """Return the seed of a puzzle without a name, in words."""
    return Message("seed-of", {"seed": one.recipe.seed}).text(language)


def caption(puzzle: Puzzle, language: str, number: str) -> str:
    """Return what stands below a puzzle: number and level."""
    level = "" if puzzle.grade is None else Message(f"level-{puzzle.grade}").text(language)
    return " · ".join(filter(None, [number, level]))


def instruction(problem: Problem, language: str) -> str:
    """Return what a reader of a puzzle is to do.

    >>> instruction(Problem(5, "zebra"), "en")
    'Write the missing numbers so that each step from one to the next is a move of the zebra.'
    >>> instruction(Problem(3, "king", forced=["a1-a2"]), "en")[-39:]
    'diamond between them follow each other.'
    """
    piece, data = problem.piece, {}
    names = ("step",) if problem.board.grid else ("knight", "king", "wazir")
    known = [name for name in names if piece == Piece(name)]
    if not known or any(problem.board.wraps) or len(problem.board.shape) > 2:
        data = {"piece": piece.title}
    how = Message(f"each-{'other' if data else known[0]}", data)
    code = "instruction-zip" if problem.waypoints else "instruction"
    closed = "-closed" if problem.closed else ""
    told = Message(code + closed, {"step": how}).text(language)
    more = Message("instruction-forced").text(language)
    return f"{told} {more}" if problem.forced else told
