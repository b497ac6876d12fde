"""Runs as a caller sees them: begin one, go on with it, look on, check it, read its tours.

Whatever happens, the ledger says what is done. A worker that is killed takes its shards with it:
they are lent again, one by one, until it is clear whose fault it was. A coordinator that is killed
takes its workers with it; the next one lends again what they had. In the end every file is read
and compared with its check sum, and a few shards are done again by others; only then is there a
``result.json``.

Invariant: the hash of a result is that of all shards' hashes in the order of the work. It depends
on the question and on how large shards are, and on nothing else.
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
from typing import Any, Final

from caballero.errors import CaballeroError, InvalidInput, LimitReached
from caballero.formats.write import VERSION
from caballero.limits import Budget, LimitHit, Limits, Progress
from caballero.listing import write_tours
from caballero.outcome import GaveUp, Stats
from caballero.problem import Problem
from caballero.tour import Tour
from caballero.words import Message

from .ledger import FORMAT, NAME, Ledger
from .session import (
    RunResult,
    Session,
    added_up,
    checked_of,
    fault_of,
    read_fault,
    result_fault,
    sums,
)
from .store import FULL, at_work, described, locked, question_of, same_version, writing
from .tasks import Question, asked, beginning, read_part, read_question, version
from .workers import Given, Processes, Workers

LEASE: Final = 900.0
"""Seconds after which a worker that says nothing has lost its shard."""


@dataclass(frozen=True, slots=True)
class RunStatus:
    """How far a run is; made by :func:`run_status`.

    Parameters
    ----------
    question : Question
        What was asked.
    states : dict of str to int
        How many shards are in each state.
    share : float
        About which part of the work is done.
    count : int
        The tours so far.
    rate : float, optional
        Tours found in a second of the workers' time.
    seconds : float
        How long all workers worked.
    left : float, optional
        About how many seconds it will take, if somebody is at it.
    running : str, optional
        Who is at it, if somebody is.
    finished : bool
        Whether there is a result.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero.run import run_status, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("count", "5x6", folder, closed=True, executor=pool)
    ...     status = run_status(folder)
    >>> status.finished, status.share, status.count
    (True, 1.0, 8)
    """

    question: Question
    states: dict[str, int]
    share: float
    count: int
    rate: float | None
    seconds: float
    left: float | None
    running: str | None
    finished: bool

    def to_dict(self) -> dict[str, object]:
        """Return the same for JSON."""
        return {
            "caballero": VERSION,
            **self.question.to_dict(),
            "states": self.states,
            "share": round(self.share, 6),
            "count": str(self.count),
            "rate": self.rate,
            "seconds": round(self.seconds, 3),
            "left": self.left,
            "running": self.running,
            "finished": self.finished,
        }


def start_run(
    kind: str,
    ground: Any,
    folder: str | os.PathLike[str],
    *,
    seconds: float = 1.0,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
    on_note: Callable[[Message], None] | None = None,
    up_to_symmetry: bool = False,
    symmetry: str | None = None,
    **asks: Any,
) -> RunResult:
    """Begin a long piece of work in a folder of its own, and do it.

    Parameters
    ----------
    kind : str
        ``list`` or ``count``.
    ground, **asks
        What is asked; see :meth:`Problem.of`.
    folder : path
        Where everything is kept; if it holds the same run already, that goes on.
    seconds : float
        About how long a shard is to take; a day at most.
    executor, workers, limits, on_event, on_note
        As for :func:`resume_run`.
    up_to_symmetry, symmetry
        Of a listing: which tours are wanted; see :func:`caballero.iter_tours`.

    Raises
    ------
    InvalidInput
        If the question makes no sense, or the folder holds something else.

    Notes
    -----
    A script that calls this with processes must be guarded by ``if __name__ == "__main__":``,
    for each process imports it.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero.run import run_tours, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "3x10", folder, closed=True, executor=pool)
    ...     len(set(run_tours(folder))) == result.count == 16
    True
    """
    _some(workers)
    problem = Problem.of(ground, **asks)
    question = asked(kind, problem, seconds, up_to_symmetry=up_to_symmetry, symmetry=symmetry)
    create_run(question, folder)
    return resume_run(
        folder, executor=executor, workers=workers, limits=limits, on_event=on_event,
        on_note=on_note,
    )  # fmt: skip


def create_run(question: Question, folder: str | os.PathLike[str]) -> None:
    """Make the store of a run, unless it is there.

    Raises
    ------
    InvalidInput
        If the folder holds another run, or something else.
    """
    where = Path(folder)
    text = question.text()
    try:
        with writing(where):
            _make_folder(where)
            with Ledger(where, make=True) as ledger:
                about = {"format": str(FORMAT), "version": version(), "question": text}
                shards = [(f"{i:x}", *shard) for i, shard in enumerate(beginning(question))]
                ledger.describe(about, shards)
                (where / "parts").mkdir(exist_ok=True)
                said = described(ledger, where)
                same_version(said, where)
                if said.get("question") != text:
                    raise InvalidInput("run-other", folder=str(where))
    except CaballeroError as error:
        if error.code == "run-disk-full":  # there may be nothing yet to go on with
            raise CaballeroError("run-disk-full-begin", **error.message.data) from error
        raise


def _make_folder(where: Path) -> None:
    """Make the folder of a store, if it is not there; refuse one that holds other things."""
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in FULL:
            raise
        raise InvalidInput("run-no-folder", folder=str(where)) from error
    if not (where / NAME).exists() and any(where.iterdir()):
        raise InvalidInput("run-not-empty", folder=str(where))


def resume_run(
    folder: str | os.PathLike[str],
    *,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    lease: float = LEASE,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
    on_note: Callable[[Message], None] | None = None,
) -> RunResult:
    """Go on with a run until it is finished.

    Parameters
    ----------
    folder : path
        The store.
    executor : Executor, optional
        Who works; processes of this machine unless given.
    workers : int, optional
        How many of them; as many as there are processors unless given.
    lease : float
        Seconds after which a shard is lent to somebody else.
    limits : Limits, optional
        When to stop; what is done stays done.
    on_event : callable, optional
        Called with a :class:`Progress` a few times a second; ``done`` of ``total`` is the share.
    on_note : callable, optional
        Called with a :class:`Message` when something happened that somebody might want to know.

    Returns
    -------
    RunResult
        Also written to ``result.json``.

    Raises
    ------
    LimitReached
        If a limit came first.
    InvalidInput
        If the folder holds no run, one of another version, or one that somebody else runs.
    CaballeroError
        If the disk is full, a shard failed again and again, or two workers differ.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import LimitReached, Limits
    >>> from caballero.run import resume_run, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     try:
    ...         start_run("list", "5x6", folder, executor=pool, limits=Limits(seconds=0))
    ...     except LimitReached as reached:
    ...         print(reached.outcome.limit)
    ...     resume_run(folder, executor=pool).count
    seconds
    18784
    """
    _some(workers)
    where = Path(folder)
    budget = Budget(limits, on_event)
    budget.method = "run"
    note = on_note or (lambda message: None)
    with Ledger(where) as ledger, locked(where), writing(where):
        question = question_of(ledger, where)
        session = Session(where, ledger, question, budget, note, lease)
        with (
            _bounded(budget),
            session.coordinating(),
            _working(session, executor, workers) as hands,
        ):
            return session.run(hands)


def run_status(folder: str | os.PathLike[str]) -> RunStatus:
    """Say how far a run is; it need not stand still for that.

    Parameters
    ----------
    folder : path
        The store.

    Raises
    ------
    InvalidInput
        If the folder holds no run, or a finished one that does not add up. One of another version
        may be looked at.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero.run import run_status, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "3x10", folder, closed=True, executor=pool)
    ...     run_status(folder).count
    16
    """
    where = Path(folder)
    with Ledger(where, look=True) as ledger:
        said = described(ledger, where)
        question = read_question(said.get("question", ""))
        totals, coordinator = ledger.totals(), ledger.coordinator()
        count = sum(shard.tours for shard in ledger.shards("done", "verified"))
        now = time.time()
        left = running = None
        if coordinator is not None and at_work(coordinator, where):
            running = f"{coordinator.host}:{coordinator.pid}"
            gained = totals.share - coordinator.share
            if gained > 0:
                left = (1 - totals.share) * (now - coordinator.began) / gained
        rate = count / totals.seconds if totals.seconds else None
        finished = "hash" in said and totals.complete
        if finished:
            added_up(where, question, said, list(ledger.shards()))
        return RunStatus(
            question, dict(totals.states), totals.share, count, rate, totals.seconds,
            None if finished else left, None if finished else running, finished,
        )  # fmt: skip


def verify_run(
    folder: str | os.PathLike[str],
    *,
    executor: Executor | Workers | None = None,
    workers: int | None = None,
    limits: Limits | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> tuple[RunResult, list[Message]]:
    """Check a finished run: every file, every tour in it, the sums, and a few shards once more.

    Parameters
    ----------
    folder : path
        The store.
    executor, workers, limits, on_event
        As for :func:`resume_run`.

    Returns
    -------
    result : RunResult
        What the store says that came of it.
    faults : list of Message
        What is wrong; it is not put right.

    Raises
    ------
    InvalidInput
        If the folder holds no run, or one that is not finished.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero.run import start_run, verify_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "3x10", folder, closed=True, executor=pool)
    ...     verify_run(folder, executor=pool) == (result, [])
    True
    """
    _some(workers)
    where = Path(folder)
    budget = Budget(limits, on_event)
    budget.method = "verify"
    with Ledger(where) as ledger, locked(where), _bounded(budget):
        question = question_of(ledger, where)
        said = ledger.described()
        if "hash" not in said:
            raise InvalidInput("run-unfinished", folder=str(where))
        shards = list(ledger.shards())
        faults: list[Message] = []
        for number, shard in enumerate(shards):
            budget.done, budget.total = number, len(shards)
            fault = fault_of(where, question, shard) or read_fault(where, question, shard, budget)
            if fault is not None:
                faults.append(fault)
            budget.spend(1)
        budget.done = budget.total
        count, summed = sums(shards)
        result = RunResult(question, count, said["hash"], len(shards), checked_of(shards))
        if summed != said["hash"] or str(count) != said.get("count"):
            faults.append(Message("run-sum", {"folder": str(where)}))
        elif (fault := result_fault(where, result, shards)) is not None:
            faults.append(fault)
        session = Session(where, ledger, question, budget, lambda message: None, LEASE)
        with session.coordinating(), _working(session, executor, workers) as hands:
            sample = session.sample(secrets.randbits(32), all_too=True)
            faults += session.differing(hands, sample)
    return result, faults


def run_tours(folder: str | os.PathLike[str]) -> Iterator[Tour]:
    """Yield the tours of a finished run, in the order of the listing, each judged again.

    Parameters
    ----------
    folder : path
        The store.

    Raises
    ------
    InvalidInput
        If the folder holds no finished listing, or a file is not what it should be.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import iter_tours
    >>> from caballero.run import run_tours, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "5x5", folder, executor=pool)
    ...     list(run_tours(folder)) == list(iter_tours("5x5"))
    True
    """
    where = Path(folder)
    with Ledger(where, look=True) as ledger:
        question = question_of(ledger, where)
        said = ledger.described()
        if question.kind != "list" or "hash" not in said:
            raise InvalidInput("run-unfinished", folder=str(where))
        shards = list(ledger.shards())
    added_up(where, question, said, shards)
    for shard in shards:
        if shard.file is None and shard.tours == 0:
            continue
        try:
            yield from read_part(where, shard.number, question.problem, shard.tours)
        except (FileNotFoundError, InvalidInput) as error:
            raise InvalidInput("run-part-damaged", number=shard.number) from error


def collect_run(folder: str | os.PathLike[str], file: str | os.PathLike[str]) -> int:
    """Write the tours of a finished run to one Parquet file; return how many there were.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from pathlib import Path
    >>> from caballero.run import collect_run, start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "5x6", Path(folder) / "run", closed=True, executor=pool)
    ...     collect_run(Path(folder) / "run", Path(folder) / "tours.parquet")
    8
    """
    with Ledger(Path(folder), look=True) as ledger:
        problem = question_of(ledger, Path(folder)).problem
    return write_tours(file, run_tours(folder), problem)


def _some(workers: int | None) -> None:
    """Refuse to work with nobody."""
    if workers is not None and workers < 1:
        raise InvalidInput("run-workers", value=workers)


@contextmanager
def _bounded(budget: Budget) -> Iterator[None]:
    """Say it to the caller if a limit came first."""
    try:
        yield
    except LimitHit as hit:
        stats = Stats(budget.method, budget.nodes, budget.seconds)
        raise LimitReached(GaveUp(hit.limit, stats)) from None


@contextmanager
def _working(
    session: Session, executor: Executor | Workers | None, count: int | None
) -> Iterator[Workers]:
    """Give workers; what they do at the end is of no use to anybody."""
    hands: Workers
    if executor is None:
        hands = Processes(count)
    elif isinstance(executor, Executor):
        hands = Given(executor, count or 1)
    else:
        hands = executor
    try:
        yield hands
    finally:
        session.cancel()
        if executor is None:
            hands.stop()
