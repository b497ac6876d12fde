"""Which form runs, and the warning about it."""

import os
import subprocess
import sys

import pytest

import caballero
from caballero.machine.kernel import is_compiled

SLOW = """
import warnings
from caballero.find.kernels import backtracking
from caballero.machine import kernel as _kernel
_kernel.LARGE = 1e-9
warnings.simplefilter("always")
for _ in range(3):
    state = backtracking.new_state([0, 1, 3, 4], [1, 0, 2, 1], 0)
    backtracking.search(state, 10)
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    without = {k: v for k, v in os.environ.items() if k not in ("CABALLERO_PURE", "LANGUAGE")}
    return subprocess.run(
        [sys.executable, *arguments],
        env=without | environment,
        capture_output=True,
        text=True,
        timeout=1200,
        check=True,
    )


def test_compiled_says_which_form_runs() -> None:
    assert caballero.compiled == is_compiled()
    ask = ("-c", "import caballero, sys; print(caballero.compiled, 'ctypes' in sys.modules)")
    assert run(*ask, CABALLERO_PURE="1").stdout == "False False\n"
    assert run(*ask, CABALLERO_KERNELS=os.devnull + "/none").stdout == "False False\n"


def test_the_version_says_which_form_runs() -> None:
    version = f"caballero, version {caballero.__version__}, "
    question_asked = ("-m", "caballero", "--version")
    pure = run(*question_asked, CABALLERO_PURE="1").stdout.splitlines()
    assert pure[0] == version + "plain Python"
    spanish = run(*question_asked, CABALLERO_PURE="1", LANGUAGE="es").stdout.splitlines()
    assert spanish[0].endswith(", Python puro")
    if is_compiled():
        assert run(*question_asked).stdout.splitlines()[0] == version + "compiled"


def test_large_work_in_plain_python_warns_once() -> None:
    reported = run("-c", SLOW, CABALLERO_KERNELS=os.devnull + "/none").stderr
    assert reported.count("PlainPythonWarning: Caballero runs as plain Python") == 1
    assert reported.startswith("<string>:9: ")  # where it was called from
    assert run("-c", SLOW, CABALLERO_PURE="1").stderr == ""  # as it was wanted


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", "Caballero runs as plain Python, 30 to 100 times slower than compiled: "),
    ("es", "Caballero se ejecuta como Python puro, de 30 a 100 veces más lento que compilado: "),
])  # fmt: skip
def test_the_command_line_warns_in_the_readers_language(language: str, sentence: str) -> None:
    program = (
        "from caballero.machine import kernel as _kernel\n_kernel.LARGE = 1e-9\n"
        "from caballero.cli import main\nmain(['tour', '5', '--method', 'backtracking'])"
    )
    reported = run("-c", program, CABALLERO_KERNELS=os.devnull + "/none", LANGUAGE=language)
    assert reported.stderr.startswith(sentence)
    assert reported.stderr.count(sentence) == 1
    assert "Warning" not in reported.stderr
