"""The page as files: what is written, and what is refused."""

import hashlib
import io
import json
import os
import re
import struct
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

import pytest

from caballero.machine.errors import CaballeroError, InvalidInput
from caballero.machine.folders import replacing
from caballero.render.themes import COLOURS, THEMES, VIRIDIS
from caballero.web import packing, site
from caballero.web.app import STATIC
from web.served import running

ROOT = Path(__file__).parents[2]
OF_PYTHON = ("alone", "sw", "worker")  # the first stands in place of another
LOCKED = {"info": {"arch": "wasm32"}, "packages": {"numpy": {}}}


@cache  # its bytes tell when it was made
def archive(**changes: bytes) -> bytes:
    """An archive with the files of Pyodide's, and others."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        lock = json.dumps(LOCKED).encode()
        files = {**dict.fromkeys(site.NEEDED, b"file"), site.LOCK: lock, "README.md": b"no"}
        for name, data in (files | changes).items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def files_of(**changes: bytes) -> dict[str, bytes]:
    """All files of a page with such an archive."""
    return site.files_of(site.python_of(archive(**changes)))


@pytest.fixture(scope="module")
def files() -> Iterator[dict[str, bytes]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(site, "COMPILED", Path("nothing"))
        yield files_of()


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The archive as a file; it is taken for Pyodide's."""
    monkeypatch.setattr(site, "SHA512", hashlib.sha512(archive()).hexdigest())
    (tmp_path / "mine.tgz").write_bytes(archive())
    return tmp_path / "mine.tgz"


def kept(files: dict[str, bytes]) -> tuple[str, list[str]]:
    """The version and the files that the service worker keeps."""
    found = re.search(r"const \[VERSION, FILES\] = (.*);", files["sw.js"].decode())
    assert found
    version, names = json.loads(found[1])
    return version, names


def test_the_whole_page_is_written(files: dict[str, bytes]) -> None:
    static = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*")}
    own = {f"static/{name}" for name in static - {"index.html", "site/sw.js"}}
    python = {
        f"python/{name}" for name in (*site.NEEDED, site.LOCK, "caballero.zip", "LICENSE.txt")
    }
    assert set(files) == own | python | {"index.html", "sw.js"}
    assert json.loads(files[f"python/{site.LOCK}"]) == {**LOCKED, "packages": {}}
    vendor = {name.rpartition("/")[2] for name in files if "/vendor/" in name}
    assert not vendor or "LICENSES.txt" in vendor


def test_the_package_is_whole_and_without_its_library(files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(files["python/caballero.zip"])) as packed:
        names = packed.namelist()
        assert packed.testzip() is None
    assert "caballero/web/browser.py" in names
    assert "caballero/counting/known.json" in names
    assert not [name for name in names if "/cli/" in name or name.endswith("web/app.py")]
    assert {Path(name).suffix for name in names} == {".py", ".mo", ".json"}


def test_compiled_kernels_are_where_python_looks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "made").write_bytes(b"library")
    monkeypatch.setattr(site, "COMPILED", tmp_path / "made")
    zipped = site.python_of(archive())[site.ZIPPED]
    with zipfile.ZipFile(io.BytesIO(zipped)) as packed:
        assert packed.read("caballero/machine/_kernels.so") == b"library"


def test_the_page_has_its_mark_and_a_strict_policy(files: dict[str, bytes]) -> None:
    page = files["index.html"].decode()
    assert page.count("data-static") == 1
    assert page.index("Content-Security-Policy") < page.index("<link")
    assert "unsafe-inline" not in page
    assert "'unsafe-eval'" not in page
    assert "http:" not in page
    assert "https:" not in page
    assert not re.search(r'(?:src|href)="/', page)  # it may stand at any path
    assert (STATIC / "index.html").read_text("utf-8").count("data-static") == 0


def test_the_worker_knows_its_version_and_how_much_it_fetches(files: dict[str, bytes]) -> None:
    def told(files: dict[str, bytes]) -> tuple[str, int]:
        found = re.search(
            r"const \[VERSION, BYTES\] = (.*);", files["static/site/worker.js"].decode()
        )
        assert found
        version, size = json.loads(found[1])
        return version, size

    others = ("js", "LICENSE.txt")
    fetched = [name for name in files if name.startswith("python/") and not name.endswith(others)]
    version, size = told(files)
    assert size == sum(len(files[name]) for name in fetched)
    assert told(files_of(**{site.LIBRARY: b"other"}))[0] != version


@pytest.mark.slow
def test_bytecode_does_what_its_source_does(tmp_path: Path) -> None:
    """Of this package, with the Python that runs here; the library loses what nothing imports."""
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w") as sources:
        for name in ("json/__init__.py", "turtle.py", "notes.txt"):
            sources.writestr(name, "text = 1")
    source = site.python_of(archive())[site.ZIPPED]
    packed, rest = packing.pack(source, library.getvalue())
    assert packing.pack(source, library.getvalue()) == (packed, rest)
    with zipfile.ZipFile(io.BytesIO(rest)) as sources:
        assert sources.namelist() == ["json/__init__.pyc", "notes.txt"]
    with zipfile.ZipFile(io.BytesIO(packed)) as sources:
        sources.extractall(tmp_path)
    request = json.dumps({"board": {"shape": [5, 5]}, "path": ["a1"], "strength": 3})
    program = f"from caballero.web.browser import answer; print(answer('hint', {request!r}, 'es'))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert "salidas" in done.stdout


def test_the_page_can_be_installed_and_shared(files: dict[str, bytes]) -> None:
    page, manifest = files["index.html"].decode(), json.loads(files["static/manifest.json"])
    named = re.findall(r'rel="(?:manifest|apple-touch-icon)" href="(.*?)"', page)
    assert len(named) == 2
    assert {*named} <= files.keys()
    assert "og:image" not in page  # its address is not known
    for address in ("https://school.example/a&b", "https://school.example/a&b/"):
        whole = site.files_of({}, address)["index.html"].decode()
        (picture,) = re.findall(r'"og:image" content="https://school.example/a&amp;b/(.*?)"', whole)
        assert picture in files
    for wrong in ("school.example", "ftp://school.example", "https://a.example/?q", "https://a b"):
        with pytest.raises(InvalidInput, match="is no address of a page"):
            site.files_of({}, wrong)
    assert {manifest["start_url"], manifest["scope"]} == {"../"}  # the page, from the manifest
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    for icon in manifest["icons"]:
        png = files[f"static/{icon['src']}"]
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">2I", png[16:24]))


def test_one_file_has_every_module_that_its_modules_import(tmp_path: Path) -> None:
    size = site.write_one_file(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert size == len(page.encode()) < 1_140_000
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)  # nothing else is needed
    found = re.search(r'<script type="importmap">(.*?)</script>', page)
    assert found
    modules = {
        name: b64decode(address.partition(",")[2]).decode()
        for name, address in json.loads(found[1])["imports"].items()
    }
    static = {f"caballero/{path.relative_to(STATIC).as_posix()}" for path in STATIC.rglob("*.js")}
    static = {name for name in static if "/vendor/" not in name}  # bundled packages are spared
    served = {f"caballero/{name}" for name in ("theme.js", *map("site/{}.js".format, OF_PYTHON))}
    assert set(modules) == static - served
    for module in modules.values():
        code = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", module, flags=re.DOTALL | re.MULTILINE)
        assert set(re.findall(r'(?: from |import\()"([^"]+)"[;)]', code)) <= modules.keys()
        assert "import.meta" not in code


def test_one_knight_and_the_same_colours_everywhere(files: dict[str, bytes]) -> None:
    page, manifest = files["index.html"].decode(), json.loads(files["static/manifest.json"])
    icon = files["static/icon.svg"].decode()
    board = "".join(files[f"static/board/{name}.js"].decode() for name in ("lines", "colours"))
    knight = re.search(r'const KNIGHT =\s*"([^"]+)"', board)
    assert knight
    assert f'd="{knight[1]}"' in icon
    assert set(re.findall(r"#\w+", icon)) == {COLOURS["strong"][0], "#fff"}
    assert tuple(re.findall(r'name="theme-color" content="(#\w+)"', page)) == COLOURS["page"]
    assert {manifest["theme_color"], manifest["background_color"]} == {COLOURS["page"][0]}
    found = re.search(r"const AROUND = \{(.*?)\};", files["static/look/files.js"].decode())
    assert found
    around = dict(re.findall(r'(\w+): "(#\w+)"', found[1]))
    assert around == {name: theme.page or COLOURS["page"][0] for name, theme in THEMES.items()}
    ramp = board.partition("const RAMP = [")[2].partition("]")[0]
    assert tuple(re.findall(r"#\w+", ramp)) == VIRIDIS
    for name in (name for name in files if name.endswith("css") and "colours" not in name):
        screen = files[name].decode()
        assert not re.search(r"light-dark\(#|--(?:ground|pale|path): #\w+;\n", screen), name


def test_icons_and_colours_are_made_from_one_drawing_and_one_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    make_icons = import_module("make_icons")
    for name, png in make_icons.icons().items():
        assert (make_icons.ICONS / name).read_bytes() == png, "run python docs/make_icons.py"
    assert (STATIC / "colours.css").read_text("utf-8") == make_icons.style()


def test_the_service_worker_keeps_every_file(files: dict[str, bytes]) -> None:
    _version, names = kept(files)
    assert names == ["./", *sorted(set(files) - {"sw.js"})]


def test_the_version_is_that_of_the_files(files: dict[str, bytes]) -> None:
    assert files_of() == files
    changed = files_of(**{"pyodide.mjs": b"other"})
    assert kept(changed)[0] != kept(files)[0]
    assert changed["python/caballero.zip"] == files["python/caballero.zip"]


def test_only_the_expected_archive_is_copied(tmp_path: Path) -> None:
    given = tmp_path / "mine.tgz"
    given.write_bytes(archive())
    with pytest.raises(InvalidInput, match=r"^mine\.tgz is not the npm package of Pyodide 3"):
        site.write_site(tmp_path / "site", given)
    assert not (tmp_path / "site").exists()


def test_the_files_are_where_they_are_wanted(
    tmp_path: Path, given: Path, files: dict[str, bytes]
) -> None:
    folder = tmp_path / "a" / "b"
    written = site.write_site(folder, given)
    assert written == (len(files), sum(map(len, files.values())), False)  # nothing to compile
    assert {name: (folder / name).read_bytes() for name in files} == files


@pytest.mark.parametrize(("at", "is_new"), [(1, True), (2, False), (50, True), (50, False)])
def test_an_interrupted_page_is_the_old_one(
    at: int,
    is_new: bool,
    tmp_path: Path,
    given: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: dict[str, bytes],
) -> None:
    folder = tmp_path / "site"
    for name in () if is_new else files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"old")
    real, calls = replacing, iter(range(1, 1000))

    def interrupted(path: Path) -> AbstractContextManager[BinaryIO]:
        if next(calls) == at:
            raise KeyboardInterrupt
        return real(path)

    monkeypatch.setattr(site, "replacing", interrupted)
    with pytest.raises(KeyboardInterrupt):
        site.write_site(folder, given)
    found = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert found == ({} if is_new else dict.fromkeys((folder / name for name in files), b"old"))
    assert {*tmp_path.iterdir()} == ({given} if is_new else {given, folder})


@pytest.mark.slow
def test_files_of_an_older_version_go_and_no_others(
    tmp_path: Path, given: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    files = files_of()
    old = {"static/old/old.js": b"old", "static/changed.js": b"ours", "gone.js": b"gone"}
    with monkeypatch.context() as earlier:
        earlier.setattr(site, "files_of", lambda *_: files | old)
        site.write_site(folder, given)
    (folder / "static/changed.js").write_bytes(b"theirs")
    (folder / "static/theirs.js").write_bytes(b"theirs")
    (folder / "gone.js").unlink()
    outside = tmp_path / "outside.js"
    outside.write_bytes(b"old")
    (folder / "link.js").symlink_to(outside)
    listed = json.loads((folder / site.LIST).read_text())
    same = hashlib.sha256(b"old").hexdigest()
    more = dict.fromkeys(("../outside.js", str(outside), "link.js", "static"), same)
    (folder / site.LIST).write_text(json.dumps(listed | more))

    site.write_site(folder, given)
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    theirs = {"static/changed.js", "static/theirs.js", "link.js"}
    assert found == set(files) | theirs | {site.LIST}
    assert not (folder / "static/old").exists()
    assert outside.read_bytes() == b"old"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "[1]", "{", "null"])
def test_a_list_that_cannot_be_read_removes_nothing(tmp_path: Path, given: Path, text: str) -> None:
    (tmp_path / site.LIST).write_text(text)
    site.write_site(tmp_path, given)
    assert given.exists()
    assert json.loads((tmp_path / site.LIST).read_text()).keys() == files_of().keys()


def test_without_npm_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(site, "find_spec", lambda _name: None)
    with pytest.raises(InvalidInput, match="There is no npm") as refused:
        site.write_site(tmp_path / "site")
    assert "--pyodide FILE" in str(refused.value)


def test_an_npm_that_fetches_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: "false")
    with pytest.raises(InvalidInput, match="npm could not fetch Pyodide"):
        site.write_site(tmp_path / "site")


def test_a_server_has_the_page_too(tmp_path: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    outside = tmp_path.parent / "secret.js"
    outside.write_text("secret")
    (tmp_path / "link.js").symlink_to(outside)
    for name in ("../secret.js", "link.js"):
        hashes[name] = hashlib.sha256(b"secret").hexdigest()
    (tmp_path / site.LIST).write_text(json.dumps(hashes))
    (tmp_path / "static/style.css").write_text("changed")
    (tmp_path / "unlisted.js").write_text("unlisted")
    with running(site=site.written_files(tmp_path)) as server:
        assert server.client.get("/api/about").json()["site"] is True
        assert server.client.get("/site").headers["location"] == "site/"
        page = server.client.get("/site/")
        assert page.content == files["index.html"]
        assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
        assert "wasm" not in server.client.get("/").headers["content-security-policy"]
        wasm = server.client.get("/site/python/pyodide.asm.wasm")
        assert wasm.content == files["python/pyodide.asm.wasm"]
        assert wasm.headers["content-type"] == "application/wasm"
        for name in ("..%2fsecret.js", "link.js", "static/style.css", "unlisted.js", site.LIST):
            assert server.client.get(f"/site/{name}").status_code == 404


def test_a_folder_without_the_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="has no page: “caballero site "):
        site.written_files(tmp_path)
    with running() as server:
        assert server.client.get("/api/about").json()["site"] is False
        assert server.client.get("/site/").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("name", ["index.html", "static", site.LIST])
def test_a_link_is_not_written_through(tmp_path: Path, given: Path, name: str) -> None:
    folder, victim = tmp_path / "site", tmp_path / "victim"
    folder.mkdir()
    if name == "static":
        victim.mkdir()
    else:
        victim.write_text("precious")
    (folder / name).symlink_to(victim)
    with pytest.raises(CaballeroError, match="symbolic link"):
        site.write_site(folder, given)
    assert not list(victim.iterdir()) if victim.is_dir() else victim.read_text() == "precious"
