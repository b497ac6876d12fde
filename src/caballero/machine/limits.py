"""Limits of a search: time, nodes and memory.

:class:`Limits` is a value: the caller's limits. :class:`Budget` is the meter of a search: it counts
the nodes and checks the clock. A search stops early only through its budget, so every method stops
in the same way.

``with budget:`` starts a budget: it runs in the block. A budget made there is *within* it: it adds
its nodes to the outer one, whose limits hold, too. A long function takes no budget: it calls
:func:`pause` regularly, which checks the running budget. (The cancel scopes of Trio, N. J. Smith
2018, do the same for timeouts.)

Invariants: each node counts once in each budget around it; a generator that yields to a caller
leaves its budget before, so none of the caller's work runs within it; each thread has its own.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Final, Self, TypedDict, TypeVar, cast

from .arguments import as_whole, called, shown
from .errors import InvalidInput
from .log import log
from .values import frozen, replace

if TYPE_CHECKING:
    from random import Random

    from caballero.proof.best import Best

T = TypeVar("T")

PAUSE: Final = 1_000
"""Items of a long loop between two checks of the clock, at most."""

LOOK_SECONDS: Final = 0.001
"""Seconds between two checks of the clock by :meth:`Budget.pause`, about."""

EVENT_SECONDS: Final = 0.25
"""Seconds between two events, at least."""


@frozen
class Limits:
    """The resources that a search may use; ``None`` means no limit.

    Parameters
    ----------
    seconds : float, optional
        Wall time, from the call on; reading a graph counts.
    nodes : int, optional
        Search nodes: squares entered, states made, or the method's own steps. It stops soon after
        as many; what it does beyond is not counted.
    megabytes : float, optional
        How much the memory of the process may grow, in millions of bytes.

    Raises
    ------
    InvalidInput
        If a limit is negative or not a number.

    Examples
    --------
    >>> from caballero import Limits
    >>> Limits(seconds=2.5)
    Limits(seconds=2.5, nodes=None, megabytes=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    megabytes: float | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "megabytes"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, _limit(value))

    @classmethod
    def of(cls, limits: Limits | float | None, timeout: float | None = None) -> Limits:
        """Return limits with a timeout; a number means seconds, and None no limit.

        Examples
        --------
        >>> from caballero import Limits
        >>> Limits.of(1.5) == Limits(seconds=1.5), Limits.of(None) == Limits()
        (True, True)
        """
        limits = limits if isinstance(limits, Limits) else cls(limits)
        if timeout is None:
            return limits
        if limits.seconds is not None:
            raise InvalidInput("limits-and-timeout")
        return replace(limits, seconds=timeout)

    @property
    def cancelled(self) -> bool:
        """Whether the search is to end at once: never, unless :func:`caballero.start` began it."""
        return False


def _limit(value: object) -> float:
    """Return a limit as plain Python: a number of at least 0."""
    number = value if isinstance(value, float) else as_whole(value)
    if number is None or not number >= 0:  # not "< 0", which lets nan pass
        raise InvalidInput("limit-invalid", value=shown(value))
    if isinstance(number, float):
        return float(number)
    return number if number < 10**300 else math.inf  # which can be printed


@frozen
class Progress:
    """The progress of a search: ``callback`` receives it a few times a second at most.

    Parameters
    ----------
    method : str
        The method that is running.
    nodes : int
        Nodes so far, over all methods.
    seconds : float
        Time so far.
    done, total : float, optional
        The work done and the whole work, in a unit of the method's own; None if the method does not
        know. A sweep gives an estimate that becomes more accurate.
    best : Best, optional
        The best tour so far, with its cost and a bound; None before the first tour, and where no
        best tour is sought.

    Examples
    --------
    >>> from caballero import Progress
    >>> Progress("backtracking", nodes=1_000_000, seconds=0.5).nodes
    1000000
    """

    method: str
    nodes: int
    seconds: float
    done: float | None = None
    total: float | None = None
    best: Best | None = None


class LimitOptions(TypedDict, total=False):
    """What every function takes that may take long."""

    limits: Limits | float | None
    timeout: float | None
    callback: Callable[[Progress], None] | None


class LimitHit(Exception):
    """A budget is spent. The package catches it and answers a ``GaveUp``."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class SliceOver(Exception):
    """A method has spent its slice. The portfolio catches it and runs the next method."""


class Budget:
    """The meter of one search: it counts nodes, and checks the limits.

    `callback` is called with a :class:`Progress` about four times a second. `method` is the method
    that is running, `nodes` the count so far; `done` and `total` are as in :class:`Progress` (see
    :meth:`part` and :meth:`reach`); `path` has the vertices on which a textbook search stood when a
    limit ended it. `tuning` has unusual sizes of methods: see :func:`tuned`.
    """

    __slots__ = (
        "_around", "_before", "_best", "_callback", "_due", "_limits", "_memory", "_method",
        "_most", "_next_look", "_nodes", "_part", "_reports", "_seen", "_slice_end", "_start",
        "_tuning", "_weighed", "done", "path", "total",
    )  # fmt: skip

    def __init__(
        self,
        limits: Limits | float | None = None,
        callback: Callable[[Progress], None] | None = None,
        timeout: float | None = None,
        *,
        alone: bool = False,
        tuning: Iterable[object] = (),
    ) -> None:
        self._limits = Limits.of(limits, timeout)
        around = _running.get()
        inherited: dict[type, object] = around._tuning if around else {}
        given: dict[type, object] = {type(sizes): sizes for sizes in tuning}
        self._tuning: dict[type, object] = {**inherited, **given} if given else inherited
        self._around = None if alone else around
        self._before: list[Token[Budget | None]] = []
        self._callback = called("callback", callback)
        self._reports: Budget | None = (
            self if callback is not None else self._around and self._around._reports
        )
        self._start = time.perf_counter()
        self._due = self._start + EVENT_SECONDS
        self._next_look, self._seen = 0.0, 0
        self._best: Callable[[], Best] | None = None
        self._slice_end: float = math.inf
        self._memory = 0 if self._limits.megabytes is None else _resident()
        self._weighed = 0.0
        self._part = (0.0, 1.0)
        self._method = ""
        most = math.inf if self._limits.nodes is None else self._limits.nodes
        self._most = most if most == math.inf else math.floor(most)
        if self._around is not None:
            self._most = min(self._most, self._around._most - self._around.nodes)
        self._nodes = 0
        self.path: tuple[int, ...] = ()
        self.done: float | None = None
        self.total: float | None = None

    def __enter__(self) -> Self:
        self._before.append(_running.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _running.reset(self._before.pop())

    @property
    def nodes(self) -> int:
        """The nodes so far, inner searches included; at most the limit."""
        return self._nodes

    @nodes.setter
    def nodes(self, nodes: int) -> None:
        nodes = int(min(nodes, self._most))
        if self._around is not None:
            self._around.nodes += nodes - self._nodes
        self._nodes = nodes

    @property
    def method(self) -> str:
        """The method that is running; the log says when it changes."""
        return self._method

    @method.setter
    def method(self, name: str) -> None:
        if name != self._method:
            log("debug", "method", name=name, nodes=self.nodes, seconds=self.seconds)
        self._method = name

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self._start

    @property
    def seconds_left(self) -> float:
        """Time until the limit; infinite without a limit."""
        limit, around = self._limits.seconds, self._around
        left = math.inf if limit is None else limit - self.seconds
        return left if around is None else min(left, around.seconds_left)

    @property
    def bytes_left(self) -> float:
        """Memory until the limit; infinite without a limit."""
        limit, around = self._limits.megabytes, self._around
        left = math.inf if limit is None else 1e6 * limit - (_resident() - self._memory)
        return left if around is None else min(left, around.bytes_left)

    @property
    def cancelled(self) -> bool:
        """Whether the search is to end at once."""
        return self._limits.cancelled or (self._around is not None and self._around.cancelled)

    @property
    def reached(self) -> str | None:
        """The limit that is reached, if any is."""
        return self._reached(time.perf_counter())

    def spend(self, nodes: int) -> None:
        """Count nodes, check the clock, and raise :class:`LimitHit` if a limit is reached.

        Call it at least every 0.05 seconds.
        """
        self.nodes += nodes
        now = time.perf_counter()
        if (reports := self._reports) is not None and now > reports._due:
            reports._announce(self)
        if limit := self._reached(now):
            log("debug", "limit", limit=limit, method=self._method, nodes=self.nodes)
            raise LimitHit(limit)
        if self.nodes >= self._slice_end:
            raise SliceOver

    def _reached(self, now: float) -> str | None:
        """Return the limit that is reached, if any is."""
        limits = self._limits
        if limits.cancelled:
            return "cancelled"
        if self._nodes >= self._most:
            return "nodes"
        if limits.seconds is not None and now - self._start >= limits.seconds:
            return "seconds"
        if limits.megabytes is not None and now - self._weighed > 0.02:
            self._weighed = now
            if _resident() - self._memory > 1e6 * limits.megabytes:
                return "megabytes"
        return None if self._around is None else self._around._reached(now)

    def pause(self) -> None:
        """Check the limits, and count nothing; long loops call this every few milliseconds.

        Where no nodes were counted, it looks a thousand times a second at most, so that short
        loops may call it, too.
        """
        now = time.perf_counter()
        if now >= self._next_look or self.nodes != self._seen:
            self.spend(0)
            self._next_look, self._seen = now + LOOK_SECONDS, self.nodes

    def _announce(self, inner: Budget) -> None:
        """Report the progress; the reports may take a tenth of the time, however slow they are.

        The innermost budget names its method, and reports more than the outer budget.
        """
        now, by = time.perf_counter(), self if self.done is not None else inner
        best = self._best() if self._best else None
        method, done, total = inner.method or self.method, by.done, by.total
        event = Progress(method, self.nodes, now - self._start, done, total, best)
        assert self._callback is not None
        with unlimited():  # a callback is not part of the search
            self._callback(event)
        self._due = now + max(EVENT_SECONDS, 10 * (time.perf_counter() - now))

    def show(self, best: Callable[[], Best]) -> None:
        """Report what this function returns, the best tour so far: now, and in later events."""
        self._best, self._due = best, 0.0

    @contextmanager
    def slice(self, nodes: float) -> Iterator[None]:
        """Give the block a slice of about this many nodes, then raise :class:`SliceOver`.

        Slices may be nested: an inner slice is over when an outer slice is.
        """
        before = self._slice_end
        self._slice_end = min(before, self.nodes + nodes)
        self._next_look = 0.0
        try:
            yield
        finally:
            self._slice_end = before

    @contextmanager
    def part(self, begin: float, end: float) -> Iterator[None]:
        """Make the block a part of the work around it: from 0.0 to 0.5, the first half.

        Parts may be nested; :meth:`reach` sets the progress of the innermost part.
        """
        before = first, last = self._part
        self._part = first + (last - first) * begin, first + (last - first) * end
        try:
            yield
        finally:
            self._part = before

    def reach(self, share: float) -> None:
        """Set the share of the work that is done: of the innermost part, or of all."""
        first, last = self._part
        self.done, self.total = first + (last - first) * share, 1

    def room(self, nodes: int) -> int:
        """Return how many of `nodes` more nodes the node limit and the slice allow."""
        return int(max(0, min(nodes, min(self._most, self._slice_end) - self.nodes)))


_running: Final[ContextVar[Budget | None]] = ContextVar("running", default=None)
"""The innermost budget that runs."""


def pause() -> None:
    """Check the limits of the running budget, if any; raise :class:`LimitHit`.

    A long loop calls it every few milliseconds.
    """
    if (budget := _running.get()) is not None:
        budget.pause()


def tuned(usual: T) -> T:
    """Return the sizes of some methods: as the running budget was given, or the usual."""
    budget = _running.get()
    return usual if budget is None else cast("T", budget._tuning.get(type(usual), usual))


def running() -> Budget:
    """Return the running budget, else a budget without limits."""
    return _running.get() or Budget()


@contextmanager
def unlimited() -> Iterator[None]:
    """Finish an answer in the block, where a limit may have ended the search: it never pauses."""
    before = _running.set(None)
    try:
        yield
    finally:
        _running.reset(before)


def paused(items: Iterable[T]) -> Iterable[T]:
    """Yield the items, and pause regularly."""
    return items if _running.get() is None else _paused(items)


def _paused(items: Iterable[T]) -> Iterator[T]:
    step, due, before = 1, 0, 0.0
    for i, item in enumerate(items):
        if i >= due:
            pause()
            now = time.perf_counter()
            # An item may be a row of thousands, or as short as a number.
            step = min(2 * step, PAUSE) if now - before < LOOK_SECONDS else max(1, step // 2)
            due, before = i + step, now
        yield item


def shuffle(items: list[T], rng: Random) -> None:
    """Shuffle a list like ``Random.shuffle``, to the same order, and pause regularly."""
    for i in paused(range(len(items) - 1, 0, -1)):
        bits = (i + 1).bit_length()
        while (j := rng.getrandbits(bits)) > i:
            pass
        items[i], items[j] = items[j], items[i]


def _resident() -> int:
    """Return the memory of the process in bytes, or its maximum so far; 0 if unknown.

    Pages of mapped files do not count: the system drops them where it needs the memory.
    """
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            _size, resident, shared = map(int, file.read().split()[:3])
            return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):  # elsewhere than on Linux
        try:
            import resource
        except ImportError:
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def free_memory() -> float:
    """Return the bytes of memory that the machine has left; infinity if unknown."""
    try:
        with open("/proc/meminfo", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            for line in file:
                if line.startswith(b"MemAvailable:"):
                    return 1024.0 * int(line.split()[1])
    except OSError:
        pass
    try:
        return float(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (ValueError, OSError, AttributeError):
        return float("inf")


def processors() -> int:
    """Return how many processors this process may use: at least 1.

    A group of processes, such as a container, may have a quota: microseconds in each period.
    """
    affinity = getattr(os, "sched_getaffinity", None)
    count = len(affinity(0)) if affinity else os.cpu_count() or 1
    try:
        with open("/sys/fs/cgroup/cpu.max", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            quota, period = map(int, file.read().split())
    except (OSError, ValueError):  # there is none
        return count
    return max(1, min(count, quota // period))
