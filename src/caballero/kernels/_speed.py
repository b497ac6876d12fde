"""Two speeds, one source: run a function as it stands, or compiled by Numba.

The idea is that of Numba (S. K. Lam, A. Pitrou, S. Seibert: "Numba: a LLVM-based Python JIT
compiler", LLVM-HPC 2015): a function that only loops over numbers in arrays can be compiled
as it is. So each kernel exists once, and each of its speeds checks the other.

The data of a kernel is its *state*: a named tuple of flat sequences of ints. Each field says
by its type which numbers it holds, and so how wide its array is:

=========  ==========  =====================================================
type       array       holds
=========  ==========  =====================================================
`Places`   ``uint32``  vertices and positions, which are never negative
`Marks`    ``int32``   small numbers with a sign
`Counts`   ``int64``   what grows with the running time
`Flags`    ``int8``    yes and no
=========  ==========  =====================================================

`Places` are unsigned for speed, not for size: a compiled index that might be negative is
compared with 0 and wrapped at every use, which costs backtracking a third of its speed. They
have 32 bits because Numba makes a ``float64`` of ``uint64 + int64``.

Invariants: neither numpy nor numba is imported until something compiled is asked for; both
speeds give the same answer and leave the same state.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from types import FunctionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
    cast,
    get_type_hints,
)
from zlib import crc32

if TYPE_CHECKING:
    from numpy.typing import NDArray

Ints = MutableSequence[int]

# The letters mean the same to `array.array` and to numpy.
Places = Annotated[Ints, "I"]
Marks = Annotated[Ints, "i"]
Counts = Annotated[Ints, "q"]
Flags = Annotated[Ints, "b"]

# Elementary steps (a square entered) from which on compiling pays. Importing Numba and loading
# a cached kernel takes 0.6 s; a plain step takes 0.5 to 2 µs, a compiled one almost nothing.
COMPILE_ABOVE = 500_000

P = ParamSpec("P")
R = TypeVar("R")
State = TypeVar("State", bound=NamedTuple)


@dataclass(frozen=True)
class TwoSpeeds(Generic[P, R]):
    """A kernel: one function, at two speeds.

    Parameters
    ----------
    plain : callable
        The function as it is written.
    parts : tuple of callables, optional
        Plain functions that it calls, of its own file or of one that kernels share; they are
        compiled with it.

    Examples
    --------
    >>> from caballero.kernels._speed import two_speeds
    >>> @two_speeds
    ... def total(numbers: list[int]) -> int:
    ...     s = 0
    ...     for x in numbers:
    ...         s += x
    ...     return s
    >>> total.plain([1, 2, 3])
    6
    """

    plain: Callable[P, R]
    parts: tuple[Callable[..., Any], ...] = ()

    @cached_property
    def compiled(self) -> Callable[P, R]:
        """The same function, compiled; the plain one where there is no Numba (in a browser)."""
        if not _can_compile():
            return self.plain
        import numba
        from numba.extending import register_jitable

        for part in self.parts:
            register_jitable(part)
        named = _named_after(cast("FunctionType", self.plain), self.parts)
        try:
            return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(named))
        except RuntimeError:  # no place to keep a cache: compile in every process, then
            return cast("Callable[P, R]", numba.njit(nogil=True)(named))


def two_speeds(function: Callable[P, R]) -> TwoSpeeds[P, R]:
    """Make a kernel of a function; use it as a decorator."""
    return TwoSpeeds(function)


def two_speeds_with(
    *parts: Callable[..., Any],
) -> Callable[[Callable[P, R]], TwoSpeeds[P, R]]:
    """Make a kernel of a function that calls other plain functions of its file."""
    return lambda function: TwoSpeeds(function, parts)


def _named_after(function: FunctionType, parts: Sequence[Callable[..., Any]]) -> FunctionType:
    """Return the function under a name that tells its parts and constants.

    Numba's cache goes by a function's name and its file's date. It would not notice that
    something of another file has changed; but then the name has, too.
    """
    told = []
    for part in (function, *parts):
        code = cast("FunctionType", part).__code__
        known = cast("FunctionType", part).__globals__
        constants = [known[n] for n in code.co_names if isinstance(known.get(n), int)]
        told.append((code.co_code, code.co_consts, constants))
    named = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    named.__qualname__ = f"{function.__qualname__}-{crc32(repr(told).encode()):08x}"
    return named


def as_lists(state: State, pause: Callable[[], None] | None = None) -> State:
    """Return a state for the plain speed, its fields lists.

    What is a list already is not copied, so that the old state is not to be used any more.
    Between two fields `pause` is called; it may stop the work by raising.
    """
    lists = []
    for field in state:
        if pause is not None:
            pause()
        lists.append(field if isinstance(field, list) else cast("array[int]", field).tolist())
    return state._make(lists)


def as_arrays(state: State) -> State:
    """Return a state for the compiled speed, its fields numpy arrays of their own.

    A standard array that is narrower than its field says stays so: less memory is faster.
    Where there is no Numba, the plain speed follows, and the fields become lists.
    """
    if not _can_compile():
        return as_lists(state)
    widths = _widths(type(state))
    return state._make(map(_as_array, state, widths))


@lru_cache(maxsize=64)
def _widths(kind: type[NamedTuple]) -> tuple[str, ...]:
    """The letters of the widths of a state's fields; reading them takes longer than using them."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(hints[name].__metadata__[0] for name in kind._fields)


def zeros(kind: Any, length: int) -> Ints:
    """Return zeros as a standard array of the width of `Places`, `Marks` or `Counts`.

    Both numpy and lists take it over quickly; it needs neither.

    Examples
    --------
    >>> from caballero.kernels._speed import Marks, zeros
    >>> zeros(Marks, 3)
    array('i', [0, 0, 0])
    """
    code: str = kind.__metadata__[0]
    return array(code, bytes(length * array(code).itemsize))


def numbers(kind: Any, values: Sequence[int] | int) -> Ints:
    """Return some numbers, or so many zeros, of their own for the compiled speed.

    That is a numpy array; where there is no Numba, the plain speed follows, and it is a list.

    Examples
    --------
    >>> from caballero.kernels._speed import Counts, numbers
    >>> [int(n) for n in numbers(Counts, 2)], [int(n) for n in numbers(Counts, [5, 6])]
    ([0, 0], [5, 6])
    """
    if not _can_compile():
        return [0] * values if isinstance(values, int) else list(values)
    import numpy

    code: str = kind.__metadata__[0]
    if isinstance(values, int):
        return cast("Ints", numpy.zeros(values, dtype=code))
    return cast("Ints", numpy.array(values, dtype=code))


def is_loaded() -> bool:
    """Say whether Numba has been imported already, so that compiled kernels cost nothing more."""
    return "numba" in sys.modules and _can_compile()


def _can_compile() -> bool:
    return find_spec("numba") is not None


def _as_array(values: Any, code: str) -> NDArray[Any]:
    import numpy

    # Always a copy, even of what has the right form: numpy puts large arrays into large memory
    # pages, which makes a long walk twice as fast; and kernels get one type of array only.
    narrow = isinstance(values, array) and values.itemsize < numpy.dtype(code).itemsize
    return numpy.array(values, dtype=values.typecode if narrow else code)
