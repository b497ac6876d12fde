"""The two forms of a kernel, side by side."""

from collections.abc import Callable
from copy import deepcopy
from types import ModuleType
from typing import Any, TypeVar

import pytest

from caballero.machine.kernel import Kernel, is_compiled

State = TypeVar("State")


def forms(kernel: Kernel[..., Any], state: State) -> list[tuple[Callable[..., Any], State]]:
    """Return each form of a kernel that can run here, with a copy of a state for it."""
    functions = [kernel.plain, kernel.compiled] if is_compiled() else [kernel.plain]
    return [(function, deepcopy(state)) for function in functions]


def both(kernel: Kernel[..., Any]) -> Callable[..., Any]:
    """Return a function that runs both forms of a kernel, and asserts that they do the same.

    The plain form runs on copies of the arguments; where nothing is compiled, it runs alone.
    """

    def run(*given: Any) -> Any:
        if not is_compiled():
            return kernel.plain(*given)
        copies = deepcopy(given)
        plain = kernel.plain(*copies)
        assert plain == kernel.compiled(*given)
        assert copies == given
        return plain

    return run


def run_both(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Let every kernel of some modules run in both of its forms; see :func:`both`."""
    for module in modules:
        for name, value in list(vars(module).items()):
            if isinstance(value, Kernel):
                monkeypatch.setattr(module, name, both(value))
