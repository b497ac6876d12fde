"""``caballero verify``: the faults of a tour, a class, a text; ``check``: of a proof."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import click

from caballero import (
    Board,
    CaballeroError,
    Graph,
    InvalidInput,
    Problem,
    TourStatistics,
    Verdict,
    verify,
)
from caballero.formats import read_claim
from caballero.formats.claims import claims_none, title_of
from caballero.machine.errors import InvalidTour
from caballero.machine.words import Message
from caballero.model.headings import Heading
from caballero.model.interchange import place_json, problem_json
from caballero.model.problem import restated
from caballero.model.texts import MAX_BYTES
from caballero.proof import Claim, Fault
from caballero.proof.judge import summed_up

from . import options, problems
from .answer import file_error_text, json_line, report, sums_text, write_answer
from .command import define
from .language import current_language, translate as _
from .options import ANSWER, QUESTION, Answer, Drawn, Limited, Posed, argument, option
from .problems import naming_source, problem_of, read_file

if TYPE_CHECKING:
    from caballero.proof import ProofVerdict

SECONDS: Final = 2
"""How long to look for the end of an unfinished tour."""

MOST_SECONDS: Final = 60
"""How long to look for a tour where a file claims that there is none."""


class Verify(options.Claimed, options.Graph, options.Timed, Answer, options.Paper):
    forms = ("text", "json", "csv", "pdf")
    files: tuple[str, ...] = options.files
    first: int | None = option(ANSWER, before="form", help=_(
        "Number of the first square; by default the smallest in the file."))  # fmt: skip
    statistics: bool = option(ANSWER, before="form", help=_(
        "Add statistics of the tour: turns, slopes, crossings, symmetry."))  # fmt: skip
    names: str | None = option(QUESTION, type=options.FILE, help=_(
        "Pupils, one a line, perhaps after a number: whose the files are, and who is missing."
    ))  # fmt: skip


class VerifyText(options.Timed, Answer):
    forms = Verify.forms
    files: tuple[str, ...] = options.files
    text: bool = option(QUESTION, before="names", help=_(
        "FILE is a text: find every matrix, list of squares and trace in it, and judge each."
    ))  # fmt: skip


@define("verify", Verify, statuses={0: _("valid"), 1: _("not valid")}, help=_(
    "Check a tour and list all its faults.\n\n"
    "FILE (- is standard input) holds a matrix of numbers, a list of squares "
    "(a1 b3, or 0,0 2,1), or JSON. Of several files, or of a folder, each has a line in a "
    "table, or with -o marks.pdf a board with its faults. With "
    "--board PUZZLE it should solve that puzzle: all its clues are checked. With --text it is "
    "a text about tours.\n\n"
    "With --graph it holds the vertices of a path in order (with --closed, of "
    "a cycle), JSON, or a tour in the format of TSPLIB."
), examples=_(
    "caballero tour 8 --format matrix | caballero verify -\n"
    "caballero verify solution.txt --board puzzle.txt\n"
    "caballero verify path.txt --graph graph.txt --json"
))  # fmt: skip
def command(call: Verify) -> int:
    files = [*_files(call.files)]
    if len(files) != 1 or files[0].inside:
        return mark_all(
            call, files, partial(_verified, call), lambda v: _json(v, _counted(call, v))
        )
    with naming_source(files[0].file):
        data = read_file(files[0].file, MAX_BYTES)
    _data, claim, verdict = _verified(call, files[0].file, data=data)
    if call.form in {"csv", "pdf"} or call.names:
        line = _("{option} is for several files or a folder: name more, or leave it out.")
        raise click.UsageError(line.format(option="--names" if call.names else f"-o .{call.form}"))
    counted = _counted(call, verdict)
    if (claim.numbered or claim.shape) and isinstance(verdict.problem.ground, Board):
        claim = claim.on(verdict.problem.board.shape)
        problems.note_read(_claim_read(claim))
    write_answer(call, _text(verdict, counted), _json(verdict, counted))
    _report_whether_it_can_be_finished(claim, verdict)
    return 0 if verdict.valid else 1


@command.question(VerifyText, "text", examples="caballero verify --text exercise.txt")
def _judge_text(call: VerifyText) -> int:
    """Judge all that the files print of tours and searches; return the status of the worst."""
    from caballero.teaching import passages

    files = [one.file for one in _files(call.files) if one.is_plain]
    lines: list[str] = []
    worst = 0
    for file in files:
        with naming_source(file):
            found = passages(read_file(file, MAX_BYTES))
            if not found and len(files) == 1:
                raise InvalidInput("passages-none")
        if call.form == "text" and len(files) > 1:
            lines += [file] if found else [file, Message("passages-none").text()]
        worst = max(worst, 0 if found else 2)
        for passage in found:
            verdict = passage.verdict
            right = passage.break_at is None if verdict is None else verdict.valid
            worst = max(worst, 0 if right else 1)
            told = " ".join(message.text() for message in passage.messages())
            data = {"file": file, "kind": passage.kind, "lines": [passage.first, passage.last]}
            data |= {"status": "valid" if right else "invalid", "message": told}
            lines.append(json_line(data) if call.form == "json" else told)
    write_answer(call, "\n".join(lines))
    return worst


class Found(NamedTuple):
    """A file, its path below the folder in which it was found, and whether there is one."""

    file: str
    path: str
    inside: bool

    @property
    def is_plain(self) -> bool:
        """Whether it may be read: what is found in a folder must be a file, and no link."""
        return not self.inside or (os.path.isfile(self.file) and not os.path.islink(self.file))


def _files(names: Iterable[str]) -> Iterator[Found]:
    """Yield files by their names; of a folder all that is in it and its folders, in order."""
    for name in names:
        if name == "-" or not os.path.isdir(name):
            yield Found(name, os.path.basename(name), False)
            continue
        inside = []
        for folder, folders, files in os.walk(name):
            folders[:] = [one for one in folders if one[0] not in "._"]
            links = [one for one in folders if os.path.islink(os.path.join(folder, one))]
            inside += [os.path.join(folder, one) for one in (*files, *links) if one[0] != "."]
        if not inside:
            line = _("{folder} has no files: name another folder, or a file.")
            raise click.UsageError(line.format(folder=name))
        yield from (Found(file, os.path.relpath(file, name), True) for file in sorted(inside))


def _counted(call: Verify, verdict: Verdict) -> TourStatistics | None:
    """Return the statistics of a tour if they are asked for."""
    return verdict.tour.statistics() if call.statistics and verdict.tour else None


def _verified(
    call: Verify,
    file: str,
    own: Callable[[str, bytes], Problem] | None = None,
    data: bytes | None = None,
) -> tuple[bytes, Claim, Verdict]:
    """Read and judge the tour in a file, as an answer to the puzzle that `own` finds for it."""
    with naming_source(file):
        data = read_file(file, MAX_BYTES) if data is None else data
        if claims_none(data):
            return data, Claim(()), _none_verified(call, own(file, data) if own else None)
        if call.graph is not None:
            return data, *_on_graph(call, data)
        claim = read_claim(data)
        if own is not None:
            return data, claim, verify(claim, own(file, data), first=call.first)
    return data, claim, judged(claim, call, call.first)


def _none_verified(call: Verify, problem: Problem | None) -> Verdict:
    """Judge the claim that a problem has no tour, by default the one that the call names."""
    if problem is None and call.board is None and call.graph is None:
        raise InvalidTour("claim-none-board")
    from caballero import Found, GaveUp, LimitReached, solve

    from .progress import progress

    problem = problem or problem_of(call)
    with progress() as bar:
        outcome = solve(problem, limits=MOST_SECONDS, callback=bar)
    if isinstance(outcome, GaveUp):
        raise LimitReached(outcome)
    if not isinstance(outcome, Found):
        return Verdict(problem, (), None)
    names = " ".join(map(str, outcome.tour.names()))
    return Verdict(problem, (Fault(Message("fault-none", {"tour": names})),), None)


def _claim_read(claim: Claim) -> list[str]:
    """Return the lines that say how a claim was read."""
    if claim.shape is None:
        line = _("Read as a list of squares: {count}.")
    else:
        line = _("Read as a board {board}, numbers: {count}.")
    board = "x".join(map(str, claim.shape or ()))
    told = line.format(board=board, count=len(claim.numbered))
    return [told, *(message.text() for message in claim.reading)]


def judged(claim: Claim, call: Posed, first: int | None = None) -> Verdict:
    """Judge a claim as an answer to the problem of a call, on its own board if that names none.

    Where options and board say nothing about the piece and the kind of the tour, the claim does.
    """
    if call.board is not None and problems.is_named(call.board):
        return verify(claim, *problems.tasks_of(call, 1), first=first)
    said = Heading(claim.piece, claim.closed)
    if call.board is not None:
        return verify(claim, problem_of(call, said), first=first)
    board = Problem(claim.board_shown(), surface=call.surface).board
    return verify(claim, problems.problem_on(board, call, (said,)), first=first)


def _on_graph(call: Posed, data: bytes) -> tuple[Claim, Verdict]:
    """Verify a tour of a graph: a path, unless an option or the file says otherwise."""
    from caballero.formats import read_vertices

    problem = problem_of(call)
    assert isinstance(problem.ground, Graph)
    claim = read_vertices(data, problem.ground)
    closed = bool(claim.closed) if call.closed is None else call.closed
    return claim, verify(claim, restated(problem, closed=closed))


def _json(verdict: Verdict, counted: TourStatistics | None) -> dict[str, object]:
    faults = [
        {
            "code": fault.code,
            "message": fault.message.text(),
            "places": [place_json(place) for place in fault.places],
        }
        for fault in verdict.faults
    ]
    status = "valid" if verdict.valid else "invalid"
    data = {"status": status, **problem_json(verdict.problem), "faults": faults}
    if verdict.tour is not None and verdict.tour.magic:
        data["magic"] = verdict.tour.magic
    return data if counted is None else data | {"statistics": counted.to_dict()}


def _text(verdict: Verdict, counted: TourStatistics | None) -> str:
    if verdict.tour is not None:
        line = verdict.message.text()
        if not verdict.tour.closed and verdict.tour.closable:
            line += " " + _("Its ends are one move apart, so it is closable.")
        if verdict.tour.magic:
            line += " " + sums_text(verdict.tour)
        return "\n".join([line, *(_statistics(verdict, counted) if counted else ())])
    if verdict:
        return verdict.message.text()
    lines = [_("Not valid; faults: {count}.").format(count=len(verdict.faults))]
    told = summed_up(verdict.faults)
    lines += [f"- {message.text()}" for message in told]
    if len(told) < len(verdict.faults):
        lines.append(_("--json lists all faults."))
    return "\n".join(lines)


def _report_whether_it_can_be_finished(claim: Claim, verdict: Verdict) -> None:
    """Report whether a tour continues the unfinished one; nothing if that takes long."""
    if not any(fault.code.startswith("fault-unfinished") for fault in verdict.faults):
        return
    from caballero import Found, Impossible, solve

    from .progress import progress

    problem = verdict.problem
    least = min(number for number, _place in claim.numbered)
    begun = {place: number - least + 1 for number, place in claim.numbered}
    clues = {**dict(problem.clues), **begun}
    with progress() as bar:
        outcome = solve(replace(problem, clues=tuple(clues.items())), limits=SECONDS, callback=bar)
    if isinstance(outcome, Found):
        report(_("It can still be finished."))
    elif isinstance(outcome, Impossible):
        report(_("It cannot be finished: step back first."))


def _statistics(verdict: Verdict, counted: TourStatistics) -> Iterator[str]:
    """Yield a line for each statistic; those without a meaning here are left out."""
    name = verdict.problem.place_name
    ends = {"first": name(counted.first), "last": name(counted.last)}
    if isinstance(verdict.problem.ground, Graph):
        line = _("vertices: {count}, from {first} to {last}")
    else:
        line = _("squares: {count}, from {first} to {last}")
    yield line.format(count=counted.squares, **ends)
    if counted.turns is not None:
        yield _(
            "turns: {turns}; moves straight on: {straight}; longest straight run: {longest}"
        ).format(turns=counted.turns, straight=counted.straight, longest=counted.longest)
        slopes = ", ".join(f"({','.join(map(str, move))}): {n}" for move, n in counted.slopes)
        yield _("slopes (down, right): {slopes}").format(slopes=slopes)
    if counted.crossings is not None:
        yield _("crossings: {count}").format(count=counted.crossings)
    if counted.symmetry is not None:
        yield _("symmetry: {kind}").format(kind=counted.symmetry.message.text())


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
    from caballero.proof.marking import Paper, owners

    from .several import pupils_of

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
            write_answer(call, "\n".join(_mark_json(mark, data) for mark in marks))
        case "pdf":
            _write_pdf(call, marks)
        case "csv" if call.output not in {None, "-"}:
            # Without the mark, spreadsheets take the letters of a file for others.
            write_answer(call, f"{_marks_csv(marks)}\n".encode("utf-8-sig"))
        case form:
            write_answer(call, _marks_table(marks) if form == "text" else _marks_csv(marks))
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
    """Return a function that finds a pupil's puzzle; None if all have the same board."""
    tasks = problems.tasks_of(call, len(names))
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
    from caballero.proof.marking import likely_slip, right_up_to

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


def _marks_table(marks: Sequence[_Mark]) -> str:
    """Return the table with columns as wide as their cells, without empty ones."""
    rows = [_heads(), *(mark.cells for mark in marks)]
    filled = [i for i in range(len(rows[0])) if any(row[i] for row in rows[1:])]
    wide = {i: max(len(row[i]) for row in rows) for i in filled}
    return "\n".join("  ".join(f"{row[i]:{wide[i]}}" for i in filled).rstrip() for row in rows)


def _marks_csv(marks: Sequence[_Mark]) -> str:
    """Return the table for a spreadsheet, in which no cell is a formula.

    Where the comma is the decimal mark, spreadsheets part cells by semicolons; 7/12 in one cell
    would be a day of December for them.
    """
    import csv  # only a spreadsheet needs it
    import io

    out = io.StringIO()
    mark = ";" if current_language() == "es" else ","
    writer = csv.writer(out, delimiter=mark, lineterminator="\n")
    for cells in (_heads(), *(mark.cells for mark in marks)):
        writer.writerow([f"'{cell}" if cell[:1] in set("=+-@") else cell for cell in cells])
    return out.getvalue().removesuffix("\n")


def _mark_json(mark: _Mark, data: Callable[[Verdict], dict[str, object]]) -> str:
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


class Check(Limited, Answer):
    forms = ("text", "json")
    proof: str = argument(_("PROOF"), type=options.FILE)
    export: tuple[str, str] | None = option(ANSWER, nargs=2, type=options.WRITTEN,
        metavar=_("FORMULA STEPS"), before="form", help=_(
        "Write the proof for VeriPB: a formula in OPB, and the steps."))  # fmt: skip


@define("check", Check, statuses={0: _("accepted"), 1: _("refused")}, help=_(
    "Check a proof that there is no tour, only one, or none that is better.\n\n"
    "PROOF (- is standard input) is a file that --proof of tour, graph or puzzle has written. "
    "Nothing is searched, and nothing in the file is trusted: each step must follow from those "
    "before it. --export also writes it for VeriPB, another checker, if it has steps or is a "
    "deduction."
), examples=_(
    "caballero check none.proof\n"
    "caballero check none.proof --export none.opb none.pbp\n"
    "caballero check graph.proof.gz --json -o verdict.json"
))  # fmt: skip
def check_command(call: Check) -> int:
    from caballero.proof import check_proof, export_proof

    from .progress import progress

    file = sys.stdin.buffer if call.proof == "-" else call.proof
    with progress(_("lines")) as bar:
        if call.export is None:
            verdict = check_proof(file, limits=call.limits, callback=bar)
        else:
            verdict = export_proof(file, *call.export, limits=call.limits, callback=bar)
    text = verdict.message.text()
    write_answer(call, text, _proof_json(verdict) | {"lines": verdict.lines, "message": text})
    return 0 if verdict else 1


def _proof_json(verdict: ProofVerdict) -> dict[str, object]:
    """Return what a proof claims, and whether that is proved."""
    data = {"status": "accepted" if verdict else "refused", **problem_json(verdict.problem)}
    data |= {"claim": verdict.claim}
    if verdict.tour:
        data |= {"tour": verdict.tour.to_dict()["tour"]}
    if verdict.cost is not None:
        from caballero.formats.write import number_json

        data |= {"cost": number_json(verdict.cost)}
    return data
