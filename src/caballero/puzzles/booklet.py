"""Booklets: a file in TOML says which puzzles a booklet has, and how its pages look.

Its sections have your own puzzles, from files in its folder, and made puzzles. The same files
make the same puzzles. No solution occurs twice in a booklet, not even turned,
mirrored or in the other direction: a seed whose tour was there before is passed over, and so is a
seed without a puzzle of the level.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, Unpack

from caballero.formats import read_claim, read_puzzles
from caballero.machine.arguments import name_among, of_type
from caballero.machine.errors import InvalidInput, InvalidProblem, LimitReached, NoTour
from caballero.machine.limits import LimitHit, LimitOptions, running
from caballero.machine.words import LANGUAGES, short
from caballero.model.board import Board
from caballero.model.problem import Problem
from caballero.model.tour import Tour
from caballero.proof.asking import within
from caballero.proof.judge import verify
from caballero.proof.outcome import GaveUp, limited

from .explanation import GRADES
from .make import ATTEMPTS, KINDS, SYMMETRIES, Puzzle
from .rating import rate
from .recipes import Recipe, is_recipe, read_recipe, read_span
from .unique import is_unique

MAX_BYTES: Final = 2**18
"""The largest file that is read."""

MOST_PUZZLES: Final = 2000
"""The most puzzles of a booklet."""

MOST_SECONDS: Final = 60
"""How long the puzzles of a class may take that are made again to mark them."""

Lines: TypeAlias = set[tuple[Board, tuple[int, ...]]]
"""Solutions that were there, up to symmetry and direction."""

MOST_BESIDE: Final = 2**25
"""The largest file that a booklet names: a font or a picture."""

TURNINGS: Final = ("upright", "turned", "mirrored")
"""How the pages of solutions stand."""

PAGES: Final[Mapping[str, tuple[type, ...]]] = {
    "paper": (str,), "margin": (int, float), "bleed": (int, float), "theme": (str,),
    "coordinates": (bool,),
}  # fmt: skip
"""The keys of a file that are about all pages, as the options of :func:`pdf_sheet`."""

WHOLE: Final[Mapping[str, tuple[type, ...]]] = {
    "title": (str,), "language": (str,), "first": (int,), "seed": (int,), "per_page": (int,),
    "solutions_per_page": (int,), "section": (list,), "author": (str,), "introduction": (str,),
    "imprint": (str,), "cover": (str,), "font": (str, list), "solutions": (str,), "hints": (bool,),
    **PAGES,
}  # fmt: skip
"""The keys of a file, and their types."""

PART: Final[Mapping[str, tuple[type, ...]]] = {
    "title": (str,), "kind": (str,), "piece": (str,), "board": (str, int), "closed": (bool,),
    "surface": (str,), "level": (str, list), "score": (str,), "symmetric": (bool, str),
    "count": (int,), "per_page": (int,), "seed": (int,), "text": (str,), "puzzles": (str, list),
}  # fmt: skip
"""The keys of a section, and their types."""

RANGES: Final = {
    "first": (0, 10**6), "seed": (0, 10**18), "per_page": (1, 100), "count": (1, MOST_PUZZLES),
    "solutions_per_page": (1, 100),
}  # fmt: skip
"""The least and the largest whole numbers."""


@dataclass(frozen=True, slots=True)
class BookletSection:
    """Puzzles under a title: those in `own`, and `count` of a kind that are made, of rising levels.

    Your own puzzles are problems or recipes. Without a problem none is made; a text is enough.
    """

    title: str
    problem: Problem | None
    kind: str = KINDS[0]
    levels: tuple[str | None, ...] = (None,)
    count: int = 1
    per_page: int = 2
    seed: int = 0
    symmetric: str | None = None
    score: tuple[int, int] | None = None
    text: str = ""
    own: tuple[Problem | Recipe, ...] = ()

    @property
    def problems(self) -> list[Problem]:
        """The problem of each of its puzzles; of a made puzzle, without clues."""
        own = [own.problem if isinstance(own, Recipe) else own for own in self.own]
        return own + ([] if self.problem is None else [self.problem] * self.count)


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
    author, introduction, imprint : str
        What stands on the title page, after it, and at the foot of its back.
    cover : bytes, Tour or Recipe, optional
        The picture of the title page: a PNG or JPEG file, or a tour, which a recipe may name.
    fonts : tuple of bytes
        At most two TrueType files, plain and bold.
    solutions : str
        How the pages of solutions stand: ``upright``, ``turned`` or ``mirrored``.
    hints : bool
        Whether a first step of each puzzle stands before the solutions.

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
    author: str = ""
    introduction: str = ""
    imprint: str = ""
    cover: bytes | Tour | Recipe | None = None
    fonts: tuple[bytes, ...] = ()
    solutions: str = TURNINGS[0]
    hints: bool = False

    @property
    def problems(self) -> list[Problem]:
        """The problem of each of its puzzles; of a made puzzle, without clues."""
        return [problem for section in self.sections for problem in section.problems]


class Made(NamedTuple):
    """A puzzle of a booklet, with its number, its section and its recipe, if any."""

    number: int
    section: BookletSection
    recipe: Recipe | None
    puzzle: Puzzle

    @property
    def name(self) -> str | None:
        """The name of the puzzle, if any."""
        return None if self.recipe is None else self.recipe.name


# -- reading ---------------------------------------------------------------------------------


def read_booklet(text: str | bytes, *, language: str = "en", folder: str | Path = ".") -> Booklet:
    """Read the file of a booklet.

    Parameters
    ----------
    text : str or bytes
        TOML: ``title``, ``language``, ``first``, ``seed``, ``paper``, ``margin``, ``bleed``,
        ``theme``, ``coordinates``, ``per_page`` and ``solutions_per_page`` if wanted, and a table
        ``[[section]]`` for each section, with ``board`` and perhaps ``title``, ``kind``, ``piece``,
        ``closed``, ``surface``, ``level`` (or a list of rising levels), ``score`` (``40..50``),
        ``symmetric`` (true or ``mirror``), ``count``, ``per_page`` and ``seed``. Instead of a
        board, or besides, ``puzzles`` names files, folders and puzzles. ``author``, ``cover``,
        ``introduction``, ``imprint``, ``font``, ``solutions`` and ``hints`` are as in
        :class:`Booklet`.
    language : str
        The language of a file that names none.
    folder : str or Path
        Where the files are that it names: puzzles, boards, a picture, fonts.

    Raises
    ------
    InvalidInput
        If it is no TOML, or a key or a value is not possible.
    OSError
        If a file that it names cannot be read.

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
    place = Path(folder)
    sections = tuple(_section(shared | _checked(table, PART), place) for table in tables)
    total = sum(len(section.problems) for section in sections)
    if not 0 < total <= MOST_PUZZLES:
        raise InvalidInput("booklet-count", count=total, most=MOST_PUZZLES)
    plain = ("title", "first", "solutions_per_page", "author", "introduction", "imprint", "hints")
    own = {key: whole[key] for key in plain if key in whole}
    own["solutions"] = name_among("turning", whole.get("solutions", TURNINGS[0]), TURNINGS)
    own["cover"] = _cover(whole["cover"], place) if "cover" in whole else None
    fonts = whole.get("font", [])
    own["fonts"] = tuple(_beside(place, name) for name in _listed("font", fonts)[:2])
    language = name_among("language", whole.get("language", language), LANGUAGES)
    page = {key: whole[key] for key in PAGES if key in whole}
    if whole.get("hints"):  # they name squares
        page = {"coordinates": True, **page}
    return Booklet(sections, language=language, page=page, **own)


def _listed(key: str, value: str | list[Any]) -> list[str]:
    """Return a text as a list of itself, and a list of texts as it is."""
    values = value if isinstance(value, list) else [value]
    return [of_type(key, value, str) for value in values]


def _beside(folder: Path, name: str) -> bytes:
    """Return the content of a file that a booklet names."""
    with (folder / name).open("rb") as file:
        data = file.read(MOST_BESIDE + 1)
    if len(data) > MOST_BESIDE:
        raise InvalidInput("booklet-large-beside", file=short(name), most=MOST_BESIDE)
    return data


def _cover(name: str, folder: Path) -> bytes | Tour | Recipe:
    """Return the picture of a title page: an image file, or a tour in a file; or a recipe."""
    if is_recipe(name) and not (folder / name).is_file():
        return read_recipe(name)
    data = _beside(folder, name)
    if data[:4] == b"\x89PNG" or data[:2] == b"\xff\xd8":
        return data
    claim = read_claim(data)
    verdict = verify(claim, claim.board_shown())
    if verdict.tour is None:
        raise InvalidInput("booklet-cover", file=short(name), fault=verdict.faults[0].message)
    return verdict.tour


def _own(names: Iterable[str], folder: Path) -> Iterator[Problem | Recipe]:
    """Yield the puzzles of names: recipes, or the puzzles in files and in the files of folders."""
    for name in names:
        place = folder / name
        if is_recipe(name) and not place.exists():
            yield read_recipe(name)
            continue
        inside = sorted(filter(Path.is_file, place.iterdir())) if place.is_dir() else []
        for file in inside or [place]:
            shown = f"{name}/{file.name}" if inside else name
            for number, problem in enumerate(_read(shown, folder), 1):
                if not problem.clues and not problem.waypoints:
                    raise InvalidInput("booklet-no-clues", file=short(shown), number=number)
                yield problem


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


def _read(name: str, folder: Path, surface: str | None = None) -> list[Problem]:
    """Return the puzzles in a file, which errors name."""
    try:
        return read_puzzles(_beside(folder, name), surface=surface)
    except InvalidInput as error:
        error.add_note(name)
        raise


def _section(table: Mapping[str, Any], folder: Path) -> BookletSection:
    """Return a section of its table."""
    own: dict[str, Any] = {"text": table.get("text", "")}
    own["own"] = tuple(_own(_listed("puzzles", table.get("puzzles", [])), folder))
    own |= {key: table[key] for key in ("count", "per_page", "seed") if key in table}
    title = table.get("title", "")
    if "board" not in table:
        if not own["own"] and not own["text"]:
            raise InvalidInput("booklet-board")
        return BookletSection(title, None, **own)
    kind = name_among("puzzle-kind", table.get("kind", KINDS[0]), KINDS)
    levels = table.get("level")
    levels = levels if isinstance(levels, list) else [levels]
    piece = table.get("piece", "knight" if kind == KINDS[0] else "wazir")
    board, surface = str(table["board"]), table.get("surface")
    if "\n" not in board and len(board) < 200 and (folder / board).is_file():
        ground = _read(board, folder, surface)[0].board
    else:
        ground = Board(board, surface=surface)
    symmetric = table.get("symmetric", False)
    if symmetric:
        symmetric = SYMMETRIES[0] if symmetric is True else symmetric
        own["symmetric"] = name_among("puzzle-symmetry", symmetric, SYMMETRIES)
    if "score" in table:
        own["score"] = read_span(table["score"])
    return BookletSection(
        title,
        Problem(ground, piece, table.get("closed", False)),
        kind,
        tuple(level if level is None else name_among("level", level, GRADES) for level in levels)
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
        If a board or a puzzle has no tour.
    InvalidProblem
        If a puzzle that is not made has several solutions.
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
        for own in section.own:
            number = booklet.first + len(made)
            recipe = own if isinstance(own, Recipe) else None
            try:
                puzzle = own.make() if isinstance(own, Recipe) else solved(own)
            except InvalidProblem as error:
                raise InvalidProblem("booklet-puzzle", number=number, why=error.message) from None
            seen.add(_line(puzzle))
            made.append(Made(number, section, recipe, puzzle))
        problem, seed = section.problem, section.seed
        for level in _rising(section) if problem else ():
            assert problem is not None
            recipe = Recipe(problem, section.kind, level, seed, section.symmetric, section.score)
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
        seeded = replace(recipe, seed=seed)
        try:
            puzzle = make(seeded)
        except LimitReached as reached:
            if not patient or reached.outcome.limit != "method":
                raise
            continue
        line = _line(puzzle)
        if line not in seen:
            seen.add(line)
            return seeded, puzzle
    return None


def _line(puzzle: Puzzle) -> tuple[Board, tuple[int, ...]]:
    """Return what solutions share that are turned, mirrored or the other way round."""
    return puzzle.tour.board, puzzle.tour.canonical().order


@within
def solved(problem: Problem, **how: Unpack[LimitOptions]) -> Puzzle:
    """Return a puzzle that was not made here, with its only solution and its level.

    Raises :class:`InvalidProblem` if it has several or none, and :class:`LimitReached` if a limit
    came first.
    """
    answer = is_unique(problem)
    if answer.status in {"several", "none"}:
        raise InvalidProblem(f"booklet-{answer.status}")
    tour = answer.tour
    return Puzzle(problem, tour, False, rate(problem, tour, running()), answer.stats)


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
