"""Assignment: each worker gets a job of her own, so that all together cost least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caballero.machine.words import Message

from .costs import check_cost, check_square


@dataclass(frozen=True, slots=True)
class Assignment:
    """Assignments; a candidate is the job of each worker so far.

    Parameters
    ----------
    costs : tuple of tuples of numbers
        What each job costs, a row for each worker; negative costs are gains.

    Examples
    --------
    >>> from caballero.teaching import minimize
    >>> from caballero.teaching.puzzles import Assignment
    >>> puzzle = Assignment(((9, 2, 7, 8), (6, 4, 3, 7), (5, 8, 1, 8), (7, 6, 9, 4)))
    >>> [(puzzle.show(best.candidate), best.bound) for best in minimize(puzzle)]
    [('1 0 2 3: cost 13', 13), ('1 0 2 3: cost 13', 13)]
    """

    costs: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        check_square(self.costs)
        for row in self.costs:
            for cost in row:
                check_cost(cost, least=None)

    def initial(self) -> tuple[int, ...]:
        """Return no job."""
        return ()

    def worth_exploring(self, jobs: tuple[int, ...]) -> bool:
        """Return whether the last job is free."""
        return not jobs or jobs[-1] not in jobs[:-1]

    def is_final(self, jobs: tuple[int, ...]) -> bool:
        """Return whether every worker has a job."""
        return len(jobs) == len(self.costs)

    def extensions(self, jobs: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield a job for the next worker."""
        for job in range(len(self.costs)):
            yield (*jobs, job)

    def cost(self, jobs: tuple[int, ...]) -> float:
        """Return the cost of the jobs."""
        return sum(row[job] for row, job in zip(self.costs, jobs, strict=False))

    def bound(self, jobs: tuple[int, ...]) -> float:
        """Return the cost if each other worker gets her cheapest free job, even the same."""
        free = [job for job in range(len(self.costs)) if job not in jobs]
        rest = (min(row[job] for job in free) for row in self.costs[len(jobs) :])
        return self.cost(jobs) + sum(rest)

    def show(self, jobs: tuple[int, ...]) -> str:
        """Return the job of each worker, and the cost."""
        data = {"jobs": " ".join(map(str, jobs)), "cost": self.cost(jobs)}
        return Message("assigned-jobs", data).text()
