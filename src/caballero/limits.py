"""How long a search may go on.

:class:`Limits` is what the caller allows, a value. :class:`Budget` is one search's meter: it
counts the nodes and looks at the clock, and it is the only way in which a search stops early,
so that every method stops in the same way.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; ``None`` is no limit.

    Parameters
    ----------
    seconds : float, optional
        Wall time.
    nodes : int, optional
        Search nodes: squares entered, states made, or what the method counts as one step.
    megabytes : float, optional
        How much the memory of the process may grow, in millions of bytes.

    Raises
    ------
    InvalidInput
        If a limit is negative or no number.

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
        for value in (self.seconds, self.nodes, self.megabytes):
            if value is not None and not value >= 0:  # so that nan is refused, too
                raise InvalidInput("limit-invalid", value=value)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: what ``on_event`` is called with, a few times a second at most.

    Parameters
    ----------
    method : str
        The method that is running.
    nodes : int
        Nodes so far, over all methods.
    seconds : float
        Time so far.
    done, total : float, optional
        How much is done, and how much there is, in a unit of the method's own; both only where
        the end is in sight. What a sweep says is an estimate, which gets better.

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


class LimitHit(Exception):
    """A budget is spent. It never leaves the package: it becomes a ``GaveUp``."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class TurnOver(Exception):
    """A method has spent its turn. It never leaves the portfolio, which lets the next one try."""


class Budget:
    """The meter of one search.

    Parameters
    ----------
    limits : Limits
        What may be used.
    on_event : callable, optional
        Called with a :class:`Progress` about four times a second.

    Attributes
    ----------
    method : str
        Who is at work.
    nodes : int
        What was counted so far.
    done, total : float, optional
        As in :class:`Progress`, for whoever knows; see also :meth:`part`.
    """

    __slots__ = (
        "_announced", "_limits", "_memory", "_on_event", "_part", "_start", "_turn", "_weighed",
        "done", "method", "nodes", "total",
    )  # fmt: skip

    def __init__(
        self, limits: Limits | None = None, on_event: Callable[[Progress], None] | None = None
    ) -> None:
        self._limits = limits or Limits()
        self._on_event = on_event
        self._start = self._announced = time.perf_counter()
        self._turn: float = math.inf
        self._memory = 0 if self._limits.megabytes is None else _resident()
        self._weighed = 0.0
        self._part = (0.0, 1.0)
        self.method = ""
        self.nodes = 0
        self.done: float | None = None
        self.total: float | None = None

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self._start

    @property
    def seconds_left(self) -> float:
        """Time until the limit; infinite if there is none."""
        limit = self._limits.seconds
        return math.inf if limit is None else limit - self.seconds

    @property
    def bytes_left(self) -> float:
        """Memory until the limit; infinite if there is none."""
        limit = self._limits.megabytes
        return math.inf if limit is None else 1e6 * limit - (_resident() - self._memory)

    @property
    def left(self) -> Limits:
        """What the limits leave now, for work that counts for itself."""
        seconds, nodes, left = self.seconds_left, self._limits.nodes, self.bytes_left
        return Limits(
            None if seconds == math.inf else max(0.0, seconds),
            None if nodes is None else max(0, nodes - self.nodes),
            None if left == math.inf else max(0.0, left / 1e6),
        )

    def spend(self, nodes: int) -> None:
        """Count some nodes, look at the clock, and raise :class:`LimitHit` if it is enough.

        Call it often enough: every 0.05 seconds at least.
        """
        self.nodes += nodes
        now = time.perf_counter()
        if self._on_event and now - self._announced > 0.25:
            self._announced = now
            told = Progress(self.method, self.nodes, now - self._start, self.done, self.total)
            self._on_event(told)
        if self._limits.nodes is not None and self.nodes >= self._limits.nodes:
            raise LimitHit("nodes")
        if self._limits.seconds is not None and now - self._start >= self._limits.seconds:
            raise LimitHit("seconds")
        if self._limits.megabytes is not None and now - self._weighed > 0.02:
            self._weighed = now
            if _resident() - self._memory > 1e6 * self._limits.megabytes:
                raise LimitHit("megabytes")
        if self.nodes >= self._turn:
            raise TurnOver

    @contextmanager
    def turn(self, nodes: float) -> Iterator[None]:
        """Let what runs inside spend about so many nodes, then raise :class:`TurnOver`."""
        self._turn = self.nodes + nodes
        try:
            yield
        finally:
            self._turn = math.inf

    @contextmanager
    def part(self, begin: float, end: float) -> Iterator[None]:
        """Let what runs inside be this part of the work around it: from 0.0 to 0.5, the first half.

        Parts may be within parts; :meth:`reach` tells how far the innermost one is.
        """
        before = first, last = self._part
        self._part = first + (last - first) * begin, first + (last - first) * end
        try:
            yield
        finally:
            self._part = before

    def reach(self, share: float) -> None:
        """Tell which share of the work is done: of the innermost part, or of all."""
        first, last = self._part
        self.done, self.total = first + (last - first) * share, 1

    def room(self, nodes: int) -> int:
        """Return how many of these nodes the node limit and the turn still leave."""
        limit = math.inf if self._limits.nodes is None else self._limits.nodes
        return int(max(0, min(nodes, min(limit, self._turn) - self.nodes)))


def _resident() -> int:
    """How many bytes of memory the process holds now, or held at most; 0 where nobody tells."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):  # elsewhere than on Linux
        try:
            import resource
        except ImportError:
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
