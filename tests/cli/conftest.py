"""The command line, called in this process: for speed, and so that a debugger can follow."""

from __future__ import annotations

import gc
import io
import sys

import pytest

from caballero.cli.commands import run
from caballero.cli.language import set_language
from cli.terminal import Said, Source, Terminal, encoded


@pytest.fixture
def caballero(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    def call(*arguments: object, stdin: Source = b"") -> Said:
        words = [str(argument) for argument in arguments]
        monkeypatch.setenv("LANGUAGE", "C")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(encoded(stdin))))
        set_language(words)
        capsys.readouterr()
        status = run(words)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    assert gc.isenabled()
    return call
