"""A certificate as a drawing, which marks the squares in the reason why no tour exists.

Texts, pictures and notebooks show the lines of :func:`caballero.proof.argument.argument`. Every
square that the reason means has a mark: a letter, which a legend explains, and in the picture also
a colour. The letters are sufficient without the colours, which are Paul Tol's scheme for cells with
dark text, and those of the same hues in a dark theme; colour-blind people can distinguish them.

A theorem or an exhaustive search mentions no squares; then the reason is the whole text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, cast

from caballero.machine.words import Message
from caballero.model.board import Board, Square
from caballero.model.problem import Problem
from caballero.proof.argument import PIECES, argument, shown
from caballero.proof.certificate import Certificate
from caballero.proof.reasoned import Reason

from .layout import refuse_huge
from .position import move_shapes
from .scene import Labels, Scene, Shape, Squares, ground_shapes
from .showing import is_shown
from .svg import scene_svg
from .text import framed
from .themes import Theme, ink_on, theme_named

MOST_STEPS: Final = 20
"""The most steps of a deduction in a text."""

MOST_LINES: Final = 200
"""The most used and the most excluded moves that a picture shows."""


def certificate_text(
    problem: Problem, certificate: Certificate, language: str | None = None
) -> str:
    """Return a certificate as a drawing in characters, with its legend, steps and reason.

    Parameters
    ----------
    problem : Problem
        The problem without a tour; boards of more than
        ``caballero.proof.argument.MOST_MARKED`` squares are not drawn.
    certificate : Certificate
        One of this problem.
    language : str, optional
        By default the reader's; see :func:`caballero.language`.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_text
    >>> problem = Problem("....#\\n....#\\n.....\\n..##.", piece="wazir", closed=True)
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
    *steps, last = shown(argument(problem, certificate), MOST_STEPS)
    lines: list[str] = []
    if last.marks:
        if isinstance(problem.ground, Board):
            lines += [framed(problem.ground, cast("dict[Square, str]", dict(last.marks))), ""]
        else:
            lines += _places_by_mark(problem, last)
        legend = [f"{mark}: {meaning.text(language)}" for mark, meaning in last.legend]
        lines += ["; ".join(legend), ""]
    lines += [line.message.text(language) for line in steps]
    return "\n".join([*lines, certificate.reason.text(language)])


def certificate_svg(
    problem: Problem,
    certificate: Certificate,
    *,
    theme: str = "light",
    language: str | None = None,
    width: int | None = None,
    coordinates: bool = False,
) -> str:
    """Return a certificate as a picture: the board with the marks in colours and letters.

    Moves that the deduction proved to be used are thick lines, excluded moves are dashed. The title
    is the reason, the description the legend; the squares of a mark form a group with the letter
    as its title.

    Parameters
    ----------
    problem : Problem
        The problem without a tour, on a board of at most ``MAX_SQUARES`` squares.
    certificate : Certificate
        A certificate of this problem.
    theme : str
        ``light``, ``dark``, ``wood`` or ``print``.
    language : str, optional
        By default the reader's; see :func:`caballero.language`.
    width : int, optional
        The width in pixels; by default 40 a square, at most 720.
    coordinates : bool
        Whether to draw the names of the rows and columns.

    Raises
    ------
    InvalidProblem
        If the problem is about a graph.
    TooLarge
        If the board has more squares.
    UnknownName
        If the theme is unknown.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_svg
    >>> problem = Problem("5x5", start="b1")
    >>> picture = certificate_svg(problem, solve(problem).certificate)
    >>> picture.count("<g"), "has the wrong colour" in picture
    (3, True)
    """
    board, chosen = problem.board, theme_named(theme)
    refuse_huge(board)
    lines = argument(problem, certificate)
    title = Message("no-tour", {"reason": certificate.reason}).text(language)
    legend = _legend_text(lines[-1], language)
    return scene_svg(
        argument_scene(problem, lines, chosen), chosen, title, width, coordinates, legend
    )


def argument_scene(problem: Problem, lines: Sequence[Reason], theme: Theme) -> Scene:
    """Return the shapes of an argument: the marks of its last line, and the moves of all.

    >>> from caballero import solve
    >>> from caballero.render.themes import THEMES
    >>> problem = Problem("5x5", start="b1")
    >>> lines = argument(problem, solve(problem).certificate)
    >>> scene = argument_scene(problem, lines, THEMES["print"])
    >>> [shape.title for shape in scene.shapes if isinstance(shape, Squares)]
    ['', '', 'O', 'X']
    """
    board, marks = problem.board, cast("Sequence[tuple[Square, str]]", lines[-1].marks)
    shapes: list[Shape] = ground_shapes(board, theme)
    inks: dict[str, list[tuple[Square, str]]] = {}
    for mark in sorted({mark for _, mark in marks}):
        squares = tuple(square for square, has in marks if has == mark)
        fill = _colour(mark, theme)
        shapes.append(Squares(squares, fill, theme.grid, mark.upper()))
        inks.setdefault(ink_on(fill), []).extend((square, mark.upper()) for square in squares)
    moves = [*_moves(problem, lines, theme)]
    shapes += moves
    for ink, texts in inks.items():
        shapes.append(Labels(tuple(sorted(texts)), bool(moves), ink, corners=bool(moves)))
    return Scene(board, tuple(shapes))


def certificate_html(
    problem: Problem, certificate: Certificate, language: str | None = None
) -> str:
    """Return a certificate as a figure for a notebook: picture, legend, steps and reason.

    Parameters
    ----------
    problem : Problem
        The problem without a tour; drawn if it is small enough (:mod:`caballero.render.showing`).
    certificate : Certificate
        One of this problem.
    language : str, optional
        By default the reader's; see :func:`caballero.language`.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.render.certificate import certificate_html
    >>> problem = Problem("5x5", start="b1")
    >>> figure = certificate_html(problem, solve(problem).certificate)
    >>> figure.startswith("<figure"), "has the wrong colour" in figure, "<svg" in figure
    (True, True, True)
    """
    *steps, last = shown(argument(problem, certificate), MOST_STEPS)
    parts: list[str] = []
    if last.marks and is_shown(problem.ground):
        parts.append(certificate_svg(problem, certificate, language=language))
        legend = [
            f"<b>{mark.upper()}</b>: {escape(meaning.text(language))}"
            for mark, meaning in last.legend
        ]
        parts.append(f"<p>{'; '.join(legend)}</p>")
    reason = Message("no-tour", {"reason": certificate.reason}).text(language)
    parts.append(f"<figcaption>{escape(reason)}</figcaption>")
    items = "".join(f"<li>{escape(line.message.text(language))}</li>" for line in steps)
    parts.append(f"<ul>{items}</ul>" if items else "")
    return f'<figure style="margin: 0">{"".join(parts)}</figure>'


def argument_caption(certificate: Certificate, line: Reason, language: str | None = None) -> str:
    """Return the reason of a certificate, and the legend of its last line, as a paragraph.

    >>> from caballero import solve
    >>> problem = Problem("3x5", piece="wazir", closed=True)
    >>> certificate = solve(problem).certificate
    >>> argument_caption(certificate, argument(problem, certificate)[-1])[-35:]
    'O: one colour; X: the other colour.'
    """
    reason = Message("no-tour", {"reason": certificate.reason}).text(language)
    return f"{reason} {_legend_text(line, language)}." if line.legend else reason


def _legend_text(line: Reason, language: str | None) -> str:
    """Return the meaning of a picture's marks; their letters are capitals."""
    return "; ".join(f"{mark.upper()}: {meaning.text(language)}" for mark, meaning in line.legend)


def _places_by_mark(problem: Problem, line: Reason) -> Iterator[str]:
    """Yield a line for each mark, with the names of its places."""
    for mark in sorted({mark for _, mark in line.marks}):
        names = [problem.place_name(place) for place, has in line.marks if has == mark]
        yield f"{mark}: {', '.join(names)}"


def _moves(problem: Problem, lines: Sequence[Reason], theme: Theme) -> Iterator[Shape]:
    """Yield the used and the excluded moves of all steps, if they are not too many."""
    for used in (True, False):
        moves = {frozenset(move) for line in lines for move in (line.used if used else line.out)}
        if len(moves) <= MOST_LINES:
            yield from move_shapes(problem, moves, theme, used)


def _colour(mark: str, theme: Theme) -> str:
    others = ("x", "o", "*")
    if mark in others:
        return theme.marks[others.index(mark)]
    pieces = theme.marks[len(others) :]
    return pieces[PIECES.index(mark) % len(pieces)]
