"""The scripts in ``examples/`` run as they are, and say what they promise."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

SAID = {
    "class_boards": ["Ana's answer is right: True", "Bea's is not: The step from 23 to 24"],
    "networkx_graphs": ["dodecahedron: 0 1 ", "Petersen: none.", "few moves are left at e."],
    "puzzle": [" clues of 25 numbers"], "picture_sheet": ["12 different tours"],
    "long_run": ["9862 tours"],
    "least_traffic": [
        "roads.csv h08: 49 minutes, home school park market station library work",
        "roads.csv h13: 37 minutes, home school market park library station work",
        "roads.csv h22: 26 minutes, home park school market station library work",
        "one_way.csv h13: 42 minutes, home school park market station library work",
    ],
    "dask_cluster": ["two dask workers:  9862 tours", "two processes:     9862 tours"],
}  # fmt: skip
WRITTEN = {
    "puzzle": ["puzzle.svg", "solution.svg"],
    "picture_sheet": ["sheet.svg"],
    "least_traffic": ["roads_h08.svg", "one_way_h22.svg"],
}


def test_each_script_has_a_test() -> None:
    found = {path.stem for path in EXAMPLES.glob("*.py")}
    assert found == {*SAID}


@pytest.mark.slow
@pytest.mark.parametrize(  # by day, tests/counting/run/test_dask.py has a cluster of its own
    "name",
    [pytest.param(n, marks=[pytest.mark.nightly] if n == "dask_cluster" else []) for n in SAID],
)
def test_the_script_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", tmp_path],
        capture_output=True,
        encoding="utf-8",
        timeout=1200,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for words in SAID[name]:
        assert words in done.stdout
    for file in WRITTEN.get(name, ()):
        assert ElementTree.parse(tmp_path / file).getroot().get("width")
