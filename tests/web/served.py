"""What the tests of the server and of the page share: a server in this process, and asking it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
from fastapi import FastAPI

from caballero.web.server import address, listen, server_of

HARD = {"board": {"shape": [8, 8]}, "closed": True}
"""Counting these tours takes hours."""


@dataclass(frozen=True)
class Served:
    """A running server."""

    app: FastAPI
    address: str
    client: httpx.Client

    @contextmanager
    def waiting(self, **seconds: float) -> Iterator[None]:
        """Let the server wait for other times, within a ``with`` block."""
        usual = self.app.state.waits
        self.app.state.waits = replace(usual, **seconds)
        try:
            yield
        finally:
            self.app.state.waits = usual

    def ask(self, path: str, body: object, language: str = "en", **more: Any) -> httpx.Response:
        return self.client.post(f"/api/{path}?lang={language}", json=body, **more)

    def refused(self, path: str, body: object, language: str = "en") -> tuple[int, str, str]:
        answer = self.ask(path, body, language)
        reply = answer.json()
        assert reply["status"] in {"refused", "gave-up"}
        return answer.status_code, reply["code"], reply["message"]


def wait_until(condition: Callable[[], bool], seconds: float = 600) -> None:
    stop = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < stop, "it never came"
        time.sleep(0.01)


@contextmanager
def running(
    port: int = 0,
    *,
    addresses: Iterable[str] = (),
    race: str | None = None,
    site: Mapping[str, Path] | None = None,
) -> Iterator[Served]:
    """A server of this machine, in a thread: with real connections that can break."""
    listening = listen("127.0.0.1", port)
    server = server_of(["localhost"], addresses=addresses, race=race, site=site)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    place = address(listening)
    try:
        wait_until(lambda: server.started)
        app = server.config.app
        assert isinstance(app, FastAPI)
        with httpx.Client(
            base_url=place,
            timeout=600,
            trust_env=False,
            # On a busy machine the server may close a connection just as it is used again.
            limits=httpx.Limits(max_keepalive_connections=0),
        ) as client:
            yield Served(app, place, client)
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()
