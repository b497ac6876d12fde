"""``caballero run``: long work in shards, which can be stopped, killed, resumed and shared."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from caballero.core.errors import LimitReached
from caballero.core.limits import Limits
from caballero.core.words import Message

from . import options
from .answer import Call, naming_file, note, report, write_answer
from .command import HelpfulGroup, define
from .interrupts import INTERRUPTED
from .language import translate as _
from .options import WORK, Number, Whole, combine, option
from .problems import problem_of
from .progress import clock, pace_text, progress
from .several import refuse_text

if TYPE_CHECKING:
    from caballero.core.problem import Problem
    from caballero.run import Workers

FINISHED: Final = {0: _("finished"), 3: _("out of time; run resume continues")}
"""The exit statuses of the commands that work on a run."""


_work_options = combine(
    option(WORK, "--workers", type=Whole(1, 1024), help=_(
        "Number of worker processes; by default one per processor.")),
    option(WORK, "--dask", metavar=_("ADDRESS"), help=_(
        "Use the workers of a dask cluster: tcp://HOST:PORT, or local for one here.")),
    options.timeout,
    options.answer("text", "json"),
)  # fmt: skip

_start_options = combine(
    options.board_or_graph,
    option(WORK, "--store", "folder", type=options.FOLDER, help=_(
        "Folder of the run; only --estimate needs none.")),
    options.problem,
    options.constraints,
    option(WORK, "--shard", type=Number(0, 86400, min_open=True), default=1.0,
           metavar=_("SECONDS"), help=_("Aim at SECONDS per shard.")),
    options.estimate,
    _work_options,
)  # fmt: skip


def _start(kind: str, call: Call) -> int:
    from caballero.run import create_run

    problem = problem_of(call)
    if call.estimate:
        return _estimate(kind, call, problem)
    if call.folder is None:
        raise click.UsageError(_("Where shall the run be? Add --store FOLDER."))
    which = call.those("directed", "up_to_symmetry", "symmetry")
    if kind == "list":
        which["sums"] = options.sums_of(call)
    create_run(kind, problem, call.folder, seconds=call.shard, **which)
    return _resume(call)


def _estimate(kind: str, call: Call, problem: Problem) -> int:
    """Write the time, memory and disk of a run, without its folder."""
    from caballero.count import estimate_count, estimate_list

    from .count import write_estimate_of

    if kind == "count":
        return write_estimate_of(call, estimate_count, problem, limits=call.limits)
    which = call.those("up_to_symmetry", "symmetry")
    return write_estimate_of(call, estimate_list, problem, limits=call.limits, **which)


@define("list", statuses=FINISHED, help=_(
    "List every tour once, into Parquet files.\n\n"
    "BOARD is as for tour. The files are in the subfolder parts, in the "
    "order of the listing; run collect joins them."
), examples=(
    "caballero run list 6x6 --up-to-symmetry --store tours --workers 4\n"
    "caballero run list 8 --magic --up-to-symmetry --store magic --shard 600\n"
    "caballero run list --graph graph.txt --store paths"
))  # fmt: skip
@options.sums
@options.up_to_symmetry
@options.symmetry
@_start_options
def list_command(call: Call) -> int:
    return _start("list", call)


@define("count", statuses=FINISHED,
    help=_("Count the tours of a board exactly.\n\nBOARD is as for tour."), examples=(
    "caballero run count 8x8 --closed --store chessboard\n"
    "caballero run count 6x6 --up-to-symmetry --store classes --timeout 60\n"
    "caballero run count 5x6 --directed --store small --json"
))  # fmt: skip
@options.conventions
@_start_options
def count_command(call: Call) -> int:
    return _start("count", call)


@define("resume", statuses=FINISHED, help=_("Continue a run, however it ended."), examples=(
    "caballero run resume tours\n"
    "caballero run resume tours --workers 2 --timeout 3600\n"
    "caballero run resume tours --dask local"
))  # fmt: skip
@options.folder
@_work_options
def resume_command(call: Call) -> int:
    return _resume(call)


def _resume(call: Call) -> int:
    from caballero.run import resume_run

    folder = call.folder
    try:
        with progress() as bar, _workers(call) as (executor, limits):

            def show(message: Message) -> None:
                bar.hide()
                note(message.text())

            result = resume_run(
                folder, executor=executor, workers=call.workers, limits=limits, callback=bar,
                on_note=show,
            )  # fmt: skip
    except (KeyboardInterrupt, LimitReached) as stopped:
        if isinstance(stopped, LimitReached):
            report(stopped.message.text())
        else:
            report(_("Interrupted: nothing is lost."))
        report(_("To continue: caballero run resume {folder}").format(folder=shlex.quote(folder)))
        return 3 if isinstance(stopped, LimitReached) else INTERRUPTED
    write_answer(call, str(result.count), result.to_dict())
    if result.spec.kind == "count":
        note(result.spec.convention.text())
    line = _("Shards: {shards}; repeated as a check: {checked}. Checksum {hash}.")
    note(line.format(shards=result.shards, checked=result.checked, hash=result.hash[:16]))
    if result.spec.kind == "list":
        line = _("The tours are in {folder}, in the files of the subfolder parts.")
        note(line.format(folder=folder))
    return 0


@contextmanager
def _workers(call: Call) -> Iterator[tuple[Workers | None, Limits]]:
    """Yield a cluster and the time left; None for the processes of this machine."""
    if call.dask is None:
        yield None, call.limits
        return
    from caballero.run import cluster

    began, allowed = time.monotonic(), call.seconds
    with cluster(call.dask, call.workers, patience=allowed) as workers:
        left = None if allowed is None else max(0.0, allowed - (time.monotonic() - began))
        yield workers, Limits(seconds=left)


@define("status", statuses={0: _("shown")}, others=(2,),
    help=_("Show the progress of a run and the time left, also while it runs."), examples=(
    "caballero run status tours\n"
    "caballero run status tours --json\n"
    "caballero run status tours --lang es"
))  # fmt: skip
@options.folder
@options.answer("text", "json")
def status_command(call: Call) -> int:
    from caballero.run import run_status

    status = run_status(call.folder)
    states = {
        "waiting": _("waiting"), "leased": _("assigned"), "done": _("done"),
        "verified": _("verified"), "failed": _("failed"),
    }  # fmt: skip
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
    write_answer(call, "\n".join(lines), status.to_dict())
    return 0


@define("verify", statuses={0: _("valid"), 1: _("not valid")},
    help=_("Check a finished run: its files, every tour, the sums, and some shards again."),
    examples=(
    "caballero run verify tours\n"
    "caballero run verify tours --workers 2\n"
    "caballero run verify tours --json"
))  # fmt: skip
@options.folder
@_work_options
def verify_command(call: Call) -> int:
    from caballero.run import verify_run

    try:
        with progress(_("shards")) as bar, _workers(call) as (executor, limits):
            result, faults = verify_run(
                call.folder, executor=executor, workers=call.workers, limits=limits, callback=bar
            )
    except LimitReached as reached:
        report(reached.message.text())
        return 3
    texts = [fault.text() for fault in faults]
    data = {**result.to_dict(), "valid": not faults, "faults": texts}
    write_answer(call, "\n".join(texts) or _("valid"), data)
    if faults:
        return 1
    line = _("Tours: {count}. Shards: {shards}. Checksum {hash}.")
    note(line.format(count=result.count, shards=result.shards, hash=result.hash[:16]))
    return 0


@define("collect", statuses={0: _("written")},
    help=_("Write the tours of a finished run to one Parquet file, in the order of the listing."),
    examples=(
    "caballero run collect tours -o tours.parquet\n"
    "caballero run collect tours -o tours.parquet --quiet\n"
    "caballero run collect tours -o tours.parquet --lang es"
))  # fmt: skip
@options.folder
@options.timeout
@options.output("parquet")
def collect_command(call: Call) -> int:
    from caballero.run import collect_run

    refuse_text(call)
    with progress(), naming_file(call.output):
        count = collect_run(call.folder, call.output)
    note(_("Verified tours: {count}.").format(count=count))
    return 0


command = HelpfulGroup("run", statuses={0: _("finished"), 1: _("not valid")},
    commands=[list_command, count_command, resume_command, status_command, verify_command,
              collect_command],
    help=_(
    "Run long work in shards that can be stopped, killed and resumed.\n\n"
    "The folder holds the whole run: nothing is lost, and nothing counts twice."
), examples=(
    "caballero run list 6x6 --closed --store tours\n"
    "caballero run resume tours\n"
    "caballero run collect tours -o tours.parquet"
))  # fmt: skip
