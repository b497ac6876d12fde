"""Frozen values with slots, as ``@dataclass(frozen=True, slots=True)`` makes them, but sooner.

The decorator of the standard library loads ``inspect`` and compiles six functions for each class,
which takes longer than a small question. Here only ``__init__`` is compiled, when it is first
needed; the other methods are closures. For the fields of a value, by ``dataclasses.fields``,
``replace`` or ``asdict``, the standard library makes them from a dataclass with the same
annotations.

Invariants: a value compares, hashes, prints, is copied, pickled and matched as the dataclass with
its annotations, and refuses every assignment. Tests compare the two.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
Kind = TypeVar("Kind", bound=type)

DERIVED: Final = object()
"""The mark of a field that the class computes from the others."""

LATER: Final = object()
"""The mark of a slot that is no field."""

NAMES: Final = "__value_fields__"
"""The attribute of a class with its fields: their names, the bases' first, and their defaults."""


def derived(*, init: Literal[False] = False) -> Any:
    """Declare a field that is computed: it is no argument, and neither printed nor compared."""
    return DERIVED


def later(*, init: Literal[False] = False) -> Any:
    """Declare a slot that is filled later, and is no field: not compared, copied or pickled."""
    return LATER


def made(*, default_factory: Callable[[], T]) -> T:
    """Declare a field whose default is made by a function."""
    return cast("T", _Factory(default_factory))


def replace(value: T, /, **changes: Any) -> T:
    """Return a value with some fields changed, as ``dataclasses.replace`` does."""
    kind: Any = type(value)
    same = {name: getattr(value, name) for name in kind.__match_args__ if name not in changes}
    copied: T = kind(**same, **changes)
    return copied


def saying(value: T, *messages: Any) -> T:
    """Return a value that says how it was read, in its slot for that."""
    object.__setattr__(value, "_reading", messages)
    return value


@dataclass_transform(frozen_default=True, field_specifiers=(derived, later, made))
def frozen(cls: Kind) -> Kind:
    """Make a class of frozen values with slots; its annotations are the fields.

    Methods that the class defines stay as they are.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point.__match_args__
    (Point(x=1, y=0), True, ('x', 'y'))
    """
    space = dict(cls.__dict__)
    own: dict[str, Any] = cls.__annotations__
    fields = {**getattr(cls, NAMES, {}), **{name: space.get(name, ...) for name in own}}
    fields = {name: default for name, default in fields.items() if default is not LATER}
    for name in (*own, "__dict__", "__weakref__"):
        space.pop(name, None)
    given = tuple(name for name, default in fields.items() if default is not DERIVED)
    space |= {NAMES: fields, "__slots__": tuple(own), "__qualname__": cls.__qualname__}
    methods = _methods(tuple(fields), given)
    for name, method in methods.items():
        if space.get(name) is None:  # an own __eq__ makes __hash__ None
            method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
            space[name] = method
    space.setdefault("__match_args__", given)
    space["__replace__"] = replace
    for name in ("__dataclass_fields__", "__dataclass_params__"):
        space[name] = _OfDataclass(name)
    late = _LateInit(fields, given)
    late.kind = kind = type(cls)(cls.__name__, cls.__bases__, {"__init__": late, **space})
    return kind


def _methods(names: tuple[str, ...], given: tuple[str, ...]) -> dict[str, Any]:
    """Return the methods of a value with these fields, of which some are given."""
    key: Callable[[object], Any] = attrgetter(*given) if given[1:] else _alone(given)

    def show(self: object) -> str:
        parts = ", ".join([f"{name}={getattr(self, name)!r}" for name in given])
        return f"{type(self).__qualname__}({parts})"

    def equals(self: object, other: object) -> bool:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(key(self))

    def refuse_change(self: object, name: str, _value: object) -> None:
        raise _frozen("assign to", name)

    def refuse_removal(self: object, name: str) -> None:
        raise _frozen("delete", name)

    def state(self: object) -> list[object]:
        return [getattr(self, name) for name in names]

    def restore(self: object, parts: list[object]) -> None:
        for name, part in zip(names, parts, strict=True):
            object.__setattr__(self, name, part)

    return {
        "__repr__": show,
        "__eq__": equals,
        "__hash__": hashed,
        "__setattr__": refuse_change,
        "__delattr__": refuse_removal,
        "__getstate__": state,
        "__setstate__": restore,
    }


def _alone(given: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """Return the function for the values of at most one field, as a tuple."""
    return lambda self: tuple([getattr(self, name) for name in given])


def _frozen(what: str, name: str) -> AttributeError:
    from dataclasses import FrozenInstanceError  # nothing but an error needs it

    return FrozenInstanceError(f"cannot {what} field {name!r}")


def _init(cls: type, fields: dict[str, object], given: tuple[str, ...]) -> Any:
    """Compile ``__init__``, as fast as if written by hand, with a signature."""
    defaults = {name: fields[name] for name in given if fields[name] is not ...}
    arguments = [f"{name}=_{name}" if name in defaults else name for name in given]
    lines = [
        f"  _put(self, {name!r}, {name}.make() if {name} is _{name} else {name})"
        if isinstance(defaults.get(name), _Factory)
        else f"  _put(self, {name!r}, {name})"
        for name in given
    ]
    if hasattr(cls, "__post_init__"):
        lines.append("  self.__post_init__()")
    source = (
        f"def _make({', '.join(['_put', *(f'_{name}' for name in defaults)])}):\n"
        f" def __init__({', '.join(['self', *arguments])}):\n"
        f"{chr(10).join(lines or ['  pass'])}\n"
        " return __init__"
    )
    made: dict[str, Any] = {}
    exec(source, sys.modules[cls.__module__].__dict__, made)
    init = made["_make"](object.__setattr__, *defaults.values())
    hints = _hints(cls)
    init.__annotations__ = {**{name: hints[name] for name in given}, "return": None}
    return init


def _hints(kind: type) -> dict[str, Any]:
    """Return the annotations of a class and of its bases."""
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        hints |= getattr(base, "__annotations__", {})
    return hints


class _LateInit:
    """The method ``__init__`` until the first value is made, or its signature is read."""

    __slots__ = ("fields", "given", "kind")
    kind: type

    def __init__(self, fields: dict[str, object], given: tuple[str, ...]) -> None:
        self.fields, self.given = fields, given

    def __get__(self, value: object, _kind: type) -> Any:
        init = _init(self.kind, self.fields, self.given)
        init.__qualname__ = f"{self.kind.__qualname__}.__init__"
        type.__setattr__(self.kind, "__init__", init)
        return init if value is None else init.__get__(value)


class _Factory:
    """The default of a field that is made for each value."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make

    def __repr__(self) -> str:
        return "<factory>"


class _OfDataclass:
    """The attributes of the dataclass with the same fields, made when first needed."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, _value: object, kind: type) -> Any:
        return getattr(_dataclass_of(kind), self._name)


@lru_cache(maxsize=256)
def _dataclass_of(kind: type) -> type:
    """Return the dataclass with the fields of a class of values."""
    from dataclasses import field, make_dataclass

    hints = _hints(kind)
    parts: list[tuple[str, Any, Any]] = []
    for name, default in getattr(kind, NAMES).items():
        if default is DERIVED:
            part: Any = field(init=False, repr=False, compare=False)
        elif isinstance(default, _Factory):
            part = field(default_factory=default.make)
        else:
            part = field() if default is ... else field(default=default)
        parts.append((name, hints[name], part))
    return make_dataclass(kind.__name__, parts, frozen=True)
