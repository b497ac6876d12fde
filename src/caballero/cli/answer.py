"""A call of a command, and its answer: to standard output or a file, and nothing else there.

Everything but the answer goes to standard error and into the exit status.
"""

from __future__ import annotations

import errno
import io
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TextIO, cast

import click

from caballero import Board, Found, GaveUp, Graph, Impossible, LimitReached, Problem, Tour
from caballero.machine.limits import free_memory
from caballero.machine.words import Message, number, titled
from caballero.proof import Phase
from caballero.proof.outcome import Outcome

from .language import current_language, translate as _
from .options import QUIET, Call

if TYPE_CHECKING:
    from caballero import Best


READ: Final = "caballero.read"
"""The entry of a call's context with the lines that say how its files were read."""

KNOWN: Final = frozenset({
    "svg", "png", "tex", "pdf", "gif", "apng", "webp", "mp4", "json", "jsonl", "parquet", "csv",
    "tsv",
})  # fmt: skip
"""The extensions of formats; another format in such a file would be a mistake."""

TEXTS: Final = frozenset({"", "txt", "text", "dat", "log", "out"})
"""The extensions of text that has no format of its own."""

ENDS: Final = {
    "text": (), "matrix": (), "moves": (), "chart": (), "json": ("json", "jsonl"),
    "jsonl": ("json", "jsonl"), "tsplib": ("tour",), "kudamono": (), "penpa": (), "puzzlink": (),
    "gift": ("gift", "txt"),
}  # fmt: skip
"""The extensions of formats that are not called as their files end."""

END_STYLE: Final[dict[str, Any]] = {"fg": "cyan", "bold": True}
"""The style of the first and the last number of a tour on a terminal."""


def write_answer(call: Call, answer: str | bytes, data: Mapping[str, object] | None = None) -> None:
    """Write a text with a line end after it, or the bytes of a picture; or the data as JSON."""
    if data is not None and call.form == "json":
        answer = json_line(data)
    if call.output not in {None, "-"}:
        from caballero.machine.folders import writing

        with naming_file(call.output), writing(call.output) as file:
            file.write(answer if isinstance(answer, bytes) else f"{answer}\n".encode())
    elif isinstance(answer, str):
        with naming_file("-"):
            click.echo(answer, standard_output())
    else:
        out = standard_output()
        if out.isatty():
            raise click.UsageError(_("This picture is not text: name a file with -o."))
        with naming_file("-"):
            out.buffer.write(answer)
            out.buffer.flush()


def write_table(call: Call, rows: Iterable[Sequence[str]]) -> None:
    """Write a table for a spreadsheet, in which no cell is a formula.

    Where the comma is the decimal mark, spreadsheets part cells by semicolons; 7/12 in one cell
    would be a day of December for them. Without the mark of UTF-8, they take letters for others.
    """
    import csv  # only a spreadsheet needs it

    out = io.StringIO()
    mark = ";" if current_language() == "es" else ","
    writer = csv.writer(out, delimiter=mark, lineterminator="\n")
    for cells in rows:
        writer.writerow([f"'{cell}" if cell[:1] in set("=+-@\t\r") else cell for cell in cells])
    table = out.getvalue()
    is_shown = call.output in {None, "-"}
    write_answer(call, table.removesuffix("\n") if is_shown else table.encode("utf-8-sig"))


def json_line(data: Mapping[str, object]) -> str:
    """Return an answer as a line of JSON, with the version of the format."""
    import json

    from caballero.formats.write import VERSION

    context = click.get_current_context(silent=True)
    read = context.meta.pop(READ, None) if context else None  # the first answer says it
    said = {"read": " ".join(read)} if read else {}
    return json.dumps({"caballero": VERSION, **data, **said}, ensure_ascii=False)


def standard_output() -> TextIO:
    """Return standard output; raise OSError if it was closed before the program began."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "-")
    return sys.stdout


@contextmanager
def naming_file(output: str) -> Iterator[None]:
    """Add the file's name to errors while it is written; - is standard output."""
    try:
        yield
    except FileNotFoundError as error:
        line = _("The folder of {file} does not exist: create it, or name another file.")
        raise click.UsageError(line.format(file=output)) from error
    except OSError as error:
        error.filename = output  # the error of a full disk names no file
        raise


def file_error_text(error: OSError) -> str:
    """Return a sentence on a file that cannot be used."""
    match error:
        case FileNotFoundError():
            line = _(
                "The file {file} does not exist: check its name, or write - for standard input."
            )
        case PermissionError():
            line = _("The file {file} cannot be used: check its permissions.")
        case IsADirectoryError():
            line = _("{file} is a folder: name a file in it.")
        case OSError(filename="-" | None):
            line = _("Standard output cannot be used ({problem}).")
        case _other:
            line = _("The file {file} cannot be used ({problem}).")
    return line.format(file=error.filename or "-", problem=error.strerror)


def write_outcome(call: Call, problem: Problem, outcome: Outcome) -> None:
    """Write an outcome in JSON."""
    from caballero.formats import outcome_json

    write_answer(call, json_line(outcome_json(problem, outcome, current_language())))


def form_of(options: Mapping[str, Any], forms: Sequence[str]) -> str:
    """Return the format of a command that the options ask for.

    By default it is that of the file's extension, or the first. Options and extensions that
    disagree are refused, and so are extensions that mean nothing here.
    """
    form, as_json = options.get("form"), options.get("as_json")
    end = os.path.splitext(options.get("output") or "")[1].removeprefix(".").lower()
    if as_json and form not in {None, "json", "jsonl"}:
        line = _("--json and --format {form} disagree: leave one out.")
        raise click.UsageError(line.format(form=form))
    known = {end: form for form in forms for end in ENDS.get(form, (form,))}
    if asked := form or (known["json"] if as_json else None):
        if (end in known or end in KNOWN) and known.get(end) != asked:
            line = _("The format {form} and a file that ends in .{end} disagree: change one.")
            raise click.UsageError(line.format(form=asked, end=end))
        return str(asked)
    if end in TEXTS and "text" in forms:
        return "text" if end else forms[0]
    if end and end not in known:
        allowed = ", ".join(f".{end}" for end in [*known, *(["txt"] if "text" in forms else [])])
        line = _("This command cannot write .{end}: name a file that ends in {ends}.")
        raise click.UsageError(line.format(end=end, ends=allowed))
    return known.get(end, forms[0])


def is_quiet() -> bool:
    """Return whether ``--quiet`` is given."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


def note(sentence: str) -> None:
    """Report a side note, unless ``--quiet`` is given."""
    if not is_quiet():
        report(sentence)


def report(sentence: str) -> None:
    """Write a message to standard error; if that is closed, continue without it."""
    with suppress(OSError):
        click.echo(sentence, err=True)


def on_terminal(call: Call) -> bool:
    """Return whether an answer goes to a terminal, and not to a file or a pipe."""
    return call.output in {None, "-"} and sys.stdout is not None and sys.stdout.isatty()


def tour_as_text(call: Call, tour: Tour) -> str:
    """Return a tour as text: framed, a matrix, moves, or in the format of TSPLIB."""
    first = 1 if call.first is None else call.first
    # Import a single writer: a small tour takes less time than an import.
    match call.form:
        case "matrix":
            from caballero.formats import to_matrix_text

            return to_matrix_text(tour, first)
        case "moves":
            from caballero.formats import to_moves_text

            return to_moves_text(tour)
        case "tsplib":
            from caballero.formats import to_tsplib_tour

            return to_tsplib_tour(tour)
    from caballero.render import tour_text

    drawn = tour_text(tour, first)
    if not on_terminal(call) or not isinstance(tour.ground, Board):
        return drawn
    from shutil import get_terminal_size  # only a terminal needs it

    columns, width = get_terminal_size().columns, max(map(len, drawn.split("\n")))
    if width > columns:
        line = _(
            "This board is {width} columns wide and the terminal {columns}: draw it with "
            "-o tour.svg, or list its moves with --format moves."
        )
        return line.format(width=width, columns=columns)
    if sys.platform == "win32" or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return drawn
    return tour_text(tour, first, partial(click.style, **END_STYLE))


def puzzle_as_text(form: str, problem: Problem) -> str:
    """Return a puzzle as text: a drawing or CSV, each under its heading, or a link."""
    from caballero.formats import puzzles, to_link

    match form:
        case "text":
            return puzzles.to_puzzle_text(problem)
        case "csv":
            return f"{puzzles.puzzle_heading(problem)}\n{puzzles.to_grid_text(problem, ',')}"
    return to_link(problem, form)


@contextmanager
def stream_output(
    call: Call, mode: Literal["w", "a"] = "w", whole: Callable[[], int] | None = None
) -> Iterator[TextIO]:
    """Open the output of an answer that is written piece by piece; name its file in errors.

    A file has its content at the end; after an error, a new file has its first ``whole()`` bytes.
    """
    if call.output in {None, "-"}:
        with naming_file("-"):
            yield standard_output()
        return
    from pathlib import Path

    from caballero.machine.folders import open_append, writing

    with naming_file(call.output), ExitStack() as stack:
        if mode == "a":
            file = stack.enter_context(open_append(Path(call.output), links=True))
        else:
            file = stack.enter_context(writing(call.output, whole))
        out = io.TextIOWrapper(file, encoding="utf-8")
        try:
            yield out
            out.flush()
        finally:
            with suppress(OSError):  # of a full disk, which has been raised
                out.detach()


def size_text(ground: Board | Graph) -> str:
    """Return the number of squares or vertices."""
    count = len(ground)
    if isinstance(ground, Board):
        line = _("{count} squares") if count != 1 else _("one square")
    else:
        line = _("{count} vertices") if count != 1 else _("one vertex")
    return line.format(count=count)


def sums_text(tour: Tour) -> str:
    """Return which lines of a magic or semi-magic tour have the same sum."""
    if tour.magic == "magic":
        return _("It is magic: all rows, columns and diagonals have the same sum.")
    return _("It is semi-magic: all rows and columns have the same sum.")


def conclude(call: Call, outcome: Outcome) -> int:
    """Report how the search ended, suggesting more memory where it helps; return the status."""
    stats, limits = outcome.stats, call.limits
    match outcome:
        case Found(tour):
            if isinstance(tour.ground, Board):
                kind = _("closed tour") if tour.closed else _("open tour")
            else:
                kind = _("Hamiltonian cycle") if tour.closed else _("Hamiltonian path")
            line = _("Verified: {kind}, {size} ({method}, {nodes} nodes, {seconds:.3f} s).")
            method = titled("method", stats.method)
            cost = {"method": method, "nodes": stats.nodes, "seconds": stats.seconds}
            note(line.format(kind=kind, size=size_text(tour.ground), **cost))
            return _conclude_best(cast("Best", outcome)) if hasattr(outcome, "cost") else 0
        case Impossible(certificate):
            report(Message("no-tour", {"reason": certificate.reason}).text())
            return 1
        case GaveUp("method") if not stats.method.startswith("warnsdorff"):
            line = _(
                "The method {method} found no answer, after {nodes} nodes; that proves "
                "nothing. Try --method auto."
            )
        case GaveUp("method"):
            line = _(
                "The rule failed after number {nodes}; that proves nothing. "
                "Try another --tie, or --method auto."
            )
        case GaveUp("megabytes") if 1e6 * (limits.megabytes or math.inf) < free_memory():
            line = _(
                "No answer within the memory limit, after {nodes} nodes; that proves "
                "nothing. Raise the limit with --memory."
            )
        case GaveUp("megabytes"):
            line = _(
                "No answer within the memory of this machine, after {nodes} nodes; that "
                "proves nothing. Use a machine with more."
            )
        case GaveUp("seconds") if not stats.method:
            line = _("Not finished in {seconds} s. Raise the limit with --timeout.")
        case GaveUp() if stats.method in {"naive", "backtracking"}:
            line = _(
                "No answer in {seconds} s, after {nodes} nodes; that proves nothing. "
                "Another --start or --order may take far less; or try --method auto."
            )
        case GaveUp(bound=float() | int()):
            line = _(
                "No tour in {seconds} s, after {nodes} nodes; none costs less than {bound}. "
                "Try --strategy lifo, which finds a first tour sooner, or a smaller board."
            )
        case GaveUp():
            line = _(
                "No answer in {seconds} s, after {nodes} nodes; that proves nothing. "
                "Raise the limit with --timeout."
            )
    seconds = stats.seconds if limits.seconds is None else limits.seconds
    shown = number(seconds, current_language(), ".3g")
    bound = number(outcome.bound or 0, current_language())
    report(line.format(method=stats.method, nodes=stats.nodes, seconds=shown, bound=bound))
    return 3


def conclude_limit(call: Call, reached: LimitReached) -> int:
    """Conclude a command that a limit ended wherever it was: perhaps before it knew its problem."""
    from caballero.formats.write import stats_json

    outcome = reached.outcome
    if call.form in {"json", "jsonl"}:
        data = {"status": "gave-up", "limit": outcome.limit, "stats": stats_json(outcome.stats)}
        with suppress(OSError):
            click.echo(json_line(data))
    return conclude(call, outcome)


def conclude_and_offer(call: Call, outcome: Outcome) -> int:
    """Conclude; if there is no tour, say how to find a longest path."""
    status = conclude(call, outcome)
    if isinstance(outcome, Impossible):
        note(_("To see how far one can get: caballero tour --longest, or graph --longest."))
    return status


def _conclude_best(outcome: Best) -> int:
    """Report the cost of the best tour, and whether a better one is possible; return the status."""
    from caballero.formats.write import number_json

    if outcome.optimal:
        line = _("Cost {cost}: proved to be the best.")
    elif outcome.bound < outcome.cost:
        line = _("Cost {cost}; no tour costs less than {bound}. {advice}")
    else:
        line = _("Cost {cost}; no tour costs more than {bound}. {advice}")
    cost, bound = (
        number(number_json(cost), current_language()) for cost in (outcome.cost, outcome.bound)
    )
    note(line.format(cost=cost, bound=bound, advice=advice_of(outcome)))
    return 0 if outcome.optimal else 3


def advice_of(outcome: Best) -> str:
    """Return what may prove that the best so far is the best, or why nothing does."""
    if outcome.limit == "megabytes":
        return _("A larger --memory may close the gap.")
    if outcome.limit != "method":
        return _("A longer --timeout may close the gap.")
    if outcome.stats.method != "branch-and-bound":
        return _("More time proves no more: the board or graph is too wide.")
    from caballero.best.tuning import USUAL

    line = _("More time proves no more: about {count} moves or more may be in a better tour.")
    return line.format(count=number(USUAL.most_edges, current_language()))


def report_proof(outcome: Outcome, file: str) -> None:
    """Report where the proof was written, or why none was."""
    from pathlib import Path  # only a proof needs it

    from caballero import Best

    match outcome:
        case Impossible(proof=None):
            report(_("No proof was written: the tour is too long for a proof about its numbers."))
        case Impossible() | Best(proof=Path()):
            note(_("The proof is in {file}; to check it: caballero check {file}").format(file=file))
        case Best(optimal=False):
            report(_("No proof was written: it is not proved that no tour is better."))
        case Best():
            from caballero.best.tuning import USUAL

            line = _(
                "No proof was written: the costs are rounded, there are more than {count} moves, "
                "or a limit was reached."
            )
            report(line.format(count=number(USUAL.most_edges, current_language())))
        case Found():
            report(_("No proof was written: there is a tour."))
        case _:
            report(_("No proof was written: there is no answer."))


def report_phases(problem: Problem, outcome: Outcome) -> None:
    """Report which methods ran and what each concluded; draw the reason why no tour exists."""
    stats = outcome.stats
    phases = stats.phases or (Phase(stats.method, stats.nodes, stats.seconds, _verdict(outcome)),)
    for phase in phases:
        conclusion = Message(f"phase-{phase.conclusion}").text()
        seconds = number(phase.seconds, current_language(), "9.4f")
        nodes = number(phase.nodes, current_language())
        report(f"{titled('method', phase.method)!s:24} {seconds} s {nodes:>12}  {conclusion}")
    if isinstance(outcome, Impossible):
        from caballero.render import certificate_text

        certificate = outcome.certificate
        drawn = certificate_text(problem, certificate, current_language())
        drawn = drawn.removesuffix(certificate.reason.text())
        if drawn:  # the reason itself comes with the conclusion
            report(drawn.removesuffix("\n"))


def _verdict(outcome: Outcome) -> str:
    match outcome:
        case Found():
            return "found"
        case Impossible():
            return "none"
        case GaveUp("method"):
            return "nothing"
    return "limit"
