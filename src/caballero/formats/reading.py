"""The door of the readers: a text, a file or a value is recognised, and read.

A graph, a puzzle or a claimed tour is recognised by the name of a notation, by the extension of a
file, by a signature or a heading, or because no other reader accepts the text. A matrix with each
number from 0 or 1 on is a tour. What two readers accept is refused with the words that say which.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Final, cast

from caballero.machine.arguments import name_among
from caballero.machine.errors import InvalidInput
from caballero.model.given import graph_of
from caballero.model.headings import Heading, heading_of

from .claims import read_claim
from .graphs import read_graph, text_of
from .links import is_link
from .notations import FORMATS, form_of_file, signed
from .puzzles import read_puzzle

if TYPE_CHECKING:
    from caballero.model.graph import Graph
    from caballero.model.problem import Problem
    from caballero.proof.claim import Claim

KINDS: Final = ("graph", "puzzle", "tour")
"""The kinds of text, other than the notations of graphs."""


def read(source: Any, format: str | None = None) -> Graph | Problem | Claim:
    """Read a graph, a puzzle or a claimed tour.

    Parameters
    ----------
    source : str, bytes, path or value
        A text, a file's :class:`~pathlib.Path`, or a value of Python that is a graph, such as a
        matrix, a list of edges, or a graph of networkx, igraph or rustworkx.
    format : str, optional
        ``graph``, ``puzzle``, ``tour``, or a notation of graphs; by default the evidence in the
        text decides.

    Returns
    -------
    Graph, Problem or Claim
        The ``reading`` of a graph or a problem says how it was read.

    Raises
    ------
    InvalidInput
        If no reader accepts the text, or two do.

    Examples
    --------
    >>> from caballero.formats import read
    >>> read("hidato\\n1 . .\\n8 # .\\n. . .").piece.name, read("a b\\nb c").edge_count
    ('king', 2)
    >>> read("1 4 7 10\\n12 9 2 5\\n3 6 11 8").numbered[0], read([[0, 3], [3, 0]]).weights
    ((1, (0, 0)), (3, 3))
    """
    if not isinstance(source, (str, bytes, os.PathLike)):
        return graph_of(source)
    form = None if format is None else name_among("format", format, (*KINDS, *FORMATS))
    named = form_of_file(os.fspath(source)) if isinstance(source, os.PathLike) else None
    text = text_of(source)
    match form or named or _evident(text):
        case "puzzle":
            return read_puzzle(text)
        case "tour":
            return read_claim(text)
        case "graph":
            return read_graph(text)
        case str() as notation:
            return read_graph(text, notation)
    found: dict[str, Any] = {}
    errors: list[InvalidInput] = []
    headed = heading_of(text) != Heading()
    for kind, reader in (("tour", read_claim), ("puzzle", read_puzzle), ("graph", read_graph)):
        try:
            found[kind] = reader(text) if kind != "graph" or not headed else None
        except InvalidInput as error:
            errors.append(error)
    claim, puzzle, graph = (found.get(kind) for kind in ("tour", "puzzle", "graph"))
    claim = claim if claim is not None and _is_whole(claim) else None
    listed = claim is not None and claim.shape is None  # of squares, which may be vertices
    if graph is not None and (listed or (puzzle is not None and claim is None)):
        raise InvalidInput("read-two", a="tour" if listed else "puzzle", b="graph")
    for answer in (claim, puzzle, graph):
        if answer is not None:
            return cast("Graph | Problem | Claim", answer)
    raise next((error for error in errors if error.code == "grid-flat"), errors[-1])


def _evident(text: str) -> str | None:
    """Return the kind of text that a signature names."""
    if is_link(text):
        return "puzzle"
    if re.match(r"\s*\{", text) and re.search(r'"(tour|board)"\s*:', text):
        return "tour" if '"tour"' in text else "puzzle"
    found = signed(text)
    return None if found == "json" else found


def _is_whole(claim: Claim) -> bool:
    """Return whether a claim numbers its squares from 0 or 1 on, each once."""
    numbers = sorted(number for number, _ in claim.numbered)
    return len(numbers) > 1 and numbers in [[*range(i, len(numbers) + i)] for i in (0, 1)]
