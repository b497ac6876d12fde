"""A question has the same keywords everywhere, is read once, and answered within a budget.

Every public function that searches takes what :class:`caballero.Problem` takes, limits, a seed and
a function that receives its progress. :func:`verb` gives it these keywords, after its own, as
networkx's dispatcher gives every algorithm ``backend=``; :func:`asking` makes the problem and the
budget from them. A function refuses by name what it cannot take into account: the problem says
what was asked.

Invariants: a problem is made once in a call, within its limits; the work of a question asked within
another counts in both; ``inspect.signature`` shows every keyword with its type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from types import CodeType
from typing import Any, Final, NamedTuple, TypeVar, cast

from caballero.machine.arguments import seed_of
from caballero.machine.limits import Budget
from caballero.model.piece import KNIGHT
from caballero.model.problem import Problem

from .outcome import limited, outcome_of

F = TypeVar("F", bound=Callable[..., Any])

CONSTRAINTS: Final[Mapping[str, tuple[str, object]]] = {
    "closed": ("bool", False),
    "start": ("Place | None", None),
    "end": ("Place | None", None),
    "clues": ("Clues | None", None),
    "forced": ("Moves", ()),
    "forbidden": ("Moves", ()),
    "waypoints": ("Iterable[Place]", ()),
    "ends": ("bool", False),
    "piece": ("PieceLike", KNIGHT),
    "surface": ("str | None", None),
    "weight": ("str | None", "weight"),
}
"""The types and defaults of the constraints; ``model.problem.Searched`` is for type checkers."""

WAYS: Final[Mapping[str, tuple[str, object]]] = {
    "limits": ("Limits | float | None", None),
    "timeout": ("float | None", None),
    "seed": ("int", 0),
    "callback": ("Callable[[Progress], None] | None", None),
}
"""What says how to search; ``model.problem.Searched`` is for type checkers."""


KEYWORDS: Final = {**CONSTRAINTS, **WAYS}
"""All of them."""

QUESTION: Final = (*CONSTRAINTS, "seed")
"""The keywords of a question; the others limit any work."""


class Question(NamedTuple):
    """What was asked: the problem, the budget that runs, and the seed."""

    problem: Problem
    budget: Budget
    seed: int


@contextmanager
def asking(
    ground: Any,
    asked: Mapping[str, Any],
    read: Callable[[Any, Any], Any] = lambda ground, weight: ground,
    *,
    seconds: float | None = None,
) -> Iterator[Question]:
    """Work on a question within its budget; ``LimitReached`` is raised at a limit.

    `asked` is what :func:`verb` hands on; `read` is applied first to the ground and the name of
    its weights; `seconds` is the timeout where no limits are given.
    """
    how = dict(asked)
    limits, timeout, seed, callback = (how.pop(word, WAYS[word][1]) for word in WAYS)
    seed = seed_of(seed)
    timeout = seconds if limits is timeout is None else timeout
    with limited(limits, callback, timeout) as budget:
        if (given := read(ground, how["weight"])) is not ground:
            how["weight"] = "weight"  # the graph has it
        yield Question(Problem.of(given, **how), budget, seed)


def verb(
    *, gives_up: bool = False, without: Iterable[str] = (), **defaults: object
) -> Callable[[F], F]:
    """Give a function that ends in ``**asked`` the keywords of every question.

    With `gives_up`, it returns the outcomes of ``NoTour`` and ``LimitReached`` instead of raising
    these. It is `without` some keywords, where its own arguments say the same; others are defaults
    of its own.
    """

    def decorate(function: F) -> F:
        body = _giving_up(function) if gives_up else function
        return cast("F", _with_keywords(function, body, defaults, without, False))

    return decorate


def _giving_up(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def body(*args: Any, **how: Any) -> Any:
        return outcome_of(lambda: function(*args, **how))

    return body


def within(function: F) -> F:
    """Let a function work within the budget that runs: give it ``limits`` and what belongs to them.

    Its last parameter is ``**how: Unpack[LimitOptions]``, or has these keywords among others. A
    function that searches later, while its caller uses the answers, is a :func:`verb` instead.
    """

    @wraps(function)
    def body(
        *args: Any, limits: Any = None, timeout: Any = None, callback: Any = None, **how: Any
    ) -> Any:
        with limited(limits, callback, timeout):
            return function(*args, **how)

    kept = function.__annotations__["how"] != "Unpack[LimitOptions]"
    return cast("F", _with_keywords(function, body, {}, QUESTION, kept))


def _with_keywords(
    function: Any, body: Any, defaults: Mapping[str, object], without: Iterable[str], kept: bool
) -> Callable[..., Any]:
    """Return a function with written-out keywords, as ``inspect`` and Python's own errors need.

    Its last argument stands for these, or is `kept` for other keywords.
    """
    code: CodeType = function.__code__
    places, own = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    positional, keywords = code.co_varnames[:places], code.co_varnames[places:own]
    others, annotations = code.co_varnames[own], {**function.__annotations__}
    if not kept:
        del annotations[others]
    taken = {*without, *code.co_varnames[:own]}
    common = {name: how for name, how in KEYWORDS.items() if name not in taken}
    values = {name: default for name, (_, default) in common.items()} | {**defaults}
    values |= dict(zip(positional[::-1], (function.__defaults__ or ())[::-1], strict=False))
    values |= function.__kwdefaults__ or {}
    first, last = ([name for name in some if name in common] for some in (CONSTRAINTS, WAYS))
    named = [*first, *keywords, *last]
    written = [*(_parameter(name, values) for name in positional), "*"]
    written += [_parameter(name, values) for name in named]
    handed = [*positional, *(f"{name}={name}" for name in named)]
    if kept:
        written.append(f"**{others}")
        handed.append(f"**{others}")
    name = function.__name__
    source = f"def {name}({', '.join(written)}): return _body({', '.join(handed)})"
    made: dict[str, Any] = {}
    exec(f"def _make(_body, _values):\n {source}\n return {name}", function.__globals__, made)
    whole: Any = made["_make"](body, values)
    whole.__code__ = whole.__code__.replace(
        co_filename=code.co_filename, co_firstlineno=code.co_firstlineno
    )
    types = {name: typed for name, (typed, _) in common.items()}
    returned = annotations.pop("return")
    for attribute in ("__doc__", "__module__", "__qualname__"):
        setattr(whole, attribute, getattr(function, attribute))
    whole.__annotations__ = annotations | types | {"return": returned}
    return cast("Callable[..., Any]", whole)


def _parameter(name: str, values: Mapping[str, object]) -> str:
    return f"{name}=_values[{name!r}]" if name in values else name
