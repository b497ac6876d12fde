"""What a shell proposes after Tab where an option has names of its own; click asks.

The names of formats, styles, themes, surfaces and levels are types of options, which propose them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

import click

from caballero import methods
from caballero.core.methods import AUTO
from caballero.core.piece import LEAPERS, PUZZLES
from caballero.core.words import Message

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"
"""What click calls with the beginning of a word."""


def among(names: Callable[[], Iterable[str]], separator: str = "\n") -> Completer:
    """Return what proposes names, also after a separator: the second of ``knight+camel``."""

    def complete(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only a shell needs it

        before, between, word = incomplete.rpartition(separator)
        fitting = (name for name in names() if name.startswith(word))
        return [CompletionItem(f"{before}{between}{name}") for name in fitting]

    return complete


def files(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Propose files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def _piece_names() -> list[str]:
    """Return the pieces, by their names in the reader's language."""
    names = (Message(f"piece-{name}").text() for name in (*LEAPERS, "king"))
    return sorted([*(name for name in names if " " not in name), *PUZZLES])


def _named(module: str, name: str) -> Callable[[], Iterable[str]]:
    """Return a function that gives the names of a table; its module is loaded for Tab only."""
    return lambda: cast("Iterable[str]", getattr(import_module(module), name))


pieces = among(_piece_names, "+")
orders = among(_named("caballero.teach", "ORDERS"))
taught = among(lambda: methods("teach"))
found_by = among(lambda: (AUTO, *methods("find")))
found_or_taught = among(lambda: (AUTO, *methods("teach"), *methods("find")))
counted_by = among(lambda: (AUTO, *methods("count")))


def _kinds() -> list[str]:
    from caballero.core.symmetry import SYMMETRIES, SymmetryClass

    return [*dict.fromkeys((*SYMMETRIES[1:], *SymmetryClass))]


symmetries = among(_kinds)
steps = among(lambda: ("try", "place", "dead-end", "back", "cut", "improvement"), ",")


costs = among(_named("caballero.teach", "COSTS"))
strategies = among(_named("caballero.teach", "STRATEGIES"))
bounds = among(_named("caballero.teach.puzzles", "BOUNDS"))
