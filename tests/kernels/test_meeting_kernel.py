"""Meeting in the middle: ranks, contraction, joins and the way back, in both forms."""

import random
from itertools import pairwise
from math import prod

import pytest
from hypothesis import given, strategies as st

from caballero.counting.frontier import cycles
from caballero.counting.kernels import _matchings, meeting, retracing
from caballero.counting.kernels._matchings import EdgeSets, Matchings, Scratch, States
from caballero.counting.ranks.halves import half_space
from caballero.counting.sweeps.halves import (
    divide,
    edge_sets,
    matchings,
    meet_count,
    meeting_places,
)
from caballero.counting.sweeps.order import Ordered
from caballero.counting.sweeps.route import Route
from caballero.machine.kernel import Counts, Marks, Places, array_of, is_compiled
from caballero.machine.kernels import _shared
from caballero.machine.limits import Budget
from forms import both, run_both
from graphs import random_rows

Pairs = frozenset[frozenset[int]]


def all_matchings(ends: list[int]) -> list[Pairs]:
    """All ways to pair ends up, in the order of their ranks."""
    if not ends:
        return [frozenset()]
    first, *rest = ends
    return [
        others | {frozenset((first, end))}
        for end in rest
        for others in all_matchings([e for e in rest if e != end])
    ]


def mates(pairs: Pairs) -> dict[int, int]:
    return {a: b for pair in pairs for a, b in (tuple(pair), tuple(pair)[::-1])}


def is_one_cycle(one: Pairs, other: Pairs) -> bool:
    first, second = mates(one), mates(other)
    here, steps = second[first[0]], 1
    while here:
        here, steps = second[first[here]], steps + 1
    return steps == len(one)


def dense(k: int) -> tuple[Matchings, Scratch]:
    """All matchings of `k` pairs, and room to join them."""
    every = matchings(2 * k, Budget())
    scratch = _matchings.new_scratch(2 * k, every)
    scratch.pairs = scratch.level = k
    scratch.limit = every.sizes[k]
    return every, scratch


def begin(scratch: Scratch, number: int) -> None:
    """Get ready to join at a number."""
    scratch.low, scratch.high = number & _shared.LOW, number >> 62
    scratch.level, scratch.steps = scratch.pairs, 1 << 40
    scratch.index[scratch.pairs] = scratch.offset[scratch.pairs] = 0


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_ranks_number_the_matchings(k: int) -> None:
    every = matchings(2 * k, Budget())
    wanted = all_matchings(list(range(2 * k)))
    assert len(wanted) == prod(range(1, 2 * k, 2)) == every.sizes[k]
    for rank, pairs in enumerate(wanted):
        mate = [mates(pairs)[x] for x in range(2 * k)]
        assert _matchings.rank_of(mate, (1 << 2 * k) - 1, k, every.popcounts) == rank
        word = every.packed[every.first[k] + rank]
        assert [word >> 4 * x & 15 for x in range(2 * k)] == mate


def test_sixteen_ends_fit_in_an_int() -> None:
    every = _matchings.new_matchings(16)
    last = every.sizes[8] - 1
    for pack in (_matchings.pack.plain, _matchings.pack):
        for k in range(1, 9):  # the last matchings alone
            pack(every, k, every.sizes[k] - 1, every.sizes[k])
        word = every.packed[every.first[8] + last]
        mate = [word >> 4 * x & 15 for x in range(16)]
        assert mate == [15 - x for x in range(16)]
        assert _matchings.rank_of(mate, (1 << 16) - 1, 8, every.popcounts) == last
        every.packed[every.first[8] + last] = 0


@pytest.mark.parametrize("k", [2, 3, 4])
def test_contraction_joins_two_ends(k: int) -> None:
    every = matchings(2 * k, Budget())
    scratch = [0] * 2 * k
    for j in range(1, 2 * k):
        fewer = all_matchings([e for e in range(1, 2 * k) if e != j])
        for rank, pairs in enumerate(all_matchings(list(range(2 * k)))):
            result = _matchings.contract(every, rank, k, j, scratch)
            if frozenset((0, j)) in pairs:
                assert result == -1
                continue
            ends = {e for pair in pairs if pair & {0, j} for e in pair} - {0, j}
            joined = frozenset(p for p in pairs if not p & {0, j}) | {frozenset(ends)}
            assert fewer[result] == joined
            at = every.source_at[k] + ((j - 1) * len(fewer) + result) * (2 * k - 2)
            assert rank in every.sources[at : at + 2 * k - 2]


def random_counts(k: int, rng: random.Random) -> tuple[list[int], list[int]]:
    if k == 1:
        return [(1 << 61) + 5], [(1 << 60) + 9]
    size = prod(range(1, 2 * k, 2))
    left = [rng.choice([0, 1, 5, (1 << 55) + 3]) for _ in range(size)]
    right = [rng.choice([0, 0, 2, (1 << 61) - 1]) for _ in range(size)]
    left[0], right[-1] = 7, 11
    return left, right


@pytest.mark.parametrize("tabled", [True, False])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_number_is_found_in_a_join(k: int, tabled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the greatest number gives the sum over all pairs that make one cycle."""
    if not tabled:
        monkeypatch.setattr(meeting, "TABLED", 1)
    rng = random.Random(k)
    every, scratch = dense(k)
    all_of = all_matchings(list(range(2 * k)))
    left, right = random_counts(k, rng)
    for rank, (a, b) in enumerate(zip(left, right, strict=True)):
        scratch.room[every.first[k] + rank], scratch.right[rank] = a, b
    fitting = [[r for r, one in enumerate(all_of) if is_one_cycle(one, other)] for other in all_of]
    sums = [sum(left[r] for r in fitting[rank]) * b for rank, b in enumerate(right)]
    total = sum(sums)
    wanted = [0, 1, total - 1, total, total + 1, *(rng.randrange(total) for _ in range(30))]
    for number in [*wanted, (1 << 124) - 1]:
        begin(scratch, number)
        rank = meeting.join(every, k, scratch)
        rest = scratch.low + (scratch.high << 62)
        if number >= total:
            assert (rank, rest) == (meeting.NO_RANK, number - total)
            continue
        assert 0 <= rest == number - sum(sums[:rank]) < sums[rank]
        scratch.low = index = rest // right[rank]
        mine = both(meeting.partner)(every, rank, len(left), scratch)
        assert mine in fitting[rank]
        assert scratch.low == index - sum(left[r] for r in fitting[rank] if r < mine) < left[mine]
        scratch.low = _shared.LOW
        assert both(meeting.partner)(every, rank, mine, scratch) == meeting.NO_RANK
        before = sum(left[r] for r in fitting[rank] if r < mine)
        assert scratch.low == _shared.LOW - before


def test_a_join_that_pauses_finds_the_same() -> None:
    rng = random.Random(4)
    every, scratch = dense(4)
    left, right = random_counts(4, rng)
    for rank, (a, b) in enumerate(zip(left, right, strict=True)):
        scratch.room[every.first[4] + rank], scratch.right[rank] = a, b
    begin(scratch, (1 << 124) - 1)
    assert meeting.join(every, 4, scratch) == meeting.NO_RANK
    wanted = scratch.low, scratch.high
    begin(scratch, (1 << 124) - 1)
    pauses, scratch.steps = 0, 1
    while meeting.join(every, 4, scratch) == meeting.PAUSED:
        scratch.steps, pauses = 1, pauses + 1
    assert (scratch.low, scratch.high) == wanted
    assert pauses > 50


@pytest.mark.parametrize("seed", range(12))
def test_wherever_the_halves_meet_the_count_is_the_same(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(6, 11 if is_compiled() else 8), 0.5)
    wanted = cycles(rows, Budget())
    for place in meeting_places(rows):
        assert meet_count(rows, place, Budget(), threads=1 + seed % 2) == wanted


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_both_forms_do_the_same(seed: int) -> None:
    """Every kernel, on all that a count, a space and ways through it ask of it."""
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(6, 8), 0.5)
    where = list(meeting_places(rows))
    if not where:
        return
    with pytest.MonkeyPatch.context() as patch:
        run_both(patch, _matchings, meeting, retracing)
        chosen = Route(
            Ordered(rows, list(range(len(rows))), [], 0), rng.choice(where), None, None, 0, 0
        )
        space = half_space(chosen, Budget(), threads=1)
        assert space.total == cycles(rows, Budget())
        for rank in rng.sample(range(space.total), min(3, space.total)):
            assert space.ranked(space.unranked([rank])) == rank


@pytest.mark.parametrize("size", [0, 1, 2, 3, 10, 200])
def test_states_are_sorted_by_rank(size: int) -> None:
    rng = random.Random(size)
    first, second = ([[r, 7 * r] for r in range(size)] for _ in range(2))
    pairs = [*rng.sample(first, size), *rng.sample(second, size)]
    states = States(
        array_of(Places, [0, size, size, 2 * size]),
        array_of(Places, [rank for rank, _ in pairs]),
        array_of(Counts, [count for _, count in pairs]),
    )
    both(meeting.sort_by_rank)(states, 0, 3)
    assert list(states.ranks) == 2 * list(range(size))
    assert list(states.counts) == [7 * r for r in states.ranks]


def test_sums_are_added_up_by_their_weights() -> None:
    top = (1 << 62) - 1
    targets, weights = array_of(Counts, [5, 6, 8, 9]), array_of(Marks, [1, 4, 2, 4])
    sums = array_of(Counts, [top, 0, 0, 0, 3, 1, top, 2, 0, 0])
    assert both(meeting.add_up)(targets, weights, sums) == 3
    assert (list(targets[:3]), list(weights[:3])) == ([5, 8, 9], [1, 2, 4])
    before = [sums[i] + (sums[i + 1] << 62) for i in range(0, 8, 2)]
    second, third = 2 * (3 + (1 << 62)), 4 * (top + (2 << 62))
    assert before == [0, top, top + second, top + second + third]


@given(st.integers(0, 2**62 - 1), st.integers(0, 2**62 - 1), st.integers(0, 2**124 - 1))
def test_products_are_subtracted_while_they_can_be(a: int, b: int, number: int) -> None:
    _, scratch = dense(1)
    begin(scratch, number)
    if meeting.within(a, b, scratch):
        assert a * b > number
    else:
        number -= a * b
    assert (scratch.low, scratch.high) == (number & _shared.LOW, number >> 62)


def test_edges_are_dealt_so_that_symmetries_keep_the_shares() -> None:
    # The two middle columns of a knight's board of eight rows, as places 0..7 and 8..15.
    edges = [(r, 8 + s) for r in range(8) for s in (r - 2, r + 2) if 0 <= s < 8]
    flip = [7 - r for r in range(8)] + [15 - r for r in range(8)]
    mirror = [*range(8, 16), *range(8)]
    mine, theirs, fair = divide(edges, flip, mirror)
    assert fair
    assert sorted(mine + theirs) == sorted(edges)
    assert {tuple(sorted((flip[a], flip[b]))) for a, b in mine} == set(mine)
    assert {tuple(sorted((mirror[a], mirror[b]))) for a, b in mine} == set(theirs)


def test_sets_of_edges_leave_no_vertex_with_three() -> None:
    sets: EdgeSets = edge_sets([[(0, 1), (0, 2), (0, 3), (1, 2)]])
    assert len(sets.signs) == 14  # 16 sets, less the two with all three edges at 0
    for at, stop in pairwise(sets.vertex_at):
        assert max(sets.degrees[at:stop], default=0) <= 2
