"""The work of a run: its specification, its first shards, and how a worker does a shard.

There are two kinds of work. A *list* writes the tours of each shard to a Parquet file; a shard
consists of rests of the listing (:mod:`caballero.counting.listing.work`), and leaves the rests that
exceed its size. A *count* first sweeps over two halves: in each phase, a shard divides the next
stage of the sweeps, and others do it; then each shard joins some signatures of the halves
(:mod:`caballero.counting.shards`). A problem that cannot be halved is counted as a single shard. A
count up to symmetry adds a shard for each term of the sum of :mod:`caballero.counting.symmetric`.

A worker gets a :class:`Task` of plain texts and returns a :class:`Result`; it writes tours to files
in the folder of the store, which must have the same name on all machines.

Invariants: the result of a shard depends on the task alone, not on the worker or the time; a file
is complete or absent; a task of another version is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from caballero.counting.collection.collection import Collection, read_tours, write_orders
from caballero.counting.count import convention_of
from caballero.counting.listing.work import Portion as ListPortion, Rest, Work, share_out
from caballero.counting.symmetric import SYMMETRIC_SHARE, class_sum
from caballero.machine.arguments import flag, is_name
from caballero.machine.errors import (
    CaballeroError,
    InvalidInput,
    InvalidProblem,
    TooLarge,
    UnknownName,
)
from caballero.machine.extras import missing
from caballero.machine.folders import make_below, refuse_link, replacing
from caballero.machine.limits import Budget
from caballero.machine.words import Message, digits, short
from caballero.model.direction import goes_both_ways, without_clues
from caballero.model.interchange import problem_data, read_problem
from caballero.model.problem import Problem
from caballero.model.symmetry import english_name

from .ledger import NewShard, Result

if TYPE_CHECKING:
    from caballero.counting.shards import Portion
    from caballero.counting.sweeps.halves import Meeting
    from caballero.model.tour import Tour

KINDS: Final = ("list", "count")

WORK_PER_SECOND: Final = {"list": 3_000_000, "count": 6_000_000}
"""The work that a worker does in a second, approximately."""

MOST_SECONDS: Final = 86400
"""The longest duration of a shard: a day."""

MOST_SHARDS_LEFT: Final = 4
"""The most shards that a shard leaves."""

JOINING: Final = 0.05
"""The assumed time of a gathered state, in times of a state that a sweep writes to files."""

STAGE_SHARE: Final = 0.5
"""The assumed share of a stage in the rest of the sweeps, for progress."""

MOST_SPEC_LETTERS: Final = 2**24
"""The longest specification that is read, in letters."""


class Asked(TypedDict, total=False):
    """Which tours a run lists or counts; see :func:`caballero.iter_tours` and `count_tours`."""

    up_to_symmetry: bool
    symmetry: str | None
    directed: bool


class RunSpec(NamedTuple):
    """The specification of a run: its kind of ``KINDS``, in shards of at most `most` work.

    `symmetry` is for lists only, and `directed` for counts only; see :class:`Asked`.

    >>> spec = RunSpec("list", Problem(6), 4_000_000)
    >>> read_spec(spec.text()) == spec
    True
    """

    kind: str
    problem: Problem
    most: int
    up_to_symmetry: bool = False
    symmetry: str | None = None
    directed: bool = False

    def to_dict(self) -> dict[str, object]:
        """Return the specification without the size of shards, ready for JSON."""
        data: dict[str, object] = {"kind": self.kind, "problem": problem_data(self.problem)}
        if self.up_to_symmetry:
            data["up_to_symmetry"] = True
        if self.symmetry is not None:
            data["symmetry"] = self.symmetry
        if self.directed:
            data["directed"] = True
        return data

    def total(self, found: int) -> int:
        """Return the number of tours from the sum of the shards' results.

        >>> make_spec("count", Problem(6), 1, directed=True).total(5)
        10
        """
        if self.kind == "count" and self.up_to_symmetry:
            return found // class_sum(self.problem).order  # exact when all shards are done
        return found * (2 if self.directed and goes_both_ways(self.problem) else 1)

    @property
    def convention(self) -> Message:
        """What the run counts, in a sentence."""
        return convention_of(self.problem, self.directed, self.up_to_symmetry)

    def text(self) -> str:
        """Return the spec as JSON."""
        return json.dumps({**self.to_dict(), "most": self.most}, ensure_ascii=False)


class Task(NamedTuple):
    """A worker's task: a shard of a run, both as JSON, from the store in a folder.

    `version` is that of the coordinator's package. Tours are written if `keep`, else only hashed.
    """

    folder: str
    version: str
    run: str
    spec: str
    number: int
    keep: bool


def read_spec(text: str) -> RunSpec:
    """Read a specification; raise InvalidInput for another text."""
    data = _read_object(text)
    kind, most = data.get("kind"), data.get("most")
    if kind not in KINDS or type(most) is not int or not 0 < most < 2**60:
        raise InvalidInput("run-problem", text=short(text))
    symmetry = data.get("symmetry")
    if symmetry is not None and (not isinstance(symmetry, str) or len(symmetry) > 40):
        raise InvalidInput("run-problem", text=short(text))
    classes, directed = (data.get(name) is True for name in ("up_to_symmetry", "directed"))
    problem = read_problem(data.get("problem"))
    return RunSpec(str(kind), problem, most, classes, symmetry, directed)


def make_spec(
    kind: str,
    problem: Problem,
    seconds: float,
    *,
    up_to_symmetry: bool = False,
    symmetry: str | None = None,
    directed: bool = False,
) -> RunSpec:
    """Return the specification of a run whose shards take about `seconds` seconds.

    Raises InvalidInput if the kind is unknown, or the problem cannot be divided into shards;
    InvalidProblem if its tours cannot be counted up to symmetry.

    >>> make_spec("count", Problem(6), 2).most
    12000000
    """
    up_to_symmetry, directed = flag("up_to_symmetry", up_to_symmetry), flag("directed", directed)
    if not is_name(kind, KINDS):
        raise UnknownName.among("run-kind", kind, KINDS)
    if not 0 < seconds <= MOST_SECONDS:
        raise InvalidInput("run-seconds", value=seconds, most=MOST_SECONDS)
    if kind == "count" and symmetry is not None:
        raise InvalidInput("run-count-kind")
    if kind == "list" and directed:
        raise InvalidInput("run-list-directed")
    if directed and up_to_symmetry:
        raise InvalidProblem("count-classes-only")
    most = max(1, int(WORK_PER_SECOND[kind] * seconds))
    name = None if symmetry is None else english_name(symmetry, problem.board)
    spec = RunSpec(kind, problem, most, up_to_symmetry, name, directed)
    if kind == "count" and up_to_symmetry:
        class_sum(problem)  # raises if symmetries keep clues
    if kind == "list":
        _listing_work(spec)  # raises if the problem cannot be divided
        if find_spec("pyarrow") is None:  # to import it takes longer than a limit may
            raise missing("data")
    return spec


def first_shards(spec: RunSpec) -> list[NewShard]:
    """Return the first shards of a run.

    >>> first_shards(make_spec("list", Problem(6), 1))
    [NewShard(share=1.0, spec='{"rests": [], "whole": true, "age": 0}', phase=0)]
    """
    if spec.kind == "list":
        return [NewShard(1.0, json.dumps({"rests": [], "whole": True, "age": 0}))]
    terms = len(class_sum(spec.problem).terms) if spec.up_to_symmetry else 0
    most = 1 - SYMMETRIC_SHARE if terms else 1.0
    if _can_halve(spec.problem):
        first = _halves_shard(0, most, most)
    else:
        first = NewShard(most, json.dumps({"stage": "whole", "share": most}))
    return [
        first,  # others may wait for it
        *(
            NewShard(SYMMETRIC_SHARE / terms, json.dumps({"stage": "term", "at": i}))
            for i in range(terms)
        ),
    ]


def _halves_shard(at: int, share: float, whole: float, joining: float = 0.0) -> NewShard:
    """Return the shard that continues with the halves when `at` stages of the sweeps are done.

    It and all shards that follow are `share` of the work; the whole count is `whole` of it, of
    which the joins are a share of `joining`, if that is known yet.
    """
    spec = {"stage": "halves", "at": at, "share": share, "whole": whole, "joining": joining}
    return NewShard(share, json.dumps(spec), 2 * at + 1)


def makes_halves(spec: str) -> bool:
    """Return whether a shard of a count helps to make its halves."""
    return '"stage": "halves"' in spec or '"stage": "sweep"' in spec


def _can_halve(problem: Problem) -> bool:
    from caballero.counting.counting import BRUTE_SQUARES

    return without_clues(problem) is not None and problem.size > BRUTE_SQUARES


# -- the work of a worker ------------------------------------------------------------------------


def work(task: Task) -> Result:
    """Do a shard.

    Raises CaballeroError if the task is of another version, or malformed; OSError if the results
    cannot be written.

    >>> import tempfile
    >>> spec = make_spec("list", Problem("5x6", closed=True), 1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [(share, part, _)] = first_shards(spec)
    ...     result = work(Task(folder, version(), spec.text(), part, 1, False))
    >>> result.tours, result.hash[:6], result.left
    (8, '6810ed', ())
    """
    if task.version != version():
        raise CaballeroError("run-version-worker", theirs=version(), ours=task.version)
    spec, part = read_spec(task.run), _read_object(task.spec)
    began = time.perf_counter()
    do = _list_shard if spec.kind == "list" else _count_shard
    try:
        result = do(spec, part, task)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        if isinstance(error, CaballeroError):
            raise
        raise InvalidInput("run-problem", text=short(task.spec)) from error
    return result._replace(seconds=time.perf_counter() - began)


def version() -> str:
    """Return the version of the package, from its top-level module."""
    from caballero import __version__

    return __version__


def worker_name() -> str:
    """Return the name of this worker: the machine and the process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def part_path(folder: str | os.PathLike[str], number: int) -> Path:
    """Return the file of a shard's tours."""
    return Path(folder) / "parts" / f"{number:08}.parquet"


def file_hash(path: Path) -> str:
    """Return the hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _listing_work(spec: RunSpec) -> Work:
    return Work(spec.problem, up_to_symmetry=spec.up_to_symmetry, symmetry=spec.symmetry)


def _list_shard(spec: RunSpec, part: Mapping[str, object], task: Task) -> Result:
    rests = [
        Rest(float(share), tuple(map(int, decisions)), int(tree))
        for share, decisions, tree in part["rests"]  # type: ignore[attr-defined]
    ]
    age = int(part["age"])  # type: ignore[call-overload]
    # The first shards are small, so that all workers get work soon.
    most = min(spec.most, 2_000 << min(40, 3 * age))
    whole = part.get("whole") is True
    trees = _listing_work(spec)
    portion = ListPortion(trees, None if whole else rests, most)
    tours = _HashedTours(portion, spec.problem.size)
    file = None
    if task.keep:
        file = _write_part(part_path(task.folder, task.number), tours, spec.problem)
    else:
        for _ in tours:
            pass
    left = tuple(
        NewShard(sum(rest.share for rest in group), _write_rests(group, age + 1))
        for group in share_out(trees, portion.left, MOST_SHARDS_LEFT)
    )
    return Result(worker_name(), tours.count, tours.hash(), file, portion.nodes, 0.0, left)


def _write_part(path: Path, tours: _HashedTours, problem: Problem) -> str | None:
    """Write a part, and return its hash; None if there is no tour."""
    ahead = iter(tours)
    first = next(ahead, None)
    if first is None:
        return None
    make_below(path.parent.parent, path.parent)
    with replacing(path) as part:
        write_orders(part, (tour.order for tour in chain([first], ahead)), problem)
    sync_folder(path.parent)
    return file_hash(path)


class _HashedTours:
    """The tours of a portion, and their hash once they have been read."""

    def __init__(self, portion: ListPortion, size: int) -> None:
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
    """Return the packing of tours of `size` squares into bytes, equal on all machines."""
    return Struct(f">{size}{'B' if size <= 2**8 else 'I'}")


def _count_shard(spec: RunSpec, part: Mapping[str, object], task: Task) -> Result:
    problem, stage = spec.problem, part["stage"]
    budget = Budget(alone=True)  # the coordinator adds the nodes of each result
    if stage in ("halves", "sweep"):
        try:
            return (_halve if stage == "halves" else _sweep)(spec, part, task, budget)
        except InvalidInput as error:
            if error.code == "checkpoint-damaged":
                raise CaballeroError("run-halves", folder=task.folder) from error
            raise
    if stage == "term":
        at = int(part["at"])  # type: ignore[call-overload]
        count = class_sum(problem).term(at, budget)
        return _count_result(count, budget.nodes, ())
    if stage == "whole":
        from caballero.counting.counting import count_tours

        method = str(part.get("method", "auto"))
        some = spec.directed and not goes_both_ways(problem)  # see `RunSpec.total`
        counted = count_tours(problem, method=method, directed=some)
        return _count_result(int(counted), counted.stats.nodes, ())
    from caballero.counting.shards import join

    begin, end = (int(part[name]) for name in ("begin", "end"))  # type: ignore[call-overload]
    unit, mark = float(part["unit"]), str(part["mark"])  # type: ignore[arg-type]
    try:
        halves = _load_halves(_without_clues(problem), task.folder, mark)
    except (OSError, ValueError) as error:
        raise CaballeroError("run-halves", folder=task.folder) from error
    if not 0 <= begin <= end <= len(halves.weights) or not 0 < unit <= 1:
        raise ValueError("range")
    count, reached = join(halves, begin, end, budget, spec.most)
    left = _join_shards(reached, end, unit, mark, int(part["phase"]))  # type: ignore[call-overload]
    return _count_result(count, budget.nodes, left)


def _without_clues(problem: Problem) -> Problem:
    plain = without_clues(problem)
    assert plain is not None, "only problems without clues are halved"
    return plain


def _count_result(count: int, nodes: int, left: tuple[NewShard, ...]) -> Result:
    digest = hashlib.sha256(digits(count).encode()).hexdigest()
    return Result(worker_name(), count, digest, None, nodes, 0.0, left)


def halves_path(folder: str | os.PathLike[str]) -> Path:
    """Return the folder of the halves of a count; refuse a link."""
    path = Path(folder) / "halves"
    refuse_link(path)
    return path


def _halve(spec: RunSpec, part: Mapping[str, object], task: Task, budget: Budget) -> Result:
    """Divide the next stage of the sweeps into shards; after the last stage, finish the halves."""
    from caballero.counting.shards import halve

    at = int(part["at"])  # type: ignore[call-overload]
    share, whole = float(part["share"]), float(part["whole"])  # type: ignore[arg-type]
    folder = halves_path(task.folder)
    try:
        portions = halve(_without_clues(spec.problem), folder, budget, at)
    except OverflowError:
        alone = NewShard(share, json.dumps({"stage": "whole", "method": "sweep"}))
        return _count_result(0, budget.nodes, (alone,))
    sync_folder(folder)
    phase = 2 * at + 2
    if isinstance(portions, int):
        mark = hash_of_halves(folder)
        left = _join_shards(0, portions, share / max(1, portions), mark, phase)
        return _count_result(0, budget.nodes, left)._replace(hash=mark, file=mark)
    # With the first stage comes an estimate: which share of the work is the joins'.
    joining = float(part.get("joining") or joining_share(spec.problem))  # type: ignore[arg-type]
    now = (share - joining * whole) * STAGE_SHARE
    unit = now / sum(portion.stop - portion.begin for portion in portions)
    shards = tuple(_sweep_shard(portion, unit) for portion in portions)
    following = _halves_shard(at + 1, share - now, whole, joining)
    return _count_result(0, budget.nodes, (*shards, following))


def joining_share(problem: Problem) -> float:
    """Return the joins' share of the work of a count, by its estimate of states."""
    from caballero.counting.estimate import estimate_count

    states = {"join": 0.0, "sweeps": 1.0}
    with suppress(TooLarge):
        for step in estimate_count(_without_clues(problem), method="halves").steps:
            states["join" if step.name == "join" else "sweeps"] += step.states
    joined = JOINING * states["join"]
    return joined / (joined + states["sweeps"])


def _sweep(spec: RunSpec, part: Mapping[str, object], task: Task, budget: Budget) -> Result:
    """Sweep shards of a stage; leave the shards that exceed the size."""
    from caballero.counting.shards import Portion, sweep

    portion = Portion(*part["portion"])  # type: ignore[misc]
    folder, unit = halves_path(task.folder), float(part["unit"])  # type: ignore[arg-type]
    reached, mark = sweep(_without_clues(spec.problem), folder, portion, budget, spec.most)
    sync_folder(folder)
    left = tuple(
        _sweep_shard(portion._replace(begin=begin, stop=stop), unit)
        for begin, stop in _ranges(reached, portion.stop)
    )
    return _count_result(0, budget.nodes, left)._replace(hash=mark)


def _sweep_shard(portion: Portion, unit: float) -> NewShard:
    """Return the shard for a portion of a sweep, each of whose shards is `unit` of the work."""
    text = json.dumps({"stage": "sweep", "portion": portion, "unit": unit})
    return NewShard(unit * (portion.stop - portion.begin), text, 2 * portion.stage + 2)


def hash_of_halves(folder: Path) -> str:
    """Return the hash of the files of two halves."""
    files = sorted(path for path in folder.glob("*.ints") if "-layer-" not in path.name)
    hashes = [f"{path.name} {file_hash(path)}" for path in files]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


@lru_cache(maxsize=1)
def _load_halves(problem: Problem, folder: str, mark: str) -> Meeting:
    """Map the halves of a count with this hash, once per worker."""
    from caballero.counting.shards import read_halves

    where = halves_path(folder)
    if hash_of_halves(where) != mark:
        raise ValueError("halves")
    return read_halves(problem, where)


def _join_shards(begin: int, end: int, unit: float, mark: str, phase: int) -> tuple[NewShard, ...]:
    """Divide signatures among shards; each is `unit` of the work."""
    rest = {"unit": unit, "mark": mark, "phase": phase}
    return tuple(
        NewShard(
            unit * (to - at), json.dumps({"stage": "join", "begin": at, "end": to, **rest}), phase
        )
        for at, to in _ranges(begin, end)
    )


def _ranges(begin: int, end: int) -> list[tuple[int, int]]:
    """Divide a range into at most `MOST_SHARDS_LEFT`."""
    step = max(1, -(-(end - begin) // MOST_SHARDS_LEFT))
    return [(at, min(end, at + step)) for at in range(begin, end, step)]


def _write_rests(rests: list[Rest], age: int) -> str:
    return json.dumps(
        {"rests": [[rest.share, list(rest.decisions), rest.tree] for rest in rests], "age": age}
    )


def _read_object(text: str) -> dict[str, object]:
    try:
        data = json.loads(text) if len(text) <= MOST_SPEC_LETTERS else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidInput("run-problem", text=short(text))
    return data


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to disk, so that they survive a crash of the machine."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:  # some systems cannot open a folder
        return
    try:
        os.fsync(number)
    finally:
        os.close(number)


def read_part(folder: Path, number: int, problem: Problem, count: int) -> Collection:
    """Open a part; refuse a part of another problem or length."""
    part = read_tours(part_path(folder, number))
    if part.problem != problem or len(part) != count:
        raise InvalidProblem("run-part", number=number)
    return part
