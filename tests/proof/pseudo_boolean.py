"""A naive checker of pseudo-Boolean proofs: `pol`, `rup` by plain unit propagation, and `del`."""

import re
from pathlib import Path
from typing import Any, cast

Constraint = tuple[dict[int, int], int]
"""The factors of variables, and the least value of their sum."""


def read_formula(file: Path) -> tuple[int, list[Constraint]]:
    """The number of variables, and the constraints."""
    return read_constraints(file.read_text())


def read_constraints(text: str) -> tuple[int, list[Constraint]]:
    """The number of variables, and the constraints."""
    head, *lines = text.splitlines()
    words = head.split()
    assert words[:2] == ["*", "#variable="]
    found = [constraint(line) for line in lines if not line.startswith("*")]
    assert len(found) == int(words[4])
    return int(words[2]), found


def constraint(text: str) -> Constraint:
    left, least = re.fullmatch(r"(.*)>= ([+-]?\d+) ?;", text).groups()  # type: ignore[union-attr]
    factors: dict[int, int] = {}
    bound = int(least)
    words = left.split()
    for factor, literal in zip(words[::2], words[1::2], strict=True):
        x, a = int(literal.removeprefix("~").removeprefix("x")), int(factor)
        if literal.startswith("~"):  # a(1 - x)
            bound, a = bound - a, -a
        factors[x] = factors.get(x, 0) + a
    return factors, bound


def propagated(constraints: list[Constraint]) -> dict[int, int] | None:
    """The values that unit propagation finds; None if the constraints cannot all hold."""
    value: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for factors, least in constraints:
            slack = -least
            for x, a in factors.items():
                slack += a * value[x] if x in value else max(a, 0)
            if slack < 0:
                return None
            for x, a in factors.items():
                if x not in value and abs(a) > slack:
                    value[x] = int(a > 0)
                    changed = True
    return value


def contradicts(constraints: list[Constraint]) -> bool:
    """Whether unit propagation finds that the constraints cannot all hold."""
    return propagated(constraints) is None


def negated(known: Constraint) -> Constraint:
    factors, least = known
    return {x: -a for x, a in factors.items()}, 1 - least


def added(one: Constraint, other: Constraint) -> Constraint:
    factors = dict(one[0])
    for x, a in other[0].items():
        factors[x] = factors.get(x, 0) + a
    return factors, one[1] + other[1]


def divided(known: Constraint, by: int) -> Constraint:
    """Divide the factors of literals and the bound, all rounded up."""
    factors, least = known
    least += sum(-a for a in factors.values() if a < 0)  # now literals have positive factors
    rounded = {x: -(-abs(a) // by) * (1 if a > 0 else -1) for x, a in factors.items()}
    return rounded, -(-least // by) - sum(-a for a in rounded.values() if a < 0)


def weakened(known: Constraint, x: int) -> Constraint:
    """Leave out a variable, whatever its value."""
    factors = dict(known[0])
    return factors, known[1] - max(factors.pop(x, 0), 0)


def combined(text: str, known: dict[int, Constraint]) -> Constraint:
    """The constraint that a `pol` step derives, in reverse Polish notation."""
    stack: list[Any] = []
    words = text.split()
    for word, after in zip(words, [*words[1:], ""], strict=True):
        match word:
            case "+":
                stack.append(added(stack.pop(), stack.pop()))
            case "*":
                by, (factors, least) = stack.pop(), stack.pop()
                assert by > 0
                stack.append(({x: a * by for x, a in factors.items()}, least * by))
            case "d":
                by = stack.pop()
                stack.append(divided(stack.pop(), by))
            case "w":
                x = stack.pop()
                stack.append(weakened(stack.pop(), x))
            case _ if word.startswith("x") or after in {"*", "d"}:
                stack.append(int(word.removeprefix("x")))
            case _:
                stack.append(known[int(word)])
    (found,) = stack
    return cast("Constraint", found)


def is_refutation(formula: Path, proof: Path) -> bool:
    """Whether a proof derives a contradiction from a formula; fails if it is malformed."""
    return solutions(formula, proof) == 0


def solutions(formula: Path, proof: Path) -> int | None:
    """How many solutions a formula has, by a proof; None if it proves nothing."""
    variables, given = read_formula(formula)
    known = dict(enumerate(given, 1))
    lines = proof.read_text().splitlines()
    assert lines[0] == "pseudo-Boolean proof version 3.0"
    assert lines[1] == f"f {len(given)};"
    assert lines[-3] == "output NONE;"
    assert lines[-1] == "end pseudo-Boolean proof;"
    count, last, found = len(given), given[-1], set[frozenset[int]]()
    for line in lines[2:-3]:
        kind, _, rest = line.partition(" ")
        assert rest.endswith(";")
        if kind == "del":
            for word in rest.removeprefix("id ").rstrip(";").split():
                del known[int(word)]
            continue
        if kind == "rup":
            last = constraint(rest)
            if not contradicts([*known.values(), negated(last)]):
                return None
        elif kind == "solx":  # the literals, and what follows from them, are a solution
            literals = [int(word.removeprefix("x")) for word in rest.rstrip(";").split()]
            value = propagated([*given, *(({x: 1}, 1) for x in literals)])
            if value is None or len(value) < variables:
                return None
            found.add(frozenset(x for x, a in value.items() if a))
            last = {x: -1 if a else 1 for x, a in value.items()}, 1 - sum(value.values())
        else:
            assert kind == "pol"
            last = combined(rest.removesuffix(";"), known)
        count += 1
        known[count] = last
    said = f"ENUMERATION_COMPLETE {len(found)}" if found else "UNSAT"
    assert lines[-2] == f"conclusion {said} : -1;"
    return len(found) if contradicts([last]) else None
