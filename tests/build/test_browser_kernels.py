"""The kernels' tests once more, in Python for browsers: each kernel, compiled to WebAssembly.

What they need of others is fetched as pure Python, because nothing else runs there.
"""

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NoReturn

import pytest

from caballero import InvalidInput
from caballero.web.site import COMPILED, fetch_pyodide, program

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

PURE = ("hypothesis<6.150", "pytest")  # later ones of hypothesis are no longer pure Python

LEFT_OUT = (  # they start processes and threads, which a browser has not
    "tests/kernels/test_compiled.py",
    "tests/kernels/test_meeting_kernel.py::test_wherever_the_halves_meet_the_count_is_the_same",
)


def _cannot(reason: str) -> NoReturn:
    """Skip a test; where all must run, fail."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(("click", "ziglang", "starlette", "uvicorn", "playwright")))
import pytest
sys.exit(pytest.main(["-q", "--collect-only", "-p", "no:cacheprovider", "tests/kernels"]))
"""


def test_the_kernels_tests_are_read_where_there_is_no_click() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.nightly
def test_every_kernel_does_the_same_in_webassembly(tmp_path: Path) -> None:
    node = program("node")
    if node is None:
        _cannot("there is no Node.js")
    try:
        archive = fetch_pyodide(tmp_path)
    except InvalidInput as error:
        _cannot(str(error))
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    subprocess.run(["make", str(COMPILED.relative_to(ROOT))], cwd=ROOT, check=True)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    pure = ["--platform", "any", "--only-binary=:all:", "--python-version", "3.14"]
    folder = tmp_path / "pure"
    subprocess.run([*pip, *pure, "--target", str(folder), *PURE], check=True)
    script = str(HERE / "kernels_in_pyodide.mjs")
    given = [str(tmp_path / "package"), str(COMPILED), str(folder)]
    left_out = [f"--deselect={test}" for test in LEFT_OUT]
    options = ["-m", "not large", *left_out, "tests/kernels"]
    done = subprocess.run(
        [*node, script, *given, *options], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
