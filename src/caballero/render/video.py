"""An MP4 film, written by the program ffmpeg if it is on the path.

It receives the frames in turn, so that a film needs the memory of one frame.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import TIMEOUT_MAX, Timer
from typing import TYPE_CHECKING

from caballero.machine.errors import InvalidInput
from caballero.machine.limits import Budget
from caballero.machine.words import short

if TYPE_CHECKING:
    from PIL import Image

HOLD = 2
"""How long the last frame stays, in seconds."""


def ffmpeg() -> str:
    """Return the path of the program; raise :class:`InvalidInput` if it is missing."""
    found = shutil.which("ffmpeg")
    if found is None:
        raise InvalidInput("video-missing")
    return found


def mp4_of(
    frames: Iterable[Image.Image], size: tuple[int, int], fps: float, budget: Budget
) -> bytes:
    """Return a film of frames of one size; a side of odd length gets one pixel more.

    Raises :class:`InvalidInput` with ffmpeg's own message if it is missing or fails. It is ended
    at the limit of the budget, which then raises.
    """
    program = ffmpeg()
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "film.mp4"
        line = [
            program, "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
            "-s", f"{size[0]}x{size[1]}", "-r", str(fps), "-i", "-", "-an",
            "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p",
            "-movflags", "+faststart", "-y", str(film),
        ]  # fmt: skip
        with tempfile.TemporaryFile() as errors:
            with subprocess.Popen(line, stdin=subprocess.PIPE, stderr=errors) as running:
                assert running.stdin is not None
                # It may read no more, or never end: then only its end frees this process.
                timer = Timer(min(budget.seconds_left, TIMEOUT_MAX), running.kill)
                timer.daemon = True
                timer.start()
                data = b""
                # If ffmpeg ends early, its message is read below.
                try:
                    for image in frames:
                        data = image.tobytes()
                        running.stdin.write(data)
                    for _ in range(round(HOLD * fps)):
                        running.stdin.write(data)
                except BrokenPipeError:
                    pass
                except BaseException:
                    running.kill()
                    raise
                finally:
                    with suppress(BrokenPipeError):
                        running.stdin.close()
                    running.wait()
                    timer.cancel()
            budget.spend(0)
            errors.seek(0)
            message = errors.read().decode("utf-8", "replace").strip()
        if running.returncode != 0 or not film.exists():
            if not message:
                raise InvalidInput("video-nothing", status=running.returncode)
            raise InvalidInput("video-failed", told=short(message))
        return film.read_bytes()
