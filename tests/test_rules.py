"""The rules of the house: the layers, the modules that an import loads, public names."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import chain, pairwise
from pathlib import Path
from types import ModuleType

import pytest

import caballero

PACKAGE = Path(caballero.__file__).parent
TESTS = Path(__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# From the bottom up: a wing imports the wings before it.
LAYERS = re.findall(
    r"^\| `(\w+)/`",
    (TESTS.parent / "docs/developer/architecture.md").read_text("utf-8"),
    re.MULTILINE,
)
CALLS_KERNELS = {
    "best", "counting", "find", "machine", "teaching",
}  # fmt: skip
TEACH_VALUES = {
    "caballero.teaching.comparison",
    "caballero.teaching.knuth",
    "caballero.teaching.tree",
}
THIRD_PARTY = {
    "machine": {"typing_extensions"},
    "model": {"typing_extensions"},
    "find": {"numpy"},
    "best": {"highspy", "numpy"},
    "formats": {"networkx"},
    "counting": {"dask", "distributed", "numpy", "pyarrow"},
    "puzzles": {"pyphen", "silabeador"},
    "render": {"PIL", "reportlab", "resvg_py"},
    "web": {
        "anywidget",
        "traitlets",
        "segno",
        "fastapi",
        "pydantic",
        "pydantic_core",
        "starlette",
        "uvicorn",
    },
    "cli": {"click", "rich"},
}
NOT_LOADED = (
    "numpy", "click", "rich", "fastapi", "networkx", "PIL", "reportlab",
    "resvg_py", "pyarrow", "distributed", "anywidget", "pyphen",
    "silabeador",
)  # fmt: skip


@dataclass(frozen=True)
class Import:
    """One import: its module, target and place, and whether it is for type checkers only."""

    module: str
    target: str
    line: int
    inside: bool
    typing_only: bool

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}"


def name_of(path: Path) -> str:
    """The dotted name of a module, below the package: ``find.plan``; ``""`` is the facade."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def part_of(name: str) -> str:
    """The layer of a module: its folder."""
    return "facade" if name in {"", "__main__"} else name.split(".")[0]


def imports_of(path: Path) -> Iterator[Import]:
    module = name_of(path)
    package = ["caballero", *path.relative_to(PACKAGE).parts[:-1]]

    def visit(node: ast.AST, inside: bool, typing_only: bool) -> Iterator[Import]:
        match node:
            case ast.Import(names):
                for alias in names:
                    yield Import(module, alias.name, node.lineno, inside, typing_only)
            case ast.ImportFrom(name, names, level):
                base = [*package[: len(package) - level + 1]] if level else []
                origin = ".".join([*base, *([name] if name else [])])
                for alias in names:
                    whole = f"{origin}.{alias.name}"
                    target = whole if is_module(whole) else origin
                    yield Import(module, target, node.lineno, inside, typing_only)
            case ast.If(ast.Name("TYPE_CHECKING")):
                for statement in node.body:
                    yield from visit(statement, inside, True)
                for statement in node.orelse:
                    yield from visit(statement, inside, typing_only)
            case _:
                within = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                for child in ast.iter_child_nodes(node):
                    yield from visit(child, within, typing_only)

    yield from visit(tree_of(path), False, False)


def is_module(dotted: str) -> bool:
    if not dotted.startswith("caballero."):
        return False
    path = PACKAGE.joinpath(*dotted.split(".")[1:])
    return path.with_suffix(".py").exists() or path.is_dir()


@cache
def imports() -> list[Import]:
    """All imports of the package; read once, by the process that runs these tests."""
    return [found for path in MODULES for found in imports_of(path)]


@cache
def own() -> list[Import]:
    """Those of modules of the package."""
    return [found for found in imports() if found.target.split(".")[0] == "caballero"]


def target_part(found: Import) -> str:
    return part_of(found.target.partition(".")[2])


# -- imports -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_imports_are_found() -> None:
    """The reader of imports reads: some that are known to be there."""
    seen = {(found.module, found.target) for found in imports()}
    assert ("model.board", "caballero.machine.errors") in seen
    assert ("teaching._search", "caballero.find.kernels.backtracking") in seen
    assert ("machine.kernel", "ctypes") in seen
    assert ("cli.tour", "caballero.cli.options") in seen


# Five kinds of import go upwards: of what draws a value, when it is drawn; of the costs of a tour;
# of what reads a claimed tour from text, when it is one; of the type of an error's or an event's
# outcome; of the version.
OUTCOMES = {("machine.errors", "caballero.proof"), ("machine.limits", "caballero.proof")}
SHOWING = {"model.board", "model.problem", "model.tour", "proof.outcome"}


def looks_up(found: Import) -> bool:
    """Whether an import is one of the five that may go upwards."""
    if (found.module, found.target.rpartition(".")[0]) in OUTCOMES:
        return found.typing_only
    if target_part(found) == "facade":
        return part_of(found.module) in {"cli", "counting", "web"}
    if target_part(found) == "formats":
        return found.module == "proof.judge" and found.inside
    if target_part(found) == "best" and found.module == "model.tour":
        return found.inside
    return found.module in SHOWING and target_part(found) == "render" and found.inside


def test_parts_import_downwards() -> None:
    for found in own():
        here, there = part_of(found.module), target_part(found)
        if here not in {"facade", there} and not looks_up(found):
            assert here in LAYERS, f"{found}: {here} has no place among the layers"
            assert LAYERS.index(there) < LAYERS.index(here), f"{found}; {' < '.join(LAYERS)}"


def circles(among: Sequence[Import]) -> set[frozenset[str]]:
    """The sets of modules that import each other, be it when a function is called."""
    onward: dict[str, set[str]] = {}
    for found in among:
        if not found.typing_only:
            onward.setdefault(found.module, set()).add(found.target.partition(".")[2])

    def reached(module: str) -> set[str]:
        seen, ahead = set[str](), [module]
        while ahead:
            new = onward.get(ahead.pop(), set()) - seen
            seen |= new
            ahead += new
        return seen

    below = {module: reached(module) for module in onward}
    return {
        frozenset(other for other in seen if module in below.get(other, ()))
        for module, seen in below.items()
        if module in seen
    }


def test_values_that_draw_themselves_are_in_the_only_circle() -> None:
    """The judge that reads a text is in one, too: the reader makes claims."""
    assert any({"model.tour", "render.showing"} < circle for circle in circles(own()))
    upward = [found for found in own() if looks_up(found)]
    assert circles([found for found in own() if found not in upward]) == set()


def test_a_circle_is_found() -> None:
    ring = [Import(a, f"caballero.{b}", 1, True, False) for a, b in ("ab", "bc", "ca", "cd")]
    assert circles(ring) == {frozenset("abc")}
    assert circles([*ring[1:], replace(ring[0], typing_only=True)]) == set()


def test_every_folder_has_its_layer() -> None:
    below = [path.relative_to(PACKAGE).parts for path in MODULES]
    assert {parts[0] for parts in below if len(parts) > 1} == set(LAYERS)


def test_third_party_stays_where_it_belongs() -> None:
    for found in imports():
        first = found.target.split(".")[0]
        if first == "caballero" or first in sys.stdlib_module_names:
            continue
        assert first in THIRD_PARTY.get(part_of(found.module), set()), found
        # click is the command line, only who serves imports web, and only a notebook its board;
        # all else is imported where it is first needed.
        there = first == "click" or part_of(found.module) == "web"
        assert there or found.inside or found.typing_only, found


def test_kernels_stand_alone() -> None:
    for found in own():
        if ".kernels." in found.module:
            shared = is_kernel(found.target) and found.target.rpartition(".")[2].startswith("_")
            assert shared or found.target == "caballero.machine.kernel", found


def is_kernel(module: str) -> bool:
    return module.endswith(".kernels") or ".kernels." in module


def test_callers_of_kernels() -> None:
    for found in own():
        if is_kernel(found.target):
            assert part_of(found.module) in CALLS_KERNELS, found


SEARCHES = {"find", "teaching"}
JUDGES = ["proof.judge", "proof.claim", "proof.outcome", "proof.certificate", "proof.facts"]


@pytest.mark.parametrize("judge", JUDGES)
def test_judges_import_nothing_that_finds(judge: str) -> None:
    """Not even by way of others."""
    reached, ahead = {judge}, [judge]
    while ahead:
        here = ahead.pop()
        for found in own():
            if found.module != here or found.typing_only:
                continue
            there = found.target.partition(".")[2]
            # What a tour looks up in order to show itself only draws: see the next test.
            if there not in reached and part_of(there) != "render":
                reached.add(there)
                ahead.append(there)
    assert not {name for name in reached if is_kernel(name) or part_of(name) in SEARCHES}


@pytest.mark.parametrize("part", ["render", "formats"])
def test_pictures_and_texts_never_search(part: str) -> None:
    for found in own():
        if part_of(found.module) == part:
            assert target_part(found) != "find", found
            assert not is_kernel(found.target), found
            if target_part(found) == "teaching":
                assert found.target in TEACH_VALUES, found


def test_no_package_imports_the_command_line() -> None:
    for found in own():
        if target_part(found) == "cli":
            assert part_of(found.module) == "cli" or found.module == "__main__", found


def test_only_its_commands_import_the_page() -> None:
    for found in own():
        if target_part(found) == "web" and part_of(found.module) != "web":
            assert found.module in {"cli.serve"}, found
            assert found.inside, found


# -- what an import loads ----------------------------------------------------------------------


def modules_of(program: str) -> set[str]:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{program}\nimport sys; sys.stderr.write('\\n' + ' '.join(sys.modules))",
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=True,
    )
    return {*done.stderr.rpartition("\n")[2].split()}


def loaded_by(program: str) -> set[str]:
    return {name.split(".")[0] for name in modules_of(program)}


def test_import_loads_the_standard_library_only() -> None:
    before = loaded_by("")  # what the environment itself loads, such as editable installs
    loaded = loaded_by("import caballero")
    assert loaded - before - sys.stdlib_module_names == {"caballero"}
    assert not loaded & set(NOT_LOADED)
    assert not loaded & {"asyncio", "json", "subprocess", "unittest"}


def test_solving_loads_little() -> None:
    """Paths of files are for proofs, and dataclasses for states of kernels: both load slowly."""
    program = "from caballero import Problem, solve\nsolve(Problem(8)), solve(Problem(4))"
    assert not (loaded_by(program) - loaded_by("")) & {
        "pathlib",
        "json",
        "urllib",
        "dataclasses",
        "inspect",
    }


PARTS = [
    "best", "counting", "counting.listing.listing", "counting.run.running", "find",
    "find.construct.structured", "formats", "teaching", "render.text", "render.svg",
    "render.animation", "teaching.pictures.plot",
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_parts_load_the_standard_library_only(part: str) -> None:
    assert not loaded_by(f"import caballero.{part}") & set(NOT_LOADED)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["tour", "8"], ["tour", "5", "--closed"], ["--version"]])
def test_a_small_tour_loads_little(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom caballero.cli import main\n"
        f"try:\n    main({arguments})\nexcept SystemExit:\n    sys.stderr.write('\\n')"
    )
    assert not loaded_by(program) & (set(NOT_LOADED) - {"click"})


EVERY_COMMAND = (
    "cli cli.answer cli.command cli.commands cli.deadline cli.interrupts cli.language cli.options "
    "cli.problems machine machine.arguments machine.errors machine.language machine.lazy "
    "machine.limits machine.log machine.methods machine.values machine.words model "
    "model.adjacency model.board model.directed model.drawing model.graph model.piece "
    "model.problem model.reduction model.tour proof proof.asking proof.facts proof.outcome "
)
"""The modules of the package that every command loads."""

LOADED = {
    "tour 8": (
        "cli.pictures cli.progress cli.tour find find.methods find.plan find.portfolio "
        "find.prepared find.repair machine.sentences model.direction render render.text "
    ),
    "tour 4": (
        "cli.pictures cli.progress cli.tour find find.methods find.plan find.portfolio "
        "find.prepared machine.sentences model.direction proof.certificate proof.reasoned "
        "proof.sentences "
    ),
    "count 5": (
        "cli.count cli.progress counting counting.brute counting.count counting.counting "
        "counting.engines counting.frontier counting.groups counting.kernels "
        "counting.kernels._matchings counting.kernels._states counting.kernels.counting "
        "counting.kernels.meeting counting.kernels.sharding counting.known counting.sentences "
        "counting.sweeps counting.sweeps.checkpoint counting.sweeps.halves counting.sweeps.order "
        "counting.sweeps.route counting.sweeps.spill counting.sweeps.sweep "
        "counting.sweeps.threads counting.tuning find find.narrow formats formats.write "
        "machine.driver "
        "machine.folders machine.kernel machine.kernels machine.kernels._shared machine.sentences "
        "model.direction model.interchange model.symmetry proof.sentences render render.text "
    ),
    "verify FILE": (
        "cli.verify formats formats.arrays formats.boards formats.claims machine.sentences "
        "model.headings model.interchange model.statistics model.sums model.symmetry model.texts "
        "proof.claim proof.judge proof.sentences "
    ),
}
"""The other modules that a small question loads, by its command: each costs its time."""


@pytest.mark.parametrize("command", LOADED)
def test_a_small_question_loads_no_other_module(command: str, tmp_path: Path) -> None:
    file = tmp_path / "tour.txt"
    file.write_text(
        "1 14 9 20 3\n24 19 2 15 10\n13 8 25 4 21\n18 23 6 11 16\n7 12 17 22 5\n", "ascii"
    )
    arguments = command.replace("FILE", str(file)).split()
    program = (
        "from caballero.cli import main\n"
        f"try:\n    main({arguments})\nexcept SystemExit as end:\n    assert end.code in (0, 1)"
    )
    loaded = {name for name in modules_of(program) if name.startswith("caballero.")}
    assert {name.partition(".")[2] for name in loaded} == {
        *EVERY_COMMAND.split(),
        *LOADED[command].split(),
    }


# -- public names ------------------------------------------------------------------------------

PACKAGES = [import_module(f"caballero.{package}") for package in LAYERS]
PUBLIC: list[ModuleType] = [
    caballero,
    *(package for package in PACKAGES if hasattr(package, "__all__")),
    import_module("caballero.teaching.puzzles"),
]
NAMES = [
    (name, getattr(module, name))
    for module in PUBLIC
    for name in module.__all__
    if not name.startswith("__")
]


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_nothing_public_is_left_out(module: ModuleType) -> None:
    names = list(module.__all__)
    assert len(names) == len(set(names))
    for name, value in vars(module).items():
        own = getattr(value, "__module__", "").startswith("caballero")
        if own and not name.startswith("_") and callable(value):
            assert name in names, name


def test_the_root_is_small() -> None:
    """Words of puzzles, proofs and formats are one dot down; asked at the root, it says where."""
    assert len(caballero.__all__) <= 45
    for name in ("puzzles.explain", "proof.check_proof", "model.InvalidBoard"):
        with pytest.raises(AttributeError, match=rf"; it is caballero\.{name}$"):
            getattr(caballero, name.partition(".")[2])
    with pytest.raises(AttributeError, match=r"no attribute 'nothing'$"):
        getattr(caballero, "nothing")  # noqa: B009 - mypy knows that there is none


def test_public_names_are_documented() -> None:
    for name, value in NAMES:
        if inspect.isclass(value) or inspect.isfunction(value):
            text = inspect.getdoc(value) or ""
            assert re.search(r"^Examples\n-{8}$", text, flags=re.MULTILINE), name
            assert ">>> " in text, name
            assert value.__doc__, f"{name} has only an inherited docstring"
        else:
            assert is_explained(name), f"no docstring follows the constant {name}"


def is_explained(name: str) -> bool:
    """Whether a constant has a text below it, where it is made."""
    for path in MODULES:
        body = tree_of(path).body
        for statement, after in pairwise(body):
            match statement:
                case ast.Assign([ast.Name(made)]) | ast.AnnAssign(ast.Name(made)):
                    if made == name and isinstance(after, ast.Expr):
                        return isinstance(after.value, ast.Constant)
    return False


def test_public_methods_are_documented() -> None:
    classes = [(name, vars(value)) for name, value in NAMES if inspect.isclass(value)]
    for name, member, thing in ((name, *item) for name, its in classes for item in its.items()):
        inner = thing.__func__ if isinstance(thing, (classmethod, staticmethod)) else thing
        inner = getattr(inner, "func", inner)  # a cached property
        inner = inner.fget if isinstance(inner, property) else inner
        if inspect.isfunction(inner) and not member.startswith("_"):
            assert inspect.getdoc(inner), f"{name}.{member}"


def test_public_names_are_tested() -> None:
    texts = [path.read_text("utf-8") for path in TESTS.rglob("*.py") if path != Path(__file__)]
    assert {name for name, _ in NAMES} <= {w for text in texts for w in re.findall(r"\w+", text)}


def test_no_public_function_is_a_module() -> None:
    """Else what a reader imports would depend on what was imported before."""
    for module in PUBLIC:
        folder = Path(str(module.__file__)).parent
        modules = {path.stem for path in folder.glob("*.py")}
        modules |= {path.parent.name for path in folder.glob("*/__init__.py")}
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                assert name not in modules, f"{module.__name__}.{name}"


# -- modules -----------------------------------------------------------------------------------

MUTABLE = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict"}
DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def is_mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        called = value.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in MUTABLE
    return isinstance(value, DISPLAYS)


def test_no_mutable_state() -> None:
    for path in MODULES:
        nodes = [*ast.walk(tree_of(path))]
        assert not any(isinstance(node, ast.Global) for node in nodes), path
        bodies = [node.body for node in nodes if isinstance(node, (ast.Module, ast.ClassDef))]
        for statement in chain.from_iterable(bodies):
            match statement:
                case ast.Assign([ast.Name("__all__" | "__slots__" | "__match_args__")]):
                    pass
                case ast.AnnAssign(_, annotation) if "Final" in ast.unparse(annotation):
                    pass  # a table that is never written to, and says so
                case ast.Assign(_, value) | ast.AnnAssign(_, _, value):
                    assert not is_mutable(value), f"{path}:{statement.lineno}"


def test_no_cache_outlives_its_object() -> None:
    """``functools.cache`` on a module's function is state, too, unless it is bounded."""
    functions = [
        (path, node)
        for path in MODULES
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef)
    ]
    for path, node in functions:
        names = [getattr(decorator, "id", "") for decorator in node.decorator_list]
        assert "cache" not in names, f"{path}:{node.lineno}"


def test_modules_say_what_they_are() -> None:
    for path in MODULES:
        assert ast.get_docstring(tree_of(path)), path
        text = path.read_text("utf-8")
        assert not re.search(r"\b(TODO|FIXME|XXX)\b", text), path
        assert not re.search(r"^(?!\s*(>>>|\.\.\.)).*print\(", text, flags=re.MULTILINE), path


def test_moves_are_read_in_an_order() -> None:
    """The sets of moves of a problem have none that lasts: who needs one sorts them."""
    loop = re.compile(r"(in|\*|map\([\w.]+,) ?[\w.]*problem\.(forced|forbidden)\b")
    for path in MODULES:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if loop.search(line) and "for " in line:
                assert re.search(r"\{.*for |any\(|all\(|sum\(", line), f"{path}:{number}"
