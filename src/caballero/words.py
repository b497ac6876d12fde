"""What the program has to say, kept apart from how it is said.

An error, a certificate or a fault carries a :class:`Message`: a code and the data that go with
it. It becomes a sentence only when somebody reads it, in that person's language. The English
sentences stand here, in one table; the translations are gettext catalogues in ``locale/``.

Invariants: every code that the program uses is a key of ``ENGLISH``; every sentence has a
translation in each language of ``LANGUAGES``, with the same fields. Tests read both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

LANGUAGES: Final = ("en", "es")
"""The languages that the program speaks, by their ISO 639-1 codes."""

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        # boards and squares
        "board-unreadable": (
            "“{text}” is not a board: write its side (8), its sides (5x9, 4x4x4), "
            "or the name of a file with a drawing."
        ),
        "board-side": "A board's sides must be whole numbers of at least 1, but one is {side}.",
        "board-dimensions": "A board has from 2 to {most} sides, not {count}.",
        "board-wraps": "wraps has {count} values for {axes} axes: give one for each.",
        "board-empty": "A board needs at least one square, but here is none.",
        "board-too-large": (
            "The board {board} has {count} squares; this method takes at most {most}. "
            "Choose a smaller board."
        ),
        "hole-outside": "The hole {hole} lies outside the board {sides}; count from 0.",
        "drawing-empty": "The drawing is empty: draw a square as . and a hole as #.",
        "drawing-ragged": (
            "The part {place} of the drawing has {count} cells, but the first one has {first}: "
            "every row must be equally long; draw a missing square as #."
        ),
        "drawing-mark": (
            "“{mark}” at {place} is no part of a board: draw a square as . and a hole as #."
        ),
        "drawing-mark-problem": (
            "“{mark}” at {place} means nothing in a drawing: use . (square), # (no square), "
            "S (start), E (end) or a number, with blanks between the cells if there are numbers."
        ),
        "square-unreadable": (
            "“{text}” is not a square: write a name like a1, or row,column from 0 like 0,0."
        ),
        "square-unreadable-box": (
            "“{text}” is not a square of a box: write its coordinates from 0, like 0,2,1."
        ),
        "square-outside": (
            "There is no square {text} on the board {sides}: its squares go from {first} "
            "(top left) to {last} (bottom right)."
        ),
        "square-hole": "{text} is a hole of the board {sides}: choose a square.",
        "vertex-unknown": "The graph has no vertex “{vertex}” among its {count}.",
        "graph-not-simple": (
            "This is no simple undirected graph, at vertex {vertex} and its neighbour {neighbour}: "
            "neighbours must be other vertices, listed once, in both directions."
        ),
        "symmetries-too-many": (
            "The board {board} has up to {order} symmetries, too many to go through. "
            "Choose a smaller board, or one that does not wrap."
        ),
        # pieces
        "piece-negative": "The leap {leap} has a negative distance: distances are counted from 0.",
        "piece-stands-still": "A piece must move: give at least one leap that is not 0,0.",
        # pieces by name
        "piece-wazir": "wazir",
        "piece-fers": "fers",
        "piece-dabbaba": "dabbaba",
        "piece-knight": "knight",
        "piece-alfil": "alfil",
        "piece-threeleaper": "threeleaper",
        "piece-camel": "camel",
        "piece-zebra": "zebra",
        "piece-tripper": "tripper",
        "piece-fourleaper": "fourleaper",
        "piece-giraffe": "giraffe",
        "piece-stag": "stag",
        "piece-antelope": "antelope",
        "piece-king": "king",
        # names
        "name-unknown": "There is no {what} “{name}”. There are: {names}.",
        "name-unknown-suggest": (
            "There is no {what} “{name}”; did you mean “{close}”? There are: {names}."
        ),
        "surface": "surface",
        "piece": "piece",
        "order": "order of moves",
        "tie": "tie rule",
        "method": "method",
        # problems
        "start-is-end": "The tour cannot both start and end at {place}: choose another end.",
        "forced-and-forbidden": "The move {a}–{b} is both forced and forbidden: choose one.",
        "not-a-move": "{a}–{b} is not a move of this piece on this board.",
        "mark-twice": "{mark} stands more than once in the drawing ({places}): keep one.",
        "clue-range": "{place} cannot have number {number}: the numbers go from 1 to {count}.",
        "clue-twice": "Number {number} is given twice, at {a} and at {b}: keep one.",
        "clue-two": "{place} is given two numbers, {a} and {b}: keep one.",
        "problem-whole": (
            "A problem says itself what is asked: put {what} into it, with Problem.of(…)."
        ),
        "limit-invalid": "A limit must be a number of at least 0, not {value}.",
        "needs-board": "This works on a board, but the problem is about a graph.",
        "not-closed": (
            "An open tour starts where it starts: only a closed tour can begin at another square."
        ),
        # reading claims
        "claim-empty": "There is no tour here: the text is empty.",
        "claim-is-text": "This is text: read it first, with caballero.formats.read_claim(text).",
        "claim-unreadable": (
            "“{value}” is neither a matrix nor a list of squares: write rows of numbers, "
            "names like a1 b3, or coordinates like 0,0 2,1."
        ),
        "not-text": (
            "This is not text in UTF-8: give a file with a matrix of numbers, a list of squares, "
            "or JSON."
        ),
        "text-too-long": (
            "The text has {size} MB, and at most {most} MB are read: give a shorter one."
        ),
        "drawing-too-long": "A drawing may have {most} MB at most: give a smaller board.",
        "text-too-many-lines": (
            "The text has {count} lines, and at most {most} are read: give a shorter one."
        ),
        "text-too-many-cells": (
            "The text has {count} blanks and commas, and at most {most} are read: "
            "give a shorter one."
        ),
        "not-a-number": (
            "“{value}” at {place} is not a number: a matrix has numbers, . (not visited) "
            "and # (no square)."
        ),
        "not-a-number-line": (
            "“{value}” in line {line} is not a number: a matrix has numbers, . (not visited) "
            "and # (no square)."
        ),
        "name-unreadable": (
            "“{name}” is not a square: write names like a1, or coordinates like 0,0."
        ),
        "name-unreadable-line": (
            "“{name}” in line {line} is not a square: write names like a1, or coordinates like 0,0."
        ),
        "matrix-ragged": (
            "The part {place} of the matrix has {count} cells, but the first one has {first}: "
            "every row must be equally long; write # where there is no square."
        ),
        "matrix-ragged-line": (
            "Line {line} of the matrix has {count} cells, but the first one has {first}: "
            "every row must be equally long; write # where there is no square."
        ),
        "json-unreadable": "This is not valid JSON ({problem}).",
        "json-no-tour": 'The JSON has no tour: it needs "tour", a list of [row, column] pairs.',
        "json-board": "“{value}” is not the JSON of a board: write 8x8, or its shape as a list.",
        # faults of a claimed tour
        "fault-shape": "The matrix has the sides {shape}, but the board is {board}.",
        "fault-outside": "{place}, number {number}, is outside the board.",
        "fault-number-missing": "Number {number} is missing.",
        "fault-number-twice": "Number {number} stands {count} times: at {places}.",
        "fault-number-range": (
            "Number {number}, at {place}, is beyond the numbers from {first} to {last}."
        ),
        "fault-square-twice": "{place} is visited {count} times, as numbers {numbers}.",
        "never-visited": "{square} is never visited.",
        "fault-step": "The step from {m} to {n}, {a} to {b}, is not a move of the {piece}.",
        "fault-step-graph": "The step from {m} to {n}, {a} to {b}, is not an edge.",
        "fault-not-closed": (
            "It does not close: from {m} back to {n}, {a} to {b}, is not a move of the {piece}."
        ),
        "fault-not-closed-graph": (
            "It does not close: from {m} back to {n}, {a} to {b}, is not an edge."
        ),
        "fault-cut-off": (
            "{square}, number {number}, is never reached: no move joins it to the number "
            "before or after it."
        ),
        "fault-start": "The tour should start at {asked}, but number {number} is at {found}.",
        "fault-end": "The tour should end at {asked}, but number {number} is at {found}.",
        "fault-clue": "{asked} should have number {number}, but that is at {found}.",
        "fault-forced": "The tour does not use the move {a}–{b}, which is forced.",
        "fault-forbidden": "The tour uses the move {a}–{b}, which is forbidden.",
        "fault-length": "The list has {count} squares, but the board has {squares}.",
        "fault-more": "And more faults, which are not listed: {count}.",
        "verdict-open": "Valid: an open tour of the {piece} on {board}.",
        "verdict-closed": "Valid: a closed tour of the {piece} on {board}.",
        # why there is no tour
        "no-tour": "There is no such tour. {reason}",
        "limit-reached": "No answer within the limit of {limit}, after {nodes} nodes.",
        "colours-closed": (
            "The colours must alternate along a closed tour, but there are {first} squares of one "
            "colour and {second} of the other."
        ),
        "colours-open": (
            "The colours must alternate along a tour, but there are {first} squares of one colour "
            "and {second} of the other."
        ),
        "colours-number": (
            "The colours alternate along a tour, and with {first} and {second} squares of the two "
            "colours, {place} cannot have number {number}: it has the wrong colour."
        ),
        "theorem-schwenk": (
            "A {rows}×{columns} board has no closed knight's tour (Schwenk 1991): there is none "
            "if both sides are odd, if one side is 1, 2 or 4, or on 3×4, 3×6 and 3×8."
        ),
        "theorem-cull-de-curtins": (
            "A {rows}×{columns} board has no knight's tour (Cull and De Curtins 1978, van Rees "
            "1996): there is none if a side is 1 (but on 1×1) or 2, nor on 3×3, 3×5, 3×6 and 4×4."
        ),
        "unreachable": "No moves lead from {origin} to {place}.",
        "nothing-there": "There is nothing to visit.",
        "too-few": "A closed tour needs at least 3 squares, but there are {count}.",
        "exhausted": (
            "Every possibility was tried (method {method}, {nodes} nodes); such a proof has no "
            "short certificate."
        ),
        # pictures
        "picture-too-large": (
            "The board {board} has {count} squares; a picture shows at most {most}. "
            "Choose the format matrix, moves or json."
        ),
        # the textbook
        "naive-too-large": (
            "Generating every walk and testing it would take {walks} walks of {count} squares; "
            "at most {most} are tried. Choose a smaller board, or the method backtracking."
        ),
        "naive-far-too-large": (
            "Generating every walk over {count} squares and testing it would outlast the universe. "
            "Choose a smaller board, or the method backtracking."
        ),
        "naive-needs": (
            "The naive method generates every walk from its start: it takes no clues, forced or "
            "forbidden moves."
        ),
        "order-not-moves": (
            "The order {order} does not have each of the piece's {count} moves once: "
            "write them as row,column steps."
        ),
        "order-unreadable": (
            "“{text}” is not an order of moves: write a name, or steps like 2,1;1,2;-1,2."
        ),
        "rule-without-wishes": (
            "Warnsdorff's rule without backtracking takes a start and an end, but no clues, "
            "forced or forbidden moves. Allow backtracking."
        ),
        "trace-forced": "A trace takes no forced moves: leave them out.",
        "trace-try": "Turn: {turn} move: {move}",
        "trace-step-back": "backtracking",
        "trace-solution": (
            "Tour found: {nodes} nodes, {dead_ends} dead ends, {steps_back} steps back."
        ),
        "trace-no-solution": (
            "No tour: {nodes} nodes, {dead_ends} dead ends, {steps_back} steps back."
        ),
        "column-board": "board",
        "column-method": "method",
        "column-result": "result",
        "column-nodes": "nodes",
        "column-dead-ends": "dead ends",
        "column-steps-back": "steps back",
        "column-depth": "deepest",
        "column-seconds": "seconds",
        "column-bound": "bound",
        "result-found": "found",
        "result-impossible": "none",
        "result-gave-up": "gave up",
        "result-failed": "failed",
        "bound-explained": (
            "The bound counts every sequence of moves: on n×n squares 8^(n²), not 8·n² and not "
            "5^(2n). A method that gave up or failed proves nothing."
        ),
        "bars-explained": "Bars: nodes, each character the same factor more.",
        "chart-explained": (
            "Bars: nodes, each character the same factor more. Below: nodes at each depth, "
            "likewise."
        ),
        "tie-needs-board": "The tie rule {tie} measures distances, so it needs a board.",
    }
)


@dataclass(frozen=True, slots=True)
class Message:
    """A code and its data; a sentence for whoever reads it.

    Parameters
    ----------
    code : str
        Which sentence, a key of ``ENGLISH``.
    data : mapping
        The values that the sentence names.

    Examples
    --------
    >>> from caballero import Message
    >>> message = Message("never-visited", {"square": "a1"})
    >>> print(message)
    a1 is never visited.
    >>> message.text("es")
    'La casilla a1 no se visita nunca.'
    """

    code: str
    data: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language (English where there is no translation).

        Parameters
        ----------
        language : str
            One of ``LANGUAGES``.
        """
        values = {
            name: value.text(language) if isinstance(value, Message) else value
            for name, value in self.data.items()
        }
        sentence = ENGLISH[self.code]
        return (translator(language)(sentence) if language != "en" else sentence).format(**values)


def translator(language: str) -> Callable[[str], str]:
    """Return the function that turns an English sentence into a language.

    Parameters
    ----------
    language : str
        One of ``LANGUAGES``; for any other, sentences stay as they are.

    Examples
    --------
    >>> from caballero.words import translator
    >>> translator("es")("surface")
    'superficie'
    """
    import gettext  # only those who read another language need these
    from pathlib import Path

    catalogues = Path(__file__).with_name("locale")
    return gettext.translation("caballero", catalogues, [language], fallback=True).gettext


def short(text: str) -> str:
    """Return a value as a message may quote it: on one line, and not long.

    Examples
    --------
    >>> from caballero.words import short
    >>> short("a\\nb"), len(short("x" * 1000))
    ('a b', 40)
    """
    line = " ".join(text[:200].split())
    return line if len(line) <= 40 else line[:39] + "…"
