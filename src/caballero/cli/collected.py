"""Tours as a collection: a file in Parquet, or statistics of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.formats import problem_json
from caballero.render.text import table_text

from .answer import naming_file, write_answer
from .call import Call
from .language import current_language, translate as _
from .options import ANSWER, option

if TYPE_CHECKING:
    from caballero.collection import CollectionStatistics

statistics = option(
    ANSWER, "--statistics", is_flag=True,
    help=_("Print statistics of the tours instead of the tours; in Parquet, beside each tour."),
)  # fmt: skip


def refuse_text(call: Call) -> None:
    """Refuse Parquet on standard output."""
    if call.form == "parquet" and call.output in {None, "-"}:
        raise click.UsageError(_("Parquet is not text: name a file with -o."))


def write_collected(call: Call, tours: Iterable[Tour], problem: Problem) -> int:
    """Write tours in Parquet, or their statistics; return how many there are."""
    if call.form != "parquet":
        return _write_statistics(call, tours, problem)
    from caballero.collection import write_tours

    how = {"sort": bool(call.sort), "statistics": bool(call.statistics)}
    with naming_file(call.output):
        return write_tours(call.output, tours, problem, **how)


def _write_statistics(call: Call, tours: Iterable[Tour], problem: Problem) -> int:
    """Write the statistics of the tours: a name, a value, and the number of tours with it."""
    from caballero.collection import collection_statistics

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
        for form, one in zip(forms, found.extremes.get(name, ()), strict=False):
            yield form.format(what=what, value=one.value, tour=" ".join(one.tour.names()))


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
