"""Graphs in the formats of other programs.

DOT is in :mod:`.dot`. GraphML, graph6 and sparse6 are read by networkx, which the extra ``graph``
installs. The other formats are read here: networkx reads neither matrices nor the line of a fault,
takes Pajek's ``*Edgeslist`` for weights, and joins vertices of one name. Every reader takes a text
whose size is bounded, and bounds the vertices and edges before it makes them. Edges are directed
if the text says so, or if they are to be read as directed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import chain
from types import MappingProxyType, ModuleType
from typing import Any, Final, cast

from caballero.core.errors import InvalidGraph, TooLarge
from caballero.core.extras import extra
from caballero.core.graph import Graph, graph_of_table
from caballero.core.words import short
from caballero.proof.written import not_json

from .dot import read_dot
from .vertices import MAX_EDGES, MAX_VERTICES, Reading, is_number, read_label, read_number

Edges = list[tuple[Hashable, Hashable]]
WeightedEdges = list[tuple[Hashable, Hashable, Any]]

MAX_TAGS: Final = 3_000_000
"""The most tags of an XML file."""

_PAJEK_SECTIONS: Final = {"*network", "*edges", "*edgeslist", "*arcs", "*arcslist"}

_ENTRY: Final = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{0,18})?")


def _dot(text: str, how: Reading) -> Graph:
    edges, vertices, one_way = read_dot(text, how.weight or "weight")
    triples: WeightedEdges = [
        (read_label(a), read_label(b), read_number(x, 1) if is_number(x) else None)
        for a, b, x in edges
    ]
    return Graph.from_edges(triples, map(read_label, vertices), directed=how.directed or one_way)


def _adjacency_list(text: str, how: Reading) -> Graph:
    """Read lines of a vertex and its neighbours, as networkx writes them."""
    rows = (line.partition("#")[0].replace(",", " ").split() for line in text.splitlines())
    edges: Edges = []
    for row in rows:
        labels = [read_label(word) for word in row]
        edges += [(labels[0], label) for label in labels]  # the first one names the vertex
    return Graph.from_edges(edges, directed=how.directed)


def matrix_rows(text: str) -> list[list[str]]:
    """Return the cells of the lines of an adjacency matrix."""
    lines = re.sub(r"[\[\],;]", " ", text).splitlines()
    return [row for row in map(str.split, lines) if row]


def _matrix(text: str, how: Reading) -> Graph:
    """Read an adjacency matrix; entries besides 0 and 1 are weights."""
    rows = matrix_rows(text)
    for line, row in enumerate(rows, start=1):
        if len(row) != len(rows) or not all(map(_ENTRY.fullmatch, row)):
            raise InvalidGraph("graph-matrix-row", row=line, rows=len(rows), count=len(row))
    entries = [[read_number(cell, line) for cell in row] for line, row in enumerate(rows, start=1)]
    _bounded(len(rows), sum(map(bool, chain.from_iterable(entries))) // 2)
    table = [[x or None for x in row] for row in entries]
    graph = graph_of_table(table, (), how.directed or None)
    return replace(graph, weights=()) if {*graph.weights} <= {1} else graph


def _json(text: str, how: Reading) -> Graph:
    """Read node-link JSON, or an object of each vertex with its neighbours."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        wrong = not_json(error)
        raise InvalidGraph(wrong.code, **wrong.message.data) from error
    if isinstance(data, dict) and "nodes" in data:
        return _node_link(data, how)
    if not isinstance(data, dict) or not all(isinstance(row, list) for row in data.values()):
        raise InvalidGraph("graph-json")
    names = {name: read_label(name) for name in data}  # the keys of JSON are words
    rows: dict[Any, list[Any]] = {
        label: [_json_label(v) for v in data[name]] for name, label in names.items()
    }
    return Graph.from_dict(rows, directed=how.directed)


def _node_link(data: dict[str, Any], how: Reading) -> Graph:
    links: Any = data.get("links", data.get("edges"))
    try:
        vertices = [_json_label(node["id"]) for node in data["nodes"]]
        edges: WeightedEdges = [
            (_json_label(e["source"]), _json_label(e["target"]), e.get(how.weight or "weight"))
            for e in links
        ]
    except (TypeError, KeyError, AttributeError) as error:
        raise InvalidGraph("graph-json") from error
    known = set(vertices)
    if len(known) < len(vertices):
        raise InvalidGraph("graph-labels", count=len(vertices), labels=len(known))
    for label in (end for edge in edges for end in edge[:2]):
        if label not in known:
            raise InvalidGraph("graph-json-vertex", value=short(str(label)))
    one_way = bool(data.get("directed"))
    graph = Graph.from_edges(edges, vertices, directed=how.directed or one_way)
    return replace(graph, positions=_positions(data["nodes"]))


def _positions(nodes: list[dict[str, Any]]) -> tuple[tuple[float, float], ...]:
    """Return the attributes x and y of the vertices, if all have them."""
    points = [(node.get("x"), node.get("y")) for node in nodes]
    if not all(_is_coordinate(x) for point in points for x in point):
        return ()
    return tuple((float(cast("float", x)), float(cast("float", y))) for x, y in points)


def _is_coordinate(x: object) -> bool:
    """Return whether a value is a number, and not too large for a float."""
    return isinstance(x, (int, float)) and not isinstance(x, bool) and abs(x) < 1e300


def _json_label(value: object) -> Hashable:
    """Return a word or whole number of JSON as a label; a list becomes a tuple."""
    if isinstance(value, list):
        return tuple(map(_json_label, value))
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return value
    raise InvalidGraph("graph-json")


def _pajek(text: str, how: Reading) -> Graph:
    """Read Pajek: ``*Vertices 3``, lines ``1 "name"``, then ``*Edges`` and lines ``1 2``.

    Below ``*Arcs`` they are directed; in a file that has both, edges lead both ways.
    """
    section, labels, edges, arcs = "", list[Hashable](), WeightedEdges(), WeightedEdges()
    for line, written in enumerate(text.splitlines(), start=1):
        words = written.split()
        if not words or words[0].startswith("%"):
            continue
        if words[0].startswith("*"):
            section = words[0].lower()
            if section == "*vertices" and not labels and _is_count(words[1:]):
                labels += range(1, _bounded(int(words[1])) + 1)
            elif section not in _PAJEK_SECTIONS:
                raise InvalidGraph("graph-pajek-line", line=line, text=short(written))
            continue
        # After a vertex comes its label, after the ends of an edge its weight.
        ends = words[: {"*vertices": 1, "*edges": 2, "*arcs": 2}.get(section)]
        numbers = [int(word) for word in ends if _is_count([word])]
        if len(numbers) < len(ends) or not all(0 < n <= len(labels) for n in numbers):
            raise InvalidGraph("graph-pajek-line", line=line, text=short(written))
        first, *others = numbers
        if section == "*vertices":
            named = re.match(r'\s*\d+\s+(?:"([^"]*)"|(\S+))', written)
            labels[first - 1] = read_label(named[1] or named[2] or "") if named else first
        elif others:
            weight = words[2] if section in {"*edges", "*arcs"} and len(words) > 2 else None
            heavy = read_number(weight, line) if weight and is_number(weight) else None
            (arcs if section.startswith("*arcs") else edges).extend(
                (first, other, heavy) for other in others
            )
        else:
            raise InvalidGraph("graph-pajek-line", line=line, text=short(written))
    if len(set(labels)) < len(labels):  # then only the numbers name the vertices
        labels = [*range(1, len(labels) + 1)]
    if arcs and not how.directed:
        edges += [(b, a, w) for a, b, w in edges]
    weighted = [
        (labels[cast("int", a) - 1], labels[cast("int", b) - 1], w) for a, b, w in edges + arcs
    ]
    return Graph.from_edges(weighted, labels, directed=how.directed or bool(arcs))


def _is_count(words: list[str]) -> bool:
    """Return whether there is one word, and it is a number of vertices."""
    return len(words) == 1 and words[0].isdecimal() and len(words[0]) < 10


def _graphml(text: str, how: Reading) -> Graph:
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise InvalidGraph("graph-xml-entities")
    if text.count("<") > MAX_TAGS:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    _bounded(text.count("<node"), text.count("<edge"))
    text = re.sub(r"^\s*<\?xml[^>]*>", "", text)  # it names an encoding, but this text is decoded
    return _by_networkx("GraphML", how, lambda networkx: networkx.parse_graphml(text))


def _graph6(text: str, how: Reading) -> Graph:
    data = _only_line(text, ">>graph6<<")
    # Each bit that is set is an edge.
    _bounded(_stated(data, "graph6"), sum((ord(c) - 63).bit_count() for c in data))
    return _by_networkx("graph6", how, lambda networkx: networkx.from_graph6_bytes(data.encode()))


def _sparse6(text: str, how: Reading) -> Graph:
    data = _only_line(text, ">>sparse6<<")
    if not data.startswith(":"):
        raise InvalidGraph("graph-not-form", form="sparse6")
    count = _bounded(_stated(data[1:], "sparse6"))
    _bounded(count, 6 * len(data) // (1 + max(count - 1, 0).bit_length()))
    return _by_networkx("sparse6", how, lambda networkx: networkx.from_sparse6_bytes(data.encode()))


def _only_line(text: str, head: str) -> str:
    """Return the line of the only graph in a file, without its head."""
    lines = text.strip().removeprefix(head).split()
    if len(lines) != 1:
        raise InvalidGraph("graph-several", count=len(lines))
    return lines[0]


def _stated(data: str, form: str) -> int:
    """Return the number of vertices with which a graph in graph6 or sparse6 begins."""
    digits = data[2:8] if data.startswith("~~") else data[1:4] if data[:1] == "~" else data[:1]
    if not digits or not all("?" <= c <= "~" for c in data):
        raise InvalidGraph("graph-not-form", form=form)
    return sum((ord(c) - 63) << 6 * i for i, c in enumerate(reversed(digits)))


def _bounded(vertices: int, edges: int = 0) -> int:
    """Return the number of vertices; refuse a graph that is too large."""
    if vertices > MAX_VERTICES:
        raise TooLarge("graph-too-large", count=vertices, most=MAX_VERTICES)
    if edges > MAX_EDGES:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    return vertices


def _by_networkx(form: str, how: Reading, read: Callable[[ModuleType], Any]) -> Graph:
    """Have networkx read a graph; its undirected edges lead both ways in a directed one."""
    networkx = extra("networkx", "graph")
    try:
        graph = read(networkx)
    except Exception as error:  # the errors of its readers are not documented
        raise InvalidGraph("graph-not-form", form=form) from error
    if how.directed:
        graph = graph.to_directed()
    label = {v: read_label(v) if isinstance(v, str) else v for v in graph}
    edges = [(label[a], label[b], x) for a, b, x in graph.edges(data=how.weight or "weight")]
    return Graph.from_edges(edges, label.values(), directed=graph.is_directed())


READERS: Final[Mapping[str, Callable[[str, Reading], Graph]]] = MappingProxyType(
    {
        "dot": _dot,
        "graphml": _graphml,
        "json": _json,
        "adjlist": _adjacency_list,
        "matrix": _matrix,
        "pajek": _pajek,
        "graph6": _graph6,
        "sparse6": _sparse6,
    }
)
"""The reader of each format."""
