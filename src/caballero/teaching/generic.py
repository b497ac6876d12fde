"""Generic backtracking: the skeleton of the class notes, for any puzzle.

A puzzle answers five questions about *candidates*, partial solutions of whatever kind:
the initial candidate, whether a candidate is worth exploring, whether it is final, its
extensions, and how a solution is shown. Backtracking needs nothing else. The class notes
of IIC1103 (Pontificia Universidad Católica de Chile) write the skeleton as a recursive function
that stops at the first solution; here it keeps its own stack, so that it meets no recursion
limit, and yields the solutions on demand. A puzzle may give the five functions the
names of the notes, too.

Invariant: the stack holds, for each candidate on the way from the initial to the current,
the extensions that are still to be tried.

The puzzles in :mod:`caballero.teaching.puzzles` show that it is generic.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import pairwise
from typing import Any, Final, Protocol, TypeVar, Unpack

from caballero.machine.errors import InvalidInput
from caballero.machine.limits import Budget, LimitOptions, Limits
from caballero.model.events import EventKind
from caballero.proof.asking import QUESTION, verb
from caballero.proof.outcome import raising_limits

Candidate = TypeVar("Candidate")

LIMITS: Final = Limits(seconds=60, megabytes=1_000)
"""For a puzzle of which nothing is said: it may have no end."""


class SearchProblem(Protocol[Candidate]):
    """The five questions that backtracking asks.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> class Coins:
    ...     "Pay 7 with coins of 5, 2 and 1, the larger ones first."
    ...     def initial(self): return ()
    ...     def worth_exploring(self, coins): return sum(coins) <= 7
    ...     def is_final(self, coins): return sum(coins) == 7
    ...     def extensions(self, coins):
    ...         return [(*coins, c) for c in (5, 2, 1) if c <= min(coins, default=5)]
    ...     def show(self, coins): return "+".join(map(str, coins))
    >>> coins = Coins()
    >>> [coins.show(paid) for paid in backtrack(coins)][:3]
    ['5+2', '5+1+1', '2+2+2+1']
    """

    def initial(self) -> Candidate:
        """Return the candidate from which everything starts."""
        ...

    def worth_exploring(self, candidate: Candidate, /) -> bool:
        """Return whether a candidate can still become a solution."""
        ...

    def is_final(self, candidate: Candidate, /) -> bool:
        """Return whether a candidate is a solution."""
        ...

    def extensions(self, candidate: Candidate, /) -> Iterable[Candidate]:
        """Return the candidates that are a step further, in the order to try them."""
        ...

    def show(self, candidate: Candidate, /) -> str:
        """Return a solution as a person wants to see it."""
        ...


class NotesProblem(Protocol[Candidate]):
    """The five questions under their names in the class notes.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> class Mapa:
    ...     "Colour a chain of three countries."
    ...     def __init__(self, colores): self.colores = colores
    ...     def SolucionInicial(self): return []
    ...     def SirveComoSolucionParcial(self, mapa): return len(mapa) < 2 or mapa[-1] != mapa[-2]
    ...     def SirveComoSolucionFinal(self, mapa): return len(mapa) == 3
    ...     def ObtenerSolucionesCandidatas(self, mapa):
    ...         return [mapa + [color] for color in range(self.colores)]
    ...     def MostrarSolucionFinal(self, mapa): print(mapa)
    >>> list(backtrack(Mapa(2)))
    [[0, 1, 0], [1, 0, 1]]
    """

    def SolucionInicial(self) -> Candidate:  # noqa: N802 - the names of the notes
        """Return the candidate from which everything starts: ``initial``."""
        ...

    def SirveComoSolucionParcial(self, candidate: Candidate, /) -> bool:  # noqa: N802
        """Return whether a candidate can still become a solution: ``worth_exploring``."""
        ...

    def SirveComoSolucionFinal(self, candidate: Candidate, /) -> bool:  # noqa: N802
        """Return whether a candidate is a solution: ``is_final``."""
        ...

    def ObtenerSolucionesCandidatas(self, candidate: Candidate, /) -> Iterable[Candidate]:  # noqa: N802
        """Return the candidates that are a step further: ``extensions``."""
        ...

    def MostrarSolucionFinal(self, candidate: Candidate, /) -> Any:  # noqa: N802
        """Show a solution: ``show``."""
        ...


def _question(puzzle: object, name: str, in_notes: str) -> Any:
    """Return a function, of the five of a puzzle, by either of its names."""
    for known in (name, in_notes):
        if callable(found := getattr(puzzle, known, None)):
            return found
    raise InvalidInput("puzzle-question", name=name, notes=in_notes)


def budget_of_steps(**how: Unpack[LimitOptions]) -> Budget:
    """Return the budget of a search that runs step by step, and so within no other search."""
    return Budget(**limits_or(LIMITS, how), alone=True)


def limits_or(usual: Limits, how: LimitOptions) -> LimitOptions:
    """Return what limits a search: the usual limits unless others are given."""
    given = how.get("limits") is not None or how.get("timeout") is not None
    return how if given else {**how, "limits": usual}


def given(question: Any, *candidate: Any) -> Any:
    """Return an answer; refuse None, which a function without ``return`` gives."""
    if (answer := question(*candidate)) is None:
        raise InvalidInput("puzzle-none", name=getattr(question, "__name__", "initial"))
    return answer


def extended(question: Any, candidate: Any) -> Iterable[Any]:
    """Return the extensions of a candidate; refuse what is no list of some."""
    if not isinstance(further := given(question, candidate), Iterable):
        raise InvalidInput("puzzle-list", name=question.__name__, kind=type(further).__name__)
    return further


def judging(question: Any) -> Any:
    """Return a judge, for which None is no; refuse a function that has no other answer."""
    code = getattr(question, "__code__", None)
    steps = [*dis.get_instructions(code)] if code else []
    ends = [  # Python 3.12 and 3.13 have one step for a constant, others two
        one if one.opname == "RETURN_CONST" else before
        for before, one in pairwise(steps)
        if one.opname in {"RETURN_VALUE", "RETURN_CONST"}
    ]
    if ends and all("_CONST" in end.opname and end.argval is None for end in ends):
        raise InvalidInput("puzzle-none", name=question.__name__)
    return question


def _refuse_outside(puzzle: object, solution: object) -> None:
    """Raise :class:`InvalidInput` if the judge refuses a solution once it is shown its squares.

    The search of the class notes keeps its path in the puzzle, too (``recorrido``), and the judge
    looks for it there. This search fills no list or set of the puzzle: so each beginning of the
    solution is judged once more, with what came before it in there.
    """
    if not isinstance(solution, (list, tuple)):
        return
    for name, held in list(getattr(puzzle, "__dict__", {}).items()):
        if type(held) not in (list, set) or held:
            continue
        probe = copy(puzzle)
        judge = _question(probe, "worth_exploring", "SirveComoSolucionParcial")
        for n in range(1, len(solution) + 1):
            try:
                setattr(probe, name, type(held)(solution[: n - 1]))
                accepted = judge(solution[:n])
            except Exception:
                break  # it holds something else
            if not accepted:
                line = f"self.{name} = {judge.__code__.co_varnames[1]}[:-1]"
                raise InvalidInput("puzzle-outside", judge=judge.__name__, name=name, line=line)


@verb(without=QUESTION)
def backtrack(
    puzzle: SearchProblem[Candidate] | NotesProblem[Candidate],
    **how: Unpack[LimitOptions],
) -> Iterator[Candidate]:
    """Return the solutions of a puzzle as an iterator, in the order in which the search meets them.

    Parameters
    ----------
    puzzle : SearchProblem or NotesProblem
        An object that answers the five questions; its candidates hold everything: a search that
        keeps its path elsewhere, too, is another search.
    limits, timeout, callback
        When to stop, and a function to call with a :class:`caballero.Progress`; the next solution
        then raises :class:`caballero.LimitReached`. After a minute, or a billion bytes, by default.

    Returns
    -------
    iterator of candidate
        Final candidates that were worth exploring. What lies beyond a solution is not explored.

    Notes
    -----
    Depth first. The memory is that of one branch; the time is that of the whole tree of
    candidates worth exploring, and their extensions.

    Examples
    --------
    >>> from caballero.teaching import backtrack
    >>> from caballero.teaching.puzzles import Queens
    >>> next(backtrack(Queens(8)))
    (0, 4, 7, 5, 2, 6, 1, 3)
    """
    steps = trace_puzzle(puzzle, **how)
    return (candidate for kind, candidate in steps if kind is EventKind.SOLUTION)


@verb(without=QUESTION)
def trace_puzzle(
    puzzle: SearchProblem[Candidate] | NotesProblem[Candidate],
    **how: Unpack[LimitOptions],
) -> Iterator[tuple[EventKind, Candidate]]:
    """Yield what :func:`backtrack` does, step by step: what happens, and to which candidate.

    Parameters
    ----------
    puzzle : SearchProblem or NotesProblem
        An object that answers the five questions.
    limits, timeout, callback
        As for :func:`backtrack`; at a limit, the next step raises :class:`caballero.LimitReached`.

    Yields
    ------
    EventKind, candidate
        ``try``: it is tested; ``place``: it is worth exploring, a node of the search;
        ``solution``: it is final; ``step-back``: it is left again.

    Examples
    --------
    What it saves to test every queen at once, and not only complete boards:

    >>> from collections import Counter
    >>> from caballero.teaching import trace_puzzle
    >>> from caballero.teaching.puzzles import Queens
    >>> class Late(Queens):
    ...     def worth_exploring(self, columns):
    ...         prefixes = [columns[:n] for n in range(1, self.side + 1)]
    ...         return len(columns) < self.side or all(map(super().worth_exploring, prefixes))
    >>> for puzzle in (Queens(4), Late(4)):
    ...     counts = Counter(kind.value for kind, _ in trace_puzzle(puzzle))
    ...     print(counts["place"], counts["solution"])
    17 2
    87 2
    """
    initial = _question(puzzle, "initial", "SolucionInicial")
    worth_exploring = judging(_question(puzzle, "worth_exploring", "SirveComoSolucionParcial"))
    is_final = judging(_question(puzzle, "is_final", "SirveComoSolucionFinal"))
    extensions = _question(puzzle, "extensions", "ObtenerSolucionesCandidatas")
    stack: list[Iterator[Candidate]] = [iter((given(initial),))]
    way: list[Candidate] = []
    budget = budget_of_steps(**how)
    while stack:
        for candidate in stack[-1]:
            with raising_limits(budget):
                budget.spend(0)
            yield EventKind.TRY, candidate
            if not worth_exploring(candidate):
                continue
            budget.nodes += 1
            yield EventKind.PLACE, candidate
            if is_final(candidate):
                _refuse_outside(puzzle, candidate)
                yield EventKind.SOLUTION, candidate
                yield EventKind.STEP_BACK, candidate
            else:
                stack.append(iter(extended(extensions, candidate)))
                way.append(candidate)
                break
        else:
            stack.pop()  # nothing left to try here: step back
            if way:
                yield EventKind.STEP_BACK, way.pop()
