"""Graphs in DOT, the language of Graphviz: the vertices, and the edges with their weights.

``--`` joins vertices or groups of them, in chains too: ``a -- {b c} -- d``; in a directed graph
(``digraph``), ``->`` does. One attribute of the edges, ``a -- b [weight=5]``, is their weight.
Ports, the other attributes and the names of subgraphs are left out.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Final, NamedTuple

from caballero.core.errors import InvalidGraph, TooLarge
from caballero.core.words import short

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
_KEYWORDS: Final = {"graph", "node", "edge"}


class _Token(NamedTuple):
    """A word or a sign, and whether it can be the name of a vertex."""

    text: str
    is_name: bool
    is_plain: bool = False

    def is_word(self, *words: str) -> bool:
        """Return whether it is one of these words of the language, in any case."""
        return self.is_plain and self.text.lower() in words


_END: Final = _Token("", False)
_PLUS: Final = _Token("+", False)
"""Between the parts of a quoted name."""


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
    if tokens[-1].is_word("strict"):
        tokens.pop()
    if not (token := tokens.pop()).is_word("graph", "digraph"):
        raise _unreadable(token)
    join = "->" if token.is_word("digraph") else "--"
    if tokens[-1].is_name:
        tokens.pop()
    edges: Edges = []
    if (token := tokens.pop()) != ("{", False, False):
        raise _unreadable(token)
    try:
        vertices = _read_block(tokens, edges, join, weight)
    except RecursionError as error:
        raise _unreadable() from error
    if tokens[-1] != _END:
        raise _unreadable(tokens[-1])
    return edges, list(vertices), join == "->"


def _read_block(tokens: list[_Token], edges: Edges, join: str, weight: str) -> dict[str, None]:
    """Read statements up to their closing brace: add their edges, and return their vertices.

    `join` is the sign of an edge; `weight` is the attribute with its weight.
    """
    named: dict[str, None] = {}
    last: dict[str, None] = {}  # the vertices before an edge
    joined = False  # an edge comes before the next vertices
    begun = len(edges)  # the edges of this statement begin here
    while (token := tokens.pop()) != ("}", False, False):
        if token.text == join and not token.is_name and last and not joined:
            joined = True
        elif token.text in {";", ","} and not token.is_name and not joined:
            last, begun = {}, len(edges)
        elif token.text == "[" and not token.is_name and not joined:
            if (heavy := _read_attributes(tokens, weight)) is not None:
                edges[begun:] = [(a, b, heavy) for a, b, _ in edges[begun:]]
        elif token.is_name and tokens[-1] == ("=", False, False):
            del tokens[-2:]
        elif token.is_word(*_KEYWORDS) and tokens[-1] == ("[", False, False):
            last = {}
        elif token.is_name or token == ("{", False, False):
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


def _read_attributes(tokens: list[_Token], name: str) -> str | None:
    """Read attributes up to their closing bracket; return the value of one, None without it."""
    value = None
    while (token := tokens.pop()) != ("]", False, False):
        if token == _END:
            raise _unreadable()
        if token.is_name and token.text == name and tokens[-1] == ("=", False, False):
            tokens.pop()
            value = tokens[-1].text
    return value


def _read_group(
    token: _Token, tokens: list[_Token], edges: Edges, join: str, weight: str
) -> dict[str, None]:
    """Return the vertices that a name or a subgraph stands for."""
    if token.is_word("subgraph"):
        token = tokens.pop()
        if token.is_name:
            token = tokens.pop()
        if token != ("{", False, False):
            raise _unreadable(token)
    if not token.is_name:
        return _read_block(tokens, edges, join, weight)
    while tokens[-1] == (":", False, False):  # a port
        del tokens[-2:]
    return {token.text: None}


def _tokens(text: str) -> list[_Token]:
    """Return the tokens, the first one last, above ends of the text."""
    tokens: list[_Token] = []
    once: dict[_Token, _Token] = {}  # equal tokens are stored once
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _unreadable(_Token(text[place : place + 40], False))
        place = found.end()
        kind, written = found.lastgroup, found[found.lastgroup or 0]
        if kind == "quoted":
            written = re.sub(r"\\\n", "", written).replace('\\"', '"')
        if (
            kind == "quoted"
            and tokens[-1:] == [_PLUS]
            and tokens[-2:-1]
            and not tokens[-2].is_plain
        ):
            del tokens[-1]
            written = tokens.pop().text + written
        if kind != "blank":
            token = _Token(written, kind != "sign", kind == "name")
            tokens.append(once.setdefault(token, token))
            if len(tokens) > MAX_TOKENS:
                raise TooLarge("graph-too-many-edges", most=MAX_EDGES)
    return [*chain([_END] * 3, reversed(tokens))]


def _unreadable(token: _Token = _END) -> InvalidGraph:
    code = "graph-dot" if token.text else "graph-dot-cut-off"
    return InvalidGraph(code, text=short(token.text))
