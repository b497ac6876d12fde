"""What a run does: its question, how it begins, and how a worker does one shard.

Two kinds of work are known. A *list* writes the tours of each shard to a Parquet file; a shard is
some rests of the listing (:mod:`caballero.listing.prefixes`), and leaves what is too much for it.
A *count* sweeps over two halves first, one shard; then it joins them, some signatures a shard
(:mod:`caballero.count.parted`). What cannot be halved is counted as one shard.

A worker gets an :class:`Order` of plain texts and returns a :class:`Result`; tours go through
files, in the store's folder, which all workers must see under the same name.

Invariants: what comes of a shard depends on the order alone, not on who does it or when; a file
is whole or not there at all; an order that another version gave is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from caballero.errors import CaballeroError, InvalidInput, InvalidProblem, UnknownName
from caballero.limits import Budget
from caballero.listing import Collection, problem_data, read_problem, read_tours
from caballero.listing.collection import write_orders
from caballero.listing.prefixes import Portion, Rest, Trees, shared_out
from caballero.problem import Problem
from caballero.words import short

from .ledger import Result

if TYPE_CHECKING:
    from caballero.count.parted import Joint
    from caballero.tour import Tour

KINDS: Final = ("list", "count")

SPEED: Final = {"list": 3_000_000, "count": 6_000_000}
"""How much work a worker does in a second, more or less."""

MOST_SECONDS: Final = 86400
"""The longest that a shard may be asked to take: a day."""

PARTS: Final = 4
"""So many shards are left by one, at most."""

MOST_ORDER: Final = 2**24
"""The longest question or order that is read, in letters."""


class Question(NamedTuple):
    """What a run is to find out.

    Parameters
    ----------
    kind : str
        One of ``KINDS``.
    problem : Problem
        Of which problem.
    most : int
        How much work a shard may be.
    up_to_symmetry : bool
        Of a listing: whether one tour of each class is wanted.
    symmetry : str, optional
        Of a listing: the kind of tours that are wanted; all unless given.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.run.tasks import Question, read_question
    >>> question = Question("list", Problem.of(6), 4_000_000)
    >>> read_question(question.text()) == question
    True
    """

    kind: str
    problem: Problem
    most: int
    up_to_symmetry: bool = False
    symmetry: str | None = None

    def to_dict(self) -> dict[str, object]:
        """Return what is asked, ready for JSON."""
        data: dict[str, object] = {"kind": self.kind, "problem": problem_data(self.problem)}
        if self.up_to_symmetry:
            data["up_to_symmetry"] = True
        if self.symmetry is not None:
            data["symmetry"] = self.symmetry
        return data

    def text(self) -> str:
        """Return the question as JSON."""
        return json.dumps({**self.to_dict(), "most": self.most}, ensure_ascii=False)


class Order(NamedTuple):
    """What a worker is to do.

    Parameters
    ----------
    folder : str
        The store.
    version : str
        Of the package that gives the order.
    question, spec : str
        The question, and which part of it, as JSON.
    number : int
        Of the shard.
    keep : bool
        Whether to write the tours; else only their check sum is wanted.
    """

    folder: str
    version: str
    question: str
    spec: str
    number: int
    keep: bool


def read_question(text: str) -> Question:
    """Read a question.

    Raises
    ------
    InvalidInput
        If it is none.
    """
    data = _object(text)
    kind, most = data.get("kind"), data.get("most")
    if kind not in KINDS or type(most) is not int or not 0 < most < 2**60:
        raise InvalidInput("run-question", text=short(text))
    symmetry = data.get("symmetry")
    if symmetry is not None and (not isinstance(symmetry, str) or len(symmetry) > 40):
        raise InvalidInput("run-question", text=short(text))
    problem, classes = read_problem(data.get("problem")), data.get("up_to_symmetry") is True
    return Question(str(kind), problem, most, classes, symmetry)


def asked(
    kind: str,
    problem: Problem,
    seconds: float,
    *,
    up_to_symmetry: bool = False,
    symmetry: str | None = None,
) -> Question:
    """Return the question of a run whose shards take about so many seconds.

    Raises
    ------
    InvalidInput
        If there is no such kind of run, or it cannot be asked in shards.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.run.tasks import asked
    >>> asked("count", Problem.of(6), 2).most
    12000000
    """
    if kind not in KINDS:
        raise UnknownName.among("run-kind", short(str(kind)), KINDS)
    if not 0 < seconds <= MOST_SECONDS:
        raise InvalidInput("run-seconds", value=seconds, most=MOST_SECONDS)
    if kind == "count" and (up_to_symmetry or symmetry is not None):
        raise InvalidInput("run-count-classes")
    most = max(1, int(SPEED[kind] * seconds))
    question = Question(kind, problem, most, up_to_symmetry, symmetry)
    if kind == "list":
        _trees(question)  # which refuses what cannot be listed so
        if find_spec("pyarrow") is None:
            raise InvalidInput("collection-missing")
    return question


def beginning(question: Question) -> list[tuple[float, str]]:
    """Return the shards that a run begins with: the share of each, and its spec.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.run.tasks import asked, beginning
    >>> beginning(asked("list", Problem.of(6), 1))
    [(1.0, '{"rests": [], "whole": true, "age": 0}')]
    """
    if question.kind == "list":
        return [(1.0, json.dumps({"rests": [], "whole": True, "age": 0}))]
    return [(1.0, json.dumps({"stage": "halves" if _can_be_halved(question.problem) else "whole"}))]


def _can_be_halved(problem: Problem) -> bool:
    from caballero.count.counting import TINY, without_clues

    return without_clues(problem) is not None and problem.size > TINY


# -- what a worker does --------------------------------------------------------------------------


def work(order: Order) -> Result:
    """Do a shard.

    Raises
    ------
    CaballeroError
        If the order cannot be followed: another version gave it, or it makes no sense.
    OSError
        If the results cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from caballero import Problem
    >>> from caballero.run.tasks import Order, asked, beginning, version, work
    >>> question = asked("list", Problem.of("5x6", closed=True), 1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [(share, spec)] = beginning(question)
    ...     result = work(Order(folder, version(), question.text(), spec, 1, False))
    >>> result.tours, result.hash[:6], result.left
    (8, '6810ed', ())
    """
    if order.version != version():
        raise CaballeroError("run-version-worker", theirs=version(), ours=order.version)
    question, spec = read_question(order.question), _object(order.spec)
    began = time.perf_counter()
    doing = _list if question.kind == "list" else _count
    try:
        result = doing(question, spec, order)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        if isinstance(error, CaballeroError):
            raise
        raise InvalidInput("run-question", text=short(order.spec)) from error
    return result._replace(seconds=time.perf_counter() - began)


def version() -> str:
    """Return the version of the package, which stands at its top."""
    from caballero import __version__

    return __version__


def worker_name() -> str:
    """Return who works here: the machine and the process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def part_path(folder: str | os.PathLike[str], number: int) -> Path:
    """Return where the tours of a shard are."""
    return Path(folder) / "parts" / f"{number:08}.parquet"


def file_hash(path: Path) -> str:
    """Return the check sum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _trees(question: Question) -> Trees:
    return Trees(
        question.problem, up_to_symmetry=question.up_to_symmetry, symmetry=question.symmetry
    )


def _list(question: Question, spec: Mapping[str, object], order: Order) -> Result:
    rests = [
        Rest(float(share), tuple(map(int, way)), int(tree))
        for share, way, tree in spec["rests"]  # type: ignore[attr-defined]
    ]
    age = int(spec["age"])  # type: ignore[call-overload]
    # The first shards are small, so that soon there is something for everybody.
    most = min(question.most, 2_000 << min(40, 3 * age))
    whole = spec.get("whole") is True
    trees = _trees(question)
    portion = Portion(trees, None if whole else rests, most)
    tours = _Summed(portion, question.problem.size)
    file = None
    if order.keep:
        file = _written(part_path(order.folder, order.number), tours, question.problem)
    else:
        for _ in tours:
            pass
    left = tuple(
        (sum(rest.share for rest in group), _rests_text(group, age + 1))
        for group in shared_out(trees, portion.left, PARTS)
    )
    return Result(worker_name(), tours.count, tours.hash(), file, portion.nodes, 0.0, left)


def _written(path: Path, tours: _Summed, problem: Problem) -> str | None:
    """Write a part, and return its check sum; None if there is nothing to write."""
    ahead = iter(tours)
    first = next(ahead, None)
    if first is None:
        return None

    path.parent.mkdir(exist_ok=True)
    write_orders(path, (tour.order for tour in chain([first], ahead)), problem)
    synced(path.parent)
    return file_hash(path)


class _Summed:
    """Tours as they come, and a check sum of them."""

    def __init__(self, portion: Portion, size: int) -> None:
        self.count = 0
        self._portion, self._size = portion, size
        self._sum = hashlib.sha256()

    def __iter__(self) -> Iterator[Tour]:
        pack = packing(self._size).pack
        pieces = []
        for tour in self._portion:
            pieces.append(pack(*tour.order))
            self.count += 1
            if len(pieces) == 1000:
                self._sum.update(b"".join(pieces))
                pieces.clear()
            yield tour
        self._sum.update(b"".join(pieces))

    def hash(self) -> str:
        return self._sum.hexdigest()


def packing(size: int) -> Struct:
    """Return what makes bytes of a tour of so many squares, the same on every machine.

    Examples
    --------
    >>> from caballero.run.tasks import packing
    >>> packing(3).pack(0, 2, 1)
    b'\\x00\\x02\\x01'
    """
    return Struct(f">{size}{'B' if size <= 2**8 else 'I'}")


def _count(question: Question, spec: Mapping[str, object], order: Order) -> Result:
    problem, stage = question.problem, spec["stage"]
    budget = Budget()
    if stage == "halves":
        return _halves(question, order, budget)
    if stage == "whole":
        from caballero.count import count_tours

        method = str(spec.get("method", "auto"))
        counted = count_tours(problem, method=method)
        return _summed(int(counted), counted.stats.nodes, ())
    from caballero.count.counting import without_clues
    from caballero.count.parted import join

    begin, end, size = (int(spec[name]) for name in ("begin", "end", "size"))  # type: ignore[call-overload]
    plain = without_clues(problem)
    assert plain is not None
    mark = str(spec["mark"])
    try:
        ready = _joint(plain, order.folder, mark)
    except (OSError, ValueError) as error:
        raise CaballeroError("run-halves", folder=order.folder) from error
    if not 0 <= begin <= end <= len(ready.targets) or size < 1:
        raise ValueError("range")
    count, reached = join(ready, begin, end, budget, question.most)
    left = _ranges(reached, end, size, mark)
    return _summed(count, budget.nodes, left)


def _summed(count: int, nodes: int, left: tuple[tuple[float, str], ...]) -> Result:
    said = hashlib.sha256(str(count).encode()).hexdigest()
    return Result(worker_name(), count, said, None, nodes, 0.0, left)


def halves_path(folder: str | os.PathLike[str]) -> Path:
    """Return where the halves of a count are."""
    return Path(folder) / "halves"


def _halves(question: Question, order: Order, budget: Budget) -> Result:
    from caballero.count.counting import without_clues
    from caballero.count.parted import halve

    plain = without_clues(question.problem)
    assert plain is not None
    folder = halves_path(order.folder)
    try:
        size = halve(plain, folder, budget)
    except OverflowError:
        spec = json.dumps({"stage": "whole", "method": "sweep"})
        return _summed(0, budget.nodes, ((1.0, spec),))
    synced(folder)
    mark = halves_mark(folder)
    result = _summed(0, budget.nodes, _ranges(0, size, size, mark, 0.5))
    return result._replace(hash=mark, file=mark)


def halves_mark(folder: Path) -> str:
    """Return the check sum of two halves."""
    sums = [f"{path.name} {file_hash(path)}" for path in sorted(folder.glob("*.npy"))]
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()


@lru_cache(maxsize=1)
def _joint(problem: Problem, folder: str, mark: str) -> Joint:
    """Map the halves of a count, once a worker; those that the order means."""
    from caballero.count.parted import joint

    where = halves_path(folder)
    if halves_mark(where) != mark:
        raise ValueError("halves")
    return joint(problem, where)


def _ranges(
    begin: int, end: int, size: int, mark: str, whole: float = 0.5
) -> tuple[tuple[float, str], ...]:
    """Part signatures among shards."""
    step = max(1, -(-(end - begin) // PARTS))
    return tuple(
        (
            whole * (min(end, at + step) - at) / size,
            json.dumps(
                {
                    "stage": "join", "begin": at, "end": min(end, at + step), "size": size,
                    "mark": mark,
                }
            ),
        )
        for at in range(begin, end, step)
    )  # fmt: skip


def _rests_text(rests: list[Rest], age: int) -> str:
    return json.dumps(
        {"rests": [[rest.share, list(rest.way), rest.tree] for rest in rests], "age": age}
    )


def _object(text: str) -> dict[str, object]:
    try:
        data = json.loads(text) if len(text) <= MOST_ORDER else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidInput("run-question", text=short(text))
    return data


def synced(folder: Path) -> None:
    """Let the names in a folder be kept, even if the machine stops."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:  # not everywhere can a folder be opened
        return
    try:
        os.fsync(number)
    finally:
        os.close(number)


def read_part(folder: Path, number: int, problem: Problem, count: int) -> Collection:
    """Open a part.

    Raises
    ------
    InvalidInput
        If it is not what it should be.
    """
    part = read_tours(part_path(folder, number))
    if part.problem != problem or len(part) != count:
        raise InvalidProblem("run-part", number=number)
    return part
