"""Ctrl-C at any moment, SIGTERM, a full disk: the old file or the whole new one, one sentence."""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

import caballero as package
from caballero.counting import write_tours
from cli.terminal import Terminal, process, shell, started

PACKAGE = Path(package.__file__).parent

pytestmark = pytest.mark.slow

COMMANDS = {
    "picture": ("f.svg", "tour", "30", "-o", "f.svg", "-q"),
    "pdf": ("f.pdf", "tour", "12", "-o", "f.pdf", "-q"),
    "listing": ("f.txt", "list", "8", "--magic", "-o", "f.txt", "-q"),
    "tours": ("f.parquet", "list", "5", "-o", "f.parquet", "-q"),
    "proof": ("f.proof", "tour", "4", "--proof", "f.proof", "-q"),
    "puzzles": ("f.json", "puzzle", "make", "6", "-k", "3", "-o", "f.json", "-q"),
    "quiz": ("f.xml", "puzzle", "quiz", "5", "-k", "2", "-o", "f.xml", "-q"),
    "page": ("f.html", "site", "--one-file", "f.html", "-q"),
}
OLD = b"the old file\n"
MOMENTS = [0.0, 0.05, 0.1, 0.3]


@pytest.mark.parametrize(
    ("kind", "number"),
    [(kind, signal.SIGINT) for kind in COMMANDS]
    + [(kind, signal.SIGTERM) for kind in ("picture", "listing", "page")],
)
def test_a_signal_leaves_the_old_file_or_the_whole_new_one(
    kind: str, number: signal.Signals, tmp_path: Path
) -> None:
    name, *words = COMMANDS[kind]
    file = tmp_path / name
    for moment in MOMENTS:
        file.write_bytes(OLD)
        running = started(*words, cwd=tmp_path)
        time.sleep(moment)
        running.send_signal(number)
        out, err = running.communicate(timeout=600)
        stopped = {-number, 128 + number}
        python = re.search("KeyboardInterrupt|Fatal Python error", err)  # it still starts
        ours = not python or str(PACKAGE) in err.replace(str(PACKAGE / "__main__"), "")
        assert "Traceback" not in err or not ours, err
        assert running.returncode in stopped | {0, 1}
        assert len(err.splitlines()) <= 1 or not ours
        if running.returncode in stopped and not out:
            late = running.returncode in (130, -number)  # Python itself ended, after the answer
            assert file.read_bytes() == OLD or late
        assert [path.name for path in tmp_path.iterdir()] == [name]
        assert file.read_bytes() == OLD or len(file.read_bytes()) > len(OLD) or kind == "tours"
        if file.read_bytes() != OLD and kind == "picture":
            assert file.read_bytes().endswith(b"</svg>\n")


@pytest.mark.parametrize("module", ["re", "collections", "caballero.machine.lazy", "click"])
def test_an_interrupt_of_the_first_imports(module: str, tmp_path: Path) -> None:
    """The import of a module sends the signal itself, so that the moment is certain."""
    code = (
        "import sys, os, signal\n"
        f"sys.argv = ['caballero', 'tour', '5']\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        f"sys.modules.pop({module!r}, None)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from caballero.cli import main\nmain()\n"
    )
    done = process(command=("-c", code))
    assert (done.status, done.out, done.err) == (130, "", "")


def test_a_program_that_imports_the_package_keeps_its_handler() -> None:
    code = (
        "import signal, caballero; assert signal.getsignal(2) is signal.default_int_handler\n"
        "caballero.find_tour(5)"
    )
    assert process(command=("-c", code)).status == 0


@pytest.mark.parametrize("kind", [kind for kind in COMMANDS if kind != "listing"])
def test_a_full_disk_leaves_the_old_file(kind: str, tmp_path: Path) -> None:
    """The limit on the size of files stands for the disk."""
    name, *words = COMMANDS[kind]
    (tmp_path / name).write_bytes(OLD)
    done = shell(f"trap '' XFSZ; ulimit -f 0; caballero {' '.join(words)}", tmp_path)
    assert done.status == 2, done
    assert re.fullmatch(rf"Error: .*{re.escape(name)}.*\n", done.err)
    assert (tmp_path / name).read_bytes() == OLD
    assert [path.name for path in tmp_path.iterdir()] == [name]


MANY = {
    "puzzles": ("p.svg", "puzzle", "make", "5", "-k", "20", "-o", "p.svg", "-q"),
    "drawings": ("p.svg", "draw", *map(str, range(12, 30)), "-o", "p.svg", "-q"),
    "export": ("p.opb", "check", "../4.proof", "--export", "p.opb", "p.pbp", "-q"),
    "site": ("new", "site", "new", "-q"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MANY)
def test_a_full_disk_leaves_none_of_several_files(kind: str, small_disk: Path) -> None:
    if kind == "export":
        words = ("tour", "4", "--method", "exact", "--proof", "4.proof", "-q")
        process(*words, cwd=small_disk.parent)
    fill = small_disk / "fill"
    fill.write_bytes(bytes(1000 * 190))
    name, *more = MANY[kind]
    done = process(*more, cwd=small_disk)
    assert done.status == 2, done
    assert re.fullmatch(rf"Error: The file {name[:1]}.* \(No space .*\n", done.err)
    assert [*small_disk.iterdir()] == [fill]


@pytest.mark.parametrize(("act", "status"), [("", 3), ("os.kill(os.getppid(), 2)", 130)])
def test_a_film_that_is_ended_leaves_neither_file_nor_program(
    act: str, status: int, tmp_path: Path
) -> None:
    """A program in the place of ffmpeg sends the signal itself, or never ends."""
    program, pid = tmp_path / "ffmpeg", tmp_path / "pid"
    body = f"open({str(pid)!r}, 'w').write(str(os.getpid()))\n{act}\ntime.sleep(600)\n"
    program.write_text(f"#!{sys.executable}\nimport os, time\n{body}")
    program.chmod(0o755)
    words = ["tour", "30", "-o", "x.mp4", "--timeout", "1" if status == 3 else "600"]
    done = process(*words, cwd=tmp_path, PATH=str(tmp_path))
    assert done.status == status, done
    assert {*tmp_path.iterdir()} <= {program, pid}
    assert status == 3 or pid.exists()  # the limit may come before the program begins
    if pid.exists() and (number := pid.read_text()):
        with pytest.raises(ProcessLookupError):
            os.kill(int(number), 0)


def test_links_and_devices(caballero: Terminal, tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to("real.svg")
    assert caballero("tour", 5, "-o", tmp_path / "link.svg").status == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text().startswith("<svg")
    assert caballero("tour", 5, "-o", "/dev/null").status == 0
    proof = caballero("tour", 4, "--proof", "/dev/null")
    assert (proof.status, Path("/dev/null").is_char_device()) == (1, True)


def test_a_limit_leaves_the_old_file(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "f.txt"
    file.write_bytes(OLD)
    assert caballero("list", 8, "--magic", "--timeout", 0.1, "-o", file).status == 3
    assert file.read_bytes() == OLD


LISTINGS = {
    "all": ("8", "--closed"),
    "magic": ("4x8", "--piece", "king", "--magic"),
    "file": ("some.parquet",),
}


@pytest.mark.parametrize("kind", LISTINGS)
@pytest.mark.parametrize("old", [True, False], ids=["old", "new"])
def test_ctrl_c_leaves_an_old_file_and_the_tours_in_a_new_one(
    old: bool, kind: str, tmp_path: Path
) -> None:
    """The third tour sends the signal itself, so that the moment is certain."""
    code = (
        "import os, signal, sys\n"
        "from caballero.cli import list as command, main\n"
        "text = command._text\n"
        "def send(call, problem, tour, index):\n"
        "    if index == 2: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return text(call, problem, tour, index)\n"
        "command._text = send\n"
        "main(sys.argv[1:])\n"
    )
    file, source = tmp_path / "f.txt", tmp_path / "some.parquet"
    if old:
        file.write_bytes(OLD)
    if kind == "file":
        write_tours(source, package.iter_tours(5))
    words = ["list", *LISTINGS[kind], "-o", "f.txt", "--format", "json"]
    done = process(*words, command=("-c", code), cwd=tmp_path)
    assert (done.status, {*tmp_path.iterdir()} - {source}) == (130, {file}), done
    if old:
        assert (file.read_bytes(), done.err) == (OLD, "Interrupted.\n")
    else:
        assert [json.loads(line)["index"] for line in file.read_text().splitlines()] == [0, 1, 2]
        assert done.err.startswith("Verified tours: 3.\nInterrupted.\n")
        assert ("--resume" in done.err) is (kind == "all")
