"""A certificate as a drawing, which marks the squares in the reason why no tour exists.

Every square that the reason mentions has a mark: a letter, which a legend explains, and in the
picture also a colour. The letters are sufficient without the colours, which are Paul Tol's scheme
for cells with dark text; colour-blind people can distinguish them.

A theorem or an exhaustive search mentions no squares; then the reason is the whole text.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import islice
from typing import Final, cast

from caballero.core.board import Board, Square
from caballero.core.direction import undirected
from caballero.core.problem import Place, Problem
from caballero.core.reduction import CycleQuestion, cycle_question, rows
from caballero.core.words import Message
from caballero.proof.certificate import Certificate, Imbalance, Split, TooFar, Unreachable
from caballero.proof.deduction import Deduction
from caballero.proof.facts import (
    chess_colouring,
    component,
    distances_from,
    graph_colouring,
    pieces_without,
)

from .showing import is_shown
from .svg import MAX_SQUARES, centre, filled, labels, move_lines, picture, refuse_huge, squares_path
from .text import framed

PIECES: Final = string.ascii_lowercase.replace("x", "")
"""The marks of the pieces that a cut set leaves; its own squares are marked x."""

COLOURS: Final = {
    "x": "#ee8866",
    "o": "#77aadd",
    "*": "#dddddd",
}
"""The colour of each mark that is not a piece."""

PIECE_COLOURS: Final = ("#99ddff", "#eedd88", "#44bb99", "#ffaabb", "#bbcc33", "#77aadd", "#aaaa00")
"""The colours of the pieces, in turn."""

MOST_STEPS: Final = 20
"""The most steps of a deduction in a text."""

MOST_LINES: Final = 200
"""The most used moves, and the most excluded ones, that a picture shows."""

MEANINGS: Final = {
    ("colours", "o"): "mark-colour",
    ("colours", "x"): "mark-other-colour",
    ("colours-number", "o"): "mark-right-colour",
    ("colours-number", "x"): "mark-wrong-colour",
    ("unreachable", "o"): "mark-reached",
    ("unreachable", "x"): "mark-not-reached",
    ("too-far", "o"): "mark-near",
    ("too-far", "x"): "mark-too-far",
    ("degree", "o"): "mark-moves-left",
    ("degree", "x"): "mark-few-moves",
    ("third-move", "o"): "mark-moves-used",
    ("third-move", "x"): "mark-third-move",
    ("short-cycle", "o"): "mark-cycle",
    ("cut-set", "x"): "mark-cut",
    ("split", "x"): "mark-cut",
    ("deficient", "o"): "mark-needy",
    ("deficient", "x"): "mark-suppliers",
    ("deficient", "*"): "mark-both",
}
"""What the marks mean, by the kind of certificate; the letters of pieces are separate."""


def certificate_text(problem: Problem, certificate: Certificate, language: str = "en") -> str:
    """Return a certificate as a drawing in characters, with its legend, steps and reason.

    Parameters
    ----------
    problem : Problem
        The problem without a tour.
    certificate : Certificate
        One of this problem; boards of more than ``MAX_SQUARES`` squares are not drawn.
    language : str
        One of ``caballero.core.words.LANGUAGES``.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_text
    >>> problem = Problem.of("....#\\n....#\\n.....\\n..##.", piece="wazir", closed=True)
    >>> print(certificate_text(problem, solve(problem).certificate))
      ┌───────────┐
    4 │ · · · · # │
    3 │ · · · · # │
    2 │ · · · · o │
    1 │ · · # # x │
      └───────────┘
        a b c d e
    <BLANKLINE>
    o: where the remaining moves lead; x: too few moves remain here
    <BLANKLINE>
    Too few moves are left at e1.
    """
    lines: list[str] = []
    marks = marks_of(problem, certificate) if problem.size <= MAX_SQUARES else {}
    if marks:
        if isinstance(problem.ground, Board):
            lines += [framed(problem.ground, cast("dict[Square, str]", marks)), ""]
        else:
            lines += _places_by_mark(problem, marks)
        legend = legend_of(certificate, marks.values(), language)
        lines += ["; ".join(f"{mark}: {meaning}" for mark, meaning in legend), ""]
    if isinstance(certificate, Deduction):
        lines += _steps(problem, certificate, language)
    return "\n".join([*lines, certificate.reason.text(language)])


def certificate_svg(
    problem: Problem, certificate: Certificate, *, language: str = "en", width: int | None = None
) -> str:
    """Return a certificate as a picture: the board with the marks in colours and letters.

    Moves that the deduction proved to be used are thick lines, excluded ones are dashed. The title
    is the reason, the description the legend; the squares of a mark form a group with the letter
    as its title.

    Parameters
    ----------
    problem : Problem
        The problem without a tour, on a board of at most ``MAX_SQUARES`` squares.
    certificate : Certificate
        One of this problem.
    language : str
        One of ``caballero.core.words.LANGUAGES``.
    width : int, optional
        The width in pixels; by default 40 a square, at most 720.

    Raises
    ------
    InvalidProblem
        If the problem is about a graph.
    TooLarge
        If the board has more squares.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_svg
    >>> problem = Problem.of("5x5", start="b1")
    >>> picture = certificate_svg(problem, solve(problem).certificate)
    >>> picture.count("<g"), "has the wrong colour" in picture
    (3, True)
    """
    board = problem.board
    refuse_huge(board)
    marks = cast("dict[Square, str]", marks_of(problem, certificate))
    legend = [
        (mark.upper(), meaning)
        for mark, meaning in legend_of(certificate, marks.values(), language)
    ]
    description = "; ".join(f"{mark}: {meaning}" for mark, meaning in legend)
    parts = [f"<desc>{escape(description, quote=False)}</desc>"] if marks else []
    parts.append(squares_path(board))
    for mark in sorted({*marks.values()}):
        squares = [square for square, has in marks.items() if has == mark]
        parts.append(f"<g><title>{mark.upper()}</title>{filled(board, squares, _colour(mark))}</g>")
    lines = list(_lines(problem, certificate)) if isinstance(certificate, Deduction) else []
    parts += lines
    if marks:
        texts = [(square, mark.upper()) for square, mark in marks.items()]
        parts.append(labels(board, texts, small=bool(lines), corners=bool(lines)))
    title = Message("no-tour", {"reason": certificate.reason}).text(language)
    return picture(board, parts, escape(title, quote=False), width)


def certificate_html(problem: Problem, certificate: Certificate, language: str = "en") -> str:
    """Return a certificate as a figure for a notebook: picture, legend, steps and reason.

    Parameters
    ----------
    problem : Problem
        The problem without a tour; drawn if it is small enough (:mod:`caballero.render.showing`).
    certificate : Certificate
        One of this problem.
    language : str
        One of ``caballero.core.words.LANGUAGES``.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_html
    >>> problem = Problem.of("5x5", start="b1")
    >>> figure = certificate_html(problem, solve(problem).certificate)
    >>> figure.startswith("<figure"), "has the wrong colour" in figure, "<svg" in figure
    (True, True, True)
    """
    parts: list[str] = []
    marks = marks_of(problem, certificate) if is_shown(problem.ground) else {}
    if marks:
        parts.append(certificate_svg(problem, certificate, language=language))
        legend = [
            f"<b>{mark.upper()}</b>: {escape(meaning)}"
            for mark, meaning in legend_of(certificate, marks.values(), language)
        ]
        parts.append(f"<p>{'; '.join(legend)}</p>")
    reason = Message("no-tour", {"reason": certificate.reason}).text(language)
    parts.append(f"<figcaption>{escape(reason)}</figcaption>")
    if isinstance(certificate, Deduction):
        items = "".join(
            f"<li>{escape(line)}</li>" for line in _steps(problem, certificate, language)
        )
        parts.append(f"<ul>{items}</ul>" if items else "")
    return f'<figure style="margin: 0">{"".join(parts)}</figure>'


def marks_of(problem: Problem, certificate: Certificate) -> dict[Place, str]:
    """Return the mark of each place that a certificate mentions, in the order of the places.

    Linear in the number of moves.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import marks_of
    >>> problem = Problem.of("3x5", piece="wazir", start="b1")
    >>> marks = marks_of(problem, solve(problem).certificate)
    >>> marks[(2, 1)], marks[(0, 0)], (0, 1) in marks
    ('x', 'o', False)
    """
    problem = undirected(problem)
    match certificate:
        case Imbalance():
            marks = _colour_marks(problem, certificate)
        case Unreachable(_, origin):
            reached = component(problem.graph(), problem.vertex(origin))
            marks = {v: "o" if v in reached else "x" for v in range(problem.size)}
        case TooFar((first, second), moves=moves):
            far = distances_from(problem.graph(), problem.vertex(first), moves)
            marks = {v: "o" for v in range(problem.size) if far[v] >= 0}
            marks[problem.vertex(second)] = "x"
        case Split(place):
            cut = problem.vertex(place)
            marks = _piece_marks(pieces_without(rows(problem.graph()), (cut,))) | {cut: "x"}
        case Deduction():
            marks = _deduction_marks(problem, certificate)
            if problem.directed:
                marks = _of_both(marks, problem.size, certificate.kind)
        case _:
            marks = {}
    return {problem.place(v): marks[v] for v in sorted(marks) if v < problem.size}


def legend_of(
    certificate: Certificate, marks: Iterable[str], language: str = "en"
) -> list[tuple[str, str]]:
    """Return each mark of `marks` once, with its meaning; the letters of pieces share one entry.

    >>> from caballero import solve
    >>> problem = Problem.of("3x5", piece="wazir", closed=True)
    >>> certificate = solve(problem).certificate
    >>> legend_of(certificate, marks_of(problem, certificate).values())
    [('o', 'one colour'), ('x', 'the other colour')]
    """
    kind, data = certificate.kind, certificate.reason.data
    if isinstance(certificate, Imbalance) and certificate.place is not None:
        kind = "colours-number"
    present = sorted({*marks})
    legend = [
        (mark, Message(MEANINGS[kind, mark], data).text(language))
        for mark in present
        if (kind, mark) in MEANINGS
    ]
    letters = [mark for mark in present if (kind, mark) not in MEANINGS]
    if letters:
        again = isinstance(certificate, Deduction) and certificate.pieces > len(PIECES)
        meaning = Message("mark-pieces-again" if again else "mark-pieces").text(language)
        legend.append((letters[0] if len(letters) == 1 else f"{letters[0]}–{letters[-1]}", meaning))
    return legend


def _colour_marks(problem: Problem, certificate: Imbalance) -> dict[int, str]:
    colouring = (graph_colouring if certificate.graph else chess_colouring)(problem)
    if colouring is None:
        return {}
    colours = [colouring.colour(v) for v in range(problem.size)]
    if certificate.place is None:
        return {v: "ox"[colour] for v, colour in enumerate(colours)}
    vertex = problem.vertex(certificate.place)
    fits = {v: "o" for v, colour in enumerate(colours) if colour != colours[vertex]}
    return fits | {vertex: "x"}


def _deduction_marks(problem: Problem, certificate: Deduction) -> dict[int, str]:
    question = cycle_question(problem)
    if question is None:
        return {}
    about = certificate.conclusion.vertices
    match certificate.kind:
        case "cut-set":
            pieces = pieces_without(_remaining_edges(question, certificate), about)
            pieces = [piece for piece in pieces if min(piece) < problem.size]
            return _piece_marks(pieces) | dict.fromkeys(about, "x")
        case "deficient":
            suppliers = certificate.conclusion.suppliers
            both = dict.fromkeys({*about} & {*suppliers}, "*")
            return dict.fromkeys(about, "o") | dict.fromkeys(suppliers, "x") | both
        case "short-cycle":
            return dict.fromkeys(about, "o")
    v = about[0]
    if certificate.kind == "degree":
        onward = {*_remaining_edges(question, certificate)[v]}
    else:
        used = [step.edge for step in certificate.steps if step.used]
        onward = {w for edge in used for u, w in (edge, edge[::-1]) if u == v}
    targets = {_far_end(question, v, w) for w in onward} - {None}
    return dict.fromkeys(cast("set[int]", targets), "o") | {v: "x"}


def _of_both(marks: Mapping[int, str], size: int, kind: str) -> dict[int, str]:
    """Return the marks of the vertices of a directed graph from those of entries and exits.

    Sets of these can mark one vertex twice, so the reason alone names them.
    """
    if kind in {"cut-set", "deficient"}:
        return {}
    ordered = sorted(marks.items(), key=lambda mark: mark[1] == "x")
    return {v % size: mark for v, mark in ordered if v < 2 * size}


def _piece_marks(pieces: Iterable[Iterable[int]]) -> dict[int, str]:
    return {v: PIECES[i % len(PIECES)] for i, piece in enumerate(pieces) for v in piece}


def _remaining_edges(question: CycleQuestion, certificate: Deduction) -> list[set[int]]:
    """Return the edges that the deduction does not exclude, by vertex."""
    left = [{*row} for row in question.neighbours]
    for step in certificate.steps:
        if not step.used:
            a, b = step.edge
            left[a].discard(b)
            left[b].discard(a)
    return left


def _far_end(question: CycleQuestion, v: int, w: int) -> int | None:
    """Return the far end of an edge, across the dummies of a forced move; None between the ends."""
    while w >= question.size + question.links:
        v, w = w, next(u for u in question.neighbours[w] if u != v)
    return w if w < question.size else None


def _places_by_mark(problem: Problem, marks: Mapping[Place, str]) -> Iterator[str]:
    """Yield a line for each mark, with the names of its places."""
    for mark in sorted({*marks.values()}):
        names = [problem.place_name(place) for place, has in marks.items() if has == mark]
        yield f"{mark}: {', '.join(names)}"


def _steps(problem: Problem, certificate: Deduction, language: str) -> Iterator[str]:
    """Yield a line for each of the first steps, and one for the others."""
    count = len(certificate.steps)
    lines = [
        message.text(language)
        for message in islice(certificate.explain(problem), min(count, MOST_STEPS))
    ]
    yield from lines
    if count > MOST_STEPS:
        yield Message("steps-more", {"count": count - MOST_STEPS}).text(language)
    if any("∘" in line for line in lines):
        yield Message("steps-dummies").text(language)


def _lines(problem: Problem, certificate: Deduction) -> Iterator[str]:
    """Yield the used and the excluded moves of the steps as lines."""
    question = cycle_question(problem)
    if question is None:
        return
    for used in (True, False):
        edges = [step.edge for step in certificate.steps if step.used == used]
        moves = {frozenset((_far_end(question, w, v), _far_end(question, v, w))) for v, w in edges}
        drawn = [
            [centre(problem.board, problem.board.square(v)) for v in move if v is not None]
            for move in moves
            if None not in move
        ]
        if 0 < len(drawn) <= MOST_LINES:
            yield move_lines(sorted(map(sorted, drawn)), used)


def _colour(mark: str) -> str:
    return COLOURS.get(mark) or PIECE_COLOURS[PIECES.index(mark) % len(PIECE_COLOURS)]
