"""Check clauses that follow from reasons, step by step.

A *variable* is yes or no; variables have numbers from 1 on. Each step is a clause, a list of
variables, with a minus sign where the answer may be no: it says that at least one is as listed.
Then come the *reasons* from which it follows. The check supposes the contrary of the clause,
applies the reasons in turn, each to what is known by then, and must reach a contradiction. So
nothing is searched, and each step takes time linear in its reasons. The form is that of LRAT, which
lists clauses as reasons (L. Cruz-Filipe and others, "Efficient certified RAT verification", 2017);
here what the proof is about gives reasons as well.

Reason ``c5`` is clause 5. Clauses have numbers from 1 on, in their order; a clause of one variable
is a *fact*, and the empty clause is the contradiction that ends a proof.

Nothing here is shared with the search. Memory grows with the clauses that are not deleted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from caballero.machine.limits import pause

T = TypeVar("T")

SOME: Final = 16
"""The reasons between two pauses; a reason may take time linear in the graph."""


class Refused(Exception):
    """A step does not follow, or cannot be read."""


class Clauses(ABC):
    """The clauses that have been derived; `done` says whether the empty clause is among them."""

    def __init__(self, variables: int) -> None:
        # Of each literal, 1 if it is true and -1 if it is false; negative ones count from the end.
        self._value = array("b", bytes(2 * variables + 1))
        self._variables = variables
        self._trail: list[int] = []  # the literals that are supposed or concluded in this step
        self._clauses: dict[int, tuple[int, ...]] = {}
        self.count = 0
        self.done = False

    def read(self, line: str) -> None:
        """Check a step and add its clause, or delete clauses; raise :class:`Refused` if wrong."""
        try:
            if line.startswith("d "):
                for number in line[2:].split():
                    del self._clauses[int(number)]
                return
            literals, _, reasons = line.partition(":")
            clause = tuple(map(int, literals.split()))
            if clause and (0 in clause or max(map(abs, clause)) > self._variables):
                raise Refused("variable")
            self._add(clause, reasons.split())
        except (ValueError, KeyError, IndexError):
            raise Refused("unreadable") from None

    def _add(self, clause: tuple[int, ...], reasons: Iterable[str]) -> None:
        value, trail = self._value, self._trail
        try:
            for literal in clause:
                if not value[literal]:
                    value[literal] = -1
                    value[-literal] = 1
                    trail.append(literal)
                elif value[literal] > 0:
                    break  # the contrary is impossible
            else:
                if not self._refutes(reasons):
                    raise Refused("reasons")
        finally:
            for literal in trail:
                value[literal] = value[-literal] = 0
            trail.clear()
        self.count += 1
        if not clause:
            self.done = True
        elif len(clause) == 1:
            value[clause[0]] = 1
            value[-clause[0]] = -1
        else:
            self._clauses[self.count] = clause

    def _refutes(self, reasons: Iterable[str]) -> bool:
        """Conclude what follows from reasons, in turn; say if it is a contradiction."""
        value, note, meaning = self._value, self._trail.append, self._meaning
        for reason in self._paused(reasons):
            for clause in meaning(reason):
                last = 0
                for literal in clause:
                    known = value[literal]
                    if known >= 0:
                        if known or last:
                            break  # nothing follows: a literal is true, or two may be
                        last = literal
                else:
                    if not last:
                        return True
                    value[last] = 1
                    value[-last] = -1
                    note(last)
        return False

    def _paused(self, items: Iterable[T]) -> Iterator[T]:
        """Yield parts of a line, which may be long, and pause regularly."""
        for i, item in enumerate(items):
            if not i % SOME:
                pause()
            yield item

    @abstractmethod
    def _meaning(self, reason: str) -> Iterable[tuple[int, ...]]:
        """Return the clauses that a reason stands for, or that follow from it by now."""

    def _clause(self, name: str) -> tuple[tuple[int, ...]]:
        """Return the clause with a number."""
        return (self._clauses[int(name)],)

    def _two_of(self, variables: Iterable[int]) -> Iterable[tuple[int, ...]]:
        """Return what follows by now if exactly two of some variables are yes."""
        value = self._value
        used = 0
        left = []
        for x in variables:
            known = value[x]
            if known > 0:
                used += 1
            elif not known:
                left.append(x)
        if used == 2:
            return [(-x,) for x in left]
        count = used + len(left)
        if used > 2 or count < 2:
            return ((),)
        return [(x,) for x in left] if count == 2 else ()


def natural(text: str) -> int:
    """Read a number that is not negative."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def naturals(text: str) -> set[int]:
    """Read numbers with commas between them."""
    numbers = {*map(int, text.split(","))}
    if min(numbers) < 0:
        raise ValueError(text)
    return numbers
