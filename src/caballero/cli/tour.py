"""``caballero tour BOARD``: find a tour, or a proof that none exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

import click

from caballero.core.errors import LimitReached
from caballero.core.graph import Graph
from caballero.core.limits import LimitHit, Limits, Progress
from caballero.core.methods import AUTO, TAUGHT
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.find import solve
from caballero.find.methods import METHODS
from caballero.proof.outcome import Found, Impossible, Outcome, limited, stats_of

from . import options
from .answer import (
    Call,
    conclude,
    json_line,
    naming_file,
    note,
    report,
    report_phases,
    report_proof,
    sums_text,
    tour_as_text,
    write_answer,
    write_outcome,
)  # fmt: skip
from .command import define
from .language import current_language, translate as _
from .options import ANIMATED, ANSWER, PICTURES, QUESTION, STILL, flag, option
from .pictures import picture_found, prepare, reason_of
from .problems import note_unnamed, problem_of
from .progress import progress

Search: TypeAlias = Callable[..., Outcome]
"""A function that finds a tour of the problem, with a seed, limits and a function for events."""

PATIENCE: Final = 100
"""How many seeds in a row may repeat tours before there seem to be no others."""


@define("tour", statuses={0: _("a tour was found"), 1: _("there is none")},
    first=("closed", "start", "end", "piece", "best", "method", "seed", "seconds",
           "count", "form", "as_json", "output", "explain", "style", "lang"),
    help=_(
    "Find a tour, verify it and print it.\n\n"
    "BOARD is 8, 5x9, 4x4x4, hex5, tri6, or a file with a drawing (- is standard input): "
    ". is a square, # no square, S the start, E the end, and a number a clue. "
    "Its first line may name the piece or the puzzle: “knight closed”, “hidato”."
), examples=(
    "caballero tour 8 --closed --start a1\n"
    "caballero tour 5x9 --style thread -o tour.svg\n"
    "caballero tour 6 --closed --best turns"
))  # fmt: skip
@options.board_or_graph
@options.one_way
@options.weight
@options.places
@options.question
@options.best
@flag(QUESTION, "--magic", help=_(
    "Find a tour whose numbers have the same sum in all rows and all columns."))  # fmt: skip
@options.method(
    (AUTO, *TAUGHT, *METHODS),
    _(
        "auto chooses; to study: naive, backtracking, warnsdorff, warnsdorff-backtracking, "
        "branch-and-bound (fewest turns), or exact. One alone may not finish."
    ),
)
@options.order
@options.tie
@options.strategy
@options.seed
@options.limits
@option(ANSWER, "-k", "--count", least=1, help=_(
    "Find N different tours, with the seeds from --seed on."))  # fmt: skip
@options.answer(*options.TOURS, "tsplib")
@options.first
@options.explain
@options.proof
@flag(ANSWER, "--watch", help=_("Show the tour growing in the terminal."))
@options.picture
@options.sheet
def command(call: Call) -> int:
    return find(call)


def find(call: Call) -> int:
    """Find the tour that a call asks for, on a board or on a graph; return the exit status."""
    problem = problem_of(call)
    _check_form(call, problem)
    call = call.but(given=tuple(place for place, _number in problem.clues))
    if call.longest:
        return _find_longest(call, problem)
    search = partial(_search, call, problem)
    if call.count is not None or call.sheet:
        return _write_different(call.but(count=call.count or 1), problem, search)
    with naming_file(call.proof or ""), progress() as bar:
        outcome = search(seed=call.seed or 0, limits=call.rest, callback=bar)
    if call.watch and isinstance(outcome, Found) and call.form not in {"json", *PICTURES}:
        from .watch import watch_tour

        watch_tour(outcome.tour, call.first, call.fps)
    _write(call, problem, outcome)
    if call.explain:
        report_phases(problem, outcome)
    if call.watch and call.method in TAUGHT:
        line = _("To see the search itself: caballero trace {board} --method {method} --watch")
        report(line.format(board=call.board, method=call.method))
    if call.magic and isinstance(outcome, Impossible):
        report(_("No such tour has the same sum in all rows and all columns."))
        return 1
    status = conclude(call, outcome)
    if call.magic and isinstance(outcome, Found):
        note(sums_text(outcome.tour))
    if isinstance(outcome, Impossible):
        note_unnamed()
        note(_("To see how far one can get, add --longest."))
    if call.proof is not None:
        report_proof(outcome, call.proof)
    return status


def _find_longest(call: Call, problem: Problem) -> int:
    """Find the longest path; return the exit status."""
    from caballero.best import find_longest

    from .uncrossed import write_longest

    with naming_file(call.proof or ""), progress() as bar:
        found = find_longest(
            problem, limits=call.rest, seed=call.seed or 0, proof=call.proof, callback=bar
        )
    status = write_longest(
        call, found, {"visited": found.cost},
        _("Proved: the longest visits {count} of {size} ({nodes} nodes, {seconds:.3f} s)."),
        _("{count} so far; none visits more than {bound}."),
        _("There is no such path."),
    )  # fmt: skip
    if call.proof is not None:
        report_proof(found, call.proof)
    return status


def _search(call: Call, problem: Problem, **how: Any) -> Outcome:
    """Find a tour, or the one of the smallest or the largest cost, or one with equal sums."""
    if call.magic:
        return _find_magic(problem, how["limits"], how["callback"])
    method = call.method
    if call.best or call.worst:
        from caballero.best import solve_best

        cost, maximize = call.best or call.worst, call.worst is not None
        return solve_best(problem, cost, maximize=maximize, proof=call.proof, **how)
    if method not in TAUGHT:
        return solve(problem, method=method, proof=call.proof, **how)
    from caballero.teach.comparison import Contender

    return Contender(method, call.order, call.tie, call.strategy).solve(problem, **how)


def _find_magic(problem: Problem, limits: Limits, callback: Callable[[Progress], None]) -> Outcome:
    """Find a tour with equal sums: among the symmetric ones first, which are found far sooner."""
    from caballero.listing import magic_tours
    from caballero.proof.certificate import Exhausted

    try:
        with limited(limits, callback) as budget:
            budget.method = "sums"
            for symmetric in (True, False):
                for tour in magic_tours(problem, symmetric=symmetric):
                    return Found(tour, stats_of(budget))
            return Impossible(Exhausted("sums", budget.nodes), stats_of(budget), problem)
    except LimitReached as reached:
        return reached.outcome


def _check_form(call: Call, problem: Problem) -> None:
    """Refuse a format that does not fit a board or a graph; check that a picture can be made."""
    on_graph = isinstance(problem.ground, Graph)
    if call.form == "tsplib" and not on_graph:
        raise click.UsageError(_("The format tsplib is for graphs: choose another one."))
    if on_graph and call.form in {"matrix", "pdf", *ANIMATED}:
        line = _("The format {form} is for boards: choose text, json, tsplib, svg or png.")
        raise click.UsageError(line.format(form=call.form))
    prepare(call, problem.ground)


def _write(call: Call, problem: Problem, outcome: Outcome) -> None:
    """Write the tour, or the reason why there is none."""
    match outcome:
        case _ if call.form == "json":
            write_outcome(call, problem, outcome)
        case Found(tour) if call.form in PICTURES:
            with progress(_("pictures")) as bar:
                try:
                    drawn = picture_found(call, tour, bar)
                except (LimitHit, LimitReached):
                    conclude(call, outcome)
                    raise
            write_answer(call, drawn)
        case Found(tour):
            write_answer(call, tour_as_text(call, tour))
        case Impossible(certificate) if call.form in {*STILL, "pdf"}:
            if not isinstance(problem.ground, Graph):
                write_answer(call, reason_of(call, problem, certificate))


def _write_different(call: Call, problem: Problem, search: Search) -> int:
    """Write different tours, as many as asked for; return the exit status."""
    from .several import check_several, write_several

    check_several(call, problem.size)
    outcomes: list[Outcome] = []

    def text(tour: Tour) -> str:
        if call.form != "json":
            return tour_as_text(call, tour)
        from caballero.formats import outcome_json

        return json_line(outcome_json(problem, outcomes[-1], current_language()))

    with progress(_("tours")) as bar:
        tours = _different(partial(search, callback=bar), call, outcomes)
        written, _reached = write_several(call, problem, tours, text, bar)
    last = outcomes[-1]
    if not written and call.form == "json":
        write_outcome(call, problem, last)
    if written:
        note(_("Verified tours: {count}.").format(count=written))
    if not isinstance(last, Found):
        return conclude(call, last)
    if written == call.count:
        return 0
    line = _("After them, {count} seeds gave none that is new: caballero list shows all tours.")
    report(line.format(count=PATIENCE))
    return 3


def _different(search: Search, call: Call, outcomes: list[Outcome]) -> Iterator[Tour]:
    """Yield different tours of one seed after the other, and keep the last outcome."""
    seen: set[int] = set()
    seed, repeated = call.seed or 0, 0
    while len(seen) < call.count and repeated < PATIENCE:
        outcome = search(seed=seed, limits=call.rest)
        outcomes[:] = [outcome]
        if not isinstance(outcome, Found):
            return
        order = outcome.tour.order
        back = (order[0], *order[:0:-1]) if outcome.tour.closed else order[::-1]
        key = hash(min(order, back))
        seed += 1
        repeated = repeated + 1 if key in seen else 0
        if key not in seen:
            seen.add(key)
            yield outcome.tour
