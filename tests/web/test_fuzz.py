"""The API against its own description: what the schema allows, what it does not, what makes sense.

The examples are always the same ones, so a failure can be looked at again.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance

from caballero import Board, find_tour
from caballero.machine.errors import CaballeroError
from caballero.web import bounds
from caballero.web.app import make_app
from web.served import Served, running

DESCRIPTION = make_app().openapi()
API = schemathesis.openapi.from_dict(DESCRIPTION)
KEY = "key"
RACES = schemathesis.openapi.from_dict(make_app(race=KEY).openapi()).include(
    path_regex="^/api/race/"
)

# Values at their limits are for the night: to make them takes each process seconds.
NIGHT = settings.get_current_profile_name() == "nightly"
API.config.phases.coverage.enabled = RACES.config.phases.coverage.enabled = NIGHT

same = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


# A square that is not on the board is allowed by the schema, and refused; and to give up is an
# answer, too, with the status 504.
OTHERWISE: Any = [positive_data_acceptance, not_a_server_error]


@API.hook
def map_body(context: schemathesis.HookContext, body: Any) -> Any:
    """Make valid requests small and quick; leave others as they are."""
    if isinstance(body, dict):
        board = body.get("board")
        sides = board.get("shape") if isinstance(board, dict) else None
        if isinstance(sides, list) and all(isinstance(side, int) for side in sides):
            small = [side % 7 + 1 if 7 < side <= bounds.SOLVE_SQUARES else side for side in sides]
            body["board"] = {**body["board"], "shape": small}
        for name, less, most in (
            ("seconds", 0.1, bounds.SEARCH_SECONDS),
            ("limit", 300, bounds.STEPS),
        ):
            value = body.get(name)
            if isinstance(value, int | float) and less < value <= most:
                body[name] = less
    return body


def sense_only(context: Any, response: Any, case: schemathesis.Case[Any]) -> None:
    """A well-formed request is not refused for its form, though it may be contradictory."""
    allowed = case.meta is not None and case.meta.generation.mode.is_positive
    assert response.status_code < 500 or response.status_code == 504, response.text
    if allowed and response.status_code == 422:
        assert response.json()["code"] not in {"web-form", "web-json"}, response.text


@pytest.mark.slow
@API.parametrize()
@settings(same, max_examples=10)
def test_every_answer_is_as_described(case: schemathesis.Case[Any], served: Served) -> None:
    case.call_and_validate(
        base_url=served.address.rstrip("/"),
        excluded_checks=OTHERWISE,
        additional_checks=[sense_only],
    )


@RACES.hook("map_body")
def with_key(context: schemathesis.HookContext, body: Any) -> Any:
    """Let half of those lead who have a key."""
    if isinstance(body, dict) and isinstance(body.get("key"), str) and len(body["key"]) % 2 == 0:
        body["key"] = KEY
    return map_body(context, body)


@pytest.fixture(scope="module")
def racing() -> Iterator[Served]:
    with running(race=KEY) as server:
        yield server


@pytest.mark.slow
@RACES.parametrize()
@settings(same, max_examples=25)
def test_every_answer_about_a_race_is_as_described(
    case: schemathesis.Case[Any], racing: Served
) -> None:
    case.call_and_validate(
        base_url=racing.address.rstrip("/"),
        excluded_checks=OTHERWISE,
        additional_checks=[sense_only],
    )


def test_whole_numbers_may_have_a_point(served: Served) -> None:
    """JSON knows one kind of numbers, and so does its schema."""
    payload = {"board": {"shape": [5, 5], "holes": [[0, 1]]}, "start": [0, 0], "seed": 1}
    body = '{"board": {"shape": [5.0, 5], "holes": [[0.0, 1e0]]}, "start": [0.0, 0], "seed": 1.0}'
    headers = {"Content-Type": "application/json"}
    written = served.client.post("/api/solve", content=body, headers=headers).json()
    assert written["status"] == "impossible"
    assert written["certificate"] == served.ask("solve", payload).json()["certificate"]
    assert served.refused("solve", {"board": {"shape": [5.5, 5]}})[1] == "web-form"


# -- requests that make sense ----------------------------------------------------------------------

PIECES = st.sampled_from(["knight", "king", "zebra", "2,3", "wazir+2,1"])


SENSIBLE_CODES = ("web-no-tour", "web-puzzle-level")
"""What the server itself says about a request that makes sense."""


def clue_of(board: Board, written: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A number for a square."""
    return st.fixed_dictionaries({"square": written, "number": st.integers(1, board.size)})


@st.composite
def sensible(draw: st.DrawFn, path: str) -> dict[str, Any]:
    """A request about a small board, and squares that are on it."""
    flat, deep = [1, 2, 3, 4, 5, 6], [1, 2, 3, 4]  # 64 squares at most
    shape = [
        draw(st.sampled_from(side)) for side in draw(st.sampled_from([[flat] * 2, [deep] * 3]))
    ]
    board = Board(tuple(shape))
    squares = st.sampled_from(list(board))
    written = squares.map(list) | squares.map(board.square_name)
    payload: dict[str, Any] = {
        "board": {"shape": shape, "holes": draw(st.lists(squares.map(list), max_size=2))},
        "piece": draw(PIECES),
        "closed": draw(st.booleans()),
        "start": draw(st.none() | written),
    }
    moves = st.lists(st.lists(written, min_size=2, max_size=2), max_size=2)
    name = path.removeprefix("/api/")
    if name in {"solve", "longest", "count", "hint", "tree"}:
        payload["seconds"] = 0.1
        payload["end"] = draw(st.none() | written)
        payload["clues"] = draw(st.lists(clue_of(board, written), max_size=2))
    if name == "puzzle/hint":
        payload |= {"clues": draw(st.lists(clue_of(board, written), max_size=4))}
    if name == "puzzle":
        del payload["start"]
        payload |= {
            "kind": draw(st.sampled_from(["numbers", "zip"])),
            "level": draw(st.sampled_from([None, "easy", "hard"])),
            "symmetric": draw(st.booleans()),
            "seed": draw(st.integers(0, 99)),
            "seconds": 0.5,
        }
    if name in {"solve", "count"}:
        payload |= {"forced": draw(moves), "forbidden": draw(moves)}
    if name == "hint":
        payload |= {
            "path": draw(st.lists(written, max_size=4)),
            "strength": draw(st.integers(1, 3)),
        }
    if name == "trace":
        payload |= {
            "limit": draw(st.integers(1, 200)),
            "order": draw(st.sampled_from([None, "puc"])),
            "method": draw(st.sampled_from(["backtracking", "branch-and-bound"])),
            "bounded": draw(st.sampled_from(["none", "made", "ahead"])),
        }
    if name in {"verify", "statistics", "picture"}:
        payload |= {"board": {"shape": shape}, "start": None}
        payload["tour"] = draw(st.lists(written, max_size=9))
        try:
            tour = find_tour(board, piece=payload["piece"], closed=payload["closed"])
        except CaballeroError:
            tour = None
        if tour is not None and draw(st.integers(0, 3)):
            payload["tour"] = [list(square) for square in tour.squares]
    if name == "picture":
        payload |= {"format": draw(st.sampled_from(["svg", "png", "gif"])), "width": 60}
    return payload


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in DESCRIPTION["paths"] if path != "/api/about"])
def test_what_makes_sense_is_answered(path: str, served: Served) -> None:
    statuses: set[int] = set()

    @given(payload=sensible(path), lang=st.sampled_from(["en", "es"]))
    @settings(same, max_examples=10)
    def ask(payload: dict[str, Any], lang: str) -> None:
        case = API[path]["POST"].Case(body=payload, query={"lang": lang})
        response = case.call(base_url=served.address.rstrip("/"))
        case.validate_response(response, excluded_checks=OTHERWISE)
        assert response.status_code in {200, 422, 504}, response.text
        if response.status_code == 422:
            code = response.json()["code"]
            assert not code.startswith("web-") or code in SENSIBLE_CODES, response.text
        statuses.add(response.status_code)

    ask()
    assert 200 in statuses
