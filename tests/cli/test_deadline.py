"""Every command keeps its time limit, whatever it does: measured in seconds of work."""

import gc
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count, product
from pathlib import Path
from weakref import WeakKeyDictionary, finalize, ref

import pytest

from api.test_limits_of_verbs import least_work
from caballero import LimitReached, find_tour
from caballero.cli import deadline, pictures
from caballero.cli.deadline import within
from caballero.formats import to_matrix_text
from caballero.machine.limits import LimitHit
from cli.terminal import Terminal, started
from cli.test_expectations import commands
from seldom import mostly_nightly

LIMIT, OVER = 0.2, 2.0
"""The limit of each call, and how much longer it may work: seconds."""

FILES: dict[str, Callable[[], str]] = {
    "matrix": lambda: "\n".join(" ".join(str(800 * i + j) for j in range(800)) for i in range(800)),
    "m100": lambda: to_matrix_text(find_tour(100)),
    "m8": lambda: to_matrix_text(find_tour(8)),
    "empty": lambda: ("." * 2000 + "\n") * 900,
    "puzzles": lambda: "numbrix\n1 .\n" * 300_000,
    "edges": lambda: "".join(f"{i % 50_000} {7 * i % 49_999}\n" for i in range(500_000)),
    "proof": lambda: (
        'caballero proof 1\n{"board":{"shape":[8,20]},"piece":"knight","closed":true}\n'
        f'{{"sweep":{[*range(160)]}}}\n'
    ),
    "zip": lambda: "rey\n" + "\n".join([". " * 40] * 40),
    "booklet": lambda: '[[section]]\nkind = "numbers"\nboard = "10"\nlevel = "hard"\ncount = 50\n',
    "text": lambda: FILES["m100"]() * 20,
    "pupils": lambda: "\n".join(f"Pupil {n}" for n in range(99)),
}  # fmt: skip
"""Files that take long to read, to judge or to draw."""

LONG = {
    "tour": ["20 --magic --piece king", "300 -o x.svg", "60 --best turns", "{empty}",
             "30 -k 100 -o x.pdf", "100 --width 7000 -o x.png"],
    "graph": ["{edges}", "{edges} --best weight", "{edges} --longest"],
    "verify": ["{matrix}", "{matrix} --json", "{text} --text"], "check": ["{proof}"],
    "class mark": [f"{'{m100} ' * 30}"], "class new": ["{pupils} new --board 10 --level hard"],
    "draw": [
        *(f"{'{m100} ' * 8}-o x.{form}" for form in ("png", "tex", "pdf")), "{m100} -o x.gif",
        "{matrix} -o x.svg", "{puzzles} --solutions -o x.pdf",
    ],
    "puzzle booklet": ["{booklet} -o x.pdf"], "puzzle check": ["{puzzles}", "{empty}"],
    "puzzle complete": ["{empty}"], "puzzle link": ["{puzzles}"],
    "site": ["x --puzzles {puzzles}"], "puzzle solve": ["{puzzles}", "{empty}"],
    "puzzle hint": ["{zip}", "{empty}"],
    "puzzle make": ["10 --level hard", "9 --kind zip --level hard", "10 -k 99 -o x.pdf"],
    "puzzle quiz": ["9 -k 99 -o x.xml"], "puzzle text": [f"{'ab' * 200} --by letter"],
    "uncrossed": ["20"],
    "count": ["4x20000 --piece wazir --start a4 --end a1", "10 --group-by ends", "8 --magic"],
    "list": ["8 --magic", "8 -o x.txt", "8 -o x.parquet", "9x9 --statistics"], "sample": ["8 -k 5"],
    "rank": ["{m8}"], "unrank": ["8 0"],
    "trace": ["30 --method naive", "30 -o x.jsonl", "8 --tree --order puc", "8 -k 1000 -o x.gif"],
    "run list": ["8 --store new"], "run count": ["8 --store new"], "run resume": ["{run}"],
    "run verify": ["{run}"], "run collect": ["{run} -o x.parquet"],
}  # fmt: skip
"""Calls that would take a minute, or far longer."""

WITHOUT = {
    "compare": "its limit is that of each run, which the verbs keep",
    "serve": "it runs until it is stopped",
    "help": "it prints a text",
    "run status": "it reads a few lines of the ledger",
}
"""Commands without a limit of the whole, and why."""


def test_every_command_is_in_one_of_the_tables() -> None:
    found = dict(commands())
    assert {*LONG, *WITHOUT} == {*found}
    limited = {
        name
        for name, command in found.items()
        if any(parameter.name == "seconds" for parameter in command.params)
    }
    assert limited == {*LONG}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "line"),
    [
        case
        for name in LONG
        for case in mostly_nightly(product([name], LONG[name]), 3, several=True)
    ],
)
def test_every_command_keeps_its_limit(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in FILES:
        if f"{{{file}}}" in line:
            (tmp_path / file).write_text(FILES[file]())
    if "{run}" in line:
        what = ["8", "--closed"] if name == "run resume" else ["5x6", "--shard", "0.001"]
        limit = ["--timeout", LIMIT] if name == "run resume" else []
        caballero("run", "list", *what, "--store", "run", *limit)
    words = [*name.split(), *line.replace("{", "").replace("}", "").split(), "--timeout", LIMIT]
    said = caballero(*words)  # what it imports takes no part
    assert least_work(LIMIT + OVER, 3, lambda: caballero(*words)) < LIMIT + OVER
    # A hidden text is an answer though it was not decided whether others are hidden, too.
    assert said.status == 3 or (name, said.status) == ("puzzle text", 0), said
    assert "Traceback" not in said.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["tour 20 --best turns", "tour 9 --longest --closed", "uncrossed 20"]
)
def test_a_tour_whose_picture_comes_too_late_is_printed(
    caballero: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    def slow(*_how: object, **_options: object) -> str:
        spin()
        raise AssertionError

    monkeypatch.setattr(pictures, "picture_of", slow)
    for limit in (LIMIT, 1, 5, 25):  # on a busy machine there is no tour so soon
        said = caballero(*line.split(), "-o", tmp_path / "x.svg", "--timeout", limit)
        assert said.status == 3
        if said.out:
            break
    assert len(said.out.splitlines()) > 10
    assert "The tour is printed" in said.err
    assert "Raise the limit" in said.err
    assert ("Cost" in said.err) is ("--best" in line)


INTERRUPTED = [
    "tour 30 --magic", "puzzle check puzzles", "draw m100 -o x.gif", "count 8",
    "puzzle booklet booklet -o x.pdf", "trace 30 --method naive",
]  # fmt: skip
"""Long calls of each kind, which Ctrl-C ends."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process gets no SIGINT there")
@pytest.mark.parametrize("line", INTERRUPTED)
def test_ctrl_c_ends_long_work_with_one_line(tmp_path: Path, line: str) -> None:
    for file in FILES.keys() & {*line.split()}:
        (tmp_path / file).write_text(FILES[file]())
    running = started(*line.split(), cwd=tmp_path)
    time.sleep(3)  # in the middle of its work
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    _out, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said.strip().splitlines()[-1:] == ["Interrupted."]
    assert "Traceback" not in said


def spin() -> None:
    while True:
        pass


def test_a_deadline_ends_what_looks_at_no_clock() -> None:
    began = time.process_time()
    with pytest.raises(LimitReached, match="time limit"):
        within(0.05, spin)
    assert time.process_time() - began < 0.05 + OVER


def test_a_deadline_ends_code_that_goes_on_after_a_limit() -> None:
    """A method that takes the limit for that of its slice must not continue for ever."""

    def work() -> None:
        for _method in range(3):
            with pytest.raises(LimitHit):
                spin()

    within(0, work)


def test_a_deadline_leaves_no_timer_behind() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    assert within(60, lambda: signal.getsignal(signal.SIGVTALRM)) != before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGVTALRM) is before


@pytest.mark.slow
def test_a_deadline_hits_no_code_around_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal may come at the very end of the work, or while an error leaves it."""
    monkeypatch.setattr(deadline, "TICK", 1e-4)
    monkeypatch.setattr(deadline, "GRACE", 0.0)
    monkeypatch.setattr(deadline, "AGAIN", 0.0)

    def work(until: float) -> bool:
        while time.thread_time() < until:
            pass
        raise ValueError

    for number in range(300):
        with suppress(ValueError, LimitReached):
            within(0, partial(work, time.thread_time() + number * 1e-5))
        assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


class Going:
    """An object that works for a moment when it goes."""

    def __del__(self) -> None:
        moment()


def moment(*_unused: object) -> None:
    for _ in range(9_000):
        pass


def forgotten(kind: str) -> bool:
    """Let an object go, after which Python calls code of ours; work for a moment besides."""
    moment()
    kept, going = WeakKeyDictionary[Going, int](), partial(moment)
    match kind:
        case "del":
            Going()
        case "reference":
            _reference = ref(going, moment)
        case "finalize":
            finalize(going, moment)
        case "dictionary":
            kept[Going()] = 1
        case "garbage":
            gc.collect(0)
    return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no such timer")
@pytest.mark.parametrize("kind", ["del", "reference", "finalize", "dictionary", "garbage"])
def test_a_deadline_is_not_lost_where_python_calls_back(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    gc.callbacks.append(moment)
    try:
        for _ in range(3):
            with pytest.raises(LimitReached):
                within(0, lambda: any(forgotten(kind) for _ in count()))
    finally:
        gc.callbacks.remove(moment)
    assert not lost
    assert sys.unraisablehook == lost.append


def test_a_deadline_in_a_thread_does_nothing() -> None:
    ended: list[bool] = []
    thread = threading.Thread(target=within, args=(0, lambda: ended.append(True)))
    thread.start()
    thread.join()
    assert ended == [True]
