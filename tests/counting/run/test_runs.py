"""Runs as a library: their results, who may resume them, and checks."""

import json
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from caballero import CaballeroError, Graph, InvalidInput, Problem, count_tours, iter_tours
from caballero.counting import (
    RunResult,
    RunStatus,
    collect_run,
    create_run,
    read_tours,
    resume_run,
    run_status,
    run_tours,
    start_run,
    verify_run,
)
from caballero.counting.run import tasks
from caballero.counting.run.ledger import MOST_FAILURES, Coordinator, Ledger
from caballero.counting.run.session import RESULT
from caballero.counting.run.store import locked
from caballero.counting.run.tasks import Task, part_path, read_spec, work
from caballero.counting.run.workers import Processes
from caballero.machine.words import number
from caballero.model import Message
from read_only import read_only
from seldom import mostly_nightly

SMALL = 0.0005


@pytest.fixture
def pool() -> Any:
    with ThreadPoolExecutor(1) as threads:
        yield threads


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RunResult]:
    folder = tmp_path_factory.mktemp("finished") / "run"
    with ThreadPoolExecutor(1) as threads:
        return folder, start_run("list", 5, folder, seconds=SMALL, executor=threads)


@pytest.fixture
def store(tmp_path: Path, finished: tuple[Path, RunResult]) -> Path:
    """A copy of a finished run, to be spoiled."""
    return Path(shutil.copytree(finished[0], tmp_path / "run"))


class Elsewhere(Executor):
    """Does everything at once, after a call."""

    def __init__(self, ask: Callable[[Task], None]) -> None:
        self.ask = ask
        self.orders: list[Task] = []

    def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            if args:
                self.orders.append(args[0])
                self.ask(args[0])
            future.set_result(function(*args, **more))
        except Exception as error:
            future.set_exception(error)
        return future


class Interrupted(Elsewhere):
    """Ctrl-C while shards are submitted."""

    def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
        self.ask(args[0])
        return super().submit(function, *args, **more)


def results_of(folder: Path) -> list[tuple[str, str, int, str | None]]:
    """The shards of a run with what came of each: what its hash is made of."""
    with Ledger(folder) as ledger:
        return [(shard.place, shard.spec, shard.tours, shard.hash) for shard in ledger.shards()]


def change(folder: Path, statement: str, *values: object) -> None:
    base = sqlite3.connect(folder / "ledger.sqlite")
    base.execute(statement, values)
    base.commit()
    base.close()


# -- what comes of them ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_listing_is_that_of_iter_tours(finished: tuple[Path, RunResult], tmp_path: Path) -> None:
    folder, result = finished
    expected = list(iter_tours(5))
    assert list(run_tours(folder)) == expected
    assert result.count == len(expected) == 864
    assert result.shards > 10
    assert result.checked == 2
    assert json.loads((folder / RESULT).read_text("utf-8"))["hash"] == result.hash
    file = tmp_path / "tours.parquet"
    assert collect_run(folder, file) == 864
    assert list(read_tours(file)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "asks", "seconds"),
    [
        (6, {"closed": True}, 1e-5), ("5x6", {}, 1e-6), ("3x10", {"closed": True}, 1), (4, {}, 1),
        (1, {}, 1), ("2x3", {"piece": "wazir"}, 1), (5, {"start": "a1"}, 1e-6),
        (4, {"clues": {"a1": 3}, "piece": "king", "forced": [("a1", "a2")], "start": "b2"}, 1),
        (5, {"surface": "torus", "piece": "zebra", "closed": True}, 1e-4),
    ],
)  # fmt: skip
def test_a_count_is_that_of_count_tours(
    board: object, asks: dict[str, Any], seconds: float, tmp_path: Path, pool: Executor
) -> None:
    problem = Problem(board, **asks)  # type: ignore[arg-type]
    result = start_run("count", problem, tmp_path / "run", seconds=seconds, executor=pool)
    assert result.count == int(count_tours(problem))
    assert isinstance(result, RunResult)
    assert list(tmp_path.joinpath("run").glob("halves/*.layer")) == []


@pytest.mark.parametrize("board", ["4x4", "1x1", "3x3"])
def test_a_listing_of_little_or_nothing(board: str, tmp_path: Path, pool: Executor) -> None:
    result = start_run("list", board, tmp_path / "run", executor=pool)
    assert result.count == len(list(iter_tours(board))) == len(list(run_tours(tmp_path / "run")))


def test_a_status_of_a_run_that_is_half_done(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    create_run("list", Problem(6, closed=True), folder, seconds=SMALL)
    status = run_status(folder)
    assert isinstance(status, RunStatus)
    assert (status.share, status.count, status.rate, status.running) == (0, 0, None, None)

    def stop(order: Task) -> None:
        if order.number > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        resume_run(folder, executor=Interrupted(stop))
    status = run_status(folder)
    assert 0 < status.share < 1
    assert 0 < status.count < 9862
    assert not status.finished
    assert "leased" not in status.states
    assert json.loads(json.dumps(status.to_dict()))["states"] == status.states
    with pytest.raises(InvalidInput) as caught:
        list(run_tours(folder))
    assert caught.value.code == "run-unfinished"


@pytest.mark.parametrize("error", [OSError("the pipe is closed"), ValueError("bad values")])
def test_a_pool_that_breaks_while_a_process_starts(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool of Python raises what the closed pipes of a killed process give."""

    def spawn(_pool: ProcessPoolExecutor) -> None:
        raise error

    monkeypatch.setattr(ProcessPoolExecutor, "_spawn_process", spawn)
    workers = Processes(1)
    try:
        with pytest.raises(BrokenExecutor):
            workers.submit(abs, -1)
    finally:
        workers.stop()


# -- who may go on ---------------------------------------------------------------------------


def test_a_finished_run_is_not_done_again(store: Path) -> None:
    executor = Elsewhere(lambda order: None)
    before = run_status(store)
    assert resume_run(store, executor=executor).count == 864
    assert start_run("list", 5, store, seconds=SMALL, executor=executor).count == 864
    assert executor.orders == []
    assert run_status(store) == before


def refused(code: str, action: Callable[[], object]) -> str:
    with pytest.raises(CaballeroError) as caught:
        action()
    assert caught.value.code == code
    return str(caught.value)


LINKED = ("part", "result.json", "lock", "ledger.sqlite", "ledger.sqlite-journal")


@pytest.mark.parametrize("name", LINKED)
def test_a_link_in_a_store_is_not_written_through(name: str, store: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    file = next((store / "parts").iterdir()) if name == "part" else store / name
    if name == "ledger.sqlite":
        shutil.copy(file, victim)
    else:
        victim.write_text("precious")
    before = victim.read_bytes()
    file.unlink(missing_ok=True)
    file.symlink_to(victim)
    refused("folder-link", lambda: resume_run(store, executor=Elsewhere(lambda _task: None)))
    assert victim.read_bytes() == before
    assert file.is_symlink()


def test_a_link_in_place_of_the_parts_is_refused(store: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    shutil.rmtree(store / "parts")
    (store / "parts").symlink_to(tmp_path / "other")
    refused("folder-link", lambda: resume_run(store, executor=Elsewhere(lambda _task: None)))
    assert not list((tmp_path / "other").iterdir())


def test_a_link_that_waits_for_a_new_file_is_not_followed(store: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (store / f".{RESULT}.{os.getpid()}.part").symlink_to(victim)
    (store / RESULT).unlink()
    resume_run(store, executor=Elsewhere(lambda _task: None))
    assert victim.read_text() == "precious"


def test_other_questions_are_refused(store: Path, tmp_path: Path) -> None:
    refused("run-other", lambda: create_run("list", Problem(6), store, seconds=SMALL))
    refused("run-other", lambda: create_run("list", Problem(5), store, seconds=1))
    refused("run-other", lambda: create_run("count", Problem(5), store, seconds=SMALL))
    full = tmp_path / "full"
    full.mkdir()
    (full / "thesis.tex").write_text("mine")
    refused("run-not-empty", lambda: create_run("list", Problem(5), full, seconds=1))
    refused("run-no-folder", lambda: create_run("list", Problem(5), full / "thesis.tex", seconds=1))
    refused("run-no-store", lambda: run_status(full))


def test_questions_that_make_no_sense(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "new"
    for seconds in (0, -1, 1e9, float("nan")):
        output = refused("run-seconds", lambda: start_run("list", 5, folder, seconds=seconds))  # noqa: B023
        assert f"cannot take {number(seconds)} seconds" in output
    output = refused("name-unknown-suggest", lambda: start_run("lists", 5, folder))
    assert output.startswith("There is no kind of run “lists”; did you mean “list”?")
    refused("run-count-kind", lambda: start_run("count", 5, folder, symmetry="half-turn"))
    refused("run-list-directed", lambda: start_run("list", 5, folder, directed=True))
    both: dict[str, Any] = {"directed": True, "up_to_symmetry": True}
    refused("count-classes-only", lambda: start_run("count", 5, folder, **both))
    middle = Problem(5, clues={"c3": 13})
    refused(
        "count-symmetric-clues", lambda: start_run("count", middle, folder, up_to_symmetry=True)
    )
    for workers in (0, -1):
        for action in (resume_run, verify_run, partial(start_run, "list", 5)):
            output = refused("run-workers", partial(action, store, workers=workers))
            assert output.startswith(f"{workers} workers cannot run")
    assert not folder.exists()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    refused("run-no-folder", lambda: create_run("list", Problem(5), folder, seconds=1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "asks"),
    [
        ("6x6", {"closed": True}), ("5x5", {}), ("5x6", {"start": "a1"}),
        ("5x6", {"start": "a1", "end": "a3"}), ("3x10", {"closed": True, "forced": [("a1", "b3")]}),
        ("3x4", {"clues": {"b1": 3}}), ("3x3", {"piece": "king"}), ("2x3", {"piece": "wazir"}),
        ("4x4", {}), ("1x1", {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("which", ["directed", "up_to_symmetry"])
def test_counts_in_other_conventions(
    board: str, asks: dict[str, Any], which: str, tmp_path: Path, pool: Executor
) -> None:
    """A run counts as a count does, and says what it counts in the same words."""
    flags: dict[str, Any] = {which: True}
    problem = Problem(board, **asks)
    count = count_tours(problem, **flags)
    result = start_run("count", problem, tmp_path / "run", seconds=SMALL, executor=pool, **flags)
    assert result.count == count
    assert result.spec.convention == count.convention
    status = run_status(tmp_path / "run")
    assert status.count == count
    assert status.share == pytest.approx(1)
    assert verify_run(tmp_path / "run", executor=pool) == (result, [])


def test_a_directed_graph_counts_in_its_direction(tmp_path: Path, pool: Executor) -> None:
    graph = Problem(Graph.from_edges([(0, 1), (1, 2), (2, 0), (1, 0), (2, 1)], directed=True))
    for directed in (False, True):
        folder = tmp_path / str(directed)
        result = start_run("count", graph, folder, executor=pool, directed=directed)
        assert result.count == count_tours(graph)


def test_another_version_is_refused(store: Path) -> None:
    change(store, "UPDATE run SET value = '0.0.1' WHERE name = 'version'")
    for action in (resume_run, verify_run):
        output = refused("run-version", partial(action, store, executor=Elsewhere(print)))
        assert "0.0.1" in output
    refused("run-version", lambda: create_run("list", Problem(5), store, seconds=SMALL))
    assert run_status(store).finished  # to look on is harmless


def test_another_format_is_refused(store: Path) -> None:
    change(store, "UPDATE run SET value = '999' WHERE name = 'format'")
    refused("run-version", lambda: resume_run(store, executor=Elsewhere(print)))


def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def older(order: Task) -> None:
        work(order._replace(version="0.0.1"))

    output = refused(
        "run-version-worker",
        lambda: start_run("list", 5, tmp_path / "run", executor=Elsewhere(older)),
    )
    assert "0.0.1" in output
    assert run_status(tmp_path / "run").states == {"waiting": 1}


def test_a_coordinator_elsewhere_that_is_alive_is_not_disturbed(store: Path) -> None:
    with Ledger(store) as ledger:
        ledger.take_over(Coordinator("t", "far-away", 7, 0, time.time(), 0))
    assert "far-away:7" in refused(
        "run-taken", lambda: resume_run(store, executor=Elsewhere(print))
    )
    with Ledger(store) as ledger:
        ledger.take_over(Coordinator("t", "far-away", 7, 0, time.time() - 3600, 0))
    notes: list[Message] = []
    resume_run(store, executor=Elsewhere(print), on_note=notes.append)
    assert [note.code for note in notes] == ["run-taken-over"]


def test_the_lock_shows_the_coordinator(store: Path) -> None:
    pytest.importorskip("fcntl")
    change(store, "UPDATE shard SET state = 'waiting' WHERE number = 2")  # else it is finished
    here = socket.gethostname()
    for beat in (0, time.time()):  # who says nothing for long may still be at work
        with Ledger(store) as ledger:
            ledger.take_over(Coordinator("t", here, 7, 0, beat, 0))
        with locked(store):
            assert run_status(store).running == f"{here}:7"
            refused("run-taken", lambda: resume_run(store, executor=Elsewhere(print)))
        assert run_status(store).running is None
    (store / "lock").unlink()
    assert run_status(store).running is None


def test_a_read_only_folder(store: Path, tmp_path: Path) -> None:
    with read_only(store):
        assert run_status(store).count == 864
        assert collect_run(store, tmp_path / "tours.parquet") == 864
        executor = Elsewhere(print)
        for action in (resume_run, verify_run, partial(start_run, "list", 5, seconds=SMALL)):
            output = refused("run-read-only", partial(action, store, executor=executor))
            assert output.startswith(f"The folder {store} is read-only (")


def test_a_replaced_coordinator_stops(tmp_path: Path) -> None:
    folder = tmp_path / "run"

    def usurp(order: Task) -> None:
        with Ledger(folder) as ledger:
            ledger.take_over(Coordinator("other", "far-away", 7, 0, 0, 0))

    refused("run-lost", lambda: start_run("list", 5, folder, executor=Elsewhere(usurp)))


# -- what goes wrong -------------------------------------------------------------------------


def test_a_stale_lease_is_lent_again(tmp_path: Path, pool: Executor) -> None:
    folder = tmp_path / "run"
    create_run("list", Problem(5), folder, seconds=SMALL)
    with Ledger(folder) as ledger:
        assert ledger.lease(until=1, now=0) is not None
        ledger.take_over(Coordinator("t", "far-away", 7, 0, 0, 0))
        assert ledger.lease(until=1e12, now=0) is not None
    notes: list[Message] = []
    assert resume_run(folder, executor=pool, on_note=notes.append).count == 864
    assert [note.code for note in notes] == ["run-taken-over"]
    assert notes[0].data["count"] == 1


def test_a_worker_that_says_nothing_loses_its_shard(tmp_path: Path) -> None:
    class Deaf(Elsewhere):
        def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
            future = super().submit(function, *args, **more)
            return Future() if len(self.orders) == 2 else future

    notes: list[Message] = []
    folder = tmp_path / "run"
    create_run("list", Problem(5), folder, seconds=SMALL)
    executor = Deaf(lambda order: None)
    result = resume_run(folder, executor=executor, lease=0.3, on_note=notes.append)
    assert result.count == 864
    assert {note.code for note in notes} == {"run-lease-over"}


@pytest.mark.slow
@pytest.mark.parametrize("spoil", ["cut", "change", "remove"])
def test_a_spoiled_part_is_made_again(
    store: Path, finished: tuple[Path, RunResult], spoil: str
) -> None:
    part = sorted((store / "parts").iterdir())[3]
    data = part.read_bytes()
    if spoil == "remove":
        part.unlink()
    else:
        middle = len(data) // 2
        other = bytes([data[middle] ^ 1])
        part.write_bytes(data[:middle] + (other + data[middle + 1 :] if spoil == "change" else b""))
    executor = Elsewhere(lambda order: None)
    _, faults = verify_run(store, executor=executor)
    assert {fault.code for fault in faults} == {"run-part-damaged"}
    notes: list[Message] = []
    executor.orders.clear()
    result = resume_run(store, executor=executor, on_note=notes.append)
    assert result.hash == finished[1].hash
    assert [note.code for note in notes] == ["run-part-damaged"]
    again = next(order.number for order in executor.orders if order.keep)
    assert part == part_path(store, again)
    assert verify_run(store, executor=executor)[1] == []


def test_damage_is_not_forgotten_when_the_repair_is_stopped(
    store: Path, finished: tuple[Path, RunResult]
) -> None:
    """The shards of a finished run wait again; the next session must not call it finished."""
    part = sorted((store / "parts").iterdir())[3]
    part.unlink()

    def stop(order: Task) -> None:
        if order.keep:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        resume_run(store, executor=Interrupted(stop))
    assert not run_status(store).finished
    refused("run-part-damaged", lambda: list(run_tours(store)))
    result = resume_run(store, executor=Elsewhere(lambda order: None))
    assert result.hash == finished[1].hash
    assert run_status(store).finished
    assert part.exists()
    assert list(run_tours(store)) == list(iter_tours(5))


def test_a_forged_part_is_found(store: Path) -> None:
    """A file that is whole, but not the one: its sums were adapted, its tours are others."""
    from caballero.counting import write_tours
    from caballero.counting.run.tasks import file_hash

    with Ledger(store) as ledger:
        shard = next(shard for shard in ledger.shards() if shard.tours > 3)
    others = list(run_tours(store))[-shard.tours :]
    path = part_path(store, shard.number)
    write_tours(path, others, Problem(5))
    change(store, "UPDATE shard SET file = ? WHERE number = ?", file_hash(path), shard.number)
    _, faults = verify_run(store, executor=Elsewhere(lambda order: None))
    assert [fault.code for fault in faults] == ["run-part-damaged"]
    write_tours(path, others[1:], Problem(5))
    change(store, "UPDATE shard SET file = ? WHERE number = ?", file_hash(path), shard.number)
    _, faults = verify_run(store, executor=Elsewhere(lambda order: None))
    assert [fault.code for fault in faults] == ["run-part"]
    path.write_bytes(b"PAR1")
    change(store, "UPDATE shard SET file = ? WHERE number = ?", file_hash(path), shard.number)
    _, faults = verify_run(store, executor=Elsewhere(lambda order: None))
    assert [fault.code for fault in faults] == ["collection-unreadable"]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM shard WHERE number = 5", "run-damaged"),
        ("UPDATE shard SET tours = '7' WHERE number = 2", "run-sum"),
        ("UPDATE run SET value = '865' WHERE name = 'count'", "run-sum"),
    ],
)
def test_an_altered_ledger_gives_no_number(
    store: Path, tmp_path: Path, statement: str, code: str
) -> None:
    change(store, statement)
    file = tmp_path / "tours.parquet"
    refused(code, lambda: resume_run(store, executor=Elsewhere(lambda order: None)))
    refused(code, lambda: run_status(store))
    refused("run-sum", lambda: next(run_tours(store)))
    refused("run-sum", lambda: collect_run(store, file))
    assert not file.exists()


@pytest.mark.slow
@pytest.mark.parametrize("spoil", ["count", "checked", "parts", "text", "remove"])
def test_a_damaged_result_is_found_and_rewritten(store: Path, spoil: str) -> None:
    path = store / RESULT
    good = path.read_text("utf-8")
    executor = Elsewhere(lambda order: None)
    assert verify_run(store, executor=executor)[1] == []  # more shards are done twice now
    data = json.loads(good)
    if spoil == "remove":
        path.unlink()
    elif spoil == "text":
        path.write_bytes(b"\xff")
    else:
        data[spoil] = {"count": "865", "checked": 99, "parts": []}[spoil]
        path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    _, faults = verify_run(store, executor=executor)
    assert [fault.code for fault in faults] == ["run-result"]
    result = resume_run(store, executor=executor)
    assert json.loads(path.read_text("utf-8")) == json.loads(good) | {"checked": result.checked}
    assert verify_run(store, executor=executor)[1] == []


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"kind": "paint"}', '{"kind": "list", "most": 0}', "[" * 100_000,
     '{"kind": "list", "most": 5, "problem": {"board": {"shape": [1000000, 1000000]}}}',
     '{"kind": "list", "most": 5, "problem": 7}'],
)  # fmt: skip
def test_a_forged_question_is_refused(store: Path, text: str) -> None:
    change(store, "UPDATE run SET value = ? WHERE name = 'question'", text)
    for action in (run_status, partial(resume_run, executor=Elsewhere(print))):
        with pytest.raises(InvalidInput) as caught:
            action(store)
        assert len(str(caught.value)) < 300
    with pytest.raises(InvalidInput):
        read_spec(text)


@pytest.mark.parametrize(
    "spec",
    ["", "[]", "{}", '{"rests": 5, "age": 0}', '{"rests": [[1, [-9]]], "age": 0}',
     '{"rests": [[1, "x"]], "age": 0}', '{"rests": [[1, [-1]]]}', '{"rests": [], "age": "x"}'],
)  # fmt: skip
def test_a_forged_shard_fails_and_is_left(tmp_path: Path, spec: str) -> None:
    folder = tmp_path / "run"
    create_run("list", Problem(5), folder, seconds=1)
    change(folder, "UPDATE shard SET spec = ?", spec)
    executor = Elsewhere(lambda order: None)
    refused("run-failed", lambda: resume_run(folder, executor=executor))
    assert len(executor.orders) == MOST_FAILURES


def test_two_workers_that_differ_are_found_out(tmp_path: Path) -> None:
    class Wrong(Elsewhere):
        def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
            future = super().submit(function, *args, **more)
            if args and not args[0].keep:
                wrong: Future[Any] = Future()
                wrong.set_result(future.result()._replace(worker="bad", hash="0" * 64))
                return wrong
            return future

    folder = tmp_path / "run"
    output = refused(
        "run-differs", lambda: start_run("list", 5, folder, executor=Wrong(lambda order: None))
    )
    assert " and bad: " in output
    assert not run_status(folder).finished


def test_what_kills_its_workers_is_left_alone(tmp_path: Path) -> None:
    """One shard kills its worker: it is identified, and all others are done."""

    class Mortal(Processes):
        def __init__(self) -> None:
            self.broken = 0
            self.size = 2
            self.pool = Elsewhere(self.ask)

        def ask(self, order: Task) -> None:
            if order.number == 3:
                raise BrokenProcessPool("a worker died")

        def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
            return self.pool.submit(function, *args, **more)

        def renew(self) -> bool:
            self.broken += 1
            return True

        def stop(self) -> None:
            pass

    workers = Mortal()
    folder = tmp_path / "run"
    output = refused(
        "run-failed", lambda: start_run("list", 5, folder, seconds=SMALL, executor=workers)
    )
    assert "Shard 3 " in output
    assert "a worker died" in output
    with Ledger(folder) as ledger:
        failed = list(ledger.shards("failed"))
        others = [shard for shard in ledger.shards() if shard.number != 3]
    assert [shard.number for shard in failed] == [3]
    assert {shard.state for shard in others} == {"done"}
    assert {shard.failures for shard in others} == {0}
    assert workers.broken <= MOST_FAILURES + 2
    with ThreadPoolExecutor(1) as threads:
        assert resume_run(folder, executor=threads).count == 864


def test_a_pool_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "my runs"
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    output = refused("run-no-workers", lambda: start_run("list", 5, folder, executor=pool))
    assert output.endswith(f"caballero run resume '{folder}'.")  # as a shell takes it

    def broken(order: Task) -> None:
        raise BrokenProcessPool("gone")

    refused("run-no-workers", lambda: resume_run(folder, executor=Elsewhere(broken)))
    assert run_status(folder).states == {"waiting": 1}


@pytest.mark.usefixtures("_spilled_soon")
@pytest.mark.slow
@pytest.mark.parametrize(
    "harmed", mostly_nightly(["left-layer-01-*", "left-layer-00-*", "left-counts*"], 2)
)
def test_a_count_in_stages(harmed: str, tmp_path: Path) -> None:
    """Its sweeps are several phases; if a file is damaged, all of them are done again."""
    expected = start_run(
        "count", "5x6", tmp_path / "whole", seconds=1e-4, executor=Elsewhere(lambda _: None)
    )
    folder = tmp_path / "run"
    spoilt: list[Path] = []

    def spoil(_task: Task) -> None:
        if not spoilt and (found := sorted(folder.glob(f"halves/{harmed}"))):
            spoilt.append(found[0])
            found[0].write_bytes(found[0].read_bytes()[:-1] + b"?")

    notes: list[Message] = []
    result = start_run(
        "count", "5x6", folder, seconds=1e-4, executor=Elsewhere(spoil), on_note=notes.append
    )
    assert spoilt
    assert results_of(folder) == results_of(tmp_path / "whole")
    assert (result.count, result.hash) == (18784, expected.hash)
    assert {note.code for note in notes} == {"run-part-damaged"}
    with Ledger(folder) as ledger:
        stages = [json.loads(shard.spec)["stage"] for shard in ledger.shards()]
    assert stages.count("halves") > 2
    assert stages.count("sweep") > stages.count("halves")


def test_damaged_halves_of_a_finished_count_are_a_fault(tmp_path: Path, pool: Executor) -> None:
    folder = tmp_path / "run"
    start_run("count", "5x6", folder, seconds=1e-6, executor=pool)
    half = folder / "halves" / "left-counts.ints"
    data = bytearray(half.read_bytes())
    data[-1] ^= 1
    half.write_bytes(data)
    tasks._load_halves.cache_clear()  # as a worker that begins now
    _, faults = verify_run(folder, executor=pool)
    assert {fault.code for fault in faults} == {"run-part-damaged", "run-halves"}
