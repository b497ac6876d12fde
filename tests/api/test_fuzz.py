"""A few of the random calls that ``python tests/fuzz_api.py`` makes by the thousand."""

import pytest

from fuzz_api import fuzz
from seldom import mostly_nightly


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_nightly(range(4), 2))
def test_random_calls_end_with_an_answer_or_an_error_of_the_package(seed: int) -> None:
    assert list(fuzz(250, 100 + seed)) == []
