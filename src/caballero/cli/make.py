"""What ``caballero puzzle`` makes: puzzles with one solution, booklets, quizzes, and texts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import click

from caballero import Board, GaveUp, Impossible, InvalidInput, Piece
from caballero.formats.puzzles import MAX_BYTES as LARGEST, puzzle_heading, read_puzzles
from caballero.formats.write import stats_json
from caballero.machine.words import LANGUAGES, Message
from caballero.model.headings import Heading
from caballero.model.interchange import constraints_json, place_json, problem_data, problem_json
from caballero.model.texts import bounded_text
from caballero.proof.outcome import outcome_of
from caballero.puzzles import (
    GRADES,
    Booklet,
    Puzzle,
    Question,
    Recipe,
    TextPuzzle,
    begin_tour,
    make_booklet,
    make_puzzle,
    make_quiz,
    read_along,
    read_booklet,
    read_recipe,
    text_puzzle,
)
from caballero.puzzles.booklet import MAX_BYTES, BookletSection, Lines, Made, next_puzzle
from caballero.puzzles.make import KINDS, MOST_SQUARES
from caballero.puzzles.quiz import LEVELS
from caballero.puzzles.reading import printed_text
from caballero.puzzles.recipes import is_recipe, read_span

from . import options
from .answer import conclude, json_line, note, puzzle_as_text, report, write_answer
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, PICTURES, QUESTION, SEARCH, STILL, Answer, Call, Limited, Names, option
from .pictures import page_of, pdf_of, position_of, prepare, puzzle_of
from .problems import naming_source, problem_of, read_file
from .progress import Bar, progress
from .several import names_on, pupils_of, write_pictures

NUMBERS: Final = ("kind", [kind for kind in KINDS if kind != "zip"])
"""The kinds of puzzles of numbers."""


MOST_WORDS: Final = 2**24
"""The most bytes of a list of words."""


def _span(value: str) -> tuple[int, int]:
    """Read two whole numbers, the least and the greatest."""
    try:
        return read_span(value)
    except InvalidInput as error:
        raise click.BadParameter(error.message.text()) from None


# fmt: off
class _Made(
    options.Board, options.Limited, options.BoardPicture, options.Paper, options.Sheets,
    options.Answer
):
    forms = options.PUZZLES
    count: int | None = option(ANSWER, "-k", least=1, before="form", help=_(
        "Make N puzzles; 1 by default. Of those that are drawn, no two have the same solution."))
    exactly: int | None = None
    more: int | None = None
    visited: int | None = None

class _Clues(Call):
    more: int | None = option(QUESTION, least=0, help=_(
        "Give N clues more than are needed; of symmetric puzzles, N pairs."))
    exactly: int | None = option(QUESTION, "--given", least=1, only=NUMBERS, help=_(
        "Give exactly N clues, at least as many as are needed."))
    score: tuple[int, int] | None = option(QUESTION, type=_span, metavar="A..B", help=_(
        "Make puzzles with a score from A to B; without --level, such that need no guess."))
    symmetric: bool = option(QUESTION, only=NUMBERS, help=_(
        "Put the clues where they look the same after half a turn."))
    mirror: bool = option(QUESTION, only=NUMBERS, help=_(
        "Put the clues where they look the same in a mirror."))
    hide_ends: bool = option(QUESTION, only=NUMBERS, help=_(
        "Do not make the first and the last number clues in any case."))

    @property
    def shape(self) -> str | None:
        """The symmetry of the clues."""
        return "mirror" if self.mirror else "half-turn" if self.symmetric else None

class _FromSeed(Call):
    seed: int | None = option(SEARCH, before="seconds", help=_(
        "Seed of the first puzzle, 0 by default; the next ones have the next seeds."))

class Make(_Clues, options.Question, _FromSeed, _Made):
    kind: str | None = option(QUESTION, type=Names("puzzle-kind", KINDS), metavar=_("KIND"),
        before="more", help=_(
        "Make puzzles of a kind: {names}. A Zip has waypoints and walls, a Rikudo clues and forced "
        "moves; both are for a wazir unless a piece is named."))
    level: str | None = option(QUESTION, type=Names("level", GRADES), before="more", help=_(
        "Make puzzles of a level: {names}."))

class MakeAgain(_Clues, _Made):
    """The puzzles of a name."""

class MakePosition(options.Question, _FromSeed, _Made):
    visited: int = option(QUESTION, least=1, before="hide_ends", help=_(
        "Make positions to finish instead: the first N squares of a tour are visited."))

class MakeBooklet(options.Limited, options.Answer, options.Drawn):
    forms = options.PUZZLES
    file: str = options.argument(type=options.FILE)
# fmt: on


@define("make", Make, statuses={0: _("made"), 1: _("there is none")}, help=_(
    "Make puzzles with one solution.\n\n"
    "BOARD is as for tour, or the name of a puzzle, such as “knight 8 hard 7”, which makes it "
    "again. No number but the first and the last can be spared (of symmetric "
    "puzzles, no pair of numbers). -o draws each as SVG or PNG, or all as PDF with their "
    "solutions."
), examples=(
    "caballero puzzle make 6 --piece king --level medium --symmetric --json\n"
    "caballero puzzle make 7 --kind zip --level hard\n"
    "caballero puzzle make 6 --piece king -k 12 -o sheet.pdf"
))  # fmt: skip
def command(call: Make) -> int:
    wazir = Heading(Piece("wazir")) if call.kind in KINDS[1:] else None
    problem = problem_of(call, wazir)
    return _make(call, Recipe(
        problem, call.kind or KINDS[0], call.level, call.seed or 0, call.shape, call.score
    ))  # fmt: skip


@command.question(
    MakeAgain, when=lambda values: is_recipe(values["board"]), title="NAME",
    examples="caballero puzzle make 'knight 8 hard 7' -o puzzle.svg",
)  # fmt: skip
def _make_again(call: MakeAgain) -> int:
    recipe = read_recipe(call.board)
    return _make(call, replace(
        recipe, symmetric=call.shape or recipe.symmetric, score=call.score or recipe.score
    ))  # fmt: skip


@command.question(MakePosition, "visited", examples="caballero puzzle make 6 --visited 20")
def _make_positions(call: MakePosition) -> int:
    problem = problem_of(call)

    def begin(bar: Bar, recipe: Recipe) -> Puzzle:
        return begin_tour(problem, call.visited, seed=recipe.seed, limits=call.rest, callback=bar)

    return _make_all(call, Recipe(problem, KINDS[0], seed=call.seed or 0), begin, named=False)


def _make(call: Make | MakeAgain, recipe: Recipe) -> int:
    """Make puzzles with one solution; return the exit status."""

    def make(bar: Bar, drawn: Recipe) -> Puzzle:
        return make_puzzle(
            recipe.problem, kind=recipe.kind, ends=not call.hide_ends,
            symmetric=recipe.symmetric or False, more=call.more or 0, given=call.exactly,
            level=recipe.level, score=recipe.score, seed=drawn.seed, limits=call.rest, callback=bar,
        )  # fmt: skip

    named = not (call.hide_ends or call.more or call.exactly)
    return _make_all(call, recipe, make, named=named)


def _make_all(
    call: _Made, recipe: Recipe, make: Callable[[Bar, Recipe], Puzzle], *, named: bool
) -> int:
    """Make puzzles from seed after seed and write them; return the exit status."""
    problem = recipe.problem
    if problem.clues or problem.waypoints:
        line = _("This is a puzzle: caballero puzzle check FILE checks it, solve FILE solves it.")
        raise click.UsageError(line)
    if call.form != "json":
        puzzle_heading(problem)  # before the search, refuse what no text and no picture can show
        if call.form in {"csv", "kudamono", "penpa"} and problem.size <= MOST_SQUARES:
            puzzle_as_text(call.form, problem)
        prepare(call, problem.board)
    whose = [*pupils_of(call).items()]
    count = len(whose) or call.count or 1
    _refuse_pictures(call, count, count * problem.size)
    drawn = call.form in options.PICTURES
    made: list[tuple[Puzzle, str]] = []  # the puzzles that are drawn at the end, and their names
    seen: Lines = set()
    texts: list[str] = []
    status = 0
    for number in range(count):
        known = seen if drawn or whose else set()
        with progress() as bar:
            found = outcome_of(partial(next_puzzle, recipe, known, partial(make, bar)))
        if not isinstance(found, tuple):
            status = _too_few() if found is None else _conclude(call, recipe, found)
            if number:
                report(_("Puzzles made before: {count}.").format(count=number))
            break
        recipe, answer = found
        name = recipe.name if named else None
        if drawn:
            made.append((answer, name or Message("seed-of", {"seed": recipe.seed}).text()))
        else:
            more = {"pupil": whose[number][1]} if whose else {}
            text = _as_text(call, answer, recipe.seed, name, is_first=not number, **more)
            if call.output is None:
                write_answer(call, text)
            else:
                texts.append(text)
        _describe(call, recipe, answer, name)
        recipe = replace(recipe, seed=recipe.seed + 1)
    if made or texts:
        codes = [code for code, _name in whose] or [*map(str, range(1, len(made) + 1))]
        puzzles = [puzzle for puzzle, _name in made]
        many = max(call.count or 1, len(made))
        _write_made(call, puzzles, texts, partial(sheet, call, made, codes), many)
    return status


def _too_few() -> int:
    """Report that 50 seeds in a row gave no new solution, and return the exit status."""
    report(_("Too few different puzzles: ask for fewer, another level or a larger board."))
    return 3


def _refuse_pictures(call: Call, count: int, squares: int) -> None:
    """Refuse, before a search, several pictures without a file, and a PDF that is too large."""
    if call.form in STILL and count > 1 and call.output in {None, "-"}:
        raise click.UsageError(_("A picture shows one puzzle: name a file with -o for several."))
    if call.form == "pdf":
        from caballero.render.sheet import refuse_many

        refuse_many(squares)


def _write_made(
    call: options.Drawn,
    made: Sequence[Puzzle],
    texts: Sequence[str],
    sheet: Callable[[], bytes],
    many: int,
) -> None:
    """Write all puzzles to a file, or a picture of each to a file of its own."""
    if call.form not in STILL:
        write_answer(call, sheet() if call.form == "pdf" else "\n".join(texts))
        return
    write_pictures(call, (puzzle_of(call, puzzle.problem) for puzzle in made), many)


def sheet(
    call: _Made,
    made: Sequence[tuple[Puzzle, str]],
    codes: Sequence[str],
    names: Sequence[str] | None = None,
) -> bytes:
    """Return all puzzles as a PDF, with their numbers, levels, names and solutions."""
    from caballero.puzzles.printing.booklet import puzzle_section
    from caballero.render.pdf import pdf_book

    language = current_language()
    puzzles, titles = zip(*made, strict=True)
    numbers = codes[: len(made)] if len(codes) > 1 else [""]
    section = puzzle_section(puzzles, numbers, titles, call.title, language)
    whose = names or names_on(call, len(made))
    section = section._replace(
        per_page=call.per_page, names=whose and whose[: len(made)], several=bool(call.visited)
    )
    return pdf_book(
        [section], page_of(call), theme=call.theme, coordinates=call.coordinates,
        title=call.title, language=language,
    )  # fmt: skip


def _level(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, in the reader's language: its level, score and trials."""
    if puzzle.rating is None:
        return _("unknown")
    level = Message(f"level-{puzzle.grade}").text()
    line = _("{level} ({score}, trials: {trials})") if puzzle.trials else _("{level} ({score})")
    return line.format(level=level, score=puzzle.score, trials=puzzle.trials)


def _describe(call: _Made, recipe: Recipe, puzzle: Puzzle, name: str | None) -> None:
    """Report how hard a puzzle is, its cost, and its name; of a position, nothing."""
    if call.visited:
        return
    problem, stats = puzzle.problem, puzzle.stats
    if problem.waypoints:
        line = _(
            "Proved: exactly one solution. Level {level}, waypoints: {waypoints}, walls: {walls} "
            "({nodes} nodes, {seconds:.3f} s)."
        )
    elif problem.forced:
        line = _(
            "Proved: exactly one solution. Level {level}, clues: {given}, forced moves: {forced} "
            "({nodes} nodes, {seconds:.3f} s)."
        )
    else:
        line = _(
            "Proved: exactly one solution. Level {level}, clues: {given} ({nodes} nodes, "
            "{seconds:.3f} s)."
        )
    line = line.format(
        level=_level(puzzle), given=len(problem.clues), waypoints=len(problem.waypoints),
        walls=len(problem.forbidden), forced=len(problem.forced), nodes=stats.nodes,
        seconds=stats.seconds,
    )  # fmt: skip
    named = _("Name: {name}").format(name=name)
    note(f"{line} {named}" if name else line)
    wanted = call.more, call.exactly, recipe.level, recipe.score
    if not puzzle.minimal and wanted == (None,) * 4:
        report(_("The puzzle may have more clues than it needs."))


def _conclude(call: _Made, recipe: Recipe, answer: Impossible | GaveUp) -> int:
    """Report why there is no puzzle, and return the exit status."""
    wanted = recipe.level, call.exactly, recipe.score
    if isinstance(answer, GaveUp) and answer.limit == "method" and wanted != (None,) * 3:
        line = _(
            "No such puzzle was found: choose another level, score, number of clues, board or "
            "--seed."
        )
        report(line)
        return 3
    return conclude(call, answer)


def _as_text(
    call: Call,
    puzzle: Puzzle,
    seed: int | None,
    name: str | None,
    *,
    is_first: bool,
    **more: object,
) -> str:
    """Return a puzzle as text that all commands read; JSON with `more`; nothing for a picture."""
    if call.form in options.PICTURES:
        return ""
    if call.form == "json":
        return _as_json(puzzle, seed, name, more)
    drawn = call.form in {"text", "csv"} and not is_first
    return ("\n" if drawn else "") + puzzle_as_text(call.form, puzzle.problem)


def _as_json(puzzle: Puzzle, seed: int | None, name: str | None, more: Mapping[str, object]) -> str:
    """Return a puzzle as a line of JSON; a puzzle that was not made has no seed."""
    problem, board = puzzle.problem, puzzle.problem.board
    clues = [[*board.square(v), number] for number, v in sorted(problem.numbered().items())]
    data: dict[str, object] = {"status": "made", **problem_json(problem)}
    constraints = constraints_json(problem)
    if problem.waypoints:
        data |= {"walls": [], **constraints}
    else:
        data |= {**constraints, "clues": clues}
    data |= {"solution": [place_json(place) for place in puzzle.tour], "grade": puzzle.grade}
    data |= {"score": puzzle.score, "trials": puzzle.trials}
    data |= {"minimal": puzzle.minimal, **({} if seed is None else {"seed": seed})}
    data |= {**({"name": name} if name else {}), **more}
    return json_line({**data, "stats": stats_json(puzzle.stats)})


@define("booklet", MakeBooklet, statuses={0: _("made"), 1: _("there is none")}, help=_(
    "Make the puzzles of a booklet, with their solutions at the end.\n\n"
    "FILE (- is standard input) is TOML: title, author, cover, paper and so on, and a "
    "[[section]] for each kind of puzzle, or with puzzles of your own, which it names. No "
    "solution of a puzzle that is made occurs twice, and the same files make the same booklet. "
    "-o names a PDF; other formats have the puzzles alone."
), examples=_(
    "caballero puzzle booklet booklet.toml -o booklet.pdf\n"
    "caballero puzzle booklet booklet.toml -o puzzle.svg\n"
    "caballero puzzle booklet booklet.toml --json"
))  # fmt: skip
def booklet_command(call: MakeBooklet) -> int:
    with naming_source(call.file):
        folder = "." if call.file == "-" else os.path.dirname(call.file)
        data = read_file(call.file, MAX_BYTES)
        booklet = read_booklet(data, language=current_language(), folder=folder)
        if call.form == "pdf":
            from caballero.puzzles.printing.booklet import page_of

            page_of(booklet)
    problems = booklet.problems
    for board in {problem.board: None for problem in problems}:
        prepare(call, board)
    _refuse_pictures(call, len(problems), sum(problem.size for problem in problems))
    with progress() as bar:
        made = outcome_of(lambda: make_booklet(booklet, limits=call.limits, callback=bar))
    if not isinstance(made, list):
        if isinstance(made, GaveUp) and made.limit == "method":
            return _too_few()
        return conclude(call, made)
    puzzles = [entry.puzzle for entry in made]
    texts = [
        _as_text(
            call, entry.puzzle, entry.recipe.seed if entry.recipe else None, entry.name,
            is_first=entry is made[0], number=entry.number,
        )
        for entry in made
    ]  # fmt: skip
    pages = partial(_pages, booklet, made)
    _write_made(call.but(**booklet.page), puzzles, texts, pages, len(made))
    note(_("Puzzles made: {count}.").format(count=len(made)))
    return 0


def puzzles_in(file: str, call: options.Limited) -> tuple[str, list[Puzzle]]:
    """Return the title and the puzzles of a booklet, or of a file with puzzles, solved."""
    data = read_file(file, LARGEST)
    folder = "." if file == "-" else os.path.dirname(file)
    with naming_source(file), progress() as bar:
        if file.endswith(".toml"):
            booklet = read_booklet(data, language=current_language(), folder=folder)
        else:
            some = tuple(read_puzzles(data))
            booklet = Booklet((BookletSection("", None, own=some),))
        made = make_booklet(booklet, limits=call.limits, callback=bar)
    return booklet.title, [entry.puzzle for entry in made]


def _pages(booklet: Booklet, made: Sequence[Made]) -> bytes:
    """Return the booklet as PDF."""
    from caballero.puzzles import booklet_pdf

    return booklet_pdf(booklet, made)


class Quiz(options.Board, options.Problem, Limited, Answer):
    forms = ("gift", "xml", "json")
    count: int = option(ANSWER, "-k", least=1, default=9, before="form", help=_(
        "Make N questions with choices, and one to answer in writing."))  # fmt: skip
    level: str | None = option(QUESTION, type=Names("level", LEVELS), before="closed", help=_(
        "Make questions of a level: {names}."))  # fmt: skip
    seed: int = option(SEARCH, default=0, before="seconds", help=_(
        "The same seed makes the same questions."))  # fmt: skip


@define("quiz", Quiz, statuses={0: _("made"), 1: _("there is none")}, help=_(
    "Make questions for Moodle, with what the judge says of each choice.\n\n"
    "BOARD is as for tour. The levels ask where a piece can go, for the first fault of a "
    "table, for the move after which no tour is left, and for the only one after which one is "
    "left; the last question is answered in writing, with a rubric. A learning platform "
    "imports the file."
), examples=(
    "caballero puzzle quiz 5 -o quiz.xml\n"
    "caballero puzzle quiz 6 --level hard -k 20 --seed 7 -o quiz.gift\n"
    "caballero puzzle quiz 5 --piece king --lang es"
))  # fmt: skip
def quiz_command(call: Quiz) -> int:
    made = outcome_of(
        lambda: make_quiz(
            problem_of(call), count=call.count, level=call.level, seed=call.seed, limits=call.limits
        )
    )
    if not isinstance(made, list):
        if not (isinstance(made, GaveUp) and made.limit == "method"):
            return conclude(call, made)
        report(_("Too few different questions: ask for fewer, another level or a larger board."))
        return 3
    write_answer(call, _quiz_as(made, call.form))
    note(_("Questions made: {count}.").format(count=len(made)))
    return 0


def _quiz_as(made: Sequence[Question], form: str) -> str:
    """Return questions in a format."""
    from caballero.puzzles import gift, moodle_xml

    language = current_language()
    if form == "json":
        return "\n".join(_question_json(question, language) for question in made)
    return (gift if form == "gift" else moodle_xml)(made, language)


def _question_json(question: Question, language: str) -> str:
    """Return a question as a line of JSON."""
    choices = [
        {
            "text": choice.text if isinstance(choice.text, str) else choice.text.text(language),
            "right": choice.right,
            "feedback": choice.feedback.text(language),
        }
        for choice in question.choices
    ]
    data: dict[str, object] = {"status": "asked", **problem_data(question.problem)}
    data |= {"level": question.level, "path": [place_json(square) for square in question.path]}
    return json_line({**data, "question": question.text.text(language), "choices": choices})


class _Text(options.Seeded, options.Limited, options.BoardPicture, options.Paper, options.Answer):
    forms = ("text", "json", *STILL, "pdf")
    text: str = options.argument(_("TEXT"))
    by: str = option(QUESTION, default="syllable", metavar=_("PARTS"),
        type=Names("parts-kind", "puzzles.parts:KINDS"), before="closed", help=_(
        "Cut the text into parts: {names}."))  # fmt: skip
    language: str | None = option(QUESTION, type=click.Choice(LANGUAGES), metavar="[en|es]",
        before="closed", help=_(
        "Language of the syllables; by default that of the messages."))  # fmt: skip


class Text(options.ClosedOrOpen, options.Piece, _Text):
    """A text along a tour of a board that is chosen."""


class TextOnBoard(options.Problem, _Text):
    board: str = option(QUESTION, metavar=_("BOARD"), type=options.FILE, before="closed", help=_(
        "The board, as for tour."))  # fmt: skip


@define("text", Text, statuses={0: _("made"), 1: _("there is none")}, help=_(
    "Write TEXT along a tour of a board with a square for each of its syllables, words or "
    "letters: the reader finds the tour.\n\n"
    "The answer says how far another tour reads the same. The board is chosen, unless --board "
    "names one."
), examples=(
    "caballero puzzle text caballerosas --by letter\n"
    "caballero puzzle text caballerosas --by letter -o text.svg\n"
    "caballero puzzle text caballos --by letter --board 2x4 --piece king"
))  # fmt: skip
def text_command(call: Text) -> int:
    return _write_text(call, {"piece": call.piece or "knight", "closed": bool(call.closed)})


@text_command.question(TextOnBoard, "board", examples=(
    "caballero puzzle text caballos --by letter --board 2x4 --piece king"
))  # fmt: skip
def _on_board(call: TextOnBoard) -> int:
    return _write_text(call, {"board": problem_of(call)})


class ReadText(options.Piece, options.Limited, Answer):
    forms = ("text",)
    text: str = options.argument(_("FILE"), type=options.FILE)
    solve: bool = option(
        QUESTION,
        help=_("Read the board in FILE, such as “puzzle text” prints, by the words of a list."),
    )
    words: str | None = option(
        QUESTION,
        type=options.FILE,
        help=_("The words in FILE, such as a dictionary or a text of the same kind."),
    )


@text_command.question(ReadText, "solve", examples=(
    "caballero puzzle text board.txt --solve --words words.txt"
))  # fmt: skip
def _read_text(call: ReadText) -> int:
    if call.words is None:
        raise click.UsageError(_("--solve needs a list of words: name its file with --words."))
    with naming_source(call.text):
        board, labels, first = printed_text(bounded_text(read_file(call.text, LARGEST)))
    with naming_source(call.words):
        words = re.findall(r"[^\W\d_]+", bounded_text(read_file(call.words, MOST_WORDS)))
    with progress() as bar:
        found = outcome_of(lambda: read_along(
            board, labels, words, first=first, piece=call.piece or "knight", limits=call.limits,
            callback=bar,
        ))  # fmt: skip
    if not isinstance(found, list):
        return conclude(call, found)
    if not found:
        report(_("No reading was found, which proves nothing: add words to the list."))
        return 1
    write_answer(call, "\n".join(map(str, found)))
    note(_("The readings with the longest words come first; there may be others."))
    return 0


def _write_text(call: Text | TextOnBoard, how: dict[str, Any]) -> int:
    """Make the text and write it, and return the exit status."""
    prepare(call, Board((1, 1)))  # all boards of texts are small
    seed = call.seed or 0
    with progress() as bar:
        answer = outcome_of(lambda: text_puzzle(
            call.text, by=call.by, language=call.language or current_language(), **how,
            seed=seed, limits=call.limits, callback=bar,
        ))  # fmt: skip
    if not isinstance(answer, TextPuzzle):
        return conclude(call, answer)
    if call.form == "json":
        data = _text_json(answer) | {"seed": seed, "stats": stats_json(answer.stats)}
        write_answer(call, json_line(data))
    else:
        drawn = call.form in PICTURES
        write_answer(call, _text_picture(call, answer) if drawn else _text_drawing(answer))
    note(answer.readings.text())
    return 0


def _text_drawing(puzzle: TextPuzzle) -> str:
    """Return the board with the text, the first square in brackets, and then the solution."""
    from caballero.render import tour_text
    from caballero.render.text import framed

    cells = puzzle.labels
    cells[puzzle.first] = f"[{cells[puzzle.first]}]"
    return f"{framed(puzzle.tour.board, cells)}\n\n{tour_text(puzzle.tour)}"


def _text_json(puzzle: TextPuzzle) -> dict[str, object]:
    """Return a puzzle as data."""
    tour, other = puzzle.tour, puzzle.other
    problem = tour.problem
    data: dict[str, object] = {"status": "made", **problem_json(problem)}
    data |= {"text": puzzle.text, "parts": [*puzzle.parts], "first": place_json(puzzle.first)}
    return data | {
        "solution": [place_json(place) for place in tour],
        "alike": puzzle.alike,
        "other": None if other is None else [place_json(place) for place in other],
        "readings": puzzle.readings.text(),
        "limit": puzzle.limit,
    }


def _text_picture(call: options.Drawn, puzzle: TextPuzzle) -> str | bytes:
    """Return the board with the text as SVG or PNG, or a PDF with its solution."""
    tour, labels, marked = puzzle.tour, puzzle.labels, [puzzle.first]
    if call.form != "pdf":
        return position_of(call, tour.board, labels.items(), marked=marked)
    from caballero.render.position import position_scene
    from caballero.render.scene import Scene, tour_scene
    from caballero.render.themes import theme_named

    theme = theme_named(call.theme)
    puzzle_scene = position_scene(tour.board, theme, labels.items(), marked=marked)
    solution = Scene(tour.board, tuple(tour_scene(tour, theme, labels=labels)))
    return pdf_of(call, [puzzle_scene], {0: solution})
