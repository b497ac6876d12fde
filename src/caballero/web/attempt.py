"""The judgement of a pupil's search for queens, a sudoku or a sum.

Unlike a tour, these are judged by the result. A program that has a solution, noticed one, or tried
everything where there is none, is right, however it works. Only where the result is certainly wrong
a cause is named: a solution that was not passed on, a wrong test, a step back that is missing, a
number that was never tried. Where the result is not seen, nothing is said.

Invariants: a program is blamed only if no value of it and no reading shows a right result.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from .following import Act, Square
from .placing import Puts, Puzzle
from .watching import ABSENT, Moment, Source, is_matrix

Told = tuple[str, dict[str, Any]]
MOST_VALUES: Final = 3000
MOST_WALK: Final = 200
"""Nodes on the way to a solution that are looked at."""


@dataclass
class Attempt:
    """What a source of a program put and took back, in order."""

    source: Source
    puzzle: Puzzle
    calls: list[tuple[int, int]]  # of a recursion: when how many were open
    puts: Puts = field(default_factory=dict)
    since: dict[Square, int] = field(default_factory=dict)  # how many calls were open
    done: list[tuple[int, str, Square]] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)  # the numbers of what was put
    tried: dict[int, dict[tuple[Square, int], Moment]] = field(default_factory=dict)
    solved: list[tuple[Moment, Moment | None]] = field(default_factory=list)
    different: set[frozenset[Square]] = field(default_factory=set)  # solutions
    first: Puts = field(default_factory=dict)  # the first solution
    kept: tuple[Moment, Square, int, Square, int] | None = None
    spoiled: tuple[Moment, Square, int] | None = None
    key: int = 0
    deepest: int = 0
    odd: int = 0
    frees: int = 0
    visits: int = 0

    start = None

    def __post_init__(self) -> None:
        self.puts = dict(self.puzzle.given)

    @property
    def rows(self) -> int:
        """The rows of its picture."""
        return self.puzzle.rows

    @property
    def columns(self) -> int:
        """The columns of its picture."""
        return self.puzzle.columns

    @property
    def nodes(self) -> int:
        """The nodes of its tree."""
        return sum(map(len, self.tried.values()))

    @property
    def active(self) -> bool:
        """Whether it shows a search, as far as can be seen."""
        deep = self.deepest >= min(2, self.puzzle.whole)
        return deep and self.visits > 1 and 3 * self.odd <= self.visits

    def follow(self, acts: Iterator[Act]) -> None:
        """Follow all that a source did."""
        for act in acts:
            for cell in act.freed:
                if cell in self.puts:
                    self.free(cell, act.moment)
            for cell, number in act.placed:
                self.put(cell, number, act.moment)
            self.odd += len(act.placed) > 1 and not act.rewound

    def put(self, cell: Square, number: int, now: Moment) -> None:
        """Put a number, or a queen."""
        if self.puzzle.given.get(cell) == number == self.puts.get(cell):
            return
        own = [at for at in self.puts if at in self.since]
        last = own[-1] if own else cell
        depth = self._depth(now.lines)
        if own and self.kept is None and self.calls and depth <= self.since[last]:
            self.kept = now, cell, number, last, self.puts[last]
        if cell in self.puts:
            self.free(cell, now)
        self.visits += not self.calls or now.lines <= self.calls[-1][0]  # none of the printing
        self.tried.setdefault(self.key, {}).setdefault((cell, number), now)
        self.key ^= hash((cell, number))
        self.puts[cell] = number
        self.since[cell] = depth
        self.deepest = max(self.deepest, len(self.since))
        self.done.append((now.step, "place", cell))
        self.entries.append(number)
        if self.puzzle.is_solved(self.puts):
            self.solved.append((now, None))
            self.different.add(frozenset(self.puts))
            self.first = self.first or dict(self.puts)

    def _depth(self, lines: int) -> int:
        """Return how many calls of the recursion were open then."""
        at = bisect_left(self.calls, (lines, -1))
        return self.calls[at - 1][1] if at else 0

    def free(self, cell: Square, now: Moment) -> None:
        """Take a number back, or a queen."""
        if cell in self.puzzle.given and self.puzzle.given[cell] == self.puts[cell]:
            self.spoiled = self.spoiled or (now, cell, self.puts[cell])
        if self.solved and self.solved[-1][1] is None:
            self.solved[-1] = self.solved[-1][0], now
        number = self.puts.pop(cell)
        self.since.pop(cell, None)
        self.frees += 1
        self.key ^= hash((cell, number))
        self.done.append((now.step, "free", cell))

    def text(self, puts: Puts) -> str:
        """Return puts in words."""
        own = {at: n for at, n in puts.items() if self.puzzle.given.get(at) != n}
        return ", ".join(self.puzzle.text(*put) for put in [*own.items()][-9:])

    def untried(self) -> tuple[Moment | None, Puts, Square, int] | None:
        """Return what was put, and the next of a solution with it that was never tried."""
        puts, key, moment = dict(self.puzzle.given), 0, None
        for _ in range(MOST_WALK):
            tried = self.tried.get(key, {})
            good = (put for put in tried if self.puzzle.finish(puts | dict([put])))
            step = next(good, None)
            if step is None:
                break
            puts |= dict([step])
            moment, key = tried[step], key ^ hash(step)
        rest = self.puzzle.finish(puts)
        if rest is None:
            return None
        cells = [cell for cell, _ in tried]
        missing = [(at, n) for at, n in rest.items() if at not in puts]
        if self.puzzle.name == "queens":  # all of the next row
            row = cells[0][0] if cells else min(r for (r, _), _ in missing)
            missing = [put for put in missing if put[0][0] == row] or missing
        elif cells and self.puzzle.name == "sudoku":
            missing = [put for put in missing if put[0] in cells] or missing
        cell, number = missing[0]
        last = max(tried.values(), key=lambda now: now.lines, default=moment)
        return last, puts, cell, number


@dataclass
class Case:
    """What is known of a program at its end."""

    puzzle: Any = None  # none if it is not seen
    attempts: list[Attempt] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)  # of its variables
    claims: list[Any] = field(default_factory=list)  # what the outermost calls returned
    grown: list[Any] = field(default_factory=list)  # lists that were filled
    inner: bool = False  # whether a call within returned more than nothing
    printed: str = ""
    failed: bool = False
    blamed: Attempt | None = None
    moment: Moment | None = None
    cell: Square | None = None

    @property
    def active(self) -> list[Attempt]:
        """The readings that show a search, the best first."""
        some = [attempt for attempt in self.attempts if attempt.active]
        return sorted(some, key=lambda attempt: (-len(attempt.solved), -attempt.visits))

    @property
    def chosen(self) -> Attempt | None:
        """The reading that is shown."""
        return self.blamed or next(iter(self.active or self.attempts), None)

    # -- what it has

    def _is_whole(self, puts: Puts) -> bool:
        return bool(len(puts) >= self.puzzle.whole)

    def _stated(self, values: list[Any]) -> Iterator[list[Puts]]:
        """Yield solutions, right or wrong, that values state: alone, or several in a list."""
        for value in values:
            if self._is_whole(puts := self._puts_in(value)) and self.puzzle.is_solved(puts):
                yield [puts]
            elif isinstance(value, (list, tuple, set)) and len(value) <= MOST_VALUES:
                whole = puts or _is_board(value)
                some = [] if whole else [self._puts_in(part) for part in value]
                if some and all(map(self._is_whole, some)):
                    yield some
                elif isinstance(value, tuple) and any(map(self.puzzle.is_solved, some)):
                    yield [next(filter(self.puzzle.is_solved, some))]

    def _puts_in(self, value: Any) -> Puts:
        try:
            puts: Puts = self.puzzle.puts_in(value)
        except (TypeError, ValueError, KeyError, IndexError):
            return {}
        return puts

    def _shared(self) -> int:
        """Return how often results are the same object, which has changed since."""
        held = [attempt.source.value for attempt in self.attempts if attempt.solved]
        for value in [*self.values, *self.claims]:
            if isinstance(value, list):
                same = [x for x in value if any(x is live for live in held)]
                lone = len(same) == 1 and self.puzzle.is_solved(self._puts_in(same[0]))
                if same and len(same) == len(value) and not lone:
                    return len(same)
        return 0

    def stated(self) -> dict[str, Any]:
        """Return the puzzle as the page draws it, and the numbers that were put."""
        if self.puzzle is None:
            return {}
        return {
            "given": [[*cell, number] for cell, number in self.puzzle.given.items()],
            "numbers": [*getattr(self.puzzle, "numbers", ())],
            "goal": getattr(self.puzzle, "goal", 0),
            "entries": self.chosen.entries if self.chosen else [],
        }

    # -- verdicts

    def verdict(self, *, ended: bool) -> Told:
        """Judge the program."""
        if self.puzzle is None:
            return "", {}
        right = [some for some in self._stated([*self.claims, *self.values]) if self._all(some)]
        solved = [attempt for attempt in self.active if attempt.solved]
        if solved and (count := self._shared()):
            return self._say(solved[0], "put-shared", n=count)
        if right:
            return self._praise(max(map(len, right)))
        if wrong := self._wrong_results():
            return wrong
        if solved:
            return self._reached(solved, ended)
        if self.failed or not ended:
            return "", {}
        return self._without() if self.active else self._early()

    def _early(self) -> Told:
        """Name a step back that comes before what goes on from there."""
        for attempt in self.attempts:
            if attempt.deepest == 1 and attempt.frees > 2 and any(self.claims):
                return self._say(attempt, "put-early", what=self.puzzle.text(*self._first(attempt)))
        return "", {}

    def _all(self, some: list[Puts]) -> bool:
        return all(map(self.puzzle.is_solved, some))

    def _praise(self, count: int) -> Told:
        best = self.chosen
        nodes = best.nodes if best else 0
        if count > 1:
            known = self.puzzle.count()
            values = {"n": count, "nodes": nodes, "all": known}
            return "solutions" if count >= known else "some", values
        goal = getattr(self.puzzle, "goal", 0)
        return self.puzzle.name, {"n": self.puzzle.rows, "nodes": nodes, "goal": goal}

    def _wrong_results(self) -> Told | None:
        """Return what is wrong with the results that a list has, or that a call returned."""
        grown = [
            value
            for value in self.values
            if isinstance(value, list) and any(value is held for held in self.grown)
        ]
        for some in self._stated([*self.claims, *grown]):
            bad = next((puts for puts in some if not self.puzzle.is_solved(puts)), None)
            if bad and (self.active or len(some) > 1):
                return self._bad(self.chosen, bad)
        return None

    def _reached(self, solved: list[Attempt], ended: bool) -> Told:
        """Judge a program in which a solution stood."""
        standing = [attempt for attempt in solved if attempt.solved[-1][1] is None]
        if standing and ended:
            return self._praise(1)
        if not ended or self.failed:
            return "", {}
        attempt = solved[0]
        spans = [(full, back) for full, back in attempt.solved if back]
        shown = any(back.printed != full.printed for full, back in spans)
        lost = self.inner and not any(self.claims)
        quiet = all(back.seen == full.seen or back.thrown > full.thrown for full, back in spans)
        if not shown and spans and (lost or (quiet and not any(self.claims))):
            self.moment = spans[0][1]
            return self._say(attempt, "put-lost", what=attempt.text(attempt.first))
        return self._praise(len(attempt.different))

    def _without(self) -> Told:
        """Judge a program that ended without a solution."""
        attempt = self.active[0]
        exists = self.puzzle.finish({})
        standing = {at: n for at, n in attempt.puts.items() if at in attempt.since}
        claimed = any(bool(claim) for claim in self.claims)
        if exists is None:
            known = self.puzzle.name != "queens" or self.puzzle.rows <= 10
            if known and not standing and not claimed:
                return "none", {"nodes": attempt.nodes}
            return ("", {}) if not known or not standing else self._partial(attempt, standing)
        printed = any(part.isdigit() and part != "0" for part in self.printed.split())
        moments = [change.moment.printed for change in attempt.source.log]
        spoke = moments[-1] != moments[0] or printed
        if not standing and not claimed and spoke:
            return "", {}
        return self._partial(attempt, standing, claimed=claimed)

    def _partial(self, attempt: Attempt, standing: Puts, *, claimed: bool = False) -> Told:
        """Name the cause of a result that is wrong."""
        name = self.puzzle.name
        whole = self._is_whole(attempt.puts) and (name != "sum" or claimed)
        if claimed and not standing:
            return "", {}
        if attempt.spoiled:
            self.moment, self.cell, number = attempt.spoiled
            return self._say(attempt, "put-given", there=self.puzzle.text(self.cell, number))
        if attempt.kept:
            self.moment, self.cell, number, last, old = attempt.kept
            words = {
                "what": self.puzzle.text(self.cell, number),
                "there": self.puzzle.text(last, old),
            }
            return self._say(attempt, "put-kept", **words)
        if standing and (whole or self.puzzle.clash(attempt.puts)):
            return self._bad(attempt, attempt.puts)
        if standing and (claimed or not attempt.frees):
            n = self.puzzle.whole
            return self._say(
                attempt, "put-few", what=attempt.text(standing), n=len(standing), all=n
            )
        left = attempt.untried()
        if left is None:
            return "", {}
        self.moment, puts, self.cell, number = left
        values = {"what": self.puzzle.text(self.cell, number), "after": attempt.text(puts)}
        return self._say(
            attempt, "put-untried" if values["after"] else "put-untried-first", **values
        )

    @staticmethod
    def _first(attempt: Attempt) -> tuple[Square, int]:
        return next(iter(next(iter(attempt.tried.values()))))

    def _bad(self, attempt: Attempt | None, puts: Puts) -> Told:
        """Return why a whole result is none."""
        clash = self.puzzle.clash(puts)
        if clash:
            kind, two, first = clash
            values = {
                "what": self.puzzle.text(two, puts[two]),
                "there": self.puzzle.text(first, puts[first]),
            }
            self.cell = two
            return self._say(attempt, kind, **values)
        numbers = " + ".join(map(str, puts.values()))
        goal = getattr(self.puzzle, "goal", 0)
        if self.puzzle.name == "sum":
            return self._say(attempt, "sum-other", what=numbers, sum=sum(puts.values()), goal=goal)
        if self._is_whole(puts):
            return self._say(attempt, "put-given", there="")
        return self._say(attempt, "put-few", what="", n=len(puts), all=self.puzzle.whole)

    def _say(self, attempt: Attempt | None, verdict: str, **values: Any) -> Told:
        self.blamed = attempt
        return verdict, values


def _is_board(value: Any) -> bool:
    """Whether a list of lists is a board with marks, and no list of results."""
    if not is_matrix(value) or len(value) != len(value[0]):
        return False
    return len({str(x) for row in value for x in row}) < 3


def attempts_of(puzzle: Puzzle, sources: list[Source]) -> list[Attempt]:
    """Read the sources as searches."""
    recursions = [
        source.log for source in sources if source.kind == "calls" and source.name[0] != "<"
    ]
    calls = [
        (change.moment.lines, at + (new is not ABSENT))
        for change in max(recursions, key=len, default=[])
        for at, _, new in change.cells
    ]
    found = []
    for source in sources:
        if source.log and source.kind != "calls":
            acts = puzzle.acts(source)
            if acts is not None:
                found.append(Attempt(source, puzzle, calls))
                found[-1].follow(acts)
    return found
