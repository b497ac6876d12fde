"""The reason why there is no tour, line by line: sentences, with the places and moves they mean.

The lines of a certificate are the steps of a deduction, if it is one, and the reason. Texts,
pictures, the page and notebooks show these lines; :mod:`.game` has those of a tour in progress, as
its player sees it.

Every place that a line means has a mark: a letter, which its legend explains. A theorem or an
exhaustive search mentions no places; then the reason is a line without marks.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from caballero.machine.words import Message
from caballero.model.direction import undirected
from caballero.model.problem import Place, Problem
from caballero.model.reduction import CycleQuestion, cycle_question, rows

from .certificate import Certificate, Imbalance, Split, TooFar, Unreachable
from .deduction import Deduction, Step, step_message
from .facts import chess_colouring, component, distances_from, graph_colouring, pieces_without
from .reasoned import Reason

PIECES: Final = "".join(letter for letter in string.ascii_lowercase if letter not in "ox")
"""The marks of the parts that remain; o and x have other meanings."""

MOST_STEPS: Final = 100
"""The most steps that are shown line by line; the others are counted."""

MOST_MARKED: Final = 100_000
"""The most places of a problem with marks; no picture shows more."""

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
"""The meaning of the marks, by the kind of certificate; the letters of parts are separate."""


def argument(problem: Problem, certificate: Certificate) -> tuple[Reason, ...]:
    """Return the argument of a certificate: a line for each step, and the reason with its marks.

    Linear in the number of moves.

    Parameters
    ----------
    problem : Problem
        The problem without a tour; beyond ``MOST_MARKED`` places, there are no marks.
    certificate : Certificate
        A certificate of this problem.

    Examples
    --------
    >>> from caballero import Problem, solve
    >>> from caballero.proof.argument import argument
    >>> problem = Problem("3x5", piece="wazir", start="b1")
    >>> (line,) = argument(problem, solve(problem).certificate)
    >>> marks = dict(line.marks)
    >>> marks[(2, 1)], marks[(0, 0)], (0, 1) in marks
    ('x', 'o', False)
    """
    problem = undirected(problem)
    steps: Iterable[Reason] = ()
    reason = certificate.reason
    if isinstance(certificate, Deduction):
        steps, reason = _steps(problem, certificate), certificate.contradiction
    marks = _marks(problem, certificate) if problem.size <= MOST_MARKED else {}
    placed = tuple((problem.place(v), marks[v]) for v in sorted(marks) if v < problem.size)
    legend = _legend(certificate, {mark for _, mark in placed})
    return (*steps, Reason(reason, marks=placed, legend=legend))


def shown(lines: Sequence[Reason], most: int = MOST_STEPS) -> tuple[Reason, ...]:
    """Return an argument with at most `most` steps: then how many others there are, and the end.

    >>> lines = [Reason(Message("hint-safe"))] * 4 + [Reason(Message("hint-done"))]
    >>> [str(line.message) for line in shown(lines, 1)][1:]
    ['… and 3 more.', 'The tour is complete.']
    """
    *steps, last = lines
    kept = steps[:most]
    if len(steps) > most:
        kept.append(Reason(Message("steps-more", {"count": len(steps) - most})))
    if any("∘" in str(line.message) for line in kept):
        kept.append(Reason(Message("steps-dummies")))
    return (*kept, last)


# -- steps ----------------------------------------------------------------------------------------


def _steps(problem: Problem, certificate: Deduction) -> Iterator[Reason]:
    """Yield a line for each step; none for a step on a chain between the ends."""
    question = None if problem.directed else cycle_question(problem)
    for step in certificate.steps:
        if message := step_message(problem, step):
            moves = () if question is None else _moves(problem, question, step)
            used, out = (moves, ()) if step.used else ((), moves)
            yield Reason(message, used=used, out=out)


def _moves(
    problem: Problem, question: CycleQuestion, step: Step
) -> tuple[tuple[Place, Place], ...]:
    """Return the move of a step, if any: across the dummies of a forced move."""
    v, w = step.edge
    a, b = _far_end(question, w, v), _far_end(question, v, w)
    return () if a is None or b is None else ((problem.place(a), problem.place(b)),)


def _far_end(question: CycleQuestion, v: int, w: int) -> int | None:
    """Return the far end of an edge, across the dummies of a forced move; None between the ends."""
    while w >= question.size + question.links:
        v, w = w, next(u for u in question.neighbours[w] if u != v)
    return w if w < question.size else None


# -- marks ----------------------------------------------------------------------------------------


def _marks(problem: Problem, certificate: Certificate) -> dict[int, str]:
    """Return the mark of each vertex that the reason of a certificate means."""
    match certificate:
        case Imbalance():
            return _colour_marks(problem, certificate)
        case Unreachable(_, origin):
            reached = component(problem.graph(), problem.vertex(origin))
            return {v: "o" if v in reached else "x" for v in range(problem.size)}
        case TooFar((first, second), moves=moves):
            far = distances_from(problem.graph(), problem.vertex(first), moves)
            near = {v: "o" for v in range(problem.size) if far[v] >= 0}
            return near | {problem.vertex(second): "x"}
        case Split(place):
            cut = problem.vertex(place)
            return piece_marks(pieces_without(rows(problem.graph()), (cut,))) | {cut: "x"}
        case Deduction():
            marks = _deduction_marks(problem, certificate)
            return _of_both(marks, problem.size, certificate.kind) if problem.directed else marks
    return {}


def _legend(certificate: Certificate, marks: Iterable[str]) -> tuple[tuple[str, Message], ...]:
    """Return each mark with its meaning, the marks of parts last."""
    kind, data = certificate.kind, certificate.reason.data
    if isinstance(certificate, Imbalance) and certificate.place is not None:
        kind = "colours-number"
    known = sorted(mark for mark in marks if (kind, mark) in MEANINGS)
    legend = [(mark, Message(MEANINGS[kind, mark], data)) for mark in known]
    again = isinstance(certificate, Deduction) and certificate.pieces > len(PIECES)
    return (*legend, *piece_legend({*marks} - {*known}, again))


def piece_marks(pieces: Iterable[Iterable[int]]) -> dict[int, str]:
    """Return a letter for the vertices of each part, from a on; they begin again after z."""
    return {v: PIECES[i % len(PIECES)] for i, piece in enumerate(pieces) for v in piece}


def piece_legend(letters: Iterable[str], again: bool) -> Iterator[tuple[str, Message]]:
    """Yield the entry of the letters of parts, if there are any.

    >>> [letters for letters, _meaning in piece_legend("cab", again=False)]
    ['a–c']
    """
    if present := sorted({*letters}):
        first, last = present[0], present[-1]
        meaning = Message("mark-pieces-again" if again else "mark-pieces")
        yield first if first == last else f"{first}–{last}", meaning


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
            return piece_marks(pieces) | dict.fromkeys(about, "x")
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
    """Return the marks of a directed graph's vertices from the marks of entries and exits."""
    if kind in {"cut-set", "deficient"}:
        return {}
    ordered = sorted(marks.items(), key=lambda mark: mark[1] == "x")
    return {v % size: mark for v, mark in ordered if v < 2 * size}


def _remaining_edges(question: CycleQuestion, certificate: Deduction) -> list[set[int]]:
    """Return the edges that the deduction does not exclude, by vertex."""
    left = [{*row} for row in question.neighbours]
    for step in certificate.steps:
        if not step.used:
            a, b = step.edge
            left[a].discard(b)
            left[b].discard(a)
    return left
