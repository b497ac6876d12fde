"""Kernels: plain Python over flat arrays of ints, compiled when the package is built.

A kernel is written once, as a Python function that can be read and stepped through. When a wheel is
built, ``kernel_build/translate_kernels.py`` translates all of them to C, and a compiler makes a
shared library of that in this folder. Without it (there was no compiler, or this is a browser) the
Python functions run. The first call of a kernel decides which form runs; that never changes.

A kernel takes *states*, arrays and ints, and returns an int. A state is a dataclass whose fields
are arrays, ints and other states. The type of an array says what numbers it holds, and so the width
of its elements:

=========  ==========  =====================================================
type       elements    holds
=========  ==========  =====================================================
`Places`   ``uint32``  vertices and positions, which are never negative
`Marks`    ``int32``   small numbers with a sign
`Counts`   ``int64``   numbers that grow with the running time, and bit sets
`Flags`    ``int8``    yes and no
=========  ==========  =====================================================

The library does not use Python: a call passes the addresses and lengths of all arrays and the
values of all ints in an array, the *frame*, and the ints come back in it. :mod:`ctypes` releases
the interpreter's lock during the call, so threads run kernels in parallel.

Invariants: both forms give the same answer and leave the same state; nothing compiled is loaded
before it is called; the numbers of a kernel stay below 2**63, or are masked.
"""

from __future__ import annotations

import os
import sys
import time
from array import array
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from types import FunctionType
from typing import Annotated, Any, Final, Generic, ParamSpec, TypeVar, cast, get_type_hints

Ints = MutableSequence[int]

# The letters of `array.array`.
Places = Annotated[Ints, "I"]
Marks = Annotated[Ints, "i"]
Counts = Annotated[Ints, "q"]
Flags = Annotated[Ints, "b"]

P = ParamSpec("P")
R = TypeVar("R", int, bool, None)

ENDINGS: Final = {"win32": "dll", "darwin": "dylib"}
"""The suffix of a shared library's name on systems where it is not ``so``."""

PAGED: Final = 1 << 17
"""An array of at least this many bytes gets its own memory, in large pages if the system has them.
"""


LARGE: Final = 2.0
"""Seconds in plain kernels after which a warning recommends to compile them."""


class KernelFault(Exception):
    """A kernel left an array, or 64 bits. Only the checked form, for tests, raises it."""


@dataclass(frozen=True)
class Kernel(Generic[P, R]):
    """A function that runs compiled if there is a library, else as plain Python.

    >>> @kernel
    ... def total(numbers: Counts) -> int:
    ...     result = 0
    ...     for i in range(len(numbers)):
    ...         result += numbers[i]
    ...     return result
    >>> total.plain([1, 2, 3])
    6
    """

    plain: Callable[P, R]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it."""
        return self._run(*args, **kwargs)

    @cached_property
    def _run(self) -> Callable[P, R]:
        if library() is not None:
            return self.compiled
        intended = os.environ.get("CABALLERO_PURE") or sys.platform == "emscripten"
        return self.plain if intended else _with_warning(self.plain)

    @cached_property
    def compiled(self) -> Callable[P, R]:
        """The compiled function; it raises `ImportError` if there is none."""
        return self.bound_to(library())

    def bound_to(self, library: Any) -> Callable[P, R]:
        """Return the compiled function from a library that :mod:`ctypes` has loaded.

        Raises `ImportError` if there is no library, or it was not built from these sources.
        """
        if library is None:
            raise ImportError("There are no compiled kernels here. Build them with: make kernels")
        code = cast("FunctionType", self.plain).__code__
        hints = get_type_hints(self.plain, include_extras=True)
        kinds = [hints[name] for name in code.co_varnames[: code.co_argcount]]
        family = self.plain.__module__.rpartition(".")[2].lstrip("_")
        return _bind(library, f"caballero_{family}_{self.plain.__name__}", kinds, hints["return"])


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a kernel of a function; use it as a decorator."""
    return Kernel(function)


def _with_warning(function: Callable[P, R]) -> Callable[P, R]:
    """Return a plain function that warns once all plain kernels together have run for long."""

    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        began = time.perf_counter()
        answer = function(*args, **kwargs)  # type: ignore[func-returns-value]
        _plain_time().add(time.perf_counter() - began)
        return answer

    return run


class _PlainTime:
    """The time that plain kernels have run in this process."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        before = self.seconds
        self.seconds += seconds
        if before < LARGE <= self.seconds:
            import warnings

            from .errors import PlainPythonWarning

            frame, level = sys._getframe(1), 2  # point at the first line that is not ours
            while frame.f_back and frame.f_globals.get("__name__", "").startswith("caballero"):
                frame, level = frame.f_back, level + 1
            warnings.warn(PlainPythonWarning(), stacklevel=level)


@lru_cache(maxsize=1)
def _plain_time() -> _PlainTime:
    return _PlainTime()


def is_compiled() -> bool:
    """Return whether kernels run compiled."""
    return library() is not None


@lru_cache(maxsize=1)
def library() -> Any:
    """Return the compiled kernels, or ``None`` where the Python functions run.

    They run if there is no library, or if the environment variable ``CABALLERO_PURE`` is set.
    ``CABALLERO_KERNELS`` names another library; the tests use it.
    """
    if os.environ.get("CABALLERO_PURE"):
        return None
    path = os.environ.get("CABALLERO_KERNELS") or library_path()
    if not os.path.exists(path):  # noqa: PTH110 - pathlib is slow to import
        return None
    try:
        import ctypes

        return ctypes.CDLL(path)
    except (ImportError, OSError):  # built for another machine
        return None


def library_path() -> str:
    """Return the path of the compiled kernels."""
    return os.path.join(os.path.dirname(__file__), f"_kernels.{ENDINGS.get(sys.platform, 'so')}")  # noqa: PTH118, PTH120


def zeros(kind: Any, length: int) -> Ints:
    """Return zeros: an array of this width for compiled kernels, or else a list."""
    if library() is None:
        return [0] * length
    code: str = kind.__metadata__[0]
    size = length * array(code).itemsize
    return _large(size, code) if size >= PAGED else array(code, bytes(size))


def array_of(kind: Any, values: Iterable[int]) -> Ints:
    """Return a copy of the values, as an array or a list like :func:`zeros`."""
    if library() is None:
        return list(values)
    code: str = kind.__metadata__[0]
    if isinstance(values, (array, memoryview)) and values.itemsize == array(code).itemsize:
        return array(code, values.tobytes())
    return array(code, values)


def longer(kind: Any, values: Ints, length: int) -> Ints:
    """Return a copy of the values, padded with zeros.

    >>> list(longer(Marks, array_of(Marks, [5, 6]), 3))
    [5, 6, 0]
    """
    if library() is None:
        return [*values, *[0] * (length - len(values))]
    new = zeros(kind, length)
    memoryview(cast("Any", new))[: len(values)] = memoryview(cast("Any", values))
    return new


def prefetch(values: Ints, at: int) -> None:
    """Hint in a kernel that an element is needed soon; the processor may fetch it meanwhile."""


def _large(size: int, code: str) -> Ints:
    """Return zeros in their own memory: pages that are never touched cost nothing."""
    import mmap

    try:
        if not hasattr(mmap, "MADV_HUGEPAGE"):
            return cast("Ints", memoryview(mmap.mmap(-1, size)).cast(cast("Any", code)))
        # Access to large pages is up to twice as fast; shared memory seldom has them.
        memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError) as error:
        raise MemoryError(f"{size} bytes") from error
    memory.madvise(mmap.MADV_HUGEPAGE)
    return cast("Ints", memoryview(memory).cast(cast("Any", code)))


# -- sets of bits ----------------------------------------------------------------------------------


def bit(i: int) -> int:
    """Return the set {bit}, from 0 to 63, in 64 bits; the set of bit 63 is negative.

    >>> bit(5), bit(63) == -(2**63)
    (32, True)
    """
    return 1 << i if i < 63 else -1 << 63


def lowest_bit(bits: int) -> int:
    """Return the number of the lowest bit of a set of 64 bits that is not empty.

    >>> lowest_bit(40), lowest_bit(bit(63))
    (3, 63)
    """
    return (bits & -bits).bit_length() - 1


def highest_bit(bits: int) -> int:
    """Return the number of the highest bit of a set of 64 bits that is not empty.

    >>> highest_bit(40), highest_bit(bit(63) | 1)
    (5, 63)
    """
    return 63 if bits < 0 else bits.bit_length() - 1


# -- calling the library ---------------------------------------------------------------------------


def _bind(found: Any, symbol: str, kinds: Sequence[Any], result: Any) -> Callable[..., Any]:
    """Return a function that calls the library with a frame of these kinds."""
    import ctypes

    layout = "".join(map(_layout, kinds))
    try:
        function = found[symbol]
        made = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(found, f"{symbol}_layout")))
    except (AttributeError, ValueError):
        made = b""
    if made.decode() != layout:
        raise ImportError(
            "The compiled kernels are not those of these sources. Build them with: make kernels"
        )
    function.restype = ctypes.c_longlong
    function.argtypes = [ctypes.c_void_p]
    loads = [_loader(kind) for kind in kinds]
    stores = [(i, _storer(kind)) for i, kind in enumerate(kinds) if "N" in _layout(kind)]
    widths = [len(_layout(kind)) + sum(c not in "nN" for c in _layout(kind)) for kind in kinds]
    begins = [1 + sum(widths[:i]) for i in range(len(kinds))]

    def call(*args: Any) -> Any:
        frame = array("q", (0,))
        for load, value in zip(loads, args, strict=True):
            load(frame, value)
        answer = function(frame.buffer_info()[0])
        if frame[0] != answer:
            raise KernelFault(f"{symbol}, line {-frame[0]}")
        for i, store in stores:
            store(frame, begins[i], args[i])
        return answer if result is int else bool(answer) if result is bool else None

    return call


def _layout(kind: Any, changes: bool = False) -> str:
    """Return a letter for each array, and ``n`` for each int; ``N`` if it may change."""
    if kind is int or kind is bool:
        return "N" if changes else "n"
    if hasattr(kind, "__metadata__"):
        return str(kind.__metadata__[0])
    changes = not kind.__dataclass_params__.frozen
    return "".join(_layout(inner, changes) for _, inner in _fields(kind))


@lru_cache(maxsize=64)
def _fields(kind: type) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    return [(field.name, hints[field.name]) for field in fields(kind)]


def _loader(kind: Any) -> Callable[[array[int], Any], None]:
    """Return a function that appends a value of a kind to a frame."""
    if kind is int or kind is bool:
        return array.append
    if hasattr(kind, "__metadata__"):
        code = kind.__metadata__[0]

        def load(frame: array[int], value: Any) -> None:
            if type(value) is array and value.typecode == code:
                frame.extend(value.buffer_info())
            else:
                frame.extend(_address(value, code))

        return load
    parts = [(name, _loader(inner)) for name, inner in _fields(kind)]

    def load_all(frame: array[int], value: Any) -> None:
        for name, part in parts:
            part(frame, getattr(value, name))

    return load_all


def _address(value: Any, code: str) -> tuple[int, int]:
    """Return the address and the length of a buffer; refuse another width than that of `code`."""
    import ctypes

    view = memoryview(value)
    same = view.itemsize == array(code).itemsize and view.format.isupper() == code.isupper()
    if not same or not view.contiguous or view.ndim != 1:
        raise TypeError(f"a kernel was handed {view.format!r} for {code!r}")
    if not len(view):
        return 0, 0
    return ctypes.addressof(ctypes.c_char.from_buffer(view.cast("B"))), len(view)


def _storer(kind: Any) -> Callable[[array[int], int, Any], None]:
    """Return a function that copies the ints of a state back from the frame, from a place on."""
    parts: list[tuple[str, int, Callable[[array[int], int, Any], None] | None]] = []
    at = 0
    for name, inner in _fields(kind):
        if inner is int:
            if not kind.__dataclass_params__.frozen:
                parts.append((name, at, None))
            at += 1
        elif hasattr(inner, "__metadata__"):
            at += 2
        else:
            if "N" in _layout(inner):
                parts.append((name, at, _storer(inner)))
            at += sum(1 if letter in "nN" else 2 for letter in _layout(inner))

    def store(frame: array[int], begin: int, value: Any) -> None:
        for name, offset, inner in parts:
            if inner is None:
                setattr(value, name, frame[begin + offset])
            else:
                inner(frame, begin + offset, getattr(value, name))

    return store
