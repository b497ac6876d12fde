"""Frozen values: the same as the dataclasses of the standard library, which are the oracle."""

import copy
import dataclasses
import inspect
import operator
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from caballero.machine.values import derived, frozen, made, replace

SOURCE = """
from collections.abc import Sequence

@decorate
class Point:
    "A point."
    x: int
    y: int = 0

    @property
    def total(self) -> int:
        return self.x + self.y

@decorate
class Space(Point):
    z: float = 1.5
    name: str = "space"

    def __post_init__(self) -> None:
        if self.z < 0:
            raise ValueError("below")

@decorate
class One:
    only: object

@decorate
class Nothing:
    pass

@decorate
class Many:
    parts: dict = made(default_factory=dict)
    double: int = derived()

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * len(self.parts))

@decorate
class Own(Sequence):
    size: int

    def __init__(self, size: int | str) -> None:
        object.__setattr__(self, "size", int(size))
    def __len__(self) -> int:
        return self.size
    def __getitem__(self, k):
        return k
    def __repr__(self) -> str:
        return "own"
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.size % 7 == other.size % 7
"""

VALUES: list[tuple[str, tuple[object, ...], dict[str, object]]] = [
    ("Point", (1,), {}), ("Point", (1, 0), {}), ("Point", (), {"y": 2, "x": float("nan")}),
    ("Point", ("0", None), {}), ("Space", (1,), {}), ("Space", (1, 0, 2.5), {"name": "a"}),
    ("One", (None,), {}), ("One", ((),), {}), ("Nothing", (), {}), ("Many", (), {}),
    ("Many", ({"a": 1},), {}), ("Own", (5,), {}), ("Own", ("12",), {}),
]  # fmt: skip

WRONG: list[tuple[str, tuple[object, ...], dict[str, object]]] = [
    ("Point", (), {}), ("Point", (1, 2, 3), {}), ("Point", (1,), {"x": 1}),
    ("Point", (1,), {"other": 1}), ("Space", (1, 2, -1), {}), ("Many", (), {"double": 3}),
    ("Nothing", (1,), {}),
]  # fmt: skip


def module(decorate: Callable[[type], type], **specifiers: Any) -> ModuleType:
    """Make a module of the source, in which each class is made by a decorator."""
    made_of = ModuleType("values_of_a_test")
    vars(made_of).update(decorate=decorate, **specifiers)
    sys.modules[made_of.__name__] = made_of
    exec(SOURCE, vars(made_of))
    return made_of


@pytest.fixture
def both() -> Iterator[tuple[ModuleType, ModuleType]]:
    theirs = module(
        dataclasses.dataclass(frozen=True, slots=True),
        made=dataclasses.field,
        derived=lambda: dataclasses.field(init=False, repr=False, compare=False),
    )
    ours = module(frozen, made=made, derived=derived)
    yield ours, theirs
    del sys.modules[ours.__name__]


def values(kinds: ModuleType) -> list[Any]:
    return [getattr(kinds, name)(*given, **named) for name, given, named in VALUES]


def told(call: Callable[[], object]) -> tuple[type, str]:
    """Return the error of a call."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - compared with the oracle's
        call()
    return caught.type, str(caught.value)


def hash_of(value: object) -> int | None:
    try:
        return hash(value)
    except TypeError:
        return None


def test_values_are_those_of_dataclasses(both: tuple[ModuleType, ModuleType]) -> None:
    ours, theirs = map(values, both)
    assert list(map(repr, ours)) == list(map(repr, theirs))
    assert list(map(hash_of, ours)) == list(map(hash_of, theirs))
    table = [[[a == b for a in kind] for b in kind] for kind in (ours, theirs)]
    assert table[0] == table[1]
    assert not any(a == b for a in ours for b in theirs)
    for value in ours:
        for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(_pickled(value, both))):
            assert repr([same, same.__getstate__()]) == repr([value, value.__getstate__()])
        assert not hasattr(value, "__dict__")
    states = [[value.__getstate__() for value in kind] for kind in (ours, theirs)]
    assert repr(states[0]) == repr(states[1])


def _pickled(value: object, both: tuple[ModuleType, ModuleType]) -> bytes:
    sys.modules[both[0].__name__] = both[0]
    return pickle.dumps(value)


def test_classes_are_those_of_dataclasses(both: tuple[ModuleType, ModuleType]) -> None:
    for name in ("Point", "Space", "One", "Nothing", "Many", "Own"):
        ours, theirs = (getattr(kinds, name) for kinds in both)
        for kind in (ours, theirs):
            assert dataclasses.is_dataclass(kind)
        assert ours.__match_args__ == theirs.__match_args__
        assert ours.__slots__ == theirs.__slots__
        assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
        assert ours.__qualname__ == theirs.__qualname__
        known = [
            [(f.name, f.type, f.init, f.repr, f.compare) for f in dataclasses.fields(kind)]
            for kind in (ours, theirs)
        ]
        assert known[0] == known[1]
        # A dataclass may be made of it.
        further = dataclasses.make_dataclass(
            "Further", [("w", int, 3)], bases=(ours,), frozen=True, slots=True
        )
        assert [f.name for f in dataclasses.fields(further)] == [*(f[0] for f in known[1]), "w"]


def test_errors_are_those_of_dataclasses(both: tuple[ModuleType, ModuleType]) -> None:
    for name, given, named in WRONG:
        ours, theirs = (told(partial(getattr(kinds, name), *given, **named)) for kinds in both)
        assert ours == theirs
    for pair in zip(*map(values, both), strict=True):
        for name in pair[1].__slots__:
            ours, theirs = (told(partial(setattr, value, name, 1)) for value in pair)
            assert ours == theirs
            ours, theirs = (told(partial(delattr, value, name)) for value in pair)
            assert ours == theirs
        with pytest.raises(AttributeError):
            pair[0].new = 1
        ours, theirs = (told(partial(operator.lt, value, value)) for value in pair)
        assert ours == theirs


def test_replacing(both: tuple[ModuleType, ModuleType]) -> None:
    ours, theirs = (kinds.Space(1, name="a") for kinds in both)
    wanted = repr(dataclasses.replace(theirs, y=5))
    for change in (replace, dataclasses.replace):
        assert repr(change(ours, y=5)) == wanted
    assert repr(ours.__replace__(y=5)) == wanted
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    kind, space = both[0].Many, both[0].Space
    assert kind().parts is not kind().parts
    match space(1, 2, 3.0):
        case space(x, y, z, name):
            assert (x, y, z, name) == (1, 2, 3.0, "space")
    many = kind({"a": 1})
    assert replace(many, parts={}).double == 0
    with pytest.raises(ValueError, match="below"):
        replace(ours, z=-1)
    with pytest.raises(TypeError, match="other"):
        replace(ours, other=1)
