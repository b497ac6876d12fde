"""Several tours as one answer: one after the other, a picture file each, or a sheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat

import click

from caballero.core.errors import LimitReached
from caballero.core.tour import Tour

from .answer import stream_output, write_answer
from .language import current_language, translate as _
from .pictures import PAGES, PICTURES, PictureFlags, pdf_of, picture_of
from .progress import Bar


@dataclass(frozen=True, slots=True)
class Several:
    """How at most `count` tours are written: the format, the file, and as one picture or not."""

    count: int
    form: str
    output: str | None
    sheet: bool
    picture: PictureFlags


def check_several(how: Several, squares: int) -> None:
    """Refuse several pictures without a file, and a sheet that is too large.

    `squares` is the number of squares of a board.
    """
    if how.sheet or how.form == "pdf":
        from caballero.render.sheet import refuse_many

        refuse_many(how.count * squares)
    elif how.form in PICTURES and how.count > 1 and how.output in {None, "-"}:
        raise click.UsageError(
            _("A picture shows one tour: name a file with -o for several, or add --sheet.")
        )


def write_several(
    tours: Iterator[Tour], text: Callable[[Tour], str], how: Several, bar: Bar
) -> tuple[int, LimitReached | None]:
    """Write tours as they come: pictures, or what `text` makes of each.

    Returns how many were written, and the limit that was reached, if any.
    """
    if how.form not in PICTURES:
        writer = _texts(text, how, bar)
    else:
        writer = _sheet(how, bar) if how.sheet or how.form == "pdf" else _pictures(how, bar)
    count = 0
    with writer as write:
        try:
            for tour in tours:
                write(tour)
                count += 1
        except LimitReached as reached:
            return count, reached
    return count, None


@contextmanager
def _texts(text: Callable[[Tour], str], how: Several, bar: Bar) -> Iterator[Callable[[Tour], None]]:
    """Yield a function that writes a tour; an empty line separates tours, but not lines of JSON."""
    separator = ""
    with stream_output(how.output, bar) as stream:

        def write(tour: Tour) -> None:
            nonlocal separator
            stream(f"{separator}{text(tour)}\n")
            separator = "" if how.form == "json" else "\n"

        yield write


@contextmanager
def _pictures(how: Several, bar: Bar) -> Iterator[Callable[[Tour], None]]:
    """Yield a function that draws a tour in a file of its own."""
    files = enumerate(_files(how.output, how.count))

    def write(tour: Tour) -> None:
        number, file = next(files)
        if how.count > 1:
            bar.at(number, how.count)
        drawn = picture_of(tour, how.form, how.picture, bar)
        bar.hide()
        write_answer(drawn, file)

    yield write


@contextmanager
def _sheet(how: Several, bar: Bar) -> Iterator[Callable[[Tour], None]]:
    """Yield a function that collects a tour; draw them in one picture at the end."""
    from caballero.render.png import png_of
    from caballero.render.sheet import tours_sheet
    from caballero.render.themes import page_of

    shown: list[Tour] = []

    def write(tour: Tour) -> None:
        shown.append(tour)
        bar.at(len(shown), how.count)

    yield write
    bar.hide()
    if shown and how.form == "pdf":
        write_answer(pdf_of(shown, how.picture), how.output)
    elif shown:
        drawn = tours_sheet(shown, **how.picture.without(*PAGES), language=current_language())
        svg = how.form == "svg"
        write_answer(drawn if svg else png_of(drawn, page_of(how.picture.theme)), how.output)


def _files(output: str | None, count: int) -> Iterator[str | None]:
    """Yield the path of each picture: several get numbers of equal length."""
    if output is None or count == 1:
        yield from repeat(output, count)
        return
    stem, dot, end = output.rpartition(".")
    if not dot or "/" in end or os.sep in end:
        stem, dot, end = output, "", ""
    for i in range(1, count + 1):
        yield f"{stem}-{i:0{len(str(count))}}{dot}{end}"
