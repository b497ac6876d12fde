"""Graphs from what people have: matrices, edges, mappings, the graphs of other libraries.

A value is recognised by its form or its methods, without importing a library. An ambiguous value is
refused, with the names of the functions that read each meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, combinations
from math import inf, isqrt
from typing import Any, cast

from caballero.machine.arguments import as_whole, of_type, shown
from caballero.machine.errors import CaballeroError, InvalidGraph, InvalidInput, UnknownName
from caballero.machine.values import replace, saying
from caballero.machine.words import Message, short

from .graph import Graph, IgraphGraph, NetworkxGraph, RustworkxGraph
from .matrix import ACROSS, SOURCES, TARGETS, UP, WEIGHTS, is_named, is_sparse, size_of


def graph_of(given: Any, weight: str | None = "weight", *, weighted: bool | None = None) -> Graph:
    """Return the graph that a value describes; `weight` is the attribute of the weights.

    `weighted` says whether the entries of a matrix are weights, even if all are 0 or 1.
    """
    if not _may_name(given, weight):
        raise InvalidGraph("graph-no-weight", weight=shown(weight))
    if is_sparse(given):
        return Graph.from_matrix(given, weighted=weighted)
    if is_named(given):
        return _of_frame(given, weight, weighted)
    if hasattr(given, "dataview") or hasattr(given, "_viewer"):  # the edges of networkx
        return _of_view(given, weight)
    match given:
        case Graph():
            return given
        case Mapping() if not hasattr(given, "adjacency"):
            return _of_mapping(given, weight)
        case tuple() | list():
            return _of_rows(given, weight, weighted)
    if hasattr(given, "adjacency") and hasattr(given, "is_directed"):
        return Graph.from_networkx(cast("NetworkxGraph[Any]", given), weight)
    if hasattr(given, "weighted_edge_list") and hasattr(given, "node_indices"):
        return _of_rustworkx(given, weight)
    if hasattr(given, "get_edgelist") and hasattr(given, "vcount"):
        return _of_igraph(cast("IgraphGraph", given), weight)
    shape = getattr(given, "shape", ())
    match shape:
        case (rows, 2) if rows != 2:
            raise InvalidGraph("graph-or-points")
        case (_, _):
            return Graph.from_matrix(given, weighted=weighted)
        case (count,) if count > 2 and (size := (1 + isqrt(8 * count + 1)) // 2) * (size - 1) == (
            2 * count
        ):
            return _condensed(given, size)
    raise InvalidGraph("graph-unknown", kind=type(given).__name__)


def _may_name(given: Any, weight: str | None) -> bool:
    """Return whether a value may have weights of this name; a matrix has none."""
    if weight is None or of_type("weight", weight, str) == "weight":
        return True
    if is_named(given):
        return weight in map(str, given.columns)
    if isinstance(given, (list, tuple)):
        return any(_has_data(row) for row in given if size_of(row))
    if isinstance(given, Mapping) and not hasattr(given, "_atlas"):  # a view of networkx
        rows = [row for row in given.values() if isinstance(row, Mapping)]
        return any(weight in row or _has_data(row.values()) for row in rows)
    return not is_sparse(given) and not getattr(given, "shape", ())


def _has_data(parts: Iterable[Any]) -> bool:
    return any(isinstance(part, Mapping) for part in parts)


def costs_of(given: Any, weight: str | None) -> Any:
    """Return the graph of a matrix of costs, even if all are 0 or 1; any other value as it is."""
    square = isinstance(given, (list, tuple)) and len(given) > 1 and all(
        isinstance(row, list) and len(row) == len(given) for row in given
    )  # fmt: skip
    tables = is_sparse(given) or is_named(given) or len(getattr(given, "shape", ())) == 2
    return graph_of(given, weight, weighted=True) if square or tables else given


@contextmanager
def weight_meant(given: Any, cost: object) -> Iterator[None]:
    """Say of an unknown cost that the edges of a graph have weights of this name."""
    try:
        yield
    except InvalidInput as error:
        unknown = isinstance(error, UnknownName) or error.code == "cost-no-positions"
        if not unknown or not isinstance(cost, str) or isinstance(given, Graph):
            raise
        if not _has_weights(given, cost):
            raise
        raise UnknownName("cost-is-weight", name=short(cost)) from None


def _has_weights(given: Any, name: str) -> bool:
    try:
        return bool(graph_of(given, name).weights)
    except (CaballeroError, TypeError, ValueError):
        return False


def _of_view(edges: Any, weight: str | None) -> Graph:
    """Return the graph of a view of networkx's edges."""
    graph = getattr(getattr(edges, "_viewer", edges), "_graph", None)
    directed = bool(getattr(graph, "is_directed", bool)())
    if callable(edges):
        return _of_edges([*edges(data=True)], weight, directed)
    keyed = getattr(edges, "keys", False) is True
    named = getattr(edges, "_data", True) is not False
    rows = [(a, b, *(rest[keyed:] if named else ())) for a, b, *rest in edges]
    return _of_edges(rows, weight, directed, keyed=False)


def _column(titles: Sequence[str], words: Iterable[str | None], *others: int | None) -> int | None:
    """Return the first column whose title is among some words, but none of the others."""
    return next((i for i, t in enumerate(titles) if t in words and i not in others), None)


def _of_frame(table: Any, weight: str | None, weighted: bool | None) -> Graph:
    """Return the graph of a table of pandas: of edges or points, by its titles, or of a matrix."""
    names = [str(title) for title in table.columns]
    titles = [name.lower() for name in names]
    source = _column(titles, SOURCES)
    target = _column(titles, TARGETS, source)
    if None in (source, target) and weight in names and len(names) == 3:
        source, target = (i for i in range(3) if i != names.index(weight))
    if source is not None and target is not None:
        heavy = _column(names, [weight], source, target)
        if heavy is None and weight == "weight":
            heavy = _column(titles, WEIGHTS, source, target)
        at = (source, target) if heavy is None else (source, target, heavy)
        rows = table.to_numpy().tolist()
        return _of_edges([tuple(row[i] for i in at) for row in rows], weight, False)
    matrix = table.index.tolist() == table.columns.tolist()
    if not matrix and {*titles} & ACROSS and {*titles} & UP:
        return Graph.from_points(table)
    bare = not matrix and table.index.tolist() == [*range(len(names))] and len(names) < 4
    rows = table.to_numpy().tolist() if bare else []
    even = rows == [[*column] for column in zip(*rows, strict=True)]
    if not even and any(_counts(row[v]) for v, row in enumerate(rows)):
        raise InvalidGraph("graph-or-matrix")
    return Graph.from_matrix(table, weighted=weighted)


def _of_edges(
    rows: Sequence[Any], weight: str | None, directed: bool, keyed: bool | None = None
) -> Graph:
    """Return the graph of edges as networkx lists them: with data, or with keys, or both.

    Keys number the parallel edges of each pair from 0; they are no weights. The graph says so, for
    weights that are all 0 look like them. `keyed` is False where it is known that there are none.
    """
    listed = keyed is None
    if listed and _are_keys(rows):
        graph = Graph.from_edges([row[:2] for row in rows], directed=directed)
        return saying(graph, Message("read-keys"))
    if listed and all(len(row) < 4 and not isinstance(row[-1], Mapping) for row in rows):
        return Graph.from_edges(rows, directed=directed)
    data = ((a, b, rest[-1] if rest else None) for a, b, *rest in rows)
    edges = [(a, b, x.get(weight) if isinstance(x, Mapping) else x) for a, b, x in data]
    return cheapest(edges, (), directed)


def _are_keys(rows: Sequence[Any]) -> bool:
    """Return whether the third entries of all edges number the parallel edges of each pair."""
    if not rows or not all(len(row) == 3 and type(row[2]) is int for row in rows):
        return False
    for pair in (tuple, frozenset):
        keys: dict[Any, list[int]] = {}
        for a, b, key in rows:
            keys.setdefault(pair((a, b)), []).append(key)
        if all(sorted(found) == [*range(len(found))] for found in keys.values()):
            return True
    return False


def cheapest(edges: Iterable[Any], vertices: Iterable[Any], directed: bool) -> Graph:
    """Return a graph with the cheapest of parallel edges; its ``reading`` says so."""
    edges, vertices = [*edges], [*vertices]
    try:
        return Graph.from_edges(edges, vertices, directed=directed)
    except InvalidGraph as error:
        if error.code != "graph-two-weights":
            raise
    least: dict[Any, tuple[Any, Any, Any]] = {}
    count = 0
    for a, b, x in edges:
        pair: Any = (a, b) if directed else frozenset((a, b))
        known = least.get(pair)
        count += known is not None
        if known is None or (known[2] is not None and (x is None or x < known[2])):
            least[pair] = (a, b, x)
    graph = Graph.from_edges([*least.values()], vertices, directed=directed)
    return saying(graph, Message("read-parallel", {"count": count})) if count else graph


def _condensed(distances: Any, size: int) -> Graph:
    """Return the graph of condensed distances, as scipy's ``squareform`` reads them."""
    given = iter(distances.tolist())
    rows: list[list[Any]] = [[0] * size for _ in range(size)]
    for v, w in combinations(range(size), 2):
        rows[v][w] = rows[w][v] = next(given)
    graph = Graph.from_matrix(rows, weighted=True)
    return saying(graph, Message("read-condensed", {"count": size}))


def _of_mapping(rows: Mapping[Any, Any], weight: str | None) -> Graph:
    """Return the graph of each vertex's neighbours; refuse mappings with other contents."""
    if rows and all(isinstance(key, str) for key in rows) and _are_points([*rows.values()]):
        raise InvalidGraph("graph-or-points")
    pairs = rows and all(isinstance(key, tuple) and len(key) == 2 for key in rows)
    if pairs and not any(isinstance(x, Iterable) for x in rows.values()):
        raise InvalidGraph("graph-weights-of-pairs")
    inner = [key for x in rows.values() if isinstance(x, Mapping) for key in x]
    if pairs and inner and all(isinstance(key, str) for key in inner):  # the data of edges
        return _of_edges([(*key, data) for key, data in rows.items()], weight, False)
    return Graph.from_dict(rows, weight=weight)


def _of_rows(rows: tuple[Any, ...] | list[Any], weight: str | None, weighted: bool | None) -> Graph:
    """Return the graph of a list of edges, or of the rows of a matrix.

    Tuples of two or three are edges, and so are such lists if their number is not their length.
    Else they are rows, unless so small a matrix has entries on the diagonal.
    """
    lengths = {*map(size_of, rows)}
    square = lengths == {len(rows)}
    if not lengths <= {2, 3} or (square and not any(isinstance(row, tuple) for row in rows)):
        if square and lengths <= {2, 3} and any(_counts([*row][v]) for v, row in enumerate(rows)):
            raise InvalidGraph("graph-or-matrix")
        if lengths != {4} or not all(isinstance(row, tuple) for row in rows):
            return Graph.from_matrix(rows, weighted=weighted)
        return _of_edges(rows, weight, False)
    if _are_points(rows) and any(isinstance(x, float) for x in chain.from_iterable(rows)):
        raise InvalidGraph("graph-or-points")
    return _of_edges(rows, weight, False) if lengths == {3} else Graph.from_edges(rows)


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
    plain = weight == "weight"  # a number has no name
    edges = (
        (a, b, data.get(weight) if isinstance(data, Mapping) else data if plain else None)
        for a, b, data in graph.weighted_edge_list()
    )
    names = graph.nodes() if hasattr(graph, "nodes") else []
    return _named(edges, graph.node_indices(), hasattr(graph, "in_degree"), names)


def _of_igraph(graph: IgraphGraph, weight: str | None) -> Graph:
    weights = graph.es[weight] if weight in graph.es.attributes() else [None] * len(graph.es)
    edges = ((a, b, x) for (a, b), x in zip(graph.get_edgelist(), weights, strict=True))
    vertices: Any = getattr(graph, "vs", None)
    has_names = vertices is not None and "name" in vertices.attributes()
    names = vertices["name"] if has_names else []
    return _named(edges, range(graph.vcount()), graph.is_directed(), names)


def _named(
    edges: Iterable[tuple[int, int, Any]], vertices: Iterable[int], directed: bool, names: Any
) -> Graph:
    """Return a graph whose vertices have their names, if these are different words.

    An object that an edge holds is its weight if it is a number.
    """
    numbers = ((a, b, x if isinstance(x, (int, float)) else None) for a, b, x in edges)
    graph = cheapest(numbers, vertices, directed)
    given = tuple(names)
    different = len({*given}) == len(given) == len(graph)
    if different and all(isinstance(name, str) for name in given):
        return saying(replace(graph, labels=given), *graph.reading)
    return graph
