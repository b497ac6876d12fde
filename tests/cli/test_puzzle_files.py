"""Puzzles in files: every command that takes a board reads them."""

import json
import re
from pathlib import Path

import pytest

from cli.terminal import Terminal, refuses

HIDATO = "hidato\n1 . .\n. . .\n. . 9\n"


def test_options_win_over_the_file(caballero: Terminal) -> None:
    found = caballero("tour", "-", "--json", stdin="king closed\n. . .\n. . .\n")
    assert json.loads(found.out)["piece"] == "king"
    assert json.loads(found.out)["closed"]
    found = caballero("tour", "-", "--open", "--piece", "visir", "--json", stdin=HIDATO)
    assert json.loads(found.out)["piece"] == "wazir"


def test_the_hint_is_for_puzzles_whose_piece_is_named_nowhere(caballero: Terminal) -> None:
    bare = HIDATO.partition("\n")[2]
    for line, stdin, hint in (
        ("tour -", bare, True), ("tour -", "knight\n" + bare, False),
        ("tour - --piece knight", bare, False), ("tour - --piece hidato", bare, False),
        ("trace - --count 3", HIDATO, False), ("compare - --method backtracking", HIDATO, False),
    ):  # fmt: skip
        reply = caballero(*line.split(), stdin=stdin)
        assert ("for a Hidato" in reply.err) == hint
        assert reply.status == (0 if "hidato" in line + stdin else 1)


def test_verify_checks_a_solution_of_a_puzzle(caballero: Terminal, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("hidato\n1 . .\n. . 4\n. . .\n")
    right, wrong = "1 2 3\n6 5 4\n7 8 9\n", "1 4 5\n2 3 6\n9 8 7\n"
    line = ("verify", "-", "--board", puzzle)
    assert caballero(*line, stdin=right).status == 0
    reply = caballero(*line, stdin=wrong)
    assert (reply.status, "c2 must have number 4" in reply.out) == (1, True)
    assert "c2 debe tener el número 4" in caballero(*line, "--lang", "es", stdin=wrong).out
    # The puzzle decides about the piece, then the tour.
    moves = '{"tour": [[0, 0], [0, 1], [1, 0], [1, 1]], "board": "2x2", "piece": "king"}'
    assert caballero("verify", "-", "--board", "2x2", stdin=moves).status == 0
    puzzle.write_text("wazir\n. .\n. .\n")
    assert caballero(*line, stdin=moves).status == 1


def test_a_faulty_tour_is_drawn_with_its_fault_as_title(caballero: Terminal) -> None:
    for language, title in (
        ("en", "The step from 8 to 9, b1 to b2, is not a move of the knight."),
        ("es", "El paso de 8 a 9, de b1 a b2, no es un movimiento de caballo."),
    ):
        reply = caballero("draw", "-", "--lang", language, stdin="1 4 7\n6 9 2\n3 8 5\n")
        assert reply.status == 1
        assert f"<title>{title}</title>" in reply.out
        assert reply.out.count("<polyline") == 3  # two frames and a line


def test_puzzles_are_written_for_other_programs(caballero: Terminal, tmp_path: Path) -> None:
    rosetta, line = "hidato\n__ 3 ..\n__ __ 1\n", ("draw", "-", "--format", "text")
    assert caballero(*line, stdin=rosetta).out == "king open\n. 3 #\n. . 1\n"
    file = tmp_path / "puzzle.csv"
    caballero("draw", "-", "-o", file, stdin=rosetta)
    assert file.read_text() == "0,3,-1\n0,0,1\n"
    assert caballero("draw", file, *line[2:]).out == "knight open\n. 3 #\n. . 1\n"
    written = caballero(*line, stdin=caballero("tour", "3x4", "--format", "moves").out).out
    assert written.startswith("knight open\n")
    assert caballero("verify", "-", stdin=written).status == 0
    assert caballero("draw", 3, "--format", "csv").out == "0,0,0\n" * 3
    twice = caballero("draw", "-", "--format", "csv", stdin="1 1 2\n3 4 5\n")
    refuses(twice, "Two squares have number 1")


MADE = ("puzzle", "make", 4, "--piece", "king")


def test_a_name_makes_its_puzzle_again(caballero: Terminal, tmp_path: Path) -> None:
    made = caballero(*MADE, "--level", "medium", "--seed", 2)
    name = made.err.strip().partition("Name: ")[2]
    assert name == "king 4 medium 2"
    assert caballero("puzzle", "make", name).out == made.out
    assert caballero("puzzle", "make", "rey 4 medio 2").out == made.out
    assert json.loads(caballero("puzzle", "make", name, "--json").out)["name"] == name
    refuses(
        caballero("puzzle", "make", name, "--level", "easy"), "not an option of puzzle make NAME"
    )
    refuses(caballero("puzzle", "make", "king 4 nasty 2"), "king nasty")
    turned = caballero(*MADE, "--symmetric")
    assert turned.err.strip().endswith("Name: king 4 half-turn 0")
    assert caballero("puzzle", "make", "king 4 half-turn 0").out == turned.out
    assert "Name" not in caballero(*MADE, "--hide-ends").err
    assert "name" not in json.loads(caballero(*MADE, "--more", 1, "--json").out)


@pytest.mark.parametrize("form", ["csv", "kudamono"])
def test_other_formats_are_read_back(caballero: Terminal, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"made.{'csv' if form == 'csv' else 'txt'}"
    assert caballero(*MADE, "-k", 3, "--format", form, "-o", file).status == 0
    drawings = caballero(*MADE, "-k", 3).out
    assert caballero("draw", file, "--format", "text").out == drawings
    assert caballero("draw", "-", "--format", form, stdin=drawings).out == file.read_text()
    for words in (["check"], ["solve"]):
        expected = caballero("puzzle", *words, "-", stdin=drawings)
        assert caballero("puzzle", *words, file).out == expected.out
    refuses(caballero("puzzle", "make", 5, "--format", "kudamono"), "king's open tour")


def test_a_link_stands_for_a_file(caballero: Terminal) -> None:
    link = "https://puzz.link/p?simpleloop/5/5/sg020"
    assert "exactly one solution" in caballero("puzzle", "check", link).err
    assert caballero("tour", link, "-q").status == 0
    assert caballero("draw", link, "--format", "puzzlink").out == link + "\n"
    assert caballero("draw", link).out.startswith("<svg")
    refuses(caballero("puzzle", "check", "https://example.org"), "no link that can be read")


def test_several_pictures_have_numbers_and_go_through_no_link(
    caballero: Terminal, tmp_path: Path
) -> None:
    assert caballero(*MADE, "-k", 2, "-o", tmp_path / "p.tex").status == 0
    made = [(tmp_path / f"p-{number}.tex").read_text() for number in (1, 2)]
    assert all(text.count(r"\begin{tikzpicture}") == 1 for text in made)
    drawings = caballero(*MADE, "-k", 2).out
    assert caballero("draw", "-", "-o", tmp_path / "d.svg", stdin=drawings).status == 0
    assert {file.name for file in tmp_path.glob("d*")} == {"d-1.svg", "d-2.svg"}
    kept = tmp_path / "kept"
    kept.write_text("kept")
    (tmp_path / "l-2.svg").symlink_to(kept)
    assert caballero(*MADE, "-k", 2, "-o", tmp_path / "l.svg").status != 0
    assert kept.read_text() == "kept"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_was_made_is_read_back(caballero: Terminal, form: list[str]) -> None:
    """One puzzle by every command; its JSON, and the JSON of its answers, are puzzles again."""
    made = caballero(*MADE, *form).out
    drawing = caballero(*MADE).out
    for words in (["check"], ["solve"], ["hint"]):
        expected = caballero("puzzle", *words, "-", stdin=drawing)
        assert expected.status == 0
        assert caballero("puzzle", *words, "-", stdin=made).out == expected.out
        answer = caballero("puzzle", *words, "-", "--json", stdin=made).out
        assert caballero("puzzle", *words, "-", stdin=answer).out == expected.out
    assert "Grade: " in caballero("puzzle", "solve", "-", "--explain", stdin=made).err
    for words in (["draw", "-", "--format", "text"], ["tour", "-"]):
        assert caballero(*words, stdin=made).out == caballero(*words, stdin=drawing).out
    first, second = (caballero("draw", "-", stdin=text).out for text in (made, drawing))
    assert sorted(re.split("<text|</g>", first)) == sorted(re.split("<text|</g>", second))


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_several_puzzles_are_answered_one_after_the_other(
    caballero: Terminal, form: list[str]
) -> None:
    made = caballero(*MADE, "-k", 3, *form).out
    drawings = caballero(*MADE, "-k", 3).out.strip().split("\n\n")
    reply = caballero("puzzle", "solve", "-", stdin=made)
    assert reply.status == 0
    alone = [caballero("puzzle", "check", "-", stdin=drawing).out for drawing in drawings]
    assert reply.out == "\n".join(f"Puzzle {n}:\n{tour}" for n, tour in enumerate(alone, 1))
    assert reply.err.count("Proved: there is exactly one solution") == 3
    assert caballero("puzzle", "solve", "-", "-q", stdin=made).err == ""
    lines = caballero("puzzle", "check", "-", "--json", stdin=made).out.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]


SEVERAL = "numbrix\n1 . .\n. . .\n5 . .\n\nhidato\n1 .\n. .\n\nNumber 3\n\nknight\n1 . .\n. . 4\n"
"""With one solution, several and none."""


def test_the_exit_status_is_that_of_the_worst_answer(caballero: Terminal, tmp_path: Path) -> None:
    file, line = tmp_path / "answers.txt", ("puzzle", "check", "-")
    reply = caballero(*line, "-o", file, stdin=SEVERAL)
    assert (reply.status, reply.out) == (1, "")
    assert [part.count("┌") for part in file.read_text().split("Puzzle ")[1:]] == [1, 2, 0]
    told = reply.err.split("Puzzle ")
    assert "2:\nThere are several solutions" in told[2]
    assert "3:\nThere is no such tour." in told[3]
    quiet = caballero(*line, "-q", stdin=SEVERAL).err
    assert quiet.startswith("Puzzle 2:\nThere are several")
    assert caballero(*line, "--timeout", 0, stdin=SEVERAL).status == 3
    assert caballero(*line, "--lang", "es", stdin=SEVERAL).out.startswith("Pasatiempo 1:\n")


def test_where_one_puzzle_is_needed_several_are_refused(
    caballero: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "several.txt"
    file.write_text(SEVERAL)
    needing = (
        ["puzzle", "hint", file],
        ["puzzle", "check", file, "--proof", tmp_path / "proof"],
        ["puzzle", "make", file],
        ["tour", file],
        ["count", file],
        ["verify", "-", "--board", file],
    )
    for words in needing:
        reply = caballero(*words, stdin="1 2\n3 4\n")
        assert reply.status == 2
        assert "The text has 3 puzzles, and this takes one: copy one of them" in reply.err
    assert [path.name for path in tmp_path.iterdir()] == ["several.txt"]
    assert "A picture shows one board" in caballero("draw", file).err


def test_draw_names_what_is_wrong_in_a_puzzle(caballero: Terminal) -> None:
    """And in a tour, if it is neither."""
    square = '{"board": {"shape": [2, 2]}, "piece": "king", "closed": false, "clues": [[0, 0, 7]]}'
    tours = caballero("tour", 5, "-k", 2, "--json").out
    text = caballero("puzzle", "text", "abcdefghijkl", "--by", "letter", "--json").out
    for written, said in (
        (square, "number 7"),
        (square + "\n" + square, "Puzzle 1: "),
        ("king\n. 1\n2 .\n\nking\n1 .\n1 .\n", "Puzzle 2: "),
        (tours, "The text has 2 tours"),
        (text, "The JSON has no tour"),
        ("1 2\n3 y", "“y” in line 2 is not a number"),
    ):
        reply = caballero("draw", "-", stdin=written)
        assert (reply.status, said in reply.err) == (2, True), reply.err


def test_an_unfinished_tour_is_told_as_such(caballero: Terminal) -> None:
    for squares, said in (
        ("[[0, 0], [2, 1], [4, 0], [3, 2], [4, 4]]", "can still be finished"),
        ("c1 b3 d4", "cannot be finished"),  # a5 and a1 have one move each
    ):
        reply = caballero("verify", "-", "--board", 5, stdin=squares)
        assert reply.status == 1
        assert reply.out.startswith("Not valid; faults: 1.\n- The tour is right up to number ")
        assert said in reply.err


def test_many_faults_are_summed_up(caballero: Terminal) -> None:
    reply = caballero("verify", "-", "--board", 8, stdin="a1 a2")
    assert len(reply.out.splitlines()) == 6
    assert "Further faults of this kind: 61." in reply.out
    reply = caballero("verify", "-", "--board", 8, "--json", stdin="a1 a2")
    assert len(json.loads(reply.out)["faults"]) == 66
