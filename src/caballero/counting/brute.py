"""Counting by exhaustive search: the naive oracle.

Plain depth-first search: try every unvisited square that is a move away, and check each complete
line. It takes a step for every partial tour: 38 million on 5×5, far too many on 6×6. It prunes
nothing, so all other engines are tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from caballero.machine.errors import divided
from caballero.machine.limits import Budget
from caballero.model.direction import goes_back, goes_both_ways, may_go_back
from caballero.model.problem import Problem, sorted_moves

PORTION_STEPS: Final = 10_000
"""Steps between two checks of the clock: some 10 ms."""


def brute_count(problem: Problem, budget: Budget, closable: bool | None = None) -> int:
    """Count the tours of a problem singly, with all its constraints.

    Parameters
    ----------
    problem : Problem
        Any problem.
    budget : Budget
        Counts the squares entered.
    closable : bool, optional
        Count only the open tours that can be closed (True), or that cannot (False).

    Returns
    -------
    int
        Lines or cycles; see :mod:`caballero.counting.count`.

    Notes
    -----
    Exponential in the squares; memory for a single line.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting import brute_count
    >>> from caballero.machine.limits import Budget
    >>> brute_count(Problem("3x4"), Budget())
    8
    >>> brute_count(Problem("2x3", piece="wazir"), Budget(), closable=True)
    6
    """
    count, closed = problem.size, problem.closed
    if count < problem.fewest:
        return 0
    graph = problem.graph()
    near = [sum(1 << w for w in graph.neighbours(v)) for v in range(count)]
    forced = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    waypoints = [*map(problem.vertex, problem.waypoints)]
    turn = min(problem.numbered(), default=1) - 1 if closed else 0  # where lines begin
    least = replace(problem, closed=True).fewest  # places of a line that can be closed
    steps = {1, 1 - count} if closed else {1}
    if not problem.directed:
        steps |= {-step for step in steps}
    both, some = goes_both_ways(problem), may_go_back(problem)
    found = 0  # times two
    for line in _lines(near, _allowed_masks(problem), budget):
        meets = count >= least and bool(near[line[-1]] >> line[0] & 1)
        if waypoints:
            visits = [(line.index(v) + turn) % count for v in waypoints]
            if visits != sorted(visits):
                continue
        if (closed and not meets) or (closable is not None and meets is not closable):
            continue
        if forced:
            place = {v: i for i, v in enumerate(line)}
            if not all(place[b] - place[a] in steps for a, b in forced):
                continue
        found += 1 if both or (some and goes_back(problem, line[-turn:] + line[:-turn])) else 2
    return divided(found, 2)


def _allowed_masks(problem: Problem) -> list[int]:
    """Return the bit mask of the possible vertices of each place; a closed tour is cut once."""
    count, given = problem.size, problem.numbered()
    if problem.closed:
        first = min(given, default=1)
        given = {(number - first) % count + 1: v for number, v in (given or {1: 0}).items()}
    free = (1 << count) - 1
    for v in given.values():
        free &= ~(1 << v)
    return [1 << given[at] if at in given else free for at in range(1, count + 1)]


def _lines(near: list[int], allowed: list[int], budget: Budget) -> Iterator[list[int]]:
    """Yield every line through all vertices that fits the masks; it is always the same list."""
    count = len(near)
    line: list[int] = []
    left = (1 << count) - 1
    choices = [allowed[0]]  # the untried vertices of each place and the next
    steps, portion = 0, max(1, budget.room(PORTION_STEPS))
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
            steps, portion = 0, max(1, budget.room(PORTION_STEPS))
        line.append(bit.bit_length() - 1)
        if len(line) == count:
            yield line
            line.pop()
            continue
        left ^= bit
        choices.append(near[line[-1]] & left & allowed[len(line)])
    budget.nodes += steps  # the search is complete, so no limit applies
