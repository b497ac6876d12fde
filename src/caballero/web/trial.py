"""The judgement of a pupil's program: what it did against what it should have done.

All readings of :mod:`.following` are witnesses. A program that leaves a tour behind, or noticed
one, is right, whichever of them shows it. If it ended without a tour where there is a tour, or
failed, the first doubt of a reading is reported. If it did neither, it is blamed only if every
reading doubts: a reading that shows a right search is enough to say nothing.

Invariants: nothing is said about how a program is written; only about what it was seen to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from .following import (
    Doubt,
    Place,
    Search,
    Square,
    acts_of,
    fields_in,
    is_move,
    numbers_in,
    place_by_numbers,
    place_of,
)
from .watching import ABSENT, SIDES, Source

ORDER: Final = ("matrix", "list", "dict", "set", "calls")
"""Kinds of sources, the plainest to be shown first."""

TOGETHER: Final = 8
"""Lines between two readings of the same slip."""


@dataclass
class Trial:
    """The sources of a program, read as searches."""

    searches: list[Search]
    sources: list[Source]
    ended: bool = False
    blamed: Search | None = field(default=None, init=False)

    @classmethod
    def of(cls, sources: list[Source], constants: dict[str, int], *, ended: bool) -> Trial:
        """Read the sources as searches."""
        busy = [
            source
            for source in sources
            if len(source.log) > 1 or (source.log and source.kind == "matrix")
        ]
        boards = {
            id(source): place_of(source, constants) for source in busy if source.kind == "matrix"
        }
        shared = max(
            ((source, place) for source in busy if (place := boards.get(id(source)))),
            key=lambda pair: len(pair[0].log),
            default=None,
        )
        general = shared[1] if shared else _place_of_rest(busy, constants)
        searches = []
        for source in busy:
            place = boards.get(id(source)) if source.kind == "matrix" else general
            acts = acts_of(source, place) if place else None
            if acts is not None and place is not None:
                search = Search(source, place)
                search.follow(acts)
                search.finish(ended)
                searches.append(search)
        return cls(searches, sources, ended)

    @cached_property
    def active(self) -> list[Search]:
        """The readings that show a search."""
        if any(search.torus or search.is_of_queens for search in self.searches):
            return []
        found = [search for search in self.searches if search.active]
        most = max((search.moves for search in found), default=0)
        return [search for search in found if 4 * search.moves >= most or search.doubts]

    @property
    def chosen(self) -> Search | None:
        """The reading that is shown."""
        if self.blamed:
            return self.blamed
        rows = self.active or [
            search for search in self.searches if search.nodes and not search.lost
        ]
        rows = rows or self.searches

        def rank(search: Search) -> tuple[bool, bool, int, int]:
            return (
                search.complete,
                search.last_full is not None,
                -ORDER.index(search.source.kind),
                search.visits,
            )

        return max(rows, key=rank, default=None)

    @property
    def wrong(self) -> bool:
        """Whether it ended without a tour, though a tour exists."""
        return not self._has_full() and any(search.has_tour for search in self.active)

    def _has_full(self) -> bool:
        return any(search.complete or (search.tours > search.unnoticed) for search in self.active)

    # -- verdicts

    def success(self, result: list[Square], printed: str) -> tuple[str, dict[str, Any]]:
        """Return the praise of a program that has a tour; nothing if it has none."""
        rows = [search for search in self.searches if not search.lost and search.complete]
        if rows:
            self.blamed = max(
                rows, key=lambda search: (search.active, -ORDER.index(search.source.kind))
            )
            return "tour", {"n": self.blamed.squares, "nodes": self.blamed.nodes}
        queens = [search for search in self.searches if search.is_of_queens and search.has_queens]
        if queens and not result:
            self.blamed = queens[0]
            return "queens", {"n": queens[0].rows, "nodes": queens[0].nodes}
        full = [search for search in self.active if search.last_full and not search.after_full]
        if result:
            if full:
                return "tour", {"n": full[0].squares, "nodes": full[0].nodes}
            return "found", {"n": len(result)}
        noticed = [search for search in full if search.tours > search.unnoticed]
        if noticed and self.ended:
            for search in full:
                if search.source.fixed and not search.path and self._printed_empty(search, printed):
                    self.blamed = search
                    return "wiped", {"n": search.squares}
            self.blamed = noticed[0]
            if noticed[0].tours > 1:
                return "", {}
            return "tour", {"n": noticed[0].squares, "nodes": noticed[0].nodes}
        return "", {}

    @staticmethod
    def _printed_empty(search: Search, printed: str) -> bool:
        """Whether an empty board was printed after the tour was taken back."""
        full = search.last_full
        if full is None:
            return False
        late = printed[full.printed :]
        for mark in "[](),'":
            late = late.replace(mark, " ")
        blank = str(search.source.blank)
        return late.split().count(blank) >= search.squares

    def doubt(self, *, sure: bool) -> Doubt | None:
        """Return the first doubt; unless `sure`, only if all readings doubt."""
        found = [
            (min(search.doubts, key=lambda doubt: doubt.moment.lines), search)
            for search in self.active
            if search.doubts
        ]
        again = [search.start for doubt, search in found if doubt.values.get("number") == 1]
        clean = any(
            not search.doubts
            and not any(s and search.start and is_move(s, search.start) for s in again)
            for search in self.active
        )
        if not found or (not sure and clean):
            return None
        if self._has_full() and not any(
            search.doubts[0].verdict == "tour-lost" for _, search in found
        ):
            return None
        return self._first(found)

    def _first(self, found: list[tuple[Doubt, Search]]) -> Doubt:
        """Return the first doubt; of some that arose almost together, that of the plainest."""
        first = min(doubt.moment.lines for doubt, _ in found)
        near = [pair for pair in found if pair[0].moment.lines <= first + TOGETHER]
        doubt, self.blamed = min(near, key=lambda pair: ORDER.index(pair[1].source.kind))
        return doubt

    def later(self, ended: bool, claim: bool | None, lines: int) -> Doubt | None:
        """Return what is doubtful only when all is known: moves that were never tried."""
        if any(search.tours > search.unnoticed for search in self.active):
            return self._dropped(claim) if ended else None
        if ended and not self.wrong and self.active:
            return None
        rows = [search for search in self.active if search.place_.sure]
        if len(rows) < len(self.active):
            return None
        rows = rows or self._begun(ended)
        found: list[tuple[Doubt, Search]] = []
        for search in rows:
            stopped = ended and self._stopped(search, claim)
            doubt = stopped or search.untried(ended)
            if doubt:
                found.append((doubt, search))
        if not found or (not ended and len(found) < len(rows)):
            return None
        return self._first(found)

    def _begun(self, ended: bool) -> list[Search]:
        """Return readings of boards on which a first square or two were visited, and no more."""
        some = [
            search for search in self.searches if search.nodes and search.source.kind == "matrix"
        ]
        plain = all(not (search.others or search.lost) for search in some)
        return [search for search in some if search.has_tour] if ended and plain else []

    def _stopped(self, search: Search, claim: bool | None) -> Doubt | None:
        """Return that a search ended before all was tried."""
        if not search.final or (len(search.path) < 2 and claim is not True and search.backs):
            return None
        if search.path and search.path != search.final:
            return None
        search.now = search.final_moment or search.now
        last = search.final[-1]
        free = [to for to in search.targets(last) if to not in search.final]
        values = {"n": len(search.final), "all": search.squares}
        if free:
            return search.doubt("unfinished", last, target=search.name(free[0]), **values)
        return search.doubt("stuck", last, **values)

    def _dropped(self, claim: bool | None) -> Doubt | None:
        """Return that a success was thrown away on the way back."""
        full = [search for search in self.active if search.last_full and not search.loud]
        if claim is not False or len(full) < len(self.active):
            return None
        search = self.blamed = full[0]
        search.now = search.last_full or search.now
        return search.doubt("tour-lost", search.final[-1], n=search.squares)

    def verdict(self) -> tuple[str, dict[str, Any]]:
        """Judge a program that ended by itself, and did nothing doubtful."""
        best = self.chosen
        if best is None or best not in self.active:
            return "cannot-follow", {}
        if best.tours > best.unnoticed:
            return "tours", {"n": best.squares, "tours": best.tours, "nodes": best.nodes}
        if best.start is None or not best.has(best.start):
            return "cannot-follow", {}
        data = {"square": best.name(best.start), "nodes": best.nodes}
        if not best.place_.sure:
            return "cannot-follow", {}
        return "missed" if best.has_tour else "no-tour", data


def _place_of_rest(sources: list[Source], constants: dict[str, int]) -> Place | None:
    """Return the board where no matrix shows it."""
    for source in sources:
        side = int(len(source.first) ** 0.5)
        if (
            source.kind == "list"
            and source.fixed
            and side in SIDES
            and side**2 == len(source.first)
        ):
            return Place(0, 0, side, side)
    if spots := [*_spots(sources)]:
        return place_by_numbers(spots, constants)
    most = max((at for source in sources for at in _indices(source)), default=0)
    least = min((n for n in constants.values() if n * n > most), default=0)
    return Place(0, 0, least, least) if most and least else None


def _spots(sources: list[Source]) -> Iterator[Square]:
    """Yield the squares of sources as they are numbered; of a list, where it continues."""
    for source in sources:
        if source.kind in {"set", "dict"}:
            keys = [*source.first, *(at for change in source.log for at, _, _ in change.cells)]
            yield from (key for key in keys if _is_square(key))
            yield from _named(keys)
        elif source.kind == "list" and not source.fixed and any(_named(source.cells.values())):
            yield from _named(new for change in source.log for _, _, new in change.cells)
        elif source.kind in {"list", "calls"} and (where := fields_in(source)):
            stack = [numbers_in(x) for x in source.first.values()]
            for change in source.log:
                for at, _, new in change.cells:
                    del stack[at:]
                    if new is not ABSENT and at == len(stack):
                        if stack and where[0] in stack[-1] and where[1] in stack[-1]:
                            yield stack[-1][where[0]], stack[-1][where[1]]
                        stack.append(numbers_in(new))


def _named(values: Iterable[Any]) -> Iterator[Square]:
    """Yield the squares that have names as chess gives them."""
    for name in values:
        if (
            isinstance(name, str)
            and len(name) in {2, 3}
            and name[0].isalpha()
            and name[1:].isdecimal()
        ):
            yield int(name[1:]) - 1, ord(name[0].lower()) - ord("a")


def _indices(source: Source) -> Iterator[int]:
    """Yield the numbers that may be those of squares."""
    if source.kind == "set" or (source.kind == "list" and not source.fixed):
        for change in source.log:
            for at, _, new in change.cells:
                number = at if source.kind == "set" else new
                if type(number) is int:
                    yield number


def _is_square(key: Any) -> bool:
    return isinstance(key, tuple) and len(key) == 2 and all(type(part) is int for part in key)
