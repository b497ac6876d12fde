"""What a shell proposes after Tab."""

from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from caballero import methods
from caballero.cli.commands import NAMES, caballero as group
from caballero.cli.language import set_language
from caballero.cli.options import TOURS, Names
from caballero.formats.graphs import FORMATS
from caballero.machine.words import titled, translator
from caballero.model.piece import LEAPERS, PUZZLES
from cli.terminal import process
from cli.test_expectations import commands, options

ROOT = Path(__file__).parents[2]
SHELLS = {"bash": "complete -o nosort", "zsh": "compdef", "fish": "complete --no-files"}


def proposals(line: str) -> list[str]:
    """Return what completes the last word of a line."""
    *words, incomplete = line.split(" ")
    asked = ShellComplete(group, {}, "caballero", "_CABALLERO_COMPLETE")
    return [item.value for item in asked.get_completions(words, incomplete)]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "C")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("", NAMES), ("help ", NAMES), ("help toru ", []),
        ("run ", ["list", "count", "resume", "status", "verify", "collect"]),
        ("puzzle ", ["booklet", "check", "complete", "hint", "link", "make", "quiz", "solve",
                     "text"]),
        ("help run ", ["list", "count", "resume", "status", "verify", "collect"]),
        ("tour 8 --piece ", [*LEAPERS, "king", *PUZZLES]),
        ("tour 8 --method ", ["auto", *methods("teach"), *methods("find")]),
        ("count 8 --method ", ["auto", *methods("count")]), ("trace 8 --method ", methods("teach")),
        ("tour 8 --format ", [*TOURS, "tsplib"]), ("graph - --from ", FORMATS),
        ("tour --lang ", ["en", "es"]),
        ("trace 8 --only ", ["try", "place", "dead-end", "back", "cut", "improvement"]),
        ("tour 8 --best turns --m", ["--memory", "--margin"]),
        ("tour 8 -k 3 --m", ["--method", "--memory", "--margin"]),
        ("count 5 --group-by turns --f", ["--forbid", "--force", "--format", "--from"]),
    ],
)  # fmt: skip
def test_names(line: str, names: list[str]) -> None:
    assert sorted(proposals(line)) == sorted(names)


def test_a_word_is_completed() -> None:
    assert proposals("tou") == ["tour"]
    assert proposals("tour 8 --piece z") == ["zebra"]
    assert proposals("tour 8 --piece knight+ca") == ["knight+camel"]
    assert proposals("tour 8 --method ex") == ["exact"]
    assert proposals("tour 8 --tie pohl") == ["pohl-sum", "pohl-min"]
    assert proposals("tour 8 --order g") == ["geeksforgeeks", "granada"]
    assert proposals("list 8 --symmetry half") == [
        "half-turn", "half-turn-direct", "half-turn-oblique",
    ]  # fmt: skip
    assert proposals("trace 8 --only place,b") == ["place,back"]
    assert proposals("tour 8 --styl") == ["--style"]


def test_every_option_proposes_its_names() -> None:
    """Its default is one of them."""
    for name, command in commands():
        for option in options(command):
            if isinstance(option.type, Names) and not option.type.others:
                if isinstance(option.default, str):
                    assert option.default in option.type.choices, (name, option.name)
                flag = max(option.opts, key=len)
                assert {*proposals(f"{name} {flag} ")} >= {*option.type.choices}, (name, flag)


def test_pieces_have_their_names_in_spanish() -> None:
    set_language(["--lang", "es"])
    assert proposals("tour 8 --piece ca") == ["caballo", "camello"]
    assert proposals("puzzle make 8 --level ") == ["fácil", "medio", "difícil", "experto"]


def test_names_are_those_of_the_library() -> None:
    translate = translator("es")
    kinds = [option.type for _, command in commands() for option in options(command)]
    names = {
        (kind.what, name)
        for kind in kinds
        if isinstance(kind, Names) and kind.what != "paper"
        for name in kind.choices
    }
    assert {what for what, _ in names} >= {"surface", "style", "theme", "format", "level", "tie"}
    for what, name in names:
        title = titled(what, name)
        assert translate(name) == (title if isinstance(title, str) else title.text("es"))


def test_files_are_left_to_the_shell() -> None:
    asked = ShellComplete(group, {}, "caballero", "_CABALLERO_COMPLETE")
    for line in ("tour", "verify", "draw", "compare", "verify - --graph", "rank", "puzzle hint"):
        (item,) = asked.get_completions(line.split(), "bo")
        assert (item.type, item.value) == ("file", "bo")


def test_every_option_with_names_proposes_them() -> None:
    """An option takes a number, a choice, a place or a file, or it has names to propose."""
    free = {
        "start", "end", "clues", "forced", "forbidden", "resume", "dask", "host", "embedders",
        "waypoints", "weight", "title", "text", "below", "paper", "path", "address", "figure",
        "pages", "colour", "ground", "daily",
    }  # fmt: skip
    for _name, command in commands():
        for option in options(command):
            known = type(option.type) is not type(click.STRING) or option._custom_shell_complete
            assert known or option.name in free, option


@pytest.mark.parametrize("shell", SHELLS)
def test_the_documents_say_how(shell: str) -> None:
    for name in ("docs/en/how-to.md", "docs/es/recetas.md"):
        text = (ROOT / name).read_text("utf-8")
        assert text.count(f"_CABALLERO_COMPLETE={shell}_source") == 1
    done = process(command=("-m", "caballero"), _CABALLERO_COMPLETE=f"{shell}_source")
    assert SHELLS[shell] in done.out
