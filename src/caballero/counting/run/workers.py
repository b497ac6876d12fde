"""The workers of a run: any ``concurrent.futures.Executor``.

By default it is a pool of processes on this machine, started by *spawn*, so that they share
nothing. They leave Ctrl-C to the coordinator. Each reads from a pipe whose other end the
coordinator holds: when the coordinator ends, for whatever reason, they end too.

Invariant: no worker outlives its coordinator, except on a cluster.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from caballero.machine.errors import CaballeroError
from caballero.machine.extras import extra
from caballero.machine.folders import blocked
from caballero.machine.limits import processors

CLUSTER_SECONDS: Final = 30.0
"""The longest wait for a cluster."""

P = ParamSpec("P")
Answer = TypeVar("Answer")


class Workers(Protocol):
    """The workers of a run; a subclass can replace lost workers.

    Examples
    --------
    >>> import tempfile
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from typing import NamedTuple
    >>> from caballero import Problem
    >>> from caballero.counting import start_run
    >>> class OneThread(NamedTuple):
    ...     pool: ThreadPoolExecutor
    ...     size: int = 1
    ...     def submit(self, function, /, *args, **more):
    ...         return self.pool.submit(function, *args, **more)
    ...     def renew(self): return False
    ...     def stop(self): self.pool.shutdown()
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
    ...     start_run("count", Problem("5x6", closed=True), folder, executor=OneThread(pool)).count
    8
    """

    @property
    def size(self) -> int:
        """The number of shards that run at a time."""

    def submit(
        self, function: Callable[P, Answer], /, *args: P.args, **more: P.kwargs
    ) -> Future[Answer]:
        """Call a function in a worker; raise BrokenExecutor if none is left."""
        ...

    def renew(self) -> bool:
        """Replace dead workers; False if that is not possible."""

    def stop(self) -> None:
        """End all work at once."""


class Processes:
    """Processes of this machine, as many as there are processors unless `count` is given."""

    def __init__(self, count: int | None = None) -> None:
        self.size = count or processors()
        self._begin()

    def _begin(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        theirs, self._mine = spawn.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            self.size, mp_context=spawn, initializer=_start_worker, initargs=(theirs,)
        )
        self._theirs = theirs  # for workers that start later

    def submit(
        self, function: Callable[P, Answer], /, *args: P.args, **more: P.kwargs
    ) -> Future[Answer]:
        """Call a function in a process, which may be started for it."""
        with blocked("SIGINT"):
            try:
                return self._pool.submit(function, *args, **more)
            except (OSError, ValueError) as error:
                # A process was killed before it started, or while the pool was closing its pipes.
                raise BrokenExecutor(str(error)) from error

    def renew(self) -> bool:
        """Start new processes."""
        self.stop()
        self._begin()
        return True

    def stop(self) -> None:
        """End the processes at once, and wait for that: Python cannot exit in the midst of it."""
        self._mine.close()
        self._theirs.close()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _start_worker(theirs: Connection) -> None:
    """Prepare a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait, args=(theirs,), daemon=True).start()


def _wait(theirs: Connection) -> None:
    """End the process when the other end of the pipe is closed."""
    with suppress(EOFError, OSError):
        theirs.recv_bytes()
    os._exit(1)


class ExecutorWorkers(NamedTuple):
    """Workers of an executor that the caller started and ends."""

    pool: Executor
    size: int

    def submit(
        self, function: Callable[P, Answer], /, *args: P.args, **more: P.kwargs
    ) -> Future[Answer]:
        """Call a function in the executor."""
        return self.pool.submit(function, *args, **more)

    def renew(self) -> bool:
        """Return False: only the caller can replace workers."""
        return False

    def stop(self) -> None:
        """Leave the executor to the caller."""


def _silence_dask() -> None:
    """Leave out what dask logs of a scheduler or a worker that dies: an error says it in a line.

    Its loggers have levels of their own, and their number depends on what was imported.
    """
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in {"distributed", "tornado"}:
            logging.getLogger(name).setLevel(logging.CRITICAL)


@contextmanager
def cluster(
    address: str, count: int | None = None, *, patience: float | None = None
) -> Iterator[ExecutorWorkers]:
    """Connect to the workers of a dask cluster, a context manager.

    Parameters
    ----------
    address : str
        The address of the scheduler, such as ``tcp://192.168.0.7:8786``; ``local`` starts a cluster
        of processes on this machine.
    count : int, optional
        How many workers a local cluster has; of another cluster, how many to wait for.
    patience : float, optional
        The longest wait for the scheduler and the workers, in seconds: at most, and by default,
        half a minute.

    Raises
    ------
    InvalidInput
        If dask is not installed.
    CaballeroError
        If the scheduler or its workers do not answer.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import cluster, start_run
    >>> with cluster("tcp://192.168.0.7:8786") as workers:  # doctest: +SKIP
    ...     start_run("count", Problem("8x8", closed=True), "/shared/run", executor=workers)
    """
    dask: Any = extra("distributed", "dist")
    patience = CLUSTER_SECONDS if patience is None else min(CLUSTER_SECONDS, patience)
    until = time.monotonic() + patience
    with ExitStack() as stack:
        _silence_dask()
        try:
            there = address
            if address == "local":
                count = count or processors()
                there = stack.enter_context(_local_cluster(count, patience))
            left = max(0.0, until - time.monotonic())
            client = dask.Client(there, timeout=left, set_as_default=False)
        except (OSError, ValueError) as error:
            raise CaballeroError("run-dask-silent", address=address) from error
        stack.callback(client.close)
        try:
            client.wait_for_workers(count or 1, timeout=max(0.0, until - time.monotonic()))
        except (OSError, TimeoutError) as error:
            raise CaballeroError("run-dask-workers", address=address) from error
        threads = sum(client.nthreads().values())
        # Every task runs, even if its arguments equal those of another task.
        pool = client.get_executor(pure=False)
        yield ExecutorWorkers(pool, max(1, threads))
        pool.shutdown(wait=False)


@contextmanager
def _local_cluster(count: int, patience: float) -> Iterator[str]:
    """Start a dask cluster in a process of its own, to be killed; yield its address."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as scratch,
        ThreadPoolExecutor(1) as reader,
        ExitStack() as stack,
    ):
        command = [sys.executable, "-c", f"from {__name__} import serve_cluster; serve_cluster()"]
        with blocked("SIGINT"):
            child = stack.enter_context(
                Popen([*command, str(count), scratch], stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
            )
        stack.callback(child.kill)
        assert child.stdout is not None
        if not (line := reader.submit(child.stdout.readline).result(patience)):
            raise ChildProcessError
        yield line.decode().strip()


def serve_cluster() -> None:
    """Serve a dask cluster until the input ends; the arguments are its size and folder."""
    local = extra("distributed", "dist").LocalCluster(
        n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None, processes=True,
        local_directory=sys.argv[2],
    )  # fmt: skip
    sys.stdout.write(local.scheduler_address + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(1)
