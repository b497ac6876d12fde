"""``caballero puzzle``: checked, solved step by step, hints; limits and exit statuses."""

import json
from pathlib import Path

import pytest

from caballero import find_tour, verify
from caballero.formats import read_puzzle
from caballero.machine.limits import LimitHit
from caballero.render.position import puzzle_scene
from caballero.render.svg import scene_svg
from caballero.render.themes import THEMES
from cli.terminal import Terminal, process, refuses


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


NUMBRIX = "1 . .\n. . .\n5 . .\n"
SOLVED = [[0, 0], [0, 1], [1, 1], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2]]


def test_one_solution_is_drawn(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "numbrix.txt"
    file.write_text(NUMBRIX)
    reply = caballero("puzzle", "check", file, "--piece", "wazir")
    assert (reply.status, "3 │ 1 2 9 │" in reply.out) == (0, True)
    assert "Proved: there is exactly one solution (" in reply.err
    answer = json.loads(caballero("puzzle", "check", file, "--piece", "wazir", "--json").out)
    assert (answer["status"], answer["solutions"]) == ("unique", [SOLVED])
    assert answer["certificate"]["kind"] == "exhausted"


def test_two_of_several_are_drawn(caballero: Terminal) -> None:
    reply = caballero("puzzle", "check", "-", "--piece", "king", stdin=NUMBRIX)
    assert reply.status == 1
    assert reply.out.count("┌") == 2
    assert "There are several solutions; these two first differ at number 2, " in reply.err
    said = caballero("puzzle", "check", "-", "--piece", "king", "--json", stdin=NUMBRIX)
    answer = json.loads(said.out)
    assert (said.status, answer["status"]) == (1, "several")
    first, second = answer["solutions"]
    assert first != second
    assert all(verify([tuple(square) for square in tour], piece="king") for tour in (first, second))


def test_no_solution(caballero: Terminal) -> None:
    reply = caballero("puzzle", "check", "-", stdin=NUMBRIX)
    assert (reply.status, reply.out) == (1, "")
    assert "There is no such tour." in reply.err
    assert "for a Hidato add --piece king" in reply.err
    late = caballero("puzzle", "check", "-", "--piece", "wazir", "--timeout", 0, stdin=NUMBRIX)
    assert late.status == 3


def test_solved_step_by_step(caballero: Terminal) -> None:
    words = ("puzzle", "solve", "-", "--piece", "wazir", "--explain")
    reply = caballero(*words, stdin=NUMBRIX)
    assert (reply.status, "3 │ 1 2 9 │" in reply.out) == (0, True)
    grade = reply.err.splitlines()[-1]
    assert "4. Write 3 at b2. No other free place is one move from number 2 (b3)." in reply.err
    assert grade.startswith(
        "Grade: medium, score: 62. The hardest rule is: a place with one number"
    )
    answer = json.loads(caballero(*words, "--json", stdin=NUMBRIX).out)
    assert (answer["status"], answer["grade"]) == ("unique", "medium")
    plain = json.loads(caballero(*words[:-1], "--json", stdin=NUMBRIX).out)
    assert (plain["solutions"], "grade" in plain) == ([SOLVED], False)
    several = caballero("puzzle", "solve", "-", "--piece", "king", "--explain", stdin=NUMBRIX)
    assert (several.status, several.out.count("┌")) == (1, 2)
    assert several.err.endswith("No grade: the puzzle has several solutions.\n")
    none = caballero("puzzle", "solve", "-", stdin=NUMBRIX)
    assert (none.status, none.out) == (1, "")


def test_hints(caballero: Terminal) -> None:
    words = ("puzzle", "hint", "-", "--piece", "wazir")
    reply = caballero(*words, stdin="1 . 3\n. . .\n7 . 9\n")
    assert (reply.status, reply.err) == (0, "Read as a board 3x3, piece wazir, clues: 4.\n")
    told = "Write 2 at b3. No other free place is one move from number 1 (a3)"
    assert reply.out.startswith(told)
    answer = json.loads(caballero(*words, "--json", stdin="1 . 3\n. . .\n7 . 9\n").out)
    (step,) = answer["steps"]
    assert (answer["status"], step["rule"], step["number"]) == ("hint", "next", 2)
    assert (step["place"], step["excluded"], step["neighbours"]) == ([0, 1], [], [])
    wrong = caballero(*words, "--timeout", 1, stdin="1 . 3\n2 . .\n7 . 9\n")
    assert (wrong.status, wrong.out) == (1, "Numbers 2 (a2) and 3 (c3) are not one move apart.\n")
    assert caballero(*words, stdin="1 2\n4 3\n").out == "Every place has its number.\n"
    late = caballero(*words, "--timeout", 0, stdin=NUMBRIX)
    assert (late.status, late.out[:31]) == (3, "No answer within the time limit")


def test_an_explanation_and_a_grade_keep_the_limit(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over when the rules begin."""

    def over(*_: object) -> object:
        raise LimitHit("seconds")

    monkeypatch.setattr("caballero.puzzles.explanation.steps_of", over)
    monkeypatch.setattr("caballero.puzzles.rating.rounds_of", over)
    words = ("puzzle", "solve", "-", "--piece", "wazir", "--explain")
    reply = caballero(*words, stdin=NUMBRIX)
    assert (reply.status, reply.out.count("┌")) == (0, 1)
    assert "No grade: the explanation is not complete. No answer within the time" in reply.err
    answer = json.loads(caballero(*words, "--json", stdin=NUMBRIX).out)
    assert (answer["status"], answer["grade"], answer["steps"]) == ("unique", None, [])
    reply = caballero("puzzle", "make", 5, "--piece", "king", "--json")
    assert reply.status == 0
    assert json.loads(reply.out)["grade"] is None
    assert "Level unknown" in reply.err
    assert caballero("puzzle", "make", 5, "--piece", "king", "--level", "easy").status == 3


def test_puzzles_are_made(caballero: Terminal, tmp_path: Path) -> None:
    words = ("puzzle", "make", 5, "--piece", "king", "--seed", 3)
    reply = caballero(*words)
    assert reply.out.startswith("king open\n")
    assert reply.err.startswith("Proved: exactly one solution. Level ")
    assert caballero(*words).out == reply.out
    assert caballero("puzzle", "check", "-", stdin=reply.out).status == 0
    file, line = tmp_path / "puzzle.txt", "4x5 --piece wazir --closed --level medium --symmetric"
    assert caballero("puzzle", "make", *line.split(), "-o", file).status == 0
    assert "Grade: medium" in caballero("puzzle", "solve", file, "--explain").err


def test_several_puzzles_as_json(caballero: Terminal) -> None:
    words = ("puzzle", "make", 5, "--piece", "king", "-k", 3)
    lines = [json.loads(one) for one in caballero(*words, "--more", 2, "--json").out.splitlines()]
    assert [line["seed"] for line in lines] == [0, 1, 2]
    for line in lines:
        assert (line["status"], line["piece"], line["closed"]) == ("made", "king", False)
        assert verify([tuple(square) for square in line["solution"]], 5, piece="king")
        assert all(line["solution"][n - 1] == [row, column] for row, column, n in line["clues"])
    assert caballero(*words, "--hide-ends").out.count("\n\n") == 2


def test_pictures_that_cannot_be_made(caballero: Terminal, tmp_path: Path) -> None:
    forced = ("puzzle", "make", 5, "--piece", "king", "--force", "a1-a2")
    refuses(caballero(*forced, "-o", tmp_path / "x.csv"), "no forced")
    assert not [*tmp_path.iterdir()]


def test_a_rikudo_is_made_drawn_checked_and_explained(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "rikudo.txt"
    reply = caballero("puzzle", "make", "hex3", "--kind", "rikudo", "--level", "easy", "-o", file)
    assert "forced moves: 2" in reply.err
    assert "Name: rikudo hex3 easy 0" in reply.err
    assert caballero("puzzle", "make", "rikudo hex3 easy 0", "-q").out == file.read_text()
    assert caballero("puzzle", "check", file).status == 0
    assert "is forced." in caballero("puzzle", "solve", file, "--explain").err
    for form in ("svg", "tex", "pdf", "png", "txt"):
        drawn = tmp_path / f"drawn.{form}"
        assert caballero("draw", file, "-o", drawn).status == 0
    assert drawn.read_text().strip() == file.read_text().strip()
    made = caballero("puzzle", "make", "hex3", "--kind", "rikudo", "--json").out
    assert len(json.loads(made)["forced"]) == len(read_puzzle(made).forced) > 0
    plain = "king closed\n1 . .\n. . .\n. . 5\nwalls: a2-a1\n"
    assert caballero("draw", "-", "--format", "text", stdin=plain).out == plain


def test_one_clue_and_a_limit_are_told_as_they_are(caballero: Terminal) -> None:
    reply = caballero("puzzle", "make", "1x1")
    assert "Level easy (0), clues: 1 (" in reply.err
    symmetric = "# . .\n. . .\n. . .\n"
    reply = caballero("puzzle", "make", "-", "--symmetric", "--piece", "king", stdin=symmetric)
    assert reply.status == 2
    assert "does not look the same after half a turn, as c1 has no square opposite" in reply.err


@pytest.mark.slow
def test_puzzles_that_cannot_be_made(caballero: Terminal) -> None:
    reply = caballero("puzzle", "make", "1x4", "--piece", "wazir", "--level", "hard")
    assert (reply.status, reply.out) == (3, "")
    assert "No such puzzle was found" in reply.err
    assert caballero("puzzle", "make", 4).status == 1
    assert caballero("puzzle", "make", 8, "--timeout", 0).status == 3
    refuses(caballero("puzzle", "make", 100_000), "at most 400")
    refuses(caballero("puzzle", "make", 6, "--level", "silly"), "easy, medium, hard, expert")
    refuses(caballero("puzzle", "make", 6, "--clue", "a1=2"), "caballero puzzle check FILE")
    reply = caballero("puzzle", "make", 5, "--piece", "king", "-k", 100_000, "--timeout", 1)
    assert reply.status == 3
    made = reply.out.count("king open")
    assert f"Puzzles made before: {made}." in reply.err or not made
    refuses(caballero("puzzle", "make", 6, "--level", "easy", "--more", 2), "leave the others out")


@pytest.mark.slow
def test_spanish() -> None:
    reply = process("puzzle", "check", "-", "--piece", "rey", "--lang", "es", stdin=NUMBRIX)
    assert "Hay varias soluciones; estas dos difieren por primera vez en el número 2" in reply.err
    hinted = process(
        "puzzle", "hint", "-", "--piece", "visir", "--lang", "es", stdin="1 . 3\n. . .\n7 . 9\n"
    )
    assert hinted.out.startswith("El 2 va en b3. Ningún otro lugar libre está a un movimiento")


def test_the_solution_is_drawn(caballero: Terminal, tmp_path: Path) -> None:
    """The numbers of the clues are apart from those of the solution; of two, each has a file."""
    pytest.importorskip("resvg_py")
    file = tmp_path / "puzzle.txt"
    file.write_text("numbrix\n" + NUMBRIX)
    assert caballero("puzzle", "solve", file, "-o", tmp_path / "one.svg").status == 0
    (drawing,) = tmp_path.glob("one*.svg")
    problem = read_puzzle(file.read_text())
    tour = find_tour(problem)
    theme = THEMES["light"]
    scene = puzzle_scene(problem, theme, solution=tour)
    assert drawing.read_text() == scene_svg(scene, theme, problem.board.name) + "\n"
    reply = caballero("puzzle", "solve", file, "--piece", "king", "-o", tmp_path / "two.png")
    assert (reply.status, reply.out) == (1, "")
    assert [path.name for path in sorted(tmp_path.glob("two*"))] == ["two-1.png", "two-2.png"]


MIXED = f"numbrix\n{NUMBRIX}\n\nhidato\n1 . .\n. . .\n. . .\n\nhidato\n1 2 3\n4 . .\n. . 9\n"


@pytest.mark.usefixtures("_folder")
def test_links_of_a_mixed_file_name_what_has_none_and_go_on(caballero: Terminal) -> None:
    Path("mixed.txt").write_text(MIXED)
    reply = caballero("draw", "mixed.txt", "--format", "kudamono")
    assert (reply.status, len(reply.out.splitlines())) == (1, 2)
    assert reply.err.count("Puzzle 1 has no link. A link to Kudamono shows") == 1
    reply = caballero("puzzle", "link", "mixed.txt", "--address", "https://a.example/")
    assert (reply.status, len(reply.out.splitlines())) == (1, 1)
    assert reply.out.startswith("https://a.example/#puzzles/3x3.pwazir/a3.")
    assert "Puzzle 2 has no link. It has several solutions" in reply.err
    assert "Puzzle 3 has no link. It has no solution" in reply.err
    Path("one.txt").write_text(f"numbrix\n{NUMBRIX}")
    assert caballero("draw", "one.txt", "--format", "kudamono").status == 2
    assert caballero("puzzle", "link", "one.txt").status == 0


@pytest.mark.usefixtures("_folder")
def test_a_page_of_the_puzzles_of_a_file_or_a_booklet(caballero: Terminal) -> None:
    Path("one.txt").write_text(f"numbrix\n{NUMBRIX}")
    Path("book.toml").write_text('title = "Mine"\n[[section]]\npuzzles = "one.txt"')
    for file in ("one.txt", "book.toml"):
        reply = caballero("site", "page", "--puzzles", file, "--daily", "2026-12-01")
        assert (reply.status, "the page (puzzles: 1;" in reply.err) == (0, True)
        assert ("<h1>Mine" in Path("page/index.html").read_text()) == (file == "book.toml")
    assert caballero("site", "page", "--puzzles", "one.txt", "--daily", "soon").status == 2


@pytest.mark.usefixtures("_folder")
def test_a_puzzle_is_completed(caballero: Terminal) -> None:
    Path("own.txt").write_text("hidato\n1 2 .\n. . .\n. . 9\n")
    reply = caballero("puzzle", "complete", "own.txt")
    assert (reply.status, reply.out.count("\n")) == (0, 4)
    assert "With your clues alone, these numbers can change places: 6, 8." in reply.err
    assert (reply.err.count("[6] [8]"), reply.err.count("[8] [6]")) == (1, 1)
    Path("whole.txt").write_text(reply.out)
    assert caballero("puzzle", "check", "whole.txt").status == 0
    reply = caballero("puzzle", "complete", "whole.txt", "--json", "--lang", "es")
    data = json.loads(reply.out)
    assert (data["added"], data["near"], data["spare"]) == ([], None, [1, 2])
    assert "Tiene exactamente una solución" in reply.err
    assert caballero("puzzle", "complete", "own.txt", "-o", "two.svg").status == 0
    assert len([*Path().glob("two-*.svg")]) == 3
    Path("tour.txt").write_text("king\n1 2 3\n4 5 6\n7 8 9\n")
    assert caballero("puzzle", "complete", "own.txt", "--solution", "tour.txt").status == 2
    Path("none.txt").write_text("numbrix\n1 . 2\n. . .\n. . .\n")
    assert caballero("puzzle", "complete", "none.txt").status == 1
