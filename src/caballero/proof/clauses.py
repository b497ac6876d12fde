"""Check clauses that follow from reasons, one step after the other.

A *variable* is yes or no; variables have numbers from 1 on. Each step is a clause, a list of
variables, those that may be no with a minus sign: it says that one of them is as listed. Then come
the *reasons* from which it follows. The check supposes the contrary of the clause, applies the
reasons one after the other, each to what is known by then, and must reach a contradiction. So
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
from collections.abc import Iterable


class Refused(Exception):
    """A step does not follow, or cannot be read."""


class Clauses(ABC):
    """The clauses that have been derived; `done` says whether the empty one is among them."""

    def __init__(self, variables: int) -> None:
        # Of each literal, 1 if it is true and -1 if it is false; negative ones count from the end.
        self._value = array("b", bytes(2 * variables + 1))
        self._variables = variables
        self._trail: list[int] = []  # the literals that are supposed or concluded in this step
        self._clauses: dict[int, tuple[int, ...]] = {}
        self.count = 0
        self.done = False

    def read(self, line: str) -> None:
        """Check a step and add its clause; or delete clauses.

        Raises :class:`Refused` unless the step follows.
        """
        try:
            if line.startswith("d "):
                for number in line[2:].split():
                    del self._clauses[int(number)]
                return
            literals, _, reasons = line.partition(":")
            clause = tuple(map(int, literals.split()))
            if not all(0 < abs(literal) <= self._variables for literal in clause):
                raise Refused("variable")
            self._add(clause, reasons.split())
        except (ValueError, KeyError, IndexError):
            raise Refused("unreadable") from None

    def _add(self, clause: tuple[int, ...], reasons: Iterable[str]) -> None:
        value = self._value
        try:
            supposed = all(self._conclude(-literal) for literal in clause)
            if supposed and not any(self._apply(reason) for reason in reasons):
                raise Refused("reasons")
        finally:
            for literal in self._trail:
                value[literal] = value[-literal] = 0
            self._trail.clear()
        self.count += 1
        if not clause:
            self.done = True
        elif len(clause) == 1:
            value[clause[0]] = 1
            value[-clause[0]] = -1
        else:
            self._clauses[self.count] = clause

    def _conclude(self, literal: int) -> bool:
        """Note that a variable is yes, or no; say whether this is possible."""
        value = self._value
        if not value[literal]:
            value[literal] = 1
            value[-literal] = -1
            self._trail.append(literal)
        return value[literal] > 0

    def _apply(self, reason: str) -> bool:
        """Conclude what follows from a reason; say whether that is a contradiction."""
        if reason[0] == "c":
            return self._one_of(self._clauses[int(reason[1:])])
        return self._apply_other(reason[0], reason[1:])

    @abstractmethod
    def _apply_other(self, kind: str, rest: str) -> bool:
        """Conclude what follows from a reason of another kind, from what the proof is about."""

    def _one_of(self, clause: Iterable[int]) -> bool:
        """Conclude that one of some literals is true."""
        value = self._value
        last = 0
        for literal in clause:
            known = value[literal]
            if known >= 0:
                if known or last:
                    return False
                last = literal
        return not last or not self._conclude(last)

    def _two_of(self, variables: Iterable[int]) -> bool:
        """Conclude that exactly two of some variables are yes."""
        value = self._value
        used = [x for x in variables if value[x] > 0]
        left = [x for x in variables if value[x] == 0]
        if len(used) == 2:
            for x in left:
                self._conclude(-x)
        elif len(used) + len(left) == 2:
            for x in left:
                self._conclude(x)
        return len(used) > 2 or len(used) + len(left) < 2


def natural(text: str) -> int:
    """Read a number that is not negative."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def naturals(text: str) -> set[int]:
    """Read numbers with commas between them."""
    return {natural(number) for number in text.split(",")}
