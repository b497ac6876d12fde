"""The notes of a teacher beside an answer: whose it is, how far it is right, and its likely slip.

The judge lists what is wrong. A slip is one small change after which the answer is a tour: nothing
is called one that was not tried.

An answer belongs to a pupil by the words of a name, in any order: all words of the file are in the
name, or else all of the name in the file. Invariants: an answer that may be of several pupils is of
none, and so are several answers of one pupil; the order of answers and pupils changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidInput
from caballero.machine.words import Message, without_accents
from caballero.model.board import Board
from caballero.model.problem import Place, mover

from .claim import Claim
from .facts import is_tour
from .judge import Verdict, exchanged, order_of, places_of


def right_up_to(claim: Claim, verdict: Verdict) -> int:
    """Return how many squares of a claim, from its first number on, are the beginning of a tour.

    They follow each other by moves, on squares not visited before, and keep start and clues.
    """
    problem = verdict.problem
    if verdict.valid:
        return problem.size
    if isinstance(problem.ground, Board) and claim.shape not in (None, problem.ground.shape):
        return 0
    is_move, known = mover(problem), problem.numbered()
    places = {problem.place(v): v for v in range(len(problem))}
    numbers = {vertex: number for number, vertex in known.items()}
    listed = sorted(
        zip(
            (number for number, _ in claim.numbered), places_of(claim, problem.ground), strict=True
        ),
        key=lambda pair: pair[0],
    )
    repeated = {number for number, count in Counter(n for n, _ in listed).items() if count > 1}
    line: list[Place] = []
    for number, place in listed:
        step = len(line) + 1
        vertex = places.get(place, -1)
        right = (
            vertex >= 0 and place not in line[-1:] and number == listed[0][0] + len(line)
            and number not in repeated and (not line or is_move(line[-1], place))
            and known.get(step, vertex) == vertex and numbers.get(vertex, step) == step
        )  # fmt: skip
        if not right:
            break
        del places[place]
        line.append(place)
    return len(line)


def likely_slip(claim: Claim, verdict: Verdict) -> Message | None:
    """Return the one small change that makes a tour of a wrong claim; None if none was found.

    Two numbers exchanged, one number miswritten, the tour numbered from its end, or rows and
    columns exchanged in a list.

    >>> from caballero import verify
    >>> from caballero.formats.claims import read_claim
    >>> claim = read_claim("1 4 7 10\\n12 9 2 5\\n3 6 13 8")
    >>> print(likely_slip(claim, verify(claim)))
    c1 should probably have number 11, not 13.
    """
    problem = verdict.problem
    if verdict.valid:
        return None
    order = order_of(claim, problem)
    first = min((number for number, _place in claim.numbered), default=1)
    if order is not None and -1 not in order:
        if is_tour(problem, order[::-1]):
            return Message("slip-reversed")
        fault = exchanged(order, problem, first)
        return Message("slip-exchanged", {**fault.message.data}) if fault else None
    if claim.shape is None:
        turned = replace(claim, numbered=tuple(_turned(claim, verdict)))
        order = order_of(turned, problem)
        return Message("slip-turned") if order and is_tour(problem, order) else None
    return _miswritten(claim, verdict, first)


def _turned(claim: Claim, verdict: Verdict) -> list[tuple[int, Place]]:
    """Return the squares of a list with rows and columns exchanged."""
    places = places_of(claim, verdict.problem.ground)
    return [
        (number, tuple(reversed(place)) if isinstance(place, tuple) else place)
        for (number, _), place in zip(claim.numbered, places, strict=True)
    ]


def _miswritten(claim: Claim, verdict: Verdict, first: int) -> Message | None:
    """Return the one number that should be another one, which is missing."""
    problem = verdict.problem
    numbers = [number for number, _place in claim.numbered]
    for start in {first, 1}:
        wanted = range(start, start + problem.size)
        missing = {*wanted} - {*numbers}
        if len(numbers) != problem.size or len(missing) != 1:
            continue
        (right,) = missing
        counts = Counter(numbers)
        for i, number in enumerate(numbers):
            if counts[number] == 1 and number in wanted:
                continue
            order = order_of(_with_number(claim, i, right), problem)
            if order is not None and is_tour(problem, order):
                place = problem.place_name(claim.numbered[i][1])
                data = {"place": place, "number": number, "right": right}
                return Message("slip-number", data)
    return None


def _with_number(claim: Claim, at: int, number: int) -> Claim:
    """Return a claim with another number at one of its places."""
    numbered = [*claim.numbered]
    numbered[at] = number, numbered[at][1]
    return replace(claim, numbered=tuple(numbered))


PARTICLES: Final = frozenset(
    ("da", "das", "de", "del", "den", "der", "do", "dos", "la", "las", "los", "van", "von")
)
"""Words of a name that are often left out."""

MOODLE: Final = re.compile(r"(.+?)_\d+_assignsubmission_")
"""What Moodle writes before the name of a file that was handed in: a name and a number."""


def pupils(text: str) -> list[tuple[str, str]]:
    """Return code and name of each line of a list of pupils; numbers must be different."""
    lines: Sequence[str] = [line.strip() for line in text.splitlines() if line.strip()]
    found: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        code, _mark, name = re.sub("[,\t]", ";", line, count=1).partition(";")
        written = code.strip().isdigit() and name.strip()
        found.append((code.strip(), name.strip()) if written else (str(number), line))
    seen: dict[str, str] = {}
    for code, name in found:
        if (other := seen.setdefault(code.lstrip("0"), name)) is not name:
            raise InvalidInput("pupils-twice", number=code, a=other, b=name)
    return found


class Paper(NamedTuple):
    """What is known of an answer: its path below the folder that was named, and its first line."""

    path: str
    title: str


def owners(papers: Sequence[Paper], names: Sequence[str], codes: Sequence[str]) -> list[list[int]]:
    """Return the places of the pupils whom each answer fits; it belongs to the only one.

    >>> class_list = ["Vázquez, Martín", "Martín, Pau", "García López, Ana"]
    >>> papers = [Paper(f"{name}.txt", "") for name in ("martin", "pau", "ana-garcia", "3")]
    >>> owners(papers, class_list, "123")
    [[0, 1], [1], [2], [2]]
    """
    known = [_words(name) for name in names]
    return [_owners(paper, known, codes) for paper in papers]


def _owners(paper: Paper, known: Sequence[set[str]], codes: Sequence[str]) -> list[int]:
    *folders, file = re.split(r"[/\\]", paper.path)
    stem = file.rpartition(".")[0] or file
    official = [found[1] for part in (*folders, file) if (found := MOODLE.match(part))]
    told = [_fitting(_words(part), known, not official) for part in official or [*folders, stem]]
    if stem.isdigit() and not official:
        told[-1] = {i for i, code in enumerate(codes) if code.lstrip("0") == stem.lstrip("0")}
    told = [*filter(None, [*told, _fitting(_words(paper.title), known)])]
    every = set[int]().union(*told)
    return sorted(every.intersection(*told) or every)


def _words(text: str) -> set[str]:
    """Return the words of a name, in lower case, without accents, apostrophes and particles."""
    found = {*re.findall(r"[^\W_]+", re.sub("['’`´]", "", without_accents(text).casefold()))}
    return found - PARTICLES or found


def _fitting(words: set[str], known: Sequence[set[str]], parts: bool = True) -> set[int]:
    """Return the pupils whom words fit: with `parts`, those of a part of a name suffice."""
    same = {i for i, name in enumerate(known) if name == words}
    if not words or (same and not parts):
        return same
    within = {i for i, name in enumerate(known) if _are_in(words, name)}
    beyond = {i for i, name in enumerate(known) if _are_in(name, words)}
    if found := same | (within or beyond):
        return found
    # A number may count the tries of a pupil, unless it is a part of names.
    letters = {word for word in words if not word.isdigit()}
    counted = letters != words and not any(word.isdigit() for name in known for word in name)
    return _fitting(letters, known, parts) if counted else set()


def _are_in(words: set[str], name: set[str]) -> bool:
    """Return whether a name has all words, some as initials, and one at least as it is."""
    left = name - words
    if not any(len(word) > 1 for word in words & name):
        return False
    for word in sorted(words - name):
        fits = [one for one in left if 1 in (len(one), len(word)) and one[0] == word[0]]
        if not fits:
            return False
        left.remove(min(fits))
    return True
