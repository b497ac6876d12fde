"""Writing the answer: to standard output or a file, and nothing else there.

What an answer does not say itself, a sentence on standard error and the exit status do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import BinaryIO, Final

import click

from caballero.board import Board
from caballero.outcome import Found, GaveUp, Impossible, Outcome, Phase
from caballero.problem import Problem
from caballero.words import Message

from .language import spoken
from .language import translate as _

FOREIGN: Final = frozenset({
    "svg", "svgz", "png", "gif", "apng", "webp", "jpg", "jpeg", "jpe", "jxl", "jp2", "avif",
    "heic", "bmp", "ico", "tif", "tiff", "psd", "mp4", "m4v", "webm", "mov", "avi", "mkv",
    "pdf", "ps", "eps", "dvi", "doc", "docx", "odt", "odp", "ods", "rtf", "ppt", "pptx", "xls",
    "xlsx", "epub", "htm", "html", "xhtml", "ipynb",
    "json", "jsonl", "ndjson", "parquet", "arrow", "feather", "avro", "orc", "xml", "yaml", "yml",
    "toml", "npy", "npz", "pkl", "pickle", "h5", "hdf5", "mat", "db", "sqlite",
    "zip", "gz", "bz2", "xz", "zst", "7z", "tar",
})  # fmt: skip
"""Ends of names that promise something; text under such a name is what nobody asked for."""


def give(answer: str | bytes, output: str | None) -> None:
    """Write an answer: a text with one line end after it, or the bytes of a picture."""
    if output is None or output == "-":
        if isinstance(answer, str):
            with said_of("-"):
                click.echo(answer)
            return
        if sys.stdout is None:  # as it is where standard output was closed
            return
        if sys.stdout.isatty():
            line = _("A picture of this format is no text: name a file with -o.")
            raise click.UsageError(line)
        with said_of("-"):
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    else:
        with opened(output) as file:
            file.write(answer if isinstance(answer, bytes) else f"{answer}\n".encode())


@contextmanager
def opened(output: str) -> Iterator[BinaryIO]:
    """Open a file for an answer; what goes wrong says which file it was."""
    with said_of(output), open(output, "wb") as file:
        yield file


@contextmanager
def said_of(output: str) -> Iterator[None]:
    """Say of which file it is what goes wrong while it is written; - is standard output."""
    try:
        yield
    except FileNotFoundError as error:
        line = _("The folder of {file} does not exist: make it first, or name another file.")
        raise click.UsageError(line.format(file=output)) from error
    except OSError as error:
        error.filename = output  # a full disk does not say which file
        raise


def give_json(problem: Problem, outcome: Outcome, output: str | None) -> None:
    """Write an answer in JSON, whatever it is."""
    import json

    from caballero.formats import outcome_json

    give(json.dumps(outcome_json(problem, outcome, spoken()), ensure_ascii=False), output)


def form_of(output: str | None, forms: Mapping[str, str], usual: str = "text") -> str:
    """Return the format that the end of a file's name asks for; the usual one unless it does."""
    _stem, dot, end = (output or "").rpartition(".")
    end = end.lower()
    if dot and end in FOREIGN - forms.keys():
        written = ", ".join(f".{form}" for form in [*forms, *(["txt"] if usual == "text" else [])])
        line = _(
            "This command cannot write .{end}: let the file's name end in one of these: {ends}."
        )
        raise click.UsageError(line.format(end=end, ends=written))
    return forms.get(end, usual)


def tell(sentence: str) -> None:
    """Say something that is not the answer; if nobody hears it, the work goes on."""
    with suppress(OSError):
        click.echo(sentence, err=True)


def concluded(outcome: Outcome, memory: float | None = None) -> int:
    """Say what the answer does not say itself, and return the exit status.

    More memory can be allowed only where less was than the machine has.
    """
    stats = outcome.stats
    match outcome:
        case Found(tour):
            if isinstance(tour.ground, Board):
                kind = _("closed tour") if tour.closed else _("open tour")
                line = (
                    _("Verified: {kind}, {count} squares ({method}, {nodes} nodes, {seconds} s).")
                    if len(tour) != 1
                    else _("Verified: {kind}, one square ({method}, {nodes} nodes, {seconds} s).")
                )
            else:
                kind = _("Hamiltonian cycle") if tour.closed else _("Hamiltonian path")
                line = (
                    _("Verified: {kind}, {count} vertices ({method}, {nodes} nodes, {seconds} s).")
                    if len(tour) != 1
                    else _("Verified: {kind}, one vertex ({method}, {nodes} nodes, {seconds} s).")
                )
            cost = {"method": stats.method, "nodes": stats.nodes, "seconds": f"{stats.seconds:.3f}"}
            tell(line.format(kind=kind, count=len(tour), **cost))
            return 0
        case Impossible(certificate):
            tell(Message("no-tour", {"reason": certificate.reason}).text(spoken()))
            return 1
        case GaveUp("method") if not stats.method.startswith("warnsdorff"):
            line = _(
                "The method {method} came to no answer, after {nodes} nodes; that proves nothing. "
                "Try --method auto."
            )
            tell(line.format(method=stats.method, nodes=stats.nodes))
        case GaveUp("method"):
            line = _(
                "The rule failed after number {nodes}; that proves nothing. "
                "Try another --tie, or --method auto."
            )
            tell(line.format(nodes=stats.nodes))
        case GaveUp("megabytes"):
            from caballero.count.sweep import free_memory

            line = (
                _(
                    "No answer within the memory, after {nodes} nodes; that proves nothing. "
                    "Allow more with --memory."
                )
                if memory is not None and 1e6 * memory < free_memory()
                else _(
                    "No answer within the memory, after {nodes} nodes; that proves nothing. "
                    "Take a machine with more."
                )
            )
            tell(line.format(nodes=stats.nodes))
        case GaveUp(limit):
            line = _(
                "No answer within the limit of {limit}, after {nodes} nodes; that proves nothing. "
                "Allow more with --timeout."
            )
            reached = Message(f"column-{limit}").text(spoken())
            tell(line.format(limit=reached, nodes=stats.nodes))
    return 3


def explained(problem: Problem, outcome: Outcome) -> None:
    """Say which methods ran and what each concluded; draw the reason why there is no tour."""
    stats = outcome.stats
    phases = stats.phases or (Phase(stats.method, stats.nodes, stats.seconds, _verdict(outcome)),)
    for phase in phases:
        concluded = Message(f"phase-{phase.conclusion}").text(spoken())
        tell(f"{phase.method:24} {phase.seconds:9.4f} s {phase.nodes:12}  {concluded}")
    if isinstance(outcome, Impossible):
        from caballero.render.certificate import certificate_text

        certificate = outcome.certificate
        drawn = certificate_text(problem, certificate, spoken())
        drawn = drawn.removesuffix(certificate.reason.text(spoken()))
        if drawn:  # the reason itself comes with the conclusion
            tell(drawn.removesuffix("\n"))


def _verdict(outcome: Outcome) -> str:
    match outcome:
        case Found():
            return "found"
        case Impossible():
            return "none"
        case GaveUp("method"):
            return "nothing"
    return "limit"
