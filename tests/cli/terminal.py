"""What the tests of the command line share: calling it, in this process or in one of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Source = str | bytes


@dataclass(frozen=True)
class Said:
    """What a call left behind."""

    status: int
    out: str
    err: str


class Terminal(Protocol):
    """``caballero`` with these arguments; ``stdin`` is what it reads."""

    def __call__(self, *arguments: object, stdin: Source = b"", language: str = "C") -> Said: ...


def encoded(stdin: Source) -> bytes:
    return stdin.encode() if isinstance(stdin, str) else stdin


def environment(language: str = "C", encoding: str = "utf-8") -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "COLUMNS", "LINES"}
    }
    return kept | {"LANG": language, "PYTHONIOENCODING": encoding}


def process(
    *arguments: object,
    stdin: Source = b"",
    language: str = "C",
    cwd: object = None,
    encoding: str = "utf-8",
    command: Sequence[object] = ("-m", "caballero"),
    **variables: str,
) -> Said:
    """Run ``caballero``, or another command of Python, in a process of its own."""
    done = subprocess.run(
        [sys.executable, *map(str, (*command, *arguments))],
        input=encoded(stdin), capture_output=True, env=environment(language, encoding) | variables,
        cwd=str(cwd) if cwd else None, timeout=600, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def shell(line: str, cwd: object = None, **variables: str) -> Said:
    """Run a line of bash, in which ``caballero`` is this one."""
    line = f'caballero() {{ {sys.executable} -m caballero "$@"; }}; {line}'
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=environment() | variables,
        cwd=str(cwd) if cwd else None, timeout=600, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


def started(*arguments: object, cwd: object = None, language: str = "C") -> subprocess.Popen[str]:
    """Start ``caballero`` in a process of its own, with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "caballero", *map(str, arguments)], text=True,
        env=environment(language), cwd=str(cwd) if cwd else None, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def refuses(reply: Said, *words: str, status: int = 2, start: str = "Error: ") -> None:
    """Check that a call ended in one clear sentence that has these words, and nothing else."""
    assert reply.status == status, reply
    lines = reply.err.splitlines()
    if reply.out:  # with --json, an object with the sentence
        error = json.loads(reply.out)
        assert error["status"] == "error"
        assert error["message"] in lines[-1]
    # What was read is reported first; the sentence is the last line.
    assert lines, reply
    before = re.compile(
        r"Read as |Leído como |The (?:first line was|distances are)|"
        r"The numbers begin|Each character was|The empty half"
    )
    assert all(before.match(line) for line in lines[:-1] if line), reply.err
    assert lines[-1].startswith(start), reply.err
    assert lines[-1].endswith((".", ")", "?")), reply.err
    assert len(lines[-1]) < 400
    assert "Traceback" not in reply.err
    for word in words:
        assert word in lines[-1], reply.err
