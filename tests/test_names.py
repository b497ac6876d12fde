"""Documents name what exists: each option, command, extra, name, target and file in back quotes.

Prose only: ``tests/test_docs.py`` runs the blocks, and ``tests/test_guides.py`` the commands in
sentences. An option belongs to the command that its phrase names; or else to one that its paragraph
names, or the block before or after that; where none is named, to any command.
"""

import ast
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs.blocks import ROOT

from caballero import Piece
from caballero.formats import read_puzzle
from cli.terminal import Terminal
from test_docs import DOCUMENTS, EXTRAS
from test_guides import COMMANDS, GROUPS

TEXTS = [
    *DOCUMENTS,
    *sorted((ROOT / "docs").glob("*/*/*.ipynb")),
    *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
]
OPTION = re.compile(r"(?<![\w-])(?:--[a-z][a-z-]*|-[a-zA-Z](?![\w-]))")
OTHERS = re.compile(
    r"(\S*python3?|\S*pytest|--hypothesis-profile|pip|uv|npm|node|jupyter|dask|git|duckdb|make|scip|veripb|CABALLERO\w*=\S+)\b"
)
"""Programs of others, whose options are their own."""


@dataclass(frozen=True)
class Phrase:
    """What stands in back quotes, its line, its paragraph, and the blocks before and after that."""

    text: str
    line: int
    paragraph: str
    blocks: str


def text_of(document: Path) -> str:
    """Return the text of a document; the cells of code of a notebook become blocks."""
    text = document.read_text("utf-8")
    if document.suffix != ".ipynb":
        return text
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    return "\n\n".join(s if kind == "markdown" else f"```\n{s}\n```" for kind, s in cells)


def phrases(text: str) -> Iterator[Phrase]:
    """Yield what stands in back quotes, but for blocks."""
    parts = ["", *re.split(r"(^ *```.*?^ *```$)", text, flags=re.DOTALL | re.MULTILINE), ""]
    line = 1
    for number, part in enumerate(parts):
        paragraphs = re.split(r"(\n\s*\n|\n(?=[|*-] ))", part) if number % 2 else [part]
        filled = [index for index, paragraph in enumerate(paragraphs) if paragraph.strip()]
        for index, paragraph in enumerate(paragraphs):
            blocks = [parts[number - 1]] * (index in filled[:1])
            blocks += parts[number + 1 : number + 2] * (index in filled[-1:])
            for found in re.finditer(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", paragraph, re.DOTALL):
                here = line + paragraph.count("\n", 0, found.start())
                if number % 2:
                    yield Phrase(" ".join(found[2].split()), here, paragraph, "\n".join(blocks))
            line += paragraph.count("\n")


def command_of(phrase: str) -> str | None:
    """Return the command that a phrase or a line of a shell begins with."""
    words = phrase.removeprefix("$ ").removeprefix("caballero ").split()
    found = (" ".join(words[:size]) for size in (2, 1) if len(words) >= size)
    return next((name for name in found if name in COMMANDS), None)


def unknown_options(phrase: Phrase) -> set[str]:
    """Return the options of a phrase that no command has which is meant."""
    words = phrase.text.partition(" | ")[0].replace("caballero help ", "caballero ")
    name = command_of(words)
    if OTHERS.match(words) or (name is None and " " in words and words[0] not in "-["):
        return set()
    lines = re.findall(r"`([^`]+)`", phrase.paragraph)
    lines += re.findall(r"^\s*(?:\$ )?(caballero .*)$", phrase.blocks, re.MULTILINE)
    near = {command_of(" ".join(line.split())) for line in lines} - {None}
    meant = [name] if name else near or COMMANDS
    known = {"--version", "-V", "-h", "--lang", "--all"}.union(
        *(COMMANDS[str(one)] for one in meant)
    )
    return {*OPTION.findall(words)} - known


def unknown_command(phrase: Phrase) -> str | None:
    """Return a command, target of make, extra, variable or file that a phrase names in vain."""
    text = phrase.text.removeprefix("caballero ")
    first, _, second = text.partition(" ")
    inside = text != phrase.text or (first in GROUPS and re.match(r"--(?!help)|[a-z]+\b", second))
    if inside and not command_of(text) and text not in {*GROUPS, "proof 1"}:  # that is of a file
        return None if first in {"--version", "--help", "--lang", "COMMAND", "COMANDO"} else text
    if (made := re.match(r"make ([a-z-]+)", phrase.text)) and made[1] not in TARGETS:
        return made[1]
    if variable := re.match(r"_?CABALLERO_[A-Z]+", text):
        return None if variable[0] in CODE or variable[0] == "_CABALLERO_COMPLETE" else variable[0]
    path = re.match(rf"({'|'.join(FOLDERS)})/[\w./-]+$", text)
    if path or re.fullmatch(r"[\w./-]+\.(py|js|mjs|md|cff|po)|[a-z]+/", text):
        return None if f"/{text.rstrip('/')}\n" in PATHS else text
    return None


FOLDERS = (
    "src", "tests", "benchmarks", "research", "kernel_build", "examples", "docs", "recipe",
    ".github",
)  # fmt: skip
SOURCES = [
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if "__pycache__" not in path.parts
]
PATHS = "".join(f"/{path.relative_to(ROOT)}\n" for path in (*SOURCES, *ROOT.glob("*")))
PATHS += "/kernel_build/kernels.c\n"  # of every source distribution
TARGETS = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)}
CODE = {
    word
    for path in SOURCES
    if path.suffix in {".py", ".js", ".mjs"} and path != Path(__file__)
    for word in re.findall(r"[A-Za-z_]\w*", path.read_text("utf-8"))
}
"""Each word of the code of the repository."""

MODULES = [
    importlib.import_module(name)
    for name in re.findall(
        r"`(caballero[\w.]*)`", (ROOT / "docs/en/reference.md").read_text("utf-8")
    )
    if name != "caballero.compiled"
]
CALLED = {
    name: getattr(module, name)
    for module in MODULES
    for name in getattr(module, "__all__", [])
    if callable(getattr(module, name))
}
"""The public functions and classes."""

FILE = re.compile(
    r"\.(txt|csv|svg|png|pdf|gif|webp|gift|xml|html|md|py|js|mjs|json|toml|yml|cff|mzn|sqlite)$|^v\d"
)
"""How names of files end, which people may make, and versions begin."""

QUOTED = {"solveKT", "firstMove", "coste"}
"""Names of programs that documents speak of without showing them."""


def exists(dotted: str) -> bool:
    """Return whether there is a name such as ``caballero.machine.driver.drive``."""
    with suppress(ImportError):
        importlib.import_module(dotted)
        return True
    module, _, name = dotted.rpartition(".")
    return bool(module) and exists(module) and hasattr(importlib.import_module(module), name)


def unknown_name(phrase: Phrase, own: set[str]) -> str | None:
    """Return a name of Python that neither the code nor the document's blocks, `own`, have."""
    text = phrase.text.removesuffix("=").replace("…", "...")
    if not re.fullmatch(r"[A-Za-z_][\w.]*([(\[].*[)\]])?", text) or FILE.search(text):
        return None
    words: list[str] = re.split(r"[(\[]", text)[0].split(".")
    if words[0] == "caballero":
        return None if exists(".".join(words)) else text
    missing = {*words} - own - CODE - QUOTED
    if missing and re.search(r"[_(.]|[a-z][A-Z]|^[A-Z][a-z]", text):
        return min(missing)
    with suppress(SyntaxError):
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                takes = inspect.signature(CALLED.get(call.func.id, lambda **_: None)).parameters
                wrong = {str(k.arg) for k in call.keywords} - takes.keys()
                if wrong and not any(p.kind is p.VAR_KEYWORD for p in takes.values()):
                    return min(wrong)
    return None


@pytest.mark.parametrize("document", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_exists(document: Path) -> None:
    text = text_of(document)
    blocks = re.findall(r"^ *```.*?^ *```$", text, flags=re.DOTALL | re.MULTILINE)
    own = {*re.findall(r"[^\W\d]\w*", " ".join(blocks))}
    wrong = [
        f"{document.relative_to(ROOT)}:{phrase.line}: `{phrase.text}`: {unknown}"
        for phrase in phrases(text)
        for unknown in (unknown_options(phrase), unknown_command(phrase), unknown_name(phrase, own))
        if unknown
    ]
    assert wrong == []
    extras = r"\b(?:extras?|complementos?)\]?(?:\([^)]*\))?\s((?:`\w+`(?:, | and | y | e )?)+)"
    for named in re.findall(extras, text):
        assert {*re.findall(r"\w+", re.sub(r"` \w+ `", "` `", named))} <= EXTRAS, named


@pytest.mark.parametrize("page", ["en/reference.md", "es/referencia.md"])
def test_the_reference_names_what_a_package_has(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    rows = re.findall(r"^\| \[`(caballero.*?)\]\(.*?\| (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 10
    for packages, told in rows:
        modules = re.findall(r"caballero[\w.]*", packages)
        for name in re.findall(r"`(\w+)`", told):
            assert any(exists(f"{module}.{name}") for module in modules), (packages, name)


def test_messages_and_docstrings_name_options_that_exist() -> None:
    known = {"--version", "--no-binary"}.union(*COMMANDS.values())  # the second one is pip's
    texts = [p for p in SOURCES if p.suffix == ".po" or p.match("static/words/*.json")]
    assert len(texts) > 3
    named = {option for path in texts for option in OPTION.findall(path.read_text("utf-8"))}
    for path in (ROOT / "src").rglob("*.py"):
        named |= {*re.findall(r"``(--[a-z][a-z-]*)", path.read_text("utf-8"))}
    assert named - known == set()


@pytest.mark.parametrize("page", ["en/puzzles.md", "es/pasatiempos.md"])
def test_each_puzzle_of_the_table_is_read_by_its_name(page: str, caballero: Terminal) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    table = re.search(r"^\| (?:puzzle|pasatiempo) .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table
    drawing = "1 . . .\n. . . .\n. . . 2\n"
    seen = set()
    for row in table[1].splitlines():
        names, pieces = row.split(" | ")[:2]
        moved = {Piece(name) for name in re.findall(r"`(\w+)`", pieces)}
        assert len(moved) == 1, row
        for name in re.findall(r"[A-Z]\w+", names):
            seen.add(name)
            assert {read_puzzle(f"{name}\n{drawing}").piece} == moved, name
            if name != "Zip":  # which is not the piece alone
                assert {Piece(name), Piece(name.lower())} == moved
                said = caballero("tour", "-", "--piece", name.lower(), "-q", stdin=drawing)
                assert said.status in {0, 1}, said.err
    assert seen == {"Hidato", "Hidoku", "Hopido", "Numbrix", "Zip"}


NOT_YET = re.compile(r"pip\s+install\s+['\"]?caballero|uvx|pipx|uv\s+(?:tool|add)|conda\s+install")


@pytest.mark.parametrize("document", TEXTS[:-2], ids=lambda path: str(path.relative_to(ROOT)))
def test_what_needs_a_release_says_so(document: Path) -> None:
    for paragraph in re.split(r"\n\s*\n", text_of(document)):
        if NOT_YET.search(paragraph):
            assert re.search(r"not released yet|todavía no se ha publicado", paragraph), paragraph


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_the_readme_starts_with_what_works_in_a_copy(name: str) -> None:
    start = re.split(r"^## ", (ROOT / name).read_text("utf-8"), flags=re.MULTILINE)[1]
    first = re.search(r"```sh\n(.*?)```", start, re.DOTALL)
    assert first
    commands = [line.partition("#")[0].strip() for line in first[1].splitlines()]
    assert commands == ["make tour", "make test"]
