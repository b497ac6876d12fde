"""Counting by trying everything: the naive oracle, and the only engine for clues.

Plain depth-first search: go on to every square that is a move away and not yet visited, and look
at the whole line when it is complete. It costs a step for every beginning of a tour: 38 million
on 5×5, far too many on 6×6. What it lacks in speed it has in plainness: nothing is left out
because of an argument, so it measures all other engines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caballero.limits import Budget
from caballero.problem import Problem

from .count import goes_both_ways

PORTION: Final = 10_000
"""So many steps are taken between two looks at the clock: some 10 ms."""


def brute_count(problem: Problem, budget: Budget, closable: bool | None = None) -> int:
    """Count the tours of a problem one by one, whatever it asks.

    Parameters
    ----------
    problem : Problem
        What is asked.
    budget : Budget
        Counts the squares entered.
    closable : bool, optional
        Count only the open tours that can be closed (True), or that cannot (False).

    Returns
    -------
    int
        Lines or cycles; see :mod:`caballero.count.count`.

    Notes
    -----
    Exponential in the squares; memory for one line only.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count import brute_count
    >>> from caballero.limits import Budget
    >>> brute_count(Problem.of("3x4"), Budget())
    8
    >>> brute_count(Problem.of("2x3", piece="wazir"), Budget(), closable=True)
    6
    """
    count, closed = problem.size, problem.closed
    if count < (3 if closed else 1):
        return 0
    graph = problem.graph(pause=lambda: budget.spend(0))
    near = [sum(1 << w for w in graph.neighbours(v)) for v in range(count)]
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in problem.forced]
    found = 0
    for line in _lines(near, _allowed(problem), budget):
        meets = count > 2 and bool(near[line[-1]] >> line[0] & 1)
        if (closed and not meets) or (closable is not None and meets is not closable):
            continue
        if forced:
            place = {v: i for i, v in enumerate(line)}
            apart = (1, count - 1) if closed else (1,)
            if not all(abs(place[a] - place[b]) in apart for a, b in forced):
                continue
        found += 1
    return found // 2 if goes_both_ways(problem) else found


def _allowed(problem: Problem) -> list[int]:
    """Which vertices may come at each place of the line, as sets of bits.

    A closed tour is cut where a number is given, or else at the first vertex: so each of its
    directions is met with once.
    """
    count, given = problem.size, problem.numbered()
    if problem.closed:
        first = min(given, default=1)
        given = {(number - first) % count + 1: v for number, v in (given or {1: 0}).items()}
    free = (1 << count) - 1
    for v in given.values():
        free &= ~(1 << v)
    return [1 << given[at] if at in given else free for at in range(1, count + 1)]


def _lines(near: list[int], allowed: list[int], budget: Budget) -> Iterator[list[int]]:
    """Every line through all vertices whose places are as allowed; the same list each time."""
    count = len(near)
    line: list[int] = []
    left = (1 << count) - 1
    choices = [allowed[0]]  # for each place of the line and the next one, what is still to try
    steps, portion = 0, max(1, budget.room(PORTION))
    while choices:
        options = choices[-1]
        if not options:
            choices.pop()
            if line:
                left |= 1 << line.pop()
            continue
        bit = options & -options
        choices[-1] ^= bit
        steps += 1
        if steps >= portion:
            budget.spend(steps)
            steps, portion = 0, max(1, budget.room(PORTION))
        line.append(bit.bit_length() - 1)
        if len(line) == count:
            yield line
            line.pop()
            continue
        left ^= bit
        choices.append(near[line[-1]] & left & allowed[len(line)])
    budget.nodes += steps  # all is counted: no limit matters any more
