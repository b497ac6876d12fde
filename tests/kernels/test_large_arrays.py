"""Arrays in their own memory, as the largest searches have them; and when there is no more."""

import json
import sys

import pytest

from caballero.find.kernels import warnsdorff
from caballero.machine.kernel import PAGED, Marks, array_of, is_compiled, longer, zeros
from caballero.web import browser

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plain kernels have lists")

IN_BROWSER = sys.platform == "emscripten"


@pytest.mark.parametrize("length", [PAGED // 8 - 1, PAGED // 8, PAGED // 4 + 1])
def test_both_forms_see_the_same_array(length: int) -> None:
    key = zeros(Marks, length)
    assert warnsdorff.span.plain(key) == warnsdorff.span.compiled(key) == 0
    key[0], key[length // 2], key[length - 1] = -4, 2, 7
    assert warnsdorff.span.plain(key) == warnsdorff.span.compiled(key) == 11
    wider = longer(Marks, key, length + 8)
    assert warnsdorff.span.plain(wider) == warnsdorff.span.compiled(wider) == 11
    assert list(array_of(Marks, key[::2])) == list(key)[::2]


@pytest.mark.parametrize("length", [1 << 50, 1 << 62])
def test_too_large_an_array_is_an_error_of_memory(length: int) -> None:
    with pytest.raises(MemoryError):
        zeros(Marks, length)


@pytest.mark.skipif(not IN_BROWSER, reason="only a browser's memory is full so soon")
def test_a_browser_without_memory_answers_and_goes_on() -> None:
    held, size = [], 1 << 27
    while size >= PAGED // 8:
        try:
            held.append(zeros(Marks, size))
        except MemoryError:
            size //= 2
    count = json.dumps({"board": {"shape": [6, 6]}, "closed": True})
    try:
        status = json.loads(browser.answer("count", count, "en"))["status"]
    finally:
        held.clear()  # a failure of this test is none of the next ones
    assert status in {"counted", "gave-up"}
    assert json.loads(browser.answer("count", count, "en"))["count"] == "9862"
