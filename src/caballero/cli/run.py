"""``caballero run``: long work in shards, which can be stopped, killed, resumed and shared."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from caballero.core.errors import LimitReached
from caballero.core.limits import Limits
from caballero.core.words import Message

from . import complete
from .answer import naming_file, note, report, write_answer
from .command import Helpful, HelpfulGroup
from .interrupts import INTERRUPTED
from .language import translate as _
from .option import QUESTION, WORK, combine, option
from .options import (
    OutputFlags,
    ProblemFlags,
    board_or_graph,
    constraint_options,
    convention_options,
    general_options,
    json_option,
    output_option,
    pack_options,
    problem_from_flags,
    problem_options,
    timeout_option,
)
from .progress import Bar, clock, pace_text, progress

if TYPE_CHECKING:
    from caballero.run import RunResult, Workers


@click.group(
    "run",
    cls=HelpfulGroup,
    subcommand_metavar=_("COMMAND [ARGUMENTS]…"),
    help=_(
        "Run long work in shards that can be stopped, killed and resumed.\n\n"
        "The folder holds the whole run: nothing is lost, and nothing counts "
        "twice."
    ),
    examples=(
        "caballero run list 6x6 --closed --store tours\n"
        "caballero run resume tours\n"
        "caballero run collect tours -o tours.parquet"
    ),
    statuses={0: _("finished"), 1: _("not valid"), 2: None, 3: None, 130: None},
)
@general_options
def command() -> None:
    pass


@dataclass(frozen=True, slots=True)
class WorkFlags:
    """The workers, the time limit, and the format of the result."""

    workers: int | None
    dask: str | None
    seconds: float | None
    as_json: bool


_folder_argument = click.argument("folder", metavar=_("FOLDER"), type=click.Path(file_okay=False))

_work_options = combine(
    option(
        WORK, "--workers", type=click.IntRange(min=1, max=1024), metavar=_("N"),
        help=_("Number of worker processes; by default one per processor."),
    ),
    option(
        WORK, "--dask", metavar=_("ADDRESS"),
        help=_("Use the workers of a dask cluster: tcp://HOST:PORT, or local for one here."),
    ),
    timeout_option,
    json_option,
    general_options,
)  # fmt: skip

_start_options = combine(
    board_or_graph,
    option(
        WORK, "--store", "folder", required=True, metavar=_("FOLDER"),
        type=click.Path(file_okay=False),
        help=_("Folder of the run."),
    ),
    problem_options,
    constraint_options,
    option(
        WORK, "--shard", type=click.FloatRange(min=0, min_open=True, max=86400), default=1.0,
        show_default=True, metavar=_("SECONDS"), help=_("Aim at SECONDS per shard."),
    ),
    _work_options,
)  # fmt: skip


def _start(
    kind: str, flags: ProblemFlags, work: WorkFlags, folder: str, shard: float, **which: Any
) -> int:
    from caballero.run import create_run

    create_run(kind, problem_from_flags(flags), folder, seconds=shard, **which)
    return _resume(folder, work)


@command.command(
    "list",
    cls=Helpful,
    help=_(
        "List every tour once, into Parquet files.\n\n"
        "BOARD is as for tour. The files are in the subfolder parts, in the "
        "order of the listing; run collect joins them."
    ),
    examples=(
        "caballero run list 6x6 --closed --store tours\n"
        "caballero run list 6x6 --up-to-symmetry --store tours --workers 4\n"
        "caballero run list --graph graph.txt --store paths"
    ),
    statuses={0: _("finished"), 2: None, 3: _("out of time; run resume continues"), 130: None},
)
@option(
    QUESTION, "--up-to-symmetry", is_flag=True,
    help=_("List tours up to symmetry of the board."),
)  # fmt: skip
@option(
    QUESTION, "--symmetry", metavar=_("KIND"), shell_complete=complete.symmetries,
    help=_("List the tours of one kind of symmetry, as with caballero list."),
)  # fmt: skip
@_start_options
@pack_options(flags=ProblemFlags, work=WorkFlags)
def list_command(**options: Any) -> int:
    return _start("list", **options)


@command.command(
    "count",
    cls=Helpful,
    help=_("Count the tours of a board exactly.\n\nBOARD is as for tour."),
    examples=(
        "caballero run count 8x8 --closed --store chessboard\n"
        "caballero run count 6x6 --up-to-symmetry --store classes --timeout 60\n"
        "caballero run count 5x6 --directed --store small --json"
    ),
    statuses={0: _("finished"), 2: None, 3: _("out of time; run resume continues"), 130: None},
)
@convention_options
@_start_options
@pack_options(flags=ProblemFlags, work=WorkFlags)
def count_command(**options: Any) -> int:
    return _start("count", **options)


@command.command(
    "resume",
    cls=Helpful,
    help=_("Continue a run, however it ended."),
    examples=(
        "caballero run resume tours\n"
        "caballero run resume tours --workers 2 --timeout 3600\n"
        "caballero run resume tours --dask local"
    ),
    statuses={0: _("finished"), 2: None, 3: _("out of time; run resume continues"), 130: None},
)
@_folder_argument
@_work_options
@pack_options(work=WorkFlags)
def resume_command(folder: str, work: WorkFlags) -> int:
    return _resume(folder, work)


def _resume(folder: str, work: WorkFlags) -> int:
    from caballero.run import resume_run

    try:
        with (
            _progress() as (bar, show),
            _workers(work) as (executor, limits),
        ):
            result = resume_run(
                folder, executor=executor, workers=work.workers, limits=limits, on_event=bar,
                on_note=show,
            )  # fmt: skip
    except KeyboardInterrupt:
        report(_("Interrupted: nothing is lost."))
        _report_how_to_resume(folder)
        return INTERRUPTED
    except LimitReached as reached:
        report(reached.message.text())
        _report_how_to_resume(folder)
        return 3
    return _report(result, folder, work.as_json)


def _report_how_to_resume(folder: str) -> None:
    report(_("To continue: caballero run resume {folder}").format(folder=shlex.quote(folder)))


@contextmanager
def _progress(unit: str | None = None) -> Iterator[tuple[Bar, Callable[[Message], None]]]:
    """Show the progress of a run, and its events."""
    with progress(unit) as bar:

        def show(message: Message) -> None:
            bar.hide()
            note(message.text())

        yield bar, show


@contextmanager
def _workers(work: WorkFlags) -> Iterator[tuple[Workers | None, Limits]]:
    """Yield a cluster and the time left; None for the processes of this machine."""
    limits = Limits(seconds=work.seconds)
    if work.dask is None:
        yield None, limits
        return
    from caballero.run import cluster

    began, allowed = time.monotonic(), work.seconds
    with cluster(work.dask, work.workers, patience=allowed) as workers:
        if allowed is not None:
            limits = Limits(seconds=max(0.0, allowed - (time.monotonic() - began)))
        yield workers, limits


def _report(result: RunResult, folder: str, as_json: bool) -> int:
    if as_json:
        write_answer(json.dumps(result.to_dict(), ensure_ascii=False), None)
    else:
        write_answer(str(result.count), None)
    line = _("Shards: {shards}; repeated as a check: {checked}. Checksum {hash}.")
    if result.spec.kind == "count":
        note(result.spec.convention.text())
    note(line.format(shards=result.shards, checked=result.checked, hash=result.hash[:16]))
    if result.spec.kind == "list":
        note(
            _("The tours are in {folder}, in the files of the subfolder parts.").format(
                folder=folder
            )
        )
    return 0


@command.command(
    "status",
    cls=Helpful,
    help=_("Show the progress of a run and the time left, also while it runs."),
    examples=(
        "caballero run status tours\n"
        "caballero run status tours --json\n"
        "caballero run status tours --lang es"
    ),
    statuses={0: _("shown"), 2: None},
)
@_folder_argument
@json_option
@general_options
def status_command(folder: str, as_json: bool) -> int:
    from caballero.run import run_status

    status = run_status(folder)
    if as_json:
        write_answer(json.dumps(status.to_dict(), ensure_ascii=False), None)
        return 0
    states = {
        "waiting": _("waiting"),
        "leased": _("assigned"),
        "done": _("done"),
        "verified": _("verified"),
        "failed": _("failed"),
    }
    lines = [
        _("Work done: about {share:.1%}").format(share=status.share),
        _("Tours so far: {count}").format(count=status.count),
    ]
    if status.rate is not None:
        line = _("Tours per second and worker: {rate}. Working time of all workers: {time}.")
        lines.append(line.format(rate=pace_text(status.rate), time=clock(status.seconds)))
    counts = ", ".join(
        f"{title} {status.states[name]}" for name, title in states.items() if name in status.states
    )
    lines.append(_("Shards: {counts}").format(counts=counts))
    if status.finished:
        lines.append(_("The run is finished."))
    elif status.running is None:
        lines.append(_("No process is working on it."))
    elif status.left is None:
        lines.append(_("{who} is working on it.").format(who=status.running))
    else:
        line = _("{who} is working on it, about {left} left.")
        lines.append(line.format(who=status.running, left=clock(status.left)))
    write_answer("\n".join(lines), None)
    return 0


@command.command(
    "verify",
    cls=Helpful,
    help=_("Check a finished run: its files, every tour, the sums, and some shards again."),
    examples=(
        "caballero run verify tours\n"
        "caballero run verify tours --workers 2\n"
        "caballero run verify tours --json"
    ),
    statuses={0: _("valid"), 1: _("not valid"), 2: None, 3: None, 130: None},
)
@_folder_argument
@_work_options
@pack_options(work=WorkFlags)
def verify_command(folder: str, work: WorkFlags) -> int:
    from caballero.run import verify_run

    try:
        with (
            _progress(_("shards")) as (bar, _show),
            _workers(work) as (executor, limits),
        ):
            result, faults = verify_run(
                folder, executor=executor, workers=work.workers, limits=limits, on_event=bar
            )
    except LimitReached as reached:
        report(reached.message.text())
        return 3
    texts = [fault.text() for fault in faults]
    if work.as_json:
        data = {**result.to_dict(), "valid": not faults, "faults": texts}
        write_answer(json.dumps(data, ensure_ascii=False), None)
    else:
        write_answer("\n".join(texts) if texts else _("valid"), None)
        if not faults:
            line = _("Tours: {count}. Shards: {shards}. Checksum {hash}.")
            data = {"count": result.count, "shards": result.shards, "hash": result.hash[:16]}
            note(line.format(**data))
    return 1 if faults else 0


@command.command(
    "collect",
    cls=Helpful,
    help=_("Write the tours of a finished run to one Parquet file, in the order of the listing."),
    examples=(
        "caballero run collect tours -o tours.parquet\n"
        "caballero run collect tours -o tours.parquet --quiet\n"
        "caballero run collect tours -o tours.parquet --lang es"
    ),
    statuses={0: _("written"), 2: None, 130: None},
    forms={"parquet": "parquet"},
    usual="parquet",
)
@_folder_argument
@output_option
@general_options
@pack_options(out=OutputFlags)
def collect_command(folder: str, out: OutputFlags) -> int:
    from caballero.run import collect_run

    if out.output is None or out.output == "-":
        raise click.UsageError(_("Parquet is not text: name a file with -o."))
    with _progress(), naming_file(out.output):
        count = collect_run(folder, out.output)
    note(_("Verified tours: {count}.").format(count=count))
    return 0
