"""``caballero verify``: the faults of a tour, or of a text; ``check``: those of a proof."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from caballero import (
    Board,
    Graph,
    InvalidInput,
    Problem,
    TourStatistics,
    Verdict,
    verify,
)
from caballero.formats import read_claim
from caballero.formats.claims import claim_in_rim, claims_none
from caballero.machine.errors import InvalidTour
from caballero.machine.words import Message, short
from caballero.model.headings import Heading
from caballero.model.interchange import place_json, problem_json
from caballero.model.problem import restated
from caballero.model.texts import MAX_BYTES
from caballero.proof import Claim, Fault
from caballero.proof.judge import summed_up

from . import options, problems
from .answer import json_line, report, sums_text, write_answer
from .command import define
from .language import translate as _
from .options import ANSWER, QUESTION, Answer, Limited, Posed, argument, option
from .problems import naming_source, problem_of, read_file

if TYPE_CHECKING:
    from caballero.proof import ProofVerdict

SECONDS: Final = 2
"""How long to look for the end of an unfinished tour."""

MOST_SECONDS: Final = 60
"""How long to look for a tour where a file claims that there is none."""


class Verify(options.Claimed, options.Graph, options.Timed, Answer):
    forms = ("text", "json")
    files: tuple[str, ...] = options.files
    first: int | None = option(ANSWER, before="form", help=_(
        "Number of the first square; by default the smallest in the file."))  # fmt: skip
    statistics: bool = option(ANSWER, before="form", help=_(
        "Add statistics of the tour: turns, slopes, crossings, symmetry."))  # fmt: skip


class VerifyText(options.Timed, Answer):
    forms = Verify.forms
    files: tuple[str, ...] = options.files
    text: bool = option(QUESTION, help=_(
        "FILE is a text: find and judge every matrix, list of squares, trace, power and order."
    ))  # fmt: skip


@define("verify", Verify, statuses={0: _("valid"), 1: _("not valid")}, help=_(
    "Check a tour and list all its faults.\n\n"
    "FILE (- is standard input) holds a matrix of numbers, a list of squares "
    "(a1 b3, or 0,0 2,1), or JSON; words may stand around it. With "
    "--board PUZZLE it should solve that puzzle: all its clues are checked. With --text it is "
    "a text about tours. Several files, or a folder, are for class mark.\n\n"
    "With --graph it holds the vertices of a path in order (with --closed, of "
    "a cycle), JSON, or a tour in the format of TSPLIB."
), examples=_(
    "caballero tour 8 --format matrix | caballero verify -\n"
    "caballero verify solution.txt --board puzzle.txt\n"
    "caballero verify path.txt --graph graph.txt --json"
))  # fmt: skip
def command(call: Verify) -> int:
    file = call.files[0]
    if len(call.files) > 1 or os.path.isdir(file):
        line = _("verify checks one file: caballero class mark {files} marks several.")
        raise click.UsageError(line.format(files=short(" ".join(call.files))))
    with naming_source(file):
        claim, verdict = verified(call, read_file(file, MAX_BYTES))
    counted = verdict.tour.statistics() if call.statistics and verdict.tour else None
    if (claim.numbered or claim.shape) and isinstance(verdict.problem.ground, Board):
        claim = claim.on(verdict.problem.board.shape)
        problems.note_read(_claim_read(claim))
    data = verdict_json(verdict) | ({} if counted is None else {"statistics": counted.to_dict()})
    write_answer(call, _text(verdict, counted), data)
    _report_whether_it_can_be_finished(claim, verdict)
    return 0 if verdict.valid else 1


@command.question(VerifyText, "text", examples="caballero verify --text exercise.txt")
def _judge_text(call: VerifyText) -> int:
    """Judge all that the files print of tours and searches; return the status of the worst."""
    from caballero.teaching import passages

    files = call.files
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
            right = passage.right
            worst = max(worst, 0 if right else 1)
            text = " ".join(message.text() for message in passage.messages())
            data = {"file": file, "kind": passage.kind, "lines": [passage.first, passage.last]}
            data |= {"status": "valid" if right else "invalid", "message": text}
            lines.append(json_line(data) if call.form == "json" else text)
    write_answer(call, "\n".join(lines))
    return worst


def verified(
    call: Posed, data: bytes, own: Problem | None = None, *, words: bool = True
) -> tuple[Claim, Verdict]:
    """Read and judge the tour in a text, as an answer to its `own` puzzle if any.

    Between other `words`, a tour and the claim that there is none are found, too.
    """
    none = words and claims_none(data)
    if call.graph is not None and not none:
        return _on_graph(call, data)
    claim: Claim | None = None
    try:
        claim = None if none else read_claim(data)
        sides = _sides_asked(call, own) if claim and claim.shape else ()
        if claim and sides and claim.shape != sides:
            claim = claim_in_rim(data, sides) or claim
    except InvalidTour as error:
        if not words:
            raise
        from caballero.teaching.texts import claim_within

        claim = claim_in_rim(data, _sides_asked(call, own)) or claim_within(data, error)
    if claim is None:
        return Claim(()), _none_verified(call, own)
    first = call.first
    return claim, verify(claim, own, first=first) if own else judged(claim, call, first)


def _sides_asked(call: Posed, problem: Problem | None) -> tuple[int, ...]:
    """Return the sides of the board that a tour should have; none if nothing names it."""
    if problem is None and call.board is not None and call.graph is None:
        is_named = problems.is_named(call.board)
        problem = problems.tasks_of(call, 1)[0] if is_named else problem_of(call)
    board = problem.ground if problem else None
    return board.shape if isinstance(board, Board) and not board.grid else ()


def _none_verified(call: Posed, problem: Problem | None) -> Verdict:
    """Judge the claim that a problem has no tour, by default the problem that the call names."""
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
    sentence = line.format(board=board, count=len(claim.numbered))
    return [sentence, *(message.text() for message in claim.reading)]


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


def verdict_json(verdict: Verdict) -> dict[str, object]:
    """Return a verdict as data."""
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
    return data


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
    messages = summed_up(verdict.faults)
    lines += [f"- {message.text()}" for message in messages]
    if len(messages) < len(verdict.faults):
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
