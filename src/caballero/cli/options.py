"""The options that commands share, each defined once, so that it means the same everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from caballero.core.board import SURFACES, Board
from caballero.core.errors import InvalidBoard, InvalidProblem, InvalidSquare
from caballero.core.graph import Graph
from caballero.core.piece import PieceLike
from caballero.core.problem import Place, Problem
from caballero.core.reduction import underlying_rows
from caballero.core.values import frozen
from caballero.core.words import LANGUAGES, short

from . import complete
from .answer import QUIET, note
from .language import translate as _
from .option import ANSWER, GENERAL, QUESTION, SEARCH, Decorated, Names, combine, option

if TYPE_CHECKING:
    from caballero.core.headings import Heading

FORMATS: Final = ("text", "matrix", "moves", "json", "svg")
"""The formats of a tour."""

# A copy from caballero.formats, whose import takes longer than a small tour; a test compares them.
GRAPH_FORMATS: Final = (
    "edges", "hcp", "dimacs", "dot", "graphml", "json", "adjlist", "matrix", "csv", "pajek",
    "graph6", "sparse6",
)  # fmt: skip
"""The formats of graphs that are read."""

_GRAPH_FORMAT_NAMES: Final = Names("format", GRAPH_FORMATS)
_SURFACE_NAMES: Final = Names("surface", SURFACES)

# A copy from caballero.teach.
TIE_NAMES: Final = Names("tie", ("order", "random", "pohl-sum", "pohl-min", "roth"))

UNNAMED: Final = "caballero.unnamed"
"""The entry of a call's context that says whether a puzzle's piece is named nowhere."""


def read_file(name: str, most: int) -> bytes:
    """Read a file, or standard input for ``-``; at most one byte beyond the limit."""
    if name == "-":
        if sys.stdin is None:
            raise click.UsageError(_("Standard input is closed: name a file."))
        return sys.stdin.buffer.read(most + 1)
    with open(name, "rb") as file:
        return file.read(most + 1)


@frozen
class ProblemFlags:
    """The flags that define a problem: a board's name or a drawing's file, or a graph's file.

    None leaves `closed`, `piece` and `surface` to the file, which may name them; `graph_form` is
    the format of the graph, None for that of its file, and `one_way` reads its edges as directed;
    `weight` is the column with its weights, and `places` a file with the positions of its vertices.
    """

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
    clues: Sequence[str] = ()
    forced: Sequence[str] = ()
    forbidden: Sequence[str] = ()


@frozen
class OutputFlags:
    """The format of the answer, and its file."""

    form: str = "text"
    as_json: bool = False
    output: str | None = None


def pack_options(**kinds: Any) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Pass options to a command as objects: each option goes to the object with its field."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def run(**options: Any) -> int:
            for name, kind in kinds.items():
                names = [name for name in kind.__match_args__ if name in options]
                options[name] = kind(**{field: options.pop(field) for field in names})
            return command(**options)

        return run

    return decorate


def problem_from_flags(flags: ProblemFlags, claimed: Heading | None = None) -> Problem:
    """Make the problem that the flags describe.

    `claimed` has the piece and the kind that count if neither the flags nor the file has them.
    """
    if flags.graph is None:
        if flags.board is None:
            line = _("Name a board, such as 8 or 5x9, or a graph with --graph FILE.")
            raise click.UsageError(line)
        problem, *others = problems_on_board(flags.board, flags, claimed)
        if others:
            raise InvalidProblem("drawing-several", count=1 + len(others))
        return problem
    if flags.board is not None:
        line = _("Give either the board {board} or the graph in {file}: leave one out.")
        raise click.UsageError(line.format(board=short(flags.board), file=flags.graph))
    return _on_graph(flags.graph, flags)


def problems_on_board(
    board: str, flags: ProblemFlags, claimed: Heading | None = None
) -> list[Problem]:
    """Make the problem on a board with a name, or those in a file of puzzles."""
    sides, file = board[:1].isdigit(), any(mark in board for mark in f"./{os.sep}")
    if board == "-" or (os.path.isfile(board) and (file or not sides)) or (file and not sides):
        from caballero.formats.puzzles import MAX_BYTES, puzzle_parts  # only a file needs it

        puzzles = puzzle_parts(read_file(board, MAX_BYTES), flags.surface)
        return [_problem(drawn.board, flags, (named, claimed), drawn) for named, drawn in puzzles]
    if sides:
        return [_problem(Board(board, surface=flags.surface), flags, (claimed,))]
    raise InvalidBoard("board-unreadable-file", text=short(board))


def _problem(
    board: Board,
    flags: ProblemFlags,
    headings: Sequence[Heading | None],
    drawn: Problem | None = None,
) -> Problem:
    """Make a problem of the flags; where they say nothing, the first heading counts that does."""
    clues: dict[Any, int] = {**read_clues(flags.clues)}
    start: Place | None = flags.start
    end: Place | None = flags.end
    moves: dict[str, list[Any]] = {"forced": [*flags.forced], "forbidden": [*flags.forbidden]}
    if drawn is not None:
        clues = {**dict(drawn.clues), **clues}
        start, end = start or drawn.start, end or drawn.end
        moves["forced"] += drawn.forced
        moves["forbidden"] += drawn.forbidden
        if flags.piece is None and drawn.clues and headings[0] and headings[0].piece is None:
            click.get_current_context().meta[UNNAMED] = True
    piece: PieceLike | None = flags.piece
    closed = flags.closed
    for heading in filter(None, headings):
        piece = piece or heading.piece
        closed = heading.closed if closed is None else closed
    of: dict[str, Any] = {"piece": piece or "knight", "closed": bool(closed), **moves}
    return Problem(board, **of, start=start, end=end, clues=clues)


def _on_graph(file: str, flags: ProblemFlags) -> Problem:
    """Make the problem on the graph in a file, and report how large it is.

    The extension or the content of the file decides about the format if no flag does.
    """
    from caballero.formats.graphs import (
        form_of_file,
        read_fixed_edges,
        read_graph,
        with_positions,
    )
    from caballero.proof.written import MAX_BYTES  # only a graph needs these

    data, form = read_file(file, MAX_BYTES), flags.graph_form or form_of_file(file)
    graph = read_graph(data, form, directed=flags.one_way, weight=flags.weight)
    if flags.places is not None:
        graph = with_positions(graph, read_file(flags.places, MAX_BYTES))
    first, last = _labelled(graph, flags.start), _labelled(graph, flags.end)
    fixed = read_fixed_edges(data)
    problem = Problem(graph, closed=bool(flags.closed), start=first, end=last, forced=fixed)
    _report_size(graph)
    return problem


def _report_size(graph: Graph) -> None:
    """Report how much was read, so that a file that was misunderstood is noticed."""
    count, edges = len(graph), graph.edge_count
    vertices = _("{count} vertices").format(count=count) if count != 1 else _("one vertex")
    if graph.directed:
        joined = _("{count} directed edges") if edges != 1 else _("one directed edge")
    else:
        joined = _("{count} edges") if edges != 1 else _("one edge")
    joined = joined.format(count=edges)
    if graph.weights:
        joined = _("{edges} with weights").format(edges=joined)
    alone = sum(not row for row in underlying_rows(graph)) if count > 1 else 0
    line = (
        _("{vertices}, {edges} read; vertices without an edge: {alone}.")
        if alone
        else _("{vertices}, {edges} read.")
    )
    note(line.format(vertices=vertices, edges=joined, alone=alone))


def _labelled(graph: Graph, name: str | None) -> Hashable | None:
    """Return the label of a vertex by its name, None for None; raise :class:`InvalidSquare`."""
    if name is None:
        return None
    from caballero.formats.graphs import labels_by_name

    labels = labels_by_name(graph)
    if name not in labels:
        raise InvalidSquare("vertex-unknown", vertex=short(name), count=len(graph))
    return labels[name]


def note_unnamed() -> None:
    """Report that an answer is about a knight, if it has clues and nothing named the piece."""
    if UNNAMED in click.get_current_context().meta:
        note(_("That is as a knight moves; for a Hidato add --piece king, for a Numbrix wazir."))


def read_clues(texts: Iterable[str]) -> dict[str, int]:
    """Read all clues; a square with two numbers is refused."""
    clues: dict[str, int] = {}
    for square, number in map(_clue, texts):
        if clues.setdefault(square, number) != number:
            raise InvalidProblem("clue-two", place=square, a=clues[square], b=number)
    return clues


def _clue(text: str) -> tuple[str, int]:
    """Read ``c3=17``."""
    square, equals, number = text.partition("=")
    if not equals or not number.isascii() or not number.isdecimal() or len(number) > 20:
        raise InvalidProblem("clue-unreadable", text=short(text))
    return square, int(number)


def _be_quiet(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:  # before the command or after it
        context.meta[QUIET] = True


# The language is set before click parses the arguments; this only declares the option.
language_option = option(
    GENERAL, "--lang", type=click.Choice(LANGUAGES), expose_value=False, metavar="[en|es]",
    help=_("Language of messages; the default comes from LANG."),
)  # fmt: skip

quiet_option = option(
    GENERAL, "-q", "--quiet", is_flag=True, expose_value=False, is_eager=True, callback=_be_quiet,
    help=_("No progress and no notes: only errors, and why an answer is missing."),
)  # fmt: skip

general_options = combine(quiet_option, language_option)

board_argument = click.argument("board", metavar=_("BOARD"), shell_complete=complete.files)

file_argument = click.argument("file", metavar=_("FILE"), shell_complete=complete.files)

from_option = option(
    QUESTION, "--from", "graph_form", type=_GRAPH_FORMAT_NAMES, metavar=_("FORMAT"),
    help=_(
        "Format of the graph: {names}; by default its file's extension or content decides."
    ).format(names=_GRAPH_FORMAT_NAMES),
)  # fmt: skip

closed_option = option(
    QUESTION, "--closed/--open", default=False,
    help=_("Find a cycle, which returns to its start, or a path (the default)."),
)  # fmt: skip

one_way_option = option(
    QUESTION, "--directed", "one_way", is_flag=True,
    help=_("Each edge leads only from the vertex that is written first to the other one."),
)  # fmt: skip

weight_option = option(
    QUESTION, "--weight", metavar=_("COLUMN"),
    help=_("Title of the column with the weights of the edges; by default the third column."),
)  # fmt: skip

places_option = option(
    QUESTION, "--places", metavar=_("FILE"), shell_complete=complete.files,
    help=_("Positions of the vertices, for a map: lines with a vertex, x and y."),
)  # fmt: skip

board_or_graph = combine(
    click.argument(
        "board", metavar=_("[BOARD]"), required=False, shell_complete=complete.files
    ),
    option(
        QUESTION, "--graph", metavar=_("FILE"), shell_complete=complete.files,
        help=_(
            "Find Hamiltonian paths of a graph (with --closed, cycles) instead of "
            "tours of a board; FILE is as for caballero graph, and SQUARE is a "
            "vertex."
        ),
    ),
    from_option,
)  # fmt: skip

piece_option = option(
    QUESTION, "--piece", metavar=_("PIECE"), shell_complete=complete.pieces,
    help=_("knight (the default unless the file names one), king, hidato, … or two numbers: 2,3."),
)  # fmt: skip

surface_option = option(
    QUESTION, "--surface", type=_SURFACE_NAMES, metavar=_("SURFACE"),
    help=_("Which edges of the board meet: {names}.").format(names=_SURFACE_NAMES),
)  # fmt: skip

start_option = option(
    QUESTION, "--start", metavar=_("SQUARE"), help=_("First square, such as a1 or 0,0.")
)

end_option = option(QUESTION, "--end", metavar=_("SQUARE"), help=_("Last square."))

problem_options = combine(
    option(
        QUESTION,
        "--closed/--open",
        default=None,
        help=_("Closed tours, whose last square leads back to the first, or open ones (default)."),
    ),
    start_option,
    end_option,
    piece_option,
    surface_option,
)

claim_options = combine(
    option(QUESTION, "--closed/--open", default=None, help=_("Require a closed or an open tour.")),
    option(
        QUESTION, "--piece", metavar=_("PIECE"), shell_complete=complete.pieces,
        help=_("The piece; unless the file names one, a knight."),
    ),
    surface_option,
)  # fmt: skip

claimed_tour_options = combine(
    claim_options,
    start_option,
    end_option,
    option(
        QUESTION, "--board", metavar=_("BOARD"), shell_complete=complete.files,
        help=_(
            "The board, if FILE does not show it, or a file with a puzzle, which FILE should solve."
        ),
    ),
)  # fmt: skip

constraint_options = combine(
    option(
        QUESTION, "--clue", "clues", multiple=True, metavar=_("SQUARE=N"),
        help=_("Give the number of a square, such as c3=17; may be repeated."),
    ),
    option(
        QUESTION, "--force", "forced", multiple=True, metavar=_("MOVE"),
        help=_("Force a move, such as a1-b3; may be repeated."),
    ),
    option(
        QUESTION, "--forbid", "forbidden", multiple=True, metavar=_("MOVE"),
        help=_("Forbid a move; may be repeated."),
    ),
)  # fmt: skip

order_option = option(
    SEARCH, "--order", metavar=_("ORDER"), shell_complete=complete.orders,
    help=_("Order of the moves: geeksforgeeks, puc, trekhleb, granada, or a list 2,1;1,2;…"),
)  # fmt: skip

tie_option = option(
    SEARCH, "--tie", type=TIE_NAMES, metavar=_("RULE"),
    help=_("Tie rule of Warnsdorff's rule: {names}.").format(names=TIE_NAMES),
)  # fmt: skip

seed_option = option(
    SEARCH, "--seed", type=int, metavar=_("N"),
    help=_("Seed of all random choices: each gives another answer, and always the same one."),
)  # fmt: skip

timeout_option = option(
    SEARCH, "--timeout", "seconds", type=click.FloatRange(min=0), metavar=_("SECONDS"),
    help=_("Give up after SECONDS."),
)  # fmt: skip

limit_options = combine(
    timeout_option,
    option(
        SEARCH, "--memory", "megabytes", type=click.FloatRange(min=0), metavar=_("MB"),
        help=_("Give up once MB more memory is in use."),
    ),
)  # fmt: skip

convention_options = combine(
    option(QUESTION, "--directed", is_flag=True, help=_("Count a tour and its reverse as two.")),
    option(
        QUESTION, "--up-to-symmetry", is_flag=True,
        help=_("Count tours up to symmetry of the board."),
    ),
)  # fmt: skip

_PROOF: Final = click.Path(dir_okay=False)

proof_option = option(
    ANSWER, "--proof", type=_PROOF, metavar=_("FILE"),
    help=_(
        "If there is no tour, or with --best none that is better, write the proof to FILE; "
        "caballero check FILE checks it."
    ),
)  # fmt: skip

unique_proof_option = option(
    ANSWER, "--proof", type=_PROOF, metavar=_("FILE"),
    help=_(
        "Write the proof that there is one solution, or none, to FILE; caballero check FILE checks "
        "it."
    ),
)  # fmt: skip

explain_option = option(
    ANSWER, "--explain", is_flag=True,
    help=_("Show which methods ran, their times and results, and why no tour exists."),
)  # fmt: skip

first_option = option(
    ANSWER,
    "--first",
    type=int,
    default=1,
    show_default=True,
    metavar=_("N"),
    help=_("Number of the first square."),
)

output_option = option(
    ANSWER, "-o", "--output", type=click.Path(dir_okay=False, writable=True), metavar=_("FILE"),
    help=_("Write the answer to a file."),
)  # fmt: skip

json_option = option(ANSWER, "--json", "as_json", is_flag=True, help=_("Answer in JSON."))

answer_options = combine(json_option, output_option, general_options)

question_options = combine(problem_options, constraint_options)


def format_option(names: Sequence[str]) -> Callable[[Decorated], Decorated]:
    """Make the option that chooses among formats."""
    formats = Names("format", names)
    return option(
        ANSWER, "--format", "form", type=formats, metavar=_("FORMAT"),
        help=_(
            "Format of the answer: {names}; by default as the file's name ends, or the first."
        ).format(names=formats),
    )  # fmt: skip
