"""One kind of command for all: help in groups, and options that are checked before it runs.

The help of a command has its options in sections, three examples, and the exit statuses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial, wraps
from typing import Any, Final

import click

from caballero.core.errors import LimitReached

from .answer import Call, conclude_limit, form_of
from .deadline import within
from .language import translate as _
from .options import GENERAL, SECTIONS, Option, given_options, language, quiet

STATUSES: Final = {
    2: _("wrong usage, or input that cannot be read"),
    3: _("no answer within the limits"),
    70: _("a fault of Caballero: please report it"),
    130: _("interrupted"),
}
"""The exit statuses that mean the same everywhere; the help of a command leaves out 70."""

ALL: Final = "caballero.all"
"""The entry of a call's context that says whether the help shows all options."""

WIDEST: Final = 24
"""The width of the column of options; longer ones get a line of their own."""


def _has_one_value(option: click.Option) -> bool:
    """Return whether an option says one thing; a flag says the same if it is repeated."""
    return not (option.multiple or option.count or (option.is_flag and not option.secondary_opts))


class Helpful(click.Command):
    """A command whose help has groups of options, examples and the exit statuses.

    `examples` has one command on each line; `statuses` says what the exit statuses mean here, and
    `others` has those that mean the same everywhere. `first` has the parameters on the first screen
    of the help, if there are too many for it; ``caballero help COMMAND --all`` shows all. The
    options that all commands have follow those of the command.
    """

    def __init__(
        self,
        *arguments: Any,
        examples: str,
        statuses: Mapping[int, str],
        others: Sequence[int] = (2, 3, 130),
        first: Collection[str] = (),
        **settings: Any,
    ) -> None:
        settings["options_metavar"] = _("[OPTIONS]")
        super().__init__(*arguments, **settings)
        for declared in (quiet, language):
            declared(self)
        self.examples = examples.splitlines()
        self.statuses = {n: STATUSES[n] for n in others} | {**statuses}
        self.first = first

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse an option that is given twice and has one value; click would take the last one."""
        if not ctx.resilient_parsing:
            _values, _rest, order = self.make_parser(ctx).parse_args([*args])
            for option, times in Counter(order).items():
                if isinstance(option, click.Option) and times > 1 and _has_one_value(option):
                    name = "/".join([max(option.opts, key=len), *option.secondary_opts])
                    line = _("{option} is given {count} times: give it once.")
                    raise click.UsageError(line.format(option=name, count=times), ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Settle the format of the answer, check the options, and run."""
        for option in self.params:
            if isinstance(option, Option) and option.forms:
                ctx.params["form"] = form_of(ctx.params, option.forms)
        if "theme" in ctx.params:  # pale squares are to be written on
            pale = ctx.params.get("form") == "pdf"
            ctx.params["theme"] = ctx.params["theme"] or ("print" if pale else "light")
        if given_options(ctx):
            from .checks import refuse_useless  # its tables take longer than a small tour

            refuse_useless(ctx)
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their groups."""
        some = self.first and not ctx.find_root().meta.get(ALL)
        lines = {
            option: _record(option, ctx)
            for option in self.get_params(ctx)
            if isinstance(option, click.Option)
        }
        width = min(WIDEST, max(len(written) for written, _text in lines.values()))
        for section in SECTIONS:
            rows = [
                (f"{written:{width}}", text)
                for option, (written, text) in lines.items()
                if _section(option) == section and (not some or option.name in self.first)
            ]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows, col_max=WIDEST)
        if some:
            formatter.write_paragraph()
            line = _("These are the options for a start; all: caballero help {command} --all")
            formatter.write_text(line.format(command=self.name))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the exit statuses and the examples, each on its line."""
        with formatter.section(_("Exit status")):
            formatter.write_dl([(f"{n:<3}", text) for n, text in sorted(self.statuses.items())])
        with formatter.section(_("Examples")):
            for example in self.examples:
                formatter.write(f"  {example}\n")


def _section(option: click.Option) -> str:
    """Return the section of an option; ``--help`` is of click and has none."""
    return option.section if isinstance(option, Option) else GENERAL


def _record(option: click.Option, ctx: click.Context) -> tuple[str, str]:
    """Return an option and its help, without the range: an error names that."""
    written, text = option.get_help_record(ctx) or ("", "")
    between = option.get_help_extra(ctx).get("range", "")
    return written, text.replace(f"  [{between}]", "").replace(f"; {between}]", "]")


class HelpfulGroup(Helpful, click.Group):
    """A group of commands, which follow its options."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        settings["subcommand_metavar"] = _("COMMAND [ARGUMENTS]…")
        super().__init__(*arguments, **settings)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their first sentence, which is never shortened."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section(_("Commands")):
            formatter.write_dl(
                [(name, inner.get_short_help_str(1000)) for name, inner in commands if inner]
            )


def define(name: str, **settings: Any) -> Callable[[Callable[[Call], int]], click.Command]:
    """Make a command of a function of its call; the settings are those of :class:`Helpful`."""

    def decorate(function: Callable[[Call], int]) -> click.Command:
        @wraps(function)
        def run(**options: Any) -> int:
            call = Call(options)
            try:
                return within(call.seconds, partial(function, call))
            except LimitReached as reached:
                return conclude_limit(call, reached)

        return click.command(name, cls=Helpful, **settings)(run)

    return decorate
