"""A run on a dask cluster whose scheduler and workers were begun separately, as processes."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest

from caballero import CaballeroError
from caballero.counting import cluster, run_status, run_tours, start_run, verify_run
from cli.terminal import environment
from counting.run.runs import SHARD, begun, ended, gone, workers_of
from seldom import mostly_nightly

pytest.importorskip("distributed")


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    child = subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, env=environment(),
    )  # fmt: skip
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    scratch = str(tmp_path_factory.mktemp("dask"))
    here = ("--host", "127.0.0.1", "--no-dashboard")
    with process("distributed.cli.dask_scheduler", *here, "--port", "0") as one:
        address = ""
        for line in one.stderr or ():
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                address = found[1]
                break
        assert address
        words = ["distributed.cli.dask_worker", address, *here, "--nthreads", "1"]
        words += ["--no-nanny", "--local-directory", scratch]
        with process(*words), process(*words):
            yield address


@pytest.mark.slow
def test_the_same_on_two_workers_and_in_processes(scheduler: str, tmp_path: Path) -> None:
    words = ("run", "list", 5, "--shard", SHARD, "--workers", "2", "--json")
    folder = tmp_path / "cluster"
    status, out, err = ended(begun(*words, "--store", folder, "--dask", scheduler))
    assert status == 0, err
    assert "Traceback" not in err
    with ThreadPoolExecutor(1) as pool:
        here = start_run("list", 5, tmp_path / "here", seconds=float(SHARD), executor=pool)
        assert f'"hash": "{here.hash}"' in out
        assert list(run_tours(folder)) == list(run_tours(tmp_path / "here"))
        assert verify_run(folder, executor=pool)[1] == []
    assert run_status(folder).finished


def test_no_scheduler_answers(tmp_path: Path) -> None:
    with pytest.raises(CaballeroError) as caught, cluster("tcp://127.0.0.1:9", patience=0.5):
        pass
    assert caught.value.code == "run-dask-silent"
    with pytest.raises(CaballeroError) as caught, cluster("nonsense://x"):
        pass
    assert caught.value.code == "run-dask-silent"


@pytest.mark.slow
def test_a_limit_holds_while_no_worker_answers(tmp_path: Path) -> None:
    words = ("run", "list", 5, "--store", tmp_path / "run", "--dask", "tcp://127.0.0.1:9")
    status, out, err = ended(begun(*words, "--timeout", 1))
    assert out == ""
    # A slow start may take the second before dask is asked.
    assert status == 3 or (status == 2 and "No dask scheduler answers" in err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("send", "stage"),
    mostly_nightly(product([os.kill, os.killpg], ["starting", "working"]), 3, several=True),
)
def test_ctrl_c_with_a_local_cluster(
    send: Callable[[int, int], None], stage: str, tmp_path: Path
) -> None:
    """A terminal sends the signal to all processes of the group."""
    folder = tmp_path / "run"
    running = begun("run", "list", 8, "--store", folder, "--shard", SHARD, "--dask", "local")
    while not (found := workers_of(running.pid)) or (
        stage == "working" and not run_status(folder).states.keys() & {"done", "verified"}
    ):
        assert running.poll() is None
        time.sleep(0.02)
    found += [worker for one in found for worker in workers_of(one)]
    send(running.pid, signal.SIGINT)
    status, out, err = ended(running)
    again = f"To continue: caballero run resume {folder}\n"
    assert (status, out, err) == (130, "", "Interrupted: nothing is lost.\n" + again)
    assert gone(found)
