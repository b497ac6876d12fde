"""Graphs in the formats of other programs.

DOT is in :mod:`.dot`. GraphML, GEXF, GML, graph6 and sparse6 are read by networkx, which the extra
``graph`` installs. The other formats are read here: networkx reads neither the line of a fault nor
digraph6, takes Pajek's ``*Edgeslist`` for weights, and joins vertices of one name. Every reader
takes a text whose size is bounded, and bounds the vertices and edges before it makes them. Edges
are directed if the text says so, or if they are to be read as directed. Of parallel edges the
cheapest counts, which is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

from caballero.core.errors import InvalidGraph, TooLarge
from caballero.core.extras import extra
from caballero.core.given import graph_of
from caballero.core.graph import Graph
from caballero.core.texts import not_json
from caballero.core.words import Message, short

from .arrays import read_array
from .dot import read_dot
from .shapes import matrix_graph, read_sheet
from .tables import ABSENT
from .vertices import (
    MAX_EDGES,
    MAX_VERTICES,
    Reading,
    is_number,
    read_count,
    read_label,
    read_number,
    read_vertex,
)

if TYPE_CHECKING:
    from caballero.core.graph import Number

WeightedEdges = list[tuple[Hashable, Hashable, Any]]

MAX_TAGS: Final = 3_000_000
"""The most tags of an XML file."""

MAX_LITERAL: Final = 1_000_000
"""The longest value of Python that is read, in characters."""

_PAJEK_SECTIONS: Final = {"*network", "*edges", "*edgeslist", "*arcs", "*arcslist", "*matrix"}


def _dot(text: str, how: Reading) -> Graph:
    edges, vertices, one_way = read_dot(text, how.weight or "weight")
    triples: WeightedEdges = [
        (read_label(a), read_label(b), read_number(x, 1) if is_number(x) else None)
        for a, b, x in edges
    ]
    return Graph.from_edges(triples, map(read_label, vertices), directed=how.directed or one_way)


def _json(text: str, how: Reading) -> Graph:
    """Read JSON or a value of Python: node-link, adjacencies, a matrix, edges, points, GeoJSON."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        found, data = _literal(text)
        if not found:
            wrong = not_json(error)
            raise InvalidGraph(wrong.code, **wrong.message.data) from error
    return of_data(data, how)


def _literal(text: str) -> tuple[bool, Any]:
    """Return whether a text is a short value of Python or an array, and that."""
    from ast import literal_eval  # only such a text needs it

    with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
        if len(text) <= MAX_LITERAL:
            return True, literal_eval(text.strip())
    array = read_array(text)
    return array is not None, array and _entries(array)


def _entries(value: Any) -> Any:
    """Return an array with numbers in place of their texts."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_entries, value))
    if value.lower() in ABSENT:
        return None
    if is_number(value):
        number = read_number(value, 1)
        return number if isinstance(number, int) else float(number)
    return value


def of_data(data: Any, how: Reading) -> Graph:
    """Return the graph that parsed data describes."""
    if isinstance(data, dict):
        inner: Any = data.get("graph") or data.get("elements")
        if isinstance(inner, dict) and "nodes" in inner and "nodes" not in data:
            data = inner  # JGF, Cytoscape
        if "nodes" in data:
            return _node_link(data, how)
        if "type" in data and ("features" in data or "coordinates" in data or "geometry" in data):
            return _geojson(data, how)
        if {"data", "columns"} <= data.keys():
            return _framed(data, how)
        matrices = [v for k, v in data.items() if _is_square(v)]
        if (len(matrices) == 1 and not all(isinstance(v, (list, dict)) for v in data.values())) or (
            len(data) == 1 and matrices
        ):
            return of_data(matrices[0], how)
        if not data or not all(isinstance(row, (list, tuple, dict)) for row in data.values()):
            raise InvalidGraph("graph-json")
        how.notation("json")
        return _neighbours(data, how)
    if not isinstance(data, (list, tuple)) or not data:
        raise InvalidGraph("graph-json")
    if all(isinstance(row, dict) for row in data):
        return _records(list(data), how)
    how.notation("json")
    if all(isinstance(row, (list, tuple)) for row in data):
        if (
            _is_square(data)
            and not any(isinstance(row, tuple) for row in data)
            and (len(data) > 3 or all(not row[v] for v, row in enumerate(data)))
        ):
            how.notation("matrix")
            return matrix_graph(data, [], how, half=False)
        _bounded(0, len(data))
        lengths = {*map(len, data)}
        if lengths <= {2, 3} and (len(lengths) == 1 or len(data) > 3):
            return _edges_of(data, how)
        return graph_of(list(data))
    raise InvalidGraph("graph-json")


def _edges_of(rows: Sequence[Any], how: Reading) -> Graph:
    """Return the graph of pairs, or of triples with weights; points with decimals are such."""
    ends = [x for row in rows for x in row[:2]]
    if any(isinstance(x, float) for x in ends):
        raise InvalidGraph("graph-or-points")
    edges = [(_json_label(row[0]), _json_label(row[1]), *row[2:]) for row in rows]
    heavy = [edge[2] for edge in edges if len(edge) > 2 and edge[2] is not None]
    if heavy and not all(isinstance(x, (int, float)) for x in heavy):
        heavy = [_weight_of(edge[2], how) for edge in edges]
        edges = [(*edge[:2], x) for edge, x in zip(edges, heavy, strict=True)]
    how.notation("edges")
    return Graph.from_edges(edges, directed=how.directed)


def _weight_of(data: Any, how: Reading) -> Any:
    """Return a weight: a number, its text, or an attribute."""
    value = data.get(how.weight or "weight") if isinstance(data, Mapping) else data
    if isinstance(value, str):
        return read_number(value.strip(), 1) if is_number(value.strip()) else _no_weight(value)
    return value


def _no_weight(value: object) -> None:
    raise InvalidGraph("graph-weight-text", value=short(str(value)))


def _is_square(value: object) -> bool:
    """Return whether a value is a list of as many lists as each is long."""
    rows = value if isinstance(value, list) else []
    return len(rows) > 1 and all(isinstance(row, list) and len(row) == len(rows) for row in rows)


def _neighbours(data: Mapping[Any, Any], how: Reading) -> Graph:
    """Return the graph of each vertex's neighbours, perhaps with weights."""
    first = next(iter(data.values()))
    pairs = all(isinstance(row, (list, tuple)) and len(row) == 2 for row in data.values())
    if pairs and all(isinstance(x, (int, float)) for row in data.values() for x in row):
        inside = {str(key) for key in data}
        if not all(str(x) in inside for row in data.values() for x in row):
            raise InvalidGraph("graph-or-points")
    names = {name: read_label(name) if isinstance(name, str) else name for name in data}
    if isinstance(first, dict):
        rows: dict[Any, Any] = {}
        for name, row in data.items():
            if not isinstance(row, dict):
                raise InvalidGraph("graph-json")
            rows[names[name]] = {
                names.get(key, key): _weight_of(x, how) for key, x in row.items() if key != name
            }
            rows[names[name]] = {k: x for k, x in rows[names[name]].items()
                                 if x is not None or isinstance(row.get(k), Mapping)}  # fmt: skip
    else:
        rows = {names[name]: [_json_label(v) for v in row] for name, row in data.items()}
    directed = how.directed
    if isinstance(first, dict) and not directed:
        both = [(a, b) for a, row in rows.items() for b in row if a in rows.get(b, ())]
        directed = any(rows[a][b] != rows[b][a] for a, b in both)
    return Graph.from_dict(rows, directed=directed)


def _records(data: list[dict[str, Any]], how: Reading) -> Graph:
    """Return the graph of records, as pandas writes them: those of a table with titles."""
    titles = list(dict.fromkeys(key for row in data for key in row))
    lines = [",".join(f'"{title}"' for title in titles)]
    lines += [",".join(f'"{_cell(row.get(title))}"' for title in titles) for row in data]
    return read_sheet("\n".join(lines), how, ("edges", "xy"))


def _cell(value: Any) -> str:
    return "" if value is None else str(value).replace('"', "'").replace("\n", " ")


def _framed(data: dict[str, Any], how: Reading) -> Graph:
    """Return the graph of a matrix with the names of its columns."""
    columns, rows = data["columns"], data["data"]
    if not _is_square(rows) or len(columns) != len(rows):
        raise InvalidGraph("graph-json")
    how.notation("matrix")
    return matrix_graph(rows, [*map(_json_label, columns)], how, half=False)


def _geojson(data: dict[str, Any], how: Reading) -> Graph:
    """Return the graph of the points of GeoJSON, whose names are among their properties."""
    points: list[tuple[Any, tuple[float, float]]] = []
    features = data.get("features") or [data if "geometry" in data else {"geometry": data}]
    try:
        for number, feature in enumerate(features):
            kind, places = feature["geometry"]["type"], feature["geometry"]["coordinates"]
            if kind not in {"Point", "MultiPoint"}:
                raise InvalidGraph("graph-geojson", kind=short(str(kind)))
            own = {key.lower(): x for key, x in (feature.get("properties") or {}).items()}
            name = next(
                (own[key] for key in ("name", "id", "title", "label") if key in own), number
            )
            for i, (x, y, *_) in enumerate([places] if kind == "Point" else places):
                points.append((name if kind == "Point" else i, (float(y), float(x))))
        named = dict(points)
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise InvalidGraph("graph-json") from error
    how.notation("geojson")
    how.note(Message("read-haversine"))
    numbered = [place for _, place in points]  # where a name recurs, none names a point
    return Graph.from_points(named if len(named) == len(points) else numbered, "haversine")


def _gpx(text: str, how: Reading) -> Graph:
    """Return the graph of the points of GPX: its waypoints, or those of its route or track."""
    root = _xml(text, "GPX")
    for tag in ("wpt", "rtept", "trkpt"):
        points: dict[Any, tuple[float, float]] = {}
        for number, point in enumerate(root.iterfind(f".//{{*}}{tag}")):
            name = (point.findtext("{*}name") or "").strip() or number
            try:
                points[name if name not in points else number] = (
                    float(point.get("lat", "")), float(point.get("lon", ""))
                )  # fmt: skip
            except ValueError:
                raise InvalidGraph("graph-not-form", form="GPX") from None
        if points:
            how.note(Message("read-haversine"))
            return Graph.from_points(points, "haversine")
    raise InvalidGraph("graph-not-form", form="GPX")


def _xml(text: str, form: str) -> Any:
    """Return the root of a text in XML, without entities, whose size is bounded."""
    from xml.etree import ElementTree  # only XML needs it

    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise InvalidGraph("graph-xml-entities")
    if text.count("<") > MAX_TAGS:
        raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    text = re.sub(r"^\s*<\?xml[^>]*>", "", text)  # it names an encoding, but this text is decoded
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InvalidGraph("graph-not-form", form=form) from error


def _node_link(data: dict[str, Any], how: Reading) -> Graph:
    """Return a graph of node-link data, of every version of networkx, of D3, Gephi, Cytoscape."""
    links: Any = data.get("links", data.get("edges"))
    nodes: Any = data["nodes"]
    try:
        if isinstance(nodes, dict):
            nodes = [{**(value or {}), "id": key} for key, value in nodes.items()]
        nodes = [node.get("data", node) for node in nodes] if _inner(nodes) else nodes
        key = next((k for k in ("id", "key", "name", "label") if all(k in n for n in nodes)), "id")
        vertices = [_json_label(node[key]) for node in nodes]
        if links is None and "adjacency" in data:
            rows = zip(vertices, data["adjacency"], strict=True)
            links = [{**edge, "source": v, "target": edge["id"]} for v, row in rows for edge in row]
        links = [edge.get("data", edge) for edge in links] if _inner(links) else links
        ends = ("source", "target") if not links or "source" in links[0] else ("from", "to")
        indices = key != "id" and all(type(e[end]) is int for e in links for end in ends)
        if indices and not {e[ends[0]] for e in links} <= {*vertices}:
            links = [{**e, **{end: vertices[e[end]] for end in ends}} for e in links]
        edges: WeightedEdges = [
            (_json_label(e[ends[0]]), _json_label(e[ends[1]]), _weight_of(e, how)) for e in links
        ]
    except (TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
        if isinstance(error, InvalidGraph):
            raise
        raise InvalidGraph("graph-json") from error
    known = set(vertices)
    if len(known) < len(vertices):
        raise InvalidGraph("graph-labels", count=len(vertices), labels=len(known))
    for label in (end for edge in edges for end in edge[:2]):
        if label not in known:
            raise InvalidGraph("graph-json-vertex", value=short(str(label)))
    one_way = bool(data.get("directed"))
    how.notation("json")
    graph = cheapest(
        edges, vertices, how, directed=how.directed or one_way, many=bool(data.get("multigraph"))
    )
    return replace(graph, positions=_positions(nodes))


def _inner(rows: Any) -> bool:
    return bool(rows) and all("data" in row and "id" not in row for row in rows)


def cheapest(
    edges: WeightedEdges, vertices: Iterable[Hashable], how: Reading, *, directed: bool, many: bool
) -> Graph:
    """Return a graph; of parallel edges, if it may have `many`, the cheapest counts."""
    if many:
        least: dict[Any, Any] = {}
        count = 0
        for a, b, x in edges:
            pair: Any = (a, b) if directed else frozenset((a, b))
            if pair in least:
                count += 1
                known = least[pair][2]
                if known is None or (x is not None and x >= known):
                    continue
            least[pair] = (a, b, x)
        if count:
            how.note(Message("read-parallel", {"count": count}))
        edges = [*least.values()]
    return Graph.from_edges(edges, vertices, directed=directed)


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
    if isinstance(value, (list, tuple)):
        return tuple(map(_json_label, value))
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return value
    raise InvalidGraph("graph-json")


def _pajek(text: str, how: Reading) -> Graph:
    """Read Pajek: ``*Vertices 3``, lines ``1 "name"``, then ``*Edges`` and lines ``1 2``.

    Below ``*Arcs`` they are directed; in a file that has both, edges lead both ways.
    """
    section, labels, edges, arcs = "", list[Hashable](), WeightedEdges(), WeightedEdges()
    matrix: list[list[Number]] = []
    for line, written in enumerate(text.splitlines(), start=1):
        words = written.split()
        if not words or words[0].startswith("%"):
            continue
        if words[0].startswith("*"):
            section = words[0].lower().partition(":")[0]
            if section == "*vertices" and not labels and _is_count(words[1:]):
                labels += range(1, _bounded(int(words[1])) + 1)
            elif section not in _PAJEK_SECTIONS:
                raise InvalidGraph("graph-pajek-line", line=line, text=short(written))
            continue
        if section == "*matrix":
            matrix.append([read_number(word, line) for word in words])
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
    if section == "*matrix" and (len(matrix) != len(labels) or {*map(len, matrix)} - {len(labels)}):
        raise InvalidGraph("graph-table-rows", count=len(matrix), wanted=len(labels))
    for v, row in enumerate(matrix, start=1):  # 0 is no edge
        arcs += [(v, w, x) for w, x in enumerate(row, start=1) if x]
    if matrix and {(a, b): x for a, b, x in arcs} == {(b, a): x for a, b, x in arcs}:
        edges, arcs = [*edges, *arcs], []
    if arcs and not how.directed:
        edges += [(b, a, w) for a, b, w in edges]
    weighted = [
        (labels[cast("int", a) - 1], labels[cast("int", b) - 1], w) for a, b, w in edges + arcs
    ]
    return cheapest(weighted, labels, how, directed=how.directed or bool(arcs), many=True)


def _is_count(words: list[str]) -> bool:
    """Return whether there is one word, and it is a number of vertices."""
    return len(words) == 1 and words[0].isdecimal() and len(words[0]) < 10


def _graphml(text: str, how: Reading) -> Graph:
    _xml(text, "GraphML")
    _bounded(text.count("<node"), text.count("<edge"))
    text = re.sub(r"^\s*<\?xml[^>]*>", "", text)
    return _by_networkx("GraphML", how, lambda networkx: networkx.parse_graphml(text))


def _gexf(text: str, how: Reading) -> Graph:
    _xml(text, "GEXF")
    _bounded(text.count("<node "), text.count("<edge "))
    space = "http://www.gexf.net/1.2draft"  # what networkx knows; newer files read alike
    head = f'<gexf xmlns="{space}" xmlns:viz="{space}/viz" version="1.2">'
    text = re.sub(r"<gexf\b[^>]*>", head, text, count=1)
    file = BytesIO(re.sub(r"^\s*<\?xml[^>]*>", "", text).encode())
    return _by_networkx("GEXF", how, lambda networkx: networkx.read_gexf(file), named=True)


def _gml(text: str, how: Reading) -> Graph:
    bare = re.sub(r'"[^"]*"', "", text)
    if bare.count("[") != bare.count("]") or not re.search(r"\bnode\s*\[", bare):
        raise InvalidGraph("graph-not-form", form="GML")  # torn
    _bounded(len(re.findall(r"\bnode\s*\[", text)), len(re.findall(r"\bedge\s*\[", text)))
    text = re.sub(r"\bmultigraph\s+[01]\b", "", text)
    text = re.sub(r"\bgraph(\s*)\[", r"graph\1[ multigraph 1", text, count=1)
    return _by_networkx(
        "GML", how, lambda networkx: networkx.parse_gml(text, label="id"), named=True
    )


def _graph6(text: str, how: Reading) -> Graph:
    data = _only_line(text, ">>graph6<<")
    # Each bit that is set is an edge.
    _bounded(_stated(data, "graph6"), sum((ord(c) - 63).bit_count() for c in data))
    return _by_networkx("graph6", how, lambda networkx: networkx.from_graph6_bytes(data.encode()))


def _digraph6(text: str, how: Reading) -> Graph:
    """Read digraph6, which networkx does not: all entries of the matrix, six in a character."""
    data = _only_line(text, ">>digraph6<<")
    size = _bounded(_stated(data[1:], "digraph6"))
    if data[0] != "&" or len(data) != 1 + _long(size) + -(-size * size // 6):
        raise InvalidGraph("graph-not-form", form="digraph6")
    digits = data[1 + _long(size) :]
    _bounded(size, sum((ord(c) - 63).bit_count() for c in digits))
    bits = (ord(c) - 63 >> 5 - i & 1 for c in digits for i in range(6))
    edges = [divmod(place, size) for place, bit in enumerate(bits) if bit]
    return Graph.from_edges(edges, range(size), directed=True)


def _long(size: int) -> int:
    """Return how many characters the number of vertices takes."""
    return 1 if size < 63 else 4 if size < 258048 else 8


def is_graph6(word: str) -> bool:
    """Return whether a word has just the length and the last bits of a graph in graph6.

    >>> is_graph6("IheA@GUAo"), is_graph6("Berlin")
    (True, False)
    """
    if (
        not 2 <= len(word) < 10**6
        or not all("?" <= c <= "~" for c in word)
        or word[0] == "~" > word[1]
    ):
        return False
    try:
        size = _stated(word, "graph6")
    except InvalidGraph:
        return False
    bits = size * (size - 1) // 2
    unused = -bits % 6
    return len(word) == _long(size) + -(-bits // 6) and not ord(word[-1]) - 63 & (1 << unused) - 1


def _sparse6(text: str, how: Reading) -> Graph:
    data = _only_line(text, ">>sparse6<<")
    if not data.startswith(":"):
        raise InvalidGraph("graph-not-form", form="sparse6")
    count = _bounded(_stated(data[1:], "sparse6"))
    _bounded(count, 6 * len(data) // (1 + max(count - 1, 0).bit_length()))
    return _by_networkx("sparse6", how, lambda networkx: networkx.from_sparse6_bytes(data.encode()))


def _mtx(text: str, how: Reading) -> Graph:
    """Read Matrix Market: the entries of a matrix with their places (coordinate), or all."""
    lines = [*enumerate(text.splitlines(), start=1)]
    head = lines[0][1].lower().split()
    if (
        len(head) != 5
        or head[1] != "matrix"
        or head[2] not in ("coordinate", "array")
        or (
            head[4] not in ("general", "symmetric")
            or head[3] not in ("real", "integer", "pattern", "double")
        )
    ):
        raise InvalidGraph("graph-mtx-head", text=short(lines[0][1]))
    rows = [(n, line.split()) for n, line in lines[1:] if line.strip() and line.lstrip()[0] != "%"]
    sizes = [read_count(word, n) for n, words in rows[:1] for word in words]
    full = head[2] == "array"
    if len(sizes) != 3 - full or sizes[0] != sizes[1]:
        raise InvalidGraph("graph-mtx-size", line=rows[0][0] if rows else 1)
    size, symmetric = _bounded(sizes[0]), head[4] == "symmetric"
    found: dict[tuple[int, int], Any] = {}
    if full:
        places = [(v, w) for w in range(size) for v in range(w if symmetric else 0, size)]
        words = [(n, word) for n, some in rows[1:] for word in some]
        if len(words) != len(places):
            raise InvalidGraph(
                "graph-matrix-count", count=len(words), wanted=len(places), form="array"
            )
        found = {at: read_number(word, n) for at, (n, word) in zip(places, words, strict=True)}
        grid: list[list[Any]] = [[None] * size for _ in range(size)]
        for (v, w), x in found.items():
            grid[v][w] = x
            if symmetric:
                grid[w][v] = x
        return matrix_graph(grid, range(1, size + 1), how, half=False)
    if len(rows) - 1 != sizes[2]:
        raise InvalidGraph(
            "graph-matrix-count", count=len(rows) - 1, wanted=sizes[2], form="coordinate"
        )
    for n, cells in rows[1:]:
        if len(cells) != 2 + (head[3] != "pattern"):
            raise InvalidGraph("graph-mtx-size", line=n)
        a, b = (read_vertex(word, size, n) for word in cells[:2])
        found[a, b] = read_number(cells[2], n) if len(cells) > 2 else None
    one_way = not symmetric and any(
        found.get((b, a), found) != x for (a, b), x in found.items() if a != b
    )
    directed = how.directed or one_way
    if directed and symmetric:
        found |= {(b, a): x for (a, b), x in found.items()}
    edges = [(a, b, x) for (a, b), x in found.items()]
    return Graph.from_edges(edges, range(1, size + 1), directed=directed)


def _dimacs(text: str, how: Reading) -> Graph:
    """Read DIMACS: ``p edge 8 12``, and lines ``e 1 2`` or, of shortest paths, ``a 1 2 5``."""
    count, stated, kind = None, 0, ""
    edges: WeightedEdges = []
    for line, written in enumerate(text.splitlines(), start=1):
        match written.split():
            case [] | ["c", *_] | ["n" | "v" | "d" | "x", _, *_]:
                pass
            case ["e" | "a", a, b, *rest] if count is not None and len(rest) < 2:
                heavy = read_number(rest[0], line) if rest else None
                edges.append((read_vertex(a, count, line), read_vertex(b, count, line), heavy))
            case [a, b] if (
                count is not None and kind not in {"edge", "col", "sp", ""} and a.isdecimal()
            ):
                edges.append((read_vertex(a, count, line), read_vertex(b, count, line), None))
            case ["p", *_, n, m] if count is None and m.isdecimal() and len(written.split()) < 5:
                kind = written.split()[1] if len(written.split()) == 4 else ""
                count, stated = read_count(n, line), int(m[:9])  # more than any file has
            case _:
                raise InvalidGraph("graph-dimacs-line", line=line, text=short(written))
    if count is None:
        raise InvalidGraph("graph-dimacs-line", line=1, text=short(text.splitlines()[0]))
    # Some files list each edge once, but count it in both directions.
    if len(edges) < stated != 2 * len(edges):
        raise InvalidGraph("graph-too-few", count=len(edges), announced=stated)
    there = {(a, b): x for a, b, x in edges}
    arcs = kind == "sp" and any(there.get((b, a), "") != x for (a, b), x in there.items())
    return cheapest(edges, range(1, count + 1), how, directed=how.directed or arcs, many=True)


def _lgl(text: str, how: Reading) -> Graph:
    """Read LGL: a line ``# a``, and below it a line for each neighbour, perhaps with a weight."""
    first: Hashable = None
    edges: WeightedEdges = []
    for line, written in enumerate(text.splitlines(), start=1):
        match written.split():
            case []:
                pass
            case ["#", name]:
                first = read_label(name)
                edges.append((first, first, None))
            case [name, *rest] if first is not None and len(rest) < 2:
                heavy = read_number(rest[0], line) if rest else None
                edges.append((first, read_label(name), heavy))
            case _:
                raise InvalidGraph("graph-not-form", form="LGL")
    return Graph.from_edges(edges, directed=how.directed)


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


def _by_networkx(
    form: str, how: Reading, read: Callable[[ModuleType], Any], named: bool = False
) -> Graph:
    """Have networkx read a graph; its undirected edges lead both ways in a directed one.

    `named` says whether the attribute ``label`` names the vertices, if these labels differ.
    """
    networkx = extra("networkx", "graph")
    try:
        graph = read(networkx)
    except Exception as error:  # the errors of its readers are not documented
        raise InvalidGraph("graph-not-form", form=form) from error
    if how.directed:
        graph = graph.to_directed()
    label = {v: read_label(v) if isinstance(v, str) else v for v in graph}
    names = (
        [data.get("label", data.get("name")) for _, data in graph.nodes(data=True)] if named else []
    )
    if names and len({*map(str, names)}) == len(names) and None not in names:
        label = {v: read_label(str(name)) for v, name in zip(graph, names, strict=True)}
    edges = [
        (label[a], label[b], _weight_of(x, how))
        for a, b, x in graph.edges(data=how.weight or "weight")
    ]
    if how.weight and edges and all(x is None for _, _, x in edges):
        raise InvalidGraph("graph-no-attribute", name=short(how.weight))
    many = graph.is_multigraph()
    return cheapest(edges, label.values(), how, directed=graph.is_directed(), many=many)


READERS: Final[Mapping[str, Callable[[str, Reading], Graph]]] = MappingProxyType(
    {
        "dot": _dot, "graphml": _graphml, "gexf": _gexf, "gml": _gml, "gpx": _gpx, "json": _json,
        "pajek": _pajek, "graph6": _graph6, "sparse6": _sparse6, "digraph6": _digraph6,
        "mtx": _mtx, "dimacs": _dimacs, "lgl": _lgl,
    }
)  # fmt: skip
"""The reader of each format."""
