"""The ledger of a run: its shards, their leases, and their results.

It is an SQLite database in WAL mode in the folder of the results. Once it exists, only the
coordinator writes to it, which has a row in it; workers never open it.

A *shard* has a *place*, a text: the order of the places is that of the work. A shard that reaches
its size leaves the remaining work as new shards, whose places begin with its own. Shards may have a
*phase*, if each phase needs the results of the phase before. A shard is *waiting*; then *leased*,
until its lease times out; then *done*, or *verified* once another worker has found the same result.
A shard that fails too often is *failed*.

Invariants: every change is a transaction, so a result and the shards that it leaves are recorded
together. A result is recorded once; a later result for the same shard must be equal, and changes
nothing. No shard is ever deleted, and the run's row ``shards`` has their number. A database with
other tables, views or triggers is refused.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from caballero.machine.errors import CaballeroError, InvalidInput
from caballero.machine.folders import refuse_link

FORMAT: Final = 2
"""The version of the tables."""

NAME: Final = "ledger.sqlite"

MOST_FAILURES: Final = 5
"""The number of failures after which a shard is not leased again."""

MOST_TEXT: Final = 2**22
"""The longest text that is read from a ledger."""

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of places; a shard may leave a shard for each."""

READ_ONLY_CODES: Final = (sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""SQLite's codes for a database that cannot be written or opened."""

TABLES: Final = (
    "CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE shard (number INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE,"
    " spec TEXT NOT NULL, share REAL NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',"
    " attempts INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,"
    " until REAL, worker TEXT, verifier TEXT, tours TEXT, hash TEXT, file TEXT, rest REAL,"
    " nodes INTEGER, seconds REAL, why TEXT, phase INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX waiting ON shard (state, share)",
    "CREATE INDEX phases ON shard (phase, state) WHERE phase > 0",
    "CREATE TABLE coordinator (one INTEGER PRIMARY KEY CHECK (one = 1), token TEXT NOT NULL,"
    " host TEXT NOT NULL, pid INTEGER NOT NULL, began REAL NOT NULL, beat REAL NOT NULL,"
    " share REAL NOT NULL)",
)


class Lease(NamedTuple):
    """A leased shard; `attempts` counts its leases, including this."""

    number: int
    place: str
    spec: str
    attempts: int


class NewShard(NamedTuple):
    """A shard to add: its share of the work, its spec, and its phase.

    A shard of phase 0 waits for no other; a shard of phase ``p > 0`` waits until all shards of the
    phases 1 to ``p - 1`` are done.
    """

    share: float
    spec: str
    phase: int = 0


class Result(NamedTuple):
    """The result of a shard.

    `hash` is the hash of its tours, or of its count; `file` that of its file, if any. `left` has
    the shards that it leaves, in order.
    """

    worker: str
    tours: int
    hash: str
    file: str | None
    nodes: int
    seconds: float
    left: tuple[NewShard, ...] = ()


class Shard(NamedTuple):
    """A shard and its state."""

    number: int
    place: str
    spec: str
    share: float
    state: str
    attempts: int
    failures: int
    worker: str | None
    tours: int
    hash: str | None
    file: str | None
    why: str | None


class Coordinator(NamedTuple):
    """The coordinator of a store, or its last coordinator."""

    token: str
    host: str
    pid: int
    began: float
    beat: float
    share: float


class Totals(NamedTuple):
    """The number of shards in each state, and the sums over the finished shards."""

    states: Mapping[str, int]
    share: float
    nodes: int
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every shard is done."""
        return self.states.keys() <= {"done", "verified"}


class Ledger:
    """An open ledger; use it in a ``with`` statement.

    `create` makes it if it is missing; with `read_only` the folder may be read-only. Raises
    InvalidInput if there is no ledger, or it has other tables.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder), create=True) as ledger:
    ...     ledger.describe({"question": "how many?"}, [NewShard(1.0, "{}")])
    ...     lease = ledger.lease(until=60, now=0)
    ...     ledger.record(lease.number, Result("me", 5, "c0ffee", None, 10, 0.1))
    ...     ledger.record(lease.number, Result("you", 5, "c0ffee", None, 10, 0.1))
    ...     [(shard.state, shard.tours, shard.worker) for shard in ledger.shards()]
    True
    False
    [('done', 5, 'me')]
    """

    def __init__(self, folder: Path, *, create: bool = False, read_only: bool = False) -> None:
        self._folder = folder
        path = folder / NAME
        for end in ("", "-wal", "-shm", "-journal"):  # SQLite follows links
            refuse_link(path.with_name(f"{NAME}{end}"))
        if not create and not path.is_file():
            raise InvalidInput("run-no-store", folder=str(folder))
        name, uri = str(path), False
        if read_only and not os.access(folder, os.W_OK):
            # Without a log no process is writing, and none is needed to read.
            logged = path.with_name(f"{NAME}-wal").exists()
            name, uri = f"{path.absolute().as_uri()}?mode=ro", True
            name += "" if logged else "&immutable=1"
        with self._naming_faults():
            self._base = sqlite3.connect(name, uri=uri, timeout=30, isolation_level=None)
        try:
            with self._naming_faults():
                self._set_up(create)
        except BaseException:
            self._base.close()
            raise

    def _set_up(self, create: bool) -> None:
        base = self._base
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("PRAGMA synchronous = FULL")
        if create:
            with self.change():  # another process may be creating the same store
                if not self._tables():
                    for table in TABLES:
                        base.execute(table)
            with suppress(sqlite3.OperationalError):  # another process may be changing the mode
                base.execute("PRAGMA journal_mode = WAL")
        found = self._tables()
        if not found:  # its creation was interrupted
            raise InvalidInput("run-no-store", folder=str(self._folder))
        if found != sorted(TABLES):
            raise InvalidInput("run-damaged", folder=str(self._folder), problem="tables")

    def _tables(self) -> list[str]:
        """Return the SQL of everything in the database."""
        found = self._base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return sorted(sql for (sql,) in found)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *error: object) -> None:
        self._base.close()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Run the body as a transaction."""
        with self._naming_faults():
            if self._base.in_transaction:  # an interrupt came between BEGIN and the body
                self._base.execute("ROLLBACK")
            try:
                self._base.execute("BEGIN IMMEDIATE")
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _naming_faults(self) -> Iterator[None]:
        """Replace SQLite's errors by this package's."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 255 in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise disk_full_error(self._folder, str(error)) from error
            if error.sqlite_errorcode & 255 in READ_ONLY_CODES:
                raise read_only_error(self._folder, str(error)) from error
            raise InvalidInput(
                "run-damaged", folder=str(self._folder), problem=str(error)
            ) from error
        except sqlite3.Error as error:
            raise InvalidInput(
                "run-damaged", folder=str(self._folder), problem=str(error)
            ) from error

    # -- the run itself ------------------------------------------------------------------------

    def describe(self, what: Mapping[str, str], shards: Iterable[NewShard]) -> None:
        """Record the description of a run and its first shards, unless there is a description."""
        with self.change() as base:
            if base.execute("SELECT 1 FROM run").fetchone() is None:
                base.executemany("INSERT INTO run VALUES (?, ?)", list(what.items()))
                first = list(shards)
                base.execute("INSERT INTO run VALUES ('shards', ?)", (str(len(first)),))
                base.executemany(
                    "INSERT INTO shard (place, share, spec, phase) VALUES (?, ?, ?, ?)",
                    [(f"{i:x}", *shard) for i, shard in enumerate(first)],
                )

    def description(self) -> dict[str, str]:
        """Return the description of the run."""
        with self._naming_faults():
            return dict(self._base.execute("SELECT name, value FROM run LIMIT 100").fetchall())

    def record_total(self, name: str, value: str) -> None:
        """Record a total of the run."""
        with self.change() as base:
            base.execute("INSERT OR REPLACE INTO run VALUES (?, ?)", (name, value))

    # -- coordinators --------------------------------------------------------------------------

    def coordinator(self) -> Coordinator | None:
        """Return the coordinator, or the last coordinator if it was killed."""
        with self._naming_faults():
            row = self._base.execute(
                "SELECT token, host, pid, began, beat, share FROM coordinator"
            ).fetchone()
        return None if row is None else Coordinator(*row)

    def take_over(self, me: Coordinator) -> int:
        """Become the coordinator; return how many shards an earlier coordinator had leased."""
        with self.change() as base:
            base.execute("INSERT OR REPLACE INTO coordinator VALUES (1, ?, ?, ?, ?, ?, ?)", me)
            return base.execute(
                "UPDATE shard SET state = 'waiting', until = NULL WHERE state = 'leased'"
            ).rowcount

    def beat(self, token: str, now: float) -> bool:
        """Record that the coordinator is alive; False if another took over."""
        with self.change() as base:
            changed = base.execute(
                "UPDATE coordinator SET beat = ? WHERE token = ?", (now, token)
            ).rowcount
            return changed == 1

    def leave(self, token: str) -> None:
        """Remove the coordinator; leased shards wait again."""
        with self.change() as base:
            if base.execute("DELETE FROM coordinator WHERE token = ?", (token,)).rowcount:
                base.execute(
                    "UPDATE shard SET state = 'waiting', until = NULL WHERE state = 'leased'"
                )

    # -- shards --------------------------------------------------------------------------------

    def lease(self, until: float, now: float) -> Lease | None:
        """Lease the largest shard that is waiting or has timed out, of a phase that has begun."""
        with self.change() as base:
            row = base.execute(
                "UPDATE shard SET state = 'leased', until = ?, attempts = attempts + 1"
                " WHERE number = (SELECT number FROM shard WHERE (state = 'waiting'"
                " OR (state = 'leased' AND until <= ?)) AND phase <= (SELECT"
                " coalesce(min(phase), 0) FROM shard WHERE phase > 0"
                " AND state IN ('waiting', 'leased', 'failed'))"
                " ORDER BY share DESC, place LIMIT 1)"
                " RETURNING number, place, spec, attempts",
                (until, now),
            ).fetchone()
        return None if row is None else Lease(*row)

    def give_back(self, numbers: Iterable[int], why: str | None = None) -> None:
        """Return leased shards to waiting; with a reason, count a failure."""
        with self.change() as base:
            for number in numbers:
                base.execute(
                    "UPDATE shard SET until = NULL, why = coalesce(?2, why),"
                    " failures = failures + (?2 IS NOT NULL),"
                    " state = CASE WHEN failures + (?2 IS NOT NULL) >= ?3 THEN 'failed'"
                    " ELSE 'waiting' END WHERE number = ?1 AND state = 'leased'",
                    (number, why, MOST_FAILURES),
                )

    def record(self, number: int, result: Result) -> bool:
        """Record a result and the shards that it leaves; False if the shard has a result.

        Raises CaballeroError if an earlier result, even if its file was lost, differs.
        """
        if len(result.left) > len(DIGITS):
            raise ValueError("too many shards are left")
        with self.change() as base:
            place, state, share, before, who = base.execute(
                "SELECT place, state, share, hash, worker FROM shard WHERE number = ?", (number,)
            ).fetchone()
            if before is not None and before != result.hash:
                raise CaballeroError("run-differs", number=number, first=who, other=result.worker)
            if state in ("done", "verified"):
                return False
            rest = sum(shard.share for shard in result.left)
            base.execute(
                "UPDATE shard SET state = 'done', until = NULL, why = NULL, worker = ?, tours = ?,"
                " hash = ?, file = ?, nodes = ?, seconds = ?, rest = ? WHERE number = ?",
                (
                    result.worker, str(result.tours), result.hash, result.file, result.nodes,
                    result.seconds, min(rest, share), number,
                ),
            )  # fmt: skip
            left = base.executemany(
                "INSERT INTO shard (place, share, spec, phase) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (place) DO NOTHING",
                [
                    (place + digit, *shard)
                    for digit, shard in zip(DIGITS, result.left, strict=False)
                ],
            ).rowcount
            if result.left:
                base.execute("UPDATE run SET value = value + ? WHERE name = 'shards'", (left,))
            return True

    def requeue(self, numbers: Iterable[int], why: str) -> None:
        """Return finished shards to waiting, because their files are lost."""
        with self.change() as base:
            base.executemany(
                "UPDATE shard SET state = 'waiting', why = ? WHERE number = ?",
                [(why, number) for number in numbers],
            )

    def retry_failed(self) -> int:
        """Return failed shards to waiting; return their number."""
        with self.change() as base:
            return base.execute(
                "UPDATE shard SET state = 'waiting', failures = 0 WHERE state = 'failed'"
            ).rowcount

    def record_verified(self, number: int, worker: str) -> None:
        """Record that another worker found the same result."""
        with self.change() as base:
            base.execute(
                "UPDATE shard SET state = 'verified', verifier = ? WHERE number = ?"
                " AND state IN ('done', 'verified')",
                (worker, number),
            )

    def shards(self, *states: str) -> Iterator[Shard]:
        """Yield the shards in these states, or all, in the order of their places."""
        last = ""
        first = True
        while True:
            with self._naming_faults():
                rows = self._base.execute(
                    "SELECT number, place, spec, share, state, attempts, failures, worker,"
                    " coalesce(tours, '0'), hash, file, why FROM shard"
                    " WHERE (place > ?1 OR ?2) AND (?3 = '[]' OR state IN"
                    " (SELECT value FROM json_each(?3))) ORDER BY place LIMIT 1000",
                    (last, first, json.dumps(states)),
                ).fetchall()
            for row in rows:
                try:
                    yield Shard._make((*row[:8], int(str(row[8])[:4000]), *row[9:]))
                except (TypeError, ValueError):
                    raise InvalidInput(
                        "run-damaged", folder=str(self._folder), problem="shard"
                    ) from None
            if len(rows) < 1000:
                return
            last, first = rows[-1][1], False

    def totals(self) -> Totals:
        """Return the totals of the run; raise InvalidInput if a shard was deleted."""
        with self._naming_faults():
            rows = self._base.execute(
                "SELECT state, count(*), total(share), total(rest), total(nodes), total(seconds),"
                " (SELECT value FROM run WHERE name = 'shards') FROM shard GROUP BY state"
            ).fetchall()
        if rows and str(sum(row[1] for row in rows)) != rows[0][6]:
            raise InvalidInput("run-damaged", folder=str(self._folder), problem="shards")
        finished = [row for row in rows if row[0] in ("done", "verified")]
        return Totals(
            {row[0]: row[1] for row in rows},
            min(1.0, sum(row[2] - row[3] for row in finished)),
            int(sum(row[4] for row in finished)),
            sum(row[5] for row in finished),
        )


def disk_full_error(folder: Path, problem: str) -> CaballeroError:
    """Return the error for a full disk."""
    return CaballeroError("run-disk-full", folder=str(folder), problem=problem)


def read_only_error(folder: Path, problem: str) -> InvalidInput:
    """Return the error for a store that cannot be written."""
    return InvalidInput("run-read-only", folder=str(folder), problem=problem)
