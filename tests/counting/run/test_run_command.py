"""``caballero run``: its messages in both languages, and its exit status."""

import json
import os
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from caballero.counting import read_tours, start_run
from caballero.counting.run.workers import ExecutorWorkers
from cli.terminal import Terminal, environment, refuses
from counting.run.runs import SHARD, command


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    with ThreadPoolExecutor(1) as pool:
        assert start_run("count", "5x6", folder, executor=pool).count == 18784
    return folder


@pytest.fixture
def store(finished: Path, tmp_path: Path) -> Path:
    """A copy of a finished count."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def test_count(caballero: Terminal, store: Path) -> None:
    for words in (("resume", store), ("count", "5x6", "--store", store)):
        output = caballero("run", *words, "--workers", 1)
        assert (output.status, output.out) == (0, "18784\n")
        form = r"Open tours .*\nShards: \d+; repeated as a check: \d+. Checksum \w{16}.\n"
        assert re.fullmatch(form, output.err)


@pytest.mark.slow
def test_list_status_verify_collect(caballero: Terminal, tmp_path: Path) -> None:
    folder, file = tmp_path / "run", tmp_path / "tours.parquet"
    words = ("run", "list", "5x6", "--closed", "--store", folder, "--workers", 1)
    output = caballero(*words)
    assert (output.status, output.out) == (0, "8\n")
    assert f"The tours are in {folder}" in output.err
    assert caballero(*words).out == "8\n"  # it is finished
    output = caballero("run", "status", folder)
    assert output.status == 0
    assert output.out.startswith("Work done: about 100.0%\nTours so far: 8\n")
    assert output.out.endswith("Shards: verified 1\nThe run is finished.\n")
    output = caballero("run", "verify", folder, "--workers", 1)
    assert (output.status, output.out) == (0, "valid\n")
    output = caballero("run", "collect", folder, "-o", file)
    assert (output.status, output.out, output.err) == (0, "", "Verified tours: 8.\n")
    assert len(list(read_tours(file))) == 8
    refuses(caballero("run", "collect", folder), "-o")
    refuses(caballero("run", "collect", folder, "-o", tmp_path / "no" / "t.parquet"), "t.parquet")
    next((folder / "parts").iterdir()).unlink()
    refuses(caballero("run", "collect", folder, "-o", file), "caballero run resume")
    assert len(list(read_tours(file))) == 8  # the one from before


def test_json(caballero: Terminal, store: Path) -> None:
    status = json.loads(caballero("run", "status", store, "--json").out)
    assert status["count"] == "18784"
    assert status["finished"] is True
    result = json.loads(caballero("run", "resume", store, "--json").out)
    assert (result["kind"], result["count"], result["caballero"]) == ("count", "18784", 1)
    assert result == json.loads((store / "result.json").read_text("utf-8"))
    verified = json.loads(caballero("run", "verify", store, "--json", "--workers", 1).out)
    assert (verified["valid"], verified["faults"]) == (True, [])


@pytest.mark.slow
def test_symmetric_tours(caballero: Terminal, tmp_path: Path) -> None:
    words = ("run", "list", "6", "--closed", "--workers", 1, "--json", "--store")
    output = caballero(*words, tmp_path / "one", "--symmetry", "quarter-turn")
    assert (json.loads(output.out)["count"], json.loads(output.out)["symmetry"]) == (
        "10",
        "quarter-turn",
    )
    output = caballero("run", "list", "5", "--up-to-symmetry", "--store", tmp_path / "two")
    assert output.out == "112\n"
    refuses(caballero(*words, tmp_path / "x", "--symmetry", "quadrille"), "quadrille")
    assert not (tmp_path / "x").exists()


def test_a_store_that_does_not_add_up(caballero: Terminal, store: Path) -> None:
    base = sqlite3.connect(store / "ledger.sqlite")
    base.execute("UPDATE shard SET tours = '7' WHERE number = 2")
    base.commit()
    base.close()
    output = caballero("run", "verify", store, "--workers", 1)
    assert output.status == 1
    assert f"The shards in {store} do not add up" in output.out


def test_a_limit(caballero: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ("run", "list", "6", "--store", folder, "--workers", 1, "--timeout", 0)
    output = caballero(*words)
    assert (output.status, output.out) == (3, "")
    assert output.err.endswith(f"To continue: caballero run resume {folder}\n")
    output = caballero("run", "status", folder)
    assert output.out.endswith("Shards: waiting 1\nNo process is working on it.\n")
    refuses(caballero("run", "verify", folder), "no finished run")


@pytest.mark.slow
def test_the_limit_counts_the_wait_for_a_cluster(
    caballero: Terminal, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    @contextmanager
    def slow(address: str, count: int | None, *, patience: float) -> Iterator[ExecutorWorkers]:
        waited.append(patience)
        time.sleep(0.2)
        with ThreadPoolExecutor(1) as pool:
            yield ExecutorWorkers(pool, 1)

    monkeypatch.setattr("caballero.counting.cluster", slow)
    for word in ("resume", "verify"):
        words = ("run", word, store, "--dask", "tcp://there:1", "--timeout")
        assert caballero(*words, 0.1).status == 3
        assert caballero(*words, 100).status == 0
    assert waited == [0.1, 100] * 2


def test_wrong_usage(caballero: Terminal, store: Path, tmp_path: Path) -> None:
    refuses(caballero("run", "status", tmp_path / "nothing"), "holds no run")
    refuses(caballero("run", "count", "6", "--store", store), "holds another run")
    refuses(caballero("run", "count", "6"), "--store")
    refuses(caballero("run", "list", "0", "--store", tmp_path / "x"), "whole numbers")
    refuses(caballero("run", "list", "5", "--store", tmp_path / "x", "--shard", "0"), "--shard")
    refuses(caballero("run", "resume", store, "--workers", "0"), "--workers")
    refuses(caballero("run", "collect", store, "-o", tmp_path / "x.parquet"), "no finished run")
    refuses(caballero("run", "dance"), "dance")


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a pseudoterminal")
def test_progress_on_a_terminal_and_ctrl_c(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    folder = tmp_path / "run"
    child = subprocess.Popen(
        command("run", "list", "6", "--store", folder, "--workers", "1", "--shard", SHARD),
        stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs, start_new_session=True,
        env=environment() | {"TERM": "xterm", "COLUMNS": "80"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    until = time.monotonic() + 120
    while b"left" not in seen and time.monotonic() < until:
        seen += os.read(ours, 4096)
    child.send_signal(signal.SIGINT)
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # as Linux says that the other end is closed
            break
        if not more:
            break
        seen += more
    os.close(ours)
    assert child.wait(60) == 130
    text = seen.decode()
    assert re.search(r"\d %.*about (\d+:)?\d+:\d\d left", text), text
    assert f"caballero run resume {folder}" in re.sub(r"\s+", " ", text)
    assert "Traceback" not in text
