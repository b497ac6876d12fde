"""A server on a free port, for all tests of the server."""

from collections.abc import Iterator

import pytest

from web.served import Served, running


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with running() as server:
        yield server
