"""The group of the commands: each is imported only when it is called.

Everything that goes wrong ends here and becomes one sentence and an exit status.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from caballero import __version__
from caballero.errors import CaballeroError

from . import INTERRUPTED
from .language import spoken
from .language import translate as _
from .options import language_option

NAMES: Final = (
    "tour",
    "graph",
    "count",
    "list",
    "sample",
    "verify",
    "trace",
    "compare",
    "draw",
    "run",
    "serve",
)


class _Commands(click.Group):
    """Commands by name, from the module of the same name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(NAMES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in NAMES:
            return None
        command: click.Command = importlib.import_module(f".{name}", __package__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in NAMES:
            import difflib  # only a typo needs it

            for close in difflib.get_close_matches(args[0], NAMES, n=1):
                line = _("No such command {name!r}. Did you mean {close!r}?")
                ctx.fail(line.format(name=args[0], close=close))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would leave with 1, which here says that there is no tour
            return _nobody_reads()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
    epilog=_("Example: caballero tour 8"),
    help=_("Knight's tours: find, count, check, trace, compare and draw them."),
    options_metavar=_("[OPTIONS]"),
    subcommand_metavar=_("COMMAND [ARGUMENTS]…"),
)
@click.version_option(__version__, prog_name="caballero")
@language_option
def caballero() -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run a command and return the exit status; every error becomes one sentence."""
    try:
        status = caballero.main(list(arguments), prog_name="caballero", standalone_mode=False)
        _flush()
    except click.ClickException as error:
        _in_words(error).show()
        return error.exit_code if not isinstance(error, click.FileError) else 2
    except CaballeroError as error:
        _say(error.message.text(spoken()))
        return 2
    except (KeyboardInterrupt, click.Abort):
        _say(_("Interrupted: nothing was decided."), prefix=False)
        return INTERRUPTED
    except BrokenPipeError:
        return _nobody_reads()
    except OSError as error:
        _say(_unusable(error))
        return 2
    return status if isinstance(status, int) else 0


def _flush() -> None:
    """See that the answer is all written, or say what it was that could not be."""
    try:
        if sys.stdout is not None:  # as it is where standard output was closed
            sys.stdout.flush()
    except OSError as error:
        error.filename = "-"
        raise


def _in_words(error: click.ClickException) -> click.ClickException:
    """Call a kind of number what people call it; click's names are neither that nor translated."""
    if not isinstance(error, click.BadParameter) or error.param is None:
        return error
    names = {
        "integer": _("whole number"),
        "integer range": _("whole number"),
        "float range": _("number"),
    }
    name = error.param.type.name
    before, found, after = error.message.rpartition(name)
    if not found or name not in names:
        return error
    message = f"{before}{names[name]}{after}"
    return click.BadParameter(message, error.ctx, error.param, error.param_hint)


def _nobody_reads() -> int:
    """Whoever read us has enough: let what is still to be flushed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _unusable(error: OSError) -> str:
    """What is wrong with a file, in words."""
    match error:
        case FileNotFoundError():
            line = _("There is no file {file}: check its name, or write - for standard input.")
        case PermissionError():
            line = _("The file {file} may not be used: check its permissions.")
        case IsADirectoryError():
            line = _("{file} is a folder: name a file in it.")
        case OSError(filename="-"):
            line = _("Standard output cannot be used ({problem}).")
        case _other:
            line = _("The file {file} cannot be used ({problem}).")
    return line.format(file=error.filename or "-", problem=error.strerror)


def _say(sentence: str, prefix: bool = True) -> None:
    start = _("Error: {message}") if prefix else "{message}"
    click.echo(start.format(message=sentence), err=True)
