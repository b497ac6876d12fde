"""The notes of a teacher beside an answer: how far it is right, and its likely slip.

The judge lists what is wrong. A slip is one small change after which the answer is a tour: nothing
is called one that was not tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from caballero.core.board import Board
from caballero.core.problem import Place, mover
from caballero.core.words import Message
from caballero.proof.claim import Claim
from caballero.proof.facts import is_tour
from caballero.proof.judge import Verdict, exchanged, order_of, places_of


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
    >>> from caballero.proof.written import read_claim
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


def pupils(text: str) -> list[tuple[str, str]]:
    """Return the code and the name of each line of a list of pupils; the code is its number."""
    lines: Sequence[str] = [line.strip() for line in text.splitlines() if line.strip()]
    found: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        code, _mark, name = line.replace(",", ";").replace("\t", ";").partition(";")
        written = code.strip().isdigit() and name.strip()
        found.append((code.strip(), name.strip()) if written else (str(number), line))
    return found
