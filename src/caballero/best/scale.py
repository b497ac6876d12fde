"""How large the numbers of the search for the cheapest cycle are, and why they are large enough.

The moves of a problem all belong to as many cycles' places: each tour has as many moves. So
:func:`from_zero` takes the least cost from all, which changes no comparison. Then each of the n
edges of a cycle costs from 0 to C, and a cycle from 0 to nC. A number outweighs all of that, W =
(n + 1)C + 1 (:func:`outweighing`). It is used in two ways:

* A pair that is no edge costs W. A cycle with such a pair costs at least W, which is more than nC.
* In local search, each of the f forced edges costs W less. A cycle with all of them and no missing
  pair costs at most nC - fW. If it lacks j of them and has m missing pairs, it costs at least
  mW - (f - j)W. If j + m > 0, that is more by at least W - nC, so by more than C. A kick may make
  the tour dearer by less than that (`HEAT` of :mod:`.cheapest`). So from a cycle with all forced
  edges, local search accepts only such cycles, whatever the costs are: equal, negative or zero.

Invariant: n²C is at most `MOST`, so sums of W stay below 2**63; bounds are computed in parts of 1
of which nC has less than 2**`ROOM`, or else in whole numbers, below 2**52. The kernels of
:mod:`caballero.best.kernels.one_trees` keep prices and weights small enough for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from caballero.machine.errors import TooLarge

MOST: Final = 2**62
"""The most that the square of the vertices, times the largest cost, may be."""

ROOM: Final = 50
"""The bits in which bounds are computed, unless the costs are too large."""


def from_zero(costs: list[int], size: int) -> tuple[int, list[int]]:
    """Return the least of some costs, and the costs less that; refuse them if they are too large.

    >>> from_zero([-5, -3, -5], 3)
    (-5, [0, 2, 0])
    """
    least = min(costs, default=0)
    largest, most = max(costs, default=0) - least, MOST // size**2
    if largest > most:
        raise TooLarge("cost-range", range=largest, count=size, most=most)
    return least, [cost - least for cost in costs]


def outweighing(size: int, largest: int) -> int:
    """Return a cost that the edges of a cycle and a kick do not outweigh; see the module.

    >>> outweighing(3, 7), outweighing(3, 0)
    (29, 1)
    """
    return (size + 1) * largest + 1


def unit_of(size: int, costs: Iterable[int]) -> int:
    """Return the parts of 1 in which bounds are computed: a power of 2, at most 256.

    >>> unit_of(3, [7]), unit_of(1000, [2**40])
    (256, 1)
    """
    bits = (max(map(abs, costs), default=0) * size).bit_length()
    return 1 << max(0, min(8, ROOM - bits))
