"""``caballero serve``: the page, on this machine."""

from __future__ import annotations

import errno
from contextlib import suppress

import click

from caballero.render.extras import extra
from caballero.words import short

from .answer import tell
from .language import translate as _
from .options import language_option


@click.command(
    "serve",
    options_metavar=_("[OPTIONS]"),
    help=_(
        "Open the page in the browser, and serve it until Ctrl-C.\n\n"
        "Only this machine can reach it, unless --host says otherwise. The address goes to "
        "standard output. Programs can use it, too: /api/openapi.json tells how."
    ),
    epilog=_("Example: caballero serve --no-open"),
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar=_("ADDRESS"),
    help=_("Where to listen; 0.0.0.0 lets everybody in the network use it."),
)  # fmt: skip
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar=_("N"),
    help=_("A port of your own; a free one unless given."),
)  # fmt: skip
@click.option(
    "--embed", "embedders", multiple=True, metavar=_("ORIGIN"),
    help=_("Let the pages of an origin, such as https://school.example, show this one in a frame."),
)  # fmt: skip
@click.option("--no-open", is_flag=True, help=_("Do not open the browser."))
@language_option
def command(host: str, port: int, embedders: tuple[str, ...], no_open: bool) -> int:
    for module in ("fastapi", "uvicorn"):
        extra(module, module, "web")
    from caballero.web.guard import headers_for
    from caballero.web.server import address, listen, serve

    try:
        headers_for(embedders)
    except ValueError as error:
        line = _("{text} is no origin: write one like https://school.example or http://host:8000.")
        raise click.UsageError(line.format(text=short(str(error)))) from error
    try:
        listening = listen(host, port)
    except (OSError, UnicodeError) as error:
        raise click.UsageError(_refusal(error).format(host=short(host), port=port)) from error
    with listening:
        place = address(listening)
        click.echo(place)
        tell(_("The page is there. Stop with Ctrl-C."))
        if not no_open:
            _open(place)
        with suppress(KeyboardInterrupt):  # that is how a server ends
            serve(listening, host, embedders)
    return 0


def _refusal(error: OSError | UnicodeError) -> str:
    """Why there is no listening: what the system says of it is in its own language."""
    if isinstance(error, PermissionError):
        return _("Port {port} is kept for the administrator: choose another --port, or none.")
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return _("Port {port} is in use: choose another --port, or none.")
    return _("{host} is not an address of this machine: leave --host out, or give one that it has.")


def _open(place: str) -> None:
    """Open the browser; it may take its time."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(place,), daemon=True).start()
