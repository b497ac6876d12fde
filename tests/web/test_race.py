"""A race: what the teacher and the pupils are told, and what hostile clients are refused."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from caballero import Problem, find_tour
from caballero.web import bounds
from caballero.web.race import Race, is_finished
from caballero.web.refusals import Refused
from naive import all_tours
from web.served import Served, running

KEY = "the key of the teacher"
SMALL: dict[str, Any] = {"board": {"shape": [3, 4]}}
TOUR = [list(square) for square in find_tour("3x4").squares]


@pytest.fixture(scope="module")
def racing() -> Iterator[Served]:
    with running(race=KEY) as server:
        yield server


def opened(racing: Served, **more: object) -> int:
    answer = racing.ask("race/open", {**SMALL, "key": KEY, **more}).json()
    assert answer["status"] == "open"
    return int(answer["round"])


def lead(racing: Served, act: str = "look", **more: str) -> dict[str, Any]:
    answer: dict[str, Any] = racing.ask("race/lead", {"key": KEY, "act": act, **more}).json()
    return answer


def join(racing: Served, name: str) -> str:
    return str(racing.ask("race/join", {"name": name}).json()["pupil"])


def order(seen: dict[str, Any]) -> list[tuple[str, int]]:
    return [(pupil["name"], pupil["number"]) for pupil in seen["pupils"]]


def test_a_race(racing: Served) -> None:
    number = opened(racing)
    ana, ben = join(racing, "Ana"), join(racing, "  Ben \t B.  ")
    seen = racing.ask("race/look", {"pupil": ben}).json()
    assert seen["own"] == {"name": "Ben B.", "path": [], "finished": None, "place": 1}
    assert "problem" not in seen  # all see the board at the same time

    assert lead(racing, "start")["status"] == "running"
    seen = racing.ask("race/look", {"pupil": ana}).json()
    assert seen["problem"]["board"]["shape"] == [3, 4]
    assert "pupils" not in seen
    racing.ask("race/move", {"pupil": ana, "round": number, "path": TOUR[:3]})
    racing.ask("race/move", {"pupil": ben, "round": number, "path": TOUR[:7]})
    assert order(lead(racing)) == [("Ben B.", 7), ("Ana", 3)]
    racing.ask("race/move", {"pupil": ben, "round": number, "path": []})
    assert order(lead(racing)) == [("Ana", 3), ("Ben B.", 0)]

    own = racing.ask("race/move", {"pupil": ben, "round": number, "path": TOUR}).json()["own"]
    assert own["place"] == 1
    assert 0 < own["finished"] <= lead(racing)["seconds"]
    again = racing.ask("race/move", {"pupil": ben, "round": number, "path": TOUR[:2]}).json()["own"]
    assert again == own  # who has finished stays so
    assert racing.ask("race/look", {"pupil": ana}).json()["own"]["place"] == 2

    assert lead(racing, "end")["status"] == "over"
    late = {"pupil": ana, "round": number, "path": TOUR}
    assert racing.refused("race/move", late)[:2] == (409, "web-race-rests")
    assert lead(racing)["seconds"] == lead(racing)["seconds"]


def test_the_next_race_has_the_same_pupils_or_others(racing: Served) -> None:
    first = opened(racing)
    ana = join(racing, "Ana")
    lead(racing, "start")
    racing.ask("race/move", {"pupil": ana, "round": first, "path": TOUR})
    second = opened(racing, again=True, start="a1")
    lead(racing, "start")
    assert racing.refused("race/move", {"pupil": ana, "round": first, "path": TOUR})[0] == 409
    own = racing.ask("race/look", {"pupil": ana}).json()["own"]
    assert own == {"name": "Ana", "path": [[2, 0]], "finished": None, "place": 1}
    late = racing.ask("race/join", {"name": "Late"}).json()
    assert (late["own"]["path"], late["round"]) == ([[2, 0]], second)
    opened(racing)
    assert lead(racing)["pupils"] == []
    assert racing.refused("race/look", {"pupil": ana})[:2] == (404, "web-race-pupil")


def test_a_closed_race_is_not_finished_by_an_open_tour(racing: Served) -> None:
    king = {"board": {"shape": [2, 3]}, "piece": "king", "closed": True}
    number = opened(racing, **king)
    ana = join(racing, "Ana")
    lead(racing, "start")
    path = [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]]
    move = {"pupil": ana, "round": number}
    answer = racing.ask("race/move", {**move, "path": path}).json()
    assert (answer["own"]["path"], answer["own"]["finished"]) == (path, None)
    path = [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [1, 0]]
    assert racing.ask("race/move", {**move, "path": path}).json()["own"]["finished"] is not None


# -- refusals --------------------------------------------------------------------------------------


def test_without_a_key_there_are_no_races(served: Served) -> None:
    for path in ("open", "lead", "join", "look", "move"):
        assert served.refused(f"race/{path}", {"key": KEY})[:2] == (404, "web-not-found")
    assert served.client.get("/race").status_code == 404


def test_the_short_address_leads_to_the_race(racing: Served) -> None:
    answer = racing.client.get("/race")
    assert (answer.status_code, answer.headers["location"]) == (307, "/#race")


@pytest.mark.parametrize("key", ["", "ñ", KEY[:-1], KEY + " ", "x" * 64])
def test_only_the_key_leads(racing: Served, key: str) -> None:
    opened(racing)
    join(racing, "Ana")
    for path, body in (
        ("open", {**SMALL, "key": key}),
        ("lead", {"key": key}),
        *(("lead", {"key": key, "act": act}) for act in ("start", "end")),
        ("lead", {"key": key, "act": "remove", "name": "Ana"}),
    ):
        assert racing.refused(f"race/{path}", body)[:2] == (403, "web-race-key")
    seen = lead(racing)
    assert (seen["status"], order(seen)) == ("open", [("Ana", 0)])
    assert "Ana" not in racing.ask("race/look", {}).text


@pytest.mark.parametrize(
    "name", ["", "   ", "a\u202eb", "a\u0000b", "a\u200bb", "\ufdfa" * 3, "x" * (bounds.NAME + 1)]
)
def test_names_that_are_none(racing: Served, name: str) -> None:
    opened(racing)
    status, code, english = racing.refused("race/join", {"name": name})
    assert (status, code) == (422, "web-race-name")
    assert racing.refused("race/join", {"name": name}, "es")[2] != english
    assert lead(racing)["pupils"] == []


def test_a_name_is_taken_once_in_any_case(racing: Served) -> None:
    opened(racing)
    join(racing, "Ana María")
    for name in ("ana maría", "ANA  MARI\u0301A", " Ana María "):
        assert racing.refused("race/join", {"name": name})[:2] == (409, "web-race-taken")
    lead(racing, "remove", name="Ana María")
    assert lead(racing)["pupils"] == []
    join(racing, "ana maría")
    lead(racing, "remove", name="Ben")
    assert order(lead(racing)) == [("ana maría", 0)]


@pytest.mark.slow
def test_a_thousand_pupils_at_once(racing: Served) -> None:
    opened(racing)
    with ThreadPoolExecutor(16) as crowd:
        names = [f"pupil {n}" for n in range(1000)]
        answers = [*crowd.map(lambda name: racing.ask("race/join", {"name": name}), names)]
    joined = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(joined) == len({one["pupil"] for one in joined}) == bounds.PUPILS
    assert {answer.status_code for answer in answers} == {200, 409}
    assert len(lead(racing)["pupils"]) == bounds.PUPILS


def test_malformed_requests(racing: Served) -> None:
    opened(racing)
    for path, body, code in (
        ("open", {"key": KEY, "board": {"shape": [21, 20]}}, "web-squares"),
        ("open", {**SMALL, "key": KEY, "start": "z9"}, "square-outside"),
        ("join", {"name": "x" * 101}, "web-form"),
        ("move", {"pupil": "x", "round": 1, "path": [[0, 0]] * 401}, "web-form"),
    ):
        assert racing.refused(f"race/{path}", body)[:2] == (422, code)


def test_what_is_foreign_never_reaches_the_race(racing: Served) -> None:
    foreign = racing.ask("race/join", {"name": "A"}, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
    named = racing.ask("race/join", {"name": "A"}, headers={"Host": "evil.example"})
    assert named.status_code == 400


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ([[0, 0], [0, 1]], "fault-step"),
        ([[0, 0], [1, 2], [0, 0]], "fault-square-twice"),
        ([[5, 5]], "square-outside"),
        (["a1", "z9"], "square-outside"),
        ([[0, 0, 0]], "square-outside"),
        ([*TOUR, TOUR[0]], "fault-number-range"),
    ],
)
def test_moves_that_break_a_rule(racing: Served, path: list[Any], code: str) -> None:
    number = opened(racing)
    ana = join(racing, "Ana")
    move = {"pupil": ana, "round": number, "path": path}
    assert racing.refused("race/move", move)[:2] == (409, "web-race-rests")
    lead(racing, "start")
    status, refused, english = racing.refused("race/move", move)
    assert (status, refused) == (422, code)
    assert racing.refused("race/move", move, "es")[2] != english
    assert racing.refused("race/move", {**move, "pupil": "x"})[:2] == (404, "web-race-pupil")
    assert order(lead(racing)) == [("Ana", 0)]


def test_before_a_race_no_pupil_joins() -> None:
    with running(race=KEY) as server:
        assert server.ask("race/look", {}).json()["status"] == "none"
        assert lead(server)["status"] == "none"
        for path, body in (
            ("join", {"name": "Ana"}),
            ("lead", {"key": KEY, "act": "start"}),
            ("lead", {"key": KEY, "act": "end"}),
        ):
            assert server.refused(f"race/{path}", body)[:2] == (409, "web-race-none")


# -- the judgement and the order, against naive ones -----------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("3x4"),
        Problem("3x4", start="a1"),
        Problem("2x3", piece="king", closed=True),
        Problem("2x3", piece="king", end="a1"),
    ],
    ids=str,
)
def test_a_path_is_judged_as_the_list_of_all_paths_does(problem: Problem) -> None:
    """Every list of three squares, and every tour."""
    neighbours = [problem.graph().neighbours(v) for v in range(problem.size)]
    given = problem.numbered()
    squares = [problem.board.square(v) for v in range(problem.size)]

    def breaks_a_rule(line: tuple[int, ...]) -> bool:
        return any(b not in neighbours[a] for a, b in pairwise(line)) or any(
            (number <= len(line) and line[number - 1] != v)
            or (v in line and line.index(v) + 1 != number)
            for number, v in given.items()
        )

    for line in permutations(range(problem.size), 3):
        path = [squares[v] for v in line]
        if breaks_a_rule(line):
            with pytest.raises(Refused):
                is_finished(problem, path)
        else:
            assert not is_finished(problem, path)
    tours = [*all_tours(neighbours, closed=problem.closed, clues=given)]
    assert tours
    for tour in tours:
        assert is_finished(problem, [squares[v] for v in tour])


@dataclass
class Clock:
    """A clock that goes on by one at each look."""

    now: float = field(default=0.0)

    def __call__(self) -> float:
        self.now += 1
        return self.now


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 12)), max_size=30))
def test_the_order_is_that_of_a_naive_referee(moves: list[tuple[int, int]]) -> None:
    """Who finished first; then who has more squares; then who had them first."""
    race = Race(KEY, Clock())
    race.open(SMALL)
    tokens = [race.join(f"pupil {n}") for n in range(5)]
    race.start()
    paths = dict.fromkeys(range(5), (0, 0))  # squares, and when
    finished: list[int] = []
    for time, (n, count) in enumerate(moves, 1):
        race.move(tokens[n], 1, [tuple(square) for square in TOUR[:count]], finished=count == 12)
        if n not in finished:
            paths[n] = (count, time)
            finished += [n] if count == 12 else []
    others = sorted(set(range(5)) - set(finished), key=lambda n: (-paths[n][0], paths[n][1]))
    told = race.all_of_it()["pupils"]
    assert [pupil["name"] for pupil in told] == [f"pupil {n}" for n in (*finished, *others)]
    assert [pupil["finished"] is not None for pupil in told] == [
        n in finished for n in (*finished, *others)
    ]
    for place, pupil in enumerate(told, 1):
        n = int(pupil["name"].removeprefix("pupil "))
        # Those without a move share a place.
        shared = 1 + len(finished) + sum(paths[m][0] > 0 for m in others)
        own = race.own_part(tokens[n])["own"]["place"]
        assert own == (shared if paths[n] == (0, 0) else place)
