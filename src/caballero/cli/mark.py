"""The table of ``caballero verify FOLDER``: how far each answer of a class is right."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import click

from caballero.core.errors import CaballeroError, InvalidInput
from caballero.core.problem import Problem
from caballero.core.words import plain
from caballero.proof.claim import Claim
from caballero.proof.judge import Verdict
from caballero.proof.marking import likely_slip, right_up_to
from caballero.proof.written import title_of

from .answer import Call, json_line, write_answer
from .language import current_language, translate as _
from .problems import tasks_of
from .several import pupils_of

if TYPE_CHECKING:
    from collections.abc import Callable


Judge: TypeAlias = (
    "Callable[[str, Callable[[str, bytes], Problem] | None], tuple[bytes, Claim, Verdict]]"
)
"""Reads a file and judges it, as an answer to the puzzle that a function finds for it."""


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

    @property
    def cells(self) -> list[str]:
        """The cells of the table: file, name, verdict, right up to, squares, first fault, slip."""
        words = {"valid": _("yes"), "invalid": _("no"), "error": "?", "missing": "–"}
        right = [str(self.right), str(self.squares)] if self.squares else ["", ""]
        wrong = "" if self.status == "valid" else self.told
        return [self.file, self.name, words[self.status], *right, wrong, self.slip]


def mark_all(
    call: Call, files: Sequence[str], judge: Judge, data: Callable[[Verdict], dict[str, object]]
) -> int:
    """Write the table of several files; return the status of the worst."""
    names = pupils_of(call)
    own = _own_tasks(call, names)
    marks = [_marked(file, judge, names, own) for file in files]
    found = {mark.name for mark in marks}
    marks += [_Mark("", name, "missing", _("no answer")) for name in names.values()
              if name not in found]  # fmt: skip
    match call.form:
        case "json":
            write_answer(call, "\n".join(_json(mark, data) for mark in marks))
        case "pdf":
            _write_pdf(call, [mark for mark in marks if mark.verdict is not None])
        case "csv" if call.output not in {None, "-"}:
            # Without the mark, spreadsheets take the letters of a file for others.
            write_answer(call, f"{_csv(marks)}\n".encode("utf-8-sig"))
        case form:
            write_answer(call, _table(marks) if form == "text" else _csv(marks))
    return max({"valid": 0, "error": 2}.get(mark.status, 1) for mark in marks)


def _name(file: str, title: str, names: dict[str, str]) -> str:
    """Return whose answer a file is: by its code, or by words of its name that one pupil has.

    Without one in the list, it is the pupil that its first line names.
    """
    stem = plain(os.path.splitext(os.path.basename(file))[0])
    for code, name in names.items():
        own = plain(name)
        if own in {stem, plain(title)} or (stem.isdigit() and stem.lstrip("0") == code.lstrip("0")):
            return name
    words = {*re.findall(r"[^\W_]+", stem)}
    alike = [name for name in names.values() if words and words <= {*plain(name).split("-")}]
    return alike[0] if len(alike) == 1 else title


def _own_tasks(call: Call, names: dict[str, str]) -> Callable[[str, bytes], Problem] | None:
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
    whose = dict(zip(names.values(), tasks, strict=False))

    def own(file: str, text: bytes) -> Problem:
        name = _name(file, title_of(text), names)
        if name not in whose:
            raise InvalidInput("pupil-unknown", file=os.path.basename(file))
        return whose[name]

    return own


def _marked(
    file: str, judge: Judge, names: dict[str, str], own: Callable[[str, bytes], Problem] | None
) -> _Mark:
    """Read and judge one file."""
    try:
        text, claim, verdict = judge(file, own)
    except CaballeroError as error:
        return _Mark(file, _name(file, "", names), "error", error.message.text())
    slip = likely_slip(claim, verdict)
    told = verdict.message if verdict else verdict.faults[0].message
    return _Mark(
        file, _name(file, title_of(text), names), "valid" if verdict else "invalid", told.text(),
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
    if mark.name:
        head["name"] = mark.name
    if mark.verdict is None:
        return json_line({**head, "status": mark.status, "message": mark.told})
    slip = {"slip": mark.slip} if mark.slip else {}
    return json_line({**head, **data(mark.verdict), "right": mark.right, **slip})


def _write_pdf(call: Call, marks: Sequence[_Mark]) -> None:
    """Write all boards with their faults marked; names, and faults in words, are below them."""
    from .draw import content_of, write_pdf

    contents = [
        content_of(mark.claim, mark.verdict, mark.file)
        for mark in marks
        if mark.claim is not None and mark.verdict is not None
    ]
    captions = [
        f"{mark.name or os.path.splitext(os.path.basename(mark.file))[0]}: "
        f"{mark.right}/{mark.squares}\n{'' if mark.status == 'valid' else mark.slip or mark.told}"
        for mark in marks
    ]
    # The names are in the captions: a page of its own for each is for sheets.
    write_pdf(call.but(theme="print", coordinates=True, names=None), contents, captions)
