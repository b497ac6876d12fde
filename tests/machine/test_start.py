"""Searches in threads: started, watched, waited for, cancelled."""

import asyncio
import concurrent.futures
import math
import random
import threading
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from itertools import count, pairwise
from typing import Any, TypeAlias

import pytest

from caballero import (
    Best,
    GaveUp,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    NoTour,
    Problem,
    Progress,
    Search,
    best_tour,
    count_tours,
    find_tour,
    iter_tours,
    sample_tours,
    solve,
    start,
    tour_space,
    verify,
)
from caballero.best import longest_uncrossed
from caballero.machine.limits import Budget, LimitHit
from caballero.puzzles import is_unique, make_puzzle

WAIT = 60
"""Seconds after which a search that should have ended is taken for endless."""


OnEvent: TypeAlias = Callable[[Progress], None] | None


def endless(*, limits: Limits | None = None, callback: OnEvent = None) -> str:
    """Search until it is told to end; return by what."""
    budget = Budget(limits, callback)
    try:
        while True:
            budget.spend(1)
    except LimitHit as hit:
        return hit.limit


def cancelled(function: Callable[..., Any], *args: Any, **how: Any) -> Any:
    """Start a search that is cancelled before it begins; return its limit."""
    gate = threading.Event()

    def work(*, limits: Limits | None = None) -> Any:
        gate.wait()
        return function(*args, limits=limits, **how)

    search = start(work)
    assert search.cancel()
    gate.set()
    try:
        outcome = search.result(WAIT)
    except LimitReached as error:
        outcome = error.outcome
    assert isinstance(outcome, GaveUp)
    return outcome.limit


CLUES = Problem("12x12", piece="king", clues={"a1": 1, "l12": 144})


@pytest.mark.parametrize(
    "work",
    [
        partial(find_tour, 40), partial(solve, 40, closed=True), partial(solve, 40, method="exact"),
        partial(solve, CLUES), partial(best_tour, 12, "turns"), partial(best_tour, 12, "crossings"),
        partial(best_tour, 12, lambda a, b: a[0] * b[0]),
        partial(best_tour, 12, turn_cost=lambda a, b, c: a[0] * b[0] * c[0]),
        partial(count_tours, "8x8", closed=True),
        lambda limits: is_unique(CLUES, limits=limits).outcome, partial(make_puzzle, 8),
        partial(sample_tours, 8, 3), partial(tour_space, 8),
        lambda limits: [*iter_tours(8, limits=limits)],
    ],
    ids=count(),
)  # fmt: skip
def test_whatever_takes_limits_can_be_cancelled(work: Callable[..., Any]) -> None:
    assert cancelled(work) == "cancelled"


def cities(count: int) -> Graph:
    rng = random.Random(5)
    at = [(rng.random(), rng.random()) for _ in range(count)]
    return Graph.from_edges(
        [(a, b, math.dist(at[a], at[b])) for a in range(count) for b in range(a)]
    )


@pytest.mark.parametrize(
    "work",
    [
        partial(best_tour, 12, "turns", closed=True),
        partial(best_tour, cities(400), closed=True),
        partial(longest_uncrossed, 14),
    ],
    ids=["turns", "cities", "uncrossed"],
)
def test_a_cancelled_search_keeps_the_best_so_far(work: Callable[..., Best]) -> None:
    known = threading.Event()

    def cancel(progress: Progress) -> None:
        known.wait(WAIT)
        if progress.best is not None or progress.method == "sweep":
            search.cancel()

    search: Search[Best] = start(work, callback=cancel)
    known.set()
    best = search.result(WAIT)
    assert not best.optimal
    assert best.bound != best.cost


def test_the_best_tours_become_better() -> None:
    graph = cities(60)
    search = start(best_tour, graph, closed=True)
    seen = [progress.best for progress in search if progress.best is not None]
    final = search.result(WAIT)
    assert isinstance(final, Best)
    assert final.optimal
    assert seen, "the first tour is told at once"
    for best in seen:
        assert verify(best.tour, graph).valid
        assert best.bound <= final.cost <= best.cost
    for one, two in pairwise([*seen, final]):
        assert two.cost <= one.cost
        assert two.bound >= one.bound - 1e-6  # the costs that are compared are rounded


def test_results_and_errors_are_those_of_the_function() -> None:
    assert start(find_tour, 6, start="a1").result(WAIT) == find_tour(6, start="a1")
    assert start(count_tours, "3x4").result(WAIT) == 8
    assert start(endless, limits=Limits(nodes=1000)).result(WAIT) == "nodes"
    assert isinstance(start(find_tour, 4).exception(WAIT), NoTour)
    with pytest.raises(InvalidInput):
        start(find_tour, "nonsense").result(WAIT)


def test_waiting_has_an_end() -> None:
    with start(endless) as search:
        assert search.running()
        with pytest.raises(TimeoutError):
            search.result(timeout=0)
        assert not search.done()
    assert search.result(WAIT) == "cancelled"
    assert not search.cancel()
    assert search.done()
    assert not search.cancelled()  # it has a result


def test_it_is_a_future() -> None:
    searches = [start(endless) for _ in range(3)]
    ended: list[object] = []
    for search in searches:
        search.add_done_callback(ended.append)
        search.cancel()
    done, _ = concurrent.futures.wait(searches, WAIT)
    assert done == {*searches}
    assert {*ended} == done


def test_every_reader_sees_the_last_event() -> None:
    last = Progress("last", 2, 2)
    gate = threading.Event()

    def work(*, limits: Limits | None = None, callback: OnEvent = None) -> None:
        gate.wait()
        assert callback
        callback(Progress("first", 1, 1))
        callback(last)

    search = start(work)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(list, search) for _ in range(3)]
        gate.set()
        assert [reader.result(WAIT)[-1] for reader in readers] == [last] * 3
    assert search.progress is last
    assert [*search] == [last]


def test_own_events_and_context_reach_the_search() -> None:
    name = ContextVar("name", default="first")
    seen: list[object] = []

    def work(*, limits: Limits | None = None, callback: OnEvent = None) -> str:
        assert callback
        callback(Progress("some", 1, 1))
        return name.get()

    name.set("second")
    search = start(work, callback=seen.append)
    assert search.result(WAIT) == "second"
    assert seen == [search.progress]


def test_what_nothing_could_end_is_not_started() -> None:
    with pytest.raises(InvalidInput, match="len takes no limits"):
        start(len, "abc")
    with pytest.raises(InvalidInput):
        start(5)  # type: ignore[arg-type]


# -- asyncio -----------------------------------------------------------------------------------


def test_a_search_is_awaited() -> None:
    async def main() -> None:
        assert await start(count_tours, "3x4") == 8
        one, two = await asyncio.gather(start(find_tour, 5), start(find_tour, 6))
        assert (len(one), len(two)) == (25, 36)
        with pytest.raises(NoTour):
            await start(find_tour, 4)

    asyncio.run(main())


def test_cancelling_a_task_cancels_its_search() -> None:
    async def wait(search: Search[str]) -> None:
        await search

    async def read(search: Search[str]) -> None:
        async for _progress in search:
            pass

    async def main(reader: Callable[[Search[str]], Any]) -> None:
        search = start(endless)
        task = asyncio.create_task(reader(search))
        async for _progress in search:  # so the task has begun, and waits
            break
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await search == "cancelled"

    for reader in (wait, read):
        asyncio.run(main(reader))


def test_a_timeout_ends_the_search() -> None:
    async def main() -> None:
        search = start(endless)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await search
        assert await search == "cancelled"

    asyncio.run(main())


def test_events_are_read_while_the_loop_runs() -> None:
    async def main() -> None:
        with start(endless) as search:
            async for progress in search:
                assert progress is search.progress
                search.cancel()  # then the events end
        assert await search == "cancelled"

    asyncio.run(main())


def test_a_reader_whose_loop_is_gone_harms_nobody() -> None:
    search = start(endless)

    async def leave() -> None:
        events = aiter(search)
        await anext(events)

    asyncio.run(leave())
    search.cancel()
    assert search.result(WAIT) == "cancelled"
