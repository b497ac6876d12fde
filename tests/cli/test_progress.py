"""The progress line: where it is shown, where not, and that it is erased."""

import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pytest

from caballero import Problem, Progress, count_tours, find_tour, iter_tours, tour_space
from caballero.cli import progress as module
from caballero.cli.progress import MOST_MEASUREMENTS, Bar, Pace, fit_words, progress, time_text
from caballero.counting import count_by_symmetry
from caballero.machine import limits
from caballero.machine.limits import Budget
from caballero.render import tour_animation, trace_animation
from caballero.teaching import trace
from cli.terminal import environment, process

ENDLESS = ("tour", "8", "--method", "backtracking", "--order", "trekhleb")


# -- a terminal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """What a program wrote to a terminal, and what a person sees there in the end."""

    status: int
    piped: str
    reported: str

    @property
    def screen(self) -> list[str]:
        """The lines that are left, for the few controls that are used."""
        lines, row, column = [""], 0, 0
        for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|[^\x1b]", self.reported):
            if part == "\r":
                column = 0
            elif part == "\n":
                row, column = row + 1, 0
                lines += [""] * (row + 1 - len(lines))
            elif part == "\x1b[1A":
                row -= 1
            elif part == "\x1b[2K":
                lines[row] = ""
            elif part[0] != "\x1b":
                lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + 1 :]
                column += 1
            else:
                assert re.fullmatch(r"\x1b\[(\?25[lh]|[0-9;]*m)", part), part
        return [line for line in lines if line]

    @property
    def cursor_is_there(self) -> bool:
        return self.reported.rfind("\x1b[?25h") >= self.reported.rfind("\x1b[?25l")


def on_terminal(*arguments: str, piped: bool = False, until: str = "", **variables: str) -> Seen:
    """Run a program on a terminal of its own; interrupt it once it has written some text."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    reported, stop = b"", time.monotonic() + 60
    with tempfile.TemporaryFile() as out:
        program = subprocess.Popen(
            [sys.executable, *arguments], stdin=theirs, stdout=out if piped else theirs,
            stderr=theirs, env=environment() | {"TERM": "xterm-256color"} | variables,
        )  # fmt: skip
        os.close(theirs)
        while time.monotonic() < stop:
            try:
                reported += (part := os.read(ours, 65536))
            except OSError:  # so it ends on Linux
                break
            if not part:
                break
            if until and until.encode() in reported:
                until = ""
                program.send_signal(signal.SIGINT)
        os.close(ours)
        status = program.wait(timeout=600)
        out.seek(0)
        return Seen(status, out.read().decode(), reported.decode())


def caballero(*arguments: str, **how: object) -> Seen:
    return on_terminal("-m", "caballero", *arguments, **how)  # type: ignore[arg-type]


@pytest.mark.slow
def test_long_work_shows_how_far_it_is_and_takes_it_away() -> None:
    seen = caballero(*ENDLESS, "--timeout", "1.8")
    assert re.search(r"backtracking +\d[\d\s]* nodes, \d[\d\s]*/s +0:01", seen.reported)
    assert (seen.status, seen.cursor_is_there) == (3, True)
    assert seen.screen[0].startswith("No answer in 1."), seen.screen


@pytest.mark.slow
def test_quiet_work_shows_nothing() -> None:
    seen = caballero(*ENDLESS, "--timeout", "1.8", "--quiet")
    assert (seen.status, seen.reported.count("\n"), "\x1b" in seen.reported) == (3, 1, False)


@pytest.mark.slow
def test_an_interruption_leaves_the_terminal_clean() -> None:
    seen = caballero(*ENDLESS, "--lang", "es", until="nodos")
    assert (seen.status, seen.screen) == (130, ["Interrumpido."])
    assert seen.cursor_is_there


@pytest.mark.slow
def test_the_answer_is_apart_and_no_colour_is_none() -> None:
    """A listing has a limit, so its end is in sight; the tours go elsewhere."""
    arguments = ("list", "6x8", "--closed", "--count", "25000", "--json")
    seen = caballero(*arguments, piped=True, NO_COLOR="1")
    assert re.search(r"\d+ % +\d[\d\s]* of 25\s000 tours, \d[\d\s]*/s +\d:\d\d", seen.reported)
    assert "━" in seen.reported
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", seen.reported)  # no colour of ink or ground
    lines = seen.piped.splitlines()
    assert len(lines) == 25000
    assert json.loads(lines[-1])["index"] == 24999
    assert seen.screen[0] == "Verified tours: 25\xa0000."


@pytest.mark.slow
def test_output_on_the_terminal_stays_whole() -> None:
    """The line makes room for tours, which come one by one."""
    arguments = ("list", "9x9", "--clue", "a1=1", "--clue", "c5=3", "--format", "moves")
    screen = caballero(*arguments, "--timeout", "2").screen
    ends = [i for i, line in enumerate(screen) if line.startswith(("Verified tours", "No answer"))]
    assert len(ends) == 1
    squares = " ".join(screen[: ends[0]]).split()
    tours = [squares[at : at + 81] for at in range(0, len(squares), 81)]
    assert all(len({*tour}) == 81 and tour[::2][:2] == ["a1", "c5"] for tour in tours)


SMALL = """
import sys
from caballero.cli import main, progress
progress.QUIET_SECONDS = 60.0  # however slow the machine is
try:
    main({arguments})
except SystemExit:
    print("rich" in sys.modules, "threading" in sys.modules)
"""


@pytest.mark.parametrize("arguments", [["tour", "8"], ["count", "4x5"], ["sample", "3x4"]])
def test_small_work_shows_nothing_and_imports_nothing(arguments: list[str]) -> None:
    seen = on_terminal("-c", SMALL.format(arguments=arguments), NO_COLOR="1")
    assert "\x1b" not in seen.reported
    assert seen.screen[-1].startswith("False")


@pytest.mark.slow
def test_nothing_is_shown_where_there_is_no_terminal_or_it_can_do_nothing() -> None:
    seen = caballero(*ENDLESS, "--timeout", "1.5", TERM="dumb")
    assert "\x1b" not in seen.reported
    for said in (seen.reported.strip(), process(*ENDLESS, "--timeout", "1.5").err.strip()):
        assert said.startswith("No answer in 1.")
        assert said.count("\n") == 0


# -- the line itself -------------------------------------------------------------------------------


def test_the_pace_is_that_of_late() -> None:
    pace = Pace()
    assert pace.rate == 0
    for second in range(1000):
        pace.note(second, 2 * second if second < 500 else 1000 + 10 * (second - 500))
    assert pace.rate == pytest.approx(10, rel=0.05)
    assert len(pace._past) <= MOST_MEASUREMENTS


def test_a_pace_slows_down_steadily_while_nothing_comes() -> None:
    pace = Pace()
    times = []
    for second in range(100):
        pace.note(second, min(second, 20) + (second > 70))
        if second:
            times.append(1 / pace.rate)
    assert times[:20] == [1] * 20
    assert max(abs(b - a) for a, b in pairwise(times)) < 1
    assert pace.rate == pytest.approx((21 - 10) / (99 - 10))


def test_a_new_beginning_has_a_pace_of_its_own() -> None:
    pace = Pace()
    for second in range(10):
        pace.note(second, 1000 * second)
    for second in range(10, 20):
        pace.note(second, second - 10)
    assert pace.rate == pytest.approx(1)


def line_of(bar: Bar, width: int = 80) -> str:
    bar._measure(bar._began + 75)
    return line_at(bar, 75, width)


def line_at(bar: Bar, second: float, width: int = 80) -> str:
    return " ".join(bar._line(bar._began + second, width - 1).split())


def test_the_line_shows_the_progress() -> None:
    bar = Bar()
    assert line_of(bar) == "1:15"
    for event, line in (
        (Progress("backtracking", 1, 60), "backtracking 1:15"),  # one node tells nothing
        (Progress("backtracking", 1234567, 60), r"backtracking 1 234 567 nodes, .*"),
        (
            Progress("frontier", 1234567, 60, 0.5, 1),
            r"frontier ━+╌+ 50 % 1 234 567 nodes, 0/s 1:15",
        ),
    ):
        bar(event)
        assert re.fullmatch(line, line_of(bar))  # the time left is not known yet
    runs = Bar("runs")
    assert line_of(runs) == "1:15"
    runs.at(0, 8)
    runs(Progress("backtracking", 5, 1))
    assert "0 % 0 of 8 runs, 0/s" in line_of(runs)
    runs.at(3)
    assert line_of(runs) == "backtracking 3 runs, 0/s 1:15"
    runs.start_next("pictures", Progress("gif", 3, 1, 3, 9))
    assert line_of(runs).startswith("gif 3 runs") is False


def test_the_share_shown_never_goes_back() -> None:
    """A sweep's guess of its work does: 24 %, then 14 %, then 24 %, as for closed tours of 8x8."""
    shares = [0.1, 0.17, 0.24, 0.14, 0.2, 0.24, *[0.3] * 40, 0.5, 0.45, 0.6]
    bar = Bar()
    left = []
    for second, share in enumerate(shares):
        bar(Progress("halves", 1000 * second, second, share, 1))
        bar._measure(bar._began + second)
        words = line_at(bar, second)
        assert f"{100 * max(shares[: second + 1]):.0f} %" in words
        left += [60 * int(m) + int(s) for m, s in re.findall(r"about (\d+):(\d+) left", words)]
    assert len(left) == len(shares) - 3
    # It falls as time goes by, and rises slowly in the standstill: no jumps.
    assert max(b - a for a, b in pairwise(left)) <= 7, left
    runs = Bar("runs")  # the next piece of work has a share of its own
    for unit, done in (("runs", 9), ("pictures", 1)):
        runs.start_next(unit, Progress("gif", 3, 1, done, 10))
        runs._measure(runs._began)
    assert runs._share == 0.1


def test_it_is_one_line_however_narrow() -> None:
    for width in range(1, 100, 7):
        bar = Bar("pictures")
        bar.at(123456, 9999999)
        bar(Progress("a method", 1, 1))
        assert len(line_of(bar, width)) <= width
        assert fit_words(["a", "b", "c", "d"], width)[-1] == "d"
    assert time_text(59.6, None) == "1:00"
    assert time_text(1, 3600) == "0:01, about 1:00:00 left"


def test_a_closed_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with progress() as bar:
        bar(Progress("x", 1, 1))
        bar.hide()
    assert not bar._shown
    assert module.QUIET_SECONDS == 1


# -- how far the work is ---------------------------------------------------------------------------


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The shares of the work that a budget receives."""
    reported: list[float] = []
    reach = Budget.reach

    def listening(budget: Budget, share: float) -> None:
        reach(budget, share)
        assert budget.total == 1
        assert budget.done is not None
        reported.append(budget.done)

    monkeypatch.setattr(Budget, "reach", listening)
    return reported


def test_parts_are_within_parts() -> None:
    budget = Budget()
    assert (budget.done, budget.total) == (None, None)
    with budget.part(0.5, 1), budget.part(0, 0.5):
        budget.reach(0.5)
        assert (budget.done, budget.total) == (0.625, 1)
    with pytest.raises(ZeroDivisionError), budget.part(0.1, 0.2):
        raise ZeroDivisionError
    budget.reach(0.25)
    assert budget.done == 0.25


WORKS: dict[str, Callable[[], object]] = {
    "sweep": lambda: count_tours("6x6", closed=True, method="sweep"),
    "halves that differ": lambda: count_tours("5x6", start="a1", method="halves"),
    "not closable": lambda: count_tours("5x6", closable=False),
    "classes": lambda: count_tours("6x6", closed=True, up_to_symmetry=True),
    "kinds": lambda: count_by_symmetry(Problem("6x6", closed=True)),
    "space": lambda: tour_space(Problem("6x6", closed=True)),
    "long": lambda: count_tours("4x20", method="sweep"),
}


@pytest.mark.parametrize("work", WORKS)
def test_a_count_knows_how_far_it_is(work: str, shares: list[float]) -> None:
    WORKS[work]()
    assert all(0 <= share <= 1 for share in shares)
    assert shares[0] <= 0.1
    assert shares[-1] > 0.9
    middle = [share for share in shares if 0.1 < share < 0.9]
    assert len(middle) > 5
    # A guess gets better, so it may go back; but not often, and not far.
    back = sum(a - b for a, b in pairwise(shares) if b < a)
    assert back < 1, shares


def test_pictures_that_move_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EVENT_SECONDS", -1)  # as if each picture took long
    monkeypatch.setattr(limits, "LOOK_SECONDS", 0)
    reported: list[Progress] = []
    tour_animation(find_tour("3x4"), width=90, callback=reported.append)
    drawn = [event.done or 0 for event in reported if (event.method, event.total) == ("gif", 12)]
    assert drawn == sorted(drawn)  # where a report takes long, others are left out
    assert drawn
    assert {*drawn} <= {*range(13)}
    problem = Problem(3)
    trace_animation(problem, trace(problem), width=90, format="apng", callback=reported.append)
    assert (reported[-1].method, bool(reported[-1].total)) == ("apng", True)


def test_a_listing_with_a_limit_knows_its_end() -> None:
    reported: list[Progress] = []
    listing = iter_tours("6x8", closed=True, count=3000, every=10, callback=reported.append)
    list(zip(listing, range(5), strict=False))
    time.sleep(0.3)  # until then nothing is told
    list(listing)
    assert reported[0].total == 30_000
    assert 50 < (reported[0].done or 0) <= listing.position
    again = iter_tours("6x8", closed=True, count=3, resume=listing.token)
    assert again._budget.total == again.position + 3
    assert iter_tours("6x8", closed=True)._budget.total is None
