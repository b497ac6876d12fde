"""The page as a single file, without Python: ``caballero site --one-file``.

A stick, a mail or a learning platform takes a single file, and browsers run no module of a page
that was opened as a file. So each module is a ``data:`` address here, and an import map gives each
its name; what the page fetches is such a file, too. What needs Python says so
(``static/site/alone.js``).

Invariants: the file loads nothing from elsewhere; the modules are the same as those of the page,
but for the names by which they import each other.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Final

POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src data:; base-uri 'none'; form-action 'none'"
)
"""The page's sources: itself."""

LOADER: Final = """const FILES = %s;
const addressOf = (name) => FILES[name];
"""
"""How a module finds a file that it would fetch."""

MARK: Final = '<meta charset="utf-8">'

IMPORT: Final = re.compile(
    r"""(?P<before>(?:\bfrom|\bimport|=>)\s*\(?\s*(?P<quote>["'`]))(?P<path>\.\.?/[^"'`]+)(?P=quote)"""
)
"""The name of another module: of an import, or of a worker."""

ELSEWHERE: Final = re.compile(
    r"""\s*<(?:link [^>]*>|script [^>]*></script>|meta (?:property="og:|name="twitter:)[^>]*>)"""
    r"""|\s*<p id="asFile".*?</p>""",
    re.DOTALL,
)
"""The page's words about other files."""


def one_file(page: str, files: Mapping[str, bytes]) -> str:
    """Return the page as a single file, from its HTML and its other files, by their names there."""
    scripts = {
        name: data
        for name, data in files.items()
        if name.endswith(".js") and not name.startswith(("site/", "vendor/")) and name != "theme.js"
    }
    for name in ("python", "soon", "start"):
        file = "alone" if name == "python" else name
        scripts[f"site/{name}.js"] = files.get(f"site/{file}.js", b"")
    modules = {
        f"caballero/{name}": _data("text/javascript", _renamed(name, data.decode()).encode())
        for name, data in scripts.items()
    }
    fetched = {
        name: _data("application/json", data)
        for name, data in files.items()
        if name.endswith(".json") and "/" in name
    }
    styles = re.findall(r'<link rel="stylesheet" href="static/([^"]+)"(?: disabled)?>', page)
    icon = _data("image/svg+xml", files.get("icon.svg", b""))
    head = (
        MARK,
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f'<link rel="icon" href="{icon}">',
        _script(files.get("theme.js", b"").decode()),
        _script(LOADER % json.dumps(fetched)),
        _script(json.dumps({"imports": modules}), "importmap"),
        *(f"<style>{files[name].decode()}</style>" for name in styles),
    )
    page = ELSEWHERE.sub("", page)
    page = page.replace('<html lang="en">', '<html lang="en" data-static>', 1)
    page = page.replace(MARK, "\n".join(head), 1)
    begin = _script('import "caballero/app.js";', "module")
    return page.replace("</body>", f"{begin}\n</body>")


def _script(text: str, kind: str = "text/javascript") -> str:
    safe = text.replace("</", "<\\/")
    return f'<script type="{kind}">{safe}</script>'


def _data(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def _renamed(name: str, module: str) -> str:
    """Return a module that imports others by their names in the import map."""
    folder = PurePosixPath(name).parent

    def whole(found: re.Match[str]) -> str:
        target = normpath((folder / found["path"]).as_posix())
        return f"{found['before']}caballero/{target}{found['quote']}"

    return re.sub(
        r"new URL\(([^,()]+), import\.meta\.url\)", r"addressOf(\1)", IMPORT.sub(whole, module)
    )
