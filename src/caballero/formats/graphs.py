"""Graphs in and out of text: lists of edges, TSPLIB, DIMACS; and tours of them.

The formats of other programs are in :mod:`.others`. The format is that of the file's extension, or
it is recognized. A **list of edges** has two labels a line, which
may be words. **TSPLIB** (Reinelt 1991) has ``KEY : value`` lines and then the edges, in files
``.hcp``; **DIMACS** (the second challenge, 1993) has lines ``e 1 2`` below a line ``p edge 8 12``,
in files ``.col``. Both number the vertices from 1, and these numbers are the labels, so that an
answer names the vertices as the file does.

An edge that is listed twice counts once. An edge from a vertex to itself is left out, because no
tour can use it; a vertex without edges is kept, because every tour must visit it.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from caballero.core.arguments import flag, name_among, of_type
from caballero.core.errors import InvalidGraph, InvalidTour
from caballero.core.graph import Graph
from caballero.core.tour import Tour
from caballero.core.words import Message, short
from caballero.proof.claim import Claim
from caballero.proof.written import MAX_BYTES, bounded_text, not_json

from .tsplib import FIXED, KEYWORDS, SECTIONS, fixed_edges, read_tsplib
from .vertices import HEADS, Reading, is_number, read_count, read_label, read_number, read_vertex

if TYPE_CHECKING:
    from caballero.core.graph import Number

FORMS: Final = ("dimacs", "edges", "hcp")
"""The formats that are written."""

FORMATS: Final = (
    "edges", "hcp", "dimacs", "dot", "graphml", "json", "adjlist", "matrix", "csv", "pajek",
    "graph6", "sparse6",
)  # fmt: skip
"""The formats that are read."""

_ENDS: Final = {
    "dot": "dot", "gv": "dot", "graphml": "graphml", "json": "json", "adjlist": "adjlist",
    "matrix": "matrix", "net": "pajek", "paj": "pajek", "g6": "graph6", "s6": "sparse6",
}  # fmt: skip
"""The extensions of formats that need not be recognized by their content."""

_IS_PATH: Final = "COMMENT : Hamiltonian path"
_TSPLIB: Final = re.compile(rf"\s*(?:{'|'.join(KEYWORDS)})\s*:|\s*(?:{'|'.join(SECTIONS)})\s*$")

_DATA: Final = re.compile(r"\{.*['\"]weight['\"]: *([0-9.eE+-]+)")
"""The weight of an edge among the data that networkx adds."""

_REMARK: Final = re.compile(r"(?:^|\s)[#%{].*")

# What begins like this is in the format, and no list of edges.
_BEGINNINGS: Final = {
    "dot": re.compile(
        r"(?:\s|//.*\n|/\*(?s:.*?)\*/|\#.*\n)*+(?:strict\s+)?(?:di)?graph\b"
        r'\s*(?:"[^"\n]*"|[\w.-]+)?\s*\{',
        re.IGNORECASE,
    ),
    "graphml": re.compile(r"\s*<(?s:.{,4096})\bgraphml\b", re.IGNORECASE),
    "json": re.compile(r"\s*\{"),
    "pajek": re.compile(r"(?:\s*%.*\n)*\s*\*(?:vertices|network)\b", re.IGNORECASE),
    "graph6": re.compile(r"\s*>>graph6<<"),
    "sparse6": re.compile(r"\s*(?:>>sparse6<<|:[?-~]+\s*$)"),
}

_FOREIGN: Final = re.compile(r'[;{}\[\]<>"|]|[:=]$|^=')
"""Signs of other formats, which no label in a list of edges may have."""

_CELLS: Final = re.compile(r"[^;\s]\s*[;\t]\s*[^;\s]")
"""Two cells with a semicolon or a tab between them, as spreadsheets write them."""

_COMMA: Final = re.compile(r"(?<=[0-9]),(?=[0-9])")
"""A decimal comma."""

_BRACKETS: Final = str.maketrans("[],;", "    ")

ARROW: Final = "->"
"""Between the labels of a directed edge."""

_JOINED: Final = re.compile(r"\w[-:=/~>|]+\w")
"""Two words joined, as ``a-b``: alone in its line, this would be an edge rather than a label."""


def read_graph(
    source: str | bytes | os.PathLike[str],
    form: str | None = None,
    *,
    directed: bool = False,
    weight: str | None = None,
) -> Graph:
    """Read a graph from text, or from a file.

    Parameters
    ----------
    source : str, bytes or path
        A text in one of the formats, bytes in UTF-8, or a file's :class:`~pathlib.Path`.
    form : str, optional
        ``edges`` (two labels per line), ``hcp`` (TSPLIB, also ``.tsp`` and ``.atsp``),
        ``dimacs``, ``dot``, ``graphml``, ``json`` (node-link, or each vertex with its neighbours),
        ``adjlist``, ``matrix``, ``csv`` (a table of distances, or of points), ``pajek``,
        ``graph6`` or ``sparse6``.
        By default the file's extension decides, or the content; an adjacency list and graph6
        without its head need one of the others.
    directed : bool
        Whether each edge leads only from the vertex that is written first to the other one. Some
        texts say so themselves: lists of edges with arrows, ``digraph`` in DOT, ``"directed":
        true`` in JSON, arcs in Pajek, GraphML, a matrix that is not symmetric, TSPLIB's ATSP.
    weight : str, optional
        The title of the column, or the attribute of the edges, that is their weight; by default
        the third column, or ``weight``.

    Returns
    -------
    Graph
        Its labels are the words and numbers of the text; they are empty if the vertices are
        0, 1, 2, …. Vertices that are all numbers come in their order, others in the order in
        which the text names them.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``, ``MAX_LINES`` or ``MAX_CELLS``, or states
        more than ``MAX_VERTICES`` vertices or ``MAX_EDGES`` edges.
    InvalidInput
        If it is not text, or networkx is needed and not installed: for GraphML, graph6, sparse6.
    InvalidGraph
        If it cannot be read, or ends too soon; the message names the line. Or if there is no such
        weight, or an edge has two.
    UnknownName
        If there is no such format.

    Notes
    -----
    In a list of edges blanks or commas separate the labels, or semicolons or tabs (then a comma
    is the decimal mark), or an arrow (``a -> b``) those of a
    directed edge; a label alone is a vertex without edges, and a number behind the two labels of
    every edge is its weight. Titles above the columns (``source,target,weight``) name further
    columns. What follows a ``#``, a ``%`` or a ``{`` is left out, but for the weight among the data
    that networkx adds. There ``c a`` is an edge; only in DIMACS' format does ``c`` begin a
    comment. JSON, GraphML, Pajek, matrices and TSPLIB have weights, too; other attributes are left
    out, and TSPLIB's fixed edges: :func:`read_fixed_edges` returns them. Weights are read as they
    are written, without rounding. Time and memory grow with the
    length of the text.

    References
    ----------
    G. Reinelt, "TSPLIB – a traveling salesman problem library", ORSA Journal on Computing 3
    (1991) 376–384. D. S. Johnson and M. A. Trick (eds.), "Cliques, coloring, and
    satisfiability: second DIMACS implementation challenge", AMS 1996.

    Examples
    --------
    >>> from caballero.formats import read_graph
    >>> graph = read_graph("Ana Berta\\nBerta Clara\\nClara Ana")
    >>> graph.labels, graph.edge_count
    (('Ana', 'Berta', 'Clara'), 3)
    >>> read_graph("p edge 4 3\\ne 1 2\\ne 2 3\\ne 3 1").labels
    (1, 2, 3, 4)
    >>> read_graph("graph { a -- b -- c }").edge_count
    2
    >>> read_graph("a -> b").directed, read_graph("a b", directed=True).directed
    (True, True)
    >>> read_graph("from,to,day,night\\nHome,Work,25,10", weight="night").weights
    (10, 10)
    """
    form = None if form is None else name_among("format", form, FORMATS)
    directed = flag("directed", directed)
    weight = None if weight is None else of_type("weight", weight, str)
    if isinstance(source, os.PathLike):
        form = form or form_of_file(os.fspath(source))
    text = _text_of(source)
    if not text.strip():
        raise InvalidGraph("graph-empty")
    form = form or _recognized(text)
    if form in _READERS:
        return _READERS[form](text.splitlines(), Reading(directed, weight))
    if form == "csv":
        from .tables import read_csv

        return read_csv(text, Reading(directed, weight))
    from .others import READERS

    return READERS[form](text, Reading(directed, weight))


def read_fixed_edges(source: str | bytes | os.PathLike[str]) -> list[tuple[int, int]]:
    """Return the edges that a tour must use, of a text in TSPLIB's format; of others none.

    Parameters
    ----------
    source : str, bytes or path
        The text that :func:`read_graph` reads, or its file.

    Raises
    ------
    InvalidGraph
        If they cannot be read; the message names the line.

    Examples
    --------
    >>> from caballero import find_tour
    >>> from caballero.formats import read_fixed_edges, read_graph
    >>> text = "DIMENSION : 3\\nEDGE_DATA_SECTION\\n1 2\\n2 3\\n3 1\\n-1\\n"
    >>> text += "FIXED_EDGES_SECTION\\n2 3\\n-1\\nEOF"
    >>> read_fixed_edges(text)
    [(2, 3)]
    >>> list(find_tour(read_graph(text), forced=read_fixed_edges(text), start=2))
    [2, 3, 1]
    """
    text = _text_of(source)
    return fixed_edges(text.splitlines()) if FIXED in text else []


def _text_of(source: str | bytes | os.PathLike[str]) -> str:
    """Return a text, or that of a file, if it is not too long."""
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            source = file.read(MAX_BYTES + 1)
    return bounded_text(source)


def form_of_file(name: str) -> str | None:
    """Return the format of a file's extension, or None if its content decides."""
    return _ENDS.get(name.rpartition(".")[2].lower())


def _recognized(text: str) -> str:
    """Return the format that the content shows: a list of edges, if nothing else is certain."""
    for form, beginning in _BEGINNINGS.items():
        if beginning.match(text):
            return form
    lines = text.splitlines()
    first = next((line for line in lines if not _is_comment(line)), "")
    if _TSPLIB.match(first):
        return "hcp"
    words = first.split()
    if (
        len(words) > 2
        and words[1] != ARROW
        and (words[0] == "p" or (words[0] == "e" and len(words) == 3))
    ):
        return "dimacs"
    # Lines of three and more numbers cannot be a list of edges.
    cells = first.translate(_BRACKETS).split()
    if len(cells) > 2 and set(cells) <= {"0", "1"}:
        return "matrix"
    from .tables import is_table

    return "csv" if is_table(text) else "edges"


def read_vertices(text: str | bytes, graph: Graph) -> Claim:
    """Read a claimed tour of a graph: its vertices in order.

    Parameters
    ----------
    text : str or bytes
        Labels, separated by blanks, commas or line ends; a tour in TSPLIB's format, which numbers
        the vertices from 1; or JSON: a list of labels, alone or as ``tour``.
    graph : Graph
        The graph; a word that is not one of its labels is kept as it is.

    Returns
    -------
    Claim
        The tour as the text states it; :func:`caballero.verify` judges it.

    Raises
    ------
    TooLarge
        If the text is too long; see :func:`read_graph`.
    InvalidInput
        If it is not text.
    InvalidTour
        If it is empty, or JSON without a tour.

    Examples
    --------
    >>> from caballero import Graph, verify
    >>> from caballero.formats import read_vertices
    >>> ring = Graph.from_edges([(1, 2), (2, 3), (3, 4), (4, 1)])
    >>> verify(read_vertices("1 2 3 4", ring), ring).valid
    True
    >>> verify(read_vertices("1 2 4 3", ring), ring).faults[0].places
    (2, 4)
    """
    text = bounded_text(text)
    known, closed = labels_by_name(graph), None
    if text.lstrip().startswith(("{", "[")):
        words, closed = _read_json_tour(text)
    elif "TOUR_SECTION" in text:
        head, _, section = text.partition("TOUR_SECTION")
        words = list(takewhile(lambda word: word not in {"-1", "EOF"}, section.split()))
        known = {str(v): label for v, label in enumerate(graph.vertices(), start=1)}
        closed = _IS_PATH not in head
    else:
        words = [word for line in text.splitlines() for word in _words(line)]
    if not words:
        raise InvalidTour("claim-empty")
    places = [known.get(word, word) for word in words]
    return Claim(tuple(enumerate(places, start=1)), board=graph, closed=closed)


def labels_by_name(graph: Graph) -> Mapping[str, Hashable]:
    """Return the labels of a graph by their text."""
    return {str(label): label for label in graph.vertices()}


def to_graph_text(graph: Graph, form: str = "edges") -> str:
    """Return a graph as text that :func:`read_graph` reads.

    Parameters
    ----------
    graph : Graph
        The graph.
    form : str
        ``edges``, ``hcp`` (TSPLIB) or ``dimacs``; the last two number the vertices from 1, in
        their order, instead of writing labels and weights. A directed graph is written as
        ``edges``; a fraction is written as a float.

    Raises
    ------
    InvalidGraph
        If a label would be read as something else, such as one with a blank, or the form has no
        directed edges.
    UnknownName
        If the form is unknown.

    Examples
    --------
    >>> from caballero import Graph
    >>> from caballero.formats import to_graph_text
    >>> graph = Graph.from_edges([("a", "b")], ["a", "b", "c"])
    >>> print(to_graph_text(graph))
    # 3 vertices, 1 edges
    c
    a b
    >>> print(to_graph_text(graph, "dimacs"))
    p edge 3 1
    e 1 2
    """
    graph, form = of_type("graph", graph, Graph), name_among("format", form, FORMS)
    count, edges = len(graph), list(graph.edges())
    if graph.directed and form in {"hcp", "dimacs"}:
        raise InvalidGraph("graph-form-directed", form=form)
    join = f" {ARROW} " if graph.directed else " "
    match form:
        case "edges":
            names = list(map(_label_text, graph.vertices()))
            joined = {v for edge in edges for v in edge}
            alone = [name for v, name in enumerate(names) if v not in joined]
            # Twice, where one label alone would look like an edge.
            alone = [f"{name} {name}" if _JOINED.search(name) else name for name in alone]
            head = [f"# {count} vertices, {len(edges)} edges", *alone]
            weights = map(_weight_text, (graph.weight(a, b) for a, b in edges))
            lines = [f"{names[a]}{join}{names[b]}" for a, b in edges]
            return "\n".join([*head, *map("".join, zip(lines, weights, strict=True))])
        case "hcp":
            head = [
                "TYPE : HCP",
                f"DIMENSION : {count}",
                "EDGE_DATA_FORMAT : EDGE_LIST",
                SECTIONS[0],
            ]
            return "\n".join([*head, *[f"{a + 1} {b + 1}" for a, b in edges], "-1", "EOF"])
    head = [f"p edge {count} {len(edges)}"]
    return "\n".join([*head, *[f"e {a + 1} {b + 1}" for a, b in edges]])


def to_tsplib_tour(tour: Tour) -> str:
    """Return a tour as TSPLIB writes it: the vertices are numbered from 1, in their order.

    The format is for cycles; a comment marks a path.

    Examples
    --------
    >>> from caballero import Graph, Tour
    >>> from caballero.formats import to_tsplib_tour
    >>> triangle = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
    >>> to_tsplib_tour(Tour.from_squares(triangle, [*"bac"], closed=True)).split()[-6:]
    ['TOUR_SECTION', '2', '1', '3', '-1', 'EOF']
    """
    kind = [] if tour.closed else [_IS_PATH]
    head = ["TYPE : TOUR", *kind, f"DIMENSION : {len(tour)}", "TOUR_SECTION"]
    return "\n".join([*head, *[str(vertex + 1) for vertex in tour.order], "-1", "EOF"])


def with_positions(graph: Graph, text: str | bytes) -> Graph:
    """Return a graph with the positions of its vertices.

    Parameters
    ----------
    graph : Graph
        The graph.
    text : str or bytes
        A line for each vertex: its label, and how far it is to the right and up, or its longitude
        and latitude. Titles above the columns are left out, and so are vertices that are not in the
        graph.

    Raises
    ------
    InvalidGraph
        If a line cannot be read, or a vertex has no position.

    Examples
    --------
    >>> from caballero import Graph
    >>> from caballero.formats import with_positions
    >>> with_positions(Graph.from_edges([("a", "b")]), "place,x,y\\na,0,0\\nb,3,4").positions
    ((0.0, 0.0), (3.0, 4.0))
    """
    known, found = labels_by_name(graph), {}
    for line, written in enumerate(_with_commas(bounded_text(text).splitlines()), start=1):
        words = _words(written)
        if not words or (line == 1 and not all(map(is_number, words[1:]))):
            continue
        if len(words) != 3:
            raise InvalidGraph("graph-place-line", line=line, text=short(written))
        x, y = (float(read_number(word, line)) for word in words[1:])
        found[known.get(words[0])] = x, y
    for name, label in known.items():
        if label not in found:
            raise InvalidGraph("graph-no-place", vertex=short(name))
    return replace(graph, positions=tuple(found[label] for label in graph.vertices()))


# -- all of them ---------------------------------------------------------------------------


def _read_json_tour(text: str) -> tuple[list[str], bool | None]:
    """Read the labels, and whether the tour is closed; None if the text does not say."""
    import json  # only JSON needs it

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise not_json(error) from error
    known = data if isinstance(data, dict) else {"tour": data}
    places = known.get("tour")
    if not isinstance(places, list):
        raise InvalidTour("json-no-vertices")
    closed = bool(known["closed"]) if "closed" in known else None
    return [str(tuple(place) if isinstance(place, list) else place) for place in places], closed


def _is_comment(line: str) -> bool:
    """Return whether a line may have no content: empty, or a comment in one of the formats."""
    return line.split(maxsplit=1)[:1] in ([], ["c"]) or not _words(line)


# -- lists of edges ------------------------------------------------------------------------


class _Columns(NamedTuple):
    """The columns of a list of edges.

    `titles` are in a line of their own, if there are any; the line of every edge has `width`
    columns, and the weight is in the one numbered `weight`, from 0.
    """

    line: int | None
    titles: list[str]
    width: int
    weight: int | None


def _with_commas(lines: list[str]) -> list[str]:
    """Return lines of a spreadsheet with commas between the cells, and decimal points.

    Others stay as they are.

    >>> _with_commas(["a;b;2,5"]), _with_commas(["a,b,2.5"])
    (['a,b,2.5'], ['a,b,2.5'])
    """
    first = next((line for line in lines if line.strip()), "")
    if not _CELLS.search(first):
        return lines
    return [_COMMA.sub(".", line).replace(";", ",") for line in lines]


def _read_edge_list(lines: list[str], how: Reading) -> Graph:
    lines = _with_commas(lines)
    edges: list[tuple[Hashable, Hashable, Any]] = []
    label: dict[str, int | str] = {}
    columns = _columns(lines, how.weight)
    arrow, plain = 0, 0  # the first lines with an arrow, and with an edge without one
    for line, written in enumerate(lines, start=1):
        words = _words(written)
        if line == columns.line or not words:
            continue
        if len(words) > 2 and words[1] == ARROW:
            del words[1]
            arrow = arrow or line
        elif len(words) > 1:
            plain = plain or line
        if arrow and plain:
            what = {"line": max(arrow, plain), "other": min(arrow, plain)}
            raise InvalidGraph("graph-arrow-line", **what)
        if len(words) not in {1, columns.width}:
            raise InvalidGraph("graph-edge-line", **_about(line, written), count=len(words))
        for word in words[:2]:
            if word in label:
                continue
            if _FOREIGN.search(word):
                raise InvalidGraph("graph-unknown-format", **_about(line, written))
            label[word] = read_label(word)
        if len(words) == 1 and _JOINED.search(words[0]):
            raise InvalidGraph("graph-joined-line", **_about(line, written))
        ends = label[words[0]], label[words[:2][-1]]  # a label alone: an edge to itself
        edges.append((*ends, _weight_in(words, columns, line, written)))
    numbers = sorted(name for name in label.values() if isinstance(name, int))
    vertices = numbers if len(numbers) == len(label) else label.values()
    return Graph.from_edges(edges, vertices, directed=how.directed or arrow > 0)


def _weight_in(words: list[str], columns: _Columns, line: int, written: str) -> Number | None:
    """Return the weight of an edge: in its column, or among the data that networkx adds."""
    if len(words) > 1 and columns.weight is not None:
        return read_number(words[columns.weight], line)
    data = _DATA.search(written)
    return read_number(data[1], line) if data else None


def _columns(lines: list[str], weight: str | None) -> _Columns:
    """Return the columns that titles name, or that the first edge has."""
    rows = ((line, _words(written)) for line, written in enumerate(lines, start=1))
    rows = ((line, [w for w in words if w != ARROW]) for line, words in rows if len(words) > 1)
    line, words = next(rows, (0, []))
    titles = words if _are_titles(words, (row for _, row in rows)) else []
    if weight is not None and weight not in titles[2:]:
        names = ", ".join(map(short, titles[2:]))
        code = "graph-no-column" if names else "graph-no-titles"
        raise InvalidGraph(code, name=short(weight), names=names)
    if titles:
        at = titles.index(weight) if weight is not None else 2 if len(titles) > 2 else None
        return _Columns(line, titles, len(titles), at)
    has_weights = len(words) == 3 and is_number(words[2])
    return _Columns(None, [], 3 if has_weights else 2, 2 if has_weights else None)


def _are_titles(words: list[str], rows: Iterable[list[str]]) -> bool:
    """Return whether a line has titles of columns, unless they are vertices too."""
    if len(words) < 2:
        return False
    if not all(w.lower() in head for w, head in zip(words, HEADS, strict=False)):
        return False
    return not any({*words[:2]} & {*row[:2]} for row in rows)


def _about(line: int, written: str) -> dict[str, object]:
    """Return the data of the error for a line that is none of a list of edges."""
    return {"line": line, "text": short(written), "formats": Message("graph-formats")}


def _words(line: str) -> list[str]:
    """Return the words of a line, without a remark."""
    line = _REMARK.sub("", line).replace(",", " ").replace("→", ARROW)
    return line.replace(ARROW, f" {ARROW} ").split()


def _weight_text(weight: Number | None) -> str:
    """Return the weight of an edge as the last column of its line; nothing if it has none."""
    if weight is None:
        return ""
    return f" {weight if isinstance(weight, int) else float(weight)}"


def _label_text(label: Hashable) -> str:
    """Return a label as text; refuse one that would be read as something else."""
    word = str(label)
    if _words(word) != [word] or read_label(word) != label or _FOREIGN.search(word):
        raise InvalidGraph("graph-label", label=short(word))
    return word


# -- DIMACS --------------------------------------------------------------------------------


def _read_dimacs(lines: list[str], how: Reading) -> Graph:
    count, stated = None, 0
    edges: list[tuple[int, int]] = []
    for line, written in enumerate(lines, start=1):
        match written.split():
            case [] | ["c", *_]:
                pass
            case ["e", a, b] if count is not None:
                edges.append((read_vertex(a, count, line), read_vertex(b, count, line)))
            case ["p", n, m] | ["p", "col" | "edge", n, m] if count is None and m.isdecimal():
                count, stated = (
                    read_count(n, line),
                    int(m[:9]),
                )  # nine digits are more than any file has
            case _:
                raise InvalidGraph("graph-dimacs-line", line=line, text=short(written))
    assert count is not None, "the first line is read, or refused"
    # Some files list each edge once, but count it in both directions.
    if len(edges) < stated != 2 * len(edges):
        raise InvalidGraph("graph-too-few", count=len(edges), announced=stated)
    return Graph.from_edges(edges, range(1, count + 1), directed=how.directed)


_READERS: Final[Mapping[str, Callable[[list[str], Reading], Graph]]] = {
    "edges": _read_edge_list,
    "hcp": read_tsplib,
    "dimacs": _read_dimacs,
}
"""The readers of the formats in this module."""
