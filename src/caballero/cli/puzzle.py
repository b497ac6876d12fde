"""``caballero puzzle``: make puzzles, hide a text; check, solve, give a hint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from caballero import Impossible, Limits, Problem, Tour, is_unique, verify
from caballero.formats import read_claim, to_puzzle_text
from caballero.formats.write import certificate_json, stats_json
from caballero.machine.errors import InvalidProblem
from caballero.machine.words import Message
from caballero.model.interchange import place_json, problem_data
from caballero.model.piece import KNIGHT
from caballero.model.texts import MAX_BYTES
from caballero.proof.outcome import limited, outcome_of
from caballero.puzzles import GRADES, Explanation, Step, Uniqueness, hint
from caballero.puzzles.addresses import puzzle_address
from caballero.puzzles.booklet import solved
from caballero.puzzles.complete import Completed, complete_puzzle
from caballero.puzzles.explanation import HINT_SECONDS, explained as explain
from caballero.puzzles.unique import alike
from caballero.render.text import framed

from . import make, options
from .answer import (
    conclude,
    json_line,
    naming_file,
    note,
    on_terminal,
    report,
    report_proof,
    tour_as_text,
    write_answer,
)  # fmt: skip
from .command import HelpfulGroup, define
from .language import current_language, translate as _
from .options import ANSWER, QUESTION, STILL, Call, Names, option
from .pictures import prepare, puzzle_of
from .problems import (
    naming_source,
    note_unnamed,
    problem_of,
    problems_on,
    read_file,
    read_waypoints,
)
from .progress import progress
from .several import write_links, write_pictures


# fmt: off
class _Puzzle(options.Question, options.Limited, options.First, options.Answer):
    pass

class _Solving(options.Posed, options.Drawn):
    proof: str | None = None
    explain: bool = False

class CheckPuzzles(_Puzzle, options.Proof, _Solving):
    forms = ("text", "json")
    files: tuple[str, ...] = options.files

class SolvePuzzle(_Puzzle, options.BoardPicture, options.Proof, _Solving):
    forms = ("text", "json", *STILL)
    file: str = options.argument(type=options.FILE)
    explain: bool = option(ANSWER, before="proof", help=_(
        "Show how a person solves it, step by step, and how hard it is."))

class Hint(_Puzzle):
    forms = ("text", "json")
    file: str = options.argument(type=options.FILE)
    path: str | None = option(QUESTION, metavar=_("LIST"), help=_(
        "The squares that are joined so far, one after the other, such as a1,b1,b2."))

class CompletePuzzle(_Puzzle, options.BoardPicture, _Solving):
    forms = ("text", "json", *STILL)
    file: str = options.argument(type=options.FILE)
    level: str | None = option(QUESTION, type=Names("level", [*GRADES][:-1]), help=_(
        "Add clues until the rules of a level solve it: {names}."))
    solution: str | None = option(QUESTION, type=options.FILE, help=_(
        "The solution in FILE is meant; by default the first that is found."))

class LinkPuzzle(options.Question, options.Limited, options.First, options.Output):
    files: tuple[str, ...] = options.files
    address: str = option(ANSWER, default="", metavar=_("ADDRESS"), help=_(
        "ADDRESS of the page on the web, which stands before the rest."))


_STATUSES: Final = {0: _("there is exactly one solution"), 1: _("there are several, or none")}
# fmt: on


@define("check", CheckPuzzles, statuses=_STATUSES, help=_(
    "Check whether each puzzle has exactly one solution, and show it; or two that differ.\n\n"
    "FILE (- is standard input) has a drawing with numbers, or the JSON of a puzzle, or "
    "several puzzles. The first line of a puzzle may name the piece: hidato, numbrix, "
    "knight closed."
), examples=_(
    "caballero puzzle check puzzle.txt\n"
    "caballero puzzle check puzzle.txt --piece king --json\n"
    "caballero puzzle check puzzle.txt --proof only.proof"
))  # fmt: skip
def check(call: CheckPuzzles) -> int:
    problems = [problem for file in call.files for problem in problems_on(file, call)]
    return _solve(call, problems)


@define("solve", SolvePuzzle, statuses=_STATUSES, help=_(
    "Solve the puzzle in FILE; with --explain, step by step.\n\n"
    "FILE is as for check. Two solutions are shown if there are several. -o draws the solution "
    "as SVG or PNG."
), examples=_(
    "caballero puzzle solve puzzle.txt\n"
    "caballero puzzle solve puzzle.txt --explain\n"
    "caballero puzzle solve puzzle.txt -o solution.svg"
))  # fmt: skip
def solve(call: SolvePuzzle) -> int:
    return _solve(call, problems_on(call.file, call))


@define("hint", Hint, statuses={0: _("a hint"), 1: _("a number is wrong")}, help=_(
    "Give the steps to the next number of the puzzle in FILE, which may be partly solved; of a "
    "Zip, to the next move.\n\n"
    "FILE is as for check."
), examples=_(
    "caballero puzzle hint puzzle.txt\n"
    "caballero puzzle hint puzzle.txt --piece king\n"
    "caballero puzzle hint zip.txt --path a1,b1,b2"
))  # fmt: skip
def help_solving(call: Hint) -> int:
    return _hint(call, problem_of(call.but(board=call.file)))


@define("complete", CompletePuzzle, statuses={0: _("completed"), 1: _("there is none")}, help=_(
    "Add the fewest clues with which the puzzle in FILE has one solution, and name those that it "
    "can spare.\n\n"
    "FILE is as for check. Of a puzzle with several solutions, two that differ little are shown; "
    "what differs stands in brackets. -o draws the completed puzzle, and then these two."
), examples=_(
    "caballero puzzle complete puzzle.txt\n"
    "caballero puzzle complete puzzle.txt --level medium\n"
    "caballero puzzle complete puzzle.txt -o completed.svg"
))  # fmt: skip
def complete(call: CompletePuzzle) -> int:
    problem = problem_of(call.but(board=call.file))
    prepare(call, problem.board)
    solution = _meant(call, problem)
    with progress() as bar:
        done = outcome_of(lambda: complete_puzzle(
            problem, level=call.level, solution=solution, limits=call.limits, callback=bar
        ))  # fmt: skip
    if not isinstance(done, Completed):
        return conclude(call, done)
    if call.form in STILL:
        given = [tour for tour in (done.tour, done.near) if tour and done.near]
        drawn = [puzzle_of(call, done.problem), *(puzzle_of(call, problem, t) for t in given)]
        write_pictures(call, drawn, len(drawn))
    else:
        write_answer(call, to_puzzle_text(done.problem), _completed_json(done))
    _report_completed(problem, done, shows=call.form == "text")
    return 0


def _meant(call: CompletePuzzle, problem: Problem) -> Tour | None:
    """Return the solution in a file, if one is named."""
    if call.solution is None:
        return None
    with naming_source(call.solution):
        verdict = verify(read_claim(read_file(call.solution, MAX_BYTES)), problem)
        if verdict.tour is None:
            raise InvalidProblem("complete-solution", fault=verdict.faults[0].message)
    return verdict.tour


def _completed_json(done: Completed) -> dict[str, object]:
    """Return a completed puzzle as data."""
    near = None if done.near is None else done.near.to_dict()["tour"]
    return {
        "status": "completed", **problem_data(done.problem), "added": [*done.added],
        "fewest": done.fewest, "spare": [*done.spare], "together": [*done.together],
        "solution": done.tour.to_dict()["tour"], "near": near, "differing": [*done.differing],
        "grade": done.grade,
    }  # fmt: skip


def _report_completed(problem: Problem, done: Completed, *, shows: bool) -> None:
    """Report what was added, why, and what can be spared."""
    name = problem.place_name

    def listed(numbers: Sequence[int]) -> str:
        return ", ".join(f"{n} ({name(done.tour[n - 1])})" for n in numbers)

    if done.near is not None and shows:
        for tour in (done.tour, done.near):
            places = {n: tour.squares[n - 1] for n in range(1, len(tour) + 1)}
            cells = {s: f"[{n}]" if n in done.differing else f"{n}" for n, s in places.items()}
            report(framed(problem.board, cells))
    if done.near is not None:
        report(_("With your clues alone, these numbers can change places: {numbers}.").format(
            numbers=", ".join(map(str, done.differing))
        ))  # fmt: skip
        line = (
            _("Added clues (fewer are not enough for this solution): {numbers}.")
            if done.fewest
            else _("Added: {numbers}.")
        )
        report(line.format(numbers=listed(done.added)))
    elif done.added:
        report(_("Added: {numbers}.").format(numbers=listed(done.added)))
    else:
        report(_("It has exactly one solution: no clue is missing."))
    if done.spare:
        report(_("Any one of these can be left out: {numbers}.").format(
            numbers=listed(done.spare)
        ))  # fmt: skip
        line = _("Without {numbers}, all the other clues are needed.")
        report(line.format(numbers=listed(done.together)))
    level = Message(f"level-{done.grade}").text(current_language())
    report(_("Level: {level}.").format(level=level))


@define("link", LinkPuzzle, statuses={0: _("written"), 1: _("some have none")}, help=_(
    "Write the address of each puzzle in FILE on the page of Caballero.\n\n"
    "FILE is as for check. A puzzle that has several solutions, or that the page cannot show, is "
    "named, and the others have their addresses."
), examples=_(
    "caballero puzzle link puzzle.txt\n"
    "caballero puzzle link puzzle.txt --address https://school.example/knight/\n"
    "caballero puzzle link puzzle.txt -o addresses.txt"
))  # fmt: skip
def link(call: LinkPuzzle) -> int:
    problems = [problem for file in call.files for problem in problems_on(file, call)]

    def address(problem: Problem) -> str:
        puzzle = solved(problem, limits=call.rest)
        return f"{call.address}#puzzles/{puzzle_address(puzzle)}"

    return write_links(call, problems, address)


def _solve(call: _Solving, problems: Sequence[Problem]) -> int:
    """Check puzzles, show the solution of each or two, and explain how a person finds it.

    Several have their numbers. Returns the worst of their exit statuses.
    """
    if len(problems) > 1 and call.proof is not None:
        raise InvalidProblem("drawing-several", count=len(problems))
    status = 0
    texts: list[str] = []
    drawn: list[str | bytes] = []
    for problem in problems:
        prepare(call, problem.board)
    for number, problem in enumerate(problems, start=1):
        answer, explanation = _answer(call, problem)
        title = _("Puzzle {number}:").format(number=number) if len(problems) > 1 else ""
        if call.form == "json":
            written = _as_json(problem, answer, explanation, number if title else None)
        elif call.form in STILL:
            drawn += [puzzle_of(call, problem, tour) for tour in answer.tours]
            written = ""
        else:
            tours = [tour_as_text(call, tour) for tour in answer.tours]
            written = (f"{title}\n" if title else "") + "\n\n".join(tours)
            written = f"\n{written}" if texts else written
        texts += [written] if written else []
        if written and call.output is None:
            write_answer(call, written)
        if title and (call.form == "json" or not on_terminal(call)):
            (note if answer else report)(title)
        status = max(status, _conclude(call, problem, answer))
        if call.proof is not None:
            _report_proof(problem, answer, call.proof)
        if explanation is not None and call.form != "json":
            report(explanation.text())
        if answer.limit is not None:
            break  # the limit is that of all of them
    if texts and call.output is not None:
        write_answer(call, "\n".join(texts))
    write_pictures(call, drawn, len(drawn))
    return status


def _answer(call: _Solving, problem: Problem) -> tuple[Uniqueness, Explanation | None]:
    """Decide how many solutions a puzzle has, and explain how a person finds the only one."""
    with naming_file(call.proof or ""), progress() as bar:
        answer = is_unique(problem, limits=call.rest, proof=call.proof, callback=bar)
    if not call.explain or not answer.tours:
        return answer, None
    with limited(call.rest) as budget:
        return answer, explain(problem, budget, lambda: answer)


def _report_proof(problem: Problem, answer: Uniqueness, file: str) -> None:
    """Report where the proof was written, or why none was."""
    if answer.status == "several":
        report(_("No proof was written: there are several solutions."))
    elif answer.certificate is not None:  # that there is no other solution, or none
        report_proof(Impossible(answer.certificate, answer.stats, problem, answer.proof), file)
    else:
        report_proof(answer.outcome, file)


def _hint(call: Hint, problem: Problem) -> int:
    """Show the steps to the next number."""
    limits = HINT_SECONDS if call.limits == Limits() else call.limits
    steps = hint(problem, path=read_waypoints(call.path), limits=limits)
    data = {"status": "hint", **problem_data(problem), "steps": _steps_json(steps)}
    write_answer(call, "\n".join(map(str, steps)), data)
    return {"contradiction": 1, "limit": 3}.get(steps[-1].rule, 0)


def _steps_json(steps: Sequence[Step]) -> list[dict[str, object]]:
    """Return steps as JSON, with their reasons in the reader's language."""
    language = current_language()
    return [
        {
            "rule": step.rule,
            "place": place_json(step.place),
            "number": step.number,
            "excluded": [*step.excluded],
            "neighbours": [place_json(other) for _place, other in step.used],
            **({"apart": [place_json(other) for _place, other in step.out]} if step.out else {}),
            "reason": step.text(language),
        }
        for step in steps
    ]


def _as_json(
    problem: Problem, answer: Uniqueness, explanation: Explanation | None, number: int | None
) -> str:
    """Return an answer as a line of JSON, with the number of the puzzle if there are several."""
    data: dict[str, object] = {"status": answer.status}
    data |= {} if number is None else {"number": number}
    data |= problem_data(problem)
    data |= {"solutions": [tour.to_dict()["tour"] for tour in answer.tours]}
    if answer.certificate is not None:
        data |= {"certificate": certificate_json(answer.certificate, current_language())}
    if answer.limit is not None:
        data |= {"limit": answer.limit}
    if explanation is not None:
        data |= {"grade": explanation.grade, "score": explanation.score}
        data |= {"trials": explanation.trials, "steps": _steps_json(explanation.steps)}
    return json_line({**data, "stats": stats_json(answer.stats)})


def _conclude(call: Call, problem: Problem, answer: Uniqueness) -> int:
    """Report what is proved, and return the exit status."""
    cost = {"nodes": answer.stats.nodes, "seconds": answer.stats.seconds}
    match answer.tours:
        case [_only]:
            line = _("Proved: there is exactly one solution ({nodes} nodes, {seconds:.3f} s).")
            note(line.format(**cost))
            return 0
        case [first, second]:
            number = 1 + alike(first.order, second.order)
            line = _(
                "There are several solutions; these two first differ at number {number}, which is "
                "at {a} or at {b}."
            )
            places = (problem.place_name(tour[number - 1]) for tour in (first, second))
            report(line.format(number=number, **dict(zip("ab", places, strict=True))))
            return 1
    status = conclude(call, answer.outcome)
    if answer.status == "none" and problem.piece == KNIGHT:
        note_unnamed()
    return status


command = HelpfulGroup("puzzle",
    statuses={0: _("a puzzle was made, or has exactly one solution"),
              1: _("there are several, or none")},
    commands=[make.command, make.booklet_command, make.quiz_command, check, solve, help_solving,
              complete, link, make.text_command],
    help=_("Make puzzles; check, solve or explain one; hide a text."), examples=_(
    "caballero puzzle make 6 --piece king --level medium -k 12 -o sheet.pdf\n"
    "caballero puzzle solve puzzle.txt --explain\n"
    "caballero puzzle text caballerosas --by letter"
))  # fmt: skip
