"""The parts of a text: its syllables, words or letters, as a puzzle shows them.

Parts are in capitals, with their accents; blanks and punctuation have no place on the board. A
letter may be a digit, too. Words keep their apostrophes (DON'T); a hyphen separates two words.

Spanish syllables come from silabeador, without its exceptions: that is the division of the
academies' orthography, in which *cruel* is one syllable. English syllables are those of
hyphenation, by Pyphen: *over* has no place for a hyphen, and stays whole. Both are in the extra
``pictures``.

Invariant: the parts joined are the letters of the text, in capitals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import Final

from caballero.machine.arguments import name_among, of_type
from caballero.machine.errors import InvalidInput, TooLarge
from caballero.machine.extras import extra
from caballero.machine.words import LANGUAGES, short

KINDS: Final = ("syllable", "word", "letter")
"""The parts of a text."""

MOST_CHARACTERS: Final = 10_000
"""The characters of the longest text."""

LONGEST: Final = 40
"""The letters of the longest word; a longer word would not be readable on a square."""

APOSTROPHES: Final = "'’"

SIGNS: Final = "#%&@‰"
"""Punctuation by Unicode, but without it the text would say something else."""


def cut_text(text: str, by: str = "syllable", language: str = "en") -> tuple[str, ...]:
    """Cut a text into syllables, words or letters.

    Parameters
    ----------
    text : str
        The text.
    by : str
        ``syllable``, ``word`` or ``letter``.
    language : str
        The language of the syllables, ``en`` or ``es``.

    Returns
    -------
    tuple of str
        The parts, in capitals and without punctuation.

    Raises
    ------
    InvalidInput
        If the text has no letter, or a character that is neither a letter nor a digit, a blank or
        punctuation; or if the library that finds the syllables is not installed.
    TooLarge
        If the text is longer than 10 000 characters, or a word than 40 letters.
    UnknownName
        If `by` or `language` is unknown.

    Examples
    --------
    >>> from caballero.puzzles import cut_text
    >>> cut_text("El caballo, ¡salta!", language="es")
    ('EL', 'CA', 'BA', 'LLO', 'SAL', 'TA')
    >>> cut_text("Don't panic", by="word"), cut_text("¿Qué?", by="letter")
    (("DON'T", 'PANIC'), ('Q', 'U', 'É'))
    """
    by = name_among("parts-kind", by, KINDS)
    language = name_among("language", language, LANGUAGES)
    text = of_type("text", text, str)
    if len(text) > MOST_CHARACTERS:
        raise TooLarge("parts-too-long", count=len(text), most=MOST_CHARACTERS)
    words = [*_words(unicodedata.normalize("NFC", text))]
    if not words:
        raise InvalidInput("parts-none")
    if by == "letter":
        return tuple(letter.upper() for word in words for letter in _letters(word))
    for word in words:
        if len(word) > LONGEST:
            raise TooLarge("parts-long-word", word=short(word), count=len(word), most=LONGEST)
    if by == "word":
        return tuple(word.upper() for word in words)
    divide = _spanish() if language == "es" else _english()
    return tuple(part.upper() for word in words for part in _parts(word, divide))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text; refuse a character that no square can show."""
    word = ""
    for before, character, after in zip(" " + text, text, text[1:] + " ", strict=False):
        match unicodedata.category(character)[0]:
            case "L" | "N":
                word += character
                continue
            case "M" if word:  # an accent that has no letter of its own with it
                word += character
                continue
            case "P" if character in APOSTROPHES and before.isalpha() and after.isalpha():
                word += character
                continue
            case "P" | "Z" if character not in SIGNS:
                pass
            case _ if character not in "\t\n\r\v\f":
                raise InvalidInput("parts-character", character=_shown(character))
        if word:
            yield word
        word = ""
    if word:
        yield word


def _shown(character: str) -> str:
    """Return a character, or its number if it cannot be seen."""
    return character if character.isprintable() else f"U+{ord(character):04X}"


def _letters(word: str) -> list[str]:
    """Return the letters and digits of a word, with their accents."""
    return re.findall(r"[^\W_][^\w']*", re.sub(f"[{APOSTROPHES}]", "", word))


def _parts(word: str, divide: Callable[[str], list[int]]) -> list[str]:
    """Return the syllables of a word with its apostrophes; `divide` says where syllables begin."""
    at = [i for i, character in enumerate(word) if character not in APOSTROPHES]
    plain = "".join(word[i] for i in at)
    begins = [at[i] for i in divide(plain) if 0 < i < len(plain)]
    return [word[begin:end] for begin, end in pairwise([0, *begins, len(word)])]


def _spanish() -> Callable[[str], list[int]]:
    """Return what says where the syllables of a Spanish word begin."""
    syllabify = extra("silabeador", "pictures").syllabify

    def divide(word: str) -> list[int]:
        try:
            lengths = [len(syllable) for syllable in syllabify(word, 0)]
        except IndexError:  # of words such as Ypres: Y is no consonant there
            return []
        return [*accumulate(lengths)] if sum(lengths) == len(word) else []

    return divide


def _english() -> Callable[[str], list[int]]:
    """Return what says where the syllables of an English word begin."""
    positions = extra("pyphen", "pictures").Pyphen(lang="en_US").positions
    return lambda word: [int(place) for place in positions(word)]
