"""Graphs in and out of text: lists of edges, TSPLIB, DIMACS; and tours of them.

Which of the three a text is, it tells itself. A **list of edges** has two labels a line, which
may be words. **TSPLIB** (Reinelt 1991) has ``KEY : value`` lines and then the edges, in files
``.hcp``; **DIMACS** (the second challenge, 1993) has lines ``e 1 2`` below a line ``p edge 8 12``,
in files ``.col``. Both number the vertices from 1, and these numbers are the labels, so that an
answer speaks of the vertices as the file does.

An edge that is listed twice counts once; one from a vertex to itself is left out, for no tour
can use it; a vertex without edges is kept, for every tour must visit it.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from itertools import takewhile
from typing import Final

from caballero.claim import Claim
from caballero.errors import InvalidGraph, InvalidInput, InvalidTour, TooLarge, UnknownName
from caballero.graph import Graph
from caballero.tour import Tour
from caballero.words import short

from .claims import MAX_BYTES, MAX_CELLS, MAX_LINES, not_json

MAX_VERTICES: Final = 1_000_000
"""The most vertices that a text may announce."""

FORMS: Final = ("dimacs", "edges", "hcp")
"""The formats that are written."""

_KEYWORDS: Final = ("NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_DATA_FORMAT")
_SECTION: Final = "EDGE_DATA_SECTION"
_TSPLIB: Final = re.compile(rf"\s*(?:{'|'.join(_KEYWORDS)})\s*:|\s*{_SECTION}\s*$")

_REMARK: Final = re.compile(r"(?:^|\s)[#%{].*")
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")


def read_graph(text: str | bytes) -> Graph:
    """Read a graph from text.

    Parameters
    ----------
    text : str or bytes
        A list of edges, TSPLIB's ``.hcp`` or DIMACS' ``.col``; bytes must be UTF-8.

    Returns
    -------
    Graph
        Its labels are the words and numbers of the text; they are empty if the vertices are
        0, 1, 2, …. Vertices that are all numbers come in their order, others in the order in
        which the text names them.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``, ``MAX_LINES`` or ``MAX_CELLS``, or announces
        more than ``MAX_VERTICES`` vertices.
    InvalidInput
        If it is not text.
    InvalidGraph
        If it cannot be read, or ends too soon; the message tells the line.

    Notes
    -----
    In a list of edges blanks or commas part the labels, a label alone is a vertex without
    edges, and what follows a ``#``, a ``%`` or a ``{`` (the data that networkx adds) is left
    out. There ``c a`` is an edge; only in DIMACS' format does ``c`` begin a comment. Time and
    memory grow with the length of the text.

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
    """
    lines = _bounded(text).splitlines()
    if not any(map(str.strip, lines)):
        raise InvalidGraph("graph-empty")
    first = next((line for line in lines if not _is_comment(line)), "")
    if _TSPLIB.match(first):
        return _tsplib(lines)
    words = first.split()
    if len(words) > 2 and (words[0] == "p" or (words[0] == "e" and len(words) == 3)):
        return _dimacs(lines)
    return _edge_list(lines)


def read_vertices(text: str | bytes, graph: Graph) -> Claim:
    """Read a claimed tour of a graph: its vertices in order.

    Parameters
    ----------
    text : str or bytes
        Labels, parted by blanks, commas or line ends; a tour in TSPLIB's format, which numbers
        the vertices from 1; or JSON: a list of labels, alone or as ``tour``.
    graph : Graph
        Its labels tell what the words mean; a word that is no label is kept as it is.

    Returns
    -------
    Claim
        What was written; :func:`caballero.verify` judges it.

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
    text = _bounded(text)
    known, closed = labels_by_name(graph), None
    if text.lstrip().startswith(("{", "[")):
        words, closed = _json_tour(text)
    elif "TOUR_SECTION" in text:
        _, _, section = text.partition("TOUR_SECTION")
        words = list(takewhile(lambda word: word not in {"-1", "EOF"}, section.split()))
        known, closed = {str(v): label for v, label in enumerate(graph.vertices(), start=1)}, True
    else:
        words = [word for line in text.splitlines() for word in _words(line)]
    if not words:
        raise InvalidTour("claim-empty")
    places = [known.get(word, word) for word in words]
    return Claim(tuple(enumerate(places, start=1)), board=graph, closed=closed)


def labels_by_name(graph: Graph) -> Mapping[str, Hashable]:
    """Return the labels of a graph by what they are written as.

    Examples
    --------
    >>> from caballero import Graph
    >>> from caballero.formats.graphs import labels_by_name
    >>> labels_by_name(Graph.from_edges([(7, "x")]))
    {'7': 7, 'x': 'x'}
    """
    return {str(label): label for label in graph.vertices()}


def to_graph_text(graph: Graph, form: str = "edges") -> str:
    """Return a graph as text that :func:`read_graph` reads.

    Parameters
    ----------
    graph : Graph
        The graph.
    form : str
        ``edges``, ``hcp`` (TSPLIB) or ``dimacs``; the last two have no labels, but number the
        vertices from 1, in their order.

    Raises
    ------
    InvalidGraph
        If a label would be read as something else, such as one with a blank.
    UnknownName
        If there is no such form.

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
    count, edges = len(graph), list(graph.edges())
    match form:
        case "edges":
            names = list(map(_written, graph.vertices()))
            alone = [name for v, name in enumerate(names) if not graph.neighbours(v)]
            head = [f"# {count} vertices, {len(edges)} edges", *alone]
            return "\n".join([*head, *[f"{names[a]} {names[b]}" for a, b in edges]])
        case "hcp":
            head = ["TYPE : HCP", f"DIMENSION : {count}", "EDGE_DATA_FORMAT : EDGE_LIST", _SECTION]
            return "\n".join([*head, *[f"{a + 1} {b + 1}" for a, b in edges], "-1", "EOF"])
        case "dimacs":
            head = [f"p edge {count} {len(edges)}"]
            return "\n".join([*head, *[f"e {a + 1} {b + 1}" for a, b in edges]])
    raise UnknownName.among("format", short(str(form)), FORMS)


def to_tsplib_tour(tour: Tour) -> str:
    """Return a tour as TSPLIB writes it: the vertices are numbered from 1, in their order.

    Examples
    --------
    >>> from caballero import Graph, Tour
    >>> from caballero.formats import to_tsplib_tour
    >>> triangle = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
    >>> to_tsplib_tour(Tour.from_squares(triangle, "bac", closed=True)).split()[-6:]
    ['TOUR_SECTION', '2', '1', '3', '-1', 'EOF']
    """
    head = ["TYPE : TOUR", f"DIMENSION : {len(tour)}", "TOUR_SECTION"]
    return "\n".join([*head, *[str(vertex + 1) for vertex in tour.order], "-1", "EOF"])


# -- all of them ---------------------------------------------------------------------------


def _bounded(text: str | bytes) -> str:
    """The text, if it is one and not too long."""
    if len(text) > MAX_BYTES:
        raise TooLarge("text-too-long", size=f"{len(text) / 2**20:.0f}", most=MAX_BYTES // 2**20)
    try:
        text = (text if isinstance(text, str) else text.decode()).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidInput("text-not-utf8") from error
    if "\0" in text:
        raise InvalidInput("text-not-utf8")
    lines, cells = text.count("\n"), sum(map(text.count, " ,\t"))
    if lines > MAX_LINES:
        raise TooLarge("text-too-many-lines", count=lines, most=MAX_LINES)
    if cells > MAX_CELLS:
        raise TooLarge("text-too-many-cells", count=cells, most=MAX_CELLS)
    return text


def _json_tour(text: str) -> tuple[list[str], bool | None]:
    """The labels as they are written, and whether the tour is closed, if it says so."""
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
    """Whether a line may be one that says nothing: empty, or a comment in one of the formats."""
    return line.split(maxsplit=1)[:1] in ([], ["c"]) or not _words(line)


def _count(word: str, line: int) -> int:
    """How many vertices a text announces."""
    if not word.isdecimal():
        raise InvalidGraph("graph-count-line", value=short(word), line=line, most=MAX_VERTICES)
    if len(word) > 9 or int(word) > MAX_VERTICES:
        raise TooLarge("graph-too-large", count=short(word), most=MAX_VERTICES)
    return int(word)


def _vertex(word: str, count: int, line: int) -> int:
    """A vertex among those numbered from 1."""
    if word.isdecimal() and len(word) < 10 and 1 <= (vertex := int(word)) <= count:
        return vertex
    raise InvalidGraph("graph-vertex-line", value=short(word), line=line, count=count)


# -- lists of edges ------------------------------------------------------------------------


def _edge_list(lines: list[str]) -> Graph:
    edges: list[tuple[int | str, int | str]] = []
    label: dict[str, int | str] = {}
    for line, written in enumerate(lines, start=1):
        words = _words(written)
        if len(words) > 2:
            what = {"text": short(written), "count": len(words)}
            raise InvalidGraph("graph-edge-line", line=line, **what)
        for word in words:
            if word not in label:
                label[word] = _label(word)
        if words:  # of a label alone, an edge to itself
            edges.append((label[words[0]], label[words[-1]]))
    numbers = sorted(name for name in label.values() if isinstance(name, int))
    vertices = numbers if len(numbers) == len(label) else label.values()
    return Graph.from_edges(edges, vertices)


def _words(line: str) -> list[str]:
    return _REMARK.sub("", line).replace(",", " ").split()


def _label(word: str) -> int | str:
    return int(word) if _NUMBER.fullmatch(word) else word


def _written(label: Hashable) -> str:
    """A label, as long as it will be read as the same."""
    word = str(label)
    if _words(word) != [word] or _label(word) != label:
        raise InvalidGraph("graph-label", label=short(word))
    return word


# -- TSPLIB --------------------------------------------------------------------------------


def _tsplib(lines: list[str]) -> Graph:
    count: int | None = None
    adjacency = False
    for line, written in enumerate(lines, start=1):
        key, colon, value = (part.strip() for part in written.partition(":"))
        if key == _SECTION:
            if count is None:
                raise InvalidGraph("graph-no-count", line=line)
            edges = _listed(lines, line, count, adjacency)
            return Graph.from_edges(edges, range(1, count + 1))
        if key and not colon:
            raise InvalidGraph("graph-tsplib-line", line=line, text=short(written))
        allowed = {"TYPE": ("HCP",), "EDGE_DATA_FORMAT": ("EDGE_LIST", "ADJ_LIST")}.get(key)
        if allowed and value not in allowed:
            what = {"key": key, "value": short(value), "allowed": ", ".join(allowed)}
            raise InvalidGraph("graph-value-line", line=line, **what)
        if key == "EDGE_DATA_FORMAT":
            adjacency = value == "ADJ_LIST"
        elif key == "DIMENSION":
            count = _count(value, line)
    raise InvalidGraph("graph-cut-off")


def _listed(lines: list[str], above: int, count: int, adjacency: bool) -> Iterator[tuple[int, int]]:
    """The edges below a line: pairs, or each vertex with its neighbours and -1; -1 ends all."""
    words = (
        (line, word)
        for line, written in enumerate(lines[above:], start=above + 1)
        for word in written.split()
    )
    first: int | None = None
    for line, word in words:
        if word == "-1" and adjacency and first is not None:
            first = None
        elif word in {"-1", "EOF"}:
            if first is not None:
                raise InvalidGraph("graph-half-edge-line", line=line, vertex=first)
            line, after = next(words, (line, "EOF"))
            if word == "-1" and after != "EOF":
                raise InvalidGraph("graph-tsplib-line", line=line, text=short(after))
            return
        elif first is None:
            first = _vertex(word, count, line)
        else:
            yield first, _vertex(word, count, line)
            first = first if adjacency else None
    raise InvalidGraph("graph-cut-off")


# -- DIMACS --------------------------------------------------------------------------------


def _dimacs(lines: list[str]) -> Graph:
    count, announced = None, 0
    edges: list[tuple[int, int]] = []
    for line, written in enumerate(lines, start=1):
        match written.split():
            case [] | ["c", *_]:
                pass
            case ["e", a, b] if count is not None:
                edges.append((_vertex(a, count, line), _vertex(b, count, line)))
            case ["p", n, m] | ["p", "col" | "edge", n, m] if count is None and m.isdecimal():
                count, announced = _count(n, line), int(m[:9])  # no file has more digits
            case _:
                raise InvalidGraph("graph-dimacs-line", line=line, text=short(written))
    assert count is not None, "the first line is read, or refused"
    # Some files count both directions of an edge that they list once.
    if len(edges) < announced != 2 * len(edges):
        raise InvalidGraph("graph-too-few", count=len(edges), announced=announced)
    return Graph.from_edges(edges, range(1, count + 1))
