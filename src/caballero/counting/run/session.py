"""A coordinator at work: it leases shards to workers, checks them, and adds up the results.

A store has a single coordinator. On a single machine a lock of the operating system ensures that,
which ends with the process. Between machines a row in the ledger does, in which the coordinator
records every few seconds that it is alive.

Invariants: a result is in the ledger before anything depends on it; however a session ends, each
shard is done or waits again.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import secrets
import shlex
import shutil
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from caballero.formats.write import VERSION
from caballero.machine.errors import CaballeroError, InvalidInput
from caballero.machine.limits import Budget
from caballero.machine.words import Message, short

from .ledger import MOST_FAILURES, Coordinator, Lease, Ledger, Result, Shard, disk_full_error
from .store import FULL_CODES, SILENT_SECONDS, taken_error, write_text
from .tasks import (
    RunSpec,
    Task,
    file_hash,
    halves_path,
    hash_of_halves,
    makes_halves,
    packing,
    part_path,
    read_part,
    version,
    work,
)
from .workers import Workers

BEAT_SECONDS: Final = 5.0
"""The time between two signs of life in the ledger."""

POLL_SECONDS: Final = 0.2
"""The time between two checks of leases and limits."""

SHARDS_PER_WORKER: Final = 2
"""The number of shards leased for each worker, so that none is idle."""

MOST_CHECKED_SHARDS: Final = 20
"""The most shards that are repeated as a check."""

RESULT: Final = "result.json"


NO_RETRY: Final = ("run-version", "folder-link")
"""How the codes of errors begin that no repetition of a shard can mend."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run.

    Parameters
    ----------
    spec : RunSpec
        The specification of the run.
    count : int
        The number of tours; ``spec.convention`` says what counts.
    hash : str
        The hash of all tours or counts; equal for equal problems and sizes of shards.
    shards : int
        The number of shards.
    checked : int
        The number of shards that two workers did.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero import Problem
    >>> from caballero.counting import start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", Problem("5x6", closed=True), folder, executor=pool)
    >>> result.count, result.shards, result.checked
    (8, 1, 1)
    """

    spec: RunSpec
    count: int
    hash: str
    shards: int
    checked: int

    def to_dict(self) -> dict[str, object]:
        """Return the content of ``result.json``; the count is a text, because it may be large."""
        return {
            "caballero": VERSION,
            **self.spec.to_dict(),
            "count": str(self.count),
            "hash": self.hash,
            "shards": self.shards,
            "checked": self.checked,
        }


class _OpenLease(NamedTuple):
    lease: Lease
    until: float


@dataclass
class Session:
    """A coordinator at work on a store."""

    folder: Path
    ledger: Ledger
    spec: RunSpec
    budget: Budget
    note: Callable[[Message], None]
    lease: float
    leased: dict[Future[Result], _OpenLease] = field(default_factory=dict)
    suspects: set[int] = field(default_factory=set)
    token: str = field(default_factory=lambda: secrets.token_hex(8))
    last_beat: float = 0.0
    last_poll: float = 0.0

    @contextmanager
    def coordinating(self) -> Iterator[None]:
        """Be the coordinator of the store while the body runs."""
        now, host = time.time(), socket.gethostname()
        before = self.ledger.coordinator()
        if before is not None and before.host != host and now - before.beat < SILENT_SECONDS:
            raise taken_error(before, self.folder)
        share = self.ledger.totals().share
        lost = self.ledger.take_over(Coordinator(self.token, host, os.getpid(), now, now, share))
        if before is not None:
            who = f"{before.host}:{before.pid}"
            self.note(Message("run-taken-over", {"who": who, "count": lost}))
        for path in (self.folder / "parts").glob(".*.part"):  # of killed workers
            with suppress(OSError):
                path.unlink()
        try:
            yield
        finally:
            with suppress(CaballeroError):  # a full disk prevents even this
                self.ledger.leave(self.token)

    def run(self, workers: Workers) -> RunResult:
        """Do all shards, check some, and return the result."""
        self._report()
        description = self.ledger.description()
        self.ledger.retry_failed()
        while True:
            damaged = self._requeue_damaged()
            # In a finished run shards wait if an earlier session found damage, then stopped.
            if "hash" in description and not damaged and self.ledger.totals().complete:
                shards = list(self.ledger.shards())
                result = check_total(self.folder, self.spec, description, shards)
                text = result_text(result, shards)
                if _result_text(self.folder) != text:
                    write_text(self.folder / RESULT, text)
                return result
            self._do_shards(workers)
            if any(True for _ in self.ledger.shards("failed")):
                shard = next(self.ledger.shards("failed"))
                data = {"number": shard.number, "why": shard.why or "", "folder": self._quoted()}
                raise CaballeroError("run-failed", **data)
            sample = self.sample(
                int.from_bytes(hashlib.sha256(self.spec.text().encode()).digest()[:4])
            )
            if sample:
                workers.renew()
            for fault in self.recheck(workers, sample):
                raise CaballeroError(fault.code, **fault.data)
            if not self._requeue_damaged():
                return self._finish(description.get("hash"))

    def _quoted(self) -> str:
        """Return the folder, quoted for a shell command."""
        return shlex.quote(str(self.folder))

    def _do_shards(self, workers: Workers) -> None:
        """Do all waiting shards."""
        while True:
            self._lease_shards(workers)
            if not self.leased:
                return
            ready, _ = wait(self.leased, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            self._poll()
            broken: list[int] = []
            spent = 0
            for future in ready:
                lease = self.leased.pop(future).lease
                try:
                    result = future.result()
                except (BrokenExecutor, CancelledError) as error:
                    broken.append(lease.number)
                    why = error
                except Exception as error:
                    self._record_failure(lease, error)
                else:
                    self.suspects.discard(lease.number)
                    self.ledger.record(lease.number, result)
                    spent += result.nodes
            if broken:
                self._replace_workers(workers, broken, why)
            self.budget.spend(spent)

    def _lease_shards(self, workers: Workers) -> None:
        # After a worker has died, each shard that may be the cause is done alone.
        most = 1 if self.suspects else SHARDS_PER_WORKER * workers.size
        while len(self.leased) < most:
            now = time.time()
            lease = self.ledger.lease(now + self.lease, now)
            if lease is None:
                return
            try:
                future = workers.submit(work, self._task(lease, True))
            except BrokenExecutor as error:
                self._replace_workers(workers, [lease.number], error, shard_is_suspect=False)
                continue
            except RuntimeError as error:  # the executor was shut down
                self.ledger.give_back([lease.number])
                raise CaballeroError("run-no-workers", folder=self._quoted()) from error
            self.leased[future] = _OpenLease(lease, now + self.lease)

    def _task(self, lease: Lease | Shard, keep: bool) -> Task:
        return Task(
            str(self.folder.absolute()), version(), self.spec.text(), lease.spec,
            lease.number, keep,
        )  # fmt: skip

    def _replace_workers(
        self, workers: Workers, numbers: list[int], error: Exception, shard_is_suspect: bool = True
    ) -> None:
        """Return the shards of all workers to waiting, because a worker died; renew the workers."""
        numbers = [*numbers, *(open_lease.lease.number for open_lease in self.leased.values())]
        self.cancel()
        # A shard is certainly the cause only if it was alone.
        sure = shard_is_suspect and bool(self.suspects) and len(numbers) == 1
        self.ledger.give_back(numbers, short(str(error) or type(error).__name__) if sure else None)
        self.suspects = set(numbers)
        for shard in self.ledger.shards("failed"):
            self.suspects.discard(shard.number)
        self.note(Message("run-worker-gone", {"count": len(numbers)}))
        if not workers.renew():
            raise CaballeroError("run-no-workers", folder=self._quoted()) from error

    def _record_failure(self, lease: Lease, error: Exception) -> None:
        """Record that a shard failed, or raise if no shard can succeed."""
        if (
            isinstance(error, CaballeroError)
            and error.code == "run-halves"
            and self._requeue_halves()
        ):
            # Counted as a failure if it makes them: it may be the worker that cannot read them.
            self.ledger.give_back([lease.number], error.code if makes_halves(lease.spec) else None)
            return
        if isinstance(error, CaballeroError) and error.code.startswith(NO_RETRY):
            raise error
        if isinstance(error, OSError) and error.errno in FULL_CODES:
            raise disk_full_error(self.folder, error.strerror or str(error)) from error
        if "No space left" in str(error):  # as dask may report it
            raise disk_full_error(self.folder, short(str(error))) from error
        self.suspects.discard(lease.number)
        why = short(f"{type(error).__name__}: {error}")
        self.ledger.give_back([lease.number], why)
        self.note(Message("run-shard-failed", {"number": lease.number, "why": why}))

    def _requeue_halves(self) -> bool:
        """Return the shards that make damaged halves to waiting; return whether there are any."""
        made = [
            shard for shard in self.ledger.shards("done", "verified") if makes_halves(shard.spec)
        ]
        if any(shard.file and _halves_match(self.folder, shard.file) for shard in made):
            return False
        if made:
            shutil.rmtree(halves_path(self.folder), ignore_errors=True)
            self.ledger.requeue([shard.number for shard in made], "halves")
            self.note(Message("run-part-damaged", {"number": made[0].number}))
        return True

    def _poll(self) -> None:
        """End leases that timed out, and report progress."""
        self._beat()
        now = time.time()
        for future, open_lease in list(self.leased.items()):
            if open_lease.until <= now and not future.done():
                future.cancel()
                del self.leased[future]
                self.ledger.give_back([open_lease.lease.number], "lease")
                self.note(Message("run-lease-over", {"number": open_lease.lease.number}))
        if now - self.last_poll >= POLL_SECONDS:
            self.last_poll = now
            self._report()

    def _report(self) -> None:
        """Report the share of the work that is done, which never goes back.

        Rounding would let it, and shards that must be done again.
        """
        done = max(self.budget.done or 0.0, self.ledger.totals().share)
        self.budget.done, self.budget.total = done, 1.0

    def _beat(self) -> None:
        """Record every few seconds that the coordinator is alive, and check the limits."""
        now = time.time()
        if now - self.last_beat > BEAT_SECONDS:
            if not self.ledger.beat(self.token, now):
                raise InvalidInput("run-lost", folder=str(self.folder))
            self.last_beat = now
        self.budget.pause()

    def cancel(self) -> None:
        """Stop waiting for shards."""
        for future in self.leased:
            future.cancel()
        self.leased.clear()

    # -- checking ------------------------------------------------------------------------------

    def _requeue_damaged(self) -> list[int]:
        """Return shards with damaged files to waiting; return their numbers."""
        damaged = []
        for shard in list(self.ledger.shards("done", "verified")):
            if fault_of(self.folder, self.spec, shard) is not None:
                damaged.append(shard.number)
                if self.spec.kind == "count":
                    self._requeue_halves()
                else:
                    self.ledger.requeue([shard.number], "file")
                    self.note(Message("run-part-damaged", {"number": shard.number}))
            self._beat()
        return damaged

    def sample(self, seed: int, with_verified: bool = False) -> list[Shard]:
        """Choose shards to repeat: 1 %, but at least two if there are two."""
        shards = [shard for shard in self.ledger.shards() if not makes_halves(shard.spec)]
        size = min(len(shards), MOST_CHECKED_SHARDS, max(2, len(shards) // 100))
        chosen = random.Random(seed).sample(shards, size)
        return [shard for shard in chosen if with_verified or shard.state != "verified"]

    def recheck(self, workers: Workers, sample: list[Shard]) -> Iterator[Message]:
        """Repeat some shards, with other workers if there are any; yield the differences."""
        left = [(shard, 0) for shard in sample]
        gone = 0
        while left:
            now, left = left[::-1], []  # reversed, so that other workers get them
            futures: dict[Future[Result], tuple[Shard, int]] = {}
            for shard, tries in now:
                try:
                    future = workers.submit(work, self._task(shard, False))
                except BrokenExecutor:
                    left.append((shard, tries))
                    continue
                futures[future] = shard, tries
                lease = Lease(shard.number, shard.place, shard.spec, 0)
                self.leased[future] = _OpenLease(lease, float("inf"))
            broken = bool(left)
            while self.leased:
                ready, _ = wait(self.leased, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                self._beat()
                for future in ready:
                    del self.leased[future]
                    shard, tries = futures[future]
                    try:
                        result = future.result()
                    except (BrokenExecutor, CancelledError):
                        left.append((shard, tries))
                        broken = True
                        continue
                    except CaballeroError as error:
                        yield error.message
                        continue
                    if result.hash != shard.hash or result.tours != shard.tours:
                        data = {
                            "number": shard.number,
                            "first": shard.worker,
                            "other": result.worker,
                        }
                        yield Message("run-differs", data)
                    elif result.worker == shard.worker and tries < 5 and workers.size > 1:
                        left.append((shard, tries + 1))
                    else:
                        self.ledger.record_verified(shard.number, result.worker)
            if broken:
                gone += 1
                if gone > MOST_FAILURES or not workers.renew():
                    raise CaballeroError("run-no-workers", folder=self._quoted())

    def _finish(self, before: str | None) -> RunResult:
        """Add up the results, and record the sum."""
        shards = list(self.ledger.shards())
        count, summed = total_of(self.spec, shards)
        result = RunResult(self.spec, count, summed, len(shards), count_checked(shards))
        if before is not None and before != summed:
            raise InvalidInput("run-sum", folder=str(self.folder))
        write_text(self.folder / RESULT, result_text(result, shards))
        self.ledger.record_total("count", str(count))
        self.ledger.record_total("hash", summed)
        return result


def total_of(spec: RunSpec, shards: list[Shard]) -> tuple[int, str]:
    """Return the count of a run from all its shards, and the hash of their hashes."""
    total = hashlib.sha256()
    for shard in shards:
        total.update(f"{shard.place} {shard.tours} {shard.hash}\n".encode())
    return spec.total(sum(shard.tours for shard in shards)), total.hexdigest()


def check_total(
    folder: Path, spec: RunSpec, description: Mapping[str, str], shards: list[Shard]
) -> RunResult:
    """Return the result of a finished run; refuse a run whose shards do not add up to it."""
    count, summed = total_of(spec, shards)
    if summed != description["hash"] or str(count) != description.get("count"):
        raise InvalidInput("run-sum", folder=str(folder))
    return RunResult(spec, count, summed, len(shards), count_checked(shards))


def result_text(result: RunResult, shards: list[Shard]) -> str:
    """Return the content of ``result.json``."""
    data = result.to_dict()
    if result.spec.kind == "list":
        data["parts"] = [part_path(".", shard.number).as_posix() for shard in shards if shard.file]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def fault_of_result(folder: Path, result: RunResult, shards: list[Shard]) -> Message | None:
    """Return the fault of ``result.json``, if any."""
    text = _result_text(folder)
    # Later checks may have repeated more shards than the file states.
    found = re.search(r'^ "checked": (\d{1,9})', text or "", re.MULTILINE)
    checked = int(found[1]) if found else 0
    if checked <= result.checked and text == result_text(replace(result, checked=checked), shards):
        return None
    return Message("run-result", {"folder": str(folder), "again": shlex.quote(str(folder))})


def _result_text(folder: Path) -> str | None:
    """Return the text of ``result.json``; None if it cannot be read."""
    try:
        return (folder / RESULT).read_text("utf-8")
    except (OSError, ValueError):
        return None


def count_checked(shards: list[Shard]) -> int:
    """Count the shards that two workers did."""
    return sum(shard.state == "verified" for shard in shards)


def _halves_match(folder: Path, mark: str) -> bool:
    try:
        return hash_of_halves(halves_path(folder)) == mark
    except OSError:
        return False


def fault_of(folder: Path, spec: RunSpec, shard: Shard) -> Message | None:
    """Return the fault of a shard's file, if any."""
    if shard.file is None:
        whole = spec.kind == "count" or shard.tours == 0
    elif spec.kind == "count":
        whole = _halves_match(folder, shard.file)
    else:
        try:
            whole = file_hash(part_path(folder, shard.number)) == shard.file
        except OSError:
            whole = False
    return None if whole else Message("run-part-damaged", {"number": shard.number})


def fault_of_tours(folder: Path, spec: RunSpec, shard: Shard, budget: Budget) -> Message | None:
    """Read the tours of a shard; return their fault, if any."""
    if spec.kind == "count" or shard.file is None:
        return None
    total, count = hashlib.sha256(), 0
    pack = packing(spec.problem.size).pack
    try:
        for tour in read_part(folder, shard.number, spec.problem, shard.tours):
            total.update(pack(*tour.order))
            count += 1
            if count % 10_000 == 0:
                budget.pause()
    except InvalidInput as error:
        return error.message
    if total.hexdigest() != shard.hash:
        return Message("run-part-damaged", {"number": shard.number})
    return None
