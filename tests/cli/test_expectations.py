"""What people expect of any command line: the same flags everywhere, help that is whole."""

import json
from collections import defaultdict
from collections.abc import Iterator

import click
import pytest

from caballero.cli.commands import NAMES, caballero as group
from cli.terminal import Terminal

OWN = {"--by", "--format", "--level", "--method", "--path"}
"""Formats, levels, methods and what is counted differ; a path is drawn or looked for."""


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command, those within others included."""
    context = click.Context(group)
    for name in NAMES:
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            for inner in command.list_commands(context):
                found = command.get_command(context, inner)
                assert found is not None
                yield f"{name} {inner}", found
        else:
            yield name, command


def options(command: click.Command) -> Iterator[click.Option]:
    return (option for option in command.params if isinstance(option, click.Option))


def test_a_flag_takes_the_same_everywhere() -> None:
    kinds = defaultdict(set)
    for _name, command in commands():
        for option in options(command):
            for flag in set(option.opts) - OWN:
                kinds[flag].add((repr(option.type), option.nargs))
    assert {flag: kind for flag, kind in kinds.items() if len(kind) > 1} == {}
    assert len(kinds) > 30


@pytest.mark.parametrize(("name", "command"), [pytest.param(*c, id=c[0]) for c in commands()])
def test_what_every_command_has(name: str, command: click.Command) -> None:
    flags = {flag for option in options(command) for flag in option.opts}
    assert "--lang" in flags
    assert command.help
    # A program that reads an answer asks for it with one flag; pictures and pages are not read.
    if "--format" in flags and name != "draw":
        assert "--json" in flags
    if name.startswith("run "):  # these write into a folder
        return
    if {"--json", "--format"} & flags:
        assert {"-o", "--output"} <= flags
    if {"--json", "--closed"} <= flags and name not in {"graph", "uncrossed"}:
        assert {"--piece", "--start", "--end", "--surface"} <= flags


def test_a_trace_in_json(caballero: Terminal) -> None:
    reply = caballero("trace", 3, "--count", 5, "--json")
    assert json.loads(reply.out.partition("\n")[0])["kind"] == "place"
    assert reply.out == caballero("trace", 3, "--count", 5, "--format", "jsonl").out
