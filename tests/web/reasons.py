"""A checker of reasons that reads only what the page shows: sentences, marked squares and moves.

It knows the rules of the knight and of tours, and nothing of the code that made the reason. A
sentence that it cannot read is refused, and so is one that says something false or too little.
"""

import re
from collections.abc import Iterable
from typing import Any

LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
NEVER = "This board has no such tour, whatever the first moves are. "
HERE = "From here, this shows it: "
LOST = "From here the tour can no longer be finished. "
AFTER = r"After (one conclusion|\d+ conclusions, each forced by the previous ones): "

Square = tuple[int, int]


class Incomplete(AssertionError):
    """What is shown is not a whole reason."""


class Position:
    """What is seen of a game: the squares left, the piece and the end; and what is told of it."""

    def __init__(
        self, sides: Square, holes: Iterable[Square], closed: bool, path: list[Square]
    ) -> None:
        self.rows, self.closed = sides[0], closed
        gone = {*holes}
        squares = {(r, c) for r in range(sides[0]) for c in range(sides[1])} - gone
        self.free = squares - {*path}
        self.piece: Any = path[-1] if path else None
        self.home: Any = path[0] if closed and len(path) > 1 else None
        self.ring = closed and len(path) < 2  # nothing is decided yet
        self.open_end = not closed and self.piece is not None
        there: set[Any] = self.free | ({self.piece, self.home} - {None})
        self.left: dict[Any, set[Any]] = {
            s: {t for t in self.moves(s) if t in there} for s in there
        }
        self.used: dict[Any, set[Any]] = {s: set() for s in there}
        self.not_last: set[Square] = set()
        self.last: Any = None
        self.lasts: set[Square] = set()  # if there are several, that is the contradiction

    def moves(self, square: Square) -> list[Square]:
        return [(square[0] + r, square[1] + c) for r, c in LEAPS]

    def at(self, name: str) -> Square:
        return self.rows - int(name[1:]), ord(name[0]) - ord("a")

    def all_at(self, names: str) -> set[Square]:
        return {self.at(name) for name in re.findall(r"\b[a-z]\d+\b", names)}

    def colour(self, square: Any) -> str:
        """As on a chessboard: a1 is dark."""
        return "dark" if (self.rows - 1 - square[0] + square[1]) % 2 == 0 else "light"

    def due(self, square: Square) -> int:
        """How many moves a square needs at least, as far as its place in the tour is known."""
        ends = {self.piece, self.home} if not self.ring else set()
        return 1 if square in ends or square == self.last else 2

    def may_be_last(self, square: Square) -> bool:
        if not self.open_end or square == self.piece:
            return False
        return square not in self.not_last and self.last in (None, square)

    def reach(self, start: Iterable[Square], without: Iterable[Square] = ()) -> set[Square]:
        seen, gone = {*start}, {*without}
        waiting = [*seen]
        for square in waiting:
            for other in self.left[square] - seen - gone:
                seen.add(other)
                waiting.append(other)
        return seen

    def use(self, a: Square, b: Square) -> None:
        self.used[a].add(b)
        self.used[b].add(a)

    def drop(self, a: Square, b: Square) -> None:
        self.left[a].discard(b)
        self.left[b].discard(a)

    def joined(self, a: Square) -> set[Square]:
        """The squares on the path of used moves through one."""
        seen, waiting = {a}, [a]
        for square in waiting:
            for other in self.used[square] - seen:
                seen.add(other)
                waiting.append(other)
        return seen


def check(
    sides: Square, holes: list[Square], closed: bool, path: list[Square], answer: dict[str, Any]
) -> None:
    """Raise Incomplete unless an answer of the API shows why a game cannot be finished."""
    text = answer["message"]
    if text.startswith(NEVER + HERE):
        text = text.removeprefix(NEVER + HERE)
    elif text.startswith(NEVER):
        text, path = text.removeprefix(NEVER), []
    else:
        text = must(text.startswith(LOST), text) and text.removeprefix(LOST)
    text = re.sub(f"^{AFTER}", "", text)
    lines = answer.get("argument") or [
        {"text": text, "marks": answer["marks"], "used": [], "out": []}
    ]
    must(lines[-1]["text"] == text, text)
    position = Position(sides, holes, closed, path)
    for i, line in enumerate(lines):
        must(follows(position, line, last=i + 1 == len(lines)), line["text"])
        first = re.sub(r",? ?\b[a-z]\d+\b", " ", re.split(r"[.:(]", line["text"])[0])
        must(len(first.split()) <= 12 or "colours alternate" in first, first)


def must(fact: object, text: str) -> bool:
    if not fact:
        raise Incomplete(text)
    return True


def marked(line: dict[str, Any], mark: str) -> set[Square]:
    return {(r, c) for (r, c), has in line["marks"] if has == mark}


def follows(p: Position, line: dict[str, Any], *, last: bool) -> bool:
    """Return whether a line follows from the position and what was told; take it over."""
    text = line["text"]
    for pattern, rule in ENDS if last else STEPS:
        found = re.match(pattern, text)
        if found:
            try:
                return bool(rule(p, line, found, text[found.end() :].strip()))
            except KeyError:  # a square that is visited, or a hole
                return False
    return False


# -- why a square is not the last one -------------------------------------------------------------

COLOUR = (
    r"(\w+) cannot be the last square\. It is (\w+), but every move changes the colour, and the "
    r"moves that are left \((\d+)\) lead from (\w+), which is (\w+), to a (\w+) square\.$"
)


def shows_not_last(p: Position, square: Square, rest: str) -> bool:
    """Whether the rest of a sentence shows that a square needs two moves."""
    if not p.open_end:
        return rest == "" and p.due(square) == 2
    if found := re.fullmatch(COLOUR, rest):
        name, own, left, piece, colour, other = found.groups()
        return (
            p.at(name) == square
            and p.at(piece) == p.piece
            and own == p.colour(square)
            and colour == p.colour(p.at(piece))
            and int(left) == len(p.free)
            and other == ("dark" if own == "light" else "light")
            and (other == colour) == (int(left) % 2 == 0)
        )
    if found := re.fullmatch(r"It is not the last square, for that is (\w+)\.", rest):
        return bool(p.at(found[1]) == p.last != square)
    if found := re.fullmatch(r"As shown before, (\w+) is not the last square\.", rest):
        return p.at(found[1]) == square in p.not_last
    return False


# -- steps ----------------------------------------------------------------------------------------


def moves_of(line: dict[str, Any], which: str) -> set[frozenset[Square]]:
    return {frozenset((tuple(a), tuple(b))) for a, b in line[which]}


def two(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, ends = p.at(found[2]), {p.at(found[1]), p.at(found[3])}
    good = p.left[square] == ends and len(ends) == 2 and shows_not_last(p, square, rest)
    return good and take(p, line, square, ends)


def take(p: Position, line: Any, square: Square, ends: set[Square]) -> bool:
    """Take used moves over, if those and no others are marked."""
    for end in ends:
        p.use(square, end)
    shown = moves_of(line, "used") == {frozenset((square, end)) for end in ends}
    return shown and marked(line, "x") == {square} and marked(line, "o") == ends


def becomes_last(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, end = p.at(found[1]), p.at(found[2])
    good = p.open_end and square in p.free and p.left[square] == {end} and square not in p.not_last
    p.last = p.last or square
    p.lasts.add(square)
    return good and rest == "" and take(p, line, square, {end})


def single(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, end = p.at(found[1]), p.at(found[2])
    ends = {p.piece, p.home} if not p.ring else set()
    return square in ends and p.left[square] == {end} and take(p, line, square, {end})


def arriving(p: Position, line: Any, found: Any, rest: str) -> bool:
    return p.at(found[2]) == p.home and single(p, line, [found[0], found[2], found[1]], rest)


def full(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, ends = p.at(found[1]), {p.at(found[2]), p.at(found[3])}
    good = p.used[square] == ends and len(ends) == 2
    if rest.endswith("Nor is it the last square."):
        p.not_last.add(square)
    return good and out(p, line, square, p.all_at(found[4]))


def full_last(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, ends = p.at(found[1]), {p.at(found[2]), p.at(found[3])}
    p.not_last.add(square)
    return p.used[square] == ends and len(ends) == 2


def out(p: Position, line: Any, square: Square, others: set[Square]) -> bool:
    """Take excluded moves over, if those and no others are marked."""
    known = others <= p.left[square] - p.used[square] and bool(others)
    for other in others:
        p.drop(square, other)
    shown = moves_of(line, "out") == {frozenset((square, other)) for other in others}
    return known and shown and marked(line, "x") == {square} and marked(line, "o") == others


def gone(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, end = p.at(found[1]), p.at(found[2])
    good = square in (p.piece, p.home, p.last) and not p.ring and p.used[square] == {end}
    return good and out(p, line, square, p.all_at(found[3]))


def only_last(p: Position, line: Any, found: Any, rest: str) -> bool:
    parity = len(p.free) % 2
    fits = {s for s in p.free if p.may_be_last(s) and (p.colour(s) != p.colour(p.piece)) == parity}
    p.last = p.at(found[1])
    return fits == {p.last}


def cycle(p: Position, line: Any, found: Any, rest: str) -> bool:
    a, b = p.at(found[1]), p.at(found[2])
    chain = p.joined(a)
    shut = b in chain and len(p.used[a] - {b}) == 1 == len(p.used[b] - {a})
    named = "…" in found[3] or p.all_at(found[3]) == chain
    p.drop(a, b)
    return (
        shut and named and len(chain) < len(p.left) and moves_of(line, "out") == {frozenset((a, b))}
    )


def end_early(p: Position, line: Any, found: Any, rest: str) -> bool:
    a, b = p.at(found[1]), p.at(found[2])
    chain = p.joined(a) | p.joined(b)
    ends = {p.piece, p.home or p.last}
    early = ends <= chain and None not in ends and len(chain) < len(p.left)
    apart = b not in p.joined(a)
    # each of the two paths that the move would join has an end of the tour
    held = len(ends & p.joined(a)) == 1 == len(ends & p.joined(b))
    p.drop(a, b)
    return early and apart and held and moves_of(line, "out") == {frozenset((a, b))}


def end_now(p: Position, line: Any, found: Any, rest: str) -> bool:
    a, b = p.at(found[1]), p.at(found[2])
    p.drop(a, b)
    return {a, b} == {p.piece, p.home} and bool(p.free)


def last_early(p: Position, line: Any, found: Any, rest: str) -> bool:
    square = p.at(found[1])
    chain = p.joined(square)
    p.not_last.add(square)
    return p.open_end and p.piece in chain and len(chain) < len(p.left)


NAMES = r"([^.…]*(?:…)?)"
STEPS = [
    (r"The tour uses (\w+)–(\w+) and \2–(\w+)\. No other move is left at \2\.", two),
    (r"(\w+) is the last square\. Only one move is left there, with (\w+), and the tour uses "
     r"it\.", becomes_last),
    (r"From (\w+) the piece can only go to (\w+): that is the next move\.", single),
    (r"Only from (\w+) can the tour come to (\w+): that is the last move\.", arriving),
    (rf"(\w+) has its two moves, with (\w+) and (\w+)\. So no tour uses its moves with: {NAMES}\.",
     full),
    (r"(\w+) is not the last square\. It has its two moves, with (\w+) and (\w+)\.", full_last),
    (rf"The piece goes from (\w+) to (\w+)\. So it does not go to: {NAMES}\.", gone),
    (rf"The tour comes to (\w+) from (\w+)\. So it does not come from: {NAMES}\.", gone),
    (rf"(\w+) is the last square and has its move, with (\w+)\. So .* with: {NAMES}\.", gone),
    (r"Only (\w+) can still be the last square: so it is\.", only_last),
    (r"No tour uses (\w+)–(\w+)\. It would close a cycle too early, with the moves .* \((.*)\)\.",
     cycle),
    (r"No tour uses (\w+)–(\w+)\. It would lead from the piece to the end too early, .* \((.*)\)\.",
     end_early),
    (r"No tour uses (\w+)–(\w+)\. It would end the tour at once, though squares", end_now),
    (r"(\w+) is not the last square\. The moves that are used lead from the piece", last_early),
]  # fmt: skip


# -- contradictions -------------------------------------------------------------------------------


def stuck(p: Position, line: Any, found: Any, rest: str) -> bool:
    square = p.at(found[1])
    return (
        square == p.piece
        and not p.left[square]
        and int(found[2]) == len(p.free) > 0
        and marked(line, "x") == {square}
    )


def never_closes(p: Position, line: Any, found: Any, rest: str) -> bool:
    a, b = p.at(found[1]), p.at(found[2])
    return (a, b) == (p.piece, p.home) and not p.free and not p.left[a]


def cut_one(p: Position, line: Any, found: Any, rest: str) -> bool:
    square = p.at(found[1])
    wanted = square in p.free or (square == p.home and "close" in line["text"])
    return wanted and not p.left[square] and marked(line, "x") == {square}


def cut_off(p: Position, line: Any, found: Any, rest: str) -> bool:
    squares = marked(line, "x")
    small = 2 * len(squares) <= len(p.left)
    return (
        len(squares) == int(found[1])
        and small
        and squares <= p.free | {p.home}
        and p.reach(squares) == squares
    )


def reach(p: Position, line: Any, found: Any, rest: str) -> bool:
    squares, left = marked(line, "o"), int(found[3])
    whole = p.at(found[1]) == p.piece and p.reach([p.piece]) == squares | {p.piece}
    return whole and len(squares) == int(found[2]) and left == len(p.free - squares) > 0


def colours(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, colour = p.at(found[1]), found[2]
    left, light_due, dark_due, lights, darks = map(int, found.groups()[2:])
    other = [(left + 1) // 2, left // 2]
    due = other if colour == "dark" else other[::-1]
    return (
        square == p.piece
        and colour == p.colour(square)
        and left == len(p.free)
        and [light_due, dark_due] == due != [lights, darks]
        and marked(line, "o") == {s for s in p.free if p.colour(s) == "light"}
        and marked(line, "x") == {s for s in p.free if p.colour(s) == "dark"}
        and (len(marked(line, "o")), len(marked(line, "x"))) == (lights, darks)
    )


def colours_whole(p: Position, line: Any, found: Any, rest: str) -> bool:
    counts = sorted((len(marked(line, "o")), len(marked(line, "x"))))
    spread = counts[1] - counts[0]
    ones = {p.colour(s) for s in marked(line, "o")} | {p.colour(s) for s in p.left}
    told = counts == sorted((int(found[1]), int(found[2])))
    every = marked(line, "o") | marked(line, "x") == {*p.left}
    return told and every and len(ones) == 2 and spread > (0 if p.closed else 1)


def none(p: Position, line: Any, found: Any, rest: str) -> bool:
    square = p.at(found[1])
    return not p.left[square] and marked(line, "x") == {square}


def one(p: Position, line: Any, found: Any, rest: str) -> bool:
    square, end = p.at(found[1]), p.at(found[2])
    shown = marked(line, "x") == {square} and marked(line, "o") == {end}
    return p.left[square] == {end} and shown and shows_not_last(p, square, rest)


def one_closed(p: Position, line: Any, found: Any, rest: str) -> bool:
    return p.closed and one(p, line, found, rest)


def third(p: Position, line: Any, found: Any, rest: str) -> bool:
    return len(p.used[p.at(found[1])]) > 2


def many(p: Position, line: Any, found: Any, rest: str) -> bool:
    square = p.at(found[1])
    return p.due(square) == 1 and len(p.used[square]) > 1


def several_last(p: Position, line: Any, found: Any, rest: str) -> bool:
    return len(p.lasts) > 1 and p.all_at(found[1]) == p.lasts == marked(line, "x")


def theorem(p: Position, line: Any, found: Any, rest: str) -> bool:
    m, n = sorted(map(int, found.groups()[:2]))
    none = m * n % 2 == 1 or m in (1, 2, 4) or (m, n) in {(3, 4), (3, 6), (3, 8)}
    return p.closed and none and (len(p.left), len(p.free)) == (m * n, m * n)


def closes(p: Position, line: Any, found: Any, rest: str) -> bool:
    ring = marked(line, "o")
    joined = all(len(p.used[s] & ring) == 2 for s in ring)
    return joined and p.joined(next(iter(ring))) == ring and len(ring) < len(p.left)


def early(p: Position, line: Any, found: Any, rest: str) -> bool:
    line_of = marked(line, "o")
    end = p.home or p.last
    return (
        p.piece in line_of
        and end in line_of
        and p.joined(p.piece) == line_of
        and int(found[2]) == len(p.left) - len(line_of) > 0
    )


def parts(p: Position, line: Any, found: Any, rest: str) -> bool:
    count, pieces, most = map(int, found.groups())
    removed = marked(line, "x")
    letters: dict[str, set[Square]] = {}
    for square in p.left.keys() - removed:
        root = min(p.reach([square], removed))
        letters.setdefault(str(root), set()).add(square)
    allowed = len(removed) + (not p.ring)
    if "begins at" in rest:
        must(p.piece in removed, rest)
        allowed -= 1
    ends = [p.home] if p.home else [s for s in p.free if p.may_be_last(s)]
    if p.open_end:
        parity = len(p.free) % 2 == 1
        ends = [s for s in ends if s and (p.colour(s) != p.colour(p.piece)) == parity]
    if "ends on a square x" in rest:
        must({*ends} <= removed, rest)
        allowed -= 1
    if "begins in one part" in rest:
        same = p.reach([p.piece], removed)
        must(p.piece not in removed and {*ends} <= same | removed, rest)
        allowed -= 1
    return count == len(removed) and pieces == len(letters) > most == allowed


def needy(p: Position, line: Any, found: Any, rest: str) -> bool:
    count, need, others, give, more = map(int, found.groups())
    wants, gives = marked(line, "o"), marked(line, "x")
    slack = sum(p.due(s) for s in wants) - ("at the last square" in rest or p.open_end)
    supply = sum(p.due(s) for s in gives)
    beyond = sum(len(p.left[s] - gives) for s in wants)
    told = (count, others, give, more) == (len(wants), len(gives), supply, beyond)
    return told and slack <= need + 1 and need > give + more and need <= slack + 1


ENDS = [
    (r"No move is left from (\w+)\. Every square that the piece could go to is visited, and "
     r"squares are left \((\d+)\)\.$", stuck),
    (r"No move leads from (\w+) back to (\w+)\.$", never_closes),
    (r"(\w+) is cut off\. No free square leads to it, and the piece cannot reach it\.$", cut_one),
    (r"No free square leads back to (\w+), where the tour must close\.$", cut_one),
    (r"The squares marked x \((\d+)\) are cut off\. No free square leads to them, and",
     cut_off),
    (r"From (\w+) the piece can only reach the squares marked o \((\d+)\)\. .* left \((\d+)\) are",
     reach),
    (r"Every move changes the colour\. So after (\w+), which is (\w+), the free squares \((\d+)\) "
     r"are visited in turns, (\d+) light and (\d+) dark\. But of those that are left, (\d+) are "
     r"light and (\d+) are dark\.$", colours),
    (r"The colours alternate along a (?:closed )?tour, but there are (\d+) squares of one colour "
     r"and (\d+) of the other\.$", colours_whole),
    (r"No move is left (?:at|from) (\w+)(?:, where the piece is)?\.$", none),
    (r"Only one move is left at (\w+), with (\w+)\. But a closed tour comes by one "
     r"move and leaves by another\.", one_closed),
    (r"Only one move is left at (\w+), with (\w+)\. The tour could come, but not leave again\.",
     one),
    (r"(\w+) would need more than two moves, with ", third),
    (r"(\w+) would be the last square and yet need two moves", many),
    (r"More than one square would have to be the last one: (.*)\.$", several_last),
    (r"The (\d+)×(\d+) board has no closed knight's tour \(Schwenk 1991\): none exists if both "
     r"sides are odd, if one side is 1, 2 or 4, or on 3×4, 3×6 and 3×8\.$", theorem),
    (r"The piece would have to go from (\w+) to several squares", many),
    (r"The tour would have to come to (\w+) from several squares", many),
    (r"The moves that are used close a cycle too early \(", closes),
    (r"The moves that are used lead to the end too early \((.*)\): other squares .* \((\d+)\)\.$",
     early),
    (r"Without the squares marked x \((\d+)\), separate parts remain \((\d+)\)\. Between two parts "
     r"the tour visits a square x, so it can visit at most (\d+) of them\.", parts),
    (r"The squares marked o \((\d+)\) need (\d+) moves or more\. But those "
     r"marked x \((\d+)\) have (\d+) at most, and with other squares they have only (\d+)\.",
     needy),
]  # fmt: skip
