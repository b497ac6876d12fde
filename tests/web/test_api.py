"""What the API answers: every path, in both languages."""

import json
import re
from collections.abc import Iterator
from math import isinf
from typing import Any

import pytest

from caballero import Found, Impossible, Problem, verify
from caballero.counting import count_tours
from caballero.find.hints import candidates, finish, rest, rest_of
from caballero.machine.errors import InvalidProblem
from caballero.teaching import Event, search_tree, trace
from caballero.web import bounds
from caballero.web.app import STATIC
from caballero.web.tasks import problem_of
from naive import all_tours
from seldom import each
from web.served import Served, running

VIEWS = ("today", "play", "puzzles", "learn", "look", "storm", "race")


def board(*shape: int, **more: object) -> dict[str, Any]:
    return {"board": {"shape": list(shape)}, **more}


# -- solve -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("start", ["a1", [0, 0], None])
def test_solve(served: Served, closed: bool, start: object) -> None:
    body = board(6, 6, closed=closed, start=start)
    answer = served.ask("solve", body).json()
    assert answer["status"] == "found"
    claimed = [tuple(square) for square in answer["tour"]]
    assert verify(claimed, problem_of(body)).valid


def test_solve_with_every_wish(served: Served) -> None:
    body: dict[str, Any] = {
        "board": {"shape": [6, 6], "holes": [[0, 0], [0, 1]], "surface": "torus"},
        "piece": "zebra",
        "start": "a1",
        "clues": [{"square": "c4", "number": 2}],
        "forced": [["a1", "c4"]],
        "forbidden": [["a1", "d3"]],
        "seed": 3,
        "seconds": 8,
    }
    answer = served.ask("solve", body).json()
    assert answer["status"] == "found", answer
    assert verify(list(map(tuple, answer["tour"])), problem_of(body)).valid
    same = served.ask("solve", body).json()
    assert same["tour"] == answer["tour"]


def test_solve_says_why_not(served: Served) -> None:
    body = board(5, 5, start="b5")
    answer = served.ask("solve", body, "es").json()
    assert answer["status"] == "impossible"
    assert answer["certificate"]["kind"] == "colours"
    assert answer["certificate"]["reason"].startswith("Los colores")
    assert [square for square, mark in answer["marks"] if mark == "x"] == [[0, 1]]
    assert answer["legend"] == [
        ["o", "donde puede estar el número 1"],
        ["x", "donde lo pone la pista"],
    ]


# -- verify ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tour", ["a3 b1 c3", [[0, 0], [2, 1], [0, 2]], ["a3", [2, 1], "0,2"], "1 . 3\n. . .\n. 2 ."]
)
def test_verify_takes_tours_as_people_write_them(served: Served, tour: object) -> None:
    answer = served.ask("verify", board(3, 3, tour=tour)).json()
    assert answer["status"] == "invalid"
    unvisited = {tuple(p) for fault in answer["faults"] for p in fault["places"]}
    assert (1, 1) in unvisited


def test_verify_accepts_a_tour(served: Served) -> None:
    tour = served.ask("solve", board(6, 6, closed=True)).json()["tour"]
    answer = served.ask("verify", board(6, 6, closed=True, tour=tour), "es").json()
    assert answer["status"] == "valid"
    assert answer["message"].startswith("Válido")
    assert answer["faults"] == []
    other = served.ask("verify", board(6, 6, start="a6", tour=tour[1:] + tour[:1])).json()
    assert other["status"] == ("valid" if tour[1] == [0, 0] else "invalid")


# -- hints -----------------------------------------------------------------------------------------


@pytest.mark.slow
@each(
    "problem",
    [
        Problem("3x4"),
        Problem("3x4", end="a1"),
        Problem("3x4", clues={"a1": 7}),
        Problem("3x3", piece="king", closed=True),
        Problem("...\n.#.\n...", closed=True),
        Problem("1x2", piece="wazir", closed=True),
    ],
)
def test_a_beginning_can_be_finished_if_a_tour_begins_so(problem: Problem) -> None:
    """Against all tours: every beginning of them, and every step that leaves them."""
    graph, given = problem.graph(), problem.numbered()
    neighbours = [graph.neighbours(v) for v in range(problem.size)]
    tours = [*all_tours(neighbours, closed=problem.closed, clues=given)]
    beginnings = {tour[:k] for tour in map(tuple, tours) for k in range(len(tour) + 1)} | {()}
    numbers = {v: n for n, v in given.items()}

    def finished(order: tuple[int, ...]) -> Any:
        return finish(problem, [problem.place(v) for v in order], 5, 500)  # type: ignore[misc]

    for path in sorted(beginnings, key=lambda p: (len(p), p))[:150]:
        outcome = finished(path)
        assert isinstance(outcome, Found) == bool(tours)
        if isinstance(outcome, Found):
            squares: Any = [problem.place(v) for v in path]
            assert verify([*squares, *rest(outcome, squares)], problem).valid
        for vertex in set(neighbours[path[-1]] if path else ()) - set(path):
            further, number = (*path, vertex), len(path) + 1
            if given.get(number, vertex) != vertex or numbers.get(vertex, number) != number:
                with pytest.raises(InvalidProblem, match="cannot have number"):
                    finished(further)
                continue
            outcome = finished(further)
            assert isinstance(outcome, Found) == (further in beginnings)
            if isinstance(outcome, Impossible) and outcome.certificate.kind != "exhausted":
                smaller: Any = [problem.place(v) for v in further]
                assert outcome.certificate.check(rest_of(problem, smaller))


def test_candidates_have_the_exits_that_they_have() -> None:
    problem = Problem(5, start="a1")
    path = [(4, 0), (2, 1), (0, 0)]
    (only,) = candidates(problem, path, 5, 500)
    assert (only.square, only.exits) == ((1, 2), 5)
    assert candidates(problem, [], 5, 500) == []


def test_three_strengths(served: Served) -> None:
    body = board(5, 5, path=["a1", "b3"])
    weak = served.ask("hint", {**body, "strength": 1}).json()
    assert weak == {
        "caballero": 1,
        "status": "hint",
        "finishable": True,
        "message": "From here the tour can still be finished.",
        "short": "From here the tour can still be finished.",
    }
    middle = served.ask("hint", {**body, "strength": 2}).json()
    assert [one["exits"] for one in middle["candidates"]] == [1, 3, 3, 3, 3]
    assert middle["candidates"][0]["name"] == "a5"
    assert "move" not in middle
    strong = served.ask("hint", {**body, "strength": 3}).json()
    assert strong["move"] == strong["rest"][0] == [0, 0]
    assert strong["why"] == (
        "Try a5. Of the squares from which the tour can be finished, it has the fewest exits (1)."
    )
    tour = [[4, 0], [2, 1], *strong["rest"]]
    assert served.ask("verify", board(5, 5, tour=tour)).json()["status"] == "valid"


def test_a_lost_game_is_explained(served: Served) -> None:
    body = board(5, 5, path=["a1", "b3", "c5", "d3"], strength=3)
    answer = served.ask("hint", body, "es").json()
    assert answer["finishable"] is False
    assert answer["message"].startswith("Desde aquí el recorrido ya no se puede terminar. ")
    assert answer["certificate"]["reason"] in answer["message"]
    marks = {mark for _, mark in answer["marks"]}
    assert marks
    reported = {mark for letters, _ in answer["legend"] for mark in letters.split("–")}
    assert reported <= marks
    assert all(meaning for _, meaning in answer["legend"])
    assert answer["move"] is None
    assert answer["rest"] == []
    lost = [one for one in answer["candidates"] if one["finishable"] is False]
    assert len(lost) == len(answer["candidates"]) > 0


@pytest.mark.parametrize(
    ("language", "left", "onward"),
    [
        ("en", "after d2, which is dark, the free squares (23)", "after e4, which is light, "),
        ("es", "después de d2, que es oscura, las casillas libres (23)", "de e4, que es clara, "),
    ],
)
def test_a_reason_is_about_what_the_player_sees(
    served: Served, language: str, left: str, onward: str
) -> None:
    """The rest of the tour is a problem of its own, but its numbers and ends are not seen."""
    body = board(5, 5, path=["b1", "d2"], strength=2)
    answer = served.ask("hint", body, language).json()
    assert left in answer["message"]
    assert answer["certificate"]["reason"] in answer["message"]
    assert [line["text"] for line in answer["argument"]] == [answer["certificate"]["reason"]]
    assert answer["argument"][0]["marks"] == answer["marks"]
    e4 = next(one for one in answer["candidates"] if one["name"] == "e4")
    assert f"{onward}" in e4["message"]
    assert "(22)" in e4["message"]


def test_clues_far_ahead_keep_their_numbers(served: Served) -> None:
    clues = [{"square": "h8", "number": 5}]
    body = board(8, 8, path=["a1", "b3", "a5"], clues=clues, strength=1)
    answer = served.ask("hint", body).json()
    assert answer["finishable"] is False
    assert "Number 3 at a5 and number 5 at h8 are 2 moves apart" in answer["message"]
    body = board(8, 8, path=["c1", "b3"], end="a1", strength=1)
    answer = served.ask("hint", body).json()
    assert "from b3 (number 2) on" in answer["message"]
    assert "a1 has the wrong colour for number 64." in answer["message"]
    assert dict(answer["legend"])["o"] == "where number 64 can be"


def test_a_complete_tour_is_recognized(served: Served) -> None:
    tour = served.ask("solve", board(5, 5)).json()["tour"]
    answer = served.ask("hint", board(5, 5, path=tour, strength=3)).json()
    assert answer["message"] == "The tour is complete."
    assert (answer["move"], answer["candidates"]) == (None, [])


# -- counts ----------------------------------------------------------------------------------------


def test_count(served: Served) -> None:
    answer = served.ask("count", board(3, 7, directed=True), "es").json()
    assert answer["count"] == str(int(count_tours("3x7", directed=True)))
    assert answer["directed"] is True
    assert answer["convention"].startswith("Recorridos abiertos")
    classes = served.ask("count", board(6, 6, closed=True, up_to_symmetry=True)).json()
    assert classes["count"] == "1245"


def test_known(served: Served) -> None:
    answer = served.ask("known", board(8, 8, closed=True)).json()
    assert {"13267364410532", "33439123484294"} <= {one["count"] for one in answer["known"]}
    assert [one["refuted"] for one in answer["known"]][-1] is True
    assert {one["up_to_symmetry"] for one in answer["known"]} == {False, True}
    assert {one["directed"] for one in answer["known"]} == {False}
    assert ["quarter-turn"] in [
        one["kinds"] for one in served.ask("known", board(6, 6, closed=True)).json()["known"]
    ]
    assert served.ask("known", board(7, 11, piece="zebra")).json()["known"] == []


# -- trees -----------------------------------------------------------------------------------------


def test_the_tree_of_a_search(served: Served) -> None:
    """The whole one; and below a folded branch, which keeps its counts."""
    body = board(6, 6, start="a1", order="granada")
    tree = search_tree(Problem(6, start="a1"), order="granada")
    answer = served.ask("tree", body).json()
    branches = answer["branches"]
    assert answer["status"] == "tree"
    assert [one["name"] for one in branches] == [one.name for one in tree.branches]
    assert [one["hidden"] for one in branches] == tree.hidden()
    folded = max(range(len(branches)), key=tree.hidden().__getitem__)
    below = list(tree.path(folded))
    opened = served.ask("tree", {**body, "below": below}).json()["branches"]
    assert [one["name"] for one in opened[: len(below)]] == below
    inside = opened[len(below) - 1]
    assert (inside["nodes"], inside["ends"]) == (
        branches[folded]["nodes"],
        branches[folded]["ends"],
    )
    assert inside["hidden"] == 0 < branches[folded]["hidden"]


# -- traces ----------------------------------------------------------------------------------------


METHODS = ["naive", "backtracking", "warnsdorff", "warnsdorff-backtracking", "branch-and-bound"]


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def trace_events(served: Served, body: dict[str, Any]) -> list[tuple[str, Any]]:
    with served.client.stream("POST", "/api/trace", json=body) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        return list(events_of(stream.iter_lines()))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_trace_is_that_of_the_library(served: Served, method: str) -> None:
    body = board(5, 5, start="c3", method=method, order="granada", limit=5000)
    events = trace_events(served, body)
    steps = [step for name, batch in events if name == "steps" for step in batch]
    problem = Problem(5, start="c3")
    rule = "warnsdorff" if method == "warnsdorff-backtracking" else method
    backtrack = method != "warnsdorff"
    expected = []
    for event in trace(problem, rule, order="granada", backtrack=backtrack):
        expected.append([str(event.kind), event.depth, event.nodes])
        if len(expected) == 5000:
            break
    assert [[step["kind"], step["depth"], step["nodes"]] for step in steps] == expected
    sizes = [len(batch) for name, batch in events if name == "steps"]
    assert all(size <= bounds.BATCH for size in sizes)  # a slow machine sends them sooner
    assert [name for name, _ in events].count("end") == 1
    name, end = events[-1]
    assert name == "end"
    assert end["kind"] == (expected[-1][0] if len(expected) < 5000 else "stopped")


def test_a_trace_can_be_repeated(served: Served) -> None:
    """The steps are enough to know the path at any of them."""
    path: list[list[int]] = []
    events = trace_events(served, board(5, 5, start="a1"))
    steps = [step for name, batch in events if name == "steps" for step in batch]
    times = [step["microseconds"] for step in steps]
    assert 0 <= times[0] <= times[-1] > 0
    assert times == sorted(times)
    for step in steps:
        if step["kind"] == "place":
            path.append(step["square"])
        elif step["kind"] == "step-back":
            assert path.pop() == step["square"]
        assert len(path) == step["depth"]
    assert verify(list(map(tuple, path)), Problem(5)).valid


@pytest.mark.parametrize(("strategy", "bounded"), [("lifo", "none"), ("fifo", "ahead")])
def test_a_trace_of_branch_and_bound(served: Served, strategy: str, bounded: str) -> None:
    """The path is sent where it jumps; the best, the bound and the counts are the library's."""
    how = {"strategy": strategy, "bounded": bounded}
    body = board(3, 4, start="a3", method="branch-and-bound", **how)
    events = trace_events(served, body)
    steps = [step for name, batch in events if name == "steps" for step in batch]
    path: list[list[int]] = []
    known = trace(Problem("3x4", start="a3"), "branch-and-bound", **how)  # type: ignore[arg-type]
    for step, event in zip(steps, known, strict=True):
        path = step.get("path", path)
        assert path == list(map(list, event.path))
        standing = event.standing
        assert standing is not None
        best = None if isinf(standing.best) else standing.best
        assert (step["standing"]["best"], step["standing"]["bound"]) == (best, standing.bound)
        assert step["standing"]["cut"] == standing.cut
    assert events[-1][1]["kind"] == "solution"
    # A client that skips steps knows their last path.
    whole = path
    rest = trace_events(served, {**body, "skip": 9})[0][1]
    assert [untimed(step) for step in rest] == [untimed(step) for step in steps[9 : 9 + len(rest)]]
    assert verify(list(map(tuple, whole)), Problem("3x4")).valid


@pytest.mark.slow
def test_a_trace_continues_where_it_stopped(served: Served) -> None:
    """Skipped steps and sent steps together are those of one search."""
    body = board(5, 5, start="a1", order="puc")
    events = trace_events(served, body)
    steps = [step for name, batch in events if name == "steps" for step in batch]
    for skip, limit in ((0, 150), (150, 50), (201, 10_000), (len(steps) - 1, 7)):
        events = trace_events(served, {**body, "skip": skip, "limit": limit})
        part = [step for name, batch in events if name == "steps" for step in batch]
        assert [untimed(step) for step in part] == [
            untimed(step) for step in steps[skip : skip + limit]
        ]
        ended = skip + limit >= len(steps)
        assert events[-1][1]["kind"] == ("solution" if ended else "stopped")


@pytest.mark.slow
def test_only_the_end_of_a_trace(served: Served) -> None:
    ((name, end),) = trace_events(
        served, board(5, 5, start="a1", order="puc", skip=100_000, limit=1)
    )
    assert (name, end["kind"], end["nodes"]) == ("end", "solution", last_of("puc").nodes)
    # After these steps this search is not over yet.
    events = trace_events(served, board(8, 8, start="a1", skip=5_000, limit=1))
    assert [name for name, _ in events] == ["steps", "end"]
    assert events[-1][1]["kind"] == "stopped"


def last_of(order: str) -> Event:
    return list(trace(Problem(5, start="a1"), order=order))[-1]


def untimed(step: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in step.items() if key != "microseconds"}


# -- the longest path ------------------------------------------------------------------------------


def test_how_far_one_gets_without_a_tour(served: Served) -> None:
    path = served.ask("longest", {"board": {"shape": [4, 4]}}).json()
    assert (path["status"], path["visited"], path["bound"]) == ("longest", 15, 15)
    assert path["optimal"]
    assert len(path["squares"]) == 15
    ring = {"board": {"shape": [1, 3]}, "closed": True}
    none = served.ask("longest", ring, "es").json()
    assert (none["visited"], none["message"]) == (0, "No hay ningún camino cerrado.")
    begun = {"clues": [{"square": "a1", "number": 1}, {"square": "b3", "number": 2}]}
    path = served.ask("longest", {"board": {"shape": [3, 3]}, **begun}).json()
    assert path["message"] == "The longest path that begins like this visits 8 of the 9 squares."
    early = served.ask("longest", {"board": {"shape": [9, 9]}, "closed": True, "seconds": 0.001})
    assert early.status_code == 504 or early.json()["visited"] <= early.json()["bound"] <= 80


# -- the rest --------------------------------------------------------------------------------------


def test_about(served: Served) -> None:
    reply = served.client.get("/api/about").json()
    assert (reply["status"], reply["languages"]) == ("ready", ["en", "es"])
    assert reply["addresses"] == []  # only this machine reaches it


def test_the_page_learns_the_addresses_for_others() -> None:
    with running(addresses=["http://10.0.0.7:8864/"]) as server:
        assert server.client.get("/api/about").json()["addresses"] == ["http://10.0.0.7:8864/"]


def test_the_schema_describes_every_bound(served: Served) -> None:
    schema = served.client.get("/api/openapi.json").json()
    assert set(schema["paths"]) == {
        f"/api/{name}"
        for name in (
            *("about", "count", "hint", "known", "longest", "picture", "puzzle", "puzzle/hint"),
            *("solve", "statistics", "trace", "tree", "verify"),
        )
    }
    models = schema["components"]["schemas"]
    assert models["SolveRequest"]["x-most-squares"] == bounds.SOLVE_SQUARES
    assert models["CountRequest"]["x-most-squares"] == bounds.MOST_SQUARES["count"]
    assert models["HintRequest"]["x-most-squares"] == bounds.MOST_SQUARES["hint"]
    assert models["TraceRequest"]["properties"]["limit"]["maximum"] == bounds.STEPS
    assert models["SolveRequest"]["properties"]["seconds"]["maximum"] == bounds.SEARCH_SECONDS
    assert all(
        models[name]["additionalProperties"] is False for name in models if name.endswith("Request")
    )
    for path, operations in schema["paths"].items():
        if path != "/api/about":
            assert {"408", "413", "422", "429", "504"} <= set(operations["post"]["responses"])


def test_the_page_and_its_files(served: Served) -> None:
    page = served.client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    total = len(page.content)
    picture = f"{served.client.base_url}static/icons/share.png"
    assert f'"og:image" content="{picture}"' in page.text  # other sites want a whole address
    for name in ("app.js", "board/board.js", "words/es.json", "style.css", "icon.svg"):
        file = served.client.get(f"/static/{name}")
        assert file.status_code == 200
        kinds = {
            "js": "text/javascript",
            "json": "application/json",
            "css": "text/css",
            "svg": "image/svg+xml",
        }
        assert file.headers["content-type"].startswith(kinds[name.rpartition(".")[2]])
        total += len(file.content)
        for text in (page.text, file.text):
            links = text.replace("http://www.w3.org/2000/svg", "").replace(picture, "")
            assert "http://" not in links
            assert "https://" not in links
    assert total < 111_000
    icon = served.client.get("/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")


def test_what_a_browser_has_is_not_sent_again(served: Served) -> None:
    for name in ("static/style.css", "static/play/play.js"):
        first = served.client.get(name)
        again = served.client.get(name, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = served.client.get(name, headers={"If-None-Match": '"another"'})
        assert other.content == first.content


def test_a_client_that_prefers_it_is_refused_quietly(served: Served) -> None:
    body = board(5, 5, tour="1 2\n3 €")
    for prefer, status in (("", 422), ("status=200", 200), ("respond-async", 422)):
        answer = served.ask("verify", body, headers={"Prefer": prefer})
        assert (answer.status_code, answer.json()["status"]) == (status, "refused")
        assert answer.headers.get("Preference-Applied") == (prefer if status == 200 else None)


def test_nothing_is_left_over() -> None:
    """Every file is linked from another one, and every link leads to a file."""
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    linked = {STATIC / "index.html", STATIC / "site" / "sw.js"}  # which is written beside it
    linked.update(STATIC / view / f"{view}.js" for view in VIEWS)  # by name
    linked.update((STATIC / "words").glob("*.json"))  # fetched by name
    linked.update((STATIC / "icons").iterdir())  # some are named by the manifest
    linked.add(STATIC / "site" / "alone.js")  # of the page in one file
    linked.add(STATIC / "desk" / "desk.js")  # by name, as the views are
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        for name in re.findall(r'(?:from|import\() ?"(\.[^"]+)"', text):
            linked.add((path.parent / name).resolve())
        linked.update(
            (path.parent / name).resolve()
            for name in re.findall(r'new URL\("([^"]+[.]js(?:on)?)"', text)
        )
        linked.update(STATIC / name for name in re.findall(r'="static/([^"]+)"', text))
    bundled = {path for path in linked.union(files) if path.parent == STATIC / "vendor"}
    assert linked - bundled == set(files) - bundled
