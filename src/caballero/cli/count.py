"""``caballero count BOARD``: how many tours there are, exactly."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import click

from caballero.count import (
    Count,
    Known,
    Recurrence,
    agrees,
    count_by_symmetry,
    count_tours,
    known_counts,
    strip_recurrence,
)
from caballero.count.known import told_alike
from caballero.errors import LimitReached
from caballero.formats.write import VERSION
from caballero.limits import Limits
from caballero.symmetry import SymmetryClass

from .answer import concluded, form_of, give, give_json, tell
from .language import spoken
from .language import translate as _
from .options import (
    board_or_graph,
    format_option,
    json_option,
    language_option,
    memory_option,
    output_option,
    question_options,
    question_or_graph,
    timeout_option,
    wish_options,
)
from .progress import progress


@click.command(
    "count",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Count the tours of a board, exactly.\n\n"
        "The number alone goes to standard output; what was counted, to standard error: open "
        "tours with those that could be closed, and a tour and the same backwards as one, unless "
        "options say otherwise.\n\n"
        "BOARD is as for tour."
    ),
    epilog=_("Example: caballero count 3x4 --known"),
)
@board_or_graph
@question_options
@wish_options
@click.option("--directed", is_flag=True, help=_("Count each direction of a tour."))
@click.option(
    "--up-to-symmetry", is_flag=True,
    help=_("Count tours that a symmetry of the board takes to each other once."),
)  # fmt: skip
@click.option(
    "--not-closable", is_flag=True, help=_("Of open tours, count only those that cannot be closed.")
)
@click.option(
    "--known", is_flag=True, help=_("Compare with published counts, and name their sources.")
)
@click.option(
    "--by-symmetry", is_flag=True,
    help=_("Count the tours of each kind of symmetry, and how many are essentially different."),
)  # fmt: skip
@click.option(
    "--recurrence", is_flag=True,
    help=_("Of a strip: print the recurrence that the counts of all its lengths obey."),
)  # fmt: skip
@click.option(
    "--method", default="auto", show_default=True, metavar=_("METHOD"),
    help=_("auto, frontier, sweep, halves, strips or brute."),
)  # fmt: skip
@click.option(
    "--checkpoint", type=click.Path(file_okay=False), metavar=_("FOLDER"),
    help=_("Where a long count keeps what it has; the same command goes on from there."),
)  # fmt: skip
@timeout_option
@memory_option
@format_option(type=click.Choice(["text", "json"]), help=_("Text unless given."))
@json_option
@output_option
@language_option
def command(
    board: str | None,
    graph: str | None,
    closed: bool,
    start: str | None,
    end: str | None,
    piece: str,
    surface: str | None,
    clues: tuple[str, ...],
    forced: tuple[str, ...],
    forbidden: tuple[str, ...],
    directed: bool,
    up_to_symmetry: bool,
    not_closable: bool,
    known: bool,
    by_symmetry: bool,
    recurrence: bool,
    method: str,
    checkpoint: str | None,
    timeout: float | None,
    memory: float | None,
    form: str | None,
    as_json: bool,
    output: str | None,
) -> int:
    problem = question_or_graph(
        board, graph, closed=closed, start=start, end=end, piece=piece, surface=surface,
        clues=clues, forced=forced, forbidden=forbidden,
    )  # fmt: skip
    if by_symmetry and recurrence:
        raise click.UsageError(_("Ask for --by-symmetry or for --recurrence, not for both."))
    if (by_symmetry or recurrence) and (directed or up_to_symmetry or not_closable or known):
        line = _("--by-symmetry and --recurrence count tours as they are: leave other counts out.")
        raise click.UsageError(line)
    as_json = as_json or (form or form_of(output, {"json": "json"})) == "json"
    limits = Limits(seconds=timeout, megabytes=memory)
    try:
        with progress() as bar:
            found: dict[SymmetryClass, tuple[int, int]] | Recurrence | Count
            if by_symmetry:
                found = count_by_symmetry(problem, limits=limits, on_event=bar)
            elif recurrence:
                found = strip_recurrence(problem, limits=limits, on_event=bar)
            else:
                found = count_tours(
                    problem,
                    directed=directed,
                    up_to_symmetry=up_to_symmetry,
                    closable=False if not_closable else None,
                    limits=limits,
                    method=method,
                    checkpoint=checkpoint,
                    on_event=bar,
                )
    except LimitReached as reached:
        if as_json:
            give_json(problem, reached.outcome, output)
        for published in known_counts(problem) if known else ():
            tell(f"{_cited(published)}: {published.convention.text(spoken())}")
        status = concluded(reached.outcome, memory)
        _tell_kept(checkpoint)
        return status
    except KeyboardInterrupt:
        _tell_kept(checkpoint)
        raise
    match found:
        case Count():
            return _give_count(found, known, as_json, output)
        case Recurrence():
            return _give_recurrence(found, as_json, output)
    return _give_kinds(found, as_json, output)


def _tell_kept(checkpoint: str | None) -> None:
    """Say that what was counted before it was stopped is kept, if it is."""
    with suppress(OSError):
        if checkpoint is not None and len(list(Path(checkpoint).iterdir())) > 1:
            tell(_("The same command goes on with what {folder} keeps.").format(folder=checkpoint))


def _give_count(count: Count, known: bool, as_json: bool, output: str | None) -> int:
    """Write a number, and say what was counted."""
    compared = known_counts(count) if known else ()
    if as_json:
        data = count.to_dict() | ({"known": [_json(count, k) for k in compared]} if known else {})
        give(json.dumps(data, ensure_ascii=False), output)
    else:
        give("\n".join([str(int(count)), *(_compared(count, k) for k in compared)]), output)
    tell(count.convention.text(spoken()))
    cost = {"nodes": count.stats.nodes, "seconds": f"{count.stats.seconds:.3f}"}
    line = _("Method {method}, {nodes} nodes, {seconds} s.")
    tell(line.format(method=count.method, **cost))
    if known and not compared:
        tell(_("No published count of this is known here."))
    return 0


def _give_kinds(
    kinds: dict[SymmetryClass, tuple[int, int]], as_json: bool, output: str | None
) -> int:
    """Write how many tours each kind of symmetry has."""
    every = [sum(numbers) for numbers in zip(*kinds.values(), strict=True)] or [0, 0]
    if as_json:
        rows = {
            str(kind): {"tours": str(tours), "classes": str(classes)}
            for kind, (tours, classes) in kinds.items()
        }
        data = {"caballero": VERSION, "kinds": rows}
        give(json.dumps(data, ensure_ascii=False), output)
        return 0
    lines = [[str(kind), *map(str, numbers)] for kind, numbers in kinds.items()]
    lines = [
        [_("kind"), _("tours"), _("up to symmetry")],
        *lines,
        [_("all"), *map(str, every)],
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        line[0] = line[0].ljust(widths[0])
        line[1:] = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
    give("\n".join("  ".join(line) for line in lines), output)
    return 0


def _give_recurrence(found: Recurrence, as_json: bool, output: str | None) -> int:
    """Write a recurrence, and how certain it is."""
    if as_json:
        data = {
            "caballero": VERSION,
            "recurrence": [str(c) for c in found.coefficients],
            "initial": [str(term) for term in found.initial],
            "first": found.first_columns,
            "proved": found.proved,
            "fresh": found.fresh,
        }
        give(json.dumps(data, ensure_ascii=False), output)
        return 0
    line = _("a({first}), a({second}), … = {terms}")
    terms = ", ".join(map(str, found.initial))
    first = found.first_columns
    beginning = line.format(first=first, second=first + 1, terms=terms or "0")
    give(f"{found.text()}\n{beginning}", output)
    line = (
        _("Order {order}; proved, by {fresh} terms that were not used to find it.")
        if found.proved
        else _("Order {order}; checked on {fresh} terms that were not used to find it.")
    )
    tell(line.format(order=found.order, fresh=found.fresh))
    return 0


def _cited(known: Known) -> str:
    """A published number, where it stands, and what is to be said of it."""
    note = f" ({known.note.text(spoken())})" if known.note else ""
    return f"{known.value} {known.source}{note}"


def _compared(count: Count, known: Known) -> str:
    same, cited = agrees(count, known), _cited(known)
    if known.directed != count.directed:
        line = _("{cited}, directed") if known.directed else _("{cited}, undirected")
        cited = line.format(cited=cited)
    if same:
        return _("{cited}: agrees").format(cited=cited)
    ours = told_alike(count, known)
    return _("{cited}: differs, ours is {count}").format(cited=cited, count=ours)


def _json(count: Count, known: Known) -> dict[str, object]:
    return {
        "count": str(known.value),
        "directed": known.directed,
        "source": known.source,
        "note": known.note.text(spoken()) if known.note else None,
        "refuted": known.refuted,
        "agrees": agrees(count, known),
    }
