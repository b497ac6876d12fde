"""The language of the reader: to choose it."""

from __future__ import annotations

import os

from .arguments import name_among
from .words import LANGUAGES, current_language


def language(name: str | None = None) -> str:
    """Set the language of sentences: what ``print`` shows, errors, notebooks, pictures' captions.

    Without it the first of the environment variables LANGUAGE, LC_ALL, LC_MESSAGES and LANG that
    is set decides. ``repr`` and the names in data stay English.

    Parameters
    ----------
    name : str, optional
        ``en`` or ``es``; without it nothing changes.

    Returns
    -------
    str
        The language from now on.

    Raises
    ------
    UnknownName
        If it is another language.

    Notes
    -----
    It sets LANGUAGE, so all threads and the processes that it starts speak the language. A program
    with readers of several languages asks each message: ``error.message.text("es")``.

    Examples
    --------
    >>> import caballero
    >>> caballero.language("es")
    'es'
    >>> print(caballero.Piece("knight").title)
    caballo
    >>> caballero.language("en")
    'en'
    """
    if name is not None:
        name = name_among("language", name, LANGUAGES)
        # At "C" gettext stops searching for catalogues, so that English takes no time.
        os.environ["LANGUAGE"] = name if name != "en" else "C"
    return current_language()
