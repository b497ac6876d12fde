"""The recipe of a puzzle, in a line: ``knight 8 hard 7`` makes the same puzzle again.

The words are the piece (or ``zip`` or ``rikudo``, perhaps with a piece), the board, what differs
from a flat board and an open tour, how the clues lie and the scores and the level if they matter,
and at the end the seed. Invariant: the name of a recipe is read back as an equal recipe, in every
language that has names for its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Unpack

from caballero.machine.arguments import name_among, of_type, seed_of
from caballero.machine.errors import InvalidInput
from caballero.machine.limits import LimitOptions
from caballero.machine.words import plain, short, spellings
from caballero.model.board import Board
from caballero.model.headings import is_grid, read_heading
from caballero.model.piece import KNIGHT, Piece
from caballero.model.problem import Problem
from caballero.proof.asking import QUESTION, verb

from .explanation import GRADES
from .make import KINDS, SYMMETRIES, Puzzle, make_puzzle

LONGEST: Final = 200
"""The longest name that is read, in characters."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What :func:`make_puzzle` makes a puzzle of.

    Parameters
    ----------
    problem : Problem
        The board and the piece, without clues.
    kind : str
        ``numbers``, ``zip`` or ``rikudo``.
    level : str, optional
        ``easy``, ``medium``, ``hard`` or ``expert``.
    seed : int
        The seed.
    symmetric : str, optional
        ``half-turn`` or ``mirror``.
    score : tuple of two ints, optional
        The least and the greatest score.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import Recipe, read_recipe
    >>> recipe = Recipe(Problem("5x6", "king", closed=True), level="hard", seed=7)
    >>> recipe.name
    'king 5x6 closed hard 7'
    >>> read_recipe(recipe.name) == recipe
    True
    """

    problem: Problem
    kind: str = KINDS[0]
    level: str | None = None
    seed: int = 0
    symmetric: str | None = None
    score: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        of_type("problem", self.problem, Problem)
        name_among("puzzle-kind", self.kind, KINDS)
        if self.level is not None:
            name_among("level", self.level, GRADES)
        if self.symmetric is not None:
            name_among("puzzle-symmetry", self.symmetric, SYMMETRIES)
        seed_of(self.seed)

    @property
    def name(self) -> str | None:
        """The name of the puzzle; None if the board is a drawing or there are constraints."""
        board, piece = self.problem.board, self.problem.piece
        drawn = board.gaps or (board.grid and not board.grid.is_named)
        if drawn or board.surface == "mixed" or self.problem.constraints:
            return None
        sides = [*map(str, board.shape)]
        size = board.drawn_as or (sides[0] if sides == sides[:1] * 2 else "x".join(sides))
        words = [self.kind] * (self.kind != KINDS[0])
        if not (words and piece == Piece("wazir")):
            words.append("step" if board.grid and piece == Piece("step") else piece.name)
        words += [size, *[board.surface] * (board.surface != "flat")]
        words += ["closed"] * self.problem.closed
        score = self.score and "{}..{}".format(*self.score)
        return " ".join(
            [*words, *filter(None, [self.symmetric, score, self.level]), f"{self.seed}"]
        )

    @verb(without=QUESTION)
    def make(self, **how: Unpack[LimitOptions]) -> Puzzle:
        """Make the puzzle, as :func:`make_puzzle` does.

        Examples
        --------
        >>> from caballero.puzzles import read_recipe
        >>> read_recipe("king 4 0").make().minimal
        True
        """
        return make_puzzle(
            self.problem, kind=self.kind, symmetric=self.symmetric or False, level=self.level,
            score=self.score, seed=self.seed, **how,
        )  # fmt: skip


def is_recipe(text: str) -> bool:
    """Return whether a text looks like the name of a puzzle: words, the last of which is a number.

    >>> is_recipe("knight 8 hard 7"), is_recipe("8x8 torus"), is_recipe("8")
    (True, False, False)
    """
    words = text.split()
    return len(words) > 1 and words[-1].isascii() and words[-1].isdigit()


def read_recipe(name: str) -> Recipe:
    """Read the name of a puzzle, in any language.

    Parameters
    ----------
    name : str
        Such as ``knight 8 hard 7``.

    Raises
    ------
    InvalidInput
        If a word is unknown, or there is no board or no seed.

    Examples
    --------
    >>> from caballero.puzzles import read_recipe
    >>> read_recipe("zip 6 medium 3").make().grade
    'medium'
    >>> read_recipe("caballo 8 difícil 7").name
    'knight 8 hard 7'
    >>> read_recipe("king 6 mirror 40..50 2").score
    (40, 50)
    """
    name = of_type("name", name, str)
    *words, seed = name[:LONGEST].lower().split() or [""]
    spans = [word for word in words if ".." in word]
    words = [word for word in words if ".." not in word]
    board = next((word for word in words if word[0].isdigit() and "," not in word), None)
    board = board or next((word for word in words if is_grid(word)), None)
    if board is None or len(name) > LONGEST or not is_recipe(name):
        raise InvalidInput("recipe-unreadable", name=short(name))
    words.remove(board)
    kind = next((word for word in words if word in KINDS[1:]), KINDS[0])
    if kind in words:
        words.remove(kind)
    level, words = _one_of("level", GRADES, words)
    symmetric, words = _one_of("puzzle-symmetry", SYMMETRIES, words)
    heading = read_heading(" ".join(words))
    if len(spans) > 1 or (heading.grid and heading.grid != board):
        raise InvalidInput("recipe-unreadable", name=short(name))
    problem = Problem(
        Board(board, surface=heading.surface),
        heading.piece or (KNIGHT if kind == KINDS[0] else Piece("wazir")),
        bool(heading.closed),
    )
    score = read_span(spans[0]) if spans else None
    return Recipe(problem, kind, level, int(seed), symmetric, score)


def _one_of(what: str, names: Iterable[str], words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the first name of some kind among words, in English, and the words that are left."""
    known = spellings(what, names)
    at = next((i for i, word in enumerate(words) if plain(word) in known), None)
    if at is None:
        return None, [*words]
    return known[plain(words[at])][1], [*words[:at], *words[at + 1 :]]


def read_span(text: str) -> tuple[int, int]:
    """Read a range of scores: the least and the greatest."""
    both = [int(part) for part in text.split("..") if part.isdecimal() and len(part) < 10]
    if text.count("..") != 1 or len(both) != 2 or both[0] > both[1]:
        raise InvalidInput("range-unreadable", value=short(text))
    return both[0], both[1]
