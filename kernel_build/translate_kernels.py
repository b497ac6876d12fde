"""Translate the kernels, which are written in a small, strict subset of Python, to C.

A kernel is a Python function over whole numbers and flat arrays of them. This module reads the
source of ``caballero/*/kernels`` (it imports nothing of it) and writes one C file. It refuses
everything outside the subset, with the file and the line, so an accepted kernel means the same in
both languages:

- Values: ``int`` (64 bits in C), ``bool``, arrays (`Places`, `Marks`, `Counts`, `Flags`) and
  states: dataclasses whose fields are arrays, ints and other states.
- Statements: assignment, ``if``, ``while``, ``for … in range(…)``, ``break``, ``continue``,
  ``return``, ``pass``, and calls of functions of the same kind.
- Expressions: arithmetic, comparisons, ``and``, ``or``, ``not``, ``x if c else y``, ``len``,
  ``min``, ``max`` and ``abs``, ``bit``, ``lowest_bit`` and ``highest_bit``, module constants.
- ``prefetch(array, at)``, which changes nothing: the element will be needed soon.

How the translation treats the differences between the languages:

- Every number is 64 bits wide, literals too; an element is widened when it is read.
- ``//`` and ``%`` round towards minus infinity, as in Python.
- A ``range`` is computed once, and its variable may be changed inside the loop.
- C does not define the order in which operands are evaluated. So an expression with a call must
  not contain anything else that the call could change.
- C's numbers wrap around (``-fwrapv``), Python's do not; so a kernel's numbers must stay below
  2**63, or be masked with ``&`` where they are computed. The *checked* form of the translation
  verifies that, and every index, shift, divisor and narrow store, while it runs.

Invariant: an accepted function has one type for every name, and reads a name before it is set only
on paths on which Python would raise.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

ELEMENTS: Final = {"Places": "I", "Marks": "i", "Counts": "q", "Flags": "b"}
"""The kinds of arrays, and the letters of their elements in :mod:`array`."""

C_TYPES: Final = {"I": "uint32_t", "i": "int32_t", "q": "int64_t", "b": "int8_t"}
LEAST: Final = {"I": 0, "i": -(2**31), "b": -(2**7)}
GREATEST: Final = {"I": 2**32 - 1, "i": 2**31 - 1, "b": 2**7 - 1}

NOT_KERNELS: Final = ("__init__", "kernel")

MOST_LINES: Final = 120
"""The most lines of a function, to keep it readable."""

MOST_PARAMETERS: Final = 12
"""The most parameters of a function."""


class Refused(Exception):
    """A kernel is not in the subset."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number; if `truth`, it is 0 or 1."""

    truth: bool = False


@dataclass(frozen=True, slots=True)
class Array:
    """A flat array; `letter` is the type of its elements."""

    letter: str


@dataclass(frozen=True, slots=True)
class Struct:
    """A state: a dataclass of a kernel's module."""

    name: str
    fields: tuple[tuple[str, Type], ...]
    frozen: bool


Type: TypeAlias = Scalar | Array | Struct
INT: Final = Scalar()
BOOL: Final = Scalar(True)


@dataclass(frozen=True, slots=True)
class Function:
    """A function to translate."""

    module: str
    node: ast.FunctionDef
    parameters: tuple[tuple[str, Type], ...]
    result: Scalar | None
    exported: bool

    @property
    def c_name(self) -> str:
        """Its name in C."""
        return f"{self.module}_{self.node.name}"


@dataclass(slots=True)
class Module:
    """The constants, states and functions that a kernel's module defines or imports."""

    name: str
    path: Path
    constants: dict[str, int] = field(default_factory=dict)
    structs: dict[str, Struct] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)


def translate(paths: Iterable[Path], *, checked: bool = False) -> str:
    """Translate kernels to one C file.

    Parameters
    ----------
    paths : iterable of Path
        The modules, each with its own name.
    checked : bool
        Whether the code verifies indices, overflow, shifts, divisors and stores while it runs.

    Raises
    ------
    Refused
        If a kernel is not in the subset; the message names the file and the line.

    Examples
    --------
    >>> from pathlib import Path
    >>> text = translate(Path("src/caballero").glob("*/kernels/*.py"))
    >>> "int64_t caballero_backtracking_search(int64_t *frame)" in text
    True
    """
    modules = read_modules(paths)
    kernels = [
        (module, function)
        for module in modules.values()
        for function in module.functions.values()
        if function.exported and function.module == module.name
    ]
    bodies: dict[str, str] = {}  # by C name; functions come before those that call them
    structs: dict[str, Struct] = {}

    def add(module: Module, function: Function) -> None:
        if function.c_name in bodies:
            return
        for _, kind in function.parameters:
            _add_struct(kind, structs)
        body = _Body(module, function, checked)
        text = body.text()
        bodies[function.c_name] = ""  # a recursion ends here, and is refused below
        for called in body.called:
            if bodies.get(called.c_name) == "":
                raise Refused(f"{module.path}: {called.node.name} calls itself")
            add(by_name[called.module], called)
        del bodies[function.c_name]
        bodies[function.c_name] = text

    by_name = {module.name: module for module in modules.values()}
    for module, function in kernels:
        add(module, function)
    wrappers = [_wrapper(function, checked) for _, function in kernels]
    return "\n".join(
        [_prelude(checked), *map(_struct_text, structs.values()), *bodies.values(), *wrappers]
    )


def _add_struct(kind: Type, structs: dict[str, Struct]) -> None:
    if isinstance(kind, Struct):
        for _, inner in kind.fields:
            _add_struct(inner, structs)
        structs[kind.name] = kind


def read_modules(paths: Iterable[Path]) -> dict[str, Module]:
    """Read the constants, states and functions of all kernels."""
    files = {path.stem: path for path in sorted(paths, key=lambda path: path.name)}
    modules: dict[str, Module] = {}

    def load(stem: str) -> Module:
        if stem not in modules:
            path = files[stem]
            module = modules[stem] = Module(stem.lstrip("_"), path)
            _read(module, ast.parse(path.read_text("utf-8"), str(path)), load)
        return modules[stem]

    for stem in files:
        if stem not in NOT_KERNELS:
            load(stem)
    return modules


def _read(module: Module, tree: ast.Module, load: Callable[[str], Module]) -> None:
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(name), level=level) if level or ".kernels." in name:
                other = load(name.rpartition(".")[2])
                for alias in node.names:
                    for here, there in (
                        (module.constants, other.constants),
                        (module.structs, other.structs),
                        (module.functions, other.functions),
                    ):
                        if alias.name in there:
                            here[alias.asname or alias.name] = there[alias.name]  # type: ignore[assignment]
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                constant = _constant(value, module.constants)
                if constant is not None:
                    module.constants[name] = constant
            case ast.ClassDef():
                struct = _struct(module, node)
                if struct is not None:
                    module.structs[node.name] = struct
            case ast.FunctionDef():
                function = _function(module, node)
                if function is not None:
                    module.functions[node.name] = function
            case _:
                pass


def _constant(node: ast.expr, known: dict[str, int]) -> int | None:
    """Evaluate a module constant, if it is a whole number."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            return known.get(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _constant(operand, known)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _constant(left, known), _constant(right, known)
            if a is None or b is None:
                return None
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Pow() if 0 <= b < 64:
                    return int(a**b)
                case ast.LShift() if 0 <= b < 64:
                    return a << b
                case ast.BitOr():
                    return a | b
                case ast.FloorDiv() if b:
                    return a // b
    return None


def _type(module: Module, node: ast.expr | None) -> Type | None:
    match node:
        case ast.Name(id="int"):
            return INT
        case ast.Name(id="bool"):
            return BOOL
        case ast.Name(id=name) if name in ELEMENTS:
            return Array(ELEMENTS[name])
        case ast.Name(id=name):
            return module.structs.get(name)
    return None


def _is_decorated(node: ast.ClassDef | ast.FunctionDef, name: str) -> bool:
    return any(ast.unparse(item).split("(")[0] == name for item in node.decorator_list)


def _struct(module: Module, node: ast.ClassDef) -> Struct | None:
    """Read a state; ``None`` if the class is something else."""
    if not _is_decorated(node, "dataclass"):
        return None
    fields: list[tuple[str, Type]] = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            kind = _type(module, item.annotation)
            if kind is None:
                return None
            fields.append((item.target.id, kind))
    frozen = any("frozen=True" in ast.unparse(item) for item in node.decorator_list)
    return Struct(f"{module.name}_{node.name}", tuple(fields), frozen)


def _function(module: Module, node: ast.FunctionDef) -> Function | None:
    """Read a function to translate; ``None`` if its types are not those of the subset."""
    exported = _is_decorated(node, "kernel")
    arguments = node.args
    parameters = [(a.arg, _type(module, a.annotation)) for a in arguments.args]
    named = isinstance(node.returns, ast.Name) and node.returns.id in ("int", "bool")
    nothing = isinstance(node.returns, ast.Constant) and node.returns.value is None
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults)
    if not plain or not (named or nothing) or any(kind is None for _, kind in parameters):
        if exported:
            raise Refused(f"{module.path}:{node.lineno}: the types of {node.name} are not known")
        return None
    result = None if nothing else _type(module, node.returns)
    assert result is None or isinstance(result, Scalar)
    typed = tuple((name, kind) for name, kind in parameters if kind is not None)
    return Function(module.name, node, typed, result, exported)


class _Body:
    """The translation of one function."""

    def __init__(self, module: Module, function: Function, checked: bool) -> None:
        self.module, self.function, self.checked = module, function, checked
        self.called: list[Function] = []
        self._types: dict[str, Type] = dict(function.parameters)
        self._loops = 0
        self._temporaries = 0
        node = function.node
        if node.end_lineno and node.end_lineno - node.lineno + 1 > MOST_LINES:
            raise self._refuse(node, f"{node.name} has more than {MOST_LINES} lines")
        if len(function.parameters) > MOST_PARAMETERS:
            raise self._refuse(node, f"{node.name} has more than {MOST_PARAMETERS} parameters")
        self._find_types()

    # -- names and their types -------------------------------------------------------------------

    def _find_types(self) -> None:
        """Find the type of every local name: the type of all values assigned to it."""
        values: dict[str, list[ast.expr | None]] = {}
        for node in ast.walk(self.function.node):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        match target, value:
                            case ast.Name(id=name), _:
                                values.setdefault(name, []).append(value)
                            case ast.Tuple(elts=names), ast.Tuple(elts=parts):
                                for one, part in zip(names, parts, strict=False):
                                    if isinstance(one, ast.Name):
                                        values.setdefault(one.id, []).append(part)
                            case _:
                                pass
                case ast.AugAssign(target=ast.Name(id=name)):
                    values.setdefault(name, []).append(None)
                case ast.For(target=ast.Name(id=name)):
                    values.setdefault(name, []).append(None)
                case _:
                    pass
        parameters = dict(self.function.parameters)
        for name in values:  # in their order, so that the same source gives the same text
            if name in parameters:
                continue
            if name in self.module.constants:
                raise self._refuse(self.function.node, f"{name} is a constant of the module")
            self._types[name] = BOOL
        changed = True
        while changed:
            changed = False
            for name, assigned in values.items():
                kinds = {INT if part is None else self._kind(part) for part in assigned}
                if name in parameters:
                    kinds.add(parameters[name])
                if kinds == {INT, BOOL}:
                    kinds = {INT}
                if len(kinds) != 1:
                    raise self._refuse(self.function.node, f"{name} has several types")
                (kind,) = kinds
                if name in parameters and kind != parameters[name]:
                    raise self._refuse(self.function.node, f"{name} changes its type")
                if self._types[name] != kind:
                    self._types[name] = kind
                    changed = True

    def _kind(self, node: ast.expr) -> Type:
        """Return the type of an expression."""
        match node:
            case ast.Constant(value=bool()):
                return BOOL
            case ast.Name(id=name):
                return self._types.get(name, INT)
            case ast.Attribute(value=value, attr=name):
                owner = self._kind(value)
                kind = dict(owner.fields).get(name) if isinstance(owner, Struct) else None
                if kind is None:
                    raise self._refuse(node, f"there is no field {name}")
                return kind
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return BOOL
            case ast.BoolOp(values=values):
                return BOOL if all(self._kind(v) == BOOL for v in values) else INT
            case ast.IfExp(body=body, orelse=orelse):
                kinds = {self._kind(body), self._kind(orelse)}
                return kinds.pop() if len(kinds) == 1 else INT
            case ast.Call(func=ast.Name(id=name)) if name in self.module.functions:
                result = self.module.functions[name].result
                if result is None:
                    raise self._refuse(node, f"{name} returns nothing")
                return result
            case _:
                return INT

    def _refuse(self, node: ast.AST, why: str) -> Refused:
        line = getattr(node, "lineno", self.function.node.lineno)
        return Refused(f"{self.module.path}:{line}: {why}")

    # -- statements ------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the function in C."""
        lines = self._block(self.function.node.body, 1)
        own = dict(self.function.parameters)
        for name, kind in self._types.items():
            if name not in own:
                start = " = {0}" if isinstance(kind, Array) else " = 0"
                lines.insert(0, f"    {_c_type(kind)}{_c_identifier(name)}{start};")
        if self.function.result is not None:
            lines.append("    return 0;")
        return "\n".join([_signature(self.function), "{", *lines, "}", ""])

    def _block(self, nodes: list[ast.stmt], depth: int) -> list[str]:
        lines: list[str] = []
        for node in nodes:
            lines += ["    " * depth + line for line in self._statement(node, depth)]
        return lines

    def _statement(self, node: ast.stmt, depth: int) -> list[str]:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._call(call, statement=True)};"]
            case ast.Assign(targets=targets, value=value):
                return self._assignment(targets, value)
            case ast.AugAssign(target=target, op=op, value=value):
                self._refuse_mixed_call(ast.BinOp(_as_read(target), op, value), target)
                whole = ast.copy_location(ast.BinOp(_as_read(target), op, value), node)
                return [self._store(target, self._value(whole))]
            case ast.If(test=test, body=body, orelse=orelse):
                lines = [f"if ({self._truth(test)}) {{", *self._inner(body)]
                return [*lines, "} else {", *self._inner(orelse), "}"] if orelse else [*lines, "}"]
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while ({self._truth(test)}) {{", *self._inner(body), "}"]
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range")) as call,
                body=body, orelse=[],
            ):  # fmt: skip
                return self._loop(name, call, body)
            case ast.Break():
                return ["break;"]
            case ast.Continue():
                return ["continue;"]
            case ast.Return(value=None) if self.function.result is None:
                return ["return;"]
            case ast.Return(value=ast.expr() as value) if self.function.result is not None:
                if self.function.result == BOOL and self._kind(value) != BOOL:
                    raise self._refuse(node, "this returns no bool")
                return [f"return {self._value(value)};"]
        raise self._refuse(node, f"{type(node).__name__} is not in the subset")

    def _inner(self, nodes: list[ast.stmt]) -> list[str]:
        return self._block(nodes, 1)

    def _loop(self, name: str, call: ast.Call, body: list[ast.stmt]) -> list[str]:
        bounds = [self._value(argument) for argument in call.args]
        step = 1
        if len(call.args) == 3:
            by = _constant(call.args[2], self.module.constants)
            if not by:
                raise self._refuse(call, "the step of a range must be a constant other than 0")
            step = by
        for argument in call.args:
            self._refuse_mixed_call(argument)
        start, stop = (bounds[0], bounds[1]) if len(bounds) > 1 else ("0", bounds[0])
        self._loops += 1
        i, end = f"loop_{self._loops}", f"end_{self._loops}"
        sign = "<" if step > 0 else ">"
        head = f"for (int64_t {i} = {start}, {end} = {stop}; {i} {sign} {end}; {i} += {step}) {{"
        return [head, f"    {_c_identifier(name)} = {i};", *self._inner(body), "}"]

    def _assignment(self, targets: list[ast.expr], value: ast.expr) -> list[str]:
        if len(targets) == 1 and isinstance(targets[0], ast.Name):
            return [f"{_c_identifier(targets[0].id)} = {self._value(value)};"]
        if len(targets) == 1 and isinstance(targets[0], ast.Tuple):
            names, parts = targets[0].elts, value
            if not isinstance(parts, ast.Tuple) or len(parts.elts) != len(names):
                raise self._refuse(value, "both sides must have the same number of values")
            if any(_calls(part, self.module) for part in parts.elts):
                raise self._refuse(value, "a call among several values")
            kept = [self._temporary(self._value(part), self._kind(part)) for part in parts.elts]
            stores = [
                self._store(name, temporary)
                for name, (temporary, _) in zip(names, kept, strict=True)
            ]
            return ["{", *["    " + line for _, line in kept], *["    " + s for s in stores], "}"]
        if len(targets) == 1 and not _calls(value, self.module):
            return [self._store(targets[0], self._value(value))]
        temporary, line = self._temporary(self._value(value), INT)
        stores = ["    " + self._store(target, temporary) for target in targets]
        return ["{", "    " + line, *stores, "}"]

    def _temporary(self, value: str, kind: Type) -> tuple[str, str]:
        self._temporaries += 1
        name = f"value_{self._temporaries}"
        return name, f"{_c_type(kind)}{name} = {value};"

    def _store(self, target: ast.expr, value: str) -> str:
        """Return the C statement that stores a value, whose computation changes nothing else."""
        match target:
            case ast.Name(id=name) if name in self._types:
                return f"{_c_identifier(name)} = {value};"
            case ast.Attribute(value=owner) if self._kind(target) == INT:
                struct = self._kind(owner)
                assert isinstance(struct, Struct)
                if struct.frozen:
                    raise self._refuse(target, "a field of a frozen state is only read")
                return f"{self._place(target)} = {value};"
            case ast.Subscript(value=array):
                kind = self._kind(array)
                if isinstance(kind, Array) and not _calls(target, self.module):
                    if self.checked and kind.letter != "q":
                        limits = f"{LEAST[kind.letter]}, {GREATEST[kind.letter]}LL"
                        value = f"narrow({value}, {limits}, {target.lineno})"
                    return f"{self._element(target)} = ({C_TYPES[kind.letter]})({value});"
        raise self._refuse(target, "nothing can be assigned to this")

    # -- expressions -----------------------------------------------------------------------------

    def _truth(self, node: ast.expr) -> str:
        """Translate a condition; any number other than 0 is true."""
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return "(" + sign.join(self._truth(value) for value in values) + ")"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self._truth(operand)})"
            case ast.Constant(value=bool(value)):
                return str(int(value))
            case _:
                return self._value(node)

    def _value(self, node: ast.expr, *, wraps: bool = False) -> str:
        """Translate an expression; with `wraps`, bits beyond 64 do not matter."""
        self._refuse_mixed_call(node)
        match node:
            case ast.Constant(value=bool(value)):
                return str(int(value))
            case ast.Constant(value=int(value)):
                return self._literal(node, value)
            case ast.Name(id=name):
                if name in self._types:
                    return _c_identifier(name)
                if name in self.module.constants:
                    return self._literal(node, self.module.constants[name])
            case ast.Attribute():
                if isinstance(self._kind(node), Struct):
                    return "&" + self._place(node)
                return self._place(node)
            case ast.Subscript():
                return f"(int64_t){self._element(node)}"
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                parts = self._truth(test), self._value(body), self._value(orelse)
                return "({} ? {} : {})".format(*parts)
            case ast.BoolOp(values=values):
                if any(self._kind(value) != BOOL for value in values):
                    raise self._refuse(node, "'and' and 'or' of numbers, where a value is wanted")
                return self._truth(node)
            case ast.UnaryOp(op=ast.Not()):
                return self._truth(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                if self.checked and not wraps and not isinstance(operand, ast.Constant):
                    return f"sub(0, {self._value(operand)}, {node.lineno})"
                return f"(-{self._value(operand, wraps=wraps)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"(~{self._value(operand, wraps=wraps)})"
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self._comparison(node, [left, *comparators], ops)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(node, left, op, right, wraps)
        raise self._refuse(node, f"{ast.unparse(node)} is not in the subset")

    def _literal(self, node: ast.expr, value: int) -> str:
        if not -(2**63) < value < 2**63:
            raise self._refuse(node, f"{value} has more than 64 bits")
        return f"{value}LL" if value >= 0 else f"({value}LL)"

    def _comparison(self, node: ast.expr, values: list[ast.expr], ops: list[ast.cmpop]) -> str:
        if len(values) > 2 and any(_calls(value, self.module) for value in values):
            raise self._refuse(node, "a call in a chain of comparisons")
        signs = {
            ast.Lt: "<",
            ast.LtE: "<=",
            ast.Gt: ">",
            ast.GtE: ">=",
            ast.Eq: "==",
            ast.NotEq: "!=",
        }
        parts = []
        for a, op, b in zip(values, ops, values[1:], strict=False):
            if type(op) not in signs or not (self._is_scalar(a) and self._is_scalar(b)):
                raise self._refuse(node, "only numbers are compared, by size")
            parts.append(f"({self._value(a)} {signs[type(op)]} {self._value(b)})")
        return parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")"

    def _operation(
        self, node: ast.BinOp, left: ast.expr, op: ast.operator, right: ast.expr, wraps: bool
    ) -> str:
        masks = isinstance(op, ast.BitAnd)
        inner = wraps or masks
        if isinstance(op, ast.FloorDiv | ast.Mod):
            inner = False
        if not (self._is_scalar(left) and self._is_scalar(right)):
            raise self._refuse(node, "only numbers are computed with")
        a = self._value(left, wraps=inner)
        b = self._value(right, wraps=inner and not isinstance(op, ast.LShift | ast.RShift))
        by = _constant(right, self.module.constants if not self._is_local(right) else {})
        check = self.checked and not wraps
        line = node.lineno
        match op:
            case ast.Add() | ast.Sub() | ast.Mult():
                name, sign = {
                    ast.Add: ("add", "+"), ast.Sub: ("sub", "-"), ast.Mult: ("mul", "*"),
                }[type(op)]  # fmt: skip
                return f"{name}({a}, {b}, {line})" if check else f"({a} {sign} {b})"
            case ast.BitAnd() | ast.BitOr() | ast.BitXor():
                sign = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}[type(op)]
                return f"({a} {sign} {b})"
            case ast.LShift():
                if self.checked:
                    return f"{'shl_any' if wraps else 'shl'}({a}, {b}, {line})"
                return f"(int64_t)((uint64_t){a} << {b})"
            case ast.RShift():
                return f"shr({a}, {b}, {line})" if self.checked else f"({a} >> {b})"
            case ast.FloorDiv() | ast.Mod():
                whole = isinstance(op, ast.FloorDiv)
                if by is not None and by > 0:
                    if by & (by - 1) == 0:
                        return f"({a} >> {by.bit_length() - 1})" if whole else f"({a} & {by - 1}LL)"
                    return f"{'floor_by' if whole else 'rest_by'}({a}, {b})"
                if self.checked:
                    b = f"divisor({b}, {line})"
                return f"{'floor_div' if whole else 'floor_mod'}({a}, {b})"
        raise self._refuse(node, f"{ast.unparse(node)} is not in the subset")

    def _is_local(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._types

    def _is_scalar(self, node: ast.expr) -> bool:
        return isinstance(self._kind(node), Scalar)

    def _place(self, node: ast.expr) -> str:
        """Translate a field or a name."""
        match node:
            case ast.Name(id=name) if name in self._types:
                return _c_identifier(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                self._kind(node)
                return f"{_c_identifier(name)}->{_c_identifier(attribute)}"
            case ast.Attribute(value=ast.Attribute() as value, attr=attribute):
                self._kind(node)
                return f"{self._place(value)}.{_c_identifier(attribute)}"
        raise self._refuse(node, f"{ast.unparse(node)} is not a field or a name")

    def _element(self, node: ast.Subscript) -> str:
        if not isinstance(self._kind(node.value), Array) or not self._is_scalar(node.slice):
            raise self._refuse(node, "only arrays are indexed, by one number")
        array, at = self._place(node.value), self._value(node.slice)
        if self.checked:
            at = f"within({at}, {array}.n, {node.lineno})"
        return f"{array}.p[{at}]"

    def _call(self, node: ast.Call, *, statement: bool = False) -> str:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self._refuse(node, f"{ast.unparse(node)} is not in the subset")
        name, arguments = node.func.id, node.args
        known = self.module.functions.get(name)
        if known is None or name in self._types:
            match name, arguments:
                case "len", [array] if isinstance(self._kind(array), Array):
                    return f"{self._place(array)}.n"
                case (("min" | "max"), [a, b]) if not _calls(node, self.module):
                    function = "least" if name == "min" else "most"
                    return f"{function}({self._value(a)}, {self._value(b)})"
                case "abs", [a]:
                    return f"absolute({self._value(a)})"
                case "int", [a] if self._is_scalar(a):
                    return self._value(a)
                case (("bit" | "lowest_bit" | "highest_bit"), [a]) if self._is_scalar(a):
                    return self._bits(name, self._value(a), node)
                case "prefetch", [array, at] if statement:
                    element = ast.Subscript(array, at, ast.Load())
                    return f"prefetch(&{self._element(ast.copy_location(element, node))})"
            raise self._refuse(node, f"{name} is not a function of the subset")
        if known.exported:
            raise self._refuse(node, f"{name} is a kernel: a kernel calls plain functions only")
        if known.result is None and not statement:
            raise self._refuse(node, f"{name} returns nothing")
        if len(arguments) != len(known.parameters):
            raise self._refuse(node, f"{name} takes {len(known.parameters)} arguments")
        self.called.append(known)
        parts = []
        for argument, (_, kind) in zip(arguments, known.parameters, strict=True):
            mine = self._kind(argument)
            if mine != kind and not (kind == INT and mine == BOOL):
                raise self._refuse(
                    node, f"{ast.unparse(argument)} has another type than {name} takes"
                )
            parts.append(self._value(argument))
        return f"{known.c_name}({', '.join(parts)})"

    def _bits(self, name: str, value: str, node: ast.Call) -> str:
        if self.checked:
            test = "within({}, 64, {})" if name == "bit" else "divisor({}, {})"
            value = test.format(value, node.lineno)
        return f"{name}({value})"

    def _refuse_mixed_call(self, node: ast.expr, *also: ast.expr) -> None:
        """Refuse an expression with a call and anything else that the call could change.

        In ``and``, ``or`` and ``if … else`` the order is the same in both languages, so each part
        is checked separately, when it is translated.
        """
        if isinstance(node, ast.BoolOp | ast.IfExp):
            return
        calls = _calls(node, self.module)
        if not calls:
            return
        if len(calls) > 1:
            raise self._refuse(node, "two calls in one expression: give the first a name")
        inside = set(map(id, ast.walk(calls[0])))
        for part in ast.walk(node):
            if id(part) not in inside and isinstance(part, ast.Subscript | ast.Attribute):
                raise self._refuse(node, "a call beside what it could change: give it a name")


def _as_read(target: ast.expr) -> ast.expr:
    """Return the target of an assignment as an expression that reads it."""
    read = copy.copy(target)
    if isinstance(read, ast.Name | ast.Attribute | ast.Subscript):
        read.ctx = ast.Load()
    return read


def _calls(node: ast.expr, module: Module) -> list[ast.Call]:
    """Return the calls of translated functions in an expression."""
    return [
        part
        for part in ast.walk(node)
        if isinstance(part, ast.Call)
        and isinstance(part.func, ast.Name)
        and part.func.id in module.functions
    ]


RESERVED: Final = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch typedef
    union unsigned void volatile while add sub mul shl shl_any shr narrow within divisor least
    most absolute bit lowest_bit highest_bit floor_by rest_by floor_div floor_mod prefetch near
    far small
    """.split()  # noqa: SIM905 - a list of fifty strings is no easier to read
)
"""Names with another meaning in C."""


def _c_identifier(name: str) -> str:
    """Return a name in C that is not reserved."""
    return f"{name}_" if name in RESERVED else name


def _c_type(kind: Type) -> str:
    match kind:
        case Scalar():
            return "int64_t "
        case Array(letter=letter):
            return f"array_{letter} "
        case Struct(name=name):
            return f"{name} *"


def _signature(function: Function) -> str:
    result = "void" if function.result is None else "int64_t"
    parameters = ", ".join(
        _c_type(kind) + _c_identifier(name) for name, kind in function.parameters
    )
    return f"static inline {result} {function.c_name}({parameters})"


def _struct_text(struct: Struct) -> str:
    fields = [
        f"    {kind.name if isinstance(kind, Struct) else _c_type(kind)} {_c_identifier(name)};"
        for name, kind in struct.fields
    ]
    return "\n".join(["typedef struct {", *fields, f"}} {struct.name};", ""])


# -- the functions that Python calls ---------------------------------------------------------------


def layout(parameters: tuple[tuple[str, Type], ...]) -> str:
    """Return the layout of a kernel's frame: a letter for each array, ``n`` for each number.

    A capital ``N`` is a number that the kernel may change.

    Examples
    --------
    >>> layout((("numbers", Array("q")), ("steps", INT)))
    'qn'
    """
    return "".join(_layout(kind) for _, kind in parameters)


def _layout(kind: Type, *, changes: bool = False) -> str:
    match kind:
        case Scalar():
            return "N" if changes else "n"
        case Array(letter=letter):
            return letter
        case Struct(fields=fields, frozen=frozen):
            return "".join(_layout(inner, changes=not frozen) for _, inner in fields)


def _wrapper(function: Function, checked: bool) -> str:
    """Return the function that Python calls, with one array: the *frame*.

    Its first entry is the result, or in the checked form the negative line of a fault. Then follow,
    in the order of the parameters, the address and the length of every array, and every number.
    """
    name = function.c_name
    loads: list[str] = []
    stores: list[str] = []
    declarations: list[str] = []
    arguments: list[str] = []
    at = 1

    def lay(place: str, kind: Type, changes: bool) -> None:
        nonlocal at
        match kind:
            case Scalar():
                loads.append(f"{place} = frame[{at}];")
                if changes:
                    stores.append(f"frame[{at}] = {place};")
                at += 1
            case Array(letter=letter):
                loads.append(f"{place}.p = ({C_TYPES[letter]} *)(intptr_t)frame[{at}];")
                loads.append(f"{place}.n = frame[{at + 1}];")
                at += 2
            case Struct(fields=fields, frozen=frozen):
                for inner, inner_kind in fields:
                    lay(f"{place}.{_c_identifier(inner)}", inner_kind, not frozen)

    for i, (_, kind) in enumerate(function.parameters):
        struct = isinstance(kind, Struct)
        declarations.append(f"{kind.name if isinstance(kind, Struct) else _c_type(kind)} p{i};")
        arguments.append(f"&p{i}" if struct else f"p{i}")
        lay(f"p{i}", kind, False)
    call = f"{name}({', '.join(arguments)})"
    run = f"{call};" if function.result is None else f"result = {call};"
    guard = ["if (setjmp(fault)) { frame[0] = -fault_line; return 0; }"] if checked else []
    body = [
        *declarations, "int64_t result = 0;", *guard, *loads, run, *stores, "frame[0] = result;",
        "return result;",
    ]  # fmt: skip
    return "\n".join([
        f'EXPORTED const char caballero_{name}_layout[] = "{layout(function.parameters)}";',
        f"EXPORTED int64_t caballero_{name}(int64_t *frame)",
        "{", *["    " + line for line in body], "}", "",
    ])  # fmt: skip


def _prelude(checked: bool) -> str:
    return PRELUDE + (CHECKS if checked else "")


PRELUDE: Final = """\
/* Made from the Python sources of Caballero's kernels: do not edit. */
#include <stdint.h>

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

typedef struct { uint32_t *p; int64_t n; } array_I;
typedef struct { int32_t *p; int64_t n; } array_i;
typedef struct { int64_t *p; int64_t n; } array_q;
typedef struct { int8_t *p; int64_t n; } array_b;

#ifdef __GNUC__
#define prefetch(place) __builtin_prefetch(place)
#else
#define prefetch(place) ((void)(place))
#endif

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t absolute(int64_t a) { return a < 0 ? -a : a; }
static inline int64_t bit(int64_t i) { return (int64_t)((uint64_t)1 << i); }
static inline int64_t lowest_bit(int64_t a) { return __builtin_ctzll((uint64_t)a); }
static inline int64_t highest_bit(int64_t a) { return 63 - __builtin_clzll((uint64_t)a); }
static inline int64_t floor_div(int64_t a, int64_t b)
{ int64_t q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
static inline int64_t floor_mod(int64_t a, int64_t b)
{ int64_t r = a % b; return r + (r != 0 && (r < 0) != (b < 0) ? b : 0); }
/* The same for a divisor above 0 that the compiler knows. */
static inline int64_t floor_by(int64_t a, int64_t b) { return a / b - (a % b < 0); }
static inline int64_t rest_by(int64_t a, int64_t b) { int64_t r = a % b; return r < 0 ? r + b : r; }
"""

CHECKS: Final = """
#include <setjmp.h>

static _Thread_local jmp_buf fault;
static _Thread_local int64_t fault_line;

static inline int64_t fail(int64_t line) { fault_line = line; longjmp(fault, 1); return 0; }
static inline int64_t within(int64_t at, int64_t n, int64_t line)
{ return at >= 0 && at < n ? at : fail(line); }
static inline int64_t narrow(int64_t a, int64_t low, int64_t high, int64_t line)
{ return a >= low && a <= high ? a : fail(line); }
static inline int64_t divisor(int64_t a, int64_t line) { return a != 0 ? a : fail(line); }
static inline int64_t add(int64_t a, int64_t b, int64_t line)
{ int64_t c; return __builtin_add_overflow(a, b, &c) ? fail(line) : c; }
static inline int64_t sub(int64_t a, int64_t b, int64_t line)
{ int64_t c; return __builtin_sub_overflow(a, b, &c) ? fail(line) : c; }
static inline int64_t mul(int64_t a, int64_t b, int64_t line)
{ int64_t c; return __builtin_mul_overflow(a, b, &c) ? fail(line) : c; }
static inline int64_t shl_any(int64_t a, int64_t by, int64_t line)
{ return by >= 0 && by < 64 ? (int64_t)((uint64_t)a << by) : fail(line); }
static inline int64_t shl(int64_t a, int64_t by, int64_t line)
{ int64_t c = shl_any(a, by, line); return c >> by == a ? c : fail(line); }
static inline int64_t shr(int64_t a, int64_t by, int64_t line)
{ return by >= 0 && by < 64 ? a >> by : fail(line); }
"""
