"""``caballero puzzle booklet FILE``: the puzzles that a file in TOML asks for, to print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from caballero.proof.outcome import GaveUp
from caballero.puzzles.booklet import MAX_BYTES, Booklet, Made, make_booklet, read_booklet

from . import options
from .answer import conclude, note
from .call import Call
from .command import define
from .language import current_language, translate as _
from .make import as_text, refuse_pictures, too_few, write_made
from .pictures import prepare
from .problems import naming_source, read_file
from .progress import progress


@define(
    "booklet",
    help=_(
        "Make the puzzles of a booklet, with their solutions at the end.\n\n"
        "FILE (- is standard input) is TOML: title, language, paper and so on, and a [[section]] "
        "for each kind of puzzle. No solution occurs twice, and the same file makes the same "
        "booklet. -o names a PDF; other formats have the puzzles alone."
    ),
    examples=_(
        "caballero puzzle booklet booklet.toml -o booklet.pdf\n"
        "caballero puzzle booklet booklet.toml -o puzzle.svg\n"
        "caballero puzzle booklet booklet.toml --json"
    ),
    statuses={0: _("made"), 1: _("there is none")},
)
@options.file
@options.limits
@options.answer(*options.PUZZLES)
def command(call: Call) -> int:
    with naming_source(call.file):
        booklet = read_booklet(read_file(call.file, MAX_BYTES), language=current_language())
        if call.form == "pdf":
            from caballero.render.booklet import page_of

            page_of(booklet)
    for section in booklet.sections:
        prepare(call, section.problem.board)
    sizes = [section.count * section.problem.size for section in booklet.sections]
    refuse_pictures(call, sum(section.count for section in booklet.sections), sum(sizes))
    with progress() as bar:
        made = make_booklet(booklet, limits=call.limits, on_event=bar)
    if not isinstance(made, list):
        if isinstance(made, GaveUp) and made.limit == "method":
            return too_few()
        return conclude(call, made)
    puzzles = [one.puzzle for one in made]
    texts = [
        as_text(
            call, one.puzzle, one.recipe.seed, one.recipe.name, is_first=one is made[0],
            number=one.number,
        )
        for one in made
    ]  # fmt: skip
    write_made(call.but(**booklet.page), puzzles, texts, partial(_pages, booklet, made))
    note(_("Puzzles made: {count}.").format(count=len(made)))
    return 0


def _pages(booklet: Booklet, made: Sequence[Made]) -> bytes:
    """Return the booklet as PDF."""
    from caballero.render.booklet import booklet_pdf

    return booklet_pdf(booklet, made)
