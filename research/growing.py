"""Growing graphs: the cycles, or paths, of the first vertices alone, for every number of them.

One sweep counts them all: until a cycle closes on the first ``n`` vertices, it cannot be told from
the beginning of a larger one. D. E. Knuth counted the knight's cycles of the first cells of
a board so, column after column (OEIS A383660 to A383664). A path is a cycle through a hub, which
is a neighbour of all vertices.

Invariant: the total of the first ``n`` vertices does not change after step ``n - 1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caballero.counting.sweeps.sweep import Sweep
from caballero.machine.limits import Budget


def growing_counts(
    neighbours: Sequence[Sequence[int]],
    budget: Budget,
    *,
    closed: bool,
    threads: int | None = None,
) -> Iterator[int]:
    """Yield the Hamiltonian cycles, or undirected paths, of the first 1, 2, 3, … vertices.

    The sweep takes the vertices by number; its frontier must be narrow.

    >>> grid = [[1, 2], [0, 3], [0, 3, 4], [1, 2, 5], [2, 5], [3, 4]]
    >>> [*growing_counts(grid, Budget(), closed=True)]
    [0, 0, 0, 1, 0, 1]
    >>> [*growing_counts(grid, Budget(), closed=False)]
    [1, 1, 1, 4, 2, 8]
    """
    size = len(neighbours)
    rows = neighbours if closed else [*([*row, size] for row in neighbours), [*range(size)]]
    sweep = Sweep(rows, budget, count_words=None, growing=size, threads=threads)
    done = 0
    for layer in sweep.layers(sweep.first(), size):
        done = layer.step
        yield sweep.totals[done] if done > 1 or closed else 1  # a path of one vertex has no edge
    yield from sweep.totals[done + 1 :]
