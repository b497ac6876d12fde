"""``caballero serve`` as a program: its address, its end, and what it says if it cannot begin."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from caballero.words import short
from cli.terminal import Terminal, environment, refuses


@contextmanager
def serving(*arguments: str, language: str = "C") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and the address that it printed."""
    program = subprocess.Popen(
        [sys.executable, "-m", "caballero", "serve", "--no-open", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(language),
        text=True,
    )
    try:
        assert program.stdout is not None
        yield program, program.stdout.readline().strip()
    finally:
        program.kill()
        program.communicate()


def asked(address: str, path: str, body: object = None) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    link = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    headers = {"Content-Type": "application/json"}
    if body is None:
        link.request("GET", path)
    else:
        link.request("POST", path, json.dumps(body), headers)
    return link


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in found.split()]


HARD = {"board": {"shape": [8, 8]}, "closed": True, "seconds": 10}


@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_at_once(busy: bool) -> None:
    with serving(language="es_CL.UTF-8") as (program, address):
        assert address.startswith("http://127.0.0.1:")
        link = asked(address, "/")
        assert link.getresponse().status == 200
        if busy:
            waiting = asked(address, "/api/count", HARD)
            linux = sys.platform == "linux"
            stop = time.monotonic() + 10
            while linux and not children(program.pid) and time.monotonic() < stop:
                time.sleep(0.01)
            workers = children(program.pid) if linux else []
            assert workers or not linux
        program.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, err = program.communicate(timeout=10)
        assert time.monotonic() - begun < 5
        assert program.returncode == 0
        assert out == ""
        assert err == "La página está ahí. Termine con Ctrl-C.\n"
        if busy:
            assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
            waiting.close()
        link.close()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("C", "Error: Port {port} is in use: choose another --port, or none."),
        ("es_CL.UTF-8", "Error: El puerto {port} está en uso: elija otro con --port, o ninguno."),
    ],
)
def test_a_port_that_is_taken(language: str, said: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "caballero", "serve", "--no-open", "--port", str(port)],
            capture_output=True,
            text=True,
            env=environment(language),
            timeout=30,
            check=False,
        )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == said.format(port=port)  # and nothing of the system's
    assert "Traceback" not in done.stderr


def test_a_port_that_one_may_not_have(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("caballero.web.server")

    def refused(host: str, port: int) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(server, "listen", refused)
    said = caballero("serve", "--no-open", "--port", "80")
    assert said.status == 2
    assert "Port 80 is kept for the administrator" in said.err
    assert "denied" not in said.err


def test_another_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving("--host", "localhost", "--port", str(port)) as (_, address):
        assert address == f"http://127.0.0.1:{port}/"
        link = asked(address, "/api/about")
        assert json.loads(link.getresponse().read())["status"] == "ready"
        link.close()


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_the_extra(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    refuses(caballero("serve", "--no-open"), missing, "pip install 'caballero[web]'")


def test_no_such_host(caballero: Terminal) -> None:
    pytest.importorskip("fastapi")
    for host in ("256.1.1.1", "192.0.2.1", "x" * 300):
        said = caballero("serve", "--no-open", "--host", host)
        assert said.status == 2
        told = f"{short(host)} is not an address of this machine: leave --host out, or give one"
        assert said.err.splitlines()[-1] == f"Error: {told} that it has."


def test_the_browser_is_opened(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = threading.Event()
    places: list[str] = []

    def note(place: str) -> bool:
        places.append(place)
        opened.set()
        return True

    def interrupted(listening: socket.socket, host: str, embedders: object) -> None:
        assert embedders == ("https://school.example",)
        assert opened.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "open", note)
    monkeypatch.setattr("caballero.web.server.serve", interrupted)
    said = caballero("serve", "--embed", "https://school.example")
    assert (said.status, said.out) == (0, f"{places[0]}\n")


@pytest.mark.parametrize(
    "origin", ["school.example", "https://x; script-src *", "https://a/b", "*", "null"]
)
def test_what_is_no_origin_may_not_embed(caballero: Terminal, origin: str) -> None:
    refuses(caballero("serve", "--no-open", "--embed", origin), "is no origin", "https://school.")


def test_pages_of_a_named_origin_may_embed_this_one() -> None:
    origins = ("https://school.example", "http://[::1]:8000")
    more = [word for origin in origins for word in ("--embed", origin)]
    for arguments, ancestors in ((more, "'self' " + " ".join(origins)), ([], "'self'")):
        with serving(*arguments) as (_, place):
            link = asked(place, "/")
            policy = link.getresponse().headers["Content-Security-Policy"]
            link.close()
        assert f"frame-ancestors {ancestors};" in policy
