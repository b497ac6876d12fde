"""What pictures need beyond this package, imported when it is first needed.

A missing one is told in one sentence, with how to install it.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from caballero.errors import InvalidInput

from .themes import theme_named

MAX_PIXELS = 50_000_000
"""A picture of more pixels helps nobody, and takes more memory than many a computer has."""


def extra(module: str, package: str, group: str) -> ModuleType:
    """Import a module of another package.

    Parameters
    ----------
    module : str
        What to import.
    package : str
        What the package is called where one installs it.
    group : str
        The extra of this package that installs it.

    Raises
    ------
    InvalidInput
        If it is not there.

    Examples
    --------
    >>> from caballero.render.extras import extra
    >>> extra("json", "json", "pictures").__name__
    'json'
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise InvalidInput("extra-missing", package=package, extra=group) from error


def page_of(theme: str) -> str:
    """Return what lies under the board where nothing can be left out: white, or the theme's own.

    Examples
    --------
    >>> from caballero.render.extras import page_of
    >>> page_of("light")
    '#ffffff'
    """
    return theme_named(theme).page or "#ffffff"
