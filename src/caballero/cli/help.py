"""``caballero help COMMAND``: the same as ``caballero COMMAND --help``, or all options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from .command import ALL, ASKED, Helpful, define
from .language import translate as _
from .options import GENERAL, Call, argument, option

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete_name(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Propose the commands, or the commands of a named group."""
    try:
        here = _context_of(context.params.get("names") or (), context)
    except click.UsageError:
        return []
    return here.command.shell_complete(here, incomplete)


class Help(Call):
    names: tuple[str, ...] = argument(
        _("[COMMAND…]"), nargs=-1, shell_complete=_complete_name, type=click.UNPROCESSED
    )
    whole: bool = option(GENERAL, "--all", help=_("Show all options, the rare ones, too."))


@define("help", Help, statuses={0: _("shown")}, others=(2,),
    context_settings={"ignore_unknown_options": True},
    help=_("Show the help of a command, or of the program."), examples=(
    "caballero help tour\ncaballero help tour --all\ncaballero help run list"
))  # fmt: skip
def command(call: Help) -> int:
    context = click.get_current_context()
    context.meta[ALL] = call.whole
    click.echo(_context_of(call.names, context).get_help())
    return 0


def _context_of(names: Iterable[str], context: click.Context) -> click.Context:
    """Return the context of a command, by its names from the program on."""
    here = context.find_root()
    for name in names:
        if name.startswith("-") and isinstance(here.command, Helpful):
            asked = here.command.asked([name])
            if asked is None:
                line = _("{option} chooses no question of {name}: write caballero help {name}.")
                path = here.command_path.partition(" ")[2]
                raise click.UsageError(line.format(option=name, name=path), context)
            here.meta[ASKED] = asked
            continue
        if not isinstance(here.command, click.Group):
            line = _("{name} has no commands: write caballero help {name}.")
            raise click.UsageError(line.format(name=here.command.name), context)
        _name, found, _rest = here.command.resolve_command(here, [name])
        if found is None:  # while a shell completes
            raise click.UsageError(name)
        here = click.Context(found, info_name=found.name, parent=here)
    return here
