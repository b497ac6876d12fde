"""Faults, with real processes and signals: afterwards everything is as if nothing had happened."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from caballero import Problem
from caballero.counting import RunResult, resume_run, run_status, run_tours, start_run, verify_run
from counting.run.runs import SHARD, begun, command, ended, gone, kill, workers_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc"),
]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    """864 tours in a few dozen shards."""
    with ThreadPoolExecutor(1) as pool:
        folder = tmp_path_factory.mktemp("run") / "run"
        return start_run("list", 5, folder, seconds=float(SHARD), executor=pool)


def begin(folder: Path) -> subprocess.Popen[str]:
    return begun("run", "list", 5, "--store", folder, "--shard", SHARD, "--workers", "2")


def same(folder: Path, undisturbed: RunResult) -> None:
    status, out, err = ended(begun("run", "resume", folder, "--workers", "1"))
    assert (status, out) == (0, f"{undisturbed.count}\n"), err
    with ThreadPoolExecutor(1) as pool:
        result, faults = verify_run(folder, executor=pool)
    assert (result.hash, faults) == (undisturbed.hash, [])
    assert len(set(run_tours(folder))) == undisturbed.count


def wait_for_shards(folder: Path, least: int, seconds: float = 600) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if (folder / "ledger.sqlite").exists() and len(list(folder.glob("parts/0*"))) >= least:
            return
        time.sleep(0.02)
    raise AssertionError("no shard was done")


def more_parts(folder: Path, seen: int, process: subprocess.Popen[str]) -> int:
    """Wait until there are more parts than were seen, or the end; return how many there are."""
    while (now := len(list(folder.glob("parts/0*")))) <= seen and process.poll() is None:
        time.sleep(0.01)
    return now


@pytest.mark.parametrize("most", [3, pytest.param(20, marks=pytest.mark.nightly)])
def test_kills_at_random_moments(tmp_path: Path, most: int) -> None:
    with ThreadPoolExecutor(1) as pool:
        undisturbed = start_run(
            "list", Problem(6, closed=True), tmp_path / "undisturbed", seconds=0.002, executor=pool
        )
    assert undisturbed.count == 9862
    words = ["run", "list", 6, "--closed", "--shard", "0.002", "--workers", "2", "--store"]
    rng = random.Random(20)
    kills = stores = 0
    while kills < most:
        folder = tmp_path / str(stores)
        status = None
        while kills < most and status != 0:
            process = begun(*words, folder)
            workers: list[int] = []
            seen = len(list(folder.glob("parts/0*")))
            while kills < most and process.poll() is None:
                working = rng.random() < 0.8  # else before anything is done
                if working:
                    seen = more_parts(folder, seen, process)
                time.sleep(rng.uniform(0, 0.1 if working else 0.4))  # a shard takes far less
                workers = workers_of(process.pid)
                kills += 1
                if workers and rng.random() < 0.6:
                    kill(rng.choice(workers))
                else:
                    kill(process.pid)
                    break
            if kills == most:
                kill(process.pid)
            status, out, err = ended(process)
            assert status in (0, -signal.SIGKILL), err
            assert status != 0 or out == "9862\n"
            assert gone(workers), "workers outlive their coordinator"
        same(folder, undisturbed)
        stores += 1


def test_ctrl_c_stops_and_says_how_to_continue(tmp_path: Path, undisturbed: RunResult) -> None:
    folder = tmp_path / "run"
    process = begin(folder)
    wait_for_shards(folder, 2)
    workers = workers_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all of them hear it
    status, out, err = ended(process)
    assert status == 130, err
    assert out == ""
    assert err.endswith(f"To continue: caballero run resume {folder}\n")
    assert "Traceback" not in err
    assert gone(workers)
    assert "leased" not in run_status(folder).states
    same(folder, undisturbed)


def test_a_second_coordinator_is_refused(tmp_path: Path, undisturbed: RunResult) -> None:
    folder = tmp_path / "run"
    process = begin(folder)
    wait_for_shards(folder, 1)
    os.kill(process.pid, signal.SIGSTOP)
    try:
        status, out, err = ended(begun("run", "resume", folder))
        assert (status, out) == (2, "")
        assert f":{process.pid} is working on {folder}" in err
        shown = run_status(folder)
        assert shown.running is not None
        assert shown.running.endswith(f":{process.pid}")
        assert not shown.finished
    finally:
        os.kill(process.pid, signal.SIGCONT)
    status, out, err = ended(process)
    assert (status, out) == (0, "864\n"), err
    same(folder, undisturbed)


def test_a_killed_coordinator_is_replaced(tmp_path: Path, undisturbed: RunResult) -> None:
    folder = tmp_path / "run"
    process = begin(folder)
    wait_for_shards(folder, 1)
    workers = workers_of(process.pid)
    assert workers
    assert run_status(folder).running is not None
    kill(process.pid)
    ended(process)
    assert run_status(folder).running is None
    assert gone(workers)
    status, out, err = ended(begun("run", "resume", folder, "--workers", "1"))
    assert (status, out) == (0, "864\n")
    assert f":{process.pid} was killed, or could not record its end" in err
    same(folder, undisturbed)


def test_files_that_may_not_grow(tmp_path: Path, undisturbed: RunResult) -> None:
    """As on a full disk, a write fails half way: first that of a part, then that of the ledger."""
    folder = tmp_path / "run"

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    def medium() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    for limit, what_then in (
        (small, "repeat the command"),
        (medium, "continue with caballero run resume"),
    ):
        done = subprocess.run(
            command("run", "list", 5, "--store", folder, "--shard", SHARD),
            capture_output=True, text=True, preexec_fn=limit, timeout=600, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert "is full" in done.stderr
        assert what_then in done.stderr
        assert "Traceback" not in done.stderr
        if limit is small:  # there is a file, and nothing in it
            for word in ("resume", "status"):
                status, _, err = ended(begun("run", word, folder))
                assert (status, "holds no run: " in err) == (2, True), err
    same(folder, undisturbed)


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is soon full."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk, and not everywhere")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True, capture_output=True)


def remount(disk: Path, how: str) -> None:
    words = ["mount", "-o", f"remount,{how}", str(disk)]
    subprocess.run(words, check=True, capture_output=True)


def test_a_full_disk(tiny: Path, undisturbed: RunResult) -> None:
    folder = tiny / "run"
    status, out, err = ended(begin(folder))
    assert (status, out) == (2, ""), err
    assert f"The disk of {folder} is full" in err
    assert "Traceback" not in err
    assert not list(folder.glob("parts/.*"))
    remount(tiny, "size=8m")
    same(folder, undisturbed)


def test_a_disk_that_may_only_be_read(tiny: Path) -> None:
    """The coordinator was killed, and its log lies beside the ledger."""
    folder = tiny / "run"
    remount(tiny, "size=8m")
    process = begin(folder)
    wait_for_shards(folder, 3)
    kill(process.pid)
    ended(process)
    assert (folder / "ledger.sqlite-wal").exists()
    remount(tiny, "ro")
    shown = run_status(folder)
    assert shown.count > 0
    assert shown.running is None
    for word, said in (
        ("resume", f"The folder {folder} is read-only ("),
        ("verify", f"{folder} holds no finished run of this kind"),
    ):
        status, _, err = ended(begun("run", word, folder))
        assert (status, said in err) == (2, True), err


@pytest.mark.parametrize(
    ("board", "count"),
    [("5x8", 18_061_054), pytest.param("6x7", 389_969_466, marks=pytest.mark.nightly)],
)
def test_kills_while_halves_are_made_and_joined(tmp_path: Path, board: str, count: int) -> None:
    folder = tmp_path / "run"
    words = ["run", "count", board, "--store", folder, "--shard", "0.0001", "--workers", "2"]
    rng = random.Random(2)
    for _ in range(2):
        process = begun(*words)
        time.sleep(rng.uniform(0.5, 2.5))
        for pid in [process.pid, *workers_of(process.pid)][: rng.choice((1, 3))]:
            kill(pid)
        ended(process)
    status, out, err = ended(begun(*words))
    assert (status, out) == (0, f"{count}\n"), err
    with ThreadPoolExecutor(1) as pool:
        assert resume_run(folder, executor=pool).shards > 3
