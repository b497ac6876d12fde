"""``caballero graph FILE``: find a Hamiltonian cycle or path, or a proof that none exists."""

from __future__ import annotations

from dataclasses import replace

import click

from caballero.core.limits import Budget, LimitHit, Limits
from caballero.find import solve
from caballero.formats.graphs import to_tsplib_tour
from caballero.formats.write import to_moves_text
from caballero.proof.outcome import Found

from . import complete
from .answer import (
    budget_to_write,
    conclude,
    conclude_unwritten,
    naming_file,
    report_phases,
    report_proof,
    within,
    write_answer,
    write_json,
)
from .best import BestFlags, best_options, find_best
from .command import define
from .language import translate as _
from .options import (
    OutputFlags,
    ProblemFlags,
    explain_option,
    file_argument,
    format_option,
    from_option,
    general_options,
    json_option,
    limit_options,
    output_option,
    pack_options,
    places_option,
    problem_from_flags,
    proof_option,
    seed_option,
    weight_option,
)
from .pictures import STILL, PictureFlags, picture_of, prepare, theme_option, width_option
from .progress import progress


@define(
    "graph",
    help=_(
        "Find a Hamiltonian cycle or path of a graph, verify it and print its "
        "vertices in order.\n\n"
        "FILE (- is standard input) holds a list of edges, two labels per line, "
        "or a graph in the format of TSPLIB (.hcp, .tsp, .atsp), DIMACS (.col), DOT (.dot), "
        "GraphML, JSON, Pajek (.net), graph6 (.g6) or sparse6 (.s6), or an adjacency list or "
        "matrix. Edges written a -> b are directed. A third column is the weight of the edges, "
        "for --best and --worst."
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
@click.option(
    "--closed/--open",
    default=False,
    help=_("Find a cycle, which returns to its start, or a path (the default)."),
)
# A path was asked for with --path when the default was a cycle.
@click.option("--path", is_flag=True, hidden=True, expose_value=False)
@click.option("--start", metavar=_("VERTEX"), help=_("First vertex."))
@click.option("--end", metavar=_("VERTEX"), help=_("Last vertex."))
@click.option(
    "--method", default="auto", show_default=True, metavar=_("METHOD"),
    shell_complete=complete.found_by,
    help=_("auto chooses; or exact or sat. One alone may not finish."),
)  # fmt: skip
@click.option(
    "--directed",
    "one_way",
    is_flag=True,
    help=_("Each edge leads only from the vertex that is written first to the other one."),
)
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
@pack_options(
    flags=ProblemFlags, limits=Limits, picture=PictureFlags, out=OutputFlags, wanted=BestFlags
)
def command(
    file: str,
    flags: ProblemFlags,
    wanted: BestFlags,
    limits: Limits,
    picture: PictureFlags,
    out: OutputFlags,
    method: str,
    seed: int | None,
    explain: bool,
    proof: str | None,
) -> int:
    form = out.form
    budget = Budget(limits)  # of reading, of the search and of writing
    problem = problem_from_flags(replace(flags, graph=file))
    if form in STILL:
        prepare(form, problem.ground)
    with naming_file(proof or ""), progress() as bar:
        if wanted.cost is not None:
            outcome = find_best(
                problem, wanted, limits=budget.left, seed=seed, proof=proof, on_event=bar
            )
        else:
            named = None if method == "auto" else method
            outcome = solve(
                problem, limits=budget.left, seed=seed, on_event=bar, method=named, proof=proof
            )
    try:
        with within(budget_to_write(outcome, budget)):
            if form == "json":
                write_json(problem, outcome, out.output)
            elif isinstance(outcome, Found) and form in STILL:
                write_answer(picture_of(outcome.tour, form, picture), out.output)
            elif isinstance(outcome, Found):
                write = to_tsplib_tour if form == "tsplib" else to_moves_text
                write_answer(write(outcome.tour), out.output)
    except LimitHit:
        return conclude_unwritten(problem, outcome, form, out.output)
    if explain:
        report_phases(problem, outcome)
    status = conclude(outcome, limits)
    if proof is not None:
        report_proof(outcome, proof)
    return status
