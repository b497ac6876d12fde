"""Checkpoints, so that a long count that was killed resumes from its last layer.

A folder holds the last large layer of each sweep, the states of two halves in the middle, and the
finished parts of a join. Arrays are *mapped*, so processes that read the same file share its
memory. A file is written under another name and then renamed, so it is complete or missing; its
head has a checksum of the head and one of the numbers.

Invariants: only data written for the same problem in the same format are used; a count that was
interrupted ends with the same number.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from caballero.core.errors import InvalidInput
from caballero.kernels._kernel import Counts, Ints, is_compiled, longer
from caballero.kernels.counting import Layer

VERSION: Final = 4
"""The version of the format."""

HEAD_BYTES: Final = 256
"""Bytes before the numbers of a file: a multiple of their size."""


class Checkpoint:
    """A folder for one count, created if missing; it raises an error if it holds another count.

    The ``repr`` of the problem identifies the count.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Checkpoint(folder, "8x8").add_part("join", 0, 5)
    ...     dict(Checkpoint(folder, "8x8").parts("join"))
    {0: 5}
    """

    def __init__(self, folder: str | os.PathLike[str], problem: object) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        mark = hashlib.sha256(repr((VERSION, problem)).encode()).hexdigest()
        label = self._folder / "question"
        if not label.exists():
            _write(label, mark.encode())
        elif label.read_text(encoding="ascii", errors="replace") != mark:
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
            raise InvalidInput("checkpoint-damaged", folder=str(self._folder)) from error

    def drop_layers(self) -> None:
        """Remove the layers, once their results are stored."""
        for layer in self._folder.glob("*.layer"):
            layer.unlink()

    def add_part(self, name: str, number: int, value: int) -> None:
        """Store a part's count."""
        with (self._folder / f"{name}.parts").open("a", encoding="ascii") as file:
            file.write(f"{number} {value} {zlib.crc32(f'{number} {value}'.encode())}\n")
            file.flush()
            os.fsync(file.fileno())

    def parts(self, name: str) -> Iterator[tuple[int, int]]:
        """Yield the parts that are done: each one's number and count."""
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


def write_ints(path: Path, kind: Any, values: Ints, **more: object) -> None:
    """Write an array to a file, with more entries in its head."""
    letter: str = kind.__metadata__[0]
    data = memoryview(array(letter, values) if isinstance(values, list) else cast("Any", values))
    head = json.dumps({"type": letter, "length": len(data), "check": zlib.crc32(data), **more})
    line = f"{zlib.crc32(head.encode())} {head}".ljust(HEAD_BYTES - 1) + "\n"
    assert len(line) == HEAD_BYTES, "the head of a file is short"
    _write(path, line.encode("ascii"), data)


def read_ints(path: Path, kind: Any, *, check: bool = False) -> tuple[dict[str, Any], Ints]:
    """Map the array of a file; return its head and the array.

    Raises OSError if the file is missing, ValueError if it is damaged. The numbers are read only
    if `check` is true.
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


def _write(path: Path, *pieces: bytes | memoryview) -> None:
    """Write a file, which is complete or missing at any time for other processes."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    with beside.open("wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
