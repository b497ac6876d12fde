"""The fenced blocks of the documents, and what a Spanish document takes from the English one.

Where an example is the same in both languages, it stands in the English document only. The Spanish
one has a line ``[Ejemplo](../en/PAGE.md#SECTION)`` in its place, which is a link in the repository;
the site and the tests put the example there. The n-th example is always the n-th of the other.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
OPENING = re.compile(r"\s*(`{3,}|~{3,})\s*([^`]*?)\s*$")
SAME = re.compile(r"\s*\[Ejemplo\]\((?P<file>\.\./en/[\w-]+\.md)#(?P<section>[^)]*)\)$")


@dataclass(frozen=True)
class Block:
    """A block: its kind, its text, the line where that begins, and whether it is taken over."""

    kind: str
    text: str
    line: int
    section: str
    lines: tuple[str, ...]
    same: bool = False


def anchor(heading: str) -> str:
    """Return the name that a heading has in an address."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def fenced(document: Path) -> Iterator[Block]:
    """Yield the blocks of a document; for a line ``[Ejemplo](…)``, its English block."""
    lines, section, number = document.read_text("utf-8").splitlines(), "", 0
    count = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.startswith("#"):
            section = anchor(line.lstrip("#"))
        if found := SAME.match(line):
            there = numbered(document.parent / found["file"])[count]
            yield Block(there.kind, there.text, number, found["section"], there.lines, same=True)
            count += 1
        elif found := OPENING.match(line):
            first, end = number, rf"\s*{found[1]}\s*$"
            while number < len(lines) and not re.match(end, lines[number]):
                number += 1
            text = "".join(f"{one}\n" for one in lines[first:number])
            number += 1
            yield Block(found[2], text, first + 1, section, (*lines[first - 1 : number],))
            count += not found[2].startswith("{")


@cache
def numbered(document: Path) -> list[Block]:
    """Return the blocks that have a twin in the other language: all but directives of Sphinx."""
    return [block for block in fenced(document) if not block.kind.startswith("{")]


def whole(document: Path, text: str | None = None) -> str:
    """Return a document, or its beginning, with the English examples in their places."""
    lines = (document.read_text("utf-8") if text is None else text).splitlines()
    for block in reversed([*fenced(document)]):
        if block.same and block.line <= len(lines):
            lines[block.line - 1 : block.line] = block.lines
    return "\n".join([*lines, ""])


def runnable(document: Path) -> str:
    """Return the text of a document up to its last own Python example; what is taken ran before."""
    own = [block for block in fenced(document) if block.kind == "python" and not block.same]
    last = own[-1].line + len(own[-1].lines) - 2 if own else 0
    lines = document.read_text("utf-8").splitlines()
    return whole(document, "\n".join(lines[:last]))


def twins() -> Iterator[tuple[Path, Path]]:
    """Yield each English document that has a translation, and that one."""
    yield ROOT / "README.md", ROOT / "README.es.md"
    for english in sorted((ROOT / "docs" / "en").glob("*.md")):
        if link := re.search(r"\]\((\.\./es/[\w-]+\.md)\)", english.read_text("utf-8")):
            yield english, (english.parent / link[1]).resolve()


def python(text: str) -> list[doctest.Example]:
    """Return the examples of the Python blocks of a text; their lines are those of the text."""
    examples = []
    for found in re.finditer(r"^ *```python\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        for example in doctest.DocTestParser().get_examples(found[1]):
            example.lineno += text[: found.start(1)].count("\n") + 1
            examples.append(example)
    return examples
