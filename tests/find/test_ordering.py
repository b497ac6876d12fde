import random

import pytest

from caballero import Graph
from caballero.find.narrow import frontier_width, narrow_order
from caballero.model.reduction import rows
from graphs import knight_graph, small_graphs


def naive_width(neighbours: list[list[int]], order: list[int]) -> int:
    return max(
        sum(any(w in order[: t + 1] for w in neighbours[v]) for v in order[t + 1 :])
        for t in range(len(order))
    )


def test_the_width_is_as_estimated() -> None:
    for graph in small_graphs():
        neighbours = rows(graph)
        found = narrow_order(neighbours, len(graph))
        assert found is not None
        order, width = found
        assert sorted(order) == list(range(len(graph)))
        assert width == naive_width(neighbours, order) == frontier_width(neighbours, order)
        assert narrow_order(neighbours, len(graph)) == found


@pytest.mark.parametrize(("rows_", "width"), [(3, 7), (4, 9), (5, 11), (6, 13), (7, 16)])
def test_boards_are_swept_by_columns(rows_: int, width: int) -> None:
    rng = random.Random(rows_)
    neighbours = rows(knight_graph(rows_, 40))
    names = rng.sample(range(len(neighbours)), len(neighbours))  # nothing tells the columns
    shuffled: list[list[int]] = [[] for _ in neighbours]
    for v, row in enumerate(neighbours):
        shuffled[names[v]] = [names[w] for w in row]
    for graph in (neighbours, shuffled):
        found = narrow_order(graph, 100)
        assert found is not None
        assert found[1] <= width + 1


def test_a_hub_widens_by_one() -> None:
    ladder = [(i, i + 2) for i in range(198)] + [(i, i + 1) for i in range(0, 200, 2)]
    hub = [(200, v) for v in range(200)]
    found = [narrow_order(rows(Graph.from_edges(edges)), 10) for edges in (ladder, [*ladder, *hub])]
    assert found[0] is not None
    assert found[1] is not None
    assert found[1][1] == found[0][1] + 1 == 3


def test_wide_boards_are_given_up() -> None:
    complete = rows(Graph.from_edges((v, w) for v in range(12) for w in range(v)))
    assert narrow_order(complete, 10) is None
    assert narrow_order(complete, 11) is not None
    assert narrow_order([], 1) is None
