"""A count: an exact number, with its meaning.

Published numbers of the same board differ because authors count different things: an "open tour"
may be any Hamiltonian path, or only a path that cannot be closed; a path may count once, or in each
direction. Here the words have these meanings:

* A *tour* is a sequence of squares that :func:`caballero.verify` accepts as an answer to the
  problem. An open tour and its reverse form a *line*; a closed tour, from any square and in
  either direction, is a *cycle*.
* A count is the number of lines or cycles that answer the problem in at least one direction. A
  **directed** count includes tours that answer it in both directions twice.
* Where a problem gives numbers, most lines answer it in a single direction: with a start, the
  reverse starts elsewhere. Then the count and the directed count are equal: the number of sequences
  that answer the problem. Without clues every open tour has two directions, except the one square
  of 1×1. Numbers inside a closed tour together with waypoints may leave two directions to only some
  tours; see :func:`~caballero.model.direction.goes_back`.
* A tour of a directed graph and its reverse, if that is a tour, are two tours. So the count and
  the directed count are equal, and a problem about a graph whose edges all lead both ways has as
  many as the directed count of the undirected graph.
* A closed tour may begin anywhere, so a start alone does not restrict it; start and end together
  only require the move between them. There is no closed tour of fewer than three squares, or
  of fewer than two vertices of a directed graph.
* An open tour is *closable* if it has at least three squares and its ends are joined by a move
  that is not forbidden. Open tours include these unless ``closable`` says otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from caballero.formats.write import VERSION, stats_json
from caballero.machine.errors import InvalidProblem
from caballero.machine.limits import Budget, running
from caballero.machine.words import Message, current_language, digits, english, number
from caballero.model.adjacency import title_on
from caballero.model.direction import goes_both_ways, may_go_back
from caballero.model.graph import Graph
from caballero.model.interchange import constraints_json, problem_json
from caballero.model.problem import Problem

from .engines import listed_count

if TYPE_CHECKING:
    from caballero.proof.outcome import Stats


MAX_BITS: Final = 400
"""The most bits of a number of which a notebook shows all digits."""


@dataclass(frozen=True, eq=False, repr=False)
class Count(int):
    """The exact number of tours of a problem: an integer, with its meaning.

    It compares, adds and prints like its number.

    Parameters
    ----------
    value : int
        The number.
    problem : Problem
        What was counted.
    method : str
        The engine.
    stats : Stats
        The cost.
    directed : bool
        Whether a tour that answers the problem in both directions counts twice.
    up_to_symmetry : bool
        Whether tours that a symmetry of the board maps to each other count once.
    closable : bool, optional
        Of open tours, whether only those were counted that can be closed (True) or that cannot
        (False); None for all of them.
    sums : str, optional
        The kind of :func:`caballero.counting.magic_tours`, if only those were counted: of closed
        tours each first square then counts for itself.

    See Also
    --------
    count_tours : returns a count.

    Examples
    --------
    >>> from caballero import count_tours
    >>> count = count_tours("3x4")
    >>> count
    <8 open knight tours, 3x4>
    >>> count == 8, count + 1, int(count.as_directed()), count.kind
    (True, 9, 16, 'open')
    >>> print(sum(count_tours(f"3x{n}") for n in range(7, 10)))
    1008
    """

    value: int
    problem: Problem
    method: str
    stats: Stats
    directed: bool = False
    up_to_symmetry: bool = False
    closable: bool | None = None
    sums: str | None = None

    def __new__(cls, value: int, *_: object, **__: object) -> Count:
        """Make the number; the dataclass sets the rest."""
        return int.__new__(cls, value)

    def __str__(self) -> str:
        return digits(self.value)

    def __repr__(self) -> str:
        return f"<{self} {self._description()}>"

    def _repr_html_(self) -> str:
        from html import escape  # only a notebook needs it

        language = current_language()
        if self.value.bit_length() <= MAX_BITS:
            shown = number(self.value, language)
        else:
            power, rest = divmod(math.log10(self.value), 1)
            digits = number(10**rest, language, ".4f")
            about = Message("count-about", {"number": f"{digits} × 10<sup>{power:.0f}</sup>"})
            shown = about.text(language)
        counted, how = (
            escape(message.text(language), quote=False)
            for message in (self._counted, self.convention)
        )
        return f"<p><strong>{shown}</strong> {counted}<br><small>{how}</small></p>"

    @property
    def _counted(self) -> Message:
        """What was counted, and where, in a few words."""
        ground = self.problem.ground
        if isinstance(ground, Graph):
            code = "count-of-cycles" if self.problem.closed else "count-of-paths"
            return Message(code, {"count": len(ground)})
        code = "count-of-closed" if self.problem.closed else "count-of-open"
        return Message(code, {"piece": title_on(ground, self.problem.piece), "board": ground.title})

    def _description(self) -> str:
        """Return what was counted, where and how, in a few words."""
        parts = [english(self._counted)]
        parts += ["directed"] if self.directed else []
        parts += ["up to symmetry"] if self.up_to_symmetry else []
        if self.closable is not None:
            parts.append("closable" if self.closable else "not closable")
        parts += [] if self.sums is None else [f"equal sums ({self.sums})"]
        return ", ".join(parts)

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
        Closed tours (Hamiltonian cycles), each tour and its reverse counted as one.
        """
        plain = convention_of(self.problem, self.directed, self.up_to_symmetry, self.closable)
        if self.sums is None:
            return plain
        code = "counted-closed-sums" if self.problem.closed else "counted-sums"
        kind = Message(f"magic-kind-{self.sums}")
        what = Message(code, {"what": plain.data["what"], "kind": kind})
        return Message("counted", {**plain.data, "what": what})

    def as_directed(self) -> Count:
        """Return the directed count: tours that answer the problem in both directions count twice.

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
        return directed_count(self, running())

    def to_dict(self) -> dict[str, object]:
        """Return the count as JSON; the number is a text, because it may be large.

        Examples
        --------
        >>> from caballero import count_tours
        >>> data = count_tours("3x4").to_dict()
        >>> data["count"], data["kind"], data["directed"], data["board"]
        ('8', 'open', False, {'shape': [3, 4]})
        """
        return {
            "caballero": VERSION,
            "count": str(self),
            "kind": self.kind,
            "directed": self.directed,
            "up_to_symmetry": self.up_to_symmetry,
            "closable": self.closable,
            **({} if self.sums is None else {"sums": self.sums}),
            "method": self.method,
            **problem_json(self.problem),
            **constraints_json(self.problem),
            "stats": stats_json(self.stats),
        }


def directed_count(count: Count, budget: Budget) -> Count:
    """Return the directed count; tours are listed if only some go both ways."""
    both, value = goes_both_ways(count.problem), count.value
    if may_go_back(count.problem) and not both:
        value = listed_count(count.problem, budget, directed=True)
    return replace(count, value=value * (2 if both else 1), directed=True)


def convention_of(
    problem: Problem,
    directed: bool = False,
    up_to_symmetry: bool = False,
    closable: bool | None = None,
) -> Message:
    """Return a sentence about the counted tours; the flags are those of `Count`."""
    how = "counted-in-its-direction" if problem.directed else "counted-one-way"
    one_way = None if may_go_back(problem) else how
    return convention(problem.closed, directed, up_to_symmetry, closable, one_way=one_way)


def convention(
    closed: bool,
    directed: bool = False,
    up_to_symmetry: bool = False,
    closable: bool | None = None,
    *,
    one_way: str | None = None,
) -> Message:
    """Return a sentence about the tours that are counted; the flags are as in :class:`Count`.

    If each tour answers the problem in one direction only, `one_way` is the code of the reason.
    """
    kinds = {None: "counted-open", True: "counted-closable", False: "counted-not-closable"}
    what = "counted-closed" if closed else kinds[closable]
    if up_to_symmetry:
        how = "counted-classes"
    elif one_way:
        how = one_way
    else:
        how = "counted-directed" if directed else "counted-undirected"
    return Message("counted", {"what": Message(what), "how": Message(how)})
