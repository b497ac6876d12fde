"""Options that would be ignored where the answer would be a wrong one are refused.

An option that has no effect, and leaves the answer right, is ignored, as elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import click

from caballero.core.methods import AUTO, TAUGHT
from caballero.core.values import frozen

from .language import translate as _
from .options import given_options

Values: TypeAlias = Mapping[str, Any]
"""The options of a call by their parameters; `form` is the format that the answer will have."""


@frozen
class Need:
    """What options need to have an effect, and what to do without it.

    `commands` has the names of the commands that need it; none means all with such an option.
    """

    options: tuple[str, ...]
    met: Callable[[Values], bool]
    advice: str
    commands: tuple[str, ...] = ()


def _without(*others: str) -> Callable[[Values], bool]:
    """Return the condition that none of the other options is given."""
    return lambda values: all(values.get(o) is None or values.get(o) is False for o in others)


def _keeps_work(values: Values) -> bool:
    """Return whether the engine of a count keeps its work; ``auto`` chooses one that does."""
    from caballero.count.engines import ENGINES

    engine = ENGINES.get(values["method"])
    return engine is None or engine.keeps


def _is_named(values: Values) -> bool:
    """Return whether the board is the name of a puzzle, such as ``knight 8 hard 7``."""
    from caballero.puzzles.recipes import is_recipe

    return is_recipe(values["board"])


NEEDS: Final = (
    # the question
    Need(("piece", "surface", "clues", "forced", "forbidden", "board"), _without("graph"), advice=_(
        "{option} is for boards: leave it out with --graph.")),
    Need(("closed", "start", "end", "piece", "surface", "clues", "forced", "forbidden", "waypoints",
          "ends", "graph", "directed", "up_to_symmetry", "symmetry", "every", "seed", "resume"),
         lambda values: not (values["board"] or "").lower().endswith(".parquet"),
         commands=("list",), advice=_(
        "{option} is for a search, and a file of tours needs none: leave it out.")),
    Need(("worst",), _without("best"), advice=_(
        "{option} and --best are two questions: choose one of them.")),
    Need(("longest",), _without("best", "worst", "count", "sheet"), advice=_(
        "{option} is a question of its own: leave --best, --worst, --count and --sheet out.")),
    Need(("magic",),
         lambda values: values["method"] == AUTO
         and _without("best", "worst", "longest", "count", "sheet", "proof", "graph")(values),
         commands=("tour",), advice=_(
        "{option} is a question of its own, about boards: leave --best, --worst, --longest, "
        "--count, --sheet, --proof, --method and --graph out.")),
    Need(("magic",), _without("sums"), commands=("list", "count", "run list"), advice=_(
        "{option} and --sums are two questions: choose one of them.")),
    Need(("magic", "sums"), lambda values: values.get("method", AUTO) == AUTO
         and values.get("every", 1) == 1
         and _without("directed", "symmetry", "seed", "resume", "estimate", "not_closable", "known",
                      "by_symmetry", "group_by", "recurrence", "graph")(values),
         commands=("list", "count", "run list"), advice=_(
        "{option} is a question of its own, about boards: leave --graph, --directed, --symmetry, "
        "--method and the other questions out.")),
    Need(("count", "sheet"), _without("best", "worst"), advice=_(
        "{option} is for any tour: leave it out with --best and --worst.")),
    Need(("start", "end", "surface"), lambda values: values["board"] is not None,
         commands=("puzzle text",), advice=_(
        "{option} is for a board that you choose: name one, or leave it out.")),
    Need(("closed", "start", "end", "piece", "surface", "clues", "forced", "forbidden", "waypoints",
          "kind", "level", "seed"),
         lambda values: not _is_named(values), commands=("puzzle make",), advice=_(
        "{option} is part of the name of a puzzle: change the name, or leave it out.")),
    Need(("count",), _without("names"), commands=("puzzle make",), advice=_(
        "{option} is for sheets without names, of which --names makes one each: leave it out.")),
    Need(("kind", "level", "more", "exactly", "score", "symmetric", "mirror", "hide_ends"),
         _without("visited"), commands=("puzzle make",), advice=_(
        "{option} is for puzzles with one solution: leave it out with --visited.")),
    Need(("visited",), lambda values: not _is_named(values), commands=("puzzle make",), advice=_(
        "{option} is for a board, such as 6, and not for the name of a puzzle: change one.")),
    Need(("exactly", "symmetric", "mirror", "hide_ends"), lambda values: values["kind"] != "zip",
         commands=("puzzle make",), advice=_(
        "{option} is for puzzles of numbers: leave it out with --kind zip.")),
    # the search
    Need(("order",), lambda values: values["method"] in TAUGHT, advice=_(
        "{option} is for --method naive, backtracking or warnsdorff: add one, or leave it out.")),
    Need(("tie",), lambda values: values["method"].startswith("warnsdorff"), advice=_(
        "{option} is for Warnsdorff's rule: add --method warnsdorff, or leave it out.")),
    Need(("below",), lambda values: values["tree"], commands=("trace",), advice=_(
        "{option} is for the tree of a search: add --tree, or leave it out.")),
    Need(("strategy", "bounded", "cost"), lambda values: values["method"] == "branch-and-bound",
         advice=_(
        "{option} is for branch and bound: add --method branch-and-bound, or leave it out.")),
    # the answer
    Need(("proof",), _without("count", "sheet"), advice=_(
        "{option} is for one question: leave it out with --count and --sheet.")),
    Need(("proof",),
         lambda values: not {"turns", "crossings"} & {values.get("best"), values.get("worst")},
         advice=_(
        "{option} is for costs of moves: only a sweep over all states proves how few turns or "
        "crossings are possible. Leave it out.")),
    Need(("proof",), lambda values: values["proof"] != "-", advice=_(
        "{option} needs the name of a file, such as none.proof: write one.")),
    Need(("proof",), lambda values: values["method"] not in TAUGHT, commands=("tour", "graph"),
         advice=_(
        "{option} needs a method that can write proofs: leave --method out, or choose exact.")),
    Need(("recurrence",), _without("by_symmetry"), advice=_(
        "{option} and --by-symmetry are two answers: choose one of them.")),
    Need(("recurrence", "by_symmetry"), _without("group_by"), commands=("count",), advice=_(
        "{option} and --group-by are two answers: choose one of them.")),
    Need(("figure",),
         lambda values: values["method"] == AUTO
         and _without("magic", "sums", "group_by", "by_symmetry", "recurrence", "estimate",
                      "up_to_symmetry", "not_closable", "known", "folder", "graph")(values),
         commands=("count",), advice=_(
        "{option} is a question of its own, about boards: leave --graph, --method, --folder and "
        "the other options of the answer out.")),
    Need(("directed", "up_to_symmetry", "not_closable", "known", "method", "folder"),
         _without("group_by", "by_symmetry", "recurrence"), commands=("count",), advice=_(
        "{option} is for one count: leave it out with --group-by, --by-symmetry and "
        "--recurrence.")),
    Need(("estimate",),
         _without("group_by", "by_symmetry", "recurrence", "up_to_symmetry", "not_closable",
                  "known", "folder"),
         commands=("count",), advice=_(
        "{option} is for the count of all tours: leave the other options of the answer out.")),
    Need(("estimate",),
         lambda values: values["every"] == 1
         and _without("directed", "count", "resume", "sort", "statistics")(values),
         commands=("list",), advice=_(
        "{option} is for the list of all tours: leave the other options of the answer out.")),
    Need(("estimate",), _without("up_to_symmetry"), commands=("run count",), advice=_(
        "{option} is for the count of all tours: leave the other options of the answer out.")),
    Need(("folder",), _without("up_to_symmetry"), commands=("count",), advice=_(
        "{option} is for counts of all tours: leave it out with --up-to-symmetry.")),
    Need(("folder",), _keeps_work, commands=("count",), advice=_(
        "{option} is for sweeps: choose --method frontier or halves, or leave it out.")),
)  # fmt: skip
"""What options need. The first need that is not met is named."""


def refuse_useless(context: click.Context) -> None:
    """Refuse an option without which the answer would be another one than it asks for."""
    name = context.command_path.partition(" ")[2]
    given = given_options(context)
    for need in NEEDS:
        if need.commands and name not in need.commands:
            continue
        for option in (given[name] for name in need.options if name in given):
            if not need.met(context.params):
                line = need.advice.format(option=_written(option, context.params))
                raise click.UsageError(line, context)


def _written(option: click.Option, values: Values) -> str:
    """Return an option as it was written, ``--closed`` or ``--open``."""
    negative = option.secondary_opts and values[str(option.name)] is False
    return max(option.secondary_opts if negative else option.opts, key=len)
