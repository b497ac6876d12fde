"""Every path of the server: with its most expensive request, and with headers that cannot be read.

The paths are those of the application, so that none is forgotten.
"""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from starlette.routing import Route

from caballero.web import bounds
from caballero.web.app import make_app
from caballero.web.guard import HEADERS
from web.served import Served, running

KEY = "key"
LARGE: dict[str, Any] = {"board": {"shape": [50, 50]}}
SMALL: dict[str, Any] = {"board": {"shape": [3, 4]}}
CHESS: dict[str, Any] = {"board": {"shape": [8, 8]}}
LONG = "a1\n" * 33_000  # as many letters as a tour may have
KINGS = CHESS | {"piece": "king", "method": "branch-and-bound"}
TEN: dict[str, Any] = {"board": {"shape": [10, 10]}}

EXPENSIVE: dict[str, list[dict[str, Any]]] = {
    "/api/solve": [LARGE | {"piece": "giraffe", "closed": True, "seconds": 1}],
    "/api/longest": [TEN | {"piece": "giraffe", "seconds": 1}],
    "/api/count": [CHESS | {"seconds": 1}],
    "/api/hint": [LARGE | {"path": ["a1"], "strength": 3, "seconds": 1}],
    "/api/puzzle": [TEN | {"level": "expert", "seconds": 1}],
    "/api/puzzle/hint": [TEN | {"piece": "king", "clues": [{"square": "a1", "number": 1}]}],
    "/api/tree": [KINGS | {"seconds": 1}, CHESS | {"method": "naive", "seconds": 1}],
    "/api/verify": [
        LARGE | {"tour": text} for text in ("\n" * 100_000, LONG, "1 " * 50_000, "1,2;" * 25_000)
    ],
    "/api/statistics": [LARGE | {"tour": LONG}, LARGE | {"tour": ["a1"] * 2500}],
    "/api/picture": [LARGE | {"tour": LONG, "format": "png"}],
    "/api/known": [LARGE],
    "/api/trace": [
        KINGS | {"skip": 100_000, "limit": 1},
        CHESS | {"method": "naive", "limit": 100_000},
    ],
    "/api/race/open": [{"board": {"shape": [20, 20]}, "key": KEY}],
    "/api/race/lead": [{"key": KEY, "act": "start"}],
    "/api/race/join": [{"name": "A" * bounds.NAME}],
    "/api/race/look": [{"pupil": "x"}],
    "/api/race/move": [{"pupil": "x", "round": 1, "path": ["a1"] * 400}],
}
"""Requests that cost most, as far as a request may ask for it; with a second where it may ask."""

CHEAP = {
    "/", "/favicon.ico", "/static/{name:path}", "/site", "/site/{name:path}", "/race",
    "/api/about", "/api/openapi.json",
}  # fmt: skip
"""Paths that take no body: they send files, or what is made once."""

OWN = {"/api/trace": bounds.WAITS.trace}
"""The seconds that the server's own process may work; for all else a moment."""


def paths() -> set[str]:
    app = make_app(race=KEY, site={"index.html": Path(__file__)})
    return {route.path for route in app.routes if isinstance(route, Route)}


@pytest.fixture(scope="module")
def whole() -> Iterator[Served]:
    """A server with every path."""
    with running(race=KEY, site={"index.html": Path(__file__)}) as served:
        served.client.get("/api/openapi.json")  # it is made once
        yield served


def test_every_path_is_in_one_of_the_tables() -> None:
    assert paths() == {*EXPENSIVE} | CHEAP


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body"), [(path, body) for path in EXPENSIVE for body in EXPENSIVE[path]]
)
def test_no_request_holds_the_server(whole: Served, path: str, body: dict[str, Any]) -> None:
    began = time.process_time()  # workers are processes of their own
    answer = whole.client.post(path, json=body)
    assert time.process_time() - began < OWN.get(path, 0) + 6
    assert answer.status_code < 500 or answer.json()["status"] == "gave-up", answer.text


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/api/trace", "/api/verify", "/api/tree"])
def test_four_expensive_requests_delay_no_other(whole: Served, path: str) -> None:
    """The judge needs none of what they occupy, or has its turn before the next one of theirs."""
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(whole.client.post, path, json=EXPENSIVE[path][0]) for _ in range(4)]
        spent = [_work_until_answered(whole) for _ in range(5)]
        assert min(spent) < 2
        assert {one.result().status_code for one in asked} <= {200, 422, 429, 504}


def _work_until_answered(served: Served) -> float:
    """Return how long this process works, for all requests, until a small one is answered."""
    began = time.process_time()
    assert served.ask("verify", SMALL | {"tour": "a1"}).status_code == 200
    return time.process_time() - began


@pytest.mark.parametrize("limit", ["trace", "turns"])
def test_a_trace_is_stopped_at_its_limit(limit: str, served: Served) -> None:
    with served.waiting(**{limit: 0.0}):
        text = served.ask("trace", EXPENSIVE["/api/trace"][0]).text
    assert text.count("event: steps") == 0
    assert '"kind":"stopped","' in text
    assert '"limit":"seconds"' in text


# -- what cannot be read ---------------------------------------------------------------------------

STRANGE = [
    "", " ", "x", "[", "http://[x", "http://[::1", "//", "http://", "http://a:b", "http://a:99999999",
    "null", "%", "\xff", "9" * 30, "-1", "nan", "inf", "a=b; c", "q=", "text/html; charset=x",
    "application/json; charset=utf-7", "bytes=0-", "bytes=9-1", "*", '"', "W/", ";", ",", "=" * 999,
]  # fmt: skip

NAMES = [
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding",
    "Content-Type", "Cookie", "Expect", "If-Match", "If-Modified-Since", "If-None-Match",
    "Origin", "Prefer", "Range", "Referer", "Sec-Fetch-Site", "X-Forwarded-For",
]  # fmt: skip

BODIES = [
    b"", b"{", b"[" * 100_000, b'{"board":' * 20_000, b"NaN", b"1e999", b"9" * 5000, b"\xff\xfe{",
    b'"\\ud800"', b'{"board":{"shape":[NaN,3]}}', b'{"board":{"shape":[1e400,3]}}',
    b'{"board":{"shape":[' + b"9" * 4500 + b",3]}}", b'{"board":{"shape":[3,4]},"tour":"\\ud800"}',
    b'{"board":{"shape":[3,4]},"tour":"\\u0000"}', b'{"board":{"shape":[3,4]},"tour":["\\udfff"]}',
    b'{"name":"\\ud800"}', b'{"key":"\\ud800"}', b'{"pupil":"\\ud800"}', b'{"\\ud800":1}',
    b'{"key":"key","act":"remove","name":"\\udc00"}',
    b'{"board":{"shape":[3,4]},"piece":"\\ud800"}',
    b'{"key":"key","board":{"shape":[3,4]},"start":"\\ud800"}',
]  # fmt: skip


def ask(served: Served, head: bytes, body: bytes = b"") -> tuple[int, dict[str, str]]:
    """Send bytes, and return the status and the headers of the answer; its end closes it."""
    port = int(served.address.rstrip("/").rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), 60) as link:
        link.sendall(head + b"\r\n" + body)
        with link.makefile("rb") as read:
            status = read.readline().split()
            lines = takewhile(bytes.strip, read)
            headers = [line.decode("latin-1").partition(":") for line in lines]
    return int(status[1]), {name.lower(): value.strip() for name, _colon, value in headers}


def request(method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1")]
    given = {name.lower() for name, _value in headers}
    if b"host" not in given:
        headers = [(b"Host", b"localhost"), *headers]
    if b"content-length" not in given:
        headers = [(b"Content-Length", str(len(body)).encode()), *headers]
    lines += [name + b": " + value for name, value in [*headers, (b"Connection", b"close")]]
    return b"".join(line + b"\r\n" for line in lines)


def check(answer: tuple[int, dict[str, str]]) -> None:
    status, headers = answer
    assert status != 500, answer
    assert {name.lower() for name, _value in HEADERS} <= {*headers}, answer


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(paths()))
def test_nothing_that_cannot_be_read_is_a_mistake_of_the_server(whole: Served, path: str) -> None:
    url = path.replace("{name:path}", "x")
    method = "POST" if path in EXPENSIVE else "GET"
    body = b'{"board":{"shape":[3,4]}}'
    for number, name in enumerate([*NAMES, "Host", "Content-Length"], start=len(path)):
        for value in STRANGE if name == "Origin" else STRANGE[number % 9 :: 9]:
            line = name.encode(), value.encode("latin-1")
            check(ask(whole, request(method, url, [line], body), body))
    json = b"Content-Type", b"application/json"
    for odd in BODIES if method == "POST" else ():
        check(ask(whole, request(method, url, [json], odd), odd))
    for odd_url in ("?lang=%ff", "?lang=es&lang=%", "?%00", "?lang[=x", "/%ff", "/..%2f", "//[x"):
        check(ask(whole, request(method, url + odd_url, [json], body), body))


@pytest.mark.parametrize(
    "head", [b"x\r\n", b"GET\r\n", b"GET / HTTP/9.9\r\n", b"GET /\xff HTTP/1.1\r\nHost: a\r\n",
             b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n", b"GET / HTTP/1.1\r\n:\r\n",
             b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", b"GET / HTTP/1.0\r\n",
             b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x\r\n"]
)  # fmt: skip
def test_what_is_no_http_is_refused_with_the_headers(whole: Served, head: bytes) -> None:
    status, headers = ask(whole, head)
    assert 400 <= status < 500 or status == 501
    check((status, headers))


@given(name=st.sampled_from([*NAMES, "Host"]), value=st.text(st.characters(codec="latin-1")))
@settings(deadline=None)
def test_any_value_of_a_header(whole: Served, name: str, value: str) -> None:
    line = name.encode(), value.encode("latin-1")
    check(ask(whole, request("GET", "/api/about", [line], b"")))


@pytest.mark.parametrize(
    "origin", ["http://[x", "http://[::1", "https://", "//localhost", "ftp://a"]
)
def test_an_origin_that_cannot_be_read_is_foreign(whole: Served, origin: str) -> None:
    answer = whole.client.post("/api/known", json=SMALL, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "web-origin")
    assert answer.headers["content-security-policy"]
