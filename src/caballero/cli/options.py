"""The options of the commands: each is declared in a single place, with its section of the help.

A question is a class of frozen values, and its fields are the options that it takes: a field has
its type and, by :func:`option` or :func:`argument`, its help and its names. A field with a plain
default is no option: functions can read it of every question. A question inherits the options that
it shares with others from the classes here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, dataclass_transform

import click
from click.core import ParameterSource

from caballero import Limits
from caballero.machine.arguments import name_among
from caballero.machine.methods import AUTO, TAUGHT
from caballero.machine.words import LANGUAGES, Message
from caballero.model.board import SURFACES
from caballero.model.piece import LEAPERS, PUZZLES as PIECES_OF_PUZZLES

from .language import translate as _

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from click.types import OptionHelpExtra

QUESTION: Final = _("Question")
SEARCH: Final = _("Search")
WORK: Final = _("Long work")
ANSWER: Final = _("Answer")
PICTURE: Final = _("Picture")
PAGE: Final = _("Page")
GENERAL: Final = _("General")

SECTIONS: Final = (QUESTION, SEARCH, WORK, ANSWER, PICTURE, PAGE, GENERAL)
"""The sections of the help, in order."""

QUIET: Final = "caballero.quiet"
"""The entry of a call's context that says whether notes are left out."""

STILL: Final = ("svg", "png", "tex")
ANIMATED: Final = ("gif", "apng", "webp", "mp4")
PICTURES: Final = (*STILL, "pdf", *ANIMATED)
"""The formats of pictures, each also a file extension."""

TOURS: Final = ("text", "matrix", "moves", "json", *PICTURES)
PUZZLES: Final = ("text", "json", "csv", "kudamono", "penpa", *STILL, "pdf")
"""The formats of tours, and of puzzles."""

PICTURE_SECONDS: Final = 0.3
"""Seconds for a picture whose search has used up its time."""


class _Ranged:
    """Numbers in a range: an error says which numbers are allowed."""

    name: str
    min: Any
    max: Any

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            return super().convert(value, param, ctx)  # type: ignore[misc]  # of IntRange, FloatRange
        except click.BadParameter:
            from .wrong import name_of  # only an error needs it

        allowed = "{number}"
        if self.min is not None:
            allowed = _("{number} of at least {least}")
        if self.max is not None:
            allowed = _("{number} from {least} to {most}")
        allowed = allowed.format(number=self.name, least=self.min, most=self.max)
        line = _("{name} cannot be “{value}”: write a {number}.")
        name = name_of(param, ctx) if param is not None else ""
        raise click.UsageError(line.format(name=name, value=str(value), number=allowed), ctx)


class Whole(_Ranged, click.IntRange):
    """Whole numbers, perhaps within limits."""

    name = _("whole number")


class Number(_Ranged, click.FloatRange):
    """Numbers in a range."""

    name = _("number")


class Path(click.ParamType):  # type: ignore[type-arg]  # it has none in click 8.2
    """Files, or folders, as ``click.Path``, which is made if there is something to check.

    It asks gettext for its name, which loads `locale`: that takes longer than to find a tour.
    """

    name = "path"

    def __init__(self, **settings: Any) -> None:
        self._settings = settings

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the name of the value in the help."""
        return _("FILE") if self._settings.get("file_okay", True) else _("FOLDER")

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; refuse a file that exists and cannot be used."""
        checked = os.path.exists(value)
        return click.Path(**self._settings).convert(value, param, ctx) if checked else value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell propose files or folders."""
        return click.Path(**self._settings).shell_complete(ctx, param, incomplete)


FILE: Final = Path(readable=False)
WRITTEN: Final = Path(dir_okay=False, writable=True)
FOLDER: Final = Path(file_okay=False)
"""Files to read, files to write, and folders."""


class Names(click.Choice[str]):
    """Names of some kind, which are read and shown in the reader's language, too.

    `what` is the code of the message that names the kind. In the catalogue each name is a sentence.
    The names are given, or the module and the name of their table, which is loaded when it is
    needed; `others` says whether other values are allowed.
    """

    def __init__(self, what: str, names: Iterable[str] | str, *, others: bool = False) -> None:
        super().__init__(())
        self.what, self._names, self.others = what, names, others

    @property
    def choices(self) -> tuple[str, ...]:
        """The names."""
        if isinstance(self._names, str):
            module, name = self._names.split(":")
            self._names = getattr(import_module(f"caballero.{module}"), name)
        return (*self._names,)

    @choices.setter
    def choices(self, names: Iterable[str]) -> None:
        self._names = names

    def __str__(self) -> str:
        return ", ".join(self.choices if self.others else map(_, self.choices))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the name of the value in the help."""
        return Message(self.what).text().upper()

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the English name; a default is not looked up."""
        if self.others or (param is not None and value == param.default):
            return value
        return name_among(self.what, value, self.choices)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Propose the names in the reader's language."""
        from click.shell_completion import CompletionItem  # only a shell needs it

        return [
            CompletionItem(name) for name in map(_, self.choices) if name.startswith(incomplete)
        ]


class Option(click.Option):
    """An option with its section of the help; ``{names}`` in the help are the names it takes."""

    def __init__(self, names: Collection[str], *, section: str, **settings: Any) -> None:
        super().__init__([*names], **settings)
        self.section = section

    @property
    def help(self) -> str | None:
        """The help."""
        return self._help and self._help.replace("{names}", str(self.type))

    @help.setter  # noqa: A003
    def help(self, text: str | None) -> None:
        self._help = text

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """Show the default name in the reader's language."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, Names) and "default" in extra:
            name = extra["default"]
            extra["default"] = _(name)
        return extra


class Declared:
    """A field that is an option, or an argument: its type is that of the field.

    A field of type ``bool`` is a flag, and a tuple of any length an option that may be repeated.
    """

    name = kind = ""

    def __init__(self, section: str, names: tuple[str, ...], settings: dict[str, Any]) -> None:
        self.section, self.names, self.settings = section, names, settings
        self.before: str = settings.pop("before", "")
        self.only: tuple[str, Collection[str]] = settings.pop("only", ("", ()))

    @property
    def default(self) -> Any:
        """The value without the option."""
        empty = {"bool": False, "tuple[str, ...]": ()}
        return self.settings.get("default", empty.get(self.kind))

    def parameter(self, forms: tuple[str, ...]) -> click.Parameter:
        """Return the parameter of a command, whose answer has one of the formats."""
        settings = {**self.settings}
        if not self.section:
            return click.Argument([self.name], **settings)
        names = [self.name, *self.names]
        if not any(name.startswith("--") for name in names):
            names.append("--" + self.name.replace("_", "-"))
        if self.name == "form":
            settings["type"] = Names("format", forms)
        elif self.kind == "bool" and "/" not in names[-1]:
            settings["is_flag"] = True
        elif self.kind == "tuple[str, ...]":
            settings["multiple"] = True
        elif self.kind in {"int", "float"}:
            least = settings.pop("least", None)
            number = Whole(min=least) if self.kind == "int" else Number(min=0)
            settings = {"type": number, "metavar": _("N"), **settings}
        if settings.get("default"):
            settings.setdefault("show_default", True)
        return Option(names, section=self.section, **settings)


def option(section: str, *names: str, **settings: Any) -> Any:
    """Declare an option with its section of the help; the settings are as for ``click.Option``.

    Without a long name it has that of its field. A number may have a ``least`` value. In the help
    of a command it stands ``before`` another option, if that is named; ``only`` has another field
    and the values of it that give this option a meaning.
    """
    return Declared(section, names, settings)


def argument(metavar: str | None = None, **settings: Any) -> Any:
    """Declare an argument, as for ``click.Argument``."""
    return Declared("", (), {"metavar": metavar, **settings})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(option, argument))
class Call:
    """A question with the values of its options; here is what all questions have.

    `forms` has the formats of the answer, the default first; `form` is the chosen format.
    """

    forms: ClassVar[tuple[str, ...]] = ()
    declared: ClassVar[Mapping[str, Declared]] = MappingProxyType({})
    form: str = "text"
    output: str | None = None
    first: int | None = 1
    seconds: float | None = None
    megabytes: float | None = None
    began: float = 0

    def __init__(self, **values: Any) -> None:
        self.__dict__.update({n: row.default for n, row in self.declared.items()} | values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def but(self, **changes: Any) -> Self:
        """Return the question with some values changed."""
        return type(self)(**vars(self) | changes)

    @property
    def limits(self) -> Limits:
        """The limits of the search."""
        return Limits(seconds=self.seconds, megabytes=self.megabytes)

    @property
    def rest(self) -> Limits:
        """What remains of the limits: the time is for everything together."""
        return self._rest(0.0)

    @property
    def left(self) -> Limits:
        """The limits of what follows the search; a small picture may be drawn after the last."""
        return self._rest(PICTURE_SECONDS)

    def _rest(self, least: float) -> Limits:
        if self.seconds is None:
            return self.limits
        spent = time.perf_counter() - self.began
        return Limits(max(least, self.seconds - spent), megabytes=self.megabytes)


@lru_cache(maxsize=256)
def declared(kind: type) -> Mapping[str, Declared]:
    """Return the options and arguments of a class by their fields, in the order of the help."""
    rows: dict[str, Declared] = {}
    for base in kind.__bases__:
        rows |= declared(base)
    for name, row in vars(kind).items():
        if isinstance(row, Declared):  # not by __set_name__, in which a signal is a RuntimeError
            row.name, row.kind = name, kind.__annotations__[name].removesuffix(" | None")
            rows[name] = row
    return rows


def given(**values: Any) -> dict[str, Any]:
    """Return the values that are not None, so that a function uses its defaults for the others."""
    return {name: value for name, value in values.items() if value is not None}


def given_options(context: click.Context) -> dict[str, click.Option]:
    """Return the options that the user wrote, by their parameters."""
    written = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    return {
        str(declared.name): declared
        for declared in context.command.params
        if isinstance(declared, click.Option)
        and context.get_parameter_source(str(declared.name)) in written
    }


def _be_quiet(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:  # before the command or after it
        context.meta[QUIET] = True


def _show_help(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(context.get_help(), color=context.color)
        context.exit()


HELP: Final = Option(
    ["-h", "--help"], section=GENERAL, is_flag=True, expose_value=False, is_eager=True,
    callback=_show_help, help=_("Show this message and exit."),
)  # fmt: skip
"""The option of click, whose own asks gettext for its help."""

# The language is set before click parses the arguments; this only declares the option.
COMMON: Final = (
    Option(["-q", "--quiet"], section=GENERAL, is_flag=True, expose_value=False, is_eager=True,
           callback=_be_quiet, help=_(
        "No progress and no notes: only errors, and why an answer is missing.")),
    Option(["--lang"], section=GENERAL, type=click.Choice(LANGUAGES), expose_value=False,
           metavar="[en|es]", help=_("Language of messages; the default comes from LANG.")),
)  # fmt: skip
"""The options of all commands, which follow their own."""

# -- proposals of a shell after Tab --------------------------------------------------------------


def proposing(
    names: Callable[[], Iterable[str]], separator: str = "\n"
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return a function that proposes names, also after a separator, as in ``knight+camel``."""

    def propose(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only a shell needs it

        before, between, word = incomplete.rpartition(separator)
        fitting = (name for name in names() if name.startswith(word))
        return [CompletionItem(f"{before}{between}{name}") for name in fitting]

    return propose


def _piece_names() -> list[str]:
    """Return the pieces, by their names in the reader's language."""
    names = (Message(f"piece-{name}").text() for name in (*LEAPERS, "king"))
    return sorted([*(name for name in names if " " not in name), *PIECES_OF_PUZZLES])


def _order_names() -> Iterable[str]:
    from caballero.teaching.orders import ORDER_NAMES

    return ORDER_NAMES


def _symmetry_names() -> Iterable[str]:
    from caballero.model.symmetry import SYMMETRIES, SymmetryClass

    return dict.fromkeys((*SYMMETRIES[1:], *SymmetryClass))


orders = proposing(_order_names)
symmetries = proposing(_symmetry_names)


# -- the question ------------------------------------------------------------------------------
# fmt: off
class Posed(Call):
    """What may say which problem is meant; a question has options for some of it."""

    board: str | None = None
    graph: str | None = None
    graph_form: str | None = None
    one_way: bool = False
    weight: str | None = None
    places: str | None = None
    closed: bool | None = None
    start: str | None = None
    end: str | None = None
    piece: str | None = None
    surface: str | None = None
    clues: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    waypoints: str | None = None
    ends: bool = False
    best: str | None = None
    worst: str | None = None
    lengths: str | None = None
    method: str = AUTO

class Board(Posed):
    board: str = argument(_("BOARD"), type=FILE)


files: Any = argument(_("FILE…"), nargs=-1, required=True, type=FILE)

class GraphForm(Posed):
    graph_form: str | None = option(QUESTION, "--from",
        type=Names("format", "formats.notations:FORMATS"), help=_(
        "Format of the graph: {names}; by default its file's extension or content decides."))

class Graph(GraphForm):
    graph: str | None = option(QUESTION, type=FILE, before="graph_form", help=_(
        "Hamiltonian paths of a graph (with --closed, cycles) instead of tours of a board; FILE is "
        "as for caballero graph, and SQUARE is a vertex."))

class BoardOrGraph(Graph):
    board: str | None = argument(_("[BOARD]"), required=False, type=FILE)

class OneWay(Posed):
    one_way: bool = option(QUESTION, "--directed", help=_(
        "Each edge leads only from the vertex that is written first to the other one."))

class Weights(Posed):
    weight: str | None = option(QUESTION, metavar=_("COLUMN"), help=_(
        "Title of the column with the weights of the edges; by default the third column."))
    places: str | None = option(QUESTION, type=FILE, help=_(
        "Positions of the vertices, for a map: lines with a vertex, x and y."))

class Closed(Posed):
    closed: bool = option(QUESTION, "--closed/--open", default=False, help=_(
        "Find a cycle, which returns to its start, or a path (the default)."))

class Ends(Posed):
    start: str | None = option(QUESTION, metavar=_("SQUARE"), help=_(
        "First square, such as a1 or 0,0."))
    end: str | None = option(QUESTION, metavar=_("SQUARE"), help=_("Last square."))

class Piece(Posed):
    piece: str | None = option(QUESTION, metavar=_("PIECE"),
        shell_complete=proposing(_piece_names, "+"), help=_(
        "knight (the default unless the file names one), king, hidato, … or two numbers: 2,3."))

class Moves(Piece):
    surface: str | None = option(QUESTION, type=Names("surface", SURFACES), help=_(
        "Which edges of the board meet: {names}."))

class ClosedOrOpen(Posed):
    closed: bool | None = option(QUESTION, "--closed/--open", default=None, help=_(
        "Closed tours, whose last square leads back to the first, or open ones (default)."))

class Problem(ClosedOrOpen, Ends, Moves):
    """A problem of a board."""

class Claim(Moves):
    closed: bool | None = option(QUESTION, "--closed/--open", default=None, before="piece", help=_(
        "Require a closed or an open tour."))

class Claimed(Claim, Ends):
    board: str | None = option(QUESTION, metavar=_("BOARD"), type=FILE, help=_(
        "The board, if FILE does not show it, or a file with a puzzle, which FILE should solve."))

class Constraints(Posed):
    clues: tuple[str, ...] = option(QUESTION, "--clue", metavar=_("SQUARE=N"), help=_(
        "Give the number of a square, such as c3=17; may be repeated."))
    forced: tuple[str, ...] = option(QUESTION, "--force", metavar=_("MOVE"), help=_(
        "Force a move, such as a1-b3; may be repeated."))
    forbidden: tuple[str, ...] = option(QUESTION, "--forbid", metavar=_("MOVE"), help=_(
        "Forbid a move; may be repeated."))
    waypoints: str | None = option(QUESTION, metavar=_("LIST"), help=_(
        "Visit squares in this order, such as a1,c3,f6, at any numbers."))
    ends: bool = option(QUESTION, help=_(
        "Begin at the first of the waypoints and end at the last, as in a Zip."))

class Question(Problem, Constraints):
    """A problem of a board, with all constraints."""

class OnBoard(Board, Question):
    """A problem of a board that is named."""

class OnAny(BoardOrGraph, Question):
    """A problem of a board or of a graph."""

class Sums(Call):
    magic: bool = option(QUESTION, help=_(
        "Only tours whose numbers have the same sum in all rows and all columns."))
    sums: str | None = option(QUESTION, metavar=_("KIND"),
        type=Names("magic-kind", "model.sums:KINDS"), help=_(
        "Only tours whose numbers have equal sums on the lines of a kind: {names}."))

    @property
    def lines(self) -> str:
        """The lines with equal sums."""
        return self.sums or "semi-magic"

class UpToSymmetry(Call):
    up_to_symmetry: bool = option(QUESTION, help=_(
        "Take tours that a symmetry of the board makes of each other as one."))

class Conventions(UpToSymmetry):
    directed: bool = option(QUESTION, before="up_to_symmetry", help=_(
        "Take a tour and its reverse as two."))

class Symmetry(Call):
    symmetry: str | None = option(QUESTION, metavar=_("KIND"), shell_complete=symmetries, help=_(
        "List only tours with a symmetry: half-turn, quarter-turn, left-right, …, or a kind that "
        "count --by-symmetry names, such as half-turn-direct."))


# -- the search --------------------------------------------------------------------------------

BRANCH_AND_BOUND: Final = ("branch-and-bound",)
TIED: Final = tuple(name for name in TAUGHT if name.startswith("warnsdorff"))
ORDERED: Final = tuple(name for name in TAUGHT if name not in BRANCH_AND_BOUND)
"""The methods that have a strategy, a tie rule, or an order of moves."""


def method(names: Collection[str], **settings: Any) -> Any:
    """Declare the option that chooses among methods; its help may name only some."""
    return option(SEARCH, type=Names("method", names), **{"default": AUTO, **settings})

class Strategy(Call):
    tie: str | None = option(SEARCH, type=Names("tie", "teaching:TIE_NAMES"), metavar=_("RULE"),
        only=("method", TIED), help=_(
        "Tie rule of Warnsdorff's rule: {names}."))
    strategy: str | None = option(SEARCH, type=Names("strategy", "teaching:STRATEGIES"),
        only=("method", BRANCH_AND_BOUND), help=_(
        "Which live node branch and bound expands next: {names}."))

class Taught(Strategy):
    order: str | None = option(SEARCH, metavar=_("ORDER"), shell_complete=orders,
        only=("method", TAUGHT), before="tie", help=_(
        "Order of the moves: geeksforgeeks, puc, trekhleb, granada, clockwise, random, random:7, "
        "or a list 2,1;1,2;…"))

class Seeded(Call):
    seed: int | None = option(SEARCH, before="seconds", help=_(
        "Seed of all random choices: each gives another answer, and always the same one."))

class Timed(Call):
    seconds: float | None = option(SEARCH, "--timeout", metavar=_("SECONDS"), help=_(
        "Give up after SECONDS."))

class Limited(Timed):
    megabytes: float | None = option(SEARCH, "--memory", metavar=_("MB"), help=_(
        "Give up once MB more memory is in use."))


# -- the answer --------------------------------------------------------------------------------

class Proof(Call):
    proof: str | None = option(ANSWER, type=WRITTEN, help=_(
        "Write the proof that there is no tour, no second solution of a puzzle, or with --best no "
        "better tour, to FILE; caballero check FILE checks it."))

class Estimated(Call):
    estimate: bool = option(ANSWER, before="sort form", help=_(
        "Do not begin: estimate states or tours, time, memory and disk."))

class Explained(Call):
    explain: bool = option(ANSWER, help=_(
        "Show which methods ran, their times and results, and why no tour exists."))

class First(Call):
    first: int = option(ANSWER, default=1, help=_("Number of the first square."))

class Output(Call):
    output: str | None = option(ANSWER, "-o", type=WRITTEN, help=_("Write the answer to a file."))

class Answer(Output):
    form: str = option(ANSWER, "--format", before="output", help=_(
        "Format of the answer: {names}; by default as the file's name ends, or the first."))
    as_json: bool = option(ANSWER, "--json", before="output", help=_("Answer in JSON."))

class Collected(Call):
    statistics: bool = False
    sort: bool = False

class Statistics(Collected):
    statistics: bool = option(ANSWER, before="form", help=_(
        "Print statistics of the tours instead of the tours; in Parquet, beside each tour."))


# -- pictures ----------------------------------------------------------------------------------

class Drawn(Call):
    """What pictures may look like; a question has options for some of it."""

    style: str = "path"
    theme: str = "light"
    width: int | None = None
    fps: float = 8
    coordinates: bool = False
    paper: str = "a4"
    margin: float = 15
    bleed: float | None = None
    title: str = ""
    per_page: int = 6
    names: str | None = None
    name_line: bool = False
    numbers: bool | None = None
    path: bool | None = None
    given: tuple[Any, ...] = ()

class Styled(Drawn):
    style: str = option(PICTURE, default="path", type=Names("style", "render.scene:STYLES"), help=_(
        "Style of a picture: {names}."))

class Theme(Drawn):
    theme: str = option(PICTURE, type=Names("theme", "render.themes:THEMES"), help=_(
        "Colours of a picture: {names}; by default print in a PDF and TikZ, else light."))
    width: int | None = option(PICTURE, type=Whole(16, 20_000), help=_("Width in pixels."))

class BoardPicture(Theme):
    coordinates: bool = option(PICTURE, help=_("Draw the names of rows and columns."))

class Speed(Drawn):
    fps: float = option(PICTURE, type=Number(0.1, 50), default=8, help=_(
        "Frames per second of an animation."))

class Paper(Drawn):
    paper: str = option(PICTURE, default="a4", metavar=_("PAPER"),
        type=Names("paper", "render.pdf:PAPERS", others=True), help=_(
        "Paper of a PDF: {names}, or a size such as 170x240mm or 8.5x11in."))
    margin: float = option(PICTURE, default=15, metavar=_("MM"), help=_(
        "Margin of each page of a PDF, in millimetres."))
    bleed: float | None = option(PICTURE, metavar=_("MM"), help=_(
        "The rim of each page that a printing house cuts off, in millimetres."))
    title: str = option(PICTURE, default="", metavar=_("TEXT"), help=_(
        "Title of each page of a PDF."))
    per_page: int = option(PICTURE, type=Whole(1, 100), default=6, help=_(
        "Draw at most N boards on a page of a PDF."))

class Sheets(Drawn):
    names: str | None = option(QUESTION, type=FILE, help=_(
        "Pupils, one a line, perhaps after a number: each gets a sheet with the name."))
    name_line: bool = option(PICTURE, help=_(
        "Leave a line for name and date on each page of a PDF, and add a rubric."))

class Picture(Styled, BoardPicture, Speed, Paper):
    """A picture of a tour."""

class Several(Collected, Drawn):
    count: int = 1
    sheet: bool = False

class Sheet(Several):
    sheet: bool = option(PICTURE, help=_(
        "Draw all tours in one picture (SVG or PNG; a PDF always has all)."))
