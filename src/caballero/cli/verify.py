"""``caballero verify FILE``: every fault of a claimed tour."""

from __future__ import annotations

import json

import click

from caballero.formats.claims import MAX_BYTES, read_claim
from caballero.formats.write import VERSION, problem_json
from caballero.graph import Graph
from caballero.judge import Verdict, verify
from caballero.words import Message

from .answer import give
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
    as_json: bool,
    output: str | None,
) -> int:
    if graph is not None:
        if (piece, surface, board, first) != (None, None, None, None):
            raise click.UsageError(
                _("--piece, --surface, --board and --first are for boards, not for --graph.")
            )
        verdict = _on_graph(file, graph, closed, start, end)
        give(_json(verdict) if as_json else _text(verdict), output)
        return 0 if verdict.valid else 1
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
    give(_json(verdict) if as_json else _text(verdict), output)
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


def _json(verdict: Verdict) -> str:
    faults = [
        {
            "code": fault.code,
            "message": fault.message.text(spoken()),
            "places": [
                list(place) if isinstance(place, tuple) else place for place in fault.places
            ],
        }
        for fault in verdict.faults
    ]
    status = "valid" if verdict.valid else "invalid"
    return json.dumps(
        {"caballero": VERSION, "status": status, **problem_json(verdict.problem), "faults": faults},
        ensure_ascii=False,
    )


def _text(verdict: Verdict) -> str:
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
        return line
    lines = [_("Not valid; faults: {count}.").format(count=len(verdict.faults))]
    lines += [f"- {fault.message.text(spoken())}" for fault in verdict.faults[:SHOWN]]
    if len(verdict.faults) > SHOWN:
        more = len(verdict.faults) - SHOWN
        lines.append(_("… and {count} more; --json lists them all.").format(count=more))
    return "\n".join(lines)
