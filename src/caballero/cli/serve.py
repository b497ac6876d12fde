"""``caballero serve`` and ``site``: the page, served by this machine or as files."""

from __future__ import annotations

import errno
import sys
from contextlib import suppress
from socket import socket

import click

from caballero.machine.extras import extra
from caballero.machine.words import short

from . import options
from .answer import note
from .command import define
from .language import current_language, translate as _
from .options import FILE, FOLDER, PAGE, Call, Whole, argument, option


class Serve(Call):
    host: str = option(PAGE, default="127.0.0.1", metavar=_("ADDRESS"), help=_(
        "Listen on ADDRESS; 0.0.0.0 lets the whole network use it."))  # fmt: skip
    port: int | None = option(PAGE, type=Whole(0, 65535), help=_(
        "Port; by default 8864, or a free one if that is taken. 0: a free one."))  # fmt: skip
    embedders: tuple[str, ...] = option(PAGE, "--embed", metavar=_("ORIGIN"), help=_(
        "Let pages of ORIGIN, such as https://school.example, show this one in a frame."
    ))  # fmt: skip
    race: bool = option(PAGE, help=_(
        "Let a class race on one board; only the teacher's link, which is printed, leads races. "
        "Names stay in memory. For pupils in the network, add --host 0.0.0.0."))  # fmt: skip
    site: str | None = option(PAGE, type=FOLDER, help=_(
        "Serve the page that “caballero site” wrote to FOLDER, too, at site/: pupils' own programs "
        "run there, in their browsers."))  # fmt: skip
    no_open: bool = option(PAGE, help=_("Do not open the browser."))


@define("serve", Serve, statuses={0: _("ended with Ctrl-C")}, others=(2,), help=_(
    "Serve the page and open it in the browser, until Ctrl-C.\n\n"
    "Only this machine can reach it, unless --host allows others. Its addresses go to standard "
    "output. Programs can use the API that /api/openapi.json describes."
), examples=(
    "caballero serve --no-open\n"
    "caballero serve --host 0.0.0.0 --race\n"
    "caballero serve --embed https://school.example"
))  # fmt: skip
def command(call: Serve) -> int:
    host, port = call.host, call.port
    for module in ("fastapi", "uvicorn"):
        extra(module, "web")
    from pathlib import Path
    from secrets import token_urlsafe

    from caballero.web.guard import headers_for
    from caballero.web.server import address, listen, listen_as_usual, network_addresses, serve
    from caballero.web.site import written_files

    try:
        headers_for(call.embedders)
    except ValueError as error:
        line = _(
            "{text} is not an origin: write one like https://school.example or http://host:8000."
        )
        raise click.UsageError(line.format(text=short(str(error)))) from error
    files = None if call.site is None else written_files(Path(call.site))
    try:
        listening = listen_as_usual(host) if port is None else listen(host, port)
    except (OSError, UnicodeError) as error:
        raise click.UsageError(_refusal(error).format(host=short(host), port=str(port))) from error
    with listening:
        place = address(listening)
        click.echo(place)
        others = network_addresses(listening)
        for other in others:
            click.echo(other)
        if others:
            _show_code(others[0])
        if port is None:
            _explain_port(listening)
        key = token_urlsafe(16) if call.race else None
        if key:
            place += f"#race/{key}"
            _explain_race(place, listening, others)
        if files is not None:
            line = _("Programs run, in the reader's browser, at {place}.")
            note(line.format(place=f"{(others or [address(listening)])[0]}site/#learn/write"))
        note(_("The page is ready. Press Ctrl-C to stop."))
        if not call.no_open:
            _open(place)
        with suppress(KeyboardInterrupt):  # Ctrl-C ends a server
            serve(listening, host, call.embedders, key, files)
    return 0


def _refusal(error: OSError | UnicodeError) -> str:
    """Return why the server cannot listen; the system's text would be in its own language."""
    if isinstance(error, PermissionError):
        return _(
            "Port {port} is reserved for the administrator: choose another with "
            "--port, or leave it out."
        )
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return _("Port {port} is in use: choose another with --port, or leave it out.")
    return _("{host} is not an address of this machine: choose another --host, or leave it out.")


def _explain_port(listening: socket) -> None:
    """Report if the port is not the usual port."""
    from caballero.web.server import PORT, is_caballero, usual_address

    taken = listening.getsockname()[1]
    if taken == PORT:
        return
    usual = usual_address(listening)
    if is_caballero(usual):
        line = _(
            "Caballero is already running at {usual}: your games are kept there. This is another "
            "page, on port {taken}."
        )
    else:
        line = _(
            "Port {port} is in use, so this page is on port {taken}. The browser keeps games by "
            "address: those of {usual} do not appear here."
        )
    note(line.format(port=str(PORT), taken=str(taken), usual=usual))


def _explain_race(link: str, listening: socket, others: list[str]) -> None:
    """Report where the teacher leads races, and where pupils join them."""
    from ipaddress import ip_address

    line = _("Lead races at {link}, and keep this link to yourself. Pupils join at {place}.")
    place = others[0] if others else link.partition("#")[0]
    note(line.format(link=link, place=f"{place}race"))
    if ip_address(listening.getsockname()[0]).is_loopback:
        note(_("Only this machine can reach these addresses: for a class, add --host 0.0.0.0."))


def _show_code(place: str) -> None:
    """Show an address as a QR code on a terminal, if the package that makes it is installed."""
    if sys.stderr is None or not sys.stderr.isatty() or sys.stderr.encoding.lower() != "utf-8":
        return
    with suppress(ImportError):
        from caballero.web.code import code_text

        note(code_text(place))


def _open(place: str) -> None:
    """Open the browser in a thread, because it may take long."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(place,), daemon=True).start()


def page_in_one_file() -> str:
    """Return the page without Python as a single file."""
    from caballero.web.site import page_in_one_file

    return page_in_one_file()


class OwnSite(options.Limited):
    folder: str = argument(_("FOLDER"), type=click.Path())
    puzzles: str = option(PAGE, type=FILE, help=_(
        "Write a page of the puzzles in FILE instead, or of the booklet."))  # fmt: skip
    title: str | None = option(PAGE, metavar=_("TEXT"), help=_(
        "Title of the page; by default that of the booklet."))  # fmt: skip
    colour: str | None = option(PAGE, metavar=_("COLOUR"), help=_(
        "COLOUR of links and buttons, such as #b4472b."))  # fmt: skip
    ground: str | None = option(PAGE, metavar=_("COLOUR"), help=_(
        "COLOUR of the page, such as #ffffff."))  # fmt: skip
    daily: str | None = option(PAGE, metavar=_("DATE"), help=_(
        "Show a puzzle a day from DATE on, such as 2026-12-01."))  # fmt: skip


class Site(Call):
    folder: str = argument(_("FOLDER"), type=click.Path())
    one_file: bool = option(PAGE, help=_("Write one file, FOLDER, without Python."))
    address: str | None = option(PAGE, metavar=_("ADDRESS"), help=_(
        "ADDRESS of the page on the web: links to it show a picture on other sites."))  # fmt: skip
    pyodide: str | None = option(PAGE, type=FILE, help=_(
        "Take Pyodide from FILE, as “npm pack” writes it, instead of fetching it."))  # fmt: skip


@define("site", Site, statuses={0: _("written")}, others=(2,), help=_(
    "Write the page to FOLDER, as files for any web space.\n\n"
    "It needs no server of its own: Python runs in the browser, by Pyodide, which "
    "npm fetches now. The page can be installed, and works offline after the first visit.\n\n"
    "With --one-file it is a single file, for a stick or a learning platform: boards, games, "
    "the puzzle of the day and the lesson, without what needs Python."
), examples=(
    "caballero site public --address https://school.example/knight/\n"
    "caballero site --one-file page.html\n"
    "caballero site public --pyodide pyodide-314.0.7.tgz"
))  # fmt: skip
def site_command(call: Site) -> int:
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
        line = _(
            "Its Python starts half as fast as it could: install Node.js, which compiles it, "
            "and write the page again."
        )
        note(line)
    if not COMPILED.exists():
        line = _(
            "Its kernels are not compiled, so it makes small puzzles only, a knight’s up to "
            "6×6: published wheels have compiled ones, and “make site” in the sources makes them."
        )
        note(line)
    return 0


@site_command.question(OwnSite, "puzzles", examples=(
    "caballero site page --puzzles mine.jsonl --daily 2026-12-01"
))  # fmt: skip
def _own_site(call: OwnSite) -> int:
    from pathlib import Path

    from caballero.web.own import Look, write_own

    from .make import puzzles_in

    title, puzzles = puzzles_in(call.puzzles, call)
    look = Look(
        call.title or title or "Caballero", call.colour, call.ground, current_language(), call.daily
    )
    written = write_own(Path(call.folder), puzzles, look)
    line = _("{folder} has the page (puzzles: {count}; {size:.1f} MB): open index.html.")
    note(line.format(folder=call.folder, count=len(puzzles), size=written.size / 1e6))
    return 0
