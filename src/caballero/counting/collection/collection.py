"""Collections of tours on disk: Parquet files that describe themselves.

A row is a tour: a list of fixed size with the numbers of its squares, of 8, 16 or 32 bits each.
There may also be columns of statistics. The metadata key ``caballero`` holds the problem
(:mod:`caballero.model.interchange`) and whether the tours are sorted. Any Parquet reader can read
the file. Zstandard compresses it: a closed tour of 6×6 takes about six bytes if the tours are
sorted.

A file has a temporary name until it is complete. Memory does not grow with the number of tours;
to sort them, parts that fit into memory are sorted, written to temporary files, and merged.

Invariants: every tour is judged before it is written, and again after it is read; the metadata
and sizes of a file are bounded before they are used.
"""

from __future__ import annotations

import heapq
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from caballero.counting.listing.cycles import Judge
from caballero.counting.listing.listing import Listing
from caballero.counting.tuning import sizes
from caballero.formats.write import VERSION
from caballero.machine.arguments import flag
from caballero.machine.errors import CaballeroError, InvalidInput, TooLarge
from caballero.machine.extras import extra
from caballero.machine.folders import writing
from caballero.machine.kernel import Marks, array_of
from caballero.machine.words import short
from caballero.model.interchange import problem_data, read_problem
from caballero.model.problem import Problem
from caballero.model.tour import Tour

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

KEY: Final = b"caballero"
"""The metadata key of the description."""

MOST_METADATA_BYTES: Final = 2**24
"""The longest text in the metadata that is read."""

COMPRESSION_LEVEL: Final = 5
"""The level of Zstandard; 9 saves another 5 % in three times the time."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A file of tours; iterating over it reads and judges tour after tour.

    Made by :func:`read_tours`.

    Parameters
    ----------
    path : Path
        The file.
    problem : Problem
        The problem of the tours.
    count : int
        The number of tours.
    ordered : bool
        Whether they are sorted by their squares.
    columns : tuple of str
        The columns of statistics.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from caballero import iter_tours
    >>> from caballero.counting import read_tours, write_tours
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "tours.parquet"
    ...     write_tours(file, iter_tours("3x10", closed=True))
    ...     collection = read_tours(file)
    ...     collection.problem.board.name, len(collection), len(set(collection))
    16
    ('3x10', 16, 16)
    """

    path: Path
    problem: Problem
    count: int
    ordered: bool
    columns: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of tours."""
        return self.count

    def __iter__(self) -> Iterator[Tour]:
        """Yield the tours, each judged.

        Raises
        ------
        InvalidInput
            If a row is no tour of the problem, or the file is damaged.
        """
        problem, row = self.problem, 0
        last, form = b"", _sortable_packing(problem.size)
        judge = Judge(problem)
        with _open(self.path) as file:
            rows = max(1, min(8192, 2**18 // problem.size))
            for batch in file.iter_batches(rows, columns=["tour"]):
                orders = _read_orders(batch.column(0), problem.size)
                valid = _count_valid(judge, orders, problem.size)
                if valid < len(orders):
                    raise InvalidInput("collection-row", file=str(self.path), row=row + valid)
                for order in orders:
                    if self.ordered:
                        key = form.pack(*order)
                        if key <= last:
                            raise InvalidInput("collection-order", file=str(self.path), row=row)
                        last = key
                    row += 1
                    yield Tour(problem.ground, order, problem.piece, problem.closed)


def read_tours(path: str | os.PathLike[str]) -> Collection:
    """Open a file that :func:`write_tours` wrote.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    Collection
        Its description; the tours are read by iterating over it.

    Raises
    ------
    InvalidInput
        If it is another kind of file, or pyarrow is missing.
    TooLarge
        If a row group claims to hold more than the limit.

    Examples
    --------
    >>> from caballero import InvalidInput
    >>> from caballero.counting import read_tours
    >>> try:
    ...     read_tours(__file__)
    ... except InvalidInput as error:
    ...     print(error.code)
    collection-unreadable
    """
    where = Path(path)
    with _open(where) as file:
        described = (file.schema_arrow.metadata or {}).get(KEY)
        if described is None:
            raise InvalidInput("collection-unreadable", file=str(where), problem="caballero")
        try:
            data = json.loads(described)
            of, ordered = data["problem"], data["sorted"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InvalidInput(
                "collection-unreadable", file=str(where), problem=short(str(error))
            ) from None
        problem = read_problem(of)
        _check_bounds(file, problem, where)
        names = tuple(name for name in file.schema_arrow.names if name != "tour")
        return Collection(where, problem, file.metadata.num_rows, ordered is True, names)


def write_tours(
    path: str | os.PathLike[str],
    tours: Iterable[Tour],
    problem: Problem | None = None,
    *,
    sort: bool = False,
    statistics: bool = False,
) -> int:
    """Write tours to a Parquet file; return their number.

    Parameters
    ----------
    path : str or path
        The file; an existing file is replaced once the new file is complete.
    tours : iterable of Tour
        A :class:`Listing`, a :class:`Collection`, or any tours of a problem.
    problem : Problem, optional
        The problem of the tours; a listing and a collection know it.
    sort : bool
        Sort the tours by their squares, which makes the file smaller. It needs temporary files in
        the same folder.
    statistics : bool
        Write columns for symmetry, closability, turns, straight moves, the longest straight run,
        crossings, slopes, the first and the last square; see :meth:`caballero.Tour.statistics`.

    Raises
    ------
    InvalidInput
        If there is no problem, a tour does not answer it, or pyarrow is missing.

    Notes
    -----
    If the iterable raises, for example because of a limit, no file is written.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from caballero import iter_tours
    >>> from caballero.counting import read_tours, write_tours
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "tours.parquet"
    ...     write_tours(file, iter_tours("5x5", start="a1"), sort=True)
    ...     tours = [tour.order for tour in read_tours(file)]
    304
    >>> tours == sorted(tours)
    True
    """
    if problem is None:
        if not isinstance(tours, (Listing, Collection)):
            raise InvalidInput("collection-problem")
        problem = tours.problem
    problem = Problem.of(problem)
    sort, statistics = flag("sort", sort), flag("statistics", statistics)
    extra("pyarrow", "data")
    where, orders = Path(path), _orders(tours, problem)
    with ExitStack() as stack:
        if sort:
            orders = _sort(orders, problem.size, where.parent, stack)
        file = stack.enter_context(writing(where, at_once=True))
        return write_orders(file, orders, problem, sort, statistics)


def write_orders(
    file: BinaryIO,
    orders: Iterator[tuple[int, ...]],
    problem: Problem,
    sort: bool = False,
    statistics: bool = False,
) -> int:
    """Write the squares of judged tours, which are sorted if `sort`; return their number."""
    arrow = extra("pyarrow", "data")
    kind = _integer_type(problem.size)
    fields = [arrow.field("tour", arrow.list_(getattr(arrow, kind)(), problem.size), False)]
    if statistics:
        from .measures import statistics_fields

        fields += statistics_fields()
    described = {"caballero": VERSION, "problem": problem_data(problem), "sorted": sort}
    schema = arrow.schema(fields, {KEY: json.dumps(described, ensure_ascii=False).encode()})
    return _write(file, schema, orders, problem)


# -- writing ------------------------------------------------------------------------------------


def _orders(tours: Iterable[Tour], problem: Problem) -> Iterator[tuple[int, ...]]:
    """Yield the squares of each tour; judge the tours that no listing or collection judged."""
    if isinstance(tours, (Listing, Collection)) and tours.problem == problem:
        yield from (tour.order for tour in tours)
        return
    judge, ahead, begin = Judge(problem), iter(tours), 0
    while chunk := list(islice(ahead, 1000)):
        orders = [tour.order for tour in chunk]
        valid = _count_valid(judge, orders, problem.size)
        for i, tour in enumerate(chunk[:valid]):
            if tour.ground is not problem.ground and tour.ground != problem.ground:
                valid = i
                break
        if valid < len(chunk):
            raise InvalidInput("collection-other", index=begin + valid)
        yield from orders
        begin += valid


def _write(
    file: BinaryIO, schema: pyarrow.Schema, orders: Iterator[tuple[int, ...]], problem: Problem
) -> int:
    from pyarrow import parquet

    arrow, size, written = extra("pyarrow", "data"), problem.size, 0
    pack, number = Struct(f"={size}{_struct_code(size)}").pack, schema.field(0).type.value_type
    rows = max(1, sizes().group_squares // size // (1 if len(schema) == 1 else 8))
    with parquet.ParquetWriter(
        file, schema, compression="zstd", compression_level=COMPRESSION_LEVEL,
        use_dictionary=list(_DICTIONARY_COLUMNS), write_page_checksum=True,
    ) as writer:  # fmt: skip
        while chunk := list(islice(orders, rows)):
            buffer = arrow.py_buffer(b"".join([pack(*order) for order in chunk]))
            values = arrow.Array.from_buffers(number, len(chunk) * size, [None, buffer])
            columns = [arrow.FixedSizeListArray.from_arrays(values, size)]
            if len(schema) > 1:
                from .measures import statistics_columns

                tours = [
                    Tour(problem.ground, order, problem.piece, problem.closed) for order in chunk
                ]
                columns += statistics_columns(problem, tours)
            batch = arrow.record_batch(columns, schema=schema)
            writer.write_batch(batch, row_group_size=rows)
            written += len(chunk)
    return written


def _sort(
    orders: Iterator[tuple[int, ...]], size: int, folder: Path, stack: ExitStack
) -> Iterator[tuple[int, ...]]:
    """Yield the same squares sorted; parts that do not fit into memory are kept in files."""
    form = _sortable_packing(size)
    most = max(2, sizes().sorted_bytes // (form.size + 64))
    parts: list[BinaryIO] = []
    while True:
        keys = sorted(form.pack(*order) for order in islice(orders, most))
        if len(keys) < most and not parts:
            return map(form.unpack, keys)
        if keys:
            parts.append(_write_part(iter(keys), folder, stack))
        merged = heapq.merge(*(_keys(part, form.size) for part in parts))
        if len(keys) < most:
            return map(form.unpack, merged)
        if len(parts) == sizes().most_parts:
            whole = _write_part(merged, folder, stack)
            for part in parts:
                part.close()
            parts = [whole]


def _write_part(keys: Iterator[bytes], folder: Path, stack: ExitStack) -> BinaryIO:
    """Write keys to a temporary file."""
    file = stack.enter_context(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115
    while chunk := b"".join(islice(keys, 4096)):
        file.write(chunk)
    return file


def _keys(file: BinaryIO, length: int) -> Iterator[bytes]:
    file.seek(0)
    while chunk := file.read(1024 * length):
        for i in range(0, len(chunk), length):
            yield chunk[i : i + length]


# -- reading ------------------------------------------------------------------------------------


def _count_valid(judge: Judge, orders: Sequence[tuple[int, ...]], size: int) -> int:
    """Count the tours before the first wrong tour."""
    wrong = (i for i, order in enumerate(orders) if len(order) != size or max(order) >= size)
    return judge.accepts(array_of(Marks, chain.from_iterable(orders[: next(wrong, len(orders))])))


@contextmanager
def _open(where: Path) -> Iterator[Any]:
    """Open a Parquet file; name it in errors."""
    arrow = extra("pyarrow", "data")
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(
            where,
            thrift_string_size_limit=MOST_METADATA_BYTES,
            thrift_container_size_limit=MOST_METADATA_BYTES,
            schema_depth_limit=64,
            page_checksum_verification=True,
            pre_buffer=False,
        ) as file:
            yield file
    except CaballeroError:
        raise
    except FileNotFoundError:
        raise
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise InvalidInput(
            "collection-unreadable", file=str(where), problem=short(str(error))
        ) from None


def _check_bounds(file: Any, problem: Problem, where: Path) -> None:
    """Refuse a file whose metadata are impossible or too large."""
    arrow, size = extra("pyarrow", "data"), problem.size
    expected = arrow.list_(getattr(arrow, _integer_type(size))(), size)
    schema, meta = file.schema_arrow, file.metadata
    if "tour" not in schema.names or schema.field("tour").type != expected:
        raise InvalidInput("collection-unreadable", file=str(where), problem="tour")
    paths = [meta.schema.column(i).path for i in range(meta.num_columns)]
    column = paths.index("tour.list.element")
    bits = expected.value_type.bit_width
    most = sizes().most_group_squares
    for i in range(meta.num_row_groups):
        group = meta.row_group(i)
        part = group.column(column)
        if group.num_rows * size > most or part.num_values != group.num_rows * size:
            raise TooLarge("collection-group", file=str(where), most=most)
        if part.total_uncompressed_size > group.num_rows * size * (bits // 8 + 8) + 2**20:
            raise TooLarge("collection-group", file=str(where), most=most)


def _read_orders(column: Any, size: int) -> list[tuple[int, ...]]:
    """Return the squares of each row."""
    flat = column.flatten()
    if column.null_count or flat.null_count or len(flat) != len(column) * size:
        raise ValueError("null")
    values = flat.to_pylist()
    return [tuple(values[i : i + size]) for i in range(0, len(values), size)]


# -- both ---------------------------------------------------------------------------------------

_DICTIONARY_COLUMNS: Final = ("symmetry", "first", "last", "slopes.key_value.key")


def _sortable_packing(size: int) -> Struct:
    """Return the packing of tours into bytes, which keeps their order."""
    return Struct(f">{size}{_struct_code(size)}")


def _struct_code(size: int) -> str:
    return "B" if size <= 2**8 else "H" if size <= 2**16 else "I"


def _integer_type(size: int) -> str:
    """Return the narrowest type that holds the numbers of the squares."""
    return "uint8" if size <= 2**8 else "uint16" if size <= 2**16 else "uint32"
