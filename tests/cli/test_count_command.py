"""``caballero count``: the number on standard output, what it counts on standard error."""

import errno
import json
import os
from pathlib import Path

import pytest

from caballero import count_tours
from cli.terminal import Terminal, process, refuses


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        ("3x4", 8), ("3x4 --directed", 16), ("3x4 --not-closable", 8), ("3x4 --closed", 0),
        ("3x4 --start a1", 2), ("2x3 --piece wazir --force a1-a2", 7),
        ("2x3 --piece wazir --forbid a1-a2", 1), ("2x3 --piece wazir --clue b1=2", 2),
        ("3x3 --surface torus --closed", 48), ("3x7 --method brute", 52),
    ],
)  # fmt: skip
def test_the_number_stands_alone(caballero: Terminal, arguments: str, number: int) -> None:
    reply = caballero("count", *arguments.split())
    assert (reply.status, reply.out) == (0, f"{number}\n")
    sentence, cost = reply.err.splitlines()
    assert ("counted" in sentence, cost[:7]) == (True, "Method ")


def test_the_convention_is_reported(caballero: Terminal) -> None:
    reply = {
        constraint: caballero("count", "3x4", *constraint.split()).err.splitlines()[0]
        for constraint in ("", "--directed", "--not-closable", "--closed", "--start a1")
    }
    closed = "Closed tours (Hamiltonian cycles), each tour and its reverse counted as one."
    assert reply["--closed"] == closed
    assert len(set(reply.values())) == len(reply)


def test_a_figure(caballero: Terminal) -> None:
    same = caballero("count", 6, "--figure", "f1,e1,a1-d1=36,25,16,9,4,1", "--format", "json")
    assert (json.loads(same.out)["count"], json.loads(same.out)["directed"]) == ("34", True)
    for figure in ("a1-f2=1,2", "a1", "a1=x", "a1,b1=1", "a1-f1="):
        refuses(caballero("count", 6, "--figure", figure), "squares")
    refuses(caballero("count", 6, "--figure", "a9=1"), "a9")


def test_known_counts(caballero: Terminal) -> None:
    reply = caballero("count", "3x8", "--known")
    assert reply.status == 0
    assert reply.out.splitlines() == [
        "396",
        "396 OEIS A169696: agrees",
        "396 OEIS A389760: agrees",
        "396 OEIS A389758: agrees",
        "396 OEIS A389759: agrees",
        "376 Kraitchik (refuted: the number is 396): differs, ours is 396",
    ]
    directed = caballero("count", "3x4", "--known", "--directed").out.splitlines()
    assert directed[:2] == ["16", "8 OEIS A169696, undirected: agrees"]
    start = caballero("count", "5", "--known", "--start", "c3").out.splitlines()
    assert start == ["64", "64 OEIS A165134, directed: agrees"]
    other = caballero("count", "3x8", "--known", "--directed").out
    assert "number is 396), undirected: differs, ours is 396\n" in other
    spanish = caballero("count", "3x8", "--known", "--lang", "es").out
    assert "376 Kraitchik (refutado: el número es 396): difiere; el nuestro es 396" in spanish
    nothing = caballero("count", "3x4", "--known", "--clue", "a1=1", "--clue", "c2=2")
    assert nothing.out == "2\n"
    assert "no published count" in nothing.err


def test_json_and_files(caballero: Terminal, tmp_path: Path) -> None:
    answer = json.loads(caballero("count", "3x4", "--json", "--known").out)
    assert (answer["count"], answer["kind"], answer["directed"]) == ("8", "open", False)
    assert (answer["up_to_symmetry"], answer["closable"]) == (False, None)
    assert [known["agrees"] for known in answer["known"]] == [True, True, True]
    assert "known" not in json.loads(caballero("count", "3x4", "--format", "json").out)
    for name in ("count.json", "count.txt"):
        assert caballero("count", "3x4", "-o", tmp_path / name).out == ""
    assert json.loads((tmp_path / "count.json").read_text("utf-8"))["count"] == "8"
    assert (tmp_path / "count.txt").read_text("utf-8") == "8\n"


def test_a_limit(caballero: Terminal) -> None:
    arguments = ["count", 8, "--closed", "--method", "brute", "--timeout", 0.1, "--known"]
    reply = caballero(*arguments)
    assert (reply.status, reply.out) == (3, "")
    assert "proves nothing" in reply.err
    assert "13267364410532 OEIS A001230: Closed tours" in reply.err
    answer = json.loads(caballero(*arguments, "--json").out)
    assert (answer["status"], answer["limit"]) == ("gave-up", "seconds")


def test_refusals(caballero: Terminal) -> None:
    refuses(caballero("count", "3x4", "--closed", "--not-closable"), "closable")
    refuses(caballero("count", "3x4", "--up-to-symmetry", "--directed"), "symmetry")
    refuses(caballero("count", 5, "--method", "frontier", "--clue", "a1=3"), "clues", "brute")


@pytest.mark.slow
def test_spanish() -> None:
    reply = process("count", "3x8", "--known", "--not-closable", language="es_CL.UTF-8")
    assert (reply.out, "No se conoce" in reply.out) == ("396\n", False)
    said = "Recorridos abiertos no cerrables, contando como uno cada recorrido"
    assert reply.err.startswith(said)


def test_kept_work_is_reported(caballero: Terminal, tmp_path: Path) -> None:
    arguments = ("count", "7x8", "--closed", "--method", "sweep", "--folder", tmp_path)
    reply = caballero(*arguments, "--timeout", 0)
    assert reply.status == 3
    assert "keeps" not in reply.err  # nothing was counted yet
    for name in ("question", "left.layer"):
        (tmp_path / name).touch()
    reply = caballero(*arguments, "--timeout", 0)
    assert reply.err.endswith(f"\n{tmp_path} keeps the work done: the same command continues it.\n")


def test_states_on_disk_go_where_they_are_told(caballero: Terminal, tmp_path: Path) -> None:
    arguments = ("count", "6", "--folder", tmp_path / "states")
    assert caballero(*arguments, "--timeout", 0).status == 3
    assert caballero(*arguments).out == "3318960\n"
    refuses(caballero("count", "5x6", "--folder", tmp_path / "states"), "another count")
    (tmp_path / "file").touch()
    refuses(caballero("count", "5x6", "--folder", tmp_path / "file"), "file")
    folder = tmp_path / "file" / "states"
    refuses(caballero("count", "6", "--folder", folder), f"The folder {folder} cannot be made")


@pytest.mark.slow
def test_where_memory_ends_a_disk_is_named(caballero: Terminal) -> None:
    reply = caballero("count", "8", "--memory", 1)
    assert reply.status == 3
    assert "--folder FOLDER" in reply.err
    assert "--folder CARPETA" in caballero("count", "8", "--memory", 1, "--lang", "es").err
    shown = caballero("count", "8", "--group-by", "turns", "--memory", 1)
    assert shown.status == 3
    assert "--folder" not in shown.err


@pytest.mark.parametrize(
    ("number", "said", "spanish"),
    [
        (errno.ENOSPC, "is full", "está lleno"),
        (errno.EACCES, "made or written (Permission denied): name an", "indique otra carpeta"),
    ],
)
def test_a_folder_that_cannot_be_written(
    number: int,
    said: str,
    spanish: str,
    caballero: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    line = ("count", "6", "--folder", tmp_path)
    refuses(caballero(*line), said, str(tmp_path))
    refuses(caballero(*line, "--lang", "es"), spanish, str(tmp_path))


def test_an_estimate_is_a_table_of_steps(caballero: Terminal) -> None:
    spanish = caballero("count", "6x8", "--closed", "--estimate", "--lang", "es")
    assert (spanish.status, "mitad izquierda" in spanish.out) == (0, True)


def test_a_count_of_more_digits_than_python_writes(caballero: Terminal) -> None:
    line = ("count", "4x11000", "--closed", "--piece", "wazir")
    plain, structured = caballero(*line), caballero(*line, "--json")
    assert (plain.status, structured.status) == (0, 0), plain.err + structured.err
    text = plain.out.strip()
    assert text == json.loads(structured.out)["count"]
    assert text == str(count_tours("4x11000", closed=True, piece="wazir"))
    assert len(text) > 4300
