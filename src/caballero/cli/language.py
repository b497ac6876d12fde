"""Which language to speak, and telling gettext so."""

from __future__ import annotations

import gettext
from collections.abc import MutableMapping, Sequence
from pathlib import Path

from caballero.words import LANGUAGES

LOCALES = Path(__file__).parent.parent / "locale"


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
    import os

    language = os.environ.get("LANGUAGE", "")
    return language if language in LANGUAGES else "en"


def _asked(arguments: Sequence[str]) -> str | None:
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        name, _, value = word.partition("=")
        if name == "--lang" and (value or following) in LANGUAGES:
            return value or following
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
