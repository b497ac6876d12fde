"""The names that a wing imports from another: the ratchet has the most, and it only goes down.

``python tests/test_doors.py`` prints each name, its module, and the wings that import it. Kernels
and what they are written with do not count: they are translated together.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "caballero"
WINGS = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
KERNELS = re.compile(r"caballero\.(\w+\.kernels|machine\.kernel)\b")


def imported() -> dict[tuple[str, str], set[str]]:
    """Return the wings that import each name, by its module and the name itself."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        wing = path.relative_to(PACKAGE).parts[0]
        nodes = ast.walk(ast.parse(path.read_text("utf-8"))) if wing in WINGS else ()
        for node in nodes:
            if (
                not isinstance(node, ast.ImportFrom)
                or node.level
                or KERNELS.match(node.module or "")
            ):
                continue
            package, _, module = (node.module or "").partition(".")
            if package == "caballero" and module.partition(".")[0] not in {"", wing}:
                for alias in node.names:
                    found[module, alias.name].add(wing)
    return found


def test_no_more_names_cross_the_wings() -> None:
    table = (ROOT / "docs/developer/ratchet.md").read_text("utf-8")
    most = re.search(r"at most (\d+) names\b", table)
    assert most is not None
    assert 0 < len(imported()) <= int(most[1]), "a wing imports another name: see the ratchet"


if __name__ == "__main__":
    rows = imported()
    for (module, name), wings in sorted(rows.items()):
        print(f"{module}: {name}  <- {', '.join(sorted(wings))}")
    print(len(rows))
