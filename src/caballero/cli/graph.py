"""``caballero graph FILE``: find a Hamiltonian cycle or path, or say why there is none."""

from __future__ import annotations

from collections.abc import Hashable

import click

from caballero.errors import InvalidSquare
from caballero.find import solve
from caballero.formats.claims import MAX_BYTES
from caballero.formats.graphs import labels_by_name, read_graph, to_tsplib_tour
from caballero.formats.write import to_moves_text
from caballero.graph import Graph
from caballero.limits import Limits
from caballero.outcome import Found
from caballero.problem import Problem
from caballero.words import short

from .answer import concluded, explained, form_of, give, give_json
from .language import translate as _
from .options import (
    explain_option,
    format_option,
    json_option,
    language_option,
    memory_option,
    output_option,
    read_file,
    seed_option,
    timeout_option,
)
from .progress import progress


@click.command(
    "graph",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Find a Hamiltonian cycle of a graph, or a path, verify it and print its vertices in "
        "order.\n\n"
        "FILE (- is standard input) holds a list of edges, two labels a line, or a graph in the "
        "format of TSPLIB (.hcp) or DIMACS (.col)."
    ),
    epilog=_("Example: caballero graph graph.txt --path --start 1"),
)
@click.argument("file", metavar=_("FILE"))
@click.option("--path", is_flag=True, help=_("A path: it need not lead back to its start."))
@click.option("--start", metavar=_("VERTEX"), help=_("First vertex."))
@click.option("--end", metavar=_("VERTEX"), help=_("Last vertex."))
@click.option(
    "--method", default="auto", show_default=True, metavar=_("METHOD"),
    help=_("auto, or one alone; caballero tour --help names them."),
)  # fmt: skip
@seed_option
@timeout_option
@memory_option
@explain_option
@format_option(
    type=click.Choice(["text", "json", "tsplib"]),
    help=_("How to write the vertices; text unless given."),
)
@json_option
@output_option
@language_option
def command(
    file: str,
    path: bool,
    start: str | None,
    end: str | None,
    method: str,
    seed: int,
    timeout: float | None,
    memory: float | None,
    explain: bool,
    form: str | None,
    as_json: bool,
    output: str | None,
) -> int:
    graph = graph_in(file)
    first, last = labelled(graph, start), labelled(graph, end)
    problem = Problem(graph, closed=not path, start=first, end=last)
    form = "json" if as_json else form or form_of(output, {"json": "json", "tour": "tsplib"})
    with progress() as bar:
        limits = Limits(seconds=timeout, megabytes=memory)
        named = None if method == "auto" else method
        outcome = solve(problem, limits=limits, seed=seed, on_event=bar, method=named)
    if form == "json":
        give_json(problem, outcome, output)
    elif isinstance(outcome, Found):
        write = to_tsplib_tour if form == "tsplib" else to_moves_text
        give(write(outcome.tour), output)
    if explain:
        explained(problem, outcome)
    return concluded(outcome, memory)


def graph_in(file: str) -> Graph:
    """Read the graph in a file."""
    return read_graph(read_file(file, MAX_BYTES))


def labelled(graph: Graph, name: str | None) -> Hashable | None:
    """Return the label that somebody wrote; None if nobody did."""
    if name is None:
        return None
    labels = labels_by_name(graph)
    if name not in labels:
        raise InvalidSquare("vertex-unknown", vertex=short(name), count=len(graph))
    return labels[name]
