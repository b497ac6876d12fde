"""What Python answers in a browser: the same as the server."""

import json
from typing import Any

import pytest

from caballero.web import browser
from caballero.web.worker import TASKS
from web.served import Served

KNIGHT = {"board": {"shape": [5, 5], "holes": [], "surface": "flat"}, "piece": "knight"}
TOUR = "1 4 7 10\n12 9 2 5\n3 6 11 8"
BOARD = {"board": {"shape": [3, 4]}}
CLUES = [{"square": "a3", "number": 1}, {"square": "c3", "number": 3}]

REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("hint", {**KNIGHT, "path": [[0, 0]], "strength": 2}),
    ("hint", {**KNIGHT, "path": [[0, 1]]}),
    ("hint", {**KNIGHT, "path": [[0, 0], [0, 1]]}),
    ("solve", {"board": {"shape": [4, 4]}}),
    ("count", BOARD),
    ("count", {"board": {"shape": [9, 9]}}),
    ("known", {"board": {"shape": [3, 8]}}),
    ("verify", {**BOARD, "tour": TOUR}),
    ("statistics", {**BOARD, "tour": TOUR}),
    ("statistics", {**BOARD, "tour": "1 2"}),
    ("puzzle", {"board": {"shape": [3, 3]}, "piece": "wazir", "level": "easy"}),
    ("puzzle", {"board": {"shape": [11, 11]}}),
    ("puzzle/hint", {"board": {"shape": [3, 3]}, "piece": "wazir", "clues": CLUES}),
]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("path", "body"), REQUESTS)
def test_the_browser_answers_as_the_server(
    served: Served, path: str, body: dict[str, Any], language: str
) -> None:
    here = json.loads(browser.answer(path, json.dumps(body), language))
    there = served.ask(path, body, language).json()
    for answer in (here, there):
        answer.get("stats", {}).pop("seconds", None)
    assert here == there


@pytest.mark.parametrize("skip", [0, 30, 2_500])
def test_a_trace_is_that_of_the_server(served: Served, skip: int) -> None:
    body = {"board": {"shape": [5, 5]}, "method": "backtracking", "limit": 250, "skip": skip}
    streamed = []
    for event in served.ask("trace", body).text.split("\n\n")[:-1]:
        name, data = event.split("\n")
        streamed.append([name.removeprefix("event: "), json.loads(data.removeprefix("data: "))])
    sent = [json.loads(message) for message in browser.trace_messages(json.dumps(body), "en")]
    assert _steps(sent) == _steps(streamed)
    assert sent[-1][0] == "end"
    assert [name for name, _ in sent[:-1]] == ["steps"] * (len(sent) - 1)


def _steps(messages: list[Any]) -> list[dict[str, Any]]:
    """All steps, without the times."""
    steps: list[dict[str, Any]] = []
    for name, data in messages:
        steps.extend(data if name == "steps" else [data])
    return [{key: value for key, value in one.items() if key != "microseconds"} for one in steps]


def test_a_trace_that_is_refused(served: Served) -> None:
    body = {"board": {"shape": [9, 9]}, "method": "branch-and-bound"}
    (message,) = browser.trace_messages(json.dumps(body), "es")
    name, told = json.loads(message)
    assert name == "refused"
    assert told == served.ask("trace", body, "es").json()


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"board": {"shape": "x"}}', '{"board": []}'])
def test_no_request_raises_an_error(body: str) -> None:
    for path in (*TASKS, "nothing"):
        answer = json.loads(browser.answer(path, body, "es"))
        assert answer["status"] == "refused"
        assert answer["message"].startswith("Python falló en este navegador")
    (message,) = browser.trace_messages(body, "es")
    assert json.loads(message)[1]["code"] == "web-browser-failed"
