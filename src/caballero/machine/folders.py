"""All files that Caballero writes: named by users, and in its own folders.

A new file gets a random name in the same folder, and is opened only if nothing has that name; it is
complete, and on the disk, before it is renamed. A file that a user names is otherwise treated as
the shell's ``>`` does: a link stays, and what it leads to is replaced; mode, owner and other names
of an old file stay; devices and pipes are written to directly.

Invariants: in its own folders nothing is written through a symbolic link; a file is complete or as
it was before; no other module opens a file to write it, unless it is nameless; a lock ends with its
process.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, Final, cast

from .errors import CaballeroError

LOCK: Final = "lock"
"""The name of the file that is locked."""

READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
"""The errors of a folder that may only be read."""


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
def new_folder(path: Path) -> Iterator[Path]:
    """Yield a folder that becomes `path` at the end of the block, unless the block raises.

    A folder that exists is yielded itself: put :func:`together` around its files.
    """
    import secrets
    import shutil

    if path.exists():
        yield path
        return
    top = next(folder for folder in (path, *path.parents) if folder.parent.exists())
    staged = top.with_name(f".{top.name[:40]}.{secrets.token_hex(8)}.part")
    try:
        yield staged / path.relative_to(top)
        staged.replace(top)
    except OSError as error:
        error.filename = str(error.filename or path).replace(str(staged), str(top))
        raise
    finally:
        shutil.rmtree(staged, ignore_errors=True)


@contextmanager
def together() -> Iterator[None]:
    """Replace the files that are written in the block at its end: all, or none if it raises."""
    waiting: list[tuple[Path, Path]] = []
    before = _waiting.set(waiting)
    try:
        yield
        with blocked("SIGINT", "SIGTERM"):
            for staged, path in waiting:
                staged.replace(path)
    finally:
        _waiting.reset(before)
        for staged, _path in waiting:
            _remove(staged)


_waiting: Final[ContextVar[list[tuple[Path, Path]] | None]] = ContextVar("waiting", default=None)
"""The files that :func:`together` renames, and their new names."""


@contextmanager
def blocked(*names: str) -> Iterator[None]:
    """Block signals in this thread, and in processes that start within the block."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    numbers = [getattr(signal, name) for name in names]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file that replaces `path` at the end of the block, unless the block raises."""
    refuse_link(path)
    with _replaced(path) as file:
        yield file


@contextmanager
def writing(
    file: str | Path, whole: Callable[[], int] | None = None, *, at_once: bool = False
) -> Iterator[BinaryIO]:
    """Open what replaces a file that a user names, at the end of the block, as ``>`` would.

    To a device or pipe all is written immediately, or `at_once` at the end.

    If the block raises, an old file stays; a new file is made of the first ``whole()`` bytes.
    """
    name = os.fspath(file)
    place = _end_of_links(name)
    try:
        old = os.stat(name)  # noqa: PTH116 - it follows links
    except FileNotFoundError:
        old = None
    is_other = old is not None and not stat.S_ISREG(old.st_mode)
    if name.endswith(("/", os.sep)) or place is None or is_other:
        with open(name, "wb") as there:  # noqa: PTH123 - or an error
            if not at_once:
                yield there
                return
            with _nameless() as spool:
                yield spool
                _pour(spool, there)
        return
    if old is not None:
        os.close(os.open(place, os.O_WRONLY))  # what may not be written is not replaced either
    with _replaced(Path(place), old, whole) as staged:
        yield staged


def _end_of_links(name: str) -> str | None:
    """Return where links lead; None for devices such as /dev/stdout."""
    for _ in range(40):
        if os.path.abspath(name).startswith(("/dev/", "/proc/")):  # noqa: PTH100
            return None
        if not os.path.islink(name):  # noqa: PTH114
            return name
        name = os.path.join(os.path.dirname(name), os.readlink(name))  # noqa: PTH115, PTH118, PTH120
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)


@contextmanager
def _replaced(
    path: Path, old: os.stat_result | None = None, whole: Callable[[], int] | None = None
) -> Iterator[BinaryIO]:
    import secrets  # it takes long, and few commands write files

    staged = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.part")
    waits = False
    try:
        with ExitStack() as stack:
            try:
                file: BinaryIO = stack.enter_context(staged.open("x+b"))  # "x" follows no link
                named = True
            except OSError as error:
                if old is None or error.errno not in READ_ONLY:
                    raise
                file, named = stack.enter_context(_nameless()), False
            yield file
            file.flush()
            if named and (old is None or _takes_over(file, old)):
                os.fsync(file.fileno())
            else:
                named = False
                with path.open("r+b") as there:
                    _pour(file, there)
                    there.truncate()
        if named and (waiting := _waiting.get()) is not None:
            waiting.append((staged, path))
            waits = True
        elif named:
            staged.replace(path)
    except BaseException as error:
        if isinstance(error, OSError) and error.filename in {None, str(staged)}:
            error.filename = str(path)
        if old is None and whole is not None and (size := whole()):
            with suppress(OSError):
                os.truncate(staged, size)
                staged.replace(path)
        raise
    finally:
        if not waits:
            try:
                _remove(staged)
            finally:  # of a second Ctrl-C
                _remove(staged)


def _remove(path: Path) -> None:
    """Remove a file that was not renamed."""
    with suppress(OSError):
        path.unlink()


def _nameless() -> BinaryIO:
    import tempfile

    return cast("BinaryIO", tempfile.TemporaryFile())


def _takes_over(file: BinaryIO, old: os.stat_result) -> bool:
    """Give a new file the mode and owner of the old one; False if it must not replace that."""
    if old.st_nlink > 1:
        return False  # other names lead to it
    if os.name == "posix":
        made = os.fstat(file.fileno())
        try:
            if (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
                os.chown(file.fileno(), old.st_uid, old.st_gid)
            os.chmod(file.fileno(), stat.S_IMODE(old.st_mode))  # noqa: PTH101
        except OSError:
            return False
    return True


def _pour(file: BinaryIO, there: BinaryIO) -> None:
    """Copy a complete file into another file."""
    import shutil

    file.seek(0)
    shutil.copyfileobj(file, there)


def open_append(path: Path, *, links: bool = False) -> BinaryIO:
    """Open a file to append to it; create it if it is missing. With `links`, a link leads on."""
    if links:
        return path.open("ab")
    refuse_link(path)
    no_follow = getattr(os, "O_NOFOLLOW", 0)  # Windows has no such flag
    return cast(
        "BinaryIO", open(path, "ab", opener=lambda name, how: os.open(name, how | no_follow, 0o666))
    )


def lock(folder: Path, taken: Callable[[], CaballeroError]) -> BinaryIO:
    """Lock a folder until the returned file is closed; raise `taken` if another process holds it.

    Where the system has no locks, the file is only opened. In a folder that may only be read, its
    file is locked all the same; without that file, no process has ever locked the folder.
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
        for seconds in (0.1, None):  # a process that only tests the lock releases it soon
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
