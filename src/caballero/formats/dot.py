"""Graphs in DOT, the language of Graphviz: the vertices, and the edges with their weights.

``--`` joins vertices or groups of them, in chains too: ``a -- {b c} -- d``; in a directed graph
(``digraph``), ``->`` does. An attribute of the edges, ``a -- b [weight=5]``, is their weight.
Ports, the other attributes and the names of subgraphs are left out.
"""

from __future__ import annotations

import re
import sys
from typing import Final

from caballero.machine.errors import InvalidGraph, TooLarge
from caballero.machine.words import short

from .vertices import MAX_EDGES

MAX_TOKENS: Final = 3_000_000
"""The most words and signs of a text in DOT."""

_TOKEN: Final = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)
    |(?P<name>[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?))
    |"(?P<quoted>(?:[^"\\]|\\.)*)"
    |<(?P<html>[^<>]*(?:<[^<>]*>[^<>]*)*)>
    |(?P<sign>--|->|[{}\[\];,=:+])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SIGNS: Final = frozenset(["--", "->", *"{}[];,=:+", ""])
_QUOTE: Final = '"'
"""Before the text of a quoted name, which is neither a sign nor a word of the language."""

Edges = list[tuple[str, str, str]]
"""Edges: their ends, and their weight as it is written, empty if there is none."""


def read_dot(text: str, weight: str = "weight") -> tuple[Edges, list[str], bool]:
    """Return the edges and vertices of a graph in DOT, and whether it is directed.

    `weight` is the attribute of the edges that is their weight.

    Raises
    ------
    InvalidGraph
        If the text is not DOT.
    TooLarge
        If it has more than ``MAX_EDGES`` edges.

    >>> read_dot('graph { a -- {b "c " + "d"} [weight=5] }')
    ([('a', 'b', '5'), ('a', 'c d', '5')], ['a', 'b', 'c d'], False)
    """
    tokens = _tokens(text)
    if tokens[-1].lower() == "strict":
        tokens.pop()
    if (kind := tokens.pop()).lower() not in {"graph", "digraph"}:
        raise _unreadable(kind)
    if tokens[-1] not in _SIGNS:
        tokens.pop()
    if (token := tokens.pop()) != "{":
        raise _unreadable(token)
    edges: Edges = []
    join = "->" if kind.lower() == "digraph" else "--"
    try:
        vertices = _read_block(tokens, edges, join, weight)
    except RecursionError as error:
        raise _unreadable() from error
    if tokens[-1]:
        raise _unreadable(tokens[-1])
    return edges, list(vertices), join == "->"


def _read_block(tokens: list[str], edges: Edges, join: str, weight: str) -> dict[str, None]:
    """Read statements up to their closing brace: add their edges; return their vertices."""
    named: dict[str, None] = {}
    last: dict[str, None] = {}  # the vertices before an edge
    joined = False  # an edge comes before the next vertices
    begun = len(edges)  # the edges of this statement begin here
    while (token := tokens.pop()) != "}":
        if token == join and last and not joined:
            joined = True
        elif token in {";", ","} and not joined:
            last, begun = {}, len(edges)
        elif token == "[" and not joined:
            if (heavy := _read_attributes(tokens, weight)) is not None:
                edges[begun:] = [(a, b, heavy) for a, b, _ in edges[begun:]]
        elif token not in _SIGNS and tokens[-1] == "=":
            del tokens[-2:]
        elif token.lower() in {"graph", "node", "edge"} and tokens[-1] == "[":
            last = {}
        elif token not in _SIGNS or token == "{":
            begun = begun if joined else len(edges)
            group = _read_group(token, tokens, edges, join, weight)
            if joined:
                if len(edges) + len(last) * len(group) > MAX_EDGES:
                    raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
                edges += [(a, b, "") for a in last for b in group]
            named.update(group)
            last, joined = group, False
        else:
            raise _unreadable(token)
    if joined:
        raise _unreadable(token)
    return named


def _read_attributes(tokens: list[str], name: str) -> str | None:
    """Read attributes up to their closing bracket; return the value of the named one, or None."""
    value = None
    while (token := tokens.pop()) != "]":
        if not token:
            raise _unreadable()
        if token.removeprefix(_QUOTE) == name and tokens[-1] == "=":
            tokens.pop()
            value = tokens[-1].removeprefix(_QUOTE)
    return value


def _read_group(
    token: str, tokens: list[str], edges: Edges, join: str, weight: str
) -> dict[str, None]:
    """Return the vertices that a name or a subgraph stands for."""
    if token.lower() == "subgraph":
        token = tokens.pop()
        if token not in _SIGNS:
            token = tokens.pop()
        if token != "{":
            raise _unreadable(token)
    if token == "{":
        return _read_block(tokens, edges, join, weight)
    while tokens[-1] == ":":  # a port
        del tokens[-2:]
    return {token.removeprefix(_QUOTE): None}


def _tokens(text: str) -> list[str]:
    """Return the tokens, the first last, above ends of the text."""
    tokens: list[str] = []
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _unreadable(text[place : place + 40])
        place = found.end()
        kind, written = found.lastgroup, found[found.lastgroup or 0]
        if kind in {"quoted", "html"}:
            if kind == "quoted":
                written = re.sub(r"\\\n", "", written).replace('\\"', '"')
                if tokens[-1:] == ["+"] and tokens[-2:-1] and tokens[-2][0] == _QUOTE:
                    written = tokens[-2][1:] + written
                    del tokens[-2:]
            written = _QUOTE + written
        if kind != "blank":
            tokens.append(sys.intern(written))  # equal tokens are stored once
            if len(tokens) > MAX_TOKENS:
                raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    return ["", "", "", *reversed(tokens)]


def _unreadable(token: str = "") -> InvalidGraph:
    code = "graph-dot" if token else "graph-dot-cut-off"
    return InvalidGraph(code, text=short(token.removeprefix(_QUOTE)))
