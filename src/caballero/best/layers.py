"""A sweep for the best line: layer after layer, in passes that keep more and more states.

The first pass keeps only the cheapest states of each layer, the next thirty times as many, and so
on, until none is dropped: this finds good lines soon, and later passes leave out all states that
cannot lead to a better line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from caballero.counting.sweeps.sweep import room, run_all
from caballero.machine.driver import drive
from caballero.machine.kernel import Counts, Ints, Places, longer, zeros
from caballero.machine.limits import Budget

from .kernels import lines, uncrossed
from .kernels._layers import CHOICE_BITS, FULL, Layer, Table, keep_cheapest, rehash
from .tuning import sizes

Plan = TypeVar("Plan", bound=lines.Plan | uncrossed.Plan)
Work = TypeVar("Work", bound=lines.Work | uncrossed.Work)


def sweep_all(sweep: Callable[[int], bool]) -> None:
    """Sweep with more and more states a layer, until it is enough: `sweep` returns False."""
    keep = sizes().first_states
    while sweep(keep):
        keep *= sizes().more_states


class Sweep(Generic[Plan, Work]):
    """One pass, which keeps at most `keep` states of each layer.

    `expand` is the kernel: it fills a table with the states after a layer's. `dropped` says whether
    states were dropped so far.
    """

    def __init__(
        self, expand: Callable[[Plan, Layer, Table, Work, int], int], plan: Plan, work: Work,
        keep: int, budget: Budget,
    ) -> None:  # fmt: skip
        self._expand = expand
        self._plan = plan
        self._work = work
        self._keep, self._budget = keep, budget
        self._stride = plan.keys.key_words + 1
        self._size = len(plan.first) - 1
        self._origins: list[Ints] = []
        self._layer = Layer(zeros(Counts, self._stride), 1, 0)
        self.dropped = False

    @property
    def step(self) -> int:
        """The number of layers before this."""
        return self._layer.step

    @property
    def is_open(self) -> bool:
        """Whether there are more layers."""
        return self.step < self._size and self._layer.size > 0

    def advance(self, largest: Callable[[], int]) -> int | None:
        """Make the next layer; return the least cost of its states, None if there is none.

        A cost is of no use that is above the least by more than `largest`.
        """
        self._budget.reach(self.step / self._size)
        table = self._expanded()
        found, least = table.size, None
        if found:
            most = max(0, largest())
            buckets = sizes().buckets
            counts = zeros(Counts, min(buckets, most + 2) if found > self._keep else 0)
            least = keep_cheapest(table, self._stride - 1, counts, most // buckets + 1, self._keep)
        self._layer = Layer(table.states, table.size, self.step + 1)
        self._origins.append(table.origins)
        self.dropped = self.dropped or table.size < found
        return least

    def _expanded(self) -> Table:
        """Return the states after the layer; the table grows where it is too small."""
        budget, stride, work = self._budget, self._stride, self._work
        states = min(self._keep, 3 * self._layer.size) + self._plan.most
        height = max(sizes().min_height, states.bit_length() + 1)
        states_room, origins = room(stride << height - 1, budget), room(1 << height - 1, budget)
        table = Table(states_room, origins, zeros(Places, 1 << height), height)

        def portion(steps: int) -> tuple[int, int]:
            begun = work.steps
            status = self._expand(self._plan, self._layer, table, work, steps)
            return status, work.steps - begun

        while drive(portion, budget) == FULL:
            height = table.height = table.height + 1
            room(stride << height - 1, budget)  # both are there during a copy
            table.states = longer(Counts, table.states, stride << height - 1)
            table.origins = longer(Counts, table.origins, 1 << height - 1)
            table.index, table.hashed = zeros(Places, 1 << height), 0
            run_all(lambda steps: rehash(table, stride - 1, steps), budget)
        return table

    def line(self, moves: Sequence[tuple[int, int]]) -> list[int]:
        """Return the best line, from the choice that completed it back to the first."""
        neighbours = defaultdict[int, list[int]](list)
        for step, choice in self._choices():
            for chosen in {choice >> CHOICE_BITS // 2, choice & (1 << CHOICE_BITS // 2) - 1} - {0}:
                a, b = moves[self._plan.first[step] + chosen - 1]
                neighbours[a].append(b)
                neighbours[b].append(a)
        ends = (v for v in neighbours if len(neighbours[v]) == 1)
        line = [min(ends, default=min(neighbours))]
        while ahead := [v for v in neighbours[line[-1]] if v not in line[-2:]]:
            if ahead[0] == line[0]:
                break
            line.append(ahead[0])
        return line

    def _choices(self) -> Iterator[tuple[int, int]]:
        """Yield the steps and choices that lead to the best line, from the last back."""
        step, origin = self._work.best_step, self._work.best_origin
        while True:
            yield step, origin & (1 << CHOICE_BITS) - 1
            step -= 1
            if step < 0:
                return
            origin = self._origins[step][origin >> CHOICE_BITS]
