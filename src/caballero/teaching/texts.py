"""The matrices, lists of squares and traces in a text, found and judged in turn.

A course text about the knight's tour prints what its program found, and what it prints is not
always a tour. A *matrix* is some lines of equally many numbers; matrices in which -1 marks free
squares, one after the other, are a *trace*, in which each board follows from the one before by one
square more, or one less; a *list* is a chain of squares, as in ``[[0, 0], [2, 1]]`` or ``a1 b3
c5``. A *power* is an equation such as ``5^16 = 152587890625``, an *order* what a text says of the
cost of a search, *none* a line that says there is no tour; *spaces* are no-break spaces in a
program that was copied from a page, and *moves* its table of the knight's moves. All else in the
text is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from caballero.formats.claims import claims_none
from caballero.machine.errors import InvalidTour
from caballero.machine.words import Message
from caballero.model.problem import Place, Problem
from caballero.model.texts import bounded_text
from caballero.proof.claim import Claim, claim_of, claim_of_matrix
from caballero.proof.judge import Verdict, verify

from .statements import CODE, NEAR, Statement, nones, orders, powers, tables
from .warnsdorff import departures

MOST_PASSAGES: Final = 1000
"""The most passages that are judged."""

MOST_LINE: Final = 2000
"""How many characters of a line may state powers and orders."""

LEAST: Final = 4
"""The fewest squares of a list, and numbers of a matrix that are not free."""

_ROW: Final = re.compile(
    r"""(?:[^\d:]*:)*[\s\[{(|│'"]*(-?\d+(?:[\s,;|│'"]+-?\d+){2,})[\s\]}),;|│'"]*"""
)
_PAIR: Final = r"[\[(]\s*\d{1,3}\s*,\s*\d{1,3}\s*[\])]"
_NAME: Final = r"\b[a-z]\d{1,2}\b"
_JOINT: Final = r"[\s,;→>\-–]{1,12}"
_LISTS: Final = [re.compile(rf"{place}(?:{_JOINT}{place}){{3,}}") for place in (_PAIR, _NAME)]


@dataclass(frozen=True, slots=True)
class Passage:
    """A tour, or a search for a tour, that a text prints.

    Parameters
    ----------
    kind : str
        ``matrix``, ``list``, ``trace``, ``power``, ``order``, ``none``, ``spaces`` or ``moves``.
    first, last : int
        Its first and last line, from 1.
    claims : tuple of Claim
        What it states: a board or a list, or the boards of a trace; nothing of the others.
    message : Message, optional
        What is said of a passage without claims.
    fits : bool
        Whether such a passage is right.

    Examples
    --------
    >>> from caballero.teaching.texts import passages
    >>> [p.kind for p in passages("Output:\\n 1 4 7\\n 6 -1 2\\n 3 8 5\\nor a1 b3 c1 a2, or")]
    ['matrix', 'list']
    """

    kind: str
    first: int
    last: int
    claims: tuple[Claim, ...] = ()
    message: Message | None = None
    fits: bool = True

    @property
    def right(self) -> bool:
        """Whether it is right, as far as can be decided."""
        if self.message is not None:
            return self.fits
        verdict = self.verdict
        return self.break_at is None if verdict is None else verdict.valid

    @property
    def verdict(self) -> Verdict | None:
        """The judge's verdict; None if it is no single board or list."""
        return verify(self.claims[0]) if self.kind in {"matrix", "list"} else None

    def messages(self) -> list[Message]:
        """Return the sentences about it: its place, its kind, and the judge's verdict."""
        lines = {"first": self.first, "last": self.last, "count": len(self.claims)}
        one_line = "-line" if self.first == self.last else ""
        head = Message(f"passage-{self.kind}{one_line}", lines)
        if self.message is not None:
            return [head, self.message]
        verdict = self.verdict
        if verdict is None:
            wrong = self.break_at
            last = Message("trace-broken", {"number": wrong}) if wrong else Message("trace-sound")
            return [head, last]
        judged = verdict.message if verdict else verdict.faults[0].message
        messages = [head, judged]
        if len(verdict.faults) > 1:
            messages.append(Message("passage-faults", {"count": len(verdict.faults)}))
        begin, path = longest_run(self.claims[0], verdict.problem)
        if self.kind == "matrix" and 2 * len(path) > len(verdict.problem):
            broken = departures(verdict.problem, path)
            data = {"count": len(broken), "number": begin + (broken or (0,))[0] - 1}
            messages.append(Message("rule-broken" if broken else "rule-kept", data))
        return messages

    @property
    def break_at(self) -> int | None:
        """The number, from 1, of the first board of a trace that does not follow; None if all do.

        The first board follows from an empty board.
        """
        problem = Problem(self.claims[0].board_shown())
        before: list[tuple[int, Place]] = []
        for number, claim in enumerate(self.claims, start=1):
            now = sorted(claim.numbered)
            longer, shorter = (now, before) if len(now) > len(before) else (before, now)
            last = [place for _number, place in longer[-2:]]
            step = len(longer) - len(shorter)
            moved = len(longer) < 2 or problem.is_move(last[0], last[-1])
            if shorter != longer[: len(shorter)] or (number > 1 and (step > 1 or not moved)):
                return number
            before = now
        return None


def longest_run(claim: Claim, problem: Problem) -> tuple[int, list[Place]]:
    """Return the longest part of a claim whose steps are moves: its first number, its squares."""
    numbered = sorted((number, place) for number, place in claim.numbered)
    best: list[tuple[int, Place]] = []
    run = numbered[:1]
    for before, now in pairwise(numbered):
        if now[0] != before[0] + 1 or not problem.is_move(before[1], now[1]):
            run = []
        run = [*run, now]
        best = max(best, run, key=len)
    return (best or numbered)[0][0] if numbered else 0, [place for _number, place in best]


def passages(text: str | bytes) -> list[Passage]:
    """Return all matrices, lists of squares and traces in a text, in their order.

    Parameters
    ----------
    text : str or bytes
        Any text, such as that of a lesson.

    Examples
    --------
    >>> from caballero.teaching.texts import passages
    >>> found, = passages("A tour of 3×4:\\n\\n1 4 7 10\\n8 11 2 5\\n3 6 9 12\\n\\nThere are more.")
    >>> found.first, found.last, found.verdict.valid
    (3, 5, True)
    """
    text = bounded_text(text)
    lines = text.splitlines()
    found = [*_matrices(lines), *_lists(text), *_stated(lines), *_spaces(lines), *_moves(text)]
    found.sort(key=lambda p: p.first)
    joined: list[Passage] = []
    for same, group in groupby(found, key=_trace_key):
        parts = [*group]
        if same is None or len(parts) == 1:
            joined += parts
        else:
            claims = tuple(part.claims[0] for part in parts)
            joined.append(Passage("trace", parts[0].first, parts[-1].last, claims))
    return joined[:MOST_PASSAGES]


def _trace_key(passage: Passage) -> tuple[int, ...] | None:
    """Return the shape of a matrix with free squares, which may be a part of a trace."""
    if not passage.claims:
        return None
    claim = passage.claims[0]
    shape = claim.shape or ()
    full = passage.kind != "matrix" or len(claim.numbered) == shape[0] * shape[1]
    return None if full else shape


def _matrices(lines: list[str]) -> Iterator[Passage]:
    """Yield each run of lines with equally many numbers, at least three by three."""
    rows = [_ROW.fullmatch(line) for line in lines]
    numbers = [[int(n) for n in re.findall(r"-?\d+", row[1])] if row else [] for row in rows]
    numbered = [*enumerate(numbers, start=1)]
    for width, group in groupby(numbered, key=lambda line: len(line[1])):
        block = [*group]
        if width < 3 or len(block) < 3:
            continue
        cells = [cell for _line, row in block for cell in row if cell >= 0]
        if not cells or max(cells) > 2 * width * len(block):
            continue  # a table of other numbers
        yield Passage("matrix", block[0][0], block[-1][0], (_claim([row for _, row in block]),))


def _claim(rows: list[list[int]]) -> Claim:
    """Return the claim of a matrix in which -1 marks free squares."""
    claim = claim_of_matrix([*rows])
    return Claim(tuple((n, place) for n, place in claim.numbered if n >= 0), claim.shape)


def _lists(text: str) -> Iterator[Passage]:
    """Yield each chain of squares."""
    for match in (match for pattern in _LISTS for match in pattern.finditer(text)):
        pairs = [(int(a), int(b)) for a, b in re.findall(r"(\d+)\s*,\s*(\d+)", match[0])]
        claim = claim_of(pairs or re.findall(_NAME, match[0]))
        first = 1 + text.count("\n", 0, match.start())
        yield Passage("list", first, first + match[0].count("\n"), (claim,))


def _stated(lines: list[str]) -> Iterator[Passage]:
    """Yield what the lines state of powers, orders, and boards without a tour."""
    found: list[tuple[int, Statement]] = [*nones(lines)]
    for at, line in enumerate(lines, start=1):
        near = " ".join(lines[max(0, at - 1 - NEAR) : at - 1])
        found += [(at, one) for one in (*powers(line[:MOST_LINE]), *orders(line[:MOST_LINE], near))]
    for at, one in found:
        yield Passage(one.kind, at, at, (), one.message, one.fits)


def _moves(text: str) -> Iterator[Passage]:
    """Yield the tables of moves in programs."""
    for start, end, one in tables(text):
        first, last = (1 + text.count("\n", 0, place) for place in (start, end))
        yield Passage(one.kind, first, last, (), one.message, one.fits)


def _spaces(lines: list[str]) -> Iterator[Passage]:
    """Yield the program whose lines have no-break spaces, which compilers and Python refuse."""
    found = [at for at, line in enumerate(lines, start=1) if "\xa0" in line and CODE.search(line)]
    if found:
        message = Message("spaces-program", {"count": len(found)})
        yield Passage("spaces", found[0], found[-1], (), message, fits=False)


def claim_within(text: str | bytes, error: InvalidTour) -> Claim | None:
    """Return the only matrix or list of squares between words; None if they say there is no tour.

    It is for texts that a reader cannot take as a whole, such as what a program prints, and raises
    the `error` of the reader if there is none, or else an error about several.

    >>> found = claim_within("Size (5+): 3\\n1 4 7\\n6 0 2\\n3 8 5\\n0.3 s, 12 s", InvalidTour(""))
    >>> found.shape
    (3, 3)
    """
    written = bounded_text(text, error)
    found = [passage for passage in passages(written) if passage.kind in {"matrix", "list"}]
    inside = {n for passage in found for n in range(passage.first, passage.last + 1)}
    lines = [*enumerate(written.splitlines(), start=1)]
    rows = any(
        re.search(r"\d\D+\d", line) and not re.search(r"[^\W\d_]", line)
        for n, line in lines
        if n not in inside
    )
    if len(found) == 1 and not rows:
        return found[0].claims[0]
    if len(found) > 1:
        raise InvalidTour("claim-several", count=len(found))
    if not rows and any(claims_none(line) for _n, line in lines):
        return None
    raise error
