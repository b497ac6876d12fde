"""The options of the commands: each is declared in one place, with its section of the help.

Options that several commands share are here, under their names: ``@options.closed``. A
declaration is a line with the names and the values of an option, and below it its help.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from caballero.core.arguments import name_among
from caballero.core.board import SURFACES
from caballero.core.methods import AUTO
from caballero.core.piece import LEAPERS, PUZZLES as PIECES_OF_PUZZLES
from caballero.core.sums import KINDS as SUMS
from caballero.core.words import LANGUAGES, Message

from .answer import QUIET, Call
from .language import translate as _

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from click.types import OptionHelpExtra


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

STILL: Final = ("svg", "png", "tex")
ANIMATED: Final = ("gif", "apng", "webp", "mp4")
PICTURES: Final = (*STILL, "pdf", *ANIMATED)
"""The formats of pictures, each also a file extension."""

TOURS: Final = ("text", "matrix", "moves", "json", *PICTURES)
PUZZLES: Final = ("text", "json", "csv", "kudamono", "penpa", *STILL, "pdf")
"""The formats of tours, and of puzzles."""

# Copies from caballero.formats, .render and .teach, whose import takes longer than a small tour;
# a test compares them.
GRAPH_FORMATS: Final = (
    "dot", "graphml", "gexf", "gpx", "gml", "entries", "json", "pajek", "graph6", "sparse6",
    "digraph6", "mtx", "hcp", "dimacs", "metis", "adjlist", "multiline", "matrix", "sif", "xy",
    "contest", "csv", "edges",
)  # fmt: skip
STYLES: Final = ("path", "numbers", "arrows", "thread", "colours", "symmetry", "mosaic")
THEMES: Final = ("light", "dark", "wood", "print")
PAPERS: Final = ("a4", "letter", "a5", "6x9", "crop")
STRATEGIES: Final = ("lifo", "fifo", "least")
TIES: Final = ("order", "random", "pohl-sum", "pohl-min", "roth", "squirrel-cull")


class Whole(click.IntRange):
    """Whole numbers, perhaps within limits."""

    name = _("whole number")

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the name of the value in the help."""
        return _("N")


class Number(click.FloatRange):
    """Numbers in a range."""

    name = _("number")

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the name of the value in the help."""
        return _("N")


class Path(click.Path):
    """Files, or folders; a shell proposes them."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the name of the value in the help."""
        return _("FILE") if self.file_okay else _("FOLDER")


FILE: Final = Path(readable=False)
WRITTEN: Final = Path(dir_okay=False, writable=True)
FOLDER: Final = Path(file_okay=False)
"""Files to read, files to write, and folders."""


class Names(click.Choice[str]):
    """Names of some kind, which are read and shown in the reader's language, too.

    `what` is the code of the message that names the kind. In the catalogue each name is a sentence.
    """

    def __init__(self, what: str, names: Iterable[str]) -> None:
        super().__init__([*names])
        self.what = what

    def __str__(self) -> str:
        return ", ".join(map(_, self.choices))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the name of the value in the help."""
        return Message(self.what).text().upper()

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the English name."""
        return name_among(self.what, value, self.choices)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Propose the names in the reader's language."""
        from click.shell_completion import CompletionItem  # only a shell needs it

        return [CompletionItem(one) for one in map(_, self.choices) if one.startswith(incomplete)]


class Option(click.Option):
    """An option with its section of the help; `forms` has the formats of the file that it names."""

    def __init__(
        self, *names: Any, section: str, forms: tuple[str, ...] = (), **settings: Any
    ) -> None:
        super().__init__(*names, **settings)
        self.section, self.forms = section, forms

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """Show the default name in the reader's language."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.type, Names) and "default" in extra:
            name = extra["default"]
            extra["default"] = _(name)
        return extra


def option(
    section: str, *names: str, among: Names | None = None, least: int | None = None, **settings: Any
) -> Callable[[Decorated], Decorated]:
    """Declare an option of a section: one among names, a number, or as for ``click.option``."""
    if among is not None:
        settings["type"] = among
        settings["help"] = settings["help"].format(names=among)
    if least is not None:
        settings["type"] = Whole(min=least)
    if settings.get("default"):
        settings.setdefault("show_default", True)
    return click.option(*names, cls=Option, section=section, **settings)


def flag(section: str, *names: str, **settings: Any) -> Callable[[Decorated], Decorated]:
    """Declare an option of a section that has no value."""
    return option(section, *names, is_flag=True, **settings)


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


def _be_quiet(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:  # before the command or after it
        context.meta[QUIET] = True


# The language is set before click parses the arguments; this only declares the option.
language = option(GENERAL, "--lang", type=click.Choice(LANGUAGES), expose_value=False,
    metavar="[en|es]", help=_("Language of messages; the default comes from LANG."))  # fmt: skip

quiet = flag(GENERAL, "-q", "--quiet", expose_value=False, is_eager=True,
    callback=_be_quiet, help=_(
    "No progress and no notes: only errors, and why an answer is missing."))  # fmt: skip

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
    from caballero.teach.orders import ORDER_NAMES

    return ORDER_NAMES


def _symmetry_names() -> Iterable[str]:
    from caballero.core.symmetry import SYMMETRIES, SymmetryClass

    return dict.fromkeys((*SYMMETRIES[1:], *SymmetryClass))


pieces = proposing(_piece_names, "+")
orders = proposing(_order_names)
symmetries = proposing(_symmetry_names)

# -- the question ------------------------------------------------------------------------------

board = click.argument("board", metavar=_("BOARD"), type=FILE)
file = click.argument("file", type=FILE)
files = click.argument("files", metavar=_("FILE…"), nargs=-1, required=True, type=FILE)
folder = click.argument("folder", type=FOLDER)

graph_form = option(QUESTION, "--from", "graph_form", among=Names("format", GRAPH_FORMATS), help=_(
    "Format of the graph: {names}; by default its file's extension or content decides."
))  # fmt: skip

closed = option(QUESTION, "--closed/--open", default=False, help=_(
    "Find a cycle, which returns to its start, or a path (the default)."))  # fmt: skip

one_way = flag(QUESTION, "--directed", "one_way", help=_(
    "Each edge leads only from the vertex that is written first to the other one."))  # fmt: skip

weight = option(QUESTION, "--weight", metavar=_("COLUMN"), help=_(
    "Title of the column with the weights of the edges; by default the third column."))  # fmt: skip

places = option(QUESTION, "--places", type=FILE, help=_(
    "Positions of the vertices, for a map: lines with a vertex, x and y."))  # fmt: skip

graph = option(QUESTION, "--graph", type=FILE, help=_(
    "Hamiltonian paths of a graph (with --closed, cycles) instead of tours of a board; FILE is "
    "as for caballero graph, and SQUARE is a vertex."
))  # fmt: skip

board_or_graph = combine(
    click.argument("board", metavar=_("[BOARD]"), required=False, type=FILE), graph, graph_form
)

piece = option(QUESTION, "--piece", metavar=_("PIECE"), shell_complete=pieces, help=_(
    "knight (the default unless the file names one), king, hidato, … or two numbers: 2,3."
))  # fmt: skip

surface = option(QUESTION, "--surface", among=Names("surface", SURFACES), help=_(
    "Which edges of the board meet: {names}."))  # fmt: skip

start = option(QUESTION, "--start", metavar=_("SQUARE"), help=_("First square, such as a1 or 0,0."))
end = option(QUESTION, "--end", metavar=_("SQUARE"), help=_("Last square."))

problem = combine(
    option(QUESTION, "--closed/--open", default=None, help=_(
        "Closed tours, whose last square leads back to the first, or open ones (default).")),
    start, end, piece, surface,
)  # fmt: skip

claim = combine(
    option(QUESTION, "--closed/--open", default=None, help=_("Require a closed or an open tour.")),
    piece, surface,
)  # fmt: skip

claimed_tour = combine(
    claim, start, end,
    option(QUESTION, "--board", metavar=_("BOARD"), type=FILE, help=_(
        "The board, if FILE does not show it, or a file with a puzzle, which FILE should solve.")),
)  # fmt: skip

constraints = combine(
    option(QUESTION, "--clue", "clues", multiple=True, metavar=_("SQUARE=N"), help=_(
        "Give the number of a square, such as c3=17; may be repeated.")),
    option(QUESTION, "--force", "forced", multiple=True, metavar=_("MOVE"), help=_(
        "Force a move, such as a1-b3; may be repeated.")),
    option(QUESTION, "--forbid", "forbidden", multiple=True, metavar=_("MOVE"), help=_(
        "Forbid a move; may be repeated.")),
    option(QUESTION, "--waypoints", metavar=_("LIST"), help=_(
        "Visit squares in this order, such as a1,c3,f6, at any numbers.")),
    flag(QUESTION, "--ends", help=_(
        "Begin at the first of the waypoints and end at the last, as in a Zip.")),
)  # fmt: skip

question = combine(problem, constraints)

_COSTS: Final = Names("best-cost", ("turns", "crossings", "length", "weight"))

best = combine(
    option(QUESTION, "--best", among=_COSTS, help=_(
        "Find the tour with the smallest cost, and prove that it is: {names}.")),
    option(QUESTION, "--worst", among=_COSTS, help=_("Find the tour with the largest cost.")),
    flag(QUESTION, "--longest", help=_(
        "Find the longest path, or closed path, which need not visit all, and prove it.")),
)  # fmt: skip

sums = combine(
    flag(QUESTION, "--magic", help=_(
        "Only tours whose numbers have the same sum in all rows and all columns.")),
    option(QUESTION, "--sums", among=Names("magic-kind", SUMS), metavar=_("KIND"), help=_(
        "Only tours whose numbers have equal sums on the lines of a kind: {names}.")),
)  # fmt: skip


def sums_of(call: Call) -> str | None:
    """Return which lines have equal sums, if a call asks for such tours."""
    kind: str | None = call.sums
    return kind or ("semi-magic" if call.magic else None)


up_to_symmetry = flag(QUESTION, "--up-to-symmetry", help=_(
    "Take tours that a symmetry of the board makes of each other as one."))  # fmt: skip

conventions = combine(
    flag(QUESTION, "--directed", help=_("Take a tour and its reverse as two.")), up_to_symmetry
)

symmetry = option(QUESTION, "--symmetry", metavar=_("KIND"), shell_complete=symmetries, help=_(
    "List only tours with a symmetry: half-turn, quarter-turn, left-right, "
    "…, or a kind that count --by-symmetry names, such as half-turn-direct."
))  # fmt: skip

# -- the search --------------------------------------------------------------------------------


def method(
    names: Collection[str], text: str, default: str = AUTO
) -> Callable[[Decorated], Decorated]:
    """Declare the option that chooses among methods; its help may name only some."""
    kind = Names("method", names)
    return option(SEARCH, "--method", among=kind, default=default, help=text)


order = option(SEARCH, "--order", metavar=_("ORDER"), shell_complete=orders, help=_(
    "Order of the moves: geeksforgeeks, puc, trekhleb, granada, clockwise, random, random:7, "
    "or a list 2,1;1,2;…"
))  # fmt: skip

tie = option(SEARCH, "--tie", among=Names("tie", TIES), metavar=_("RULE"), help=_(
    "Tie rule of Warnsdorff's rule: {names}."))  # fmt: skip

strategy = option(SEARCH, "--strategy", among=Names("strategy", STRATEGIES), help=_(
    "Which live node branch and bound expands next: {names}."))  # fmt: skip

seed = option(SEARCH, "--seed", type=Whole(), help=_(
    "Seed of all random choices: each gives another answer, and always the same one."))  # fmt: skip

timeout = option(SEARCH, "--timeout", "seconds", type=Number(min=0), metavar=_("SECONDS"), help=_(
    "Give up after SECONDS."))  # fmt: skip

limits = combine(
    timeout,
    option(SEARCH, "--memory", "megabytes", type=Number(min=0), metavar=_("MB"), help=_(
        "Give up once MB more memory is in use.")),
)  # fmt: skip

# -- the answer --------------------------------------------------------------------------------

proof = option(ANSWER, "--proof", type=WRITTEN, help=_(
    "Write the proof that there is no tour, no second solution of a puzzle, or with --best no "
    "better tour, to FILE; caballero check FILE checks it."
))  # fmt: skip

estimate = flag(ANSWER, "--estimate", help=_(
    "Do not begin: estimate states or tours, time, memory and disk."))  # fmt: skip

explain = flag(ANSWER, "--explain", help=_(
    "Show which methods ran, their times and results, and why no tour exists."))  # fmt: skip

first = option(ANSWER, "--first", type=Whole(), default=1, help=_("Number of the first square."))

json = flag(ANSWER, "--json", "as_json", help=_("Answer in JSON."))


def output(*forms: str) -> Callable[[Decorated], Decorated]:
    """Declare the option that names the file of an answer in some format."""
    return option(ANSWER, "-o", "--output", forms=forms, type=WRITTEN, help=_(
        "Write the answer to a file."))  # fmt: skip


def answer(*forms: str) -> Callable[[Decorated], Decorated]:
    """Declare the options of an answer: its format, the first one by default, and its file."""
    form = option(ANSWER, "--format", "form", among=Names("format", forms), help=_(
        "Format of the answer: {names}; by default as the file's name ends, or the first."
))  # fmt: skip
    return combine(form, *([json] if {"json", "jsonl"} & {*forms} else []), output(*forms))


# -- pictures ----------------------------------------------------------------------------------

style = option(PICTURE, "--style", among=Names("style", STYLES), default="path", help=_(
    "Style of a picture: {names}."))  # fmt: skip

theme = option(PICTURE, "--theme", among=Names("theme", THEMES), help=_(
    "Colours of a picture: {names}; by default print in a PDF, else light."))  # fmt: skip

width = option(PICTURE, "--width", type=Whole(16, 20_000), help=_("Width in pixels."))

speed = option(PICTURE, "--fps", type=Number(0.1, 50), default=8, help=_(
    "Frames per second of an animation."))  # fmt: skip

coordinates = flag(PICTURE, "--coordinates", help=_("Draw the names of rows and columns."))

paper = combine(
    option(PICTURE, "--paper", default="a4", metavar=_("PAPER"), help=_(
        "Paper of a PDF: {names}, or a size such as 170x240mm or 8.5x11in."
    ).format(names=", ".join(PAPERS))),
    option(PICTURE, "--margin", type=Number(min=0), default=15, metavar=_("MM"), help=_(
        "Margin of each page of a PDF, in millimetres.")),
    option(PICTURE, "--bleed", type=Number(min=0), metavar=_("MM"), help=_(
        "The rim of each page that a printing house cuts off, in millimetres.")),
    option(PICTURE, "--title", default="", metavar=_("TEXT"), help=_(
        "Title of each page of a PDF.")),
    option(PICTURE, "--per-page", type=Whole(1, 100), default=6, help=_(
        "Draw at most N boards on a page of a PDF.")),
)  # fmt: skip

names = option(QUESTION, "--names", type=FILE, help=_(
    "Pupils, one a line, perhaps after a number: each gets a sheet with the name."))  # fmt: skip

class_sheets = combine(
    names,
    flag(PICTURE, "--name-line", help=_(
        "Leave a line for name and date on each page of a PDF, and add a rubric.")),
)  # fmt: skip

board_picture = combine(theme, width, coordinates)

picture = combine(style, board_picture, speed, paper)

sheet = flag(PICTURE, "--sheet", help=_(
    "Draw all tours in one picture (SVG or PNG; a PDF always has all)."))  # fmt: skip
