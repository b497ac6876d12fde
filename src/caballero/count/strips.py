"""Long strips: exact counts of narrow boards of any length, and the recurrences they obey.

The states of a sweep along a strip are those of a finite automaton
(:mod:`caballero.kernels.strips` says how, and whose ideas these are). It is built once; then each
column is a product with a sparse matrix, in exact numbers that become longer when they must. As
the automaton has no end of its own, all shorter strips are counted on the way. It is swept
backwards: a number says in how many ways a state can be completed.

If no state can be completed, no strip of that height has a tour, whatever its length.

The shortest recurrence is found by the algorithm of E. R. Berlekamp (1968) and J. L. Massey
("Shift-register synthesis and BCH decoding", IEEE Transactions on Information Theory 15, 1969),
modulo a Mersenne prime that is larger than the coefficients. These are integers (P. Fatou, 1906,
as the counts are integers and have a rational generating function), and modulo a prime the
shortest recurrence is not longer than that. So one that is true of the counts is the shortest.

It is true: what is left when it is applied to the counts is a sequence that the automaton gives,
too. By the theorem of Cayley and Hamilton that is zero for ever if it is zero for as many terms
as there are states at the end of a column. Where these are too many, it is looked at on at least
as many terms as its order that were not used to find it, and `proved` is False.

Invariants: counts are exact; a recurrence holds for all terms it was checked on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, zip_longest
from operator import mul
from typing import Final, NamedTuple, cast

from caballero.board import Board
from caballero.errors import InvalidBoard
from caballero.kernels import strips as kernel
from caballero.kernels._speed import Counts, Ints, Marks, as_arrays
from caballero.limits import Budget, LimitHit
from caballero.problem import Problem

from .brute import brute_count
from .sweep import SPARE, free_memory

COMPILE_ABOVE: Final = 4_000  # edges from which on compiling pays: some 0.1 s
PLAIN_SUMS: Final = 2_000_000  # terms of sums until then: some 0.2 s
PLAIN_STATES: Final = 200  # a portion at the plain speed: some 20 ms
COMPILED_STATES: Final = 20_000
SMALLEST: Final = 8  # the height of the smallest table
SPARE_BITS: Final = 62 - kernel.BITS  # what a sum may have more than its terms
FEW_STATES: Final = 5_000  # so many terms are soon checked
MARGIN: Final = 16  # fresh terms, at least
MERSENNE: Final = (61, 127, 521, 1279, 2203, 4423, 9689, 19937)
"""Exponents of primes."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A linear recurrence of the counts of a strip: ``a(n)`` is that of ``n`` columns.

    Parameters
    ----------
    height : int
        How many rows the strip has.
    closed : bool
        Whether closed tours are counted.
    coefficients : tuple of int
        Of ``a(n-1)``, ``a(n-2)``, …; the last is not 0.
    initial : tuple of int
        The first counts. The recurrence holds for all that follow.
    first_columns : int
        How many columns the first of them is about.
    fresh : int
        On how many terms it was checked that were not used to find it.
    proved : bool
        Whether these are as many as prove it for ever.

    Examples
    --------
    >>> from caballero.count.strips import Recurrence
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

    @property
    def order(self) -> int:
        """How many terms back it looks."""
        return len(self.coefficients)

    def term(self, columns: int) -> int:
        """Return the count for some columns.

        Raises
        ------
        InvalidBoard
            If there are fewer columns than it begins with.

        Notes
        -----
        Takes time for the order, the columns, and the digits of the count.
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
        """Return the recurrence as people write it.

        Examples
        --------
        >>> from caballero.count.strips import Recurrence
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

    Parameters
    ----------
    problem : Problem
        A full board whose longer side does not wrap, and no wishes but closed or not.
    budget : Budget
        Counts the edges of the automaton, and each of them again for each column.

    Returns
    -------
    int
        How many tours there are.

    Raises
    ------
    OverflowError
        If the board is no such strip, or too wide.

    Notes
    -----
    The automaton of the knight has 500 edges for closed and 3 000 for open tours of 3 rows,
    10 000 for open tours of 4 rows, 370 000 and 2.8 million for 5, 8 million for closed tours of 6.
    Each is used once for each column and each 52 bits of the count.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.strips import strip_count
    >>> from caballero.limits import Budget
    >>> strip_count(Problem.of("3x10", closed=True), Budget())
    16
    >>> strip_count(Problem.of("3x50", closed=True), Budget())
    960786342292812728320
    """
    strip = _strip(problem)
    if problem.size < 3:
        return brute_count(problem, budget)
    automaton = _automaton(strip, budget)
    return next(islice(_terms(automaton, budget), strip.columns - 1, None))


def strip_is_empty(problem: Problem, budget: Budget) -> bool:
    """Say whether no strip of this height has a tour, whatever its length.

    Parameters
    ----------
    problem : Problem
        As for :func:`strip_count`; the length of the longer side does not matter.
    budget : Budget
        Counts the edges of the automaton.

    Returns
    -------
    bool
        True is a proof: from no state of the sweep a tour can be completed.

    Raises
    ------
    OverflowError
        If the board is no such strip, or too wide.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.strips import strip_is_empty
    >>> from caballero.limits import Budget
    >>> strip_is_empty(Problem.of("4x9", closed=True), Budget())
    True
    >>> strip_is_empty(Problem.of("3x9", closed=True), Budget())
    False
    """
    return not _automaton(_strip(problem), budget).states


def recurrence(problem: Problem, budget: Budget) -> Recurrence:
    """Find the shortest linear recurrence of the counts of all strips of one height.

    Parameters
    ----------
    problem : Problem
        As for :func:`strip_count`; the length of the longer side does not matter.
    budget : Budget
        Counts the edges of the automaton, and each of them again for each column.

    Returns
    -------
    Recurrence
        Checked, and proved if the automaton is small.

    Raises
    ------
    OverflowError
        If the board is no such strip, or too wide.

    Notes
    -----
    It needs about three times as many terms as its order. For the knight that is 42 for closed
    and 172 for open tours of 3 rows, 240 for open tours of 4 rows, after 44, 178 and 243 initial
    terms. For closed tours of 5 rows it is above 8 000, which is out of reach.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.strips import recurrence
    >>> from caballero.limits import Budget
    >>> found = recurrence(Problem.of("4x9", piece="wazir", closed=True), Budget())
    >>> found.text(), found.initial, found.proved
    ('a(n) = 2·a(n-1) + 2·a(n-2) - 2·a(n-3) + a(n-4)', (0, 1, 2, 6), True)
    """
    strip = _strip(problem)
    automaton = _automaton(strip, budget)
    if not automaton.states:
        return Recurrence(strip.height, problem.closed, (), (), 1, 0, True)
    source = _terms(automaton, budget)
    terms = list(islice(source, 3 * MARGIN))
    while True:
        order = len(_shortest(terms, (1 << MERSENNE[0]) - 1, budget))
        wanted = 3 * order + MARGIN
        if len(terms) >= wanted:
            break
        terms += islice(source, wanted - len(terms))
    if automaton.states <= FEW_STATES:
        terms += islice(source, max(0, automaton.states + order - len(terms)))
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
        1,
        len(terms) - 2 * order,
        len(terms) >= automaton.states + order,
    )


# -- the strip and its automaton ---------------------------------------------------------------


class _Strip(NamedTuple):
    """A strip: its sides, and the moves from each row, as :func:`kernel.new_strip` wants them."""

    height: int
    columns: int
    moves: list[list[tuple[int, int]]]
    closed: bool


def _strip(problem: Problem) -> _Strip:
    """Read a problem as a strip along the longest axis that does not wrap."""
    board = problem.ground
    wishes = problem.clues or problem.forced or problem.forbidden
    if (
        not isinstance(board, Board)
        or len(board.shape) != 2
        or board.holes
        or all(board.wraps)
        or wishes
        or (problem.start, problem.end) != (None, None)
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
    return _Strip(height, columns, moves, problem.closed)


class _Edges(NamedTuple):
    """Where the states of a phase lead: those of state ``i`` are from ``starts[i]`` on."""

    starts: Counts
    targets: Marks


class _Automaton(NamedTuple):
    """The states that can be reached, and completed.

    Parameters
    ----------
    states : int
        How many there are at the end of a column. The first is where all begins; no state at all
        if no tour can be completed.
    last : int
        The one where a tour has stopped.
    edges : list of _Edges
        For each phase.
    """

    states: int
    last: int
    edges: list[_Edges]


class _Phase(NamedTuple):
    """The states of a phase, with room for more: their keys, a table of them, their edges."""

    keys: Counts
    table: Marks
    starts: Counts
    targets: Marks


class _Scratch(NamedTuple):
    """What a kernel needs beside its data."""

    mate: Marks
    opened: Marks
    counters: Counts


def _automaton(strip: _Strip, budget: Budget) -> _Automaton:
    """Build the automaton of a strip."""
    explorer = _Explorer(strip, budget)
    explorer.run()
    return explorer.trimmed()


class _Explorer:
    """An automaton in the making: all the states there are, phase by phase."""

    def __init__(self, strip: _Strip, budget: Budget) -> None:
        self._budget = budget
        self._strip = kernel.new_strip(strip.height, strip.moves)
        self._scratch = _Scratch([0] * kernel.WIDEST, [0] * kernel.WIDEST, [0, 0, 0])
        self._compiled = False
        self._rows = strip.height
        most = max(len(moves) + 1 for moves in strip.moves)
        self._most = most * most  # edges of one state
        room = _room(SMALLEST)
        self._phases = [
            _Phase([0] * room, [-1] * (1 << SMALLEST), [0] * (room + 1), [0] * room)
            for _ in range(self._rows)
        ]
        self._states = [0] * self._rows
        self._done = [0] * self._rows
        self._edges = [0] * self._rows
        first = self._phases[0]
        # A hub that is used up makes tours closed.
        first.keys[0] = int(strip.closed) << self._strip.shifts[-1]
        kernel.rehash.plain(first.keys, 1, first.table, SMALLEST)
        self._states[0] = 1

    def run(self) -> None:
        """Expand states until there are no new ones."""
        while self._done != self._states:
            for row in range(self._rows):
                while self._done[row] < self._states[row]:
                    self._expand(row)

    def _expand(self, row: int) -> None:
        """Expand some states of a phase."""
        if not self._compiled and sum(self._edges) >= COMPILE_ABOVE:
            self._compiled = True
            self._strip, self._scratch = as_arrays(self._strip), as_arrays(self._scratch)
            self._phases = [as_arrays(phase) for phase in self._phases]
        explore = kernel.explore.compiled if self._compiled else kernel.explore.plain
        portion = COMPILED_STATES if self._compiled else PLAIN_STATES
        following = (row + 1) % self._rows
        here, there = self._phases[row], self._phases[following]
        counters = self._scratch.counters
        counters[kernel.NEXT] = self._done[row]
        counters[kernel.USED] = self._states[following]
        counters[kernel.EDGES] = before = self._edges[row]
        status = explore(
            *self._strip, row, self._rows, min(self._states[row], self._done[row] + portion),
            here.keys, here.starts, here.targets, there.keys, there.table, _height(there.table),
            len(there.keys), *self._scratch,
        )  # fmt: skip
        self._done[row] = int(counters[kernel.NEXT])
        self._states[following] = int(counters[kernel.USED])
        self._edges[row] = int(counters[kernel.EDGES])
        self._budget.spend(self._edges[row] - before)
        if status == kernel.FULL:
            self._widen(row, following)

    def _widen(self, row: int, following: int) -> None:
        """Make room for more edges of a phase, and for more states of the next."""
        phase = self._phases[row]
        if self._edges[row] + self._most > len(phase.targets):
            longer = _longer(phase.targets, 2 * len(phase.targets))
            self._phases[row] = phase._replace(targets=longer)
        phase = self._phases[following]
        if self._states[following] + self._most > len(phase.keys):
            height = _height(phase.table) + 1
            room = _room(height)
            rehash = kernel.rehash.compiled if self._compiled else kernel.rehash.plain
            wider = phase._replace(
                keys=_longer(phase.keys, room),
                table=_longer(phase.table[:0], 1 << height, -1),
                starts=_longer(phase.starts, room + 1),
            )
            rehash(wider.keys, self._states[following], wider.table, height)
            self._phases[following] = wider

    def trimmed(self) -> _Automaton:
        """Return the states that can be completed, and their edges."""
        first = self._phases[0]
        at = kernel.place_of(kernel.CLOSED, first.keys, first.table, _height(first.table))
        last = int(first.table[at])
        if last < 0:
            return _Automaton(0, 0, [])
        mark = kernel.mark.compiled if self._compiled else kernel.mark.plain
        number = kernel.number.compiled if self._compiled else kernel.number.plain
        keep = kernel.keep.compiled if self._compiled else kernel.keep.plain
        marks = [
            _longer(phase.table[:0], n) for phase, n in zip(self._phases, self._states, strict=True)
        ]
        marks[0][last] = found = 1
        backwards = range(self._rows - 1, -1, -1)
        while found:
            found = 0
            for row in backwards:
                phase, after = self._phases[row], marks[(row + 1) % self._rows]
                found += mark(phase.starts, phase.targets, self._states[row], marks[row], after)
                self._budget.spend(0)
        kept = [int(number(marked)) for marked in marks]
        edges = []
        for row, phase in enumerate(self._phases):
            after = marks[(row + 1) % self._rows]
            size = keep(phase.starts, phase.targets, self._states[row], marks[row], after)
            edges.append(_Edges(phase.starts[: kept[row] + 1], phase.targets[:size]))
        # What can be completed can be so from the beginning.
        return _Automaton(kept[0], int(marks[0][last]), edges)


def _height(table: Ints) -> int:
    return len(table).bit_length() - 1


def _room(height: int) -> int:
    """How many of the places of a table may be taken."""
    return 3 << (height - 2)


def _longer(values: Ints, length: int, fill: int = 0) -> Ints:
    """Return a list, or an array, with more behind, if the machine has room for it."""
    if isinstance(values, list):
        return values + [fill] * (length - len(values))
    import numpy

    old = cast("numpy.typing.NDArray[numpy.int64]", values)
    if old.itemsize * length > SPARE * free_memory():
        raise LimitHit("megabytes")
    new = numpy.full(length, fill, dtype=old.dtype)
    new[: len(old)] = old
    return cast("Ints", new)


# -- counting ----------------------------------------------------------------------------------


def _terms(automaton: _Automaton, budget: Budget) -> Iterator[int]:
    """Yield the counts for 1, 2, … columns, for ever."""
    if not automaton.states:
        while True:
            yield 0
    phases = automaton.edges[::-1]
    numbers = [0] * automaton.states
    numbers[automaton.last] = 1
    work = sum(len(edges.targets) for edges in phases)
    while isinstance(phases[0].targets, list):
        rows = [_rows(edges) for edges in phases]
        for _ in range(max(1, PLAIN_SUMS // work)):
            for row in rows:
                numbers = [sum([numbers[target] for target in targets]) for targets in row]
            budget.spend(work)
            yield numbers[0]
        phases = [as_arrays(edges) for edges in phases]  # still lists where nobody compiles
    yield from _long_terms(phases, numbers, budget)


def _rows(edges: _Edges) -> list[Ints]:
    return [edges.targets[a:b] for a, b in pairwise(edges.starts)]


def _long_terms(phases: Sequence[_Edges], values: Sequence[int], budget: Budget) -> Iterator[int]:
    """Yield more counts, compiled, with numbers of several ints."""
    import numpy

    words = 1 + max(values).bit_length() // kernel.BITS
    low = (1 << kernel.BITS) - 1
    numbers = cast(
        "Ints",
        numpy.array([v >> (kernel.BITS * w) & low for v in values for w in range(words)]),
    )
    top = low
    while True:
        for edges in phases:
            # A sum has fewer terms than the spare bits can count.
            if top >> (kernel.BITS - SPARE_BITS):
                numbers, words, top = _widened(numbers, words), words + 1, 0
            states = len(edges.starts) - 1
            before, sums = (cast("Ints", numpy.empty(n * words, numpy.int64)) for n in (states, 1))
            top = kernel.gather.compiled(*edges, states, words, numbers, before, sums)
            numbers = before
            budget.spend(len(edges.targets))
        yield kernel.value_of(numbers, 0, words)


def _widened(numbers: Ints, words: int) -> Ints:
    """Give each number one more int."""
    import numpy

    old = cast("numpy.typing.NDArray[numpy.int64]", numbers).reshape(-1, words)
    new = numpy.zeros((len(old), words + 1), dtype=numpy.int64)
    new[:, :words] = old
    return cast("Ints", new.reshape(-1))


# -- the recurrence ----------------------------------------------------------------------------


def _shortest(terms: Sequence[int], prime: int, budget: Budget) -> list[int]:
    """Return the shortest recurrence of some terms modulo a prime: Berlekamp and Massey.

    As many coefficients as terms are needed to begin with; the last may be 0.
    """
    now = [1]  # the connection polynomial: 1, and the coefficients with the other sign
    then, gap, wrong = [1], 1, 1  # the one before it last became longer, and how it failed
    length = 0
    modular = [term % prime for term in terms]
    for i, term in enumerate(modular):
        budget.spend(0)
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
    """Whether a recurrence is true of all terms after the first."""
    used = [(k, c) for k, c in enumerate(coefficients, 1) if c]
    for i in range(len(coefficients), len(terms)):
        budget.spend(0)
        if terms[i] != sum(c * terms[i - k] for k, c in used):
            return False
    return True
