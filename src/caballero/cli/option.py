"""An option is declared in one place: its section of the help, its names, its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from caballero.core.arguments import name_among

from .language import translate as _

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from click.types import OptionHelpExtra

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

QUESTION: Final = _("Question")
SEARCH: Final = _("Search")
WORK: Final = _("Long work")
ANSWER: Final = _("Answer")
PICTURE: Final = _("Picture")
PAGE: Final = _("Page")
GENERAL: Final = _("General")

SECTIONS: Final = (QUESTION, SEARCH, WORK, ANSWER, PICTURE, PAGE, GENERAL)
"""The sections of the help, in order."""


class Names(click.Choice[str]):
    """Names of some kind, which are read and shown in the reader's language, too.

    `what` is the code of the message that names the kind. In the catalogue each name is a sentence.
    """

    def __init__(self, what: str, names: Iterable[str]) -> None:
        super().__init__([*names])
        self.what = what

    def __str__(self) -> str:
        return ", ".join(map(_, self.choices))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the English name."""
        return name_among(self.what, value, self.choices)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Propose the names in the reader's language."""
        from click.shell_completion import CompletionItem  # only a shell needs it

        return [CompletionItem(one) for one in map(_, self.choices) if one.startswith(incomplete)]


class Option(click.Option):
    """An option with its section of the help."""

    def __init__(self, *names: Any, section: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.section = section

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """Show the default name in the reader's language."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, Names) and "default" in extra:
            name = extra["default"]
            extra["default"] = _(name)
        return extra


def option(section: str, *names: str, **settings: Any) -> Callable[[Decorated], Decorated]:
    """Declare an option of a section; the rest is as for ``click.option``."""
    return click.option(*names, cls=Option, section=section, **settings)


def combine(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """Combine options into one decorator, in the order of the help."""

    def decorate(command: Decorated) -> Decorated:
        for declared in reversed(options):
            command = declared(command)
        return command

    return decorate


def given_options(context: click.Context) -> dict[str, click.Option]:
    """Return the options that the user wrote, by their parameters."""
    written = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    return {
        str(declared.name): declared
        for declared in context.command.params
        if isinstance(declared, click.Option)
        and context.get_parameter_source(str(declared.name)) in written
    }
