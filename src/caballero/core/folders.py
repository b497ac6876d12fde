"""Files in the folders that Caballero makes: replaced whole, appended to, and locked.

A new file gets a random name beside the old one, and is opened only if nothing has that name; it is
complete, and on the disk, before it is renamed.

Invariants: nothing is written through a symbolic link; a file is complete or absent; a lock ends
with its process.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, cast

from .errors import CaballeroError

LOCK: Final = "lock"
"""The name of the file that is locked."""

LOCK_RETRY_SECONDS: Final = 0.1
"""The time after which a process that only tests the lock has released it."""

READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
"""The errors of a folder that may only be read."""

NO_FOLLOW: Final = cast("int", getattr(os, "O_NOFOLLOW", 0))
"""The flag that makes the system refuse a link; Windows has none."""


def refuse_link(path: Path) -> None:
    """Raise CaballeroError if a path is a symbolic link."""
    if path.is_symlink():
        raise CaballeroError("folder-link", link=str(path))


def make_below(folder: Path, path: Path) -> None:
    """Create the folders from `folder` down to `path`, unless they exist; refuse links below it."""
    for below in (*reversed(path.parents), path):
        if folder in below.parents:
            refuse_link(below)
    path.mkdir(parents=True, exist_ok=True)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file that replaces `path` at the end of the block, unless the block raises."""
    refuse_link(path)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    with beside.open("x+b") as file:  # "x" follows no link
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.close()  # a full disk prevents even this
            with suppress(OSError):
                beside.unlink()
            raise
    try:
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def open_append(path: Path) -> BinaryIO:
    """Open a file to append to it; create it if it is missing."""
    refuse_link(path)
    return cast(
        "BinaryIO",
        open(path, "ab", opener=lambda name, flags: os.open(name, flags | NO_FOLLOW, 0o666)),
    )


def lock(folder: Path, taken: Callable[[], CaballeroError]) -> BinaryIO:
    """Lock a folder until the returned file is closed; raise `taken` if another process holds it.

    Where the system has no locks, the file is only opened. In a folder that may only be read, its
    file is locked all the same; without one, no process has ever locked the folder.
    """
    try:
        file = open_append(folder / LOCK)
    except OSError as error:
        if error.errno not in READ_ONLY:
            raise
        try:
            file = (folder / LOCK).open("rb")
        except FileNotFoundError:
            return io.BytesIO()
    try:
        import fcntl
    except ImportError:
        return file
    try:
        for seconds in (LOCK_RETRY_SECONDS, None):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if seconds is None:
                    raise taken() from error
                time.sleep(seconds)
            except OSError:  # this file system has no locks
                break
    except BaseException:
        file.close()
        raise
    return file
