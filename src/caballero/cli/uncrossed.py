"""``caballero uncrossed BOARD``: the longest path whose moves do not cross."""

from __future__ import annotations

import json

from caballero.best import longest_uncrossed
from caballero.core.limits import Limits
from caballero.formats.write import VERSION
from caballero.proof.best import Best

from .answer import note, report, tour_as_text, write_answer
from .command import define
from .language import translate as _
from .options import (
    OutputFlags,
    ProblemFlags,
    board_argument,
    closed_option,
    format_option,
    general_options,
    json_option,
    limit_options,
    output_option,
    pack_options,
    piece_option,
    problem_from_flags,
)
from .pictures import (
    STILL,
    PictureFlags,
    board_options,
    picture_of,
    prepare,
)
from .progress import progress


@define(
    "uncrossed",
    help=_(
        "Find the longest path whose moves do not cross, or cycle, and prove that it is.\n\n"
        "The path visits a square at most once, and not every square. If a limit is "
        "reached, the longest path so far is printed, with a bound for the length of "
        "all paths.\n\n"
        "BOARD is as for tour; it must be flat."
    ),
    examples=(
        "caballero uncrossed 6\n"
        "caballero uncrossed 6 --closed -o cycle.svg\n"
        "caballero uncrossed 5 --piece camel --json"
    ),
    statuses={
        0: _("a longest one was found"),
        1: _("there is none"),
        2: None,
        3: _("the longest is not known within the limits"),
        130: None,
    },
    forms={"json": "json", "svg": "svg", "png": "png"},
)
@board_argument
@closed_option
@piece_option
@limit_options
@format_option(["text", "json", "matrix", "moves", *STILL])
@json_option
@board_options
@output_option
@general_options
@pack_options(flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags)
def command(flags: ProblemFlags, limits: Limits, picture: PictureFlags, out: OutputFlags) -> int:
    problem = problem_from_flags(flags)
    prepare(out.form, problem.ground)
    with progress() as bar:
        found = longest_uncrossed(problem, limits=limits, on_event=bar)
    path = found.tour
    if out.form == "json":
        data = {"moves": found.cost, "bound": found.bound, "optimal": found.optimal}
        squares = {"closed": path.closed, "squares": path.squares}
        answer: str | bytes = json.dumps({"caballero": VERSION, **data, **squares})
        write_answer(answer, out.output)
    elif path.squares:
        still = out.form in STILL
        answer = (
            picture_of(path, out.form, picture)
            if still
            else tour_as_text(path, out.form, picture.first, out.output)
        )
        write_answer(answer, out.output)
    return _conclude(found)


def _conclude(found: Best) -> int:
    """Report what is proved, and return the exit status."""
    cost = {"nodes": found.stats.nodes, "seconds": found.stats.seconds}
    if not found.optimal:
        line = _("{moves} moves so far; none has more than {bound}. Raise the limit.")
        report(line.format(moves=found.cost, bound=found.bound))
        return 3
    if not found.tour.squares:
        report(_("Every cycle of this piece on this board crosses itself, or there is none."))
        return 1
    line = _("Proved: {moves} moves, and none has more ({nodes} nodes, {seconds:.3f} s).")
    note(line.format(moves=found.cost, **cost))
    return 0
