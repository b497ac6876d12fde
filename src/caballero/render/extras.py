"""Import the packages that pictures need, when they are first needed.

The error for a missing one says how to install it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from caballero.core.errors import InvalidInput

from .themes import theme_named

MAX_PIXELS = 50_000_000
"""The most pixels of a picture; a larger one needs more memory than many computers have."""


def extra(module: str, package: str) -> ModuleType:
    """Import a module of a third-party package.

    `package` is its name on PyPI, for the :class:`InvalidInput` if it is missing.

    >>> extra("json", "json").__name__
    'json'
    """
    try:
        return import_module(module)
    except ImportError:
        raise InvalidInput("extra-missing", package=package, python=sys.executable) from None


def page_of(theme: str) -> str:
    """Return the colour under the board for formats without transparency: the theme's, or white.

    >>> page_of("light")
    '#ffffff'
    """
    return theme_named(theme).page or "#ffffff"
