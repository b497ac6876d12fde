"""Count the tours of small dense graphs, by dynamic programming over sets of places.

The kernels are :mod:`caballero.counting.kernels.subsets`. The time depends on the number of places,
and hardly on the graph: so this is for graphs whose frontiers are wide. It counts lines: sequences
of the places, which begin and end where they may.

Invariant: the first place of a closed tour, and the fixed ends of an open tour, are not among the
`inner` places of a question; what they ask for is in its first and last places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import comb
from typing import Any, NamedTuple, TypeAlias

from caballero.machine.driver import drive
from caballero.machine.errors import InvalidProblem
from caballero.machine.kernel import Counts, Flags, Ints, Places, array_of
from caballero.machine.limits import Budget
from caballero.model.direction import goes_both_ways
from caballero.model.problem import Problem, sorted_moves

from .brute import brute_count
from .kernels import _sets as sets, subsets as kernels
from .sweeps.sweep import room

Extend: TypeAlias = Callable[[sets.Plan, sets.Walk, Ints, Ints, int, int], int]
"""A kernel that makes the next layer: for a walk's next sets, by the allowed last places."""


class Question(NamedTuple):
    """The lines of a problem; places are sets of bits, by their index in `inner`."""

    inner: list[int]  # the vertices between the known vertices
    before: int | None  # the vertex before them, and after them; the same vertex in a closed tour
    after: int | None
    into: list[int]  # for each place, the places before it
    out: list[int]
    must: list[int]  # its partners by forced moves, unless these have a direction
    ends: list[tuple[int, int]]  # the possible first and last places, in each case
    given: dict[int, int]  # the place of some positions, from 1
    both: bool  # whether the reverse of each line is another form of its tour
    costs: Sequence[Sequence[int]] = ()  # of the move from u to v, for the best: ``costs[v][u]``
    tips: tuple[Sequence[int], Sequence[int]] = ((), ())  # to begin and to end with a place
    order: tuple[Sequence[int], Sequence[int]] = ((), ())  # the places before each, and after it

    @property
    def even(self) -> bool:
        """Whether as many lines end somewhere as begin there, up to symmetry."""
        back = self.backwards()
        same = self.into == self.out and self.tips[0] == self.tips[1] and self.costs == back.costs
        return same and self.ends == back.ends and not self.given and not any(self.order)

    def allowed(self, position: int) -> int:
        """Return the places that a position may have."""
        return 1 << self.given[position] if position in self.given else ~self._known

    @property
    def _known(self) -> int:
        return sum(1 << v for v in set(self.given.values()))

    def backwards(self) -> Question:
        """Return the question of the reverse lines."""
        given = {len(self.inner) + 1 - at: v for at, v in self.given.items()}
        ends = [(last, first) for first, last in self.ends]
        return self._replace(
            before=self.after, after=self.before, into=self.out, out=self.into, ends=ends,
            given=given, costs=[list(row) for row in zip(*self.costs, strict=True)],
            tips=self.tips[::-1], order=self.order[::-1],
        )  # fmt: skip


def suits(problem: Problem) -> bool:
    """Return whether the method takes a problem."""
    least = 1 if problem.closed else len({1, problem.size} & problem.numbered().keys())
    return 3 <= problem.size <= kernels.MOST + least and not problem.precedences()


def takes(problem: Problem, most: float) -> bool:
    """Return whether the method takes a problem, and at most this many steps.

    >>> takes(Problem("4x5"), 1e8), takes(Problem("4x5"), 1e6)
    (True, False)
    """
    return suits(problem) and work(question_of(problem)) < most


def work(question: Question, *, all_moves: bool = False) -> float:
    """Estimate the steps of a question: of all moves, or of those that `extend` sums up."""
    size, half = len(question.inner), middle(len(question.inner))
    degrees = [row.bit_count() for row in question.into]
    summed = sum(n if all_moves else min(n, size - n) for n in degrees) / size**2
    tables = (1 if question.even else 2) * len(question.ends)
    return tables * sum(comb(size, k) * (size - k) * (5 + k * summed) for k in range(1, half))


def middle(size: int) -> int:
    """Return the places of the longer half of a line; the middle is in the other half, too."""
    return size // 2 + 1


def question_of(problem: Problem) -> Question:
    """Return the lines of a problem of at least three places, without an order of waypoints.

    >>> question = question_of(Problem("2x2", "wazir", start="a1"))
    >>> question.inner, question.ends, question.into
    ([0, 1, 3], [(5, 7)], [2, 5, 2])
    """
    graph, size, closed = problem.graph(), problem.size, problem.closed
    moves = [(problem.vertex(a), problem.vertex(b)) for a, b in sorted_moves(problem)]
    partners = defaultdict[int, set[int]](set)
    out = [{*graph.neighbours(v)} for v in range(size)]
    if graph.directed:
        for a, b in moves:
            out = [row & {b} if v == a else row - {b} for v, row in enumerate(out)]
    else:
        for a, b in moves:
            partners[a].add(b)
            partners[b].add(a)
    given = {number - 1: v for number, v in problem.numbered().items()}
    root = None
    if closed:
        turn, root = min(given.items(), default=(0, min(partners, default=0)))
        given = {(at - turn) % size: v for at, v in given.items()}
    before = root if closed else given.get(0)
    after = root if closed else given.get(size - 1)
    inner = [v for v in range(size) if v not in (before, after)]
    spot = {v: i for i, v in enumerate(inner)}
    arcs = [(v, spot[w]) for v, row in enumerate(out) for w in row if w in spot]
    into = [sum(1 << spot[v] for v, w in arcs if w == i and v in spot) for i in range(len(inner))]
    shift = int(before is None)
    return Question(
        inner, before, after, into,
        [sum(1 << i for i, row in enumerate(into) if row >> j & 1) for j in range(len(inner))],
        [sum(1 << spot[w] for w in partners[v] if w in spot) for v in inner],
        [*_ends(problem, out, partners, moves, before, after, spot)],
        {at + shift: spot[v] for at, v in given.items() if v in spot},
        goes_both_ways(problem),
    )  # fmt: skip


def _ends(
    problem: Problem,
    out: Sequence[set[int]],
    partners: Mapping[int, set[int]],
    moves: Sequence[tuple[int, int]],
    before: int | None,
    after: int | None,
    spot: Mapping[int, int],
) -> Iterator[tuple[int, int]]:
    """Yield the sets of the possible first and last places: a pair, or two for each way round."""
    firsts = {v for v in spot if before is None or v in out[before]}
    lasts = {v for v in spot if after is None or after in out[v]}
    if problem.directed and not problem.closed:  # a forced move leads on from no last place
        firsts -= {b for _, b in moves} if before is None else set()
        lasts -= {a for a, _ in moves} if after is None else set()
        if any(a == after or b == before for a, b in moves):
            lasts = set()
    here = [] if before is None else sorted(partners.get(before, ()))
    there = [] if after is None else sorted(partners.get(after, ()))
    if problem.closed:
        pairs = [(here[:1], here[1:2]), (here[1:2], here[:1])][: 2 if here else 1]
        pairs = pairs if len(here) < 3 else []
    else:
        pairs = [(here, there)] if len(here) < 2 > len(there) else []
    for a, b in pairs:
        first = firsts & {*a} if a else firsts
        last = lasts & {*b} if b else lasts
        yield sum(1 << spot[v] for v in first), sum(1 << spot[v] for v in last)


def subsets_count(problem: Problem, budget: Budget) -> int:
    """Count the tours of a problem, lines or cycles; the budget counts the sets.

    Raises InvalidProblem if there are too many places, or waypoints.

    >>> subsets_count(Problem("4x5", "king", closed=True), Budget())
    50354
    """
    if problem.size < 3:
        return brute_count(problem, budget)
    if not suits(problem):
        raise InvalidProblem("count-subsets-only", most=kernels.MOST)
    question = question_of(problem)
    cases = question.ends[:1] if question.both else question.ends  # the others are their reverses
    found = 0
    for at, case in enumerate(cases):
        with budget.part(at / len(cases), (at + 1) / len(cases)):
            found += _lines(question._replace(ends=[case]), budget)
    twice = question.both and len(question.ends) < 2
    return found // 2 if twice else found


def _lines(question: Question, budget: Budget) -> int:
    """Count the lines of a question with a single case."""
    here, other = halves(question, _half, budget)
    plan, total = new_plan(question), kernels.Total()
    walk = sets.new_walk(plan, middle(plan.size))
    drive(lambda steps: (kernels.join(plan, walk, here, other, total, steps), 0), budget)
    return total.low + (total.high << kernels.PART)


def _half(question: Question, last: int, budget: Budget) -> list[Ints]:
    """Return the last two layers of a half of the lines."""
    size, first = len(question.inner), question.ends[0][0] & question.allowed(1)
    most = [2 * row.bit_count() > size for row in question.into]
    looked = [~row if m else row for row, m in zip(question.into, most, strict=True)]
    looks = kernels.Looks(array_of(Flags, most), array_of(Counts, looked))
    row = array_of(Places, [first >> v & 1 for v in range(size)])
    return layers(question, row, last, partial(kernels.extend, looks), Places, budget)


# -- layers ----------------------------------------------------------------------------------------


def new_plan(question: Question) -> sets.Plan:
    """Return the plan of a question's layers."""
    return sets.new_plan(question.into, question.must, question.order[0])


def halves(
    question: Question, half: Callable[[Question, int, Budget], list[Ints]], budget: Budget
) -> tuple[Ints, Ints]:
    """Return the last layer of the longer half of the lines, and of the other half, backwards."""
    long = middle(len(question.inner))
    short = len(question.inner) + 1 - long
    with budget.part(0, 1 if question.even else 0.5):
        made = half(question, long, budget)
    if question.even:
        return made[-1], made[short - long - 1]
    with budget.part(0.5, 1):
        return made[-1], half(question.backwards(), short, budget)[-1]


def layers(
    question: Question, row: Ints, last: int, extend: Extend, kind: Any, budget: Budget,
    keep: int = 2,
) -> list[Ints]:  # fmt: skip
    """Return the last layers up to the sets of `last` places; the first layer is a row.

    The kernel `extend` makes the next layer; the budget counts the sets.
    """
    plan, made = new_plan(question), [row]
    sizes = [comb(plan.size, width) * width for width in range(last + 1)]
    for width in range(1, last):
        there, walk = room(sizes[width + 1], budget, kind), sets.new_walk(plan, width)
        made = [*made[1 - keep :], there]
        budget.reach(sum(sizes[: width + 1]) / sum(sizes))
        allowed = question.allowed(width + 1)
        drive(partial(_portion, extend, plan, walk, made[-2], there, allowed), budget)
    return made


def _portion(
    extend: Extend, plan: sets.Plan, walk: sets.Walk, here: Ints, there: Ints, allowed: int,
    steps: int,
) -> tuple[int, int]:  # fmt: skip
    """Run a kernel for some sets; count them."""
    rank = walk.rank
    return extend(plan, walk, here, there, allowed, steps), walk.rank - rank
