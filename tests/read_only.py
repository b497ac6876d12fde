"""Folders that may not be written, for tests; root may write any but those that are mounted so."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """Make a folder read-only while the block runs; skip the test where that is impossible."""
    mount = ["mount", "--bind", str(folder), str(folder)]
    remount = ["mount", "-o", "remount,ro,bind", str(folder)]
    if os.name != "posix":
        pytest.skip("folders are guarded in another way there")
    if os.geteuid() != 0:
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)
        return
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("not everywhere can root mount a folder")
    try:
        subprocess.run(remount, capture_output=True, check=True)
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=True)
