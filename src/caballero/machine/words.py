"""Messages: codes and data, which become sentences in the reader's language.

An error, a certificate or a fault carries a :class:`Message`, .  Each package has the English
sentences of its codes in ``sentences.py``; the translations are gettext catalogues in ``locale/``.

Invariants: every code that the program uses has a sentence; every sentence has a translation in
each language of ``LANGUAGES``, with the same fields. Tests read both.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from typing import Final, cast

from .values import frozen, made

LANGUAGES: Final = ("en", "es")
"""The languages of the messages, by their ISO 639-1 codes."""


def in_python(name: str, value: str) -> str:
    """Return an argument as a program writes it; without a value it is a flag.

    >>> in_python("format", "edges"), in_python("every", "10"), in_python("weight=", "")
    ('format="edges"', 'every=10', 'weight=')
    """
    value = value if not value or value.isdecimal() else f'"{value}"'
    return name if name.endswith("=") else f"{name}={value or True}"


SURFACE: Final = ContextVar("surface", default=in_python)
"""How the reader writes an argument that a sentence names; the command line has options."""


class _Argument:
    """The field ``{argument:NAME VALUE}`` of a sentence, for what a reader may write."""

    def __format__(self, argument: str) -> str:
        name, _, value = argument.partition(" ")
        return SURFACE.get()(name, value)


@frozen
class Message:
    """A code and its data, which become a sentence in a language.

    Parameters
    ----------
    code : str
        Which sentence, a key of ``SENTENCES`` in a module ``sentences``.
    data : mapping
        The values of its fields.

    Examples
    --------
    >>> from caballero.model import Message
    >>> message = Message("never-visited", {"square": "a1"})
    >>> print(message)
    a1 is never visited.
    >>> message.text("es")
    'La casilla a1 no se visita nunca.'
    """

    code: str
    data: Mapping[str, object] = made(default_factory=dict)

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash((self.code, self.text("en")))

    def _repr_html_(self) -> str:
        from html import escape  # only notebooks need it

        return f"<p>{escape(self.text(), quote=False)}</p>"

    def text(self, language: str | None = None) -> str:
        """Return the sentence in a language (English where there is no translation).

        Parameters
        ----------
        language : str, optional
            One of ``LANGUAGES``; by default the reader's, see :func:`caballero.language`.
        """
        language = language or current_language()
        values = {name: _told(value, language) for name, value in self.data.items()}
        sentence = _sentence(self.code)
        if sentence is None:
            raise KeyError(self.code)
        return translator(language)(sentence).format(argument=_Argument(), **values)


def _told(value: object, language: str) -> object:
    """Return the value of a field in a language; a list has commas between its parts.

    In a text, what controls a terminal or turns the text around is replaced.
    """
    match value:
        case Message():
            return value.text(language)
        case list():
            return ", ".join(str(_told(part, language)) for part in value)
        case str():
            return value.translate(_INVISIBLE)
    return value


def titled(what: str, name: str) -> Message | str:
    """Return the message of a name of some kind; a name that every language uses as it is."""
    code = f"{what}-{name}"
    sentence = _sentence(code)
    return name if sentence is None or "{" in sentence else Message(code)  # a name has no fields


def spellings(what: str, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return each way to write names of some kind, in plain letters: as shown, in English.

    >>> spellings("surface", ["flat"])  # doctest: +ELLIPSIS
    {'flat': ('flat', 'flat'), 'plano': ('plano', 'flat'), 'plane': ('flat', 'flat'), ...}
    """
    found: dict[str, tuple[str, str]] = {}
    titles = [(name, titled(what, name)) for name in names]
    for language in LANGUAGES:
        for name, title in titles:
            written = title if isinstance(title, str) else title.text(language)
            found.setdefault(plain(written), (written, name))
    for name, title in titles:
        for word in _synonyms().get(what, {}).get(name, ()):
            found.setdefault(plain(word), (str(title), name))
    return found


@lru_cache(maxsize=1)
def _synonyms() -> dict[str, dict[str, list[str]]]:
    """Return what people also call a name, in any language, by its kind."""
    import json  # only a word that is no name needs it

    with open(os.path.join(os.path.dirname(__file__), "synonyms.json"), encoding="utf-8") as file:
        return cast("dict[str, dict[str, list[str]]]", json.load(file))


def _sentence(code: str) -> str | None:
    """Find the English sentence of a code, in the packages that are loaded first."""
    for room in sorted(rooms(), key=lambda room: f"{_PACKAGE}.{room}" not in sys.modules):
        try:
            sentences: Mapping[str, str] = import_module(f"{_PACKAGE}.{room}.sentences").SENTENCES
        except ValueError:  # InvalidInput: its extra is missing, so none of its sentences is needed
            continue
        if code in sentences:
            return sentences[code]
    return None


@lru_cache(maxsize=1)
def rooms() -> tuple[str, ...]:
    """Return the packages that have sentences, as loaded; cli, which has few, is last."""
    folder = os.path.dirname(os.path.dirname(__file__))
    files = ("sentences.py", "sentences.pyc")  # the page has bytecode only
    names = [
        name
        for name in os.listdir(folder)
        if any(os.path.exists(f"{folder}/{name}/{file}") for file in files)
    ]
    at = {module: place for place, module in enumerate(sys.modules)}
    return tuple(sorted(names, key=lambda n: (n == "cli", at.get(f"{_PACKAGE}.{n}", len(at)))))


_INVISIBLE: Final = dict.fromkeys(
    {*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)} - {ord("\n")},
    "�",
)
_PACKAGE: Final = __name__.partition(".")[0]


class Sentence(str):
    """A sentence that writes the numbers in its fields as its language does.

    >>> Sentence("{nodes} nodos, {seconds:.1f} s", "es").format(nodes=1234, seconds=0.5)
    '1234 nodos, 0,5 s'
    >>> Sentence("{nodes} nodes").format(nodes=1)
    '1 node'
    """

    __slots__ = ("language",)
    language: str

    def __new__(cls, text: str, language: str = "en") -> Sentence:
        """Make a sentence of a text in a language."""
        sentence = super().__new__(cls, text)
        sentence.language = language
        return sentence

    def format(self, *values: object, **named: object) -> str:
        """Fill the fields."""
        numbers = {name: _Number.of(value, self.language) for name, value in named.items()}
        text = super().format(*(_Number.of(value, self.language) for value in values), **numbers)
        if not any(plural in text for plural in _SINGULAR):  # to compile the expression takes long
            return text
        return re.sub(_ONE, lambda found: _SINGULAR[found[0]], text)


_SINGULAR: Final = {
    "1 nodes": "1 node",
    "1 vertices": "1 vertex",
    "1 nodos": "1 nodo",
    "1 vértices": "1 vértice",
}
# After “4 and” the noun stays in the plural.
_ONE: Final = rf"(?<![\w.,\xa0])(?<!and )(?<!y )(?:{'|'.join(_SINGULAR)})\b"


class _Number:
    """A number in a field, which is written in a language."""

    __slots__ = ("language", "value")

    def __init__(self, value: float, language: str) -> None:
        self.value, self.language = value, language

    @staticmethod
    def of(value: object, language: str) -> object:
        """Wrap a number; return any other value as it is."""
        return _Number(value, language) if isinstance(value, (int, float)) else value

    def __format__(self, layout: str) -> str:
        return number(self.value, self.language, layout)

    def __repr__(self) -> str:
        return repr(self.value)


def number(value: object, language: str | None = None, layout: str = "") -> str:
    """Format a number by the rules of a language, the reader's by default; leave any other value.

    From five digits on, no-break spaces separate thousands. Spanish has a decimal comma.

    Examples
    --------
    >>> from caballero.machine.words import number
    >>> number(12345.678, "en", ".1f"), number(12345.678, "es", ".1f")
    ('12\\xa0345.7', '12\\xa0345,7')
    """
    try:
        text = format(value, layout)
    except (ValueError, OverflowError):  # of more than 4300 digits, or as no float can be
        if not isinstance(value, int):
            raise
        return f"{'-' * (value < 0)}10^{value.bit_length() * 30103 // 100_000}"
    if not isinstance(value, (int, float)):
        return text
    whole, point, rest = text.partition(".")
    if whole.strip("-").isdecimal() and len(whole.strip("-")) > 4:
        whole = f"{int(whole):,}".replace(",", "\u00a0")
    if (language or current_language()) != "es":
        return f"{whole}{point}{rest}"
    return f"{whole},{rest}".strip(",").replace("%", "\u00a0%")


def digits(count: int) -> str:
    """Return a whole number with all its digits, of which ``str`` writes 4300 at most."""
    try:
        return int.__repr__(count)
    except ValueError:
        from decimal import Decimal  # its import takes longer than most counts

        return f"{Decimal(count):f}"


def translator(language: str) -> Callable[[str], str]:
    """Return the function that turns an English sentence into a language.

    Parameters
    ----------
    language : str
        One of ``LANGUAGES``; for any other, sentences stay as they are.
    """
    if language != "es":
        return Sentence
    import gettext  # English does not need it
    from pathlib import Path

    catalogues = Path(__file__).parents[1] / "locale"
    found = gettext.translation("caballero", catalogues, [language], fallback=True)
    return lambda sentence: Sentence(found.gettext(sentence), language)


def current_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the reader's language, English if it is not in ``LANGUAGES``.

    The first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set decides.
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            # Without the country, the encoding, and further languages: es_CL.UTF-8:en is Spanish.
            language = value.split(":")[0].split(".")[0].split("_")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"


def english(text: Message | str) -> str:
    """Return a message in English, for ``repr``; a text as it is."""
    return text if isinstance(text, str) else text.text("en")


def without_accents(text: str) -> str:
    """Return a text without its accents."""
    import unicodedata

    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


def plain(text: str) -> str:
    """Return a name in lower case, without accents, and with hyphens for spaces.

    >>> plain("Alfil  antiguo"), plain("Fácil")
    ('alfil-antiguo', 'facil')
    """
    return "-".join(without_accents(text).lower().split())


def short(value: object) -> str:
    """Shorten a value for a message: one line, at most 40 characters; a text is as it is."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:  # an int with more digits than Python writes
        return type(value).__name__
    line = " ".join(text[:200].split())
    return line if len(line) <= 40 else line[:39] + "…"
