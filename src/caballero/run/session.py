"""One coordinator's time with a store: shards are lent, done, checked, and added up.

One coordinator has a store. A lock of the operating system sees to that on one machine; it goes
when its process does. Between machines the row in the ledger does, in which a coordinator says
every few seconds that it is alive.

Invariants: a result is in the ledger before anything is built on it; however a session ends, each
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
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from caballero.errors import CaballeroError, InvalidInput
from caballero.formats.write import VERSION
from caballero.limits import Budget
from caballero.words import Message, short

from .ledger import MOST_FAILURES, Coordinator, Lease, Ledger, Result, Shard, disk_full
from .store import FULL, SILENT, taken, write_text
from .tasks import (
    Order,
    Question,
    file_hash,
    halves_mark,
    halves_path,
    packing,
    part_path,
    read_part,
    version,
    work,
)
from .workers import Workers

BEAT: Final = 5.0
"""Seconds between two signs of life."""

LOOK: Final = 0.2
"""Seconds between two looks at everything else, while workers work."""

AHEAD: Final = 2
"""So many shards are lent for each worker, so that none waits."""

MOST_CHECKED: Final = 20
"""So many shards are done twice, at most."""

RESULT: Final = "result.json"


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came of a run.

    Parameters
    ----------
    question : Question
        What was asked.
    count : int
        How many tours there are, each once, whatever its direction.
    hash : str
        A check sum of everything; the same for the same question and the same size of shards.
    shards : int
        How many shards it took.
    checked : int
        How many of them were done twice, by different workers.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero.run import start_run
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     result = start_run("list", "5x6", folder, closed=True, executor=pool)
    >>> result.count, result.shards, result.checked
    (8, 1, 1)
    """

    question: Question
    count: int
    hash: str
    shards: int
    checked: int

    def to_dict(self) -> dict[str, object]:
        """Return what ``result.json`` says; the number is a text, for it may be large."""
        return {
            "caballero": VERSION,
            **self.question.to_dict(),
            "count": str(self.count),
            "hash": self.hash,
            "shards": self.shards,
            "checked": self.checked,
        }


class _Lent(NamedTuple):
    lease: Lease
    until: float


@dataclass
class Session:
    """One coordinator's time with a store."""

    folder: Path
    ledger: Ledger
    question: Question
    budget: Budget
    note: Callable[[Message], None]
    lease: float
    lent: dict[Future[Result], _Lent] = field(default_factory=dict)
    suspects: set[int] = field(default_factory=set)
    token: str = field(default_factory=lambda: secrets.token_hex(8))
    beaten: float = 0.0
    looked: float = 0.0

    @contextmanager
    def coordinating(self) -> Iterator[None]:
        """Be the coordinator of the store."""
        now, host = time.time(), socket.gethostname()
        before = self.ledger.coordinator()
        if before is not None and before.host != host and now - before.beat < SILENT:
            raise taken(before, self.folder)
        share = self.ledger.totals().share
        lost = self.ledger.take_over(Coordinator(self.token, host, os.getpid(), now, now, share))
        if before is not None:
            who = f"{before.host}:{before.pid}"
            self.note(Message("run-taken-over", {"who": who, "count": lost}))
        for path in (self.folder / "parts").glob(".*.part"):  # of workers that were killed
            with suppress(OSError):
                path.unlink()
        try:
            yield
        finally:
            with suppress(CaballeroError):  # on a full disk not even this can be said
                self.ledger.leave(self.token)

    def run(self, workers: Workers) -> RunResult:
        """Do all that is to be done."""
        said = self.ledger.described()
        self.ledger.retry_failed()
        while True:
            damaged = self._damaged()
            # Where an earlier look found damage, and was stopped before all was made again, shards
            # of a finished run wait.
            if "hash" in said and not damaged and self.ledger.totals().complete:
                shards = list(self.ledger.shards())
                result = added_up(self.folder, self.question, said, shards)
                text = result_text(result, shards)
                if _read(self.folder) != text:
                    write_text(self.folder / RESULT, text)
                return result
            self._all(workers)
            if any(True for _ in self.ledger.shards("failed")):
                shard = next(self.ledger.shards("failed"))
                data = {"number": shard.number, "why": shard.why or "", "folder": self._quoted()}
                raise CaballeroError("run-failed", **data)
            sample = self.sample(
                int.from_bytes(hashlib.sha256(self.question.text().encode()).digest()[:4])
            )
            if sample:
                workers.renew()
            for fault in self.differing(workers, sample):
                raise CaballeroError(fault.code, **fault.data)
            if not self._damaged():
                return self._finished(said.get("hash"))

    def _quoted(self) -> str:
        """Return the folder as it follows a command."""
        return shlex.quote(str(self.folder))

    def _all(self, workers: Workers) -> None:
        """Do all shards that wait."""
        while True:
            self._lend(workers)
            if not self.lent:
                return
            ready, _ = wait(self.lent, timeout=LOOK, return_when=FIRST_COMPLETED)
            self._look()
            broken: list[int] = []
            spent = 0
            for future in ready:
                lease = self.lent.pop(future).lease
                try:
                    result = future.result()
                except (BrokenExecutor, CancelledError) as error:
                    broken.append(lease.number)
                    why = error
                except Exception as error:
                    self._failed(lease, error)
                else:
                    self.suspects.discard(lease.number)
                    self.ledger.done(lease.number, result)
                    spent += result.nodes
            if broken:
                self._broken(workers, broken, why)
            self.budget.spend(spent)

    def _lend(self, workers: Workers) -> None:
        # When a worker has died, each shard that it may have been is done alone.
        most = 1 if self.suspects else AHEAD * workers.size
        while len(self.lent) < most:
            now = time.time()
            lease = self.ledger.lease(now + self.lease, now)
            if lease is None:
                return
            try:
                future = workers.submit(work, self._order(lease, True))
            except BrokenExecutor as error:
                self._broken(workers, [lease.number], error, guilty=False)
                continue
            except RuntimeError as error:  # it was shut down by somebody
                self.ledger.give_back([lease.number])
                raise CaballeroError("run-no-workers", folder=self._quoted()) from error
            self.lent[future] = _Lent(lease, now + self.lease)

    def _order(self, lease: Lease | Shard, keep: bool) -> Order:
        return Order(
            str(self.folder.absolute()), version(), self.question.text(), lease.spec,
            lease.number, keep,
        )  # fmt: skip

    def _broken(
        self, workers: Workers, numbers: list[int], error: Exception, guilty: bool = True
    ) -> None:
        """A worker is gone, and all that it and its fellows had."""
        numbers = [*numbers, *(lent.lease.number for lent in self.lent.values())]
        self.cancel()
        # Only if a shard was alone is it clear that it was the one.
        sure = guilty and bool(self.suspects) and len(numbers) == 1
        self.ledger.give_back(numbers, short(str(error) or type(error).__name__) if sure else None)
        self.suspects = set(numbers)
        for shard in self.ledger.shards("failed"):
            self.suspects.discard(shard.number)
        self.note(Message("run-worker-gone", {"count": len(numbers)}))
        if not workers.renew():
            raise CaballeroError("run-no-workers", folder=self._quoted()) from error

    def _failed(self, lease: Lease, error: Exception) -> None:
        """A shard could not be done."""
        if (
            isinstance(error, CaballeroError)
            and error.code == "run-halves"
            and self._halves_again()
        ):
            self.ledger.give_back([lease.number])
            return
        if isinstance(error, CaballeroError) and error.code.startswith("run-version"):
            raise error
        if isinstance(error, OSError) and error.errno in FULL:
            raise disk_full(self.folder, error.strerror or str(error)) from error
        if "No space left" in str(error):  # so dask may tell it
            raise disk_full(self.folder, short(str(error))) from error
        self.suspects.discard(lease.number)
        why = short(f"{type(error).__name__}: {error}")
        self.ledger.give_back([lease.number], why)
        self.note(Message("run-shard-failed", {"number": lease.number, "why": why}))

    def _halves_again(self) -> bool:
        """Let the shard that made the halves wait again, if they are damaged; say whether so."""
        shard = next(iter(self.ledger.shards()))
        if shard.state in ("done", "verified"):
            if shard.file is None or _halves_are(self.folder, shard.file):
                return False
            self.ledger.again(shard.number, "halves")
            self.note(Message("run-part-damaged", {"number": shard.number}))
        self.suspects.add(shard.number)  # it is done alone, for all others need it
        return True

    def _look(self) -> None:
        """See to all that goes by the clock."""
        self._alive()
        now = time.time()
        for future, lent in list(self.lent.items()):
            if lent.until <= now and not future.done():
                future.cancel()
                del self.lent[future]
                self.ledger.give_back([lent.lease.number], "lease")
                self.note(Message("run-lease-over", {"number": lent.lease.number}))
        if now - self.looked >= LOOK:
            self.looked = now
            self.budget.done, self.budget.total = self.ledger.totals().share, 1.0

    def _alive(self) -> None:
        """Say every few seconds that the coordinator is alive; stop it if it is to stop."""
        now = time.time()
        if now - self.beaten > BEAT:
            if not self.ledger.beat(self.token, now):
                raise InvalidInput("run-lost", folder=str(self.folder))
            self.beaten = now
        self.budget.spend(0)

    def cancel(self) -> None:
        """Wait for nothing any more."""
        for future in self.lent:
            future.cancel()
        self.lent.clear()

    # -- checking ------------------------------------------------------------------------------

    def _damaged(self) -> list[int]:
        """Let shards whose files are not whole wait again; return which these were."""
        damaged = []
        for shard in list(self.ledger.shards("done", "verified")):
            if fault_of(self.folder, self.question, shard) is not None:
                damaged.append(shard.number)
                self.ledger.again(shard.number, "file")
                self.note(Message("run-part-damaged", {"number": shard.number}))
            self._alive()
        return damaged

    def sample(self, seed: int, all_too: bool = False) -> list[Shard]:
        """Choose shards to be done twice: one of a hundred, two at least, if there are two."""
        shards = [shard for shard in self.ledger.shards() if '"halves"' not in shard.spec]
        size = min(len(shards), MOST_CHECKED, max(2, len(shards) // 100))
        chosen = random.Random(seed).sample(shards, size)
        return [shard for shard in chosen if all_too or shard.state != "verified"]

    def differing(self, workers: Workers, sample: list[Shard]) -> Iterator[Message]:
        """Do some shards again, by other workers if there are others; yield what differs."""
        left = [(shard, 0) for shard in sample]
        gone = 0
        while left:
            asked = left
            left = []
            asked.reverse()  # so that it is not always the same worker that comes first
            futures: dict[Future[Result], tuple[Shard, int]] = {}
            for shard, tries in asked:
                try:
                    future = workers.submit(work, self._order(shard, False))
                except BrokenExecutor:
                    left.append((shard, tries))
                    continue
                futures[future] = shard, tries
                lease = Lease(shard.number, shard.place, shard.spec, 0)
                self.lent[future] = _Lent(lease, float("inf"))
            broken = bool(left)
            while self.lent:
                ready, _ = wait(self.lent, timeout=LOOK, return_when=FIRST_COMPLETED)
                self._alive()
                for future in ready:
                    del self.lent[future]
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
                        data = {"number": shard.number, "one": shard.worker, "other": result.worker}
                        yield Message("run-differs", data)
                    elif result.worker == shard.worker and tries < 5 and workers.size > 1:
                        left.append((shard, tries + 1))
                    else:
                        self.ledger.verified(shard.number, result.worker)
            if broken:
                gone += 1
                if gone > MOST_FAILURES or not workers.renew():
                    raise CaballeroError("run-no-workers", folder=self._quoted())

    def _finished(self, before: str | None) -> RunResult:
        """Add everything up, and write it down."""
        shards = list(self.ledger.shards())
        count, summed = sums(shards)
        result = RunResult(self.question, count, summed, len(shards), checked_of(shards))
        if before is not None and before != summed:
            raise InvalidInput("run-sum", folder=str(self.folder))
        write_text(self.folder / RESULT, result_text(result, shards))
        self.ledger.finish("count", str(count))
        self.ledger.finish("hash", summed)
        return result


def sums(shards: list[Shard]) -> tuple[int, str]:
    """Return the count of all shards, and the hash of their hashes."""
    total = hashlib.sha256()
    for shard in shards:
        total.update(f"{shard.place} {shard.tours} {shard.hash}\n".encode())
    return sum(shard.tours for shard in shards), total.hexdigest()


def added_up(
    folder: Path, question: Question, said: Mapping[str, str], shards: list[Shard]
) -> RunResult:
    """Return what came of a finished run, if its shards still add up to that."""
    count, summed = sums(shards)
    if summed != said["hash"] or str(count) != said.get("count"):
        raise InvalidInput("run-sum", folder=str(folder))
    return RunResult(question, count, summed, len(shards), checked_of(shards))


def result_text(result: RunResult, shards: list[Shard]) -> str:
    """Return what stands in ``result.json``."""
    data = result.to_dict()
    if result.question.kind == "list":
        data["parts"] = [part_path(".", shard.number).as_posix() for shard in shards if shard.file]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def result_fault(folder: Path, result: RunResult, shards: list[Shard]) -> Message | None:
    """Say what is wrong with ``result.json``, if anything is."""
    text = _read(folder)
    # Since it was written more shards may have been done twice: each check does some.
    found = re.search(r'^ "checked": (\d{1,9})', text or "", re.MULTILINE)
    checked = int(found[1]) if found else 0
    if checked <= result.checked and text == result_text(replace(result, checked=checked), shards):
        return None
    return Message("run-result", {"folder": str(folder), "again": shlex.quote(str(folder))})


def _read(folder: Path) -> str | None:
    """Return what stands in ``result.json`` now; None if it cannot be read."""
    try:
        return (folder / RESULT).read_text("utf-8")
    except (OSError, ValueError):
        return None


def checked_of(shards: list[Shard]) -> int:
    """Return how many shards were done twice."""
    return sum(shard.state == "verified" for shard in shards)


def _halves_are(folder: Path, mark: str) -> bool:
    try:
        return halves_mark(halves_path(folder)) == mark
    except OSError:
        return False


def fault_of(folder: Path, question: Question, shard: Shard) -> Message | None:
    """Say what is wrong with the file of a shard, if anything is."""
    if shard.file is None:
        whole = question.kind == "count" or shard.tours == 0
    elif question.kind == "count":
        whole = _halves_are(folder, shard.file)
    else:
        try:
            whole = file_hash(part_path(folder, shard.number)) == shard.file
        except OSError:
            whole = False
    return None if whole else Message("run-part-damaged", {"number": shard.number})


def read_fault(folder: Path, question: Question, shard: Shard, budget: Budget) -> Message | None:
    """Read the tours of a shard, and say what is wrong with them, if anything is."""
    if question.kind == "count" or shard.file is None:
        return None
    total, count = hashlib.sha256(), 0
    pack = packing(question.problem.size).pack
    try:
        for tour in read_part(folder, shard.number, question.problem, shard.tours):
            total.update(pack(*tour.order))
            count += 1
            if count % 10_000 == 0:
                budget.spend(0)
    except InvalidInput as error:
        return error.message
    if total.hexdigest() != shard.hash:
        return Message("run-part-damaged", {"number": shard.number})
    return None
