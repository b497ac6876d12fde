"""Certificates with fields of any type: refused, without an error."""

from dataclasses import fields, replace
from functools import cache
from typing import Any

from hypothesis import given, strategies as st

from caballero import Impossible, Problem, solve
from caballero.find.proofs import deduce
from caballero.machine.limits import Budget
from caballero.model.reduction import cycle_question
from caballero.proof import Deduction, Exhausted, TooFew
from caballero.proof.certificate import Certificate
from caballero.proof.deduction import Conclusion, Step, TwoFactor

PROBLEMS = {
    "colours": Problem("5x9", piece="giraffe", closed=True),
    "colours-number": Problem(5, start="b1"),
    "theorem": Problem(4),
    "unreachable": Problem("3x5 cylinder", piece="dabbaba"),
    "too-far": Problem(8, start="a1", clues={"h8": 5}),
    "split": Problem("..#..\n.....", piece="king", clues={"c1": 3}),
    "too-few": Problem("1x2", piece="wazir", closed=True),
    "steps": Problem("3x5"),
    "factors": Problem("12x12", piece="zebra", closed=True),
}


@cache
def certificate_of(problem: Problem) -> Certificate:
    """Why there is no tour; a deduction also where a theorem would do."""
    question = cycle_question(problem)
    answer = question and deduce(problem, question, Budget())
    if isinstance(answer, Deduction):
        return answer
    outcome = solve(problem)
    assert isinstance(outcome, Impossible)
    return outcome.certificate


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from([Conclusion("degree", (0,)), Step((0, 1), True, "two-left"), TooFew(1)])
    | st.sampled_from([TwoFactor(0, ((1, 2),), (0,), (0,)), Exhausted("exact", 1), object, ...]),
    lambda values: (
        st.lists(values, max_size=3)
        | st.lists(values, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=1), values, max_size=1)
    ),
    max_leaves=6,
)


@st.composite
def forged(draw: st.DrawFn, value: Any) -> Any:
    """The value with another one of any type somewhere in it."""
    if draw(st.booleans()):
        return draw(ODD)
    if isinstance(value, tuple) and value:
        i = draw(st.integers(0, len(value) - 1))
        return (*value[:i], draw(forged(value[i])), *value[i + 1 :])
    if isinstance(value, Step | Conclusion | TwoFactor):
        name = draw(st.sampled_from([field.name for field in fields(value)]))
        return replace(value, **{name: draw(forged(getattr(value, name)))})
    return draw(ODD)


@given(st.data(), st.sampled_from(sorted(PROBLEMS)))
def test_fields_of_any_type_raise_nothing(data: st.DataObject, name: str) -> None:
    certificate: Any = certificate_of(PROBLEMS[name])
    assert certificate.check(PROBLEMS[name])
    field = data.draw(st.sampled_from([field.name for field in fields(certificate)]))
    value = data.draw(forged(getattr(certificate, field)))
    other = replace(certificate, **{field: value})
    assert other.check(PROBLEMS[name]) in (False, other == certificate)


def test_deductions_with_ill_typed_parts_are_refused() -> None:
    problem = PROBLEMS["steps"]
    deduction: Any = certificate_of(problem)
    for change in (
        {"factors": ("zz",)},
        {"steps": ("zz",)},
        {"steps": (Step((0.0, 3.0), True, "two-left"), *deduction.steps)},  # type: ignore[arg-type]
        {"conclusion": None},
        {"conclusion": Conclusion("short-cycle", None)},  # type: ignore[arg-type]
        {"conclusion": Conclusion("cut-set", (1.0, 2.0))},  # type: ignore[arg-type]
    ):
        assert replace(deduction, **change).check(problem) is False
