"""Nothing that Caballero answers changes unnoticed.

The golden files hold the answers to 500 small problems, with their nodes, proofs and steps, and
all signatures, help texts and translated kernels. ``python -m tests.golden --write`` writes them;
the difference belongs to the review of a change.
"""

import pytest

from caballero.find import methods, plan
from caballero.machine.values import replace
from golden.files import FILES, difference

ACCEPT = "If this is meant: python -m tests.golden --write"


@pytest.mark.large
@pytest.mark.parametrize("name", FILES)
def test_answers_are_the_golden_ones(name: str) -> None:
    changes = difference(name, list(FILES[name]()))
    assert not changes, f"\n{changes}\n{ACCEPT}"


@pytest.mark.large
def test_a_slice_of_more_nodes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The golden lines and the new ones are shown, below the problem."""
    repair = methods.METHODS["repair"]
    more = {**methods.METHODS, "repair": replace(repair, look=repair.look + 1)}
    monkeypatch.setattr(plan, "METHODS", more)
    changes = difference("graphs", list(FILES["graphs"]())).splitlines()
    assert changes[0].startswith("== ")
    assert any(line.startswith("-solve") for line in changes)
    assert any(line.startswith("+solve") for line in changes)
