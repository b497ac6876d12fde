"""``caballero class``: all that a class needs before it, and all that it handed in after it.

``new`` reads the list of a class and writes a folder: a sheet for each pupil, slides, a quiz, a
link. ``mark`` reads what was handed in, with that folder or with a list and a board.

Invariants: an answer that may be of several pupils is of none, and is listed; a mark never comes
from a file that could not be read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from caballero import CaballeroError, LimitReached, Problem, Verdict
from caballero.formats.claims import title_of
from caballero.formats.handed_in import Answer, handed_in
from caballero.machine.folders import new_folder, refuse_link, together
from caballero.machine.words import LANGUAGES, Message, number, plain, translator
from caballero.model.texts import decoded
from caballero.proof import Claim, marking

from . import options, problems
from .answer import json_line, note, write_answer, write_table
from .command import HelpfulGroup, define
from .language import current_language, translate as _
from .options import ANSWER, QUESTION, Timed, option
from .problems import read_file
from .progress import progress
from .several import MOST_NAMES, class_of, names_in
from .verify import verdict_json, verified

if TYPE_CHECKING:
    from caballero.formats.class_list import ClassList, Pupil

MOST_NAMED: Final = 5
"""The most pupils or files of a sentence."""

MOODLE: Final = re.compile(r"([^/\\\\]+?)(_\d+)_assignsubmission_(?:file|onlinetext)_/?")
"""What Moodle calls a folder; the table shows the name, and the number of what has no pupil."""

MOST_POINTS: Final = 10.0
"""The best grade, unless the list has another one."""

KEPT: Final = ("pupils.csv", "tasks.txt")
"""The list and the puzzles in the folder that ``new`` writes."""


class Mark(options.Claimed, Timed, options.Answer, options.Paper):
    forms = ("text", "json", "csv", "pdf")
    files: tuple[str, ...] = options.files
    first: int | None = option(ANSWER, before="form", help=_(
        "Number of the first square; by default the smallest in the file."))  # fmt: skip
    names: str | None = option(QUESTION, type=options.FILE, help=_(
        "The list of the class: whose the files are, and who is missing."))  # fmt: skip
    of_class: str | None = option(QUESTION, "--class", type=options.FOLDER, help=_(
        "The folder that class new has written: its list and its tasks."))  # fmt: skip
    folder: str | None = option(ANSWER, "--into", type=options.FOLDER, before="form", help=_(
        "Write a grade book, a PDF of all and a note to each pupil into FOLDER."))  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Mark:
    """The mark of one file; `sentence` is the verdict, or why it cannot be read.

    `pupil` is the place of its pupil in the list, `candidates` are the places of those whose it may
    be, and `listed` is whether no pupil has the mark until the file is renamed.
    """

    file: str
    status: str
    sentence: str
    name: str = ""
    right: int = 0
    squares: int = 0
    slip: str = ""
    claim: Claim | None = None
    verdict: Verdict | None = None
    pupil: int | None = None
    candidates: tuple[int, ...] = ()
    listed: bool = False

    @property
    def cells(self) -> list[str]:
        """The cells of the table: file, name, verdict, right up to, squares, first fault, slip."""
        words = {"valid": _("yes"), "invalid": _("no"), "error": "?", "missing": "–"}
        right = [str(self.right), str(self.squares)] if self.squares else ["", ""]
        wrong = "" if self.status == "valid" and not self.listed else self.sentence
        sign = "?" if self.listed and not self.file else words[self.status]
        return [self.file, self.name, sign, *right, wrong, self.slip]

    @property
    def remark(self) -> str:
        """Why it has no pupil, or the slip, or the first fault."""
        return (not self.listed and self.slip) or self.cells[5]

    @property
    def share(self) -> float:
        """Which part of the answer is right, from 0 to 1."""
        if self.status == "valid":
            return 1.0
        return min(self.right / self.squares, 0.99) if self.squares else 0.0


@define("mark", Mark, statuses={0: _("all valid"), 1: _("some not valid, or missing")}, help=_(
    "Mark the answers of a class: FILE is a zip archive, such as Moodle's, a folder or a text.\n\n"
    "A file belongs to the pupil whose name or number it, its folder or its first line has, in any "
    "order of the words; what may be of several pupils is of none, and is listed. An answer is as "
    "for verify, perhaps between words of a program, or the claim that there is no tour."
), examples=_(
    "caballero class mark answers.zip --class class-2a --into marked\n"
    "caballero class mark answers --names pupils.csv --board 6 --start a1\n"
    "caballero class mark answers --board 6 -o marked.pdf"
))  # fmt: skip
def mark(call: Mark) -> int:
    if call.of_class is not None:
        names, board = (_kept(call.of_class, name) for name in KEPT)
        call = call.but(names=names, board=board)
    listed = class_of(call)
    answers = [*handed_in(call.files, read_file)]
    marks = _marks(call, answers, listed)
    if call.folder is not None:
        _write_all(call, call.folder, marks, listed)
    match call.form:
        case "json":
            lines = "\n".join(_json(mark, listed) for mark in marks)
            write_answer(call, lines)
        case "pdf":
            _write_pdf(call, marks)
        case "csv":
            write_table(call, [_heads(), *(mark.cells for mark in marks)])
        case _:
            write_answer(call, _table(call, marks))
    return max({"valid": 0, "error": 2}.get(mark.status, 1) for mark in marks)


def _kept(folder: str, name: str) -> str:
    """Return a file of the folder of a class, whichever language it was written in."""
    files = [os.path.join(folder, translator(language)(name)) for language in LANGUAGES]
    found = next(filter(os.path.isfile, files), None)
    if found is None:
        line = _("{folder} is not the folder of a class: write one with caballero class new.")
        raise click.UsageError(line.format(folder=folder))
    return found


def _marks(call: Mark, answers: Sequence[Answer], listed: ClassList) -> list[_Mark]:
    """Return the mark of each file, and then of each pupil without any."""
    pupils = listed.pupils
    papers = [
        marking.Paper(paper.path, title_of(paper.text) if _is_text(paper) else "", _lines(paper)[0])
        for paper in answers
    ]
    names, codes = [pupil.name for pupil in pupils], [pupil.code for pupil in pupils]
    owned = marking.owners(papers, names, codes, [pupil.moodle for pupil in pupils])
    strange = marking.strange_words(papers, names, codes)
    shown = [*names_in(listed).values()]
    tasks = _own_tasks(call, len(pupils))
    marks = []
    for answer, paper, places in zip(answers, papers, owned, strict=True):
        line, rest = _lines(answer)
        if len(places) == 1 and len(line) >= marking.LEAST_CODE and rest:
            own = plain(line) == plain(codes[places[0]])
            answer = answer._replace(text=rest.encode()) if own else answer
        mark = _marked(call, answer, tasks, places)
        marks.append(replace(mark, name=mark.name or ("" if places else paper.title)))
    readable = [mark.status != "error" for mark in marks]
    for i, places in enumerate(owned):
        again = [
            j for j, own in enumerate(owned) if own == places and readable[j] and not strange[j]
        ]
        alike = len({(marks[j].status, marks[j].sentence, marks[j].claim) for j in again}) == 1
        if len(places) == 1 and not strange[i] and (not readable[i] or alike):
            marks[i] = replace(marks[i], name=shown[places[0]], pupil=places[0])
        elif pupils:
            files = [answers[j].path for j in again]
            doubt = _doubt(answers[i].path, files, places, pupils, strange[i])
            wrong = "" if marks[i].status == "valid" else marks[i].sentence.removeprefix(doubt)
            marks[i] = replace(
                marks[i],
                sentence=f"{doubt} {wrong}".strip(),
                name=" / ".join(f"{shown[place]}?" for place in places) or marks[i].name,
                candidates=(*places,),
                listed=True,
            )
    found = {mark.pupil for mark in marks}
    waiting = {place for mark in marks for place in mark.candidates}
    none, some = _("no answer"), _("perhaps handed in: see the list")
    return marks + [
        _Mark("", "missing", some if i in waiting else none, name, pupil=i, listed=i in waiting)
        for i, name in enumerate(shown)
        if i not in found
    ]


def _is_text(answer: Answer) -> bool:
    return answer.refusal is None and b"\0\0" not in answer.text[:2000]


def _lines(answer: Answer) -> tuple[str, str]:
    """Return the first line of an answer, and the others."""
    text = decoded(answer.text).strip() if _is_text(answer) else ""
    line, _break, rest = text.partition("\n")
    return line[:200].strip(), rest


def _is_words(answer: Answer) -> bool:
    """Return whether an answer has words, and no two numbers or squares after each other."""
    text = answer.text.decode("utf-8", "replace")
    return bool(re.search(r"[^\W\d_]{3}", text) and not re.search(r"\d[\W_]+[a-z]?\d|[\[{=]", text))


def _doubt(
    path: str,
    files: Sequence[str],
    places: Sequence[int],
    pupils: Sequence[Pupil],
    strange: Collection[str],
) -> str:
    """Return why a file has no pupil: it fits several, or others fit the same, or a stranger."""
    named = [f"{pupils[i].name} ({pupils[i].code})" for i in places[:MOST_NAMED]]
    shown = _short(path)
    if not places:
        return Message("pupil-unknown", {"file": shown}).text()
    if len(places) == 1 and strange:
        words = ", ".join(sorted(strange))
        return Message("pupil-strange", {"file": shown, "name": named[0], "words": words}).text()
    if len(places) == 1:
        names = ", ".join(map(_short, files[:MOST_NAMED]))
        data = {"name": named[0], "files": f"{names}…" * (len(files) > MOST_NAMED) or names}
        return Message("pupil-again", data).text()
    listed = ", ".join(named) + ", …" * (len(places) > MOST_NAMED)
    same = {" ".join(sorted(re.findall(r"\w+", plain(pupils[i].name)))) for i in places}
    code = "pupil-twins" if len(same) == 1 else "pupil-several"
    return Message(code, {"file": shown, "names": listed}).text()


def _short(path: str) -> str:
    """Return the name of a file; in a folder of Moodle, after its name and number."""
    return MOODLE.sub(r"\1\2/", path) if MOODLE.search(path) else os.path.basename(path)


def _own_tasks(call: Mark, count: int) -> Sequence[Problem]:
    """Return the puzzle of each pupil, in the order of the list; nothing if all have the same."""
    tasks = problems.tasks_of(call, count)
    if len(tasks) < 2:
        return ()
    if not count:
        line = _("{board} has {count} puzzles: name the list of the pupils with --names.")
        raise click.UsageError(line.format(board=call.board, count=len(tasks)))
    if len(tasks) < count:
        line = _("{board} has fewer puzzles ({count}) than {file} has names: make as many.")
        sentence = line.format(board=call.board, count=len(tasks), file=call.names or "--names")
        raise click.UsageError(sentence)
    return tasks


def _marked(call: Mark, answer: Answer, tasks: Sequence[Problem], places: Sequence[int]) -> _Mark:
    """Read and judge one file, if it is known whose puzzle it answers."""
    if answer.refusal is not None:
        return _Mark(answer.file, "error", answer.refusal.message.text())
    if tasks and len(places) != 1:
        message = Message("pupil-unknown", {"file": _short(answer.path)})
        return _Mark(answer.file, "error", "" if places else message.text())
    try:
        own, words = tasks[places[0]] if tasks else None, not answer.is_program
        claim, verdict = verified(call, answer.text, own, words=words)
    except LimitReached:
        raise
    except CaballeroError as error:
        message = Message("claim-words") if _is_words(answer) else error.message
        message = Message("answer-program") if answer.is_program else message
        return _Mark(answer.file, "error", message.text())
    message = verdict.message if verdict else verdict.faults[0].message
    status = "valid" if verdict else "invalid"
    if not claim.numbered:  # it says that there is no tour
        return _Mark(answer.file, status, message.text(), verdict=verdict)
    slip = marking.likely_slip(claim, verdict)
    if not slip and verdict.faults and verdict.faults[0].code == "fault-shape":
        return _Mark(answer.file, "error", message.text())
    zero = _("It is numbered from 0.") if verdict and min(claim.numbered)[0] == 0 else ""
    right, squares = marking.right_up_to(claim, verdict), len(verdict.problem)
    return _Mark(
        answer.file, status, message.text(), "", right, squares, slip.text() if slip else zero,
        claim, verdict,
    )  # fmt: skip


# -- the table ---------------------------------------------------------------------------------


def _heads() -> list[str]:
    return [_("file"), _("name"), _("valid"), _("right up to"), _("squares"),
            _("first fault"), _("likely slip")]  # fmt: skip


def _shown(call: Mark, mark: _Mark) -> str:
    """Return the name of a file without what Moodle adds, and without that of the only archive."""
    only = call.files[0] if len(call.files) == 1 else ""
    file = mark.file.removeprefix(f"{only}/") if only.endswith(".zip") else mark.file
    return MOODLE.sub(r"\1\2/" if mark.listed else r"\1/", file)


def _table(call: Mark, marks: Sequence[_Mark]) -> str:
    """Return the table with columns as wide as their cells, and remarks below their rows."""
    from textwrap import wrap
    from unicodedata import normalize

    rows = [_heads()[:5]]
    for mark in marks:
        name = "?" if mark.listed and mark.file else mark.name
        cells = [_shown(call, mark), name, *mark.cells[2:5]]
        rows.append([normalize("NFC", cell) for cell in cells])
    filled = [i for i in range(5) if any(row[i] for row in rows[1:])]
    wide = {i: max(len(row[i]) for row in rows) for i in filled}
    lines = ["  ".join(f"{row[i]:{wide[i]}}" for i in filled).rstrip() for row in rows]
    for i, mark in reversed([*enumerate(marks, start=1)]):
        said = mark.cells[5:] if mark.status != "missing" or mark.listed else []
        remark = " ".join(filter(None, said))
        lines[i + 1 : i + 1] = [f"    {line}" for line in wrap(remark, 92)]
    return "\n".join(lines)


def _json(mark: _Mark, listed: ClassList) -> str:
    """Return the line of one file in JSON."""
    head: dict[str, object] = {"file": mark.file}
    if mark.listed and mark.file:
        names = [listed.pupils[i].name for i in mark.candidates]
        head |= {"candidates": names, "doubt": mark.sentence}
    elif mark.name:
        head["name"] = mark.name
    if mark.verdict is None:
        return json_line({**head, "status": mark.status, "message": mark.sentence})
    slip = {"slip": mark.slip} if mark.slip else {}
    right = {"right": mark.right} if mark.squares else {}
    return json_line({**head, **verdict_json(mark.verdict), **right, **slip})


def _write_pdf(call: Mark, marks: Sequence[_Mark]) -> None:
    """Write all boards with their faults marked; names, and faults in words, are below them.

    Files that cannot be read, claims that there is no tour, and pupils without an answer follow in
    a table.
    """
    from caballero.render.pdf import printable

    from .draw import content_of, write_pdf

    marks = sorted(marks, key=lambda mark: (mark.pupil is None, mark.pupil or 0))
    drawn = [
        (mark, content_of(mark.claim, mark.verdict, mark.file))
        for mark in marks
        if mark.claim is not None and mark.verdict is not None
    ]
    captions = [
        f"{mark.name or os.path.splitext(_short(mark.file))[0]}: "
        f"{mark.right}/{mark.squares}\n{mark.remark}"
        for mark, _content in drawn
    ]
    others = [
        [_shown(call, mark), mark.name, mark.sentence] for mark in marks if mark.claim is None
    ]
    table = [[_("file"), _("name"), _("first fault")], *others] if others else []
    # The names are in the captions: a page of its own for each is for sheets.
    call = call.but(theme="print", coordinates=True, names=None)
    rows = [[*map(printable, row)] for row in table]
    write_pdf(call, [content for _mark, content in drawn], [*map(printable, captions)], rows)


# -- a folder with everything --------------------------------------------------------------------


def _new_files(folder: str) -> Path:
    """Return a folder for new files; refuse a link, and a folder that has files."""
    path = Path(folder)
    refuse_link(path)
    if path.is_dir() and any(path.iterdir()):
        line = _("{folder} has files: name a new folder.")
        raise click.UsageError(line.format(folder=folder))
    return path


def _write_all(call: Mark, folder: str, marks: Sequence[_Mark], listed: ClassList) -> None:
    """Write the grade book, the PDF of all, and a note to each pupil whose answer is known."""
    from caballero.formats.class_list import Pupil

    with ExitStack() as stack:
        place = stack.enter_context(new_folder(_new_files(folder)))
        notes = place / _("notes")
        notes.mkdir(parents=True)
        stack.enter_context(together())
        written = 0
        whose = {mark.pupil: mark for mark in marks if mark.status != "error"}
        failed = {mark.pupil: mark for mark in marks if mark.status == "error"}
        doubts = {i: mark for mark in marks for i in mark.candidates}
        rows = []
        for i, pupil in enumerate(listed.pupils):
            mark = whose.get(i) or failed.get(i)
            assert mark is not None
            mark = failed.get(i, mark) if mark.status == "missing" else mark
            doubt = doubts[i].sentence if i in doubts and mark.status == "missing" else ""
            rows.append(_grades(mark, pupil, listed.titles, doubt))
            if not doubt:
                name = f"{pupil.code}-{_file_name(pupil.name)}.txt"
                write_answer(call.but(output=str(notes / name)), _note(mark, pupil.name))
                written += 1
        strangers = [mark for mark in marks if mark.listed and mark.file and not mark.candidates]
        empty = Pupil("", "", "", ("",) * len(listed.titles))
        rows += [_grades(mark, empty, listed.titles, mark.sentence) for mark in strangers]
        if rows:
            heads = _grade_heads(listed)
            write_table(call.but(output=str(place / _("grades.csv"))), [heads, *rows])
        _write_pdf(call.but(output=str(place / _("marked.pdf")), form="pdf"), marks)
    line = _("{folder} has the grades, a PDF of all, and notes: {count}.")
    note(line.format(folder=folder, count=written))
    if count := sum(mark.listed and mark.file != "" for mark in marks):
        line = _(
            "Not marked: {count}. Rename these files, and mark again with a new --into folder."
        )
        note(line.format(count=count))


def _file_name(name: str) -> str:
    return marking.spelled(name, "-").strip("-")[:60]


GRADES: Final = {"calificacion": "grade", "grade": "grade", "comentarios-de-retroalimentacion":
                 "comment", "feedback-comments": "comment"}  # fmt: skip
"""The columns of Moodle's own grade sheet that are filled in."""


def _grade_heads(listed: ClassList) -> list[str]:
    heads = [*listed.titles] or [_("number"), _("name")]
    filled = {GRADES.get(plain(title)) for title in heads}
    return heads + [
        word
        for word, role in ((_("grade"), "grade"), (_("right up to"), ""), (_("squares"), ""),
                           (_("comment"), "comment"), (_("file"), ""))
        if role not in filled or not role
    ]  # fmt: skip


def _grades(mark: _Mark, pupil: Pupil, titles: Sequence[str], doubt: str) -> list[str]:
    """Return the row of a pupil: the cells of the list, filled in where Moodle's sheet asks."""
    cells = [*pupil.cells] if titles else [pupil.code, pupil.name]
    cells += [""] * (len(titles) - len(cells))
    most = MOST_POINTS
    for title, cell in zip(titles, cells, strict=False):
        if plain(title) in {"calificacion-maxima", "maximum-grade"} and re.match(r"\d", cell):
            most = float(cell.replace(",", "."))
    known = mark.status in {"valid", "invalid"} and not doubt
    filled = {
        "grade": number(round(most * mark.share, 2), current_language()) if known else "",
        "comment": doubt or mark.slip or (mark.sentence if mark.status != "valid" else _("valid")),
    }
    for i, title in enumerate(titles):
        if role := GRADES.get(plain(title)):
            cells[i] = filled.pop(role, cells[i])
    right = [str(mark.right), str(mark.squares)] if known and mark.squares else ["", ""]
    grade, comment = ([filled[role]] if role in filled else [] for role in ("grade", "comment"))
    return [*cells, *grade, *right, *comment, mark.file]


def _note(mark: _Mark, name: str) -> str:
    """Return the note to a pupil."""
    family, _comma, given = name.partition(", ")
    lines = [f"{given or family}:", ""]
    match mark.status:
        case "missing":
            lines.append(_("I found no answer of yours. Hand it in with your name in the file."))
        case "error" if mark.sentence == Message("claim-words").text():
            lines.append(_("Your answer is in words: your teacher reads it."))
        case "error":
            reason, file = mark.sentence.partition(":")[0].rstrip("."), os.path.basename(mark.file)
            line = _("I could not read {file}. {reason}.").format(file=file, reason=reason)
            lines += [
                line,
                _("Hand in one tour as text: a table of numbers, or a list of squares."),
            ]
        case "valid":
            lines += [_("Your answer is right. Well done!"), mark.sentence]
        case _wrong if not mark.squares:
            lines.append(_("You say that there is no tour, but there is one. Try again."))
        case _wrong:
            line = _("Your tour is right up to step {right} of {squares}.")
            lines += [line.format(right=mark.right, squares=mark.squares)] * (mark.right > 0)
            lines += [mark.slip] if mark.slip else _faults(mark)
            if mark.slip in {Message(code).text() for code, *_how in marking.TURNED}:
                lines.append(_("Write the table again as on your sheet, with its rows across."))
            lines += [_("Keep what is right and try again from there.")] * (mark.right > 0)
    if mark.claim is not None and mark.claim.reading:
        lines += ["", *(message.text() for message in mark.claim.reading)]
    return "\n".join(lines)


def _faults(mark: _Mark) -> Iterator[str]:
    """Yield the first faults of an answer, each on a line."""
    from caballero.proof.judge import summed_up

    for message in summed_up(mark.verdict.faults)[:MOST_NAMED] if mark.verdict else ():
        yield f"- {message.text()}"


# -- before the class ------------------------------------------------------------------------------


class New(options.Piece, options.Limited, options.Paper):
    names: str = options.argument(_("LIST"), type=options.FILE)
    folder: str = options.argument(_("FOLDER"), type=click.Path())
    board: str = option(QUESTION, metavar=_("BOARD"), default="5", type=options.FILE, help=_(
        "The board of the sheets, as for tour, or the name of the first puzzle."))  # fmt: skip
    level: str = option(QUESTION, type=options.Names("level", "puzzles:GRADES"), default="easy",
        help=_("Make puzzles of a level: {names}."))  # fmt: skip
    address: str = option(QUESTION, metavar=_("ADDRESS"), default="http://localhost:8864/", help=_(
        "ADDRESS of the page, as caballero serve --host 0.0.0.0 prints it."))  # fmt: skip
    pages: str = option(QUESTION, metavar=_("PAGES"), default="1-6", help=_(
        "The pages of the lesson in the link, such as 3-5,9."))  # fmt: skip


@define("new", New, statuses={0: _("written")}, help=_(
    "Write all that a class of fifty minutes needs into FOLDER.\n\n"
    "LIST has the pupils as a school exports them: CSV or text, with any columns. FOLDER gets a "
    "sheet with a puzzle for each, solutions and a rubric; slides, as PDF and as a page in one "
    "file; a quiz for Moodle; and the link to the lesson. class mark reads it after the class."
), examples=(
    "caballero class new pupils.csv class-2a\n"
    "caballero class new pupils.csv class-2b --board 4 --piece king --lang es\n"
    "caballero class new pupils.csv class-2c --address http://192.168.1.20:8864/"
))  # fmt: skip
def new(call: New) -> int:
    from caballero.formats import to_puzzle_text
    from caballero.puzzles import Recipe, make_quiz, moodle_xml, read_recipe
    from caballero.puzzles.booklet import Lines, next_puzzle
    from caballero.puzzles.recipes import is_recipe
    from caballero.teaching.lesson import slides_html, slides_pdf

    from .make import Make, sheet
    from .serve import page_in_one_file

    path, language = _new_files(call.folder), current_language()
    data = read_file(call.names, MOST_NAMES)
    listed, page = class_of(call, data), page_in_one_file()
    recipe = (
        read_recipe(call.board)
        if is_recipe(call.board)
        else Recipe(problems.problem_of(call), level=call.level)
    )
    problem, seen, made = recipe.problem, Lines(), []
    for at in range(len(listed.pupils)):
        with progress() as bar:
            bar.at(at, len(listed.pupils))
            found = next_puzzle(recipe, seen, lambda one: one.make(limits=call.rest), patient=True)
        if found is None:
            raise click.UsageError(
                _("Too few different puzzles: ask for fewer, another level or a larger board.")
            )
        made.append((found[1], found[0].name or ""))
        recipe = replace(found[0], seed=found[0].seed + 1)
    named = names_in(listed)
    sheets = Make(**vars(call) | {"coordinates": True, "theme": "print", "form": "pdf"})
    lesson = f"{call.address.partition('#')[0]}?lang={language}#learn/class/{call.pages}.ordered"
    files: dict[str, str | bytes] = {
        _("pupils.csv"): data,
        _("tasks.txt"): "\n".join(to_puzzle_text(puzzle.problem) for puzzle, _name in made),
        _("sheets.pdf"): sheet(sheets, made, [*named], [*named.values()]),
        _("quiz.xml"): moodle_xml(make_quiz(problem, limits=call.rest), language),
        _("slides.pdf"): slides_pdf(language, problem),
        _("slides.html"): slides_html(language, page, problem),
        _("link.txt"): lesson,
    }
    with new_folder(path) as place, together():
        place.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_answer(call.but(output=str(place / name)), content)
    if re.match(r"\w+://(?:localhost|127\.)", call.address):
        line = _("{file} works on this computer only: give --address.")
        note(line.format(file=_("link.txt")))
    for twins in listed.twins:
        line = _("Of one name: {names}. Ask them to name their files by their numbers.")
        note(line.format(names=", ".join(f"{pupil.name} ({pupil.code})" for pupil in twins)))
    line = _("{folder} has sheets (pupils: {count}), slides, a quiz and a link.")
    note(line.format(folder=call.folder, count=len(made)))
    note(
        _("After the class: caballero class mark FILE --class {folder}").format(folder=call.folder)
    )
    return 0


class_command = HelpfulGroup("class", statuses={0: _("written, or all valid"), 1: _("not valid")},
    commands=[new, mark], help=_(
    "Prepare a class, and mark what it hands in.\n\n"
    "new makes sheets, slides, a quiz and a link from a list of pupils; mark makes a grade book, a "
    "PDF and notes from the answers."
), examples=(
    "caballero class new pupils.csv class-2a\n"
    "caballero class mark answers.zip --class class-2a --into marked\n"
    "caballero class mark answers --board 6"
))  # fmt: skip
