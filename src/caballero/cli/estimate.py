"""``--estimate``: what a count, a listing or a run will take, in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caballero.core.words import number
from caballero.render.text import table_text

from .answer import note, write_answer
from .call import Call
from .language import current_language, translate as _

if TYPE_CHECKING:
    from caballero.count import Estimate


def write_estimate(call: Call, price: Estimate) -> int:
    """Write what a count or a listing would take; return the exit status."""
    listed = price.method == "listing"
    names = {"sweep": _("sweep"), "left": _("left half"), "right": _("right half"),
             "join": _("join"), "list": _("listing")}  # fmt: skip
    every = [(names[step.name], step) for step in price.steps]
    lines = [
        [name, *map(_rounded, (one.states, one.seconds, one.memory / 1e6, one.disk / 1e6))]
        for name, one in (every if listed else [*every, (_("together"), price.whole)])
    ]
    head = [
        _("step"), _("tours") if listed else _("states"), _("seconds"), _("memory, MB"),
        _("disk, MB"),
    ]  # fmt: skip
    write_answer(call, table_text([head, *lines], left=1), price.to_dict())
    if listed and price.whole.measured:
        note(_("Measured: this is the whole listing, by one process."))
    elif listed:
        note(_("Estimated from some paths down the tree of the listing, for one process."))
    else:
        note(
            _("Estimated from the beginning of the sweeps; only a count with --folder takes disk.")
        )
        if not price.whole.measured:
            note(
                _(
                    "The count is too large to measure whole steps: its later layers are "
                    "extrapolated."
                )
            )
    return 0


def _rounded(value: float) -> str:
    """Return a number with two digits that count."""
    digits = float(f"{value:.2g}")
    whole = digits >= 10 or digits == int(digits)
    return number(int(digits) if whole else digits, current_language())
