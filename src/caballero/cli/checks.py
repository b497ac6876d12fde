"""The question that options choose; options that it does not take are refused.

An option that has no effect, and leaves the answer right, is ignored, as elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from caballero.machine.methods import TAUGHT
from caballero.machine.values import frozen

from .language import translate as _

if TYPE_CHECKING:
    from .command import Asked, Helpful

Values: TypeAlias = Mapping[str, Any]
"""The options of a call by their parameters; `form` is the format that the answer will have."""


@frozen
class Need:
    """What options of some commands need beyond their declaration, and what to do without it."""

    options: tuple[str, ...]
    met: Callable[[Values], bool]
    advice: str
    commands: tuple[str, ...]


def _keeps_work(values: Values) -> bool:
    """Return whether the engine of a count keeps its work; ``auto`` chooses such an engine."""
    from caballero.counting.engines import ENGINES

    engine = ENGINES.get(values["method"])
    return engine is None or engine.keeps


NEEDS: Final = (
    Need(("piece", "surface", "clues", "forced", "forbidden", "board"),
         lambda values: values["graph"] is None,
         commands=("tour", "list", "count", "run list", "run count", "verify"), advice=_(
        "{option} is for boards: leave it out with --graph.")),
    Need(("proof",),
         lambda values: not {"turns", "crossings"} & {values["best"], values["worst"]},
         commands=("tour", "graph"), advice=_(
        "{option} is for costs of moves: only a sweep over all states proves how few turns or "
        "crossings are possible. Leave it out.")),
    Need(("proof",), lambda values: values["method"] not in TAUGHT, commands=("tour", "graph"),
         advice=_(
        "{option} needs a method that can write proofs: leave --method out, or choose exact.")),
    Need(("proof",), lambda values: values["proof"] != "-",
         commands=("tour", "graph", "puzzle check", "puzzle solve"), advice=_(
        "{option} needs the name of a file, such as none.proof: write one.")),
    Need(("count",), lambda values: values["names"] is None, commands=("puzzle make",), advice=_(
        "{option} is for sheets without names, of which --names makes one each: leave it out.")),
    Need(("folder",), lambda values: not values["up_to_symmetry"], commands=("count",), advice=_(
        "{option} is for counts of all tours: leave it out with --up-to-symmetry.")),
    Need(("folder",), _keeps_work, commands=("count",), advice=_(
        "{option} is for sweeps: choose --method frontier or halves, or leave it out.")),
)  # fmt: skip
"""What options need. The first need that is not met is named."""


def choose(command: Helpful, context: click.Context, given: Mapping[str, click.Option]) -> Asked:
    """Return the question that a call asks; refuse the options that it does not take."""
    values, name = context.params, context.command_path.partition(" ")[2]
    shown = {name: _written(option, values) for name, option in given.items()}
    by = {name: q for q in command.questions for name in q.by if name in given}
    asked = next((q for q in command.questions if q.when and q.when(values)), None)
    if asked is None and len({*by.values()}) > 1:
        line = _("{a} and {b} are two questions: choose one of them.")
        a, *_others, b = (shown[name] for name in by)
        raise click.UsageError(line.format(a=a, b=b), context)
    asked = asked or next(iter(by.values()), command.questions[0])
    for option, row in command.declared.items():
        if option not in given:
            continue
        if option not in asked.kind.declared:
            chosen = asked.title or next((shown[name] for name in asked.by if name in by), "")
            raise click.UsageError(_refusal(command, name, chosen, shown[option], option), context)
        other, allowed = row.only
        if other and values[other] not in {None, *allowed}:
            line = _("{option} is for {other} {names}: choose one, or leave {option} out.")
            names = ", ".join(map(_, allowed))
            words = {"option": shown[option], "other": f"--{other}", "names": names}
            raise click.UsageError(line.format(**words), context)
    for need in NEEDS:
        for option in need.options:
            if name in need.commands and option in given and not need.met(values):
                raise click.UsageError(need.advice.format(option=shown[option]), context)
    return asked


def _refusal(command: Helpful, name: str, chosen: str, written: str, option: str) -> str:
    """Return the sentence that refuses an option which only other questions take."""
    words = {"option": written, "question": f"{name} {chosen}"}
    if chosen.startswith("-"):
        line = _(
            "{option} is not an option of {question}: leave it out (caballero help {question} "
            "lists the options)."
        )
    elif chosen:
        line = _("{option} is not an option of {question}: leave it out.")
    else:
        line = _("{option} is an option of {question}: add {word}, or leave {option} out.")
        other = next(q for q in command.questions if option in q.kind.declared)
        word = f"--{other.by[0].replace('_', '-')}"
        words |= {"question": f"{name} {word}", "word": word}
    return line.format(**words)


def _written(option: click.Option, values: Values) -> str:
    """Return an option as it was written, ``--closed`` or ``--open``."""
    negative = option.secondary_opts and values[str(option.name)] is False
    return max(option.secondary_opts if negative else option.opts, key=len)
