"""The folder of a run: whose it is, what it is for, and how files get there.

Invariants: one coordinator a folder; a file is whole or not there; a folder of another version is
left alone.
"""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from caballero.errors import InvalidInput
from caballero.words import short

from .ledger import FORMAT, Coordinator, Ledger, disk_full, withheld
from .tasks import Question, read_question, synced, version

LOCK: Final = "lock"

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says of a disk that takes no more."""

SILENT: Final = 60.0
"""After so many seconds without a sign a coordinator of another machine is taken to be gone."""

GLANCE: Final = 0.1
"""Seconds after which nobody has the lock any more who only looked whether it was to be had."""


def question_of(ledger: Ledger, folder: Path) -> Question:
    """Read the question of a store that this version can go on with."""
    said = described(ledger, folder)
    same_version(said, folder)
    return read_question(said.get("question", ""))


def described(ledger: Ledger, folder: Path) -> dict[str, str]:
    """Return what a store says of its run; refuse one that says nothing yet."""
    said = ledger.described()
    if not said:
        raise InvalidInput("run-no-store", folder=str(folder))
    return said


def same_version(said: dict[str, str], folder: Path) -> None:
    """Refuse a store that is of another version."""
    if (said.get("format"), said.get("version")) != (str(FORMAT), version()):
        theirs = short(said.get("version", ""))
        raise InvalidInput("run-version", folder=str(folder), theirs=theirs, ours=version())


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep others of this machine out, as long as this process lives."""
    try:
        import fcntl
    except ImportError:  # elsewhere the row in the ledger has to do
        yield
        return
    try:
        file = (folder / LOCK).open("a")
    except OSError as error:
        problem = error.strerror or str(error)
        raise (disk_full if error.errno in FULL else withheld)(folder, problem) from error
    with file:
        for patience in (GLANCE, None):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if patience is None:
                    with Ledger(folder) as ledger:
                        raise taken(ledger.coordinator(), folder) from error
                time.sleep(patience)
        yield


def at_work(by: Coordinator, folder: Path) -> bool:
    """Whether a coordinator is alive, as far as can be known from here."""
    heard = time.time() - by.beat < SILENT
    if by.host != socket.gethostname():
        return heard
    try:
        import fcntl
    except ImportError:
        return heard
    try:
        with (folder / LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    except OSError:  # it cannot be asked here
        return heard
    return False


def taken(by: Coordinator | None, folder: Path) -> InvalidInput:
    """Return the error for a store that somebody else runs."""
    who = "?" if by is None else f"{by.host}:{by.pid}"
    return InvalidInput("run-taken", folder=str(folder), who=who)


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Say it clearly if the disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise disk_full(folder, error.strerror or str(error)) from error
        raise


def write_text(path: Path, text: str) -> None:
    """Write a file that is whole or not there."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    synced(path.parent)
