"""Counts with their states on disk: the same numbers, within the memory, whatever interrupts."""

import errno
import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from caballero import Board, InvalidInput, LimitReached, Limits, Problem, count_tours
from caballero.counting.frontier import frontier_count
from caballero.counting.sweeps import checkpoint
from caballero.counting.sweeps.checkpoint import Checkpoint
from caballero.counting.sweeps.halves import halved_graph
from caballero.counting.sweeps.route import route
from caballero.counting.sweeps.spill import SpilledSweep, ThreadMemory
from caballero.counting.tuning import Tuning
from caballero.machine.kernel import Counts
from caballero.machine.limits import Budget, LimitHit
from seldom import mostly_nightly

QUESTIONS = [
    (Problem("5x6"), 18_784),  # half of A165134's directed paths
    (Problem("6x6"), 3_318_960),
    (Problem("6x6", closed=True), 9_862),
    (Problem("5x5"), 864),  # an odd board: both ends have the colour of the corners
    (Problem("4x7", start="a1"), None),
    (Problem("5x6", start="a1", end="b1"), None),
    (Problem("5x6", forced=["a1-b3"], forbidden=["c3-d5"]), None),
    (Problem(Board((5, 6), [(0, 0), (4, 5)])), None),
    (Problem(Board((6, 6), [(0, 0), (2, 3)]), closed=True), None),
    (Problem("4x4", piece="king", closed=True), None),
    (Problem("5x8", piece="giraffe"), None),
    (Problem("4x6", piece="camel"), None),
    (Problem("4x6", surface="cylinder"), None),
]


@pytest.fixture(autouse=True)
def _spilled_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(os, "fsync", lambda _file: None)  # it takes most of the time
    with Budget(tuning=[Tuning(spilled_states=1, spilled_digits=2)]):
        yield


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "known"), mostly_nightly(QUESTIONS, 2, several=True))
def test_the_number_is_the_same(problem: Problem, known: int | None, tmp_path: Path) -> None:
    found = frontier_count(problem, Budget(), folder=tmp_path)
    assert found == frontier_count(problem, Budget(), halves=True)
    assert found == frontier_count(problem, Budget(), halves=False)
    assert known in (None, found)
    assert not [*tmp_path.glob("*.ints*"), *tmp_path.glob("*.part")]  # only the result is kept


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_killed_count_goes_on(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill is an exception at a random file, or at a random node."""
    random_one, problem = random.Random(seed), Problem("5x6")
    written = checkpoint._write

    def dying(path: Path, *pieces: bytes | memoryview) -> None:
        if random_one.random() < 0.05:
            (path.parent / f".{path.name}.1.part").write_bytes(b"half of it")
            raise KeyboardInterrupt
        written(path, *pieces)

    monkeypatch.setattr(checkpoint, "_write", dying)
    kills = 0
    while True:
        limits = Limits(nodes=random_one.randrange(2_000, 9_000))
        try:
            assert frontier_count(problem, Budget(limits), folder=tmp_path) == 18_784
            break
        except (KeyboardInterrupt, LimitHit):
            kills += 1
    assert kills
    again = Budget()
    assert frontier_count(problem, again, folder=tmp_path) == 18_784
    assert again.nodes == 0


@pytest.mark.parametrize("harm", ["shorter", "changed", "empty"])
def test_a_damaged_file_is_found_out(harm: str, tmp_path: Path) -> None:
    problem = Problem("5x6")
    with pytest.raises(LimitHit):
        frontier_count(problem, Budget(Limits(nodes=5_000)), folder=tmp_path)
    largest = max(tmp_path.glob("*.ints"), key=lambda path: path.stat().st_size)
    for file in tmp_path.glob(f"{largest.name[:14]}*.ints"):
        data = file.read_bytes()
        changed = data[:-1] + bytes([data[-1] ^ 1])
        file.write_bytes({"shorter": data[:-8], "changed": changed, "empty": b""}[harm])
    with pytest.raises(InvalidInput, match="damaged"):
        frontier_count(problem, Budget(), folder=tmp_path)


def test_a_full_disk_is_an_error_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", _raise(errno.ENOSPC))
    with pytest.raises(InvalidInput, match="full"):
        count_tours("5x6", folder=tmp_path / "full", method="halves")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["lock"]


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = Checkpoint(tmp_path / "begun", "5x6")
    monkeypatch.setattr(os, "fsync", _raise(errno.EROFS))
    with pytest.raises(InvalidInput, match="read-only") as refused:
        count_tours("5x6", folder=tmp_path / "new", method="halves")
    assert str(tmp_path / "new") in str(refused.value)
    for write in (
        partial(begun.keep, "values", Counts, [1]),
        partial(begun.add_part, "join", 0, 1),
    ):
        with pytest.raises(InvalidInput, match="read-only") as refused:
            write()
        assert str(tmp_path / "begun") in str(refused.value)
    monkeypatch.setattr(os, "fsync", _raise(errno.EIO))
    with pytest.raises(OSError, match="broken") as found:
        begun.keep("values", Counts, [1])
    assert str(found.value.filename).startswith(str(tmp_path / "begun"))


def _raise(number: int):  # type: ignore[no-untyped-def]
    def fail(_file: int) -> None:
        raise OSError(number, {errno.EROFS: "read-only", errno.EIO: "broken"}.get(number, "full"))

    return fail


def _left_half(problem: Problem, folder: Path, threads: int = 2) -> SpilledSweep:
    chosen = route(problem, Budget(), halves=True)
    assert chosen is not None
    assert chosen.place is not None
    half = halved_graph(chosen.ordered.neighbours, chosen.place, chosen.flip, chosen.mirror).left
    return SpilledSweep(
        half.neighbours, half.steps, Budget(), Checkpoint(folder, problem), "left",
        flip=half.flip, threads=threads,
    )  # fmt: skip


def tight(most_bytes: float) -> Budget:
    return Budget(tuning=[Tuning(spilled_states=1, spilled_digits=2, most_bytes=most_bytes)])


@pytest.mark.long_plain
def test_the_memory_is_kept(tmp_path: Path) -> None:
    problem = Problem("6x6")
    free = _left_half(problem, tmp_path / "free", threads=1)
    states = sum(map(len, free.run()))
    allowed = free.peak  # two threads cannot sweep the largest shards at the same time
    with tight(allowed):
        sweep = _left_half(problem, tmp_path / "tight")
        assert sum(map(len, sweep.run())) == states
    assert sweep.peak <= allowed
    with tight(10_000), pytest.raises(LimitHit, match="megabytes"):
        _left_half(problem, tmp_path / "none").run()


def test_a_share_counts_every_byte() -> None:
    memory = ThreadMemory(800)
    one = memory.room(60)
    with pytest.raises(LimitHit):
        memory.room(41)
    other = memory.room(40)
    memory.release(one)
    assert (memory.held, memory.peak) == (320, 800)
    memory.release(other)
    assert memory.held == 0


@pytest.mark.long_plain
def test_the_numbers_of_threads_agree(tmp_path: Path) -> None:
    problem = Problem("6x6")
    one, two = (_left_half(problem, tmp_path / str(n), n) for n in (1, 2))
    assert sorted(map(list, one.run())) == sorted(map(list, two.run()))


def test_too_little_memory_is_a_limit(tmp_path: Path) -> None:
    with tight(10_000), pytest.raises(LimitReached) as found:
        count_tours("6x6", folder=tmp_path, method="halves")
    assert found.value.outcome.limit == "megabytes"
