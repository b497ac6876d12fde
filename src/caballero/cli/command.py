"""One kind of command for all: help in groups, and options that are checked before it runs.

The help of a command groups its options by purpose, shows three examples, and names the exit
statuses. Which group an option belongs to is said once, in `SECTIONS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import click

from .answer import form_of
from .language import translate as _
from .options import given_options

SECTIONS: Final = {
    _("Question"): (
        "closed", "start", "end", "piece", "surface", "board", "clues", "forced", "forbidden",
        "check", "solve", "helped", "level", "more", "symmetric", "hide_ends",
        "text", "by", "language",
        "graph", "graph_form", "one_way", "weight", "places", "best", "worst",
        "directed", "up_to_symmetry", "not_closable", "symmetry",
    ),
    _("Search"): (
        "method", "methods", "order", "orders", "tie", "ties", "strategy", "strategies",
        "bounded", "bounds", "cost", "seed", "seconds", "megabytes",
    ),
    _("Long work"): ("folder", "shard", "workers", "dask"),
    _("Answer"): (
        "count", "limit", "every", "resume", "rank", "rank_of", "only", "by_symmetry",
        "recurrence", "known", "statistics", "sort", "form", "as_json", "output", "first",
        "explain", "proof", "export", "watch",
    ),
    _("Picture"): (
        "style", "theme", "numbers", "path", "width", "coordinates", "fps", "sheet",
        "paper", "title", "per_page", "solutions",
    ),
    _("Page"): ("host", "port", "embedders", "no_open", "pyodide"),
}  # fmt: skip
"""The groups of options in the help, in order, by their parameters; the rest follow."""

STATUSES: Final = {
    2: _("wrong usage, or input that cannot be read"),
    3: _("no answer within the limits"),
    130: _("interrupted"),
}
"""The exit statuses that mean the same everywhere."""

WIDEST: Final = 24
"""The width of the column of options; longer ones get a line of their own."""


def _has_one_value(option: click.Option) -> bool:
    """Return whether an option says one thing; a flag says the same if it is repeated."""
    return not (option.multiple or option.count or (option.is_flag and not option.secondary_opts))


class Helpful(click.Command):
    """A command whose help has groups of options, examples and the exit statuses.

    `examples` has one command on each line; `statuses` says what an exit status means, None for
    what it means everywhere. `forms` has the format of each extension that the command can write,
    and `usual` is the format of a file without one.
    """

    def __init__(
        self,
        *arguments: Any,
        examples: str,
        statuses: Mapping[int, str | None],
        forms: Mapping[str, str] = MappingProxyType({}),
        usual: str = "text",
        **settings: Any,
    ) -> None:
        settings["options_metavar"] = _("[OPTIONS]")
        super().__init__(*arguments, **settings)
        self.examples, self.statuses = examples.splitlines(), statuses
        self.forms, self.usual = forms, usual

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
        if self.forms:
            ctx.params["form"] = form_of(ctx.params, self.forms, self.usual)
        if given_options(ctx):
            from .checks import refuse_useless  # its tables take longer than a small tour

            refuse_useless(ctx)
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their groups."""
        options = (p for p in self.get_params(ctx) if isinstance(p, click.Option) and not p.hidden)
        lines = {str(option.name): _record(option, ctx) for option in options}
        width = min(WIDEST, max(len(option) for option, _text in lines.values()))
        grouped = {
            title: [lines.pop(name) for name in names if name in lines]
            for title, names in SECTIONS.items()
        }
        for title, rows in (*grouped.items(), (_("General"), [*lines.values()])):
            if rows:
                with formatter.section(title):
                    formatter.write_dl([(f"{a:{width}}", b) for a, b in rows], col_max=WIDEST)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the exit statuses and the examples, each on its line."""
        with formatter.section(_("Exit status")):
            formatter.write_dl(
                [(f"{n:<3}", text or STATUSES[n]) for n, text in sorted(self.statuses.items())]
            )
        with formatter.section(_("Examples")):
            for example in self.examples:
                formatter.write(f"  {example}\n")


def _record(option: click.Option, ctx: click.Context) -> tuple[str, str]:
    """Return an option and its help, without the range: an error names that."""
    written, text = option.get_help_record(ctx) or ("", "")
    between = option.get_help_extra(ctx).get("range", "")
    return written, text.replace(f"  [{between}]", "").replace(f"; {between}]", "]")


class HelpfulGroup(Helpful, click.Group):
    """A group of commands; the commands follow its options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their first sentence, which is never cut."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section(_("Commands")):
            formatter.write_dl(
                [(name, inner.get_short_help_str(1000)) for name, inner in commands if inner]
            )


define: Final[Callable[..., Callable[[Callable[..., Any]], click.Command]]] = partial(
    click.command, cls=Helpful
)
"""Make a command of a function."""
