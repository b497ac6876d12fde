"""Searches that run in a thread of their own: started, watched, waited for, cancelled.

A :class:`Search` is a future of the standard library, so ``concurrent.futures.wait`` and
``asyncio.wrap_future`` take it. Its limits end the search as at any other limit: with the best
answer so far.

Invariants: a search ends within a portion of its kernel after it is cancelled; only its own thread
calls ``callback``; a reader who is slow misses events, and the work does not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from inspect import signature
from threading import Event, Thread
from typing import Any, ParamSpec, Self, TypeVar

from .arguments import called
from .errors import InvalidInput
from .limits import Limits, Progress, unlimited
from .values import frozen

P = ParamSpec("P")
R = TypeVar("R")


class Search(Future[R]):
    """A search that runs; :func:`caballero.start` makes it.

    ``result(timeout)``, ``exception(timeout)``, ``done()`` and ``add_done_callback(function)`` are
    as in ``concurrent.futures.Future``. ``await search`` waits for the result too, and cancels the
    search if the waiting task is cancelled.

    ``for progress in search``, or ``async for``, gives the :class:`Progress` events, only the last
    of several, until the search ends. ``with start(…) as search`` cancels what still runs at the
    end of the block.

    Attributes
    ----------
    progress : Progress, optional
        The last event; its ``best`` is the best tour so far.

    Examples
    --------
    >>> from caballero import Graph, best_tour, start
    >>> roads = [("a", "b", 3), ("b", "c", 1), ("c", "d", 2), ("d", "a", 1), ("a", "c", 5)]
    >>> with start(best_tour, Graph.from_edges(roads), closed=True) as search:
    ...     events = [progress.best for progress in search]
    ...     print(search.result(timeout=10).cost)
    7
    """

    def __init__(self) -> None:
        super().__init__()
        self.progress: Progress | None = None
        self._ending = Event()
        self._wakers: list[Callable[[], object]] = []
        self.add_done_callback(lambda _search: self._wake())

    def cancel(self) -> bool:
        """Make the search end at once, with the best answer so far; from any thread.

        Its result is then the same as at a limit: a ``Best`` or a ``GaveUp`` whose limit is
        ``"cancelled"``, or :class:`LimitReached` is raised.

        Returns
        -------
        bool
            Whether it had not ended before.

        Examples
        --------
        >>> from caballero import count_tours, start
        >>> search = start(count_tours, "8x8", closed=True)
        >>> search.cancel(), type(search.exception(timeout=60)).__name__
        (True, 'LimitReached')
        """
        if self.done():
            return False
        self._ending.set()
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    # -- events ------------------------------------------------------------------------------------

    def _run(self, work: Callable[[], R]) -> None:
        """Do the work, and keep what it returns or raises."""
        self.set_running_or_notify_cancel()
        try:
            result = work()
        except BaseException as error:  # `result` raises it
            self.set_exception(error)
        else:
            self.set_result(result)

    def _report(self, callback: Callable[[Progress], None] | None, progress: Progress) -> None:
        if callback is not None:
            callback(progress)
        self.progress = progress
        self._wake()

    def _wake(self) -> None:
        for wake in tuple(self._wakers):
            wake()

    def _events(self, wake: Callable[[], object]) -> Iterator[Progress | None]:
        """Yield the events, and None to wait for the next; `wake` ends that."""
        self._wakers.append(wake)
        seen = None
        try:
            while True:
                ended = self.done()
                if (progress := self.progress) is not seen:
                    yield (seen := progress)
                elif ended:
                    return
                else:
                    yield None
        finally:
            self._wakers.remove(wake)

    def __iter__(self) -> Iterator[Progress]:
        news = Event()
        for progress in self._events(news.set):
            if progress is not None:
                yield progress
            else:
                news.wait()
                news.clear()

    async def __aiter__(self) -> AsyncIterator[Progress]:
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop is closed: no coroutine waits
                loop.call_soon_threadsafe(news.set)

        for progress in self._events(wake):
            if progress is not None:
                yield progress
                continue
            try:
                await news.wait()
            except asyncio.CancelledError:
                self.cancel()
                raise
            news.clear()

    def __await__(self) -> Generator[Any, None, R]:
        return asyncio.wrap_future(self).__await__()


@frozen
class _Cancellable(Limits):
    """Limits that a search shares with who may cancel it."""

    ending: Event | None = None

    @property
    def cancelled(self) -> bool:
        """Whether the search is to end at once."""
        return self.ending is not None and self.ending.is_set()


def _alone(work: Callable[[], R]) -> R:
    """Do some work within no budget, wherever it was started."""
    with unlimited():
        return work()


def start(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Search[R]:
    """Start a search in a thread of its own, and return at once.

    Parameters
    ----------
    function : callable
        A function that searches, such as :func:`find_tour`, :func:`solve`, :func:`best_tour`,
        :func:`count_tours`, :func:`is_unique` or :func:`caballero.puzzles.make_puzzle`. It takes
        ``limits``, and ``callback`` if it has events. Your own function may hand them on.
    *args, **kwargs
        Its arguments.

    Returns
    -------
    Search

    Raises
    ------
    InvalidInput
        If the function takes no limits, so that nothing could end it.

    Notes
    -----
    Compiled kernels release the interpreter's lock, so searches run side by side, and the
    application goes on. A program that ends does not wait for a search.

    Examples
    --------
    >>> from caballero import find_tour, start
    >>> search = start(find_tour, 8, closed=True, limits=60)
    >>> len(search.result())
    64
    """
    parameters = signature(called("function", function)).parameters
    if "limits" not in parameters:
        raise InvalidInput("start-no-limits", name=getattr(function, "__name__", str(function)))
    search: Search[R] = Search()
    how: dict[str, Any] = dict(kwargs)
    limits = Limits.of(how.get("limits"))
    parts = {name: getattr(limits, name) for name in Limits.__match_args__}
    how["limits"] = _Cancellable(**parts, ending=search._ending)
    if "callback" in parameters:
        how["callback"] = partial(search._report, called("callback", how.get("callback")))
    work = partial(copy_context().run, _alone, partial(function, *args, **how))
    Thread(target=search._run, args=(work,), name="caballero", daemon=True).start()
    return search
