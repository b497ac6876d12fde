"""Import packages that only some of the work needs, when it needs them.

The error for a missing package names its extra, and the command that installs it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from .errors import InvalidInput


def extra(module: str, name: str) -> ModuleType:
    """Import a module of a third-party package.

    `name` is the extra that it belongs to, for the :class:`InvalidInput` if it is missing.
    """
    try:
        return import_module(module)
    except ImportError:
        raise missing(name) from None


def missing(name: str) -> InvalidInput:
    """Return the error for an extra that is missing here."""
    # An environment that uv made has no pip; double quotes serve every shell, that of Windows, too.
    pip = f"{sys.executable} -m pip install"
    command = pip if find_spec("pip") else f"uv pip install --python {sys.executable}"
    return InvalidInput("extra-missing", extra=name, command=f'{command} "caballero[{name}]"')
