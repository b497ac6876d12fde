"""The whole reason why a tour in progress cannot be finished, line by line, as a player sees it.

A certificate is about the rest of the tour as a problem of its own, closed through dummies. Here
its steps become sentences about squares: the squares that are left, the piece, the last square.
Where they have no such form, the lines are those of the certificate (:mod:`.argument`).

Invariants: a line follows from the rules, the position and the lines before it; the last line is
the contradiction. The sentences about the position are complete: no line needs a fact that is not
seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from caballero.machine.values import replace
from caballero.machine.words import Message
from caballero.model.board import Square
from caballero.model.problem import Problem
from caballero.model.reduction import CycleQuestion, cycle_question, rows

from .argument import PIECES, argument, piece_legend, piece_marks
from .certificate import Certificate, Imbalance, Split, TooFar, Unreachable
from .deduction import Deduction, Step
from .facts import chess_colouring, pieces_without
from .reasoned import Reason, listed


def game_argument(
    problem: Problem, path: Sequence[Square], rest: Problem, certificate: Certificate
) -> tuple[Reason, ...]:
    """Return the argument of a certificate about the `rest` of a tour that begins with `path`.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.find.hints import finish, rest_of
    >>> from caballero.proof.game import game_argument
    >>> problem = Problem(5)
    >>> path = [problem.board.parse_square(name) for name in ["a1", "b3", "c5", "d3"]]
    >>> certificate = finish(problem, path, 5, 500).certificate
    >>> for line in game_argument(problem, path, rest_of(problem, path), certificate):
    ...     print(line.message)  # doctest: +ELLIPSIS
    Without the squares marked x (2), separate parts remain (3)...
    """
    match certificate:
        case Unreachable():
            return (_cut_off(problem, path, rest),)
        case Imbalance(graph=False) if path and (line := _colours(path, rest)):
            return (line,)
        case Deduction() if lines := _deduced(problem, rest, certificate):
            return lines
    *steps, last = argument(rest, renumbered(problem, path, certificate))
    if len(path) > 1 and isinstance(certificate, (Imbalance, Split)):
        name = problem.board.square_name
        data = {"square": name(path[-1]), "number": len(path), "first": name(path[0])}
        code = "hint-rest-closed" if problem.closed else "hint-rest"
        last = replace(last, message=Message(code, {**data, "reason": last.message}))
    return (*steps, last)


def renumbered(problem: Problem, path: Sequence[Square], certificate: Certificate) -> Certificate:
    """Return a certificate about the rest with the numbers of the whole tour, to be shown only.

    >>> from caballero import Problem
    >>> from caballero.find.hints import finish
    >>> from caballero.proof.game import renumbered
    >>> problem, path = Problem(5), [(4, 1), (3, 3), (1, 4)]
    >>> certificate = finish(problem, path, 5, 500).certificate
    >>> certificate.number, renumbered(problem, path, certificate).number
    (1, 3)
    """

    def whole(number: int) -> int:
        return (number + max(len(path) - 1, 0) - 1) % problem.size + 1

    match certificate:
        case Imbalance(number=int(number)) | Split(number=int(number)):
            return replace(certificate, number=whole(number))
        case TooFar(numbers=(m, n)):
            return replace(certificate, numbers=(whole(m), whole(n)))
    return certificate


def both(first: Message, second: Message) -> Message:
    """Return two sentences as one message."""
    return Message("both", {"first": first, "second": second})


# -- arguments of a line --------------------------------------------------------------------------


def _cut_off(problem: Problem, path: Sequence[Square], rest: Problem) -> Reason:
    """Say which squares are cut off: the smallest part, or where the piece can only go."""
    name, parts = problem.board.square_name, pieces_without(rows(rest.graph()), ())
    squares = [[rest.board.square(v) for v in part] for part in parts]
    piece = path[-1] if path else None
    home = path[0] if problem.closed and len(path) > 1 else None
    others = [part for part in squares if piece not in part]
    own = [square for part in squares if piece in part for square in part if square != piece]
    small = min(others, key=len)
    left = problem.size - len(path)
    if piece is not None and not own:
        data = {"square": name(piece), "left": left, "first": name(path[0])}
        code = "why-stuck" if left else "why-open"
        return Reason(Message(code, data), ((piece, "x"),), (_means("x", "stuck"),))
    if piece is not None and len(own) < len(small):
        outside = left - len(own) + (home in own)
        data = {"square": name(piece), "count": len(own), "left": outside}
        marks = tuple((square, "o") for square in own)
        reached = ("o", Message("mark-reached", {"origin": name(piece)}))
        return Reason(Message("why-reach", data), marks, (reached,))
    data = {"square": name(small[0]), "count": len(small)}
    code = "why-cut" if len(small) > 1 else "why-home-cut" if small[0] == home else "why-cut-one"
    marks = tuple((square, "x") for square in small)
    return Reason(Message(code, data), marks, (_means("x", "cut-off"),))


def _colours(path: Sequence[Square], rest: Problem) -> Reason | None:
    """Say that too many squares of one colour are left; None if that is not the reason."""
    if chess_colouring(rest) is None:
        return None
    board, piece = rest.board, path[-1]
    gone = {*path} if len(path) > 1 else {piece}
    free = [board.square(v) for v in range(rest.size) if board.square(v) not in gone]
    dark = sum(board.colour(square) for square in free)
    own = board.colour(piece)
    own_due = len(free) // 2
    dark_due = own_due if own else len(free) - own_due
    if dark == dark_due:
        return None
    data = {
        "square": board.square_name(piece),
        "colour": _colour(own),
        "left": len(free),
        "light": len(free) - dark,
        "dark": dark,
        "light_due": len(free) - dark_due,
        "dark_due": dark_due,
    }
    marks = tuple((square, "ox"[board.colour(square)]) for square in free)
    legend = (_means("o", "light"), _means("x", "dark"))
    return Reason(Message("why-colours", data), marks, legend)


def _colour(colour: int) -> Message:
    return Message("why-dark" if colour else "why-light")


def _means(mark: str, what: str) -> tuple[str, Message]:
    return mark, Message(f"mark-{what}")


# -- deductions -----------------------------------------------------------------------------------


def _deduced(problem: Problem, rest: Problem, certificate: Deduction) -> tuple[Reason, ...]:
    """Return the lines of a deduction from the piece on; none if it has no such form."""
    question = cycle_question(rest)
    if question is None or any(step.rule == "two-factor" for step in certificate.steps):
        return ()
    given = rest.numbered()
    free_start = not rest.closed and 1 not in given
    if free_start or (rest.closed and len(question.neighbours) > question.size):
        return ()
    telling = _Telling(problem, rest, question)
    lines = [line for group in _groups(certificate.steps) if (line := telling.explain(group))]
    last = telling.conclude(certificate)
    return (*lines, last) if last is not None and telling.clear else ()


def _groups(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """Yield the steps; steps that follow from the same fact about the same square together."""

    def key(numbered: tuple[int, Step]) -> tuple[object, ...]:
        i, step = numbered
        return step.rule, i if step.rule == "short-cycle" else step.edge[0]

    for _, group in groupby(enumerate(steps), key):
        yield [step for _, step in group]


class _Telling:
    """The position while the conclusions are read: the moves left and used, the last square.

    `piece` is where the piece is; `home` the given end, or the first square of a closed tour; both
    are None for a cycle. `last` is the dummy that is joined to the squares that may be last. It is
    `clear` as long as the dummies are used as a path from the last square to the piece.
    """

    def __init__(self, problem: Problem, rest: Problem, question: CycleQuestion) -> None:
        given = rest.numbered()
        self.closed, self.rest, self.size = problem.closed, rest, question.size
        self.allowed = question.neighbours
        self.left = [{*row} for row in question.neighbours]
        self.used: list[set[int]] = [set() for _ in self.left]
        self.clear = True
        self.piece = self.home = self.last = None
        if not rest.closed:
            self.piece, self.home = given[1], given.get(rest.size)
            self.last = len(self.left) - 1 if self.home is None else None

    # -- words

    def name(self, v: int) -> str:
        return self.rest.board.square_name(self.rest.board.square(v))

    def names(self, vertices: Iterable[int]) -> str:
        return listed([self.name(v) for v in vertices])

    def squares(self, vertices: Iterable[int]) -> list[int]:
        """Return the vertices that are squares, in the order of the board."""
        return sorted(v for v in vertices if v < self.size)

    def line(
        self,
        message: Message,
        about: Iterable[int],
        others: Iterable[int] = (),
        used: Iterable[tuple[int, int]] = (),
        out: Iterable[tuple[int, int]] = (),
    ) -> Reason:
        """Return a line about some squares, which have moves with others."""
        square, about = self.rest.board.square, self.squares(about)
        others = [v for v in self.squares({*others}) if v not in about]
        marks = [(square(v), "x") for v in about] + [(square(v), "o") for v in others]
        legend = [_means("x", "about")] if about else []
        legend += [_means("o", "moves")] if others else []
        return Reason(
            message,
            tuple(marks),
            tuple(legend),
            tuple((square(a), square(b)) for a, b in used if max(a, b) < self.size),
            tuple((square(a), square(b)) for a, b in out if max(a, b) < self.size),
        )

    def not_last(self, v: int) -> Message | None:
        """Say why a square cannot be the last; None if the question does not arise."""
        data: dict[str, object] = {"square": self.name(v)}
        if self.home is not None:
            return None if self.closed else Message("why-end", {"end": self.name(self.home)})
        if self.last is None or self.piece is None:
            return None
        if self.last not in self.allowed[v]:
            return self._wrong_end(v, data)
        taken = self.squares(self.used[self.last])
        if taken:
            return Message("why-last-is", {**data, "other": self.name(taken[0])})
        return Message("why-last-out", data)

    def _wrong_end(self, v: int, data: dict[str, object]) -> Message:
        assert self.piece is not None
        colours = chess_colouring(self.rest)
        more = {**data, "left": self.size - 1, "piece": self.name(self.piece)}
        if colours is None:
            return Message("why-last-class", more)
        own, begin = colours.colour(v), colours.colour(self.piece)
        shown = {"own": _colour(own), "colour": _colour(begin), "other": _colour(1 - own)}
        return Message("why-last-colour", more | shown)

    def with_last(self, message: Message, v: int) -> Message:
        """Add why a square cannot be the last."""
        more = self.not_last(v)
        return message if more is None else both(message, more)

    # -- steps

    def explain(self, group: list[Step]) -> Reason | None:
        """Explain steps of a rule, and take them; None if only dummies are concerned."""
        v, ends = group[0].edge[0], [step.edge[1] for step in group]
        match group[0].rule:
            case "two-left":
                line = self._two_left(v)
            case "two-used":
                line = self._two_used(v, ends)
            case _:
                line = self._too_early(*group[0].edge)
        for step in group:
            a, b = step.edge
            if step.used:
                self.used[a].add(b)
                self.used[b].add(a)
            else:
                self.left[a].discard(b)
                self.left[b].discard(a)
        return line

    def _two_left(self, v: int) -> Reason | None:
        squares = self.squares(self.left[v])
        if not squares or (v >= self.size and v != self.last):
            return None
        moves = [(v, w) for w in squares]
        data = {"square": self.name(v if v < self.size else squares[0])}
        data |= {"a": self.name(squares[0]), "b": self.name(squares[-1])}
        if v == self.last:
            return self.line(Message("why-only-last", data), squares)
        if v in (self.piece, self.home):
            self.clear &= len(squares) == 1
            code = "why-next" if v == self.piece else "why-last-move"
        elif len(squares) == 1:
            code = "why-becomes-last"
        else:
            message = self.with_last(Message("why-two", data), v)
            return self.line(message, [v], squares, moves)
        return self.line(Message(code, data), [v], squares, moves)

    def _two_used(self, v: int, ends: list[int]) -> Reason | None:
        mine, others = self.squares(self.used[v]), self.squares(ends)
        if v >= self.size:  # that others are not the last square is said where it matters
            return None
        out = [(v, w) for w in others]
        data = {"square": self.name(v), "a": self.name(mine[0]), "b": self.name(mine[-1])}
        data |= {"others": self.names(others)}
        if v in (self.piece, self.home) or self.last in self.used[v]:
            codes = {self.piece: "why-gone", self.home: "why-arrived"}
            return self.line(Message(codes.get(v, "why-end-full"), data), [v], others, out=out)
        message = Message("why-full" if others else "why-full-last", data)
        if others and len(others) < len(ends):
            message = both(message, Message("why-not-last", data))
        return self.line(message, [v], others, out=out)

    def _too_early(self, a: int, b: int) -> Reason | None:
        """Explain that a move would close a cycle; None if it leads from an end to a dummy."""
        if max(a, b) >= self.size and (max(a, b) != self.last or min(a, b) == self.piece):
            return None
        chain = self._chain(a, b)
        squares = [v for v in chain if v < self.size]
        data = {"a": "", "b": "", "squares": self.names(squares)}
        if max(a, b) >= self.size:
            v = min(a, b)
            return self.line(Message("why-last-early", {**data, "square": self.name(v)}), [v])
        data |= {"a": self.name(a), "b": self.name(b)}
        code = "why-circle" if len(squares) == len(chain) else "why-end-early"
        if {a, b} == {self.piece, self.home}:
            code = "why-end-now"
        return self.line(Message(code, data), [a, b], squares, out=[(a, b)])

    def _chain(self, a: int, b: int) -> list[int]:
        """Return the path of used moves from a vertex to another."""
        for first in self.used[a]:
            chain = [a, first]
            while chain[-1] != b:
                onward = self.used[chain[-1]] - {chain[-2]}
                if len(onward) != 1:
                    break
                chain.extend(onward)
            else:
                return chain
        return [a, b]

    # -- conclusions

    def conclude(self, certificate: Deduction) -> Reason | None:
        """Explain the contradiction; None if it has no such form."""
        about, suppliers = certificate.conclusion.vertices, certificate.conclusion.suppliers
        match certificate.kind:
            case "degree":
                return self._degree(about[0])
            case "third-move":
                return self._third(about[0])
            case "short-cycle":
                return self._cycle(list(about))
            case "cut-set":
                return self._parts(self.squares(about))
        return self._needy(self.squares(about), self.squares(suppliers))

    def _degree(self, v: int) -> Reason | None:
        if v == self.last:
            return self.line(Message("why-no-last"), ())
        if v >= self.size:
            return self._straight()
        squares = self.squares(self.left[v])
        data = {"square": self.name(v), "other": self.names(squares)}
        if v == self.piece:
            message = Message("why-no-next", data)
        elif not squares:
            message = Message("unreachable-alone", {"origin": self.name(v)})
        elif self.closed:
            message = Message("why-one-closed", data)
        else:
            message = self.with_last(Message("why-one", data), v)
        return self.line(message, [v], squares)

    def _third(self, v: int) -> Reason | None:
        squares = self.squares(self.used[v])
        if v >= self.size and v != self.last:
            return None
        data = {"others": self.names(squares), "square": self.name(v) if v < self.size else ""}
        if v == self.last:
            return self.line(Message("why-two-lasts", data), squares)
        codes = {self.piece: "why-two-next", self.home: "why-two-home"}
        code = codes.get(v, "why-last-third" if self.last in self.used[v] else "why-third")
        return self.line(Message(code, data), [v], squares)

    def _cycle(self, about: list[int]) -> Reason:
        gaps = [i for i, v in enumerate(about) if v >= self.size]
        if gaps:  # from end to end: the dummies between them come last
            after = next(i for i in gaps if about[(i + 1) % len(about)] < self.size)
            about = about[after + 1 :] + about[: after + 1]
        squares = [v for v in about if v < self.size]
        if squares[0] != self.piece and self.piece == squares[-1]:
            squares.reverse()
        data = {"squares": self.names(squares), "count": self.size - len(squares)}
        return self.line(Message("why-early" if gaps else "why-cycle", data), (), squares)

    def _straight(self) -> Reason | None:
        """Explain that used moves lead from the piece to the end, since no dummy may join them."""
        chain = [] if self.piece is None else [self.piece]
        while chain and (onward := {*self.squares(self.used[chain[-1]])} - {*chain[-2:]}):
            chain.extend(onward)
            if len(onward) > 1:
                return None
        if not chain or not (chain[-1] == self.home or self.last in self.used[chain[-1]]):
            return None
        data = {"squares": self.names(chain), "count": self.size - len(chain)}
        return self.line(Message("why-early", data), (), chain)

    def _parts(self, cut: list[int]) -> Reason | None:
        """Explain that too many parts remain without some squares."""
        graph = [[w for w in row if w < self.size] for row in self.left[: self.size]]
        parts = pieces_without(graph, cut)
        part_of = {v: i for i, part in enumerate(parts) for v in part}
        most, notes = len(cut), []
        if self.piece is not None:
            ends = self._possible_ends()
            first = part_of.get(self.piece)
            lasts = {part_of.get(v) for v in ends}
            most += 1
            if first is None:
                most -= 1
                notes.append(Message("why-parts-begin", {"square": self.name(self.piece)}))
            if lasts == {None}:
                most -= 1
                notes.append(Message("why-parts-end"))
            elif first is not None and lasts <= {first, None}:
                most -= 1
                notes.append(Message("why-parts-same"))
        if len(parts) <= max(most, 1):
            return None
        data = {"count": len(cut), "pieces": len(parts), "most": most}
        message = Message("why-parts" if cut else "deduction-pieces", data)
        for note in notes if cut else ():
            message = both(message, note)
        square, letters = self.rest.board.square, piece_marks(parts)
        marks = [(square(v), mark) for v, mark in sorted(letters.items())]
        legend = [("x", Message("mark-cut"))] if cut else []
        legend += piece_legend(letters.values(), len(parts) > len(PIECES))
        return Reason(message, (*marks, *((square(v), "x") for v in cut)), tuple(legend))

    def _possible_ends(self) -> list[int]:
        if self.home is not None:
            return [self.home]
        return self.squares(self.left[self.last]) if self.last is not None else []

    def _needy(self, about: list[int], suppliers: list[int]) -> Reason | None:
        """Explain that some squares need more moves than others can give them."""
        if {*about} & {*suppliers}:
            return None
        once = {self.piece, self.home}
        ends = {*self._possible_ends()} & {*about} if self.home is None else set()
        need = sum(1 if v in once else 2 for v in about) - bool(ends)
        give = sum(1 if v in once else 2 for v in suppliers)
        more = sum(len({*self.squares(self.left[v])} - {*suppliers}) for v in about)
        if need <= give + more:
            return None
        data = {"count": len(about), "need": need, "others": len(suppliers), "give": give}
        square = self.rest.board.square
        marks = [(square(v), "o") for v in about] + [(square(v), "x") for v in suppliers]
        legend = (("o", Message("mark-needy")), ("x", Message("mark-suppliers")))
        message = Message("why-needy", {**data, "more": more})
        for v in about:  # which of them count once
            if v in once:
                message = both(message, Message("why-once", {"square": self.name(v)}))
        if ends:
            message = both(message, Message("why-needy-last"))
        return Reason(message, tuple(marks), legend)
