"""The language of the command line: of its own messages and of click's."""

from __future__ import annotations

import gettext
import os
from collections.abc import Sequence

from caballero import language
from caballero.machine.words import LANGUAGES, Sentence, current_language

__all__ = ["current_language", "set_language", "translate"]

LOCALES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")


def set_language(arguments: Sequence[str]) -> None:
    """Set the language, also that of gettext, which click uses: ``--lang``, else the reader's."""
    language(_language_flag(arguments) or current_language())
    gettext.bindtextdomain("caballero", LOCALES)
    gettext.textdomain("caballero")


def translate(message: str) -> str:
    """Return a message in the chosen language, quickly in English; numbers follow the language."""
    spoken = current_language()
    return Sentence(message if spoken == "en" else gettext.gettext(message), spoken)


def _language_flag(arguments: Sequence[str]) -> str | None:
    for i, word in enumerate(arguments):
        name, _, value = word.partition("=")
        value = value or next(iter(arguments[i + 1 : i + 2]), "")
        if name == "--lang" and value in LANGUAGES:
            return value
        if word == "--":
            break
    return None
