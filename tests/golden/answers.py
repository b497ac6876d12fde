"""What Caballero answers to a problem, as lines that a person can compare.

Times and paths are left out: they differ between machines. Tours are written in full where there
are a few; of many, the first, the last and a digest of all.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

from caballero import (
    Best,
    CaballeroError,
    Found,
    GaveUp,
    Impossible,
    LimitReached,
    Limits,
    Problem,
    Tour,
    count_tours,
    is_unique,
    iter_tours,
    sample_tours,
    solve,
)
from caballero.best import solve_best
from caballero.proof.outcome import outcome_of
from caballero.puzzles import Puzzle, explain, make_puzzle

SEEDS: Final = (None, 1, 2)
LISTED: Final = 50
LARGEST_COUNTED: Final = 30
"""The vertices of the largest problems that are counted, sampled and made into puzzles."""

LIMITS: Final = Limits(nodes=300_000)


def answers(family: str, problem: Problem) -> Iterator[str]:
    """Yield every answer to a problem, a line each; one that was given before names the first."""
    yield _question(problem)
    seen: dict[str, str] = {}
    for what, ask in _questions(family, problem):
        answer = _told(ask)
        first = seen.setdefault(answer, what)
        yield f"{what}: {answer if first is what else f'as {first}'}"


def _questions(family: str, problem: Problem) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield what is asked, and the functions that answer."""

    def seeded(what: str, ask: Callable[[Problem, int | None], str]) -> Iterator[Any]:
        return ((f"{what}, seed {seed}", partial(ask, problem, seed)) for seed in SEEDS)

    small = len(problem) <= LARGEST_COUNTED
    yield from seeded("solve", _solve)
    yield "proof", partial(_proof, problem)
    yield "unique", partial(_uniqueness, problem)
    yield "list", partial(_list, problem)
    if small:
        yield "count", lambda: repr(count_tours(problem, limits=LIMITS))
        yield from seeded("sample", _sample)
    if family == "weights":
        yield from seeded("best", partial(_best, cost="weight"))
        yield "worst", partial(_best, problem, 0, cost="weight", maximize=True)
    if family in {"boards", "moves"} and small:
        yield "fewest turns", partial(_best, problem, 0, cost="turns")
        yield "most turns", partial(_best, problem, 0, cost="turns", maximize=True)
    if problem.clues:
        yield "explain", partial(_explanation, problem)
    elif family in {"pieces", "surfaces", "holes", "ends"} and small:
        yield from seeded("puzzle", _puzzle)


def _told(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except LimitReached as error:  # the clock decides by how many nodes a limit is passed
        return f"gave up ({error.outcome.limit})"
    except CaballeroError as error:
        return f"{type(error).__name__}: {error}"


def _question(problem: Problem) -> str:
    digest = _digest([repr(problem), repr(sorted(problem.graph().edges()))])
    return f"{problem!r} {digest}"


def _tour(tour: Tour) -> str:
    return " ".join(tour.names())


def _tours(tours: Sequence[Tour]) -> str:
    lines = [_tour(tour) for tour in tours]
    match lines:
        case []:
            return "none"
        case [only]:
            return f"1: {only}"
    return f"{len(lines)}, from {lines[0]} to {lines[-1]}; all: {_digest(lines)}"


def _digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def _outcome(outcome: Found | Best | Impossible | GaveUp) -> str:
    stats = outcome.stats
    phases = ", ".join(f"{p.method} {p.nodes} {p.conclusion}" for p in stats.phases)
    work = f"by {stats.method}, {stats.nodes} nodes ({phases})"
    match outcome:
        case Best(tour, cost=cost, bound=bound, optimal=optimal):
            kind = "optimal" if optimal else f"bound {bound}"
            # The sweep for turns looks at the clock after as many states as it has time for.
            by = f"by {stats.method}" if stats.method in {"sweep", "pairs"} else work
            return f"{cost}, {kind}, {by}: {_tour(tour)}"
        case Found(tour):
            return f"{work}: {_tour(tour)}"
        case Impossible(certificate):
            return f"none, {work}: {type(certificate).__name__}: {certificate}"
        case GaveUp(limit):
            return f"gave up ({limit})"


def _solve(problem: Problem, seed: int | None) -> str:
    return _outcome(solve(problem, seed=seed or 0, limits=LIMITS))


def _best(problem: Problem, seed: int | None, cost: str, maximize: bool = False) -> str:
    return _outcome(solve_best(problem, cost, seed=seed or 0, maximize=maximize, limits=LIMITS))


def _proof(problem: Problem) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "none.proof")
        outcome = solve(problem, proof=path, limits=LIMITS)
        if not isinstance(outcome, Impossible) or outcome.proof is None:
            return "no file"
        text = path.read_text("utf-8").splitlines()
    kinds = Counter(line.split()[0] for line in text[3:])
    steps = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"{len(text)} lines ({steps}): {_digest(text)}"


def _uniqueness(problem: Problem) -> str:
    answer = is_unique(problem, limits=LIMITS)
    work = f"by {answer.stats.method}, {answer.stats.nodes} nodes"
    match answer.tours:
        case [tour]:
            return f"{work}: {_tour(tour)}: {answer.certificate}"
        case [first, second]:
            return f"several, {work}: differ at {answer.number}: {_tours([first, second])}"
    return _outcome(answer.outcome)


def _list(problem: Problem) -> str:
    listing = iter_tours(problem, limits=LIMITS)
    tours = list(islice(listing, LISTED))
    return f"{_tours(tours)}; token {listing.token}" if tours else f"none: {listing.certificate}"


def _sample(problem: Problem, seed: int | None) -> str:
    return _tours(sample_tours(problem, 3, seed=seed or 0, limits=LIMITS))


def _explanation(problem: Problem) -> str:
    explanation = explain(problem)
    steps = [
        f"{step.rule} {step.place}={step.number} not {step.excluded} "
        f"beside {tuple(other for _place, other in step.used)}"
        for step in explanation.steps
    ]
    told = _digest([*steps, *map(str, explanation.steps)])
    solved = "solved" if explanation.solved else "not solved"
    first = steps[0] if steps else "no step"
    rules = ", ".join(f"{count} {rule}" for rule, count in explanation.counts.items())
    return f"{solved}, {explanation.grade} ({rules}), first {first}; all: {told}"


def _puzzle(problem: Problem, seed: int | None) -> str:
    puzzle = outcome_of(partial(make_puzzle, problem, seed=seed or 0, limits=LIMITS))
    if not isinstance(puzzle, Puzzle):
        return _outcome(puzzle)
    names = puzzle.tour.names()
    given = " ".join(f"{names[t - 1]}={t}" for t in sorted(puzzle.problem.numbered()))
    kind = "minimal" if puzzle.minimal else "not minimal"
    work = f"{puzzle.grade}, {kind}, {puzzle.stats.nodes} nodes"
    return f"{work}: {given}: {_tour(puzzle.tour)}"
