"""Graphs in and out of text, and tours of them: the door.

The caller names the notation, or the file's extension does, or the evidence in the text
(:mod:`.notations`): a signature or a heading, or else the shape of all rows (:mod:`.shapes`). A
text that fits two notations, or none, is refused. The graph says how it was read. Where a
notation numbers the vertices, these numbers are the labels, so that an answer names the vertices as
the file does.

An edge that is listed twice counts once. An edge from a vertex to itself is left out, because no
tour can use it; a vertex without edges is kept, because every tour must visit it.

The text comes from outside, so its size is bounded before it is worked on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from caballero.machine.arguments import flag, name_among, of_type
from caballero.machine.errors import InvalidGraph, InvalidTour
from caballero.machine.values import saying
from caballero.machine.words import Message, short
from caballero.model.graph import Graph
from caballero.model.texts import MAX_BYTES, bounded_text, json_of
from caballero.model.tour import Tour
from caballero.proof.claim import Claim

from .notations import CERTAIN, FORMATS as FORMATS, NAMING, SHAPED, form_of_file, signed
from .tables import rough, sheet_of
from .tsplib import FIXED, SECTIONS, fixed_edges, read_tsplib
from .vertices import FOREIGN, JOINED, Reading, read_label

if TYPE_CHECKING:
    from caballero.model.graph import Number

FORMS: Final = ("dimacs", "edges", "hcp")
"""The formats that are written."""

_IS_PATH: Final = "COMMENT : Hamiltonian path"

_REMARK: Final = re.compile(r"(?:^|\s)[#%{].*")

ARROW: Final = "->"
"""Between the labels of a directed edge."""


def read_graph(
    source: str | bytes | os.PathLike[str],
    format: str | None = None,
    *,
    directed: bool = False,
    weight: str | None = None,
    weighted: bool | None = None,
) -> Graph:
    """Read a graph from text, or from a file.

    Parameters
    ----------
    source : str, bytes or path
        A text in a known format, bytes in UTF-8, or a file's :class:`~pathlib.Path`.
    format : str, optional
        The notation, such as ``edges``, ``hcp`` (TSPLIB) or ``graphml``; an error names them all.
        By default the file's extension decides, or the evidence in the text.
    directed : bool
        Whether each edge leads only from the vertex that is written first to the other. Some
        texts say so themselves: arrows, ``digraph`` in DOT, a matrix that is not symmetric, ATSP.
    weight : str, optional
        The title of the column, or the attribute of the edges, that is their weight; by default
        a title such as ``km``, or the only column of numbers, or ``weight``.
    weighted : bool, optional
        Whether 0 and 1 in a matrix are weights; by default 1 is an edge and 0 is none
        where nothing else occurs.

    Returns
    -------
    Graph
        Its ``reading`` says how the text was read. Its labels are the words and numbers of the
        text, empty if they are 0, 1, 2, …; if all are numbers, they come in their order.

    Raises
    ------
    TooLarge
        If the text is longer than ``MAX_BYTES``, ``MAX_LINES`` or ``MAX_CELLS``, or states
        more than ``MAX_VERTICES`` vertices or ``MAX_EDGES`` edges.
    InvalidInput
        If it is not text, or networkx is needed and not installed.
    InvalidGraph
        If it cannot be read, or as two formats; the message names the line. Or if there is no such
        weight, or an edge has two.
    UnknownName
        If there is no such format.

    Notes
    -----
    The chapter *How input is interpreted* of the documents has an example of each notation. Weights
    are read as they are written, without rounding; other attributes are left out, and TSPLIB's
    fixed edges: :func:`read_fixed_edges` returns them.

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
    form = None if format is None else name_among("format", format, FORMATS)
    how = Reading(
        flag("directed", directed),
        None if weight is None else of_type("weight", weight, str),
        None if weighted is None else flag("weighted", weighted),
    )
    if isinstance(source, os.PathLike):
        form = form or form_of_file(os.fspath(source))
    text = text_of(source)
    if not text.strip():
        raise InvalidGraph("graph-empty")
    form = form or recognized(text)
    how.form, how.adjacency = form or "", form == "matrix"
    graph = _read(text, form, how)
    if weight is not None and not (how.form in NAMING and (graph.weights or not graph.indices)):
        raise InvalidGraph("graph-no-attribute", name=short(weight))
    return saying(graph, Message(f"form-{how.form}"), *how.notes)


def _read(text: str, form: str | None, how: Reading) -> Graph:
    """Read a graph in a notation, or by the shape of its rows."""
    if form == "hcp":
        return read_tsplib(text.splitlines(), how)
    if form == "matrix" and text.lstrip()[:1] in "[({":
        form = "json"
    if form in SHAPED and signed(text) in CERTAIN:
        raise InvalidGraph("graph-not-form", form=form)
    if form is None or form in SHAPED:
        from .shapes import read_sheet

        return read_sheet(text, how, SHAPED[form] if form else ())
    from .others import READERS

    return READERS[form](text, how)


def recognized(text: str) -> str | None:
    """Return the notation whose sign a text has; None for rows, which their shape decides."""
    found, words = signed(text), text.split(maxsplit=9)[:9]
    lines = text.strip().split("\n", 9)[:9]
    if found is None and words and all(len(line.split()) == 1 for line in lines):
        from .others import is_graph6

        return "graph6" if all(map(is_graph6, words)) else None
    return found


def first_edge(graph: Graph) -> str:
    """Return the first edge of a graph and its weight, as the line that says what was read.

    >>> first_edge(Graph.from_edges([("A", "B", 3)])), first_edge(Graph.from_edges([("a", "b")]))
    ('A–B 3', 'a–b')
    """
    edge = next(graph.edges(), None)
    if edge is None:
        return ""
    join = "→" if graph.directed else "–"
    weight = graph.weight(*edge)
    ends = join.join(short(str(graph.label(v))) for v in edge)
    return ends if weight is None else f"{ends} {float(weight):.12g}"


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
    text = text_of(source)
    return fixed_edges(text.splitlines()) if FIXED in text.upper() else []


def text_of(source: str | bytes | os.PathLike[str]) -> str:
    """Return a text, or that of a file, if it is not too long."""
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            source = file.read(MAX_BYTES + 1)
    return bounded_text(source)


def read_vertices(text: str | bytes, graph: Graph) -> Claim:
    """Read a claimed tour of a graph: its vertices in order.

    Parameters
    ----------
    text : str or bytes
        Labels, separated by blanks, commas or line ends; a tour in TSPLIB's format, which numbers
        the vertices from 1; or JSON: a list of labels, alone or as ``tour``.
    graph : Graph
        The graph; a word that is no label is kept as it is.

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


def to_graph_text(graph: Graph, format: str = "edges") -> str:
    """Return a graph as text that :func:`read_graph` reads.

    Parameters
    ----------
    graph : Graph
        The graph.
    format : str
        ``edges``, ``hcp`` (TSPLIB) or ``dimacs``; the last two number the vertices from 1, in
        their order, instead of writing labels and weights. A directed graph is written as
        ``edges``; a fraction is written as a float.

    Raises
    ------
    InvalidGraph
        If a label would be read as something else, such as a label with a blank, or the format has
        no directed edges.
    UnknownName
        If the format is unknown.

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
    graph, form = of_type("graph", graph, Graph), name_among("format", format, FORMS)
    count, edges = len(graph), list(graph.edges())
    if graph.directed and form in {"hcp", "dimacs"}:
        raise InvalidGraph("graph-form-directed", form=form)
    join = f" {ARROW} " if graph.directed else " "
    match form:
        case "edges":
            names = list(map(_label_text, graph.vertices()))
            joined = {v for edge in edges for v in edge}
            alone = [name for v, name in enumerate(names) if v not in joined]
            # Twice, where a label alone would look like an edge.
            alone = [f"{name} {name}" if JOINED.search(name) else name for name in alone]
            head = [f"# {count} vertices, {len(edges)} edges", *alone]
            weights = map(_weight_text, (graph.weight(a, b) for a, b in edges))
            lines = [f"{names[a]}{join}{names[b]}" for a, b in edges]
            return "\n".join([*head, *map("".join, zip(lines, weights, strict=True))])
        case "hcp":
            head = ["TYPE : HCP", f"DIMENSION : {count}", "EDGE_DATA_FORMAT : EDGE_LIST"]
            head.append(SECTIONS[0])
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
    sheet = sheet_of(bounded_text(text))
    for row in sheet.full:
        if row is sheet.full[0] and not all(map(rough, row.cells[1:])):
            continue
        if len(row.cells) != 3:
            raise sheet.error("graph-place-line", row)
        x, y = (float(sheet.number(row, i) or 0) for i in (1, 2))
        found[known.get(row.cells[0])] = x, y
    for name, label in known.items():
        if label not in found:
            raise InvalidGraph("graph-no-place", vertex=short(name))
    return replace(graph, positions=tuple(found[label] for label in graph.vertices()))


def _read_json_tour(text: str) -> tuple[list[str], bool | None]:
    """Read the labels, and whether the tour is closed; None if the text does not say."""
    data = json_of(text)
    known = data if isinstance(data, dict) else {"tour": data}
    places = known.get("tour")
    if not isinstance(places, list):
        raise InvalidTour("json-no-vertices")
    closed = bool(known["closed"]) if "closed" in known else None
    return [str(tuple(place) if isinstance(place, list) else place) for place in places], closed


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
    """Return a label as text; refuse a label that would be read as something else."""
    word = str(label)
    if _words(word) != [word] or read_label(word) != label or FOREIGN.search(word):
        raise InvalidGraph("graph-label", label=short(word))
    return word
