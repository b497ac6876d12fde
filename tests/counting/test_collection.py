"""Files of tours: they read back completely, each tour judged; wrong ones are refused."""

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import duckdb
import pyarrow
import pytest
from pyarrow import parquet

from caballero import (
    Board,
    Graph,
    InvalidInput,
    LimitReached,
    Limits,
    Problem,
    TooLarge,
    Tour,
    iter_tours,
)
from caballero.counting import (
    Collection,
    CollectionStatistics,
    Extreme,
    collection_statistics,
    read_tours,
    write_tours,
)
from caballero.counting.tuning import Tuning
from caballero.formats import problem_data
from caballero.machine.limits import Budget
from random_problems import random_problem, tours_of

# -- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize("statistics", [False, True])
def test_there_and_back(tmp_path: Path, sort: bool, statistics: bool) -> None:
    file = tmp_path / "tours.parquet"
    tours = list(iter_tours("5x6", directed=True, start="a1", count=200))
    problem = Problem("5x6", start="a1")
    assert write_tours(file, tours, problem, sort=sort, statistics=statistics) == 200
    found = read_tours(file)
    assert isinstance(found, Collection)
    assert (found.problem, found.count, len(found), found.ordered) == (problem, 200, 200, sort)
    expected = sorted(tours, key=lambda tour: tour.order) if sort else tours
    assert list(found) == expected
    assert bool(found.columns) is statistics
    assert [p.name for p in tmp_path.iterdir()] == ["tours.parquet"]


def test_random_problems(tmp_path: Path) -> None:
    rng = random.Random(14)
    file = tmp_path / "tours.parquet"
    rows = 0
    for _ in range(60):
        problem = random_problem(rng)
        tours = [
            Tour(problem.ground, tuple(order), problem.piece, problem.closed)
            for order in tours_of(problem)
        ]
        statistics = isinstance(problem.ground, Graph)
        count = write_tours(file, tours, problem, sort=True, statistics=statistics)
        assert count == len(tours)
        assert list(read_tours(file)) == sorted(tours, key=lambda tour: tour.order)
        rows += len(tours)
    assert rows > 500


@pytest.mark.slow
def test_wide_boards(tmp_path: Path) -> None:
    """More than 256 squares, and more than 65536 vertices."""
    file = tmp_path / "tours.parquet"
    tours = list(iter_tours(20, closed=True, count=7))
    write_tours(file, tours, Problem(20, closed=True), sort=True)
    assert list(read_tours(file)) == sorted(tours, key=lambda tour: tour.order)
    size = 70_000
    line = Problem(Graph.from_edges([(v, v + 1) for v in range(size - 1)]))
    tours = [Tour(line.ground, tuple(range(size)))]
    write_tours(file, tours, line)
    assert list(read_tours(file)) == tours


def test_sorting_in_parts(tmp_path: Path) -> None:
    """Little memory: parts are sorted by themselves, and merged, and merged again."""
    file = tmp_path / "tours.parquet"
    tours = list(iter_tours("5x5", directed=True))
    random.Random(2).shuffle(tours)
    with Budget(tuning=[Tuning(sorted_bytes=1000, most_parts=4, group_squares=999)]):
        assert write_tours(file, tours, Problem("5x5"), sort=True) == 1728
    found = read_tours(file)
    assert [tour.order for tour in found] == sorted(tour.order for tour in tours)
    assert parquet.ParquetFile(file).metadata.num_row_groups == -(-1728 // (999 // 25))
    assert [p.name for p in tmp_path.iterdir()] == ["tours.parquet"]


@pytest.mark.long_plain
def test_tours_of_others_are_judged(tmp_path: Path) -> None:
    """The last of three thousand is wrong."""
    file = tmp_path / "tours.parquet"
    problem = Problem(6, closed=True)
    tours = list(iter_tours(problem, count=3000))
    assert write_tours(file, tours, problem) == 3000
    assert list(read_tours(file)) == tours
    wrong = tours[-1].order
    tours[-1] = Tour(problem.ground, (*wrong[1::-1], *wrong[2:]), problem.piece, closed=True)
    with pytest.raises(InvalidInput) as error:
        write_tours(file, tours, problem)
    assert error.value.code == "collection-other"
    assert error.value.message.data["index"] == 2999
    for order in (wrong[1:], (*wrong[1:], -1), (*wrong[1:], 2**40), ()):
        tours[-1] = Tour(problem.ground, order, problem.piece, closed=True)
        with pytest.raises(InvalidInput):
            write_tours(file, tours, problem)
    assert len(read_tours(file)) == 3000


def test_no_file_unless_whole(tmp_path: Path) -> None:
    file = tmp_path / "tours.parquet"
    with pytest.raises(LimitReached):
        write_tours(file, iter_tours(6, closed=True, limits=Limits(nodes=2000)))
    assert list(tmp_path.iterdir()) == []
    write_tours(file, iter_tours("3x4"))
    before = file.read_bytes()
    with pytest.raises(LimitReached):
        write_tours(file, iter_tours(6, closed=True, limits=Limits(nodes=2000)), sort=True)
    assert file.read_bytes() == before
    with pytest.raises(FileNotFoundError):
        write_tours(tmp_path / "no" / "tours.parquet", iter_tours("3x4"))
    assert write_tours(file, iter_tours("4x4")) == 0
    assert list(read_tours(file)) == []


def test_tours_of_something_else(tmp_path: Path) -> None:
    file = tmp_path / "tours.parquet"
    tours = list(iter_tours("3x4"))
    for problem in (
        Problem("3x4", closed=True), Problem("4x3"), Problem("3x4", start="b2"),
        Problem("3x4", piece="king"),
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as error:
            write_tours(file, tours, problem)
        assert error.value.code == "collection-other"
    with pytest.raises(InvalidInput) as unsaid:
        write_tours(file, tours)
    assert unsaid.value.code == "collection-problem"
    assert write_tours(file, iter_tours("3x4"), Problem("3x4")) == 8
    assert write_tours(file, read_tours(file), sort=True) == 8


def test_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "tours.parquet", tmp_path / "link.parquet"
    link.symlink_to(file)
    for count in (1, 2):  # once to a file that is not there, once over one that is
        write_tours(link, iter_tours("3x4", count=count))
        assert link.is_symlink()
        assert len(read_tours(file)) == count


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_devices_are_written_to_and_stay(tmp_path: Path) -> None:
    pipe, file = tmp_path / "pipe.parquet", tmp_path / "tours.parquet"
    os.mkfifo(pipe)
    reader = Thread(target=lambda: file.write_bytes(pipe.read_bytes()), daemon=True)
    reader.start()
    assert write_tours(pipe, iter_tours("3x4")) == 8
    assert pipe.is_fifo()
    reader.join(10)
    assert list(read_tours(file)) == list(iter_tours("3x4"))


def changed(file: Path, change: Callable[[Any], Any], **how: Any) -> None:
    table = change(parquet.read_table(file))
    parquet.write_table(table, file, **how)


def with_metadata(table: Any, **entries: object) -> Any:
    data = json.loads(table.schema.metadata[b"caballero"]) | entries
    return table.replace_schema_metadata({b"caballero": json.dumps(data)})


def test_files_that_were_changed(tmp_path: Path) -> None:
    file = tmp_path / "tours.parquet"

    def refused(change: Callable[[Any], Any] | None = None) -> str:
        """Change a new file, or take it as it is; return why it is refused."""
        if change is not None:
            write_tours(file, iter_tours("3x4"), sort=True)
            changed(file, change)
        with pytest.raises(InvalidInput) as error:
            list(read_tours(file))
        return error.value.code

    write_tours(file, iter_tours("3x4"), sort=True)
    rows = [list(tour.order) for tour in read_tours(file)]
    fixed, plain = (pyarrow.list_(pyarrow.uint8(), *size) for size in ((12,), ()))

    def column(values: Any, kind: Any = fixed) -> Callable[[Any], Any]:
        return lambda table: pyarrow.Table.from_arrays(
            [pyarrow.array(values, kind)], schema=table.schema
        )

    for wrong, code in (
        (column([*rows[:3], [0] * 12, *rows[4:]]), "collection-row"),
        (column([*rows[:3], [255] * 12, *rows[4:]]), "collection-row"),
        (column([rows[0], *rows]), "collection-order"),
        (column(rows[::-1]), "collection-order"),
        (lambda t: t.replace_schema_metadata({}), "collection-unreadable"),
        (lambda t: t.replace_schema_metadata({b"caballero": b"{["}), "collection-unreadable"),
        (lambda t: with_metadata(t, problem=7), "stored-problem"),
        (lambda t: with_metadata(t, problem=problem_data(Problem("3x5"))), "collection-unreadable"),
        (lambda t: t.rename_columns(["other"]), "collection-unreadable"),
        (lambda t: t.set_column(0, "tour", t["tour"].cast(plain)), "collection-unreadable"),
        (lambda t: t.set_column(0, "tour", pyarrow.array([*rows[:7], None], fixed)),
         "collection-group"),
    ):  # fmt: skip
        assert refused(wrong) == code
    file.write_bytes(b"PAR1 and nothing else PAR1")
    assert refused() == "collection-unreadable"
    with pytest.raises(FileNotFoundError):
        read_tours(tmp_path / "none.parquet")


def test_damaged_files(tmp_path: Path) -> None:
    """A wrong byte anywhere: the tours are the right ones, or the file is refused."""
    file = tmp_path / "tours.parquet"
    write_tours(file, iter_tours("3x4"))
    right, data = list(read_tours(file)), file.read_bytes()
    rng = random.Random(77)
    refused = 0
    for _ in range(150):
        at = rng.randrange(len(data))
        file.write_bytes(data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1 :])
        try:
            assert set(read_tours(file)) <= set(right)
        except InvalidInput:
            refused += 1
    assert refused > 50


def test_groups_are_bounded(tmp_path: Path) -> None:
    file = tmp_path / "tours.parquet"
    write_tours(file, iter_tours("5x5"))
    few = Budget(tuning=[Tuning(most_group_squares=1000)])
    with few, pytest.raises(TooLarge) as error:
        read_tours(file)
    assert error.value.code == "collection-group"


# -- statistics ---------------------------------------------------------------------------------


def plainly(tours: Iterator[Tour]) -> dict[str, object]:
    """The same, tour by tour."""
    seen = [tour.statistics() for tour in tours]
    slopes = {slope for one in seen for slope, _ in one.slopes}
    return {
        "tours": len(seen),
        "closable": sum(one.closable for one in seen),
        "symmetry": Counter(one.symmetry for one in seen if one.symmetry is not None),
        "turns": Counter(one.turns for one in seen if one.turns is not None),
        "crossings": Counter(one.crossings for one in seen if one.crossings is not None),
        "slopes": {slope: Counter(dict(one.slopes)[slope] for one in seen) for slope in slopes},
        "first": Counter(one.first for one in seen),
        "last": Counter(one.last for one in seen),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("3x4"), Problem("3x10", closed=True), Problem("4x4", piece="wazir", closed=True),
        Problem("5x5", start="a1", end="c3"),
        Problem(Board((3, 4), ((1, 1),)), piece="king", start="a1", closed=True),
        Problem("2x2x3", piece="wazir", closed=True),
        Problem("2x4", surface="torus", piece="wazir"),
        Problem(Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])), Problem("4x4"),
    ],
    ids=str,
)  # fmt: skip
def test_statistics_of_many(problem: Problem) -> None:
    found = collection_statistics(iter_tours(problem))
    assert isinstance(found, CollectionStatistics)
    expected = plainly(iter_tours(problem))
    assert {name: getattr(found, name) for name in expected} == expected
    assert json.loads(json.dumps(found.to_dict()))["tours"] == expected["tours"]
    seen = [tour.statistics() for tour in iter_tours(problem)]
    for name in ("turns", "straight", "longest", "crossings"):
        values = [getattr(one, name) for one in seen if getattr(one, name) is not None]
        assert (name in found.extremes) == bool(values)
        if values:
            least, most = found.extremes[name]
            assert isinstance(least, Extreme)
            assert (least.value, most.value) == (min(values), max(values))
            for one in (least, most):
                assert getattr(one.tour.statistics(), name) == one.value
    for slope, counts in found.slopes.items():
        least, most = found.extremes[",".join(map(str, slope))]
        assert (least.value, most.value) == (min(counts), max(counts))
        for one in (least, most):
            assert dict(one.tour.statistics().slopes)[slope] == one.value


@pytest.mark.slow
def test_statistics_of_a_mixture() -> None:
    tours = [*iter_tours("3x4"), *iter_tours("4x3"), *iter_tours("3x10", closed=True)]
    assert collection_statistics(tours).symmetry == plainly(iter(tours))["symmetry"]
    # A chunk on a flat board, then one on another kind of board.
    flat = iter_tours("5x6", count=500)
    torus = list(iter_tours("5x6", closed=True, surface="torus", count=30))
    kinds = Counter(tour.symmetry_class() for tour in torus)
    mixed = collection_statistics([*flat, *torus]).symmetry
    assert len(kinds) > 1
    assert all(mixed[kind] >= count for kind, count in kinds.items())


def test_columns_for_duckdb(tmp_path: Path) -> None:
    file = tmp_path / "tours.parquet"
    write_tours(file, iter_tours(6, closed=True, symmetry="half-turn"), statistics=True)
    ask = duckdb.connect().execute
    rows = ask(f"SELECT symmetry, count(*) FROM '{file}' GROUP BY symmetry ORDER BY 2").fetchall()
    assert rows == [("quarter-turn", 10), ("half-turn-direct", 68)]
    found = collection_statistics(read_tours(file))
    for name in ("turns", "crossings"):
        rows = ask(f"SELECT {name}, count(*) FROM '{file}' GROUP BY 1 ORDER BY 1").fetchall()
        assert dict(rows) == getattr(found, name)
    rows = ask(f"SELECT slopes['1,2'], count(*) FROM '{file}' GROUP BY 1").fetchall()
    assert dict(rows) == found.slopes[1, 2]
    rows = ask(f"SELECT DISTINCT first, closable, tour[1] FROM '{file}'").fetchall()
    assert rows == [("a6", True, 0)]
    assert ask(f"SELECT max(straight + turns), max(longest) >= 1 FROM '{file}'").fetchone() == (
        36, True,
    )  # fmt: skip
