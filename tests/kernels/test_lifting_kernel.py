"""Lines and symmetries: both forms agree with what a few plain lines of Python say."""

import random
from itertools import chain, permutations

from caballero.counting.kernels import lifting
from caballero.machine.kernel import Ints, Kernel, Marks, Places, array_of, zeros
from caballero.model.symmetry import normal_order
from forms import both


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


def marks(
    kernel: Kernel[[Places, int, Ints, Ints, Ints], int],
    lines: list[tuple[int, ...]],
    images: list[list[int]],
    closed: bool,
) -> list[int]:
    kept = zeros(Marks, len(lines))
    flat = array_of(Marks, chain.from_iterable(lines))
    group = array_of(Places, chain.from_iterable(images))
    place = zeros(Marks, len(lines[0]))
    found = both(kernel)(group, int(closed), place, flat, kept)
    assert found == sum(map(bool, kept))
    return list(kept)


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
        assert marks(lifting.kept_by, [line], images, closed) == [expected]
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
        assert marks(lifting.least, lines, images, closed) == expected
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
        quotient = lifting.new_quotient(
            [sorted(row) for row in rows], orbits, [list(range(size)), turn], [0, 1],
            0, lifting.ROTATED,
        )  # fmt: skip
        for room in (100, 1):
            state, out = lifting.new_lifting(quotient), zeros(Marks, room * size)
            lines: list[tuple[int, ...]] = []
            written = room
            while written == room:
                written = both(lifting.lift)(state, array_of(Marks, flat), len(cycles), out)
                lines += [tuple(out[k * size : (k + 1) * size]) for k in range(written)]
            found = [frozenset(edges(line, closed=True)) for line in lines]
            assert len(set(found)) == len(found)
            assert set(found) == expected
        lifted += len(expected)
    assert lifted > 100
