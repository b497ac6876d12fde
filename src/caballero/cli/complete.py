"""What a shell proposes after Tab where an option has names of its own; click asks.

Most names, such as those of formats and methods, are types of options, which propose them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

import click

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


def _piece_names() -> list[str]:
    """Return the pieces, by their names in the reader's language."""
    names = (Message(f"piece-{name}").text() for name in (*LEAPERS, "king"))
    return sorted([*(name for name in names if " " not in name), *PUZZLES])


def _order_names() -> Iterable[str]:
    from caballero.teach.orders import ORDER_NAMES

    return ORDER_NAMES


def _kinds() -> list[str]:
    from caballero.core.symmetry import SYMMETRIES, SymmetryClass

    return [*dict.fromkeys((*SYMMETRIES[1:], *SymmetryClass))]


pieces = among(_piece_names, "+")
orders = among(_order_names)
symmetries = among(_kinds)
steps = among(lambda: ("try", "place", "dead-end", "back", "cut", "improvement"), ",")
