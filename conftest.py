"""The Python examples in the documents run as tests; each document has its own namespace."""

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    patterns=["README.md", "README.es.md", "docs/*.md", "docs/*/*.md"],
).pytest()

SLOW_PAGES = ("listing.md", "listar.md")
"""Pages whose examples take several seconds."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the examples of slow pages."""
    for item in items:
        if item.path.name in SLOW_PAGES:
            item.add_marker("slow")
