"""Shards of a listing and of a count: whatever is left to others, the whole stays the same."""

import random
import tempfile
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import InvalidInput, Problem, count_tours, iter_tours
from caballero.counting.listing.work import Portion, Rest, Work, share_out
from caballero.counting.run.tasks import hash_of_halves
from caballero.counting.shards import divide_sizes, halve, join, read_halves, sweep
from caballero.counting.sweeps.spill import SpilledSweep
from caballero.counting.sweeps.sweep import Overflow
from caballero.machine.limits import Budget
from counting.run.runs import listed
from random_problems import random_problem, tours_of
from seldom import mostly_nightly


def with_clues(problem: Problem, rng: random.Random) -> Problem | None:
    """Return the problem with one or two numbers of its first tour, if it has one."""
    tour = next(tours_of(problem), None)
    if tour is None or problem.size < 4:
        return None
    numbers = rng.sample(range(2, len(tour)), rng.choice((1, 2)))
    clues = {problem.place(tour[number - 1]): number for number in numbers}
    return replace(problem, start=None, end=None, clues=tuple(clues.items()))


@pytest.mark.slow
@pytest.mark.parametrize("clues", [False, True])
@pytest.mark.parametrize("most", [1, 300, 20_000])
def test_portions_are_the_listing_in_its_order(most: int, clues: bool) -> None:
    rng = random.Random(most)
    parted = 0
    for _ in range(25 if clues else 40):
        drawn = random_problem(rng)
        problem = with_clues(drawn, rng) if clues else drawn
        if problem is None:
            continue
        tours, share, shards = listed(Work(problem), most)
        assert tours == list(iter_tours(problem))
        assert share == pytest.approx(1 if tours else share if clues else 1)
        parted += shards > 1
    assert parted > (1 if most < 20_000 else -1)


@pytest.mark.parametrize(
    ("board", "closed", "asks"),
    [
        ("6x6", True, {"symmetry": "quarter-turn"}), ("6x6", True, {"symmetry": "half-turn"}),
        ("5x6", False, {"symmetry": "half-turn"}), ("3x10", True, {"symmetry": "asymmetric"}),
        ("3x10", True, {"up_to_symmetry": True}), ("4x5", False, {"up_to_symmetry": True}),
        ("1x1", False, {"symmetry": "half-turn"}), ("4x4", True, {"symmetry": "half-turn"}),
    ],
)  # fmt: skip
def test_symmetric_tours_in_portions(board: str, closed: bool, asks: dict[str, Any]) -> None:
    problem = Problem(board, closed=closed)
    for most in (50, 3_000):
        tours, share, _ = listed(Work(problem, **asks), most)
        assert tours == list(iter_tours(problem, **asks))
        assert share == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "piece", "closed", "symmetry", "count"),
    [
        ("3x10", "knight", True, "half-turn", 4), ("5x6", "knight", True, "half-turn", 0),
        ("3x4", "king", True, "reflection", 18), ("2x5", "king", True, "reflection", 12),
        ("6x6", "wazir", True, "reflection", 76), ("4x4", "wazir", True, "several", 2),
        ("2x3", "wazir", True, "upside-down", 1),
        pytest.param("3x14", "knight", True, "half-turn", 24, marks=pytest.mark.nightly),
        pytest.param("4x4", "king", True, "reflection", 180, marks=pytest.mark.nightly),
        pytest.param("4x4", "king", False, "reflection", 960, marks=pytest.mark.nightly),
    ],
)  # fmt: skip
def test_work_that_has_not_begun(
    board: str, piece: str, closed: bool, symmetry: str, count: int
) -> None:
    """Wherever a portion ends, work behind are left, also those where there is no choice."""
    problem = Problem(board, piece=piece, closed=closed)
    work, tours = Work(problem, symmetry=symmetry), list(iter_tours(problem, symmetry=symmetry))
    assert len(tours) == count
    for most in (1, 20, 35, 60, 80, 100, 150, 300, 480, 600, 2_000):
        found, share, _ = listed(work, most)
        assert found == tours
        assert share == pytest.approx(1)
    for most in (1, 2, 3, 9):
        groups = share_out(work, work.whole(), most)
        assert [tour for group in groups for tour in Portion(work, group)] == tours


def test_a_wrong_rest_is_refused() -> None:
    work = Work(Problem("5x6"))
    for way in ((0, 0, 0, -1), (500, -1), (-1, -1), (-2,), (), (0, 62 * 2)):
        with pytest.raises(InvalidInput) as caught:
            list(Portion(work, [Rest(1.0, way)]))
        assert caught.value.code == "run-rest"
    with pytest.raises(InvalidInput):
        list(Portion(work, [Rest(1.0, (-1,), 1)]))


@pytest.mark.parametrize(
    ("board", "asks"),
    [
        ("3x10", {"closed": True}), ("5x6", {"closed": True}), ("4x5", {}), ("3x4", {}),
        ("5x5", {"start": "a1", "end": "c3"}), ("3x3", {"piece": "king", "closed": True}),
        ("2x3", {"piece": "wazir"}),
    ],
)  # fmt: skip
def test_rests_are_shared_out_in_order(board: str, asks: dict[str, Any]) -> None:
    """However rests are cut and grouped, their tours are all tours, in order."""
    rng = random.Random(5)
    problem = Problem(board, **asks)
    work, tours = Work(problem), list(iter_tours(problem))
    for _ in range(20):
        portion = Portion(work, most=rng.randrange(1, 3_000))
        found = list(portion)
        most = rng.choice((1, 2, 3, 8, 40))
        groups = share_out(work, portion.left, most)
        assert len(groups) <= most
        left = sum(rest.share for rest in portion.left)
        assert 0 <= sum(rest.share for rest in chain(*groups)) <= left + 1e-9
        for group in groups:
            found += Portion(work, group)
        assert found == tours


def halved(problem: Problem, folder: str | Path, most: float = 1e9) -> int:
    """Sweep over both halves, portion by portion; return the number of signatures."""
    for stage in count():
        portions = halve(problem, folder, Budget(), stage)
        if isinstance(portions, int):
            return portions
        for portion in portions:
            left = portion
            while left.begin < left.stop:
                reached, _ = sweep(problem, folder, left, Budget(), most)
                assert reached > left.begin
                left = left._replace(begin=reached)
    raise AssertionError("stages do not end")


@pytest.mark.parametrize(
    ("board", "closed", "most"),
    [("6x6", True, None), ("5x6", False, 1), ("3x10", True, None), ("6x5", False, 200)],
)
def test_joins_add_up(board: str, closed: bool, most: int | None) -> None:
    problem = Problem(board, closed=closed)
    with tempfile.TemporaryDirectory() as folder:
        size = halved(problem, folder)
        ready = read_halves(problem, folder)
        total = at = parts = 0
        while at < size:
            count, at = join(ready, at, size, Budget(), most)
            total, parts = total + count, parts + 1
        assert total == int(count_tours(problem))
        assert parts > 1 or most is None


@pytest.mark.usefixtures("_spilled_soon")
@pytest.mark.slow
@pytest.mark.parametrize("board", mostly_nightly(["5x6", "3x10"], 2))
@pytest.mark.parametrize("most", [1, 1e9])
def test_stages_in_portions(board: str, most: float, tmp_path: Path) -> None:
    """Whatever the portions are, the halves on disk are the same."""
    problem = Problem(board)
    size = halved(problem, tmp_path, most)
    assert join(read_halves(problem, tmp_path), 0, size, Budget())[0] == int(count_tours(problem))
    other = tmp_path / "other"
    assert isinstance(halve(problem, other, Budget()), list)  # there are portions
    assert halved(problem, other) == size
    assert hash_of_halves(other) == hash_of_halves(tmp_path)
    assert not list(other.glob("*-layer-*"))
    assert halve(problem, other, Budget(), 100) == size  # once more, as after an interrupt


@pytest.mark.usefixtures("_spilled_soon")
def test_a_sweep_of_too_large_counts_ends_the_halves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem("5x6")
    portions = halve(problem, tmp_path, Budget())
    assert isinstance(portions, list)

    def overflow(*_parameters: object) -> None:
        raise Overflow

    monkeypatch.setattr(SpilledSweep, "sweep_shards", overflow)
    portion = portions[0]
    assert sweep(problem, tmp_path, portion, Budget(), 1)[0] == portion.stop
    with pytest.raises(OverflowError):
        halve(problem, tmp_path, Budget(), 1)


@given(sizes=st.lists(st.integers(0, 9), min_size=1), parts=st.integers(1, 9))
def test_a_list_is_divided(sizes: list[int], parts: int) -> None:
    ranges = divide_sizes(sizes, parts)
    assert [i for begin, stop in ranges for i in range(begin, stop)] == [*range(len(sizes))]
    assert all(begin < stop for begin, stop in ranges)
    assert len(ranges) <= parts
    largest = max(sum(sizes[begin:stop]) for begin, stop in ranges)
    assert largest <= sum(sizes) / parts + max(sizes)


@pytest.mark.parametrize(
    "harm", ["missing", "empty", "cut", "longer", "other numbers", "no halves"]
)
def test_halves_that_are_not_whole_are_refused(harm: str, tmp_path: Path) -> None:
    problem = Problem("3x10", closed=True)
    size = halved(problem, tmp_path)
    assert join(read_halves(problem, tmp_path), 0, size, Budget()) == (16, size)
    file = tmp_path / "left-counts.ints"
    data = file.read_bytes()
    match harm:
        case "missing":
            file.unlink()
        case "empty":
            file.write_bytes(b"")
        case "cut":
            file.write_bytes(data[:-8])
        case "longer":
            file.write_bytes(data + bytes(8))
        case "other numbers":
            file.write_bytes((tmp_path / "left-ranks.ints").read_bytes())
        case "no halves":
            file.write_bytes(data[:4] + b"z" + data[5:])
    with pytest.raises((OSError, ValueError)):
        read_halves(problem, tmp_path)
