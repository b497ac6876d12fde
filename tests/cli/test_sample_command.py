"""``caballero sample``, ``rank`` and ``unrank``: nothing but the answer on standard output."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from caballero import Problem, tour_space
from caballero.cli.several import numbered_files
from caballero.counting import collection_statistics, read_tours
from caballero.formats import to_matrix_text
from caballero.machine.words import number
from cli.terminal import Terminal, process, refuses


def test_a_sample_is_drawn_by_the_seed(caballero: Terminal, tmp_path: Path) -> None:
    space = tour_space(Problem("5x6", closed=True))
    line = ("sample", "5x6", "--closed", "-k", 3, "--seed", 5)
    reply = caballero(*line, "--format", "matrix")
    drawn = space.sample(3, seed=5)
    assert (reply.status, reply.err) == (0, "Verified tours: 3, of 8.\n")
    assert reply.out == "\n\n".join(map(to_matrix_text, drawn)) + "\n"
    lines = [json.loads(line) for line in caballero(*line, "--json").out.splitlines()]
    assert [one["rank"] for one in lines] == [str(space.rank(tour)) for tour in drawn]
    data = json.loads(caballero(*line, "--statistics", "--json").out)
    assert data.items() >= collection_statistics(drawn).to_dict().items()
    refuses(caballero(*line, "--format", "parquet"), "name a file with -o")
    pytest.importorskip("pyarrow")
    assert caballero(*line, "-o", tmp_path / "tours.parquet").err == reply.err
    assert [*read_tours(tmp_path / "tours.parquet")] == [*drawn]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "matrix", "moves", "json"])
@pytest.mark.parametrize("question", ["5x6 --closed", "3x7", "5 --end a1 --forbid b3-d4"])
def test_rank_there_and_back(caballero: Terminal, question: str, form: str) -> None:
    reply = caballero("unrank", *question.split(), 5, "--format", form)
    assert reply.status == 0
    board = ("rank", "-", "--board", *question.split())
    back = caballero(*board, stdin=reply.out)
    assert (back.status, back.out) == (0, "5\n")
    assert back.err.startswith("Total number of tours: ")
    answer = json.loads(caballero(*board, "--json", stdin=reply.out).out)
    assert (answer["rank"], int(answer["total"]) > 5) == ("5", True)


def test_a_picture(caballero: Terminal, tmp_path: Path) -> None:
    reply = caballero("unrank", 5, 0, "--format", "svg")
    assert reply.out.startswith("<svg")
    refuses(caballero("sample", 5, "-k", 2, "--format", "svg"), "one tour")
    refuses(caballero("sample", 5, "-k", 2, "--format", "png", "-o", "-"), "one tour")
    file = tmp_path / "tour.svg"
    assert caballero("sample", 5, "--first", 0, "-o", file).status == 0
    assert file.read_text("utf-8").startswith("<svg")
    plain = caballero("unrank", 5, 0, "--style", "numbers", "--width", 99, "-o", file)
    assert plain.err == "Verified tours: 1, of 864.\n"
    assert 'width="99"' in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("end", "begins"), [("png", b"\x89PNG"), ("svg", b"<svg"), ("gif", b"GIF89a")]
)
def test_several_pictures_are_numbered(
    caballero: Terminal, tmp_path: Path, end: str, begins: bytes
) -> None:
    speed = ["--fps", 50] if end not in {"svg", "png"} else []
    arguments = ("sample", "3x4", "--width", 60, *speed, "-o", tmp_path / f"tour.{end}")
    reply = caballero(*arguments, "-k", 2, "--seed", 1)
    assert (reply.status, reply.out, reply.err) == (0, "", "Verified tours: 2, of 8.\n")
    first, second = sorted(tmp_path.iterdir())
    assert (first.name, second.name) == (f"tour-1.{end}", f"tour-2.{end}")
    assert first.read_bytes().startswith(begins)
    assert first.read_bytes() != second.read_bytes()
    # Each is what it would be alone.
    ranks = [random.Random(1).randrange(8)]
    assert caballero("unrank", "3x4", *ranks, *arguments[2:]).status == 0
    assert (tmp_path / f"tour.{end}").read_bytes() == first.read_bytes()


def test_where_pictures_go() -> None:
    for output, count, files in (
        (None, 1, [None]), ("tour.png", 1, ["tour.png"]),
        ("a.b/tour", 2, ["a.b/tour-1", "a.b/tour-2"]), ("t.svg", 10, ["t-01.svg", "t-02.svg"]),
    ):  # fmt: skip
        assert list(islice(numbered_files(output, count), 2)) == files


def test_nothing_to_draw(caballero: Terminal) -> None:
    reply = caballero("sample", "4x4", "-k", 3)
    assert (reply.status, reply.out, "Cull" in reply.err) == (1, "", True)


def test_refusals(caballero: Terminal) -> None:
    refuses(caballero("unrank", "3x4", 8), "8 tours", "0 to 7")
    refuses(caballero("sample", 5, "--clue", "c3=7"), "clues")
    refuses(caballero("rank", "-", "--board", 5, stdin="a1 b3 d3"), "does not answer", "no rank")
    # Memory that no machine has is named as 1000 GB; the sentence has the next step.
    large = caballero("sample", 20)
    refuses(large, "at least 1000 GB of memory", "8x8", "7x7", "caballero tour --seed N")


def test_spanish() -> None:
    reply = process("sample", "3x4", "-k", 2, "--lang", "es")
    assert reply.err == "Recorridos verificados: 2, de 8.\n"
    assert reply.out.count("┌") == 2
    wrong = process("unrank", "3x4", 8, language="es_CL.UTF-8")
    assert "elija uno de 0 a 7 (8 recorridos)" in wrong.err


@pytest.mark.slow
def test_a_limit_while_drawing(caballero: Terminal, tmp_path: Path) -> None:
    """The tours drawn before the limit are written and counted."""
    tour_space(Problem("5x6", closed=True)).sample(2000)  # what is compiled is there from now on
    file = tmp_path / "tours"
    arguments = ("sample", "5x6", "--closed", "-k", 10**9, "--timeout", 0.5)
    reply = caballero(*arguments, "--format", "moves", "-o", file)
    count = file.read_text("utf-8").count("\n\n") + 1
    assert (reply.status, reply.out) == (3, "")
    assert reply.err.splitlines() == [
        f"Verified tours: {number(count)}, of 8.",
        "The time limit was reached; tours wanted: 1\xa0000\xa0000\xa0000.",
    ]
    lines = caballero(*arguments, "--json")
    assert lines.status == 3
    assert all(json.loads(line)["status"] == "found" for line in lines.out.splitlines())


@pytest.mark.slow
def test_a_limit_while_pictures_are_drawn(caballero: Terminal, tmp_path: Path) -> None:
    many = ("sample", "5x6", "--closed", "-k", 10**9, "--timeout", 3)
    reply = caballero(*many, "-o", tmp_path / "tour.svg")
    assert reply.status == 3
    count = len(list(tmp_path.iterdir()))
    assert reply.err.startswith(f"Verified tours: {count}, of 8.\nThe time limit")
