"""The ratchet: no part of the repository outgrows its lines in ``docs/developer/ratchet.md``.

``python tests/test_budget.py`` prints the lines of today.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/caballero")
TABLE = (ROOT / "docs" / "developer" / "ratchet.md").read_text("utf-8")
BUDGET = {
    name: int(lines.replace(" ", ""))
    for name, lines in re.findall(r"^\| `?([\w/ ]+?)/?`? \|.*\| ([\d ]+) \|$", TABLE, re.MULTILINE)
}
WINGS = {path.name for path in (ROOT / PACKAGE).iterdir() if [*path.glob("*.py")]}
GUIDES = ["CONTRIBUTING.md", "docs/developer/*.md", "docs/design/*.md"]
FILES = {wing: [f"{PACKAGE}/{wing}/**/*.py"] for wing in WINGS} | {
    "scripts of the page": [f"{PACKAGE}/web/static/**/*.js"],
    "styles of the page": [f"{PACKAGE}/web/static/**/*.css"],
    "words of the page": [f"{PACKAGE}/web/static/words/*.json"],
    "catalogues": ["src/**/*.po", "docs/**/*.po"],
    "documents": ["*.md", "docs/**/*.md", "research/*.md"],
    "documents for developers": GUIDES,
    "tests": ["tests/**/*.py"],
    "tests of scripts": ["tests/scripts/*.js"],
}


def lines_of(name: str) -> int:
    """Return the lines of a part; what is built, in ``vendor``, does not count."""
    found = {path for pattern in FILES[name] for path in ROOT.glob(pattern)}
    if name == "documents":
        found -= {path for pattern in GUIDES for path in ROOT.glob(pattern)}
    ours = (path for path in found if path.parent.name != "vendor")
    return sum(len(path.read_text("utf-8").splitlines()) for path in ours)


@pytest.mark.parametrize("name", sorted(BUDGET))
def test_nothing_outgrows_its_lines(name: str) -> None:
    lines = lines_of(name)
    assert lines <= BUDGET[name], f"{name}: {lines} lines of {BUDGET[name]}; see the ratchet"
    assert lines > 0


def test_every_part_has_a_budget() -> None:
    assert FILES.keys() == BUDGET.keys()


if __name__ == "__main__":
    for part, most in BUDGET.items():
        print(f"{part:26}{lines_of(part):8}{most:8}")
