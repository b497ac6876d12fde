"""Animations of a growing tour, or of a search: GIF, APNG, WebP or MP4.

It needs Pillow, which the extra ``pictures`` installs, and for MP4 the program ffmpeg. A search
shows every square entered, every dead end and every step back, with the counts below the board;
the last frame stays longer. Frames and pixels are limited, because an animation of a long search
would be too large to show.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import isinf
from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidInput, TooLarge
from caballero.machine.extras import extra
from caballero.machine.limits import Budget, LimitOptions, pause, paused, running
from caballero.machine.words import Message
from caballero.model.events import Event, EventKind
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.asking import within

from .layout import refuse_huge
from .painter import Painter
from .scene import event_scene, tour_scene
from .themes import page_of, theme_named

if TYPE_CHECKING:
    from PIL import Image

ANIMATIONS: Final = ("gif", "apng", "webp", "mp4")
"""The formats."""

MAX_FRAMES: Final = 1000
"""The most frames of a search."""

MOST_TOUR_FRAMES: Final = 250
"""The most frames of a tour; a longer tour grows by several squares at a time."""

PAINTED_SQUARES: Final = 400_000
"""The approximate number of squares painted in all frames of a large tour together."""

MAX_PIXELS: Final = 300_000_000
"""The most pixels, in all frames together."""

MAX_FRAME_PIXELS: Final = 2_100_000
"""The most pixels in a frame, as many as full HD: nothing interrupts its writer for 0.3 s."""

SLOWEST, FASTEST = 0.1, 50
"""Frames a second; browsers show no faster GIF."""

LAST_FRAME_MS: Final = 2000
"""How long the last frame stays, in milliseconds."""

SHOWN_EVENTS: Final = frozenset(EventKind) - {EventKind.TRY}
"""The events that an animation shows; the moves that are tried would be too many."""


@within
def tour_animation(
    tour: Tour,
    *,
    format: str = "gif",
    theme: str = "light",
    width: int | None = None,
    fps: float = 8,
    coordinates: bool = False,
    **how: Any,
) -> bytes:
    """Return an animation of a tour that grows square by square.

    Parameters
    ----------
    tour : Tour
        On a board; a tour of more than ``MOST_TOUR_FRAMES`` squares grows by several at a time.
    format : str
        ``gif``, ``apng``, ``webp`` or ``mp4``.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default the longer side has 480.
    fps : float
        Frames a second.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.
    **how
        ``style``, ``first``, ``numbers`` and ``path``, as in
        :func:`caballero.render.svg.tour_svg`.

    Raises
    ------
    UnknownName
        If the format, style or theme is unknown.
    TooLarge
        If there would be too many pixels.
    InvalidInput
        If Pillow, or for MP4 ffmpeg, is not installed.
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> import io
    >>> from caballero import find_tour
    >>> from caballero.render.animation import tour_animation
    >>> from PIL import Image
    >>> Image.open(io.BytesIO(tour_animation(find_tour("3x4"), width=90))).n_frames
    12
    """
    refuse_huge(tour.board)
    chosen, count = theme_named(theme), len(tour)
    names = chosen.label_ink if coordinates else None
    painter = Painter(tour.board, page_of(theme), width, names=names)
    most = min(MOST_TOUR_FRAMES, max(PAINTED_SQUARES // max(count, 1), 20))
    leap = -(-count // most)

    def paint(shown: int) -> Image.Image:
        return painter.paint(tour_scene(tour, chosen, shown=shown, **how))

    frames = [partial(paint, shown) for shown in [*range(1, count, leap), count]]
    return _write(frames, painter.size, format, fps, (), running())


@within
def trace_animation(
    problem: Problem,
    events: Iterable[Event],
    *,
    format: str = "gif",
    theme: str = "light",
    width: int | None = None,
    fps: float = 8,
    every: int = 1,
    coordinates: bool = False,
    language: str | None = None,
    **how: Unpack[LimitOptions],
) -> bytes:
    """Return an animation of a search: squares entered, dead ends, steps back, and the end.

    Parameters
    ----------
    problem : Problem
        On a board.
    events : iterable of Event
        From :func:`caballero.teaching.trace`; moves that are only tried are left out.
    format : str
        ``gif``, ``apng``, ``webp`` or ``mp4``.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    width : int, optional
        The width in pixels; by default the longer side has 480.
    fps : float
        Frames a second.
    every : int
        Show every N-th event, and the last event.
    coordinates : bool
        Whether to draw the names of the rows and columns.
    language : str, optional
        The language of the words below the board, the reader's by default.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`; no limit by default.

    Raises
    ------
    UnknownName
        If the format or theme is unknown.
    TooLarge
        If there are more than ``MAX_FRAMES`` frames, or too many pixels.
    InvalidInput
        If Pillow, or for MP4 ffmpeg, is not installed.
    LimitReached
        If a limit is reached first.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.render.animation import trace_animation
    >>> from caballero.teaching import trace
    >>> problem = Problem(3)
    >>> trace_animation(problem, trace(problem), width=90)[:6]
    b'GIF89a'
    """
    board = problem.board
    refuse_huge(board)
    chosen = theme_named(theme)
    names = chosen.label_ink if coordinates else None
    page_ink = "#ffffff" if chosen.page and chosen != theme_named("print") else "#000000"
    moments = _moments(paused(events), every)
    if not moments:
        raise InvalidInput("animation-empty")
    painter = Painter(board, page_of(theme), width, caption=True, names=names)
    digits = len(str(moments[-1].nodes))

    def paint(event: Event) -> Image.Image:
        shapes = event_scene(problem, event, chosen)
        return painter.paint(shapes, _caption(event, language, digits), page_ink)

    frames = [partial(paint, event) for event in moments]
    kinds = [event.kind for event in moments]
    samples = [kinds.index(kind) for kind in dict.fromkeys(kinds)]
    return _write(frames, painter.size, format, fps, samples, running())


def _moments(events: Iterable[Event], every: int) -> list[Event]:
    """Return every N-th event that is shown, and the last."""
    moments: list[Event] = []
    last: Event | None = None
    for i, last in enumerate(event for event in events if event.kind in SHOWN_EVENTS):
        if i % every == 0:
            moments.append(last)
        if len(moments) > MAX_FRAMES:
            raise TooLarge("animation-too-long", most=MAX_FRAMES)
    return moments if last is None or moments[-1] is last else [*moments, last]


def _caption(event: Event, language: str | None, digits: int) -> str:
    """Return the counts, or the best and the bound, in capitals, always of the same length."""
    if (now := event.standing) is not None:
        best, bound = ("-" if isinf(c) else str(c) for c in (now.best, now.bound))
        data = {"best": f"{best:<{digits}}", "bound": f"{bound:<{digits}}"}
        return Message("best-caption", data).text(language).upper()
    counts = {"column-nodes": event.nodes, "column-steps-back": event.steps_back}
    parts = [f"{Message(code).text(language)} {count:<{digits}}" for code, count in counts.items()]
    return "   ".join(parts).upper()


class _Watched(io.BytesIO):
    """A file whose writer is interrupted at the limit of the budget that runs."""

    def write(self, data: Any) -> int:
        pause()
        return super().write(data)


def _write(
    frames: Sequence[Callable[[], Image.Image]],
    size: tuple[int, int],
    form: str,
    fps: float,
    samples: Sequence[int],
    budget: Budget,
) -> bytes:
    """Write the frames in a format; each is painted when it is needed."""
    form = name_among("format", form, ANIMATIONS)
    if not SLOWEST <= fps <= FASTEST:
        raise InvalidInput("animation-speed", value=fps, least=SLOWEST, most=FASTEST)
    pixels = size[0] * size[1]
    for count, most in ((pixels, MAX_FRAME_PIXELS), (len(frames) * pixels, MAX_PIXELS)):
        if count > most:
            raise TooLarge("picture-too-many-pixels", count=count, most=most)
    if form == "mp4":
        from .video import mp4_of  # only MP4 needs another program

        return mp4_of(_paint_all(frames, form, budget), size, fps, budget)
    times = [round(1000 / fps)] * (len(frames) - 1) + [LAST_FRAME_MS]
    images = _paint_all(frames, form, budget)
    how: dict[str, Any] = {"lossless": True, "quality": 60, "method": 3}
    if form != "webp":
        palette = _palette(frames, samples, budget)
        sharp = extra("PIL.Image", "pictures").Dither.NONE
        images = (image.quantize(palette=palette, dither=sharp) for image in images)
        how = {"optimize": False} if form == "gif" else {}
    first = next(images)
    others = [*images] if form == "apng" else images  # its writer iterates twice
    file = _Watched()
    first.save(
        file, "PNG" if form == "apng" else form, save_all=True, append_images=others,
        duration=times if len(times) > 1 else times[0], loop=0, **how,
    )  # fmt: skip
    return file.getvalue()


def _paint_all(
    frames: Sequence[Callable[[], Image.Image]], form: str, budget: Budget
) -> Iterator[Image.Image]:
    """Paint the frames in turn."""
    budget.method, budget.total = form, len(frames)
    for budget.done, frame in enumerate(frames):
        budget.pause()
        yield frame()


def _palette(
    frames: Sequence[Callable[[], Image.Image]], samples: Sequence[int], budget: Budget
) -> Image.Image:
    """Return one palette for all frames, made from a few of them, so that no colour flickers."""
    last = len(frames) - 1
    module = extra("PIL.Image", "pictures")
    some: list[Image.Image] = []
    for i in sorted({0, last // 2, last, *samples}):
        budget.pause()
        image = frames[i]()
        step = 1 + max(image.size) // 1000  # nothing interrupts a choice of colours
        some.append(image.resize([side // step for side in image.size], module.Resampling.NEAREST))
    wide, high = some[0].size
    strip = cast("Image.Image", module.new("RGB", (wide * len(some), high)))
    for i, image in enumerate(some):
        strip.paste(image, (i * wide, 0))
    return strip.quantize(256)
