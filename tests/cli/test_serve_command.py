"""``caballero serve`` as a program: its address, its end, and its errors at the start."""

import errno
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
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from caballero.machine.words import short
from cli.terminal import Terminal, process, refuses, started


@contextmanager
def serving(*arguments: str, language: str = "C") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and the address that it printed."""
    program = started("serve", "--no-open", "--port", "0", *arguments, language=language)
    try:
        assert program.stdout is not None
        yield program, program.stdout.readline().strip()
    finally:
        program.kill()
        program.communicate()


def send_request(address: str, path: str, body: object = None) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    link = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=600)
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


@pytest.mark.slow
@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_at_once(busy: bool) -> None:
    with ExitStack() as links, serving(language="es_CL.UTF-8") as (program, address):
        assert address.startswith("http://127.0.0.1:")
        link = links.enter_context(closing(send_request(address, "/")))
        assert link.getresponse().status == 200
        workers: list[int] = []
        if busy:
            waiting = links.enter_context(closing(send_request(address, "/api/count", HARD)))
            linux = sys.platform == "linux"
            stop = time.monotonic() + 60
            while linux and not workers and time.monotonic() < stop:
                time.sleep(0.01)
                workers = children(program.pid)
            assert workers or not linux
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=600)
        assert program.returncode == 0
        assert out == ""
        assert err == "La página está lista. Pulse Ctrl-C para terminar.\n"
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
        if busy:  # it was interrupted; one that is waited for gives 504
            assert waiting.getresponse().status == 500


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("C", "Error: Port {port} is in use: choose another with --port, or leave it out."),
        ("es_CL.UTF-8", "Error: El puerto {port} está en uso: elija otro con --port, u omítalo."),
    ],
)
def test_a_port_that_is_taken(language: str, reply: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = process("serve", "--no-open", "--port", port, language=language)
    assert (done.status, done.out, "Traceback" in done.err) == (2, "", False)
    assert done.err.splitlines()[-1] == reply.format(port=port)  # and nothing of the system's


def test_a_port_that_one_may_not_have(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("caballero.web.server")

    def refused(host: str, port: int) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(server, "listen", refused)
    reply = caballero("serve", "--no-open", "--port", "80")
    refuses(reply, "Port 80 is reserved for the administrator")
    assert "denied" not in reply.err


def at_once(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """Let the server end at once, with another usual port than the real one."""
    server = pytest.importorskip("caballero.web.server")
    monkeypatch.setattr(server, "PORT", port)
    monkeypatch.setattr(server, "serve", lambda *_: None)


def test_the_usual_port(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    at_once(monkeypatch, port)
    for _ in range(2):  # it is the same at every start
        reply = caballero("serve", "--no-open")
        assert (reply.status, reply.out) == (0, f"http://127.0.0.1:{port}/\n")
        assert reply.err == "The page is ready. Press Ctrl-C to stop.\n"


def test_the_usual_port_is_taken(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        at_once(monkeypatch, port)
        taken.close()  # so that the page does not wait for its answer
        server = pytest.importorskip("caballero.web.server")
        listen = server.listen

        def listen_elsewhere(host: str, wanted: int) -> socket.socket:
            if wanted == port:
                raise OSError(errno.EADDRINUSE, "Address already in use")
            return listen(host, wanted)  # type: ignore[no-any-return]

        monkeypatch.setattr(server, "listen", listen_elsewhere)
        reply = caballero("serve", "--no-open")
    assert reply.status == 0
    other = urlsplit(reply.out).port
    assert other != port
    assert reply.err.splitlines()[0] == (
        f"Port {port} is in use, so this page is on port {other}. The browser keeps games by "
        f"address: those of http://127.0.0.1:{port}/ do not appear here."
    )


@pytest.mark.slow
def test_another_caballero_has_the_usual_port(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving() as (_, address):
        at_once(monkeypatch, urlsplit(address).port or 0)
        reply = caballero("serve", "--no-open")
    assert reply.status == 0
    assert reply.out != f"{address}\n"
    line = f"Caballero is already running at {address}: your games are kept there. This is another"
    assert reply.err.startswith(line)


def test_what_is_no_caballero() -> None:
    server = pytest.importorskip("caballero.web.server")
    replies = (b"", b"hello\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
    for reply in replies:
        with socket.create_server(("127.0.0.1", 0)) as other:

            def answer(other: socket.socket = other, reply: bytes = reply) -> None:
                with other.accept()[0] as link:
                    link.recv(4096)
                    link.sendall(reply)

            thread = threading.Thread(target=answer)
            thread.start()
            assert not server.is_caballero(f"http://127.0.0.1:{other.getsockname()[1]}/")
            thread.join()


def test_the_addresses_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("caballero.web.server")
    monkeypatch.setattr(server, "_hosts", lambda _: ["10.0.0.7", "127.0.1.1", "10.0.0.7"])
    with server.listen("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        assert server.address(listening) == f"http://127.0.0.1:{port}/"
        assert server.network_addresses(listening) == [f"http://10.0.0.7:{port}/"]
    with server.listen("127.0.0.1", 0) as listening:
        assert server.network_addresses(listening) == []


def test_the_code_of_an_address(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("segno")
    from caballero.cli import serve

    serve._show_code("http://10.0.0.7:8000/")
    assert capsys.readouterr().err == ""  # not a terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    serve._show_code("http://10.0.0.7:8000/")
    assert "█" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_the_extra(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    refuses(
        caballero("serve", "--no-open"),
        "the extra web",
        f'{sys.executable} -m pip install "caballero[web]".',
    )


def test_no_such_host(caballero: Terminal) -> None:
    pytest.importorskip("fastapi")
    for host in ("256.1.1.1", "192.0.2.1", "x" * 300):
        refuses(
            caballero("serve", "--no-open", "--host", host),
            f"{short(host)} is not an address of this machine: choose another --host,",
        )
    refuses(caballero("serve", "--no-open", "--host", ""), "--host")


def test_the_browser_is_opened(caballero: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = threading.Event()
    places: list[str] = []

    def note(place: str) -> bool:
        places.append(place)
        opened.set()
        return True

    def interrupted(_socket: object, _host: str, embedders: object, *rest: object) -> None:
        assert (embedders, *rest) == (("https://school.example",), None, None)
        assert opened.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "open", note)
    monkeypatch.setattr("caballero.web.server.serve", interrupted)
    reply = caballero("serve", "--embed", "https://school.example")
    assert (reply.status, reply.out) == (0, f"{places[0]}\n")


@pytest.mark.parametrize(("host", "pupils"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "10.0.0.7")])
def test_a_race(
    caballero: Terminal, monkeypatch: pytest.MonkeyPatch, host: str, pupils: str
) -> None:
    """The teacher's link, which the browser opens, has another key each time."""
    server = pytest.importorskip("caballero.web.server")
    opened, keys = [threading.Event(), threading.Event()], list[str]()
    links: list[str] = []

    def note(link: str) -> bool:
        links.append(link)
        opened[len(links) - 1].set()
        return True

    def interrupted(_socket: object, _host: str, _embedders: object, race: str, _: object) -> None:
        assert opened[len(keys)].wait(10)
        keys.append(race)
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "open", note)
    monkeypatch.setattr(server, "serve", interrupted)
    monkeypatch.setattr(server, "_hosts", lambda _: ["10.0.0.7"])
    for _ in opened:
        reply = caballero("serve", "--race", "--host", host, "--port", "0")
        place = reply.out.splitlines()[0]
        assert links[-1] == f"{place}#race/{keys[-1]}"
        assert f"Lead races at {links[-1]}, and keep this link to yourself." in reply.err
        assert f"Pupils join at http://{pupils}:{place.rsplit(':')[-1]}race." in reply.err
        assert ("add --host 0.0.0.0" in reply.err) == (host == pupils)
        assert keys[-1] not in reply.out
    assert len(set(keys)) == 2
    assert min(map(len, keys)) >= 22  # 128 bits


def test_what_is_refused(caballero: Terminal, tmp_path: Path) -> None:
    pytest.importorskip("caballero.web.server")
    refuses(caballero("serve", "--no-open", "--site", tmp_path), "has no page")
    for origin in ("school.example", "https://x; script-src *", "https://a/b", "*", "null"):
        refuses(caballero("serve", "--no-open", "--embed", origin), "is not an origin")


@pytest.mark.slow
def test_pages_of_a_named_origin_may_embed_this_one() -> None:
    origins = ("https://school.example", "http://[::1]:8000")
    more = [word for origin in origins for word in ("--embed", origin)]
    for arguments, ancestors in ((more, "'self' " + " ".join(origins)), ([], "'self'")):
        with serving(*arguments) as (_, place):
            link = send_request(place, "/")
            policy = link.getresponse().headers["Content-Security-Policy"]
            link.close()
        assert f"frame-ancestors {ancestors};" in policy
