"""The kernels' tests, with a library that checks what it does while it runs.

``make test-all`` runs them in this way only. The library checks every index, overflow, shift,
divisor and narrow store, and, where the compiler can, what C leaves undefined.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

import build_kernels

ROOT = build_kernels.ROOT
QUICK = "-O0"  # a third of the time to compile, and the tests are hardly slower
UNDEFINED = (QUICK, "-fsanitize=undefined", "-fno-sanitize-recover=all")


def loads(library: Path | None) -> bool:
    try:
        return library is not None and bool(ctypes.CDLL(str(library)))
    except OSError:
        return False


def checked_library(folder: Path) -> dict[str, str]:
    """Return what asks for such a library, nothing if there is no C compiler."""
    for name, flags in (("undefined", UNDEFINED), ("checked", (QUICK,))):
        library = folder / f"{name}.so"
        if loads(build_kernels.compile_kernels(library, checked=True, flags=flags)):
            return {"CABALLERO_KERNELS": str(library)}
    return {}


@pytest.mark.slow
def test_no_kernel_commits_a_fault(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-m", "not large", "tests/kernels"),  # the large ones repeat others' steps
        ],
        cwd=ROOT,
        env=os.environ | checked_library(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=3000,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
