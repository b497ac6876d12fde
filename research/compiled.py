"""The kernels of this folder, compiled when they are first needed, to ``build/research``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from caballero.machine.kernel import Kernel, is_compiled

P = ParamSpec("P")
R = TypeVar("R", int, bool, None)

ROOT: Final = Path(__file__).parents[1]
KERNELS: Final = tuple(sorted((ROOT / "research" / "kernels").glob("*.py")))


@lru_cache(maxsize=1)
def library() -> Any:
    """Return the library, or None where the kernels of the package run as plain Python, too."""
    if not is_compiled():
        return None
    import ctypes

    sys.path.append(str(ROOT / "kernel_build"))
    from build_kernels import compile_kernels, is_current, library_path

    target = ROOT / "build" / "research" / library_path().name
    target.parent.mkdir(parents=True, exist_ok=True)
    if not is_current(target, KERNELS) and compile_kernels(target, kernels=KERNELS) is None:
        raise SystemExit("The kernels of research/ cannot be compiled")
    return ctypes.CDLL(str(target))


def fastest(kernel: Kernel[P, R]) -> Callable[P, R]:
    """Return the form of a kernel that runs fastest here."""
    return kernel.plain if library() is None else kernel.bound_to(library())
