"""``caballero tour BOARD``: find a tour, or a proof that none exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final, TypeAlias

import click

from caballero import Found, Graph, Impossible, LimitReached, Problem, Stats, Tour, solve
from caballero.find.methods import METHODS
from caballero.machine.limits import LimitHit
from caballero.machine.methods import AUTO, TAUGHT
from caballero.proof.outcome import Outcome, limited, stats_of

from . import answer, options
from .answer import conclude, note, report
from .command import define
from .language import current_language, translate as _
from .options import ANIMATED, ANSWER, PICTURES, QUESTION, STILL, Names, option
from .pictures import picture_found, prepare, reason_of
from .problems import note_unnamed, problem_of
from .progress import progress

Search: TypeAlias = Callable[..., Outcome]
"""A function that finds a tour of the problem, with a seed, limits and a function for events."""

COSTS: Final = Names("best-cost", ("turns", "crossings", "length", "weight"))

LENGTHS: Final = Names("best-cost", ("length", "weight"))

PATIENCE: Final = 100
"""How many seeds in a row may repeat tours before there seem to be no others."""


# fmt: off
class Wanted(options.Drawn, options.Posed):
    """What functions read of every question about a tour."""

    first: int = 1
    seed: int | None = None
    proof: str | None = None
    explain: bool = False
    watch: bool = False
    order: str | None = None
    tie: str | None = None
    strategy: str | None = None

class Costs(Wanted):
    """Which cost is to be small, or large."""

    best: str | None = option(QUESTION, type=COSTS, before="method", help=_(
        "Find the tour with the smallest cost, and prove that it is: {names}."))
    worst: str | None = option(QUESTION, type=COSTS, before="method", help=_(
        "Find the tour with the largest cost."))

class LongPath(Wanted):
    """A path that need not visit all."""

    longest: bool = option(QUESTION, before="method", help=_(
        "Find the longest path, or closed path, which need not visit all, and prove it."))
    lengths: str | None = option(QUESTION, "--by", type=LENGTHS, before="method", help=_(
        "With --longest, add up the costs of the moves instead of counting places: {names}."))

class _Watched(Wanted):
    watch: bool = option(ANSWER, help=_("Show the tour growing in the terminal."))

class _Posed(options.BoardOrGraph, options.OneWay, options.Weights, options.Question):
    pass

class _Method(options.Taught):
    method: str = options.method((AUTO, *TAUGHT, *METHODS), before="order", help=_(
        "auto chooses; to study: naive, backtracking, warnsdorff, warnsdorff-backtracking, "
        "branch-and-bound (fewest turns), or exact. One alone may not finish."))

class _Shown(options.Limited, options.Answer, options.First, options.Picture):
    forms = (*options.TOURS, "tsplib")

class OneTour(_Posed, _Method, options.Seeded, _Shown, options.Explained, options.Proof, _Watched):
    """A tour, or a proof that there is none."""

class Tours(_Posed, _Method, options.Seeded, _Shown, options.Sheet, Wanted):
    count: int = option(ANSWER, "-k", least=1, default=1, show_default=False, before="form", help=_(
        "Find N different tours, with the seeds from --seed on."))

class BestTour(_Posed, options.Seeded, _Shown, options.Explained, options.Proof, _Watched, Costs):
    """The best tour, or the worst."""

class LongestTour(_Posed, options.Seeded, _Shown, options.Proof, LongPath):
    """The longest path."""

class SymmetricTour(options.OnBoard, _Shown, _Watched):
    symmetry: str = option(
        QUESTION, metavar=_("KIND"), shell_complete=options.symmetries, before="method", help=_(
        "Find a tour with a symmetry: half-turn, quarter-turn, left-right, …, or a kind that "
        "count --by-symmetry names."))

class MagicTour(options.OnBoard, _Shown, options.Explained, _Watched):
    magic: bool = option(QUESTION, before="method", help=_(
        "Find a tour whose numbers have the same sum in all rows and all columns."))
# fmt: on


@define("tour", OneTour, statuses={0: _("a tour was found"), 1: _("there is none")},
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
def command(call: OneTour) -> int:
    return find(call)


def find(call: Wanted) -> int:
    """Find the tour that a call asks for, on a board or on a graph; return the exit status."""
    problem = _problem(call)
    with answer.naming_file(call.proof or ""), progress() as bar:
        outcome = _search(call, problem, seed=call.seed or 0, limits=call.rest, callback=bar)
    return _finish(call, problem, outcome)


def find_best(call: Costs) -> int:
    """Find the tour of the smallest or the largest cost; return the exit status."""
    from caballero.best import solve_best

    problem, cost = _problem(call), call.best or call.worst or ""
    with answer.naming_file(call.proof or ""), progress() as bar:
        outcome = solve_best(
            problem, cost, maximize=call.worst is not None, proof=call.proof,
            seed=call.seed or 0, limits=call.rest, callback=bar,
        )  # fmt: skip
    return _finish(call, problem, outcome)


def find_longest(call: LongPath) -> int:
    """Find the longest path; return the exit status."""
    from caballero import find_longest as longest

    from .uncrossed import write_longest

    with answer.naming_file(call.proof or ""), progress() as bar:
        found = longest(
            _problem(call), call.lengths, limits=call.rest, seed=call.seed or 0, proof=call.proof,
            callback=bar,
        )  # fmt: skip
    length: dict[str, object] = {"visited": len(found.tour)}
    proved = _("Proved: the longest visits {count} of {size} ({nodes} nodes, {seconds:.3f} s).")
    so_far = _("{count} so far; none visits more than {bound}.")
    if call.lengths is not None:
        from caballero.formats.write import number_json

        length["cost"] = number_json(found.cost)
        proved = _("Proved: the longest has a sum of {count} ({nodes} nodes, {seconds:.3f} s).")
        so_far = _("A sum of {count} so far; none has more than {bound}.")
    status = write_longest(call, found, length, proved, so_far, _("There is no such path."))
    if call.proof is not None:
        answer.report_proof(found, call.proof)
    return status


command.question(BestTour, "best", examples=(
    "caballero tour 6 --closed --best turns\n"
    "caballero tour --graph roads.csv --closed --best weight --proof best.proof"
))(find_best)  # fmt: skip
command.question(BestTour, "worst", examples="caballero tour 5x6 --closed --worst length")(
    find_best
)
command.question(LongestTour, "longest", examples=(
    "caballero tour 4 --longest\n"
    "caballero tour --graph trails.csv --longest --by weight --start in --end out"
))(find_longest)  # fmt: skip


@command.question(MagicTour, "magic", examples="caballero tour 8 --magic")
def _find_magic(call: MagicTour) -> int:
    """Find a tour with equal sums: among the symmetric tours first, which are found far sooner."""
    from caballero.counting import magic_tours

    problem = _problem(call)
    with progress() as bar, limited(call.rest, bar) as budget:
        budget.method = "sums"
        both = (magic_tours(problem, symmetric=symmetric) for symmetric in (True, False))
        outcome = _first(problem, chain.from_iterable(both), lambda: stats_of(budget))
    none = _("No such tour has the same sum in all rows and all columns.")
    status = _finish(call, problem, outcome, none)
    if isinstance(outcome, Found):
        note(answer.sums_text(outcome.tour))
    return status


@command.question(SymmetricTour, "symmetry", examples=(
    "caballero tour 8 --closed --symmetry half-turn\n"
    "caballero tour 6 --closed --symmetry quarter-turn -o tour.svg"
))  # fmt: skip
def _find_symmetric(call: SymmetricTour) -> int:
    """Find a tour with a symmetry: the first of its listing."""
    from caballero import iter_tours

    problem = _problem(call)
    with progress() as bar:
        listing = iter_tours(problem, symmetry=call.symmetry, limits=call.rest, callback=bar)
        outcome = _first(problem, iter(listing), lambda: listing.stats)
    if isinstance(outcome, Impossible) and listing.certificate is not None:
        outcome = Impossible(listing.certificate, listing.stats, problem)
    return _finish(call, problem, outcome, _("No such tour has this symmetry."))


def _first(problem: Problem, tours: Iterator[Tour], stats: Callable[[], Stats]) -> Outcome:
    """Return the first of some tours, that there is none, or the limit that was reached."""
    from caballero.proof import Exhausted

    try:
        tour = next(tours, None)
    except LimitReached as reached:
        return reached.outcome
    found = stats()
    if tour is not None:
        return Found(tour, found)
    return Impossible(Exhausted(found.method, found.nodes), found, problem)


def _finish(call: Wanted, problem: Problem, outcome: Outcome, none: str = "") -> int:
    """Write a tour, or why there is none (of a kind, if `none`); return the exit status."""
    _show(call, problem, outcome)
    if call.watch and call.method in TAUGHT:
        line = _("To see the search itself: caballero trace {board} --method {method} --watch")
        report(line.format(board=call.board, method=call.method))
    if none and isinstance(outcome, Impossible):
        from caballero.proof import Exhausted

        if isinstance(outcome.certificate, Exhausted):
            report(none)
            return 1
    status = conclude(call, outcome)
    if isinstance(outcome, Impossible):
        note_unnamed()
        note(_("To see how far one can get, add --longest."))
    if call.proof is not None:
        answer.report_proof(outcome, call.proof)
    return status


def _show(call: Wanted, problem: Problem, outcome: Outcome) -> None:
    """Write a tour, or why there is none, and what ran."""
    if call.watch and isinstance(outcome, Found) and call.form not in {"json", *PICTURES}:
        from .watch import watch_tour

        watch_tour(outcome.tour, call.first, call.fps)
    _write(call.but(given=_given(problem)), problem, outcome)
    if call.explain:
        answer.report_phases(problem, outcome)


def _given(problem: Problem) -> tuple[object, ...]:
    """Return the squares of the clues."""
    return tuple(place for place, _number in problem.clues)


def _search(call: Wanted, problem: Problem, **how: Any) -> Outcome:
    """Find a tour by the method of a call."""
    if call.method not in TAUGHT:
        return solve(problem, method=call.method, proof=call.proof, **how)
    from caballero.teaching import Contender

    return Contender(call.method, call.order, call.tie, call.strategy).solve(problem, **how)


def _problem(call: Wanted) -> Problem:
    """Return the problem of a call; check that its answer has a format that fits."""
    problem = problem_of(call)
    _check_form(call, problem)
    return problem


def _check_form(call: options.Drawn, problem: Problem) -> None:
    """Refuse a format that does not fit a board or a graph; check that a picture can be made."""
    on_graph = isinstance(problem.ground, Graph)
    if call.form == "tsplib" and not on_graph:
        raise click.UsageError(_("The format tsplib is for graphs: choose another one."))
    if on_graph and call.form in {"matrix", "pdf", *ANIMATED}:
        line = _("The format {form} is for boards: choose text, json, tsplib, svg or png.")
        raise click.UsageError(line.format(form=call.form))
    prepare(call, problem.ground)


def _write(call: options.Drawn, problem: Problem, outcome: Outcome) -> None:
    """Write the tour, or the reason why there is none."""
    match outcome:
        case _ if call.form == "json":
            answer.write_outcome(call, problem, outcome)
        case Found(tour) if call.form in PICTURES:
            with progress(_("pictures")) as bar:
                try:
                    drawn = picture_found(call, tour, bar)
                except (LimitHit, LimitReached):
                    conclude(call, outcome)
                    raise
            answer.write_answer(call, drawn)
        case Found(tour):
            answer.write_answer(call, answer.tour_as_text(call, tour))
        case Impossible(certificate) if call.form in {*STILL, "pdf"}:
            if not isinstance(problem.ground, Graph):
                answer.write_answer(call, reason_of(call, problem, certificate))


@command.question(Tours, "count sheet", examples=(
    "caballero tour 8 --closed -k 5 -o tour.svg\ncaballero tour 6 -k 9 --sheet -o tours.svg"
))  # fmt: skip
def _write_different(call: Tours) -> int:
    """Write different tours, as many as asked for; return the exit status."""
    from .several import check_several, write_several

    problem = _problem(call)
    call = call.but(given=_given(problem))
    search = partial(_search, call, problem)
    check_several(call, problem.size)
    outcomes: list[Outcome] = []

    def text(tour: Tour) -> str:
        if call.form != "json":
            return answer.tour_as_text(call, tour)
        from caballero.formats import outcome_json

        return answer.json_line(outcome_json(problem, outcomes[-1], current_language()))

    with progress(_("tours")) as bar:
        tours = _different(partial(search, callback=bar), call, outcomes)
        written, _reached = write_several(call, problem, tours, text, bar)
    last = outcomes[-1]
    if not written and call.form == "json":
        answer.write_outcome(call, problem, last)
    if written:
        note(_("Verified tours: {count}.").format(count=written))
    if not isinstance(last, Found):
        return conclude(call, last)
    if written == call.count:
        return 0
    line = _("After them, {count} seeds gave none that is new: caballero list shows all tours.")
    report(line.format(count=PATIENCE))
    return 3


def _different(search: Search, call: Tours, outcomes: list[Outcome]) -> Iterator[Tour]:
    """Yield different tours of seed after seed, and keep the last outcome."""
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
