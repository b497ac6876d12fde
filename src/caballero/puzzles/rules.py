"""The rules by which a person solves a puzzle, the easiest first.

Each rule looks at a position and returns its next step, or None. The last resort is to suppose a
number on a square: it is excluded if then, after crossing out what does not agree with it, a square
has no number left, or a number no square.

A step and a supposition count as a node each, and long loops ask the budget.

Invariant: a step is true of every tour of the problem; after the rule `direction`, of those in the
direction that it chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from caballero.core.problem import Place
from caballero.core.words import Message

from .position import Candidates, Net, Position, bits, is_single, spread, transposed


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a solution: a rule's conclusion, and its reason.

    Parameters
    ----------
    rule : str
        The rule, one of ``RULES``; ``contradiction`` if there is no tour, and in a hint also
        ``complete``, ``none`` or ``limit``.
    message : Message
        The reason, in words.
    place : square or label, optional
        The place that it is about.
    number : int, optional
        The number that `place` has.
    excluded : tuple of int
        Numbers that `place` does not have.
    neighbours : tuple of squares or labels
        Places that precede or follow `place` in the tour.
    apart : tuple of squares or labels
        Places that neither precede nor follow it.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import hint
    >>> (step,) = hint(Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir"))
    >>> step.rule, step.number, step.place
    ('next', 2, (0, 1))
    >>> print(step.message)
    Number 2 is at b3, the only free place one move from number 1 (a3) and from number 3 (c3).
    """

    rule: str
    message: Message
    place: Place | None = None
    number: int | None = None
    excluded: tuple[int, ...] = ()
    neighbours: tuple[Place, ...] = ()
    apart: tuple[Place, ...] = ()

    def __repr__(self) -> str:
        return f"<step {self.rule}: {self.message.text('en')}>"

    def __str__(self) -> str:
        """Return the reason."""
        return str(self.message)


MOST_SUPPOSED: Final = 8
"""The most possibilities of a number, or of a place, for which a number is supposed there."""


class View(NamedTuple):
    """The position that a rule looks at."""

    position: Position
    candidates: Candidates
    tested: dict[tuple[int, int], int]
    """The suppositions that led to nothing, with the number of steps before."""
    turn: int
    """The number of steps before."""
    marked: list[int]
    """The numbers of each square, from which `marks` excludes more."""
    net: Net
    beside: list[int]
    """The squares that may precede or follow each one in the tour."""

    @classmethod
    def of(cls, position: Position, tested: dict[tuple[int, int], int], turn: int) -> View:
        """Look at a position."""
        candidates = Candidates.of(position)
        domains = candidates.domains
        beside = []
        for v in range(position.size):
            position.budget.pause()
            beside.append(_neighbours(position, domains, v))
        return cls(position, candidates, tested, turn, domains[:], Net.of(position), beside)


Rule: TypeAlias = Callable[[View], Step | None]


def _name(position: Position, v: int) -> str:
    """Return the name of a square."""
    return position.problem.place_name(position.problem.place(v))


def _numbered(rule: str, position: Position, t: int, v: int, message: str, **data: object) -> Step:
    """Return the step that puts a number on a square."""
    told = Message(message, {"number": t + 1, "place": _name(position, v), **data})
    return Step(rule, told, position.problem.place(v), t + 1)


def _anchors(position: Position, t: int, by: tuple[int, ...] = (-1, 1)) -> list[int]:
    """Return the nearest known numbers before and after one."""
    found = []
    for sign in by:
        here = position.step(t, sign)
        while here is not None and here != t and position.squares[here] < 0:
            here = position.step(here, sign)
        if here is not None and here != t and here not in found:
            found.append(here)
    return found


def _near(position: Position, anchors: list[int]) -> dict[str, object]:
    """Return the data of a message that names known numbers."""
    data: dict[str, object] = {}
    for key, place, t in zip("ab", "xy", anchors, strict=False):
        data |= {key: t + 1, place: _name(position, position.squares[t])}
    return data


# -- contradictions ----------------------------------------------------------------------------


def contradiction(view: View) -> Step | None:
    """Return why no tour is left, if that can be seen."""
    position, candidates = view.position, view.candidates
    rule = "contradiction"
    for t, v in enumerate(position.squares):
        after = position.step(t)
        if v < 0 or after is None or after == t or (w := position.squares[after]) < 0:
            continue
        if not position.onward[v] >> w & 1:
            near = _near(position, [t, after])
            place = position.problem.place(w)
            return Step(rule, Message("step-apart", near), place, after + 1)
    for t, squares in enumerate(candidates.places):
        if not squares:
            return Step(rule, Message("step-no-place", {"number": t + 1}), None, t + 1)
    for v, domain in enumerate(candidates.domains):
        usable = view.beside[v].bit_count()
        if not domain or usable < _needed(position, domain):
            name = _name(position, v)
            code = "step-cut-off" if domain else "step-no-number"
            return Step(rule, Message(code, {"place": name}), position.problem.place(v))
    return None


def too_far(position: Position, t: int) -> Step | None:
    """Return why a number cannot be where it is, if no way from the nearest known one ends there.

    A number beside a known one is left to :func:`contradiction`, which says it more simply.
    """
    v = position.squares[t]
    for by, neighbours in ((-1, position.onward), (1, position.back)):
        for known in _anchors(position, t, (by,)):
            count = (t - known) * -by % position.size
            level = 1 << position.squares[known]
            for _move in range(count - 1):
                position.budget.pause()
                level = spread(level, neighbours) & position.free
            if count > 1 and not spread(level, neighbours) >> v & 1:
                data = {"number": t + 1, "place": _name(position, v), "count": count}
                message = Message("step-too-far", data | _near(position, [known]))
                return Step("contradiction", message, position.problem.place(v), t + 1)
    return None


# -- the rules ---------------------------------------------------------------------------------


def next_number(view: View) -> Step | None:
    """A number next to known ones, if only one free place is a move from them."""
    position = view.position
    free = position.free
    for t, v in enumerate(position.squares):
        if v >= 0:
            continue
        squares, known = free, []
        for by, neighbours in ((-1, position.onward), (1, position.back)):
            other = position.step(t, by)
            if other is not None and (w := position.squares[other]) >= 0 and other not in known:
                squares &= neighbours[w]
                known.append(other)
        if known and is_single(squares):
            code = "step-next-one" if len(known) == 1 else "step-next-two"
            v = squares.bit_length() - 1
            return _numbered("next", position, t, v, code, **_near(position, known))
    return None


def in_reach(view: View) -> Step | None:
    """A number for which only one place is near enough to the known numbers."""
    position = view.position
    for t, squares in enumerate(view.candidates.places):
        if position.squares[t] < 0 and is_single(squares):
            anchors = _anchors(position, t)
            code = ("step-reach-none", "step-reach-one", "step-reach-two")[len(anchors)]
            v = squares.bit_length() - 1
            return _numbered("reach", position, t, v, code, **_near(position, anchors))
    return None


def only_number(view: View) -> Step | None:
    """A place that only one number can reach."""
    position = view.position
    for v in bits(position.free):
        if is_single(domain := view.candidates.domains[v]):
            return _numbered("square", position, domain.bit_length() - 1, v, "step-square")
    return None


def _neighbours(position: Position, domains: list[int], v: int) -> int:
    """Return the squares that may precede or follow one in the tour."""
    before, after = position.preceding(domains[v]), position.following(domains[v])
    onward, back = position.onward[v], position.back[v]
    found = 0
    for w in bits(onward | back):
        other = domains[w]
        if (other & after and onward >> w & 1) or (other & before and back >> w & 1):
            found |= 1 << w
    return found


def _needed(position: Position, domain: int) -> int:
    """Return how many neighbours in the tour a square has at least."""
    if position.closed:
        return min(2, position.size - 1)
    return min(2 - position.is_end(domain), position.size - 1)


def dead_end(view: View) -> Step | None:
    """A place with no more neighbours than it needs: the tour uses them."""
    position, problem = view.position, view.position.problem
    for v in bits(position.free):
        domain = view.candidates.domains[v]
        usable = view.beside[v]
        if usable.bit_count() != (needed := _needed(position, domain)):
            continue
        ends = domain & (1 | 1 << position.size - 1) if needed == 1 and not position.closed else 0
        others = domain & ~ends if ends else 0
        if usable == position.links[v] and not others:
            continue
        names = [_name(position, w) for w in bits(usable)]
        data = dict(zip("ab", names, strict=False)) | {"place": _name(position, v)}
        message = Message("step-dead-end" if len(names) == 2 else "step-end", data)
        excluded = tuple(t + 1 for t in bits(others))
        places = tuple(map(problem.place, bits(usable)))
        return Step("dead-end", message, problem.place(v), None, excluded, places)
    return None


def _walks(view: View, first: int, last: int) -> list[int]:
    """Return where walks from a known number to the next have each number between them."""
    position, places, size = view.position, view.candidates.places, view.position.size
    levels = [1 << position.squares[first]]
    for t in range(first + 1, last):
        position.budget.pause()
        levels.append(spread(levels[-1], position.onward) & places[t % size])
    level = 1 << position.squares[last % size]
    for i in range(len(levels) - 1, 0, -1):
        position.budget.pause()
        levels[i] &= spread(level, position.back)
        level = levels[i]
    return levels[1:]


def _passed(position: Position, levels: list[int], first: int, last: int) -> int:
    """Return the squares that all walks pass, of which each level has the squares at one time."""
    begin, end = position.squares[first], position.squares[last % position.size]
    passed = {begin: 0}
    for squares in (*levels, 1 << end):
        position.budget.pause()
        now = {}
        for v in bits(squares):
            common = -1
            for w in bits(position.back[v]):
                common &= passed.get(w, -1)
            now[v] = common | 1 << v
        passed = now
    return passed.get(end, 0) & ~(1 << end)


def narrow(view: View) -> Step | None:
    """A place that a stretch between two known numbers must pass."""
    position, domains, size = view.position, view.candidates.domains, view.position.size
    for first, last in position.stretches():
        if last - first < 2:
            continue
        near = _near(position, [first, last % size])
        levels = _walks(view, first, last)
        inside = 0
        for i, squares in enumerate(levels):
            inside |= 1 << (first + 1 + i) % size
            if is_single(squares):
                t, v = (first + 1 + i) % size, squares.bit_length() - 1
                return _numbered("narrow", position, t, v, "step-narrow-number", **near)
        if not all(levels):
            continue  # another rule sees this contradiction
        for v in bits(_passed(position, levels, first, last)):
            if outside := domains[v] & ~inside:
                message = Message("step-narrow", {"place": _name(position, v), **near})
                excluded = tuple(t + 1 for t in bits(outside))
                return Step("narrow", message, position.problem.place(v), None, excluded)
    return None


def colour(view: View) -> Step | None:
    """A number, or a place, for which the alternation of colours leaves one possibility."""
    position = view.position
    known = [t for t, v in enumerate(position.squares) if v >= 0]
    if position.colours is None or not known:
        return None
    # Colours of the squares, and numbers, that go with those of an even and of an odd number.
    anchor = known[0]
    even = sum(
        1 << v
        for v, c in enumerate(position.colours)
        if (c == position.colours[position.squares[anchor]]) == (anchor % 2 == 0)
    )
    evens = sum(1 << t for t in range(0, position.size, 2))
    near = _near(position, [anchor])
    for t, squares in enumerate(view.candidates.places):
        left = squares & (~even if t % 2 else even)
        if position.squares[t] < 0 and is_single(left):
            v = left.bit_length() - 1
            return _numbered("colour", position, t, v, "step-colour-number", **near)
    for v in bits(position.free):
        left = view.candidates.domains[v] & (evens if even >> v & 1 else ~evens)
        if is_single(left):
            t = left.bit_length() - 1
            return _numbered("colour", position, t, v, "step-colour-place", **near)
    return None


def direction(view: View) -> Step | None:
    """If the tour can be read in both directions, one of them, where that decides something."""
    position = view.position
    if not position.goes_both_ways:
        return None
    # The reverse of a tour has one of these numbers where the tour has the other.
    middle = next((t for t, v in enumerate(position.squares) if v >= 0), 0)
    opposite = 2 * middle if position.closed else position.size - 1
    for t, squares in enumerate(view.candidates.places):
        if squares.bit_count() == 2 and (opposite - 2 * t) % position.size:
            return _numbered("direction", position, t, squares.bit_length() - 1, "step-direction")
    return None


# -- pencil marks and supposing ----------------------------------------------------------------


def marks(view: View) -> Step | None:
    """A number, or a place, for which one possibility is left when all are written down.

    A number stays at a place only if the numbers before and after it are possible beside it.
    """
    position, domains = view.position, view.marked
    view.net.settle(domains, set(range(position.size)))
    hidden = _singles(domains)
    for v in bits(position.free):
        if (only := domains[v] & hidden) or is_single(only := domains[v]):
            return _numbered("marks", position, only.bit_length() - 1, v, "step-marks")
    return None


def trial(view: View) -> Step | None:
    """A number that is not at a place, because supposing it there leads to a contradiction.

    Numbers and places with few candidates come first, and what was not tested for longest.
    """
    position = view.position
    for tested, _, v, t in sorted(_suppositions(view)):
        if tested == view.turn:
            return None
        position.budget.spend(1)
        if (reason := _refuted(view, v, t)) is None:
            view.tested[v, t] = view.turn
            continue
        data = {"place": _name(position, v), "number": t + 1, "reason": reason}
        message = Message("step-trial", data)
        return Step("trial", message, position.problem.place(v), None, (t + 1,))
    return None


def _suppositions(view: View) -> Iterator[tuple[int, int, int, int]]:
    """Yield when each supposition was tested, how few candidates it has, its square and number."""
    domains, budget = view.marked, view.position.budget
    places = transposed(domains, budget)
    for v, domain in enumerate(domains):
        budget.pause()
        for t in bits(domain) if not is_single(domain) else ():
            few = min(domain.bit_count(), places[t].bit_count())
            if few <= MOST_SUPPOSED:
                yield view.tested.get((v, t), -1), few, v, t


def _refuted(view: View, v: int, t: int) -> Message | None:
    """Return which square or number would have none, if a number were on a square."""
    position, domains = view.position, view.marked[:]
    waiting: set[int] = set()
    empty = view.net.put(domains, v, 1 << t, waiting)
    while empty is None:
        position.budget.pause()
        if waiting:
            empty = view.net.settle(domains, waiting)
            continue
        once = twice = 0
        for domain in domains:
            twice |= once & domain
            once |= domain
        if missing := (1 << position.size) - 1 & ~once:
            return Message("step-no-place", {"number": missing.bit_length()})
        hidden = once & ~twice
        for w, domain in enumerate(domains):
            if (only := domain & hidden) and only != domain:
                empty = view.net.put(domains, w, only & -only, waiting)
                break
        else:
            return None
    return Message("step-no-number", {"place": _name(position, empty)})


def _singles(domains: list[int]) -> int:
    """Return the numbers that one square alone may have."""
    once = twice = 0
    for domain in domains:
        twice |= once & domain
        once |= domain
    return once & ~twice


RULES: Final[dict[str, Rule]] = {
    "next": next_number,
    "reach": in_reach,
    "square": only_number,
    "dead-end": dead_end,
    "narrow": narrow,
    "colour": colour,
    "direction": direction,
    "marks": marks,
    "trial": trial,
}
"""The rules, the easiest first."""


def next_step(view: View, rules: Iterable[Rule]) -> Step | None:
    """Return the step of the first rule that has one."""
    if step := contradiction(view):
        return step
    return next((step for rule in rules if (step := rule(view))), None)


def steps_of(position: Position, rules: Iterable[str] = RULES) -> Iterator[Step]:
    """Yield the steps from a position on, and take each; until no rule has one.

    The budget of the position raises ``LimitHit`` at a limit.
    """
    position.budget.method = "rules"
    tested: dict[tuple[int, int], int] = {}
    turn = 0
    used = [RULES[name] for name in rules]
    while step := next_step(View.of(position, tested, turn), used):
        yield step
        position.budget.spend(1)
        if step.rule == "contradiction":
            return
        take(position, step)
        turn += 1


def take(position: Position, step: Step) -> None:
    """Add a step's conclusion to a position."""
    assert step.place is not None
    v = position.problem.vertex(step.place)
    if step.number is not None:
        position.place(step.number - 1, v)
    if step.rule == "direction":
        position.goes_both_ways = False
    position.exclude(v, (number - 1 for number in step.excluded))
    for place in step.neighbours:
        position.link(v, position.problem.vertex(place))
