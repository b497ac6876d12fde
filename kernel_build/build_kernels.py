"""Compile the kernels to one shared library, when the package is built or installed.

``translate_kernels.py`` writes the C; this module finds a compiler and runs it. The C uses only
integers and arrays, not even Python's headers. So any C compiler works, and one library serves
all versions of Python. The compilers to try: the one named by ``CC``, or else ``cc``, ``gcc`` and
``clang``; then the one in the package ``ziglang``, which installs without administrator rights and
compiles for other systems as well.

Run it as ``python kernel_build/build_kernels.py``: it writes the library into ``machine``, unless
that is up to date. With ``--checked FILE`` it makes the checked form, for tests.

Invariant: a library file is complete, or does not exist.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import translate_kernels

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "caballero"
LIBRARIES: Final = PACKAGE / "machine"
KERNELS: Final = tuple(sorted(PACKAGE.glob("*/kernels/*.py")))
"""They stand beside what calls them."""

FLAGS: Final = (
    "-O3",
    "-std=c11",
    "-shared",
    "-fPIC",
    "-fwrapv",
    "-fvisibility=hidden",
    "-g0",
    "-w",
)

BROWSER: Final = "pyemscripten_2026_0_wasm32"
"""The platform of Python in a browser."""

PLATFORMS: Final = {
    "manylinux_2_17_x86_64.musllinux_1_1_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64.musllinux_1_1_aarch64": "aarch64-linux-gnu.2.17",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
    "win_arm64": "aarch64-windows-gnu",
    BROWSER: "wasm32-freestanding",
}
"""The platforms of the wheels, and their names in ``ziglang``."""

ZIG: Final = (sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline", "-nostdlib", "-DALONE")
"""The compiler of the package ``ziglang``, without a C library, which it would first compile for up
to two minutes. The kernels need none, so one library works on every Linux."""

ALONE: Final = """
#if defined(ALONE) && defined(_WIN32)
/* A library for Windows may have no undefined symbols, and compilers insert calls of these. */
void *memset(void *to, int value, uintptr_t size)
{ char *p = to; while (size--) *p++ = (char) value; return to; }
void *memcpy(void *to, const void *from, uintptr_t size)
{ char *p = to; const char *q = from; while (size--) *p++ = *q++; return to; }
int DllMainCRTStartup(void *library, unsigned reason, void *reserved) { return 1; }
#endif
"""


def browser_path() -> Path:
    """Return the path of the library for the browser, which ``caballero site`` copies."""
    return LIBRARIES / "_kernels.wasm"


def library_path() -> Path:
    """Return the path of the library for this system."""
    return LIBRARIES / library_name(sys.platform)


def library_name(platform: str) -> str:
    """Return the name of the library on a platform.

    Examples
    --------
    >>> library_name("macosx_11_0_arm64"), library_name("linux")
    ('_kernels.dylib', '_kernels.so')
    """
    match platform[:3]:
        case "win":
            return "_kernels.dll"
        case "mac" | "dar":
            return "_kernels.dylib"
    return "_kernels.so"


def source_hash(kernels: Sequence[Path] = KERNELS) -> str:
    """Return a hash of all sources of the library."""
    digest = hashlib.sha256()
    for path in (Path(__file__), Path(translate_kernels.__file__), *kernels):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def is_current(library: Path, kernels: Sequence[Path] = KERNELS) -> bool:
    """Return whether a library was made from these sources."""
    mark = f"caballero-sources-{source_hash(kernels)}".encode()
    return library.exists() and mark in library.read_bytes()


def build_mode() -> str:
    """Return the value of ``CABALLERO_BUILD``: ``auto``, ``compiled`` or ``pure``."""
    value = os.environ.get("CABALLERO_BUILD", "auto")
    if value not in ("auto", "compiled", "pure"):
        raise ValueError(f"CABALLERO_BUILD is {value!r}; it may be auto, compiled or pure")
    return value


def compilers() -> Iterator[list[str]]:
    """Yield the commands of the installed C compilers."""
    if os.environ.get("CC"):
        yield shlex.split(os.environ["CC"])
    else:
        yield from ([name] for name in ("cc", "gcc", "clang") if shutil.which(name))
    if importlib.util.find_spec("ziglang"):
        yield list(ZIG)


def works(compiler: Sequence[str]) -> bool:
    """Return whether a compiler can make a library."""
    return compile_text(compiler, "int answer = 42;\n", Path(os.devnull)) is None


def is_ready() -> bool:
    """Return whether an installation needs no other compiler."""
    if build_mode() == "pure" or is_current(library_path()):
        return True
    return any(map(works, compilers()))


def compile_kernels(
    target: Path,
    *,
    checked: bool = False,
    platform: str | None = None,
    flags: Sequence[str] = (),
    kernels: Sequence[Path] = KERNELS,
) -> Path | None:
    """Compile the kernels.

    Parameters
    ----------
    target : Path
        The library.
    checked : bool
        Whether indices, overflow and the like are checked while it runs.
    platform : str, optional
        One of `PLATFORMS`, for which ``ziglang`` compiles; this machine's, unless given.
    flags : sequence of str
        More flags for the compiler; they override `FLAGS`.
    kernels : sequence of Path
        Their modules: those of the package, unless given.

    Returns
    -------
    Path or None
        The library, or ``None`` if there is no compiler that works.
    """
    text = c_source(checked=checked, kernels=kernels)
    for compiler in compilers() if platform is None else [[*ZIG, "-target", PLATFORMS[platform]]]:
        error = compile_text(compiler, text, target, flags)
        if error is None:
            return target
        print(f"{shlex.join(compiler)} cannot compile the kernels: {error}", file=sys.stderr)
    return None


def make_for_browser() -> bool:
    """Make the library for the browser unless it is there; return whether it is."""
    browser = browser_path()
    return is_current(browser) or compile_kernels(browser, platform=BROWSER) is not None


def c_source(*, checked: bool = False, kernels: Sequence[Path] = KERNELS) -> str:
    """Return kernels as one C file."""
    text = translate_kernels.translate(kernels, checked=checked)
    mark = f'EXPORTED const char caballero_sources[] = "caballero-sources-{source_hash(kernels)}";'
    return f"{text}\n{mark}\n{ALONE}"


def compile_text(
    compiler: Sequence[str], text: str, target: Path, more: Sequence[str] = ()
) -> str | None:
    """Compile a C text to a library; return the compiler's error, or None."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "kernels.c", Path(folder) / target.name
        source.write_text(text, "utf-8")
        flags = [*FLAGS, *more, *shlex.split(os.environ.get("ARCHFLAGS", ""))]
        if target.suffix == ".dylib":  # else it would contain the name of this folder
            flags.append(f"-Wl,-install_name,{target.name}")
        try:
            done = subprocess.run(
                [*compiler, *flags, "-o", str(made), str(source)],
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder},
            )
        except OSError as error:
            return str(error)
        if done.returncode or not made.exists():
            return done.stderr[-2000:] or f"status {done.returncode}"
        if target != Path(os.devnull):
            beside = target.with_suffix(f".{os.getpid()}")
            try:
                shutil.copyfile(made, beside)
                beside.replace(target)  # a process that has loaded the old one keeps it
            finally:
                beside.unlink(missing_ok=True)
    return None


def main() -> int:
    """Compile the library if it is not up to date."""
    parser = argparse.ArgumentParser(description="Compile Caballero's kernels.")
    parser.add_argument("--checked", type=Path, metavar="FILE", help="make the checked form")
    parser.add_argument("--platforms", action="store_true", help="list what wheels are made for")
    parser.add_argument("--browser", action="store_true", help="make that for the browser")
    parser.add_argument("--ready", action="store_true", help="fail if a C compiler is missing")
    options = parser.parse_args()
    if options.platforms:
        print(*PLATFORMS)
        return 0
    if options.ready:
        return not is_ready()
    if options.checked:
        return compile_kernels(options.checked, checked=True) is None
    browser = browser_path()
    if options.browser:
        return not make_for_browser()
    if not is_current(browser):
        browser.unlink(missing_ok=True)  # it is of older sources
    library = library_path()
    if build_mode() != "pure" and (is_current(library) or compile_kernels(library)):
        return 0
    library.unlink(missing_ok=True)  # it is of older sources, or not wanted
    return build_mode() != "pure"


if __name__ == "__main__":
    sys.exit(main())
