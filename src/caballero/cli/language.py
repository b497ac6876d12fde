"""The language of the command line: of its own messages and of click's."""

from __future__ import annotations

import gettext
import os
from collections.abc import MutableMapping, Sequence

from caballero.core.words import LANGUAGES, Sentence

LOCALES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")


def set_language(arguments: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """Set the language of gettext, which click uses, too.

    ``--lang`` decides; else the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set.
    """
    language = _language_flag(arguments) or _from_environment(environment)
    # At "C" gettext stops searching for catalogues, so that English takes no time.
    environment["LANGUAGE"] = language if language != "en" else "C"
    gettext.bindtextdomain("caballero", LOCALES)
    gettext.textdomain("caballero")


def current_language() -> str:
    """Return the chosen language."""
    language = os.environ.get("LANGUAGE", "")
    return language if language in LANGUAGES else "en"


def translate(message: str) -> str:
    """Return a message in the chosen language; its numbers follow the language.

    Unlike gettext's function, it does not search for a catalogue at each call in English.
    """
    language = current_language()
    return Sentence(message if language == "en" else gettext.gettext(message), language)


def _language_flag(arguments: Sequence[str]) -> str | None:
    for i, word in enumerate(arguments):
        name, _, value = word.partition("=")
        value = value or next(iter(arguments[i + 1 : i + 2]), "")
        if name == "--lang" and value in LANGUAGES:
            return value
        if word == "--":
            break
    return None


def _from_environment(environment: MutableMapping[str, str]) -> str:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            # es_CL.UTF-8:en is Spanish; C and unknown languages are English.
            language = value.split(":")[0].split(".")[0].split("_")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
