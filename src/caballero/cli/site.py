"""``caballero site``: write the page as files, for a web space without a program."""

from __future__ import annotations

import click

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
        "npm fetches now. The page can be installed, and works offline after the first visit.\n\n"
        "With --one-file it is a single file, for a stick or a learning platform: boards, games, "
        "the puzzle of the day and the lesson, without what needs Python."
    ),
    examples=(
        "caballero site public --address https://school.example/knight/\n"
        "caballero site --one-file page.html\n"
        "caballero site public --pyodide pyodide-314.0.7.tgz"
    ),
    statuses={0: _("written")},
    others=(2,),
)
@click.argument("folder", metavar=_("FOLDER"), type=click.Path())
@option(PAGE, "--one-file", is_flag=True, help=_("Write one file, FOLDER, without Python."))
@option(
    PAGE, "--address", metavar=_("ADDRESS"),
    help=_("ADDRESS of the page on the web: links to it show a picture on other sites."),
)  # fmt: skip
@option(
    PAGE, "--pyodide", type=options.FILE,
    help=_("Take Pyodide from FILE, as “npm pack” writes it, instead of fetching it."),
)  # fmt: skip
def command(call: Call) -> int:
    from pathlib import Path

    from caballero.web.site import COMPILED, write_one_file, write_site

    if call.one_file:
        size = write_one_file(Path(call.folder))
        line = _("{file} is the page without Python: {size:.1f} MB.")
        note(line.format(file=call.folder, size=size / 1e6))
        return 0
    pyodide = None if call.pyodide is None else Path(call.pyodide)
    written = write_site(Path(call.folder), pyodide, call.address)
    line = _("{folder} has the page: {count} files, {size:.1f} MB.")
    note(line.format(folder=call.folder, count=written.files, size=written.size / 1e6))
    if not written.packed:
        note(
            _(
                "Its Python starts half as fast as it could: install Node.js, which compiles it, "
                "and write the page again."
            )
        )
    if not COMPILED.exists():
        note(
            _(
                "Its kernels are not compiled, so making a puzzle may take half a minute: "
                "published wheels have compiled ones, and “make site” in the sources makes them."
            )
        )
    return 0
