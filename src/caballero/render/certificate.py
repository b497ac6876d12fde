"""A certificate as a drawing: what each square is in the reason why there is no tour.

Every square that the reason is about gets a mark: a letter, told by a legend, and in the picture
a colour besides. The letters carry the meaning, the colours only help the eye; they are those of
Paul Tol's scheme for cells with dark text in them, which colour-blind people tell apart.

A theorem, or a search that tried everything, has no squares to show: then the reason stands
alone.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import islice
from typing import Final, cast

from caballero.board import Board, Square
from caballero.certificate import Certificate, Imbalance, TooFar, Unreachable
from caballero.deduction import (
    CutSet,
    Deduction,
    Deficient,
    LowDegree,
    ShortCycle,
    ThirdMove,
    pieces_without,
)
from caballero.facts import chess_colouring, component, distances_from, graph_colouring
from caballero.problem import Place, Problem
from caballero.reduction import CycleQuestion, cycle_question
from caballero.words import Message

from .showing import is_shown
from .svg import INK, LINE, MAX_SQUARES, centre, filled, labels, picture, refuse_huge, squares_path
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

STEPS: Final = 20
"""How many steps of a deduction are told."""

EDGES: Final = 200
"""Beyond this many moves of a kind, a picture shows none of them."""

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
    ("deficient", "o"): "mark-needy",
    ("deficient", "x"): "mark-suppliers",
    ("deficient", "*"): "mark-both",
}
"""What the marks mean, by the kind of certificate; the letters of pieces are told apart."""


def certificate_text(problem: Problem, certificate: Certificate, language: str = "en") -> str:
    """Return a certificate as a drawing in characters, with its legend, steps and reason.

    Parameters
    ----------
    problem : Problem
        What has no tour.
    certificate : Certificate
        One of this problem; on boards of more than ``MAX_SQUARES`` squares it is not drawn.
    language : str
        One of ``caballero.words.LANGUAGES``.

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
    o: where the moves that are left lead; x: too few moves are left here
    <BLANKLINE>
    Too few moves are left at e1.
    """
    lines: list[str] = []
    marks = marks_of(problem, certificate) if problem.size <= MAX_SQUARES else {}
    if marks:
        if isinstance(problem.ground, Board):
            lines += [framed(problem.ground, cast("dict[Square, str]", marks)), ""]
        else:
            lines += _listed(problem, marks)
        legend = legend_of(certificate, marks.values(), language)
        lines += ["; ".join(f"{mark}: {meaning}" for mark, meaning in legend), ""]
    if isinstance(certificate, Deduction):
        lines += _steps(problem, certificate, language)
    return "\n".join([*lines, certificate.reason.text(language)])


def certificate_svg(
    problem: Problem, certificate: Certificate, *, language: str = "en", width: int | None = None
) -> str:
    """Return a certificate as a picture: the board with the marks in colours and letters.

    The moves that the steps of a deduction found to be used are thick lines, those found to be
    out are dashed. The title is the reason, the description the legend; the squares of a mark
    form a group with the letter as its title.

    Parameters
    ----------
    problem : Problem
        What has no tour, on a board of at most ``MAX_SQUARES`` squares.
    certificate : Certificate
        One of this problem.
    language : str
        One of ``caballero.words.LANGUAGES``.
    width : int, optional
        The width in pixels; 40 a square unless given, at most 720.

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
    >>> picture.count("<g"), "it has the wrong colour" in picture
    (2, True)
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
        parts.append(labels(board, texts, small=bool(lines)))
    title = Message("no-tour", {"reason": certificate.reason}).text(language)
    return picture(board, parts, escape(title, quote=False), width)


def certificate_html(problem: Problem, certificate: Certificate, language: str = "en") -> str:
    """Return a certificate as a figure for a notebook: picture, legend, steps and reason.

    Parameters
    ----------
    problem : Problem
        What has no tour; it is drawn if it shows itself (:mod:`caballero.render.showing`).
    certificate : Certificate
        One of this problem.
    language : str
        One of ``caballero.words.LANGUAGES``.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_html
    >>> problem = Problem.of("5x5", start="b1")
    >>> figure = certificate_html(problem, solve(problem).certificate)
    >>> figure.startswith("<figure"), "it has the wrong colour" in figure, "<svg" in figure
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
        told = "".join(
            f"<li>{escape(line)}</li>" for line in _steps(problem, certificate, language)
        )
        parts.append(f"<ul>{told}</ul>" if told else "")
    return f'<figure style="margin: 0">{"".join(parts)}</figure>'


def marks_of(problem: Problem, certificate: Certificate) -> dict[Place, str]:
    """Return the mark of each place that a certificate is about, in the order of the places.

    Notes
    -----
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
        case Deduction():
            marks = _deduction_marks(problem, certificate)
        case _:
            marks = {}
    return {problem.place(v): marks[v] for v in sorted(marks) if v < problem.size}


def legend_of(
    certificate: Certificate, marks: Iterable[str], language: str = "en"
) -> list[tuple[str, str]]:
    """Return the marks that occur, each with what it means; letters of pieces as one.

    Parameters
    ----------
    certificate : Certificate
        What the marks are of.
    marks : iterable of str
        The values of :func:`marks_of`.
    language : str
        One of ``caballero.words.LANGUAGES``.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import legend_of, marks_of
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
    if letters and isinstance(certificate, Deduction):
        again = certificate.pieces > len(PIECES)
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
    match certificate.conclusion:
        case CutSet(cut):
            pieces = pieces_without(_left(question, certificate), cut)
            pieces = [piece for piece in pieces if min(piece) < problem.size]
            marks = {v: PIECES[i % len(PIECES)] for i, piece in enumerate(pieces) for v in piece}
            return marks | dict.fromkeys(cut, "x")
        case Deficient(needy, suppliers):
            both = dict.fromkeys({*needy} & {*suppliers}, "*")
            return dict.fromkeys(needy, "o") | dict.fromkeys(suppliers, "x") | both
        case ShortCycle(cycle):
            return dict.fromkeys(cycle, "o")
        case LowDegree(v):
            onward = {*_left(question, certificate)[v]}
        case ThirdMove(v):
            used = [step.edge for step in certificate.steps if step.used]
            onward = {w for edge in used for u, w in (edge, edge[::-1]) if u == v}
    targets = {_beyond(question, v, w) for w in onward} - {None}
    return dict.fromkeys(cast("set[int]", targets), "o") | {v: "x"}


def _left(question: CycleQuestion, certificate: Deduction) -> list[set[int]]:
    """The edges that are not out in the end."""
    left = [{*row} for row in question.neighbours]
    for step in certificate.steps:
        if not step.used:
            a, b = step.edge
            left[a].discard(b)
            left[b].discard(a)
    return left


def _beyond(question: CycleQuestion, v: int, w: int) -> int | None:
    """Where an edge leads: on through the dummies of a forced move; None between the ends."""
    while w >= question.size + question.links:
        v, w = w, next(u for u in question.neighbours[w] if u != v)
    return w if w < question.size else None


def _listed(problem: Problem, marks: Mapping[Place, str]) -> Iterator[str]:
    """Yield a line for each mark, with the names of its places."""
    for mark in sorted({*marks.values()}):
        names = [problem.place_name(place) for place, has in marks.items() if has == mark]
        yield f"{mark}: {', '.join(names)}"


def _steps(problem: Problem, certificate: Deduction, language: str) -> Iterator[str]:
    """Yield a line for each of the first steps, and one for the others."""
    count = len(certificate.steps)
    told = [
        message.text(language)
        for message in islice(certificate.explain(problem), min(count, STEPS))
    ]
    yield from told
    if count > STEPS:
        yield Message("steps-more", {"count": count - STEPS}).text(language)
    if any("∘" in line for line in told):
        yield Message("steps-dummies").text(language)


def _lines(problem: Problem, certificate: Deduction) -> Iterator[str]:
    """Yield the moves of the steps as lines, those used and those out."""
    question = cycle_question(problem)
    if question is None:
        return
    for used, style in (
        (True, f'stroke="{LINE}" stroke-width="5" stroke-linecap="round"'),
        (False, f'stroke="{INK}" stroke-width="1.5" stroke-dasharray="5 4"'),
    ):
        edges = [step.edge for step in certificate.steps if step.used == used]
        moves = {frozenset((_beyond(question, w, v), _beyond(question, v, w))) for v, w in edges}
        drawn = [
            [centre(problem.board, problem.board.square(v)) for v in move if v is not None]
            for move in moves
            if None not in move
        ]
        if 0 < len(drawn) <= EDGES:
            path = "".join(f"M{x} {y}L{x2} {y2}" for (x, y), (x2, y2) in sorted(map(sorted, drawn)))
            yield f'<path d="{path}" fill="none" {style}/>'


def _colour(mark: str) -> str:
    return COLOURS.get(mark) or PIECE_COLOURS[PIECES.index(mark) % len(PIECE_COLOURS)]
