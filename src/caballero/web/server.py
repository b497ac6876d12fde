"""The server: an address, uvicorn on it, and an end as soon as somebody says so.

Invariants: whoever is told the address can use it at once, for the socket listens by then.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from typing import Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from . import bounds
from .app import make_app
from .bounds import WORKERS

ANY: Final = ("0.0.0.0", "::", "")
"""Addresses that mean all of this machine's."""

CONNECTIONS: Final = 500
"""How many may be connected at a time."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes a free one.

    Raises
    ------
    OSError
        If the address cannot be had.

    Examples
    --------
    >>> from caballero.web.server import address, listen
    >>> with listen("127.0.0.1", 0) as listening:
    ...     print(address(listening))  # doctest: +ELLIPSIS
    http://127.0.0.1:.../
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def address(listening: socket.socket) -> str:
    """Return what to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ANY:
        host = "::1" if ":" in host else "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Prompt(H11Protocol):
    """A connection that is closed if no request comes; by itself it would wait for ever.

    The guard sees to it that the rest of a request comes.
    """

    _later: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look(None, first=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self._later.cancel()
        super().connection_lost(exc)

    def _look(self, before: RequestResponseCycle | None, *, first: bool = False) -> None:
        """Close it if nothing has been asked since the look before."""
        now: RequestResponseCycle | None = self.cycle
        if not first and now is before and (now is None or now.response_complete):
            self.transport.close()
        else:
            self._later = self.loop.call_later(bounds.HEAD_SECONDS, self._look, now)


def server_of(
    names: Iterable[str], *, workers: int = WORKERS, embedders: Iterable[str] = ()
) -> uvicorn.Server:
    """Return a server that is not running yet.

    Parameters
    ----------
    names, workers, embedders
        As for :func:`caballero.web.app.make_app`.
    """
    config = uvicorn.Config(
        make_app(names, workers=workers, embedders=embedders),
        access_log=False,
        http=_Prompt,
        limit_concurrency=CONNECTIONS,
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    return uvicorn.Server(config)


def serve(listening: socket.socket, host: str, embedders: Iterable[str] = ()) -> None:
    """Serve until somebody interrupts.

    Parameters
    ----------
    listening : socket
        From :func:`listen`.
    host : str
        As what the server was asked to be: it answers to this name, too.
    embedders : iterable of str
        The origins whose pages may show this one.

    Raises
    ------
    KeyboardInterrupt
        When somebody does, and all workers have ended.
    """
    names = {"localhost", host, socket.gethostname()} - set(ANY)
    server_of(names, embedders=embedders).run(sockets=[listening])
