"""Booklets: a file in TOML says which puzzles a booklet has, and how its pages look.

The same file makes the same puzzles. No solution occurs twice in a booklet, not even turned,
mirrored or in the other direction: a seed whose tour was there before is passed over, and so is a
seed without a puzzle of the level.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias, Unpack

from caballero.machine.arguments import name_among, of_type
from caballero.machine.errors import InvalidInput, LimitReached, NoTour
from caballero.machine.limits import LimitHit, LimitOptions
from caballero.machine.words import LANGUAGES, short
from caballero.model.board import Board
from caballero.model.problem import Problem
from caballero.proof.asking import within
from caballero.proof.outcome import GaveUp, limited

from .explanation import GRADES
from .make import ATTEMPTS, KINDS, SYMMETRIES, Puzzle
from .recipes import Recipe, read_recipe, read_span

MAX_BYTES: Final = 2**18
"""The largest file that is read."""

MOST_PUZZLES: Final = 2000
"""The most puzzles of a booklet."""

MOST_SECONDS: Final = 60
"""How long the puzzles of a class may take that are made again to mark them."""

Lines: TypeAlias = set[tuple[Board, tuple[int, ...]]]
"""Solutions that were there, up to symmetry and direction."""

PAGES: Final[Mapping[str, tuple[type, ...]]] = {
    "paper": (str,), "margin": (int, float), "bleed": (int, float), "theme": (str,),
    "coordinates": (bool,),
}  # fmt: skip
"""The keys of a file that are about all pages, as the options of :func:`pdf_sheet`."""

WHOLE: Final[Mapping[str, tuple[type, ...]]] = {
    "title": (str,), "language": (str,), "first": (int,), "seed": (int,), "per_page": (int,),
    "solutions_per_page": (int,), "section": (list,), **PAGES,
}  # fmt: skip
"""The keys of a file, and their types."""

PART: Final[Mapping[str, tuple[type, ...]]] = {
    "title": (str,), "kind": (str,), "piece": (str,), "board": (str, int), "closed": (bool,),
    "surface": (str,), "level": (str, list), "score": (str,), "symmetric": (bool, str),
    "count": (int,), "per_page": (int,), "seed": (int,),
}  # fmt: skip
"""The keys of a section, and their types."""

RANGES: Final = {
    "first": (0, 10**6), "seed": (0, 10**18), "per_page": (1, 100), "count": (1, MOST_PUZZLES),
    "solutions_per_page": (1, 100),
}  # fmt: skip
"""The least and the largest whole numbers."""


@dataclass(frozen=True, slots=True)
class BookletSection:
    """Puzzles of one kind, under a title of their own: `count` of them, whose levels rise."""

    title: str
    problem: Problem
    kind: str = KINDS[0]
    levels: tuple[str | None, ...] = (None,)
    count: int = 1
    per_page: int = 2
    seed: int = 0
    symmetric: str | None = None
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Booklet:
    """The puzzles of a booklet, and how they are printed.

    Parameters
    ----------
    sections : tuple of BookletSection
        What is in it.
    title : str
        Its title.
    language : str
        The language of what is printed.
    first : int
        The number of the first puzzle.
    solutions_per_page : int
        The most solutions on a page.
    page : mapping
        The other options of :func:`caballero.render.pdf_sheet`: ``paper``, ``margin``, ``bleed``,
        ``theme``, ``coordinates``.

    Examples
    --------
    >>> from caballero.puzzles import read_booklet
    >>> read_booklet("first = 51\\n[[section]]\\nboard = 8").first
    51
    """

    sections: tuple[BookletSection, ...]
    title: str = ""
    language: str = "en"
    first: int = 1
    solutions_per_page: int = 6
    page: Mapping[str, Any] = field(default_factory=dict)


class Made(NamedTuple):
    """A puzzle of a booklet, with its number, its section and its recipe."""

    number: int
    section: BookletSection
    recipe: Recipe
    puzzle: Puzzle


# -- reading ---------------------------------------------------------------------------------


def read_booklet(text: str | bytes, *, language: str = "en") -> Booklet:
    """Read the file of a booklet.

    Parameters
    ----------
    text : str or bytes
        TOML: ``title``, ``language``, ``first``, ``seed``, ``paper``, ``margin``, ``bleed``,
        ``theme``, ``coordinates``, ``per_page`` and ``solutions_per_page`` if wanted, and a table
        ``[[section]]`` for each section, with ``board`` and perhaps ``title``, ``kind``, ``piece``,
        ``closed``, ``surface``, ``level`` (or a list of rising levels), ``score`` (``40..50``),
        ``symmetric`` (true or ``mirror``), ``count``, ``per_page`` and ``seed``.
    language : str
        The language of a file that names none.

    Raises
    ------
    InvalidInput
        If it is no TOML, or a key or a value is not possible.

    Examples
    --------
    >>> from caballero.puzzles import read_booklet
    >>> booklet = read_booklet('''
    ... title = "For the train"
    ... [[section]]
    ... board = 5
    ... piece = "king"
    ... level = ["easy", "medium"]
    ... count = 4
    ... ''')
    >>> booklet.title, booklet.sections[0].levels
    ('For the train', ('easy', 'medium'))
    """
    if not isinstance(text, bytes):
        text = of_type("text", text, str).encode()
    if len(text) > MAX_BYTES:
        raise InvalidInput("booklet-large", most=MAX_BYTES)
    try:
        data = tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise InvalidInput("booklet-toml", error=short(str(error))) from None
    whole = _checked(data, WHOLE)
    tables = whole.get("section", [])
    shared = {key: whole[key] for key in ("per_page", "seed") if key in whole}
    sections = tuple(_section(shared | _checked(table, PART)) for table in tables)
    total = sum(section.count for section in sections)
    if not 0 < total <= MOST_PUZZLES:
        raise InvalidInput("booklet-count", count=total, most=MOST_PUZZLES)
    own = {key: whole[key] for key in ("title", "first", "solutions_per_page") if key in whole}
    language = name_among("language", whole.get("language", language), LANGUAGES)
    page = {key: whole[key] for key in PAGES if key in whole}
    return Booklet(sections, language=language, page=page, **own)


def _checked(table: object, types: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    """Return a table; refuse keys that have no meaning, and values of other types and sizes."""
    if not isinstance(table, dict):
        raise InvalidInput(
            "not-of-type", name="section", kind="[[section]]", value=short(f"{table}")
        )
    for key, value in table.items():
        if key not in types:
            raise InvalidInput("booklet-key", key=short(key), keys=", ".join(types))
        if type(value) not in types[key]:
            kind = types[key][0].__name__
            raise InvalidInput("not-of-type", name=key, kind=kind, value=short(repr(value)))
        if key in RANGES and not RANGES[key][0] <= value <= RANGES[key][1]:
            least, most = RANGES[key]
            raise InvalidInput("booklet-range", key=key, value=value, least=least, most=most)
    return table


def _section(table: Mapping[str, Any]) -> BookletSection:
    """Return a section of its table."""
    if "board" not in table:
        raise InvalidInput("booklet-board")
    kind = name_among("puzzle-kind", table.get("kind", KINDS[0]), KINDS)
    levels = table.get("level")
    levels = levels if isinstance(levels, list) else [levels]
    piece = table.get("piece", "knight" if kind == KINDS[0] else "wazir")
    board = Board(str(table["board"]), surface=table.get("surface"))
    symmetric = table.get("symmetric", False)
    own = {key: table[key] for key in ("count", "per_page", "seed") if key in table}
    if symmetric:
        symmetric = SYMMETRIES[0] if symmetric is True else symmetric
        own["symmetric"] = name_among("puzzle-symmetry", symmetric, SYMMETRIES)
    if "score" in table:
        own["score"] = read_span(table["score"])
    return BookletSection(
        table.get("title", ""),
        Problem(board, piece, table.get("closed", False)),
        kind,
        tuple(None if one is None else name_among("level", one, GRADES) for one in levels)
        or (None,),
        **own,
    )


# -- making ----------------------------------------------------------------------------------


@within
def make_booklet(booklet: Booklet, **how: Unpack[LimitOptions]) -> list[Made]:
    """Make the puzzles of a booklet, in order; no solution occurs twice, up to symmetry.

    Parameters
    ----------
    booklet : Booklet
        What :func:`read_booklet` returns.
    limits, timeout, callback
        When to give up, for all puzzles together, and a function to call with a
        :class:`Progress`; no limit by default.

    Returns
    -------
    list of Made
        Each puzzle with its number, its section and its recipe.

    Raises
    ------
    NoTour
        If a board has no tour.
    LimitReached
        If a limit came first: ``method`` if 50 seeds in a row gave no new puzzle of a level.

    Examples
    --------
    >>> from caballero.puzzles import make_booklet, read_booklet
    >>> booklet = read_booklet('first = 11\\n[[section]]\\nboard = 4\\npiece = "king"\\ncount = 2')
    >>> [(made.number, made.recipe.name) for made in make_booklet(booklet)]
    [(11, 'king 4 0'), (12, 'king 4 1')]
    """
    booklet = of_type("booklet", booklet, Booklet)
    seen: Lines = set()
    made: list[Made] = []
    for section in booklet.sections:
        seed = section.seed
        for level in _rising(section):
            recipe = Recipe(
                section.problem, section.kind, level, seed, section.symmetric, section.score
            )
            if (found := next_puzzle(recipe, seen, patient=True)) is None:
                raise LimitHit("method")
            made.append(Made(booklet.first + len(made), section, *found))
            seed = found[0].seed + 1
    return made


def next_puzzle(
    recipe: Recipe,
    seen: Lines,
    make: Callable[[Recipe], Puzzle] = Recipe.make,
    *,
    patient: bool = False,
) -> tuple[Recipe, Puzzle] | None:
    """Make the puzzle of a recipe, or of the first seed after it, whose solution was not `seen`.

    It is seen from then on. None if 50 seeds in a row give none. If `patient`, a seed is passed
    over, too, if it has no puzzle of the level. Raises as :meth:`Recipe.make`.
    """
    for seed in range(recipe.seed, recipe.seed + ATTEMPTS):
        one = replace(recipe, seed=seed)
        try:
            puzzle = make(one)
        except LimitReached as reached:
            if not patient or reached.outcome.limit != "method":
                raise
            continue
        # What tours share that are turned, mirrored or the other way round.
        line = puzzle.tour.board, puzzle.tour.canonical().order
        if line not in seen:
            seen.add(line)
            return one, puzzle
    return None


def puzzles_named(name: str, count: int) -> list[Puzzle]:
    """Make the puzzles of a name and its seeds again; InvalidInput if too few, or over a minute."""
    recipe = read_recipe(name)
    seen: Lines = set()
    puzzles: list[Puzzle] = []
    try:
        with limited(MOST_SECONDS):
            while len(puzzles) < count and (found := next_puzzle(recipe, seen)):
                recipe = replace(recipe, seed=found[0].seed + 1)
                puzzles.append(found[1])
    except (NoTour, LimitReached) as none:
        if isinstance(none.outcome, GaveUp) and none.outcome.limit == "seconds":
            raise InvalidInput("recipe-slow", name=recipe.name, seconds=MOST_SECONDS) from None
    if len(puzzles) < count:
        raise InvalidInput("recipe-none", name=recipe.name)
    return puzzles


def _rising(section: BookletSection) -> Iterator[str | None]:
    """Yield the level of each puzzle of a section."""
    for i in range(section.count):
        yield section.levels[i * len(section.levels) // section.count]
