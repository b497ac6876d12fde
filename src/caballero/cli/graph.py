"""``caballero graph FILE``: the short form of ``caballero tour --graph FILE``."""

from __future__ import annotations

from typing import Final

from caballero.find.methods import METHODS
from caballero.machine.methods import AUTO, TAUGHT

from . import options, tour
from .command import define
from .language import translate as _
from .options import QUESTION, STILL, Answer, Limited, Theme, argument, option


# fmt: off
class _Graph(options.Closed, options.OneWay, options.GraphForm, options.Weights):
    graph: str = argument(type=options.FILE)
    start: str | None = option(QUESTION, metavar=_("VERTEX"), before="one_way", help=_(
        "First vertex."))
    end: str | None = option(QUESTION, metavar=_("VERTEX"), before="one_way", help=_(
        "Last vertex."))

class _Shown(Answer, Theme):
    forms = ("text", "json", "tsplib", *STILL)

class GraphTour(_Graph, options.Strategy, options.Seeded, Limited, options.Explained,
    options.Proof, _Shown, tour.Wanted):
    method: str = options.method((AUTO, *TAUGHT, *METHODS), before="tie", help=_(
        "auto chooses; to study: backtracking, warnsdorff, branch-and-bound, or exact. One alone "
        "may not finish."))

class BestGraphTour(_Graph, options.Seeded, Limited, options.Explained, options.Proof, _Shown,
    tour.Costs):
    """The best path or cycle, or the worst."""

class LongestGraphTour(_Graph, options.Seeded, Limited, options.Proof, _Shown, tour.LongPath):
    """The longest path."""
# fmt: on


@define("graph", GraphTour, statuses={0: _("a path or cycle was found"), 1: _("there is none")},
    help=_(
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
def command(call: GraphTour) -> int:
    return tour.find(call)


BEST: Final = "caballero graph roads.csv --best weight --start home --end work"

command.question(BestGraphTour, "best", examples=BEST)(tour.find_best)
command.question(BestGraphTour, "worst", examples=BEST.replace("best", "worst"))(tour.find_best)
command.question(LongestGraphTour, "longest", examples="caballero graph graph.txt --longest")(
    tour.find_longest
)
