"""Work in processes of their own, so that the server always answers.

A pool keeps a few workers (:mod:`.worker`). Whoever asks waits for a free one; too many who
wait are told to come again. A worker that takes too long, or whose asker has left, is killed,
and another one is started when it is needed: no search has to look out for that itself.

Invariants: at most so many workers, jobs, and jobs of one client, whatever happens; a worker
serves one job at a time; after ``close`` there is none.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from starlette.requests import Request

from caballero.words import Message

from . import bounds
from .refusals import Busy, Refused

COMMAND: Final = (sys.executable, "-P", "-m", "caballero.web.worker")
"""What starts a worker; -P, for the folder one happens to be in is no place to import from."""

LONGEST: Final = 16 * 2**20
"""Bytes of an answer; large pictures have a million."""

Result = TypeVar("Result")


class Seats:
    """How many may be served at a time: of everybody together, and of one client.

    Parameters
    ----------
    most, each : int
        How many.

    Examples
    --------
    >>> from caballero.web.jobs import Seats
    >>> seats = Seats(most=2, each=1)
    >>> with seats.taken("anna"), seats.taken("ben"):
    ...     print(seats.occupied)
    2
    """

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._of: Counter[str] = Counter()

    @property
    def occupied(self) -> int:
        """How many are taken."""
        return self._of.total()

    def take(self, client: str) -> None:
        """Take a seat; raise :class:`Busy` if there is none."""
        if self.occupied >= self._most or self._of[client] >= self._each:
            raise Busy(bounds.RETRY)
        self._of[client] += 1

    def leave(self, client: str) -> None:
        """Give a seat back."""
        self._of[client] -= 1
        if not self._of[client]:
            del self._of[client]

    @contextmanager
    def taken(self, client: str) -> Iterator[None]:
        """Have a seat as long as it takes."""
        self.take(client)
        try:
            yield
        finally:
            self.leave(client)


class Pool:
    """A few workers, and those who wait for them.

    Parameters
    ----------
    workers : int
        How many processes at most; they start when they are needed.
    seats : Seats
        Who may wait.
    command : sequence of str
        What starts a worker.
    """

    def __init__(self, workers: int, seats: Seats, command: Sequence[str] = COMMAND) -> None:
        self.seats = seats
        self._command = command
        self._turn = asyncio.Semaphore(workers)
        self._idle: list[Process] = []
        self._working: set[Process] = set()

    @property
    def workers(self) -> tuple[int, ...]:
        """The numbers of the processes that have a job."""
        return tuple(worker.pid for worker in self._working)

    async def run(self, client: str, task: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Have a task done.

        Parameters
        ----------
        client : str
            Who asks.
        task : dict
            As :func:`caballero.web.worker.answer` takes it.
        seconds : float
            How long it may take before its worker is killed.

        Raises
        ------
        Refused
            If there are too many jobs, it takes too long, or the task is refused.
        """
        with self.seats.taken(client):
            try:
                async with asyncio.timeout(bounds.WAIT):
                    await self._turn.acquire()
            except TimeoutError:
                raise Busy(bounds.RETRY) from None
            try:
                async with asyncio.timeout(seconds):
                    said = await self._done(task)
            except TimeoutError:
                late = Message("web-timeout", {"seconds": round(seconds)})
                raise Refused(504, late, limit="seconds") from None
            finally:
                self._turn.release()
        if "refused" in said:
            late_or_wrong = 504 if "limit" in said else 422
            more = {"limit": said["limit"]} if "limit" in said else {}
            raise Refused(late_or_wrong, said["message"], said["refused"], **more)
        result: dict[str, Any] = said["answer"]
        return result

    async def _done(self, task: dict[str, Any]) -> dict[str, Any]:
        """Let a worker do a task; unless it answers, it does no other one."""
        worker = self._rested() or await self._started()
        self._working.add(worker)
        line = b""
        try:
            assert worker.stdin is not None
            assert worker.stdout is not None
            with suppress(ConnectionError):  # it is dead: then it answers nothing
                worker.stdin.write(json.dumps(task).encode() + b"\n")
                await worker.stdin.drain()
            line = await worker.stdout.readline()
        finally:
            self._working.discard(worker)
            if line.endswith(b"\n"):
                self._idle.append(worker)
            else:
                await asyncio.shield(_end(worker))
        if not line.endswith(b"\n"):
            # The system takes memory back in this way, too.
            raise Refused(504, Message("web-memory"), limit="megabytes")
        said: dict[str, Any] = json.loads(line)
        return said

    def _rested(self) -> Process | None:
        """A worker without a job, if there is one that nobody has killed in the meantime."""
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
        return None

    async def _started(self) -> Process:
        # One thread each: the workers share the machine. A session of its own: Ctrl-C is for us.
        threads = dict.fromkeys(("NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST,
            env=os.environ | threads,
            start_new_session=True,
        )

    async def close(self) -> None:
        """End all workers."""
        workers = [*self._idle, *self._working]
        self._idle.clear()
        await asyncio.gather(*map(_end, workers))


async def _end(worker: Process) -> None:
    """Kill a worker and wait until it is gone."""
    with suppress(ProcessLookupError):
        worker.kill()
    if worker.stdin is not None:
        worker.stdin.close()
    await worker.wait()


class Gone(Exception):
    """The client has left: nobody waits for an answer."""


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Do some work as long as the client is there; cancel it when the client leaves.

    Raises
    ------
    Gone
        If the client left.
    """
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return await task
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
