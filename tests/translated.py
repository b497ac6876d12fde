"""The Spanish documents beside the English ones: which examples say the same.

An example says the same as its twin if it differs in nothing but names of variables, of which each
has one translation in its document; then what it shows is the same, too. It need not run again by
day, unless an example after it says something else and may need what it defines.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Block:
    """A fenced block of a document: its kind, its text, and the line where that begins."""

    kind: str
    text: str
    line: int


def fenced(document: Path) -> Iterator[Block]:
    """Yield the blocks of a document."""
    fence, kind, begun = "", "", 0
    lines = document.read_text("utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        mark = re.match(r"\s*(`{3,}|~{3,})\s*([^`]*?)\s*$", line)
        if not fence and mark:
            fence, kind, begun = mark[1], mark[2], number + 1
        elif fence and mark and mark[1] == fence and not mark[2]:
            yield Block(kind, "\n".join(lines[begun - 1 : number - 1]) + "\n", begun)
            fence = ""


def twins() -> Iterator[tuple[Path, Path]]:
    """Yield each English document that has a translation, and that one."""
    yield ROOT / "README.md", ROOT / "README.es.md"
    for english in sorted((ROOT / "docs" / "en").glob("*.md")):
        if link := re.search(r"\]\((\.\./es/[\w-]+\.md)\)", english.read_text("utf-8")):
            yield english, (english.parent / link[1]).resolve()


@dataclass
class Names:
    """Which name of one document is which of the other."""

    there: dict[str, str] = field(default_factory=dict)
    back: dict[str, str] = field(default_factory=dict)

    def agree(self, one: str, other: str) -> bool:
        """Return whether two names may be the same, and remember that they are."""
        return (
            self.there.setdefault(one, other) == other and self.back.setdefault(other, one) == one
        )

    def same(self, one: object, other: object) -> bool:
        """Return whether two syntax trees, or parts of them, are equal but for names."""
        if type(one) is not type(other):
            return False
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other) and all(map(self.same, one, other))
        if not isinstance(one, ast.AST):
            return one == other
        return all(
            self.agree(a, b)
            if isinstance(a, str) and isinstance(b, str) and name in BOUND.get(type(one), ())
            else self.same(a, b)
            for name in one._fields
            for a, b in [(getattr(one, name), getattr(other, name))]
        )


BOUND = {
    ast.Name: ("id",), ast.arg: ("arg",), ast.FunctionDef: ("name",), ast.ClassDef: ("name",),
    ast.MatchAs: ("name",),
}  # fmt: skip
"""Where a program gives a name, and uses it; other names are those of the library."""


def python(document: Path) -> list[doctest.Example]:
    """Return the examples of a document's Python blocks; their lines are those of the document."""
    found = []
    for block in fenced(document):
        if block.kind == "python":
            for example in doctest.DocTestParser().get_examples(block.text):
                example.lineno += block.line
                found.append(example)
    return found


@cache
def needed(spanish: Path) -> int:
    """Return the last line of a Spanish document that has a Python example unlike its twin."""
    (english,) = (one for one, other in twins() if other == spanish)
    names, last = Names(), 0
    for one, other in zip_longest(python(english), python(spanish)):
        if other is not None and not (
            one is not None
            and one.want == other.want
            and names.same(ast.parse(one.source), ast.parse(other.source))
        ):
            last = other.lineno
    return last


WORDS = {
    "FIN": "END", "busqueda.webp": "search.webp", "cinco": "five", "clase.svg": "class.svg",
    "corazon.txt": "heart.txt", "corazones.pdf": "hearts.pdf", "crece.gif": "grows.gif",
    "grafico.svg": "chart.svg", "hilo.svg": "thread.svg", "hoja.pdf": "sheet.pdf", "nivel": "level",
    "pasatiempo.svg": "puzzle.svg", "pasatiempos.jsonl": "puzzles.jsonl",
    "pasatiempos.pdf": "puzzles.pdf", "primeros.jsonl": "first.jsonl", "propio.pdf": "mine.pdf",
    "propio.txt": "mine.txt", "razon.svg": "why.svg", "recorrido.png": "tour.png",
    "recorrido.svg": "tour.svg", "recorridos.jsonl": "tours.jsonl", "rey": "king",
    "segundos.jsonl": "second.jsonl", "seis": "six", "solución.svg": "solution.svg",
    "vacío.svg": "empty.svg", "visir": "wazir",
}  # fmt: skip
"""The names in the Spanish documents' commands, and the English documents' names of the same."""


def said(text: str) -> str:
    """Return the commands of a Spanish block and their output as an English block has them."""
    text = re.sub(r"[\w.-]+", lambda word: WORDS.get(word[0], word[0]), text)
    return re.sub(r"\s+#.*", "", text)


@cache
def repeated(spanish: Path) -> frozenset[int]:
    """Return the lines of a Spanish document where shell blocks begin that say what English do."""
    (english,) = (one for one, other in twins() if other == spanish)
    return frozenset(
        there.line
        for here, there in zip(fenced(english), fenced(spanish), strict=True)
        if here.kind in {"console", "sh"} and said(here.text) == said(there.text)
    )
