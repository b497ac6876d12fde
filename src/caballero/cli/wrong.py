"""The message for an error of click: what is wrong, the value, and what to write."""

from __future__ import annotations

import re
from difflib import get_close_matches

import click
from click.exceptions import NoArgsIsHelpError

from caballero.machine.words import short

from .language import translate as _


def sentence_of(error: click.ClickException) -> str:
    """Return the message for an error of click; other errors keep their own message."""
    context = getattr(error, "ctx", None)
    if context is None:
        return error.format_message()
    command, path = context.command, context.command_path
    words = {"help": " ".join(["caballero help", *path.split()[1:]]), "usage": path}
    words["usage"] = " ".join([path, *command.collect_usage_pieces(context)[1:]])
    match error:
        case NoArgsIsHelpError():
            line = _("Name a command of {usage}: {names}. {help} explains them.")
            words |= {"usage": path, "names": ", ".join(command.list_commands(context))}
        case click.UsageError() if (name := getattr(error, "command_name", None)) is not None:
            close = get_close_matches(name.lower(), command.list_commands(context), n=1)
            words |= {"name": short(name), "close": "".join(close)}
            line = _("There is no command “{name}”; did you mean “{close}”? See {help}.")
            line = line if words["close"] else _("There is no command “{name}”. See {help}.")
        case click.NoSuchOption():
            begun = [
                name
                for p in command.params
                for name in p.opts
                if name.startswith(error.option_name)
            ]
            words |= {
                "name": error.option_name,
                "close": ", ".join(begun or error.possibilities or ()),
            }
            line = _("There is no option {name}; did you mean {close}? See {help}.")
            line = line if words["close"] else _("There is no option {name}. See {help}.")
        case click.BadOptionUsage():
            option = next(p for p in command.params if error.option_name in p.opts)
            words |= {"name": error.option_name, "value": option.make_metavar(context)}
            line = _("{name} needs a value: write {name} {value}.")
            if isinstance(option, click.Option) and option.is_flag:
                line = _("{name} takes no value: write {name} alone.")
        case click.MissingParameter(param=click.Parameter() as param):
            words["name"] = param.make_metavar(context)
            line = _("{name} is missing: write {usage}.")
        case click.BadParameter(param=click.Parameter() as param):
            words |= {"name": name_of(param, context), "message": _quoted(error.message)}
            line = _("{name}: {message} Choose another value.")
        case _:
            return error.format_message()
    return line.format(**words)


def name_of(param: click.Parameter, context: click.Context | None) -> str:
    """Return the longest name of an option, or how the help writes an argument."""
    if isinstance(param, click.Option) or context is None:
        return max(param.opts, key=len)
    return param.make_metavar(context)


def _quoted(text: str) -> str:
    """Return a text of click with our quotation marks."""
    return re.sub(
        r"(?<!\w)(['\"])(.*?)\1(?!\w)", lambda found: _("“{name}”").format(name=found[2]), text
    )
