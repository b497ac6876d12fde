"""What all kernels have in common: what they import, and that both forms keep the same state."""

import ast
import sys
from pathlib import Path

import pytest

import caballero

PACKAGE = Path(caballero.__file__).parent
SHARED = {path.stem for path in PACKAGE.glob("*/kernels/_[!_]*.py")} | {"kernel"}
FILES = sorted(PACKAGE.glob("*/kernels/[!_]*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kernel_imports_what_kernels_share_and_nothing_else(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").rpartition(".")[2] in SHARED or (
                node.level == 0 and node.module in sys.stdlib_module_names | {"collections.abc"}
            )
        elif isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
