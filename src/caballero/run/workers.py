"""Who works: any ``concurrent.futures.Executor``.

Unless another one is given it is a pool of processes on this machine, begun afresh (*spawn*), so
that nothing is shared by accident. They leave Ctrl-C to the coordinator. Each waits at the end of
a pipe whose other end the coordinator holds: when that is gone, however it went, they are gone
too, in the middle of whatever they do.

Invariant: no worker outlives its coordinator, but for those of a cluster, which others started.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from caballero.errors import CaballeroError, InvalidInput

PATIENCE: Final = 30.0
"""Seconds to wait for a cluster."""

P = ParamSpec("P")
Answer = TypeVar("Answer")


class Workers(Protocol):
    """Where the shards of a run are done."""

    @property
    def size(self) -> int:
        """How many shards are done at a time."""

    def submit(
        self, function: Callable[P, Answer], /, *args: P.args, **more: P.kwargs
    ) -> Future[Answer]:
        """Let somebody call a function.

        Raises
        ------
        BrokenExecutor
            If nobody can any more.
        """
        ...

    def renew(self) -> bool:
        """Replace workers that are gone; False if somebody else has to do so."""

    def stop(self) -> None:
        """Let all work end at once."""


class Processes:
    """Processes of this machine.

    Parameters
    ----------
    count : int, optional
        How many; as many as there are processors unless given.

    Examples
    --------
    >>> from caballero.run.workers import Processes
    >>> workers = Processes(1)
    >>> workers.submit(abs, -3).result()
    3
    >>> workers.stop()
    """

    def __init__(self, count: int | None = None) -> None:
        self.size = count or os.cpu_count() or 1
        self._begin()

    def _begin(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        theirs, self._mine = spawn.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            self.size, mp_context=spawn, initializer=_begun, initargs=(theirs,)
        )
        self._theirs = theirs  # for those who are begun later

    def submit(
        self, function: Callable[P, Answer], /, *args: P.args, **more: P.kwargs
    ) -> Future[Answer]:
        """Let a process call a function; one may be begun for it."""
        with _unheard(signal.SIGINT):
            try:
                return self._pool.submit(function, *args, **more)
            except OSError as error:  # it was killed before it had begun
                raise BrokenExecutor(str(error)) from error

    def renew(self) -> bool:
        """Begin new processes."""
        self.stop()
        self._begin()
        return True

    def stop(self) -> None:
        """End the processes, whatever they do."""
        self._mine.close()
        self._theirs.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _unheard(number: signal.Signals) -> Iterator[None]:
    """Let processes that are begun here not hear a signal, not even before they can say so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begun(theirs: Connection) -> None:
    """Begin a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait, args=(theirs,), daemon=True).start()


def _wait(theirs: Connection) -> None:
    """End the process when nobody holds the other end any more."""
    with suppress(EOFError, OSError):
        theirs.recv_bytes()
    os._exit(1)


class Given(NamedTuple):
    """An executor that somebody else made, and ends.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from caballero.run.workers import Given
    >>> with ThreadPoolExecutor(2) as pool:
    ...     Given(pool, 2).renew()
    False
    """

    pool: Executor
    size: int

    def submit(
        self, function: Callable[P, Answer], /, *args: P.args, **more: P.kwargs
    ) -> Future[Answer]:
        """Let the executor call a function."""
        return self.pool.submit(function, *args, **more)

    def renew(self) -> bool:
        """Nobody here can."""
        return False

    def stop(self) -> None:
        """Leave it to whoever made it."""


@contextmanager
def cluster(
    address: str, count: int | None = None, *, patience: float = PATIENCE
) -> Iterator[Given]:
    """Give the workers of a dask cluster.

    Parameters
    ----------
    address : str
        Of its scheduler, such as ``tcp://192.168.0.7:8786``; ``local`` begins a cluster of
        processes on this machine.
    count : int, optional
        How many workers a local cluster has, or to wait for.
    patience : float
        Seconds to wait for the scheduler and the workers, all in all.

    Raises
    ------
    InvalidInput
        If dask is not installed.
    CaballeroError
        If the scheduler or its workers do not answer.
    """
    try:
        import distributed as _dask
    except ImportError:
        raise InvalidInput("run-dask-missing") from None
    dask: Any = _dask
    until = time.monotonic() + patience
    local = None
    if address == "local":
        local = dask.LocalCluster(
            n_workers=count or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None,
            processes=True, silence_logs=40,
        )  # fmt: skip
    try:
        try:
            client = dask.Client(local or address, timeout=patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CaballeroError("run-dask-silent", address=address) from error
        try:
            try:
                left = max(0.0, until - time.monotonic())
                client.wait_for_workers(count or 1, timeout=left)
            except (OSError, TimeoutError) as error:
                raise CaballeroError("run-dask-workers", address=address) from error
            threads = sum(client.nthreads().values())
            # Each task is done anew, though its arguments may be those of another.
            pool = client.get_executor(pure=False)
            yield Given(pool, max(1, threads))
            pool.shutdown(wait=False)
        finally:
            client.close()
    finally:
        if local is not None:
            local.close()
