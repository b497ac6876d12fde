"""Settings for all tests: where tests are skipped, and how long hypothesis searches.

Five marks are for slow tests: ``slow`` for tests that take about a second or more, which ``make
test`` leaves to ``make test-all``; ``nightly`` for the long forms of other tests, which ``make
test-all`` leaves to ``make test-nightly``; ``large`` for tests that take minutes as plain Python,
and ``long_plain`` for tests that take seconds so, which ``make plain`` leaves to the night; and
``install`` for tests that build and install whole packages.
"""

import gc
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from caballero.machine.kernel import is_compiled
from cli.terminal import Said, Source, Terminal, encoded

# No deadline, for the machine may be busy.
settings.register_profile("daily", deadline=None, max_examples=25)
settings.register_profile("nightly", deadline=None, max_examples=200)
settings.load_profile("daily")

# Programs that a shell starts in the background ignore Ctrl-C, and so would those that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what would take too long, and say why."""
    reasons = {}
    if not is_compiled():
        reasons["large"] = "needs compiled kernels: as plain Python it would take minutes"
    if "install" not in config.option.markexpr:
        reasons["install"] = "builds and installs whole packages: make test-all runs it"
    if "nightly" not in config.option.markexpr:
        reasons["nightly"] = "the long form of other tests: make test-nightly runs it"
    for item in items:
        for mark, reason in reasons.items():
            if item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def caballero(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The command line, called in this process: for speed, and so that a debugger can follow."""
    from caballero.cli.commands import run  # the kernels' tests run where there is no click
    from caballero.cli.language import set_language

    def call(*arguments: object, stdin: Source = b"", language: str = "C") -> Said:
        words = [str(argument) for argument in arguments]
        monkeypatch.setenv("LANGUAGE", language)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(encoded(stdin))))
        set_language(words)
        capsys.readouterr()
        status = run(words)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    assert gc.isenabled()
    return call


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)
