"""``caballero help COMMAND``: the same as ``caballero COMMAND --help``."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from .command import define
from .language import translate as _
from .options import language_option


def _commands(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Propose the commands."""
    root = context.find_root()
    return root.command.shell_complete(root, incomplete)


@define(
    "help",
    help=_("Show the help of a command, or of the program."),
    examples="caballero help\ncaballero help tour\ncaballero help run list",
    statuses={0: _("shown"), 2: None},
)
@click.argument("names", nargs=-1, metavar=_("[COMMAND…]"), shell_complete=_commands)
@language_option
@click.pass_context
def command(context: click.Context, names: tuple[str, ...]) -> int:
    here = context.find_root()
    for name in names:
        if not isinstance(here.command, click.Group):
            line = _("{name} has no commands: write caballero help {name}.")
            raise click.UsageError(line.format(name=here.command.name), context)
        _name, found, _rest = here.command.resolve_command(here, [name])
        if found is not None:
            here = type(here)(found, info_name=found.name, parent=here)
    click.echo(here.get_help())
    return 0
