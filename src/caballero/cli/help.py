"""``caballero help WORD``: the help of a command, or the commands that take a name or an option.

A word may be in any language that the program knows: ``help "marcha atrás"`` finds backtracking.
"""

from __future__ import annotations

import gettext
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import click

from caballero.machine.words import LANGUAGES, Message, plain, spellings
from caballero.model.piece import LEAPERS, PUZZLES

from .command import ALL, ASKED, Helpful, define
from .language import LOCALES, translate as _
from .options import GENERAL, Call, Names, argument, option

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
    help=_("Show the help of a command, or the commands that take a name or an option."), examples=(
    "caballero help tour\ncaballero help tour --all\ncaballero help backtracking"
))  # fmt: skip
def command(call: Help) -> int:
    context = click.get_current_context()
    context.meta[ALL] = call.whole
    try:
        shown = _context_of(call.names, context).get_help()
    except click.UsageError:
        root, words = context.find_root(), " ".join(call.names)
        shown = _uses(words, root) or _uses(words.rpartition(" ")[2], root)
        if not shown:
            raise
    click.echo(shown)
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
        if name not in (commands := here.command.list_commands(here)):
            name = spellings("command", commands).get(plain(name), (name, name))[1]
        _name, found, _rest = here.command.resolve_command(here, [name])
        if found is None:  # while a shell completes
            raise click.UsageError(name)
        here = click.Context(found, info_name=found.name, parent=here)
    return here


def _uses(word: str, context: click.Context) -> str:
    """Return the options of the commands that take a name, or have it, or whose help has it."""
    key, exact, near = plain(word).strip("-"), dict[str, str](), dict[str, str]()
    for path, found in _options(context, "caballero"):
        use = f"  {path} … {max(found.opts, key=len)}"
        what, names = _kind_of(found)
        named = spellings(what, names) if what else {}
        called = {plain(name).strip("-") for name in (*found.opts, *found.secondary_opts)}
        called |= {plain(Message(what).text(language)) for language in LANGUAGES if what}
        if key in named:
            name = _(named[key][1])
            heading = f"{Message(what).text()}: {name}"
            exact[heading] = f"{exact.get(heading, heading)}\n{use} {name}"
        elif key in called or (len(key) > 3 and key in _help_of(found)):
            heading, lines = str(found.help), exact if key in called else near
            lines[heading] = f"{lines.get(heading, heading)}\n{use}"
    return "\n".join((exact or near).values())


def _help_of(found: click.Option) -> str:
    """Return the help of an option in plain letters, in the reader's language and in Spanish."""
    spanish = gettext.translation("caballero", LOCALES, ["es"], fallback=True)
    return plain(f"{found.help} {spanish.gettext(found.help or '')}")


def _kind_of(option: click.Option) -> tuple[str, Collection[str]]:
    """Return the kind of the names that an option takes, and the names."""
    match option:
        case click.Option(type=Names(others=False) as kind):
            return kind.what, kind.choices
        case click.Option(name="piece"):
            return "piece", (*LEAPERS, "king", *PUZZLES)
        case click.Option(name="order" | "orders"):
            from caballero.teaching.orders import ORDER_NAMES

            return "order", ORDER_NAMES
    return "", ()


def _options(context: click.Context, path: str) -> Iterator[tuple[str, click.Option]]:
    """Yield the options of the commands of a group, and of their commands, with their paths."""
    group = context.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from _options(click.Context(found, info_name=name), f"{path} {name}")
        elif found is not None:
            yield from ((f"{path} {name}", p) for p in found.params if isinstance(p, click.Option))
