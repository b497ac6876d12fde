"""The translation of kernels to C: what it accepts means the same, and the rest it refuses."""

import copy
import ctypes
import importlib.util
import random
import shutil
import sys
from array import array
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import build_kernels
import translate_kernels
from caballero.machine import kernel as _kernel
from caballero.machine.kernel import KernelFault
from seldom import each, mostly_nightly
from translate_kernels import Refused

HEAD = """
from dataclasses import dataclass
from typing import Final

from caballero.machine.kernel import (
    Counts, Flags, Marks, Places, bit, highest_bit, kernel, lowest_bit, prefetch,
)

BIG: Final = (1 << 61) + 12345
LOW: Final = (1 << 62) - 1

"""

needs_compiler = pytest.mark.skipif(
    not any(map(build_kernels.works, build_kernels.compilers())),
    reason="there is no C compiler here",
)


class Compiled:
    """A module of kernels, its library, and the checked form of it."""

    def __init__(self, folder: Path, text: str) -> None:
        name = f"made_{folder.name}"
        path = folder / f"{name}.py"
        path.write_text(HEAD + text, "utf-8")
        self.module = _imported(name, path)
        self.plain_library = _library(folder, checked=False)
        self.checked_library = _library(folder, checked=True)

    def forms(self, name: str) -> tuple[Callable[..., Any], ...]:
        kernel = getattr(self.module, name)
        return (
            kernel.plain,
            kernel.bound_to(self.plain_library),
            kernel.bound_to(self.checked_library),
        )


def _imported(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def _library(folder: Path, *, checked: bool) -> ctypes.CDLL:
    target = folder / f"checked-{checked}.so"
    text = translate_kernels.translate(folder.glob("*.py"), checked=checked)
    compiler = next(filter(build_kernels.works, build_kernels.compilers()))
    error = build_kernels.compile_text(compiler, text, target)
    assert error is None, error
    return ctypes.CDLL(str(target))


# -- the same meaning ------------------------------------------------------------------------------

TRAPS = """
@kernel
def shifted(i: int) -> int:
    return 1 << i


@kernel
def floors(a: int, b: int, out: Counts) -> None:
    out[0] = a // b
    out[1] = a % b
    out[2] = a // 7
    out[3] = a % 7
    out[4] = a // 8
    out[5] = a % 8
    out[6] = a >> 3


@kernel
def unsigned(numbers: Places) -> int:
    return numbers[0] - numbers[1]


@kernel
def narrow(numbers: Marks) -> int:
    return 4 * numbers[0]


@kernel
def hashed(a: int, b: int) -> int:
    mixed = ((a ^ b) * BIG) & LOW
    return mixed ^ mixed >> 31


@kernel
def loops(n: int, out: Counts) -> int:
    total = 0
    for i in range(n):
        out[0] = i
        i += 5
        total += i
        n = 3
    for j in range(10, 0, -3):
        total = 100 * total + j
    for _ in range(2):
        total += 1
    return total


@kernel
def swapped(out: Counts) -> int:
    a = 1
    b = 2
    a, b = b, a + b
    prefetch(out, 1)
    out[0], out[1] = out[1], out[0]
    c = d = a + b
    return 100 * a + 10 * b + c + d


@kernel
def chained(a: int, b: int, c: int) -> bool:
    good = a < b <= c
    return good and not (a == c or b != b)


def bumped(out: Counts) -> int:
    out[0] += 1
    return out[0]


@kernel
def lazily(a: int, out: Counts) -> int:
    if a > 0 and bumped(out) > 0:
        out[1] = 1
    return 1 if a > 0 or bumped(out) > 3 else 0


@kernel
def keywords(out: Counts, n: int) -> int:
    long = 1
    double = 2
    register = long + double
    near = register * n
    return near


@kernel
def bits(i: int, j: int, out: Counts) -> int:
    both = bit(i) | bit(j)
    out[0] = both
    out[1] = both >> i & 1
    out[2] = ~bit(i) & -bit(i) & both  # those above i
    return 64 * highest_bit(both) + lowest_bit(both)


@dataclass(slots=True)
class Inner:
    numbers: Marks
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    width: int
    flags: Flags


@dataclass(slots=True)
class State:
    plan: Plan
    inner: Inner
    places: Places
    total: int = 0


def deepened(inner: Inner, by: int) -> None:
    inner.depth += by
    inner.numbers[0] -= by


@kernel
def nested(state: State, steps: int) -> int:
    inner, places = state.inner, state.places
    for i in range(len(places)):
        state.total += places[i] * state.plan.width
    deepened(inner, steps)
    deepened(state.inner, 1)
    state.inner.depth += state.plan.flags[0]
    return len(state.plan.flags)
"""


@pytest.fixture(scope="module")
def traps(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(tmp_path_factory.mktemp("traps"), TRAPS)


def agree(traps: Compiled, name: str, *given: Any) -> tuple[Any, tuple[Any, ...]]:
    """What all forms return, and what they make of their arguments."""
    outs = []
    for form in traps.forms(name):
        own = copy.deepcopy(given)
        outs.append((form(*own), own))
    assert outs[0] == outs[1] == outs[2], (name, given)
    return outs[0]


@pytest.mark.slow
@needs_compiler
class TestTraps:
    """Where C by itself means something else."""

    def test_literals_have_64_bits(self, traps: Compiled) -> None:
        assert [agree(traps, "shifted", i)[0] for i in (0, 31, 40, 61)] == [
            1 << i for i in (0, 31, 40, 61)
        ]

    def test_division_rounds_down(self, traps: Compiled) -> None:
        for a, b in product([-9, -8, -7, -1, 0, 1, 7, 8, 9, -(2**62)], [1, 3, -3, 8, -8]):
            _, (_a, _b, out) = agree(traps, "floors", a, b, array("q", bytes(56)))
            assert list(out[:2]) == list(divmod(a, b))

    def test_numbers_are_widened_signed_or_masked(self, traps: Compiled) -> None:
        assert agree(traps, "unsigned", array("I", [1, 2]))[0] == -1
        assert agree(traps, "narrow", array("i", [2**30]))[0] == 2**32
        rng = random.Random(1)
        for _ in range(100):
            agree(traps, "hashed", rng.getrandbits(62), rng.getrandbits(62))

    def test_the_order_of_what_is_done(self, traps: Compiled) -> None:
        """A range is computed once, several values at once; comparisons chain, and stop early."""
        for n in (0, 1, 6):
            agree(traps, "loops", n, array("q", [9]))
        assert agree(traps, "swapped", array("q", [5, 6])) == (240, (array("q", [6, 5]),))
        for values in ((1, 2, 3), (1, 3, 3), (2, 2, 3), (1, 4, 3), (1, 1, 1)):
            agree(traps, "chained", *values)
        for a in (-1, 0, 1):
            agree(traps, "lazily", a, array("q", [0, 0]))
        assert agree(traps, "keywords", array("q"), 4)[0] == 12

    def test_sets_have_64_bits(self, traps: Compiled) -> None:
        for i, j in product([0, 1, 31, 32, 62, 63], [0, 5, 40, 63]):
            found, (_i, _j, out) = agree(traps, "bits", i, j, array("q", [0, 0, 0]))
            assert (found, out[1]) == (64 * max(i, j) + min(i, j), 1)
            above = {k for k in (i, j) if k > i}
            assert [{k for k in range(64) if n >> k & 1} for n in out[::2]] == [{i, j}, above]

    def test_states_may_contain_states(self, traps: Compiled) -> None:
        made: Any = traps.module
        plan, inner = made.Plan(3, array("b", [-2, 1])), made.Inner(array("i", [10]))
        _, (state, _) = agree(traps, "nested", made.State(plan, inner, array("I", [4, 5])), 7)
        assert (state.total, state.inner.depth) == (27, 6)

    def test_what_does_not_fit_is_not_taken(self, traps: Compiled) -> None:
        """A list, an array of another type, and a library of other sources."""
        with pytest.raises(TypeError):
            traps.forms("unsigned")[1]([1, 2])
        with pytest.raises(TypeError, match="handed"):
            traps.forms("unsigned")[1](array("i", [1, 2]))

        def unsigned(numbers: _kernel.Marks) -> int:
            return numbers[0]

        unsigned.__module__ = traps.module.__name__
        with pytest.raises(ImportError, match="not those of these sources"):
            _kernel.Kernel(unsigned).bound_to(traps.plain_library)


# -- random programs -------------------------------------------------------------------------------


class Programs:
    """Random functions of the subset; all their numbers stay small."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.loops = 0

    def function(self, name: str) -> str:
        body = "".join(self.statement(1) for _ in range(6))
        return (
            f"@kernel\ndef {name}(a: int, b: int, many: Counts, some: Marks) -> int:\n"
            f"    c = 1\n    d = a\n    fuel = 40\n{body}"
            f"    return 7 * a + 5 * b + 3 * c + d\n\n\n"
        )

    def expression(self, depth: int = 3) -> str:
        pick = self.rng.choice
        if depth == 0:
            return pick(["a", "b", "c", "d", str(self.rng.randint(-20, 20)), "many[0]", "some[2]"])
        x, y = self.expression(depth - 1), self.expression(depth - 1)
        return pick(
            [
                f"({x} + {y})", f"({x} - {y})", f"({x} % 2001 * ({y} % 33))", f"-{x}", f"~{x}",
                f"({x} & {y})", f"({x} | {y})", f"({x} ^ {y})", f"({x} // 3)", f"({x} % 8)",
                f"({x} // ({y} | 1))", f"({x} % ({y} | 1))", f"({x} << ({y} & 3))",
                f"({x} >> ({y} & 7))", f"min({x}, {y})", f"max({x}, {y})", f"abs({x})",
                f"many[{x} % len(many)]", f"some[{x} & 3]",
                f"({x} if {x} < {y} else {y})", f"int({x} < {y})",
            ]
        )  # fmt: skip

    def test(self, depth: int = 2) -> str:
        if depth == 0:
            sign = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
            return f"{self.expression(1)} {sign} {self.expression(1)}"
        x, y = self.test(depth - 1), self.test(depth - 1)
        return self.rng.choice([f"({x} and {y})", f"({x} or {y})", f"not ({x})", f"({x})"])

    def statement(self, depth: int) -> str:
        pad = "    " * depth
        small = f"({self.expression()}) % 2001 - 1000"
        name = self.rng.choice("abcd")
        kind = self.rng.randrange(9 if depth < 3 else 5)
        if kind < 2:
            return f"{pad}{name} = {small}\n"
        if kind == 2:
            return f"{pad}many[{self.expression(1)} % len(many)] = {small}\n"
        if kind == 3:
            return f"{pad}some[{self.expression(1)} & 3] = {small}\n"
        if kind == 4:
            return f"{pad}a, {name if name != 'a' else 'b'} = b % 999, {small}\n"
        inner = "".join(self.statement(depth + 1) for _ in range(2))
        if kind == 5:
            other = self.statement(depth + 1)
            return f"{pad}if {self.test()}:\n{inner}{pad}else:\n{other}"
        if kind == 6:
            leave = self.rng.choice(["break", "continue"])
            stop = f"{pad}    if {self.test(1)}:\n{pad}        {leave}\n"
            return f"{pad}while fuel > 0 and {self.test(1)}:\n{pad}    fuel -= 1\n{stop}{inner}"
        self.loops += 1
        step = self.rng.choice(["", "", ", 2", ", -1"])
        bounds = f"{self.expression(1)} & 7" if not step else f"a & 3, b & 15{step}"
        return f"{pad}for i{self.loops} in range({bounds}):\n{inner}{pad}    c = i{self.loops}\n"


@needs_compiler
@pytest.mark.parametrize("seed", mostly_nightly([1, 2], every=2))
def test_random_programs_mean_the_same(seed: int, tmp_path: Path) -> None:
    programs = Programs(seed)
    names = [f"program{i}" for i in range(12)]
    compiled = Compiled(tmp_path, "".join(map(programs.function, names)))
    rng = random.Random(seed)
    for name in names:
        for _ in range(10):
            a, b = rng.randint(-1000, 1000), rng.randint(-1000, 1000)
            many = array("q", [rng.randint(-1000, 1000) for _ in range(5)])
            some = array("i", [rng.randint(-1000, 1000) for _ in range(4)])
            agree(compiled, name, a, b, many, some)


# -- faults ----------------------------------------------------------------------------------------

FAULTS = """
@kernel
def read(numbers: Marks, at: int) -> int:
    return numbers[at]


@kernel
def write(numbers: Flags, value: int) -> None:
    numbers[0] = value


@kernel
def compute(a: int, b: int) -> int:
    c = a + b
    c = c - b
    return c * 4


@kernel
def divide(a: int, b: int) -> int:
    return a // b


@kernel
def shift(a: int, b: int) -> int:
    return a << b


@kernel
def pick(a: int, b: int) -> int:
    return bit(a) + lowest_bit(b) + highest_bit(b)
"""


@needs_compiler
def test_the_checked_form_finds_faults(tmp_path: Path) -> None:
    compiled = Compiled(tmp_path, FAULTS)
    names = ("read", "write", "compute", "divide", "shift", "pick")
    checked = {name: compiled.forms(name)[2] for name in names}
    numbers = array("i", [1, 2])
    assert checked["read"](numbers, 1) == 2
    line = 1 + (HEAD + FAULTS).splitlines().index("    return numbers[at]")
    for at in (2, -1):
        with pytest.raises(KernelFault, match=rf"read, line {line}$"):
            checked["read"](numbers, at)
    assert checked["write"](array("b", [0]), -128) is None
    for name, *values in (
        ("write", array("b", [0]), 128), ("compute", 2**62, 2**62), ("compute", 2**61, 0),
        ("compute", -(2**62), 2**62 + 2**61), ("divide", 1, 0), ("shift", 1, 64), ("shift", 1, -1),
        ("shift", 3, 62), ("pick", 64, 1), ("pick", -1, 1), ("pick", 1, 0),
    ):  # fmt: skip
        with pytest.raises(KernelFault):
            checked[name](*values)


# -- what is refused -------------------------------------------------------------------------------

REFUSED = {
    "a float": "a = 1.5", "a string": "a = 'x'", "true division": "a = b / 2",
    "a power": "a = b ** 2", "a list": "a = [1]", "a slice": "a = many[1:]",
    "a negative shift of a name that is not known": "a = unknown << 1",
    "an unknown name": "a = unknown", "an unknown function": "a = sorted(b)",
    "a method": "many.append(1)", "a keyword": "a = helper(many, by=1)",
    "too few arguments": "a = helper(many)", "an argument of another type": "a = helper(a, 1)",
    "a kernel called by a kernel": "a = other(1)",
    "two calls in one expression": "a = helper(many, 1) + helper(many, 2)",
    "a call beside what it changes": "a = many[0] + helper(many, 1)",
    "a call that an element is added to": "many[0] += helper(many, 1)",
    "a call inside a call": "a = helper(many, helper(many, 1))",
    "a call in a chain": "a = int(1 < helper(many, 1) < 3)", "numbers joined by and": "a = a and b",
    "an else of a loop": "while a:\n        a -= 1\n    else:\n        a = 1",
    "a loop over an array": "for x in many:\n        a = x",
    "a step that is not constant": "for x in range(0, 9, a):\n        b = x",
    "a step of nothing": "for x in range(0, 9, 0):\n        b = x",
    "try": "try:\n        a = 1\n    finally:\n        b = 1", "raise": "raise ValueError",
    "assert": "assert a", "with": "with a:\n        pass",
    "a nested function": "def inner() -> int:\n        return 1", "a lambda": "a = (lambda: 1)()",
    "is": "a = int(b is None)", "in": "a = int(1 in many)",
    "arrays compared": "a = int(many == many)", "a name of two types": "a = many",
    "a constant assigned to": "BIG = 1", "an attribute of an array": "a = many.typecode",
    "a number too large": "a = 1 << 2 << 3 + 99999999999999999999", "del": "del a",
    "yield": "yield a", "unequal sides": "a, b = b, a, 1", "a walrus": "a = (b := 1)",
    "a comprehension": "a = sum(x for x in range(3))",
    "a prefetch that is a value": "a = prefetch(many, 1)",
    "a prefetch of no array": "prefetch(a, b)",
}  # fmt: skip


WRONG = """
def helper(many: Counts, by: int) -> int:
    many[0] += by
    return by


@kernel
def other(a: int) -> int:
    return a


@kernel
def wrong(a: int, b: int, many: Counts) -> int:
    {}
    return a
"""


@each("name", REFUSED)
def test_unknown_values_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(HEAD + WRONG.replace("{}", REFUSED[name]), "utf-8")
    with pytest.raises(Refused, match=r"wrong\.py:\d+"):
        translate_kernels.translate(tmp_path.glob("*.py"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@kernel\ndef f(a: str) -> int:\n    return 1\n", "types of f"),
        ("@kernel\ndef f(a: int = 1) -> int:\n    return 1\n", "types of f"),
        ("@kernel\ndef f(a: int) -> float:\n    return 1\n", "types of f"),
        ("@kernel\ndef f(a: int) -> bool:\n    return a\n", "no bool"),
        ("@kernel\ndef f(a: int) -> int:\n    return f2(a)\n", "f2 is not a function"),
        (
            "@dataclass(frozen=True)\nclass S:\n    a: int\n\n\n"
            "@kernel\ndef f(s: S) -> int:\n    s.a = 1\n    return 1\n",
            "frozen",
        ),
        (
            "def g(a: int) -> int:\n    return h(a)\n\n\n"
            "def h(a: int) -> int:\n    return g(a)\n\n\n"
            "@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
            "calls itself",
        ),
        (
            f"@kernel\ndef f({', '.join(f'a{i}: int' for i in range(13))}) -> int:\n    return 1\n",
            "more than 12 parameters",
        ),
        ("@kernel\ndef f(a: int) -> int:\n" + "    a += 1\n" * 120 + "    return a\n", "120 lines"),
    ],
)  # fmt: skip
def test_functions_are_refused_too(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(HEAD + text, "utf-8")
    with pytest.raises(Refused, match=why):
        translate_kernels.translate(tmp_path.glob("*.py"))


# -- the library that is there ---------------------------------------------------------------------


def test_the_library_is_of_these_sources() -> None:
    path = build_kernels.library_path()
    if path.exists():
        assert build_kernels.is_current(path), "run: make kernels"
    else:
        assert _kernel.library() is None


def test_an_older_library_is_noticed(tmp_path: Path) -> None:
    assert not build_kernels.is_current(tmp_path / "none.so")
    older = tmp_path / "older.so"
    older.write_bytes(b"caballero-sources-0123456789abcdef")
    assert not build_kernels.is_current(older)


@pytest.mark.slow
def test_a_failing_compiler_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "none"))
    assert not any(map(build_kernels.works, build_kernels.compilers()))
    assert build_kernels.compile_kernels(tmp_path / "kernels.so") is None
    assert "cannot compile" in capsys.readouterr().err
    monkeypatch.setenv("CC", shutil.which("false") or "false")
    assert build_kernels.compile_kernels(tmp_path / "kernels.so") is None
    monkeypatch.setenv("CABALLERO_BUILD", "perhaps")
    with pytest.raises(ValueError, match="perhaps"):
        build_kernels.build_mode()
