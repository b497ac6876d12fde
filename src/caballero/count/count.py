"""A count: an exact number that knows what it counts.

Published numbers of the same board differ because authors mean different things: an "open tour"
may be any Hamiltonian path, or only one that cannot be closed; a path may count once, or once in
each direction. Here the words mean this:

* A *tour* is a sequence of squares that :func:`caballero.verify` accepts as an answer to the
  problem. An open tour and the same squares backwards are one *line*; a closed tour, begun
  anywhere and walked either way, is one *cycle*.
* A count is of the lines or cycles that can be walked as the problem asks, in one direction at
  least. A **directed** count has those that can be walked both ways twice.
* Where a problem gives numbers, most lines fit one way only: with a start, the line backwards
  starts elsewhere. Then a count and the directed count are the same: the number of sequences
  that answer the problem. Without given numbers every open tour has two directions, but for the
  one square of 1×1; :func:`goes_both_ways` tells.
* A closed tour may begin anywhere, so that a start alone asks nothing of it; of start and end
  together only their move is asked. Below three squares there is none.
* An open tour is *closable* if its ends are a move apart, one that the problem does not forbid,
  and it has three squares at least. Open tours include these unless ``closable`` says otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from caballero.errors import InvalidProblem
from caballero.formats.write import VERSION, problem_json, stats_json, wishes_json
from caballero.graph import Graph
from caballero.problem import Problem
from caballero.words import Message

if TYPE_CHECKING:
    from caballero.outcome import Stats


LONG: Final = 400
"""A number of more bits than this shows itself in a notebook by its first digits only."""


@dataclass(frozen=True, slots=True, repr=False)
class Count:
    """How many tours a problem has, exactly.

    Parameters
    ----------
    value : int
        The number.
    problem : Problem
        What was asked.
    method : str
        Who counted.
    stats : Stats
        What it cost.
    directed : bool
        Whether a tour that can be walked both ways counts twice.
    up_to_symmetry : bool
        Whether tours that a symmetry of the board takes to each other count once.
    closable : bool, optional
        Of open tours, whether only those were counted that could be closed (True) or that could
        not (False); None for all of them.

    See Also
    --------
    count_tours : makes it.

    Examples
    --------
    >>> from caballero import count_tours
    >>> count = count_tours("3x4")
    >>> count
    <8 open knight tours, 3x4>
    >>> int(count), int(count.as_directed()), count.kind
    (8, 16, 'open')
    """

    value: int
    problem: Problem
    method: str
    stats: Stats
    directed: bool = False
    up_to_symmetry: bool = False
    closable: bool | None = None

    def __int__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"<{self.value} {self._counted()}>"

    def _repr_html_(self) -> str:
        from html import escape  # only a notebook asks

        counted, said = self._counted(), self.convention.text()
        if self.value.bit_length() <= LONG:
            number = f"{self.value:,}".replace(",", "\u202f")
        else:
            power, rest = divmod(math.log10(self.value), 1)
            number = f"about {10**rest:.4f} × 10<sup>{power:.0f}</sup>"
        return (
            f"<p><strong>{number}</strong> {escape(counted, quote=False)}<br>"
            f"<small>{escape(said, quote=False)}</small></p>"
        )

    def _counted(self) -> str:
        """What was counted, and where."""
        ground = self.problem.ground
        if isinstance(ground, Graph):
            what, where = "paths" if self.kind == "open" else "cycles", f"{len(ground)} vertices"
        else:
            what, where = f"{self.kind} {self.problem.piece.name} tours", ground.name
        said = [what, where]
        said += ["directed"] if self.directed else []
        said += ["up to symmetry"] if self.up_to_symmetry else []
        if self.closable is not None:
            said.append("closable" if self.closable else "not closable")
        return ", ".join(said)

    @property
    def kind(self) -> str:
        """``closed`` or ``open``."""
        return "closed" if self.problem.closed else "open"

    @property
    def convention(self) -> Message:
        """What was counted, in a sentence.

        Examples
        --------
        >>> from caballero import count_tours
        >>> print(count_tours("3x4", closed=True).convention)
        Closed tours (Hamiltonian cycles), each counted once, not once in each direction.
        """
        one_way = not goes_both_ways(self.problem)
        return convention(
            self.problem.closed, self.directed, self.up_to_symmetry, self.closable, one_way=one_way
        )

    def as_directed(self) -> Count:
        """Return the same count with those tours twice that can be walked both ways.

        Raises
        ------
        InvalidProblem
            If the count is up to symmetry.

        Examples
        --------
        >>> from caballero import count_tours
        >>> int(count_tours("3x4", start="a1").as_directed())
        2
        """
        if self.up_to_symmetry:
            raise InvalidProblem("count-classes-only")
        if self.directed:
            return self
        both = goes_both_ways(self.problem)
        return replace(self, value=self.value * (2 if both else 1), directed=True)

    def to_dict(self) -> dict[str, object]:
        """Return what the JSON of a count says; the number is a text, for it may be large.

        Examples
        --------
        >>> from caballero import count_tours
        >>> data = count_tours("3x4").to_dict()
        >>> data["count"], data["kind"], data["directed"], data["board"]
        ('8', 'open', False, {'shape': [3, 4]})
        """
        return {
            "caballero": VERSION,
            "count": str(self.value),
            "kind": self.kind,
            "directed": self.directed,
            "up_to_symmetry": self.up_to_symmetry,
            "closable": self.closable,
            "method": self.method,
            **problem_json(self.problem),
            **wishes_json(self.problem),
            "stats": stats_json(self.stats),
        }


def convention(
    closed: bool,
    directed: bool = False,
    up_to_symmetry: bool = False,
    closable: bool | None = None,
    *,
    one_way: bool = False,
) -> Message:
    """Return a sentence that says what is counted.

    Parameters
    ----------
    closed, directed, up_to_symmetry, closable
        As in :class:`Count`.
    one_way : bool
        Whether the problem lets a tour be walked one way only.

    Examples
    --------
    >>> from caballero.count.count import convention
    >>> print(convention(closed=False, directed=True, closable=False))
    Open tours that cannot be closed, each counted once in each direction.
    """
    kinds = {None: "counted-open", True: "counted-closable", False: "counted-not-closable"}
    what = "counted-closed" if closed else kinds[closable]
    if up_to_symmetry:
        how = "counted-classes"
    elif one_way:
        how = "counted-one-way"
    else:
        how = "counted-directed" if directed else "counted-undirected"
    return Message("counted", {"what": Message(what), "how": Message(how)})


def goes_both_ways(problem: Problem) -> bool:
    """Say whether every tour of a problem is one backwards, too, and another one then.

    Backwards, number k of an open tour is n + 1 − k; a closed one that keeps number j where it
    is has number 2j − k for k.

    Examples
    --------
    >>> from caballero import Problem
    >>> from caballero.count.count import goes_both_ways
    >>> goes_both_ways(Problem.of(5)), goes_both_ways(Problem.of(5, start="a1"))
    (True, False)
    >>> goes_both_ways(Problem.of(6, start="a1", closed=True))
    True
    """
    count, numbers = problem.size, problem.numbered()
    if problem.closed:
        return count > 2 and len({2 * number % count for number in numbers}) < 2
    return count > 1 and all(2 * number == count + 1 for number in numbers)
