"""What the tests of the server share: a server that runs in this process, and asking it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI

HARD = {"board": {"shape": [8, 8]}, "closed": True}
"""Counting these tours takes hours."""


@dataclass(frozen=True)
class Served:
    """A running server."""

    app: FastAPI
    address: str
    client: httpx.Client

    def ask(self, path: str, asked: object, language: str = "en", **more: Any) -> httpx.Response:
        return self.client.post(f"/api/{path}?lang={language}", json=asked, **more)

    def refused(self, path: str, asked: object, language: str = "en") -> tuple[int, str, str]:
        answer = self.ask(path, asked, language)
        said = answer.json()
        assert said["status"] in {"refused", "gave-up"}
        return answer.status_code, said["code"], said["message"]


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> None:
    stop = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < stop, "it never came"
        time.sleep(0.01)
