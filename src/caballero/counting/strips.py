"""Long strips: exact counts of narrow boards of any length, and the recurrences they obey.

The states of a sweep along a strip are the states of a finite automaton;
:mod:`caballero.counting.kernels.strips` explains how, and names the sources. It is built once; then
each column is a product with a sparse matrix, in exact numbers of growing length. The automaton
does not depend on the length of the strip, so all shorter strips are counted, too. The products run
backwards: they give, for each state, the number of ways to complete it.

Given ends belong to columns of their own: their edges are found from the same states, and each is
used once. An end in the left half keeps its column, an end in the right half its distance from the
last column.

If no state can be completed, no strip of that height has a tour, whatever its length.

The shortest recurrence is found by the algorithm of E. R. Berlekamp (1968) and J. L. Massey
("Shift-register synthesis and BCH decoding", IEEE Transactions on Information Theory 15, 1969),
modulo a Mersenne prime that is larger than the coefficients. These are integers (P. Fatou, 1906, as
the counts are integers and have a rational generating function), and modulo a prime the shortest
recurrence is not longer than that. So a recurrence that holds for the counts is the shortest.

It does hold: the differences between the counts and the recurrence's numbers are a sequence that
the automaton also generates. By the theorem of Cayley and Hamilton all of them are zero if as many
are zero as there are states at the end of a column. If there are too many states, the recurrence is
checked on at least as many new terms as its order, and `proved` is False.

Invariants: counts are exact; a recurrence holds for all terms it was checked on.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice, repeat, zip_longest
from operator import mul
from typing import Final, NamedTuple

from caballero.machine.driver import Pace, drive
from caballero.machine.errors import InvalidBoard
from caballero.machine.kernel import Counts, Places, is_compiled, longer, zeros
from caballero.machine.limits import Budget
from caballero.model.board import Board
from caballero.model.problem import Problem

from .brute import brute_count
from .kernels import strips as kernel
from .sweeps.sweep import require_memory
from .tuning import sizes

MIN_ROOM: Final = 256
"""The first memory of a phase, for states and for edges."""

SPARE_BITS: Final = 62 - kernel.BITS
"""The bits by which a sum may exceed its terms."""

FRESH_TERMS: Final = 16
"""The fewest terms to check a recurrence on, after those used to find it."""

MERSENNE: Final = (61, 127, 521, 1279, 2203, 4423, 9689, 19937)
"""Exponents of Mersenne primes."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A linear recurrence of the counts of a strip: ``a(n)`` is the count for ``n`` columns.

    Parameters
    ----------
    height : int
        The number of rows of the strip.
    closed : bool
        Whether closed tours are counted.
    coefficients : tuple of int
        Of ``a(n-1)``, ``a(n-2)``, …; the last is not 0.
    initial : tuple of int
        The first counts. The recurrence holds for all later ones.
    first_columns : int
        The number of columns of the first count.
    fresh : int
        The number of terms on which it was checked, after those used to find it.
    proved : bool
        Whether these are enough to prove it for every length.

    Examples
    --------
    >>> from caballero.counting.strips import Recurrence
    >>> fibonacci = Recurrence(2, False, (1, 1), (1, 1), 1, 4, True)
    >>> fibonacci.term(10), fibonacci.text()
    (55, 'a(n) = a(n-1) + a(n-2)')
    """

    height: int
    closed: bool
    coefficients: tuple[int, ...]
    initial: tuple[int, ...]
    first_columns: int
    fresh: int
    proved: bool

    def __repr__(self) -> str:
        return f"<recurrence: order {self.order}, {self.height} rows>"

    @property
    def order(self) -> int:
        """The number of coefficients."""
        return len(self.coefficients)

    def term(self, columns: int) -> int:
        """Return the count for some columns.

        Raises
        ------
        InvalidBoard
            If there are fewer columns than the first term has.

        Notes
        -----
        The time grows with the order, the columns, and the digits of the count.
        """
        at = columns - self.first_columns
        if at < 0:
            raise InvalidBoard("board-side", side=columns)
        if at < len(self.initial):
            return self.initial[at]
        used = [(-k, c) for k, c in enumerate(self.coefficients, 1) if c]
        if not used:
            return 0
        last = deque(self.initial, len(self.initial))
        for _ in range(at + 1 - len(self.initial)):
            last.append(sum(c * last[k] for k, c in used))
        return last[-1]

    def text(self) -> str:
        """Return the recurrence in mathematical notation.

        Examples
        --------
        >>> from caballero.counting.strips import Recurrence
        >>> Recurrence(2, True, (0, 6, -1), (0, 1, 0), 1, 4, True).text()
        'a(n) = 6·a(n-2) - a(n-3)'
        """
        parts: list[str] = []
        for k, c in enumerate(self.coefficients, 1):
            if c:
                sign = ("-" if c < 0 else "") if not parts else (" - " if c < 0 else " + ")
                parts.append(f"{sign}{'' if abs(c) == 1 else f'{abs(c)}·'}a(n-{k})")
        return f"a(n) = {''.join(parts) or '0'}"


def strip_count(problem: Problem, budget: Budget) -> int:
    """Count the tours of a long narrow board, each once, whatever its direction.

    The board is full, its longer side does not wrap, and there are no constraints but the ends of
    an open tour; raises OverflowError if it is no such strip, or too wide. The budget counts the
    edges of the automaton, and again for each column.

    The automaton of the knight has 500 edges for closed and 3 000 for open tours of 3 rows, 10 000
    for open tours of 4 rows, 370 000 and 2.8 million for 5, 8 million for closed tours of 6. Each
    is used once for each column and each 52 bits of the count.

    >>> from caballero import Problem
    >>> strip_count(Problem("3x50", closed=True), Budget())
    960786342292812728320
    """
    strip = _strip(problem)
    if problem.size < 3:
        return brute_count(problem, budget)
    terms = _terms(strip, _automaton(strip, budget), budget)
    return next(islice(terms, strip.columns - strip.fewest, None))()


def strip_is_empty(problem: Problem, budget: Budget) -> bool:
    """Return whether no strip of this height has a tour, whatever its length.

    Parameters
    ----------
    problem : Problem
        As for :func:`strip_count`; the length of the longer side does not matter.
    budget : Budget
        Counts the edges of the automaton.

    Returns
    -------
    bool
        True is a proof: no state of the sweep can be completed to a tour.

    Raises
    ------
    OverflowError
        If the board is no such strip, or too wide.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.counting.strips import strip_is_empty
    >>> from caballero.machine.limits import Budget
    >>> strip_is_empty(Problem("4x9", closed=True), Budget())
    True
    >>> strip_is_empty(Problem("3x9", closed=True), Budget())
    False
    """
    return not _automaton(_strip(problem), budget).plain


def recurrence(problem: Problem, budget: Budget) -> Recurrence:
    """Find the shortest linear recurrence of the counts of all strips of a height.

    Problem and errors are as for :func:`strip_count`, but the length of the longer side does not
    matter. The recurrence is checked, and proved if the automaton is small.

    It needs about three times as many terms as its order. For the knight the order is 42 for closed
    and 172 for open tours of 3 rows, 240 for open tours of 4 rows, after 44, 178 and 243 initial
    terms. For closed tours of 5 rows it is above 8 000, which is out of reach.

    >>> from caballero import Problem
    >>> found = recurrence(Problem("4x9", piece="wazir", closed=True), Budget())
    >>> found.text(), found.initial, found.proved
    ('a(n) = 2·a(n-1) + 2·a(n-2) - 2·a(n-3) + a(n-4)', (0, 1, 2, 6), True)
    """
    strip = _strip(problem)
    automaton = _automaton(strip, budget)
    first = strip.fewest
    if not automaton.plain:
        return Recurrence(strip.height, problem.closed, (), (), first, 0, True)
    states = automaton.plain[0].states
    source = (term() for term in _terms(strip, automaton, budget))
    terms = list(islice(source, 3 * FRESH_TERMS))
    while True:
        order = len(_shortest(terms, (1 << MERSENNE[0]) - 1, budget))
        wanted = 3 * order + FRESH_TERMS
        if len(terms) >= wanted:
            break
        terms += islice(source, wanted - len(terms))
    if states <= sizes().proved_states:
        terms += islice(source, max(0, states + order - len(terms)))
    for exponent in MERSENNE:
        prime = (1 << exponent) - 1
        modular = _shortest(terms[: 2 * order], prime, budget)
        coefficients = [c - prime if 2 * c > prime else c for c in modular]
        if len(modular) == order and _holds(coefficients, terms, budget):
            break
    else:
        raise OverflowError(order)
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return Recurrence(
        strip.height,
        problem.closed,
        tuple(coefficients),
        tuple(terms[:order]),
        first,
        len(terms) - 2 * order,
        len(terms) >= states + order,
    )


# -- the strip and its automaton ---------------------------------------------------------------


class _Strip(NamedTuple):
    """A strip: its sides, and the moves from each row, as :func:`kernel.new_strip` takes them.

    `ends` has the rows of the given ends in each column, which is numbered from the last column
    (-1) in the right half.
    """

    height: int
    columns: int
    moves: list[list[tuple[int, int]]]
    closed: bool
    ends: dict[int, set[int]]

    @property
    def fewest(self) -> int:
        """The fewest columns that have all ends."""
        left, right = max(self.ends, default=-1), min(self.ends, default=-1)
        return max(0, left + 1) - right

    def hub(self, row: int, rows: set[int] | None) -> int:
        """Return whether a vertex of a row is an end, in a column whose ends are given, or not."""
        if rows and row in rows:
            return kernel.ALWAYS
        return kernel.NEVER if sum(map(len, self.ends.values())) == 2 else kernel.MAYBE


def _strip(problem: Problem) -> _Strip:
    """Read a problem as a strip along the longest axis that does not wrap."""
    board = problem.ground
    ends = [end for end in (problem.start, problem.end) if end is not None]
    constraints = problem.clues or problem.forced or problem.forbidden or problem.waypoints
    if (
        not isinstance(board, Board)
        or len(board.shape) != 2
        or board.grid is not None
        or board.holes
        or all(board.wraps)
        or constraints
        or (ends and problem.closed)
    ):
        raise OverflowError("no strip")
    along = max((1, 0), key=lambda axis: (not board.wraps[axis], board.shape[axis]))
    height, columns = board.shape[1 - along], board.shape[along]
    if not 2 <= height < kernel.WIDEST:
        raise OverflowError(height)
    steps = [(move[along], move[1 - along]) for move in problem.piece.moves(2)]
    round_ = board.wraps[1 - along]
    moves = [
        sorted(
            {
                (columns_on, to % height)
                for columns_on, rows_on in steps
                if 0 <= (to := row + rows_on) < height or round_
            }
            - {(0, row)}
        )
        for row in range(height)
    ]
    places = [divmod(problem.vertex(end), board.shape[1]) for end in ends]
    places = [(place[along], place[1 - along]) for place in places]
    if places and all(2 * column + 1 < columns for column, _ in places):  # turned around
        places = [(columns - 1 - column, height - 1 - row) for column, row in places]
    given = defaultdict[int, set[int]](set)
    for column, row in places:
        given[column - columns if 2 * column + 1 >= columns else column].add(row)
    return _Strip(height, columns, moves, problem.closed, dict(given))


class _Automaton(NamedTuple):
    """The edges of states that can be completed, for each phase of a column."""

    plain: list[kernel.Edges]  # of a column without given ends; none if no tour can be completed
    ends: dict[int, list[kernel.Edges]]  # of the columns with ends


def _automaton(strip: _Strip, budget: Budget) -> _Automaton:
    """Build the automaton of a strip.

    In the first phase, state 0 is the start, and state 1 a completed tour.
    """
    builder = _Builder(strip, budget)
    builder.run()
    return builder.trim()


class _Builder:
    """Builds an automaton: finds its states, phase by phase."""

    def __init__(self, strip: _Strip, budget: Budget) -> None:
        self._budget, self._strip = budget, strip
        self._most = max(len(moves) + 1 for moves in strip.moves) ** 2  # edges of a state
        self._endless = kernel.new_strip(strip.height, strip.moves, symmetric=not strip.ends)
        self._first = kernel.new_phase(MIN_ROOM)
        # If the hub is inner from the start, only closed tours are counted.
        self._first.keys[0] = int(strip.closed) << self._endless.shifts[-1]
        self._first.keys[1] = kernel.CLOSED
        self._first.states = 2
        self._columns = [self._column(rows) for rows in (None, *strip.ends.values())]

    def _column(self, rows: set[int] | None) -> list[kernel.Expansion]:
        """Return the expansions of a column, from the first phase and back to it."""
        first = self._first
        later = [kernel.new_phase(MIN_ROOM) for _ in range(1, self._strip.height)]
        start = first if rows is None else replace(kernel.new_phase(MIN_ROOM), keys=first.keys)
        return [
            kernel.Expansion(self._endless, row, here, there, self._strip.hub(row, rows))
            for row, (here, there) in enumerate(zip([start, *later], [*later, first], strict=True))
        ]

    def run(self) -> None:
        """Expand states until there are no new states."""
        found = -1
        while found != self._first.states:
            found = self._first.states
            for column in self._columns:
                start, room = column[0].here, len(self._first.keys) + 1
                start.keys, start.states = self._first.keys, self._first.states
                if len(start.edges.starts) < room:
                    start.edges.starts = longer(Counts, start.edges.starts, room)
                for expansion in column:
                    drive(partial(self._expand, expansion), self._budget)

    def _expand(self, expansion: kernel.Expansion, steps: int) -> tuple[int, int]:
        """Expand some states of a phase; count the edges."""
        before = expansion.here.edges.count
        status = kernel.explore(expansion, steps)
        if status == kernel.FULL:
            self._widen(expansion.here.edges, expansion.there)
            status = kernel.RUNNING
        return status, expansion.here.edges.count - before

    def _widen(self, edges: kernel.Edges, phase: kernel.Phase) -> None:
        """Get memory for more edges of a phase, and for more states of the next."""
        if edges.count + self._most > len(edges.targets):
            length = 2 * len(edges.targets)
            require_memory(4 * length, self._budget)
            edges.targets = longer(Places, edges.targets, length)
        if phase.states + self._most > len(phase.keys):
            length = 2 * len(phase.keys)
            require_memory(24 * length, self._budget)
            phase.keys = longer(Counts, phase.keys, length)
            phase.edges.starts = longer(Counts, phase.edges.starts, length + 1)
            phase.table, phase.listed = zeros(Places, 2 * length), 0

    def trim(self) -> _Automaton:
        """Return the edges between states that can be completed; drop the others."""
        first = zeros(Places, self._first.states)
        trims, marks = [], [first]
        for column in self._columns:
            later = [zeros(Places, expansion.here.states) for expansion in column[1:]]
            pairs = zip(column, [first, *later], [*later, first], strict=True)
            trims += [partial(kernel.Trim, expansion.here.edges, a, b) for expansion, a, b in pairs]
            marks += later
        first[1] = found = 1
        while found:
            found = sum(self._apply(kernel.mark, trim()) for trim in reversed(trims))
        if not first[0]:
            return _Automaton([], {})
        for marked in marks:
            kernel.renumber(marked)
        for trim in trims:
            self._apply(kernel.keep, trim())
        plain, *others = ([phase.here.edges for phase in column] for column in self._columns)
        return _Automaton(plain, dict(zip(self._strip.ends, others, strict=True)))

    def _apply(self, work: Callable[[kernel.Trim, int], int], trim: kernel.Trim) -> int:
        """Mark or keep states of a phase; return their number."""
        drive(lambda steps: (work(trim, steps), 0), self._budget)
        return trim.found


# -- counting ----------------------------------------------------------------------------------


def _terms(strip: _Strip, automaton: _Automaton, budget: Budget) -> Iterator[Callable[[], int]]:
    """Yield functions that return the counts for as many columns as the ends need, and more."""
    plain, ends = automaton
    if not plain:
        yield from repeat(lambda: 0)
    walks, left = _Walks([plain, *ends.values()], budget), max(0, max(ends, default=-1) + 1)
    for column in count(1):
        walks.extend(ends.get(-column, plain))
        if left + column >= strip.fewest:
            yield partial(walks.total, [ends.get(at, plain) for at in range(left)])


class _Walks:
    """The numbers of walks from the first phase to a completed tour."""

    def __init__(self, columns: Sequence[Sequence[kernel.Edges]], budget: Budget) -> None:
        self._budget, self._pace = budget, Pace()
        self._widest = max(edges.states for column in columns for edges in column)
        self._words = self._top = 1
        self._after, self._before = zeros(Counts, self._widest), zeros(Counts, self._widest)
        self._after[1] = 1

    def extend(self, column: Sequence[kernel.Edges]) -> None:
        """Prepend a column."""
        for edges in reversed(column):
            # A sum has fewer terms than the spare bits can count. Plain Python has long ints.
            words = self._words
            room = words + (is_compiled() and self._top >> (kernel.BITS - SPARE_BITS) > 0)
            if self._widest * room > len(self._before):
                require_memory(8 * self._widest * room, self._budget)
                self._before = zeros(Counts, self._widest * room)
            sums = kernel.Sums(edges, self._after, self._before, words, room)
            while sums.at < edges.states:
                spent = self._pace.run(partial(_gather, sums), edges.states - sums.at)
                self._budget.spend(spent)
            self._after, self._before = self._before, self._after
            self._words, self._top = room, sums.top

    def total(self, left: Sequence[Sequence[kernel.Edges]]) -> int:
        """Return the number of walks from the start, with some more columns on the left."""
        walks = copy(self)
        if left:
            walks._before = zeros(Counts, 1)
            walks._after = longer(Counts, self._after, len(self._after))
        for column in reversed(left):
            walks.extend(column)
        return sum(walks._after[w] << (kernel.BITS * w) for w in range(walks._words))


def _gather(sums: kernel.Sums, steps: int) -> int:
    """Compute the sums of at most `steps` states; return the number of terms added."""
    begin = sums.edges.starts[sums.at]
    kernel.gather(sums, steps)
    return sums.edges.starts[sums.at] - begin


# -- the recurrence ----------------------------------------------------------------------------


def _shortest(terms: Sequence[int], prime: int, budget: Budget) -> list[int]:
    """Return the shortest recurrence modulo a prime (Berlekamp and Massey); it may end with 0."""
    now = [1]  # the connection polynomial: 1, and the coefficients with the other sign
    then, gap, wrong = [1], 1, 1  # the polynomial before the last lengthening; its discrepancy
    length = 0
    modular = [term % prime for term in terms]
    for i, term in enumerate(modular):
        budget.pause()
        rest = (term + sum(map(mul, now[1:], reversed(modular[:i])))) % prime
        if not rest:
            gap += 1
            continue
        factor = rest * pow(wrong, -1, prime) % prime
        shifted = [0] * gap + [c * factor for c in then]
        old = now
        now = [(a - b) % prime for a, b in zip_longest(now, shifted, fillvalue=0)]
        if 2 * length <= i:
            length, then, gap, wrong = i + 1 - length, old, 1, rest
        else:
            gap += 1
    return [-c % prime for c in now[1:]] + [0] * (length + 1 - len(now))


def _holds(coefficients: Sequence[int], terms: Sequence[int], budget: Budget) -> bool:
    """Return whether a recurrence holds for all terms after the first."""
    used = [(k, c) for k, c in enumerate(coefficients, 1) if c]
    for i in range(len(coefficients), len(terms)):
        budget.pause()
        if terms[i] != sum(c * terms[i - k] for k, c in used):
            return False
    return True
