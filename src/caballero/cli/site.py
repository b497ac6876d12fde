"""``caballero site``: write the page as files, for a web space without a program."""

from __future__ import annotations

import click

from . import complete
from .answer import note
from .command import define
from .language import translate as _
from .option import PAGE, option
from .options import general_options


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
    statuses={0: _("written"), 2: None},
)
@click.argument("folder", metavar=_("FOLDER"), type=click.Path(file_okay=False))
@option(
    PAGE, "--pyodide", metavar=_("FILE"), type=click.Path(dir_okay=False),
    shell_complete=complete.files,
    help=_("Take Pyodide from FILE, as “npm pack” writes it, instead of fetching it."),
)  # fmt: skip
@general_options
def command(folder: str, pyodide: str | None) -> int:
    from pathlib import Path

    from caballero.web.site import write_site

    count, size = write_site(Path(folder), None if pyodide is None else Path(pyodide))
    line = _("{folder} has the page: {count} files, {size:.1f} MB.")
    note(line.format(folder=folder, count=count, size=size / 1e6))
    return 0
