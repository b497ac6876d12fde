"""The server: uvicorn on a listening socket, until it is interrupted.

Invariants: the address is usable as soon as it is printed, because the socket listens by then.
"""

from __future__ import annotations

import asyncio
import errno
import json
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from http.client import HTTPException
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.request import ProxyHandler, build_opener

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from . import bounds
from .app import make_app
from .guard import HEADERS

ALL_INTERFACES: Final = ("0.0.0.0", "::")
"""Addresses that mean all interfaces of this machine."""

PORT: Final = 8864
"""The usual port, unassigned: browsers keep games by address, so it is always the same."""

CONNECTIONS: Final = 500
"""The most connections at a time."""

CANCEL_SECONDS: Final = 5.0
"""The longest wait for answers that were cancelled when the server stops."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free port.

    Raises OSError if the address cannot be used, or is empty, which would mean all interfaces.

    >>> with listen("127.0.0.1", 0) as listening:
    ...     print(address(listening))  # doctest: +ELLIPSIS
    http://127.0.0.1:.../
    """
    if not host:
        raise OSError("no address")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def listen_as_usual(host: str) -> socket.socket:
    """Return a socket that listens on the usual port, or on a free port if it is taken.

    >>> with listen_as_usual("127.0.0.1") as listening:
    ...     print(address(listening))  # doctest: +ELLIPSIS
    http://127.0.0.1:.../
    """
    try:
        return listen(host, PORT)
    except OSError as error:
        # Some systems reserve ports for themselves, and then deny them.
        if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
            raise
    return listen(host, 0)


def is_caballero(place: str) -> bool:
    """Return whether a server of Caballero answers at a URL of this machine."""
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"{place}api/about", timeout=2) as reply:
            about = json.loads(reply.read(10_000))
    except (OSError, ValueError, HTTPException):
        return False
    return isinstance(about, dict) and "caballero" in about


def address(listening: socket.socket) -> str:
    """Return the URL for a browser on this machine."""
    return _own_url(*listening.getsockname()[:2])


def usual_address(listening: socket.socket) -> str:
    """Return that URL with the usual port."""
    return _own_url(listening.getsockname()[0], PORT)


def _own_url(host: str, port: int) -> str:
    if host in ALL_INTERFACES:
        host = "::1" if ":" in host else "127.0.0.1"
    return _url(host, port)


def network_addresses(listening: socket.socket) -> list[str]:
    """Return the URLs for browsers on other machines; empty if it listens to this machine only."""
    host, port = listening.getsockname()[:2]
    if host not in ALL_INTERFACES:
        return []
    hosts = (own for own in _hosts(listening.family) if not ip_address(own).is_loopback)
    return [_url(own, port) for own in dict.fromkeys(hosts)]


def _hosts(family: int) -> Iterator[str]:
    """Yield the addresses of this machine."""
    elsewhere = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((elsewhere, 9))  # it chooses a network, and sends nothing
        yield probe.getsockname()[0]
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(place[0])


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _ClosingProtocol(H11Protocol):
    """A connection that closes if no request comes; uvicorn alone would wait forever.

    The guard makes sure that the rest of a request arrives. What uvicorn would refuse by itself, a
    request that is no HTTP or comes on a connection too many, is refused with the headers here.
    """

    _timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._close_if_idle(None, first=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        begun = self.cycle is not None and not self.cycle.response_complete
        if len(self.connections) > CONNECTIONS and not begun:
            self._refuse("503 Service Unavailable", f"Retry-After: {bounds.RETRY_SECONDS}\r\n")
        else:
            super().handle_events()

    def send_400_response(self, msg: str) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._refuse("400 Bad Request")
        self.transport.close()

    def _refuse(self, status: str, more: str = "") -> None:
        """Answer without a body, and close the connection."""
        headers = "".join(f"{name}: {value}\r\n" for name, value in HEADERS)
        end = "Content-Length: 0\r\nConnection: close\r\n\r\n"
        self.transport.write(f"HTTP/1.1 {status}\r\n{headers}{more}{end}".encode())
        self.transport.close()

    def _close_if_idle(self, before: RequestResponseCycle | None, *, first: bool = False) -> None:
        """Close the connection if no request has come since the last check."""
        now: RequestResponseCycle | None = self.cycle
        if not first and now is before and (now is None or now.response_complete):
            self.transport.close()
        else:
            app: Any = self.config.app
            self._timer = self.loop.call_later(app.state.waits.head, self._close_if_idle, now)


class _Server(uvicorn.Server):
    """A server that leaves no connection open; uvicorn alone leaves slow connections open."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.server_state.tasks:  # they were cancelled, and may still answer
            await asyncio.wait(self.server_state.tasks, timeout=CANCEL_SECONDS)
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0)  # the loop ends what was aborted


def server_of(
    names: Iterable[str],
    *,
    embedders: Iterable[str] = (),
    addresses: Iterable[str] = (),
    race: str | None = None,
    site: Mapping[str, Path] | None = None,
) -> uvicorn.Server:
    """Return a server that does not run yet, of :func:`caballero.web.app.make_app`."""
    config = uvicorn.Config(
        make_app(names, embedders=embedders, addresses=addresses, race=race, site=site),
        access_log=False,
        http=_ClosingProtocol,
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    return _Server(config)


def serve(
    listening: socket.socket,
    host: str,
    embedders: Iterable[str] = (),
    race: str | None = None,
    site: Mapping[str, Path] | None = None,
) -> None:
    """Serve until Ctrl-C; then end all workers and raise KeyboardInterrupt.

    `listening` comes from :func:`listen`; `host` is another name of the server. Pages of the
    origins `embedders` may embed this page. `race` is the key of who leads a race, `site` has the
    files of the page whose Python is in the browser.
    """
    names = {"localhost", host, socket.gethostname()} - set(ALL_INTERFACES)
    addresses = network_addresses(listening)
    server = server_of(names, embedders=embedders, addresses=addresses, race=race, site=site)
    server.run(sockets=[listening])
