"""What rows of cells may be: each shape says how well it fits, and reads the graph.

See :mod:`.tables`, which splits a text into cells, for the rule by which a shape is chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from caballero.machine.errors import InvalidGraph, InvalidInput
from caballero.machine.limits import pause
from caballero.machine.words import Message, short
from caballero.model.graph import Graph, graph_of_columns, graph_of_table
from caballero.model.matrix import (
    ACROSS,
    LATITUDES,
    NAMES,
    SOURCES,
    TARGETS,
    UP,
    WEIGHTS,
    read_table,
)

from .tables import Row, Sheet, entries, is_count, is_entry, is_nothing, label_of, rough, sheet_of
from .vertices import FOREIGN, JOINED, Reading, bounded, read_vertex

if TYPE_CHECKING:
    from caballero.model.graph import Number

_UNIT: Final = re.compile(r"[+-]?[0-9][0-9.,]*\s?[^\W\d_%€$£°]{0,4}[%€$£°]?")
"""A number with its unit, which is refused by name rather than left out."""

NO_WEIGHT: Final = frozenset({"", "id", "label", "name", "type", "timeset", "key", "index"})

_DIRECTIONS: Final = frozenset({"directed", "undirected", "mutual"})

HEAD, SHAPE = 2, 1
"""The strength of evidence: a heading that names or counts what follows, or only its shape."""

_STRANGE: Final = re.compile(FOREIGN.pattern + r"|^[*&]|^[!-/:-@\[-`{-~]+$")
_ALONE: Final = re.compile(_STRANGE.pattern + "|^@")
_TAG: Final = re.compile(r"</?[a-zA-Z]")
_CUT: Final = re.compile(_TAG.pattern + r"|[,;\t|]")
"""What speaks against a list of edges: in its labels, in a table's, in those alone in a line."""

_WEIGHT: Final = re.compile(r"""(['"]?)([\w-]+)\1\s*:\s*['"]?([0-9.eE+-]+)""")
_JOINED_ENDS: Final = re.compile(r"(.+?) \(.+?\) (.+)")
_RELATION: Final = re.compile(r"\(.+\)|[pgdc][pdrgc]|interacts?(?:[ _-]?with)?")
"""The usual kinds of edges in SIF."""


# -- evidence --------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """How well a shape fits: its name, the strength of its evidence, the share of the text."""

    name: str
    strength: int
    share: float
    read: Callable[[], Graph]


def read_sheet(text: str, how: Reading, among: Sequence[str] = ()) -> Graph:
    """Read the graph of a text of rows, in the shape that fits, or in a named shape.

    >>> read_sheet("a,b,2\\nb,c,3", Reading()).weights
    (2, 2, 3, 3)
    """
    sheet = sheet_of(text)
    if not sheet.full:
        if not re.match(r"\s*#", text):
            raise InvalidGraph("graph-empty")
        how.form = "edges"
        return Graph.from_edges([], directed=how.directed)
    packed = _complete(sheet)
    fits = [fit for name in among or SHAPES if (fit := SHAPES[name](sheet, how)) is not None]
    if among and not fits:
        raise InvalidGraph("graph-table" if how.form == "csv" else "graph-not-form", form=how.form)
    if among:
        chosen = [max(fits, key=lambda fit: (fit.share, fit.strength))]
    else:
        fits = [fit for fit in fits if fit.share > 0.5]
        best = max(((fit.strength, fit.share) for fit in fits), default=(0, 0.0))
        chosen = [fit for fit in fits if (fit.strength, fit.share) == best]
        if best[1] < 1:
            for near in chosen[:1]:
                near.read()  # it names what is wrong
            usual = Counter(len(row.cells) for row in sheet.rows).most_common(1)[0][0]
            odd = (row for row in sheet.rows if len(row.cells) != usual)
            raise sheet.error("graph-unknown-format", next(odd, sheet.rows[0]))
    graph = _only(chosen, sheet, how)
    if packed:
        how.note("read-packed")
    marked = sheet.pointed and ("." in text or sheet.mark != "," or '"' in text)
    if marked and graph.weights and (cell := sheet.grouped()) is not None:
        number = float(sheet.number(Row(1, [cell]), 0) or 0)
        how.note("read-thousands", value=cell, number=number)
    return graph


def _complete(sheet: Sheet) -> bool:
    """Add the cells that R, pandas and Cytoscape omit; return whether each character is a cell."""
    head, *body = (row.cells for row in sheet.full)
    widths = {*map(len, body)}
    if widths == {1} == {len(head)} and all({*c[0]} <= {*"01"} for c in (head, *body)):
        if packed := {len(c[0]) for c in (head, *body)} == {len(sheet.full)}:
            for cells in (head, *body):
                cells[:] = cells[0]
        return packed
    if widths == {len(head) + 1} and _known(head):
        numbers = {cells[0] for cells in body if cells[0].isdecimal()}
        if 1 < len(numbers) == len(body):
            head.insert(0, "")
    if sheet.mark != " " and widths == {len(head)} and not _known(head):
        for i in [i for i, cell in enumerate(body[0]) if _JOINED_ENDS.fullmatch(cell)]:
            if all(pairs := [_JOINED_ENDS.fullmatch(cells[i]) for cells in body]):
                for cells, pair in zip(body, pairs, strict=True):
                    cells += pair.groups() if pair else ()
                head += "source", "target"
                break
    return False


def _only(chosen: Sequence[Fit], sheet: Sheet, how: Reading) -> Graph:
    """Return the graph that all readings share; refuse a text that has several."""
    read: list[tuple[Fit, Graph, list[Message]]] = []
    errors: list[InvalidInput] = []
    for fit in chosen:
        how.notes.clear()
        try:
            read.append((fit, fit.read(), [*how.notes]))
        except InvalidInput as error:
            errors.append(error)
    if not read:
        raise errors[0]
    (fit, graph, notes), *others = read
    if others and any(_content(other) != _content(graph) for _, other, _ in others):
        form, other = fit.name, others[0][0].name
        names = {"one": Message(f"form-{form}"), "other": Message(f"form-{other}")}
        raise sheet.error("graph-two-forms", sheet.rows[0], **names, a=form, b=other)
    how.form, how.notes[:] = fit.name, notes
    return graph


def _content(graph: Graph) -> object:
    """Return the content of a graph, in whatever order: its edges and their weights."""
    names = graph.vertices()
    kind: Callable[[tuple[Hashable, Hashable]], object] = tuple if graph.directed else frozenset
    edges = {kind((names[v], names[w])): graph.weight(v, w) for v, w in graph.edges()}
    return {*names}, graph.directed, edges


def _refusal(code: str, name: str, sheet: Sheet, **data: object) -> Fit:
    """Return a shape that is nearly there; reading it says what is wrong with the first row."""

    def read() -> Graph:
        raise sheet.error(code, sheet.rows[0], **data)

    return Fit(name, SHAPE, 0.9, read)


# -- lists of edges --------------------------------------------------------------------------------


def _edges(sheet: Sheet, how: Reading) -> Fit | None:
    """Two labels a line, perhaps a weight; a label alone is a vertex."""
    rows = sheet.full
    titles = _titles(sheet, how)
    body = rows[bool(titles) :]
    known = _known(titles)
    ends = known or (_textual(body, titles) if titles else (0, 1))
    read = partial(_read_edges, sheet, how, titles, ends)
    if not titles and max(len(row.cells) for row in rows[:9]) > 3 and not sheet.arrows[0]:
        share = sum(len(row.cells) < 4 for row in rows) / len(rows)
        return Fit("edges", SHAPE, min(0.9, share), read) if share else None
    strange, lone = (_STRANGE, _ALONE) if sheet.mark == " " else (_TAG, _CUT)

    def fits(cells: list[str]) -> float:
        if len(cells) == 1:
            return 0.0 if lone.search(cells[0]) else 0.9 if JOINED.search(cells[0]) else 1.0
        several = max(ends) < len(cells) and bool(titles or len(cells) < 4)
        return several and not any(map(strange.search, cells[:2]))

    widths = {len(row.cells) for row in body}
    named = () if sheet.plain else {cell for row in body for cell in row.cells[:2]}
    share = 1.0
    if widths not in ({2}, {3}) or max(ends) >= max(widths) or any(map(strange.search, named)):
        share = sum(fits(row.cells) for row in body) / max(len(body), 1)
    if len(body) == 3 and not titles and widths == {3} and not sheet.arrows[0]:
        pairs = {frozenset(row.cells[:2]) for row in rows if row.cells[0] != row.cells[1]}
        if len(pairs) < 3 or _is_bare(rows):
            share = min(share, 0.9)  # such lines are rather a matrix
    if share == 1 and not how.form:
        first = rows[0].cells
        if len(body) > 1 and not all(sheet.arrows):
            if len(first) == 1 and is_count(first[0]) and all(len(r.cells) > 1 for r in rows[1:]):
                data = {"stated": first[0], "count": len(rows) - 1}
                return _refusal("graph-counted", "edges", sheet, **data)
            if not _meet(body, ends):
                return _refusal("graph-apart", "edges", sheet)
        share = 0.4 if widths == {1} else 0.9 if _is_doubled(rows) else 1
    return Fit("edges", HEAD if known else SHAPE, share, read)


def _is_doubled(rows: Sequence[Row]) -> bool:
    """Return whether a lone label has edges, unless each label heads a line (an adjacency list)."""
    alone = {row.cells[0] for row in rows if len(row.cells) == 1}
    if not alone:
        return False
    joined = {cell for row in rows if len(row.cells) > 1 for cell in row.cells[:2]}
    heads = Counter(row.cells[0] for row in rows)
    return not joined.isdisjoint(alone) and (joined != {*heads} or max(heads.values()) > 1)


def _meet(rows: Iterable[Row], ends: tuple[int, int]) -> bool:
    """Return whether some vertex is in two lines, as in every graph with a path of two edges."""
    seen: set[str] = set()
    joined = 0
    for row in rows:
        own = {row.cells[i] for i in ends} if len(row.cells) > max(ends) else {*row.cells[:1]}
        if not seen.isdisjoint(own):
            return True
        seen |= own
        joined += len(own) > 1
    return joined < 2


def _known(titles: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of the ends of an edge, by their titles."""
    lower = [title.lower() for title in titles]
    source = next((i for i, title in enumerate(lower) if title in SOURCES), None)
    target = next((i for i, title in enumerate(lower) if title in TARGETS and i != source), None)
    return None if source is None or target is None else (source, target)


def _titles(sheet: Sheet, how: Reading) -> list[str]:
    """Return the titles of the columns: known words, or words that occur only above."""
    rows = sheet.full
    head, body = rows[0].cells, rows[1:]
    width, known = len(head), _known(head)
    arrow = sheet.arrows[0] == rows[0].line
    if width < 2 or arrow or head[-1].startswith("{") or any(map(rough, head)):
        return []
    if head[0] == "" and not all(row.cells[0].isdecimal() for row in body):
        return []  # names above a matrix; pandas' index has numbers
    if sheet.ruled:
        return head
    source, target = known or (0, 1)
    below = {row.cells[i] for row in body for i in (source, target) if len(row.cells) > i}
    if not below.isdisjoint({head[source], head[target]}):
        return []
    if known or not body or how.form == "edges" or head[0] == head[1]:
        return head if known else []
    whole = [row for row in body if len(row.cells) == width]
    if 2 * len(whole) < len(body):
        return []
    if any(all(rough(row.cells[i]) for row in whole) for i in range(width)):
        return head
    if width == 2 and len(body) > 2:
        if sheet.mark != " ":
            return head
        if min(Counter(chain.from_iterable(row.cells for row in body)).values()) > 1:
            raise sheet.error("graph-titles-line", rows[0])
    return head if width > 3 else []


def _textual(rows: Sequence[Row], titles: Sequence[str]) -> tuple[int, int]:
    """Return the two columns of labels of a table whose titles are unknown; not pandas' index."""
    whole = [row.cells for row in rows if len(row.cells) == len(titles)]
    index = titles[0] == "" and [cells[0] for cells in whole] == [*map(str, range(len(whole)))]
    columns = [*range(int(index and len(titles) > 2), len(titles))]
    words = [i for i in columns if not all(rough(cells[i]) for cells in whole)]
    first, second, *_ = words if len(words) > 1 else columns
    return first, second


def _heavy(
    rows: Sequence[list[str]], titles: list[str], others: list[int], name: str | None
) -> int | None:
    """Return the column of the weights, by its title or because it has numbers."""
    if not titles:
        if name is not None:
            raise InvalidGraph("graph-no-titles", name=short(name), names="")
        first = next((cells for cells in rows if len(cells) > 1), [])
        return 2 if len(first) == 3 and rough(first[2]) else None
    names = [titles[i] for i in others]
    if name is not None:
        if name not in names:
            code = "graph-no-column" if names else "graph-no-titles"
            raise InvalidGraph(code, name=short(name), names=", ".join(map(short, names)))
        return titles.index(name)
    lower = [title.lower() for title in titles]
    exact = [i for i in others if lower[i] in WEIGHTS]
    named = exact or [i for i in others if {*re.split(r"[_ (:]", lower[i])} & WEIGHTS]
    if len(named) > 1 and not exact:
        raise InvalidGraph("graph-which-weight", names=", ".join(short(titles[i]) for i in named))
    numbers = (i for i in others if lower[i] not in NO_WEIGHT
               and any(rough(cells[i]) for cells in rows if len(cells) > i))  # fmt: skip
    units = (i for i in others
             if rows and all(len(c) > i and _UNIT.fullmatch(c[i]) for c in rows))  # fmt: skip
    return next(chain(named, numbers, units), None)


def _read_edges(sheet: Sheet, how: Reading, titles: list[str], ends: tuple[int, int]) -> Graph:
    """Read a list of edges; name the line that is none."""
    arrow, plain = sheet.arrows
    if arrow and plain and not (titles and plain == sheet.full[0].line):
        raise InvalidGraph("graph-arrow-line", line=max(arrow, plain), other=min(arrow, plain))
    body = sheet.full[bool(titles) :]
    rows = [row.cells for row in body]
    data = not (sheet.plain or titles) and any(cells[-1].startswith("{") for cells in rows)
    others = [i for i in range(len(titles)) if i not in ends]
    at = 2 if data else _heavy(rows, titles, others, how.weight)
    kind = next((i for i in others if all(cells[i].lower() in _DIRECTIONS
                 for cells in rows if len(cells) > i)), None)  # fmt: skip
    if titles:
        shown = (short(titles[i]) for i in (*ends, at) if i is not None)
        how.note("read-titles", titles=", ".join(shown))
        how.leave_out(titles[i] for i in others
                      if i not in (at, kind) and titles[i].lower() not in NO_WEIGHT)  # fmt: skip
    width = len(titles) or (3 if at is not None else 2)
    least = 2 if data else max(*ends, at or 0) + 1
    regular = {*map(len, rows)} == {width}
    signs = not sheet.plain and sheet.mark == " "
    if not regular or signs or (sheet.mark != " " and any("" in cells for cells in rows)):
        for row, cells in zip(body, rows, strict=True):
            if len(cells) == 1 and JOINED.search(cells[0]) and sheet.mark == " ":
                raise sheet.error("graph-joined-line", row)
            if len(cells) > 1 and not least <= len(cells) <= width:
                raise sheet.error("graph-edge-line", row, count=len(cells))
            names = [cells[i] for i in ends] if len(cells) > 1 else cells
            if "" in names or (signs and any(map(FOREIGN.search, names))):
                raise sheet.error("graph-unknown-format", row)
        rows = [cells if len(cells) > 1 else cells * (max(ends) + 1) for cells in rows]
    sources, targets = ([cells[i] for cells in rows] for i in ends)
    found = dict.fromkeys(chain.from_iterable(zip(sources, targets, strict=True)))
    labels: dict[str, Any] = {name: label_of(name) for name in found}
    weights = _weights(sheet, body, at, titles, how, data)
    vertices = labels.values()
    numbers = all(isinstance(name, int) for name in vertices)
    ends_of = ([*map(labels.__getitem__, column)] for column in (sources, targets))
    kinds = set() if kind is None else {cells[kind].lower() for cells in rows if len(cells) > kind}
    directed = how.directed or arrow > 0 or kinds == {"directed"}
    return graph_of_columns(
        sorted(vertices) if numbers else vertices, (*ends_of, weights), directed
    )


def _weights(
    sheet: Sheet, rows: Sequence[Row], at: int | None, titles: list[str], how: Reading, data: bool
) -> Sequence[Number | None]:
    """Return the weights of edges: in their column, or among the data that networkx adds."""
    if at is None:
        return [None] * len(rows)
    if data:
        return [_weight_of(sheet, row, how) for row in rows]
    title = titles[at] if titles else ""
    cells = [row.cells[at] if len(row.cells) > 1 else "" for row in rows]
    if all(map(str.isdecimal, cells)) and max(map(len, cells), default=0) < 30:
        return [*map(int, cells)]
    for row, cell in zip(rows, cells, strict=True):
        if cell and not rough(cell):
            raise InvalidGraph("graph-cell", **sheet.cell(row, at, title))
    found: list[Number | None] = []
    for i in range(0, len(rows), 4096):
        pause()
        found += [sheet.number(row, at, title) for row in rows[i : i + 4096]]
    return found


def _weight_of(sheet: Sheet, row: Row, how: Reading) -> Number | None:
    """Return the weight in the data behind an edge; None without it."""
    found = {key: x for _, key, x in _WEIGHT.findall(row.cells[-1])}
    value = found.get(how.weight or "weight")
    return None if value is None else sheet.number(Row(row.line, [value]), 0)


def _sif(sheet: Sheet, how: Reading) -> Fit | None:
    """SIF of Cytoscape: a vertex, the kind of its edges, and their other ends."""
    rows = [row.cells for row in sheet.full]
    if 2 in map(len, rows) or sheet.arrows[0]:
        return None
    kinds = {cells[1] for cells in rows if len(cells) > 1}
    usual = all(map(_RELATION.fullmatch, kinds))
    if not kinds or any(map(rough, kinds)) or not (usual or 2 * len(kinds) <= len(rows) > 2):
        return None
    ends = [(cells[0], end) for cells in rows for end in cells[2:] or cells[:1]]
    names = dict.fromkeys(chain.from_iterable(ends))
    if not kinds.isdisjoint(names) or "" in names or any(map(_STRANGE.search, (*names, *kinds))):
        return None
    heavy = any(map(rough, names)) and not all(map(rough, names))
    met = usual or _meet((Row(0, [*pair]) for pair in ends), (0, 1))
    if how.form != "sif" and (heavy or not met):
        return None

    def read() -> Graph:
        how.leave_out(sorted(kinds))
        labels = {name: label_of(name) for name in names}
        edges = [(labels[a], labels[b]) for a, b in ends]
        return Graph.from_edges(edges, labels.values(), directed=how.directed)

    return Fit("sif", HEAD if usual else SHAPE, 1, read)


# -- counted lists of edges ------------------------------------------------------------------------


def _counted(sheet: Sheet, how: Reading) -> Fit | None:
    """A first line ``n m``, ``n``, or a line for each; then edges, as contests write them."""
    head, body = sheet.rows[0].cells, sheet.rows[1:]
    if len(head) == 1 and len(body) > 1 and len(body[0].cells) == 1:
        head, body = [*head, *body[0].cells], body[1:]
    torn = _refusal("graph-unknown-format", "contest", sheet)._replace(strength=HEAD)
    if len(head) == 3 and head[0] == head[1] and head[2] == str(len(body)):
        return torn  # the sizes of Matrix Market without its first line
    if len(head) > 2 or not all(map(is_count, head)) or not body:
        return None
    n, m = int(head[0]), int(head[-1]) if len(head) == 2 else len(body)
    if (
        len(body) > 1
        and {*body[-1].cells} == {"0"}
        and not any("0" in row.cells[:2] for row in body[:-1])
    ):
        body = body[:-1]  # the end of the tests
    width = len(body[0].cells)
    ends = {cell for row in body for cell in row.cells[:2]}
    if width not in (2, 3) or {len(row.cells) for row in body} != {width} or n < 1:
        return None
    vertices, numbers = range(0), set[int]()
    if named := not all(map(is_count, ends)):
        if len(head) < 2 or len(body) != m:
            return None
        if len(ends) != n or any(map(rough, ends)):
            return torn if any(map(is_count, ends)) else None
    else:
        numbers = {*map(int, ends)}
        vertices = range(1 - (0 in numbers), n + 1 - (0 in numbers))
        if max(numbers) >= vertices.stop:
            return None
    share = min(m, len(body)) / max(m, len(body), 1)
    if share < 1 and m in numbers:
        return None  # then the line may be an edge

    def read() -> Graph:
        if len(body) != m:
            raise sheet.error("graph-counted", sheet.rows[0], stated=m, count=len(body))
        bounded(n)
        label = label_of if named else int
        ends = ([label(row.cells[i]) for row in body] for i in (0, 1))
        weights = _weights(sheet, body, 2 if width == 3 else None, [], how, False)
        return graph_of_columns(vertices, (*ends, weights), how.directed)

    return Fit("contest", HEAD, share, read)


def _metis(sheet: Sheet, how: Reading) -> Fit | None:
    """METIS: a line ``n m``, perhaps with weights, and a line with the neighbours of each."""
    head = sheet.rows[0].cells
    if not 2 <= len(head) <= 4 or not all(map(is_count, head)) or sheet.mark != " ":
        return None
    read = partial(_read_metis, sheet, how)
    if how.form != "metis":
        if len(sheet.rows) > 1 + int(head[0]):
            return None
        try:
            read()
        except InvalidInput:
            return None
    return Fit("metis", HEAD, 1, read)


def _read_metis(sheet: Sheet, how: Reading) -> Graph:
    head, first = sheet.rows[0].cells, sheet.rows[0].line
    n, m, form = bounded(int(head[0])), int(head[1]), [*head, "000"][2].zfill(3)
    heavy = form[-1] == "1"
    skipped = (form[-3] == "1") + (form[-2] == "1") * int([*head, "1", "1"][3])
    lines = [(at, line) for at, line in enumerate(sheet.lines[first:], start=first + 1)
             if not line.lstrip().startswith("%")]  # fmt: skip
    while len(lines) > n and not lines[-1][1].strip():
        lines.pop()
    if len(lines) != n:
        raise InvalidGraph("graph-metis-count", count=len(lines), stated=n)
    found: dict[tuple[int, int], Any] = {}
    for v, (at, line) in enumerate(lines, start=1):
        words = line.split()[skipped:]
        if heavy and len(words) % 2:
            raise InvalidGraph("graph-half-edge-line", line=at, vertex=words[-1])
        for i in range(0, len(words), 1 + heavy):
            w = read_vertex(words[i], n, at)
            found[v, w] = sheet.number(Row(at, words), i + 1) if heavy else None
    for (a, b), x in found.items():
        if found.get((b, a), "") != x:
            raise InvalidGraph("graph-metis-line", line=lines[b - 1][0], a=a, b=b)
    if len(found) != 2 * m:
        raise InvalidGraph("graph-too-few", count=len(found) // 2, announced=m)
    edges = [(*ends, x) for ends, x in found.items()]
    return Graph.from_edges(edges, range(1, n + 1), directed=how.directed)


# -- adjacency lists -------------------------------------------------------------------------------


def _degrees(sheet: Sheet, how: Reading) -> Fit | None:
    """A line ``n``, and how many neighbours each vertex has, and these, if they are mutual."""
    head, *rows = (row.cells for row in sheet.rows)
    if not rows or len(head) > 2 or head[:1] != [str(len(rows))]:
        return None
    if any(cells[:1] != [str(len({*cells[1:]}))] or len(cells) - 1 != len({*cells[1:]}) or
           not all(map(is_count, cells)) for cells in rows):  # fmt: skip
        return None
    first = int(not any("0" in cells[1:] for cells in rows))
    edges = {(v, int(cell)) for v, cells in enumerate(rows, first) for cell in cells[1:]}
    if any(v == w or (w, v) not in edges for v, w in edges):
        return None
    vertices = range(first, len(rows) + first)
    read = partial(Graph.from_edges, sorted(edges), vertices, directed=how.directed)
    return Fit("adjlist", HEAD, 1, read)


def _adjacency(sheet: Sheet, how: Reading) -> Fit | None:
    """A vertex and its neighbours in each line, perhaps with a colon behind the vertex."""
    if (degrees := _degrees(sheet, how)) is not None:
        return degrees
    rows = [row.cells for row in sheet.full]
    read = partial(_read_adjacency, sheet, how)
    colons = sheet.mark == " " and all(c[0][1:].endswith(":") or c[1:2] == [":"] for c in rows)
    if how.form == "adjlist" or colons:
        return Fit("adjlist", HEAD, 1, read)
    widths, first = {*map(len, rows)}, {cells[0] for cells in rows}
    if (
        widths <= {1, 2} or sheet.arrows[0] or any(cells[-1].startswith("{") for cells in rows)
        or len(first) < len(rows) or not all(cell for cells in rows for cell in cells[:-1])
    ):  # fmt: skip
        return None
    rows = [[cell for cell in cells if cell] for cells in rows]
    others = [cell in first for cells in rows for cell in cells[1:]]
    share = sum(others) / max(1, len(others))
    simple = all(len({*cells}) == len(cells) for cells in rows)
    if widths == {3} and share == 1:
        pairs = {(cells[0], cell) for cells in rows for cell in cells[1:]}
        simple = simple and all((b, a) in pairs for a, b in pairs)
    return Fit("adjlist", SHAPE, share if simple else 0.1, read)


def _read_adjacency(sheet: Sheet, how: Reading) -> Graph:
    """Read lines of a vertex and its neighbours."""
    first = {row.cells[0].removesuffix(":") for row in sheet.full}
    labels = {name: label_of(name) for name in first}
    sources, targets = list[Hashable](), list[Hashable]()
    for row in sheet.full:
        head, *cells = [cell for cell in row.cells if cell not in ("", ":")] or [row.cells[0]]
        if strange := [cell for cell in cells if cell not in labels]:
            if how.form != "adjlist":
                raise sheet.error("graph-adjlist-line", row, value=short(strange[0]))
            labels |= {name: label_of(name) for name in strange}
        name = labels.get(head.removesuffix(":"), head)
        sources += [name] * (1 + len(cells))
        targets += [name, *map(labels.__getitem__, cells)]
    return graph_of_columns((), (sources, targets, [None] * len(sources)), how.directed)


def _multiline(sheet: Sheet, how: Reading) -> Fit | None:
    """A vertex and how many edges follow, and these in a line each: multiline adjacency lists."""
    rows, at, edges, alone = sheet.full, 0, list[tuple[str, Row]](), list[Hashable]()
    while at < len(rows):
        head = rows[at].cells
        if len(head) != 2 or not is_count(head[1]):
            return None
        below = rows[at + 1 : at + 1 + int(head[1])]
        ends = ([*row.cells[1:], "{"] for row in below)
        if len(below) != int(head[1]) or any(len(e) > 2 or e[0][:1] != "{" for e in ends):
            return None
        edges += [(head[0], row) for row in below]
        alone.append(label_of(head[0]))
        at += 1 + len(below)
    if not any(row.cells[-1].startswith("{") for _, row in edges):
        return None

    def read() -> Graph:
        triples = [(label_of(a), label_of(row.cells[0]), _weight_of(sheet, row, how))
                   for a, row in edges]  # fmt: skip
        return Graph.from_edges(triples, alone, directed=how.directed)

    return Fit("multiline", HEAD, 1, read)


# -- matrices --------------------------------------------------------------------------------------


class _Layout(NamedTuple):
    """The parts of a matrix: names above the columns and before the rows, and the cells of both.

    `at` are the columns of the entries, `left` the titles left out.
    """

    columns: list[str]
    rows: list[str]
    body: list[Row]
    at: list[int]
    strength: int
    left: tuple[str, ...] = ()


def _is_order(titles: Sequence[str]) -> bool:
    """Return whether titles are the numbers from 0 or 1 on."""
    return titles in [[*map(str, range(i, len(titles) + i))] for i in (0, 1)]


def _layout(sheet: Sheet, named: bool = False) -> _Layout | None:
    """Return the parts of a matrix, None if the rows have too few cells for a matrix.

    `named` says that a person named it so: columns of edges may look like a small matrix.
    """
    rows, head = sheet.rows, sheet.rows[0].cells
    body, lengths = rows[1:], [len(row.cells) for row in rows[1:]]
    if len(head) == 1 and head == [str(len(body))] != ["1"] and {*lengths} == {len(body)}:
        return _Layout([], [], body, [*range(len(body))], HEAD)
    width = max(len(head), *lengths, 0)
    if width < 2 or (width < 4 and len(rows) > 5):
        return None
    if any(row.cells[-1:] and row.cells[-1].startswith("{") for row in rows[:3]):
        return None
    shorter = {*lengths} == {len(head) + 1} or lengths == [*range(2, len(head) + 2)]
    shared = {row.cells[0] for row in body if row.cells} & {*head}
    if sheet.mark == " " and shorter and len(shared) > (len(body) > 2):
        head, width = ["", *head], len(head) + 1  # as R and pandas print

    def numeric(column: int) -> bool:
        cells = [row.cells[column] for row in body if len(row.cells) > column]
        return 2 * entries(cells) > len(cells)

    for c in range(min(3, len(head) - 1)):
        titles = [*head[:c], *head[c + 1 :]]
        names = [row.cells[c] if len(row.cells) > c else "" for row in body]
        shared = {*filter(None, names)} & {*titles}
        few = 1 if not head[c] and names[:-1] == titles[1:] != [] else 2
        numbered = c == 0 == len(shared) and head[0] == "" and _is_order(names)
        if numbered and {*lengths} == {len(head)} == {len(rows)} and all(
            is_entry(cell) for row in body for cell in row.cells
        ):  # fmt: skip
            return _Layout(titles, titles, body, [*range(1, width)], HEAD)  # R numbers the rows
        if len(shared) < few or 2 * len(shared) < len(body) or rough(head[c]):
            continue
        empty = all(row.cells[v + 1 : v + 2] == [""] for v, row in enumerate(body))
        if all(map(rough, shared)) and not _is_order(titles) and empty:
            continue  # the matrix has nothing on its diagonal
        at = [i for i, title in enumerate(head) if i != c and (title in shared or (
            title and numeric(i)))]  # fmt: skip
        left = (title for i, title in enumerate(head) if title and i != c and i not in at)
        return _Layout([head[i] for i in at], names, body, at, HEAD, tuple(left))
    square = len(head) == width == len(body) and {*lengths} == {width}
    cells = [row.cells for row in body]
    turned = [[*column] for column in zip(*cells, strict=False)]
    sure = width > 3 or named or _is_bare(body) or (width == 3 and cells == turned)
    if square and sure and all(is_entry(cell) for row in cells for cell in row):
        lower = {title.lower() for title in head}
        titled = _known(head) or (lower & ACROSS and lower & UP)
        words = not any(map(rough, head)) and not all(map(is_entry, head)) and not titled
        if words or (_is_order(head) and _is_bare(body)):
            return _Layout(head, head, body, [*range(width)], HEAD)
    before = [row.cells[0] for row in rows]
    if not any(map(rough, before)) and len({*before}) == len(rows) > 2 and width == len(rows) + 1:
        return _Layout(before, before, rows, [*range(1, width)], SHAPE)
    some = [cell for row in rows[:50] for cell in row.cells]
    enough = 2 * entries(some) >= len(some)
    return _Layout([], [], rows, [*range(width)], SHAPE) if enough else None


def _matrix(sheet: Sheet, how: Reading) -> Fit | None:
    """A square table of numbers, with or without names; or its half."""
    layout = _layout(sheet, bool(how.form))
    if layout is None or not layout.at:
        return None
    body, count, skipped = layout.body, len(layout.at), layout.at[0]
    bounded(0, min(len(body), count) * (min(len(body), count) - 1) // 2)
    read = partial(_read_matrix, sheet, layout, how)
    cells = [cell for row in body for cell in row.cells[skipped:]]
    share = entries(cells) / max(1, len(cells))
    if layout.strength == HEAD:
        if share < 0.4 and not how.form:
            return None
        share = share if share == 1 else max(share, 0.6)
        return Fit("matrix", HEAD, share if len(body) >= count - 1 else 0.9 * share, read)
    lengths = [len(row.cells) - skipped for row in body]
    square = {*lengths} == {len(body)}
    if not square and not _is_triangle(lengths):
        uneven = min(len(body), count) / max(len(body), count)
        return Fit("matrix", SHAPE, 0.95 * share * uneven, read) if count > 3 or how.form else None
    if square and count < 4 and not how.form and not _is_bare(body, skipped):
        return None  # a list of edges with weights
    return Fit("matrix", SHAPE, share, read)


def _is_bare(rows: Sequence[Row], first: int = 0) -> bool:
    """Return whether a square matrix has nothing on its diagonal."""
    return all(is_nothing(row.cells[first + v]) for v, row in enumerate(rows)
               if len(row.cells) > first + v)  # fmt: skip


def _is_triangle(lengths: list[int]) -> bool:
    """Return whether rows have 1, 2, 3, … cells, or 0, 1, 2, …, or the same backwards."""
    up, down = lengths[0] in (0, 1), lengths[-1] in (0, 1)
    steps = {b - a for a, b in pairwise(lengths)}
    return len(lengths) > 2 and ((up and steps == {1}) or (down and steps == {-1}))


# The rows of a matrix: each with its name, and the names and places of its cells.
Placed = list[tuple[Row, str, Sequence[str], Sequence[int]]]


def _read_matrix(sheet: Sheet, layout: _Layout, how: Reading) -> Graph:
    """Read a matrix; name the row or the cell that is wrong."""
    how.leave_out(layout.left)
    named = bool(layout.rows) and layout.rows is not layout.columns
    rows, places = (_placed_by_name if named else _placed_by_order)(sheet, layout)
    size = len(places)
    bounded(0, size * (size - 1) // 2)
    index = {name: v for v, name in enumerate(places)}
    grid: list[list[Number | None]] = [[None] * size for _ in places]
    for row, own, names, at in rows:
        pause()
        numbers = sheet.numbers(row, at, names, own)
        if names is places:
            grid[index[own]] = numbers
            continue
        for name, x in zip(names, numbers, strict=True):
            grid[index[own]][index[name]] = x
    half = sum(len(at) for *_, at in rows) < size**2
    if half and any(x is not None and grid[w][v] is not None
                    for v, row in enumerate(grid) for w, x in enumerate(row[:v])):  # fmt: skip
        count, wanted = len(layout.body), len(layout.columns)
        raise InvalidGraph("graph-table-rows", count=count, wanted=wanted)
    return matrix_graph(grid, [*map(label_of, places)] if layout.rows else [], how, half)


def _placed_by_name(sheet: Sheet, layout: _Layout) -> tuple[Placed, list[str]]:
    """Place the cells of a matrix with names above its columns and before its rows."""
    columns, names, body, at, *_ = layout
    missing = _missing(layout)
    for v, (row, name) in enumerate(zip(body, names, strict=True)):
        if name in names[:v] or (name not in columns and missing > 1):
            raise InvalidGraph("graph-table-name", line=row.line, name=short(name))
    if twice := [name for name, n in Counter(columns).items() if n > 1]:
        raise InvalidGraph("graph-table-name", line=body[0].line - 1, name=short(twice[0]))
    if missing > 1:
        raise InvalidGraph("graph-table-rows", count=len(body), wanted=len(columns))
    lengths = [len(row.cells) - at[0] for row in body]
    rising = _is_triangle(lengths) or lengths == [1, 2]
    most = max(at[-1] + 1, len(body[0].cells))
    for row in body:
        if not rising and not at[-1] < len(row.cells) <= most:
            raise sheet.error("graph-table-line", row, count=len(row.cells), wanted=at[-1] + 1)
    places = list(dict.fromkeys([*columns, *names]))
    placed: Placed = []
    for row, name in zip(body, names, strict=True):
        k = sum(i < len(row.cells) for i in at)
        placed.append((row, name, places if k == len(places) else columns[:k], at[:k]))
    return placed, places


def _placed_by_order(sheet: Sheet, layout: _Layout) -> tuple[Placed, list[str]]:
    """Place the cells of a matrix whose rows and columns have the same order; it may be a half."""
    body, first = layout.body, layout.at[0]
    lengths = [len(row.cells) - first for row in body]
    count, longest = len(body), max(lengths)
    shift = 0  # of the names of the rows: 1 if a lower half has no diagonal
    if full := {*lengths} == {count}:
        names = layout.columns or [*map(str, range(count))]
    else:
        if not _is_triangle(lengths):
            wanted = len(body[0].cells)
            for row in body:
                if (count := len(row.cells)) != wanted:
                    raise sheet.error("graph-table-line", row, count=count, wanted=wanted)
            raise InvalidGraph("graph-table-rows", count=len(body), wanted=longest)
        lower = lengths[0] < lengths[-1]
        ends = [row.cells[-1 if lower else first] for row in body if len(row.cells) > first]
        bare = not all(map(is_nothing, ends))
        count, shift = longest + bare, int(bare and lower and lengths[0] == 1)
        names = layout.columns or [*map(str, range(count))]
        if len(names) < max(count, len(body) + shift):
            raise InvalidGraph("graph-table-rows", count=len(body), wanted=len(names))
    placed: Placed = []
    for v, (row, length) in enumerate(zip(body, lengths, strict=True)):
        start = 0 if full or lengths[0] < lengths[-1] else count - length
        own = names if full and len(names) == count else names[start : start + length]
        placed.append((row, names[v + shift], own, range(first, first + length)))
    return placed, names


def _missing(layout: _Layout) -> int:
    """Return 1 if the first or last name is missing among the rows or columns, as in charts."""
    rows, columns = layout.rows, layout.columns
    if {*rows} == {*columns}:
        return 0
    cuts = slice(None), slice(1, None), slice(None, -1)
    return 1 if any(rows[a] == columns[b] for a in cuts for b in cuts if a != b) else 2


def matrix_graph(
    grid: Sequence[Sequence[Number | None]], labels: Sequence[Hashable], how: Reading, half: bool
) -> Graph:
    """Return the graph of a matrix, of which an empty half is filled from the other."""
    if how.adjacency:
        grid = [[x or None for x in row] for row in grid]
    table = read_table(grid, how.weighted, mirrored=not how.directed)
    if table.weighted and not how.adjacency:
        entries = {x for v, row in enumerate(table.rows) for x in (*row[:v], *row[v + 1 :])}
        least = min((x for x in entries if x is not None), default=1)
        if least == 0 or (least == -1 and not any(x and -1 < x < 0 for x in entries)):
            how.note("read-zeros", value=least)
    half = half and not how.directed
    if table.note or half:
        how.notes.append(table.note or Message("read-mirrored"))
    directed = False if half else how.directed or None
    return graph_of_table(table.rows, labels, directed, weighted=table.weighted)


# -- points ----------------------------------------------------------------------------------------


def _points(sheet: Sheet, how: Reading) -> Fit | None:
    """Points: columns titled x and y, or latitude and longitude; or coordinates with decimals."""
    rows, head = sheet.full, sheet.full[0].cells
    titles = [_parts(title) for title in head]
    across = next((i for i, parts in enumerate(titles) if parts & ACROSS), None)
    up = next((i for i, parts in enumerate(titles) if parts & UP and i != across), None)
    if across is not None and up is not None and not any(map(rough, head)) and len(rows) > 1:
        layout, body = _layout(sheet), rows[1:]
        if layout is not None and layout.strength == HEAD and layout.rows:
            return None
        good = sum(len(row.cells) > max(across, up) and rough(row.cells[across])
                   and rough(row.cells[up]) for row in body)  # fmt: skip
        read = partial(_read_points, sheet, body, across, up, how)
        return Fit("xy", HEAD, max(good / len(body), 0.6), read)
    counted = len(head) == 1 and is_count(head[0]) and int(head[0]) == len(rows) - 1 > 0
    body, csv = rows[counted:], how.form == "csv"
    width = len(body[0].cells)
    powers = any("D" in cell.upper() or "E" in cell.upper() for cell in body[-1].cells)
    may_be = width == 3 or (width == 2 and (csv or counted or sheet.pointed or powers))
    if not may_be or sheet.arrows[0] or {len(row.cells) for row in body} != {width}:
        return None
    if width == 3 and not csv and len({row.cells[0] for row in body}) < len(body):
        return None
    places = [row.cells[-2:] for row in body]
    if not all(map(rough, chain.from_iterable(places))):
        return None
    parted, middle = (any("." in c or "," in c for p in places for c in p[:n]) for n in (2, 1))
    words = middle or not all(rough(row.cells[0]) for row in body)
    if not (csv or (words if width == 3 else parted or counted or powers)):
        return None
    read = partial(_read_points, sheet, body, width - 2, width - 1, how)
    strong = counted or (parted and (middle or width == 2))
    torn = len(body) == width == 3 and _is_bare(body)  # rather a matrix
    return Fit("xy", HEAD if strong else SHAPE, 0.9 if torn else 1, read)


def _parts(title: str) -> set[str]:
    return {part for part in re.split(r"[^a-zäöüáéíóúñ]+", title.lower()) if part}


def _read_points(sheet: Sheet, rows: Sequence[Row], across: int, up: int, how: Reading) -> Graph:
    """Read points, whose distances are computed."""
    bounded(0, len(rows) * (len(rows) - 1) // 2)
    titles = sheet.full[0].cells if rows is not sheet.full and len(sheet.full[0].cells) > 1 else []
    width = len(titles) or len(rows[0].cells)
    pair = [(i, titles[i] if titles else "") for i in (across, up)]
    points: list[tuple[float, float]] = []
    for row in rows:
        if not max(across, up) < len(row.cells) <= width:
            raise sheet.error("graph-table-line", row, count=len(row.cells), wanted=width)
        x, y = (sheet.number(row, i, title) for i, title in pair)
        if x is None or y is None:
            raise InvalidGraph("graph-cell", **sheet.cell(row, *pair[x is not None]))
        points.append((float(x), float(y)))
    others = [i for i in range(width) if i not in (across, up)]
    named = _named(rows, others, titles)
    names = [] if named is None else [label_of(row.cells[named]) for row in rows]
    if len({*names}) < len(names):
        raise InvalidGraph("graph-labels", count=len(names), labels=len({*names}))
    metric = "haversine" if titles and _parts(titles[up]) & LATITUDES else "euclidean"
    if metric == "euclidean" and "z" in map(str.lower, titles):
        raise InvalidGraph("graph-points-z")
    how.note(f"read-{metric}")
    how.leave_out(titles[i] for i in others
                  if titles and i != named and titles[i].lower() not in NO_WEIGHT)  # fmt: skip
    placed = [(y, x) for x, y in points] if metric == "haversine" else points
    return Graph.from_points(dict(zip(names, placed, strict=True)) if names else placed, metric)


def _named(rows: Sequence[Row], columns: Sequence[int], titles: Sequence[str]) -> int | None:
    """Return the column of the names of points: with such a title, or with different words."""
    cells = {i: [row.cells[i] if i < len(row.cells) else "" for row in rows] for i in columns}
    distinct = [i for i in columns if len({*cells[i]}) == len(rows) and "" not in cells[i]]
    words = [i for i in distinct if not all(map(rough, cells[i]))]
    titled = [i for i in columns if titles and titles[i].lower() in NAMES]
    known = [*columns] if len(columns) == 1 else titled
    return next(iter([i for i in known if i in words] + words + known + distinct), None)


SHAPES: Final[dict[str, Callable[[Sheet, Reading], Fit | None]]] = {
    "xy": _points, "matrix": _matrix, "contest": _counted, "metis": _metis,
    "multiline": _multiline, "adjlist": _adjacency, "sif": _sif, "edges": _edges,
}  # fmt: skip
"""The shapes of rows, by the names of their notations."""
