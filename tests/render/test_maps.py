"""Tours of graphs with positions: what their maps show, and where."""

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from caballero import Graph, Tour
from caballero.formats import read_graph
from caballero.model import InvalidGraph
from caballero.render.layout import Label
from caballero.render.map import SIDE, SMALL, map_layout

SVG = "{http://www.w3.org/2000/svg}"
PLACES = {"home": (0, 0), "park": (4, 0), "work": (4, 3)}
ROADS = [("home", "park", 5), ("park", "work", Fraction(5, 2)), ("home", "work", 9)]


def on_map(graph: Graph, places: Iterable[tuple[float, float]]) -> Graph:
    return replace(graph, positions=tuple(places))


def town(roads: Iterable[tuple[Any, ...]] = ROADS, directed: bool = False) -> Graph:
    return on_map(Graph.from_edges(roads, PLACES, directed=directed), PLACES.values())


def along(count: int, closed: bool = False) -> Tour:
    """A zigzag of vertices, in their order."""
    edges = [(v, (v + 1) % count, v) for v in range(count - (not closed))]
    graph = Graph.from_edges(edges, range(count))
    places = ((v * 10, v % 2 * 15) for v in range(count))
    return Tour(on_map(graph, places), tuple(range(count)), closed=closed)


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def dots(picture: str) -> list[tuple[float, float]]:
    return [
        (float(dot.get("cx", "")), float(dot.get("cy", "")))
        for dot in parsed(picture).iter(f"{SVG}circle")
    ]


def texts(picture: str) -> list[str | None]:
    return [text.text for text in parsed(picture).iter(f"{SVG}text")]


def paths(picture: str) -> list[str]:
    """The ground, the other edges, the tour, and arrowheads."""
    return [path.get("d", "") for path in parsed(picture).iter(f"{SVG}path")]


def box(label: Label, size: int) -> tuple[float, float, float, float]:
    wide = 0.62 * size * len(label.text)
    left = label.x - wide * {"start": 0, "middle": 0.5, "end": 1}[label.side]
    middle = label.y - 0.35 * size
    return left, middle - size / 2, left + wide, middle + size / 2


# -- positions -------------------------------------------------------------------------------------


def test_the_vertices_are_where_they_are() -> None:
    home, park, work = dots(Tour(town(), (0, 1, 2)).to_svg())
    assert home[1] == park[1] > work[1]  # y goes upwards
    assert park[0] == work[0] > home[0]
    assert math.dist(home, park) / math.dist(park, work) == pytest.approx(4 / 3, rel=1e-3)
    assert math.dist(home, park) == pytest.approx(SIDE, rel=1e-3)


@pytest.mark.parametrize(
    "places",
    [
        [(2.0, 7.0)] * 3,
        [(0.0, 0.0), (0.0, 1.0), (0.0, 3.0)],
        [(1.7e308, 0.0), (-1.7e308, 0.0), (0.0, 1.7e308)],
        [(5e-324, 0.0), (0.0, 0.0), (0.0, 5e-324)],
        [(1e9, 1e9), (1e9 + 1e-6, 1e9), (1e9, 1e9)],
    ],
)
def test_any_positions_have_a_map(places: list[tuple[float, float]]) -> None:
    for order, closed in (((0, 1, 2), True), ((2, 0, 1), False)):
        picture = Tour(on_map(town(), places), order, closed=closed).to_svg()
        _, _, wide, high = map(float, parsed(picture).get("viewBox", "").split())
        assert all(0 < x < wide and 0 < y < high for x, y in dots(picture))
        assert not re.search(r"nan|inf", picture)


def test_a_position_is_finite() -> None:
    with pytest.raises(InvalidGraph, match="position of park"):
        on_map(town(), [(0, 0), (1, math.nan), (2, 2)])
    text = '{"nodes": [{"id": 1, "x": 0, "y": 9e999}], "links": []}'
    assert read_graph(text).positions == ()
    assert read_graph(text.replace("9e999", "9" * 400)).positions == ()


# -- lines -----------------------------------------------------------------------------------------


def test_a_tour_is_a_line_over_the_other_roads() -> None:
    _, others, line = paths(along(5, closed=True).to_svg())
    assert (others, line.count("L"), line[-1]) == ("", 4, "Z")
    chord = Graph.from_edges([*pairwise(range(4)), (0, 3), (0, 2)])
    square = on_map(chord, [(0, 0), (1, 0), (1, 1), (0, 1)])
    _, others, _ = paths(Tour(square, (0, 1, 2, 3), closed=True).to_svg())
    assert others.count("M") == 1


@pytest.mark.parametrize("directed", [False, True])
def test_the_roads_between_all_pairs_are_left_out(directed: bool) -> None:
    pairs = [*combinations(range(5), 2)]
    pairs += [(b, a) for a, b in pairs] if directed else []
    graph = Graph.from_edges(pairs, directed=directed)
    complete = on_map(graph, [(v * v, v) for v in range(5)])
    assert paths(Tour(complete, tuple(range(5))).to_svg())[1] == ""
    assert paths(Tour(complete.without([(0, 4)]), tuple(range(5))).to_svg())[1].count("M") == (
        15 if directed else 5
    )


def test_open_and_directed_tours_have_directions() -> None:
    open_, closed = (paths(along(4, closed).to_svg()) for closed in (False, True))
    assert (len(open_), len(closed)) == (4, 3)
    assert open_[3].count("Z") == 3
    one_way = town([("home", "park"), ("park", "work"), ("work", "home")], directed=True)
    heads = paths(Tour(one_way, (0, 1, 2), closed=True).to_svg())
    assert [head.count("Z") for head in heads[3:]] == [0, 3]


# -- texts -----------------------------------------------------------------------------------------


def test_weights_of_the_tour_are_on_its_lines() -> None:
    tour = Tour(town(), (0, 1, 2))
    assert texts(tour.to_svg()) == ["5", "2.5", "home", "work", "park"]
    assert texts(tour.to_svg(language="es"))[:2] == ["5", "2,5"]
    known = map_layout(tour, ["a", "b", "c"], "en")
    (x, y), (x2, _) = known.places[:2]
    assert (known.weights[0].x, known.weights[0].y) == pytest.approx(
        ((x + x2) / 2, y + 0.35 * SMALL)
    )
    few = town([("home", "park"), ("park", "work", 3)])
    assert texts(Tour(few, (0, 1, 2)).to_svg())[0] == "3"
    third = town([("home", "park", Fraction(1, 3)), ("park", "work", 1 / 3)])
    assert texts(Tour(third, (0, 1, 2)).to_svg())[:2] == ["1/3", "0.333333"]


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=40),
    st.integers(1, 12),
)
def test_no_text_hides_another(places: list[tuple[int, int]], long: int) -> None:
    count = len(places)
    edges = [(v, v + 1, 10**v) for v in range(count - 1)]
    graph = on_map(Graph.from_edges(edges, range(count)), places)
    names = [str(v % 10) * (1 + v % long) for v in range(count)]
    layout = map_layout(Tour(graph, tuple(range(count))), names, "en")
    boxes = [box(label, layout.size) for label in layout.labels]
    boxes += [box(label, SMALL) for label in layout.weights]
    assert [label.text for label in layout.labels[:2]] == [names[0], names[-1]]
    for left, top, right, bottom in boxes:
        assert 0 < left < right < layout.width
        assert 0 < top < bottom < layout.height
    for one, other in [*combinations(boxes, 2)][1:]:
        overlap = [min(one[i + 2], other[i + 2]) - max(one[i], other[i]) for i in (0, 1)]
        assert min(overlap) < 1e-6, (one, other)
