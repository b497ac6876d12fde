"""The Python examples in the documents run as tests; each document has its own namespace."""

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    patterns=["README.md", "README.es.md", "docs/*.md", "docs/*/*.md"],
).pytest()
