"""What the tests of runs share: a small run, processes of its own for it, and all its portions."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import chain
from pathlib import Path

from caballero import Tour
from caballero.counting.listing.work import Portion, Rest, Work, share_out
from cli.terminal import environment

SHARD = "0.0005"
"""Seconds a shard takes: so little that a run of a small board has many."""


def listed(work: Work, most: int) -> tuple[list[Tour], float, int]:
    """All tours, the share of the work, and how many portions it took."""
    tours: list[Tour] = []
    share, shards = 0.0, 0
    ahead: list[list[Rest] | None] = [None]
    while ahead:
        now = ahead.pop()
        portion = Portion(work, now, most)
        tours += portion
        groups = share_out(work, portion.left, 4)
        ahead += reversed(groups)
        share += 1 if now is None else sum(rest.share for rest in now)
        share -= sum(rest.share for rest in chain(*groups))
        shards += 1
    return tours, share, shards


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "caballero", *map(str, words)]


def begun(*words: object, **more: str) -> subprocess.Popen[str]:
    """Begin ``caballero`` in a process of its own."""
    return subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment() | more, start_new_session=True,
    )  # fmt: skip


def ended(process: subprocess.Popen[str], seconds: float = 600) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out, err


def workers_of(pid: int) -> list[int]:
    """The processes that a coordinator began, but for the one that tidies up after it."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            words = status.with_name("cmdline").read_bytes().split(b"\0")
            if parent == pid and b"resource_tracker" not in b" ".join(words):
                found.append(int(status.parent.name))
    return found


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def gone(pids: list[int], seconds: float = 600) -> bool:
    """Whether all these processes end by themselves."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
