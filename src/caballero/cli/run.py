"""``caballero run``: long work in shards, that can be stopped, killed, resumed and shared out."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from caballero.errors import LimitReached
from caballero.limits import Limits
from caballero.words import Message

from . import INTERRUPTED
from .answer import form_of, give, said_of, tell
from .language import spoken
from .language import translate as _
from .options import (
    board_or_graph,
    json_option,
    language_option,
    output_option,
    question_options,
    question_or_graph,
    timeout_option,
    wish_options,
)
from .progress import Bar, clock, grouped, paced, progress

if TYPE_CHECKING:
    from caballero.run import RunResult
    from caballero.run.workers import Given


@click.group(
    "run",
    options_metavar=_("[OPTIONS]"),
    subcommand_metavar=_("COMMAND [ARGUMENTS]…"),
    help=_(
        "Do long work in shards: it can be stopped, killed, and resumed.\n\n"
        "All that is known of a run is in its folder. Whatever happens, nothing is lost and "
        "nothing counted twice."
    ),
    epilog=_("Example: caballero run list 6x6 --closed --store tours"),
)
@language_option
def command() -> None:
    pass


def _decorated(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


_folder_argument = click.argument("folder", metavar=_("FOLDER"), type=click.Path(file_okay=False))

_work_options = _decorated(
    click.option(
        "--workers", type=click.IntRange(min=1, max=1024), metavar=_("N"),
        help=_("How many processes work; as many as there are processors unless given."),
    ),
    click.option(
        "--dask", metavar=_("ADDRESS"),
        help=_("Let the workers of a dask cluster work: tcp://HOST:PORT, or local for one here."),
    ),
    timeout_option,
    json_option,
    language_option,
)  # fmt: skip

_begin_options = _decorated(
    board_or_graph,
    click.option(
        "--store", "folder", required=True, metavar=_("FOLDER"), type=click.Path(file_okay=False),
        help=_("Where everything is kept: a folder of its own."),
    ),
    question_options,
    wish_options,
    click.option(
        "--shard", type=click.FloatRange(min=0, min_open=True, max=86400), default=1.0,
        show_default=True, metavar=_("SECONDS"), help=_("About how long a shard is to take."),
    ),
    _work_options,
)  # fmt: skip


def _begin(kind: str, options: dict[str, Any]) -> int:
    from caballero.run.running import create_run
    from caballero.run.tasks import asked

    names = ("closed", "start", "end", "piece", "surface", "clues", "forced", "forbidden")
    asks = {name: options[name] for name in names}
    problem = question_or_graph(options["board"], options["graph"], **asks)
    which = {name: options[name] for name in ("up_to_symmetry", "symmetry") if name in options}
    create_run(asked(kind, problem, options["shard"], **which), options["folder"])
    work = {name: options[name] for name in ("workers", "dask", "timeout", "as_json")}
    return _go_on(options["folder"], **work)


@command.command(
    "list",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "List every tour, each once, into Parquet files.\n\n"
        "BOARD is as for tour. The files are in the folder's parts, in the order of the listing; "
        "run collect makes one of them."
    ),
    epilog=_("Example: caballero run list 6x6 --store tours"),
)
@click.option(
    "--up-to-symmetry", is_flag=True,
    help=_("Of tours that a symmetry of the board takes to each other, list one."),
)  # fmt: skip
@click.option(
    "--symmetry", metavar=_("KIND"),
    help=_("List the tours of one kind of symmetry, as caballero list does."),
)  # fmt: skip
@_begin_options
def list_command(**options: Any) -> int:
    return _begin("list", options)


@command.command(
    "count",
    options_metavar=_("[OPTIONS]"),
    help=_("Count the tours of a board, exactly.\n\nBOARD is as for tour."),
    epilog=_("Example: caballero run count 8x8 --closed --store chessboard"),
)
@_begin_options
def count_command(**options: Any) -> int:
    return _begin("count", options)


@command.command(
    "resume",
    options_metavar=_("[OPTIONS]"),
    help=_("Go on with a run, however it ended."),
    epilog=_("Example: caballero run resume tours"),
)
@_folder_argument
@_work_options
def resume_command(**options: Any) -> int:
    return _go_on(**options)


def _go_on(
    folder: str, workers: int | None, dask: str | None, timeout: float | None, as_json: bool
) -> int:
    from caballero.run import resume_run

    try:
        with _noted() as (bar, note), _given(dask, workers, timeout) as (executor, limits):
            result = resume_run(
                folder, executor=executor, workers=workers, limits=limits, on_event=bar,
                on_note=note,
            )  # fmt: skip
    except KeyboardInterrupt:
        tell(_("Interrupted: nothing is lost."))
        _tell_how_to_go_on(folder)
        return INTERRUPTED
    except LimitReached as reached:
        tell(reached.message.text(spoken()))
        _tell_how_to_go_on(folder)
        return 3
    return _told(result, folder, as_json)


def _tell_how_to_go_on(folder: str) -> None:
    tell(_("To go on: caballero run resume {folder}").format(folder=shlex.quote(folder)))


@contextmanager
def _noted(unit: str | None = None) -> Iterator[tuple[Bar, Callable[[Message], None]]]:
    """Show how far a run is, and what happens to it."""
    with progress(unit) as bar:

        def note(message: Message) -> None:
            bar.hide()
            tell(message.text(spoken()))

        yield bar, note


@contextmanager
def _given(
    dask: str | None, workers: int | None, timeout: float | None
) -> Iterator[tuple[Given | None, Limits]]:
    """Give a cluster, and what time is left; no cluster where processes are to work."""
    limits = Limits(seconds=timeout)
    if dask is None:
        yield None, limits
        return
    from caballero.run.workers import PATIENCE, cluster

    began = time.monotonic()
    patience = PATIENCE if timeout is None else min(PATIENCE, timeout)
    with cluster(dask, workers, patience=patience) as given:
        if timeout is not None:
            limits = Limits(seconds=max(0.0, timeout - (time.monotonic() - began)))
        yield given, limits


def _told(result: RunResult, folder: str, as_json: bool) -> int:
    if as_json:
        give(json.dumps(result.to_dict(), ensure_ascii=False), None)
    else:
        give(str(result.count), None)
    line = _("Shards: {shards}, of which {checked} were done twice. Check sum {hash}.")
    tell(line.format(shards=result.shards, checked=result.checked, hash=result.hash[:16]))
    if result.question.kind == "list":
        tell(_("The tours are in {folder}, in the files of parts.").format(folder=folder))
    return 0


@command.command(
    "status",
    options_metavar=_("[OPTIONS]"),
    help=_("Say how far a run is, and how long it will take; also while it runs."),
    epilog=_("Example: caballero run status tours"),
)
@_folder_argument
@json_option
@language_option
def status_command(folder: str, as_json: bool) -> int:
    from caballero.run import run_status

    status = run_status(folder)
    if as_json:
        give(json.dumps(status.to_dict(), ensure_ascii=False), None)
        return 0
    states = {
        "waiting": _("waiting"),
        "leased": _("leased"),
        "done": _("done"),
        "verified": _("verified"),
        "failed": _("failed"),
    }
    lines = [
        _("Work done: about {share:.1%}").format(share=status.share),
        _("Tours so far: {count}").format(count=grouped(status.count)),
    ]
    if status.rate is not None:
        line = _("A worker finds {rate} in a second; all of them worked for {time}.")
        lines.append(line.format(rate=paced(status.rate), time=clock(status.seconds)))
    counts = ", ".join(
        f"{said} {status.states[name]}" for name, said in states.items() if name in status.states
    )
    lines.append(_("Shards: {counts}").format(counts=counts))
    if status.finished:
        lines.append(_("The run is finished."))
    elif status.running is None:
        lines.append(_("Nobody is at work on it."))
    elif status.left is None:
        lines.append(_("{who} is at work on it.").format(who=status.running))
    else:
        line = _("{who} is at work on it, for about {left} more.")
        lines.append(line.format(who=status.running, left=clock(status.left)))
    give("\n".join(lines), None)
    return 0


@command.command(
    "verify",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Check a finished run: its files, every tour in them, the sums, and some shards once more."
    ),
    epilog=_("Example: caballero run verify tours"),
)
@_folder_argument
@_work_options
def verify_command(
    folder: str, workers: int | None, dask: str | None, timeout: float | None, as_json: bool
) -> int:
    from caballero.run import verify_run

    try:
        with (
            _noted(_("shards")) as (bar, _note),
            _given(dask, workers, timeout) as (executor, limits),
        ):
            result, faults = verify_run(
                folder, executor=executor, workers=workers, limits=limits, on_event=bar
            )
    except LimitReached as reached:
        tell(reached.message.text(spoken()))
        return 3
    said = [fault.text(spoken()) for fault in faults]
    if as_json:
        data = {**result.to_dict(), "valid": not faults, "faults": said}
        give(json.dumps(data, ensure_ascii=False), None)
    else:
        give("\n".join(said) if said else _("valid"), None)
        if not faults:
            line = _("Tours: {count}. Shards: {shards}. Check sum {hash}.")
            data = {"count": result.count, "shards": result.shards, "hash": result.hash[:16]}
            tell(line.format(**data))
    return 1 if faults else 0


@command.command(
    "collect",
    options_metavar=_("[OPTIONS]"),
    help=_("Write the tours of a finished run to one Parquet file, in the order of the listing."),
    epilog=_("Example: caballero run collect tours -o tours.parquet"),
)
@_folder_argument
@output_option
@language_option
def collect_command(folder: str, output: str | None) -> int:
    from caballero.run import collect_run

    if output is None or output == "-":
        raise click.UsageError(_("Name the file with -o: a Parquet file is no text."))
    form_of(output, {"parquet": "parquet"}, "parquet")  # which refuses the end of another format
    with _noted(), said_of(output):
        count = collect_run(folder, output)
    tell(_("Verified tours: {count}.").format(count=count))
    return 0
