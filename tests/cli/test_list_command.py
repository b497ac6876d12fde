"""``caballero list``: tours as they are found, and nothing else on standard output."""

import json
import re
import signal
import time
from pathlib import Path

import pytest

from caballero import iter_tours
from caballero.counting import collection_statistics, read_tours, run_status
from caballero.formats import read_graph, to_matrix_text, to_moves_text
from caballero.machine.words import number
from caballero.render import tour_text
from cli.terminal import Said, Terminal, process, refuses, shell, started

WRITERS = {"text": tour_text, "matrix": to_matrix_text, "moves": to_moves_text}


def token_in(reply: Said) -> str:
    found = re.search(r"^To continue: --resume (\S+)$", reply.err, flags=re.MULTILINE)
    assert found, reply.err
    return found[1]


@pytest.mark.parametrize("form", WRITERS)
def test_all_tours(caballero: Terminal, form: str) -> None:
    reply = caballero("list", "3x4", "--format", form)
    assert reply.out == "\n\n".join(map(WRITERS[form], iter_tours("3x4"))) + "\n"
    assert (reply.status, reply.err) == (0, "Verified tours: 8.\n")


def test_json_lines(caballero: Terminal, tmp_path: Path) -> None:
    arguments = ("list", 5, "--start", "c3", "--every", 7)
    reply = caballero(*arguments, "--json")
    lines = [json.loads(line) for line in reply.out.splitlines()]
    tours = list(iter_tours(5, start="c3", every=7))
    assert len(lines) == len(tours) == 10
    for i, (line, tour) in enumerate(zip(lines, tours, strict=True)):
        assert (line["caballero"], line["status"], line["index"]) == (1, "found", 7 * i)
        assert line["tour"] == [list(square) for square in tour.squares]
    file = tmp_path / "tours.jsonl"
    assert caballero(*arguments, "-o", file).out == ""
    assert file.read_text("utf-8") == reply.out


@pytest.mark.parametrize("form", ["moves", "json"])
def test_going_on(caballero: Terminal, tmp_path: Path, form: str) -> None:
    arguments = ("list", "5x6", "--closed", "--directed", "--format", form)
    whole = caballero(*arguments)
    assert whole.status == 0
    file = tmp_path / "tours"
    reply = caballero(*arguments, "--count", 5, "-o", file)
    assert (reply.status, reply.out) == (0, "")
    assert "Verified tours: 5." in reply.err
    reply = caballero(*arguments, "--count", 4, "-o", file, "--resume", token_in(reply))
    token = token_in(reply)
    assert caballero(*arguments, "-o", file, "--resume", token).err == "Verified tours: 7.\n"
    assert file.read_text("utf-8") == whole.out
    rest = caballero(*arguments, "--resume", token).out
    assert whole.out.endswith(rest)


@pytest.fixture
def cube(tmp_path: Path) -> Path:
    file = tmp_path / "cube.txt"
    edges = [(a, a | bit) for a in range(8) for bit in (1, 2, 4) if not a & bit]
    file.write_text("".join(f"v{a} v{b}\n" for a, b in edges), encoding="utf-8")
    return file


SIZE = "Read as a list of edges: 8 vertices, 12 edges; the first is v0–v1.\n"


def test_a_graph(caballero: Terminal, cube: Path) -> None:
    graph = read_graph(cube.read_text("utf-8"))
    for closed in (False, True):
        arguments = ["--closed"] * closed
        tours = list(iter_tours(graph, closed=closed))
        reply = caballero("list", "--graph", cube, *arguments)
        assert reply.out == "\n\n".join(map(to_moves_text, tours)) + "\n"
        assert (reply.status, reply.err) == (0, f"{SIZE}Verified tours: {len(tours)}.\n")
        assert caballero("count", "--graph", cube, *arguments).out == f"{len(tours)}\n"
    assert len(tours) == 6  # the cycles of a cube
    ends = caballero("list", "--graph", cube, "--start", "v0", "--end", "v7", "--json").out
    found = [json.loads(line)["tour"] for line in ends.splitlines()]
    assert len(found) == 6
    assert {(tour[0], tour[-1]) for tour in found} == {("v0", "v7")}
    first = caballero("list", "--graph", cube, "--closed", "--count", 2)
    rest = caballero("list", "--graph", cube, "--closed", "--resume", token_in(first))
    assert rest.out.count("v0") == 4


def test_a_graph_in_a_run_and_in_a_file(caballero: Terminal, cube: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "cube.parquet"
    arguments = ("--graph", cube, "--closed")
    assert caballero("list", *arguments, "-o", file).status == 0
    assert caballero("list", file).out == caballero("list", *arguments).out
    words = ("--store", tmp_path / "run", "--timeout", 0)
    assert caballero("run", "list", *arguments, *words).status == 3
    assert run_status(tmp_path / "run").spec.problem == read_tours(file).problem


def test_refused_graphs(caballero: Terminal, cube: Path, tmp_path: Path) -> None:
    for words in (("list",), ("count",), ("run", "list", "--store", tmp_path / "run")):
        refuses(caballero(*words), "--graph FILE")
        refuses(caballero(*words, 8, "--graph", cube), "the board 8")
        refuses(caballero(*words, "--graph", cube, "--start", "v9"), "v9")
        refuses(caballero(*words, "--graph", tmp_path / "none.txt"), "none.txt")
    assert not (tmp_path / "run").exists()


def test_a_limit(caballero: Terminal) -> None:
    reply = caballero("list", 8, "--closed", "--timeout", 0)
    assert (reply.status, reply.out) == (3, "")
    # Where nothing was searched there is no token: to make one, the whole board would be read.
    assert reply.err == "Verified tours: 0.\nThe time limit was reached, after 0 nodes.\n"


def test_none(caballero: Terminal) -> None:
    reply = caballero("list", "4x4")
    assert (reply.status, reply.out, "Cull" in reply.err) == (1, "", True)
    reply = caballero("list", "3x4", "--start", "b2", "--clue", "b1=3", "--clue", "a1=7")
    assert (reply.status, reply.out) == (1, "")


def test_refusals(caballero: Terminal) -> None:
    token = token_in(caballero("list", "3x4", "--count", 1))
    for line, words in (
        ("3x4 --resume nothing", "token"), ("3x4 --resume=", "“”"), ("3x4 --every 0", "0"),
        ("3x4 -o no/such/folder/file", "folder"), (f"3x7 --resume {token}", "another problem"),
        ("3x4 --symmetry half-tern", "half-turn"), ("3x4 --symmetry quarter-turn", "3x4"),
        ("3x4 --up-to-symmetry --directed", "direction"), ("3x4 --format parquet", "-o"),
        ("3x4 --up-to-symmetry --symmetry half-turn", "both"), ("nothing.parquet", "nothing"),
    ):  # fmt: skip
        refuses(caballero("list", *line.split()), words)
    spanish = caballero("--lang", "es", "list", "3x4", "--symmetry", "media-vuelta-direta")
    refuses(spanish, "media vuelta directa", "izquierda-derecha")


@pytest.mark.slow
def test_interrupt_and_going_on(tmp_path: Path) -> None:
    file = tmp_path / "tours.jsonl"
    program = started("list", "6x7", "--closed", "-o", file)
    while not any(one.stat().st_size for one in tmp_path.iterdir()):
        time.sleep(0.05)
    assert not file.exists()
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=600)
    assert program.returncode == 130
    count = len(file.read_text("utf-8").splitlines())
    assert f"Verified tours: {number(count)}.\n" in err
    token = token_in(Said(130, "", err))
    on = process("list", "6x7", "--closed", "--count", 3, "-o", file, "--resume", token)
    assert on.status == 0
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line["index"] for line in lines] == list(range(count + 3))
    expected = iter_tours("6x7", closed=True, count=count + 3)
    tours = [[list(square) for square in tour.squares] for tour in expected]
    assert [line["tour"] for line in lines] == tours


def test_spanish() -> None:
    reply = process("list", "3x4", "--count", 2, "--lang", "es")
    assert reply.err.startswith("Recorridos verificados: 2.\nPara continuar: --resume ")


# -- symmetry, files, statistics ----------------------------------------------------------------


def test_symmetric_tours(caballero: Terminal) -> None:
    arguments = ("list", 6, "--closed", "--format", "moves", "--symmetry")
    reply = caballero(*arguments, "quarter-turn")
    assert reply.err == "Verified tours: 10.\n"
    for name in ("Cuarto de vuelta", "cuarto-de-vuelta"):
        assert caballero(*arguments, name) == reply
    none = caballero("list", 8, "--closed", "--symmetry", "half-turn-oblique")
    assert (none.status, none.out, none.err) == (1, "", "Verified tours: 0.\n")
    part = caballero(*arguments, "half-turn", "--count", 30)
    rest = caballero(*arguments, "half-turn", "--resume", token_in(part))
    assert rest.err == "Verified tours: 48.\n"


def test_parquet(caballero: Terminal, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file, other = tmp_path / "tours.parquet", tmp_path / "other.parquet"
    listed = ("list", "5x6", "--closed", "--directed")
    reply = caballero(*listed, "-o", file)
    assert (reply.status, reply.out, reply.err) == (0, "", "Verified tours: 16.\n")
    for form in (*WRITERS, "json"):
        expected = caballero(*listed, "--format", form).out
        assert caballero("list", file, "--format", form).out == expected
    assert caballero("list", file, "-o", other, "--sort", "--statistics").status == 0
    assert read_tours(other).ordered
    assert "symmetry" in read_tours(other).columns


@pytest.mark.slow
def test_parquet_continues(caballero: Terminal, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    reply = caballero("list", "5x5", "--count", 100, "-o", one)
    token = token_in(reply)
    refuses(caballero("list", "5x5", "-o", one, "--resume", token), "one.parquet")
    assert caballero("list", "5x5", "-o", two, "--resume", token).status == 0
    assert [*read_tours(one), *read_tours(two)] == list(iter_tours("5x5"))
    count = 0
    for seconds in (0.3, 3, 30, 300):  # until there is time for a tour
        reply = caballero("list", 8, "--closed", "--timeout", seconds, "-o", one)
        assert reply.status == 3
        if found := re.match(r"Verified tours: ([1-9][\d\s]*)\.", reply.err):
            count = int("".join(found[1].split()))
            break
    assert list(read_tours(one)) == list(iter_tours(8, closed=True, count=count))
    on = caballero("list", 8, "--closed", "--count", 1, "--resume", token_in(reply), "--json")
    assert json.loads(on.out)["index"] == count


def test_what_is_no_collection(caballero: Terminal, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "tours.parquet").write_bytes(b"no")
    refuses(caballero("list", tmp_path / "tours.parquet"), "tours.parquet")


def test_statistics(caballero: Terminal) -> None:
    reply = caballero("list", "3x10", "--closed", "--statistics")
    rows = [tuple(re.split(r"\s{2,}", line)) for line in reply.out.splitlines()]
    assert rows[:2] == [("statistic", "value", "tours"), ("all", "16")]
    assert sum(int(row[-1]) for row in rows if row[0] == "turns") == 16
    assert "\nturns, least (26): a3 c2 a1 b3 d2" in reply.out
    found = collection_statistics(iter_tours("3x10", closed=True)).to_dict()
    data = json.loads(caballero("list", "3x10", "--closed", "--statistics", "--json").out)
    assert data.items() >= found.items()
    assert token_in(caballero("list", 5, "--statistics", "--count", 10))


@pytest.mark.slow
def test_interrupted_file(tmp_path: Path) -> None:
    """The first Ctrl-C completes the file; the token continues after it."""
    pytest.importorskip("pyarrow")
    file = tmp_path / "tours.parquet"
    program = started("list", "8", "--closed", "-o", file)
    while not list(tmp_path.iterdir()):
        time.sleep(0.05)
    time.sleep(0.2)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=600)
    assert program.returncode == 130
    count = len(read_tours(file))
    assert f"Verified tours: {number(count)}.\nInterrupted.\n" in err
    assert [*tmp_path.iterdir()] == [file]
    assert list(read_tours(file)) == list(iter_tours(8, closed=True, count=count))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["moves", "json"])
def test_a_full_disk_leaves_whole_tours_and_a_token(tmp_path: Path, form: str) -> None:
    """The limit on the size of files stands for the disk."""
    file = tmp_path / "tours.txt"
    line = f"list 6 --closed --format {form} -o {file}"
    done = shell(f"ulimit -f 400; caballero {line}")
    verified, resume, error = done.err.splitlines()
    assert (done.status, error[: len(str(file)) + 16]) == (2, f"Error: The file {file}")
    token = resume.removeprefix("To continue: --resume ")
    count = int(verified.removeprefix("Verified tours: ").removesuffix("."))

    def tours() -> list[str]:
        text = file.read_text()
        return text.splitlines() if form == "json" else text.strip().split("\n\n")

    assert len(tours()) == count > 0
    assert process(*line.split(), "--resume", token).status == 0
    assert len(set(tours())) == len(tours()) == 9862


def test_an_estimate_has_the_bytes_of_the_texts(caballero: Terminal) -> None:
    whole = caballero("list", "5x6", "--closed", "--format", "moves").out
    (step,) = json.loads(caballero("list", "5x6", "--closed", "--json", "--estimate").out)["steps"]
    assert (step["step"], step["states"], step["measured"]) == ("list", 8, True)
    reply = caballero("list", "5x6", "--closed", "--format", "moves", "--estimate")
    assert reply.out.split()[-4] == "8"
    assert float(reply.out.split()[-1]) == pytest.approx(len(whole) / 1e6, rel=0.1)


def test_estimating_a_run_makes_no_folder(caballero: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    for kind, step in (("list", "listing"), ("count", "sweep")):
        reply = caballero("run", kind, "6", "--closed", "--store", folder, "--estimate")
        assert reply.status == 0
        assert reply.out.splitlines()[1].startswith(step)
        late = caballero("run", kind, "6x8", "--estimate", "--timeout", 0)
        assert late.status == 3
        assert "Add --store FOLDER" in caballero("run", kind, "6").err
    assert not folder.exists()
