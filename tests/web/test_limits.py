"""What the server refuses, and that it always answers: floods, bodies, strangers, leavers."""

import asyncio
import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from caballero.model import Message
from caballero.web import bounds, worker
from caballero.web.guard import HEADERS, is_ours, is_secure
from caballero.web.jobs import Pool, Seats
from caballero.web.refusals import Busy, Refused, language_of, malformed
from web.served import HARD, Served, running, wait_until

BOARD = {"board": {"shape": [5, 5]}}


def port_of(served: Served) -> int:
    return int(served.address.rstrip("/").rpartition(":")[2])


def raw(served: Served, head: str, body: bytes = b"") -> tuple[int, Any]:
    """Send bytes, and read one answer."""
    with socket.create_connection(("127.0.0.1", port_of(served)), timeout=10) as link:
        link.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
        answer = http.client.HTTPResponse(link)
        answer.begin()
        assert all(answer.headers[name] for name, _ in HEADERS)
        return answer.status, json.loads(answer.read())


# -- the form of a request -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"", "json"), (b"[[[", "json"), (b"NaN", "json"), (b'{"board":{"shape":[5,5]}}', "x-form")],
)
def test_texts_that_are_no_json(served: Served, body: bytes, kind: str) -> None:
    headers = {"Content-Type": f"application/{kind}"}
    answer = served.client.post("/api/solve", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["code"] in {"web-json", "web-form"}


def test_many_faults_are_shortened() -> None:
    errors = [{"type": "missing", "loc": ("body", "x", i)} for i in range(1000)]
    faults = malformed(errors).more["faults"]
    assert len(faults) < 50
    assert faults[0]["message"] == Message("web-field-missing", {"where": "x.0", "limit": ""})


# -- paths, methods, strangers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/api/sole", "/static/app.py", "/static/../app.py", "/docs", "/x"]
)
def test_there_is_nothing_else(served: Served, path: str) -> None:
    status, reply = raw(served, f"GET {path}?lang=es HTTP/1.1\nHost: localhost")
    assert (status, reply["code"]) == (404, "web-not-found")
    assert reply["message"].startswith(f"{path} no existe: ")


def test_another_method(served: Served) -> None:
    answer = served.client.get("/api/solve")
    assert (answer.status_code, answer.json()["code"]) == (405, "web-method")
    assert answer.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::1", "a:b:c"],
)
def test_a_name_that_leads_here(served: Served, host: str) -> None:
    """As in an attack by DNS rebinding."""
    status, reply = raw(served, f"GET / HTTP/1.1\nHost: {host}\nAccept-Language: es")
    assert (status, reply["code"]) == (400, "web-host")
    assert "no es un nombre de este servidor" in reply["message"]


def test_names_of_this_machine() -> None:
    for host in ("127.0.0.1", "192.168.1.7:80", "[fe80::1]:8000", "LOCALHOST:1", "localhost"):
        assert is_ours(host, {"localhost"}), host
    assert not is_ours("elsewhere", {"localhost"})


def test_a_foreign_page(served: Served) -> None:
    own = served.address.rstrip("/")
    evil = own.replace("//", "//evil-"), "https://evil.example", "null"
    for origin, status in {own: 200, **dict.fromkeys(evil, 403)}.items():
        headers = {"Origin": origin}
        answer = served.client.post("/api/known", json=BOARD, headers=headers)
        assert answer.status_code == status
        assert "access-control-allow-origin" not in answer.headers


def test_every_answer_forbids_what_comes_from_elsewhere(served: Served) -> None:
    for path in ("/", "/static/app.js", "/api/about", "/nowhere"):
        headers = served.client.get(path).headers
        assert {name: headers[name] for name, _ in HEADERS} == dict(HEADERS)
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


def test_only_a_secure_page_is_told_about_its_openers(served: Served) -> None:
    """On any other page browsers report that as an error."""
    for host, told in (("localhost", True), ("127.0.0.1:80", True), ("192.168.1.7:8864", False)):
        headers = served.client.get("/", headers={"Host": host}).headers
        assert headers.get("cross-origin-opener-policy") == ("same-origin" if told else None)
    assert is_secure("https", "192.168.1.7")
    assert not is_secure("http", "[::1")


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("es-CL,en;q=0.5", "es"),
        ("en,es;q=0.9", "en"),
        ("fr,*", "en"),
        ("es;q=0", "en"),
        ("es;q=x", "en"),
    ],
)
def test_the_reader_s_language(accept: str, language: str) -> None:
    headers = [(b"accept-language", accept.encode())]
    assert language_of({"query_string": b"", "headers": headers}) == language
    assert language_of({"query_string": b"lang=es", "headers": headers}) == "es"


# -- bodies ----------------------------------------------------------------------------------------


def test_a_body_that_is_too_long(served: Served) -> None:
    head = "POST /api/solve?lang=es HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
    reply = raw(served, f"{head}Content-Length: {10 * 2**20}")  # not even read
    assert (reply[0], reply[1]["code"]) == (413, "web-too-long")
    assert reply[1]["message"] == "La petición ocupa más de 256 kB: envía una menor."
    chunks = b"".join(b"8000\r\n" + b" " * 0x8000 + b"\r\n" for _ in range(9))
    reply = raw(served, f"{head}Transfer-Encoding: chunked", chunks)  # no length is given
    assert (reply[0], reply[1]["code"]) == (413, "web-too-long")


def test_a_body_that_does_not_come(served: Served) -> None:
    head = "POST /api/solve HTTP/1.1\nHost: localhost\nContent-Length: 100"
    with served.waiting(body=0.2):
        status, reply = raw(served, head, b"{")
    assert (status, reply["code"]) == (408, "web-slow")


# -- time and memory -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["solve", "count"])
def test_a_search_that_takes_too_long(served: Served, path: str) -> None:
    payload = HARD if path == "count" else {"board": {"shape": [50, 50]}}
    answer = served.ask(path, {**payload, "seconds": 0.001}, "es")
    reply = answer.json()
    assert (answer.status_code, reply["status"], reply["limit"]) == (504, "gave-up", "seconds")
    assert reply["message"].startswith("Sin respuesta") or "límite" in reply["message"]


def test_a_hint_that_takes_too_long_claims_nothing(served: Served) -> None:
    payload = {"board": {"shape": [20, 20]}, "path": ["a1"], "seconds": 1e-6, "strength": 2}
    reply = served.ask("hint", payload).json()
    assert reply["finishable"] is None
    assert {one["finishable"] for one in reply["candidates"]} == {None}


def test_a_worker_that_never_answers_is_killed(served: Served) -> None:
    with served.waiting(grace=-4.9):  # so that the search does not end first
        assert served.refused("count", {**HARD, "seconds": 5})[:2] == (504, "web-timeout")
    assert served.app.state.searching.workers == ()


SLEEPER = (sys.executable, "-c", "import time; time.sleep(60)")
CORPSE = (sys.executable, "-c", "")
ECHO = (
    sys.executable,
    "-c",
    "import sys\nfor line in sys.stdin: print('{\"answer\": %s}' % line.strip(), flush=True)",
)
BRIEF = (*ECHO[:2], ECHO[2] + "; break")
TALKER = (sys.executable, "-c", "print('no end', end='', flush=True)")


async def outcome_of(pool: Pool, seconds: float = 10, client: str = "anna") -> object:
    try:
        return await pool.run(client, {"task": 1}, seconds)
    except Refused as refused:
        return refused.status, refused.code


@pytest.mark.parametrize(
    ("command", "seconds", "outcome"),
    [
        (SLEEPER, 0.3, (504, "web-timeout")),
        (CORPSE, 10, (504, "web-memory")),
        (TALKER, 10, (504, "web-memory")),
        (ECHO, 10, {"task": 1}),
    ],
)
def test_workers_of_every_kind(command: tuple[str, ...], seconds: float, outcome: object) -> None:
    async def play() -> None:
        pool = Pool(1, Seats(4, 2), command)
        assert await outcome_of(pool, seconds) == outcome
        assert await outcome_of(pool, seconds) == outcome  # and the pool goes on
        assert (pool.workers, pool.seats.occupied) == ((), 0)
        await pool.close()

    asyncio.run(play())


def test_a_worker_that_died_in_its_sleep_is_not_missed() -> None:
    async def play() -> None:
        pool = Pool(1, Seats(4, 2), BRIEF)
        assert await outcome_of(pool) == {"task": 1}
        await pool._idle[0].wait()
        assert await outcome_of(pool) == {"task": 1}
        await pool.close()

    asyncio.run(play())


def test_a_task_that_needs_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def hungry(payload: object, language: str) -> dict[str, object]:
        raise MemoryError

    monkeypatch.setattr(worker, "TASKS", {"solve": hungry})
    reply = worker.answer({"name": "solve", "request": {}, "language": "es"})
    assert (reply["refused"], reply["limit"]) == ("web-memory", "megabytes")
    assert reply["message"].startswith("Sin respuesta con la memoria")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds a process so")
def test_a_worker_has_bounded_memory() -> None:
    program = (
        "from caballero.web import worker\n"
        "worker._bound_memory()\n"
        "try:\n    bytearray(2 * 10**9)\nexcept MemoryError:\n    raise SystemExit(7)"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=600, check=False).returncode == 7


def test_a_mistake_of_the_server_tells_nothing_else(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def mistaken(*_arguments: object) -> dict[str, object]:
        raise RuntimeError("a secret")

    monkeypatch.setattr(Pool, "run", mistaken)
    answer = served.ask("known", BOARD, "es")
    assert (answer.status_code, answer.json()["code"]) == (500, "web-failed")
    assert "secret" not in answer.text
    assert answer.headers["content-security-policy"]
    assert "a secret" in caplog.text  # but who serves can read it


def test_a_client_that_waits_too_long_is_asked_to_retry() -> None:
    async def play() -> None:
        pool = Pool(1, Seats(3, 2), SLEEPER, wait=0.1)
        payload = [outcome_of(pool, 0.5, client) for client in ("anna", "anna", "anna", "ben")]
        late, busy = (504, "web-timeout"), (429, "web-busy")
        assert await asyncio.gather(*payload) == [late, busy, busy, busy]
        await pool.close()

    asyncio.run(play())


def test_seats() -> None:
    seats = Seats(most=3, each=2)
    seats.take("anna")
    seats.take("anna")
    for client in ("anna", "ben", "carl"):
        if client == "ben":
            seats.take(client)
            continue
        with pytest.raises(Busy) as refused:
            seats.take(client)
        assert refused.value.headers == {"Retry-After": str(bounds.RETRY_SECONDS)}
    seats.leave("anna")
    with seats.hold("carl"):
        assert seats.occupied == 3
    assert seats.occupied == 2


# -- many at once, and those who leave -------------------------------------------------------------


@pytest.fixture
def leaving(served: Served) -> Iterator[list[socket.socket]]:
    """Connections with long work; the test closes them."""
    links = []
    body = json.dumps({**HARD, "seconds": 10})
    head = "POST /api/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    for _ in range(bounds.JOBS_EACH + 10):
        link = socket.create_connection(("127.0.0.1", port_of(served)), timeout=10)
        link.sendall(head.encode() + body.encode())
        links.append(link)
    yield links
    for link in links:
        link.close()


def alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


@pytest.mark.slow
def test_a_flood_leaves_small_questions_answered(
    served: Served, leaving: list[socket.socket]
) -> None:
    """Clients that leave occupy nothing."""
    pool = served.app.state.searching
    full = (bounds.WORKERS, bounds.JOBS_EACH)
    wait_until(lambda: (len(pool.workers), pool.seats.occupied) == full)
    served.ask("hint", {**BOARD, "path": ["a1"]})  # from here on its worker is there
    for path, payload in (("verify", {"tour": "a1 b3"}), ("known", {}), ("hint", {"path": ["a1"]})):
        for _ in range(3):
            assert served.ask(path, {**BOARD, **payload}).status_code == 200
    assert pool.seats.occupied == bounds.JOBS_EACH  # none of them waited for the flood to end
    refused = served.ask("solve", BOARD, "es")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(bounds.RETRY_SECONDS))
    assert refused.json()["message"].startswith("Hay demasiadas búsquedas")
    workers = pool.workers
    if sys.platform == "linux":
        assert all(map(alive, workers))
    for link in leaving:
        link.close()
    wait_until(lambda: pool.seats.occupied == 0)
    assert pool.workers == ()
    if sys.platform == "linux":
        assert not any(map(alive, workers))
    assert served.ask("solve", BOARD).status_code == 200


def test_a_class_behind_one_address_is_served(served: Served) -> None:
    """Thirty requests at once are answered; of too many, those for which there are seats."""

    def ask(n: int) -> tuple[int, str]:
        answer = served.ask("hint", {**BOARD, "path": [f"{'abcde'[n % 5]}{n // 5 % 5 + 1}"]})
        return answer.status_code, answer.json()["status"]

    with ThreadPoolExecutor(30) as threads:
        assert set(threads.map(ask, range(30))) == {(200, "hint")}
        solved = threads.map(lambda _: served.ask("solve", BOARD).status_code, range(50))
        statuses = [*solved]
    assert set(statuses) <= {200, 429}
    assert statuses.count(200) >= bounds.JOBS_EACH


def long_trace(served: Served) -> tuple[HTTPConnection, http.client.HTTPResponse]:
    link = HTTPConnection("127.0.0.1", port_of(served), timeout=10)
    body = json.dumps({"board": {"shape": [8, 8]}, "limit": bounds.STEPS})
    link.request("POST", "/api/trace", body, {"Content-Type": "application/json"})
    answer = link.getresponse()
    assert answer.status == 200
    return link, answer


def test_traces_that_no_client_reads(served: Served) -> None:
    """They stop where they are, hold their own client up only, and end when it leaves."""
    seats = served.app.state.streams
    links = [long_trace(served)[0] for _ in range(bounds.STREAMS_EACH)]
    assert seats.occupied == bounds.STREAMS_EACH
    assert served.refused("trace", {**BOARD})[:2] == (429, "web-busy")
    for link in links:
        link.close()
    wait_until(lambda: seats.occupied == 0)
    assert served.ask("trace", {**BOARD}).status_code == 200


@pytest.mark.slow
def test_a_client_that_stops_reading_loses_its_seat(served: Served) -> None:
    seats = served.app.state.streams
    with served.waiting(stall=0.2):
        link, answer = long_trace(served)
        assert seats.occupied == 1
        wait_until(lambda: seats.occupied == 0)
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        answer.read()
    link.close()


def test_a_server_that_stops_leaves_no_connection_open() -> None:
    """Not even that of a client that does not read its answer."""
    with running() as stopping:
        link, answer = long_trace(stopping)
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        answer.read()
    link.close()
