"""The shell blocks in the documents: every ```console block shows the true output.

A line ``$ caballero …`` or ``$ cat > …`` is run, in a directory of the block's own, which has the
files of ``examples/town``; lines that begin with ``> `` continue it. What follows must be its
standard output; a last line ``…`` matches anything.
In a ```sh block every line is run, and must succeed; ``make``, which would run these tests
again, runs with ``--dry-run``. What makes an environment or installs into it is not run here, but
what it names must exist; ``tests/build/test_install.py`` runs the README's way without ``make``.
(The Python blocks are run by ``conftest.py``.)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.md")])
TOWN = ROOT / "examples" / "town"
REST = "…"
INSTALLING = re.compile(
    r"python3 -m venv \.venv$|\. \.venv/bin/activate$|pip install |jupyter lab (?P<folder>\S+)$"
)


@dataclass(frozen=True)
class Call:
    line: int
    command: str
    shown: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    document: Path
    line: int
    calls: tuple[Call, ...]

    @property
    def spanish(self) -> bool:
        return self.document.name == "README.es.md" or self.document.parent.name == "es"

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"


def blocks_of(document: Path, kind: str = "console") -> Iterator[Block]:
    fence, opened = "", 0
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(document.read_text("utf-8").splitlines(), start=1):
        mark = re.match(r"\s*(`{3,}|~{3,})\s*(\w*)\s*$", line)
        if not fence and mark:
            fence, opened = mark[1] if mark[2] == kind else "other", number
            closing, lines = mark[1], []
        elif fence and mark and mark[1] == closing and not mark[2]:
            if fence != "other":
                calls = calls_of(lines) if kind == "console" else commands_of(lines)
                yield Block(document, opened, tuple(calls))
            fence = ""
        elif fence:
            lines.append((number, line))


def calls_of(lines: list[tuple[int, str]]) -> Iterator[Call]:
    call: Call | None = None
    for number, line in [*lines, (0, "$ ")]:
        if line.startswith("$ "):
            if call is not None and call.command.startswith(("caballero ", "cat > ")):
                yield call
            call = Call(number, line.removeprefix("$ "), ())
        elif call is not None and line.startswith("> ") and not call.shown:
            call = Call(call.line, f"{call.command}\n{line.removeprefix('> ')}", ())
        elif call is not None:
            call = Call(call.line, call.command, (*call.shown, line.rstrip()))


def commands_of(lines: list[tuple[int, str]]) -> Iterator[Call]:
    for number, line in lines:
        if command := line.partition("#")[0].strip():
            yield Call(number, command, ())


SHELL = [block for document in DOCUMENTS for block in blocks_of(document, "sh")]
BLOCKS = [block for document in DOCUMENTS for block in blocks_of(document)]


def environment(spanish: bool) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "COLUMNS"}
    }
    scripts = Path(sys.executable).parent
    return kept | {
        "LANG": "es_ES.UTF-8" if spanish else "C",
        "PATH": f"{scripts}{os.pathsep}{kept.get('PATH', '')}",
    }


@pytest.mark.slow
@pytest.mark.parametrize("block", [block for block in BLOCKS if block.calls], ids=str)
def test_console(block: Block, tmp_path: Path) -> None:
    shutil.copytree(TOWN, tmp_path, dirs_exist_ok=True)
    for call in block.calls:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", call.command + "\n"],
            cwd=tmp_path,
            env=environment(block.spanish),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        where = f"{block.document.relative_to(ROOT)}:{call.line}: {call.command}\n{done.stderr}"
        assert done.returncode in {0, 1, 2, 3}, where
        assert "Traceback" not in done.stderr, where
        shown, printed = trimmed(call.shown), trimmed(done.stdout.splitlines())
        if shown and shown[-1].strip() == REST:
            shown.pop()
            printed = printed[: len(shown)]
        assert printed == shown, where


@pytest.mark.slow
@pytest.mark.parametrize("block", SHELL, ids=str)
def test_shell(block: Block, tmp_path: Path) -> None:
    for call in block.calls:
        if installing := INSTALLING.match(call.command):
            assert (ROOT / (installing["folder"] or "")).exists()
            assert extras_in(call.command) <= EXTRAS
            continue
        wanted = re.sub("^make ", f"make --dry-run --directory={ROOT} ", call.command)
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", wanted],
            cwd=tmp_path,
            env=environment(block.spanish),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{call.command}\n{done.stderr}"


@pytest.mark.parametrize(
    ("page", "file"), [("en/best", "roads"), ("es/el-mejor-recorrido", "calles")]
)
def test_the_town_is_the_one_in_its_file(page: str, file: str) -> None:
    roads = (TOWN / f"{file}.csv").read_text("utf-8")
    assert f"```text\n{roads}```" in (ROOT / "docs" / f"{page}.md").read_text("utf-8")


with (ROOT / "pyproject.toml").open("rb") as file:
    EXTRAS = {*tomllib.load(file)["project"]["optional-dependencies"]}


def extras_in(text: str) -> set[str]:
    """Return the extras that a command or a document installs."""
    lists = re.findall(r"(?:caballero|\s'?\.|`\.)\[([a-z,]+)\]", text)
    return {name for names in lists for name in names.split(",")}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_the_extras_exist(document: Path) -> None:
    text = document.read_text("utf-8")
    assert extras_in(text) <= EXTRAS
    if document.name.startswith("README"):
        listed = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", text, flags=re.MULTILINE)
        assert {name for row in listed for name in re.findall(r"\w+", row)} == EXTRAS


def trimmed(lines: list[str] | tuple[str, ...]) -> list[str]:
    kept = [line.rstrip() for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    return kept


def anchors(document: Path) -> set[str]:
    """The names that a heading gets in the rendered document."""
    headings = re.findall(r"^#+ +(.+)$", prose(document), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def prose(document: Path) -> str:
    return re.sub(r"```.*?```", "", document.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(document)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = document.parent / name if name else document
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target
