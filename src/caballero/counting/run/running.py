"""Start runs, resume them, get their status, check them, read their tours.

The ledger records the finished shards. When a worker is killed, the shards of all workers are
leased again in turn, which shows the cause. When a coordinator is killed, its workers end, and the
next coordinator leases their shards again. At the end, every file is compared with its hash, and
other workers repeat a few shards; then ``result.json`` is written.

Invariant: the hash of a result is that of all shards' hashes in the order of the work. It depends
on the specification alone: the problem and the size of shards.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Unpack, cast

from caballero.counting.collection.collection import write_tours
from caballero.formats.write import VERSION
from caballero.machine.errors import CaballeroError, InvalidInput
from caballero.machine.folders import make_below
from caballero.machine.limits import LimitOptions, running, unlimited
from caballero.machine.words import Message
from caballero.model.problem import Ground, Problem
from caballero.model.tour import Tour
from caballero.proof.asking import within

from .ledger import FORMAT, NAME, Ledger
from .session import (
    RunResult,
    Session,
    check_total,
    count_checked,
    fault_of,
    fault_of_result,
    fault_of_tours,
    total_of,
)
from .store import (
    FULL_CODES,
    is_alive,
    locked,
    naming_full_disk,
    read_description,
    same_version,
    spec_of,
)
from .tasks import Asked, RunSpec, first_shards, make_spec, read_part, read_spec, version
from .workers import ExecutorWorkers, Processes, Workers

LEASE_SECONDS: Final = 900.0
"""The time in which a worker must finish a shard before another gets it."""


@dataclass(frozen=True, slots=True)
class RunStatus:
    """The progress of a run; made by :func:`run_status`.

    Parameters
    ----------
    spec : RunSpec
        The specification of the run.
    states : dict of str to int
        How many shards are in each state.
    share : float
        The part of the work that is done, estimated.
    count : int
        The tours found so far.
    rate : float, optional
        Tours found per second and worker.
    seconds : float
        The working time of all workers together.
    left : float, optional
        The seconds left, estimated, if it is running.
    running : str, optional
        The host and process of the coordinator, if it is running.
    finished : bool
        Whether there is a result.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import Problem
    >>> from caballero.counting import run_status, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("count", Problem("5x6", closed=True), folder, executor=pool)
    ...     status = run_status(folder)
    >>> status.finished, status.share, status.count
    (True, 1.0, 8)
    """

    spec: RunSpec
    states: dict[str, int]
    share: float
    count: int
    rate: float | None
    seconds: float
    left: float | None
    running: str | None
    finished: bool

    def to_dict(self) -> dict[str, object]:
        """Return the status as JSON."""
        return {
            "caballero": VERSION,
            **self.spec.to_dict(),
            "states": self.states,
            "share": round(self.share, 6),
            "count": str(self.count),
            "rate": self.rate,
            "seconds": round(self.seconds, 3),
            "left": self.left,
            "running": self.running,
            "finished": self.finished,
        }


class RunOptions(Asked, LimitOptions, total=False):
    """Which tours, and what every function takes that may take long."""


@within
def start_run(
    kind: str,
    ground: Ground,
    folder: str | os.PathLike[str],
    *,
    seconds: float = 1.0,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    on_note: Callable[[Message], None] | None = None,
    **how: Unpack[RunOptions],
) -> RunResult:
    """Start a long computation in its own folder, and finish it.

    Parameters
    ----------
    kind : str
        ``list`` or ``count``.
    ground : Problem, or what :class:`Problem` takes
        The problem.
    folder : path
        The store; if it holds the same run, that is resumed.
    seconds : float
        The approximate duration of a shard; a day at most.
    executor, workers, on_note, limits, timeout, callback
        As for :func:`resume_run`.
    **how
        Which tours: `up_to_symmetry`; for a list, `symmetry` as for :func:`caballero.iter_tours`;
        for a count, `directed`, which counts tours that answer the problem in both directions
        twice.

    Raises
    ------
    InvalidInput
        If the problem is contradictory, or the folder holds something else.

    Notes
    -----
    A script that starts processes must guard the call by ``if __name__ == "__main__":``, because
    each process imports the script.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import Problem
    >>> from caballero.counting import run_tours, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", Problem("3x10", closed=True), folder, executor=pool)
    ...     len(set(run_tours(folder))) == result.count == 16
    True
    """
    _refuse_no_workers(workers)
    with unlimited():  # a limit leaves a store that can be resumed
        create_run(kind, ground, folder, seconds=seconds, **cast("Asked", how))
    return resume_run(folder, executor=executor, workers=workers, on_note=on_note)


def create_run(
    kind: str,
    ground: Ground,
    folder: str | os.PathLike[str],
    *,
    seconds: float = 1.0,
    **asked: Unpack[Asked],
) -> None:
    """Create the store of a run, unless it exists; :func:`resume_run` does the work.

    Parameters
    ----------
    kind, ground, folder, seconds, **asked
        As for :func:`start_run`.

    Raises
    ------
    InvalidInput
        If the problem is contradictory, or the folder holds another run, or something else.

    Examples
    --------
    >>> import tempfile
    >>> from caballero import Problem
    >>> from caballero.counting import create_run, run_status
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     create_run("count", Problem("5x6", closed=True), folder)
    ...     run_status(folder).states
    {'waiting': 1}
    """
    spec = make_spec(kind, Problem.of(ground), seconds, **asked)
    where = Path(folder)
    text = spec.text()
    try:
        with naming_full_disk(where):
            _make_folder(where)
            with Ledger(where, create=True) as ledger:
                about = {"format": str(FORMAT), "version": version(), "question": text}
                ledger.describe(about, first_shards(spec))
                make_below(where, where / "parts")
                description = read_description(ledger, where)
                same_version(description, where)
                if description.get("question") != text:
                    raise InvalidInput("run-other", folder=str(where))
    except CaballeroError as error:
        if error.code == "run-disk-full":  # there is nothing to resume
            raise CaballeroError("run-disk-full-begin", **error.message.data) from error
        raise


def _make_folder(where: Path) -> None:
    """Create the folder of a store, unless it exists; refuse a folder that holds other things."""
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in FULL_CODES:
            raise
        raise InvalidInput("run-no-folder", folder=str(where)) from error
    if not (where / NAME).exists() and any(where.iterdir()):
        raise InvalidInput("run-not-empty", folder=str(where))


@within
def resume_run(
    folder: str | os.PathLike[str],
    *,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    lease: float = LEASE_SECONDS,
    on_note: Callable[[Message], None] | None = None,
    **how: Unpack[LimitOptions],
) -> RunResult:
    """Resume a run, and finish it.

    Parameters
    ----------
    folder : path
        The store.
    executor : Executor, optional
        The workers; processes of this machine by default.
    workers : int, optional
        The number of workers; by default, that of processors.
    lease : float
        Seconds after which a shard is leased to another worker.
    on_note : callable, optional
        Called with a :class:`Message` about workers, leases and damage.
    limits, timeout, callback
        When to stop, where finished shards remain; and a function to call with a
        :class:`Progress`, whose ``done`` of ``total`` is the share.

    Returns
    -------
    RunResult
        Also written to ``result.json``.

    Raises
    ------
    LimitReached
        If a limit was reached.
    InvalidInput
        If the folder holds no run, or a run of another version, or runs already.
    CaballeroError
        If the disk is full, a shard fails repeatedly, or two workers differ.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import LimitReached, Limits
    >>> from caballero.counting import resume_run, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     try:
    ...         start_run("list", "5x6", folder, executor=pool, limits=Limits(seconds=0))
    ...     except LimitReached as reached:
    ...         print(reached.outcome.limit)
    ...     resume_run(folder, executor=pool).count
    seconds
    18784
    """
    _refuse_no_workers(workers)
    where = Path(folder)
    note = on_note or (lambda message: None)
    budget = running()
    with Ledger(where) as ledger, locked(where), naming_full_disk(where):
        budget.method = "run"
        spec = spec_of(ledger, where)
        session = Session(where, ledger, spec, budget, note, lease)
        with session.coordinating(), _workers(session, executor, workers) as pool:
            return session.run(pool)


def run_status(folder: str | os.PathLike[str]) -> RunStatus:
    """Return the progress of a run, also while it is running.

    Parameters
    ----------
    folder : path
        The store.

    Raises
    ------
    InvalidInput
        If the folder holds no run, or a finished run whose shards do not add up. A run of another
        version can be read.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import Problem
    >>> from caballero.counting import run_status, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", Problem("3x10", closed=True), folder, executor=pool)
    ...     run_status(folder).count
    16
    """
    where = Path(folder)
    with Ledger(where, read_only=True) as ledger:
        description = read_description(ledger, where)
        spec = read_spec(description.get("question", ""))
        totals, coordinator = ledger.totals(), ledger.coordinator()
        count = spec.total(sum(shard.tours for shard in ledger.shards("done", "verified")))
        now = time.time()
        left = running = None
        if coordinator is not None and is_alive(coordinator, where):
            running = f"{coordinator.host}:{coordinator.pid}"
            gained = totals.share - coordinator.share
            if gained > 0:
                left = (1 - totals.share) * (now - coordinator.began) / gained
        rate = count / totals.seconds if totals.seconds else None
        finished = "hash" in description and totals.complete
        if finished:
            check_total(where, spec, description, list(ledger.shards()))
        return RunStatus(
            spec, dict(totals.states), 1.0 if finished else totals.share, count, rate,
            totals.seconds, None if finished else left, None if finished else running, finished,
        )  # fmt: skip


@within
def verify_run(
    folder: str | os.PathLike[str],
    *,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    **how: Unpack[LimitOptions],
) -> tuple[RunResult, list[Message]]:
    """Check a finished run: every file, every tour, the sums, and a few shards again.

    Parameters
    ----------
    folder : path
        The store.
    executor, workers, limits, timeout, callback
        As for :func:`resume_run`.

    Returns
    -------
    result : RunResult
        The recorded result.
    faults : list of Message
        The faults; nothing is repaired.

    Raises
    ------
    InvalidInput
        If the folder holds no run, or an unfinished run.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import Problem
    >>> from caballero.counting import start_run, verify_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", Problem("3x10", closed=True), folder, executor=pool)
    ...     verify_run(folder, executor=pool) == (result, [])
    True
    """
    _refuse_no_workers(workers)
    where = Path(folder)
    budget = running()
    with Ledger(where) as ledger, locked(where):
        budget.method = "verify"
        spec = spec_of(ledger, where)
        description = ledger.description()
        if "hash" not in description:
            raise InvalidInput("run-unfinished", folder=str(where))
        shards = list(ledger.shards())
        faults: list[Message] = []
        for number, shard in enumerate(shards):
            budget.done, budget.total = number, len(shards)
            fault = fault_of(where, spec, shard) or fault_of_tours(where, spec, shard, budget)
            if fault is not None:
                faults.append(fault)
            budget.spend(1)
        budget.done = budget.total
        count, summed = total_of(spec, shards)
        result = RunResult(spec, count, description["hash"], len(shards), count_checked(shards))
        if summed != description["hash"] or str(count) != description.get("count"):
            faults.append(Message("run-sum", {"folder": str(where)}))
        elif (fault := fault_of_result(where, result, shards)) is not None:
            faults.append(fault)
        session = Session(where, ledger, spec, budget, lambda message: None, LEASE_SECONDS)
        with session.coordinating(), _workers(session, executor, workers) as pool:
            sample = session.sample(secrets.randbits(32), with_verified=True)
            faults += session.recheck(pool, sample)
    return result, faults


def run_tours(folder: str | os.PathLike[str]) -> Iterator[Tour]:
    """Yield the tours of a finished run, in the order of the listing, each verified again.

    Parameters
    ----------
    folder : path
        The store.

    Raises
    ------
    InvalidInput
        If the folder holds no finished listing, or a file is damaged.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import iter_tours
    >>> from caballero.counting import run_tours, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "5x5", folder, executor=pool)
    ...     list(run_tours(folder)) == list(iter_tours("5x5"))
    True
    """
    where = Path(folder)
    with Ledger(where, read_only=True) as ledger:
        spec = spec_of(ledger, where)
        description = ledger.description()
        if spec.kind != "list" or "hash" not in description:
            raise InvalidInput("run-unfinished", folder=str(where))
        shards = list(ledger.shards())
    check_total(where, spec, description, shards)
    for shard in shards:
        if shard.file is None and shard.tours == 0:
            continue
        try:
            yield from read_part(where, shard.number, spec.problem, shard.tours)
        except (FileNotFoundError, InvalidInput) as error:
            raise InvalidInput("run-part-damaged", number=shard.number) from error


def collect_run(folder: str | os.PathLike[str], file: str | os.PathLike[str]) -> int:
    """Write the tours of a finished run to a Parquet file; return their number.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from pathlib import Path
    >>> from caballero import Problem
    >>> from caballero.counting import collect_run, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     problem = Problem("5x6", closed=True)
    ...     result = start_run("list", problem, Path(folder) / "run", executor=pool)
    ...     collect_run(Path(folder) / "run", Path(folder) / "tours.parquet")
    8
    """
    with Ledger(Path(folder), read_only=True) as ledger:
        problem = spec_of(ledger, Path(folder)).problem
    return write_tours(file, run_tours(folder), problem)


def _refuse_no_workers(workers: int | None) -> None:
    """Refuse fewer than 1 worker."""
    if workers is not None and workers < 1:
        raise InvalidInput("run-workers", value=workers)


@contextmanager
def _workers(
    session: Session, executor: Executor | Workers | None, count: int | None
) -> Iterator[Workers]:
    """Provide workers, and stop them at the end."""
    pool: Workers
    if executor is None:
        pool = Processes(count)
    elif isinstance(executor, Executor):
        pool = ExecutorWorkers(executor, count or 1)
    else:
        pool = executor
    try:
        yield pool
    finally:
        session.cancel()
        if executor is None:
            pool.stop()
