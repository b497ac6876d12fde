"""Graphs from what people have: matrices, edges, mappings, the graphs of other libraries.

A value is known by its form or its methods; no library is imported for it. What could mean two
things is refused, with the names of the functions that read the one and the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import inf
from typing import Any, cast

from .arguments import as_whole
from .errors import InvalidGraph
from .graph import Graph, IgraphGraph, NetworkxGraph, RustworkxGraph
from .matrix import is_named, is_sparse


def graph_of(given: Any, weight: str | None = "weight") -> Graph:
    """Return the graph that a value describes; `weight` is the attribute of the weights."""
    if is_sparse(given) or is_named(given):
        return Graph.from_matrix(given)
    match given:
        case Graph():
            return given
        case Mapping() if not hasattr(given, "adj"):
            return _of_mapping(given, weight)
        case tuple() | list():
            return _of_rows(given)
    if hasattr(given, "adj") and hasattr(given, "is_directed"):
        return Graph.from_networkx(cast("NetworkxGraph", given), weight)
    if hasattr(given, "weighted_edge_list") and hasattr(given, "node_indices"):
        return _of_rustworkx(given, weight)
    if hasattr(given, "get_edgelist") and hasattr(given, "vcount"):
        return _of_igraph(cast("IgraphGraph", given), weight)
    shape = getattr(given, "shape", ())
    match shape:
        case (rows, 2) if rows != 2:
            raise InvalidGraph("graph-or-points")
        case (_, _):
            return Graph.from_matrix(given)
    raise InvalidGraph("graph-unknown", kind=type(given).__name__)


def _of_mapping(rows: Mapping[Any, Any], weight: str | None) -> Graph:
    """Return the graph of each vertex's neighbours; refuse mappings with other contents."""
    if rows and all(isinstance(key, str) for key in rows) and _are_points([*rows.values()]):
        raise InvalidGraph("graph-or-points")
    pairs = rows and all(isinstance(key, tuple) and len(key) == 2 for key in rows)
    if pairs and not any(isinstance(x, Iterable) for x in rows.values()):
        raise InvalidGraph("graph-weights-of-pairs")
    return Graph.from_dict(rows, weight=weight)


def _of_rows(rows: tuple[Any, ...] | list[Any]) -> Graph:
    """Return the graph of a list of edges, or of the rows of a matrix.

    Tuples of two or three are edges, and so are such lists if they are not as many as they are
    long. Else they are rows, unless something stands on the diagonal of so small a matrix.
    """
    lengths = {*map(_length, rows)}
    square = lengths == {len(rows)}
    if not lengths <= {2, 3} or (square and not any(isinstance(row, tuple) for row in rows)):
        if square and lengths <= {2, 3} and any(_counts([*row][v]) for v, row in enumerate(rows)):
            raise InvalidGraph("graph-or-matrix")
        return Graph.from_matrix(rows)
    if _are_points(rows) and any(isinstance(x, float) for x in chain.from_iterable(rows)):
        raise InvalidGraph("graph-or-points")
    return Graph.from_edges(rows)


def _length(row: Any) -> int:
    try:
        return len(row)
    except TypeError:
        return 0


def _are_points(rows: Sequence[Any]) -> bool:
    """Return whether all rows are pairs of numbers."""
    return all(isinstance(row, (tuple, list)) and len(row) == 2 for row in rows) and all(
        isinstance(x, (int, float)) for x in chain.from_iterable(rows)
    )


def _counts(entry: Any) -> bool:
    """Return whether an entry of a diagonal is something: not 0, infinite or missing."""
    if isinstance(entry, float):
        return 0 < abs(entry) < inf
    return entry is not None and as_whole(entry) != 0


def _of_rustworkx(graph: RustworkxGraph, weight: str | None) -> Graph:
    edges = (
        (a, b, data.get(weight) if isinstance(data, Mapping) else data)
        for a, b, data in graph.weighted_edge_list()
    )
    return _cheapest(edges, graph.node_indices(), hasattr(graph, "in_degree"))


def _of_igraph(graph: IgraphGraph, weight: str | None) -> Graph:
    weights = graph.es[weight] if weight in graph.es.attributes() else [None] * len(graph.es)
    edges = ((a, b, x) for (a, b), x in zip(graph.get_edgelist(), weights, strict=True))
    return _cheapest(edges, range(graph.vcount()), graph.is_directed())


def _cheapest(
    edges: Iterable[tuple[int, int, Any]], vertices: Iterable[int], directed: bool
) -> Graph:
    """Return a graph; of parallel edges, the one with the smallest weight counts.

    An object that an edge holds is its weight if it is a number.
    """
    least: dict[tuple[int, int], Any] = {}
    for a, b, x in edges:
        x = x if isinstance(x, (int, float)) else None
        edge = (a, b) if directed or a < b else (b, a)
        if edge not in least or (x is not None and (least[edge] is None or x < least[edge])):
            least[edge] = x
    return Graph.from_edges([(*edge, x) for edge, x in least.items()], vertices, directed=directed)
