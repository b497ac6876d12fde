"""``caballero`` as a program: its entry points, pipes, interrupts and languages."""

import fcntl
import json
import re
import subprocess
import sys
import termios
import time
from pathlib import Path
from signal import SIGINT

import pytest

from cli.terminal import process, refuses, shell, started

SCRIPT = Path(sys.executable).parent / "caballero"
NO_OUTPUT = "Error: Standard output cannot be used ("
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has this device")


def test_module_and_script_are_the_same() -> None:
    if not SCRIPT.exists():
        pytest.skip("the script is not installed")
    module, script = (
        process("tour", 5, "--format", "moves"),
        shell(f"{SCRIPT} tour 5 --format moves"),
    )
    assert (module.status, module.out) == (script.status, script.out)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("tour 5", 0), ("tour 4", 1), ("tour 0", 2), ("verify nowhere", 2),
        ("tour 8 --method backtracking --order puc --timeout 0.1", 3),
    ],
)  # fmt: skip
def test_exit_status(line: str, status: int) -> None:
    reply = process(*line.split())
    assert (reply.status, bool(reply.out)) == (status, status == 0)
    assert "Traceback" not in reply.err


@pytest.mark.parametrize("command", ["tour", "verify", "draw"])
def test_a_closed_standard_input_is_named(command: str) -> None:
    done = shell(f"caballero {command} - <&-")
    refuses(done, "Standard input is closed")


def at_work(program: subprocess.Popen[str], command: str) -> bool:
    """Whether a program has begun what it does: it writes, has read, or has loaded the kernels."""
    assert program.stdin is not None
    assert program.stdout is not None
    if command == "trace":
        return bool(program.stdout.read(1))
    if command == "verify":
        return fcntl.ioctl(program.stdin, termios.FIONREAD, b"1234") == bytes(4)
    return "_kernels" in Path(f"/proc/{program.pid}/maps").read_text()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
@pytest.mark.parametrize(
    "line",
    [
        "tour 8 --method backtracking --order trekhleb", "trace 8 --order trekhleb",
        "compare 8 --method backtracking --timeout 60", "verify -",
    ],
)  # fmt: skip
def test_interrupt(line: str) -> None:
    program = started(*line.split())
    assert program.stdin is not None
    program.stdin.write("1 2")
    program.stdin.flush()
    while not at_work(program, line.split()[0]):
        time.sleep(0.05)
    program.send_signal(SIGINT)
    _, err = program.communicate(timeout=600)
    assert (program.returncode, err.strip()) == (130, "Interrupted.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["trace 8 --order puc", "tour 200", "list 8 --closed --format moves", "--help"]
)
def test_broken_pipe(command: str) -> None:
    done = shell(f"caballero {command} | head -1 > /dev/null; echo ${{PIPESTATUS[0]}}")
    assert done.out == "0\n"
    assert not re.search("Traceback|Broken|Exception", done.err)


@pytest.mark.slow
@pytest.mark.parametrize("into", [">&-", pytest.param("> /dev/full", marks=full)])
@pytest.mark.parametrize(
    "command",
    ["tour 5", "tour 5 --json", "tour 5 --format png", "trace 3", "compare 5", "list 3x4",
     "verify --help"],
)  # fmt: skip
def test_output_that_cannot_be_used(command: str, into: str) -> None:
    if command.endswith("--help") and into == ">&-":
        assert "Traceback" not in shell(f"caballero {command} {into}").err
        return
    done = shell(f"caballero {command} {into}")
    assert (done.status, "Traceback" in done.err) == (2, False)
    assert done.err.splitlines()[-1].startswith(NO_OUTPUT)
    assert into == ">&-" or "No space left on device" in done.err


def test_closed_output_that_is_not_needed(tmp_path: Path) -> None:
    assert shell(f"caballero tour 5 -o {tmp_path / 'tour.txt'} >&-").status == 0


def test_nothing_slow_is_imported_before_interrupts_are_handled() -> None:
    """An interrupt there is a traceback of Python's."""
    line = "import sys; import caballero.cli; print(*{'typing', 're', 'click'} & {*sys.modules})"
    assert process(command=("-S", "-c", line)).out.strip() == ""


def test_an_interrupt_after_the_answer_changes_no_status() -> None:
    line = (
        "import signal, sys, atexit; from caballero.cli import main;"
        "atexit.register(signal.raise_signal, signal.SIGINT);"
        "main(['run', 'resume', 'nowhere'])"
    )
    done = process(command=("-c", line))
    assert (done.status, "Traceback" in done.err) == (2, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variables", "spanish"),
    [
        ({"LANG": "es_ES.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "en_US", "LC_ALL": "es_CL.UTF-8"}, True),
        ({"LANG": "es", "LANGUAGE": "en"}, False),
        ({"LANG": "C", "LANGUAGE": "es_AR:en"}, True),
    ],
)
def test_language(variables: dict[str, str], spanish: bool) -> None:
    refuses(process("tour", "0", **variables), "tablero" if spanish else "board")


@pytest.mark.parametrize("line", ["--lang es tour 0", "tour 0 --lang=es"])
def test_lang_option_decides(line: str) -> None:
    refuses(process(*line.split(), language="en_GB.UTF-8"), "tablero")
    refuses(process("tour", "0", "--lang", "en", language="es"), "board")


def test_spanish_answers() -> None:
    answer = json.loads(process("tour", "4", "--json", language="es").out)
    assert answer["status"] == "impossible"  # words for programs stay
    assert "tablero" in answer["certificate"]["reason"]


@pytest.mark.parametrize("swallowed", [False, True])
def test_an_interrupt_of_an_import_ends_the_program(swallowed: bool) -> None:
    """Even where the import replaces the exception, as that of a class does, or drops it."""
    line = (
        "import signal; from caballero.cli.interrupts import importing\n"
        "def load():\n"
        "    try:\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        f"        if not {swallowed}: raise RuntimeError from None\n"
        "importing(load)\n"
        "print('it continues')"
    )
    done = process(command=("-c", line))
    assert (done.status, done.out, done.err) == (130, "", "")
