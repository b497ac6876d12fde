"""The folder of a run: its description, its lock, and how files are written to it.

Invariants: a folder has at most one coordinator; a file is complete or absent; a folder of
another version is not changed.
"""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from caballero.machine.errors import CaballeroError, InvalidInput
from caballero.machine.folders import LOCK, lock, replacing
from caballero.machine.words import short

from .ledger import FORMAT, Coordinator, Ledger, disk_full_error, read_only_error
from .tasks import RunSpec, read_spec, sync_folder, version

FULL_CODES: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The error numbers of a full disk."""

SILENT_SECONDS: Final = 60.0
"""After this silence, a coordinator of another machine counts as dead."""


def spec_of(ledger: Ledger, folder: Path) -> RunSpec:
    """Read the specification of a store that this version can resume."""
    found = read_description(ledger, folder)
    same_version(found, folder)
    return read_spec(found.get("question", ""))


def read_description(ledger: Ledger, folder: Path) -> dict[str, str]:
    """Return the description of a store's run; refuse a store without description."""
    found = ledger.description()
    if not found:
        raise InvalidInput("run-no-store", folder=str(folder))
    return found


def same_version(found: dict[str, str], folder: Path) -> None:
    """Refuse a store of another version."""
    if (found.get("format"), found.get("version")) != (str(FORMAT), version()):
        theirs = short(found.get("version", ""))
        raise InvalidInput("run-version", folder=str(folder), theirs=theirs, ours=version())


def locked(folder: Path) -> BinaryIO:
    """Lock a store until the returned file is closed."""

    def taken() -> CaballeroError:
        with Ledger(folder) as ledger:
            return taken_error(ledger.coordinator(), folder)

    try:
        return lock(folder, taken)
    except OSError as error:
        problem = error.strerror or str(error)
        raise (disk_full_error if error.errno in FULL_CODES else read_only_error)(
            folder, problem
        ) from error


def is_alive(by: Coordinator, folder: Path) -> bool:
    """Return whether a coordinator is alive, as far as this machine knows."""
    recent = time.time() - by.beat < SILENT_SECONDS
    if by.host != socket.gethostname():
        return recent
    try:
        import fcntl
    except ImportError:
        return recent
    try:
        with (folder / LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    except OSError:  # the lock cannot be tested here
        return recent
    return False


def taken_error(by: Coordinator | None, folder: Path) -> InvalidInput:
    """Return the error for a store that another process works on."""
    who = "?" if by is None else f"{by.host}:{by.pid}"
    return InvalidInput("run-taken", folder=str(folder), who=who)


@contextmanager
def naming_full_disk(folder: Path) -> Iterator[None]:
    """Replace the error of a full disk by an error that names the folder."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL_CODES:
            raise disk_full_error(folder, error.strerror or str(error)) from error
        raise


def write_text(path: Path, text: str) -> None:
    """Write a file that is complete or absent, even after a crash."""
    with replacing(path) as file:
        file.write(text.encode())
    sync_folder(path.parent)
