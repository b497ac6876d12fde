"""``caballero tour BOARD``: find a tour, or a proof that none exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import click

from caballero.core.board import Square
from caballero.core.errors import UnknownName
from caballero.core.graph import Graph
from caballero.core.limits import Budget, Limits
from caballero.core.methods import AUTO
from caballero.core.problem import Problem
from caballero.core.tour import Tour
from caballero.core.values import frozen, replace
from caballero.find import solve
from caballero.find.methods import METHODS
from caballero.proof.outcome import Found, Impossible, Outcome

from . import complete
from .answer import (
    conclude,
    naming_file,
    note,
    outcome_as_json,
    report,
    report_phases,
    report_proof,
    tour_as_text,
    write_answer,
    write_json,
)
from .best import BestFlags, best_options, find_best
from .command import define
from .language import translate as _
from .option import ANSWER, SEARCH, option
from .options import (
    FORMATS,
    OutputFlags,
    ProblemFlags,
    board_or_graph,
    explain_option,
    first_option,
    format_option,
    general_options,
    json_option,
    limit_options,
    note_unnamed,
    one_way_option,
    order_option,
    output_option,
    pack_options,
    places_option,
    problem_from_flags,
    proof_option,
    question_options,
    seed_option,
    tie_option,
    weight_option,
)
from .pictures import (
    ANIMATED,
    ENDS,
    PICTURES,
    STILL,
    PictureFlags,
    picture_of,
    picture_options,
    prepare,
    reason_of,
    sheet_option,
)
from .progress import progress

if TYPE_CHECKING:
    from .several import Several

PATIENCE: Final = 100
"""How many seeds in a row may repeat tours before there seem to be no others."""


@frozen
class MethodFlags:
    """The flags that choose the method, and the order and the tie rule of one to study."""

    method: str = "auto"
    order: str | None = None
    tie: str | None = None


@define(
    "tour",
    help=_(
        "Find a tour, verify it and print it.\n\n"
        "BOARD is 8, 5x9, 4x4x4, or a file with a drawing (- is standard input): "
        ". is a square, # no square, S the start, E the end, and a number a clue. "
        "Its first line may name the piece or the puzzle: “knight closed”, “hidato”."
    ),
    examples=(
        "caballero tour 8 --closed --start a1\n"
        "caballero tour 5x9 --style thread -o tour.svg\n"
        "caballero tour 6 --closed --best turns"
    ),
    statuses={0: _("a tour was found"), 1: _("there is none"), 2: None, 3: None, 130: None},
    forms=ENDS | {"json": "json", "jsonl": "json", "tour": "tsplib"},
    first=(
        "closed", "start", "end", "piece", "best", "method", "seed", "seconds", "count",
        "form", "as_json", "output", "explain", "style", "lang",
    ),
)  # fmt: skip
@board_or_graph
@one_way_option
@weight_option
@places_option
@question_options
@best_options
@option(
    SEARCH, "--method", default="auto", show_default=True, metavar=_("METHOD"),
    shell_complete=complete.found_or_taught,
    help=_(
        "auto chooses; to study: naive, backtracking, warnsdorff, "
        "warnsdorff-backtracking, branch-and-bound (fewest turns), or exact. "
        "One alone may not finish."
    ),
)  # fmt: skip
@order_option
@tie_option
@seed_option
@limit_options
@option(
    ANSWER, "-k", "--count", type=click.IntRange(min=1), metavar=_("N"),
    help=_("Find N different tours, with the seeds from --seed on."),
)  # fmt: skip
@format_option([*FORMATS, *PICTURES[1:], "tsplib"])
@json_option
@output_option
@first_option
@explain_option
@proof_option
@option(ANSWER, "--watch", is_flag=True, help=_("Show the tour growing in the terminal."))
@picture_options
@sheet_option
@general_options
def command(**options: Any) -> int:
    return answer(**options)


@pack_options(
    flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags, wanted=BestFlags,
    how=MethodFlags,
)  # fmt: skip
def answer(
    flags: ProblemFlags,
    wanted: BestFlags,
    how: MethodFlags,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
    seed: int | None,
    explain: bool,
    proof: str | None,
    count: int | None = None,
    sheet: bool = False,
    watch: bool = False,
) -> int:
    """Find the tour that options ask for, on a board or on a graph; return the exit status."""
    budget = Budget(limits)  # of reading, too
    problem = problem_from_flags(flags)
    form = out.form
    _check_form(form, problem)
    given = tuple(cast(Square, place) for place, _number in problem.clues)
    picture = replace(picture, given=given)
    search: Callable[..., Outcome] = partial(_solve, problem, how, proof)
    if wanted.cost is not None:
        search = partial(find_best, problem, wanted, proof=proof)
    if count is not None or sheet:
        from .several import Several

        several = Several(count or 1, form, out.output, sheet, picture)
        return _write_different(problem, search, seed or 0, budget.left, several)
    with naming_file(proof or ""), progress() as bar:
        outcome = search(seed=seed, limits=budget.left, on_event=bar)
    if watch and isinstance(outcome, Found) and form not in {"json", *PICTURES}:
        from .watch import watch_tour

        watch_tour(outcome.tour, picture.first, picture.fps)
    _write(problem, outcome, picture, out)
    if explain:
        report_phases(problem, outcome)
    if watch and how.method not in {AUTO, *METHODS}:  # one of the textbook
        line = _("To see the search itself: caballero trace {board} --method {method} --watch")
        report(line.format(board=flags.board, method=how.method))
    status = conclude(outcome, limits)
    if isinstance(outcome, Impossible):
        note_unnamed()
    if proof is not None:
        report_proof(outcome, proof)
    return status


def _check_form(form: str, problem: Problem) -> None:
    """Refuse a format that does not fit a board or a graph; check that a picture can be made."""
    on_graph = isinstance(problem.ground, Graph)
    if form == "tsplib" and not on_graph:
        raise click.UsageError(_("The format tsplib is for graphs: choose another one."))
    if on_graph and form in {"matrix", "pdf", *ANIMATED}:
        line = _("The format {form} is for boards: choose text, json, tsplib, svg or png.")
        raise click.UsageError(line.format(form=form))
    prepare(form, problem.ground)


def _write(problem: Problem, outcome: Outcome, picture: PictureFlags, out: OutputFlags) -> None:
    """Write the tour, or the reason why there is none."""
    form = out.form
    if form == "json":
        write_json(problem, outcome, out.output)
    elif isinstance(outcome, Found) and form in PICTURES:
        with progress(_("pictures")) as bar:
            drawn = picture_of(outcome.tour, form, picture, bar)
        write_answer(drawn, out.output)
    elif isinstance(outcome, Found):
        write_answer(tour_as_text(outcome.tour, form, picture.first, out.output), out.output)
    elif (
        isinstance(outcome, Impossible)
        and form in {*STILL, "pdf"}
        and not isinstance(problem.ground, Graph)
    ):
        write_answer(reason_of(problem, outcome.certificate, form, picture), out.output)


def _write_different(
    problem: Problem, search: Callable[..., Outcome], seed: int, limits: Limits, how: Several
) -> int:
    """Write different tours, as many as asked for; return the exit status."""
    from .several import check_several, write_several

    check_several(how, problem.size)
    outcomes: list[Outcome] = []

    def text(tour: Tour) -> str:
        if how.form != "json":
            return tour_as_text(tour, how.form, how.picture.first, how.output)
        return outcome_as_json(problem, outcomes[-1])

    with progress(_("tours")) as bar:
        budget = Budget(limits)
        tours = _different(partial(search, on_event=bar), budget, seed, how.count, outcomes)
        count_written, _reached = write_several(tours, text, how, bar)
    last = outcomes[-1]
    if not count_written and how.form == "json":
        write_json(problem, last, how.output)
    if count_written:
        note(_("Verified tours: {count}.").format(count=count_written))
    if not isinstance(last, Found):
        return conclude(last, limits)
    if count_written == how.count:
        return 0
    line = _("After them, {count} seeds gave none that is new: caballero list shows all tours.")
    report(line.format(count=PATIENCE))
    return 3


def _different(
    search: Callable[..., Outcome], budget: Budget, seed: int, count: int, outcomes: list[Outcome]
) -> Iterator[Tour]:
    """Yield different tours of one seed after the other, and keep the last outcome."""
    seen: set[int] = set()
    repeated = 0
    while len(seen) < count and repeated < PATIENCE:
        outcome = search(seed=seed, limits=budget.left)
        outcomes[:] = [outcome]
        if not isinstance(outcome, Found):
            return
        order = outcome.tour.order
        back = (order[0], *order[:0:-1]) if outcome.tour.closed else order[::-1]
        key = hash(min(order, back))
        seed += 1
        if key in seen:
            repeated += 1
        else:
            repeated = 0
            seen.add(key)
            yield outcome.tour


def _solve(problem: Problem, flags: MethodFlags, proof: str | None, **how: Any) -> Outcome:
    method = flags.method
    if method == AUTO or method in METHODS or isinstance(problem.ground, Graph):
        with naming_file(proof or ""):
            return solve(problem, method=method, proof=proof, **how)
    from caballero.teach.comparison import METHODS as LESSONS, Contender

    if method not in LESSONS:
        raise UnknownName.among("method", method, [AUTO, *LESSONS, *METHODS])
    return Contender(method, flags.order, flags.tie).solve(problem, **how)
