"""Build hook: compiles the kernels to one library, and the translations to gettext's format.

Where the library for the browser was made before (``build_kernels.py --browser``), or ``ziglang``
is at hand to make it, every wheel has it, for the page that ``caballero site`` writes. A source
distribution has the C file, to read. The modules of an editable installation are compiled, too, as
``pip`` does for others, so that the first run of a command is as fast as the next.

The environment variable ``CABALLERO_BUILD`` decides about the kernels: ``auto`` (compile them;
without a compiler, install plain Python with a warning), ``compiled`` (fail instead) or ``pure``
(do not compile). ``CABALLERO_PLATFORM`` names another platform to make a wheel for, one of
``build_kernels.PLATFORMS``.
"""

from __future__ import annotations

import compileall
import os
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import build_kernels

# A C compiler from the package index, for machines that have none.
ZIG = "ziglang>=0.13; platform_machine in 'x86_64 AMD64 aarch64 arm64 i686 armv7l ppc64le s390x'"


class BuildHook(BuildHookInterface):  # type: ignore[type-arg,misc,unused-ignore]
    """Compile the kernels and every ``locale/<language>/LC_MESSAGES/caballero.po`` in place."""

    def dependencies(self) -> list[str]:
        """Return the packages that the build needs besides those in ``pyproject.toml``."""
        if self.target_name != "wheel":
            return []
        if "CABALLERO_PLATFORM" in os.environ:
            return [ZIG]
        return [] if build_kernels.is_ready() else [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of the wheel are collected."""
        compile_catalogues(Path(self.root))
        if self.target_name != "wheel":
            source = self._folder() / "kernels.c"
            source.write_text(build_kernels.c_source(), "utf-8")
            build_data["force_include"][str(source)] = "kernel_build/kernels.c"
            return
        if version == "editable":  # else the first run of every command would do it
            compileall.compile_dir(Path(self.root) / "src" / "caballero", quiet=1)
            if not self._compile(build_kernels.library_path()):
                build_kernels.library_path().unlink(missing_ok=True)  # made from older sources
            return
        browser = build_kernels.browser_path()
        if build_kernels.build_mode() != "pure" and find_spec("ziglang"):
            build_kernels.make_for_browser()  # for the page that it will write
        if build_kernels.is_current(browser):
            build_data["force_include"][str(browser)] = f"caballero/machine/{browser.name}"
        platform = os.environ.get("CABALLERO_PLATFORM")
        name = build_kernels.library_name(platform or sys.platform)
        library = build_kernels.library_path()
        if platform or not build_kernels.is_current(library):
            library = self._folder() / name
        if self._compile(library, platform):
            here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["force_include"][str(library)] = f"caballero/machine/{name}"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform or here}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files that were made for the archive."""
        if hasattr(self, "folder"):
            self.folder.cleanup()

    def _folder(self) -> Path:
        """Return a folder that lasts until the files are collected."""
        self.folder = tempfile.TemporaryDirectory()
        return Path(self.folder.name)

    def _compile(self, library: Path, platform: str | None = None) -> bool:
        """Compile the kernels as the environment demands; return whether they are compiled."""
        mode = build_kernels.build_mode()
        if mode != "pure" and (
            build_kernels.is_current(library)
            or build_kernels.compile_kernels(library, platform=platform)
        ):
            return True
        if mode == "compiled":
            raise RuntimeError("no C compiler could compile the kernels")
        if mode == "auto":
            self.app.display_warning(
                "No C compiler works here: Caballero is installed as plain Python. It gives the "
                "same answers, 30 to 100 times more slowly."
            )
        return False


def compile_catalogues(root: Path) -> None:
    """Compile each translation to a file beside it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in root.glob("src/caballero/locale/*/LC_MESSAGES/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text))
