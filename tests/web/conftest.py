"""A server on a free port of this machine, in a thread: with real connections that can break."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import httpx
import pytest
from fastapi import FastAPI

from caballero.web.server import address, listen, server_of
from web.served import Served, wait_until


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    listening = listen("127.0.0.1", 0)
    server = server_of(["localhost"])
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    place = address(listening)
    try:
        wait_until(lambda: server.started)
        app = server.config.app
        assert isinstance(app, FastAPI)
        with httpx.Client(base_url=place, timeout=30, trust_env=False) as client:
            yield Served(app, place, client)
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()
