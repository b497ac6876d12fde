"""Each command: its answer on standard output, the rest on standard error, its exit status."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from caballero import GaveUp, Stats, Tour, __version__, iter_tours, verify
from caballero.cli.answer import conclude
from caballero.cli.commands import EXTRAS
from caballero.cli.options import Call
from caballero.formats import read_claim
from caballero.teaching import STRATEGIES
from cli.terminal import Terminal, refuses

SVG = "{http://www.w3.org/2000/svg}"

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


# -- tour --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "matrix", "moves", "json"])
@pytest.mark.parametrize("question", ["8", "5x6 --closed", "3x4x2", "6 --piece 1,2 --start c3"])
def test_formats_read_back(caballero: Terminal, question: str, form: str) -> None:
    reply = caballero("tour", *question.split(), "--format", form)
    assert reply.status == 0
    assert reply.err.startswith("Verified: ")
    back = caballero("verify", "-", "--json", stdin=reply.out)
    assert back.status == 0, (reply.out, back.out)
    assert json.loads(back.out)["status"] == "valid"


@pytest.mark.parametrize("first", [0, 1, -3, 100])
def test_first(caballero: Terminal, first: int) -> None:
    reply = caballero("tour", "3x4", "--first", first, "--format", "matrix")
    numbers = sorted(map(int, reply.out.split()))
    assert numbers == list(range(first, first + 12))
    assert caballero("verify", "-", "--first", first, stdin=reply.out).status == 0
    assert caballero("verify", "-", "--first", first + 1, stdin=reply.out).status == 1
    framed = caballero("tour", "3x4", "--first", first)
    assert all(str(number) in framed.out for number in numbers)


def test_json_found(caballero: Terminal) -> None:
    reply = caballero("tour", "5x6", "--closed", "--start", "c3", "--json")
    answer = json.loads(reply.out)
    assert reply.out.count("\n") == 1
    assert list(answer) == ["caballero", "status", "board", "piece", "closed", "tour", "stats"]
    assert answer["caballero"] == 1
    assert answer["status"] == "found"
    assert answer["board"] == {"shape": [5, 6]}
    assert (answer["piece"], answer["closed"]) == ("knight", True)
    assert answer["tour"][0] == [2, 2]
    assert {"method", "nodes", "seconds"} <= answer["stats"].keys()


def test_json_gave_up(caballero: Terminal) -> None:
    arguments = ["tour", 8, "--method", "backtracking", "--order", "trekhleb", "--timeout", 0.1]
    reply = caballero(*arguments, "--json")
    answer = json.loads(reply.out)
    assert reply.status == 3
    assert (answer["status"], answer["limit"]) == ("gave-up", "seconds")
    assert "proves nothing" in reply.err
    text = caballero(*arguments)
    assert (text.status, text.out) == (3, "")
    assert "Another --start or --order may take far less; or try --method auto." in text.err


def test_a_rule_that_fails_says_so(caballero: Terminal) -> None:
    for tie in ("order", "random", "pohl-sum", "pohl-min", "roth"):
        for board in range(5, 33):
            reply = caballero(
                "tour", board, "--method", "warnsdorff", "--tie", tie, "--json", "--start", "a1"
            )
            answer = json.loads(reply.out)
            if answer["status"] == "found":
                assert reply.status == 0
                continue
            assert (reply.status, answer["limit"]) == (3, "method")
            assert "The rule failed after" in reply.err
            assert answer["stats"]["nodes"] < board**2
            return
    pytest.fail("no board on which the rule fails")


def test_same_seed_same_tour(caballero: Terminal) -> None:
    def tour(seed: int) -> str:
        options = ["--method", "warnsdorff-backtracking", "--tie", "random", "--seed", seed]
        return caballero("tour", 12, *options, "--format", "moves").out

    assert tour(3) == tour(3)
    assert len({tour(seed) for seed in range(5)}) > 1


@pytest.mark.nightly
def test_warnsdorff_on_a_million_squares(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "tour.txt"
    reply = caballero(
        "tour", 1000, "--method", "warnsdorff", "--tie", "roth", "--format", "matrix", "-o", file
    )
    assert (reply.status, reply.out) == (0, "")
    assert "1\xa0000\xa0000 squares" in reply.err
    read = "Read as a board 1000x1000, numbers: 1\xa0000\xa0000.\n"
    checked = caballero("verify", file)
    assert (checked.status, checked.err) == (0, read)
    assert checked.out == "Valid: an open tour of the knight on 1000x1000.\n"


def test_pieces_surfaces_and_ends(caballero: Terminal) -> None:
    def tour(*arguments: object) -> dict[str, object]:
        reply = caballero("tour", *arguments, "--json")
        assert reply.status == 0, reply.err
        answer: dict[str, object] = json.loads(reply.out)
        assert caballero("verify", "-", stdin=reply.out).status == 0
        return answer

    assert tour("4x4", "--surface", "torus", "--closed")["board"] == {
        "shape": [4, 4], "wraps": [True, True],
    }  # fmt: skip
    assert tour("4x4", "--surface", "cylinder")["board"] == {
        "shape": [4, 4], "wraps": [False, True],
    }  # fmt: skip
    assert tour("10", "--piece", "zebra", "--start", "a1")["piece"] == "zebra"
    assert tour("4", "--piece", "king", "--closed")["piece"] == "king"
    assert tour("10", "--piece", "2,3", "--start", "a1")["piece"] == "zebra"
    ends = tour("6", "--start", "a1", "--end", "b1")["tour"]
    assert isinstance(ends, list)
    assert (ends[0], ends[-1]) == ([5, 0], [5, 1])


@pytest.mark.parametrize("way", ["file", "stdin"])
def test_drawings(caballero: Terminal, tmp_path: Path, way: str) -> None:
    file = tmp_path / "board.txt"
    drawing = "S.....\n......\n...#..\n......\n.....E\n"
    file.write_text(drawing)
    reply = caballero(
        "tour", file if way == "file" else "-", "--json", stdin=drawing if way == "stdin" else ""
    )
    answer = json.loads(reply.out)
    if reply.status == 0:
        assert answer["tour"][0] == [0, 0]
        assert answer["tour"][-1] == [4, 5]
    assert answer["board"] == {"shape": [5, 6], "holes": [[2, 3]]}


def test_clues(caballero: Terminal) -> None:
    # From the tour of GeeksforGeeks' order on 5×5: some of its numbers, as clues.
    known = caballero(
        "tour", 5, "--method", "backtracking", "--start", "0,0", "--format", "matrix"
    ).out
    cells = [line.split() for line in known.splitlines()]
    kept = {"1", "7", "12", "20"}
    drawing = "\n".join(" ".join(c if c in kept else "." for c in row) for row in cells)
    reply = caballero("tour", "-", "--format", "matrix", stdin=drawing)
    assert reply.status == 0, reply.err
    found = [line.split() for line in reply.out.splitlines()]
    for number in kept:
        assert [[n == number for n in row] for row in found] == [
            [n == number for n in row] for row in cells
        ]


def test_a_flag_goes_before_the_drawing(caballero: Terminal) -> None:
    reply = caballero(
        "tour", "-", "--start", "0,3", "--format", "moves", stdin="S...\n....\n....\n"
    )
    assert reply.out.startswith("d3 ")


@pytest.mark.parametrize("ending", ["svg", "json", "txt"])
def test_output_file(caballero: Terminal, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"tour.{ending}"
    reply = caballero("tour", 6, "-o", file)
    assert (reply.status, reply.out) == (0, "")
    text = file.read_text(encoding="utf-8")
    assert text.endswith("\n")
    match ending:
        case "svg":
            assert ElementTree.fromstring(text).tag == f"{SVG}svg"
        case "json":
            assert json.loads(text)["status"] == "found"
        case _:
            assert "│" in text


def test_output_dash_is_standard_output(caballero: Terminal) -> None:
    reply = caballero("tour", "3x4", "-o", "-", "--format", "moves")
    assert len(reply.out.split()) == 12


# -- verify ------------------------------------------------------------------------------------


def test_verify_lists_every_fault(caballero: Terminal) -> None:
    reply = caballero("verify", "-", stdin="1 4 7\n6 9 2\n3 8 5")
    assert reply.status == 1
    assert reply.out.startswith("Not valid; faults: ")
    assert "The step from 8 to 9" in reply.out
    assert reply.err == "Read as a board 3x3, numbers: 9.\n"
    verdict = json.loads(caballero("verify", "-", "--json", stdin="1 4 7\n6 9 2\n3 8 5").out)
    assert verdict["status"] == "invalid"
    for fault in verdict["faults"]:
        assert fault.keys() == {"code", "message", "places"}


def test_verify_with_constraints(caballero: Terminal) -> None:
    tour = caballero("tour", "3x4", "--start", "a1", "--format", "moves").out
    last = tour.split()[-1]
    assert caballero("verify", "-", "--start", "a1", "--end", last, stdin=tour).status == 0
    assert caballero("verify", "-", "--start", "b1", stdin=tour).status == 1
    assert caballero("verify", "-", "--board", "4x4", stdin=tour).status == 1
    assert caballero("verify", "-", "--closed", stdin=tour).status == 1
    assert caballero("verify", "-", "--open", stdin=tour).status == 0
    assert caballero("verify", "-", "--piece", "king", stdin=tour).status == 1


def test_verify_with_statistics(caballero: Terminal, tmp_path: Path) -> None:
    """The ring of the 3×3 board, and a tour of a torus, whose crossings have no meaning."""
    star = "1 4 7\n6 # 2\n3 8 5"
    reply = caballero("verify", "-", "--closed", "--statistics", stdin=star)
    assert reply.out.splitlines()[1:] == [
        "squares: 8, from a3 to b1",
        "turns: 8; moves straight on: 0; longest straight run: 1",
        "slopes (down, right): (1,-2): 2, (1,2): 2, (2,-1): 2, (2,1): 2",
        "crossings: 16",
        "symmetry: several",
    ]
    reply = caballero("verify", "-", "--closed", "--statistics", "--lang", "es", stdin=star)
    assert "cruces: 16" in reply.out
    assert "turns" not in reply.out
    data = json.loads(caballero("verify", "-", "--statistics", "--json", stdin=star).out)
    assert data["statistics"]["crossings"] == 16 - 4  # without the move back
    tour = caballero("tour", "4x4", "--surface", "torus", "--format", "matrix").out
    reply = caballero("verify", "-", "--surface", "torus", "--statistics", stdin=tour)
    assert "turns: " in reply.out
    assert "crossings" not in reply.out
    graph = "a b\nb c\nc a\n"
    (path := tmp_path / "graph.txt").write_text(graph, encoding="utf-8")
    reply = caballero("verify", "-", "--graph", path, "--statistics", stdin="a b c")
    assert reply.out.splitlines()[1:] == ["vertices: 3, from a to c"]
    wrong = caballero("verify", "-", "--statistics", "--json", stdin="1 2")
    assert "statistics" not in json.loads(wrong.out)
    assert "turns" not in caballero("verify", "-", "--statistics", stdin="1 2").out


def test_verify_output_file(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    reply = caballero("verify", "-", "--json", "-o", file, stdin="1 2")
    assert (reply.status, reply.out) == (1, "")
    assert json.loads(file.read_text(encoding="utf-8"))["status"] == "invalid"


# -- trace, compare, draw ---------------------------------------------------------------------


def test_trace(caballero: Terminal) -> None:
    reply = caballero("trace", 5, "--order", "puc", "--start", "0,0", "--format", "jsonl")
    events = [json.loads(line) for line in reply.out.splitlines()]
    assert reply.status == 0
    assert (events[0]["kind"], events[-1]["kind"]) == ("place", "solution")
    assert (events[-1]["nodes"], events[-1]["depth"]) == (41, 25)
    assert len(events[-1]["path"]) == 25


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_trace_limit_counts_what_is_shown(caballero: Terminal, limit: int) -> None:
    reply = caballero("trace", 3, "--count", limit)
    assert (reply.status, reply.out.count("Turn:")) == (0, limit)
    assert caballero("trace", 3, "--count", 10_000).status == 1


def test_trace_only(caballero: Terminal) -> None:
    reply = caballero("trace", 3, "--only", "place,back")
    whole = caballero("trace", 3, "--json", "--only", "place,back")
    events = [json.loads(line) for line in whole.out.splitlines()]
    assert {event["kind"] for event in events} == {"place", "step-back", "no-solution"}
    assert reply.out.startswith("Number 1: a3\n-----\n  0  -1  -1\n")
    assert reply.out.count("Number") == sum(event["kind"] == "place" for event in events)
    assert "Turn" not in reply.out
    ends = caballero("trace", 3, "--only", "dead-end,back", "--count", 2).out
    assert ends == "dead end: number 8, c2\nbacktracking: number 8, c2\n"
    refuses(caballero("trace", 3, "--only", "place,bak"), "bak", "back", "dead-end")


def test_the_tree_of_a_search(caballero: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    said = caballero("trace", 5, "--tree", "-o", file)
    assert (said.status, said.out) == (0, "")
    assert "a5: nodes: 8840; dead ends: 3318" in file.read_text("utf-8")
    below = caballero("trace", 5, "--tree", "--below", "a5,b3,c1,e2,d4,b5,c3,d1").out
    assert "d1 (nodes: 1826; dead ends: 679)" in caballero("trace", 5, "--tree").out
    assert below.startswith(
        "a5 (nodes: 1833; dead ends: 679)\n  b3 → c1 → e2 → d4 → b5 → c3 → d1 ("
    )
    assert caballero("trace", 4, "--tree", "--timeout", 0).status == 3
    refuses(caballero("trace", 5, "-o", file), "add --tree")
    refuses(caballero("trace", 5, "--tree", "--below", "zz"), "“zz” is not a square")


def test_all_starts_with_the_fatal_moves(caballero: Terminal) -> None:
    said = caballero("compare", 5, "--starts", "--order", "puc", "--nodes", 500, "--fatal")
    assert said.status == 0
    assert "5 │   41 >500 >500 >500 >500 │" in said.out
    assert "Number of the first square after which no tour was left:" in said.out
    alone = ("compare", 8, "--start", "c8", "--method", "backtracking", "--order", "puc")
    told = caballero(*alone, "--nodes", 10_000, "--fatal", "--estimate").out
    assert "since number 3, a4, no tour is left" in told
    assert "the whole tree has about" in told


def test_trace_of_a_large_board(caballero: Terminal, tmp_path: Path) -> None:
    refuses(caballero("trace", 100_000, "--count", 2), "10\xa0000\xa0000\xa0000 squares")
    file = tmp_path / "told"
    refuses(caballero("trace", 101, "--count", 2, "-o", file), "at most 10\xa0000", "jsonl")
    assert not file.exists()
    reply = caballero("trace", 101, "--count", 2, "--json")
    assert (reply.status, len(reply.out.splitlines())) == (0, 2)
    assert caballero("trace", 100, "--count", 1).out.count("\n") == 104


def test_trace_naive(caballero: Terminal) -> None:
    reply = caballero("trace", 3, "--method", "naive", "--start", "c1")
    assert reply.status == 1
    assert reply.out.endswith("No tour: 511 nodes, 256 dead ends, 510 steps back.\n")


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_trace_branch_and_bound(caballero: Terminal, strategy: str) -> None:
    command = "trace", "4x5", "--method", "branch-and-bound", "--strategy", strategy
    better = caballero(*command, "--only", "improvement")
    assert better.status == 0
    lines = better.out.splitlines()
    assert "A better tour. Turns: 17; of every tour: at least 1" in better.out
    assert lines[-1].startswith("Best tour, proved. Turns: 17. Nodes: made ")
    whole = [json.loads(line) for line in caballero(*command, "--json").out.splitlines()]
    last = whole[-1]["standing"]
    counts = [sum(step["kind"] == kind for step in whole) for kind in ("place", "cut")]
    assert [last["expanded"], last["cut"]] == counts
    assert f"expanded {last['expanded']}, cut {last['cut']}." in lines[-1]
    bounds = [step["standing"]["bound"] for step in whole]
    assert bounds == sorted(bounds)
    assert bounds[-1] == last["best"] == 17
    text = caballero(*command, "--lang", "es").out
    assert "Podada: " in text
    assert text.splitlines()[-1].startswith("El mejor recorrido, demostrado. Giros: 17.")


def test_trace_branch_and_bound_without_a_tour(caballero: Terminal) -> None:
    reply = caballero("trace", 4, "--method", "branch-and-bound")
    assert reply.status == 1
    assert reply.out.splitlines()[-1].startswith("No tour. Nodes: made ")
    assert "No tour can follow.\nCut: " in reply.out
    none = caballero("trace", "3x3", "--method", "branch-and-bound", "--bound", "none")
    assert none.status == 1
    assert "dead end\n" in none.out
    refuses(caballero("trace", 5, "--method", "branch-and-bound", "--bound", "ahed"), "ahead")
    refuses(caballero("trace", 5, "--method", "branch-and-bound", "--strategy", "x"), "least")


@pytest.mark.parametrize(("cost", "least"), [("turns", 6), ("distance", 10), ("climb", 10)])
def test_trace_another_cost(caballero: Terminal, cost: str, least: int) -> None:
    command = "trace", 3, "--piece", "king", "--closed", "--method", "branch-and-bound"
    reply = caballero(*command, "--cost", cost, "--only", "improvement")
    assert reply.status == 0
    assert f": {least}. Nodes: made " in reply.out.splitlines()[-1]
    refuses(caballero(*command, "--cost", "turn"), "turns")
    refuses(caballero("trace", 5, "--cost", "turns"), "--method branch-and-bound")


@pytest.mark.slow
def test_compare_branch_and_bound(caballero: Terminal) -> None:
    reply = caballero(
        "compare", "3x7", "--method", "branch-and-bound", "--bound", "made", "--bound", "ahead",
        "--json",
    )  # fmt: skip
    rows = json.loads(reply.out)["rows"]
    found = {(row["bounded"], row["strategy"]): row["stats"]["nodes"] for row in rows}
    assert len(found) == 6
    assert all(row["status"] == "found" for row in rows)
    assert min(found["made", one] for one in STRATEGIES) > 30 * max(
        found["ahead", one] for one in STRATEGIES
    )
    table = caballero("compare", "3x7", "--method", "branch-and-bound").out
    assert "3x7 branch-and-bound\n  ahead lifo " in table


def test_tour_with_the_fewest_turns(caballero: Terminal) -> None:
    reply = caballero("tour", "3x4", "--method", "branch-and-bound", "--json")
    fewest = min(tour.statistics().turns or 0 for tour in iter_tours("3x4"))
    squares = json.loads(reply.out)["tour"]
    assert Tour.from_squares("3x4", [tuple(one) for one in squares]).statistics().turns == fewest
    none = caballero("tour", 4, "--method", "branch-and-bound", "--json")
    assert json.loads(none.out)["status"] == "impossible"
    late = caballero("tour", 8, "--method", "branch-and-bound", "--timeout", 0)
    assert late.status == 3


@pytest.mark.parametrize("method", ["warnsdorff", "warnsdorff-backtracking"])
def test_trace_warnsdorff(caballero: Terminal, method: str) -> None:
    reply = caballero("trace", 5, "--method", method, "--tie", "roth")
    assert reply.status == 0
    assert reply.out.splitlines()[-1].startswith("Tour found: 25 nodes")


def test_compare(caballero: Terminal) -> None:
    options = ["--method", "backtracking", "--order", "puc", "--order", "trekhleb"]
    rows = json.loads(caballero("compare", 5, 6, *options, "--json").out)
    found = rows["rows"] if isinstance(rows, dict) else rows
    assert [row["stats"]["nodes"] for row in found] == [41, 31_693, 601_020, 1_219_046]
    table = caballero("compare", 5, *options)
    assert table.status == 0
    assert "31" in table.out
    assert "8^25" in table.out
    chart = caballero("compare", 5, *options, "--format", "chart")
    assert "█" in chart.out
    spanish = caballero("compare", 5, *options, "--lang", "es")
    assert "nodos" in spanish.out


def test_compare_gives_up(caballero: Terminal) -> None:
    reply = caballero(
        "compare", 8, "--method", "backtracking", "--order", "trekhleb", "--timeout", 0.1
    )
    assert reply.status == 0
    assert "gave up" in reply.out


def test_draw(caballero: Terminal, tmp_path: Path) -> None:
    tour = caballero("tour", 6, "--closed", "--json").out
    reply = caballero("draw", "-", stdin=tour)
    assert (reply.status, reply.err) == (0, "")
    picture = ElementTree.fromstring(reply.out)
    assert picture.tag == f"{SVG}svg"
    numbers = [int(str(text.text)) for text in picture.iter(f"{SVG}text")]
    assert sorted(numbers) == [*range(1, 37)]
    plain = caballero("draw", "-", "--no-numbers", stdin=tour).out
    bare = caballero("draw", "-", "--no-numbers", "--no-path", stdin=tour).out
    assert len(bare) < len(plain) < len(reply.out)
    wide = ElementTree.fromstring(caballero("draw", "-", "--width", 999, stdin=tour).out)
    assert wide.get("width") == "999"
    assert caballero("draw", "-", "--first", 0, stdin=tour).out != reply.out
    file = tmp_path / "tour.svg"
    assert caballero("draw", "-", "-o", file, stdin=tour).out == ""
    assert file.read_text(encoding="utf-8") == reply.out


def test_draw_marks_the_faults_of_a_wrong_tour(caballero: Terminal) -> None:
    reply = caballero("draw", "-", "--closed", stdin="1 4 7 10\n12 9 3 5\n2 6 11 8")
    assert reply.status == 1
    assert reply.err.startswith("This is not a tour: ")
    marked = [path for path in ElementTree.fromstring(reply.out) if path.get("fill") == "#d7301f"]
    assert marked[0].get("d", "").count("M") == 5  # a3 to a1, c2 to b3, b3 back to a3
    frames = [line for line in ElementTree.fromstring(reply.out) if "points" in line.attrib]
    assert len(frames) == 5 + 3  # and the three steps that are no moves


def numbers_in(svg: str) -> int:
    """Return the number of groups of texts."""
    return len(ElementTree.fromstring(svg).findall(f"{SVG}g"))


@pytest.mark.parametrize("board", ["8", "5x9", "2x3x4"])
def test_draw_an_empty_board(caballero: Terminal, board: str) -> None:
    reply = caballero("draw", board)
    assert (reply.status, reply.err, numbers_in(reply.out)) == (0, "", 0)
    assert numbers_in(caballero("draw", board, "--coordinates").out) == 1


PUZZLES = ["S..\n.#.\n..E", "1 . .\n. # .\n7 . 3", "S . .\n. . 9\n. . .\n"]


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("piece", [[], ["--piece", "king"]])
def test_draw_a_puzzle(caballero: Terminal, puzzle: str, piece: list[str]) -> None:
    reply = caballero("draw", "-", *piece, stdin=puzzle)
    assert (reply.status, reply.err, numbers_in(reply.out)) == (0, "", 1)
    assert "<polyline" not in reply.out
    assert "#d7301f" not in reply.out


def test_draw_the_beginning_of_a_tour(caballero: Terminal, tmp_path: Path) -> None:
    begun = "1 . .\n. . 2\n3 . ."
    reply = caballero("draw", "-", stdin=begun)
    assert (reply.status, reply.err, reply.out.count("<polyline")) == (0, "", 1)
    assert caballero("draw", "-", "-o", tmp_path / "b.gif", stdin=begun).status == 0
    refused = caballero("draw", 8, "-o", tmp_path / "e.gif")
    assert (refused.status, "SVG" in refused.err) == (2, True)


def test_draw_on_a_torus(caballero: Terminal) -> None:
    matrix = caballero("tour", 5, "--surface", "torus", "--closed", "--format", "matrix").out
    there = caballero("draw", "-", "--closed", "--surface", "torus", stdin=matrix)
    assert (there.status, "torus" in there.out) == (0, True)
    assert caballero("draw", "-", "--closed", stdin=matrix).status == 1


def test_tour_svg_is_what_draw_draws(caballero: Terminal) -> None:
    matrix = caballero("tour", 5, "--format", "matrix").out
    assert caballero("draw", "-", stdin=matrix).out == caballero("tour", 5, "--format", "svg").out


@pytest.mark.parametrize(
    "words", ["8 --closed --symmetry half-turn", "6 --closed --symmetry quarter-turn"]
)
def test_a_tour_with_a_symmetry(caballero: Terminal, words: str) -> None:
    reply = caballero("tour", *words.split(), "--format", "matrix")
    tour = verify(read_claim(reply.out), closed=True).tour
    assert tour is not None
    kind = words.rpartition(" ")[2]
    assert kind in {symmetry.name for symmetry in tour.symmetries()} | {str(tour.symmetry_class())}


def test_no_tour_has_the_symmetry(caballero: Terminal) -> None:
    reply = caballero("tour", 6, "--start", "a1", "--symmetry", "half-turn")
    assert (reply.status, reply.out) == (1, "")
    assert reply.err == "No such tour has this symmetry.\n"
    assert "Schwenk" in caballero("tour", 4, "--closed", "--symmetry", "half-turn").err
    refuses(caballero("tour", "5x6", "--symmetry", "quarter-turn"), "no such symmetry")
    refuses(caballero("tour", 6, "--symmetry", "quarterly"), "quarterly")


# -- the program -------------------------------------------------------------------------------


def test_version_names_the_extras(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = caballero("--version")
    assert (reply.status, reply.err, caballero("-V").out) == (0, "", reply.out)
    assert __version__ in reply.out
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: name in {"numpy", "pyarrow"} or None
    )
    lines = caballero("-V").out.splitlines()
    assert lines[1] == "Extras: data"
    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    assert {*EXTRAS} == {*extras} - {"all", "docs", "test", "bench", "dev"}
    assert lines[2].startswith("Not installed: graph, best, pictures, ")


def test_no_command_shows_help(caballero: Terminal) -> None:
    reply = caballero()
    assert (reply.status, reply.err) == (0, "")
    assert reply.out == caballero("--help").out


def test_claims_and_answers_agree(caballero: Terminal) -> None:
    reply = caballero("tour", 8, "--start", "d5", "--format", "moves")
    assert verify(read_claim(reply.out)).tour is not None


@pytest.mark.parametrize(
    ("question", "method"), [("20", "proofs"), ("8 --piece zebra", "structured"), ("1", "theorems")]
)
def test_a_method_without_an_answer_says_so(
    caballero: Terminal, question: str, method: str
) -> None:
    reply = caballero("tour", *question.split(), "--method", method)
    assert reply.status == 3
    assert reply.err.startswith(f"The method {method} found no answer, after ")
    assert "--tie" not in reply.err


def test_two_numbers_for_one_square_are_refused(caballero: Terminal) -> None:
    for other in ("a1=4", "7,0=4"):
        refuses(caballero("tour", 8, "--clue", "a1=3", "--clue", other), "two numbers, 3 and 4")
    assert caballero("tour", 8, "--clue", "a1=3", "--clue", "a1=3").status == 0


def test_compare_where_no_knight_moves_on_a_rectangle(caballero: Terminal) -> None:
    """Default orders cause no error, nor does a hole at the top left."""
    limited = ["--method", "backtracking", "--timeout", 5, "--json"]
    for question in (["6", "--piece", "zebra"], ["3x4x4"], ["2x2x2", "--piece", "wazir"]):
        rows = json.loads(caballero("compare", *question, *limited).out)["rows"]
        assert [row.get("order") for row in rows] == [None]
    reply = caballero("compare", "-", *limited, stdin="#....\n.....\n.....\n.....\n....#")
    assert len(json.loads(reply.out)["rows"]) == 4
    mixed = json.loads(caballero("compare", 5, "2x2x2", *limited).out)["rows"]
    assert len(mixed) == 5
    refuses(caballero("compare", 6, "--piece", "zebra", "--order", "puc"), "puc")


def test_compare_begins_where_the_drawing_says(caballero: Terminal) -> None:
    arguments = ["compare", "--method", "backtracking", "--order", "puc", "--json"]
    drawn = caballero(*arguments, "-", stdin=".....\n.....\n..S..\n.....\n.....").out
    named = caballero(*arguments, 5, "--start", "c3").out
    first = caballero(*arguments, 5).out
    nodes = [json.loads(reply)["rows"][0]["stats"]["nodes"] for reply in (drawn, named, first)]
    assert nodes[0] == nodes[1] != nodes[2] == 41


def test_a_trace_names_its_own_methods(caballero: Terminal) -> None:
    refuses(
        caballero("trace", 8, "--method", "exact"),
        "naive, backtracking, warnsdorff, warnsdorff-backtracking",
    )


@pytest.mark.parametrize("question", [["2x2"], [5, "--start", "b1"], ["3x4", "--closed"]])
def test_the_reason_is_explained_once(caballero: Terminal, question: list[object]) -> None:
    reason = json.loads(caballero("tour", *question, "--json").out)["certificate"]["reason"]
    reply = caballero("tour", *question, "--explain")
    assert reply.err.count(reason) == 1
    assert f"\nThere is no such tour. {reason}\n" in reply.err
    assert ("\n\n" in reply.err) == (5 in question)  # a drawing and its legend go before it


def test_one_is_no_plural(caballero: Terminal) -> None:
    assert caballero("tour", 1).err.startswith("Verified: open tour, one square (")
    assert "3 places, not 1." in caballero("tour", 1, "--closed").err
    assert caballero("trace", 5, "--count", 1).err.startswith("Only the first steps, 1:")
    reply = caballero("verify", "-", "--board", 5, stdin="a1")
    assert "right up to number 1, at a1; squares that are left: 24." in reply.out
    reply = caballero("tour", 5, "--clue", "a1=1", "--clue", "d5=2")
    assert "one move apart" in reply.err
    graph = caballero("graph", "-", stdin='{"alone": []}')
    line = "Read as JSON: one vertex, 0 edges.\nVerified: Hamiltonian path, one vertex ("
    assert graph.err.startswith(line)


def test_the_time_limit_is_named(caballero: Terminal) -> None:
    search = ("tour", 8, "--method", "backtracking", "--order", "puc", "--timeout")
    assert caballero(*search, 0.25).err.startswith("No answer in 0.25 s, after ")
    assert caballero(*search, 0.25, "--lang", "es").err.startswith("Sin respuesta en 0,25 s, tras ")


@pytest.mark.parametrize(
    ("outcome", "memory", "next_step"),
    [
        (GaveUp("megabytes", Stats("exact", 1, 0.0)), None, "Use a machine with more."),
        (GaveUp("megabytes", Stats("exact", 1, 0.0)), 1e12, "Use a machine with more."),
        (GaveUp("megabytes", Stats("exact", 1, 0.0)), 1, "Raise the limit with --memory."),
    ],
)
def test_more_memory_is_allowed_only_where_less_was(
    capsys: pytest.CaptureFixture[str], outcome: GaveUp, memory: float | None, next_step: str
) -> None:
    assert conclude(Call(megabytes=memory), outcome) == 3
    assert capsys.readouterr().err.endswith(f"that proves nothing. {next_step}\n")


def test_a_puzzle_for_another_piece_gets_a_hint(caballero: Terminal) -> None:
    hidato = "1 . . 8\n. . . .\n. . . .\n16 . . 11\n"
    reply = caballero("tour", "-", stdin=hidato)
    assert (reply.status, reply.out) == (1, "")
    assert "for a Hidato add --piece king" in reply.err
    assert caballero("tour", "-", "--piece", "king", stdin=hidato).status == 0
    assert "Hidato" not in caballero("tour", "4", "--clue", "a1=1").err


def test_a_table_of_costs_names_the_start(caballero: Terminal) -> None:
    line = ("compare", 5, "--method", "warnsdorff", "--tie", "order")
    assert "\n5x5 c3 warnsdorff\n" in caballero(*line, "--start", "c3").out
    assert "\n5x5 warnsdorff\n" in caballero(*line).out


def test_the_rule_finds_paths_of_graphs(caballero: Terminal, tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text("a b\nb c\nc a\n")
    said = caballero("graph", tmp_path / "ring.txt", "--method", "warnsdorff")
    assert (said.status, sorted(said.out.split())) == (0, ["a", "b", "c"])
