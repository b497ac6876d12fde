"""``caballero run``: long work in shards, which can be stopped, killed, resumed and shared."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from caballero import LimitReached, Limits
from caballero.machine.words import Message

from . import options
from .answer import naming_file, note, report, write_answer
from .command import HelpfulGroup, define
from .interrupts import INTERRUPTED
from .language import translate as _
from .options import WORK, Answer, Call, Number, Output, Whole, argument, given, option
from .problems import problem_of
from .progress import clock, pace_text, progress
from .several import refuse_text

if TYPE_CHECKING:
    from caballero.counting import Workers

FINISHED: Final = {0: _("finished"), 3: _("out of time; run resume continues")}
"""The exit statuses of the commands that work on a run."""


# fmt: off
class _Store(Call):
    folder: str = argument(type=options.FOLDER)

class _Work(options.Timed, Answer):
    forms = ("text", "json")
    workers: int | None = option(WORK, type=Whole(1, 1024), help=_(
        "Number of worker processes; by default one per processor."))
    dask: str | None = option(WORK, metavar=_("ADDRESS"), help=_(
        "Use the workers of a dask cluster: tcp://HOST:PORT, or local for one here."))

class _Start(options.OnAny, _Work):
    kind = "count"
    folder: str | None = option(WORK, "--store", type=options.FOLDER, before="workers", help=_(
        "Folder of the run; only --estimate needs none."))
    shard: float = option(WORK, type=Number(0, 86400, min_open=True), default=1.0,
        metavar=_("SECONDS"), before="workers", help=_(
        "Aim at SECONDS per shard."))

class RunList(options.UpToSymmetry, options.Symmetry, _Start):
    """A listing."""

class RunListEstimate(options.UpToSymmetry, options.Symmetry, _Start, options.Estimated):
    """The options of a listing."""

class RunCount(options.Conventions, _Start):
    """A count."""

class RunCountEstimate(_Start, options.Estimated):
    """The options of a count."""

class Resume(_Store, _Work):
    """To go on with a run."""

class Status(_Store, Answer):
    forms = ("text", "json")

class Collect(_Store, options.Timed, Output):
    forms = ("parquet",)
# fmt: on


def _start(kind: str, call: _Start, **which: Any) -> int:
    """Begin a run and work on it; return the exit status."""
    from caballero.counting import create_run

    problem = problem_of(call)
    if call.folder is None:
        raise click.UsageError(_("Where shall the run be? Add --store FOLDER."))
    create_run(kind, problem, call.folder, seconds=call.shard, **which)
    return _resume(call, call.folder)


@define("list", RunList, statuses=FINISHED, help=_(
    "List every tour once, into Parquet files.\n\n"
    "BOARD is as for tour. The files are in the subfolder parts, in the "
    "order of the listing; run collect joins them."
), examples=(
    "caballero run list 6x6 --up-to-symmetry --store tours --workers 4\n"
    "caballero run list 6 --symmetry half-turn --store turned --timeout 60\n"
    "caballero run list --graph graph.txt --store paths"
))  # fmt: skip
def list_command(call: RunList) -> int:
    which = given(up_to_symmetry=call.up_to_symmetry, symmetry=call.symmetry)
    return _start("list", call, **which)


@list_command.question(RunListEstimate, "estimate", examples="caballero run list 6x6 --estimate")
def _estimate_list(call: RunListEstimate) -> int:
    from caballero.counting import estimate_list

    from .count import write_estimate_of

    which = {"up_to_symmetry": call.up_to_symmetry, "symmetry": call.symmetry}
    return write_estimate_of(call, estimate_list, problem_of(call), limits=call.limits, **which)


@define("count", RunCount, statuses=FINISHED,
    help=_("Count the tours of a board exactly.\n\nBOARD is as for tour."), examples=(
    "caballero run count 8x8 --closed --store chessboard\n"
    "caballero run count 6x6 --up-to-symmetry --store classes --timeout 60\n"
    "caballero run count 5x6 --directed --store small --json"
))  # fmt: skip
def count_command(call: RunCount) -> int:
    return _start("count", call, directed=call.directed, up_to_symmetry=call.up_to_symmetry)


@count_command.question(RunCountEstimate, "estimate", examples="caballero run count 8x8 --estimate")
def _estimate_count(call: RunCountEstimate) -> int:
    from caballero.counting import estimate_count

    from .count import write_estimate_of

    return write_estimate_of(call, estimate_count, problem_of(call), limits=call.limits)


@define("resume", Resume, statuses=FINISHED, help=_("Continue a run, however it ended."), examples=(
    "caballero run resume tours\n"
    "caballero run resume tours --workers 2 --timeout 3600\n"
    "caballero run resume tours --dask local"
))  # fmt: skip
def resume_command(call: Resume) -> int:
    return _resume(call, call.folder)


def _resume(call: _Work, folder: str) -> int:
    """Work on a run; return the exit status."""
    from caballero.counting import resume_run

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
def _workers(call: _Work) -> Iterator[tuple[Workers | None, Limits]]:
    """Yield a cluster and the time left; None for the processes of this machine."""
    if call.dask is None:
        yield None, call.limits
        return
    from caballero.counting import cluster

    began, allowed = time.monotonic(), call.seconds
    with cluster(call.dask, call.workers, patience=allowed) as workers:
        left = None if allowed is None else max(0.0, allowed - (time.monotonic() - began))
        yield workers, Limits(seconds=left)


@define("status", Status, statuses={0: _("shown")}, others=(2,),
    help=_("Show the progress of a run and the time left, also while it runs."), examples=(
    "caballero run status tours\n"
    "caballero run status tours --json\n"
    "caballero run status tours --lang es"
))  # fmt: skip
def status_command(call: Status) -> int:
    from caballero.counting import run_status

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


@define("verify", Resume, statuses={0: _("valid"), 1: _("not valid")},
    help=_("Check a finished run: its files, every tour, the sums, and some shards again."),
    examples=(
    "caballero run verify tours\n"
    "caballero run verify tours --workers 2\n"
    "caballero run verify tours --json"
))  # fmt: skip
def verify_command(call: Resume) -> int:
    from caballero.counting import verify_run

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


@define("collect", Collect, statuses={0: _("written")},
    help=_("Write the tours of a finished run to one Parquet file, in the order of the listing."),
    examples=(
    "caballero run collect tours -o tours.parquet\n"
    "caballero run collect tours -o tours.parquet --quiet\n"
    "caballero run collect tours -o tours.parquet --lang es"
))  # fmt: skip
def collect_command(call: Collect) -> int:
    from caballero.counting import collect_run

    refuse_text(call)
    assert call.output is not None
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
