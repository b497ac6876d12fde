"""The group of the commands: each is imported only when it is called.

Every error becomes a sentence and an exit status here.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from typing import Any, Final

import click

from caballero import CaballeroError, __version__
from caballero.machine.errors import PlainPythonWarning
from caballero.machine.words import SURFACE

from .answer import file_error_text, is_quiet, json_line
from .command import ALL, HelpfulGroup
from .interrupts import INTERRUPTED, importing
from .language import translate as _
from .options import GENERAL, Option

GROUPS: Final = {
    _("Find"): {
        "tour": _("Find a tour, or a proof that there is none."),
        "graph": _("Find a Hamiltonian cycle or path of a graph."),
        "verify": _("Check a tour and list all its faults."),
        "check": _("Check a proof that there is no tour, only one, or none that is better."),
        "draw": _("Draw a tour as a picture or an animation."),
        "puzzle": _("Make puzzles; check, solve or explain one; hide a text."),
        "uncrossed": _("Find the longest path whose moves do not cross."),
    },
    _("Count"): {
        "count": _("Count the tours of a board exactly."),
        "list": _("List every tour once, as soon as it is found."),
        "sample": _("Draw tours uniformly at random."),
        "rank": _("Print the rank of a tour among all tours."),
        "unrank": _("Print the tour with a rank."),
    },
    _("Learn"): {
        "trace": _("Show a search step by step."),
        "compare": _("Compare the costs of methods on the same boards."),
        "class": _("Prepare a class, and mark what it hands in."),
        "serve": _("Serve the page to play, learn and look at tours."),
        "site": _("Write the page as files for any web space."),
        "help": _("Show this help, or that of a command."),
    },
    _("Long work"): {"run": _("Work in shards that can be stopped and resumed.")},
}
"""The commands in the help; none is longer than a line of 80 characters."""

DIGITS: Final = 100_000
"""The most digits of a number that is read or written, of which Python takes 4300: 0.2 s."""

RARE: Final = frozenset({"check", "uncrossed", "rank", "unrank", "site", "run"})
"""The commands that the first screen of the help leaves out."""

NAMES: Final = tuple(name for group in GROUPS.values() for name in group)

ELSEWHERE: Final = {
    "rank": "sample", "unrank": "sample", "site": "serve", "check": "verify", "compare": "trace",
    "class": "classes",
}  # fmt: skip
"""The modules of commands whose module has another name."""

EXTRAS: Final = {
    "graph": "networkx", "best": "highspy", "pictures": "PIL pyphen reportlab resvg_py silabeador",
    "web": "fastapi segno uvicorn", "notebook": "anywidget", "data": "numpy pyarrow",
    "dist": "distributed",
}  # fmt: skip
"""The packages of each extra, which is installed if all of them are."""


class _Commands(HelpfulGroup):
    """Commands by name, each from a module; click suggests a command for a typo."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(NAMES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in NAMES:
            return None
        file = ELSEWHERE.get(name, name)
        module = importing(partial(importlib.import_module, f".{file}", __package__))
        command: click.Command = getattr(module, "command" if file == name else f"{name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        hidden = RARE if not ctx.find_root().meta.get(ALL) else frozenset()
        for heading, commands in GROUPS.items():
            shown = [(f"{name:7}", text) for name, text in commands.items() if name not in hidden]
            if shown:
                with formatter.section(heading):
                    formatter.write_dl(shown)
        if hidden:
            formatter.write_paragraph()
            formatter.write_text(_("More commands: caballero help --all"))

    def make_context(self, *args: Any, **how: Any) -> click.Context:
        with _one_sentence():
            return super().make_context(*args, **how)

    def invoke(self, ctx: click.Context) -> object:
        try:
            with _one_sentence():
                return super().invoke(ctx)
        except BrokenPipeError:  # click would exit with 1, which here means that no tour exists
            return _discard_output()


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Let Ctrl-C end in a sentence; click would print an empty line before, as after ^C."""
    try:
        yield
    except KeyboardInterrupt as error:
        if sys.stderr is not None and sys.stderr.isatty():
            raise
        raise click.Abort from error


def _version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from caballero import compiled  # it loads the compiled kernels

    form = _("compiled") if compiled else _("plain Python")
    click.echo(_("caballero, version {version}, {form}").format(version=__version__, form=form))
    from importlib.util import find_spec

    found = {name: all(map(find_spec, modules.split())) for name, modules in EXTRAS.items()}
    for line, wanted in ((_("Extras: {names}"), True), (_("Not installed: {names}"), False)):
        if names := ", ".join(name for name, there in found.items() if there is wanted):
            click.echo(line.format(names=names))
    context.exit()


@click.group(
    cls=_Commands,
    commands=dict.fromkeys(NAMES),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
    params=[
        Option(
            ["-V", "--version"],
            section=GENERAL,
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_version,
            help=_("Show the version and exit."),
        )
    ],
    help=_("Find, count, check, trace, compare and draw knight's tours."),
    examples=("caballero tour 8 --closed\ncaballero tour 4\ncaballero help tour"),
    statuses={0: _("found, valid or done"), 1: _("there is none, or not valid")},
    others=(2, 3, 70, 130),
)
@click.pass_context
def caballero(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run a command and return the exit status; every error becomes a sentence."""
    before, surface = sys.get_int_max_str_digits(), SURFACE.set(_as_option)
    sys.set_int_max_str_digits(DIGITS)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning  # type: ignore[assignment]  # it omits the line of code
            status = caballero.main(list(arguments), prog_name="caballero", standalone_mode=False)
        _flush()
    except click.ClickException as error:
        _write_error_json(arguments, _show_error(_negative(error, arguments)))
        return error.exit_code if not isinstance(error, click.FileError) else 2
    except CaballeroError as error:
        sentence = error.message.text()
        return _fail(
            arguments, ": ".join([*filter(None, getattr(error, "__notes__", ())), sentence])
        )
    except (KeyboardInterrupt, click.Abort):
        _print_error(_("Interrupted."), prefix=False)
        return INTERRUPTED
    except BrokenPipeError:
        return _discard_output()
    except OSError as error:
        return _fail(arguments, file_error_text(error))
    finally:
        SURFACE.reset(surface)
        sys.set_int_max_str_digits(before)
    return status if isinstance(status, int) else 0


def _as_option(name: str, value: str) -> str:
    """Return an argument of the library as the command line writes it."""
    from shlex import quote  # only an error needs it

    name = {"format": "from", "clues": "below"}.get(name := name.removesuffix("="), name)
    return f"--{name} {quote(value)}" if value else f"--{name}"


def _show_warning(message: Warning | str, *_where: object) -> None:
    """Print a warning in the reader's language, without the line of code that raised it."""
    if is_quiet():
        return
    if isinstance(message, PlainPythonWarning):
        message = message.message.text()
    _print_error(str(message), prefix=False)


def _flush() -> None:
    """Flush the answer; an error names standard output."""
    try:
        if sys.stdout is not None:  # None if standard output was closed
            sys.stdout.flush()
    except OSError as error:
        error.filename = "-"
        raise


def _negative(error: click.ClickException, arguments: Sequence[str]) -> click.ClickException:
    """Return the error about a negative number, which click takes for an option.

    An option is proposed only if it is like the one written, but for the dashes.
    """
    if isinstance(error, click.NoSuchOption) and error.option_name[1:].isdecimal():
        number = next(word for word in arguments if word.startswith(error.option_name))
        line = _("The number {number} is negative: write one without a sign.")
        return click.UsageError(line.format(number=number), error.ctx)
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        import difflib  # only a typo needs it

        like = partial(difflib.get_close_matches, error.option_name.lstrip("-"))
        close = [one for one in error.possibilities if like([one.lstrip("-")])]
        return click.NoSuchOption(error.option_name, None, close, error.ctx)
    return error


def print_error(arguments: Sequence[str], sentence: str) -> None:
    """Print an error, and answer with it if JSON was asked for."""
    _print_error(sentence)
    _write_error_json(arguments, sentence)


def _fail(arguments: Sequence[str], sentence: str) -> int:
    """Print an error; return the exit status."""
    print_error(arguments, sentence)
    return 2


def _write_error_json(arguments: Sequence[str], sentence: str) -> None:
    """Write an error as a line of JSON for a program that asked for JSON."""
    form = [after for word, after in pairwise(arguments) if word == "--format"]
    if {"--json", "--format=json"}.isdisjoint(arguments) and "json" not in form:
        return
    line = json_line({"status": "error", "message": sentence})
    # A half of a character, which cannot be written, is written as JSON names it.
    line = line.encode("utf-8", "backslashreplace").decode()
    with suppress(OSError):  # which may be the error
        click.echo(line)


def _show_error(error: click.ClickException) -> str:
    """Print an error of click in one line; return its sentence."""
    from .wrong import sentence_of  # only an error needs it

    _print_error(sentence := sentence_of(error))
    return sentence


def _discard_output() -> int:
    """Discard the rest of the output, because its reader closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _print_error(sentence: str, prefix: bool = True) -> None:
    start = _("Error: {message}") if prefix else "{message}"
    click.echo(start.format(message=sentence), err=True)
