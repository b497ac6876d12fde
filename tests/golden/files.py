"""The golden files: written by one command, compared by one test."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from golden.answers import answers
from golden.problems import FAMILIES
from golden.public import helps, kernels, signatures

FOLDER: Final = Path(__file__).parent
MOST_SHOWN: Final = 200
"""The lines of a difference that are shown."""


def _family(name: str) -> Iterator[str]:
    for label, problem in FAMILIES[name]():
        yield f"== {label}"
        yield from answers(name, problem)


FILES: Final[Mapping[str, Callable[[], Iterator[str]]]] = MappingProxyType(
    {name: partial(_family, name) for name in FAMILIES}
    | {
        "signatures": signatures,
        "help-en": partial(helps, "en"),
        "help-es": partial(helps, "es"),
        "kernels": kernels,
    }
)
"""The files, with the functions that make their lines. A line “== …” begins a section."""


def path_of(name: str) -> Path:
    """Return the path of a golden file."""
    return FOLDER / f"{name}.txt"


def difference(name: str, lines: Sequence[str]) -> str:
    """Return how lines differ from a golden file: the changed lines of each section, as a diff."""
    before = _sections(path_of(name).read_text("utf-8").splitlines())
    after = _sections(lines)
    shown: list[str] = []
    for title in [*before, *(title for title in after if title not in before)]:
        old, new = before.get(title, ()), after.get(title, ())
        if old != new:
            changes = [*unified_diff(old, new, n=0, lineterm="")][2:]
            shown += [title, *(line for line in changes if not line.startswith("@@"))]
    more = len(shown) - MOST_SHOWN
    return "\n".join([*shown[:MOST_SHOWN], *([f"… and {more} more lines"] if more > 0 else [])])


def _sections(lines: Sequence[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    title = ""
    for line in lines:
        if line.startswith("== "):
            title = line
        sections.setdefault(title, []).append(line)
    return sections
