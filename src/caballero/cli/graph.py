"""``caballero graph FILE``: the short form of ``caballero tour --graph FILE``."""

from __future__ import annotations

from typing import Any

from . import complete, tour
from .best import best_options
from .command import define
from .language import translate as _
from .option import QUESTION, SEARCH, option
from .options import (
    closed_option,
    explain_option,
    file_argument,
    format_option,
    from_option,
    general_options,
    json_option,
    limit_options,
    one_way_option,
    output_option,
    places_option,
    proof_option,
    seed_option,
    weight_option,
)
from .pictures import STILL, theme_option, width_option


@define(
    "graph",
    help=_(
        "Find a Hamiltonian cycle or path of a graph, verify it and print its "
        "vertices in order.\n\n"
        "FILE (- is standard input) holds a list of edges, two labels per line, "
        "or a graph in the format of TSPLIB (.hcp, .tsp, .atsp), DIMACS (.col), DOT (.dot), "
        "GraphML, JSON, Pajek (.net), graph6 (.g6) or sparse6 (.s6), an adjacency list or matrix, "
        "or a table of distances or points (.csv). Edges written a -> b are directed. A third "
        "column is the weight of the edges, for --best and --worst.\n\n"
        "The same as caballero tour --graph FILE, which has more options."
    ),
    examples=_(
        "caballero graph graph.txt --closed -o cycle.svg\n"
        "caballero graph graph.txt --start 1 --end 3 --directed\n"
        "caballero graph roads.csv --best weight --start home --end work"
    ),
    statuses={
        0: _("a path or cycle was found"),
        1: _("there is none"),
        2: None,
        3: None,
        130: None,
    },
    forms={"json": "json", "tour": "tsplib", "svg": "svg", "png": "png"},
)
@file_argument
@closed_option
@option(QUESTION, "--start", metavar=_("VERTEX"), help=_("First vertex."))
@option(QUESTION, "--end", metavar=_("VERTEX"), help=_("Last vertex."))
@option(
    SEARCH, "--method", default="auto", show_default=True, metavar=_("METHOD"),
    shell_complete=complete.found_by,
    help=_("auto chooses; or exact. One alone may not finish."),
)  # fmt: skip
@one_way_option
@from_option
@weight_option
@places_option
@best_options
@seed_option
@limit_options
@explain_option
@proof_option
@format_option(["text", "json", "tsplib", *STILL])
@json_option
@theme_option
@width_option
@output_option
@general_options
def command(file: str, **options: Any) -> int:
    return tour.answer(graph=file, **options)
