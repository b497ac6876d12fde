"""A teacher's notes on an answer: whose it is, how far it is right, and its likely slip.

The judge lists what is wrong. A slip is a small change after which the answer is a tour: nothing
is called a slip that was not tried.

An answer belongs to a pupil by the words of a name, in any order: all words of the file are in the
name, or else all of the name in the file. Invariants: an answer that may be of several pupils is of
none, and so are several answers of a pupil; the order of answers and pupils changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast

from caballero.machine.words import Message, without_accents
from caballero.model.board import Board
from caballero.model.problem import Place, Problem, mover, restated

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
    """Return the small change that makes a tour of a wrong claim; None if none was found.

    Two numbers exchanged, a number miswritten, the tour numbered from its end, rows and columns
    exchanged, or the board turned around; or it is a tour, but starts elsewhere.

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
    complete = order is not None and -1 not in order
    if complete and order and is_tour(problem, order[::-1]):
        return Message("slip-reversed")
    if code := _turned(claim, problem):
        return Message(code)
    if not complete or order is None:
        return _miswritten(claim, verdict, first) if claim.shape else None
    if fault := exchanged(order, problem, first):
        return Message("slip-exchanged", {**fault.message.data})
    free = restated(problem, start=None, end=None, clues=(), waypoints=())
    if free is not problem and is_tour(free, order):
        place = problem.place_name(problem.place(order[0]))
        return Message("slip-elsewhere", {"place": place})
    return None


def _turned(claim: Claim, problem: Problem) -> str | None:
    """Return how the board was turned if the claim is a tour on the board as it should be."""
    ground = problem.ground
    if not isinstance(ground, Board) or ground.grid or len(ground.shape) != 2:
        return None
    rows, columns = ground.shape
    if claim.shape not in (None, (rows, columns), (columns, rows)):
        return None
    places = places_of(claim, ground)
    if any(not isinstance(place, tuple) or len(place) != 2 for place in places):
        return None
    high, wide = claim.shape or (rows, columns)
    shape = claim.shape and ground.shape
    for code, flip, mirror, turn in TURNED:
        numbered = []
        for (number, _), place in zip(claim.numbered, places, strict=True):
            r, c = cast("tuple[int, int]", place)
            r, c = (high - 1 - r if flip else r), (wide - 1 - c if mirror else c)
            numbered.append((number, (c, r) if turn else (r, c)))
        order = order_of(replace(claim, numbered=tuple(numbered), shape=shape), problem)
        if order and -1 not in order and is_tour(problem, order):
            return code
    return None


def _miswritten(claim: Claim, verdict: Verdict, first: int) -> Message | None:
    """Return the only number that should be another, which is missing."""
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
    """Return a claim with another number at a place."""
    numbered = [*claim.numbered]
    numbered[at] = number, numbered[at][1]
    return replace(claim, numbered=tuple(numbered))


TURNED: Final = (
    ("slip-turned", False, False, True),
    ("slip-upside", True, False, False),
    ("slip-mirrored", False, True, False),
    ("slip-around", True, True, False),
    ("slip-around", True, False, True),
    ("slip-around", False, True, True),
    ("slip-around", True, True, True),
)
"""How a board may be turned: from below, from the right, rows and columns exchanged."""

PARTICLES: Final = frozenset(
    ("da", "das", "de", "del", "den", "der", "do", "dos", "la", "las", "los", "van", "von")
)
"""Words of a name that are often left out."""

MOODLE: Final = re.compile(r"(.+?)_(\d+)_assignsubmission_")
"""What Moodle writes before the name of a file that was handed in: a name and a number."""


class Paper(NamedTuple):
    """What is known of an answer: its path below the folder that was named, and its first line."""

    path: str
    title: str


def owners(
    papers: Sequence[Paper],
    names: Sequence[str],
    codes: Sequence[str],
    moodle: Sequence[str] = (),
) -> list[list[int]]:
    """Return the places of the pupils whom each answer fits; if only one fits, it is the owner.

    >>> class_list = ["Vázquez, Martín", "Martín, Pau", "García López, Ana"]
    >>> papers = [Paper(f"{name}.txt", "") for name in ("martin", "pau", "ana-garcia", "3")]
    >>> owners(papers, class_list, "123")
    [[0, 1], [1], [2], [2]]
    """
    known = [_words(name) for name in names]
    numbered = {number: i for i, number in enumerate(moodle) if number}
    return [_owners(paper, known, codes, numbered) for paper in papers]


def _owners(
    paper: Paper, known: Sequence[set[str]], codes: Sequence[str], numbered: Mapping[str, int]
) -> list[int]:
    *folders, file = re.split(r"[/\\]", paper.path)
    stem = file.rpartition(".")[0] or file
    found = [match for part in (*folders, file) if (match := MOODLE.match(part))]
    if found and found[0][2] in numbered:
        return [numbered[found[0][2]]]
    official = [match[1] for match in found]
    fitting = [_fitting(_words(part), known, not official) for part in official or [*folders, stem]]
    if stem.isdigit() and not official:
        fitting[-1] = {i for i, code in enumerate(codes) if code.lstrip("0") == stem.lstrip("0")}
    fitting = [*filter(None, [*fitting, _fitting(_words(paper.title), known)])]
    every = set[int]().union(*fitting)
    return sorted(every.intersection(*fitting) or every)


def _words(text: str) -> set[str]:
    """Return the words of a name, in lower case, without accents, apostrophes and particles."""
    found = {*re.findall(r"[^\W_]+", re.sub("['’`´]", "", without_accents(text).casefold()))}
    return found - PARTICLES or found


def _fitting(words: set[str], known: Sequence[set[str]], parts: bool = True) -> set[int]:
    """Return the pupils whom words fit: with `parts`, those of a part of a name suffice."""
    same = {i for i, name in enumerate(known) if name == words}
    if not words or (same and not parts):
        return same
    # Words that no name has say nothing, such as “homework”; a number may count tries, unless names
    # have numbers. Without them a short form may fit others, too.
    vocabulary = set[str]().union(*known)
    with_numbers = any(word.isdigit() for word in vocabulary)
    core = {
        word
        for word in words
        if word in vocabulary or (with_numbers if word.isdigit() else len(word) == 1)
    }
    within = {i for i, name in enumerate(known) if _are_in(core, name)}
    beyond = {i for i, name in enumerate(known) if _are_in(name, words)}
    return same | (within or beyond)


def _are_in(words: set[str], name: set[str]) -> bool:
    """Return whether a name has all words, some as initials, but not all."""
    left = name - words
    if not any(len(word) > 1 for word in words & name):
        return False
    for word in sorted(words - name):
        fits = [known for known in left if 1 in (len(known), len(word)) and known[0] == word[0]]
        if not fits and not (len(word) == 1 and any(known[0] == word for known in name)):
            return False
        left -= {min(fits, default="")}
    return True
