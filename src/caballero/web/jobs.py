"""Work in separate processes, so that the server always answers.

A pool keeps a few workers (:mod:`.worker`). A request waits for a free worker; the clients get them
in turn, so that a client with many requests keeps no other waiting. Beyond a number of waiting
requests, clients are asked to retry later. A worker that takes too long, or whose client has left,
is killed, and replaced when needed; searches need not check for either.

Invariants: the numbers of workers, of jobs, and of jobs of a client never exceed their bounds;
a worker serves one job at a time; after ``close`` there are no workers.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, deque
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final, TypeVar

from starlette.requests import Request

from caballero.machine.words import Message

from .bounds import RETRY_SECONDS, WAITS
from .refusals import Busy, Refused

COMMAND: Final = (sys.executable, "-P", "-m", "caballero.web.worker")
"""The command of a worker; with -P it imports nothing from the current folder."""

MOST_ANSWER_BYTES: Final = 16 * 2**20
"""The most bytes of an answer; large pictures have a million."""

Result = TypeVar("Result")


class Seats:
    """Bounds how many requests are served at a time: `most` in all, `each` of a client.

    >>> seats = Seats(most=2, each=1)
    >>> with seats.hold("anna"), seats.hold("ben"):
    ...     print(seats.occupied)
    2
    """

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._by_client: Counter[str] = Counter()

    @property
    def occupied(self) -> int:
        """The number of seats taken."""
        return self._by_client.total()

    def take(self, client: str) -> None:
        """Take a seat; raise :class:`Busy` if none is free."""
        if self.occupied >= self._most or self._by_client[client] >= self._each:
            raise Busy(RETRY_SECONDS)
        self._by_client[client] += 1

    def leave(self, client: str) -> None:
        """Give a seat back."""
        self._by_client[client] -= 1
        if not self._by_client[client]:
            del self._by_client[client]

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Hold a seat within a ``with`` block."""
        self.take(client)
        try:
            yield
        finally:
            self.leave(client)


class Turns:
    """The workers that exist, which waiting clients get in turn.

    >>> async def order() -> list[str]:
    ...     turns, served = Turns(1), []
    ...     async def ask(client: str) -> None:
    ...         async with turns.hold(client):
    ...             served.append(client)
    ...             await asyncio.sleep(0)
    ...     await asyncio.gather(*map(ask, ["anna", "anna", "anna", "ben"]))
    ...     return served
    >>> asyncio.run(order())
    ['anna', 'anna', 'ben', 'anna']
    """

    def __init__(self, workers: int, wait: float = WAITS.worker) -> None:
        self._free = workers
        self._wait_seconds = wait
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def hold(self, client: str) -> AsyncIterator[None]:
        """Hold a worker within an ``async with`` block; raise Busy if none is free for a while."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(client)
        try:
            yield
        finally:
            self._release()

    async def _wait(self, client: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            async with asyncio.timeout(self._wait_seconds):
                await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            if turn.done() and not turn.cancelled():
                self._release()  # it came at the same moment
            turn.cancel()
            if isinstance(error, TimeoutError):
                raise Busy(RETRY_SECONDS) from None
            raise

    def _release(self) -> None:
        """Give a worker to the client who has waited longest for a turn, who then is the last."""
        while self._waiting:
            client = next(iter(self._waiting))
            line = self._waiting.pop(client)
            turn = line.popleft()
            if line:
                self._waiting[client] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Pool:
    """At most `most` processes, which `command` starts when needed; `seats` bounds the jobs."""

    def __init__(
        self, most: int, seats: Seats, command: Sequence[str] = COMMAND, wait: float = WAITS.worker
    ) -> None:
        self.seats = seats
        self._command = command
        self._turns = Turns(most, wait)
        self._idle: list[Process] = []
        self._working: set[Process] = set()

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers that have a job."""
        return tuple(worker.pid for worker in self._working)

    async def run(self, client: str, task: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Run a task of the form that :func:`caballero.web.worker.answer` takes.

        Its worker is killed after `seconds`. Raises :class:`Refused` if there are too many jobs,
        the task takes too long, or the worker refuses it.
        """
        with self.seats.hold(client):
            async with self._turns.hold(client):
                try:
                    async with asyncio.timeout(seconds):
                        answer = await self._do(task)
                except TimeoutError:
                    late = Message("web-timeout", {"seconds": round(seconds)})
                    raise Refused(504, late, limit="seconds") from None
        if "refused" in answer:
            more = {"limit": answer["limit"]} if "limit" in answer else {}
            status = 504 if more else 422
            raise Refused(status, answer["message"], answer["refused"], **more)
        result: dict[str, Any] = answer["answer"]
        return result

    async def _do(self, task: dict[str, Any]) -> dict[str, Any]:
        """Let a worker do a task; end a worker that fails to answer."""
        worker = self._pop_idle() or await self._start_worker()
        self._working.add(worker)
        line = b""
        try:
            assert worker.stdin is not None
            assert worker.stdout is not None
            with suppress(ConnectionError):  # the worker has died; reading finds no line
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
            # The likely cause: the system kills a process that uses too much memory.
            raise Refused(504, Message("web-memory"), limit="megabytes")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _pop_idle(self) -> Process | None:
        """Return an idle worker that is still alive, if any."""
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
        return None

    async def _start_worker(self) -> Process:
        # In a session of its own, because Ctrl-C must reach only the server.
        return await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, limit=MOST_ANSWER_BYTES, start_new_session=True
        )

    async def close(self) -> None:
        """End all workers."""
        workers = [*self._idle, *self._working]
        self._idle.clear()
        await asyncio.gather(*map(_end, workers))


async def _end(worker: Process) -> None:
    """Kill a worker and wait until it is gone."""
    with suppress(ProcessLookupError):
        if worker.returncode is None:
            # Not `worker.kill()`: it polls first, and so takes the status of a dead process from
            # asyncio, which then warns.
            os.kill(worker.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    if worker.stdin is not None:
        worker.stdin.close()
    await worker.wait()


class Gone(Exception):
    """The client has left before the answer."""


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Do some work; when the client leaves, cancel it and raise :class:`Gone`."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return await task
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
