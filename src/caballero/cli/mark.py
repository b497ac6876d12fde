"""The table of ``caballero verify FOLDER``: how far each answer of a class is right."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from caballero import CaballeroError, InvalidInput, Problem, Verdict
from caballero.formats.claims import title_of
from caballero.machine.words import Message
from caballero.model.texts import MAX_BYTES
from caballero.proof import Claim
from caballero.proof.marking import Paper, likely_slip, owners, right_up_to

from .answer import file_error_text, json_line, write_answer
from .language import current_language, translate as _
from .problems import read_file, tasks_of
from .several import pupils_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .options import Drawn
    from .verify import Found, Verify


Judge: TypeAlias = (
    "Callable[[str, Callable[[str, bytes], Problem] | None], tuple[bytes, Claim, Verdict]]"
)
"""Reads a file and judges it, as an answer to the puzzle that a function finds for it."""


MOST_NAMED: Final = 5
"""The most pupils or files of a sentence."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """The line of one file; `told` is the verdict, or why it cannot be read."""

    file: str
    name: str
    status: str
    told: str
    right: int = 0
    squares: int = 0
    slip: str = ""
    claim: Claim | None = None
    verdict: Verdict | None = None
    candidates: tuple[str, ...] = ()

    @property
    def cells(self) -> list[str]:
        """The cells of the table: file, name, verdict, right up to, squares, first fault, slip."""
        words = {"valid": _("yes"), "invalid": _("no"), "error": "?", "missing": "–"}
        right = [str(self.right), str(self.squares)] if self.squares else ["", ""]
        wrong = "" if self.status == "valid" and not self.candidates else self.told
        return [self.file, self.name, words[self.status], *right, wrong, self.slip]

    @property
    def remark(self) -> str:
        """Why it has no pupil, or the slip, or the first fault."""
        return (not self.candidates and self.slip) or self.cells[5]


def mark_all(
    call: Verify, files: Sequence[Found], judge: Judge, data: Callable[[Verdict], dict[str, object]]
) -> int:
    """Write the table of several files; return the status of the worst."""
    listed = pupils_of(call)
    names = [*listed.values()]
    papers = [Paper(one.path, _title(one)) for one in files]
    owned = owners(papers, names, [*listed])
    own = _own_tasks(call, names, [one.file for one in files], owned)
    marks = []
    for one, paper, places in zip(files, papers, owned, strict=True):
        again = [one.path for one, other in zip(files, owned, strict=True) if other == places]
        mark = _Mark(one.file, "", "error", "")
        if own is None or len(places) < 2:
            mark = _marked(one, judge, own)
        if len(places) == 1 and len(again) == 1:
            mark = replace(mark, name=names[places[0]])
        elif places:
            several = tuple(names[i] for i in places)
            wrong = "" if mark.status == "valid" else mark.told
            told = f"{_doubt(one.path, again, places, listed)} {wrong}".strip()
            name = " / ".join(f"{candidate}?" for candidate in several)
            mark = replace(mark, name=name, told=told, candidates=several)
        else:
            mark = replace(mark, name=paper.title)
        marks.append(mark)
    found = {places[0] for places in owned if len(places) == 1 and owned.count(places) == 1}
    marks += [_Mark("", name, "missing", _("no answer"))
              for i, name in enumerate(names) if i not in found]  # fmt: skip
    match call.form:
        case "json":
            write_answer(call, "\n".join(_json(mark, data) for mark in marks))
        case "pdf":
            _write_pdf(call, marks)
        case "csv" if call.output not in {None, "-"}:
            # Without the mark, spreadsheets take the letters of a file for others.
            write_answer(call, f"{_csv(marks)}\n".encode("utf-8-sig"))
        case form:
            write_answer(call, _table(marks) if form == "text" else _csv(marks))
    return max({"valid": 0, "error": 2}.get(mark.status, 1) for mark in marks)


def _doubt(file: str, again: Sequence[str], places: Sequence[int], listed: dict[str, str]) -> str:
    """Return why a file has no pupil: it fits several pupils, or others fit the same one."""
    named = [f"{name} ({code})" for code, name in listed.items()]
    if len(places) == 1:
        files = ", ".join(map(os.path.basename, again[:MOST_NAMED]))
        data = {"name": named[places[0]], "files": f"{files}…" * (len(again) > MOST_NAMED) or files}
        return Message("pupil-again", data).text()
    shown = [named[i] for i in places[:MOST_NAMED]]
    data = {"file": os.path.basename(file), "names": ", ".join(shown)}
    data["names"] += ", …" * (len(places) > MOST_NAMED)
    return Message("pupil-several", data).text()


def _title(one: Found) -> str:
    """Return the first line of words of a file; nothing if it cannot be read."""
    if one.file == "-" or not one.is_plain:
        return ""
    try:
        return title_of(read_file(one.file, MAX_BYTES))
    except (OSError, ValueError):  # it is no text
        return ""


def _own_tasks(
    call: Verify, names: Sequence[str], files: Sequence[str], owned: Sequence[Sequence[int]]
) -> Callable[[str, bytes], Problem] | None:
    """Return a function of a file and its text that finds the puzzle of its pupil.

    None if all have the same board. The first puzzle is that of the first pupil, and so on.
    """
    tasks = tasks_of(call, len(names))
    if len(tasks) < 2:
        return None
    if len(tasks) < len(names):
        line = _("{board} has fewer puzzles ({count}) than {file} has names: make as many.")
        raise click.UsageError(
            line.format(board=call.board, count=len(tasks), file=call.names or "--names")
        )
    if not names:
        line = _("{board} has {count} puzzles: name the list of the pupils with --names.")
        raise click.UsageError(line.format(board=call.board, count=len(tasks)))
    whose = dict(zip(files, owned, strict=True))

    def own(file: str, _text: bytes) -> Problem:
        if not whose[file]:
            raise InvalidInput("pupil-unknown", file=os.path.basename(file))
        return tasks[whose[file][0]]

    return own


def _marked(one: Found, judge: Judge, own: Callable[[str, bytes], Problem] | None) -> _Mark:
    """Read and judge one file; of a folder, only what is a file itself."""
    file = one.file
    if not one.is_plain:
        return _Mark(file, "", "error", _("This is a link or no file: put the file itself here."))
    try:
        _text, claim, verdict = judge(file, own)
    except CaballeroError as error:
        return _Mark(file, "", "error", error.message.text())
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise
        return _Mark(file, "", "error", file_error_text(error))
    told = verdict.message if verdict else verdict.faults[0].message
    if not claim.numbered:  # it says that there is no tour
        return _Mark(file, "", "valid" if verdict else "invalid", told.text())
    slip = likely_slip(claim, verdict)
    return _Mark(
        file, "", "valid" if verdict else "invalid", told.text(),
        right_up_to(claim, verdict), len(verdict.problem), slip.text() if slip else "",
        claim, verdict,
    )  # fmt: skip


def _heads() -> list[str]:
    return [_("file"), _("name"), _("valid"), _("right up to"), _("squares"),
            _("first fault"), _("likely slip")]  # fmt: skip


def _table(marks: Sequence[_Mark]) -> str:
    """Return the table with columns as wide as their cells, without empty ones."""
    rows = [_heads(), *(mark.cells for mark in marks)]
    filled = [i for i in range(len(rows[0])) if any(row[i] for row in rows[1:])]
    wide = {i: max(len(row[i]) for row in rows) for i in filled}
    return "\n".join("  ".join(f"{row[i]:{wide[i]}}" for i in filled).rstrip() for row in rows)


def _csv(marks: Sequence[_Mark]) -> str:
    """Return the table for a spreadsheet, in which no cell is a formula.

    Where the comma is the decimal mark, spreadsheets part cells by semicolons; 7/12 in one cell
    would be a day of December for them.
    """
    out = io.StringIO()
    mark = ";" if current_language() == "es" else ","
    writer = csv.writer(out, delimiter=mark, lineterminator="\n")
    for cells in (_heads(), *(mark.cells for mark in marks)):
        writer.writerow([f"'{cell}" if cell[:1] in set("=+-@") else cell for cell in cells])
    return out.getvalue().removesuffix("\n")


def _json(mark: _Mark, data: Callable[[Verdict], dict[str, object]]) -> str:
    """Return the line of one file in JSON."""
    head: dict[str, object] = {"file": mark.file}
    if mark.candidates:
        head |= {"candidates": [*mark.candidates], "doubt": mark.told}
    elif mark.name:
        head["name"] = mark.name
    if mark.verdict is None:
        return json_line({**head, "status": mark.status, "message": mark.told})
    slip = {"slip": mark.slip} if mark.slip else {}
    return json_line({**head, **data(mark.verdict), "right": mark.right, **slip})


def _write_pdf(call: Drawn, marks: Sequence[_Mark]) -> None:
    """Write all boards with their faults marked; names, and faults in words, are below them.

    Files that cannot be read, and pupils without an answer, follow in a table.
    """
    from caballero.render.pdf import printable

    from .draw import content_of, write_pdf

    drawn = [
        (mark, content_of(mark.claim, mark.verdict, mark.file))
        for mark in marks
        if mark.claim is not None and mark.verdict is not None
    ]
    captions = [
        f"{mark.name or os.path.splitext(os.path.basename(mark.file))[0]}: "
        f"{mark.right}/{mark.squares}\n{mark.remark}"
        for mark, _content in drawn
    ]
    others = [[mark.file, mark.name, mark.told] for mark in marks if mark.verdict is None]
    table = [[_("file"), _("name"), _("first fault")], *others] if others else []
    # The names are in the captions: a page of its own for each is for sheets.
    call = call.but(theme="print", coordinates=True, names=None)
    told = [[*map(printable, row)] for row in table]
    write_pdf(call, [content for _mark, content in drawn], [*map(printable, captions)], told)
