"""Checkpoints: a long count that is killed goes on from its last layer.

A folder holds the last large layer of each sweep, and the parts of a join that are done. Files
are written beside their place and then moved there, so that one is whole or not there at all;
each has a check sum of all that it says.

Invariants: what is read is what was written for the same question in the same format, or it is
not used; a count that was interrupted ends with the same number.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from caballero.errors import InvalidInput

if TYPE_CHECKING:
    from .sweep import Layer

VERSION = 2  # of the format


class Checkpoint:
    """A folder for one count.

    Parameters
    ----------
    folder : str or os.PathLike
        Made if it is not there.
    question : object
        What is counted, and how; its ``repr`` tells it from all others.

    Raises
    ------
    InvalidInput
        If the folder holds another count.

    Examples
    --------
    >>> import tempfile
    >>> from caballero.count.checkpoint import Checkpoint
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one = Checkpoint(folder, "8x8")
    ...     one.add_part("join", 0, 5)
    ...     dict(Checkpoint(folder, "8x8").parts("join"))
    {0: 5}
    """

    def __init__(self, folder: str | os.PathLike[str], question: object) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        mark = hashlib.sha256(repr((VERSION, question)).encode()).hexdigest()
        label = self._folder / "question"
        if not label.exists():
            self._write("question", mark.encode())
        elif label.read_text(encoding="ascii", errors="replace") != mark:
            raise InvalidInput("checkpoint-other", folder=str(folder))

    def save(self, name: str, layer: Layer, total: int) -> None:
        """Keep a layer, and what has been counted before it."""
        import numpy

        states = numpy.ascontiguousarray(layer.states, dtype=numpy.int64)
        head = json.dumps({"turn": layer.turn, "size": layer.size, "total": str(total)}).encode()
        check = str(_check(head, states)).encode()
        self._write(f"{name}.layer", check + b" " + head + b"\n", cast("Any", states))

    def load(self, name: str) -> tuple[Layer, int] | None:
        """Return the layer that was kept, and what had been counted; None if there is none."""
        import numpy

        from .sweep import Layer

        try:
            with (self._folder / f"{name}.layer").open("rb") as file:
                check, _, said = file.readline().rstrip(b"\n").partition(b" ")
                states = numpy.fromfile(file, dtype=numpy.int64)
        except FileNotFoundError:
            return None
        if check != str(_check(said, states)).encode():
            raise InvalidInput("checkpoint-damaged", folder=str(self._folder))
        head = json.loads(said)
        return Layer(head["turn"], head["size"], cast("Any", states)), int(head["total"])

    def add_part(self, name: str, number: int, value: int) -> None:
        """Keep a part's count."""
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
            if check == str(zlib.crc32(f"{number} {value}".encode())):  # else it was cut off
                yield int(number), int(value)

    def _write(self, name: str, *pieces: bytes) -> None:
        beside = self._folder / f"{name}.new"
        with beside.open("wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._folder / name)


def _check(head: bytes, states: object) -> int:
    """Return the check sum of a layer and of what is said of it."""
    return zlib.crc32(cast("Any", states), zlib.crc32(head))
