"""``caballero check PROOF``: check a proof that there is no tour, or no other or better one."""

from __future__ import annotations

import json
import sys

import click

from caballero.core.errors import LimitReached
from caballero.core.interchange import problem_json
from caballero.core.limits import Budget, Limits
from caballero.formats.write import VERSION, number_json, stats_json
from caballero.proof.export import export_proof
from caballero.proof.outcome import GaveUp, raising_limits
from caballero.proof.proof_file import ProofVerdict, check_proof

from . import complete
from .answer import conclude, write_answer
from .command import define
from .language import translate as _
from .option import ANSWER, option
from .options import (
    OutputFlags,
    answer_options,
    limit_options,
    pack_options,
)
from .progress import progress


@define(
    "check",
    help=_(
        "Check a proof that there is no tour, only one, or none that is better.\n\n"
        "PROOF (- is standard input) is a file that --proof of tour, graph or puzzle has written. "
        "Nothing is searched, and nothing in the file is trusted: each step must follow from those "
        "before it. --export also writes it for VeriPB, another checker, if it is about edges."
    ),
    examples=_(
        "caballero check none.proof\n"
        "caballero check none.proof --export none.opb none.pbp\n"
        "caballero check graph.proof.gz --json -o verdict.json"
    ),
    statuses={0: _("accepted"), 1: _("refused"), 2: None, 3: None, 130: None},
    forms={"json": "json"},
)
@click.argument("proof", metavar=_("PROOF"), shell_complete=complete.files)
@option(
    ANSWER, "--export", nargs=2, type=click.Path(dir_okay=False), metavar=_("FORMULA STEPS"),
    help=_("Write the proof for VeriPB: a formula in OPB, and the steps."),
)  # fmt: skip
@limit_options
@answer_options
@pack_options(limits=Limits, out=OutputFlags)
def command(proof: str, export: tuple[str, str] | None, limits: Limits, out: OutputFlags) -> int:
    file = sys.stdin.buffer if proof == "-" else proof
    budget = Budget(limits)
    try:
        with progress(_("lines")) as bar, raising_limits(budget):
            if export is None:
                verdict = check_proof(file, limits=limits, on_event=bar)
            else:
                verdict = export_proof(file, *export, limits=limits, on_event=bar)
    except LimitReached as reached:
        if out.form == "json":
            write_answer(_limit_json(reached.outcome), out.output)
        return conclude(reached.outcome, limits)
    text = verdict.message.text()
    write_answer(_json(verdict, text) if out.form == "json" else text, out.output)
    return 0 if verdict else 1


def _limit_json(outcome: GaveUp) -> str:
    """Return that a limit was reached; the problem may not have been read by then."""
    data = {"caballero": VERSION, "status": "gave-up", "limit": outcome.limit}
    return json.dumps({**data, "stats": stats_json(outcome.stats)})


def _json(verdict: ProofVerdict, text: str) -> str:
    status = "accepted" if verdict else "refused"
    data = {"caballero": VERSION, "status": status, **problem_json(verdict.problem)}
    data |= {"claim": verdict.claim}
    if verdict.tour:
        data |= {"tour": verdict.tour.to_dict()["tour"]}
    if verdict.cost is not None:
        data |= {"cost": number_json(verdict.cost)}
    return json.dumps({**data, "lines": verdict.lines, "message": text}, ensure_ascii=False)
