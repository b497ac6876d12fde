"""What a shell proposes after Tab where an option has names of its own; click asks.

The names of formats, styles, themes and surfaces are choices, which click proposes by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

import click

from caballero import methods
from caballero.core.methods import AUTO
from caballero.core.piece import LEAPERS, PUZZLES
from caballero.core.words import Message

from .language import current_language

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
    names = (Message(f"piece-{name}").text(current_language()) for name in (*LEAPERS, "king"))
    return sorted([*(name for name in names if " " not in name), *PUZZLES])


def _orders() -> Iterable[str]:
    from caballero.teach import ORDERS  # loading it takes longer than a small tour

    return ORDERS


def _ties() -> Iterable[str]:
    from caballero.teach import TIES

    return TIES


pieces = among(_piece_names, "+")
orders = among(_orders)
ties = among(_ties)
taught = among(lambda: methods("teach"))
found_by = among(lambda: (AUTO, *methods("find")))
found_or_taught = among(lambda: (AUTO, *methods("teach"), *methods("find")))
counted_by = among(lambda: (AUTO, *methods("count")))


def _kinds() -> list[str]:
    from caballero.core.symmetry import SYMMETRIES, SymmetryClass

    return [*dict.fromkeys((*SYMMETRIES[1:], *SymmetryClass))]


symmetries = among(_kinds)
steps = among(lambda: ("try", "place", "dead-end", "back", "cut", "improvement"), ",")


def _levels() -> Iterable[str]:
    from caballero.puzzles import GRADES

    return GRADES


levels = among(_levels)


def _strategies() -> Iterable[str]:
    from caballero.teach import STRATEGIES

    return STRATEGIES


def _bounds() -> Iterable[str]:
    from caballero.teach.puzzles import BOUNDS

    return BOUNDS


def _costs() -> Iterable[str]:
    from caballero.teach import COSTS

    return COSTS


costs = among(_costs)
strategies = among(_strategies)
bounds = among(_bounds)
