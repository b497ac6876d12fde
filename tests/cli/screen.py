"""A terminal for tests: a program on it, and all that it writes there."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from cli.terminal import environment

pty = pytest.importorskip("pty")  # not in Windows


class Screen:
    """A program on a terminal of its own, and all that it writes there."""

    def __init__(
        self,
        *arguments: str,
        rows: int = 30,
        columns: int = 80,
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        import fcntl
        import termios

        self._main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.program = subprocess.Popen(
            [sys.executable, "-m", "caballero", *arguments],
            stdin=other,
            stdout=other,
            stderr=subprocess.PIPE,
            env=environment() | {"TERM": "xterm-256color"} | dict(variables),
        )
        os.close(other)
        self.text = ""

    def press(self, keys: str) -> None:
        """Press keys, as if the text before were not there."""
        self.text = ""
        os.write(self._main, keys.encode())

    def settings(self) -> list[Any]:
        """Return the settings of the terminal."""
        import termios

        return termios.tcgetattr(self._main)

    def set(self, settings: list[Any]) -> None:
        """Change the settings of the terminal."""
        import termios

        termios.tcsetattr(self._main, termios.TCSANOW, settings)

    def until(self, words: str | re.Pattern[str] | None = None) -> None:
        """Read until something is written, or to the end; fail if it never is."""
        pattern = re.compile(re.escape(words)) if isinstance(words, str) else words
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not (pattern and pattern.search(self.text)):
            ready, _, _ = select.select([self._main], [], [], 0.1)
            try:
                data = os.read(self._main, 65536) if ready else None
            except OSError:  # Linux says so when the other end is closed
                data = b""
            if data == b"":
                break
            self.text += (data or b"").decode("utf-8", "ignore")
        assert pattern is None or pattern.search(self.text), self.text

    def plain(self) -> str:
        """Return the output without colours and cursor movements."""
        return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", self.text).replace("\r", "")

    def end(self) -> tuple[int, str]:
        _, err = self.program.communicate(timeout=600)
        os.close(self._main)
        return self.program.returncode, err.decode()
