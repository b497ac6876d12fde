"""How all tests run: the Python examples in the documents, too, and each test by one worker.

All is in English, whatever the language of the machine; the examples of the Spanish documents are
in Spanish. Each document has its own namespace, with the examples that it takes from the English
one (``docs/blocks.py``).
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from docs.blocks import runnable
from sybil import Document, Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

from caballero import language

if TYPE_CHECKING:
    from xdist.scheduler import LoadScopeScheduling

os.environ["LANGUAGE"] = "C"


class _Whole(Document):
    """A document with what it takes from the English one, up to its own last example."""

    def __init__(self, text: str, path: str) -> None:
        super().__init__(runnable(Path(path)), path)


def _examples(name: str, patterns: list[str]) -> Sybil:
    """Return what runs the Python examples of documents in a language."""
    return Sybil(
        parsers=[PythonCodeBlockParser()],
        patterns=patterns,
        document_types={".md": _Whole},
        setup=lambda _namespace: language(name),
        teardown=lambda _namespace: language("en"),
    )


pytest_collect_file = (
    _examples("en", ["README.md", "docs/*.md", "docs/en/*.md"])
    + _examples("es", ["README.es.md", "docs/es/*.md"])
).pytest()

SLOW_PAGES = ("listing.md", "listar.md")
"""Pages whose examples take several seconds."""

TOGETHER = (
    "tests/browser/test_[a-df-l]*", "tests/browser/test_[m-p]*", "tests/browser/test_[eq-z]*",
)  # fmt: skip
"""The tests that share a browser, and wait for it: one worker runs each part of them.

The other workers use the processors meanwhile. The last part shares the page in a folder.
"""

LONGEST = ("tests/build/test_[ci]*", "tests/docs_site/*", "tests/browser/*")
"""What takes minutes; it begins first. Then come most tests, a slow one counted as twenty."""

SPREAD = (
    "tests/cli/test_help.py", "tests/puzzles/test_fifty.py", "tests/counting/run/",
    "tests/test_docs.py", "tests/test_snippets.py",
)  # fmt: skip
"""Files of long tests, which any worker may run; all tests of another file run on the same one.

So the examples of a document share its namespace, and dear fixtures are made once.
"""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the examples of slow pages."""
    if item.path.name in SLOW_PAGES:
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)  # behind what leaves tests out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let workers begin with what takes longest: at the end none waits for another."""
    if hasattr(config, "workerinput"):
        work: Counter[str] = Counter()
        for item in items:
            work[_scope(item.nodeid)] += 20 if item.get_closest_marker("slow") else 1

        def place(item: pytest.Item) -> tuple[bool, int, str]:
            scope = _scope(item.nodeid)
            long = any(fnmatch(scope, part) for part in LONGEST)
            return not long, -work[scope], scope

        items.sort(key=place)


def _scope(test: str) -> str:
    """Return the name of the tests that one worker runs together with a test."""
    if test.startswith(SPREAD):
        return test
    shared = (part for part in TOGETHER if fnmatch(test, part))
    return next(shared, test.partition("::")[0])


def pytest_sessionstart() -> None:
    """Look for no garbage among the tests while they are collected: half a million objects."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave the tests out of what is looked through for garbage from now on."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Return what gives each worker the next file, or one test of a file of long ones."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _scope(nodeid)

    config.option.loadscopereorder = False  # the workers have put them in order
    return Scheduling(config, log)
