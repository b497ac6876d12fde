"""Which language to speak, and telling gettext so."""

from __future__ import annotations

import gettext
import os
from collections.abc import MutableMapping, Sequence

from caballero.words import LANGUAGES

LOCALES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")


def settle(arguments: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """Choose the language and make gettext, and so click, speak it.

    ``--lang`` decides; else the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set.
    """
    language = _asked(arguments) or _from(environment)
    # gettext stops looking at "C", so that English costs nothing.
    environment["LANGUAGE"] = language if language != "en" else "C"
    gettext.bindtextdomain("caballero", LOCALES)
    gettext.textdomain("caballero")


def spoken() -> str:
    """Return the language that was settled."""
    language = os.environ.get("LANGUAGE", "")
    return language if language in LANGUAGES else "en"


def translate(message: str) -> str:
    """Return a message in the language that was settled.

    As gettext's own function, which looks for a catalogue at each call even in English.
    """
    return message if spoken() == "en" else gettext.gettext(message)


def _asked(arguments: Sequence[str]) -> str | None:
    for i, word in enumerate(arguments):
        name, _, value = word.partition("=")
        value = value or next(iter(arguments[i + 1 : i + 2]), "")
        if name == "--lang" and value in LANGUAGES:
            return value
        if word == "--":
            break
    return None


def _from(environment: MutableMapping[str, str]) -> str:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            # es_CL.UTF-8:en is Spanish; C and unknown languages are English.
            language = value.split(":")[0].split(".")[0].split("_")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
