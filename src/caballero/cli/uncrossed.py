"""``caballero uncrossed BOARD``: the longest path whose moves do not cross."""

from __future__ import annotations

from caballero import Best
from caballero.best import longest_uncrossed
from caballero.machine.words import number

from . import options
from .answer import advice_of, json_line, note, report, size_text, tour_as_text, write_answer
from .command import define
from .language import current_language, translate as _
from .options import STILL, Answer, BoardPicture, Drawn, Limited
from .pictures import picture_found, prepare
from .problems import problem_of
from .progress import progress


class Uncrossed(options.Board, options.Closed, options.Piece, Limited, Answer, BoardPicture):
    forms = ("text", "json", "matrix", "moves", *STILL)


@define("uncrossed", Uncrossed,
    statuses={0: _("a longest one was found"), 1: _("there is none"),
              3: _("the longest is not known within the limits")},
    help=_(
    "Find the longest path whose moves do not cross, or cycle, and prove that it is.\n\n"
    "The path visits a square at most once, and not every square. If a limit is reached, the "
    "longest path so far is printed, with a bound for the length of all paths.\n\n"
    "BOARD is as for tour; it must be flat."
), examples=(
    "caballero uncrossed 6\n"
    "caballero uncrossed 6 --closed -o cycle.svg\n"
    "caballero uncrossed 5 --piece camel --json"
))  # fmt: skip
def command(call: Uncrossed) -> int:
    problem = problem_of(call)
    prepare(call, problem.ground)
    with progress() as bar:
        found = longest_uncrossed(problem, limits=call.limits, callback=bar)
    return write_longest(
        call, found, {"moves": found.cost},
        _("Proved: {count} moves, and none has more ({nodes} nodes, {seconds:.3f} s)."),
        _("{count} moves so far; none has more than {bound}."),
        _("Every cycle of this piece on this board crosses itself, or there is none."),
    )  # fmt: skip


def write_longest(
    call: Drawn, found: Best, length: dict[str, object], proved: str, so_far: str, none: str
) -> int:
    """Write the longest path, report its proof or bound, and return the exit status."""
    from caballero.formats.write import number_json

    path = found.tour
    if call.form == "json":
        length |= {"bound": number_json(found.bound)}
        data = length | {"optimal": found.optimal, "closed": path.closed}
        write_answer(call, json_line(data | {"squares": [*path]}))
    elif path.order:
        drawn = call.form in STILL
        write_answer(call, picture_found(call, path) if drawn else tour_as_text(call, path))
    count, bound = (
        number(number_json(cost), current_language()) for cost in (found.cost, found.bound)
    )
    if not found.optimal:
        report(f"{so_far.format(count=count, bound=bound)} {advice_of(found)}")
        return 3
    if not path.order:
        report(none)
        return 1
    cost = {"nodes": found.stats.nodes, "seconds": found.stats.seconds}
    note(proved.format(count=count, size=size_text(path.ground), **cost))
    return 0
