"""An option is declared in one place: its section of the help, its names, its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from .language import translate as _

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


class Option(click.Option):
    """An option with its section of the help."""

    def __init__(self, *names: Any, section: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.section = section


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
