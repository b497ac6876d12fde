"""Every package that is imported where it is needed belongs to the extra that its error names."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from caballero import InvalidInput
from caballero.cli import commands
from caballero.machine.extras import extra
from seldom import mostly_nightly

ROOT = Path(__file__).parents[2]
CALLS = sorted(
    {
        call
        for path in (ROOT / "src").rglob("*.py")
        for call in re.findall(r'extra\("([\w.]+)", "(\w+)"\)', path.read_text("utf-8"))
    }
    - {("json", "data")}  # an example
)
with (ROOT / "pyproject.toml").open("rb") as file:
    EXTRAS = tomllib.load(file)["project"]["optional-dependencies"]


def plain(name: str) -> str:
    """Return a package's name as all indexes write it."""
    return re.sub(r"[-_.]+", "-", re.split("[<>=]", name)[0]).lower()


@pytest.mark.slow
@pytest.mark.parametrize(("module", "name"), mostly_nightly(CALLS, 3, several=True))
def test_the_extra_has_the_package(module: str, name: str) -> None:
    packages = packages_distributions()[module.partition(".")[0]]
    assert {*map(plain, packages)} & {*map(plain, EXTRAS[name])}


def test_version_knows_every_extra_and_its_packages() -> None:
    assert f"caballero[{','.join(commands.EXTRAS)}]" == "".join(EXTRAS["all"])
    packages = packages_distributions()
    for name, modules in commands.EXTRAS.items():
        known = [package for module in modules.split() for package in packages[module]]
        assert {*map(plain, known)} == {*map(plain, EXTRAS[name])}


def test_the_extras_are_found() -> None:
    assert {name for _, name in CALLS} == {"data", "dist", "graph", "pictures"}


@pytest.mark.parametrize("pip", [True, False])
def test_the_command_is_one_of_this_environment(monkeypatch: pytest.MonkeyPatch, pip: bool) -> None:
    if not pip:
        monkeypatch.setitem(sys.modules, "pip", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidInput) as caught:
        extra("pyarrow", "data")
    python = sys.executable
    command = f"{python} -m pip install" if pip else f"uv pip install --python {python}"
    sentence = f'This needs the extra data: install it with {command} "caballero[data]".'
    assert str(caught.value) == sentence
    spanish = f'Esto necesita el complemento data: instálelo con {command} "caballero[data]".'
    assert caught.value.message.text("es") == spanish


def test_an_unknown_name_needs_no_extra() -> None:
    """Its sentence is looked for in all packages, also in those whose extra is missing."""
    code = (
        "import sys; sys.modules['anywidget'] = sys.modules['fastapi'] = None\n"
        "from caballero.model import UnknownName\n"
        "print(UnknownName.among('search-step', 'bak', ['back']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("There is no step “bak”; did you mean “back”?")
