"""Checkpoints: interrupted counts continue, and other counts are refused."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from caballero import CaballeroError, InvalidInput, Limits, Problem, count_tours
from caballero.counting.frontier import frontier_count
from caballero.counting.sweeps.checkpoint import Checkpoint, locked_checkpoint
from caballero.counting.sweeps.threads import in_threads
from caballero.counting.tuning import Tuning
from caballero.machine.driver import Meter
from caballero.machine.kernel import Counts
from caballero.machine.limits import Budget, LimitHit
from read_only import read_only

CLOSED = Problem("5x8", closed=True)  # 44 202, A175855


@pytest.fixture(autouse=True)
def _stored_at_once() -> Iterator[None]:
    with Budget(tuning=[Tuning(stored_states=1)]):
        yield


@pytest.mark.slow
def test_an_interrupted_sweep_continues(tmp_path: Path) -> None:
    whole = Budget()
    assert frontier_count(CLOSED, whole, halves=False) == 44_202
    nodes = whole.nodes * 2 // 3
    with pytest.raises(LimitHit):
        frontier_count(CLOSED, Budget(Limits(nodes=nodes)), halves=False, folder=tmp_path)
    again = Budget()
    assert frontier_count(CLOSED, again, halves=False, folder=tmp_path) == 44_202
    assert again.nodes < whole.nodes


@pytest.mark.slow
@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("halves", [True, False])
def test_a_finished_count_in_a_read_only_folder(halves: bool, locked: bool, tmp_path: Path) -> None:
    """It is repeated there; a count that needs to write is refused, and so is another one."""
    done, begun = tmp_path / "done", tmp_path / "begun"
    frontier_count(CLOSED, Budget(), halves=halves, folder=done)
    with pytest.raises(LimitHit):
        frontier_count(CLOSED, Budget(Limits(nodes=3_000)), halves=halves, folder=begun)
    if not locked:
        for folder in (done, begun):
            (folder / "lock").unlink()
    with read_only(tmp_path):
        assert frontier_count(CLOSED, Budget(), halves=halves, folder=done) == 44_202
        with pytest.raises(InvalidInput, match="another count"):
            frontier_count(Problem("5x6"), Budget(), halves=halves, folder=done)
        for folder in (begun, tmp_path / "new"):
            with pytest.raises(InvalidInput, match=r"cannot be made or written \("):
                frontier_count(CLOSED, Budget(), halves=halves, folder=folder)


def test_another_question_is_refused(tmp_path: Path) -> None:
    Checkpoint(tmp_path, "one")
    with pytest.raises(InvalidInput, match="another count"):
        Checkpoint(tmp_path, "other")


@pytest.mark.long_plain
@pytest.mark.parametrize("harm", ["shorter", "changed", "no head", "another total", "null"])
def test_a_damaged_layer_is_found_out(harm: str, tmp_path: Path) -> None:
    frontier_count(CLOSED, Budget(), halves=False, folder=tmp_path)
    file = tmp_path / "sweep.layer"
    data = file.read_bytes()
    if harm == "shorter":
        data = data[:-8]
    elif harm == "changed":
        data = data[:-1] + bytes([data[-1] ^ 1])
    elif harm == "another total":
        assert b'"total": "' in data
        data = data.replace(b'"total": "', b'"total": "1', 1)
    elif harm == "null":
        data = b"null" + data[data.index(b"\n") :]
    else:
        data = b"\n" + data
    file.write_bytes(data)
    with pytest.raises(InvalidInput, match="damaged"):
        frontier_count(CLOSED, Budget(), halves=False, folder=tmp_path)


def test_a_part_that_was_cut_off_is_not_believed(tmp_path: Path) -> None:
    one = Checkpoint(tmp_path, "x")
    one.add_part("join", 3, 10**20)
    one.add_part("join", 4, 7)
    file = tmp_path / "join.parts"
    file.write_text(file.read_text()[:-3])
    assert dict(one.parts("join")) == {3: 10**20}
    file.write_bytes(file.read_bytes()[:-2] + "ñ".encode())
    assert dict(one.parts("join")) == {3: 10**20}


def forever(budget: Meter) -> None:
    while True:
        time.sleep(0.001)
        budget.spend(1)


def test_threads_stop_when_the_budget_is_spent() -> None:
    with pytest.raises(LimitHit):
        in_threads([forever, forever], Budget(Limits(seconds=0.1)))
    with pytest.raises(LimitHit):
        in_threads([forever, forever], Budget(Limits(nodes=1000)))


@pytest.mark.parametrize("threads", [None, 1])
def test_threads_count_together(threads: int | None) -> None:
    budget, reported = Budget(), []
    works = [lambda meter: meter.spend(5), lambda meter: meter.spend(6)]
    in_threads(works, budget, threads=threads, done=lambda number, _: reported.append(number))
    assert budget.nodes == 11
    assert sorted(reported) == [0, 1]


def test_an_error_in_a_thread_comes_out() -> None:
    def fails(budget: Meter) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_threads([fails, forever], Budget())


@pytest.mark.parametrize("name", ["question", "values.ints", "join.parts", "lock"])
def test_a_link_is_not_written_through(name: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / name).symlink_to(tmp_path / "none" if name == "question" else victim)

    def write() -> None:
        with locked_checkpoint(folder, 1) as one:
            one.keep("values", Counts, [1])
            one.add_part("join", 0, 5)

    with pytest.raises(CaballeroError, match="symbolic link"):
        write()
    assert victim.read_text() == "precious"
    assert not (tmp_path / "none").exists()


def test_a_link_that_waits_for_a_new_file_is_not_followed(tmp_path: Path) -> None:
    one, victim = Checkpoint(tmp_path / "folder", "x"), tmp_path / "victim"
    victim.write_text("precious")
    for name in ("kept.ints", "filled.ints"):
        (tmp_path / "folder" / f"{name}.{os.getpid()}.new").symlink_to(victim)
    one.keep("kept", Counts, [1])
    with one.filling("filled", Counts, 1) as values:
        values[0] = 1
    assert victim.read_text() == "precious"


HOLDS = """
import sys
from caballero import count_tours
from caballero.counting import frontier
frontier._count_by = lambda *_: print("counting", flush=True) or len(sys.stdin.read())
count_tours("5x6", method="halves", folder=sys.argv[1])
"""
"""A count that ends when its input does."""


def test_two_processes_do_not_share_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    words, pipe = [sys.executable, "-c", HOLDS, str(tmp_path)], subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "counting\n"
        with pytest.raises(InvalidInput, match="Another process is counting in the folder"):
            count_tours("5x6", method="halves", folder=tmp_path)
        other.communicate()
    assert other.returncode == 0
    assert count_tours("5x6", method="halves", folder=tmp_path) == 18_784
