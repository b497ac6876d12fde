"""Writing the answer: to standard output or a file, and nothing else there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

import click

from caballero.limits import Progress

from .language import translate as _


def give(text: str, output: str | None) -> None:
    """Write an answer, with one line end after it."""
    if output is None or output == "-":
        click.echo(text)
    else:
        from pathlib import Path  # importing it takes longer than printing a small tour

        try:
            Path(output).write_text(text + "\n", encoding="utf-8")
        except FileNotFoundError as error:
            line = _("The folder of {file} does not exist: make it first, or name another file.")
            raise click.UsageError(line.format(file=output)) from error
        except OSError as error:
            error.filename = output  # a full disk does not say which file
            raise


def tell(sentence: str) -> None:
    """Say something that is not the answer."""
    click.echo(sentence, err=True)


class _Meter:
    """A line on standard error that shows how far a search is, from one second on."""

    def __init__(self) -> None:
        self._status: object | None = None

    def __call__(self, progress: Progress) -> None:
        if progress.seconds < 1:
            return
        from rich.console import Console  # only long work on a terminal needs it

        text = _("{method}: {nodes} nodes, {seconds} s").format(
            method=progress.method,
            nodes=f"{progress.nodes:,}".replace(",", " "),
            seconds=f"{progress.seconds:.0f}",
        )
        if self._status is None:
            self._status = Console(stderr=True).status(text)
            self._status.start()
        else:
            self._status.update(text)  # type: ignore[attr-defined]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()  # type: ignore[attr-defined]

    def __enter__(self) -> _Meter:
        return self


@contextmanager
def progress() -> Iterator[Callable[[Progress], None] | None]:
    """Give what a search calls to show its progress; None where nobody is looking."""
    import sys

    if not sys.stderr.isatty():
        yield None
        return
    with _Meter() as meter:
        yield meter
