"""The shell blocks in the documents: every ```console block shows the true output.

A line ``$ caballero …`` or ``$ cat > …`` is run, in a directory of the block's own, which has the
files of ``examples/town``; lines that begin with ``> `` continue it. What follows must be its
standard output; a last line ``…`` matches anything.
Commands without signs of the shell run in this process.
In a ```sh block every line is run, and must succeed; ``make``, which would run these tests
again, runs with ``--dry-run``. What makes an environment or installs into it is not run here, but
what it names must exist; ``tests/build/test_install.py`` runs the tutorial's way without ``make``.
What a Spanish document takes from the English one (``docs/blocks.py``) runs there only.
(The Python blocks are run by ``conftest.py``.)
"""

import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs.blocks import ROOT, anchor, fenced, numbered, python, twins, whole
from docs.tables import figures, updated

from cli.terminal import Said, Terminal, shell

DOCUMENTS = sorted([*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.md")])
TOWN = ROOT / "examples" / "town"
REST = "…"
INSTALLING = re.compile(
    r"python3 -m venv \.venv$|\. \.venv/bin/activate$|pip install |jupyter lab (?P<folder>\S+)$"
)
LONG = re.compile("caballero (?:compare 4x5|run list|trace 5x6)")


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
    for block in fenced(document):
        if block.kind == kind and not block.same:
            lines = [*enumerate(block.text.splitlines(), block.line)]
            calls = calls_of(lines) if kind == "console" else commands_of(lines)
            yield Block(document, block.line, tuple(calls))


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


def is_seen_in_english(block: Block) -> bool:
    """Whether it is Spanish and takes seconds: by day, only its English twin runs."""
    return block.spanish and any(LONG.match(call.command) for call in block.calls)


def commands_of(lines: list[tuple[int, str]]) -> Iterator[Call]:
    for number, line in lines:
        if command := line.partition("#")[0].strip():
            yield Call(number, command, ())


SHELL = [block for document in DOCUMENTS for block in blocks_of(document, "sh")]
BLOCKS = [block for document in DOCUMENTS for block in blocks_of(document)]


def by_shell(command: str, spanish: bool, folder: Path) -> Said:
    """Run a command in a folder, by the shell."""
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = {"LANG": "es_ES.UTF-8" if spanish else "C", "PATH": scripts}
    return shell(f"set -o pipefail\n{command}\n", folder, **variables)


def run(command: str, spanish: bool, folder: Path, caballero: Terminal) -> Said:
    """Run a command in the current folder: in this process if it needs no shell."""
    if not command.startswith("caballero ") or re.search(r"[|<>&;$*~\n]", command):
        return by_shell(command, spanish, folder)
    words = shlex.split(command, comments=True)[1:]
    return caballero(*words, language="es" if spanish else "C")


@pytest.mark.slow
@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, marks=pytest.mark.nightly) if is_seen_in_english(block) else block
        for block in BLOCKS
        if block.calls
    ],
    ids=str,
)
def test_console(
    block: Block, tmp_path: Path, caballero: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(TOWN, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    for call in block.calls:
        said = run(call.command, block.spanish, tmp_path, caballero)
        where = f"{block.document.relative_to(ROOT)}:{call.line}: {call.command}\n{said.err}"
        assert said.status in {0, 1, 2, 3}, where
        assert "Traceback" not in said.err, where
        shown, printed = trimmed(call.shown), trimmed(said.out.splitlines())
        if shown and shown[-1].strip() == REST:
            shown.pop()
            printed = printed[: len(shown)]
        assert printed == shown, where


@pytest.mark.slow
@pytest.mark.parametrize("block", SHELL, ids=str)
def test_shell(
    block: Block, tmp_path: Path, caballero: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for call in block.calls:
        if installing := INSTALLING.match(call.command):
            assert (ROOT / (installing["folder"] or "")).exists()
            assert extras_in(call.command) <= EXTRAS
            continue
        wanted = re.sub("^make ", f"make --dry-run --directory={ROOT} ", call.command)
        said = run(wanted, block.spanish, tmp_path, caballero)
        assert said.status == 0, f"{call.command}\n{said.err}"


@pytest.mark.parametrize(("english", "spanish"), [*twins()], ids=lambda path: path.stem)
def test_a_translation_has_the_same_blocks_and_figures(english: Path, spanish: Path) -> None:
    assert figures(english) == figures(spanish)
    ours, theirs = numbered(english), numbered(spanish)
    assert [block.kind for block in ours] == [block.kind for block in theirs]
    pairs = [*zip(ours, theirs, strict=True)]
    assert all(one.section == other.section for one, other in pairs if other.same)
    assert english.name == "README.md" or not [
        other.line
        for one, other in pairs
        if one.text == other.text and one.text.count("\n") > 1 and not other.same
    ]
    assert abs(len(python(whole(english))) - len(python(whole(spanish)))) <= 1


def test_the_tables_have_the_figures_of_the_results() -> None:
    assert all(updated(readme) == readme.read_text("utf-8") for readme in ROOT.glob("README*.md"))


def test_every_document_has_a_translation() -> None:
    pairs = [*twins()]
    assert sorted(path for pair in pairs for path in pair) == [
        path for path in DOCUMENTS if path.parent.name not in {"design", "developer", "reference"}
    ]


@pytest.mark.parametrize(
    ("page", "file"), [("en/best", "roads"), ("es/el-mejor-recorrido", "calles")]
)
def test_the_town_is_the_one_in_its_file(page: str, file: str) -> None:
    roads = (TOWN / f"{file}.csv").read_text("utf-8")
    assert f"```text\n{roads}```" in whole(ROOT / "docs" / f"{page}.md")


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
    if document.name == "tutorial.md":
        listed = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", text, flags=re.MULTILINE)
        assert {name for row in listed for name in re.findall(r"\w+", row)} == EXTRAS


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_a_table_of_contents_is_complete(document: Path) -> None:
    listed = re.findall(r"^\d+\. \[([^\]]+)\]\(#", prose(document), flags=re.MULTILINE)
    assert not listed or listed == re.findall(r"^## (.+)$", prose(document), flags=re.MULTILINE)


def trimmed(lines: list[str] | tuple[str, ...]) -> list[str]:
    kept = [line.rstrip() for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    return kept


def anchors(document: Path) -> set[str]:
    """The names that a heading gets in the rendered document."""
    return {*map(anchor, re.findall(r"^#+ +(.+)$", prose(document), flags=re.MULTILINE))}


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
