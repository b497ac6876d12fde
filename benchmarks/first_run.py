"""Measure whole processes: the first run of each command and the next ones.

Run it with ``make bench``, or ``python -m benchmarks.first_run``. It installs this checkout into an
environment of its own, where nothing is cached, and runs each command several times there. It
must not compile or cache anything, so the first run must cost as much as the others. With
``--against COMMAND`` it alternates with another Caballero, such as the last release.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import ended_with_memory, machine, publish, table

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5


class Command(NamedTuple):
    """A command line, and its limits: CPU seconds and megabytes."""

    line: str
    seconds: float
    megabytes: float = 50


COMMANDS = (
    Command("tour 8", 0.1),
    Command("count 6", 0.4),
    Command("sample 6 --closed -k 2", 0.25),
    Command("list 6 --closed -o FILE", 0.4),
    Command("tour 7 --method backtracking --order granada --start 2,2", 0.25),
    Command("tour 1000 --method warnsdorff --tie roth -o FILE", 2.0, 250),
    Command("count 6x8 --closed", 1.0),
)
MOST_INSTALLED_MEGABYTES = 40
"""Megabytes that an installation without extras may add to an empty environment."""


class Once(NamedTuple):
    """One run of a command."""

    seconds: float
    megabytes: float


def install(folder: Path) -> tuple[Path, float]:
    """Install this checkout into a new environment; return its program and its megabytes."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    empty = size(folder)
    pip = [str(folder / "bin" / "pip"), "install", "-q", "--disable-pip-version-check", str(ROOT)]
    subprocess.run(pip, check=True, stderr=subprocess.DEVNULL)
    return folder / "bin" / "caballero", size(folder) - empty


def size(folder: Path) -> float:
    """Return how many megabytes the files of a folder have."""
    return sum(f.lstat().st_size for f in folder.rglob("*") if not f.is_symlink()) / 1e6


def run_command(program: list[str], command: Command) -> Once:
    """Run a command to its end."""
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        arguments = [word.replace("FILE", file.name) for word in shlex.split(command.line)]
        ended, megabytes = ended_with_memory([*program, *arguments])
    if ended.status:
        raise SystemExit(f"{command.line} ended with status {ended.status}: {ended.messages}")
    return Once(ended.seconds, megabytes)


def line(command: Command, runs: list[Once], others: list[Once]) -> list[str]:
    """Return a line of the table."""
    first, later = runs[0], statistics.median(run.seconds for run in runs[1:])
    memory = max(run.megabytes for run in runs)
    met = max(first.seconds, later) <= command.seconds and memory <= command.megabytes
    theirs = []
    if others:
        other = statistics.median(run.seconds for run in others[1:])
        theirs = [f"{others[0].seconds:.2f}", f"{other:.2f}", f"{later / other:.2f}"]
    return [
        f"`{command.line}`", f"{first.seconds:.3f}", f"{later:.3f}", f"{memory:.0f}",
        f"≤ {command.seconds:g} s, {command.megabytes:g} MB", "yes" if met else "**no**", *theirs,
    ]  # fmt: skip


def main() -> None:
    """Measure all, and print the table."""
    parser = argparse.ArgumentParser(description="Measure first runs in a fresh installation.")
    parser.add_argument("--add-to", metavar="FILE", type=Path, help="add the table there, too")
    parser.add_argument("--rounds", metavar="N", type=int, default=ROUNDS)
    parser.add_argument("--against", metavar="COMMAND", default="", help="another Caballero")
    options = parser.parse_args()
    other = shlex.split(options.against)
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        program, megabytes = install(Path(folder) / "environment")
        for command in COMMANDS:
            runs, others = [], []
            for _ in range(options.rounds + 1):
                runs.append(run_command([str(program)], command))
                others += [run_command(other, command)] if other else []
            lines.append(line(command, runs, others))
            sys.stderr.write(f"{' | '.join(lines[-1])}\n")
    head = ["command", "first run, s", "later runs, s", "MB", "wanted", "met"]
    head += ["other, first run", "other, later", "ratio"] if other else []
    fits = "yes" if megabytes <= MOST_INSTALLED_MEGABYTES else "**no**"
    text = (
        f"\n## First runs\n\nPrinted by `make bench`: {machine()}. CPU seconds and peak memory of\n"
        "whole processes in a fresh environment: the first run, and the median of the later ones.\n"
        f"The installation without extras takes {megabytes:.1f} MB "
        f"(wanted: at most {MOST_INSTALLED_MEGABYTES}; met: {fits}).\n\n"
    )
    publish(text + table(head, lines), options.add_to)


if __name__ == "__main__":
    main()
