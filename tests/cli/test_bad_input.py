"""Bad input gets one clear sentence, with the value and the next step, and an exit status."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from cli.terminal import Said, Terminal, process, refuses
from seldom import each, mostly_nightly

REFUSED = {
    "tour 0": ["is 0"], "tour 8x0": ["is 0"], "tour 8x": ["“8x”", "5x9"],
    "tour board.txt": ["The file board.txt does not exist"],
    "tour board": ["“board”", "the name of a file"], "tour .": [". is a folder"],
    "tour folder/board": ["folder/board does not exist"],
    "tour 99999999999999999999999": ["9999999"], "tour 8x8x8x8x8x8x8x8x8x8": ["2 to 8", "10"],
    "tour 100000": ["100000x100000", "10\xa0000\xa0000\xa0000"],
    "tour 8 --start z9": ["z9", "a8", "h1"], "tour 8 --start hello!": ["“hello!”", "a1", "0,0"],
    "tour 4x4x4 --start a1": ["“a1”", "0,2,1"], "tour 8 --start a1 --end a1": ["a1"],
    "tour 8 --method backtracking --order nope": ["“nope”", "puc, trekhleb, granada"],
    "tour 8 --method backtracking --order granda": ["mean “granada”"],
    "tour 8 --method backtracking --order GFG": ["“geeksforgeeks”"],
    "tour 8 --method backtracking --order 1,2;2,1": ["1,2;2,1", "8 moves"],
    "tour 8 --method backtracking --order 1;2": ["“1;2”"],
    "tour 8 --method warnsdorf": ["mean “warnsdorff”"],
    "tour 8 --method naive --start a1": ["64 squares", "backtracking"],
    "tour 8 --piece unicorn": ["“unicorn”", "giraffe", "zebra"],
    "tour 8 --piece kniht": ["mean “knight”"], "tour 8 --piece 0,0": ["0,0"],
    "tour 8 --timeout -1": ["“-1”", "--timeout", "at least 0"],
    "tour 8 --colsed": ["--colsed", "--closed"],
    "tour 8 9": ["“9”", "caballero tour [BOARD]"], "tour": ["Name a board"],
    "toru 8": ["toru", "tour"],
    "frobnicate": ["frobnicate"],
    "compare": ["BOARD"], "verify nowhere.txt": ["nowhere.txt"],
    "verify .": ["caballero class mark"], "class mark .": [". has no files"],
    "verify": ["FILE"], "draw nowhere.txt": ["nowhere.txt"], "tour 8 -o .": ["“.”", "directory"],
    "tour 8 -o nowhere/tour.svg": ["nowhere/tour.svg"],
    "tour 5 -o /dev/full": ["/dev/full", "space"],
}  # fmt: skip
"""What is asked, and words that the sentence must have."""


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@each("line", REFUSED)
def test_refused(caballero: Terminal, line: str) -> None:
    """With --lang, the sentence differs from the English one."""
    if "/dev/full" in line and not Path("/dev/full").exists():
        return
    command, *rest = line.split()
    reply, other = (
        caballero("--lang", language, *line.split())
        if command in {"frobnicate", "toru"}
        else caballero(command, f"--lang={language}", *rest)
        for language in ("en", "es")
    )
    refuses(reply, *REFUSED[line])
    assert re.search(r"[:;] \w|\b(See|Choose|Name|must) ", reply.err), "no next step"
    refuses(other)
    assert other.err != reply.err


def test_impossible(caballero: Terminal) -> None:
    quiet = caballero("tour", "3x3", "-q")
    refuses(quiet, "3×3", "Cull and De Curtins", status=1, start="There is no")
    spanish = process("tour", "3x3", "--lang", "es", "-q")
    refuses(spanish, "3×3", "Cull", status=1, start="No existe")


def test_unreadable_file(caballero: Terminal, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("1")
    secret.chmod(0)
    if os.access(secret, os.R_OK):
        pytest.skip("root may read everything")
    refuses(caballero("verify", secret), "secret.txt", "permissions")
    refuses(caballero("tour", secret), "secret.txt", "permissions")


# -- drawings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("", ["empty"]), ("..y.", ["“y”", "0,2"]), ("..x.", ["unclear", "“.”, “x”"]),
        ("...\n..", ["length 2", "3"]), ("E.\n.E", ["drawing has E more than once"]),
        ("###", ["at least one square"]), ("1 .\n. 1", ["number 1", "a2 and b1"]),
        ("99 .\n. 1", ["99", "1 to 4"]), ("1" * 5000, ["“1"]), ("\0\0", ["0,0"]),
        (b"\xff\xfe.", ["UTF-8"]), (b"." * 4_300_000, ["4 MB"]), ("♞..\n...", ["♞"]),
    ],
)  # fmt: skip
def test_drawings(caballero: Terminal, drawing: str | bytes, words: list[str]) -> None:
    refuses(caballero("tour", "-", stdin=drawing), *words)


# -- claims ------------------------------------------------------------------------------------

UNREADABLE: dict[str | bytes, list[str]] = {
    "": ["empty"], b"\x7fELF\x02\x01\x01\x00\x80\xff": ["UTF-8"],
    "1 2 3\n4 y 6\n7 8 9": ["“y”", "line 2"], "knight at all": ["“knight”"],
    "9" * 1_000_000: ["“999"], "# #\n# #": ["at least one square"], "{": ["JSON"],
    "true": ["“true”"], "[" * 100_000 + "]" * 100_000: [], '{"tour": [[0, NaN]]}': ["nan"],
    '{"tour": [[1000000000000000000, 0]]}': ["1000000000000000001x1"],
    '{"tour": [[0, 0]], "board": {"shape": [3, 3], "wraps": ["x", {}]}}': ["wraps"],
    '{"tour": [[0, 0]], "board": 1e400}': ["inf"], '{"tour": [[0, 0]], "piece": {"a": 1}}': [],
}  # fmt: skip
"""One text of each kind; tests/formats/test_formats.py has more."""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["verify", "draw"])
@each("text", UNREADABLE)
def test_unreadable(caballero: Terminal, command: str, text: str | bytes) -> None:
    refuses(caballero(command, "-", stdin=text), *UNREADABLE[text])


def test_an_error_is_json_too_where_json_is_asked_for(caballero: Terminal) -> None:
    for form in ("--json", "--format=json"):
        reply = caballero("tour", 8, form, "--start", "z9")
        refuses(reply, "z9")
        assert json.loads(reply.out)["message"] == reply.err.removeprefix("Error: ").strip()
    assert caballero("tour", 8, "--start", "z9").out == ""


# -- large files: bounded time and memory ---------------------------------------------------------

MEASURE = """
import resource, sys
from caballero.cli import main
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
try:
    main()
finally:
    sys.stderr.write("%d" % resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

# What is repeated, how often, and a word of the answer.
LARGE = {
    "lines": (b"1\n", 2_000_000, "2\xa0000\xa0000 lines"), "bytes": (b"1 ", 20_000_000, "32 MB"),
    "one line": (b"1 ", 16_000_000, ""), "list": (b"[1],", 8_000_000, ""),
    "brackets": (b"[", 30_000_000, ""), "names": (b"a1 ", 11_000_000, ""),
    "no end": (b"a", 33_000_000, ""),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", mostly_nightly(LARGE, 3))
def test_large_files(kind: str, tmp_path: Path) -> None:
    """A file of 30 MB is refused in less than 1 GB."""
    part, times, words = LARGE[kind]
    file = tmp_path / "large.txt"
    file.write_bytes(part * times)
    done = process("verify", file, command=("-c", MEASURE))
    sentence, _, kilobytes = done.err.rpartition("\n")
    refuses(Said(done.status, done.out, sentence), words)
    assert int(kilobytes) < 1_000_000


# -- anything at all -----------------------------------------------------------------------------

fuzzed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@fuzzed
@given(st.lists(st.sampled_from([".", "#", "S", "E", "1", "2", "9", "\n", "x"]), max_size=16))
@example([])
def test_random_drawings(caballero: Terminal, cells: list[str]) -> None:
    drawing = (" " if len(cells) % 2 else "").join(cells)
    reply = caballero("tour", "-", "--json", "--timeout", 0.2, stdin=drawing)
    assert reply.status in {0, 1, 2, 3}
    if reply.status == 2:
        refuses(reply)
    else:
        statuses = ["found", "impossible", "", "gave-up"]
        assert json.loads(reply.out)["status"] == statuses[reply.status]


WORDS = [
    "tour", "verify", "trace", "compare", "draw", "8", "5x5", "-", "--closed", "--start", "a1",
    "--end", "--piece", "2,3", "--json", "--format", "svg", "text", "--first", "0", "--lang",
    "es", "--", "-x", "--help", "", "--timeout", "0.1", "--count", "9", "\x1b", "é",
]  # fmt: skip


def test_random_arguments(caballero: Terminal) -> None:
    rng = random.Random(7)
    for _ in range(200):
        arguments = rng.choices(WORDS, k=rng.randrange(7))
        if "compare" in arguments or "trace" in arguments:
            arguments += ["--timeout" if "compare" in arguments else "--count", "1"]
        reply = caballero(*arguments, stdin="a1 b3")
        assert reply.status in {0, 1, 2, 3}, arguments
        assert "Traceback" not in reply.err


def test_a_drawing_whose_name_begins_with_a_digit(caballero: Terminal) -> None:
    Path("3x4.txt").write_text("....\n....\n....")
    assert caballero("tour", "3x4.txt").status == 0
    Path("3x4").write_text("##")
    assert caballero("tour", "3x4").status == 0  # a board's name is that, whatever is there
    refuses(caballero("tour", "3x5.txt"), "“3x5.txt”")


def test_kinds_of_numbers_have_names(caballero: Terminal) -> None:
    line = "--seed cannot be “integer”: write a whole number."
    refuses(caballero("tour", 8, "--seed", "integer"), line)
    for option, value, line in (
        ("--timeout", "foo", "«foo»: escriba un número desde 0."),
        ("--width", "1", "«1»: escriba un número entero de 16 a 20\xa0000."),
    ):
        refuses(process("tour", 8, option, value, "--lang", "es"), line)


@pytest.mark.parametrize("graph", [False, True])
def test_the_error_locates_broken_json(caballero: Terminal, graph: bool) -> None:
    Path("graph.txt").write_text("a b\nb c\nc a\n")
    arguments = ["verify", "-", *(["--graph", "graph.txt"] if graph else [])]
    broken = '{"tour":\n'
    refuses(caballero(*arguments, stdin=broken), "valid JSON: check line 2, column 1.")
    reply = caballero(*arguments, "--lang", "es", stdin=broken)
    refuses(reply, "Esto no es JSON válido: revise la línea 2, columna 1.")
    refuses(caballero(*arguments, stdin='{"tour":' * 100_000), "nested")


def test_an_option_is_proposed_only_if_it_is_like_the_one_written(caballero: Terminal) -> None:
    assert "--closed" in caballero("tour", 5, "--clossed").err
    assert "--open" not in caballero("tour", 5, "--comienzo", "a1").err
