"""Meeting in the middle: ranks, contraction and joins, and the two speeds."""

from __future__ import annotations

import random
from itertools import pairwise
from math import prod

import pytest

from caballero.count.frontier import cycles
from caballero.count.meet import cuts, dealt, meet_count, shares
from caballero.kernels import _matchings, _speed, counting, meeting
from caballero.kernels._speed import TwoSpeeds
from caballero.limits import Budget

Pairs = frozenset[frozenset[int]]


def matchings(ends: list[int]) -> list[Pairs]:
    """All ways to pair ends up, in the order of their ranks."""
    if not ends:
        return [frozenset()]
    first, *rest = ends
    return [
        others | {frozenset((first, end))}
        for end in rest
        for others in matchings([e for e in rest if e != end])
    ]


def is_one_cycle(one: Pairs, other: Pairs) -> bool:
    mates = [
        {a: b for pair in pairs for a, b in (tuple(pair), tuple(pair)[::-1])}
        for pairs in (one, other)
    ]
    here, steps = 0, 0
    while True:
        here = mates[1][mates[0][here]]
        steps += 2
        if here == 0:
            return steps == 2 * len(one)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_ranks_number_the_matchings(k: int) -> None:
    every = matchings(list(range(2 * k)))
    assert len(every) == prod(range(1, 2 * k, 2))
    packed, partner = [0] * len(every), [0] * 64
    meeting.pack_matchings.plain(k, len(every), packed, 0, partner)
    slots = 2 * k + 3
    for rank, pairs in enumerate(every):
        mate = [0] * slots
        for a, b in map(tuple, pairs):
            mate[a + 1], mate[b + 1] = b + 1, a + 1
        assert meeting.rank_of(mate, ((1 << 2 * k) - 1) << 1, slots) == rank
        unpacked = [0] * slots
        meeting.unpack(packed[rank], ((1 << 2 * k) - 1) << 1, slots, [0] * slots, unpacked)
        assert unpacked == mate


@pytest.mark.parametrize("k", [2, 3, 4])
def test_contraction_joins_two_ends(k: int) -> None:
    every, fewer = matchings(list(range(2 * k))), None
    for j in range(1, 2 * k):
        rest = [e for e in range(1, 2 * k) if e != j]
        fewer = matchings(rest)
        for rank, pairs in enumerate(every):
            result = _matchings.contract(rank, k, j, [0] * 64)
            if frozenset((0, j)) in pairs:
                assert result == -1
            else:
                ends = {e for pair in pairs if pair & {0, j} for e in pair} - {0, j}
                joined = frozenset(p for p in pairs if not p & {0, j}) | {frozenset(ends)}
                assert fewer[result] == joined


@pytest.mark.parametrize("tabled", [True, False])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_join_is_the_sum_over_pairs_that_make_one_cycle(
    k: int, tabled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not tabled:
        monkeypatch.setattr(meeting, "TABLED", 1)
    rng = random.Random(k)
    every = matchings(list(range(2 * k)))
    left = [rng.choice([0, 1, 5, (1 << 55) + 3]) for _ in every]
    right = [rng.choice([0, 0, 2, (1 << 61) - 1]) for _ in every]
    wanted = sum(
        a * b
        for a, one in zip(left, every, strict=True)
        for b, other in zip(right, every, strict=True)
        if is_one_cycle(one, other)
    )
    sizes = [prod(range(1, 2 * i, 2)) for i in range(k + 2)]
    table: list[int] = []
    table_at = [0] * (k + 2)
    for i in range(2, k + 1):
        table_at[i] = len(table)
        table += [0] * ((2 * i - 1) * sizes[i])
        meeting.tabulate.plain(i, sizes[i], table, table_at[i], [0] * 64)
    total = [0] * 4
    room_at = [sum(sizes[:i]) for i in range(k + 2)]
    meeting.join(
        k, left, right, sizes, table_at, table, [0] * sum(sizes), room_at, [0] * (k + 2),
        [0] * (k + 2), total, [0] * 64,
    )  # fmt: skip
    assert sum(digit << (31 * w) for w, digit in enumerate(total)) == wanted


def random_rows(rng: random.Random, size: int) -> list[list[int]]:
    edges = {(a, b) for a in range(size) for b in range(a) if rng.random() < 0.5}
    return [[b for b in range(size) if (a, b) in edges or (b, a) in edges] for a in range(size)]


@pytest.mark.parametrize("seed", range(12))
def test_wherever_the_halves_meet_the_count_is_the_same(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(6, 11))
    wanted = cycles(rows, Budget())
    for cut in cuts(rows):
        assert meet_count(rows, cut, Budget(), threads=1 + seed % 2) == wanted


def test_the_plain_speed_meets_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    rows = random_rows(rng, 9)
    wanted = cycles(rows, Budget())
    monkeypatch.setattr(_speed, "_can_compile", lambda: False)
    for module in (counting, meeting):
        for name, kernel in list(vars(module).items()):
            if isinstance(kernel, TwoSpeeds):
                monkeypatch.setattr(module, name, TwoSpeeds(kernel.plain, kernel.parts))
    for cut in cuts(rows):
        assert meet_count(rows, cut, Budget(), threads=1) == wanted


def test_edges_are_dealt_so_that_symmetries_keep_the_shares() -> None:
    # The two middle columns of a knight's board of eight rows, as places 0..7 and 8..15.
    edges = [(r, 8 + s) for r in range(8) for s in (r - 2, r + 2) if 0 <= s < 8]
    flip = [7 - r for r in range(8)] + [15 - r for r in range(8)]
    mirror = [*range(8, 16), *range(8)]
    mine, theirs, fair = dealt(edges, flip, mirror)
    assert fair
    assert sorted(mine + theirs) == sorted(edges)
    assert {tuple(sorted((flip[a], flip[b]))) for a, b in mine} == set(mine)
    assert {tuple(sorted((mirror[a], mirror[b]))) for a, b in mine} == set(theirs)


def test_sets_of_edges_leave_no_vertex_with_three() -> None:
    share = shares([(0, 1), (0, 2), (0, 3), (1, 2)])
    assert len(share.signs) == 14  # 16 sets, less the two with all three edges at 0
    for at, stop in pairwise(share.set_at):
        assert max(share.degrees[at:stop], default=0) <= 2


def test_the_kernel_says_what_it_files_and_marks() -> None:
    starts = [0, 1, 0, 2]
    meeting.sum_up.plain(starts)
    assert starts == [0, 1, 1, 3]
    marks = [0] * 3
    meeting.mark.plain([0, 1, 1, 1], 1, [0, 0], [], [], [0], marks, [0])
    assert marks == [1, 0, 0]
    assert callable(meeting.file.plain)
    assert callable(meeting.orbits.plain)
    assert callable(meeting.meet.plain)
