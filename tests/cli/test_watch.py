"""Boards in place in the terminal: the keys, a tour that grows, and a search step by step."""

import re
import signal
import sys
import time
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from caballero import Problem, find_tour, methods
from caballero.cli.keys import keyboard, keys_in
from caballero.cli.watch import FASTEST, SLOWEST, Player, Steps, advance, picture, press
from caballero.render import tour_text
from caballero.teaching import EventKind, trace
from caballero.teaching.pictures.trace import step_text
from cli.screen import Screen
from cli.terminal import Terminal, refuses

# -- the keys, without a terminal ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        (Player(), " ", Player(1)), (Player(4), "right", Player(5)),
        (Player(4, playing=True), " ", Player(4)), (Player(4, playing=True), "b", Player(3)),
        (Player(4), "left", Player(3)), (Player(0), "b", Player(0)),
        (Player(4), "p", Player(4, playing=True)), (Player(4), "\r", Player(4, playing=True)),
        (Player(4, playing=True), "\n", Player(4)), (Player(4, 8), "+", Player(4, 16)),
        (Player(4, 8), "=", Player(4, 16)), (Player(4, 8), "-", Player(4, 4)),
        (Player(4, FASTEST), "+", Player(4, FASTEST)),
        (Player(4, SLOWEST), "-", Player(4, SLOWEST)),
        (Player(4), "q", Player(4, over=True)), (Player(4), "x", Player(4)),
    ],
)  # fmt: skip
def test_what_keys_do(before: Player, key: str, after: Player) -> None:
    assert press(before, key) == after


def test_playing_is_a_step_a_picture_or_several() -> None:
    assert [advance(Player(3, speed)).at for speed in (0.1, 8, 50, 100, 2000)] == [4, 4, 4, 5, 43]


def test_only_the_latest_steps_are_kept() -> None:
    steps = Steps(count(), kept=100)
    assert steps.nearest(5) == (5, 5)
    assert steps.nearest(100_000) == (100_000, 100_000)
    assert steps.nearest(99_990) == (99_990, 99_990)
    assert steps.nearest(7) == (99_901, 99_901)
    assert len(steps._kept) == 100
    assert Steps("").nearest(0) is None
    assert Steps("abc").nearest(9) == (2, "c")


def test_codes_of_keys() -> None:
    assert keys_in("b\x1b[D \x1bOCq\x1b[3~\x1b[1;5C\x1b") == [
        "b", "left", " ", "right", "q", "right",
    ]  # fmt: skip


def test_keys_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = list("p\xe0K\x03")
    console = SimpleNamespace(kbhit=lambda: bool(typed), getwch=lambda: typed.pop(0))
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    with keyboard() as key_after:
        assert [key_after(None), key_after(1)] == ["p", "left"]
        with pytest.raises(KeyboardInterrupt):
            key_after(None)
        assert key_after(0.01) is None


# -- the pictures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", methods("teach"))
def test_every_method_can_be_watched(method: str) -> None:
    problem = Problem(3)
    rule = method.removesuffix("-backtracking") if method.startswith("warnsdorff") else method
    for number, event in enumerate(trace(problem, rule), 1):
        text = step_text(problem.board, event, number, "en", lambda cell: f"<{cell}>")
        assert f"{number}. " in text
        square = event.square
        assert ("<" in text) == (square is not None)
        if event.kind is EventKind.PLACE:
            assert f"<{event.depth}>" in text


def test_a_step_of_branch_and_bound_in_words() -> None:
    problem = Problem("3x4", start="a3")
    lines = []
    for number, event in enumerate(trace(problem, "branch-and-bound", strategy="fifo"), 1):
        text = step_text(problem.board, event, number, "en", str)
        lines += text.split("\n")[-2:]
    assert lines[:2] == [
        "1. Expanded: a3, number 1. Turns: at least 10.",
        "best: ∞, bound: 10; nodes: made 1, expanded 1, cut 0",
    ]
    assert "best: 10, bound: 10; nodes: made 2" in lines[-1]


def test_a_step_in_words() -> None:
    problem = Problem("5x5", start="a5")
    events = trace(problem, "warnsdorff")
    text = step_text(problem.board, next(events), 1, "en", str)
    assert text.split("\n")[-3:] == [
        "1. a5 is number 1",
        "From a5, next squares (exits): b3 (5), c4 (5)",
        "nodes: 1, dead ends: 0, steps back: 0",
    ]


# -- a search in the terminal ----------------------------------------------------------------------


def test_a_search_is_stepped_through_with_keys() -> None:
    screen = Screen("trace", "5", "--watch", "--method", "warnsdorff", "--start", "a5")
    screen.until("q: quit")
    assert "1. a5 is number 1" in screen.text
    for pressed, shown in [
        (" ", "2. b3 is number 2"), ("\x1b[C", "3. a1 is number 3"), ("b", "2. b3 is number 2"),
        ("\x1b[D", "1. a5 is number 1"), ("+", "(16/s)"), ("-", "(8/s)"),
        ("++++p", "Tour found: 25 nodes"), ("q", "Tour found: 25 nodes"),
    ]:  # fmt: skip
        screen.press(pressed)
        screen.until(shown)
    screen.until()
    assert screen.end() == (0, "")


@pytest.mark.slow
def test_quitting_restores_the_terminal() -> None:
    screen = Screen("trace", "8", "--watch", "--order", "puc", "--fps", "50")
    before = screen.settings()
    screen.until("q: quit")
    assert screen.settings() != before
    screen.press("++++++p")
    screen.until(re.compile(r"\n\d{5}\. "))  # far more steps than can be seen one by one
    screen.press("q")
    screen.until()
    assert (screen.settings(), screen.text.rstrip()[-6:]) == (before, "\x1b[?25h")
    assert screen.end() == (0, "")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_restores_the_terminal(number: signal.Signals, status: int) -> None:
    screen = Screen("trace", "4", "--watch")
    before = screen.settings()
    screen.until("q: quit")
    screen.program.send_signal(number)
    screen.until()
    assert screen.settings() == before
    assert "\x1b[?25h" in screen.text
    ended, err = screen.end()
    assert (ended, err.strip()) == (status, "Interrupted." if status == 130 else "")


def test_keys_are_read_after_a_suspension() -> None:
    """A shell sets its own mode when Ctrl-Z stops a program, and leaves it so."""
    screen = Screen("trace", "4", "--watch")
    before = screen.settings()
    screen.until("q: quit")
    screen.set(before)
    screen.program.send_signal(signal.SIGCONT)
    deadline = time.monotonic() + 30
    while screen.settings() == before and time.monotonic() < deadline:
        time.sleep(0.05)
    screen.press("q")
    screen.until()
    assert screen.settings() == before
    assert screen.end() == (0, "")


def test_a_search_that_finds_nothing_says_so() -> None:
    screen = Screen("trace", "3", "--watch", "--lang", "es", "--fps", "50")
    screen.until("q: salir")
    screen.press("p")
    screen.until("No hay recorrido")
    screen.press("q")
    screen.until()
    assert screen.end()[0] == 1


def test_what_is_written_needs_no_terminal(caballero: Terminal, tmp_path: Path) -> None:
    refuses(caballero("trace", 3, "--watch"), "needs a terminal", "-o search.gif")
    assert caballero("trace", 3, "--watch", "-o", tmp_path / "steps.txt").status == 1
    assert (tmp_path / "steps.txt").read_text() == caballero("trace", 3).out
    assert caballero("trace", 3, "--watch", "--json") == caballero("trace", 3, "--json")
    assert caballero("tour", 8, "--watch").out == caballero("tour", 8).out


# -- a tour in the terminal ------------------------------------------------------------------------


def test_a_tour_grows_in_the_terminal() -> None:
    screen = Screen("tour", "5", "--watch", "--fps", "50", "--start", "a1")
    screen.until()
    status, err = screen.end()
    assert status == 0
    assert "Verified" in err
    tour = find_tour("5x5", start="a1")
    plain = screen.plain()
    for shown in (1, 2, 12, 25):
        assert picture(tour, shown, 1) in plain
    assert plain.rstrip("\n").endswith(tour_text(tour))
    # The number just placed stands out; at its end rich shows the last picture once more.
    assert screen.text.count("\x1b[7m") in {25, 26}


def test_an_interrupt_ends_it_at_once() -> None:
    screen = Screen("tour", "8", "--watch", "--fps", "0.1")
    screen.until("┌")
    screen.program.send_signal(signal.SIGINT)
    screen.until()
    status, err = screen.end()
    assert picture(find_tour("8x8"), 2, 1) not in screen.plain()
    assert (status, err.strip()) == (130, "Interrupted.")  # the tour was found before


@pytest.mark.parametrize("size", [(8, 80), (24, 12)])
def test_where_there_is_no_room_nothing_moves(size: tuple[int, int]) -> None:
    """A search is refused; a tour is printed, if it fits."""
    screen = Screen("tour", "5", "--watch", rows=size[0], columns=size[1])
    screen.until()
    assert screen.end()[0] == 0
    assert screen.text.count("┌") == (size[1] == 80)
    assert "\x1b[1A" not in screen.text
    screen = Screen("trace", "5", "--watch", rows=size[0], columns=size[1])
    screen.until()
    status, err = screen.end()
    assert (status, screen.text, "too small" in err) == (2, "", True)


def test_the_growing_board_is_always_equally_wide() -> None:
    tour = find_tour("3x4", start="a3")
    shapes = {tuple(map(len, picture(tour, k, 990).split("\n"))) for k in range(13)}
    assert len(shapes) == 1
    assert picture(tour, 12, 990) == tour_text(tour, 990)
    assert picture(tour, 0, 990).count("·") == 12


def test_a_search_by_a_textbook_method_is_named(caballero: Terminal) -> None:
    said = caballero("tour", 5, "--watch", "--method", "backtracking")
    assert "caballero trace 5 --method backtracking --watch" in said.err
    assert "trace" not in caballero("tour", 5, "--watch").err


def test_a_growing_tour_stops_and_continues() -> None:
    screen = Screen("tour", "5", "--watch", "--fps", "0.1", "--start", "a1")
    screen.until("q: quit")
    screen.press(" ")
    screen.until("p: play")
    screen.press("+++++++++p")
    screen.until()
    status, err = screen.end()
    assert status == 0
    assert "Verified" in err
