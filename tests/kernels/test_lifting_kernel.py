"""Lines and symmetries: both speeds agree with what a few plain lines of Python say."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

from caballero.kernels import lifting
from caballero.kernels._speed import as_arrays, as_lists
from caballero.symmetry import normal_order
from kernels.test_speeds import run


def group(rng: random.Random, size: int) -> list[list[int]]:
    """The powers of a permutation that takes all vertices round in orbits of the same length."""
    length = rng.choice([d for d in range(2, size + 1) if size % d == 0])
    members = rng.sample(range(size), size)
    turn = [0] * size
    for i in range(0, size, length):
        for j in range(length):
            turn[members[i + j]] = members[i + (j + 1) % length]
    powers = [list(range(size))]
    for _ in range(length - 1):
        powers.append([turn[v] for v in powers[-1]])
    return powers


def edges(line: tuple[int, ...], closed: bool) -> set[frozenset[int]]:
    onward = [*line[1:], line[0]] if closed else line[1:]
    return {frozenset(edge) for edge in zip(line, onward, strict=False)}


def marks(kernel: object, lines: list[tuple[int, ...]], images: list[list[int]], closed: bool,
          speed: str) -> list[int]:  # fmt: skip
    size = len(lines[0])
    import numpy

    def numbers(values: list[int]) -> object:
        return values if speed == "plain" else numpy.array(values, dtype="int32")

    kept, place = numbers([7] * len(lines)), numbers([0] * size)
    flat, flat_images = [v for line in lines for v in line], [v for image in images for v in image]
    call = getattr(kernel, speed)
    arguments = (numbers(flat), len(lines), size, int(closed), numbers(flat_images), len(images))
    found = call(*arguments, place, kept)
    result = [int(k) for k in kept]  # type: ignore[attr-defined]
    assert found == sum(map(bool, result))
    return result


def test_what_keeps_a_line() -> None:
    rng = random.Random(31)
    symmetric = 0
    for _ in range(300):
        size, closed = rng.randint(3, 8), rng.random() < 0.5
        line = tuple(rng.sample(range(size), size))
        # A permutation that turns or reverses the line, and others that most often do not.
        shift, sign = (rng.randrange(size), rng.choice((1, -1))) if closed else (size - 1, -1)
        moved = [line[(shift + sign * i) % size] for i in range(size)]
        image = [moved[line.index(v)] for v in range(size)]
        images = [image, *(rng.sample(range(size), size) for _ in range(3)), list(range(size))]
        expected = 0
        for j, g in enumerate(images):
            gone = tuple(g[v] for v in line)
            if edges(gone, closed) == edges(line, closed):
                at = line.index(gone[0])
                onward = gone[1] == line[(at + 1) % size] if closed else gone == line
                expected += (3 if onward else 1) << 2 * j
        for speed in ("plain", "compiled"):
            assert marks(lifting.kept_by, [line], images, closed, speed) == [expected]
        symmetric += expected & 1
    assert symmetric == 300


def test_the_least_of_the_images() -> None:
    rng = random.Random(32)
    seen = [0, 0]
    for _ in range(60):
        size, closed = rng.randint(3, 8), rng.random() < 0.5
        images = group(rng, size)[1:]
        lines = [tuple(rng.sample(range(size), size)) for _ in range(20)]
        expected = []
        for line in lines:
            own = normal_order(line, closed)
            others = (normal_order(tuple(g[v] for v in line), closed) for g in images)
            expected.append(int(all(own <= other for other in others)))
        for speed in ("plain", "compiled"):
            assert marks(lifting.least, lines, images, closed, speed) == expected
        for one in expected:
            seen[one] += 1
    assert min(seen) > 200


def turned_cycles(rows: list[set[int]], turn: list[int]) -> set[frozenset[frozenset[int]]]:
    """Hamiltonian cycles that a permutation keeps, and the direction of travel, too."""
    n = len(rows)
    found = set()
    for rest in permutations(range(1, n)):
        line = (0, *rest)
        if all(b in rows[a] for a, b in zip(line, (*rest, 0), strict=True)):
            at = line.index(turn[0])
            if all(turn[v] == line[(at + i) % n] for i, v in enumerate(line)):
                found.add(frozenset(edges(line, closed=True)))
    return found


def test_lines_of_cycles_of_orbits() -> None:
    """Every turned cycle comes from one cycle of orbits, however many edges join two orbits."""
    rng = random.Random(33)
    lifted = 0
    for _ in range(60):
        length, count = rng.choice(((2, 3), (2, 4), (2, 4)))
        size = length * count
        turn = [(v + count) % size for v in range(size)]
        rows: list[set[int]] = [set() for _ in range(size)]
        for a in range(size):
            for b in range(a):
                if a % count != b % count and rng.random() < 0.45:
                    for x, y in ((a, b), (turn[a], turn[b])):
                        rows[x].add(y)
                        rows[y].add(x)
        orbits = [[i, i + count] for i in range(count)]
        cycles = [
            [0, *rest] for rest in permutations(range(1, count)) if rest[0] < rest[-1]
        ]  # all that might be: those without edges lead nowhere
        flat = [v for cycle in cycles for v in cycle]
        expected = turned_cycles(rows, turn)
        for speed in ("plain", "compiled"):
            for room in (100, 1):
                state = lifting.new_lifting(
                    [sorted(row) for row in rows], orbits, [list(range(size)), turn], [0, 1]
                )
                lines: list[tuple[int, ...]] = []
                if speed == "plain":
                    state = as_lists(state)
                    out: object = [0] * (room * size)
                    given: object = flat
                else:
                    import numpy

                    state = as_arrays(state)
                    out, given = numpy.zeros(room * size, "int32"), numpy.array(flat, "int32")
                call = getattr(lifting.lift, speed)
                written = room
                while written == room:
                    written = call(*state, given, len(cycles), 0, lifting.TURNED, out, room)
                    for k in range(written):
                        line = out[k * size : (k + 1) * size]  # type: ignore[index]
                        lines.append(tuple(int(v) for v in line))
                found = [frozenset(edges(line, closed=True)) for line in lines]
                assert len(set(found)) == len(found)
                assert set(found) == expected
        lifted += len(expected)
    assert lifted > 100


BOUNDS = """
import numba
import numpy
from caballero import Problem, iter_tours, symmetries
from caballero.kernels import lifting
from caballero.kernels._speed import as_arrays, as_lists
from caballero.kernels import listing
from caballero.listing.symmetric import stretches, wish_of

assert numba.config.BOUNDSCHECK
for board, closed in (("3x10", True), ("5x5", False), ("3x4", False)):
    problem = Problem.of(board, closed=closed)
    lines = []
    for part in wish_of(problem, "half-turn").parts:
        found = stretches(problem, part)
        if found is None:
            continue
        state = as_lists(listing.new_state(found.neighbours, 500))
        assert listing.search.plain(*state, 10**9) == listing.EXHAUSTED
        count = int(state.counters[listing.WRITTEN])
        cycles = numpy.array(state.cycles[: count * len(found.neighbours)], "int32")
        out = numpy.zeros(500 * problem.size, "int32")
        back = as_arrays(found.back)
        written = lifting.lift.compiled(*back, cycles, count, found.links, found.action, out, 500)
        lines += out[: written * problem.size].tolist()
    size, count = problem.size, len(lines) // problem.size
    images = [v for s in symmetries(problem.board) for v in s.permutation(problem.board)]
    many = len(images) // size
    arrays = [numpy.array(field, "int32") for field in (lines, images, [0] * size, [0] * count)]
    for kernel in (lifting.kept_by, lifting.least):
        kernel.compiled(arrays[0], count, size, int(closed), arrays[1], many, *arrays[2:])
    print(count, len(list(iter_tours(problem, symmetry="half-turn"))))
"""


def test_compiled_with_checked_bounds(tmp_path: Path) -> None:
    said = run(BOUNDS, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert said == "4 4\n32 32\n4 4\n"
