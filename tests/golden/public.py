"""What people and programs write against: signatures, help texts, and the translated kernels."""

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import caballero
from test_rules import PUBLIC
from translate_kernels import translate

HELP = """
import click
from caballero.cli.language import set_language
set_language(["--lang", "{language}"])
from caballero.cli.commands import caballero

def show(command, name, parent=None):
    context = click.Context(command, info_name=name, parent=parent, terminal_width=80)
    click.echo("== " + context.command_path)
    context.find_root().meta["caballero.all"] = True
    click.echo(command.get_help(context))
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            show(command.get_command(context, inner), inner, context)

show(caballero, "caballero")
"""
"""A program that prints the help of each command; a process has one language."""


def signatures() -> Iterator[str]:
    """Yield every public name with its signature, and those of its methods."""
    for module in PUBLIC:
        yield f"== {module.__name__}"
        for name in sorted(module.__all__):
            yield from _signatures(module, name)


def _signatures(module: ModuleType, name: str) -> Iterator[str]:
    value = getattr(module, name)
    if not inspect.isclass(value):
        yield f"{name}{inspect.signature(value)}" if callable(value) else name
        return
    bases = ", ".join(base.__name__ for base in value.__bases__)
    yield f"class {name}({bases}){_signature(value)}"
    for member, thing in sorted(vars(value).items()):
        if not member.startswith("_"):
            inner = thing.__func__ if isinstance(thing, (classmethod, staticmethod)) else thing
            kind = f"{type(thing).__name__} " if inner is not thing else ""
            text = _signature(inner) if inspect.isfunction(inner) else ""
            yield f"{name}.{member}: {kind}{text}".removesuffix(": ")


def _signature(value: object) -> str:
    try:
        return str(inspect.signature(value))  # type: ignore[arg-type]
    except ValueError:  # of an exception: anything
        return ""


def helps(language: str) -> Iterator[str]:
    """Yield the help of every command in a language."""
    done = subprocess.run(
        [sys.executable, "-c", HELP.format(language=language)],
        env=os.environ | {"COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return (line.rstrip() for line in done.stdout.splitlines())


def kernels() -> Iterator[str]:
    """Yield each function of the generated C with a digest of its text."""
    text = translate(Path(caballero.__file__).parent.glob("*/kernels/*.py"))
    yield f"== all {_digest(text)}"
    for part in re.split(r"^(?=\S.*\)\n\{$)", text, flags=re.MULTILINE)[1:]:
        head = part.partition("(")[0]
        yield f"{head.split()[-1].lstrip('*')} {_digest(part)}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]
