"""Several tours as an answer: in turn, a picture file each, or a sheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from caballero import InvalidInput, LimitReached, Problem, Tour
from caballero.formats import problem_json
from caballero.render.text import table_text

from .answer import naming_file, on_terminal, report, stream_output, write_answer
from .language import current_language, translate as _
from .options import PICTURES, Call, Collected, Drawn, Several
from .pictures import pdf_of, picture_of, still, tour_look
from .problems import naming_source, read_file
from .progress import Bar

if TYPE_CHECKING:
    from caballero.counting import CollectionStatistics
    from caballero.formats.class_list import ClassList

T = TypeVar("T")

MOST_NAMES: Final = 1 << 20
"""The most bytes of a list of pupils."""


def check_several(call: Several, squares: int) -> None:
    """Refuse several pictures without a file, and a sheet of boards that are too large."""
    refuse_text(call)
    if call.sheet or call.form == "pdf":
        from caballero.render.sheet import refuse_many

        refuse_many(call.count * squares)
    elif call.form in PICTURES and call.count > 1 and call.output in {None, "-"}:
        raise click.UsageError(
            _("A picture shows one tour: name a file with -o for several, or add --sheet.")
        )


def write_several(
    call: Several, problem: Problem, tours: Iterator[Tour], text: Callable[[Tour], str], bar: Bar
) -> tuple[int, LimitReached | None]:
    """Write tours as they come; return how many, and the limit that was reached, if any."""
    reached: list[LimitReached] = []

    def read() -> Iterator[Tour]:
        try:
            yield from tours
        except LimitReached as limit:
            reached.append(limit)

    if call.form == "parquet" or call.statistics:
        count = write_collected(call, read(), problem)
        return count, reached[0] if reached else None
    if call.form not in PICTURES:
        writer = _texts(call, text, bar)
    else:
        writer = _sheet(call, bar) if call.sheet or call.form == "pdf" else _pictures(call, bar)
    count = 0
    with writer as write:
        for tour in read():
            write(tour)
            count += 1
    return count, reached[0] if reached else None


@contextmanager
def _texts(call: Call, text: Callable[[Tour], str], bar: Bar) -> Iterator[Callable[[Tour], None]]:
    """Yield a function that writes a tour; an empty line separates tours, but not lines of JSON."""
    separator = ""
    watched = on_terminal(call)
    with stream_output(call) as out:

        def write(tour: Tour) -> None:
            nonlocal separator
            if watched:
                bar.hide()
            out.write(f"{separator}{text(tour)}\n")
            out.flush()
            separator = "" if call.form == "json" else "\n"

        yield write


@contextmanager
def _pictures(call: Several, bar: Bar) -> Iterator[Callable[[Tour], None]]:
    """Yield a function that draws a tour in a file of its own."""
    files = enumerate(numbered_files(call.output, call.count))

    def write(tour: Tour) -> None:
        number, file = next(files)
        if call.count > 1:
            bar.at(number, call.count)
        drawn = picture_of(call, tour, bar)
        bar.hide()
        write_answer(call.but(output=file), drawn)

    yield write


@contextmanager
def _sheet(call: Several, bar: Bar) -> Iterator[Callable[[Tour], None]]:
    """Yield a function that collects a tour; draw them in a single picture at the end."""
    from caballero.render import tours_sheet

    shown: list[Tour] = []

    def write(tour: Tour) -> None:
        shown.append(tour)
        bar.at(len(shown), call.count)

    yield write
    bar.hide()
    if shown and call.form == "pdf":
        write_answer(call, pdf_of(call, shown))
    elif shown:
        drawn = tours_sheet(shown, **tour_look(call), language=current_language())
        write_answer(call, still(call, drawn))


def numbered_files(output: str | None, count: int) -> Iterator[str | None]:
    """Yield the path of each picture: several get numbers of equal length; refuse a link."""
    from pathlib import Path  # only several files need these

    from caballero.machine.folders import refuse_link

    if output is None or count == 1:
        yield from repeat(output, count)
        return
    stem, dot, end = output.rpartition(".")
    if not dot or "/" in end or os.sep in end:
        stem, dot, end = output, "", ""
    for i in range(1, count + 1):
        file = f"{stem}-{i:0{len(str(count))}}{dot}{end}"
        refuse_link(Path(file))
        yield file


def write_pictures(call: Call, pictures: Iterable[str | bytes], count: int) -> None:
    """Write `count` pictures or fewer, each to a file: all of them, or none."""
    from caballero.machine.folders import together

    with together():
        for picture, file in zip(pictures, numbered_files(call.output, count), strict=False):
            write_answer(call.but(output=file), picture)


def write_links(call: Call, items: Iterable[T], link: Callable[[T], str]) -> int:
    """Write the link of each item; name those of several that have none. Return the exit status."""
    links: list[str] = []
    refused: list[tuple[int, InvalidInput]] = []
    for number, item in enumerate(items, 1):
        try:
            links.append(link(item))
        except InvalidInput as error:
            refused.append((number, error))
    if len(refused) == 1 and not links:
        raise refused[0][1]
    if links:
        write_answer(call, "\n".join(links))
    for number, why in refused:
        line = _("Puzzle {number} has no link. {why}")
        report(line.format(number=number, why=why.message.text()))
    return int(bool(refused))


def class_of(call: Drawn, data: bytes | None = None) -> ClassList:
    """Return the list of a call, perhaps from its bytes; without a list, it has no pupils."""
    from caballero.formats.class_list import ClassList, read_class

    if call.names is None:
        return ClassList(())
    with naming_source(call.names):
        found = read_class(read_file(call.names, MOST_NAMES) if data is None else data)
    if not found.pupils:
        line = _("{file} has no names: write one a line.")
        raise click.UsageError(line.format(file=call.names))
    return found


def pupils_of(call: Drawn) -> dict[str, str]:
    """Return the pupils of a call by their codes; of none without a list."""
    return names_in(class_of(call))


def names_in(listed: ClassList) -> dict[str, str]:
    """Return the names of a list by their codes; names of twins have the codes, too."""
    twins = {pupil.code for some in listed.twins for pupil in some}
    return {
        pupil.code: f"{pupil.name} ({pupil.code})" if pupil.code in twins else pupil.name
        for pupil in listed.pupils
    }


def names_on(call: Drawn, count: int) -> list[str] | None:
    """Return whose each of `count` sheets is; empty names leave a line, None no line."""
    named = [*pupils_of(call).values()]
    return named or ([""] * count if call.name_line else None)


def refuse_text(call: Call) -> None:
    """Refuse Parquet on standard output."""
    if call.form == "parquet" and call.output in {None, "-"}:
        raise click.UsageError(_("Parquet is not text: name a file with -o."))


def write_collected(call: Collected, tours: Iterable[Tour], problem: Problem) -> int:
    """Write tours in Parquet, or their statistics; return how many there are."""
    if call.form != "parquet":
        return _write_statistics(call, tours, problem)
    from caballero.counting import write_tours

    assert call.output is not None
    with naming_file(call.output):
        return write_tours(call.output, tours, problem, sort=call.sort, statistics=call.statistics)


def _write_statistics(call: Call, tours: Iterable[Tour], problem: Problem) -> int:
    """Write the statistics of the tours: a name, a value, and the number of tours with it."""
    from caballero.counting import collection_statistics

    found = collection_statistics(tours)
    table = table_text([*_rows(found, problem)], left=1)
    data = {**problem_json(problem), **found.to_dict()}
    write_answer(call, "\n".join([table, *_extremes(found)]), data)
    return found.tours


def _extremes(found: CollectionStatistics) -> Iterator[str]:
    """Yield lines of tours with the least and the most of each number; JSON has all numbers."""
    names = {
        "turns": _("turns"), "longest": _("longest straight run"), "crossings": _("crossings"),
    }  # fmt: skip
    forms = _("{what}, least ({value}): {tour}"), _("{what}, most ({value}): {tour}")
    for name, what in names.items():
        for form, extreme in zip(forms, found.extremes.get(name, ()), strict=False):
            yield form.format(what=what, value=extreme.value, tour=" ".join(extreme.tour.names()))


def _rows(found: CollectionStatistics, problem: Problem) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of the table of statistics."""
    language, name = current_language(), problem.place_name
    columns: list[tuple[str, Mapping[Any, int]]] = [
        (_("symmetry"), {kind.message.text(language): n for kind, n in found.symmetry.items()}),
        (_("turns"), found.turns),
        (_("crossings"), found.crossings),
        *(
            (_("moves {slope}").format(slope=",".join(map(str, slope))), counts)
            for slope, counts in found.slopes.items()
        ),
        (_("first"), {name(place): count for place, count in found.first.items()}),
        (_("last"), {name(place): count for place, count in found.last.items()}),
    ]
    yield _("statistic"), _("value"), _("tours")
    yield _("all"), "", str(found.tours)
    yield _("closable"), "", str(found.closable)
    for what, counts in columns:
        for value, count in counts.items():
            yield what, str(value), str(count)
