"""``caballero`` as a program: its entry points, pipes, interrupts and languages."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from cli.terminal import environment, process, refuses

SCRIPT = Path(sys.executable).parent / "caballero"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    variables = environment() | {"PATH": f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=variables, timeout=600,
        check=False,
    )  # fmt: skip


def test_module_and_script_are_the_same() -> None:
    if not SCRIPT.exists():
        pytest.skip("the script is not installed")
    module = process("tour", 5, "--format", "moves")
    script = shell("caballero tour 5 --format moves")
    assert (module.status, module.out) == (script.returncode, script.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["tour", "5"], 0),
        (["tour", "4"], 1),
        (["tour", "0"], 2),
        (["tour", "8", "--method", "backtracking", "--order", "puc", "--timeout", "0.1"], 3),
        (["verify", "nowhere"], 2),
    ],
)
def test_exit_status(arguments: list[str], status: int) -> None:
    reply = process(*arguments)
    assert reply.status == status
    assert bool(reply.out) == (status == 0)
    assert "Traceback" not in reply.err


@pytest.mark.parametrize("command", ["tour", "verify", "draw"])
def test_a_closed_standard_input_is_named(command: str) -> None:
    done = shell(f"{sys.executable} -m caballero {command} - <&-")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "Standard input is closed" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has this device")
def test_help_to_a_full_device() -> None:
    done = shell(f"{sys.executable} -m caballero verify --help > /dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: Standard output cannot be used (")


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
    "arguments",
    [
        ["tour", "8", "--method", "backtracking", "--order", "trekhleb"],
        ["trace", "8", "--order", "trekhleb"],
        ["compare", "8", "--method", "backtracking", "--timeout", "60"],
        ["verify", "-"],
    ],
)
def test_interrupt(arguments: list[str]) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "caballero", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    assert program.stdin is not None
    program.stdin.write("1 2")
    program.stdin.flush()
    while not at_work(program, arguments[0]):
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=600)
    assert program.returncode == 130
    assert err.strip() == "Interrupted."


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["trace 8 --order puc", "tour 200", "tour 200 --format matrix", "compare 5", "--help"],
)
def test_broken_pipe(command: str) -> None:
    if not SCRIPT.exists():
        pytest.skip("the script is not installed")
    done = shell(f"caballero {command} | head -1 > /dev/null; echo ${{PIPESTATUS[0]}}")
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.stdout == "0\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["tour 5", "tour 5 --json", "trace 3", "compare 5", "list 4 --piece wazir --closed"]
)
def test_closed_output(command: str) -> None:
    done = shell(f"{sys.executable} -m caballero {command} >&-")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("Error: Standard output cannot be used (")


def test_closed_output_that_is_not_needed(tmp_path: Path) -> None:
    done = shell(f"{sys.executable} -m caballero tour 5 -o {tmp_path / 'tour.txt'} >&-")
    assert done.returncode == 0
    done = shell(f"{sys.executable} -m caballero --help >&-")
    assert "Traceback" not in done.stderr


def test_nothing_slow_is_imported_before_interrupts_are_handled() -> None:
    """An interrupt there is a traceback of Python's."""
    line = "import sys; import caballero.cli; print(*{'typing', 're', 'click'} & {*sys.modules})"
    assert shell(f'{sys.executable} -S -c "{line}"').stdout.strip() == ""


def test_an_interrupt_after_the_answer_changes_no_status() -> None:
    line = (
        "import signal, sys, atexit; from caballero.cli import main;"
        "atexit.register(signal.raise_signal, signal.SIGINT);"
        "main(['run', 'resume', 'nowhere'])"
    )
    done = shell(f'{sys.executable} -c "{line}"')
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_full_output() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = shell(f"{sys.executable} -m caballero tour 5 > /dev/full")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "No space left on device" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variables", "spanish"),
    [
        ({"LANG": "es_ES.UTF-8"}, True),
        ({"LANG": "en_GB.UTF-8"}, False),
        ({"LANG": "C"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "en_US", "LC_ALL": "es_CL.UTF-8"}, True),
        ({"LANG": "es", "LANGUAGE": "en"}, False),
        ({"LANG": "C", "LANGUAGE": "es_AR:en"}, True),
    ],
)
def test_language(variables: dict[str, str], spanish: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "caballero", "tour", "0"],
        capture_output=True,
        env=environment() | variables,
        timeout=600,
        check=False,
    )
    sentence = done.stderr.decode()
    assert done.returncode == 2
    assert ("tablero" in sentence) == spanish
    assert ("board" in sentence) != spanish


@pytest.mark.parametrize("arguments", [["--lang", "es", "tour", "0"], ["tour", "0", "--lang=es"]])
def test_lang_option_decides(arguments: list[str]) -> None:
    refuses(process(*arguments, language="en_GB.UTF-8"), "tablero")
    refuses(process("tour", "0", "--lang", "en", language="es"), "board")


def test_output_that_knows_no_unicode() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "caballero", "tour", "8x"],
        capture_output=True,
        env=environment() | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"},
        timeout=600,
        check=False,
    )
    assert done.returncode == 2
    assert b"8x" in done.stderr
    assert b"Traceback" not in done.stderr


def test_spanish_answers() -> None:
    reply = process("tour", "4", "--json", language="es")
    answer = json.loads(reply.out)
    assert answer["status"] == "impossible"  # words for programs stay
    assert "tablero" in answer["certificate"]["reason"]
    found = process("tour", "5", language="es")
    assert "recorrido abierto" in found.err


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
    done = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, timeout=600, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
