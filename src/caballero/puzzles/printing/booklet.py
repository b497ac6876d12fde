"""A booklet of puzzles on pages: sections with their instructions, then all solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Unpack

from caballero.find import find_tour
from caballero.machine.limits import LimitOptions, Limits
from caballero.machine.words import Message
from caballero.model.piece import Piece
from caballero.model.problem import Problem
from caballero.proof.asking import within
from caballero.puzzles.booklet import Booklet, Made
from caballero.puzzles.explanation import hint
from caballero.puzzles.make import Puzzle
from caballero.puzzles.recipes import Recipe
from caballero.render.pdf import Book, Page, Section, pdf_book

HINT: Final = Limits(nodes=2_000_000)
"""When to give up a hint: no time, so that the same booklet has the same hints everywhere."""


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
    rest = iter(made)
    for section in booklet.sections:
        printed = [*islice(rest, len(section.problems))]
        puzzles = [made.puzzle for made in printed]
        numbers = [str(made.number) for made in printed]
        names = [_name(made, language) for made in printed]
        shown = puzzle_section(puzzles, numbers, names, section.title or booklet.title, language)
        sections.append(
            shown._replace(
                per_page=section.per_page, solutions_per_page=booklet.solutions_per_page,
                text=section.text, hints=[*_hints(printed, language)] if booklet.hints else (),
            )
        )  # fmt: skip
    page, look = page_of(booklet)
    return pdf_book(sections, page, book=_book(booklet), language=language, **look)


def page_of(booklet: Booklet) -> tuple[Page, dict[str, Any]]:
    """Return the paper of a booklet, which is checked with its texts, and how it looks."""
    look = dict(booklet.page)
    paper = {key: look.pop(key) for key in Page._fields if key in look}
    texts = (text for section in booklet.sections for text in (section.title, section.text))
    _book(booklet).checked(texts)
    return Page(**paper).checked(), look


def _book(booklet: Booklet) -> Book:
    """Return the pages of a booklet besides its sections; a recipe of a tour makes the cover."""
    cover = booklet.cover
    if isinstance(cover, Recipe):
        cover = find_tour(cover.problem, seed=cover.seed)
    return Book(
        booklet.title, booklet.author, cover, booklet.introduction, booklet.imprint,
        booklet.fonts, booklet.solutions,
    )  # fmt: skip


def _hints(made: Iterable[Made], language: str) -> Iterator[str]:
    """Yield a step of each puzzle that needs no number before it; of some there is none."""
    for one in made:
        step = hint(one.puzzle.problem, limits=HINT)[-1]
        if step.rule not in {"limit", "none"}:
            yield f"{one.number} · {step.message.text(language)}"


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
    found = {instruction(puzzle.problem, language) for puzzle in puzzles}
    intro = found.pop() if len(found) == 1 else ""
    solutions = {i: puzzle.tour for i, puzzle in enumerate(puzzles)}
    return Section(puzzles, solutions, captions, title, intro, answers=answers)


def _name(made: Made, language: str) -> str:
    """Return the name of a puzzle, or its seed in words, if it was made."""
    if made.recipe is None or made.recipe.name:
        return made.name or ""
    return Message("seed-of", {"seed": made.recipe.seed}).text(language)


def caption(puzzle: Puzzle, language: str, number: str) -> str:
    """Return what stands below a puzzle: number and level."""
    level = "" if puzzle.grade is None else Message(f"level-{puzzle.grade}").text(language)
    return " · ".join(filter(None, [number, level]))


def instruction(problem: Problem, language: str) -> str:
    """Return the instruction for the reader of a puzzle.

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
    sentence = Message(code + closed, {"step": how}).text(language)
    more = Message("instruction-forced").text(language)
    return f"{sentence} {more}" if problem.forced else sentence
