"""The rules by which a person solves a puzzle, the easiest first.

Each rule looks at a position and yields the steps that it sees there. The last resort is to suppose
a number on a square: it is excluded if then, after crossing out what does not agree with it, a
square has no number left, or a number no square. Groups of numbers and gaps are
rules of the solver of Hidato in Mathematica on Rosetta Code (NakedN, HiddenN, GapSearch).

A step and a supposition count as a node each, and long loops ask the budget.

Invariant: a step is true of every tour of the problem; after the rule `direction`, of those in the
direction that it chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, Final, TypeAlias

from caballero.machine.limits import Budget
from caballero.machine.values import frozen
from caballero.machine.words import Message
from caballero.model.problem import Place
from caballero.proof.reasoned import Reason

from .position import Candidates, Net, Position, bits, is_single, spread, transposed


@frozen
class Step(Reason):
    """A step of a solution: the conclusion of a rule, and why.

    Parameters
    ----------
    message : Message
        What to do or to see.
    marks : tuple of (place, str)
        ``o`` at `place`, ``*`` at the other places that the reason names.
    legend : tuple of (str, Message)
        The meaning of the marks.
    used, out : tuple of (place, place)
        Moves of every tour, in either direction; and moves of none.
    why : Message, optional
        Why.
    rule : str
        The rule, of ``RULES``; ``contradiction`` if there is no tour, and in a hint also
        ``complete``, ``none`` or ``limit``.
    place : square or label, optional
        The place that it is about.
    number : int, optional
        The number that `place` has.
    excluded : tuple of int
        Numbers that `place` does not have.
    far : int
        How many numbers, or places, to look at: to the next known number, along a
        stretch, or in a group.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.puzzles import hint
    >>> (step,) = hint(Problem("1 . 3\\n. . .\\n7 . 9", piece="wazir"))
    >>> step.rule, step.number, step.place
    ('next', 2, (0, 1))
    >>> print(step.message)
    Write 2 at b3.
    >>> print(step.why)
    No other free place is one move from number 1 (a3) and from number 3 (c3).
    """

    rule: str = "none"
    place: Place | None = None
    number: int | None = None
    excluded: tuple[int, ...] = ()
    far: int = 1

    def __repr__(self) -> str:
        return f"<step {self.rule}: {self.text('en')}>"


MOST_SUPPOSED: Final = 8
"""The most possibilities of a number, or of a place, for which a number is supposed there."""

LONGEST_GAP: Final = 6
"""The most numbers between two known numbers for which all ways are written down."""

MOST_WAYS: Final = 60
"""The most ways between two known numbers that are written down."""

LARGEST_GROUP: Final = 3
"""The most numbers that are looked at as a group."""


class View:
    """The position that rules look at; what they see in it is worked out once, when it is needed.

    `tested` has the suppositions that led to nothing, with the number of steps before, and `turn`
    that number now.
    """

    def __init__(self, position: Position, tested: dict[tuple[int, int], int], turn: int) -> None:
        self.position, self.tested, self.turn = position, tested, turn

    @cached_property
    def candidates(self) -> Candidates:
        """Where numbers can be."""
        return Candidates.of(self.position)

    @cached_property
    def net(self) -> Net:
        """The moves as lists."""
        return Net.of(self.position)

    @cached_property
    def marked(self) -> list[int]:
        """The numbers of each square whose predecessor and successor are next to them."""
        domains = self.candidates.domains[:]
        self.net.settle(domains, set(range(self.position.size)))
        return domains

    @cached_property
    def neighbours(self) -> list[int]:
        """The squares that may precede or follow each square in the tour."""
        neighbours = []
        for v in range(self.position.size):
            self.position.budget.pause()
            neighbours.append(_neighbours(self.position, self.candidates.domains, v))
        return neighbours


Rule: TypeAlias = Callable[[View], Iterator[Step]]


def _name(position: Position, v: int) -> str:
    """Return the name of a square."""
    return position.problem.place_name(position.problem.place(v))


def _numbered(rule: str, position: Position, t: int, v: int, why: str, **data: object) -> Step:
    """Return the step that puts a number on a square."""
    data = {"number": t + 1, "place": _name(position, v), **data}
    known = _anchors(position, t)
    gaps = (min((t - k) % position.size, (k - t) % position.size) for k in known)
    return Step(
        Message("step-write", data),
        why=Message(why, data),
        rule=rule,
        place=position.problem.place(v),
        number=t + 1,
        far=min(gaps, default=position.size),
    )


def _excluding(
    rule: str, position: Position, v: int, out: int, codes: tuple[str, str], far: int,
    **data: object,
) -> Step:  # fmt: skip
    """Return the step that a square has none of some numbers: by what, and why."""
    data = {"place": _name(position, v), **data}
    message, why = (Message(code, data) for code in codes)
    excluded = tuple(t + 1 for t in bits(out))
    return Step(
        message, why=why, rule=rule, place=position.problem.place(v), excluded=excluded, far=far
    )


def _anchors(position: Position, t: int, by: tuple[int, ...] = (-1, 1)) -> list[int]:
    """Return the nearest known numbers before and after a number."""
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
            return Step(Message("step-apart", near), rule=rule, place=place, number=after + 1)
    for t, squares in enumerate(candidates.places):
        if not squares:
            message = Message("step-no-place", {"number": t + 1})
            return Step(message, rule=rule, number=t + 1)
    for v, domain in enumerate(candidates.domains):
        usable = view.neighbours[v].bit_count()
        if not domain or usable < _needed(position, domain):
            name = _name(position, v)
            code = "step-cut-off" if domain else "step-no-number"
            return Step(Message(code, {"place": name}), rule=rule, place=position.problem.place(v))
    return None


def too_far(position: Position, t: int) -> Step | None:
    """Return why a number cannot be where it is, if no way from the nearest number ends there.

    A number next to a known number is left to :func:`contradiction`, whose reason is simpler.
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
                return Step(
                    Message("step-not", data),
                    why=Message("step-too-far", data | _near(position, [known])),
                    rule="contradiction",
                    place=position.problem.place(v),
                    number=t + 1,
                )
    return None


# -- the rules ---------------------------------------------------------------------------------


def next_number(view: View) -> Iterator[Step]:
    """A number next to known numbers, if only one free place is a move from them."""
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
            w = squares.bit_length() - 1
            forced = [other for other in known if _is_forced(position, w, position.squares[other])]
            code = "step-next-one" if len(known) == 1 else "step-next-two"
            near = _near(position, forced[:1] or known)
            yield _numbered("next", position, t, w, "step-next-forced" if forced else code, **near)


def _is_forced(position: Position, v: int, w: int) -> bool:
    """Return whether the puzzle says that a square follows or precedes another."""
    a, b = map(position.problem.place, (v, w))
    return not position.problem.forced.isdisjoint({(a, b), (b, a)})


def in_reach(view: View) -> Iterator[Step]:
    """A number for which only one place is near enough to the known numbers."""
    position = view.position
    for t, squares in enumerate(view.candidates.places):
        if position.squares[t] < 0 and is_single(squares):
            anchors = _anchors(position, t)
            code = ("step-reach-none", "step-reach-one", "step-reach-two")[len(anchors)]
            near = _near(position, anchors)
            yield _numbered("reach", position, t, squares.bit_length() - 1, code, **near)


def only_number(view: View) -> Iterator[Step]:
    """A place that only one number can reach."""
    position = view.position
    for v in bits(position.free):
        if is_single(domain := view.candidates.domains[v]):
            yield _numbered("square", position, domain.bit_length() - 1, v, "step-square")


def _neighbours(position: Position, domains: list[int], v: int) -> int:
    """Return the squares that may precede or follow a square in the tour."""
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


def dead_end(view: View) -> Iterator[Step]:
    """A place with no more neighbours than it needs: the tour uses them."""
    position, problem = view.position, view.position.problem
    for v in bits(position.free):
        domain = view.candidates.domains[v]
        usable = view.neighbours[v]
        if usable.bit_count() != (needed := _needed(position, domain)):
            continue
        ends = domain & (1 | 1 << position.size - 1) if needed == 1 and not position.closed else 0
        others = domain & ~ends if ends else 0
        if usable == position.links[v] and not others:
            continue
        names = [_name(position, w) for w in bits(usable)]
        data = dict(zip("ab", names, strict=False)) | {"place": _name(position, v)}
        code, place = ("step-dead-end" if len(names) == 2 else "step-end"), problem.place(v)
        yield Step(
            Message(code, data),
            why=Message(f"{code}-why", data),
            used=tuple((place, problem.place(w)) for w in bits(usable)),
            rule="dead-end",
            place=place,
            excluded=tuple(t + 1 for t in bits(others)),
        )


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
    passed, before = {begin: 0}, 1 << begin
    for squares in (*levels, 1 << end):
        position.budget.pause()
        now = {}
        for v in bits(squares):
            common = -1
            for w in bits(position.back[v] & before):
                common &= passed[w]
            now[v] = common | 1 << v
        passed, before = now, squares
    return passed.get(end, 0) & ~(1 << end)


def narrow(view: View) -> Iterator[Step]:
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
                yield _numbered("narrow", position, t, v, "step-narrow-number", **near)
        if not all(levels):
            continue  # another rule sees this contradiction
        for v in bits(_passed(position, levels, first, last)):
            if outside := domains[v] & ~inside:
                far = last - first
                codes = ("step-between", "step-narrow")
                yield _excluding("narrow", position, v, outside, codes, far, **near)


def _ways(view: View, first: int, last: int) -> list[list[int]] | None:
    """Return the ways between two known numbers, as places; None if there are too many."""
    position, levels = view.position, _walks(view, first, last)
    end = position.squares[last % position.size]
    ways: list[list[int]] = []
    waiting = [([position.squares[first]], 0)]
    position.budget.pause()  # what follows takes MOST_WAYS steps for each number at most
    while waiting:
        way, passed = waiting.pop()
        if len(way) > len(levels):
            if position.onward[way[-1]] >> end & 1:
                ways.append(way[1:])
        else:
            ahead = position.onward[way[-1]] & levels[len(way) - 1] & ~passed
            waiting += [([*way, v], passed | 1 << v) for v in bits(ahead)]
        if len(ways) + len(waiting) > MOST_WAYS:
            return None
    return ways


def gap(view: View) -> Iterator[Step]:
    """A place in all ways between two known numbers, or in none, if there are few of them."""
    position, domains, size = view.position, view.candidates.domains, view.position.size
    for first, last in position.stretches():
        far = last - first
        ways = _ways(view, first, last) if 2 < far <= LONGEST_GAP + 1 else None
        if not ways:  # also if there is none, which another rule sees
            continue
        near = _near(position, [first, last % size])
        numbers = [t % size for t in range(first + 1, last)]
        at: dict[int, set[int]] = {}  # the numbers that ways have at each place
        for t, places in zip(numbers, map(set, zip(*ways, strict=True)), strict=True):
            for v in places:
                at.setdefault(v, set()).add(t)
            if len(places) == 1:
                yield _numbered("gap", position, t, places.pop(), "step-gap-number", **near)
        inside = sum(1 << t for t in numbers)
        for v in set[int].intersection(*map(set, ways)):
            if outside := domains[v] & ~inside:
                codes = ("step-between", "step-gap-pass")
                yield _excluding("gap", position, v, outside, codes, far, **near)
        for v in bits(position.free):
            for t in bits(domains[v] & inside):
                if t not in at.get(v, ()):
                    codes, data = ("step-not", "step-gap-never"), {"number": t + 1, **near}
                    yield _excluding("gap", position, v, 1 << t, codes, far, **data)


def colour(view: View) -> Iterator[Step]:
    """A number, or a place, for which the alternation of colours leaves a single possibility."""
    position = view.position
    known = [t for t, v in enumerate(position.squares) if v >= 0]
    if position.colours is None or not known:
        return
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
            yield _numbered("colour", position, t, v, "step-colour-number", **near)
    for v in bits(position.free):
        left = view.candidates.domains[v] & (evens if even >> v & 1 else ~evens)
        if is_single(left):
            t = left.bit_length() - 1
            yield _numbered("colour", position, t, v, "step-colour-place", **near)


def direction(view: View) -> Iterator[Step]:
    """If the tour can be read in both directions, a choice where that decides something."""
    position = view.position
    if not position.goes_both_ways:
        return
    # The reverse of a tour has the other of these two numbers.
    middle = next((t for t, v in enumerate(position.squares) if v >= 0), 0)
    opposite = 2 * middle if position.closed else position.size - 1
    for t, squares in enumerate(view.candidates.places):
        if squares.bit_count() == 2 and (opposite - 2 * t) % position.size:
            yield _numbered("direction", position, t, squares.bit_length() - 1, "step-direction")
            return


# -- pencil marks and supposing ----------------------------------------------------------------


def marks(view: View) -> Iterator[Step]:
    """A number, or a place, with a single possibility when all are written down.

    A number stays at a place only if the numbers before and after it are possible next to it.
    """
    position, domains = view.position, view.marked
    hidden = _singles(domains)
    for v in bits(position.free):
        if (only := domains[v] & hidden) or is_single(only := domains[v]):
            yield _numbered("marks", position, only.bit_length() - 1, v, "step-marks")


def groups(view: View) -> Iterator[Step]:
    """As many numbers as places: of the numbers written down, others have none of these.

    Either the places have no other numbers, so these are nowhere else; or the numbers have no
    other places, so no other number is there.
    """
    position, domains = view.position, view.marked
    for places, numbers in _groups(domains, position.budget):
        codes, data = ("step-none-of", "step-naked"), _group(position, places, numbers)
        for v, domain in enumerate(domains):
            if not places >> v & 1 and (out := domain & numbers):
                yield _excluding("groups", position, v, out, codes, places.bit_count(), **data)
    for numbers, places in _groups(transposed(domains, position.budget), position.budget):
        codes, data = ("step-one-of", "step-hidden"), _group(position, places, numbers)
        for v in bits(places):
            if out := domains[v] & ~numbers:
                yield _excluding("groups", position, v, out, codes, places.bit_count(), **data)


def _group(position: Position, places: int, numbers: int) -> dict[str, object]:
    """Return the data of a message about a group."""
    return {
        "places": listed([_name(position, v) for v in bits(places)]),
        "numbers": listed([t + 1 for t in bits(numbers)]),
    }


def listed(parts: list[Any]) -> object:
    """Return the last part, behind the others if there are any."""
    *most, last = parts
    return Message("list", {"most": most, "last": last}) if most else last


def _groups(sets: list[int], budget: Budget) -> Iterator[tuple[int, int]]:
    """Yield some of the sets, as a set of their places in the list, that have as many members."""
    small = [(1 << i, s) for i, s in enumerate(sets) if 1 < s.bit_count() <= LARGEST_GROUP]
    for k, (first, union) in enumerate(small):
        budget.pause()
        for at, (two, other) in enumerate(small[k + 1 :], k + 1):
            if (both := union | other).bit_count() > LARGEST_GROUP:
                continue
            if both.bit_count() == 2:
                yield first | two, both
            for three, last in small[at + 1 :]:
                if (both | last).bit_count() == LARGEST_GROUP:
                    yield first | two | three, both | last


def trial(view: View) -> Iterator[Step]:
    """A number that is not at a place, because supposing it there leads to a contradiction.

    Few candidates come first, then those tested longest ago.
    """
    position = view.position
    for tested, _, v, t in sorted(_suppositions(view)):
        if tested == view.turn:
            return
        position.budget.spend(1)
        if (reason := _refuted(view, v, t)) is None:
            view.tested[v, t] = view.turn
            continue
        codes, data = ("step-not", "step-trial"), {"number": t + 1, "reason": reason}
        yield _excluding("trial", position, v, 1 << t, codes, 1, **data)


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
    """Return the numbers that only one square may have."""
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
    "gap": gap,
    "marks": marks,
    "groups": groups,
    "trial": trial,
}
"""The rules, the easiest first."""


def seen(view: View, rules: Iterable[str]) -> Iterator[Step]:
    """Yield the steps that the rules see in a position, the easiest rule first."""
    return chain.from_iterable(RULES[name](view) for name in rules)


def steps_of(position: Position, rules: Collection[str] = RULES.keys()) -> Iterator[Step]:
    """Yield the steps from a position on, and take each; until no rule has a step."""
    position.budget.method = "rules"
    tested: dict[tuple[int, int], int] = {}
    turn = 0
    while step := contradiction(view := View(position, tested, turn)) or next(
        seen(view, rules), None
    ):
        yield step
        position.budget.spend(1)
        if step.rule == "contradiction":
            return
        take(position, step)
        turn += 1


def rounds_of(
    position: Position, rules: Collection[str], whole: Collection[str]
) -> Iterator[list[Step]]:
    """Yield all steps that the easiest rule sees, and take them, again and again.

    Of a rule that is not in `whole` only the first step is taken. The position has a tour.
    """
    position.budget.method = "rules"
    while min(position.squares) < 0:
        view = View(position, {}, 0)
        steps = next(filter(None, ([*RULES[name](view)] for name in rules)), None)
        if steps is None:
            return
        yield steps
        for step in steps if steps[0].rule in whole else steps[:1]:
            position.budget.spend(1)
            take(position, step)


def take(position: Position, step: Step) -> None:
    """Add a step's conclusion to a position."""
    assert step.place is not None
    v = position.problem.vertex(step.place)
    if step.number is not None:
        position.place(step.number - 1, v)
    if step.rule == "direction":
        position.goes_both_ways = False
    position.exclude(v, (number - 1 for number in step.excluded))
    for _place, other in step.used:
        position.link(v, position.problem.vertex(other))
