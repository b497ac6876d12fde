"""What people install: the wheels and the sources, built and installed in fresh environments.

These tests fetch packages from the index. ``make test-all`` runs those of the wheel and of the way
without ``make`` (that with it is its own first step); ``make test-nightly`` runs all.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

import build_kernels

pytestmark = pytest.mark.install

ROOT = build_kernels.ROOT
SMOKE = Path(__file__).with_name("smoke.py")
NO_COMPILER = {"CC": "/nonexistent/cc"}
COMPILED = {"CABALLERO_BUILD": "compiled"}
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"

needs_compiler = pytest.mark.skipif(
    not any(map(build_kernels.works, build_kernels.compilers())),
    reason="there is no C compiler here",
)


def run(
    *command: str | Path, cwd: Path = ROOT, environment: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Run a command as in a fresh shell; return its output."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "CABALLERO", "MAKE", "MFLAGS")) and name != "CC"
    }
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=3000,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}"
    return done.stdout


def python_of(version: str) -> Path:
    """Return an interpreter of some version; skip the test if there is none."""
    pythons = [*Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    pythons += map(Path, filter(None, [shutil.which(f"python{version}")]))
    for python in pythons:
        wanted = "import sys, venv, ensurepip; print(*sys.version_info[:2], sep='.')"
        done = subprocess.run([python, "-c", wanted], capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return python
    pytest.skip(f"there is no Python {version} here")


def installed(
    folder: Path,
    package: Path,
    python: str | Path = sys.executable,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Path:
    """Install a package in an environment, which is made if it is new; return its interpreter."""
    if not folder.exists():
        run(python, "-m", "venv", folder)
    made = folder / SCRIPTS / "python"
    run(made, "-m", "pip", "install", "-q", package, environment=environment)
    return made


def size(folder: Path) -> float:
    """Return the megabytes of all files of a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, and the wheel that is built of them here."""
    folder = tmp_path_factory.mktemp("packages")
    # In this environment, which has what the build needs: the tutorial's way makes one of its own.
    # Not optimised, to be compiled sooner; `make install` has compiled the fast form.
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    run(*command, environment={"ARCHFLAGS": "-O0"})
    return folder


@pytest.fixture(scope="session")
def sources(packages: Path) -> Path:
    (found,) = packages.glob("*.tar.gz")
    return found


@pytest.fixture(scope="session")
def wheel(packages: Path) -> Path:
    (found,) = packages.glob("*.whl")
    return found


@pytest.fixture
def checkout(sources: Path, tmp_path: Path) -> Path:
    """The sources, unpacked."""
    with tarfile.open(sources) as file:
        file.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    return folder


@pytest.mark.parametrize(
    "version",
    ["3.11", *(pytest.param(v, marks=pytest.mark.nightly) for v in ("3.12", "3.13", "3.14"))],
)
@needs_compiler
def test_one_wheel_serves_every_python(wheel: Path, tmp_path: Path, version: str) -> None:
    assert re.fullmatch(r"caballero-[\d.]+-py3-none-(?!any)\w+\.whl", wheel.name)
    folder = tmp_path / "env"
    run(python_of(version), "-m", "venv", folder)
    empty = size(folder)
    python = installed(folder, wheel)
    assert size(folder) - empty <= 40
    assert run(python, "-W", "error", SMOKE, cwd=tmp_path) == "compiled\n"


@pytest.mark.nightly
@needs_compiler
def test_the_sources_with_a_compiler(sources: Path, tmp_path: Path) -> None:
    python = installed(tmp_path / "env", sources, environment=COMPILED)
    assert run(python, SMOKE, cwd=tmp_path) == "compiled\n"


def test_what_is_bundled_is_in_wheel_and_sources(wheel: Path, checkout: Path) -> None:
    folder = "caballero/web/static/vendor"
    bundled = {f"{folder}/{path.name}": path for path in (ROOT / "src" / folder).glob("*")}
    if not bundled:
        pytest.skip("the editor is not bundled: make src/caballero/web/static/vendor/editor.js")
    assert {path.name for path in bundled.values()} == {"editor.js", "qr.js", "LICENSES.txt"}
    with zipfile.ZipFile(wheel) as file:
        assert {name for name in file.namelist() if "/vendor/" in name} == {*bundled}
        for name, path in bundled.items():
            assert file.read(name) == (checkout / "src" / name).read_bytes() == path.read_bytes()


def test_the_sources_have_the_c_file(checkout: Path) -> None:
    written = checkout / "kernel_build" / "kernels.c"
    assert written.read_text("utf-8") == build_kernels.c_source()


@pytest.mark.nightly
def test_the_sources_with_the_compiler_of_the_index(sources: Path, tmp_path: Path) -> None:
    python = installed(tmp_path / "env", sources, environment=COMPILED | NO_COMPILER)
    assert run(python, SMOKE, cwd=tmp_path) == "compiled\n"
    assert "ziglang" not in run(python, "-m", "pip", "list")


@pytest.mark.nightly
def test_the_sources_as_plain_python(sources: Path, tmp_path: Path) -> None:
    none = tmp_path / "none.txt"
    none.write_text("ziglang==0.0.1\n")
    plain = {**NO_COMPILER, "CABALLERO_BUILD": "pure", "PIP_CONSTRAINT": str(none)}
    python = installed(tmp_path / "env", sources, environment=plain)
    assert run(python, SMOKE, cwd=tmp_path) == "plain\n"
    assert not [*(tmp_path / "env").rglob("_kernels.*")]


@pytest.mark.skipif(sys.platform == "win32", reason="there are other commands for Windows")
@pytest.mark.nightly
def test_the_way_without_make(checkout: Path) -> None:
    text = (checkout / "docs" / "en" / "tutorial.md").read_text("utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
    (block,) = (block for block in blocks if "-m venv" in block)
    assert "a  b  c  d  e  f  g  h" in run("bash", "-ec", block, cwd=checkout)


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")
class TestMake:
    """From the sources and nothing else."""

    def library(self, checkout: Path) -> Path:
        return checkout / build_kernels.library_path().relative_to(ROOT)

    def make(
        self, checkout: Path, target: str, environment: Mapping[str, str] = MappingProxyType({})
    ) -> str:
        command = ("make", f"PYTHON={sys.executable}", target)
        return run(*command, cwd=checkout, environment=environment)

    @pytest.mark.parametrize("environment", [{}, NO_COMPILER], ids=["compiler", "none"])
    def test_what_changed_is_compiled_again(
        self, checkout: Path, environment: dict[str, str]
    ) -> None:
        assert "Verified: open tour" in self.make(checkout, "tour", environment)
        library = self.library(checkout)
        before = library.read_bytes(), library.stat().st_mtime_ns
        reply = self.make(checkout, "tour", environment)
        assert "nstall" not in reply
        assert (library.read_bytes(), library.stat().st_mtime_ns) == before
        with (library.parent / "exact.py").open("a") as kernel:
            kernel.write("# Another one.\n")
        self.make(checkout, "tour", environment)
        assert library.read_bytes() != before[0]
        assert run(checkout / ".venv" / "bin" / "python", SMOKE, cwd=checkout) == "compiled\n"

    def test_an_index_without_a_compiler(self, checkout: Path) -> None:
        none = checkout / "none.txt"
        none.write_text("ziglang==0.0.1\n")
        environment = {**NO_COMPILER, "PIP_CONSTRAINT": str(none)}
        reply = self.make(checkout, "tour", environment)
        assert "Caballero is installed as plain Python" in reply
        assert "Verified: open tour" in reply
        assert not self.library(checkout).exists()
        again = self.make(checkout, "tour", environment)
        assert "Caballero runs as plain Python" in again
        assert "nstall" not in again
        python = checkout / ".venv" / "bin" / "python"
        assert run(python, SMOKE, cwd=checkout) == "plain\n"

    def test_wheels_of_all_platforms(self, checkout: Path) -> None:
        self.make(checkout, "wheels")
        wheels = [*(checkout / "dist").glob("*.whl")]
        assert len(wheels) == len(build_kernels.PLATFORMS) + 1
        libraries = dict(filter(None, map(library_in, wheels)))
        assert sorted(libraries) == sorted(build_kernels.PLATFORMS)
        mark = f"caballero-sources-{build_kernels.source_hash()}".encode()
        for platform, library in libraries.items():
            assert machine(library) == MACHINES[platform], platform
            assert mark in library, platform
            # What stands there of other libraries: nothing but the one that is everywhere.
            needed = re.findall(rb"GLIBC\w*|[\w./]+\.dylib|[\w-]+\.dll|lib\w+\.so[.\d]*", library)
            assert {*needed} <= {b"/usr/lib/libSystem.B.dylib", b"_kernels.dylib", b"_kernels.dll"}
        exported = {
            frozenset(re.findall(rb"caballero_\w+_layout", library))
            for library in libraries.values()
        }
        assert len(exported) == 1
        assert len(exported.pop()) > 20


MACHINES = {
    "manylinux_2_17_x86_64.musllinux_1_1_x86_64": ("ELF", 62),
    "manylinux_2_17_aarch64.musllinux_1_1_aarch64": ("ELF", 183),
    "macosx_11_0_x86_64": ("Mach-O", 0x1000007),
    "macosx_11_0_arm64": ("Mach-O", 0x100000C),
    "win_amd64": ("PE", 0x8664),
    "win_arm64": ("PE", 0xAA64),
    "pyemscripten_2026_0_wasm32": ("WebAssembly", 1),
}


def machine(library: bytes) -> tuple[str, int]:
    """Return the format of a library, and its number for the machine."""
    if library.startswith(b"\x7fELF"):
        return "ELF", struct.unpack_from("<H", library, 18)[0]
    if library.startswith(b"\xcf\xfa\xed\xfe"):
        return "Mach-O", struct.unpack_from("<I", library, 4)[0]
    if library.startswith(b"\0asm"):
        return "WebAssembly", struct.unpack_from("<I", library, 4)[0]
    assert library.startswith(b"MZ")
    (header,) = struct.unpack_from("<I", library, 0x3C)
    assert library[header : header + 4] == b"PE\0\0"
    return "PE", struct.unpack_from("<H", library, header + 4)[0]


def library_in(wheel: Path) -> tuple[str, bytes] | None:
    """Return the platform of a wheel, and its library; nothing for a plain one.

    Every wheel has that of the browser, too, for the page that it writes.
    """
    platform = wheel.stem.rpartition("-none-")[2]
    with zipfile.ZipFile(wheel) as file:
        names = {name for name in file.namelist() if "_kernels." in name}
        browser = f"caballero/machine/{build_kernels.browser_path().name}"
        assert browser in names
        own = names - {browser}
        assert len(own) == (platform != "any")
        return (platform, file.read(own.pop())) if own else None
