"""The help of every command: grouped, whole at 80 columns, with examples and exit statuses."""

import re
import shlex
from pathlib import Path
from zipfile import ZipFile

import click
import pytest

from caballero import methods
from caballero.cli.command import STATUSES, Helpful
from caballero.cli.commands import NAMES, caballero as group
from caballero.cli.options import Names
from caballero.machine.arguments import name_among
from caballero.machine.words import _synonyms, plain, spellings
from caballero.model import SymmetryClass
from caballero.model.piece import NAMES as PIECES
from caballero.model.symmetry import SYMMETRIES
from caballero.teaching.orders import ORDER_NAMES
from caballero.web import site
from cli.terminal import Terminal, process, refuses
from cli.test_expectations import commands, options

ALL = ["", *dict.fromkeys([*NAMES, *(name for name, _command in commands())])]


def helpful(name: str) -> Helpful:
    """Return the command of a name; the program itself for none."""
    found = dict(commands()).get(name)
    if found is None:
        context = click.Context(group)
        found = group.get_command(context, name) if name else group
    assert isinstance(found, Helpful)
    return found


@pytest.mark.parametrize("name", ALL)
def test_options_stand_in_groups(caballero: Terminal, name: str) -> None:
    lines = caballero("help", *name.split(), "--all").out.splitlines()
    headings = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert [*headings[-2:]] == ["Exit status:", "Examples:"]
    assert headings.count("General:") == 1
    assert "Options:" not in headings
    for option in options(helpful(name)):
        assert any(line.startswith("  -") and option.opts[0] in line for line in lines), option


EVERY_HELP = f"""
from caballero.cli import main
for words in {[["help", *name.split(), "--all"] for name in ALL]}:
    try:
        main(words)
    except SystemExit:
        print(flush=True)
"""
"""A program that shows all help; the language is settled once, when a program begins."""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_first_screen_of_a_tour(language: str) -> None:
    lines = process("tour", "--help", "--lang", language).out.splitlines()
    assert len(lines) <= 60
    assert any("caballero help tour --all" in line for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_help_is_whole_at_80_columns(language: str) -> None:
    done = process(command=("-c", EVERY_HELP), language=language)
    assert done.err == ""
    assert "..." not in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    english, spanish = ("Exit status:", "Examples:"), ("Código de salida:", "Ejemplos:")
    for heading in english if language == "en" else spanish:
        assert done.out.count(f"\n{heading}\n") == len(ALL)
    for word in (" the ", "Show", "Usage", "default:", "Question"):
        assert (word in done.out) == (language == "en")


@pytest.mark.parametrize("name", ALL)
def test_three_examples(name: str) -> None:
    command = helpful(name)
    examples = [*command.examples]
    assert len(examples) == 3
    examples += [line for asked in command.questions for line in asked.examples.splitlines()]
    for example in examples:
        assert len(example) <= 78
        for part in example.split(" | "):
            word, *rest = shlex.split(part)
            with click.Context(group) as context:
                _name, found, rest = group.resolve_command(context, rest)
                assert word == "caballero"
                assert found is not None
                found.make_context(_name, rest, parent=context, resilient_parsing=False)
        assert f"caballero {name}" in example


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if not name.startswith("run ")])
def test_examples_run(
    caballero: Terminal, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graph.txt").write_text("1 2\n2 3\n3 1\n")
    Path("roads.csv").write_text("from,to,minutes\nhome,shop,5\nshop,work,7\nhome,work,20\n")
    Path("path.txt").write_text("1 2 3")
    Path("pupils.csv").write_text("Ana\nEva")
    Path("answers").mkdir()
    Path("answers/ana.txt").write_text("There is no solution.\n")
    with ZipFile("answers.zip", "w") as archive:
        archive.write("answers/ana.txt")
    if name == "class mark":
        caballero("class", "new", "pupils.csv", "class-2a", "--board", 4, "--piece", "king")
    Path("puzzle.txt").write_text("hidato\n1 2\n. 4\n")
    Path("zip.txt").write_text("zip\n. . .\n. . .\n1 . 2\n")
    Path("booklet.toml").write_text("[[section]]\nboard = 4\npiece = 'king'\ncount = 2\n")
    Path("solution.txt").write_text("1 2\n3 4\n")
    caballero("tour", 8, "--closed", "-o", "tour.txt")
    Path("bow tie.txt").write_text("1 2\n2 3\n3 1\n1 4\n4 5\n5 1\n")
    for file in ("none.proof", "graph.proof.gz"):
        caballero("graph", "bow tie.txt", "--closed", "--method", "exact", "--proof", file)
    # As if Ctrl-C ended the server at once.
    monkeypatch.setattr("caballero.web.server.serve", lambda *_: None)
    monkeypatch.setattr("webbrowser.open", lambda _place: None)
    # As if the file were the package, or npm had fetched it.
    Path("pyodide-314.0.7.tgz").touch()
    written = site.Written(1, 1, packed=True)
    monkeypatch.setattr("caballero.web.site.write_site", lambda *_: written)
    for example in helpful(name).examples:
        before, out = {*tmp_path.iterdir()}, ""
        for part in example.split(" | "):
            done = caballero(*shlex.split(part)[1:], stdin=out)
            assert done.status in {0, 1}, done.err
            out = done.out
        assert out or done.err or {*tmp_path.iterdir()} - before


PROOF = Path(__file__).parents[1] / "data" / "none.proof"
"""That the closed knight has no tour of 4×5."""

ENDS = {
    "tour": {0: "5", 1: "3x3", 2: "0", 3: "8 --method backtracking --order puc --timeout 0.05"},
    "graph": {0: "-", 1: "- --closed", 2: "nothing.txt", 3: "- --timeout 0"},
    "verify": {0: "-", 1: "- --closed", 2: "nothing.txt"},
    "class mark": {0: "-", 1: "- --closed", 2: "nothing.txt"},
    "class new": {0: "- {}/new --board 4 --piece king", 2: "- {} --board 0", 3: "- {} --timeout 0"},
    "check": {0: "-", 1: "{}", 2: "nothing.proof"},
    "draw": {0: "8", 1: "- --closed", 2: "nothing.txt"},
    "puzzle make": {0: "5", 1: "3", 2: "0", 3: "8 --timeout 0"},
    **{
        f"puzzle {name}": {0: "- --piece wazir", 1: "-", 2: "no.txt", 3: "- --timeout 0"}
        for name in ("check", "solve", "hint")
    },
    "puzzle text": {
        0: "a --by word", 1: "aaaa --by letter --board 2x2", 2: "♥",
        3: f"{'a' * 20} --by letter --timeout 0",
    },
    "uncrossed": {0: "3x4", 1: "3x3 --closed", 2: "0", 3: "8 --timeout 0"},
    "count": {0: "3x4", 2: "0", 3: "8 --timeout 0"},
    **{one: {0: "3x4", 1: "3x3", 2: "0", 3: "8 --timeout 0"} for one in ("list", "sample")},
    "rank": {0: "-", 2: "nothing.txt", 3: "- --timeout 0"},
    "unrank": {0: "3x4 0", 1: "3x3 0", 2: "3x4 9", 3: "8 0 --timeout 0"},
    "trace": {0: "5 --count 1", 1: "3", 2: "0"},
    "compare": {0: "3", 2: "0"},
    "site": {2: "{} --pyodide nothing.tgz"},
    "serve": {2: "--host nowhere.invalid --no-open"},
    "help": {0: "", 2: "nothing"},
    **{
        f"run {name}": {0: "3x4 --store {}", 2: "0 --store {}", 3: "8 --store {} --timeout 0"}
        for name in ("list", "count")
    },
    **{f"run {name}": {2: "{}"} for name in ("resume", "status", "verify")},
    "run collect": {2: "{} -o tours.parquet"},
}  # fmt: skip
"""A call that ends with each status."""

READ = {
    **dict.fromkeys(("puzzle check", "puzzle solve", "puzzle hint"), "1 . .\n. . .\n5 . ."),
    "rank": "1 4 7 10\n12 9 2 5\n3 6 11 8", "graph": "1 2\n2 3\n3 1\n3 4",
    "verify": "1 4 7 10\n12 9 2 5\n3 6 11 8", "class mark": "1 4 7 10\n12 9 2 5\n3 6 11 8",
    "class new": "Ana\nEva",
    **dict.fromkeys(("puzzle complete", "puzzle link"), "king\n1 2\n4 3"),
    "draw": "1 2\n3 4", "check": PROOF.read_text(),
}  # fmt: skip
"""What a command reads."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDS)
def test_help_names_the_statuses_that_there_are(
    caballero: Terminal, tmp_path: Path, name: str
) -> None:
    statuses = helpful(name).statuses
    if name == "check":
        (tmp_path / "run1").write_text(READ[name] + "more\n")
    for status, words in ENDS[name].items():
        line = words.format(tmp_path / f"run{status}")
        said = caballero(*name.split(), *line.split(), stdin=READ.get(name, ""))
        assert said.status == status, said
        assert status in statuses
    assert statuses.keys() <= {*ENDS[name], 0, 3, 130} or name == "run verify"
    assert {number for number, text in statuses.items() if text is None} <= STATUSES.keys()


@pytest.mark.parametrize("method", methods("find"))
def test_every_method_is_accepted(caballero: Terminal, method: str) -> None:
    assert caballero("tour", 5, "--method", method, "--timeout", 5).status in {0, 3}


def test_help_of_a_command(caballero: Terminal) -> None:
    assert caballero().out == caballero("help").out == caballero("--help").out
    for name in ALL[1:]:
        assert caballero("help", *name.split()).out == caballero(*name.split(), "--help").out
    for words, told in (
        ("tuor", "did you mean “tour”?"), ("run lits", "“lits”; did you mean “list”?"),
        ("tour 8", "write caballero help tour."), ("tour --opne", "--opne chooses no question"),
    ):  # fmt: skip
        refuses(caballero("help", *words.split()), told)


@pytest.mark.parametrize(("word", "shown"), {
    "marcha atrás": "tour … --method backtracking", "vuelta atrás": "trace … --method backtracking",
    "recorrido": "Usage: caballero tour", "enumerar": "Usage: caballero list",
    "horse": "tour … --piece knight", "donut": "count … --surface torus",
    "reloj": "trace … --order clockwise", "imagen": "Usage: caballero draw",
    "hoja de cálculo": "--format csv", "oscuro": "draw … --theme dark", "semilla": "tour … --seed",
    "--closed": "tour … --closed", "método": "graph … --method", "tour closed": "list … --closed",
}.items())  # fmt: skip
def test_help_of_a_word(caballero: Terminal, word: str, shown: str) -> None:
    """In one argument or several, whatever the language."""
    for words in ([word], word.split()):
        said = caballero("help", *words)
        assert (said.status, said.err) == (0, "")
        assert shown in said.out
    assert "tour … --method backtracking" in process("help", "retroceso", "--lang", "es").out


def test_other_words_for_names() -> None:
    """Each is found, whatever names an option takes, and hides no name."""
    kinds = {"command": {*NAMES}, "order": {*ORDER_NAMES}, "piece": {*PIECES}}
    kinds["symmetry"] = {*SYMMETRIES, *map(str, SymmetryClass)}
    for _name, command in commands():
        for option in options(command):
            if isinstance(option.type, Names) and not option.type.others:
                kinds.setdefault(option.type.what, set()).update(option.type.choices)
    for kind, words in _synonyms().items():
        assert words.keys() <= kinds[kind], kind
        for name, others in words.items():
            for word in others:
                assert name_among(kind, word, [name]) == name
                known = spellings(kind, kinds[kind])[plain(word)][1]
                assert known in words, (word, known)


def test_help_of_a_question(caballero: Terminal) -> None:
    """It has the options that the question takes, and no others; its examples ask it."""
    asked = [
        (name, command, question, next(o for o in options(command) if o.name == by))
        for name, command in commands()
        for question in helpful(name).questions[1:]
        for by in question.by
    ]
    for name, command, question, option in asked:
        words = (*name.split(), max(option.opts, key=len))
        lines = caballero("help", *words).out
        assert lines == caballero(*words, "--help").out
        for other in options(command):
            taken = other.name in question.kind.declared or other.name in {"quiet", "lang"}
            row = re.search(rf"^  (-\w, )?{max(other.opts, key=len)}( |$)", lines, re.MULTILINE)
            assert bool(row) == taken, (words, other.name)
        assert f"caballero {name}" in question.examples
