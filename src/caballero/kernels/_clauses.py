"""Learnt clauses and the log of a proof: what the searches that learn from conflicts share.

A clause at ``c`` is ``size, LBD, next, next, literal, …``. Its first two literals are watched: the
clause stands in the linked lists that begin with their `watch`, and ``next`` continues them. The
LBD, how many levels meet in a clause, is the best measure of its use (G. Audemard and L. Simon,
"Predicting learnt clauses quality in modern SAT solvers", 2009). It is 0 or negative for clauses
that were not learnt, which are kept.

The log has a record for each conclusion: its reasons, those that are needed last first; minus one,
less the number of literals; the literals; and where the clause is kept, or 0. A fact is a clause of
one literal, a contradiction one of none. A reason is four times a number, plus its kind, and what
the kind of reason needs.
"""

from __future__ import annotations

from dataclasses import dataclass

from ._kernel import Flags, Marks


@dataclass(slots=True)
class Log:
    """The conclusions of a search, with their reasons; without room nothing is logged."""

    entries: Marks
    size: int = 0


def put(log: Log, number: int) -> None:
    """Append a number to the log."""
    log.entries[log.size] = number
    log.size += 1


def put_fact(log: Log, literal: int) -> None:
    """Log a fact, which follows from the reasons that were logged before it."""
    put(log, -2)
    put(log, literal)
    put(log, 0)


def put_contradiction(log: Log) -> None:
    """Log the contradiction that follows from the reasons that were logged before it."""
    put(log, -1)
    put(log, 0)


def put_clause(log: Log, literal: int, learnt: Marks, length: int, value: Flags, c: int) -> None:
    """Log the clause that the values in `learnt` imply a literal, and where it is kept."""
    put(log, -2 - length)
    put(log, literal)
    for k in range(length):
        x = learnt[k]
        put(log, 2 * x + (1 if value[2 * x] > 0 else 0))
    put(log, c)


def watch_clause(clauses: Marks, watch: Marks, c: int) -> None:
    """Watch the first two literals of a clause."""
    for side in range(2):
        literal = clauses[c + 4 + side]
        clauses[c + 2 + side] = watch[literal]
        watch[literal] = c


def keep_best(clauses: Marks, watch: Marks, value: Flags, used: int, most: int) -> int:
    """Keep the clauses of the lowest LBD, in half of the room that those not learnt leave.

    Return where the free part of `clauses` begins then. The LBD is less than `most`. No decision
    may be on the trail, which is propagated.
    """
    least = 0  # all clauses up to this LBD fit
    while most - least > 1:
        middle = (least + most) // 2
        fixed = 1
        total = 0
        c = 1
        while c < used:
            if clauses[c + 1] <= 0:
                fixed += 4 + clauses[c]
            elif clauses[c + 1] <= middle:
                total += 4 + clauses[c]
            c += 4 + clauses[c]
        if 2 * total <= len(clauses) - fixed:
            least = middle
        else:
            most = middle
    for literal in range(len(watch)):
        watch[literal] = 0
    new = 1
    c = 1
    while c < used:
        length = clauses[c]
        keep = clauses[c + 1] <= least
        for k in range(c + 4, c + 4 + length):
            if value[clauses[k]] > 0:  # a fact: the clause is always true
                keep = False
        if keep:
            for k in range(4 + length):
                clauses[new + k] = clauses[c + k]
            watch_clause(clauses, watch, new)
            new += 4 + length
        c += 4 + length
    return new
