"""The frontier count's kernels: their two forms, keys, twists and flips, against brute force."""

import random
import sys
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given, strategies as st
from research.growing import growing_counts

from caballero.counting.frontier import cycles
from caballero.counting.kernels import counting
from caballero.counting.kernels._states import NARROW
from caballero.counting.kernels.counting import Layer, Part, Table
from caballero.counting.sweeps.sweep import Overflow, Sweep
from caballero.counting.tuning import Tuning
from caballero.machine.kernel import Counts, Kernel, zeros
from caballero.machine.kernels._shared import WORD
from caballero.machine.limits import Budget
from forms import both, run_both
from graphs import Rows, random_rows
from naive import all_tours
from seldom import each


@st.composite
def graphs(draw: st.DrawFn) -> Rows:
    size = draw(st.integers(3, 8))
    edges = [edge for edge in combinations(range(size), 2) if draw(st.booleans())]
    return [[w for w in range(size) if (v, w) in edges or (w, v) in edges] for v in range(size)]


def all_cycles(rows: Rows) -> list[list[int]]:
    """Every Hamiltonian cycle once: from vertex 0, the smaller of its two neighbours first."""
    return [tour for tour in all_tours(rows, closed=True, clues={1: 0}) if tour[1] < tour[-1]]


def ladder(size: int) -> Rows:
    """Each vertex joined to the four before and after it: few states, and many cycles."""
    return [[w for w in range(v - 4, v + 5) if 0 <= w < size and w != v] for v in range(size)]


def swept(rows: Rows, steps: int, workers: int = 1, **how: Any) -> tuple[int, list[Layer]]:
    """Count by both forms of the kernels, in portions of some steps, with small tables.

    The outboxes have room for one state more than a batch may need.
    """
    plan = counting.new_plan(rows, **how)
    scratch = counting.new_scratch(plan)
    stride = plan.key_words + plan.count_words
    waiting = (len(scratch.homes) + 1) * stride * workers
    outboxes = [counting.new_outbox(waiting, i, workers) for i in range(workers)]
    parts = [Part(zeros(Counts, plan.count_words), outbox) for outbox in outboxes]
    layers = [counting.first_layer(plan)]

    def new_table(height: int, step: int) -> Table:
        return Table(zeros(Counts, stride << height), height, step)

    def run(kernel: Kernel[..., int], i: int, *given: Any) -> None:
        ended = {counting.DONE, counting.BLOCKED}
        while (status := both(kernel)(*given, tables[i], scratch, steps)) not in ended:
            assert status != counting.OVERFLOW
            if status == counting.FULL:
                old, tables[i] = tables[i], new_table(tables[i].height + 1, tables[i].step)
                while both(counting.pour)(plan, old, tables[i], steps) == counting.RUNNING:
                    pass

    while layers[-1].step < len(rows):
        layer = layers[-1]
        tables = [new_table(4, layer.step) for _ in parts]
        for i, part in enumerate(parts):
            part.next, part.stop = (layer.size * j // workers for j in (i, i + 1))
        while any(part.next < part.stop for part in parts):
            for i, part in enumerate(parts):
                run(counting.advance, i, plan, layer, part)
            for i, outbox in product(range(workers), outboxes):
                run(counting.receive, i, plan, outbox, i)
        states, size = zeros(Counts, stride * sum(table.used for table in tables)), 0
        for table in tables:
            while table.next < 1 << table.height:
                size = both(counting.pack)(table, states, size, steps)
        layers.append(Layer(layer.step + 1, size // stride, states))
    totals = [part.total for part in parts]
    return sum(word << WORD * w for total in totals for w, word in enumerate(total)), layers


@given(graphs(), st.integers(1, 20), st.integers(1, 3))
def test_both_forms_count_as_brute_force_does(rows: Rows, steps: int, workers: int) -> None:
    total, layers = swept(rows, steps, workers)
    assert total == len(all_cycles(rows))
    whole = Sweep(rows, Budget())
    for layer, other in zip(layers[1:], whole.layers(whole.first()), strict=False):
        assert chunks(layer, whole.stride) == chunks(other, whole.stride)


def chunks(layer: Layer, stride: int) -> list[tuple[int, ...]]:
    """Return the states of a layer, sorted."""
    ends = range(0, layer.size * stride, stride)
    return sorted(tuple(layer.states[at : at + stride]) for at in ends)


@pytest.mark.slow
@given(graphs(), st.integers(1, 3), st.data())
def test_both_forms_are_alike_with_twists_flips_and_long_counts(
    rows: Rows, words: int, data: st.DataObject
) -> None:
    edges = [(v, w) for v, row in enumerate(rows) for w in row if v < w]
    odd, parallel = (
        frozenset(data.draw(st.lists(st.sampled_from(edges or [(0, 0)])))) for _ in range(2)
    )
    total, _ = swept(
        rows, 9, count_words=words, twisted=True, odd=odd - parallel, parallel=parallel & {*edges}
    )
    assert total == cycles(rows, Budget(), twisted=True, odd=odd - parallel, parallel=parallel)
    size = len(rows)
    mirrored = [
        sorted({*row, *(size - 1 - w for w in rows[size - 1 - v])}) for v, row in enumerate(rows)
    ]
    flip = [size - 1 - v for v in range(size)]
    # Its own mirror image: the vertices take turns, so that two of them are a layer's flip.
    order = [v for pair in zip(range(size), flip, strict=True) for v in pair][:size]
    at = {v: t for t, v in enumerate(order)}
    taken = [sorted(at[w] for w in mirrored[v]) for v in order]
    image = [at[flip[v]] for v in order]
    assert swept(taken, 9, count_words=words, flip=image)[0] == len(all_cycles(taken))


@each("seed", range(40))
def test_a_twist_counts_the_odd_cycles_alone(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(3, 7), 0.7)
    edges = [(v, w) for v, row in enumerate(rows) for w in row if v < w]
    odd = frozenset(edge for edge in edges if rng.random() < 0.4)
    parallel = frozenset(edge for edge in edges if rng.random() < 0.2)
    wanted = 0
    for cycle in all_cycles(rows):
        used = [(min(pair), max(pair)) for pair in pairwise([*cycle, cycle[0]])]
        twofold = sum(edge in parallel for edge in used)
        if twofold:  # half of the choices are odd
            wanted += 1 << (twofold - 1)
        else:
            wanted += sum(edge in odd for edge in used) % 2
    assert cycles(rows, Budget(), twisted=True, odd=odd, parallel=parallel) == wanted


def test_a_count_that_does_not_fit_is_found_out_and_counted_with_more_ints() -> None:
    rows = ladder(60)
    with pytest.raises(Overflow):
        Sweep(rows, Budget()).run()
    wide = Sweep(rows, Budget(), count_words=3)
    wide.run()
    assert cycles(rows, Budget()) == wide.total > 1 << WORD


def first(rows: Rows, size: int) -> Rows:
    """Return the graph of the first vertices alone."""
    return [[w for w in row if w < size] for row in rows[:size]]


@each("seed", range(80), every=4)
def test_growing_graphs(seed: int) -> None:
    """With narrow keys and with those of several ints, in both forms, by several workers."""
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(1, 8), rng.uniform(0.4, 0.9))
    graphs = [first(rows, size) for size in range(1, len(rows) + 1)]
    paths = [(len([*all_tours(one)]) + 1) // 2 for one in graphs]
    few = Budget(tuning=[Tuning(threaded_states=3)])
    with few, pytest.MonkeyPatch.context() as patch:
        alone = sys.platform == "emscripten"  # a browser's Python starts no threads
        for narrow, threads in ((NARROW, 1 if alone else 3), (NARROW, 1), (-1, 1)):
            patch.setattr("caballero.counting.kernels.counting.NARROW", narrow)
            if threads == 1:
                run_both(patch, counting)
            cycles = growing_counts(rows, Budget(), closed=True, threads=threads)
            assert [*cycles] == [len(all_cycles(one)) for one in graphs]
            found = growing_counts(rows, Budget(), closed=False, threads=threads)
            assert [*found] == paths


def test_too_wide_for_a_set_in_one_int() -> None:
    size = counting.WIDEST + 2
    everything = [[w for w in range(size) if w != v] for v in range(size)]
    with pytest.raises(OverflowError):
        counting.new_plan(everything)
