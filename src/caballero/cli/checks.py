"""Options that would have no effect are refused: which one, why, and what to do.

`NEEDS` is the table of what options need; a command checks it before it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from caballero.core.methods import AUTO
from caballero.core.values import frozen

from .answer import is_quiet
from .language import translate as _
from .options import given_options
from .pictures import ANIMATED, PICTURES, STILL

if TYPE_CHECKING:
    from caballero.count.engines import Engine
    from caballero.find.methods import Method

Values: TypeAlias = Mapping[str, Any]
"""The options of a call by their parameters; `form` is the format that the answer will have."""

BOUNDED: Final = "branch-and-bound"


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
    """Return whether none of the other options is given."""
    return lambda values: all(values.get(o) is None or values.get(o) is False for o in others)


def _in_form(*forms: str) -> Callable[[Values], bool]:
    """Return whether the answer has one of these formats."""
    return lambda values: values["form"] in forms


def _makes_puzzles(values: Values) -> bool:
    """Return whether ``caballero puzzle`` makes puzzles, and does not read one."""
    return values["board"] is not None or values["text"] is not None


def _finding(values: Values) -> Method | None:
    """Return the chosen method, if it is one that finds tours; ``auto`` is none."""
    from caballero.find.methods import METHODS

    return METHODS.get(values["method"])


def _engine(values: Values) -> Engine | None:
    """Return the chosen engine of counts; ``auto``, which chooses one that fits, is none."""
    from caballero.count.engines import ENGINES

    return ENGINES.get(values["method"])


def _has_order(values: Values) -> bool:
    """Return whether the method takes an order; an unknown one has an error of its own."""
    return values["method"] != AUTO and _finding(values) is None


def _is_taught(values: Values) -> bool:
    """Return whether the method is one of the textbook."""
    if not _has_order(values):
        return False
    from caballero.teach.comparison import METHODS

    return values["method"] in METHODS


def _may_prove(values: Values) -> bool:
    """Return whether the method can write a proof."""
    method = _finding(values)
    return not _is_taught(values) if method is None else method.writes_proofs


def _has_ties(values: Values) -> bool:
    return _has_order(values) and values["method"].startswith("warnsdorff")


def _has_chance(values: Values) -> bool:
    """Return whether the search makes random choices."""
    if _is_taught(values):
        return _has_ties(values) and values.get("tie", "random") == "random"
    method = _finding(values)
    return method is None or method.random


_PICTURE: Final = _(
    "{option} is for pictures: name one with -o, such as tour.svg, or leave it out."
)
_ANIMATION: Final = _(
    "{option} is for animations: name one with -o, such as tour.gif, or leave it out."
)
_PDF: Final = _(
    "{option} is for PDF: name such a file with -o, such as sheet.pdf, or leave it out."
)
_WARNSDORFF: Final = _(
    "{option} is for Warnsdorff's rule: add --method warnsdorff, or leave it out."
)
_BOUNDED: Final = _(
    "{option} is for branch and bound: add --method branch-and-bound, or leave it out."
)
_CHANCE: Final = _(
    "{option} is for random choices, and here there are none: choose another method or --tie "
    "random, or leave it out."
)
_RANK: Final = _("{option} is for tours, and --rank-of prints a number: leave one of the two out.")
_TABLE: Final = _(
    "{option} is for tours, and --statistics prints numbers: leave one of the two out."
)

NEEDS: Final = (
    # the question
    Need(
        ("graph_form",), lambda values: values.get("graph", "") is not None,
        _("{option} is for graphs: add --graph FILE, or leave it out."),
    ),
    Need(
        ("piece", "surface", "clues", "forced", "forbidden", "board"), _without("graph"),
        _("{option} is for boards: leave it out with --graph."),
    ),
    Need(
        ("first",), _without("graph"),
        _("{option} is for boards: leave it out with --graph."), ("verify",),
    ),
    Need(
        (
            "closed", "start", "end", "piece", "surface", "clues", "forced", "forbidden",
            "graph", "graph_form", "directed", "up_to_symmetry", "symmetry", "every", "seed",
            "resume", "seconds", "megabytes",
        ),
        lambda values: not (values["board"] or "").lower().endswith(".parquet"),
        _("{option} is for a search, and a file of tours needs none: leave it out."), ("list",),
    ),
    Need(
        ("worst",), _without("best"),
        _("{option} and --best are two questions: choose one of them."), ("tour", "graph"),
    ),
    Need(
        ("weight",), lambda values: "weight" in (values["best"], values["worst"]),
        _("{option} is for costs: add --best weight, or leave it out."), ("graph",),
    ),
    Need(
        ("places",),
        lambda values: values["form"] in STILL or "length" in (values["best"], values["worst"]),
        _("{option} is for maps and lengths: name a picture with -o, or leave it out."), ("graph",),
    ),
    Need(
        ("method", "order", "tie", "count", "sheet"), _without("best", "worst"),
        _("{option} is for any tour: leave it out with --best and --worst."), ("tour", "graph"),
    ),
    Need(
        ("proof",), _without("count", "sheet"),
        _("{option} is for one question: leave it out with --count and --sheet."),
        ("tour", "graph"),
    ),
    Need(
        ("proof",),
        lambda values: {"turns", "crossings"}.isdisjoint((values["best"], values["worst"])),
        _(
            "{option} is for costs of moves: only a sweep over all states proves how few turns or "
            "crossings are possible. Leave it out."
        ),
        ("tour", "graph"),
    ),
    Need(
        ("proof",), lambda values: values["check"] is not None or values["solve"] is not None,
        _("{option} is for one solution: add --check FILE or --solve FILE, or leave it out."),
        ("puzzle",),
    ),
    Need(
        ("proof",), lambda values: values["proof"] != "-",
        _("{option} needs the name of a file, such as none.proof: write one."),
    ),
    Need(
        ("proof",), _may_prove,
        _("{option} needs a method that can write proofs: leave --method out, or choose exact."),
        ("tour", "graph"),
    ),
    # the search
    Need(
        ("order",), _has_order,
        _("{option} is for --method naive, backtracking or warnsdorff: add one, or leave it out."),
    ),
    Need(("tie",), _has_ties, _WARNSDORFF),
    Need(
        ("strategy", "bounded", "cost"), lambda values: values["method"] == BOUNDED, _BOUNDED,
        ("trace",),
    ),
    Need(("strategies", "bounds"), lambda values: BOUNDED in values["methods"], _BOUNDED),
    Need(("seed", "count"), _has_chance, _CHANCE, ("tour", "graph", "trace")),
    Need(
        ("orders",), lambda values: {"naive", "backtracking"} & {*values["methods"]} != set(),
        _("{option} is for --method naive or backtracking: add one, or leave it out."),
    ),
    Need(
        ("ties",), lambda values: any(m.startswith("warnsdorff") for m in values["methods"]),
        _WARNSDORFF,
    ),
    Need(
        ("seed",),
        lambda values: any(m.startswith("warnsdorff") for m in values["methods"])
        and "random" in (values["ties"] or ("random",)),
        _CHANCE, ("compare",),
    ),
    # the answer
    Need(
        ("recurrence",), _without("by_symmetry"),
        _("{option} and --by-symmetry are two answers: choose one of them."),
    ),
    Need(
        ("directed", "up_to_symmetry", "not_closable", "known", "method", "folder"),
        _without("by_symmetry", "recurrence"),
        _("{option} is for one count: leave it out with --by-symmetry and --recurrence."),
        ("count",),
    ),
    Need(
        ("method", "folder"), _without("up_to_symmetry"),
        _("{option} is for counts of all tours: leave it out with --up-to-symmetry."), ("count",),
    ),
    Need(
        ("folder",), lambda values: (engine := _engine(values)) is None or engine.keeps,
        _("{option} is for sweeps: choose --method frontier or halves, or leave it out."),
        ("count",),
    ),
    Need(
        ("rank_of",), _without("rank"),
        _("{option} asks for the rank of a tour, --rank for the tour of a rank: choose one."),
    ),
    Need(
        ("count", "seed"), _without("rank", "rank_of"),
        _("{option} is for tours drawn at random: leave it out with --rank and --rank-of."),
        ("sample",),
    ),
    Need(
        ("style", "theme", "width", "coordinates", "fps", "sheet", "first"), _without("rank_of"),
        _RANK, ("sample",),
    ),
    Need(
        ("form", "output"),
        lambda values: values["rank_of"] is None or values["form"] in {"text", "json"},
        _RANK, ("sample",),
    ),
    Need(
        ("sort",), _in_form("parquet"),
        _("{option} is for Parquet: name a file with -o, such as tours.parquet, or leave it out."),
    ),
    Need(("first",), _without("statistics"), _TABLE, ("list",)),
    Need(
        ("form",),
        lambda values: not values["statistics"] or values["form"] not in {"matrix", "moves"},
        _TABLE, ("list",),
    ),
    Need(
        ("first",), _in_form("text", "matrix", *PICTURES),
        _("{option} is for numbered squares, and this format has none: leave it out."),
        ("tour", "list", "sample"),
    ),
    Need(
        ("watch", "explain"), _without("count", "sheet"),
        _("{option} is for one tour: leave it out with --count and --sheet."), ("tour",),
    ),
    Need(
        ("watch",), _in_form("text", "matrix", "moves"),
        _("{option} shows a tour as text: leave it out with pictures and JSON."), ("tour",),
    ),
    Need(
        ("watch",), lambda values: values["form"] == "text" and values["output"] is None,
        _("{option} shows the search in the terminal: leave out -o and the format."), ("trace",),
    ),
    Need(
        ("by", "language"), lambda values: values["text"] is not None,
        _("{option} is for texts: add --text TEXT, or leave it out."), ("puzzle",),
    ),
    Need(
        ("language",), lambda values: values["by"] == "syllable",
        _("{option} is for syllables: add --by syllable, or leave it out."), ("puzzle",),
    ),
    Need(
        ("level", "more", "symmetric", "hide_ends", "count"), _without("text"),
        _("{option} is for puzzles with numbers: leave it out with --text."), ("puzzle",),
    ),
    Need(
        ("start", "end", "surface", "clues", "forced", "forbidden"),
        lambda values: values["text"] is None or values["board"] is not None,
        _("{option} is for a board that you choose: name one, or leave it out."), ("puzzle",),
    ),
    Need(
        ("level", "more", "symmetric", "hide_ends", "count", "seed"), _makes_puzzles,
        _("{option} is for making puzzles: name a board, or leave it out."), ("puzzle",),
    ),
    Need(
        ("output",),
        lambda values: _makes_puzzles(values) or values["form"] not in PICTURES,
        _(
            "{option} draws the puzzles that are made: draw one in a file by caballero draw FILE, "
            "its solution by caballero tour FILE."
        ),
        ("puzzle",),
    ),
    Need(
        ("count",), lambda values: values["count"] == 1 or values["form"] not in STILL,
        _(
            "{option} makes several puzzles, and such a picture shows one: name a PDF with -o, "
            "such as sheet.pdf, or leave it out."
        ),
        ("puzzle",),
    ),
    Need(
        ("explain",), lambda values: values["solve"] is not None,
        _("{option} is for a solution: add --solve FILE, or leave it out."), ("puzzle",),
    ),
    Need(
        ("explain",), lambda _values: not is_quiet(),
        _("{option} writes to standard error, which --quiet silences: leave one of the two out."),
    ),
    # the picture
    Need(("every", "theme", "width", "coordinates"), _in_form(*ANIMATED), _ANIMATION, ("trace",)),
    Need(("style", "theme", "width", "coordinates"), _in_form(*PICTURES), _PICTURE),
    Need(
        ("sheet",), _in_form(*STILL, "pdf"),
        _("{option} is for SVG and PNG: name such a file with -o, or leave it out."),
    ),
    Need(("paper", "title", "per_page", "solutions"), _in_form("pdf"), _PDF),
    Need(
        ("seconds", "megabytes"), lambda values: values["solutions"],
        _("{option} is for finding solutions: add --solutions, or leave it out."), ("draw",),
    ),
    Need(
        ("width",), lambda values: values["form"] != "pdf",
        _("{option} is in pixels, and a PDF is as wide as its paper: leave it out."),
    ),
    Need(
        ("fps",), lambda values: values["form"] in ANIMATED or values.get("watch", False),
        _ANIMATION,
    ),
)  # fmt: skip
"""What options need. The first need that is not met is named."""

OF_TOURS: Final = Need(
    ("style", "numbers", "path", "fps", "first"), lambda _values: False,
    _("{option} is for tours, and this is a board or a puzzle: leave it out."),
)  # fmt: skip
"""What drawings of boards and puzzles do not use; only their text tells that they are none."""


def refuse_useless(context: click.Context, needs: Collection[Need] = NEEDS) -> None:
    """Refuse an option that has no effect together with the others."""
    name = context.command_path.partition(" ")[2]
    given = given_options(context)
    for need in needs:
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
