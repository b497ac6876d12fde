"""The budget: no package, and neither the page's scripts nor the tests, outgrow their lines.

CONTRIBUTING has the table. Who needs more takes something out, or raises the figure in the same
change, with a sentence that names the users.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "caballero"
BUDGET = {
    name: int(lines.replace(" ", ""))
    for name, lines in re.findall(
        r"^\| [\w ]*`([\w/]+)/`.*\| ([\d ]+) \|$",
        (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
        re.MULTILINE,
    )
}


def lines_of(folder: Path, suffix: str) -> int:
    """Return the lines of the files with a suffix, in a folder and all below, that are ours."""
    files = (path for path in folder.rglob(f"*{suffix}") if path.parent.name != "vendor")
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


@pytest.mark.parametrize("name", sorted(BUDGET))
def test_nothing_outgrows_its_lines(name: str) -> None:
    match name:
        case "tests":
            lines = lines_of(ROOT / name, ".py")
        case "web/static":
            lines = lines_of(PACKAGE / name, ".js")
        case _:
            lines = lines_of(PACKAGE / name, ".py")
    assert lines <= BUDGET[name], f"{name}: {lines} lines of {BUDGET[name]}; see CONTRIBUTING"


def test_every_package_has_a_budget() -> None:
    packages = {path.name for path in PACKAGE.iterdir() if [*path.glob("*.py")]}
    assert packages | {"tests", "web/static"} == set(BUDGET)
