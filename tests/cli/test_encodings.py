"""Output in encodings without box characters: plain ASCII, and never a traceback."""

import pytest

from cli.terminal import process
from seldom import mostly_nightly

COMMANDS = [
    (["tour", 5], "+----------------+"),
    (["compare", 5, "--method", "warnsdorff", "--tie", "order"], "warnsdorff"),
    (["compare", 5, "--method", "backtracking", "--order", "puc", "--format", "chart"], "####"),
    (["count", "3x4"], "8"), (["trace", 3, "--count", 3], "-----"), (["--help"], "caballero"),
    (["tour", "--help"], "--closed"), (["tour", "8x"], ""),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "language"),
    mostly_nightly([("cp1252", "en"), ("latin-1", "es"), ("ascii", "es")], 2, several=True),
)
@pytest.mark.parametrize(("arguments", "words"), COMMANDS)
def test_no_box_characters(
    arguments: list[object], words: str, language: str, encoding: str
) -> None:
    reply = process(*arguments, "--lang", language, encoding=encoding)
    assert "Traceback" not in reply.err
    assert words in reply.out
    assert "?" not in reply.out


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "words"), COMMANDS)
def test_some_box_characters(arguments: list[object], words: str) -> None:
    reply = process(*arguments, "--lang", "es", encoding="cp850")
    assert "Traceback" not in reply.err
    assert words.replace("+----------------+", "┌────────────────┐") in reply.out


def test_letters_keep_their_accents_where_they_can() -> None:
    latin = process("tour", "8x", "--lang", "es", encoding="latin-1")
    plain = process("tour", "8x", "--lang", "es", encoding="ascii")
    assert "«8x»" in latin.err
    assert '"8x"' in plain.err
