"""The notations of graphs: their names, extensions, and the evidence for each.

This table is the heart of the reader. A text is read in the notation that a person names, or that
its file's extension has, or whose ``sign`` it begins with: a signature or a heading. Rows of cells
without a sign are recognised by their shape (:mod:`.shapes`). The chapter *How input is
interpreted* of the documents is made from this table and from that of boards, and each row is a
test.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from caballero.machine.errors import InvalidGraph
from caballero.machine.words import Message


class Notation(NamedTuple):
    """A notation: its name, the extensions of its files, its sign, and an example."""

    name: str
    ends: tuple[str, ...]
    sign: re.Pattern[str] | None
    example: str


def _row(name: str, ends: str, sign: str, example: str) -> Notation:
    found = re.compile(sign, re.IGNORECASE) if sign else None
    return Notation(name, tuple(ends.split()), found, example)


_TSPLIB: Final = (
    r"\s*(?:(?:NAME|TYPE|COMMENT|DIMENSION|EDGE_DATA_FORMAT|EDGE_WEIGHT_TYPE|EDGE_WEIGHT_FORMAT|"
    r"NODE_COORD_TYPE|DISPLAY_DATA_TYPE|CAPACITY)[ \t]*:|"
    r"(?:DIMENSION|EDGE_\w+|NODE_COORD_TYPE)[ \t]+\S|"
    r"NAME[ \t]+\S+\s*\n(?:.*\n){0,4}?\s*(?:TYPE|DIMENSION)\b|"
    r"(?:EDGE_DATA|NODE_COORD|EDGE_WEIGHT|DISPLAY_DATA|FIXED_EDGES|TOUR)_SECTION\b)"
)

_ARRAY: Final = (
    r"\s*\[(?!,1\])|\s*\{|\s*\((?![^\n]*\)[ \t]*[\w({])|"
    r"\s*[A-Za-z_][\w:<>]*(?:\s+\w+){0,3}(?:\s*\[[^\]\n]*\])*\s*=\s*(?:[\w.]*\(\s*)?[\[({]|"
    r"\s*(?:np\.|numpy\.)?(?:array|matrix)\s*\("
)

_ENTRIES: Final = (
    r"(?:[ \t]*(?:\w+[ \t]*=|[^\n]{,60}(?:sparse|stored|coords)[^\n]*)?[ \t]*\n)*"
    r"[ \t]*[\[(][ \t]*\d+,[ \t]*\d+[\])][ \t]*(?:->|=|:)?[ \t]*[-+.]?\d[^\s,]*[ \t]*(?:\n|$)"
)

NOTATIONS: Final = (
    _row("dot", "dot gv", r"(?:\s|//.*\n|/\*(?s:.*?)\*/|\#.*\n)*+(?:strict\s+)?(?:di)?graph\b"
         r'\s*(?:"[^"\n]*"|[\w.-]+)?\s*\{', "graph { a -- b -- c }"),
    _row("graphml", "graphml", r"\s*<(?s:.{,4096})\bgraphml\b",
         '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>'
         '<edge source="a" target="b"/></graph></graphml>'),
    _row("gexf", "gexf", r"\s*<(?s:.{,4096}?)<gexf\b|\s*<gexf\b",
         '<gexf><graph><nodes><node id="a"/><node id="b"/></nodes>'
         '<edges><edge id="0" source="a" target="b"/></edges></graph></gexf>'),
    _row("gpx", "gpx", r"\s*<(?s:.{,4096}?)<gpx\b|\s*<gpx\b",
         '<gpx><wpt lat="40.4" lon="-3.7"><name>Madrid</name></wpt>'
         '<wpt lat="43" lon="-7.6"><name>Lugo</name></wpt></gpx>'),
    _row("gml", "gml", r"(?:\s*(?:#.*|Creator\b.*|Version\b.*|comment\b.*)\n)*\s*graph\s*\[",
         'graph [ node [ id 1 label "a" ] node [ id 2 label "b" ] edge [ source 1 target 2 ] ]'),
    _row("entries", "", _ENTRIES, "  (1,2)  3\n  (2,1)  3\n  (2,3)  4\n  (3,2)  4"),
    _row("json", "json geojson", _ARRAY,
         '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}'),
    _row("pajek", "net paj", r"(?:\s*%.*\n)*\s*\*(?:vertices|network)\b",
         '*Vertices 2\n1 "a"\n2 "b"\n*Edges\n1 2'),
    _row("graph6", "g6", r"\s*>>graph6<<", ">>graph6<<Bw"),
    _row("sparse6", "s6", r"\s*(?:>>sparse6<<|:[?-~]+\s*$)", ":Bc"),
    _row("digraph6", "d6", r"\s*(?:>>digraph6<<|&[?-~]{2,}\s*$)", "&BP_"),
    _row("mtx", "mtx mm", r"\s*%%MatrixMarket\b",
         "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2"),
    _row("hcp", "hcp tsp atsp", _TSPLIB,
         "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\nEOF"),
    _row("dimacs", "col dimacs gr", r"(?:(?:c\b.*|e[ \t]+\d+[ \t]+\d+[ \t]*|\s*)\n)*"
         r"p[ \t]+(?:\w+[ \t]+)?\S+[ \t]+\S+[ \t]*(?:\n|$)", "p edge 3 2\ne 1 2\ne 2 3"),
    _row("metis", "graph metis", "", "3 2\n2\n1 3\n2"),
    _row("adjlist", "adjlist adj", "", "a: b c\nb: a\nc: a"),
    _row("multiline", "multiadj multiadjlist mal", "",
         "a 2\nb {'weight': 3}\nc {'weight': 1}\nb 0\nc 0"),
    _row("matrix", "matrix mat", "", "0 3 5\n3 0 2\n5 2 0"),
    _row("sif", "sif", "", "a pp b\nb pp c\nc pd a"),
    _row("xy", "xy", "", "name,x,y\na,0,0\nb,3,4"),
    _row("contest", "", "", "3 2\n1 2\n2 3"),
    _row("csv", "", "", "from,to,km\na,b,3\nb,c,2"),
    _row("edges", "edges edgelist ncol el", r"# \d+ vertices, \d+ edges\s*(?:\n|$)", "a b\nb c"),
)  # fmt: skip
"""Each notation; the first whose sign a text has is its own."""

FORMATS: Final = tuple(row.name for row in NOTATIONS)
"""The names of the notations."""

SHAPED: Final[dict[str, tuple[str, ...]]] = {n: (n,) for n in FORMATS[FORMATS.index("metis") :]}
SHAPED["csv"] = ("matrix", "xy", "edges")
"""The notations of rows, and the shapes that each allows."""

CERTAIN: Final = frozenset({"dot", "graphml", "gexf", "gpx", "gml", "pajek", "graph6", "mtx"})
"""The notations whose signs no rows of cells have."""

NAMING: Final = frozenset({"dot", "graphml", "gexf", "gml", "json", "multiline", "edges"})
"""The notations in which weights have a name."""

_OTHERS: Final = (
    "xlsx xls ods lgl tgf gdf dl vna leda rud npy npz pkl pickle parquet kml kmz shp osm pbf mps lp"
)

FOREIGN: Final = frozenset(_OTHERS.split())
"""The extensions of formats that are not read."""


def form_of_file(name: str) -> str | None:
    """Return the notation of a file's extension, if any; refuse that of a format that is not read.

    >>> form_of_file("a.GML"), form_of_file("a.txt")
    ('gml', None)
    """
    end = name.rpartition(".")[2].lower()
    if end in FOREIGN:
        raise InvalidGraph("graph-foreign", end=end, formats=Message("graph-formats"))
    return next((row.name for row in NOTATIONS if end in row.ends), None)


def signed(text: str) -> str | None:
    """Return the notation whose sign a text begins with.

    >>> signed("*Vertices 3"), signed("a b")
    ('pajek', None)
    """
    return next((row.name for row in NOTATIONS if row.sign and row.sign.match(text)), None)
