"""Run a search that learns from conflicts until it ends, and give its clauses more memory.

The search's kernel works on :class:`~caballero.find.kernels._clauses.Learning`, and forgets clauses
when their memory is used up. It grows then, so that the search ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from caballero.machine.driver import Meter, drive
from caballero.machine.kernel import Marks, longer

from .kernels._clauses import FOUND, FULL, LOGGED, RUNNING, Learning, forget

if TYPE_CHECKING:
    from .proof_writer import Steps


def run(
    search: Callable[[int], int],
    learning: Learning,
    budget: Meter,
    *,
    growth: int,
    spared: int = 0,
    proof: Steps | None = None,
) -> bool:
    """Continue a search to its end; return whether there is a solution.

    `search` takes a number of steps, and returns a status. Whenever the memory is used up, it grows
    by its `growth`-th part, but for the first `spared` times. The search's conclusions are
    written to the `proof`.
    """
    times_full = 0

    def portion(steps: int) -> tuple[int, int]:
        nonlocal times_full
        begin = learning.spent
        while True:
            status = search(begin + steps - learning.spent)
            if proof and status != RUNNING:  # the log is full, or complete
                proof.write_log(learning)
            if status == FULL:
                (proof.forget if proof else forget)(learning)
                times_full += 1
                if times_full > spared:
                    before = len(learning.clauses)
                    learning.clauses = longer(Marks, learning.clauses, before + before // growth)
            elif status != LOGGED:
                return status, learning.spent - begin

    return drive(portion, budget) == FOUND
