"""``--best COST`` and ``--worst COST``: the tour with the smallest or the largest cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from caballero.core.limits import Limits, Progress
from caballero.core.problem import Problem
from caballero.core.values import frozen
from caballero.proof.outcome import Outcome

from .language import translate as _
from .option import QUESTION, Names, combine, option

COSTS: Final = ("turns", "crossings", "length", "weight")
"""The costs that have names."""

COST_NAMES: Final = Names("best-cost", COSTS)


@frozen
class BestFlags:
    """The cost whose smallest or largest value is wanted; at most one of them."""

    best: str | None = None
    worst: str | None = None

    @property
    def cost(self) -> str | None:
        """The cost, if one is wanted."""
        return self.best or self.worst


best_options = combine(
    option(
        QUESTION, "--best", type=COST_NAMES, metavar=_("COST"),
        help=_(
            "Find the tour with the smallest cost, and prove that it is: {names}."
        ).format(names=COST_NAMES),
    ),
    option(
        QUESTION, "--worst", type=COST_NAMES, metavar=_("COST"),
        help=_("Find the tour with the largest cost."),
    ),
)  # fmt: skip


def find_best(
    problem: Problem,
    flags: BestFlags,
    *,
    limits: Limits,
    seed: int | None,
    proof: str | None = None,
    on_event: Callable[[Progress], None],
) -> Outcome:
    """Find the tour that the flags ask for."""
    from caballero.best import best_tour

    return best_tour(
        problem, flags.cost or "weight", maximize=flags.worst is not None,
        limits=limits, seed=seed or 0, proof=proof, on_event=on_event,
    )  # fmt: skip
