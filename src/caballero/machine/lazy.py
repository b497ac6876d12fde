"""Packages that import a module when a name of it is first used.

So a program loads only the modules that it uses.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from importlib import import_module


def lazily(
    package: str, names: Mapping[str, str], packages: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return the ``__getattr__``, the ``__dir__`` and the ``__all__`` of a package.

    `names` has, for each module of the package, its public names with spaces between; a module of
    another package begins with a dot, as ``.model.board``. `packages` are subpackages that are
    attributes, too.

    >>> get, _, names = lazily("caballero.model", {"board": "Board", "piece": "Piece"})
    >>> names, get("Board").__name__
    (['Board', 'Piece'], 'Board')
    """
    homes = {name: module for module, there in names.items() for name in there.split()}
    public, rooms = sorted(homes), packages.split()

    def attribute(name: str) -> object:
        if name in rooms:
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        collecting = gc.isenabled()
        gc.disable()  # an import makes thousands of objects, and none of them is garbage
        try:
            return getattr(import_module(f".{homes[name]}", package), name)
        finally:
            if collecting:
                gc.enable()

    return attribute, lambda: sorted([*public, *rooms]), public
