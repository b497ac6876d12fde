"""Pictures as an MP4 film, by the program ffmpeg.

It is that of the package imageio-ffmpeg, if that is installed, or the one on the path. The
pictures go to it one by one, so that a film takes no more memory than a picture.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from caballero.errors import InvalidInput
from caballero.words import short

if TYPE_CHECKING:
    from PIL import Image

HOLD = 2
"""For how many seconds the last picture stays."""


def ffmpeg() -> str:
    """Return where the program is.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    try:
        return str(import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        found = shutil.which("ffmpeg")
    if found is None:
        raise InvalidInput("video-missing")
    return found


def mp4_of(frames: Iterable[Image.Image], size: tuple[int, int], fps: float) -> bytes:
    """Return a film of pictures of one size; a side of odd length gets one pixel more.

    Raises
    ------
    InvalidInput
        If there is no ffmpeg, or it fails; then with what it said.
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
        with (Path(folder) / "said").open("w+b") as said:
            with subprocess.Popen(line, stdin=subprocess.PIPE, stderr=said) as running:
                assert running.stdin is not None
                data = b""
                # Where it has ended before its time, why is asked below.
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
            said.seek(0)
            told = said.read().decode("utf-8", "replace").strip()
        if running.returncode != 0 or not film.exists():
            raise InvalidInput("video-failed", told=short(told))
        return film.read_bytes()
