"""Count the closed tours of a wazir on a full board: half of a planar sweep, and its mirror image.

No two fragments of a grid cross, so a key has two bits for each row
(:mod:`caballero.counting.kernels._states`). The board is its own mirror image, so a sweep over half
of its columns has the states of both halves, and :mod:`caballero.counting.kernels.folding` joins
them, modulo as many primes as the count needs (the Chinese remainder theorem). The sweep's largest
layer had 17 thousand states for 12 rows, 390 thousand for 16.

Invariants: the count is exact; every edge between the halves belongs to both, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from math import isqrt
from typing import Final

from caballero.counting.kernels import folding as kernel
from caballero.counting.kernels.counting import Layer
from caballero.counting.kernels.meeting import sum_up
from caballero.machine.driver import drive_over
from caballero.machine.kernel import Marks, Places, array_of, zeros
from caballero.machine.kernels._shared import WORD
from caballero.machine.limits import Budget

from .sweep import Sweep, require_memory

SWEEP_SHARE: Final = 0.95
"""The sweep's share of the work, for progress."""


def folded_count(rows: int, columns: int, budget: Budget, *, threads: int | None = None) -> int:
    """Count the Hamiltonian cycles of a grid of at least two rows and three columns.

    >>> folded_count(4, 5, Budget())
    14
    """
    sweep = folded_sweep(rows, columns, budget, threads)
    with budget.part(0, SWEEP_SHARE):
        near = sweep.run(columns // 2 * rows)
        far = near
        if columns % 2:
            for layer in sweep.layers(near, (columns // 2 + 1) * rows):
                far = layer
    if not far.size:
        return 0
    with budget.part(SWEEP_SHARE, 1):
        return _joined_count(rows, near, far, budget)


def folded_sweep(rows: int, columns: int, budget: Budget, threads: int | None = None) -> Sweep:
    """Return the sweep over a grid, column after column."""
    neighbours = [[*_beside(v, rows, columns)] for v in range(rows * columns)]
    flip = [v - v % rows + rows - 1 - v % rows for v in range(rows * columns)]
    line = [v % rows for v in range(rows * columns)]
    return Sweep(neighbours, budget, count_words=None, flip=flip, line=line, threads=threads)


def _beside(v: int, rows: int, columns: int) -> Iterator[int]:
    """Yield the neighbours of a vertex, column after column."""
    column, row = divmod(v, rows)
    yield from (v - rows for _ in range(column > 0))
    yield from (v - 1 for _ in range(row > 0))
    yield from (v + 1 for _ in range(row < rows - 1))
    yield from (v + rows for _ in range(column < columns - 1))


def _joined_count(rows: int, near: Layer, far: Layer, budget: Budget) -> int:
    """Join two layers of the same sweep, each at the end of a column."""
    words = _words(rows // 2, budget)
    require_memory(4 << rows, budget)
    starts = zeros(Places, (1 << rows) + 1)
    left = _half(near)
    right = left if far is near else _half(far)
    state = kernel.Fold(
        rows, words, starts, left, right, zeros(Marks, words.starts[-1]), zeros(Marks, rows)
    )
    halves = ((near, left),) if far is near else ((near, left), (far, right))
    for layer, half in halves:
        drive_over(layer.size, partial(kernel.mark, state, half), budget)
    drive_over(len(starts), partial(sum_up, starts), budget)
    for _, half in halves:
        require_memory(4 * starts[-1], budget)
        half.values = zeros(Marks, starts[-1])
    bound = _sum(near) * _sum(far)
    total, modulus = 0, 1
    for prime in _primes():
        if modulus > bound:
            return total
        state.prime, state.total = prime, 0
        for layer, half in halves:
            drive_over(layer.size, partial(kernel.place, state, half), budget)
        drive_over(len(starts) - 1, partial(kernel.join, state), budget)
        total += modulus * ((state.total - total) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    raise AssertionError


def _half(layer: Layer) -> kernel.Half:
    return kernel.Half(layer.states, len(layer.states) // layer.size - 1, zeros(Marks, 0))


def _sum(layer: Layer) -> int:
    """Return the sum of all counts of a layer."""
    stride = len(layer.states) // layer.size
    return sum(sum(layer.states[w::stride]) << WORD * (w - 1) for w in range(1, stride))


def _primes() -> Iterator[int]:
    """Yield the primes below ``2**31``, the largest first."""
    small = [
        p for p in range(3, isqrt(1 << 31) + 1, 2) if all(p % d for d in range(3, isqrt(p) + 1, 2))
    ]
    yield from (p for p in range((1 << 31) - 1, 2, -2) if all(p % d for d in small if d < p))


def _words(most: int, budget: Budget) -> kernel.Words:
    """List the words of at most this many pairs, and what remains of each when ends are joined."""
    ways = [[int(not depth) for depth in range(most + 2)]]
    for _ in range(2 * most):
        before = [0, *ways[-1], 0]
        ways.append([before[d] * (d > 0) + before[d + 2] for d in range(most + 2)])
    ranks = {"": 0}
    joined: list[int] = []
    starts, joined_at = [0, 1], [0]
    for k in range(1, most + 1):
        shorter, ranks = ranks, {word: rank for rank, word in enumerate(_of_pairs(k))}
        joined_at.append(len(joined))
        starts.append(starts[-1] + len(ranks))
        for word in ranks:
            budget.pause()
            mates = _mates(word)
            joined += (shorter.get(_without(word, mates, i), -1) for i in range(k))
    return kernel.Words(
        most, array_of(Marks, chain(*ways)), array_of(Marks, starts), array_of(Marks, joined),
        array_of(Marks, joined_at),
    )  # fmt: skip


def _of_pairs(k: int) -> Iterator[str]:
    """Yield the words of k pairs of parentheses in lexicographic order."""
    words = [""]
    for length in range(2 * k):
        words = [
            word + end
            for word in words
            for end in "()"
            if (word.count("(") < k if end == "(" else 2 * word.count("(") > length)
        ]
    yield from words


def _mates(word: str) -> list[int]:
    """Return the place of the partner of each parenthesis."""
    mates, opened = [0] * len(word), list[int]()
    for i, end in enumerate(word):
        if end == "(":
            opened.append(i)
        else:
            mates[i] = opened.pop()
            mates[mates[i]] = i
    return mates


def _without(word: str, mates: Sequence[int], i: int) -> str:
    """Return a word after its ends `i` and the next are joined; "-" if a cycle closes too soon."""
    ends = list(word)
    if mates[i] == i + 1 and len(word) > 2:
        return "-"
    if ends[i] == ends[i + 1] == "(":
        ends[mates[i + 1]] = "("
    elif ends[i] == ends[i + 1]:
        ends[mates[i]] = ")"
    return "".join(ends[:i] + ends[i + 2 :])
