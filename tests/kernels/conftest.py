"""What the kernels' tests share: small graphs, and a plain search that is easy to trust."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

import pytest

from caballero.machine import kernel as _kernel

Moves = Sequence[tuple[int, int]]
Flat = tuple[list[int], list[int]]

KNIGHT: Moves = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]


def flatten(rows: Sequence[Sequence[int]]) -> Flat:
    return list(accumulate(map(len, rows), initial=0)), list(chain.from_iterable(rows))


def board_graph(rows: int, columns: int, moves: Moves = KNIGHT) -> Flat:
    return flatten(
        [
            [
                (r + dr) * columns + c + dc
                for dr, dc in moves
                if 0 <= r + dr < rows and 0 <= c + dc < columns
            ]
            for r in range(rows)
            for c in range(columns)
        ]
    )


def random_graph(seed: int, vertices: int, density: float) -> Flat:
    rng = random.Random(seed)
    neighbours: list[list[int]] = [[] for _ in range(vertices)]
    for a in range(vertices):
        for b in range(a):
            if rng.random() < density:
                neighbours[a].append(b)
                neighbours[b].append(a)
    for row in neighbours:
        rng.shuffle(row)
    return flatten(neighbours)


@dataclass
class Oracle:
    """The textbook's recursion, counting; it tries the neighbours in the order of `choose`."""

    indptr: Sequence[int]
    indices: Sequence[int]
    start: int
    clues: Mapping[int, int] = field(default_factory=dict)
    closed: bool = False
    choose: Callable[[set[int], list[int]], list[int]] = lambda path, free: free

    def __post_init__(self) -> None:
        self.profile = [0] * len(self.indptr)
        self.dead_ends = 0

    def neighbours(self, v: int) -> list[int]:
        return list(self.indices[self.indptr[v] : self.indptr[v + 1]])

    def exits(self, v: int, visited: set[int]) -> int:
        return sum(w not in visited for w in self.neighbours(v))

    def tours(self) -> Iterator[list[int]]:
        yield from self._from([self.start])

    def _from(self, path: list[int]) -> Iterator[list[int]]:
        self.profile[len(path)] += 1
        n = len(self.indptr) - 1
        if len(path) == n:
            if not self.closed or (n > 2 and self.start in self.neighbours(path[-1])):
                yield list(path)
            return
        number = len(path) + 1
        named = {t: v for v, t in self.clues.items()}
        free = [
            w
            for w in self.neighbours(path[-1])
            if w not in path and (named[number] == w if number in named else w not in self.clues)
        ]
        if not free:
            self.dead_ends += 1
        for w in self.choose(set(path), free):
            yield from self._from([*path, w])


@dataclass(frozen=True)
class Case:
    """A small question."""

    indptr: list[int]
    indices: list[int]
    start: int
    clues: dict[int, int]
    closed: bool


def _cases() -> list[Case]:
    rng = random.Random(1823)
    cases = [
        Case([0, 0], [], 0, {}, False),
        Case([0, 0], [], 0, {}, True),
        Case([0, 1, 2], [1, 0], 0, {}, False),
        Case([0, 1, 2], [1, 0], 0, {}, True),
        Case([0, 0, 0], [], 1, {}, False),
        Case(*board_graph(3, 4), 0, {}, False),
        Case(*board_graph(3, 4), 0, {7: 12}, False),
        Case(*board_graph(3, 4), 0, {4: 2, 3: 6}, False),
        Case(*board_graph(4, 5), 0, {19: 20}, False),
        Case(*board_graph(3, 10), 0, {1: 9}, True),
    ]
    for seed in range(50):
        n = rng.randint(1, 8)
        indptr, indices = random_graph(seed, n, rng.choice([0.3, 0.5, 0.7, 1.0 if n < 7 else 0.6]))
        start = rng.randrange(n)
        others = [v for v in range(n) if v != start]
        numbers = list(range(2, n + 1))
        count = rng.choice([0, 0, 1, 2]) if n > 2 else 0
        clues = dict(zip(rng.sample(others, count), rng.sample(numbers, count), strict=True))
        cases.append(Case(indptr, indices, start, clues, rng.random() < 0.3))
    return cases


@pytest.fixture(autouse=True)
def _states_that_can_be_copied(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most states have plain arrays; those in memory of their own have tests of their own."""
    if request.path.name != "test_large_arrays.py":
        monkeypatch.setattr(_kernel, "PAGED", 1 << 22)


@pytest.fixture(scope="session")
def board() -> Callable[..., Flat]:
    """A board's knight's graph: ``board(rows, columns, moves)``."""
    return board_graph


@pytest.fixture(scope="session")
def oracle() -> type[Oracle]:
    """The recursion to compare with."""
    return Oracle


@pytest.fixture(scope="session")
def cases() -> list[Case]:
    """Small questions: graphs and boards, with clues, open and closed."""
    return _cases()
