"""The kernels of plans: both forms write the same tour, that of the square numbers."""

from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from caballero import structured_tour
from caballero.find.construct import plan
from caballero.find.kernels import plans
from caballero.machine.kernel import is_compiled

PLAIN = SimpleNamespace(write=plans.write.plain, spread=plans.spread.plain)
COMPILED = SimpleNamespace(write=plans.write, spread=plans.spread)
FORMS = [PLAIN, COMPILED] if is_compiled() else [PLAIN]


@pytest.mark.parametrize("shape", [(8, 8), (5, 30), (41, 3), (4, 33), (33, 4), (31, 29), (60, 61)])
@pytest.mark.parametrize("block", [121, 1000, 2**16])
def test_both_forms_write_the_tour(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int], block: int
) -> None:
    tour = structured_tour(*shape)
    squares = [tour.board.index(square) for square in tour]
    monkeypatch.setattr(plan, "BLOCK", block)  # no small tour has more squares
    for form in FORMS:
        monkeypatch.setattr(plan, "kernel", form)
        assert list(tour.vertices()) == squares
        if find_spec("numpy"):
            assert [squares[number] for number in tour.fill().ravel()] == list(range(tour.size))
