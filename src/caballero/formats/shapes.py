"""What rows of cells may be: each shape says how well it fits, and reads the graph.

See :mod:`.tables`, which splits a text into cells, for the rule by which a shape is chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cache, partial
from itertools import chain, pairwise, repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from caballero.core.errors import InvalidGraph, InvalidInput
from caballero.core.graph import Graph, graph_of_table
from caballero.core.limits import pause
from caballero.core.matrix import (
    ACROSS,
    LATITUDES,
    NAMES,
    SOURCES,
    TARGETS,
    UP,
    WEIGHTS,
    read_table,
)
from caballero.core.words import Message, short

from .tables import ABSENT, Row, Sheet, entries, is_entry, label_of, rough, sheet_of
from .vertices import JOINED, Reading, bounded

if TYPE_CHECKING:
    from caballero.core.graph import Number


_UNIT: Final = re.compile(r"[+-]?[0-9][0-9.,]*\s?[^\W\d_%€$£°]{0,4}[%€$£°]?")
"""A number with its unit, which is refused by name rather than left out."""

NO_WEIGHT: Final = frozenset({"", "id", "label", "name", "type", "timeset", "key", "index"})

HEAD, SHAPE = 2, 1
"""The strength of evidence: a heading that names or counts what follows, or only its shape."""

_FOREIGN: Final = re.compile(r'[;{}\[\]<>"|]|[:=]$|^=')
"""Signs of other formats, which no label in a list of edges may have."""

_STRANGE: Final = re.compile(_FOREIGN.pattern + r"|^[*&]|^[!-/:-@\[-`{-~]+$")
_ALONE: Final = re.compile(_STRANGE.pattern + "|^@")
_TAG: Final = re.compile(r"</?[a-zA-Z]")
_CUT: Final = re.compile(_TAG.pattern + r"|[,;\t|]")
"""What speaks against a list of edges: in its labels, in a table's, in those alone in a line."""

_WEIGHT: Final = re.compile(r"""(['"]?)([\w-]+)\1\s*:\s*['"]?([0-9.eE+-]+)""")


# -- evidence --------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """How well a shape fits: its name, the strength of its evidence, the share of the text."""

    name: str
    strength: int
    share: float
    read: Callable[[], Graph]


def read_sheet(text: str, how: Reading, among: Sequence[str] = ()) -> Graph:
    """Read the graph of a text of rows, in the shape that fits, or in one of those that are named.

    >>> read_sheet("a,b,2\\nb,c,3", Reading()).weights
    (2, 2, 3, 3)
    """
    sheet = sheet_of(text)
    if not sheet.full:
        if not re.match(r"\s*#", text):
            raise InvalidGraph("graph-empty")
        how.form = "edges"
        return Graph.from_edges([], directed=how.directed)
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
            raise InvalidGraph("graph-unknown-format", **sheet.about(next(odd, sheet.rows[0])))
    graph = _only(chosen, sheet, how)
    marked = sheet.pointed and ("." in text or sheet.mark != "," or '"' in text)
    if marked and graph.weights and (cell := sheet.grouped()) is not None:
        number = float(sheet.number(Row(1, [cell]), 0) or 0)
        how.note(Message("read-thousands", {"value": cell, "number": number}))
    return graph


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
        one, other = fit.name, others[0][0].name
        names = {"one": Message(f"form-{one}"), "other": Message(f"form-{other}")}
        raise InvalidGraph("graph-two-forms", **sheet.about(sheet.rows[0]), **names, a=one, b=other)
    how.form, how.notes[:] = fit.name, notes
    return graph


def _content(graph: Graph) -> object:
    """Return what a graph says, in whatever order: its edges and their weights."""
    names = graph.vertices()
    kind: Callable[[tuple[Hashable, Hashable]], object] = tuple if graph.directed else frozenset
    edges = {kind((names[v], names[w])): graph.weight(v, w) for v, w in graph.edges()}
    return {*names}, graph.directed, edges


def _pairs(vertices: int) -> int:
    """Return a number of vertices that are all joined, if these are not too many edges."""
    return bounded(vertices, vertices * (vertices - 1) // 2)


def _refuse(error: InvalidGraph) -> Graph:
    raise error


# -- lists of edges --------------------------------------------------------------------------------


class _Columns(NamedTuple):
    """The columns of a table of edges: the ends, the weight, the type; and its titles if any.

    `data` says that weights stand in the data that networkx adds.
    """

    titles: list[str]
    source: int = 0
    target: int = 1
    weight: int | None = None
    kind: int | None = None
    data: bool = False


def _edges(sheet: Sheet, how: Reading) -> Fit | None:
    """Two labels a line, perhaps a weight; a label alone is a vertex."""
    rows = sheet.full
    titles = _titles(sheet, how)
    body = rows[bool(titles) :]
    read = partial(_read_edges, sheet, how, titles)
    if not titles and max(len(row.cells) for row in rows[:9]) > 3 and not sheet.arrows[0]:
        share = sum(len(row.cells) < 4 for row in rows) / len(rows)
        return Fit("edges", SHAPE, min(0.9, share), read) if share else None
    known = _known(titles)
    ends = known or (_textual(body, titles) if titles else (0, 1))
    least = 1 + max(ends)

    strange = _STRANGE if sheet.mark == " " else _TAG

    def fits(cells: list[str]) -> float:
        if len(cells) == 1:
            joined = 0.9 if JOINED.search(cells[0]) else 1.0
            lone = _ALONE if sheet.mark == " " else _CUT
            return 0.0 if lone.search(cells[0]) else joined
        several = least <= len(cells) and bool(titles or len(cells) < 4)
        return several and not any(map(strange.search, cells[:2]))

    widths = {len(row.cells) for row in body}
    share = 1.0
    signs = not sheet.plain or any("<" in line for line in sheet.lines)
    named = {cell for row in body for cell in row.cells[:2]} if signs else ()
    if widths not in ({2}, {3}) or least > max(widths) or any(map(strange.search, named)):
        share = sum(fits(row.cells) for row in body) / max(len(body), 1)
    if len(body) == 3 and not titles and widths == {3} and not sheet.arrows[0]:
        pairs = {frozenset(row.cells[:2]) for row in rows if row.cells[0] != row.cells[1]}
        if len(pairs) < 3 or _is_bare(rows):
            share = min(share, 0.9)  # such lines are rather a matrix
    if len(body) > 1 and share == 1 and not (how.form or all(sheet.arrows)):
        first = rows[0].cells
        if len(first) == 1 and _is_count(first[0]) and 1 not in {len(r.cells) for r in rows[1:]}:
            data = {"stated": first[0], "count": len(rows) - 1}
            return Fit(
                "edges",
                SHAPE,
                0.9,
                partial(_refuse, InvalidGraph("graph-counted", **sheet.about(rows[0]), **data)),
            )
        if not _meet(body, ends):
            return Fit(
                "edges",
                SHAPE,
                0.9,
                partial(_refuse, InvalidGraph("graph-apart", **sheet.about(rows[0]))),
            )
    if share == 1 and not how.form and _is_doubled(rows):
        share = 0.9
    if share == 1 and len(rows) > 1 and all(len(row.cells) == 1 for row in rows):
        share = 0.4
    return Fit("edges", HEAD if known else SHAPE, share, read)


def _is_doubled(rows: Sequence[Row]) -> bool:
    """Return whether a label that is alone in its line has edges, and not each label heads a line.

    In a list of edges only a vertex without edges is alone; in an adjacency list each has a line.
    """
    alone = {row.cells[0] for row in rows if len(row.cells) == 1}
    if not alone:
        return False
    joined = {cell for row in rows if len(row.cells) > 1 for cell in row.cells[:2]}
    heads = Counter(row.cells[0] for row in rows)
    return not joined.isdisjoint(alone) and (joined != {*heads} or max(heads.values()) > 1)


def _meet(rows: Sequence[Row], ends: tuple[int, int]) -> bool:
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
    """Return the titles of the columns of a table of edges, none if its first line is an edge.

    They are known words, or words above numbers, or they occur nowhere below.
    """
    rows = sheet.full
    head, body = rows[0].cells, rows[1:]
    width = len(head)
    arrow = sheet.arrows[0] == rows[0].line
    if width < 2 or arrow or head[-1].startswith("{") or any(map(rough, head)):
        return []
    if head[0] == "" and not all(row.cells[0].isdecimal() for row in body):
        return []  # names above a matrix; pandas' index has numbers
    known = _known(head)
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
        counts = Counter(chain.from_iterable(row.cells for row in body))
        if min(counts.values()) > 1:
            raise InvalidGraph("graph-titles-line", **sheet.about(rows[0]))
    return head if width > 3 else []


def _columns(sheet: Sheet, titles: list[str], weight: str | None) -> _Columns:
    """Return the columns of a table of edges."""
    rows = [row.cells for row in sheet.full[bool(titles) :]]
    data = not sheet.plain and any(cells[-1].startswith("{") for cells in rows)
    if not titles:
        if weight is not None and not data:
            raise InvalidGraph("graph-no-titles", name=short(weight), names="")
        first: list[str] = next((cells for cells in rows if len(cells) > 1), [])
        heavy = data or (len(first) == 3 and rough(first[2]))
        return _Columns([], weight=2 if heavy else None, data=data)
    lower = [title.lower() for title in titles]
    source, target = _known(titles) or _textual(sheet.full[1:], titles)
    others = [i for i in range(len(titles)) if i not in (source, target)]
    if weight is not None:
        names = [titles[i] for i in others]
        if weight not in names:
            code = "graph-no-column" if names else "graph-no-titles"
            raise InvalidGraph(code, name=short(weight), names=", ".join(map(short, names)))
        heavy_at: int | None = titles.index(weight)
    else:
        exact = [i for i in others if lower[i] in WEIGHTS]
        named = exact or [i for i in others if {*re.split(r"[_ (]", lower[i])} & WEIGHTS]
        if len(named) > 1 and not exact:
            names = [titles[i] for i in named]
            raise InvalidGraph("graph-which-weight", names=", ".join(map(short, names)))
        numbers = named or [
            i for i in others if lower[i] not in NO_WEIGHT
            and any(rough(cells[i]) for cells in rows if len(cells) > i)
        ]  # fmt: skip
        numbers = numbers or [
            i for i in others if rows and all(len(c) > i and _UNIT.fullmatch(c[i]) for c in rows)
        ]  # fmt: skip
        heavy_at = next(iter(numbers), None)
    kinds = (i for i in others if {*(cells[i].lower() for cells in rows if len(cells) > i)}
             <= {"directed", "undirected", "mutual"})  # fmt: skip
    return _Columns(titles, source, target, heavy_at, next(kinds, None) if rows else None)


def _textual(rows: Sequence[Row], titles: Sequence[str]) -> tuple[int, int]:
    """Return the two columns of labels of a table whose titles are unknown; not pandas' index."""
    whole = [row.cells for row in rows if len(row.cells) == len(titles)]
    index = titles[0] == "" and [cells[0] for cells in whole] == [*map(str, range(len(whole)))]
    columns = [*range(int(index and len(titles) > 2), len(titles))]
    words = [i for i in columns if not all(rough(cells[i]) for cells in whole)]
    first, second, *_ = words if len(words) > 1 else columns
    return first, second


def _read_edges(sheet: Sheet, how: Reading, titles: list[str]) -> Graph:
    """Read a list of edges; name the line that is none."""
    arrow, plain = sheet.arrows
    if arrow and plain and not (titles and plain == sheet.full[0].line):
        raise InvalidGraph("graph-arrow-line", line=max(arrow, plain), other=min(arrow, plain))
    columns = _columns(sheet, titles, how.weight)
    source, target, weight = columns.source, columns.target, columns.weight
    if titles:
        shown = [short(titles[i]) for i in (source, target, weight) if i is not None]
        how.note(Message("read-titles", {"titles": ", ".join(shown)}))
        used = {source, target, weight, columns.kind}
        left = [title for i, title in enumerate(titles)
                if i not in used and title.lower() not in NO_WEIGHT]  # fmt: skip
        if left:
            how.note(Message("read-left-out", {"titles": ", ".join(map(short, left))}))
    width = len(titles) or (3 if weight is not None else 2)
    least = 2 if columns.data else max(source, target, weight or 0) + 1
    labels: dict[str, Hashable] = {}
    kinds: set[str] = set()
    edges = _regular_edges(sheet, columns, width, labels)
    for count, row in enumerate(sheet.full[bool(titles) :] if not edges else ()):
        if not count % 4096:
            pause()
        cells = row.cells
        if len(cells) == 1:
            if JOINED.search(cells[0]) and sheet.mark == " ":
                raise InvalidGraph("graph-joined-line", **sheet.about(row))
        elif not least <= len(cells) <= width:
            raise InvalidGraph("graph-edge-line", **sheet.about(row), count=len(cells))
        ends = [cells[source], cells[target]] if len(cells) > 1 else cells * 2
        for cell in ends:
            if cell not in labels:
                if not cell or (sheet.mark == " " and _FOREIGN.search(cell)):
                    raise InvalidGraph("graph-unknown-format", **sheet.about(row))
                labels[cell] = label_of(cell)
        x = _weight_in(sheet, row, columns, how) if len(cells) > 1 and weight is not None else None
        if columns.kind is not None and columns.kind < len(cells):
            kinds.add(cells[columns.kind].lower())
        edges.append((labels[ends[0]], labels[ends[1]], x))
    numbers = all(isinstance(name, int) for name in labels.values())
    vertices: Any = sorted(labels.values()) if numbers else labels.values()
    directed = how.directed or arrow > 0 or kinds == {"directed"}
    return Graph.from_edges(edges, vertices, directed=directed)


def _regular_edges(
    sheet: Sheet, columns: _Columns, width: int, labels: dict[str, Hashable]
) -> list[tuple[Hashable, Hashable, Any]]:
    """Return the edges of rows that are all alike, as in most large files; none for others."""
    rows = [row.cells for row in sheet.full[bool(columns.titles) :]]
    at = columns.weight
    if {*map(len, rows)} != {width} or columns.data or columns.kind is not None:
        return []
    sources, targets = ([cells[i] for cells in rows] for i in (columns.source, columns.target))
    heavy = [] if at is None else [cells[at] for cells in rows]
    if not all(map(str.isdecimal, heavy)) or max(map(len, heavy), default=0) > 29:
        return []
    names = dict.fromkeys(chain.from_iterable(zip(sources, targets, strict=True)))
    if "" in names or (not sheet.plain and any(map(_FOREIGN.search, names))):
        return []
    labels |= {name: label_of(name) for name in names}
    ends = map(labels.__getitem__, sources), map(labels.__getitem__, targets)
    return [*zip(*ends, map(int, heavy) if heavy else repeat(None))]  # noqa: B905 - endless


def _weight_in(sheet: Sheet, row: Row, columns: _Columns, how: Reading) -> Number | None:
    """Return the weight of an edge: in its column, or among the data that networkx adds."""
    at = columns.weight or 0
    if columns.data:
        found = {key: x for _, key, x in _WEIGHT.findall(row.cells[-1])}
        value = found.get(how.weight or "weight")
        return None if value is None else sheet.number(Row(row.line, [value]), 0)
    title = columns.titles[at] if columns.titles else ""
    if row.cells[at] and not rough(row.cells[at]):
        raise InvalidGraph("graph-cell", **sheet.cell(row, at, title))
    return sheet.number(row, at, title)


# -- counted lists of edges ------------------------------------------------------------------------


def _counted(sheet: Sheet, how: Reading) -> Fit | None:
    """A first line ``n m``, ``n``, or a line for each; then edges, as contests write them."""
    head, body = sheet.rows[0].cells, sheet.rows[1:]
    if len(head) == 1 and len(body) > 1 and len(body[0].cells) == 1:
        head, body = [*head, *body[0].cells], body[1:]
    strange = InvalidGraph("graph-unknown-format", **sheet.about(sheet.rows[0]))
    torn = Fit("contest", HEAD, 0.9, partial(_refuse, strange))
    if len(head) == 3 and head[0] == head[1] and head[2] == str(len(body)):
        return torn  # the sizes of Matrix Market without its first line
    if len(head) > 2 or not all(map(_is_count, head)) or not body:
        return None
    n, m = int(head[0]), int(head[-1]) if len(head) == 2 else len(body)
    if (
        len(body) > 1
        and {*body[-1].cells} == {"0"}
        and all("0" not in row.cells[:2] for row in body[:-1])
    ):
        body = body[:-1]  # the end of the tests
    width = len(body[0].cells)
    ends = {cell for row in body for cell in row.cells[:2]}
    if width not in (2, 3) or {len(row.cells) for row in body} != {width} or n < 1:
        return None
    numbers, vertices = set[int](), list[Hashable]() or range(0)
    if named := not all(map(_is_count, ends)):
        if len(head) < 2 or len(body) != m:
            return None
        if len(ends) != n or any(map(rough, ends)):
            return torn if any(map(_is_count, ends)) else None
    else:
        numbers = {*map(int, ends)}
        first = 1 - (0 in numbers)
        vertices = range(first, n + first)
        if max(numbers) >= n + first:
            return None
    share = min(m, len(body)) / max(m, len(body), 1)
    if share < 1 and m in numbers:
        return None  # then the line may be an edge

    def read() -> Graph:
        if len(body) != m:
            raise InvalidGraph(
                "graph-counted", **sheet.about(sheet.rows[0]), stated=m, count=len(body)
            )
        label = label_of if named else int
        edges = [
            (*map(label, row.cells[:2]), sheet.number(row, 2) if width == 3 else None)
            for row in body
        ]
        bounded(n)
        return Graph.from_edges(edges, vertices, directed=how.directed)

    return Fit("contest", HEAD, share, read)


def _is_count(cell: str) -> bool:
    return cell.isdecimal() and cell.isascii() and len(cell) < 8


def _metis(sheet: Sheet, how: Reading) -> Fit | None:
    """METIS: a line ``n m``, perhaps what has weights, and a line with the neighbours of each."""
    head = sheet.rows[0].cells
    if not 2 <= len(head) <= 4 or not all(map(_is_count, head)) or sheet.mark != " ":
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
    step = 1 + (form[-1] == "1")
    skipped = (form[-3] == "1") + (form[-2] == "1") * int([*head, "1", "1"][3])
    lines = [(at, line) for at, line in enumerate(sheet.lines[first:], start=first + 1)
             if not line.lstrip().startswith("%")]  # fmt: skip
    while len(lines) > n and not lines[-1][1].strip():
        lines.pop()
    if len(lines) != n:
        raise InvalidGraph("graph-metis-count", count=len(lines), stated=n)
    found: dict[tuple[int, int], Any] = {}
    for v, (at, line) in enumerate(lines, start=1):
        words = line.split()
        ends, heavy = words[skipped::step], words[skipped + 1 :: step] if step == 2 else []
        for w in ends:
            if not _is_count(w) or not 1 <= int(w) <= n:
                raise InvalidGraph("graph-vertex-line", value=short(w), line=at, count=n)
        if step == 2 and len(heavy) != len(ends):
            raise InvalidGraph("graph-half-edge-line", line=at, vertex=words[-1])
        weights = [sheet.number(Row(at, [x]), 0) for x in heavy] or [None] * len(ends)
        found |= {(v, int(w)): x for w, x in zip(ends, weights, strict=True)}
    for (a, b), x in found.items():
        if found.get((b, a), "") != x:
            raise InvalidGraph("graph-metis-line", line=lines[b - 1][0], a=a, b=b)
    if len(found) != 2 * m:
        raise InvalidGraph("graph-too-few", count=len(found) // 2, announced=m)
    edges = [(*ends, x) for ends, x in found.items()]
    return Graph.from_edges(edges, range(1, n + 1), directed=how.directed)


# -- adjacency lists -------------------------------------------------------------------------------


def _adjacency(sheet: Sheet, how: Reading) -> Fit | None:
    """A vertex and its neighbours in each line, perhaps with a colon behind the vertex."""
    rows = [row.cells for row in sheet.full]
    read = partial(_read_adjacency, sheet, how)
    if how.form == "adjlist":
        return Fit("adjlist", HEAD, 1, read)
    if sheet.mark == " " and all(
        cells[0][1:].endswith(":") or cells[1:2] == [":"] for cells in rows
    ):
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
    edges = list[tuple[Hashable, Hashable, None]]()
    read = cache(label_of)
    for row in sheet.full:
        head, *cells = [cell for cell in row.cells if cell not in ("", ":")] or [row.cells[0]]
        if how.form != "adjlist" and not first.issuperset(cells):
            strange = next(cell for cell in cells if cell not in first)
            raise InvalidGraph("graph-adjlist-line", **sheet.about(row), value=short(strange))
        name = read(head.removesuffix(":"))
        edges += [(name, name, None), *((name, read(cell), None) for cell in cells)]
    return Graph.from_edges(edges, directed=how.directed)


def _multiline(sheet: Sheet, how: Reading) -> Fit | None:
    """A vertex and how many edges follow, and these in a line each: multiline adjacency lists."""
    rows, at, edges, alone = sheet.full, 0, list[tuple[str, Row]](), list[Hashable]()
    while at < len(rows):
        head = rows[at].cells
        if len(head) != 2 or not _is_count(head[1]):
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
        data = _Columns([], weight=2, data=True)
        triples = [
            (label_of(a), label_of(row.cells[0]), _weight_in(sheet, row, data, how))
            for a, row in edges
        ]
        return Graph.from_edges(triples, alone, directed=how.directed)

    return Fit("multiline", HEAD, 1, read)


# -- matrices --------------------------------------------------------------------------------------


class _Layout(NamedTuple):
    """The parts of a matrix: names above the columns and before the rows, and the cells of both.

    `at` says which columns of the text have the entries; `left`, which titles are left out.
    """

    columns: list[str]
    rows: list[str]
    body: list[Row]
    at: list[int]
    strength: int
    left: tuple[str, ...] = ()


def _layout(sheet: Sheet) -> _Layout | None:
    """Return the parts of a matrix, None if the rows have too few cells for one."""
    rows, head = sheet.rows, sheet.rows[0].cells
    body, lengths = rows[1:], [len(row.cells) for row in rows[1:]]
    counted = len(head) == 1 and _is_count(head[0]) and len(body) == int(head[0]) > 1
    if counted and {*lengths} == {len(body)}:
        return _Layout([], [], body, [*range(len(body))], HEAD)
    width = max(len(head), *lengths, 0)
    if width < 2 or (width < 4 and len(rows) > 5):
        return None
    if any(row.cells[-1:] and row.cells[-1].startswith("{") for row in rows[:3]):
        return None
    shorter = {*lengths} == {len(head) + 1} or lengths == [*range(2, len(head) + 2)]
    if (
        sheet.mark == " "
        and shorter
        and len({row.cells[0] for row in body} & {*head}) > (len(body) > 2)
    ):
        head, width = ["", *head], len(head) + 1  # as R and pandas print
    for c in range(min(3, len(head) - 1)):
        titles = [*head[:c], *head[c + 1 :]]
        names = [row.cells[c] if len(row.cells) > c else "" for row in body]
        shared = {*filter(None, names)} & {*titles}
        few = 1 if not head[c] and names[:-1] == titles[1:] != [] else 2
        if len(shared) < few or 2 * len(shared) < len(body) or rough(head[c]):
            continue
        ordered = titles in [[*map(str, range(i, len(titles) + i))] for i in (0, 1)]
        empty = all(row.cells[v + 1 : v + 2] == [""] for v, row in enumerate(body))
        if all(map(rough, shared)) and not ordered and empty:
            continue  # the matrix has nothing on its diagonal
        at = [i for i, title in enumerate(head) if i != c and (title in shared or (
            title and _is_numeric(body, i)))]  # fmt: skip
        left = (title for i, title in enumerate(head) if title and i != c and i not in at)
        return _Layout([head[i] for i in at], names, body, at, HEAD, tuple(left))
    square = len(head) == width == len(body) and {*lengths} == {width}
    if square and (width > 2 or _is_bare(body)) and all(is_entry(c) for r in body for c in r.cells):
        lower = {title.lower() for title in head}
        titled = _known(head) or (lower & ACROSS and lower & UP)
        words = not any(map(rough, head)) and not all(map(is_entry, head)) and not titled
        ordered = head in [[*map(str, range(i, width + i))] for i in (0, 1)]
        if words or (ordered and _is_bare(body)):
            return _Layout(head, head, body, [*range(width)], HEAD)
    before = [row.cells[0] for row in rows]
    if not any(map(rough, before)) and len({*before}) == len(rows) > 2 and width == len(rows) + 1:
        return _Layout(before, before, rows, [*range(1, width)], SHAPE)
    some = [cell for row in rows[:50] for cell in row.cells]
    if sum(map(is_entry, some)) * 2 < len(some):
        return None
    return _Layout([], [], rows, [*range(width)], SHAPE)


def _is_numeric(rows: Sequence[Row], column: int) -> bool:
    cells = [row.cells[column] for row in rows if len(row.cells) > column]
    return 2 * sum(map(is_entry, cells)) > len(cells)


def _matrix(sheet: Sheet, how: Reading) -> Fit | None:
    """A square table of numbers, with or without names; or the half of one."""
    layout = _layout(sheet)
    if layout is None or not layout.at:
        return None
    body, count, skipped = layout.body, len(layout.at), layout.at[0]
    _pairs(min(len(body), count))
    read = partial(_read_matrix, sheet, layout, how)
    cells = [cell for row in body for cell in row.cells[skipped:]]
    share = entries(cells) / max(1, len(cells))
    if layout.strength == HEAD:
        if share < 0.4 and not how.form:
            return None
        whole = len(body) >= count - 1
        share = share if share == 1 else max(share, 0.6)
        return Fit("matrix", HEAD, share if whole else 0.9 * share, read)
    lengths = [len(row.cells) - skipped for row in body]
    square = {*lengths} == {len(body)}
    if not square and not _is_triangle(lengths):
        uneven = min(len(body), count) / max(len(body), count)
        return Fit("matrix", SHAPE, 0.95 * share * uneven, read) if count > 3 or how.form else None
    if square and count < 4 and not how.form and not _is_bare(body, skipped):
        return None  # a list of edges with weights
    return Fit("matrix", SHAPE, share, read)


def _is_nothing(cell: str) -> bool:
    """Return whether a cell of a diagonal has nothing: no number but 0."""
    return cell.lower() in ABSENT or not cell.strip("0.,")


def _is_bare(rows: Sequence[Row], first: int = 0) -> bool:
    """Return whether a square matrix has nothing on its diagonal."""
    return all(_is_nothing(row.cells[first + v]) for v, row in enumerate(rows)
               if len(row.cells) > first + v)  # fmt: skip


def _is_triangle(lengths: list[int]) -> bool:
    """Return whether rows have 1, 2, 3, … cells, or 0, 1, 2, …, or the same backwards."""
    up, down = lengths[0] in (0, 1), lengths[-1] in (0, 1)
    steps = {b - a for a, b in pairwise(lengths)}
    return len(lengths) > 2 and ((up and steps == {1}) or (down and steps == {-1}))


def _read_matrix(sheet: Sheet, layout: _Layout, how: Reading) -> Graph:
    """Read a matrix; name the row or the cell that is wrong."""
    if layout.left:
        how.note(Message("read-left-out", {"titles": ", ".join(map(short, layout.left))}))
    names = layout.rows or [*map(str, range(len(layout.body)))]
    wide = {len(row.cells) for row in layout.body} == {layout.at[-1] + 1}
    if wide and len({*names}) == len(layout.at) and layout.rows == layout.columns:
        _pairs(len(names))
        grid = [sheet.numbers(row, v, layout.at, names) for v, row in enumerate(layout.body)]
        return matrix_graph(grid, [*map(label_of, layout.rows)], how, half=False)
    separate = bool(layout.rows) and layout.rows is not layout.columns
    rows = _placed_by_name(sheet, layout) if separate else _placed_by_order(sheet, layout)
    places = list(dict.fromkeys(name for _, own, cells in rows for name in (own, *dict(cells))))
    if layout.columns:
        places = list(dict.fromkeys([*layout.columns, *places]))
    elif all(map(str.isdecimal, places)):
        places.sort(key=int)
    _pairs(len(places))
    found: dict[tuple[str, str], Number | None] = {}
    for row, own, cells in rows:
        pause()
        for name, i in cells:
            found[own, name] = None if own == name else sheet.number(row, i, name)
    whole = len(found) == len(places) ** 2
    if not whole and any(
        x is not None and found.get((b, a)) is not None for (a, b), x in found.items()
    ):
        what = {"count": len(layout.body), "wanted": len(layout.columns)}
        raise InvalidGraph("graph-table-rows", **what)
    grid = [[found.get((a, b)) for b in places] for a in places]
    labels = [label_of(name) for name in places] if layout.rows else []
    return matrix_graph(grid, labels, how, half=not whole)


Placed = list[tuple[Row, str, list[tuple[str, int]]]]
"""The rows of a matrix: each with its name, and the names and places of its cells."""


def _placed_by_name(sheet: Sheet, layout: _Layout) -> Placed:
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
            raise InvalidGraph(
                "graph-table-line", **sheet.about(row), count=len(row.cells), wanted=at[-1] + 1
            )
    return [
        (row, name, [(c, i) for c, i in zip(columns, at, strict=True) if i < len(row.cells)])
        for row, name in zip(body, names, strict=True)
    ]


def _placed_by_order(sheet: Sheet, layout: _Layout) -> Placed:
    """Place the cells of a matrix whose rows and columns are in one order; it may be a half."""
    body, first = layout.body, layout.at[0]
    lengths = [len(row.cells) - first for row in body]
    names = layout.columns or [*map(str, range(len(body) + 1))]
    count, longest = len(body), max(lengths)
    shift = 0  # of the names of the rows: 1 if a lower half has no diagonal
    if {*lengths} != {count}:
        if not _is_triangle(lengths):
            wanted = len(body[0].cells)
            for row in body:
                if len(row.cells) != wanted:
                    count = len(row.cells)
                    raise InvalidGraph(
                        "graph-table-line", **sheet.about(row), count=count, wanted=wanted
                    )
            raise InvalidGraph("graph-table-rows", count=count, wanted=longest)
        lower = lengths[0] < lengths[-1]
        ends = [row.cells[-1 if lower else first] for row in body if len(row.cells) > first]
        bare = not all(map(_is_nothing, ends))
        count = longest + bare
        shift = int(bare and lower and lengths[0] == 1)
        names = layout.columns or [*map(str, range(count))]
        if len(names) < max(count, len(body) + shift):
            raise InvalidGraph("graph-table-rows", count=len(body), wanted=len(names))
    placed: Placed = []
    for v, row in enumerate(body):
        start = count - lengths[v] if lengths[0] > lengths[-1] else 0
        cells = [(names[start + k], first + k) for k in range(lengths[v])]
        placed.append((row, names[v + shift], cells))
    return placed


def _missing(layout: _Layout) -> int:
    """Return 1 if the first or last name is missing among the rows or columns, as in charts."""
    rows, columns, shared = layout.rows, layout.columns, {*layout.rows} & {*layout.columns}
    if shared == {*rows} == {*columns}:
        return 0
    cuts = slice(None), slice(1, None), slice(None, -1)
    chart = any(rows[a] == columns[b] for a in cuts for b in cuts if a != b)
    return 1 if chart else 2


def matrix_graph(
    grid: Sequence[Sequence[Number | None]], labels: Sequence[Hashable], how: Reading, half: bool
) -> Graph:
    """Return the graph of a matrix, of which an empty half is filled from the other one."""
    if how.adjacency:
        grid = [[x or None for x in row] for row in grid]
    table = read_table(grid, how.weighted, mirrored=not how.directed)
    weighted = table.weighted and not how.adjacency
    if weighted and any(0 in row[:v] or 0 in row[v + 1 :] for v, row in enumerate(table.rows)):
        how.note(Message("read-zeros"))
    half = half and not how.directed
    if table.note or half:
        how.note(table.note or Message("read-mirrored"))
    directed = False if half else how.directed or None
    return graph_of_table(table.rows, labels, directed, weighted=table.weighted)


# -- points ----------------------------------------------------------------------------------------


def _points(sheet: Sheet, how: Reading) -> Fit | None:
    """Points: columns titled x and y, or latitude and longitude; or coordinates with decimals."""
    rows = sheet.full
    head = rows[0].cells
    titles = [_parts(title) for title in head]
    across = next((i for i, parts in enumerate(titles) if parts & ACROSS), None)
    up = next((i for i, parts in enumerate(titles) if parts & UP and i != across), None)
    if across is not None and up is not None and not any(map(rough, head)) and len(rows) > 1:
        layout, body = _layout(sheet), rows[1:]
        if layout is not None and layout.strength == HEAD and layout.rows:
            return None
        columns = (across, up)
        good = sum(len(row.cells) > max(columns) and all(rough(row.cells[i]) for i in columns)
                   for row in body)  # fmt: skip
        read = partial(_read_points, sheet, body, across, up, how)
        return Fit("xy", HEAD, max(good / len(body), 0.6), read)
    counted = len(head) == 1 and _is_count(head[0]) and int(head[0]) == len(rows) - 1 > 0
    body, csv = rows[counted:], how.form == "csv"
    width = len(body[0].cells)
    if width not in (2, 3) or sheet.arrows[0]:
        return None
    if width == 2 and not (counted or csv or sheet.pointed):
        return None
    names = {row.cells[0] for row in body}
    if width == 3 and not csv and len(names) < len(body):
        return None
    places = [row.cells[-2:] for row in body if len(row.cells) == width]
    if len(places) < len(body) or not all(map(rough, chain.from_iterable(places))):
        return None
    parted, middle = (any("." in c or "," in c for p in places for c in p[:n]) for n in (2, 1))
    if width == 3 and not (csv or middle) and all(map(rough, names)):
        return None
    if width == 2 and not (parted or counted or csv):
        return None
    read = partial(_read_points, sheet, body, width - 2, width - 1, how)
    strong = counted or (parted and (middle or width == 2))
    torn = len(body) == width == 3 and _is_bare(body)  # rather a matrix
    return Fit("xy", HEAD if strong else SHAPE, 0.9 if torn else 1, read)


def _parts(title: str) -> set[str]:
    return {part for part in re.split(r"[^a-zäöüáéíóúñ]+", title.lower()) if part}


def _read_points(sheet: Sheet, rows: Sequence[Row], across: int, up: int, how: Reading) -> Graph:
    """Read points, whose distances are computed."""
    _pairs(len(rows))
    titles = sheet.full[0].cells if rows is not sheet.full and len(sheet.full[0].cells) > 1 else []
    width = len(titles) or len(rows[0].cells)
    points: list[tuple[float, float]] = []
    for row in rows:
        if not max(across, up) < len(row.cells) <= width:
            raise InvalidGraph(
                "graph-table-line", **sheet.about(row), count=len(row.cells), wanted=width
            )
        x, y = (_coordinate(sheet, row, i, titles[i] if titles else "") for i in (across, up))
        points.append((x, y))
    names = _names_of(rows, [i for i in range(width) if i not in (across, up)], titles)
    if len({*names}) < len(names):
        raise InvalidGraph("graph-labels", count=len(names), labels=len({*names}))
    metric = "haversine" if titles and _parts(titles[up]) & LATITUDES else "euclidean"
    how.note(Message(f"read-{metric}"))
    placed = [(y, x) for x, y in points] if metric == "haversine" else points
    return Graph.from_points(dict(zip(names, placed, strict=True)) if names else placed, metric)


def _coordinate(sheet: Sheet, row: Row, column: int, title: str) -> float:
    if (x := sheet.number(row, column, title)) is None:
        raise InvalidGraph("graph-cell", **sheet.cell(row, column, title))
    return float(x)


def _names_of(rows: Sequence[Row], columns: Sequence[int], titles: Sequence[str]) -> list[Hashable]:
    """Return the names of points: of the column with such a title, or with different words."""
    cells = {i: [row.cells[i] if i < len(row.cells) else "" for row in rows] for i in columns}
    distinct = [i for i in columns if len({*cells[i]}) == len(rows) and "" not in cells[i]]
    words = [i for i in distinct if not all(map(rough, cells[i]))]
    titled = [i for i in columns if titles and titles[i].lower() in NAMES]
    known = [*columns] if len(columns) == 1 else titled
    chosen = [i for i in known if i in words] + words + known + distinct
    return [label_of(cell) for cell in cells[chosen[0]]] if chosen else []


SHAPES: Final[dict[str, Callable[[Sheet, Reading], Fit | None]]] = {
    "xy": _points, "matrix": _matrix, "contest": _counted, "metis": _metis,
    "multiline": _multiline, "adjlist": _adjacency, "edges": _edges,
}  # fmt: skip
"""The shapes of rows, by the names of their notations."""
