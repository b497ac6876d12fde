"""``caballero graph FILE``: the short form of ``caballero tour --graph FILE``."""

from __future__ import annotations

import click

from caballero.core.methods import AUTO, TAUGHT
from caballero.find.methods import METHODS

from . import options, tour
from .answer import Call
from .command import define
from .language import translate as _
from .options import QUESTION, STILL, option


@define("graph", statuses={0: _("a path or cycle was found"), 1: _("there is none")}, help=_(
    "Find a Hamiltonian cycle or path of a graph, verify it and print its "
    "vertices in order.\n\n"
    "FILE (- is standard input) holds a list of edges, two labels per line, "
    "or a graph in the format of TSPLIB (.hcp, .tsp, .atsp), DIMACS (.col), DOT (.dot), "
    "GraphML, JSON, Pajek (.net), graph6 (.g6) or sparse6 (.s6), an adjacency list or matrix, "
    "or a table of distances or points (.csv). Edges written a -> b are directed. A third "
    "column is the weight of the edges, for --best and --worst.\n\n"
    "The same as caballero tour --graph FILE, which has more options."
), examples=_(
    "caballero graph graph.txt --closed -o cycle.svg\n"
    "caballero graph graph.txt --start 1 --end 3 --directed\n"
    "caballero graph roads.csv --best weight --start home --end work"
))  # fmt: skip
@click.argument("graph", type=options.FILE)
@options.closed
@option(QUESTION, "--start", metavar=_("VERTEX"), help=_("First vertex."))
@option(QUESTION, "--end", metavar=_("VERTEX"), help=_("Last vertex."))
@options.method(
    (AUTO, *TAUGHT, *METHODS),
    _(
        "auto chooses; to study: backtracking, warnsdorff, branch-and-bound, or exact. "
        "One alone may not finish."
    ),
)
@options.one_way
@options.graph_form
@options.weight
@options.places
@options.best
@options.tie
@options.strategy
@options.seed
@options.limits
@options.explain
@options.proof
@options.answer("text", "json", "tsplib", *STILL)
@options.theme
@options.width
def command(call: Call) -> int:
    return tour.find(call)
