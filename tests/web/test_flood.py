"""Floods: a server in a process of its own, with more and worse clients than in practice.

During and after a flood, a small request is answered, and the memory of the server
and of its workers stays bounded. The bounds are generous, so that a busy machine
does not exceed them.
"""

import json
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import pytest

from caballero.web import bounds
from web.served import HARD, running, wait_until

pytestmark = pytest.mark.slow

SERVER_GROWS = 100
"""Megabytes by which the server itself may grow."""

SMALL = {"board": {"shape": [5, 5]}}
LARGE = {"board": {"shape": [50, 50]}, "closed": True}


class Answer(NamedTuple):
    """An answer; ``said`` is its JSON, or empty."""

    status: int
    headers: Message
    reply: dict[str, Any]


def answer_on(link: HTTPConnection) -> Answer:
    got = link.getresponse()
    text = got.read()
    is_json = got.headers["Content-Type"] == "application/json"
    return Answer(got.status, got.headers, json.loads(text) if is_json else {})


@dataclass
class Program:
    """A running ``caballero serve``."""

    process: subprocess.Popen[str]
    address: str
    slowest: float = 0.0
    status: Counter[int] = field(default_factory=Counter)

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def send(self, path: str, payload: object, client: int = 0) -> HTTPConnection:
        """Ask; the answer may be read later."""
        link = HTTPConnection("127.0.0.1", self.port, 60, source_address=source(client))
        headers = {"Content-Type": "application/json", "Connection": "close"}
        if payload is None:
            link.request("GET", f"/api/{path}", headers=headers)
        else:
            link.request("POST", f"/api/{path}", json.dumps(payload), headers)
        return link

    def ask(self, path: str, payload: object = None) -> Answer:
        """Ask, and read the answer."""
        with closing(self.send(path, payload)) as link:
            return answer_on(link)

    def about(self) -> None:
        """Ask something small, and remember the longest time until an answer."""
        begun = time.perf_counter()
        self.status[self.ask("about").status] += 1
        self.slowest = max(self.slowest, time.perf_counter() - begun)

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in children.read_text().split()]

    def link(self, client: int = 0) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 30, source(client))

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Ask something small all the time: it is always answered, and the memory stays small."""
        over, most = Event(), [0.0]
        before = megabytes(self.process.pid)

        def look() -> None:
            while not over.wait(0.05):
                self.about()
                most[0] = max(most[0], megabytes(self.process.pid))
                for worker in self.workers() if sys.platform == "linux" else ():
                    assert megabytes(worker) < bounds.HARD_MEGABYTES

        self.slowest, self.status = 0.0, Counter()
        with ThreadPoolExecutor(1) as pool:
            looking = pool.submit(look)
            try:
                yield
            finally:
                over.set()
            looking.result()
        assert set(self.status) == {200}, self.status
        assert most[0] - before < SERVER_GROWS
        self.is_well()
        reported = f"about: {self.slowest:.3f} s at most; server: +{most[0] - before:.1f} MB"
        sys.stderr.write(f"{reported}\n")

    def is_well(self) -> None:
        """Once a flood is over, a small search is answered."""
        wait_until(lambda: self.ask("solve", SMALL).status != 429, 60)
        assert self.ask("solve", SMALL).reply["status"] == "found"


def source(client: int) -> tuple[str, int] | None:
    """The address of one of many clients, where this machine has more than one."""
    return (f"127.0.0.{client + 2}", 0) if sys.platform == "linux" else None


def megabytes(process: int) -> float:
    """How much memory a process holds."""
    with suppress(OSError):  # it may have ended
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * 4096 / 1e6
    return 0.0


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    command = [sys.executable, "-m", "caballero", "serve", "--no-open"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            running = Program(process, process.stdout.readline().strip())
            running.is_well()
            yield running
        finally:
            process.terminate()


def head(path: str, length: int) -> bytes:
    lines = [
        f"POST /api/{path} HTTP/1.1", "Host: localhost", "Content-Type: application/json",
        f"Content-Length: {length}", "\r\n",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


def test_two_hundred_searches_at_once(program: Program) -> None:
    with program.watched():
        links = [program.send("solve", {**LARGE, "seed": i}, i % 20) for i in range(200)]
        answers = [answer_on(link) for link in links]
    found = Counter(answer.status for answer in answers)
    assert set(found) <= {200, 429, 504}, found
    assert found[200] >= bounds.JOBS_EACH
    assert all("Retry-After" in answer.headers for answer in answers if answer.status == 429)


def test_fifty_clients_that_hang_up_in_the_middle(program: Program) -> None:
    """Of a request, or of an answer: some politely, some not."""
    body = json.dumps({**HARD, "seconds": 10}).encode()

    def begin(i: int) -> None:
        """Ask, but not to the end."""
        with program.link() as link:
            if i % 2:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            whole = head("count", len(body)) + body
            link.sendall(whole[: len(whole) * (i % 5 + 1) // 5])
            time.sleep(0.02 * (i % 4))

    with program.watched():
        for i in range(50):
            begin(i)


def test_bodies_of_ten_megabytes(program: Program) -> None:
    """Some announce their length, others only continue."""

    def send(i: int) -> bytes:
        with program.link() as link, suppress(ConnectionError):
            if i % 2:
                link.sendall(head("solve", 10**7) + b" " * 10**7)
            else:
                chunked = head("solve", 0).replace(
                    b"Content-Length: 0", b"Transfer-Encoding: chunked"
                )
                link.sendall(
                    chunked + b"".join(b"8000\r\n" + b" " * 0x8000 + b"\r\n" for _ in range(306))
                )
            return link.recv(100)
        return b"413"  # it did not even listen

    with program.watched():
        answers = [send(i) for i in range(20)]
    assert all(b"413" in answer for answer in answers)


BILLION = 10**9
HUGE: list[tuple[str, dict[str, Any]]] = [
    ("solve", {"board": {"shape": [BILLION, 1]}}),
    ("solve", {"board": {"shape": [2500, 2500, 2500]}}),
    ("solve", {"board": {"shape": [2500, 2500]}}),
    ("count", {"board": {"shape": [64, 64]}}),
    ("trace", {"board": {"shape": [1000, 1000]}}),
    ("puzzle", {"board": {"shape": [BILLION, 1]}}),
    ("puzzle", {"board": {"shape": [50, 50]}}),
    ("puzzle/hint", {"board": {"shape": [50, 50]}}),
    ("solve", {**SMALL, "piece": "1" * 20 + "," + "1" * 19}),
    ("verify", {**SMALL, "tour": '{"board": {"shape": [1000000000, 1]}, "tour": []}'}),
    ("verify", {**SMALL, "tour": '{"board": {"shape": [31622, 31622]}, "tour": [[0, 0]]}'}),
    ("verify", {**SMALL, "tour": "999999999,999999999 0,0"}),
    ("verify", {**SMALL, "tour": "1 " * 50_000}),
    ("verify", {**SMALL, "tour": "9" * 100_000}),
    ("verify", {**SMALL, "tour": "[" * 100_000}),
    ("trace", {**SMALL, "order": ";".join(["9999,9999"] * 20)}),
]


def test_a_billion_squares(program: Program) -> None:
    """However they are written."""
    with program.watched():
        for path, payload in HUGE:
            answer = program.ask(path, payload)
            assert answer.reply["status"] in {"refused", "invalid"}, (path, payload, answer)


def test_a_request_that_never_comes() -> None:
    """A connection without a request is closed: at once, after half a head, or after an answer."""
    whole = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with running() as served, served.waiting(head=0.2):
        port = int(served.address.rstrip("/").rpartition(":")[2])
        for sent in (b"", whole[:20], whole, whole + whole[:20]):
            with socket.create_connection(("127.0.0.1", port), 30) as link:
                link.sendall(sent)
                heard = b""
                while part := link.recv(10_000):
                    heard += part
            assert heard.count(b"HTTP/1.1 200") == sent.count(b"\r\n\r\n")
        # A client that is still being answered is left alone.
        answer = served.ask("count", {**HARD, "seconds": 1})
        assert answer.status_code == 504


@pytest.mark.parametrize("clients", [100, pytest.param(300, marks=pytest.mark.nightly)])
def test_slow_writers(program: Program, clients: int) -> None:
    """They do not delay other clients."""
    links = [program.link() for _ in range(clients)]
    body = head("solve", 1000)
    with program.watched():
        for at in range(15):
            for i, link in enumerate(links):
                with suppress(ConnectionError):
                    link.sendall(body[at : at + 1] if i % 2 else (body if not at else b"{"))
            time.sleep(0.05)
    for link in links:
        link.close()
