"""Boards in place in the terminal: a tour that grows, or a search, step by step.

The keys change a :class:`Player`, which says what is shown; :func:`press` and :func:`advance` are
pure. Only the latest steps are kept, so a search of any length can be watched.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import click

from caballero import Board, Tour
from caballero.model.events import Event, EventKind
from caballero.render.text import framed
from caballero.teaching.pictures.trace import step_text

from .keys import keyboard
from .language import current_language, translate as _

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")

MOST_KEPT: Final = 10_000
"""The most steps that are kept to go back to."""

FRAMES: Final = 50
"""Pictures a second; more steps a second are shown several at a time."""

SLOWEST, FASTEST = 0.125, 8192
"""Steps a second."""

LINES_BELOW: Final = 5
"""The most lines below a board: what happens, candidates, counts and keys."""

_REVERSED: Final = partial(click.style, reverse=True)
_DEAD: Final = partial(click.style, reverse=True, fg="red")


@dataclass(frozen=True, slots=True)
class Player:
    """The shown step: its number, from 0; and how many more a second while it plays."""

    at: int = 0
    speed: float = 8
    playing: bool = False
    over: bool = False


def press(player: Player, key: str) -> Player:
    """Return the player after a key; other keys change nothing.

    >>> press(Player(at=3), " "), press(Player(at=3, playing=True), " ").at
    (Player(at=4, speed=8, playing=False, over=False), 3)
    """
    match key:
        case " " if player.playing:
            return replace(player, playing=False)
        case " " | "right":
            return replace(player, at=player.at + 1, playing=False)
        case "b" | "left":
            return replace(player, at=max(0, player.at - 1), playing=False)
        case "p" | "\r" | "\n":
            return replace(player, playing=not player.playing)
        case "+" | "=":
            return replace(player, speed=min(FASTEST, player.speed * 2))
        case "-":
            return replace(player, speed=max(SLOWEST, player.speed / 2))
        case "q":
            return replace(player, over=True)
    return player


def advance(player: Player) -> Player:
    """Return the player after the time of a picture: a step later, or several if it is fast.

    >>> advance(Player()).at, advance(Player(speed=200)).at
    (1, 4)
    """
    return replace(player, at=player.at + max(1, round(player.speed / FRAMES)))


class Steps(Generic[T]):
    """Steps by number, read when they are needed; only the latest are kept.

    >>> steps = Steps("abcd", kept=2)
    >>> steps.nearest(2), steps.nearest(0), steps.nearest(9)
    ((2, 'c'), (1, 'b'), (3, 'd'))
    """

    def __init__(self, steps: Iterable[T], kept: int = MOST_KEPT) -> None:
        self._rest = iter(steps)
        self._kept: deque[T] = deque(maxlen=kept)
        self._read = 0

    def nearest(self, at: int) -> tuple[int, T] | None:
        """Return the step with a number, or the nearest, and its number; None if there is none."""
        for step in islice(self._rest, max(0, at + 1 - self._read)):
            self._kept.append(step)
            self._read += 1
        if not self._kept:
            return None
        first = self._read - len(self._kept)
        at = min(max(at, first), self._read - 1)
        return at, self._kept[at - first]


def is_terminal() -> bool:
    """Return whether boards can be shown in place on standard output."""
    return sys.stdout is not None and sys.stdout.isatty() and not _console().is_dumb_terminal


def has_room(board: Board) -> bool:
    """Return whether a board, with the lines below it, fits the terminal."""
    console = _console()
    if board.shape[-2] > console.height:  # so the drawing below is small
        return False
    lines = framed(board, {board.square(0): str(len(board))}).split("\n")
    return len(lines) + LINES_BELOW < console.height and max(map(len, lines)) <= console.width


def watch_tour(tour: Tour, first: int, speed: float) -> None:
    """Show a tour growing, then erase it; nothing without a terminal, or enough lines of it."""
    if is_terminal() and has_room(tour.board):
        player = Player(speed=speed, playing=True)
        _play(
            range(1, len(tour) + 1), lambda _at, shown: picture(tour, shown, first, _REVERSED),
            player, remains=False,
        )  # fmt: skip


def watch_search(board: Board, events: Iterable[Event], speed: float) -> None:
    """Show a search, step by step: the first, then as the keys say. The last remains."""
    language = current_language()

    def draw(at: int, event: Event) -> str:
        mark = _DEAD if event.kind is EventKind.DEAD_END else _REVERSED
        return step_text(board, event, at + 1, language, mark)

    _play(events, draw, Player(speed=speed), remains=True)


def _play(
    steps: Iterable[T], draw: Callable[[int, T], str], player: Player, *, remains: bool
) -> None:
    """Show steps in place and follow the keys, until q, or the end if no picture remains."""
    from rich.live import Live  # only a terminal needs it
    from rich.text import Text

    read = Steps(steps)
    live = Live(console=_console(), auto_refresh=False, transient=not remains)
    with keyboard() as key_after, live:
        live.console.show_cursor(True)  # else Ctrl-Z would leave it hidden
        while not player.over and (found := read.nearest(player.at)) is not None:
            at, step = found
            if at < player.at:  # the end
                if not remains:
                    return
                player = replace(player, playing=False)
            player = replace(player, at=at)
            live.update(Text.from_ansi(f"{draw(at, step)}\n{_keys(player)}"), refresh=True)
            key = key_after(1 / min(player.speed, FRAMES) if player.playing else None)
            if key is not None:
                player = press(player, key)
            elif player.playing:
                player = advance(player)


def picture(tour: Tour, shown: int, first: int, mark: Callable[[str], str] | None = None) -> str:
    """Return the framed board with its first squares; always of the same width."""
    numbers = [str(first + i) for i in range(len(tour))]
    width = max(map(len, numbers))
    cells = dict.fromkeys(tour.squares, "·".rjust(width))
    marks = {} if mark is None else {tour.squares[shown - 1]: mark}
    return framed(tour.board, cells | dict(zip(tour.squares[:shown], numbers, strict=False)), marks)


def _keys(player: Player) -> str:
    """Return the line of the keys."""
    line = (
        _("space: pause, b: back, + and -: speed ({speed:.4g}/s), q: quit")
        if player.playing
        else _("space: step, b: back, p: play, + and -: speed ({speed:.4g}/s), q: quit")
    )
    return line.format(speed=player.speed)


def _console() -> Console:
    from rich.console import Console  # only a terminal needs it

    return Console()
