"""A run on a dask cluster: one scheduler and two workers, each a process of its own.

On several machines the three commands below are typed by hand, and the store is a folder that all
of them see under the same name, such as one on a network disk:

    dask scheduler
    dask worker tcp://HOST:8786 --nthreads 1
    dask worker tcp://HOST:8786 --nthreads 1
    caballero run list 6x6 --closed --store /shared/tours --dask tcp://HOST:8786

Here all of it happens on this machine: ``python examples/dask_cluster.py``. It takes some seconds,
and needs ``pip install -e '.[data,dist]'``. The result is what processes of this machine find, to
the last bit.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from distributed.utils import json_load_robust

from caballero import Problem
from caballero.counting import cluster, run_tours, start_run


def start(program: str, *words: str) -> subprocess.Popen[bytes]:
    """Start a scheduler or a worker."""
    module = f"distributed.cli.dask_{program}"
    command = [sys.executable, "-m", module, *words, "--host", "127.0.0.1", "--no-dashboard"]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


def main() -> None:
    """Start a cluster, list the closed tours of 6×6 on it, and again without it."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        contact = where / "scheduler.json"  # the scheduler writes its address there
        same = ("--scheduler-file", str(contact))
        worker = ("worker", *same, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
        processes = [start("scheduler", *same, "--port", "0"), start(*worker), start(*worker)]
        try:
            address = json_load_robust(contact, timeout=30)["address"]  # waits for it
            with cluster(address, 2) as workers:
                there = start_run(
                    "list", Problem(6, closed=True), where / "there", executor=workers
                )
        finally:
            for process in processes:
                process.terminate()
                process.wait()
        here = start_run("list", Problem(6, closed=True), where / "here", workers=2)
        first = next(run_tours(where / "there"))
        print(f"two dask workers:  {there.count} tours, {there.shards} shards, {there.hash}")
        print(f"two processes:     {here.count} tours, {here.shards} shards, {here.hash}")
        print(first)
        if there != here:
            sys.exit("they differ")


if __name__ == "__main__":
    main()
