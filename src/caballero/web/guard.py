"""The outermost layer of the server: it refuses foreign requests.

A foreign page must not use this server through its visitor's browser. Its own name could resolve
to this machine (DNS rebinding), so the Host must be a numeric address, which cannot be redirected,
or a name of this machine. A request from a foreign origin is refused. The pages of this
server may load nothing from elsewhere.

Invariants: a request has arrived completely, and is small, before any other code reads it; every
answer has the headers.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caballero.machine import words

from . import bounds
from .refusals import INTERNAL, Refused, language_of

ORIGIN: Final = re.compile(r"https?://(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?", re.IGNORECASE)
"""The form of an origin; any other text could be harmful in a header."""

HEADERS: Final = (
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'self'; object-src 'none'",
    ),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-cache"),
)

OPENER: Final = ("Cross-Origin-Opener-Policy", "same-origin")
"""A header for secure pages: on others, browsers ignore it and report that as an error."""


def is_ours(host: str, names: Iterable[str]) -> bool:
    """Return whether a Host header names this machine.

    >>> [is_ours(host, ["localhost"]) for host in ("127.0.0.1:8000", "[::1]:80", "localhost")]
    [True, True, True]
    >>> is_ours("elsewhere.example", ["localhost"])
    False
    """
    name = _name_of(host)
    return name in names or _is_number(name)


def _name_of(host: str) -> str:
    """Return the name in a Host header, without the port; ``""`` if it cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:  # an unmatched bracket
        return ""


def _is_number(name: str) -> bool:
    """Return whether a name is a numeric address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_secure(scheme: str, host: str) -> bool:
    """Return whether browsers take a page for secure: by https, or from their own machine."""
    name = _name_of(host)
    own = name == "localhost" or (_is_number(name) and ip_address(name).is_loopback)
    return scheme == "https" or own


def headers_for(embedders: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the headers of every answer if pages of these origins may embed this page.

    Raises ValueError for a text that is no origin: a scheme, a name, and perhaps a port.

    >>> headers_for(["https://school.example"])[0][1].split("; ")[4]
    "frame-ancestors 'self' https://school.example"
    """
    allowed = ["'self'"]
    for origin in embedders:
        if not ORIGIN.fullmatch(origin):
            raise ValueError(origin)
        allowed.append(origin)
    policy, *others = HEADERS
    ancestors = f"frame-ancestors {' '.join(allowed)}"
    return (policy[0], policy[1].replace("frame-ancestors 'self'", ancestors)), *others


class Guard:
    """Middleware that refuses foreign requests and adds the headers to every answer.

    `names` are this machine's; pages of the origins `embedders` may embed this page.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], embedders: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._headers = headers_for(embedders)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False
        asked = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers:
                    headers.setdefault(name, value)
                if is_secure(scope["scheme"], asked.get("host", "")):
                    headers.setdefault(*OPENER)
                headers.add_vary_header("Accept-Language")
            await send(message)

        async def receive_again() -> Message:
            return waiting.pop() if waiting else await receive()

        try:
            self._check(asked)
            body = await _body(scope, receive)
            waiting = [{"type": "http.request", "body": body, "more_body": False}]
            await self._app(scope, receive_again, send_with_headers)
        except (ClientDisconnect, ConnectionError):
            pass  # the client has left
        except Exception as error:
            refused = error if isinstance(error, Refused) else None
            if refused is None:
                logging.getLogger("caballero.web").exception("%s", scope["path"], exc_info=error)
                refused = Refused(INTERNAL, words.Message("web-failed"))
            if started:
                raise
            response = refused.response(language_of(scope))
            await response(scope, receive, send_with_headers)

    def _check(self, headers: Headers) -> None:
        """Refuse requests for another host, or from another origin."""
        host = headers.get("host", "")
        if not is_ours(host, self._names):
            raise Refused(400, words.Message("web-host", {"host": words.short(host)}))
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{host}", f"https://{host}"}:
            raise Refused(403, words.Message("web-origin", {"origin": words.short(origin)}))


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Read the body of a request, unless it is too long or takes too long."""
    too_long = Refused(413, words.Message("web-too-long", {"most": bounds.BODY_BYTES // 1024}))
    announced = Headers(scope=scope).get("content-length", "0")
    if not announced.isdecimal() or int(announced[:20]) > bounds.BODY_BYTES:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(scope["app"].state.waits.body):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionError
                body += message.get("body", b"")
                if len(body) > bounds.BODY_BYTES:
                    raise too_long
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refused(408, words.Message("web-slow")) from None
