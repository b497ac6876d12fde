"""``caballero verify FILE``: every fault of a claimed tour."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from caballero.formats.claims import MAX_BYTES, read_claim
from caballero.formats.write import VERSION, place_json, problem_json
from caballero.graph import Graph
from caballero.judge import Verdict, verify
from caballero.statistics import TourStatistics, tour_statistics
from caballero.words import Message

from .answer import form_of, give
from .language import spoken
from .language import translate as _
from .options import (
    json_option,
    language_option,
    output_option,
    question,
    read_file,
    start_option,
    surface_option,
)

SHOWN = 20
"""How many faults are listed in text; JSON lists them all."""


@click.command(
    "verify",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Say whether a claimed tour is one, and list all that is wrong with it.\n\n"
        "FILE (- is standard input) holds a matrix of numbers, a list of squares (a1 b3, or "
        "0,0 2,1), or JSON.\n\n"
        "With --graph it holds the vertices of a cycle in order (with --open, of a path), JSON, "
        "or a tour in the format of TSPLIB."
    ),
    epilog=_("Example: caballero tour 8 --format matrix | caballero verify -"),
)
@click.argument("file", metavar=_("FILE"))
@click.option("--closed/--open", "closed", default=None, help=_("Must the tour close?"))
@start_option
@click.option("--end", metavar=_("SQUARE"), help=_("Last square."))
@click.option("--piece", metavar=_("PIECE"), help=_("What moves; a knight unless the file says."))
@surface_option
@click.option("--board", metavar=_("BOARD"), help=_("The board, if the file does not show it."))
@click.option("--graph", metavar=_("FILE"), help=_("The graph, if it is a tour of a graph."))
@click.option(
    "--first",
    type=int,
    metavar=_("N"),
    help=_("Number of the first square; the least unless given."),
)
@click.option(
    "--statistics",
    is_flag=True,
    help=_("Add what can be counted about the tour: turns, slopes, crossings, symmetry."),
)
@json_option
@output_option
@language_option
def command(
    file: str,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: str | None,
    surface: str | None,
    board: str | None,
    graph: str | None,
    first: int | None,
    statistics: bool,
    as_json: bool,
    output: str | None,
) -> int:
    as_json = as_json or form_of(output, {"json": "json"}) == "json"
    if graph is not None:
        if (piece, surface, board, first) != (None, None, None, None):
            raise click.UsageError(
                _("--piece, --surface, --board and --first are for boards, not for --graph.")
            )
        return _give(_on_graph(file, graph, closed, start, end), statistics, as_json, output)
    claim = read_claim(read_file(file, MAX_BYTES))
    if board is None:
        ends = {"start": start, "end": end, "surface": surface}
        verdict = verify(claim, closed=closed, piece=piece, first=first, **ends)
    else:
        asked = question(
            board,
            closed=bool(claim.closed) if closed is None else closed,
            start=start,
            end=end,
            piece=piece or (claim.piece.name if claim.piece else "knight"),
            surface=surface,
        )
        verdict = verify(claim, asked, first=first)
    return _give(verdict, statistics, as_json, output)


def _give(verdict: Verdict, statistics: bool, as_json: bool, output: str | None) -> int:
    """Write the verdict, and of a tour its statistics if they are wanted."""
    counted = tour_statistics(verdict.tour) if statistics and verdict.tour else None
    give(_json(verdict, counted) if as_json else _text(verdict, counted), output)
    return 0 if verdict.valid else 1


def _on_graph(
    file: str, graph_file: str, closed: bool | None, start: str | None, end: str | None
) -> Verdict:
    """Judge a tour of a graph: a cycle, unless somebody says otherwise."""
    from caballero.formats.graphs import read_vertices

    from .graph import graph_in, labelled

    graph = graph_in(graph_file)
    claim = read_vertices(read_file(file, MAX_BYTES), graph)
    if closed is None:
        closed = claim.closed is not False
    return verify(claim, closed=closed, start=labelled(graph, start), end=labelled(graph, end))


def _json(verdict: Verdict, counted: TourStatistics | None) -> str:
    faults = [
        {
            "code": fault.code,
            "message": fault.message.text(spoken()),
            "places": [place_json(place) for place in fault.places],
        }
        for fault in verdict.faults
    ]
    status = "valid" if verdict.valid else "invalid"
    data = {"caballero": VERSION, "status": status, **problem_json(verdict.problem)}
    data |= {"faults": faults}
    if counted is not None:
        data |= {"statistics": counted.to_dict()}
    return json.dumps(data, ensure_ascii=False)


def _text(verdict: Verdict, counted: TourStatistics | None) -> str:
    if verdict.tour is not None:
        closed = verdict.tour.closed
        kind = "verdict-closed" if closed else "verdict-open"
        ground = verdict.problem.ground
        if isinstance(ground, Graph):
            message = Message(f"{kind}-graph", {"count": len(ground)})
        else:
            message = Message(kind, {"piece": verdict.problem.piece.title, "board": ground})
        line = message.text(spoken())
        if not closed and verdict.tour.closable:
            line += " " + _("Its ends are a move apart, so it could be closed.")
        return "\n".join([line, *(_statistics(verdict, counted) if counted else ())])
    lines = [_("Not valid; faults: {count}.").format(count=len(verdict.faults))]
    lines += [f"- {fault.message.text(spoken())}" for fault in verdict.faults[:SHOWN]]
    if len(verdict.faults) > SHOWN:
        more = len(verdict.faults) - SHOWN
        lines.append(_("… and {count} more; --json lists them all.").format(count=more))
    return "\n".join(lines)


def _statistics(verdict: Verdict, counted: TourStatistics) -> Iterator[str]:
    """Yield a line for each number; those that have no meaning here are left out."""
    name = verdict.problem.place_name
    ends = {"first": name(counted.first), "last": name(counted.last)}
    if isinstance(verdict.problem.ground, Graph):
        line = _("vertices: {count}, from {first} to {last}")
    else:
        line = _("squares: {count}, from {first} to {last}")
    yield line.format(count=counted.squares, **ends)
    if counted.turns is not None:
        yield _("turns: {turns}; straight on: {straight}; longest straight run: {longest}").format(
            turns=counted.turns, straight=counted.straight, longest=counted.longest
        )
        slopes = ", ".join(f"({','.join(map(str, move))}): {n}" for move, n in counted.slopes)
        yield _("slopes (down, right): {slopes}").format(slopes=slopes)
    if counted.crossings is not None:
        yield _("crossings: {count}").format(count=counted.crossings)
    if counted.symmetry is not None:
        yield _("symmetry: {kind}").format(kind=counted.symmetry)
