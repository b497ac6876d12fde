"""The kind of all commands: the questions that it answers, and its help in groups.

The help of a command has its options in sections, three examples, and the exit statuses. A command
may answer several questions: an option such as ``--best`` chooses a question, and each takes its
own.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import click
from click.core import augment_usage_errors

from caballero import LimitReached

from .answer import conclude_limit, form_of
from .deadline import within
from .language import translate as _
from .options import COMMON, HELP, SECTIONS, Call, Declared, Option, declared, given_options

Q = TypeVar("Q", bound=Call)

STATUSES: Final = {
    2: _("wrong usage, or input that cannot be read"),
    3: _("no answer within the limits"),
    70: _("a fault of Caballero: please report it"),
    130: _("interrupted"),
}
"""The exit statuses that mean the same everywhere; the help of a command leaves out 70."""

ALL: Final = "caballero.all"
"""The entry of a call's context that says whether the help shows all options."""

ASKED: Final = "caballero.asked"
"""The entry of a call's context with the question whose options are shown or proposed."""

WIDEST: Final = 24
"""The width of the column of options; longer options get a line of their own."""


class Asked:
    """A question, the function that answers it, what chooses it (`by`, `when`) and its `title`."""

    def __init__(
        self,
        kind: type[Call],
        answer: Callable[[Any], int],
        by: str = "",
        when: Callable[[Mapping[str, Any]], bool] | None = None,
        title: str = "",
        examples: str = "",
    ) -> None:
        self.kind, self.answer, self.by = kind, answer, by.split()
        self.when, self.title, self.examples = when, title, examples


def _has_one_value(option: click.Option) -> bool:
    """Return whether an option has a single value; a flag says the same if it is repeated."""
    return not (option.multiple or option.count or (option.is_flag and not option.secondary_opts))


class Helpful(click.Command):
    """A command whose help has groups of options, examples and the exit statuses.

    `examples` has a command on each line; `statuses` says what the exit statuses mean here, and
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
        self.params = [*self.params, *COMMON]
        self.examples = examples.splitlines()
        self.statuses = {n: STATUSES[n] for n in others} | {**statuses}
        self.first = first
        self.questions: list[Asked] = []
        self.declared: dict[str, Declared] = {}

    def question(
        self, kind: type[Q], by: str = "", **settings: Any
    ) -> Callable[[Callable[[Q], int]], Callable[[Q], int]]:
        """Let a function answer a kind of question; settings as for :class:`Asked`."""

        def register(answer: Callable[[Q], int]) -> Callable[[Q], int]:
            self.questions.append(Asked(kind, answer, by, **settings))
            rows = {**declared(kind)}  # type: ignore[arg-type]
            if not {"json", "jsonl"} & {*kind.forms}:
                rows.pop("as_json", None)
            kind.declared = rows
            names, last = ["", *(str(param.name) for param in self.params)], ""
            for name, row in rows.items():
                placed = next((other for other in row.before.split() if other in names), "")
                if name not in self.declared:
                    self.declared[name] = row
                    at = names.index(placed) if placed else names.index(last) + 1
                    names.insert(at, name)
                    self.params.insert(at - 1, row.parameter(kind.forms))
                last = last if placed else name
            return answer

        return register

    def asked(self, words: Collection[str]) -> Asked | None:
        """Return the question that some words choose, such as ``--best``."""
        chosen = {
            word: asked
            for asked in self.questions[:0:-1]
            for param in self.params
            if param.name in asked.by
            for word in param.opts
        }
        return next((chosen[word] for word in words if word in chosen), None)

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """Return the option of all commands."""
        return HELP

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters; if a question is shown, only its own."""
        params, asked = super().get_params(ctx), ctx.meta.get(ASKED)
        left_out = {*self.declared} - {*asked.kind.declared} if asked in self.questions else ()
        return [param for param in params if param.name not in left_out]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse an option with a single value that is given twice; click would take the last."""
        with augment_usage_errors(ctx):
            return self._parse(ctx, args)

    def _parse(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [word.partition("=")[0] for word in args]
        if not {"-h", "--help"}.isdisjoint(words) and (asked := self.asked(words)) is not None:
            ctx.meta[ASKED], args = asked, ["--help"]
        if not ctx.resilient_parsing and sum(word.startswith("-") for word in args) > 1:
            _values, _rest, order = self.make_parser(ctx).parse_args([*args])
            for option, times in Counter(order).items():
                if isinstance(option, click.Option) and times > 1 and _has_one_value(option):
                    name = "/".join([max(option.opts, key=len), *option.secondary_opts])
                    line = _("{option} is given {count} times: give it once.")
                    raise click.UsageError(line.format(option=name, count=times), ctx)
        ctx.allow_extra_args = True  # to say below what is allowed
        rest = super().parse_args(ctx, args)
        if rest and not (isinstance(self, click.Group) or ctx.resilient_parsing):
            usage = " ".join([ctx.command_path, *self.collect_usage_pieces(ctx)[1:]])
            line = _("“{words}” is too much: write {usage}; names with blanks in quotation marks.")
            raise click.UsageError(line.format(words=" ".join(rest), usage=usage), ctx)
        return rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Propose the options of the question that was chosen."""
        if self.questions:
            names = [word for option in given_options(ctx).values() for word in option.opts]
            ctx.meta[ASKED] = self.asked(names) or None
        return super().shell_complete(ctx, incomplete)

    def invoke(self, ctx: click.Context) -> Any:
        """Settle the format of the answer, choose the question, check its options, and run."""
        if not self.questions:
            return super().invoke(ctx)
        began, asked, values = time.perf_counter(), self.questions[0], ctx.params
        if forms := asked.kind.forms:
            values["form"] = form_of(values, forms)
        if "theme" in values:  # pale squares are to be written on
            values["theme"] = values["theme"] or (
                "print" if values["form"] in {"pdf", "tex"} else "light"
            )
        given = given_options(ctx)
        if given or any(question.when for question in self.questions):
            from .checks import choose  # its tables take longer than a small tour

            asked = choose(self, ctx, given)
        names = {"form", *asked.kind.declared} & {*values}
        call = asked.kind(**{name: values[name] for name in names}, began=began)

        def answer() -> int:
            try:
                return within(call.seconds, partial(asked.answer, call))
            except LimitReached as reached:
                return conclude_limit(call, reached)

        return ctx.invoke(answer)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of the command, or that of the option which chooses the question."""
        if (asked := ctx.meta.get(ASKED)) is None:
            super().format_help_text(ctx, formatter)
            return
        formatter.write_paragraph()
        with formatter.indentation():
            names = asked.by
            text = next(p.help for p in self.params if isinstance(p, Option) and p.name in names)
            formatter.write_text(text or "")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their groups."""
        meta = ctx.find_root().meta
        asked = ctx.meta.get(ASKED)
        some = self.first and not (meta.get(ALL) or asked)
        lines = {
            option: _record(option, ctx)
            for option in self.get_params(ctx)
            if isinstance(option, Option)
        }
        width = min(WIDEST, max(len(written) for written, _text in lines.values()))
        for section in SECTIONS:
            rows = [
                (f"{written:{width}}", text)
                for option, (written, text) in lines.items()
                if option.section == section and (not some or option.name in self.first)
            ]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows, col_max=WIDEST)
        if not (some or asked) and (others := [name for q in self.questions for name in q.by]):
            formatter.write_paragraph()
            line = _(
                "Questions with options of their own: {names}. To see them: caballero help "
                "{command}"
            )
            words = [max(p.opts, key=len) for p in self.params if p.name in others]
            asked_for = f"{ctx.command_path.partition(' ')[2]} {words[0]}"
            formatter.write_text(line.format(names=", ".join(words), command=asked_for))
        if some:
            formatter.write_paragraph()
            line = _("These are the options for a start; all: caballero help {command} --all")
            formatter.write_text(line.format(command=self.name))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the exit statuses and the examples, each on its line."""
        asked = ctx.meta.get(ASKED)
        with formatter.section(_("Exit status")):
            formatter.write_dl([(f"{n:<3}", text) for n, text in sorted(self.statuses.items())])
        with formatter.section(_("Examples")):
            for example in asked.examples.splitlines() if asked else self.examples:
                formatter.write(f"  {example}\n")


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


def define(name: str, kind: type[Q], **settings: Any) -> Callable[[Callable[[Q], int]], Helpful]:
    """Make a command of the function that answers a question, as :class:`Helpful` is set."""

    def decorate(answer: Callable[[Q], int]) -> Helpful:
        command = Helpful(name, **settings)
        command.question(kind)(answer)
        return command

    return decorate
