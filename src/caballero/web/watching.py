"""What changes in a pupil's program while it runs: its containers, whatever their form and names.

A *source* is a variable whose value is a container: a list, a matrix, a set, a dict, a deque; in a
local or global name, or in an attribute of an object of the program. Where a recursion hands a new
value on, the source is the variable of the innermost call, so a return takes back what a call
added. The arguments of a recursion are a source themselves. What changed is kept, with the moment;
:mod:`.following` says afterwards what it means.

Invariants: the program's own objects are never replaced nor written; a suspended generator stays
where it is, as its values do.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple, TypeAlias

Cells: TypeAlias = dict[Any, Any]
"""The contents of a container, by place."""

SIDES: Final = range(3, 21)
"""The lengths of a side of a board that is followed."""

MOST_SOURCES: Final = 24
MOST_CELLS: Final = 500
MOST_ENTRIES: Final = 400_000
"""Changes that are kept, of all sources together."""

SEEN: Final = "_caballero_seen"
"""The name of the set of parts of lines that were evaluated, which is none of the program's."""

TRIAL: Final = 200
"""Changes after which a source must look like a search."""

_PLAIN: Final = {list, set, dict}

CONTAINERS: Final = (list, tuple, set, frozenset, dict, deque, bytearray)


class Absent:
    """The value of a cell that is not there."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


class Moment(NamedTuple):
    """When something changed, and what could be seen of the program then."""

    line: int
    lines: int
    step: int
    seen: int
    printed: int
    thrown: int
    negative: frozenset[int]
    state: Any = None


class Change(NamedTuple):
    """Cells that changed; `rewound` if a call returned, or another value took the place."""

    moment: Moment
    cells: list[tuple[Any, Any, Any]]
    rewound: bool


@dataclass(slots=True)
class Source:
    """A container of the program, and all that changed in it."""

    name: str
    owner: Mapping[str, Any] | None
    held: list[tuple[FrameType | None, Any]]
    key: tuple[Any, Any] = (None, "")
    kind: str = "list"
    cells: Cells = field(default_factory=dict)
    copy: Any = None
    first: Cells = field(default_factory=dict)
    log: list[Change] = field(default_factory=list)
    steady: int = 0
    most: int = 8
    shared: bool = False
    deep: bool = False  # its cells are objects of the program
    blank: Any = None
    fixed: bool = False  # whether all of its cells are there at first
    size: int = 0
    dropped: bool = False
    grown: bool = False  # whether it has as much in it as ever before
    most_states: int = 300
    parts: list[int] = field(default_factory=list)  # of cells that are objects: what changes

    @property
    def value(self) -> Any:
        """The container itself."""
        return self.held[-1][1]

    def changed(self) -> bool:
        """Whether its content is another than the last that was read."""
        value = self.held[-1][1]
        if type(value) in _PLAIN:
            return self.deep or bool(value != self.copy)
        if isinstance(value, tuple):
            return False
        return bool(copied(value, self.kind) != self.copy)

    def begin(self) -> None:
        """Follow what it has now, as if it were new."""
        self.log.clear()
        self.kind, self.cells = read(self.value)
        self.deep = _has_objects(self.value)
        if self.deep:
            columns: list[Any] = [*zip(*self.cells.values(), strict=False)]
            self.parts = [i for i, column in enumerate(columns) if len({*map(repr, column)}) == 1]
            self.cells = self._of_objects(self.cells)
        self.copy = copied(self.value, self.kind)
        self.first = dict(self.cells)
        rows: Any = self.value if self.kind == "matrix" else []
        self.shared = any(row is rows[0] for row in rows[1:])
        counts: list[tuple[Any, int]] = Counter(self.first.values()).most_common(1)
        self.blank, times = counts[0] if counts else (0, 0)
        self.fixed = self.kind == "matrix" or (len(self.first) > 8 and 2 * times > len(self.first))
        self.size = sum(cell != self.blank for cell in self.first.values()) if self.fixed else 0

    def _of_objects(self, cells: Cells) -> Cells:
        """Return of each object what was the same in all of them at first."""
        return {at: tuple(row[i] for i in self.parts if i < len(row)) for at, row in cells.items()}

    def grows(self, cells: list[tuple[Any, Any, Any]]) -> bool:
        """Whether it has as much in it as ever before, or more."""
        before = self.size
        if self.fixed:
            here = [
                (old not in (ABSENT, self.blank), new not in (ABSENT, self.blank))
                for _, old, new in cells
            ]
            self.size += sum(new - old for old, new in here)
        else:
            self.size = len(self.cells)
        if self.size <= before or self.size < self.most:
            return False
        self.most = self.size
        return True

    def update(self) -> list[tuple[Any, Any, Any]] | None:
        """Read it again; return what changed, None if it is of another kind now."""
        kind, new = read(self.value)
        if self.deep:
            new = self._of_objects(new)
        if kind != self.kind and (self.cells or kind == "matrix") and new:
            return None
        old, self.cells = self.cells, new
        self.copy = copied(self.value, self.kind)
        if self.kind == "list":
            keep = 0
            for keep, cell in old.items():
                if new.get(keep, ABSENT) != cell:
                    break
            else:
                keep = len(old)
            gone = [(i, old[i], ABSENT) for i in range(len(old) - 1, keep - 1, -1)]
            if self.fixed and len(old) == len(new):
                return [(i, old[i], new[i]) for i in old if old[i] != new[i]]
            return gone + [(i, ABSENT, new[i]) for i in range(keep, len(new))]
        keys = old.keys() | new.keys() if old.keys() != new.keys() else old.keys()
        pairs = ((key, old.get(key, ABSENT), new.get(key, ABSENT)) for key in keys)
        return [pair for pair in pairs if pair[1] is not pair[2] and pair[1] != pair[2]]


def copied(value: Any, kind: str) -> Any:
    """Return a copy to compare with."""
    if kind == "matrix":
        return [row[:] for row in value]
    return [*value] if isinstance(value, (tuple, deque)) else value.copy()


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as numbers, texts and tuples; an object of the program as its numbers."""
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, complex):
        return int(value.real), int(value.imag)
    if isinstance(value, (list, tuple)) and len(value) < 7 and depth < 2:
        return tuple(plain(item, depth + 1) for item in value)
    if _is_own(value) and depth < 2:
        parts = [plain(part, 2) for _, part in attributes(value)]
        return tuple(part for part in parts if part is None or isinstance(part, (int, str)))
    return "?" if not isinstance(value, float) else value


def is_matrix(value: Any) -> bool:
    """Whether a value is a list of rows of equal length, that are written in."""
    if not isinstance(value, (list, tuple)) or len(value) not in SIDES:
        return False
    first = value[0]
    if not isinstance(first, (list, bytearray)) and not (
        type(value) is list and type(first) is str
    ):
        return False
    if len(first) not in SIDES:
        return False
    if not all(type(row) is type(first) and len(row) == len(first) for row in value):
        return False
    return all(
        isinstance(x, (int, str, type(None))) or _is_own(x) for row in value for x in row[:3]
    )


def read(value: Any) -> tuple[str, Cells]:
    """Return the kind of a container and its cells."""
    if is_matrix(value):
        return "matrix", {
            (i, j): plain(x) for i, row in enumerate(value) for j, x in enumerate(row)
        }
    if isinstance(value, dict):
        return "dict", {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return "set", {plain(key): True for key in value}
    return "list", dict(enumerate(map(plain, value)))


def _is_own(value: Any) -> bool:
    return type(value).__module__ == "__main__" and not isinstance(value, type)


def attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object of the program."""
    known = getattr(value, "__dict__", None)
    if known is not None:
        yield from list(known.items())
    for cls in type(value).__mro__:
        for name in getattr(cls, "__slots__", ()):
            if hasattr(value, name):
                yield name, getattr(value, name)


class Watch:
    """The sources of a program."""

    def __init__(self, state: Callable[[], Any]) -> None:
        self.state = state
        self.sources: dict[tuple[Any, Any], Source] = {}
        self.followed: list[Source] = []  # all but calls
        self.ids: dict[int, Source] = {}
        self.local: dict[CodeType, list[str]] = {}
        self.entries = 0
        self.frames: dict[CodeType, list[Any]] = {}
        self.numbers: dict[str, set[int]] = {}
        self.one_row: Source | None = None  # of which all rows are one
        self.most_calls: Counter[CodeType] = Counter()

    # -- looking for sources

    def look(self, frame: FrameType, now: Moment) -> None:
        """Look at all variables of a frame, and at the globals."""
        module = frame.f_code.co_name == "<module>"
        places: list[tuple[Any, Mapping[str, Any], FrameType | None]]
        places = [(None, frame.f_globals, None)]
        if not module:
            places.insert(0, (frame.f_code, frame.f_locals, frame))
        for key, names, of in places:
            for name, value in list(names.items()):
                self._meet(key, name, value, None if of else names, of, now)
                if _is_own(value):
                    for part, held in attributes(value):
                        owner = getattr(value, "__dict__", {})
                        self._meet(type(value), part, held, owner, None, now)
                elif isinstance(value, type) and value.__module__ == "__main__":
                    for part, held in list(vars(value).items()):
                        self._meet(value, part, held, vars(value), None, now)

    def _meet(
        self,
        key: Any,
        name: str,
        value: Any,
        owner: Mapping[str, Any] | None,
        frame: FrameType | None,
        now: Moment,
    ) -> None:
        if type(value) is int and value in SIDES:
            self.numbers.setdefault(name, set()).add(value)
        elif isinstance(value, CONTAINERS) and not name.startswith(("__", SEEN)):
            self._offer((key, name), name, value, owner, frame, now)
        elif type(value) is int:
            self.numbers.setdefault(name, set()).add(0)

    def _offer(
        self,
        key: tuple[Any, str],
        name: str,
        value: Any,
        owner: Mapping[str, Any] | None,
        frame: FrameType | None,
        now: Moment,
    ) -> None:
        source = self.sources.get(key)
        if source is not None and source.dropped:
            return
        if source is None:
            if id(value) in self.ids or len(self.sources) >= MOST_SOURCES:
                return
            if len(value) > MOST_CELLS or _is_pair(value):
                return
            source = Source(name, owner, [(frame, value)], key)
            source.begin()
            self.sources[key] = source
            self.followed.append(source)
            self.ids[id(value)] = source
            if frame:
                self.local.setdefault(frame.f_code, []).append(name)
            return
        top, held = source.held[-1]
        if held is value and source.kind == "list" and is_matrix(value):
            source.begin()
        if held is value or len(value) > MOST_CELLS:
            return
        known = self.ids.get(id(value))
        if known is not None and known is not source:
            return
        if known is source and frame is not None and top is not frame:
            return  # it is handed on as it is
        if owner is not None and source.owner is not owner and frame is None:
            source.owner = owner  # another object of the same class
        if top is frame:
            self._forget(source)
        source.held.append((frame, value))
        self.ids[id(value)] = source
        self._note(source, now, rewound=True)

    def _forget(self, source: Source) -> None:
        """Take the innermost value away."""
        _, held = source.held.pop()
        if self.ids.get(id(held)) is source and all(kept is not held for _, kept in source.held):
            del self.ids[id(held)]

    # -- what changes

    def poll(self, frame: FrameType, moment: Any) -> bool:
        """Note what changed since the last line; return whether something did."""
        found = False
        names = self.local.get(frame.f_code)
        if names:
            values = frame.f_locals
            for name in names:
                value = values.get(name)
                if isinstance(value, CONTAINERS):
                    key = frame.f_code, name
                    source = self.sources.get(key)
                    if source and source.held[-1][1] is not value:
                        self._offer(key, name, value, None, frame, moment())
        for source in tuple(self.followed):
            if source.owner is not None:
                value = source.owner.get(source.name)
                if value is not source.held[-1][1] and isinstance(value, CONTAINERS):
                    self._offer(source.key, source.name, value, source.owner, None, moment())
            if source.changed():
                if len(source.value) > MOST_CELLS:
                    self._drop(source)
                    continue
                found = self._note(source, moment()) or found
        return found

    def _note(self, source: Source, now: Moment, *, rewound: bool = False) -> bool:
        """Keep what changed in a source."""
        before = source.cells
        cells = source.update()
        if cells is None:  # a list became a matrix
            source.begin()
            return True
        if not cells:
            return False
        if (
            source.kind != "list"
            or len(cells) == 1
            or (before and before.get(0) == source.cells.get(0))
        ):
            source.steady += 1
        if source.shared and source.kind == "matrix" and not any(ABSENT in x[1:] for x in cells):
            self.one_row = self.one_row or source
        if source.kind == "matrix":
            for at, old, new in cells:
                if old is ABSENT:
                    source.first[at] = new
        grows = source.grows(cells)
        if (grows or source.grown) and source.most_states:
            source.most_states -= 1
            now = now._replace(state=self.state())
        source.grown = grows
        self._keep(source, Change(now, cells, rewound))
        tried = len(source.log)
        if tried >= TRIAL and tried % TRIAL == 0 and 2 * source.steady < tried:
            self._drop(source)
        return True

    def _keep(self, source: Source, change: Change) -> None:
        if self.entries < MOST_ENTRIES:
            self.entries += 1
            source.log.append(change)

    def _drop(self, source: Source) -> None:
        """Follow a source no longer: its changes are none of a search."""
        source.dropped = True
        self.followed.remove(source)
        source.owner = None
        if names := self.local.get(source.key[0]):
            names.remove(source.key[1])

    # -- calls

    def arrive(self, frame: FrameType, now: Moment) -> None:
        """Note the arguments of a call."""
        code = frame.f_code
        values = frame.f_locals
        count = code.co_argcount + code.co_kwonlyargcount
        given = tuple(_argument(values.get(name)) for name in code.co_varnames[:count])
        calls = self.frames.setdefault(code, [])
        calls.append((frame, given))
        self.most_calls[code] = max(self.most_calls[code], len(calls))
        key = "calls", code
        source = self.sources.get(key)
        if source is None and len(calls) == 2:
            first = {0: calls[0][1]}
            source = Source(
                code.co_name, None, [(None, [])], key, "calls", dict(first), first=first
            )
            self.sources[key] = source
        if source is not None:
            at = len(calls) - 1
            source.cells[at] = given
            source.grown = source.grows([]) and source.most_states > 0
            if source.grown:
                source.most_states -= 1
                now = now._replace(state=self.state())
            self._keep(source, Change(now, [(at, ABSENT, given)], True))

    def leave(self, frame: FrameType, now: Moment) -> None:
        """Note a return."""
        calls = self.frames.get(frame.f_code, [])
        if calls and calls[-1][0] is frame:
            _, given = calls.pop()
            source = self.sources.get(("calls", frame.f_code))
            if source is not None:
                at = len(calls)
                source.cells.pop(at, None)
                source.size = at
                if source.grown:
                    now = now._replace(state=self.state())
                source.grown = False
                self._keep(source, Change(now, [(at, given, ABSENT)], True))
        for name in self.local.get(frame.f_code, ()):
            source = self.sources.get((frame.f_code, name))
            if source and source.held[-1][0] is frame and len(source.held) > 1:
                self._forget(source)
                self._note(source, now, rewound=True)


def _argument(value: Any) -> Any:
    """Return an argument, if it can be a square or a part of a square."""
    if isinstance(value, (list, tuple)) and len(value) > 4:
        return None
    return plain(value) if not isinstance(value, (set, dict)) else None


def _is_pair(value: Any) -> bool:
    """Whether a value is a square or a step, or a tuple that nothing is added to."""
    numbers = len(value) in {0, 2, 3} and all(type(part) is int for part in value)
    return (isinstance(value, tuple) and numbers) or (len(value) == 2 and numbers)


def _has_objects(value: Any) -> bool:
    return is_matrix(value) and _is_own(value[0][0])
