from itertools import pairwise

import pytest

from caballero.model.reduction import as_cycle
from graphs import assert_tour, has_tour, knight_graph, small_graphs
from naive import all_tours


def naive_cycle(neighbours: list[list[int]]) -> list[int] | None:
    size = len(neighbours)

    def extend(path: list[int]) -> list[int] | None:
        if len(path) == size:
            return path if size > 2 and path[0] in neighbours[path[-1]] else None
        for w in neighbours[path[-1]]:
            if w not in path and (found := extend([*path, w])):
                return found
        return None

    return extend([0])


@pytest.mark.parametrize("closed", [False, True])
def test_has_a_cycle_exactly_if_there_is_a_tour(closed: bool) -> None:
    for graph in small_graphs():
        size = len(graph)
        if size < 2:
            continue
        for start in (None, size // 2):
            for end in (None, 0):
                question = as_cycle(graph, closed=closed, start=start, end=end)
                cycle = naive_cycle(question.neighbours) if question else None
                assert (cycle is not None) == has_tour(graph, closed=closed, start=start, end=end)
                if question and cycle:
                    for way in (cycle, cycle[::-1], cycle[1:] + cycle[:1]):
                        assert_tour(graph, question.tour(way), closed=closed, start=start, end=end)


@pytest.mark.parametrize("closed", [False, True])
def test_forced_moves_are_chains(closed: bool) -> None:
    found = 0
    for number, graph in enumerate(small_graphs()):
        edges = list(graph.edges())
        if not 2 <= len(graph) <= 7 or not edges:
            continue
        forced = edges[number % len(edges) :: 3][:3]
        for start, end in ((None, None), (0, None), (None, 1), (0, 1)):
            tours = [
                tour
                for tour in all_tours(
                    [graph.neighbours(v) for v in range(len(graph))],
                    closed=closed,
                    start=start,
                    end=end,
                )
                if {frozenset(e) for e in forced}
                <= {frozenset(e) for e in pairwise([*tour, tour[0]] if closed else tour)}
            ]
            question = as_cycle(graph, closed=closed, start=start, end=end, forced=forced)
            cycle = naive_cycle(question.neighbours) if question else None
            assert (cycle is not None) == bool(tours)
            if question and cycle:
                found += 1
                for way in (cycle, cycle[::-1], cycle[2:] + cycle[:2]):
                    tour = question.tour(way)
                    assert tour in tours or tour[::-1] in tours
                    assert {*tour} == {*range(len(graph))}
                    assert start in (None, tour[0])
                    assert end in (None, tour[-1])
                assert question.colours is None or 2 * sum(question.colours) == len(cycle)
    assert found > 100


def test_wrong_colours_are_no_question() -> None:
    assert as_cycle(knight_graph(5, 5), closed=True, start=None, end=None) is None
    assert as_cycle(knight_graph(5, 5), closed=False, start=1, end=None) is None
    assert as_cycle(knight_graph(6, 6), closed=False, start=0, end=2) is None
    assert as_cycle(knight_graph(3, 3), closed=False, start=None, end=None) is None  # not connected
