"""The folder of a run: whose it is, what it is for, and how files get there.

Invariants: one coordinator a folder; a file is whole or not there; a folder of another version is
left alone.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from caballero.errors import InvalidInput
from caballero.words import short

from .ledger import FORMAT, Coordinator, Ledger, disk_full
from .tasks import Question, read_question, synced, version

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says of a disk that takes no more."""


def question_of(ledger: Ledger, folder: Path) -> Question:
    """Read the question of a store that this version can go on with."""
    said = ledger.described()
    same_version(said, folder)
    return read_question(said.get("question", ""))


def same_version(said: dict[str, str], folder: Path) -> None:
    """Refuse a store that is of another version, or of nothing."""
    if not said:
        raise InvalidInput("run-no-store", folder=str(folder))
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
    with (folder / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            with Ledger(folder) as ledger:
                raise taken(ledger.coordinator(), folder) from error
        yield


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
