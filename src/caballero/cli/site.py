"""``caballero site``: write the page as files, for a web space without a program."""

from __future__ import annotations

from . import options
from .answer import note
from .call import Call
from .command import define
from .language import translate as _
from .options import PAGE, option


@define(
    "site",
    help=_(
        "Write the page to FOLDER, as files for any web space.\n\n"
        "It needs no server of its own: Python runs in the browser, by Pyodide, which "
        "npm fetches now. The page can be installed, and works offline after the first visit."
    ),
    examples=(
        "caballero site public\n"
        "caballero site public --pyodide pyodide-314.0.7.tgz\n"
        "caballero site public --lang es"
    ),
    statuses={0: _("written")},
    others=(2,),
)
@options.folder
@option(
    PAGE, "--pyodide", type=options.FILE,
    help=_("Take Pyodide from FILE, as “npm pack” writes it, instead of fetching it."),
)  # fmt: skip
def command(call: Call) -> int:
    from pathlib import Path

    from caballero.web.site import COMPILED, write_site

    pyodide = None if call.pyodide is None else Path(call.pyodide)
    count, size = write_site(Path(call.folder), pyodide)
    line = _("{folder} has the page: {count} files, {size:.1f} MB.")
    note(line.format(folder=call.folder, count=count, size=size / 1e6))
    if not COMPILED.exists():
        note(
            _(
                "Its Python is not compiled, so making a puzzle may take half a minute: published "
                "wheels have the compiled kernels, and “make site” in the sources makes them."
            )
        )
    return 0
