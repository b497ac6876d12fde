"""A naive checker of pseudo-Boolean proofs: `pol`, `rup` by plain unit propagation, and `del`."""

from __future__ import annotations

import re
from pathlib import Path

Constraint = tuple[dict[int, int], int]
"""The factors of variables, and the least value of their sum."""


def read_formula(file: Path) -> tuple[int, list[Constraint]]:
    """The number of variables, and the constraints."""
    head, *lines = file.read_text().splitlines()
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


def contradicts(constraints: list[Constraint], variables: int) -> bool:
    """Whether unit propagation finds that the constraints cannot all hold."""
    value: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for factors, least in constraints:
            slack = -least
            for x, a in factors.items():
                slack += a * value[x] if x in value else max(a, 0)
            if slack < 0:
                return True
            for x, a in factors.items():
                if x not in value and abs(a) > slack:
                    value[x] = int(a > 0)
                    changed = True
    return False


def negated(known: Constraint) -> Constraint:
    factors, least = known
    return {x: -a for x, a in factors.items()}, 1 - least


def added(one: Constraint, other: Constraint) -> Constraint:
    factors = dict(one[0])
    for x, a in other[0].items():
        factors[x] = factors.get(x, 0) + a
    return factors, one[1] + other[1]


def divided(known: Constraint, by: int) -> Constraint:
    """Divide a constraint whose factors are multiples, and round its bound up."""
    factors, least = known
    assert all(a % by == 0 for a in factors.values())
    return {x: a // by for x, a in factors.items()}, -(-least // by)


def is_refutation(formula: Path, proof: Path) -> bool:
    """Whether a proof derives a contradiction from a formula; fails if it is malformed."""
    variables, given = read_formula(formula)
    known = dict(enumerate(given, 1))
    lines = proof.read_text().splitlines()
    assert lines[0] == "pseudo-Boolean proof version 3.0"
    assert lines[1] == f"f {len(given)};"
    assert lines[-3] == "output NONE;"
    assert lines[-2] == "conclusion UNSAT : -1;"
    assert lines[-1] == "end pseudo-Boolean proof;"
    count, last = len(given), given[-1]
    for line in lines[2:-3]:
        kind, _, rest = line.partition(" ")
        assert rest.endswith(";")
        if kind == "del":
            for word in rest.removeprefix("id ").rstrip(";").split():
                del known[int(word)]
            continue
        if kind == "rup":
            last = constraint(rest)
            if not contradicts([*known.values(), negated(last)], variables):
                return False
        else:
            assert kind == "pol"
            text = rest.removesuffix(";").removesuffix(" 2 d")
            stack: list[Constraint] = []
            for word in text.split():
                stack.append(added(stack.pop(), stack.pop()) if word == "+" else known[int(word)])
            (last,) = stack
            if rest.endswith(" 2 d;"):
                last = divided(last, 2)
        count += 1
        known[count] = last
    return contradicts([last], variables)
