"""The ledger of a run: which shards there are, who has them, and what came of them.

It is an SQLite database beside the results, in WAL mode: one writes, others may look on. Once it is
made, only the coordinator writes, who says so in a row of its own; workers never open it.

A *shard* has a *place*: a text, so that all shards in the order of their places are the whole
work in its order. What a shard leaves to others are shards below its place. It is *waiting*, then
*leased*, until a moment after which the lease means nothing; then *done*, or *verified* once
somebody else found the same. One that fails too often is *failed*, and left.

Invariants: every change is one transaction, with all that follows from it: a result and the
shards that it leaves come together or not at all. A result is written once: what comes later for
the same shard changes nothing, and must be the same. A database with other tables, views or
triggers than these is none of ours.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from caballero.errors import CaballeroError, InvalidInput

FORMAT: Final = 1
"""The version of the tables."""

NAME: Final = "ledger.sqlite"

MOST_FAILURES: Final = 5
"""After so many failures a shard is left."""

MOST_TEXT: Final = 2**22
"""The longest text that is read from a ledger."""

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""What places are made of: so many shards may be left by one."""

WITHHELD: Final = (sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says of a database that may not be written, or not even be opened."""

TABLES: Final = (
    "CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE shard (number INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE,"
    " spec TEXT NOT NULL, share REAL NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',"
    " attempts INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,"
    " until REAL, worker TEXT, verifier TEXT, tours TEXT, hash TEXT, file TEXT, rest REAL,"
    " nodes INTEGER, seconds REAL, why TEXT)",
    "CREATE INDEX waiting ON shard (state, share)",
    "CREATE TABLE coordinator (one INTEGER PRIMARY KEY CHECK (one = 1), token TEXT NOT NULL,"
    " host TEXT NOT NULL, pid INTEGER NOT NULL, began REAL NOT NULL, beat REAL NOT NULL,"
    " share REAL NOT NULL)",
)


class Lease(NamedTuple):
    """A shard that is lent.

    Parameters
    ----------
    number : int
        Its number, which never changes.
    place : str
        Where it stands in the whole.
    spec : str
        What is to be done, as JSON.
    attempts : int
        How often it was lent, this time included.
    """

    number: int
    place: str
    spec: str
    attempts: int


class Result(NamedTuple):
    """What came of a shard.

    Parameters
    ----------
    worker : str
        Who did it.
    tours : int
        How many it has.
    hash : str
        A check sum of its tours, or of its count.
    file : str, optional
        The check sum of its file, if it has one.
    nodes : int
        What it cost.
    seconds : float
        How long it took.
    left : tuple of (float, str)
        The shards that it leaves to others, in order: the share of each, and its spec.
    """

    worker: str
    tours: int
    hash: str
    file: str | None
    nodes: int
    seconds: float
    left: tuple[tuple[float, str], ...] = ()


class Shard(NamedTuple):
    """A shard as the ledger has it."""

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
    """Who runs a store, or did so last."""

    token: str
    host: str
    pid: int
    began: float
    beat: float
    share: float


class Totals(NamedTuple):
    """How far a run is.

    Parameters
    ----------
    states : dict of str to int
        How many shards are in each state.
    share : float
        About which part of the work is done.
    nodes : int
        What it cost so far.
    seconds : float
        How long workers worked.
    """

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

    Parameters
    ----------
    folder : Path
        The store.
    make : bool
        Make it, if there is none.
    look : bool
        Only look at it: it may be where nothing can be written.

    Raises
    ------
    InvalidInput
        If there is none, or it is none of ours.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from caballero.run.ledger import Ledger, Result
    >>> with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder), make=True) as ledger:
    ...     ledger.describe({"question": "how many?"}, [("0", 1.0, "{}")])
    ...     lease = ledger.lease(until=60, now=0)
    ...     ledger.done(lease.number, Result("me", 5, "c0ffee", None, 10, 0.1))
    ...     ledger.done(lease.number, Result("you", 5, "c0ffee", None, 10, 0.1))
    ...     [(shard.state, shard.tours, shard.worker) for shard in ledger.shards()]
    True
    False
    [('done', 5, 'me')]
    """

    def __init__(self, folder: Path, *, make: bool = False, look: bool = False) -> None:
        self._folder = folder
        path = folder / NAME
        if not make and not path.is_file():
            raise InvalidInput("run-no-store", folder=str(folder))
        name, uri = str(path), False
        if look and not os.access(folder, os.W_OK):
            # Without a log beside it nobody writes it: then none is needed to read it.
            logged = path.with_name(f"{NAME}-wal").exists()
            name, uri = f"{path.absolute().as_uri()}?mode=ro", True
            name += "" if logged else "&immutable=1"
        with self._spoken():
            self._base = sqlite3.connect(name, uri=uri, timeout=30, isolation_level=None)
        try:
            with self._spoken():
                self._set_up(make)
        except BaseException:
            self._base.close()
            raise

    def _set_up(self, make: bool) -> None:
        base = self._base
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("PRAGMA synchronous = FULL")
        if make:
            with self.change():  # another process may make the same store just now
                if not self._tables():
                    for table in TABLES:
                        base.execute(table)
            with suppress(sqlite3.OperationalError):  # or change its mode
                base.execute("PRAGMA journal_mode = WAL")
        found = self._tables()
        if not found:  # whoever made it came no further
            raise InvalidInput("run-no-store", folder=str(self._folder))
        if found != sorted(TABLES):
            raise InvalidInput("run-damaged", folder=str(self._folder), problem="tables")

    def _tables(self) -> list[str]:
        """Return what is in the database."""
        found = self._base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return sorted(sql for (sql,) in found)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *error: object) -> None:
        self._base.close()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Make what happens inside one transaction."""
        with self._spoken():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        """Say what is wrong with the database."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 255 in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise disk_full(self._folder, str(error)) from error
            if error.sqlite_errorcode & 255 in WITHHELD:
                raise withheld(self._folder, str(error)) from error
            raise InvalidInput(
                "run-damaged", folder=str(self._folder), problem=str(error)
            ) from error
        except sqlite3.Error as error:
            raise InvalidInput(
                "run-damaged", folder=str(self._folder), problem=str(error)
            ) from error

    # -- the run itself ------------------------------------------------------------------------

    def describe(self, what: Mapping[str, str], shards: Iterable[tuple[str, float, str]]) -> None:
        """Write down what the run is, and the place, share and spec of its first shards.

        What is said once stays.
        """
        with self.change() as base:
            if base.execute("SELECT 1 FROM run").fetchone() is None:
                base.executemany("INSERT INTO run VALUES (?, ?)", list(what.items()))
                base.executemany(
                    "INSERT INTO shard (place, share, spec) VALUES (?, ?, ?)", list(shards)
                )

    def described(self) -> dict[str, str]:
        """Return what was written down."""
        with self._spoken():
            return dict(self._base.execute("SELECT name, value FROM run LIMIT 100").fetchall())

    def finish(self, name: str, value: str) -> None:
        """Write down what came of the run."""
        with self.change() as base:
            base.execute("INSERT OR REPLACE INTO run VALUES (?, ?)", (name, value))

    # -- coordinators --------------------------------------------------------------------------

    def coordinator(self) -> Coordinator | None:
        """Return who runs the store, or did so last and did not say goodbye."""
        with self._spoken():
            row = self._base.execute(
                "SELECT token, host, pid, began, beat, share FROM coordinator"
            ).fetchone()
        return None if row is None else Coordinator(*row)

    def take_over(self, me: Coordinator) -> int:
        """Be the coordinator; return how many leases of an earlier one came to nothing."""
        with self.change() as base:
            base.execute("INSERT OR REPLACE INTO coordinator VALUES (1, ?, ?, ?, ?, ?, ?)", me)
            return base.execute(
                "UPDATE shard SET state = 'waiting', until = NULL WHERE state = 'leased'"
            ).rowcount

    def beat(self, token: str, now: float) -> bool:
        """Say that the coordinator is alive; False if somebody else took over."""
        with self.change() as base:
            changed = base.execute(
                "UPDATE coordinator SET beat = ? WHERE token = ?", (now, token)
            ).rowcount
            return changed == 1

    def leave(self, token: str) -> None:
        """Say goodbye: what is lent waits again."""
        with self.change() as base:
            if base.execute("DELETE FROM coordinator WHERE token = ?", (token,)).rowcount:
                base.execute(
                    "UPDATE shard SET state = 'waiting', until = NULL WHERE state = 'leased'"
                )

    # -- shards --------------------------------------------------------------------------------

    def lease(self, until: float, now: float) -> Lease | None:
        """Lend the largest shard that waits, or whose lease has timed out: so the end is short."""
        with self.change() as base:
            row = base.execute(
                "UPDATE shard SET state = 'leased', until = ?, attempts = attempts + 1"
                " WHERE number = (SELECT number FROM shard WHERE state = 'waiting'"
                " OR (state = 'leased' AND until <= ?) ORDER BY share DESC, place LIMIT 1)"
                " RETURNING number, place, spec, attempts",
                (until, now),
            ).fetchone()
        return None if row is None else Lease(*row)

    def give_back(self, numbers: Iterable[int], why: str | None = None) -> None:
        """Let leased shards wait again; if they failed, say why, and leave them at last."""
        with self.change() as base:
            for number in numbers:
                base.execute(
                    "UPDATE shard SET until = NULL, why = coalesce(?2, why),"
                    " failures = failures + (?2 IS NOT NULL),"
                    " state = CASE WHEN failures + (?2 IS NOT NULL) >= ?3 THEN 'failed'"
                    " ELSE 'waiting' END WHERE number = ?1 AND state = 'leased'",
                    (number, why, MOST_FAILURES),
                )

    def done(self, number: int, result: Result) -> bool:
        """Write down a result and the shards that it leaves; False if there was one already.

        Raises
        ------
        CaballeroError
            If an earlier result, even one that was lost, was another one.
        """
        if len(result.left) > len(DIGITS):
            raise ValueError("too many shards are left")
        with self.change() as base:
            place, state, share, before, who = base.execute(
                "SELECT place, state, share, hash, worker FROM shard WHERE number = ?", (number,)
            ).fetchone()
            if before is not None and before != result.hash:
                raise CaballeroError("run-differs", number=number, one=who, other=result.worker)
            if state in ("done", "verified"):
                return False
            rest = sum(part for part, _ in result.left)
            base.execute(
                "UPDATE shard SET state = 'done', until = NULL, why = NULL, worker = ?, tours = ?,"
                " hash = ?, file = ?, nodes = ?, seconds = ?, rest = ? WHERE number = ?",
                (
                    result.worker, str(result.tours), result.hash, result.file, result.nodes,
                    result.seconds, min(rest, share), number,
                ),
            )  # fmt: skip
            base.executemany(
                "INSERT INTO shard (place, share, spec) VALUES (?, ?, ?)"
                " ON CONFLICT (place) DO NOTHING",
                [
                    (place + digit, part, spec)
                    for digit, (part, spec) in zip(DIGITS, result.left, strict=False)
                ],
            )
            return True

    def again(self, number: int, why: str) -> None:
        """Let a shard that was done wait again, for its file is lost."""
        with self.change() as base:
            base.execute(
                "UPDATE shard SET state = 'waiting', why = ? WHERE number = ?", (why, number)
            )

    def retry_failed(self) -> int:
        """Let shards that failed wait again; return how many there were."""
        with self.change() as base:
            return base.execute(
                "UPDATE shard SET state = 'waiting', failures = 0 WHERE state = 'failed'"
            ).rowcount

    def verified(self, number: int, worker: str) -> None:
        """Write down that somebody else found the same."""
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
            with self._spoken():
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
        """Return how far the run is."""
        with self._spoken():
            rows = self._base.execute(
                "SELECT state, count(*), total(share), total(rest), total(nodes), total(seconds)"
                " FROM shard GROUP BY state"
            ).fetchall()
        over = [row for row in rows if row[0] in ("done", "verified")]
        return Totals(
            {row[0]: row[1] for row in rows},
            min(1.0, sum(row[2] - row[3] for row in over)),
            int(sum(row[4] for row in over)),
            sum(row[5] for row in over),
        )


def disk_full(folder: Path, problem: str) -> CaballeroError:
    """Return the error for a disk that takes no more."""
    return CaballeroError("run-disk-full", folder=str(folder), problem=problem)


def withheld(folder: Path, problem: str) -> InvalidInput:
    """Return the error for a store that may not be written."""
    return InvalidInput("run-read-only", folder=str(folder), problem=problem)
