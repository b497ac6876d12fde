"""Import packages that only some of the work needs, when it needs them.

The error for a missing one says how to install it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from .errors import InvalidInput


def extra(module: str, package: str | None = None) -> ModuleType:
    """Import a module of a third-party package.

    `package` is its name on PyPI, if that is another one, for the :class:`InvalidInput` if it is
    missing.

    >>> extra("json").__name__
    'json'
    """
    try:
        return import_module(module)
    except ImportError:
        raise InvalidInput(
            "extra-missing", package=package or module, python=sys.executable
        ) from None
