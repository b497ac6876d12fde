"""The naive versions: slow, short and obviously right. Everything quick is measured by them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations


def knight_neighbours(rows: int, columns: int) -> list[list[int]]:
    """Neighbours on a plain rectangle: two squares are a move apart if their distances are 1, 2."""
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    return [
        [w for w, (u, v) in enumerate(squares) if sorted((abs(r - u), abs(c - v))) == [1, 2]]
        for r, c in squares
    ]


def all_tours(
    neighbours: Sequence[Sequence[int]],
    *,
    closed: bool = False,
    start: int | None = None,
    end: int | None = None,
    clues: Mapping[int, int] | None = None,
) -> Iterator[list[int]]:
    """Every Hamiltonian path (or cycle, from each of its vertices) of a graph, by plain recursion.

    `clues` gives the vertex of some numbers, from 1.
    """
    count = len(neighbours)
    fixed = dict(clues or {})
    if start is not None:
        fixed[1] = start
    if end is not None:
        fixed[count] = end

    def extend(path: list[int]) -> Iterator[list[int]]:
        if fixed.get(len(path), path[-1]) != path[-1]:
            return
        if len(path) == count:
            if not closed or (count > 2 and path[0] in neighbours[path[-1]]):
                yield list(path)
            return
        for w in neighbours[path[-1]]:
            if w not in path:
                yield from extend([*path, w])

    for first in range(count):
        yield from extend([first])


def all_directed_tours(
    successors: Sequence[Sequence[int]],
    *,
    closed: bool = False,
    clues: Mapping[int, int] | None = None,
    forced: Iterable[tuple[int, int]] = (),
) -> Iterator[list[int]]:
    """Every Hamiltonian path of a directed graph, or cycle from vertex 0, unless it has clues."""
    count, fixed, wanted = len(successors), dict(clues or {}), {*forced}
    for line in permutations(range(count)):
        if any(line[number - 1] != v for number, v in fixed.items()):
            continue
        if closed and not fixed and line and line[0] != 0:
            continue
        steps = {*pairwise(line + line[:1] if closed else line)}
        is_long = count >= (2 if closed else 1)
        if is_long and wanted <= steps and all(b in successors[a] for a, b in steps):
            yield list(line)
