"""The Python of documents, notebooks and ``examples/``, as strict type checkers see it.

Each document is one module, whose lines are those of the document with what it takes from the
English one; what an example shows is left out. pyright is the one that basedpyright carries, in
pyright's standard mode. Beside them is the program of ``api/test_types.py``, which asserts types.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from docs.blocks import ROOT, python, runnable

from api.test_types import PROGRAM

TEXTBOOK = {
    "from-naive-to-warnsdorff", "de-lo-ingenuo-a-warnsdorff", "branch-and-bound",
    "ramificacion-y-poda", "counting", "contar", "bitcuco", "geeksforgeeks", "granada", "iic1103",
}  # fmt: skip
"""Chapters for pupils, whose functions have no annotations, as in notebooks: mypy looks inside."""

UNTYPED = "# mypy: allow-untyped-defs, allow-untyped-calls\n"
MYPY = """[mypy]
strict = true
allow_redefinition = true
disable_error_code = import-untyped
untyped_calls_exclude = distributed
"""
PYRIGHT = {
    "typeCheckingMode": "standard",
    "reportUnusedExpression": False,
    "reportMissingModuleSource": False,
    "reportWildcardImportFromLibrary": False,
}


def module_of(document: Path) -> str:
    """Return the examples of a document as a module."""
    text = runnable(document) or "\n"
    lines = [""] * len(text.splitlines())
    for example in python(text):
        source = example.source.splitlines()
        lines[example.lineno - 1 : example.lineno - 1 + len(source)] = source
    lines[0] = UNTYPED * (document.stem in TEXTBOOK) + lines[0]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("snippets")
    for document in [*ROOT.glob("README*.md"), *ROOT.glob("docs/e[ns]/*.md")]:
        text = module_of(document)
        if text.strip():
            name = f"{document.parent.name}_{document.stem}".replace("-", "_").replace(".", "_")
            (folder / f"{name}.py").write_text(text, "utf-8")
    for notebook in ROOT.glob("docs/*/*/*.ipynb"):
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        (folder / f"{notebook.stem.replace(chr(45), chr(95))}.py").write_text(
            UNTYPED + "\n".join(code), "utf-8"
        )
    (folder / "asserting.py").write_text(PROGRAM)
    for example in ROOT.glob("examples/*.py"):
        (folder / example.name).write_text(example.read_text("utf-8"), "utf-8")
    (folder / "mypy.ini").write_text(MYPY)
    (folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT))
    return folder


COMMANDS = {
    "mypy": ["mypy", "--no-pretty", "."],
    "pyright": ["basedpyright", "--level", "error", "--pythonpath", sys.executable],
}


@pytest.mark.slow
@pytest.mark.parametrize("checker", COMMANDS)
def test_every_example_is_checked_strictly(modules: Path, checker: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *COMMANDS[checker]], cwd=modules, capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
