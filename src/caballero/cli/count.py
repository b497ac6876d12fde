"""``caballero count BOARD``: count the tours exactly."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from click.exceptions import Exit

from caballero import Count, LimitReached, Problem, count_tours, counting, known_counts
from caballero.counting import Known
from caballero.counting.engines import ENGINES, SHOWN
from caballero.counting.known import converted
from caballero.machine.methods import AUTO
from caballero.machine.words import number
from caballero.model.interchange import place_json
from caballero.render.text import table_text

from . import options
from .answer import conclude, note, report, write_answer, write_outcome
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, QUESTION, WORK, Answer, Call, Limited, Names, option
from .problems import problem_of, read_figure
from .progress import Bar, progress

if TYPE_CHECKING:
    from caballero.counting import Estimate


# fmt: off
class _Count(options.Posed, Limited, Answer):
    forms = ("text", "json")

class CountAll(options.OnAny, options.Conventions, _Count):
    not_closable: bool = option(QUESTION, before="method", help=_(
        "Count only open tours that are not closable."))
    known: bool = option(ANSWER, before="form", help=_(
        "Compare with published counts and name their sources."))
    method: str = options.method((AUTO, *ENGINES), help="{names}.", before="seconds")
    folder: str | None = option(WORK, type=options.FOLDER, help=_(
        "Keep the states in FOLDER, not in memory; the same command continues."))

class CountSums(options.OnBoard, options.Sums, options.UpToSymmetry, _Count):
    """Tours with equal sums."""

class CountFigure(options.OnBoard, _Count):
    figure: str = option(QUESTION, metavar=_("SQUARES=NUMBERS"), before="not_closable", help=_(
        "Count the tours with these numbers on these squares, in any order, such as "
        "a1-h1=1,4,9,16,25,36,49,64 or a1,c3=1,8."))

class CountKinds(options.OnAny, _Count):
    by_symmetry: bool = option(ANSWER, before="form", help=_(
        "Count the tours of each kind of symmetry, in all and up to symmetry."))

class CountShown(options.OnAny, _Count):
    group_by: str = option(ANSWER, metavar=_("KIND"), type=Names("shown", SHOWN), before="form",
        help=_(
        "Count the tours by what they show: {names}."))

class CountStrips(options.OnAny, _Count):
    recurrence: bool = option(ANSWER, before="form", help=_(
        "Print the recurrence for all strips of this width."))

class CountEstimate(options.OnAny, _Count, options.Estimated):
    method: str = options.method((AUTO, *ENGINES), help="{names}.", before="seconds")
# fmt: on


@define("count", CountAll, statuses={0: _("counted")}, help=_(
    "Count the tours of a board exactly.\n\n"
    "The number goes to standard output, a description of what it counts to "
    "standard error. By default open tours count, closable ones included, "
    "and a tour and its reverse count as one.\n\n"
    "BOARD is as for tour."
), examples=(
    "caballero count 3x4 --known\n"
    "caballero count 6 --closed --up-to-symmetry\n"
    "caballero count 6 --closed --group-by turns"
))  # fmt: skip
def command(call: CountAll) -> int:
    problem = problem_of(call)
    published = known_counts(problem) if call.known else ()  # before a limit leaves no time for it
    try:
        with progress() as bar:
            found = count_tours(
                problem, directed=call.directed, up_to_symmetry=call.up_to_symmetry,
                closable=False if call.not_closable else None, limits=call.rest,
                method=call.method, folder=call.folder, callback=bar,
            )  # fmt: skip
    except LimitReached as reached:
        status = _conclude(call, problem, reached, published)
        if reached.outcome.limit == "megabytes" and not (call.folder or call.up_to_symmetry):
            note(_(
                "With --folder FOLDER the states are on disk: name one on a disk with free space."
            ))  # fmt: skip
        _report_kept_work(call.folder)
        return status
    except KeyboardInterrupt:
        _report_kept_work(call.folder)
        raise
    return _write_count(call, found, known_counts(found) if call.known else None)


def _conclude(
    call: _Count, problem: Problem, reached: LimitReached, published: Iterable[Known] = ()
) -> int:
    """Write that a limit was reached, and published counts; return the exit status."""
    if call.form == "json":
        write_outcome(call, problem, reached.outcome)
    for known in published:
        report(f"{_citation(known)}: {known.convention.text()}")
    return conclude(call, reached.outcome)


@contextmanager
def _counting(call: _Count) -> Iterator[tuple[Problem, Bar]]:
    """Yield the problem of a count, and its bar; if a limit is reached, the command ends."""
    problem = problem_of(call)
    try:
        with progress() as bar:
            yield problem, bar
    except LimitReached as reached:
        raise Exit(_conclude(call, problem, reached)) from None


@command.question(CountSums, "magic", examples="caballero count 4x8 --magic --up-to-symmetry")
@command.question(CountSums, "sums", examples="caballero count 4x8 --sums columns")
def _count_sums(call: CountSums) -> int:
    with _counting(call) as (problem, bar):
        found = count_tours(
            problem, up_to_symmetry=call.up_to_symmetry, sums=call.lines, limits=call.rest,
            callback=bar,
        )  # fmt: skip
    return _write_count(call, found)


@command.question(CountFigure, "figure", examples="caballero count 5 --figure a1,c3=1,13")
def _count_figure(call: CountFigure) -> int:
    from caballero.counting import count_figured

    with _counting(call) as (problem, bar):
        figure = read_figure(call.figure, problem)
        found = count_figured(problem, *figure, limits=call.rest, callback=bar)
    return _write_count(call, found, figure=call.figure)


def _report_kept_work(folder: str | None) -> None:
    """Report that the folder keeps the work done before the interruption, if it does."""
    with suppress(OSError):
        if folder is not None and {*os.listdir(folder)} - {"question", "lock"}:
            line = _("{folder} keeps the work done: the same command continues it.")
            report(line.format(folder=folder))


def _write_count(
    call: _Count,
    count: Count,
    published: Collection[Known] | None = None,
    figure: str = "",
) -> int:
    """Write a count and its convention."""
    data = count.to_dict()
    if published is not None:
        data |= {"known": [_json(count, k) for k in published]}
    if figure:
        data |= {"figure": figure}
    lines = [str(count), *(_comparison(count, k) for k in published or ())]
    write_answer(call, "\n".join(lines), data)
    note(count.convention.text())
    if figure:
        note(_("A tour counts once for each start and direction in which it shows the figure."))
    cost = {"nodes": count.stats.nodes, "seconds": count.stats.seconds}
    line = _("Method {method}, {nodes} nodes, {seconds:.3f} s.")
    note(line.format(method=count.method, **cost))
    if published is not None and not published:
        note(_("Caballero knows no published count of these tours."))
    return 0


@command.question(CountKinds, "by_symmetry", examples="caballero count 5 --by-symmetry")
def _count_kinds(call: CountKinds) -> int:
    """Write the number of tours of each kind of symmetry."""
    with _counting(call) as (problem, bar):
        kinds = counting.count_by_symmetry(problem, limits=call.rest, callback=bar)
    rows = {
        str(kind): {"tours": str(tours), "classes": str(classes)}
        for kind, (tours, classes) in kinds.items()
    }
    every = [sum(numbers) for numbers in zip(*kinds.values(), strict=True)] or [0, 0]
    rows_told = {kind.message.text(): counts for kind, counts in kinds.items()}
    rows_told[_("all")] = (every[0], every[1])
    lines = [[kind, *map(str, counts)] for kind, counts in rows_told.items()]
    table = table_text([[_("kind"), _("tours"), _("up to symmetry")], *lines], left=1)
    write_answer(call, table, {"kinds": rows})
    return 0


@command.question(CountShown, "group_by", examples="caballero count 6 --closed --group-by turns")
def _count_shown(call: CountShown) -> int:
    """Write how many tours show each value."""
    from caballero.counting import count_by

    with _counting(call) as (problem, bar):
        found = count_by(problem, call.group_by, limits=call.rest, callback=bar)

    def shown(value: Any) -> str:
        if call.group_by == "ends":
            return "-".join(map(problem.place_name, value))
        return problem.place_name(value) if call.group_by == "start" else str(value)

    values = [[place_json(value), str(tours)] for value, tours in found.items()]
    lines = [*([shown(value), str(tours)] for value, tours in found.items())]
    lines.append([_("all"), str(sum(found.values()))])
    table = table_text([[_(call.group_by), _("tours")], *lines], left=1)
    write_answer(call, table, {"by": call.group_by, "values": values})
    return 0


@command.question(CountStrips, "recurrence", examples="caballero count 5x20 --recurrence")
def _find_recurrence(call: CountStrips) -> int:
    """Write a recurrence, and whether it is proved."""
    with _counting(call) as (problem, bar):
        found = counting.strip_recurrence(problem, limits=call.rest, callback=bar)
    first = found.first_columns
    data = {
        "recurrence": [*map(str, found.coefficients)], "initial": [*map(str, found.initial)],
        "first": first, "proved": found.proved, "fresh": found.fresh,
    }  # fmt: skip
    line = _("a({first}), a({second}), … = {terms}")
    terms = ", ".join(map(str, found.initial))
    beginning = line.format(first=first, second=first + 1, terms=terms or "0")
    write_answer(call, f"{found.text()}\n{beginning}", data)
    line = (
        _("Order {order}; proved with {fresh} terms that did not serve to find it.")
        if found.proved
        else _("Order {order}; checked with {fresh} terms that did not serve to find it.")
    )
    note(line.format(order=found.order, fresh=found.fresh))
    return 0


def _citation(known: Known) -> str:
    """Return a published number, its source, and its note."""
    note = f" ({known.note.text()})" if known.note else ""
    return f"{known.value} {known.source}{note}"


def _comparison(count: Count, known: Known) -> str:
    same, cited = counting.agrees(count, known), _citation(known)
    if known.directed != count.directed:
        line = _("{cited}, directed") if known.directed else _("{cited}, undirected")
        cited = line.format(cited=cited)
    if same:
        return _("{cited}: agrees").format(cited=cited)
    ours = str(converted(count, known))  # like the other counts: to be copied
    return _("{cited}: differs, ours is {count}").format(cited=cited, count=ours)


def _json(count: Count, known: Known) -> dict[str, object]:
    return {
        "count": str(known.value), "directed": known.directed, "source": known.source,
        "note": known.note.text() if known.note else None, "refuted": known.refuted,
        "agrees": counting.agrees(count, known),
    }  # fmt: skip


@command.question(CountEstimate, "estimate", examples="caballero count 8 --closed --estimate")
def _estimate(call: CountEstimate) -> int:
    from caballero.counting import estimate_count

    with _counting(call) as (problem, _bar):
        price = estimate_count(problem, method=call.method, limits=call.rest)
    return _write_estimate(call, price)


def write_estimate_of(
    call: Call, estimate: Callable[..., Estimate], *asked: Any, **how: Any
) -> int:
    """Estimate the time and memory of something, and write them; return the exit status."""
    try:
        with progress():
            price = estimate(*asked, **how)
    except LimitReached as reached:
        return conclude(call, reached.outcome)
    return _write_estimate(call, price)


def _write_estimate(call: Call, price: Estimate) -> int:
    """Write the time and memory of a count or a listing; return the exit status."""
    listed = price.method == "listing"
    names = {"sweep": _("sweep"), "left": _("left half"), "right": _("right half"),
             "join": _("join"), "list": _("listing")}  # fmt: skip
    every = [(names[step.name], step) for step in price.steps]
    lines = [
        [name, *map(_rounded, (step.states, step.seconds, step.memory / 1e6, step.disk / 1e6))]
        for name, step in (every if listed else [*every, (_("together"), price.whole)])
    ]
    head = [
        _("step"), _("tours") if listed else _("states"), _("seconds"), _("memory, MB"),
        _("disk, MB"),
    ]  # fmt: skip
    write_answer(call, table_text([head, *lines], left=1), price.to_dict())
    if listed and price.whole.measured:
        line = _("Measured: this is the whole listing, by one process.")
    elif listed:
        line = _("Estimated from some paths down the tree of the listing, for one process.")
    else:
        line = _(
            "Estimated from the beginning of the sweeps; only a count with --folder takes disk."
        )
    note(line)
    if not (listed or price.whole.measured):
        line = _(
            "The count is too large to measure whole steps: its later layers are extrapolated."
        )
        note(line)
    return 0


def _rounded(value: float) -> str:
    """Return a number with two digits that count."""
    digits = float(f"{value:.2g}")
    whole = digits >= 10 or digits == int(digits)
    return number(int(digits) if whole else digits, current_language())
