"""The kernel that counts from clue to clue: against a recursion, in both forms."""

import random
from typing import Any

from caballero.counting.kernels import clues
from caballero.counting.kernels.clues import ANY, DONE, FULL, MEETS, OVERFLOW, PARTS, RUNNING
from forms import both

FOREVER = 10**12


def question(seed: int) -> dict[str, Any]:
    """A random graph, the vertices that may have each number, and what the last one must be."""
    rng = random.Random(seed)
    n = rng.randint(3, 8)
    rows: list[list[int]] = [[] for _ in range(n)]
    for a in range(n):
        for b in range(a):
            if rng.random() < 0.7:
                rows[a].append(b)
                rows[b].append(a)
    marked = rng.sample(range(n), rng.randint(0, 3))
    numbers = rng.sample(range(n), len(marked))
    given = {at: [v] for at, v in zip(numbers, marked, strict=True)}
    if rng.random() < 0.5:
        given = dict.fromkeys(numbers, marked)
    closed = rng.random() < 0.4
    if closed:
        given = {at: vs for at, vs in given.items() if vs != [0] and 0 not in vs and at} | {0: [0]}
        taken = {v for vs in given.values() for v in vs}
        if len(taken) != len(given):
            given = {0: [0]}
    taken = {v for vs in given.values() for v in vs}
    others = [v for v in range(n) if v not in taken]
    return {
        "rows": rows, "fits": [given.get(at, others) for at in range(n)],
        "keeps": [at + 1 for at in given], "closed": closed,
        "ending": rng.choice((ANY, MEETS, PARTS)),
    }  # fmt: skip


def number(case: dict[str, Any]) -> int:
    """The tours, by the obvious recursion."""
    rows, fits = case["rows"], case["fits"]
    ending = MEETS if case["closed"] else case["ending"]

    def tours(path: list[int]) -> int:
        if len(path) == len(rows):
            meets = path[0] in rows[path[-1]]
            return ending == ANY or meets == (ending == MEETS)
        choices = rows[path[-1]] if path else range(len(rows))
        return sum(tours([*path, v]) for v in choices if v not in path and v in fits[len(path)])

    return tours([])


def test_as_the_recursion_in_portions_and_with_small_memos() -> None:
    found, search = 0, both(clues.search)
    for seed in range(200):
        case = question(seed)
        expected, rng = number(case), random.Random(seed)
        found += expected > 0
        state = clues.new_state(**case)
        memo = clues.new_memo(rng.randint(2, 4), len(case["rows"]))
        status = RUNNING
        while status != DONE:
            status = search(state, memo, rng.choice((1, 7, FOREVER)))
            if status == FULL:
                memo = larger(memo, rng) if rng.random() < 0.5 else memo
                memo.grows = rng.choice((0, 1))
        assert state.sums[0] == expected
        assert (state.depth, list(state.words), sum(state.used)) == (0, [0], 0)
    assert found > 80


def larger(memo: clues.Memo, rng: random.Random) -> clues.Memo:
    """The entries in a larger memo, poured in two portions."""
    after = clues.new_memo(memo.height + 1, 8)
    cut = rng.randint(0, 1 << memo.height)
    for begin, stop in ((0, cut), (cut, 1 << memo.height)):
        clues.pour(memo, after, 1, begin, stop)
    assert after.used == memo.used
    return after


def test_a_number_that_does_not_fit() -> None:
    case = next(c for c in map(question, range(100)) if number(c))
    state = clues.new_state(**case)
    state.sums[0] = clues.LARGEST - 1
    assert both(clues.search)(state, clues.new_memo(4, 8), FOREVER) == OVERFLOW
