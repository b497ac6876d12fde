"""Build the documentation as a site, in both languages: ``python docs/build.py``.

The pages for developers, in English, stand beside the languages, as the folders do.

The site goes to ``build/docs``, or to the folder in the first argument; it needs nothing from other
sites. Any warning is an error. The site carries the page, to try it at once, and once more as one
file without Python, which is the board of the first chapter. If Pyodide cannot be fetched, the page
is left out, and in CI that is an error. What the notebooks need beside the page's Python is a file
of its own.
"""

from __future__ import annotations

import os
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES = ("en", "es")
FIRST = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Caballero</title>
<script>location.replace(`${navigator.language.startsWith("es") ? "es" : "en"}/index.html`)</script>
<p><a href="en/index.html" lang="en">Caballero: documentation in English</a></p>
<p><a href="es/index.html" lang="es">Caballero: documentación en español</a></p>
"""
DEVELOPER = "-D root_doc=developer/index -D include_patterns=developer/*,design/*"
TRY = '<p><a href="page/index.html">Try it · <span lang="es">Pruébelo</span></a></p>\n'


def build(target: Path) -> int:
    """Build both languages; return the status of Sphinx, 0 for success."""
    from sphinx.cmd.build import build_main

    there = add_page(target)
    failed = 0 if there or not os.environ.get("CI") else 1
    for language in ("", *LANGUAGES):  # first what stands beside the languages
        cache = target.with_name(f"{target.name}-read") / (language or "developer")
        own = f"-D language={language}" if language else DEVELOPER
        options = f"-W --keep-going -q {own}".split()
        options += ["-A", "try_it=1"] if there else []
        folders = [str(HERE / language), str(target / language)]
        failed |= build_main([*options, "-c", str(HERE), "-d", str(cache), *folders])
    (target / "index.html").write_text(FIRST + (TRY if there else ""), encoding="utf-8")
    return failed


def add_page(target: Path) -> bool:
    """Write the page into the site, in both forms; return whether the one with Python could be."""
    sys.path.insert(0, str(HERE.parent / "src"))  # this checkout, even if another is installed
    from caballero.machine.errors import InvalidInput
    from caballero.web.site import write_one_file, write_site

    target.mkdir(parents=True, exist_ok=True)
    write_one_file(target / "board.html")
    try:
        write_site(target / "page")
    except InvalidInput as error:
        print(f"The page is left out. {error}")
        return False
    add_notebook(target / "notebook.zip")
    return True


def add_notebook(target: Path) -> None:
    """Write what the page's Python lacks of the board of notebooks: its module and traitlets."""
    traitlets = Path(find_spec("traitlets").origin).parent
    package = HERE.parent / "src" / "caballero"
    static = package / "web" / "static"
    needed = [
        (traitlets, traitlets.rglob("*.py")),
        (package, (package / "web/notebook").glob("*.*")),
    ]
    needed += [(package, [*static.rglob("*.js"), *static.glob("*.css"), *static.glob("words/*")])]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for root, files in needed:
            for file in files:
                archive.write(file, file.relative_to(root.parent))


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "build" / "docs"
    sys.exit(build(where))
