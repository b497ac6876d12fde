"""``caballero check PROOF``: check a proof that there is no tour, or no other or better one."""

from __future__ import annotations

import sys

from caballero.formats.write import number_json
from caballero.model.interchange import problem_json
from caballero.proof import ProofVerdict, check_proof, export_proof

from . import options
from .answer import write_answer
from .command import define
from .language import translate as _
from .options import ANSWER, Answer, Limited, argument, option
from .progress import progress


class Check(Limited, Answer):
    forms = ("text", "json")
    proof: str = argument(_("PROOF"), type=options.FILE)
    export: tuple[str, str] | None = option(ANSWER, nargs=2, type=options.WRITTEN,
        metavar=_("FORMULA STEPS"), before="form", help=_(
        "Write the proof for VeriPB: a formula in OPB, and the steps."))  # fmt: skip


@define("check", Check, statuses={0: _("accepted"), 1: _("refused")}, help=_(
    "Check a proof that there is no tour, only one, or none that is better.\n\n"
    "PROOF (- is standard input) is a file that --proof of tour, graph or puzzle has written. "
    "Nothing is searched, and nothing in the file is trusted: each step must follow from those "
    "before it. --export also writes it for VeriPB, another checker, if it has steps or is a "
    "deduction."
), examples=_(
    "caballero check none.proof\n"
    "caballero check none.proof --export none.opb none.pbp\n"
    "caballero check graph.proof.gz --json -o verdict.json"
))  # fmt: skip
def command(call: Check) -> int:
    file = sys.stdin.buffer if call.proof == "-" else call.proof
    with progress(_("lines")) as bar:
        if call.export is None:
            verdict = check_proof(file, limits=call.limits, callback=bar)
        else:
            verdict = export_proof(file, *call.export, limits=call.limits, callback=bar)
    text = verdict.message.text()
    write_answer(call, text, _json(verdict) | {"lines": verdict.lines, "message": text})
    return 0 if verdict else 1


def _json(verdict: ProofVerdict) -> dict[str, object]:
    """Return what a proof claims, and whether that is proved."""
    data = {"status": "accepted" if verdict else "refused", **problem_json(verdict.problem)}
    data |= {"claim": verdict.claim}
    if verdict.tour:
        data |= {"tour": verdict.tour.to_dict()["tour"]}
    if verdict.cost is not None:
        data |= {"cost": number_json(verdict.cost)}
    return data
