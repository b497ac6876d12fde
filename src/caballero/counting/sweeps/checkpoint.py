"""Checkpoints, so that a long count that was killed resumes from its last layer.

A folder holds the last large layer of a single sweep; or, of two sweeps that meet, the last layers
in shards, then their states in the middle, and the finished parts of the join. Arrays are *mapped*,
so processes that read the same file share its memory. A file is complete or missing
(:mod:`caballero.machine.folders`); its head has checksums of the head and of the numbers.

Invariants: only data written for the same problem in the same format are used; a count that was
interrupted ends with the same number.
"""

from __future__ import annotations

import errno
import hashlib
import json
import mmap
import os
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from caballero.counting.kernels.counting import Layer
from caballero.machine.errors import InvalidInput, be_sure
from caballero.machine.folders import READ_ONLY, lock, open_append, replacing
from caballero.machine.kernel import Counts, Ints, is_compiled, longer

VERSION: Final = 5
"""The version of the format, and of the stages in :mod:`caballero.counting.sweeps.spill`."""

HEAD_BYTES: Final = 256
"""Bytes before the numbers of a file: a multiple of their size."""

FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""The errors of a disk that is full."""

PIECE: Final = 1 << 24
"""Bytes that are written at once to reserve space."""


class Checkpoint:
    """A folder for a count, created if missing; it raises an error if it holds another count.

    The ``repr`` of the problem identifies the count.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Checkpoint(folder, "8x8").add_part("join", 0, 5)
    ...     dict(Checkpoint(folder, "8x8").parts("join"))
    {0: 5}
    """

    def __init__(self, folder: str | os.PathLike[str], problem: object) -> None:
        self._folder = Path(folder)
        mark = hashlib.sha256(repr((VERSION, problem)).encode()).hexdigest()
        label = self._folder / "question"
        with _naming(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if not label.exists():
                _write(label, mark.encode())
            same = label.read_text(encoding="ascii", errors="replace") == mark
        if not same:
            raise InvalidInput("checkpoint-other", folder=str(folder))

    def save(self, name: str, layer: Layer, total: int) -> None:
        """Store a layer, and the total that was counted before it."""
        head = {"step": layer.step, "size": layer.size, "total": str(total)}
        write_ints(self._folder / f"{name}.layer", Counts, layer.states, **head)

    def load(self, name: str) -> tuple[Layer, int] | None:
        """Return the stored layer, and the total before it; None if it is missing."""
        try:
            head, states = read_ints(self._folder / f"{name}.layer", Counts, check=True)
            copied = longer(Counts, states, len(states))  # so that the file may be replaced
            return Layer(head["step"], head["size"], copied), int(head["total"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError) as error:
            raise self.damaged() from error

    def keep(self, name: str, kind: Any, values: Ints) -> None:
        """Store an array."""
        write_ints(self._path(name), kind, values)

    @contextmanager
    def filling(self, name: str, kind: Any, length: int) -> Iterator[Ints]:
        """Store an array that is written, in any order, in the block; it is never in memory."""
        letter: str = kind.__metadata__[0]
        path = self._path(name)
        with _disk(path), replacing(path) as file:
            _reserve(file, HEAD_BYTES + length * array(letter).itemsize)
            with mmap.mmap(file.fileno(), 0) as data:
                whole = memoryview(data)
                values = whole[HEAD_BYTES:].cast(cast("Any", letter))
                yield cast("Ints", values)
                whole[:HEAD_BYTES] = _head(letter, values)
                values.release()
                whole.release()

    def kept(self, name: str, kind: Any, *, check: bool = True) -> Ints:
        """Map an array that was stored, and check its numbers unless `check` is false."""
        try:
            return read_ints(self._path(name), kind, check=check)[1]
        except (FileNotFoundError, ValueError, KeyError) as error:
            raise self.damaged() from error

    def damaged(self) -> InvalidInput:
        """Return the error for a file that is damaged or missing."""
        return InvalidInput("checkpoint-damaged", folder=str(self._folder))

    def mark(self, name: str) -> int:
        """Return the checksum of an array that was stored."""
        return int(read_ints(self._path(name), Counts)[0]["check"])

    def has(self, name: str) -> bool:
        """Return whether an array is stored."""
        return self._path(name).exists()

    def drop(self, prefix: str) -> None:
        """Remove all arrays whose names begin like this."""
        for names in (f"{prefix}*.ints", f".{prefix}*.ints.*.part"):  # the latter of killed counts
            for path in self._folder.glob(names):
                path.unlink()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.ints"

    def add_part(self, name: str, number: int, value: int) -> None:
        """Store a part's count."""
        part, path = f"{number} {value}".encode(), self._folder / f"{name}.parts"
        with _disk(path), open_append(path) as file:
            file.write(b"%b %d\n" % (part, zlib.crc32(part)))
            file.flush()
            os.fsync(file.fileno())

    def parts(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield the number and count of each finished part."""
        try:
            text = (self._folder / f"{name}.parts").read_text(encoding="ascii", errors="replace")
        except FileNotFoundError:
            return
        for line in text.splitlines():
            number, _, rest = line.partition(" ")
            value, _, check = rest.partition(" ")
            if check == str(
                zlib.crc32(f"{number} {value}".encode())
            ):  # otherwise the line was cut off
                yield int(number), int(value)


@contextmanager
def locked_checkpoint(folder: str | os.PathLike[str], problem: object) -> Iterator[Checkpoint]:
    """Open a folder for a count, and refuse it to other processes while the block runs.

    A folder that may only be read is as good, if it has all that the count needs: a finished count.
    """
    where = Path(folder)
    with _naming(where):
        where.mkdir(parents=True, exist_ok=True)
        file = lock(where, lambda: InvalidInput("checkpoint-taken", folder=str(where)))
    with file:
        yield Checkpoint(where, problem)


@contextmanager
def _naming(folder: Path) -> Iterator[None]:
    """Name a folder that cannot be made or written."""
    try:
        yield
    except OSError as error:
        raise _no_folder(folder, error) from error


def _no_folder(folder: Path, error: OSError) -> InvalidInput:
    """Return the error for a folder that cannot be made or written."""
    problem = error.strerror or str(error)
    return InvalidInput("checkpoint-no-folder", folder=str(folder), problem=problem)


def write_ints(path: Path, kind: Any, values: Ints, **more: object) -> None:
    """Write an array to a file, with more entries in its head."""
    letter: str = kind.__metadata__[0]
    data = memoryview(array(letter, values) if isinstance(values, list) else cast("Any", values))
    _write(path, _head(letter, data, **more), data)


def _head(letter: str, data: memoryview, **more: object) -> bytes:
    """Return the head of a file with these numbers."""
    head = json.dumps({"type": letter, "length": len(data), "check": zlib.crc32(data), **more})
    line = f"{zlib.crc32(head.encode())} {head}".ljust(HEAD_BYTES - 1) + "\n"
    be_sure(len(line) == HEAD_BYTES, "the head of a file is long")
    return line.encode("ascii")


def read_ints(path: Path, kind: Any, *, check: bool = False) -> tuple[dict[str, Any], Ints]:
    """Map the array of a file; return its head and the array.

    Raises OSError if the file is missing, ValueError if it is damaged; `check` reads the numbers.
    """
    letter: str = kind.__metadata__[0]
    with path.open("rb") as file:
        line = file.read(HEAD_BYTES)
        size = os.fstat(file.fileno()).st_size - HEAD_BYTES
        crc, _, text = line.partition(b" ")
        if crc != str(zlib.crc32(text.rstrip())).encode():
            raise ValueError(path)
        head = json.loads(text)
        if (head["type"], head["length"] * array(letter).itemsize) != (letter, size):
            raise ValueError(path)
        # A private mapping (copy on write); nothing is written to it.
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    view = memoryview(data)[HEAD_BYTES:].cast(cast("Any", letter))
    if check and head["check"] != zlib.crc32(view):
        raise ValueError(path)
    return head, cast("Ints", view) if is_compiled() else view.tolist()


def checksum(values: Ints) -> int:
    """Return the checksum of some counts.

    >>> checksum([1, 2]) == checksum([1, 3])
    False
    """
    data = array("q", values) if isinstance(values, list) else memoryview(cast("Any", values))
    return zlib.crc32(data)


def _write(path: Path, *pieces: bytes | memoryview) -> None:
    """Write a file, which is complete or missing at any time for other processes."""
    with _disk(path), replacing(path) as file:
        for piece in pieces:
            file.write(piece)


@contextmanager
def _disk(path: Path) -> Iterator[None]:
    """Refuse a disk that is full, or may only be read; name the file in other errors."""
    try:
        yield
    except OSError as error:
        if error.errno in READ_ONLY:
            raise _no_folder(path.parent, error) from error
        if error.errno in FULL:
            raise InvalidInput("checkpoint-full", folder=str(path.parent)) from error
        error.filename = error.filename or str(path)
        raise


def _reserve(file: BinaryIO, size: int) -> None:
    """Make a file this long; fail here if the disk is full, not while its memory is written."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
        return
    for begin in range(0, size, PIECE):
        file.write(bytes(min(PIECE, size - begin)))
    file.flush()
