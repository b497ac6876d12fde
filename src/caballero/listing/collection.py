"""Collections of tours on disk: Parquet files that say themselves what they hold.

A row is a tour: its squares as numbers in the board's order, in a list of fixed size of 8, 16 or
32 bits each. Columns of statistics may stand beside it. The file says in its metadata, under
``caballero``, which problem the tours answer (:mod:`.stored`) and in what order they stand. Any
reader of Parquet can read the file, which Zstandard compresses: a closed tour of 6×6 takes some six
bytes if the tours are sorted.

Files come whole or not at all: what is written bears another name until it is complete. Memory
does not grow with the number of tours; to sort them, parts that fit into memory are sorted, kept
beside the file, and merged.

Invariants: every tour that is written was judged, and every one that is read is judged again;
what a file says of itself is bounded before it is believed.
"""

from __future__ import annotations

import heapq
import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from caballero.count.writing import judge_of
from caballero.errors import CaballeroError, InvalidInput, TooLarge
from caballero.facts import is_tour
from caballero.formats.write import VERSION
from caballero.kernels import sampling as kernel
from caballero.kernels._speed import COMPILE_ABOVE, Marks, as_arrays, numbers
from caballero.problem import Problem
from caballero.tour import Tour
from caballero.words import short

from .listing import Listing
from .stored import problem_data, read_problem

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

KEY: Final = b"caballero"
"""Where the metadata of a file tell of its tours."""

CELLS: Final = 2**22
"""So many squares are written as one group of rows."""

MOST_CELLS: Final = 2**24
"""The largest group of rows that is read, in squares."""

MOST_SAID: Final = 2**24
"""The longest text in the metadata that is read, in bytes."""

LEVEL: Final = 5
"""How hard Zstandard tries; 9 saves another twentieth in three times the time."""

PART: Final = 2**26
"""So many bytes of tours are sorted in memory."""

MOST_PARTS: Final = 64
"""So many parts are merged at once."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A file of tours: iterate over it, and every tour is read and judged as it comes.

    Made by :func:`read_tours`.

    Parameters
    ----------
    path : Path
        Where it is.
    problem : Problem
        What the tours answer.
    count : int
        How many there are.
    ordered : bool
        Whether they are sorted by their squares.
    columns : tuple of str
        The columns beside the tours.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from caballero import iter_tours
    >>> from caballero.listing import read_tours, write_tours
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
        """Yield the tours, each once it was judged.

        Raises
        ------
        InvalidInput
            If a row is no such tour, or the file cannot be read on.
        """
        problem, row = self.problem, 0
        last, form = b"", _form(problem.size)
        judge = _Judge(problem)
        with _opened(self.path) as file:
            rows = max(1, min(8192, 2**18 // problem.size))
            for batch in file.iter_batches(rows, columns=["tour"]):
                orders = _rows(batch.column(0), problem.size)
                right = judge.accepts(orders)
                if right < len(orders):
                    raise InvalidInput("collection-row", file=str(self.path), row=row + right)
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
        Which file.

    Returns
    -------
    Collection
        What it says of itself; the tours are read when they are asked for.

    Raises
    ------
    InvalidInput
        If it is no such file, or pyarrow is missing.
    TooLarge
        If it claims to hold more than is read at once.

    Examples
    --------
    >>> from caballero import InvalidInput
    >>> from caballero.listing import read_tours
    >>> try:
    ...     read_tours(__file__)
    ... except InvalidInput as error:
    ...     print(error.code)
    collection-unreadable
    """
    where = Path(path)
    with _opened(where) as file:
        said = (file.schema_arrow.metadata or {}).get(KEY)
        if said is None:
            raise InvalidInput("collection-unreadable", file=str(where), problem="caballero")
        try:
            data = json.loads(said)
            asked, ordered = data["problem"], data["sorted"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InvalidInput(
                "collection-unreadable", file=str(where), problem=short(str(error))
            ) from None
        problem = read_problem(asked)
        _bounded(file, problem, where)
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
    """Write tours to a Parquet file; return how many there were.

    Parameters
    ----------
    path : str or path
        The file; one that is there already is replaced once the new one is complete.
    tours : iterable of Tour
        A :class:`Listing`, a :class:`Collection`, or any tours of one problem.
    problem : Problem, optional
        What they answer; a listing and a collection know it.
    sort : bool
        Sort the tours by their squares, which makes the file smaller. Parts that are sorted
        stand beside the file until it is complete.
    statistics : bool
        Write columns beside the tours: their symmetry, whether they are closable, turns,
        straight moves, the longest straight run, crossings, slopes, the first and the last
        square; see :func:`caballero.tour_statistics`.

    Raises
    ------
    InvalidInput
        If there is no problem, a tour does not answer it, or pyarrow is missing.

    Notes
    -----
    If the tours end in an exception, such as that of a limit, there is no file.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from caballero import iter_tours
    >>> from caballero.listing import read_tours, write_tours
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
    return write_orders(path, _orders(tours, problem), problem, sort, statistics)


def write_orders(
    path: str | os.PathLike[str],
    orders: Iterator[tuple[int, ...]],
    problem: Problem,
    sort: bool = False,
    statistics: bool = False,
) -> int:
    """Write the squares of tours that were judged by somebody, as :func:`write_tours` does."""
    arrow = _pyarrow()
    where = Path(path)
    kind = _kind(problem.size)
    with ExitStack() as stack:
        if sort:
            orders = _sorted(orders, problem.size, where.parent, stack)
        fields = [arrow.field("tour", arrow.list_(getattr(arrow, kind)(), problem.size), False)]
        if statistics:
            from .measures import columns_of

            fields += columns_of()
        said = {"caballero": VERSION, "problem": problem_data(problem), "sorted": sort}
        schema = arrow.schema(fields, {KEY: json.dumps(said, ensure_ascii=False).encode()})
        return _write(where, schema, orders, problem)


# -- writing ------------------------------------------------------------------------------------


def _orders(tours: Iterable[Tour], problem: Problem) -> Iterator[tuple[int, ...]]:
    """Yield the squares of the tours, each judged by somebody."""
    if isinstance(tours, (Listing, Collection)) and tours.problem == problem:
        yield from (tour.order for tour in tours)
        return
    judge, ahead, begin = _Judge(problem), iter(tours), 0
    while chunk := list(islice(ahead, 1000)):
        orders = [tour.order for tour in chunk]
        right = judge.accepts(orders)
        for i, tour in enumerate(chunk[:right]):
            if tour.ground is not problem.ground and tour.ground != problem.ground:
                right = i
                break
        if right < len(chunk):
            raise InvalidInput("collection-other", index=begin + right)
        yield from orders
        begin += right


def _write(
    where: Path, schema: pyarrow.Schema, orders: Iterator[tuple[int, ...]], problem: Problem
) -> int:
    from pyarrow import parquet

    arrow, size, written = _pyarrow(), problem.size, 0
    pack, number = Struct(f"={size}{_code(size)}").pack, schema.field(0).type.value_type
    rows = max(1, CELLS // size // (1 if len(schema) == 1 else 8))
    with (
        _complete(where) as part,
        parquet.ParquetWriter(
            part, schema, compression="zstd", compression_level=LEVEL, use_dictionary=list(_NAMED),
            write_page_checksum=True,
        ) as writer,
    ):  # fmt: skip
        while chunk := list(islice(orders, rows)):
            buffer = arrow.py_buffer(b"".join([pack(*order) for order in chunk]))
            values = arrow.Array.from_buffers(number, len(chunk) * size, [None, buffer])
            columns = [arrow.FixedSizeListArray.from_arrays(values, size)]
            if len(schema) > 1:
                from .measures import measured

                tours = [
                    Tour(problem.ground, order, problem.piece, problem.closed) for order in chunk
                ]
                columns += measured(problem, tours)
            batch = arrow.record_batch(columns, schema=schema)
            writer.write_batch(batch, row_group_size=rows)
            written += len(chunk)
    return written


@contextmanager
def _complete(where: Path) -> Iterator[str]:
    """Give a name beside a file; what is there at the end becomes the file.

    A link stays one: the file it leads to is replaced. What is no file, such as a device or a
    pipe, is never replaced, but all is written to it in the end.
    """
    if where.exists() and not where.is_file():
        with tempfile.NamedTemporaryFile(prefix="caballero") as whole:
            yield whole.name
            with where.open("wb") as there:
                shutil.copyfileobj(whole, there)
        return
    where = Path(os.path.realpath(where))
    part = where.with_name(f".{where.name}.{secrets.token_hex(8)}.part")
    try:
        part.touch(exist_ok=False)
        yield str(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(where)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _sorted(
    orders: Iterator[tuple[int, ...]], size: int, folder: Path, stack: ExitStack
) -> Iterator[tuple[int, ...]]:
    """Yield the same squares sorted; what does not fit into memory waits in files."""
    form = _form(size)
    most = max(2, PART // (form.size + 64))
    parts: list[BinaryIO] = []
    while True:
        keys = sorted(form.pack(*order) for order in islice(orders, most))
        if len(keys) < most and not parts:
            return map(form.unpack, keys)
        if keys:
            parts.append(_part(iter(keys), folder, stack))
        merged = heapq.merge(*(_keys(part, form.size) for part in parts))
        if len(keys) < most:
            return map(form.unpack, merged)
        if len(parts) == MOST_PARTS:
            whole = _part(merged, folder, stack)
            for part in parts:
                part.close()
            parts = [whole]


def _part(keys: Iterator[bytes], folder: Path, stack: ExitStack) -> BinaryIO:
    """Write some keys to a file without a name."""
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


class _Judge:
    """Judges tours by their problem, at the speed that pays."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._judged = problem, 0
        self._rules: Any = None

    def accepts(self, orders: Sequence[tuple[int, ...]]) -> int:
        """Return how many tours come before the first wrong one."""
        problem, count = self._problem, len(orders)
        if self._rules is None and self._judged > COMPILE_ABOVE:
            self._rules = as_arrays(judge_of(problem))
        self._judged += count * problem.size
        if self._rules is None:
            wrong = (i for i, order in enumerate(orders) if not is_tour(problem, order))
            return next(wrong, count)
        short_or_long = (i for i, order in enumerate(orders) if len(order) != problem.size)
        count = next(short_or_long, count)
        flat = numbers(Marks, list(chain.from_iterable(orders[:count])))
        closed = int(problem.closed)
        return int(kernel.accept.compiled(flat, count, problem.size, closed, *self._rules))


@contextmanager
def _opened(where: Path) -> Iterator[Any]:
    """Open a Parquet file; what goes wrong says which one it was."""
    arrow = _pyarrow()
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(
            where,
            thrift_string_size_limit=MOST_SAID,
            thrift_container_size_limit=MOST_SAID,
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


def _bounded(file: Any, problem: Problem, where: Path) -> None:
    """See to it that a file says nothing impossible of itself."""
    arrow, size = _pyarrow(), problem.size
    expected = arrow.list_(getattr(arrow, _kind(size))(), size)
    schema, meta = file.schema_arrow, file.metadata
    if "tour" not in schema.names or schema.field("tour").type != expected:
        raise InvalidInput("collection-unreadable", file=str(where), problem="tour")
    paths = [meta.schema.column(i).path for i in range(meta.num_columns)]
    column = paths.index("tour.list.element")
    bits = expected.value_type.bit_width
    for i in range(meta.num_row_groups):
        group = meta.row_group(i)
        part = group.column(column)
        if group.num_rows * size > MOST_CELLS or part.num_values != group.num_rows * size:
            raise TooLarge("collection-group", file=str(where), most=MOST_CELLS)
        if part.total_uncompressed_size > group.num_rows * size * (bits // 8 + 8) + 2**20:
            raise TooLarge("collection-group", file=str(where), most=MOST_CELLS)


def _rows(column: Any, size: int) -> list[tuple[int, ...]]:
    """Return the squares of some rows."""
    flat = column.flatten()
    if column.null_count or flat.null_count or len(flat) != len(column) * size:
        raise ValueError("null")
    values = flat.to_pylist()
    return [tuple(values[i : i + size]) for i in range(0, len(values), size)]


# -- both ---------------------------------------------------------------------------------------

_NAMED: Final = ("symmetry", "first", "last", "slopes.key_value.key")


def _form(size: int) -> Struct:
    """Return what makes bytes of so many squares that sort as the squares do."""
    return Struct(f">{size}{_code(size)}")


def _code(size: int) -> str:
    return "B" if size <= 2**8 else "H" if size <= 2**16 else "I"


def _kind(size: int) -> str:
    """Return the narrowest type that holds the numbers of so many squares."""
    return "uint8" if size <= 2**8 else "uint16" if size <= 2**16 else "uint32"


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InvalidInput("collection-missing") from None
    return pyarrow
