"""The program's messages: every code has a sentence, and every sentence a translation."""

import ast
import inspect
import io
import json
import re
import string
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import TypeAlias

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

import caballero
from caballero import Piece, methods
from caballero.best.costs import MEASURES, MOVE_COSTS
from caballero.cli.commands import _as_option
from caballero.cli.options import TOURS
from caballero.formats.graphs import FORMATS, FORMS
from caballero.machine.arguments import name_among
from caballero.machine.words import (
    LANGUAGES,
    SURFACE,
    number,
    rooms,
    titled,
    translator,
    without_accents,
)
from caballero.model import Message, SymmetryClass, UnknownName
from caballero.model.board import SURFACES
from caballero.model.piece import LEAPERS, NAMES as PIECES
from caballero.model.symmetry import SYMMETRIES
from caballero.puzzles import GRADES
from caballero.puzzles.parts import KINDS
from caballero.render.scene import STYLES
from caballero.render.themes import THEMES
from caballero.teaching import COSTS, STRATEGIES, TIE_NAMES
from caballero.teaching.puzzles import BOUNDS
from cli.terminal import process
from test_rules import LAYERS, PUBLIC

PACKAGE = Path(caballero.__file__).parent
ROOT = Path(__file__).parent.parent
CATALOGUE = PACKAGE / "locale" / "es" / "LC_MESSAGES" / "caballero.po"

BY_ROOM = {room: import_module(f"caballero.{room}.sentences").SENTENCES for room in rooms()}
ENGLISH = {code: text for sentences in BY_ROOM.values() for code, text in sentences.items()}

Forms: TypeAlias = tuple[str, ...]  # a string alone, or a singular and a plural


# -- which codes the program uses ------------------------------------------------------------


class Codes:
    """The codes that a module names, found in its source; ``*`` matches computed parts.

    A code is the first argument of ``Message``, of an exception of ``errors``, of ``faults.add``
    or of ``UnknownName.among``. That of ``name_among`` and ``titled`` is the beginning of the codes
    of names, too.
    """

    def __init__(self, path: Path, exceptions: set[str]) -> None:
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._makers = {"Message", *exceptions} | ({"cls"} if path.name == "errors.py" else set())
        self._inherits = path.name == "errors.py"
        self._values: dict[str, list[ast.expr]] = {}
        for node in ast.walk(self._tree):
            self._note(node)

    def __iter__(self) -> Iterator[str]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call) and node.args and self._makes(node.func):
                yield from self._expand(node.args[0], frozenset())
            match node:
                case ast.Call(ast.Name("name_among" | "titled"), [ast.Constant(str(what)), *_]):
                    yield from (what, f"{what}-*")

    def _makes(self, function: ast.expr) -> bool:
        match function:
            case ast.Name(name):
                return name in {*self._makers, "_refusal"}
            case ast.Attribute(ast.Name("faults"), "add") | ast.Attribute(_, "among"):
                return True
            case ast.Attribute(ast.Name("sheet"), "error") | ast.Attribute(ast.Name("how"), "note"):
                return True
            case ast.Attribute(ast.Name("words" | "errors"), name):
                return name in self._makers
            case ast.Attribute(ast.Call(ast.Name("super")), "__init__"):
                return self._inherits
        return False

    def _note(self, node: ast.AST) -> None:
        """Record the possible values of a name."""
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
                if value is not None:
                    self._values.setdefault(name, []).append(value)
            case ast.For(target, source) | ast.comprehension(target, source):
                for item in self._items(source):
                    match target, item:
                        case ast.Name(name), _:
                            self._values.setdefault(name, []).append(item)
                        case ast.Tuple(names), ast.Tuple(parts):
                            for one, part in zip(names, parts, strict=False):
                                if isinstance(one, ast.Name):
                                    self._values.setdefault(one.id, []).append(part)

    def _items(self, source: ast.expr) -> Iterable[ast.expr]:
        match source:
            case ast.Tuple(items) | ast.List(items):
                return items
            case ast.Name(name):
                listed = (v for v in self._values.get(name, []) if not isinstance(v, ast.Name))
                return [item for value in listed for item in self._items(value)]
        return []

    def _expand(self, node: ast.expr, seen: frozenset[str]) -> set[str]:
        """All that an expression may be."""
        match node:
            case ast.Constant(str(code)):
                return {code}
            case ast.IfExp(_, yes, no):
                return self._expand(yes, seen) | self._expand(no, seen)
            case ast.BinOp(left, ast.Add(), right):
                ends = self._expand(right, seen)
                return {start + end for start in self._expand(left, seen) for end in ends}
            case ast.JoinedStr(parts):
                pieces = [part.value if isinstance(part, ast.Constant) else "*" for part in parts]
                return {"".join(map(str, pieces))}
            case ast.Dict(_, values):
                return {code for value in values for code in self._expand(value, seen)}
            case ast.Subscript(ast.Name() as table, _):
                return self._expand(table, seen)
            case ast.Call(ast.Attribute(ast.Name() as table, "get"), [_, *others]):
                choices = [table, *others]
                return {code for choice in choices for code in self._expand(choice, seen)}
            case ast.Name(name) if name not in seen and name in self._values:
                known = self._values[name]
                return {code for value in known for code in self._expand(value, seen | {name})}
        return {"*"}


@cache
def users() -> Mapping[str, frozenset[str]]:
    """Which packages name a code."""
    errors = ast.parse((PACKAGE / "machine" / "errors.py").read_text(encoding="utf-8"))
    exceptions = {node.name for node in errors.body if isinstance(node, ast.ClassDef)}
    exceptions.remove("InternalError")  # it is no message, and English only
    exceptions.add("invalid")  # the kind that a caller chooses
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for code in Codes(path, exceptions) if path.name != "words.py" else ():
            found.setdefault(code, set()).add(path.relative_to(PACKAGE).parts[0])
    return {code: frozenset(rooms) for code, rooms in found.items() if code != "*"}


def codes() -> frozenset[str]:
    return frozenset(users())


@pytest.mark.slow
def test_every_code_that_the_program_uses_has_a_sentence() -> None:
    as_they_are = {"language-*", "metric-*"}  # these names are the same in every language
    some = codes() - as_they_are
    assert {code for code in some if not any(fnmatchcase(key, code) for key in ENGLISH)} == set()


def test_every_sentence_is_used() -> None:
    assert {key for key in ENGLISH if not any(fnmatchcase(key, code) for code in codes())} == set()


def test_every_code_has_one_sentence() -> None:
    assert len(ENGLISH) == sum(map(len, BY_ROOM.values()))


def test_every_package_with_sentences_is_searched() -> None:
    assert sorted(rooms()) == sorted(path.parent.name for path in PACKAGE.glob("*/sentences.py"))


def test_a_sentence_stands_with_its_code_or_below() -> None:
    for room, sentences in BY_ROOM.items():
        for code in sentences:
            above = users().get(code, frozenset()) - {"__init__.py"}  # which is above all
            assert all(LAYERS.index(room) <= LAYERS.index(user) for user in above), code


def test_the_codes_are_found(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        'COLUMNS = ("c-one", "c-two")\n'
        "heads = [Message(code) for code in COLUMNS]\n"
        'ends = {1: "e-first"}\n'
        'raise Bad("b-long" if long else "b-short")\n'
        'faults.add(ends.get(n, "e-other"))\n'
        'UnknownName.among("u", 1, [])\n'
        'tail = "-x" if x else ""\n'
        'Message("t" + tail)\n'
        'Message(f"f-{name}")\n'
        'for _, late in ((1, "l-one"), (2, "l-two")):\n'
        "    Message(late)\n"
        'seen.add("no code")\n'
        'name_among("n", name, NAMES)\n'
        "Message(unknown)\n",
        encoding="utf-8",
    )
    assert set(Codes(path, {"Bad"})) == {
        *("c-one", "c-two", "e-first", "b-long", "b-short", "e-other", "u", "t", "t-x"),
        *("f-*", "l-one", "l-two", "n", "n-*", "*"),
    }


# -- the translations ------------------------------------------------------------------------


@cache
def catalogue() -> Catalog:
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="es", abort_invalid=True)


@cache
def extracted(folder: Path) -> frozenset[Forms]:
    """The strings that the modules of a folder give to gettext."""
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    found = extract_from_dir(folder, keywords=keywords, comment_tags=())
    return frozenset(
        (message,) if isinstance(message, str) else tuple(message) for _, _, message, _, _ in found
    )


def fields(sentence: str) -> set[tuple[str, str, str]]:
    """The fields of a sentence, with their conversion and format, and those in the old style."""
    new = {
        (name, conversion or "", layout or "")
        for _, name, layout, conversion in string.Formatter().parse(sentence)
        if name is not None
    }
    return new | {(old, "%", "") for old in re.findall(r"%\(\w+\)\w", sentence)}


def translated(forms: Forms) -> Forms:
    """The translation of a string, or the string itself if there is none."""
    message = catalogue().get(forms[0])
    if message is None:
        return forms
    several = message.string if isinstance(message.string, list | tuple) else [message.string]
    return tuple(form or "" for form in several if not isinstance(form, list))


def faults_of(forms: Forms) -> list[str]:
    """Return the faults in the translation of a string."""
    message = catalogue().get(forms[0])
    if message is None:
        return [f"not translated: {forms[0]!r}"]
    reply = translated(forms)
    faults = []
    if message.fuzzy:
        faults.append(f"fuzzy: {forms[0]!r}")
    if len(reply) != len(forms):
        faults.append(f"{len(reply)} forms instead of {len(forms)}: {forms[0]!r}")
    for one, other in zip(forms, reply, strict=False):
        if not other.strip():
            faults.append(f"empty: {one!r}")
        elif fields(one) != fields(other):
            faults.append(f"other fields: {one!r} {other!r}")
    return faults


def faults_among(strings: Iterable[Forms]) -> list[str]:
    return [fault for forms in sorted(strings) for fault in faults_of(forms)]


def sentences() -> set[Forms]:
    return {(sentence,) for sentence in ENGLISH.values()}


def test_every_sentence_is_translated_with_the_same_fields() -> None:
    assert faults_among(sentences()) == []


def test_the_command_line_is_translated_with_the_same_fields() -> None:
    strings = extracted(PACKAGE / "cli")
    assert ("BOARD",) in strings
    assert faults_among(strings) == []


def test_what_click_says_is_translated_with_the_same_fields() -> None:
    strings = extracted(Path(click.__file__).parent)
    assert ("Usage:",) in strings
    assert faults_among(strings) == []


NAMED = {"clues": "--below", "format": "--from"} | {
    name: f"--{name}" for name in ("every", "weight", "directed", "resume")
}
"""The arguments that sentences name, and the options that have the same meaning."""


def test_a_sentence_names_arguments_as_the_reader_writes_them() -> None:
    """Those of Python by default; no sentence of the library names an option of a command."""
    named = set()
    for code, text in ENGLISH.items():
        if code not in {*BY_ROOM["cli"], *BY_ROOM["web"]}:
            alone = re.sub("(caballero|pip's option) [^,;:.]*", "", text)
            assert not re.search("--[a-z]", alone), code
            named.update(re.findall(r"\{argument:(\w+)", text))
    assert {name: _as_option(f"{name}=", "") for name in named} == NAMED
    data = {"line": 1, "text": "", "one": "", "other": "", "a": "adjlist", "b": "edges"}
    told = Message("graph-two-forms", data)
    assert told.text().endswith('say which with format="adjlist" or format="edges".')
    token = SURFACE.set(_as_option)
    assert told.text("es").endswith("diga cuál con --from adjlist o --from edges.")
    SURFACE.reset(token)


def test_the_catalogue_translates_nothing_else() -> None:
    reply = {forms[0] for forms in sentences() | extracted(PACKAGE / "cli")}
    entries = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue()
        if message.id and not any(comment.startswith("click") for comment in message.auto_comments)
    }
    assert entries - reply == set()


def test_a_translation_with_other_fields_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Catalog(locale="es")
    wrong.add("{a} of {b!r}", "{a} de {b}")
    wrong.add("nothing", "")
    monkeypatch.setitem(globals(), "catalogue", lambda: wrong)
    faults = faults_among([("{a} of {b!r}",), ("nothing",), ("x",)])
    kinds = {fault.partition(":")[0] for fault in faults}
    assert kinds == {"empty", "not translated", "other fields"}


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    compiled = io.BytesIO()
    with CATALOGUE.open("rb") as file:
        write_mo(compiled, read_po(file))
    path = CATALOGUE.with_suffix(".mo")
    assert path.is_file(), f"{path.name} is missing: run `make install`"
    compiled.seek(0)
    with path.open("rb") as file:  # the headers name the version of Babel
        same = _texts(read_mo(file)) == _texts(read_mo(compiled))
    assert same, f"{path.name} is old: run `make install`"


def _texts(catalogue: Catalog) -> list[tuple[object, ...]]:
    """Return the sentences of a catalogue with their translations."""
    return [(entry.context, entry.id, entry.string) for entry in catalogue if entry.id]


# -- messages --------------------------------------------------------------------------------


def test_a_message_within_a_message_is_translated_too() -> None:
    assert Message("surface").text("xx") == translator("xx")("surface") == "surface"
    inner = Message("too-few", {"count": 1})
    text = Message("no-tour", {"reason": inner}).text("es")
    assert text.endswith(inner.text("es"))
    assert inner.text("es") != inner.text()


# -- the program -----------------------------------------------------------------------------

SPANISH = {
    "help --all": ("Uso: caballero", "Código de salida:", "Trabajos largos:"),
    "tour --help": ("TABLERO", "Encuentra un recorrido", "Búsqueda:", "[por defecto: auto]"),
    "tour 8 --qwerty": ("No existe la opción --qwerty", "Vea caballero help tour."),
    "tour": ("Error: Indique un tablero, como 8 o 5x9",),
    "turo": ("No existe el comando «turo»; ¿quiso escribir «tour»?",),
    "tour 0": ("Error: Los lados de un tablero deben ser números enteros",),
    "tour 3x3": ("No existe tal recorrido.", "ningún recorrido del caballo (Cull y De Curtins"),
}

ENGLISH_TOO = {
    "--help": ("Usage: caballero", "Show this message and exit."),
    "tour 8 --qwerty": ("There is no option --qwerty", "See caballero help tour."),
    "tour 0": ("Error: A board's sides must be whole numbers",),
}


def output_of(arguments: str, **variables: str) -> str:
    """Return all output of the program on one line."""
    said = process(*arguments.split(), **variables)
    return " ".join((said.out + said.err).split())


def english_in(text: str) -> list[str]:
    """The parts of English strings that stand in a text and should have been translated."""
    strings = sentences() | extracted(PACKAGE / "cli") | extracted(Path(click.__file__).parent)
    return [
        part
        for forms in strings
        for form, other in zip(forms, translated(forms), strict=False)
        if form != other
        for part in re.split(r"\{[^{}]*\}|%\(\w+\)\w", " ".join(form.split()))
        if len(part) > 11 and part in text and part not in other
    ]


@pytest.mark.parametrize("arguments", SPANISH)
@pytest.mark.parametrize("language", ["option", "system"])
def test_the_program_speaks_spanish(arguments: str, language: str) -> None:
    """With the option, or where the system does."""
    asked = f"{arguments} --lang es" if " " in arguments else f"--lang es {arguments}"
    option = language == "option"
    text = output_of(asked if option else arguments, LANG="C" if option else "es_CL.UTF-8")
    assert [part for part in SPANISH[arguments] if part not in text] == [], text
    assert english_in(text) == []


@pytest.mark.parametrize("arguments", ENGLISH_TOO)
def test_the_program_speaks_english_elsewhere(arguments: str) -> None:
    text = output_of(arguments, LANG="C")
    assert [part for part in ENGLISH_TOO[arguments] if part not in text] == [], text
    assert english_in(text) != []


def test_numbers_in_either_language() -> None:
    assert number(12345.678, "es", ".1f") == "12\N{NO-BREAK SPACE}345,7"
    assert number(1234, "es") == "1234"  # four digits stay together
    assert number(0.123, "es", ".1%") == "12,3\N{NO-BREAK SPACE}%"
    assert number("12345.6", "es") == "12345.6"
    assert number(12345.678, "en", ".1f") == "12\N{NO-BREAK SPACE}345.7"
    text = Message("limit-reached", {"limit": Message("limit-seconds"), "nodes": 123456}).text("es")
    assert text.endswith("tras 123\N{NO-BREAK SPACE}456 nodos.")


NAMES: Mapping[str, Collection[str]] = {
    "best-cost": (*MEASURES, *MOVE_COSTS), "bound-name": BOUNDS, "cost-name": COSTS,
    "format": {*FORMATS, *FORMS, *TOURS, "chart"}, "level": GRADES,
    "method": {name for task in ("find", "count", "sample", "teach") for name in methods(task)},
    "parts-kind": KINDS, "piece": PIECES,
    "search-step": ("try", "place", "dead-end", "back", "cut", "improvement"),
    "strategy": STRATEGIES, "style": STYLES, "surface": SURFACES,
    "symmetry": {*SYMMETRIES, *map(str, SymmetryClass)}, "theme": THEMES, "tie": TIE_NAMES,
}  # fmt: skip


@pytest.mark.parametrize("what", NAMES)
def test_names_are_read_in_every_language(what: str) -> None:
    """Each is its English sentence, and no two are one in a language."""
    for name in NAMES[what]:
        assert ENGLISH.get(f"{what}-{name}", name) == name
        for language in LANGUAGES:
            title = titled(what, name)
            written = title if isinstance(title, str) else title.text(language)
            assert name_among(what, written, NAMES[what]) == name
            assert name_among(what, without_accents(written).upper(), NAMES[what]) == name


def test_pieces_have_titles() -> None:
    for name in (*LEAPERS, "king"):
        piece = Piece(name)
        assert str(piece.title) == piece.name == name
        for language in LANGUAGES:
            title = piece.title.text(language)  # type: ignore[union-attr]
            assert Piece(f"{title.upper()} + 2,3") == Piece(f"{name}+zebra")


def test_the_page_has_the_same_pieces_and_their_names() -> None:
    static = PACKAGE / "web" / "static"
    table = re.search(
        r"PIECES = (\{.*?\n\});", (static / "board" / "pieces.js").read_text("utf-8"), re.DOTALL
    )
    assert table
    pieces = json.loads(re.sub(r",(\s*[\]}])", r"\1", re.sub(r"(\w+):", r'"\1":', table[1])))
    assert pieces.pop("king") == [[0, 1], [1, 1]]  # on boards of two dimensions
    assert {name: Piece(leaps) for name, leaps in pieces.items()} == {
        name: Piece(name) for name in (*LEAPERS, "step")
    }
    for language in LANGUAGES:
        words = json.loads((static / "words" / f"{language}.json").read_text("utf-8"))["board"]
        for name in (*LEAPERS, "king"):
            assert words[name] == Message(f"piece-{name}").text(language)


def test_an_unknown_name_gets_the_names_in_the_reader_s_language_and_order() -> None:
    with pytest.raises(UnknownName) as caught:
        name_among("level", "fácl", GRADES)
    assert caught.value.message.text("es") == (
        "No se conoce «fácl» como nivel; ¿quiso escribir «fácil»? Elija entre: fácil, medio, "
        "difícil, experto."
    )
    assert str(caught.value).endswith("Choose one of: easy, medium, hard, expert.")


# -- one word for one thing ------------------------------------------------------------------


@cache
def retired() -> tuple[str, ...]:
    """The words that the table of terms retires."""
    page = ROOT / "docs/developer/words.md"
    rows = re.findall(r"^\|(.*)\|$", page.read_text("utf-8"), re.MULTILINE)
    glossary = rows[rows.index(" term | meaning | Spanish | retired ") + 2 :]
    return tuple(word for row in glossary for word in re.findall("`(.+?)`", row.split("|")[-1]))


def with_retired(texts: Iterable[str]) -> list[tuple[str, str]]:
    reply = re.compile(rf"\b({'|'.join(map(re.escape, retired()))})\b", re.IGNORECASE)
    return [(word[0], text) for text in texts for word in reply.finditer(text)]


def texts(said: object) -> Iterator[str]:
    """Yield the texts of a value of JSON."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, (dict, list)):
        for one in said.values() if isinstance(said, dict) else said:
            yield from texts(one)


def of_the_page() -> Iterator[str]:
    """Yield all words of the page."""
    for path in (PACKAGE / "web" / "static" / "words").glob("*.json"):
        yield from texts(json.loads(path.read_text("utf-8")))


def test_no_retired_word_is_used() -> None:
    assert len([*of_the_page()]) > 1000
    assert len(retired()) >= 30
    own = sentences() | extracted(PACKAGE / "cli")
    assert with_retired(form for forms in own for form in (*forms, *translated(forms))) == []
    assert with_retired(of_the_page()) == []
    assert with_retired(["Give up after so long."]) == [("so long", "Give up after so long.")]


def test_the_page_says_tu_to_its_readers() -> None:
    formal = re.compile(
        r"\b(usted|elija|escriba|visite|pulse|copie|deshaga|vuelva|termine)\b", re.IGNORECASE
    )
    assert [text for text in of_the_page() if formal.search(text)] == []
    assert formal.search("Elija una casilla.")


def test_no_retired_word_is_a_public_name() -> None:
    names = {name for module in PUBLIC for name in module.__all__}
    for module in PUBLIC:
        for value in (getattr(module, name) for name in module.__all__):
            members = [value, *(vars(value).values() if inspect.isclass(value) else ())]
            for member in members:
                if inspect.isfunction(member):
                    names |= {member.__name__, *inspect.signature(member).parameters}
    spaced = [re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name) for name in sorted(names)]
    assert with_retired(spaced) == []


# In comments, docstrings and documents too. A cut has its noun: cut set, edge cut, cut vertex.
LOOSE = re.compile(
    r"\b(?:somebody|nobody|whoever|dearest|so many|so long)\b|[.;\"] ?say whether\b|"
    r"\bit is true[.:] |(?m:^ *)(?:def|class) _?cuts?\b|\b(?:best|find)[./]cuts\b|"
    r"\bgiven numbers\b|\bnúmeros dados\b",
    re.IGNORECASE,
)
SPOKEN = ("teaching.md", "developer/words.md", "test_words.py")


def loose(text: str) -> list[str]:
    return [found[0] for found in LOOSE.finditer(text)]


@pytest.mark.slow
def test_no_loose_word_is_in_comments_or_documents() -> None:
    folders = "benchmarks docs examples kernel_build research src/caballero tests"
    paths = [path for name in folders.split() for path in (ROOT / name).rglob("*.*")]
    found = {
        path: words
        for path in [*paths, *ROOT.glob("*.md")]
        if path.suffix in {".py", ".md", ".js"} and not path.as_posix().endswith(SPOKEN)
        if (words := loose(path.read_text(encoding="utf-8")))
    }
    assert found == {}
    told = loose('"""Cut it; say whether nobody did."""\ndef cut():')
    assert told == ["; say whether", "nobody", "def cut"]


@pytest.mark.slow
def test_the_picture_of_the_packages_is_that_of_the_code() -> None:
    make = run_path(str(ROOT / "docs" / "make_architecture.py"))
    drawn = (ROOT / "docs" / "img" / "architecture.svg").read_text(encoding="utf-8")
    assert drawn == make["svg"](), "run `python docs/make_architecture.py`"


@pytest.mark.parametrize(
    "guide", [*ROOT.glob("*.md"), *ROOT.glob("docs/de*/*.md")], ids=lambda path: path.name
)
def test_links_between_files_lead_somewhere(guide: Path) -> None:
    links = re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", guide.read_text("utf-8"))
    assert [link for link in links if not (guide.parent / link).exists()] == []
