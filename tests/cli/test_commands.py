"""Each command: its answer on standard output, the rest on standard error, its exit status."""

import json
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from caballero import GaveUp, Stats, __version__, verify
from caballero.cli.answer import conclude
from caballero.cli.commands import EXTRAS
from caballero.cli.options import Call
from caballero.formats import read_claim
from caballero.teaching import STRATEGIES
from cli.terminal import Terminal, refuses

SVG = "{http://www.w3.org/2000/svg}"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
ENDLESS = ("tour", 8, "--method", "backtracking", "--order", "trekhleb", "--timeout")


# -- tour --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "matrix", "moves", "json"])
@pytest.mark.parametrize("question", ["5x6 --closed", "3x4x2", "6 --piece 1,2 --start c3"])
def test_formats_read_back(caballero: Terminal, question: str, form: str) -> None:
    reply = caballero("tour", *question.split(), "--format", form)
    assert (reply.status, reply.err[:10]) == (0, "Verified: ")
    back = caballero("verify", "-", "--json", stdin=reply.out)
    assert (back.status, json.loads(back.out)["status"]) == (0, "valid"), (reply.out, back.out)


@pytest.mark.parametrize("first", [0, -3, 100])
def test_first(caballero: Terminal, first: int) -> None:
    reply = caballero("tour", "3x4", "--first", first, "--format", "matrix")
    numbers = sorted(map(int, reply.out.split()))
    assert numbers == list(range(first, first + 12))
    assert caballero("verify", "-", "--first", first, stdin=reply.out).status == 0
    assert caballero("verify", "-", "--first", first + 1, stdin=reply.out).status == 1
    assert all(str(n) in caballero("tour", "3x4", "--first", first).out for n in numbers)


def test_a_limit_has_its_time_and_a_next_step(caballero: Terminal) -> None:
    reply = caballero(*ENDLESS, 0.25, "--json")
    answer = json.loads(reply.out)
    assert (reply.status, answer["status"], answer["limit"]) == (3, "gave-up", "seconds")
    assert "proves nothing" in reply.err
    text = caballero(*ENDLESS, 0.25)
    assert (text.status, text.out) == (3, "")
    assert text.err.startswith("No answer in 0.25 s, after ")
    assert "Another --start or --order may take far less; or try --method auto." in text.err
    spanish = caballero(*ENDLESS, 0.25, "--lang", "es")
    assert spanish.err.startswith("Sin respuesta en 0,25 s, tras ")


def test_a_rule_that_fails_says_so(caballero: Terminal) -> None:
    rule = ("--method", "warnsdorff", "--json", "--start", "a1", "--tie")
    ties = ("order", "random", "pohl-sum", "pohl-min", "roth")
    replies = (caballero("tour", n, *rule, tie) for tie in ties for n in range(5, 33))
    reply = next(reply for reply in replies if reply.status)
    assert (reply.status, json.loads(reply.out)["limit"]) == (3, "method")
    assert "The rule failed after" in reply.err


@pytest.mark.nightly
def test_warnsdorff_on_a_million_squares(caballero: Terminal, tmp_path: Path) -> None:
    how = ("--method", "warnsdorff", "--tie", "roth", "--format", "matrix")
    reply = caballero("tour", 1000, *how, "-o", tmp_path / "tour.txt")
    assert (reply.status, reply.out) == (0, "")
    assert "1\xa0000\xa0000 squares" in reply.err
    checked = caballero("verify", tmp_path / "tour.txt")
    read = "Read as a board 1000x1000, numbers: 1\xa0000\xa0000.\n"
    assert (checked.status, checked.err) == (0, read)
    assert checked.out == "Valid: an open tour of the knight on 1000x1000.\n"


def test_pieces_surfaces_and_ends(caballero: Terminal) -> None:
    for line, wanted in (
        ("4x4 --surface torus --closed", {"board": {"shape": [4, 4], "wraps": [True, True]}}),
        ("4x4 --surface cylinder", {"board": {"shape": [4, 4], "wraps": [False, True]}}),
        ("10 --piece 2,3 --start a1", {"piece": "zebra"}),
        ("4 --piece king --closed", {"piece": "king", "closed": True}),
    ):
        reply = caballero("tour", *line.split(), "--json")
        assert json.loads(reply.out).items() >= wanted.items(), reply
        assert caballero("verify", "-", stdin=reply.out).status == 0
    tour = json.loads(caballero("tour", 6, "--start", "a1", "--end", "b1", "--json").out)["tour"]
    assert (tour[0], tour[-1]) == ([5, 0], [5, 1])


def test_drawings(caballero: Terminal, tmp_path: Path) -> None:
    file, drawing = tmp_path / "board.txt", "S.....\n......\n...#..\n......\n.....E\n"
    file.write_text(drawing)
    for name, stdin in ((file, ""), ("-", drawing)):
        reply = caballero("tour", name, "--json", stdin=stdin)
        answer = json.loads(reply.out)
        assert reply.status or (answer["tour"][0], answer["tour"][-1]) == ([0, 0], [4, 5])
        assert answer["board"] == {"shape": [5, 6], "holes": [[2, 3]]}
    flag = ("--start", "0,3", "--format", "moves")  # it goes before the drawing
    assert caballero("tour", "-", *flag, stdin="S...\n....\n....\n").out.startswith("d3 ")


def test_output_files(caballero: Terminal, tmp_path: Path) -> None:
    for ending, begins in (("svg", "<svg"), ("json", '{"caballero": 1'), ("txt", "  ┌")):
        file = tmp_path / f"tour.{ending}"
        reply = caballero("tour", 6, "-o", file)
        assert (reply.status, reply.out) == (0, "")
        assert file.read_text("utf-8").startswith(begins)
        assert file.read_text("utf-8").endswith("\n")
    assert len(caballero("tour", "3x4", "-o", "-", "--format", "moves").out.split()) == 12


# -- verify ------------------------------------------------------------------------------------


def test_verify_lists_every_fault(caballero: Terminal) -> None:
    reply = caballero("verify", "-", stdin="1 4 7\n6 9 2\n3 8 5")
    assert (reply.status, reply.err) == (1, "Read as a board 3x3, numbers: 9.\n")
    assert reply.out.startswith("Not valid; faults: ")
    assert "The step from 8 to 9" in reply.out


def test_verify_with_constraints(caballero: Terminal) -> None:
    tour = caballero("tour", "3x4", "--start", "a1", "--format", "moves").out
    last = tour.split()[-1]
    for line, status in (
        (f"--start a1 --end {last}", 0), ("--start b1", 1), ("--board 4x4", 1), ("--closed", 1),
        ("--open", 0), ("--piece king", 1),
    ):  # fmt: skip
        assert caballero("verify", "-", *line.split(), stdin=tour).status == status, line


def test_verify_with_statistics(caballero: Terminal, tmp_path: Path) -> None:
    """The ring of the 3×3 board, and a tour of a torus, whose crossings have no meaning."""
    ring = ("verify", "-", "--closed", "--statistics")
    star = "1 4 7\n6 # 2\n3 8 5"
    assert caballero(*ring, stdin=star).out.splitlines()[1:] == [
        "squares: 8, from a3 to b1",
        "turns: 8; moves straight on: 0; longest straight run: 1",
        "slopes (down, right): (1,-2): 2, (1,2): 2, (2,-1): 2, (2,1): 2",
        "crossings: 16",
        "symmetry: several",
    ]
    spanish = caballero(*ring, "--lang", "es", stdin=star).out
    assert ("cruces: 16" in spanish, "turns" in spanish) == (True, False)
    tour = caballero("tour", "4x4", "--surface", "torus", "--format", "matrix").out
    said = caballero("verify", "-", "--surface", "torus", "--statistics", stdin=tour).out
    assert ("turns: " in said, "crossings" in said) == (True, False)
    (tmp_path / "graph.txt").write_text("a b\nb c\nc a\n")
    graph = ("verify", "-", "--graph", tmp_path / "graph.txt", "--statistics")
    assert caballero(*graph, stdin="a b c").out.splitlines()[1:] == ["vertices: 3, from a to c"]
    assert "turns" not in caballero("verify", "-", "--statistics", stdin="1 2").out


# -- trace, compare ----------------------------------------------------------------------------


def test_trace(caballero: Terminal) -> None:
    reply = caballero("trace", 5, "--order", "puc", "--start", "0,0", "--format", "jsonl")
    events = [json.loads(line) for line in reply.out.splitlines()]
    assert (reply.status, events[0]["kind"], events[-1]["kind"]) == (0, "place", "solution")
    assert (events[-1]["nodes"], len(events[-1]["path"])) == (41, 25)
    assert caballero("trace", 3, "--count", 2).out.count("Turn:") == 2
    refuses(caballero("trace", 8, "--method", "exact"), "naive, backtracking, warnsdorff, ")
    said = caballero("trace", 5, "--method", "warnsdorff", "--tie", "roth").out
    assert said.splitlines()[-1].startswith("Tour found: 25 nodes")
    naive = caballero("trace", 3, "--method", "naive", "--start", "c1")
    assert naive.out.endswith("No tour: 511 nodes, 256 dead ends, 510 steps back.\n")


def test_trace_only(caballero: Terminal) -> None:
    reply = caballero("trace", 3, "--only", "place,back")
    whole = caballero("trace", 3, "--json", "--only", "place,back")
    kinds = [json.loads(line)["kind"] for line in whole.out.splitlines()]
    assert {*kinds} == {"place", "step-back", "no-solution"}
    assert reply.out.startswith("Number 1: a3\n-----\n  0  -1  -1\n")
    assert (reply.out.count("Number"), "Turn" in reply.out) == (kinds.count("place"), False)
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
    first, second, *_ = below.splitlines()
    assert first == "a5 (nodes: 1833; dead ends: 679)"
    assert second.startswith("  b3 → c1 → e2 → d4 → b5 → c3 → d1 (")
    assert caballero("trace", 4, "--tree", "--timeout", 0).status == 3
    refuses(caballero("trace", 5, "-o", file), "add --tree")
    refuses(caballero("trace", 5, "--tree", "--below", "zz"), "“zz” is not a square")


def test_trace_of_a_large_board(caballero: Terminal, tmp_path: Path) -> None:
    refuses(caballero("trace", 100_000, "--count", 2), "10\xa0000\xa0000\xa0000 squares")
    file = tmp_path / "told"
    refuses(caballero("trace", 101, "--count", 2, "-o", file), "at most 10\xa0000", "jsonl")
    assert not file.exists()
    reply = caballero("trace", 101, "--count", 2, "--json")
    assert (reply.status, len(reply.out.splitlines())) == (0, 2)
    assert caballero("trace", 100, "--count", 1).out.count("\n") == 104


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_trace_branch_and_bound(caballero: Terminal, strategy: str) -> None:
    command = "trace", "4x5", "--method", "branch-and-bound", "--strategy", strategy
    better = caballero(*command, "--only", "improvement")
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


def test_branch_and_bound_has_costs_bounds_and_no_tour(caballero: Terminal) -> None:
    bound = ("--method", "branch-and-bound")
    reply = caballero("trace", 4, *bound)
    assert reply.status == 1
    assert reply.out.splitlines()[-1].startswith("No tour. Nodes: made ")
    assert "No tour can follow.\nCut: " in reply.out
    assert "dead end\n" in caballero("trace", "3x3", *bound, "--bound", "none").out
    refuses(caballero("trace", 5, *bound, "--bound", "ahed"), "ahead")
    refuses(caballero("trace", 5, *bound, "--strategy", "x"), "least")
    ring = ("trace", 3, "--piece", "king", "--closed", *bound)
    for cost, least in (("turns", 6), ("distance", 10), ("climb", 10)):
        said = caballero(*ring, "--cost", cost, "--only", "improvement").out
        assert f": {least}. Nodes: made " in said.splitlines()[-1]
    refuses(caballero(*ring, "--cost", "turn"), "turns")
    assert json.loads(caballero("tour", "3x4", *bound, "--json").out)["status"] == "found"
    assert caballero("tour", 4, *bound).status == 1
    assert caballero("tour", 8, *bound, "--timeout", 0).status == 3


@pytest.mark.slow
def test_compare_branch_and_bound(caballero: Terminal) -> None:
    command = ("compare", "3x7", "--method", "branch-and-bound")
    rows = json.loads(caballero(*command, "--bound", "made", "--bound", "ahead", "--json").out)
    found = {(row["bounded"], row["strategy"]): row["stats"]["nodes"] for row in rows["rows"]}
    assert len(found) == 6
    assert min(found["made", one] for one in STRATEGIES) > 30 * max(
        found["ahead", one] for one in STRATEGIES
    )
    assert "3x7 branch-and-bound\n  ahead lifo " in caballero(*command).out


def test_compare(caballero: Terminal) -> None:
    options = ["--method", "backtracking", "--order", "puc", "--order", "trekhleb"]
    rows = json.loads(caballero("compare", 5, 6, *options, "--json").out)["rows"]
    assert [row["stats"]["nodes"] for row in rows] == [41, 31_693, 601_020, 1_219_046]
    table = caballero("compare", 5, *options)
    assert (table.status, "31" in table.out, "8^25" in table.out) == (0, True, True)
    assert "█" in caballero("compare", 5, *options, "--format", "chart").out
    assert "nodos" in caballero("compare", 5, *options, "--lang", "es").out
    late = caballero("compare", 8, *options[:2], "--order", "trekhleb", "--timeout", 0.1)
    assert (late.status, "gave up" in late.out) == (0, True)
    line = ("compare", 5, "--method", "warnsdorff", "--tie", "order")
    assert "\n5x5 c3 warnsdorff\n" in caballero(*line, "--start", "c3").out
    assert "\n5x5 warnsdorff\n" in caballero(*line).out


def test_all_starts_with_the_fatal_moves(caballero: Terminal) -> None:
    said = caballero("compare", 5, "--starts", "--order", "puc", "--nodes", 500, "--fatal")
    assert said.status == 0
    assert "5 │   41 >500 >500 >500 >500 │" in said.out
    assert "Number of the first square after which no tour was left:" in said.out
    alone = ("compare", 8, "--start", "c8", "--method", "backtracking", "--order", "puc")
    told = caballero(*alone, "--nodes", 10_000, "--fatal", "--estimate").out
    assert "since number 3, a4, no tour is left" in told
    assert "the whole tree has about" in told


def test_compare_where_no_knight_moves_on_a_rectangle(caballero: Terminal) -> None:
    """Default orders cause no error, nor does a hole at the top left."""
    limited = ["--method", "backtracking", "--timeout", 5, "--json"]
    for question in (["6", "--piece", "zebra"], ["3x4x4"], ["2x2x2", "--piece", "wazir"]):
        rows = json.loads(caballero("compare", *question, *limited).out)["rows"]
        assert [row.get("order") for row in rows] == [None]
    reply = caballero("compare", "-", *limited, stdin="#....\n.....\n.....\n.....\n....#")
    assert len(json.loads(reply.out)["rows"]) == 4
    assert len(json.loads(caballero("compare", 5, "2x2x2", *limited).out)["rows"]) == 5
    refuses(caballero("compare", 6, "--piece", "zebra", "--order", "puc"), "puc")


def test_compare_begins_where_the_drawing_says(caballero: Terminal) -> None:
    arguments = ["compare", "--method", "backtracking", "--order", "puc", "--json"]
    drawn = caballero(*arguments, "-", stdin=".....\n.....\n..S..\n.....\n.....").out
    named = caballero(*arguments, 5, "--start", "c3").out
    first = caballero(*arguments, 5).out
    nodes = [json.loads(reply)["rows"][0]["stats"]["nodes"] for reply in (drawn, named, first)]
    assert nodes[0] == nodes[1] != nodes[2] == 41


# -- draw --------------------------------------------------------------------------------------


def numbers_in(svg: str) -> int:
    """Return the number of groups of texts."""
    return len(ElementTree.fromstring(svg).findall(f"{SVG}g"))


def test_draw(caballero: Terminal, tmp_path: Path) -> None:
    tour = caballero("tour", 6, "--closed", "--json").out
    reply = caballero("draw", "-", stdin=tour)
    assert (reply.status, reply.err) == (0, "")
    numbers = [int(str(text.text)) for text in ElementTree.fromstring(reply.out).iter(f"{SVG}text")]
    assert sorted(numbers) == [*range(1, 37)]
    plain = caballero("draw", "-", "--no-numbers", stdin=tour).out
    bare = caballero("draw", "-", "--no-numbers", "--no-path", stdin=tour).out
    assert len(bare) < len(plain) < len(reply.out)
    wide = ElementTree.fromstring(caballero("draw", "-", "--width", 999, stdin=tour).out)
    assert wide.get("width") == "999"
    assert caballero("draw", "-", "--first", 0, stdin=tour).out != reply.out
    assert caballero("draw", "-", "-o", tmp_path / "tour.svg", stdin=tour).out == ""
    assert (tmp_path / "tour.svg").read_text("utf-8") == reply.out
    matrix = caballero("tour", 5, "--format", "matrix").out
    assert caballero("draw", "-", stdin=matrix).out == caballero("tour", 5, "--format", "svg").out


def test_draw_marks_the_faults_of_a_wrong_tour(caballero: Terminal) -> None:
    reply = caballero("draw", "-", "--closed", stdin="1 4 7 10\n12 9 3 5\n2 6 11 8")
    assert (reply.status, reply.err[:20]) == (1, "This is not a tour: ")
    picture = ElementTree.fromstring(reply.out)
    marked = [path for path in picture if path.get("fill") == "#d7301f"]
    assert marked[0].get("d", "").count("M") == 5  # a3 to a1, c2 to b3, b3 back to a3
    frames = [line for line in picture if "points" in line.attrib]
    assert len(frames) == 5 + 3  # and the three steps that are no moves


def test_draw_boards_puzzles_and_beginnings(caballero: Terminal, tmp_path: Path) -> None:
    for board in ("8", "5x9", "2x3x4"):
        reply = caballero("draw", board)
        assert (reply.status, reply.err, numbers_in(reply.out)) == (0, "", 0)
        assert numbers_in(caballero("draw", board, "--coordinates").out) == 1
    for puzzle in ("S..\n.#.\n..E", "1 . .\n. # .\n7 . 3", "S . .\n. . 9\n. . .\n"):
        for piece in ([], ["--piece", "king"]):
            reply = caballero("draw", "-", *piece, stdin=puzzle)
            assert (reply.status, reply.err, numbers_in(reply.out)) == (0, "", 1)
            assert not {"<polyline", "#d7301f"} & {*reply.out.split('"'), *reply.out.split(" ")}
    begun = "1 . .\n. . 2\n3 . ."
    reply = caballero("draw", "-", stdin=begun)
    assert (reply.status, reply.err, reply.out.count("<polyline")) == (0, "", 1)
    assert caballero("draw", "-", "-o", tmp_path / "b.gif", stdin=begun).status == 0
    refuses(caballero("draw", 8, "-o", tmp_path / "e.gif"), "SVG")


def test_draw_on_a_torus(caballero: Terminal) -> None:
    matrix = caballero("tour", 5, "--surface", "torus", "--closed", "--format", "matrix").out
    there = caballero("draw", "-", "--closed", "--surface", "torus", stdin=matrix)
    assert (there.status, "torus" in there.out) == (0, True)
    assert caballero("draw", "-", "--closed", stdin=matrix).status == 1


# -- sentences ---------------------------------------------------------------------------------


def test_tours_with_a_symmetry(caballero: Terminal) -> None:
    for board, kind in ((8, "half-turn"), (6, "quarter-turn")):
        reply = caballero("tour", board, "--closed", "--symmetry", kind, "--format", "matrix")
        tour = verify(read_claim(reply.out), closed=True).tour
        assert tour is not None
        names = {symmetry.name for symmetry in tour.symmetries()}
        assert kind in names | {str(tour.symmetry_class())}
    reply = caballero("tour", 6, "--start", "a1", "--symmetry", "half-turn")
    assert (reply.status, reply.out) == (1, "")
    assert reply.err == "No such tour has this symmetry.\n"
    assert "Schwenk" in caballero("tour", 4, "--closed", "--symmetry", "half-turn").err
    refuses(caballero("tour", "5x6", "--symmetry", "quarter-turn"), "no such symmetry")
    refuses(caballero("tour", 6, "--symmetry", "quarterly"), "quarterly")


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


@pytest.mark.parametrize(
    ("question", "method"), [("20", "proofs"), ("8 --piece zebra", "structured"), ("1", "theorems")]
)
def test_a_method_without_an_answer_says_so(
    caballero: Terminal, question: str, method: str
) -> None:
    reply = caballero("tour", *question.split(), "--method", method)
    assert (reply.status, "--tie" in reply.err) == (3, False)
    assert reply.err.startswith(f"The method {method} found no answer, after ")


def test_two_numbers_for_one_square_are_refused(caballero: Terminal) -> None:
    for other in ("a1=4", "7,0=4"):
        refuses(caballero("tour", 8, "--clue", "a1=3", "--clue", other), "two numbers, 3 and 4")
    assert caballero("tour", 8, "--clue", "a1=3", "--clue", "a1=3").status == 0


@pytest.mark.parametrize("question", [["2x2"], [5, "--start", "b1"], ["3x4", "--closed"]])
def test_the_reason_is_explained_once(caballero: Terminal, question: list[object]) -> None:
    reason = json.loads(caballero("tour", *question, "--json").out)["certificate"]["reason"]
    reply = caballero("tour", *question, "--explain")
    assert reply.err.count(reason) == 1
    assert f"\nThere is no such tour. {reason}\n" in reply.err
    assert ("\n\n" in reply.err) == (5 in question)  # a drawing and its legend go before it


def test_methods_have_their_names_in_spanish(caballero: Terminal) -> None:
    said = caballero("tour", 6, "--explain", "--lang", "es").err
    assert "teoremas  " in said
    assert "(reparación, " in said


def test_one_is_no_plural(caballero: Terminal) -> None:
    assert caballero("tour", 1).err.startswith("Verified: open tour, one square (")
    assert "3 places, not 1." in caballero("tour", 1, "--closed").err
    assert caballero("trace", 5, "--count", 1).err.startswith("Only the first steps, 1:")
    reply = caballero("verify", "-", "--board", 5, stdin="a1")
    assert "right up to number 1, at a1; squares that are left: 24." in reply.out
    assert "one move apart" in caballero("tour", 5, "--clue", "a1=1", "--clue", "d5=2").err
    graph = caballero("graph", "-", stdin='{"alone": []}')
    line = "Read as JSON: one vertex, 0 edges.\nVerified: Hamiltonian path, one vertex ("
    assert graph.err.startswith(line)


def test_more_memory_is_advised_only_where_less_was_allowed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outcome = GaveUp("megabytes", Stats("exact", 1, 0.0))
    for memory, advice in (
        (None, "Use a machine with more."), (1e12, "Use a machine with more."),
        (1, "Raise the limit with --memory."),
    ):  # fmt: skip
        assert conclude(Call(megabytes=memory), outcome) == 3
        assert capsys.readouterr().err.endswith(f"that proves nothing. {advice}\n")


def test_a_puzzle_for_another_piece_gets_a_hint(caballero: Terminal) -> None:
    hidato = "1 . . 8\n. . . .\n. . . .\n16 . . 11\n"
    reply = caballero("tour", "-", stdin=hidato)
    assert (reply.status, reply.out) == (1, "")
    assert "for a Hidato add --piece king" in reply.err
    assert caballero("tour", "-", "--piece", "king", stdin=hidato).status == 0
    assert "Hidato" not in caballero("tour", "4", "--clue", "a1=1").err
