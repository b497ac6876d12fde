"""Compile the Python of the page: a package and the standard library, as zip files of bytecode.

The sources of the 150 modules that the page loads take a browser longer to compile than all else
that it does before its first answer. Pyodide itself runs this module, when the page is written:
bytecode serves only the Python that compiled it.

Invariants: the same sources give the same bytes; what is left out of the library is imported by no
module of the package.
"""

from __future__ import annotations

import io
import marshal
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from typing import Final

HEAD: Final = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""The head of a file of bytecode whose source is never looked for."""

SHOWN: Final = ("traceback", "linecache", "encodings.ascii", "encodings.latin_1")
"""Modules that Python itself imports when something fails, or a text is not UTF-8."""

IMPORT: Final = re.compile(r"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)
"""A line that imports a module; this package imports a module on each line, as its linter wants it.

A line of prose that looks so adds a module that nothing needs.
"""


def pack(package: bytes, library: bytes) -> tuple[bytes, bytes]:
    """Return both archives, with bytecode for sources; the library has only the needed modules."""
    for name in (*SHOWN, *_imported(package)):
        with suppress(ImportError):  # another system's
            import_module(name)
    return _compiled(package, lambda _name: True), _compiled(library, _is_loaded)


def _imported(archive: bytes) -> Iterator[str]:
    """Yield the names that sources import from the standard library, wherever they do."""
    with zipfile.ZipFile(io.BytesIO(archive)) as sources:
        for file in sources.namelist():
            if file.endswith(".py"):
                for found in IMPORT.finditer(sources.read(file).decode()):
                    if found[1].partition(".")[0] in sys.stdlib_module_names:
                        yield found[1]


def _is_loaded(file: str) -> bool:
    """Return whether a source of the library was loaded; what is no source is kept."""
    path = file.removesuffix(".py").removesuffix("/__init__")
    return path == file or path.replace("/", ".") in sys.modules


def _compiled(archive: bytes, keeps: Callable[[str], bool]) -> bytes:
    """Return an archive with bytecode in place of the sources that are kept, without docstrings."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as sources, zipfile.ZipFile(packed, "w") as target:
        for file in filter(keeps, sources.namelist()):
            data = sources.read(file)
            if file.endswith(".py"):
                code = compile(data, file, "exec", dont_inherit=True, optimize=2)
                file, data = f"{file}c", HEAD + marshal.dumps(code)
            entry = zipfile.ZipInfo(file)  # without the time
            target.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()
