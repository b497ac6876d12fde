"""Graphs in the formats of other programs.

DOT is in :mod:`.dot`. GraphML, GEXF, GML, graph6 and sparse6 are read by networkx, which the extra
``graph`` installs. The other formats are read here: networkx reads neither the line of a fault nor
digraph6, takes Pajek's ``*Edgeslist`` for weights, and joins vertices of the same name. Every
reader takes a text whose size is bounded, and bounds the vertices and edges before it makes them.
Edges are directed if the text says so, or if they are to be read as directed. Of parallel edges the
cheapest counts, which is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from math import isqrt
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

from caballero.machine.errors import CaballeroError, InvalidGraph, TooLarge
from caballero.machine.extras import extra
from caballero.machine.words import short
from caballero.model.given import cheapest, graph_of
from caballero.model.graph import Graph, is_keyed, parallels
from caballero.model.matrix import SOURCES, TARGETS, is_half
from caballero.model.texts import json_lines, json_of

from .arrays import read_array
from .dot import read_dot
from .shapes import matrix_graph, read_sheet
from .tables import ABSENT, is_count
from .vertices import (
    MAX_EDGES,
    Reading,
    bounded,
    is_number,
    read_count,
    read_label,
    read_number,
    read_vertex,
)

if TYPE_CHECKING:
    from caballero.model.graph import Number

WeightedEdges = list[tuple[Any, Any, Any]]

MAX_TAGS: Final = 3_000_000
"""The most tags of an XML file."""

MAX_LITERAL: Final = 1_000_000
"""The longest value of Python that is read, in characters."""

_NAMES: Final = ("name", "id", "title", "label")
_EDGE: Final = re.compile(r"\b(Un)?[dD]irectedEdge\[([^][,]+),([^][,]+)\]")
_RULES: Final = re.compile(r"\{[^{}\[\]:]*(?:->|→|↔)[^{}\[\]:]*\}")
_ENTRY: Final = re.compile(r"\s*[\[(]\s*(\d{1,9}),\s*(\d{1,9})[\])]\s*(?:->|=|:)?\s*(\S+)\s*")
_PAJEK_SECTIONS: Final = {"*network", "*edges", "*edgeslist", "*arcs", "*arcslist", "*matrix"}


def _dot(text: str, how: Reading) -> Graph:
    edges, vertices, one_way = read_dot(text, how.weight or "weight")
    triples: WeightedEdges = [
        (read_label(a), read_label(b), read_number(x, 1) if is_number(x) else None)
        for a, b, x in edges
    ]
    return Graph.from_edges(triples, map(read_label, vertices), directed=how.directed or one_way)


# -- JSON, and values of Python --------------------------------------------------------------------


def _json(text: str, how: Reading) -> Graph:
    """Read JSON or a value of Python: node-link, adjacencies, a matrix, edges, points, GeoJSON."""
    try:
        data = json_of(text, InvalidGraph)
    except InvalidGraph as error:
        edges = _EDGE.sub(lambda m: f"{m[2]}{'<->' if m[1] else '->'}{m[3]}", text).strip()
        if _RULES.fullmatch(edges):  # Mathematica
            return read_sheet(edges[1:-1].replace(",", "\n"), how, ("edges",))
        data = _literal(text, error)
    return of_data(data, how)


def _literal(text: str, wrong: InvalidGraph) -> Any:
    """Return the lines of JSON, a short value of Python, or an array; raise for another text."""
    from ast import literal_eval  # only such a text needs it

    with suppress(InvalidGraph):
        if len(lines := json_lines(text)) > 1:
            return [json_of(line, InvalidGraph) for line in lines]
    if "Extra" in str(wrong.__cause__):
        raise wrong
    with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        if len(text) <= MAX_LITERAL:
            value = literal_eval(text.strip())
            return sorted(value, key=repr) if isinstance(value, set) else value
    if (array := read_array(text)) is None:
        raise wrong
    return _entries(array)


def _entries(value: Any) -> Any:
    """Return an array with numbers in place of their texts."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_entries, value))
    if value.lower() in ABSENT:
        return None
    number = read_number(value, 1) if is_number(value) else value
    return number if isinstance(number, (int, str)) else float(number)


def of_data(data: Any, how: Reading) -> Graph:
    """Return the graph that parsed data describes."""
    how.form = "json"
    try:
        if isinstance(data, dict) and data:
            return _of_mapping(data, how)
        if not isinstance(data, (list, tuple)) or not data:
            raise InvalidGraph("graph-json")
        return _of_rows(data, how)
    except (TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
        if isinstance(error, CaballeroError):
            raise
        raise InvalidGraph("graph-json") from error


def _of_rows(data: Sequence[Any], how: Reading) -> Graph:
    """Return the graph of a list of JSON: of records, or the rows of a matrix, or edges."""
    if all(isinstance(row, dict) for row in data):
        return _records(data, how)
    if not all(isinstance(row, (list, tuple)) for row in data):
        raise InvalidGraph("graph-json")
    lists = not any(isinstance(row, tuple) for row in data)
    if lists and _is_square(data) and (len(data) > 3 or not any(r[v] for v, r in enumerate(data))):
        return _matrix(data, [], how)
    bounded(0, len(data))
    lengths = {*map(len, data)}
    if not lengths <= {2, 3} or (len(lengths) > 1 and len(data) < 4):
        return graph_of(list(data))
    how.form = "edges"
    if any(isinstance(x, float) for row in data for x in row[:2]):
        raise InvalidGraph("graph-or-points")
    return Graph.from_edges([_link(row, how) for row in data], directed=how.directed)


def _of_mapping(data: dict[Any, Any], how: Reading) -> Graph:
    """Return the graph of an object of JSON: by its keys, or else of each vertex's neighbours."""
    inner: Any = data.get("graph") or data.get("elements")
    if isinstance(inner, dict) and "nodes" in inner and "nodes" not in data:
        data = inner  # JGF, Cytoscape
    if "nodes" in data:
        return _node_link(data, how)
    if "type" in data and ("features" in data or "coordinates" in data or "geometry" in data):
        return _geojson(data, how)
    if len(data) == 1 and (links := data.get("links", data.get("edges"))):
        return of_data(links, how)
    if "schema" in data and isinstance(data.get("data"), list):  # pandas
        return of_data(data["data"], how)
    matrices = [x for x in data.values() if _is_square(x) and len(x[0]) > 1
                and not any(isinstance(cell, str) for row in x for cell in row)]  # fmt: skip
    if len(matrices) == 1 and (len(data) == 1 or not all(map(_is_square, data.values()))):
        size = [str] * len(matrices[0])
        words = (x for x in data.values() if isinstance(x, list) and [*map(type, x)] == size)
        return _matrix(matrices[0], next(words, []), how)
    if matrices:
        raise InvalidGraph("graph-json")
    if {"data", "columns"} <= data.keys():  # pandas
        rows = (zip(data["columns"], row, strict=False) for row in data["data"])
        return _records([*map(dict, rows)], how)
    values = [[*row.values()] if isinstance(row, dict) else row for row in data.values()]
    if _is_titled(data) and not {*data} & {str(x) for row in values for x in row}:
        return _records(
            [dict(zip(data, row, strict=True)) for row in zip(*values, strict=True)], how
        )
    if all(isinstance(row, dict) and _is_titled(row) for row in data.values()):
        return _records([*data.values()], how)
    return _neighbours(data, how)


def _is_titled(row: Mapping[Any, Any]) -> bool:
    """Return whether keys are the titles of edges."""
    titles = {str(key).lower() for key in row}
    return bool(titles & SOURCES) and bool(titles & TARGETS)


def _matrix(rows: Sequence[Any], names: Sequence[Any], how: Reading) -> Graph:
    how.form = "matrix"
    return matrix_graph(rows, [*map(_label, names)], how, half=False)


def _weight_of(data: Any, how: Reading) -> Any:
    """Return a weight: a number, its text, or an attribute of an edge."""
    if type(data) is dict and type(data.get(how.weight or "weight")) is float:
        return data[how.weight or "weight"]  # as nearly every edge
    if is_keyed(data, how.weight or "weight"):
        found = [_weight_of(edge, how) for edge in data.values()]
        return None if None in found else min(found)
    if isinstance(data, Mapping):
        inner = (data.get(key) for key in ("attributes", "metadata", "data"))
        parts = [data, *(part for part in inner if isinstance(part, dict))]
        names = (how.weight,) if how.weight else ("weight", "value")
        data = next((part[name] for name in names for part in parts if name in part), None)
    if isinstance(data, str):
        if not is_number(data.strip()):
            raise InvalidGraph("graph-weight-text", value=short(data))
        return read_number(data.strip(), 1)
    return data


def _is_square(value: object) -> bool:
    """Return whether a value is a list of as many lists as each is long."""
    rows = value if isinstance(value, list) else []
    return len(rows) > 1 and all(isinstance(row, list) and len(row) == len(rows) for row in rows)


def _neighbours(data: Mapping[Any, Any], how: Reading) -> Graph:
    """Return the graph of each vertex's neighbours, perhaps with weights."""
    known = {_word(name): row for name, row in data.items()}
    pairs = all(isinstance(row, (list, tuple)) and len(row) == 2 for row in known.values())
    if pairs and all(
        type(x) in (int, float) and x not in known for row in known.values() for x in row
    ):
        raise InvalidGraph("graph-or-points")
    edges: WeightedEdges = []
    for name, row in known.items():
        if not isinstance(row, (dict, list, tuple)):
            raise InvalidGraph("graph-json")
        ends = row.items() if isinstance(row, dict) else ((end, {}) for end in row)
        edges += [(name, _word(end), _weight_of(x, how)) for end, x in ends
                  if x is not None and _word(end) != name]  # fmt: skip
    if len(data) > 1 and edges and known.keys().isdisjoint(end for _, end, _ in edges):
        raise InvalidGraph("graph-json")
    if count := parallels(data, how.weight or "weight"):
        how.note("read-parallel", count=count)
    there = {(a, b): x for a, b, x in edges}
    one_way = any(there.get((b, a), x) != x for (a, b), x in there.items())
    return Graph.from_edges(edges, known, directed=how.directed or one_way)


def _word(value: Any) -> Hashable:
    """Return a label of an adjacency, whose keys are words even if they are numbers."""
    return read_label(value) if isinstance(value, str) else _label(value)


def _records(data: Sequence[dict[str, Any]], how: Reading) -> Graph:
    """Return the graph of records, as pandas writes them: of a table with titles."""
    titles = list(dict.fromkeys(key for row in data for key in row))
    rows: list[list[Any]] = [titles, *([row.get(title) for title in titles] for row in data)]
    cells = ([str("" if x is None else x).replace('"', "'") for x in row] for row in rows)
    lines = (",".join(f'"{" ".join(cell.split())}"' for cell in row) for row in cells)
    return read_sheet("\n".join(lines), how, ("edges", "xy"))


def _geojson(data: dict[str, Any], how: Reading) -> Graph:
    """Return the graph of the points of GeoJSON, whose names are among their properties."""
    points: list[tuple[Any, tuple[float, float]]] = []
    features = data.get("features") or [data if "geometry" in data else {"geometry": data}]
    for number, feature in enumerate(features):
        kind, places = feature["geometry"]["type"], feature["geometry"]["coordinates"]
        if kind not in {"Point", "MultiPoint"}:
            raise InvalidGraph("graph-geojson", kind=short(str(kind)))
        own = {key.lower(): x for key, x in (feature.get("properties") or {}).items()}
        name = next((own[key] for key in _NAMES if key in own), number)
        for i, (x, y, *_) in enumerate([places] if kind == "Point" else places):
            points.append((name if kind == "Point" else i, (float(y), float(x))))
    return _on_earth(points, "geojson", how)


def _on_earth(points: list[tuple[Any, tuple[float, float]]], form: str, how: Reading) -> Graph:
    """Return the graph of latitudes and longitudes; where a name recurs, none names a point."""
    named, how.form = dict(points), form
    how.note("read-haversine")
    same = len(named) == len(points)
    return Graph.from_points(named if same else [place for _, place in points], "haversine")


def _node_link(data: dict[str, Any], how: Reading) -> Graph:
    """Return a graph of node-link data, of every version of networkx, of D3, Gephi, Cytoscape."""
    links: Any = data.get("links", data.get("edges"))
    nodes: Any = data["nodes"]
    if isinstance(nodes, dict):
        nodes = [{**(value or {}), "id": key} for key, value in nodes.items()]
    nodes = [n.get("data", n) if isinstance(n, dict) and "id" not in n else n for n in nodes]
    nodes = [{"id": node} if isinstance(node, str) else node for node in nodes]
    key = next((k for k in ("id", "key", *_NAMES) if all(k in n for n in nodes)), "id")
    vertices = [_label(node[key]) for node in nodes]
    if links is None and "adjacency" in data:
        rows = zip(vertices, data["adjacency"], strict=True)
        links = [{**edge, "source": v, "target": edge["id"]} for v, row in rows for edge in row]
    edges: WeightedEdges = [_link(link, how) for link in links]
    known = set(vertices)
    if len(known) < len(vertices):
        raise InvalidGraph("graph-labels", count=len(vertices), labels=len(known))
    ends = dict.fromkeys(end for edge in edges for end in edge[:2])
    if not known.issuperset(ends) and all(type(x) is int and 0 <= x < len(nodes) for x in ends):
        edges = [(vertices[a], vertices[b], x) for a, b, x in edges]  # D3, networkx 1
    elif strange := [end for end in ends if end not in known]:
        raise InvalidGraph("graph-json-vertex", value=short(str(strange[0])))
    one_way, many = (bool(data.get(word)) for word in ("directed", "multigraph"))
    graph = _cheapest(edges, vertices, how, directed=how.directed or one_way, many=many)
    return replace(graph, positions=_positions(nodes))


def _link(link: Any, how: Reading) -> tuple[Any, Any, Any]:
    """Return the ends and the weight of a link."""
    if isinstance(link, (list, tuple)):
        a, b, *rest = link
        return _label(a), _label(b), _weight_of(rest[0], how) if rest else None
    link = link if "source" in link or "from" in link else link["data"]
    a, b = (link["source"], link["target"]) if "source" in link else (link["from"], link["to"])
    return _label(a), _label(b), _weight_of(link, how) if len(link) > 2 else None


def _cheapest(
    edges: WeightedEdges, vertices: Iterable[Hashable], how: Reading, directed: bool, many: bool
) -> Graph:
    """Return a graph; of parallel edges, if it may have `many`, the cheapest counts."""
    if not many:
        return Graph.from_edges(edges, vertices, directed=directed)
    graph = cheapest(edges, vertices, directed)
    how.notes.extend(graph.reading)
    return graph


def _positions(nodes: list[dict[str, Any]]) -> tuple[tuple[float, float], ...]:
    """Return the attributes x and y of the vertices, if all have them as numbers of a float."""
    points = [(node.get("x"), node.get("y")) for node in nodes]
    if not all(type(c) in (int, float) and abs(c) < 1e300 for p in points for c in cast("Any", p)):
        return ()
    return tuple((float(x), float(y)) for x, y in cast("Any", points))


def _label(value: object) -> Hashable:
    """Return a word or whole number of JSON as a label; a list becomes a tuple."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_label, value))
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return value
    raise InvalidGraph("graph-json")


# -- XML, and what networkx reads ------------------------------------------------------------------


def _gpx(text: str, how: Reading) -> Graph:
    """Return the graph of the points of GPX: of its waypoints, its route or its track."""
    root = _xml(text, "GPX")
    for tag in ("wpt", "rtept", "trkpt"):
        points: list[tuple[Any, tuple[float, float]]] = []
        for number, point in enumerate(root.iterfind(f".//{{*}}{tag}")):
            with suppress(ValueError):
                place = float(point.get("lat", "")), float(point.get("lon", ""))
                points.append(((point.findtext("{*}name") or "").strip() or number, place))
                continue
            raise InvalidGraph("graph-not-form", form="GPX")
        if points:
            return _on_earth(points, "gpx", how)
    raise InvalidGraph("graph-not-form", form="GPX")


def _xml(text: str, form: str) -> Any:
    """Return the root of a text in XML."""
    from xml.etree import ElementTree  # only XML needs it

    try:
        return ElementTree.fromstring(_decoded(text))
    except ElementTree.ParseError as error:
        raise InvalidGraph("graph-not-form", form=form) from error


def _decoded(text: str) -> str:
    """Return XML without its head, which names an encoding; refuse entities and too many tags."""
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise InvalidGraph("graph-xml-entities")
    if text.count("<") > MAX_TAGS:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    return re.sub(r"^\s*<\?xml[^>]*>", "", text)


def _graphml(text: str, how: Reading) -> Graph:
    text = _decoded(text)
    bounded(text.count("<node"), text.count("<edge"))
    return _by_networkx("GraphML", how, lambda networkx: networkx.parse_graphml(text))


def _gexf(text: str, how: Reading) -> Graph:
    text = _decoded(text)
    bounded(text.count("<node "), text.count("<edge "))
    space = "http://www.gexf.net/1.2draft"  # what networkx knows; newer files read alike
    head = f'<gexf xmlns="{space}" xmlns:viz="{space}/viz" version="1.2">'
    file = BytesIO(re.sub(r"<gexf\b[^>]*>", head, text, count=1).encode())
    return _by_networkx("GEXF", how, lambda networkx: networkx.read_gexf(file))


def _gml(text: str, how: Reading) -> Graph:
    bare = re.sub(r'"[^"]*"', "", text)
    if bare.count("[") != bare.count("]") or not re.search(r"\bnode\s*\[", bare):
        raise InvalidGraph("graph-not-form", form="GML")  # torn
    bounded(len(re.findall(r"\bnode\s*\[", text)), len(re.findall(r"\bedge\s*\[", text)))
    text = re.sub(r"\bmultigraph\s+[01]\b", "", text)
    text = re.sub(r"\bgraph(\s*)\[", r"graph\1[ multigraph 1", text, count=1)
    return _by_networkx("GML", how, lambda networkx: networkx.parse_gml(text, label="id"))


def _graph6(text: str, how: Reading, head: str = "") -> Graph:
    """Read the bits of a matrix: its upper half by columns, or after ``&`` all of it by rows."""
    form = "digraph6" if head else "graph6"
    data = _only_line(text, f">>{form}<<")
    size, digits = _stated(data.removeprefix(head), form)
    many = size * size if head else size * (size - 1) // 2
    if not data.startswith(head) or len(digits) != -(-many // 6):
        raise InvalidGraph("graph-not-form", form=form)
    bounded(size, sum((ord(c) - 63).bit_count() for c in digits))
    bits = (6 * k + i for k, c in enumerate(digits) for i in range(6) if ord(c) - 63 >> 5 - i & 1)
    if head:
        return Graph.from_edges([divmod(at, size) for at in bits], range(size), directed=True)
    columns = ((at, (1 + isqrt(8 * at + 1)) // 2) for at in bits)
    edges = [(at - w * (w - 1) // 2, w) for at, w in columns]
    edges += [(w, v) for v, w in edges] if how.directed else []
    return Graph.from_edges(edges, range(size), directed=how.directed)


def _sparse6(text: str, how: Reading) -> Graph:
    data = _only_line(text, ">>sparse6<<")
    if not data.startswith(":"):
        raise InvalidGraph("graph-not-form", form="sparse6")
    count, _ = _stated(data[1:], "sparse6")
    bounded(count, 6 * len(data) // (1 + max(count - 1, 0).bit_length()))
    return _by_networkx("sparse6", how, lambda networkx: networkx.from_sparse6_bytes(data.encode()))


def _only_line(text: str, head: str) -> str:
    """Return the line of the only graph in a file, without its head."""
    lines = text.strip().removeprefix(head).split()
    if len(lines) != 1:
        raise InvalidGraph("graph-several", count=len(lines))
    return lines[0]


def _stated(data: str, form: str) -> tuple[int, str]:
    """Return the number of vertices with which graph6 or sparse6 begins, and the rest."""
    skipped, end = (2, 8) if data.startswith("~~") else (1, 4) if data[:1] == "~" else (0, 1)
    if not data[skipped:] or not all("?" <= c <= "~" for c in data):
        raise InvalidGraph("graph-not-form", form=form)
    size = sum((ord(c) - 63) << 6 * i for i, c in enumerate(reversed(data[skipped:end])))
    return bounded(size), data[end:]


def is_graph6(word: str) -> bool:
    """Return whether a word has just the length and the last bits of a graph in graph6.

    >>> is_graph6("IheA@GUAo"), is_graph6("Berlin")
    (True, False)
    """
    with suppress(TooLarge, InvalidGraph):
        size, rest = _stated(word, "graph6")
        bits = size * (size - 1) // 2
        exact = 1 < len(word) < 10**6 and len(rest) == -(-bits // 6)
        return exact and not ord(word[-1]) - 63 & (1 << -bits % 6) - 1
    return False


def _by_networkx(form: str, how: Reading, read: Callable[[ModuleType], Any]) -> Graph:
    """Have networkx read a graph; its undirected edges lead both ways in a directed graph.

    The attribute ``label`` or ``name`` names the vertices, if all have it and it differs.
    """
    networkx = extra("networkx", "graph")
    try:
        graph = read(networkx)
    except Exception as error:  # the errors of its readers are not documented
        raise InvalidGraph("graph-not-form", form=form) from error
    graph = graph.to_directed() if how.directed else graph
    names = [data.get("label", data.get("name", v)) for v, data in graph.nodes(data=True)]
    names = names if len({*map(str, names)}) == len(names) else [*graph]
    label = {v: read_label(name) if isinstance(name, str) else name
             for v, name in zip(graph, names, strict=True)}  # fmt: skip
    usual = graph.graph.get("edge_default", {})
    edges = [(label[a], label[b], _weight_of({**usual, **x}, how))
             for a, b, x in graph.edges(data=True)]  # fmt: skip
    many = graph.is_multigraph()
    return _cheapest(edges, label.values(), how, directed=graph.is_directed(), many=many)


# -- lines of words --------------------------------------------------------------------------------


def _lines(text: str, remark: str) -> Iterator[tuple[int, list[str], str]]:
    """Yield the lines of a text that are no remarks: their number, words, and text."""
    for line, written in enumerate(text.splitlines(), start=1):
        if (words := written.split()) and not words[0].startswith(remark):
            yield line, words, written


def _pajek(text: str, how: Reading) -> Graph:
    """Read Pajek: ``*Vertices 3``, ``1 "name"``, then ``*Edges`` or ``*Arcs``, ``1 2``."""
    section, labels, edges, arcs = "", list[Hashable](), WeightedEdges(), WeightedEdges()
    matrix: list[list[Number]] = []

    def wrong() -> InvalidGraph:
        return InvalidGraph("graph-pajek-line", line=line, text=short(written))

    for line, words, written in _lines(text, "%"):
        if words[0].startswith("*"):
            section = words[0].lower().partition(":")[0]
            if section == "*vertices" and not labels and [*map(is_count, words[1:])] == [True]:
                labels += range(1, bounded(int(words[1])) + 1)
            elif section not in _PAJEK_SECTIONS:
                raise wrong()
            continue
        if section == "*matrix":
            matrix.append([read_number(word, line) for word in words])
            continue
        # After a vertex comes its label, after the ends of an edge its weight.
        ends = words[: {"*vertices": 1, "*edges": 2, "*arcs": 2}.get(section)]
        numbers = [int(word) for word in ends if is_count(word)]
        if len(numbers) < len(ends) or not all(0 < n <= len(labels) for n in numbers):
            raise wrong()
        first, *others = numbers
        if section == "*vertices":
            named = re.match(r'\s*\d+\s+(?:"([^"]*)"|(\S+))', written)
            labels[first - 1] = read_label(named[1] or named[2] or "") if named else first
        elif others:
            weight = words[2] if section in {"*edges", "*arcs"} and len(words) > 2 else None
            heavy = read_number(weight, line) if weight and is_number(weight) else None
            kind = arcs if section.startswith("*arcs") else edges
            kind += [(first, other, heavy) for other in others]
        else:
            raise wrong()
    if len(set(labels)) < len(labels):  # then only the numbers name the vertices
        labels = [*range(1, len(labels) + 1)]
    if section == "*matrix" and (len(matrix) != len(labels) or {*map(len, matrix)} - {len(labels)}):
        raise InvalidGraph("graph-table-rows", count=len(matrix), wanted=len(labels))
    if matrix:  # 0 is no edge
        found = {(labels[v], labels[w]): x for v, row in enumerate(matrix)
                 for w, x in enumerate(row) if x}  # fmt: skip
        return entries_graph(found, labels, how)
    if arcs and not how.directed:
        edges += [(b, a, w) for a, b, w in edges]
    named_edges = [(labels[a - 1], labels[b - 1], w) for a, b, w in edges + arcs]
    one_way = how.directed or bool(arcs)
    return _cheapest(named_edges, labels, how, directed=one_way, many=True)


def _mtx(text: str, how: Reading) -> Graph:
    """Read Matrix Market: the entries of a matrix with their places (coordinate), or all."""
    first = text.splitlines()[0]
    _, kind, form, entry, sides = [*first.lower().split(), *[""] * 5][:5]
    real = entry in {"real", "integer", "pattern", "double"} and sides in {"general", "symmetric"}
    if kind != "matrix" or form not in {"coordinate", "array"} or not real:
        raise InvalidGraph("graph-mtx-head", text=short(first))
    (at, head), *rows = [(n, words) for n, words, _ in _lines(text, "%")] or [(1, [])]
    full, symmetric = form == "array", sides == "symmetric"
    sizes = [read_count(word, at) for word in head]
    if len(sizes) != 3 - full or sizes[0] != sizes[1]:
        raise InvalidGraph("graph-mtx-size", line=at)
    size = bounded(sizes[0])
    places = [(v, w) for w in range(size) for v in range(w if symmetric else 0, size)] * full
    cells = [(n, word) for n, words in rows for word in words] if full else rows
    if len(cells) != (wanted := len(places) if full else sizes[2]):
        raise InvalidGraph("graph-matrix-count", count=len(cells), wanted=wanted, form=form)
    if full:
        grid: list[list[Any]] = [[None] * size for _ in range(size)]
        for (v, w), (n, word) in zip(places, cells, strict=True):
            grid[v][w] = read_number(cast("str", word), n)
            grid[w][v] = grid[v][w] if symmetric else grid[w][v]
        return matrix_graph(grid, range(1, size + 1), how, half=False)
    found: dict[tuple[int, int], Any] = {}
    for n, words in rows:
        if len(words) != 2 + (entry != "pattern"):
            raise InvalidGraph("graph-mtx-size", line=n)
        a, b = (read_vertex(word, size, n) for word in words[:2])
        found[a, b] = read_number(words[2], n) if len(words) > 2 else None
    back = {(b, a): x for (a, b), x in found.items()} if symmetric else {}
    return entries_graph(found | back, range(1, size + 1), how)


def _printed(text: str, how: Reading) -> Graph:
    """Read the entries of a sparse matrix as MATLAB, Octave, Julia and scipy print them."""
    found: dict[tuple[int, int], Number | None] = {}
    stated = 0
    for line, _, written in _lines(text, "#\0"):
        if entry := _ENTRY.fullmatch(written):
            found[int(entry[1]), int(entry[2])] = read_number(entry[3], line)
        elif found:
            raise InvalidGraph("graph-not-form", form="entries")
        elif sizes := re.search(r"(\d+)(?:[x×]|, (?:cols = )?)(\d+)", written):
            stated = max(int(size[:9]) for size in sizes.groups())
    if not found:
        raise InvalidGraph("graph-not-form", form="entries")
    first = int(all(map(all, found)))  # scipy begins with 0
    last = max([stated - 1 + first, *map(max, found)])
    return entries_graph(found, range(first, bounded(last) + 1), how)


def entries_graph(
    found: Mapping[tuple[Any, Any], Number | None], vertices: Iterable[Any], how: Reading
) -> Graph:
    """Return the graph of the entries of a sparse matrix, directed if it is not symmetric."""
    found = {ends: x for ends, x in found.items() if ends[0] != ends[1]}
    place = {name: v for v, name in enumerate(vertices)}
    half = not how.directed and is_half({(place[a], place[b]): x for (a, b), x in found.items()})
    if half:
        how.note("read-mirrored")
    one_way = not half and any(found.get((b, a), found) != x for (a, b), x in found.items())
    edges = ((a, b, x) for (a, b), x in found.items())
    return Graph.from_edges(edges, place, directed=how.directed or one_way)


def _dimacs(text: str, how: Reading) -> Graph:
    """Read DIMACS: ``p edge 8 12``, and lines ``e 1 2`` or, of shortest paths, ``a 1 2 5``."""
    count: int | None = None
    stated, kind, kinds = 0, "", set[str]()
    edges: WeightedEdges = []
    for line, words, written in _lines(text, "#\0"):
        match words:
            case ["c", *_] | ["n" | "v" | "d" | "x", _, *_]:
                pass
            case ["e" | "a", a, b] | ["e" | "a", a, b, _] if count:
                heavy = read_number(words[3], line) if len(words) > 3 else None
                kinds.add(words[0])
                edges.append((read_vertex(a, count, line), read_vertex(b, count, line), heavy))
            case [a, b] if count and kind not in {"edge", "col", "sp", ""} and a.isdecimal():
                edges.append((read_vertex(a, count, line), read_vertex(b, count, line), None))
            case ["p", n, m] | ["p", _, n, m] if count is None and m.isdecimal():
                kind = words[1] if len(words) == 4 else ""
                count, stated = read_count(n, line), int(m[:9])  # more than any file has
            case _:
                raise InvalidGraph("graph-dimacs-line", line=line, text=short(written))
    if count is None:
        raise InvalidGraph("graph-dimacs-line", line=1, text=short(text.splitlines()[0]))
    # Some files list each edge once, but count it in both directions.
    if len(edges) < stated != 2 * len(edges):
        raise InvalidGraph("graph-too-few", count=len(edges), announced=stated)
    there = {(a, b): x for a, b, x in edges if "a" in kinds}
    arcs = any(there.get((b, a), "") != x for (a, b), x in there.items())
    return _cheapest(edges, range(1, count + 1), how, directed=how.directed or arcs, many=True)


READERS: Final[Mapping[str, Callable[[str, Reading], Graph]]] = MappingProxyType(
    {
        "dot": _dot, "graphml": _graphml, "gexf": _gexf, "gml": _gml, "gpx": _gpx, "json": _json,
        "pajek": _pajek, "graph6": _graph6, "sparse6": _sparse6,
        "digraph6": partial(_graph6, head="&"), "mtx": _mtx, "entries": _printed, "dimacs": _dimacs,
    }
)  # fmt: skip
"""The reader of each format."""
