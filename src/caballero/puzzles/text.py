"""The *salto de caballo* of Spanish newspapers: a text along a tour, which the reader finds.

The parts of a text, such as its syllables, stand on the squares of a board in the order of a tour.
The reader sees the first square, and follows the moves that make sense.

Moves alone seldom suffice: most boards have very many tours. So a puzzle says how far another tour
can read the same text before it reads something else. Tours that read the same count as the same;
equal parts may change places. If another tour reads the same first m parts, it also reads the same
first m − 1, so the largest m is found by halving, after steps from the end of the text that grow:
the fewer squares are left, the sooner the search among them ends.

Invariants: the same seed makes the same puzzle, however fast the machine; the board has a
square for each part; every tour is verified.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from caballero.find import solve
from caballero.find.numbers import NumberSearch
from caballero.machine.arguments import seed_of
from caballero.machine.errors import InvalidProblem, TooLarge, be_sure
from caballero.machine.limits import (
    Budget,
    LimitHit,
    LimitOptions,
    Limits,
    SliceOver,
    pause,
    running,
)
from caballero.machine.words import Message
from caballero.model.board import Square
from caballero.model.piece import KNIGHT, PieceLike
from caballero.model.problem import Ground, Problem, restated
from caballero.model.tour import Tour
from caballero.proof.asking import within
from caballero.proof.facts import is_tour
from caballero.proof.outcome import Found, Outcome, Stats

from .make import MOST_SQUARES, shuffled
from .parts import cut_text
from .shapes import boards_of
from .unique import alike

TRIAL: Final = 100_000
"""The nodes that are spent on each board, before the next board is tried."""

MOST_STEPS: Final = 50_000_000
"""The nodes that are spent on other readings, about a second; few texts need so much."""

FURTHER: Final = 12
"""How many larger sizes are tried, to name a size that has a board with a tour."""

SHOWN: Final = 8
"""The parts of another reading that its sentence shows."""


@dataclass(frozen=True, slots=True, repr=False)
class TextPuzzle:
    """A text on a board, and the tour that reads it.

    Parameters
    ----------
    text : str
        The text as it was given.
    parts : tuple of str
        What stands on the squares, in the order of the tour.
    tour : Tour
        The solution.
    other : Tour or None
        Another tour from the first square that reads another text: it begins like this text
        for as long as possible. None if there is none, or none was found within the limit.
    limit : str or None
        The limit that ended the search for other tours; None if `other` is the answer. Texts of a
        few different parts, which repeat, may be too hard.
    stats : Stats
        The cost of making it.

    Examples
    --------
    >>> from caballero.puzzles import text_puzzle
    >>> puzzle = text_puzzle("A knight moves", by="letter")
    >>> puzzle.tour.board.name, puzzle.alike
    ('3x4', 7)
    """

    text: str
    parts: tuple[str, ...]
    tour: Tour
    other: Tour | Any  # None if no other is known
    limit: str | None
    stats: Stats

    @property
    def first(self) -> Square:
        """The square where the text begins."""
        return self.tour.squares[0]

    @property
    def labels(self) -> dict[Square, str]:
        """What stands on each square."""
        return dict(zip(self.tour.squares, self.parts, strict=True))

    def read(self, tour: Tour) -> tuple[str, ...]:
        """Return the parts in the order of another tour of the same board."""
        labels = self.labels
        return tuple(labels[square] for square in tour.squares)

    @property
    def alike(self) -> int | None:
        """How many parts the other tour reads before it reads something else."""
        return None if self.other is None else alike(self.parts, self.read(self.other))

    @property
    def readings(self) -> Message:
        """The knowledge of other readings, in a sentence."""
        place = self.tour.board.square_name(self.first)
        same = self.alike
        if self.other is None or same is None:
            return Message("readings-unknown" if self.limit else "readings-one", {"place": place})
        following = self.read(self.other)[same:]
        rest = " ".join(following[:SHOWN]) + (" …" if len(following) > SHOWN else "")
        data = {"place": place, "alike": same, "count": len(self.parts), "rest": rest}
        return Message("readings-more" if self.limit else "readings-other", data)

    def __repr__(self) -> str:
        return f"<text puzzle: {len(self.parts)} squares, {self.tour.board.name}>"

    def __str__(self) -> str:
        """Return the text."""
        return self.text


@within
def text_puzzle(
    text: str,
    *,
    by: str = "syllable",
    language: str = "en",
    board: Ground | None = None,
    piece: PieceLike = KNIGHT,
    closed: bool = False,
    seed: int = 0,
    **how: Unpack[LimitOptions],
) -> TextPuzzle:
    """Write a text along a tour, and say how far other tours read the same.

    Parameters
    ----------
    text : str
        The text; it has at most 400 parts.
    by, language : str
        How to cut it; see :func:`cut_text`.
    board : Problem, or what :class:`Problem` takes, optional
        A board with a square for each part; by default the most compact that has a tour: a
        rectangle, or a rectangle without some squares.
    piece, closed
        The constraints of the tour, as in :class:`Problem`.
    seed : int
        The same seed always gives the same tour.
    limits, timeout, callback
        When to give up, and a function to call with a :class:`Progress`. By default only the search
        for other readings ends, after about a second. A puzzle has the readings found until
        then.

    Returns
    -------
    TextPuzzle

    Raises
    ------
    NoTour
        If the board that was given has no tour.
    LimitReached
        If a limit came before a tour was found.
    InvalidProblem
        If the board has another number of squares, or numbers; or if no board was found.
    InvalidInput, UnknownName
        If the text cannot be cut; see :func:`cut_text`.
    TooLarge
        If the text is too long.

    Examples
    --------
    >>> from caballero.puzzles import text_puzzle
    >>> proverb = "A mal tiempo, buena cara; a buen hambre no hay pan duro"
    >>> puzzle = text_puzzle(proverb, language="es")
    >>> puzzle.tour.board.name, puzzle.parts[:6]
    ('4x5', ('A', 'MAL', 'TIEM', 'PO', 'BUE', 'NA'))
    >>> print(puzzle.readings)
    Another tour from e4 reads the same up to square 12 of 17, and none further; it \
continues: “RO DU PAN HAY NO”.
    """
    parts = cut_text(text, by, language)
    count = len(parts)
    if count > MOST_SQUARES:
        raise TooLarge("parts-too-many", count=count, most=MOST_SQUARES)
    seed = seed_of(seed)
    budget = running()
    if board is None:
        problem, outcome = _on_some_board(count, piece, closed, seed)
    else:
        problem = Problem(board, piece=piece, closed=closed)
        _check(problem, count)
        outcome = solve(problem, seed=seed)
    order = shuffled(problem, outcome.tour.order, random.Random(seed))
    tour = Tour(problem.ground, tuple(order), problem.piece, problem.closed)
    other, limit = _other_reading(tour, parts, budget)
    stats = Stats(budget.method or outcome.stats.method, budget.nodes, budget.seconds)
    return TextPuzzle(text, parts, tour, other, limit, stats)


def _check(problem: Problem, count: int) -> None:
    """Refuse a board on which no text with this many parts can be written."""
    board, size = problem.board, problem.size
    if problem.clues:
        raise InvalidProblem("make-clues")
    if size != count:
        raise InvalidProblem("parts-board", count=count, board=board.name, size=size)


def _on_some_board(
    count: int, piece: PieceLike, closed: bool, seed: int
) -> tuple[Problem, Outcome]:
    """Return the most compact board that has a tour; raise an error if none was found."""
    for squares in range(count, count + FURTHER + 1):
        for board in boards_of(squares):
            problem = Problem(board, piece, closed)
            pause()
            outcome = solve(problem, limits=Limits(nodes=TRIAL), seed=seed)
            if isinstance(outcome, Found):
                if squares == count:
                    return problem, outcome
                raise InvalidProblem("parts-no-board", count=count, next=squares)
    raise InvalidProblem("parts-no-board-at-all", count=count)


# -- other readings ------------------------------------------------------------------------------


def _other_reading(
    tour: Tour, parts: Sequence[str], budget: Budget
) -> tuple[Tour | None, str | None]:
    """Return the tour that reads most parts alike, and the limit reached, if any."""
    problem = restated(tour.problem, start=tour.squares[0])
    label = dict(zip(tour.order, parts, strict=True))
    best: list[int] | None = None
    same, step = 0, 2
    beyond = len(parts) - 1  # the last part is then the only part left
    limit: str | None = None
    try:
        with budget.slice(MOST_STEPS):
            while same + 1 < beyond:
                shown = max(1, beyond - step) if best is None else (same + beyond) // 2
                found = _differing(problem, label, parts, shown, budget)
                if found is None:
                    beyond = shown
                    step *= 2
                else:
                    best = found
                    same = alike(parts, [label[v] for v in best])
    except LimitHit as hit:
        limit = hit.limit
    except SliceOver:
        limit = "nodes"
    if best is None:
        return None, limit
    be_sure(is_tour(problem, best), "the other reading is no tour")
    return Tour(tour.board, tuple(best), tour.piece, tour.closed), limit


def _differing(
    problem: Problem, label: Mapping[int, str], parts: Sequence[str], shown: int, budget: Budget
) -> list[int] | None:
    """Return a tour that reads the same on the first `shown` squares, and then another text."""
    if len({*parts[shown:]}) == 1:  # the rest reads the same in every order
        return None
    budget.method = "numbers"
    places: dict[str, int] = {}
    for t, text in enumerate(parts[:shown]):
        places[text] = places.get(text, 0) | 1 << t
    later = (1 << len(parts)) - (1 << shown)
    allowed = [places.get(label[v], 0) | later for v in range(len(parts))]
    search = NumberSearch(problem, allowed=allowed)
    search.demand(
        (v, number)
        for number, text in enumerate(parts[shown:], start=shown + 1)
        for v in label
        if label[v] != text
    )
    return search.run(budget)
